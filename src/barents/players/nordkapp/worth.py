"""What fire can be expected to bring, in victory points, and who should fire at whom: doctrine's arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.fire import damage_points
from barents.games.nordkapp.rules.units import factor, remaining, worth
from barents.games.nordkapp.state import Piece, State

Chances: TypeAlias = tuple[float, ...]  # of 0, 1, 2 and 3 Damage Points
Ladder: TypeAlias = list[float]  # what a target is worth to the other side after so many more Damage Points

FACES = 10
CRIPPLED = 0.55  # a merchant that falls behind is worth this share of one that is sunk


def chances(data: Data, added: int) -> Chances:
    """The chances of a shot with a factor and modifiers."""
    found = [0.0] * 4
    for face in range(1, FACES + 1):
        found[damage_points(data, face + added)] += 1 / FACES
    return tuple(found)


def ladder(state: State, data: Data, target: Piece, halved: float = 0.0) -> Ladder:
    """What damage to a ship or boat is worth, point by point until it is sunk.

    `halved` is what it is worth that the first point halves a ship's factors, for each point of them.
    """
    left, about = remaining(data, target), data.counters[target.id]
    steps = [0.0]
    for points in range(1, left + 1):
        value = worth(state, data, target, points, points == left)
        if about.is_merchant and points < left:
            value += CRIPPLED * worth(state, data, target, left, True)
        elif not target.damage and not about.is_merchant:
            value += halved * max(about.gun, about.torp)
        steps.append(value)
    return steps


def threats(data: Data, raider: Piece) -> Ladder:
    """What it is worth to damage an aircraft that attacks, and to shoot it down before it drops its bombs."""
    now = factor(data, raider, "ship")
    half = Piece(raider.id, raider.at, damage=1)
    steps = [0.0, float(now - factor(data, half, "ship")), float(now) + 1]
    return steps[:1] + steps[2:] if raider.damage else steps


def expected(steps: Sequence[float], shot: Chances) -> float:
    """What one shot at a target is worth."""
    return sum(chance * steps[min(points, len(steps) - 1)] for points, chance in enumerate(shot))


def volley(
    shots: Mapping[str, Mapping[str, tuple[str, Chances]]], ladders: Mapping[str, Ladder], order: Iterable[str]
) -> dict[str, str]:
    """Who fires at whom, when all fire at once: each in turn takes what still promises most.

    `shots` has for each shooter its answers, each with the target and the chances.
    """
    taken: dict[str, list[float]] = {name: [1.0] for name in ladders}  # chances of each sum of Damage Points so far
    given: dict[str, str] = {}
    for shooter in order:
        best, most = "", -1.0
        for answer, (target, shot) in shots[shooter].items():
            gain = _gain(ladders[target], taken[target], shot)
            if gain > most + 1e-9:
                best, most = answer, gain
        given[shooter] = best
        target, shot = shots[shooter][best]
        taken[target] = _added(taken[target], shot, len(ladders[target]) - 1)
    return given


def _gain(steps: Ladder, taken: Sequence[float], shot: Chances) -> float:
    last = len(steps) - 1
    return sum(
        so_far * chance * (steps[min(points + more, last)] - steps[min(points, last)])
        for points, so_far in enumerate(taken)
        for more, chance in enumerate(shot)
        if so_far and chance
    )


def _added(taken: Sequence[float], shot: Chances, last: int) -> list[float]:
    after = [0.0] * (last + 1)
    for points, so_far in enumerate(taken):
        for more, chance in enumerate(shot):
            after[min(points + more, last)] += so_far * chance
    return after
