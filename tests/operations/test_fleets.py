"""Section 5.5: fleets, their missions and their plots; scattered convoys."""

from __future__ import annotations

import pytest

from barents.games.operations.fleets.missions import missions_of, paces
from barents.games.operations.fleets.movement import legs, speed_limit
from barents.games.operations.fleets.plots import follow_plan
from barents.games.operations.orders import Intercept
from barents.games.operations.state import ContactChoice, Mission, Movement, Orders, Record, SeaKeeping
from barents.kernel.decisions import Refused
from barents.kernel.sides import Side

from .theatre import ALLIED, AXIS, CLOUD, OPEN_SEA, STORM, Theatre

FORM, MISSION, PLOT, SCATTER = "OP-FLEET-form", "OP-FLEET-mission", "OP-FLEET-plot", "OP-FLEET-scatter"
ALL_SEGMENTS = (Movement(1), Movement(2), Movement(3))
EAST = ["5811", "5910", "6010", "6109", "6210", "6310", "6411"]  # a way on from the open sea


def asks(theatre: Theatre, rule: str, side: Side) -> bool:
    """Whether a side is asked by a rule in the orders of this turn."""
    theatre.begin(Orders())
    while not theatre.is_over:
        if side in theatre.match.pending and theatre.asked(side).rule == rule:
            return True
        theatre.idle(next(iter(theatre.match.pending)))
    return False


# Forming


@pytest.mark.rule("OP-FLEET-form")
def test_ships_leave_their_fleet_and_fleets_of_one_zone_join() -> None:
    theatre = Theatre()
    theatre.fleet("one", OPEN_SEA, "sheffield", "jamaica", "norfolk")
    theatre.fleet("two", OPEN_SEA, "amazon", "beagle")
    theatre.fleet("far", "5811", "bulldog")
    theatre.begin(Orders()).idle_until(FORM, ALLIED)
    assert theatre.ways(ALLIED, "one") == ["with:two"], "the third is in another zone"
    assert "bulldog" not in theatre.slots(ALLIED), "who is alone cannot leave"
    theatre.plot(ALLIED, {"two": "with:one", "norfolk": "new", "jamaica": "new"}).idle_on()
    fleets = {ship.key: ship.fleet for ship in theatre.now.desks[ALLIED].ships.values()}
    assert fleets["amazon"] == fleets["beagle"] == fleets["sheffield"] == "one"
    assert fleets["norfolk"] == fleets["jamaica"] == "one-detached"
    assert set(theatre.now.desks[ALLIED].fleets) == {"one", "far", "one-detached"}


@pytest.mark.rule("OP-FLEET-form")
def test_who_leaves_a_fleet_is_bound_by_its_plot_but_escorts_of_a_convoy_are_free() -> None:
    theatre = Theatre()
    theatre.fleet("raiders", OPEN_SEA, "tirpitz", "z24", plot=EAST[:3], pace=3)
    theatre.fleet("pq", "5710", "uk:LT*3", "amazon", "beagle", plot=["5810"], plan=["6010"])
    theatre.begin(Orders()).idle_until(FORM, ALLIED).plot(ALLIED, beagle="new")
    theatre.idle_until(FORM, AXIS).plot(AXIS, z24="new").idle_on()
    assert theatre.at("raiders-detached").plot == EAST[:3]
    beagle = theatre.at("pq-detached")
    assert (beagle.mission, beagle.covers, beagle.plot) == ("cover", "pq", [])


@pytest.mark.rule("OP-FLEET-form")
def test_what_covers_or_flies_over_a_fleet_that_joins_another_goes_with_it() -> None:
    theatre = Theatre()
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3")
    theatre.fleet("qp", OPEN_SEA, "uk:LT*2")
    theatre.fleet("cover", "5811", "sheffield", mission="cover", covers="qp")
    theatre.wing("catalina", "Vaenga", sortie="asw", centre="qp")
    theatre.begin(Orders()).idle_until(FORM, ALLIED).plot(ALLIED, qp="with:pq").idle_on()
    assert theatre.at("cover").covers == "pq"
    assert len([ship for ship in theatre.now.desks[ALLIED].ships.values() if ship.fleet == "pq"]) == 5


# Speed


