"""Random sets of the optional rules of Nordkapp, and games full of fights, for what must hold in all of them."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.state import Options, State
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from tests.nordkapp.eager import eager

ALL = Options(aces=True, growlers=True, hfdf=True, storms=True, reorganisation=True)
SOLITAIRE = Options(solitaire=True)


def option_sets() -> st.SearchStrategy[Options]:
    """Any set of optional rules, with and without the automaton; often none, and often all of them."""
    some = st.builds(
        Options,
        aces=st.booleans(),
        growlers=st.booleans(),
        hfdf=st.booleans(),
        storms=st.booleans(),
        reorganisation=st.booleans(),
        solitaire=st.booleans(),
        open_map=st.booleans(),
    )
    return st.one_of(st.just(Options()), some, st.just(ALL))


def fought(scenario: str, seed: object, options: Options, *, log: bool = False) -> Iterator[Match[State, Data]]:
    """A game between players who look for each other, as it is before each choice and at its end."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=repr(seed), options=options, log=log)
    dice = Dice.seeded("fought", seed)
    while match.pending:
        yield match
        side = dice.choice(tuple(match.pending))
        match.act(side, eager(match, side, dice))
    yield match
