"""What things are called in Arctic Disaster: sides, kinds of unit, markers and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from barents.atlas.cards import NATIONS, OTHER, STRIPES
from barents.games.arctic_disaster import data as d
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import Ship
from barents.kernel.sides import SIDES as SIDES
from barents.kernel.sides import Side
from barents.kernel.words import several, so_many

WHOSE = {Side.ALLIED: "An Allied", Side.AXIS: "A German"}  # force or submarine, of which no more is known
TYPES = {
    "BB": "battleship",
    "CV": "carrier",
    "CA": "cruiser",
    "CL": "light cruiser",
    "DD": "destroyer",
    "TB": "torpedo boat",
    "AA": "anti-aircraft ship",
    "FF": "corvette",
    "MS": "minesweeper",
    "AT": "armed trawler",
    "R": "rescue ship",
    "SS": "submarine",
    "MT": "merchant",
    "TA": "tanker",
}
GLYPHS = {
    "BB": "bb", "CV": "cv", "CA": "ca", "CL": "cl", "DD": "dd", "TB": "tb", "AA": "aa", "FF": "de", "MS": "ms",
    "AT": "at", "R": "r", "SS": "ss", "MT": "mt", "TA": "ta", "B": "air-at", "T": "air-t", "DB": "air-db", "F": "air-f",
}  # fmt: skip
RANK = ("MT", "TA", "BB", "CV", "CA", "CL", "DD", "AA", "TB", "FF", "MS", "AT", "R", "SS")  # who stands for a force
EVENTS = {
    s.WEATHER: "Weather",
    s.C2: "Command and Control",
    s.INTELLIGENCE: "Intelligence",
    s.SEARCH: "Land-based search",
    s.TACTICAL: "Tactical Advantage",
    s.GROUNDING: "Grounding",
    s.MASSED: "Massed German Air",
    s.KNIGHTS_MOVE: "Knight's Move",
    s.HITLER: "Hitler",
    s.SCATTERS: "Convoy Scatters",
}
HITLER = {
    "out": "not in play",
    "pool": "in the pool",
    "recall": "Tirpitz is ordered back",
    "stay": "Tirpitz may stay at sea",
}


def many(type: str) -> str:
    """Several of a kind.

    >>> many("DD"), many("MT")
    ('destroyers', 'merchants')
    """
    return several(TYPES[type])


def counted(number: int, type: str) -> str:
    """So many of a kind.

    >>> counted(1, "BB"), counted(31, "MT")
    ('1 battleship', '31 merchants')
    """
    return so_many(number, TYPES[type])


def tally(data: Data, ships: Iterable[Ship]) -> str:
    """Ships by kind, the weightiest first."""
    kinds = Counter(data.counters[ship.id].type for ship in ships)
    return ", ".join(counted(kinds[type], type) for type in RANK if kinds[type]) or "nothing"


def sign_of(data: Data, ships: Iterable[Ship], otherwise: str = "decoy") -> str:
    """The silhouette that stands for some ships: of the weightiest kind among them."""
    types = {data.counters[ship.id].type for ship in ships}
    return next((GLYPHS[type] for type in RANK if type in types), otherwise)


def stripe_of(about: d.Counter) -> str:
    """The stripe of a counter; nations that have none share one."""
    return STRIPES.get(NATIONS.get(about.nation, ""), OTHER)


def marker_name(data: Data, marker: str) -> str:
    """What a marker of the pool is called.

    >>> from barents.games.arctic_disaster.data import data
    >>> [marker_name(data(None), name) for name in ("tg-a", "kg-26", "c2-axis", "axis-4")]
    ['TG A', 'KG 26', 'Command and Control (German)', 'German force']
    """
    if marker in data.markers:
        return data.markers[marker].name
    if marker in data.formations:
        return data.formations[marker].name
    if marker in data.boats:
        return data.boats[marker].name
    if (event := event_name(marker)) is not None:
        return event
    return "German force" if marker.startswith(Side.AXIS) else "Allied force"


def event_name(marker: str) -> str | None:
    """An event marker's name, with its side where each side has its own; None for what is no event marker.

    >>> event_name("weather"), event_name("c2-axis"), event_name("tirpitz")
    ('Weather', 'Command and Control (German)', None)
    """
    if marker in EVENTS:
        return EVENTS[marker]
    kind, _, side = marker.rpartition("-")
    return f"{EVENTS[kind]} ({'German' if side == Side.AXIS else 'Allied'})" if kind in EVENTS else None


@cache
def places(data: Data) -> dict[str, str]:
    """Ports and airfields by their hexes."""
    found = {port.cell: port.name for port in data.map.ports}
    for file in data.scenarios.values():
        found |= {field.cell: field.name for field in file.airfields}
    return found


def place(data: Data, cell: str) -> str:
    """A hex; a port or airfield by name.

    >>> from barents.games.arctic_disaster.data import data
    >>> place(data(None), "3327"), place(data(None), "2644"), place(data(None), "3325")
    ('Alta', '2644', 'Banak')
    """
    return places(data).get(cell, cell)
