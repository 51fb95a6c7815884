"""What is told when the campaign is over: the end box, points by source, losses by cause, convoys beside history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from barents.atlas.fates import ARRIVED, BACK, BY_AIR, BY_BOATS, BY_SHIPS, ENDS, LOOKS, OTHERWISE, fates
from barents.atlas.history import Convoy, History
from barents.atlas.reports import ESCORTS, Losses, ranked
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import month_name
from barents.games.arctic_campaign.rules.units import ship_of, type_of
from barents.games.arctic_campaign.screen.phrases import label
from barents.games.arctic_campaign.state import GONE, SUNK, State, Vessel
from barents.games.operations.names import GLYPHS
from barents.games.operations.screen.report import BOAT_LOST, HULL, cause_of
from barents.games.operations.screen.report import SUNK as SUNK_RULE
from barents.kernel.events import Drew, Entry, Rolled, Told
from barents.kernel.report import Fate, Loss, Report, Scored, Tally, TallyRow
from barents.kernel.sides import Side
from barents.kernel.words import in_words

IN_PORT = "still in port"
MONTH = "AC-A.2-monthly-turn"
# The lines of accounts by the rules that they begin with.
SOURCES = {
    "AC-B.13": "Ships hired",
    "AC-B.12": "Ships bought into the core",
    "AC-B.19": "Ships of the core given up",
    "AC-B.5-half": "Ships of events",
    "AC-B.21-penalty": "Transports not sent or come back",
    "AC-B.5-11": "Special transport missions",
    "AC-A.5-cargo": "Cargo unloaded in Russia",
    "AC-A.5-return": "Transports and oilers returned",
    "AC-B.24": "Soviet convoys",
    "AC-A.5-basis": "Ships and boats sunk",
    "AC-B.3-scored": "Ships and boats sunk",
}


def report(data: Data, state: State, log: Sequence[Entry]) -> Report:
    """How the campaign ended and why."""
    story = read(data, state, log)
    return Report(
        sentence=sentence(data, state),
        scored=tuple(scored(state)),
        losses=tuple(story.losses),
        tallies=tuple(tallies(data, state, story)),
    )


# Losses, from the log


def read(data: Data, state: State, log: Iterable[Entry]) -> Losses:
    """Warships and boats that were lost, by cause and month; and who had a part in the end of each transport."""
    story, month, cause = Losses(), 1, ""
    for event, *_ in log:
        if not isinstance(event, Told | Rolled | Drew):
            continue
        about = {name: str(value) for name, value in event.about.items()} if isinstance(event, Told) else {}
        unit = about.get("unit", "")
        if event.rule == MONTH and "month" in about:
            month, cause = data.month(about["month"]), ""
        elif event.rule == HULL and "boxes" in about:
            story.harm(unit, cause)
        elif event.rule == SUNK_RULE and "points" in about:
            story.harm(unit, cause)
            if not _is_transport(data, state, unit):
                side = _side_of(state, unit)
                story.lose(side, unit, label(data, unit), _glyph(data, state, side, unit), month)
        elif event.rule == BOAT_LOST and "points" in about:
            story.losses.append(Loss(_side_of_boat(data, unit), label(data, unit), "ss", cause or ESCORTS, month))
        cause = cause_of(event.rule) or cause
    return story


def _side_of(state: State, unit: str) -> Side:
    """Whose a ship is; those of a German coastal convoy are on no desk."""
    return Side.AXIS if unit in state.axis.vessels or unit.startswith("coastal-") else Side.ALLIED


def _side_of_boat(data: Data, unit: str) -> Side:
    german = [
        key for kind, row in data.sea.boat_classes.items() if row.side is Side.AXIS for key in data.sea.boats_of(kind)
    ]
    return Side.AXIS if unit in german or unit.startswith("de-") else Side.ALLIED


def _glyph(data: Data, state: State, side: Side, unit: str) -> str:
    desk = state.axis if side is Side.AXIS else state.allied
    if unit in desk.vessels:
        return GLYPHS[type_of(data, ship_of(state, side, unit)).type]
    return GLYPHS["MS"] if unit.startswith("coastal-ms") else GLYPHS["ST"]


def _is_transport(data: Data, state: State, unit: str) -> bool:
    vessel = state.allied.vessels.get(unit)
    return vessel is not None and vessel.service == "merchant"


# Points, from the accounts


def scored(state: State) -> Iterator[Scored]:
    """4.11: the points of all months by what they are for, each side's greatest first."""
    total: Counter[tuple[Side, str]] = Counter()
    number: Counter[tuple[Side, str]] = Counter()
    for statement in state.statements:
        for line in statement.lines:
            source = next((words for rule, words in SOURCES.items() if line.rule.startswith(rule)), line.what)
            total[line.side, source] += line.points
            number[line.side, source] += 1
    for side in Side:
        rows = [
            Scored(side, source, total[owner, source], number[owner, source] if source.endswith("sunk") else 0)
            for owner, source in total
            if owner is side and total[owner, source]
        ]
        yield from ranked(rows)


