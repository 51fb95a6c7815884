"""Chapter 10 of North Cape: victory points, and who wins."""

from __future__ import annotations

import pytest

from barents.games.north_cape.actions import Go, LeaveMap, Stop
from barents.games.north_cape.rules.pieces import damage
from barents.games.north_cape.state import LOST, SAFE, EndMission, EndTurn, Leg, MissionType, NextMission
from barents.kernel.game import Result
from barents.kernel.sides import Observer, Side
from tests.published import NORTH_CAPE as SCENARIOS

from .sea import ALLIED, AXIS, Sea

WESTBOUND = "enter-the-luftwaffe"


@pytest.fixture
def sea() -> Sea:
    return Sea()


def sailing(sea: Sea, *names: str, dice: list[int]) -> Sea:
    """Ships about to move on a Sortie."""
    return sea.mission(MissionType.SORTIE, names, began=False, moved=0).begin(Leg(), NextMission(AXIS), dice=dice)


def final(sea: Sea, allied: int, axis: int) -> Result:
    """The result of a game with these points."""
    sea.state.points = {ALLIED: allied, AXIS: axis}
    sea.state.turn = sea.state.turns
    sea.begin(EndTurn())
    assert sea.match.result is not None
    return sea.match.result


@pytest.mark.rule("NC-10.0-vp-merc-sunk", "NC-10.0-vp-merc-any-cause")
@pytest.mark.parametrize("cause", ["u-88", "ju-88-1", "an iceberg"])
def test_a_merchant_lost_by_any_cause_gives_the_german_two_dice(sea: Sea, cause: str) -> None:
    sea.place("mt-01", "1020", damage=1)
    sea.missions(ALLIED, dice=[3, 5])
    assert damage(sea.umpire, sea.piece("mt-01"), cause)
    assert sea.piece("mt-01").at == LOST
    assert [(roll.die, roll.total) for roll in sea.rolls("NC-10.0-vp-merc-sunk", Observer.PUBLIC)] == [("2d6", 8)]
    assert sea.now.points == {ALLIED: 0, AXIS: 8}


@pytest.mark.rule("NC-10.0-vp-air-none")
def test_an_air_unit_lost_is_worth_nothing(sea: Sea) -> None:
    sea.place("ju-88-1", "1020", base="2633", aloft=True, damage=1)
    sea.place("victorious", "1525")
    sea.place("albacore-1", "1525", damage=1)
    sea.missions(ALLIED)
    for name in ("ju-88-1", "albacore-1"):
        assert damage(sea.umpire, sea.piece(name), "flak")
    assert sea.now.points == {ALLIED: 0, AXIS: 0}


@pytest.mark.rule("NC-10.0-vp-merc-arrives", "NC-10.0-arrival-once")
@pytest.mark.parametrize(("beside", "goal"), [("4433", "4434"), ("6137", "6237")])
def test_a_merchant_that_arrives_gives_the_allies_a_die_once_and_is_safe(sea: Sea, beside: str, goal: str) -> None:
    sea.place_all(["mt-01", "gb-de-1"], beside)
    sea.place("u-88", "0838")
    sailing(sea, "mt-01", "gb-de-1", dice=[4])
    sea.act(ALLIED, Go(goal))
    assert sea.now.points == {ALLIED: 4, AXIS: 0}
    assert sea.piece("mt-01").at == SAFE
    assert sea.piece("gb-de-1").at == goal, "the escort stays"
    sea.act(ALLIED, Stop())
    assert sea.now.points == {ALLIED: 4, AXIS: 0}
    assert sea.dice_left() == {}


@pytest.mark.rule("NC-10.0-vp-merc-arrives")
def test_merchants_that_were_caught_in_the_arrival_hex_and_live_have_arrived(sea: Sea) -> None:
    sea.place_all(["mt-01", "mt-02"], "4434", halted=True)
    sea.mission(MissionType.SORTIE, ["mt-01", "mt-02"])
    assert sea.state.mission is not None
    sea.state.mission.units = []
    sea.begin(EndMission(), dice=[4, 6])
    assert sea.now.points == {ALLIED: 10, AXIS: 0}
    assert sea.piece("mt-02").at == SAFE


