"""Plots: the zones that fleets are bound to (OP-FLEET-plot, -cover, -intercept, OP-SCEN-limits)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import pairwise, takewhile

from barents.games.operations import phases
from barents.games.operations.data import Data
from barents.games.operations.fleets.missions import may_change, must_return
from barents.games.operations.fleets.passage import distances_to, open_zones, sea_distance, sea_route, why_shut
from barents.games.operations.rules.limits import SOVIET, barred, barriers, may_leave, must_sail
from barents.games.operations.rules.menus import PLOTTING
from barents.games.operations.rules.units import Umpire, date, ships_of, type_of
from barents.games.operations.state import Fleet, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE, Domain, Refusal, Routes
from barents.kernel.question import Question
from barents.kernel.sides import Side

COASTAL = ("transfer", "return")


# What may be plotted


def free_points(state: State, data: Data, side: Side, fleet: Fleet) -> int:
    """OP-FLEET-plot: how many zones a fleet may still plot: its depth in turns at its pace, less what is plotted."""
    depth = data.missions[fleet.mission].depth
    if not depth or fleet.loose:
        return 0
    bound = 0 if may_change(state, data, side, fleet) else len(fleet.plot)
    return max(0, depth * fleet.pace - bound)


def plot_domain(state: State, data: Data, side: Side, fleet: Fleet) -> Routes | None:
    """OP-FLEET-plot: the ways on from where a fleet's plot ends, or from where it is if that may be changed.

    None where there is no room in the plot, or no zone to go on to.
    """
    points = free_points(state, data, side, fleet)
    if not points:
        return None
    start = fleet.at if may_change(state, data, side, fleet) or not fleet.plot else fleet.plot[-1]
    why_not = forbidden(state, data, side, fleet, start)
    costs = {zone: 1 for zone in data.reach(start, points) if why_not(zone) is None}
    onward = [zone for zone in data.neighbours(start) if zone in costs]
    quarry = fleet.chases if fleet.mission == "intercept" else ""
    if quarry:
        onward = [zone for zone in onward if data.distance(zone, quarry) <= data.distance(start, quarry)]
    if not onward:
        return None
    if quarry:
        return Chase(data, start, points, costs, quarry, why_not)
    compelled = must_close(state, data, side, fleet) or must_sail(state, data, side, fleet)
    least = 1 if start == fleet.at and compelled else 0
    return Routes(start, points, costs, data.neighbours, least=least, board="map", why_not=why_not)


class Chase(Routes):
    """OP-FLEET-intercept: ways of which no zone is farther from where the enemy was reported than the one before."""

    __slots__ = ("_away",)

    def __init__(
        self,
        data: Data,
        start: str,
        points: int,
        costs: dict[str, int],
        quarry: str,
        why_not: Callable[[str], Refusal | None],
    ) -> None:
        self._away = {zone: data.distance(zone, quarry) for zone in (start, *costs)}
        edges = {
            zone: [other for other in data.neighbours(zone) if self._away.get(other, away + 1) <= away]
            for zone, away in self._away.items()
        }
        super().__init__(start, points, costs, data.neighbours, board="map", edges=edges, why_not=why_not)

    def refusal(self, value: str) -> Refusal | None:
        within_reach = [zone for zone in value.split(">") if zone in self._away]
        for here, onward in pairwise(within_reach):
            if self._away[onward] > self._away[here]:
                words = f"{onward} is farther than {here} from where the enemy was reported"
                return Refusal(words, "OP-FLEET-intercept")
        return super().refusal(value)


def forbidden(state: State, data: Data, side: Side, fleet: Fleet, start: str) -> Callable[[str], Refusal | None]:
    """OP-STATE-legal: why a zone may not stand in a fleet's plot, with the row that forbids it; None if it may."""
    open_, checks = open_zones(state, data, side, fleet), barriers(state, data, side, fleet)
    cover = _closing(state, data, side, fleet, start) if fleet.mission == "cover" else None

    def why_not(zone: str) -> Refusal | None:
        if zone not in open_:
            return why_shut(state, data, side, zone)
        return (cover(zone) if cover is not None else None) or barred(checks, zone)

    return why_not


def covered_zone(state: State, side: Side, fleet: Fleet) -> str:
    """OP-FLEET-cover: where that is which a fleet covers."""
    if fleet.covers.isdigit():
        return fleet.covers
    other = state.desks[side].fleets.get(fleet.covers)
    return other.at if other is not None else ""