@pytest.mark.rule("OP-FLEET-speed")
def test_the_slowest_ship_sets_the_pace_and_nobody_makes_more_than_three() -> None:
    theatre = Theatre()
    fast = theatre.fleet("fast", OPEN_SEA, "amazon", "beagle")
    slow = theatre.fleet("slow", OPEN_SEA, "amazon", "rodney")
    lame = theatre.fleet("lame", OPEN_SEA, "sheffield", "jamaica")
    theatre.ship("jamaica", lost={"speed": 2})
    state, data = theatre.state, theatre.data
    assert data.ship("amazon").speed == 4
    assert [speed_limit(state, data, ALLIED, fleet) for fleet in (fast, slow, lame)] == [3, 2, 1]
    assert paces(data, state, ALLIED, slow, "cover") == [1, 2]
    theatre.weather(STORM)
    assert speed_limit(state, data, ALLIED, fast) == 1


@pytest.mark.rule("OP-FLEET-convoy-speed")
def test_a_convoy_makes_one_zone_a_turn_whatever_its_ships_could() -> None:
    theatre = Theatre()
    oilers = theatre.fleet("oilers", OPEN_SEA, "de:AO-g", mission="convoy", pace=2, plot=EAST[:4])
    assert legs(theatre.state, theatre.data, AXIS, oilers) == 1
    assert paces(theatre.data, theatre.state, AXIS, oilers, "convoy") == [1]
    assert paces(theatre.data, theatre.state, AXIS, oilers, "refuel") == [1, 2]


@pytest.mark.rule("OP-FLEET-convoy-speed", "OP-DMG-speed")
def test_a_convoy_waits_for_an_oiler_without_engines_until_she_is_left_behind() -> None:
    theatre = Theatre()
    theatre.fleet("pq", OPEN_SEA, "uk:LT*2", "uk:AO-c", plot=EAST[:6])
    theatre.ship("ao-c-1", lost={"hull": 2, "speed": 1})
    theatre.begin(Orders(), *ALL_SEGMENTS).idle_on()
    assert theatre.at("pq").at == OPEN_SEA
    theatre.begin(Orders(), *ALL_SEGMENTS).idle_until(FORM, ALLIED).plot(ALLIED, {"ao-c-1": "new"}).idle_on()
    assert (theatre.at("pq").at, theatre.at("pq-detached").at) == (EAST[0], OPEN_SEA)


# Missions and plots


@pytest.mark.rule("OP-FLEET-mission")
@pytest.mark.parametrize(
    ("mission", "turn", "fields", "free"),
    [
        ("convoy", 7, {}, True),  # slot 1
        ("convoy", 8, {}, False),
        ("convoy", 8, {"met": True}, True),
        ("cover", 8, {}, True),
        ("raid", 8, {}, False),
        ("raid", 8, {"met": True}, True),
        ("raid", 8, {"plot": []}, True),
        ("intercept", 8, {}, True),
        ("bombard", 8, {"met": True}, False),
        ("transfer", 8, {}, False),
        ("transfer", 8, {"met": True}, True),
        ("refuel", 8, {}, True),
        ("return", 8, {}, True),  # to another port
    ],
)
def test_when_a_mission_may_be_changed(mission: Mission, turn: int, fields: dict[str, object], free: bool) -> None:
    theatre = Theatre(turn=turn)
    ships = ("de:AO-g",) if mission in ("convoy", "refuel") else ("tirpitz",)
    fleet = theatre.fleet("fleet", OPEN_SEA, *ships, mission=mission, plot=EAST[:1], covers="5811")
    for field, value in fields.items():
        setattr(fleet, field, value)
    assert asks(theatre, MISSION, AXIS) is free
    if free and mission == "return":
        assert {value.split(":")[0] for value in theatre.ways(AXIS, "fleet")} == {"return"}


@pytest.mark.rule("OP-FLEET-mission")
@pytest.mark.parametrize(("level", "zone", "turn", "free"), [(2, "6411", 7, True), (1, "6411", 7, False)])
def test_a_convoy_may_turn_away_on_a_good_report_nearby(level: int, zone: str, turn: int, free: bool) -> None:
    for away, near in ((zone, free), ("6715", False)):
        theatre = Theatre(turn=turn + 1)
        theatre.fleet("pq", OPEN_SEA, "uk:LT*3", plot=EAST[:5])
        theatre.fleet("raiders", away, "tirpitz")
        theatre.contact(ALLIED, "raiders", level, turn=turn)
        assert (theatre.data.distance(OPEN_SEA, away) <= 8) is (away == zone)
        assert asks(theatre, MISSION, ALLIED) is near


