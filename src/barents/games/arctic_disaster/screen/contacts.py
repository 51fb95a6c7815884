"""The enemy as a side knows him: markers that were detected, and every report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.names import GLYPHS, RANK, TYPES, many
from barents.games.arctic_disaster.rules.detection import CATEGORIES
from barents.games.arctic_disaster.rules.detection import TYPES as EXACTLY
from barents.games.arctic_disaster.rules.submarines import boat_name
from barents.games.arctic_disaster.state import State
from barents.kernel.contacts import ANY_SHIPS, IN_SIGHT, Report, contacts, in_sight
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Held, PieceView, SightingView

TURNS_REMEMBERED = 6
MERCHANTS = (GLYPHS["MT"], GLYPHS["TA"])
SEARCH = "search"  # who reports a force as a whole
# What reports count, by the words for one and for several: types, and the categories of an inaccurate report.
_COUNTED_AS = (
    {TYPES[type]: GLYPHS[type] for type in TYPES}
    | {many(type): GLYPHS[type] for type in TYPES}
    | {name: GLYPHS[types[0]] for name, types in (EXACTLY | CATEGORIES).items()}
    | {name.removesuffix("s"): GLYPHS[types[0]] for name, types in (EXACTLY | CATEGORIES).items()}
    | {"naval units": ANY_SHIPS, "naval unit": ANY_SHIPS}
)
_COUNTED = re.compile(rf"(\d+) ({'|'.join(sorted(_COUNTED_AS, key=len, reverse=True))})\b")  # "3 destroyers"
_ORDER = (*(GLYPHS[type] for type in RANK), ANY_SHIPS)


def sightings(data: Data, known: State, observer: Observer, pieces: Iterable[PieceView]) -> tuple[SightingView, ...]:
    """AD 6.1, 10.2.1, 13.5: every report as it was told, those of one hex and turn together; and what is detected."""
    side = observer.side
    if side is None:
        return ()
    open_now = in_sight(pieces, side.enemy, known.turn, {GLYPHS["MT"]: ("merchant", "merchants")})
    reports = list(_reports(data, known, side))
    # What is known of a marker stands in the reports: its name alone says less.
    told = {report.cell for report in reports if report.turn == known.turn and report.holds}
    return contacts([*reports, *(_with_reports(one, one.cell in told) for one in open_now)], side.enemy, known.turn)


def _with_reports(report: Report, told: bool) -> Report:
    """A detected marker; where its ships were reported this turn, by its name and no more."""
    holds = tuple(held for held in report.holds if held.kind != ANY_SHIPS and held.ship != CONVOY)
    title = report.name or next((held.words for held in report.holds if held.kind == ANY_SHIPS), "")
    return Report(
        report.cell,
        report.turn,
        "" if told else IN_SIGHT,
        holds if told else report.holds,
        kind=report.kind,
        proof=report.proof,
        name=title,
        now=report.now,
    )


def _reports(data: Data, known: State, side: Side) -> Iterator[Report]:
    for seen in known.notebook[side].sightings:
        if known.turn - seen.turn <= TURNS_REMEMBERED:
            holds = held_in(seen.what)
            source = boat_name(data, seen.source) if seen.source in data.boats else seen.source
            words = "" if holds else seen.what
            kind = holds[0].kind if holds else ANY_SHIPS
            # No other force has merchants than the convoy.
            name = data.markers[CONVOY].name if seen.source == SEARCH and kind in MERCHANTS else ""
            reach = _fastest(data, side.enemy, holds)
            yield Report(seen.cell, seen.turn, source, holds, words, kind, reach, name=name)


@cache
def held_in(what: str) -> tuple[Held, ...]:
    """What a report counts, merchants before all, then the weightiest.

    >>> [held.words for held in held_in("2 torpedo boats, 1 battleship, 21 close escorts")]
    ['1 battleship', '21 close escorts', '2 torpedo boats']
    >>> [held.words for held in held_in("58 naval units, among them destroyers, tankers and merchants")]
    ['merchants', 'tankers', 'destroyers', '58 naval units']
    """
    numbered = [Held(_COUNTED_AS[found[2]], found[0], int(found[1])) for found in _COUNTED.finditer(what)]
    among = what.partition("among them ")[2]
    named = [Held(GLYPHS[type], many(type)) for type in TYPES if re.search(rf"(^|[ ,]){many(type)}\b", among)]
    return tuple(sorted((*numbered, *named), key=lambda held: _ORDER.index(held.kind)))


def _fastest(data: Data, side: Side, holds: tuple[Held, ...]) -> int:
    """How far what was reported can go in a turn, by the fastest counter of the kinds that it counts."""
    kinds = {held.kind for held in holds}
    moves = [
        max(level.move for level in about.levels)
        for about in data.counters.values()
        if about.side is side and (not kinds or GLYPHS.get(about.type) in kinds)
    ]
    return max(moves, default=0)
