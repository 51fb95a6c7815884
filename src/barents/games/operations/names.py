"""What things are called in an operation: sides, kinds of ship and aircraft, fleets, places and reports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from barents.games.operations.data import Data, ShipType
from barents.games.operations.datafiles import AirType
from barents.games.operations.rules.setup import TRANSPORT
from barents.games.operations.state import Contact, Ship, State
from barents.kernel.sides import ADJECTIVES as ADJECTIVES
from barents.kernel.sides import SIDES as SIDES
from barents.kernel.view import Held
from barents.kernel.words import listed, so_many

TYPES = {
    "CV": "carrier",
    "CVE": "escort carrier",
    "BB": "battleship",
    "BC": "battlecruiser",
    "AC": "armoured ship",
    "CA": "heavy cruiser",
    "CL": "light cruiser",
    "DD": "destroyer",
    "TB": "torpedo boat",
    "DE": "escort",
    "ML": "minelayer",
    "MS": "minesweeper",
    "AA": "anti-aircraft ship",
    "CG": "gunboat",
    "IB": "ice breaker",
    "AO": "oiler",
    "LT": "merchant",
    "ST": "small merchant",
}
GLYPHS = {
    "CV": "cv", "CVE": "cv", "BB": "bb", "BC": "bc", "AC": "bc", "CA": "ca", "CL": "cl", "DD": "dd", "TB": "tb",
    "DE": "de", "ML": "ms", "MS": "ms", "AA": "aa", "CG": "at", "IB": "at", "AO": "ta", "LT": "mt", "ST": "mt",
}  # fmt: skip
RANK = tuple(TYPES)  # who stands for a fleet, if there are no merchants in it
SHORT = {"LT": "MT", "ST": "MT", "AO": "TA"}  # letters on a counter where the game's own say little
STRIPES = {"uk": "british", "us": "american", "su": "soviet", "de": "german"}
WEATHER_REGIONS = {"W": "the west", "N": "the Norwegian Sea", "B": "the Barents Sea", "E": "the east"}
MISSIONS = {
    "convoy": "sail as a convoy",
    "cover": "cover",
    "raid": "raid",
    "intercept": "intercept",
    "bombard": "bombard",
    "transfer": "move to",
    "refuel": "wait as an oiler",
    "return": "return to",
}
SYSTEMS = {
    "primary": "Primary",
    "secondary": "Secondary",
    "tertiary": "Tertiary",
    "aa": "Anti-aircraft",
    "torpedo": "Torpedo",
    "hull": "Hull",
    "speed": "Speed",
}
FLAGS = {"merchants": "merchants", "carrier": "a carrier", "capital ship": "a capital ship"}  # of a report
_SOVIET = re.compile(r"soviet-convoy(?:-\d+)*?(?:-\d+-(\d+))?")  # a convoy along the coast, or a ship of it
_STEP = re.compile(r"(.+)[-/](\d+)")  # with a stroke one of the enemy's, by a number of the observer's own


def counted(number: int, type: str) -> str:
    """So many of a kind.

    >>> counted(1, "BB"), counted(31, "LT"), counted(2, "AA")
    ('1 battleship', '31 merchants', '2 anti-aircraft ships')
    """
    return so_many(number, TYPES[type])


def many(number: int, thing: str) -> str:
    """So many of a thing.

    >>> many(1, "zone"), many(3, "die"), many(0, "step")
    ('1 zone', '3 dice', '0 steps')
    """
    return so_many(number, thing, {"die": "dice"}.get(thing, ""))


def types_in_words(kinds: Mapping[str, int]) -> str:
    """Ships by kind, the weightiest first.

    >>> types_in_words({"DD": 4, "LT": 14, "CA": 1})
    '1 heavy cruiser, 4 destroyers, 14 merchants'
    """
    return ", ".join(counted(kinds[type], type) for type in RANK if kinds.get(type))


def tally(data: Data, ships: Iterable[Ship]) -> str:
    """Ships by kind, the weightiest first."""
    return types_in_words(Counter(data.types[ship.line].type for ship in ships)) or "nothing"


def sign_of(data: Data, ships: Iterable[Ship]) -> str:
    """The silhouette that stands for some ships: merchants if it is a convoy, else the largest."""
    types = {data.types[ship.line].type for ship in ships}
    if types & {"LT", "ST"}:
        return GLYPHS["LT"]
    return next((GLYPHS[type] for type in RANK if type in types), "task-force")


def plane_sign(about: AirType) -> str:
    """The silhouette of a type of aircraft, by what it is best at."""
    if about.torpedoes:
        return "air-t"
    if about.bomb_class == "heavy" and about.bombs:
        return "air-db"
    if about.air >= 2:
        return "air-f"
    return "air-r" if about.search else "air-at"


# Places


def place(data: Data, zone: str) -> str:
    """A zone; a port or airfield by name.

    >>> from barents.games.operations.data import data
    >>> [place(data(None), zone) for zone in ("5917", "6017", "5711")]
    ['Altafjord', 'Banak', '5711']
    """
    if (port := data.port_at(zone)) is not None:
        return port.name
    base = next((base.name for base in data.bases.values() if base.zone == zone), None)
    return base if base is not None else zone


# Units, without a state


@cache
def fleet_names(data: Data) -> dict[str, str]:
    """Every fleet of every scenario by its key."""
    return {fleet.id: fleet.name for file in data.scenarios.values() for fleet in file.fleets}


@cache
def merchant_names(data: Data) -> dict[str, str]:
    """The merchants of every convoy of every scenario, by their keys: real ones by name as far as they are known."""
    return {
        f"{fleet.id}-{number}": name
        for file in data.scenarios.values()
        for fleet in file.fleets
        for number, name in enumerate(data.merchants_in(fleet), 1)
    }


@cache
def boat_types(data: Data) -> dict[str, str]:
    """The class of every submarine of every scenario."""
    return {id: row.type for file in data.scenarios.values() for row in file.boats for id in row.ships}


def unit_name(data: Data, key: str) -> str | None:
    """What a ship, a boat, a fleet or a squadron is called by whoever has only its key; None for what is no unit.

    >>> from barents.games.operations.data import data
    >>> [unit_name(data(None), key) for key in ("tirpitz", "u-354", "jw-51b", "jw-51b-3", "ju-88-2", "nobody")]
    ['Tirpitz', 'U-354', 'JW-51B', 'JW-51B merchant 3', 'Ju 88A 2', None]
    >>> [unit_name(data(None), key) for key in ("soviet-convoy-2", "soviet-convoy-1-5", "ms-sov-2")]
    ['Soviet convoy', 'Soviet transport 5', 'Soviet minesweeper 2']
    """
    for book in (merchant_names(data), fleet_names(data)):
        if key in book and key not in registered(data):
            return book[key]
    if key in registered(data):
        return data.name_of(key)
    if soviet := _SOVIET.fullmatch(key):
        return f"Soviet transport {soviet[1]}" if soviet[1] else "Soviet convoy"
    found = _STEP.fullmatch(key)
    if found is None:
        return None
    type, number = found.groups()
    if type in data.air_types:
        return f"{data.air_types[type].name} {number}"
    if (craft := data.types.get(f"su:{type}")) is not None:  # small craft of the Soviet ports, by their line
        return craft.names[int(number) - 1] if int(number) <= len(craft.names) else f"{craft.title} {number}"
    return unit_name(data, type)  # a fleet that was named after a ship, when there was one of that name already


@cache
def registered(data: Data) -> frozenset[str]:
    """The ids of all ships of the register."""
    return frozenset(ship.id for ship in data.register)


def line_of(data: Data, known: State, key: str) -> ShipType | None:
    """The values of a ship of either side, also of one that is known by her name alone; None for a submarine."""
    for desk in known.desks.values():
        if key in desk.ships:
            return data.types[desk.ships[key].line]
    if key in boat_types(data) or any(key in desk.boats for desk in known.desks.values()):
        return None
    return data.ship(key) if key in registered(data) else data.types[TRANSPORT]


def worth(data: Data, known: State, key: str) -> int:
    """What a ship or a boat is worth to whoever sinks it."""
    line = line_of(data, known, key)
    if line is not None:
        return line.vp
    boat = next(desk.boats[key] for desk in known.desks.values() if key in desk.boats)
    return data.boat_classes[boat.type].vp


# Reports


def reported(contact: Contact) -> str:
    """A report in words.

    >>> reported(Contact("c1", 3, "5709", 1, "air search", size="2 to 5 ships"))
    '2 to 5 ships?'
    >>> reported(Contact("c1", 3, "5709", 2, "air search", number=9, flags=["capital ship", "merchants"]))
    'about 9 ships, merchants and a capital ship among them'
    >>> reported(Contact("c1", 3, "5709", 3, "air search", types={"LT": 14, "DD": 5}, course="east"))
    '5 destroyers, 14 merchants, course east'
    """
    if contact.level == 1:
        return f"{contact.size}?"
    if contact.level == 2:
        ships = f"about {many(contact.number, 'ship')}"
        named = [words for flag, words in FLAGS.items() if flag in contact.flags]
        return f"{ships}, {listed(named)} among them" if named else ships
    course = f", course {contact.course}" if contact.course else ""
    return types_in_words(contact.types) + course


def held_by(contact: Contact) -> tuple[Held, ...]:
    """What a report counts, merchants before all."""
    types = sorted(contact.types, key=lambda type: (type not in ("LT", "ST"), RANK.index(type)))
    return tuple(Held(GLYPHS[type], counted(contact.types[type], type), contact.types[type]) for type in types)


def contact_sign(contact: Contact) -> str:
    """The silhouette of a report; one that says no more than a size has none."""
    if contact.level == 1:
        return ""
    if "merchants" in contact.flags or {"LT", "ST"} & set(contact.types):
        return GLYPHS["LT"]
    if contact.types:
        return next((GLYPHS[type] for type in RANK if type in contact.types), "task-force")
    return "cv" if "carrier" in contact.flags else "ca" if "capital ship" in contact.flags else "task-force"


def contact_speed(data: Data, contact: Contact) -> int:
    """How many zones a turn what was reported can make at most: a convoy one, anything else as ships can."""
    is_convoy = "merchants" in contact.flags or bool({"LT", "ST"} & set(contact.types))
    convoy = data.missions["convoy"].speed
    return convoy if is_convoy and convoy is not None else data.tables.movement.most_zones
