"""Solitaire 0 and 4: the game as a whole."""

from __future__ import annotations

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.state import (
    AutomatonOrders,
    Disclosure,
    EndTurn,
    GermanOrders,
    Listen,
    Lookout,
    Options,
    SubmarineAction,
    WeatherPhase,
)
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.events import Rolled
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Observer
from barents.testing.secrecy import Secrecy

from .eager import eager
from .solo import Solo
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST

EVERYTHING: Options = all_rules(GAME, solitaire=True)


@pytest.mark.rule("NS-0-sides")
@pytest.mark.parametrize("scenario", [SPORTPALAST, LUFTWAFFE, SCATTER])
@pytest.mark.parametrize("options", [Options(solitaire=True), EVERYTHING], ids=["plain", "everything"])
def test_whole_games_ask_the_german_alone(scenario: str, options: Options) -> None:
    assert GAME.people(options) == (AXIS,)
    fights = 0
    for seed in range(2):
        match = Match.new(GAME, scenario, seed=seed, options=options, log=True)
        dice = Dice.seeded("solitaire", seed)
        while match.result is None:
            assert list(match.pending) == [AXIS]
            match.act(AXIS, eager(match, AXIS, dice))
        fights += sum(isinstance(entry.event, Rolled) for entry in match.log or [])
        assert match.state.turn == match.state.turns
    assert fights > 100


@pytest.mark.rule("NS-0-base-rules")
def test_the_rules_for_two_hold_where_nothing_else_is_said() -> None:
    solo = Solo(turn=1)
    solo.convoy("pq12", "1511", merchants=12)
    solo.place("u-88", "1511")
    solo.begin(WeatherPhase(), Lookout(), AutomatonOrders(), GermanOrders(), dice=[6])
    assert solo.now.weather == "storm"
    solo.sail({"u-88": "1511>1411>1311>1312"})
    assert solo.piece("u-88").at == "1312", "three hexes on the surface"
    coast = Solo(turn=1).weather("storm")
    coast.convoy("pq12", "1116", "kenya", merchants=2)
    coast.state.bound = {"pq12": "1015"}
    coast.german_turn({})
    assert coast.piece("kenya").at == "1015"
    assert "Seen from the coast at 1015: 1 CA, 2 merchants" in coast.words(Observer.AXIS)
    assert "kenya" in coast.match.known(Observer.AXIS).pieces[ALLIED], "and is disclosed as what is found"


@pytest.mark.rule("NS-0-commit-order")
def test_the_automaton_commits_before_the_german_plots_and_keeps_to_it() -> None:
    solo = Solo(turn=1).weather("storm")
    solo.convoy("pq12", "2005", merchants=2)
    solo.force("home", "2003", "king-george-v")
    solo.force("tirpitz-group", "2009", "tirpitz")
    solo.begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=[6, 6, 6, 6])
    plan = dict(solo.now.committed.routes)
    assert plan["home"].split(">")[-1] == plan["pq12"].split(">")[-1]
    assert not solo.match.known(Observer.AXIS).committed.routes, "and does not show it"
    solo.sail({"tirpitz-group": "2009>2008"})
    assert solo.piece("merc-01").at == solo.piece("king-george-v").at == plan["pq12"].split(">")[-1]
    assert solo.now.courses[ALLIED]["home"] == plan["home"]


@pytest.mark.rule("NS-0-hidden-display", "NK-6.2-naval-recon")
def test_what_the_german_has_not_found_is_hidden_unless_the_map_is_open() -> None:
    def shown(*, open_map: bool) -> tuple[set[str], list[str]]:
        solo = Solo(turn=1, open_map=open_map)
        solo.convoy("pq12", "2005", merchants=1)
        solo.place("trident", "2003", damage=1)
        solo.begin()
        return set(solo.match.known(Observer.AXIS).pieces[ALLIED]), solo.words(Observer.AXIS)

    assert shown(open_map=False) == (set(), [])
    said = "On the map: PQ-12 at 2005 (1 merchant); Trident at 2003 (1 SUB, Trident damaged)"
    assert shown(open_map=True) == ({"merc-01", "trident"}, [said])


@pytest.mark.rule("NS-0-optional-rules", "NS-4-hfdf")
def test_the_automaton_always_listens_and_what_it_hears_is_not_spotted() -> None:
    solo = Solo(hfdf=True)
    solo.place("u-88", "2005")
    solo.begin(Listen(), dice=[4])
    assert solo.is_over
    assert len(solo.rolls("NK-12.3-hfdf")) == 1
    assert "u-88 is heard at 2005" in solo.words(Observer.AXIS)
    assert solo.now.spotted == []


@pytest.mark.rule("NS-0-victory")
def test_victory_is_that_of_the_scenario() -> None:
    late = Solo(turn=15)
    late.convoy("qp8", "1601", merchants=1)
    late.begin(EndTurn())
    assert late.match.result is not None
    assert late.match.result.level == "German operational victory"
    won = Solo(turn=15)
    won.state.points[AXIS] = 5.5
    won.begin(EndTurn())
    assert won.match.result is not None
    assert won.match.result.level == "German tactical victory"


# Chits, shadowing


