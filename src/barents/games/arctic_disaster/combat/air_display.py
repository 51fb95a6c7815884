"""The Air Battle Display (11.1): 37 areas, a centre with rings of 6, 12 and 18 around it."""

from __future__ import annotations

from functools import cache

RINGS = "ABCD"
_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _lay_out() -> dict[str, tuple[int, int]]:
    """Each area with its axial coordinates; a ring is numbered clockwise from its first area."""
    found = {"A1": (0, 0)}
    for ring, letter in enumerate(RINGS[1:], 1):
        q, r, number = 0, -ring, 1
        for dq, dr in _SIDES:
            for _ in range(ring):
                found[f"{letter}{number}"] = (q, r)
                q, r, number = q + dq, r + dr, number + 1
    return found


PLACES = _lay_out()
AREAS = tuple(PLACES)


@cache
def adjacent(area: str) -> tuple[str, ...]:
    """The areas that touch one.

    >>> adjacent("A1")
    ('B1', 'B2', 'B3', 'B4', 'B5', 'B6')
    """
    q, r = PLACES[area]
    return tuple(name for name, (a, b) in PLACES.items() if max(abs(a - q), abs(b - r), abs(a - q + b - r)) == 1)
