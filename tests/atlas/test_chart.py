"""The charts: everything is on them, nothing overlaps or is cut off, and they come out the same every time."""

import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from itertools import combinations, pairwise
from math import dist
from pathlib import Path

import pytest
from hypothesis import settings

from barents.atlas import chart
from barents.atlas.chart import Chart
from barents.atlas.chart_labels import (
    Box,
    Label,
    Mask,
    Placer,
    Point,
    Spot,
    Style,
    Table,
    around,
    beside,
    level,
    turned,
)
from barents.atlas.chart_lettering import NoRoomError
from barents.atlas.chart_sheet import Sheet, chained
from barents.atlas.chart_theme import THEMES
from barents.atlas.chart_type import FACES
from barents.atlas.map import MAPS, Map, UnknownSeasonError

SVG = "{http://www.w3.org/2000/svg}"

# Each map in each of its seasons. Full ice is no season of its own: it is drawn with July's.
# The map of Operations has twelve that differ by their ice alone: one of each quarter here, all in `make soak`.
EVERY = 1 if settings().max_examples > 1_000 else 3
SHEETS = [
    (name, season)
    for name in MAPS
    for season in Map.load(name).seasons[:: EVERY if name == "operations" else 1]
    if season != "full"
]


@pytest.fixture(scope="module", params=SHEETS, ids=lambda sheet: "-".join(sheet))
def sheet(request: pytest.FixtureRequest) -> Chart:
    name, season = request.param
    return Chart(Map.load(name), season=season)


@pytest.fixture(scope="module")
def document(sheet: Chart) -> ET.Element:
    return ET.fromstring(sheet.svg(embed_fonts=False))


def texts(document: ET.Element) -> set[str]:
    return {element.text or "" for element in document.iter(f"{SVG}text")}


def test_every_hex_is_drawn_and_every_open_one_numbered(sheet: Chart, document: ET.Element) -> None:
    ids = {element.get("id") for element in document.iter(f"{SVG}path")}
    map = sheet.sheet.map
    assert {f"hex-{cell}" for cell in map.cells} <= ids
    numbered = texts(document)
    assert {cell for cell in map.cells if map.terrain(cell) != "land"} <= numbered
    assert {place.hex for place in map.places if place.hex} <= numbered


def test_every_side_of_the_grid_is_drawn_once(sheet: Chart, document: ET.Element) -> None:
    grid = next(group for group in document.iter(f"{SVG}g") if group.get("id") == "grid")
    map = sheet.sheet.map
    board = [cell for cell in map.cells if cell not in sheet.sheet.isolated]
    between = sum(len(map.grid.neighbours(cell)) for cell in board) // 2
    sides = 6 * len(board) - between
    paths = [path.get("d", "") for path in grid.iter(f"{SVG}path")]
    drawn = sum(data.count("M") for data in paths if " " in data and not data.endswith("Z"))
    assert drawn == sides


def test_every_place_is_marked_and_named(sheet: Chart, document: ET.Element) -> None:
    titles = "; ".join(element.text or "" for element in document.iter(f"{SVG}title"))
    for place in sheet.sheet.map.places:
        assert place.name in titles
    for mark in sheet.lettered.marks:
        assert any(text and mark.name.startswith(text) for text in texts(document)), mark.name


def test_every_zone_line_and_sea_is_drawn_and_named(sheet: Chart, document: ET.Element) -> None:
    file = sheet.sheet.file
    tags = {element.get("data-zone") for element in document.iter()}
    names = texts(document)
    for zone in file.zones:
        if zone.kind != "growlers":
            assert zone.tag in tags
            assert zone.name in names
    lines = {element.get("data-line") for element in document.iter()}
    drawn = [line for line in file.lines if line.line != "weather_line"]  # its weathers are drawn instead
    assert {line.line for line in drawn} <= lines
    assert {line.name for line in drawn} <= names
    assert {label.text for label in file.labels} <= names
    assert sheet.sheet.season.label.upper() in names


def test_growlers_drift_where_the_season_says(sheet: Chart, document: ET.Element) -> None:
    growlers = next(path for path in document.iter(f"{SVG}path") if path.get("id") == "growlers").get("d", "")
    zone = sheet.sheet.map.iceberg_zone(sheet.sheet.season.when)
    triangles = growlers.count("Z")
    assert (triangles > 3 * len(zone)) if zone else triangles == 0


def all_labels(sheet: Chart) -> list[Label]:
    lettered = sheet.lettered
    return [*lettered.labels, *(label for _, label in lettered.numbers), *sheet.margin.labels]