# Transports beside history


def tallies(data: Data, state: State, story: Losses) -> Iterator[Tally]:
    """The transports of both directions by how they ended, beside those of the same months of history."""
    merchants = [vessel for vessel in state.allied.vessels.values() if vessel.service == "merchant"]
    east = Counter(_end_east(state, story, vessel) for vessel in merchants)
    unloaded = [vessel for vessel in merchants if ship_of(state, Side.ALLIED, vessel.key).homeward]
    west = Counter(_end_west(story, vessel) for vessel in unloaded)
    for title, ends, direction in (
        ("Transports to Russia", east, "eastbound"),
        ("Transports home from Russia", west, "westbound"),
    ):
        rows = [("This campaign", dict(ends)), (f"History, {_span(data, state)}", _of_history(data, state, direction))]
        met = [end for end in (*ENDS, IN_PORT) if any(row.get(end) for _, row in rows)]
        if met:
            found = tuple(TallyRow(name, {end: row.get(end, 0) for end in met}) for name, row in rows)
            yield Tally(title, "mt", found, {end: LOOKS.get(end, Fate.AWAY) for end in met})


def _end_east(state: State, story: Losses, vessel: Vessel) -> str:
    if ship_of(state, Side.ALLIED, vessel.key).homeward:
        return ARRIVED
    return story.end_of(vessel.key) if vessel.at == SUNK else IN_PORT


def _end_west(story: Losses, vessel: Vessel) -> str:
    if vessel.at == GONE:
        return ARRIVED
    return story.end_of(vessel.key) if vessel.at == SUNK else IN_PORT


def _of_history(data: Data, state: State, direction: str) -> dict[str, int]:
    """How the merchants of the real convoys of the same months ended."""
    total: Counter[str] = Counter()
    for convoy in _real(data, state, direction):
        total.update(fates(convoy))
    return {end: total[end] for end in (ARRIVED, BY_AIR, BY_BOATS, BY_SHIPS, OTHERWISE, BACK)}


def _real(data: Data, state: State, direction: str) -> list[Convoy]:
    first = date.fromisoformat(f"{data.tables.calendar.begins}-01")
    months = [data.date(month) for month in range(1, max(1, len(state.statements)) + 1)]
    return [
        convoy
        for convoy in History.load().convoys
        if convoy.direction == direction and convoy.depart_date >= first and f"{convoy.depart_date:%Y-%m}" in months
    ]


def _span(data: Data, state: State) -> str:
    return f"{month_name(data, 1)} to {month_name(data, max(1, len(state.statements)))}"


# In a sentence


def sentence(data: Data, state: State) -> str:
    """The end in a few sentences: the box, what sailed and arrived, and what history made of it."""
    merchants = [vessel for vessel in state.allied.vessels.values() if vessel.service == "merchant"]
    through = sum(ship_of(state, Side.ALLIED, vessel.key).homeward for vessel in merchants)
    lost = sum(vessel.at == SUNK for vessel in merchants)
    east = [name for row in state.allied.record for name in row.east]
    west = [name for row in state.allied.record for name in row.west]
    real = _real(data, state, "eastbound")
    brought = sum(convoy.arrived for convoy in real)
    history = f"In history {len(real)} eastbound convoys of these months brought {brought} ships through."
    ended = state.result.told.why if state.result is not None and state.result.why else _so_far(data, state)
    return (
        f"{ended} {in_words(len(east)).capitalize()} convoys sailed to Russia and {in_words(len(west))} home; "
        f"{through} transports unloaded, {lost} were sunk. {history}"
    )


def _so_far(data: Data, state: State) -> str:
    box = data.tables.victory.boxes[state.marker]
    return f"In {month_name(data, state.month)} the marker was in the box {box}."
