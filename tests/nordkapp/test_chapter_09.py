"""Chapter 9 of Nordkapp: aircraft and their missions."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.rules.air_missions import cover_over
from barents.games.nordkapp.rules.escorts import infiltration_modifiers
from barents.games.nordkapp.state import LOST, AirRaids, CombatBox, EndTurn, Orders, Shadowing, SurfaceCombat
from barents.kernel.decisions import Assign, Refused
from barents.kernel.sides import Observer

from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters


@pytest.mark.rule("NK-9-no-storm", "NK-9-daylight-only")
@pytest.mark.parametrize(
    ("turn", "weather", "flies"), [(2, "bad", True), (2, "fog", True), (2, "storm", False), (1, "fair", False)]
)
def test_nothing_flies_in_a_storm_or_by_night(turn: int, weather: Weather, flies: bool) -> None:
    waters = Waters(SPORTPALAST, turn=turn).weather(weather)
    waters.place("he-115-1", "1009")
    waters.force("home", "1306", "victorious")
    waters.place("albacore-1", "victorious")
    waters.begin(Orders(), AirRaids(AXIS), AirRaids(ALLIED))
    assert {waters.asked(side).rule == "NK-6.1-at-limit" for side in (AXIS, ALLIED)} == {flies}
    waters.idle_until("NK-5.1-secret-plot", ALLIED).plot(ALLIED)
    if AXIS in waters.match.pending and flies:
        waters.idle_until("NK-4F-order")
    raids = Waters(SPORTPALAST, turn=turn).weather(weather)
    raids.place("he-115-1", "1009")
    raids.place("kenya", "1306")
    raids.sighted(AXIS, "1306").begin(AirRaids(AXIS))
    assert raids.is_over is not flies


@pytest.mark.rule("NK-9-one-mission", "NK-9-available-only")
def test_a_unit_flies_one_mission_and_only_when_it_is_available() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.place("kenya", "1306")
    waters.place("he-111-1", "1009", resting=True)
    waters.place("he-111-2", "1009", flew=True, search=["1306"])
    waters.place("he-115-1", "1009", flew=True, covers="1009")
    waters.place("ju-88-1", "1009")
    waters.sighted(AXIS, "1306").begin(AirRaids(AXIS), dice=[1] * 6)
    assert waters.offered(AXIS) == ["choose -", "choose ju-88-1"]
    waters.act(AXIS, "choose ju-88-1")
    assert waters.piece("ju-88-1").flew


@pytest.mark.rule("NK-9-one-mission")
def test_who_searches_covers_nobody_and_who_covers_raids_nobody() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.force("battle", "1306", "victorious")
    for name in ("albacore-1", "albacore-2"):
        waters.place(name, "victorious")
    waters.begin(Orders(), AirRaids(ALLIED)).act(ALLIED, "choose albacore-1")
    sheet = waters.sheet(ALLIED)
    assert "battle" not in sheet["albacore-1"]
    assert list(sheet["albacore-2"]) == ["battle"]
    waters.plot(ALLIED, {"albacore-1": "search>1307", "albacore-2": "battle"}).idle(ALLIED).idle(AXIS)
    assert waters.offered(ALLIED) == ["choose -"], "though bases are in range of both"


@pytest.mark.rule("NK-9-cv-sunk")
def test_a_sunken_carrier_takes_her_aircraft_down_even_those_that_fly() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.place("victorious", "1306", damage=2)
    waters.place("he-111-1", "1009")
    waters.state.courses[ALLIED] = {"victorious": "1305>1306"}
    for name, fields in (
        ("albacore-1", {}),
        ("albacore-2", {"flew": True, "covers": "victorious"}),
        ("fulmar-1", {"resting": True}),
    ):
        waters.place(name, "victorious", **fields)
    waters.sighted(AXIS, "1306").begin(AirRaids(AXIS), AirRaids(ALLIED), dice=[1, 6]).act(AXIS, "choose he-111-1")
    assert {waters.piece(name).at for name in ("victorious", "albacore-1", "albacore-2", "fulmar-1")} == {LOST}
    assert waters.points(AXIS) == 2, "nothing for the aircraft"
    assert waters.offered(ALLIED) == ["choose -"], "and nothing is left to fly"
    assert waters.now.courses[ALLIED] == {}


@pytest.mark.rule("NK-9-base-limit", "NK-13.1-he115", "NK-13.2-air")
def test_no_base_holds_more_than_three_units() -> None:
    waters = Waters.opening(LUFTWAFFE)
    waters.plot(AXIS)
    options = waters.asked(AXIS).options
    assert isinstance(options, Assign)
    assert len(options.slots) == 14
    assert sorted(waters.ways(AXIS, "ju-87-1")) == ["0704", "0904", "1008", "1009", "1014"]
    bases = ["0704", "0904", "1008", "1009", "1014"]
    spread = {unit: bases[number // 3] for number, unit in enumerate(options.slots)}
    with pytest.raises(Refused, match="no more than 3 may go to 0704"):
        waters.plot(AXIS, {**spread, "me-109-2": "0704"})
    waters.plot(AXIS, spread).plot(ALLIED)
    assert {unit: waters.piece(unit).at for unit in spread} == spread


@pytest.mark.rule("NK-9-base-offmap", "NK-9-bases", "NK-9.2-cap-types")
def test_bases_off_the_map_give_range_and_can_be_covered_and_raided() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.place("me-109-1", "0904")
    waters.place("ju-87-1", "0704")
    waters.place("ju-88-1", "0704")
    waters.force("battle", "1103", "victorious")
    waters.place("albacore-1", "victorious")
    waters.sighted(AXIS, "1103")
    waters.begin(Orders(), AirRaids(AXIS), AirRaids(ALLIED))
    waters.act(AXIS, "choose -")
    assert "0904" in waters.ways(AXIS, "me-109-1")
    assert "0704" in waters.ways(AXIS, "me-109-1")
    options = waters.asked(AXIS).options
    assert isinstance(options, Assign)
    assert list(options.slots) == ["me-109-1"], "the bombers have neither fighters' guns nor depth charges"
    waters.plot(AXIS).idle(AXIS)
    waters.act(ALLIED, "choose -").idle(ALLIED).idle(ALLIED)
    assert waters.offered(AXIS)[1:] == ["choose ju-87-1", "choose ju-88-1", "choose ju-87-1,ju-88-1"], (
        "0704 to 1103 is 4"
    )
    waters.act(AXIS, "choose -")
    waters.act(ALLIED, "choose albacore-1")
    assert waters.ways(ALLIED, "albacore-1") == ["0704", "0904", "1008", "1009"], "1014 is out of range"


@pytest.mark.rule("NK-9-no-transfer")
def test_aircraft_never_change_their_base() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.convoy("pq16", "1306", "gb-dd-01")
    for name, base in (("bv-138-1", "1014"), ("ju-88-1", "0904"), ("me-109-1", "1008")):
        waters.place(name, base)
    waters.begin(Orders(), EndTurn(), dice=[1, 1, 1])
    homes = {name: piece.at for name, piece in waters.now.pieces[AXIS].items()}
    rules, flown = set(), set()
    while waters.now.turn < 5:
        for side in list(waters.match.pending):
            rules.add(waters.asked(side).rule)
            if waters.asked(side).rule == "NK-6.1-at-limit" and "choose bv-138-1" in waters.offered(side):
                flown.add(waters.now.turn)
                waters.act(AXIS, "choose bv-138-1")
            else:
                waters.idle(side)
    assert "NK-9-base-limit" not in rules
    assert flown == {2, 4}, "what flew on turn 2 rests on turn 3, and flies from the same base again"
    assert {name: piece.at for name, piece in waters.now.pieces[AXIS].items()} == homes


# 9.1.1: shadowing from the air


@pytest.mark.rule("NK-9.1.1-air-shadow", "NK-9.1.1-types")
@pytest.mark.parametrize(
    ("weather", "die", "contact"),
    [("fair", 4, True), ("fair", 3, False), ("fog", 4, False), ("fog", 5, True), ("bad", 5, False), ("bad", 6, True)],
)
def test_flying_boats_and_condors_keep_contact_and_no_others(weather: Weather, die: int, contact: bool) -> None:
    waters = Waters(LUFTWAFFE, turn=2).weather(weather)
    waters.convoy("pq16", "1306", "gb-dd-01")
    for name in ("bv-138-1", "fw-200-1", "he-115-1", "ju-88-1"):
        waters.place(name, "1009", search=["1306"], flew=True)
    waters.place("bv-138-2", "1009", search=["1405"], flew=True)
    waters.state.searched[AXIS] = ["1306", "1405"]
    waters.sighted(AXIS, "1306").begin(Shadowing(), axis=[die])
    single = [text for text in waters.offered(AXIS) if "," not in text]
    assert single == ["choose -", "choose bv-138-1", "choose fw-200-1"], "those that sighted ships, of the right kind"
    waters.act(AXIS, "choose fw-200-1")
    assert [(roll.faces, roll.total) for roll in waters.rolls("NK-9.1.1-air-shadow", Observer.AXIS)] == [
        ((die,), die + {"fair": 0, "fog": -1, "bad": -2}[weather])
    ]
    if contact:
        assert waters.asked(ALLIED).rule == "NK-7.4-shadow-disclose"
    else:
        assert waters.is_over


# 9.2: patrols


@pytest.mark.rule("NK-9.2-cap-types", "NK-9.2-cap-attached", "NK-9.2-cap-fighter-role")
def test_fighters_and_aircraft_with_depth_charges_stay_with_the_force_that_they_cover() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.convoy("pq16", "1804", "gb-dd-01", "gb-dd-02", "e-01")
    waters.force("battle", "1804", "victorious", "duke-of-york")
    for name in ("albacore-1", "albacore-2", "fulmar-1"):
        waters.place(name, "victorious")
    waters.begin(Orders())
    waters.act(ALLIED, "choose -")
    options = waters.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert set(options.slots) >= {"albacore-1", "albacore-2", "fulmar-1"}
    waters.plot(ALLIED, {"albacore-1": "pq16", "fulmar-1": "pq16", "albacore-2": "battle"})
    waters.plot(ALLIED, pq16="1804>1805>1806", battle="1804>1704").idle(AXIS)
    assert [piece.id for piece in cover_over(waters.now, waters.data, ALLIED, "1806")] == ["albacore-1", "fulmar-1"]
    assert [piece.id for piece in cover_over(waters.now, waters.data, ALLIED, "1704")] == ["albacore-2"]
    assert cover_over(waters.now, waters.data, ALLIED, "1804") == []
    attempt = CombatBox("submarine", "1806", AXIS, attackers=["u-88"])
    assert infiltration_modifiers(waters.now, waters.data, attempt)["air patrol"] == -2
    waters.piece("albacore-1").covers = ""
    assert "air patrol" not in infiltration_modifiers(waters.now, waters.data, attempt), "fighters hunt no submarines"


@pytest.mark.rule("NK-9.2-cap-out-of-range", "NK-9.2-cap-attached")
def test_cover_is_lost_when_the_force_sails_out_of_range_but_it_was_flown() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.force("battle", "1802", "victorious")
    waters.force("cruisers", "1808", "norfolk")
    waters.place("fulmar-1", "victorious")
    waters.force("pq16", "1811", "gb-dd-01")
    waters.place("trident", "1803")
    waters.begin(Orders())
    assert waters.ways(ALLIED, "fulmar-1") == ["battle", "cruisers"], "neither boats nor what is nine hexes away"
    waters.plot(ALLIED, {"fulmar-1": "cruisers"})
    waters.plot(ALLIED, cruisers="1808>1809>1810", battle="1802>1801").idle(AXIS)
    assert cover_over(waters.now, waters.data, ALLIED, "1810") == [], "nine hexes from the carrier"
    assert waters.piece("fulmar-1").flew


@pytest.mark.rule("NK-9.2-cap-company")
def test_a_convoy_may_be_covered_although_boats_sail_under_its_marker() -> None:
    """PQ-17 has lost her anti-aircraft ships, so that a boat is the first of her counters."""
    waters = Waters(SCATTER, turn=2)
    waters.force("pq17", "1804", "p614", "p615")
    waters.convoy("pq17", "1804", "gb-dd-01", merchants=5)
    waters.force("qp13", "1803", "satyr")
    waters.force("battle", "1804", "victorious")
    waters.place("fulmar-1", "victorious")
    waters.begin(Orders())
    assert waters.ways(ALLIED, "fulmar-1") == ["pq17", "battle"], "not boats by themselves"
    waters.plot(ALLIED, {"fulmar-1": "pq17"}).plot(ALLIED, pq17="1804>1805>1806").idle(AXIS)
    assert [piece.id for piece in cover_over(waters.now, waters.data, ALLIED, "1806")] == ["fulmar-1"]


@pytest.mark.rule("NK-9.2-cap-attached")
def test_cover_goes_with_its_ships_when_they_change_their_force() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.force("battle", "1802", "victorious", "washington")
    waters.force("cruisers", "1802", "norfolk")
    waters.place("fulmar-1", "victorious")
    waters.begin(Orders())
    waters.plot(ALLIED, {"fulmar-1": "cruisers"}).plot(ALLIED, {"cruisers": "with:battle"}).plot(
        ALLIED, battle="1802>1803"
    )
    waters.idle(AXIS)
    assert [piece.id for piece in cover_over(waters.now, waters.data, ALLIED, "1803")] == ["fulmar-1"]


def test_what_a_raid_shows_of_aircraft_is_not_where_they_come_from() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.force("cruisers", "1306", "norfolk", "kent")
    waters.place("ju-88-1", "1009")
    waters.sighted(AXIS, "1306").begin(AirRaids(AXIS), dice=[1] * 4)
    waters.act(AXIS, "choose ju-88-1")
    assert waters.now.box is not None
    assert waters.now.box.attackers == ["ju-88-1"]
    assert waters.match.known(Observer.ALLIED).pieces[AXIS]["ju-88-1"].at == "aloft"
    fought = Waters(SPORTPALAST, turn=2)
    fought.place("tirpitz", "1805")
    fought.place("kenya", "1805")
    fought.begin(SurfaceCombat(AXIS, "1805"), dice=[1])
    assert fought.match.known(Observer.ALLIED).pieces[AXIS]["tirpitz"].at == "1805"
