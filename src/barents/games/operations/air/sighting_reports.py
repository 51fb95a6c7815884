"""Reports of enemy fleets: how much they say, and how true it is (OP-SEARCH-l1 to -l3)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping

from barents.games.operations.data import Data
from barents.games.operations.rules.limits import release_soviets
from barents.games.operations.rules.units import (
    CAPITAL,
    CARRIERS,
    Umpire,
    boats_at_sea,
    of_types,
    ships_of,
    transports,
    type_of,
)
from barents.games.operations.state import Contact, Desk, Fleet, Ship, State
from barents.kernel.dice import D6
from barents.kernel.game import Sighting
from barents.kernel.sides import NOBODY, Side, only

REMEMBERED = 12  # turns that a report is kept
COURSES = {
    "N": "north",
    "NE": "north-east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "NW": "north-west",
}


def report(
    u: Umpire,
    side: Side,
    fleet: str,
    level: int,
    source: str,
    seen: Iterable[Ship] | None = None,
    *,
    identifies: bool = False,
) -> Contact:
    """OP-SEARCH-levels: a side is told of an enemy fleet; a better report of the same turn takes the place of another.

    A worse one only says where the fleet is now. `seen` are those ships of the fleet whose types were made out, if they
    were not all. A report has a number of its own in each turn, so that numbers do not tell which are of one fleet.
    OP-FLEET-cautious: `identifies` is whether a submarine, a reconnaissance aircraft or the scenario gives it, who make
    sure of a convoy.
    """
    state, desk = u.state, u.state.desks[side]
    found = state.desks[side.enemy].fleets[fleet]
    old = known_now(state, desk, fleet)
    if transports(u.data, ships_of(state.desks[side.enemy], fleet)):
        desk.identified |= identifies and level >= u.data.tables.cautious_orders.level
        found.found = True
    if old is not None and old.level >= level:
        if old.zone == found.at:
            return old
        old.zone, contact = found.at, old
    else:
        if old is None:
            desk.numbers += 1
        key = old.key if old is not None else f"c{desk.numbers}"
        contact = Contact(key, state.turn, found.at, level, source, flags=old.flags if old else [], fleet=fleet)
        contact = _worded(u, side, contact, found, seen)
        desk.contacts[key] = contact
    if side is Side.ALLIED:
        release_soviets(u, found)
    what = described(contact)
    u.tell(
        f"OP-SEARCH-l{contact.level}",
        "{source}: {what} in {cell}",
        to=only(side),
        sighting=Sighting(contact.zone, what, source, state.turn),
        source=source.capitalize(),
        what=what,
        cell=contact.zone,
        contact=contact.key,
    )
    return contact


def known_now(state: State, desk: Desk, fleet: str) -> Contact | None:
    """The report that a side has of a fleet this turn."""
    found = (one for one in desk.contacts.values() if one.fleet == fleet and one.turn == state.turn)
    return next(found, None)


def was_reported(state: State, desk: Desk, fleet: str, zone: str = "") -> bool:
    """Whether a side had a report of a fleet this turn or last, in a zone if one is named (OP-CONTACT-mods)."""
    return any(
        one.fleet == fleet and one.turn >= state.turn - 1 and zone in ("", one.zone) for one in desk.contacts.values()
    )


def was_reported_before(state: State, desk: Desk, fleet: str) -> bool:
    """OP-SEARCH-mods: whether a side had a report of a fleet last turn."""
    return any(one.fleet == fleet and one.turn == state.turn - 1 for one in desk.contacts.values())


def is_shadowed(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """OP-CONTACT-shadow, OP-SUB-shadow: whether a side has kept touch with an enemy fleet since last turn.

    Ships have; a boat has only if the fleet goes slowly enough for her.
    """
    followed = any(boat.shadows == fleet.key and boat.since < state.turn for boat in boats_at_sea(state.desks[side]))
    return fleet.lit or (followed and fleet.moves <= data.tables.submarines.follow_zones)


def pass_on(state: State, side: Side, heirs: Mapping[str, str]) -> None:
    """OP-CONTACT-shadow, OP-SUB-shadow: what the enemy has reported or shadows he does not lose when it joins another.

    `heirs` are the fleets of a side that are no more, with those in which their ships are now.
    """
    enemy = state.desks[side.enemy]
    for contact in enemy.contacts.values():
        contact.fleet = heirs.get(contact.fleet, contact.fleet)
    for boat in enemy.boats.values():
        boat.shadows = heirs.get(boat.shadows, boat.shadows)


def lose_in_gale(state: State, data: Data) -> None:
    """OP-WX-gale-combat: in a gale reports are worth nothing any more, and nobody keeps touch with anybody."""
    blowing = {region for region, spell in state.weather.items() if not data.effect(spell.level).combat}
    for desk in state.desks.values():
        desk.contacts = {key: one for key, one in desk.contacts.items() if data.region_of(one.zone) not in blowing}
        for fleet in desk.fleets.values():
            if data.region_of(fleet.at) in blowing:
                fleet.shadowed = False
        for boat in boats_at_sea(desk):
            if data.region_of(boat.at) in blowing:
                boat.shadows = ""


def forget(state: State, desk: Desk) -> None:
    """Old reports are dropped."""
    desk.contacts = {key: one for key, one in desk.contacts.items() if one.turn > state.turn - REMEMBERED}


def tell_ships(u: Umpire, side: Side, rule: str, ships: Iterable[Ship]) -> None:
    """A side sees enemy ships, by name, and whether they burn; it remembers whom it has seen."""
    ships, book = list(ships), u.state.notebook[side]
    for ship in ships:
        book.identified.setdefault(ship.key, rule)
    words = (f"{ship.name or ship.key}, burning" if ship.fire else ship.name or ship.key for ship in ships)
    u.tell(rule, "In sight: {ships}", to=only(side), ships="; ".join(words))


# What a report says


def _worded(u: Umpire, side: Side, contact: Contact, fleet: Fleet, seen: Iterable[Ship] | None) -> Contact:
    """OP-SEARCH-l1, -l2, -l3: a size class that may be wrong by one; a number with its error; or everything.

    Of ships that were not made out stays what an earlier report of this turn has told.
    """
    data, ships = u.data, ships_of(u.state.desks[side.enemy], fleet.key)
    table, number = data.tables.search, len(ships)
    told = ships if seen is None or contact.level < 3 else list(seen)
    flags = [
        words
        for words, yes in (
            ("capital ship", bool(of_types(data, told, *CAPITAL))),
            ("carrier", bool(of_types(data, told, *CARRIERS))),
            ("merchants", bool(transports(data, told))),
        )
        if yes or words in contact.flags
    ]
    if contact.level == 1:
        # The die says how wrong the report is: nobody may see it.
        die = u.roll(D6, "OP-SEARCH-l1", contact.key, to=NOBODY)
        index = size_class(data, number)
        index += (die >= table.class_high_from) - (die <= table.class_low_to)
        contact.size = class_words(data, max(0, min(index, len(table.classes) - 1)))
    elif contact.level == 2:
        die = u.roll(D6, "OP-SEARCH-l2", contact.key, to=NOBODY)
        contact.number, contact.flags = max(1, number + error(data, int(die))), flags
    else:
        contact.number, contact.flags = number, flags
        contact.types = dict(Counter(type_of(data, ship).type for ship in told))
        contact.course = course_of(data, fleet)
    return contact


def size_class(data: Data, ships: int) -> int:
    """OP-SEARCH-l1: which of the size classes a number of ships is in."""
    return bisect_right(data.tables.search.classes, ships) - 1


def class_words(data: Data, index: int) -> str:
    """A size class in words: one ship, 2 to 5 ships, 26 ships or more."""
    classes = data.tables.search.classes
    low = classes[index]
    if index + 1 == len(classes):
        return f"{low} ships or more"
    high = classes[index + 1] - 1
    return "one ship" if high == low == 1 else f"{low} to {high} ships"


def error(data: Data, die: int) -> int:
    """OP-SEARCH-l2: by how many ships a report is wrong: 1 and 2 too few, 5 and 6 too many.

    >>> from barents.games.operations.data import data
    >>> [error(data(None), die) for die in range(1, 7)]
    [-2, -1, 0, 0, 1, 2]
    """
    most = data.tables.search.number_error
    return max(-most, die - 3) if die <= 3 else min(most, die - 4)


def course_of(data: Data, fleet: Fleet) -> str:
    """OP-SEARCH-l3: where a fleet was last going."""
    if len(fleet.track) < 2:
        return ""
    way = data.grid.direction(*fleet.track[-2:])
    return COURSES[way] if way is not None else ""


def described(contact: Contact) -> str:
    """A report in words, as it is kept in the notebook."""
    if contact.level == 1:
        return contact.size
    what = ", ".join(contact.flags)
    if contact.level == 2:
        about = f"about {contact.number} ship{'' if contact.number == 1 else 's'}"
        return f"{about}: {what}" if what else about
    types = ", ".join(f"{number} {kind}" for kind, number in contact.types.items())
    return f"{types}, course {contact.course}" if contact.course else types
