"""The margin of a chart: graduated neatline, title, legend and scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from barents.atlas.chart_labels import Box, Label, Style, level
from barents.atlas.chart_layers import full_ice_style, other_edges
from barents.atlas.chart_marks import (
    TICK,
    Sign,
    arrow,
    drawn_lines,
    is_exit,
    line_kind,
    marks,
    sign,
    swatch,
    ticks,
    zone_style,
)
from barents.atlas.chart_sheet import Sheet, element, group, lettering, line_path, number
from barents.atlas.chart_theme import VEIL
from barents.atlas.chart_type import CAP_HEIGHT
from barents.atlas.mapfile import Ticks, read_map

NAUTICAL_MILE_KM = 1.852
BAND = 6.0  # px of the graduated band
NARROWEST_BAR = 9.0
NAMES_APART = 46.0


@dataclass
class Margin:
    """What is drawn in the margin, and the labels in it."""

    parts: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    bottom: float = 0.0

    def text(self, label: Label, colour: str) -> None:
        """Letter something in the margin."""
        self.labels.append(label)
        self.parts.append(lettering(label, colour))


def draw_margin(sheet: Sheet) -> Margin:
    """Neatline, title, legend and scale; `bottom` is how tall the sheet becomes."""
    margin = Margin()
    _neatline(sheet, margin)
    _title(sheet, margin)
    _legend(sheet, margin)
    return margin


# Neatline


def _neatline(sheet: Sheet, margin: Margin) -> None:
    """Two lines with bars between them at even steps of longitude and latitude; degrees named outside."""
    theme, u, f = sheet.theme, sheet.unit, sheet.frame
    outer = f.grown(BAND * u)
    lines = [
        element(
            "rect",
            x=box.left,
            y=box.top,
            width=box.right - box.left,
            height=box.bottom - box.top,
            fill="none",
            stroke=theme.ink,
            stroke_width=u,
        )
        for box in (f, outer)
    ]
    bars: list[str] = []
    for side in ("top", "bottom", "left", "right"):
        level_side = side in ("top", "bottom")
        given: Ticks = getattr(sheet.file.neatline, side)
        start, end = (f.left, f.right) if level_side else (f.top, f.bottom)
        raw = given.lon if level_side else given.lat
        places = sorted((sheet.at(p, 0)[0] if level_side else sheet.at(0, p)[1], degree) for p, degree in raw)
        step = _step([0.5, 1, 2, 5] if level_side else [0.25, 0.5, 1, 2], places, NARROWEST_BAR * u)
        cuts = [(p, d) for p, d in places if (d / step).is_integer()]
        for (a, low), (b, high) in pairwise([(start, None), *cuts, (end, None)]):
            if _is_dark(low, high, step):
                bars.append(_bar(sheet, side, a, b))
        named = _step([1, 2, 5, 10], [(p, d) for p, d in places if float(d).is_integer()], NAMES_APART * u)
        for p, degree in places:
            if (degree / named).is_integer() and start + 20 * u < p < end - 20 * u:
                _degree(sheet, margin, side, p, degree)
    margin.parts.append(group("neatline", [*lines, element("path", d="".join(bars), fill=theme.ink)]))


def _step(steps: list[float], places: list[tuple[float, float]], least: float) -> float:
    """The finest of some steps of degrees whose marks stand far enough apart."""
    for step in steps:
        cuts = [p for p, degree in places if (degree / step).is_integer()]
        gaps = [b - a for a, b in pairwise(cuts)]
        if not gaps or min(gaps) >= least:
            return step
    return steps[-1]


def _is_dark(low: float | None, high: float | None, step: float) -> bool:
    """Every other bar is dark: the one that begins at an even multiple of the step."""
    if low is not None and high is not None:
        return int(min(low, high) // step) % 2 == 0
    if high is not None:
        return int(high // step) % 2 == 1
    return low is not None and int(low // step) % 2 == 0


def _bar(sheet: Sheet, side: str, a: float, b: float) -> str:
    f, band = sheet.frame, BAND * sheet.unit
    box = {
        "top": Box(a, f.top - band, b, f.top),
        "bottom": Box(a, f.bottom, b, f.bottom + band),
        "left": Box(f.left - band, a, f.left, b),
        "right": Box(f.right, a, f.right + band, b),
    }[side]
    ring = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
    return line_path(ring, closed=True)


def _degree(sheet: Sheet, margin: Margin, side: str, p: float, degree: float) -> None:
    u, f = sheet.unit, sheet.frame
    style = Style("text", 13 * u)
    off = (BAND + 7) * u
    up = CAP_HEIGHT * style.size
    if side in ("top", "bottom"):
        text = f"{abs(degree):g}°{'E' if degree > 0 else 'W' if degree < 0 else ''}"
        y = f.top - off if side == "top" else f.bottom + off + up
        margin.text(level(text, "degree", style, p, y), sheet.theme.ink)
        return
    text = f"{degree:g}°N"
    half = style.width(text) / 2
    left = side == "left"
    x = f.left - off if left else f.right + off
    box = Box(x - up, p - half, x, p + half) if left else Box(x, p - half, x + up, p + half)
    turn = -90.0 if left else 90.0
    margin.text(Label(text, "degree", style, x, p, turn, (box,)), sheet.theme.ink)


# Title


def _title(sheet: Sheet, margin: Margin) -> None:
    theme, u, f = sheet.theme, sheet.unit, sheet.frame

    def put(text: str, style: Style, y: float, colour: str, *, right: bool = False) -> None:
        half = style.width(text) / 2
        margin.text(level(text, "title", style, f.right - half if right else f.left + half, y), colour)

    put(sheet.map.title, Style("title", 46 * u), 64 * u, theme.ink)
    put(f"{sheet.map.subtitle}. {_shape(sheet)}.", Style("text", 16 * u), 90 * u, theme.ink2)
    put("BARENTS", Style("title", 20 * u, 3.5 * u), 44 * u, theme.ink, right=True)
    put(f"{sheet.season.label}. {_projection(sheet)}.", Style("text", 15 * u), 68 * u, theme.ink2, right=True)
    put(
        "Coast from Natural Earth, public domain. Ice, zones and areas reconstructed; not for navigation.",
        Style("text", 15 * u),
        90 * u,
        theme.ink3,
        right=True,
    )


def _shape(sheet: Sheet) -> str:
    spec = sheet.map.grid.spec
    first, second = ("column", "row") if spec.id == "CCRR" else ("row", "column")
    return f"Hexes are numbered by {first}, then {second}"


def _projection(sheet: Sheet) -> str:
    facts = sheet.projection
    low, high = facts.parallels
    text = f"Lambert conformal conic, {low:g}° and {high:g}° N"
    if facts.ties:
        return f"{text}, bent through {facts.ties} known hexes"
    return f"{text}, turned {abs(facts.turn):g}°" if facts.turn else text


# Legend

Drawing = Callable[[Box], str]


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a sample and its words."""

    text: str
    draw: Drawing


