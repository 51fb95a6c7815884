"""What stands on the ground: ports, airfields, exits and marks, and the lines of zones, routes and limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Literal

from barents.atlas.chart_labels import Box, Point
from barents.atlas.chart_sheet import Line, Sheet, element, group, joined, line_path, middle, number, rings_path
from barents.atlas.mapfile import LinePaths, Place, ZonePaths

Sign = Literal["port", "airbase", "both", "exit", "cape", "town", "island", "position"]

_CAPE = re.compile(r"\b(North Cape|.*kapp|.* Nos)\b")
_ISLAND = re.compile(r"Island|Mayen|Kolguyev")
TICK = 5.0  # px that the ticks of a limit are long
APART = 1.5  # px between two marks at least


@dataclass(frozen=True)
class Mark:
    """A sign on the chart and the places it stands for; the first one gives the name."""

    sign: Sign
    places: tuple[Place, ...]
    x: float
    y: float
    reach: tuple[float, float]

    @property
    def box(self) -> Box:
        """What the sign covers."""
        rx, ry = self.reach
        return Box(self.x - rx, self.y - ry, self.x + rx, self.y + ry)

    @property
    def name(self) -> str:
        """The name to letter."""
        return self.places[0].name

    @property
    def title(self) -> str:
        """All names, for whoever points at the sign."""
        return "; ".join(dict.fromkeys(place.name for place in self.places))


def marks(sheet: Sheet) -> list[Mark]:
    """Every place on the sheet as a mark; a port and its own airfield share one, and marks never touch."""
    found: list[Mark] = []
    rest = [place for place in sheet.map.places if _is_on_sheet(sheet, place)]
    while rest:
        place = rest.pop(0)
        shared = [other for other in rest if _share_a_mark(place, other)]
        rest = [other for other in rest if other not in shared]
        found.append(_mark(sheet, (place, *shared)))
    return _spread(found)


def _is_on_sheet(sheet: Sheet, place: Place) -> bool:
    x, y = sheet.at(place.x, place.y)
    frame = sheet.frame.grown(-8 * sheet.unit)
    return frame.left < x < frame.right and frame.top < y < frame.bottom


def _share_a_mark(one: Place, other: Place) -> bool:
    """Whether one is the port and the other the airfield of the same town."""
    kinds = {one.kind, other.kind}
    same_name = other.name.partition(" ")[0] == one.name.partition(" ")[0]
    return kinds == {"port", "airbase"} and same_name and one.hex == other.hex


def _mark(sheet: Sheet, places: tuple[Place, ...]) -> Mark:
    unit = sheet.unit
    first = places[0]
    x, y = sheet.at(first.x, first.y)
    kinds = {place.kind for place in places}
    if "exit" in kinds and first.hex is not None:
        x, y = sheet.centre(first.hex)
        return Mark("exit", places, x, y, (9 * unit, 9 * unit))
    if kinds == {"port", "airbase"}:
        return Mark("both", places, x, y, (12.5 * unit, 6.5 * unit))
    if kinds == {"port"}:
        return Mark("port", places, x, y, (6.5 * unit, 6.5 * unit))
    if kinds == {"airbase"}:
        return Mark("airbase", places, x, y, (6.5 * unit, 6.5 * unit))
    if _CAPE.fullmatch(first.name):
        return Mark("cape", places, x, y, (4 * unit, 4 * unit))
    if _ISLAND.search(first.name):
        return _island(sheet, places, x, y)
    if first.hex is not None and sheet.map.land_fraction(first.hex) == 0:
        return Mark("position", places, x, y, (5 * unit, 5 * unit))
    return Mark("town", places, x, y, (3 * unit, 3 * unit))


def _island(sheet: Sheet, places: tuple[Place, ...], x: float, y: float) -> Mark:
    """An island is its own sign: the box of its coast, if it is small."""
    least = 6 * sheet.unit
    for ring in sheet.rings(sheet.file.land):
        xs, ys = [p[0] for p in ring], [p[1] for p in ring]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        if min(xs) - 4 < x < max(xs) + 4 and min(ys) - 4 < y < max(ys) + 4 and max(wide, high) < 3 * sheet.hex:
            middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            return Mark("island", places, *middle, (max(least, wide / 2), max(least, high / 2)))
    return Mark("island", places, x, y, (least, least))


def _spread(found: list[Mark]) -> list[Mark]:
    """Push apart marks that touch, the later one away from the earlier."""
    placed: list[Mark] = []
    for mark in found:
        for _ in range(40):
            other = next((m for m in placed if m.box.grown(APART).overlaps(mark.box)), None)
            if other is None:
                break
            dx, dy = mark.x - other.x, mark.y - other.y
            far = hypot(dx, dy)
            dx, dy = (dx / far, dy / far) if far > 0.5 else (0.0, 1.0)
            mark = Mark(mark.sign, mark.places, mark.x + 2 * dx, mark.y + 2 * dy, mark.reach)
        placed.append(mark)
    return placed


def draw_marks(sheet: Sheet, found: Iterable[Mark]) -> str:
    """The signs, each with the names of its places."""
    parts = []
    for mark in found:
        shape = "".join(sign(sheet, mark.sign, mark.x, mark.y))
        title = element("title", _escaped(mark.title))
        parts.append(element("g", title + shape, class_=mark.sign))
    return group("places", parts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def sign(sheet: Sheet, kind: Sign, x: float, y: float) -> Iterator[str]:
    """The drawing of one sign about its middle."""
    theme, u = sheet.theme, sheet.unit
    if kind in ("port", "airbase"):
        yield element("circle", cx=x, cy=y, r=6 * u, fill=theme.panel, stroke=theme.landink, stroke_width=1.1 * u)
        yield _anchor(sheet, x, y) if kind == "port" else _plane(sheet, x, y)
    elif kind == "both":
        yield element(
            "rect",
            x=x - 12 * u,
            y=y - 6 * u,
            width=24 * u,
            height=12 * u,
            rx=6 * u,
            fill=theme.panel,
            stroke=theme.landink,
            stroke_width=1.1 * u,
        )
        yield _anchor(sheet, x - 5.7 * u, y)
        yield _plane(sheet, x + 5.7 * u, y)
    elif kind == "exit":
        r = 8.5 * u
        yield element(
            "path",
            d=line_path([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], closed=True),
            fill=theme.ink,
            stroke=theme.panel,
            stroke_width=0.8 * u,
        )
        dx, dy = _outwards(sheet, x, y)
        yield arrow(x, y, dx, dy, 4.2 * u, theme.panel, 1.4 * u)
    elif kind == "cape":
        tips = [(x, y - 4 * u), (x + 3.6 * u, y + 3 * u), (x - 3.6 * u, y + 3 * u)]
        yield element("path", d=line_path(tips, closed=True), fill=theme.landink)
    elif kind == "position":
        yield element(
            "circle", cx=x, cy=y, r=4 * u, fill=theme.panel, stroke=theme.ink, stroke_width=1.3 * u, fill_opacity=0.8
        )
        yield element("circle", cx=x, cy=y, r=1.3 * u, fill=theme.ink)
    elif kind == "town":
        yield element("circle", cx=x, cy=y, r=2.3 * u, fill=theme.landink)


def _anchor(sheet: Sheet, x: float, y: float) -> str:
    u = sheet.unit
    return element(
        "path",
        d=(
            f"M{number(x)},{number(y - 1.9 * u)}V{number(y + 3.6 * u)}"
            f"M{number(x - 1.8 * u)},{number(y - 0.9 * u)}H{number(x + 1.8 * u)}"
            f"M{number(x - 3 * u)},{number(y + 1 * u)}Q{number(x - 2.6 * u)},{number(y + 3.5 * u)} {number(x)},"
            f"{number(y + 3.6 * u)}Q{number(x + 2.6 * u)},{number(y + 3.5 * u)} {number(x + 3 * u)},{number(y + u)}"
        ),
        fill="none",
        stroke=sheet.theme.landink,
        stroke_width=1.0 * u,
        stroke_linecap="round",
    ) + element(
        "circle",
        cx=x,
        cy=y - 2.9 * u,
        r=1.0 * u,
        fill="none",
        stroke=sheet.theme.landink,
        stroke_width=0.8 * u,
    )


def _plane(sheet: Sheet, x: float, y: float) -> str:
    """A runway crossed by a shorter one."""
    u = sheet.unit
    return element(
        "path",
        d=(
            f"M{number(x)},{number(y - 3.6 * u)}V{number(y + 3.6 * u)}"
            f"M{number(x - 3.2 * u)},{number(y - 0.8 * u)}H{number(x + 3.2 * u)}"
        ),
        fill="none",
        stroke=sheet.theme.landink,
        stroke_width=1.5 * u,
    )


def _outwards(sheet: Sheet, x: float, y: float) -> Point:
    """Towards the nearest side of the frame."""
    f = sheet.frame
    ways = {(-1.0, 0.0): x - f.left, (1.0, 0.0): f.right - x, (0.0, -1.0): y - f.top, (0.0, 1.0): f.bottom - y}
    return min(ways, key=lambda way: ways[way])


def arrow(x: float, y: float, dx: float, dy: float, size: float, colour: str, width: float) -> str:
    """A small arrow through a point."""
    tip = (x + dx * size, y + dy * size)
    tail = (x - dx * size, y - dy * size)
    wing = size * 0.62
    left = (tip[0] - dx * wing - dy * wing, tip[1] - dy * wing + dx * wing)
    right = (tip[0] - dx * wing + dy * wing, tip[1] - dy * wing - dx * wing)
    return element(
        "path",
        d=line_path([tail, tip]) + line_path([left, tip, right]),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


# Zones and lines


@dataclass(frozen=True)
class EntryArrow:
    """The arrow of one hex of an entry: where, and which way it points."""

    x: float
    y: float
    dx: float
    dy: float


def is_exit(zone: ZonePaths) -> bool:
    """Whether an entry zone is rather a way out, by its name."""
    return zone.name.startswith("To ")


def entry_arrows(sheet: Sheet, zone: ZonePaths) -> list[EntryArrow]:
    """An arrow near the outer side of every hex of an entry zone, pointing in; out, if the zone is a way out."""
    board = sheet.map.grid
    arrows = []
    for cell in sheet.map.zone(zone.tag):
        x, y = sheet.centre(cell)
        corners = sheet.corners(cell)
        open_sides = [i for i, way in enumerate(board.directions()) if board.neighbour(cell, way) is None]
        dx = sum((corners[i][0] + corners[(i + 1) % 6][0]) / 2 - x for i in open_sides)
        dy = sum((corners[i][1] + corners[(i + 1) % 6][1]) / 2 - y for i in open_sides)
        dx, dy = _towards_edge(sheet, zone, dx, dy)
        out = 1.0 if is_exit(zone) else -1.0
        arrows.append(EntryArrow(x + dx * sheet.hex * 0.29, y + dy * sheet.hex * 0.29, out * dx, out * dy))
    return arrows


def _towards_edge(sheet: Sheet, zone: ZonePaths, dx: float, dy: float) -> Point:
    """The one of the four sides of the sheet that a zone's hexes share, so that corner hexes point like the rest."""
    cells = list(sheet.map.zone(zone.tag))
    xs = [sheet.centre(cell)[0] for cell in cells]
    ys = [sheet.centre(cell)[1] for cell in cells]
    if max(xs) - min(xs) < max(ys) - min(ys):
        return (1.0, 0.0) if sum(xs) / len(xs) > (sheet.frame.left + sheet.frame.right) / 2 else (-1.0, 0.0)
    if max(xs) - min(xs) > max(ys) - min(ys):
        return (0.0, 1.0) if sum(ys) / len(ys) > (sheet.frame.top + sheet.frame.bottom) / 2 else (0.0, -1.0)
    far = hypot(dx, dy) or 1.0
    return dx / far, dy / far


