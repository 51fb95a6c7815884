"""The core units: the ships that cost nothing, and how others come into the core or leave it (B.11, B.12, B.19)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, TypeAlias

import msgspec

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.actions import Buy, Exchange, Proceed, Sell
from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.datafiles import CoreType
from barents.games.arctic_campaign.rules.idle import or_idle
from barents.games.arctic_campaign.rules.ship_facts import facts_of, line_of
from barents.games.arctic_campaign.rules.units import Umpire, afloat, commission, is_whole, note
from barents.games.arctic_campaign.state import Charge, State, Vessel
from barents.games.operations.names import SHORT, TYPES
from barents.games.operations.rules.units import is_worn
from barents.games.operations.terms import ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick, Product
from barents.kernel.domains import Among, Domain, Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Item

NEW = "new"  # what a ship is bought for that takes no damaged one's place
OILER = "uk:AO-c"
Deal: TypeAlias = Buy | Sell | Exchange


# A new month


def new_month(u: Umpire) -> None:
    """AC-B.19-same-month, AC-B.121-ao: last month's sales are forgotten; a lost oiler is replaced in time."""
    state, data = u.state, u.data
    desk = state.allied
    desk.sold = []
    if any(vessel.service == "core" and _type(state, data, vessel.key) == "AO" for vessel in afloat(desk)):
        return
    if not desk.oiler_due:  # she was lost last month
        desk.oiler_due = state.month - 1 + data.tables.core.oiler_months
    if state.month >= desk.oiler_due:
        desk.oiler_due = 0
        key = launch_oiler(state, data)
        u.tell("AC-B.121-ao", "{unit} joins the core", to=only(Side.ALLIED), unit=key)
        note(state, Side.ALLIED, "{ship} takes the place of the lost oiler", ship=key)


def launch_oiler(state: State, data: Data) -> str:
    """A core oiler at Scapa Flow, under the next number."""
    state.allied.names += 1
    key = f"ao-{state.allied.names}"
    commission(state, data, Side.ALLIED, key, "core", data.tables.hire.port, line=OILER)
    return key


def _type(state: State, data: Data, key: str) -> ShipClass:
    return data.sea.types[state.allied.ships[key].line].type


# The core as it is, and as it would be


class Dealt(msgspec.Struct, frozen=True):
    """What a page of dealings hangs on besides the state: deals made on it, and ships that are not to be had."""

    deals: tuple[Buy | Sell | Exchange, ...] = ()
    away: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


