"""Fuel in Norway (C.3): what arrives, what ships take, and the bill at a month's end.

The stock and every charge are kept in 72nds of a box, which hold a twelfth of a ship's box at a third of its price
exactly. What ships take is counted first (`drawn`) and leaves the stock with the month's bill, rounded up once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.actions import Proceed, Refuel, RefuelAll
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.idle import or_idle
from barents.games.arctic_campaign.rules.repairs import is_under_repair
from barents.games.arctic_campaign.rules.units import Umpire, afloat, note, ship_of, type_of
from barents.games.arctic_campaign.state import Account, AxisDesk, Oil, State, Vessel
from barents.games.operations.data import by_year
from barents.games.operations.fleets.fuel import whole_tank
from barents.games.operations.sea_tables import PortRow
from barents.games.operations.state import Ship
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.words import in_words

BOX = 72  # parts of a box of the stock
AXIS = only(Side.AXIS)


# The stock


def change(state: State, what: str, parts: int) -> None:
    """AC-C.31-record, -C.4-3-floor: the stock rises or falls, never below nothing, and the record says so."""
    axis = state.axis
    parts = max(parts, -axis.stock)
    axis.stock += parts
    axis.oil.append(Oil(state.month, what, parts))


def first_stock(u: Umpire) -> None:
    """AC-C.31-initial."""
    dice = u.data.tables.oil.initial_dice
    roll = u.roll(dice * D6, "AC-C.31-initial", "Fuel in Norway", to=AXIS)
    change(u.state, "First stock", roll * BOX)


def supply_dice(data: Data, state: State) -> int:
    """AC-C.31-cumulative: how many dice of oil a month brings."""
    return max(0, by_year(data.tables.oil.dice, data.year(state.month)) + state.options.fuel_dice_adjust)


def supply(u: Umpire) -> None:
    """AC-C.31-cumulative, -A.21-fuel-timing: the month's oil, once, before any is spent."""
    state, dice = u.state, supply_dice(u.data, u.state)
    boxes = int(u.roll(dice * D6, "AC-C.31-cumulative", "Fuel for Norway", to=AXIS)) if dice else 0
    change(state, _SUPPLY, boxes * BOX)
    note(state, Side.AXIS, "Boxes of fuel that came to Norway: {boxes}", boxes=str(boxes))
    _fill_free(state, u.data)


_SUPPLY, _BILL = "Supply", "Fuel used"


class Month(NamedTuple):
    """A month of the fuel record, in 72nds of a box: what came, what there was, what was used, what is left."""

    supplied: int
    available: int
    used: int
    stock: int


def summary(state: State, month: int) -> Month:
    """AC-C.31-record: a month's line of the fuel record, by the changes of the stock up to its end."""
    lines = [line for line in state.axis.oil if line.month == month]
    stock = sum(line.parts for line in state.axis.oil if line.month <= month)
    supplied = sum(line.parts for line in lines if line.what == _SUPPLY)
    used = -sum(line.parts for line in lines if line.what == _BILL)
    return Month(supplied, stock + used, used, stock)


# Ships in Norway


def in_norway(state: State, data: Data) -> Iterator[tuple[Vessel, Ship]]:
    """The German ships in ports of Norway or at Petsamo; in the Convoy Phase those that lay there a whole turn."""
    for vessel in afloat(state.axis):
        ship = ship_of(state, Side.AXIS, vessel.key)
        if norwegian_port(data, _port_of(state, data, vessel, ship)) is not None:
            yield vessel, ship


def _port_of(state: State, data: Data, vessel: Vessel, ship: Ship) -> str:
    """The port in which a ship can take fuel now, or nothing."""
    if vessel.key in state.axis.ships or state.operation is None:
        return vessel.at
    fleet = state.operation.desks[Side.AXIS].fleets.get(ship.fleet)
    if fleet is None or not fleet.docked or ship.berth < data.sea.tables.fuel.port_turns:
        return ""
    port = data.sea.port_at(fleet.at)
    return port.name if port is not None else ""


