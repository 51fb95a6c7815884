"""Solitaire 3.5: merchants that have lost their convoy."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.automaton.courses import base_distances, steps_to
from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.state import AutomatonOrders, GermanOrders, Lookout, ScatterConvoys
from barents.kernel.sides import Observer

from .solo import Solo
from .waters import ALLIED, SCATTER

SHIP = "merc-05"


def alone(cell: str, weather: Weather = "fair", convoy: str = "pq12", damage: int = 0, *, waits: bool = False) -> Solo:
    """A merchant that lost her convoy on an earlier turn."""
    solo = Solo(turn=3, reorganisation=waits).weather(weather)
    solo.straggler(SHIP, cell, convoy, apart=1, damage=damage)
    return solo


def hexes(face: int, weather: Weather = "fair", damage: int = 0) -> int:
    """How far a die takes her."""
    solo = alone("2005", weather, damage=damage)
    assert solo.routes(face)
    solo.sail({})
    return solo.data.distance("2005", solo.piece(SHIP).at)


@pytest.mark.rule("NS-3.5-straggler-roll")
def test_a_die_says_how_far_she_goes() -> None:
    assert [hexes(face) for face in range(1, 7)] == [1, 2, 2, 2, 3, 3]
    assert [hexes(face, "bad") for face in range(1, 7)] == [1, 2, 2, 2, 3, 3]


@pytest.mark.rule("NS-3.5-straggler-mod")
@pytest.mark.parametrize("weather", ["fog", "storm"])
def test_fog_and_storm_slow_her_down(weather: Weather) -> None:
    assert [hexes(face, weather) for face in range(1, 7)] == [0, 1, 2, 2, 2, 3]


@pytest.mark.rule("NS-3.5-straggler-damaged")
def test_damaged_she_never_goes_more_than_one_hex() -> None:
    assert [hexes(face, damage=1) for face in (1, 3, 6)] == [1, 1, 1]
    assert hexes(1, "fog", damage=1) == 0


@pytest.mark.rule("NS-3.5-straggler-goal")
def test_she_makes_for_her_convoy_or_her_exit_whichever_is_nearer() -> None:
    solo = alone("2005")
    solo.convoy("pq12", "2008", merchants=2)
    route = solo.routes(6)[SHIP].split(">")
    goal = solo.routes(6)["pq12"].split(">")[-1]
    assert len(route) == 4
    assert solo.data.distance(route[-1], goal) == solo.data.distance("2005", goal) - 3
    solo = alone("1120")
    solo.convoy("pq12", "1410", merchants=2)
    assert solo.routes(6)[SHIP].split(">")[-1] == "out"


@pytest.mark.rule("NS-3.5-straggler-tie")
def test_at_equal_distance_the_exit_is_taken() -> None:
    solo = alone("1217")
    solo.convoy("pq12", "1515", merchants=2)
    solo.state.bound["pq12"] = "1416"
    path = solo.data.passage("winter").path
    assert len(path("1217", "1416") or ()) == 3 == len(path("1217", "1018") or ())
    assert solo.routes(6)[SHIP].split(">")[-2:] == ["1018", "out"]


@pytest.mark.rule("NS-3.5-exit-side")
def test_each_leaves_by_the_side_of_her_convoy() -> None:
    assert alone("1118").routes(6)[SHIP] == "1118>1018>out"
    assert alone("1015").routes(6)[SHIP].split(">")[-1] == "1018", "not by 1015, where the convoy might have"
    assert alone("1502", convoy="qp8").routes(6)[SHIP] == "1502>1601>out", "by the hex away from the coast"
    route = alone("1602", convoy="pq12").routes(6)[SHIP].split(">")
    assert int(route[-1][2:]) > 2, "east"


@pytest.mark.rule("NS-3.5-rejoin")
def test_she_rejoins_her_convoy_when_she_ends_in_its_hex() -> None:
    solo = alone("2009", "storm")
    solo.convoy("pq12", "2008", merchants=2)
    solo.german_turn({}, 6)
    ship, convoy = solo.piece(SHIP), solo.piece("merc-01")
    assert ship.at == convoy.at != "2008"
    assert ship.force == "pq12"
    assert not ship.apart
    assert not solo.told("NS-3.5-rejoin", Observer.AXIS)
    assert solo.told("NS-3.5-rejoin", Observer.UMPIRE)


@pytest.mark.rule("NS-3.5-rejoin", "NS-0-optional-rules")
def test_with_reorganisation_the_convoy_waits_for_a_straggler_who_can_reach_its_first_hex() -> None:
    def ends(face: int, *, waits: bool) -> tuple[str, str]:
        solo = alone("2005", "storm", waits=waits)
        solo.convoy("pq12", "2007", merchants=2)
        solo.german_turn({}, face)
        return solo.piece("merc-01").at, solo.piece(SHIP).force

    first, force = ends(6, waits=True)
    assert force == "pq12"
    solo = Solo()
    assert solo.data.distance("2007", first) == 1, "three hexes bring her to its first"
    far, force = ends(6, waits=False)
    assert (solo.data.distance("2007", far), force) == (2, ""), "without the option it sails on"
    far, force = ends(2, waits=True)
    assert (solo.data.distance("2007", far), force) == (2, ""), "one hex is not enough"


@pytest.mark.rule("NS-3.5-rejoin")
def test_a_convoy_that_would_be_late_does_not_wait() -> None:
    solo = Solo(turn=14, reorganisation=True).weather("storm")
    solo.straggler(SHIP, "1216", "pq12")
    solo.convoy("pq12", "1219", merchants=2)
    routes = solo.routes(6)
    assert len(routes["pq12"].split(">")) == 3


# Between equals


@pytest.mark.rule("NS-3-ties")
def test_single_merchants_keep_off_the_enemys_coast_and_do_not_all_go_one_way() -> None:
    """Twenty merchants north of Banak, on their way to Russia: of equal ways the safer, and then any."""
    solo = Solo(SCATTER, turn=9).weather("storm")
    solo.state.scattered = ["pq17"]
    ships = [f"merc-{number:02d}" for number in range(1, 21)]
    for name in ships:
        solo.straggler(name, "1713", "pq17", apart=8)
    left = steps_to(solo.data, "summer", ("1018", "1019", "1020"))
    solo.begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[4] * 20).sail({})
    ends = {solo.piece(name).at for name in ships}
    assert {left[cell] for cell in ends} == {left["1713"] - 2}
    near = [cell for cell in left if solo.data.distance("1713", cell) == 2 and left[cell] == left["1713"] - 2]
    bases = base_distances(solo.data)
    assert max(bases[cell] for cell in near) > min(bases[cell] for cell in near), "there was a choice"
    assert {bases[cell] for cell in ends} == {max(bases[cell] for cell in near)}


@pytest.mark.rule("NS-3-ties")
def test_what_nothing_decides_is_drawn_with_the_dice_of_the_game_and_only_the_umpire_sees_it() -> None:
    solo = Solo(SCATTER, turn=9).weather("storm")
    solo.state.scattered = ["pq17"]
    ships = [f"merc-{number:02d}" for number in range(1, 13)]
    for name in ships:
        solo.straggler(name, "1717", "pq17", apart=8)
    solo.begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[2] * 12).sail({})  # one hex, for the storm
    assert {solo.piece(name).at for name in ships} == {"1616", "1617"}, "equally near, and equally safe"
    assert len(solo.draws("NS-3-ties")) == len(ships)
    assert solo.draws("NS-3-ties", Observer.AXIS) == []


# Scattered


@pytest.mark.rule("NS-3.5-scattered")
def test_a_scattered_merchant_makes_for_her_exit_and_joins_nobody() -> None:
    solo = Solo(SCATTER, turn=9).weather("storm")
    solo.straggler("merc-40", "2005", "qp13", apart=8)
    solo.state.scattered = ["qp13"]
    solo.convoy("pq17", "2006", merchants=2)
    solo.german_turn({}, 6, 1, 1)
    ship = solo.piece("merc-40")
    assert (ship.force, ship.at[2:]) == ("", "02"), "three hexes west"


@pytest.mark.rule("NS-3.5-scatter-first")
def test_on_the_turn_of_the_scatter_merchants_go_by_the_diagram_alone() -> None:
    solo = Solo(SCATTER, turn=9).weather("storm")
    solo.convoy("pq17", "2412", merchants=1)
    solo.state.ordered = ["pq17"]
    solo.begin(ScatterConvoys(), Lookout(), AutomatonOrders(), GermanOrders(), allied=[5])
    solo.sail({})
    assert solo.piece("merc-01").at == "2410", "two hexes west, and no more this turn"
    assert not solo.rolls("NS-3.5-straggler-roll")
    later = Solo(SCATTER, turn=10).weather("storm")
    later.state.scattered = ["pq17"]
    later.straggler("merc-01", "2410", "pq17", apart=9)
    later.german_turn({}, 6)
    assert len(later.rolls("NS-3.5-straggler-roll")) == 1
    assert later.piece("merc-01").at != "2410"


@pytest.mark.rule("NS-3.5-rejoin")
def test_one_that_was_driven_away_this_very_turn_is_not_back_before_the_next() -> None:
    solo = alone("2009", "storm")
    solo.state.pieces[ALLIED][SHIP].apart = 3
    solo.convoy("pq12", "2008", merchants=2)
    solo.german_turn({}, 6)
    assert solo.piece(SHIP).at == solo.piece("merc-01").at
    assert solo.piece(SHIP).force == ""
