"""Section 7: the map, its ports, its ice, and the ways over it."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from barents.games.operations.data import data
from barents.kernel.sides import Side

EXPECT = Path(__file__).parent / "expect"


def board() -> dict[str, Any]:
    """What the map must be."""
    return tomllib.loads((EXPECT / "board.toml").read_text("utf-8"))


def without_proofs(table: dict[str, Any]) -> dict[str, Any]:
    """A table of expectations without what it proves."""
    return {key: value for key, value in table.items() if key != "proves"}


@pytest.mark.rule_file("board.toml")
def test_the_map_is_the_reference_map() -> None:
    numbers, want = data(None), board()
    reference = want["reference"]
    spec = (
        [numbers.grid.column(cell) for cell in numbers.map.cells],
        [numbers.grid.row(cell) for cell in numbers.map.cells],
    )
    assert [[min(axis), max(axis)] for axis in spec] == [reference["columns"], reference["rows"]]
    assert Counter(numbers.map.terrain(cell) for cell in numbers.map.cells) == reference["terrain"]
    assert {tag: len(numbers.map.zone(tag)) for tag in reference["tags"]} == reference["tags"]
    assert sorted(map(list, numbers.map.land_sides)) == reference["walls"]
    for cell, centre in reference["centres"].items():
        assert numbers.map.position(cell) == pytest.approx(tuple(centre), abs=0.0001)
    assert len(numbers.navigable) == reference["navigable"]

    ports = {
        port.name: " ".join(
            [port.zone, port.side, port.nation, port.kind]
            + ["norwegian"] * port.norwegian
            + ["repair"] * port.repair
            + ([f"to {port.until}"] if port.until else [])
        )
        for port in numbers.tables.ports.rows
    }
    tables = ("airbases", "approaches", "marks")
    assert ports == {k: v for k, v in without_proofs(want["ports"]).items() if k not in tables}
    bases = {base.name: base.zone + (f" to {base.until}" if base.until else "") for base in numbers.bases.values()}
    assert bases == want["ports"]["airbases"]
    for zone, approaches in want["ports"]["approaches"].items():
        assert list(numbers.neighbours(zone)) == approaches
    assert numbers.tables.ports.marks == want["ports"]["marks"]
    for name, zone in want["ports"]["marks"].items():
        assert numbers.map.place(name).cell == zone

    assert list(numbers.tables.ports.off_map) == want["boxes"]["off_map"]
    assert not set(want["boxes"]["off_map"]) & {
        *numbers.map.cells,
        *(place.name.lower() for place in numbers.map.places),
    }
    for region, zones in without_proofs(want["regions"]).items():
        assert {numbers.region_of(zone) for zone in zones} == {region}
    assert [len(numbers.shut(month)) for month in range(1, 13)] == want["ice"]["shut"]
    for zone, months in want["ice"]["months"].items():
        assert [month for month in range(1, 13) if zone in numbers.shut(month)] == months, zone


@pytest.mark.rule("OP-MAP-distance")
def test_distances_by_grid_and_by_sea() -> None:
    """G37, G38: the grid ignores land; a way at sea goes round it, and not over a side that is land."""
    numbers, want = data(None), board()
    zones = {port.name: port.zone for port in numbers.tables.ports.rows} | numbers.tables.ports.marks
    for start, goals in want["distances"].items():
        for goal, length in goals.items():
            assert numbers.route_distance(zones[start], zones[goal]) == length, (start, goal)
            assert numbers.route_distance(zones[goal], zones[start]) == length, (goal, start)
            assert len(numbers.route(zones[start], zones[goal])) == length + 1
    pairs = {("5519", "5709"): 11, ("6017", "5709"): 9, ("2514", "5709"): 32, ("4827", "4011"): 20, ("5917", "6619"): 7}
    assert {pair: numbers.distance(*pair) for pair in pairs} == pairs
    for one, two in want["reference"]["walls"]:
        assert numbers.distance(one, two) == 1
        assert two not in numbers.neighbours(one)
        assert one not in numbers.neighbours(two)
        assert numbers.route_distance(one, two) != 1


def test_the_reference_routes_are_open_in_their_months_and_shut_in_the_others() -> None:
    numbers = data(None)
    for name, want in board()["routes"].items():
        route = numbers.routes[name]
        assert " ".join(route.waypoints) == want["by"]
        ways = {month: numbers.through(route.waypoints, month, Side.ALLIED) for month in range(1, 13)}
        assert {len(way) - 1 for way in ways.values() if way} == {want["zones"]}, name
        assert [month for month, way in ways.items() if way] == want["months"] == list(route.months), name
        for way in filter(None, ways.values()):
            assert all(two in numbers.neighbours(one) for one, two in pairwise(way))


def test_ways_take_the_first_of_equals_and_keep_out_of_what_is_shut() -> None:
    numbers = data(None)
    way = numbers.route("5519", "5709", 7, side=Side.AXIS)
    for here, onward in pairwise(way):
        left = numbers.route_distance(here, "5709", 7, side=Side.AXIS)
        assert left is not None
        equals = [
            z for z in numbers.neighbours(here) if numbers.route_distance(z, "5709", 7, side=Side.AXIS) == left - 1
        ]
        assert onward == min(equals)
    assert numbers.route("5519", "5709", 3) == []
    assert numbers.route_distance("5519", "5709", 3) is None
    assert numbers.route("5709", "5519", 3)[0] == "5709"  # whoever is in it may leave
    assert numbers.route_distance("5519", "5709", 3, icebreaker=True) == 11
    assert numbers.route("6619", "7324", 7, side=Side.AXIS) == []
    assert numbers.route_distance("6619", "7324", 1) == 13
    assert numbers.route("6619", "7324", 1, help=False) == []
    assert numbers.route("6619", "7324", 2) == numbers.route("6619", "7324", 2, icebreaker=True) == []
    coast = numbers.route("4827", "5917", 7, side=Side.AXIS, leads=True)
    assert len(coast) - 1 == 17
    assert all(min(numbers.distance(zone, c) for c in numbers.norwegian_coast) <= 2 for zone in coast)
    assert numbers.route("4827", "5709", 7, side=Side.AXIS, leads=True) == []


@pytest.mark.rule("OP-MAP-navigable", "OP-MAP-coastal", "OP-MAP-col66")
def test_what_ships_sail_what_is_coast_and_what_lies_east() -> None:
    numbers = data(None)
    for cell in numbers.map.cells:
        sailed = numbers.map.terrain(cell) in ("sea", "coast", "port", "strait")
        assert (cell in numbers.navigable) is (sailed and not numbers.map.has(cell, "out_of_play"))
        by_land = any(numbers.map.terrain(other) == "land" for other in numbers.grid.neighbours(cell))
        assert (cell in numbers.coastal) is (cell in numbers.navigable and by_land)
        assert (cell in numbers.east_of_66) is (cell in numbers.navigable and int(cell[:2]) > 66)
    assert not numbers.east_of_66 & {"6619", "6618", "6517", "6614"}
    assert numbers.east_of_66 >= {"6714", "7119", "7324", "7608"}


def test_where_boats_may_be_placed() -> None:
    """G39, 7.2: the grid distance to the enemy's ports; no harbour, no ice, and no U-boat in the White Sea."""
    numbers, want = data(None), board()["placement"]
    for side in Side:
        for cell, legal in want[side].items():
            assert numbers.may_place(side, cell, 7) is legal, (side, cell)
    near = [
        cell
        for cell in numbers.navigable
        if numbers.distance(cell, "6619") == 5 and numbers.may_place(Side.AXIS, cell, 7)
    ]
    assert near == want["nearest_to_murmansk"]
    assert numbers.may_place(Side.AXIS, "5709", 5)
    assert not numbers.may_place(Side.AXIS, "5709", 3)
    assert numbers.may_lie("7224", 7)
    assert not numbers.may_lie("7324", 7)