@pytest.mark.rule("NC-12.2-westbound-merchants")
def test_a_westbound_merchant_scores_for_leaving_by_the_west_edge_and_not_for_coming_back() -> None:
    sea = Sea(WESTBOUND)
    sea.place("mt-01", "4433", start="4434")
    sailing(sea, "mt-01", dice=[])
    sea.act(ALLIED, Go("4434"))
    assert sea.now.points == {ALLIED: 0, AXIS: 0}
    assert sea.piece("mt-01").at == "4434"
    sea.place("mt-01", "0220", start="4434")
    sea.place("mt-02", "0220")
    sailing(sea, "mt-01", "mt-02", dice=[6])
    assert LeaveMap() not in sea.asked(ALLIED).options
    sea.act(ALLIED, Go("0120"), LeaveMap())
    assert sea.now.points == {ALLIED: 6, AXIS: 0}
    assert (sea.piece("mt-01").at, sea.piece("mt-02").at) == (SAFE, "0120")
    assert LeaveMap() not in sea.asked(ALLIED).options, "an eastbound merchant has nothing to seek there"


@pytest.mark.rule("NC-12.3-westbound-merchants")
def test_the_merchants_of_qp_13_go_west_too(sea: Sea) -> None:
    sea.place("mt-01", "0120", start="6237")
    sailing(sea, "mt-01", dice=[3])
    sea.act(ALLIED, LeaveMap())
    assert sea.now.points == {ALLIED: 3, AXIS: 0}
    sea.place("mt-01", "6137", start="6237")
    sailing(sea, "mt-01", dice=[])
    sea.act(ALLIED, Go("6237"))
    assert sea.now.points == {ALLIED: 3, AXIS: 0}


@pytest.mark.rule("NC-12.2-westbound-merchants")
def test_leaving_the_map_costs_a_movement_point_and_the_mission() -> None:
    sea = Sea(WESTBOUND)
    sea.place("mt-01", "0120", start="4434", spent=3)
    sailing(sea, "mt-01", dice=[])
    assert LeaveMap() not in sea.asked(ALLIED).options
    sea.place("mt-01", "0120", start="4434", spent=2)
    sea.place("gb-dd-1", "0120")
    sailing(sea, "mt-01", "gb-dd-1", dice=[6])
    sea.act(ALLIED, LeaveMap(), "cancel")
    assert list(sea.match.pending) == [AXIS], "the Allies have had their mission"


@pytest.mark.rule("NC-10.0-higher-wins", "NC-10.0-tie-german", "NC-12.0-victory-common")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("allied", "axis", "winner"), [(58, 57, ALLIED), (57, 58, AXIS), (57, 57, AXIS), (0, 0, AXIS)])
def test_the_higher_total_wins_and_a_tie_is_german(scenario: str, allied: int, axis: int, winner: Side) -> None:
    result = final(Sea(scenario), allied, axis)
    assert result.winner is winner
    assert result.points == {"allied": allied, "axis": axis}
    assert ("tie" in result.why) is (allied == axis)


@pytest.mark.rule("NC-10.0-additive")
def test_points_are_only_ever_added(sea: Sea) -> None:
    sea.state.points = {ALLIED: 10, AXIS: 20}
    sea.place("tirpitz", "1020", damage=4)
    sea.place("norfolk", "1020", damage=2)
    sea.missions(ALLIED)
    damage(sea.umpire, sea.piece("tirpitz"), "duke-of-york")
    assert sea.now.points == {ALLIED: 55, AXIS: 20}
    damage(sea.umpire, sea.piece("norfolk"), "tirpitz")
    assert sea.now.points == {ALLIED: 55, AXIS: 40}


@pytest.mark.rule("NC-10.0-no-cap")
def test_there_is_no_most_to_the_points(sea: Sea) -> None:
    sea.state.points = {ALLIED: 990, AXIS: 0}
    sea.place("tirpitz", "1020", damage=4)
    sea.missions(ALLIED)
    damage(sea.umpire, sea.piece("tirpitz"), "duke-of-york")
    assert sea.now.points[ALLIED] == 1035
    track = next(t for t in sea.match.view(Observer.PUBLIC).situation.tracks if t.name == "points-allied")
    assert (track.value, track.most) == (1035, None)


@pytest.mark.parametrize(("margin", "level"), [(19, "close"), (20, "clear"), (59, "clear"), (60, "crushing")])
def test_a_victory_is_called_by_its_margin(sea: Sea, margin: int, level: str) -> None:
    assert final(sea, 100 + margin, 100).level == level
