"""Chapter 13.3: the convoy is to scatter. Between 1710 and 2412 there are seven hexes."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.state import (
    AirRaids,
    CallCombat,
    EndTurn,
    Options,
    Orders,
    Recon,
    ScatterConvoys,
    ScatterRoll,
    SubmarinePhase,
)
from barents.kernel.sides import Observer

from .attempts import INFILTRATION, carry_out, declare
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, Waters

THERE, NEAR, FAR = "2412", "1710", "1610"
TIMING = "NK-13.3-scatter-timing"
ESCORTS = ("gb-dd-01", "e-01", "palomares", "norfolk")
RUNNERS = ("gb-dd-01", "e-01", "norfolk")


def threatened(*enemies: str, cell: str = NEAR, scenario: str = SCATTER, key: str = "pq17") -> Waters:
    """A convoy in 2412 and German ships, which the Allies have sighted."""
    waters = Waters(scenario, turn=5)
    waters.convoy(key, THERE, *ESCORTS, merchants=12)
    for name in enemies:
        waters.place(name, cell)
    return waters.sighted(ALLIED, cell)


# The order


@pytest.mark.rule("NK-13.3-scatter-trigger", "NK-13.3-scatter-secret")
@pytest.mark.parametrize(("die", "ordered"), [(1, True), (5, True), (6, False)])
def test_the_die_of_the_admiralty(die: int, ordered: bool) -> None:
    """G44."""
    waters = threatened("hipper").begin(ScatterRoll(), allied=[die])
    assert waters.now.ordered == (["pq17"] if ordered else [])
    assert ("The Admiralty orders PQ-17 to scatter" in waters.words(Observer.ALLIED)) is ordered
    for enemy in (Observer.AXIS, Observer.PUBLIC):
        assert waters.words(enemy) == []
        assert waters.rolls(TIMING, enemy) == []
        assert waters.match.known(enemy).ordered == []
    assert waters.piece("merc-01").force == "pq17", "for the rest of the turn it is still a convoy"


@pytest.mark.rule("NK-13.3-scatter-trigger")
@pytest.mark.parametrize(("enemy", "cell", "rolls"), [("tirpitz", NEAR, 1), ("luetzow", NEAR, 1), ("tirpitz", FAR, 0)])
def test_heavy_ships_within_seven_hexes(enemy: str, cell: str, rolls: int) -> None:
    waters = threatened(enemy, cell=cell)
    assert waters.data.distance(FAR, THERE) == 8
    assert len(waters.begin(ScatterRoll(), allied=[6]).rolls(TIMING)) == rolls


@pytest.mark.rule("NK-13.3-scatter-no-dd")
def test_destroyers_boats_and_aircraft_threaten_nobody() -> None:
    waters = threatened("de-dd-1", "u-88")
    waters.place("fw-200-1", "1009", search=[THERE], flew=True)
    assert waters.begin(ScatterRoll()).rolls(TIMING) == []
    waters = threatened("u-88")
    waters.place("tirpitz", FAR)
    assert waters.begin(ScatterRoll()).rolls(TIMING) == [], "only the boat was sighted"


# In which phase they are detected


def at_sea(*escorts: str, convoy: str = THERE, enemy: str = "hipper") -> Waters:
    """A convoy, a German ship in 1710, and nobody has looked yet."""
    waters = Waters(SCATTER, turn=5)
    waters.state.detected = {"pq17": 1}
    waters.convoy("pq17", convoy, *escorts, merchants=12)
    waters.place(enemy, NEAR)
    return waters


RECON = (Recon(AXIS), Recon(ALLIED), ScatterRoll())
COMBAT = (*RECON, CallCombat(AXIS), CallCombat(ALLIED))


@pytest.mark.rule("NK-13.3-scatter-timing")
@pytest.mark.parametrize("scout", ["gb-dd-02", "trident"])
def test_ships_and_boats_detect_them_by_looking_around(scout: str) -> None:
    waters = at_sea()
    waters.place(scout, NEAR)
    waters.begin(*RECON, allied=[5]).act(AXIS, "choose -").act(ALLIED, f"choose {NEAR}")
    assert waters.now.ordered == ["pq17"]
    waters = at_sea()
    waters.place(scout, NEAR)
    waters.begin(*RECON).act(AXIS, "choose -").act(ALLIED, "choose -")
    assert waters.rolls(TIMING) == [], "nobody looked"


@pytest.mark.rule("NK-13.3-scatter-timing")
def test_aircraft_detect_them_by_searching() -> None:
    waters = at_sea()
    waters.state.western = [NEAR]
    waters.begin(*RECON, allied=[5]).act(AXIS, "choose -").act(ALLIED, "choose -")
    assert waters.now.ordered == ["pq17"]


@pytest.mark.rule("NK-13.3-scatter-combat")
def test_heavy_ships_that_call_combat_are_detected_and_the_convoy_scatters_in_the_next_movement() -> None:
    waters = at_sea(*ESCORTS, convoy=NEAR)
    waters.begin(*COMBAT, EndTurn(), allied=[5]).act(AXIS, f"choose {NEAR}").act(ALLIED, "choose -")
    assert waters.rolls(TIMING) == [], "nobody of the Allies has seen her"
    waters.act(AXIS, f"call {NEAR}")
    assert [roll.subject for roll in waters.rolls(TIMING)] == ["PQ-17"]
    assert "The Admiralty orders PQ-17 to scatter" in waters.words(Observer.ALLIED)
    assert "The Admiralty orders PQ-17 to scatter" not in waters.words(Observer.AXIS)
    assert waters.piece("merc-01").force == "pq17", "this fight is the convoy's"
    assert len(waters.now.box.ships if waters.now.box else ()) == 12 + len(ESCORTS) + 1
    waters.idle_until("NK-5.1-secret-plot", turn=6)
    assert waters.now.scattered == ["pq17"]
    assert {waters.piece(f"merc-{n:02d}").force for n in range(1, 13)} == {""}


@pytest.mark.rule("NK-13.3-scatter-combat")
def test_they_are_detected_for_every_convoy_near_the_combat() -> None:
    """The heavy ship meets a merchant by itself, seven hexes from the convoy; at eight nobody would care."""
    for cell, ordered in ((NEAR, ["pq17"]), (FAR, [])):
        waters = Waters(SCATTER, turn=5)
        waters.state.detected = {"pq17": 1}
        waters.convoy("pq17", THERE, merchants=12)
        waters.straggler("merc-40", cell, "qp13")
        waters.place("luetzow", cell)
        waters.begin(*COMBAT, allied=[1]).act(AXIS, f"choose {cell}").act(ALLIED, "choose -")
        waters.act(AXIS, f"call {cell}")
        assert waters.now.ordered == ordered, cell


@pytest.mark.rule("NK-13.3-scatter-combat", "NK-13.3-scatter-no-dd")
def test_destroyers_met_in_combat_scatter_nobody() -> None:
    waters = at_sea(convoy=NEAR, enemy="de-dd-1")
    waters.begin(*COMBAT).act(AXIS, f"choose {NEAR}").act(ALLIED, "choose -").act(AXIS, f"call {NEAR}")
    assert waters.now.box is not None
    assert waters.rolls(TIMING) == []


@pytest.mark.rule("NK-13.3-scatter-combat")
def test_a_raid_on_a_boat_finds_the_heavy_ship_beside_it() -> None:
    waters = at_sea(enemy="tirpitz")
    waters.convoy("qp13", NEAR, merchants=3)
    waters.place("victorious", "1812")
    waters.place("albacore-1", "victorious")
    waters.place("u-88", NEAR)
    waters.begin(*RECON, SubmarinePhase(AXIS), AirRaids(ALLIED), allied=[6, 5])
    waters.act(AXIS, f"choose {NEAR}").act(ALLIED, "choose -").act(AXIS, "attack u-88", "target merc-36")
    waters.idle(AXIS)
    assert waters.rolls(TIMING) == [], "only the boat has shown itself"
    waters.act(ALLIED, "choose albacore-1").plot(ALLIED, {"albacore-1": NEAR})
    while not waters.is_over:
        waters.idle(next(iter(waters.match.pending)))
    assert [roll.subject for roll in waters.rolls(TIMING)] == ["PQ-17", "QP-13"]
    assert waters.now.ordered == ["qp13"]


@pytest.mark.rule("NK-13.3-scatter-timing")
def test_one_roll_for_each_convoy_and_turn_while_the_threat_lasts() -> None:
    """The reconnaissance of one turn, its combat, and the reconnaissance of the next."""
    waters = at_sea(convoy=NEAR)
    waters.convoy("qp13", "1812", merchants=3)
    waters.begin(*COMBAT, EndTurn(), allied=[6, 5, 1]).act(AXIS, f"choose {NEAR}").act(ALLIED, f"choose {NEAR}")
    assert [roll.subject for roll in waters.rolls(TIMING)] == ["PQ-17", "QP-13"]
    assert waters.now.ordered == ["qp13"]
    waters.act(AXIS, f"call {NEAR}")
    assert len(waters.rolls(TIMING)) == 2, "the Admiralty has decided for this turn"
    waters.idle_until("NK-6.2-naval-recon", ALLIED, turn=6)
    assert waters.piece("hipper").at == waters.piece("merc-12").at == NEAR
    waters.act(ALLIED, f"choose {NEAR}")
    assert [roll.subject for roll in waters.rolls(TIMING)] == ["PQ-17", "QP-13", "PQ-17"]


@pytest.mark.rule("NK-13.3-scatter-trigger")
def test_other_scenarios_have_no_such_order() -> None:
    waters = threatened("scheer", scenario=LUFTWAFFE, key="pq16").begin(ScatterRoll())
    assert (waters.rolls(TIMING), waters.now.ordered) == ([], [])


# The merchants


def scattered(*dice: int, cell: str = THERE, key: str = "pq17", damaged: tuple[str, ...] = ()) -> Waters:
    """A convoy was ordered to scatter last turn; as many merchants as dice."""
    waters = Waters(SCATTER, Options(reorganisation=True), turn=6)
    waters.convoy(key, cell, *ESCORTS, "p614", merchants=len(dice))
    for name in damaged:
        waters.state.pieces[ALLIED][name].damage = 1
    waters.state.ordered = [key]
    return waters.begin(ScatterConvoys(), Orders(), allied=dice)


def to_plot(waters: Waters) -> Waters:
    """Give no air missions."""
    for side in (ALLIED, AXIS):
        while side in waters.match.pending and waters.asked(side).rule != "NK-5.1-secret-plot":
            waters.plot(side)
    return waters


@pytest.mark.rule("NK-13.3-scatter-merchants", "NK-13.3-scatter-distance", "NK-10.2-convoy-leave")
def test_every_merchant_runs_on_its_own_bearing() -> None:
    """G45."""
    waters = scattered(5, 1, 1, damaged=("merc-03",))
    assert [waters.piece(f"merc-{n:02d}").at for n in (1, 2, 3)] == ["2410", "2613", "2513"]
    assert {waters.piece(f"merc-{n:02d}").force for n in (1, 2, 3)} == {""}
    assert "pq17" not in waters.now.markers[ALLIED]
    assert waters.now.scattered == ["pq17"]
    assert waters.now.ordered == []
    assert waters.rolls("NK-13.3-scatter-merchants", Observer.AXIS) == []
    assert "PQ-17 scatters" in waters.words(Observer.ALLIED)
    assert "PQ-17 scatters" not in waters.words(Observer.AXIS)
    assert waters.match.known(Observer.AXIS).scattered == []
    assert waters.told("NK-13.3-scatter-distance", Observer.AXIS) == []
    assert not {"merc-01", "merc-02", "merc-03"} & set(to_plot(waters).sheet(ALLIED)), "finished for the turn"


@pytest.mark.rule("NK-13.3-scatter-distance")
def test_a_merchant_stops_before_ice_or_the_edge() -> None:
    """G46: 3113 is ice in summer."""
    assert scattered(1, cell="3012").piece("merc-01").at == "3012"
    waters = scattered(2, 2, cell="1419")
    assert [waters.piece(name).at for name in ("merc-01", "merc-02")] == ["1420", "1420"]


@pytest.mark.rule("NK-13.3-scatter-distance")
def test_the_own_exit_is_no_obstacle() -> None:
    """A merchant for Russia on its southern exit leaves; one from there does not."""
    assert scattered(3, cell="1018").piece("merc-01").at == "out"
    assert scattered(3, cell="1018", key="qp13").piece("merc-36").at == "1018"
    assert scattered(5, cell="2001", key="qp13").piece("merc-36").at == "out"


@pytest.mark.rule("NK-13.3-scatter-run")
def test_then_it_runs_home_at_full_speed_by_a_shortest_way() -> None:
    waters = Waters(SCATTER, turn=7)
    waters.state.scattered = ["pq17"]
    waters.straggler("merc-01", "1318", "pq17", apart=6)
    waters.straggler("merc-02", "1218", "pq17", apart=6, damage=1)
    waters.begin(Orders(), Orders(), Orders())
    steps = waters.data.steps_to("summer", ["1018", "1019", "1020"])
    sheet = to_plot(waters).sheet(ALLIED)
    for name, pace in (("merc-01", 2), ("merc-02", 1)):
        ways = [way.split(">") for way in sheet[name]]
        assert ways
        for way in ways:
            assert len(way) == pace + 1
            assert [steps[cell] for cell in way] == [steps[way[0]] - n for n in range(pace + 1)]
    waters.plot(ALLIED).plot(AXIS)
    assert steps[waters.piece("merc-01").at] == 1, "without an order it goes on"
    assert {way.rpartition(">")[2] for way in to_plot(waters).sheet(ALLIED)["merc-01"]} == {"out"}
    waters.plot(ALLIED).plot(AXIS)
    assert waters.piece("merc-01").at == "out"


@pytest.mark.rule("NK-13.3-scatter-run-qp")
def test_merchants_of_a_homeward_convoy_run_to_the_west_edge() -> None:
    waters = Waters(SCATTER, turn=7)
    waters.state.scattered = ["qp13"]
    waters.straggler("merc-36", "2003", "qp13", apart=6)
    waters.begin(Orders(), Orders())
    assert to_plot(waters).ways(ALLIED, "merc-36") == ["2003>2002>2001"]
    waters.plot(ALLIED).plot(AXIS)
    to_plot(waters).plot(ALLIED).plot(AXIS)
    assert waters.piece("merc-36").at == "out"


@pytest.mark.rule("NK-13.3-scatter-forever")
def test_they_never_sail_in_a_convoy_again() -> None:
    waters = Waters(SCATTER, Options(reorganisation=True), turn=8)
    waters.state.scattered = ["pq17"]
    waters.convoy("qp13", THERE, merchants=3)
    for name in ("merc-01", "merc-02"):
        waters.straggler(name, THERE, "pq17", apart=6)
    sheet = to_plot(waters.begin(Orders())).sheet(ALLIED)
    for name in ("merc-01", "merc-02"):
        assert not [value for value in sheet[name] if value == "rejoin" or value.startswith("with:")]
    assert not [value for value in sheet["qp13"] if value.startswith("with:")]


@pytest.mark.rule("NK-13.3-scatter-merchants")
def test_scattered_merchants_are_attacked_one_by_one_without_infiltration() -> None:
    waters = scattered(5, 5)
    waters.state = waters.now
    waters.place("u-88", "2410")
    carry_out(declare(waters, 10, surfaced=None), "merc-01")
    assert waters.rolls(INFILTRATION) == []
    assert waters.piece("merc-01").at == "lost"
    assert waters.points(AXIS) == 1


# The escorts


@pytest.mark.rule("NK-13.3-scatter-escorts", "NK-13.3-scatter-escort-goal")
def test_escorts_run_west_each_at_its_full_speed() -> None:
    """G46: destroyers reach column 04 at once, E need two turns."""
    waters = to_plot(scattered(5))
    sheet = waters.sheet(ALLIED)
    ends = {name: set(sheet[name].targets()) for name in RUNNERS}
    columns = {name: {cell[2:] for cell in cells} for name, cells in ends.items()}
    assert columns == {"gb-dd-01": {"04"}, "e-01": {"08"}, "norfolk": {"05"}}
    assert "2404" in ends["gb-dd-01"]
    assert "2408" in ends["e-01"]
    waters.plot(ALLIED).plot(AXIS)
    assert {waters.piece(name).westward for name in RUNNERS} == {2}
    assert waters.piece("gb-dd-01").at[2:] == "04"


@pytest.mark.rule("NK-13.3-scatter-escort-goal")
def test_in_column_04_they_are_free_but_for_the_east() -> None:
    waters = Waters(SCATTER, turn=7)
    waters.place("norfolk", "2404", westward=2)
    waters.begin(Orders(), Orders(), Orders())
    for _ in range(2):
        ends = set(to_plot(waters).sheet(ALLIED)["norfolk"].targets())
        assert {"2404", "2401", "2603"} <= ends
        assert max(int(cell[2:]) for cell in ends if cell.isdigit()) == 4
        waters.plot(ALLIED, {"norfolk": "2404"}).plot(AXIS)
    assert "2405" in set(to_plot(waters).sheet(ALLIED)["norfolk"].targets()), "the three phases are over"


@pytest.mark.rule("NK-13.3-scatter-escorts")
def test_until_then_they_join_nobody_and_nobody_slows_them() -> None:
    waters = Waters(SCATTER, turn=6)
    waters.convoy("pq17", THERE, *ESCORTS, merchants=1)
    waters.force("battle", THERE, "duke-of-york", "gb-dd-05")
    waters.place("wichita", THERE)
    waters.state.ordered = ["pq17"]
    sheet = to_plot(waters.begin(ScatterConvoys(), Orders(), allied=[5])).sheet(ALLIED)
    for name in RUNNERS:
        assert not [value for value in sheet[name] if value.startswith("with:")], name
    for name in ("wichita", "gb-dd-05"):
        offered = {value for value in sheet[name] if value.startswith("with:")}
        company = {"with:battle"} if name == "wichita" else {"with:wichita"}
        assert offered == {*company, "with:palomares"}, "no runner takes her on; the AA ship is none"


@pytest.mark.rule("NK-13.3-scatter-escorts", "NK-13.3-scatter-others")
@pytest.mark.parametrize("name", ["p614", "palomares"])
def test_submarines_and_anti_aircraft_ships_of_the_convoy_are_free_at_once(name: str) -> None:
    waters = to_plot(scattered(5))
    assert (waters.piece(name).westward, waters.piece("gb-dd-01").westward) == (0, 3)
    assert "2412>2413>2414" in waters.ways(ALLIED, name)
    assert "2412>2413>2414" not in waters.ways(ALLIED, "gb-dd-01"), "the escorts that the order names run west"
    waters.plot(ALLIED, {name: "2412>2413>2414"})
    waters.idle(AXIS)
    assert waters.piece(name).at == "2414"
