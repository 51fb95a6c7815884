"""Which waters are open to a fleet, and its ways through them (OP-MAP-ice-enter, -white-sea, -axis-white)."""

from __future__ import annotations

from collections.abc import Callable

from barents.games.operations.data import Data
from barents.games.operations.rules.units import date, of_types, ships_of
from barents.games.operations.state import Fleet, State
from barents.games.operations.waters import Way
from barents.kernel.domains import Refusal
from barents.kernel.sides import Side


def has_help(state: State, data: Data) -> bool:
    """OP-MAP-white-sea, R63: an ice breaker without damage at Archangelsk, at Iokanga or at sea in the White Sea.

    In other months none is needed, or none avails.
    """
    desk, table = state.desks[Side.ALLIED], data.tables.white_sea
    if state.month not in table.breaker:
        return True
    ports = {data.port(name).zone for name in table.breaker_ports}
    return any(
        not ship.lost and (desk.fleets[ship.fleet].at in ports or desk.fleets[ship.fleet].at in data.white_sea)
        for ship in of_types(data, desk.ships.values(), "IB")
        if ship.fleet
    )


def way_of(state: State, data: Data, side: Side, fleet: Fleet, *, leads: bool = False) -> Way:
    """Who asks for a way: the month, the side, what ice breakers do for the fleet, and whether it comes to bombard."""
    breaker = bool(of_types(data, ships_of(state.desks[side], fleet.key), "IB"))
    shun = fleet.mission != "bombard"
    help = side is data.tables.white_sea.barred_to or has_help(state, data)  # who may not go there need not ask
    return Way(state.month, side, leads, icebreaker=breaker, help=help, shun=shun)


def open_zones(state: State, data: Data, side: Side, fleet: Fleet) -> frozenset[str]:
    """OP-MAP-navigable, -ice-enter, -white-sea, -axis-white: where a fleet may go this month."""
    return data.open_to(way_of(state, data, side, fleet))


def why_shut(state: State, data: Data, side: Side, zone: str) -> Refusal:
    """The row that shuts a zone to a fleet."""
    table = data.tables.white_sea
    if zone not in data.navigable:
        return Refusal(f"{zone} is no zone that ships can sail", "OP-MAP-navigable")
    port = data.port_at(zone)
    if port is not None and port.side is not side:
        return Refusal(f"{port.name} is an enemy port: only a fleet that bombards goes there", "OP-PORT-bombard")
    if zone in data.white_sea and side is table.barred_to:
        return Refusal(f"{zone} is in the White Sea, where no German ship goes", "OP-MAP-axis-white")
    if zone in data.shut(state.month):
        return Refusal(f"{zone} is shut by pack ice to a fleet without an ice breaker", "OP-MAP-ice-enter")
    return Refusal(f"{zone} is in the White Sea, which no ice breaker keeps open", "OP-MAP-white-sea")


def sea_route(
    state: State, data: Data, side: Side, fleet: Fleet, start: str, goal: str, *, leads: bool = False
) -> list[str]:
    """The shortest way that is open to a fleet, with both ends; empty if there is none."""
    return data.follow(start, goal, way_of(state, data, side, fleet, leads=leads))


def sea_distance(
    state: State, data: Data, side: Side, fleet: Fleet, start: str, goal: str, *, leads: bool = False
) -> int | None:
    """How many zones the shortest open way has, or None if there is none."""
    return data.away(start, goal, way_of(state, data, side, fleet, leads=leads))


def distances_to(state: State, data: Data, side: Side, fleet: Fleet, goal: str) -> Callable[[str], int | None]:
    """How far zones are from one by ways that are open to a fleet, where many are asked for."""
    way = way_of(state, data, side, fleet)

    def distance(zone: str) -> int | None:
        return data.away(zone, goal, way)

    return distance


def nearest_port(state: State, data: Data, side: Side, fleet: Fleet, *nations: str) -> str:
    """R22: the zone of the nearest port of its side by sea, of some nations if they are named; else where it is."""
    found = {
        port.zone: sea_distance(state, data, side, fleet, fleet.at, port.zone)
        for port in data.ports_of(side, date(state))
        if data.open_port(port.name, date(state)) and (not nations or port.nation in nations)
    }
    reached = {zone: away for zone, away in found.items() if away is not None}
    return min(reached, key=lambda zone: (reached[zone], zone), default=fleet.at)
