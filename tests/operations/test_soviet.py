"""Sections 5.17 and 3, R32 to R34, R66, R68: Soviet convoys, and where Soviet warships go."""

from __future__ import annotations

import pytest

from barents.games.operations.air.sighting_reports import report
from barents.games.operations.fleets.missions import missions_of
from barents.games.operations.fleets.plots import may_sail
from barents.games.operations.options import Options
from barents.games.operations.orders import Raid
from barents.games.operations.state import ARRIVED, Declare, Movement, Orders, Record, WeatherAndLight
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, Theatre

ON = Options(soviet_convoys=True)
MURMANSK, ARCHANGELSK, IOKANGA = "6619", "7324", "7119"
SIZE = "OP-SOV-size"


def sailing(month: int, *dice: int, turn: int = 1, options: Options = ON) -> Theatre:
    """The start of a day, with the dice of a Soviet convoy."""
    theatre = Theatre(month=month, turn=turn, options=options)
    return theatre.begin(WeatherAndLight(), allied=dice)


def types(theatre: Theatre) -> list[str]:
    """What the Soviet convoy consists of."""
    ships = theatre.now.desks[ALLIED].ships.values()
    return sorted(theatre.data.types[ship.line].type for ship in ships if ship.fleet == "soviet-convoy")


# Convoys


@pytest.mark.rule("OP-SOV-size")
@pytest.mark.parametrize(
    ("die", "ships"),
    [
        (1, ["MS", "ST"]),
        (2, ["MS", "ST", "ST"]),
        (3, ["MS", "MS", "ST", "ST"]),
        (4, ["CG", "MS", "ST", "ST", "ST"]),  # there is no destroyer in port
        (5, ["MS", "MS", "ST", "ST", "ST", "ST"]),
        (6, ["MS", "MS", "ST", "ST", "ST", "ST", "ST"]),
    ],
)
def test_how_large_a_soviet_convoy_is(die: int, ships: list[str]) -> None:
    theatre = sailing(7, 1, die)
    assert types(theatre) == ships
    assert theatre.dice_left() == {}
    assert not theatre.rolls(SIZE, Observer.AXIS)


@pytest.mark.rule("OP-SOV-size")
def test_destroyers_in_port_go_along_and_those_elsewhere_do_not() -> None:
    for port, wanted in ((MURMANSK, ["DD", "DD"]), (IOKANGA, [])):
        theatre = Theatre(month=7, turn=1, options=ON)
        theatre.fleet("flotilla", port, "gremyashchy", "sokrushitelny", docked=True)
        theatre.begin(WeatherAndLight(), allied=[1, 6])
        assert [kind for kind in types(theatre) if kind == "DD"] == wanted
        assert ("flotilla" in theatre.now.desks[ALLIED].fleets) is not bool(wanted)


@pytest.mark.rule("OP-SOV-free", "OP-SOV-size")
@pytest.mark.parametrize("why", ["held", "answered"])
def test_who_is_in_dock_or_has_other_orders_does_not_go_along(why: str) -> None:
    """The convoy sails without her: with a ship that must stay it would lie in port for the whole month."""
    theatre = Theatre(month=7, turn=1, options=ON)
    theatre.fleet("flotilla", MURMANSK, "gremyashchy", "sokrushitelny", docked=True)
    theatre.ship("gremyashchy", **{why: True})
    theatre.begin(WeatherAndLight(), Orders(), Movement(1), Movement(2), Movement(3), allied=[1, 6])
    assert theatre.find("gremyashchy").fleet == "flotilla"
    assert theatre.find("sokrushitelny").fleet == "soviet-convoy"
    theatre.idle_on()
    assert not theatre.at("soviet-convoy").docked


@pytest.mark.rule("OP-SOV-free", "OP-SOV-size")
def test_a_british_destroyer_in_the_same_port_does_not_go_along() -> None:
    theatre = Theatre(month=7, turn=1, options=ON)
    theatre.fleet("visitors", MURMANSK, "onslow", docked=True)
    theatre.fleet("flotilla", MURMANSK, "gremyashchy", docked=True)
    theatre.begin(WeatherAndLight(), allied=[1, 6])
    assert theatre.find("onslow").fleet == "visitors"
    assert theatre.find("gremyashchy").fleet == "soviet-convoy"


@pytest.mark.rule("OP-SOV-size")
@pytest.mark.parametrize(
    ("month", "turn", "options", "rolls"),
    [(7, 1, ON, 2), (7, 13, ON, 2), (7, 7, ON, 0), (7, 2, ON, 0), (7, 109, ON, 2), (2, 1, ON, 0), (7, 1, Options(), 0)],
)
def test_when_soviet_convoys_sail(month: int, turn: int, options: Options, rolls: int) -> None:
    """On odd days to the 19th, in slot 1; not in February and March, nor where nobody agreed to them."""
    theatre = sailing(month, 1, 1, turn=turn, options=options)
    assert len(theatre.rolls(SIZE)) == rolls


