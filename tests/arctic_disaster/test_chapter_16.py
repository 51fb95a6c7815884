"""Chapter 16: both scenarios, and how the sides set up."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import data
from barents.games.arctic_disaster.options import Options
from barents.games.arctic_disaster.rules.convoy_display import convoy_display
from barents.games.arctic_disaster.rules.setup import deployment, opening
from barents.games.arctic_disaster.rules.units import in_force
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.dice import DiceBox
from barents.kernel.sides import Audience, Observer, Side
from tests.published import ARCTIC_DISASTER as SCENARIOS

from .test_counters import expected
from .theatre import ALLIED, ARMAGEDDON, AXIS, HISTORICAL, Theatre

LISTED = expected("scenarios.toml")
REGROUP = "AD-3.1-secret-reorg"
U_BOATS = ["u-88", "u-251", "u-255", "u-334", "u-335", "u-376", "u-408", "u-456", "u-457", "u-477"]
FLEETS = {"home-fleet": "3450", "cruiser-force": "2643"}


def setting_up(scenario: str = HISTORICAL) -> Theatre:
    """A scenario about to be set up."""
    theatre = Theatre({s.Deployment: deployment, s.ConvoyDisplay: convoy_display}, scenario)
    theatre.state = opening(theatre.data, scenario, Options())
    return theatre.begin(s.Deployment())


def answer_at_random(theatre: Theatre, side: Side, seed: str = "set-up") -> None:
    """Answer for a side, at random, until it has done."""
    dice = DiceBox.seeded(seed)[Audience.EVERYONE]
    while side in theatre.match.pending and not theatre.is_over:
        theatre.act(side, theatre.asked(side).options.sample(dice))


def skip_to(theatre: Theatre, side: Side, rule: str) -> Theatre:
    """Answer with as little as there is until a side is asked by a rule."""
    while theatre.asked(side).rule != rule:
        options = theatre.asked(side).options
        if isinstance(options, Assign) and "home-fleet" in options.slots:
            theatre.plot(side, FLEETS)
        elif isinstance(options, Assign):
            theatre.act(side, next(iter(options)))
        else:
            theatre.idle(side)
    return theatre


@pytest.mark.rule_file("scenarios.toml")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_forces_are_those_of_the_list(scenario: str) -> None:
    numbers = data(None)
    state = opening(numbers, scenario, Options())
    assert {key for side in Side for key in state.forces[side]} == {*LISTED["forces"], "pq-17"}
    for key, expect in LISTED["forces"].items():
        side = numbers.markers[key].side
        force = state.forces[side][key]
        names = [numbers.counters[ship.id].name for ship in in_force(state, side, key)]
        assert (force.at, force.detected, names) == (expect["at"], False, expect["ships"])

    for cell, expect in LISTED["air"].items():
        if cell != "proves":
            there = [numbers.formations[key] for key, formation in state.formations.items() if formation.at == cell]
            assert {row.name: [row.units, row.model] for row in there} == expect
    assert len(state.wings[AXIS]) == 30

    in_port = [numbers.boats[boat.id].name for boat in state.boats[AXIS].values() if boat.at == "3633"]
    assert in_port == LISTED["boats"]["3633"]
    held = Counter(
        numbers.boats[boat.id].command for side in Side for boat in state.boats[side].values() if boat.at == s.HELD
    )
    assert held == LISTED["boats"]["dummies"]


@pytest.mark.rule(
    "AD-16.1.2-pq-hex", "AD-16.1.2-hf-oob", "AD-2.3-carrier-land", "AD-16.1-weather", "AD-16.2-same-setup"
)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_convoy_the_carrier_and_the_weather(scenario: str) -> None:
    numbers = data(None)
    state = opening(numbers, scenario, Options())
    convoy = state.forces[ALLIED]["pq-17"]
    assert (convoy.at, convoy.detected) == ("2644", True)
    marked = [name for name, counter in numbers.counters.items() if counter.convoy]
    assert sorted(ship.id for ship in in_force(state, ALLIED, "pq-17")) == sorted(marked)
    assert len(marked) == 58
    assert list(state.wings[ALLIED]) == ["809-1", "809-2", "817-1", "832-1", "832-2"]
    assert state.weather == {"norwegian": "fog", "barents": "clear"}
    assert (state.turn, state.turns, state.phase) == (1, 11, "set-up")


@pytest.mark.rule("AD-16.1.2-home-fleet", "AD-16.1.2-cruiser-force")
def test_where_the_home_fleet_and_the_cruisers_begin() -> None:
    theatre = setting_up()
    fleet, cruisers = theatre.ways(ALLIED, "home-fleet"), theatre.ways(ALLIED, "cruiser-force")
    sea = theatre.data.map
    assert {sea.terrain(cell) for cell in fleet} == {"sea", "coastal"}
    assert min(int(cell[2:]) for cell in fleet) == 48
    assert len(fleet) == 254
    assert len(cruisers) == 19
    assert max(theatre.data.distance(cell, "2644") for cell in cruisers) == 2
    skip_to(theatre, ALLIED, "AD-16.1.2-allied-subs")
    answer_at_random(theatre, ALLIED)
    answer_at_random(theatre, AXIS)
    assert {key: theatre.marker(key).at for key in FLEETS} == FLEETS
    ships = [ship.id for ship in in_force(theatre.now, ALLIED, "cruiser-force")]
    assert ships == ["london", "norfolk", "wichita", "tuscaloosa", "somali", "rowan", "wainwright"]
    assert not theatre.marker("cruiser-force").detected


@pytest.mark.rule("AD-16.1-free-split", "AD-16.1-split-hex")
def test_forces_may_be_divided_and_feigned_at_once_without_delay() -> None:
    theatre = setting_up()
    theatre.act(AXIS, "regroup 4645").plot(AXIS, hipper="tg-d")
    assert theatre.asked(AXIS).rule != REGROUP, "all four groups are in play"
    skip_to(theatre, ALLIED, REGROUP)
    assert theatre.offered(ALLIED) == [
        "stop",
        *(f"regroup {cell}" for cell in ("2644", "3450", "1428", "2643", "3617")),
        *(f"place-dummy {cell}" for cell in ("3450", "1428", "2643", "3617")),
    ]
    theatre.act(ALLIED, "place-dummy 2643", "regroup 3450").plot(ALLIED, washington="tf-3")
    for side in Side:
        answer_at_random(theatre, side)
    assert [ship.id for ship in in_force(theatre.now, AXIS, "tg-d")] == ["hipper"]
    assert theatre.marker("tg-d").at == "4645"
    assert (theatre.marker("tf-2").dummy, theatre.marker("tf-2").at) == (True, "2643")
    assert theatre.find("washington").force == "tf-3"
    assert {force.penalty for side in Side for force in theatre.now.forces[side].values()} == {0}


@pytest.mark.rule("AD-16.1.1-subs-ten", "AD-16.1.1-subs-limits", "AD-16.1.1-subs-dummy")
def test_where_the_u_boats_begin() -> None:
    theatre = skip_to(setting_up(), AXIS, "AD-16.1.1-subs-limits")
    distance = theatre.data.distance
    options = theatre.asked(AXIS).options
    assert isinstance(options, Assign)
    dummies = [f"german-dummy-{number}" for number in range(1, 11)]
    assert list(options.slots) == [*U_BOATS, *dummies]
    nearest = [min(distance(cell, "2644") for cell in options.slots[boat]) for boat in U_BOATS]
    assert nearest == [0, 0, 2, 2, 4, 4, 4, 4, 4, 4]
    assert {max(distance(cell, "3152") for cell in options.slots[boat]) for boat in U_BOATS} == {15}
    refused = options.refusal(Allot(tuple((slot, "2642" if slot == "u-477" else "-") for slot in options.slots)))
    assert refused is not None
    assert options.optional == frozenset(dummies)
    assert "2644" not in options.slots[dummies[0]]
    assert {"1030", "4660"} - set(options.slots[dummies[0]]) == {"1030"}
    places = {"u-88": "2644", "u-251": "2643", "u-255": "2642", "german-dummy-1": "2835"}
    theatre.plot(AXIS, places)
    answer_at_random(theatre, ALLIED)
    assert {name: theatre.now.boats[AXIS][name].at for name in places} == places
    assert theatre.now.boats[AXIS]["german-dummy-2"].at == s.HELD


@pytest.mark.rule("AD-16.1.2-allied-subs", "AD-16.1.2-soviet-subs", "AD-13.2-dummy-areas")
def test_where_allied_submarines_begin() -> None:
    theatre = skip_to(setting_up(), ALLIED, "AD-16.1.2-allied-subs")
    options = theatre.asked(ALLIED).options
    assert isinstance(options, Assign)
    zone = theatre.data.map.zone
    for command, areas, boats, dummies in (
        ("allied", ("patrol_allied_A",), 9, 4),
        ("soviet", ("patrol_soviet_1", "patrol_soviet_2"), 7, 5),
    ):
        waters = {cell for area in areas for cell in zone(area)}
        mine = [name for name, boat in theatre.data.boats.items() if boat.command == command]
        assert {frozenset(options.slots[name]) for name in mine} == {frozenset(waters)}
        assert len(mine) == boats + dummies
        assert sum(name in options.optional for name in mine) == dummies
        assert all(options.capacity[cell] == 1 for cell in waters)
    answer_at_random(theatre, ALLIED)
    answer_at_random(theatre, AXIS)
    places = [boat.at for boat in theatre.now.boats[ALLIED].values() if boat.at != s.HELD]
    assert len(places) == len(set(places)) >= 16


@pytest.mark.rule("AD-13.1-setup-hidden", "AD-H-submarine-identity", "AD-H-composition")
def test_nobody_can_tell_markers_by_their_numbers() -> None:
    theatre = setting_up()
    for side in Side:
        answer_at_random(theatre, side)
    for side in Side:
        boats = [boat.handle for boat in theatre.now.boats[side].values() if boat.at != s.HELD]
        handles = [*boats, *(force.handle for force in theatre.now.forces[side].values())]
        assert len(set(handles)) == len(handles)
        assert 0 not in handles
        assert handles != sorted(handles), "drawn, not counted off"
    for observer, own in ((Observer.ALLIED, AXIS), (Observer.AXIS, ALLIED)):
        drawn = [name for event in theatre.draws("AD-13.1-setup-hidden", observer) for name in event.drawn]
        assert not any(name in theatre.now.boats[own] or name in theatre.now.forces[own] for name in drawn)


@pytest.mark.rule("AD-16.1.2-display", "AD-6.2-convoy-members")
def test_the_convoy_is_arranged_before_the_first_turn() -> None:
    theatre = setting_up()
    for side in Side:
        answer_at_random(theatre, side)
    squares = {ship.id: ship.square for ship in theatre.now.ships[ALLIED].values()}
    convoy = [ship.id for ship in in_force(theatre.now, ALLIED, "pq-17")]
    assert all(squares[name] for name in convoy)
    assert not any(square for name, square in squares.items() if name not in convoy)


@pytest.mark.rule("AD-16.1-free-split")
def test_keeping_everything_as_listed_is_one_answer() -> None:
    theatre = setting_up()
    assert theatre.asked(AXIS).rule == REGROUP
    theatre.act(AXIS, "stop")
    assert theatre.asked(AXIS).rule == "AD-16.1.1-subs-limits"


@pytest.mark.rule(
    "AD-16.2-no-km", "AD-16.2-no-hitler", "AD-16.2-no-forced-scatter", "AD-16.2-barents-open", "AD-16.2-sub-areas"
)
def test_the_second_scenario_has_no_leashes() -> None:
    first, second = (data(None).scenarios[name].rules for name in (HISTORICAL, ARMAGEDDON))
    assert (first.knights_move, first.hitler, first.forced_scatter, first.home_fleet_ban, first.one_sortie) == (
        True,
    ) * 5
    assert (second.knights_move, second.hitler, second.forced_scatter, second.home_fleet_ban) == (False,) * 4
    assert (first.patrol_areas, second.patrol_areas) == (True, False)
    assert (first.voluntary_scatter, second.voluntary_scatter) == (False, True)


@pytest.mark.rule("AD-13.1-numbered-once", "AD-13.1-setup-hidden")
def test_dummy_boats_that_are_held_back_have_no_number_and_nobody_hears_of_them() -> None:
    theatre = setting_up()
    skip_to(theatre, ALLIED, "AD-16.1.2-allied-subs").idle(ALLIED)
    skip_to(theatre, AXIS, "AD-16.1.1-subs-limits").idle(AXIS)
    boats = [boat for side in Side for boat in theatre.now.boats[side].values()]
    assert {boat.id for boat in boats if boat.at == s.HELD} == {boat.id for boat in boats if not boat.handle}
    assert any(boat.at == s.HELD for boat in boats)
    told = [str(told.about["places"]) for told in theatre.told("AD-13.1-setup-hidden")]
    numbered = [place for line in told for place in line.split(", ")]
    shown = [f"{boat.handle} at {boat.at}" for boat in boats if boat.at != s.HELD]
    shown += [f"{force.handle} at {force.at}" for side in Side for force in theatre.now.forces[side].values()]
    assert sorted(numbered) == sorted(shown)
