"""Section 12: how scenarios begin, what binds their fleets, and how they are scored."""

from __future__ import annotations

import pytest

from barents.games.operations.data import data
from barents.games.operations.fleets.missions import missions_of
from barents.games.operations.fleets.movement import legs
from barents.games.operations.options import Options
from barents.games.operations.orders import Return
from barents.games.operations.rules.limits import barred, barriers
from barents.games.operations.rules.setup import opening
from barents.games.operations.rules.victory import result, score
from barents.games.operations.state import SUNK, Movement, Orders, Search, SetUp
from barents.kernel.actions import Allot
from barents.kernel.decisions import Refused
from barents.kernel.sides import Observer
from tests.published import OPERATIONS as SCENARIOS

from .theatre import ALLIED, AXIS, CLEAR, Theatre

PLOT = "OP-FLEET-plot"


def staged(scenario: str) -> Theatre:
    """A theatre with a scenario in it, everything in place but the boats."""
    theatre = Theatre(scenario=scenario)
    theatre.state = opening(theatre.data, scenario, Options())
    for region in theatre.data.tables.weather.regions:
        theatre.state.weather.setdefault(region, next(iter(theatre.state.weather.values())))
    return theatre


# Beginning


@pytest.mark.rule("OP-SCEN-setup")
@pytest.mark.parametrize("name", SCENARIOS)
def test_fleets_begin_where_the_scenario_says(name: str) -> None:
    numbers = data(None)
    file, state = numbers.scenarios[name], opening(numbers, name, Options())
    for row in file.fleets:
        desk = state.desks[row.side]
        fleet = desk.fleets[row.id]
        ships = [ship for ship in desk.ships.values() if ship.fleet == row.id]
        assert (fleet.at, fleet.docked) == ((row.zone, False) if row.zone else (numbers.port(row.port).zone, True))
        assert (fleet.mission, fleet.sails, len(ships)) == (row.mission, row.sails, len(row.ships) + row.transports)
        assert fleet.plan == list(row.plan[1:])
    for wing in file.wings:
        zone = numbers.base_zone(wing.base)
        steps = [step for step in state.desks[wing.side].air.values() if (step.type, step.base) == (wing.type, zone)]
        assert len(steps) == sum(one.steps for one in file.wings if (one.type, one.base) == (wing.type, wing.base))
    for region in numbers.tables.weather.regions:
        spells = [(spell.level, spell.turns) for spell in file.weather if spell.region == region]
        began = state.weather.get(region)
        assert ([(began.level, began.until)] if began is not None else []) == spells


@pytest.mark.rule("OP-SCEN-setup")
def test_who_begins_at_sea_has_burnt_the_fuel_to_get_there() -> None:
    """PQ-12 is at 4013, nine zones from Seydisfjordur: 18 twelfths; Tirpitz lies in port with full tanks."""
    numbers = data(None)
    state = opening(numbers, "sportpalast", Options())
    assert min(numbers.distance("4013", port.zone) for port in numbers.ports_of(ALLIED, "1942-03")) == 9
    kenya, tirpitz = state.desks[ALLIED].ships["kenya"], state.desks[AXIS].ships["tirpitz"]
    assert kenya.fuel == numbers.types[kenya.line].fuel * 12 - 18  # type: ignore[operator]  # she burns fuel
    assert tirpitz.fuel == 18 * 12
    victorious = [step for step in state.desks[ALLIED].air.values() if step.base == "victorious"]
    assert sorted({step.type for step in victorious}) == ["albacore", "fulmar"]
    assert len(victorious) == 12, "six units of two steps"
    homeward = {ship.key.rpartition("-")[0] for ship in state.desks[ALLIED].ships.values() if ship.homeward}
    assert homeward == {"qp-8"}


@pytest.mark.rule("OP-SCEN-setup")
def test_boats_are_placed_in_secret_inside_their_columns_and_far_from_ports() -> None:
    theatre = Theatre(scenario="qp-11-teaching")
    theatre.state = opening(theatre.data, "qp-11-teaching", Options())
    theatre.begin(SetUp())
    assert theatre.slots(AXIS) == ["u-88", "u-436", "u-456", "u-589"]
    zones = theatre.ways(AXIS, "u-88")
    assert {theatre.data.column(zone) for zone in zones} == set(range(58, 67))
    assert all(theatre.data.distance(zone, "6619") >= 5 for zone in zones)
    assert not any(zone in theatre.data.shut(4) or theatre.data.is_harbour(zone) for zone in zones)
    theatre.act(AXIS, Allot((("u-88", "6113"), ("u-436", "6113"), ("u-456", "6011"), ("u-589", "6212"))))
    assert theatre.boat_now("u-88").at == "waiting", "the other side has not finished"
    theatre.idle(ALLIED)
    assert theatre.boat_now("u-88").at == "6113"


