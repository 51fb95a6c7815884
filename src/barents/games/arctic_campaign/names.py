"""What things are called at the desks: months, places, services, fleets and routes, and where the month stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.state import GERMANY, USA, State
from barents.games.operations.names import RANK, TYPES
from barents.kernel.words import in_words, listed

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
BEFORE = "Before January 1942"
PHASES = {
    "repair": "Repair, events",
    "reinforcement": "German move",
    "convoy": "Convoys",
    "homebound": "German return",
    "points": "Points",
}
MODES = {
    "quick": "Reckon it quickly: a few dice for each convoy, in a minute",
    "players": "The computer's staffs play it for both of you, and you watch",
    "played": "Play it yourselves, turn by turn",
}
# OP-MODE-left-out: what a side must know before it chooses.
LEFT_OUT = (
    "A reckoned month leaves some rules out: German engines do not break down, Allied submarines neither find nor "
    "attack anybody, Soviet convoys do not sail, nobody lays mines, and nobody attacks coastal convoys or secret bases."
)
ROUTES = {"NORTH": "Northern", "CENTRAL": "Central", "SOUTH": "Southern", "SCAPA": "Scapa"}
ENDS = {"M": "Murmansk", "A": "Archangelsk"}
_DATE = re.compile(r"(\d{4})-(\d{2})")
_YEAR = 12


def month_name(data: Data, month: int) -> str:
    """A month of the campaign.

    >>> from barents.games.arctic_campaign.data import data
    >>> month_name(data(None), 7), month_name(data(None), 41)
    ('July 1942', 'May 1945')
    """
    return spelt(data.date(month))


def spelt(date: str) -> str:
    """A date of the tables as one says it.

    >>> spelt("1943-09"), spelt("Tirpitz")
    ('September 1943', 'Tirpitz')
    """
    found = _DATE.fullmatch(date)
    if found is None or not 1 <= int(found[2]) <= _YEAR:
        return date
    return f"{MONTHS[int(found[2]) - 1]} {found[1]}"


def plural(type: str) -> str:
    """The ships of a type.

    >>> plural("DD"), plural("CA")
    ('destroyers', 'heavy cruisers')
    """
    return f"{TYPES[type]}s"


def counted(number: int, type: str) -> str:
    """So many ships of a type."""
    return f"{number} {TYPES[type] if number == 1 else plural(type)}"


def tally(types: Iterable[str]) -> str:
    """Ships by type, the weightiest first.

    >>> tally(["DD", "CV", "DD"]), tally([])
    ('1 carrier, 2 destroyers', 'nothing')
    """
    number = Counter(types)
    return ", ".join(counted(number[type], type) for type in RANK if number[type]) or "nothing"


def points(number: int) -> str:
    """So many points.

    >>> points(1), points(24)
    ('1 point', '24 points')
    """
    return f"{number} point{'' if number == 1 else 's'}"


def ships(number: int, thing: str = "transport") -> str:
    """So many transports, or other things.

    >>> ships(1), ships(12, "empty transport")
    ('1 transport', '12 empty transports')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """First, second …

    >>> [ordinal(number) for number in (1, 2, 4)]
    ['first', 'second', 'fourth']
    """
    named = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    return named[number - 1] if number <= len(named) else f"{number}th"


def where(data: Data, at: str) -> str:
    """A ship's place: a port, Germany, the USA, or the zone of a secret base."""
    if at == GERMANY:
        return "Germany"
    if at == USA:
        return "the USA"
    return f"the secret base in {at}" if at[:1].isdigit() else at


def boxes_in_words(kinds: Iterable[str]) -> str:
    """Boxes that are mended.

    >>> boxes_in_words(["hull", "hull"]), boxes_in_words(["speed"]), boxes_in_words(["hull", "aa"])
    ('two boxes of hull', 'a box of speed', 'a box of hull and a box of anti-aircraft guns')
    """
    named = {
        "aa": "anti-aircraft guns",
        "torpedo": "torpedo tubes",
        "primary": "primary guns",
        "secondary": "secondary guns",
        "tertiary": "tertiary guns",
    }
    number = Counter(kinds)
    return listed(
        [
            f"a box of {named.get(kind, kind)}" if many == 1 else f"{in_words(many)} boxes of {named.get(kind, kind)}"
            for kind, many in number.items()
        ]
    )


# Routes


def route_name(data: Data, id: str, month: int | None = None) -> str:
    """A reference route with the port at its end and its length.

    >>> from barents.games.arctic_campaign.data import data
    >>> route_name(data(None), "NORTH-M", 7)
    'Northern route, Murmansk: about 57 zones'
    """
    stem, _, end = id.partition("-")
    zones = route_length(data, data.sea.routes[id].waypoints, month)
    length = f": about {zones} zones" if zones else ""
    return f"{ROUTES[stem]} route, {ENDS[end]}{length}"


@lru_cache(maxsize=256)
def route_length(data: Data, waypoints: tuple[str, ...], month: int | None) -> int:
    """The zones of a way by its waypoints; none where ice bars it."""
    steps = [data.sea.route_distance(one, two, month) for one, two in pairwise(waypoints)]
    return 0 if None in steps else sum(step or 0 for step in steps)


# Where the month stands


def is_at_sea(known: State) -> bool:
    """Whether the Convoy Phase is being played out: what is asked and shown is then an operation's.

    A step that asks has left the agenda, and so the next one is looked at.
    """
    operation = known.operation
    if operation is None or known.mode == "quick":
        return False
    if not known.agenda:
        return any(desk.fleets for desk in operation.desks.values())
    return isinstance(known.agenda[-1], s.Operations | s.Gathering)
