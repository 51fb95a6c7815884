"""Chapters 7 to 9: the Fire Table, which serves guns, torpedoes, fighters, anti-aircraft guns and bombs alike."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import Umpire
from barents.kernel.dice import D10


def damage_points(data: Data, total: int) -> int:
    """NK 8: the Damage Points of a sum of die, modifiers and factor."""
    table = data.tables.fire
    return (total >= table.one_from) + (total >= table.two_from) + (total >= table.three_from)


def fire(u: Umpire, rule: str, shooter: str, factors: Mapping[str, int]) -> int:
    """NK 8, 9.3.2: one shot: a ten-sided die with the named factor and modifiers; how many Damage Points it scores."""
    needs = f"{u.data.tables.fire.one_from} or more hits"
    return damage_points(u.data, u.roll(D10, rule, shooter, factors, needs=needs))
