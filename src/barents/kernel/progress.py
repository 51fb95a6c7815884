"""What a match is made of besides its state: choices, controls, checkpoints, chapters, and how they fail."""

from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeAlias

import msgspec

from barents.kernel.actions import Action
from barents.kernel.decisions import Refused
from barents.kernel.dice import Offsets, commitment
from barents.kernel.game import S
from barents.kernel.sides import Side

Choice: TypeAlias = tuple[Side, Action]


class Control(StrEnum):
    """What a seat can do besides choosing, that its time is up, and that other dice fall from here on.

    They are written among the choices of a record.
    """

    UNDO = "!undo"
    RESIGN = "!resign"
    OFFER_DRAW = "!offer-draw"
    ACCEPT_DRAW = "!accept-draw"
    DECLINE_DRAW = "!decline-draw"
    TIME = "!time"
    NEW_DICE = "!new-dice"


class NotAsked(Refused):
    """A side answered that is not asked anything now."""


class RuleFault(RuntimeError):
    """A rule failed. The match is as it was before the choice, which is not recorded."""


class Checkpoint(NamedTuple):
    """All that is needed to begin a step again."""

    state: bytes
    offsets: Offsets
    log: int
    choices: int
    barred: int


class Approach(NamedTuple, Generic[S]):
    """How a pending decision was reached, as the side that is asked may know it.

    What was known when the step began, the choices made since, and the bytes of the dice that fell: a search enters
    the decision in a world imagined from this.
    """

    known: S
    choices: tuple[Choice, ...]
    dice: dict[str, bytes]


class Terms(msgspec.Struct, frozen=True):
    """What a match was begun with: enough, with the choices, to play it again."""

    game: str
    scenario: str
    options: dict[str, Any]
    secret: bytes
    nonces: dict[Side, str] = {}
    data_digest: str = ""

    @property
    def commitment(self) -> str:
        """What is published of the secret before the first die."""
        return commitment(self.secret)


class Chapter(NamedTuple):
    """A finished part of a match: where it began, what was done, and how it ended."""

    opening: bytes
    offsets: Offsets
    entries: tuple[tuple[Side, Action | Control], ...]
    log: tuple[int, int]
    closing: bytes
