"""Solitaire 3.1 and 3.2: the convoys."""

from __future__ import annotations

from itertools import pairwise

import pytest

from barents.games.nordkapp.automaton.convoys import can_wait, convoy_way, turns_needed
from barents.games.nordkapp.automaton.courses import base_distances, near_bases, steps_to
from barents.games.nordkapp.rules.flow import TURN
from barents.games.nordkapp.state import (
    AutomatonOrders,
    CallCombat,
    GermanOrders,
    Lookout,
    Orders,
    Recon,
    ScatterConvoys,
    ScatterRoll,
    Shadowing,
)
from barents.kernel.sides import Observer

from .solo import Solo
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER

EXITS = ("1018", "1019", "1020")


def pq(cell: str, turn: int = 1, scenario: str = "unternehmen-sportpalast") -> Solo:
    """The convoy to Russia in a hex."""
    solo = Solo(scenario, turn=turn)
    solo.convoy("pq12" if scenario == "unternehmen-sportpalast" else "pq16", cell, merchants=3)
    return solo


def way(solo: Solo, convoy: str = "pq12") -> tuple[str, ...]:
    """The way that a convoy means to take; where nothing is to be drawn it plots the first two hexes of it."""
    found = convoy_way(solo.state, solo.data, convoy, solo.state.turn)
    assert found is not None
    agenda, plotted = solo.state.agenda, solo.routes()[convoy].split(">")
    solo.state.agenda = agenda
    if not solo.draws("NS-3-ties"):
        assert tuple(plotted[1:]) == (*(found if plotted[0].startswith("waiting") else found[1:]), "out")[:2]
    return found


def sailed(solo: Solo, ship: str) -> list[str]:
    """Turn by turn to the exit, with nobody in the way: where a ship of a convoy was at the end of each turn."""
    solo.begin(*TURN[TURN.index(Orders()) :])
    ends: list[str] = []
    while True:
        turn = solo.now.turn
        while solo.now.turn == turn:
            solo.idle(AXIS)
        if solo.piece(ship).at == "out":
            return ends
        ends.append(solo.piece(ship).at)


@pytest.mark.rule("NS-3.1-pq-goal", "NS-3.1-avoid-base")
def test_the_way_of_the_convoy_to_russia() -> None:
    solo = Solo(turn=1)
    solo.state.arrivals["pq12"] = (1, "1601")
    for name in ("merc-01", "merc-02"):
        solo.place(name, "waiting:pq12", force="pq12", convoy="pq12")
    path = way(solo)
    assert path[0] == "1601"
    assert path[-1] in EXITS
    assert len(path) - 1 == 21, "20 if it did not keep clear of the bases"
    assert not (set(path) - set(EXITS)) & near_bases(solo.data)
    assert len(solo.data.passage("winter").path("1601", "1018") or ()) - 1 == 20
    ends = sailed(solo, "merc-01")
    assert len(ends) == 11, "two hexes a turn, the hex of entry among them; in the twelfth it leaves"
    assert not (set(ends) - set(EXITS)) & near_bases(solo.data)


@pytest.mark.rule("NS-3.1-pq-goal")
def test_the_exits_are_the_same_in_every_scenario() -> None:
    assert way(pq("1216"))[-1] == "1018", "not 1015, by which it might leave in this scenario"
    assert way(pq("1216", scenario=LUFTWAFFE), "pq16")[-1] == "1018"


@pytest.mark.rule("NS-3.1-avoid-base")
def test_the_exit_hex_near_a_base_may_be_entered() -> None:
    solo = pq("1118")
    assert "1018" in near_bases(solo.data)
    assert solo.routes()["pq12"] == "1118>1018>out"


