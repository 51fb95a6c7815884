"""What both desks have: the phases, the calendar, the victory track, the war diary, and ships as units of a desk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from barents.games.arctic_campaign.allied.transports import TRANSPORT
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import MONTHS, PHASES, month_name, points, where
from barents.games.arctic_campaign.rules.units import desk_of, ship_of, type_of
from barents.games.arctic_campaign.screen.phrases import called, label
from barents.games.arctic_campaign.state import GERMANY, SUNK, USA, Charge, State, Statement, Vessel
from barents.games.operations.names import GLYPHS, SHORT, STRIPES
from barents.games.operations.rules.units import is_worn
from barents.games.operations.screen.sheets import sheet_name
from barents.games.operations.state import Ship
from barents.kernel import desk as d
from barents.kernel.events import Told
from barents.kernel.sides import Observer, Side
from barents.kernel.view import in_words
from barents.kernel.words import listed

GREAT = ("CV", "CVE", "BB", "BC", "AC", "CA", "CL", "AO")  # types that have a counter of their own
SHORT_BOXES = {
    "hull": "hull",
    "speed": "speed",
    "primary": "guns",
    "secondary": "secondary guns",
    "tertiary": "tertiary guns",
    "torpedo": "tubes",
    "aa": "anti-aircraft",
}
MOST_LINES = 3  # of an account that the diary names
MONTHS_TOLD = 3  # of which the diary has every line; of those before it has the accounts


def sees(observer: Observer, side: Side) -> bool:
    """Whether an observer has a side's desk before him."""
    return observer is Observer.UMPIRE or observer.side is side


# Time and victory


def phases(known: State) -> tuple[tuple[str, d.State], ...]:
    """The five phases: those done, the one now, those to come."""
    names = list(PHASES)
    if known.result is not None:
        return tuple((PHASES[name], "done") for name in names)
    now = names.index(known.phase) if known.phase in names else -1
    return tuple(
        (PHASES[name], "done" if place < now else "now" if place == now else "next") for place, name in enumerate(names)
    )


def months(data: Data, known: State) -> tuple[d.Month, ...]:
    """The calendar up to the last month that was agreed on, with the scores of those that are over."""
    scores = {statement.month: statement.score for statement in known.statements}
    return tuple(_month(data, known, month, scores.get(month)) for month in range(1, last_month(known, data) + 1))


def last_month(known: State, data: Data) -> int:
    """A.1: the last month that can be played."""
    return data.month(min(known.options.end_month, data.tables.calendar.last))


def _month(data: Data, known: State, month: int, score: int | None) -> d.Month:
    state: d.State = "done" if score is not None else "now" if month == known.month else "next"
    of_year = data.month_of_year(month)
    return d.Month(MONTHS[of_year - 1], data.year(month), state, score, is_dark(data, of_year))


def is_dark(data: Data, month: int) -> bool:
    """OP-LIGHT-table: a month in which it is never day in the north."""
    return "D" not in data.sea.tables.light.months[month].north


def victory(data: Data, known: State) -> d.Victory:
    """A.5: the track, and how far it is to the next box."""
    table = data.tables.victory
    boxes = tuple(_box(words, place, table.start) for place, words in enumerate(table.boxes))
    total = str(known.total).replace("-", "−")
    way = f"{total} of {table.box_points} points to the next box for the Allies"
    words = f"{way} · a month below zero gives one to the Axis"
    return d.Victory(boxes, known.marker, known.total, table.box_points, words)


def _box(words: str, place: int, start: int) -> d.Box:
    side = next((side for side in Side if words.lower().startswith(side)), None)
    weight = next((weight for weight, end in ((3, "Victory"), (2, "Major"), (1, "Minor")) if words.endswith(end)), 0)
    if side is None:
        return d.Box("start" if place == start else "draw")
    return d.Box(f"{side.capitalize()} {words.rpartition(' ')[2].lower()}", side, weight)


# The diary


def diary(data: Data, known: State, observer: Observer) -> tuple[d.Entry, ...]:
    """What a side wrote down, and the months' accounts that are open to all; newest first."""
    found: list[d.Entry] = []
    for month in range(known.month, 0, -1):
        found += reversed(list(account(data, known, month)))
        for side in Side:
            if sees(observer, side) and month > known.month - MONTHS_TOLD:
                found += reversed(list(_lines(data, known, side, month)))
    return tuple(found)


def _lines(data: Data, known: State, side: Side, month: int) -> Iterator[d.Entry]:
    for line in desk_of(known, side).diary:
        if line.month == month:
            words = in_words(Told("", line.words, dict(line.about)), lambda name: called(data, known, name))
            yield d.Entry(month_name(data, month), words)


def account(data: Data, known: State, month: int) -> Iterator[d.Entry]:
    """4.11: a month's account in a sentence, and where it put the marker."""
    before = data.tables.victory.start
    for statement in known.statements:
        if statement.month == month:
            yield d.Entry(month_name(data, month), _in_words(data, statement, before), statement.score)
        before = statement.marker


