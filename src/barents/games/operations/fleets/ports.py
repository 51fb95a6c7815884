"""Ports: leaving, docking, unloading, return, and what is left at the end (OP-PORT, OP-MOVE-harbour)."""

from __future__ import annotations

from barents.games.operations.data import Data
from barents.games.operations.fleets.passage import nearest_port, sea_distance
from barents.games.operations.fleets.regroup import destination, detach
from barents.games.operations.rules.base import keeps_base
from barents.games.operations.rules.limits import SOVIET, is_bound_west, is_soviet_convoy
from barents.games.operations.rules.units import Umpire, cargo_left, date, of_types, ships_of, trains, transports
from barents.games.operations.state import RETURNED, Fleet, Ship, State
from barents.kernel.sides import Side, only

WESTERN = "uk"  # the nation of the ports in Britain and Iceland


# Leaving


def leave_port(u: Umpire, side: Side, fleet: Fleet) -> bool:
    """OP-MOVE-harbour, C.4: a fleet puts to sea, unless its only ship runs aground; whether it does."""
    run_aground(u, side, fleet)
    ships = ships_of(u.state.desks[side], fleet.key)
    if not ships or any(ship.aground for ship in ships):
        return False
    fleet.docked, fleet.since = False, u.state.turn
    for ship in ships:
        ship.berth = 0
    u.tell("OP-FLEET-plot", "{fleet} puts to sea", to=only(side), fleet=fleet.key)
    return True


def run_aground(u: Umpire, side: Side, fleet: Fleet) -> None:
    """C.4, R56, R84: once, a ship that leaves a small Norwegian port strikes a rock and stays; the others go on."""
    state, data, table = u.state, u.data, u.data.tables.grounding
    port, desk = data.port_at(fleet.at), state.desks[side]
    ships = of_types(data, ships_of(desk, fleet.key), *table.types)
    if not state.grounding or not ships or port is None or not port.norwegian or port.name in table.not_at:
        return
    limits = data.scenarios[state.scenario].limits if state.scenario in data.scenarios else ()
    named = [key for limit in limits if limit.rule == "grounding" for key in limit.fleets]
    if named and fleet.root not in named:
        return
    state.grounding = False
    name = u.draw([ship.key for ship in ships], 1, "OP-MOVE-harbour", fleet.key, to=only(side))[0]
    ship = desk.ships[name]
    ship.aground = True
    if len(ships_of(desk, fleet.key)) > 1:
        ship.fleet = detach(state, side, fleet, ship.name)
    desk.fleets[ship.fleet].plot = []
    u.tell("OP-MOVE-harbour", "{unit} has run aground and stays in port", to=only(side), unit=name)


# Coming in


def dock(u: Umpire) -> None:
    """OP-MOVE-harbour: a fleet that ends its way in a port of its own lies there; who lay there a turn has a berth.

    Tubes are filled again after a whole turn.
    """
    state, data = u.state, u.data
    for side in Side:
        desk = state.desks[side]
        for fleet in desk.fleets.values():
            if fleet.docked:
                for ship in ships_of(desk, fleet.key):
                    ship.berth += 1
                    if ship.berth >= data.tables.torpedoes.reload_turns:
                        ship.fired = 0
            elif may_dock(state, data, side, fleet):
                fleet.docked, fleet.plan = True, []
                fleet.loose, fleet.of = False, ""
                u.tell("OP-MOVE-harbour", "{fleet} is in port", to=only(side), fleet=fleet.key)
                port = data.port_at(fleet.at)
                if port is not None and port.nation == SOVIET:
                    call_at(data, port.name, ships_of(desk, fleet.key))


def call_at(data: Data, port: str, ships: list[Ship]) -> None:
    """Ships come into a Soviet port: from now on an oiler is bound for home."""
    for ship in ships:
        ship.called = port
    for oiler in of_types(data, ships, "AO"):
        oiler.homeward = True