@pytest.mark.rule("NS-3.1-avoid-tf", "NS-3.1-unspotted-ignored")
def test_a_convoy_goes_round_a_spotted_force_and_through_one_that_is_not() -> None:
    solo = pq("2005")
    free = way(solo)
    solo.place("tirpitz", free[3])
    assert way(solo) == free, "nobody has seen her"
    solo.spotted("tirpitz")
    around = way(solo)
    assert not set(around[1:]) & set(solo.data.grid.within(free[3], 1))
    solo.state.pieces[solo.data.counters["tirpitz"].side].clear()
    solo.place("u-88", free[3])
    solo.spotted("u-88")
    assert way(solo) == free, "a boat is nothing to go round (RS8)"


@pytest.mark.rule("NS-3.1-avoid-tf")
def test_a_spotted_force_at_the_exit_does_not_keep_the_convoy_in() -> None:
    solo = pq("1119")
    for cell in EXITS:
        solo.place({"1018": "tirpitz", "1019": "scheer", "1020": "hipper"}[cell], cell)
    solo.spotted("tirpitz", "scheer", "hipper")
    assert way(solo)[-1] in EXITS


@pytest.mark.rule("NS-3.1-avoid-relax")
def test_what_is_avoided_is_dropped_when_time_is_short_bases_first() -> None:
    solo = pq("1412", turn=10)
    clear = way(solo)
    assert len(clear) - 1 == 10, "six turns, and six are left"
    assert not set(clear[1:-1]) & near_bases(solo.data)
    solo.state.turn = 11
    hasty = way(solo)
    assert len(hasty) - 1 == 8, "five turns"
    assert set(hasty[1:-1]) & near_bases(solo.data)
    solo.place("tirpitz", hasty[4])
    solo.spotted("tirpitz").state.turn = 12
    assert way(solo) == hasty, "too late in any case, and so straight on"
    solo.state.turn = 1
    danger = set(solo.data.grid.within(hasty[4], 1)) - set(EXITS)
    assert not set(way(solo)) & danger


@pytest.mark.rule("NS-3.1-avoid-relax")
def test_a_convoy_that_is_shut_in_by_bases_still_keeps_clear_of_forces() -> None:
    solo = pq("1312")
    path = way(solo)
    assert path[-1] in EXITS, "every way from here leads past a base"
    solo.place("tirpitz", path[3])
    solo.spotted("tirpitz")
    assert not set(way(solo)[1:]) & set(solo.data.grid.within(path[3], 1))


@pytest.mark.rule("NS-3.1-tiebreak")
def test_of_equal_ways_the_one_farther_from_bases_then_clear_of_ice_then_either() -> None:
    solo = pq("2005")
    path = way(solo)
    distances, growlers = base_distances(solo.data), solo.data.growler_zone("winter")
    passage = solo.data.passage("winter")
    left = {cell: len(path) - 1 - number for number, cell in enumerate(path)}
    steps = steps_to(solo.data, "winter", EXITS, near_bases(solo.data))
    for here, onward in pairwise(path):
        equal = [cell for cell in passage.neighbours(here) if steps.get(cell) == left[onward]]
        best = min((-distances[cell], cell in growlers) for cell in equal)
        assert (-distances[onward], onward in growlers) == best
    assert any(
        len([c for c in passage.neighbours(here) if steps.get(c) == left[onward]]) > 1
        for here, onward in pairwise(path)
    ), "there was something to choose"
    drawn = {pq("1916").routes(face)["pq12"] for face in (1, 2)}
    assert len(drawn) == 2, "and what is equal after that is drawn"


@pytest.mark.rule("NS-3.2-qp-goal")
def test_the_convoy_homeward_leaves_by_the_west_edge_up_to_row_25() -> None:
    solo = Solo()
    solo.convoy("qp8", "2503", merchants=2)
    assert way(solo, "qp8")[-1] == "2501"
    solo.convoy("qp8", "2702", merchants=2)
    assert way(solo, "qp8")[-1] == "2501", "not 2601"
    solo.convoy("qp8", "1501", merchants=2)
    assert solo.routes()["qp8"] == "1501>out"