@pytest.mark.rule("OP-SCEN-setup")
def test_reports_arrive_on_their_turn() -> None:
    theatre = staged("pq-17-roesselsprung")
    for turn, reports in ((1, 0), (2, 1)):
        theatre.state.turn = turn
        theatre.begin(Search())
        told = [contact for contact in theatre.contacts(AXIS) if contact.source == "intelligence"]
        assert [(one.fleet, one.level) for one in told] == [("pq-17", 2)] * reports
    assert not [line for line in theatre.words(Observer.ALLIED) if "ntelligence" in line]


# Limits


@pytest.mark.rule("OP-SCEN-limits")
@pytest.mark.parametrize(
    ("scenario", "fleet", "at", "way", "free"),
    [
        ("pq-17-roesselsprung", "hamilton", "6010", "6110", "5910"),  # not east of column 60
        ("qp-11-teaching", "soviet-destroyers", "6013", "5913", "6113"),  # not west of column 60
        ("north-cape-1943", "force-1", "5913", "5914", "5912"),  # not within three zones of Altafjord
    ],
)
def test_columns_and_distances_bind_plots(scenario: str, fleet: str, at: str, way: str, free: str) -> None:
    theatre = staged(scenario)
    force = theatre.state.desks[ALLIED].fleets[fleet]
    force.at, force.docked, force.mission, force.plan, force.covers = at, False, "cover", [], at
    theatre.begin(Orders()).idle_until(PLOT, ALLIED)
    with pytest.raises(Refused, match="OP-SCEN-limits"):
        theatre.plot(ALLIED, {fleet: f"{at}>{way}"})
    theatre.plot(ALLIED, {fleet: f"{at}>{free}"}).idle_on()
    assert theatre.at(fleet).plot == [free]


@pytest.mark.rule("OP-SCEN-limits")
def test_a_fleet_beyond_its_limit_may_come_back_but_not_go_on() -> None:
    theatre = staged("pq-17-roesselsprung")
    hamilton = theatre.state.desks[ALLIED].fleets["hamilton"]
    hamilton.at = "6210"
    checks = barriers(theatre.state, theatre.data, ALLIED, hamilton)
    assert [barred(checks, zone) is None for zone in ("6110", "6211", "6310")] == [True, True, False]
    offered = missions_of(theatre.state, theatre.data, ALLIED, hamilton)
    assert Return("Murmansk", leads=False, pace=1) not in offered
    assert Return("Scapa Flow", leads=False, pace=1) in offered


@pytest.mark.rule("OP-SCEN-limits")
def test_who_must_go_home_or_close_up_keeps_to_the_limits_as_well() -> None:
    """At column 57 Murmansk would be nearer than Scapa Flow, but the Home Fleet does not go east."""
    theatre = staged("pq-17-roesselsprung")
    fleet = theatre.state.desks[ALLIED].fleets["home-fleet"]
    fleet.at, fleet.plan, fleet.plot = "5712", [], []
    theatre.state.desks[ALLIED].fleets["pq-17"].at = "7318"
    lame = next(ship for ship in theatre.state.desks[ALLIED].ships.values() if ship.fleet == "home-fleet")
    lame.failed = True
    theatre.begin(Orders()).idle_on()
    column = theatre.data.column
    assert max(column(zone) for zone in ("5712", *theatre.at("home-fleet").plot)) == 57
    alone = theatre.at(theatre.find(lame.key).fleet)
    assert (alone.mission, alone.plot[-1] in ("3330", "3116", "2514")) == ("return", True)


@pytest.mark.rule("OP-SCEN-setup")
def test_a_fleet_that_begins_on_its_way_home_plots_the_whole_of_its_plan() -> None:
    theatre = staged("regenbogen")
    theatre.begin(Orders()).idle_on()
    assert theatre.at("oribi-group").plot[-1] == "6619"


