"""What answers cost in points, for the pages on which ships are hired, bought, sold or kept (`Game.prices`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from barents.games.arctic_campaign import hire, western
from barents.games.arctic_campaign.actions import Buy, Proceed, SailEast, Sell
from barents.games.arctic_campaign.allied_events import event_of
from barents.games.arctic_campaign.core import Book, book_of
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.hire import SWEEPER
from barents.games.arctic_campaign.state import State
from barents.kernel.actions import Action
from barents.kernel.decisions import Assign, Decision, Pick, Subset

Priced: TypeAlias = Callable[[Data, State, Any], dict[str, int]]


def prices(data: Data, known: State, decision: Decision[Any]) -> Mapping[str, int]:
    """By an option's notation, an item, or `slot=value`; what brings points has a price below nothing."""
    priced = PRICED.get(decision.rule)
    return priced(data, known, decision.options) if priced is not None else {}


def renting(data: Data, known: State, options: Assign) -> dict[str, int]:
    """AC-B.13-time: so many ships of a type."""
    return {
        f"{kind}={number}": hire.rent(data, kind, int(number))
        for kind in hire.types(data)
        if kind in options.slots
        for number in options.slots[kind]
    }


def renting_again(data: Data, known: State, options: Subset) -> dict[str, int]:
    """AC-B.13-return-only: the rent of a ship in Russia; the first of each three minesweepers pays for all."""
    found: dict[str, int] = {}
    sweepers = 0
    for key in options.items:
        kind = western.kind_of(data, key)
        if kind == SWEEPER:
            found[key] = hire.rent(data, kind, sweepers + 1) - hire.rent(data, kind, sweepers)
            sweepers += 1
        else:
            found[key] = hire.rent(data, kind, 1)
    return found


def offered(data: Data, known: State, options: Assign) -> dict[str, int]:
    """AC-B.5-half-round: half of the rent of all that are accepted, rounded up once.

    Each place has its share: of those with an odd rent every other one is rounded up.
    """
    row = event_of(known, data)
    found: dict[str, int] = {}
    odd = 0
    for slot, domain in options.slots.items():
        values = list(domain)
        rents = {value: hire.cost(data, [value]) if row is not None and row.half else 0 for value in values}
        up = odd % 2 == 0
        found |= {f"{slot}={value}": -(-rent // 2) if up else rent // 2 for value, rent in rents.items()}
        odd += any(rent % 2 for rent in rents.values())
    return found


def dealing(data: Data, known: State, options: Pick[Any]) -> dict[str, int]:
    """AC-B.121-level, -B.122, -B.19: to buy costs, to sell brings; to exchange is free."""
    book, found = book_of(data, known, options), dict[str, int]()
    for product in options.products:
        for first, domain in product.domains.items():
            for second in domain:
                action = product.action(first, second)
                price = _price(data, book, action)
                if price is not None:
                    found[str(action)] = price
    return found


def _price(data: Data, book: Book, action: Action) -> int | None:
    match action:
        case Buy(ship, instead):
            return book.price(book.kind_of(ship), instead)
        case Sell(ship):
            return -data.tables.core.types[book.kind_of(ship)].sell
    return None


def keeping(data: Data, known: State, options: Pick[Any]) -> dict[str, int]:
    """AC-B.21-penalty: to form no further convoy costs a point for each transport that is then left."""
    most: dict[str, int] = {}
    for action in options.listed:
        if isinstance(action, SailEast) and action.port in data.tables.transports.launch_ports:
            most[action.port] = max(most.get(action.port, 0), action.transports)
    return {str(Proceed()): sum(most.values()) * data.tables.victory.kept_back}


PRICED: dict[str, Priced] = {
    "AC-B.13-time": renting,
    "AC-B.13-return-only": renting_again,
    "AC-B.5-decline": offered,
    "AC-B.12-time": dealing,
    "AC-B.21-any-number": keeping,
}
