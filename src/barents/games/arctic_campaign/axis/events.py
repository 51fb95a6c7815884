"""German events and optional warships (C.4, C.123): the month's secret roll, and what its owner makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import points
from barents.games.arctic_campaign.orders import RECON, ReconSlot
from barents.games.arctic_campaign.rules.decks import complements, deck_name
from barents.games.arctic_campaign.rules.idle import ASKED_ALL_THE_SAME
from barents.games.arctic_campaign.rules.units import Umpire, afloat, commission, date, note, type_of
from barents.games.arctic_campaign.state import GERMANY, State, Vessel
from barents.games.operations.rules.units import CARRIERS
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.domains import Among, Domain, Numbers
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.words import listed

AXIS = only(Side.AXIS)
BOMBERS, COASTAL = "bombers", "sailing"  # slots of the page


def event_page(data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-C.4: what the month's event brings."""
    row, axis = data.axis_events.get(known.axis.event), known.axis
    if row is None:
        return "The month's event is over."
    match row.kind:
        case "bombers":
            steps = f"{axis.extra_bombers} step{'' if axis.extra_bombers == 1 else 's'}"
            return f"{row.name}: {steps} more this month, all of the type that you name."
        case "recon":
            types = [data.sea.air_types[type] for type in data.tables.axis_events.recon]
            reach = listed([f"the {type.name} searches within {type.radius} zones of her base" for type in types])
            return f"{row.name}: {row.steps} steps more this month; {reach}."
        case "coastal":
            return (
                f"{row.name}: {axis.coastal_transports} small transports with {axis.coastal_sweepers} minesweepers, "
                f"one zone a turn along the coast. You get nothing when they arrive, and the Allies "
                f"{points(data.tables.victory.coastal_transport)} for each transport that they sink: sail while they "
                "are busy elsewhere."
            )
    return f"{row.name}: a new carrier takes the air group that you give her now."


def _event(roll: int, answer: str) -> Question[State, Data]:
    """What an event leaves to its owner, by the dice that brought it."""
    return Question(
        f"AC-C.4-{roll}",
        "What do you make of the month's event?",
        phase=phases.REPAIR,
        about=event_page,
        answers={Allot: answer},
        verb="Decide",
    )


_AIR_GROUP = "The carrier has the aircraft that you name; you may change them in a later month."
_COASTAL_CONVOY = (
    "The convoy puts to sea in the turn that you name; in a month that is reckoned quickly it simply arrives."
)
NO_EVENT: Question[State, Data] = Question(
    "AC-C.4-roll", "The month's event leaves nothing to decide", phase=phases.REPAIR, about=ASKED_ALL_THE_SAME
)
# Whatever the event, it asks for the air group of a carrier that has none
WARSHIP = _event(2, _AIR_GROUP)
FUEL_LOST = _event(3, _AIR_GROUP)
MORE_BOATS = _event(4, _AIR_GROUP)
GROUNDING = _event(5, _AIR_GROUP)
COASTAL_CONVOY_NORTH = _event(6, _COASTAL_CONVOY)
MORE_BOMBERS = _event(7, "All the steps are of the type that you name, and are yours for this month.")
COASTAL_CONVOY_SOUTH = _event(8, _COASTAL_CONVOY)
SECOND_GROUNDING = _event(9, _AIR_GROUP)
MORE_SCOUTS = _event(10, "Each step is of the type that you name for it, and is yours for this month.")
FUEL_GAINED = _event(11, _AIR_GROUP)
SECOND_WARSHIP = _event(12, _AIR_GROUP)
EVENTS = {
    2: WARSHIP,
    3: FUEL_LOST,
    4: MORE_BOATS,
    5: GROUNDING,
    6: COASTAL_CONVOY_NORTH,
    7: MORE_BOMBERS,
    8: COASTAL_CONVOY_SOUTH,
    9: SECOND_GROUNDING,
    10: MORE_SCOUTS,
    11: FUEL_GAINED,
    12: SECOND_WARSHIP,
}


def new_month(u: Umpire) -> None:
    """AC-C.4-ground-none: what the last month's event brought is over; ships that are ready begin their training."""
    axis = u.state.axis
    axis.event = 0
    axis.grounding = False
    axis.coastal, axis.coastal_sweepers, axis.coastal_transports, axis.coastal_sails = "", 0, 0, 0
    axis.extra_boats = axis.extra_bombers = axis.extra_recon = 0
    axis.bomber_type, axis.recon_types = "", {}
    for vessel in axis.vessels.values():
        _train(u, vessel)


def _train(u: Umpire, vessel: Vessel) -> None:
    """AC-C.123-training, -training-scope: an option; a new ship stays in home waters for some months more."""
    state, data = u.state, u.data
    if not state.options.axis_training or vessel.trained or vessel.ready > state.month or vessel.at != GERMANY:
        return
    if vessel.key not in _newcomers(data):
        return
    vessel.trained = True
    months = int(u.roll(D6, "AC-C.123-training", vessel.key, to=AXIS, needs="months of training"))
    vessel.ready = state.month + months
    note(state, Side.AXIS, "{unit} trains until {month}", unit=vessel.key, month=data.date(vessel.ready))


def _newcomers(data: Data) -> list[str]:
    """The ships of C.121, C.122 and C.123."""
    german, optional = data.tables.german, data.tables.axis_events.optional
    return [data.key("de", name) for name in (*german.rolled, *german.late, *optional)]


# The roll


