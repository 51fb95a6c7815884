"""Movement on a grid: which steps are possible, what they cost, how far they lead.

A `Passage` is built once for each kind of mover and each state of the sea (terrain, ice, closed sides) and
then asked often; for uniform costs the reachable set is a plain flood over precomputed steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from heapq import heappop, heappush
from typing import TypeAlias

from barents.kernel.hexes import Grid

Side: TypeAlias = tuple[str, str]
Cost: TypeAlias = Mapping[str, int | None] | Callable[[str, str], int | None] | None


class Passage:
    """Where one kind of mover may go on a grid, and at what cost: built once, asked often.

    `cost` is what entering a cell costs: a mapping (a cell left out costs 1, None bars it), or a function of
    the cell left and the cell entered (None bars that step); by default every step costs 1. `blocked` cells
    may not be entered, though a mover that stands in one may leave it. `sides` are pairs of neighbours whose
    common side may not be crossed either way.

    >>> from barents.kernel.hexes import GridSpec
    >>> grid = Grid(
    ...     GridSpec(
    ...         orientation="pointy",
    ...         columns=(1, 20),
    ...         rows=(10, 31),
    ...         id="RRCC",
    ...         shifted="odd",
    ...         shift="west",
    ...         columns_grow="east",
    ...         rows_grow="north",
    ...     )
    ... )
    >>> sea = Passage(grid, blocked=["1302"], sides=[("1301", "1401")])
    >>> sea.reachable("1301", 1)
    {'1301': 0, '1201': 1}
    >>> sea.path("1301", "1401")
    ('1301', '1201', '1202', '1303', '1402', '1401')
    """

    def __init__(self, grid: Grid, cost: Cost = None, blocked: Iterable[str] = (), sides: Iterable[Side] = ()) -> None:
        self.grid = grid
        shut, walls = frozenset(blocked), _both_ways(grid, sides)
        grid.check(*sorted(shut))
        if isinstance(cost, Mapping):
            grid.check(*cost)
        price = _pricing(cost)
        self._ways: dict[str, dict[str, int]] = {}
        for cell in grid.cells:
            ways = self._ways[cell] = {}
            for other in grid.neighbours(cell):
                if other in shut or (cell, other) in walls:
                    continue
                step = price(cell, other)
                if step is None:
                    continue
                if step < 1:
                    raise ValueError(f"the step from {cell} to {other} must cost 1 or more, got {step}")
                ways[other] = step
        self._next = {cell: tuple(ways) for cell, ways in self._ways.items()}
        self._uniform = all(step == 1 for ways in self._ways.values() for step in ways.values())

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The cells that can be entered from this one, clockwise from the north."""
        self.grid.check(cell)
        return self._next[cell]

    def step(self, start: str, end: str) -> int | None:
        """What the single step costs; None where it is not possible."""
        self.grid.check(start, end)
        return self._ways[start].get(end)

    def reachable(self, start: str, points: int | None = None) -> dict[str, int]:
        """Every cell in reach with its cheapest cost, in order of cost; `points` None is no limit."""
        self.grid.check(start)
        limit = self._unlimited if points is None else points
        return _flood(self._next, start, limit) if self._uniform else _dijkstra(self._ways, start, limit)

    def path(self, start: str, goal: str) -> tuple[str, ...] | None:
        """A cheapest way with both ends, or None. Of equal ways, the one that is first in printed order."""
        self.grid.check(start, goal)
        left = (_flood if self._uniform else _dijkstra)(self._back, goal, self._unlimited, until=start)
        if start not in left:
            return None
        way = [start]
        while way[-1] != goal:
            here = way[-1]
            onward = self._ways[here].items()
            way.append(min(cell for cell, step in onward if cell in left and left[cell] + step == left[here]))
        return tuple(way)

    @cached_property
    def _back(self) -> dict[str, dict[str, int]]:
        """The steps reversed: for each cell, from where it can be entered."""
        back: dict[str, dict[str, int]] = {cell: {} for cell in self._ways}
        for cell, ways in self._ways.items():
            for other, step in ways.items():
                back[other][cell] = step
        return back

    @cached_property
    def _unlimited(self) -> int:
        """More points than any way can cost."""
        return sum(max(ways.values(), default=0) for ways in self._ways.values())


def _both_ways(grid: Grid, sides: Iterable[Side]) -> frozenset[Side]:
    walls: list[Side] = []
    for start, end in sides:
        if grid.direction(start, end) is None:
            raise ValueError(f"{start} and {end} are not neighbours, so they have no side to close")
        walls += [(start, end), (end, start)]
    return frozenset(walls)


def _pricing(cost: Cost) -> Callable[[str, str], int | None]:
    if cost is None:
        return lambda start, end: 1
    if isinstance(cost, Mapping):
        prices = cost
        return lambda start, end: prices.get(end, 1)
    return cost


def _flood(onward: Mapping[str, Iterable[str]], start: str, limit: int, until: str | None = None) -> dict[str, int]:
    """`_dijkstra` for the common case that every step costs 1: level by level, without a queue."""
    found = {start: 0}
    edge = [start]
    for distance in range(1, limit + 1):
        fresh: list[str] = []
        for cell in edge:
            for other in onward[cell]:
                if other not in found:
                    found[other] = distance
                    fresh.append(other)
        if not fresh or until in found:
            break
        edge = fresh
    return found


def _dijkstra(
    ways: Mapping[str, Mapping[str, int]], start: str, limit: int, until: str | None = None
) -> dict[str, int]:
    """Cheapest costs up to `limit`, in order of cost and then id; stops once `until` is settled."""
    done: dict[str, int] = {}
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, cell = heappop(queue)
        if cell in done:
            continue
        done[cell] = spent
        if cell == until:
            break
        for other, step in ways[cell].items():
            total = spent + step
            if total <= limit and total < best.get(other, total + 1):
                best[other] = total
                heappush(queue, (total, other))
    return done
