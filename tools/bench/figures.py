"""Benches and figures: what is measured, in which unit, and what it ought to be.

A bench is either timed (a function prepares some work, which the clock then repeats) or counted (a function returns
figures that need no clock). Modules register theirs with the decorators `timed` and `counted`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import Literal, TypeAlias

Work: TypeAlias = Callable[[], int]
"""Does a portion of what is measured, and says how many units of it were done."""

Playout: TypeAlias = Literal["ours", "theirs"]
"""Whose random play a bench measures: each of ours is compared with each of theirs."""


class Unit(StrEnum):
    """What a figure counts."""

    PER_SECOND = "a second"
    MICROSECONDS = "µs"
    MILLISECONDS = "ms"
    COUNT = ""
    BYTES = "bytes"

    def of(self, seconds: float) -> float:
        """The time that one took, in this unit.

        >>> Unit.PER_SECOND.of(0.5), Unit.MILLISECONDS.of(0.5)
        (2.0, 500.0)
        """
        match self:
            case Unit.PER_SECOND:
                return 1 / seconds
            case Unit.MILLISECONDS:
                return seconds * 1e3
            case Unit.MICROSECONDS:
                return seconds * 1e6
            case _:
                raise ValueError(f"'{self}' is no unit of time")


@dataclass(frozen=True)
class Target:
    """What a figure ought to be: at least so much, or under so much."""

    limit: float
    at_least: bool = False

    def met_by(self, value: float) -> bool:
        """Whether a value is good enough."""
        return value >= self.limit if self.at_least else value < self.limit

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'under'} {self.limit:,.10g}"


@dataclass(frozen=True)
class Figure:
    """What came of a bench: one value a round. Without any, `note` says why."""

    group: str
    name: str
    unit: Unit
    runs: tuple[float, ...]
    target: Target | None = None
    playout: Playout | None = None
    note: str = ""

    @property
    def median(self) -> float:
        """The value that half of the rounds reached."""
        return median(self.runs)

    @property
    def best(self) -> float:
        """The value of the best round."""
        return max(self.runs) if self.unit is Unit.PER_SECOND else min(self.runs)

    @property
    def met(self) -> bool | None:
        """Whether the median meets the target; None where there is nothing to say."""
        return self.target.met_by(self.median) if self.target and self.runs else None

    def ratio_to(self, other: Figure) -> float:
        """How many times as much this is as another: the median over the rounds, each of which measured both."""
        return median(mine / its for mine, its in zip(self.runs, other.runs, strict=True))


@dataclass(frozen=True)
class Timed:
    """A bench for the clock. `prepare` may raise ImportError where what it measures is not installed."""

    group: str
    name: str
    unit: Unit
    prepare: Callable[[], Work]
    target: Target | None = None
    playout: Playout | None = None

    def figure(self, runs: Sequence[float], note: str = "") -> Figure:
        """The figure that came of it."""
        return Figure(self.group, self.name, self.unit, tuple(runs), self.target, self.playout, note)


@dataclass(frozen=True)
class Counted:
    """A bench without a clock: it returns its figures."""

    group: str
    count: Callable[[], list[Figure]]


BENCHES: list[Timed | Counted] = []
"""Every bench, in the order of the report."""


def timed(
    group: str, name: str, unit: Unit, *, target: Target | None = None, playout: Playout | None = None
) -> Callable[[Callable[[], Work]], Callable[[], Work]]:
    """Register a function that prepares work as a bench."""

    def register(prepare: Callable[[], Work]) -> Callable[[], Work]:
        BENCHES.append(Timed(group, name, unit, prepare, target, playout))
        return prepare

    return register


def counted(group: str) -> Callable[[Callable[[], list[Figure]]], Callable[[], list[Figure]]]:
    """Register a function that counts something as a bench."""

    def register(count: Callable[[], list[Figure]]) -> Callable[[], list[Figure]]:
        BENCHES.append(Counted(group, count))
        return count

    return register


def at_least(limit: float) -> Target:
    """A target that is met by so much or more."""
    return Target(limit, at_least=True)


def under(limit: float) -> Target:
    """A target that is met by less than so much."""
    return Target(limit)
