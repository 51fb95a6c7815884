"""Premature turns: some Allied fleets are at sea before the first turn (OP-TIME-premature, R41, R42)."""

from __future__ import annotations

from barents.games.operations import phases
from barents.games.operations.data import Data
from barents.games.operations.fleets.fuel import burn
from barents.games.operations.fleets.movement import advance, legs
from barents.games.operations.fleets.plots import choose_plots, may_sail
from barents.games.operations.rules.units import Umpire, ships_of
from barents.games.operations.state import Fleet, NextTurn, Premature, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side, only


def is_entitled(turn: int, fleet: Fleet) -> bool:
    """OP-TIME-premature: whether a fleet may use a turn before the first; the last of them is turn 0.

    >>> fleet = Fleet("force-1", "Force 1", "3330", "cover", early=2)
    >>> [is_entitled(turn, fleet) for turn in (-2, -1, 0)]
    [False, True, True]
    """
    return turn + fleet.early > 0


EARLY_PLOT: Question[State, Data] = Question(
    "OP-TIME-premature",
    "Where do your fleets go?",
    phase=phases.EARLY_START,
    about="These turns lie before the first: only your fleets that may start early move, and nobody can meet them.",
    answers={Allot: "Each fleet sails by the zones that you plot; it uses fuel as ever."},
    verb="Plot",
)


def premature(u: Umpire, _step: Premature) -> kernel.Rule[tuple[Step, ...]]:
    """OP-TIME-premature: the fleets that may plot and move; nobody else acts, and no contact is possible.

    There is no weather yet. Fuel is used as ever.
    """
    state, side = u.state, Side.ALLIED
    desk = state.desks[side]
    fleets = [fleet for fleet in desk.fleets.values() if is_entitled(state.turn, fleet)]
    yield from choose_plots(u, state, side, EARLY_PLOT, [fleet.key for fleet in fleets])
    for fleet in fleets:
        fleet.track = [fleet.at]
        for _ in range(legs(state, u.data, side, fleet) if may_sail(state, u.data, side, fleet) else 0):
            advance(u, side, fleet)
        burn(u, fleet, ships_of(desk, fleet.key))
    state.turn += 1
    u.tell("OP-TIME-premature", "It is turn {turn}", to=only(side), turn=state.turn)
    return (NextTurn(),)
