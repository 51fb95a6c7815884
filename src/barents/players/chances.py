"""From a lead in points to the chance to win: what all games' values have in common."""

from __future__ import annotations

from math import exp

LARGEST = 30.0  # steps of a scale, beyond which a lead is as good as won


def chance(lead: float, scale: float) -> float:
    """About how likely one wins with a lead of so many points, where `scale` points make it about three to one.

    >>> chance(0, 5), round(chance(5, 5), 2), round(chance(-500, 5), 2)
    (0.5, 0.73, 0.0)
    """
    steps = max(-LARGEST, min(LARGEST, lead / scale))
    return 1 / (1 + exp(-steps))