@pytest.mark.rule("NS-3.2-avoid")
def test_the_convoy_homeward_avoids_bases_and_spotted_forces_at_its_exits_too() -> None:
    solo = Solo()
    solo.convoy("qp8", "1118", merchants=2)
    assert not set(way(solo, "qp8")[1:]) & near_bases(solo.data)
    solo.convoy("qp8", "2003", merchants=2)
    exit = way(solo, "qp8")[-1]
    solo.place("tirpitz", exit)
    assert way(solo, "qp8")[-1] == exit
    solo.spotted("tirpitz")
    assert solo.data.distance(way(solo, "qp8")[-1], exit) > 1


# Scatter


def threatened(convoy: str, cell: str, ship: str, at: str, *, spotted: bool = True, fleet: str = "") -> bool:
    """Whether a convoy is ordered to scatter after the reconnaissance, with a German ship somewhere."""
    solo = Solo()
    solo.convoy(convoy, cell, merchants=2)
    solo.place(ship, at)
    if fleet:
        solo.force("home", fleet, "king-george-v")
    if spotted:
        solo.spotted(ship)
    return solo.begin(Recon(ALLIED), ScatterRoll(), allied=[1]).now.ordered == [convoy]


@pytest.mark.rule("NS-3.1-scatter")
def test_a_spotted_heavy_ship_within_seven_hexes_threatens_the_convoy_to_russia() -> None:
    assert threatened("pq12", "2005", "hipper", "2012")
    assert threatened("pq12", "2005", "tirpitz", "2012")
    assert threatened("pq12", "2005", "scheer", "2012")
    assert not threatened("pq12", "2005", "hipper", "2013")
    assert not threatened("pq12", "2005", "hipper", "2012", spotted=False)
    assert not threatened("pq12", "2005", "de-dd-1", "2006")
    assert threatened("pq12", "2005", "hipper", "2012", fleet="2005"), "its fleet does not help it"


@pytest.mark.rule("NS-3.2-scatter")
def test_the_convoy_homeward_is_safe_near_a_fleet_or_the_west_edge() -> None:
    assert threatened("qp8", "2006", "hipper", "2013")
    assert not threatened("qp8", "2005", "hipper", "2012"), "four hexes from the edge"
    assert not threatened("qp8", "2006", "hipper", "2013", fleet="2010")
    assert threatened("qp8", "2006", "hipper", "2013", fleet="2011")
    assert not threatened("qp8", "2006", "hipper", "2014")


@pytest.mark.rule("NS-3.1-scatter", "NS-3.1-scatter-per-turn")
@pytest.mark.parametrize(("face", "ordered"), [(1, ["pq12"]), (5, ["pq12"]), (6, [])])
def test_on_a_five_or_less_the_convoy_is_to_scatter_in_every_scenario(face: int, ordered: list[str]) -> None:
    solo = Solo()
    solo.convoy("pq12", "2005", merchants=2)
    solo.place("hipper", "2008")
    solo.place("tirpitz", "2009")
    solo.spotted("hipper", "tirpitz").begin(ScatterRoll(), allied=[face])
    assert solo.now.ordered == ordered
    assert len(solo.rolls("NS-3.1-scatter")) == 1, "one die, however many ships"
    assert not solo.rolls("NS-3.1-scatter", Observer.AXIS)
    assert ("The Admiralty orders PQ-12 to scatter" in solo.words(Observer.ALLIED)) == bool(ordered)
    assert solo.words(Observer.AXIS) == []


@pytest.mark.rule("NK-7.4-shadow-scatter", "NS-4-shadow")
def test_of_a_shadowed_convoy_that_is_to_scatter_an_escort_tells_where_she_runs() -> None:
    solo = Solo(SCATTER, turn=5)
    solo.convoy("pq17", "2012", "gb-dd-01", merchants=2)
    solo.place("u-88", "2012")
    solo.state.ordered = ["pq17"]
    solo.sighted(AXIS, "2012").begin(Shadowing(), axis=[4], allied=[1] * 9).act(AXIS, "choose u-88")
    assert {name: goal[2:] for name, goal in solo.now.bound.items()} == {"gb-dd-01": "04"}


