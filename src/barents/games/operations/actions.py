"""What a player of an operation can answer; most orders choose items or assign values."""

from __future__ import annotations

from typing import ClassVar

from barents.kernel.actions import Action, Piece


class Engage(Action, frozen=True):
    """OP-CONTACT-choice: a fleet attacks what it has met."""

    help: ClassVar[str] = "There is a battle, unless they have seen you, avoid it, and get away."
    fleet: Piece
    contact: Piece


class Shadow(Action, frozen=True):
    """OP-CONTACT-shadow, OP-SUB-shadow: a fleet or a boat keeps in touch with what it has met."""

    unit: Piece
    contact: Piece


class Attack(Action, frozen=True):
    """OP-SUB-attack: a boat attacks the fleet that it has met."""

    help: ClassVar[str] = "She tries to pass the screen; if it finds her first, you say whether she goes on."
    boat: Piece
    contact: Piece


class Press(Action, frozen=True):
    """OP-SUB-press: a boat that has been detected goes on, or breaks off."""

    on: bool


class Aim(Action, frozen=True):
    """OP-SUB-attack: so many of a boat's torpedo dice at a ship."""

    help: ClassVar[str] = "She fires so many dice at this ship; now and then another ship gets in the way."
    target: Piece
    dice: int


class Finish(Action, frozen=True):
    """OP-TIME-end-early: a side has nothing more to do, or has."""

    help: ClassVar[str] = "If the enemy says so too in this turn, the operation ends."
    yes: bool


ACTIONS: tuple[type[Action], ...] = (Engage, Shadow, Attack, Press, Aim, Finish)
