"""Chapter 3 of North Cape: the turn, the weather and the decoys; and chapter 5.2's initiative, which decoys decide."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from barents.games.north_cape.actions import Buy, Declare, Go, Pass, Stop
from barents.games.north_cape.data import data
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.rules.pieces import damage, flight
from barents.games.north_cape.state import (
    POOL,
    BuyDecoys,
    EndTurn,
    MissionType,
    NextMission,
    Observe,
    PlaceDecoys,
    WeatherPhase,
)
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Refused
from barents.kernel.domains import Among
from barents.kernel.sides import Observer, Side

from .sea import ALLIED, AXIS, Sea

EXPECT = tomllib.loads((Path(__file__).parent / "expect" / "tables.toml").read_text("utf-8"))
SEASONS = {"winter": "unternehmen-sportpalast", "spring": "enter-the-luftwaffe", "summer": "convoy-is-to-scatter"}


@pytest.fixture
def sea() -> Sea:
    return Sea()


def two_ships(sea: Sea) -> Sea:
    """A ship of each side, far from each other."""
    sea.place("norfolk", "0520")
    sea.place("tirpitz", "0838")
    return sea


def places(sea: Sea, side: Side, decoy: str) -> list[str]:
    """Where a decoy may be set."""
    options = sea.asked(side).options
    assert isinstance(options, Assign)
    domain = options.slots[decoy]
    assert isinstance(domain, Among)
    return list(domain)


# 3.0: the order of a turn


@pytest.mark.rule("NC-3.0-phase-order", "NC-3.4-missions-phase", "NC-3.5-advance-turn")
def test_a_turn_runs_from_the_weather_over_decoys_and_missions_to_its_end(sea: Sea) -> None:
    two_ships(sea).begin(WeatherPhase(), dice=[5, 3, 3, 1])
    answers = {"NC-3.3-decoy-cost": Buy(0, 0), "NC-3.3-decoy-placement": Allot(()), "NC-5.0-alternate": Pass()}
    asked = []
    while sea.now.turn == 1:
        side, decision = next(iter(sea.match.pending.items()))
        asked.append(decision.rule)
        sea.act(side, answers[decision.rule])
        assert (sea.piece("norfolk").at, sea.piece("tirpitz").at) == ("0520", "0838"), "units move in missions alone"
    assert asked == [*["NC-3.3-decoy-cost"] * 2, *["NC-3.3-decoy-placement"] * 2, *["NC-5.0-alternate"] * 2]
    phases = [
        "NC-3.1-weather-roll",
        "NC-5.4-fog-2d10",
        "NC-3.3-decoy-reveal-cost-only",
        "NC-5.2-initiative",
        "NC-5.2-two-passes",
        "NC-3.5-advance-turn",
    ]
    log = [line.rule for line in sea.match.view(Observer.UMPIRE).log]
    assert [log.index(rule) for rule in phases] == sorted(log.index(rule) for rule in phases)
    assert log[-1] == "NC-3.1-weather-table", "the next turn has begun with its weather"
    assert sea.now.turn == 2


@pytest.mark.rule("NC-3.5-last-turn")
def test_after_the_last_turn_the_game_is_scored_instead_of_going_on() -> None:
    sea = Sea("unternehmen-sportpalast")
    two_ships(sea).state.turn = 29
    sea.begin(EndTurn(), dice=[1, 1, 1])
    assert sea.match.result is None
    assert sea.now.turn == 30
    sea = Sea("unternehmen-sportpalast")
    two_ships(sea).state.turn = 30
    sea.state.points[ALLIED] = 1
    sea.begin(EndTurn())
    assert sea.match.result is not None
    assert sea.match.result.winner is ALLIED
    assert not sea.match.pending


@pytest.mark.rule("NC-3.5-rehide")
def test_at_the_end_of_a_turn_everything_lies_face_down_and_is_not_reconnoitred_any_more(sea: Sea) -> None:
    two_ships(sea).identify("norfolk", "tirpitz")
    sea.begin(EndTurn(), dice=[1])
    for name in ("norfolk", "tirpitz"):
        assert not sea.is_up(name)
        assert sea.piece(name).recon == []


# 3.1, 3.2: weather


@pytest.mark.rule_file("tables.toml")
def test_the_tables_are_those_of_the_rules() -> None:
    numbers = data(None)
    for season, skies in EXPECT["weather"].items():
        if season in SEASONS:
            for face, weather in enumerate(skies, 1):
                sea = Sea(SEASONS[season])
                sea.begin(WeatherPhase(), dice=[face, 5, 5])
                assert sea.now.weather == weather, f"{season}, die {face}"
    assert numbers.tables.weather.season["autumn"] == numbers.tables.weather.season["spring"]
    for type, points in EXPECT["sunk"]["points"].items():
        for lost in [c for c in numbers.counters.values() if c.type == type]:
            sea = Sea()
            sea.place(lost.id, "1020", damage=lost.dmg - 1)
            damage(sea.missions(ALLIED).umpire, sea.piece(lost.id), "mines")
            assert sea.now.points == {lost.side: 0, lost.side.enemy: points}, lost.name
    assert numbers.tables.victory.sunk["FF"] == EXPECT["sunk"]["points"]["FF"]
    for name in ("recon", "infiltration", "asw", "gunfire", "torpedo", "base_aa"):
        table = getattr(numbers.tables, name)
        for value in ("from", "modifiers"):
            for field, number in EXPECT[name].get(value, {}).items():
                assert getattr(table, field) == number, f"{name}: {field}"
        if "weather" in EXPECT[name]:
            assert table.weather == EXPECT[name]["weather"]


@pytest.mark.rule("NC-3.1-weather-roll")
@pytest.mark.parametrize(
    ("season", "face", "total", "weather"),
    [
        ("winter", 1, 3, "fog"),
        ("winter", 4, 6, "storm"),
        ("winter", 6, 8, "storm"),
        ("spring", 1, 2, "clear"),
        ("spring", 4, 5, "fog"),
        ("spring", 5, 6, "storm"),
        ("summer", 1, 0, "clear"),
        ("summer", 3, 2, "clear"),
        ("summer", 4, 3, "fog"),
        ("summer", 6, 5, "fog"),
    ],
)
def test_one_die_and_the_season_make_the_weather_of_the_whole_turn(
    season: str, face: int, total: int, weather: str
) -> None:
    sea = Sea(SEASONS[season])
    two_ships(sea).begin(WeatherPhase(), dice=[face, 5, 5])
    rolled = sea.rolls("NC-3.1-weather-roll", Observer.PUBLIC)
    assert [(roll.faces, roll.total) for roll in rolled] == [((face,), total)]
    for side in Side:
        sea.act(side, Buy(0, 0))
    for side in Side:
        sea.act(side, Allot(()))
    sea.act(ALLIED, Declare(MissionType.SORTIE, "0520"), Choose(("norfolk",)), Go("0521"), Stop())
    assert sea.now.weather == weather
    assert len(sea.rolls("NC-3.1-weather-roll")) == 1


@pytest.mark.rule("NC-3.1-weather-track")
@pytest.mark.parametrize(("weather", "box"), [("clear", 1), ("fog", 2), ("storm", 3)])
def test_everyone_sees_the_weather_on_a_track_of_three(sea: Sea, weather: Weather, box: int) -> None:
    two_ships(sea).weather(weather).missions(ALLIED)
    for observer in Observer:
        situation = sea.match.view(observer).situation
        assert situation.clock.weather.startswith(weather)
        track = next(track for track in situation.tracks if track.name == "weather")
        assert (track.value, track.most) == (box, 3)


@pytest.mark.rule("NC-3.1-storm-no-air")
def test_nothing_flies_in_a_storm(sea: Sea) -> None:
    sea.place("victorious", "0520", used=15)
    sea.place("albacore-1", "0520")
    sea.place("ju-88-1", "2633")
    for side, start in ((ALLIED, "0520"), (AXIS, "2633")):
        recon = Declare(MissionType.RECON, start, flying=True)
        sea.weather("clear").missions(side)
        assert recon in sea.asked(side).options
        sea.weather("storm").missions(side)
        assert [action for action in sea.asked(side).options if isinstance(action, Declare) and action.flying] == []
        with pytest.raises(Refused):
            sea.act(side, recon)


@pytest.mark.rule("NC-3.2-fog-range-phase")
def test_in_fog_and_only_then_two_dice_limit_every_flight_of_the_turn() -> None:
    sea = Sea("enter-the-luftwaffe")
    sea.place("bv-138-1", "2633")
    sea.place("ju-87-1", "2633")
    sea.begin(WeatherPhase(), dice=[1])
    assert not sea.rolls("NC-5.4-fog-2d10")
    assert [flight(sea.data, sea.now, sea.piece(name)) for name in ("bv-138-1", "ju-87-1")] == [99, 15]
    sea.begin(WeatherPhase(), dice=[4, 4, 6])
    log = [line.rule for line in sea.match.view(Observer.PUBLIC).log]
    assert log.index("NC-5.4-fog-2d10") == log.index("NC-3.1-weather-table") + 1
    assert sea.now.fog_range == 10
    assert [flight(sea.data, sea.now, sea.piece(name)) for name in ("bv-138-1", "ju-87-1")] == [10, 10]
    sea.begin(WeatherPhase(), dice=[6])
    assert not sea.rolls("NC-5.4-fog-2d10")


# 3.3: decoys


@pytest.mark.rule(
    "NC-3.3-decoy-cost",
    "NC-3.3-decoy-overspend",
    "NC-3.3-decoy-reveal-cost-only",
    "NC-3.3-decoy-vp-track",
    "NC-10.0-vp-decoys",
)
def test_the_german_spends_six_and_draws_two_and_the_allies_see_only_the_six(sea: Sea) -> None:
    two_ships(sea).begin(BuyDecoys())
    assert sea.now.points == {ALLIED: 0, AXIS: 0}
    sea.act(ALLIED, Buy(1, 2)).act(AXIS, Buy(2, 6))
    assert sea.now.points == {ALLIED: 6, AXIS: 2}
    told = [told.about for told in sea.told("NC-3.3-decoy-reveal-cost-only", Observer.ALLIED)]
    assert told == [{"side": "allied", "spend": 2}, {"side": "axis", "spend": 6}]
    tracks = {track.name: track.value for track in sea.match.view(Observer.PUBLIC).situation.tracks}
    assert (tracks["points-allied"], tracks["points-axis"]) == (6, 2)
    assert len(places_of_drawn(sea, AXIS)) == 2
    known = sea.match.known(Observer.ALLIED)
    assert (known.drawn[ALLIED], known.drawn[AXIS]) == (1, 0), "what the other side drew is not among what is known"


def places_of_drawn(sea: Sea, side: Side) -> list[str]:
    """The decoys that a side is asked to place."""
    options = sea.asked(side).options
    assert isinstance(options, Assign)
    return list(options.slots)


@pytest.mark.rule("NC-3.3-decoy-optional", "NC-3.3-decoy-even-spend", "NC-3.3-decoy-pool-limit")
def test_a_purchase_may_be_nothing_is_even_covers_what_is_drawn_and_ends_with_the_pool(sea: Sea) -> None:
    two_ships(sea).begin(BuyDecoys())
    options = sea.asked(AXIS).options
    assert Buy(0, 0) in options
    assert Buy(10, 20) in options
    for refused in (Buy(1, 3), Buy(2, 2), Buy(11, 22), Buy(0, 22), Buy(10, 22)):
        assert refused not in options, refused
    sea.act(ALLIED, Buy(0, 0)).act(AXIS, Buy(0, 0))
    assert sea.now.points == {ALLIED: 0, AXIS: 0}


@pytest.mark.rule("NC-3.3-decoy-simultaneous")
def test_neither_side_learns_of_the_others_purchase_before_its_own(sea: Sea) -> None:
    two_ships(sea).begin(BuyDecoys())
    assert list(sea.match.pending) == [ALLIED, AXIS]
    before = sea.match.view(Observer.ALLIED).situation
    sea.act(AXIS, Buy(3, 8))
    assert sea.now.points == {ALLIED: 0, AXIS: 0}
    assert sea.match.view(Observer.ALLIED).situation == before
    assert not sea.told("NC-3.3-decoy-reveal-cost-only", Observer.ALLIED)


@pytest.mark.rule("NC-3.3-decoy-placement")
def test_decoys_are_set_face_down_with_units_in_a_hex_or_in_a_holding_box(sea: Sea) -> None:
    two_ships(sea)
    sea.place("mt-01", "0621", box=1)
    sea.place("group-1", "0621")
    sea.state.turn = 2
    sea.state.drawn = {ALLIED: 2, AXIS: 0}
    sea.begin(PlaceDecoys())
    assert places(sea, ALLIED, "allied-decoy-1") == ["0520", "0621", "box-1"]
    with pytest.raises(Refused):
        sea.act(ALLIED, Allot((("allied-decoy-1", "0838"), ("allied-decoy-2", "0520"))))
    sea.act(ALLIED, Allot((("allied-decoy-1", "box-1"), ("allied-decoy-2", "0520")))).act(AXIS, Allot(()))
    first, second = sea.piece("allied-decoy-1"), sea.piece("allied-decoy-2")
    assert (first.at, first.box, second.at, second.box) == ("0621", 1, "0520", 0)
    assert not sea.is_up("allied-decoy-2")
    known = sea.match.known(Observer.AXIS)
    assert sorted(known.pieces[ALLIED]) == ["allied@0520", "allied@0621"], "the German sees that something is there"


@pytest.mark.rule("NC-3.3-decoy-setup-turn1")
def test_on_turn_one_decoys_may_wait_with_a_force_and_later_only_lie_with_units_on_the_map(sea: Sea) -> None:
    two_ships(sea)
    sea.place("scheer", "waiting:surface")
    sea.place("kent", "waiting:cruisers")
    sea.state.drawn = {ALLIED: 1, AXIS: 1}
    sea.begin(PlaceDecoys())
    assert places(sea, ALLIED, "allied-decoy-1") == ["0520", "waiting:cruisers"]
    assert places(sea, AXIS, "axis-decoy-1") == ["0838", "waiting:surface"]
    sea.state.turn = 2
    sea.begin(PlaceDecoys())
    assert places(sea, ALLIED, "allied-decoy-1") == ["0520"]
    assert places(sea, AXIS, "axis-decoy-1") == ["0838"]


@pytest.mark.rule("NC-3.3-decoy-not-saved", "NC-3.3-decoy-pool-returns")
def test_every_decoy_leaves_at_the_end_of_its_turn_and_may_be_bought_again(sea: Sea) -> None:
    two_ships(sea)
    sea.place("allied-decoy-1", "0520")
    sea.place("axis-decoy-1", "0838")
    sea.place("axis-decoy-2", "waiting:surface")
    sea.begin(EndTurn(), dice=[1])
    for name in ("allied-decoy-1", "axis-decoy-1", "axis-decoy-2"):
        assert sea.piece(name).at == POOL
    assert Buy(10, 20) in sea.asked(AXIS).options


@pytest.mark.rule("NC-3.3-decoy-discovered")
def test_a_decoy_that_is_seen_is_gone_for_the_rest_of_the_turn(sea: Sea) -> None:
    two_ships(sea)
    sea.place("allied-decoy-1", "1020")
    sea.place("ju-88-1", "1021", base="2633", aloft=True)
    sea.mission(MissionType.RECON, ["ju-88-1"])
    sea.begin(Observe(), NextMission(ALLIED), axis=[10])
    sea.act(AXIS, "spot ju-88-1 1020")
    if ALLIED in sea.match.pending and sea.match.pending[ALLIED].window:
        sea.act(ALLIED, "decline")
    assert [name for name in sea.revealed() if name.startswith("allied-decoy")]
    assert sea.piece("allied-decoy-1").at == POOL
    assert "1020" not in {piece.at for piece in sea.match.known(Observer.AXIS).pieces[ALLIED].values()}


# Who begins (5.2), which the decoys of the turn before decide


def buys(sea: Sea, allied: Buy, axis: Buy) -> Side:
    """Both buy and place their decoys; who has the first mission then."""
    sea.act(ALLIED, allied).act(AXIS, axis)
    for side, at in ((ALLIED, "0520"), (AXIS, "0838")):
        sea.act(side, Allot(tuple((name, at) for name in places_of_drawn(sea, side))))
    return next(iter(sea.match.pending))


@pytest.mark.parametrize(
    ("allied", "axis", "first"),
    [
        (Buy(2, 8), Buy(3, 6), AXIS),
        (Buy(3, 6), Buy(3, 20), ALLIED),
        (Buy(0, 0), Buy(0, 0), ALLIED),
        (Buy(3, 6), Buy(2, 20), ALLIED),
    ],
)
def test_who_drew_more_decoys_last_turn_begins_whatever_was_spent(
    sea: Sea, allied: Buy, axis: Buy, first: Side
) -> None:
    two_ships(sea).state.turn = 3
    sea.begin(BuyDecoys(), dice=[1])
    assert buys(sea, allied, axis) is ALLIED, "nobody drew any in turn 2"
    sea.act(ALLIED, Pass()).act(AXIS, Pass())
    assert sea.now.turn == 4
    assert buys(sea, Buy(0, 0), Buy(0, 0)) is first


def test_on_turn_one_the_allies_begin_and_five_german_decoys_tell_only_on_turn_two(sea: Sea) -> None:
    two_ships(sea).begin(BuyDecoys(), dice=[1])
    assert buys(sea, Buy(0, 0), Buy(5, 10)) is ALLIED
    sea.act(ALLIED, Pass()).act(AXIS, Pass())
    assert buys(sea, Buy(1, 2), Buy(0, 0)) is AXIS