def test_no_two_labels_overlap(sheet: Chart) -> None:
    table = Table()
    for label in all_labels(sheet):
        for box in label.boxes:
            for _, other in table.hits(box):
                assert other is label, f"{label.text} lies on {other}"
        for box in label.boxes:
            table.add(box, label)


def test_both_themes_are_lettered_alike(sheet: Chart) -> None:
    """So whatever is measured on a sheet by day holds by night."""
    night = Chart(sheet.sheet.map, theme="night", season=sheet.sheet.season.when)
    assert all_labels(night) == all_labels(sheet)
    assert night.lettered.marks == sheet.lettered.marks
    assert night.lettered.leaders == sheet.lettered.leaders
    assert night.size == sheet.size


def crosses(box: Box, a: Point, b: Point) -> bool:
    """Whether a straight line from a to b meets a box: it is cut down side by side until nothing is left."""
    start, end = 0.0, 1.0
    for at, way, low, high in (
        (a[0], b[0] - a[0], box.left, box.right),
        (a[1], b[1] - a[1], box.top, box.bottom),
    ):
        if way == 0:
            if not low < at < high:
                return False
            continue
        first, last = sorted(((low - at) / way, (high - at) / way))
        start, end = max(start, first), min(end, last)
    return start < end


def drawn_sides(document: ET.Element, *ids: str) -> list[tuple[Point, Point]]:
    """The straight pieces of every path in some layers, read from the picture itself."""
    sides: list[tuple[Point, Point]] = []
    for layer in document.iter():
        if layer.get("id") in ids:
            for path in layer.iter(f"{SVG}path"):
                for piece in path.get("d", "").split("M")[1:]:
                    points = [(float(x), float(y)) for x, y in (at.split(",") for at in piece.rstrip("Z").split(" "))]
                    sides += pairwise([*points, points[0]] if piece.endswith("Z") else points)
    return sides


def test_no_line_or_coast_cuts_the_name_of_a_sea_country_zone_or_region(sheet: Chart, document: ET.Element) -> None:
    lines = drawn_sides(
        document, "land-shape", "ice-edges", "zones", "lines", "weather", "edge-of-grid", "full-ice", "land-sides"
    )
    named = [label for label in sheet.lettered.labels if label.kind not in ("place", "ice")]
    file = sheet.sheet.file
    assert {label.text for label in named} >= {given.text for given in file.labels} | {w.label for w in file.weather}
    for label in named:
        for box in label.boxes:
            assert not any(crosses(box, a, b) for a, b in lines), f"{label.text} is cut"


def test_a_sea_is_named_on_water(sheet: Chart) -> None:
    for label in sheet.lettered.labels:
        if label.kind in ("sea", "water"):
            assert sheet.sheet.land.share(label.boxes[0]) == 0, label.text


def test_leaders_run_clear_of_lettering_and_marks(sheet: Chart) -> None:
    for x1, y1, x2, y2 in sheet.lettered.leaders:
        struck = [label.text for label in all_labels(sheet) for box in label.boxes if crosses(box, (x1, y1), (x2, y2))]
        assert struck == []
        assert sum(crosses(mark.box, (x1, y1), (x2, y2)) for mark in sheet.lettered.marks) <= 1


def test_each_weather_region_has_its_limit_and_one_plate_inside_it(sheet: Chart, document: ET.Element) -> None:
    map, regions = sheet.sheet.map, sheet.sheet.file.weather
    plates = [label for label in sheet.lettered.labels if label.kind == "weather"]
    assert [plate.text for plate in plates] == [region.label for region in regions]
    for plate, region in zip(plates, regions, strict=True):
        inside = Mask(sheet.sheet.rings(region.outline), 1.0)
        assert all(inside.holds(*corner) for corner in plate.boxes[0].corners())
    # Every side between two weathers is drawn, by the limit or by the edge of an inner sea, and nothing else is.
    between = [
        (corners[i], corners[(i + 1) % 6])
        for cell in map.cells
        for corners in [sheet.sheet.corners(cell)]
        for i, way in enumerate(map.grid.directions())
        if (other := map.grid.neighbour(cell, way)) and map.weather_zone(cell) != map.weather_zone(other)
    ]
    limits, edges = drawn_sides(document, "weather"), drawn_sides(document, "zones")
    assert len(limits) == len({frozenset(side) for side in limits})  # twice, and dots would fill the gaps
    assert lie_on(limits, between)
    assert lie_on(between, [*limits, *edges])
    assert bool(limits) == bool(regions)


