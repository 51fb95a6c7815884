"""Chapter 5 of Nordkapp: movement, entries and exits, convoys and their stragglers, and who sails with whom."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from barents.games.nordkapp.state import OUT, EndTurn, Orders
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Refused
from barents.kernel.sides import Observer, Side

from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters


def move(waters: Waters, side: Side, routes: Mapping[str, str]) -> Waters:
    """Move some of a side's markers in a storm, while the other side stays where it is."""
    waters.weather("storm").begin(Orders())
    return waters.plot(side, routes).idle(side.enemy)


def refuses(waters: Waters, side: Side, marker: str, route: str) -> bool:
    """Whether a route is not among those that a marker may go."""
    options = waters.asked(side).options
    assert isinstance(options, Assign)
    return route not in options.slots[marker]


# 5.1: ships


@pytest.mark.rule("NK-5.1-allowance", "NK-5.1-force-speed")
def test_a_force_goes_as_far_as_its_slowest_ship_and_not_a_hex_farther() -> None:
    row = [f"18{column:02d}" for column in range(2, 14)]
    for ships, hexes in ((["gb-dd-01"], 8), (["gb-dd-01", "duke-of-york"], 6), (["gb-dd-01", "e-01"], 4)):
        waters = Waters().weather("storm")
        waters.force("battle", "1802", *ships)
        waters.begin(Orders())
        assert refuses(waters, ALLIED, "battle", ">".join(row[: hexes + 2]))
        for steps in (0, 1, hexes):
            assert not refuses(waters, ALLIED, "battle", ">".join(row[: steps + 1]))
        waters.plot(ALLIED, battle=">".join(row[: hexes + 1])).idle(AXIS)
        assert {waters.piece(name).at for name in ships} == {row[hexes]}
    waters = Waters().weather("storm")
    waters.force("battle", "1802", "duke-of-york", "gb-dd-01")
    waters.state.pieces[ALLIED]["duke-of-york"].damage = 1
    waters.begin(Orders())
    assert not refuses(waters, ALLIED, "battle", ">".join(row[:4]))
    assert refuses(waters, ALLIED, "battle", ">".join(row[:5])), "a damaged ship holds the others up"


@pytest.mark.rule("NK-5.1-path-legal", "NK-1-land-sides", "NK-1-terrain-land")
def test_a_path_goes_over_open_hexes_that_touch_and_no_closed_side() -> None:
    waters = Waters(SPORTPALAST).weather("storm")
    for marker, cell, ship in (
        ("a", "1006", "tirpitz"),
        ("b", "1210", "de-dd-1"),
        ("c", "1312", "de-dd-2"),
        ("d", "1014", "hipper"),
    ):
        waters.force(marker, cell, ship)
    waters.force("e", "2001", "scheer")
    waters.begin(Orders())
    assert refuses(waters, AXIS, "a", "1006>1007"), "land"
    assert refuses(waters, AXIS, "a", "1006>0905"), "off the map"
    for marker, way, said in (
        ("a", "1006>1007", True),
        ("a", "1006>0905", False),
        ("e", "2001>2101>2201>2301>2401>2501>2601>2701", False),
    ):
        with pytest.raises(Refused) as refused:
            waters.plot(AXIS, {marker: way})
        assert (f"{way[-4:]} is land" in str(refused.value)) is said, "only where it is so"
        assert "lies in the ice" not in str(refused.value)
    assert refuses(waters, AXIS, "a", "1006>1106>1206>1405"), "not next to it"
    assert not refuses(waters, AXIS, "a", "1006>1005")
    for marker, shut, way_round in (
        ("b", "1210>1310", "1210>1110"),
        ("b", "1210>1211", "1210"),
        ("c", "1312>1313", "1312>1412>1313"),
    ):
        assert refuses(waters, AXIS, marker, shut)
        assert not refuses(waters, AXIS, marker, way_round)
    assert not refuses(waters, AXIS, "d", "1014>1015")
    assert refuses(waters, AXIS, "e", "2001>2101>2201>2301>2401>2501>2601>2701"), "farther than it goes"
    assert all("2306" not in way for way in waters.ways(AXIS, "c")), "ice"


