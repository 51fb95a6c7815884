"""Nordkapp keeps its secrets, and the test that says so finds leaks planted in it.

Random players hardly ever meet, so twins are made in games between players who look for each other: at a few steps of
every kind.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from barents.games.nordkapp import GAME
from barents.games.nordkapp.actions import Attack
from barents.games.nordkapp.automaton.turn import automaton_orders
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.knowledge.known import known
from barents.games.nordkapp.rules.recon import LOOK_AROUND
from barents.games.nordkapp.rules.submarines import ATTACK, eligible_boats
from barents.games.nordkapp.rules.units import Umpire, afloat
from barents.games.nordkapp.state import AutomatonOrders, Options, Recon, State, SubmarineAction, SubmarinePhase
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.game import Game, Step
from barents.kernel.sides import Observer, Side, eyes_of, only
from barents.testing.secrecy import OBSERVERS, Report, Secrecy
from tests.properties.nordkapp_games import ALL, SOLITAIRE, fought, option_sets
from tests.published import NORDKAPP as SCENARIOS

# A smaller game would show no more, so that none is looked for.
FEWER = settings(
    max_examples=max(settings().max_examples // 25, 2), phases=[Phase.explicit, Phase.reuse, Phase.generate]
)


def compared(game: Game[Any, Any], scenario: str, seed: int, options: Options, *, each: int, steps: str = "") -> Report:
    """A game full of fights with twins at some steps of each kind, or of one kind only.

    The automaton is nobody: what it is told of its own plans is read after the game.
    """
    secrecy = Secrecy(game)
    observers = [observer for observer in OBSERVERS if observer.side is None or observer.side in GAME.people(options)]
    dice, report = Dice.seeded("secrecy", seed), Report()
    made: Counter[str] = Counter()
    for match in fought(scenario, seed, options):
        start = match._checkpoint  # the state as the step began, which no rule or client may ask for
        if not match.pending or start.choices != len(match.choices):
            continue
        kind = type(GAME.decoder.decode(start.state).agenda[-1]).__name__
        if made[kind] < each and steps in ("", kind) and not dice.below(3):
            made[kind] += 1
            remembered = deque((action for _, action in match.choices[-40:]), maxlen=40)
            for observer in observers:
                report.add(secrecy.compare(match.data, start.state, observer, dice, remembered, 25))
        if steps and made[steps] >= each:
            break
    return report


@FEWER
@given(st.integers(0, 2**32 - 1), st.sampled_from(SCENARIOS), option_sets())
def test_nothing_reaches_an_observer_that_it_was_not_told(seed: int, scenario: str, options: Options) -> None:
    assert compared(GAME, scenario, seed, options, each=1).leaks == []


def test_twins_differ_from_the_truth_and_are_compared() -> None:
    """Worlds that are all alike, or that part at once, would prove nothing."""
    total = Report()
    for scenario, options in zip(SCENARIOS, (SOLITAIRE, ALL, Options()), strict=True):
        total.add(compared(GAME, scenario, 1, options, each=1))
    assert total.leaks == []
    assert total.differing == total.twins > 50
    assert total.choices / total.twins > 2
    assert total.ends["undecided"] < total.twins / 50


# Planted leaks


def counting(data: Data, state: State, observer: Observer) -> State:
    """How many of the enemy's ships are at sea is written on what is known of him."""
    shown = known(data, state, observer)
    for side in Side:
        if observer is not eyes_of(side):
            shown.points[side] += sum(piece.at.isdigit() for piece in state.pieces[side].values())
    return shown


def only_if_able(u: Umpire, step: SubmarinePhase) -> kernel.Rule[tuple[Step, ...]]:
    """A side is asked openly whether it attacks, and only if it can."""
    boats = eligible_boats(u.state, u.data, step.side)
    if not boats or u.state.options.solitaire:
        return ()
    chosen = yield from u.ask(step.side, ATTACK, Pick([Attack(boat.id) for boat in boats]))
    return SubmarineAction(step.side, chosen.boat), step


def without_a_word(u: Umpire, step: Recon) -> kernel.Rule[tuple[Step, ...]]:
    """What a side searches is seen on the map before anybody has been told."""
    cells = sorted({piece.at for piece in afloat(u.state, u.data, step.side)})
    yield from u.window(step.side, LOOK_AROUND, Subset(cells))
    u.state.searched[step.side] = cells
    return ()


def with_step(kind: type[Step], procedure: Callable[[Any, Any], Any]) -> Game[State, Data]:
    """Nordkapp with one step played otherwise."""
    return replace(GAME, steps={**GAME.steps, kind: procedure})


def talkative(data: Data, state: State, observer: Observer) -> State:
    """Everyone sees which chits the other holds."""
    shown = known(data, state, observer)
    shown.hand = {side: list(held) for side, held in state.hand.items()}
    return shown


@pytest.mark.parametrize(
    ("game", "step", "channels"),
    [
        (replace(GAME, known=counting), "Recon", {"known", "view"}),
        (replace(GAME, known=talkative), "Infiltrate", {"known"}),
        (with_step(SubmarinePhase, only_if_able), "Recon", {"frames", "waiting", "spectators"}),
        (with_step(Recon, without_a_word), "Recon", {"known", "view", "frames", "spectators"}),
    ],
    ids=["ships counted", "chits shown", "asked only if able", "searched without a word"],
)
def test_a_planted_leak_is_found(game: Game[Any, Any], step: str, channels: set[str]) -> None:
    reports = (compared(game, SCENARIOS[seed % 3], seed, Options(), each=4, steps=step) for seed in range(12))
    assert any(report.channels & channels for report in reports)


def explaining(u: Umpire, step: AutomatonOrders) -> tuple[Step, ...]:
    """The German is told where the automaton's forces will sail."""
    after = automaton_orders(u, step)
    for marker, route in u.state.committed.routes.items():
        cell = route.rpartition(">")[2]
        u.tell("NS-3.1-pq-goal", "{name} sails to {cell}", to=only(Side.AXIS), name=marker, cell=cell)
    return after


def test_the_german_may_not_be_told_what_the_automaton_plans() -> None:
    """It is told itself, by the same rules, and everybody reads it after the game."""
    game = with_step(AutomatonOrders, explaining)
    reports = (compared(game, SCENARIOS[seed % 3], seed, SOLITAIRE, each=2) for seed in range(6))
    assert any("told" in report.channels for report in reports)
