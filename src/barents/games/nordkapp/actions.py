"""What a player of Nordkapp can answer, in the rulebook's words; most answers choose items or assign values."""

from __future__ import annotations

from typing import Literal, TypeAlias

from barents.kernel.actions import Action, Cell, Piece

Order: TypeAlias = Literal["close", "stay", "disengage", "flee", "each"]


class Attack(Action, frozen=True):
    """7.1: a submarine tries an attack on the enemies in its hex."""

    boat: Piece


class Operate(Action, frozen=True):
    """7.2: how a submarine makes its attempt."""

    surfaced: bool


class Target(Action, frozen=True):
    """7.1.2: the ship that torpedoes are fired at."""

    ship: Piece


class PlayChit(Action, frozen=True):
    """7.3: an event chit is played."""

    chit: str


class ListenIn(Action, frozen=True):
    """12.3: the Allies listen for U-boats, or do not."""

    yes: bool


class Disclose(Action, frozen=True):
    """7.4: where a shadowed force will move next turn."""

    force: Piece
    cell: Cell


class Call(Action, frozen=True):
    """8: a side calls surface combat in a hex."""

    cell: Cell


class Manoeuvre(Action, frozen=True):
    """8.3: what a side does between two rounds: `flee`, one manoeuvre of all its ships, or `each` its own."""

    order: Order


class Enter(Action, frozen=True):
    """13: by which hex a force will enter."""

    cell: Cell


ACTIONS: tuple[type[Action], ...] = (Attack, Operate, Target, PlayChit, ListenIn, Disclose, Call, Manoeuvre, Enter)
