"""How likely things are: the rules' own tables, over every face of the die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from barents.games.arctic_disaster.data import Data, at
from barents.games.arctic_disaster.rules.tables import Hit, damage_of, search_of
from barents.games.arctic_disaster.state import Ship

FACES = range(1, 11)
FACE = 1 / len(FACES)


class Wounds(NamedTuple):
    """What matters of a ship for the next attack: its damage, and the critical hits that weaken its guns."""

    damage: int = 0
    main: bool = False
    secondary: bool = False


Hurt = dict[Wounds, float]


def percent(chance: float) -> str:
    """A chance as one reads it.

    >>> percent(0.3), percent(0.004), percent(0)
    ('30%', 'under 1%', '0%')
    """
    return "under 1%" if 0 < chance < 0.01 else f"{chance:.0%}"


def at_least(needed: int, modifier: int = 0) -> float:
    """That a die with its modifier reaches a number.

    >>> at_least(10, 1), at_least(9, -2)
    (0.2, 0.0)
    """
    return sum(face + modifier >= needed for face in FACES) / len(FACES)


def searched(data: Data, modifier: int) -> dict[str, float]:
    """AD 10.2.1: how a search for a force can end, in words, from the worst to the best."""
    results = [search_of(data, face + modifier) for face in FACES]
    said = {
        "nothing": sum(not found.detected for found in results),
        "in sight, no numbers": sum(found.detected and found.off_by is None for found in results),
    }
    for error in sorted({found.off_by for found in results if found.off_by}, reverse=True):
        said[f"numbers within {error}"] = sum(found.off_by == error for found in results)
    said["exact numbers"] = sum(found.off_by == 0 for found in results)
    return {words: count / len(FACES) for words, count in said.items()}


def none_of(chances: Iterable[float]) -> float:
    """That nothing of several things happens.

    >>> none_of([0.5, 0.5])
    0.25
    """
    left = 1.0
    for chance in chances:
        left *= 1 - chance
    return left


# Damage (12)


def wounds_of(ship: Ship) -> Hurt:
    """A ship as it is."""
    return {Wounds(ship.damage, ship.main, ship.secondary): 1.0}


def struck(data: Data, name: str, before: Wounds, hit: Hit) -> Hurt:
    """AD 12.0, 12.2: what a hit makes of a ship, the critical roll of a starred one included."""
    about, table = data.counters[name], data.tables.critical
    if hit.points <= 0 or before.damage >= about.hits:
        return {before: 1.0}
    after = before._replace(damage=min(about.hits, before.damage + hit.points))
    if not hit.star or about.type not in table.types or after.damage >= about.hits:
        return {after: 1.0}
    found: Hurt = {}
    for face in FACES:
        row = at(table.rows, face)
        end = Wounds(
            min(about.hits, after.damage + row.damage), after.main or row.main, after.secondary or row.secondary
        )
        found[end] = found.get(end, 0.0) + FACE
    return found


def shot(data: Data, name: str, before: Hurt, hits: Sequence[Hit], likely: float = 1.0) -> Hurt:
    """What one die does to a ship, by the result of each face; the attack comes about only so likely."""
    found: Hurt = {}
    for wounds, chance in before.items():
        ends = {wounds: 1 - likely}
        for hit in hits:
            for end, part in struck(data, name, wounds, hit).items():
                ends[end] = ends.get(end, 0.0) + likely * part / len(hits)
        for end, part in ends.items():
            found[end] = found.get(end, 0.0) + chance * part
    return found


def hits_of(data: Data, factor: int, modifiers: Mapping[str, int], double: int = 1) -> list[Hit]:
    """The Damage Table, face by face, for a factor and what changes its die."""
    added = sum(modifiers.values())
    results = [damage_of(data, factor, face + added) for face in FACES]
    return [Hit(result.points * double, result.star) for result in results]


def sunk(data: Data, name: str, hurt: Hurt) -> float:
    """That a ship is sunk."""
    return sum(chance for wounds, chance in hurt.items() if wounds.damage >= data.counters[name].hits)


def damage_expected(hurt: Hurt) -> float:
    """The damage points that a ship will have on average."""
    return sum(wounds.damage * chance for wounds, chance in hurt.items())
