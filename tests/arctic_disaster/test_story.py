"""What happened, as each side reads it: one passage a marker that is drawn, with all that it sets off."""

from __future__ import annotations

import re

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import State
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.story import StoryReader
from barents.kernel.view import Passage, log_lines
from barents.players import answer_of, dice_of, player


def played(choices: int) -> Match[State, Data]:
    """A game of captains, so far."""
    match = Match.new(GAME, "historical", seed=1942)
    captain = player("captain", GAME.name, match.data)
    for _ in range(choices):
        side = next(iter(match.pending))
        match.act(side, answer_of(captain, match, side, dice_of(match, side)))
    return match


def story(match: Match[State, Data], eyes: Observer) -> list[Passage]:
    return list(StoryReader(match.game.story, match.data).read(tuple(log_lines(match, eyes)), eyes))


def test_markers_are_told_in_sentences_with_places_by_name() -> None:
    match = played(260)
    for side in Side:
        lines, told = tuple(log_lines(match, eyes_of(side))), story(match, eyes_of(side))
        assert 30 < len(told) < len(lines) / 3
        assert all(passage.text.endswith(".") for passage in told), told
        moves = [passage for passage in told if passage.kind == "activation"]
        assert moves
        for passage in moves:
            way = passage.text.partition(". ")[0]
            assert re.match(r"\*[A-Z][^*]*\* sails (from .+ )?\d+ hex(es)? [a-z -]+, ", way), way
            assert not re.search(r"\b\d{4}\b|start", way), way
        assert {passage.side for passage in moves} <= {Side.ALLIED, Side.AXIS}


def test_what_was_sunk_is_said_once_and_stands_to_the_reader() -> None:
    match = played(420)
    allied, axis = ([passage for passage in story(match, eyes_of(side)) if passage.lost] for side in Side)
    assert allied, "something was sunk by then"
    assert [passage.lost for passage in allied] == [passage.lost for passage in axis]
    assert all(passage.outcome.endswith((" sunk.", " damaged.")) and passage.weight == 2 for passage in allied)
    for mine, theirs in zip(allied, axis, strict=True):
        assert {mine.tone, theirs.tone} in ({"good", "bad"}, {""})


def test_boats_that_move_are_counted_and_not_listed() -> None:
    match = played(260)
    boats = [passage for passage in story(match, Observer.ALLIED) if passage.kind == "submarines"]
    assert any("*the Germans* move " in passage.text.lower().replace("germans", "Germans") for passage in boats)
    assert any(passage.last > passage.first for passage in boats)
