"""Chapters 7.4 and 9.1.1: shadowing."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.rules.flow import TURN
from barents.games.nordkapp.state import Dispersion, EndTurn, Options, Orders, ScatterConvoys, Shadowing
from barents.kernel.sides import Observer

from .attempts import carry_out, declare
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters

HERE, THERE = "2005", "2010"
BOAT, PLANE = "NK-7.4-shadow-roll", "NK-9.1.1-air-shadow"


def followed(*boats: str, weather: Weather = "fair") -> Waters:
    """PQ-17 in a hex with some boats, sighted."""
    waters = Waters(SCATTER, turn=5).weather(weather)
    waters.convoy("pq17", HERE, "gb-dd-01", "gb-dd-02", merchants=12)
    for boat in boats:
        waters.place(boat, HERE)
    return waters.sighted(AXIS, HERE)


def choices(waters: Waters) -> list[str]:
    """Who may try to keep contact."""
    return waters.offered(AXIS)[-1].removeprefix("choose ").split(",")


# Who may try


@pytest.mark.rule("NK-7.4-shadow-eligible", "NK-7.4-shadow-sighted")
def test_boats_beside_sighted_ships_that_did_nothing_may_try() -> None:
    waters = followed("u-88", "u-134", "u-255", "u-334")
    waters.state.pieces[AXIS]["u-134"].acted = True
    waters.state.pieces[AXIS]["u-255"].driven_off = True
    waters.place("u-377", THERE)
    waters.place("norfolk", THERE)
    waters.begin(Shadowing())
    assert waters.asked(AXIS).window
    assert choices(waters) == ["u-88", "u-334"], "Norfolk was not sighted"


@pytest.mark.rule("NK-7.4-shadow-eligible")
def test_a_boat_that_tried_to_get_in_keeps_no_contact() -> None:
    waters = followed("u-88", "u-134")
    carry_out(declare(waters, 1, boat="u-134")).act(AXIS, "decline")
    waters.state = waters.now
    waters.begin(Shadowing())
    assert choices(waters) == ["u-88"]


@pytest.mark.rule("NK-7.4-shadow-sighted")
def test_nobody_is_asked_when_no_ships_were_sighted_or_the_game_ends() -> None:
    waters = followed("u-88")
    waters.state.seen[AXIS] = {}
    assert waters.begin(Shadowing()).is_over
    waters = followed("u-88")
    waters.state.turn = waters.state.turns
    assert waters.begin(Shadowing()).is_over, "there is no next turn"


@pytest.mark.rule("NK-9.1.1-types", "NK-9.1.1-air-shadow")
def test_only_fw_200_and_bv_138_that_sighted_ships_may_try() -> None:
    waters = Waters(LUFTWAFFE, turn=5)
    waters.convoy("pq16", HERE, merchants=12)
    waters.place("fw-200-1", "1009", search=[HERE], flew=True)
    waters.place("bv-138-1", "1014", search=[THERE], flew=True)
    waters.place("bv-138-2", "1014", search=["2006", HERE], flew=True)
    waters.place("he-115-1", "1009", search=[HERE], flew=True)
    waters.place("ju-88-1", "1009", search=[HERE], flew=True)
    waters.sighted(AXIS, HERE).begin(Shadowing(), axis=[3, 4])
    assert choices(waters) == ["fw-200-1", "bv-138-2"]
    waters.act(AXIS, "choose bv-138-2,fw-200-1")
    assert [roll.total for roll in waters.rolls(PLANE)] == [3, 4]
    assert waters.asked(ALLIED).rule == "NK-7.4-shadow-disclose"


@pytest.mark.rule("NK-9.1.1-air-shadow")
def test_an_aircraft_over_two_groups_holds_on_to_the_richer_one() -> None:
    waters = Waters(LUFTWAFFE, turn=5)
    waters.force("battle", "2004", "washington")
    waters.convoy("pq16", HERE, merchants=12)
    waters.place("fw-200-1", "1009", search=["2004", HERE], flew=True)
    waters.sighted(AXIS, "2004", HERE).begin(Shadowing(), axis=[4])
    waters.act(AXIS, "choose fw-200-1")
    assert {text.split()[1] for text in waters.offered(ALLIED)} == {"pq16"}


# The die


@pytest.mark.rule("NK-7.4-shadow-roll", "NK-7.4-shadow-phase")
@pytest.mark.parametrize(
    ("weather", "die", "contact"),
    [
        ("fair", 3, False),
        ("fair", 4, True),
        ("fog", 4, False),
        ("fog", 5, True),
        ("bad", 5, False),
        ("bad", 6, True),
        ("storm", 5, False),
        ("storm", 6, True),
    ],
)
def test_four_or_more_keeps_contact(weather: Weather, die: int, contact: bool) -> None:
    """G21: with the weather of the turn that ends."""
    waters = followed("u-88", weather=weather).begin(Shadowing(), axis=[die])
    waters.act(AXIS, "choose u-88")
    assert (waters.asked(ALLIED).rule == "NK-7.4-shadow-disclose") is contact
    assert waters.rolls(BOAT, Observer.ALLIED) == [], "the German rolls unseen"
    assert len(waters.rolls(BOAT, Observer.AXIS)) == 1


@pytest.mark.rule("NK-9.1.1-air-shadow")
@pytest.mark.parametrize(("weather", "die", "contact"), [("fog", 4, False), ("bad", 6, True), ("fair", 4, True)])
def test_aircraft_roll_by_the_same_numbers(weather: Weather, die: int, contact: bool) -> None:
    waters = followed(weather=weather)
    waters.place("bv-138-1", "1014", search=[HERE], flew=True)
    waters.begin(Shadowing(), axis=[die]).act(AXIS, "choose bv-138-1")
    assert (waters.asked(ALLIED).rule == "NK-7.4-shadow-disclose") is contact


@pytest.mark.rule("NK-7.4-one-success")
def test_one_success_for_a_group_is_enough() -> None:
    waters = followed("u-88", "u-134", "u-334")
    waters.place("bv-138-1", "1014", search=[HERE], flew=True)
    waters.begin(Shadowing(), axis=[3, 4]).act(AXIS, "choose u-88,u-134,u-334,bv-138-1")
    assert [roll.subject for roll in waters.rolls(BOAT)] == ["u-88", "u-134"]
    assert waters.dice_left() == {}
    assert waters.words() == ["The Germans keep contact with Allied ships"]
    where = "They keep contact with your ships at 2005"
    assert waters.words(Observer.ALLIED) == [*waters.words(), where], "they know of which ships they have to speak"
    assert where not in waters.words(Observer.AXIS)
    waters.act(ALLIED, "disclose pq17 2006")
    assert waters.is_over, "they are asked once"


@pytest.mark.rule("NK-4G-shadow-rolls", "NK-7.4-shadow-phase")
def test_contact_is_kept_before_the_turn_ends() -> None:
    names = [type(step).__name__ for step in TURN]
    assert names[-2:] == ["Shadowing", "EndTurn"]
    waters = followed("u-88").begin(Shadowing(), EndTurn(), axis=[4]).act(AXIS, "choose u-88")
    assert waters.now.turn == 5
    waters.act(ALLIED, "disclose pq17 2006")
    assert waters.now.turn == 6


# What is disclosed


def disclosed(goal: str, waters: Waters | None = None) -> Waters:
    """The Allies have said where PQ-17 will be, and the next turn's orders are due."""
    waters = waters or followed("u-88")
    waters.begin(Shadowing(), EndTurn(), axis=[4], dice=[1]).act(AXIS, "choose u-88")
    return waters.act(ALLIED, f"disclose pq17 {goal}")


