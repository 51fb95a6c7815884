"""What everyone is told of interceptions, battles, losses and arrivals, played through the match."""

from __future__ import annotations

import pytest

from barents.games.north_cape.data import MURMANSK
from barents.games.north_cape.state import LOST, SAFE, MissionType, Used
from barents.kernel.sides import Observer

from .sea import ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
HERE = "2020"


@pytest.fixture
def sea() -> Sea:
    return Sea()


def abouts(sea: Sea, rule: str, *facts: str) -> list[tuple[object, ...]]:
    """Some facts of all that the German was told under a rule, where it has them."""
    told = [event.about for event in sea.told(rule, Observer.AXIS)]
    return [tuple(about[fact] for fact in facts) for about in told if all(fact in about for fact in facts)]


def boxed(sea: Sea, *names: str, cell: str) -> Sea:
    """Ships in holding box 1, whose marker is with them."""
    sea.place("group-1", cell)
    sea.place_all(names, cell, box=1)
    return sea


@pytest.mark.rule("NC-10.0-arrival-once", "NC-4.2-box-count-public")
def test_merchants_that_arrive_leave_their_box_and_what_is_left_in_the_hex_is_seen(sea: Sea) -> None:
    near = min(sea.data.joined(sea.state.ice)[MURMANSK])
    boxed(sea, "mt-01", "mt-02", "gb-dd-1", cell=near)
    sea.state.pieces[ALLIED]["mt-02"].damage = 1
    sea.missions(ALLIED, dice=[3, 5]).send(SORTIE, "group-1").act(ALLIED, f"go {MURMANSK}", "stop")
    assert [(sea.piece(name).at, sea.piece(name).damage) for name in ("mt-01", "mt-02")] == [(SAFE, 0), (SAFE, 1)]
    assert abouts(sea, "NC-10.0-vp-merc-arrives", "unit", "points", "side") == [
        ("mt-01", 3, "allied"),
        ("mt-02", 5, "allied"),
    ]
    assert abouts(sea, "NC-4.2-box-count-public", "box", "n") == [(1, 1)]
    assert abouts(sea, "NC-4.0-face-down", "cell", "left") == [(MURMANSK, "face-down")]
    assert sea.now.points == {ALLIED: 8, AXIS: 0}
    assert sea.piece("gb-dd-1").at == MURMANSK


@pytest.mark.rule("NC-7.0-move-in", "NC-4.2-box-count-public", "NC-5.1-patrol-joined")
def test_a_ship_that_goes_out_of_its_box_to_intercept_is_no_longer_counted_there(sea: Sea) -> None:
    boxed(sea, "gb-dd-1", "mt-01", cell="1020")
    sea.state.pieces[ALLIED]["gb-dd-1"].on_patrol = True
    sea.state.stations[ALLIED] = ["1020"]
    sea.sail_past("hipper").act(ALLIED, "choose gb-dd-1")
    assert (sea.piece("gb-dd-1").at, sea.piece("gb-dd-1").box) == ("1019", 0)
    assert (sea.piece("mt-01").at, sea.piece("mt-01").box) == ("1020", 1)
    assert abouts(sea, "NC-4.2-box-count-public", "box", "n") == [(1, 1)]


@pytest.mark.rule("NC-2.4-two-hits-eliminate", "NC-4.2-box-count-public", "NC-10.0-vp-merc-any-cause")
def test_a_merchant_that_is_sunk_out_of_a_box_is_counted_off_and_takes_no_further_part(sea: Sea) -> None:
    boxed(sea, "mt-01", "mt-02", cell=HERE)
    sea.state.pieces[ALLIED]["mt-01"].damage = 1
    sea.place_all(["hipper", "lutzow"], HERE)
    sea.strike("hipper", "lutzow", dice=(1, 2, 6)).act(AXIS, "engage hipper mt-01")
    assert sea.piece("mt-01").at == LOST
    assert abouts(sea, "NC-4.2-box-count-public", "box", "n") == [(1, 1)]
    assert abouts(sea, "NC-10.0-vp-merc-sunk", "unit", "points", "side") == [("mt-01", 8, "axis")]
    assert sea.offered(AXIS) == ["engage lutzow mt-02"]


@pytest.mark.rule("NC-9.6-both-roll", "NC-9.3-hit", "NC-9.3-aa-on-miss")
def test_the_log_says_what_each_die_has_to_show(sea: Sea) -> None:
    sea.place("gb-dd-1", HERE)
    sea.place("hipper", HERE)
    sea.fly("ju-88-1", HERE)
    sea.strike("hipper", "ju-88-1", dice=(10, 10, 10, 10)).act(AXIS, "engage ju-88-1 gb-dd-1").act(
        ALLIED, "fire gb-dd-1"
    )
    sea.act(AXIS, "engage hipper gb-dd-1")
    counters = sea.data.counters
    ship, raider, bomber = (counters[name] for name in ("gb-dd-1", "hipper", "ju-88-1"))
    assert [roll.needs for roll in sea.rolls("NC-9.3-hit")] == [f"{bomber.surface} or less hits {ship.name}"]
    assert [roll.needs for roll in sea.rolls("NC-9.3-aa-on-miss")] == [f"3 or less hits {bomber.name}"]
    assert [roll.needs for roll in sea.rolls("NC-9.6-both-roll")] == [
        f"{raider.gun} or less hits {ship.name}",
        f"4 or less hits {raider.name}",
    ]


