"""Doctrine for ships on their own: cripples, stragglers, and the merchants of a scattered convoy."""

from __future__ import annotations

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.state import OUT
from barents.games.arctic_disaster.terrain import KOLA, WEST
from barents.games.arctic_disaster.units import move
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.arctic_disaster.orders import Command

ICE_WORTH = 14.0  # what the ice is worth to a merchant, in half hexes to the east
ICE_TURNS = 2  # turns that a ship must lie unseen in the ice
CROWD = 0.6  # what every other merchant in a hex takes off
LEAST_SPEED = {True: 3, False: 4}  # of ships of the convoy, and of warships, that may stay with their force


def detach(staff: Command, options: Assign) -> Action:
    """Ships that slow their force down leave it: in the east for Murmansk, else for Iceland or Norway."""
    given = {}
    for name, domain in options.slots.items():
        ship, values = staff.known.ships[staff.side][name], list(domain)
        force = staff.own[ship.force]
        slow = move(staff.data, ship) < LEAST_SPEED[force.key == CONVOY]
        base = KOLA if force.at in staff.data.east_of_30 else WEST
        given[name] = (base if base in values else values[0]) if slow else NONE
    return Allot(tuple(given.items()))


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
    """Each group runs as far east as it can, each by itself, the northern ones along the ice."""
    room = dict(options.capacity)
    given = {}
    for start in sorted(options.slots):  # the northernmost chooses first
        free = [cell for cell in options.slots[start] if room.get(cell, 1) > 0]
        best = max(free, key=lambda cell: (staff.data.easting(cell), -int(cell[:2]), cell))
        room[best] = room.get(best, 1) - 1
        given[start] = best
    return Allot(tuple((start, given[start]) for start in options.slots))


def run(staff: Command, options: Assign) -> Action:
    """Into the ice while there is time to be hidden there, else east, not too many together and clear of boats."""
    data, known = staff.data, staff.known
    room, crowd = dict(options.capacity), dict[str, int]()
    danger = {boat.at for boat in known.boats[Side.AXIS].values()} | {force.at for force in staff.enemies.values()}
    given = {}
    for name, domain in options.slots.items():
        ship = known.ships[Side.ALLIED][name]

        def value(cell: str, start: str = ship.at, done: bool = ship.reached) -> float:
            if cell in data.partial_ice:
                if cell == start:
                    return 2 * ICE_WORTH
                return ICE_WORTH if staff.turns_left >= ICE_TURNS else 0.0
            east = 0.0 if done else float(data.easting(cell) - data.easting(start))
            return east - CROWD * crowd.get(cell, 0) - (6.0 if cell in danger else 0.0)

        free = [cell for cell in domain if room.get(cell, 1) > 0]
        best = max(free or list(domain), key=lambda cell: (value(cell), cell))
        given[name] = best
        crowd[best] = crowd.get(best, 0) + 1
        room[best] = room.get(best, len(options.slots)) - 1
    return Allot(tuple(given.items()))


def into_ice(staff: Command, options: Subset) -> Action:
    """Those furthest west, who will not reach the east, may go into the ice."""
    ships = staff.known.ships[Side.ALLIED]
    order = sorted(options.items, key=lambda name: (staff.data.easting(ships[name].at), name))
    return Choose(tuple(order[: options.most]))
