"""What a scenario says of itself to those who sit down: the situation, tips, and what counts in it."""

from __future__ import annotations

import msgspec

from barents.kernel.data import Record
from barents.kernel.sides import Side


class Tip(Record, frozen=True, kw_only=True):
    """A piece of advice for a first game: what to do in a few words, and why."""

    title: str
    text: str


class ScenarioBriefing(Record, frozen=True, kw_only=True):
    """What a scenario's file says to those who sit down: the situation in some sentences, and tips for each side."""

    situation: tuple[str, ...]
    tips: dict[Side, tuple[Tip, ...]] = {}


class Count(msgspec.Struct, frozen=True):
    """Something that counts: in words, for whom, how much on average; `said` is how much where that is no number."""

    words: str
    side: Side
    points: float
    said: str = ""


class Counting(msgspec.Struct, frozen=True):
    """What counts in a scenario: the most usual things, what a tie is, and a rule of thumb."""

    counts: tuple[Count, ...] = ()
    tie: str = ""
    thumb: str = ""
