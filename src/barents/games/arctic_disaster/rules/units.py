"""Chapters 2, 6 and 12: ships, forces, boats and aircraft; damage and critical hits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from barents.games.arctic_disaster.data import CARRIER, CONVOY, Counter, Data, at, half
from barents.games.arctic_disaster.datafiles import Weather
from barents.games.arctic_disaster.rules.victory import scored_by, value
from barents.games.arctic_disaster.state import GONE, LOST, OUT, Boat, Force, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.dice import D10
from barents.kernel.sides import EVERYONE, Side

Umpire: TypeAlias = "kernel.Umpire[State, Data]"

HEAVY = ("BB", "CA", "CL")
SMALL_ESCORTS = ("DD", "FF", "AT", "TB")
CLOSE_ESCORTS = ("AA", "AT", "FF", "R", "MS", "SS")


def counter(data: Data, ship: Ship) -> Counter:
    """A ship's counter."""
    return data.counters[ship.id]


def find(state: State, name: str) -> Ship:
    """A ship of either side by its name."""
    return state.ships[Side.ALLIED].get(name) or state.ships[Side.AXIS][name]


def where(state: State, data: Data, ship: Ship) -> str:
    """The hex of a ship, or its place off the map."""
    if ship.force:
        return state.forces[data.counters[ship.id].side][ship.force].at
    return ship.at


def is_afloat(ship: Ship) -> bool:
    """Whether a ship is still in the game and on the map."""
    return bool(ship.force) or (bool(ship.at) and ship.at[0].isdigit())


def is_gone(ship: Ship) -> bool:
    """Whether a ship is out of the game."""
    return ship.at in GONE


def in_force(state: State, side: Side, force: str) -> list[Ship]:
    """The ships of a TF or TG (6.1)."""
    return [ship for ship in state.ships[side].values() if ship.force == force]


def singles_at(state: State, side: Side, cell: str) -> list[Ship]:
    """A side's ships lying singly in a hex (6.1)."""
    return [ship for ship in state.ships[side].values() if not ship.force and ship.at == cell]


def forces_at(state: State, side: Side, cell: str) -> list[Force]:
    """A side's forces in a hex, real and dummy, by the numbers that both sides see."""
    found = [force for force in state.forces[side].values() if force.at == cell]
    return by_number(found) if len(found) > 1 else found


def by_number(forces: Iterable[Force]) -> list[Force]:
    """Forces in an order that tells nobody which is which: by the numbers of their markers."""
    return sorted(forces, key=lambda force: force.handle)


def boats_at(state: State, side: Side, cell: str) -> list[Boat]:
    """A side's submarine markers in a hex, real and dummy, by the numbers that both sides see."""
    found = [boat for boat in state.boats[side].values() if boat.at == cell]
    return sorted(found, key=lambda boat: boat.handle) if len(found) > 1 else found


def convoy(state: State) -> Force | None:
    """The marker of PQ-17 while it is on the map."""
    return state.forces[Side.ALLIED].get(CONVOY)


def carrier_hex(state: State, data: Data) -> str:
    """Where Victorious is; nothing if she is sunk or gone."""
    ship = state.ships[Side.ALLIED].get(CARRIER)
    return where(state, data, ship) if ship is not None and is_afloat(ship) else ""


def weather_at(state: State, data: Data, cell: str) -> Weather:
    """AD 5.1: the weather of a hex."""
    return state.weather[data.zone_of[cell]]


def is_fog(state: State, data: Data, cell: str) -> bool:
    """AD 5.1: whether a hex lies in fog."""
    return weather_at(state, data, cell) == "fog"


# Values at the present level of damage (12)


def move(data: Data, ship: Ship) -> int:
    """AD 12.0: a ship's movement factor now."""
    value = max(0, data.counters[ship.id].levels[ship.damage].move - ship.slower)
    return half(value) if ship.engine else value


def main_guns(data: Data, ship: Ship) -> int:
    """AD 12.0: main gunnery now; a critical hit may have halved it."""
    about = data.counters[ship.id]
    value = about.levels[ship.damage].main
    return half(value) if ship.main and about.type != "CV" else value


def secondary_guns(data: Data, ship: Ship) -> int:
    """AD 12.0: secondary gunnery now."""
    value = data.counters[ship.id].levels[ship.damage].secondary
    return half(value) if ship.secondary else value


def aa(data: Data, ship: Ship) -> int:
    """AD 12.0: anti-aircraft factor now."""
    about = data.counters[ship.id]
    value = about.levels[ship.damage].aa
    if ship.secondary:
        value = half(value)
    return half(value) if ship.main and about.type == "CV" else value


def has_torpedoes(data: Data, ship: Ship) -> bool:
    """AD 11.4.7: whether a ship still has torpedoes."""
    return data.counters[ship.id].torpedoes and not ship.fired


def can_fly(data: Data, state: State) -> bool:
    """AD 8.3, 12.1: whether Victorious can operate aircraft."""
    ship = state.ships[Side.ALLIED].get(CARRIER)
    if ship is None or not is_afloat(ship):
        return False
    return ship.damage <= data.counters[CARRIER].air_to and not ship.hangar


