"""The adviser: every question of every game has an answer with one to three reasons, and the captain plays it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import OUTLOOKS, adviser_of, player
from barents.players.advice import Advice, advice_of
from barents.players.rollouts import Effort

SHORTEST = {
    "north_cape": "unternehmen-sportpalast",
    "nordkapp": "unternehmen-sportpalast",
    "arctic_disaster": "historical",
    "operations": "qp-11-teaching",
    "arctic_campaign": "campaign",
}
RULE_ID = re.compile(r"\b(NC|NK|OP|AD|AC)-\w|\b\d+\.\d+\.\d|\bNone\b|[{}<>_=]|nan\b")
QUESTIONS = 120
TRIED = 20


def advised(match: Match[Any, Any], side: Side, number: int, *, tries: bool) -> Advice:
    game = match.game.name
    captain = player(adviser_of(game), game, match.data)
    approach = match.approach(side) if tries else None
    known, decision = match.known(eyes_of(side)), match.pending[side]
    short = replace(OUTLOOKS[game], advice=Effort(4, 4, 1))
    return advice_of(captain, match.game, match.data, known, decision, Dice.seeded(number), short, approach)


def captain_plays(match: Match[Any, Any], side: Side, number: int) -> Action:
    game = match.game.name
    known, decision = match.known(eyes_of(side)), match.pending[side]
    return player("captain", game, match.data).choose(known, decision, Dice.seeded(number))


def wrong(words: str) -> str:
    """What is wrong with a reason, as far as a test can tell."""
    if len(words) < 15 or not (words[0].isupper() or words[0].isdecimal()) or not words.endswith(".") or "  " in words:
        return "is no sentence"
    return "has a rule's number or notation in it" if RULE_ID.search(words) else ""


def names_hidden(match: Match[Any, Any], side: Side, decision: Decision[Any]) -> set[str]:
    """The names of the enemy's pieces that the truth shows and the side's own view does not."""
    truth = {piece.label for piece in match.view(eyes_of(side.enemy)).situation.pieces if piece.side is side.enemy}
    view = match.view(eyes_of(side))
    shown = {piece.label for piece in view.situation.pieces} | {label for label in truth if label in str(view)}
    return {label for label in truth - shown if len(label) > 3}


@pytest.mark.parametrize("seed", [4])
@pytest.mark.parametrize("game", SHORTEST)
def test_every_question_is_answered_with_reasons_and_the_captain_plays_it(game: str, seed: int) -> None:
    match: Match[Any, Any] = Match.new(game, SHORTEST[game], seed=seed)
    heard: set[Side] = set()
    weighed = 0
    for number in range(QUESTIONS):
        if not match.pending:
            break
        side, decision = next(iter(match.pending.items()))
        advice = advised(match, side, number, tries=number % (QUESTIONS // TRIED) == 0)
        assert advice.answer == captain_plays(match, side, number), decision.rule
        assert 1 <= len(advice.reasons) <= 3, decision.rule
        faults = [f"{decision.rule}: {words!r} {wrong(words)}" for words in advice.reasons if wrong(words)]
        assert not faults
        if number % 10 == 0:
            told = " ".join(advice.reasons)
            assert not [name for name in names_hidden(match, side, decision) if name in told], decision.rule
        for other in advice.others:
            assert other.answer != advice.answer
            assert other.answer in decision.options
            assert other.spread >= 0
        weighed += bool(advice.others)
        heard.add(side)
        match.act(side, advice.answer)
    assert heard == set(Side)
    assert weighed > 5, "other answers are weighed too"


@pytest.mark.parametrize("game", SHORTEST)
def test_worlds_that_look_alike_to_a_side_give_the_same_advice_word_for_word(game: str) -> None:
    match: Match[Any, Any] = Match.new(game, SHORTEST[game], seed=2, log=False)
    differing = 0
    for number in range(120):
        if not match.pending:
            break
        side, decision = next(iter(match.pending.items()))
        if number % 20 == 7:
            known = match.known(eyes_of(side))
            twin = match.game.imagine(match.data, known, eyes_of(side), Dice.seeded("twin", number))
            differing += match.game.encoder.encode(twin) != match.game.encoder.encode(match.state)
            seen = match.game.known(match.data, twin, eyes_of(side))
            captain = player(adviser_of(game), game, match.data)
            own = advice_of(captain, match.game, match.data, known, decision, Dice.seeded(number))
            other = advice_of(captain, match.game, match.data, seen, decision, Dice.seeded(number))
            assert own == other, decision.rule
        match.act(side, captain_plays(match, side, number))
    assert differing, "no twin was another world than the true one"
