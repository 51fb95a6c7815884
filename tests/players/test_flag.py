"""The admiral's staffs: doctrine's, with habits of their own."""

from __future__ import annotations

from typing import Any

import pytest

from barents.games.arctic_disaster import GAME as DISASTER
from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.options import Options
from barents.games.nordkapp import state as s
from barents.kernel import registry
from barents.kernel.actions import Allot
from barents.kernel.decisions import Pick
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import DOCTRINES, player
from barents.players.arctic_disaster import flag as disaster
from barents.players.arctic_disaster import orders
from barents.players.nordkapp import flag as nordkapp
from barents.players.north_cape import Doctrine as CapeDoctrine
from barents.players.north_cape import flag as north_cape
from barents.players.north_cape.chart import AIR_DREAD
from barents.players.operations import flag as operations
from barents.players.search import Search
from tests.nordkapp.waters import ALLIED, LUFTWAFFE, Waters


@pytest.mark.parametrize("game", DOCTRINES)
def test_the_admiral_has_staffs_of_his_own_and_takes_the_enemy_for_a_captain(game: str) -> None:
    scenario = next(iter(registry.find(game).scenarios))
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
        admiral, known = nordkapp.Flag(waters.data), waters.match.known(eyes_of(ALLIED))
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
    for name, staffs in (("captain", CapeDoctrine(data)), ("admiral", north_cape.Flag(data))):
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


def test_in_operations_a_cover_of_a_ship_or_two_stays_in_port() -> None:
    match: Match[Any, Any] = Match.new("operations", "qp-11-teaching", seed=1, log=False)
    admiral = operations.Flag(match.data)
    while (decision := match.pending.get(ALLIED)) is None or decision.rule != "OP-FLEET-mission":
        side, decision = next(iter(match.pending.items()))
        match.act(side, admiral.choose(match.known(eyes_of(side)), decision, Dice.seeded(1)))
    sheet = admiral.choose(match.known(eyes_of(ALLIED)), match.pending[ALLIED], Dice.seeded(1))
    assert isinstance(sheet, Allot)
    port = match.state.desks[ALLIED].fleets["edinburgh-group"].at
    assert sheet["edinburgh-group"] == f"cover:{port}:1", "a captain's sails with the convoy"