@pytest.mark.rule("OP-SOV-size")
def test_one_convoy_at_a_time_sails_scores_and_is_done() -> None:
    theatre = sailing(7, 4, 2)
    convoy = theatre.at("soviet-convoy")
    assert (convoy.at, convoy.docked, convoy.plan) == (ARCHANGELSK, True, [MURMANSK])
    theatre.state = theatre.now
    theatre.state.turn = 13
    assert not theatre.begin(WeatherAndLight()).rolls(SIZE), "the first is still under way"
    theatre.state = theatre.now
    for turn in range(13, 26):
        theatre.state.turn = turn
        theatre.begin(Orders(), Movement(1), Movement(2), Movement(3), Record()).idle_on()
        theatre.state = theatre.now
    ships = [ship for ship in theatre.now.desks[ALLIED].ships.values() if ship.line == "uk:ST"]
    assert [ship.at for ship in ships] == [ARRIVED, ARRIVED]
    assert theatre.now.points == {ALLIED: 2}
    assert (theatre.at("soviet-convoy").at, theatre.at("soviet-convoy").mission) == (MURMANSK, "cover")
    theatre.begin(WeatherAndLight(), allied=[1, 1])
    assert theatre.data.slot(25) == 1
    assert len(theatre.rolls(SIZE)) == 2, "now another sails"


@pytest.mark.rule("OP-SOV-size")
def test_a_soviet_convoy_keeps_its_orders_and_who_leaves_it_gets_others() -> None:
    theatre = sailing(7, 1, 3)
    theatre.begin(Orders()).idle_until("OP-FLEET-form", ALLIED).plot(ALLIED, {"ms-sov-2": "new"})
    theatre.idle_until("OP-FLEET-mission", ALLIED)
    assert theatre.slots(ALLIED) == ["soviet-convoy-detached"]
    theatre.idle_on()
    assert theatre.at("soviet-convoy-detached").mission == "cover"


@pytest.mark.rule("OP-SOV-east")
@pytest.mark.parametrize(("month", "die"), [(8, 3), (9, 4), (10, 1)])
def test_in_late_summer_convoys_use_the_northern_passage(month: int, die: int) -> None:
    theatre = sailing(month, die, 1)
    convoy, edge = theatre.at("soviet-convoy"), theatre.data.tables.soviet_convoys.eastern_zones
    assert edge == tuple(f"81{row:02}" for row in range(1, 12))
    if die <= 3:
        assert (convoy.at, convoy.docked) == (ARCHANGELSK, True)
        assert convoy.plan[0] in edge
    else:
        assert convoy.at in edge
        assert (convoy.docked, convoy.plan) == (False, [ARCHANGELSK])
    start = convoy.at
    theatre.begin(Orders(), Movement(1), Movement(2), Movement(3)).idle_on()
    assert theatre.data.distance(theatre.at("soviet-convoy").at, start) == 1, "and it finds its way"


@pytest.mark.rule("OP-SOV-east")
def test_any_zone_of_the_eastern_edge_is_the_end_of_the_passage() -> None:
    theatre = sailing(8, 1, 1)
    theatre.state = theatre.now
    theatre.state.desks[ALLIED].fleets["soviet-convoy"].at = "8103"
    theatre.state.desks[ALLIED].fleets["soviet-convoy"].docked = False
    theatre.begin(Record())
    assert theatre.now.points == {ALLIED: 1}


@pytest.mark.rule("OP-PORT-turn120", "OP-SOV-size", "OP-SOV-ib")
@pytest.mark.parametrize(
    ("die", "zone", "away", "points", "escort"),
    [
        (4, "7224", 12, 2, MURMANSK),
        (1, "6618", 12, 2, ARCHANGELSK),
        (1, "6616", 13, 0, MURMANSK),  # it is back whence it came, and carries nothing that could be landed
    ],
)
def test_after_turn_120_a_soviet_convoy_has_arrived_or_is_back(
    die: int, zone: str, away: int, points: int, escort: str
) -> None:
    theatre = sailing(7, die, 2, turn=109)
    theatre.state = theatre.now
    theatre.state.turn = 120
    convoy = theatre.state.desks[ALLIED].fleets["soviet-convoy"]
    convoy.at, convoy.docked = zone, False
    assert theatre.data.route_distance(zone, convoy.plan[-1], 7) == away
    theatre.begin(Declare(ALLIED)).idle_on()
    assert theatre.now.points == ({ALLIED: points} if points else {})
    ships = [ship for ship in theatre.now.desks[ALLIED].ships.values() if ship.line == "uk:ST"]
    assert [ship.at == ARRIVED for ship in ships] == [bool(points)] * 2
    assert (theatre.at("soviet-convoy").at, theatre.at("soviet-convoy").docked) == (escort, True)


