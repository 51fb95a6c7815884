"""Several processes of one service: they share the socket that is listened at, and one that dies is replaced."""

from __future__ import annotations

import secrets
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from socket import socket
from types import FrameType

import msgspec
import uvicorn

from barents.kernel import registry
from barents.server.app import Service, create_app, server_config
from barents.server.logs import log_to_stderr, note
from barents.server.settings import Settings
from barents.server.thinking import end_with_parent

FAREWELL = 15.0  # seconds that a process has to let its clients go
BREATH = 1.0  # seconds before one that died at once is started again


class Announcing(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(service: Service, listener: socket, ready: Callable[[], None]) -> None:
    """Serve by this process until it is told to stop."""
    Announcing(server_config(service), ready).run(sockets=[listener])


def _serve_with_others(settings: Settings, listener: socket, told: Connection) -> None:
    """One of several processes, from its start to its end."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    log_to_stderr()
    for module in settings.plug_ins:
        registry.plug_in_module(module)
    serve(create_app(settings), listener, lambda: told.send("ready"))


class _Place(msgspec.Struct):
    """One of the processes; who takes another's place has its name."""

    settings: Settings
    process: SpawnProcess
    told: Connection
    began: float


class Supervisor:
    """Starts processes, replaces those that die, and ends all when it is told to end."""

    def __init__(self, settings: Settings, listener: socket) -> None:
        self._listener = listener
        self._spawn = get_context("spawn")
        self._stopping = False
        self._renewing = False
        name = settings.process or secrets.token_hex(8)
        chosen = [
            msgspec.structs.replace(settings, process=f"{name}-{number}", metrics_port=_port(settings, number))
            for number in range(settings.processes)
        ]
        listener.listen(2048)
        self._places = [self._started(each) for each in chosen]

    def _started(self, settings: Settings) -> _Place:
        told, tells = self._spawn.Pipe(duplex=False)
        process = self._spawn.Process(target=_serve_with_others, args=(settings, self._listener, tells))
        process.start()
        tells.close()
        return _Place(settings, process, told, time.monotonic())

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; SIGHUP replaces the processes one after the other."""
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGTERM, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._renew)
        if all(self._is_ready(place) for place in self._places):
            ready()
        while not self._stopping:
            wait([place.process.sentinel for place in self._places], timeout=0.5)
            self._replace_dead()
            if self._renewing:
                self._renewing = False
                self._renew_all()
        self._end()

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _renew(self, _signal: int, _frame: FrameType | None) -> None:
        self._renewing = True

    def _is_ready(self, place: _Place) -> bool:
        """Wait until a process serves; it does not if it has died, or everything ends."""
        while not self._stopping and place.process.is_alive():
            if place.told.poll(0.2):
                try:
                    return bool(place.told.recv() == "ready")
                except EOFError:
                    return False
        return False

    def _replace_dead(self) -> None:
        for number, place in enumerate(self._places):
            if not place.process.is_alive() and not self._stopping:
                place.process.join()
                place.told.close()
                note("process ended", process=place.settings.process, code=place.process.exitcode)
                if time.monotonic() - place.began < BREATH:
                    time.sleep(BREATH)
                self._places[number] = self._started(place.settings)

    def _renew_all(self) -> None:
        for number, place in enumerate(self._places):
            self._let_go(place)
            self._places[number] = self._started(place.settings)
            self._is_ready(self._places[number])

    def _let_go(self, place: _Place) -> None:
        place.process.terminate()
        place.process.join(FAREWELL)
        if place.process.is_alive():
            place.process.kill()
            place.process.join()
        place.told.close()

    def _end(self) -> None:
        for place in self._places:
            place.process.terminate()
        for place in self._places:
            self._let_go(place)


def _port(settings: Settings, number: int) -> int | None:
    return None if settings.metrics_port is None else settings.metrics_port + number
