"""Submarines: where they begin, where they go, and what they do when they are in contact."""

from __future__ import annotations

from collections.abc import Container

from barents.games.operations.actions import Aim, Attack, Press, Shadow
from barents.games.operations.rules.units import date, weather_at
from barents.games.operations.state import Boat
from barents.kernel.actions import Action, Allot, Decline
from barents.kernel.decisions import Assign, Pick
from barents.kernel.domains import NONE, Routes
from barents.players.operations.staff import Staff
from barents.players.operations.worth import torpedo_value

NO_PRESS_FROM = 1943
BURNING = 1.4
FAST = 3
PACK = (3, 4)  # a boat shadows while others are at least so many zones away, and at most so many more


# Where they go


def place(staff: Staff, options: Assign) -> Allot:
    """The boats of each group of waters spread over it."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for slot, domain in options.slots.items():
        groups.setdefault(tuple(domain), []).append(slot)
    given: dict[str, str] = {}
    for zones, boats in groups.items():
        free = [zone for zone in zones if zone not in given.values()] or list(zones)
        given |= dict(zip(boats, staff.patrols(free, len(boats)), strict=True))
    return Allot(tuple((slot, given[slot]) for slot in options.slots))


def move(staff: Staff, options: Assign) -> Allot:
    """Towards where the enemy will be; who has torpedoes left and is nearest acts first."""
    pairs: list[tuple[float, str, str]] = []
    watched = _patrolled(staff) if staff.inshore else frozenset()
    for slot, domain in options.slots.items():
        boat = staff.desk.boats[slot]
        if not isinstance(domain, Routes):
            pairs.append((0.0, slot, next(iter(domain))))
            continue
        ground = staff.hunting_ground(boat)
        way = _way(staff, boat, domain, ground, watched)
        end = boat.at if way == NONE else way.rsplit(">", 1)[-1]
        spent = boat.attacks >= staff.data.boat_classes[boat.type].load or boat.quiet > staff.turn
        away = staff.near(end, ground[0]) if ground else 99
        pairs.append((away + (50 if spent else 0), slot, way))
    return Allot(tuple((slot, way) for _, slot, way in sorted(pairs)))


def _patrolled(staff: Staff) -> frozenset[str]:
    """The zones near the enemy's ports that are patrolled."""
    inshore = staff.data.tables.submarines.inshore_zones
    ports = staff.data.ports_of(staff.side.enemy, date(staff.known))
    return frozenset(zone for port in ports for zone in staff.data.reach(port.zone, inshore))


def _way(staff: Staff, boat: Boat, domain: Routes, ground: list[str], watched: Container[str]) -> str:
    """As near to the first of the zones as she comes, and clear of patrols off the enemy's ports."""
    goal = ground[0] if ground else boat.at

    def cost(zone: str) -> tuple[float, str]:
        return staff.near(zone, goal) + (staff.inshore if zone in watched else 0), zone

    ends = list(domain.targets())
    best = min(ends, key=cost)
    if best == boat.at or cost(best)[0] >= cost(boat.at)[0]:
        return NONE
    for middle in staff.data.neighbours(boat.at):
        if middle == best and f"{boat.at}>{best}" in domain:
            return f"{boat.at}>{best}"
    ways = (f"{boat.at}>{middle}>{best}" for middle in staff.data.neighbours(boat.at))
    return next((way for way in ways if way in domain), NONE)


# In contact


def contact(staff: Staff, options: Pick[Action]) -> Action:
    """The first boat calls the others up and attacks when they have come, or when it is dark."""
    deeds = list(options)
    attack = next((deed for deed in deeds if isinstance(deed, Attack)), None)
    shadow = next((deed for deed in deeds if isinstance(deed, Shadow)), None)
    hunt = staff.known.hunt
    if attack is None or hunt is None:
        return shadow or Decline()
    zone = staff.desk.boats[attack.boat].at
    if shadow is not None and not is_dark(staff, zone) and _waits(staff, attack.boat, zone):
        return shadow
    return attack


def is_dark(staff: Staff, zone: str) -> bool:
    """Whether boats of the early years attack on the surface with advantage."""
    table = staff.data.tables.submarines
    calm = weather_at(staff.known, staff.data, zone) <= table.night_bonus_to_level
    return staff.light(zone) != "day" and calm and staff.known.year <= table.night_bonus_until


def _waits(staff: Staff, name: str, zone: str) -> bool:
    """Whether two others are on their way and not yet there, and nobody else keeps touch."""
    near, more = PACK
    ready = [
        boat
        for boat in staff.desk.boats.values()
        if boat.key != name and boat.at[:1].isdigit() and boat.attacks < staff.data.boat_classes[boat.type].load
    ]
    coming = [boat for boat in ready if near <= staff.near(boat.at, zone) <= near + more]
    return len(coming) >= 2 and not any(boat.shadows for boat in ready)


def press(staff: Staff, options: Pick[Action]) -> Action:
    """A boat that has been found goes on for a great prize, or in the dark of the early years."""
    hunt = staff.known.hunt
    found = any(isinstance(deed, Press) for deed in options)
    if not found or hunt is None or staff.known.year >= NO_PRESS_FROM:
        return Decline()
    report = staff.desk.contacts.get(hunt.contact)
    flags = report.flags if report is not None else []
    prize = "carrier" in flags or ("capital ship" in flags and "merchants" not in flags)
    return Press(on=True) if prize or is_dark(staff, staff.desk.boats[hunt.boat].at) else Decline()


def aim(staff: Staff, options: Pick[Action]) -> Action:
    """The ship that a hit is worth most on; a spread over two where one would get more than she needs."""
    aims = [deed for deed in options if isinstance(deed, Aim)]
    if not aims:
        return Decline()
    ships = staff.known.desks[staff.side.enemy].ships

    def worth(deed: Aim) -> tuple[float, int, str]:
        ship = ships.get(deed.target)
        if ship is None:
            return 0.0, deed.dice, deed.target
        about = staff.data.types[ship.line]
        value = torpedo_value(staff.data, ship.line) * (0.5 if about.speed >= FAST else 1.0)
        wanted = 2 if about.hull <= 2 else deed.dice
        return value * (BURNING if ship.fire else 1.0), -abs(deed.dice - wanted), deed.target

    return max(aims, key=worth)