@pytest.mark.rule("NK-5.1-no-stacking-limit")
def test_any_number_of_units_ends_in_one_hex() -> None:
    """A convoy, a fleet, cruisers and a boat come each as far as they can, and some sail on together."""
    waters = Waters()
    waters.convoy("pq17", "1804", "gb-dd-01", "e-01", merchants=35)
    row = [f"18{column:02d}" for column in range(13, 5, -1)]
    waters.force("battle", row[1], "duke-of-york", "washington", "victorious")
    waters.force("patrol", row[0], "kent", "liverpool")
    waters.place("trident", row[4])
    routes = {"battle": ">".join(row[1:]), "patrol": ">".join(row), "trident": ">".join(row[4:])}
    move(waters, ALLIED, {**routes, "pq17": "1804>1805>1806"})
    assert {piece.at for piece in waters.now.pieces[ALLIED].values()} == {"1806"}
    waters.state = waters.now
    waters.weather("storm").begin(Orders())
    assert not refuses(waters, ALLIED, "patrol", "with:pq17")
    waters.plot(ALLIED, {"patrol": "with:battle"}).plot(ALLIED, {"battle": "1806>1807"}).idle(AXIS)
    assert len([piece for piece in waters.now.pieces[ALLIED].values() if piece.at == "1807"]) == 5


@pytest.mark.rule("NK-5.1-no-interception")
def test_enemies_pass_through_each_other_without_noticing() -> None:
    waters = Waters(SPORTPALAST).weather("storm")
    waters.force("home", "1804", "duke-of-york")
    waters.force("tirpitz-group", "1808", "tirpitz")
    waters.begin(Orders())
    waters.plot(ALLIED, home="1804>1805>1806>1807>1808")
    waters.plot(AXIS, {"tirpitz-group": "1808>1807>1806>1805>1804"})
    assert (waters.piece("duke-of-york").at, waters.piece("tirpitz").at) == ("1808", "1804")
    assert waters.news(Observer.UMPIRE) == []
    assert waters.now.seen == {ALLIED: {}, AXIS: {}}


@pytest.mark.rule("NK-5.1-entry-cost", "NK-13-local-escort")
def test_the_hex_of_entry_costs_one_hex_of_movement() -> None:
    waters = Waters.opening(SPORTPALAST, dice=[6])
    for side in (AXIS, ALLIED):
        while waters.asked(side).rule in ("NK-4A-setup-first", "NK-9-base-limit"):
            waters.idle(side)
            if side not in waters.match.pending:
                break
    assert waters.offered(ALLIED) == ["enter 1018", "enter 1019", "enter 1020"], "the local escort comes with QP-8"
    waters.act(ALLIED, "enter 1019")
    options = waters.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert set(options.slots) - options.optional == {"pq12", "qp8", "lee", "home"}, "they must enter"
    assert not refuses(waters, ALLIED, "pq12", "waiting:pq12>1601>1602")
    assert refuses(waters, ALLIED, "pq12", "waiting:pq12>1601>1602>1603")
    assert refuses(waters, ALLIED, "pq12", "waiting:pq12")
    assert refuses(waters, ALLIED, "pq12", "waiting:pq12>1401"), "too far south"
    with pytest.raises(Refused, match="2801 lies in the ice"):
        waters.plot(ALLIED, {"home": "waiting:home>2601>2701>2801"})
    assert refuses(waters, ALLIED, "qp8", "waiting:qp8>1018")
    assert refuses(waters, ALLIED, "lee", "waiting:lee>1018")
    assert refuses(waters, ALLIED, "lee", "waiting:lee>1019>1018>1017>1016>1015>1115>1114")
    assert not refuses(waters, ALLIED, "home", "waiting:home>2601>2501>2401>2301>2201>2101")
    assert refuses(waters, ALLIED, "home", "waiting:home>2601>2501>2401>2301>2201>2101>2001")
    routes = {"pq12": "waiting:pq12>1601>1602", "qp8": "waiting:qp8>1019", "lee": "waiting:lee>1019>1119>1219"}
    waters.plot(ALLIED, {**routes, "home": "waiting:home>2101"}).idle(AXIS)
    assert [waters.piece(name).at for name in ("merc-01", "kenya", "merc-16", "su-dd-01", "duke-of-york")] == [
        "1602",
        "1602",
        "1019",
        "1219",
        "2101",
    ]


