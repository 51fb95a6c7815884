"""What is asked and what can be answered in Nordkapp, in words that need no rulebook."""

from __future__ import annotations

import re

import pytest

from barents.games import nordkapp
from barents.games.nordkapp import GAME
from barents.games.nordkapp import actions as a
from barents.games.nordkapp.data import Data, data
from barents.games.nordkapp.state import Options, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.assign import Assign
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.question import Asked, lacking
from barents.kernel.sides import Observer, Side, eyes_of
from tests.nordkapp.eager import eager
from tests.nordkapp.waters import AXIS, Waters
from tests.published import NORDKAPP as SCENARIOS

IDS = re.compile(r"\b(merc-\d\d|(gb|us|su|de)-dd-\d|e-\d\d|waiting:|with:|tf-\d|battery-\d|hidden)|[{}]|>")
ONE_OF_EACH: dict[str, tuple[Action, str]] = {
    "attack": (a.Attack("u-88"), "U-88 attacks in 1805"),
    "operate": (a.Operate(surfaced=True), "Attack on the surface"),
    "target": (a.Target("merc-01"), "Fire at "),
    "play": (a.PlayChit("smoke"), "Play Smoke screen: two off the torpedo dice of this boat"),
    "listen": (a.ListenIn(yes=False), "Do not listen this turn"),
    "disclose": (a.Disclose("pq17", "1806"), "PQ-17 will go to 1806"),
    "call": (a.Call("1805"), "Fight in 1805"),
    "manoeuvre": (a.Manoeuvre("flee"), "Try to get away, all together"),
    "enter": (a.Enter("2001"), "Enter at 2001"),
    "choose": (Choose(("u-88", "ju-88-1")), "U-88 and Ju 88 1"),
    "choose none": (Choose(()), "None of them"),
    "allot": (Allot((("pq17", "2005>2006>out"), ("u-88", "-"))), "PQ-17: 2005, 2006, off the map"),
    "decline": (Decline(), "Let it pass"),
}


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_action_has_words_and_a_heading(name: str) -> None:
    assert {type(action) for action, _ in ONE_OF_EACH.values()} == {*GAME.actions, Choose, Allot, Decline}
    waters = Waters()
    waters.place("u-88", "1805")
    waters.convoy("pq17", "1805", merchants=2)
    action, expected = ONE_OF_EACH[name]
    words = GAME.words(waters.data, GAME.known(waters.data, waters.state, Observer.AXIS), action)
    assert words.startswith(expected)
    assert not IDS.search(words), words
    heading = GAME.heading(waters.data, type(action), action)
    assert 3 < len(heading) <= 24
    assert GAME.heading(waters.data, type(action), None) == heading


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("solitaire", [False, True], ids=["two sides", "solitaire"])
def test_whatever_is_asked_in_a_game_reads_well(scenario: str, solitaire: bool) -> None:
    options = Options(hfdf=True, storms=True, growlers=True, reorganisation=True, solitaire=solitaire)
    match: Match[State, Data] = Match.new(GAME, scenario, seed=7, options=options, log=True)
    dice = Dice.seeded("phrases", scenario)
    for _ in range(250):
        if not match.pending:
            break
        side = next(iter(match.pending))
        decision, known = match.pending[side], match.known(eyes_of(side))
        asked = Asked(GAME, match.data, known, decision)
        assert lacking(asked) == []
        about = asked.about
        assert about.endswith("."), about
        assert not about[0].islower(), about
        assert decision.prompt
        assert not IDS.search(about + decision.prompt), about + decision.prompt
        reads_well(match.data, known, decision)
        match.act(side, eager(match, side, dice))
    for observer in (Observer.PUBLIC, *map(eyes_of, Side)):
        lines = [line.text for line in match.view(observer).log]
        assert lines
        wrong = [line for line in lines if re.search(r"\b(axis|allied)\b|[{}]", line) or IDS.search(line)]
        assert wrong == []


def reads_well(data: Data, known: State, decision: Decision[Action]) -> None:
    """Every answer in words, no two alike; and every slot and value of an order sheet has a name."""
    options = decision.options
    if isinstance(options, Pick):
        said = [GAME.words(data, known, action) for action in options.listed]
        assert len(set(said)) == len(said), said
        assert not any(IDS.search(words) for words in said), said
    elif isinstance(options, Subset):
        assert not any(IDS.search(GAME.label(data, item)) for item in options.items)
    elif isinstance(options, Assign):
        for slot, domain in options.slots.items():
            assert not IDS.search(GAME.label(data, slot)), slot
            value = next(iter(domain), "")
            assert not IDS.search(GAME.label(data, value)), value


def test_no_chit_is_played_rather_than_kept_for_another_boat() -> None:
    waters = Waters()
    boat = waters.place("u-88", "1805")
    waters.convoy("pq17", "1805", "gb-dd-01", merchants=12)
    waters.sighted(AXIS, boat.at)
    known = GAME.known(waters.data, waters.state, Observer.AXIS)
    assert GAME.words(data(None), known, Decline()) == "Let it pass"
    known.box = nordkapp.state.CombatBox("submarine", "1805", AXIS)
    assert GAME.words(data(None), known, Decline()) == "Play nothing"
