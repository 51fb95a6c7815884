"""The sheet that a chart is drawn on: from board units to pixels, sizes, the season shown, and SVG paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

from barents.atlas.cells import Cells
from barents.atlas.chart_labels import Box, Label, Mask, Point, Style
from barents.atlas.chart_theme import THEMES, Theme, ThemeName, veiled
from barents.atlas.chart_type import FACES
from barents.atlas.map import Map, UnknownSeasonError
from barents.atlas.mapfile import IcePaths, Path, Polygon, ProjectionFacts, read_map

WIDE = 2600.0  # px that a board is drawn across, unless its hexes would become too large
LARGEST_HEX = 84.0
READING_HEX = 40.0  # px between hexes at which lettering has the size that the style gives

Line = list[Point]


class Sheet:
    """One map, theme and season, with everything that the layers need to know about it."""

    def __init__(self, map: Map, theme: ThemeName, season: str | int | None) -> None:
        if theme not in THEMES:
            raise ValueError(f"there is no theme {theme!r}; the themes are {', '.join(THEMES)}")
        self.map = map
        self.theme: Theme = THEMES[theme]
        self.file = map.chart
        self.season: IcePaths = self._season(season)
        left, top, right, bottom = self.file.frame
        self.hex = min(LARGEST_HEX, WIDE / (right - left))
        self.unit = min(1.5, max(1.0, self.hex / READING_HEX))
        self._board = (left, top)
        margin = 58 * self.unit
        self.header = 132 * self.unit
        self.frame = Box(
            margin, self.header, margin + (right - left) * self.hex, self.header + (bottom - top) * self.hex
        )
        self.width = round(self.frame.right + margin)

    def _season(self, season: str | int | None) -> IcePaths:
        """The ice that is shown: that of the season asked for, else the season of most ice."""
        seasons = {ice.when: ice for ice in self.file.ice}
        if season is None:
            season = max(seasons, key=lambda when: len(self.map.ice(when)))
        if str(season) not in seasons:
            known = ", ".join(seasons)
            raise UnknownSeasonError(f"{self.map.name} knows no ice of {season!r}, only of {known}")
        return seasons[str(season)]

    @cached_property
    def projection(self) -> ProjectionFacts:
        """How the globe was laid on the board."""
        return read_map(self.map.name).projection

    # Points

    def at(self, x: float, y: float) -> Point:
        """Pixels of a point of the board."""
        return (
            self.frame.left + (x - self._board[0]) * self.hex,
            self.frame.top + (y - self._board[1]) * self.hex,
        )

    def points(self, path: Path) -> Line:
        """Pixels of a path of the board."""
        return [self.at(x, y) for x, y in zip(path[::2], path[1::2], strict=True)]

    def rings(self, polygons: Iterable[Polygon]) -> list[Line]:
        """Pixels of all rings of some polygons."""
        return [self.points(ring) for polygon in polygons for ring in polygon]

    def centre(self, cell: str) -> Point:
        """The middle of a hex."""
        return self.at(*self.map.grid.centre(cell))

    def corners(self, cell: str) -> Line:
        """The corners of a hex."""
        return [self.at(*corner) for corner in self.map.grid.corners(cell)]

    # Ground

    @cached_property
    def land(self) -> Mask:
        """Where land is."""
        return Mask(self.rings(self.file.land))

    @cached_property
    def _grounds(self) -> list[tuple[Mask, str]]:
        theme = self.theme
        return [
            (self.land, theme.land),
            (Mask(self.rings(self.season.pack)), theme.ice),
            (Mask(self.rings(self.file.shelf.near)), theme.shelf2),
            (Mask(self.rings(self.file.shelf.far)), theme.shelf1),
        ]

    def is_pack(self, x: float, y: float) -> bool:
        """Whether pack ice lies here."""
        return self._grounds[1][0].holds(x, y)

    def ground(self, x: float, y: float) -> str:
        """The colour under a point."""
        colour = next((colour for mask, colour in self._grounds if mask.holds(x, y)), self.theme.sea)
        return colour if self.board.holds(x, y) else veiled(colour, self.theme)

    @cached_property
    def board(self) -> Mask:
        """Where the grid is; what lies beyond it is veiled."""
        return Mask(self.rings(self.file.outline))

    @cached_property
    def isolated(self) -> Cells:
        """Hexes that lie off the board."""
        return Cells(self.map.grid.spec.isolated)

    @cached_property
    def numbered(self) -> Cells:
        """Hexes that carry their number: all but plain land, and land where a place is."""
        places = {place.hex for place in self.map.places}
        return Cells(c for c in self.map.cells if self.map.terrain(c) != "land" or c in places)

    @cached_property
    def edge_of_grid(self) -> frozenset[tuple[float, float]]:
        """The middles of the sides at the edge of the grid, by which a zone's outline knows them."""
        return frozenset(middle(a, b) for ring in self.rings(self.file.outline) for a, b in pairwise([*ring, ring[0]]))

    def inner_outline(self, polygons: Iterable[Polygon]) -> list[tuple[Line, bool]]:
        """A zone's outline without the edge of the grid, as lines, with whether its inside lies to the right."""
        lines: list[tuple[Line, bool]] = []
        for polygon in polygons:
            for number, path in enumerate(polygon):
                ring = self.points(path)
                right = (area(ring) > 0) == (number == 0)
                sides = [(a, b) for a, b in pairwise([*ring, ring[0]]) if middle(a, b) not in self.edge_of_grid]
                lines += [(line, right) for line in joined(sides)]
        return lines


