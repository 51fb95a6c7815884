"""Solitaire 3.3 and 3.6: fleets hunt what they see and else stay with a convoy; so does the local escort.

Damaged ships stay with their fleet, which is as fast as they are. Escorts that have lost their convoy run west, and
then go to the nearest convoy or home.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from barents.games.nordkapp.automaton.convoys import is_bound, kept
from barents.games.nordkapp.automaton.courses import (
    Choice,
    best,
    destination,
    rank,
    safest,
    seeks_combat,
    spotted_forces,
    steps_to,
    way,
)
from barents.games.nordkapp.automaton.merchants import separated
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.plot import allowance, columns_of
from barents.games.nordkapp.rules.units import convoy_kind, is_lost, is_waiting, markers_on_map, on_map
from barents.games.nordkapp.state import OUT, Piece, State
from barents.kernel.sides import Side

Routes = Mapping[str, Sequence[str]]  # where convoys go this turn


def charge(state: State, data: Data, convoys: Routes) -> str:
    """NS 3.3: the convoy that fleets stay with: the one homeward from column 12 on, else the one to Russia."""
    kinds = {convoy_kind(state, data, convoy): convoy for convoy in convoys}
    qp, pq = kinds.get("qp", ""), kinds.get("pq", "")
    if qp and on_map_at(state, qp) and data.column(on_map_at(state, qp)) <= data.tables.solitaire.switch_column:
        return qp
    return pq or qp


def on_map_at(state: State, marker: str) -> str:
    """Where an Allied force is, or nothing if it waits."""
    piece = next((p for p in state.pieces[Side.ALLIED].values() if p.force == marker and on_map(p)), None)
    return piece.at if piece is not None else ""


def quarry(state: State, data: Data, here: str, units: Sequence[Piece], choose: Choice) -> str:
    """NS 3.3: the spotted German force that a fleet goes after: the nearest, then the one with the highest class.

    One that it may neither reach nor come next to, by the limits of the scenario, it leaves alone; and carriers by
    themselves go after nobody (3.3.1).
    """
    if not seeks_combat(data, units):
        return ""
    west, east = columns_of(state, data, units)
    water = data.open_water(state.ice)
    spotted = spotted_forces(state, data)
    found = [
        marker
        for marker, ships in spotted.items()
        if any(c in water and west <= data.column(c) <= east for c in data.grid.within(ships[0].at, 1))
    ]
    if not found:
        return ""
    return choose(best(found, lambda name: (data.distance(here, spotted[name][0].at), rank(data, spotted[name]))))


def fleet_route(
    state: State, data: Data, marker: str, units: Sequence[Piece], convoys: Routes, choose: Choice
) -> tuple[list[str], str, str]:
    """NS 3.3: a fleet's route, with the force that it hunts and the convoy that it stays with, if any."""
    here, start, points = _beginning(state, data, marker, units)
    if is_bound(state, marker) and not start:
        return kept(state, data, marker, points, choose), "", ""
    if target := quarry(state, data, here, units, choose):
        goal = spotted_forces(state, data)[target][0].at
        return [*start, *towards(state, data, here, goal, points, units, choose)], target, ""
    convoy = charge(state, data, convoys)
    if not convoy:
        return [*start, here], "", ""
    goal = destination(convoys[convoy])
    return [*start, *towards(state, data, here, goal, points, units, choose)], "", convoy


def _beginning(state: State, data: Data, marker: str, units: Sequence[Piece]) -> tuple[str, list[str], int]:
    """The hex from which a force moves on, what its route begins with before that, and how far it goes."""
    points = allowance(data, units)
    if is_waiting(units[0]):
        return state.arrivals[marker][1], [units[0].at], points - 1
    return units[0].at, [], points


def towards(
    state: State, data: Data, here: str, goal: str, points: int, units: Sequence[Piece], choose: Choice
) -> list[str]:
    """NS 3.3: the shortest way towards a hex, as far as speed and the limits of the scenario allow (RS11).

    Of hexes from which the way on is equally long it takes the nearest in a straight line, then the safest.
    """
    columns = columns_of(state, data, units)
    on, reach = steps_to(data, state.ice, (goal,)), steps_to(data, state.ice, (here,), frozenset(), columns)
    ends = [cell for cell, steps in reach.items() if steps <= points and cell in on]
    if not ends:
        return [here]
    near = best(ends, lambda cell: (on[cell], data.distance(cell, goal)))
    end = here if here in near else choose(safest(data, state.ice, near))
    path = way(data, state.ice, here, steps_to(data, state.ice, (end,), frozenset(), columns), choose)
    return list(path) if path is not None else [here]


def off_the_map(state: State, data: Data, units: Sequence[Piece], edge: Iterable[str], choose: Choice) -> list[str]:
    """NS 3.6, 4: a force makes for the nearest of some hexes of the edge, and leaves by it."""
    here, points = units[0].at, allowance(data, units)
    leaving = tuple(cell for cell in edge if cell in data.open_water(state.ice))
    path = way(data, state.ice, here, steps_to(data, state.ice, leaving), choose, points)
    if path is None:
        return [here]
    route = list(path[: points + 1])
    return [*route, OUT] if len(path) <= points else route


