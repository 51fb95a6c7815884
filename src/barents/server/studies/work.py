"""Where the games of a study are played: a process of its own with low priority, so that no game in play is slowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ParamSpec, TypeVar

from barents.kernel import registry
from barents.lab.reconstructed import Move, Value, move, values
from barents.lab.simulate import Played, Study, packed, play_packed
from barents.server.processes import BrokeDown, Preparation, Processes

NICENESS = 15
TRIES = 3  # for a game whose process dies

T = TypeVar("T")
P = ParamSpec("P")


class WorkerDied(Exception):
    """The process of a study has died again and again; the message says at which game."""


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
        self._arms = [order for order, _ in packed((study, 0) for study in studies)]
        self._processes = Processes(1, 1, Preparation(plug_ins=plug_ins, niceness=NICENESS))

    @property
    def pid(self) -> int | None:
        """The number of the process, once there is one."""
        return next(iter(self._processes.pids), None)

    async def start(self) -> None:
        """Start the process, if there is none."""
        if not self._processes.number:
            await self._processes.start()

    async def play(self, arm: int, number: int) -> Played:
        """Play a game of an arm. A game that came to no end is a `GameFailed`."""
        return await self.do(play_packed, self._arms[arm], number)

    async def do(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do something there; `WorkerDied` if the process dies again and again over it."""
        for _ in range(TRIES):
            try:
                await self.start()
                return await self._processes.run(None, partial(work, *arguments, **named))
            except BrokeDown:
                continue
        raise WorkerDied(f"The process of this study has died {TRIES} times over the same game")

    def close(self) -> None:
        """Let the process go, also in the middle of a game."""
        self._processes.close()
