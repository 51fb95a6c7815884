"""The cheapest way over a map, for captains who look for the safest one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import NamedTuple


class Ahead(NamedTuple):
    """What lies between a cell and a goal: what the way costs with all that one dreads on it, and its cells."""

    cost: float
    steps: int


def lanes(
    ends: Iterable[str], neighbours: Callable[[str], Iterable[str]], price: Callable[[str], float]
) -> dict[str, Ahead]:
    """For each cell the cheapest way from there to the nearest of some ends.

    >>> lanes(["c"], {"a": "b", "b": "ac", "c": "b"}.__getitem__, {"a": 1, "b": 5, "c": 1}.__getitem__)["a"]
    Ahead(cost=6.0, steps=2)
    """
    found: dict[str, Ahead] = {}
    front: list[tuple[float, int, str]] = [(0.0, 0, cell) for cell in ends]
    while front:
        cost, steps, cell = heappop(front)
        if cell in found:
            continue
        found[cell] = Ahead(cost, steps)
        onward = [other for other in neighbours(cell) if other not in found]
        if onward:
            dearer = cost + price(cell)
            for other in onward:
                heappush(front, (dearer, steps + 1, other))
    return found
