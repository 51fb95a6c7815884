"""Several processes of one service: they share a listening socket, and one that dies or hangs is replaced."""

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
from barents.server.processes import end_with_parent
from barents.server.settings import Settings
from barents.server.watchdog import Announcing, tell_systemd

FAREWELL = 15.0  # seconds that a process has to let its clients go
STARTING = 120.0  # seconds that a process has to begin to serve
READY, ALIVE = "ready", "alive"
BREATH = 1.0  # seconds before one that died at once is started again


class _Alone(Announcing):
    """The only process of a service."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    def ready(self) -> None:
        """Tell whoever started it."""
        tell_systemd("READY=1")
        self._ready()

    def alive(self) -> None:
        """Tell the service manager."""
        tell_systemd("WATCHDOG=1")


class _OneOfSeveral(Announcing):
    """One of several processes, which tells the one that started them."""

    def __init__(self, config: uvicorn.Config, told: Connection) -> None:
        super().__init__(config)
        self._told = told

    def ready(self) -> None:
        """It serves."""
        self._told.send(READY)

    def alive(self) -> None:
        """It still does."""
        self._told.send(ALIVE)


def serve(service: Service, listener: socket, ready: Callable[[], None]) -> None:
    """Serve by this process until it is told to stop."""
    _Alone(server_config(service), ready).run(sockets=[listener])


def _serve_with_others(settings: Settings, listener: socket, told: Connection) -> None:
    """One of several processes, from its start to its end."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    log_to_stderr()
    for module in settings.plug_ins:
        registry.plug_in_module(module)
    _OneOfSeveral(server_config(create_app(settings)), told).run(sockets=[listener])


class _Place(msgspec.Struct):
    """One of the processes; who takes another's place has its name."""

    settings: Settings
    process: SpawnProcess
    told: Connection
    began: float
    heard: float
    """When it last gave a sign of life."""
    serves: bool = False


class Supervisor:
    """Starts processes, replaces those that die or hang, and ends all when it is told to end."""

    def __init__(self, settings: Settings, listener: socket) -> None:
        self._listener = listener
        self._spawn = get_context("spawn")
        self._patience = settings.hang_seconds
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
        began = time.monotonic()
        return _Place(settings, process, told, began, began)

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; SIGHUP replaces the processes one after the other."""
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGTERM, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._renew)
        if all(self._is_ready(place) for place in self._places):
            tell_systemd("READY=1")
            ready()
        while not self._stopping:
            wait([place.process.sentinel for place in self._places], timeout=0.5)
            tell_systemd("WATCHDOG=1")
            self._kill_hanging()
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
        while not self._stopping and place.process.is_alive() and not place.serves:
            _hear(place, 0.2)
        return place.serves

    def _kill_hanging(self) -> None:
        """A process that has given no sign of life for long does not serve: whoever comes to it waits for ever."""
        for place in self._places:
            _hear(place)
            patience = self._patience if place.serves else STARTING
            silent = time.monotonic() - place.heard
            if silent > patience and place.process.is_alive():
                note("process hangs", process=place.settings.process, seconds=round(silent))
                place.process.kill()
                place.process.join()

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


def _hear(place: _Place, timeout: float = 0.0) -> None:
    """Take in what a process has said of itself."""
    try:
        while place.told.poll(timeout):
            place.serves |= place.told.recv() == READY
            place.heard = time.monotonic()
            timeout = 0.0
    except (EOFError, OSError):
        time.sleep(timeout)  # it has died, or is about to


def _port(settings: Settings, number: int) -> int | None:
    return None if settings.metrics_port is None else settings.metrics_port + number
