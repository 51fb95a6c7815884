"""Numbers as they are printed: with their intervals, a true minus sign, and a dash between two ends."""

from __future__ import annotations

from barents.lab.statistics import Interval

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"


def percent(value: Interval, places: int = 0) -> str:
    """A share with its interval.

    >>> percent(Interval(0.48, 0.384, 0.577)), percent(Interval(0.48, 0.384, 0.577), 1)
    ('48% (38–58)', '48.0% (38.4–57.7)')
    """
    low, high = (f"{100 * each:.{places}f}" for each in (value.low, value.high))
    return f"{value.mean:.{places}%} ({low}{DASH}{high})"


def number(value: Interval, places: int = 1) -> str:
    """A mean with its interval.

    >>> number(Interval(1.25, -0.04, 2.54))
    '1.2 (0.0 to 2.5)'
    """
    mean, low, high = (f"{each:.{places}f}" for each in (value.mean, value.low, value.high))
    parts = [text.removeprefix("-") if not float(text) else text for text in (mean, low, high)]
    return f"{parts[0]} ({parts[1]} to {parts[2]})".replace("-", MINUS)


def change(value: Interval, places: int = 1) -> str:
    """A difference with its interval.

    >>> change(Interval(-3.0, -6.2, 0.2))
    '−3.0 (−6.2 to +0.2)'
    """
    return f"{signed(value.mean, places)} ({signed(value.low, places)} to {signed(value.high, places)})"


def signed(value: float, places: int = 0) -> str:
    """A number with its sign, as it is printed.

    >>> signed(5), signed(-2.5, 1), signed(0)
    ('+5', '−2.5', '0')
    """
    text = f"{abs(value):.{places}f}"
    if not float(text):
        return "0"
    return f"{'+' if value > 0 else MINUS}{text}"
