"""What a player of Nordkapp can answer, in the rulebook's words; most answers choose items or assign values."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from barents.kernel.actions import Action, Cell, Piece

Order: TypeAlias = Literal["close", "stay", "disengage", "flee", "each"]


class Attack(Action, frozen=True):
    """7.1: a submarine tries an attack on the enemies in its hex."""

    help: ClassVar[str] = "Both sides see the boat and the ships there; if escorts guard them, she must first get in."
    boat: Piece


class Operate(Action, frozen=True):
    """7.2: how a submarine makes its attempt."""

    help: ClassVar[str] = "It counts for her die now, and for the escorts' die afterwards."
    surfaced: bool


class Target(Action, frozen=True):
    """7.1.2: the ship that torpedoes are fired at."""

    help: ClassVar[str] = "One die and the boat's torpedo factor: the higher the sum, the greater the damage."
    ship: Piece


class PlayChit(Action, frozen=True):
    """7.3: an event chit is played."""

    help: ClassVar[str] = "Both sides see the chit, and it counts for this boat's attack alone."
    chit: str


class ListenIn(Action, frozen=True):
    """12.3: the Allies listen for U-boats, or do not."""

    help: ClassVar[str] = "To listen is a die that both sides see; if a boat is heard, you learn her hex."
    yes: bool


class Disclose(Action, frozen=True):
    """7.4: where a shadowed force will move next turn."""

    help: ClassVar[str] = "The Germans hear the hex alone; whoever you name must go there next turn, if still able."
    force: Piece
    cell: Cell


class Call(Action, frozen=True):
    """8: a side calls surface combat in a hex."""

    help: ClassVar[str] = "All ships of both sides in the hex fight, beginning at long range."
    cell: Cell


class Manoeuvre(Action, frozen=True):
    """8.3: what a side does between two rounds: `flee`, one manoeuvre of all its ships, or `each` its own."""

    help: ClassVar[str] = "Both sides show their orders together; who tries to get away rolls a die for the whole side."
    order: Order


class Enter(Action, frozen=True):
    """13: by which hex a force will enter."""

    help: ClassVar[str] = "The force enters by this hex; those that depend on it enter there or near it."
    cell: Cell


ACTIONS: tuple[type[Action], ...] = (Attack, Operate, Target, PlayChit, ListenIn, Disclose, Call, Manoeuvre, Enter)
