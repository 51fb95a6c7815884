"""Servers in processes of their own, which can be killed, and several of which can share a database.

They are copies of one process that has everything imported already, so that to start one costs next to nothing.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from socket import create_server, socket
from types import TracebackType
from typing import Any

from barents.kernel import registry
from barents.server import processes
from barents.server.app import create_app
from barents.server.logs import log_to_stderr
from barents.server.processes import context
from barents.server.settings import Limit, Limits, Settings
from barents.server.supervising import Supervisor, serve
from tests.server import failing
from tests.server.service import settings

PATIENCE = 120.0  # a machine with much to do takes its time to start several processes
_COPIES = get_context("forkserver")
context()  # so that it does not say later what is loaded beforehand
_COPIES.set_forkserver_preload([__name__, "barents.server.loaded"])


class Server:
    """A server in a process of its own, at a port of its own; of `processes` that share a database if so many."""

    def __init__(self, database: str, processes: int = 1, **changes: Any) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="barents-server-")
        self._log = Path(self._folder.name) / "log"
        # Players' processes are started when they are needed: most tests need none.
        usual: dict[str, Any] = {"database": database, "processes": processes, "thinkers": 0}
        # A test asks again and again whether something has come over from another process.
        usual["limits"] = Limits(messages=Limit(10_000, 10_000.0))
        chosen = settings(Path(self._folder.name), **usual | changes)
        told, tells = _COPIES.Pipe(duplex=False)
        self.process = _COPIES.Process(target=self.runs, args=(chosen, str(self._log), tells))
        self.process.start()
        tells.close()
        try:
            assert told.poll(PATIENCE), self.log
            self.address: str = told.recv()
        except BaseException:
            self.close()
            raise
        finally:
            told.close()

    @staticmethod
    def runs(chosen: Settings, log: str, tells: Connection) -> None:
        """In the new process: serve, and tell the address."""
        listener = _begin(log)
        if not chosen.thinkers:
            # Whatever needs one after all starts it then.
            vars(processes)["load"] = lambda: None
        serve(create_app(chosen), listener, lambda: tells.send(_address(listener)))

    @property
    def children(self) -> list[int]:
        """The processes that it has started, by itself or by the one from which it has others forked."""
        found: dict[int, list[tuple[int, bytes]]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                name, rest = stat.read_text().rsplit(")", 1)
                if rest.split()[0] != "Z":
                    line = stat.with_name("cmdline").read_bytes()
                    found.setdefault(int(rest.split()[1]), []).append((int(name.split()[0]), line))
        own = [(pid, line) for pid, line in found.get(self.pid, []) if b"resource_tracker" not in line]
        forking = [pid for pid, line in own if b"forkserver" in line]
        forked = [pid for parent in forking for pid, _ in found.get(parent, [])]
        return sorted([*(pid for pid, _ in own if pid not in forking), *forked])

    @property
    def pid(self) -> int:
        """Its number."""
        assert self.process.pid is not None
        return self.process.pid

    @property
    def log(self) -> str:
        """What it has written to its log."""
        return self._log.read_text()

    def kill(self) -> None:
        """End it without warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Let it say good-bye."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process.is_alive():
            os.kill(self.pid, how)
        self.process.join(PATIENCE)
        assert not self.process.is_alive(), self.log

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _tb: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it if it still lives, and leave nothing behind."""
        self.kill()
        self.process.close()
        self._folder.cleanup()


class Supervised(Server):
    """A supervisor with its processes."""

    @staticmethod
    def runs(chosen: Settings, log: str, tells: Connection) -> None:
        """In the new process: start the others, and tell the address."""
        listener = _begin(log)
        Supervisor(chosen, listener).run(lambda: tells.send(_address(listener)))


def _begin(log: str) -> socket:
    sys.stderr = Path(log).open("w", buffering=1)  # noqa: SIM115  # it is closed with the process
    os.dup2(sys.stderr.fileno(), 2)
    log_to_stderr()
    registry.plug_in(failing.GAME)
    return create_server(("127.0.0.1", 0))


def _address(listener: socket) -> str:
    return f"http://127.0.0.1:{listener.getsockname()[1]}"
