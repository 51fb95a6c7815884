"""Chapters 6.1 and 13: what a side has sighted this turn, and what it was shown."""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.nordkapp.automaton.spotting import spot_fighters
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import Umpire, boats_at, composition, ships_at
from barents.games.nordkapp.state import CONVOY, MERCHANTS, SUBMARINE, SURFACE, Piece, State
from barents.kernel.game import Sighting
from barents.kernel.sides import Side, only


def report(state: State, data: Data, side: Side, cell: str) -> list[str]:
    """NK 6.1: what a side is told of a hex: merchants or a convoy, else surface units, else a surfaced submarine (R4).

    One category, so that boats in company of ships tell nothing of them.
    """
    if enemies := ships_at(state, data, side.enemy, cell):
        return [kind_of(data, enemies)]
    boats = boats_at(state, data, side.enemy, cell)
    return [SUBMARINE] if any(not boat.submerged for boat in boats) else []


def kind_of(data: Data, ships: Iterable[Piece]) -> str:
    """NK 6.1: what some ships together are called."""
    merchants = sum(data.counters[piece.id].is_merchant for piece in ships)
    if not merchants:
        return SURFACE
    return CONVOY if merchants >= data.tables.recon.convoy_from else MERCHANTS


def sight(u: Umpire, side: Side, cell: str, *kinds: str) -> None:
    """NK 6.1, R13: a side has sighted enemies in a hex this turn, and may attack there."""
    known = u.state.seen[side].setdefault(cell, [])
    known += [kind for kind in kinds if kind not in known]


def is_sighted(state: State, side: Side, cell: str) -> bool:
    """NK 8, 9.3.1, R13: whether a side has sighted enemy ships in a hex this turn."""
    return any(kind != SUBMARINE for kind in state.seen[side].get(cell, ()))


def show(u: Umpire, side: Side, cell: str, pieces: Iterable[Piece], rule: str) -> None:
    """NK 7.1.1, 9.3.2, R14: units are laid open to a side, and count as sighted there for the rest of the turn."""
    shown = list(pieces)
    identified = u.state.notebook[side].identified
    if fresh := [piece.id for piece in shown if piece.id not in identified]:
        u.reveal(fresh, rule, to=side)
        for piece in shown:
            if piece.damage and piece.id in fresh:
                armour = u.data.counters[piece.id].armour
                words = "{unit} has {points} of the {armour} Damage Points that destroy her"
                u.tell(rule, words, unit=piece.id, points=piece.damage, armour=armour)
    if ships := [piece for piece in shown if u.data.counters[piece.id].is_surface]:
        sight(u, side, cell, kind_of(u.data, ships))
        if cell not in u.state.shown[side]:
            u.state.shown[side].append(cell)
            met = Sighting(cell, composition(u.data, ships), "combat", u.state.turn)
            u.state.notebook[side].sightings.append(met)
    if any(u.data.counters[piece.id].is_sub and not piece.submerged for piece in shown):
        sight(u, side, cell, SUBMARINE)
    if u.state.options.solitaire and side is Side.ALLIED:
        spot_fighters(u, shown)


def detect(u: Umpire, ships: Iterable[Piece]) -> None:
    """NK 13, R39: a convoy counts as detected from the first turn on which "convoy" is what the German is told.

    Whether merchants sail under a Convoy marker he is not told, so it does not count. With the first convoy he hears
    when his ships may come out.
    """
    state, seen = u.state, list(ships)
    if kind_of(u.data, seen) != CONVOY:
        return
    if not state.detected:
        turn = state.turn + u.data.scenarios[state.scenario].german_delay
        words = "A convoy has been found: your ships may come out from turn {turn}"
        u.tell("NK-13-gerentry-detect", words, to=only(Side.AXIS), turn=turn)
    for ship in seen:
        if u.data.counters[ship.id].is_merchant:
            state.detected.setdefault(ship.convoy, state.turn)
