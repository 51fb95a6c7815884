"""Sections 7.1 and 3, R22: unloading, coming home, the last turn, and bases that are lost."""

from __future__ import annotations

import pytest

from barents.games.operations.orders import Dismantle, Found
from barents.games.operations.rules.base import order_base
from barents.games.operations.rules.setup import new_ship
from barents.games.operations.rules.units import cargo_left
from barents.games.operations.state import (
    RETURNED,
    AnyStep,
    BoatActions,
    BoatOrders,
    Declare,
    Hunting,
    Movement,
    Orders,
    Record,
    SeaKeeping,
    Search,
)

from .theatre import ALLIED, AXIS, OPEN_SEA, Theatre


def play(theatre: Theatre, turn: int, *steps: AnyStep) -> Theatre:
    """Go on with some steps in a later turn."""
    theatre.state = theatre.now
    theatre.state.turn = turn
    return theatre.begin(*steps).idle_on()


# Unloading


@pytest.mark.rule("OP-PORT-unload")
@pytest.mark.parametrize(("port", "first"), [("6619", 12), ("7324", 8)])
def test_a_convoy_unloads_after_two_whole_turns_as_fast_as_the_port_can(port: str, first: int) -> None:
    """G65: twenty ships enter Murmansk in turn 60; twelve unload in turn 62, eight in turn 63: 80 points."""
    theatre = Theatre(turn=60)
    theatre.fleet("pq", port, "uk:LT*20")
    play(theatre, 60, Record())

    def landed() -> int:
        return sum(ship.landed > 0 for ship in theatre.now.desks[ALLIED].ships.values())

    counts = []
    for turn in (61, 62, 63):
        play(theatre, turn, Record())
        counts.append(landed())
    assert counts == [0, first, min(20, 2 * first)]
    play(theatre, 64, Record())
    assert theatre.now.points == {ALLIED: 80}
    assert landed() == 20


@pytest.mark.rule("OP-PORT-unload")
def test_two_convoys_share_the_quays_and_elsewhere_nobody_unloads() -> None:
    theatre = Theatre(turn=62)
    theatre.fleet("one", "6619", "uk:LT*8", docked=True)
    theatre.fleet("two", "6619", "uk:LT*8", docked=True)
    theatre.fleet("three", "7119", "uk:LT", docked=True)
    for ship in theatre.state.desks[ALLIED].ships.values():
        ship.berth = 1
    theatre.begin(Record())
    assert sum(ship.landed > 0 for ship in theatre.now.desks[ALLIED].ships.values()) == 12
    assert theatre.find("lt-17").cargo == 2


@pytest.mark.rule("OP-DMG-cargo", "OP-PORT-unload")
def test_a_damaged_transport_lands_what_her_hull_still_holds() -> None:
    theatre = Theatre(turn=62)
    theatre.fleet("pq", "6619", "uk:LT*2", "uk:ST", docked=True)
    theatre.ship("lt-2", lost={"hull": 1})
    assert [cargo_left(theatre.data, theatre.find(key)) for key in ("lt-1", "lt-2", "st-1")] == [2, 1, 1]
    for key in ("lt-1", "lt-2", "st-1"):
        theatre.ship(key, berth=1)
    theatre.begin(Record())
    assert [theatre.find(key).landed for key in ("lt-1", "lt-2", "st-1")] == [2, 1, 1]
    assert theatre.now.points == {ALLIED: 8}


@pytest.mark.rule("OP-VP-lt")
def test_what_transports_and_oilers_are() -> None:
    theatre = Theatre()
    rows = {key: theatre.data.types[key] for key in ("uk:LT", "uk:ST", "uk:AO-c", "de:AO-g")}
    assert [(row.hull, row.cargo, row.vp) for row in rows.values()] == [(2, 2, 10), (1, 1, 5), (4, 0, 33), (4, 0, 33)]


# Coming home


