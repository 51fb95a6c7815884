"""Somebody who plays a scenario with a coach through the match, and what the coach shows on the way."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple

from barents.kernel import registry
from barents.kernel.coach import Coach, Coaching
from barents.kernel.dice import Dice
from barents.kernel.ledger import Ledger
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import answer_of, player


class Lesson(NamedTuple):
    """A lesson that was played: the match, and the cards in their order with the moment at which each was shown."""

    match: Match[Any, Any]
    cards: list[str]
    moments: dict[str, int]


def coach_of(game: str, scenario: str) -> Coach:
    """The scenario's coach."""
    rules = registry.find(game)
    found = rules.scenario(rules.data(None), scenario).coach
    assert found is not None
    return found


def played(game: str, scenario: str, seed: int, person: str = "captain") -> Lesson:
    """A lesson to its end, its opponent as the scenario names him; a moment counts the questions of the person."""
    coach = coach_of(game, scenario)
    match: Match[Any, Any] = Match.new(game, scenario, seed=f"lesson {seed}")
    coaching, cards, moments, asked = Coaching(coach), [], {}, 0
    names = {side: person if side is coach.side else coach.opponent for side in Side}
    players = {side: player(names[side], game, match.data) for side in Side}
    while match.pending:
        side = next(iter(match.pending))
        if side is coach.side:
            asked += 1
            for step in coaching.news(match.view(eyes_of(side))):
                cards.append(step.title)
                moments[step.title] = asked
        match.act(side, answer_of(players[side], match, side, Dice.seeded("lesson", seed, len(match.choices))))
    return Lesson(match, cards, moments)


def waits_for_rules_that_there_are(game: str, scenario: str) -> None:
    """Every rule that the coach waits for is in the game's ledger."""
    rules = Ledger.load(files(registry.find(game).package)).requirements
    steps = coach_of(game, scenario).steps
    waited = {rule for step in steps for rule in (*step.after, *step.unless, *(step.until.rules if step.until else ()))}
    assert waited
    assert waited <= set(rules)
