"""Chapters 4 A, a.2, 6.1 and 9.2: which aircraft search, which fly cover, and which stand ready."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from barents.games.nordkapp import phases
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.orders import SEARCHES, SearchSlot
from barents.games.nordkapp.rules.menus import FLYING
from barents.games.nordkapp.rules.units import (
    Umpire,
    aircraft,
    base_hex,
    can_fly,
    counter,
    factor,
    find,
    markers_on_map,
    members,
    on_map,
    range_of,
    speed,
)
from barents.games.nordkapp.state import Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Group, Subset
from barents.kernel.domains import Among, Domain, Routes
from barents.kernel.question import Question
from barents.kernel.sides import Side

SEARCH = "search"  # where the route of a search begins


def about_scouts(data: Data, known: State, _decision: Decision[Any]) -> str:
    """NK 6.1: what a search shows, and what it costs."""
    hexes = "two hexes next to each other" if known.weather == "fair" else "one hex"
    return (
        f"Each searches {hexes} and is told what is there. Whoever flies today rests the next turn; bombers that stay "
        f"can fly raids, and no more than {data.tables.recon.most_attack_units} of them may search."
    )


def about_missions(data: Data, known: State, decision: Decision[Any]) -> str:
    """NK 4 A, 9.2: what cover does, and where the patrols from the west search."""
    west = ""
    if decision.side is Side.ALLIED:
        first, last = data.scenarios[known.scenario].search_columns
        west = f" Patrols from the west search up to three hexes in columns {first:02d} to {last:02d}."
    return f"Who covers a force or base meets raiders there, or hunts boats; who gets no order stands ready.{west}"


SCOUTS: Question[State, Data] = Question(
    "NK-6.1-at-limit",
    "Which aircraft search?",
    phase=phases.AIR_MISSIONS,
    about=about_scouts,
    answers={Choose: "Those that you choose search this turn; you are asked next where."},
    verb="Search",
)
MISSIONS: Question[State, Data] = Question(
    "NK-4A-air-missions",
    "Where do they search, and whom do they cover?",
    phase=phases.AIR_MISSIONS,
    about=about_missions,
    answers={Allot: "Each searches or covers what you give it; aircraft without an order stand ready for raids."},
    verb="Fly",
    deed="covers",
    menu=FLYING.menu,
    plan=FLYING.plan,
)


class Missions(msgspec.Struct, frozen=True):
    """A side's air missions: the hexes that each unit searches, whom each covers, and searches without counters."""

    searches: dict[str, tuple[str, ...]] = {}
    covers: dict[str, str] = {}
    western: tuple[str, ...] = ()


def is_available(state: State, piece: Piece) -> bool:
    """NK 9: whether an air unit may be given a mission."""
    return not piece.resting and not piece.flew and base_hex(state, piece) != ""


def scouts(state: State, data: Data, side: Side) -> list[Piece]:
    """NK 6.1: the units that may fly reconnaissance."""
    return [
        piece
        for piece in aircraft(state, data, side)
        if is_available(state, piece) and data.counters[piece.id].type in ("R", "AT")
    ]


def can_cover(data: Data, piece: Piece) -> bool:
    """NK 9.2: fighters, and units with an anti-submarine factor."""
    return counter(data, piece).type == "C" or factor(data, piece, "asw") > 0


def air_missions(u: Umpire, side: Side) -> kernel.Rule[Missions]:
    """NK 4 A, a.2: a side assigns its missions; whatever has none stands ready for raids."""
    state, data = u.state, u.data
    if not can_fly(state, data):
        return Missions()
    searching: list[str] = []
    if able := scouts(state, data, side):
        attackers = [piece.id for piece in able if counter(data, piece).type == "AT"]
        limit = Group(attackers, most=data.tables.recon.most_attack_units, name="the bombers and torpedo aircraft")
        options = Subset([piece.id for piece in able], groups=[limit])
        searching = list((yield from u.ask(side, SCOUTS, options)).items)
    slots, optional = mission_slots(state, data, side, searching)
    if not slots:
        return Missions()
    orders: Allot = yield from u.ask(side, MISSIONS, Assign(slots, optional=optional))
    searches = {name: tuple((orders[name] or "").split(">")[1:]) for name in searching}
    covers = {name: value for name in optional if not SEARCHES.find(name) and (value := orders[name]) is not None}
    western = [value for name in optional if SEARCHES.find(name) and (value := orders[name]) is not None]
    return Missions(searches, covers, tuple(western))


