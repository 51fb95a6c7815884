"""Section 2.3, step 4, and 7.3: three segments, harbours, ice and the White Sea."""

from __future__ import annotations

import msgspec
import pytest

from barents.games.operations.fleets.missions import missions_of
from barents.games.operations.fleets.movement import legs
from barents.games.operations.orders import Bombard, Convoy
from barents.games.operations.state import (
    BoatActions,
    BoatOrders,
    ContactChoice,
    ContactResult,
    Movement,
    Orders,
    Record,
    SeaKeeping,
    Search,
)
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, BEAR_ISLAND, CLOUD, OPEN_SEA, Theatre

EAST = ["5811", "5910", "6010"]
PLOT = "OP-FLEET-plot"
NUMBER = "OP-CONTACT-number"


def segment(number: int) -> tuple[Movement, ContactChoice, ContactChoice, ContactResult]:
    """The steps of a segment."""
    return (Movement(number), ContactChoice(number, ALLIED), ContactChoice(number, AXIS), ContactResult(number))


ALL_SEGMENTS = (*segment(1), *segment(2), *segment(3))


# Segments


@pytest.mark.rule("OP-MOVE-segments")
@pytest.mark.parametrize(("pace", "after"), [(1, [0, 1, 1]), (2, [1, 1, 2]), (3, [1, 2, 3])])
def test_in_which_segments_a_fleet_moves(pace: int, after: list[int]) -> None:
    for segments, zones in enumerate(after, 1):
        theatre = Theatre()
        theatre.fleet("raiders", OPEN_SEA, "tirpitz", plot=[*EAST], pace=pace)
        theatre.begin(*(Movement(number) for number in range(1, segments + 1)))
        assert theatre.at("raiders").at == [OPEN_SEA, *EAST][zones]


@pytest.mark.rule("OP-MOVE-simultaneous")
def test_all_fleets_move_before_anybody_looks() -> None:
    """Two fleets enter one zone from both sides, and one leaves the zone that the other enters: a single meeting."""
    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "sheffield", plot=["5811", "5910"], pace=2)
    theatre.fleet("raiders", "5910", "tirpitz", plot=["5811", "5810"], pace=2)
    theatre.fleet("behind", "5611", "z24", plot=[OPEN_SEA], pace=2)
    theatre.begin(Movement(1), nobody=[1, 1, 1, 1])
    assert [roll.subject for roll in theatre.rolls(NUMBER)] == ["home", "raiders"]
    assert theatre.at("behind").at == "5611", "one zone is made in the second segment"


@pytest.mark.rule("OP-MOVE-swap")
def test_fleets_that_exchange_zones_meet() -> None:
    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "sheffield", plot=["5811"])
    theatre.fleet("raiders", "5811", "tirpitz", plot=[OPEN_SEA])
    theatre.begin(Movement(1), Movement(2), nobody=[1, 1, 1, 1])
    assert (theatre.at("home").at, theatre.at("raiders").at) == ("5811", OPEN_SEA)
    assert len(theatre.rolls(NUMBER)) == 2

    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "sheffield", plot=["5811"])
    theatre.fleet("raiders", "5811", "tirpitz", plot=["5910"])
    theatre.begin(Movement(1), Movement(2))
    assert not theatre.rolls(NUMBER), "they follow each other, but do not pass"


@pytest.mark.rule("OP-MOVE-engaged-stop")
def test_a_fleet_that_is_engaged_moves_no_farther() -> None:
    theatre = Theatre(month=3, turn=3, weather=CLOUD)
    theatre.fleet("home", "5712", "sheffield", "jamaica", "norfolk")
    theatre.fleet("raiders", OPEN_SEA, "z24", "z25", "hermann-schoemann-z7", plot=["5712", "5713", "5714"], pace=3)
    theatre.begin(*ALL_SEGMENTS, nobody=[6, 6, 3, 1, 1])
    theatre.act(ALLIED, "engage home c1").idle_on()
    raiders = theatre.at("raiders")
    assert (raiders.at, raiders.engaged, raiders.plot) == ("5712", True, ["5713", "5714"])
    assert raiders.steamed
    assert not raiders.forced, "it did not make three zones"


# Harbours


