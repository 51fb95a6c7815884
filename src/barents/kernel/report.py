"""What is told when a game is over, and of the real ships behind its counters."""

from enum import Enum

import msgspec

from barents.kernel.sides import Side


class ShipCard(msgspec.Struct, frozen=True):
    """The real ship or aircraft behind a counter: facts by name, and what became of it, for after the game."""

    name: str
    facts: dict[str, str]
    fate: str = ""


class Scored(msgspec.Struct, frozen=True):
    """Points that a side made from one source."""

    side: Side
    source: str
    points: float
    count: int = 0


class Loss(msgspec.Struct, frozen=True):
    """A unit lost: whose, what it was (its silhouette), by what, and in which turn."""

    side: Side
    unit: str
    kind: str
    cause: str
    turn: int


class TallyRow(msgspec.Struct, frozen=True):
    """How many met which end: in this game, or in history."""

    name: str
    ends: dict[str, int]


class Fate(Enum):
    """How an end is drawn: come home, lost from the air, lost otherwise, or neither home nor lost."""

    HOME = "home"
    CROSSED = "crossed"
    STRUCK = "struck"
    AWAY = "away"


class Tally(msgspec.Struct, frozen=True):
    """A convoy's ships by what became of them, this game beside history; `looks` says how each end is drawn."""

    title: str
    kind: str
    rows: tuple[TallyRow, ...]
    looks: dict[str, Fate] = {}


class Report(msgspec.Struct, frozen=True):
    """How a game ended and why: a sentence, points by source, losses by cause, and convoys beside history."""

    sentence: str
    scored: tuple[Scored, ...] = ()
    losses: tuple[Loss, ...] = ()
    tallies: tuple[Tally, ...] = ()
