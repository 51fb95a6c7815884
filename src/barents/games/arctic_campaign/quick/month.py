"""A month that is resolved quickly (8 c): every convoy in the order of sailing, then whoever else was at sea.

It works on the operation as the plans left it, and leaves what a played month leaves: damage, fuel, storm marks,
losses, cargo, returns, and who has been seen.
"""

from __future__ import annotations

from itertools import pairwise

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.quick import convoy as reckon
from barents.games.arctic_campaign.quick.convoy import ALLIED, AXIS, RULE, Convoy, SeaUmpire
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.idle import or_idle
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import State
from barents.games.operations import GAME as SEA
from barents.games.operations.fleets.fuel import allowance
from barents.games.operations.fleets.ports import call_at, come_home, land_cargo
from barents.games.operations.fleets.sea import mark
from barents.games.operations.rules.base import tend_bases
from barents.games.operations.rules.limits import SOVIET
from barents.games.operations.rules.units import ships_of, transports, type_of
from barents.games.operations.state import Base, Fleet
from barents.games.operations.state import State as Operation
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.question import Question
from barents.kernel.sides import Side, only

LEAVES_RUSSIA = ("home", "mission")  # ships that go home without a convoy
COASTAL = "coastal"  # the key of the German coastal convoy
HOME_PORT = "Scapa Flow"
COMMIT: Question[State, Data] = Question(
    RULE,
    "The month is resolved quickly",
    phase=phases.CONVOYS,
    about=or_idle(
        "They sail only if a convoy is found, and then may meet its escort and covering fleet; at sea they burn fuel "
        "and may be hurt. Keep back what is too precious."
    ),
    answers={Choose: "These squadrons sail if a convoy is found; the others stay in port all the month."},
    verb="Commit",
)


def reckoning(u: Umpire, _step: s.Reckoning) -> kernel.Rule[None]:
    """OP-MODE-quick, 8 (c): the Germans say which squadrons they commit; then the month is resolved."""
    _, squadrons = yield from u.both(_wait(u), _commit(u))
    state, data = u.state, u.data
    operation = operation_of(state)
    sea = u.inside(SEA, data.sea, operation)
    operation.turn = operation.turns
    for side in Side:
        for ship in operation.desks[side].ships.values():
            ship.berth = operation.turn  # whoever does not sail has lain in port all the time
    covers = [group.key for group in state.allied.groups.values() if group.way == "cover"]
    formed = convoys(sea)
    for fleet in formed:
        _sail_convoy(u, sea, fleet, squadrons, covers)
    for group in state.allied.groups.values():
        fleets = operation.desks[ALLIED].fleets
        if group.key in fleets and fleets[group.key] not in formed:
            _sail_alone(u, sea, fleets[group.key], group)
    _sail_coastal_convoy(sea)
    _found_base(u, sea)
    tend_bases(sea)
    for side in Side:
        _weather(sea, data, side)
    come_home(sea)
    operation.agenda.clear()
    operation.hunt = None


def _wait(u: Umpire) -> kernel.Rule[None]:
    yield from u.ask(ALLIED, COMMIT, Pick([Proceed()]))


def _commit(u: Umpire) -> kernel.Rule[list[str]]:
    """8 (c): the German fleets that are committed against convoys that are found."""
    desk = operation_of(u.state).desks[AXIS]
    able = [fleet.key for fleet in desk.fleets.values() if fleet.mission == "raid"]
    if not able:
        yield from u.ask(AXIS, COMMIT, Pick([Proceed()]))
        return []
    prompt = "The month is resolved quickly. Which squadrons sail against convoys that are found?"
    answer: Choose = yield from u.ask(AXIS, COMMIT, Subset(able), prompt)
    return list(answer.items)


# Convoys


def convoys(sea: SeaUmpire) -> list[Fleet]:
    """8 (c): the Allied convoys in the order in which they sail."""
    desk = sea.state.desks[ALLIED]
    fleets = [
        fleet
        for fleet in desk.fleets.values()
        if fleet.mission == "convoy" and fleet.plan and transports(sea.data, ships_of(desk, fleet.key))
    ]
    return sorted(fleets, key=lambda fleet: (fleet.sails - fleet.early, fleet.key))


def _sail_convoy(u: Umpire, sea: SeaUmpire, fleet: Fleet, squadrons: list[str], covers: list[str]) -> None:
    """8 (c) 1 to 4 and 6: what a convoy meets on its way, and where it ends."""
    data, start = u.data, fleet.at
    desk, goal = sea.state.desks[ALLIED], fleet.plan[-1]
    westbound = data.sea.harbours[goal].nation != SOVIET
    convoy = Convoy(sea, data, fleet, westbound, state=u.state)
    number = len(convoy.merchants)
    arrives = is_in_time(sea.state, data, fleet)
    _leave(sea, fleet)
    found = reckon.is_found(convoy)
    reckon.boats_attack(convoy, found=found)
    if found and fleet.key in desk.fleets:
        reckon.raids(convoy)
    if found and fleet.key in desk.fleets:
        reckon.surface(convoy, squadrons, [key for key in covers if key in desk.fleets])
    left = len(convoy.merchants)
    words = "{convoy}: {left} of {number} merchants came through"
    if fleet.key in desk.fleets:
        _arrive(sea, fleet, goal if arrives else start)
        if not arrives:
            words = "{convoy} did not arrive in time: {left} of {number} merchants are left"
        elif not westbound:
            for ship in transports(data.sea, ships_of(desk, fleet.key)):
                land_cargo(sea, ship.key)
    convoy.report(ALLIED, words, convoy=fleet.name, left=left, number=number)


