"""What things are called: nations, kinds of unit, missions, forces and places."""

from __future__ import annotations

import re
from functools import cache

from barents.games.north_cape.data import ARCHANGEL, MURMANSK, Data
from barents.games.north_cape.datafiles import Force
from barents.games.north_cape.state import WAITING, MissionType, State
from barents.kernel.sides import Side
from barents.kernel.words import listed as listed  # names are listed where they are made

SIDES = {Side.ALLIED: "Allies", Side.AXIS: "Germans"}
NATIONS = {"GB": "British", "US": "American", "SU": "Soviet", "DE": "German"}
TYPES = {
    "BB": "battleship",
    "BC": "battlecruiser",
    "CV": "carrier",
    "CA": "heavy cruiser",
    "CL": "light cruiser",
    "DD": "destroyer",
    "DE": "small escort",
    "AA": "anti-aircraft ship",
    "SUB": "submarine",
    "MERC": "merchant",
    "R": "reconnaissance aircraft",
    "AT": "bomber",
    "F": "fighter",
    "DECOY": "decoy",
    "GROUP": "group",
}
AN = {
    MissionType.RECON: "a recon",
    MissionType.PATROL: "a patrol",
    MissionType.SORTIE: "a sortie",
    MissionType.ATTACK: "an attack",
}


def craft(flying: bool) -> str:
    """What goes on a mission."""
    return "aircraft" if flying else "ships"


def plural(type: str) -> str:
    """Several of a kind.

    >>> plural("DD"), plural("R")
    ('destroyers', 'reconnaissance aircraft')
    """
    return TYPES[type] if TYPES[type].endswith("aircraft") else f"{TYPES[type]}s"


def counted(number: int, type: str) -> str:
    """So many of a kind.

    >>> counted(1, "CA"), counted(5, "MERC")
    ('1 heavy cruiser', '5 merchants')
    """
    return f"{number} {TYPES[type] if number == 1 else plural(type)}"


def many(kind: str) -> str:
    """Counters of which a scenario says only how many.

    >>> many("DD_GB")
    'British destroyers'
    """
    type, nation = kind.split("_")
    return f"{NATIONS[nation]} {plural(type)}"


def so_many(number: int, one: str, several: str = "") -> str:
    """So many of anything.

    >>> so_many(1, "hex", "hexes"), so_many(3, "hex", "hexes"), so_many(0, "point")
    ('1 hex', '3 hexes', '0 points')
    """
    return f"{number} {one if number == 1 else several or f'{one}s'}"


@cache
def model(name: str) -> str:
    """The type of an air unit without its number.

    >>> model("Ju-88 3"), model("Fw 200"), model("Fulmar")
    ('Ju-88', 'Fw 200', 'Fulmar')
    """
    return re.sub(r" \d$", "", name)


def waiting_force(data: Data, state: State, place: str) -> Force:
    """The force that waits in a place off the map."""
    key = place.removeprefix(WAITING)
    return next(force for force in data.scenarios[state.scenario].forces if force.key == key)


def spoken(force: str) -> str:
    """A force's name as one says it.

    >>> spoken("PQ-17"), spoken("Second convoy"), spoken("Home Fleet")
    ('PQ 17', 'the second convoy', 'the Home Fleet')
    """
    if any(sign.isdigit() for sign in force):
        return force.replace("-", " ")
    return f"the {force}" if force.istitle() else f"the {force[0].lower()}{force[1:]}"


def place(data: Data, cell: str) -> str:
    """A hex; a German airbase, Murmansk and Archangel by name.

    >>> from barents.games.north_cape.data import data
    >>> place(data(None), "2633"), place(data(None), "2919"), place(data(None), "4434")
    ('Banak', '2919', 'the hex off Murmansk')
    """
    if cell in (MURMANSK, ARCHANGEL):
        return f"the hex off {'Murmansk' if cell == MURMANSK else 'Archangel'}"
    return data.base_names.get(cell, cell)
