"""Solitaire 3.3 and 3.6: fleets hunt what they see and else stay with a convoy; so does the local escort.

Ships that are too slow for their fleet go home. Escorts that have lost their convoy run west and then join whoever is
nearest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.nordkapp.automaton_convoys import is_bound, kept
from barents.games.nordkapp.automaton_courses import by_number, destination, rank, spotted_forces, steps_to, way
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.plot import allowance, columns_of
from barents.games.nordkapp.state import OUT, Piece, State
from barents.games.nordkapp.units import convoy_kind, is_waiting, markers_on_map, on_map, speed
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


def quarry(state: State, data: Data, here: str, units: Sequence[Piece]) -> str:
    """NS 3.3: the spotted German force that a fleet goes after: the nearest, then the one with the highest class.

    One that it may neither reach nor come next to, by the limits of the scenario, it leaves alone.
    """
    west, east = columns_of(state, data, units)
    water = data.open_water(state.ice)
    found = []
    for marker, ships in spotted_forces(state, data).items():
        cell = ships[0].at
        near = [c for c in data.grid.within(cell, 1) if c in water and west <= data.column(c) <= east]
        if near:
            found.append((data.distance(here, cell), rank(data, ships), cell, marker))
    return min(found)[-1] if found else ""


def fleet_route(
    state: State, data: Data, marker: str, units: Sequence[Piece], convoys: Routes
) -> tuple[list[str], str, str]:
    """NS 3.3: a fleet's route, with the force that it hunts and the convoy that it stays with, if any."""
    here, start, points = _beginning(state, data, marker, units)
    if is_bound(state, marker) and not start:
        return kept(state, data, marker, points), "", ""
    if target := quarry(state, data, here, units):
        goal = spotted_forces(state, data)[target][0].at
        return [*start, *towards(state, data, here, goal, points, units)], target, ""
    convoy = charge(state, data, convoys)
    if not convoy:
        return [*start, here], "", ""
    goal = destination(convoys[convoy])
    return [*start, *towards(state, data, here, goal, points, units)], "", convoy


def _beginning(state: State, data: Data, marker: str, units: Sequence[Piece]) -> tuple[str, list[str], int]:
    """The hex from which a force moves on, what its route begins with before that, and how far it goes."""
    points = allowance(data, units)
    if is_waiting(units[0]):
        return state.arrivals[marker][1], [units[0].at], points - 1
    return units[0].at, [], points


def towards(state: State, data: Data, here: str, goal: str, points: int, units: Sequence[Piece]) -> list[str]:
    """NS 3.3: the shortest way towards a hex, as far as speed and the limits of the scenario allow (RS11).

    Of hexes from which the way on is equally long it takes the nearest in a straight line, then the lowest number.
    """
    columns = columns_of(state, data, units)
    on, reach = steps_to(data, state.ice, (goal,)), steps_to(data, state.ice, (here,), frozenset(), columns)
    ends = [cell for cell, steps in reach.items() if steps <= points and cell in on]
    if not ends:
        return [here]
    end = min(ends, key=lambda cell: (on[cell], data.distance(cell, goal), cell))
    path = way(data, state.ice, here, steps_to(data, state.ice, (end,), frozenset(), columns), by_number)
    return list(path) if path is not None else [here]


def too_slow(data: Data, units: Sequence[Piece]) -> list[Piece]:
    """NS 3.3: damaged ships that a fleet does not wait for."""
    return [p for p in units if p.damage and speed(data, p) < data.tables.solitaire.slow_ship]


def home_route(state: State, data: Data, ship: Piece) -> list[str]:
    """NS 3.3: a ship that was sent home goes to the west edge and leaves the map."""
    if is_bound(state, ship.id):
        return kept(state, data, ship.id, speed(data, ship))
    edge = tuple(cell for cell in data.west_edge if cell in data.open_water(state.ice))
    path = way(data, state.ice, ship.at, steps_to(data, state.ice, edge), by_number)
    if path is None:
        return [ship.at]
    points = speed(data, ship)
    route = list(path[: points + 1])
    return [*route, OUT] if len(path) <= points else route


# The local escort


def local_route(state: State, data: Data, marker: str, units: Sequence[Piece], convoys: Routes) -> list[str]:
    """NS 3.6: with the convoy homeward as far as its limit, there until the other comes, and with that off the map."""
    here, start, points = _beginning(state, data, marker, units)
    west, _ = columns_of(state, data, units)
    kinds = {convoy_kind(state, data, convoy): convoy for convoy in convoys}
    if is_bound(state, marker) and not start:
        return kept(state, data, marker, points)
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
            return [*start, *path]
        return [*start, *towards(state, data, here, destination(convoys[qp]), points, units)]
    if at and data.column(at) >= west:
        path = towards(state, data, here, destination(convoys[pq]), points, units)
        leaves = convoys[pq][-1] == OUT and path[-1] == destination(convoys[pq]) and len(path) <= points
        return [*path, OUT] if leaves else path
    return [*start, here]


# Escorts without a convoy


def westward_route(state: State, data: Data, units: Sequence[Piece]) -> list[str]:
    """NS 4, R50: escorts of a scattered convoy run towards column 04 at full speed, and stop when they are there."""
    column = data.tables.scatter_order.escort_column
    here = units[0].at
    if is_bound(state, units[0].force or units[0].id):
        return kept(state, data, units[0].force or units[0].id, allowance(data, units))
    if data.column(here) <= column:
        return [here]
    line = tuple(cell for cell in data.open_water(state.ice) if data.column(cell) == column)
    path = way(data, state.ice, here, steps_to(data, state.ice, line), by_number)
    return list(path[: allowance(data, units) + 1]) if path is not None else [here]


def released_route(state: State, data: Data, units: Sequence[Piece], company: Routes) -> tuple[list[str], str]:
    """NS 4: escorts without a convoy go to the nearest fleet or convoy; their route, and whose company they seek."""
    here = units[0].at
    if is_bound(state, units[0].force or units[0].id):
        return kept(state, data, units[0].force or units[0].id, allowance(data, units)), ""
    away = steps_to(data, state.ice, (here,))
    near = [(away[cell], marker) for marker, route in company.items() if (cell := destination(route)) in away]
    if not near:
        return [here], ""
    marker = min(near)[1]
    goal = destination(company[marker])
    return towards(state, data, here, goal, allowance(data, units), units), marker


def company_in_hex(state: State, data: Data, units: Sequence[Piece], hosts: Sequence[str]) -> str:
    """NS 4: the fleet or convoy in the same hex that escorts join, if they do not slow it down."""
    there = markers_on_map(state, data, Side.ALLIED)
    for marker in hosts:
        others = there.get(marker)
        if others and others[0].at == units[0].at and allowance(data, units) >= allowance(data, others):
            return marker
    return ""
