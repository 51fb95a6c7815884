"""Intervals of confidence for shares and means; all at 95%."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

Z = 1.959963984540054  # the normal quantile that leaves 2.5% above it


class Interval(msgspec.Struct, frozen=True):
    """An estimate, and the range that it is confidently in."""

    mean: float
    low: float
    high: float


def share(count: float, total: int) -> Interval:
    """A share by Wilson's score, which stays sensible near 0 and 1; a drawn game may count as half a one.

    >>> share(40, 40)
    Interval(mean=1.0, low=0.9124, high=1.0)
    >>> share(0, 0)
    Interval(mean=0.0, low=0.0, high=1.0)
    """
    if not total:
        return Interval(0.0, 0.0, 1.0)
    portion = count / total
    weight = 1 + Z * Z / total
    centre = (portion + Z * Z / (2 * total)) / weight
    spread = Z * sqrt(portion * (1 - portion) / total + Z * Z / (4 * total * total)) / weight
    return Interval(round(portion, 4), round(max(0.0, centre - spread), 4), round(min(1.0, centre + spread), 4))


def mean(values: Sequence[float]) -> Interval:
    """A mean by Student's t; of a single value nothing is known about how far it may be off.

    >>> mean([4, 6, 5, 9])
    Interval(mean=6.0, low=2.56, high=9.44)
    """
    count = len(values)
    if not count:
        return Interval(0.0, 0.0, 0.0)
    middle = sum(values) / count
    if count == 1:
        return Interval(round(middle, 2), round(middle, 2), round(middle, 2))
    deviation = sqrt(sum((value - middle) ** 2 for value in values) / (count - 1))
    spread = student(count - 1) * deviation / sqrt(count)
    return Interval(round(middle, 2), round(middle - spread, 2), round(middle + spread, 2))


_FIRST = (12.7062, 4.3027, 3.1824)


def student(freedom: int) -> float:
    """The quantile of Student's t that leaves 2.5% above it: known ones, then Hill's expansion in 1/freedom.

    >>> [round(student(n), 2) for n in (1, 4, 10, 30, 1000)]
    [12.71, 2.77, 2.23, 2.04, 1.96]
    """
    if freedom <= len(_FIRST):
        return _FIRST[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
