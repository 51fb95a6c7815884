"""What is drawn: coast, shelf, ice, zones, graticule and lettering as paths on the board.

Paths are flat lists ``[x, y, x, y, …]`` in board units (neighbouring hexes 1 apart, x right, y down): the
plane of `Grid.centre`. A polygon is a list of such rings, the outer one first; a ring does not repeat its
first point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import numpy as np

from tools.maps import geometry, land
from tools.maps.geometry import Points, Shape
from tools.maps.recipe import IceSeason
from tools.maps.survey import Survey, globe

BLEED = 1.0
"""How far paths reach beyond the frame, in hexes, so that no line ends inside it."""
TOLERANCE = 0.01
"""How far a drawn coast may stray from the real one, in hexes."""
SMALLEST_ISLAND = 0.003
"""Islands of less area, in square hexes, would be specks."""
SMALLEST_SHELF = 0.05
DECIMALS = 3
ICE_STEP = 0.25
"""Degrees of longitude between the points of an ice edge."""
LINE_STEP = 0.25
FAR_NORTH = 87.0
TICKS = {"lon": 0.5, "lat": 0.25}
"""Degrees between the bars of the graduated frame."""


def draw(survey: Survey) -> dict[str, Any]:
    """Everything that the chart file holds."""
    return Draughtsman(survey).content()


class Draughtsman:
    """Draws one board."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.recipe = survey.recipe
        corners = np.array([corner for cell in survey.grid.cells for corner in survey.grid.corners(cell)])
        margin = self.recipe.board.margin
        low, high = corners.min(axis=0) - margin, corners.max(axis=0) + margin
        self.frame = [float(low[0]), float(low[1]), float(high[0]), float(high[1])]
        self.sheet = self._sheet(BLEED)
        self.land = geometry.simplify(geometry.clip(survey.land, self.sheet), TOLERANCE)

    def content(self) -> dict[str, Any]:
        """The chart, layer by layer."""
        far, near = (width / self.recipe.board.spacing_km for width in self.recipe.chart.shelf_km)
        return {
            "name": self.recipe.name,
            "frame": [rounded(edge) for edge in self.frame],
            "land": self._polygons(self.land, SMALLEST_ISLAND),
            "shelf": {"far": self._shelf(far), "near": self._shelf(near)},
            "ice": [self._ice(season) for season in self.recipe.ice],
            "outline": self._outline(set(self.survey.grid.cells) - set(self.recipe.grid.isolated)),
            "zones": [
                msgspec.to_builtins(zone) | {"outline": self._outline(self._tagged(zone.tag))}
                for zone in self.recipe.chart.zones
            ],
            "weather": [
                {"name": zone.name, "label": zone.label, "outline": self._outline(cells)}
                for zone, cells in zip(self.recipe.weather, self.survey.weather().values(), strict=True)
            ],
            "lines": [
                {"line": line, "name": name, "paths": self._paths(globe(self.recipe.lines[line]))}
                for line, name in self.recipe.chart.lines.items()
            ],
            "graticule": {"parallels": self._parallels(), "meridians": self._meridians()},
            "neatline": self._neatline(),
            "labels": self._labels(),
        }

    def _sheet(self, bleed: float) -> Shape:
        left, top, right, bottom = self.frame
        return geometry.box(left - bleed, top - bleed, right + bleed, bottom + bleed)

    def _tagged(self, tag: str) -> set[str]:
        return {cell for cell, tags in self.survey.tags.items() if tag in tags}

    # Land and sea

    def _shelf(self, width: float) -> list[list[list[float]]]:
        # A soft tint: a coarser coast under it does not show, and widening a fine one is slow.
        coast = geometry.simplify(geometry.clip(self.survey.land, self._sheet(BLEED + width)), 3 * TOLERANCE)
        islands = geometry.without_specks(coast, SMALLEST_ISLAND)
        shelf = geometry.clip(geometry.widen(islands, width), self.sheet)
        return self._polygons(geometry.simplify(shelf, 2 * TOLERANCE), SMALLEST_SHELF)

    def _polygons(self, shape: Shape, smallest: float) -> list[list[list[float]]]:
        return [
            [flat(ring[:-1]) for ring in rings if abs(ring_area(ring)) >= smallest]
            for rings in geometry.polygons_of(shape)
            if abs(ring_area(rings[0])) >= smallest
        ]

    def _outline(self, cells: Iterable[str]) -> list[list[list[float]]]:
        """The outline of some hexes, along their sides."""
        return self._polygons(geometry.shape_of([[self._hex(cell)] for cell in sorted(cells)]), 0.0)

    def _hex(self, cell: str) -> Points:
        """A hex as a closed ring; rounded, so that neighbours share their corners exactly."""
        corners = self.survey.grid.corners(cell)
        return np.round(np.array([*corners, corners[0]]), 6)

    # Ice

    def _ice(self, season: IceSeason) -> dict[str, Any]:
        lons = np.arange(land.WEST, land.EAST + ICE_STEP, ICE_STEP)
        edge = np.array([(lon, self.survey.edge(season, lon)) for lon in lons])
        beyond = np.column_stack([lons[::-1], np.full(len(lons), FAR_NORTH)])
        to_board = self.survey.projection.to_board
        pack = geometry.shape_of([[to_board(np.concatenate([edge, beyond, edge[:1]]))]])
        if season.wider:
            pack = geometry.widen(pack, season.wider)
        rim = geometry.outline(pack) if season.wider else geometry.line(to_board(edge))
        shut = [
            self._frozen(closure.zone)
            for closure in self.recipe.shut
            if season.when.isdigit() and int(season.when) in closure.months
        ]
        pack = geometry.union([geometry.clip(pack, self.sheet), *shut])
        return {
            "when": season.when,
            "label": season.label,
            "edge": self._lines(geometry.clip(rim, self.sheet)),
            "pack": self._polygons(geometry.simplify(pack, TOLERANCE), SMALLEST_ISLAND),
        }

    def _frozen(self, zone: str) -> Shape:
        """A zone shut by ice: its hexes, and its water in the land hexes around, or open water would fringe the ice."""
        grid, terrain = self.survey.grid, self.survey.terrain
        cells = self._tagged(zone)
        shore = {other for cell in cells for other in grid.neighbours(cell) if terrain[other] == "land"} - cells
        hexes = geometry.shape_of([[self._hex(cell)] for cell in sorted(cells)])
        whole = geometry.shape_of([[self._hex(cell)] for cell in sorted(cells | shore)])
        water = geometry.parts_reaching(geometry.without(whole, self.land), hexes)
        # Under the coast line a little, so that no seam shows.
        return geometry.union([hexes, geometry.clip(geometry.widen(water, 3 * TOLERANCE), whole)])

    def _lines(self, shape: Shape) -> list[list[float]]:
        lines = geometry.lines_of(geometry.simplify(geometry.merged(shape), TOLERANCE / 3))
        return [flat(line) for line in lines]

    # Lines of the globe

    def _paths(self, points: Points, step: float = LINE_STEP) -> list[list[float]]:
        """A line on the globe as it lies on the sheet."""
        board = self.survey.projection.to_board(land.divided(points, step))
        return self._lines(geometry.clip(geometry.line(board), self.sheet))

    def _parallels(self) -> list[dict[str, Any]]:
        return self._graticule(
            self.recipe.chart.parallels_every,
            (land.SOUTH, FAR_NORTH),
            lambda lat: np.array([[land.WEST, lat], [land.EAST, lat]]),
            lambda lat: f"{lat:g}° N",
        )

    def _meridians(self) -> list[dict[str, Any]]:
        return self._graticule(
            self.recipe.chart.meridians_every,
            (land.WEST, land.EAST),
            lambda lon: np.array([[lon, land.SOUTH], [lon, FAR_NORTH]]),
            lambda lon: f"{abs(lon):g}°" + (" E" if lon > 0 else " W" if lon < 0 else ""),
        )

    def _graticule(
        self,
        every: float,
        span: tuple[float, float],
        points: Callable[[float], Points],
        label: Callable[[float], str],
    ) -> list[dict[str, Any]]:
        degrees = np.arange(np.ceil(span[0] / every) * every, span[1] + every / 2, every)
        drawn = [(float(degree), self._paths(points(float(degree)), 1.0)) for degree in degrees]
        return [{"degree": number(at), "label": label(at), "paths": paths} for at, paths in drawn if paths]

    def _neatline(self) -> dict[str, Any]:
        """Where whole steps of longitude and latitude meet the four sides of the frame: [x or y, degree]."""
        left, top, right, bottom = self.frame
        sides = {
            "top": ((left, top), (right, top)),
            "right": ((right, top), (right, bottom)),
            "bottom": ((left, bottom), (right, bottom)),
            "left": ((left, top), (left, bottom)),
        }
        return {name: self._ticks(np.array(start), np.array(end)) for name, (start, end) in sides.items()}

    def _ticks(self, start: Points, end: Points) -> dict[str, list[list[float]]]:
        points = start + (end - start) * np.linspace(0, 1, 4001)[:, None]
        along = points[:, 0] if start[0] != end[0] else points[:, 1]
        lon, lat = self.survey.projection.to_globe(points).T
        return {name: crossings(along, degrees, TICKS[name]) for name, degrees in (("lon", lon), ("lat", lat))}

    def _labels(self) -> list[dict[str, Any]]:
        labels = []
        for label in self.recipe.chart.labels:
            x, y = self.survey.projection.to_board(globe([label.at]))[0]
            labels.append({"text": label.text, "kind": label.kind, "x": rounded(x), "y": rounded(y)})
        return labels


