"""The convoys of a month (B.21, B.22): how many transports sail, from where, and by which ways they may go."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.actions import Proceed, SailEast, SailWest
from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.allied.transports import TRANSPORT, convoy_name
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import points
from barents.games.arctic_campaign.orders import Direct, OnlyMove
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.convoy_phase import SOVIET, must_stay, on_the_map
from barents.games.arctic_campaign.rules.units import Umpire, date, ship_of, type_of
from barents.games.arctic_campaign.state import State, Vessel
from barents.games.operations.waters import Way as SeaWay
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.domains import Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.words import in_words, listed

ALLIED = Side.ALLIED
CONVOY_DESTROYERS, SHIPS_A_DESTROYER = 4, 8  # what doctrine gives a convoy (11.1), and one more for each so many


class Convoy(NamedTuple):
    """A convoy that is being formed: its transports, in a port."""

    key: str
    name: str
    way: Literal["east", "west"]
    port: str
    ships: tuple[str, ...]


def wanted(transports: int) -> int:
    """11.1: the destroyers that doctrine gives a convoy of so many transports."""
    return CONVOY_DESTROYERS + transports // SHIPS_A_DESTROYER


# Eastbound


def eastbound(data: Data, _known: State, decision: Decision[Any]) -> str:
    """AC-B.21-any-number."""
    table = data.tables.victory
    worth = data.sea.types[TRANSPORT].cargo * table.cargo
    loss = data.sea.types[TRANSPORT].vp
    launched = _launched(data, decision)
    if not launched:
        ports = " or ".join(data.tables.transports.unload_ports)
        return (
            f"They lie in Russia with their cargo, and can unload only in {ports}. Each that does is worth "
            f"{points(worth)}; while they wait they cost nothing. Only Soviet destroyers can cover them."
        )
    doctrine = [f"{wanted(number)} destroyers for {number}" for number in dict.fromkeys(launched.values())]
    return (
        "The usual answer is all of them in one convoy, or in two if there are more than thirty. Each that unloads in "
        f"Russia is worth {points(worth)}, each that is sunk {points(loss)} to the Axis, each that stays "
        f"{points(table.kept_back)}; those that stay also make next month's dice fewer. Doctrine gives "
        f"{listed(doctrine)}."
    )


def keeping(data: Data, _known: State, decision: Decision[Any]) -> dict[str, int]:
    """AC-B.21-penalty: to form no further convoy costs a point for each transport that is then left."""
    return {str(Proceed()): sum(_launched(data, decision).values()) * data.tables.victory.kept_back}


def _launched(data: Data, decision: Decision[Any]) -> dict[str, int]:
    """The most transports that can sail from each launch port."""
    most: dict[str, int] = {}
    for action in decision.options.listed if isinstance(decision.options, Pick) else ():
        if isinstance(action, SailEast):
            most[action.port] = max(most.get(action.port, 0), action.transports)
    return {port: most[port] for port in data.tables.transports.launch_ports if port in most}


EAST: Question[State, Data] = Question(
    "AC-B.21-any-number",
    "How many transports sail east in a convoy, and from where? Those that stay in the west cost a point each",
    phase=phases.CONVOYS,
    about=eastbound,
    answers={Proceed: "You form no further convoy; transports that are left stay where they are this month."},
    prices=keeping,
)


def ready_east(state: State, data: Data, *, help: bool) -> dict[str, list[str]]:
    """AC-B.21-start, -backlog: the transports in each launch port, old and new.

    AC-B.21-go-on: and those that have come to a Soviet port in which nothing is unloaded, where ice lets them leave it.
    """
    ports: dict[str, list[str]] = {port: [] for port in data.tables.transports.launch_ports}
    east = western.soviet_ports(data)
    for vessel in _merchants(state, data):
        if vessel.at in ports:
            ports[vessel.at].append(vessel.key)
        elif vessel.at in east and is_laden(state, vessel) and is_open(state, data, vessel.at, help=help):
            ports.setdefault(vessel.at, []).append(vessel.key)
    return ports


def is_laden(state: State, vessel: Vessel) -> bool:
    """AC-B.21-go-on: whether a transport has not yet unloaded in Russia."""
    return not ship_of(state, ALLIED, vessel.key).homeward


def _merchants(state: State, data: Data) -> list[Vessel]:
    return [
        vessel
        for vessel in on_the_map(state, data, ALLIED)
        if vessel.service == "merchant" and not must_stay(state, data, ALLIED, vessel)
    ]


def form_east(u: Umpire, *, help: bool) -> kernel.Rule[list[Convoy]]:
    """AC-B.21-any-number, D26: eastbound convoys one after the other, of so many transports in a port, or none."""
    state, data = u.state, u.data
    ports, formed = ready_east(state, data, help=help), list[Convoy]()
    while any(ports.values()):
        sail: list[Action] = [
            SailEast(port, number) for port, keys in ports.items() for number in range(len(keys), 0, -1)
        ]
        answer = yield from u.ask(ALLIED, EAST, Pick([*sail, Proceed()], why_not=_too_many))
        if not isinstance(answer, SailEast):
            break
        formed.append(_take(state, data, "east", len(formed), ports, answer.port, answer.transports))
    return formed


def _too_many(action: Action) -> Refusal | None:
    if isinstance(action, SailEast | SailWest):
        return Refusal(f"there are no {action.transports} transports ready to sail from {action.port}", "AC-B.21-start")
    return None


def _take(
    state: State,
    data: Data,
    way: Literal["east", "west"],
    number: int,
    ports: dict[str, list[str]],
    port: str,
    transports: int,
) -> Convoy:
    name = convoy_name(state, data, way, number)
    ships = tuple(ports[port][:transports])
    del ports[port][:transports]
    return Convoy(name.lower(), name, way, port, ships)


# Westbound


def westbound(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-B.22-may."""
    table = data.tables.transports
    return (
        "The usual answer is all of them, when an eastbound convoy sails too: one covering fleet then serves both. "
        f"Transports that come home are worth {points(data.tables.victory.returned)} each, and one that is sunk costs "
        f"as much as a laden one. From {in_words(table.forced_from)} on at least half must sail; while they wait they "
        "cost nothing."
    )


