"""Arctic Disaster keeps its secrets, and the test that says so finds leaks planted in it.

Random players hardly ever meet, so most twins are made in games between players who look for each other, at a few steps
of every kind; some in games at random and by doctrine.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.actions import Intercept
from barents.games.arctic_disaster.data import Data, data
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.activation import act
from barents.games.arctic_disaster.rules.detection import make_report, report_counts
from barents.games.arctic_disaster.rules.reaction import can_intercept, near_enemies
from barents.games.arctic_disaster.rules.units import Umpire, in_force
from barents.games.arctic_disaster.rules.ways import active_force
from barents.games.arctic_disaster.state import (
    Act,
    EndActivation,
    Interception,
    Options,
    React,
    Report,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick
from barents.kernel.dice import Dice
from barents.kernel.game import Game, Step
from barents.kernel.sides import Observer, Side, eyes_of
from barents.players import player
from barents.testing.secrecy import OBSERVERS, Secrecy
from barents.testing.secrecy import Report as Findings
from tests.arctic_disaster.eager import eager
from tests.properties.arctic_disaster_games import ALL, Chooser, by, option_sets, played
from tests.published import ARCTIC_DISASTER as SCENARIOS

# A smaller game would show no more, so that none is looked for.
FEWER = settings(
    max_examples=max(settings().max_examples // 50, 1), phases=[Phase.explicit, Phase.reuse, Phase.generate]
)
seeds, scenarios = st.integers(0, 2**32 - 1), st.sampled_from(SCENARIOS)


def compared(
    secrecy: Secrecy,
    scenario: str,
    seed: int,
    options: Options,
    choose: Chooser = eager,
    *,
    each: int = 1,
    steps: str = "",
) -> Findings:
    """A game with twins at some steps of each kind, or of one kind only."""
    dice, report = Dice.seeded("secrecy", seed), Findings()
    made: Counter[str] = Counter()
    for match in played(scenario, seed, options, choose):
        start = match._checkpoint  # the state as the step began, which no rule or client may ask for
        if not match.pending or start.choices != len(match.choices):
            continue
        kind = type(GAME.decoder.decode(start.state).agenda[-1]).__name__
        if made[kind] < each and steps in ("", kind) and not dice.below(3):
            made[kind] += 1
            remembered = deque((action for _, action in match.choices[-40:]), maxlen=40)
            for observer in OBSERVERS:
                report.add(secrecy.compare(match.data, start.state, observer, dice, remembered, 25))
        if steps and made[steps] >= each:
            break
    return report


@pytest.mark.rule("AD-H-view-per-player")
@FEWER
@given(seeds, scenarios, option_sets())
def test_nothing_reaches_an_observer_that_it_was_not_told(seed: int, scenario: str, options: Options) -> None:
    assert compared(Secrecy(GAME), scenario, seed, options).leaks == []


@FEWER
@given(seeds, scenarios, option_sets())
def test_nothing_does_where_both_choose_at_random(seed: int, scenario: str, options: Options) -> None:
    assert compared(Secrecy(GAME), scenario, seed, options, by("random")).leaks == []


@FEWER
@given(seeds, scenarios, option_sets())
def test_nothing_does_where_both_play_by_doctrine(seed: int, scenario: str, options: Options) -> None:
    doctrine = player("doctrine", GAME.name, data(None))
    secrecy = Secrecy(GAME, dict.fromkeys(Side, doctrine))
    assert compared(secrecy, scenario, seed, options, by("doctrine")).leaks == []


def test_twins_differ_from_the_truth_and_are_compared() -> None:
    """Worlds that are all alike, or that part at once, would prove nothing."""
    total = compared(Secrecy(GAME), "armageddon", 1, ALL)
    assert total.leaks == []
    assert total.differing / total.twins > 0.9
    assert total.twins > 50
    assert total.choices / total.twins > 2
    assert total.ends["undecided"] < total.twins / 50


# Planted leaks


def counting(data: Data, state: State, observer: Observer) -> State:
    """How many of the enemy's forces are dummies is written on what is known of him."""
    shown = known(data, state, observer)
    for side in Side:
        if observer is not eyes_of(side):
            shown.awards += sum(force.dummy for force in state.forces[side].values())
    return shown


def numbered_by_name(data: Data, state: State, observer: Observer) -> State:
    """Markers come in the order of their true names."""
    shown = known(data, state, observer)
    for side in Side:
        by_handle = {force.handle: force for force in shown.forces[side].values()}
        ordered = [by_handle[force.handle] for _, force in sorted(state.forces[side].items())]
        shown.forces[side] = {force.key: force for force in ordered}
    return shown


def only_real_ones_are_asked(u: Umpire, step: Act) -> kernel.Rule[tuple[Step, ...]]:
    """A dummy has nothing more to do once it has moved."""
    active = u.state.active
    force = None if active is None else u.state.forces[active.side].get(active.force)
    if active is not None and active.stepped and force is not None and force.dummy:
        return (EndActivation(),)
    return (yield from act(u, step))


def only_if_able(u: Umpire, _step: React) -> kernel.Rule[tuple[Step, ...]]:
    """A side is asked openly whether it intercepts, and only if it can."""
    state, data, active = u.state, u.data, u.state.active
    assert active is not None
    if active.force not in state.forces[active.side]:
        return ()
    enemy, cell = active.side.enemy, active_force(state).at
    able = [force for force in near_enemies(state, data) if can_intercept(state, data, enemy, force, cell)]
    if not able:
        return ()
    chosen = yield from u.ask(enemy, "AD-7.7-react-trigger", Pick([Intercept(force.key) for force in able]))
    return Interception(chosen.force), React()


def great_ships_alone(u: Umpire, step: Report) -> kernel.Rule[tuple[Step, ...]]:
    """Where a report speaks of one type of ship there is nothing to choose."""
    ships = in_force(u.state, step.side.enemy, step.force)
    if len(report_counts(u.data, ships)) < 3:
        return ()
    return (yield from make_report(u, step))


def with_step(kind: type[Step], procedure: Callable[[Any, Any], Any]) -> Game[State, Data]:
    """Arctic Disaster with one step played otherwise, and with a checkpoint wherever somebody may be asked."""
    return replace(GAME, steps={**GAME.steps, kind: procedure}, asks_nothing={})


@pytest.mark.parametrize(
    ("game", "step", "channels"),
    [
        (replace(GAME, known=counting), "Draw", {"known", "view"}),
        (replace(GAME, known=numbered_by_name), "Reorganise", {"known", "view"}),
        (with_step(Act, only_real_ones_are_asked), "Activate", {"frames", "waiting", "view"}),
        (with_step(React, only_if_able), "React", {"frames", "waiting", "spectators"}),
        (with_step(Report, great_ships_alone), "Report", {"frames", "waiting", "spectators"}),
    ],
    ids=["dummies counted", "ordered by name", "dummies stop", "asked only if able", "short reports"],
)
def test_a_planted_leak_is_found(game: Game[Any, Any], step: str, channels: set[str]) -> None:
    secrecy = Secrecy(game)
    reports = (compared(secrecy, SCENARIOS[seed % 2], seed, Options(), each=6, steps=step) for seed in range(12))
    assert any(report.channels & channels for report in reports)