def zone_style(sheet: Sheet, kind: str) -> dict[str, object]:
    """How a zone's outline is drawn."""
    theme, u = sheet.theme, sheet.unit
    dots = f"{number(2 * u)} {number(4 * u)}"
    styles: dict[str, dict[str, object]] = {
        "limit": {"stroke": theme.limit, "stroke_width": 1.5 * u},
        "patrol": {
            "stroke": theme.ink,
            "stroke_width": 1.3 * u,
            "stroke_dasharray": f"{number(6 * u)} {number(3 * u)}",
        },
        "row": {
            "stroke": theme.limit,
            "stroke_width": 1.1 * u,
            "stroke_dasharray": f"{number(8 * u)} {number(4 * u)}",
        },
        "region": {
            "stroke": theme.limit,
            "stroke_width": 1.3 * u,
            "stroke_dasharray": f"{number(6 * u)} {number(2.5 * u)} {number(1.5 * u)} {number(2.5 * u)}",
        },
        "weather": {"stroke": theme.ink2, "stroke_width": 1.5 * u, "stroke_dasharray": dots},
        "route": {
            "stroke": theme.ink,
            "stroke_width": 1.3 * u,
            "stroke_dasharray": f"{number(9 * u)} {number(3 * u)} {number(2 * u)} {number(3 * u)}",
        },
    }
    return styles[kind]