def attempt(chit: str, *, surfaced: bool, turn: int = 2) -> Solo:
    """A U-boat attacks a convoy whose automaton will draw a certain chit."""
    solo = Solo(turn=turn).weather("bad")
    solo.convoy("pq12", "2005", "gb-dd-01", merchants=3)
    solo.place("u-88", "2005")
    solo.state.bag = {ALLIED: [chit], AXIS: ["no-effect"]}
    solo.sighted(AXIS, "2005").begin(SubmarineAction(AXIS, "u-88"), dice=[6, 6, 1, 1, 1])
    solo.act(AXIS, f"operate {'yes' if surfaced else 'no'}")
    while not solo.is_over:
        solo.act(AXIS, solo.asked(AXIS).options.sample(Dice.seeded("chits")))
        assert ALLIED not in solo.match.pending
    return solo


def played(chit: str, *, surfaced: bool = False, turn: int = 2) -> bool:
    """Whether the automaton plays it."""
    name = Solo().data.chits[chit].name
    return f"allied play {name}" in attempt(chit, surfaced=surfaced, turn=turn).words()


@pytest.mark.rule("NS-4-chits")
def test_chits_are_played_as_soon_as_they_change_anything() -> None:
    for chit in ("coordination", "bearing", "smoke"):
        assert played(chit), chit
    assert played("flares", surfaced=True)
    assert played("flares", turn=1)
    assert not played("flares"), "submerged by day they show nothing"
    assert played("victoria-cross")


@pytest.mark.rule("NS-4-shadow")
def test_a_shadowed_force_discloses_what_it_would_do_and_does_it() -> None:
    solo = Solo(turn=4).weather("storm")
    solo.convoy("pq12", "2005", merchants=2)
    solo.force("home", "2005", "king-george-v")
    solo.begin(Disclosure("2005"))
    goal = solo.now.bound["pq12"]
    assert solo.data.distance("2005", goal) == 2
    assert list(solo.now.bound) == ["pq12"]
    assert f"Ships at 2005 will move to {goal}" in solo.words(Observer.AXIS)
    bound = Solo(turn=5).weather("storm")
    bound.convoy("pq12", "2005", merchants=2)
    bound.state.bound = {"pq12": goal}
    bound.place("tirpitz", goal)
    bound.spotted("tirpitz")
    assert bound.routes(1)["pq12"].split(">")[-1] == goal, "though a spotted force is there"


@pytest.mark.rule("NS-4-shadow")
@pytest.mark.parametrize("marker", ["home", "lee", "merc-09", "gb-dd-05", "duke-of-york"])
def test_every_kind_of_force_keeps_what_it_disclosed(marker: str) -> None:
    def position() -> Solo:
        solo = Solo(turn=5).weather("storm")
        solo.convoy("pq12", "1812", merchants=2)
        solo.convoy("qp8", "1416", merchants=2)
        solo.force("home", "1810", "king-george-v")
        solo.force("lee", "1416", "su-dd-01")
        solo.straggler("merc-09", "1810", "pq12")
        solo.place("gb-dd-05", "1805")
        solo.place("duke-of-york", "1809", damage=1)
        return solo

    solo = position()
    cell = solo.state.pieces[ALLIED][marker].at if marker in solo.state.pieces[ALLIED] else ""
    cell = cell or next(p.at for p in solo.state.pieces[ALLIED].values() if p.force == marker)
    for name in [p.id for p in solo.state.pieces[ALLIED].values() if p.at == cell and marker not in (p.id, p.force)]:
        del solo.state.pieces[ALLIED][name]
    solo.begin(Disclosure(cell))
    (goal,) = solo.now.bound.values()
    after = position()
    after.state.turn = 6
    after.state.bound = {marker: goal}
    assert after.routes(1)[marker].split(">")[-1] == goal
    water = after.data.open_water("winter")
    other = next(
        c for c in after.data.grid.neighbours(cell) if c in water and c != goal and int(c[2:]) >= int(cell[2:])
    )
    after.state.bound = {marker: other}
    assert after.routes(1)[marker].split(">")[-1] == other, "whatever it would do now"


@pytest.mark.rule("NS-4-shadow")
def test_of_several_forces_the_convoy_says_where_it_goes() -> None:
    solo = Solo(turn=4)
    solo.straggler("merc-09", "2005", "pq12")
    solo.force("home", "2005", "king-george-v")
    solo.convoy("pq12", "2005", merchants=2)
    solo.begin(Disclosure("2005"))
    assert list(solo.now.bound) == ["pq12"]
    lost = Solo(turn=4)
    lost.straggler("merc-09", "1502", "qp8")
    lost.begin(Disclosure("1502"))
    assert lost.now.bound == {"merc-09": "out"}, "its convoy has left: two hexes, and off the map"


@pytest.mark.rule("NS-0-hidden-display", "NS-1-arrival-hidden")
@pytest.mark.parametrize(
    ("scenario", "options"),
    [(SPORTPALAST, EVERYTHING), (LUFTWAFFE, Options(solitaire=True)), (SCATTER, Options(solitaire=True))],
)
def test_nothing_of_the_automaton_reaches_the_german_that_he_was_not_told(scenario: str, options: Options) -> None:
    registry.plug_in(GAME)
    report = Secrecy(GAME).play(scenario, 4, options, every=8, choices=60)
    assert [leak for leak in report.leaks if leak.observer is not Observer.ALLIED] == [], "nor anyone who looks on"
    assert report.differing > 3
