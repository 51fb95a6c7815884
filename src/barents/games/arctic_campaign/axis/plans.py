"""The German plan of the month (D17 to D20, D27): boats, ports and squadrons, oil, air bases, an oiler for a base."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import points
from barents.games.arctic_campaign.orders import PORTS, SecondSquadron, SecondSquadronKey, SquadronKey
from barents.games.arctic_campaign.rules import modes
from barents.games.arctic_campaign.rules.boats import operation_of, stations
from barents.games.arctic_campaign.rules.convoy_phase import AUXILIARIES, must_stay, on_the_map
from barents.games.arctic_campaign.rules.units import Umpire, date, ship_of, type_of
from barents.games.arctic_campaign.state import Group, Mode, State, Vessel
from barents.games.operations import GAME as SEA
from barents.games.operations.air.allotment import settle as settle_bases
from barents.games.operations.air.allotment import station
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain, Numbers, Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.words import in_words

AXIS = Side.AXIS
BASE = "base"  # an oiler sails to found a secret base
ZONE, TURN = "zone", "sails"


class Plan(NamedTuple):
    """What the German side has written down."""

    boats: dict[str, str]
    ports: dict[str, str]
    base: tuple[str, str, int] | None
    fuel: dict[str, int]
    refills: tuple[str, ...]
    bases: dict[str, str]
    modes: list[Mode]


def plans(u: Umpire) -> kernel.Rule[Plan]:
    """D17 to D20, D27: a page each; there are always boats to place."""
    boats = yield from _place_boats(u)
    ports = yield from _ports(u)
    base = yield from _base(u, ports)
    fuel = yield from oil.refuelling(u)
    refills = yield from oil.standing_orders(u)
    bases = yield from station(u.inside(SEA, u.data.sea, operation_of(u.state)), AXIS)
    accepted = yield from modes.accepted(u, AXIS)
    return Plan(boats, ports, base, fuel, refills, bases, accepted)


# What is asked


def secret_base(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-C.6."""
    turns = in_words(data.sea.tables.secret_base.founding_turns)
    return (
        f"After {turns} turns there it serves boats and two steps of aircraft. If it is found and destroyed, or left "
        f"standing, the Allies get {points(data.tables.victory.secret_base)}."
    )


BOATS: Question[State, Data] = Question(
    "AC-A.22-uboats",
    "Where do your U-boats begin? Your staff places those without an order on the convoys' way",
    phase=phases.CONVOYS,
    about=(
        "Nobody sees where they lie. A boat finds only what comes through her own zone: put them "
        "across the convoys' way, a day or so apart, west of Bear Island where the routes are close together. "
        "Boats without an order are spread along the usual way."
    ),
    answers={Allot: "Each boat begins in the zone that you name; your staff places the others."},
    verb="Place",
    standing="",
    layout="muster",
)
SQUADRONS: Question[State, Data] = Question(
    "AC-A.4-start-port",
    "Where do your ships begin the month, and in which squadron?",
    part="squadrons",
    phase=phases.CONVOYS,
    about=(
        "The usual answer is to leave them where they are; Altafjord is the best place from which to meet convoys. "
        "Ships of one port sail together unless you put some into a second squadron there. Ships that came this month "
        "are at Trondheim. An oiler may be sent to found a secret base off Novaya Zemlya, once a year."
    ),
    answers={Allot: "Each ship lies in the port that you name as the month begins, in a squadron with others there."},
    verb="Place",
    values=PORTS,
    layout="muster",
)
SECRET_BASE: Question[State, Data] = Question(
    "AC-C.6-ao",
    "Where is the secret base to be, and in which turn does the oiler sail?",
    phase=phases.CONVOYS,
    about=secret_base,
    answers={Allot: "The oiler sails in that turn for that zone; it is the one base that you may begin this year."},
    verb="Send",
)


def boat_zones(state: State, data: Data, side: Side) -> Among:
    """AC-A.4-subs-anywhere, -uboat-british, -uboat-soviet, -allied-sub: the zones in which boats may be placed."""
    zones = data.sea.places_for_boats(side, data.month_of_year(state.month))
    rule = "AC-A.4-allied-sub" if side is Side.ALLIED else "AC-A.4-subs-anywhere"
    return Among(zones, why_not=lambda zone: Refusal(f"{zone} is too near an enemy port, or no open sea", rule))