def is_in_time(operation: Operation, data: Data, fleet: Fleet) -> bool:
    """R22: whether a fleet that sails in its turn is at its goal, or near enough, after the last turn."""
    stops, month = [fleet.at, *fleet.plan], operation.month
    zones = sum(data.sea.route_distance(one, two, month, side=ALLIED, shun=True) or 0 for one, two in pairwise(stops))
    turns = operation.turns - fleet.sails + 1 + fleet.early
    return zones - turns * fleet.pace <= data.sea.tables.ports.late_zones


def _leave(sea: SeaUmpire, fleet: Fleet) -> None:
    side = next(side for side in Side if fleet.key in sea.state.desks[side].fleets)
    fleet.docked, fleet.since = False, max(1, fleet.sails)
    for ship in ships_of(sea.state.desks[side], fleet.key):
        ship.berth = 0


def _arrive(sea: SeaUmpire, fleet: Fleet, zone: str) -> None:
    """8 (c) 6: a fleet is in port, and takes fuel there; in a Soviet port it has called."""
    data, ships = sea.data, ships_of(sea.state.desks[ALLIED], fleet.key)
    fleet.at, fleet.docked, fleet.plan, fleet.plot = zone, True, [], []
    port = data.harbours[zone]
    if port.nation == SOVIET:
        call_at(data, port.name, ships)
    for ship in ships:
        ship.fuel = allowance(data, ship, port.nation)


# Everybody else


def _sail_alone(u: Umpire, sea: SeaUmpire, fleet: Fleet, group: s.Group) -> None:
    """8 (c) 6: covering fleets are back in port, or with their convoy in its port; others come to their goal.

    Ships that leave Russia by themselves may meet U-boats, as a convoy does that was not found.
    """
    desk, start = sea.state.desks[ALLIED], fleet.at
    goal = _goal(u.state, sea, fleet, group)
    in_time = is_in_time(sea.state, u.data, fleet)
    _leave(sea, fleet)
    if group.way in LEAVES_RUSSIA:
        reckon.boats_attack(Convoy(sea, u.data, fleet, westbound=True, alone=True, state=u.state), found=False)
    if fleet.key in desk.fleets:
        _arrive(sea, fleet, goal if in_time else start)


def _goal(state: s.State, sea: SeaUmpire, fleet: Fleet, group: s.Group) -> str:
    """Where a fleet ends: at its goal; in the west if it has guests of a Soviet port in it; else where it began."""
    if group.goal:
        return sea.data.port(group.goal).zone
    ships = ships_of(sea.state.desks[ALLIED], fleet.key)
    guests = any(type_of(sea.data, ship).nation != SOVIET for ship in ships)
    if not guests or sea.data.harbours[fleet.at].nation != SOVIET:
        return fleet.at
    covered = state.allied.groups.get(group.covers)
    return sea.data.port(covered.goal if covered is not None and covered.goal else HOME_PORT).zone


def _sail_coastal_convoy(sea: SeaUmpire) -> None:
    """R58: a German coastal convoy comes to its port; nothing that 8 (c) knows of attacks it."""
    desk = sea.state.desks[AXIS]
    if (fleet := desk.fleets.get(COASTAL)) is not None:
        _leave(sea, fleet)
        fleet.at, fleet.docked, fleet.plan = fleet.plan[-1], True, []


def _found_base(u: Umpire, sea: SeaUmpire) -> None:
    """C.6: an oiler that was sent to found a secret base does so, if she comes there in time."""
    desk, data = sea.state.desks[AXIS], sea.data
    group = next((group for group in u.state.axis.groups.values() if group.way == "base"), None)
    if group is None or group.key not in desk.fleets:
        return
    fleet, zone = desk.fleets[group.key], group.route[-1]
    zones = data.route_distance(fleet.at, zone, sea.state.month, side=AXIS, shun=True)
    if zones is None or zone in desk.bases:
        return
    since = fleet.sails + -(-zones // fleet.pace)
    if since >= sea.state.turns:
        return
    _leave(sea, fleet)
    fleet.at, fleet.mission, fleet.plan = zone, "refuel", []
    desk.bases[zone], desk.bases_barred = Base(zone, group.ships[0], since=since), True


def _weather(sea: SeaUmpire, data: Data, side: Side) -> None:
    """8 (c) 5, A.6: a die for each fleet that was at sea says whether its ships have taken a storm mark."""
    table, desk = data.quick.storm, sea.state.desks[side]
    if not sea.state.options.seaworthiness:
        return
    least = table.least[sea.data.season(sea.state.month)]
    for fleet in desk.fleets.values():
        ships = [ship for ship in ships_of(desk, fleet.key) if not ship.berth]
        if not ships:
            continue
        if sea.roll(D6, RULE, f"Storms, {fleet.name}", to=only(side), needs=f"{least} or more leaves a mark") >= least:
            for ship in ships:
                mark(sea.data, ship, table.marks)
