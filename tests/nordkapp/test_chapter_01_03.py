"""Chapters 1 to 3 of Nordkapp: the map, the counters, the scale."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from barents.games.nordkapp.data import data
from barents.games.nordkapp.datafiles import Season
from barents.games.nordkapp.rules.fire import damage_points
from barents.games.nordkapp.rules.units import in_growler_zone
from barents.games.nordkapp.state import Orders
from barents.kernel.decisions import Refused
from barents.kernel.dice import D10, DiceBox
from barents.kernel.sides import Audience, Observer
from tests.published import NORDKAPP as SCENARIOS

from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters

FOLDER = Path(__file__).parent / "expect"
BOARD = tomllib.loads((FOLDER / "board.toml").read_text("utf-8"))
BOX = tomllib.loads((FOLDER / "counters.toml").read_text("utf-8"))
TABLES = tomllib.loads((FOLDER / "fire.toml").read_text("utf-8"))
SEASONS: tuple[Season, ...] = ("winter", "spring", "summer")


# 1: the map


@pytest.mark.rule_file("board.toml")
def test_the_board_is_the_reference_map() -> None:
    numbers = data(None)
    sea, expect = numbers.map, BOARD["numbering"]
    south, north = expect["rows"]
    west, east = expect["columns"]
    cells = [f"{row:02d}{column:02d}" for row in range(south, north + 1) for column in range(west, east + 1)]
    assert sorted(numbers.on_map) == cells
    assert len(cells) == expect["count"]
    assert [f"{numbers.row(cell):02d}{numbers.column(cell):02d}" for cell in cells] == cells
    assert sorted(set(sea.cells) - set(cells)) == expect["off_the_map"]
    assert not set(expect["off_the_map"]) & set(sea.navigable)

    for cell, around in BOARD["neighbours"].items():
        if cell != "proves":
            assert list(numbers.grid.neighbours(cell)) == around
    for pair, steps in BOARD["distances"].items():
        if pair != "proves":
            assert numbers.distance(*pair.split("-")) == steps, pair

    assert sorted(cell for cell in numbers.on_map if sea.terrain(cell) == "land") == BOARD["land"]["hexes"]
    assert not set(BOARD["land"]["hexes"]) & set(sea.navigable)
    assert sorted(numbers.norwegian_coast) == BOARD["norwegian_coast"]["hexes"]
    for cell in BOARD["other_coast"]["hexes"]:
        assert sea.terrain(cell) == "coast"
        assert cell not in numbers.norwegian_coast
    assert sorted(map(sorted, sea.land_sides)) == BOARD["closed"]["sides"]

    for season in SEASONS:
        for first, last in BOARD["named"]["rows"]:
            for number in range(int(first), int(last) + 1):
                assert str(number) in numbers.open_water(season)
        bottom, top = BOARD["named"]["west_edge"]
        assert all(f"{row}01" in numbers.open_water(season) for row in range(bottom, top + 1))

    ice = BOARD["ice"]
    for season in SEASONS:
        under = set(sea.ice(season))
        assert len(under) == ice["under_ice"][season]
        assert len(numbers.growler_zone(season)) == ice["growlers"][season]
        firsts = [
            next((row for row in range(south, north + 1) if f"{row}{column:02d}" in under), 32)
            for column in range(west, east + 1)
        ]
        assert firsts == ice["first_row"][season]
    near = {cell for cell in numbers.on_map if any(numbers.distance(cell, other) <= 2 for other in sea.ice("summer"))}
    assert set(sea.ice("spring")) == near

    for cell, where in BOARD["positions"].items():
        if cell != "proves":
            assert sea.position(cell) == pytest.approx(where, abs=0.01)

    scale = BOARD["scale"]
    assert numbers.tables.scale.turn_hours == scale["turn_hours"]
    assert sea.spacing_km == numbers.tables.scale.hex_km == scale["hex_km"]
    times = []
    for turn in (1, 2, 3, 4):
        clock = Waters(SPORTPALAST, turn=turn).begin().match.view(Observer.PUBLIC).situation.clock
        times.append(clock.date.split()[1])
    assert times == [*scale["slots"], scale["slots"][0]]

    bases = BOARD["bases"]
    assert numbers.bases == {**bases["on_the_map"], **bases["off_the_map"]}
    assert not set(bases["off_the_map"]) & set(numbers.on_map)
    assert numbers.tables.bases.most == bases["most"]
    assert len(numbers.bases) * bases["most"] >= bases["largest_wing"]


@pytest.mark.rule("NK-1-two-maps")
def test_neither_side_ever_sees_where_the_other_is() -> None:
    waters = Waters(SPORTPALAST, turn=2)
    waters.convoy("pq12", "1805", "kenya")
    waters.place("u-88", "1805", submerged=True)
    waters.force("tirpitz-group", "1003", "tirpitz", "de-dd-1")
    waters.place("he-115-1", "1009", search=["1805"], flew=True)
    waters.begin()
    for observer, own in ((Observer.ALLIED, ALLIED), (Observer.AXIS, AXIS)):
        known = waters.match.known(observer)
        assert known.pieces[own] == waters.now.pieces[own]
        assert known.pieces[own.enemy] == {}
        assert known.markers[own.enemy] == {}
        assert known.courses[own.enemy] == {}
    assert waters.match.known(Observer.PUBLIC).pieces == {ALLIED: {}, AXIS: {}}


@pytest.mark.rule("NK-1-ice-line")
@pytest.mark.parametrize(
    ("scenario", "open_hex", "shut"),
    [(SPORTPALAST, "2208", "2308"), (LUFTWAFFE, "2812", "2912"), (SCATTER, "3012", "3112")],
)
def test_nobody_sails_or_begins_under_the_ice(scenario: str, open_hex: str, shut: str) -> None:
    waters = Waters(scenario)
    waters.force("home", open_hex, "gb-dd-01")
    waters.place("u-88", open_hex)
    assert shut not in waters.data.open_water(waters.state.ice)
    waters.begin(Orders())
    _no_air(waters)
    assert all(shut not in way.split(">") for way in waters.ways(AXIS, "u-88"))
    with pytest.raises(Refused, match=f"{shut} lies in the ice"):
        waters.plot(ALLIED, home=f"{open_hex}>{shut}")
    fresh = Waters.opening(scenario)
    boat = next(name for name in fresh.now.pieces[AXIS] if name.startswith("u-"))
    assert shut not in fresh.ways(AXIS, boat)


def _no_air(waters: Waters) -> None:
    """Nobody flies anything."""
    for side in (ALLIED, AXIS):
        while waters.asked(side).rule in ("NK-6.1-at-limit", "NK-4A-air-missions"):
            if waters.asked(side).rule == "NK-6.1-at-limit":
                waters.act(side, "choose -")
            else:
                waters.plot(side)


@pytest.mark.rule("NK-1-ice-risk-zone")
def test_hexes_within_two_of_the_ice_are_open_but_dangerous() -> None:
    for scenario, inside, clear in (
        (SPORTPALAST, "2601", "2005"),
        (LUFTWAFFE, "2812", "2508"),
        (SCATTER, "3012", "2708"),
    ):
        waters = Waters(scenario)
        for cell in (inside, clear):
            assert cell in waters.data.open_water(waters.state.ice)
        assert in_growler_zone(waters.state, waters.data, inside)
        assert not in_growler_zone(waters.state, waters.data, clear)
        for cell in waters.data.growler_zone(waters.state.ice):
            assert min(waters.data.distance(cell, other) for other in waters.data.map.ice(waters.state.ice)) in (1, 2)


# 2: the counters


@pytest.mark.rule_file("counters.toml")
def test_the_box_holds_the_counters_of_the_list() -> None:
    box = list(data(None).counters.values())
    single = BOX["ships"].keys() - {"proves"}
    ships = {c.name: [c.nation, c.type, c.gun, c.torp, c.aa, c.asw, c.move, c.armour] for c in box if c.name in single}
    assert ships == {name: row for name, row in BOX["ships"].items() if name != "proves"}

    groups: dict[str, list[int]] = {}
    for c in box:
        if c.type in BOX["scale"]["groups"]:
            row = groups.setdefault(f"{c.nation} {c.type}", [c.gun, c.torp, c.aa, c.asw, c.move, c.armour, 0])
            assert row[:-1] == [c.gun, c.torp, c.aa, c.asw, c.move, c.armour]
            row[-1] += 1
    assert groups == {name: row for name, row in BOX["groups"].items() if name != "proves"}

    merchants = [c for c in box if c.is_merchant]
    assert len(merchants) == BOX["merchants"]["count"]
    assert all([c.gun, c.torp, c.aa, c.asw, c.move, c.armour] == BOX["merchants"]["factors"] for c in merchants)

    boats = [c for c in box if c.is_sub]
    assert all(c.torp == BOX["submarines"]["torpedoes"][c.nation] for c in boats)
    assert {c.armour for c in boats} == {BOX["submarines"]["armour"]}
    assert [c.name for c in boats if c.side is AXIS] == BOX["submarines"]["pool"]

    kinds: dict[str, list[object]] = {}
    for c in box:
        if c.is_air:
            name = next(name for name in BOX["air"] if c.name.startswith(name))
            count = int(str(kinds[name][6])) if name in kinds else 0
            kinds[name] = [c.nation, c.type, c.air, c.ship, c.asw, c.range, count + 1, c.shadows]
    assert kinds == {name: row for name, row in BOX["air"].items() if name != "proves"}

    assert {c.type for c in box if not c.is_air} == set(BOX["types"]["ships"])
    assert {c.type for c in box if c.is_air} == set(BOX["types"]["aircraft"])
    numbered = {c.type for c in box if not c.is_air and re.fullmatch(r".*[a-z] \d+|\d\w\w DD group", c.name)}
    assert numbered == set(BOX["scale"]["groups"]), "a group has a number, a ship a name"
    assert {c.armour for c in box if c.type in BOX["scale"]["squadrons"]} == {2}, "a squadron is one unit"
    for type in BOX["scale"]["one_ship"]:
        names = [c.name for c in box if c.type == type]
        assert max(Counter(names).values()) == 1
    more = {c.name: c.armour for c in box if c.armour != BOX["armour"]["default"]}
    assert more == BOX["armour"]["more"]


@pytest.mark.rule("NK-2-uboat-pool")
def test_the_boats_of_a_scenario_are_drawn_from_the_pool_without_return() -> None:
    drawn = []
    for seed in range(1, 4):
        waters = Waters.opening(SCATTER, axis=[seed] * 11)
        drawn.append([boat for boat in waters.now.pieces[AXIS] if boat.startswith("u-")])
        assert len(set(drawn[-1])) == 11
        assert waters.draws("NK-2-uboat-pool", Observer.ALLIED) == []
        assert len(waters.draws("NK-2-uboat-pool", Observer.AXIS)[0].drawn) == 11
    assert drawn[0] != drawn[1]


# Tables of chapters 4, 5 and 8


@pytest.mark.rule_file("fire.toml")
def test_the_tables_are_those_of_the_rules() -> None:
    numbers = data(None)
    for season in SEASONS:
        assert list(getattr(numbers.tables.weather, season)) == TABLES["weather"][season]
    movement = TABLES["movement"]
    for c in numbers.counters.values():
        if not c.is_air and not c.is_sub:
            assert c.move == movement["ships"].get(c.name, movement["types"][c.type]), c.name
    assert numbers.tables.movement.convoy == movement["convoy"]
    assert numbers.tables.movement.surfaced == movement["surfaced"]
    assert numbers.tables.movement.submerged == movement["submerged"]
    for die, row in enumerate(TABLES["fire"]["rows"], 1):
        assert [damage_points(numbers, die + factor) for factor in range(1, 11)] == row
    dice = DiceBox.seeded("zero")[Audience.EVERYONE]
    faces = sorted({face for _ in range(400) for face in dice.roll(D10)})
    assert [faces[0], faces[-1]] == TABLES["fire"]["faces"]


def test_every_scenario_is_known_by_its_name() -> None:
    assert {SPORTPALAST, LUFTWAFFE, SCATTER} == set(SCENARIOS) <= set(data(None).scenarios)
