"""Advice: what a player would answer, why, and what else it might have answered.

Reasons are worked out only where somebody asks for them: playing does not pay for them. They are made from what the
side knows and from the decision that lies before it. What other answers are worth is tried in imagined worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.domains import NONE
from barents.kernel.game import Game
from barents.kernel.match import Approach
from barents.kernel.question import Asked
from barents.kernel.sides import Side
from barents.players.candidates import candidates
from barents.players.rollouts import Outlook, Rollouts

MOST_REASONS = 3
NO_CHOICE = "There is nothing else to choose here."
BARREN = 4  # worlds in which things would have come otherwise, before it is given up
LONGEST = 300  # answers in an imagined game: a month at sea would go on for minutes
SCATTER = 1.28  # standard errors on either side: four of five times the truth lies between


class Other(NamedTuple):
    """Another answer: how many games of 100 more one wins with it than as advised, and how far that may be off."""

    answer: Action
    gain: float
    spread: float


class Advice(NamedTuple):
    """An answer with one to three reasons, and other answers with their worth, tried in so many imagined worlds."""

    answer: Action
    reasons: tuple[str, ...]
    others: tuple[Other, ...] = ()
    worlds: int = 0


@runtime_checkable
class Reasoning(Protocol):
    """A player that can say why it answers as it does."""

    def reasons(self, known: Any, decision: Decision[Any], answer: Action, dice: Dice) -> Iterator[str]:
        """What it weighed, in sentences, the weightiest first."""


Figures: TypeAlias = Callable[[Any, Decision[Any], Action], Iterator[str]]
"""Reasons with the figures of a position."""
Habits: TypeAlias = Mapping[str, tuple[str, str]]
"""What doctrine goes by at a question: where something is done, and where nothing is; either may be empty.

