"""The Allied plan of the month (D16, D20 to D26, D33): what is to be had, who sails with whom, when and which way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.allied import convoys, hire, sailings, soviet, stations, transports
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied.convoys import Convoy
from barents.games.arctic_campaign.allied.hire import Rental
from barents.games.arctic_campaign.axis.plans import boat_zones, placed
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import points, tally
from barents.games.arctic_campaign.rules import modes
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.boats import stations as off_ports
from barents.games.arctic_campaign.rules.convoy_phase import must_stay, on_the_map
from barents.games.arctic_campaign.rules.ship_facts import ship_items
from barents.games.arctic_campaign.rules.units import Umpire, date, is_whole, note, ship_of, type_of
from barents.games.arctic_campaign.screen.phrases import called
from barents.games.arctic_campaign.state import Group, Mode, State, Vessel
from barents.games.operations import GAME as SEA
from barents.games.operations.air.allotment import exchange, renew, station
from barents.games.operations.air.allotment import settle as settle_bases
from barents.games.operations.state import Boat
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.domains import NONE, Among, Domain, Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.words import in_words

ALLIED = Side.ALLIED
CARRIER, CRUISER = "carrier", "cruiser"


class Plan(NamedTuple):
    """What the Allied side has written down."""

    boats: dict[str, str]
    renewed: tuple[str, ...]
    bases: dict[str, str]
    ports: dict[str, str]
    answered: tuple[str, ...]
    rental: Rental
    carrier: str
    cruiser: str
    convoys: list[Convoy]
    places: dict[str, str]
    groups: list[Group]
    modes: list[Mode]


def plans(u: Umpire) -> kernel.Rule[Plan]:
    """D16, D20 to D26, D33: one page after the other; there are always submarines to place."""
    state, data = u.state, u.data
    boats = yield from _place_boats(u)
    sea = u.inside(SEA, data.sea, operation_of(state))
    renewed = yield from exchange(sea)
    bases = yield from station(sea, ALLIED)
    answered = yield from _call_destroyers(u)
    ports = yield from _base_soviets(u)
    carrier = yield from _choose_carrier(u)
    rental = yield from hire.rentals(u, [carrier] if carrier else [])
    help = convoys.has_help(state, data, ports)
    east = yield from convoys.form_east(u, help=help)
    west = yield from convoys.form_west(u, help=help)
    cruiser = yield from _choose_cruiser(u)
    formed = [*east, *west]
    fixed = stations.Fixed(formed, rental.ships, rental.again, carrier, answered, ports, cruiser, help)
    places = yield from _place_ships(u, fixed)
    groups = yield from sailings.orders(u, fixed, places)
    accepted = yield from modes.accepted(u, ALLIED)
    return Plan(boats, renewed, bases, ports, answered, rental, carrier, cruiser, formed, places, groups, accepted)


# Submarines and the Soviet navy


OFF_NORWAY = (
    "Nobody sees where they lie. They wait for German ships that leave port: off Altafjord, Trondheim and Narvik they "
    "see most. British and Soviet boats do not share a zone."
)
BRITISH_BOATS: Question[State, Data] = Question(
    "AC-B.16-place",
    "Where do your British submarines begin? Your staff places those without an order off Norway's ports",
    phase=phases.CONVOYS,
    about=OFF_NORWAY,
    answers={Allot: "Each boat begins in the zone that you name; your staff places the others."},
    verb="Place",
    standing="",
    layout="muster",
)
SOVIET_BOATS: Question[State, Data] = Question(
    "AC-B.16-no-mix",
    "Where do your Soviet submarines begin? They keep out of the zones of the British",
    phase=phases.CONVOYS,
    about=OFF_NORWAY,
    answers={Allot: "Each boat begins in the zone that you name; your staff places the others."},
    verb="Place",
    standing="",
    layout="muster",
)
ANSWERING: Question[State, Data] = Question(
    "AC-B.17-choice",
    "Which Soviet destroyers answer your call?",
    phase=phases.CONVOYS,
    about=(
        "Those that you name may leave port this month; take the strongest, from the port that the convoys make for."
    ),
    answers={Choose: "These destroyers may put to sea this month; the others stay in port."},
    verb="Call",
    items=ship_items,
)
ICE = (
    "Murmansk is open all the year, but no more than a third of the Soviet warships may be based there. Ice breakers "
    "open Archangelsk for convoys in the months in which it freezes, if one lies there undamaged. The usual answer is "
    "to leave them where they are."
)
SOVIET_WARSHIPS: Question[State, Data] = Question(
    "AC-B.17-murmansk-third",
    "Where are your Soviet warships based?",
    phase=phases.CONVOYS,
    about=ICE,
    answers={Allot: "Each ship lies in the port that you name as the month begins."},
    verb="Base",
    layout="muster",
)
SOVIET_AUXILIARIES: Question[State, Data] = Question(
    "AC-A.4-monthly-setup",
    "Where are your Soviet ice breakers and minesweepers based?",
    phase=phases.CONVOYS,
    about=ICE,
    answers={Allot: "Each ship lies in the port that you name as the month begins."},
    verb="Base",
    layout="muster",
)


def _place_boats(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """AC-B.16-place, -no-mix, D21: British boats first, then Soviet ones in other zones."""
    boats = operation_of(u.state).desks[ALLIED].boats.values()
    zones = boat_zones(u.state, u.data, ALLIED)
    british = [boat.key for boat in boats if not _is_soviet(u.data, boat)]
    russian = [boat.key for boat in boats if _is_soviet(u.data, boat)]
    slots: dict[str, Domain] = dict.fromkeys(british, zones)
    first: Allot = yield from u.ask(ALLIED, BRITISH_BOATS, Assign(slots, optional=True))
    found = placed(first, off_ports(u.state, u.data, ALLIED, len(british)))
    taken = set(found.values())
    free = Among([zone for zone in zones if zone not in taken], why_not=_why_not_there)
    slots = dict.fromkeys(russian, free)
    second: Allot = yield from u.ask(ALLIED, SOVIET_BOATS, Assign(slots, optional=True))
    return found | placed(second, off_ports(u.state, u.data, ALLIED, len(russian), taken))


def _is_soviet(data: Data, boat: Boat) -> bool:
    return data.sea.boat_classes[boat.type].nation == "su"


def _why_not_there(zone: str) -> Refusal:
    return Refusal(f"a British boat is in {zone}, or an enemy port is too near", "AC-B.16-no-mix")


def _call_destroyers(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """AC-B.17-choice, D22: which of the Soviet destroyers answer, up to the number of the die."""
    number = u.state.allied.escorts
    ships = soviet.destroyers(u.state, u.data)
    if not number or not ships:
        return ()
    if number >= len(ships):
        return tuple(ships)
    prompt = f"Which {number} Soviet destroyers answer your call?"
    options = Subset(ships, least=number, most=number)
    answer: Choose = yield from u.ask(ALLIED, ANSWERING, options, prompt)
    return answer.items


def _base_soviets(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """AC-B.17-murmansk-third, D23: a base for each Soviet warship, a third of them at most at Murmansk; others too.

    A port that is closed by ice is neither left nor entered; ships under repair stay.
    """
    state, data = u.state, u.data
    table = data.tables.soviet
    warships: dict[str, Domain] = {}
    others: dict[str, Domain] = {}
    fixed = 0
    for vessel in soviet.navy(state):
        ship = ship_of(state, ALLIED, vessel.key)
        counts = type_of(data, ship).type in table.murmansk_types
        ports = _soviet_bases(state, data, vessel)
        if len(ports) > 1:
            (warships if counts else others)[vessel.key] = Among(ports, why_not=_why_not_based)
        elif counts and vessel.at == table.bases[0]:
            fixed += 1
    room = {table.bases[0]: max(0, soviet.murmansk_room(state, data) - fixed)}
    found: dict[str, str] = {}
    if warships:
        prompt = f"Where are your Soviet warships based? No more than {room[table.bases[0]]} at {table.bases[0]}"
        options = Assign(warships, capacity=room)
        answer: Allot = yield from u.ask(ALLIED, SOVIET_WARSHIPS, options, prompt)
        found |= dict(answer.pairs)
    if others:
        answer = yield from u.ask(ALLIED, SOVIET_AUXILIARIES, Assign(others))
        found |= dict(answer.pairs)
    return found


def _soviet_bases(state: State, data: Data, vessel: Vessel) -> list[str]:
    """AC-A.4-monthly-setup: where a Soviet ship may be based; her own port first."""
    now = date(state, data)
    free = is_whole(ship_of(state, ALLIED, vessel.key)) and not must_stay(state, data, ALLIED, vessel)
    if not free or not data.sea.open_port(vessel.at, now):
        return [vessel.at]
    others = [port for port in data.tables.soviet.bases if port != vessel.at and data.sea.open_port(port, now)]
    return [vessel.at, *others]


def _why_not_based(port: str) -> Refusal:
    return Refusal(f"{port} is closed by ice, or no base of the Soviet navy", "AC-A.4-monthly-setup")


# Western ships


def gold(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-B.5-11."""
    table = data.tables.victory
    return (
        f"She carries gold home: {points(table.special_mission)} if she reaches Scapa Flow, and ships that are sunk "
        f"with her count {'twice' if table.mission_loss_factor == 2 else 'more'}. With a cruiser in Murmansk it cannot "
        "be put off. A fast one is best."
    )


