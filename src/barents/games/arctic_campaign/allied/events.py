"""Allied events: what the month's secret roll brings or takes (B.5, 4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.allied import hire, western
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.datafiles import AlliedEvent
from barents.games.arctic_campaign.orders import OFFERS, OfferSlot
from barents.games.arctic_campaign.rules.ship_facts import ship_items
from barents.games.arctic_campaign.rules.units import Umpire, afloat, date, is_whole, note
from barents.games.arctic_campaign.state import Charge, State, Vessel
from barents.games.operations.data import Dice
from barents.games.operations.rules.units import speed
from barents.games.operations.state import Mission
from barents.games.operations.terms import ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import Among, Domain
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.words import in_words

HOMEWARD: tuple[Mission, ...] = ("transfer", "return")


class Chosen(msgspec.Struct, frozen=True):
    """D4, D5: the battleship that is given up for a time, and the ships that are accepted."""

    withdrawn: str = ""
    accepted: tuple[str, ...] = ()


def withdrawn(data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-B.5-bb-choice."""
    row = event_of(known, data)
    months = in_words(row.months) if row is not None else "some"
    time = f"for {months} month{'' if months == 'one' else 's'}"
    return f"She is needed elsewhere {time}, and comes back to Scapa Flow. One of them has to go."


def offered(data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-B.5-decline."""
    row = event_of(known, data)
    if row is None:
        return "The offer holds for this month."
    cost = "Together they cost half of their rent, rounded up, which the Axis gets" if row.half else "They cost nothing"
    use = (
        " They may only sail with a convoy or cover one."
        if row.missions
        else " They may do whatever your own ships may."
    )
    return f"{row.name}: {cost}. They stay for the month; you may take all, some or none.{use}"


def shares(data: Data, known: State, decision: Decision[Any]) -> dict[str, int]:
    """AC-B.5-half-round: half of the rent of all that are accepted, rounded up once.

    Each place has its share: of those with an odd rent every other one is rounded up.
    """
    row = event_of(known, data)
    found: dict[str, int] = {}
    odd = 0
    assert isinstance(decision.options, Assign)
    for slot, domain in decision.options.slots.items():
        values = list(domain)
        rents = {value: hire.cost(data, [value]) if row is not None and row.half else 0 for value in values}
        up = odd % 2 == 0
        found |= {f"{slot}={value}": -(-rent // 2) if up else rent // 2 for value, rent in rents.items()}
        odd += any(rent % 2 for rent in rents.values())
    return found


WITHDRAWN: Question[State, Data] = Question(
    "AC-B.5-bb-choice",
    "Which battleship leaves the core for a time?",
    phase=phases.REPAIR,
    about=withdrawn,
    answers={Choose: "She leaves at once, and none of your fleets has her until she is back."},
    verb="Release",
    items=ship_items,
)
OFFER: Question[State, Data] = Question(
    "AC-B.5-decline",
    "Which ships do you accept?",
    phase=phases.REPAIR,
    about=offered,
    answers={Allot: "The ships that you name are yours for the month; places that you leave empty stay so."},
    verb="Accept",
    slots=OFFERS,
    prices=shares,
)


# The roll


def roll(u: Umpire) -> None:
    """AC-B.5-roll: two secret dice, and the dice of an Early Start (R42: one roll for the month)."""
    state, data = u.state, u.data
    desk = state.allied
    desk.offered, desk.early = {}, 0
    desk.event = int(u.roll(2 * D6, "AC-B.5-roll", "The Allied event", to=only(Side.ALLIED)))
    row = event_of(state, data)
    if row is None:
        u.tell("AC-B.5-8-1942", "There is no event this month", to=only(Side.ALLIED))
        return
    u.tell(f"AC-B.5-{row.roll}", "The event of the month: {event}", to=only(Side.ALLIED), event=row.name)
    note(state, Side.ALLIED, "Event: {event}", event=row.name)
    desk.offered = {str(kind): number for kind, number in row.offers.items()}
    if row.kind == "mission":
        desk.further += desk.mission  # AC-B.5-11-second: one that is still due is not forgotten for it
        desk.mission = True
    if row.dice is not None:
        dice = Dice.read(row.dice)
        turns = u.roll(dice.number * D6, "AC-B.5-early-where", "Turns of the Early Start", to=only(Side.ALLIED))
        desk.early = int(turns) + dice.plus


def event_of(state: State, data: Data) -> AlliedEvent | None:
    """The month's event; none where its time has not yet come (AC-B.5-8-1942) or nothing was rolled."""
    row = data.allied_events.get(state.allied.event)
    return None if row is None or (row.begins is not None and date(state, data) < row.begins) else row


# What the Allies make of it


def choices(u: Umpire) -> kernel.Rule[Chosen]:
    """D4, D5, AC-B.5-decline: which battleship goes; which of the offered ships are accepted, if any."""
    row = event_of(u.state, u.data)
    if row is None:
        return Chosen()
    if row.kind == "withdrawn":
        ships = battleships(u.state, u.data)
        if len(ships) < 2:
            return Chosen(withdrawn="".join(ships))
        answer: Choose = yield from u.ask(Side.ALLIED, WITHDRAWN, Subset(ships, 1, 1))
        return Chosen(withdrawn=answer.items[0])
    if not row.offers:
        return Chosen()
    slots = offer(u.state, u.data, row)
    capacity = dict.fromkeys((key for domain in slots.values() for key in domain), 1)
    price = " at half of their rent" if row.half else ""
    page = Assign(slots, optional=True, capacity=capacity)
    accepted: Allot = yield from u.ask(Side.ALLIED, OFFER, page, f"Which ships do you accept{price}?")
    return Chosen(accepted=tuple(key for slot in slots if (key := accepted[slot]) is not None))


def battleships(state: State, data: Data) -> list[str]:
    """AC-B.5-bb-choice, -9-stack: undamaged core battleships that are still there; else the damaged ones."""
    there = [
        vessel.key
        for vessel in afloat(state.allied)
        if vessel.service == "core" and vessel.ready <= state.month and _kind(state, data, vessel.key) == "BB"
    ]
    return [key for key in there if is_whole(state.allied.ships[key])] or there


def offer(state: State, data: Data, row: AlliedEvent) -> dict[str, Domain]:
    """A place for every ship that is offered, with those who may fill it.

    American ships come in the order of the tables (6.2); of British ones the Allies take whom they like.
    """
    slots: dict[str, Domain] = {}
    for kind, number in row.offers.items():
        if row.kind == "task-force":
            found: dict[str, list[str]] = {
                str(OfferSlot(kind, place)): [key] for place, key in enumerate(_american(state, data, kind)[:number], 1)
            }
        else:
            ships = [key for type in row.either.get(kind, (kind,)) for key in _british(state, data, type, number)]
            found = {str(OfferSlot(kind, place)): ships for place in range(1, number + 1) if ships}
        slots |= {slot: Among(keys) for slot, keys in found.items()}
    return slots


def _american(state: State, data: Data, kind: ShipClass) -> list[str]:
    """6.2: the ships of the line that is due first, then of the others."""
    free = western.named(state, data, kind, western.AMERICAN)
    return [key for line in data.sea.event_order[kind] for key in free if data.sea.line_of(key) == line]


def _british(state: State, data: Data, kind: ShipClass, number: int) -> list[str]:
    """Ships with names; where they are too few, others."""
    names = western.named(state, data, kind, western.BRITISH)
    return names + western.unnamed(state, data, kind)[: max(0, number - len(names))]


def _kind(state: State, data: Data, key: str) -> ShipClass:
    return data.kind(data.sea.types[state.allied.ships[key].line].type)


# Carrying it out


def price(data: Data, row: AlliedEvent, ships: Iterable[str]) -> int:
    """AC-B.5-half-round: half of the rent of all ships that are accepted, rounded up; task forces may be free."""
    return -(-hire.cost(data, ships) // 2) if row.half else 0


def settle(u: Umpire, chosen: Chosen) -> None:
    """AC-B.5-us-base: the ships come to Scapa Flow (they may begin elsewhere in the west); the battleship goes."""
    state, data = u.state, u.data
    row = event_of(state, data)
    if row is None:
        return
    if chosen.withdrawn:
        withdraw(state, data, chosen.withdrawn, row.months)
        words = "{unit} is needed elsewhere"
        u.tell(f"AC-B.5-{row.roll}", words, to=only(Side.ALLIED), unit=chosen.withdrawn)
        note(state, Side.ALLIED, "{ship} is needed elsewhere", ship=chosen.withdrawn)
    for key in chosen.accepted:
        western.enlist(state, data, key, "event", data.tables.hire.port)
        u.tell(f"AC-B.5-{row.roll}", "{unit} joins for the month", to=only(Side.ALLIED), unit=key)
    points = price(data, row, chosen.accepted)
    if points:
        state.allied.bill.append(Charge(Side.AXIS, row.name, points, "AC-B.5-half-round"))
        u.tell("AC-B.5-half-round", "They cost {cost} {cost:point|points}", to=only(Side.ALLIED), cost=points)


def withdraw(state: State, data: Data, key: str, months: int) -> None:
    """AC-B.5-4, -9: a battleship is away for this month, or for this and the next; she comes back to Scapa Flow."""
    vessel = state.allied.vessels[key]
    vessel.ready = state.month + months
    if vessel.at != data.tables.repairs.british_port:
        vessel.at, vessel.since = data.tables.repairs.british_port, state.month
    vessel.due = False


# What ships of an event may do


def allowed(state: State, data: Data, vessel: Vessel) -> tuple[Mission, ...]:
    """The missions that a ship of this month's event may have, and the ways home; none are named where all are free.

    AC-B.5-6-mission, -8-mission: ships for the convoys. AC-B.23-cve-random: the free carrier sails with a convoy.
    """
    row = event_of(state, data)
    if vessel.service != "event":
        return ()
    missions: tuple[Mission, ...] = ("convoy",) if vessel.key == state.allied.cve else row.missions if row else ()
    return (*missions, *HOMEWARD) if missions else ()


# The special transport mission


def mission_cruisers(state: State, data: Data) -> list[str]:
    """AC-B.5-11-available: British or US cruisers in Murmansk that can move, while a mission is due."""
    table = data.tables.allied_events
    return [
        vessel.key
        for vessel in afloat(state.allied)
        if state.allied.mission and vessel.at == table.mission_from and vessel.ready <= state.month
        for ship in [state.allied.ships[vessel.key]]
        for line in [data.sea.types[ship.line]]
        if line.nation in western.WESTERN and line.type in table.mission_types and speed(data.sea, ship) > 0
    ]