def _in_words(data: Data, statement: Statement, before: int) -> str:
    parts = []
    for side, total in ((Side.ALLIED, statement.allied), (Side.AXIS, statement.axis)):
        lines = [line for line in lines_of(data, statement) if line.side is side and line.points]
        lines.sort(key=lambda line: -line.points)
        said = [f"{line.what} {line.points}" for line in lines[:MOST_LINES]]
        more = [f"{len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
        named = f" ({'; '.join([*said, *more])})" if said else ""
        parts.append(f"{side.capitalize()} {points(total)}{named}")
    moved = ""
    if statement.marker != before:
        towards = "Allies" if statement.marker < before else "Axis"
        moved = f" The marker moves towards the {towards}: {data.tables.victory.boxes[statement.marker]}."
    return f"{'. '.join(parts)}.{moved}"


def lines_of(data: Data, statement: Statement) -> list[Charge]:
    """The lines of an account as a person reads them: transports together, ships hired by their types in words."""
    title = data.sea.types[TRANSPORT].title
    found: list[Charge] = []
    sunk = [line for line in statement.lines if line.what.startswith(title) and line.what.endswith(" sunk")]
    for line in statement.lines:
        if line not in sunk:
            what = label(data, line.what) if line.what.endswith(" hired") else line.what
            found.append(Charge(line.side, what, line.points, line.rule))
    if sunk:
        what = f"{len(sunk)} transport{'' if len(sunk) == 1 else 's'} sunk"
        found.append(Charge(sunk[0].side, what, sum(line.points for line in sunk), sunk[0].rule))
    return found


# Ships


def unit(data: Data, known: State, side: Side, vessel: Vessel) -> d.Unit:
    """A ship as the desk shows her: where she is, and what is the matter."""
    ship = ship_of(known, side, vessel.key)
    about = type_of(data, ship)
    return d.Unit(
        id=vessel.key,
        label=ship.name or called(data, known, vessel.key),
        kind=GLYPHS[about.type],
        short=SHORT.get(about.type, about.type),
        place="" if vessel.at == SUNK else place_of(data, known, side, vessel),
        trouble=trouble(data, known, vessel, ship),
        lost=vessel.at == SUNK,
        rank="great" if about.type in GREAT else "small",
        sheet="" if about.is_transport or vessel.at == SUNK else sheet_name(vessel.key),
        nation=STRIPES[about.nation],
    )


def place_of(data: Data, known: State, side: Side, vessel: Vessel) -> str:
    """Where a ship is, and from when she can be used if that is not now."""
    here = where(data, vessel.at)
    group = next((group for group in desk_of(known, side).groups.values() if vessel.key in group.ships), None)
    if group is not None and known.operation is not None and group.way != "squadron":
        return f"{here}, with {group.name}"
    if vessel.due:
        return f"{here}, must leave"
    if vessel.ready > known.month and vessel.at == GERMANY:
        soon = vessel.ready <= data.months
        return f"ready {month_name(data, vessel.ready)}" if soon else "not ready"
    return here


def trouble(data: Data, known: State, vessel: Vessel, ship: Ship) -> str:
    """What is the matter with a ship, in a few words with her place; nothing if nothing is."""
    if vessel.at == SUNK:
        return f"sunk in {month_name(data, vessel.since)}"
    found = []
    if vessel.ready > known.month and vessel.at != GERMANY:
        away = "in the USA" if vessel.at == USA else "away"
        found.append(f"{away} until {month_name(data, vessel.ready)}")
    lost = [f"{SHORT_BOXES[kind]} −{number}" for kind, number in ship.lost.items() if number]
    if lost:
        found.append(", ".join(lost))
    if is_worn(data.sea, ship):
        found.append("worn by storms")
    if vessel.overhaul:
        found.append("machinery: must go home")
    if vessel.aground:
        found.append("aground this month")
    if vessel.yard:
        found.append("in the yard")
    return f"{where(data, vessel.at)}: {'; '.join(found)}" if found and vessel.at != USA else "; ".join(found)


def block(
    data: Data, known: State, side: Side, title: str, vessels: Iterable[Vessel], note: str = ""
) -> Iterator[d.Block]:
    """Ships under a heading, the great ones first; none if there are none."""
    units = [unit(data, known, side, vessel) for vessel in vessels]
    if units:
        units.sort(key=lambda one: one.rank)
        yield d.Block(title, tuple(units), note)


def types(data: Data, known: State, side: Side, vessels: Iterable[Vessel]) -> list[str]:
    """The types of some ships."""
    return [type_of(data, ship_of(known, side, vessel.key)).type for vessel in vessels]


def aircraft(data: Data, known: State, side: Side, title: str) -> Iterator[d.Supply]:
    """The month's land-based steps by type, once the dice have fallen."""
    if known.operation is None:
        return
    inner = known.operation.desks[side]
    steps = [step for step in inner.air.values() if step.base not in (*desk_of(known, side).ships, *inner.ships)]
    if not steps:
        return
    number = {type: sum(step.type == type for step in steps) for type in dict.fromkeys(step.type for step in steps)}
    said = listed([f"{many} {data.sea.air_types[type].name}" for type, many in number.items()], len(number))
    unbased = sum(not step.base for step in steps)
    yield d.Supply(title, (), "air-at", len(steps), unbased, f"{said}.")


def submarines(known: State, side: Side, title: str, waiting: str) -> Iterator[d.Supply]:
    """The month's boats, once the dice have fallen."""
    if known.operation is None:
        return
    boats = list(known.operation.desks[side].boats.values())
    if boats:
        unplaced = sum(boat.at == waiting for boat in boats)
        words = listed([boat.name for boat in boats], len(boats))
        yield d.Supply(title, (), "ss", len(boats), unplaced, f"{words}.")
