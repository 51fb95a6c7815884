"""What things are called: nations, kinds of unit, missions, forces and places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from barents.atlas.cards import model as model
from barents.games.north_cape.data import ARCHANGEL, MURMANSK, Data
from barents.games.north_cape.datafiles import Force
from barents.games.north_cape.state import WAITING, MissionType, Piece, State
from barents.kernel.sides import SIDES as SIDES
from barents.kernel.sides import Side as Side
from barents.kernel.words import listed as listed  # names are listed where they are made
from barents.kernel.words import several
from barents.kernel.words import so_many as so_many

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
    return several(TYPES[type])


def counted(number: int, type: str) -> str:
    """So many of a kind.

    >>> counted(1, "CA"), counted(5, "MERC")
    ('1 heavy cruiser', '5 merchants')
    """
    return so_many(number, TYPES[type])


def many(kind: str) -> str:
    """Counters of which a scenario says only how many.

    >>> many("DD_GB")
    'British destroyers'
    """
    type, nation = kind.split("_")
    return f"{NATIONS[nation]} {plural(type)}"


def fleet(data: Data, names: Iterable[str], most: int = 4) -> str:
    """Pieces as one lists them: merchants by their number, markers not at all.

    >>> from barents.games.north_cape.data import data
    >>> fleet(data(None), ["mt-01", "mt-02", "u-88"])
    '2 merchants and U-88'
    """
    counters = [data.counters[name] for name in dict.fromkeys(names)]
    merchants = sum(counter.is_merchant for counter in counters)
    others = [counter.name for counter in counters if not counter.is_merchant and not counter.is_group]
    return listed([*([counted(merchants, "MERC")] if merchants else []), *others], most)


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


def who_sails(data: Data, state: State, start: str, pieces: Sequence[Piece]) -> tuple[str, str]:
    """Pieces as their owner lists them, merchants by their number, and what the force is called if it has a name.

    One that enters the map has the name of its force. Later a stack with merchants is the one convoy of its direction,
    if there is only one: they are drawn at random, so nothing else tells which they belong to.
    """
    counters = [data.counters[piece.id] for piece in pieces]
    merchants = [piece for piece in pieces if data.counters[piece.id].is_merchant]
    some = [counted(len(merchants), "MERC")] if merchants else []
    names = listed([*some, *(about.name for about in counters if not about.is_merchant)])
    if start.startswith(WAITING):
        return names, spoken(waiting_force(data, state, start).name)
    if not merchants:
        return names, ""
    from_east = merchants[0].start in (MURMANSK, ARCHANGEL)
    forces = data.scenarios[state.scenario].forces
    convoys = [force for force in forces if force.merchants and (force.entry == "east") == from_east]
    return names, spoken(convoys[0].name) if len(convoys) == 1 else "a convoy"
