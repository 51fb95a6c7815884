"""How likely things are: the rules' own tables and factors, over every face of the dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from barents.games.north_cape.combat import anti_aircraft_factor
from barents.games.north_cape.data import Data
from barents.games.north_cape.merchant_guns import anti_aircraft_modifiers
from barents.games.north_cape.pieces import Factor, at, factor, is_surface_ship
from barents.games.north_cape.state import Piece, State, Used
from barents.games.north_cape.submarines import (
    Infiltration,
    asw_modifiers,
    infiltration_modifiers,
    infiltration_result,
)
from barents.kernel.sides import Side

D6, D10 = range(1, 7), range(1, 11)
MOST_ROLLS = 20  # an attack that is rolled again and again ends sooner, but for one in a hundred billion


def percent(chance: float) -> str:
    """A chance as one reads it.

    >>> percent(0.3), percent(0.004), percent(0)
    ('30%', 'under 1%', '0%')
    """
    return "under 1%" if 0 < chance < 0.01 else f"{chance:.0%}"


def not_above(limit: int, modifier: int = 0) -> float:
    """NC 9: a ten-sided die, and what is added to it, not above a factor."""
    return sum(face + modifier <= limit for face in D10) / len(D10)


def weather_in(data: Data, state: State, name: Factor) -> int:
    """NC 9.7, NC 9.9: what the weather adds to a die of guns or torpedoes."""
    if name == "gun":
        return data.tables.gunfire.weather[state.weather]
    return data.tables.torpedo.weather[state.weather] if name == "torp" else 0


def hit(data: Data, state: State, piece: Piece, name: Factor) -> float:
    """NC 9: that a unit hits with one of its factors."""
    return not_above(factor(data, piece, name), weather_in(data, state, name))


# 8: submarines


class Approach(NamedTuple):
    """8.1: how a boat's way through the screen can end, and what counts for it."""

    screened: float
    heard: float
    unheard: float
    modifiers: dict[str, int]


def approach(data: Data, known: State, boat: Piece, cell: str, screen: int) -> Approach:
    """NC 8.1: from what the boat's side knows; an aircraft that was seen to patrol there counts."""
    modifiers = infiltration_modifiers(known, data, boat, cell, screen)
    if is_patrolled(data, known, data.counters[boat.id].side.enemy, cell):
        modifiers["air patrol"] = data.tables.infiltration.air_patrol
    total = sum(modifiers.values())
    results = [infiltration_result(data, face, face + total) for face in D6]
    screened, heard, unheard = (results.count(result) / len(D6) for result in Infiltration)
    return Approach(screened, heard, unheard, modifiers)


def is_patrolled(data: Data, known: State, side: Side, cell: str) -> bool:
    """Whether an aircraft of a side was seen to go on patrol in a hex this turn."""
    if cell not in known.stations[side]:
        return False
    return any(
        p.id in data.counters and data.counters[p.id].is_air and p.used & Used.PATROL for p in at(known, side, cell)
    )


def sunk_by(data: Data, known: State, boat: Piece, hunters: Sequence[Piece]) -> float:
    """NC 8.3: that the boat is lost if each of these escorts attacks it."""
    needed = data.counters[boat.id].dmg - boat.damage
    afloat = {0: 1.0}  # chances by the damage done so far
    for hunter in hunters:
        sunk, damaged = one_attack(data, asw_modifiers(known, data, hunter, boat))
        after: dict[int, float] = {}
        for done, chance in afloat.items():
            after[done] = after.get(done, 0.0) + chance * (1 - sunk - damaged)
            if done + 1 < needed:
                after[done + 1] = after.get(done + 1, 0.0) + chance * damaged
        afloat = after
    return 1 - sum(afloat.values())


def one_attack(data: Data, modifiers: dict[str, int]) -> tuple[float, float]:
    """NC 8.3: that one escort sinks a boat, and that it damages it."""
    table = data.tables.asw
    again = ((table.again_minus, -table.again_modifier), (table.again_plus, table.again_modifier))
    return _depth_charges(sum(modifiers.values()), table.sunk_to, table.damaged_to, again)


@cache
def _depth_charges(base: int, sunk_to: int, damaged_to: int, again: tuple[tuple[int, int], ...]) -> tuple[float, float]:
    """Sunk and damaged; some totals are rolled again, with a modifier in place of the one before (R28, R29)."""
    rerolls = dict(again)
    rolling, sunk, damaged = {0: 1.0}, 0.0, 0.0
    for _ in range(MOST_ROLLS):
        after: dict[int, float] = {}
        for modifier, chance in rolling.items():
            for face in D10:
                total, part = face + base + modifier, chance / len(D10)
                if total in rerolls:
                    after[rerolls[total]] = after.get(rerolls[total], 0.0) + part
                elif total <= sunk_to:
                    sunk += part
                elif total <= damaged_to:
                    damaged += part
        rolling = after
    return sunk, damaged


# 9.3 to 9.5: anti-aircraft fire


def fired_upon(data: Data, known: State, target: Piece, ships: Iterable[Piece], chance: float) -> float:
    """NC 9.3, NC 9.5: that the reply hits an aircraft which hits its target with this chance.

    The best gun answers: of all that cover the hex, and the target's own if it was missed. A merchant that is sunk
    no longer helps (NC 11.5).
    """
    afloat = [ship for ship in ships if is_surface_ship(data, ship)]
    cover = [ship for ship in afloat if data.counters[ship.id].hexaa and ship.id != target.id]
    struck = msgspec.structs.replace(target, damage=target.damage + 1)
    afloat_still = struck.damage < data.counters[target.id].dmg
    after_a_hit = [*cover, struck] if afloat_still and data.counters[target.id].hexaa else cover
    sunk = int(data.counters[target.id].is_merchant and not afloat_still)
    hit_back, missed_back = _best(data, known, after_a_hit, sunk), _best(data, known, [*cover, target])
    return chance * hit_back + (1 - chance) * missed_back


def _best(data: Data, known: State, ships: Sequence[Piece], sunk: int = 0) -> float:
    return max((anti_aircraft_hit(data, known, ship, sunk) for ship in ships), default=0.0)


def anti_aircraft_hit(data: Data, known: State, ship: Piece, sunk: int = 0) -> float:
    """NC 9.3, NC 11.5: that a ship's anti-aircraft fire hits; one without a factor has none."""
    factor = anti_aircraft_factor(data, ship)
    return not_above(factor, sum(anti_aircraft_modifiers(known, data, ship, sunk).values())) if factor else 0.0