@pytest.mark.rule("NK-13.3-cruisers", "NK-13.2-cruisers-entry")
@pytest.mark.parametrize(("scenario", "convoy"), [(LUFTWAFFE, "pq16"), (SCATTER, "pq17")])
def test_the_cruisers_enter_within_four_hexes_of_the_convoy(scenario: str, convoy: str) -> None:
    waters = Waters.opening(scenario, dice=[4])
    while waters.now.turn == 1 and not waters.rolls("NK-4A-weather-roll"):
        side = next(iter(waters.match.pending))
        waters.act(side, next(iter(waters.asked(side).options)))
    waters.idle_until("NK-5.1-entry-cost", ALLIED)
    waters.act(ALLIED, "enter 2001")
    if scenario == LUFTWAFFE:
        waters.act(ALLIED, "enter 1017")
    assert refuses(waters, ALLIED, convoy, f"waiting:{convoy}>1901")
    edge = ("1501", "1601", "2401", "2501")
    entered = [cell for cell in edge if not refuses(waters, ALLIED, "cruisers", f"waiting:cruisers>{cell}")]
    assert entered == ["1601", "2401"]


@pytest.mark.rule("NK-5.1-exit-cost", "NK-13-allied-exit", "NK-13-german-exit")
def test_to_leave_the_map_costs_a_hex_and_is_for_good_and_secret() -> None:
    waters = Waters(SPORTPALAST).weather("storm")
    waters.convoy("pq12", "1118", "gb-dd-01")
    waters.convoy("qp8", "1602", "e-01")
    waters.force("home", "1701", "duke-of-york")
    waters.force("lee", "1120", "su-dd-01")
    waters.force("tirpitz-group", "1103", "tirpitz")
    waters.place("trident", "1501")
    waters.place("gb-dd-05", "1003")
    waters.place("scheer", "1601")
    waters.place("hipper", "1018")
    waters.begin(Orders())
    assert refuses(waters, ALLIED, "gb-dd-05", "1003>out"), "that is where German ships leave"
    assert refuses(waters, AXIS, "scheer", "1601>out"), "and these are the exits of the Allies"
    assert refuses(waters, AXIS, "hipper", "1018>out")
    assert not refuses(waters, ALLIED, "pq12", "1118>1018>out")
    assert refuses(waters, ALLIED, "pq12", "1118>1119>1019>out"), "three hexes"
    assert refuses(waters, ALLIED, "qp8", "1602>1601>1501>out")
    assert not refuses(waters, ALLIED, "home", "1701>out")
    assert not refuses(waters, ALLIED, "lee", "1120>1020>out")
    assert refuses(waters, ALLIED, "trident", "1501>out"), "submarines stay"
    assert refuses(waters, AXIS, "tirpitz-group", "1103>1102>1101>out"), "not one of the hexes where they came in"
    waters.plot(ALLIED, pq12="1118>1018>out", qp8="1602>1601>out", home="1701>out", lee="1120>1020>out")
    waters.plot(AXIS, {"tirpitz-group": "1103>1003>out"})
    assert waters.now.courses[ALLIED].keys() == {"trident", "gb-dd-05"}, "nothing is left of their plots"
    gone = ["merc-01", "gb-dd-01", "merc-16", "e-01", "duke-of-york", "su-dd-01", "tirpitz"]
    assert {waters.piece(name).at for name in gone} == {OUT}
    assert waters.news(Observer.PUBLIC) == []
    assert all("leaves the map" in line for line in waters.news(Observer.AXIS))
    assert len(waters.news(Observer.AXIS)) == 1
    waters.now.agenda = []
    again = Waters(SPORTPALAST)
    again.state.pieces = waters.now.pieces
    again.weather("storm").begin(Orders())
    options = again.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert set(options.slots) == {"trident", "gb-dd-05"}, "whoever has left does not come back"


