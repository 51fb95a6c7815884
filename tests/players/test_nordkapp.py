"""Doctrine in Nordkapp: what its staffs do on small positions, and whole games."""

from __future__ import annotations

from typing import Any

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp import state as s
from barents.games.nordkapp.actions import Attack, Call, Disclose, ListenIn, Manoeuvre, Operate, PlayChit, Target
from barents.games.nordkapp.state import CONVOY, OUT, SURFACE, CombatBox, Options, Shadowing
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.game import Sighting
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Side, eyes_of
from barents.players import RandomPlayer, play_out, player
from barents.players.nordkapp import Doctrine
from barents.players.nordkapp.answers import ANSWERS
from barents.players.nordkapp.axis import AxisStaff
from barents.players.nordkapp.chart import CARES, Chart
from tests.nordkapp.waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters
from tests.published import NORDKAPP as SCENARIOS

ALL_OPTIONS: Options = all_rules(GAME, open_map=False)


def answer(waters: Waters, side: Side, seed: int = 1) -> Action:
    """What doctrine answers now; it must be legal as it stands."""
    decision: Decision[Any] = waters.asked(side)
    advice = Doctrine(waters.data).advise(waters.match.known(eyes_of(side)), decision, Dice.seeded(seed))
    assert advice is not None, f"doctrine does not know {decision.rule}"
    assert decision.refusal(advice) is None, f"{decision.rule}: {advice}"
    return advice


def routes(waters: Waters, side: Side, rule: str = "NK-5.1-secret-plot") -> dict[str, str]:
    """What doctrine plots for a side this turn, once its aircraft have their missions."""
    while waters.asked(side).rule != rule:
        waters.act(side, answer(waters, side))
    plotted = answer(waters, side)
    assert isinstance(plotted, Allot)
    return dict(plotted.pairs)


def report(waters: Waters, side: Side, cell: str, what: str, turn: int) -> None:
    """A side has heard of enemies in a hex."""
    waters.state.notebook[side].sightings.append(Sighting(cell, what, "reconnaissance", turn))


def staff(waters: Waters, *, planning: bool = True) -> AxisStaff:
    """The German staff before such a position."""
    known = GAME.known(waters.data, waters.state, eyes_of(AXIS))
    return AxisStaff(waters.data, Chart(waters.data), known, AXIS, Dice.seeded(1), planning=planning)


# Where the convoys may be


def test_a_report_is_grown_by_speed_and_time_and_boats_that_saw_nobody_take_from_it() -> None:
    waters = Waters(LUFTWAFFE, turn=6)
    report(waters, AXIS, "2010", CONVOY, 4)
    waters.place("u-88", "2012")
    waters.state.courses[AXIS]["u-88"] = "2012"
    germans = staff(waters)
    pq = next(force for force in germans.convoys if force.convoy == "pq")
    odds = germans.where(pq, 5)
    assert odds
    assert all(waters.data.distance("2010", cell) <= 2 for cell in odds)
    assert "2012" not in odds, "a boat lay there at the end of turn 5"
    assert "2012" in staff(waters, planning=False).where(pq, 5)
    assert sum(odds.values()) == pytest.approx(1, abs=0.05)
    assert all(waters.data.distance("2010", cell) <= 4 for cell in germans.where(pq, 6))


def test_what_was_disclosed_is_relied_on() -> None:
    waters = Waters(LUFTWAFFE, turn=6)
    report(waters, AXIS, "2010", CONVOY, 5)
    waters.state.notebook[AXIS].facts["shadowed:2010"] = "2209"
    germans = staff(waters)
    pq = next(force for force in germans.convoys if force.convoy == "pq")
    assert germans.where(pq, 6)["2209"] > 0.8


def test_two_convoys_that_pass_each_other_are_told_apart_by_where_each_was_before() -> None:
    waters = Waters(LUFTWAFFE, turn=9)
    for turn, east, west in ((6, "2008", "2012"), (7, "2010", "2010"), (8, "2012", "2008")):
        report(waters, AXIS, east, CONVOY, turn)
        if west != east:
            report(waters, AXIS, west, CONVOY, turn)
    reports = {key: found.cell for key, found in staff(waters).reports.items()}
    assert reports == {"pq16": "2012", "qp12": "2008"}


