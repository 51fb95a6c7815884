"""Doctrine under the optional rules of North Cape: each by itself on a small position, and whole games of them all."""

from __future__ import annotations

from typing import Any

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import CallHfdf, Declare, Disperse, DriveTo, Replace
from barents.games.north_cape.data import ARCHANGEL, Data
from barents.games.north_cape.state import Adrift, Dispersion, Growlers, Listen, MissionType, Options, State
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import play_out, player
from barents.players.north_cape import Doctrine
from barents.players.north_cape.answers import ANSWERS
from barents.players.north_cape.chart import Chart
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.properties.option_sets import ALL
from tests.published import NORTH_CAPE as SCENARIOS

SORTIE, ATTACK = MissionType.SORTIE, MissionType.ATTACK


def answer(sea: Sea, side: Side) -> Action:
    """What doctrine answers now; it must be legal as it stands."""
    decision: Decision[Any] = sea.asked(side)
    advice = Doctrine(sea.data).advise(sea.match.known(eyes_of(side)), decision)
    assert decision.refusal(advice) is None
    return advice


def test_every_question_of_the_optional_rules_has_an_answer() -> None:
    asked = ("9-u571-replace", "2-growler-when", "3-hfdf-hidden-first", "4-dispersion-when", "4-dispersion-legal")
    assert {f"NC-11.{rule}" for rule in asked} <= set(ANSWERS)


def test_the_convoys_lane_leaves_the_ice_where_growlers_are_about() -> None:
    data = Sea().data
    bergs = data.map.iceberg_zone("winter")

    def among_ice(chart: Chart) -> int:
        cells = ["0109"]
        while chart.lane("winter", "murmansk")[cells[-1]].steps and len(cells) < 60:
            cells.append(chart.follow("winter", "murmansk", cells[-1], 1))
        return sum(cell in bergs for cell in cells)

    assert among_ice(Chart(data)) > 10
    assert among_ice(Chart(data, growlers=True)) <= 3, "only where it begins"


@pytest.mark.parametrize("growlers", [True, False])
def test_a_convoy_beside_the_ice_stays_out_of_it_where_growlers_are_about(growlers: bool) -> None:
    sea = Sea("enter-the-luftwaffe", Options(growlers=growlers)).weather("clear")
    sea.place_all(["mt-01", "mt-02", "gb-dd-1"], "2116")
    sea.missions(ALLIED)
    while ALLIED in sea.match.pending and sea.piece("mt-01").spent < 3:
        sea.act(ALLIED, answer(sea, ALLIED))
    entered = [cell for told in sea.told("NC-5.0-adjacent-steps") for cell in str(told.about["path"]).split()]
    assert len(entered) == 3
    assert any(cell in sea.data.map.iceberg_zone("winter") for cell in entered) is not growlers


def test_ice_is_left_to_the_ship_that_is_missed_least() -> None:
    sea = Sea(options=ALL).weather("clear")
    sea.place_all(["duke-of-york", "mt-01", "gb-de-1"], "2003")
    sea.place("mt-02", "2003", damage=1)
    names = ["duke-of-york", "mt-01", "mt-02", "gb-de-1"]
    sea.mission(SORTIE, names).begin(Growlers("2003"), dice=[6])
    assert answer(sea, ALLIED) == Choose(("gb-de-1", "mt-01")), "the minor escort, and not the merchant that would sink"


def test_the_allies_listen_first_and_hunt_whom_they_hear() -> None:
    sea = Sea(options=Options(hfdf=True)).weather("clear")
    sea.place_all(["gb-dd-1", "gb-dd-2", "gb-dd-3", "gb-dd-4", "mt-01"], "2020")
    sea.place("u-88", "2022")
    sea.missions(ALLIED, dice=[4])
    assert answer(sea, ALLIED) == CallHfdf()
    sea.act(ALLIED, CallHfdf())
    assert answer(sea, ALLIED) == Declare(ATTACK, "2020")


def test_an_escort_does_not_announce_a_hunt_beyond_its_limit() -> None:
    """A Soviet destroyer stays within ten hexes of its start; what is heard farther out is not for it."""
    sea = Sea(options=Options(hfdf=True)).weather("clear")
    sea.place("su-dd-1", "3829", start=ARCHANGEL)
    sea.place("u-88", "3827")
    sea.identify("u-88").missions(ALLIED)
    sea.now.listened = sea.now.turn
    assert answer(sea, ALLIED) != Declare(ATTACK, "3829")


def test_the_boat_that_is_heard_is_far_from_the_enemy_and_no_ace() -> None:
    sea = Sea(options=ALL).weather("clear")
    sea.place("mt-01", "2020")
    for name, cell, ace in (("u-88", "2021", ""), ("u-255", "3525", "Reinhardt Reche"), ("u-457", "3020", "")):
        sea.place(name, cell, ace=ace)
    sea.begin(Listen(), dice=[4])
    assert answer(sea, AXIS) == Choose(("u-457",))


def test_the_storm_may_have_a_minor_escort_and_drives_it_towards_a_boat() -> None:
    sea = Sea(options=ALL).weather("storm")
    sea.place_all(["duke-of-york", "gb-dd-1"], "1025")
    sea.place_all(["mt-01", "gb-de-1", "gb-dd-2"], "2020")
    sea.place("u-88", "2024")
    sea.begin(Dispersion(), dice=[4])
    assert answer(sea, ALLIED) == Disperse("2020")
    sea.act(ALLIED, Disperse("2020"))
    assert answer(sea, ALLIED) == Choose(("gb-de-1",))
    sea.act(ALLIED, answer(sea, ALLIED))
    assert isinstance(sea.now.agenda[-1], Adrift) or AXIS in sea.match.pending
    assert answer(sea, AXIS) == DriveTo("2021")


def test_a_boat_without_an_ace_makes_room_for_u_571() -> None:
    sea = Sea.opening("enter-the-luftwaffe", options=Options(aces=True, u571="replace"))
    boat = answer(sea, AXIS)
    assert isinstance(boat, Replace)
    assert not sea.piece(boat.boat).ace


def test_scharnhorst_goes_to_altafjord_while_nothing_is_known() -> None:
    sea = Sea(options=Options(scharnhorst=True)).weather("clear")
    sea.place("scharnhorst", "0938")
    sea.missions(AXIS)
    assert answer(sea, AXIS) == Declare(SORTIE, "0938")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_doctrine_plays_whole_games_with_every_optional_rule(scenario: str) -> None:
    """Every answer is legal as it stands, and the game ends."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=3, options=ALL)
    seat = player("doctrine", GAME.name, match.data)
    assert play_out(match, dict.fromkeys(Side, seat), {side: Dice.seeded(side) for side in Side}, most=8_000) < 8_000
    assert match.result is not None
