"""The ground of a chart from the sea up: shelf, graticule, ice, land, grid, and a veil over what is off the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from math import cos, hypot, pi, sin, sqrt

from barents.atlas.chart_labels import Mask, Placer, Point, around, resampled
from barents.atlas.chart_sheet import Line, Sheet, chained, element, group, line_path, number, rings_path
from barents.atlas.chart_theme import VEIL
from barents.atlas.mapfile import Path


def definitions(sheet: Sheet) -> str:
    """Shapes that are used more than once: the frame and the land to cut to, the floes, the blur at the coast."""
    frame, unit = sheet.frame, sheet.unit
    return element(
        "defs",
        "\n".join(
            [
                element(
                    "clipPath",
                    element(
                        "rect",
                        x=frame.left,
                        y=frame.top,
                        width=frame.right - frame.left,
                        height=frame.bottom - frame.top,
                    ),
                    id="in-frame",
                ),
                element("path", id="land-shape", d=rings_path(sheet.rings(sheet.file.land))),
                element("clipPath", element("use", href="#land-shape"), id="in-land"),
                element(
                    "filter",
                    element("feGaussianBlur", stdDeviation=3.2 * unit),
                    id="soft",
                    x="-5%",
                    y="-5%",
                    width="110%",
                    height="110%",
                ),
                _floes(sheet),
            ]
        ),
    )


def ground(sheet: Sheet) -> Iterator[str]:
    """Sea, shelf, graticule, ice and land."""
    theme, unit, frame = sheet.theme, sheet.unit, sheet.frame
    yield element(
        "rect",
        id="sea",
        x=frame.left,
        y=frame.top,
        width=frame.right - frame.left,
        height=frame.bottom - frame.top,
        fill=theme.sea,
    )
    yield group(
        "shelf",
        [
            element("path", d=rings_path(sheet.rings(sheet.file.shelf.far)), fill=theme.shelf1),
            element("path", d=rings_path(sheet.rings(sheet.file.shelf.near)), fill=theme.shelf2),
        ],
        fill_rule="evenodd",
    )
    graticule = sheet.file.graticule
    yield group(
        "graticule",
        [
            element("path", d="".join(line_path(sheet.points(path)) for path in line.paths), data_degree=line.label)
            for line in (*graticule.parallels, *graticule.meridians)
        ],
        fill="none",
        stroke=theme.iceedge,
        stroke_width=0.8 * unit,
        stroke_opacity=0.45,
    )
    yield _ice(sheet)
    yield from _closed(sheet)
    yield group(
        "land",
        [
            element("use", href="#land-shape", fill=theme.land, fill_rule="evenodd"),
            element(
                "g",
                element(
                    "use",
                    href="#land-shape",
                    fill="none",
                    stroke=theme.coast,
                    stroke_width=7 * unit,
                    filter="url(#soft)",
                    opacity=0.22,
                ),
                clip_path="url(#in-land)",
            ),
            element(
                "use",
                href="#land-shape",
                fill="none",
                stroke=theme.coast,
                stroke_width=1.1 * unit,
                stroke_linejoin="round",
            ),
        ],
    )


def _closed(sheet: Sheet) -> Iterator[str]:
    """Paper over waters that are out of play, also where they reach into hexes of land."""
    grid = sheet.map.grid
    for zone in sheet.file.zones:
        if zone.kind == "closed":
            cells = sheet.map.zone(zone.tag)
            shore = (n for cell in cells for n in grid.neighbours(cell) if sheet.map.terrain(n) == "land")
            yield element(
                "path",
                d=rings_path(sheet.corners(cell) for cell in dict.fromkeys([*cells, *shore])),
                fill=sheet.theme.paper,
                fill_opacity=VEIL,
                data_zone=zone.tag,
            )


def _ice(sheet: Sheet) -> str:
    """The pack with its floes and its edge, and the edges of the other seasons where there are few."""
    theme, unit, season = sheet.theme, sheet.unit, sheet.season
    pack = rings_path(sheet.rings(season.pack))
    edge = "".join(line_path(wobbled(sheet.points(path), unit)) for path in season.edge)
    parts = [
        element("path", d=pack, fill=theme.ice, fill_rule="evenodd"),
        element("path", d=pack, fill="url(#floes)", fill_rule="evenodd"),
    ]
    edges = [
        element("path", d=edge, fill="none", stroke=theme.ice, stroke_width=4 * unit),
        element("path", d=edge, fill="none", stroke=theme.iceedge, stroke_width=1.8 * unit, stroke_linejoin="round"),
    ]
    edges += [
        element(
            "path",
            d="".join(line_path(sheet.points(path)) for path in paths),
            fill="none",
            stroke=theme.iceedge,
            stroke_width=1.2 * unit,
            stroke_dasharray=f"{number(7 * unit)} {number(4 * unit)}",
            data_ice=when,
        )
        for when, paths in other_edges(sheet)
    ]
    return group("ice", [*parts, group("ice-edges", edges)])


def other_edges(sheet: Sheet) -> list[tuple[str, tuple[Path, ...]]]:
    """Edges of seasons that are not shown, on maps that know a few seasons; twelve months would be a tangle.

    Full ice is no season; its hexes are outlined instead.
    """
    if len(sheet.file.ice) > 3:
        return []
    return [(ice.when, ice.edge) for ice in sheet.file.ice if ice.when not in (sheet.season.when, "full")]


def wobbled(points: Sequence[Point], unit: float) -> Line:
    """A line with a slight regular wobble, as an ice edge is drawn."""
    fine = resampled(points, 3 * unit)
    if len(fine) < 3:
        return fine
    result = [fine[0]]
    for i in range(1, len(fine) - 1):
        (x1, y1), (x, y), (x2, y2) = fine[i - 1], fine[i], fine[i + 1]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        swing = unit * (1.1 * sin(2 * pi * i / 9) + 0.5 * sin(2 * pi * i / 5.3))
        result.append((x - (y2 - y1) / length * swing, y + (x2 - x1) / length * swing))
    return [*result, fine[-1]]


def _floes(sheet: Sheet) -> str:
    """A tile of broken ice: a honeycomb whose corners are pushed about, the same at opposite edges of the tile."""
    size = 12.5 * sheet.unit
    across, down = 7, 6
    # Whole pixels, or a seam shows where tiles meet.
    width, height = round(across * sqrt(3) * size), round(down * 1.5 * size)
    column, row = width / across, height / down

    def corner(i: int, j: int, k: int) -> Point:
        """Corner k (0 top, 1 upper right) of the cell i, j, each corner pushed by its own amount."""
        x = (i + 0.5 * (j % 2) + 0.5 * k + 0.25) * column  # no side runs along the seam
        y = (j - (1 if k else 2) / 3) * row
        seed = blake2b(f"{i % across},{j % down},{k}".encode(), digest_size=2).digest()
        angle, far = seed[0] / 256 * 2 * pi, size * (0.15 + 0.3 * seed[1] / 256)
        return x + far * cos(angle), y + far * sin(angle)

    sides: list[tuple[Point, Point]] = []
    for j in range(-1, down + 2):
        for i in range(-2, across + 2):
            left = i - 1
            lower = i + (j % 2)
            sides.append((corner(i, j, 0), corner(i, j, 1)))
            sides.append((corner(i, j, 0), corner(left, j, 1)))
            sides.append((corner(i, j, 1), corner(lower, j + 1, 0)))
    return element(
        "pattern",
        element(
            "path",
            d="".join(line_path(side) for side in sides),
            fill="none",
            stroke=sheet.theme.iceedge,
            stroke_width=0.7 * sheet.unit,
            stroke_opacity=0.38,
        ),
        id="floes",
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
    )


def growlers(sheet: Sheet, placer: Placer) -> str:
    """Small hollow triangles over the hexes where growlers drift, kept clear of all lettering."""
    unit = sheet.unit
    zone = Mask([sheet.corners(cell) for cell in sheet.map.iceberg_zone(sheet.season.when)], 1.0)
    wide, high, half = 14 * unit, 12 * unit, 2.6 * unit
    frame = sheet.frame
    triangles = []
    for row in range(int((frame.bottom - frame.top) / high)):
        y = frame.top + (row + 0.5) * high
        for column in range(int((frame.right - frame.left) / wide)):
            x = frame.left + (column + 0.25 + 0.5 * (row % 2)) * wide
            tips = [(x, y - half), (x + half * 1.1, y + half), (x - half * 1.1, y + half)]
            if all(
                zone.holds(*tip) and not sheet.land.holds(*tip) and not sheet.is_pack(*tip) for tip in tips
            ) and placer.taken.is_free(around(x, y, half + unit)):
                triangles.append(tips)
    return element(
        "path",
        id="growlers",
        d=rings_path(triangles),
        fill="none",
        stroke=sheet.theme.berg,
        stroke_width=0.9 * unit,
        stroke_linejoin="round",
    )


def grid(sheet: Sheet) -> str:
    """One path a hex with the sides that it draws: a side between two hexes is drawn once, by the sea if either is."""
    board = sheet.map.grid
    directions = board.directions()
    sea: list[str] = []
    land: list[str] = []
    apart: list[str] = []
    for cell in sheet.map.cells:
        corners = sheet.corners(cell)
        if cell in sheet.isolated:
            apart.append(element("path", id=f"hex-{cell}", d=line_path(corners, closed=True)))
            continue
        is_land = sheet.map.terrain(cell) == "land"
        sides = ""
        for i, direction in enumerate(directions):
            other = board.neighbour(cell, direction)
            if other is not None:
                other_is_land = sheet.map.terrain(other) == "land"
                if (is_land, cell) > (other_is_land, other):
                    continue
            sides += line_path([corners[i], corners[(i + 1) % 6]])
        path = element("path", id=f"hex-{cell}", d=sides or line_path([corners[0]]))
        (land if is_land else sea).append(path)
    width = 0.6 * sheet.unit
    ink = sheet.theme.ink
    return group(
        "grid",
        [
            element("g", "".join(sea), stroke_opacity=0.2),
            element("g", "".join(land), stroke_opacity=0.11),
            element("g", "".join(apart), stroke_opacity=0.7, stroke_dasharray="4 3"),
        ],
        fill="none",
        stroke=ink,
        stroke_width=width,
    )


def land_side_bars(sheet: Sheet) -> Iterator[Line]:
    """The sides between open hexes that no ship can cross."""
    for a, b in sheet.map.land_sides:
        way = sheet.map.grid.direction(a, b)
        if way is not None:
            i = sheet.map.grid.directions().index(way)
            corners = sheet.corners(a)
            yield [corners[i], corners[(i + 1) % 6]]


def land_sides(sheet: Sheet) -> str:
    """Bars on the sides between open hexes that no ship can cross."""
    return element(
        "path",
        id="land-sides",
        d="".join(line_path(bar) for bar in land_side_bars(sheet)),
        fill="none",
        stroke=sheet.theme.ink,
        stroke_width=3 * sheet.unit,
        stroke_linecap="round",
    )


def veil(sheet: Sheet) -> Iterator[str]:
    """Paper over what lies beyond the last hex; the edge is one ink line."""
    frame, theme = sheet.frame, sheet.theme
    whole = [
        (frame.left, frame.top),
        (frame.right, frame.top),
        (frame.right, frame.bottom),
        (frame.left, frame.bottom),
    ]
    outline = sheet.rings(sheet.file.outline)
    yield element(
        "path", id="veil", d=rings_path([whole, *outline]), fill=theme.paper, fill_opacity=VEIL, fill_rule="evenodd"
    )
    yield element(
        "path",
        id="edge-of-grid",
        d=rings_path(outline),
        fill="none",
        stroke=theme.ink,
        stroke_width=sheet.unit,
        stroke_opacity=0.8,
    )


def full_ice_lines(sheet: Sheet) -> list[tuple[Line, bool]]:
    """Where full ice begins, on maps whose pack has a loose rim: lines along hex sides, the full ice on the right."""
    grid = sheet.map.grid
    sides = [
        (corners[i], corners[(i + 1) % 6])
        for cell in sheet.map.of_terrain("full_ice")
        for corners in [sheet.corners(cell)]
        for i, way in enumerate(grid.directions())
        if (other := grid.neighbour(cell, way)) and sheet.map.terrain(other) == "partial_ice"
    ]
    return [(line, True) for line in chained(sides)]


def full_ice(sheet: Sheet) -> str:
    """The line beyond which ice is full."""
    return element(
        "path",
        id="full-ice",
        d="".join(line_path(line) for line, _ in full_ice_lines(sheet)),
        fill="none",
        **full_ice_style(sheet),
    )


def full_ice_style(sheet: Sheet) -> dict[str, object]:
    """How the line is drawn beyond which ice is full: dashed, since the dots are the weather's."""
    dashes = f"{number(5 * sheet.unit)} {number(3 * sheet.unit)}"
    return {"stroke": sheet.theme.iceedge, "stroke_width": 1.5 * sheet.unit, "stroke_dasharray": dashes}