def lie_on(sides: list[tuple[Point, Point]], others: list[tuple[Point, Point]]) -> bool:
    """Whether each side is one of the others, to a pixel."""
    table = Table()
    for (x1, y1), (x2, y2) in others:
        table.add(around((x1 + x2) / 2, (y1 + y2) / 2, 1.0))
    return not any(table.is_free(around((x1 + x2) / 2, (y1 + y2) / 2, 0.1)) for (x1, y1), (x2, y2) in sides)


def test_no_label_lies_on_a_mark_and_no_two_marks_touch(sheet: Chart) -> None:
    marks = [mark for mark in sheet.lettered.marks if mark.sign != "island"]
    for one, other in combinations(marks, 2):
        assert not one.box.overlaps(other.box), f"{one.name} touches {other.name}"
    for label in [*sheet.lettered.labels, *(label for _, label in sheet.lettered.numbers)]:
        for mark in marks:
            assert not any(mark.box.overlaps(box) for box in label.boxes), f"{label.text} lies on {mark.name}"


def test_nothing_is_cut_off(sheet: Chart) -> None:
    frame = sheet.sheet.frame
    for label in [*sheet.lettered.labels, *(label for _, label in sheet.lettered.numbers)]:
        assert all(box.within(frame) for box in label.boxes), f"{label.text} leaves the frame"
    for mark in sheet.lettered.marks:
        if mark.sign != "island":
            assert mark.box.within(frame)
    width, height = sheet.size
    page = Box(0, 0, width, height)
    for label in sheet.margin.labels:
        assert all(box.within(page) for box in label.boxes), f"{label.text} leaves the sheet"
        assert not any(box.overlaps(frame) for box in label.boxes), f"{label.text} reaches into the map"


def test_a_number_stands_in_its_own_hex(sheet: Chart) -> None:
    for cell, label in sheet.lettered.numbers:
        hexagon = Mask([sheet.sheet.corners(cell)], 0.5)
        assert hexagon.holds(*label.middle), cell


def test_names_stand_near_what_they_name(sheet: Chart) -> None:
    for mark in sheet.lettered.marks:
        labels = [
            label for label in sheet.lettered.labels if label.kind == "place" and mark.name.startswith(label.text)
        ]
        reach = 60 * sheet.sheet.unit
        assert any(label.boxes[0].grown(reach).overlaps(mark.box) for label in labels), mark.name


def test_seas_and_countries_are_named_where_they_are(sheet: Chart) -> None:
    farthest = {"sea": 150, "water": 60, "land": 60}  # px from where the map's file puts the name
    at = {label.text: sheet.sheet.at(label.x, label.y) for label in sheet.sheet.file.labels}
    for label in sheet.lettered.labels:
        if label.kind in farthest:
            assert dist((label.x, label.y), at[label.text]) < farthest[label.kind] * sheet.sheet.unit, label.text


def test_the_same_charts_come_out_of_every_process() -> None:
    code = """
import hashlib
from barents.atlas import chart
from barents.atlas.map import MAPS, Map
for name in MAPS:
    print(name, hashlib.sha256(chart.svg(Map.load(name), embed_fonts=False).encode()).hexdigest())
"""
    source = str(Path(chart.__file__).parents[2])
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert [line.split()[0] for line in outputs[0].splitlines()] == list(MAPS)


def test_the_season_of_most_ice_is_shown_unless_another_is_asked_for() -> None:
    map = Map.load("north-cape")
    assert Chart(map).sheet.season.when == "winter"
    with pytest.raises(UnknownSeasonError, match="only of winter, summer"):
        chart.svg(map, season="autumn")
    with pytest.raises(ValueError, match="the themes are day, night"):
        chart.svg(map, theme="dusk")  # type: ignore[arg-type]  # the mistake is the point


def test_both_themes_use_their_own_colours_only() -> None:
    map = Map.load("nordkapp")
    pictures = {theme: chart.svg(map, theme=theme, embed_fonts=False) for theme in THEMES}
    for theme, tokens in THEMES.items():
        assert tokens.sea in pictures[theme]
        for other, picture in pictures.items():
            assert other == theme or tokens.land not in picture


def test_fonts_travel_inside_the_file_and_are_named_with_fallbacks() -> None:
    picture = chart.svg(Map.load("nordkapp"))
    assert picture.count("@font-face") == len(FACES)
    assert "'Sofia Sans Condensed','Barlow Condensed'" in picture
    assert "@font-face" not in chart.svg(Map.load("nordkapp"), embed_fonts=False)


