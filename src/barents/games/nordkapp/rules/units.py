"""Chapters 2, 10 and 11: units, forces, damage, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from barents.games.nordkapp.data import Counter, Data
from barents.games.nordkapp.state import LOST, OUT, WAITING, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.sides import EVERYONE, Audience, Side, only

Umpire: TypeAlias = "kernel.Umpire[State, Data]"
Factor: TypeAlias = Literal["gun", "torp", "aa", "asw", "air", "ship"]


def on_map(piece: Piece) -> bool:
    """Whether a unit has a hex, be it that of its base."""
    return piece.at.isdigit()


def is_lost(piece: Piece) -> bool:
    """Whether a unit is out of the game."""
    return piece.at in (LOST, OUT)


def is_waiting(piece: Piece) -> bool:
    """Whether a unit waits off the map with its force."""
    return piece.at.startswith(WAITING)


def counter(data: Data, piece: Piece) -> Counter:
    """A unit's counter."""
    return data.counters[piece.id]


def find(state: State, name: str) -> Piece:
    """A unit of either side by its name."""
    return state.pieces[Side.ALLIED].get(name) or state.pieces[Side.AXIS][name]


def halved(piece: Piece, value: int) -> int:
    """NK 10.3: a damaged unit has half of everything, rounded down, and further damage takes no more."""
    return value // 2 if piece.damage else value


def factor(data: Data, piece: Piece, name: Factor) -> int:
    """NK 10.3: a factor as it is now."""
    return halved(piece, int(getattr(data.counters[piece.id], name)))


def range_of(data: Data, piece: Piece) -> int:
    """NK 9: how far an air unit flies; half as far when damaged."""
    return halved(piece, data.counters[piece.id].range)


def speed(data: Data, piece: Piece, *, submerged: bool = False) -> int:
    """NK 5.1, 7.2, 10.3: how many hexes a ship or boat moves in a turn."""
    about = data.counters[piece.id]
    if not about.is_sub:
        # A damaged merchant's one hex is half of its two (5.2).
        return halved(piece, about.move)
    movement = data.tables.movement
    return halved(piece, movement.submerged if submerged else movement.surfaced)


def remaining(data: Data, piece: Piece) -> int:
    """NK 10.4: how many Damage Points destroy the unit from here."""
    return data.counters[piece.id].armour - piece.damage


