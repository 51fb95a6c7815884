"""Pairs of real games in which one hidden thing was decided otherwise: does the other side notice before it is told?

Twins come from `imagine`, and vary what its author thought of. Here nothing is imagined. A real game is played to a
question whose answer nobody else may know; there the side answers one thing in one game and another in its pair, and
both go on with the same dice, the observer doing the same in both. They are compared as twins are, channel by channel,
until something is told that the rules declare (`barents.testing.secrecy`, `barents.testing.disclosures`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import msgspec

from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.feed import Feed
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side, eyes_of
from barents.players import Player, player
from barents.testing.observed import Streams, World
from barents.testing.secrecy import Comparison, Report, asked_of, attempt

TRIES = 30
REMEMBERED = 40


class Secret(NamedTuple):
    """Something that a side decides and the other may not know: what it is, whose, and by which rule it is asked."""

    what: str
    side: Side
    rule: str


class Pair(Comparison):
    """Two games side by side. Where both sides are asked at once, the one with the secret has finished first.

    How many pages one needs is one's own affair there: the other side cannot tell it from taking one's time.
    """

    keeper: Side
    another = 0

    def _move(self) -> None:
        busy = [world for world in self.worlds if self.keeper in world.match.pending and len(world.match.pending) == 2]
        self.chose = self.keeper
        if not busy:
            super()._move()
            return
        self.choices += 1
        if len(busy) == 2:
            self._others_choice(self.keeper)
        else:
            self._alone(busy[0])

    def _probe(self) -> None:
        """Only where both wait for the same: else one of them has more to answer on the way, and has yet to come."""
        truth, twin = (world.match for world in self.worlds)
        if asked_of(truth) == asked_of(twin) or truth.result is not None or twin.result is not None:
            super()._probe()


@dataclass(frozen=True)
class Pairs:
    """The test of one game: who plays before the question and after it, and by which feed one is reached."""

    game: Game[Any, Any]
    before: str = "captain"
    after: str = "random"
    feed: type[Feed] = Feed

    def run(
        self,
        secrets: Sequence[Secret],
        scenario: str,
        seed: object,
        options: msgspec.Struct | None = None,
        *,
        times: int = 1,
        most: int = 25,
        longest: int = 600,
    ) -> dict[Secret, Report]:
        """One game, with pairs at some of the questions that are put in it, for the enemy's eyes and the public's."""
        dice = Dice.seeded("pairs", seed)
        match: Match[Any, Any] = Match.new(self.game, scenario, seed=repr(seed), options=options, log=False)
        known_by = {(secret.side, secret.rule): secret for secret in secrets}
        found = {secret: Report() for secret in secrets}
        first = Side.ALLIED
        while match.pending and len(match.choices) < longest:
            start = match._checkpoint.choices
            if start == len(match.choices):
                first = dice.choice(tuple(Side))
            for side, decision in match.pending.items():
                secret = known_by.get((side, decision.rule))
                # Where both are asked at once, the other has not answered anything yet.
                alone = all(other is side for other, _ in match.choices[start:])
                if secret is not None and alone and found[secret].twins < 2 * times:
                    for eyes in (eyes_of(side.enemy), Observer.PUBLIC):
                        found[secret].add(self.compare(secret, match, dice, most, eyes))
            side = first if first in match.pending else first.enemy
            match.act(side, self._answer(match, side, dice))
            if all(report.twins >= 2 * times for report in found.values()):
                break
        return found

    def _answer(self, match: Match[Any, Any], side: Side, dice: Dice) -> Action:
        who = player(self.before, match.game.name, match.data)
        return who.choose(None if who.blind else match.known(eyes_of(side)), match.pending[side], dice)

    def compare(self, secret: Secret, match: Match[Any, Any], dice: Dice, most: int, eyes: Observer) -> Report:
        """Let the side answer otherwise in one of two games that stand as this one, and run both on."""
        report = Report()
        answers = self._answers(secret.side, match, dice)
        if answers is None:
            return report
        start, seed = match._checkpoint, dice.below(1 << 32)  # the state as the step began, and the choices since
        worlds = []
        for answer in answers:
            streams = Streams(seed, eyes, "")
            other = Match.at(self.game, match.data, self.game.decoder.decode(start.state), streams, log=True)
            worlds.append(World(other, streams, eyes, self.feed))
            worlds[-1].look()
            done = [*match.choices[start.choices :], (secret.side, answer)]
            if any(attempt(partial(other.act, side, action)) for side, action in done):
                return report  # a die of this step has fallen otherwise, and it is not asked
        remembered = deque((action for _, action in match.choices[-REMEMBERED:]), maxlen=REMEMBERED)
        remembered.extend(answers)
        players: dict[Side, Player] = {side: player(self.after, match.game.name, match.data) for side in Side}
        pair = Pair(worlds[0], worlds[1], players, dice, remembered)
        pair.keeper = pair.chose = secret.side
        pair.run(most)
        report.twins = report.differing = 1
        report.leaks += pair.leaks
        report.choices += pair.choices
        report.ends[pair.end or "long enough"] += 1
        return report

    def _answers(self, side: Side, match: Match[Any, Any], dice: Dice) -> tuple[Action, Action] | None:
        """Two answers that are not the same; None if there is only one."""
        one = self._answer(match, side, dice)
        for _ in range(TRIES):
            other: Action = match.pending[side].options.sample(dice)
            if str(other) != str(one):
                return one, other
        return None