@pytest.mark.rule("NK-7.4-shadow-disclose")
def test_the_allies_name_a_hex_that_the_force_can_reach() -> None:
    waters = followed("u-88").begin(Shadowing(), axis=[4]).act(AXIS, "choose u-88")
    hexes = {text.split()[2] for text in waters.offered(ALLIED) if text.split()[1] == "pq17"}
    assert hexes == {HERE, *(c for c in waters.data.on_map if 1 <= waters.data.distance(c, HERE) <= 2)}
    waters.act(ALLIED, "disclose pq17 2006")
    words = "Ships at 2005 will move to 2006"
    assert words in waters.words(Observer.AXIS)
    assert words not in waters.words(Observer.PUBLIC)
    assert waters.now.notebook[AXIS].facts == {"shadowed:2005": "2006"}
    assert waters.now.bound == {"pq17": "2006"}
    assert waters.match.known(Observer.AXIS).bound == {}


@pytest.mark.rule("NK-7.4-shadow-split", "NK-7.4-shadow-split-real")
def test_of_several_forces_only_one_hex_is_told_and_nothing_of_the_others() -> None:
    waters = followed("u-88")
    waters.force("cruisers", HERE, "london", "norfolk")
    waters.place("p614", HERE)
    waters.begin(Shadowing(), axis=[4]).act(AXIS, "choose u-88")
    forces = {text.split()[1] for text in waters.offered(ALLIED)}
    assert {"pq17", "cruisers"} <= forces
    assert "p614" not in forces, "submarines are no ships that were sighted"
    waters.act(ALLIED, "disclose cruisers 2010")
    told = [text for text in waters.words(Observer.AXIS) if "will move" in text]
    assert told == ["Ships at 2005 will move to 2010"]
    assert waters.now.bound == {"cruisers": "2010"}