@pytest.mark.rule("OP-FLEET-plot")
def test_a_plot_binds_and_may_only_be_lengthened_to_the_depth_of_the_mission() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("raiders", OPEN_SEA, "tirpitz", plot=EAST[:2], pace=3)
    theatre.begin(Orders(), *ALL_SEGMENTS).idle_until(PLOT, AXIS)
    ways = theatre.ways(AXIS, "raiders")
    assert all(way.startswith(EAST[1]) for way in ways), "on from where the plot ends"
    assert max(way.count(">") for way in ways) == 4, "two turns at three zones, less the two that are plotted"
    theatre.plot(AXIS, raiders=">".join([EAST[1], "6011", "6111"])).idle_on()
    assert theatre.at("raiders").track == [OPEN_SEA, *EAST[:2], "6011"]
    assert theatre.at("raiders").plot == ["6111"]


@pytest.mark.rule("OP-FLEET-plot")
def test_a_fleet_without_a_plot_holds_and_a_convoy_follows_its_plan() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("raiders", OPEN_SEA, "tirpitz", pace=3)
    theatre.fleet("pq", "5612", "uk:LT*3", plan=["5912", "6113"])
    theatre.begin(Orders(), *ALL_SEGMENTS).idle_on()
    assert theatre.at("raiders").at == OPEN_SEA
    convoy = theatre.at("pq")
    assert convoy.track[-1] != "5612"
    assert len(convoy.plot) == 4, "the fifth zone after this one is the end of the plan"
    assert "5912" in convoy.plot
    assert convoy.plot[-1] == "6113"


@pytest.mark.rule("OP-FLEET-plot")
def test_a_fleet_that_may_change_writes_its_plot_anew_and_may_hold_instead_of_following_its_plan() -> None:
    theatre = Theatre(turn=7)
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3", plot=EAST[:5], plan=["6619"])
    theatre.begin(Orders(), *ALL_SEGMENTS).idle_until(PLOT, ALLIED).plot(ALLIED, pq=OPEN_SEA).idle_on()
    assert (theatre.at("pq").at, theatre.at("pq").plot) == (OPEN_SEA, [])


@pytest.mark.rule("OP-FLEET-plot", "OP-MAP-ice-enter")
def test_a_plan_passes_a_waypoint_that_the_ice_has_shut() -> None:
    theatre = Theatre(month=3)
    fleet = theatre.fleet("pq", "5713", "uk:LT*3", plan=["5709", "6113"])
    follow_plan(theatre.state, theatre.data, ALLIED, fleet)
    assert fleet.plan in (["6113"], [])
    assert len(fleet.plot) == 4
    assert not any(zone in theatre.data.shut(3) for zone in fleet.plot)


@pytest.mark.rule("OP-FLEET-mission", "OP-FLEET-plot")
def test_a_full_route_is_plotted_at_once_and_by_the_leads_if_that_is_wanted() -> None:
    theatre = Theatre()
    theatre.fleet("group", "4827", "tirpitz", docked=True)
    theatre.begin(Orders()).idle_until(MISSION, AXIS).plot(AXIS, group="transfer:Altafjord:leads:2").idle_on()
    fleet = theatre.at("group")
    assert (fleet.mission, fleet.port, fleet.plot[-1]) == ("transfer", "Altafjord", "5917")
    assert all(zone in theatre.data.coastal_waters for zone in fleet.plot)


@pytest.mark.rule("OP-FLEET-mission")
@pytest.mark.parametrize(
    ("value", "row"),
    [
        ("5713", MISSION),
        ("raid", MISSION),
        ("convoy:Murmansk:2", "OP-FLEET-convoy-speed"),
        ("convoy", MISSION),
        ("cover:nobody:2", "OP-FLEET-cover"),
        ("intercept:c9:3", "OP-FLEET-intercept"),
    ],
)
def test_a_mission_that_may_not_be_given_is_refused_with_its_rule(value: str, row: str) -> None:
    """Whatever stands in its place: a mission in full, half of one, or a zone of the chart."""
    theatre = Theatre()
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3", mission="convoy")
    theatre.begin(Orders()).idle_until(MISSION, ALLIED)
    with pytest.raises(Refused, match="is no mission for it now") as refused:
        theatre.act(ALLIED, f"assign pq={value}")
    assert refused.value.refusal.rule == row
    assert theatre.asked(ALLIED).rule == MISSION