@pytest.mark.rule("NK-13-allied-exit")
def test_the_boats_of_pq_17_hold_a_force_on_the_map_that_has_no_merchants_left() -> None:
    waters = Waters(SCATTER).weather("storm")
    waters.force("pq17", "1801", "gb-dd-01", "p614")
    waters.begin(Orders())
    assert refuses(waters, ALLIED, "pq17", "1801>out"), "submarines stay"
    waters.plot(ALLIED, p614="alone")
    assert not refuses(waters, ALLIED, "pq17", "1801>out")


@pytest.mark.rule("NK-13.1-qp8-exit", "NK-13.1-pq12-exit")
def test_a_convoy_from_2601_can_leave_by_1018_on_turn_fourteen() -> None:
    waters = Waters(SPORTPALAST)
    steps = waters.data.steps_to("winter", ["1018"])
    assert 1 + steps["2601"] + 1 == 27
    assert -(-27 // waters.data.tables.movement.convoy) == 14


@pytest.mark.rule("NK-5.1-shadow-exception")
def test_a_shadowed_force_goes_where_it_said_it_would() -> None:
    waters = Waters().weather("storm")
    waters.force("battle", "1802", "duke-of-york", "washington", "gb-dd-01")
    waters.force("cruisers", "1802", "norfolk")
    waters.state.bound = {"battle": "1805"}
    waters.begin(Orders())
    assert refuses(waters, ALLIED, "battle", "1802>1803")
    assert refuses(waters, ALLIED, "battle", "with:cruisers"), "it cannot slip its word"
    assert not refuses(waters, ALLIED, "battle", "1802>1902>1903>1904>1804>1805")
    assert not refuses(waters, ALLIED, "gb-dd-01", "alone"), "some of it may go elsewhere"
    options = waters.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert "duke-of-york" not in options.slots, "but not all"
    waters.plot(ALLIED).idle(AXIS)
    assert waters.piece("duke-of-york").at == "1805", "also without an order"
    assert waters.now.bound == {}


@pytest.mark.rule("NK-5.1-shadow-exception", "NK-5.2-escorts-free")
def test_all_escorts_may_leave_a_convoy_that_is_bound_for_its_merchants_go_where_it_said() -> None:
    waters = Waters().weather("storm")
    waters.convoy("pq17", "1802", "gb-dd-01", "gb-dd-02")
    waters.state.bound = {"pq17": "1803"}
    waters.begin(Orders()).plot(ALLIED, {"gb-dd-01": "alone", "gb-dd-02": "alone"})
    assert {way.rpartition(">")[2] for way in waters.ways(ALLIED, "pq17")} == {"1803"}
    waters.plot(ALLIED, {"gb-dd-01": "1802>1902", "gb-dd-02": "1802>1702"}).idle(AXIS)
    assert [waters.piece(name).at for name in ("merc-01", "gb-dd-01", "gb-dd-02")] == ["1803", "1902", "1702"]


# 5.1, 10.1: who sails with whom


@pytest.mark.rule("NK-5.1-split-join", "NK-10.1-force-markers")
def test_warships_leave_and_join_forces_where_they_are() -> None:
    waters = Waters().weather("storm")
    waters.force("battle", "1802", "duke-of-york", "washington", "gb-dd-01", "gb-dd-02", "us-dd-01")
    waters.force("cruisers", "1802", "norfolk", "london")
    waters.place("nigeria", "1802")
    waters.begin(Orders())
    assert "with:battle" not in waters.ways(ALLIED, "battle"), "no force joins itself"
    waters.plot(
        ALLIED,
        {
            "gb-dd-01": "alone",
            "gb-dd-02": "new",
            "us-dd-01": "new",
            "london": "with:battle",
            "nigeria": "with:cruisers",
        },
    )
    options = waters.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert set(options.slots) == {"battle", "cruisers", "gb-dd-01", "tf-1-1"}
    waters.plot(ALLIED, {"battle": "1802>1902", "gb-dd-01": "1802>1803", "tf-1-1": "1802>1801"}).idle(AXIS)
    assert {name: (piece.force, piece.at) for name, piece in waters.now.pieces[ALLIED].items()} == {
        "duke-of-york": ("battle", "1902"),
        "washington": ("battle", "1902"),
        "london": ("battle", "1902"),
        "gb-dd-01": ("", "1803"),
        "gb-dd-02": ("tf-1-1", "1801"),
        "us-dd-01": ("tf-1-1", "1801"),
        "norfolk": ("cruisers", "1802"),
        "nigeria": ("cruisers", "1802"),
    }
    assert waters.match.known(Observer.AXIS).markers[ALLIED] == {}


@pytest.mark.rule("NK-5.1-split-join", "NK-5.1-secret-plot")
def test_forces_that_did_not_change_keep_the_routes_of_the_first_page() -> None:
    waters = Waters().weather("storm")
    waters.force("battle", "1802", "duke-of-york", "gb-dd-01")
    waters.force("cruisers", "1905", "norfolk")
    waters.begin(Orders())
    waters.plot(ALLIED, {"cruisers": "1905>1906", "gb-dd-01": "alone"})
    options = waters.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert set(options.slots) == {"battle", "gb-dd-01"}
    waters.plot(ALLIED, {"gb-dd-01": "1802>1803"}).idle(AXIS)
    assert [waters.piece(name).at for name in ("norfolk", "gb-dd-01", "duke-of-york")] == ["1906", "1803", "1802"]


@pytest.mark.rule("NK-5.1-split-join")
def test_two_ships_part_but_of_three_some_may_make_a_new_force() -> None:
    waters = Waters().weather("storm")
    waters.force("battle", "1802", "duke-of-york", "gb-dd-01")
    waters.force("cruisers", "1904", "norfolk", "london", "us-dd-01")
    waters.begin(Orders())
    assert waters.ways(ALLIED, "gb-dd-01") == ["alone"], "a new force of one is none, and that of both is the old one"
    assert waters.ways(ALLIED, "norfolk") == ["alone", "new"]
    waters.plot(ALLIED, {"norfolk": "new", "london": "new"}).plot(ALLIED, {"tf-1-1": "1904>1905"}).idle(AXIS)
    assert [waters.piece(name).at for name in ("norfolk", "london", "us-dd-01")] == ["1905", "1905", "1904"]
    assert waters.piece("norfolk").force == waters.piece("london").force == "tf-1-1"


@pytest.mark.rule("NK-5.2-escorts-free", "NK-5.2-escorts-free-aa")
def test_escorts_anti_aircraft_ships_and_boats_leave_and_rejoin_their_convoy() -> None:
    leavers = ("gb-dd-01", "e-01", "kenya", "palomares", "p614")
    waters = Waters().weather("storm")
    waters.convoy("pq17", "1806", *leavers)
    waters.begin(Orders(), EndTurn(), dice=[5])
    waters.plot(ALLIED, dict.fromkeys(leavers, "alone"))
    waters.plot(ALLIED, {"pq17": "1806>1807", "gb-dd-01": "1806>1707>1807"}).idle(AXIS)
    assert {waters.piece(name).force for name in leavers} == {""}
    assert [waters.piece(name).at for name in ("merc-01", "gb-dd-01", "palomares")] == ["1807", "1807", "1806"]
    for name in leavers:
        waters.piece(name).at = "1807"
    waters.idle_until("NK-5.1-secret-plot", ALLIED)
    waters.plot(ALLIED, dict.fromkeys(leavers, "with:pq17")).plot(ALLIED, pq17="1807>1808")
    waters.idle_until("NK-6.2-naval-recon")
    assert {waters.piece(name).force for name in leavers} == {"pq17"}
    assert {waters.piece(name).at for name in leavers} == {"1808"}


@pytest.mark.rule("NK-5.2-no-abandon", "NK-10.2-convoy-leave", "NK-10.2-convoy-marker")
def test_a_merchant_does_not_leave_its_convoy_of_its_own_will() -> None:
    waters = Waters().weather("storm")
    waters.convoy("pq17", "1806", "gb-dd-01")
    waters.force("battle", "1806", "duke-of-york")
    waters.state.pieces[ALLIED]["merc-02"].damage = 1
    waters.begin(Orders())
    options = waters.asked(ALLIED).options
    assert isinstance(options, Assign)
    assert set(options.slots) == {"pq17", "battle", "gb-dd-01"}, "no slot for a merchant"
    assert refuses(waters, ALLIED, "pq17", "with:battle")
    assert waters.now.markers[ALLIED]["pq17"].convoy
    waters.plot(ALLIED, pq17="1806>1807").idle(AXIS)
    assert {waters.piece(f"merc-{n:02d}").force for n in range(1, 16)} == {"pq17"}


# 5.2: convoys


@pytest.mark.rule("NK-5.2-convoy-speed")
def test_a_convoy_goes_two_hexes_however_fast_its_escorts_are() -> None:
    waters = Waters().weather("storm")
    waters.convoy("pq17", "1806", "gb-dd-01", "kenya")
    waters.begin(Orders())
    assert not refuses(waters, ALLIED, "pq17", "1806>1807>1808")
    assert refuses(waters, ALLIED, "pq17", "1806>1807>1808>1809")


@pytest.mark.rule("NK-5.2-damaged-merchant", "NK-5.2-left-behind")
def test_damaged_merchants_fall_behind_a_convoy_that_does_not_wait() -> None:
    for route, behind in (("1806>1807", False), ("1806", False), ("1806>1807>1808", True)):
        waters = Waters()
        waters.convoy("pq17", "1806", "gb-dd-01")
        waters.state.pieces[ALLIED]["merc-03"].damage = 1
        move(waters, ALLIED, {"pq17": route})
        lame = waters.piece("merc-03")
        assert (lame.force == "") is behind
        assert lame.at == route.split(">")[1 if behind else -1]
        assert waters.piece("merc-01").at == route.split(">")[-1]
    assert lame.apart == 1
    assert waters.news(Observer.AXIS) == []
    waters.weather("storm").begin(Orders())
    assert not refuses(waters, ALLIED, "merc-03", "1807>1808")
    assert refuses(waters, ALLIED, "merc-03", "1807>1808>1809")


@pytest.mark.rule("NK-5.2-left-behind")
def test_a_damaged_merchant_cannot_keep_up_over_the_edge_either() -> None:
    waters = Waters()
    waters.convoy("pq17", "1118")
    waters.state.pieces[ALLIED]["merc-03"].damage = 1
    move(waters, ALLIED, {"pq17": "1118>1018>out"})
    assert waters.piece("merc-01").at == OUT
    assert (waters.piece("merc-03").at, waters.piece("merc-03").force) == ("1018", "")
    alone = Waters()
    alone.convoy("pq17", "1018")
    alone.state.pieces[ALLIED]["merc-03"].damage = 1
    move(alone, ALLIED, {"pq17": "1018>out"})
    assert alone.piece("merc-03").at == OUT, "from the exit it is one hex"


@pytest.mark.rule("NK-5.2-convoy-speed", "NK-5.2-damaged-merchant", "NK-5.2-left-behind")
def test_a_convoy_of_damaged_ships_goes_one_hex_together() -> None:
    waters = Waters().weather("storm")
    for name in waters.convoy("pq17", "1806", "gb-dd-01", merchants=3):
        waters.state.pieces[ALLIED][name].damage = 1
    waters.begin(Orders())
    assert refuses(waters, ALLIED, "pq17", "1806>1807>1808")
    waters.plot(ALLIED, pq17="1806>1807").idle(AXIS)
    assert {piece.force for piece in waters.now.pieces[ALLIED].values()} == {"pq17"}


@pytest.mark.rule("NK-5.2-left-behind", "NK-10.2-convoy-leave", "NK-10.2-convoy-marker")
def test_a_convoy_leaves_none_behind_but_its_own() -> None:
    """PQ-17 goes two hexes, QP-13 stays; each has a damaged merchant."""
    waters = Waters()
    waters.convoy("pq17", "1806", merchants=3)
    waters.convoy("qp13", "1810", merchants=3)
    for name in ("merc-03", "merc-38"):
        waters.state.pieces[ALLIED][name].damage = 1
    move(waters, ALLIED, {"pq17": "1806>1807>1808"})
    assert {name: (waters.piece(name).at, waters.piece(name).force) for name in ("merc-02", "merc-03", "merc-38")} == {
        "merc-02": ("1808", "pq17"),
        "merc-03": ("1807", ""),
        "merc-38": ("1810", "qp13"),
    }


@pytest.mark.rule("NK-5.2-escorts-free")
def test_a_convoy_without_escorts_still_takes_some_on() -> None:
    waters = Waters().weather("storm")
    waters.convoy("pq17", "1806")
    waters.place("gb-dd-01", "1806")
    waters.begin(Orders())
    assert not refuses(waters, ALLIED, "gb-dd-01", "with:pq17")


# 13: limits on where forces go


@pytest.mark.rule("NK-13-local-escort", "NK-13.3-cruisers-limit", "NK-13.2-cruisers")
def test_the_local_escort_and_the_cruisers_keep_to_their_side_of_the_map() -> None:
    east = Waters(SPORTPALAST).weather("storm")
    east.force("lee", "1515", "su-dd-01")
    east.convoy("qp8", "1515", "e-01")
    east.begin(Orders())
    assert not refuses(east, ALLIED, "lee", "1515>1514")
    assert refuses(east, ALLIED, "lee", "1515>1514>1513")
    east.plot(ALLIED, lee="with:qp8")
    assert refuses(east, ALLIED, "qp8", "1515>1514>1513"), "nor in other company"
    for scenario in (LUFTWAFFE, SCATTER):
        west = Waters(scenario).weather("storm")
        west.force("cruisers", "1809", "norfolk", "nigeria" if scenario == LUFTWAFFE else "london")
        west.begin(Orders())
        assert not refuses(west, ALLIED, "cruisers", "1809>1810")
        assert refuses(west, ALLIED, "cruisers", "1809>1810>1811")


def test_a_boat_without_an_order_stays_as_it_is() -> None:
    waters = Waters(SPORTPALAST)
    waters.place("u-88", "1805", submerged=True)
    waters.place("u-255", "1805")
    move(waters, AXIS, {})
    assert waters.piece("u-88").submerged
    assert not waters.piece("u-255").submerged


def test_a_plot_that_is_not_on_the_sheet_is_refused_with_a_reason() -> None:
    waters = Waters(SPORTPALAST).weather("storm")
    waters.force("home", "1804", "duke-of-york")
    waters.begin(Orders())
    with pytest.raises(Refused, match="1809 is not next to 1804"):
        waters.act(ALLIED, Allot((("home", "1804>1809"),)))