@pytest.mark.rule("OP-SCEN-limits")
def test_german_ships_do_not_leave_the_coast_while_a_carrier_is_near_the_convoy() -> None:
    theatre = staged("pq-17-roesselsprung")
    theatre.state.turn, group = 10, theatre.state.desks[AXIS].fleets["narvik-group"]
    group.at, group.docked, group.mission, group.plot, group.pace = "5518", False, "raid", ["5417"], 2
    assert "5518" in theatre.data.norwegian_coast
    assert "5417" not in theatre.data.norwegian_coast
    theatre.contact(AXIS, "pq-17", 2, turn=9, zone="5209", flags=["merchants"])
    assert legs(theatre.state, theatre.data, AXIS, group) == 1
    carrier = theatre.contact(AXIS, "home-fleet", 2, turn=9, zone="4910", flags=["carrier"])
    assert legs(theatre.state, theatre.data, AXIS, group) == 0, "it stops, whatever was plotted"
    for field, value in (("turn", 4), ("zone", "2813"), ("level", 1)):
        old = getattr(carrier, field)
        setattr(carrier, field, value)
        assert legs(theatre.state, theatre.data, AXIS, group) == 1, "old, far away or uncertain it does not count"
        setattr(carrier, field, old)
    group.at, group.plot = "5416", ["5415"]
    assert legs(theatre.state, theatre.data, AXIS, group) == 1, "nor for who is at sea already"


@pytest.mark.rule("OP-SCEN-limits")
def test_the_narvik_group_alone_may_run_aground() -> None:
    theatre = staged("pq-17-roesselsprung")
    assert theatre.state.grounding
    for key in ("trondheim-group", "narvik-group"):
        fleet = theatre.state.desks[AXIS].fleets[key]
        fleet.at, fleet.docked, fleet.sails, fleet.plot = "5519", True, 1, ["5518"]
    theatre.state.cautious = False
    for spell in theatre.state.weather.values():
        spell.level = CLEAR
    theatre.begin(Movement(1), Movement(2))
    stranded = [ship for ship in theatre.now.desks[AXIS].ships.values() if ship.aground]
    assert [theatre.at(ship.fleet).root for ship in stranded] == ["narvik-group"]


# Scoring


@pytest.mark.rule("OP-SCEN-levels")
@pytest.mark.parametrize(
    ("sunk", "level", "winner"),
    [(0, "Draw", None), (3, "Axis minor", AXIS), (13, "Axis major", AXIS)],
)
def test_the_level_is_read_from_the_points(sunk: int, level: str, winner: object) -> None:
    """QP-11: 26 points for thirteen transports through; nought is a draw, below it the Axis wins."""
    theatre = staged("qp-11-teaching")
    desk = theatre.state.desks[ALLIED]
    for number in range(1, sunk + 1):
        ship = desk.ships[f"qp-11-{number}"]
        ship.at, ship.fleet = SUNK, ""
        theatre.state.sunk.setdefault(ALLIED, []).append(ship.key)
    found = result(theatre.state, theatre.data)
    assert (found.level, found.winner) == (level, winner)
    assert found.points["net"] == -10 * sunk


@pytest.mark.rule("OP-SCEN-levels")
def test_what_the_scenarios_score() -> None:
    """The history of QP-11: twelve through, three ships lost, one of them German: -9."""
    theatre = staged("qp-11-teaching")
    allied, axis = theatre.state.desks[ALLIED], theatre.state.desks[AXIS]
    for number in range(1, 14):
        allied.ships[f"qp-11-{number}"].westmost = 46 if number % 2 else 47
    allied.fleets["qp-11"].at = "5112"
    lost = {ALLIED: ["qp-11-13", "edinburgh"], AXIS: ["hermann-schoemann-z7"]}
    for side, keys in lost.items():
        for key in keys:
            desk = theatre.state.desks[side]
            desk.ships[key].at, desk.ships[key].fleet = SUNK, ""
    theatre.state.sunk = lost
    assert axis.ships["hermann-schoemann-z7"].at == SUNK
    assert score(theatre.state, theatre.data, ALLIED) == {"west": 24, "sunk": 13}
    found = result(theatre.state, theatre.data)
    assert (found.points["net"], found.level) == (24 + 13 - 10 - 36, "Axis minor")
    allied.fleets["qp-11"].at = "5212"
    assert score(theatre.state, theatre.data, ALLIED)["west"] == 12, "only those who have been far enough"
