"""What an activated force does, who intercepts, who opens fire, and whom command and control activates."""

from __future__ import annotations

from typing import TypeAlias

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.knowledge.known import mark
from barents.games.arctic_disaster.rules.air import air_targets
from barents.games.arctic_disaster.rules.terrain import FAR
from barents.games.arctic_disaster.rules.units import in_force, singles_at
from barents.games.arctic_disaster.state import Force
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Pick
from barents.kernel.sides import Side
from barents.players.arctic_disaster.allied import AlliedStaff
from barents.players.arctic_disaster.axis import SUPERIOR, AxisStaff
from barents.players.arctic_disaster.route import is_through, way_east

Command: TypeAlias = AlliedStaff | AxisStaff

LAST_DASH = 2  # turns before the end from which PQ-17 need not think of its fuel
ROUND = 0.4  # what a boat or a marker in a hex is worth going round, in hexes
CRUISERS = "cruiser-force"  # an Allied marker that a strong German force may take on
BOLD = 45.0  # what a force must weigh to take on what may be cruisers


def offered(options: Pick[Action], kind: type[Action]) -> list[Action]:
    """Those of the options that are of one kind."""
    return [action for action in options if isinstance(action, kind)]


def speed(staff: Command, options: Pick[Action]) -> Action:
    """A force that is left behind hurries, and Germans for a target that maximum speed brings into their reach."""
    fast = a.SpeedUp(maximum=True)
    force = _activating(staff)
    if fast not in options or force is None:
        return a.SpeedUp(maximum=False)
    if isinstance(staff, AlliedStaff):
        if force.key == CONVOY:
            return a.SpeedUp(maximum=_hurries(staff, force))
        points = staff.data.tables.speeds.dummy
        behind = staff.distance(force.at, staff.goal(force)) > points
        return a.SpeedUp(maximum=behind and not force.penalty and not staff.is_heavy(force))
    if force.fuel:
        return a.SpeedUp(maximum=False)
    away = staff.distance(force.at, staff.goal(force))
    points, target = staff.data.tables.speeds.dummy, staff.convoy_cell()
    late = bool(target) and staff.goal(force) not in staff.data.ports and staff.ambush(force, target)[1] < 0
    hurries = points < away and (late or away <= points * 3 // 2)
    return a.SpeedUp(maximum=hurries and not force.dummy and not staff.is_leashed(force))


def _hurries(staff: AlliedStaff, convoy: Force) -> bool:
    """PQ-17 hurries once, under the bombers, and need not think of its fuel at the end.

    A staff that does not spare fuel lets it hurry in two turns of three, and refuel in the third.
    """
    if is_through(staff.data, convoy.at):
        return False
    return not staff.spares_fuel or (not convoy.fuel and convoy.at in staff.data.radius) or staff.turns_left < LAST_DASH


def _activating(staff: Command) -> Force | None:
    """The force whose speed is asked for: that of the marker drawn last, or the one that command and control chose."""
    drawn = {mark(staff.side, force.handle): force for force in staff.own.values()}
    last = staff.known.aside[-1] if staff.known.aside else ""
    called = [force for name, force in drawn.items() if force.activated and name not in staff.known.aside]
    return drawn.get(last) or next(iter(called), None)


def act(staff: Command, options: Pick[Action]) -> Action:
    """Look around, take on fuel, strike, fight where it pays, and go on towards the goal."""
    active = staff.known.active
    assert active is not None
    force = staff.own[active.force]
    for look in (a.SearchHere(), a.AirSearch(), a.Refuel()):
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
    goal = staff.goal(force)
    leads = isinstance(staff, AxisStaff) and (staff.is_leashed(force) or staff.keeps_to_leads(force, goal))
    watched = staff.watched(force) if isinstance(staff, AxisStaff) else frozenset()
    cell = staff.onward(cells, force.at, goal, leads_only=leads, watched=watched)
    active = staff.known.active
    return cell or (cells[0] if cells and active is not None and active.homeward else "")


def _convoy_way(staff: Command, force: Force, cells: list[str]) -> str:
    """PQ-17 goes east by the way on which bombers reach it least, and then no further than it must.

    It goes round U-boats and markers where that costs little.
    """
    active = staff.known.active
    through = is_through(staff.data, force.at)
    if not cells or (through and active is not None and active.stepped):
        return ""
    left = way_east(staff.data)
    watched = [boat.at for boat in staff.known.boats[Side.AXIS].values()]
    watched += [enemy.at for enemy in staff.enemies.values()]

    def key(cell: str) -> tuple[float, str]:
        return left.get(cell, FAR) + ROUND * watched.count(cell) + (cell in staff.data.radius), cell

    return min(cells, key=key)


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
        return staff.is_raider(force) and (len(names) == 1 or weighs >= SUPERIOR)
    return all(name == CRUISERS for name in names) and weighs >= SUPERIOR


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
    if with_convoy:  # which stays out of it where it can
        alone = [action for action in options if isinstance(action, a.OpenFireWith) and action.force != CONVOY]
        return Decline() if guards < BOLD else alone[0] if alone else a.OpenFire()
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
        found = _to_raid(staff, names) or _to_fly(staff, names) or _to_close(staff, names)
    else:
        found = _to_strike(staff, names)
    return a.ActivateForce(found) if found else a.Stop()


def _to_raid(staff: AxisStaff, names: list[str]) -> str:
    """Raiders that can be upon PQ-17 while it is without the cruisers."""
    target = staff.convoy_cell()
    raiders = [staff.own[name] for name in names if name in staff.own and staff.is_raider(staff.own[name])]
    reach = staff.data.tables.speeds.dummy
    near = [force for force in raiders if target and staff.distance(force.at, target) <= reach]
    able = [force.key for force in near if staff.is_bare(force, target) and not staff.is_leashed(force)]
    return able[0] if able else ""


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
