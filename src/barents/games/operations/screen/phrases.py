"""What a player of an operation can answer, in words: every action, and whatever stands in an order sheet.

`label` knows the data alone and is what the log is written with; `called` also knows what a side knows, and names ships
of a battle, new fleets and reports by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from barents.games.operations import actions as a
from barents.games.operations.data import Data
from barents.games.operations.names import BATTERIES, FLAGS, SIDES, TYPES, counted, many, place, reported, unit_name
from barents.games.operations.state import BoatAttack, BoatContact, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.domains import NONE
from barents.kernel.game import plain_heading
from barents.kernel.words import in_words, listed

MOST_NAMED = 4
Look: TypeAlias = Callable[[str], str | None]

# Values of order sheets, and words of the log, that are neither units nor places.
VALUES = {
    "yes": "yes",
    "new": "leaves, and sails in a new fleet",
    "scatter": "scatters: every merchant for herself",
    "strike": "stand by for a strike",
    "strike:bombs": "stand by for a strike, with bombs",
    "escort": "stand by to escort a strike",
    "search:": "the long search for convoys",
    "break": "Break off the battle, if the enemy does too",
    "base": "The secret base",
    "lay": "lays a minefield where she is",
    "dismantle": "take it down",
    "train": "the train",
    "leads": "by the leads",
    "bombs": "with bombs",
    "speed": "speed",
    "aa": "anti-aircraft guns",
    "torpedo": "torpedo tubes",
    **BATTERIES,
}
SLOTS = {
    "move": "moves",
    "smoke": "lays smoke",
    "comb": "turns with torpedoes",
    "leave": "leaves the battle once out of sight",
    "starshell": "lights up",
    "scatter": "scatters",
    "torpedoes": "torpedoes",
    **BATTERIES,
}
ERRANDS = {
    "search": "search around {}",
    "cap": "fighters over {}",
    "asw": "hunt submarines around {}",
    "transfer": "move to {}",
    "with": "joins {}",
    "fuel": "takes fuel from {}",
    "found": "{} founds it where she lies",
    "scout": "Floatplane of {}",
}
SIDE_NAMES = {side.value: f"The {name}" for side, name in SIDES.items()}
_MISSIONS = {
    "convoy": "Sail as a convoy to {}",
    "cover": "Cover {}",
    "raid": "Raid",
    "intercept": "Go after {}",
    "bombard": "Bombard {}",
    "transfer": "Move to {}",
    "refuel": "Wait with fuel for others",
    "return": "Return to {}",
}
_SHIP = re.compile(r"([ag])(\d+)")  # a ship of a battle
_DIVISION = re.compile(r"([ag])-(\d+)")
_CELLS = re.compile(r"([+-])(\d+)")
_REPORT = re.compile(r"c(\d+)")
_SHORE = re.compile(r"shore-(\d+)")
_COUNT = re.compile(r"(\d+) ([A-Z]{2,3})")  # "3 DD"
_DETACHED = re.compile(r"(.+?)((?:-detached(?:-\d+)?)+)")
_ABOUT = re.compile(r"(about \d+ ships?): (.+)")  # a report of level 2
_PARTS = re.compile(r"(, at |, | at )")


def label(data: Data, name: str) -> str:
    """What a unit, a side, a place or a value of an order sheet is called.

    >>> from barents.games.operations.data import data
    >>> [label(data(None), name) for name in ("cover:pq-17:2", "return:Altafjord:leads:3", "raid:1", "intercept:c12:3")]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['Cover PQ-17, two zones a turn', 'Return to Altafjord by the leads, three zones a turn', 'Raid, one zone a turn',
     'Go after the enemy of report 12, three zones a turn']
    >>> [label(data(None), name) for name in ("search:5709", "cap:pq-17", "transfer:6017", "with:force-r")]
    ['search around 5709', 'fighters over PQ-17', 'move to Banak', 'joins Force R']
    >>> [label(data(None), name) for name in ("a3:secondary", "g2/3", "a-1:move", "+2", "5709>5710>5711")]
    ['A3, secondary guns', '3 dice at G2', 'Division A 1 moves', '2 cells to the right', 'by 5710 to 5711']
    >>> label(data(None), "a3, secondary guns, at g2"), label(data(None), "2 BB, 1 DD, course east")
    ('A3, secondary guns, at G2', '2 battleships, 1 destroyer, course east')
    """
    return _label(data, name, lambda key: unit_name(data, key))


def called(data: Data, known: State, name: str) -> str:
    """The same for whoever knows this much."""

    def look(key: str) -> str | None:
        return named(data, known, key) or unit_name(data, key)

    return _label(data, name, look)


def named(data: Data, known: State, key: str) -> str | None:
    """What a unit, a report, or a ship or division of the battle is called by those who know this much."""
    for desk in known.desks.values():
        for units in (desk.fleets, desk.ships, desk.boats):
            if key in units and units[key].name:
                return units[key].name
        if key in desk.contacts:
            contact = desk.contacts[key]
            return f"{reported(contact)} in {place(data, contact.zone)} (report {key[1:]})"
    battle = known.battle
    if battle is not None and key in battle.ships:
        ship = battle.ships[key].ship
        name = named(data, known, ship) or unit_name(data, ship) if ship else None
        return f"{key.upper()} {name}" if name else key.upper()
    if battle is not None:
        for division in battle.divisions:
            if division.key == key:
                ships = [named(data, known, name) or name.upper() for name in division.ships]
                return f"{division_name(key)} ({listed(ships)})"
    return None


def division_name(key: str) -> str:
    """A division by its place.

    >>> division_name("a-1"), division_name("g-2")
    ('Division A 1', 'Division G 2')
    """
    return f"Division {plate(key)}"


def plate(key: str) -> str:
    """What stands on a division's plate.

    >>> plate("a-1")
    'A 1'
    """
    letter, _, number = key.partition("-")
    return f"{letter.upper()} {number}"


def _label(data: Data, name: str, look: Look) -> str:
    if name in VALUES:
        return VALUES[name]
    if (unit := look(name)) is not None:
        return unit
    if name in SIDE_NAMES:
        return SIDE_NAMES[name]
    if ">" in name:
        return route(data, name)
    if ":" in name and " " not in name.split(":")[0]:
        return _composed(data, name, look)
    if found := _DETACHED.fullmatch(name):
        return f"{detachment(found[2])} of {_label(data, found[1], look)}"
    if found := _ABOUT.fullmatch(name):
        return f"{found[1]}, {listed([FLAGS[flag] for flag in FLAGS if flag in found[2]])} among them"
    if (sign := _sign(name, look)) is not None:
        return sign
    if _PARTS.search(name):
        return "".join(part if _PARTS.fullmatch(part) else _label(data, part, look) for part in _PARTS.split(name))
    return place(data, name)


def detachment(steps: str) -> str:
    """Ships that have left a fleet, and others that have left those.

    >>> [detachment(steps) for steps in ("-detached", "-detached-2", "-detached-2-detached")]
    ['Detachment', 'Detachment 2', 'Detachment 2.1']
    """
    numbers = [part.removeprefix("-") or "1" for part in steps.split("-detached")[1:]]
    return "Detachment" if numbers == ["1"] else f"Detachment {'.'.join(numbers)}"


def _sign(name: str, look: Look) -> str | None:
    """Numbers and signs: a ship of a battle, a move, a shot, a report, a gun on shore, ships by their type."""
    if found := _SHIP.fullmatch(name):
        return name.upper()
    if _DIVISION.fullmatch(name):
        return division_name(name)
    if found := _CELLS.fullmatch(name):
        return f"{many(int(found[2]), 'cell')} to the {'right' if found[1] == '+' else 'left'}"
    if found := _REPORT.fullmatch(name):
        return f"the enemy of report {found[1]}"
    if found := _SHORE.fullmatch(name):
        return f"Gun {found[1]} of the port"
    if (found := _COUNT.fullmatch(name)) and found[2] in TYPES:
        return counted(int(found[1]), found[2])
    target, stroke, dice = name.partition("/")
    if stroke and _SHIP.fullmatch(target) and dice.isdigit():
        return f"{many(int(dice), 'die')} at {look(target) or target.upper()}"
    return None


def _composed(data: Data, name: str, look: Look) -> str:
    """What is made of parts: an errand, a mission with its object and its pace, a slot of a battle's sheet."""
    first, *rest = name.split(":")
    if first in ERRANDS and len(rest) == 1:
        return ERRANDS[first].format(_label(data, rest[0], look))
    if first in _MISSIONS and rest[-1].isdigit():
        return mission(data, name, look)
    if len(rest) == 1 and rest[0].isdigit():
        return f"{_label(data, first, look)}, waypoint {rest[0]}"
    if len(rest) == 1 and rest[0] in SLOTS:
        # The ships of a division are named once, with its move.
        short = _DIVISION.fullmatch(first) and rest[0] != "move"
        unit = division_name(first) if short else look(first) or _label(data, first, look)
        link = ", " if rest[0] in (*BATTERIES, "torpedoes") else " "
        return f"{unit}{link}{SLOTS[rest[0]]}"
    return f"{first}: {', '.join(_label(data, part, look) for part in rest)}"