def _place_boats(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """AC-A.22-uboats, D17."""
    zones = boat_zones(u.state, u.data, AXIS)
    boats = operation_of(u.state).desks[AXIS].boats
    slots: dict[str, Domain] = dict.fromkeys(boats, zones)
    answer: Allot = yield from u.ask(AXIS, BOATS, Assign(slots, optional=True))
    return placed(answer, stations(u.state, u.data, AXIS, len(boats)))


def placed(answer: Allot, proposed: list[str]) -> dict[str, str]:
    """Every boat with her zone: the one that was ordered, or that of the staff."""
    return {key: usual if zone == NONE else zone for (key, zone), usual in zip(answer.pairs, proposed, strict=True)}


def norwegian_ports(state: State, data: Data) -> list[str]:
    """R64: the ports of Norway that are held this month."""
    return [port.name for port in data.sea.ports_of(AXIS, date(state, data)) if port.norwegian]


def movable(state: State, data: Data) -> list[Vessel]:
    """AC-A.4-monthly-setup: the German ships in Norway that are not under repair and keep no base."""
    return [
        vessel
        for vessel in on_the_map(state, data, AXIS)
        if vessel.at not in state.axis.bases and not must_stay(state, data, AXIS, vessel)
    ]


def may_found(state: State, data: Data) -> bool:
    """AC-C.6-once, -once-year: one base may be begun a year, also while an older one stands."""
    return data.year(state.month) not in state.axis.founded and bool(base_zones(state, data))


def base_zones(state: State, data: Data) -> list[str]:
    """AC-C.6-ao, -one-a-zone: the zones off Novaya Zemlya with neither ice nor a base this month."""
    closed = {*data.sea.shut(data.month_of_year(state.month)), *state.axis.bases}
    return [zone for zone in data.sea.secret_zones if zone not in closed]


def _ports(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """AC-A.4-start-port, -newcomers, D18, D27: a port for each ship, and which of two squadrons there.

    What is proposed: ships stay where they are, and those that do not fight keep out of the squadron that does.
    """
    state, data = u.state, u.data
    held, found = norwegian_ports(state, data), may_found(state, data)
    slots: dict[str, Domain] = {}
    for vessel in movable(state, data):
        type, here = type_of(data, ship_of(state, AXIS, vessel.key)).type, vessel.at
        ports = [here] if vessel.key in state.axis.newcomers else [here, *(port for port in held if port != here)]
        second = [str(SecondSquadron(port)) for port in ports]
        values = [*second, *ports] if type in AUXILIARIES else [*ports, *second]
        if type == "AO" and found:
            values.append(BASE)
        slots[vessel.key] = Among(values, why_not=_why_not_there)
    capacity = {BASE: 1}
    answer: Allot = yield from u.ask(AXIS, SQUADRONS, Assign(slots, capacity=capacity))
    return dict(answer.pairs)


def _why_not_there(value: str) -> Refusal:
    if value == BASE:
        return Refusal("only an oiler founds a base, once a year, where the ice lets her", "AC-C.6-once")
    return Refusal(f"she cannot begin at {value}: newcomers are at Trondheim", "AC-A.4-newcomers")


def _base(u: Umpire, ports: Mapping[str, str]) -> kernel.Rule[tuple[str, str, int] | None]:
    """AC-C.6-ao, D27: where the oiler goes that is to found a base, and when she sails."""
    key = next((key for key, value in ports.items() if value == BASE), None)
    if key is None:
        return None
    turns = Numbers(range(1, operation_of(u.state).turns + 1))
    slots: dict[str, Domain] = {ZONE: Among(base_zones(u.state, u.data)), TURN: turns}
    answer: Allot = yield from u.ask(AXIS, SECRET_BASE, Assign(slots))
    told = dict(answer.pairs)
    return key, told[ZONE], int(told[TURN])


# What comes of it


def settle(u: Umpire, plan: Plan) -> None:
    """D17 to D20, D27: the plan is carried out."""
    state, data = u.state, u.data
    inner = operation_of(state).desks[AXIS]
    for key, zone in plan.boats.items():
        inner.boats[key].at = zone
    _squadrons(state, data, plan.ports)
    if plan.base is not None:
        key, zone, turn = plan.base
        state.axis.groups[BASE] = Group(
            BASE, "Oiler of the secret base", "base", [key], state.axis.vessels[key].at, sails=turn, route=[zone]
        )
    oil.settle(u, plan.fuel)
    state.axis.refills = list(plan.refills)
    settle_bases(inner, plan.bases)
    state.axis.modes = plan.modes


def _squadrons(state: State, data: Data, ports: Mapping[str, str]) -> None:
    """AC-A.4-monthly-setup: ships lie where they were sent, in one or two squadrons a port."""
    axis = state.axis
    for key, value in ports.items():
        if value == BASE:
            continue
        second = PORTS.find(value)
        port = value if second is None else second.port
        vessel = axis.vessels[key]
        if vessel.at != port:
            vessel.at, vessel.since = port, state.month
        zone = data.sea.port(port).zone
        name = str(SecondSquadronKey(zone) if second else SquadronKey(zone))
        title = f"{port} squadron{' 2' if second else ''}"
        group = axis.groups.setdefault(name, Group(name, title, "squadron", [], port))
        group.ships.append(key)