They are found by the id of a question, for of several that a rule asks each has reasons of its own.
"""


def habit(habits: Habits, decision: Decision[Any], answer: Action) -> Iterator[str]:
    """What doctrine goes by at a question, in a sentence."""
    done, left = habits.get(asked_by(decision), ("", ""))
    words = left if is_nothing(answer) else done
    if words:
        yield words


def asked_by(decision: Decision[Any]) -> str:
    """The id of the question that is asked, or its rule where there is none."""
    return decision.rule if decision.question is None else decision.question.id


def said_apart(words: Callable[[Action], str], advised: Action, other: Action) -> str:
    """Another answer in words; of a long one only what is otherwise than advised."""
    match advised, other:
        case Allot(), Allot():
            before = dict(advised.pairs)
            changed = [pair for pair in other.pairs if before.get(pair[0], NONE) != pair[1] != NONE]
            left_out = [slot for slot, value in before.items() if value != NONE == dict(other.pairs).get(slot, NONE)]
            if not left_out and 0 < len(changed) < sum(value != NONE for _, value in other.pairs):
                return f"Otherwise {words(Allot(tuple(changed)))}"
            if not changed and left_out and len(left_out) < len(before):
                return f"Without {words(Allot(tuple((slot, before[slot]) for slot in left_out)))}"
        case Choose(), Choose() if advised.items and other.items:
            more = tuple(item for item in other.items if item not in advised.items)
            fewer = tuple(item for item in advised.items if item not in other.items)
            if more and not fewer:
                return f"{words(Choose(more))} as well"
            if fewer and not more:
                return f"Without {words(Choose(fewer))}"
    return words(other)


def is_nothing(answer: Action) -> bool:
    """Whether an answer lets things be: a pass, nobody chosen, nothing ordered."""
    match answer:
        case Choose():
            return not answer.items
        case Allot():
            return all(value == NONE for _, value in answer.pairs)
        case Decline():
            return True
    return str(answer) in ("pass", "stop")


def begun(words: str) -> str:
    """Words at the beginning of a sentence.

    >>> begun("at Tromsø")
    'At Tromsø'
    """
    return f"{words[:1].upper()}{words[1:]}"


def in_odds(chance: float) -> str:
    """A chance as one says it.

    >>> in_odds(0.3), in_odds(1 / 6), in_odds(0.5), in_odds(0.234), in_odds(1.0), in_odds(0.001)
    ('3 in 10', '1 in 6', '1 in 2', '23 per cent', 'certain', 'next to nothing')
    """
    if chance >= 0.995:
        return "certain"
    if chance < 0.005:
        return "next to nothing"
    for parts in (6, 10):
        share = chance * parts
        if abs(share - round(share)) < 0.02 and 0 < round(share) < parts:
            plain = Fraction(round(share), parts)
            return (
                f"{plain.numerator} in {plain.denominator}"
                if plain.denominator < parts
                else f"{round(share)} in {parts}"
            )
    return f"{round(100 * chance)} per cent"


def advice_of(
    player: Any,
    game: Game[Any, Any],
    data: Any,
    known: Any,
    decision: Decision[Any],
    dice: Dice,
    outlook: Outlook | None = None,
    approach: Approach[Any] | None = None,
) -> Advice:
    """What a player answers, with its reasons. Told how the decision was reached, it also tries other answers."""
    answer = player.choose(known, decision, dice)
    key = dice.below(1 << 62)
    if decision.options.count() == 1 and answer in decision.options:
        return Advice(answer, (NO_CHOICE,))
    others: tuple[Other, ...] = ()
    worlds = 0
    if outlook is not None and approach is not None and answer in decision.options:
        others, worlds = _tried(player, game, data, outlook, approach, known, decision, answer, dice, key)
    found = dict.fromkeys(player.reasons(known, decision, answer, dice) if isinstance(player, Reasoning) else ())
    for words in _general(Asked(game, data, known, decision), answer, others, worlds, bool(found)):
        found.setdefault(words)
    return Advice(answer, tuple(found)[:MOST_REASONS], others, worlds)


def _general(asked: Asked, answer: Action, others: Sequence[Other], worlds: int, has_own: bool) -> Iterator[str]:
    """What can be said of any answer: its odds, and how others did in imagined games."""
    odds = asked.odds(answer)
    if odds is not None:
        yield f"The odds: {odds.of}, {in_odds(odds.chance)}."
    if has_own:
        return
    if others and all(abs(other.gain) <= 1 for other in others):
        yield f"In {worlds} imagined games it made hardly any difference which of {len(others) + 1} answers was given."
    elif others and all(other.gain <= other.spread for other in others):
        yield f"In {worlds} imagined games none of {len(others)} other answers did clearly better."
    elif is_nothing(answer):
        yield "Nothing that is offered here is worth its risk by what you know."
    else:
        yield "It is the usual answer, and nothing that you know speaks against it."


def _tried(
    player: Any,
    game: Game[Any, Any],
    data: Any,
    outlook: Outlook,
    approach: Approach[Any],
    known: Any,
    decision: Decision[Any],
    answer: Action,
    dice: Dice,
    key: int,
) -> tuple[tuple[Other, ...], int]:
    """Other answers beside the advised one, each in the same imagined worlds with the same dice, the best first."""
    effort, first = outlook.advice, decision.options.settle(answer)
    answers = _answers(outlook, known, decision, first, Dice.seeded(key, "answers"))
    rollouts = Rollouts(game, data, dict.fromkeys(Side, player), outlook, approach, decision.side, dice)
    gains: dict[Action, list[float]] = {other: [] for other in answers[1:]}
    barren = worlds = 0
    for number in range(effort.rollouts):
        came = _came(rollouts, Dice.seeded(key, "world", number), decision.rule, answers, effort.turns)
        if came is None:
            barren += 1
            if barren >= BARREN:
                break
            continue
        worlds += 1
        for other, found in gains.items():
            found.append(100 * (came[other] - came[first]))
    if worlds < 2:
        return (), 0
    weighed = [Other(other, *_mean(found)) for other, found in gains.items()]
    return tuple(sorted(weighed, key=lambda other: (-round(other.gain, 6), str(other.answer)))), worlds


def _answers(outlook: Outlook, known: Any, decision: Decision[Any], first: Action, dice: Dice) -> list[Action]:
    """The advised answer and others: those that the game's outlook wants tried, then some that are close."""
    options, most = decision.options, outlook.advice.answers
    proposed = (options.settle(each) for each in outlook.propose(known, decision, first, dice) if each in options)
    found = dict.fromkeys([first, *proposed])
    found.update(dict.fromkeys(candidates(options, first, dice, most)))
    return list(found)[:most]


def _came(
    rollouts: Rollouts, dice: Dice, rule: str, answers: Sequence[Action], turns: int
) -> Mapping[Action, float] | None:
    """What each answer came to in one imagined world; None where things would have come otherwise there."""
    try:
        world = rollouts.imagine(dice)
    except (LookupError, ValueError):  # nothing that agrees with what is known was found
        return None
    came: dict[Action, float] = {}
    for each in answers:
        match = rollouts.enter(world, rule)
        value = None if match is None else rollouts.play(match, world, each, turns, LONGEST)
        if value is None:
            return None
        came[each] = value
    return came


def _mean(found: Sequence[float]) -> tuple[float, float]:
    """The mean of some differences, and how far it may be off."""
    mean = sum(found) / len(found)
    variance = sum((value - mean) ** 2 for value in found) / (len(found) - 1)
    return mean, SCATTER * sqrt(variance / len(found))
