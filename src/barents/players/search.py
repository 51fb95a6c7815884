"""Search: a player that tries answers in imagined worlds before it gives one.

It is information-set search by rollouts. From what its side knows it imagines worlds, enters the decision there, gives
one answer or another, and lets doctrine play on for both sides to a horizon, where the position is valued. Rollouts are
shared out by sequential halving: all answers get a few, the better half some more, and so on. Doctrine's own
answer stays in to the end, and is kept unless another is better by more than chance explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import ceil, log2, sqrt
from statistics import NormalDist
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Approach
from barents.players.candidates import candidates
from barents.players.rollouts import Effort, Outlook, Rollouts, TimeIsUp, World

if TYPE_CHECKING:
    from barents.players import Player

SURE = 0.85  # how sure one must be to depart from doctrine
DOUBT = 2  # worlds without any difference that are thought to have been seen already, so that few of them prove little
FIRST_LOOK = 2  # worlds in which every answer is tried, however few rollouts there are
BARREN = 8  # worlds in a row in which things would have come otherwise, before the search gives up


class Budget(NamedTuple):
    """How much a search may do: so many times what the outlook says, and, if not 0, in so many milliseconds."""

    times: float = 1.0
    milliseconds: int = 0


class Thought(NamedTuple):
    """What came of a search: the answer, doctrine's own, what each that was tried is worth, and in how many worlds.

    `sure` is the chance that the answer is the better of the first two, by the differences seen; `gain` how much
    better it is, as a share of games. Where doctrine is followed unsearched nothing was tried.
    """

    answer: Action
    doctrine: Action
    worth: dict[str, float] = {}
    rollouts: int = 0
    worlds: int = 0
    gain: float = 0.0
    sure: float = 1.0


class Search:
    """Plays either side of a game: doctrine, and where it is worth it a look at what else could be done.

    The `enemy` is thought to play as that player would, or by the same doctrine.
    """

    blind = False

    def __init__(
        self,
        game: Game[Any, Any],
        data: Any,
        doctrine: Player,
        outlook: Outlook,
        budget: Budget | None = None,
        enemy: Player | None = None,
    ) -> None:
        self.game = game
        self.data = data
        self.doctrine = doctrine
        self.enemy = enemy or doctrine
        self.outlook = outlook
        self.budget = budget or Budget()

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """Doctrine's answer: without knowing how the decision was reached it cannot be entered anywhere else."""
        return self.doctrine.choose(known, decision, dice)

    def search(self, approach: Approach[Any], known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """The answer that a search prefers."""
        return self.thought(approach, known, decision, dice).answer

    def thought(self, approach: Approach[Any], known: Any, decision: Decision[Any], dice: Dice) -> Thought:
        """The answer that a search prefers, and how sure it is."""
        began = perf_counter()
        key = dice.below(1 << 62)
        own = self.choose(known, decision, dice)
        now = self.outlook.is_worth(decision) and self.outlook.when(known, decision)
        if not now or own not in decision.options:
            return Thought(own, own)
        effort = self.outlook.efforts[decision.side][decision.rule]
        own = decision.options.settle(own)
        answers = self._answers(known, decision, own, Dice.seeded(key, "answers"), effort)
        if len(answers) == 1:
            return Thought(own, own)
        limit = self.budget.milliseconds
        deadline = began + limit / 1000 if limit else None
        side = decision.side
        players = {side: self.doctrine, side.enemy: self.enemy}
        rollouts = Rollouts(self.game, self.data, players, self.outlook, approach, side, dice, deadline)
        tally = _Tally(rollouts, decision.rule, effort, key)
        with suppress(TimeIsUp):
            tally.halve(answers, int(effort.rollouts * self.budget.times))
        return tally.verdict(own)

    def _answers(self, known: Any, decision: Decision[Any], own: Action, dice: Dice, effort: Effort) -> list[Action]:
        """Doctrine's answer, those that the game proposes, and others, as many as are to be tried."""
        proposed = self.outlook.propose(known, decision, own, dice)
        found = dict.fromkeys([own, *(answer for answer in proposed if answer in decision.options)])
        if len(found) < effort.answers:
            found.update(dict.fromkeys(candidates(decision.options, own, dice, effort.answers)))
        return list(found)[: effort.answers]


class _Tally:
    """What each answer came to in each world: one row a world, of those answers that were tried in it."""

    def __init__(self, rollouts: Rollouts, rule: str, effort: Effort, key: int) -> None:
        self._rollouts = rollouts
        self._rule = rule
        self._effort = effort
        self._key = key
        self._imagined = 0
        self.rows: list[dict[Action, float]] = []
        self.played = 0

    def halve(self, answers: Sequence[Action], budget: int) -> None:
        """Sequential halving: every round has an equal share of the rollouts, and half as many answers.

        The first answer stays in. It ends early when no answer has made any difference.
        """
        first, *others = answers
        rounds = max(1, ceil(log2(len(answers))))
        for number in range(rounds):
            live = [first, *others]
            for _ in range(max(1 if number else FIRST_LOOK, budget // rounds // len(live))):
                if not self._row(live):
                    return
            if all(len(set(row.values())) == 1 for row in self.rows):
                return
            others.sort(key=self._mean, reverse=True)  # a stable sort: of equals the earlier stays
            others = others[: max(1, len(live) // 2 - 1)]

    def _row(self, live: Sequence[Action]) -> bool:
        """Try answers in one more world; False where none can be entered any more."""
        for _ in range(BARREN):
            self._imagined += 1
            world = self._rollouts.imagine(Dice.seeded(self._key, "world", self._imagined))
            row = self._tried(world, live)
            if row is not None:
                self.rows.append(row)
                return True
        return False

    def _tried(self, world: World, live: Sequence[Action]) -> dict[Action, float] | None:
        """What each answer comes to in a world; None where one of them cannot be given in it."""
        row: dict[Action, float] = {}
        for answer in live:
            match = self._rollouts.enter(world, self._rule)
            value = None if match is None else self._rollouts.play(match, world, answer, self._effort.turns)
            if value is None:
                return None
            self.played += 1
            row[answer] = value
        return row

    def _mean(self, answer: Action) -> float:
        values = [row[answer] for row in self.rows if answer in row]
        return sum(values) / len(values) if values else 0.0

    def verdict(self, own: Action) -> Thought:
        """The best of those that were tried to the end, if it is surely better than doctrine's own."""
        if not self.rows:
            return Thought(own, own, rollouts=self.played)
        worth = {str(answer): self._mean(answer) for answer in self.rows[0]}
        rivals = [answer for answer in self.rows[-1] if answer != own]
        best = max(rivals, key=self._mean, default=own)
        gain, sure = lead([row[best] - row[own] for row in self.rows if best in row])
        if gain > 0 and sure >= SURE:
            return Thought(best, own, worth, self.played, len(self.rows), gain, sure)
        return Thought(own, own, worth, self.played, len(self.rows), max(0.0, -gain), 1 - sure)


def lead(differences: Sequence[float]) -> tuple[float, float]:
    """How much better an answer is, by the same worlds' differences, and how sure that it is better at all.

    >>> [round(found, 2) for found in lead([0.1, 0.3, -0.1, 0.2])], lead([0.0, 0.0])
    ([0.08, 0.92], (0.0, 0.5))
    """
    seen = [*differences, *([0.0] * DOUBT)]
    mean = sum(seen) / len(seen)
    spread = sqrt(sum((value - mean) ** 2 for value in seen) / (len(seen) - 1) / len(seen))
    return mean, NormalDist().cdf(mean / spread) if spread else 0.5