def _legend(sheet: Sheet, margin: Margin) -> None:
    """Columns of samples under the map, then the scale at the right."""
    theme, u, f = sheet.theme, sheet.unit, sheet.frame
    top = f.bottom + 44 * u
    head, words = Style("label", 12 * u, 1.1 * u), Style("text", 14 * u)
    row, wide, gap = 23 * u, 34 * u, 44 * u
    columns = [(title, entries) for title, entries in _columns(sheet) if entries]
    x, deepest = f.left, 0
    ends: list[tuple[float, float]] = []
    for title, entries in columns:
        half = head.width(title.upper()) / 2
        margin.text(level(title.upper(), "legend", head, x + half, top + 14 * u), theme.ink3)
        widest = 2 * half
        for i, entry in enumerate(entries):
            y = top + 40 * u + i * row
            margin.parts.append(entry.draw(Box(x, y - 13 * u, x + wide, y + 3 * u)))
            half = words.width(entry.text) / 2
            margin.text(level(entry.text, "legend", words, x + wide + 10 * u + half, y), theme.ink)
            widest = max(widest, wide + 10 * u + 2 * half)
        deepest = max(deepest, len(entries))
        ends.append((x + widest, top + 32 * u + len(entries) * row))
        x += widest + gap
    # The scale stands at the right, below whatever columns reach that far.
    start = max([top, *(bottom for right, bottom in ends if right > f.right - 5 * sheet.hex - gap)])
    _scale(sheet, margin, start)
    margin.bottom = max(top + 40 * u + deepest * row, start + 56 * u) + 26 * u