@pytest.mark.rule("NC-8.3-when", "NC-8.3-d10", "NC-8.1-detected-effect")
@pytest.mark.parametrize(("die", "told"), [(9, "NC-8.3-result-none"), (4, "NC-2.4-damage-marker"), (1, "")])
def test_what_a_hunt_has_done_is_told(sea: Sea, die: int, told: str) -> None:
    sea.weather("fog").place_all(["gb-dd-1", "mt-01"], HERE)
    sea.place("u-88", HERE)
    sea.strike("u-88", dice=(5, 10, die)).act(AXIS, "roll-infiltration", "engage u-88 mt-01").act(
        ALLIED, "choose gb-dd-1"
    )
    assert abouts(sea, "NC-8.1-result-detected", "boat", "outcome") == [("u-88", "detected")]
    assert abouts(sea, "NC-8.3-result-none", "hunter", "boat") == [("gb-dd-1", "u-88")] * (told == "NC-8.3-result-none")
    assert abouts(sea, "NC-2.4-damage-marker", "unit", "by") == [("u-88", "gb-dd-1")] * (told == "NC-2.4-damage-marker")
    assert abouts(sea, "NC-2.4-two-hits-eliminate", "unit", "by") == [("u-88", "gb-dd-1")] * (not told)
    assert abouts(sea, "NC-10.0-vp-sub", "unit", "points", "side") == [("u-88", 5, "allied")] * (not told)


@pytest.mark.rule("NC-4.1-cv-sunk-air-lost", "NC-10.0-vp-merc-any-cause")
def test_with_victorious_sunk_the_aircraft_on_her_deck_are_lost_and_those_aloft_only_when_they_land(sea: Sea) -> None:
    about = sea.data.counters["victorious"]
    sea.place("victorious", HERE, damage=about.dmg - 1)
    sea.place("albacore-1", HERE)
    sea.fly("fulmar-1", "2018", on_patrol=True)
    sea.place("tirpitz", HERE)
    sea.weather("storm").strike("tirpitz", dice=(1,)).then_land().act(AXIS, "engage tirpitz victorious")
    assert (sea.piece("victorious").at, sea.piece("albacore-1").at) == (LOST, LOST)
    assert sea.piece("fulmar-1").at == "2018"
    assert sea.now.points == {ALLIED: 0, AXIS: 30}, "aircraft are worth nothing"
    while sea.now.turn == 1:
        side = next(iter(sea.match.pending))
        offered = sea.offered(side)
        sea.act(side, next(word for word in ("pass", "stop", *offered) if word in offered))
    assert sea.piece("fulmar-1").at == LOST


@pytest.mark.rule("NC-10.0-arrival-once", "NC-10.0-vp-merc-any-cause")
def test_a_merchant_that_a_storm_drove_off_murmansk_does_not_arrive_because_a_boat_comes_by(sea: Sea) -> None:
    near = min(sea.data.joined(sea.state.ice)[MURMANSK])
    sea.place("mt-01", MURMANSK, halted=True)
    sea.place("u-88", near)
    sea.missions(AXIS).send(SORTIE, "u-88").act(AXIS, f"go {MURMANSK}", "stop")
    assert (sea.piece("mt-01").at, sea.now.points) == (MURMANSK, {ALLIED: 0, AXIS: 0})


@pytest.mark.rule("NC-8.0-surfaced-until-next", "NC-5.0-move-only-in-mission")
def test_of_two_boats_one_of_which_is_surfaced_that_one_may_dive_when_they_set_out(sea: Sea) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.place("u-255", HERE)
    sea.missions(AXIS).send(SORTIE, "u-88", "u-255")
    assert (sea.asked(AXIS).rule, sea.offered(AXIS)) == ("NC-8.0-surfaced-until-next", ["choose -", "choose u-88"])
    sea.act(AXIS, "choose u-88", "go 2021", "stop")
    assert not sea.piece("u-88").surfaced
    assert [event.about for event in sea.told("NC-8.0-surfaced-until-next", Observer.ALLIED)] == [
        {"cell": HERE, "now": "face-down"}
    ]


