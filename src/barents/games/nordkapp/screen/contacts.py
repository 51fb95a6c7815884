"""The enemy as a side knows him: every report, with what it counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import GLYPHS, RANK, TYPES, counted
from barents.games.nordkapp.state import CONVOY, MERCHANTS, SUBMARINE, SURFACE, State
from barents.kernel.contacts import ANY_SHIPS, Report, contacts, in_sight
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Held, PieceView, SightingView

TURNS_REMEMBERED = 6  # a sighting older than two days says little
COUNTED = re.compile(rf"(\d+) ({'|'.join(TYPES)}|merchants?)\b")  # "3 DD", "15 merchants"
# What a search is answered with where nobody counts.
IN_GENERAL = {CONVOY: GLYPHS["MERC"], MERCHANTS: GLYPHS["MERC"], SUBMARINE: GLYPHS["SUB"], SURFACE: ANY_SHIPS}


def sightings(data: Data, known: State, observer: Observer, pieces: Iterable[PieceView]) -> tuple[SightingView, ...]:
    """NK 6.1: every report of the enemy, those of one hex and turn together; and what lies open on the map."""
    side = observer.side
    if side is None:
        return ()
    ships = [piece for piece in pieces if piece.id in data.counters and not data.counters[piece.id].is_air]
    open_now = in_sight(ships, side.enemy, known.turn, {GLYPHS["MERC"]: ("merchant", "merchants")})
    return contacts([*_reports(data, known, side), *open_now], side.enemy, known.turn)


def _reports(data: Data, known: State, side: Side) -> Iterator[Report]:
    for seen in known.notebook[side].sightings:
        if known.turn - seen.turn <= TURNS_REMEMBERED:
            holds = held_in(seen.what)
            name = convoy_name(data, known, side, seen.what)
            reach = fastest(data, side.enemy, seen.what)
            hurt = seen.what.partition("; ")[2]
            yield Report(seen.cell, seen.turn, seen.source, holds, hurt, holds[0].kind, reach, name=name)


@cache
def held_in(what: str) -> tuple[Held, ...]:
    """What a report says is there: what it counts, merchants before all, then the weightiest; else in general.

    >>> [held.words for held in held_in("2 E, 15 merchants")]
    ['15 merchants', '2 escort groups']
    >>> [held.words for held in held_in("convoy")], [held.words for held in held_in("submarine: 1 SUB")]
    (['convoy'], ['1 submarine'])
    """
    told = what.partition("; ")[0]
    numbers = {found[2] if found[2] in TYPES else "MERC": int(found[1]) for found in COUNTED.finditer(told)}
    if numbers:
        present = [type for type in RANK if type in numbers]
        return tuple(Held(GLYPHS[type], counted(numbers[type], type), numbers[type]) for type in present)
    words = next((words for words in IN_GENERAL if words in told), SURFACE)
    return (Held(IN_GENERAL[words], words),)


def convoy_name(data: Data, known: State, side: Side, what: str) -> str:
    """The name of a convoy that was reported, where there is but one that it can be."""
    convoys = [force.name for force in data.scenarios[known.scenario].forces if force.convoy is not None]
    return convoys[0] if side is Side.AXIS and CONVOY in what and len(convoys) == 1 else ""


@cache
def fastest(data: Data, side: Side, what: str) -> int:
    """NK 5.1, 7.2: how far what was reported can go in a turn, by the fastest counter of its kind."""
    if what == SUBMARINE:
        return data.tables.movement.surfaced
    if CONVOY in what:
        return data.tables.movement.convoy
    ships = [about for about in data.counters.values() if about.side is side and about.is_surface]
    return max((about.move for about in ships if about.is_merchant is (MERCHANTS in what)), default=0)
