"""Worlds that agree with what a side knows, and games played on in them by doctrine.

Each world is imagined once, with dice of its own, and every answer is tried in it with the same dice: what differs in
the end is then more often the answer's doing than luck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick, Refused
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.game import Game
from barents.kernel.match import Approach, Match, RuleFault
from barents.kernel.sides import Side, eyes_of

if TYPE_CHECKING:
    from barents.players import Player

LONGEST = 20_000  # answers in a rollout, before it is taken to go in circles and valued as it stands
END = 1_000  # turns: to the end of every game


class Effort(NamedTuple):
    """What a kind of question is worth: how many answers are tried, in how many rollouts, and how many turns ahead.

    With one turn a rollout ends when the turn under way does.
    """

    answers: int
    rollouts: int
    turns: int


ADVICE = Effort(4, 12, 1)


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What a search must be told about a game.

    `value` is about how good a side's chances to win are in a position, from 0 to 1; `turn` is the clock. `efforts`
    has the rules whose questions are worth a search, `when` the moments at which they are; all others are left to
    doctrine. `propose` gives answers that ought to be tried besides, after doctrine's own. `advice` is what an adviser
    spends on a question, of whatever kind: an answer should not take longer than somebody likes to wait.
    """

    value: Callable[[Any, Any, Side], float]
    turn: Callable[[Any], int]
    efforts: Mapping[Side, Mapping[str, Effort]]
    when: Callable[[Any, Decision[Any]], bool] = lambda _known, _decision: True
    propose: Callable[[Any, Decision[Any], Action, Dice], list[Action]] = lambda *_: []
    advice: Effort = ADVICE

    def is_worth(self, decision: Decision[Any]) -> bool:
        """Whether a decision is worth a search. Windows are not: how long one thinks must not tell what they hold."""
        return not decision.window and decision.rule in self.efforts[decision.side]


class TimeIsUp(Exception):
    """A rollout was broken off because there is no more time to think."""


class World(NamedTuple):
    """An imagined world, as the step under way began, and the key of the dice that will fall in it."""

    state: bytes
    key: bytes


class Rollouts:
    """Plays on from one decision, in one world after the other; with a `deadline`, until the clock stands there.

    What the side has resolved by its `dice` holds in every world; the enemy may have resolved anything.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        data: Any,
        players: Mapping[Side, Player],
        outlook: Outlook,
        approach: Approach[Any],
        side: Side,
        dice: Dice,
        deadline: float | None = None,
    ) -> None:
        self._deadline = deadline
        self._dice = dice
        self._game = game
        self._data = data
        self._players = players
        self._outlook = outlook
        self._approach = approach
        self._side = side

    def imagine(self, dice: Dice) -> World:
        """A world that agrees with what was known when the step began."""
        world = self._game.imagine(self._data, self._approach.known, eyes_of(self._side), dice)
        return World(self._game.encoder.encode(world), dice.below(1 << 62).to_bytes(8, "little"))

    def enter(self, world: World, rule: str) -> Match[Any, Any] | None:
        """The decision in a world, or None where things would have come to another one."""
        state = self._game.decoder.decode(world.state)
        try:
            match: Match[Any, Any] = Match.enter(self._game, self._data, state, self._approach, DiceBox(world.key))
        except (Refused, RuleFault):
            return None
        decision = match.pending.get(self._side)
        return match if decision is not None and decision.rule == rule else None

    def play(
        self, match: Match[Any, Any], world: World, answer: Action, turns: int, longest: int = LONGEST
    ) -> float | None:
        """What an answer came to, so many turns or answers later; None where it cannot be given."""
        turn, value = self._outlook.turn, self._outlook.value
        until = turn(match.state) + turns
        dice = {self._side: self._dice.at(world.key), self._side.enemy: Dice(world.key)}
        try:
            match.act(self._side, answer)
            for _ in range(longest):
                if not match.pending or turn(match.state) >= until:
                    break
                if self._deadline is not None and perf_counter() > self._deadline:
                    raise TimeIsUp
                side, decision = next(iter(match.pending.items()))
                match.act(side, self._reply(match, side, decision, dice[side]))
        except (RuleFault, LookupError, ValueError):  # refused, or a place where doctrine is lost
            return None
        return value(self._data, match.state, self._side)

    def _reply(self, match: Match[Any, Any], side: Side, decision: Decision[Any], dice: Dice) -> Action:
        options = decision.options
        if type(options) is Pick and not decision.open_to_asides and not options.products and len(options.listed) == 1:
            forced: Action = options.listed[0]
            return forced
        player = self._players[side]
        known = None if player.blind else match.known(eyes_of(side))
        return player.choose(known, decision, dice)
