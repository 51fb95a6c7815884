"""The admiral's staffs: doctrine's, with habits of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from barents.games.arctic_disaster import GAME as DISASTER
from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.options import Options
from barents.games.nordkapp import state as s
from barents.games.operations.state import Contact, State
from barents.kernel import registry
from barents.kernel.actions import Allot
from barents.kernel.decisions import Pick
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import DOCTRINES, player
from barents.players.arctic_disaster import admiral as disaster
from barents.players.arctic_disaster import orders
from barents.players.nordkapp import admiral as nordkapp
from barents.players.north_cape import Doctrine as CapeDoctrine
from barents.players.north_cape import admiral as north_cape
from barents.players.north_cape.chart import AIR_DREAD
from barents.players.operations import Doctrine as OperationsDoctrine
from barents.players.operations import admiral as operations
from barents.players.operations.axis import AxisStaff
from barents.players.operations.belief import usual_ways
from barents.players.search import Search
from tests.nordkapp.waters import ALLIED, LUFTWAFFE, Waters

EAST = (52, 65)  # columns between the way out of the Kola and the open Atlantic


@pytest.mark.parametrize("game", DOCTRINES)
def test_the_admiral_has_staffs_of_his_own_and_takes_the_enemy_for_a_captain(game: str) -> None:
    rules = registry.find(game)
    scenario = next(iter(rules.scenarios(rules.data(None)))).name
    match: Match[Any, Any] = Match.new(game, scenario, seed=1, log=False)
    data = match.data
    admiral, captain = player("admiral", game, data), player("captain", game, data)
    assert isinstance(admiral, Search)
    assert isinstance(admiral.doctrine, type(captain))
    assert type(admiral.doctrine) is not type(captain)
    assert type(admiral.enemy) is type(captain)


def test_in_nordkapp_his_convoys_do_not_wander() -> None:
    ends = set()
    for seed in range(6):
        waters = Waters(LUFTWAFFE, turn=3)
        waters.convoy("pq16", "2404", "gb-dd-01")
        waters.begin(s.Orders())
        admiral, known = nordkapp.Admiral(waters.data), waters.match.known(eyes_of(ALLIED))
        while waters.asked(ALLIED).rule != "NK-5.1-secret-plot":
            waters.act(ALLIED, admiral.choose(known, waters.asked(ALLIED), Dice.seeded(seed)))
        plotted = admiral.choose(known, waters.asked(ALLIED), Dice.seeded(seed))
        assert isinstance(plotted, Allot)
        ends.add(plotted["pq16"])
    assert len(ends) == 1, "a captain's do, by the dice"


def test_in_arctic_disaster_pq_17_hurries_whenever_it_can() -> None:
    both: Pick[Any] = Pick([a.SpeedUp(maximum=False), a.SpeedUp(maximum=True)])
    tables = DISASTER.data(None)
    state = DISASTER.opening(tables, "historical", Options())
    state.turn, state.phase = 6, "activation"
    convoy = state.forces[Side.ALLIED][CONVOY]
    convoy.activated = True
    state.aside = [f"{Side.ALLIED}-{convoy.handle}"]
    staff = disaster.AlliedFlag(tables, DISASTER.known(tables, state, eyes_of(Side.ALLIED)), Side.ALLIED)
    assert convoy.at not in tables.radius, "a captain's would not"
    assert orders.speed(staff, both) == a.SpeedUp(maximum=True)


def test_in_north_cape_his_convoys_sail_straight_home_where_there_are_no_bombers() -> None:
    data = registry.find("north_cape").data(None)
    lengths = {}
    for name, staffs in (("captain", CapeDoctrine(data)), ("admiral", north_cape.Admiral(data))):
        for scenario in ("unternehmen-sportpalast", "enter-the-luftwaffe"):
            match: Match[Any, Any] = Match.new("north_cape", scenario, seed=1, log=False)
            known = match.known(eyes_of(ALLIED))
            chart = staffs.chart(known, ALLIED)
            west = data.map.zone("west_edge")
            lane = chart.lane(known.ice, "murmansk")
            lengths[name, scenario] = sum(lane[cell].steps for cell in west if cell in lane)
            assert staffs.chart(known, Side.AXIS).air_dread == AIR_DREAD, "Germans look where doctrine would sail"
    assert lengths["admiral", "unternehmen-sportpalast"] < lengths["captain", "unternehmen-sportpalast"]
    assert lengths["admiral", "enter-the-luftwaffe"] == lengths["captain", "enter-the-luftwaffe"]


def test_in_north_cape_he_buys_decoys_only_against_bombers() -> None:
    for scenario, bought in (("unternehmen-sportpalast", 0), ("enter-the-luftwaffe", 2)):
        match: Match[Any, Any] = Match.new("north_cape", scenario, seed=1, log=False)
        admiral = north_cape.Admiral(match.data)
        for side, decoys in ((ALLIED, bought), (Side.AXIS, 0)):
            known = match.known(eyes_of(side))
            known.turn = 1
            staff = admiral.staffs[side](match.data, admiral.chart(known, side), known, side)
            assert staff.purchase() == decoys


def test_in_north_cape_his_escorts_do_not_listen_and_boats_that_were_found_do_not_run() -> None:
    match: Match[Any, Any] = Match.new("north_cape", "unternehmen-sportpalast", seed=1, log=False)
    captain = CapeDoctrine(match.data)
    wanted = {"listen", "evade"}
    while wanted:
        side, decision = next(iter(match.pending.items()))
        known = match.known(eyes_of(side))
        chart = captain.chart(known, side)
        what = "listen" if side is ALLIED else "evade"
        usual, his = (
            getattr(doctrine.staffs[side](match.data, chart, known, side), what)()
            for doctrine in (CapeDoctrine, north_cape.Admiral)
        )
        if list(usual):
            wanted.discard(what)
            assert list(his) == []
        match.act(side, captain.choose(known, decision, Dice.seeded(1)))


def test_in_operations_a_cover_of_a_ship_or_two_stays_in_port() -> None:
    match: Match[Any, Any] = Match.new("operations", "qp-11-teaching", seed=1, log=False)
    admiral = operations.Admiral(match.data)
    while (decision := match.pending.get(ALLIED)) is None or decision.rule != "OP-FLEET-mission":
        side, decision = next(iter(match.pending.items()))
        match.act(side, admiral.choose(match.known(eyes_of(side)), decision, Dice.seeded(1)))
    sheet = admiral.choose(match.known(eyes_of(ALLIED)), match.pending[ALLIED], Dice.seeded(1))
    assert isinstance(sheet, Allot)
    port = match.state.desks[ALLIED].fleets["edinburgh-group"].at
    assert sheet["edinburgh-group"] == f"cover:{port}:1", "a captain's sails with the convoy"
    assert sheet["qp-11"] == "convoy:Seydisfjordur:1", "a captain's follows the plan"


def qp_11(staffs: type[OperationsDoctrine]) -> Iterator[State]:
    """A week with QP-11 by some staffs, turn by turn."""
    match: Match[Any, Any] = Match.new("operations", "qp-11-teaching", seed=4, log=False)
    players, turn = staffs(match.data), 0
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        match.act(side, players.choose(match.known(eyes_of(side)), decision, Dice.seeded(1)))
        if match.state.turn != turn:
            turn = match.state.turn
            yield match.state


def test_in_operations_his_convoys_keep_off_the_usual_ways_and_places_are_not_covered() -> None:
    data = registry.find("operations").data(None)
    usual = {zone for way in usual_ways(data, 4) for zone in way}
    off: dict[str, int] = {}
    for name, staffs in (("captain", OperationsDoctrine), ("admiral", operations.Admiral)):
        for state in qp_11(staffs):
            desk = state.desks[ALLIED]
            if (convoy := desk.fleets.get("qp-11")) is not None and EAST[0] < data.column(convoy.at) < EAST[1]:
                away = min(data.distance(convoy.at, zone) for zone in usual)
                off[name] = max(off.get(name, 0), away)
            sweepers = desk.fleets.get("kola-sweepers")
            if name == "admiral" and sweepers is not None:
                assert sweepers.docked
    assert off["captain"] <= 1 < off["admiral"]


def test_in_operations_his_raiders_leave_convoys_alone_and_go_for_what_sails_by_itself() -> None:
    match: Match[Any, Any] = Match.new("operations", "qp-11-teaching", seed=1, log=False)
    known = match.known(eyes_of(Side.AXIS))
    fleet = known.desks[Side.AXIS].fleets["arctic-destroyers"]
    zone = "6517"
    seen = {
        what: Contact(what, known.turn, zone, 2, "aircraft", number=number, flags=flags)
        for what, number, flags in (("convoy", 24, ["merchants"]), ("fleet", 8, []))
    }
    attacked = {}
    for name, staff_of in (("captain", AxisStaff), ("admiral", operations.AxisFlag)):
        staff = staff_of(match.data, known, Side.AXIS)
        attacked[name] = {what for what, contact in seen.items() if staff.engages(fleet, contact)}
    assert attacked == {"captain": {"convoy"}, "admiral": {"fleet"}}
