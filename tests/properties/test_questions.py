"""Every question says what people need to answer it: prompt, phase, what it is about, and what each answer does."""

from __future__ import annotations

from typing import Any

import pytest

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.question import Asked, Question, lacking, questions_in
from barents.kernel.sides import eyes_of
from tests.hunt import GAME as HUNT

WITH_QUESTIONS = ("hunt", "arctic_campaign")
"""The games whose rules ask by `Question`; the others are on their way."""


def _game(name: str) -> Game[Any, Any]:
    return HUNT if name == HUNT.name else registry.find(name)


@pytest.mark.parametrize("name", WITH_QUESTIONS)
def test_every_question_that_is_put_says_what_it_is_about_and_what_each_answer_does(name: str) -> None:
    game, met, found = _game(name), set[str](), set[str]()
    for scenario in game.scenarios:
        match = Match.new(game, scenario, seed=f"questions of {scenario}")
        dice = Dice.seeded("questions", scenario)
        for _ in range(600):
            if match.result is not None:
                break
            for side, decision in match.pending.items():
                if decision.question is None and game.inner and game.inner.game.name not in WITH_QUESTIONS:
                    continue  # a question of the game inside this one
                asked = Asked(game, match.data, match.known(eyes_of(side)), decision)
                found.update(lacking(asked))
                met.add("" if asked.question is None else asked.question.id)
            side, decision = next(iter(match.pending.items()))
            match.act(side, decision.options.sample(dice))
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