def test_the_more_one_cares_the_farther_a_lane_stays_from_bombers_and_the_coast() -> None:
    waters = Waters(LUFTWAFFE)
    chart = Chart(waters.data)
    dread = chart.dread(LUFTWAFFE)
    exits = ("1018", "1019", "1020")

    def dreadful(care: float) -> float:
        lane, cell, found = chart.lane(LUFTWAFFE, exits, care, growlers=False), "2001", 0.0
        while lane[cell].steps:
            onward = [other for other in waters.data.passage("spring").neighbours(cell) if other in lane]
            cell = min(onward, key=lambda other: (lane[other].cost, other))
            found += dread[cell]
        return found

    sums = [dreadful(care) for care in CARES]
    assert sums == sorted(sums)
    assert sums[0] < sums[-1]


# The Allied plot


def test_a_convoy_with_no_turn_to_lose_goes_the_shortest_way_off_the_map() -> None:
    waters = Waters(LUFTWAFFE, turn=15)
    waters.convoy("pq16", "1515", "gb-dd-01")
    steps = waters.data.steps_to("spring", ("1018", "1019", "1020"))
    for turn in range(15, 19):
        waters.state.turn = turn
        here = waters.state.pieces[ALLIED]["merc-01"].at
        way = routes(waters.begin(s.Orders()), ALLIED)["pq16"].split(">")
        if way[-1] == OUT:
            return
        assert steps[way[-1]] == steps[here] - 2
        for piece in waters.state.pieces[ALLIED].values():
            piece.at = way[-1]
    pytest.fail("it did not get off the map in time")


def test_a_convoy_with_turns_in_hand_keeps_off_the_coast_and_does_not_do_the_same_every_time() -> None:
    ends = set()
    for seed in range(12):
        waters = Waters(LUFTWAFFE, turn=3)
        waters.convoy("pq16", "2404", "gb-dd-01")
        waters.begin(s.Orders())
        while waters.asked(ALLIED).rule != "NK-5.1-secret-plot":
            waters.act(ALLIED, answer(waters, ALLIED, seed))
        plotted = answer(waters, ALLIED, seed)
        assert isinstance(plotted, Allot)
        way = (plotted["pq16"] or "").split(">")
        ends.add(way[-1])
        assert not set(way) & set(waters.data.norwegian_coast)
    assert len(ends) > 2


@pytest.mark.parametrize("detected", [0, 2])
def test_the_fleet_stays_out_of_the_bombers_reach_until_german_ships_may_be_out(detected: int) -> None:
    waters = Waters(LUFTWAFFE, turn=5)
    waters.convoy("pq16", "2010", "gb-dd-01")
    waters.force("battle", "2607", "duke-of-york", "washington", "gb-dd-05")
    if detected:
        waters.state.detected["pq16"] = detected
    plotted = routes(waters.begin(s.Orders()), ALLIED)
    fleet, convoy = (plotted[key].split(">")[-1] for key in ("battle", "pq16"))
    dread = Chart(waters.data).dread(LUFTWAFFE)
    if detected:
        assert waters.data.distance(fleet, convoy) < waters.data.distance("2607", convoy)
        assert dread[fleet] > dread["2607"]
    else:
        assert dread[fleet] <= 0.16


def test_destroyers_of_a_fleet_in_company_strengthen_a_weak_screen() -> None:
    waters = Waters(SPORTPALAST, turn=2)
    waters.convoy("pq12", "2004", "gb-dd-01", "e-01")
    waters.force("home", "2004", "king-george-v", "gb-dd-02", "gb-dd-03", "gb-dd-04", "gb-dd-05", "gb-dd-06")
    plotted = routes(waters.begin(s.Orders()), ALLIED)
    assert [name for name, value in plotted.items() if value == "with:pq12"] == ["gb-dd-05", "gb-dd-06"]


