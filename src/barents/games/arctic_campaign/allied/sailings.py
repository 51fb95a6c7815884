"""Orders for the fleets of the Allied plan (D16, D26): from where, when and how each sails, and what it covers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.allied import convoys, western
from barents.games.arctic_campaign.allied.convoys import Convoy
from barents.games.arctic_campaign.allied.stations import (
    COVERS,
    MISSION,
    Fixed,
    line_of,
    start_ports,
)
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import ordinal
from barents.games.arctic_campaign.orders import (
    FLEETS,
    SAILING_SLOTS,
    WAYS,
    ConvoyKey,
    Direct,
    FleetSlot,
    GuardKey,
    HomeKey,
    ReactionSlot,
    SailingSlot,
    SentryKey,
    ViaSlot,
)
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.convoy_phase import MISSIONS
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import Group, State
from barents.games.arctic_campaign.state import Way as Purpose
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain, Numbers, Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.words import in_words

ALLIED = Side.ALLIED
WAYPOINTS = 4  # of a way of one's own
LEAVE = "AC-B.22-sails"


def _is_out_of_russia(slot: str) -> bool:
    """Whether a slot is of a fleet that leaves Russia."""
    order = SAILING_SLOTS.find(slot)
    if not isinstance(order, FleetSlot | ViaSlot):
        return False
    match FLEETS.find(order.fleet):
        case ConvoyKey() as convoy:
            return not convoy.is_eastbound
        case HomeKey() | GuardKey():
            return True
    return order.fleet == MISSION


def sailing(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.21-turn."""
    month = data.month_of_year(known.month)
    turns = data.sea.tables.clock.most_turns
    early = ""
    if known.allied.early:
        early = f"The event lets convoys start up to {in_words(known.allied.early)} turns before the first. "
    elif known.allied.reaction:
        early = f"The sighting lets one British fleet start early, turns: {known.allied.reaction}. "
    north = " In this month the northern route is open." if month in data.sea.routes["NORTH-M"].months else ""
    leave = ""
    if isinstance(decision.options, Assign) and any(map(_is_out_of_russia, decision.options.slots)):
        leave = (
            " Fleets that leave Russia have to be home when the month ends: they are offered the turns that are early "
            "enough. In that turn they put to sea, and then only western ports are open to them."
        )
    return (
        f"{early}The usual answer is turn 1 by the first route.{north}{leave} A month has {turns} turns of four "
        f"hours and a convoy makes a zone a turn: one that sails long after turn {turns - 60} may not arrive, and "
        "turns back. The further north the safer from aircraft. A way of one's own goes by up to four waypoints, and "
        "the route then only says which port. Covering fleets are fast: let them sail some days after their convoy, to "
        "be with it off Bear Island."
    )


def routes(data: Data, known: State, decision: Decision[Any]) -> Mapping[str, tuple[str, ...]]:
    """The routes that fleets may take, zone by zone, by `slot=value`.

    The shortest way to a port is not among them, unless the fleet's key says where it begins.
    """
    assert isinstance(decision.options, Assign)
    month, east = data.month_of_year(known.month), western.soviet_ports(data)
    found: dict[str, tuple[str, ...]] = {}
    for slot, domain in decision.options.slots.items():
        order = SAILING_SLOTS.find(slot)
        if not isinstance(order, FleetSlot) or order.task != "route":
            continue
        shortest = [way for value in domain if isinstance(way := WAYS.find(value), Direct)]
        westward = not any(way.port in east for way in shortest)
        for value in domain:
            points = _points(data, order.fleet, value, westward=westward)
            if len(points) > 1:
                found[f"{slot}={value}"] = _zones(data, points, month)
    return found


def _points(data: Data, fleet: str, value: str, *, westward: bool) -> tuple[str, ...]:
    """The waypoints of a way, its start first; none where that is not known."""
    if value in data.sea.routes:
        points = data.sea.routes[value].waypoints
        return tuple(reversed(points)) if westward else tuple(points)
    match FLEETS.find(fleet), WAYS.find(value):
        case HomeKey(zone), Direct(port):
            return zone, data.sea.port(port).zone
    return ()


@lru_cache(maxsize=256)
def _zones(data: Data, points: tuple[str, ...], month: int) -> tuple[str, ...]:
    try:
        return tuple(data.sea.through(points, month, Side.ALLIED))
    except ValueError:
        return points


ORDERS: Question[State, Data] = Question(
    "AC-B.21-turn",
    "From where, when and by which way do your fleets sail, and what do they cover?",
    phase=phases.CONVOYS,
    about=sailing,
    answers={Allot: "Each fleet puts to sea in its turn and keeps to its way; an empty line is no order."},
    verb="Give the orders",
    slots=SAILING_SLOTS,
    values=WAYS,
    layout="fleets",
    ways=routes,
)


