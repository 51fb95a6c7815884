"""Random sets of the options of the operations engine, and whole games, for what must hold in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from hypothesis import strategies as st

from barents.games.operations import GAME
from barents.games.operations.data import Data
from barents.games.operations.state import Options, State
from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Side
from barents.testing import strategies
from tests.operations.eager import eager

Chooser: TypeAlias = Callable[[Match[State, Data], Side, Dice], Action]

ALL: Options = all_rules(GAME)


def option_sets() -> st.SearchStrategy[Options]:
    """Any set of options."""
    return strategies.option_sets(GAME)


def at_random(match: Match[State, Data], side: Side, dice: Dice) -> Action:
    """Any answer."""
    action: Action = match.pending[side].options.sample(dice)
    return action


def played(
    scenario: str, seed: object, options: Options, choose: Chooser = eager, *, log: bool = False
) -> Iterator[Match[State, Data]]:
    """A game in which both sides choose alike, as it is before each choice and at its end."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=repr(seed), options=options, log=log)
    dice = Dice.seeded("played", seed)
    while match.pending:
        yield match
        side = dice.choice(tuple(match.pending))
        match.act(side, choose(match, side, dice))
    yield match
