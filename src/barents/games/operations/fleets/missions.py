"""Missions: which a fleet may have, and when it may change (OP-FLEET-mission, table 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from barents.games.operations import phases
from barents.games.operations.data import Data
from barents.games.operations.fleets.contact import intercepting
from barents.games.operations.fleets.passage import open_zones, sea_distance, sea_route, way_of
from barents.games.operations.fleets.regroup import detach
from barents.games.operations.fleets.sea import breakdown
from barents.games.operations.orders import (
    FLEET_ORDERS,
    Bombard,
    Convoy,
    Cover,
    FleetOrder,
    Intercept,
    Raid,
    Refuel,
    Return,
    Transfer,
)
from barents.games.operations.rules.limits import (
    SOVIET,
    Barrier,
    are_bound,
    barred,
    barriers,
    goes_to_russia,
    is_bound_west,
    is_soviet_convoy,
    must_sail,
)
from barents.games.operations.rules.menus import ORDERING
from barents.games.operations.rules.odds import Order, of_orders
from barents.games.operations.rules.units import (
    Umpire,
    date,
    is_worn,
    of_types,
    ships_of,
    slowest,
    trains,
    transports,
)
from barents.games.operations.sea_tables import PortRow
from barents.games.operations.state import Contact, Desk, Fleet, Mission, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Domain, Refusal
from barents.kernel.odds import percent
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.values import Value
from barents.kernel.words import in_words

# When


def may_change(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """OP-FLEET-mission: whether a fleet is free to change its mission and its plot now.

    One in port is, as one whose way is shut or that has a ship which must go home; a scattered ship never is.
    """
    row = data.missions[fleet.mission]
    if fleet.loose:
        return False
    if fleet.docked or must_return(data, state, side, fleet):
        return True
    if fleet.plot and fleet.plot[0] not in open_zones(state, data, side, fleet):
        return True
    if not fleet.plot and not fleet.plan and fleet.mission != "bombard":
        return True
    return any(_holds(state, data, side, fleet, word) for word in row.change)


def _holds(state: State, data: Data, side: Side, fleet: Fleet, word: str) -> bool:
    """Whether there is one of the reasons for which a mission may be changed."""
    match word:
        case "new-day":
            return data.slot(state.turn) == 1
        case "plot-end":
            return not fleet.plot
        case "contact":
            return fleet.met
        case "report":
            return bool(_reports(state, data, side, fleet, fleet.mission))
    return True


def _reports(state: State, data: Data, side: Side, fleet: Fleet, mission: Mission) -> list[Contact]:
    """Reports of this turn or last that are good and near enough for a mission."""
    row = data.missions[mission]
    return [
        one
        for one in state.desks[side].contacts.values()
        if one.turn >= state.turn - 1
        and one.level >= row.report_level
        and data.distance(one.zone, fleet.at) <= row.within
    ]


def fresh_contacts(state: State, data: Data, side: Side, fleet: Fleet) -> list[Contact]:
    """OP-FLEET-intercept: reports of this turn or last that a fleet may go after."""
    return _reports(state, data, side, fleet, "intercept")


# What


def missions_of(state: State, data: Data, side: Side, fleet: Fleet) -> list[FleetOrder]:
    """OP-FLEET-mission: what a fleet may be told to do, with the object and each pace, the fastest first.

    A fleet on its way home, or with a ship that must go home, keeps to that; it may choose another port (5.5).
    """
    ships, table = ships_of(state.desks[side], fleet.key), data.tables.storm
    most = _most_zones(data, ships)
    ways = [(port, False) for port in open_ports(state, data, side, fleet)]
    ways += [(port, True) for port in leads_ports(state, data, side, fleet)]
    fast = _fastest_first(data, most, "return")
    home: list[FleetOrder] = [Return(port, leads, pace) for port, leads in ways for pace in fast]
    if (fleet.mission == "return" and not fleet.docked) or any(ship.failed for ship in ships):
        return home
    fast = _fastest_first(data, most, "transfer")
    found = home + [Transfer(port, leads, pace) for port, leads in ways for pace in fast]
    if trains(data, ships):
        fast = _fastest_first(data, most, "convoy")
        found += [Convoy(port, pace) for port, leads in ways if not leads for pace in fast]
    if not transports(data, ships):
        found += _tasks(state, data, side, fleet, ships)
    bound = [ship.tasks for ship in ships if ship.tasks]
    if any(is_worn(data, ship) for ship in ships):
        bound.append(list(table.worn_missions))
    return [order for order in found if all(order.mission in tasks for tasks in bound)] if bound else found


def _tasks(state: State, data: Data, side: Side, fleet: Fleet, ships: list[Ship]) -> list[FleetOrder]:
    """What warships and oilers may do besides: R68 leaves Soviet destroyers nothing but to cover."""
    most = _most_zones(data, ships)
    covered = [key for key in _convoys(data, state.desks[side]) if key != fleet.key] + _stations(data, fleet)
    fast = _fastest_first(data, most, "cover")
    found: list[FleetOrder] = [Cover(one, pace) for one in covered for pace in fast]
    if side is Side.ALLIED and are_bound(state, data, fleet):
        return found
    found += [Raid(pace) for pace in _fastest_first(data, most, "raid")]
    fast = _fastest_first(data, most, "intercept")
    found += [Intercept(one.key, pace) for one in fresh_contacts(state, data, side, fleet) for pace in fast]
    fast = _fastest_first(data, most, "bombard")
    found += [Bombard(port.name, pace) for port in _targets(state, data, side, fleet) for pace in fast]
    if of_types(data, ships, "AO"):
        found += [Refuel(pace) for pace in _fastest_first(data, most, "refuel")]
    return found


def _convoys(data: Data, desk: Desk) -> list[str]:
    """OP-FLEET-cover: convoys to cover, but not single ships that have scattered."""
    convoys = {ship.fleet for ship in trains(data, desk.ships.values())}
    return [fleet.key for fleet in desk.fleets.values() if fleet.key in convoys and not fleet.loose]


def _stations(data: Data, fleet: Fleet) -> list[str]:
    """OP-FLEET-cover: zones to cover: where the fleet is, the one that it covers now, and the marks of the map."""
    now = [fleet.covers] if fleet.covers.isdigit() else []
    return list(dict.fromkeys([fleet.at, *now, *data.tables.ports.marks.values()]))


def _targets(state: State, data: Data, side: Side, fleet: Fleet) -> list[PortRow]:
    """OP-PORT-bombard: enemy ports that a fleet can come to, within its limits."""
    way = way_of(state, data, side, msgspec.structs.replace(fleet, mission="bombard"))
    may_follow = _within(barriers(state, data, side, fleet))
    ports = data.ports_of(side.enemy, date(state))
    return [port for port in ports if may_follow(data.follow(fleet.at, port.zone, way))]


def _within(checks: list[Barrier]) -> Callable[[list[str]], bool]:
    """OP-SCEN-limits: tells of a way whether there is one, and no limit forbids a zone of it."""
    is_barred = cache(lambda zone: barred(checks, zone) is not None)  # ways have many zones in common
    return lambda way: bool(way) and not any(map(is_barred, way))


def open_ports(state: State, data: Data, side: Side, fleet: Fleet) -> list[str]:
    """The ports of its own side that a fleet can make for; Soviet warships have no others than their own (R66).

    AC-B.23-west: who has to leave Russia goes home to the west, not on to another Soviet port.
    Somewhere it must always be able to go: where limits leave none, they do not hold.
    """
    nation = SOVIET if goes_to_russia(state, data, side, fleet) else None
    way, month = way_of(state, data, side, fleet), date(state)
    near = [
        port
        for port in data.ports_of(side, month, nation)
        if data.open_port(port.name, month)
        and (port.zone != fleet.at or not fleet.docked)
        and data.away(fleet.at, port.zone, way) is not None
    ]
    if is_bound_west(data, ships_of(state.desks[side], fleet.key)):
        near = [port for port in near if port.nation != SOVIET] or near
    checks = barriers(state, data, side, fleet)
    if not checks:
        return [port.name for port in near]
    may_follow = _within(checks)
    within = [port.name for port in near if may_follow(data.follow(fleet.at, port.zone, way))]
    return within or [port.name for port in near]


def leads_ports(state: State, data: Data, side: Side, fleet: Fleet) -> list[str]:
    """Norwegian ports to which a German fleet can go by the leads."""
    if side is not Side.AXIS or fleet.at not in data.norwegian_coast:
        return []
    way = way_of(state, data, side, fleet, leads=True)
    return [
        port.name
        for port in data.ports_of(side, date(state))
        if (port.zone != fleet.at or not fleet.docked) and data.away(fleet.at, port.zone, way) is not None
    ]


def paces(data: Data, state: State, side: Side, fleet: Fleet, mission: Mission) -> list[int]:
    """OP-FLEET-speed, -convoy-speed: how many zones a turn it may be told to make."""
    return _paces(data, _most_zones(data, ships_of(state.desks[side], fleet.key)), mission)


def _most_zones(data: Data, ships: list[Ship]) -> int:
    """OP-FLEET-speed: how many zones a turn ships can make together."""
    return max(1, min(data.tables.movement.most_zones, slowest(data, ships)))


def _paces(data: Data, most: int, mission: Mission) -> list[int]:
    """OP-FLEET-convoy-speed: what a mission leaves of it."""
    limit = data.missions[mission].speed
    return list(range(1, (most if limit is None else min(most, limit)) + 1))


def _fastest_first(data: Data, most: int, mission: Mission) -> list[int]:
    """The paces of a mission as they are offered."""
    return _paces(data, most, mission)[::-1]


# Orders


def mission_slots(state: State, data: Data, side: Side) -> dict[str, Domain]:
    """A slot for each fleet that may be given another mission; a Soviet convoy keeps to its own.

    AC-B.22-sails: one that has to leave Russia keeps to its orders until it has sailed.
    """
    slots: dict[str, Domain] = {}
    for fleet in state.desks[side].fleets.values():
        if not may_change(state, data, side, fleet) or is_soviet_convoy(fleet):
            continue
        if must_sail(state, data, side, fleet):
            continue
        if orders := missions_of(state, data, side, fleet):  # worn small craft, with every port shut, can only stay
            slots[fleet.key] = FLEET_ORDERS.among(orders, _why_not)
    return slots


def _why_not(value: str) -> Refusal:
    """OP-STATE-legal: the row that a mission which may not be given offends against."""
    match FLEET_ORDERS.find(value):
        case Convoy(pace=pace) if pace > 1:
            row = "OP-FLEET-convoy-speed"
        case Intercept():
            row = "OP-FLEET-intercept"
        case Cover():
            row = "OP-FLEET-cover"
        case _:
            row = "OP-FLEET-mission"
    return Refusal(f"{value} is no mission for it now", row)


def about_missions(data: Data, _known: State, decision: Decision[Any]) -> str:
    """When a mission may change, and what it costs (table 5.5, OP-SEA-machinery)."""
    fuel = data.tables.fuel
    engines = ""
    if decision.side is Side.AXIS:
        slow, fast = (percent(breakdown(data, fast=fast)) for fast in (False, True))
        engines = f" At the end of a day at sea an engine fails on {slow}, after a turn at full speed on {fast}."
    costs = ", ".join(str(cost) for cost in fuel.zones[1:])
    return (
        "Without an order they go on as they are. A mission binds: it changes only in port, on a new day, at the end "
        f"of a plot or for a fresh report. A turn costs {costs} twelfths of a fuel box at one, two and three "
        f"zones.{engines}"
    )


def interceptions(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """OP-CONTACT-number: contact with what was reported, if it is where it was reported when the fleet comes there."""
    desk = known.desks[side]
    for slot, domain in slots.slots.items():
        for value in domain:
            order = FLEET_ORDERS.find(value)
            report = desk.contacts.get(order.report) if isinstance(order, Intercept) else None
            if report is None or slot not in desk.fleets:
                continue
            if (odds := intercepting(data, known, side, slot, report)) is not None:
                yield slot, value, odds


def in_a_line(data: Data) -> dict[type[Value], str]:
    """Table 5.5: what the missions are, with how far their courses are plotted."""
    ahead = {name: _ahead(row.depth) for name, row in data.missions.items()}
    near = in_words(data.missions["cover"].within)
    return {
        Intercept: f"{ahead['intercept']}, never away from it",
        Raid: f"a free course, plotted {ahead['raid']}",
        Cover: f"within {near} zones of a convoy or a place, {ahead['cover']}",
        Convoy: ahead["convoy"],
        Bombard: "the whole way",
        Refuel: "for others to come",
        Return: "the whole way to a port, and no attack",
        Transfer: "to another port",
    }


def _ahead(depth: int) -> str:
    """How far a course is plotted; without a number the whole of it."""
    return f"{in_words(depth)} {'turn' if depth == 1 else 'turns'} ahead" if depth else "the whole way"


MISSION: Question[State, Data] = Question(
    "OP-FLEET-mission",
    "What are your fleets to do, and how fast?",
    phase=phases.ORDERS,
    about=about_missions,
    answers={Allot: "A new mission takes the place of the old one and of its plot, from this turn on."},
    verb="Order",
    values=FLEET_ORDERS,
    kinds=in_a_line,
    order_odds=of_orders(interceptions),
    standing="",
    menu=ORDERING.menu,
    plan=ORDERING.plan,
)


def choose_missions(u: Umpire, draft: State, side: Side) -> kernel.Rule[None]:
    """OP-FLEET-mission: new missions for fleets that may change; without one a fleet goes on as it was told."""
    slots = mission_slots(draft, u.data, side)
    if slots:
        answer: Allot = yield from u.ask(side, MISSION, Assign(slots, optional=True))
        for key, value in answer.pairs:
            if value != NONE:
                give_mission(draft, u.data, side, draft.desks[side].fleets[key], FLEET_ORDERS.parse(value))
    send_home(draft, u.data, side)


def give_mission(state: State, data: Data, side: Side, fleet: Fleet, order: FleetOrder) -> None:
    """OP-FLEET-plot: a new mission takes the place of the old one and of its plot."""
    fleet.mission, fleet.pace = order.mission, order.pace
    fleet.plot, fleet.plan = [], []
    fleet.covers = fleet.chases = fleet.port = ""
    match order:
        case Cover(covered):
            fleet.covers = covered
        case Intercept(report):
            fleet.chases = state.desks[side].contacts[report].zone
        case Convoy(port):
            fleet.port = port
            fleet.plan = [data.port(port).zone]
        case Return(port, leads) | Transfer(port, leads):
            fleet.port = port
            fleet.plot = sea_route(state, data, side, fleet, fleet.at, data.port(port).zone, leads=leads)[1:]
        case Bombard(port):
            fleet.port = port
            fleet.plot = sea_route(state, data, side, fleet, fleet.at, data.port(port).zone)[1:]


# Ships that must go home


def must_return(data: Data, state: State, side: Side, fleet: Fleet) -> bool:
    """OP-SEA-machinery-effect, R11: whether a fleet does something in which one of its ships may not take part."""
    return bool(unfit(data, fleet, ships_of(state.desks[side], fleet.key)))


def unfit(data: Data, fleet: Fleet, ships: list[Ship]) -> list[Ship]:
    """The ships of a fleet that its mission is too much for: engines that have failed, or a worn hull."""
    worn_may = data.tables.storm.worn_missions
    return [
        ship
        for ship in ships
        if (ship.failed and fleet.mission != "return") or (is_worn(data, ship) and fleet.mission not in worn_may)
    ]


def send_home(state: State, data: Data, side: Side) -> None:
    """OP-SEA-machinery-effect, R11: such ships leave their fleet at sea and make for the nearest port."""
    desk = state.desks[side]
    for fleet in list(desk.fleets.values()):
        ships = ships_of(desk, fleet.key)
        going = unfit(data, fleet, ships)
        if not going or fleet.docked:
            continue
        key = fleet.key
        if len(going) < len(ships):
            key = detach(state, side, fleet, going[0].name or going[0].key)
            for ship in going:
                ship.fleet = key
        alone = desk.fleets[key]
        if ports := open_ports(state, data, side, alone):
            away = {name: sea_distance(state, data, side, alone, alone.at, data.port(name).zone) or 0 for name in ports}
            near = min(ports, key=lambda name: (away[name], data.port(name).zone))
            fast = paces(data, state, side, alone, "return")[-1]
            give_mission(state, data, side, alone, Return(near, False, fast))
