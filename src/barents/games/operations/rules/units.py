"""Ships, fleets, boats and squadrons: what they are worth now, and where they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TypeAlias

from barents.games.operations.data import Data, ShipType
from barents.games.operations.datafiles import AirType
from barents.games.operations.sea_tables import Effect
from barents.games.operations.state import Battery, Boat, Box, Desk, Fleet, Light, Ship, Squadron, State
from barents.kernel import umpire as kernel
from barents.kernel.sides import NOBODY, Side

Umpire: TypeAlias = "kernel.Umpire[State, Data]"

CAPITAL = ("BB", "BC", "AC", "CA", "CL")  # what a report of level 2 calls a capital ship, with CV apart (5.11)
CARRIERS = ("CV", "CVE")
CALM = 1  # the weather before any has been rolled
BOXES: Mapping[Box, attrgetter[int]] = {  # where a line of the ship tables says how many there are
    "speed": attrgetter("speed"),
    "primary": attrgetter("primary"),
    "secondary": attrgetter("secondary"),
    "tertiary": attrgetter("tertiary"),
    "hull": attrgetter("hull"),
    "aa": attrgetter("aa"),
    "torpedo": attrgetter("torpedoes"),
}


# Where and when


def date(state: State) -> str:
    """The month as the tables write it.

    >>> from types import SimpleNamespace
    >>> date(SimpleNamespace(year=1942, month=7))
    '1942-07'
    """
    return f"{state.year}-{state.month:02}"


def weather_at(state: State, data: Data, zone: str) -> int:
    """OP-WX-levels: the level of the weather in a zone; before the first turn it is not rolled, and hinders nobody."""
    spell = state.weather.get(data.region_of(zone))
    return spell.level if spell is not None else CALM


def effect_at(state: State, data: Data, zone: str) -> Effect:
    """OP-WX-air and the rest: what the weather does in a zone."""
    return data.effect(weather_at(state, data, zone))


def light_at(state: State, data: Data, zone: str) -> Light:
    """OP-LIGHT-table: the light in a zone."""
    return data.light(state.month, zone, data.slot(state.turn))


# Ships


def type_of(data: Data, ship: Ship) -> ShipType:
    """The line of a ship's values."""
    return data.types[ship.line]


def left(data: Data, ship: Ship, box: Box) -> int:
    """The boxes of one kind that a ship still has, whether or not her tubes are empty."""
    return max(0, BOXES[box](type_of(data, ship)) - ship.lost.get(box, 0))


def hull_left(data: Data, ship: Ship) -> int:
    """OP-DMG-sunk: a ship without hull boxes is gone."""
    return left(data, ship, "hull")


def is_half_sunk(data: Data, ship: Ship) -> bool:
    """OP-DMG-speed: half of the hull, rounded down, is all that is left, or less."""
    return hull_left(data, ship) <= type_of(data, ship).hull // 2


def is_worn(data: Data, ship: Ship) -> bool:
    """R11, R12: storm marks on the whole hull."""
    return ship.marks >= type_of(data, ship).hull