def proposal(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.23-sources: what is proposed, and what doctrine would have."""
    assert isinstance(decision.options, Assign)
    first: Counter[tuple[str, str]] = Counter()
    for key, domain in decision.options.slots.items():
        first[next(iter(domain)), stations.line_of(known, data, key).type] += 1
    ports = {port.name for port in data.sea.tables.ports.rows}
    fleets = [place for place in dict.fromkeys(place for place, _ in first) if place not in ports]
    proposed = []
    for fleet in fleets:
        kinds = [kind for (at, kind), many in first.items() if at == fleet for _ in range(many)]
        proposed.append(f"{called(data, known, fleet)}: {tally(kinds)}")
    return (
        f"Your staff proposes {'; '.join(proposed) or 'that all stay in port'}. Doctrine: "
        f"{in_words(convoys.CONVOY_DESTROYERS)} destroyers with a convoy and one more for each "
        f"{in_words(convoys.SHIPS_A_DESTROYER)} transports, {in_words(stations.CONVOY_CRUISERS)} cruisers with it, "
        "the great ships in a covering fleet. Ships in port are safe, and nobody but you knows which stay."
    )


FREE_CARRIER: Question[State, Data] = Question(
    "AC-B.23-cve-1943",
    "Which escort carrier do you take this month? She is free, and sails with an eastbound convoy",
    phase=phases.CONVOYS,
    about="She costs nothing, and her fighters and Swordfish are worth more to a convoy than any other ship: take one.",
    answers={Allot: "She is yours for the month, for nothing; without an order you take none."},
    verb="Take",
)
GOLD: Question[State, Data] = Question(
    "AC-B.5-11",
    "Which cruiser carries out the special mission from Murmansk to Scapa Flow?",
    phase=phases.CONVOYS,
    about=gold,
    answers={Allot: "This cruiser has the gold aboard, and sails for Scapa Flow this month."},
    verb="Send",
)
PLACES: Question[State, Data] = Question(
    "AC-B.23-sources",
    "With which convoy or covering fleet does each ship sail, or in which port does she stay?",
    phase=phases.CONVOYS,
    about=proposal,
    answers={Allot: "Each ship sails with the fleet that you name for her, or stays in the port."},
    verb="Form the fleets",
    layout="muster",
    items=ship_items,
)


def _choose_carrier(u: Umpire) -> kernel.Rule[str]:
    """AC-B.23-cve-1943, D24: the free escort carrier; in 1942 she was drawn."""
    desk = u.state.allied
    ships = transports.carriers(u.state, u.data)
    if desk.cve or not desk.cve_free or not ships:
        return desk.cve
    slots: dict[str, Domain] = {CARRIER: Among(ships)}
    answer: Allot = yield from u.ask(ALLIED, FREE_CARRIER, Assign(slots, optional=True))
    value = dict(answer.pairs)[CARRIER]
    return "" if value == NONE else value


def _choose_cruiser(u: Umpire) -> kernel.Rule[str]:
    """AC-B.5-11-fail, -secret, R43: with a cruiser in Murmansk the mission must be written down, for one of them."""
    ships = allied_events.mission_cruisers(u.state, u.data)
    if not ships:
        return ""
    slots: dict[str, Domain] = {CRUISER: Among(ships)}
    answer: Allot = yield from u.ask(ALLIED, GOLD, Assign(slots))
    return dict(answer.pairs)[CRUISER]


def _place_ships(u: Umpire, fixed: stations.Fixed) -> kernel.Rule[dict[str, str]]:
    """AC-B.23-sources, D26, D33: every ship that has a choice."""
    slots = stations.slots(u.state, u.data, fixed)
    if not slots:
        return {}
    answer: Allot = yield from u.ask(ALLIED, PLACES, Assign(slots))
    return dict(answer.pairs)


# What comes of it


def settle(u: Umpire, plan: Plan) -> None:
    """D16, D20 to D26, D33: the plan is carried out."""
    state, data = u.state, u.data
    desk, inner = state.allied, operation_of(state).desks[ALLIED]
    for key, zone in plan.boats.items():
        inner.boats[key].at = zone
    settle_bases(inner, plan.bases)
    renew(inner, plan.renewed)
    hire.settle(u, plan.rental)
    if plan.carrier and plan.carrier != desk.cve:
        transports.take_carrier(u, plan.carrier)
    for key in plan.answered:
        desk.ships[key].answered = True
    _lie_in(state, data, plan.ports)
    ports = {port.name for port in data.sea.tables.ports.rows}
    _lie_in(state, data, {key: place for key, place in plan.places.items() if place in ports})
    desk.carrier_of_mission = plan.cruiser
    for group in plan.groups:
        desk.groups[group.key] = group
    for way in ("east", "west"):
        _count_names(state, data, plan.convoys, way)
    for convoy in plan.convoys:
        words = "{convoy} is formed, transports: {number}"
        note(state, ALLIED, words, convoy=convoy.name, number=str(len(convoy.ships)))
    desk.modes = plan.modes


def _lie_in(state: State, data: Data, ports: Mapping[str, str]) -> None:
    """AC-A.4-monthly-setup: ships are in the ports that they were sent to."""
    for vessel in on_the_map(state, data, ALLIED):
        port = ports.get(vessel.key, vessel.at)
        if vessel.at != port:
            vessel.at, vessel.since = port, state.month


def _count_names(state: State, data: Data, formed: list[Convoy], way: str) -> None:
    """AC-B.2-naming: the numbers of the convoys that come next."""
    desk, table = state.allied, data.tables.names
    number = sum(convoy.way == way for convoy in formed)
    if way == "east":
        desk.east = (desk.east or table.first_east[state.options.convoy_names]) + number
    else:
        desk.west = (desk.west or table.first_west[state.options.convoy_names]) + number
