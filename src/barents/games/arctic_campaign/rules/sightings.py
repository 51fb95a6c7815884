"""What was last seen of the enemy at sea, as the desk keeps it from month to month.

Of a month that was played out a side keeps its newest reports of something worth remembering, one a zone: a convoy, a
carrier, a heavy ship. They pale with the months, and are put away when nobody could act on them any more. A month that
is reckoned has no places, and so leaves none.
"""

from __future__ import annotations

import re

from barents.games.arctic_campaign.state import State
from barents.kernel.game import Sighting
from barents.kernel.sides import Side

MOST_KEPT = 3  # reports of a month
MOST_MONTHS = 2  # for which they are kept
_WORTH = (
    ("convoy", "mt", re.compile(r"merchants|\b[LS]T\b")),
    ("carrier", "cv", re.compile(r"carrier|\bCVE?\b")),
    ("heavy ship", "bb", re.compile(r"capital ship|\b(BB|BC|AC|CA)\b")),
)


def keep(state: State) -> None:
    """The month at sea is over: its last reports are put to those of earlier months."""
    assert state.operation is not None
    for side in Side:
        book, kept = state.notebook[side], dict[str, Sighting]()
        for seen in reversed(state.operation.notebook[side].sightings):
            what = in_short(seen.what)
            if what and len(kept) < MOST_KEPT:
                kept.setdefault(seen.cell, Sighting(seen.cell, what, seen.source, state.month))
        book.sightings = [seen for seen in book.sightings if seen.cell not in kept] + list(kept.values())


def put_away(state: State) -> None:
    """A new month: reports that are too old are gone."""
    for book in state.notebook.values():
        book.sightings = [seen for seen in book.sightings if state.month - seen.turn <= MOST_MONTHS]


def in_short(what: str) -> str:
    """What a report at sea is worth remembering for; nothing if it is not.

    >>> [in_short(what) for what in ("about 9 ships: merchants, carrier", "1 CA, 4 DD, course east", "2 to 5 ships")]
    ['convoy', 'heavy ship', '']
    """
    return next((words for words, _, told in _WORTH if told.search(what)), "")


def sign_of(what: str) -> str:
    """The silhouette of what was seen."""
    return next((kind for words, kind, _ in _WORTH if words == what), "")