def guns(data: Data, ship: Ship, battery: Battery) -> int:
    """OP-GUN-dice, R12: one die for each box of a battery that is left; half of them in a ship that is worn."""
    table, dice = data.tables.storm, left(data, ship, battery)
    return max(table.worn_least, dice // table.worn_share) if dice and is_worn(data, ship) else dice


def tubes(data: Data, ship: Ship) -> int:
    """OP-TORP-once: the torpedo factors that can be fired."""
    return max(0, left(data, ship, "torpedo") - ship.fired)


def speed(data: Data, ship: Ship) -> int:
    """OP-DMG-speed, OP-SEA-steering, -machinery-effect, R12: cells a round, or zones a turn up to three.

    Hits on the engines can stop a ship; a shattered or worn hull, steering or machinery alone slow her to one at least.
    """
    table, about = data.tables.damage, type_of(data, ship)
    now = left(data, ship, "speed")
    floor = min(now, table.least_speed)
    if is_half_sunk(data, ship):
        now = max(floor, now - table.half_hull_speed)
    if hull_left(data, ship) == 1 and about.hull >= table.last_box_from:
        now = min(now, table.last_box_speed)
    if ship.steering:
        now = min(now, table.steering_speed)
    if ship.failed:
        now = max(floor, now - data.tables.machinery.speed)
    if is_worn(data, ship):
        now = max(floor, now - data.tables.storm.worn_speed)
    return now


def radar(state: State, data: Data, ship: Ship) -> int:
    """OP-DATA-radar."""
    return type_of(data, ship).radar_in(state.year)


def cargo_left(data: Data, ship: Ship) -> int:
    """OP-DMG-cargo: no more cargo than hull boxes."""
    return min(ship.cargo, hull_left(data, ship))


def is_out_of_fuel(data: Data, ship: Ship) -> bool:
    """OP-FUEL-empty."""
    return type_of(data, ship).fuel is not None and ship.fuel <= 0


def has_low_fuel(data: Data, ship: Ship) -> bool:
    """OP-FUEL-third: what is left, three times over, is less than the whole."""
    whole = type_of(data, ship).fuel
    return whole is not None and ship.fuel * data.tables.fuel.low_share < whole * data.tables.fuel.parts


# Fleets


def find_fleet(state: State, key: str) -> tuple[Side, Fleet]:
    """A fleet of either side."""
    side = next(side for side in Side if key in state.desks[side].fleets)
    return side, state.desks[side].fleets[key]


def find_ship(state: State, key: str) -> tuple[Side, Ship]:
    """A ship of either side."""
    side = next(side for side in Side if key in state.desks[side].ships)
    return side, state.desks[side].ships[key]


def ships_of(desk: Desk, fleet: str) -> list[Ship]:
    """The ships of a fleet."""
    return [ship for ship in desk.ships.values() if ship.fleet == fleet]


def by_fleet(desk: Desk) -> dict[str, list[Ship]]:
    """The ships of every fleet that has any, where one after the other is looked at."""
    found: dict[str, list[Ship]] = {}
    for ship in desk.ships.values():
        found.setdefault(ship.fleet, []).append(ship)
    return found


def at_sea(desk: Desk) -> Iterator[Fleet]:
    """The fleets of a side that are not in port."""
    return (fleet for fleet in desk.fleets.values() if not fleet.docked)


def of_types(data: Data, ships: Iterable[Ship], *types: str) -> list[Ship]:
    """Those of some ships that are of some types."""
    return [ship for ship in ships if type_of(data, ship).type in types]


def trains(data: Data, ships: Iterable[Ship]) -> list[Ship]:
    """Transports and oilers."""
    return [ship for ship in ships if type_of(data, ship).is_train]


def transports(data: Data, ships: Iterable[Ship]) -> list[Ship]:
    """Large and small transports."""
    return [ship for ship in ships if type_of(data, ship).is_transport]


def is_convoy(data: Data, desk: Desk, fleet: Fleet) -> bool:
    """Whether a fleet has transports in it."""
    return bool(transports(data, ships_of(desk, fleet.key)))


def slowest(data: Data, ships: Iterable[Ship]) -> int:
    """The speed of the slowest of some ships, in cells."""
    return min((speed(data, ship) for ship in ships), default=0)


def best_radar(state: State, data: Data, ships: Iterable[Ship]) -> int:
    """The best radar among some ships."""
    return max((radar(state, data, ship) for ship in ships), default=0)


def aa_sum(data: Data, ships: Iterable[Ship]) -> int:
    """OP-STRIKE-aa: all the anti-aircraft factors together."""
    return sum(left(data, ship, "aa") for ship in ships)


def asw_sum(state: State, data: Data, side: Side, fleet: Fleet) -> int:
    """OP-SUB-screen, -asw-air: escorts and the aircraft over them."""
    desk = state.desks[side]
    ships = sum(type_of(data, ship).asw for ship in ships_of(desk, fleet.key))
    return ships + data.tables.submarines.air_asw * len(over(state, side, fleet, "asw"))


def over(state: State, side: Side, fleet: Fleet, sortie: str) -> list[Squadron]:
    """OP-AIR-cover: squadrons on a mission over a fleet, or over the zone that it is in."""
    desk = state.desks[side]
    own = {fleet.key, fleet.at} | {other.key for other in desk.fleets.values() if other.at == fleet.at}
    named = own if sortie == "cap" else {fleet.key, fleet.at}
    return [step for step in desk.air.values() if step.sortie == sortie and step.centre in named]


def moved(fleet: Fleet) -> int:
    """How many zones a fleet has made this turn."""
    return max(0, len(fleet.track) - 1)


def in_any_order(u: Umpire, rule: str, zones: Mapping[str, str]) -> list[str]:
    """Names in the order of their zones, those of one zone as they are drawn: reports must not tell names by order."""
    names = sorted(zones)
    if len(set(zones.values())) < len(names):
        names = u.draw(names, len(names), rule, to=NOBODY)
    return sorted(names, key=zones.__getitem__)


# Boats and aircraft


def boats_at_sea(desk: Desk) -> Iterator[Boat]:
    """The submarines of a side that are on the map."""
    return (boat for boat in desk.boats.values() if boat.at[:1].isdigit())


def plane(data: Data, step: Squadron) -> AirType:
    """The values of a squadron."""
    return data.air_types[step.type]


def base_of(state: State, side: Side, step: Squadron) -> str:
    """The zone from which a squadron flies; that of its carrier, if it has one."""
    desk = state.desks[side]
    if step.base not in desk.ships:
        return step.base
    return desk.fleets[desk.ships[step.base].fleet].at


def is_flying(step: Squadron) -> bool:
    """OP-AIR-carrier-sunk: whether a squadron is in the air this turn; one that stands by for a strike is aboard."""
    return step.sortie != "rest" and bool(step.centre)