def draw_zones(sheet: Sheet) -> str:
    """The outlines of the zones, and the arrows of the entries."""
    u = sheet.unit
    parts = []
    drawn: set[tuple[str, Point]] = set()
    for zone in sheet.file.zones:
        if zone.kind in ("growlers", "closed"):
            continue
        if zone.kind == "entry":
            arrows = [arrow(a.x, a.y, a.dx, a.dy, 4.6 * u, sheet.theme.ink, 1.5 * u) for a in entry_arrows(sheet, zone)]
            parts.append(element("g", "".join(arrows), data_zone=zone.tag))
            continue
        lines = sheet.inner_outline(zone.outline)
        # A side that two zones share is drawn once, or the dashes of the one would fill the gaps of the other.
        sides = [side for line, _ in lines for side in pairwise(line) if (zone.kind, middle(*side)) not in drawn]
        drawn.update((zone.kind, middle(*side)) for side in sides)
        data = "".join(line_path(line) for line in joined(sides))
        if zone.kind == "limit":
            data += "".join(line_path(tick) for line, right in lines for tick in ticks(line, right, TICK * u))
        parts.append(
            element(
                "path",
                d=data,
                fill="none",
                stroke_linejoin="round",
                data_zone=zone.tag,
                **zone_style(sheet, zone.kind),
            )
        )
    return group("zones", parts)


