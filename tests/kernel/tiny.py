"""Tiny games, each built for one feature of the umpire out of a few procedures."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from barents.kernel.actions import Action, Cell, Piece
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Options, Pick
from barents.kernel.dice import D6, Dice, DiceBox
from barents.kernel.game import BaseState, Game, Result, Scenario, Step
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from barents.kernel.umpire import Rule, Umpire
from barents.kernel.view import Clock, Situation
from tests.loaded import loaded


class Go(Step, frozen=True):
    """A step that may ask."""

    name: str


class Run(Step, frozen=True):
    """A step that runs through."""

    name: str


class State(BaseState[Go | Run], kw_only=True):
    """What happened so far, in words, and perhaps a game inside this one."""

    done: list[str] = []
    inner: "State | None" = None


class Take(Action, frozen=True):
    """Take something."""

    what: str


class Move(Action, frozen=True):
    """Move a piece to a cell."""

    piece: Piece
    cell: Cell


class Aside(Action, frozen=True):
    """Do something on the side."""

    word: str


U: TypeAlias = Umpire[State, None]
Steps: TypeAlias = Sequence[Step] | None
Asking: TypeAlias = Callable[[U], Rule[Steps]]
Plain: TypeAlias = Callable[[U], Steps]
TinyMatch: TypeAlias = Match[State, None]

OVER = Result(None, "over")


def tiny(
    agenda: Sequence[Go | Run],
    go: Mapping[str, Asking],
    run: Mapping[str, Plain] | None = None,
    *,
    inner: State | None = None,
    asides: Callable[[U, Side], Options[Action] | None] | None = None,
    do_aside: Callable[[U, Side, Action], Rule[None]] | None = None,
    **more: Any,
) -> Game[State, None]:
    """A game of some named procedures; the agenda is given in the order of play, and `Run("end")` is always known."""
    plain: dict[str, Plain] = {"end": end, **(run or {})}

    def opening(_data: None, _scenario: str, _options: msgspec.Struct) -> State:
        return State(agenda=list(reversed(agenda)), inner=inner and copied(inner))

    def asking_step(u: U, step: Go) -> Rule[Steps]:
        return (yield from go[step.name](u))

    def plain_step(u: U, step: Run) -> Steps:
        return plain[step.name](u)

    parts: dict[str, Any] = {"name": "tiny", "title": "Tiny", "version": "1", **more}
    return Game(
        state=State,
        actions=(Take, Move, Aside),
        steps={Go: asking_step, Run: plain_step},
        scenarios=lambda _data: [Scenario("only", "The only one", 1)],
        data=no_data,
        opening=opening,
        known=known,
        imagine=imagine,
        view=view,
        label=lambda _data, name: name,
        asides=asides,
        do_aside=do_aside,
        **parts,
    )


def end(u: U) -> Steps:
    """The last step of most tiny games."""
    u.end(OVER)
    return ()


def no_data(_pack: DataPack | None) -> None:
    """Tiny games have no tables."""


def copied(state: State) -> State:
    """A state that shares nothing with another."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)


def known(_data: None, state: State, _observer: Observer) -> State:
    """Everything is open."""
    return copied(state)


def imagine(_data: None, known: State, _observer: Observer, _dice: Dice) -> State:
    """Nothing needs imagining."""
    return copied(known)


def view(_data: None, known: State, _observer: Observer) -> Situation:
    """No boards and no pieces."""
    return Situation((), (), Clock(len(known.done), 1))


def start(game: Game[State, None], box: DiceBox | None = None, *, log: bool = True) -> TinyMatch:
    """The game at its first decision, with the dice of a box."""
    return Match.at(game, None, game.opening(None, "only", game.options()), box or loaded(), log=log)


def asks(side: Side, *whats: str) -> Asking:
    """A procedure that asks a side to take one of some things and notes what it took."""

    def procedure(u: U) -> Rule[Steps]:
        answer = yield from u.ask(side, f"T-{side}", Pick([Take(what) for what in whats]), "Take what?")
        u.state.done.append(f"{side} took {answer.what}")
        return ()

    return procedure


def rolls(u: U) -> Steps:
    """A step that rolls a die in the open and notes it."""
    u.state.done.append(f"rolled {u.roll(D6, 'T-roll')}")
    return ()


def breaks(_u: U) -> Steps:
    """A step that fails."""
    raise ZeroDivisionError("a rule went wrong")


def rolls_then_asks(u: U) -> Rule[Steps]:
    """A step that rolls in the open and then asks the Axis."""
    rolls(u)
    return (yield from asks(Side.AXIS, "b", "c")(u))


def both_ask_twice(u: U) -> Rule[Steps]:
    """A step in which both sides make a plan of two choices, side by side."""

    def plan(side: Side) -> Rule[str]:
        one = yield from u.ask(side, "T-both", Pick([Take("a"), Take("b")]))
        two = yield from u.ask(side, "T-both", Pick([Take("c"), Take("d")]))
        return one.what + two.what

    u.state.done += yield from u.both(allied=plan(Side.ALLIED), axis=plan(Side.AXIS))
    return ()