def test_a_capital_ship_that_is_hurt_goes_home_alone() -> None:
    waters = Waters(SPORTPALAST, turn=4)
    waters.force("home", "2004", "king-george-v", "gb-dd-02")
    waters.place("duke-of-york", "2004", force="home", damage=1)
    waters.convoy("pq12", "1906", "gb-dd-01")
    assert routes(waters.begin(s.Orders()), ALLIED)["duke-of-york"] == "alone"


@pytest.mark.parametrize(("turn", "expected"), [(3, "rejoin"), (12, "1506")])
def test_a_convoy_waits_for_stragglers_only_while_it_has_time(turn: int, expected: str) -> None:
    waters = Waters(LUFTWAFFE, Options(reorganisation=True), turn=turn)
    waters.convoy("pq16", "1508", "gb-dd-01")
    waters.straggler("merc-30", "1506", "pq16", apart=turn - 1)
    way = routes(waters.begin(s.Orders()), ALLIED)["merc-30"]
    assert way.startswith(expected)
    assert (way == "rejoin") is (expected == "rejoin")


def test_where_a_convoy_would_scatter_nobody_looks_for_german_ships() -> None:
    found = {}
    for scenario, key in ((SCATTER, "pq17"), (SPORTPALAST, "pq12")):
        waters = Waters(scenario, turn=8).weather("bad")
        waters.convoy(key, "1806", "gb-dd-01")
        waters.state.detected[key] = 1
        waters.begin(s.Orders())
        missions = answer(waters, ALLIED)
        assert isinstance(missions, Allot)
        found[scenario] = [cell for _, cell in missions.pairs if cell != "-"]
    assert all(GAME.data(None).distance(cell, "1806") > 5 for cell in found[SCATTER])
    assert any(GAME.data(None).distance(cell, "1806") <= 7 for cell in found[SPORTPALAST])


def test_cruisers_in_company_disclose_their_course_rather_than_the_convoy() -> None:
    for company in (True, False):
        waters = Waters(LUFTWAFFE, turn=4).weather("fair")
        waters.convoy("pq16", "2605", "gb-dd-01")
        if company:
            waters.force("cruisers", "2605", "kent", "norfolk")
        waters.sighted(AXIS, "2605").begin(s.Disclosure("2605"))
        disclosed = answer(waters, ALLIED)
        assert isinstance(disclosed, Disclose)
        assert disclosed.force == ("cruisers" if company else "pq16")


def test_without_cruisers_a_destroyer_that_can_be_spared_misleads_the_enemy() -> None:
    waters = Waters(LUFTWAFFE, turn=4).weather("fair")
    waters.convoy("pq16", "2605", "gb-dd-01", "gb-dd-02", "e-01", "e-02")
    waters.sighted(AXIS, "2605").begin(s.Disclosure("2605"), s.EndTurn())
    disclosed = answer(waters, ALLIED)
    assert isinstance(disclosed, Disclose)
    assert disclosed.force == "gb-dd-01"
    assert waters.data.distance(disclosed.cell, "2605") <= 2, "where a convoy could go as well"
    waters.act(ALLIED, disclosed)
    while waters.asked(ALLIED).rule != "NK-5.1-secret-plot":
        waters.act(ALLIED, answer(waters, ALLIED))
    waters.act(ALLIED, answer(waters, ALLIED))
    waters.idle_until("NK-6.2-naval-recon")
    assert waters.piece("gb-dd-01").at == disclosed.cell
    assert waters.piece("merc-01").at not in ("2605", disclosed.cell)


# The German plot


