"""Random sets of the variants of Arctic Disaster, and whole games, for what must hold in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from hypothesis import strategies as st

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import Options, State
from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Side, eyes_of
from barents.players import Player, player
from barents.testing import strategies
from tests.arctic_disaster.eager import eager

Chooser: TypeAlias = Callable[[Match[State, Data], Side, Dice], Action]

ALL: Options = all_rules(GAME)


def option_sets() -> st.SearchStrategy[Options]:
    """Any set of variants."""
    return strategies.option_sets(GAME)


def played(
    scenario: str, seed: object, options: Options, choose: Chooser, *, log: bool = False
) -> Iterator[Match[State, Data]]:
    """A game in which both sides choose alike, as it is before each choice and at its end."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=repr(seed), options=options, log=log)
    dice = Dice.seeded("played", seed)
    while match.pending:
        yield match
        side = dice.choice(tuple(match.pending))
        match.act(side, choose(match, side, dice))
    yield match


def fought(scenario: str, seed: object, options: Options, *, log: bool = False) -> Iterator[Match[State, Data]]:
    """A game between players who look for each other."""
    return played(scenario, seed, options, eager, log=log)


def by(name: str) -> Chooser:
    """How one of the computer's players chooses."""
    known_players: dict[int, Player] = {}

    def choose(match: Match[State, Data], side: Side, dice: Dice) -> Action:
        who = known_players.setdefault(id(match.data), player(name, GAME.name, match.data))
        known = None if who.blind else match.known(eyes_of(side))
        return who.choose(known, match.pending[side], dice)

    return choose