@pytest.mark.rule("NK-7.4-shadow-binding")
def test_the_force_is_bound_for_the_next_turn_alone() -> None:
    waters = disclosed("2007")
    ways = skip_to_plot(waters)
    assert ways
    assert {way.rpartition(">")[2] for way in ways} == {"2007"}
    waters.plot(ALLIED, {"pq17": "2005>2006>2007"}).plot(AXIS)
    assert waters.piece("merc-01").at == "2007"
    assert waters.now.bound == {}


def skip_to_plot(waters: Waters) -> list[str]:
    """Assign no air missions, and see the ways that PQ-17 may go."""
    while waters.asked(ALLIED).rule != "NK-5.1-secret-plot":
        waters.plot(ALLIED)
    while AXIS in waters.match.pending and waters.asked(AXIS).rule != "NK-5.1-secret-plot":
        waters.plot(AXIS)
    return [way for way in waters.ways(ALLIED, "pq17") if ">" in way or way.isdigit()]


@pytest.mark.rule("NK-7.4-shadow-split-real", "NK-7.4-shadow-binding")
def test_a_fleet_may_split_but_some_of_it_goes_where_it_was_said() -> None:
    waters = Waters(SPORTPALAST, turn=4)
    waters.force("home", HERE, "berwick", "sheffield")
    waters.place("gb-dd-01", HERE)
    waters.place("u-88", HERE)
    waters.sighted(AXIS, HERE).begin(Shadowing(), EndTurn(), axis=[4], dice=[2]).act(AXIS, "choose u-88")
    waters.act(ALLIED, "disclose home 2010")
    waters.plot(ALLIED)  # air searches
    slots = waters.sheet(ALLIED)
    assert not [value for value in slots["home"] if value.startswith("with:")], "the force joins nobody"
    assert "berwick" not in slots, "one of the two has to stay with the marker"
    assert "alone" in list(slots["sheffield"])
    assert {way.rpartition(">")[2] for way in slots["home"]} == {"2010"}


@pytest.mark.rule("NK-7.4-shadow-detachment", "NK-7.4-shadow-split", "NK-7.4-shadow-split-real")
def test_a_ship_of_the_convoy_may_be_the_one_that_is_named_and_the_convoy_goes_where_it_likes() -> None:
    waters = followed("u-88").begin(Shadowing(), EndTurn(), axis=[4], dice=[1]).act(AXIS, "choose u-88")
    named = {text.split()[1] for text in waters.offered(ALLIED)}
    assert named == {"pq17", "gb-dd-01", "gb-dd-02"}, "merchants stay with their convoy"
    waters.act(ALLIED, "disclose gb-dd-01 2010")
    assert [text for text in waters.words(Observer.AXIS) if "will move" in text] == ["Ships at 2005 will move to 2010"]
    ends = {way.rpartition(">")[2] for way in skip_to_plot(waters)}
    assert {"2005", "2003", "2007"} <= ends, "the convoy is free"
    assert {way.rpartition(">")[2] for way in waters.ways(ALLIED, "gb-dd-01")} == {"2010"}, "and she alone is bound"
    assert "alone" in waters.ways(ALLIED, "gb-dd-02")
    waters.plot(ALLIED, {"pq17": "2005>2004>2003"}).plot(AXIS)
    assert (waters.piece("gb-dd-01").at, waters.piece("gb-dd-01").force) == ("2010", "")
    assert {waters.piece(name).at for name in ("merc-01", "gb-dd-02")} == {"2003"}
    assert waters.now.bound == {}


