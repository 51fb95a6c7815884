"""Hired ships: for a month, for points (B.13, B.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.allied.outlook import outlook
from barents.games.arctic_campaign.allied.transports import TRANSPORT
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import plural
from barents.games.arctic_campaign.names import points as so_many_points
from barents.games.arctic_campaign.rules.ship_facts import ship_items
from barents.games.arctic_campaign.rules.units import Umpire, afloat, is_whole, note
from barents.games.arctic_campaign.state import Charge, State
from barents.games.operations.terms import ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Group, Subset
from barents.kernel.domains import Domain, Numbers
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Item
from barents.kernel.words import listed

SWEEPER: ShipClass = "MS"


class Rental(msgspec.Struct, frozen=True):
    """What is hired for a month: ships that come, and `again` those in Russia whose rent is paid once more."""

    ships: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


# A new month


def new_month(u: Umpire) -> None:
    """AC-B.13-month-only, -once, R78: hired ships and those of events go; in Russia all western ships are due home."""
    state, data = u.state, u.data
    west, east = western.western_ports(data), western.soviet_ports(data)
    for vessel in list(afloat(state.allied)):
        if vessel.service not in ("core", "hired", "event", "idle"):
            continue
        if vessel.at in east:
            vessel.due = True
            vessel.unpaid = vessel.service != "core"
        elif vessel.at in west:
            vessel.due = vessel.unpaid = False
            if vessel.service in ("hired", "event") or _is_done(state, vessel.key):
                western.release(state, data, vessel.key)


def _is_done(state: State, key: str) -> bool:
    """Whether a ship in no service has nothing left to repair."""
    return state.allied.vessels[key].service == "idle" and is_whole(state.allied.ships[key])


# Prices


def types(data: Data) -> tuple[ShipClass, ...]:
    """The types that can be hired, the dearest first."""
    return (*data.tables.hire.rent, SWEEPER)


def rent(data: Data, kind: ShipClass, number: int) -> int:
    """AC-B.13-ms, -ms-round: what so many ships of a type cost for the month; minesweepers go by threes."""
    table = data.tables.hire
    return -(-number // table.sweepers_for_one) if kind == SWEEPER else table.rent[kind] * number


def cost(data: Data, ships: Iterable[str]) -> int:
    """The rent of some ships for a month."""
    return sum(rent(data, kind, number) for kind, number in _by_type(data, ships).items())


def _by_type(data: Data, ships: Iterable[str]) -> dict[ShipClass, int]:
    counted = Counter(western.kind_of(data, key) for key in ships)
    return {kind: counted[kind] for kind in types(data) if counted[kind]}


# Hiring


def hiring(data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-B.13-time."""
    sunk = data.sea.types[TRANSPORT].vp + data.sea.types[TRANSPORT].cargo * data.tables.victory.cargo
    return (
        f"{outlook(data, known)} What you pay goes to the Axis, and the ships go at the month's end. A transport that "
        f"is sunk costs you {so_many_points(sunk)} in all, so escorts (one point), minesweepers and a few destroyers "
        f"soon pay for themselves; great ships only if you expect his.{_not_for_hire(known)}"
    ).strip()


def _not_for_hire(known: State) -> str:
    """AC-B.19-no-hire."""
    given_up = listed([plural(kind) for kind in known.allied.sold])
    return f" You have given up {given_up} this month, and can hire none." if given_up else ""


def rents(data: Data, _known: State, decision: Decision[Any]) -> dict[str, int]:
    """AC-B.13-time: what so many ships of a type cost."""
    assert isinstance(decision.options, Assign)
    slots = decision.options.slots
    return {
        f"{kind}={number}": rent(data, kind, int(number))
        for kind in types(data)
        if kind in slots
        for number in slots[kind]
    }


def rents_again(data: Data, _known: State, decision: Decision[Any]) -> dict[str, int]:
    """AC-B.13-return-only: the rent of a ship in Russia; the first of each three minesweepers pays for all."""
    assert isinstance(decision.options, Subset)
    found: dict[str, int] = {}
    sweepers = 0
    for key in decision.options.items:
        kind = western.kind_of(data, key)
        if kind == SWEEPER:
            found[key] = rent(data, kind, sweepers + 1) - rent(data, kind, sweepers)
            sweepers += 1
        else:
            found[key] = rent(data, kind, 1)
    return found


