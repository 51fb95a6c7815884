"""Chapter 13 of Nordkapp: the scenarios."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from barents.games.nordkapp.data import data
from barents.games.nordkapp.datafiles import Gate
from barents.games.nordkapp.rules.setup import rosters
from barents.games.nordkapp.rules.setup import waters as area
from barents.games.nordkapp.rules.units import is_day
from barents.games.nordkapp.rules.victory import level
from barents.games.nordkapp.state import EndTurn, Orders, Recon
from barents.kernel.decisions import Assign
from barents.kernel.sides import Side
from tests.published import NORDKAPP as SCENARIOS

from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters

EXPECT: dict[str, Any] = tomllib.loads((Path(__file__).parent / "expect" / "scenarios.toml").read_text("utf-8"))


@pytest.mark.rule_file("scenarios.toml")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenario_is_that_of_the_rules(name: str) -> None:
    numbers, expect = data(None), EXPECT[name]
    file = numbers.scenarios[name]
    state = Waters(name).state
    for key in ("turns", "ice", "season", "searches", "german_delay", "scatter"):
        assert getattr(file, key) == expect[key], key
    assert list(file.search_columns) == expect["search_columns"]
    begins = datetime.fromisoformat(file.begins)
    assert begins.isoformat(" ", "minutes") == expect["begins"]
    last = begins + timedelta(hours=numbers.tables.scale.turn_hours * (file.turns - 1))
    assert last.isoformat(" ", "minutes") == expect["ends"]
    light = []
    for turn in range(1, file.turns + 1):
        state.turn = turn
        light += [turn] if is_day(state, numbers) else []
    assert light == expect["light"]

    for expected, differences in expect["victory"]["levels"].items():
        assert {level(numbers, name, difference) for difference in differences} == {expected}
    for side in Side:
        chits = {numbers.chits[chit].name: count for chit, count in file.chits[side].items()}
        assert chits == expect["chits"][side.value]
        bag = Waters.opening(name).now.bag[side]
        assert len(bag) == EXPECT["chits"][side.value][SCENARIOS.index(name)]

    everyone = [unit for _, units in rosters(numbers, file) for unit in units]
    assert len(everyone) == len(set(everyone)), "nobody sails with two forces"
    forces = {force.key: (force, units) for force, units in rosters(numbers, file)}
    assert set(forces) == set(expect["forces"])
    for key, wanted in expect["forces"].items():
        force, units = forces[key]
        abouts = [numbers.counters[unit] for unit in units]
        assert sum(about.is_merchant for about in abouts) == wanted.get("merchants", 0), key
        groups = Counter(f"{about.nation} {about.type}" for about in abouts if about.type in ("DD", "E"))
        assert dict(groups) == wanted.get("any", {}), key
        assert sum(about.is_air for about in abouts) == sum(wanted.get("air", {}).values()), key
        for kind, count in wanted.get("air", {}).items():
            assert sum(about.is_air and about.name.startswith(kind) for about in abouts) == count, key
        named = [
            about.name
            for about in abouts
            if not about.is_merchant and not about.is_air and about.type not in ("DD", "E")
        ]
        assert sorted(named) == sorted(wanted.get("named", [])), key
        assert force.drawn == wanted.get("drawn", 0), key
        assert force.entry_turn == wanted.get("turn", 0), key
        assert [force.least_column, force.most_column] == wanted.get("columns", [1, 99]), key
        gate = force.entry or Gate()
        assert (gate.beside, gate.within) == (wanted.get("beside", ""), wanted.get("within", 0)), key
        for which, found in (("entry", force.entry), ("exit", force.exit)):
            if which in wanted:
                gates = numbers.gate(found or Gate(), file.ice)
                assert [gates[0], gates[-1], len(gates)] == wanted[which], key
        if "waters" in wanted:
            west, east = wanted["waters"]
            hexes = area(numbers, state, force)
            assert {numbers.column(cell) for cell in hexes} == set(range(west, east + 1)), key
            assert set(hexes) <= set(numbers.open_water(file.ice)), key


DELAYS = [
    (SPORTPALAST, "tirpitz-group", "pq12", 1),
    (LUFTWAFFE, "pocket", "pq16", 1),
    (SCATTER, "roesselsprung", "qp13", 3),
]


@pytest.mark.rule("NK-13.1-german-ships", "NK-13.2-german-ships", "NK-13.3-rossel")
@pytest.mark.parametrize(("scenario", "group", "convoy", "delay"), DELAYS)
def test_the_german_ships_may_come_out_so_many_turns_after_a_convoy_was_found(
    scenario: str, group: str, convoy: str, delay: int
) -> None:
    """Detected on turn 5 they enter from turn 6, in the third scenario from turn 8; they may also wait."""
    for turn in (0, 5, 6, 7, 8, 9):
        waters = Waters(scenario, turn=turn or 9).weather("storm")
        fresh = Waters.opening(scenario).now.pieces[AXIS]
        waters.state.pieces[AXIS] = {name: piece for name, piece in fresh.items() if piece.force == group}
        waters.state.detected = {convoy: 5} if turn else {}
        waters.begin(Orders())
        options = waters.asked(AXIS).options
        assert isinstance(options, Assign)
        assert (group in options.slots) is (turn >= 5 + delay)
    assert isinstance(options, Assign)
    assert group in options.optional, "they may wait"
    waiting = f"waiting:{group}"
    for cell in ("1001", "1005"):
        assert f"{waiting}>{cell}>{int(cell) + 100}" in options.slots[group]
    assert f"{waiting}>1006" not in options.slots[group]
    assert waiting in options.slots[group]
    waters.state = waters.now
    waters.plot(AXIS).idle(ALLIED)
    assert {piece.at for piece in waters.now.pieces[AXIS].values()} == {waiting}, "and do, unless they are ordered out"
    waters.begin(Orders()).plot(AXIS, {group: f"{waiting}>1003"}).idle(ALLIED)
    assert {piece.at for piece in waters.now.pieces[AXIS].values()} == {"1003"}


@pytest.mark.rule("NK-13-gerentry-detect", "NK-13.3-rossel")
def test_a_report_in_the_recon_phase_starts_the_clock() -> None:
    waters = Waters(SCATTER, turn=5)
    waters.convoy("pq17", "1805", merchants=35)
    waters.place("bv-138-1", "1009", search=["1805"])
    waters.begin(Recon(AXIS)).act(AXIS, "choose -")
    assert waters.now.detected == {"pq17": 5}


@pytest.mark.rule("NK-13.3-battlefleet", "NK-13.2-battlefleet-turn")
def test_the_battle_fleet_enters_on_its_turn() -> None:
    for scenario, enters in ((LUFTWAFFE, 1), (SCATTER, 4)):
        for turn in (1, 3, 4):
            waters = Waters(scenario, turn=turn).weather("storm")
            fresh = Waters.opening(scenario).now.pieces[ALLIED]
            waters.state.pieces[ALLIED] = {name: piece for name, piece in fresh.items() if piece.force == "battle"}
            waters.begin(Orders())
            options = waters.asked(ALLIED).options
            assert isinstance(options, Assign)
            assert ("battle" in options.slots) is (turn >= enters)
            if turn >= enters:
                assert "battle" not in options.optional
    assert isinstance(options, Assign)
    assert "waiting:battle>1001>1101>1201>1301>1401>1501" in options.slots["battle"]


@pytest.mark.rule("NK-13.1-length", "NK-13.2-length", "NK-13.3-length")
@pytest.mark.parametrize(("scenario", "last"), [(SPORTPALAST, 15), (LUFTWAFFE, 18), (SCATTER, 21)])
def test_a_scenario_ends_after_its_last_turn_and_not_before(scenario: str, last: int) -> None:
    for turn in (last - 1, last):
        waters = Waters(scenario, turn=turn).begin(EndTurn())
        assert (waters.match.result is not None) is (turn == last)