class Book:
    """The core after some deals: who is in it, the slot numbers S (R16), and what may be done next.

    `away` are ships that nobody can deal in, `taken` those that an event of this month has.
    """

    def __init__(self, state: State, data: Data, away: Collection[str] = (), taken: Collection[str] = ()) -> None:
        self.state, self.data = state, data
        self._done: list[Deal] = []
        self.slots = dict(state.allied.slots)
        self.sold: set[ShipClass] = {kind for kind in data.tables.core.types if kind in state.allied.sold}
        self.members = {
            vessel.key: kind
            for vessel in afloat(state.allied)
            if vessel.service == "core" and (kind := self._kind(vessel.key)) in data.tables.core.types
        }
        self.fresh: set[str] = set()  # who has come this month is not exchanged again
        self._away, self._taken = frozenset(away), frozenset(taken)
        self._hurt = {key for key in self.members if not is_whole(state.allied.ships[key])}
        self._worn = {key for key in self.members if is_worn(data.sea, state.allied.ships[key])}
        self._left: set[str] = set()
        self._to_be_had = {kind: western.named(state, data, kind, western.BRITISH) for kind in data.tables.core.types}

    def _kind(self, key: str) -> ShipClass:
        return self.data.kind(_type(self.state, self.data, key))

    def kind_of(self, key: str) -> ShipClass:
        """The type under which a ship counts, whether she is in service or not."""
        return self.members.get(key) or western.kind_of(self.data, key)

    def count(self, kind: ShipClass) -> int:
        """AC-B.122-count-basis: the ships of a type in the core; damaged ones count, replaced ones do not."""
        return sum(member == kind for member in self.members.values())

    def price(self, kind: ShipClass, instead: str = NEW) -> int | None:
        """R16: the replacement price below the slot number, else the price of ship S + 1; None beyond the limit."""
        row = self.data.tables.core.types[kind]
        if instead != NEW or self.count(kind) < self.slots[kind]:
            return row.replace
        return next((step.price for step in row.steps if self.slots[kind] + 1 <= step.to), None)

    def is_at_hand(self, key: str) -> bool:
        """AC-B.19-undamaged, AC-B.11-exchange-time: an undamaged core ship in a British port, Iceland's among them."""
        vessel = self.state.allied.vessels.get(key)
        if key in self.fresh or vessel is None:
            return key in self.members
        in_port = vessel.at in western.western_ports(self.data) and vessel.ready <= self.state.month
        return in_port and key in self.members and key not in self._hurt and key not in self._away

    def may_be_exchanged(self, key: str) -> bool:
        """AC-B.11-exchange-time, AC-A.6-no-exchange: nor who has just come, or lies in port for her repair."""
        return self.is_at_hand(key) and key not in self.fresh and key not in self._worn

    def to_be_had(self, kind: ShipClass) -> list[str]:
        """British ships of a type that may come into the core."""
        released = [key for key in sorted(self._left) if western.kind_of(self.data, key) == kind]
        return [
            key
            for key in dict.fromkeys((*self._to_be_had[kind], *released))
            if key not in self.members and key not in self._taken
        ]

    def hurt(self, kind: ShipClass) -> list[str]:
        """AC-B.12-replace-damaged: core ships of a type that may be replaced."""
        return [key for key, member in self.members.items() if member == kind and key in self._hurt]

    def options(self) -> Pick[Action]:
        """Everything that may be done next; the page says what was done before, for `book_of`."""
        buys: dict[str, Among] = {}
        swaps: dict[str, Among] = {}
        for kind in self.data.tables.core.types:
            others = self.to_be_had(kind)
            if kind not in self.sold:
                places = [NEW] if self.price(kind) is not None else []
                reasons = Among([*places, *self.hurt(kind)])
                buys |= dict.fromkeys(others if reasons.values else (), reasons)
            mine = [key for key, member in self.members.items() if member == kind and self.may_be_exchanged(key)]
            swaps |= dict.fromkeys(mine if others else (), Among(others))
        sales = [key for key in self.members if self.is_at_hand(key)]
        dealt = Dealt(tuple(self._done), tuple(sorted(self._away)), tuple(sorted(self._taken)))
        return Pick(
            [Proceed()],
            Product[Action](Buy, buys),
            Product[Action](Sell, Among(sales)),
            Product[Action](Exchange, swaps),
            why_not=self.why_not,
            about=msgspec.json.encode(dealt).decode(),
        )

    def why_not(self, action: Action) -> Refusal | None:
        """Why a deal cannot be made."""
        data = self.data
        if isinstance(action, Sell | Exchange) and action.ship in self.members:
            name = data.sea.name_of(action.ship)
            if action.ship in self._hurt:
                return Refusal(f"{name} is damaged", "AC-B.19-undamaged")
            if not self.is_at_hand(action.ship):
                return Refusal(f"{name} is not in a British port", "AC-B.19-undamaged")
            if action.ship in self._worn:
                return Refusal(f"storms have worn {name} down: she stays in port for the month", "AC-A.6-no-exchange")
            if action.ship in self.fresh:
                return Refusal(f"{name} has only come this month", "AC-B.11-exchange-time")
        if not isinstance(action, Buy) or not western.is_western(data, action.ship):
            return None
        kind = western.kind_of(data, action.ship)
        row: CoreType | None = data.tables.core.types.get(kind)
        if row is None:
            return Refusal(f"a {kind} can only be hired", "AC-B.122-count-basis")
        if kind in self.sold:
            return Refusal(f"a {kind} of the core was sold this month", "AC-B.19-same-month")
        if action.instead == NEW and self.price(kind) is None:
            return Refusal(f"no more than {row.limit} {kind} may be in the core", f"AC-B.122-{kind.lower()}-limit")
        return None

    def do(self, deal: Deal) -> Charge | None:
        """A deal is made; what it costs or brings."""
        kind, name = self.kind_of(deal.ship), self.data.sea.name_of
        self._done.append(deal)
        match deal:
            case Buy(ship, instead):
                price, rule = self.price(kind, instead), "AC-B.121-level"
                if price is None:
                    raise ValueError(f"the core may have no more {kind}")
                if instead != NEW:
                    del self.members[instead]
                elif self.count(kind) == self.slots[kind]:
                    self.slots[kind] += 1
                    rule = "AC-B.122-count-basis"
                self._come(ship, kind)
                return Charge(Side.AXIS, f"{name(ship)} into the core", price, rule)
            case Sell(ship):
                row = self.data.tables.core.types[kind]
                self.sold.add(kind)
                if self.slots[kind] > row.start:
                    self.slots[kind] -= 1
                self._go(ship)
                return Charge(Side.ALLIED, f"{name(ship)} given up", row.sell, "AC-B.19-sell")
            case Exchange(ship, other):
                self._go(ship)
                self._come(other, kind)
                return None

    def _come(self, key: str, kind: ShipClass) -> None:
        self.members[key] = kind
        self.fresh.add(key)

    def _go(self, key: str) -> None:
        del self.members[key]
        self.fresh.discard(key)
        self._left.add(key)


# Dealings


