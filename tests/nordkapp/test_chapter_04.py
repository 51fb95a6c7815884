"""Chapter 4 of Nordkapp: the sequence of play."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.rules.flow import TURN
from barents.games.nordkapp.state import (
    AirRaids,
    CallCombat,
    EndTurn,
    Listen,
    Orders,
    Recon,
    ScatterRoll,
    Shadowing,
    SubmarinePhase,
    WeatherPhase,
)
from barents.kernel.sides import Observer

from .solo import Solo
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters


@pytest.mark.rule("NK-4-phase-order")
def test_a_turn_goes_through_its_phases_in_their_order() -> None:
    asking = [type(step) for step in TURN]
    order = [WeatherPhase, Orders, Listen, Recon, ScatterRoll, SubmarinePhase, CallCombat, AirRaids, Shadowing, EndTurn]
    assert [kind for number, kind in enumerate(asking) if kind in order and kind not in asking[:number]] == order

    waters = Waters(LUFTWAFFE, turn=2)
    waters.convoy("pq16", "1810", "gb-dd-01")
    waters.place("u-88", "1810")
    waters.place("bv-138-1", "1009")
    waters.place("ju-88-1", "1009")
    waters.force("pocket", "1810", "scheer")
    waters.state.detected["pq16"] = 1
    waters.begin(*TURN, dice=[1])
    rules: list[str] = []
    while waters.now.turn == 2:
        side = AXIS if AXIS in waters.match.pending else ALLIED
        decision = waters.asked(side)
        if side is AXIS:
            rules.append(decision.rule)
        if decision.rule == "NK-6.1-at-limit" and side is AXIS:
            waters.act(AXIS, "choose bv-138-1")
        elif decision.rule == "NK-4A-air-missions" and side is AXIS:
            waters.plot(AXIS, {"bv-138-1": "search>1810"})
        else:
            waters.idle(side)
    phases = ["NK-6.1-at-limit", "NK-4A-air-missions", "NK-5.1-secret-plot", "NK-6.2-naval-recon", "NK-4D-order"]
    phases += ["NK-8-optional", "NK-4F-order", "NK-7.4-shadow-eligible"]
    assert [rule for number, rule in enumerate(rules) if rule not in rules[:number]] == phases
    assert waters.now.turn == 3


@pytest.mark.rule("NK-4A-weather-roll", "NK-4A-weather-table")
@pytest.mark.parametrize(
    ("scenario", "four", "six"), [(SPORTPALAST, "fog", "storm"), (LUFTWAFFE, "bad", "storm"), (SCATTER, "bad", "fog")]
)
def test_one_die_on_the_column_of_the_season_makes_the_weather_of_the_turn(scenario: str, four: str, six: str) -> None:
    for face, weather in ((1, "fair"), (4, four), (6, six)):
        waters = Waters(scenario).begin(WeatherPhase(), dice=[face])
        assert waters.now.weather == weather
        assert waters.dice_left() == {}
        assert [rolled.die for rolled in waters.rolls("NK-4A-weather-roll", Observer.PUBLIC)] == ["d6"]


@pytest.mark.rule("NK-4A-setup-first")
def test_both_sides_deploy_in_secret_before_the_first_weather() -> None:
    waters = Waters.opening(LUFTWAFFE)
    assert {side: waters.asked(side).rule for side in (ALLIED, AXIS)} == dict.fromkeys(
        (ALLIED, AXIS), "NK-4A-setup-first"
    )
    waters.plot(AXIS)
    waters.act(AXIS, next(iter(waters.asked(AXIS).options)))
    assert waters.rolls("NK-4A-weather-roll") == []
    assert waters.now.pieces[AXIS]["fw-200-1"].at.startswith("waiting"), "nothing is laid down before both are done"
    waters.plot(ALLIED)
    assert waters.piece("fw-200-1").at in waters.data.bases
    assert all(piece.at.isdigit() for name, piece in waters.now.pieces[AXIS].items() if name.startswith("u-"))
    assert len(waters.rolls("NK-4A-weather-roll")) == 1
    assert waters.match.known(Observer.ALLIED).pieces[AXIS] == {}


@pytest.mark.rule("NK-4A-air-missions")
def test_both_sides_assign_their_aircraft_at_once_and_in_secret() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.force("battle", "2003", "victorious", "gb-dd-01")
    for name in ("albacore-1", "albacore-2", "fulmar-1"):
        waters.place(name, "victorious")
    for name in ("bv-138-1", "me-109-1", "ju-88-1"):
        waters.place(name, "1009")
    waters.begin(Orders())
    assert set(waters.match.pending) == {ALLIED, AXIS}
    waters.act(AXIS, "choose bv-138-1").plot(AXIS, {"bv-138-1": "search>1805", "me-109-1": "1008"})
    waters.act(ALLIED, "choose albacore-1")
    waters.plot(ALLIED, {"albacore-1": "search>2005", "albacore-2": "battle", "fulmar-1": "battle", "search-1": "1203"})
    waters.idle(ALLIED).idle(AXIS)
    flown = {
        piece.id: (piece.flew, piece.search, piece.covers)
        for side in (ALLIED, AXIS)
        for piece in waters.now.pieces[side].values()
    }
    assert flown["bv-138-1"] == (True, ["1805"], "")
    assert flown["me-109-1"] == (True, [], "1008")
    assert flown["ju-88-1"] == (False, [], ""), "it stands ready"
    assert flown["albacore-1"] == (True, ["2005"], "")
    assert flown["albacore-2"] == flown["fulmar-1"] == (True, [], "battle")
    assert waters.now.western == ["1203"]
    assert waters.match.known(Observer.AXIS).western == []
    assert waters.news(Observer.AXIS) == []


@pytest.mark.rule("NK-4B-simultaneous")
def test_nothing_moves_before_both_plots_are_committed() -> None:
    for first, second in ((ALLIED, AXIS), (AXIS, ALLIED)):
        waters = Waters(SPORTPALAST, turn=3).weather("storm")
        waters.force("home", "2003", "duke-of-york")
        waters.place("u-88", "2005")
        waters.begin(Orders())
        orders = {ALLIED: {"home": "2003>2004"}, AXIS: {"u-88": "2005>2004"}}
        waters.plot(first, orders[first])
        assert (waters.piece("duke-of-york").at, waters.piece("u-88").at) == ("2003", "2005")
        assert second in waters.match.pending
        assert waters.match.can_undo(first), "a plot can be changed until both are committed"
        waters.plot(second, orders[second])
        assert (waters.piece("duke-of-york").at, waters.piece("u-88").at) == ("2004", "2004")


@pytest.mark.rule("NK-4C-order", "NK-6.2-naval-announce")
def test_the_german_announces_and_is_answered_before_the_allies() -> None:
    waters = Waters(SPORTPALAST, turn=3)
    waters.force("home", "2003", "duke-of-york")
    waters.place("u-88", "2003")
    waters.begin(Recon(AXIS), Recon(ALLIED))
    assert list(waters.match.pending) == [AXIS]
    waters.act(AXIS, "choose 2003")
    assert waters.news() == ["axis search 2003"]
    assert waters.news(Observer.AXIS) == ["axis search 2003", "2003: surface units"]
    assert list(waters.match.pending) == [ALLIED]
    waters.act(ALLIED, "choose 2003")
    assert waters.news(Observer.ALLIED)[2:] == ["allied search 2003", "2003: submarine"]


@pytest.mark.rule("NK-4D-order")
def test_german_submarines_act_before_allied_ones() -> None:
    waters = Waters(SPORTPALAST, turn=3)
    waters.force("tirpitz-group", "1003", "tirpitz")
    waters.place("trident", "1003")
    waters.straggler("merc-01", "1805", "pq12")
    waters.place("u-88", "1805")
    waters.sighted(AXIS, "1805").sighted(ALLIED, "1003")
    waters.begin(*(step for step in TURN if isinstance(step, SubmarinePhase)), dice=[1, 1])
    assert (list(waters.match.pending), waters.asked(AXIS).rule) == ([AXIS], "NK-4D-order")
    waters.act(AXIS, "decline")
    assert (list(waters.match.pending), waters.asked(ALLIED).rule) == ([ALLIED], "NK-4D-order")


@pytest.mark.rule("NK-4D-order", "NK-7.1.2-attack", "NS-0-base-rules")
def test_in_solitaire_the_german_commands_his_boats_and_the_automaton_its_own() -> None:
    solo = Solo(turn=3)
    for name in ("merc-01", "merc-02"):
        solo.straggler(name, "1805", "pq12")
    solo.place("u-88", "1805")
    solo.force("tirpitz-group", "1003", "tirpitz")
    solo.place("trident", "1003")
    solo.sighted(AXIS, "1805").spotted("tirpitz-group")
    solo.begin(*(step for step in TURN if isinstance(step, SubmarinePhase)), dice=[1, 10])
    assert solo.offered(AXIS) == ["decline", "attack u-88"], "nobody acts for him"
    solo.act(AXIS, "attack u-88")
    assert solo.offered(AXIS) == ["target merc-01", "target merc-02"], "nor aims"
    solo.act(AXIS, "target merc-02", "decline")
    assert "u-88 misses merc-02" in solo.words(Observer.AXIS)
    assert (solo.is_over, solo.piece("tirpitz").damage) == (True, 2), "the automaton's boat has fired unasked"


@pytest.mark.rule("NK-4E-mutual")
@pytest.mark.parametrize("caller", [AXIS, ALLIED])
def test_either_side_may_start_surface_combat(caller: str) -> None:
    waters = Waters(SPORTPALAST, turn=3)
    waters.force("tirpitz-group", "1805", "tirpitz")
    waters.force("home", "1805", "duke-of-york")
    waters.sighted(AXIS, "1805").sighted(ALLIED, "1805")
    waters.state.detected = {"pq12": 1}
    waters.begin(CallCombat(AXIS), CallCombat(ALLIED), dice=[1, 1])
    if caller is ALLIED:
        waters.act(AXIS, "decline")
        assert waters.offered(ALLIED) == ["decline", "call 1805"]
        waters.act(ALLIED, "call 1805")
    else:
        waters.act(AXIS, "call 1805")
    assert waters.now.fought == ["1805"]
    assert waters.now.box is not None
    assert waters.now.box.attacker is caller


@pytest.mark.rule("NK-4F-order")
def test_german_raids_are_over_before_the_allies_declare_theirs() -> None:
    waters = Waters(LUFTWAFFE, turn=3)
    waters.force("battle", "1205", "victorious", "duke-of-york")
    waters.place("albacore-1", "victorious")
    waters.place("ju-88-1", "1009")
    waters.force("pocket", "1206", "scheer")
    waters.sighted(AXIS, "1205").sighted(ALLIED, "1206")
    waters.begin(AirRaids(AXIS), AirRaids(ALLIED), dice=[1] * 6)
    assert list(waters.match.pending) == [AXIS]
    waters.act(AXIS, "choose ju-88-1", "assign ju-88-1=duke-of-york")
    assert len(waters.rolls("NK-9.3.2c-as")) == 1
    assert list(waters.match.pending) == [ALLIED]
    assert waters.asked(ALLIED).rule == "NK-4F-order"


@pytest.mark.rule("NK-4G-shadow-rolls")
def test_contact_is_rolled_for_before_the_turn_marker_moves() -> None:
    assert TURN.index(Shadowing()) == TURN.index(EndTurn()) - 1
    waters = Waters(SPORTPALAST, turn=3)
    waters.force("home", "2003", "duke-of-york")
    waters.place("u-88", "2003")
    waters.sighted(AXIS, "2003").begin(Shadowing(), EndTurn(), axis=[1])
    waters.act(AXIS, "choose u-88")
    assert [rolled.faces for rolled in waters.rolls("NK-7.4-shadow-roll", Observer.AXIS)] == [(1,)]
    assert waters.now.turn == 4


@pytest.mark.rule("NK-4G-air-recovery", "NK-4G-fly-every-other", "NK-9-available-only")
def test_aircraft_that_flew_rest_on_the_next_turn_and_are_ready_on_the_one_after() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.place("he-111-1", "1009")
    waters.place("ju-88-1", "1009", resting=True)
    waters.begin(Orders(), EndTurn(), dice=[1, 1, 1])
    turns: dict[int, list[str]] = {}
    while waters.now.turn < 5:
        for side in list(waters.match.pending):
            decision = waters.asked(side)
            if side is AXIS and decision.rule == "NK-6.1-at-limit":
                turns[waters.now.turn] = [text for text in waters.offered(AXIS) if "," not in text and "-1" in text]
                waters.act(AXIS, "choose he-111-1" if waters.now.turn == 2 else "choose -")
            else:
                waters.idle(side)
    assert turns == {2: ["choose he-111-1"], 3: ["choose ju-88-1"], 4: ["choose he-111-1", "choose ju-88-1"]}


@pytest.mark.rule("NK-4G-last-turn", "NK-11-difference")
def test_the_game_is_scored_after_its_last_turn() -> None:
    for turn, over in ((14, False), (15, True)):
        waters = Waters(SPORTPALAST, turn=turn)
        waters.place("u-88", "1805")
        waters.state.points = {ALLIED: 2.0, AXIS: 5.5}
        waters.begin(EndTurn())
        assert (waters.match.result is not None) is over
    result = waters.match.result
    assert result is not None
    assert (result.level, result.points) == ("German tactical victory", {"allied": 2.0, "axis": 5.5})
