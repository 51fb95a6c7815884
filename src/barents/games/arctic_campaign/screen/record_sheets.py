"""The sheets of the campaign: both records (A.5), the months' accounts, the fuel ledger, and ships' data sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import month_name, where
from barents.games.arctic_campaign.rules.units import afloat, desk_of, ship_of, type_of
from barents.games.arctic_campaign.screen.desk_parts import GREAT, lines_of, sees
from barents.games.arctic_campaign.state import State
from barents.games.operations.options import Options as SeaOptions
from barents.games.operations.screen.sheets import data_sheet
from barents.games.operations.state import State as Operation
from barents.kernel.events import Fact
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Sheet
from barents.kernel.words import signed

RECORDS = {Side.ALLIED: "record-allied", Side.AXIS: "record-axis"}
ACCOUNTS, LAST_ACCOUNT, FUEL, MERCHANTS = "accounts", "last-account", "fuel", "merchants"
MODES = {"played": "played", "players": "by the staffs", "quick": "reckoned"}


def records(data: Data, known: State, observer: Observer) -> Iterator[Sheet]:
    """What stays on the desk in every phase: the records of the sides one sees, the accounts, the fuel."""
    if sees(observer, Side.ALLIED):
        yield allied_record(data, known)
    if sees(observer, Side.AXIS):
        yield axis_record(data, known)
        yield fuel(data, known)
    yield accounts(data, known)
    if known.statements:
        yield last_account(data, known)


def allied_record(data: Data, known: State) -> Sheet:
    """AC-A.5-record-allied."""
    rows: list[tuple[Fact, ...]] = [
        (
            month_name(data, row.month),
            row.costs,
            row.allied,
            row.axis,
            _signed(row.score),
            _minus(row.total),
            ", ".join(row.east) or "–",
            ", ".join(row.west) or "–",
        )
        for row in reversed(known.allied.record)
    ]
    head = ("Month", "Costs", "Allied", "Axis", "Score", "Total", "Eastbound", "Westbound")
    note = f"So far this month: {sum(line.points for line in known.allied.bill if line.side is Side.AXIS)} paid."
    return Sheet(RECORDS[Side.ALLIED], "Allied record", head, tuple(rows), note)


def axis_record(data: Data, known: State) -> Sheet:
    """AC-A.5-record-axis."""
    rows: list[tuple[Fact, ...]] = [
        (
            month_name(data, row.month),
            oil.boxes_text(row.supplied, oil.BOX),
            oil.boxes_text(row.available, oil.BOX),
            oil.boxes_text(row.used, oil.BOX),
            oil.boxes_text(row.stock, oil.BOX),
            row.points,
            _ready(data, known, row.ready),
        )
        for row in reversed(known.axis.record)
    ]
    head = ("Month", "Fuel came", "There was", "Used", "Left", "Axis points", "Ships ready")
    return Sheet(RECORDS[Side.AXIS], "German record", head, tuple(rows), "Fuel in boxes of the stock in Norway.")


def _ready(data: Data, known: State, names: Sequence[str]) -> str:
    """The great ships by name, the others by their number."""
    types = {ship.name: type_of(data, ship).type for ship in known.axis.ships.values()}
    great = [name for name in names if types.get(name) in GREAT and types.get(name) != "AO"]
    others = len(names) - len(great)
    return ", ".join([*great, *([f"{others} smaller ones"] if others else [])]) or "–"


def fuel(data: Data, known: State) -> Sheet:
    """AC-C.31-record: every change of the stock, newest first."""
    rows: list[tuple[Fact, ...]] = []
    stock = 0
    for line in known.axis.oil:
        stock += line.parts
        change = f"{'−' if line.parts < 0 else '+'}{oil.boxes_text(abs(line.parts), oil.BOX)}"
        rows.append((month_name(data, line.month), line.what, change, oil.boxes_text(stock, oil.BOX)))
    note = f"Ships have taken {oil.boxes_text(known.axis.drawn, oil.BOX)} this month, which the month's bill will have."
    return Sheet(FUEL, "Fuel in Norway", ("Month", "What", "Boxes", "Stock"), tuple(reversed(rows)), note)


def accounts(data: Data, known: State) -> Sheet:
    """AC-A.25-score: the months that are over, as both sides see them."""
    boxes = data.tables.victory.boxes
    rows: list[tuple[Fact, ...]] = [
        (
            month_name(data, one.month),
            MODES[one.mode],
            one.allied,
            one.axis,
            _signed(one.score),
            _minus(one.total),
            boxes[one.marker],
        )
        for one in reversed(known.statements)
    ]
    head = ("Month", "Convoys", "Allied", "Axis", "Score", "Gathered", "Box")
    return Sheet(ACCOUNTS, "Accounts of the months", head, tuple(rows))


def last_account(data: Data, known: State) -> Sheet:
    """4.11: every line of the last account."""
    one = known.statements[-1]
    rows: tuple[tuple[Fact, ...], ...] = tuple(
        (line.what, line.points, line.side.capitalize()) for line in lines_of(data, one)
    )
    note = f"Allied {one.allied}, Axis {one.axis}: {_signed(one.score)}."
    return Sheet(LAST_ACCOUNT, f"Account of {month_name(data, one.month)}", ("For what", "Points", "To"), rows, note)


def _signed(score: int) -> str:
    return signed(score) if score else "0"


def _minus(total: int) -> str:
    return str(total).replace("-", "−")


# Ships


def ship_sheets(data: Data, known: State, observer: Observer) -> Iterator[Sheet]:
    """The data sheets of a side's ships, and its transports on one."""
    year = Operation(
        agenda=[],
        scenario="",
        options=SeaOptions(),
        month=data.month_of_year(known.month),
        year=data.year(known.month),
        turns=1,
        desks={},
    )
    for side in Side:
        if sees(observer, side):
            for vessel in afloat(desk_of(known, side)):
                ship = ship_of(known, side, vessel.key)
                if not type_of(data, ship).is_transport:
                    yield data_sheet(data.sea, year, ship)
    if sees(observer, Side.ALLIED):
        yield from _merchants(data, known)


def _merchants(data: Data, known: State) -> Iterator[Sheet]:
    """Every transport with her place, her hull and her cargo."""
    rows: list[tuple[Fact, ...]] = []
    for vessel in afloat(known.allied):
        if vessel.service == "merchant":
            ship = ship_of(known, Side.ALLIED, vessel.key)
            about = type_of(data, ship)
            cargo = "homeward" if ship.homeward else f"cargo {ship.cargo}"
            words = f"{where(data, vessel.at)}, {cargo}"
            rows.append((ship.name, about.hull, ship.lost.get("hull", 0), words))
    if rows:
        yield Sheet(MERCHANTS, "Transports", ("Transport", "Boxes", "Lost", "Now"), tuple(rows), boxes=True)
