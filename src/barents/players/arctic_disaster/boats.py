"""Doctrine under water: where boats wait, whom they set on, and when one of them shadows."""

from __future__ import annotations

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.rules.submarines import is_dummy
from barents.games.arctic_disaster.rules.units import find, of_type
from barents.games.arctic_disaster.state import Boat
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Pick, Subset
from barents.kernel.sides import Side
from barents.players.arctic_disaster.axis import A_TURN, AxisStaff
from barents.players.arctic_disaster.estimate import whole_worth
from barents.players.arctic_disaster.orders import Command

WANTED = ("CV", "BB", "TA", "MT", "CA", "DD")  # the types that torpedoes are aimed at, the best first
SPARED = 3  # attacks that a boat keeps for when the convoy has lost its escort
NO_LONGER = 7  # the turn from which nothing is kept
HUNTING = 2  # corvettes and destroyers that keep a shadower down, and leave enough against attacks
IN_LUCK = 4  # if the Germans hold the Tactical Advantage
DASH = 5  # hexes that PQ-17 may make in a turn
HELPERS = 3  # one boat in so many would rather shadow than attack


def contact(staff: Command, options: Pick[Action]) -> Action:
    """Some boats try to shadow PQ-17 as long as none does; the others attack, and spare their torpedoes at first."""
    attack, shadow = a.Submarine("attack"), a.Submarine("shadow")
    shadows = isinstance(staff, AxisStaff) and shadow in options and _is_convoy(staff)
    if shadows and (attack not in options or _number(staff) % HELPERS == 0):
        return shadow
    if attack not in options:
        return Decline()
    if isinstance(staff, AxisStaff) and staff.known.scatter != "done" and staff.known.turn < NO_LONGER:
        boat = _at_hand(staff)
        if boat is not None and boat.attacks >= SPARED:
            return shadow if shadows else Decline()
    return attack


def _is_convoy(staff: AxisStaff) -> bool:
    """Whether the activated force should be PQ-17."""
    active, marker = staff.known.active, staff.convoy_marker()
    return active is not None and marker is not None and active.force == marker.key


def _at_hand(staff: Command) -> Boat | None:
    """The boat that is in contact."""
    return staff.known.boats[staff.side].get(staff.known.asked.get(staff.side, ""))


def _number(staff: Command) -> int:
    boat = _at_hand(staff)
    return boat.handle if boat is not None else 0


def aim(_staff: Command, options: Pick[Action]) -> Action:
    """The type that is worth most."""
    kinds = [action.type for action in options if isinstance(action, a.TargetType)]
    return a.TargetType(min(kinds, key=lambda kind: WANTED.index(kind) if kind in WANTED else len(WANTED)))


def target(staff: Command, options: Pick[Action]) -> Action:
    """A sound ship that is worth most: one hit sinks it anyway."""
    names = [action.ship for action in options if isinstance(action, a.Target)]
    known = {name: ship for ships in staff.known.ships.values() for name, ship in ships.items()}
    return a.Target(max(names, key=lambda name: (whole_worth(staff.data, known[name]) if name in known else 5.0, name)))


def hunters(staff: Command, options: Subset) -> Action:
    """Corvettes first keep the boat down, as many as bar it for good."""
    ships = [find(staff.known, name) for name in options.items]
    order = [*of_type(staff.data, ships, "FF"), *of_type(staff.data, ships, "DD")]
    out = sum(ship.away for ship in staff.ships(CONVOY))
    needed = IN_LUCK if staff.known.tactical is Side.AXIS else HUNTING
    return Choose(tuple(ship.id for ship in order[: max(0, needed - out)]))


# Between the turns


def move(staff: Command, options: Pick[Action]) -> Action:
    """Boats close with what they are after, one at a time; then nobody moves any more."""
    moves = [product for product in options.products if product.make is a.MoveUnit]
    for product in moves:
        for name, domain in product.domains.items():
            boat = staff.known.boats[staff.side][name]
            goal = _goal(staff, boat)
            if is_dummy(staff.data, name) or not goal or goal == boat.at:
                continue
            cell = min(domain, key=lambda cell: (staff.distance(cell, goal), cell), default="")
            if cell and staff.distance(cell, goal) < staff.distance(boat.at, goal):
                return a.MoveUnit(name, cell)
    return a.Pass()


def _goal(staff: Command, boat: Boat) -> str:
    """U-boats go for merchants on their own, or lie across PQ-17's way; others go for the nearest German."""
    if isinstance(staff, AxisStaff):
        if prey := staff.prey(boat.at):
            return prey
        cell = staff.convoy_cell()
        return _picket(staff, boat, cell) if cell else ""
    near = [force.at for force in staff.enemies.values() if force.at not in staff.data.ports]
    return staff.nearest(boat.at, near) if near else ""


def _picket(staff: AxisStaff, boat: Boat, convoy: str) -> str:
    """PQ-17's own hex, where it is met for certain, or one on its way that the boat reaches before it."""
    if staff.distance(boat.at, convoy) <= A_TURN:
        return convoy
    in_time = {}
    for number, cell in enumerate(staff.course(convoy)[1:], start=1):
        turns = -(-staff.distance(boat.at, cell) // A_TURN)
        if turns <= -(-number // DASH):
            in_time[cell] = number + staff.distance(boat.at, cell)
    return min(in_time, key=lambda cell: (in_time[cell], cell), default=convoy)