@pytest.mark.rule("OP-PORT-return")
@pytest.mark.parametrize("port", ["2514", "3116", "3330"])
def test_transports_and_oilers_from_the_east_score_when_they_are_home(port: str) -> None:
    theatre = Theatre(turn=60)
    theatre.fleet("qp", port, "uk:LT*2", "uk:AO-c", "amazon")
    theatre.fleet("pq", port, "uk:LT")
    for key in ("lt-1", "ao-c-1"):
        theatre.ship(key, homeward=True)
    theatre.begin(Record())
    at_home = [ship.key for ship in theatre.now.desks[ALLIED].ships.values() if ship.at == RETURNED]
    assert at_home == ["lt-1", "ao-c-1"], "the others have not been away"
    assert theatre.now.points == {ALLIED: 2}
    theatre = Theatre(turn=60)
    theatre.fleet("qp", "7119", "uk:LT")
    theatre.ship("lt-1", homeward=True)
    assert not theatre.begin(Record()).now.points, "Iokanga is no western port"


@pytest.mark.rule("OP-PORT-return", "OP-PORT-unload")
def test_who_has_unloaded_is_bound_for_home() -> None:
    theatre = Theatre(turn=62)
    theatre.fleet("pq", "6619", "uk:LT", "uk:AO-c")
    play(theatre, 62, Record())
    assert theatre.find("ao-c-1").homeward
    for turn in (63, 64):
        play(theatre, turn, Record())
    assert theatre.find("lt-1").homeward
    theatre.state = theatre.now
    theatre.begin(Orders()).idle_until("OP-FLEET-mission", ALLIED).plot(ALLIED, pq="convoy:Hvalfjordur:1").idle_on()
    assert theatre.at("pq").plot[0] == "6618"


# The last turn


@pytest.mark.rule("OP-PORT-turn120")
@pytest.mark.parametrize(("zone", "away", "arrives"), [("6010", 12, True), ("6009", 13, False)])
def test_after_turn_120_convoys_within_twelve_zones_arrive(zone: str, away: int, arrives: bool) -> None:
    """G66: one twelve zones short unloads; one thirteen zones short is back in the nearest western port."""
    theatre = Theatre(turn=120)
    assert theatre.data.route_distance(zone, "6619", 7) == away
    theatre.fleet("pq", zone, "uk:LT*2", "amazon", plan=["6619"])
    theatre.begin(Declare(ALLIED)).idle_on()
    assert theatre.match.state.turn == 120
    fleet = theatre.at("pq")
    assert (fleet.at, fleet.docked) == ("6619" if arrives else "3116", True)
    assert [theatre.find(key).landed for key in ("lt-1", "lt-2")] == ([2, 2] if arrives else [0, 0])
    assert [theatre.find(key).cargo for key in ("lt-1", "lt-2")] == ([0, 0] if arrives else [2, 2])


@pytest.mark.rule("OP-PORT-turn120")
def test_after_turn_120_westbound_ships_far_from_home_go_back_and_others_go_to_any_port() -> None:
    theatre = Theatre(turn=120)
    theatre.fleet("qp", "4013", "uk:LT", plan=["2514"])
    theatre.fleet("ra", "3015", "uk:LT", plan=["2514"])
    theatre.fleet("home", "6113", "sheffield", plot=["6112"])
    theatre.fleet("raiders", "5711", "tirpitz", plot=["5710"])
    for key in ("lt-1", "lt-2"):
        theatre.ship(key, homeward=True, cargo=0)
    theatre.begin(Declare(ALLIED)).idle_on()
    assert theatre.data.route_distance("4013", "2514", 7) == 18
    assert theatre.at("qp").at == "6619"
    assert theatre.find("lt-2").at == RETURNED
    assert theatre.at("home").at == "6619"
    assert theatre.at("raiders").at in {"5618", "5917", "5519"}
    assert theatre.now.points == {ALLIED: 1}