def test_secret_bases_lie_on_the_coast_of_novaya_zemlya() -> None:
    numbers = data(None)
    assert list(numbers.secret_zones) == board()["secret_base"]["zones"]
    assert numbers.secret_zones <= numbers.coastal
    assert not numbers.secret_zones & set(numbers.harbours)


@pytest.mark.rule("OP-MAP-lost-bases")
def test_the_far_north_is_lost_in_november_1944() -> None:
    numbers = data(None)
    october = {port.name for port in numbers.ports_of(Side.AXIS, "1944-10")}
    november = {port.name for port in numbers.ports_of(Side.AXIS, "1944-11")}
    assert october - november == {"Kirkenes", "Petsamo"}
    assert numbers.airbases(Side.AXIS, "1944-10") - numbers.airbases(Side.AXIS, "1944-11") == {"6017", "6317"}
    assert set(numbers.recon_bases("1944-11")) == {"4827", "5321", "5618", "5619"}
    assert not numbers.open_port("Kirkenes", "1944-11")
    assert list(numbers.tables.ports.lost_move_to) == ["Bardufoss", "Tromsø"]


def test_ports_are_found_by_any_spelling_and_close_for_ice() -> None:
    numbers = data(None)
    assert numbers.port("Tromso").zone == "5618"
    assert numbers.port("Archangel").zone == "7324"
    assert numbers.port_at("6619") is numbers.port("Murmansk")
    assert numbers.port_at("6618") is None
    assert {p.name for p in numbers.ports_of(Side.ALLIED, "1942-02", "su") if numbers.open_port(p.name, "1942-02")} == {
        "Murmansk"
    }
    assert numbers.open_port("Archangelsk", "1942-06")
    assert not numbers.open_port("Belusha", "1942-05")
