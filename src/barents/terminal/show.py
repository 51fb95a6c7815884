"""A view in words: the clock, the map or the pieces by cell, sightings with their age, the log, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from barents.atlas.places import Gazetteer, gazetteers
from barents.kernel.events import Rolled
from barents.kernel.game import Result
from barents.kernel.hexes import Grid
from barents.kernel.odds import percent
from barents.kernel.reading import Reading
from barents.kernel.report import Report
from barents.kernel.sides import Audience, Side
from barents.kernel.view import Clock, LogLine, Odds, Passage, PieceView, Sheet, SightingView, Situation, Track, Trail
from barents.kernel.words import in_halves
from barents.terminal import desk
from barents.terminal.sea import COLOURS, draw
from barents.terminal.stages import drawn, shown_whole

BOX = "box"  # the geometry of a board with a single cell, which needs no name beside the board's title
MOST_ENDS = 4  # a gamble that can end in more ways is told by its chance alone
MOST_STEPS, MARKS = 24, 8  # a longer way is told by so many of its cells
MANY = 4  # more pieces alike than this are counted, not named


class Part(NamedTuple):
    """A part of a situation: what it is called, over lines of its own, and by what it is known again."""

    key: str
    title: str
    lines: list[Text]


def situation(seen: Situation, grids: Mapping[str, Grid]) -> Iterator[Text]:
    """Everything that an observer knows of where the game stands."""
    for part in _parts(seen, grids):
        if part.title:
            yield Text(part.title, style="underline")
        yield from part.lines


def changes(before: Situation, seen: Situation, grids: Mapping[str, Grid]) -> Iterator[Text]:
    """What looks different from an earlier situation: the lines that were not there; what is gone the log tells."""
    old = {part.key: {part.title, *(line.plain for line in part.lines)} for part in _parts(before, grids)}
    for part in _parts(seen, grids):
        known = old.get(part.key, set())
        new = [line for line in part.lines if line.plain and line.plain not in known]
        if part.title and (new or part.title not in known):
            yield Text(part.title, style="underline")
        yield from new


def _parts(seen: Situation, grids: Mapping[str, Grid]) -> Iterator[Part]:
    yield Part("clock", "", [Text(clock(seen.clock), style="bold"), *_tracks(seen.tracks)])
    if seen.desk is not None:  # which lies in the chart's place
        yield from (Part(*part) for part in desk.parts(seen.desk))
        yield from _ahead_and_astern(seen)
        return
    for board in seen.boards:
        if board.name in grids:
            yield Part(f"map {board.name}", "", [Text(""), draw(grids[board.name], board.name, seen)])
    yield Part("", "", [Text("")])
    places = gazetteers(seen)
    several = len({piece.board for piece in seen.pieces}) > 1
    for board in seen.boards:
        here = [piece for piece in seen.pieces if piece.board == board.name]
        stage = drawn(board, here)
        told = here if stage is None else [piece for piece in here if not shown_whole(board, piece, here)]
        lines = list(pieces_by_cell(told, places.get(board.name), named=board.geometry != BOX))
        if stage is not None:
            lines.insert(0, stage)
        is_box = board.geometry == BOX
        if (lines and several) or (is_box and board.note):
            note = f": {board.note}" if is_box and board.note else ""
            yield Part(board.name, board.title + note, lines)
        else:
            yield Part(board.name, "", lines)
    yield from _ahead_and_astern(seen)


def _ahead_and_astern(seen: Situation) -> Iterator[Part]:
    """Where things are to go, and where they were last seen."""
    yield Part("plans", "", [Text(bound(trail)) for trail in seen.trails if trail.planned])
    yield Part("sightings", "", [Text(last_seen(sighting), style="italic") for sighting in seen.sightings])


def _tracks(tracks: Iterable[Track]) -> Iterator[Text]:
    """All numbers in a line; a scale says in which of its bands it stands."""
    said = []
    for track in tracks:
        most = f" of {track.most}" if track.most is not None else ""
        band = next((band.words for band in track.bands if band.upto is None or track.value < band.upto), "")
        said.append(f"{track.title} {in_halves(track.value)}{most}" + (f" (as it stands: {band})" if band else ""))
    if said:
        yield Text(" · ".join(said))


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


def bound(trail: Trail) -> str:
    """Where something is to go.

    >>> bound(Trail(Side.ALLIED, "QP-11", ((0, "6619"), (1, "6618"), (2, "6517")), planned=True))
    'QP-11 goes by 6618, 6517'
    """
    cells = [cell for _, cell in trail.cells[1:]]
    if len(cells) > MOST_STEPS:
        every = -(-len(cells) // MARKS)
        marks = [*cells[every - 1 :: every], *([] if len(cells) % every == 0 else cells[-1:])]
        return f"{trail.words} goes {len(cells)} steps, by {', '.join(marks)}"
    return f"{trail.words} goes by {', '.join(cells)}"


def last_seen(sighting: SightingView) -> str:
    """An old sighting with its age and source.

    >>> last_seen(SightingView("0505", "raider", "lost from sight", 3, 2))
    'Raider at 0505, 2 turns ago (lost from sight)'
    """
    age = "this turn" if sighting.age == 0 else f"{sighting.age} turn{'s' if sighting.age > 1 else ''} ago"
    what = f"{sighting.what[:1].upper()}{sighting.what[1:]}"
    return f"{what} at {sighting.cell}, {age} ({sighting.source})"


def sheets(kept: Iterable[Sheet]) -> Iterator[Table | Text]:
    """The record sheets of a campaign, or of ships, with their stores and whatever else is the matter."""
    for sheet in kept:
        caption = "; ".join((sheet.note, *sheet.chips) if sheet.note else sheet.chips)
        table = Table(*sheet.head, title=sheet.title, caption=caption or None, title_justify="left")
        for row in sheet.rows:
            table.add_row(*map(str, row))
        for store in sheet.stores:
            table.add_row(store.words, str(store.boxes), *[""] * (len(sheet.head) - 3), store.now)
        yield Text("")
        yield table


def log(lines: Iterable[LogLine]) -> Iterator[Text]:
    """What happened, each line with its rule."""
    for line in lines:
        yield Text.assemble("  ", line.text, (f"  {line.rule}", "dim"))


def story(passages: Iterable[Passage], lines: Sequence[LogLine]) -> Iterator[Text]:
    """What happened, a deed a line, with the dice that fell for it below."""
    numbered = {line.number: line for line in lines}
    for passage in passages:
        of = [numbered[number] for number in range(passage.first, passage.last + 1) if number in numbered]
        said = [(words, "bold" if at % 2 else "") for at, words in enumerate(passage.text.split("*"))]
        outcome = [(f" {passage.outcome}", _TONES[passage.tone])] if passage.outcome else []
        rule = [(f"  {of[-1].rule}", "dim")] if of and len(of) == 1 else []
        yield Text.assemble("  ", *said, *outcome, *rule)
        for line in of:
            if isinstance(line.event, Rolled) and len(of) > 1:
                yield Text.assemble("      ", line.text, (f"  {line.rule}", "dim"))


_TONES = {"": "bold", "good": "green", "bad": "red"}


def happened(
    passages: Iterable[Passage], lines: Sequence[LogLine], told: Mapping[int, Sequence[str]]
) -> Iterator[Text]:
    """What is new: a deed a line, and what counts as a report, with its title, its sentences and its dice.

    `told` is what was said before of a passage that was still open then, by its first line: it is not said twice.
    """
    for passage in passages:
        before = told.get(passage.first, ())
        if not passage.title:
            if not before:
                yield from story((passage,), lines)
            continue
        fresh = [words for words in said_of(passage) if words not in before]
        if passage.title in fresh:
            yield Text.assemble(
                "  ", ("★ " if passage.weight > 1 else "", "bold"), (passage.title, _TONES[passage.tone])
            )
        yield from (Text(f"    {words}") for words in fresh if words != passage.title)
        if fresh:
            shots = {shot.line: shot for shot in passage.shots}
            for line in lines:
                if isinstance(line.event, Rolled) and passage.first <= line.number <= passage.last:
                    meant = f" at {shots[line.number].target}" if line.number in shots else ""
                    yield Text.assemble("      ", line.text, (f"{meant}  {line.rule}", "dim"))


def said_of(passage: Passage) -> tuple[str, ...]:
    """All that a report says of a passage in words."""
    return (passage.title, *passage.sentences) if passage.title else (passage.text,)


def odds(chance: Odds) -> str:
    """What a gamble is worth.

    >>> odds(Odds(0.5, "a hit", {"guns": 5, "fog": -1, "smoke": 0}))
    '50% a hit: +5 guns −1 fog'
    >>> odds(Odds(0.5, "a hit", notes=("once only",)))
    '50% a hit; once only'
    """
    modifiers = [f"{'+' if value > 0 else '−'}{abs(value)} {name}" for name, value in chance.modifiers.items() if value]
    said = f"{percent(chance.chance)} {chance.of}" + (f": {' '.join(modifiers)}" if modifiers else "")
    if 2 < len(chance.outcomes) <= MOST_ENDS:
        said += f" ({', '.join(f'{percent(end.chance)} {end.words}' for end in chance.outcomes)})"
    return "; ".join((said, *chance.notes))


def report(told: Report) -> Iterator[Text | Table]:
    """How a game ended and why: a sentence, points by source, losses by cause, and a convoy beside history."""
    if told.sentence:
        yield Text(told.sentence, style="bold")
    if told.scored:
        points = Table("Side", "Points for", "Number", "Points", title="Points", title_justify="left")
        for row in told.scored:
            points.add_row(row.side.value.capitalize(), row.source, str(row.count or ""), str(in_halves(row.points)))
        yield points
    if told.losses:
        yield Text("Losses", style="underline")
        causes = Counter((loss.side, loss.cause) for loss in told.losses)
        for (side, cause), number in sorted(causes.items()):
            named = ", ".join(f"{o.unit} (turn {o.turn})" for o in told.losses if (o.side, o.cause) == (side, cause))
            yield Text.assemble((f"{side.value.capitalize():<7}", COLOURS[side]), f"{number} to {cause}: {named}")
    for tally in told.tallies:
        ends = list(dict.fromkeys(end for row in tally.rows for end in row.ends))
        table = Table("", *ends, title=tally.title, title_justify="left")
        for line in tally.rows:
            table.add_row(line.name, *(str(line.ends.get(end, 0)) for end in ends))
        yield table


def result(ended: Result) -> Iterator[Text]:
    """Who won, by how much, and why."""
    winner = "A draw" if ended.winner is None else f"{ended.winner.value.capitalize()} victory"
    words = ended.level if "victory" in ended.level else f"{winner}: {ended.level}"
    yield Text(winner if ended.level == "draw" else words, style="bold")
    if ended.points:
        yield Text("Points: " + ", ".join(f"{name} {in_halves(value)}" for name, value in ended.points.items()))
    if ended.why:
        yield Text(f"Why: {ended.told.why}")


def reading(told: Reading) -> Iterator[Text]:
    """A record that cannot be played again, chapter by chapter as it was written."""
    yield Text(f"{told.game_title}: {told.scenario_title}", style="bold")
    yield Text(told.why)
    for number, chapter in enumerate(told.chapters, 1):
        yield Text()
        yield Text(f"Chapter {number} of {len(told.chapters)}, played by rules {chapter.rules}", style="bold")
        yield Text("What was done" if chapter.choices else "Nothing was done.")
        for choice in chapter.choices:
            side = choice.side.value.capitalize()
            yield Text.assemble(f"  {choice.number}  {side}: {choice.words}", (f"  {choice.notation}".rstrip(), "dim"))
        if not chapter.has_log:
            yield Text("The dice in the order in which they fell" if chapter.has_dice else "The dice were not kept.")
            for line in chapter.dice:
                yield Text(f"  {line.words}{_told_to(line.to)}")
            yield Text("The umpire's log was not kept in those days.")
            continue
        yield Text("What the umpire wrote")
        for line in chapter.log:
            yield Text.assemble(f"  {line.words}{_told_to(line.to)}", (f"  {line.rule}", "dim"))
    yield Text()
    if told.result is None:
        yield Text("The match was not finished.", style="bold")
    else:
        yield from result(told.result)


def _told_to(audience: Audience) -> str:
    """Who alone was told something."""
    if audience is Audience.EVERYONE:
        return ""
    return " (nobody was told)" if audience is Audience.NOBODY else f" ({audience.value.capitalize()} only)"