def orders(u: Umpire, fixed: Fixed, places: Mapping[str, str]) -> kernel.Rule[list[Group]]:
    """D16, D26: a page with the orders of all fleets; nobody is asked who sends none."""
    fleets = _fleets(u.state, u.data, fixed, places)
    if not fleets:
        return []
    sheet = _Sheet(u.state, u.data, fixed, fleets)
    slots, optional = sheet.slots()
    page = Assign({str(slot): domain for slot, domain in slots.items()}, optional=list(map(str, optional)))
    answer: Allot = yield from u.ask(ALLIED, ORDERS, page)
    told = {SAILING_SLOTS.parse(slot): value for slot, value in answer.pairs if value != NONE}
    return [sheet.ordered(group, told) for group in fleets]


def _fleets(state: State, data: Data, fixed: Fixed, places: Mapping[str, str]) -> list[Group]:
    """The fleets of the plan with their ships; those without any are none."""
    members: dict[str, list[str]] = {}
    for key, place in places.items():
        members.setdefault(place, []).append(key)
    found = [
        Group(one.key, one.name, one.way, [*one.ships, *members.get(one.key, [])], one.port) for one in fixed.convoys
    ]
    ports = western.western_ports(data)
    for number, key in enumerate(COVERS, 1):
        if key in members:
            found.append(Group(key, f"{ordinal(number).capitalize()} covering fleet", "cover", members[key], ports[0]))
    for port in western.soviet_ports(data):
        zone = data.sea.port(port).zone
        parts: tuple[tuple[str, str, Purpose], ...] = (
            (str(GuardKey(zone)), f"Cover from {port}", "cover"),
            (str(HomeKey(zone)), f"Home from {port}", "home"),
            (str(SentryKey(zone)), f"Soviet escort from {port}", "cover"),
        )
        for key, name, way in parts:
            if key in members:
                found.append(Group(key, name, way, members[key], port))
    if MISSION in members:
        start = data.tables.allied_events.mission_from
        found.append(Group(MISSION, "Special mission", "mission", members[MISSION], start))
    return found


