"""Chapter 4: the phases in which a side may do something unseen.

A side is asked in secret, so that its enemy cannot tell whether it has anything to do. It is not asked at all where
both sides know that there is nothing: where it has sighted no ships this turn, nobody can attack any.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from barents.games.nordkapp import state as s
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.plot import may_come_out
from barents.games.nordkapp.rules.sightings import is_sighted
from barents.games.nordkapp.rules.units import Umpire, can_fly
from barents.games.nordkapp.state import State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Options, Pick, Subset
from barents.kernel.question import Question
from barents.kernel.sides import Side

A = TypeVar("A", bound=Action)
About: TypeAlias = Callable[[Data, State, Decision[Any]], str]

NOTHING = "You have nothing for it now; you are asked all the same, since the enemy must not know that."


def is_asked(state: State, data: Data, step: s.AnyStep) -> bool:
    """NK 4 C to G: whether a phase begins with a secret question to its side, as both sides know."""
    match step:
        case s.Recon(side):
            return not _is_automaton(state, side)
        case s.SubmarinePhase(side):
            return has_sighted(state, side) and not _is_automaton(state, side)
        case s.CallCombat(side):
            return has_sighted(state, side) and may_come_out(state, data) and not _is_automaton(state, side)
        case s.AirRaids(side):
            able = side is Side.ALLIED or bool(state.seen[side])  # a carrier's aircraft may raid bases at any time
            return able and can_fly(state, data) and not _is_automaton(state, side)
        case s.Shadowing():
            return has_sighted(state, Side.AXIS) and state.turn < state.turns
    return False


def _is_automaton(state: State, side: Side) -> bool:
    return state.options.solitaire and side is Side.ALLIED


def has_sighted(state: State, side: Side) -> bool:
    """NK 6.1, R13: whether a side has sighted enemy ships this turn."""
    return any(is_sighted(state, side, cell) for cell in state.seen[side])


def is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose; the question is asked because the enemy must not know that."""
    options = decision.options
    if isinstance(options, Subset):
        return not options.items
    return isinstance(options, Pick) and len(options.listed) < 2 and not options.products


def unless_empty(words: str) -> About:
    """What a secret question is about, where there is something to choose."""
    return lambda _data, _known, decision: NOTHING if is_empty(decision) else words


def in_secret(
    u: Umpire, side: Side, question: Question[State, Data], options: Options[A], prompt: str = ""
) -> kernel.Rule[A | None]:
    """Ask a side without anyone noticing; meanwhile the others know only that something may be going on."""
    u.state.unseen = side
    answer = yield from u.window(side, question, options, prompt)
    u.state.unseen = None
    return answer


def openly(u: Umpire, side: Side, question: Question[State, Data], options: Options[A]) -> kernel.Rule[A]:
    """Ask a side a second time in its phase, now that the others have been told what it does."""
    u.state.unseen = side
    answer = yield from u.ask(side, question, options)
    u.state.unseen = None
    return answer