def mission(data: Data, value: str, look: Look) -> str:
    """A mission with its object and its pace."""
    first, *rest = value.split(":")
    pace = int(rest.pop())
    by = " by the leads" if "leads" in rest else ""
    goal = _label(data, rest[0], look) if rest else ""
    return f"{_MISSIONS[first].format(goal)}{by}, {in_words(pace)} zone{'' if pace == 1 else 's'} a turn"


def route(data: Data, value: str) -> str:
    """A way as one reads it aloud.

    >>> from barents.games.operations.data import data
    >>> route(data(None), "5916>5917"), route(data(None), "5709>5709")
    ('to Altafjord', 'holds 5709')
    """
    start, *steps = value.split(">")
    if set(steps) <= {start}:
        return f"holds {place(data, start)}"
    *between, end = (place(data, zone) for zone in steps)
    return f"by {', '.join(between)} to {end}" if between else f"to {end}"


def words(data: Data, known: State, action: Action) -> str:
    """An action for a person."""
    match action:
        case a.Engage(fleet, contact):
            return f"{called(data, known, fleet)} attacks {_enemy(known, contact)}"
        case a.Shadow(unit, contact):
            return f"{called(data, known, unit)} keeps in touch with {_enemy(known, contact)}, and does not fight"
        case a.Attack(boat, contact):
            return f"{called(data, known, boat)} attacks {_enemy(known, contact)}"
        case a.Press(on):
            return "Press on with the attack" if on else "Break off"
        case a.Aim(target, dice):
            number = f"{in_words(dice).capitalize()} torpedo {'die' if dice == 1 else 'dice'}"
            return f"{number} at {_target(data, known, target)}"
        case a.Finish(yes):
            return "I have finished" if yes else "Go on"
        case Choose(items):
            return listed([called(data, known, item) for item in items], MOST_NAMED) if items else "None of them"
        case Allot(pairs):
            given = [
                f"{called(data, known, slot)}: {called(data, known, value)}" for slot, value in pairs if value != NONE
            ]
            more = f"; {len(given) - MOST_NAMED} more" if len(given) > MOST_NAMED else ""
            return "; ".join(given[:MOST_NAMED]) + more if given else "No new orders"
        case Decline():
            return _declined(known)
    return str(action)


