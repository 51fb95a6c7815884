"""How likely things are: the rules' own tables, over every face of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.asw import Outcome, asw_outcome
from barents.games.nordkapp.rules.escorts import infiltration_result
from barents.games.nordkapp.rules.fire import damage_points
from barents.games.nordkapp.state import Result
from barents.kernel.dice import Roll

D6, D10 = range(1, 7), range(1, 11)


def percent(chance: float) -> str:
    """A chance as one reads it.

    >>> percent(0.3), percent(0.004), percent(0)
    ('30%', 'under 1%', '0%')
    """
    return "under 1%" if 0 < chance < 0.01 else f"{chance:.0%}"


def at_least(needed: int, modifier: int = 0) -> float:
    """NK 7.4, 8.3.3: that a die with its modifier reaches a number."""
    return sum(face + modifier >= needed for face in D6) / len(D6)


def infiltration(data: Data, modifiers: Mapping[str, int]) -> dict[str, float]:
    """NK 7.1.1: how a boat's way through the escorts can end."""
    table, added = data.tables.infiltration, sum(modifiers.values())
    results = [infiltration_result(table, face, face + added) for face in D6]
    return {end: results.count(end) / len(D6) for end in get_args(Result)}


def fire(data: Data, added: int) -> dict[int, float]:
    """NK 8: how likely each number of Damage Points is for one shot, with what is added to its die."""
    points = [damage_points(data, face + added) for face in D10]
    return {number: points.count(number) / len(D10) for number in range(max(points) + 1)}


def hunt(data: Data, modifiers: Mapping[str, int]) -> dict[str, float]:
    """NK 7.1.3: what a die against a boat can do."""
    outcomes = [asw_outcome(data, Roll.of((face,), sum(modifiers.values()))) for face in D6]
    return {end: outcomes.count(end) / len(D6) for end in get_args(Outcome)}


def of_several(chance: float, times: int) -> float:
    """That something happens at least once.

    >>> of_several(0.5, 2)
    0.75
    """
    return 1 - (1 - chance) ** times
