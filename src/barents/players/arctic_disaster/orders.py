"""What an activated force does, who intercepts, who opens fire, and whom command and control activates."""

from __future__ import annotations

from typing import TypeAlias

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.air import air_targets
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.knowledge import mark
from barents.games.arctic_disaster.state import Force
from barents.games.arctic_disaster.units import in_force, singles_at
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Pick
from barents.kernel.sides import Side
from barents.players.arctic_disaster.allied import GOAL, NORTHERN_ROUTE, AlliedStaff
from barents.players.arctic_disaster.axis import AxisStaff

Command: TypeAlias = AlliedStaff | AxisStaff

LAST_DASH = 2  # turns before the end from which PQ-17 need not think of its fuel
CRUISERS = "cruiser-force"  # an Allied marker that a strong German force may take on
BOLD = 45.0  # what a German force must weigh to take on cruisers


def offered(options: Pick[Action], kind: type[Action]) -> list[Action]:
    """Those of the options that are of one kind."""
    return [action for action in options if isinstance(action, kind)]


def speed(staff: Command, options: Pick[Action]) -> Action:
    """PQ-17 dashes at the very end; a German force for a target that maximum speed brings into its reach."""
    fast = a.SpeedUp(maximum=True)
    force = _activating(staff)
    if fast not in options or force is None or force.fuel:
        return a.SpeedUp(maximum=False)
    if isinstance(staff, AlliedStaff):
        dashes = force.key == CONVOY and staff.turns_left < LAST_DASH
        return a.SpeedUp(maximum=dashes)
    away = staff.distance(force.at, staff.goal(force))
    points = staff.data.tables.speeds.dummy
    return a.SpeedUp(maximum=not force.dummy and not staff.is_leashed(force) and points < away <= points * 3 // 2)


def _activating(staff: Command) -> Force | None:
    """The force whose speed is asked for: that of the marker drawn last, or the one that command and control chose."""
    drawn = {mark(staff.side, force.handle): force for force in staff.own.values()}
    last = staff.known.aside[-1] if staff.known.aside else ""
    called = [force for name, force in drawn.items() if force.activated and name not in staff.known.aside]
    return drawn.get(last) or next(iter(called), None)


def act(staff: Command, options: Pick[Action]) -> Action:
    """Look around, strike, fight where it pays, and go on towards the goal."""
    active = staff.known.active
    assert active is not None
    force = staff.own[active.force]
    for look in (a.SearchHere(), a.AirSearch()):
        if look in options:
            return look
    if a.OpenFire() in options and fights(staff, force):
        return a.OpenFire()
    strikes = offered(options, a.LaunchStrike)
    if strikes:
        return strikes[0]
    cells = [action.cell for action in options if isinstance(action, a.Go)]
    cell = _convoy_way(staff, force, cells) if force.key == CONVOY else _way(staff, force, cells)
    if cell:
        return a.Go(cell)
    return a.Stop() if a.Stop() in options else next(iter(options))


def _way(staff: Command, force: Force, cells: list[str]) -> str:
    """The next hex on a force's way; one that is called home has no other choice."""
    leads = isinstance(staff, AxisStaff) and staff.is_leashed(force)
    cell = staff.onward(cells, force.at, staff.goal(force), leads_only=leads)
    active = staff.known.active
    return cell or (cells[0] if cells and active is not None and active.homeward else "")


def _convoy_way(staff: Command, force: Force, cells: list[str]) -> str:
    """PQ-17 goes north-east to its route and then east, round U-boats and markers where that costs nothing."""
    if not cells:
        return ""
    east = [cell for cell in cells if staff.data.easting(cell) > staff.data.easting(force.at)]
    goal = GOAL if staff.data.easting(force.at) < staff.data.easting(GOAL) else "3617"
    watched = [boat.at for boat in staff.known.boats[Side.AXIS].values()]
    watched += [enemy.at for enemy in staff.enemies.values()]

    def key(cell: str) -> tuple[int, int, int, str]:
        off_route = abs(int(cell[:2]) - NORTHERN_ROUTE) if goal == GOAL else 0
        return staff.distance(cell, goal), watched.count(cell), off_route, cell

    return min(east or cells, key=key)


# Fighting


def fights(staff: Command, force: Force) -> bool:
    """Whether the activated force opens fire on what has been found in its hex."""
    found = [enemy for enemy in staff.enemies.values() if enemy.at == force.at and enemy.detected]
    if isinstance(staff, AxisStaff):
        return staff_attacks(staff, force, found)
    alone = not found and bool(singles_at(staff.known, Side.AXIS, force.at))
    weighs = staff.strength(force)
    return alone or (force.key != CONVOY and not any(staff.is_dreaded(enemy) for enemy in found) and weighs >= BOLD)


def staff_attacks(staff: AxisStaff, force: Force, found: list[Force]) -> bool:
    """Germans go for merchants; warships only where they are the stronger."""
    merchants = force.at in staff.lone_merchants()
    names = [enemy.key for enemy in found]
    weighs = staff.strength(force)
    if not names:
        return merchants
    if CONVOY in names:
        return staff.is_raider(force)
    return all(name == CRUISERS for name in names) and weighs >= BOLD * 1.5


def open_fire(staff: Command, options: Pick[Action]) -> Action:
    """A force that has found the activated one in its hex."""
    active = staff.known.active
    if a.OpenFire() not in options or active is None or active.force not in staff.enemies:
        return Decline()
    mover = staff.enemies[active.force]
    own = [force for force in staff.own.values() if force.at == mover.at and not force.dummy]
    if isinstance(staff, AxisStaff):
        return a.OpenFire() if any(staff_attacks(staff, force, [mover]) for force in own) else Decline()
    with_convoy = any(force.key == CONVOY for force in own)
    guards = sum(staff.strength(force) for force in own if force.key != CONVOY)
    if with_convoy:
        return a.OpenFire() if guards >= BOLD else Decline()
    return a.OpenFire() if guards >= BOLD and not staff.is_dreaded(mover) else Decline()


def intercept(staff: Command, options: Pick[Action]) -> Action:
    """Germans come up with PQ-17, Allies with whoever comes near it."""
    active = staff.known.active
    able = [staff.own[action.force] for action in options if isinstance(action, a.Intercept)]
    if not able or active is None or active.force not in staff.enemies:
        return Decline()
    mover, best = staff.enemies[active.force], max(able, key=lambda force: (staff.strength(force), force.key))
    if isinstance(staff, AxisStaff):
        marker = staff.convoy_marker()
        wanted = marker is not None and marker.key == mover.key and staff.is_raider(best)
        return a.Intercept(best.key) if wanted and not staff.is_leashed(best) else Decline()
    return a.Intercept(best.key) if _must_stop(staff, mover, best) else Decline()


def _must_stop(staff: AlliedStaff, mover: Force, force: Force) -> bool:
    """Whether a German marker is so near PQ-17 that a force has to stand between."""
    ward = staff.convoy_cell()
    if staff.strength(force) < BOLD or not ward:
        return False
    reach = 2 if staff.is_dreaded(mover) and not staff.is_heavy(force) else 4
    return staff.distance(mover.at, ward) <= reach


# Command and control


def command(staff: Command, options: Pick[Action]) -> Action:
    """Germans fly while there is something in sight, or close with PQ-17; the Allies use the carrier, or wait."""
    names = [action.marker for action in options if isinstance(action, a.ActivateForce)]
    if isinstance(staff, AxisStaff):
        found = _to_fly(staff, names) or _to_close(staff, names)
    else:
        found = _to_strike(staff, names)
    return a.ActivateForce(found) if found else a.Stop()


def _to_fly(staff: AxisStaff, names: list[str]) -> str:
    """The formation with most units that has a target now."""
    known, data = staff.known, staff.data
    ready = [name for name in names if name in known.formations]
    able = [name for name in ready if air_targets(known, data, known.formations[name])]
    return max(able, key=lambda name: (data.formations[name].units * data.formations[name].attack, name), default="")


def _to_close(staff: AxisStaff, names: list[str]) -> str:
    """A force that is within reach of the convoy while it is in sight."""
    near = [
        name
        for name in names
        if name in staff.own
        and not staff.own[name].dummy
        and 0 < staff.distance(staff.own[name].at, staff.goal(staff.own[name])) <= staff.data.tables.speeds.dummy
    ]
    return max(near, key=lambda name: (staff.strength(staff.own[name]), name), default="")


def _to_strike(staff: AlliedStaff, names: list[str]) -> str:
    """The carrier's force if Germans are in sight of her aircraft, else one that can cover PQ-17."""
    reach = staff.data.tables.search.carrier_range
    for name in names:
        force = staff.own[name]
        seen = [enemy for enemy in staff.enemies.values() if enemy.detected and enemy.at not in staff.data.ports]
        if staff.has_carrier(force) and any(staff.distance(force.at, enemy.at) <= reach for enemy in seen):
            return name
    ward = staff.convoy_cell()
    threatened = bool(ward) and bool(staff.threats(ward))
    covering = [name for name in names if name != CONVOY and in_force(staff.known, Side.ALLIED, name)]
    far = [name for name in covering if ward and 0 < staff.distance(staff.own[name].at, ward) <= 6]
    return max(far, key=lambda name: (staff.strength(staff.own[name]), name), default="") if threatened else ""