def test_boats_gather_where_contact_is_kept_and_spread_where_it_is_not() -> None:
    ends = {}
    for kept in (True, False):
        waters = Waters(LUFTWAFFE, turn=6)
        report(waters, AXIS, "2010", CONVOY, 5)
        if kept:
            waters.state.notebook[AXIS].facts["shadowed:2010"] = "2012"
        for name, cell in (("u-88", "2013"), ("u-255", "1911"), ("u-456", "2111"), ("u-703", "2012")):
            waters.place(name, cell)
        plotted = routes(waters.begin(s.Orders()), AXIS)
        ends[kept] = [way.removesuffix(">down").split(">")[-1] for way in plotted.values()]
    assert ends[True] == ["2012"] * 4
    assert len(set(ends[False])) >= 3


def test_ships_come_out_for_a_convoy_that_they_can_catch_and_go_home_when_hurt() -> None:
    for turn, cell, sails in ((4, "1603", True), (15, "1118", False)):
        waters = Waters(SPORTPALAST, turn=turn)
        waters.force("tirpitz-group", "waiting:tirpitz-group", "tirpitz", "de-dd-1", "de-dd-2")
        report(waters, AXIS, cell, CONVOY, turn - 1)
        waters.state.detected["pq12"] = 3
        assert (">" in routes(waters.begin(s.Orders()), AXIS)["tirpitz-group"]) is sails
    waters = Waters(SPORTPALAST, turn=5)
    waters.force("tirpitz-group", "1103", "de-dd-1")
    waters.place("tirpitz", "1103", force="tirpitz-group", damage=3)
    waters.state.detected["pq12"] = 3
    report(waters, AXIS, "1603", CONVOY, 4)
    assert routes(waters.begin(s.Orders()), AXIS)["tirpitz-group"].endswith(OUT)


def test_a_scout_goes_where_contact_is_kept_and_one_stays_behind() -> None:
    waters = Waters(LUFTWAFFE, turn=6).weather("fog")
    report(waters, AXIS, "2010", CONVOY, 5)
    waters.state.notebook[AXIS].facts["shadowed:2010"] = "2012"
    for name in ("bv-138-1", "bv-138-2", "fw-200-1", "ju-88-1"):
        waters.place(name, "0904")
    waters.begin(s.Orders())
    chosen = answer(waters, AXIS)
    assert isinstance(chosen, Choose)
    assert "ju-88-1" not in chosen.items, "bombers wait for the raid"
    assert 0 < len(chosen.items) < 3
    waters.act(AXIS, chosen)
    assert "search>2012" in str(answer(waters, AXIS))


# Boats, bombs and guns


def test_boats_attack_what_has_no_screen_and_leave_a_strong_one_alone_in_fog() -> None:
    for escorts, expected in (((), Attack("u-88")), (("gb-dd-01", "gb-dd-02", "gb-dd-03", "e-01"), Decline())):
        waters = Waters(LUFTWAFFE, turn=5).weather("fog")
        waters.convoy("pq16", "2010", *escorts, merchants=9)
        waters.place("u-88", "2010", submerged=True)
        waters.state.shown[AXIS].append("2010")
        waters.state.notebook[AXIS].identified = dict.fromkeys(waters.state.pieces[ALLIED], "seen")
        waters.sighted(AXIS, "2010").begin(s.SubmarinePhase(AXIS))
        assert answer(waters, AXIS) == expected


def test_a_boat_attacks_submerged_by_day_and_fires_at_the_dearest_ship() -> None:
    for extra, dearest in (("duke-of-york", "duke-of-york"), ("gb-dd-02", "merc-03")):
        waters = Waters(LUFTWAFFE, turn=5).weather("fair")
        waters.convoy("pq16", "2010", "gb-dd-01", extra, merchants=5)
        waters.state.pieces[ALLIED]["merc-03"].damage = 1
        waters.place("u-88", "2010")
        waters.sighted(AXIS, "2010").begin(s.SubmarineAction(AXIS, "u-88"), dice=[6, 1, 1, 1, 1, 1])
        assert answer(waters, AXIS) == Operate(surfaced=False)
        waters.act(AXIS, answer(waters, AXIS))
        while waters.asked(next(iter(waters.match.pending))).rule != "NK-7.1.2-attack":
            side = next(iter(waters.match.pending))
            waters.act(side, Decline())
        assert answer(waters, AXIS) == Target(dearest)


