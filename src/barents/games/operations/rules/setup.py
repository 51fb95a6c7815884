"""A scenario's forces, and how they come into place (OP-SCEN-setup)."""

from __future__ import annotations

from barents.games.operations.data import Data
from barents.games.operations.datafiles import FleetStart
from barents.games.operations.options import Options
from barents.games.operations.rules.units import ships_of, trains, type_of
from barents.games.operations.state import (
    Boat,
    Desk,
    Fleet,
    SetUp,
    Ship,
    Spell,
    Squadron,
    State,
)
from barents.kernel.sides import Side

TRANSPORT = "uk:LT"
WAITING = "waiting"  # where a boat is before she is placed


def opening(data: Data, scenario: str, options: Options) -> State:
    """OP-SCEN-setup: fleets at sea or in port, wings at their bases; boats are placed by their owners."""
    file = data.scenarios[scenario]
    state = State(
        agenda=[SetUp()],
        scenario=scenario,
        options=options,
        month=file.month,
        year=file.year,
        turns=file.turns,
        cautious=file.cautious_orders,
        long_search=file.offboard_search or options.offboard_search,
        grounding=any(limit.rule == "grounding" for limit in file.limits),
        desks={side: Desk() for side in Side},
        weather={spell.region: Spell(spell.level, spell.turns) for spell in file.weather},
    )
    for row in file.fleets:
        add_fleet(state, data, row)
    for side in Side:
        embark(state, data, side)
    for side, desk in state.desks.items():
        for boats in file.boats:
            if boats.side is side:
                desk.boats |= {id: Boat(id, boats.type, WAITING, data.name_of(id)) for id in boats.ships}
        for wing in file.wings:
            if wing.side is side:
                add_steps(desk, wing.type, wing.steps, data.base_zone(wing.base))
    return state


def add_fleet(state: State, data: Data, row: FleetStart) -> None:
    """A fleet with its ships; one at sea has burnt the fuel from the nearest port of its side."""
    desk = state.desks[row.side]
    zone = row.zone or data.port(row.port).zone
    fleet = Fleet(
        row.id,
        row.name,
        zone,
        row.mission,
        docked=row.zone is None,
        pace=1,
        plan=[cell for cell in row.plan if cell != zone],
        covers=row.covers,
        sails=row.sails,
        track=[zone],
        root=row.id,
        since=1 if row.zone else 0,
    )
    desk.fleets[row.id] = fleet
    spent = 0
    if row.zone:
        ports = [port.zone for port in data.ports_of(row.side, f"{state.year}-{state.month:02}")]
        spent = data.tables.fuel.spent_per_zone * min(data.distance(zone, port) for port in ports)
    for id in row.ships:
        desk.ships[id] = new_ship(data, id, data.line_of(id), data.name_of(id), row.id, spent)
        desk.ships[id].answered = True  # whoever is in a scenario has been called
    homeward = len(row.plan) > 1 and data.column(row.plan[-1]) < data.column(row.plan[0])
    for number, name in enumerate(data.merchants_in(row), 1):
        key = f"{row.id}-{number}"
        desk.ships[key] = new_ship(data, key, TRANSPORT, name, row.id, 0)
    for ship in trains(data, ships_of(desk, row.id)) if homeward and row.mission == "convoy" else ():
        ship.homeward = True
        ship.cargo = 0 if type_of(data, ship).is_transport else ship.cargo
    full = [data.types[ship.line].zones for ship in desk.ships.values() if ship.fleet == row.id]
    limit = data.missions[row.mission].speed
    fleet.pace = min([*full, *([] if limit is None else [limit])])


def new_ship(data: Data, key: str, line: str, name: str, fleet: str, spent: int) -> Ship:
    """A ship without damage, her tanks full but for what she has burnt."""
    about = data.types[line]
    parts = data.tables.fuel.parts
    cargo = data.tables.fuel.oiler_boxes * parts if about.type == "AO" else about.cargo
    fuel = max(0, (about.fuel or 0) * parts - spent)
    return Ship(key, line, fleet=fleet, name=name, fuel=fuel, cargo=cargo)


def embark(state: State, data: Data, side: Side) -> None:
    """OP-DATA-complements: the air groups of carriers."""
    desk = state.desks[side]
    for ship in list(desk.ships.values()):
        groups = data.complements(ship.line, f"{state.year}-{state.month:02}")
        if groups:
            for type, steps in groups[0].items():
                add_steps(desk, type, steps, ship.key)


def add_steps(desk: Desk, type: str, steps: int, base: str) -> None:
    """Squadrons of one type at a base or on a deck."""
    first = sum(step.type == type for step in desk.air.values())
    for number in range(first + 1, first + steps + 1):
        key = f"{type}-{number}"
        desk.air[key] = Squadron(key, type, base)


# Submarines