@pytest.mark.rule("OP-FLEET-mission")
def test_which_missions_need_which_ships() -> None:
    theatre = Theatre()
    fleets = {
        "transports": theatre.fleet("pq", OPEN_SEA, "uk:LT", "amazon"),
        "oiler": theatre.fleet("oilers", OPEN_SEA, "uk:AO-c", mission="refuel"),
        "cruiser": theatre.fleet("home", OPEN_SEA, "sheffield"),
    }
    offered = {
        name: {order.mission for order in missions_of(theatre.state, theatre.data, ALLIED, fleet)}
        for name, fleet in fleets.items()
    }
    assert offered["transports"] == {"convoy", "transfer", "return"}
    assert {"convoy", "refuel"} <= offered["oiler"]
    assert not {"convoy", "refuel"} & offered["cruiser"]
    assert {"cover", "raid", "bombard"} <= offered["cruiser"]
    theatre.ship("ao-c-1", fleet="home")
    theatre.begin(Record())
    assert "oilers" not in theatre.now.desks[ALLIED].fleets


# Cover and intercept


@pytest.mark.rule("OP-FLEET-cover")
def test_a_covering_fleet_keeps_within_twelve_zones_of_its_convoy() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("pq", "5711", "uk:LT*3")
    theatre.fleet("cover", "4612", "sheffield", mission="cover", covers="pq", pace=2)
    assert theatre.data.distance("4612", "5711") <= 12
    theatre.begin(Orders()).idle_until(PLOT, ALLIED)
    ends = {way.rpartition(">")[2] for way in theatre.ways(ALLIED, "cover")}
    assert max(theatre.data.distance(zone, "5711") for zone in ends) == 12
    with pytest.raises(Refused, match="OP-FLEET-cover"):
        theatre.plot(ALLIED, cover="4612>4512>4412")
    theatre.idle_on()
    assert theatre.at("cover").plot == []


@pytest.mark.rule("OP-FLEET-cover")
def test_a_covering_fleet_that_is_too_far_away_must_close() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("pq", "5711", "uk:LT*3")
    theatre.fleet("cover", "4013", "sheffield", mission="cover", covers="pq", pace=3)
    data = theatre.data
    theatre.begin(Orders(), *ALL_SEGMENTS).idle_until(PLOT, ALLIED)
    ways = theatre.ways(ALLIED, "cover")
    assert "4013" not in ways, "it may not hold"
    away = data.route_distance("4013", "5711", 7)
    assert away is not None
    assert all((data.route_distance(way.rpartition(">")[2], "5711", 7) or 0) < away for way in ways)
    theatre.idle_on()
    assert data.route_distance(theatre.at("cover").at, "5711", 7) == away - 3, "without an order it makes for it"


@pytest.mark.rule("OP-FLEET-intercept")
def test_intercept_needs_a_report_of_last_turn_within_thirty_zones() -> None:
    for turn, zone, given in ((7, "6113", True), (6, "6113", False), (7, "2515", False)):
        theatre = Theatre(turn=8)
        fleet = theatre.fleet("home", OPEN_SEA, "duke-of-york")
        theatre.fleet("raiders", zone, "tirpitz")
        theatre.contact(ALLIED, "raiders", 1, turn=turn)
        offered = missions_of(theatre.state, theatre.data, ALLIED, fleet)
        assert (Intercept("c1", 1) in offered) is given


@pytest.mark.rule("OP-FLEET-intercept")
def test_no_zone_of_a_chase_is_farther_from_the_quarry_than_the_one_before() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("home", OPEN_SEA, "duke-of-york")
    theatre.fleet("raiders", "6113", "tirpitz")
    theatre.contact(ALLIED, "raiders", 1, turn=7)
    theatre.begin(Orders()).idle_until(MISSION, ALLIED).plot(ALLIED, home="intercept:c1:3").idle_until(PLOT, ALLIED)
    away = theatre.data.distance
    for way in theatre.ways(ALLIED, "home"):
        zones = [away(zone, "6113") for zone in way.split(">")]
        assert zones == sorted(zones, reverse=True)
    with pytest.raises(Refused, match="OP-FLEET-intercept"):
        theatre.plot(ALLIED, home="5711>5611")
    theatre.plot(ALLIED, home="5711>5811>5911").idle_on()
    assert theatre.at("home").plot == ["5811", "5911"]


