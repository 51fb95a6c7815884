"""What happened, as each side reads it: one passage a search, an attack, a raid or a battle."""

from __future__ import annotations

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.state import State
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.story import StoryReader
from barents.kernel.view import Passage, log_lines
from barents.players import answer_of, dice_of, player

SCENARIOS = ("unternehmen-sportpalast", "enter-the-luftwaffe")


def played(scenario: str, choices: int) -> Match[State, Data]:
    """A game of captains, so far."""
    match = Match.new(GAME, scenario, seed=1942)
    captain = player("captain", "nordkapp", match.data)
    for _ in range(choices):
        if not match.pending:
            break
        side = next(iter(match.pending))
        match.act(side, answer_of(captain, match, side, dice_of(match, side)))
    return match


def story(match: Match[State, Data], eyes: Observer) -> list[Passage]:
    return list(StoryReader(match.game.story, match.data).read(tuple(log_lines(match, eyes)), eyes))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_is_told_in_sentences_by_turns_from_lines_of_ones_own(scenario: str) -> None:
    match = played(scenario, 260)
    for side in Side:
        lines, told = tuple(log_lines(match, eyes_of(side))), story(match, eyes_of(side))
        assert 20 < len(told) < len(lines) / 3
        assert all(passage.text.endswith((".", '"')) and passage.text[0] in "*HSTULR" for passage in told), told
        assert [passage.first for passage in told] == sorted({passage.first for passage in told})
        own = " ".join(line.text for line in lines)
        units = [counter.name for counter in match.data.counters.values()]
        for passage in told:
            assert all(name in own for name in units if f"*{name}*" in passage.text), passage


def test_what_one_side_lost_is_good_for_the_other() -> None:
    match = played("enter-the-luftwaffe", 400)
    allied, axis = (story(match, eyes_of(side)) for side in (Side.ALLIED, Side.AXIS))
    for mine, theirs in zip(
        [passage for passage in allied if passage.lost], [passage for passage in axis if passage.lost], strict=True
    ):
        assert mine.lost == theirs.lost
        ships = any(not match.data.counters[name].is_air for name in mine.lost)
        assert mine.weight == theirs.weight == (2 if ships else 1)
        assert {mine.tone, theirs.tone} in ({"good", "bad"}, {""})
    assert {passage.kind for passage in axis} >= {"weather", "search", "submarine", "raid", "contact"}


def test_a_search_says_who_looked_and_what_was_found() -> None:
    match = played("enter-the-luftwaffe", 200)
    searches = [passage for passage in story(match, Observer.AXIS) if passage.kind == "search"]
    assert any(passage.text.startswith("*You* search ") and "a *convoy* " in passage.text for passage in searches)
    assert any(passage.text.startswith("*The Allies* search ") for passage in searches)
