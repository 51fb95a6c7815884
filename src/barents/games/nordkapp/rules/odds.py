"""What a gamble is worth, in what several chapters tell of it: the same modifiers and tables that the rules use.

Each chapter has the odds of its own questions, and makes them from these.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules import chances
from barents.games.nordkapp.rules.chances import percent
from barents.games.nordkapp.rules.escorts import infiltration_modifiers, reaction_modifiers
from barents.games.nordkapp.rules.units import factor, find, remaining
from barents.games.nordkapp.state import CombatBox, Piece, State
from barents.kernel.view import Odds, Outcome

Shot = tuple[int, str]  # what is added to the die, and at whom


def ends(found: Mapping[str, float]) -> tuple[Outcome, ...]:
    """All ends that can come about, in the order given: the worst first."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in found.items() if round(chance, 6) > 0)


def screen(data: Data, known: State, box: CombatBox, chits: Mapping[str, int]) -> Odds:
    """NK 7.1.1: how an attempt can end, and what waits behind it."""
    modifiers = infiltration_modifiers(known, data, box) | dict(chits)
    found = chances.infiltration(data, modifiers)
    inside = found["infiltrated"] + found["unseen"]
    boat = find(known, box.attackers[0])
    hits = 1 - chances.fire(data, factor(data, boat, "torp")).get(0, 0.0)
    return Odds(inside, "getting in", modifiers, ends(found), (f"{percent(inside * hits)} hit a ship",))


def hunting(data: Data, known: State, box: CombatBox, chits: Mapping[str, int]) -> Odds:
    """NK 7.1.3: the escorts' die."""
    modifiers = reaction_modifiers(known, data, box) | dict(chits)
    found = chances.hunt(data, modifiers)
    return Odds(1 - found["none"], "an effect on the boat", modifiers, ends(found))


def harm(data: Data, target: Piece, found: Mapping[int, float]) -> tuple[Outcome, ...]:
    """NK 10.4: what so many Damage Points do to a unit."""
    left = remaining(data, target)
    sunk = "shot down" if data.counters[target.id].is_air else "sunk"
    said: dict[str, float] = {}
    for points, chance in found.items():
        words = "miss" if not points else sunk if points >= left else f"{points} of {left}"
        said[words] = said.get(words, 0.0) + chance
    return ends(said)


def barrage(data: Data, shots: list[Shot]) -> Odds | None:
    """NK 8.1, 9.3.2: several shots at once: that anything is hit, and what each target has to expect."""
    if not shots or any(data.counters[target].is_sub for _, target in shots):
        return None
    missed = prod(chances.fire(data, added).get(0, 0.0) for added, _ in shots)
    notes = []
    for target in dict.fromkeys(target for _, target in shots):
        expected = sum(
            points * chance
            for added, at in shots
            if at == target
            for points, chance in chances.fire(data, added).items()
        )
        notes.append(f"{data.counters[target].name}: {expected:.1f} points expected")
    return Odds(1 - missed, "a hit", {}, ends({"all miss": missed, "a hit": 1 - missed}), tuple(notes))