@pytest.mark.parametrize(("surfaced", "expected"), [(True, PlayChit("flares")), (False, Decline())])
def test_flares_are_kept_for_a_boat_that_they_can_show(surfaced: bool, expected: Action) -> None:
    waters = Waters(LUFTWAFFE, turn=5)
    waters.convoy("pq16", "2010", "gb-dd-01")
    waters.place("u-88", "2010", submerged=not surfaced)
    waters.state.bag = {ALLIED: [], AXIS: ["radar"]}
    waters.state.hand = {ALLIED: ["flares"], AXIS: []}
    waters.state.box = CombatBox("submarine", "2010", AXIS, attackers=["u-88"], surfaced=surfaced)
    waters.begin(s.Infiltrate(), dice=[3])
    assert answer(waters, ALLIED) == expected


def test_every_ready_bomber_raids_and_they_finish_cripples_first() -> None:
    waters = Waters(LUFTWAFFE, turn=5).weather("fog")
    names = waters.convoy("pq16", "2010", merchants=4)
    waters.state.pieces[ALLIED][names[2]].damage = 1
    for name in ("ju-88-1", "ju-88-2", "he-111-1"):
        waters.place(name, "1009")
    waters.place("he-111-2", "1009", resting=True)
    waters.sighted(AXIS, "2010").begin(s.AirRaids(AXIS), dice=[1] * 3)
    raid = answer(waters, AXIS)
    assert isinstance(raid, Choose)
    assert set(raid.items) == {"ju-88-1", "ju-88-2", "he-111-1"}
    waters.act(AXIS, raid)
    aims = answer(waters, AXIS)
    assert isinstance(aims, Allot)
    assert [target for _, target in aims.pairs].count(names[2]) == 1
    assert len({target for _, target in aims.pairs}) == 3, "each another ship"


def test_guns_spread_over_the_raiders_the_strongest_at_the_most_dangerous() -> None:
    waters = Waters(LUFTWAFFE, turn=5).weather("fog")
    waters.convoy("pq16", "2010", "alynbank", "gb-dd-01", merchants=4)
    waters.place("he-111-1", "1009")
    waters.place("ju-88-1", "1009", damage=1)
    waters.sighted(AXIS, "2010").begin(s.AirRaid(AXIS, "2010", ("he-111-1", "ju-88-1")), dice=[1] * 4)
    aims = answer(waters, ALLIED)
    assert isinstance(aims, Allot)
    assert aims["alynbank"] == "he-111-1"


def test_german_ships_fall_on_a_convoy_and_run_from_a_fleet() -> None:
    for key, names, expected in (
        ("home", ("king-george-v", "duke-of-york", "renown", "gb-dd-02"), Decline()),
        ("pq12", ("merc-01", "e-01"), Call("1806")),
    ):
        waters = Waters(SPORTPALAST, turn=5)
        waters.force(key, "1806", *names)
        waters.state.pieces[ALLIED][names[0]].convoy = "pq12" if key == "pq12" else ""
        waters.force("tirpitz-group", "1806", "tirpitz", "de-dd-1")
        waters.state.detected["pq12"] = 2
        waters.sighted(AXIS, "1806").begin(s.CallCombat(AXIS))
        assert answer(waters, AXIS) == expected
        waters.begin(s.SurfaceCombat(AXIS, "1806"), dice=[1] * 20)
        for side in Side:
            if side in waters.match.pending:
                waters.act(side, answer(waters, side))
        outgunned, other = (AXIS, ALLIED) if key == "home" else (ALLIED, AXIS)
        assert answer(waters, outgunned) == Manoeuvre("flee")
        assert answer(waters, other) == Manoeuvre("each")


