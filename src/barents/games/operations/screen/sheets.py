"""Ship data sheets with the boxes that are lost, the merchants of each convoy, and the enemy as far as he was seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from barents.games.operations.data import Data, ShipType
from barents.games.operations.names import ADJECTIVES, RANK, SYSTEMS, TYPES, line_of, many, tally
from barents.games.operations.rules.units import (
    cargo_left,
    has_low_fuel,
    hull_left,
    is_half_sunk,
    is_out_of_fuel,
    is_worn,
    left,
    ships_of,
    speed,
    tubes,
    type_of,
)
from barents.games.operations.screen.displays import sees
from barents.games.operations.screen.phrases import called
from barents.games.operations.state import Box, Fleet, Ship, State
from barents.kernel.events import Fact
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Sheet, Store

HEAD = ("System", "Boxes", "Lost", "Now")
KEPT = 2048  # sheets and faces of ships as they were lately
ROWS: tuple[Box, ...] = ("primary", "secondary", "tertiary", "aa", "torpedo", "hull", "speed")


def sheets(data: Data, known: State, observer: Observer) -> Iterator[Sheet]:
    """For each side that is known whole a sheet for every ship, merchants together; of the enemy what was seen."""
    for side in Side:
        if sees(observer, side):
            for fleet in known.desks[side].fleets.values():
                yield from _of_fleet(data, known, side, fleet)
    if observer.side is not None:
        yield from _enemy(data, known, observer.side.enemy)


def _of_fleet(data: Data, known: State, side: Side, fleet: Fleet) -> Iterator[Sheet]:
    ships = ships_of(known.desks[side], fleet.key)
    merchants = [ship for ship in ships if type_of(data, ship).is_transport]
    for ship in ships:
        if not type_of(data, ship).is_transport:
            yield data_sheet(data, known, ship)
    if merchants:
        rows = tuple(_merchant(data, ship) for ship in merchants)
        title, note = f"Merchants of {fleet.name}", f"{many(len(merchants), 'merchant')}, {tally(data, ships)} in all."
        yield Sheet(_merchants_of(fleet), title, ("Merchant", "Boxes", "Lost", "Now"), rows, note, True)


def sheets_of(data: Data, fleet: Fleet, ships: list[Ship]) -> tuple[str, ...]:
    """The sheets of a fleet: its warships from the largest down, its merchants last."""
    warships = sorted(
        (ship for ship in ships if not type_of(data, ship).is_transport),
        key=lambda ship: RANK.index(type_of(data, ship).type),
    )
    merchants = (_merchants_of(fleet),) if len(warships) < len(ships) else ()
    return (*(sheet_name(ship.key) for ship in warships), *merchants)


def _merchants_of(fleet: Fleet) -> str:
    return f"merchants-{fleet.key}"


def sheet_name(ship: str) -> str:
    """The sheet of a ship."""
    return f"ship-{ship}"


def data_sheet(data: Data, known: State, ship: Ship) -> Sheet:
    """OP-DMG-table: a ship's systems with their boxes, those that are lost, and what is left of each."""
    return _kept_sheet(data, known.year, msgspec.msgpack.encode(ship))


@lru_cache(maxsize=KEPT)
def _kept_sheet(data: Data, year: int, written: bytes) -> Sheet:
    """A sheet is drawn up once for a ship as she is; most ships are the same for many turns."""
    ship = msgspec.msgpack.decode(written, type=Ship)
    about = type_of(data, ship)
    rows: list[tuple[Fact, ...]] = []
    for box in ROWS:
        whole = left(data, msgspec.structs.replace(ship, lost={}), box)
        if whole:
            rows.append((SYSTEMS[box], whole, whole - left(data, ship, box), _now(data, ship, box)))
    chips = tuple(state_in_words(data, ship))
    title, note = ship.name or ship.key, f"{about_in_words(year, about)}."
    return Sheet(sheet_name(ship.key), title, HEAD, tuple(rows), note, True, tuple(_stores(data, ship)), chips)


def _stores(data: Data, ship: Ship) -> Iterator[Store]:
    """OP-FUEL-boxes: a ship's own fuel, or what an oiler has for others, in parts of boxes."""
    about, parts = type_of(data, ship), _parts(data)
    if about.fuel is not None:
        yield Store("Fuel", about.fuel, ship.fuel, parts, fuel_in_words(data, ship.fuel))
    elif about.type == "AO":
        yield Store("Oil for others", data.tables.fuel.oiler_boxes, ship.cargo, parts, fuel_in_words(data, ship.cargo))


