"""Section 12: the five scenarios as data."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from barents.games.operations import GAME
from barents.games.operations.data import FILES, FOLDER, Data, data
from barents.games.operations.datafiles import Award, Limit, ScenarioFile
from barents.kernel.data import DataError, read, typed
from barents.kernel.datapack import DataPack, PackError, check
from barents.kernel.sides import Side
from tests.published import OPERATIONS as SCENARIOS

EXPECT = Path(__file__).parent / "expect"
LEVELS = ("Allied major", "Allied minor", "Draw", "Axis minor", "Axis major")


def limit_in_short(limit: Limit) -> str:
    """A limit as the list has it."""
    fleets = " ".join(limit.fleets)
    if limit.not_east_of_column is not None:
        return f"{fleets}: not east of {limit.not_east_of_column}"
    if limit.not_west_of_column is not None:
        return f"{fleets}: not west of {limit.not_west_of_column}"
    if limit.not_within is not None:
        return f"{fleets}: not within {limit.not_within.zones} of {' '.join(limit.not_within.ports)}"
    numbers = f" {limit.level} {limit.turns} {limit.zones} {limit.convoy}" if limit.convoy else ""
    return f"{fleets}: {limit.rule}{numbers}"


def award_in_short(award: Award) -> str:
    """What is scored for, as the list has it."""
    words = [award.kind, award.fleet, *award.ships, *award.types, str(award.points or "")]
    text = " ".join(word for word in words if word)
    text += f": {award.reached}" if award.reached else ""
    text += f" or {award.at_end} at the end" if award.at_end else ""
    text += f": {award.zones}" if award.zones else ""
    return text + (f" or in {award.or_in}" if award.or_in else "")


def in_short(scenario: ScenarioFile) -> dict[str, Any]:
    """A scenario as the list has it."""
    switches = f"cautious {scenario.cautious_orders}, offboard {scenario.offboard_search}".lower()
    short: dict[str, Any] = {
        "time": f"{scenario.begins[:10]} {scenario.turns} turns, month {scenario.month}, {switches}",
        "weather": [f"{spell.region} {spell.level} {spell.turns}" for spell in scenario.weather],
    }
    for fleet in scenario.fleets:
        place = f"{fleet.side} {fleet.mission} {fleet.zone or fleet.port} {fleet.sails}"
        short[fleet.id] = [place, fleet.transports, " ".join(fleet.ships), " ".join(fleet.plan)]
    return short | {
        "covers": [fleet.covers for fleet in scenario.fleets if fleet.covers],
        "boats": [f"{b.side} {b.type} {b.columns[0]}-{b.columns[1]}: {' '.join(b.ships)}" for b in scenario.boats],
        "wings": [f"{wing.side} {wing.steps} {wing.type} {wing.base}" for wing in scenario.wings],
        "reports": [f"{r.side} {r.turn} {r.fleet} {r.level}" for r in scenario.reports],
        "limits": [limit_in_short(limit) for limit in scenario.limits],
        "allied": [award_in_short(award) for award in scenario.victory.allied],
        "axis": [award_in_short(award) for award in scenario.victory.axis],
        "levels": [level.begins for level in scenario.victory.levels[:-1]],
        "history": scenario.history.score,
    }


@pytest.mark.rule_file("scenarios.toml")
def test_the_five_scenarios_are_those_of_the_list() -> None:
    numbers = data(None)
    want = tomllib.loads((EXPECT / "scenarios.toml").read_text("utf-8"))
    assert tuple(want) == SCENARIOS == tuple(name for name in numbers.scenarios if name in want)
    for name, scenario in ((name, numbers.scenarios[name]) for name in want):
        assert in_short(scenario) == {key: value for key, value in want[name].items() if key != "proves"}, name
        assert tuple(level.name for level in scenario.victory.levels) == LEVELS
        assert [level.winner for level in scenario.victory.levels] == [*[Side.ALLIED] * 2, None, *[Side.AXIS] * 2]
        assert scenario.victory.level(scenario.history.score).name == scenario.history.level
        for place, threshold in enumerate(want[name]["levels"]):
            assert scenario.victory.level(threshold).name == LEVELS[place]
            assert scenario.victory.level(threshold - 1).name == LEVELS[place + 1]
        assert scenario.about.count(". ") == 1
        assert set(scenario.tasks) == set(Side)
        assert str(scenario.year) == scenario.begins[:4]
        for fleet in scenario.fleets:
            assert all(ship in numbers.register for ship in fleet.ships)
            assert {numbers.ship(ship).side for ship in fleet.ships} == {fleet.side}
            if fleet.port:
                assert numbers.port(fleet.port).side is fleet.side
        for boats in scenario.boats:
            assert all(numbers.register[boat].kind == "SS" for boat in boats.ships)
            assert numbers.boat_classes[boats.type].side is boats.side
        for wing in scenario.wings:
            assert numbers.bases[wing.base].side is numbers.air_types[wing.type].side is wing.side


def test_plans_can_be_sailed_and_boats_have_room() -> None:
    numbers = data(None)
    for scenario in numbers.scenarios.values():
        for fleet in scenario.fleets:
            if fleet.plan:
                start = fleet.zone or numbers.port(fleet.port).zone
                assert fleet.plan[0] == start
                assert numbers.through(fleet.plan, scenario.month, fleet.side), fleet.id
        for boats in scenario.boats:
            low, high = boats.columns
            belt = [cell for cell in numbers.navigable if low <= numbers.column(cell) <= high]
            room = [cell for cell in belt if numbers.may_place(boats.side, cell, scenario.month)]
            assert len(room) >= len(boats.ships)


def changed(change: Callable[[dict[str, Any]], object]) -> ScenarioFile:
    """The teaching scenario with something wrong in it."""
    document = read(FOLDER, "scenarios/qp-11-teaching.toml")
    change(document)
    return typed(document, ScenarioFile, "qp-11-teaching.toml")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["fleets"][0].pop("port"), "qp-11 begins in a zone or in a port"),
        (lambda d: d["victory"]["allied"][0].pop("reached"), "points for 'west' need reached"),
        (lambda d: d["limits"][0].update(rule="grounding"), "a limit says just one thing"),
        (lambda d: d["victory"]["levels"].pop(), "every level but the last says from which score it holds"),
        (lambda d: d["victory"]["levels"][0].update({"from": 1}), "from the best for the Allies to the worst"),
        (
            lambda d: d["fleets"][0].update(mission="stroll"),
            r"fleets\[qp-11\].mission: expected one of 'bombard', 'convoy'",
        ),
    ],
)
def test_a_wrong_scenario_is_refused_in_words(change: Callable[[dict[str, Any]], object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        changed(change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["fleets"][0]["ships"].append("u-88"), "the register has no surface ship 'u-88'"),
        (lambda d: d["fleets"][0]["plan"].append("5619"), "5619 is no zone that ships can sail"),
        (lambda d: d["fleets"][0].update(port="Leith"), "there is no port 'Leith'"),
        (lambda d: d["fleets"][1].update(covers="qp-12"), "'qp-12' is neither a fleet nor a zone"),
        (lambda d: d["wings"][0].update(base="Leuchars"), "there is no base 'Leuchars'"),
        (lambda d: d["boats"][0].update({"class": "de:XXI"}), "there is no class 'de:XXI'"),
    ],
)
def test_a_scenario_names_only_what_the_other_files_know(
    change: Callable[[dict[str, Any]], object], message: str
) -> None:
    ships, air, tables = (typed(read(file.folder, file.name), file.type, file.name) for file in FILES[:3])
    scenario = changed(change)
    with pytest.raises(DataError, match=message):
        Data(ships, air, tables, {scenario.name: scenario})


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (b"[clock]\nslots = 7\n", "clock: 7 turns of 4 hours are no day"),
        (b"[clock]\nslots = 8\nturn_hours = 3\n", "light.months.1.south: 'NNTDNN' has a letter for 6 turns"),
    ],
)
def test_a_data_pack_that_makes_days_of_different_lengths_is_refused(table: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        GAME.data(DataPack({"operations/tables.toml": table}))


def test_a_data_pack_by_which_a_month_has_no_season_or_two_is_refused() -> None:
    table = b"[weather.seasons]\nwinter = [10, 11, 1, 2]\n"
    with pytest.raises(DataError, match=r"weather.seasons: each month is in one season; .* for 10, 12"):
        GAME.data(DataPack({"operations/tables.toml": table}))


def test_a_data_pack_lies_over_the_files() -> None:
    rows = b'[german]\nrows = [{ id = "BB02", hull = 9 }]\n'
    pack = DataPack({"operations/ships.toml": rows})
    check(pack, FILES)
    assert data(pack).ship("tirpitz").hull == 9
    assert data(None).ship("tirpitz").hull == 12
    wrong = DataPack({"operations/tables.toml": b"[fuel]\nbattle = 'much'\n"})
    with pytest.raises(PackError, match=r"fuel\.battle: expected an int, got 'much'"):
        check(wrong, FILES)
