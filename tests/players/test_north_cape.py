"""Doctrine for North Cape, point by point on small positions, and whole games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import (
    AttackOpenly,
    Declare,
    Engage,
    Go,
    LeaveMap,
    Pass,
    RollInfiltration,
    Spot,
    Stop,
)
from barents.games.north_cape.data import ARCHANGEL, MURMANSK
from barents.games.north_cape.rules.missions import NEXT_MISSION
from barents.games.north_cape.state import MERCHANTS_SEEN, Leg, MissionType, Used, Wake
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.game import Sighting
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import RandomPlayer, play_out, player
from barents.players.north_cape import Doctrine
from barents.players.north_cape.answers import ANSWERS
from barents.players.north_cape.axis import AxisStaff
from barents.players.north_cape.chart import Chart
from barents.players.north_cape.suspicion import LIKELY
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.published import NORTH_CAPE as SCENARIOS

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


def test_all_escorts_listen_for_boats_under_the_convoy(sea: Sea) -> None:
    sea.place_all([*MERCHANTS, "gb-dd-1", "gb-de-1"], "1510")
    sea.place("u-88", "1510")
    sea.missions(ALLIED)
    assert str(answer(sea, ALLIED)) == "regroup group-1 1510"
    sea.act(ALLIED, answer(sea, ALLIED))
    sea.act(ALLIED, answer(sea, ALLIED))
    assert answer(sea, ALLIED) == Declare(RECON, "1510")
    sea.act(ALLIED, answer(sea, ALLIED))
    assert answer(sea, ALLIED) == Choose(("gb-dd-1", "gb-de-1"))


@pytest.mark.parametrize("watched", [True, False])
def test_an_escort_draws_the_patrols_before_the_convoy_sails(sea: Sea, watched: bool) -> None:
    """A minor escort, if there is one: it is faster than a boat, and costs no points."""
    escorts = ("gb-dd-1", "gb-dd-2", "gb-de-1")
    sea.place_all([*MERCHANTS[:4], *escorts], "1510", start="0110")
    for name in escorts:
        sea.state.pieces[ALLIED][name].used = Used.RECON
    sea.place("u-88", "1511")
    if watched:
        sea.on_patrol("u-88", "1511")
    sea.missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(SORTIE, "1510")
    sea.act(ALLIED, answer(sea, ALLIED))
    assert answer(sea, ALLIED) == Choose(("gb-de-1",) if watched else (*MERCHANTS[:4], *escorts))


def test_the_battle_fleet_attacks_only_with_half_as_many_guns_again(sea: Sea) -> None:
    sea.place_all(["duke-of-york", "washington"], "1515")
    sea.place("tirpitz", "1518")
    sea.identify("tirpitz").missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(ATTACK, "1515")  # 17 against 9
    sea.place("scheer", "1518")
    sea.identify("scheer").missions(ALLIED)
    assert answer(sea, ALLIED) != Declare(ATTACK, "1515")  # 17 against 15


def test_cruisers_that_came_to_help_go_back_to_their_station_and_the_convoy_passes_north_cape(sea: Sea) -> None:
    """Norfolk may not be east of the cape: a convoy that took her along could never go on."""
    sea.place_all([*MERCHANTS[:4], "gb-dd-1", "norfolk"], "2715")
    sea.missions(ALLIED)
    actions = follow(sea, ALLIED)
    assert next(actions) == Declare(SORTIE, "2715")
    assert next(actions) == Choose(("norfolk",))
    assert isinstance(next(actions), Go)
    assert next(actions) == Stop()
    sea.missions(ALLIED)
    actions = follow(sea, ALLIED)
    assert next(actions) == Declare(SORTIE, "2715")
    assert next(actions) == Choose((*MERCHANTS[:4], "gb-dd-1"))
    assert isinstance(next(actions), Go)
    assert int(sea.piece("mt-01").at[:2]) > 28


def test_a_submarine_looks_at_raiders_that_pass_and_attacks_them_when_they_are_found(sea: Sea) -> None:
    sea.place("trident", "2228")
    sea.place("tirpitz", "2226")
    sea.identify("tirpitz", reconnoitred=False).missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(RECON, "2228")
    sea.act(ALLIED, answer(sea, ALLIED), Choose(("trident",)))
    assert answer(sea, ALLIED) == Go("2226")
    sea.act(ALLIED, Go("2226"), Stop())
    assert answer(sea, ALLIED) == Spot("trident", "2226")
    sea.place("trident", "2228")
    sea.identify("tirpitz").missions(ALLIED)
    assert answer(sea, ALLIED) == Declare(ATTACK, "2228")
    sea.act(ALLIED, answer(sea, ALLIED), Choose(("trident",)))
    assert answer(sea, ALLIED) == Go("2226")


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


@pytest.mark.parametrize(("escort", "waits"), [("gb-de-1", False), ("gb-aa-1", True)])
def test_bombers_finish_a_damaged_ship_and_torpedo_bombers_save_themselves_from_heavy_fire(
    sea: Sea, escort: str, waits: bool
) -> None:
    sea.place_all(["mt-01", escort], "2625")
    sea.place("mt-02", "2625", damage=1)
    sea.fly("ju-88-1", "2625")
    sea.fly("he-111-1", "2625")
    sea.strike("ju-88-1", "he-111-1", dice=[9, 9])
    assert answer(sea, AXIS) == Engage("ju-88-1", "mt-02")
    sea.act(AXIS, answer(sea, AXIS))
    if ALLIED in sea.match.pending:
        sea.act(ALLIED, "hold-fire")
    assert answer(sea, AXIS) == (Stop() if waits else Engage("he-111-1", "mt-02"))


def test_escorts_share_two_boats_that_were_detected(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-dd-1", "gb-dd-2", "gb-dd-3"], "2020")
    sea.place_all(["u-88", "u-255"], "2020")
    sea.strike("u-88", "u-255", dice=[10] * 4)
    sea.act(AXIS, "attack-openly", "attack-openly", "stop")
    while ALLIED in sea.match.pending and sea.asked(ALLIED).rule != "NC-8.3-when":
        sea.act(ALLIED, "stop")
    assert answer(sea, ALLIED) == Choose(("gb-dd-1", "gb-dd-2"))
    sea.act(ALLIED, answer(sea, ALLIED))
    assert answer(sea, ALLIED) == Choose(("gb-dd-3",))


@pytest.mark.parametrize(("used", "mission"), [(0, PATROL), (Used.PATROL, ATTACK)])
def test_a_boat_near_a_convoy_lies_down_under_it_and_then_attacks(sea: Sea, used: int, mission: MissionType) -> None:
    """On patrol, so that the convoy is halted when it sails; if that is done, to attack at once."""
    sea.place_all(["mt-01", "gb-dd-1"], "1510")
    sea.place("u-88", "1512", used=used)
    sea.identify("mt-01").missions(AXIS)
    assert answer(sea, AXIS) == Declare(mission, "1512")
    sea.act(AXIS, answer(sea, AXIS), Choose(("u-88",)))
    assert answer(sea, AXIS) == Go("1510")
    sea.place("u-88", "1510", used=Used.PATROL)
    sea.missions(AXIS)
    assert answer(sea, AXIS) == Declare(ATTACK, "1510")


def test_one_boat_stops_what_may_be_a_convoy_and_raiders_only_what_was_seen_to_be_one(sea: Sea) -> None:
    """A patrol is spent by its attempt: the other boat waits, in case it was an escort that is too fast."""
    for seen in (False, True):
        lane = Sea().weather("clear")
        lane.state.turn = 13
        lane.place("mt-01", "1506", start="0106")
        for name in ("u-88", "u-255", "hipper"):
            lane.on_patrol(name, "1506")
        if seen:
            lane.state.notebook[AXIS].sightings = [Sighting("1506", MERCHANTS_SEEN, "seen there", 12)]
        lane.missions(ALLIED).send(SORTIE, "mt-01").act(ALLIED, "go 1606")
        assert answer(lane, AXIS) == Choose(("u-88", "hipper") if seen else ("u-88",))


def test_merchants_that_were_seen_are_followed_by_their_wake(sea: Sea) -> None:
    """They sailed slowly, and by their pace would be no convoy; an older stack beside them is none the more."""
    sea.state.turn = 20
    sea.state.notebook[AXIS].sightings = [Sighting("1510", MERCHANTS_SEEN, "seen there", 18)]
    sea.state.wakes = [Wake(18, ALLIED, "1510", "1710", 2, True), Wake(19, ALLIED, "1710", "1910", 2, True)]
    sea.place("mt-01", "1910")
    sea.place("norfolk", "1911")
    sea.missions(AXIS)
    staff = AxisStaff(sea.data, Chart(sea.data), sea.match.known(eyes_of(AXIS)), AXIS)
    assert staff.suspicion["1910"] > LIKELY > staff.suspicion["1911"]


def test_bombers_leave_alone_whom_only_a_patrol_has_found(sea: Sea) -> None:
    sea.place("mt-01", "2625")
    sea.place("u-88", "2625", used=Used.PATROL | Used.ATTACK)
    sea.place("ju-88-1", "2633")
    sea.identify("mt-01")
    sea.state.pieces[ALLIED]["mt-01"].recon = ["u-88"]
    sea.missions(AXIS)
    assert answer(sea, AXIS) != Declare(ATTACK, "2633", True)


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


def test_boats_try_no_screen_that_would_cost_more_than_it_brings_unless_an_ace_commands(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-de-1"], "1510")
    sea.place("u-88", "1510", used=Used.PATROL)
    sea.identify("mt-01", "gb-de-1").missions(AXIS)
    assert answer(sea, AXIS) == Pass()
    sea.place("u-88", "1510", ace="Reche", used=Used.PATROL)
    sea.missions(AXIS)
    assert answer(sea, AXIS) == Declare(ATTACK, "1510")


@pytest.mark.parametrize("leading", [True, False])
def test_raiders_shun_a_convoy_that_an_unseen_stack_may_cover_only_while_they_lead(sea: Sea, leading: bool) -> None:
    sea.state.merchant_seen = True
    sea.state.points[AXIS] = 400 * leading
    sea.place("mt-01", "1518")
    sea.place("norfolk", "1514")
    sea.place_all(["lutzow"], "1530")
    sea.identify("mt-01", reconnoitred=False).missions(AXIS)
    assert answer(sea, AXIS) == Declare(SORTIE, "1530")
    sea.act(AXIS, answer(sea, AXIS), Choose(("lutzow",)))
    onward = answer(sea, AXIS)
    assert isinstance(onward, Go)
    homeward = sea.data.grid.distance(onward.cell, "2233") < sea.data.grid.distance("1530", "2233")
    assert homeward is leading


def test_raiders_go_in_among_the_convoy_and_open_fire_without_a_scout(sea: Sea) -> None:
    """First on patrol in its hex, so that it cannot sail away, then to attack; who has fired waits a turn."""
    sea.state.merchant_seen = True
    sea.place("mt-01", "1520")
    sea.place_all(["tirpitz", "hipper"], "1525")
    sea.identify("mt-01", reconnoitred=False).missions(AXIS)
    assert answer(sea, AXIS) == Declare(PATROL, "1525")
    sea.act(AXIS, answer(sea, AXIS), Choose(("hipper", "tirpitz")))
    assert answer(sea, AXIS) == Go("1520")
    for fired, expected in ((0, Declare(ATTACK, "1520")), (Used.GUNFIRE, Pass())):
        sea.place_all(["tirpitz", "hipper"], "1520", used=Used.PATROL | fired)
        sea.missions(AXIS)
        assert answer(sea, AXIS) == expected


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
        other.state.points[AXIS] = 400  # they lead, and need not take risks
        other.place("tirpitz", "1525", damage=0 if hurt["carrier"] else 2)
        other.place("mt-01", "1520")
        if hurt["carrier"]:
            other.place("victorious", "1515")
            other.identify("victorious", reconnoitred=False)
        other.identify("mt-01").missions(AXIS)
        assert answer(other, AXIS) == Declare(SORTIE, "1525")
        other.act(AXIS, answer(other, AXIS), Choose(("tirpitz",)))
        home = answer(other, AXIS)
        assert isinstance(home, Go)
        assert other.data.grid.distance(home.cell, "2233") < other.data.grid.distance("1525", "2233")


# Whole games


@pytest.mark.parametrize("scenario", SCENARIOS)
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
    assert asked <= {*ANSWERS, NEXT_MISSION.rule}
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
