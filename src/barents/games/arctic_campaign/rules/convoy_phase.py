"""The Convoy Phase (A.23, A.4): from the desks to the operation. What becomes of it is in `gathering`.

Everything that lies in a port on the map goes into the operation: what has been planned as fleets of its own, the rest
as the ships of a port, of which those that must stay are held there.
"""

from __future__ import annotations

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied.soviet import DELIVERY
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.decks import deck_of
from barents.games.arctic_campaign.rules.expected import expectations
from barents.games.arctic_campaign.rules.modes import chosen
from barents.games.arctic_campaign.rules.repairs import kept_in_port
from barents.games.arctic_campaign.rules.units import Umpire, desk_of, ship_of, type_of
from barents.games.operations import GAME as SEA
from barents.games.operations.air.allotment import UNBASED, add, allot
from barents.games.operations.fleets.fuel import allowance
from barents.games.operations.options import Options as SeaOptions
from barents.games.operations.rules.base import BASE_NOTE
from barents.games.operations.rules.setup import new_ship
from barents.games.operations.rules.units import speed
from barents.games.operations.state import Desk, Fleet, Mission, NextTurn, Ship
from barents.games.operations.state import State as Operation
from barents.games.operations.terms import Nation, ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.game import Step
from barents.kernel.sides import Side

WESTERN: Nation = "uk"  # whose the ports in Britain and Iceland are
SOVIET: Nation = "su"
MISSIONS: dict[s.Way, Mission] = {
    "east": "convoy",
    "west": "convoy",
    "cover": "cover",
    "mission": "return",
    "home": "return",
    "coastal": "convoy",
    "base": "refuel",
    "squadron": "raid",
}
AUXILIARIES: tuple[ShipClass, ...] = ("AO", "MS", "AA", "ML")  # German ships that do not raid
FROM_SOVIET_PORTS: tuple[Mission, ...] = ("convoy", "cover", "return")


# Before the plans


def open_operation(u: Umpire) -> None:
    """AC-A.23-120, AC-C.5-optional, AC-B.24-optional: an empty month of 120 turns with its options."""
    state, data, options = u.state, u.data, u.state.options
    state.operation = Operation(
        agenda=[NextTurn()],
        scenario="",
        options=SeaOptions(
            offboard_search=options.offboard_search,
            seaworthiness=options.seaworthiness,
            mines=options.mines,
            soviet_convoys=options.soviet_convoys,
        ),
        month=data.month_of_year(state.month),
        year=data.year(state.month),
        turns=data.sea.tables.clock.most_turns,
        cautious=options.cautious_orders,
        long_search=options.offboard_search,
        grounding=state.axis.grounding,
        complete=True,
        desks={side: Desk() for side in Side},
    )


def allot_aircraft(u: Umpire) -> None:
    """AC-A.23-air-allot: both sides' dice for land-based aircraft, and those of the German event; bases come later."""
    sea = u.inside(SEA, u.data.sea, operation_of(u.state))
    for side in Side:
        allot(sea, side)
    axis, desk = u.state.axis, operation_of(u.state).desks[Side.AXIS]
    if axis.extra_bombers:
        add(desk, axis.bomber_type, axis.extra_bombers, UNBASED)
    for type, steps in axis.recon_types.items():
        add(desk, type, steps, UNBASED)


# The phase begins


def convoy_phase(u: Umpire, _step: s.ConvoyPhase) -> tuple[Step, ...]:
    """AC-A.23-ops, OP-MODE-played: the plans become fleets, and the quickest way that both sides accept is taken."""
    state = u.state
    for side in Side:
        _embark(state, u.data, side)
    _sail_coastal_convoy(state, u.data)
    _keep_bases(state)
    operation = operation_of(state)
    operation.desks[Side.ALLIED].errand = state.allied.carrier_of_mission
    # A turn before the first is played in any case: who waits for the Allies does not learn whether they start early.
    early = [fleet.early for fleet in operation.desks[Side.ALLIED].fleets.values()]
    operation.turn = min(0, 1 - max(early, default=0))
    operation.expected = expectations(state, u.data)
    state.mode = chosen(state, u.data)
    u.tell("AC-A.23-ops", "The Convoy Phase begins", mode=state.mode)
    return (s.Reckoning() if state.mode == "quick" else s.Operations(), s.Gathering())