@pytest.mark.rule("OP-FLEET-return")
def test_a_returning_fleet_may_shadow_but_not_engage() -> None:
    missions: tuple[tuple[Mission, list[str]], ...] = (
        ("return", ["decline", "shadow home c1"]),
        ("raid", ["decline", "engage home c1", "shadow home c1"]),
    )
    for mission, deeds in missions:
        theatre = Theatre(month=3, turn=3, weather=CLOUD)
        theatre.fleet("home", OPEN_SEA, "sheffield", "jamaica", "norfolk", mission=mission)
        theatre.fleet("raiders", OPEN_SEA, "z24", "z25", "hermann-schoemann-z7")
        theatre.begin(Movement(1), ContactChoice(1, ALLIED), nobody=[6, 6, 3, 1, 1])
        assert theatre.offered(ALLIED) == deeds


# Scattering


def scattered(turn: int = 8) -> Theatre:
    """A convoy that has just been told to scatter."""
    theatre = Theatre(turn=turn)
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3", "amazon", plan=["7324"])
    return theatre.begin(Orders(), *ALL_SEGMENTS).idle_until(FORM, ALLIED).plot(ALLIED, pq="scatter")


@pytest.mark.rule("OP-FLEET-scatter")
def test_every_transport_of_a_scattered_convoy_goes_her_own_way() -> None:
    theatre = scattered().idle_on()
    fleets = theatre.now.desks[ALLIED].fleets
    assert set(fleets) == {"pq", "lt-1", "lt-2", "lt-3"}
    ships = [fleets[key] for key in ("lt-1", "lt-2", "lt-3")]
    assert [fleet.at for fleet in ships] == list(theatre.data.neighbours(OPEN_SEA)[:3]), "spread in order of zones"
    assert {fleet.apart for fleet in ships} == {14}
    assert {(*fleet.plot, *fleet.plan)[-1] for fleet in ships} == {"7324"}
    assert fleets["pq"].mission == "cover"


@pytest.mark.rule("OP-FLEET-scatter")
def test_a_scattered_ship_has_a_port_and_two_waypoints_at_once_and_then_once_a_day() -> None:
    theatre = scattered().idle_until(SCATTER, ALLIED)
    assert theatre.slots(ALLIED)[:3] == ["lt-1", "lt-1:1", "lt-1:2"]
    theatre.plot(ALLIED, {"lt-1": "Murmansk", "lt-1:1": "5911", "lt-1:2": "6311"}).idle_on()
    ship = theatre.at("lt-1")
    assert (ship.plan[-1], ship.port) == ("6619", "Murmansk")
    assert "5911" in ship.plot
    theatre.state = theatre.now
    for turn, asked in ((9, False), (13, True)):
        theatre.state.turn = turn
        assert asks(theatre, SCATTER, ALLIED) is asked
        if not asked:
            theatre.begin(Orders()).idle_until(PLOT, ALLIED)
            assert theatre.slots(ALLIED) == ["pq"], "she has no plot of her own"


@pytest.mark.rule("OP-FLEET-scatter")
def test_scattered_ships_do_not_join_for_six_turns() -> None:
    for turn, joined in ((13, False), (14, True)):
        theatre = Theatre(turn=turn)
        for key in ("lt-1", "lt-2"):
            theatre.fleet(key, OPEN_SEA, "uk:LT", loose=True, apart=14, of="pq", plan=["7324"])
        theatre.begin(Orders())
        offered = asks(theatre, FORM, ALLIED)
        assert offered is joined
        if joined:
            theatre.plot(ALLIED, {"lt-1": "with:lt-2"}).idle_on()
            assert not theatre.at("lt-2").loose


@pytest.mark.rule("OP-FLEET-scatter")
def test_a_scattered_ship_sails_by_herself_to_her_port() -> None:
    theatre = Theatre(turn=9)
    theatre.fleet("lt-1", "6617", "uk:LT", loose=True, apart=14, of="pq", plan=["6619"])
    theatre.begin(Orders(), *ALL_SEGMENTS, Orders(), *ALL_SEGMENTS, SeaKeeping(), Record()).idle_on()
    fleet = theatre.at("lt-1")
    assert (fleet.at, fleet.docked, fleet.loose) == ("6619", True, False)
