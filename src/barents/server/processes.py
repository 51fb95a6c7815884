"""Processes for work that may hang, run wild or break down: each does one thing at a time, and can be killed.

The server goes on meanwhile, and so does whatever is done in the other processes.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack

PATIENCE = 0.25  # seconds to wait for a process before another is started
T = TypeVar("T")


class Hung(Exception):
    """What was to be done took longer than it may; its process has been killed."""


class BrokeDown(Exception):
    """The process died over what it was to do."""


@cache
def context() -> BaseContext:
    """How processes are started: where the system can, from one that has the games loaded already."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    found = get_context("forkserver")
    found.set_forkserver_preload(["barents.server.loaded"])
    return found


def load() -> None:
    """Load what every process needs, which takes a second: later ones begin at once, and nobody waits for them."""
    if context().get_start_method() == "forkserver":
        first = get_context("forkserver").Process(target=os.getpid)
        first.start()
        first.join()


class Preparation(msgspec.Struct, frozen=True):
    """What a fresh process needs: the games, the values that are laid over theirs, and how modest it has to be."""

    plug_ins: tuple[str, ...] = ()
    pack: DataPack | None = None
    niceness: int = 0
    most_bytes: int = 0
    """How much memory it may have of its own, where the system can see to that; 0 for any."""
    path: tuple[str, ...] = ()


_prepared = Preparation()


def _prepare(preparation: Preparation) -> None:
    """Make a fresh process ready."""
    global _prepared
    _prepared = preparation
    gc.freeze()  # what is shared with the others is not copied by looking whether it is still needed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then lets its processes go
    threading.Thread(target=end_with_parent, daemon=True).start()
    sys.path[:] = preparation.path
    for module in preparation.plug_ins:
        registry.plug_in_module(module)
    if preparation.niceness and hasattr(os, "nice"):
        os.nice(preparation.niceness)
    if preparation.most_bytes and sys.platform == "linux":
        import resource  # other systems have no such module, or no such limit

        resource.setrlimit(resource.RLIMIT_DATA, (preparation.most_bytes, preparation.most_bytes))


def end_with_parent() -> None:
    """A server that is killed can no longer let its processes go, so they see to it themselves."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def own_pack() -> DataPack | None:
    """In such a process: the data pack of its server."""
    return _prepared.pack


@cache
def own_data(game: str) -> Any:
    """In such a process: the data of a game."""
    return registry.find(game).data(_prepared.pack)


class Processes:
    """A few processes are kept ready; more are started while those are busy."""

    def __init__(self, ready: int, most: int, preparation: Preparation) -> None:
        self._ready = ready
        self._most = most
        self._preparation = msgspec.structs.replace(preparation, path=tuple(sys.path))
        self._idle: asyncio.LifoQueue[ProcessPoolExecutor] = asyncio.LifoQueue()
        self._all: list[ProcessPoolExecutor] = []
        self._pids: dict[ProcessPoolExecutor, int] = {}

    @property
    def number(self) -> int:
        """How many processes there are."""
        return len(self._all)

    @property
    def busy(self) -> int:
        """How many of them have something to do."""
        return len(self._all) - self._idle.qsize()

    async def start(self) -> None:
        """Start the processes that are kept."""
        for _ in range(self._ready):
            self._idle.put_nowait(self._new())

    def close(self) -> None:
        """Let every process go, also one that is at work."""
        for process in list(self._all):
            self._dismiss(process)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that have begun."""
        return list(self._pids.values())

    async def run(self, seconds: float | None, work: Callable[..., T], *arguments: Any) -> T:
        """Do something in one of them; `Hung` if it takes too long, `BrokeDown` if the process dies over it."""
        process = await self._take()
        task = asyncio.get_running_loop().run_in_executor(process, work, *arguments)
        try:
            async with asyncio.timeout(seconds):  # not wait_for, which may swallow a cancellation
                done = await task
        except TimeoutError:
            self._replace(process)
            raise Hung from None
        except asyncio.CancelledError:
            self._replace(process)
            raise
        except BrokenProcessPool:
            self._replace(process)
            raise BrokeDown from None
        except BaseException:
            self._idle.put_nowait(process)
            raise
        self._idle.put_nowait(process)
        return done

    def _new(self) -> ProcessPoolExecutor:
        process = ProcessPoolExecutor(1, mp_context=context(), initializer=_prepare, initargs=(self._preparation,))
        self._all.append(process)
        # The process starts with its first task, and its number is needed should it have to be killed.
        told = process.submit(os.getpid)
        told.add_done_callback(lambda done: self._note(process, done))
        return process

    def _note(self, process: ProcessPoolExecutor, done: Any) -> None:
        if not done.cancelled() and done.exception() is None:
            self._pids[process] = done.result()
            if process not in self._all:  # dismissed before its number was known
                self._kill(process)

    def _dismiss(self, process: ProcessPoolExecutor) -> None:
        self._all.remove(process)
        self._kill(process)
        process.shutdown(wait=False, cancel_futures=True)

    def _kill(self, process: ProcessPoolExecutor) -> None:
        pid = self._pids.pop(process, None)
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    async def _take(self) -> ProcessPoolExecutor:
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await self._idle.get()
            except TimeoutError:
                if len(self._all) < self._most:
                    return self._new()

    def _replace(self, process: ProcessPoolExecutor) -> None:
        self._dismiss(process)
        if len(self._all) < self._ready:
            self._idle.put_nowait(self._new())
