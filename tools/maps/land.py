"""Land, from Natural Earth 1:10m (public domain).

`land.json.gz` beside this module is all the land between 54 and 84 N and between 60 W and 90 E, with Norway
and Russia apart, cut out of the npm package `world-atlas` 2.0.2 by `python -m tools.build_maps --extract
FOLDER`. Nothing in it is simplified: points keep the whole numbers of the package's own lattice (0.0036 by
0.0017 degrees).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tools.maps import geometry
from tools.maps.geometry import Points, Polygon
from tools.maps.projection import Projection

EXTRACT = Path(__file__).with_name("land.json.gz")
SOUTH, NORTH, WEST, EAST = 54.0, 84.0, -60.0, 90.0
FULL_TURN = 99999
"""How many steps of the package's lattice make 360 degrees of longitude."""
LONGEST_EDGE = 0.25
"""Degrees; longer edges are divided before projection, since a straight edge may become a curve."""


def load(part: str, extract: Path = EXTRACT) -> list[Polygon]:
    """The polygons of ``land``, ``norway`` or ``russia``, as (longitude, latitude)."""
    content = json.loads(gzip.decompress(extract.read_bytes()))
    scale, translate = np.array(content["scale"]), np.array(content["translate"])
    return [
        [np.cumsum(np.array(ring).reshape(-1, 2), axis=0) * scale + translate for ring in polygon]
        for polygon in content[part]
    ]


def project(polygons: Sequence[Polygon], projection: Projection) -> geometry.Shape:
    """Polygons of the globe as one shape on the board."""
    return geometry.shape_of([[projection.to_board(divided(ring)) for ring in rings] for rings in polygons])


def divided(ring: Points, longest: float = LONGEST_EDGE) -> Points:
    """The ring with every longer edge cut into equal pieces.

    >>> divided(np.array([[0.0, 0.0], [1.0, 0.0]]), 0.5).tolist()
    [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0]]
    """
    starts, ends = ring[:-1], ring[1:]
    pieces = np.maximum(1, np.ceil(np.abs(ends - starts).max(axis=1) / longest)).astype(int)
    parts = [
        start + (end - start) * np.arange(count)[:, None] / count
        for start, end, count in zip(starts, ends, pieces, strict=True)
    ]
    return np.concatenate([*parts, ring[-1:]])


def centroid(polygon: Polygon) -> tuple[float, float]:
    """The centre of gravity (longitude, latitude) of a polygon's outer ring, as if degrees were a plane."""
    x, y = (polygon[0] - polygon[0][0]).T
    cross = x[:-1] * y[1:] - x[1:] * y[:-1]
    total = cross.sum()
    if total == 0:
        return (float(polygon[0][:, 0].mean()), float(polygon[0][:, 1].mean()))
    lon = ((x[:-1] + x[1:]) * cross).sum() / (3 * total)
    lat = ((y[:-1] + y[1:]) * cross).sum() / (3 * total)
    return (float(lon + polygon[0][0, 0]), float(lat + polygon[0][0, 1]))


def extract(package: Path, to: Path = EXTRACT) -> None:
    """Cut the land of the four maps out of an unpacked `world-atlas`."""
    land = json.loads((package / "land-10m.json").read_text())
    countries = json.loads((package / "countries-10m.json").read_text())
    transform = land["transform"]
    if countries["transform"] != transform:
        raise ValueError("land-10m.json and countries-10m.json differ in lattice: take both from world-atlas 2.0.2")
    lines = [f'"{key}":{json.dumps(transform[key])}' for key in ("scale", "translate")]
    wanted = {"norway": "Norway", "russia": "Russia"}
    parts = {"land": land["objects"]["land"]["geometries"]} | {
        part: [item for item in countries["objects"]["countries"]["geometries"] if item["properties"]["name"] == name]
        for part, name in wanted.items()
    }
    for part, items in parts.items():
        topology = land if part == "land" else countries
        rows = [json.dumps(rings, separators=(",", ":")) for item in items for rings in _cut(topology, item)]
        lines.append(f'"{part}":[\n' + ",\n".join(rows) + "\n]")
    text = "{" + ",\n".join(lines) + "}\n"
    to.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def _cut(topology: Mapping[str, Any], item: Mapping[str, Any]) -> list[list[list[int]]]:
    """One geometry cut to the rectangle, each ring as a flat list of steps on the lattice."""
    scale, translate = topology["transform"]["scale"], topology["transform"]["translate"]
    left, right = ((lon - translate[0]) / scale[0] for lon in (WEST, EAST))
    bottom, top = ((lat - translate[1]) / scale[1] for lat in (SOUTH, NORTH))
    frame = geometry.box(round(left), round(bottom), round(right), round(top))
    arcs = [np.cumsum(np.array(arc), axis=0) for arc in topology["arcs"]]
    polygons = []
    for rings in item["arcs"] if item["type"] == "MultiPolygon" else [item["arcs"]]:
        outline = [_unwrapped(_joined(arcs, ring)) for ring in rings]
        for shift in (-FULL_TURN, 0, FULL_TURN):
            moved = [ring + np.array([shift, 0.0]) for ring in outline]
            low, high = moved[0].min(axis=0), moved[0].max(axis=0)
            if high[0] < left or low[0] > right or high[1] < bottom or low[1] > top:
                continue
            inside = geometry.clip(geometry.shape_of([moved]), frame)
            polygons += [[_steps(ring) for ring in polygon] for polygon in geometry.polygons_of(inside)]
    return polygons


def _joined(arcs: Sequence[Points], ring: Sequence[int]) -> Points:
    """A ring from its arcs; a negative number is an arc walked backwards."""
    pieces = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in ring]
    return np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])]).astype(float)


def _unwrapped(ring: Points) -> Points:
    """The ring without jumps at 180 degrees.

    The package stitches rings across that meridian (Chukotka, Wrangel); taken as they stand they would lay a
    strip of land over the whole width of the map.
    """
    steps = np.diff(ring[:, 0])
    turns = np.concatenate([[0], np.cumsum(-np.round(steps / FULL_TURN))])
    return np.column_stack([ring[:, 0] + turns * FULL_TURN, ring[:, 1]])


def _steps(ring: Points) -> list[int]:
    whole = np.round(ring).astype(int)
    return [int(step) for step in np.diff(whole, axis=0, prepend=np.zeros((1, 2), dtype=int)).ravel()]
