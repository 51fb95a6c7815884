"""Where the games of a study are played: a process of its own with low priority, so that no game in play is slowed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

from barents.kernel import registry
from barents.lab.reconstructed import Move, Value, move, values
from barents.lab.simulate import Played, Study, play
from barents.server.processes import context, end_with_parent

NICENESS = 15
TRIES = 3  # for a game whose process dies

T = TypeVar("T")
P = ParamSpec("P")


class WorkerDied(Exception):
    """The process of a study has died again and again; the message says at which game."""


_studies: list[Study] = []


def _prepare(path: tuple[str, ...], plug_ins: tuple[str, ...], studies: Sequence[Study]) -> None:
    """Make a fresh process ready: out of everybody's way, with the games and the arms of the study."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then lets its processes go
    threading.Thread(target=end_with_parent, daemon=True).start()
    sys.path[:] = path
    for module in plug_ins:
        registry.plug_in_module(module)
    _studies[:] = studies


def _play(arm: int, number: int) -> Played:
    return play(_studies[arm], number)


def moved_tables(game: str, names: tuple[str, ...]) -> list[Move]:
    """Tables of a game moved by a step down and up. It takes seconds, so it is done in a process of its own."""
    groups: dict[str, list[Value]] = {name: [] for name in names}
    for value in values(registry.find(game)):
        if value.table in groups:
            groups[value.table].append(value)
    return [move(name, group) for name, group in groups.items()]


class Worker:
    """One process that plays games of one study; should it die, another takes its place."""

    def __init__(self, studies: Sequence[Study], plug_ins: tuple[str, ...]) -> None:
        self._prepared = (tuple(sys.path), plug_ins, tuple(studies))
        self._pool: ProcessPoolExecutor | None = None
        self._pid: int | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, once there is one."""
        return self._pid

    async def start(self) -> None:
        """Start the process, if there is none."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=context(), initializer=_prepare, initargs=self._prepared)
            self._pid = await self._run(os.getpid)

    async def play(self, arm: int, number: int) -> Played:
        """Play a game of an arm. A game that came to no end is a `GameFailed`."""
        return await self.do(_play, arm, number)

    async def do(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do something there; `WorkerDied` if the process dies again and again over it."""
        for _ in range(TRIES):
            try:
                await self.start()
                return await self._run(partial(work, *arguments, **named))
            except BrokenProcessPool:
                self.close()
        raise WorkerDied(f"The process of this study has died {TRIES} times over the same game")

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Let the process go, also in the middle of a game."""
        if self._pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._pid = None
