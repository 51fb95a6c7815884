"""Fuel: what a turn costs, and where it comes from (OP-FUEL)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from barents.games.operations.data import Data
from barents.games.operations.rules.limits import SOVIET
from barents.games.operations.rules.units import (
    Umpire,
    at_sea,
    effect_at,
    is_out_of_fuel,
    moved,
    ships_of,
    type_of,
)
from barents.games.operations.state import Desk, Fleet, Ship, State
from barents.kernel.sides import Side, only


def whole_tank(data: Data, ship: Ship) -> int:
    """A ship's fuel when she is full, in parts of a box."""
    return (type_of(data, ship).fuel or 0) * data.tables.fuel.parts


def may_move(state: State, data: Data, ship: Ship) -> int | None:
    """OP-FUEL-empty: an empty ship makes one zone in even turns only; None for no limit."""
    table = data.tables.fuel
    if not is_out_of_fuel(data, ship):
        return None
    return table.empty_zones if state.turn % table.empty_every == 0 else 0


def burn(u: Umpire, fleet: Fleet, ships: Iterable[Ship]) -> None:
    """OP-FUEL-rates, -untracked: what the turn has cost each ship, in parts of a box."""
    table = u.data.tables.fuel
    if fleet.docked:
        return
    cost = table.zones[min(moved(fleet), len(table.zones) - 1)] + table.battle * fleet.fought
    for ship in ships:
        if type_of(u.data, ship).fuel is not None:
            ship.fuel = max(0, ship.fuel - cost)


# In port


def refuel_in_port(u: Umpire, side: Side, fleet: Fleet) -> None:
    """OP-FUEL-port, -soviet-port, -ao-capacity: a whole turn in an Allied port fills the tanks, a Soviet one by half.

    German ships take fuel from a stock, which is the campaign's (C.33); a scenario has none (12).
    """
    data, table = u.data, u.data.tables.fuel
    port = data.port_at(fleet.at)
    if port is None or not fleet.docked:
        return
    for ship in ships_of(u.state.desks[side], fleet.key):
        if ship.berth < table.port_turns:
            continue
        if type_of(data, ship).type == "AO" and port.name in table.oiler_ports:
            ship.cargo = table.oiler_boxes * table.parts
        if side is Side.ALLIED and ship.fuel < (most := allowance(data, ship, port.nation)):
            ship.fuel = most
            u.tell("OP-FUEL-port", "{unit} has refuelled", to=only(side), unit=ship.key)


def allowance(data: Data, ship: Ship, nation: str) -> int:
    """OP-FUEL-soviet-port, AC-B.17-return: how far a port of a nation fills a ship.

    Soviet ports fill western warships to half of their boxes, rounded up; Soviet ships are filled nowhere else.
    """
    table, about = data.tables.fuel, type_of(data, ship)
    if (nation == SOVIET) is (about.nation == SOVIET):
        return whole_tank(data, ship)
    return -(-(about.fuel or 0) // table.soviet_share) * table.parts if nation == SOVIET else 0


# At sea


def givers(state: State, data: Data, desk: Desk, fleet: Fleet) -> dict[str, int]:
    """OP-FUEL-at-sea, -big-ship: the ships in a fleet's zone that can give fuel to others now, and how much in all."""
    table = data.tables.fuel
    if fleet.docked or not effect_at(state, data, fleet.at).refuelling:
        return {}
    beside = [other.key for other in at_sea(desk) if other.at == fleet.at]
    found = {}
    for ship in [ship for key in beside for ship in ships_of(desk, key)]:
        kind = type_of(data, ship).type
        if kind == "AO" and ship.cargo:
            found[ship.key] = min(ship.cargo, table.at_sea_boxes * table.at_sea_ships * table.parts)
        elif kind in table.big_givers and ship.fuel:
            found[ship.key] = min(ship.fuel, table.big_gives * table.parts)
    return found


def takers(data: Data, desk: Desk, fleet: Fleet) -> list[str]:
    """Ships of a fleet at sea that have room for fuel."""
    ships = [] if fleet.docked else ships_of(desk, fleet.key)
    return [ship.key for ship in ships if type_of(data, ship).fuel is not None and ship.fuel < whole_tank(data, ship)]


def refuel_at_sea(u: Umpire, side: Side, pairs: Mapping[str, str]) -> None:
    """OP-FUEL-at-sea, -big-ship: ships take fuel from those that were named for it.

    `pairs` has the giver of each taker, two for one at most; both must have kept slow, not fought, and be in one zone.
    """
    desk, data = u.state.desks[side], u.data
    table = data.tables.fuel
    spent: dict[str, list[int]] = {}
    for taker, giver in pairs.items():
        to, source = desk.ships[taker], desk.ships[giver]
        fleets = [desk.fleets[ship.fleet] for ship in (to, source) if ship.fleet]
        if len(fleets) < 2 or any(is_hindered(data, fleet) for fleet in fleets):
            continue
        left, given = givers(u.state, data, desk, fleets[0]).get(giver, 0), spent.setdefault(giver, [])
        is_oiler = type_of(data, source).type == "AO"
        if not is_oiler:
            left = min(left, table.big_gives * table.parts - sum(given))
        parts = min(table.at_sea_boxes * table.parts, whole_tank(data, to) - to.fuel, left)
        if parts <= 0:
            continue
        to.fuel += parts
        source.cargo -= parts if is_oiler else 0
        source.fuel -= 0 if is_oiler else parts
        given.append(parts)
        u.tell("OP-FUEL-at-sea", "{unit} has taken fuel from {giver}", to=only(side), unit=taker, giver=giver)


def is_hindered(data: Data, fleet: Fleet) -> bool:
    """OP-FUEL-at-sea: nobody passes fuel who steams fast or has to fight."""
    return moved(fleet) > data.tables.fuel.at_sea_zones or fleet.fought > 0 or fleet.engaged