def norwegian_port(data: Data, at: str) -> PortRow | None:
    """R64: a port in which German ships lie and take fuel; Petsamo counts for that."""
    return next((port for port in data.sea.tables.ports.rows if port.name == at and port.side is Side.AXIS), None)


def pays(data: Data, ship: Ship) -> bool:
    """AC-C.32-classes, -exempt: whether a ship's fuel comes from the stock."""
    return type_of(data, ship).type in data.tables.oil.refill


def _fill_free(state: State, data: Data) -> None:
    """AC-C.32-exempt-refill: small ships fill up wherever they lie."""
    for _, ship in in_norway(state, data):
        if not pays(data, ship):
            ship.fuel = whole_tank(data.sea, ship)


# Refuelling (C.33)


def charge(data: Data, ship: Ship, twelfths: int) -> int:
    """AC-C.33-one, -two, -three: what so many twelfths of a ship's box cost, in 72nds of a box of the stock."""
    if not pays(data, ship):
        return 0
    share, of = data.tables.oil.refill[type_of(data, ship).type]
    return twelfths * BOX // data.sea.tables.fuel.parts * share // of


def can_pay(state: State, data: Data, plan: Mapping[str, int]) -> bool:
    """AC-C.33-round, R53: whether the stock holds what has been drawn and a plan (twelfths by ship).

    A stock without fractions that holds a sum also holds it rounded up.
    """
    axis = state.axis
    wanted = sum(charge(data, ship_of(state, Side.AXIS, key), twelfths) for key, twelfths in plan.items())
    return axis.drawn + wanted <= axis.stock


