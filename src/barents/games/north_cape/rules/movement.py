"""Chapters 4.0, 5.0 and 5.3: where a stack may go, how far, and what stops it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import overload

from barents.atlas.cells import Cells
from barents.games.north_cape.data import CARRIER, UNLIMITED, Data
from barents.games.north_cape.names import waiting_force
from barents.games.north_cape.rules.pieces import flight, is_real, is_submerged, left, occupied
from barents.games.north_cape.state import Mission, Piece, State
from barents.kernel.sides import Side

Barred = Callable[[str], bool]


def mission_of(state: State) -> Mission:
    """The mission under way."""
    if state.mission is None:
        raise RuntimeError("there is no mission under way")
    return state.mission


def moving(state: State, mission: Mission) -> list[Piece]:
    """The pieces of the moving stack."""
    pieces = state.pieces[mission.side]
    return [pieces[name] for name in mission.units]


def can_pass(data: Data, stack: Sequence[Piece]) -> bool:
    """NC 5.0: only submerged boats pass through a hex with enemies; decoys can look like them (R15)."""
    return all(is_submerged(data, piece) or not is_real(data, piece) for piece in stack)


def barred_by_scenario(data: Data, state: State, stack: Sequence[Piece]) -> Barred | None:
    """NC 12: hexes that a ship of the stack may not enter: Soviet limits, and ships kept west of a line (R70, R71).

    The groups of solitaire, of which nobody knows what is in them, have no such limits (NC 11.6).
    """
    if state.options.solitaire:
        return None
    zones = []
    for limit in data.scenarios[state.scenario].limits:
        if any(piece.id in limit.units for piece in stack):
            zones.append(data.map.zone(limit.not_in))
    anchors = [piece.start for piece in stack if is_soviet_destroyer(data, piece)]
    if not zones and not anchors:
        return None
    reach = data.tables.limits.soviet_range

    def barred(cell: str) -> bool:
        return any(cell in zone for zone in zones) or any(data.grid.distance(a, cell) > reach for a in anchors)

    return barred


def is_soviet_destroyer(data: Data, piece: Piece) -> bool:
    """NC 12: the ships that must stay within ten hexes of where they started."""
    about = data.counters[piece.id]
    return about.nation == "SU" and about.type == "DD"


def may_be(data: Data, state: State, piece: Piece, cell: str) -> bool:
    """NC 2.2, NC 4.0: whether a ship may lie in a hex at all."""
    if cell not in data.open_water(state.ice):
        return False
    barred = barred_by_scenario(data, state, [piece])
    return barred is None or not barred(cell)


def points_left(data: Data, units: Sequence[Piece]) -> int:
    """NC 5.0: a stack goes as far as its slowest ship."""
    return min(left(data, piece) for piece in units)


def base_hex(state: State, piece: Piece) -> str:
    """Where an air unit's base is now: its carrier may have moved."""
    if piece.base == CARRIER:
        carrier = state.pieces[Side.ALLIED][CARRIER]
        return carrier.at if carrier.at[:1].isdigit() else piece.at
    return piece.base


def entry_hexes(state: State, data: Data, mission: Mission) -> list[str]:
    """NC 12: the hexes by which a force may enter: below both ice lines, and each force by one of its own (R69)."""
    force = waiting_force(data, state, mission.start)
    water = data.open_water(state.ice)
    if force.entry == "port":
        return [force.at]
    if force.entry == "south":
        return [cell for cell in data.map.zone("german_entry") if cell in water]
    line = data.open_water(force.line or state.ice)
    barred = barred_by_scenario(data, state, moving(state, mission))
    return [
        cell
        for cell in data.map.zone("west_entry")
        if cell in water and cell in line and cell not in state.entered and not (barred and barred(cell))
    ]


class Course(ABC):
    """The hexes that a stack may name as the next to go to, and by which hexes it gets there."""

    @property
    @abstractmethod
    def cells(self) -> Sequence[str]:
        """The hexes."""

    @abstractmethod
    def __contains__(self, cell: object) -> bool: ...

    @abstractmethod
    def route(self, goal: str) -> list[str]:
        """The hexes entered on the way, the goal last."""


def course(data: Data, state: State, mission: Mission) -> Course | None:
    """NC 5.0, NC 5.3, NC 5.5: where the stack can go from here; None if it cannot move on."""
    stack = moving(state, mission)
    if mission.halted:
        return None
    units = [piece for piece in stack if is_real(data, piece)]
    if not units:
        return Flight(data, mission.at, data.everywhere, set())
    stops = set() if can_pass(data, units) else occupied(state, mission.side.enemy)
    if mission.flying:
        if any(piece.halted for piece in units):
            return None
        return Flight(data, mission.at, within_range(data, state, units), stops)
    points = points_left(data, units)
    if not points:
        return None
    barred = barred_by_scenario(data, state, units)
    reach = data.reach(state.ice, mission.at).costs
    if barred is None and not any(0 < reach[cell] <= points for cell in reach.keys() & stops):
        return OpenSea(data, state, mission.at, points)
    return Hindered(data, state, mission.at, points, stops, barred)


