"""Solitaire 3.4: the Allied submarines look for German ships, and attack those that are spotted."""

from __future__ import annotations

from barents.games.nordkapp.automaton.courses import (
    best,
    by_lot,
    rank,
    spotted_forces,
    steps_to,
    surface_forces,
    way,
)
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import Umpire, boats_at, counter, on_map, speed
from barents.games.nordkapp.state import DOWN, OUT, Piece, State
from barents.kernel.dice import D6
from barents.kernel.sides import Audience, Side


def lone_boats(state: State, data: Data) -> list[Piece]:
    """NS 3.4: the Allied submarines that are not with a convoy, or whose convoy has no ship left."""
    guarded = {p.force for p in state.pieces[Side.ALLIED].values() if p.force and data.counters[p.id].is_surface}
    return [
        piece
        for piece in state.pieces[Side.ALLIED].values()
        if data.counters[piece.id].is_sub and on_map(piece) and piece.force not in guarded
    ]


def boat_route(u: Umpire, boat: Piece) -> list[str]:
    """NS 3.4: towards the nearest German surface force, spotted or not: one hex on an even die, two on an odd one."""
    state, data, table = u.state, u.data, u.data.tables.solitaire
    prey = surface_forces(state, data)
    if not prey or boat.driven_off:
        return [boat.at, DOWN]
    roll = u.roll(
        D6, "NS-3.4-sub-move", counter(data, boat).name, to=Audience.ALLIED, needs="even for one hex, odd for two"
    )
    points = min(table.submarine_odd if roll % 2 else table.submarine_even, speed(data, boat))
    choose = by_lot(u, counter(data, boat).name)
    nearest = best(list(prey), lambda name: (data.distance(boat.at, prey[name][0].at), rank(data, prey[name])))
    goal = prey[choose(nearest)][0].at
    path = way(data, state.ice, boat.at, steps_to(data, state.ice, (goal,)), choose, points)
    return [*(path[: points + 1] if path is not None else [boat.at]), DOWN]


def find(u: Umpire, cell: str) -> list[Piece]:
    """NS 3.4, RS18: German reconnaissance finds the boats in a hex, and a die says whether each is on the surface."""
    state, table = u.state, u.data.tables.solitaire
    found = boats_at(state, u.data, Side.ALLIED, cell)
    for boat in found:
        course = state.courses[Side.ALLIED].get(boat.id, "").split(">")
        hexes = len([place for place in course[1:] if place not in (DOWN, OUT)])
        named = {"moved two hexes": table.moved_two} if hexes >= table.submarine_odd else {}
        needs = f"{table.surfaced_from} or more if surfaced"
        roll = u.roll(D6, "NS-3.4-sub-state", counter(u.data, boat).name, named, needs=needs)
        boat.submerged = roll < table.surfaced_from
    return found


def boat_hexes(state: State, data: Data) -> list[str]:
    """The hexes in which Allied submarines are."""
    boats = (piece for piece in state.pieces[Side.ALLIED].values() if data.counters[piece.id].is_sub and on_map(piece))
    return sorted({boat.at for boat in boats})


def attackers(state: State, data: Data, cell: str) -> list[Piece]:
    """NS 3.4: the boats that attack in a hex now: a spotted German surface force is there, and they have not yet."""
    if all(units[0].at != cell for units in spotted_forces(state, data).values()):
        return []
    return [boat for boat in boats_at(state, data, Side.ALLIED, cell) if not boat.acted and not boat.driven_off]
