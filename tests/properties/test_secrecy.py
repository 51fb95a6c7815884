"""The Hunt keeps its secrets, and the test that says so finds every leak planted in it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import RandomPlayer, play_out
from barents.testing.secrecy import OBSERVERS, Report, Secrecy
from tests.hunt import GAME
from tests.hunt.data import data
from tests.hunt.flow import Umpire, plot
from tests.hunt.state import Options, Pass, Plot
from tests.properties.leaks import PLANTS, Plant, with_requests

seeds = st.integers(0, 2**32 - 1)
SCENARIOS = sorted(data(None).scenarios)
scenarios = st.sampled_from(SCENARIOS)


@given(seed=seeds, scenario=scenarios, options=st.builds(Options, st.booleans()))
def test_nothing_reaches_an_observer_that_it_was_not_told(seed: int, scenario: str, options: Options) -> None:
    assert Secrecy(GAME).play(scenario, seed, options, every=4).leaks == []


def test_twins_differ_from_the_truth_and_are_compared_for_long() -> None:
    """Worlds that are all alike, or that part at once, would prove nothing."""
    total = Report()
    for seed, scenario in product(range(5), SCENARIOS):
        total.add(Secrecy(GAME).play(scenario, seed, every=4))
    assert total.twins > 100
    assert total.differing / total.twins > 0.5
    assert total.choices / total.twins > 8
    assert {"told", "long enough", "over"} <= set(total.ends)
    assert total.ends["undecided"] < total.twins / 50


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.gives_away)
def test_a_planted_leak_is_found(plant: Plant) -> None:
    secrecy = Secrecy(plant.game, match=plant.match, feed=plant.feed)
    found: set[str] = set()
    for seed, scenario in product(range(10), SCENARIOS):
        found |= secrecy.play(scenario, seed, every=2).channels
        if plant.channel in found:
            return
    pytest.fail(f"what gives away {plant.gives_away} was not found by '{plant.channel}', only by {sorted(found)}")


def test_a_choice_that_only_one_world_has_is_no_leak_if_it_is_not_seen() -> None:
    """In one world the Axis confirms its boiler trouble inside the plot, in the other there is none to confirm."""

    def confirming(u: Umpire, orders: kernel.Rule[object]) -> kernel.Rule[object]:
        if u.state.slowed:
            yield from u.ask(Side.AXIS, "H-3.1-boilers", Pick([Pass()]))
        return (yield from orders)

    def confirmed(u: Umpire, request: kernel.Request) -> None:
        assert isinstance(request, kernel.Both)
        request.procedures[Side.AXIS] = confirming(u, request.procedures[Side.AXIS])

    secrecy = Secrecy(with_requests(Plot, plot, confirmed))
    total = Report()
    for seed, scenario in product(range(4), SCENARIOS):
        total.add(secrecy.play(scenario, seed, every=3))
    assert total.leaks == []
    assert total.ends["long enough"] > 20


@given(seed=seeds, scenario=scenarios)
def test_an_imagined_world_is_whole_and_can_be_played(seed: int, scenario: str) -> None:
    dice = Dice.seeded(seed)
    players, theirs = {side: RandomPlayer() for side in Side}, {side: Dice.seeded(seed, side) for side in Side}
    match = Match.new(GAME, scenario, seed=seed)
    for _ in range(dice.below(80)):
        if match.pending:
            side, decision = next(iter(match.pending.items()))
            match.act(side, players[side].choose(None, decision, dice))
    truth = GAME.decoder.decode(match.step_opening)
    for observer in OBSERVERS:
        world = GAME.imagine(match.data, GAME.known(match.data, truth, observer), observer, dice)
        assert list(world.ships) == list(truth.ships)
        assert sorted(ship.cell for ship in world.ships.values()) == sorted(s.cell for s in truth.ships.values())
        assert (world.agenda, world.damage, world.turn) == (truth.agenda, truth.damage, truth.turn)
        twin = Match.at(GAME, match.data, world, DiceBox.seeded(seed, observer))
        play_out(twin, players, theirs)
        assert twin.result is not None
