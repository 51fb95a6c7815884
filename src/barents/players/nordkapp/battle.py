"""Doctrine in surface combat: when to call it, whom to fire at, when to close in and when to run."""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.nordkapp import actions as a
from barents.games.nordkapp.orders import AIMS
from barents.games.nordkapp.rules.surface import BOXES, CLOSE, DISENGAGE, STAY, fighting, may_fire, range_modifier
from barents.games.nordkapp.rules.units import factor, find, remaining, ships_at
from barents.games.nordkapp.state import CONVOY, MERCHANTS, CombatBox, Piece
from barents.kernel.actions import Action, Allot, Decline
from barents.kernel.decisions import Assign, Pick
from barents.kernel.sides import Side
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.axis import AxisStaff
from barents.players.nordkapp.estimate import Estimate
from barents.players.nordkapp.worth import chances, ladder, volley

BEST_BOX = {"BB": "short", "BC": "short", "CA": "short", "DD": "torpedo", "E": "torpedo"}
STANDS = {Side.AXIS: 0.75, Side.ALLIED: 1.0}  # the share of the enemy's power with which a side fights on
CONVOY_GUNS = 30  # power that an unseen convoy's escort is thought to have
FLEET_GUNS = 110
HALVED = 0.05  # what it is worth in a gunfight to halve a ship's factors, for each point of them


def power(staff: Estimate, ships: Iterable[Piece]) -> float:
    """What ships can do in a gunfight, and how long they can stand it."""
    return sum(
        max(factor(staff.data, ship, "gun"), factor(staff.data, ship, "torp")) * remaining(staff.data, ship)
        for ship in ships
        if staff.about(ship).type in BEST_BOX
    )


def call(staff: AlliedStaff | AxisStaff, options: Pick[Action]) -> Action:
    """Call combat where it promises more than it costs."""
    calls = [action for action in options if isinstance(action, a.Call)]
    if not calls:
        return Decline()
    cell = calls[0].cell
    own = power(staff, ships_at(staff.known, staff.data, staff.side, cell))
    shown = cell in staff.known.shown[staff.side]
    enemies = ships_at(staff.known, staff.data, staff.side.enemy, cell) if shown else []
    kinds = staff.known.seen[staff.side].get(cell, [])
    merchants = CONVOY in kinds or MERCHANTS in kinds
    if shown:
        other = power(staff, enemies)
    elif staff.side is Side.AXIS:
        other = CONVOY_GUNS if merchants else FLEET_GUNS
    else:
        other = _german_power(staff)
    return calls[0] if own >= STANDS[staff.side] * other else Decline()


def _german_power(staff: Estimate) -> float:
    """All the German ships of the scenario that are not known to be sunk."""
    lost = staff.known.pieces[Side.AXIS]
    names = [name for force in staff.file.forces if force.kind == "surface" for name in force.named]
    return power(staff, [Piece(name, "") for name in names if name not in lost or lost[name].at != "lost"])


def aim(staff: Estimate, options: Assign) -> Action:
    """Each ship fires where it still promises most, the strongest first."""
    box = _box(staff)
    targets = {_target(value) for domain in options.slots.values() for value in domain}
    ladders = {name: ladder(staff.known, staff.data, find(staff.known, name), HALVED) for name in sorted(targets)}
    shots = {}
    for name, domain in options.slots.items():
        ship, place = staff.own[name], box.ships[name]
        added = sum(range_modifier(staff.data, place).values())
        plain = factor(staff.data, ship, may_fire(staff.data, ship, place)[0])
        by = {"": plain, "gun": factor(staff.data, ship, "gun"), "torpedo": factor(staff.data, ship, "torp")}
        odds = {weapon: chances(staff.data, value + added) for weapon, value in by.items()}
        aims = {value: AIMS.find(value) for value in domain}
        shots[name] = {value: (_target(value), odds[aim.weapon if aim else ""]) for value, aim in aims.items()}
    order = sorted(shots, key=lambda name: (-power(staff, [staff.own[name]]), name))
    given = volley(shots, ladders, order)
    return Allot(tuple((slot, given[slot]) for slot in options.slots))


def _target(value: str) -> str:
    """At whom a ship fires, whether she says with what or not."""
    aim = AIMS.find(value)
    return value if aim is None else aim.target


def _box(staff: Estimate) -> CombatBox:
    box = staff.known.box
    assert box is not None
    return box


def manoeuvre(staff: Estimate, options: Pick[Action]) -> Action:
    """The weaker side runs; the other sends each ship to the range that suits it."""
    own, enemies = (fighting(staff.known, staff.data, side) for side in (staff.side, staff.side.enemy))
    mine, theirs = power(staff, own), power(staff, enemies)
    return a.Manoeuvre("flee" if mine < STANDS[staff.side] * theirs else "each")


def moves(staff: Estimate, options: Assign) -> Action:
    """Each ship to the box from which it fires best; what cannot fight stays far away."""
    box = _box(staff)
    given = []
    for name in options.slots:
        wanted = BOXES.index(BEST_BOX.get(staff.about(name).type, "long"))
        here = BOXES.index(box.ships[name])
        given.append((name, CLOSE if here < wanted else DISENGAGE if here > wanted else STAY))
    return Allot(tuple(given))
