"""What must hold in every game, on random games under random options: each law once, for all the games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from barents.games import arctic_campaign, arctic_disaster, nordkapp, north_cape, operations
from barents.kernel import registry
from barents.kernel.game import Game
from barents.kernel.sides import Side
from barents.testing import laws, strategies
from barents.testing.laws import Plan
from barents.testing.strategies import SEEDS
from tests.properties import (
    arctic_campaign_games,
    arctic_disaster_games,
    nordkapp_games,
    operations_games,
    option_sets,
)

LONGEST = 50  # the share of laws that take seconds over one example
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]  # a shorter game would show no more


class Size(NamedTuple):
    """How many choices a game is played for, and one in how many examples of the profile it is worth.

    `every` is at how many choices the law is looked at; `back` how many are undone; `onward` how many follow.
    """

    least: int
    most: int
    share: int
    every: int = 1
    back: int = 0
    onward: int = 0


class Subject(NamedTuple):
    """A game with its options and, for each law, how large its random games are. `both` are options under which both
    sides are asked.
    """

    game: Game[Any, Any]
    options: st.SearchStrategy[Any]
    replay: Size
    save: Size
    fork: Size
    undone: Size
    undo: Size
    interleaving: Size
    enter: Size
    imagine: Size
    both: Any = None

    def plans(self, size: Size, *, undoing: bool = False) -> st.SearchStrategy[Plan]:
        """Random games of such a size."""
        return strategies.plans(self.game, self.options, size.least, size.most, undoing=undoing)


SUBJECTS = (
    Subject(
        north_cape.GAME,
        option_sets.option_sets(),
        replay=Size(0, 500, 5),
        save=Size(60, 120, 25),
        fork=Size(0, 500, 5),
        undone=Size(0, 500, 5),
        undo=Size(150, 400, 25, back=40),
        interleaving=Size(0, 300, 12),
        enter=Size(50, 500, 5, every=13),
        imagine=Size(200, 900, 5, every=29, onward=12),
    ),
    Subject(
        nordkapp.GAME,
        nordkapp_games.option_sets(),
        replay=Size(0, 150, 8),
        save=Size(20, 50, 25),
        fork=Size(0, 150, 25),
        undone=Size(0, 150, 25),
        undo=Size(60, 120, 25, back=30),
        interleaving=Size(0, 60, 25),
        enter=Size(20, 150, 25, every=7),
        imagine=Size(20, 150, 25, every=17, onward=10),
        both=nordkapp_games.ALL,  # an automaton has nothing to answer
    ),
    Subject(
        arctic_disaster.GAME,
        arctic_disaster_games.option_sets(),
        replay=Size(0, 400, 12),
        save=Size(10, 40, 25),
        fork=Size(0, 400, 25),
        undone=Size(0, 400, 25),
        undo=Size(40, 300, 25, back=15),
        interleaving=Size(0, 200, 25),
        enter=Size(20, 400, 25, every=7),
        imagine=Size(20, 400, 25, every=23, onward=10),
    ),
    Subject(
        operations.GAME,
        operations_games.option_sets(),
        replay=Size(0, 400, 12),
        save=Size(10, 40, 25, every=4),
        fork=Size(0, 400, 25),
        undone=Size(0, 300, 25),
        undo=Size(40, 300, 25, back=15),
        interleaving=Size(0, 200, 25),
        enter=Size(100, 400, 25, every=7),
        imagine=Size(100, 400, 25, every=23, onward=10),
    ),
    Subject(
        arctic_campaign.GAME,
        arctic_campaign_games.option_sets(),
        replay=Size(0, 300, 12),
        save=Size(40, 120, 50),
        fork=Size(0, 300, 25),
        undone=Size(0, 300, 25),
        undo=Size(40, 300, 50, back=30),
        interleaving=Size(0, 300, 25),
        enter=Size(20, 300, 25, every=7),
        imagine=Size(20, 300, 25, every=23, onward=10),
    ),
)
each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=[one.game.name for one in SUBJECTS])


@pytest.fixture(autouse=True, scope="module")
def plugged_in() -> None:
    """Let records find the games."""
    for subject in SUBJECTS:
        registry.plug_in(subject.game)


def holds(size: Size, law: Callable[..., None], *examples: st.SearchStrategy[Any]) -> None:
    """Try a law on as many examples as the profile has for it; but on two, unless they are the longest.

    The first is always the simplest that there is.
    """
    most = max(settings().max_examples // size.share, 2 if size.share < LONGEST else 1)
    settings(max_examples=most, phases=PHASES)(given(*examples)(law))()


@each_game
def test_replay_gives_the_same_bytes(subject: Subject) -> None:
    holds(subject.replay, laws.replay_gives_the_same_bytes, subject.plans(subject.replay, undoing=True))


@each_game
def test_saving_and_loading_changes_nothing(subject: Subject) -> None:
    size = subject.save

    def law(plan: Plan) -> None:
        laws.saving_and_loading_changes_nothing(plan, every=size.every)

    holds(size, law, subject.plans(size, undoing=True))


@each_game
def test_a_fork_never_touches_its_parent(subject: Subject) -> None:
    holds(subject.fork, laws.a_fork_never_touches_its_parent, subject.plans(subject.fork), SEEDS)


@each_game
def test_undo_and_the_same_choices_equal_never_having_undone(subject: Subject) -> None:
    law = laws.undo_and_the_same_choices_equal_never_having_undone
    holds(subject.undone, law, subject.plans(subject.undone))


@each_game
def test_undo_goes_back_to_what_was_before_the_choice(subject: Subject) -> None:
    size = subject.undo

    def law(plan: Plan) -> None:
        laws.undo_goes_back_to_what_was_before_the_choice(plan, after=plan.choices - size.back)

    holds(size, law, subject.plans(size))


@each_game
def test_every_interleaving_of_both_sides_choices_gives_the_same(subject: Subject) -> None:
    def law(plan: Plan, order: list[Side]) -> None:
        plan = plan if subject.both is None else plan._replace(options=subject.both)
        assert laws.every_interleaving_gives_the_same(plan, order), "both sides are never asked at once"

    holds(subject.interleaving, law, subject.plans(subject.interleaving), st.permutations(list(Side)))


@each_game
def test_an_imagined_world_is_entered_at_the_decision_that_is_asked(subject: Subject) -> None:
    size = subject.enter

    def law(plan: Plan, seed: int) -> None:
        laws.an_imagined_world_is_entered_at_the_decision_that_is_asked(plan, seed, every=size.every)

    holds(size, law, subject.plans(size), SEEDS)


@each_game
def test_imagined_worlds_look_alike_and_can_be_played(subject: Subject) -> None:
    size = subject.imagine

    def law(plan: Plan, seed: int) -> None:
        laws.imagined_worlds_look_alike_and_can_be_played(plan, seed, every=size.every, onward=size.onward)

    holds(size, law, subject.plans(size), SEEDS)
