"""The boards beside the map: forces, the convoy, combat, airfields and the carrier, the pool, weather and orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data
from barents.games.arctic_disaster.names import HITLER, marker_name, sign_of, tally
from barents.games.arctic_disaster.rules.units import allowance, in_force, where
from barents.games.arctic_disaster.screen.air_boards import air_board, convoy_board
from barents.games.arctic_disaster.screen.clock import ZONES
from barents.games.arctic_disaster.screen.combat_board import (
    SURFACE_BOARD as SURFACE_BOARD,  # it stands with the other boards
)
from barents.games.arctic_disaster.screen.combat_board import surface_board
from barents.games.arctic_disaster.state import HELD, Force, Formation, State, Wing
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Board
from barents.kernel.words import listed

BOX = "box"  # the geometry of a board with a single cell
FORCES, COMBAT, AIR, TABLE = "Forces", "Combat", "Aircraft", "On the table"
BOXES = {"ready": "Ready", "cap": "Combat air patrol", "flown": "Flown"}


def sees(observer: Observer, side: Side) -> bool:
    """Whether an observer knows all units of a side."""
    return observer in (eyes_of(side), Observer.UMPIRE)


def displays(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """All boards but the map."""
    yield from combat(data, known)
    yield from convoy(data, known, observer)
    for side in Side:
        if sees(observer, side):
            yield from force_boxes(data, known, side)
            yield from dummies(known, side)
    yield from airfields(data, known)
    if sees(observer, Side.ALLIED):
        yield from carrier(data, known)
    yield from table(data, known)


def combat(data: Data, known: State) -> Iterator[Board]:
    """AD 11.1, 11.4: the displays that everyone sees while there is a fight."""
    raid = known.raid
    if known.battle is not None:
        yield surface_board(data, known, COMBAT)
    if raid is not None and raid.target != CONVOY:
        yield air_board(data, known, raid, COMBAT)


def convoy(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """AD 9.3: the Convoy Display, for its owner, and for everyone once an attack has laid it open."""
    ships = [ship for ship in known.ships[Side.ALLIED].values() if ship.square]
    if ships and (known.displayed or sees(observer, Side.ALLIED)):
        yield convoy_board(data, known, ships, FORCES)


def force_boxes(data: Data, known: State, side: Side) -> Iterator[Board]:
    """AD 6.1: what sails under each marker, for its owner."""
    for key, force in known.forces[side].items():
        ships = in_force(known, side, key)
        if key == CONVOY and any(ship.square for ship in ships):
            ships = [ship for ship in ships if not ship.square]  # the others are on the display
            if not ships:
                continue
        name, sign = data.markers[key].name, sign_of(data, ships)
        note = "a dummy" if force.dummy else f"{tally(data, ships)}; moves {allowance(data, ships)}"
        yield Board(f"force-{key}", name, BOX, force.at, len(ships), side, sign, note + _fuel(force), FORCES)


def _fuel(force: Force) -> str:
    """AD 7.9: what the fuel marker says."""
    return f"; Fuel {force.fuel}" if force.fuel else ""


def dummies(known: State, side: Side) -> Iterator[Board]:
    """AD 13.2: dummy submarines in hand."""
    held = sum(boat.at == HELD for boat in known.boats[side].values())
    if held:
        yield Board(f"held-{side}", "Dummy submarines in hand", BOX, "", held, side, "dummy-sub", "", TABLE)


def airfields(data: Data, known: State) -> Iterator[Board]:
    """AD 8.4, 8.6: the German airfields, with the formations that are based there."""
    for field in data.scenarios[known.scenario].airfields:
        based = [one for one in known.formations.values() if one.at == field.cell]
        if not based:
            continue
        names = [f"{data.formations[one.key].name}{_has_done(one)}" for one in based]
        units = [wing for wing in known.wings[Side.AXIS].values() if _formation(data, wing) in [o.key for o in based]]
        note = f"{listed(names)}; room for {field.capacity}"
        yield Board(f"base-{field.cell}", field.name, BOX, field.cell, len(units), Side.AXIS, "air-at", note, AIR)


def _has_done(formation: Formation) -> str:
    """AD 5.2, 8.6: what keeps a formation on the ground for the rest of the day, or of the turn."""
    return " has flown" if formation.flown else " has had its turn" if formation.activated else ""


def _formation(data: Data, wing: Wing) -> str:
    return data.air[wing.id].formation


def carrier(data: Data, known: State) -> Iterator[Board]:
    """AD 8.1: Victorious' aircraft by their boxes."""
    ship = known.ships[Side.ALLIED].get(CARRIER)
    if ship is None or not known.wings[Side.ALLIED]:
        return
    at = where(known, data, ship)
    for box, title in BOXES.items():
        count = sum(wing.box == box for wing in known.wings[Side.ALLIED].values())
        yield Board(f"carrier-{box}", f"Victorious: {title}", BOX, at, count, Side.ALLIED, "air-f", "", AIR)


def table(data: Data, known: State) -> Iterator[Board]:
    """AD 4.1, 5.1, 5.8, 5.10: the pool as far as it is known, the weather boxes, Hitler's status, the advantage."""
    kinds = Counter(marker_name(data, name) for name in known.pool)
    inside = [name if number == 1 else f"{name} ({number})" for name, number in sorted(kinds.items())]
    yield Board("pool", "Activation pool", BOX, count=len(known.pool), note=", ".join(inside), group=TABLE)
    for zone, weather in known.weather.items():
        yield Board(f"weather-{zone}", ZONES[zone], BOX, note=weather, group=TABLE)
    if data.scenarios[known.scenario].rules.hitler:
        decided = known.hitler in ("recall", "stay")
        note = "known to the Germans alone" if decided and known.options.secret_hitler else HITLER[known.hitler]
        yield Board("hitler", "Hitler status", BOX, note=note, group=TABLE)
    if known.tactical is not None:
        yield Board("tactical", "Tactical Advantage", BOX, side=known.tactical, sign="decoy", group=TABLE)