def may_dock(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """OP-MOVE-harbour, AC-B.23-west: in an open port of its own, with no way to go on, and not fighting."""
    port = data.port_at(fleet.at)
    if port is None or port.side is not side or not data.open_port(port.name, date(state)):
        return False
    if port.nation == SOVIET and is_bound_west(data, ships_of(state.desks[side], fleet.key)):
        return False
    return not fleet.plot and fleet.plan in ([], [fleet.at]) and not fleet.engaged


def unload(u: Umpire) -> None:
    """OP-PORT-unload: after two whole turns in port transports unload, so many a turn; their cargo scores then."""
    state, data = u.state, u.data
    desk = state.desks[Side.ALLIED]
    room = {port.zone: port.unloads for port in data.tables.ports.rows}
    for fleet in [one for one in desk.fleets.values() if one.docked]:
        for ship in transports(data, ships_of(desk, fleet.key)):
            if ship.berth >= data.tables.ports.unload_turns and room[fleet.at] and ship.cargo:
                room[fleet.at] -= 1
                land_cargo(u, ship.key)


def land_cargo(u: Umpire, key: str) -> None:
    """OP-PORT-unload, OP-DMG-cargo: what she still carries is landed and scored; from now on she is bound for home."""
    ship = u.state.desks[Side.ALLIED].ships[key]
    ship.landed, ship.homeward = cargo_left(u.data, ship), True
    ship.cargo = 0
    gain(u.state, u.data.tables.vp.cargo * ship.landed)
    u.tell("OP-PORT-unload", "{unit} has unloaded", to=only(Side.ALLIED), unit=key)


def gain(state: State, points: int) -> None:
    """Points that the Allies have made for good."""
    state.points[Side.ALLIED] = state.points.get(Side.ALLIED, 0) + points


def come_home(u: Umpire) -> None:
    """OP-PORT-return: a transport or oiler from the east that ends a turn in a western port has returned."""
    state, data = u.state, u.data
    desk = state.desks[Side.ALLIED]
    for fleet in list(desk.fleets.values()):
        port = data.port_at(fleet.at)
        if not fleet.docked or port is None or port.nation != WESTERN:
            continue
        for ship in [one for one in trains(data, ships_of(desk, fleet.key)) if one.homeward]:
            ship.fleet, ship.at = "", RETURNED
            gain(state, data.tables.vp.returned)
            u.tell("OP-PORT-return", "{unit} is home", to=only(Side.ALLIED), unit=ship.key)
        if not ships_of(desk, fleet.key):
            del desk.fleets[fleet.key]


# The last turn


def last_turn(u: Umpire) -> None:
    """OP-PORT-turn120, R22: after turn 120 convoys that are near enough arrive; all others are in the nearest port.

    A scenario that is shorter leaves ships where they are (12).
    """
    state, data = u.state, u.data
    if state.turns < data.tables.clock.most_turns:
        return
    for side in Side:
        for fleet in list(state.desks[side].fleets.values()):
            if not fleet.docked and not keeps_base(state.desks[side], fleet):
                bring_in(state, data, side, fleet)
    for fleet in list(state.desks[Side.ALLIED].fleets.values()):
        if (port := data.port_at(fleet.at)) is not None and port.unloads:
            for ship in transports(data, ships_of(state.desks[Side.ALLIED], fleet.key)):
                if ship.cargo:
                    land_cargo(u, ship.key)
    come_home(u)


def bring_in(state: State, data: Data, side: Side, fleet: Fleet) -> None:
    """R22: a convoy near its destination is there; another goes back whence it came, other fleets to any port.

    AC-B.23-west: warships that had to leave Russia are in the west.
    """
    ships = ships_of(state.desks[side], fleet.key)
    goal, convoy = destination(data, fleet), transports(data, ships)
    away = sea_distance(state, data, side, fleet, fleet.at, goal) if goal in data.harbours else None
    if convoy and away is not None and away <= data.tables.ports.late_zones:
        zone = goal
    elif convoy and side is Side.ALLIED:
        from_russia = convoy[0].homeward or is_soviet_convoy(fleet)
        zone = nearest_port(state, data, side, fleet, SOVIET if from_russia else WESTERN)
    else:
        nations = (WESTERN,) if is_bound_west(data, ships) else ()
        zone = nearest_port(state, data, side, fleet, *nations)
    fleet.at, fleet.docked, fleet.loose, fleet.plot, fleet.plan = zone, True, False, [], []