@pytest.mark.rule("NK-7.4-shadow-detachment")
def test_the_ship_that_was_named_joins_nobody_before_she_has_been_there() -> None:
    waters = followed("u-88")
    waters.force("cruisers", HERE, "london", "norfolk")
    waters.begin(Shadowing(), EndTurn(), axis=[4], dice=[1]).act(AXIS, "choose u-88")
    waters.act(ALLIED, "disclose london 2006")
    skip_to_plot(waters)
    assert not [value for value in waters.ways(ALLIED, "london") if value.startswith("with:")]
    assert "with:london" not in waters.ways(ALLIED, "cruisers")
    waters.plot(ALLIED, {"cruisers": "with:pq17"}).plot(ALLIED, {"pq17": "2005>2004"}).plot(AXIS)
    assert {name: waters.piece(name).at for name in ("london", "norfolk", "merc-01")} == {
        "london": "2006", "norfolk": "2004", "merc-01": "2004",
    }  # fmt: skip


@pytest.mark.rule("NK-7.4-shadow-ship-stays")
def test_a_boat_does_not_stand_in_for_the_ships_that_were_shadowed() -> None:
    """PQ-17 has lost her merchants; two destroyers and a boat are left under her marker."""
    waters = Waters(SCATTER, turn=5).weather("fair")
    waters.force("pq17", HERE, "p614", "gb-dd-01", "gb-dd-02")
    waters.place("u-88", HERE)
    waters.sighted(AXIS, HERE).begin(Shadowing(), EndTurn(), axis=[4], dice=[1]).act(AXIS, "choose u-88")
    waters.act(ALLIED, "disclose pq17 2007")
    skip_to_plot(waters)
    sheet = waters.sheet(ALLIED)
    assert "gb-dd-01" not in sheet, "one of the ships goes where it was told"
    waters.plot(ALLIED, {"p614": "alone", "gb-dd-02": "alone"}).plot(ALLIED).plot(AXIS)
    assert waters.piece("gb-dd-01").at == "2007"


@pytest.mark.rule("NK-7.4-shadow-binding")
def test_damage_frees_a_force_that_cannot_get_there_any_more() -> None:
    waters = Waters(SPORTPALAST, turn=4)
    waters.force("home", HERE, "berwick", damage=1)
    waters.state.bound["home"] = "2012"
    waters.begin(Orders())
    while waters.asked(ALLIED).rule != "NK-5.1-secret-plot":
        waters.plot(ALLIED)
    ends = {way.rpartition(">")[2] for way in waters.ways(ALLIED, "home")}
    assert "2008" in ends
    assert "2012" not in ends


@pytest.mark.rule("NK-7.4-shadow-binding")
def test_a_scatter_order_frees_a_convoy() -> None:
    waters = Waters(SCATTER, turn=5)
    waters.convoy("pq17", HERE, merchants=12)
    waters.place("u-88", HERE)
    waters.sighted(AXIS, HERE)
    waters.state.ordered = ["pq17"]
    waters.begin(Shadowing(), axis=[4]).act(AXIS, "choose u-88")
    assert waters.is_over
    told = "Nobody can say where the ships at 2005 will go"
    assert told in waters.words(Observer.AXIS)
    assert told in waters.words(Observer.ALLIED)
    assert told not in waters.words(Observer.PUBLIC), "the hex is for the two sides alone"
    waters = followed("u-88")
    waters.state.ordered, waters.state.bound = ["pq17"], {"pq17": "2007"}
    waters.begin(ScatterConvoys())
    assert waters.now.bound == {}


