"""What the commands share about players from anywhere: how they are named, and what is told of their faults."""

from __future__ import annotations

import sys
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barents.cli.common import insist

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from barents.kernel.game import Game
    from barents.lab.simulate import Played
    from barents.players.bots import Fault


class AfterFault(StrEnum):
    """What follows when a bot fails."""

    DOCTRINE = "doctrine"
    FORFEIT = "forfeit"


OnFaultOption = Annotated[
    AfterFault,
    typer.Option(
        "--on-fault",
        help="When a player of yours fails: doctrine answers for it this once, or its side gives the game up.",
    ),
]


def here_on_path() -> None:
    """Look for modules in the folder that the command is called from: a console script does not."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def insist_on_player(name: str, rules: Game[Any, Any], data: Any) -> None:
    """Refuse a player that there is not; one by its address is made once, so that what is wrong is said at once."""
    from barents.kernel.plugins import is_address
    from barents.players import known_names, player

    if is_address(name):
        here_on_path()
        player(name, rules.name, data)
    else:
        insist("player", name, [*known_names(rules.name)])


class FaultTally:
    """Counts what bots do wrong in many games, for a line at the end."""

    def __init__(self) -> None:
        self._games: Counter[str] = Counter()
        self._times: Counter[str] = Counter()
        self._first: dict[str, tuple[int, Fault]] = {}

    def add(self, *games: Played) -> None:
        """Take games in."""
        for game in games:
            for faults in game.faults:
                name = faults.first.player
                self._games[name] += 1
                self._times[name] += faults.count
                self._first.setdefault(name, (game.number, faults.first))

    def watched(self, deals: Iterable[tuple[Any, Played, Played]]) -> Iterator[tuple[Any, Played, Played]]:
        """Deals of a ladder, counted as they go by."""
        for deal in deals:
            self.add(deal[1], deal[2])
            yield deal

    def tell(self, console: Console) -> None:
        """What was counted, and where the first fault of each came about."""
        for name, (number, fault) in self._first.items():
            times, games = self._times[name], self._games[name]
            said = f"{name} failed {_number(times, 'time')} in {_number(games, 'game')}."
            console.print(said, style="yellow", soft_wrap=True)
            console.print(f"  First in game {number}, {fault}", soft_wrap=True)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
