"""What a gamble is worth, in what several chapters tell of it: the rules' own dice, with every face of them.

Each chapter has the odds of its own questions, and makes them from these.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import TypeVar, get_args

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules import asw
from barents.games.nordkapp.rules.boat_dice import slip_in, torpedo_factors
from barents.games.nordkapp.rules.fire import fire
from barents.games.nordkapp.rules.units import remaining
from barents.games.nordkapp.state import Piece, Result, State
from barents.kernel.odds import Spread, ends, every_end, every_throw, percent
from barents.kernel.view import Odds, Outcome

End = TypeVar("End", bound=str)
Shot = tuple[int, str]  # what is added to the die, and at whom


def in_order(found: Spread[End], words: Iterable[End]) -> dict[str, float]:
    """The ends of a gamble that are their own words, in this order."""
    return {word: found[word] for word in words}


def screen(data: Data, state: State) -> Odds:
    """NK 7.1.1: how the attempt of the boat in the box can end, and what waits behind it."""
    found = every_end(data, state, slip_in, changes=False)
    inside = found["infiltrated"] + found["unseen"]
    hits = shot(data, sum(torpedo_factors(state, data).values())).chance(bool)
    notes = (f"{percent(inside * hits)} hit a ship",)
    return Odds(inside, "getting in", found.modifiers, ends(in_order(found, get_args(Result))), notes)


def harm(data: Data, target: Piece, found: Spread[int]) -> tuple[Outcome, ...]:
    """NK 10.4: what so many Damage Points do to a unit."""
    left = remaining(data, target)
    sunk = "shot down" if data.counters[target.id].is_air else "sunk"
    said = found.by(lambda points: "miss" if not points else sunk if points >= left else f"{points} of {left}")
    return ends(said.chances)


@lru_cache(maxsize=256)
def shot(data: Data, added: int) -> Spread[int]:
    """NK 8: the Damage Points of one shot, with what is added to its die."""
    return every_throw(data, lambda u: fire(u, "", "", {"": added}))


@lru_cache(maxsize=256)
def hunted(data: Data, added: int) -> Spread[asw.Outcome]:
    """NK 7.1.3: what a die against a boat does, with what is added to it."""
    return every_throw(data, lambda u: asw.asw_die(u, "", "", {"": added}))


def barrage(data: Data, shots: list[Shot]) -> Odds | None:
    """NK 8.1, 9.3.2: several shots at once: that anything is hit, and what each target has to expect."""
    if not shots or any(data.counters[target].is_sub for _, target in shots):
        return None
    missed = prod(shot(data, added)[0] for added, _ in shots)
    notes = []
    for target in dict.fromkeys(target for _, target in shots):
        expected = sum(shot(data, added).mean(float) for added, at in shots if at == target)
        notes.append(f"{data.counters[target].name}: {expected:.1f} points expected")
    return Odds(1 - missed, "a hit", {}, ends({"all miss": missed, "a hit": 1 - missed}), tuple(notes))
