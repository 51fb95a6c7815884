"""Soviet convoys, an option: small ships between Murmansk, Archangelsk and the Kara Sea (OP-SOV, 5.17)."""

from __future__ import annotations

from barents.games.operations.data import Data
from barents.games.operations.fleets.passage import sea_distance
from barents.games.operations.fleets.ports import gain
from barents.games.operations.fleets.sea import new_key
from barents.games.operations.rules.limits import CONVOY, SOVIET, is_soviet_convoy
from barents.games.operations.rules.setup import new_ship
from barents.games.operations.rules.units import Umpire, at_sea, of_types, ships_of, transports, type_of
from barents.games.operations.sea_tables import SovietConvoyRow
from barents.games.operations.state import ARRIVED, Desk, Fleet, Ship, State
from barents.games.operations.terms import ShipClass
from barents.kernel.dice import D6
from barents.kernel.sides import Side, only

TRANSPORT = "uk:ST"
RESERVES: dict[ShipClass, str] = {"MS": "su:ms-sov", "CG": "su:CG01", "IB": "su:IB01"}
"""Small craft of the ports, which a scenario does not list: so many as their line has ships."""


# Sailing


def sail_soviet_convoy(u: Umpire) -> None:
    """5.17, R66: every other day one die says from where a convoy sails, and one how large it is; one at a time."""
    state, data, table = u.state, u.data, u.data.tables.soviet_convoys
    desk = state.desks[Side.ALLIED]
    if not state.options.soviet_convoys or data.slot(state.turn) != table.slot:
        return
    if data.day(state.turn) not in table.days or any(is_under_way(data, desk, fleet) for fleet in desk.fleets.values()):
        return
    ends = ends_of(data, state.month)
    if ends is None:
        return
    die = u.roll(D6, "OP-SOV-size", "Where a Soviet convoy sails", to=only(Side.ALLIED))
    start, goal = ends if die <= table.first_to else (ends[1], ends[0])
    size = u.roll(D6, "OP-SOV-size", "The size of a Soviet convoy", to=only(Side.ALLIED))
    fleet = form(state, data, start, goal, table.rows[int(size) - 1])
    u.tell("OP-SOV-size", "{fleet} is ready to sail", to=only(Side.ALLIED), fleet=fleet.key)


def is_under_way(data: Data, desk: Desk, fleet: Fleet) -> bool:
    """Whether a fleet is a Soviet convoy that has not arrived."""
    return is_soviet_convoy(fleet) and bool(transports(data, ships_of(desk, fleet.key)))


def ends_of(data: Data, month: int) -> tuple[str, str] | None:
    """OP-SOV-east, 5.17: the zones between which convoys sail in a month; none in February and March.

    In the east a convoy enters and leaves the map where its way is shortest.
    """
    table = data.tables.soviet_convoys
    if month in table.coastal_months:
        first, second = table.coastal
        return data.port(first).zone, data.port(second).zone
    if month not in table.eastern_months:
        return None
    port = data.port(table.eastern_port).zone
    away = {zone: data.route_distance(port, zone, month) for zone in table.eastern_zones}
    reached = {zone: zones for zone, zones in away.items() if zones is not None}
    return port, min(reached, key=lambda zone: (reached[zone], zone))


def form(state: State, data: Data, start: str, goal: str, row: SovietConvoyRow) -> Fleet:
    """OP-SOV-size, -ib: transports, the escorts that there are, and in the months of ice a breaker."""
    desk, table = state.desks[Side.ALLIED], data.tables.soviet_convoys
    port = data.port_at(goal)
    key = new_key(desk, "soviet-convoy")
    fleet = desk.fleets[key] = Fleet(
        key,
        "Soviet convoy",
        start,
        "convoy",
        docked=data.port_at(start) is not None,
        plan=[goal],
        port=port.name if port is not None else "",
        sails=state.turn,
        since=state.turn,
        track=[start],
        root=f"{CONVOY}{goal}",
    )
    for number in range(1, row.transports + 1):
        name = f"{key}-{state.turn}-{number}"
        ship = desk.ships[name] = new_ship(data, name, TRANSPORT, f"Soviet transport {number}", key, 0)
        ship.cargo = 0  # it counts where she arrives, not what she carries
    breaker: tuple[tuple[ShipClass, ...], ...] = (("IB",),) if state.month in table.breaker_months else ()
    for types in (*row.escorts, *breaker):
        found = (_escort(state, data, start, kind) for kind in types)
        escort = next((one for one in found if one is not None), None)
        if escort is not None:
            escort.fleet = key
    for other in [one for one in desk.fleets if not ships_of(desk, one)]:
        del desk.fleets[other]
    return fleet


def _escort(state: State, data: Data, zone: str, kind: ShipClass) -> Ship | None:
    """An undamaged Soviet ship of a type that lies in port; small craft come from the port's own, destroyers do not.

    OP-SOV-free: not one who has to stay there, or was given to another convoy. Where every ship is listed there are no
    others.
    """
    desk = state.desks[Side.ALLIED]
    docked = [
        ship
        for ship in of_types(data, desk.ships.values(), kind)
        if type_of(data, ship).nation == SOVIET and ship.fleet
        if not ship.lost and not ship.held and not ship.answered
        if desk.fleets[ship.fleet].docked and desk.fleets[ship.fleet].at == zone
        if not is_soviet_convoy(desk.fleets[ship.fleet])
    ]
    if docked:
        return docked[0]
    line = RESERVES.get(kind)
    if line is None or state.complete:
        return None
    number = 1 + sum(ship.line == line for ship in desk.ships.values())
    if number > data.types[line].ships:
        return None
    key, about = f"{line.partition(':')[2]}-{number}", data.types[line]
    name = about.names[number - 1] if number <= len(about.names) else f"{about.title} {number}"
    desk.ships[key] = new_ship(data, key, line, name, "", 0)
    return desk.ships[key]


# Arriving


def receive_soviet_convoy(u: Umpire) -> None:
    """5.17, OP-SOV-east: transports at their destination score and are done; their escorts are free again."""
    state, data, table = u.state, u.data, u.data.tables.soviet_convoys
    desk = state.desks[Side.ALLIED]
    for fleet in [one for one in desk.fleets.values() if is_soviet_convoy(one)]:
        goal = fleet.root.removeprefix(CONVOY)
        there = fleet.at in table.eastern_zones if goal in table.eastern_zones else fleet.docked and fleet.at == goal
        if not there:
            continue
        for ship in transports(data, ships_of(desk, fleet.key)):
            ship.fleet, ship.at = "", ARRIVED
            gain(state, table.arrived)
            u.tell("OP-SOV-size", "{unit} has arrived", to=only(Side.ALLIED), unit=ship.key)
        fleet.root = fleet.key
        if not ships_of(desk, fleet.key):
            del desk.fleets[fleet.key]


def bring_in_soviet_convoy(u: Umpire) -> None:
    """OP-PORT-turn120, R22: after turn 120 a Soviet convoy that is near enough has arrived, as any other has."""
    state, data = u.state, u.data
    desk = state.desks[Side.ALLIED]
    if state.turns < data.tables.clock.most_turns:
        return
    for fleet in [one for one in at_sea(desk) if is_soviet_convoy(one)]:
        goal = fleet.root.removeprefix(CONVOY)
        away = sea_distance(state, data, Side.ALLIED, fleet, fleet.at, goal)
        if away is not None and away <= data.tables.ports.late_zones:
            fleet.at, fleet.docked, fleet.plot, fleet.plan = goal, data.port_at(goal) is not None, [], []
    receive_soviet_convoy(u)