@pytest.mark.rule("NK-7.4-shadow-scatter", "NK-13.3-scatter-secret")
def test_of_a_convoy_that_is_to_scatter_an_escort_is_named_and_runs_there() -> None:
    """So the German hears a hex, and nothing of the order."""
    waters = Waters(SCATTER, turn=5)
    waters.convoy("pq17", "2012", "gb-dd-01", "palomares", "p614", merchants=1)
    waters.place("u-88", "2012")
    waters.state.ordered = ["pq17"]
    waters.sighted(AXIS, "2012").begin(Shadowing(), EndTurn(), axis=[4], dice=[1], allied=[2])
    waters.act(AXIS, "choose u-88")
    named: dict[str, set[str]] = {}
    for text in waters.offered(ALLIED):
        _, ship, cell = text.split()
        named.setdefault(ship, set()).add(cell)
    assert set(named) == {"gb-dd-01", "palomares"}, "neither merchants nor boats"
    assert {cell[2:] for cell in named["gb-dd-01"]} == {"04"}, "at full speed to the west"
    assert "2014" in named["palomares"], "the order does not bind her"
    waters.act(ALLIED, "disclose gb-dd-01 2004")
    waters.idle_until("NK-5.1-secret-plot", ALLIED)
    heard = waters.words(Observer.AXIS)
    assert "Ships at 2012 will move to 2004" in heard
    assert not [line for line in heard if "scatter" in line]
    assert {way.rpartition(">")[2] for way in waters.ways(ALLIED, "gb-dd-01")} == {"2004"}
    assert waters.piece("merc-01").at == "2014", "she has run east"


@pytest.mark.rule("NK-7.4-shadow-binding", "NK-10.2-convoy-leave")
def test_merchants_that_a_storm_drives_away_are_free_and_their_convoy_is_not() -> None:
    waters = Waters(SPORTPALAST, Options(storms=True), turn=4).weather("storm")
    waters.convoy("pq12", HERE, merchants=3)
    waters.state.bound["pq12"] = "2007"
    waters.begin(Dispersion(), Orders(), allied=[4, 1, 2])
    assert waters.piece("merc-01").at == "2006"
    assert {way.rpartition(">")[2] for way in waters.ways(ALLIED, "pq12")} == {"2007"}
    assert {"2004", "2006", "2008"} <= {way.rpartition(">")[2] for way in waters.ways(ALLIED, "merc-01")}


@pytest.mark.rule("NK-7.4-shadow-binding")
def test_stragglers_do_not_free_a_convoy_by_rejoining() -> None:
    waters = Waters(SCATTER, Options(reorganisation=True), turn=5)
    waters.convoy("pq17", HERE, merchants=12)
    waters.straggler("merc-30", "2006", "pq17")
    waters.state.bound["pq17"] = "2007"
    waters.begin(Orders())
    skip_to_plot(waters)
    assert "rejoin" not in waters.ways(ALLIED, "merc-30")


@pytest.mark.rule("NK-7.4-shadow-disclose")
def test_a_convoy_may_disclose_that_it_leaves_the_map() -> None:
    waters = Waters(SCATTER, turn=15)
    waters.convoy("pq17", "1018", merchants=12)
    waters.place("u-88", "1018")
    waters.sighted(AXIS, "1018").begin(Shadowing(), axis=[4]).act(AXIS, "choose u-88")
    waters.act(ALLIED, "disclose pq17 out")
    assert "Ships at 1018 will move to the edge and leave the map" in waters.words(Observer.AXIS)


@pytest.mark.rule("NK-7.4-shadow-disclose")
def test_old_contacts_are_forgotten_at_the_next_attempt() -> None:
    waters = followed("u-88")
    waters.state.notebook[AXIS].facts = {"shadowed:1905": "2005"}
    waters.begin(Shadowing(), axis=[3]).act(AXIS, "choose u-88")
    assert waters.now.notebook[AXIS].facts == {}


@pytest.mark.rule("NK-7.4-shadow-binding")
def test_ships_of_a_scattered_convoy_are_bound_among_the_ways_that_they_must_go() -> None:
    waters = Waters(SCATTER, turn=7)
    waters.state.scattered = ["pq17"]
    waters.straggler("merc-01", "1318", "pq17", apart=6)
    waters.place("gb-dd-01", "2512", westward=2)
    waters.state.bound = {"merc-01": "1119", "gb-dd-01": "2404"}
    waters.begin(Orders())
    while waters.asked(ALLIED).rule != "NK-5.1-secret-plot":
        waters.plot(ALLIED)
    for name, goal in waters.state.bound.items():
        assert {way.rpartition(">")[2] for way in waters.ways(ALLIED, name)} == {goal}
    waters.state.bound = {}
    waters.begin(Orders())
    while waters.asked(ALLIED).rule != "NK-5.1-secret-plot":
        waters.plot(ALLIED)
    for name in ("merc-01", "gb-dd-01"):
        assert len({way.rpartition(">")[2] for way in waters.ways(ALLIED, name)}) > 1, "otherwise it had a choice"
