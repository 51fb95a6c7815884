"""Solitaire 1: arrivals."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.automaton.arrivals import arrival_rolls, fleet_rolls, open_edge
from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.rules.setup import waters
from barents.games.nordkapp.state import AutomatonOrders, DrawBoats, Lookout, Options
from barents.kernel.sides import Observer

from .solo import Solo
from .waters import AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters

SOLITAIRE = Options(solitaire=True)


def arrivals(*dice: int, scenario: str = SPORTPALAST) -> dict[str, tuple[int, str]]:
    """When and where forces come with these dice: first convoy, second turn, hexes of PQ and QP."""
    solo = Solo(scenario).begin(allied=dice)
    arrival_rolls(solo.umpire)
    assert not solo.dice_left()
    return solo.now.arrivals


@pytest.mark.rule("NS-1-first-arrival", "NS-1-second-arrival", "NS-1-pq-hex", "NS-1-qp-hex")
def test_the_arrival_example() -> None:
    found = arrivals(4, 5, 6, 3)
    assert found["pq12"] == (1, "2401")
    assert found["qp8"] == (3, "1019")


@pytest.mark.rule("NS-1-first-arrival", "NS-1-second-arrival")
def test_an_odd_die_brings_the_convoy_homeward_first_and_three_or_less_the_other_on_turn_two() -> None:
    found = arrivals(3, 3, 1, 1)
    assert (found["qp8"][0], found["pq12"][0]) == (1, 2)
    assert arrivals(3, 4, 1, 1)["pq12"][0] == 3


@pytest.mark.rule("NS-1-pq-hex")
@pytest.mark.parametrize(("face", "cell"), [*enumerate(["1601", "1701", "1901", "2101", "2301", "2401"], 1)])
def test_where_the_convoy_to_russia_enters(face: int, cell: str) -> None:
    assert arrivals(2, 1, face, 1)["pq12"][1] == cell


@pytest.mark.rule("NS-1-qp-hex", "NS-1-local-with-qp")
@pytest.mark.parametrize(("face", "cell"), [*enumerate(["1020", "1020", "1019", "1019", "1018", "1018"], 1)])
def test_where_the_convoy_homeward_and_its_local_escort_enter(face: int, cell: str) -> None:
    found = arrivals(2, 5, 1, face)
    assert found["qp8"] == found["lee"] == (3, cell)


@pytest.mark.rule("NS-1-arrival-before-play", "NS-1-arrival-hidden")
def test_arrivals_are_rolled_before_anything_else_and_the_german_hears_nothing() -> None:
    game = Waters.opening(SPORTPALAST, allied=[4, 5, 6, 3], options=SOLITAIRE)
    assert game.now.arrivals["qp8"] == (3, "1019")
    assert game.now.turn == 1
    assert game.asked(AXIS).rule == "NK-4A-setup-first"
    for rule in ("NS-1-first-arrival", "NS-1-second-arrival", "NS-1-pq-hex", "NS-1-qp-hex"):
        assert len(game.rolls(rule)) == 1, rule
        assert not game.rolls(rule, Observer.AXIS), rule
    assert not game.told("NS-1-arrival-before-play", Observer.AXIS)
    assert game.told("NS-1-arrival-before-play", Observer.UMPIRE)
    assert not game.match.known(Observer.AXIS).arrivals


@pytest.mark.rule("NS-1-entry-ice")
def test_an_entry_hex_under_ice_is_moved_south() -> None:
    solo = Solo()
    assert open_edge(solo.state, solo.data, "2401") == "2401"
    closed = next(cell for cell in solo.data.west_edge if cell not in solo.data.open_water("winter"))
    south = max(cell for cell in solo.data.open_water("winter") if cell in solo.data.west_edge and cell < closed)
    assert open_edge(solo.state, solo.data, closed) == south
    assert solo.data.column(south) == 1


@pytest.mark.rule("NS-1-sub-setup")
def test_allied_submarines_lie_anywhere_in_their_waters_submerged() -> None:
    places = set()
    for seed in range(6):
        solo = Solo(LUFTWAFFE)
        solo.place("trident", "waiting:gb-subs")
        solo.place("m-176", "waiting:su-subs")
        solo.begin(DrawBoats(), allied=[1, 1, 1, 1, 20 * seed + 1, 9 * seed + 1])
        trident, soviet = solo.piece("trident"), solo.piece("m-176")
        places.add(trident.at)
        file = {force.key: force for force in solo.data.scenarios[LUFTWAFFE].forces}
        assert trident.at in waters(solo.data, solo.now, file["gb-subs"])
        assert solo.data.column(soviet.at) >= 11
        assert trident.submerged
        assert soviet.submerged
        assert not solo.draws("NS-1-sub-setup", Observer.AXIS)
    assert len(places) == 6


# Fleets


def fleet(die: int, weather: Weather = "fair", scenario: str = SPORTPALAST, hex: str = "1601") -> tuple[int, str]:
    """When and where the first fleet comes, if the convoy comes on turn 2."""
    solo = Solo(scenario, turn=2).weather(weather)
    pq = "pq12" if scenario == SPORTPALAST else "pq16"
    solo.state.arrivals[pq] = (2, hex)
    solo.begin(allied=[die])
    fleet_rolls(solo.umpire)
    return solo.now.arrivals["home" if scenario == SPORTPALAST else "cruisers"]


@pytest.mark.rule("NS-1.2-fleet-roll", "NS-1.2-fleet-mod")
def test_the_fleet_comes_with_the_convoy_or_a_turn_later() -> None:
    assert [fleet(die)[0] for die in (1, 3, 4, 6)] == [2, 2, 3, 3]
    assert fleet(3, "fog")[0] == 2
    assert fleet(3, "bad")[0] == 3
    assert fleet(2, "bad")[0] == 2
    assert fleet(3, "storm")[0] == 3
    assert fleet(2, "storm")[0] == 3
    assert fleet(1, "storm")[0] == 2


@pytest.mark.rule("NS-1.2-fleet-timing")
def test_each_fleet_rolls_for_itself_on_the_turn_of_the_convoy_when_the_weather_is_known() -> None:
    solo = Solo(LUFTWAFFE, turn=2).weather("storm")
    solo.state.arrivals["pq16"] = (3, "1601")
    solo.begin(Lookout(), AutomatonOrders())
    assert not solo.rolls("NS-1.2-fleet-roll")
    solo = Solo(LUFTWAFFE, turn=3).weather("storm")
    solo.state.arrivals["pq16"] = (3, "1601")
    solo.begin(Lookout(), AutomatonOrders(), allied=[1, 6])
    assert (solo.now.arrivals["cruisers"][0], solo.now.arrivals["battle"][0]) == (3, 4)
    assert [roll.modifiers for roll in solo.rolls("NS-1.2-fleet-roll")] == [{"storm": 2}, {"storm": 2}]
    assert not solo.rolls("NS-1.2-fleet-roll", Observer.AXIS)


@pytest.mark.rule("NS-1.2-fleet-hex")
def test_a_fleet_enters_as_close_to_the_convoy_as_it_may() -> None:
    assert fleet(1, hex="1601")[1] == "2101", "the Home Fleet enters between 2101 and 2601"
    assert fleet(1, hex="2301")[1] == "2301"
    assert fleet(1, scenario=LUFTWAFFE, hex="1901")[1] == "1901", "the cruisers within four hexes of the convoy"


@pytest.mark.rule("NS-1.2-fleet-turn4")
def test_the_battle_fleet_of_the_third_scenario_never_comes_before_turn_four() -> None:
    solo = Solo(SCATTER, turn=1)
    solo.state.arrivals["pq17"] = (1, "1601")
    solo.begin(allied=[1, 1])
    fleet_rolls(solo.umpire)
    assert solo.now.arrivals["cruisers"][0] == 1
    assert solo.now.arrivals["battle"][0] == 4
