"""What a player of the campaign can answer; most answers choose items or assign values."""

from __future__ import annotations

from typing import ClassVar

from barents.games.operations.actions import ACTIONS as SEA_ACTIONS
from barents.kernel.actions import Action, Piece


class Proceed(Action, frozen=True):
    """There is nothing more to do on this page."""

    help: ClassVar[str] = "You are done with this page."


class Consent(Action, frozen=True):
    """A die, an offer or an end that may be had: yes or no (D9, D13, D15, D22, D31)."""

    yes: bool


class Buy(Action, frozen=True):
    """B.12: a ship is taken into the core, for points; in the place of another if one is to be replaced."""

    help: ClassVar[str] = "She is in the core from now on, and the Axis gets her price in points."
    ship: Piece
    instead: str


class Sell(Action, frozen=True):
    """B.19: a core ship is given up for points."""

    help: ClassVar[str] = "You get points for her; this month you can neither buy nor hire a ship of her type."
    ship: Piece


class Exchange(Action, frozen=True):
    """B.11: a core ship is exchanged for another of her type."""

    help: ClassVar[str] = "The other ship takes her place in the core, for nothing."
    ship: Piece
    other: Piece


class Refuel(Action, frozen=True):
    """C.33: a ship takes so many boxes of fuel from the stock."""

    help: ClassVar[str] = "She takes them now; the stock pays for them when the month ends."
    ship: Piece
    boxes: int


class RefuelAll(Action, frozen=True):
    """C.33: every ship is filled up."""

    help: ClassVar[str] = "Every ship fills her tanks, and you are done with this page."


class SailEast(Action, frozen=True):
    """B.21: an eastbound convoy is formed of so many transports in a port."""

    help: ClassVar[str] = "They sail as one convoy; of those that are left you may form another."
    port: str
    transports: int


class SailWest(Action, frozen=True):
    """B.22: a westbound convoy is formed of so many transports in a port."""

    help: ClassVar[str] = "They sail home as one convoy; of those that are left you may form another."
    port: str
    transports: int


class Strike(Action, frozen=True):
    """D14: aircraft attack the largest ship, the second largest, or any."""

    help: ClassVar[str] = (
        'As many as can attack one ship go for her, the others for the next; "any" leaves each to chance.'
    )
    target: str


ACTIONS: tuple[type[Action], ...] = (
    *SEA_ACTIONS,
    Proceed,
    Consent,
    Buy,
    Sell,
    Exchange,
    Refuel,
    RefuelAll,
    SailEast,
    SailWest,
    Strike,
)
