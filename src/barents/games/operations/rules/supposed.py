"""What was reported, or is seen, as if it were there: so that the rules' own modifiers can be asked about it.

An enemy fleet that a side knows of is put into what it knows: the ships that it sees, or as many and of such types as
the report says. Odds worked out on it hold if the report is true.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from barents.games.operations.air.sighting_reports import class_words
from barents.games.operations.data import Data
from barents.games.operations.rules.setup import TRANSPORT
from barents.games.operations.state import Contact, Fleet, Ship, State
from barents.kernel.sides import Side

SUPPOSED = "supposed"


@cache
def plain_line(data: Data, side: Side, type: str) -> str:
    """A line that stands for a type of a side: its first."""
    lines = [key for key, line in data.types.items() if line.type == type]
    return next((key for key in lines if data.types[key].side is side), lines[0])


def reported_lines(data: Data, side: Side, contact: Contact) -> list[str]:
    """The lines of the ships that a report tells of: as the types say, or destroyers and merchants by the number."""
    if contact.types:
        return [plain_line(data, side, type) for type, number in contact.types.items() for _ in range(number)]
    if contact.level == 1:
        classes = data.tables.search.classes
        number = next(
            (low for index, low in enumerate(classes) if class_words(data, index) == contact.size), classes[0]
        )
    else:
        number = contact.number
    kind = TRANSPORT if "merchants" in contact.flags else plain_line(data, side, "DD")
    first = [plain_line(data, side, "CV")] if "carrier" in contact.flags else []
    first += [plain_line(data, side, "CA")] if "capital ship" in contact.flags else []
    return [*first, *[kind] * (number - len(first))]


def as_reported(
    data: Data, known: State, side: Side, contact: Contact, *, escorted: bool = False
) -> tuple[State, Fleet]:
    """What a side knows, with the fleet of a report in it; `escorted`: somebody must be there who screens it."""
    enemy = side.enemy
    lines = reported_lines(data, enemy, contact) + [plain_line(data, enemy, "DD")] * escorted
    ships = [Ship(f"{SUPPOSED}-{number}", line, fleet=SUPPOSED) for number, line in enumerate(lines)]
    return _with(data, known, side, contact, ships)


def as_seen(data: Data, known: State, side: Side, contact: Contact, keys: Iterable[str]) -> tuple[State, Fleet]:
    """What a side knows, with the fleet whose ships it sees in it."""
    seen = known.desks[side.enemy].ships
    ships = [msgspec.structs.replace(seen[key], fleet=SUPPOSED) for key in keys if key in seen]
    return _with(data, known, side, contact, ships)


def _with(data: Data, known: State, side: Side, contact: Contact, ships: list[Ship]) -> tuple[State, Fleet]:
    enemy, zone = side.enemy, contact.zone
    fleet = Fleet(SUPPOSED, "", zone, "raid", docked=zone in data.harbours, track=[zone])
    theirs = msgspec.structs.replace(
        known.desks[enemy],
        ships=known.desks[enemy].ships | {ship.key: ship for ship in ships},
        fleets=known.desks[enemy].fleets | {SUPPOSED: fleet},
    )
    ours = msgspec.structs.replace(
        known.desks[side],
        contacts=known.desks[side].contacts | {contact.key: msgspec.structs.replace(contact, fleet=SUPPOSED)},
    )
    return msgspec.structs.replace(known, desks={side: ours, enemy: theirs}), fleet


def with_strangers(data: Data, known: State, side: Side) -> State:
    """A battle in which the enemy's ships that nobody has recognised are taken for heavy cruisers."""
    battle, enemy = known.battle, side.enemy
    assert battle is not None
    strangers = {name: f"{SUPPOSED}-{name}" for name, one in battle.ships.items() if not one.ship}
    ships = {key: Ship(key, plain_line(data, enemy, "CA")) for key in strangers.values()}
    fighters = {
        name: msgspec.structs.replace(one, ship=strangers[name]) if name in strangers else one
        for name, one in battle.ships.items()
    }
    theirs = msgspec.structs.replace(known.desks[enemy], ships=known.desks[enemy].ships | ships)
    return msgspec.structs.replace(
        known,
        battle=msgspec.structs.replace(battle, ships=fighters),
        desks={side: known.desks[side], enemy: theirs},
    )