def roll(u: Umpire) -> None:
    """AC-C.4-roll: two dice in secret, and the dice of what they bring."""
    state, axis = u.state, u.state.axis
    axis.event = int(u.roll(2 * D6, "AC-C.4-roll", "German event", to=AXIS))
    row = u.data.axis_events[axis.event]
    u.tell("AC-C.4-roll", "The event of the month: {event}", to=AXIS, event=row.name)
    note(state, Side.AXIS, "Event: {event}", event=row.name)
    match row.kind:
        case "warship":
            optional_warship(u)
        case "boats":
            axis.extra_boats = _die(u, "AC-C.4-4", "U-boats")
        case "grounding":
            axis.grounding = True
        case "coastal":
            axis.coastal = f"{row.start}-{row.goal}"
            axis.coastal_sweepers = _die(u, f"AC-C.4-{row.roll}", "Minesweepers")
            axis.coastal_transports = _die(u, f"AC-C.4-{row.roll}", "Small transports")
        case "bombers":
            axis.extra_bombers = _die(u, "AC-C.4-7", "Steps of bombers")
        case "recon":
            axis.extra_recon = row.steps


def _die(u: Umpire, rule: str, subject: str) -> int:
    return int(u.roll(D6, rule, subject, to=AXIS))


def after_supply(u: Umpire) -> None:
    """AC-C.4-3, -11, -3-floor: fuel is lost or gained after the month's supply."""
    row = u.data.axis_events.get(u.state.axis.event)
    if row is not None and row.kind == "fuel":
        die = _die(u, f"AC-C.4-{row.roll}", "Boxes of fuel")
        oil.change(u.state, row.name, row.sign * die * oil.BOX)


# Optional warships (C.123)


def free_warships(state: State, data: Data) -> list[str]:
    """AC-C.123-reroll, -stop, R82, AC-0-bismarck-ships: the optional ships that have not come up yet."""
    if not state.options.optional_axis_ships:
        return []
    return [name for name in data.tables.axis_events.optional if data.key("de", name) not in state.axis.optional]


def optional_warship(u: Umpire) -> None:
    """AC-C.123-roll, -reroll, -where: a die says which, until it names one that is free; she appears in Germany."""
    state, data, table = u.state, u.data, u.data.tables.axis_events
    free = free_warships(state, data)
    if not free:
        u.tell("AC-C.123-stop", "There is no optional warship to come", to=AXIS)
        return
    name = ""
    while name not in free:
        die = _die(u, "AC-C.123-roll", "Optional warship")
        name = next(ship for ship, faces in table.optional.items() if die in faces)
    key = data.key("de", name)
    state.axis.optional.append(key)
    vessel = commission(state, data, Side.AXIS, key, "fleet", GERMANY)
    if name == table.delayed and date(state, data) < table.delayed_before:
        vessel.ready += _die(u, "AC-C.123-gneisenau-delay", name)
    note(state, Side.AXIS, "{unit} will be ready in {month}", unit=key, month=data.date(vessel.ready))
    u.tell("AC-C.123-where", "{unit} joins the fleet", to=AXIS, unit=key)
    _train(u, vessel)


# What its owner makes of it


def choices(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """D6, D7, D8: types of aircraft, the sailing turn of a coastal convoy, and the air group of a new carrier."""
    state, data, axis = u.state, u.data, u.state.axis
    slots: dict[str, Domain] = {}
    if axis.extra_bombers:
        slots[BOMBERS] = Among(bomber_types(state, data))
    for number in range(1, axis.extra_recon + 1):
        slots[str(ReconSlot(number))] = Among(data.tables.axis_events.recon)
    if axis.coastal:
        slots[COASTAL] = Numbers(range(1, data.tables.axis_events.coastal_last_turn + 1))
    for key in _new_carriers(state, data):
        slots[key] = Among([deck_name(group) for group in complements(data, axis.ships[key].line, date(state, data))])
    if not slots:
        yield from u.ask(Side.AXIS, NO_EVENT, Pick([Proceed()]))
        return {}
    answer: Allot = yield from u.ask(Side.AXIS, EVENTS[axis.event], Assign(slots))
    return dict(answer.pairs)


def bomber_types(state: State, data: Data) -> list[str]:
    """AC-C.4-bombers-type: the first type in any month, others only where the month's allotment has them."""
    first, *others = data.tables.axis_events.bombers
    allotted = data.sea.allotment(Side.AXIS, date(state, data))
    return [first, *(type for type in others if allotted[type].number or allotted[type].plus)]


def _new_carriers(state: State, data: Data) -> list[str]:
    """AC-C.123-gz-air: the carriers who joined the fleet this month and have not been given an air group."""
    axis = state.axis
    here = {vessel.key for vessel in afloat(axis)}  # the air group of one that was sunk is gone with her
    without = [key for key in axis.optional if key in here and key not in axis.decks]
    return [key for key in without if type_of(data, axis.ships[key]).type in CARRIERS]


def settle(u: Umpire, chosen: Mapping[str, str]) -> None:
    """AC-C.4-bombers-type, -recon-type, -coastal-free: what was chosen holds for the month."""
    state, data, axis = u.state, u.data, u.state.axis
    axis.bomber_type = chosen.get(BOMBERS, "")
    axis.recon_types = dict(Counter(type for slot, type in chosen.items() if RECON.find(slot)))
    axis.coastal_sails = int(chosen.get(COASTAL, "0"))
    for key in _new_carriers(state, data):
        groups = complements(data, axis.ships[key].line, date(state, data))
        axis.decks[key] = next(group for group in groups if deck_name(group) == chosen[key])
