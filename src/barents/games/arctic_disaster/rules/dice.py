"""The dice that are read on the tables of the player's aid card; they look at nothing but the table."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.arctic_disaster.rules.tables import (
    Flak,
    Found,
    Hit,
    damage_of,
    flak_of,
    least_to_down,
    least_to_find,
    least_to_hamper,
    least_to_hit,
    search_of,
    steps_lost,
)
from barents.games.arctic_disaster.rules.units import Umpire
from barents.kernel.dice import D10
from barents.kernel.sides import EVERYONE, Audience, Side, only


def damage_die(u: Umpire, rule: str, subject: str, factor: int, modifiers: Mapping[str, int]) -> Hit:
    """AD 11.1, 11.4.4, 11.4.7, 13.7: a die on the column of a factor."""
    needs = f"{least_to_hit(u.data, factor)} hits"
    return damage_of(u.data, factor, u.roll(D10, rule, subject, modifiers, needs=needs))


def flak_die(u: Umpire, rule: str, ship: str, factor: int, change: Mapping[str, int]) -> Flak:
    """AD 11.1: a ship's fire at an air unit."""
    needs = least_to_hamper(u.data, factor)
    return flak_of(u.data, factor, u.roll(D10, rule, ship, change, needs=needs))


def fighters_die(u: Umpire, rule: str, factors: int, change: Mapping[str, int]) -> int:
    """AD 11.3.1: the steps that attackers lose to fighters of so many factors."""
    needs = least_to_down(u.data, factors)
    return steps_lost(u.data, factors, u.roll(D10, rule, "Combat Air Patrol", change, needs=needs))


def runs_aground(u: Umpire, ship: str) -> bool:
    """AD 5.5: whether a German ship in the coastal passage runs aground."""
    least = u.data.tables.other.grounding_from
    return u.roll(D10, "AD-5.5-ground-roll", ship, to=only(Side.AXIS), needs=f"{least} or more runs aground") >= least


def search_die(u: Umpire, rule: str, subject: str, modifiers: Mapping[str, int], *, to: Audience = EVERYONE) -> Found:
    """AD 10.2.1: a search."""
    return search_of(u.data, u.roll(D10, rule, subject, modifiers, to=to, needs=least_to_find(u.data)))
