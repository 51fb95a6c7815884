"""Every question says what people need to answer it: prompt, phase, what it is about, and what each answer does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.question import Asked, Question, lacking, questions_in
from barents.kernel.sides import eyes_of
from barents.players import RANDOM, player
from tests.hunt import GAME as HUNT
from tests.positions import plays_of, positions

WITH_QUESTIONS = ("hunt", "north_cape", "nordkapp", "arctic_disaster", "operations", "arctic_campaign")
"""The games whose rules ask by `Question`; the others are on their way."""


MOST = 900


def _game(name: str) -> Game[Any, Any]:
    return HUNT if name == HUNT.name else registry.find(name)


def _played(game: Game[Any, Any]) -> Iterator[Match[Any, Any]]:
    """Matches at every decision: by chance, and as captains have played them with and without optional rules."""
    for scenario in game.scenarios(game.data(None)):
        match = Match.new(game, scenario.name, seed=f"questions of {scenario.name}")
        dice, thinker = Dice.seeded("questions", scenario.name), player(RANDOM, game.name, match.data)
        for _ in range(MOST):
            if match.result is not None:
                break
            yield match
            side, decision = next(iter(match.pending.items()))
            match.act(side, thinker.choose(match.known(eyes_of(side)), decision, dice))
    for play in plays_of(game.name):
        yield from positions(play, MOST)


@pytest.mark.parametrize("name", WITH_QUESTIONS)
def test_every_question_that_is_put_says_what_it_is_about_and_what_each_answer_does(name: str) -> None:
    game, met, found = _game(name), set[str](), set[str]()
    for match in _played(game):
        for side, decision in match.pending.items():
            asked = Asked(game, match.data, match.known(eyes_of(side)), decision)
            found.update(lacking(asked))
            met.add("" if asked.question is None else asked.question.id)
    assert not found, "\n".join(sorted(found))
    assert len(met & set(game.questions)) > len(game.questions) / 2, f"too few were met to say so: {sorted(met)}"


@pytest.mark.parametrize("name", WITH_QUESTIONS)
def test_a_question_that_no_game_meets_says_as_much(name: str) -> None:
    without = [
        id
        for id, question in _game(name).questions.items()
        if not (question.prompt and question.phase and question.about)
    ]
    assert not without


def test_two_questions_of_one_name_are_refused() -> None:
    import sys
    from types import ModuleType

    module = ModuleType("twice_asked")
    module.__package__ = "twice_asked"
    first: Question[Any, Any] = Question("X-1", "Who?", phase="Search")
    vars(module).update(FIRST=first, AGAIN=Question("X-1", "Whom?", phase="Search"))
    sys.modules["twice_asked"] = module
    try:
        with pytest.raises(ValueError, match="two questions are called 'X-1'"):
            questions_in("twice_asked")
        vars(module).update(AGAIN=Question("X-1", "Whom?", phase="Search", part="whom"), SAME=first)
        assert sorted(questions_in("twice_asked")) == ["X-1", "X-1/whom"]
    finally:
        del sys.modules["twice_asked"]