def mission_slots(state: State, data: Data, side: Side, searching: list[str]) -> tuple[dict[str, Domain], list[str]]:
    """What each unit may be told to do, and which of them need not be told anything."""
    slots: dict[str, Domain] = {name: search_area(state, data, find(state, name)) for name in searching}
    optional = []
    for piece in aircraft(state, data, side):
        if piece.id not in slots and is_available(state, piece) and can_cover(data, piece):
            slots[piece.id] = Among(coverable(state, data, side, piece))
            optional.append(piece.id)
    file = data.scenarios[state.scenario]
    if side is Side.ALLIED:
        west, east = file.search_columns
        area = _columns(data, west, east)
        for number in range(1, file.searches + 1):
            slots[str(SearchSlot(number))] = area
            optional.append(str(SearchSlot(number)))
    return slots, optional


def search_area(state: State, data: Data, piece: Piece) -> Domain:
    """NK 6.1: one hex in range, in fair weather two that are next to each other.

    A carrier's aircraft may be sent to where she can bring them; what is out of range by then is not searched (R8).
    """
    base, reach = base_hex(state, piece), range_of(data, piece)
    if not on_map(piece):
        reach += speed(data, find(state, piece.at))
    recon = data.tables.recon
    return search_routes(data, base, reach, recon.hexes_fair if state.weather == "fair" else recon.hexes)


@lru_cache(256)
def search_routes(data: Data, base: str, reach: int, hexes: int) -> Routes:
    """NK 6.1: so many hexes side by side within reach of a base."""
    area = [cell for cell in data.on_map if data.distance(base, cell) <= reach]
    costs = dict.fromkeys(area, 1)
    return Routes(SEARCH, hexes, costs, data.grid.neighbours, least=1, board="map", edges={SEARCH: area})


@lru_cache(16)
def _columns(data: Data, west: int, east: int) -> Among:
    """The hexes between two columns."""
    return Among([cell for cell in data.on_map if west <= data.column(cell) <= east])


def coverable(state: State, data: Data, side: Side, piece: Piece) -> list[str]:
    """NK 9.2: the forces and bases of a side that an air unit may cover."""
    base, reach = base_hex(state, piece), range_of(data, piece)
    forces = [
        marker
        for marker, units in markers_on_map(state, data, side).items()
        if any(data.counters[unit.id].is_surface for unit in units) and data.distance(base, units[0].at) <= reach
    ]
    bases = [cell for cell in data.bases if data.distance(base, cell) <= reach] if side is Side.AXIS else []
    return [*forces, *bases]


def apply_missions(u: Umpire, side: Side, missions: Missions) -> None:
    """NK 4 A: missions are written down; a unit that has one has flown this turn."""
    for name, hexes in missions.searches.items():
        piece = u.state.pieces[side][name]
        piece.search, piece.flew = list(hexes), True
    for name, marker in missions.covers.items():
        piece = u.state.pieces[side][name]
        piece.covers, piece.flew = marker, True
    if side is Side.ALLIED:
        u.state.western = list(missions.western)


def cover_over(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 9.2: the air units that cover a hex: their force is there, or it is their base, and still in their range."""
    there = []
    for piece in aircraft(state, data, side):
        if piece.covers and data.distance(base_hex(state, piece) or cell, cell) <= range_of(data, piece):
            if piece.covers in data.bases:
                covered = piece.covers == cell
            else:
                covered = any(unit.at == cell for unit in members(state, side, piece.covers))
            if covered and base_hex(state, piece):
                there.append(piece)
    return there
