"""The end of a turn, and of the operation (OP-TIME-order 10, -end-early)."""

from __future__ import annotations

from barents.games.operations import phases
from barents.games.operations.actions import Finish
from barents.games.operations.air.sighting_reports import forget
from barents.games.operations.air.squadrons import land
from barents.games.operations.data import Data
from barents.games.operations.fleets.fuel import refuel_in_port
from barents.games.operations.fleets.ports import come_home, dock, last_turn, unload
from barents.games.operations.fleets.regroup import rejoin, strike_off
from barents.games.operations.rules.base import keeps_base, tend_bases
from barents.games.operations.rules.mines import lay_mines
from barents.games.operations.rules.soviet import bring_in_soviet_convoy, receive_soviet_convoy
from barents.games.operations.rules.units import Umpire, at_sea, ships_of
from barents.games.operations.rules.victory import result
from barents.games.operations.rules.windows import unless_empty
from barents.games.operations.state import Declare, NextTurn, Record, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Pick
from barents.kernel.game import Step
from barents.kernel.lifetimes import Lasts, renew
from barents.kernel.question import Question
from barents.kernel.sides import Side, only


def record(u: Umpire, _step: Record) -> None:
    """OP-TIME-order 10: fleets dock, refuel and unload, stragglers rejoin, aircraft land, old reports are dropped."""
    state = u.state
    state.phase = "record"
    dock(u)
    for side in Side:
        for fleet in state.desks[side].fleets.values():
            refuel_in_port(u, side, fleet)
    unload(u)
    come_home(u)
    receive_soviet_convoy(u)
    tend_bases(u)
    lay_mines(u)
    for side in Side:
        desk = state.desks[side]
        rejoin(u, side)
        strike_off(state, u.data, side)
        for name in land(state, u.data, side, list(desk.air.values())):
            u.tell("OP-AIR-carrier-sunk", "{unit} has nowhere to land", to=only(side), unit=name)
        for step in desk.air.values():
            step.sortie, step.centre = "rest", ""
        forget(state, desk)
        for fleet in desk.fleets.values():
            column = u.data.column(fleet.at)
            for ship in ships_of(desk, fleet.key):
                ship.westmost = min(ship.westmost, column)
            if u.data.slot(state.turn) == u.data.tables.clock.slots:
                renew(fleet, Lasts.DAY)


FINISHED: Question[State, Data] = Question(
    "OP-TIME-end-early",
    "Have you finished?",
    phase=phases.RECORD,
    about=unless_empty(
        "The operation ends now if both sides say so and nobody is at sea; otherwise it goes on to its last turn."
    ),
    answers={Decline: "The operation goes on for another turn at least."},
    order="Declare that you have finished",
)


def declare(u: Umpire, step: Declare) -> kernel.Rule[tuple[Step, ...]]:
    """OP-TIME-end-early: a side without a fleet at sea may say that it is done; nobody learns whether it could.

    After the last turn, or when both have said so in one turn, the operation is over.
    """
    state, desk = u.state, u.state.desks[step.side]
    if state.turn < state.turns:
        waiting = any(fleet.sails > state.turn for fleet in desk.fleets.values())  # those have still to sail
        busy = any(not keeps_base(desk, fleet) for fleet in at_sea(desk))
        options: list[Action] = [] if waiting or busy else [Finish(yes=True)]
        prompt = "None of your fleets is at sea. Have you finished?"
        desk.done = (yield from u.window(step.side, FINISHED, Pick(options), prompt)) is not None
    if step.side is Side.ALLIED:
        return (Declare(Side.AXIS),)
    if state.turn >= state.turns or all(state.desks[side].done for side in Side):
        return finish(u)
    state.turn += 1
    u.tell("OP-TIME-turn", "Turn {turn} begins", turn=state.turn)
    return (NextTurn(),)


def finish(u: Umpire) -> tuple[Step, ...]:
    """The operation is over, and is scored."""
    bring_in_soviet_convoy(u)
    last_turn(u)
    u.end(result(u.state, u.data))
    return ()
