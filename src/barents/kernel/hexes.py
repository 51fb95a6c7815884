"""Hex grids: cube coordinates inside, printed ids at the edge.

A board is declared by data (`GridSpec`: which way the hexes point, how they are numbered, which columns or
rows are pushed half a hex aside). `Grid` turns that into neighbours, distances, rings and lines between
printed ids such as ``"1510"``; all adjacency is worked out once. Movement, with its costs and closed cells,
is in `barents.kernel.passage`.

Board coordinates (`Grid.centre`, `Grid.corners`) have neighbouring centres 1 apart, x to the east and y down.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache, cached_property
from math import cos, pi, sin, sqrt
from typing import Literal, TypeAlias

import msgspec

Cube: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]

_COLUMN_STEP = sqrt(3) / 2  # between straight columns (flat) or straight rows (pointy), in hexes
_CIRCUMRADIUS = 1 / sqrt(3)


class Direction(StrEnum):
    """A compass direction; a flat-top hex has no E and W side, a pointy-top hex no N and S side."""

    N = "N"
    NE = "NE"
    E = "E"
    SE = "SE"
    S = "S"
    SW = "SW"
    W = "W"
    NW = "NW"


# Axial steps (q, r), clockwise from the north.
_STEPS: dict[str, dict[Direction, tuple[int, int]]] = {
    "flat": {
        Direction.N: (0, -1),
        Direction.NE: (1, -1),
        Direction.SE: (1, 0),
        Direction.S: (0, 1),
        Direction.SW: (-1, 1),
        Direction.NW: (-1, 0),
    },
    "pointy": {
        Direction.NE: (1, -1),
        Direction.E: (1, 0),
        Direction.SE: (0, 1),
        Direction.SW: (-1, 1),
        Direction.W: (-1, 0),
        Direction.NW: (0, -1),
    },
}


class UnknownCellError(LookupError):
    """A cell id that is not on the grid."""


class GridSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a board is laid out and numbered, as a map's data file declares it.

    `shifted` and `shift` say which printed columns (flat-top) or rows (pointy-top) lie half a hex towards
    where. `isolated` cells have a place on the board for measuring but are nobody's neighbour.
    """

    orientation: Literal["flat", "pointy"]
    columns: tuple[int, int]
    rows: tuple[int, int]
    id: Literal["CCRR", "RRCC"]
    shifted: Literal["odd", "even"]
    shift: Literal["north", "south", "east", "west"]
    columns_grow: Literal["east", "west"]
    rows_grow: Literal["south", "north"]
    isolated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, (first, last) in (("columns", self.columns), ("rows", self.rows)):
            if not 0 <= first <= last <= 99:
                raise ValueError(f"{name} must run from a lower to a higher number within 0-99, got {first}-{last}")
        allowed = ("north", "south") if self.orientation == "flat" else ("east", "west")
        if self.shift not in allowed:
            raise ValueError(f"a {self.orientation}-top grid shifts {allowed[0]} or {allowed[1]}, not {self.shift}")
        for cell in self.isolated:
            column, row = self.parse(cell)
            if self._holds(column, row):
                raise ValueError(f"isolated cell {cell} lies inside the columns and rows of the grid")

    def format(self, column: int, row: int) -> str:
        """The printed id of a column and row."""
        return f"{column:02}{row:02}" if self.id == "CCRR" else f"{row:02}{column:02}"

    def parse(self, cell: str) -> tuple[int, int]:
        """Column and row of a printed id, wherever it lies."""
        if not (len(cell) == 4 and cell.isascii() and cell.isdigit()):
            raise UnknownCellError(f"{cell!r} is no cell id: {self.describe()}")
        first, last = int(cell[:2]), int(cell[2:])
        return (first, last) if self.id == "CCRR" else (last, first)

    def cells(self) -> tuple[str, ...]:
        """Every id of the full board, isolated cells included, in printed order."""
        columns = range(self.columns[0], self.columns[1] + 1)
        rows = range(self.rows[0], self.rows[1] + 1)
        return tuple(sorted([self.format(c, r) for c in columns for r in rows] + list(self.isolated)))

    def describe(self) -> str:
        """What ids look like on this grid, for error messages."""
        columns, rows = "columns {:02}-{:02}".format(*self.columns), "rows {:02}-{:02}".format(*self.rows)
        order = f"{columns}, then {rows}" if self.id == "CCRR" else f"{rows}, then {columns}"
        example = self.format(self.columns[0], self.rows[0])
        return f"ids here are four digits {self.id} ({order}), such as {example}"

    def _holds(self, column: int, row: int) -> bool:
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]

    def _position(self, column: int, row: int) -> tuple[int, int]:
        """Doubled coordinates, x east and y south: the shifted axis counts half hexes."""
        x = column if self.columns_grow == "east" else -column
        y = row if self.rows_grow == "south" else -row
        odd_line = (column if self.orientation == "flat" else row) % 2 == 1
        half = (1 if self.shift in ("south", "east") else -1) if odd_line == (self.shifted == "odd") else 0
        # With even lines shifted, one more half hex makes the parities of both coordinates agree.
        half += 1 if self.shifted == "even" else 0
        return (x, 2 * y + half) if self.orientation == "flat" else (2 * x + half, y)

    def _axial(self, column: int, row: int) -> tuple[int, int]:
        x, y = self._position(column, row)
        return (x, (y - x) // 2) if self.orientation == "flat" else ((x - y) // 2, y)


@cache
def _ring_offsets(orientation: str, radius: int) -> tuple[tuple[int, int], ...]:
    """Axial offsets at exactly `radius`, clockwise from the first direction of the compass."""
    if radius == 0:
        return ((0, 0),)
    steps = tuple(_STEPS[orientation].values())
    q, r = steps[0][0] * radius, steps[0][1] * radius
    offsets = []
    for side in range(6):
        dq, dr = steps[(side + 2) % 6]
        for _ in range(radius):
            offsets.append((q, r))
            q, r = q + dq, r + dr
    return tuple(offsets)


class Grid:
    """The cells of a board and how they lie to one another. Immutable; equal only to itself.

    >>> grid = Grid(
    ...     GridSpec(
    ...         orientation="flat",
    ...         columns=(1, 62),
    ...         rows=(1, 38),
    ...         id="CCRR",
    ...         shifted="even",
    ...         shift="south",
    ...         columns_grow="east",
    ...         rows_grow="south",
    ...     )
    ... )
    >>> grid.neighbours("1510")
    ('1509', '1609', '1610', '1511', '1410', '1409')
    >>> grid.distance("1510", "1814")
    6
    """

    def __init__(self, spec: GridSpec, cells: Iterable[str] | None = None) -> None:
        self.spec = spec
        self.cells: tuple[str, ...] = spec.cells() if cells is None else tuple(sorted(set(cells)))
        self._column_row = {cell: self._parse(cell) for cell in self.cells}
        self._axial = {cell: spec._axial(*place) for cell, place in self._column_row.items()}
        self._at = {axial: cell for cell, axial in self._axial.items()}
        self._steps = _STEPS[spec.orientation]
        isolated = frozenset(spec.isolated)
        self._beside: dict[str, dict[str, Direction]] = {}
        for cell, (q, r) in self._axial.items():
            around = ((self._at.get((q + dq, r + dr)), way) for way, (dq, dr) in self._steps.items())
            lonely = cell in isolated
            self._beside[cell] = {
                other: way for other, way in around if other is not None and not lonely and other not in isolated
            }
        self._neighbours = {cell: tuple(beside) for cell, beside in self._beside.items()}

    def __contains__(self, cell: object) -> bool:
        return cell in self._axial

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"<Grid of {len(self.cells)} {self.spec.orientation}-top hexes {self.cells[0]}-{self.cells[-1]}>"

    def column(self, cell: str) -> int:
        """The printed column number."""
        try:
            return self._column_row[cell][0]
        except KeyError:
            raise self._unknown(cell) from None

    def row(self, cell: str) -> int:
        """The printed row number."""
        try:
            return self._column_row[cell][1]
        except KeyError:
            raise self._unknown(cell) from None

    def check(self, *cells: str) -> None:
        """Raise `UnknownCellError` for the first cell that is not on the grid."""
        for cell in cells:
            if cell not in self._axial:
                raise self._unknown(cell)

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The adjacent cells, clockwise from the north."""
        try:
            return self._neighbours[cell]
        except KeyError:
            raise self._unknown(cell) from None

    def neighbour(self, cell: str, direction: Direction) -> str | None:
        """The adjacent cell on that side, or None at the edge of the board."""
        self.check(cell)
        if direction not in self._steps:
            sides = ", ".join(self._steps)
            raise ValueError(f"a {self.spec.orientation}-top hex has no {direction} side, only {sides}")
        q, r = self._axial[cell]
        dq, dr = self._steps[direction]
        other = self._at.get((q + dq, r + dr))
        return other if other in self._beside[cell] else None

    def direction(self, start: str, end: str) -> Direction | None:
        """On which side of `start` its neighbour `end` lies; None if they are not neighbours."""
        self.check(start, end)
        return self._beside[start].get(end)

    def distance(self, start: str, end: str) -> int:
        """Hexes from one cell to the other, straight across whatever lies between."""
        try:
            q1, r1 = self._axial[start]
            q2, r2 = self._axial[end]
        except KeyError as missing:
            raise self._unknown(missing.args[0]) from None
        dq, dr = q1 - q2, r1 - r2
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def ring(self, centre: str, radius: int) -> tuple[str, ...]:
        """The cells at exactly this distance, clockwise from the north."""
        self.check(centre)
        if radius < 0:
            raise ValueError(f"a radius is 0 or more, got {radius}")
        q, r = self._axial[centre]
        found = (self._at.get((q + dq, r + dr)) for dq, dr in _ring_offsets(self.spec.orientation, radius))
        return tuple(cell for cell in found if cell is not None)

    def within(self, centre: str, radius: int) -> tuple[str, ...]:
        """The cells up to this distance, `centre` first, then ring by ring."""
        return tuple(cell for distance in range(radius + 1) for cell in self.ring(centre, distance))

    def line(self, start: str, end: str) -> tuple[str, ...]:
        """The cells on the straight line, both ends included; the same cells whichever end comes first.

        Where the line runs exactly along a side, the cell that is on the grid is taken, or of two the one
        first in printed order. Places that are not on the grid (holes, the gap to an isolated cell) are left
        out.
        """
        length = self.distance(start, end)
        q1, r1 = self._axial[start]
        q2, r2 = self._axial[end]
        cells = [start]
        for i in range(1, length):
            q, q_rest = divmod(q1 * length + (q2 - q1) * i, length)
            r, r_rest = divmod(r1 * length + (r2 - r1) * i, length)
            found = [self._at[place] for place in _nearest(q, q_rest, r, r_rest, length) if place in self._at]
            cells += [min(found)] if found else []
        return (*cells, end) if length else (start,)

    def cube(self, cell: str) -> Cube:
        """Cube coordinates, which sum to 0; their origin has no meaning."""
        self.check(cell)
        q, r = self._axial[cell]
        return q, r, -q - r

    def at(self, cube: Cube) -> str | None:
        """The cell at these cube coordinates, if there is one."""
        if sum(cube) != 0:
            raise ValueError(f"cube coordinates must sum to 0, got {cube}")
        return self._at.get(cube[:2])

    def centre(self, cell: str) -> Point:
        """Board coordinates; x = 0 and y = 0 at the westernmost and northernmost centre of the full board."""
        self.check(cell)
        x, y = self.spec._position(*self._column_row[cell])
        x, y = x - self._origin[0], y - self._origin[1]
        return (x * _COLUMN_STEP, y / 2) if self.spec.orientation == "flat" else (x / 2, y * _COLUMN_STEP)

    def corners(self, cell: str) -> tuple[Point, ...]:
        """The six corners, clockwise; the side from corner i to corner i + 1 faces the i-th direction."""
        x, y = self.centre(cell)
        first = -2 / 3 if self.spec.orientation == "flat" else -1 / 2
        angles = (pi * (first + i / 3) for i in range(6))
        return tuple((x + _CIRCUMRADIUS * cos(angle), y + _CIRCUMRADIUS * sin(angle)) for angle in angles)

    def directions(self) -> tuple[Direction, ...]:
        """The six directions of this grid, clockwise from the north."""
        return tuple(self._steps)

    @cached_property
    def _origin(self) -> tuple[int, int]:
        (first, last), (top, bottom) = self.spec.columns, self.spec.rows
        # Two lines from each end hold every extreme, shifted or not.
        columns = {first, min(first + 1, last), max(last - 1, first), last}
        rows = {top, min(top + 1, bottom), max(bottom - 1, top), bottom}
        places = [self.spec._position(c, r) for c in columns for r in rows]
        return min(x for x, _ in places), min(y for _, y in places)

    def _parse(self, cell: str) -> tuple[int, int]:
        column, row = self.spec.parse(cell)
        if not self.spec._holds(column, row) and cell not in self.spec.isolated:
            raise self._unknown(cell)
        return column, row

    def _unknown(self, cell: str) -> UnknownCellError:
        return UnknownCellError(f"there is no cell {cell!r} on this grid; {self.spec.describe()}")


def _nearest(q: int, q_rest: int, r: int, r_rest: int, length: int) -> list[tuple[int, int]]:
    """The one or two cells nearest to the point (q + q_rest/length, r + r_rest/length) of a line.

    On the line between two centres, cut into as many steps as their distance, one of the three cube
    coordinates is whole at every step; so the point lies between two cells of one row of hexes.
    """
    if q_rest == 0 and r_rest == 0:
        return [(q, r)]
    if q_rest == 0:
        low, high, rest = (q, r), (q, r + 1), r_rest
    elif r_rest == 0:
        low, high, rest = (q, r), (q + 1, r), q_rest
    else:
        low, high, rest = (q, r + 1), (q + 1, r), q_rest
    if 2 * rest == length:
        return [low, high]
    return [low] if 2 * rest < length else [high]