@pytest.mark.rule("OP-PORT-turn120")
def test_convoys_in_port_unload_at_the_end_and_short_scenarios_leave_ships_at_sea() -> None:
    theatre = Theatre(turn=120)
    theatre.fleet("pq", "6619", "uk:LT", docked=True)
    assert theatre.begin(Declare(ALLIED)).idle_on().find("lt-1").landed == 2
    theatre = Theatre(turn=42, turns=42)
    theatre.fleet("pq", "6617", "uk:LT", plan=["6619"])
    theatre.begin(Declare(ALLIED)).idle_on()
    assert (theatre.at("pq").at, theatre.find("lt-1").landed) == ("6617", 0)


# Bases and boxes


@pytest.mark.rule("OP-MAP-lost-bases")
def test_from_november_1944_the_far_north_is_empty() -> None:
    """Neither ports nor airfields there are offered any more."""
    for month, moved in ((10, False), (11, True)):
        theatre = Theatre(year=1944, month=month)
        theatre.fleet("others", "5917", "z25", docked=True)
        theatre.wing("ju-88", "Bardufoss")
        theatre.begin(Orders())
        assert (f"transfer:{theatre.data.base_zone('Banak')}" in theatre.ways(AXIS, "ju-88-1")) is not moved
        theatre.begin(Orders()).idle_until("OP-FLEET-mission", AXIS)
        assert ("return:Kirkenes:3" in theatre.ways(AXIS, "others")) is not moved
        assert ("return:Petsamo:3" in theatre.ways(AXIS, "others")) is not moved


@pytest.mark.rule("OP-MAP-boxes")
def test_ships_in_germany_or_america_are_in_no_zone_and_out_of_reach() -> None:
    theatre = Theatre()
    boxes = theatre.data.tables.ports.off_map
    assert boxes == ("germany", "usa")
    assert not any(box in theatre.data.map.cells for box in boxes)
    desk = theatre.state.desks[AXIS]
    desk.ships["scharnhorst"] = new_ship(theatre.data, "scharnhorst", "de:BC01", "Scharnhorst", "", 0)
    desk.ships["scharnhorst"].at = "germany"
    before = desk.ships["scharnhorst"].fuel
    theatre.fleet("home", OPEN_SEA, "sheffield")
    theatre.wing("catalina", "Vaenga", sortie="search", centre=OPEN_SEA)
    theatre.boat("s-1", OPEN_SEA, "uk:S")
    theatre.begin(
        Orders(), Movement(1), Search(), BoatOrders(), BoatActions(ALLIED), Hunting(), SeaKeeping(), Record()
    ).idle_on()
    ship = theatre.find("scharnhorst")
    assert (ship.at, ship.fleet, ship.fuel) == ("germany", "", before)
    assert not theatre.contacts(ALLIED)


# The secret base


@pytest.mark.rule("OP-BASE-function")
def test_the_clock_of_the_secret_base() -> None:
    """G67: she comes to 7509 in turn 20, is ready at the end of 38; ordered off in 60 she is free at the end of 77."""
    theatre = Theatre(turn=21, month=8)
    theatre.fleet("oilers", "7509", "de:AO-g", mission="refuel")
    order_base(theatre.state, Found("ao-g-1"))
    ready = [play(theatre, turn, Record()).now.desks[AXIS].bases["7509"].ready for turn in (37, 38)]
    assert ready == [False, True]
    for leaves in (True, False):
        again = Theatre(turn=60, month=8)
        again.fleet("oilers", "7509", "de:AO-g", mission="refuel")
        order_base(again.state, Found("ao-g-1"))
        again.state.desks[AXIS].bases["7509"].ready = True
        order_base(again.state, Dismantle("7509"))
        if leaves:
            again.state.desks[AXIS].fleets["oilers"].at = "7409"
            play(again, 70, Record())
            assert (again.find("ao-g-1").at, again.now.points) == ("sunk", {ALLIED: 33})
        else:
            standing = [list(play(again, turn, Record()).now.desks[AXIS].bases) for turn in (76, 77)]
            assert standing == [["7509"], []]
            assert again.find("ao-g-1").at != "sunk"
