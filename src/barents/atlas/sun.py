"""When it is light at sea: the hours of sun and of twilight on a day, by latitude.

Hours are local sun time, noon at 12. The declination of the sun is enough for this, to some minutes a day.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from math import acos, asin, cos, degrees, radians, sin, tau

SUNRISE = -0.833  # the height of the sun's centre, in degrees: half its breadth, and the air bends its light
CIVIL_TWILIGHT = -6.0  # one can still see what one is doing

ALL_DAY, NEVER = (0.0, 24.0), (0.0, 0.0)
_TILT = 23.44
_YEAR = 365.24
_OVAL = 0.0167  # how far the earth's path is from a circle


def declination(day: date) -> float:
    """How far north of the equator the sun stands, in degrees.

    >>> round(declination(date(1942, 6, 21)), 1), round(declination(date(1942, 12, 22)), 1)
    (23.4, -23.4)
    """
    number = day.timetuple().tm_yday
    since_solstice, since_nearest = tau * (number + 10) / _YEAR, tau * (number - 2) / _YEAR
    round_the_sun = since_solstice + 2 * _OVAL * sin(since_nearest)  # the earth is quicker in January than in July
    return -degrees(asin(sin(radians(_TILT)) * cos(round_the_sun)))


@lru_cache(maxsize=512)
def above(height: float, latitude: float, day: date) -> tuple[float, float]:
    """From when to when the sun stands higher than this; 0 to 24 if all day, 0 to 0 if never."""
    north, tilt = radians(latitude), radians(declination(day))
    reached = (sin(radians(height)) - sin(north) * sin(tilt)) / (cos(north) * cos(tilt))
    if reached <= -1:
        return ALL_DAY
    if reached >= 1:
        return NEVER
    half = degrees(acos(reached)) / 15
    return 12 - half, 12 + half


def sun(latitude: float, day: date) -> tuple[float, float]:
    """From sunrise to sunset. At 72° N the sun does not set in July, nor rise in late December.

    >>> sun(72, date(1942, 7, 4)), sun(72, date(1942, 12, 26))
    ((0.0, 24.0), (0.0, 0.0))
    """
    return above(SUNRISE, latitude, day)


def light(latitude: float, day: date) -> tuple[float, float]:
    """From the first light to the last, civil twilight included. At 72° N the polar night has two hours of it.

    >>> first, last = light(72, date(1942, 12, 21))
    >>> round(last - first), light(74, date(1942, 12, 21))
    (2, (0.0, 0.0))
    """
    return above(CIVIL_TWILIGHT, latitude, day)


def in_words(latitude: float, day: date) -> str:
    """What a day is like.

    >>> [in_words(72, date(1942, month, 15)) for month in (3, 4, 7, 12)]
    ['light 5 to 19', 'light 2 to 22', 'sun all day', 'polar night, twilight at noon']
    >>> in_words(72, date(1942, 5, 4)), in_words(78, date(1942, 12, 15))
    ('light all day', 'polar night')
    """
    up, lit = sun(latitude, day), light(latitude, day)
    if up == ALL_DAY:
        return "sun all day"
    if lit == ALL_DAY:
        return "light all day"
    if up == NEVER:
        return "polar night" if lit == NEVER else "polar night, twilight at noon"
    first, last = lit
    return f"light {first:.0f} to {last:.0f}"
