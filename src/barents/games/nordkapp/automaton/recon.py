"""Solitaire 2: what the German finds is laid open to him, and what the automaton has spotted counts as sighted."""

from __future__ import annotations

from barents.games.nordkapp.automaton.submarines import find
from barents.games.nordkapp.knowledge.known import is_open
from barents.games.nordkapp.rules.sightings import detect, show, sight
from barents.games.nordkapp.rules.units import Umpire, composition, label_of, markers_on_map, ships_at
from barents.games.nordkapp.state import SUBMARINE, SURFACE, Piece
from barents.kernel.game import Sighting
from barents.kernel.sides import EVERYONE, Side
from barents.kernel.words import listed


def lay_open(u: Umpire, cell: str) -> None:
    """NS 2: a hex that the German searches is disclosed completely: every ship, with her damage, and every boat."""
    boats = find(u, cell)
    found = [*ships_at(u.state, u.data, Side.ALLIED, cell), *boats]
    if not found:
        book = u.state.notebook[Side.AXIS]
        book.sightings = [seen for seen in book.sightings if seen.cell != cell]
        u.tell("NK-6.1-answer-nothing", "{cell}: nothing", to=EVERYONE, cell=cell)
        return
    disclose(u, cell, found, "reconnaissance")


def disclose(u: Umpire, cell: str, found: list[Piece], source: str) -> None:
    """NS 2: units are shown to the German, with number, type and damage."""
    show(u, Side.AXIS, cell, found, "NS-2-disclosure")
    kinds = list(u.state.seen[Side.AXIS].get(cell, ()))
    if any(u.data.counters[piece.id].is_sub for piece in found) and SUBMARINE not in kinds:
        kinds.append(SUBMARINE)  # one that is submerged is known, but cannot be attacked (RS18)
    what = f"{listed(kinds)}: {composition(u.data, found)}"
    if hurt := [piece for piece in found if piece.damage]:
        what += f"; damaged: {composition(u.data, hurt)}"
    u.tell("NS-2-disclosure", "{cell}: {what}", cell=cell, what=what)
    u.state.notebook[Side.AXIS].sightings.append(Sighting(cell, what, source, u.state.turn))
    detect(u, [piece for piece in found if u.data.counters[piece.id].is_surface])


def disclose_coast(u: Umpire) -> None:
    """NS 2, NK 6.3: what the coast has seen, and is still there, is disclosed as well."""
    for cell in list(u.state.seen[Side.AXIS]):
        if ships := ships_at(u.state, u.data, Side.ALLIED, cell):
            disclose(u, cell, ships, "the coast")


def show_open_map(u: Umpire) -> None:
    """NS 0: on an open map the German, and whoever looks on, is told where every Allied force is now."""
    if not is_open(u.state, Side.ALLIED):
        return
    lines = []
    for marker, units in markers_on_map(u.state, u.data, Side.ALLIED).items():
        name, what = label_of(u, Side.ALLIED, marker), composition(u.data, units)
        hurt = "".join(f", {u.data.counters[piece.id].name} damaged" for piece in units if piece.damage)
        lines.append(f"{name} at {units[0].at} ({what}{hurt})")
    if lines:
        u.tell("NS-0-hidden-display", "On the map: {forces}", forces="; ".join(lines))


def sight_spotted(u: Umpire) -> None:
    """NS 2: what the automaton has spotted counts as sighted where it is now."""
    for marker, units in markers_on_map(u.state, u.data, Side.AXIS).items():
        if marker in u.state.spotted:
            is_boat = u.data.counters[units[0].id].is_sub
            sight(u, Side.ALLIED, units[0].at, SUBMARINE if is_boat else SURFACE)