class _Sheet:
    """The page of orders: its slots, and what the answers make of the fleets."""

    def __init__(self, state: State, data: Data, fixed: Fixed, fleets: list[Group]) -> None:
        self.state, self.data, self.fixed, self.fleets = state, data, fixed, fleets
        self._turns = Numbers(range(1, operation_of(state).turns + 1))
        early = range(state.allied.early, -1, -1)
        self._early = Numbers(early, why_not=lambda _: Refusal("so early no convoy starts", "AC-B.5-early-where"))
        self._ways = {group.key: self._routes(group) for group in fleets}
        self._zones: dict[str, Among] = {}

    # What may be ordered

    def slots(self) -> tuple[dict[SailingSlot, Domain], list[SailingSlot]]:
        """Every slot, and those that may stay empty."""
        found: dict[SailingSlot, Domain] = {}
        optional: list[SailingSlot] = []
        for group in self.fleets:
            found[FleetSlot(group.key, "sails")] = self._when(group)
            if group.way == "cover":
                if group.key in COVERS:
                    found[FleetSlot(group.key, "port")] = Among(self._ports(group))
                found[FleetSlot(group.key, "covers")] = Among(self._covered(group))
            else:
                found[FleetSlot(group.key, "route")] = Among(list(self._ways[group.key]))
            if group.way in ("east", "west"):
                for number in range(1, WAYPOINTS + 1):
                    slot = ViaSlot(group.key, number)
                    found[slot] = self._waters(group.port)
                    optional.append(slot)
                if self.state.allied.early:
                    found[FleetSlot(group.key, "early")] = self._early
        british = [group.key for group in self.fleets if self._may_react(group)]
        if self.state.allied.reaction and british:
            found[ReactionSlot()] = Among(british, why_not=_why_not_react)
            optional.append(ReactionSlot())
        return found, optional

    def _when(self, group: Group) -> Among:
        """AC-B.21-turn, AC-B.22-sails: any turn; out of Russia one from which every way to the west is in time."""
        if not self.leaves_russia(group):
            return self._turns
        last = self.latest(group)

        def why_not(_turn: str) -> Refusal:
            return Refusal(f"{group.name} has to leave Russia, and would come too late after turn {last}", LEAVE)

        return Numbers(range(1, last + 1), why_not=why_not)

    def leaves_russia(self, group: Group) -> bool:
        """AC-B.22-must, AC-B.23-leave: whether a fleet lies in Russia and has to go to the west."""
        in_russia = group.port in western.soviet_ports(self.data)
        return in_russia and group.way != "east" and not isinstance(FLEETS.find(group.key), SentryKey)

    def latest(self, group: Group, way: list[str] | None = None) -> int:
        """AC-B.22-sails: the last turn in which it can sail by a way, or by the longest of its ways."""
        start = self.data.sea.port(group.port).zone
        ways = list(self._ways[group.key].values()) or [[self.data.sea.port(western.western_ports(self.data)[0]).zone]]
        lines = [line_of(self.state, self.data, key) for key in group.ships]
        limit = self.data.sea.missions[MISSIONS[group.way]].speed
        pace = max(1, min([line.zones for line in lines] + ([] if limit is None else [limit])))
        return min(
            convoys.latest_turn(self.state, self.data, [start, *one], pace, help=self.fixed.help)
            for one in (ways if way is None else [way])
        )

    def _ports(self, group: Group) -> list[str]:
        """AC-A.4-start-port, AC-B.5-us-base: where a covering fleet begins; Scapa Flow first."""
        ports = start_ports(self.data, [line_of(self.state, self.data, key) for key in group.ships])
        main = self.data.tables.hire.port
        return [main, *(port for port in ports if port != main)]

    def _routes(self, group: Group) -> dict[str, list[str]]:
        """The ways of a convoy, or of ships that go home; with the cruiser of the mission to Scapa Flow (R44)."""
        table = self.data.tables.allied_events
        to = table.mission_to if self.fixed.cruiser and self.fixed.cruiser in group.ships else ""
        if group.way in ("east", "west"):
            convoy = next(one for one in self.fixed.convoys if one.key == group.key)
            return convoys.ways(self.state, self.data, convoy, help=self.fixed.help, to=to)
        if group.way == "cover":
            return {}
        alone = Convoy(group.key, group.name, "west", group.port, ())
        return convoys.ways(self.state, self.data, alone, help=self.fixed.help, to=to)

    def _covered(self, group: Group) -> list[str]:
        """OP-FLEET-cover: convoys of the month, and the marks of the map; from a Soviet port only convoys (R31)."""
        east, west = ([convoy.key for convoy in self.fixed.bound(way)] for way in ("east", "west"))
        match FLEETS.find(group.key):
            case GuardKey():
                return west
            case SentryKey():
                return [*east, *west]
        return [*east, *west, *self.data.sea.tables.ports.marks.values()]

    def _waters(self, port: str) -> Among:
        """The zones that a convoy can come to from its port."""
        if port not in self._zones:
            sea, start = self.data.sea, self.data.sea.port(port).zone
            way = convoys.sea_way(self.state, self.data, help=self.fixed.help)
            zones = [
                zone
                for zone in sorted(sea.open_to(way))
                if not sea.is_harbour(zone) and sea.route_distance(zone, start, **way._asdict()) is not None
            ]
            self._zones[port] = Among(zones)
        return self._zones[port]

    def _may_react(self, group: Group) -> bool:
        """AC-B.3-react-fleet, R41: a fleet of British ships that begins in the west."""
        west = group.port in western.western_ports(self.data)
        return west and all(line_of(self.state, self.data, key).nation == "uk" for key in group.ships)

    # What is ordered

    def ordered(self, group: Group, told: Mapping[SailingSlot, str]) -> Group:
        """AC-B.5-early-where, AC-B.3-react-fleet: a fleet with its orders and its premature turns."""
        group.sails = int(told[FleetSlot(group.key, "sails")])
        group.early = int(told.get(FleetSlot(group.key, "early"), "0"))
        if told.get(ReactionSlot()) == group.key:
            group.early = max(group.early, self.state.allied.reaction)
        if group.way == "cover":
            group.port = told.get(FleetSlot(group.key, "port"), group.port)
            group.covers = told[FleetSlot(group.key, "covers")]
            group.route = self._station(group, told)
            return group
        way = self._ways[group.key][told[FleetSlot(group.key, "route")]]
        own = [told[slot] for number in range(1, WAYPOINTS + 1) if (slot := ViaSlot(group.key, number)) in told]
        group.route = [*own, way[-1]] if own else list(way)
        if self.leaves_russia(group):
            if self.latest(group, group.route) < 1:  # so far about that she would never be home
                group.route = list(way)
            group.sails = min(group.sails, self.latest(group, group.route))
        port = self.data.sea.port_at(way[-1])
        group.goal = port.name if port is not None else ""
        return group

    def _station(self, group: Group, told: Mapping[SailingSlot, str]) -> list[str]:
        """Where a covering fleet goes if it is told nothing else: to its zone, or half-way along its convoy's way."""
        if group.covers[:1].isdigit():
            return [group.covers]
        if group.key not in COVERS and not isinstance(FLEETS.find(group.key), GuardKey):
            return []
        way = self._ways[group.covers][told[FleetSlot(group.covers, "route")]]
        inner = [zone for zone in way if not self.data.sea.is_harbour(zone)]
        return [inner[len(inner) // 2]] if inner else []


def _why_not_react(_key: str) -> Refusal:
    return Refusal("only one fleet of British ships in a western port can start early", "AC-B.3-react-fleet")
