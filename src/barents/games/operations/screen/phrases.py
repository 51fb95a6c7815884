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
from barents.games.operations.names import FLAGS, SIDES, TYPES, counted, place, reported, unit_name
from barents.games.operations.orders import BATTERIES, WRITTEN, division_name
from barents.games.operations.state import BoatAttack, BoatContact, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.domains import NONE
from barents.kernel.game import plain_heading
from barents.kernel.words import in_words, listed

MOST_NAMED = 4
Look: TypeAlias = Callable[[str], str | None]

# Slots and words of the log that are neither units nor places, nor made of parts.
VALUES: dict[str, str] = {
    "base": "The secret base",
    "lay": "lays a minefield where she is",
    "train": "the train",
    "leads": "by the leads",
    "bombs": "with bombs",
    "speed": "speed",
    "aa": "anti-aircraft guns",
    "torpedo": "torpedo tubes",
    **BATTERIES,
}
SIDE_NAMES = {side.value: f"The {name}" for side, name in SIDES.items()}
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


def _label(data: Data, name: str, look: Look) -> str:
    if name in VALUES:
        return VALUES[name]
    if (unit := look(name)) is not None:
        return unit
    if name in SIDE_NAMES:
        return SIDE_NAMES[name]
    if ">" in name:
        return route(data, name)
    if (written := WRITTEN.find(name)) is not None:
        return written.said(lambda part: _label(data, part, look))
    if found := _DETACHED.fullmatch(name):
        return f"{detachment(found[2])} of {_label(data, found[1], look)}"
    if found := _ABOUT.fullmatch(name):
        return f"{found[1]}, {listed([FLAGS[flag] for flag in FLAGS if flag in found[2]])} among them"
    if (found := _COUNT.fullmatch(name)) and found[2] in TYPES:
        return counted(int(found[1]), found[2])
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
