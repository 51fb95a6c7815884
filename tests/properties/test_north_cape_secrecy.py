"""North Cape keeps its secrets on random play, and the test that says so finds leaks planted in it.

Most decisions of a random game are of a few kinds, so twins are made at a few steps of every kind instead.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barents.games.north_cape import GAME
from barents.games.north_cape.data import Data
from barents.games.north_cape.knowledge.known import known
from barents.games.north_cape.rules.growlers import ICE, at_risk, growlers
from barents.games.north_cape.rules.movement import mission_of, moving
from barents.games.north_cape.rules.patrol import may_intercept, window
from barents.games.north_cape.rules.pieces import Umpire, damage
from barents.games.north_cape.rules.recon import observe
from barents.games.north_cape.state import (
    EndMission,
    EndTurn,
    Growlers,
    MissionType,
    Observe,
    Options,
    Sail,
    State,
    Window,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.dice import D6, Dice
from barents.kernel.game import Game, Step
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side, eyes_of
from barents.players.north_cape import Doctrine
from barents.testing.secrecy import OBSERVERS, Report, Secrecy
from tests.north_cape.sea import Sea
from tests.properties.option_sets import ALL, option_sets
from tests.published import NORTH_CAPE as SCENARIOS

FEWER = settings(max_examples=max(settings().max_examples // 50, 1))


def compared(
    game: Game[Any, Any],
    scenario: str,
    seed: int,
    *,
    choices: int,
    each: int,
    steps: str = "",
    options: Options | None = None,
) -> Report:
    """A random game with twins at some steps of each kind, or of one kind only."""
    secrecy = Secrecy(game)
    dice, report = Dice.seeded("secrecy", seed), Report()
    match: Match[State, Data] = Match.new(game, scenario, seed=seed, options=options, log=False)
    remembered: deque[Action] = deque(maxlen=40)
    made: Counter[str] = Counter()
    while match.pending and len(match.choices) < choices and not (steps and made[steps] >= each):
        start = match._checkpoint  # the state as the step began, which no rule or client may ask for
        if start.choices == len(match.choices):
            kind = type(game.decoder.decode(start.state).agenda[-1]).__name__
            if made[kind] < each and steps in ("", kind) and not dice.below(3):
                made[kind] += 1
                for observer in OBSERVERS:
                    report.add(secrecy.compare(match.data, start.state, observer, dice, remembered, 25))
        side = dice.choice(tuple(match.pending))
        action = secrecy.players[side].choose(None, match.pending[side], dice)
        remembered.append(action)
        match.act(side, action)
    return report


@FEWER
@given(st.integers(0, 2**32 - 1), st.sampled_from(SCENARIOS), option_sets())
def test_nothing_reaches_an_observer_that_it_was_not_told(seed: int, scenario: str, options: Options) -> None:
    """The first turns, and some of the later ones, when ships are damaged and lost."""
    assert compared(GAME, scenario, seed, choices=1_500, each=2, options=options).leaks == []
    assert Secrecy(GAME).play(scenario, seed, options, every=700, choices=5_000).leaks == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_leaks_while_doctrine_plays(scenario: str) -> None:
    """Bots fight far more than random players do."""
    doctrine = Doctrine(GAME.data(None))
    secrecy = Secrecy(GAME, players=dict.fromkeys(Side, doctrine))
    report = secrecy.play(scenario, 5, every=90, choices=1_200)
    report.add(secrecy.play(scenario, 5, ALL, every=90, choices=1_200))
    assert report.leaks == []
    assert report.twins > 20


def test_twins_differ_from_the_truth_and_are_compared() -> None:
    """Worlds that are all alike, or that part at once, would prove nothing."""
    total = Report()
    for scenario in SCENARIOS:
        total.add(compared(GAME, scenario, 1, choices=400, each=2))
    assert total.leaks == []
    assert total.differing == total.twins > 60
    assert total.choices / total.twins > 3
    assert total.ends["undecided"] < total.twins / 50


def counting(data: Data, state: State, observer: Observer) -> State:
    """How many pieces lie in a hex is written on what stands for them."""
    shown = known(data, state, observer)
    for side, pieces in shown.pieces.items():
        for piece in pieces.values() if observer is not eyes_of(side) else ():
            piece.spent = sum(other.at == piece.at for other in state.pieces[side].values())
    return shown


def hurried(u: Umpire, step: Observe) -> kernel.Rule[tuple[Step, ...]]:
    """A Recon ends by itself with its last unit, so that they can be counted."""
    mission = mission_of(u.state)
    if all(piece.id in mission.tried for piece in moving(u.state, mission)):
        return (EndMission(),)
    return (yield from observe(u, step))


def only_if_useful(u: Umpire, step: Window) -> kernel.Rule[tuple[Step, ...]]:
    """An interception is offered only where somebody could make it."""
    mission = mission_of(u.state)
    patrols = [piece for piece in u.state.pieces[mission.side.enemy].values() if piece.on_patrol]
    if not any(may_intercept(u.state, u.data, mission, piece) for piece in patrols):
        return (Sail(),)
    return (yield from window(u, step))


def only_with_a_choice(u: Umpire, step: Growlers) -> kernel.Rule[tuple[Step, ...]]:
    """A lone ship strikes ice without a question, so that it is known to be alone."""
    mission = mission_of(u.state)
    ships = at_risk(u.state, u.data, [u.state.pieces[mission.side][n] for n in step.units or mission.units])
    face = 0 if len(ships) > 1 else u.roll(D6, "NC-11.2-growler-when", f"Ice at {step.cell}")
    if not 4 <= face <= 5 or not u.data.counters[ships[0]].is_ship:
        return () if face else (yield from growlers(u, step))
    u.tell("NC-11.2-growler-4-5", "{side}: ice is struck at {cell}", side=mission.side.value, cell=step.cell)
    damage(u, u.state.pieces[mission.side][ships[0]], ICE)
    return ()


def with_step(kind: type[Step], procedure: Callable[[Any, Any], Any]) -> Game[State, Data]:
    """North Cape with one step played otherwise."""
    return replace(GAME, steps={**GAME.steps, kind: procedure})


@pytest.mark.parametrize(
    ("game", "step", "channels"),
    [
        (replace(GAME, known=counting), "Leg", {"known"}),
        (with_step(Observe, hurried), "Observe", {"frames", "waiting"}),
        (with_step(Window, only_if_useful), "Window", {"frames", "waiting"}),
    ],
    ids=["face-down pieces counted", "scouts counted", "a window only if useful"],
)
def test_a_planted_leak_is_found(game: Game[Any, Any], step: str, channels: set[str]) -> None:
    reports = (compared(game, SCENARIOS[seed % 3], seed, choices=1_500, each=12, steps=step) for seed in range(40))
    assert any(report.channels & channels for report in reports)


def test_a_lone_ship_that_strikes_ice_is_asked_like_a_whole_convoy() -> None:
    """Growlers are rare in random games, so twins are made where a stack has come to rest among them."""

    def channels(game: Game[Any, Any]) -> set[str]:
        sea = Sea("enter-the-luftwaffe", ALL).weather("clear")
        sea.place("mt-01", "1513")
        sea.place("u-88", "3022")
        sea.mission(MissionType.SORTIE, ["mt-01"]).state.agenda = [EndTurn(), EndMission(), Growlers("1513")]
        state, dice, report = game.encoder.encode(sea.state), Dice.seeded("ice"), Report()
        for _ in range(20):
            report.add(Secrecy(game).compare(sea.data, state, Observer.AXIS, dice, deque(), 6))
        return report.channels

    assert channels(GAME) == set()
    assert channels(with_step(Growlers, only_with_a_choice)) & {"frames", "waiting"}
