"""Section 5: the tables, and how they are read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.games.operations.data import by_year, data
from barents.games.operations.sea_tables import Effect
from barents.kernel.data import provenance

EXPECT = Path(__file__).parent / "expect"


def card() -> dict[str, Any]:
    """What the tables must be."""
    return tomllib.loads((EXPECT / "tables.toml").read_text("utf-8"))


def without_proofs(table: dict[str, Any]) -> dict[str, Any]:
    """A table of expectations without what it proves."""
    return {key: value for key, value in table.items() if key != "proves"}


@pytest.mark.rule_file("tables.toml")
def test_the_tables_are_those_of_the_card() -> None:
    numbers, want = data(None), card()
    tables = numbers.tables
    south, middle, north = "3330", "5519", "5709"
    for band, cell in (("south", south), ("middle", middle), ("north", north)):
        assert [numbers.light_row(month, cell) for month in range(1, 13)] == want["light"][band]
    assert [numbers.effect(level).name for level in range(1, 7)] == want["weather"]["levels"]
    for month in range(1, 13):
        assert month in want["seasons"][numbers.season(month)]
    for key, row_of_levels in without_proofs(want["spells"]).items():
        assert [numbers.weather_level(int(key), "N", roll) for roll in range(2, 13)] == row_of_levels
    for light in ("day", "twilight", "night"):
        assert [numbers.visibility(light, level) for level in range(1, 7)] == want["visibility"][light]
    assert (tables.visibility.radar, tables.visibility.radar_to_level) == (want["visibility"]["radar"], 5)
    assert list(tables.contact.needed) == want["contact"]["needed"]
    assert list(tables.search.needed) == want["search"]["needed"]
    levels = [sum(margin >= least for least in tables.search.levels) for margin in range(7)]
    assert levels == want["search"]["level_by_margin"]

    fuel = tables.fuel
    assert (list(fuel.zones), fuel.battle, fuel.parts) == (want["fuel"]["twelfths"], want["fuel"]["battle"], 12)
    assert (fuel.oiler_boxes, list(fuel.oiler_ports)) == (want["fuel"]["oiler"], want["fuel"]["ports"])
    for modifier, rolls in without_proofs(want["hits"]).items():
        assert list(numbers.hit_numbers(int(modifier))) == rolls

    guns = want["gunnery"]
    for battery in ("primary", "secondary", "tertiary"):
        row = numbers.battery(battery)
        assert [numbers.range_modifier(battery, cells) for cells in range(row.range + 1)] == guns[battery]
        assert numbers.range_modifier(battery, row.range + 1) is None
        assert list(row.pierces) == guns["pierces"][battery]
    assert tables.damage.bomb_pierces == guns["bombs"]

    damage = tables.damage
    locations = [
        f"{row.hits} {row.armour}" + (f": {' '.join(row.fallback)}" if row.fallback else "")
        for _, row in sorted(damage.locations.items())
    ]
    assert sorted(damage.locations) == list(range(2, 13))
    assert locations == want["damage"]["locations"]
    names = ("magazine", "bridge", "steering", "engines", "flooding", "fuel")
    assert [damage.critical[die].name for die in range(1, 7)] == list(names)
    for critical in damage.critical.values():
        assert changed(critical) == {"name": critical.name} | want["damage"][critical.name]
    assert list(damage.simple_types) == want["damage"]["simple"]
    assert {kind: list(dice) for kind, dice in damage.simple_bombs.items()} == want["damage"]["simple_bombs"]

    torpedoes, wanted = tables.torpedoes, want["torpedoes"]
    assert (list(torpedoes.ranges), list(torpedoes.hull)) == (wanted["ranges"], wanted["hull"])
    assert (torpedoes.heavy_armour, torpedoes.least_hull) == (wanted["heavy"], wanted["least"])
    assert (torpedoes.slowed_from, torpedoes.slowed) == (wanted["slowed_from"], wanted["slowed"])
    convoys = {
        str(die): f"{row.transports}: {' '.join('/'.join(place) for place in row.escorts)}"
        for die, row in enumerate(tables.soviet_convoys.rows, 1)
    }
    assert convoys == without_proofs(want["soviet_convoys"])


def changed(row: msgspec.Struct) -> dict[str, Any]:
    """What a record says besides its defaults."""
    fields = msgspec.structs.fields(type(row))
    return {f.name: getattr(row, f.name) for f in fields if f.required or getattr(row, f.name) != f.default}


def test_the_numbers_of_the_procedures_are_those_of_the_card() -> None:
    numbers, want = data(None), card()
    for table, values in want["numbers"].items():
        found = getattr(numbers.tables, table)
        assert {name: getattr(found, name) for name in values} == values, table
    rows = {row.id: f"{row.depth}: {' '.join(row.change)}" for row in numbers.missions.values()}
    assert rows == want["missions"]
    convoy, cover, chase = numbers.missions["convoy"], numbers.missions["cover"], numbers.missions["intercept"]
    assert (convoy.speed, convoy.report_level, convoy.within, convoy.needs_train) == (1, 2, 8, True)
    assert (cover.within, chase.within, chase.report_level) == (12, 30, 1)
    assert [row.id for row in numbers.missions.values() if not row.may_engage] == ["return"]
    effects: dict[str, Any] = {}
    for level in range(1, 7):
        row = numbers.effect(level)
        assert isinstance(row, Effect)
        effects[row.name] = {key: value for key, value in changed(row).items() if key not in ("level", "name")}
    assert effects == want["effects"]
    assert numbers.tables.movement.segments == {1: (2,), 2: (1, 3), 3: (1, 2, 3)}
    assert numbers.tables.submarines.moved == (0, 0, -1, -2)
    assert [by_year(numbers.tables.submarines.screen_most, year) for year in range(1942, 1946)] == [4, 6, 8, 8]
    assert [by_year(numbers.tables.submarines.air, year) for year in range(1942, 1946)] == [-1, -2, -2, -2]
    assert numbers.tables.contact.light == numbers.tables.search.light == {"day": 0, "twilight": 1, "night": 3}
    assert numbers.tables.contact.avoid_light == {"day": 0, "twilight": 1, "night": 2}
    assert numbers.tables.search.classes == (1, 2, 6, 13, 26)
    assert numbers.tables.off_board.levels == {1: 11, 2: 13}
    assert numbers.tables.strike.port_aa_at == {"Scapa Flow": 8}
    assert numbers.tables.floes.months == (11, 12, 1, 2, 3, 4, 5, 6)
    assert numbers.tables.grounding.types == ("CV", "BB", "BC", "AC", "CA", "CL", "DD")
    assert numbers.tables.grounding.not_at == ("Trondheim",)
    assert numbers.tables.white_sea.closed == (2, 3)
    assert numbers.tables.white_sea.breaker == (12, 1, 4, 5)
    assert {numbers.port(name).unloads for name in ("Murmansk", "Archangelsk")} == {12, 8}


@pytest.mark.rule("OP-TIME-turn", "OP-LIGHT-bands", "OP-WX-region-e")
def test_slots_bands_and_the_east() -> None:
    """G40, G41: turn 22 is slot 4 of the fourth day; region E has one less on its dice, but never below 2."""
    numbers = data(None)
    assert [(numbers.day(turn), numbers.slot(turn)) for turn in (1, 6, 7, 22, 120)] == [
        (1, 1),
        (1, 6),
        (2, 1),
        (4, 4),
        (20, 6),
    ]
    assert (numbers.day(0), numbers.slot(0)) == (0, 6)
    assert numbers.tables.clock.turn_hours * numbers.tables.clock.slots == 24
    for cell in numbers.map.cells:
        latitude = numbers.map.position(cell)[0]
        assert numbers.band_of(cell) == ("south" if latitude < 66 else "north" if latitude > 72 else "middle")
    assert (numbers.tables.light.middle_from, numbers.tables.light.middle_to) == (66, 72)
    assert numbers.light(12, "5709", 4) == "night"
    assert numbers.light(1, "5519", 3) == "twilight"
    assert numbers.light(1, "3330", 4) == "day"
    assert numbers.effect(numbers.weather_level(11, "E", 9)).name == "Murk"
    assert numbers.effect(numbers.weather_level(7, "N", 11)).name == "Squall"
    assert numbers.weather_level(1, "E", 2) == numbers.weather_level(1, "W", 2)
    assert numbers.weather_level(1, "E", 4) == numbers.weather_level(1, "B", 3) == 1


def test_every_table_says_where_it_comes_from() -> None:
    numbers = data(None)
    assert set(provenance(numbers.tables)) == set(numbers.tables.__struct_fields__)
    for scenario in numbers.scenarios.values():
        assert "." in provenance(scenario)
