"""Solitaire 3.3 and 3.6: fleets, the local escort, and escorts that have lost their convoy."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.automaton.fleets import charge
from barents.games.nordkapp.state import AutomatonOrders, CallCombat, GermanOrders, Lookout
from barents.kernel.sides import Observer

from .solo import Solo
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER

FLEET = ("king-george-v", "berwick")
PAIRS = [(first, second) for first in (1, 2) for second in (1, 2)]


def sea(convoy: str = "2005", fleet: str = "2003", *ships: str) -> Solo:
    """The convoy to Russia, and the Home Fleet, whose battleships make six hexes a turn."""
    solo = Solo(turn=1)
    solo.convoy("pq12", convoy, merchants=2)
    solo.force("home", fleet, *(ships or FLEET))
    return solo


def end(route: str) -> str:
    """Where a route ends."""
    return route.split(">")[-1]


@pytest.mark.rule("NS-3.3-default")
def test_with_nothing_spotted_a_fleet_stays_with_the_convoy_to_russia() -> None:
    solo = sea()
    solo.convoy("qp8", "1018", merchants=1)
    solo.place("tirpitz", "2004")
    routes = solo.routes(*[6] * 9)
    assert end(routes["home"]) == end(routes["pq12"])
    assert len(routes["pq12"].split(">")) == 3


@pytest.mark.rule("NS-3.3-intercept", "NS-3.3-max-spot")
def test_a_spotted_force_is_hunted_at_full_speed_and_met_in_its_hex() -> None:
    solo = sea()
    solo.place("tirpitz", "2008")
    assert end(solo.spotted("tirpitz").routes()["home"]) == "2008", "five hexes away"
    solo.place("tirpitz", "2010")
    assert end(solo.routes()["home"]) == "2009", "seven hexes away: next to her"
    solo.place("tirpitz", "2014")
    route = solo.routes()["home"].split(">")
    assert (len(route), solo.data.distance(route[-1], "2014")) == (7, 5), "as near as it gets"
    assert "Home Fleet goes after Tirpitz, to 2009" in solo.words(Observer.UMPIRE)


@pytest.mark.rule("NS-3.3-intercept", "NS-3.3-intercept-tie")
def test_the_nearest_is_hunted_then_the_highest_class_then_either() -> None:
    solo = sea()
    solo.place("tirpitz", "2007")
    solo.place("hipper", "2006")
    assert end(solo.spotted("tirpitz", "hipper").routes()["home"]) == "2006"
    solo.place("tirpitz", "1804")
    solo.place("hipper", "2005")
    assert end(solo.routes()["home"]) == "1804", "both two hexes away"
    solo.place("scheer", "2203")
    solo.place("luetzow", "1803")
    hunted = {end(solo.spotted("scheer", "luetzow").routes(first, second)["home"]) for first, second in PAIRS}
    assert hunted == {"1803", "2203"}, "by the dice"


@pytest.mark.rule("NS-3.3-intercept")
def test_boats_are_not_hunted() -> None:
    solo = sea()
    solo.place("u-88", "2003")
    routes = solo.spotted("u-88").routes()
    assert end(routes["home"]) == end(routes["pq12"])


@pytest.mark.rule("NS-3.3-lost-contact")
def test_when_the_target_is_lost_the_fleet_goes_back() -> None:
    solo = sea()
    solo.place("tirpitz", "2008")
    assert end(solo.spotted("tirpitz").routes()["home"]) == "2008"
    solo.spotted()
    routes = solo.routes()
    assert end(routes["home"]) == end(routes["pq12"])


@pytest.mark.rule("NS-3.3-switch-qp", "NS-3.3-lost-contact")
def test_from_column_twelve_on_the_convoy_homeward_is_escorted() -> None:
    solo = sea("1710", "1810")
    solo.convoy("qp8", "1612", merchants=1)
    routes = solo.routes()
    assert end(routes["home"]) == end(routes["qp8"]) != end(routes["pq12"])
    assert len(routes["pq12"].split(">")) == 3, "the other sails on alone"
    solo.convoy("qp8", "1613", merchants=1)
    routes = solo.routes()
    assert end(routes["home"]) == end(routes["pq12"])


@pytest.mark.rule("NS-3.3-switch-qp")
def test_without_one_convoy_the_other_is_escorted_and_without_any_the_fleet_stays() -> None:
    solo = Solo(turn=1)
    solo.force("home", "1816", *FLEET)
    solo.convoy("qp8", "1617", merchants=1)
    routes = solo.routes()
    assert end(routes["home"]) == end(routes["qp8"])
    for piece in list(solo.state.pieces[ALLIED].values()):
        if piece.convoy:
            del solo.state.pieces[ALLIED][piece.id]
    assert solo.routes()["home"] == "1816"
    assert charge(solo.state, solo.data, {}) == ""


@pytest.mark.rule("NS-1.2-fleet-blocked")
def test_each_fleet_moves_by_itself_and_the_cruisers_keep_to_column_ten() -> None:
    solo = Solo(LUFTWAFFE, turn=6)
    solo.convoy("pq16", "2012", merchants=1)
    solo.force("cruisers", "2009", "kent", "norfolk")
    solo.force("battle", "2009", "washington")
    routes = solo.routes()
    assert end(routes["battle"]) == end(routes["pq16"])
    assert solo.data.column(end(routes["cruisers"])) == 10
    solo.place("scheer", "2011")
    assert end(solo.spotted("scheer").routes()["cruisers"]) == "2010", "next to her, and no farther"
    solo.place("scheer", "2012")
    routes = solo.routes()
    assert end(routes["battle"]) == "2012"
    assert solo.data.column(end(routes["cruisers"])) == 10, "they cannot come near her, and look after the convoy"


@pytest.mark.rule("NS-3.3-damaged-stay", "NS-3.3-intercept")
def test_damaged_ships_stay_with_their_fleet_and_it_is_as_fast_as_they_are() -> None:
    """Tirpitz is four hexes away; Duke of York makes three of her six."""
    solo = sea("2005", "2003", "king-george-v", "gb-dd-01")
    solo.weather("storm").place("duke-of-york", "2003", force="home", damage=1)
    solo.place("tirpitz", "2007")
    solo.spotted("tirpitz").begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[1, 6]).sail({})
    assert {solo.piece(name).at for name in ("duke-of-york", "king-george-v", "gb-dd-01")} == {"2006"}
    assert {solo.piece(name).force for name in ("duke-of-york", "king-george-v", "gb-dd-01")} == {"home"}


@pytest.mark.rule("NS-3.3.1-cv-alone")
def test_a_carrier_by_herself_neither_hunts_nor_calls_combat() -> None:
    solo = sea("2005", "2003", "victorious")
    solo.place("tirpitz", "1804")
    assert end(solo.spotted("tirpitz").routes()["home"]) == "2007", "she stays with the convoy"
    with_her = sea("2005", "2003", "victorious", "gb-dd-01")
    with_her.place("tirpitz", "1804")
    assert end(with_her.spotted("tirpitz").routes(1, 1)["home"]) == "1804"
    for ships, calls in ((("victorious",), []), (("victorious", "gb-dd-01"), ["1804"])):
        met = Solo()
        met.force("home", "1804", *ships)
        met.place("tirpitz", "1804")
        met.spotted("tirpitz").begin(CallCombat(ALLIED), dice=[1] * 9, allied=[1] * 9)
        assert met.now.fought == calls


@pytest.mark.rule("NS-3.3-combat-call", "NS-3.3-convoy-no-call")
def test_a_fleet_calls_combat_with_what_is_spotted_and_a_convoy_never_does() -> None:
    def fought(marker: str, *, spotted: bool) -> list[str]:
        solo = Solo(turn=1)
        if marker == "home":
            solo.force("home", "2005", *FLEET)
        else:
            solo.convoy("pq12", "2005", "kenya", merchants=2)
        solo.place("tirpitz", "2005")
        solo.spotted(*(["tirpitz"] if spotted else [])).begin(CallCombat(ALLIED))
        return solo.now.fought

    assert fought("home", spotted=True) == ["2005"]
    assert fought("home", spotted=False) == []
    assert fought("pq12", spotted=True) == []


@pytest.mark.rule("NS-3.3-convoy-no-call")
def test_all_of_a_convoy_fights_when_the_german_calls() -> None:
    solo = Solo(turn=1)
    solo.convoy("pq12", "2005", "kenya", "e-01", merchants=2)
    solo.place("tirpitz", "2005")
    solo.state.detected = {"pq12": -1}
    solo.sighted(AXIS, "2005").begin(CallCombat(AXIS)).act(AXIS, "call 2005")
    assert solo.now.box is not None
    assert set(solo.now.box.ships) == {"tirpitz", "kenya", "e-01", "merc-01", "merc-02"}


# The local escort


def local(qp: str, pq: str = "", lee: str = "") -> dict[str, str]:
    """The plot with the convoys and the local escort somewhere, which is with the convoy homeward if not said."""
    solo = Solo(turn=3)
    if qp:
        solo.convoy("qp8", qp, merchants=1)
    if pq:
        solo.convoy("pq12", pq, merchants=1)
    solo.force("lee", lee or qp, "su-dd-01")
    return solo.routes()


@pytest.mark.rule("NS-3.6-local-qp", "NS-3.6-local-limit")
def test_the_local_escort_sails_with_the_convoy_homeward_to_column_fourteen() -> None:
    routes = local("1317")
    assert routes["lee"] == routes["qp8"]
    routes = local("1614")
    assert routes["qp8"].split(">")[1][2:] == "13"
    assert routes["lee"] == "1614"
    assert local("1414")["lee"] == "1414>1514", "the last hex of column fourteen on the convoy's way"


@pytest.mark.rule("NS-3.6-local-wait", "NS-3.6-local-limit")
def test_after_that_it_waits_for_the_other_convoy() -> None:
    assert local("1612", "1610", lee="1614")["lee"] == "1614"


@pytest.mark.rule("NS-3.6-local-pq")
def test_from_column_fourteen_on_it_sails_with_the_convoy_to_russia_and_leaves_with_it() -> None:
    routes = local("1610", "1614", lee="1416")
    assert end(routes["lee"]) == end(routes["pq12"])
    routes = local("", "1019", lee="1019")
    assert routes["pq12"] == routes["lee"] == "1019>out"
    routes = local("1315", "1515", lee="1315")
    assert routes["lee"] == routes["qp8"], "first it sees the other off"


@pytest.mark.rule("NS-1-local-with-qp")
def test_it_enters_with_the_convoy_homeward() -> None:
    solo = Solo(turn=1)
    solo.state.arrivals = {"pq12": (2, "1601"), "qp8": (1, "1018"), "lee": (1, "1018")}
    solo.place("merc-16", "waiting:qp8", force="qp8", convoy="qp8")
    solo.place("su-dd-01", "waiting:lee", force="lee")
    routes = solo.routes()
    assert routes["lee"].split(">")[1:] == routes["qp8"].split(">")[1:]
    assert routes["qp8"].split(">")[1] == "1018"


def alone(cell: str, *merchants: str, turn: int = 9, pq: str = "") -> Solo:
    """The local escort, which has no convoy in its waters, and merchants of QP-8 that sail by themselves."""
    solo = Solo(turn=turn).weather("storm")
    solo.state.scattered = ["qp8"]
    solo.force("lee", cell, "su-dd-01")
    for number, at in enumerate(merchants, 16):
        solo.straggler(f"merc-{number}", at, "qp8", apart=7)
    if pq:
        solo.convoy("pq12", pq, merchants=2)
    return solo


@pytest.mark.rule("NS-3.6-local-alone")
def test_a_local_escort_whose_convoy_is_scattered_looks_after_single_merchants_in_its_waters() -> None:
    solo = alone("1614", "1817", "1709", pq="1605").german_turn({}, 1, 1)
    assert solo.piece("su-dd-01").at == "1817", "where she was when it plotted; the nearer one is too far west"
    solo = alone("1614", "1709", pq="1605").german_turn({}, 1)
    assert solo.piece("su-dd-01").at == "1614", "for the convoy to Russia it waits"


@pytest.mark.rule("NS-3.6-local-alone")
def test_a_local_escort_with_nobody_left_goes_home() -> None:
    solo = alone("1614").german_turn({})
    assert solo.piece("su-dd-01").at == "out"
    waiting = alone("1614")
    waiting.state.arrivals["pq12"] = (12, "1601")
    waiting.place("merc-01", "waiting:pq12", force="pq12", convoy="pq12")
    assert waiting.german_turn({}).piece("su-dd-01").at == "1614", "the convoy to Russia has still to come"


# Escorts without a convoy


@pytest.mark.rule("NS-4-escort-after-scatter")
def test_escorts_of_a_scattered_convoy_run_west_and_then_join_the_nearest() -> None:
    solo = Solo(SCATTER, turn=8)
    solo.state.scattered = ["pq17"]
    solo.place("gb-dd-01", "2412", westward=3)
    solo.place("e-01", "2412", westward=3)
    solo.convoy("qp13", "2408", merchants=1)
    solo.force("battle", "1502", "duke-of-york")
    routes = solo.routes(1, 1, 1)
    assert solo.data.column(end(routes["gb-dd-01"])) == 4
    assert len(routes["gb-dd-01"].split(">")) == 9
    assert solo.data.column(end(routes["e-01"])) == 8
    assert len(routes["e-01"].split(">")) == 5
    solo.place("gb-dd-01", "2404", westward=1)
    assert solo.routes(1, 1, 1)["gb-dd-01"] == "2404", "there it stays until the three turns are over"
    solo.place("gb-dd-01", "2404")
    routes = solo.routes(1, 1, 1)
    assert end(routes["gb-dd-01"]) == end(routes["qp13"])
    solo.place("gb-dd-01", "1603")
    routes = solo.routes(1, 1, 1)
    assert end(routes["gb-dd-01"]) == end(routes["qp13"]), "though the fleet was nearer"


@pytest.mark.rule("NS-4-escort-after-scatter")
def test_escorts_are_not_sent_after_a_fleet_that_hunts_but_home() -> None:
    solo = Solo(SCATTER, turn=12).weather("storm")
    solo.state.scattered = ["pq17", "qp13"]
    solo.force("battle", "1706", "duke-of-york")
    for name in ("gb-dd-01", "e-01"):
        solo.place(name, "1707")
    solo.place("tirpitz", "1712")
    solo.spotted("tirpitz").begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[1]).sail({})
    assert solo.piece("gb-dd-01").at == "out"
    assert solo.data.column(solo.piece("e-01").at) == 3


@pytest.mark.rule("NS-4-escort-after-scatter")
def test_escorts_come_under_the_marker_that_they_have_joined_unless_they_would_slow_it_down() -> None:
    solo = Solo(SCATTER, turn=12)
    solo.state.scattered = ["pq17"]
    solo.force("battle", "2004", "duke-of-york")
    solo.place("gb-dd-01", "2004")
    solo.place("e-01", "2004")
    solo.begin(Lookout(), AutomatonOrders(), allied=[1])
    assert solo.now.committed.groups == {"battle": ("duke-of-york", "gb-dd-01")}
    assert "e-01" in solo.now.committed.routes