def ships_at(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 7, 8: a side's surface units and merchants in a hex: one group, whatever markers they sail under (R67)."""
    return [p for p in state.pieces[side].values() if p.at == cell and data.counters[p.id].is_surface]


def boats_at(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """A side's submarines in a hex."""
    return [p for p in state.pieces[side].values() if p.at == cell and data.counters[p.id].is_sub]


def afloat(state: State, data: Data, side: Side) -> Iterator[Piece]:
    """A side's ships and submarines on the map."""
    for piece in state.pieces[side].values():
        if piece.at.isdigit() and not data.counters[piece.id].is_air:
            yield piece


def aircraft(state: State, data: Data, side: Side) -> Iterator[Piece]:
    """A side's air units that are left."""
    for piece in state.pieces[side].values():
        if data.counters[piece.id].is_air and not is_lost(piece):
            yield piece


def base_hex(state: State, piece: Piece) -> str:
    """NK 6.1, 9: the hex of an air unit's base, or where its carrier is; a carrier that waits has none."""
    home = state.pieces[Side.ALLIED].get(piece.at, piece)
    return home.at if on_map(home) else ""


# Forces


def marker_of(piece: Piece) -> str:
    """NK 10.1: the marker that stands for a unit on the map: its force's, or its own."""
    return piece.force or piece.id


def members(state: State, side: Side, marker: str) -> list[Piece]:
    """NK 10.1: the units that a marker stands for, those lost or gone not counted."""
    if marker in state.markers[side]:
        return [p for p in state.pieces[side].values() if p.force == marker]
    piece = state.pieces[side].get(marker)
    return [] if piece is None or is_lost(piece) else [piece]


def markers_on_map(state: State, data: Data, side: Side) -> dict[str, list[Piece]]:
    """Every marker of a side that is on the map, with its units."""
    found: dict[str, list[Piece]] = {}
    for piece in afloat(state, data, side):
        found.setdefault(piece.force or piece.id, []).append(piece)
    return found


def merchants_under(state: State, data: Data, marker: str) -> list[Piece]:
    """NK 10.2: the merchants that sail under a Convoy marker."""
    return [p for p in state.pieces[Side.ALLIED].values() if p.force == marker and data.counters[p.id].is_merchant]


def convoys(state: State, data: Data) -> list[str]:
    """NK 10.2: the Convoy markers that are on the map with at least one merchant."""
    there: dict[str, None] = {}
    for piece in afloat(state, data, Side.ALLIED):
        if piece.force and data.counters[piece.id].is_merchant:
            there[piece.force] = None
    return list(there)


def marker_hex(state: State, side: Side, marker: str) -> str:
    """Where a marker is."""
    return members(state, side, marker)[0].at


def label_of(u: Umpire, side: Side, marker: str) -> str:
    """What a marker is called."""
    force = u.state.markers[side].get(marker)
    return force.name if force is not None else u.data.counters[marker].name


# Damage and points


def hit(u: Umpire, piece: Piece, points: int, by: str, rule: str, *, to: Audience = EVERYONE) -> None:
    """NK 10.4, 11: Damage Points on a unit; those beyond its armour are lost.

    `to` are those who are told: both, or for storm and ice its owner alone (R: the enemy hears of it at the end).
    """
    about = counter(u.data, piece)
    taken = min(points, remaining(u.data, piece))
    if taken <= 0:
        return
    piece.damage += taken
    sunk = piece.damage >= about.armour
    told = EVERYONE if to is EVERYONE else only(about.side)
    if sunk:
        u.tell(rule, "{unit} is lost to {by}", to=told, unit=piece.id, by=by)
    else:
        words = "{unit} takes {points} of the {armour} Damage Points that sink her, from {by}"
        if about.is_air:
            words = "{unit} is damaged by {by}"
        u.tell(rule, words, to=told, unit=piece.id, points=piece.damage, armour=about.armour, by=by)
    score(u, piece, taken, sunk, hidden=told is not EVERYONE)
    if sunk:
        if told is not EVERYONE:
            u.state.unheard.append(piece.id)
        remove(u, piece, LOST)


def score(u: Umpire, piece: Piece, taken: int, sunk: bool, *, hidden: bool) -> None:
    """NK 11: what damage to a unit is worth to the other side."""
    points = worth(u.state, u.data, piece, taken, sunk)
    if points:
        side = u.data.counters[piece.id].side.enemy
        u.state.points[side] += points
        if hidden:
            u.state.untold[side] += points


def worth(state: State, data: Data, piece: Piece, taken: int, sunk: bool) -> float:
    """NK 11.1, 11.2: victory points for Damage Points on a unit, and for its loss."""
    about, table = data.counters[piece.id], data.tables.victory
    if about.is_merchant:
        kind = convoy_kind(state, data, piece.convoy)
        return (table.pq_merchant if kind == "pq" else table.qp_merchant) if sunk else 0.0
    if about.side is Side.ALLIED:
        return table.allied_damage.get(about.type, 0.0) * taken
    return table.axis_damage.get(about.type, 0.0) * taken + (table.axis_sunk.get(about.type, 0.0) if sunk else 0.0)


def convoy_kind(state: State, data: Data, key: str) -> str:
    """Whether a convoy is bound for Russia (pq) or home (qp)."""
    return next(force.convoy or "" for force in data.scenarios[state.scenario].forces if force.key == key)


def remove(u: Umpire, piece: Piece, place: str) -> None:
    """Take a unit off the map for good; a carrier that is sunk takes her aircraft along (NK 9, R60)."""
    about = counter(u.data, piece)
    state = u.state
    marker = marker_of(piece)
    state.pieces[about.side][piece.id] = gone = Piece(piece.id, place, damage=piece.damage, convoy=piece.convoy)
    piece.at, piece.force = gone.at, ""
    if state.box is not None:
        state.box.ships.pop(piece.id, None)
        if piece.id in state.box.attackers:
            state.box.attackers.remove(piece.id)
    if not members(state, about.side, marker):
        state.bound.pop(marker, None)
        state.courses[about.side].pop(marker, None)
    if about.type == "CV":
        for other in list(state.pieces[about.side].values()):
            if other.at == piece.id:
                remove(u, other, place)


def composition(data: Data, pieces: Iterable[Piece]) -> str:
    """Number and type of some ships, in words: "2 BB, 1 CV, 15 merchants"."""
    counts: dict[str, int] = {}
    for piece in pieces:
        type = data.counters[piece.id].type
        counts[type] = counts.get(type, 0) + 1
    order = ("BB", "BC", "CV", "CA", "DD", "E", "AA", "SUB", "MERC")
    words = []
    for type in order:
        if count := counts.get(type):
            name = ("merchant" if count == 1 else "merchants") if type == "MERC" else type
            words.append(f"{count} {name}")
    return ", ".join(words)


# Light and ice


def is_day(state: State, data: Data) -> bool:
    """NK 13: whether it is light this turn."""
    return state.turn not in data.scenarios[state.scenario].dark


def can_fly(state: State, data: Data) -> bool:
    """NK 9: nothing flies in a storm or by night."""
    return state.weather != "storm" and is_day(state, data)


def in_growler_zone(state: State, data: Data, cell: str) -> bool:
    """NK 1: whether a hex is within two hexes of the ice."""
    return cell in data.growler_zone(state.ice)