def allowance(data: Data, ships: Iterable[Ship]) -> int:
    """AD 4.3, 7.1: the slowest ship's movement."""
    return min(move(data, ship) for ship in ships)


def is_damaged(ship: Ship) -> bool:
    """AD 12.0."""
    return ship.damage > 0


def of_type(data: Data, ships: Iterable[Ship], *types: str) -> list[Ship]:
    """Those of some ships that are of some types."""
    return [ship for ship in ships if data.counters[ship.id].type in types]


def has_heavy(data: Data, ships: Iterable[Ship]) -> bool:
    """AD 10.2: whether there is a battleship or cruiser among some ships."""
    return any(data.counters[ship.id].type in HEAVY for ship in ships)


# Damage (12)


def damage(u: Umpire, ship: Ship, points: int, by: str, *, star: bool = False, rule: str = "AD-12.0-sunk") -> bool:
    """AD 12.0, 12.2: damage points, then a critical roll where the result has a star; whether the ship is sunk."""
    about = counter(u.data, ship)
    if points <= 0 or is_gone(ship):
        return is_gone(ship)
    _take(u, ship, points, by, rule)
    if star and about.type in u.data.tables.critical.types and not is_gone(ship):
        critical(u, ship, by)
    return is_gone(ship)


def critical(u: Umpire, ship: Ship, by: str) -> None:
    """AD 12.2: a critical hit; its damage is not doubled and brings no other."""
    about = counter(u.data, ship)
    roll = u.roll(D10, "AD-12.2-crit-when", ship.id)
    row = at(u.data.tables.critical.rows, int(roll))
    u.tell("AD-12.2-crit-when", "Critical hit on {unit}: {effect}", unit=ship.id, effect=row.words)
    ship.slower += row.slower
    ship.engine |= row.engine
    ship.main |= row.main
    ship.secondary |= row.secondary
    if row.hangar and about.type == "CV":
        ship.hangar = True
    if row.damage:
        _take(u, ship, row.damage, by, "AD-12.2-crit-no-chain")
    ground_aircraft(u)


def _take(u: Umpire, ship: Ship, points: int, by: str, rule: str) -> None:
    """Damage points on a ship; at its hits it is sunk."""
    about, state = counter(u.data, ship), u.state
    before = value(u.data, ship)
    ship.damage = min(about.hits, ship.damage + points)
    sunk = ship.damage >= about.hits
    gained = value(u.data, Ship(ship.id, at=LOST) if sunk else ship) - before
    scored = f": {scored_by(about.side.enemy, gained)}" if gained else ""
    if sunk:
        u.tell(rule, "{unit} is sunk by {by}" + scored, to=EVERYONE, unit=ship.id, by=by)
        remove(u, ship, LOST)
    else:
        words = "{unit} is hit by {by}, damage {points} of {hits}" + scored
        u.tell("AD-12.0-reduced", words, to=EVERYONE, unit=ship.id, points=ship.damage, hits=about.hits, by=by)
        if ship.id not in state.damaged:
            state.damaged.append(ship.id)
    ground_aircraft(u)


def remove(u: Umpire, ship: Ship, place: str, *, named: bool = False) -> None:
    """Take a ship out of play; a force without ships leaves the map (6.3).

    Everyone sees ships that lie singly go, and knows of one that is named; which others go with their force is secret.
    """
    state, side = u.state, u.data.counters[ship.id].side
    force = ship.force
    watched = place != LOST and (named or not force)
    if ship.square and place == LOST:
        state.wrecks[ship.id] = ship.square
    state.ships[side][ship.id] = gone = Ship(
        ship.id, at=place, damage=ship.damage, reached=ship.reached, watched=watched
    )
    ship.force, ship.at = "", gone.at
    if ship.id in state.damaged:
        state.damaged.remove(ship.id)
    if state.battle is not None:
        state.battle.ships.pop(ship.id, None)
    if state.raid is not None:
        state.raid.ships.pop(ship.id, None)
    if force and not in_force(state, side, force):
        disband(u, side, force)


def disband(u: Umpire, side: Side, force: str) -> None:
    """AD 6.3: a force without ships leaves the map at once; its pool marker is ignored when drawn."""
    marker = u.state.forces[side].pop(force, None)
    if force == CONVOY:
        u.state.shadow = ""  # 13.6: there is nothing left to shadow
    if marker is not None:
        u.tell("AD-6.3-empty-force", "A marker at {cell} leaves the map", cell=marker.at, marker=marker.handle)


def ground_aircraft(u: Umpire) -> None:
    """AD 8.3: a carrier that is sunk, or too damaged to operate aircraft, loses them for good.

    They go unseen with one that leaves the map under her marker: that she has is her owner's secret.
    """
    wings, carrier = u.state.wings[Side.ALLIED], u.state.ships[Side.ALLIED].get(CARRIER)
    left = carrier is not None and carrier.at == OUT
    if wings and not left and not can_fly(u.data, u.state):
        wings.clear()
        u.tell("AD-8.3-carrier-loss", "Victorious has no aircraft any more")


# Markers that the enemy sees


def new_handle(state: State) -> int:
    """A number by which the enemy knows a marker."""
    state.handles += 1
    return state.handles