def test_the_allies_listen_and_look_around_only_where_german_ships_were_near() -> None:
    waters = Waters(SPORTPALAST, Options(hfdf=True), turn=5)
    waters.place("u-88", "1905")
    waters.begin(s.Listen(), dice=[1])
    assert answer(waters, ALLIED) == ListenIn(yes=True)
    for near in (True, False):
        waters = Waters(SPORTPALAST, turn=5)
        waters.force("home", "1806", "king-george-v", "gb-dd-02")
        waters.state.detected["pq12"] = 2
        report(waters, ALLIED, "1605" if near else "1018", SURFACE, 4)
        waters.begin(s.Recon(ALLIED))
        assert answer(waters, ALLIED) == Choose(("1806",) if near else ())


# Whole games


@pytest.mark.parametrize(
    ("scenario", "options"),
    [*((scenario, Options()) for scenario in SCENARIOS), (SCATTER, ALL_OPTIONS), (LUFTWAFFE, Options(solitaire=True))],
)
def test_doctrine_plays_itself_to_the_end_without_ever_falling_back(scenario: str, options: Options) -> None:
    match: Match[Any, Any] = Match.new(GAME, scenario, seed=3, options=options, log=False)
    doctrine, dice = Doctrine(match.data), {side: Dice.seeded(side.value) for side in Side}
    asked: set[str] = set()
    choices = 0
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        assert side is AXIS or not match.state.options.solitaire
        advice = doctrine.advise(match.known(eyes_of(side)), decision, dice[side])
        assert advice is not None, decision.rule
        assert decision.refusal(advice) is None, f"{decision.rule}: {advice}"
        asked.add(decision.rule)
        match.act(side, advice)
        choices += 1
    assert match.result is not None
    assert "in time" not in match.result.why, "every convoy got off the map"
    assert asked <= set(ANSWERS)
    assert choices < 3_000


@pytest.mark.parametrize("scenario", [SPORTPALAST, LUFTWAFFE])
@pytest.mark.parametrize("side", list(Side))
def test_doctrine_beats_random(side: Side, scenario: str) -> None:
    match: Match[Any, Any] = Match.new(GAME, scenario, seed=11, log=False)
    players = {side: player("doctrine", "nordkapp", match.data), side.enemy: RandomPlayer()}
    play_out(match, players, {seat: Dice.seeded(seat.value) for seat in Side})
    assert match.result is not None
    assert match.result.winner is side


@pytest.mark.parametrize("escorts", [("gb-dd-01", "gb-dd-02", "gb-dd-03", "gb-dd-04", "e-01"), ("palomares",)])
def test_of_a_convoy_that_is_to_scatter_an_escort_says_where_she_will_run(escorts: tuple[str, ...]) -> None:
    """None of the destroyers can go where the convoy might be thought to go."""
    waters = Waters(SCATTER, turn=5)
    waters.convoy("pq17", "2012", *escorts, merchants=12)
    waters.place("u-88", "2012")
    waters.state.ordered = ["pq17"]
    waters.sighted(AXIS, "2012").begin(Shadowing(), axis=[4]).act(AXIS, "choose u-88")
    disclosed = answer(waters, ALLIED)
    assert isinstance(disclosed, Disclose)
    assert disclosed.force in escorts
    waters.act(ALLIED, disclosed)


def test_a_convoy_that_was_scattered_is_hunted_on_its_way() -> None:
    """Nobody tells him, but single merchants in several hexes do; they are expected nearer to their exit every turn."""
    waters = Waters(SCATTER, turn=10)
    report(waters, AXIS, "2012", "merchants", 8)
    assert not staff(waters).is_scattered, "one may have fallen behind"
    report(waters, AXIS, "2602", "merchants", 8)
    report(waters, AXIS, "2603", "2 DD, 15 merchants", 8)
    assert not staff(waters).is_scattered, "a convoy is no single ship"
    report(waters, AXIS, "2502", "merchants", 9)
    assert staff(waters).is_scattered
    steps = waters.data.steps_to("summer", ("1018", "1019", "1020"))
    heat = staff(waters).heat(10)
    near = {cell: chance for cell, chance in heat.items() if waters.data.distance(cell, "2012") <= 4}
    assert steps[max(near, key=lambda cell: near[cell])] <= steps["2012"] - 3
