"""Random games of The Hunt: a few numbers say how one is played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from hypothesis import strategies as st

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import digest_of
from barents.kernel.sides import Side
from tests.hunt import GAME
from tests.hunt.data import Data
from tests.hunt.state import Options, State

Hunt: TypeAlias = Match[State, Data]


class Plan(NamedTuple):
    """How a random game is played: its seed, scenario and option, how many choices, and how often one is undone."""

    seed: int
    scenario: str = "first-light"
    radar: bool = False
    choices: int = 400
    undoing: bool = False

    def begin(self) -> Hunt:
        """The match before its first choice."""
        return Match.new(GAME, self.scenario, seed=self.seed, options=Options(radar=self.radar))

    def play(self) -> Hunt:
        """The match after the last choice."""
        match = self.begin()
        for _ in self.playing(match):
            pass
        return match

    def playing(self, match: Hunt) -> Iterator[Side]:
        """Make the choices one by one; the side that chooses is given before each."""
        dice = Dice.seeded("player", self.seed)
        for _ in range(self.choices):
            if not match.pending:
                return
            side = dice.choice(sorted(match.pending))
            yield side
            act(match, side, dice, undoing=self.undoing)


def act(match: Hunt, side: Side, dice: Dice, *, undoing: bool = False) -> None:
    """A random answer; now and then something on the side, or a step back."""
    if undoing and match.can_undo(side) and dice.below(4) == 0:
        match.undo(side)
        return
    decision = match.pending[side]
    asides = decision.asides if dice.below(4) == 0 else None
    match.act(side, (asides or decision.options).sample(dice))


plans = st.builds(
    Plan,
    seed=st.integers(0, 10_000),
    scenario=st.sampled_from(sorted(GAME.scenarios)),
    radar=st.booleans(),
    choices=st.integers(0, 160),
    undoing=st.booleans(),
)


def digest(seed: int) -> str:
    """A game played, recorded and replayed, in one line: everything that could depend on the machine."""
    registry.plug_in(GAME)
    match = Plan(seed, "fog-bank", radar=bool(seed % 2), undoing=True).play()
    again = Match.replay(match.record)
    states = GAME.encoder.encode(match.state), GAME.encoder.encode(again.state)
    return f"{digest_of(states[0])} {digest_of(states[1])} {digest_of(match.record.encode())}"


if __name__ == "__main__":
    print("\n".join(digest(int(seed)) for seed in sys.argv[1:]))