WEST: Question[State, Data] = Question(
    "AC-B.22-may",
    "How many transports sail home in a convoy, and from where?",
    phase=phases.CONVOYS,
    about=westbound,
    answers={Proceed: "You form no further convoy; transports that are left wait in Russia."},
)


def waiting(state: State, data: Data, *, help: bool) -> dict[str, list[str]]:
    """AC-B.22-count-time, -iced: the transports in each Soviet port that is open; damaged ones stay there (B.43).

    AC-B.21-go-on: those that have still to unload do not wait for their return.
    `help` is whether an ice breaker keeps the White Sea open in the months in which it must.
    """
    ports: dict[str, list[str]] = {
        port.name: []
        for port in data.sea.ports_of(ALLIED, date(state, data), SOVIET)
        if is_open(state, data, port.name, help=help)
    }
    for vessel in _merchants(state, data):
        if vessel.at in ports and not is_laden(state, vessel):
            ports[vessel.at].append(vessel.key)
    return {port: keys for port, keys in ports.items() if keys}


def is_open(state: State, data: Data, port: str, *, help: bool) -> bool:
    """AC-B.24-ice-all, R63: whether ships can leave a Soviet port this month, or come to it."""
    month, zone = data.month_of_year(state.month), data.sea.port(port).zone
    if not data.sea.open_port(port, date(state, data)):
        return False
    return help or not data.sea.needs_help(zone, month)


def has_help(state: State, data: Data, bases: Mapping[str, str]) -> bool:
    """R63: an ice breaker without damage lies where it can help; `bases` are the ports that ships are sent to."""
    month, table = data.month_of_year(state.month), data.sea.tables.white_sea
    if month not in table.breaker:
        return True
    return any(
        type_of(data, ship).type == "IB" and not ship.lost and bases.get(vessel.key, vessel.at) in table.breaker_ports
        for vessel in on_the_map(state, data, ALLIED)
        for ship in [ship_of(state, ALLIED, vessel.key)]
    )


