"""The few operations on plane polygons that the builder needs, typed, with Shapely behind them.

Everything else in the builder passes coordinates as NumPy arrays of shape ``(n, 2)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

# Shapely ships no type information; this module is the one place that touches it.
import shapely  # type: ignore[import-untyped]

Points: TypeAlias = npt.NDArray[np.float64]
Polygon: TypeAlias = list[Points]
"""An outer ring followed by its holes; rings are closed (the first point comes again at the end)."""
Segment: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
Shape: TypeAlias = Any
"""A Shapely geometry."""


def shape_of(polygons: Iterable[Polygon]) -> Shape:
    """Join polygons into one valid shape; rings that cross themselves are mended."""
    parts = [shapely.Polygon(rings[0], rings[1:]) for rings in polygons]
    return shapely.union_all([part if part.is_valid else part.buffer(0) for part in parts])


def polygons_of(shape: Shape) -> list[Polygon]:
    """Take a shape apart into polygons, in an order that depends on the shape alone."""
    parts = [part for part in shapely.get_parts(shapely.normalize(shape)) if part.geom_type == "Polygon"]
    return [
        [shapely.get_coordinates(part.exterior), *(shapely.get_coordinates(ring) for ring in part.interiors)]
        for part in parts
        if not part.is_empty
    ]


def lines_of(shape: Shape) -> list[Points]:
    """Take a shape apart into its open lines."""
    parts = [part for part in shapely.get_parts(shapely.normalize(shape)) if part.geom_type == "LineString"]
    return [shapely.get_coordinates(part) for part in parts if not part.is_empty]


def box(left: float, top: float, right: float, bottom: float) -> Shape:
    """A rectangle."""
    return shapely.box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


def line(points: Points) -> Shape:
    """An open line through the points."""
    return shapely.LineString(points)


def clip(shape: Shape, to: Shape) -> Shape:
    """What two shapes have in common."""
    return shapely.intersection(shape, to)


def union(shapes: Sequence[Shape]) -> Shape:
    """All shapes as one."""
    return shapely.union_all(list(shapes))


def widen(shape: Shape, by: float) -> Shape:
    """All points within a distance of the shape."""
    return shapely.buffer(shape, by, quad_segs=6)


def simplify(shape: Shape, tolerance: float) -> Shape:
    """The shape with fewer points, none further than the tolerance from the old outline."""
    return shapely.simplify(shape, tolerance, preserve_topology=True)


def without_specks(shape: Shape, smallest: float) -> Shape:
    """The parts of the shape that have at least this area."""
    parts = shapely.get_parts(shape)
    return shapely.union_all(parts[shapely.area(parts) >= smallest])


def shares(shape: Shape, cells: Sequence[Points]) -> list[float]:
    """The share of each cell (a ring of corners) that the shape covers.

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]], dtype=float)
    >>> shares(box(0, 0, 1, 5), [square])
    [0.5]
    """
    rings = shapely.polygons([shapely.LinearRing(cell) for cell in cells])
    return _measured(shape, rings, shapely.area)


def shares_of_sides(shape: Shape, sides: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> list[float]:
    """The share of each straight side that lies on the shape."""
    if not sides:
        return []
    return _measured(shape, shapely.linestrings(np.array(sides, dtype=float)), shapely.length)


def _measured(shape: Shape, items: Shape, measure: Any) -> list[float]:
    # A tree over the parts keeps each overlay small: most cells meet one or two parts of the coast or none.
    parts = shapely.get_parts(shape)
    tree = shapely.STRtree(parts)
    covered = np.zeros(len(items))
    for item, part in tree.query(items, predicate="intersects").T:
        covered[item] += measure(shapely.intersection(items[item], parts[part]))
    return [float(share) for share in np.minimum(covered / measure(items), 1.0)]


def without(shape: Shape, other: Shape) -> Shape:
    """The part of a shape that the other does not cover."""
    return shapely.difference(shape, other)


def parts_reaching(shape: Shape, other: Shape) -> Shape:
    """Those separate parts of a shape that share some area with the other."""
    parts = shapely.get_parts(shape)
    return shapely.union_all(parts[shapely.area(shapely.intersection(parts, other)) > 0])


def outline(shape: Shape) -> Shape:
    """The boundary of a shape."""
    return shapely.boundary(shape)


def merged(shape: Shape) -> Shape:
    """Lines that meet end to end, joined."""
    return shapely.line_merge(shape) if shape.geom_type == "MultiLineString" else shape


def covers(shape: Shape, points: Points) -> list[bool]:
    """Which points lie on the shape."""
    shapely.prepare(shape)
    return [bool(inside) for inside in shapely.contains_xy(shape, points[:, 0], points[:, 1])]