def within_range(data: Data, state: State, units: Sequence[Piece]) -> Cells:
    """NC 5.3: no air unit is ever farther from its base than its own range."""
    limits: dict[str, int] = {}
    for piece in units:
        base = base_hex(state, piece)
        limits[base] = min(flight(data, state, piece), limits.get(base, UNLIMITED))
    discs = [data.disc(base, reach) for base, reach in limits.items()]
    within = discs[0]
    for disc in discs[1:]:
        if disc is not data.everywhere:
            within = disc if within is data.everywhere else Cells(within & disc)
    return within


class OpenSea(Course):
    """NC 5.0: a course of ships with nothing in the way."""

    def __init__(self, data: Data, state: State, start: str, points: int) -> None:
        self.reach = data.reach(state.ice, start)
        self.joined = data.joined(state.ice)
        self.points = points

    @property
    def cells(self) -> Sequence[str]:
        """All within the points that the slowest ship has."""
        return self.reach.order[1 : self.reach.upto[self.points]]

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, str) and 0 < self.reach.costs.get(cell, UNLIMITED) <= self.points

    def route(self, goal: str) -> list[str]:
        """A shortest way, found backwards."""
        costs, path = self.reach.costs, [goal]
        for cost in range(costs[goal] - 1, 0, -1):
            path.append(next(cell for cell in self.joined[path[-1]] if costs.get(cell) == cost))
        return path[::-1]


class Hindered(Course):
    """NC 5.0: a course of ships among enemies, who stop them, or near limits of the scenario."""

    def __init__(
        self, data: Data, state: State, start: str, points: int, stops: set[str], barred: Barred | None
    ) -> None:
        self.start = start
        self.came_from = came_from = {start: ""}
        joined, front = data.joined(state.ice), [start]
        for _ in range(points):
            further = []
            for cell in front:
                for onward in joined[cell]:
                    if onward not in came_from and (barred is None or not barred(onward)):
                        came_from[onward] = cell
                        if onward not in stops:
                            further.append(onward)
            front = further

    @property
    def cells(self) -> Sequence[str]:
        """All that can be reached without passing through enemies."""
        return tuple(self.came_from)[1:]

    def __contains__(self, cell: object) -> bool:
        return cell in self.came_from and cell != self.start

    def route(self, goal: str) -> list[str]:
        """A shortest way round the enemies."""
        return _back_to(self.start, self.came_from, goal)


class Flight(Course):
    """NC 5.3: a course of aircraft, or of decoys, which go anywhere (NC 5.5); only range limits it."""

    def __init__(self, data: Data, start: str, within: Cells, stops: set[str]) -> None:
        self.grid = data.grid
        self.start = start
        self.within = within
        self.stops = stops

    @property
    def cells(self) -> Sequence[str]:
        """All within range but the hex where the stack is."""
        return Elsewhere(self.within.listed, self.start)

    def __contains__(self, cell: object) -> bool:
        return cell in self.within and cell != self.start

    def route(self, goal: str) -> list[str]:
        """Straight; round enemies where range allows, since whoever enters their hex must stop (R15)."""
        straight = self.grid.line(self.start, goal)[1:]
        if self.stops.isdisjoint(straight[:-1]):
            return list(straight)
        grid, came_from, front = self.grid, {self.start: ""}, [(0, 0, self.start)]
        while front:
            _, flown, cell = heappop(front)
            if cell == goal:
                break
            for onward in grid.neighbours(cell):
                open_air = onward == goal or (onward in self.within and onward not in self.stops)
                if open_air and onward not in came_from:
                    came_from[onward] = cell
                    heappush(front, (flown + grid.distance(onward, goal), flown + 1, onward))
        return _back_to(self.start, came_from, goal) if goal in came_from else list(straight)


def _back_to(start: str, came_from: dict[str, str], goal: str) -> list[str]:
    path = [goal]
    while came_from[path[-1]] != start:
        path.append(came_from[path[-1]])
    return path[::-1]


class Elsewhere(Sequence[str]):
    """Cells in printed order without the one that the stack is in; nothing is copied, for there are thousands.

    >>> list(Elsewhere(("0101", "0102", "0103"), "0102"))
    ['0101', '0103']
    """

    def __init__(self, cells: Sequence[str], here: str) -> None:
        self._cells = cells
        self._hole = bisect_left(cells, here)
        self._length = len(cells) - (cells[self._hole : self._hole + 1] == (here,))

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        index %= self._length
        return self._cells[index + (self._length < len(self._cells) and index >= self._hole)]
