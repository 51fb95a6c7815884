"""Chapter 11.6: where a group makes for, and by which hexes."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from barents.games.north_cape.data import Data
from barents.games.north_cape.datafiles import Ice

INTO_ICE = 1_000  # more than any way round: a group enters the iceberg zone only to get out of it


def entry_hexes(data: Data, ice: Ice) -> list[str]:
    """NC 11.6: the hexes of the west edge by which groups enter, the nearest to the ice first (R99)."""
    water, bergs = data.open_water(ice), data.map.iceberg_zone(ice)
    return sorted(cell for cell in data.map.zone("west_entry") if cell in water and cell not in bergs)


def aim(data: Data, ice: Ice, column: int, die: int) -> str:
    """NC 11.6: so many hexes south of the iceberg zone in a column, or of the map's edge where it has none (R74)."""
    return f"{column:02d}{southern_edge(data, ice).get(column, 0) + die:02d}"


@cache
def southern_edge(data: Data, ice: Ice) -> dict[int, int]:
    """NC 2.2: the row of the southernmost hex of the iceberg zone in each column that has one."""
    edge: dict[int, int] = {}
    for cell in data.map.iceberg_zone(ice):
        column, row = data.map.column_of(cell), data.map.row_of(cell)
        edge[column] = max(row, edge.get(column, 0))
    return edge


def way(data: Data, ice: Ice, start: str, goals: tuple[str, ...], hexes: int) -> list[str]:
    """NC 11.6: so many hexes of a shortest legal way to a goal, east or west first and clear of the ice (R74)."""
    costs, bergs = _costs(data, ice, goals), data.map.iceberg_zone(ice)
    target = data.map.column_of(goals[0])
    cell, entered = start, list[str]()

    def merit(onward: str) -> tuple[int, int, str]:
        price = INTO_ICE if onward in bergs else 1
        return price + costs[onward], abs(target - data.map.column_of(onward)), onward

    while len(entered) < hexes and cell not in goals:
        onward = [other for other in data.joined(ice)[cell] if other in costs]
        if not onward:
            break
        cell = min(onward, key=merit)
        entered.append(cell)
    return entered


@cache
def _costs(data: Data, ice: Ice, goals: tuple[str, ...]) -> dict[str, int]:
    """What lies between each hex and the nearest goal."""
    joined, bergs = data.joined(ice), data.map.iceberg_zone(ice)
    found: dict[str, int] = {}
    front = [(0, goal) for goal in goals]
    while front:
        cost, cell = heappop(front)
        if cell in found:
            continue
        found[cell] = cost
        price = INTO_ICE if cell in bergs else 1
        for other in joined[cell]:
            if other not in found:
                heappush(front, (cost + price, other))
    return found
