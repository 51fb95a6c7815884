"""Server processes on one database, each with a port of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from socket import create_server

import uvicorn

from barents.server.app import create_app, server_config
from barents.server.settings import Limit, Limits, Settings
from tools.load.terms import Kind, Terms


class Servers:
    """Server processes on one database."""

    def __init__(self, database: str, processes: Sequence[subprocess.Popen[bytes]], addresses: Sequence[str]) -> None:
        self.database = database
        self._processes = processes
        self.addresses = tuple(addresses)

    @property
    def memory(self) -> int:
        """How much of the machine's memory they have, in bytes."""
        return sum(self._status(process.pid) for process in self._processes)

    @property
    def seconds(self) -> float:
        """How much processor time they have used."""
        ticks = 0
        for process in self._processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def _status(self, pid: int) -> int:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


@contextmanager
def serving(terms: Terms) -> Iterator[Servers]:
    """So many server processes, until this ends."""
    with _database(terms.database) as database:
        command = [sys.executable, "-m", "tools.load", "--serve", database, "--processes", str(terms.processes)]
        processes: list[subprocess.Popen[bytes]] = []
        try:
            addresses = []
            for _ in range(terms.processes):
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                processes.append(process)
                assert process.stdout is not None
                addresses.append(process.stdout.readline().decode().strip())
            yield Servers(database, processes, addresses)
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.communicate()


@contextmanager
def _database(kind: Kind) -> Iterator[str]:
    """The address of a database of its own, on the disk, every commit durable."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'matches.sqlite'}"
        return
    from tests.server.cluster import Cluster

    cluster = Cluster(durable=True)
    try:
        yield cluster.new_database()
    finally:
        cluster.remove()


def serve(database: str, processes: int) -> None:
    """A server's process: the service as it is, but for the limits on one address; it has no players."""
    unlimited = Limit(1_000_000, 1_000_000.0)
    limits = Limits(opening=unlimited, joining=unlimited, records=unlimited, messages=unlimited)
    listener = create_server(("127.0.0.1", 0), backlog=2048)
    settings = Settings(database=database, limits=limits, processes=processes, thinkers=0, beat=0.0)
    service = create_app(settings)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(server_config(service)).run(sockets=[listener])
