"""Scattered ships: each has a destination and up to two waypoints, and sails there by herself (OP-FLEET-scatter)."""

from __future__ import annotations

from barents.games.operations import phases
from barents.games.operations.data import Data
from barents.games.operations.fleets.missions import open_ports
from barents.games.operations.fleets.passage import open_zones
from barents.games.operations.fleets.regroup import destination
from barents.games.operations.orders import PLANS, Waypoint
from barents.games.operations.rules.units import Umpire
from barents.games.operations.state import Fleet, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.question import Question
from barents.kernel.sides import Side

SCATTERED: Question[State, Data] = Question(
    "OP-FLEET-scatter",
    "Where do your scattered ships go, and by which zones?",
    phase=phases.ORDERS,
    about=(
        "Without an order they keep to their course. Each ship sails alone, a zone a turn, by up to two waypoints to a "
        "port. Alone she is hard to find from the air, but has nobody to protect her."
    ),
    answers={Allot: "Each ship makes for her port by the zones that you name; you may change it once a day."},
    verb="Send",
    slots=PLANS,
    standing="",
)


def may_plan(state: State, data: Data, fleet: Fleet) -> bool:
    """OP-FLEET-scatter: at once when she has scattered, then once a day."""
    new_day = data.slot(state.turn) == data.tables.scatter.change_slot
    return fleet.loose and not fleet.docked and (fleet.unplanned or new_day)


def choose_plans(u: Umpire, draft: State, side: Side) -> kernel.Rule[None]:
    """OP-FLEET-scatter: a port for each ship (`pq-17-3`) and her waypoints (`pq-17-3:1`, `pq-17-3:2`)."""
    data, desk = u.data, draft.desks[side]
    ships = [fleet for fleet in desk.fleets.values() if may_plan(draft, data, fleet)]
    if not ships:
        return
    slots = plan_slots(draft, data, side, ships)
    answer: Allot = yield from u.ask(side, SCATTERED, Assign(slots, optional=True))
    told = {slot: value for slot, value in answer.pairs if value != NONE}
    for fleet in ships:
        give_plan(data, fleet, told)
        fleet.unplanned = False


def plan_slots(state: State, data: Data, side: Side, ships: list[Fleet]) -> dict[str, Domain]:
    """The slots of each ship; ships in the same waters share the list of zones."""
    slots: dict[str, Domain] = {}
    seas: dict[frozenset[str], Among] = {}
    for fleet in ships:
        open_ = open_zones(state, data, side, fleet)
        if open_ not in seas:
            seas[open_] = Among(sorted(zone for zone in open_ if not data.is_harbour(zone)))
        slots[fleet.key] = Among(open_ports(state, data, side, fleet))
        for number in range(1, data.tables.scatter.waypoints + 1):
            slots[str(Waypoint(fleet.key, number))] = seas[open_]
    return slots


def give_plan(data: Data, fleet: Fleet, told: dict[str, str]) -> None:
    """OP-FLEET-scatter: a new plan takes the place of the old one; who is told nothing keeps hers."""
    numbers = range(1, data.tables.scatter.waypoints + 1)
    points = [told[slot] for number in numbers if (slot := str(Waypoint(fleet.key, number))) in told]
    port = told.get(fleet.key, "")
    if not points and not port:
        return
    goal = data.port(port).zone if port else destination(data, fleet)
    fleet.port = port or fleet.port
    fleet.plot, fleet.plan = [], [*points, *([goal] if goal else [])]
