"""What a gamble is worth, from what the player knows: what the odds of all chapters are made of.

The odds of a question stand beside it, since they take the same modifiers and tables as its rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import prod

from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.chances import Hurt, Wounds
from barents.games.arctic_disaster.rules.tables import Hit
from barents.games.arctic_disaster.rules.units import find
from barents.games.arctic_disaster.state import Ship, Shot, State
from barents.kernel.actions import Action, Allot
from barents.kernel.domains import NONE
from barents.kernel.odds import Spread, ends, percent
from barents.kernel.view import Odds, Outcome


def yes_or_no(chance: float, of: str, fails: str, modifiers: Mapping[str, int], *notes: str) -> Odds:
    """A gamble with two ends."""
    return Odds(chance, of, dict(modifiers), ends({fails: 1 - chance, of: chance}), notes)


def ordered(action: Action) -> dict[str, str]:
    """The orders of a sheet, without those who have none."""
    return {slot: value for slot, value in action.pairs if value != NONE} if isinstance(action, Allot) else {}


# Searches (10)


def looking(data: Data, modifiers: Mapping[str, int]) -> Odds:
    """AD 10.2.1: one search, and how good its report is; a dummy that is found is taken away."""
    found = chances.searched(data, modifiers)
    return Odds(1 - found["nothing"], "finding it", dict(modifiers), ends(found))


# Fire (11, 12)


def salvo(data: Data, known: State, fired: Sequence[tuple[Shot, Spread[Hit]]]) -> Odds:
    """Several shots at once: that anything is hit, and what each target has to expect."""
    hurt: dict[str, Hurt] = {}
    for shot, hits in fired:
        before = hurt.get(shot.target) or Spread.sure(chances.wounds_of(find(known, shot.target)))
        hurt[shot.target] = before.then(partial(_after, data, shot.target, hits))
    missed = prod(1 - hitting(hits) for _, hits in fired)
    return Odds(1 - missed, "a hit", {}, ends({"all miss": missed, "a hit": 1 - missed}), expected(data, known, hurt))


def _after(data: Data, name: str, hits: Spread[Hit], wounds: Wounds) -> Hurt:
    return hits.then(partial(chances.struck, data, name, wounds))


def hitting(hits: Spread[Hit]) -> float:
    """That a shot does any damage."""
    return hits.chance(lambda hit: hit.points)


def expected(data: Data, known: State, hurt: Mapping[str, Hurt]) -> tuple[str, ...]:
    """What each target has to expect, in words."""
    notes = []
    for name, found in hurt.items():
        points = chances.damage_expected(found) - find(known, name).damage
        gone = chances.sunk(data, name, found)
        said = f", {percent(gone)} sunk" if gone else ""
        notes.append(f"{data.counters[name].name}: {round(points, 9):.1f} damage expected{said}")
    return tuple(notes)


def untouched(target: Ship, hurt: Hurt) -> float:
    """That a ship has no more damage than before."""
    return round(hurt.chance(lambda wounds: wounds.damage == target.damage), 6)


def harm(data: Data, target: Ship, hurt: Hurt) -> tuple[Outcome, ...]:
    """AD 12.0: what becomes of a ship, from nothing to the bottom."""
    hits, said = data.counters[target.id].hits, dict[str, float]()
    for wounds, chance in sorted(hurt.chances.items()):
        words = "miss" if wounds.damage == target.damage else f"{wounds.damage} of {hits}"
        words = "sunk" if wounds.damage >= hits else words
        said[words] = said.get(words, 0.0) + chance
    return ends(said)


def single_hit(data: Data, factor: int, modifiers: Mapping[str, int], what: str) -> Odds:
    """One die on the Damage Table."""
    chance = hitting(chances.hits(data, factor, modifiers))
    return yes_or_no(chance, "a hit", "miss", modifiers, f"{what}, factor {factor}")


def single_order(factor: int, modifiers: Mapping[str, int], hits: Spread[Hit], *notes: str) -> Odds:
    """One order of a sheet, as a display shows it before any is given."""
    return Odds(round(hitting(hits), 6), "a hit", dict(modifiers), notes=(f"factor {factor}", *notes))
