"""What must hold in every game, on random play: laws over a plan, which any game's tests call.

They need no library for tests: a law fails by an `AssertionError`. `barents.testing.strategies` has plans for
Hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.question import Asked, lacking
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Audience, Observer, Side, eyes_of
from barents.testing.fingerprint import Fingerprint, asked, fingerprint

AnyMatch: TypeAlias = Match[Any, Any]
OBSERVERS = (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC)


class Plan(NamedTuple):
    """How a random game is played: which, its seed and options, how many choices, and whether some are undone."""

    game: str
    scenario: str
    seed: int
    choices: int = 400
    undoing: bool = False
    options: msgspec.Struct | None = None

    @property
    def rules(self) -> Game[Any, Any]:
        """The game, which must be plugged in."""
        return registry.find(self.game)

    def begin(self) -> AnyMatch:
        """The match before its first choice."""
        return Match.new(self.game, self.scenario, seed=self.seed, options=self.options)

    def play(self) -> AnyMatch:
        """The match after the last choice."""
        match = self.begin()
        for _ in self.playing(match):
            pass
        return match

    def playing(self, match: AnyMatch) -> Iterator[Side]:
        """Make the choices one by one; the side that chooses is given before each."""
        dice = Dice.seeded("player", self.seed)
        for _ in range(self.choices):
            if not match.pending:
                return
            side = dice.choice(sorted(match.pending))
            yield side
            act(match, side, dice, undoing=self.undoing)


def act(match: AnyMatch, side: Side, dice: Dice, *, undoing: bool = False) -> None:
    """A random answer; now and then something on the side, or a step back."""
    if undoing and match.can_undo(side) and dice.below(4) == 0:
        match.undo(side)
        return
    decision = match.pending[side]
    asides = decision.asides if dice.below(4) == 0 else None
    match.act(side, (asides or decision.options).sample(dice))


def unentered(match: AnyMatch) -> Fingerprint:
    """A match without its list of entries, where undo is written down."""
    return fingerprint(match)._replace(entries=[])


def as_loaded(match: AnyMatch) -> Fingerprint:
    """A match without what a record does not bring back: the log of chapters that are finished, and their story."""
    if not match.chapters and not match.earlier:
        return fingerprint(match)
    encode, first = msgspec.msgpack.encode, match.current_chapter().log[0]
    views = [msgspec.structs.replace(match.view(observer), log=(), story=()) for observer in Observer]
    return fingerprint(match)._replace(log=encode((match.log or [])[first:]), views=encode(views))


def entered(match: AnyMatch) -> int:
    """How many entries a match has in all its chapters."""
    earlier = [chapter.entries for chapter in match.earlier] + [chapter.entries for chapter in match.chapters]
    return sum(map(len, earlier)) + len(match.entries)


def peeked(match: AnyMatch) -> dict[Audience, bytes]:
    """The next bytes of each stream."""
    streams = {audience: match.box[audience] for audience in Audience}
    return {audience: stream.peek(stream.offset, stream.offset + 16) for audience, stream in streams.items()}


def every_question_has_its_words(plan: Plan) -> None:
    """Whoever is asked reads what it is about, and what each answer does."""
    match = plan.begin()
    for side in plan.playing(match):
        known = match.known(eyes_of(side))
        missing = lacking(Asked(plan.rules, match.data, known, match.pending[side]))
        assert not missing, "\n".join(missing)


def replay_gives_the_same_bytes(plan: Plan) -> None:
    """A record holds the whole match."""
    match = plan.play()
    record = decode(match.record.encode())
    again = Match.replay(record)
    assert as_loaded(again) == as_loaded(match)
    assert again.record.encode() == record.encode()
    assert verify(record).entries == entered(match)


def saving_and_loading_changes_nothing(plan: Plan, every: int = 1) -> None:
    """One match is played straight on; the other is saved and loaded before each choice, or before one in `every`."""
    straight, match = plan.begin(), plan.begin()
    dice, same = Dice.seeded(plan.seed), Dice.seeded(plan.seed)
    for number in range(plan.choices):
        if number % every == 0:
            match = Match.replay(decode(match.record.encode()))
            assert as_loaded(match) == as_loaded(straight)
        if match.pending:
            act(straight, max(straight.pending), dice, undoing=plan.undoing)
            act(match, max(match.pending), same, undoing=plan.undoing)


def a_fork_never_touches_its_parent(plan: Plan, seed: int) -> None:
    """It stands at the same decision, has dice of its own, and what is done in it stays in it."""
    match = plan.play()
    before, coming = fingerprint(match), peeked(match)
    fork = match.fork(DiceBox.seeded("fork", seed))
    assert plan.rules.encoder.encode(fork.state) == before.state
    assert fingerprint(fork).pending == before.pending
    own = peeked(fork)
    assert all(own[audience] != coming[audience] for audience in Audience), "it would see the dice to come"
    dice = Dice.seeded(seed)
    for _ in range(30):
        if fork.pending:
            act(fork, dice.choice(sorted(fork.pending)), dice)
    assert fingerprint(match) == before
    assert peeked(match) == coming


def undo_and_the_same_choices_equal_never_having_undone(plan: Plan) -> None:
    """A side goes back as far as it may, and makes the same choices again."""
    match = plan._replace(undoing=False).play()
    before = unentered(match)
    for side in Side:
        taken: list[Action] = []
        while match.can_undo(side) and len(taken) < 6:
            taken.append(next(action for other, action in reversed(match.choices) if other is side))
            match.undo(side)
        for action in reversed(taken):
            match.act(side, action)
        assert unentered(match) == before


def undo_goes_back_to_what_was_before_the_choice(plan: Plan, after: int = 0) -> None:
    """Wherever a choice can be taken back, everything is as it was; looked at after so many choices."""
    plan = plan._replace(undoing=False)
    match = plan.begin()
    positions: list[Fingerprint] = []
    for number, side in enumerate(plan.playing(match)):
        if number < after:
            continue
        positions.append(unentered(match))
        if match.can_undo(side) and len(positions) > 1 and match.choices[-1][0] is side:
            action = match.choices[-1][1]
            match.undo(side)
            assert unentered(match) == positions[-2]
            match.act(side, action)
            assert unentered(match) == positions[-1]


def every_interleaving_gives_the_same(plan: Plan, order: list[Side]) -> bool:
    """Where both sides are asked at once it does not matter who answers first; whether there was such a place."""
    match = plan.play()
    dice = Dice.seeded(plan.seed)
    while match.pending and len(match.pending) < 2:
        act(match, next(iter(match.pending)), dice)
    if not match.pending:
        return False
    answers = {side: match.pending[side].options.sample(dice) for side in Side}
    others = {side: match.pending[side].options.sample(dice) for side in Side}
    ends = []
    for first in Side:
        twin = Match.replay(match.record)
        twin.act(first, answers[first])
        twin.act(first.enemy, answers[first.enemy])
        ends.append(unentered(twin))
    changed = Match.replay(match.record)
    changed.act(Side.AXIS, others[Side.AXIS])
    changed.undo(Side.AXIS)
    for side in order:
        changed.act(side, answers[side])
    assert ends[0] == ends[1] == unentered(changed)
    return True


def an_imagined_world_is_entered_at_the_decision_that_is_asked(plan: Plan, seed: int, every: int = 1) -> None:
    """A search that enters an imagined world finds the very decision that it was asked."""
    game, match = plan.rules, plan.begin()
    for number, side in enumerate(plan.playing(match)):
        if number % every == 0:
            approach = match.approach(side)
            world = game.imagine(match.data, approach.known, eyes_of(side), Dice.seeded(seed, number))
            entered = Match.enter(game, match.data, world, approach, DiceBox.seeded(seed))
            assert asked(entered.pending[side]) == asked(match.pending[side])


def imagined_worlds_look_alike_and_can_be_played(plan: Plan, seed: int, every: int, onward: int) -> None:
    """Every observer knows the same in a world imagined from what it knows, and that world runs on."""
    game, match = plan.rules, plan.begin()
    dice = Dice.seeded("imagine", seed)
    for number, _ in enumerate(plan.playing(match)):
        if number % every:
            continue
        truth = game.decoder.decode(match._checkpoint.state)
        for observer in OBSERVERS:
            known = game.known(match.data, truth, observer)
            before = game.encoder.encode(known)
            world = game.imagine(match.data, known, observer, dice)
            assert game.encoder.encode(known) == before, "what is known was changed"
            assert game.encoder.encode(game.known(match.data, world, observer)) == before
            twin = Match.at(game, match.data, world, DiceBox.seeded(seed, number))
            for _ in range(onward):
                if twin.pending:
                    act(twin, dice.choice(sorted(twin.pending)), dice)