def _columns(sheet: Sheet) -> Iterator[tuple[str, list[Entry]]]:
    yield "Water, land, ice", list(_grounds(sheet))
    yield "Places", list(_places(sheet))
    yield "Zones and lines", list(_zones(sheet))
    yield "Hexes", list(_hexes(sheet))


def _grounds(sheet: Sheet) -> Iterator[Entry]:
    theme, u = sheet.theme, sheet.unit
    yield Entry("Open sea", lambda box: swatch(sheet, box, theme.sea))
    yield Entry(
        "Near land: a tint, no depths",
        lambda box: (
            swatch(sheet, Box(box.left, box.top, (box.left + box.right) / 2, box.bottom), theme.shelf1)
            + swatch(sheet, Box((box.left + box.right) / 2, box.top, box.right, box.bottom), theme.shelf2)
        ),
    )
    yield Entry("Land", lambda box: swatch(sheet, box, theme.land))
    yield Entry(sheet.season.label, lambda box: swatch(sheet, box, theme.ice) + swatch(sheet, box, "url(#floes)"))
    if other_edges(sheet):
        yield Entry(
            "Edge of the pack in another season",
            lambda box: _sample_line(
                box,
                stroke=theme.iceedge,
                stroke_width=1.2 * u,
                stroke_dasharray=f"{number(7 * u)} {number(4 * u)}",
            ),
        )
    if sheet.map.iceberg_zone(sheet.season.when):
        yield Entry("Growlers and bergs", lambda box: _sample_growlers(sheet, box))
    if sheet.map.of_terrain("full_ice"):
        yield Entry(
            "Full ice beyond, loose ice before",
            lambda box: _sample_line(box, **full_ice_style(sheet)),
        )


def _places(sheet: Sheet) -> Iterator[Entry]:
    words: dict[Sign, str] = {
        "port": "Port",
        "airbase": "Airfield or seaplane base",
        "both": "Port with an air base",
        "exit": "Way off the map",
        "cape": "Cape",
        "town": "Town",
        "position": "Position at sea",
    }
    present = {mark.sign for mark in marks(sheet)}
    for kind, text in words.items():
        if kind in present:
            yield Entry(text, _sample_sign(sheet, kind))


def _sample_sign(sheet: Sheet, kind: Sign) -> Drawing:
    return lambda box: "".join(sign(sheet, kind, (box.left + box.right) / 2, (box.top + box.bottom) / 2))


def _zones(sheet: Sheet) -> Iterator[Entry]:
    """One entry a way of drawing, with the names of all zones drawn so."""
    names: dict[str, list[str]] = {}
    for zone in sheet.file.zones:
        kind: str = "way out" if zone.kind == "entry" and is_exit(zone) else zone.kind
        if kind != "growlers":
            names.setdefault(kind, []).append(zone.name)
    for line in drawn_lines(sheet):
        listed = names.setdefault(line_kind(line), [])
        if line.name not in listed:
            listed.append(line.name)
    words = {
        "limit": "Limit, ticks inwards",
        "patrol": "Patrol area",
        "entry": "Entry hexes",
        "way out": "Exit hexes",
        "row": "Column or row that a rule names",
        "region": "Edge of a region",
        "route": "Inshore route",
        "closed": "Out of play",
    }
    for kind, text in words.items():
        if kind in names:
            only = names[kind][0] if len(names[kind]) == 1 else None
            yield Entry(text if only in (None, text) else f"{text}: {only}", _sample_zone(sheet, kind))
    if sheet.file.weather:
        yield Entry(f"Limit of a weather region{_inner_seas(sheet)}", _sample_zone(sheet, "weather"))


def _inner_seas(sheet: Sheet) -> str:
    """Which seas have the weather of a region whose columns they do not lie in, in brackets."""
    names = {zone.tag: zone.name for zone in sheet.file.zones}
    added = [
        f"{' and '.join(names[tag] for tag in region.zones)}: {region.name}"
        for region in read_map(sheet.map.name).weather
        if region.columns is not None and region.zones
    ]
    return f" ({'; '.join(added)})" if added else ""


