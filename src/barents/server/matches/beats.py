"""When that is shown which happens without a person: at moments that say nothing of how much it was.

What follows a person's deed until only people are waited for is a *stretch*: answers of computers and of standing
orders, some of them hidden. Each is kept when it is made, and none is shown. All of it is shown at once, one beat after
the deed; if it took longer, two, four, eight beats after it. So a stopwatch tells no more of a stretch than how often
the beat had to be doubled, and of one that fits into a beat nothing.

Where two people have agreed on a pause for their windows, the beat begins when the pause is over.
"""

from __future__ import annotations

from collections.abc import Iterable

from barents.players import ADMIRAL, ALIASES

SEARCHING = 4  # so many times as long is the beat where a player searches: it covers what a search may take


def shown_at(began: float, done: float, beat: float, pause: float = 0.0) -> float:
    """When a stretch that began and was done at these moments is shown, all in seconds.

    >>> shown_at(100.0, 100.01, 0.25), shown_at(100.0, 100.3, 0.25), shown_at(100.0, 100.6, 0.25)
    (100.25, 100.5, 101.0)
    >>> shown_at(100.0, 104.0, 0.25, pause=20.0), shown_at(100.0, 120.1, 0.25, pause=20.0)
    (120.25, 120.25)
    """
    closed = began + pause
    if beat <= 0:
        return max(closed, done)
    length = beat
    while closed + length < done:
        length *= 2
    return closed + length


def beat_of(players: Iterable[str], beat: float) -> float:
    """The beat of a table, by the names of the players that sit there: one who searches takes longer over an answer."""
    searches = any(ALIASES.get(name, name) == ADMIRAL for name in players)
    return SEARCHING * beat if searches else beat
