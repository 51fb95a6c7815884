"""Chapters 2.3 and 4 of the player's aid: counters, rosters, and the Damage and Antiaircraft Tables."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from barents.games.arctic_disaster.data import column, data, half
from barents.games.arctic_disaster.rules.tables import damage_of, flak_of
from barents.kernel.sides import Side

EXPECT = Path(__file__).parent / "expect"


def expected(name: str) -> dict[str, Any]:
    """A file of expectations."""
    return tomllib.loads((EXPECT / name).read_text("utf-8"))


@pytest.mark.rule_file("counters.toml")
def test_the_box_holds_the_counters_of_the_list() -> None:
    box, numbers = expected("counters.toml"), data(None)
    found = {counter.id: counter for counter in numbers.counters.values() if not counter.is_merchant}
    for row in box["ships"]:
        for name in row["names"]:
            counter = next(counter for counter in found.values() if counter.name == name)
            del found[counter.id]
            levels = [[level.move, level.main, level.secondary, level.aa] for level in counter.levels]
            assert (counter.nation, counter.type, levels) == (row["nation"], row["type"], row["levels"]), name
            assert [counter.main_range, counter.secondary_range] == row["ranges"], name
            assert counter.torpedoes is row["torpedoes"], name
            assert counter.hits == len(levels)
            assert counter.side is (Side.AXIS if row["nation"] == "DE" else Side.ALLIED)
    assert found == {}

    merchants = [counter for counter in numbers.counters.values() if counter.is_merchant]
    assert sum(counter.type == "MT" for counter in merchants) == box["merchants"]["MT"]
    assert [counter.name for counter in merchants if counter.type == "TA"] == box["merchants"]["TA"]
    for counter in merchants:
        levels = [[level.move, level.main, level.secondary, level.aa] for level in counter.levels]
        assert levels == box["merchants"]["levels"]
        assert counter.convoy

    for command, row in numbers.commands.items():
        values = [row.side.value, row.move, row.column, row.modifier, row.attacks, row.dummies]
        assert values == box["boats"][command]
        assert list(row.names) == box["boats"]["names"][command]
        assert [boat.name for boat in numbers.boats.values() if boat.command == command and not boat.dummy] == list(
            row.names
        )

    scenario = numbers.scenarios["historical"]
    bases = {field.cell: field.name for field in scenario.airfields}
    air = {
        row.name: [
            row.units,
            row.model,
            row.type,
            row.attack,
            row.reduced,
            row.range,
            bases.get(scenario.formations.get(row.id, ""), ""),
        ]
        for row in numbers.formations.values()
    }
    assert air == {name: row for name, row in box["air"].items() if name != "proves"}
    for row_id, formation in numbers.formations.items():
        assert sum(unit.formation == row_id for unit in numbers.air.values()) == formation.units


@pytest.mark.rule_file("fire.toml")
def test_the_tables_are_those_of_the_card() -> None:
    """G22, G23: between columns the nearest, of two the lower; a die beyond the rows reads as the last of them."""
    card, numbers = expected("fire.toml"), data(None)
    damage, flak = card["damage"], card["antiaircraft"]
    assert list(numbers.tables.damage.columns) == damage["columns"]
    assert list(numbers.tables.antiaircraft.columns) == flak["columns"]
    for die, row in enumerate(damage["rows"], 1):
        for factor, cell in zip(damage["columns"], row, strict=True):
            hit = damage_of(numbers, factor, die)
            assert f"{hit.points}{'*' * hit.star}" == cell, (factor, die)
    for die, row in enumerate(flak["rows"], 1):
        for factor, cell in zip(flak["columns"], row, strict=True):
            result = flak_of(numbers, factor, die)
            assert f"{result.modifier}{'s' * result.steps}" == cell, (factor, die)
    for factor in damage["columns"]:
        assert damage_of(numbers, factor, -7) == damage_of(numbers, factor, 0) == damage_of(numbers, factor, 1)
        assert damage_of(numbers, factor, 15) == damage_of(numbers, factor, 11)
    for factor in flak["columns"]:
        assert flak_of(numbers, factor, 12) == flak_of(numbers, factor, 10)
        assert flak_of(numbers, factor, -1) == flak_of(numbers, factor, 1)
    for table, columns, read in (
        (damage, numbers.tables.damage.columns, damage_of),
        (flak, numbers.tables.antiaircraft.columns, flak_of),
    ):
        for factor, nearest in table["nearest"].items():
            if nearest:
                assert columns[column(columns, int(factor))] == nearest, factor
            for die in range(1, 12):
                assert read(numbers, int(factor), die) == read(numbers, nearest, die)
    assert all(damage_of(numbers, 0, die).points == 0 for die in range(1, 12))


@pytest.mark.rule("AD-1.2-round-half-up")
def test_halves_are_rounded_up() -> None:
    """G21."""
    assert [half(value) for value in (5, 3, 1, 9, 2, 4)] == [3, 2, 1, 5, 1, 2]


@pytest.mark.rule("AD-2.3-asterisk", "AD-2.3-type-codes", "AD-2.3-german-pocket-ca")
def test_types_and_the_mark_of_pq_17() -> None:
    counters = data(None).counters
    marked: dict[str, int] = {}
    for counter in counters.values():
        if counter.convoy:
            marked[counter.type] = marked.get(counter.type, 0) + 1
    assert marked == {"DD": 6, "AA": 2, "FF": 4, "MS": 3, "AT": 4, "R": 3, "SS": 2, "MT": 31, "TA": 3}
    assert sum(marked.values()) == 58
    types = {"BB", "CV", "CA", "CL", "DD", "TB", "FF", "AT", "MS", "AA", "R", "MT", "TA", "SS"}
    assert {counter.type for counter in counters.values()} == types
    assert {row.type for row in data(None).formations.values()} == {"B", "DB", "T", "F"}
    assert [counters[name].type for name in ("luetzow", "scheer")] == ["CA", "CA"]
