"""What things are called in Nordkapp: sides, kinds of unit, forces and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from barents.atlas.cards import model as model
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Force
from barents.games.nordkapp.state import WAITING, Piece, State
from barents.kernel.sides import SIDES as SIDES
from barents.kernel.sides import Side
from barents.kernel.words import several, so_many

TYPES = {
    "BB": "battleship",
    "BC": "battlecruiser",
    "CV": "carrier",
    "CA": "cruiser",
    "DD": "destroyer group",
    "E": "escort group",
    "AA": "anti-aircraft ship",
    "SUB": "submarine",
    "MERC": "merchant",
    "R": "reconnaissance aircraft",
    "AT": "attack aircraft",
    "C": "fighters",
}
GLYPHS = {
    "BB": "bb", "BC": "bc", "CV": "cv", "CA": "ca", "DD": "dd", "E": "de", "AA": "aa",
    "SUB": "ss", "MERC": "mt", "R": "air-r", "AT": "air-at", "C": "air-f",
}  # fmt: skip
RANK = ("MERC", "BB", "BC", "CV", "CA", "DD", "AA", "E", "SUB", "AT", "R", "C")  # who stands for a force


def many(type: str) -> str:
    """Several of a kind.

    >>> many("DD"), many("C")
    ('destroyer groups', 'fighters')
    """
    return several(TYPES[type])


def counted(number: int, type: str) -> str:
    """So many of a kind.

    >>> counted(1, "DD"), counted(15, "MERC"), counted(2, "C")
    ('1 destroyer group', '15 merchants', '2 fighters')
    """
    return so_many(number, TYPES[type])


def tally(data: Data, pieces: Iterable[Piece]) -> str:
    """Units by kind, the weightiest first."""
    kinds = Counter(data.counters[piece.id].type for piece in pieces)
    return ", ".join(counted(kinds[type], type) for type in RANK if kinds[type]) or "nothing"


def sign_of(data: Data, pieces: Iterable[Piece], otherwise: str = "task-force") -> str:
    """The silhouette that stands for some units: of the weightiest kind among them."""
    types = {data.counters[piece.id].type for piece in pieces if piece.id in data.counters}
    return next((GLYPHS[type] for type in RANK if type in types), otherwise)


def scenario_force(data: Data, state: State, place: str) -> Force:
    """The force of the scenario with a key, or that waits in a place off the map."""
    key = place.removeprefix(WAITING)
    return next(force for force in data.scenarios[state.scenario].forces if force.key == key)


def marker_name(data: Data, state: State, side: Side, marker: str) -> str:
    """What a marker is called: its force's name, or the unit's own."""
    force = state.markers[side].get(marker)
    if force is not None:
        return force.name
    return data.counters[marker].name if marker in data.counters else marker


def place(data: Data, cell: str) -> str:
    """A hex; a base by name.

    >>> from barents.games.nordkapp.data import data
    >>> place(data(None), "1009"), place(data(None), "1510")
    ('Banak', '1510')
    """
    return data.bases.get(cell, cell)
