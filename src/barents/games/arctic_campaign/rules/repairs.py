"""Repairs (A.21, B.4, C.2, A.6): what a month in port has mended, who lies in the yards, and what carriers carry.

As a month begins, `new_month` counts the whole months that each ship has lain under repair where she is; `wishes` asks
both sides what is mended first, and `carry_out` mends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.decks import complements, deck_name, deck_of
from barents.games.arctic_campaign.rules.idle import ASKED_ALL_THE_SAME
from barents.games.arctic_campaign.rules.units import Umpire, afloat, date, desk_of, is_whole, note, ship_of, type_of
from barents.games.arctic_campaign.state import GERMANY, GONE, USA, State, Vessel
from barents.games.operations.fleets.fuel import whole_tank
from barents.games.operations.rules.units import CARRIERS, is_worn
from barents.games.operations.sea_tables import PortRow
from barents.games.operations.state import Box, Ship
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import Among, Domain
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.words import in_words

SOVIET, BRITISH, AMERICAN = "su", "uk", "us"
AND = "+"  # between the boxes of a choice


def yard(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-C.22-three."""
    table = data.tables.repairs
    return (
        f"A ship in the yard does not sail this month and burns no fuel; after {in_words(table.trondheim_months)} "
        "months on end she has a box of light guns, anti-aircraft guns or tubes mended, and storm damage after one. "
        "Hull, speed and heavy guns are mended only in Germany. Who is elsewhere is brought to Trondheim."
    )


NOTHING_TO_REPAIR: Question[State, Data] = Question(
    "AC-A.21-repair-first", "There is nothing to decide on repairs", phase=phases.REPAIR, about=ASKED_ALL_THE_SAME
)
BOXES_FIRST: Question[State, Data] = Question(
    "AC-B.42-choice",
    "What is repaired first?",
    phase=phases.REPAIR,
    about=(
        "They are hurt more than a month can mend. What is proposed comes in the usual order: hull and speed first, "
        "then guns, tubes and anti-aircraft guns."
    ),
    answers={Allot: "The boxes that you name are mended now; the rest of the damage waits for later months."},
    verb="Repair",
    layout="muster",
)
YARD: Question[State, Data] = Question(
    "AC-C.22-three",
    "Which ships lie in the yard at Trondheim this month?",
    phase=phases.REPAIR,
    about=yard,
    answers={Choose: "They lie in the yard until the month ends, and are at Trondheim from now on."},
    verb="Repair",
)


def _air_groups(rule: str) -> Question[State, Data]:
    """What a side's carriers carry: the Allies have one rule for it, the Germans another."""
    return Question(
        rule,
        "What do your carriers carry this month?",
        phase=phases.REPAIR,
        about=(
            "A step is about four aircraft; losses are made good each month for nothing. Fighters protect a fleet from "
            "raids, torpedo bombers find and strike ships. What she carries now comes first."
        ),
        answers={Allot: "Each carrier has the aircraft that you name, every step of them fresh."},
        verb="Embark",
    )


ALLIED_DECKS = _air_groups("AC-B.15-carrier-replace")
GERMAN_DECKS = _air_groups("AC-C.13-carrier-replace")


class Wishes(NamedTuple):
    """What a side decides in the repair phase: the boxes to mend by ship, who lies at Trondheim, and the decks."""

    boxes: dict[str, tuple[Box, ...]]
    yard: tuple[str, ...]
    decks: dict[str, dict[str, int]]


# What keeps a ship


def kept_in_port(state: State, data: Data, side: Side, vessel: Vessel) -> str:
    """Why a ship may not put to sea this month, in words; nothing if she may.

    AC-A.6-full, -allied-repair, -B.43-full-month, -C.23-return, -C.4-ground-stay.
    """
    ship = ship_of(state, side, vessel.key)
    about = type_of(data, ship)
    port = port_of(data, vessel.at)
    in_russia = port is not None and port.nation == SOVIET
    if vessel.ready > state.month:
        return f"she is not ready before {data.date(vessel.ready)}"
    if vessel.aground:
        return "she has run aground and stays for the rest of the month"
    if vessel.overhaul:
        return "her machinery has to be overhauled in Germany"
    if is_worn(data.sea, ship) and (about.nation == SOVIET or not in_russia):
        return "storms have worn her down: she stays in port for the month"
    if about.is_train and in_russia and not is_whole(ship):
        return "she is damaged and stays a whole month in port"
    return ""


