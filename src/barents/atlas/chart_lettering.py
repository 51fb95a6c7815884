"""The lettering of the map itself: seas, places, zones, ice, and a number in every hex that ships can enter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import hypot

from barents.atlas.chart_labels import (
    Box,
    Label,
    Mask,
    Placer,
    Spot,
    Style,
    Table,
    along,
    around,
    beside,
    level,
    near,
    resampled,
)
from barents.atlas.chart_layers import full_ice_lines, land_side_bars, other_edges
from barents.atlas.chart_marks import (
    TICK,
    Mark,
    drawn_lines,
    entry_arrows,
    line_kind,
    marks,
    ticks,
    weather_limits,
)
from barents.atlas.chart_sheet import Line, Sheet, element, group, lettering, line_path, number
from barents.atlas.chart_type import CAP_HEIGHT
from barents.atlas.mapfile import Label as AreaName

CROSSING = 0.3  # cost of each bit of a line under a name …
CUTTING = 50.0  # … and under that of a sea or country: more than any distance
CLEAR = 0.45  # how far lines keep off the name of a sea or country, in parts of its size
ASTRAY = 4.0  # cost of a place's name that stands nearer to another place
GROWLERS = 1.5  # cost of each hex of growlers under a name
BESIDE_ITS_LAND = 9.0
ASHORE = 40.0
OFF_THE_BOARD = 5.0


class NoRoomError(RuntimeError):
    """A name that must be on the chart finds no place: the data asks for too much."""


@dataclass(frozen=True)
class Lettered:
    """All lettering of the map in its place, and the marks that it stands by."""

    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]
    numbers: tuple[tuple[str, Label], ...]
    leaders: tuple[tuple[float, float, float, float], ...]
    placer: Placer


def letter(sheet: Sheet) -> Lettered:
    """Find a place for everything that is lettered, the least movable first."""
    return _Letterer(sheet).run()


class _Letterer:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.unit = sheet.unit
        self.placer = Placer(sheet.frame, sheet.land)
        self.marks = marks(sheet)
        self.leaders: list[tuple[float, float, float, float]] = []

    def run(self) -> Lettered:
        self._obstacles()
        self._seas()
        self._places()
        self._weather()
        self._zones()
        self._lines()
        self._ice()
        self._countries()
        labels = tuple(self.placer.labels)
        self._ticks()
        numbers = tuple(self._numbers())
        return Lettered(tuple(self.marks), labels, numbers, tuple(self.leaders), self.placer)

    def _obstacles(self) -> None:
        """What lettering must not or should not cover."""
        sheet, placer = self.sheet, self.placer
        for mark in self.marks:
            if mark.sign == "island":  # its number may stand on it
                placer.discourage(mark.box, 4.0)
            else:
                placer.block(mark.box)
        for zone in sheet.file.zones:
            if zone.kind == "entry":
                for arrow in entry_arrows(sheet, zone):
                    placer.block(around(arrow.x, arrow.y, 6 * self.unit))
            elif zone.kind not in ("growlers", "closed"):
                for line, _ in sheet.inner_outline(zone.outline):
                    placer.discourage_line(line, 3.0)
        for path in sheet.season.edge:
            placer.discourage_line(sheet.points(path), 1.0)
        for _, paths in other_edges(sheet):
            for path in paths:
                placer.discourage_line(sheet.points(path), 0.7)
        for named in drawn_lines(sheet):
            for path in named.paths:
                placer.discourage_line(sheet.points(path), 0.8)
        for line in weather_limits(sheet):
            placer.discourage_line(line, 2.0)
        for bar in land_side_bars(sheet):
            placer.draw_line(bar)
            for x, y in resampled(bar, 3.0):
                placer.block(around(x, y, 2 * self.unit))
        for line, _ in full_ice_lines(sheet):
            placer.draw_line(line)
        for ring in sheet.rings(sheet.file.outline):
            placer.discourage_line([*ring, ring[0]], 10.0)
        for ring in sheet.rings(sheet.file.land):
            placer.draw_line([*ring, ring[0]])
        for cell in sheet.numbered:
            placer.discourage(self._number_at(cell, 0, 0).boxes[0], 0.9)
        for cell in sheet.map.iceberg_zone(sheet.season.when):
            placer.discourage(around(*sheet.centre(cell), 0.4 * sheet.hex), GROWLERS)

    def _put(
        self,
        text: str,
        spots: Iterable[Spot],
        mixed_ground: float = 6.0,
        crossing: float = CROSSING,
        clear: float = 0.0,
    ) -> Label:
        """Put a name into its best spot that leaves every hex under it room for a number."""
        spot = self.placer.best(spots, mixed_ground, crossing, clear, self._leaves_room)
        if spot is None:
            raise NoRoomError(f"the chart of {self.sheet.map.name} has no room for the name {text!r}")
        return self.placer.put(spot.label())

    def _leaves_room(self, label: Label) -> bool:
        """Whether the hexes under a label can still be numbered."""
        cells = dict.fromkeys(cell for box in label.boxes for _, cell in self._hexes.hits(box))
        for cell in cells:
            numbers = (box.grown(0.5) for _, _, box in self._number_boxes(str(cell)))
            if not any(
                self.placer.taken.is_free(number) and not any(number.overlaps(box) for box in label.boxes)
                for number in numbers
            ):
                return False
        return True

    @cached_property
    def _hexes(self) -> Table:
        """The numbered hexes by where they are."""
        table = Table()
        for cell in self.sheet.numbered:
            corners = self.sheet.corners(cell)
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            table.add(Box(min(xs), min(ys), max(xs), max(ys)), cell)
        return table

    def _ticks(self) -> None:
        """The ticks of limits, which numbers keep clear of."""
        for zone in self.sheet.file.zones:
            if zone.kind == "limit":
                for line, right in self.sheet.inner_outline(zone.outline):
                    for _, (x, y) in ticks(line, right, TICK * self.unit):
                        box = around(x, y, self.unit)
                        if self.placer.taken.is_free(box):
                            self.placer.block(box)

    # Names

    def _seas(self) -> None:
        sizes = {"sea": (31, 26, 21), "water": (17, 15, 13)}
        for name in self.sheet.file.labels:
            if name.kind != "land":
                self._area(name, [Style("water", z * self.unit, z * 0.24 * self.unit) for z in sizes[name.kind]])

    def _countries(self) -> None:
        """Names of countries and large islands: on their land, or beside it where it is too narrow for them."""
        for name in self.sheet.file.labels:
            if name.kind == "land":
                sizes = ((17, 3.7), (14, 2.8), (12, 1.6))
                self._area(name, [Style("title", size * self.unit, gap * self.unit) for size, gap in sizes])

    def _area(self, name: AreaName, styles: list[Style]) -> None:
        """The name of a sea or country: across no line, on ground of its own kind, on the board if it can be."""
        sheet, u = self.sheet, self.unit
        ashore = BESIDE_ITS_LAND if name.kind == "land" else ASHORE

        def price(x: float, y: float) -> float:
            astray = sheet.land.holds(x, y) != (name.kind == "land")
            return (ashore if astray else 0.0) + (0.0 if sheet.board.holds(x, y) else OFF_THE_BOARD)

        x, y = sheet.at(name.x, name.y)
        spots = [
            *near(name.text, name.kind, styles, x, y, 5 * u, 11, price),
            *near(name.text, name.kind, styles, x, y, 12 * u, 20, price),
        ]
        self._put(name.text, sorted(spots, key=lambda spot: spot.cost), crossing=CUTTING, clear=CLEAR)

    def _places(self) -> None:
        """Place names; those with the closest company choose first."""
        style = Style("label", 13 * self.unit)
        crowded = sorted(self.marks, key=lambda mark: (-len(self._near(mark)), mark.y, mark.x))
        for mark in crowded:
            others = [other.box for other in self._near(mark)]
            spots = []
            for spot in beside(_short(mark.name), "place", style, mark.x, mark.y, mark.reach):
                box = spot.label().boxes[0]
                own = box.gap(mark.box)
                astray = any(box.gap(other) < own + 2 * self.unit for other in others)
                spots.append(replace(spot, cost=spot.cost + ASTRAY) if astray else spot)
            label = self._put(mark.name, spots)
            self._lead(mark, label)

    def _near(self, mark: Mark) -> list[Mark]:
        """The other marks that its name might be taken to belong to."""
        reach = 70 * self.unit
        return [
            other
            for other in self.marks
            if other != mark and abs(other.x - mark.x) < reach and abs(other.y - mark.y) < reach / 2
        ]

    def _lead(self, mark: Mark, label: Label) -> None:
        """A hairline from a mark to a name that had to go further off."""
        box = label.boxes[0]
        x = min(max(mark.x, box.left), box.right)
        y = min(max(mark.y, box.top), box.bottom)
        rx, ry = mark.reach
        far = hypot(x - mark.x, y - mark.y)
        start = min(far, hypot(rx, ry) * 0.75)
        if far - start > 9 * self.unit:
            dx, dy = (x - mark.x) / far, (y - mark.y) / far
            self.leaders.append((mark.x + dx * start, mark.y + dy * start, x - dx, y - dy))

    def _weather(self) -> None:
        """A plate for each weather region, in the region, as near to the foot of the map as may be."""
        u, sheet = self.unit, self.sheet
        style = Style("label", 13 * u)
        foot = max(y for ring in sheet.rings(sheet.file.outline) for _, y in ring)
        for region in sheet.file.weather:
            rings = sheet.rings(region.outline)
            inside = Mask(rings)
            xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
            middle = (min(xs) + max(xs)) / 2
            half = style.width(region.label) / 2
            reach = int((max(xs) - min(xs)) / 2 / (6 * u))
            best: tuple[float, Label] | None = None
            for row in range(int((max(ys) - min(ys)) / (6 * u))):
                y = foot - row * 6 * u
                for column in range(-reach, reach + 1):
                    cost = row * 1.0 + abs(column) * 0.3
                    if best is not None and cost >= best[0]:
                        continue
                    plate = plated(level(region.label, "weather", style, middle + column * 6 * u, y), u)
                    box = plate.boxes[0]
                    if (
                        all(inside.holds(*corner) for corner in box.corners())
                        and inside.holds(box.left + half, box.top)
                        and self.placer.allows(plate)
                        and not self.placer.crossings([box.grown(2 * u)])
                        and self._leaves_room(plate)
                    ):
                        best = cost, plate
            if best is None:
                raise NoRoomError(f"the chart of {sheet.map.name} has no room for the name {region.label!r}")
            self.placer.put(best[1])

    def _zones(self) -> None:
        style = Style("label", 12 * self.unit)
        named = {label.text for label in self.placer.labels}
        for zone in self.sheet.file.zones:
            if zone.kind != "growlers" and zone.name not in named:  # a sea that is a zone has its name
                lines = self.sheet.inner_outline(zone.outline)
                spots = self._by_outline(zone.name, f"zone-{zone.kind}", lines, style)
                self._put(zone.name, spots)
        if solid := full_ice_lines(self.sheet):
            self._put("Full ice", self._by_outline("Full ice", "ice", solid, style))

    def _by_outline(self, name: str, kind: str, lines: list[tuple[Line, bool]], style: Style) -> Iterator[Spot]:
        """Places just inside an outline, or just outside where there is no room."""
        u = self.unit
        half, up = style.width(name) / 2, CAP_HEIGHT * style.size
        longest = sum(len(line) for line, _ in lines)
        count = 0
        for line, right in lines:
            for (x1, y1), (x2, y2) in pairwise(line):
                count += 1
                far = hypot(x2 - x1, y2 - y1) or 1.0
                turn = 1.0 if right else -1.0
                nx, ny = -turn * (y2 - y1) / far, turn * (x2 - x1) / far
                mx, my = (x1 + x2) / 2, (y1 + y2) / 2
                middling = abs(count / longest - 0.5)
                for inside, price in ((1.0, 0.0), (-1.0, 2.5)):
                    for gap in (9 * u, 14 * u, 20 * u, 28 * u):
                        for lean in (-1.0, 0.0, 1.0):
                            x = mx + inside * nx * gap + lean * half
                            y = my + inside * ny * gap + up / 2
                            yield Spot(name, kind, style, x, y, price + middling + gap * 0.05)

    def _lines(self) -> None:
        style = Style("label", 12 * self.unit, 0.5 * self.unit)
        done: set[str] = set()
        for named in drawn_lines(self.sheet):
            if named.name in done:
                continue
            done.add(named.name)
            kind = f"zone-{line_kind(named)}"
            paths = [p for other in self.sheet.file.lines if other.name == named.name for p in other.paths]
            spots = [
                spot
                for path in paths
                for side in (6 * self.unit, -6 * self.unit)
                for spot in along(named.name, kind, style, self.sheet.points(path), side)
            ]
            self._put(named.name, spots)

    def _ice(self) -> None:
        u, sheet = self.unit, self.sheet
        self._along_edge(sheet.season.label.upper(), "ice", Style("text", 13 * u, 3.2 * u), sheet.season.edge, True)
        labels = {ice.when: ice.label for ice in sheet.file.ice}
        for when, paths in other_edges(sheet):
            text = labels[when].replace("Pack ice", "Ice edge")
            self._along_edge(text, "ice", Style("text", 12 * u, 0.8 * u), paths, False)

    def _along_edge(
        self, text: str, kind: str, style: Style, paths: tuple[tuple[float, ...], ...], inside: bool
    ) -> None:
        """A name along an ice edge, on the side of the pack if it is the pack's own name."""
        spots = []
        for path in paths:
            for gap in (9.0, 16.0, 24.0, 34.0):
                for side in (gap * self.unit, -gap * self.unit):
                    for spot in along(text, kind, style, self.sheet.points(path), side):
                        outside = inside and not self.sheet.is_pack(spot.x, spot.y)
                        spots.append(replace(spot, cost=spot.cost + gap * 0.1 + (40.0 if outside else 0.0)))
        self._put(text, spots, mixed_ground=40.0)

    # Numbers

    def _number_at(self, cell: str, dx: float, dy: float) -> Label:
        """The number of a hex, off its usual place at the top by parts of a hex."""
        sheet = self.sheet
        x, y = sheet.centre(cell)
        size = 8 * self.unit
        top = sheet.hex * (0.5 if sheet.map.grid.spec.orientation == "flat" else 0.4)
        baseline = y - top + 5 * self.unit + CAP_HEIGHT * size
        return level(cell, "number", Style("text", size), x + dx * sheet.hex, baseline + dy * sheet.hex)

    @cached_property
    def _number_places(self) -> list[tuple[float, float]]:
        """Offsets of a number from its usual place that keep it inside its hex, nearest first, the bottom early on."""
        sheet = self.sheet
        cell = sheet.map.cells[0]
        inside = Mask([sheet.corners(cell)], 1.0)
        steps = [(i * 0.025, j * 0.025) for i in range(-14, 15) for j in range(-4, 36)]
        fitting = []
        for dx, dy in steps:
            box = self._number_at(cell, dx, dy).boxes[0]
            corners = [(box.left, box.top), (box.right, box.top), (box.left, box.bottom), (box.right, box.bottom)]
            if all(inside.holds(*corner) for corner in corners):
                fitting.append((dx, dy))
        bottom = 0.0, max(dy for dx, dy in fitting if dx == 0)
        return sorted(fitting, key=lambda d: (0.3 if d == bottom else hypot(*d), d))

    def _number_boxes(self, cell: str) -> Iterator[tuple[float, float, Box]]:
        """The places of a hex's number, best first: the offset and the box."""
        usual = self._number_at(cell, 0, 0).boxes[0]
        for dx, dy in self._number_places:
            x, y = dx * self.sheet.hex, dy * self.sheet.hex
            yield dx, dy, Box(usual.left + x, usual.top + y, usual.right + x, usual.bottom + y)

    def _numbers(self) -> Iterator[tuple[str, Label]]:
        """A number for each hex, off its usual place where a name, a mark, a coast or a drawn line is in the way."""
        for cell in self.sheet.numbered:
            least, found = float("inf"), None
            for dx, dy, box in self._number_boxes(cell):
                if self.placer.taken.is_free(box.grown(0.5)) and (cut := self.placer.crossings([box])) < least:
                    least, found = cut, self._number_at(cell, dx, dy)
                if least == 0:
                    break
            if found is None:
                raise NoRoomError(f"the chart of {self.sheet.map.name} has no room for the number of hex {cell}")
            self.placer.block(found.boxes[0])
            yield cell, found


