"""How likely things are: the dice of the rules, with every face of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.dice import damage_die, flak_die, search_die
from barents.games.arctic_disaster.rules.tables import Flak, Found, Hit
from barents.games.arctic_disaster.rules.units import Umpire, damage, find
from barents.games.arctic_disaster.state import Options, Ship, State
from barents.kernel.odds import Spread, every_end, every_throw
from barents.kernel.sides import Side


class Wounds(NamedTuple):
    """What matters of a ship for the next attack: its damage, and the critical hits that weaken its guns."""

    damage: int = 0
    main: bool = False
    secondary: bool = False


Hurt = Spread[Wounds]


# Searches (10)


def searched(data: Data, modifiers: Mapping[str, int]) -> dict[str, float]:
    """AD 10.2.1: how a search for a force can end, in words, from the worst to the best."""
    found = _search(data, sum(modifiers.values()))
    said = {"nothing": found.chance(lambda end: not end.detected), "in sight, no numbers": found[Found(True)]}
    for error in sorted({end.off_by for end in found.chances if end.off_by}, reverse=True):
        said[f"numbers within {error}"] = found[Found(True, error)]
    said["exact numbers"] = found[Found(True, 0)]
    return said


@lru_cache(maxsize=64)
def _search(data: Data, added: int) -> Spread[Found]:
    return every_throw(data, lambda u: search_die(u, "", "", {"": added}))


# Fire (11)


def hits(data: Data, factor: int, modifiers: Mapping[str, int]) -> Spread[Hit]:
    """AD 11.4.4: a die on the Damage Table, for a factor and what changes it."""
    return _hits(data, factor, sum(modifiers.values()))


@lru_cache(maxsize=1024)
def _hits(data: Data, factor: int, added: int) -> Spread[Hit]:
    return every_throw(data, lambda u: damage_die(u, "", "", factor, {"": added}))


def flak(data: Data, factor: int, change: Mapping[str, int]) -> Spread[Flak]:
    """AD 11.1: a ship's fire at an air unit."""
    return _flak(data, factor, sum(change.values()))


@lru_cache(maxsize=256)
def _flak(data: Data, factor: int, added: int) -> Spread[Flak]:
    return every_throw(data, lambda u: flak_die(u, "", "", factor, {"": added}))


# Damage (12)


def wounds_of(ship: Ship) -> Wounds:
    """A ship as it is."""
    return Wounds(ship.damage, ship.main, ship.secondary)


@lru_cache(maxsize=8192)
def struck(data: Data, name: str, before: Wounds, hit: Hit) -> Hurt:
    """AD 12.0, 12.2: what a hit makes of a ship, the critical roll of a starred one included."""
    about = data.counters[name]
    if before.damage >= about.hits:
        return Spread.sure(before)
    ship = Ship(name, damage=before.damage, main=before.main, secondary=before.secondary)
    alone = State(
        agenda=[],
        scenario="",
        options=Options(),
        turns=1,
        weather={},
        ships={about.side: {name: ship}, about.side.enemy: {}},
        forces={side: {} for side in Side},
        boats={side: {} for side in Side},
        wings={side: {} for side in Side},
        formations={},
    )

    def rule(u: Umpire) -> Wounds:
        damage(u, find(u.state, name), hit.points, "", star=hit.star)
        return wounds_of(find(u.state, name))

    return every_end(data, alone, rule)


def sunk(data: Data, name: str, hurt: Hurt) -> float:
    """That a ship is sunk."""
    return hurt.chance(lambda wounds: wounds.damage >= data.counters[name].hits)


def damage_expected(hurt: Hurt) -> float:
    """The damage points that a ship will have on average."""
    return hurt.mean(lambda wounds: wounds.damage)