def is_combat_ready(state: State, data: Data, vessel: Vessel) -> bool:
    """AC-A.21-ready, -C.124-all-ready: whether a German ship in Germany can be sent to Norway."""
    if vessel.at != GERMANY or kept_in_port(state, data, Side.AXIS, vessel):
        return False
    return is_whole(ship_of(state, Side.AXIS, vessel.key))


def must_go_home(state: State, data: Data) -> list[str]:
    """AC-C.23-return, -C.11-end-january, R80: the German ships in Norway that have to go to Germany this month.

    Nothing else compels a ship; of the damaged flotilla one may stay who is repaired at Trondheim.
    """
    flotilla = {data.key("de", name) for name in data.tables.german.norway}
    found = []
    for vessel in afloat(state.axis):
        damaged = not is_whole(ship_of(state, Side.AXIS, vessel.key))
        stays = vessel.key == state.axis.flotilla_yard and vessel.at == data.tables.german.arrival_port
        recalled = state.month == 1 and vessel.key in flotilla and damaged and not stays
        if port_of(data, vessel.at) is not None and (vessel.overhaul or recalled):
            found.append(vessel.key)
    return found


def is_under_repair(data: Data, vessel: Vessel, ship: Ship) -> bool:
    """AC-C.34-repair, R54: a ship with a place at Trondheim, or one in a small Norwegian port with storm marks."""
    if vessel.sailed:
        return False
    port = port_of(data, vessel.at)
    return vessel.yard or (ship.marks > 0 and port is not None and port.norwegian and not port.repair)


def port_of(data: Data, at: str) -> PortRow | None:
    """The port of that name on the map; None for Germany, the USA and a zone."""
    return next((port for port in data.sea.tables.ports.rows if port.name == at), None)


# As a month begins


def new_month(u: Umpire) -> None:
    """AC-B.42-not-sail, -C.4-ground-stay: who lay in a yard for the whole Convoy Phase has a month of repair more.

    Who ran aground is free again.
    """
    state, data = u.state, u.data
    for side in Side:
        for vessel in list(afloat(desk_of(state, side))):
            ship = ship_of(state, side, vessel.key)
            if side is Side.AXIS:
                _begin_delay(u, vessel, ship, at_yard=vessel.at == GERMANY)
            _count_month(state, data, side, vessel, ship)
            vessel.sailed = vessel.aground = False
    _evacuate(u)
    _americans(u)


def _evacuate(u: Umpire) -> None:
    """OP-MAP-lost-bases: German ships in a port that is lost since last month are in the port that took them in."""
    state, data = u.state, u.data
    refuge = next(name for name in data.sea.tables.ports.lost_move_to if port_of(data, name) is not None)
    for vessel in afloat(state.axis):
        port = port_of(data, vessel.at)
        if port is not None and port not in data.sea.ports_of(Side.AXIS, date(state, data)):
            words = "{unit} leaves {port}, which is lost, for {refuge}"
            u.tell("OP-MAP-lost-bases", words, to=only(Side.AXIS), unit=vessel.key, port=vessel.at, refuge=refuge)
            note(state, Side.AXIS, words, unit=vessel.key, port=vessel.at, refuge=refuge)
            vessel.at, vessel.since, vessel.berth = refuge, state.month, ""


def _count_month(state: State, data: Data, side: Side, vessel: Vessel, ship: Ship) -> None:
    """R55, AC-C.22-delay: a whole month more in the same port, or none; a delay runs out first."""
    if not _lay_in_yard(state, data, side, vessel, ship):
        vessel.mending, vessel.berth = 0, ""
        return
    if vessel.berth != vessel.at:
        vessel.mending, vessel.berth = 0, vessel.at
    if vessel.delay:
        vessel.delay, vessel.mending = vessel.delay - 1, 0
    else:
        vessel.mending += 1


def _lay_in_yard(state: State, data: Data, side: Side, vessel: Vessel, ship: Ship) -> bool:
    """AC-B.41, -B.42-not-sail, -C.22: whether she spent the last month's whole Convoy Phase where she can be mended.

    Who came to Germany came after it.
    """
    last = state.month - 1
    if vessel.sailed or vessel.since > last:
        return False
    if vessel.at == GERMANY:
        return vessel.since < last
    port = port_of(data, vessel.at)
    if port is None:
        return False
    if side is Side.AXIS:
        return port.norwegian and (vessel.yard or not port.repair)
    about = type_of(data, ship)
    if about.is_train and port.nation == SOVIET:
        return True  # AC-B.43-stay: in whichever Soviet port she came to
    if about.nation == SOVIET:
        return port.nation == SOVIET and port.repair
    return port.nation == BRITISH  # AC-B.41-iceland: in Britain or in Iceland