def _billed(state: State, parts: int) -> int:
    """AC-C.36-sum, -keep: a sum as it leaves the stock."""
    return parts if state.options.fuel_keep_fractions else -(-parts // BOX) * BOX


def room(data: Data, ship: Ship) -> int:
    """How many twelfths a ship's tanks can still take."""
    return max(0, whole_tank(data.sea, ship) - ship.fuel)


def fuelling(data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-C.33."""
    return (
        "Ships that may sail should be full. A box for a great ship is a box of the stock, for light cruisers and "
        "destroyers half of one, for smaller ships a third; it is paid at the month's end. Full tanks let a ship stay "
        "at sea for a week; but fuel that is burnt now is missing later, and each month brings no more than "
        f"{_dice_in_words(data, known)}."
    )


def _dice_in_words(data: Data, known: State) -> str:
    number = supply_dice(data, known)
    return f"{in_words(number)} {'die' if number == 1 else 'dice'}"


FUEL: Question[State, Data] = Question(
    "AC-C.33-when",
    "Which ships take fuel?",
    phase=phases.FUEL,
    about=or_idle(fuelling),
    answers={Proceed: "The other ships keep what they have in their tanks."},
)
FILL_UP_AGAIN: Question[State, Data] = Question(
    "AC-C.33-when",
    "Which ships fill their tanks again when they come back into port this month?",
    part="standing",
    phase=phases.FUEL,
    about=(
        "After a whole turn in port they take what they have burnt, as long as the stock lasts. Those without this "
        "order keep what is left in their tanks until next month."
    ),
    answers={Choose: "These ships fill up by themselves whenever they have come back from sea."},
    verb="Fill up",
)


def refuelling(
    u: Umpire, planned: Mapping[str, int] | None = None, *, leave: tuple[str, ...] = ()
) -> kernel.Rule[dict[str, int]]:
    """AC-C.33-when, -partial, D19, D30: what ships in Norway take from the stock, in twelfths of a box by ship.

    A ship takes whole boxes, the last of them as far as there is room. `planned` is what ships must take in any case
    (it is in the answer), `leave` those that cannot take any. Nothing changes before `settle`.
    """
    state, data = u.state, u.data
    plan = dict(planned or {})
    done = {*plan, *leave}
    while True:
        thirsty = {
            ship.key: room(data, ship)
            for _, ship in in_norway(state, data)
            if ship.key not in done and pays(data, ship) and room(data, ship)
        }
        listed: list[Action] = [Proceed()]
        if thirsty and can_pay(state, data, plan | thirsty):
            listed.append(RefuelAll())
        listed += [
            Refuel(key, boxes)
            for key, wanted in thirsty.items()
            for boxes in range(1, _boxes(data, wanted) + 1)
            if can_pay(state, data, plan | {key: _twelfths(data, boxes, wanted)})
        ]
        prompt = f"Which ships take fuel? The stock has {left(state, data, plan)} boxes"
        answer = yield from u.ask(Side.AXIS, FUEL, Pick(listed, why_not=_why_not), prompt)
        match answer:
            case RefuelAll():
                return plan | thirsty
            case Refuel(key, boxes):
                plan[key] = _twelfths(data, boxes, thirsty[key])
                done.add(key)
            case _:
                return plan


def _boxes(data: Data, twelfths: int) -> int:
    return -(-twelfths // data.sea.tables.fuel.parts)


def _twelfths(data: Data, boxes: int, most: int) -> int:
    return min(boxes * data.sea.tables.fuel.parts, most)


def _why_not(action: Action) -> Refusal | None:
    if isinstance(action, Refuel | RefuelAll):
        return Refusal("the stock has not so much, or there is no room in her tanks", "AC-C.33-when")
    return None


def left(state: State, data: Data, plan: Mapping[str, int] | None = None) -> int:
    """The whole boxes of the stock that are left for ships, after a plan."""
    axis = state.axis
    wanted = sum(charge(data, ship_of(state, Side.AXIS, key), twelfths) for key, twelfths in (plan or {}).items())
    return (axis.stock - _billed(state, axis.drawn + wanted)) // BOX


def settle(u: Umpire, plan: Mapping[str, int]) -> None:
    """AC-C.33-one, -two, -three: ships take what they were given; it is charged with the month's bill."""
    state, data = u.state, u.data
    for key, twelfths in plan.items():
        ship = ship_of(state, Side.AXIS, key)
        ship.fuel += twelfths
        state.axis.drawn += charge(data, ship, twelfths)
        u.tell("AC-C.33-when", "{unit} takes {boxes} boxes of fuel", to=AXIS, unit=key, boxes=boxes_text(twelfths))
    _fill_free(state, data)


def standing_orders(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """AC-C.33-when: the ships that fill up again in the Convoy Phase, when they have come back from sea."""
    ships = [ship.key for _, ship in in_norway(u.state, u.data) if pays(u.data, ship)]
    if not ships:
        return ()
    answer: Choose = yield from u.ask(Side.AXIS, FILL_UP_AGAIN, Subset(ships))
    return answer.items


def refill_in_port(u: Umpire) -> None:
    """AC-C.33-when, R53: ships under standing orders that lay a whole turn in port fill up, if the stock suffices.

    Who has not been at sea takes nothing.
    """
    state, data = u.state, u.data
    if not state.axis.refills or state.operation is None:
        return
    for _, ship in list(in_norway(state, data)):
        wanted = {ship.key: room(data, ship)}
        back = ship.berth < state.operation.turn - 1
        if ship.key in state.axis.refills and back and wanted[ship.key] and can_pay(state, data, wanted):
            settle(u, wanted)


def boxes_text(twelfths: int, parts: int = 12) -> str:
    """Parts of a box as a person writes them.

    >>> boxes_text(36), boxes_text(34), boxes_text(228, 72)
    ('3', '2 10/12', '3 12/72')
    """
    boxes, rest = divmod(twelfths, parts)
    if not rest:
        return str(boxes)
    return f"{boxes} {rest}/{parts}" if boxes else f"{rest}/{parts}"


# To and from Germany (C.35)


def reach_norway(data: Data, ship: Ship) -> None:
    """AC-C.31-germany-full, -C.35-four, -tanks-small: she sailed with full tanks and arrives without four boxes."""
    table, parts = data.tables.oil, data.sea.tables.fuel.parts
    boxes = type_of(data, ship).fuel
    if boxes is not None:
        ship.fuel = (boxes - table.passage_boxes if boxes >= table.small_tank else table.small_left) * parts


def home_need(data: Data, ship: Ship, port: str) -> int:
    """AC-C.35-four, -other-port, -tanks-small: what a ship uses from a port to Germany, in twelfths of her boxes.

    A ship of small tanks needs one box for the passage, and uses up to four.
    """
    table, parts = data.tables.oil, data.sea.tables.fuel.parts
    boxes = type_of(data, ship).fuel
    if boxes is None:
        return 0
    passage = table.passage_boxes if boxes >= table.small_tank else table.small_left
    return passage * parts + zones_to_trondheim(data, port) * parts // table.zones_for_a_box


def zones_to_trondheim(data: Data, port: str) -> int:
    """The zones from a Norwegian port to Trondheim along the coast."""
    goal = data.sea.port(data.tables.german.arrival_port).zone
    return data.sea.route_distance(data.sea.port(port).zone, goal, side=Side.AXIS, leads=True) or 0


def home_shortfall(data: Data, ship: Ship, port: str) -> int:
    """AC-C.35-own: what she has to take first, in twelfths; a ship of small tanks may take some of it at Trondheim."""
    return max(0, home_need(data, ship, port) - ship.fuel)


def sail_home(data: Data, ship: Ship, port: str) -> None:
    """AC-C.35-own: the passage is paid from her own tanks; in Germany she fills up again."""
    need = home_need(data, ship, port)
    if ship.fuel < need:
        raise ValueError(f"{ship.name} has {ship.fuel} twelfths of fuel and needs {need} to reach Germany")
    ship.fuel = whole_tank(data.sea, ship)


# The month's bill (C.34, C.36)


def note_upkeep(state: State, data: Data) -> None:
    """AC-C.34-home: who has lain in port all month pays for it, also if she goes home when it is over."""
    state.axis.upkeep = upkeep(state, data)


def upkeep(state: State, data: Data) -> dict[str, int]:
    """AC-C.34-rule: what each ship in Norway that stayed in port costs for it, in 72nds of a box."""
    table = data.tables.oil.upkeep
    found = {}
    for vessel, ship in in_norway(state, data):
        share = table.get(type_of(data, ship).type)
        if share is not None and not vessel.sailed and not is_under_repair(data, vessel, ship):
            found[vessel.key] = BOX * share[0] // share[1]
    return found


def account(u: Umpire, _step: Account) -> None:
    """AC-C.36-sum, -C.34-short: refuelling and upkeep leave the stock; who cannot be paid for burns her own."""
    state, data, axis = u.state, u.data, u.state.axis
    costs, axis.upkeep = upkeep(state, data) if axis.upkeep is None else axis.upkeep, None
    unpaid = _unpaid(axis, costs)
    kept = sum(cost for key, cost in costs.items() if key not in unpaid)
    bill = _billed(state, axis.drawn + kept)
    u.tell(
        "AC-C.36-sum",
        "Fuel of the month: {drawn} boxes taken by ships, {upkeep} for ships in port, {bill} in all",
        to=AXIS,
        drawn=boxes_text(axis.drawn, BOX),
        upkeep=boxes_text(kept, BOX),
        bill=boxes_text(bill, BOX),
    )
    note(state, Side.AXIS, "Boxes of fuel that were used: {boxes}", boxes=boxes_text(bill, BOX))
    change(state, _BILL, -bill)
    for key in [key for key in unpaid if norwegian_port(data, axis.vessels[key].at) is not None]:
        axis.ships[key].fuel = max(0, axis.ships[key].fuel - data.sea.tables.fuel.parts)
        u.tell("AC-C.34-short", "There is no fuel for {unit}, who burns a box of her own", to=AXIS, unit=key)
    axis.drawn = 0


def _unpaid(axis: AxisDesk, costs: Mapping[str, int]) -> list[str]:
    """AC-C.34-short: the ships for whom the stock does not reach, if the cheapest are paid for first."""
    paid, unpaid = axis.drawn, []
    for key, cost in sorted(costs.items(), key=lambda item: item[1]):
        if paid + cost <= axis.stock:
            paid += cost
        else:
            unpaid.append(key)
    return unpaid