def _sample_zone(sheet: Sheet, kind: str) -> Drawing:
    theme, u = sheet.theme, sheet.unit

    def draw(box: Box) -> str:
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        if kind in ("entry", "way out"):
            way = 1.0 if kind == "entry" else -1.0
            return arrow(x, y, way, 0.0, 4.6 * u, theme.ink, 1.5 * u)
        if kind == "closed":
            return swatch(sheet, box, theme.sea) + element(
                "rect",
                x=box.left,
                y=box.top,
                width=box.right - box.left,
                height=box.bottom - box.top,
                fill=theme.paper,
                fill_opacity=VEIL,
            )
        line = [(box.left, y), (x, y), (box.right, y)]
        data = line_path(line)
        if kind == "limit":
            data += "".join(line_path(tick) for tick in ticks(line, True, TICK * u))
        return element("path", d=data, fill="none", **zone_style(sheet, kind))

    return draw


def _hexes(sheet: Sheet) -> Iterator[Entry]:
    theme, u = sheet.theme, sheet.unit
    size = round(9 * u, 1)
    example = next(cell for cell in sheet.numbered if sheet.map.terrain(cell) == "sea")

    def sample(colour: str, opacity: float) -> Drawing:
        def draw(box: Box) -> str:
            label = level(example, "sample", Style("text", size), (box.left + box.right) / 2, box.bottom - 4 * u)
            return lettering(label, colour, fill_opacity=opacity)

        return draw

    yield Entry("Numbered: open to ships, ice apart", sample(theme.ink, 0.7))
    if any(sheet.map.terrain(cell) == "land" for cell in sheet.numbered):
        yield Entry("Land with a base or town", sample(theme.landink, 0.9))
    if sheet.map.land_sides:
        yield Entry(
            "No passage across this side",
            lambda box: _sample_line(
                Box(box.left + 8 * u, box.top, box.right - 8 * u, box.bottom),
                stroke=theme.ink,
                stroke_width=3 * u,
                stroke_linecap="round",
            ),
        )
    if sheet.isolated:
        yield Entry(
            "Base hex off the board",
            lambda box: _sample_line(box, stroke=theme.ink, stroke_width=0.8 * u, stroke_dasharray="4 3"),
        )


def _sample_line(box: Box, **style: object) -> str:
    y = (box.top + box.bottom) / 2
    return element("path", d=line_path([(box.left, y), (box.right, y)]), fill="none", **style)


def _sample_growlers(sheet: Sheet, box: Box) -> str:
    u = sheet.unit
    y = (box.top + box.bottom) / 2
    half = 2.6 * u
    tips = "".join(
        line_path([(x, y - half), (x + half * 1.1, y + half), (x - half * 1.1, y + half)], closed=True)
        for x in (box.left + 6 * u, (box.left + box.right) / 2, box.right - 6 * u)
    )
    return element("path", d=tips, fill="none", stroke=sheet.theme.berg, stroke_width=0.9 * u)


def _scale(sheet: Sheet, margin: Margin, top: float) -> None:
    """A bar five hexes long at the right end of the legend."""
    theme, u, f = sheet.theme, sheet.unit, sheet.frame
    miles = sheet.map.spacing_km / NAUTICAL_MILE_KM
    in_miles = abs(miles - round(miles)) < 0.01
    each, name = (round(miles), "nautical miles") if in_miles else (round(sheet.map.spacing_km), "kilometres")
    bent = sheet.projection.ties > 0
    left, right = f.right - 5 * sheet.hex, f.right
    y = top + 26 * u
    bars = []
    for i in range(5):
        a, b = left + i * sheet.hex, left + (i + 1) * sheet.hex
        bars.append(
            element(
                "rect",
                x=a,
                y=y,
                width=b - a,
                height=7 * u,
                fill=theme.ink if i % 2 == 0 else theme.paper,
                stroke=theme.ink,
                stroke_width=u,
            )
        )
    style = Style("text", 13 * u)
    for i in range(6):
        text = str(i * each)
        shift = {0: style.width(text) / 2, 5: -style.width(text) / 2}.get(i, 0.0)
        margin.text(level(text, "scale", style, left + i * sheet.hex + shift, y - 7 * u), theme.ink)
    words = f"One hex, about {each} {name} in the middle of the map" if bent else f"One hex, {each} {name}"
    half = style.width(words) / 2
    margin.text(level(words, "scale", style, right - half, y + 26 * u), theme.ink2)
    margin.parts.append(group("scale", bars))