def _begin_delay(u: Umpire, vessel: Vessel, ship: Ship, *, at_yard: bool) -> None:
    """AC-C.22-delay, -delay-when: an option; the die falls once, as repair in Germany or at Trondheim begins."""
    if not u.state.options.repair_delay or not at_yard or vessel.rated or is_whole(ship):
        return
    vessel.rated = True
    vessel.delay = int(u.roll(D6, "AC-C.22-delay", vessel.key, to=only(Side.AXIS), needs="months in port more"))


def _americans(u: Umpire) -> None:
    """AC-B.42-us-roll, R45: who reached Scapa Flow or Iceland damaged goes to the USA; others come back from there."""
    state, data, table = u.state, u.data, u.data.tables.repairs
    for vessel in list(afloat(state.allied)):
        ship = ship_of(state, Side.ALLIED, vessel.key)
        if vessel.at == USA and vessel.ready <= state.month:
            _come_back(state, data, vessel, ship)
        elif type_of(data, ship).nation == AMERICAN and not is_whole(ship) and vessel.at in table.us_ports:
            _send_to_usa(u, vessel)


def _send_to_usa(u: Umpire, vessel: Vessel) -> None:
    """AC-B.42-us-low, -us-high: away for so many months, or for good."""
    state, table = u.state, u.data.tables.repairs
    needs = f"{table.us_away_to} or less brings her back after so many months"
    roll = u.roll(2 * D6, "AC-B.42-us-roll", vessel.key, to=only(Side.ALLIED), needs=needs)
    vessel.service = vessel.service if vessel.service == "core" else "idle"
    vessel.since, vessel.due, vessel.unpaid = state.month, False, False
    if roll <= table.us_away_to:
        vessel.at, vessel.ready = USA, state.month + roll
        words = "{unit} is repaired in the USA until {month}"
    else:
        vessel.at = GONE
        words = "{unit} is repaired in the USA and goes to the Pacific"
    u.tell("AC-B.42-us-roll", words, to=only(Side.ALLIED), unit=vessel.key, month=u.data.date(vessel.ready))
    note(state, Side.ALLIED, words, unit=vessel.key, month=u.data.date(vessel.ready))


def _come_back(state: State, data: Data, vessel: Vessel, ship: Ship) -> None:
    ship.lost, ship.marks, ship.fuel = {}, 0, whole_tank(data.sea, ship)
    vessel.at, vessel.since = data.tables.repairs.british_port, state.month
    note(state, Side.ALLIED, "{unit} is back from the USA", unit=vessel.key)
    _discharge(state, vessel, ship)


def _discharge(state: State, vessel: Vessel, ship: Ship) -> None:
    """B.12: a western ship in no service that is whole again is there for hire, and no longer on the desk."""
    if vessel.service == "idle" and is_whole(ship) and not ship.marks:
        del state.allied.vessels[vessel.key], state.allied.ships[vessel.key]


# What is mended


def mended(data: Data, side: Side, vessel: Vessel, ship: Ship, *, exception: bool = False) -> dict[Box, int]:
    """4.10: the boxes that can be mended now by kind; how many of them in all is what `capacity` says.

    AC-C.21-minor, -major, -C.22-minor-where: at Trondheim only minor damage, and the hull of one ship (C.11).
    """
    table = data.tables.repairs
    kinds: tuple[Box, ...] = table.order
    if side is Side.AXIS and vessel.at != GERMANY:
        kinds = tuple(kind for kind in kinds if kind in table.minor or (exception and kind == "hull"))
    return {kind: ship.lost[kind] for kind in kinds if ship.lost.get(kind)}


def capacity(data: Data, side: Side, vessel: Vessel, ship: Ship) -> int:
    """AC-B.42-british-rate, -soviet-rate, -C.22-minor-rate, -german-rate, -B.43-stay: how many boxes are mended now."""
    table, about = data.tables.repairs, type_of(data, ship)
    if not vessel.mending or about.nation == AMERICAN:
        return 0
    if side is Side.AXIS:
        if vessel.at == GERMANY:
            return table.german_boxes
        return 1 if vessel.yard and vessel.mending % table.trondheim_months == 0 else 0
    port = port_of(data, vessel.at)
    if about.is_train and port is not None and port.nation == SOVIET:
        return sum(ship.lost.values()) if vessel.mending >= data.tables.transports.repair_months else 0
    return table.soviet_boxes if about.nation == SOVIET else table.british_boxes