# The local escort


def local_route(
    state: State, data: Data, marker: str, units: Sequence[Piece], convoys: Routes, choose: Choice
) -> tuple[list[str], str]:
    """NS 3.6: with the convoy homeward as far as its limit, there until the other comes, and with that off the map.

    In between, and when a convoy is gone, it looks after merchants by themselves in its waters; when nobody is left
    that could come, it goes home. Its route, and what it does: a word of `LOCAL`.
    """
    here, start, points = _beginning(state, data, marker, units)
    west, _ = columns_of(state, data, units)
    kinds = {convoy_kind(state, data, convoy): convoy for convoy in convoys}
    if is_bound(state, marker) and not start:
        return kept(state, data, marker, points, choose), "keeps"
    qp, pq = kinds.get("qp", ""), kinds.get("pq", "")
    at = on_map_at(state, pq) if pq else ""
    if qp and (start or data.column(on_map_at(state, qp) or here) >= west):
        steps = [cell for cell in convoys[qp][1:] if cell != OUT]
        path = [here]
        if on_map_at(state, qp) == here or start:
            for cell in steps[1:] if start else steps:
                if data.column(cell) < west:
                    break
                path.append(cell)
            return [*start, *path], "convoy"
        return [*start, *towards(state, data, here, destination(convoys[qp]), points, units, choose)], "convoy"
    if at and data.column(at) >= west:
        path = towards(state, data, here, destination(convoys[pq]), points, units, choose)
        leaves = convoys[pq][-1] == OUT and path[-1] == destination(convoys[pq]) and len(path) <= points
        return [*path, OUT] if leaves else path, "convoy"
    if not start and (lost := _nearest_merchant(state, data, here, west, choose)):
        return towards(state, data, here, lost, points, units, choose), "merchants"
    if start or _comes(state, data):
        return [*start, here], "waits"
    return off_the_map(state, data, units, data.tables.solitaire.pq_exit, choose), "home"


def _comes(state: State, data: Data) -> bool:
    """NS 3.6: whether there is still a convoy to Russia, at sea or on its way to it."""
    return any(
        piece.convoy and piece.force == piece.convoy and convoy_kind(state, data, piece.convoy) == "pq"
        for piece in state.pieces[Side.ALLIED].values()
        if not is_lost(piece)
    )


def _nearest_merchant(state: State, data: Data, here: str, west: int, choose: Choice) -> str:
    """NS 3.6: where the nearest merchants by themselves are that are not west of a column."""
    away = steps_to(data, state.ice, (here,))
    cells = sorted({piece.at for piece in separated(state, data) if data.column(piece.at) >= west and piece.at in away})
    return choose(best(cells, lambda cell: (away[cell],))) if cells else ""


# Escorts without a convoy


def westward_route(state: State, data: Data, units: Sequence[Piece], choose: Choice) -> list[str]:
    """NS 4, R50: escorts of a scattered convoy run towards column 04 at full speed, and stop when they are there."""
    column = data.tables.scatter_order.escort_column
    here, points = units[0].at, allowance(data, units)
    if is_bound(state, units[0].force or units[0].id):
        return kept(state, data, units[0].force or units[0].id, points, choose)
    if data.column(here) <= column:
        return [here]
    line = tuple(cell for cell in data.open_water(state.ice) if data.column(cell) == column)
    path = way(data, state.ice, here, steps_to(data, state.ice, line), choose, points)
    return list(path[: points + 1]) if path is not None else [here]


def released_route(
    state: State, data: Data, units: Sequence[Piece], convoys: Routes, choose: Choice
) -> tuple[list[str], str]:
    """NS 4: escorts without a convoy go to the nearest that is at sea, or home.

    They do not follow a fleet, which goes after the enemy faster than they can. Their route, and whose company they
    seek.
    """
    here = units[0].at
    if is_bound(state, units[0].force or units[0].id):
        return kept(state, data, units[0].force or units[0].id, allowance(data, units), choose), ""
    away = steps_to(data, state.ice, (here,))
    near = {marker: away[cell] for marker, route in convoys.items() if (cell := destination(route)) in away}
    if not near:
        return off_the_map(state, data, units, data.west_edge, choose), ""
    marker = choose(best(list(near), lambda name: (near[name],)))
    goal = destination(convoys[marker])
    return towards(state, data, here, goal, allowance(data, units), units, choose), marker


def company_in_hex(state: State, data: Data, units: Sequence[Piece], hosts: Sequence[str]) -> str:
    """NS 4: the fleet or convoy in the same hex that escorts join, if they do not slow it down."""
    there = markers_on_map(state, data, Side.ALLIED)
    for marker in hosts:
        others = there.get(marker)
        if others and others[0].at == units[0].at and allowance(data, units) >= allowance(data, others):
            return marker
    return ""
