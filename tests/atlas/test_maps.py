"""The four maps: what they hold, and that a ship finds its way on them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.atlas.cells import Cells
from barents.atlas.map import MAPS, Map, UnknownSeasonError, UnknownZoneError
from barents.atlas.mapfile import UnknownMapError
from barents.atlas.names import UnknownNameError
from barents.kernel.hexes import UnknownCellError

EXPECT = Path(__file__).parent / "expect"
FACTS: dict[str, Any] = tomllib.loads((EXPECT / "facts.toml").read_text(encoding="utf-8"))
NAMED: list[dict[str, Any]] = tomllib.loads((EXPECT / "seed_hexes.toml").read_text(encoding="utf-8"))["hexes"]


def ice_of(season: str) -> str | None:
    return None if season == "none" else season


@pytest.mark.parametrize("name", MAPS)
def test_a_map_has_its_cells_terrain_and_land_sides(name: str) -> None:
    sea, facts = Map.load(name), FACTS[name]
    assert len(sea.cells) == facts["cells"]
    assert sea.cells == sea.grid.cells
    assert {terrain: len(sea.of_terrain(terrain)) for terrain in facts["terrain"]} == facts["terrain"]
    assert sum(facts["terrain"].values()) == len(sea.cells)
    assert ["-".join(pair) for pair in sea.land_sides] == facts["land_sides"]


@pytest.mark.parametrize("name", MAPS)
def test_a_map_has_its_zones(name: str) -> None:
    zones = Map.load(name).zones
    counted = {tag: len(cells) for tag, cells in zones.items() if not tag.startswith("ice:")}
    assert counted == FACTS[name]["zones"]


@pytest.mark.parametrize("name", MAPS)
def test_control_points_lie_where_they_should(name: str) -> None:
    for cell, position in FACTS[name]["points"].items():
        assert Map.load(name).position(cell) == pytest.approx(tuple(position), abs=1e-4), cell


@pytest.mark.parametrize("name", MAPS)
def test_open_water_is_one_body_in_every_season(name: str) -> None:
    sea = Map.load(name)
    for season, count in FACTS[name]["open"].items():
        ice = ice_of(season)
        free = [cell for cell in sea.navigable if ice is None or cell not in sea.ice(ice)]
        assert len(free) == count
        assert sorted(sea.reachable(free[0], ice=ice)) == free


WAYS = [(name, way) for name in MAPS for way in FACTS[name]["ways"]]


@pytest.mark.parametrize(("name", "way"), WAYS, ids=lambda part: part if isinstance(part, str) else part["from"])
def test_distances_by_sea(name: str, way: dict[str, Any]) -> None:
    sea = Map.load(name)
    inshore = [cell for cell in sea.navigable if cell not in sea.leads] if way.get("only_leads") else []
    for season in way["seasons"]:
        passage = sea.passage(ice_of(season), leads=way.get("leads", True), extra_blocked=inshore)
        reached = passage.reachable(way["from"])
        assert {cell: reached.get(cell) for cell in way["to"]} == way["to"], season


def expanded(written: str) -> list[str]:
    """A hex, or every hex of a stretch of column or row: "0109-0111" is 0109, 0110 and 0111."""
    first, _, last = written.partition("-")
    if not last:
        return [first]
    (a, b), (c, d) = ((int(cell[:2]), int(cell[2:])) for cell in (first, last))
    if a != c and b != d:
        raise ValueError(f"{written!r} runs along neither a column nor a row")
    return [f"{left:02}{right:02}" for left in range(a, c + 1) for right in range(b, d + 1)]


NAMED_HEXES = [
    pytest.param(entry, cell, id=f"{entry['map']}-{cell}")
    for entry in NAMED
    for written in entry["hexes"]
    for cell in expanded(written)
]


@pytest.mark.parametrize(("entry", "cell"), NAMED_HEXES)
def test_a_hex_that_a_rule_names_is_what_the_rule_needs(entry: dict[str, Any], cell: str) -> None:
    sea = Map.load(entry["map"])
    assert sea.terrain(cell) in entry["terrain"], entry["why"]
    assert "zone" not in entry or sea.has(cell, entry["zone"]), entry["why"]
    for season in entry.get("seasons", []):
        assert cell in sea.reachable(entry["from"], ice=ice_of(season)), (entry["why"], season)
    if "from" not in entry:
        assert cell not in sea.navigable, entry["why"]


@pytest.mark.parametrize("route", FACTS["operations"]["routes"], ids=lambda route: str(route["name"]))
def test_convoy_routes_have_their_length_and_months(route: dict[str, Any]) -> None:
    sea = Map.load("operations")
    legs = list(zip(route["by"], route["by"][1:], strict=False))
    assert sum(sea.reachable(start)[end] for start, end in legs) == route["length"]
    open_months = [month for month in range(1, 13) if not any(cell in sea.ice(month) for cell in route["by"])]
    assert open_months == route["months"]


def test_harbours_have_their_approaches() -> None:
    sea = Map.load("operations")
    for harbour, approaches in FACTS["operations"]["approaches"].items():
        assert sorted(sea.passage().neighbours(harbour)) == approaches


seas = st.sampled_from([Map.load(name) for name in MAPS])


@given(data=st.data())
def test_passage_respects_land_sides_land_and_ice(data: st.DataObject) -> None:
    sea = data.draw(seas)
    season = data.draw(st.sampled_from([None, *sea.seasons]))
    start = data.draw(st.sampled_from(list(sea.navigable)))
    shut = {frozenset(pair) for pair in sea.land_sides}
    passage = sea.passage(season)
    for cell in sea.reachable(start, 4, season):
        for onward in passage.neighbours(cell):
            assert onward in sea.navigable
            assert season is None or onward not in sea.ice(season)
            assert frozenset((cell, onward)) not in shut
        open_beside = [
            other
            for other in sea.grid.neighbours(cell)
            if other in sea.navigable
            and (season is None or other not in sea.ice(season))
            and frozenset((cell, other)) not in shut
        ]
        assert list(passage.neighbours(cell)) == open_beside


def test_a_land_side_makes_neighbours_strangers() -> None:
    sea = Map.load("north-cape")
    assert sea.distance("4232", "4233") == 1
    assert sea.reachable("4232")["4233"] > 1


def test_passage_is_built_once_for_the_same_question() -> None:
    sea = Map.load("nordkapp")
    assert sea.passage("winter") is sea.passage("winter")
    assert sea.passage(extra_blocked=["1501"]) is sea.passage(extra_blocked=("1501",))


def test_leads_and_ice_are_barred_or_opened_on_request() -> None:
    sea = Map.load("arctic-disaster")
    assert "3633" in sea.reachable("2644")
    assert "3633" not in sea.reachable("2644", leads=False)
    pack = sea.of_terrain("partial_ice")
    assert not any(cell in pack for cell in sea.reachable("2122"))
    assert any(cell in pack for cell in sea.passage(also=("partial_ice",)).reachable("2122"))
    mixed = sea.passage("july", also=("partial_ice",)).reachable("2122")
    assert {sea.terrain(cell) for cell in mixed} == {"sea", "coastal", "leads", "partial_ice"}
    assert list(sea.ice("july")) == sorted([*pack, *sea.of_terrain("full_ice")])
    assert sea.ice("full") == sea.of_terrain("full_ice")


def test_growlers_drift_within_two_hexes_of_the_ice_and_not_under_it() -> None:
    sea = Map.load("nordkapp")
    for season in sea.seasons:
        ice, growlers = sea.ice(season), sea.iceberg_zone(season)
        near = Cells(cell for icy in ice for cell in sea.grid.within(icy, 2))
        assert list(growlers) == [cell for cell in near if cell not in ice]
    assert len(Map.load("operations").iceberg_zone(3)) == 0


def test_zones_reach_as_far_as_they_should() -> None:
    sea = Map.load("north-cape")
    for season, southernmost in FACTS["reach"]["growlers"].items():
        rows = [[sea.row_of(c) for c in sea.iceberg_zone(season) if sea.column_of(c) == k] for k in range(1, 63)]
        assert [max(column, default=0) for column in rows] == southernmost
    wide = Map.load("arctic-disaster")
    for tag, westernmost in FACTS["reach"]["west"].items():
        for row, column in westernmost.items():
            assert max(wide.column_of(c) for c in wide.zone(tag) if wide.row_of(c) == int(row)) == column


def test_ice_of_a_month_shuts_the_inner_seas() -> None:
    sea = Map.load("operations")
    white, kara = sea.zone("white_sea"), sea.zone("kara_sea")
    assert [month for month in range(1, 13) if white <= sea.ice(month)] == [2, 3]
    assert [month for month in range(1, 13) if not kara <= sea.ice(month)] == [8, 9, 10]
    assert sea.ice(3) == sea.ice("3")
    assert [place.name for place in sea.ports if 2 in place.closed] == [
        "Iokanga",
        "Archangelsk",
        "Matochkin Strait",
        "Belusha",
    ]


def test_coasts_tell_norway_from_the_others() -> None:
    sea = Map.load("nordkapp")
    assert [sea.coast(cell) for cell in ("1015", "1016", "1017", "2404", "1501")] == [
        "norwegian",
        "petsamo",
        "soviet",
        None,
        None,
    ]


def test_weather_zones() -> None:
    sea = Map.load("arctic-disaster")
    assert [sea.weather_zone(cell) for cell in ("2430", "2128", "3026")] == [
        "norwegian",
        "barents",
        "barents",
    ]
    assert {name: len(cells) for name, cells in sea.weather_zones.items()} == {
        "barents": 635,
        "norwegian": 1354,
    }
    wide = Map.load("operations")
    assert [wide.weather_zone(cell) for cell in ("4101", "4201", "5501", "5601", "7201", "7301", "6824")] == [
        *("W", "N", "N", "B", "B", "E"),
        "E",  # the White Sea, though in column 68
    ]
    assert sum(len(cells) for cells in wide.weather_zones.values()) == len(wide.cells)
    assert Map.load("north-cape").weather_zone("0101") is None


def test_patrol_areas_are_open_sea() -> None:
    sea = Map.load("arctic-disaster")
    assert {name: len(cells) for name, cells in sea.patrol_areas.items()} == {
        "allied_A": 40,
        "soviet_1": 11,
        "soviet_2": 18,
    }
    assert "3128" in sea.patrol_areas["soviet_1"]
    assert all(sea.terrain(cell) == "sea" for cells in sea.patrol_areas.values() for cell in cells)


def test_bases_hold_the_air_units_that_the_scenarios_give() -> None:
    norwegian = [base for base in Map.load("north-cape").bases if base.country == "norway"]
    assert len(norwegian) * 5 == 35
    assert sum(base.capacity or 0 for base in Map.load("nordkapp").bases) == 15
    capacities = {base.name: base.capacity for base in Map.load("arctic-disaster").bases if base.side == "axis"}
    assert capacities == {
        "Bardufoss": 12,
        "Banak": 12,
        "Kirkenes": 6,
        "Trondheim": 8,
        "Narvik": 2,
        "Alta": 2,
    }
    floats = [base.name for base in Map.load("arctic-disaster").bases if base.floatplanes_only]
    assert floats == ["Narvik", "Alta"]


@pytest.mark.parametrize(
    ("name", "spelling", "cell"),
    [
        ("north-cape", "Tromso", "1435"),
        ("north-cape", "tromsø", "1435"),
        ("north-cape", "Tromsoe", "1435"),
        ("north-cape", "Altenfjord", "2233"),
        ("north-cape", "HONNINGSVAG", "2828"),
        ("north-cape", "To Archangelsk", "6237"),
        ("north-cape", "Hoybuktmoen", "3633"),
        ("nordkapp", "Alta", "1008"),
        ("nordkapp", "Kirkenes", "1014"),
        ("nordkapp", "Nordkapp", "1410"),
        ("arctic-disaster", "Altafjord", "3327"),
        ("arctic-disaster", "Vaenga", "3617"),
        ("operations", "Arkhangelsk", "7324"),
        ("operations", "Seyðisfjörður", "3116"),
        ("operations", "Vaernes", "4827"),
    ],
)
def test_places_are_found_by_any_spelling(name: str, spelling: str, cell: str) -> None:
    assert Map.load(name).place(spelling).hex == cell


def test_a_kind_tells_the_port_from_the_airbase() -> None:
    sea = Map.load("north-cape")
    assert sea.place("Alta", "port").hex == "2233"
    assert sea.place("Alta", "airbase").hex == "2334"
    assert [place.kind for place in sea.places if place.hex == "1435"] == ["port", "airbase"]
    assert [place.cell for place in sea.exits] == ["0938", "4434", "6237"]


def test_a_place_off_the_grid_has_no_cell() -> None:
    sola = Map.load("operations").place("Sola")
    assert sola.hex is None
    with pytest.raises(ValueError, match=r"Stavanger .* lies off the grid"):
        _ = sola.cell


def test_mistakes_are_answered_with_what_would_be_right() -> None:
    sea = Map.load("north-cape")
    with pytest.raises(UnknownMapError, match="'north-sea'; the maps are arctic-disaster, nordkapp, north-cape"):
        Map.load("north-sea")
    with pytest.raises(UnknownZoneError, match="no zone 'west_entri'; there is west_entry"):
        sea.zone("west_entri")
    with pytest.raises(UnknownSeasonError, match="no ice of 'spring', only of winter, summer"):
        sea.ice("spring")
    with pytest.raises(UnknownCellError, match="'9901'"):
        sea.terrain("9901")
    with pytest.raises(UnknownCellError, match="'9901'"):
        sea.has("9901", "west_entry")
    with pytest.raises(UnknownNameError, match="did you mean Hammerfest"):
        sea.place("Hamerfest")


def test_a_map_is_loaded_once() -> None:
    assert Map.load("nordkapp") is Map.load("nordkapp")


@given(st.lists(st.sampled_from(Map.load("nordkapp").cells)))
def test_sets_of_cells_come_out_in_printed_order(cells: list[str]) -> None:
    assert list(Cells(cells)) == sorted(set(cells))
    assert list(Cells(cells) | {"3120", "1001"}) == sorted({*cells, "3120", "1001"})
    assert hash(Cells(cells)) == hash(Cells(reversed(cells)))


@pytest.mark.parametrize("name", MAPS)
def test_the_chart_shows_the_whole_board(name: str) -> None:
    sea, chart = Map.load(name), Map.load(name).chart
    left, top, right, bottom = chart.frame
    corners = [corner for cell in sea.cells for corner in sea.grid.corners(cell)]
    spots = [*corners, *((place.x, place.y) for place in sea.places), *((at.x, at.y) for at in chart.labels)]
    assert all(left < x < right and top < y < bottom for x, y in spots)
    assert tuple(ice.when for ice in chart.ice) == sea.seasons
    assert all(len(sea.zone(zone.tag)) > 0 and zone.outline for zone in chart.zones)
    assert [zone.name for zone in chart.weather] == list(sea.weather_zones)
    assert len(chart.graticule.parallels) > 3
    assert len(chart.graticule.meridians) > 5
    for place in sea.places:
        if place.hex is not None:
            x, y = sea.grid.centre(place.hex)
            assert (x - place.x) ** 2 + (y - place.y) ** 2 <= 1 / 3 + 1e-3, place.name