def ticks(line: Line, right: bool, length: float) -> Iterator[Line]:
    """Short strokes from the middle of every side towards the inside."""
    for (x1, y1), (x2, y2) in pairwise(line):
        far = hypot(x2 - x1, y2 - y1) or 1.0
        turn = 1.0 if right else -1.0
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        yield [(x, y), (x - turn * (y2 - y1) / far * length, y + turn * (x2 - x1) / far * length)]


def line_kind(line: LinePaths) -> str:
    """Whether a named line is a route to sail or a limit."""
    return "route" if line.line.startswith("leads") else "region"


def drawn_lines(sheet: Sheet) -> list[LinePaths]:
    """The named lines; a line that divides two weathers is drawn along hex sides instead, with the weather."""
    return [line for line in sheet.file.lines if not line.line.startswith("weather")]


def draw_lines(sheet: Sheet) -> str:
    """Named lines: the leads, a meridian that a rule speaks of."""
    parts = [
        element(
            "path",
            d="".join(line_path(sheet.points(path)) for path in line.paths),
            fill="none",
            data_line=line.line,
            **zone_style(sheet, line_kind(line)),
        )
        for line in drawn_lines(sheet)
    ]
    return group("lines", parts)


def weather_limits(sheet: Sheet) -> list[Line]:
    """Where one weather ends and another begins; sides that a region's edge already runs along are left to it."""
    drawn = {
        middle(*side)
        for zone in sheet.file.zones
        if zone.kind == "region"
        for line, _ in sheet.inner_outline(zone.outline)
        for side in pairwise(line)
    }
    lines: list[Line] = []
    for region in sheet.file.weather:
        outline = [side for line, _ in sheet.inner_outline(region.outline) for side in pairwise(line)]
        sides = [side for side in outline if middle(*side) not in drawn]
        drawn.update(middle(*side) for side in sides)
        lines += joined(sides)
    return lines


def draw_weather(sheet: Sheet) -> str:
    """The limits of the weather regions."""
    data = "".join(line_path(line) for line in weather_limits(sheet))
    return element("path", id="weather", d=data, fill="none", **zone_style(sheet, "weather"))


def swatch(sheet: Sheet, box: Box, fill: str) -> str:
    """A sample of a colour for the legend."""
    ring = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
    return element(
        "path", d=rings_path([ring]), fill=fill, stroke=sheet.theme.ink, stroke_width=0.6, stroke_opacity=0.6
    )