def _enemy(known: State, contact: str) -> str:
    """What was met, as it was reported."""
    for desk in known.desks.values():
        if contact in desk.contacts:
            return reported(desk.contacts[contact])
    return "the enemy"


def _target(data: Data, known: State, key: str) -> str:
    """A ship with her type."""
    for desk in known.desks.values():
        if key in desk.ships:
            kind = data.types[desk.ships[key].line].type
            burning = ", burning" if desk.ships[key].fire else ""
            return f"{called(data, known, key)} ({TYPES[kind]}{burning})"
    return called(data, known, key)


def _declined(known: State) -> str:
    """What it means to do nothing: a fleet avoids, a boat lies low or breaks off; otherwise the moment passes."""
    step = known.agenda[-1] if known.agenda else None
    if isinstance(step, BoatContact):
        return "Lie low"
    if isinstance(step, BoatAttack):
        return "Break off" if step.stage == "press" else "Hold fire"
    return "Avoid them" if known.encounters else "Let it pass"


def heading(data: Data, kind: type[Action], action: Action | None) -> str:
    """The words over actions of one kind."""
    return HEADINGS.get(kind) or plain_heading(data, kind, action)


HEADINGS: dict[type[Action], str] = {
    a.Engage: "Fight",
    a.Shadow: "Keep in touch",
    a.Attack: "Attack",
    a.Press: "Found by the escorts",
    a.Aim: "Torpedoes",
    a.Finish: "The end",
    Choose: "Choose",
    Allot: "Give orders",
    Decline: "Do nothing",
}


def _ahead(depth: int) -> str:
    """How far a course is plotted; without a number the whole of it."""
    return f"{in_words(depth)} {'turn' if depth == 1 else 'turns'} ahead" if depth else "the whole way"


def kinds(data: Data) -> dict[str, str]:
    """The kinds of orders that are written with an object and a pace, as one chooses among them, with their depths.

    >>> from barents.games.operations.data import data
    >>> kinds(data(None))["raid"]
    'Raid: a free course, plotted two turns ahead'
    """
    ahead = {name: _ahead(row.depth) for name, row in data.missions.items()}
    near = in_words(data.missions["cover"].within)
    return {
        "intercept": f"Go after a report: {ahead['intercept']}, never away from it",
        "raid": f"Raid: a free course, plotted {ahead['raid']}",
        "cover": f"Cover: within {near} zones of a convoy or a place, {ahead['cover']}",
        "convoy": f"Sail as a convoy: {ahead['convoy']}",
        "bombard": "Bombard a port: the whole way",
        "refuel": "Wait with fuel: for others to come",
        "search": f"Search: all zones within {in_words(data.tables.search.sector)} of a centre",
        "cap": "Fighters over: a fleet, a port or a base",
        "asw": "Hunt submarines: around a fleet or a port",
        "strike": "Stand by to strike: the target comes with the reports",
        "escort": "Stand by as escort: of a strike",
        "return": "Return: the whole way to a port, and no attack",
        "transfer": "Move: to another port or base",
    }