def book_of(data: Data, known: State, options: Pick[Action]) -> Book:
    """The core as it is after the deals before a page, for whoever is asked it."""
    dealt = msgspec.json.decode(options.about, type=Dealt)
    book = Book(known, data, dealt.away, dealt.taken)
    for deal in dealt.deals:
        book.do(deal)
    return book


def dealing(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-B.12, AC-B.19."""
    prices = ", ".join(f"{TYPES[kind]} {row.replace}" for kind, row in data.tables.core.types.items())
    return (
        "Points that you pay go to the Axis in the month's account; for ships given up you get some. A ship in the "
        f"place of one lost or damaged costs so much: {prices}; one more than that costs more, up to a limit. A bought "
        "ship stays to the end of the war, a hired one for a month: to buy pays if you would hire her more than three "
        "to six times."
    )


def deal_prices(data: Data, known: State, decision: Decision[Any]) -> dict[str, int]:
    """AC-B.121-level, -B.122, -B.19: to buy costs, to sell brings; to exchange is free."""
    assert isinstance(decision.options, Pick)
    book, found = book_of(data, known, decision.options), dict[str, int]()
    for product in decision.options.products:
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


def dealt_in(data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """The types of the ships that may be bought, given up or exchanged."""
    assert isinstance(decision.options, Pick)
    ships = [ship for product in decision.options.products for pair in product.domains.items() for ship in _in(pair)]
    lines = [(ship, line_of(data, known, Side.ALLIED, ship)) for ship in dict.fromkeys(ships) if ship != NEW]
    return {ship: Item(SHORT.get(line.type, line.type), facts=tuple(facts_of(line))) for ship, line in lines if line}


def _in(pair: tuple[str, Domain]) -> Iterator[str]:
    """The ships of a part of a product: the first one, where there is one, and those beside her."""
    first, domain = pair
    yield from ([first] if first else [])
    yield from domain


DEAL: Question[State, Data] = Question(
    "AC-B.12-time",
    "Do you buy ships into the core, give any up, or exchange them? Most months one goes on",
    phase=phases.REPAIR,
    about=or_idle(dealing),
    answers={Proceed: "The core stays as it is now until next month."},
    prices=deal_prices,
    items=dealt_in,
    layout="shop",
)


def dealings(u: Umpire, away: Collection[str] = (), taken: Collection[str] = ()) -> kernel.Rule[list[Deal]]:
    """D10, AC-B.12-time: buy, sell and exchange until there is no more to do.

    It ends surely: who has come by a deal is not exchanged again, a type that was sold is not bought, and each other
    purchase fills or opens one of a limited number of places.
    """
    book, deals = Book(u.state, u.data, away, taken), list[Deal]()
    while True:
        answer: Action = yield from u.ask(Side.ALLIED, DEAL, book.options())
        if not isinstance(answer, Buy | Sell | Exchange):
            return deals
        book.do(answer)
        deals.append(answer)


def settle(u: Umpire, deals: list[Deal]) -> None:
    """AC-B.1-cost-to-axis, AC-B.19-allied-vp: the deals are carried out and entered in the month's account."""
    state, data = u.state, u.data
    desk = state.allied
    book = Book(state, data)
    for deal in deals:
        charge = book.do(deal)
        match deal:
            case Buy(ship, instead):
                if instead != NEW:
                    retire(state, data, desk.vessels[instead])
                western.enlist(state, data, ship, "core", data.tables.hire.port)
            case Sell(ship):
                western.release(state, data, ship)
            case Exchange(ship, other):
                western.release(state, data, ship)
                western.enlist(state, data, other, "core", data.tables.hire.port)
        _report(u, deal, charge)
    desk.slots = book.slots
    desk.sold = sorted(book.sold)


def retire(state: State, data: Data, vessel: Vessel) -> None:
    """R15, AC-B.12-replaced-not-core: a damaged ship leaves the core at once, and is to be had again when whole.

    One who lies in Russia sails home first, like a hired ship that has been paid for.
    """
    if vessel.at in western.soviet_ports(data):
        vessel.service, vessel.due, vessel.unpaid = "hired", True, True
    else:
        western.release(state, data, vessel.key)


def _report(u: Umpire, deal: Deal, charge: Charge | None) -> None:
    """The Allies are told, and their diary has it."""
    match deal:
        case Buy(_, other):
            rule, words = "AC-B.12-purpose", "{ship} is bought into the core"
            words += " in the place of {other}" if other != NEW else ""
        case Sell(_):
            rule, words, other = "AC-B.19-sell", "{ship} is given up", ""
        case Exchange(_, other):
            rule, words = "AC-B.11-exchange", "{ship} is exchanged for {other}"
    points = 0
    if charge is not None:
        u.state.allied.bill.append(charge)
        words, points = words + " ({points} points)", charge.points
    u.tell(rule, words, to=only(Side.ALLIED), ship=deal.ship, other=other, points=points)
    note(u.state, Side.ALLIED, words, ship=deal.ship, other=other, points=str(points))