@pytest.mark.rule("OP-PORT-turn120", "OP-SOV-east")
@pytest.mark.parametrize("near", [True, False])
def test_after_turn_120_a_convoy_near_the_eastern_edge_has_left_and_its_escort_is_in_a_soviet_port(near: bool) -> None:
    theatre = sailing(9, 1, 1, turn=109)
    theatre.state = theatre.now
    theatre.state.turn = 120
    convoy = theatre.state.desks[ALLIED].fleets["soviet-convoy"]
    way = theatre.data.route(ARCHANGELSK, convoy.plan[-1], 9)
    convoy.at, convoy.docked = way[-13 if near else -14], False
    theatre.begin(Declare(ALLIED)).idle_on()
    assert theatre.now.points == ({ALLIED: 1} if near else {})
    port = theatre.data.port_at(theatre.at("soviet-convoy").at)
    assert port is not None
    assert (port.nation, theatre.at("soviet-convoy").docked) == ("su", True)


@pytest.mark.rule("OP-SOV-ib")
@pytest.mark.parametrize(("month", "breakers"), [(12, 1), (1, 1), (4, 1), (5, 1), (6, 0), (7, 0), (11, 0)])
def test_a_breaker_goes_with_convoys_in_the_months_of_ice(month: int, breakers: int) -> None:
    theatre = sailing(month, 1, 1)
    assert types(theatre).count("IB") == breakers
    theatre.begin(Orders(), Movement(1), Movement(2), Movement(3)).idle_on()
    assert theatre.at("soviet-convoy").at == "6618", "and the White Sea is open to it"
    assert len(theatre.at("soviet-convoy").plot) == 5


# Warships


@pytest.mark.rule("OP-MAP-col66")
@pytest.mark.parametrize(("zone", "released"), [("6614", False), ("6714", True)])
def test_a_german_warship_east_of_column_66_frees_the_soviet_fleet(zone: str, released: bool) -> None:
    """G69: Hipper at 6614 does not, at 6714 she does; submarines and transports never do."""
    theatre = Theatre()
    theatre.fleet("raiders", zone, "admiral-hipper")
    fleet = theatre.fleet("flotilla", MURMANSK, "gremyashchy", docked=True)
    assert not may_sail(theatre.state, theatre.data, ALLIED, fleet), "nobody has called her"
    u = theatre.umpire(nobody=[3])
    report(u, ALLIED, "raiders", 1, "air search")
    assert u.state.desks[ALLIED].released is released
    assert may_sail(u.state, theatre.data, ALLIED, u.state.desks[ALLIED].fleets["flotilla"]) is released

    theatre = Theatre()
    theatre.fleet("oilers", "6714", "de:AO-g", mission="refuel")
    u = theatre.umpire(nobody=[3])
    report(u, ALLIED, "oilers", 1, "air search")
    assert not u.state.desks[ALLIED].released


@pytest.mark.rule("OP-MAP-col66")
def test_destroyers_that_were_called_cover_convoys_in_the_east() -> None:
    """R68: not west of column 57, and neither raids nor ports of the west; once released they go anywhere."""
    theatre = Theatre()
    fleet = theatre.fleet("flotilla", "5714", "gremyashchy", pace=3, mission="cover", covers="5714")
    theatre.ship("gremyashchy", answered=True)
    assert {order.mission for order in missions_of(theatre.state, theatre.data, ALLIED, fleet)} == {
        "return",
        "transfer",
        "cover",
    }
    theatre.begin(Orders()).idle_until("OP-FLEET-plot", ALLIED)
    with pytest.raises(Refused, match=r"AC-B\.17-east-only"):
        theatre.plot(ALLIED, flotilla="5714>5614")
    theatre.state.desks[ALLIED].released = True
    theatre.begin(Orders()).idle_until("OP-FLEET-plot", ALLIED).plot(ALLIED, flotilla="5714>5614").idle_on()
    assert Raid(1) in missions_of(theatre.state, theatre.data, ALLIED, fleet)
    assert not theatre.contacts(AXIS)


@pytest.mark.rule("OP-MAP-col66")
def test_small_craft_keep_near_their_ports() -> None:
    """R66: sweepers sail without being called, within six zones of a Soviet port."""
    theatre = Theatre()
    theatre.fleet("sweepers", "6613", "su:ms-sov", pace=2)
    assert theatre.data.distance("6613", MURMANSK) == 6
    theatre.begin(Orders()).idle_until("OP-FLEET-plot", ALLIED)
    with pytest.raises(Refused, match=r"AC-B\.17-stay-in-port"):
        theatre.plot(ALLIED, sweepers="6613>6612")
    theatre.plot(ALLIED, sweepers="6613>6614").idle_on()
    assert theatre.at("sweepers").plot == ["6614"]