def test_png_has_the_size_asked_for_and_shows_ink() -> None:
    sheet = Chart(Map.load("nordkapp"))
    wide, high = sheet.size
    data = chart.png(sheet.svg(embed_fonts=False), 495)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack_from(">II", data, 16)
    assert (width, height) == (495, round(495 * high / wide))
    pixels, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] == b"IDAT":
            pixels += data[at + 8 : at + 8 + length]
        at += length + 12
    assert len(zlib.decompress(pixels)) == height * (1 + 4 * width)


def test_png_draws_its_lettering_from_the_fonts_at_hand() -> None:
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20">{}</svg>'
    face = FACES["label"]
    text = f'<text x="2" y="15" font-size="14" style="{face.css}">Vardø</text>'
    assert chart.png(blank.format(text)) != chart.png(blank.format(""))


def test_measured_widths_are_those_of_the_font() -> None:
    # Advances of Sofia Sans Condensed Bold in thousandths: V 490, a 409, r 309, d 436, ø 436.
    face = FACES["label"]
    assert face.width("Vardø", 1000) == pytest.approx(490 + 409 + 309 + 436 + 436)
    assert face.width("ab", 10, spacing=3) == pytest.approx(face.width("ab", 10) + 3)
    up, down = face.extent("Å", 100)
    assert up > face.extent("A", 100)[0]
    assert down == 0


def test_a_label_moves_aside_for_what_is_there() -> None:
    placer = Placer(Box(0, 0, 400, 200), Mask([]))
    style = Style("label", 13)
    first = placer.best(beside("Kirkenes", "place", style, 200, 100, (6, 6)))
    assert first is not None
    assert first.x > 200
    placer.block(Box(207, 90, 260, 110))
    second = placer.best(beside("Kirkenes", "place", style, 200, 100, (6, 6)))
    assert second is not None
    assert not any(box.overlaps(Box(207, 90, 260, 110)) for box in second.label().boxes)
    placer.block(Box(0, 0, 400, 200))
    assert placer.best(beside("Kirkenes", "place", style, 200, 100, (6, 6))) is None


def test_a_turned_label_keeps_its_letters_apart() -> None:
    label = turned("PACK ICE", "ice", Style("text", 12, 3), 100, 100, 0.5)
    assert len(label.boxes) == 8
    assert label.boxes[0].left < label.boxes[-1].left
    assert label.boxes[0].top < label.boxes[-1].top


def test_a_widely_spaced_label_leaves_no_gap_for_a_line() -> None:
    flat = level("Sea", "sea", Style("water", 30, 8), 100, 100)
    assert len(flat.boxes) == 1
    placer = Placer(Box(0, 0, 400, 200), Mask([]))
    placer.draw_line([(90, 0), (90, 200)])
    assert placer.crossings(flat.boxes) > 3
    spots = [Spot("Sea", "sea", flat.style, x, 100, 0.0) for x in (100, 300)]
    found = placer.best(spots, crossing=1.0)
    assert found is not None
    assert found.x == 300


def test_a_mask_knows_inside_from_outside_and_holes() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    hole = [(40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0)]
    mask = Mask([square, hole])
    assert mask.holds(20, 20)
    assert not mask.holds(50, 50)
    assert not mask.holds(120, 20)
    assert mask.share(Box(-50, 20, 50, 30)) == pytest.approx(0.5, abs=0.15)


def test_sides_in_any_order_become_one_line() -> None:
    sides = [((2.0, 0.0), (3.0, 0.0)), ((0.0, 0.0), (1.0, 0.0)), ((1.0, 0.0), (2.0, 0.0))]
    assert chained(sides) == [[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]]


def test_a_number_without_room_is_an_error_that_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    free = Table.is_free
    corners = Sheet(Map.load("nordkapp"), "day", None).corners("2009")
    xs, ys = zip(*corners, strict=True)
    hexagon = Box(min(xs), min(ys), max(xs), max(ys))
    monkeypatch.setattr(Table, "is_free", lambda self, box: not box.within(hexagon) and free(self, box))
    with pytest.raises(NoRoomError, match="the chart of nordkapp has no room for the number of hex 2009"):
        Chart(Map.load("nordkapp"))


def test_a_name_without_room_is_an_error_that_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Placer, "allows", lambda self, label: label.text != "Vardø")
    with pytest.raises(NoRoomError, match="the chart of nordkapp has no room for the name 'Vardø'"):
        Chart(Map.load("nordkapp"))