def area(ring: Sequence[Point]) -> float:
    """Twice the signed area; positive if the ring runs clockwise, y down."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]]))


def middle(a: Point, b: Point) -> tuple[float, float]:
    """The middle of a side, rounded so that it can be compared."""
    return round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)


def joined(sides: Sequence[tuple[Point, Point]]) -> list[Line]:
    """Sides that follow one another as lines; a line that meets its own start is closed."""
    lines: list[Line] = []
    for a, b in sides:
        if lines and lines[-1][-1] == a:
            lines[-1].append(b)
        else:
            lines.append([a, b])
    if len(lines) > 1 and lines[-1][-1] == lines[0][0]:
        lines[0] = lines.pop() + lines[0][1:]
    return lines


def chained(sides: Sequence[tuple[Point, Point]]) -> list[Line]:
    """Sides in any order as lines, end to start."""

    def key(point: Point) -> tuple[float, float]:
        return round(point[0], 1), round(point[1], 1)

    after = {key(a): (a, b) for a, b in sides}
    ends = {key(b) for _, b in sides}
    starts = [a for a, _ in sides if key(a) not in ends] + [a for a, _ in sides]
    lines: list[Line] = []
    for start in starts:
        if key(start) not in after:
            continue
        line = [start]
        while (side := after.pop(key(line[-1]), None)) is not None:
            line.append(side[1])
        lines.append(line)
    return lines


# SVG


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def line_path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path data of a line or ring."""
    whole = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"M{whole}{'Z' if closed else ''}"


def rings_path(rings: Iterable[Sequence[Point]]) -> str:
    """Path data of several rings."""
    return "".join(line_path(ring, closed=True) for ring in rings)


def element(tag: str, content: str | None = None, /, **attributes: object) -> str:
    """An SVG element; underscores in names become hyphens, a trailing one is dropped, None leaves one out.

    >>> element("circle", class_="port", r=2.5, stroke_width=1)
    '<circle class="port" r="2.5" stroke-width="1"/>'
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}/>" if content is None else f"<{tag}{written}>{content}</{tag}>"


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def group(id: str, parts: Iterable[str], **attributes: object) -> str:
    """A layer."""
    return element("g", "\n" + "\n".join(parts) + "\n", id=id, **attributes)


def lettering(label: Label, colour: str, *, halo: str | None = None, **attributes: object) -> str:
    """A label as an SVG text, with a halo in the colour of its ground if one is given."""
    style: Style = label.style
    x = label.x + style.spacing / 2  # a space follows the last letter too
    turn = f"rotate({label.turn:.1f} {number(label.x)} {number(label.y)})" if label.turn else None
    return element(
        "text",
        escape(label.text),
        x=number(x),
        y=number(label.y),
        class_=f"f-{style.face}",
        font_size=round(style.size, 1),
        letter_spacing=style.spacing or None,
        text_anchor="middle",
        fill=colour,
        stroke=halo,
        stroke_width=round(style.size * 0.23, 1) if halo else None,
        transform=turn,
        **attributes,
    )


def stylesheet() -> str:
    """The classes that lettering uses."""
    faces = "".join(f".f-{name}{{{face.css}}}" for name, face in FACES.items())
    return faces + "text{paint-order:stroke;stroke-linejoin:round}"
