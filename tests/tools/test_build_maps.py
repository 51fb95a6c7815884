"""The map builder: the same files again, on ground that is checked by other means."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from barents.atlas.map import MAPS, Map
from tools import build_maps
from tools.maps import geometry, land, recipe
from tools.maps.projection import EARTH_KM, Conic, WarpedBoard, great_circle_km
from tools.maps.survey import Survey

LARGEST_FILE = 400_000


@pytest.fixture(scope="module")
def bent() -> WarpedBoard:
    projection = Survey(recipe.read("arctic-disaster")).projection
    assert isinstance(projection, WarpedBoard)
    return projection


LARGE = ("operations", "arctic-disaster")
EACH = [pytest.param(name, marks=[pytest.mark.soak] if name in LARGE else []) for name in MAPS]


@pytest.mark.parametrize("name", EACH)
def test_building_again_gives_the_same_files(name: str) -> None:
    for file, content in build_maps.files(name):
        assert (build_maps.ATLAS / file).read_bytes() == content.encode(), f"{file}: run tools.build_maps"
        assert len(content.encode()) < LARGEST_FILE


def test_a_changed_or_missing_file_is_found(tmp_path: Path) -> None:
    shutil.copytree(build_maps.ATLAS, tmp_path, dirs_exist_ok=True)
    changed = tmp_path / "nordkapp.json"
    changed.write_text(changed.read_text(encoding="utf-8").replace('"coast"', '"sea"', 1), encoding="utf-8")
    (tmp_path / "nordkapp.chart.json").unlink()
    assert build_maps.stale(["nordkapp"], tmp_path) == ["nordkapp.json", "nordkapp.chart.json"]


def test_an_unknown_map_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_maps.main(["north-sea"])
    assert "no map 'north-sea'; the maps are north-cape" in capsys.readouterr().err


def test_a_mistake_in_a_recipe_is_named_by_file_and_key(tmp_path: Path) -> None:
    shutil.copy(recipe.FOLDER / "ice.toml", tmp_path)
    good = (recipe.FOLDER / "nordkapp.toml").read_text(encoding="utf-8")
    (tmp_path / "nordkapp.toml").write_text(good.replace("high = 0.65", 'high = "much"'), encoding="utf-8")
    with pytest.raises(ValueError, match=r"nordkapp\.toml: .*\$\.terrain\.high"):
        recipe.read("nordkapp", tmp_path)
    (tmp_path / "nordkapp.toml").write_text(good.replace("spacing_km", "spacing"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"nordkapp\.toml: .*spacing"):
        recipe.read("nordkapp", tmp_path)


def test_the_conic_keeps_distances_on_its_parallels_and_comes_back() -> None:
    conic = Conic((69, 75), (72, 20), turn=-7)
    places = np.array([[lon, lat] for lon in np.arange(-40.0, 75.0, 5.0) for lat in np.arange(56.0, 82.0, 3.0)])
    assert np.abs(conic.backward(conic.forward(places)) - places).max() < 1e-9
    for lat in (69, 75):
        a, b = conic.forward(np.array([[20.0, lat], [20.01, lat]]))
        along = np.radians(0.01) * EARTH_KM * np.cos(np.radians(lat))
        assert np.hypot(*(b - a)) == pytest.approx(along, rel=1e-6)


def test_the_bent_board_puts_every_tie_on_its_hex(bent: WarpedBoard) -> None:
    globe, board = np.array(bent.tied_globe), np.array(bent.tied_board)
    assert np.abs(bent.to_board(globe) - board).max() < 1e-9
    assert np.abs(bent.to_globe(board) - globe).max() < 1e-9


def test_the_spline_has_its_known_weights(bent: WarpedBoard) -> None:
    weights, affine = bent.weights
    # Trondheim, Narvik, Alta, Murmansk; Jan Mayen, start, scatter, Isfjord. North is up here.
    east = [
        *(-0.966957103541, 6.490653699179, -3.852987821234, 2.239544080613),
        *(3.150422056893, -9.638838873309, -5.411119003652, 7.989282965052),
    ]
    north = [
        *(1.287436102279, -0.082720940562, 3.116169740638, -2.318051180694),
        *(-3.627334415577, 0.748337263062, -3.823372897719, 4.699536328574),
    ]
    assert weights[:, 0] == pytest.approx(np.array(east), abs=1e-8)
    assert weights[:, 1] == pytest.approx(-np.array(north), abs=1e-8)
    assert affine[1] == pytest.approx(np.array([24.109142120933, -0.912917272246]), abs=1e-8)
    assert affine[2] == pytest.approx(np.array([7.010397966152, -16.785869038055]), abs=1e-8)


def test_the_bent_board_does_not_fold(bent: WarpedBoard) -> None:
    centres = Survey(recipe.read("arctic-disaster")).centres
    step = 0.01
    plane = [
        bent.conic.forward(bent.to_globe(centres + np.array(shift)))
        for shift in ((step, 0), (-step, 0), (0, step), (0, -step))
    ]
    along_x, along_y = (plane[0] - plane[1]) / (2 * step), (plane[2] - plane[3]) / (2 * step)
    km2 = along_x[:, 0] * along_y[:, 1] - along_x[:, 1] * along_y[:, 0]
    # y runs down, so an unfolded board turns the other way everywhere.
    assert (1 / -km2).min() == pytest.approx(2.57e-4, abs=1e-6)
    assert (1 / -km2).max() == pytest.approx(5.17e-4, abs=1e-6)


@pytest.mark.parametrize("name", MAPS)
def test_neighbours_are_the_stated_distance_apart(name: str) -> None:
    spread = {
        "north-cape": (22.18, 22.25, 22.24),
        "nordkapp": (39.93, 40.04, 40.01),
        "arctic-disaster": (35.86, 95.60, 53.83),
        "operations": (65.43, 67.18, 66.86),
    }[name]
    sea = Map.load(name)
    pairs = [(cell, other) for cell in sea.cells for other in sea.grid.neighbours(cell) if cell < other]
    ends = [np.array([sea.position(pair[end])[::-1] for pair in pairs]) for end in (0, 1)]
    apart = great_circle_km(*ends)
    assert (apart.min(), apart.max(), apart.mean()) == pytest.approx(spread, abs=0.02)


@pytest.mark.parametrize("name", MAPS)
def test_land_fractions_agree_with_counting_points(name: str) -> None:
    """Points of a hex, taken back to the globe and looked up in the land there."""
    survey, sea = Survey(recipe.read(name)), Map.load(name)
    shore = [cell for cell in sea.cells if 0.05 < sea.land_fraction(cell) < 0.95][::6]
    side = np.linspace(-0.5774, 0.5774, 33)
    lattice = np.array([(x, y) for x in side for y in side])
    ground = geometry.shape_of(land.load("land"))
    for cell in shore:
        inside = lattice[np.array(geometry.covers(geometry.shape_of([[_ring(survey, cell)]]), lattice))]
        there = survey.projection.to_globe(inside + np.array(survey.grid.centre(cell)))
        share = float(np.mean(geometry.covers(ground, there)))
        assert share == pytest.approx(sea.land_fraction(cell), abs=0.04), cell


def _ring(survey: Survey, cell: str) -> geometry.Points:
    corners = np.array(survey.grid.corners(cell)) - np.array(survey.grid.centre(cell))
    return np.concatenate([corners, corners[:1]])


@pytest.mark.parametrize("name", MAPS)
def test_the_drawn_coast_lies_on_the_hexes(name: str) -> None:
    """The coast of the chart, measured hex by hex, is the land that the map gives."""
    sea = Map.load(name)
    drawn = geometry.shape_of([[_closed(ring) for ring in polygon] for polygon in sea.chart.land])
    outlines = [np.array(sea.grid.corners(cell)) for cell in sea.cells]
    stray = np.array(geometry.shares(drawn, outlines)) - [sea.land_fraction(cell) for cell in sea.cells]
    assert np.abs(stray).max() < 0.06
    assert np.abs(stray).mean() < 0.003


def _closed(ring: Sequence[float]) -> geometry.Points:
    points = np.array(ring).reshape(-1, 2)
    return np.concatenate([points, points[:1]])


def test_land_across_the_date_line_lays_no_strip_over_the_map(tmp_path: Path) -> None:
    """A ring stitched across 180 degrees, as Chukotka is, stays out; land of the maps stays in."""
    chukotka = [[99_500, 92_500], [499 - 99_500, 0], [0, 500], [99_500 - 499, 0], [0, -500]]
    # An island of two arcs, the second of which has to be walked backwards.
    shore = [[55_000, 92_000], [300, 0], [0, 300]]
    other_shore = [[55_000, 92_000], [0, 300], [300, 0]]
    transform = {
        "scale": [0.0036000360003600037, 0.0016885772698826986],
        "translate": [-180, -85.22193775799991],
    }
    shapes = [
        {"type": "Polygon", "arcs": [[0]], "properties": {"name": "Russia"}},
        {"type": "Polygon", "arcs": [[1, ~2]], "properties": {"name": "Norway"}},
    ]
    package = {"transform": transform, "arcs": [chukotka, shore, other_shore]}
    (tmp_path / "land-10m.json").write_text(json.dumps(package | {"objects": {"land": {"geometries": shapes}}}))
    countries = {"countries": {"geometries": shapes}}
    (tmp_path / "countries-10m.json").write_text(json.dumps(package | {"objects": countries}))
    extract = tmp_path / "land.json.gz"
    land.extract(tmp_path, extract)
    (found,) = land.load("land", extract)
    corners = {(55_000, 92_000), (55_300, 92_000), (55_300, 92_300), (55_000, 92_300)}
    expected = {(x * 0.0036000360003600037 - 180, y * 0.0016885772698826986 - 85.22193775799991) for x, y in corners}
    assert {(lon, lat) for lon, lat in found[0].tolist()} == expected
    assert geometry.shares(geometry.shape_of([found]), [found[0][:-1]]) == [1.0]
    assert land.load("russia", extract) == []
    assert len(land.load("norway", extract)) == 1