def plated(label: Label, unit: float) -> Label:
    """A label with a plate round it."""
    box = label.boxes[0]
    plate = Box(box.left - 7 * unit, box.top - 5 * unit, box.right + 7 * unit, box.bottom + 5 * unit)
    return replace(label, boxes=(plate,))


def plate(sheet: Sheet, box: Box) -> str:
    """The plate under the name of a weather region."""
    return element(
        "rect",
        x=box.left,
        y=box.top,
        width=box.right - box.left,
        height=box.bottom - box.top,
        rx=3 * sheet.unit,
        fill=sheet.theme.panel,
        stroke=sheet.theme.ink2,
        stroke_width=0.9 * sheet.unit,
    )


def _short(name: str) -> str:
    """A place's name as lettered: what stands in brackets stays, what its sign already says goes."""
    return name.removesuffix(" seaplanes").removesuffix(" (Soviet)")


def draw_numbers(sheet: Sheet, lettered: Lettered) -> str:
    """The numbers of the hexes; those on land in the colour of land lettering."""
    parts: dict[bool, list[str]] = {False: [], True: []}
    for cell, label in lettered.numbers:
        is_land = sheet.map.terrain(cell) in ("land", "offmap")
        parts[is_land].append(element("text", cell, x=number(label.x), y=number(label.y)))
    size = round(8 * sheet.unit, 1)
    return group(
        "numbers",
        [
            element("g", "".join(parts[False]), fill=sheet.theme.ink, fill_opacity=0.46),
            element("g", "".join(parts[True]), fill=sheet.theme.landink, fill_opacity=0.75),
        ],
        class_="f-text",
        font_size=size,
        text_anchor="middle",
    )


def draw_labels(sheet: Sheet, lettered: Lettered) -> str:
    """Names, with halos in the colour of their ground, and the leaders of those that stand off."""
    theme = sheet.theme
    colours = {
        "place": theme.landink,
        "land": theme.landink,
        "sea": theme.iceedge,
        "water": theme.iceedge,
        "ice": theme.iceedge,
        "zone-patrol": theme.ink,
        "zone-entry": theme.ink,
        "zone-route": theme.ink,
        "zone-closed": theme.ink3,
        "weather": theme.ink,
    }
    parts = [
        element("path", d=line_path([(x1, y1), (x2, y2)]), stroke=theme.landink, stroke_width=0.8 * sheet.unit)
        for x1, y1, x2, y2 in lettered.leaders
    ]
    for label in lettered.labels:
        if label.kind == "weather":
            parts.append(plate(sheet, label.boxes[0]))
        large = label.kind in ("sea", "water", "land")
        parts.append(
            lettering(
                label,
                colours.get(label.kind, theme.limit),
                halo=None if large or label.kind == "weather" else sheet.ground(*label.middle),
                fill_opacity=0.75 if large else None,
            )
        )
    return group("names", parts)