def operations(u: Umpire, _step: s.Operations) -> kernel.Rule[tuple[Step, ...]]:
    """AC-A.23-ops: the next step of the operation, until there is none."""
    more = yield from u.within(SEA, u.data.sea, operation_of(u.state))
    oil.refill_in_port(u)
    return (s.Operations(),) if more else ()


def asks_nothing(u: Umpire, _step: s.Operations) -> bool:
    """Whether the next step of the operation asks nobody: it then needs no checkpoint of its own."""
    agenda = operation_of(u.state).agenda
    return bool(agenda) and type(agenda[-1]) not in SEA.asking


# Ships


def on_the_map(state: s.State, data: Data, side: Side) -> list[s.Vessel]:
    """AC-A.4-start-port: the ships of a side that lie in a port of the map, or with a secret base."""
    ports = {port.name for port in data.sea.tables.ports.rows}
    return [
        vessel
        for vessel in desk_of(state, side).vessels.values()
        if vessel.at in ports or vessel.at in data.sea.navigable
        if side is Side.AXIS or vessel.ready <= state.month or vessel.service == "idle"
    ]


def in_soviet_port(data: Data, vessel: s.Vessel) -> bool:
    """Whether a ship lies in a Soviet port."""
    return any(port.name == vessel.at and port.nation == SOVIET for port in data.sea.tables.ports.rows)


def is_guest(data: Data, ship: Ship, vessel: s.Vessel) -> bool:
    """AC-B.23-leave: whether a British or US warship lies in a Soviet port, where she may not stay."""
    line = type_of(data, ship)
    return line.nation != SOVIET and not line.is_train and in_soviet_port(data, vessel)


def must_stay(state: s.State, data: Data, side: Side, vessel: s.Vessel) -> bool:
    """AC-A.4-monthly-setup, AC-A.6-full: a ship under repair, or worn by storms in a port of her own, stays there."""
    ship = ship_of(state, side, vessel.key)
    in_yard = vessel.service == "idle" or vessel.yard or speed(data.sea, ship) < 1
    return in_yard or bool(kept_in_port(state, data, side, vessel))


def _embark(state: s.State, data: Data, side: Side) -> None:
    """Every ship on the map is in the operation now, in the fleet of its group or among those of her port."""
    desk, inner = desk_of(state, side), operation_of(state).desks[side]
    sailing = {key: group for group in desk.groups.values() for key in group.ships}
    for group in desk.groups.values():
        inner.fleets[group.key] = _fleet(state, data, group)
    for vessel in on_the_map(state, data, side):
        ship = inner.ships[vessel.key] = desk.ships.pop(vessel.key)
        _make_ready(data, vessel, ship)
        if vessel.key in sailing:
            ship.fleet = sailing[vessel.key].key
            vessel.at = sailing[vessel.key].port
        else:
            ship.held = type_of(data, ship).is_transport or must_stay(state, data, side, vessel)
            ship.fleet = _of_port(data, inner, vessel.at, held=ship.held)
        ship.tasks = _tasks(state, data, vessel, ship)
        ship.delivery = vessel.service == "transfer"
        ship.leaving = _is_leaving(data, vessel, ship, sailing.get(vessel.key))
        for type, steps in deck_of(state, data, side, ship).items():
            add(inner, type, steps, ship.key)
    for key in [key for key in inner.fleets if not any(ship.fleet == key for ship in inner.ships.values())]:
        del inner.fleets[key]
    for fleet in inner.fleets.values():
        lines = [type_of(data, ship) for ship in inner.ships.values() if ship.fleet == fleet.key]
        if fleet.mission == "raid" and all(line.type in AUXILIARIES for line in lines):
            fleet.mission = "transfer"
        zones = [line.zones for line in lines]
        limit = data.sea.missions[fleet.mission].speed
        fleet.pace = max(1, min([*zones, *([] if limit is None else [limit])]))


def _tasks(state: s.State, data: Data, vessel: s.Vessel, ship: Ship) -> list[Mission]:
    """AC-B.23-no-base, AC-B.13-return-only: the only missions that a ship may have; none are named if all are free."""
    if vessel.service == "transfer":
        return list(DELIVERY)
    if is_guest(data, ship, vessel):
        return [task for task in FROM_SOVIET_PORTS if task != "cover" or not vessel.unpaid]
    return list(allied_events.allowed(state, data, vessel))


