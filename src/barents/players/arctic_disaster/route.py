"""The way east: how far it is from each hex, and how much of it lies within reach of the bombers."""

from __future__ import annotations

from functools import lru_cache

from barents.games.arctic_disaster.data import EASTERLY, Data
from barents.games.arctic_disaster.rules.terrain import steps
from barents.kernel.sides import Side

UNDER_BOMBERS = 0.6  # what a hex within reach of the bombers is worth going round, in hexes
LAST_UNDER_BOMBERS = 4.0  # what it is worth to come out where they do not reach


@lru_cache(8)
def way_east(data: Data) -> dict[str, float]:
    """What is left of the way from each hex to the column at which merchants count, by easterly steps alone."""
    left: dict[str, float] = {}
    for cell in sorted(data.in_play, key=lambda cell: (-data.easting(cell), cell)):
        if int(cell[2:]) <= data.tables.other.goal_column:
            left[cell] = LAST_UNDER_BOMBERS if cell in data.radius else 0.0
            continue
        open_sea = steps(data, Side.ALLIED, cell, False)
        ways = []
        for bearing in EASTERLY:
            other = data.step(cell, bearing)
            if other is not None and other in open_sea and other in left:
                ways.append(open_sea[other] / 2 + (UNDER_BOMBERS if other in data.radius else 0.0) + left[other])
        if ways:
            left[cell] = min(ways)
    return left


def is_through(data: Data, cell: str) -> bool:
    """Whether merchants in a hex have come far enough."""
    return int(cell[2:]) <= data.tables.other.goal_column


@lru_cache(2048)
def course_from(data: Data, cell: str) -> tuple[str, ...]:
    """The hexes that a convoy passes on its best way east, from one on."""
    left, cells = way_east(data), [cell]
    while not is_through(data, cells[-1]):
        onward = [data.step(cells[-1], bearing) for bearing in EASTERLY]
        able = [cell for cell in onward if cell is not None and cell in left]
        if not able:
            break
        cells.append(min(able, key=lambda cell: (left[cell] + (cell in data.radius), cell)))
    return tuple(cells)