@pytest.mark.rule("OP-MOVE-harbour")
def test_a_fleet_that_ends_its_way_in_a_port_of_its_own_lies_there() -> None:
    for plot, docked in (([], True), (["6618"], False)):
        theatre = Theatre()
        theatre.fleet("home", "6619", "sheffield", plot=plot)
        theatre.begin(Record())
        assert theatre.at("home").docked is docked
    theatre = Theatre()
    theatre.fleet("raiders", "6619", "tirpitz")
    assert not theatre.begin(Record()).at("raiders").docked, "it is not hers"
    theatre = Theatre(month=3)
    theatre.fleet("home", "7119", "sheffield")
    assert not theatre.begin(Record()).at("home").docked, "Iokanga is closed by ice"


@pytest.mark.rule("OP-MOVE-harbour", "OP-FUEL-rates")
def test_who_lies_in_port_burns_nothing_and_neither_ships_nor_boats_can_touch_her() -> None:
    for docked in (True, False):
        theatre = Theatre()
        theatre.fleet("home", "6619", "sheffield", docked=docked)
        theatre.fleet("raiders", "6619", "z24", mission="raid")
        theatre.boat("u-88", "6619")
        theatre.begin(Movement(1), SeaKeeping(), nobody=[] if docked else [1, 1, 1, 1])
        assert len(theatre.rolls(NUMBER)) == (0 if docked else 2)
        assert theatre.find("sheffield").fuel == 12 * 12 - (0 if docked else 1)
        theatre.begin(BoatOrders(), BoatActions(AXIS)).idle_on()
        assert bool(theatre.rolls("OP-SUB-contact")) is not docked


@pytest.mark.rule("OP-MOVE-harbour")
def test_a_ship_that_leaves_a_small_port_may_run_aground_once() -> None:
    """G36: one of those that leave Narvik stays; at Trondheim nobody does, and the event is still to come."""
    ships = ("admiral-scheer", "z24", "z25")
    theatre = Theatre()
    theatre.state.grounding = True
    theatre.fleet("group", "5519", *ships, docked=True, plot=["5518"], pace=2)
    theatre.begin(Movement(1), Movement(2), axis=[2])
    assert [drew.drawn for drew in theatre.draws("OP-MOVE-harbour", Observer.AXIS)] == [("z24",)]
    assert not theatre.now.grounding
    assert (theatre.at("group").at, theatre.at("group").docked) == ("5518", False)
    stranded = theatre.at(theatre.find("z24").fleet)
    assert (stranded.at, stranded.docked, stranded.plot) == ("5519", True, [])
    theatre.state = theatre.now
    theatre.begin(Orders()).idle_until("OP-FLEET-mission", AXIS).plot(AXIS, {stranded.key: "raid:3"})
    assert stranded.key not in theatre.idle_until(PLOT, AXIS).slots(AXIS), "she does not leave again"

    theatre = Theatre()
    theatre.state.grounding = True
    theatre.fleet("group", "4827", *ships, docked=True, plot=["4726"], pace=2)
    theatre.begin(Movement(1), Movement(2))
    assert theatre.now.grounding
    assert theatre.at("group").at == "4726"

    theatre = Theatre()
    theatre.state.grounding = True
    theatre.fleet("alone", "5519", "z24", docked=True, plot=["5518"])
    theatre.begin(Movement(1), Movement(2))
    assert (theatre.at("alone").at, theatre.at("alone").docked) == ("5519", True)


@pytest.mark.rule("OP-MOVE-harbour")
def test_german_ships_do_not_sortie_before_a_convoy_is_identified() -> None:
    """C.52: but they may go along the coast, and oilers go as they like."""
    orders = {"raiders": "raid:3", "movers": "transfer:Altafjord:2", "oilers": "refuel:2"}
    for identified in (False, True):
        theatre = Theatre()
        theatre.state.cautious = True
        for key, ship in (("raiders", "tirpitz"), ("movers", "z24"), ("oilers", "de:AO-g")):
            theatre.fleet(key, "5519", ship, docked=True)
        theatre.state.desks[AXIS].identified = identified
        theatre.begin(Orders(), *ALL_SEGMENTS).idle_until("OP-FLEET-mission", AXIS).plot(AXIS, orders)
        theatre.idle_until(PLOT, AXIS)
        assert set(theatre.slots(AXIS)) == ({"raiders", "oilers"} if identified else {"oilers"})
        theatre.idle_on()
        assert theatre.at("movers").at != "5519"


