"""The rules of The Hunt up to the ambush, chapters 1 to 6, each on the smallest position that shows it.

Most of it happens around 0705; its neighbours are 0704 to the north, then clockwise 0804, 0805, 0706, 0605, 0604.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from barents.kernel.actions import Allot, Choose, Decline
from barents.kernel.hexes import Direction
from barents.kernel.sides import Observer, Side

from . import GAME
from .data import data
from .flow import TURN
from .sea import Sea
from .state import (
    Ambush,
    Boilers,
    BreakOff,
    EndTurn,
    FallUpon,
    FireAt,
    Leave,
    Look,
    LookAt,
    Options,
    Pass,
    Plot,
    Post,
    Searchers,
    Watch,
)

ALLIED, AXIS = Side.ALLIED, Side.AXIS
EXPECT = Path(__file__).parent / "expect"


@pytest.fixture
def sea() -> Sea:
    return Sea()


# 1, 2: the turn and the counters


@pytest.mark.rule("H-1-turn")
def test_a_turn_is_played_in_its_order(sea: Sea) -> None:
    sea.place("convoy", "0705")
    sea.place("sheffield", "0706")
    sea.place("lutzow", "0703")
    sea.begin(*TURN[:-1], dice=[1], axis=[4, 4])
    answers = {
        "H-6-ambush": FallUpon("0704"),
        "H-7-round": FireAt("convoy"),
        "H-7.3-break-off": Leave("0703"),
    }
    asked = []
    while sea.now.turn == 1:
        rules = [(side.value, decision.rule) for side, decision in sea.match.pending.items()]
        asked += rules
        if len(rules) == 2:
            sea.plot(lutzow="0704")
            continue
        ((side, decision),) = sea.match.pending.items()
        sea.act(side, answers.get(decision.rule) or next(iter(decision.options)))
    assert asked == [
        *[("allied", "H-5.2-lookouts")] * 3,
        ("allied", "H-3-plot"),
        ("axis", "H-3-plot"),
        ("allied", "H-5-searchers"),
        ("axis", "H-6-ambush"),
        ("axis", "H-7-round"),
        ("axis", "H-7.3-break-off"),
    ]
    log = [line.rule for line in sea.match.view(Observer.UMPIRE).log]
    assert log[0] == "H-3.1-boilers"
    assert log.count("H-3.1-boilers") == 2
    assert log.index("H-3-plot") < log.index("H-6-ambush") < log.index("H-7.1-hit") < log.index("H-7.3-break-off")


@pytest.mark.rule_file("counters.toml")
def test_each_counter_is_as_its_row_says() -> None:
    expected = tomllib.loads((EXPECT / "counters.toml").read_text("utf-8"))["counters"]
    columns = expected.pop("columns")
    del expected["proves"]
    rows = data(None).rows
    assert {name: [getattr(row, column) for column in columns] for name, row in rows.items()} == expected


@pytest.mark.rule("H-2.1-land")
def test_no_ship_enters_land(sea: Sea) -> None:
    sea.place("convoy", "0304")
    sea.place("lutzow", "0504")
    sea.begin(Plot())
    assert "0403" in sea.destinations("convoy")
    assert "0403" in sea.destinations("lutzow")
    assert "0404" not in sea.destinations("convoy") | sea.destinations("lutzow")
    assert "0505" not in sea.destinations("convoy"), "it is two cells off, but three round the land"


@pytest.mark.rule("H-2.1-land", "H-7.3-break-off")
def test_the_raider_does_not_break_off_onto_land(sea: Sea) -> None:
    sea.place("lutzow", "0504")
    sea.place("convoy", "0503")
    sea.begin(BreakOff(1))
    assert sea.offered(AXIS) == [f"leave {cell}" for cell in ("0603", "0604", "0505", "0403")] + ["pass"]


# 3: plotting


@pytest.mark.rule("H-3-plot")
def test_both_sides_plot_at_once_within_their_speed(sea: Sea) -> None:
    sea.place("convoy", "0705")
    sea.place("onslow", "0101")
    sea.place("lutzow", "0908")
    sea.place("decoy", "0608")
    sea.begin(Plot())
    assert sorted(sea.match.pending) == [ALLIED, AXIS]
    grid = sea.data.grid
    for ship, speed in {"convoy": 2, "onslow": 3, "lutzow": 3}.items():
        reached = sea.destinations(ship)
        assert reached <= set(grid.within(sea.cell(ship), speed))
        assert reached & set(grid.ring(sea.cell(ship), speed))
        assert sea.cell(ship) in reached
    sea.act(AXIS, Allot((("lutzow", "0906"), ("decoy", "0605"))))
    assert sea.cell("lutzow") == "0908", "nothing moves before both have plotted"
    sea.act(ALLIED, Allot((("convoy", "0703"), ("onslow", "0102"))))
    moved = {name: ship.cell for name, ship in sea.now.ships.items() if ship.cell}
    assert moved == {"convoy": "0703", "onslow": "0102", "lutzow": "0906", "decoy": "0605"}
    assert sea.told("H-3-plot") == [
        "allied moves Convoy to 0703, Onslow to 0102",
        "axis moves contact to 0605, contact to 0906",
    ]


@pytest.mark.rule("H-3.1-boilers")
@pytest.mark.parametrize(("face", "reach"), [(1, 2), (2, 2), (3, 3), (6, 3)])
def test_a_secret_two_or_less_slows_the_raider_by_one(sea: Sea, face: int, reach: int) -> None:
    sea.place("convoy", "0105")
    sea.place("lutzow", "0705")
    sea.place("decoy", "0701")
    sea.state.slowed = reach == 3
    sea.begin(Boilers(), Plot(), axis=[face])
    within = sea.data.grid.within
    assert sea.destinations("lutzow") == set(sea.data.passage.reachable("0705", reach))
    assert (within("0705", 3)[-1] in sea.destinations("lutzow")) is (reach == 3)
    assert set(sea.data.grid.ring("0701", 3)) & sea.destinations("decoy"), "the decoy has no boilers"
    assert [roll.faces for roll in sea.rolls("H-3.1-boilers", Observer.AXIS)] == [(face,)]
    for observer in (Observer.ALLIED, Observer.PUBLIC):
        assert sea.rolls("H-3.1-boilers", observer) == []
        assert sea.match.known(observer).slowed is False
    assert sea.match.known(Observer.AXIS).slowed is (reach == 2)


@pytest.mark.rule("H-3.1-boilers")
def test_the_raider_is_slowed_for_one_turn(sea: Sea) -> None:
    sea.place("convoy", "0101", hits=0)
    sea.place("lutzow", "0908")
    sea.begin(Boilers(), axis=[2, 3])
    assert not sea.now.slowed
    assert len(sea.rolls("H-3.1-boilers")) == 2


# 4: meeting


@pytest.mark.rule("H-4-meeting")
def test_the_raider_that_meets_a_ship_is_turned_over_and_fights(sea: Sea) -> None:
    sea.place("convoy", "0101")
    sea.place("sheffield", "0705")
    sea.place("lutzow", "0706")
    sea.begin(Plot()).plot(lutzow="0705")
    assert sea.identified("lutzow")
    assert sea.asked(AXIS).rule == "H-7-round"
    assert sea.offered(AXIS) == ["fire-at sheffield"]


@pytest.mark.rule("H-4-meeting")
def test_a_decoy_that_meets_a_ship_is_removed(sea: Sea) -> None:
    sea.place("convoy", "0101")
    sea.place("sheffield", "0705")
    sea.place("lutzow", "0908")
    sea.place("decoy", "0706")
    sea.begin(Plot(), axis=[6]).plot(decoy="0705")
    assert (sea.identified("decoy"), sea.cell("decoy")) == (True, "")
    assert not sea.identified("lutzow")
    assert sea.now.turn == 2, "nobody fights"


@pytest.mark.rule("H-4-meeting")
def test_a_counter_next_to_a_ship_is_not_turned_over(sea: Sea) -> None:
    sea.place("convoy", "0101")
    sea.place("sheffield", "0705")
    sea.place("decoy", "0706")
    sea.begin(Plot()).plot()
    assert not sea.identified("decoy")
    assert sea.cell("decoy") == "0706"


# 5: searching


@pytest.mark.rule("H-5-searchers")
def test_the_ships_that_are_chosen_look_at_one_contact_each(sea: Sea) -> None:
    sea.place("convoy", "0101")
    sea.place("sheffield", "0705")
    sea.place("onslow", "0706")
    sea.place("lutzow", "0605")
    sea.place("decoy", "0704")
    sea.begin(Searchers(), dice=[1])
    assert sea.offered(ALLIED) == ["choose -", "choose sheffield", "choose onslow", "choose sheffield,onslow"]
    sea.act(ALLIED, Choose(("sheffield", "onslow")))
    assert sea.offered(ALLIED) == ["pass", "look-at sheffield 0605", "look-at sheffield 0704"]
    sea.act(ALLIED, LookAt("sheffield", "0704"))
    assert sea.offered(ALLIED) == ["pass", "look-at onslow 0605"], "one look a ship, and only at what is next to it"
    sea.act(ALLIED, Pass())
    assert [roll.subject for roll in sea.rolls("H-5.1-identify")] == ["sheffield"]


@pytest.mark.rule("H-5-searchers")
def test_only_a_ship_beside_an_unidentified_contact_searches(sea: Sea) -> None:
    sea.place("convoy", "0101")
    sea.place("sheffield", "0705")
    sea.place("onslow", "0706")
    sea.place("lutzow", "0605")
    sea.place("decoy", "0804")
    sea.identify("lutzow")
    sea.begin(Searchers())
    assert sea.offered(ALLIED) == ["choose -", "choose sheffield"]
    sea.act(ALLIED, Choose(("sheffield",)))
    assert sea.offered(ALLIED) == ["pass", "look-at sheffield 0804"]


@pytest.mark.rule("H-5-searchers")
def test_nobody_searches_who_is_not_chosen(sea: Sea) -> None:
    sea.place("convoy", "0101")
    sea.place("sheffield", "0705")
    sea.place("decoy", "0704")
    sea.begin(Searchers()).act(ALLIED, Choose(()))
    assert sea.now.turn == 2


def look(sea: Sea, ship: str, face: int, target: str = "lutzow") -> dict[str, int]:
    """A ship in 0705 looks at a counter to her north; the modifiers of the look."""
    sea.place("convoy", "0101")
    sea.place(ship, "0705", watching=sea.state.lookouts.get(ship, ()))
    sea.place(target, "0704")
    sea.begin(Look((ship,)), dice=[face]).act(ALLIED, LookAt(ship, "0704"))
    (roll,) = sea.rolls("H-5.1-identify")
    assert roll.faces == (face,)
    return {name: value for name, value in roll.modifiers.items() if value}


@pytest.mark.rule("H-5.1-identify")
@pytest.mark.parametrize(
    ("ship", "fog", "modifiers", "least"),
    [
        ("sheffield", False, {"other side": -1}, 6),
        ("onslow", False, {"sight": 1, "other side": -1}, 5),
        ("onslow", True, {"sight": 1, "other side": -1, "fog": -1}, 6),
    ],
)
def test_a_look_identifies_at_five(sea: Sea, ship: str, fog: bool, modifiers: dict[str, int], least: int) -> None:
    sea.state.fog = fog
    assert look(sea, ship, least) == modifiers
    assert sea.identified("lutzow")
    assert sea.cell("lutzow") == "0704"
    fails = Sea()
    fails.state.fog = fog
    look(fails, ship, least - 1)
    assert not fails.identified("lutzow")


@pytest.mark.rule("H-5.1-identify")
def test_a_decoy_that_is_identified_is_removed(sea: Sea) -> None:
    look(sea, "onslow", 5, "decoy")
    assert (sea.identified("decoy"), sea.cell("decoy")) == (True, "")
    assert sea.rolls("H-5.1-identify", Observer.PUBLIC)[0].total == 5


@pytest.mark.rule("H-5.2-lookouts")
def test_each_ship_posts_each_of_its_lookouts_before_the_plot(sea: Sea) -> None:
    sea.place("convoy", "0105")
    sea.place("sheffield", "0705")
    sea.begin(Watch(), Plot())
    asked = []
    for towards in (Direction.N, Direction.SE, Direction.NW):
        options = sea.offered(ALLIED)
        asked.append(options[0].split()[1])
        assert [option.split()[2] for option in options] == ["N", "NE", "SE", "S", "SW", "NW"]
        sea.act(ALLIED, Post(asked[-1], towards))
    assert asked == ["convoy", "sheffield", "sheffield"]
    assert sea.now.lookouts["convoy"] == [Direction.N]
    assert sea.now.lookouts["sheffield"] == [Direction.SE, Direction.NW]
    assert sea.asked(ALLIED).rule == "H-3-plot"


@pytest.mark.rule("H-5.2-lookouts")
@pytest.mark.parametrize(
    ("towards", "name", "worth"), [(Direction.N, "watched side", 2), (Direction.S, "other side", -1)]
)
def test_a_look_at_a_watched_side_is_two_better_and_at_another_one_worse(
    sea: Sea, towards: Direction, name: str, worth: int
) -> None:
    sea.state.lookouts["sheffield"] = [Direction.SW, towards]
    assert look(sea, "sheffield", 3) == {name: worth}
    assert sea.identified("lutzow") is (worth == 2)


@pytest.mark.rule("H-5.3-radar")
def test_radar_makes_a_look_one_better(sea: Sea) -> None:
    sea.state.options = Options(radar=True)
    assert look(sea, "sheffield", 5) == {"other side": -1, "radar": 1}
    assert sea.identified("lutzow")


# 6: the ambush


@pytest.mark.rule("H-6-ambush")
@pytest.mark.parametrize(
    ("raider", "decoy", "chances"),
    [
        ("0704", "0908", ["decline", "fall-upon 0704"]),
        ("0908", "0704", ["decline"]),
        ("0704", "0706", ["decline", "fall-upon 0704"]),
        ("0704", "0704", ["decline", "fall-upon 0704"]),
    ],
)
def test_the_axis_is_asked_whenever_a_contact_is_next_to_the_convoy(
    sea: Sea, raider: str, decoy: str, chances: list[str]
) -> None:
    sea.place("convoy", "0705")
    sea.place("lutzow", raider)
    sea.place("decoy", decoy)
    sea.begin(Ambush())
    assert sea.asked(AXIS).window
    assert sea.offered(AXIS) == chances
    assert sea.match.view(Observer.ALLIED).waiting == ("umpire",)
    sea.act(AXIS, Decline())
    assert sea.now.turn == 2
    assert not sea.identified("lutzow")


@pytest.mark.rule("H-6-ambush")
@pytest.mark.parametrize(("raider", "known"), [("0703", False), ("0704", True)])
def test_nobody_is_asked_without_an_unidentified_contact_beside_the_convoy(sea: Sea, raider: str, known: bool) -> None:
    sea.place("convoy", "0705")
    sea.place("lutzow", raider)
    if known:
        sea.identify("lutzow")
    sea.begin(Ambush(), axis=[6])
    assert sea.now.turn == 2


@pytest.mark.rule("H-6-ambush", "H-6.1-surprise")
def test_the_raider_falls_upon_the_convoy_and_nobody_fires_back_at_first(sea: Sea) -> None:
    sea.place("convoy", "0705")
    sea.place("sheffield", "0804")
    sea.place("lutzow", "0704")
    sea.begin(Ambush(), dice=[1, 1, 1]).act(AXIS, FallUpon("0704"))
    assert sea.identified("lutzow")
    assert sea.told("H-6-ambush")[-1] == "The raider falls upon the convoy from 0704"
    sea.act(AXIS, FireAt("convoy"))
    assert [roll.subject for roll in sea.rolls("H-7.1-hit")] == ["lutzow"]
    sea.act(AXIS, Pass()).act(AXIS, FireAt("convoy"))
    assert sea.asked(ALLIED).rule == "H-7-round", "in the second round they do"
    sea.act(ALLIED, Allot((("sheffield", "fire"),)))
    assert [roll.subject for roll in sea.rolls("H-7.1-hit")] == ["lutzow", "lutzow", "sheffield"]
    assert sea.dice_left() == {}


# What the game shows


def test_the_scenarios_begin_as_they_say() -> None:
    for name, scenario in data(None).scenarios.items():
        state = GAME.opening(data(None), name, Options())
        assert (state.turns, state.fog) == (scenario.turns, name == "fog-bank")
        assert {ship: s.cell for ship, s in state.ships.items()} == {
            "convoy": "0105",
            "sheffield": "0104",
            "onslow": "0106",
            "lutzow": "0601",
            "decoy": "0608",
        }
        assert state.agenda == [EndTurn(), Plot(), Watch(), Boilers()]
