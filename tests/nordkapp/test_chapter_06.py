"""Chapter 6 of Nordkapp: reconnaissance by air and sea, what is answered, and the eyes on the Norwegian coast."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.datafiles import Weather
from barents.games.nordkapp.rules.sightings import report
from barents.games.nordkapp.rules.surface import callable_hexes
from barents.games.nordkapp.state import (
    CONVOY,
    MERCHANTS,
    SUBMARINE,
    SURFACE,
    AirRaids,
    CallCombat,
    Dispersion,
    EndTurn,
    Options,
    Orders,
    Recon,
    ScatterConvoys,
    SubmarinePhase,
)
from barents.kernel.decisions import Assign, Refused
from barents.kernel.game import Sighting
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Observer, Side

from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters


def search(scenario: str, units: Sequence[str], base: str = "1009") -> Waters:
    """German aircraft at a base that are to search."""
    waters = Waters(scenario, turn=2)
    for name in units:
        waters.place(name, base)
    waters.begin(Orders())
    return waters.act(AXIS, f"choose {','.join(units)}")


def ways(waters: Waters, side: Side, unit: str) -> set[str]:
    """The hexes that a unit may search first."""
    return {way.split(">")[1] for way in waters.ways(side, unit)}


# 6.1: by air


@pytest.mark.rule("NK-6.1-types", "NK-6.1-at-limit")
def test_recon_and_attack_aircraft_search_and_no_more_than_two_of_the_latter() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    for name in ("bv-138-1", "fw-200-1", "he-111-1", "ju-88-1", "ju-88-2", "me-109-1"):
        waters.place(name, "1009")
    waters.begin(Orders())
    with pytest.raises(Refused, match="at most 2"):
        waters.act(AXIS, "choose he-111-1,ju-88-1,ju-88-2")
    with pytest.raises(Refused, match="me-109-1 is not among"):
        waters.act(AXIS, "choose me-109-1")
    waters.act(AXIS, "choose bv-138-1,fw-200-1,he-111-1,ju-88-1")
    assert waters.asked(AXIS).rule == "NK-4A-air-missions"
    for name in ("bv-138-1", "he-111-1"):
        assert "search>1305" in waters.ways(AXIS, name)


@pytest.mark.rule("NK-6.1-types", "NK-9-available-only", "NK-9.3.1-raid")
def test_aircraft_of_a_carrier_that_waits_off_the_map_do_not_fly() -> None:
    """Victorious enters on turn 4: before it her Albacores are on no sheet, and raid nothing."""
    waters = Waters(SCATTER, turn=3)
    fresh = Waters.opening(SCATTER).now.pieces[ALLIED]
    waters.state.pieces[ALLIED] = {
        name: piece
        for name, piece in fresh.items()
        if piece.force == "battle" or piece.at == "victorious" or name == "trident"
    }
    waters.state.pieces[ALLIED]["trident"].at = "1003"
    waters.place("tirpitz", "1003")
    waters.sighted(ALLIED, "1003").begin(Orders(), AirRaids(ALLIED))
    assert list(waters.sheet(ALLIED)) == ["search-1", "search-2", "search-3"]
    waters.idle(ALLIED).idle(ALLIED).idle(AXIS)
    assert waters.offered(ALLIED) == ["choose -"]
    waters.state = waters.now
    waters.state.turn = 4
    waters.begin(Orders(), EndTurn(), dice=[1]).idle(ALLIED)
    waters.plot(ALLIED, {"battle": "waiting:battle>2001"}).idle(AXIS)
    waters.idle_until("NK-6.1-at-limit", ALLIED, turn=5)
    assert "choose albacore-1" in waters.offered(ALLIED), "the turn after they have entered with her they fly"


@pytest.mark.rule("NK-6.1-range", "NK-6.1-fair-two-hexes", "NK-9-damaged-range")
def test_a_search_stays_within_the_aircrafts_range() -> None:
    waters = search(LUFTWAFFE, ["he-111-1", "ju-88-1", "bv-138-1"])
    for unit, reach in (("he-111-1", 12), ("ju-88-1", 16), ("bv-138-1", 20)):
        hexes = ways(waters, AXIS, unit)
        assert hexes == {cell for cell in waters.data.on_map if waters.data.distance("1009", cell) <= reach}
    assert "2209" in ways(waters, AXIS, "he-111-1")
    assert "2309" not in ways(waters, AXIS, "he-111-1")
    assert "search>2209>2208" in waters.sheet(AXIS)["he-111-1"]
    assert "search>2209>2309" not in waters.sheet(AXIS)["he-111-1"], "both hexes of a fair day, not the first alone"
    lame = Waters(LUFTWAFFE, turn=2)
    lame.place("he-111-1", "1009", damage=1)
    lame.begin(Orders()).act(AXIS, "choose he-111-1")
    assert max(lame.data.distance("1009", cell) for cell in ways(lame, AXIS, "he-111-1")) == 6


@pytest.mark.rule("NK-6.1-one-hex", "NK-6.1-fair-two-hexes")
def test_in_fair_weather_a_unit_searches_two_hexes_side_by_side_and_otherwise_one() -> None:
    kinds: list[tuple[Weather, bool]] = [("fair", True), ("fog", False), ("bad", False)]
    for weather, pairs in kinds:
        waters = Waters(LUFTWAFFE, turn=2).weather(weather)
        waters.place("bv-138-1", "1009")
        waters.begin(Orders()).act(AXIS, "choose bv-138-1")
        offered = waters.ways(AXIS, "bv-138-1")
        assert "search>1305" in offered
        assert ("search>1305>1304" in offered) is pairs
        assert "search>1305>1304>1303" not in offered, "never three"
        assert "search>1305>1605" not in offered
        assert "search" not in offered
    two = Waters(LUFTWAFFE, turn=2)
    two.convoy("pq16", "1304")
    two.place("bv-138-1", "1009")
    two.begin(Orders(), Recon(AXIS))
    two.act(AXIS, "choose bv-138-1").plot(AXIS, {"bv-138-1": "search>1305>1304"})
    two.idle_until("NK-6.2-naval-recon", AXIS).act(AXIS, "choose -")
    assert two.news(Observer.ALLIED) == ["axis search 1304 1305", "1304: convoy", "1305: nothing"]
    german, allied = (two.match.view(who).situation.boards[0].payload for who in (Observer.AXIS, Observer.ALLIED))
    assert isinstance(german, ChartState)
    assert isinstance(allied, ChartState)
    assert (german.empty, german.recon) == (("1305",), ())
    assert allied.searched == ("1304", "1305"), "both can see on the chart what was named"


@pytest.mark.rule("NK-6.1-secret-assign", "NK-6.1-truth-after-move", "NK-6.1-announce")
def test_the_hex_is_fixed_before_movement_and_the_answer_is_true_after_it() -> None:
    for search_hex, answer in (("1805", "nothing"), ("1807", "convoy")):
        waters = Waters(LUFTWAFFE, turn=2).weather("fog")
        waters.convoy("pq16", "1805")
        waters.place("bv-138-1", "1009")
        waters.begin(Orders(), Recon(AXIS))
        waters.act(AXIS, "choose bv-138-1").plot(AXIS, {"bv-138-1": f"search>{search_hex}"}).idle(AXIS)
        waters.idle(ALLIED).plot(ALLIED, pq16="1805>1806>1807")
        assert waters.news(Observer.ALLIED) == [], "nobody has been told anything yet"
        waters.act(AXIS, "choose -")
        assert waters.news(Observer.ALLIED) == [f"axis search {search_hex}", f"{search_hex}: {answer}"]
        assert waters.news(Observer.AXIS)[:2] == [f"axis search {search_hex}", f"{search_hex}: {answer}"]


@pytest.mark.rule("NK-6.1-range-cv-time", "NK-9.2-cap-out-of-range")
def test_a_carriers_aircraft_search_from_where_she_is_after_moving() -> None:
    for route, found in (("2003>2004>2005", True), ("2003>2002>2001", False)):
        waters = Waters(LUFTWAFFE, turn=2)
        waters.force("battle", "2003", "victorious")
        waters.place("albacore-1", "victorious")
        waters.place("fulmar-1", "victorious")
        waters.force("cruisers", "1802", "norfolk")
        waters.force("pocket", "2013", "scheer")
        waters.begin(Orders(), Recon(ALLIED))
        waters.act(ALLIED, "choose albacore-1")
        waters.plot(ALLIED, {"albacore-1": "search>2013", "fulmar-1": "cruisers"})
        waters.plot(ALLIED, battle=route).idle(AXIS)
        waters.act(ALLIED, "choose -")
        assert waters.news(Observer.ALLIED) == (["allied search 2013", "2013: surface units"] if found else [])
        assert waters.piece("albacore-1").flew, "wasted or not, it has flown"


ANSWERS = [
    (9, ["gb-dd-01", "gb-dd-02"], [], [MERCHANTS]),
    (1, [], [], [MERCHANTS]),
    (10, ["duke-of-york"], [], [CONVOY]),
    (0, ["norfolk", "london", "nigeria"], [("trident", True)], [SURFACE]),
    (0, ["norfolk"], [("trident", False), ("tigris", False)], [SURFACE]),
    (3, [], [("trident", False)], [MERCHANTS]),
    (0, [], [("trident", False)], [SUBMARINE]),
    (0, [], [("trident", True)], []),
]


@pytest.mark.rule(
    "NK-6.1-answer-merchants",
    "NK-6.1-answer-convoy",
    "NK-6.1-answer-surface",
    "NK-6.1-answer-merchants-only-category",
    "NK-6.1-answer-submarine",
    "NK-6.1-answer-submerged",
    "NK-6.1-answer-mixed",
    "NK-6.1-answer-nothing",
)
@pytest.mark.parametrize(("merchants", "warships", "boats", "answer"), ANSWERS)
def test_the_answer_names_what_it_must_and_no_more(
    merchants: int, warships: list[str], boats: list[tuple[str, bool]], answer: list[str]
) -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.convoy("pq16", "1805", merchants=merchants // 2)
    for number in range(40, 40 + merchants - merchants // 2):
        waters.straggler(f"merc-{number}", "1805", "qp12")
    for name in warships:
        waters.place(name, "1805")
    for name, submerged in boats:
        waters.place(name, "1805", submerged=submerged)
    waters.place("bv-138-1", "1009", search=["1805"], flew=True)
    waters.begin(Recon(AXIS))
    waters.now.notebook[AXIS].sightings = [Sighting("1805", "convoy", "reconnaissance", 1)]
    waters.act(AXIS, "choose -")
    assert report(waters.now, waters.data, AXIS, "1805") == answer
    assert waters.news(Observer.AXIS)[1:2] == [f"1805: {' and '.join(answer) or 'nothing'}"]
    seen = [(sighting.what, sighting.turn) for sighting in waters.now.notebook[AXIS].sightings]
    assert (" and ".join(answer), 2) in seen or (not answer and seen == [])
    assert waters.now.seen[AXIS] == ({"1805": answer} if answer else {})
    assert waters.match.known(Observer.AXIS).pieces[ALLIED] == {}, "no numbers, no names"


@pytest.mark.rule("NK-6.1-answer-surface", "NK-6.1-answer-submarine")
def test_the_german_answers_the_same_way() -> None:
    waters = Waters(SPORTPALAST, turn=2)
    waters.force("tirpitz-group", "1203", "tirpitz", "de-dd-1")
    waters.place("u-88", "1203")
    waters.place("u-255", "1204", submerged=True)
    waters.state.western = ["1203", "1204"]
    waters.begin(Recon(ALLIED)).act(ALLIED, "choose -")
    assert waters.news(Observer.ALLIED) == [
        "allied search 1203 1204",
        "1203: surface units",
        "1204: nothing",
    ]
    assert waters.news(Observer.AXIS) == waters.news(Observer.ALLIED)


@pytest.mark.rule("NK-6.1-marker-life")
def test_a_sighting_lets_nobody_attack_on_a_later_turn() -> None:
    waters = Waters(SPORTPALAST, turn=2)
    waters.force("tirpitz-group", "1805", "tirpitz")
    waters.force("home", "1805", "duke-of-york")
    waters.state.detected = {"pq12": 1}
    waters.sighted(AXIS, "1805").begin(CallCombat(AXIS), EndTurn(), dice=[5])
    assert waters.offered(AXIS) == ["decline", "call 1805"]
    waters.act(AXIS, "decline")
    assert waters.now.turn == 3
    assert waters.now.seen[AXIS] == {}
    assert callable_hexes(waters.now, waters.data, AXIS) == []
    rules = set()
    while waters.now.turn == 3:
        rules |= {decision.rule for decision in waters.match.pending.values()}
        waters.idle(next(iter(waters.match.pending)))
    assert "NK-8-optional" not in rules


# 6.2: by ships and boats


@pytest.mark.rule("NK-6.2-naval-recon", "NK-6.2-naval-reveals-hex", "NK-6.2-any-weather")
@pytest.mark.parametrize("weather", ["fair", "storm"])
def test_ships_and_boats_may_look_around_in_their_hex_by_night_and_in_any_weather(weather: Weather) -> None:
    waters = Waters(SPORTPALAST, turn=1).weather(weather)
    waters.place("u-88", "1805")
    waters.place("u-255", "1806")
    waters.force("tirpitz-group", "1203", "tirpitz")
    waters.convoy("pq12", "1805")
    waters.begin(Recon(AXIS))
    assert waters.offered(AXIS)[:4] == ["choose -", "choose 1203", "choose 1805", "choose 1806"]
    waters.act(AXIS, "choose 1805")
    assert waters.news(Observer.ALLIED) == ["axis search 1805", "1805: convoy"], "not which boat it was"
    silent = Waters(SPORTPALAST, turn=1)
    silent.place("u-88", "1805")
    silent.convoy("pq12", "1805")
    silent.begin(Recon(AXIS)).act(AXIS, "choose -")
    assert silent.news(Observer.UMPIRE) == []
    assert silent.now.seen[AXIS] == {}


# 6.3: the Norwegian coast


@pytest.mark.rule("NK-6.3-coast-announce", "NK-6.3-coast-counts-sighting", "NK-13-gerentry-detect")
def test_allied_ships_on_the_norwegian_coast_are_announced_by_number_and_type() -> None:
    waters = Waters(SPORTPALAST, turn=3).weather("storm")
    waters.place("gb-dd-01", "1409")
    waters.force("home", "1511", "duke-of-york", "victorious", "gb-dd-02", "gb-dd-03")
    waters.begin(Orders())
    waters.plot(ALLIED, {"gb-dd-01": "1409>1410>1510", "home": "1511>1411>1412"}).idle(AXIS)
    assert waters.news(Observer.AXIS) == [
        "Seen from the coast at 1410: 1 DD",
        "Seen from the coast at 1412: 1 BB, 1 CV, 2 DD",
    ]
    assert waters.news(Observer.ALLIED) == waters.news(Observer.AXIS)
    assert waters.news(Observer.PUBLIC) == []
    assert waters.now.seen[AXIS] == {"1412": [SURFACE]}, "the destroyers have gone on to 1510"
    assert [sighting.source for sighting in waters.now.notebook[AXIS].sightings] == ["the coast", "the coast"]
    assert waters.now.detected == {}

    passing = Waters(SPORTPALAST, turn=3).weather("storm")
    passing.convoy("pq12", "1409", "e-01")
    passing.state.pieces[ALLIED]["merc-01"].damage = 1
    passing.begin(Orders()).plot(ALLIED, pq12="1409>1410>1510").idle(AXIS)
    assert passing.news(Observer.AXIS)[0] == "Seen from the coast at 1410: 1 E, 15 merchants"
    assert passing.now.seen[AXIS] == {"1410": [MERCHANTS]}, "the straggler is still there"
    assert passing.now.detected == {"pq12": 3}


@pytest.mark.rule("NK-6.3-coast-announce", "NK-6.3-coast-counts-sighting", "NK-9.3.1-sighting", "NK-7.1-eligible")
def test_who_ends_on_the_coast_may_be_attacked_without_a_search_and_who_has_gone_on_may_not() -> None:
    for route, found in (("1409>1410", True), ("1409>1410>1510", False)):
        waters = Waters(LUFTWAFFE, turn=3).weather("fair")
        waters.place("gb-dd-01", "1409")
        waters.place("ju-88-1", "1009")
        waters.place("u-88", "1410")
        waters.begin(Orders(), SubmarinePhase(AXIS), AirRaids(AXIS))
        waters.idle_until("NK-5.1-secret-plot", ALLIED).plot(ALLIED, {"gb-dd-01": route})
        waters.act(AXIS, "choose -").idle(AXIS)
        assert waters.news(Observer.AXIS) == ["Seen from the coast at 1410: 1 DD"]
        if found:
            assert waters.offered(AXIS) == ["decline", "attack u-88"]
            waters.act(AXIS, "decline")
            assert waters.offered(AXIS) == ["choose -", "choose ju-88-1"]
        else:
            assert waters.is_over, "nothing was sighted that is still there"


@pytest.mark.rule("NK-6.3-coast-announce")
def test_the_coast_sees_merchants_that_storm_or_scatter_bring_to_it_or_that_rejoin_there() -> None:
    storm = Waters(SPORTPALAST, Options(storms=True), turn=4).weather("storm")
    storm.convoy("pq12", "1409", merchants=3)
    storm.begin(Dispersion(), allied=[4, 1, 2])
    assert storm.news(Observer.AXIS) == ["Seen from the coast at 1410: 1 merchant"], "driven to the east"
    scatter = Waters(SCATTER, turn=6)
    scatter.convoy("pq17", "1409", merchants=1)
    scatter.state.ordered = ["pq17"]
    scatter.begin(ScatterConvoys(), allied=[2])
    assert scatter.piece("merc-01").at == "1411"
    assert scatter.news(Observer.AXIS) == ["Seen from the coast at 1410: 1 merchant"]
    joining = Waters(SPORTPALAST, Options(reorganisation=True), turn=4).weather("storm")
    joining.convoy("pq12", "1409", merchants=3)
    joining.straggler("merc-15", "1411", "pq12", apart=2)
    joining.begin(Orders()).plot(ALLIED, {"merc-15": "rejoin"}).plot(ALLIED).idle(AXIS)
    assert joining.piece("merc-15").force == "pq12"
    assert joining.news(Observer.AXIS) == ["Seen from the coast at 1410: 1 merchant"], "on her way to 1409"


@pytest.mark.rule("NK-6.3-coast-subs-exempt")
def test_submarines_and_other_coasts_are_not_announced() -> None:
    waters = Waters(SPORTPALAST, turn=3).weather("storm")
    waters.place("trident", "1409")
    waters.place("gb-dd-01", "1118")
    waters.place("gb-dd-02", "1410")
    waters.force("tirpitz-group", "1103", "tirpitz")
    waters.begin(Orders())
    waters.plot(ALLIED, {"trident": "1409>1410", "gb-dd-01": "1118>1117>1017"})
    waters.plot(AXIS, {"tirpitz-group": "1103>1104"})
    assert waters.news(Observer.UMPIRE) == [], "who only stays does not enter"


# One category, and no more than that


def searched(build: Callable[[Waters], object]) -> Waters:
    """A Bv 138 has searched 1805, in which there is something."""
    waters = Waters(SCATTER, turn=5)
    build(waters)
    waters.place("bv-138-1", "1009", search=["1805"])
    return waters.begin(Recon(AXIS), SubmarinePhase(AXIS)).act(AXIS, "choose -")


def stragglers(waters: Waters, count: int) -> None:
    """Merchants of PQ-17 that have lost their convoy."""
    for number in range(1, count + 1):
        waters.straggler(f"merc-{number:02d}", "1805", "pq17")


def what_the_german_knows(waters: Waters) -> tuple[bytes, list[str]]:
    """All of it, and all that he was told."""
    return GAME.encoder.encode(waters.match.known(Observer.AXIS)), waters.words(Observer.AXIS)


@pytest.mark.rule("NK-6.1-answer-one-category", "NK-6.1-answer-mixed")
def test_boats_under_her_marker_do_not_tell_pq_17_apart() -> None:
    """P614 and P615 sail with her on the surface; QP-13 has none."""
    pq = searched(lambda waters: waters.convoy("pq17", "1805", "gb-dd-01", "p614", "p615", merchants=12))
    qp = searched(lambda waters: waters.convoy("qp13", "1805", "gb-dd-01", merchants=12))
    assert pq.words(Observer.AXIS)[:2] == ["axis search 1805", "1805: convoy"]
    assert what_the_german_knows(pq) == what_the_german_knows(qp)


@pytest.mark.rule("NK-6.1-answer-mixed")
def test_a_boat_beside_ships_is_not_sighted_and_cannot_be_raided() -> None:
    for enemies, answer in ((["u-88", "de-dd-1"], SURFACE), (["u-88"], SUBMARINE)):
        waters = Waters(SCATTER, turn=5).weather("fair")
        waters.place("victorious", "2410")
        waters.place("albacore-1", "victorious")
        waters.place("gb-dd-01", "2010")
        for name in enemies:
            waters.place(name, "2010")
        waters.begin(Recon(ALLIED), AirRaids(ALLIED)).act(ALLIED, "choose 2010")
        assert waters.now.seen[ALLIED] == {"2010": [answer]}
        waters.act(ALLIED, "choose albacore-1")
        assert ("u-88" in waters.revealed()) is (answer == SUBMARINE)


@pytest.mark.rule("NK-6.1-answer-one-category", "NK-13-gerentry-detect")
@pytest.mark.parametrize(("count", "detected"), [(9, False), (10, True)])
def test_the_german_learns_from_the_first_detection_no_more_than_what_was_answered(count: int, detected: bool) -> None:
    """Whether they sail under a Convoy marker is not told: as stragglers, or in part so, they look the same."""
    convoy = searched(lambda waters: waters.convoy("pq17", "1805", merchants=count))
    apart = searched(lambda waters: stragglers(waters, count))
    homeward = searched(lambda waters: waters.convoy("qp13", "1805", "e-01", merchants=count))
    assert what_the_german_knows(convoy) == what_the_german_knows(apart) == what_the_german_knows(homeward)
    heard = "A convoy has been found: your ships may come out from turn 8"
    assert (heard in convoy.words(Observer.AXIS)) is detected
    assert convoy.now.detected == ({"pq17": 5} if detected else {})
    assert convoy.match.known(Observer.AXIS).detected == ({"": 5} if detected else {})


@pytest.mark.rule("NK-13-gerentry-detect")
def test_warships_and_single_merchants_detect_no_convoy() -> None:
    assert searched(lambda waters: waters.force("battle", "1805", "duke-of-york")).now.detected == {}
    assert searched(lambda waters: stragglers(waters, 1)).now.detected == {}


# 13: the searches without counters


@pytest.mark.rule("NK-13-air-search-terms", "NK-13-air-search")
def test_the_allies_search_three_western_hexes_by_day_when_there_is_no_storm() -> None:
    turns: list[tuple[int, Weather, bool]] = [(2, "fog", True), (2, "storm", False), (1, "fair", False)]
    for turn, weather, can in turns:
        waters = Waters(SPORTPALAST, turn=turn).weather(weather)
        waters.begin(Orders(), Recon(ALLIED))
        assert (waters.asked(ALLIED).rule == "NK-4A-air-missions") is can
        if can:
            options = waters.asked(ALLIED).options
            assert isinstance(options, Assign)
            assert list(options.slots) == ["search-1", "search-2", "search-3"]
            assert {waters.data.column(cell) for cell in waters.ways(ALLIED, "search-1")} == set(range(1, 8))
            waters.plot(ALLIED, {"search-1": "1203", "search-3": "1507"}).idle(ALLIED).idle(AXIS)
            waters.act(ALLIED, "choose -")
            assert waters.news() == ["allied search 1203 1507", "1203: nothing", "1507: nothing"]
    whole = (
        Waters.opening(SPORTPALAST, dice=[6, 1]).idle_until("NK-6.1-at-limit", ALLIED, turn=2).act(ALLIED, "choose -")
    )
    fliers = ["albacore-1", "albacore-2", "fulmar-1"]
    assert list(whole.sheet(ALLIED)) == [*fliers, "search-1", "search-2", "search-3"], "beside those of the carrier"
