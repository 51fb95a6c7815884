"""Solitaire positions of North Cape: a sea on which Allied ships sail in groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import UsePrinzEugen
from barents.games.north_cape.data import Data
from barents.games.north_cape.state import RESERVE, Group, NextMission, Options, Piece, RollRecon, State
from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from tests.north_cape.sea import ALLIED, AXIS, Sea

WINTER, SPRING, SUMMER = "unternehmen-sportpalast", "enter-the-luftwaffe", "convoy-is-to-scatter"


def solitaire(scenario: str = WINTER, *, growlers: bool = False) -> Sea:
    """An empty sea on which nobody commands the Allies."""
    return Sea(scenario, Options(solitaire=True, growlers=growlers))


def group(
    sea: Sea,
    number: int,
    names: Sequence[str],
    cell: str,
    heading: Literal["east", "west"] = "east",
    *,
    done: bool = False,
) -> list[Piece]:
    """Put a group of pieces into a hex; it is still to sail this turn, or is done."""
    sea.state.groups.append(Group(number, number, heading, done=done))
    start = cell if heading == "west" else ""
    pieces = [Piece(name, cell, group=number, start=start) for name in names]
    sea.state.pieces[ALLIED] |= {piece.id: piece for piece in pieces}
    return pieces


def keep(sea: Sea, *names: str) -> None:
    """Aircraft and submarines that are held back."""
    for name in names:
        base = "victorious" if sea.data.counters[name].is_air else ""
        sea.state.pieces[ALLIED][name] = Piece(name, RESERVE, base=base)


def reconnoitre(sea: Sea, target: str, die: int = 10) -> Sea:
    """Begin with a flying boat that looks at a hex from beside it."""
    sea.fly("bv-138-1", sea.data.grid.neighbours(target)[0])
    return sea.begin(RollRecon("bv-138-1", target, claimed=False), NextMission(AXIS), axis=[die])


def dealt(scenario: str, seed: int = 1) -> Match[State, Data]:
    """A solitaire game after its set-up, without Prinz Eugen; the rest of the set-up is random."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=seed, options=Options(solitaire=True))
    dice, alone = Dice.seeded(seed), UsePrinzEugen(False)
    while not match.state.groups:
        for side, decision in list(match.pending.items()):
            answer: Action = alone if alone in decision.options else decision.options.sample(dice)
            match.act(side, answer)
    return match
