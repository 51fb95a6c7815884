"""The briefing: every scenario of every game tells whoever sits down what it is about, from what that side may know."""

from __future__ import annotations

from typing import Any

import pytest

from barents.kernel import registry
from barents.kernel.briefing import briefed, briefing_of
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of

OURS = [game for game in registry.games() if game.package.startswith("barents.")]
OFFERED = [
    pytest.param(game, scenario.name, id=f"{game.name}-{scenario.name}")
    for game in OURS
    for scenario in game.scenarios(game.data(None))
]
TIPS = 3
SENTENCES = 3


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(("game", "scenario"), OFFERED)
def test_whoever_sits_down_is_told_what_it_is_about(game: Game[Any, Any], scenario: str, side: Side) -> None:
    told = briefing_of(Match.new(game, scenario, seed="briefing"), side)
    assert len(told.situation) == SENTENCES
    assert all(sentence.endswith(".") for sentence in told.situation)
    assert set(told.tasks) == set(Side)
    assert len(told.tips) == TIPS
    assert all(tip.title and tip.text.endswith(".") for tip in told.tips)
    assert {count.side for count in told.counting.counts} == set(Side)
    assert all(count.points > 0 or count.said for count in told.counting.counts)
    assert told.counting.tie
    assert told.counting.thumb
    assert told.forces
    assert all(force.units for force in told.forces)


@pytest.mark.parametrize(("game", "scenario"), OFFERED)
def test_who_has_no_seat_yet_is_told_of_no_forces(game: Game[Any, Any], scenario: str) -> None:
    # An invitation may be opened by whoever sent it.
    told = briefing_of(Match.new(game, scenario, seed="briefing"), None)
    assert told.situation
    assert told.counting.counts
    assert not told.forces
    assert not told.tips
    assert (told.clock, told.side) == (None, None)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_briefing_is_the_same_in_worlds_that_a_side_cannot_tell_apart(game: Game[Any, Any], side: Side) -> None:
    scenario = next(iter(game.scenarios(game.data(None)))).name
    match = Match.new(game, scenario, seed="twins")
    known, told = match.known(eyes_of(side)), briefing_of(match, side)
    for number in range(3):
        world = game.imagine(match.data, known, eyes_of(side), Dice.seeded("briefing", number))
        again = game.known(match.data, world, eyes_of(side))
        assert briefed(game, match.data, scenario, side, again) == told


def test_tirpitz_is_worth_what_the_tables_say() -> None:
    told = briefing_of(Match.new("north_cape", "unternehmen-sportpalast", seed=1), Side.AXIS)
    counts = {count.words: (count.side, count.points, count.said) for count in told.counting.counts}
    expected = {"Tirpitz sunk": (Side.ALLIED, 45, ""), "a merchant sunk": (Side.AXIS, 7, "two dice")}
    assert counts.items() >= expected.items()
    scheer = briefing_of(Match.new("north_cape", "enter-the-luftwaffe", seed=1), Side.AXIS)
    assert "Tirpitz sunk" not in {count.words for count in scheer.counting.counts}
