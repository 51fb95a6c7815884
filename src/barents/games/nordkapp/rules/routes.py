"""Chapter 5: the ways over open water. They are asked for every turn, and worked out once for each start and reach."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Gate, Season
from barents.games.nordkapp.state import DOWN, OUT
from barents.kernel.domains import Among, Refusal, Routes
from barents.kernel.sides import Side

WEST = Gate(west=(0, 99))  # the whole edge
KEPT = 4096  # of some thousand starts and reaches most are never asked for


def shut(data: Data, ice: Season, cell: str) -> Refusal | None:
    """NK 1, 5.1: why no ship or boat enters a hex, if none does."""
    if cell in data.map.ice(ice):
        return Refusal(f"{cell} lies in the ice", "NK-1-ice-line")
    if cell in data.grid and cell not in data.map.navigable:
        return Refusal(f"{cell} is land", "NK-5.1-path-legal")
    return None


@lru_cache(KEPT)
def sea_routes(
    data: Data, ice: Season, start: str, points: int, columns: tuple[int, int], exits: tuple[str, ...], goal: str = ""
) -> Routes:
    """NK 5.1: the ways of ships between two columns, off the map by some exits; with a goal those that end there."""
    costs = _reach(data, ice, [start], points, columns)
    edges = _edges(data, ice, costs, exits)
    if OUT in edges:
        costs[OUT] = 1
    return Routes(
        start,
        points,
        costs,
        data.grid.neighbours,
        board="map",
        edges=edges,
        goal=goal,
        why_not=partial(shut, data, ice),
    )


def routes_in(
    data: Data, ice: Season, start: str, points: int, columns: tuple[int, int], gates: tuple[str, ...], least: int
) -> Routes:
    """NK 5.1, R41: the hex of entry costs one; the rest of the movement may be used."""
    costs = _reach(data, ice, gates, points, columns)
    edges = _edges(data, ice, costs, ())
    edges[start] = list(gates)
    return Routes(
        start,
        points,
        costs,
        data.grid.neighbours,
        least=least,
        board="map",
        edges=edges,
        why_not=partial(shut, data, ice),
    )


@lru_cache(KEPT)
def boat_routes(data: Data, ice: Season, start: str, surfaced: int, submerged: int) -> Routes:
    """NK 7.2: the ways of a boat, surfaced or less far submerged: to go down costs what it forgoes."""
    costs = _reach(data, ice, [start], surfaced)
    edges = _edges(data, ice, costs, ())
    for cell in data.passage(ice).reachable(start, submerged):
        edges[cell] = [*edges.get(cell, data.grid.neighbours(cell)), DOWN]
    edges[DOWN] = []
    costs[DOWN] = max(1, surfaced - submerged)
    return Routes(
        start, surfaced, costs, data.grid.neighbours, board="map", edges=edges, why_not=partial(shut, data, ice)
    )


@lru_cache(KEPT)
def routes_home(data: Data, ice: Season, start: str, points: int, exits: tuple[str, ...], goal: str = "") -> Among:
    """NK 13.3: at full speed by a shortest way to an exit and off the map; to a goal, if one of them ends there."""
    steps, passage = data.steps_to(ice, exits), data.passage(ice)
    if start not in steps:
        return Among([start])
    found = [[start]]
    for _ in range(points):
        onward = []
        for way in found:
            here = way[-1]
            if here == OUT:
                onward.append(way)
            elif steps[here] == 0:
                onward.append([*way, OUT])
            else:
                nearer = [cell for cell in passage.neighbours(here) if steps.get(cell) == steps[here] - 1]
                onward += [[*way, cell] for cell in nearer]
        found = onward
    return Among([">".join(way) for way in found if way[-1] == goal] or [">".join(way) for way in found])


@lru_cache(KEPT)
def routes_west(data: Data, ice: Season, start: str, points: int, goal: str = "") -> Routes:
    """NK 13.3, R50: escorts of a scattered convoy run towards column 04; west of it they are free."""
    column = data.tables.scatter_order.escort_column
    passage = data.passage(ice)
    steps = data.steps_to(ice, [cell for cell in data.open_water(ice) if data.column(cell) == column])
    edges: dict[str, list[str]] = {}
    front = [start]
    for _ in range(points):
        fresh = []
        for cell in front:
            if cell in edges:
                continue
            if data.column(cell) <= column:
                onward = [other for other in passage.neighbours(cell) if data.column(other) <= column]
            else:
                onward = [other for other in passage.neighbours(cell) if steps.get(other) == steps[cell] - 1]
            edges[cell] = onward
            fresh += onward
        front = fresh
    costs = {cell: 1 for onward in edges.values() for cell in onward}
    every = {**{cell: [] for cell in costs}, **edges}
    least = min(points, steps.get(start, 0))
    return Routes(
        start,
        points,
        costs,
        data.grid.neighbours,
        least=least,
        board="map",
        edges=every,
        goal=goal,
        why_not=partial(shut, data, ice),
    )


@lru_cache(KEPT)
def warship_exits(data: Data, scenario: str, side: Side, ice: Season) -> tuple[str, ...]:
    """NK 13, R61: Allied warships leave by the west edge or where convoys for Russia do, German ships as they came."""
    file = data.scenarios[scenario]
    if side is Side.AXIS:
        gates = [force.exit for force in file.forces if force.side is side]
    else:
        gates = [WEST, *(force.exit for force in file.forces if force.convoy == "pq")]
    return tuple(sorted({cell for gate in gates if gate is not None for cell in data.gate(gate, ice)}))


def _reach(
    data: Data, ice: Season, starts: Iterable[str], points: int, columns: tuple[int, int] = (1, 99)
) -> dict[str, int]:
    """The hexes that can be entered from some hexes, each for one point."""
    west, east = columns
    cells = {cell for start in starts for cell in data.passage(ice).reachable(start, points)}
    return {cell: 1 for cell in sorted(cells) if west <= data.column(cell) <= east}


def _edges(data: Data, ice: Season, costs: dict[str, int], exits: tuple[str, ...]) -> dict[str, list[str]]:
    """NK 5.1: steps that are not those of the grid: closed hexsides, and the way off the map."""
    passage = data.passage(ice)
    edges = {cell: list(passage.neighbours(cell)) for cell in data.closed if cell in costs}
    there = [cell for cell in exits if cell in costs]
    for cell in there:
        edges[cell] = [*edges.get(cell, data.grid.neighbours(cell)), OUT]
    if there:
        edges[OUT] = []
    return edges
