"""A view in words: the clock, the map or the pieces by cell, sightings with their age, the log, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.table import Table
from rich.text import Text

from barents.kernel.game import Result
from barents.kernel.hexes import Grid
from barents.kernel.sides import Side
from barents.kernel.view import Clock, LogLine, Odds, PieceView, Sheet, SightingView, Situation
from barents.kernel.words import in_halves
from barents.terminal.places import Gazetteer, gazetteers
from barents.terminal.sea import COLOURS, draw

BOX = "box"  # the geometry of a board with a single cell, which needs no name beside the board's title
MANY = 4  # more pieces alike than this are counted, not named


def situation(seen: Situation, grids: Mapping[str, Grid]) -> Iterator[Text]:
    """Everything that an observer knows of where the game stands."""
    yield Text(clock(seen.clock), style="bold")
    tracks = [f"{t.title} {in_halves(t.value)}" + (f" of {t.most}" if t.most is not None else "") for t in seen.tracks]
    if tracks:
        yield Text(" · ".join(tracks))
    for board in seen.boards:
        if board.name in grids:
            yield Text("")
            yield draw(grids[board.name], board.name, seen)
    yield Text("")
    places = gazetteers(seen)
    several = len({piece.board for piece in seen.pieces}) > 1
    for board in seen.boards:
        here = [piece for piece in seen.pieces if piece.board == board.name]
        if here and several:
            yield Text(board.title, style="underline")
        yield from pieces_by_cell(here, places.get(board.name), named=board.geometry != BOX)
    yield from (Text(last_seen(sighting), style="italic") for sighting in seen.sightings)


def clock(time: Clock) -> str:
    """Turn, date and sky in a line.

    >>> clock(Clock(3, 12, date="4 July 1942", weather="fog"))
    'Turn 3 of 12 · 4 July 1942 · fog'
    """
    parts = [f"Turn {time.turn} of {time.turns}", time.phase, time.date, time.weather, time.light]
    return " · ".join(part for part in parts if part)


def pieces_by_cell(
    pieces: Iterable[PieceView], places: Gazetteer | None = None, *, named: bool = True
) -> Iterator[Text]:
    """A line for each cell with something in it, each side's cells together; where it is, if there is a map of it."""
    cells: dict[tuple[Side, str], list[PieceView]] = {}
    for piece in pieces:
        cells.setdefault((piece.side, piece.cell), []).append(piece)
    for (side, cell), here in sorted(cells.items()):
        where = f" ({name})" if places is not None and (name := places.where(cell)) else ""
        lead = (f"{side.value.capitalize():<7}", COLOURS[side])
        place = (cell, (where, "dim"), "  ") if named else ()
        yield Text.assemble(lead, *place, ", ".join(names_of(here)))


def names_of(pieces: Iterable[PieceView]) -> Iterator[str]:
    """What lies in a cell: pieces by name with their badges; many alike as a number.

    >>> ship = PieceView("a", "map", "0101", Side.ALLIED, "mt", "Atlantic", "MERC", badges=("halted",))
    >>> list(names_of([ship] * 5)), list(names_of([ship]))
    (['5 MERC (halted)'], ['Atlantic (halted)'])
    """
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for piece in pieces:
        states = (*(["face down"] if piece.face_down else []), *piece.badges)
        alike.setdefault((piece.short or piece.label, states), []).append(piece.label)
    for (short, states), labels in alike.items():
        added = f" ({', '.join(states)})" if states else ""
        if len(labels) > MANY:
            yield f"{len(labels)} {short}{added}"
        else:
            yield from (label + added for label in labels)


def last_seen(sighting: SightingView) -> str:
    """An old sighting with its age and source.

    >>> last_seen(SightingView("0505", "raider", "lost from sight", 3, 2))
    'raider at 0505, 2 turns ago (lost from sight)'
    """
    age = "this turn" if sighting.age == 0 else f"{sighting.age} turn{'s' if sighting.age > 1 else ''} ago"
    return f"{sighting.what} at {sighting.cell}, {age} ({sighting.source})"


def sheets(kept: Iterable[Sheet]) -> Iterator[Table | Text]:
    """The record sheets of a campaign."""
    for sheet in kept:
        table = Table(*sheet.head, title=sheet.title, caption=sheet.note or None, title_justify="left")
        for row in sheet.rows:
            table.add_row(*map(str, row))
        yield Text("")
        yield table


def log(lines: Iterable[LogLine]) -> Iterator[Text]:
    """What happened, each line with its rule."""
    for line in lines:
        yield Text.assemble("  ", line.text, (f"  {line.rule}", "dim"))


def odds(chance: Odds) -> str:
    """What a gamble is worth.

    >>> odds(Odds(0.5, "a hit", {"guns": 5, "fog": -1, "smoke": 0}))
    '50% a hit: +5 guns −1 fog'
    """
    modifiers = [f"{'+' if value > 0 else '−'}{abs(value)} {name}" for name, value in chance.modifiers.items() if value]
    return f"{chance.chance:.0%} {chance.of}" + (f": {' '.join(modifiers)}" if modifiers else "")


def result(ended: Result) -> Iterator[Text]:
    """Who won, by how much, and why."""
    winner = "A draw" if ended.winner is None else f"{ended.winner.value.capitalize()} victory"
    words = ended.level if "victory" in ended.level else f"{winner}: {ended.level}"
    yield Text(winner if ended.level == "draw" else words, style="bold")
    if ended.points:
        yield Text("Points: " + ", ".join(f"{name} {in_halves(value)}" for name, value in ended.points.items()))
    if ended.why:
        yield Text(f"Why: {ended.why}")