def crossings(along: Points, degrees: Points, step: float) -> list[list[float]]:
    """Where a run of degrees passes whole multiples of a step, by position.

    >>> crossings(np.array([0.0, 10.0]), np.array([0.1, 1.1]), 0.5)
    [[4, 0.5], [9, 1.0]]
    """
    found = []
    for at, after, first, second in zip(along[:-1], along[1:], degrees[:-1], degrees[1:], strict=True):
        low, high = sorted((first, second))
        for multiple in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1):
            degree = multiple * step
            if degree != second:
                found.append([rounded(at + (after - at) * (degree - first) / (second - first)), degree])
    return found


def flat(points: Points) -> list[float]:
    """Points as x, y, x, y …, rounded, without points that rounding made equal."""
    whole = np.round(points, DECIMALS) + 0.0
    keep = np.concatenate([[True], (np.diff(whole, axis=0) != 0).any(axis=1)])
    return [number(value) for value in whole[keep].ravel()]


def rounded(value: float) -> float:
    """A coordinate as it is written."""
    return number(round(float(value), DECIMALS) + 0.0)


def number(value: float) -> float:
    """Whole numbers without a trailing ``.0``."""
    return int(value) if value == int(value) else float(value)


def ring_area(ring: Points) -> float:
    """The signed area of a closed ring."""
    x, y = ring.T
    return float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum() / 2)
