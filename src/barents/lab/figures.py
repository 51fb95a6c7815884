"""What a picture of the laboratory needs, and nothing of how it is drawn.

The same figures are drawn by `barents.lab.plots` on paper and by the browser on its laboratory page. They are plain
records that go to JSON and back; every number that was estimated carries its 95% interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil
from typing import TypeAlias

import msgspec

from barents.lab.statistics import Interval, mean, share

NINE_IN_TEN = 0.9


class Cell(msgspec.Struct, frozen=True):
    """One pair of players: who sat where, how many games say so, and the German share of the wins (0 to 1).

    A drawn game counts as half a win of each side.
    """

    allied: str
    axis: str
    games: int
    share: Interval


class Pairs(msgspec.Struct, frozen=True, tag="pairs"):
    """A matrix of players: Allied down, German across, both in the order of `players`; cells row by row."""

    title: str
    note: str
    players: tuple[str, ...]
    cells: tuple[Cell, ...]


class Swing(msgspec.Struct, frozen=True):
    """How far one thing moves the German share of wins, in points of a percent.

    `low` is the change when it is moved a step down (or switched off), `high` a step up (or on); None where there is
    no such step. `provenance` says where the value comes from: "reconstructed", "option" and the like.
    """

    label: str
    low: Interval | None
    high: Interval | None
    provenance: str

    @property
    def reach(self) -> float:
        """The width of the row: from the least to the greatest change, zero included."""
        ends = [0.0, *(end.mean for end in (self.low, self.high) if end is not None)]
        return max(ends) - min(ends)

    @property
    def is_clear(self) -> bool:
        """Whether at least one of the changes is confidently not zero."""
        return any(end is not None and (end.low > 0 or end.high < 0) for end in (self.low, self.high))


class Tornado(msgspec.Struct, frozen=True, tag="tornado"):
    """Which thing decides: a row each, in the order in which they are drawn; `base` is the share with nothing moved."""

    title: str
    note: str
    base: Interval
    rows: tuple[Swing, ...]


class Bin(msgspec.Struct, frozen=True):
    """How many games gave this value."""

    value: int
    games: int


class Panel(msgspec.Struct, frozen=True):
    """One distribution: bins in rising order without the empty ones, mean, and the range of the middle nine in ten.

    `history` is what happened in the war and `word` what the line is called; `beyond` the share of games at or
    beyond it.
    """

    title: str
    games: int
    bins: tuple[Bin, ...]
    mean: Interval
    least: int
    most: int
    history: int | None = None
    word: str = ""
    beyond: Interval | None = None


class Distributions(msgspec.Struct, frozen=True, tag="distributions"):
    """Small multiples with one axis: `unit` is what is counted, as it stands under the axis."""

    title: str
    note: str
    unit: str
    panels: tuple[Panel, ...]


Figure: TypeAlias = Pairs | Tornado | Distributions


def encode(figure: Figure) -> bytes:
    """A figure as JSON; its kind is in the key `type`."""
    return msgspec.json.encode(figure)


def decode(content: bytes) -> Figure:
    """The figure that `encode` wrote."""
    figure: Figure = msgspec.json.decode(content, type=Figure)
    return figure


def panel(title: str, values: Iterable[int], history: int | None = None, word: str = "history") -> Panel:
    """The distribution of some whole numbers, one a game.

    >>> found = panel("as written", [3, 4, 4, 9], history=4)
    >>> found.bins
    (Bin(value=3, games=1), Bin(value=4, games=2), Bin(value=9, games=1))
    >>> found.least, found.most, found.beyond.mean
    (3, 9, 0.75)
    """
    listed = sorted(values)
    bins = tuple(Bin(value, games) for value, games in sorted(Counter(listed).items()))
    least, most = _middle(listed)
    if history is None:
        return Panel(title, len(listed), bins, mean_count(listed), least, most)
    beyond = share(sum(value >= history for value in listed), len(listed))
    return Panel(title, len(listed), bins, mean_count(listed), least, most, history, word, beyond)


def mean_count(values: Sequence[int]) -> Interval:
    """The mean of what is counted; where nothing is below zero, neither is the interval.

    >>> mean_count([0, 0, 9]), mean_count([-1, 1])
    (Interval(mean=3.0, low=0.0, high=15.91), Interval(mean=0.0, low=-12.71, high=12.71))
    """
    found = mean(values)
    if any(value < 0 for value in values):
        return found
    return Interval(found.mean, max(0.0, found.low), found.high)


def _middle(listed: Sequence[int]) -> tuple[int, int]:
    """From where to where the middle nine in ten of some ordered values lie."""
    if not listed:
        return 0, 0
    tail = (1 - NINE_IN_TEN) / 2
    low, high = ceil(len(listed) * tail), ceil(len(listed) * (1 - tail))
    return listed[max(low, 1) - 1], listed[max(high, 1) - 1]


def ranked(rows: Iterable[Swing]) -> tuple[Swing, ...]:
    """Rows as a tornado shows them: widest first, those that may be nothing at all at the bottom."""
    return tuple(sorted(rows, key=lambda row: (not row.is_clear, -row.reach, row.label)))
