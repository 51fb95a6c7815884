"""Chapter 4 of the player's aid card: how the tables are read."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from barents.games.arctic_disaster.data import Data, column


class Hit(NamedTuple):
    """A result of the Damage Table: damage points, and whether a critical roll follows."""

    points: int
    star: bool = False


class Flak(NamedTuple):
    """A result of the Antiaircraft Table: what is added to the attack, and steps lost."""

    modifier: int
    steps: int = 0


def damage_of(data: Data, factor: int, die: int) -> Hit:
    """The Damage Table: a factor of 0 has no attack; dice beyond the rows read as the first or last."""
    table = data.tables.damage
    if factor <= 0:
        return Hit(0)
    row = table.rows[min(max(die, min(table.rows)), max(table.rows))]
    cell = row[column(table.columns, factor)]
    return Hit(int(cell.rstrip("*")), cell.endswith("*"))


def flak_of(data: Data, factor: int, die: int) -> Flak:
    """The Antiaircraft Table."""
    table = data.tables.antiaircraft
    if factor <= 0:
        return Flak(0)
    row = table.rows[min(max(die, min(table.rows)), max(table.rows))]
    cell = row[column(table.columns, factor)]
    return Flak(int(cell.rstrip("s")), cell.count("s"))


def steps_lost(data: Data, factors: int, die: int) -> int:
    """The Air-to-Air Combat Table: steps that the attackers lose to so many fighter factors."""
    rows = data.tables.air_to_air.rows
    fitting = [least for least in sorted(rows) if least <= factors]
    if not fitting:
        return 0
    row = rows[fitting[-1]]
    return row[min(max(die, 1), len(row)) - 1]


@cache
def least_to_hit(data: Data, factor: int) -> str:
    """From which modified die a factor does damage, in words."""
    table = data.tables.damage
    number = column(table.columns, factor)
    return f"{min(die for die, row in table.rows.items() if row[number] != '0')} or more"


@cache
def least_to_hamper(data: Data, factor: int) -> str:
    """From which die on anti-aircraft fire of a factor does something to its target, in words."""
    faces = [die for die in sorted(data.tables.antiaircraft.rows) if flak_of(data, factor, die) != Flak(0)]
    return f"{faces[0]} or more hampers it" if faces else "no die does anything"


@cache
def least_to_down(data: Data, factors: int) -> str:
    """From which die on fighters of so many factors cost the attackers a step, in words."""
    row = [steps_lost(data, factors, die) for die in range(1, 11)]
    return f"{row.index(1) + 1} or more costs them a step" if 1 in row else "no die does anything"


def least_to_find(data: Data) -> str:
    """From which die on a search finds something, in words."""
    return f"{data.tables.search.gained_from} or more finds it"


class Found(NamedTuple):
    """A result of the Search Table: whether a force is detected, and how far a report may be wrong, if there is one."""

    detected: bool
    off_by: int | None = None


def search_of(data: Data, die: int) -> Found:
    """The Search Table."""
    table = data.tables.search
    if die < table.gained_from:
        return Found(False)
    if die >= table.accurate_from:
        return Found(True, 0)
    return Found(True, table.off_by.get(die))