def clears_marks(data: Data, side: Side, vessel: Vessel) -> bool:
    """AC-C.22-storm-one, -storm-minor-port, -A.6-allied-repair: whether all storm marks go now."""
    port = port_of(data, vessel.at)
    small = side is Side.AXIS and port is not None and not port.repair
    return vessel.mending >= (data.tables.repairs.storm_months_minor if small else 1)


def _work(state: State, data: Data, side: Side) -> Iterator[tuple[Vessel, Ship, dict[Box, int], int]]:
    """The ships that get boxes back now: the boxes by kind, and how many of them."""
    for vessel in afloat(desk_of(state, side)):
        ship = ship_of(state, side, vessel.key)
        boxes = mended(data, side, vessel, ship, exception=vessel.key == state.axis.flotilla_yard)
        most = min(capacity(data, side, vessel, ship), sum(boxes.values()))
        if most:
            yield vessel, ship, boxes, most


def _ways(boxes: Mapping[Box, int], most: int) -> list[tuple[Box, ...]]:
    """Every choice of so many boxes, that of the usual order first."""
    return [
        way
        for way in combinations_with_replacement(list(boxes), most)
        if all(way.count(kind) <= number for kind, number in boxes.items())
    ]


# What is asked


def wishes(u: Umpire, side: Side) -> kernel.Rule[Wishes]:
    """D1, D2, D3: each page only where there is something to choose, and always one."""
    boxes = yield from _first_boxes(u, side)
    yard = (yield from _yard(u, boxes or {})) if side is Side.AXIS else None
    decks = yield from _decks(u, side)
    if boxes is None and yard is None and decks is None:
        yield from u.ask(side, NOTHING_TO_REPAIR, Pick([Proceed()]))
    return Wishes(boxes or {}, yard or (), decks or {})


def _first_boxes(u: Umpire, side: Side) -> kernel.Rule[dict[str, tuple[Box, ...]] | None]:
    """AC-B.42-choice, D1: what is mended first in ships with more damage than a month mends; None if there are none."""
    choices: dict[str, dict[str, tuple[Box, ...]]] = {}
    for vessel, _, boxes, most in _work(u.state, u.data, side):
        ways = _ways(boxes, most)
        if len(ways) > 1:
            choices[vessel.key] = {AND.join(way): way for way in ways}
    if not choices:
        return None
    slots: dict[str, Domain] = {key: Among(list(ways)) for key, ways in choices.items()}
    answer: Allot = yield from u.ask(side, BOXES_FIRST, Assign(slots))
    return {key: choices[key][value] for key, value in answer.pairs}


def _candidates(u: Umpire, boxes: Mapping[str, tuple[Box, ...]]) -> list[str]:
    """The German ships in Norway for which a place at Trondheim would be of use, after what is mended now."""
    state, data = u.state, u.data
    found = []
    work = {vessel.key: (kinds, most) for vessel, _, kinds, most in _work(state, data, Side.AXIS)}
    for vessel in afloat(state.axis):
        port = port_of(data, vessel.at)
        ship = ship_of(state, Side.AXIS, vessel.key)
        if port is None:
            continue
        exception = vessel.key == state.axis.flotilla_yard
        left = mended(data, Side.AXIS, vessel, ship, exception=exception)
        if vessel.key in work:
            kinds, most = work[vessel.key]
            for kind in boxes.get(vessel.key) or _ways(kinds, most)[0]:
                left[kind] -= 1
        marks = 0 if clears_marks(data, Side.AXIS, vessel) else ship.marks
        if any(left.values()) or marks:
            found.append(vessel.key)
    return found


def _yard(u: Umpire, boxes: Mapping[str, tuple[Box, ...]]) -> kernel.Rule[tuple[str, ...] | None]:
    """AC-C.22-three, -three-storm, D2: up to three ships have a place at Trondheim; who is elsewhere goes there."""
    damaged = _candidates(u, boxes)
    if not damaged:
        return None
    places = u.data.tables.repairs.trondheim_places
    prompt = f"Which ships lie in the yard at Trondheim this month? There are {places} places"
    answer: Choose = yield from u.ask(Side.AXIS, YARD, Subset(damaged, most=places), prompt)
    return answer.items