@pytest.mark.rule("NC-9.10-resume", "NC-6.1-stays-revealed", "NC-6.1-attack-reveals-all")
def test_after_a_combat_between_two_players_both_sides_lie_face_up_for_the_rest_of_the_turn(sea: Sea) -> None:
    sea.place_all(["norfolk", "mt-01"], HERE)
    sea.place("hipper", HERE)
    sea.strike("hipper", dice=(10, 10)).act(AXIS, "engage hipper norfolk", "stop").act(ALLIED, "stop")
    assert sea.now.combat is None
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"
    assert all(sea.is_up(name) and sea.piece(name).recon == ["*"] for name in ("norfolk", "mt-01", "hipper"))
    assert {"norfolk", "mt-01"} <= set(sea.match.known(Observer.AXIS).pieces[ALLIED])


@pytest.mark.rule("NC-5.0-one-unit-or-stack")
@pytest.mark.parametrize(
    ("ships", "prompt"),
    [(("kent",), "Does Kent go on a sortie?"), (("kent", "norfolk"), "Which ships go on a sortie together?")],
)
def test_who_has_one_ship_is_asked_for_her_by_name(sea: Sea, ships: tuple[str, ...], prompt: str) -> None:
    sea.place_all(ships, HERE)
    sea.missions(ALLIED).act(ALLIED, f"declare sortie {HERE} no")
    assert sea.asked(ALLIED).prompt == prompt


@pytest.mark.rule("NC-10.0-arrival-once", "NC-5.0-dropped-done", "NC-5.0-adjacent-steps")
@pytest.mark.parametrize(("companions", "path"), [((), "4434"), (("gb-dd-1",), "4434 4534")])
def test_a_merchant_that_is_sent_past_murmansk_arrives_there_and_only_her_companions_go_on(
    sea: Sea, companions: tuple[str, ...], path: str
) -> None:
    sea.place_all(["mt-01", *companions], "4334")
    sea.missions(ALLIED, dice=[2]).send(SORTIE, "mt-01", *companions).act(ALLIED, "go 4534")
    assert sea.piece("mt-01").at == SAFE
    assert abouts(sea, "NC-5.0-adjacent-steps", "path") == [(path,)]
    if not companions:
        assert sea.asked(AXIS).rule == "NC-5.0-alternate", "the mission is over"


@pytest.mark.rule("NC-5.0-dropped-done", "NC-5.0-drop-off")
def test_what_is_in_a_box_is_dropped_off_with_its_marker_or_not_at_all(sea: Sea) -> None:
    boxed(sea, "mt-01", "mt-02", cell=HERE).place("kent", HERE)
    sea.missions(ALLIED).send(SORTIE, "group-1", "kent").act(ALLIED, "go 2021", "drop-off")
    assert sea.offered(ALLIED) == ["choose -", "choose group-1", "choose kent"]
    sea.act(ALLIED, "choose group-1", "go 2022", "stop")
    assert [sea.piece(name).at for name in ("group-1", "mt-01", "mt-02", "kent")] == ["2021"] * 3 + ["2022"]


@pytest.mark.rule("NC-9.10-per-turn", "NC-9.10-bombs-and-torpedoes", "NC-9.3-british-land")
@pytest.mark.parametrize(("used", "then"), [(0, "NC-9.8-rating"), (Used.TORPEDO, "NC-9.3-british-land")])
def test_an_albacore_whose_torpedo_is_gone_for_the_turn_does_not_wait_for_that_stage(
    sea: Sea, used: int, then: str
) -> None:
    sea.place("victorious", "2022")
    sea.fly("albacore-1", HERE, used=used)
    sea.place("hipper", HERE)
    sea.strike("albacore-1", dice=(10,)).act(ALLIED, "engage albacore-1 hipper").act(AXIS, "hold-fire")
    assert sea.asked(ALLIED).rule == then


@pytest.mark.rule("NC-5.0-halt-on-enemy", "NC-7.2-all-halted", "NC-5.0-stack-slowest")
def test_one_bomber_that_was_caught_this_turn_keeps_those_on_the_ground_that_go_with_it(sea: Sea) -> None:
    sea.place("ju-88-1", "2633", halted=True)
    sea.place("ju-88-2", "2633")
    sea.missions(AXIS).send(PATROL, "ju-88-1", "ju-88-2")
    assert sea.goals(AXIS) == set()
    sea.act(AXIS, "cancel").send(PATROL, "ju-88-2")
    assert "2620" in sea.goals(AXIS)


@pytest.mark.rule("NC-5.0-halt-on-enemy", "NC-5.0-halt-on-intercept")
def test_ships_go_round_an_enemy_who_is_near_also_if_others_are_far_away(sea: Sea) -> None:
    sea.place("gb-dd-1", "1015")
    sea.place("axis-decoy-1", "1016")
    sea.place("u-88", "4020")
    sea.missions(ALLIED).send(SORTIE, "gb-dd-1").act(ALLIED, "go 1017")
    ((path,),) = abouts(sea, "NC-5.0-adjacent-steps", "path")
    assert "1016" not in str(path).split()
    assert sea.piece("gb-dd-1").at == "1017"