def least_west(data: Data, number: int) -> int:
    """AC-B.22-half, -half-round: how many of the waiting transports have to sail if any does."""
    return -(-number // data.tables.transports.half)


def form_west(u: Umpire, *, help: bool) -> kernel.Rule[list[Convoy]]:
    """AC-B.22-must, -may, -half, D26: westbound convoys; none, or at least half of those that wait; a must from 11 on.

    Whoever has begun goes on until enough sail, and so no plan against the rule can be written.
    """
    state, data = u.state, u.data
    ports, formed = waiting(state, data, help=help), list[Convoy]()
    number = sum(len(keys) for keys in ports.values())
    least, forced = least_west(data, number), number >= data.tables.transports.forced_from
    sailing = 0
    while any(ports.values()):
        options: list[Action] = [
            SailWest(port, count) for port, keys in ports.items() for count in range(len(keys), 0, -1)
        ]
        if sailing >= least or (not sailing and not forced):
            options.append(Proceed())
        prompt = f"How many transports sail home in a convoy, and from where? {_asked_for(number, least, forced)}"
        answer = yield from u.ask(ALLIED, WEST, Pick(options, why_not=_not_enough), prompt)
        if not isinstance(answer, SailWest):
            break
        sailing += answer.transports
        formed.append(_take(state, data, "west", len(formed), ports, answer.port, answer.transports))
    return formed


def _asked_for(number: int, least: int, forced: bool) -> str:
    return f"Of {number} that wait at least {least} must sail{'' if forced else ', if any does'}"


def _not_enough(action: Action) -> Refusal | None:
    if isinstance(action, Proceed):
        return Refusal("at least half of the transports that wait in Russia must sail home", "AC-B.22-half")
    return _too_many(action)


# Ways


def ways(state: State, data: Data, convoy: Convoy, *, help: bool, to: str = "") -> dict[str, list[str]]:
    """7.4: the routes that a convoy may take this month, by name, each as waypoints with the port at its end.

    Reference routes first (those that begin in its port before the others), then the shortest way to each port. An
    eastbound convoy can also only change its launch port; one that goes on within Russia takes the shortest way. With
    `to` it must end in that port.
    """
    month, start = data.month_of_year(state.month), data.sea.port(convoy.port).zone
    reverse, launched = convoy.way == "west", convoy.port in data.tables.transports.launch_ports
    found: list[tuple[str, list[str]]] = []
    for row in data.sea.routes.values() if reverse or launched else ():
        points = list(reversed(row.waypoints)) if reverse else list(row.waypoints)
        if month in row.months and (not reverse or points[0] == start):
            found.append((row.id, points if points[0] == start else [start, *points[1:]]))
    found.sort(key=lambda way: data.sea.routes[way[0]].waypoints[-1 if reverse else 0] != start)
    for port in goals(state, data, convoy):
        found.append((str(Direct(port)), [start, data.sea.port(port).zone]))
    if launched and not reverse:
        others = [port for port in data.tables.transports.launch_ports if port != convoy.port]
        found += [(str(OnlyMove(port)), [start, data.sea.port(port).zone]) for port in others]
    return {
        name: points[1:]
        for name, points in found
        if is_passable(state, data, points, help=help) and (not to or points[-1] == data.sea.port(to).zone)
    }


def latest_turn(state: State, data: Data, points: list[str], pace: int, *, help: bool) -> int:
    """AC-B.22-sails, R22: the last turn in which a fleet sails by a way and is at its end, or near enough, in time."""
    way, turns = sea_way(state, data, help=help)._asdict(), operation_of(state).turns
    zones = sum(data.sea.route_distance(one, two, **way) or 0 for one, two in pairwise(points))
    needed = -(-(zones - data.sea.tables.ports.late_zones) // pace)
    return min(turns, turns + 1 - needed)


def goals(state: State, data: Data, convoy: Convoy) -> list[str]:
    """AC-B.21-unload: the ports that a convoy may make for, where ice lets it."""
    if convoy.way == "east":
        return list(data.tables.transports.unload_ports)
    return [port.name for port in data.sea.ports_of(ALLIED, date(state, data)) if port.nation != SOVIET]


def sea_way(state: State, data: Data, *, help: bool) -> SeaWay:
    """The waters that are open to an Allied fleet without an ice breaker of its own."""
    return SeaWay(data.month_of_year(state.month), ALLIED, help=help, shun=True)


def is_passable(state: State, data: Data, points: list[str], *, help: bool) -> bool:
    """Whether every waypoint can be reached from the one before it."""
    way = sea_way(state, data, help=help)
    return all(data.sea.route_distance(one, two, **way._asdict()) is not None for one, two in pairwise(points))