def _is_leaving(data: Data, vessel: s.Vessel, ship: Ship, group: s.Group | None) -> bool:
    """AC-B.22-must, AC-B.23-leave: a transport of a westbound convoy, or a guest, who has orders to leave Russia."""
    if group is None or not in_soviet_port(data, vessel):
        return False
    return is_guest(data, ship, vessel) or (group.way == "west" and type_of(data, ship).is_train)


def _make_ready(data: Data, vessel: s.Vessel, ship: Ship) -> None:
    """OP-FUEL-port: between the months ships in Allied ports fill their tanks; oilers in home ports their holds.

    German ships draw on a stock (C.33), and so have what they were given.
    """
    line, table = type_of(data, ship), data.sea.tables.fuel
    ship.berth = ship.landed = ship.scouted = 0
    ship.westmost = Ship("", "").westmost
    port = data.sea.port_at(data.sea.port(vessel.at).zone) if not vessel.at[:1].isdigit() else None
    if port is None:
        return
    if line.side is Side.ALLIED:
        ship.fuel = max(ship.fuel, allowance(data.sea, ship, port.nation))
    if port.nation == SOVIET:
        ship.called = port.name
    if line.type == "AO" and port.name in table.oiler_ports:
        ship.cargo, ship.homeward = table.oiler_boxes * table.parts, False


def _fleet(state: s.State, data: Data, group: s.Group) -> Fleet:
    """A planned group as a fleet in port, with its plan before it."""
    zone = group.port if group.port[:1].isdigit() else data.sea.port(group.port).zone
    return Fleet(
        group.key,
        group.name,
        zone,
        "transfer" if group.way == "east" and data.sea.port(group.goal).nation == WESTERN else MISSIONS[group.way],
        docked=True,
        plan=list(group.route),
        covers=group.covers,
        port=group.goal,
        sails=group.sails,
        track=[zone],
        root=group.key,
        early=group.early,
    )


def in_key(at: str) -> str:
    """The name of a port as a key has it.

    >>> in_key("Scapa Flow"), in_key("Tromsø")
    ('scapa-flow', 'tromso')
    """
    return at.lower().replace(" ", "-").replace("ø", "o")


def _of_port(data: Data, inner: Desk, at: str, *, held: bool) -> str:
    """The fleet of the ships that lie in a port, or of those that stay there."""
    key = f"{'dock' if held else 'port'}-{in_key(at)}"
    if key not in inner.fleets:
        zone = at if at[:1].isdigit() else data.sea.port(at).zone
        name = f"In dock, {at}" if held else f"In port, {at}"
        inner.fleets[key] = Fleet(key, name, zone, "transfer", docked=True, track=[zone], root=key)
    return key


# German ships that are no part of the fleet


def _sail_coastal_convoy(state: s.State, data: Data) -> None:
    """C.4, R58: the coastal convoy of the month's event lies ready, with sweepers and small transports of its own."""
    axis = state.axis
    if not axis.coastal:
        return
    row, inner = data.axis_events[axis.event], operation_of(state).desks[Side.AXIS]
    start, goal = data.sea.port(row.start), data.sea.port(row.goal)
    inner.fleets["coastal"] = Fleet(
        "coastal",
        "Coastal convoy",
        start.zone,
        "convoy",
        docked=True,
        plan=[goal.zone],
        port=goal.name,
        sails=axis.coastal_sails,
        track=[start.zone],
        root="coastal",
    )
    lines = (("ms", "de:ms-ger", axis.coastal_sweepers), ("st", "de:ST-g", axis.coastal_transports))
    for stem, line, number in lines:
        for count in range(1, number + 1):
            key, title = f"coastal-{stem}-{count}", data.sea.types[line].title
            inner.ships[key] = new_ship(data.sea, key, line, f"{title} {count} of the coast", "coastal", 0)


def _keep_bases(state: s.State) -> None:
    """AC-C.6-persist, -once: bases that stand go on; whoever has begun one this year begins no other."""
    axis, operation = state.axis, operation_of(state)
    inner = operation.desks[Side.AXIS]
    inner.bases_barred = operation.year in axis.founded
    inner.bases, axis.bases = axis.bases, {}
    found = state.notebook[Side.ALLIED].facts.items()
    operation.notebook[Side.ALLIED].facts |= {key: fact for key, fact in found if key.startswith(BASE_NOTE)}
    for base in inner.bases.values():
        fleet = inner.fleets[inner.ships[base.ship].fleet]
        fleet.docked, fleet.mission, fleet.name = False, "refuel", "Secret base"