def _parts(data: Data) -> int:
    return data.tables.fuel.parts


def _now(data: Data, ship: Ship, box: Box) -> str:
    """What follows from the boxes that are left."""
    rest = left(data, ship, box)
    match box:
        case "primary" | "secondary" | "tertiary":
            return many(rest, "die")
        case "torpedo":
            return f"{ship.fired} fired, {tubes(data, ship)} ready" if ship.fired else f"{rest} ready"
        case "hull":
            return f"sunk at {type_of(data, ship).hull}"
        case "speed":
            return f"{many(speed(data, ship), 'cell')}, {many(min(speed(data, ship), _most(data)), 'zone')}"
    return str(rest)


def _most(data: Data) -> int:
    return data.tables.movement.most_zones


def fuel_in_words(data: Data, parts: int) -> str:
    """Boxes of fuel with their twelfths.

    >>> from barents.games.operations.data import data
    >>> [fuel_in_words(data(None), parts) for parts in (92, 24, 5, 0)]
    ['7 8/12', '2', '5/12', '0']
    """
    whole, rest = divmod(parts, _parts(data))
    part = f"{rest}/{_parts(data)}" if rest else ""
    return f"{whole} {part}".strip() if whole and part else part or str(whole)


def about_in_words(year: int, about: ShipType) -> str:
    """A line of the ship tables in a sentence."""
    guns, hull = about.gun_armour, about.hull_armour
    armour = f"Gun and hull armour {guns}" if guns == hull else f"Gun armour {guns}, hull armour {hull}"
    asw = f". Against submarines {about.asw}" if about.asw else ""
    rated = about.radar_in(year)
    radar = f". Radar {rated}" if rated else ""
    kind = TYPES[about.type]
    return f"{kind[0].upper()}{kind[1:]}, {many(about.vp, 'point')}. {armour}{radar}{asw}"


def state_in_words(data: Data, ship: Ship) -> list[str]:
    """Fire, storm marks and breakdowns, and what the next box of hull will cost."""
    found = [
        ("On fire", ship.fire),
        ("Steering damaged: speed 1", ship.steering),
        ("Engines have failed: must return", ship.failed),
        ("Aground: stays in port", ship.aground),
        ("Stays in port this month", ship.held),
        (f"Storm marks {ship.marks}" + (": worn, may not attack" if is_worn(data, ship) else ""), ship.marks > 0),
        ("Out of fuel: one zone in even turns", is_out_of_fuel(data, ship)),
        ("Fuel under one third", has_low_fuel(data, ship) and not is_out_of_fuel(data, ship)),
        ("Half sunk: fires at −1", is_half_sunk(data, ship)),
    ]
    warning = threshold(data, ship)
    return [*(words for words, yes in found if yes), *([warning] if warning else [])]


def threshold(data: Data, ship: Ship) -> str:
    """OP-DMG-speed: what one box of hull more would do, if it does anything."""
    worse = msgspec.structs.replace(ship, lost={**ship.lost, "hull": ship.lost.get("hull", 0) + 1})
    if hull_left(data, worse) == 0:
        return "One hull box more: sunk"
    after = speed(data, worse)
    return f"One hull box more: speed {after}" if after < speed(data, ship) else ""


def _merchant(data: Data, ship: Ship) -> tuple[Fact, ...]:
    """OP-DMG-cargo: a merchant's hull, and her cargo."""
    about = type_of(data, ship)
    words = "unloaded" if ship.landed else f"cargo {cargo_left(data, ship)}" if ship.cargo else "empty"
    return (ship.name or ship.key, about.hull, ship.lost.get("hull", 0), words + (", on fire" if ship.fire else ""))


def _enemy(data: Data, known: State, side: Side) -> Iterator[Sheet]:
    """Section 9: of enemy ships no more than was seen: in sight, burning, sunk."""
    rows: list[tuple[Fact, ...]] = []
    for ship in known.desks[side].ships.values():
        if ship.key not in known.sunk.get(side, []):
            state = "in sight, burning" if ship.fire else "in sight"
            rows.append((ship.name or called(data, known, ship.key), TYPES[type_of(data, ship).type], state))
    for key in known.sunk.get(side, []):
        line = line_of(data, known, key)
        rows.append((called(data, known, key), TYPES[line.type] if line is not None else "submarine", "sunk"))
    if rows:
        title = f"{ADJECTIVES[side]} ships, as seen"
        yield Sheet("enemy", title, ("Ship", "Type", "Seen"), tuple(rows))
