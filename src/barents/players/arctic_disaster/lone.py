"""Doctrine for ships on their own: cripples, stragglers, and the merchants of a scattered convoy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.rules.scatter import fits
from barents.games.arctic_disaster.rules.terrain import FAR, KOLA, WEST
from barents.games.arctic_disaster.rules.units import move
from barents.games.arctic_disaster.state import OUT, Ship
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.arctic_disaster.orders import Command
from barents.players.arctic_disaster.route import way_east

ICE_TURNS = 2  # turns that a ship must lie unseen in the ice
HIDDEN = 0.3  # what that may be worth, for a ship that goes there or is there
PROGRESS, FURTHEST = 0.12, 30.0  # what a hex nearer to the end is worth, and what is as far as can be from it
AIR, BOAT, RAIDER = 1.0, 0.35, 0.5  # what bombers, a boat and a German force near a hex may cost
NEAR_BOAT, NEAR_SHIP, MANY = 3, 6, 3  # how near they are for that, and how many count
CROWD = 0.1  # what every other merchant in a hex takes off
LEAST_SPEED = {True: 3, False: 4}  # of ships of the convoy, and of warships, that may stay with their force


def detach(staff: Command, options: Assign) -> Action:
    """Ships that slow their force down leave it: in the east for Murmansk, else for Iceland or Norway."""
    given = {}
    for name, domain in options.slots.items():
        ship, values = staff.known.ships[staff.side][name], list(domain)
        force = staff.own[ship.force]
        slow = _is_slow(staff, ship)
        base = KOLA if force.at in staff.data.east_of_30 else WEST
        given[name] = (base if base in values else values[0]) if slow else NONE
    return Allot(tuple(given.items()))


def base(staff: Command, options: Assign) -> Action:
    """A ship that was hit on its own makes for Murmansk in the east, else for Iceland."""
    given = {}
    for name in options.slots:
        east = staff.known.ships[staff.side][name].at in staff.data.east_of_30
        given[name] = KOLA if east else WEST
    return Allot(tuple(given.items()))


def _is_slow(staff: Command, ship: Ship) -> bool:
    """Whether a ship slows its force down."""
    return move(staff.data, ship) < LEAST_SPEED[ship.force == CONVOY]


def is_slowed(staff: Command, force: str) -> bool:
    """Whether a force has a damaged ship that slows it down."""
    return any(ship.damage and not ship.apart and _is_slow(staff, ship) for ship in staff.ships(force))


def escorts(_staff: Command, options: Assign) -> Action:
    """Nobody is spared for cripples."""
    return Allot(tuple((name, NONE) for name in options.slots))


def homeward(_staff: Command, options: Assign) -> Action:
    """All ways are as quick: the first."""
    return Allot(tuple((name, next(iter(domain))) for name, domain in options.slots.items()))


def straggler(staff: Command, options: Pick[Action]) -> Action:
    """A sound ship on its own goes to the nearest force of its side, or home."""
    havens = [force.at for force in staff.own.values() if not force.dummy and force.key != CONVOY]
    havens += sorted(staff.data.ports) if staff.side is Side.AXIS else []
    for product in options.products:
        for name, domain in product.domains.items():
            ship = staff.known.ships[staff.side][name]
            cells = [cell for cell in domain if cell != OUT]
            if OUT in domain and not cells:
                return a.MoveUnit(name, OUT)
            if not cells or not havens:
                continue
            goal = staff.nearest(ship.at, havens)
            best = min(cells, key=lambda cell: (staff.distance(cell, goal), cell))
            if staff.distance(best, goal) < staff.distance(ship.at, goal):
                return a.MoveUnit(name, best)
    return a.Pass()


# The convoy scatters


def groups(_staff: Command, options: Assign) -> Action:
    """Merchants are dealt out to the hexes in turn, as far as each has room."""
    room = dict(options.capacity)
    given = {}
    for name, domain in options.slots.items():
        cell = max(domain, key=lambda cell: room.get(cell, 0))
        room[cell] = room.get(cell, 0) - 1
        given[name] = cell
    return Allot(tuple(given.items()))


def assemble(staff: Command, options: Pick[Action]) -> Action:
    """The destroyers stay between the convoy and the Germans."""
    ports = sorted(staff.data.ports)
    cells = [action.cell for action in options if isinstance(action, a.Go)]
    return a.Go(min(cells, key=lambda cell: (min(staff.distance(cell, port) for port in ports), cell)))


def first_run(staff: Command, options: Assign) -> Action:
    """Each group runs where the way is shortest and bombers reach it least, each by itself."""
    left = way_east(staff.data)

    def effort(_start: str, cell: str, _others: int) -> float:
        return left.get(cell, FAR) + _risk(staff, cell)

    given = _housed(options, sorted(options.slots), effort)  # the northernmost chooses first
    return Allot(tuple((start, given[start]) for start in options.slots))


def _housed(options: Assign, order: list[str], effort: Callable[[str, str, int], float]) -> dict[str, str]:
    """A value for each slot so that all find room: those that come first take what costs them least effort.

    The effort of a slot for a value may depend on how many have taken that already.
    """
    given, room, crowd = dict[str, str](), dict(options.capacity), Counter[str]()
    waiting = {slot: options.slots[slot] for slot in order}
    for slot in order:
        domain = waiting.pop(slot)
        efforts = {value: effort(slot, value, crowd[value]) for value in domain}
        wishes = sorted(efforts, key=lambda value: (efforts[value], value))
        given[slot] = next(value for value in wishes if room.get(value, 1) > 0 and fits(waiting, _less(room, value)))
        room = _less(room, given[slot])
        crowd[given[slot]] += 1
    return given


def _less(room: dict[str, int], value: str) -> dict[str, int]:
    """The room that is left when one more has taken a value; where there is no limit nothing changes."""
    return room | {value: room[value] - 1} if value in room else room


def run(staff: Command, options: Assign) -> Action:
    """Each ship goes where it is safest and furthest on, not too many together."""
    ships = staff.known.ships[Side.ALLIED]

    def effort(name: str, cell: str, others: int) -> float:
        return CROWD * others - _haven(staff, ships[name], cell)

    return Allot(tuple(_housed(options, list(options.slots), effort).items()))


def _haven(staff: Command, ship: Ship, cell: str) -> float:
    """What a hex is worth to a merchant on its own: who can reach it there, and how far it has still to go."""
    risk = _risk(staff, cell)
    if ship.reached or not staff.data.counters[ship.id].is_merchant:
        return -risk
    hidden = cell in staff.data.partial_ice
    left = way_east(staff.data).get(cell, FAR)
    in_time = left <= (move(staff.data, ship) * staff.turns_left)
    if hidden:
        in_time_to_hide = staff.turns_left >= ICE_TURNS
        return (HIDDEN if in_time_to_hide else 0.0) + (HIDDEN if cell == ship.at else 0.0) - risk
    return (PROGRESS * (FURTHEST - left) if in_time else 0.0) - risk


def _risk(staff: Command, cell: str) -> float:
    """What may come upon a ship in a hex: bombers, boats, and ships; in the ice bombers alone, if they find it."""
    data, known = staff.data, staff.known
    air = AIR if cell in data.radius and staff.turns_left else 0.0
    if cell in data.partial_ice:
        return air / 2
    afloat = [boat.at for boat in known.boats[Side.AXIS].values() if boat.at in data.in_play]
    boats = sum(staff.distance(at, cell) <= NEAR_BOAT for at in afloat)
    ships = sum(staff.distance(force.at, cell) <= NEAR_SHIP for force in staff.enemies.values())
    return air + BOAT * min(boats, MANY) + RAIDER * min(ships, MANY)


def into_ice(staff: Command, options: Subset) -> Action:
    """Those furthest west, who will not reach the east, may go into the ice."""
    ships = staff.known.ships[Side.ALLIED]
    order = sorted(options.items, key=lambda name: (staff.data.easting(ships[name].at), name))
    return Choose(tuple(order[: options.most]))