def _decks(u: Umpire, side: Side) -> kernel.Rule[dict[str, dict[str, int]] | None]:
    """AC-B.15-carrier-replace, D3: what each carrier carries; None where there is no choice."""
    state, data = u.state, u.data
    choices: dict[str, dict[str, dict[str, int]]] = {}
    for ship in _carriers(state, data, side):
        groups = complements(data, ship.line, date(state, data))
        if len(groups) > 1:
            now = deck_of(state, data, side, ship)
            choices[ship.key] = {deck_name(group): group for group in (now, *groups)}
    if not choices:
        return None
    slots: dict[str, Domain] = {key: Among(list(groups)) for key, groups in choices.items()}
    question = ALLIED_DECKS if side is Side.ALLIED else GERMAN_DECKS
    answer: Allot = yield from u.ask(side, question, Assign(slots))
    return {key: choices[key][value] for key, value in answer.pairs}


def _carriers(state: State, data: Data, side: Side) -> list[Ship]:
    """The carriers of a side that can be used this month or later."""
    ships = [ship_of(state, side, vessel.key) for vessel in afloat(desk_of(state, side)) if vessel.at != USA]
    return [ship for ship in ships if type_of(data, ship).type in CARRIERS]


# How it is carried out


def carry_out(u: Umpire, side: Side, wished: Wishes) -> None:
    """AC-A.21-repair-first, -ready: boxes are mended, marks cleared, places taken, decks filled."""
    state, data, desk = u.state, u.data, desk_of(u.state, side)
    for vessel, ship, boxes, most in list(_work(state, data, side)):
        for kind in wished.boxes.get(vessel.key) or _ways(boxes, most)[0]:
            ship.lost[kind] -= 1
        ship.lost = {kind: number for kind, number in ship.lost.items() if number}
        words = "{unit} has {boxes} {boxes:box|boxes} repaired"
        u.tell("AC-A.21-repair-first", words, to=only(side), unit=ship.key, boxes=most)
        if is_whole(ship):
            vessel.delay, vessel.rated = 0, False
            state.axis.flotilla_yard = "" if vessel.key == state.axis.flotilla_yard else state.axis.flotilla_yard
            u.tell("AC-A.21-ready", "{unit} is repaired", to=only(side), unit=ship.key)
            note(state, side, "{unit} is repaired", unit=ship.key)
    for vessel in list(afloat(desk)):
        ship = ship_of(state, side, vessel.key)
        if ship.marks and clears_marks(data, side, vessel):
            ship.marks = 0
            u.tell("AC-A.6-record", "The storm damage of {unit} is made good", to=only(side), unit=ship.key)
        if side is Side.ALLIED:
            _discharge(state, vessel, ship)
        else:
            _take_place(u, vessel, ship, has_place=vessel.key in wished.yard)
    carriers = _carriers(state, data, side)
    desk.decks = {ship.key: wished.decks.get(ship.key) or deck_of(state, data, side, ship) for ship in carriers}


def _take_place(u: Umpire, vessel: Vessel, ship: Ship, *, has_place: bool) -> None:
    """AC-C.22-three: a ship comes into the yard at Trondheim, or leaves it."""
    port = u.data.tables.german.arrival_port
    vessel.yard = has_place
    if has_place and vessel.at != port:
        vessel.at, vessel.since = port, u.state.month
    _begin_delay(u, vessel, ship, at_yard=has_place)


# In Germany


def reach_germany(u: Umpire, key: str) -> None:
    """AC-C.124-damaged-back, -A.24-german-home: a ship is home, with full tanks."""
    state, data = u.state, u.data
    vessel, ship = state.axis.vessels[key], ship_of(state, Side.AXIS, key)
    if vessel.at != GERMANY:
        vessel.at, vessel.since = GERMANY, state.month
    vessel.berth, vessel.yard = "", False
    state.axis.flotilla_yard = "" if key == state.axis.flotilla_yard else state.axis.flotilla_yard
    ship.fuel = whole_tank(data.sea, ship)


def overhaul(u: Umpire) -> None:
    """AC-C.23-dd-months, -when, -other-months: ships that came home with broken machinery stay for some months.

    The dice fall when all fleets are through: after one of them the Allies would see by what they can no longer take
    back that a die was thrown.
    """
    state, data = u.state, u.data
    for vessel in afloat(state.axis):
        if vessel.at != GERMANY or not vessel.overhaul:
            continue
        months = data.tables.repairs.machinery_other_months
        if type_of(data, ship_of(state, Side.AXIS, vessel.key)).type == "DD":
            months = int(u.roll(D6, "AC-C.23-dd-months", vessel.key, to=only(Side.AXIS), needs="months in Germany"))
        vessel.ready, vessel.overhaul = state.month + months + 1, False
        note(state, Side.AXIS, "{unit} is overhauled until {month}", unit=vessel.key, month=data.date(vessel.ready))
