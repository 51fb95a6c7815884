"""Doctrine for North Cape, point by point on small positions, and whole games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import AttackOpenly, Declare, Engage, Go, LeaveMap, Pass, RollInfiltration, Stop
from barents.games.north_cape.data import ARCHANGEL, MURMANSK
from barents.games.north_cape.state import Leg, MissionType
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import RandomPlayer, play_out, player
from barents.players.north_cape import Doctrine
from barents.players.north_cape.answers import ANSWERS, NEXT_MISSION
from barents.players.north_cape.chart import Chart
from tests.north_cape.sea import ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
MERCHANTS = [f"mt-{number:02d}" for number in range(1, 9)]


@pytest.fixture
def sea() -> Sea:
    return Sea().weather("clear")


def answer(sea: Sea, side: Side) -> Action:
    """What doctrine answers now; it must be legal as it stands."""
    decision: Decision[Any] = sea.asked(side)
    advice = Doctrine(sea.data).advise(sea.match.known(eyes_of(side)), decision)
    assert decision.refusal(advice) is None
    return advice


def follow(sea: Sea, side: Side) -> Iterator[Action]:
    """Let doctrine answer while one side is asked."""
    while side in sea.match.pending:
        action = answer(sea, side)
        sea.act(side, action)
        yield action


# Allied


def test_a_convoy_is_boxed_and_its_destroyers_stay_free(sea: Sea) -> None:
    sea.place_all([*MERCHANTS, "gb-dd-1", "gb-de-1"], "1510")
    sea.place("mt-09", "1510", damage=1)
    sea.missions(ALLIED)
    assert str(answer(sea, ALLIED)) == "regroup group-1 1510"
    sea.act(ALLIED, answer(sea, ALLIED))
    assert answer(sea, ALLIED) == Choose((*MERCHANTS, "gb-de-1"))


def test_a_convoy_sails_three_hexes_on_along_its_lane(sea: Sea) -> None:
    sea.place_all([*MERCHANTS[:4], "gb-dd-1"], "1510")
    sea.missions(ALLIED)
    actions = follow(sea, ALLIED)
    assert next(actions) == Declare(SORTIE, "1510")
    assert next(actions) == Choose((*MERCHANTS[:4], "gb-dd-1"))
    assert isinstance(next(actions), Go)
    assert next(actions) == Stop()
    lane = Chart(sea.data).lane("summer", "archangel")
    assert sea.data.grid.distance("1510", sea.piece("mt-01").at) == 3
    assert lane[sea.piece("mt-01").at].cost < lane["1510"].cost


def test_a_convoy_that_was_seen_sails_before_everything_else(sea: Sea) -> None:
    sea.place_all([*MERCHANTS[:4], "gb-dd-1"], "1510")
    sea.place_all(["duke-of-york", "gb-dd-2"], "1530")
    sea.missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(SORTIE, "1530")  # the fleet goes to its station first
    sea.identify("mt-01").missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(SORTIE, "1510")


def test_westbound_merchants_leave_by_the_west_edge(sea: Sea) -> None:
    sea.place_all(MERCHANTS[:2], "0110", start=MURMANSK)
    sea.mission(SORTIE, MERCHANTS[:2], began=False, moved=0).begin(Leg())
    assert answer(sea, ALLIED) == LeaveMap()


def test_damaged_merchants_are_left_behind_unless_they_can_arrive_in_time(sea: Sea) -> None:
    sea.state.turn = 20
    sea.place("mt-01", "1510", damage=1)
    sea.missions(ALLIED)
    assert answer(sea, ALLIED) == Pass()
    sea.place("mt-01", "4432", damage=1)
    sea.missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(SORTIE, "4432")


def test_soviet_destroyers_are_not_dragged_past_their_limit(sea: Sea) -> None:
    sea.place_all([*MERCHANTS[:3]], "4424", start=MURMANSK)
    sea.place("su-dd-1", "4424", start=MURMANSK)
    sea.missions(ALLIED).act(ALLIED, "declare sortie 4424 no")
    assert answer(sea, ALLIED) == Choose(tuple(MERCHANTS[:3]))


def test_escorts_attack_a_boat_that_was_found_beside_the_convoy_and_keep_a_screen(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-dd-1", "gb-dd-2", "gb-dd-3"], "1510")
    sea.place("u-88", "1511")
    sea.identify("u-88").missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(ATTACK, "1510")
    sea.act(ALLIED, answer(sea, ALLIED))
    assert answer(sea, ALLIED) == Choose(("gb-dd-1",))  # two stay with the merchant


def test_the_battle_fleet_attacks_only_with_half_as_many_guns_again(sea: Sea) -> None:
    sea.place_all(["duke-of-york", "washington"], "1515")
    sea.place("tirpitz", "1518")
    sea.identify("tirpitz").missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(ATTACK, "1515")  # 17 against 9
    sea.place("scheer", "1518")
    sea.identify("scheer").missions(ALLIED)
    assert answer(sea, ALLIED) != Declare(ATTACK, "1515")  # 17 against 15


def test_a_submarine_runs_in_on_raiders_that_pass_and_attacks_them(sea: Sea) -> None:
    sea.place("trident", "2228")
    sea.place("tirpitz", "2226")
    sea.identify("tirpitz", reconnoitred=False).missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(SORTIE, "2228")
    sea.act(ALLIED, answer(sea, ALLIED), Choose(("trident",)))
    assert answer(sea, ALLIED) == Go("2226")
    sea.place("trident", "2226")
    sea.missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(ATTACK, "2226")


def test_a_fighter_covers_the_convoy_and_meets_every_aircraft(sea: Sea) -> None:
    sea.place_all(["mt-01", "mt-02"], "1510")
    sea.place_all(["victorious", "sea-hurricane-1"], "1020")
    sea.missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(PATROL, "1020", True)
    sea.act(ALLIED, answer(sea, ALLIED), Choose(("sea-hurricane-1",)))
    assert answer(sea, ALLIED) == Go("1510")
    raid = Sea().weather("clear")
    raid.place("victorious", "1020")
    raid.place("mt-01", "1510")
    raid.on_patrol("sea-hurricane-1", "1510")
    raid.place("ju-88-1", "2633")
    raid.identify("mt-01").missions(AXIS).send(ATTACK, "ju-88-1").act(AXIS, "go 1510")
    assert answer(raid, ALLIED) == Choose(("sea-hurricane-1",))


# German


def test_a_scout_looks_at_the_stack_that_has_kept_a_merchants_pace(sea: Sea) -> None:
    sea.state.turn = 8
    sea.place("mt-01", "2310")  # 22 columns in 8 turns
    sea.place("trident", "0737")
    sea.place("bv-138-1", "2633")
    sea.missions(AXIS).act(AXIS, answer(sea, AXIS), Choose(("bv-138-1",)))
    assert answer(sea, AXIS) == Go("2310")


def test_every_bomber_in_range_of_a_base_goes_in_one_strike(sea: Sea) -> None:
    sea.place_all(["mt-01", "mt-02"], "2625")
    sea.place_all(["ju-88-1", "he-111-1", "bv-138-1"], "2633")
    sea.place("ju-87-1", "2633")
    sea.identify("mt-01").missions(AXIS)
    assert answer(sea, AXIS) == Declare(ATTACK, "2633", True)
    sea.act(AXIS, answer(sea, AXIS))
    assert answer(sea, AXIS) == Choose(("ju-88-1", "he-111-1", "ju-87-1"))


def test_bombers_finish_a_damaged_ship_and_torpedo_bombers_wait_for_their_stage(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-de-1"], "2625")
    sea.place("mt-02", "2625", damage=1)
    sea.fly("ju-88-1", "2625")
    sea.fly("he-111-1", "2625")
    sea.strike("ju-88-1", "he-111-1", dice=[9, 9])
    assert answer(sea, AXIS) == Engage("ju-88-1", "mt-02")
    sea.act(AXIS, answer(sea, AXIS))
    assert answer(sea, AXIS) == Stop()


def test_a_boat_in_a_convoys_hex_attacks_and_one_nearby_runs_in(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-dd-1"], "1510")
    sea.place("u-88", "1512")
    sea.identify("mt-01").missions(AXIS)
    assert answer(sea, AXIS) == Declare(SORTIE, "1512")
    sea.act(AXIS, answer(sea, AXIS), Choose(("u-88",)))
    assert answer(sea, AXIS) == Go("1510")
    sea.place("u-88", "1510")
    sea.missions(AXIS)
    assert answer(sea, AXIS) == Declare(ATTACK, "1510")


def test_a_boat_ahead_of_the_convoy_lies_in_its_way(sea: Sea) -> None:
    sea.state.turn = 5
    sea.place_all(["mt-01", "gb-dd-1"], "1506")
    sea.place("u-88", "2104")
    sea.identify("mt-01", reconnoitred=False).missions(AXIS)
    assert answer(sea, AXIS) == Declare(PATROL, "2104")
    sea.act(AXIS, answer(sea, AXIS), Choose(("u-88",)))
    onward = answer(sea, AXIS)
    goal = onward.cell if isinstance(onward, Go) else "2104"
    lane = Chart(sea.data).lane("summer", "archangel")
    assert lane[goal].cost < lane["1506"].cost  # ahead of it, not behind


@pytest.mark.parametrize(("damage", "expected"), [(0, RollInfiltration()), (1, AttackOpenly())])
def test_a_boat_shows_itself_only_for_a_kill_that_is_worth_it(sea: Sea, damage: int, expected: Action) -> None:
    sea.place("duke-of-york", "1530", damage=3 * damage)
    sea.place_all(["gb-dd-1", "gb-dd-2", "us-dd-1", "us-dd-2", "us-dd-3"], "1530")
    sea.place("u-88", "1530")
    sea.strike("u-88")
    assert sea.asked(AXIS).rule == "NC-8.1-infiltrate-when"
    assert answer(sea, AXIS) == expected


def test_boats_stay_out_of_a_thick_screen_unless_an_ace_commands(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-dd-1", "gb-dd-2", "gb-de-1"], "1510")
    sea.place("u-88", "1510")
    sea.identify("mt-01", "gb-dd-1", "gb-dd-2", "gb-de-1").missions(AXIS)
    assert answer(sea, AXIS) != Declare(ATTACK, "1510")
    sea.place("u-88", "1510", ace="Reche")
    sea.missions(AXIS)
    assert answer(sea, AXIS) == Declare(ATTACK, "1510")


def test_pocket_battleships_leave_a_convoy_alone_that_an_unseen_stack_may_cover(sea: Sea) -> None:
    sea.state.merchant_seen = True
    sea.place("mt-01", "1520")
    sea.place("norfolk", "1524")
    sea.place_all(["lutzow"], "1530")
    sea.identify("mt-01", reconnoitred=False).missions(AXIS)
    assert answer(sea, AXIS) == Declare(SORTIE, "1530")
    sea.act(AXIS, answer(sea, AXIS), Choose(("lutzow",)))
    home = answer(sea, AXIS)
    assert isinstance(home, Go)
    assert sea.data.grid.distance(home.cell, "2233") < sea.data.grid.distance("1530", "2233")


def test_the_surface_force_waits_for_a_merchant_and_stays_in_port_when_battleships_are_near(sea: Sea) -> None:
    sea.place_all(["tirpitz", "hipper"], "waiting:surface")
    sea.place("mt-01", "1520")
    sea.missions(AXIS)
    assert answer(sea, AXIS) == Pass()
    sea.state.merchant_seen = True
    sea.identify("mt-01").missions(AXIS)
    assert answer(sea, AXIS) == Declare(SORTIE, "waiting:surface")
    sea.place("duke-of-york", "0835")
    sea.identify("duke-of-york", reconnoitred=False).missions(AXIS)
    assert answer(sea, AXIS) == Pass()


def test_raiders_break_off_from_the_carrier_and_when_badly_hit(sea: Sea) -> None:
    sea.state.merchant_seen = True
    sea.place_all(["tirpitz", "hipper"], "1525")
    sea.place("mt-01", "1520")
    sea.identify("mt-01").missions(AXIS)
    assert answer(sea, AXIS) == Declare(ATTACK, "1525")
    for hurt in ({"carrier": True}, {"carrier": False}):
        other = Sea().weather("clear")
        other.state.merchant_seen = True
        other.place_all(["hipper"], "1525")
        other.place("tirpitz", "1525", damage=0 if hurt["carrier"] else 2)
        other.place("mt-01", "1520")
        if hurt["carrier"]:
            other.place("victorious", "1515")
            other.identify("victorious", reconnoitred=False)
        other.identify("mt-01").missions(AXIS)
        assert answer(other, AXIS) == Declare(SORTIE, "1525")
        other.act(AXIS, answer(other, AXIS), Choose(("hipper", "tirpitz")))
        home = answer(other, AXIS)
        assert isinstance(home, Go)
        assert other.data.grid.distance(home.cell, "2233") < other.data.grid.distance("1525", "2233")


# Whole games


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_doctrine_plays_itself_to_the_end_without_ever_falling_back(scenario: str) -> None:
    match: Match[Any, Any] = Match.new(GAME, scenario, seed=3, log=False)
    doctrine = Doctrine(match.data)
    asked: set[str] = set()
    choices = 0
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        advice = doctrine.advise(match.known(eyes_of(side)), decision)
        assert decision.refusal(advice) is None, f"{decision.rule}: {advice}"
        asked.add(decision.rule)
        match.act(side, advice)
        choices += 1
    assert match.result is not None
    assert asked <= {*ANSWERS, NEXT_MISSION}
    assert choices < 8_000
    merchants = [p for p in match.state.pieces[ALLIED].values() if match.data.counters[p.id].is_merchant]
    assert sum(piece.at in ("safe", "lost") for piece in merchants) > len(merchants) / 2


@pytest.mark.parametrize("side", list(Side))
def test_doctrine_beats_random(side: Side) -> None:
    match: Match[Any, Any] = Match.new(GAME, "unternehmen-sportpalast", seed=11, log=False)
    players = {side: player("doctrine", "north_cape", match.data), side.enemy: RandomPlayer()}
    play_out(match, players, {seat: Dice.seeded(seat.value) for seat in Side})
    assert match.result is not None
    assert match.result.winner is side


def test_lanes_keep_away_from_the_airfields_and_end_where_they_should() -> None:
    data = GAME.data(None)
    chart = Chart(data)
    assert chart.follow("winter", "murmansk", "0115", 99) == MURMANSK
    assert chart.follow("winter", "archangel", "0115", 99) == ARCHANGEL
    assert data.map.has(chart.follow("winter", "west", MURMANSK, 99), "west_edge")
    way = [chart.follow("winter", "archangel", "0115", steps) for steps in range(60)]
    nearest = min(data.grid.distance(cell, base) for cell in way for base in data.german_bases)
    straight = data.grid.line("0115", ARCHANGEL)
    assert nearest > min(data.grid.distance(cell, base) for cell in straight for base in data.german_bases)


def test_known_alone_decides(sea: Sea) -> None:
    """The same answer in two worlds that a side cannot tell apart: a merchant or a cruiser, face down."""
    answers = []
    for hidden in ("mt-01", "norfolk"):
        twin = Sea().weather("clear")
        twin.place(hidden, "0310")
        twin.place("bv-138-1", "2633")
        twin.missions(AXIS)
        answers.append([str(action) for action, _ in zip(follow(twin, AXIS), range(4), strict=False)])
    assert answers[0] == answers[1]
