"""Random sets of the optional rules of Nordkapp, and games full of fights, for what must hold in all of them."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.state import Options, State
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.testing import strategies
from tests.nordkapp.eager import eager

ALL: Options = all_rules(GAME, open_map=False)
SOLITAIRE = Options(solitaire=True)


def option_sets() -> st.SearchStrategy[Options]:
    """Any set of optional rules, with and without the automaton."""
    return strategies.option_sets(GAME)


def fought(scenario: str, seed: object, options: Options, *, log: bool = False) -> Iterator[Match[State, Data]]:
    """A game between players who look for each other, as it is before each choice and at its end."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=repr(seed), options=options, log=log)
    dice = Dice.seeded("fought", seed)
    while match.pending:
        yield match
        side = dice.choice(tuple(match.pending))
        match.act(side, eager(match, side, dice))
    yield match