def for_hire(data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """The types that may be hired, and how many of each the core has."""
    assert isinstance(decision.options, Assign)
    return {kind: Item(kind, plural(kind).capitalize(), in_core(data, known, kind)) for kind in decision.options.slots}


def in_core(data: Data, known: State, kind: str) -> tuple[str, ...]:
    """How many ships of a type the core has of how many; nothing for a type that it never has."""
    row = next((row for type, row in data.tables.core.types.items() if type == kind), None)
    if row is None:
        return ()
    there = [
        vessel
        for vessel in afloat(known.allied)
        if vessel.service == "core" and data.kind(data.sea.types[known.allied.ships[vessel.key].line].type) == kind
    ]
    return (f"core {len(there)} of {row.limit}",)


NUMBERS: Question[State, Data] = Question(
    "AC-B.13-time",
    "How many ships of each type do you hire for the month?",
    phase=phases.CONVOYS,
    about=hiring,
    answers={Allot: "So many of each type join you at Scapa Flow for this month, and the Axis gets their rent."},
    verb="Hire",
    prices=rents,
    items=for_hire,
    layout="numbers",
)
WHICH: Question[State, Data] = Question(
    "AC-B.14-historical",
    "Which ships of these types do you hire?",
    phase=phases.CONVOYS,
    about="Ships of a type differ; those that are listed first are as good as any. They join at Scapa Flow.",
    answers={Choose: "These ships are hired; they cost what you have agreed to pay already."},
    verb="Hire",
    items=ship_items,
)
AGAIN: Question[State, Data] = Question(
    "AC-B.13-return-only",
    "Which ships in Russia do you hire anew? The others may only escort a westbound convoy or sail home",
    phase=phases.CONVOYS,
    about="They have to leave Russia this month in any case. Pay only for those that are to cover a convoy on the way.",
    answers={Choose: "You pay another month's rent for these ships, and they may also sail in a covering fleet."},
    verb="Hire again",
    prices=rents_again,
    items=ship_items,
)


def rentals(u: Umpire, taken: Collection[str] = ()) -> kernel.Rule[Rental]:
    """D25, AC-B.13-time, R19: how many of each type, then which; `taken` are ships who have another use already.

    AC-B.19-no-hire: none of a type of which a ship of the core was given up this month.
    """
    state, data = u.state, u.data
    named = {kind: [key for key in western.named(state, data, kind) if key not in taken] for kind in types(data)}
    extra = {kind: western.unnamed(state, data, kind) for kind in types(data)}
    most = {kind: len(named[kind]) + len(extra[kind]) for kind in types(data)}
    slots: dict[str, Domain] = {
        kind: Numbers(range(1, most[kind] + 1)) for kind in types(data) if most[kind] and kind not in state.allied.sold
    }
    numbers: Allot = yield from u.ask(Side.ALLIED, NUMBERS, Assign(slots, optional=True))
    wanted = {kind: int(value) for kind in types(data) if kind in slots and (value := numbers[kind]) is not None}
    ships = [key for kind, number in wanted.items() if number >= len(named[kind]) for key in named[kind]]
    groups = [
        Group(named[kind], number, number, f"the {plural(kind)}")
        for kind, number in wanted.items()
        if number < len(named[kind])
    ]
    if groups:
        items = [key for group in groups for key in group.items]
        options = Subset(items, least=sum(group.least for group in groups), groups=groups)
        chosen: Choose = yield from u.ask(Side.ALLIED, WHICH, options)
        ships += chosen.items
    ships += [key for kind, number in wanted.items() for key in extra[kind][: max(0, number - len(named[kind]))]]
    again = yield from _hire_again(u)
    return Rental(tuple(ships), again)


def _hire_again(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """AC-B.13-return-only: who lies in Russia may do more than sail home, if the rent is paid once more."""
    unpaid = [vessel.key for vessel in afloat(u.state.allied) if vessel.unpaid and vessel.service in ("hired", "event")]
    if not unpaid:
        return ()
    chosen: Choose = yield from u.ask(Side.ALLIED, AGAIN, Subset(unpaid))
    return chosen.items


def settle(u: Umpire, rental: Rental) -> None:
    """AC-B.1-cost-to-axis, AC-B.13-month-only: the ships come to Scapa Flow, and the rent is entered."""
    state, data = u.state, u.data
    for key in rental.ships:
        western.enlist(state, data, key, "hired", data.tables.hire.port)
    for key in rental.again:
        state.allied.vessels[key].unpaid = False
        state.allied.vessels[key].service = "hired"
    for kind, number in _by_type(data, (*rental.ships, *rental.again)).items():
        points = rent(data, kind, number)
        what = f"{number} {kind} hired"
        state.allied.bill.append(Charge(Side.AXIS, what, points, f"AC-B.13-{kind.lower()}"))
        u.tell(
            f"AC-B.13-{kind.lower()}",
            "{ships} {number:is|are} hired ({points} {points:point|points})",
            to=only(Side.ALLIED),
            number=number,
            ships=f"{number} {kind}",
            points=points,
        )
    if rental.ships or rental.again:
        total = cost(data, (*rental.ships, *rental.again))
        note(state, Side.ALLIED, "Ships were hired for {points} points", points=str(total))