@pytest.mark.rule("NK-13.3-scatter-secret")
@pytest.mark.parametrize("open_map", [True, False])
def test_the_german_hears_of_the_order_only_if_he_sees_the_convoy_anyway(open_map: bool) -> None:
    solo = Solo(SCATTER, turn=5, open_map=open_map)
    solo.convoy("pq17", "2005", merchants=2)
    solo.place("tirpitz", "2009")
    solo.spotted("tirpitz").begin(ScatterRoll(), ScatterConvoys(), allied=[5, 2, 2])
    heard = [line for line in solo.words(Observer.AXIS) if "scatter" in line]
    assert heard == (["The Admiralty orders PQ-17 to scatter", "PQ-17 scatters"] if open_map else [])
    assert solo.match.known(Observer.AXIS).scattered == (["pq17"] if open_map else [])


def on_its_way(convoy: str, cell: str, ship: str, at: str) -> Solo:
    """A convoy, and a German ship that nobody has spotted, in clear weather."""
    solo = Solo().weather("fair")
    solo.convoy(convoy, cell, merchants=2)
    solo.place(ship, at)
    return solo


@pytest.mark.rule("NS-3.1-scatter-start")
@pytest.mark.parametrize(("face", "scattered"), [(5, ["pq12"]), (6, [])])
def test_a_heavy_ship_spotted_at_the_start_of_the_turn_scatters_the_convoy_in_the_same_movement(
    face: int, scattered: list[str]
) -> None:
    solo = on_its_way("pq12", "2005", "hipper", "2009")
    solo.begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[1, face, 2, 2])
    assert solo.now.scattered == scattered
    assert solo.rolls("NS-3.1-scatter")[0].faces == (face,)
    assert (solo.piece("merc-01").force == "") is bool(scattered)
    assert (solo.piece("merc-01").at != "2005") is bool(scattered), "she has run before the German plots"


@pytest.mark.rule("NS-3.1-scatter")
def test_a_heavy_ship_spotted_on_her_way_scatters_the_convoy_even_if_she_is_lost_again() -> None:
    """She is checked in 2009 and seen, and in 2008 not any more."""
    solo = on_its_way("pq12", "2007", "hipper", "2011").weather("storm")
    solo.state.bound = {"pq12": "2007"}
    solo.begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[1, 5, 6]).sail({"hipper": "2011>2010>2009>2008"})
    assert "Hipper is spotted" in " ".join(solo.words(Observer.AXIS))
    assert solo.now.spotted == []
    assert solo.now.ordered == ["pq12"]


@pytest.mark.rule("NS-3.1-scatter", "NS-3.1-scatter-per-turn")
def test_a_heavy_ship_met_in_combat_scatters_the_convoy_but_there_is_one_die_a_turn() -> None:
    for rolled, ordered in (([], ["pq12"]), (["pq12"], [])):
        solo = on_its_way("pq12", "2005", "hipper", "2005")
        solo.state.detected, solo.state.rolled = {"pq12": 1}, rolled
        solo.begin(Recon(AXIS), Recon(ALLIED), ScatterRoll(), CallCombat(AXIS), allied=[5])
        solo.act(AXIS, "choose 2005", "call 2005")
        assert solo.now.ordered == ordered


def test_a_late_convoy_does_not_wait() -> None:
    solo = pq("1118", turn=15)
    assert not can_wait(solo.state, solo.data, "pq12")
    solo.state.turn = 1
    assert can_wait(solo.state, solo.data, "pq12")


@pytest.mark.rule("NS-3.1-avoid-relax")
def test_the_step_off_the_map_and_the_hex_of_entry_cost_time_too() -> None:
    assert turns_needed(11, 2, False) == 6, "eleven steps and one off the map"
    assert turns_needed(11, 2, True) == 7
    assert turns_needed(10, 2, True) == 6
