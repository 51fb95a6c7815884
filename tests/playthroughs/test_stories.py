"""Stories of recorded games: as they are written, and fit to be read by the side that they are told to."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import LogLine, Passage, log_lines
from tools.stories import FOLDER, STRETCHES, path_for, play_of, recorded, replayed, story_of, told_again

GAMES = tuple(STRETCHES)
PLAYS = (
    "north_cape/enter-the-luftwaffe-options",
    "north_cape/convoy-is-to-scatter-solitaire",
    "nordkapp/unternehmen-sportpalast",
    "nordkapp/convoy-is-to-scatter-options",
    "nordkapp/enter-the-luftwaffe-solitaire",
    "arctic_disaster/armageddon",
    "operations/regenbogen",
    "operations/pq-17-roesselsprung-options",
    "arctic_campaign/campaign-played",
    "arctic_campaign/campaign-quick-options",
)
RULE = re.compile(r"\b(NC|NK|NS|AD|OP|AC)-[A-Z0-9]")
KEY = re.compile(r"\b(?:[a-z]{2,}-)+\d+\b")  # "mt-01", "gb-dd-10": a unit's key, never her name
HEX = re.compile(r"\b(?!19[34]\d)\d{4}\b")
SPOKEN = re.compile(r"\*([^*]+)\*")


@pytest.mark.parametrize("game", GAMES)
def test_a_stretch_is_told_as_it_is_written(game: str) -> None:
    file = path_for(game)
    assert told_again(game) == file.read_text("utf-8"), (
        f"{game} is told otherwise: look, then `python -m tools.stories`"
    )


def test_no_story_is_left_over() -> None:
    assert {path_for(game) for game in GAMES} == set(FOLDER.iterdir())


@cache
def match_of(name: str) -> Match[Any, Any]:
    play = play_of(name)
    return replayed(play, recorded(play))


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", PLAYS)
def test_what_counts_makes_a_card_that_can_be_read(name: str, side: Side) -> None:
    story = story_of(match_of(name), eyes_of(side))
    cards = [passage for passage in story if passage.weight]
    assert cards
    for passage in cards:
        assert passage.title, passage
        assert len(passage.title.split()) <= 13, passage.title
        assert 1 <= len(passage.sentences) <= 4, passage
        for words in (passage.title, *passage.sentences):
            assert "*" not in words, words
            assert words[0].isupper() or words[0].isdigit(), words
        assert all(sentence.endswith((".", '"')) for sentence in passage.sentences), passage.sentences
    for passage in story:
        shown = " ".join((passage.text, passage.outcome, passage.title, *passage.sentences))
        assert not RULE.search(shown), shown
        assert not KEY.search(shown), shown
        assert not any(HEX.fullmatch(actor) for actor in SPOKEN.findall(passage.text)), passage.text
        assert not HEX.search(" ".join((passage.title, *passage.sentences))), passage


def plainly(words: str) -> str:
    """Words in which a pair of ships is written in one way."""
    return words.replace("/", " and ")


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", PLAYS)
def test_nobody_is_named_whom_the_readers_own_lines_have_not_named(name: str, side: Side) -> None:
    match = match_of(name)
    lines = tuple(log_lines(match, eyes_of(side)))
    names = {plainly(card.name) for card in match.game.ships(match.data).values()}
    pattern = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    first: dict[str, int] = {}
    for line in lines:
        for found in pattern.findall(plainly(line.text)):
            first.setdefault(found, line.number)
    for passage in story_of(match, eyes_of(side)):
        for words in shown_in(passage):
            for found in pattern.findall(plainly(words)):
                assert first.get(found, len(lines)) <= passage.last, (found, words)


def shown_in(passage: Passage) -> tuple[str, ...]:
    """All that a passage says of anybody."""
    changes = [change.label for change in passage.changes]
    shots = [words for shot in passage.shots for words in (shot.shooter, shot.target)]
    return (passage.text, passage.outcome, passage.title, *passage.sentences, *changes, *shots)


def test_the_dice_of_shots_are_lines_of_the_passage() -> None:
    for name in PLAYS[:4]:
        match = match_of(name)
        for side in Side:
            lines: dict[int, LogLine] = {line.number: line for line in log_lines(match, eyes_of(side))}
            for passage in story_of(match, eyes_of(side)):
                for shot in passage.shots:
                    assert shot.line is not None
                    assert passage.first <= shot.line <= passage.last
                    assert lines[shot.line].event.__class__.__name__ == "Rolled"


def test_every_month_that_was_counted_has_a_report_whose_lines_make_its_score() -> None:
    for side in Side:
        match = match_of("arctic_campaign/campaign-quick-options")
        story = story_of(match, eyes_of(side))
        months = [passage.month for passage in story if passage.month is not None]
        counted = [line for line in log_lines(match, eyes_of(side)) if line.rule == "AC-A.25-score"]
        assert len(months) == len(counted) > 2
        assert all(sum(post.points for post in month.account) == month.score for month in months)
        assert any(month.losses and all(loss.words for loss in month.losses) for month in months)
        assert any(month.sailed for month in months) is (side is Side.ALLIED), "only their own side counts merchants"
