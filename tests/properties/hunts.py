"""Random games of The Hunt: a few numbers say how one is played."""

from __future__ import annotations

import sys

from hypothesis import strategies as st

from barents.kernel import registry
from barents.kernel.match import Match
from barents.kernel.record import digest_of
from barents.testing.laws import Plan
from tests.hunt import GAME
from tests.hunt.data import data
from tests.hunt.state import Options


def plan(
    seed: int, scenario: str = "first-light", radar: bool = False, choices: int = 400, undoing: bool = False
) -> Plan:
    """How a random Hunt is played."""
    return Plan(GAME.name, scenario, seed, choices, undoing, Options(radar=radar))


plans = st.builds(
    plan,
    seed=st.integers(0, 10_000),
    scenario=st.sampled_from(sorted(data(None).scenarios)),
    radar=st.booleans(),
    choices=st.integers(0, 160),
    undoing=st.booleans(),
)


def digest(seed: int) -> str:
    """A game played, recorded and replayed, in one line: everything that could depend on the machine."""
    registry.plug_in(GAME)
    match = plan(seed, "fog-bank", radar=bool(seed % 2), undoing=True).play()
    again = Match.replay(match.record)
    states = GAME.encoder.encode(match.state), GAME.encoder.encode(again.state)
    return f"{digest_of(states[0])} {digest_of(states[1])} {digest_of(match.record.encode())}"


if __name__ == "__main__":
    print("\n".join(digest(int(seed)) for seed in sys.argv[1:]))