def must_close(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """OP-FLEET-cover: a fleet at sea that is too far from what it covers, and has a way there."""
    centre = covered_zone(state, side, fleet) if fleet.mission == "cover" and not fleet.docked else ""
    if not centre or data.distance(fleet.at, centre) <= data.missions["cover"].within:
        return False
    return sea_distance(state, data, side, fleet, fleet.at, centre) is not None


def _closing(state: State, data: Data, side: Side, fleet: Fleet, start: str) -> Callable[[str], Refusal | None] | None:
    """OP-FLEET-cover: zones near enough to what it covers, or nearer by sea than it is."""
    centre, within = covered_zone(state, side, fleet), data.missions["cover"].within
    if not centre:
        return None
    by_sea = distances_to(state, data, side, fleet, centre)
    away = by_sea(start)
    if away is None:
        return None

    def why_not(zone: str) -> Refusal | None:
        if data.distance(zone, centre) <= within:
            return None
        left = by_sea(zone)
        if left is not None and left < away:
            return None
        return Refusal(f"{zone} is more than {within} zones from {centre}, and does not close it", "OP-FLEET-cover")

    return why_not


# Sailing


def may_sail(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """C.52, R63, R66: a fleet in port sails from its turn on, if the port is open and none of its ships has to stay."""
    if not fleet.docked:
        return True
    first = min(fleet.sails, 1 - fleet.early) if fleet.early else fleet.sails
    stays = any(ship.aground or ship.held for ship in ships_of(state.desks[side], fleet.key))
    port = data.port_at(fleet.at)
    iced = port is not None and port.nation == SOVIET and not data.open_port(port.name, date(state))
    if state.turn < first or stays or iced or must_return(data, state, side, fleet):
        return False
    return may_leave(state, data, side, fleet) and may_sortie(state, data, side, fleet)


def may_sortie(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """C.52: German ships leave the coast only once a convoy is identified; oilers and coastal convoys do not wait."""
    if side is not Side.AXIS or not state.cautious or state.desks[side].identified or fleet.mission == "convoy":
        return True
    if all(type_of(data, ship).type == "AO" for ship in ships_of(state.desks[side], fleet.key)):
        return True
    return fleet.mission in COASTAL and all(zone in data.coastal_waters for zone in fleet.plot)


# Asking, and what comes of it


PLOT: Question[State, Data] = Question(
    "OP-FLEET-plot",
    "Where do your fleets go?",
    phase=phases.ORDERS,
    about=(
        "Without a plot a convoy follows its plan, and others hold. What is plotted is bound: a fleet sails it, "
        "whatever you learn, until its mission lets you change. Lit zones are those that the mission, the ice and the "
        "scenario allow."
    ),
    answers={Allot: "Each fleet sails by the zones that you plot, as many a turn as its mission says."},
    verb="Plot",
    standing="",
    menu=PLOTTING.menu,
    plan=PLOTTING.plan,
)


def choose_plots(
    u: Umpire,
    draft: State,
    side: Side,
    question: Question[State, Data] = PLOT,
    only: Collection[str] | None = None,
) -> kernel.Rule[None]:
    """OP-FLEET-plot: the next zones of every fleet that has room in its plot; plans fill what nobody was told."""
    data, desk = u.data, draft.desks[side]
    slots: dict[str, Domain] = {}
    sailing = [
        fleet
        for fleet in desk.fleets.values()
        if (only is None or fleet.key in only) and may_sail(draft, data, side, fleet)
    ]
    for fleet in sailing:
        domain = plot_domain(draft, data, side, fleet)
        if domain is not None:
            slots[fleet.key] = domain
    answer: Allot = yield from u.ask(side, question, Assign(slots, optional=True))
    told = {key: value for key, value in answer.pairs if value != NONE}
    for fleet in sailing:
        if fleet.key in told:
            give_plot(draft, data, side, fleet, told[fleet.key])
        else:
            follow_plan(draft, data, side, fleet)
            close_up(draft, data, side, fleet)


def give_plot(state: State, data: Data, side: Side, fleet: Fleet, way: str) -> None:
    """OP-FLEET-plot: what was plotted takes the place of what may be changed, or is added to what is bound."""
    start, *zones = way.split(">")
    if start == fleet.at and may_change(state, data, side, fleet):
        fleet.plot = []
    fleet.plot += zones


def follow_plan(state: State, data: Data, side: Side, fleet: Fleet) -> None:
    """OP-FLEET-plot: a fleet with a plan plots along it as far as its mission asks, past waypoints that are shut.

    Some missions ask for the whole route.
    """
    depth = data.missions[fleet.mission].depth * fleet.pace
    while fleet.plan and (not depth or len(fleet.plot) < depth):
        here = fleet.plot[-1] if fleet.plot else fleet.at
        if here == fleet.plan[0]:
            del fleet.plan[0]
            continue
        way = sea_route(state, data, side, fleet, here, fleet.plan[0])
        if len(way) > 1:
            fleet.plot.append(way[1])
        elif len(fleet.plan) > 1:
            del fleet.plan[0]
        else:
            break


def close_up(state: State, data: Data, side: Side, fleet: Fleet) -> None:
    """OP-FLEET-cover: a covering fleet that is too far away and was told nothing makes for what it covers."""
    if not must_close(state, data, side, fleet):
        return
    centre, row = covered_zone(state, side, fleet), data.missions["cover"]
    if fleet.plot and data.distance(fleet.plot[-1], centre) <= row.within:
        return
    way, checks = sea_route(state, data, side, fleet, fleet.at, centre)[1:], barriers(state, data, side, fleet)
    fleet.plot = list(takewhile(lambda zone: barred(checks, zone) is None, way[: row.depth * fleet.pace]))