@pytest.mark.rule("OP-FLEET-cautious", "OP-SCEN-setup")
@pytest.mark.parametrize(("turn", "told"), [(4, True), (3, False)])
def test_the_report_that_a_scenario_gives_lets_the_squadron_sail(turn: int, told: bool) -> None:
    """Sportpalast: in turn 4 the Germans have a report of PQ-12 of level 2; until then Tirpitz stays in."""
    theatre = Theatre(month=3)
    theatre.state.scenario, theatre.state.cautious, theatre.state.turn = "sportpalast", True, turn
    theatre.fleet("pq-12", OPEN_SEA, "uk:LT*3")
    theatre.fleet("tirpitz-group", "4827", "tirpitz", docked=True)
    theatre.begin(Search(), Orders(), nobody=[3]).idle_until(PLOT, AXIS)
    assert [contact.level for contact in theatre.contacts(AXIS)] == [2] * told
    assert ("tirpitz-group" in theatre.slots(AXIS)) is told


@pytest.mark.rule("OP-FLEET-cautious")
@pytest.mark.parametrize(("level", "sails"), [(2, True), (1, False)])
def test_a_report_that_leaves_open_what_it_is_lets_nobody_sail(
    level: int, sails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    theatre = Theatre(month=3)
    file = theatre.data.scenarios["sportpalast"]
    row = msgspec.structs.replace(file.reports[0], level=level)
    monkeypatch.setitem(theatre.data.scenarios, "sportpalast", msgspec.structs.replace(file, reports=(row,)))
    theatre.state.scenario, theatre.state.cautious, theatre.state.turn = "sportpalast", True, 4
    theatre.fleet("pq-12", OPEN_SEA, "uk:LT*3")
    theatre.fleet("tirpitz-group", "4827", "tirpitz", docked=True)
    theatre.begin(Search(), Orders(), nobody=[3]).idle_until(PLOT, AXIS)
    assert [contact.level for contact in theatre.contacts(AXIS)] == [level]
    assert ("tirpitz-group" in theatre.slots(AXIS)) is sails


@pytest.mark.rule("OP-FLEET-cautious")
@pytest.mark.parametrize("who", ["shore", "ships"])
def test_neither_the_shore_nor_ships_let_a_squadron_sail(who: str) -> None:
    """They have seen a convoy, but have not made sure of it."""
    theatre = Theatre(month=3)
    theatre.state.cautious = True
    theatre.fleet("convoy", "5916" if who == "shore" else OPEN_SEA, "uk:LT*3")
    theatre.fleet("squadron", "5917", "tirpitz", docked=True)
    if who == "ships":
        theatre.fleet("raiders", OPEN_SEA, "z24", "z25", "z26")
    theatre.begin(Movement(1), Search(), Orders(), nobody=[6, 6, 3] if who == "shore" else [1, 1, 6, 6, 3])
    theatre.idle_until(PLOT, AXIS)
    assert theatre.contacts(AXIS)
    assert "squadron" not in theatre.slots(AXIS)


# Ice


@pytest.mark.rule("OP-MAP-ice-enter")
def test_the_pack_is_entered_only_with_an_ice_breaker_and_slowly() -> None:
    """G42: Bear Island is shut from February to April; 5710 never is."""
    numbers = Theatre().data
    assert [month for month in range(1, 13) if BEAR_ISLAND in numbers.shut(month)] == [2, 3, 4]
    assert not any("5710" in numbers.shut(month) for month in range(1, 13))
    for month, ships, way in ((4, ("sheffield",), False), (5, ("sheffield",), True), (4, ("su:IB01",), True)):
        theatre = Theatre(month=month)
        theatre.fleet("home", "5710", *ships, pace=1)
        theatre.state.desks[ALLIED].released = True  # or the breaker would have to stay near her port
        theatre.begin(Orders()).idle_until(PLOT, ALLIED)
        assert (f"5710>{BEAR_ISLAND}" in theatre.ways(ALLIED, "home")) is way
        if not way:
            with pytest.raises(Refused, match="OP-MAP-ice-enter"):
                theatre.plot(ALLIED, home=f"5710>{BEAR_ISLAND}")
    theatre = Theatre(month=4)
    fleet = theatre.fleet("home", "5710", "sheffield", plot=["5711", BEAR_ISLAND], pace=2)
    assert legs(theatre.state, theatre.data, ALLIED, fleet) == 1, "it stops before the ice that it has been sent into"


@pytest.mark.rule("OP-MAP-ice-enter")
def test_in_the_ice_even_a_fast_breaker_makes_one_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    theatre = Theatre(month=4)
    quick = msgspec.structs.replace(theatre.data.types["su:IB01"], speed=3, zones=3)
    monkeypatch.setitem(theatre.data.types, "su:IB01", quick)
    fleet = theatre.fleet("breakers", "5711", "su:IB01", plot=["5710", BEAR_ISLAND, "5708"], pace=3)
    theatre.state.desks[ALLIED].released = True
    assert legs(theatre.state, theatre.data, ALLIED, fleet) == 1
    theatre.state.month = 7
    assert legs(theatre.state, theatre.data, ALLIED, fleet) == 3


@pytest.mark.rule("OP-MAP-white-sea")
@pytest.mark.parametrize(
    ("month", "breaker", "zones"),
    [(2, True, 0), (3, True, 0), (12, False, 0), (12, True, 1), (5, False, 0), (5, True, 1), (7, False, 3)],
)
def test_when_the_white_sea_is_open(month: int, breaker: bool, zones: int) -> None:
    theatre = Theatre(month=month)
    plot = ["7319", "7320", "7321"]
    assert all(zone in theatre.data.white_sea for zone in plot)
    fleet = theatre.fleet("home", "7318", "sheffield", plot=plot, pace=3)
    if breaker:
        theatre.fleet("breakers", "7324", "su:IB01", docked=True)
    assert legs(theatre.state, theatre.data, ALLIED, fleet) == zones
    if breaker and zones:
        theatre.ship("ib01-1", lost={"hull": 1})
        assert legs(theatre.state, theatre.data, ALLIED, fleet) == 0, "a breaker that is damaged does not help"
    offered = missions_of(theatre.state, theatre.data, ALLIED, theatre.fleet("pq", "7317", "uk:LT"))
    if not zones:
        assert Convoy("Archangelsk", 1) not in offered


@pytest.mark.rule("OP-MAP-axis-white")
def test_no_german_ship_enters_the_white_sea() -> None:
    theatre = Theatre(month=7)
    fleet = theatre.fleet("raiders", "7317", "tirpitz", plot=["7318"], pace=3)
    assert legs(theatre.state, theatre.data, AXIS, fleet) == 0
    fleet.plot = []
    theatre.begin(Orders()).idle_until(PLOT, AXIS)
    assert not any(zone in theatre.data.white_sea for way in theatre.ways(AXIS, "raiders") for zone in way.split(">"))
    with pytest.raises(Refused) as refused:
        theatre.plot(AXIS, raiders="7317>7318")
    assert "OP-MAP-axis-white" in str(refused.value)
    assert Bombard("Archangelsk", 1) not in missions_of(theatre.state, theatre.data, AXIS, fleet)


@pytest.mark.rule("OP-MOVE-harbour")
def test_no_way_leads_through_an_enemy_port_but_that_of_a_fleet_that_bombards() -> None:
    """By Petsamo would be the first of the short ways from Murmansk to the west."""
    theatre = Theatre()
    theatre.fleet("pq", "6618", "uk:LT", plan=["6417"])
    theatre.fleet("force", "6618", "sheffield")
    assert "6517" in theatre.data.route("6618", "6417", 7)
    theatre.begin(Orders()).idle_until("OP-FLEET-mission", ALLIED)
    assert "bombard:Petsamo:3" in theatre.ways(ALLIED, "force")
    theatre.plot(ALLIED, force="bombard:Petsamo:3").idle_on()
    assert theatre.at("pq").plot[-1] == "6417"
    assert "6517" not in theatre.at("pq").plot
    assert theatre.at("force").plot == ["6517"]
    assert legs(theatre.now, theatre.data, ALLIED, theatre.at("force")) == 1
