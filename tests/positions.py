"""Positions of real play, for tests of questions, words, views and logs.

They are those of the recorded games of captains (`tests/playthroughs`), which take up every scenario and every option:
the answers stand in the texts, so that nobody has to think them out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from barents.kernel.match import Match
from tools.playthroughs import Play, answers_in, begun, catalogue, path_of


def plays_of(game: str) -> list[Play]:
    """The recorded games of a game."""
    return [play for play in catalogue() if play.game == game]


def positions(play: Play, most: int | None = None) -> Iterator[Match[Any, Any]]:
    """The match of a recorded game before each of its answers, or so many of them, and after the last."""
    match = begun(play)
    for side, answer in islice(answers_in(path_of(play).read_text("utf-8")), most):
        yield match
        match.act(side, match.game.notation.parse(answer))
    yield match
