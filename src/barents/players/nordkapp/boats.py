"""Doctrine under water: which boat attacks, how, and whom; event chits; and keeping contact."""

from __future__ import annotations

from barents.games.nordkapp import actions as a
from barents.games.nordkapp.rules.asw import asw_modifiers
from barents.games.nordkapp.rules.chit_effects import FLARES, flares
from barents.games.nordkapp.rules.escorts import infiltration_result
from barents.games.nordkapp.rules.submarines import GOT_IN
from barents.games.nordkapp.rules.units import factor, find, in_growler_zone, is_day, ships_at
from barents.games.nordkapp.state import CONVOY, MERCHANTS, SURFACE, Piece
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Pick, Subset
from barents.kernel.sides import Side
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.axis import AxisStaff
from barents.players.nordkapp.worth import chances, expected, ladder

FACES = range(1, 7)
USUAL_SCREEN, USUAL_ASW = 5, 2  # ASW-capable units of a group, and their factors, before it lies open
# What damage to the best ship of a group is worth before it lies open: a merchant, or perhaps a capital ship.
USUAL_PRIZE = {CONVOY: [0.0, 0.55, 1.0], MERCHANTS: [0.0, 0.55, 1.0], SURFACE: [0.0, 1.0, 2.0]}
LATE = 2  # turns before the end from which nobody spares himself
CONTACT = 0.1  # what it is worth to keep contact
STILL_WANTED = 0.6  # what a boat may yet bring, with the whole scenario before it
SHADOWS_BAD = -2


def attack(staff: AlliedStaff | AxisStaff, options: Pick[Action]) -> Action:
    """The next boat that attacks, or none."""
    boats = [action.boat for action in options if isinstance(action, a.Attack)]
    for name in boats:
        if _is_worth_it(staff, name, boats):
            return a.Attack(name)
    return Decline()


def _is_worth_it(staff: AlliedStaff | AxisStaff, name: str, boats: list[str]) -> bool:
    """Boats attack when it promises more than it costs; one that alone holds contact wants to gain more by it."""
    boat = staff.own[name]
    if isinstance(staff, AlliedStaff) or boat.ace or staff.turns_left <= LATE:
        return True
    mates = [other for other in boats if staff.own[other].at == boat.at]
    alone = len(mates) == 1 and not _is_watched(staff, boat.at)
    return attempt(staff, boat) > (CONTACT if alone else 0.0)


def attempt(staff: AxisStaff, boat: Piece) -> float:
    """What an attack by a boat can be expected to bring, less what the escorts can be expected to do to it."""
    cell, known, data = boat.at, staff.known, staff.data
    shot = chances(data, factor(data, boat, "torp"))
    if cell in known.shown[Side.AXIS]:
        ships = ships_at(known, data, Side.ALLIED, cell)
        gain = max((expected(ladder(known, data, ship), shot) for ship in ships), default=0.0)
        asw = [value for ship in ships if (value := factor(data, ship, "asw"))]
    else:
        kinds = known.seen[Side.AXIS].get(cell, ())
        gain = expected(USUAL_PRIZE[CONVOY if CONVOY in kinds else MERCHANTS if MERCHANTS in kinds else SURFACE], shot)
        asw = [] if MERCHANTS in kinds else [USUAL_ASW] * USUAL_SCREEN
    if not asw:
        return gain
    return max(_by_stealth(staff, boat, len(asw), sum(asw), gain, surfaced=up) for up in (True, False))


def _by_stealth(staff: AxisStaff, boat: Piece, screen: int, asw: int, gain: float, *, surfaced: bool) -> float:
    """What it brings to try a screen for a shot that is worth so much."""
    net = net_modifier(staff, boat.at, screen, surfaced=surfaced)
    table = staff.data.tables.infiltration
    results = [infiltration_result(table, face, face + net) for face in FACES]
    through, heard = sum(result in GOT_IN for result in results), results.count("detected")
    modifiers = asw_modifiers(staff.known, staff.data, boat.at, asw, surfaced=surfaced)
    cost = _price_of_reaction(staff, boat, sum(modifiers.values()))
    return (through * gain - (through + heard) * cost) / len(FACES)


def _price_of_reaction(staff: AxisStaff, boat: Piece, added: int) -> float:
    """What the escorts' die costs: points, and what the boat might still have done."""
    table, steps = staff.data.tables.asw, ladder(staff.known, staff.data, boat)
    to_come = STILL_WANTED * staff.turns_left / staff.known.turns
    cost = 0.0
    for face in FACES[1:]:
        if face + added > table.damaged_to:
            cost += steps[-1] + to_come
        elif face + added > table.driven_off_to:
            cost += steps[1] + (to_come if boat.damage else to_come / 2)
    return cost / len(FACES)


def _is_watched(staff: AxisStaff, cell: str) -> bool:
    """Whether an aircraft may keep contact with what is in a hex, or the weather lets nobody."""
    if staff.data.tables.shadowing.weather[staff.known.weather] <= SHADOWS_BAD:
        return True
    return any(cell in piece.search and staff.about(piece).shadows for piece in staff.own.values())


def net_modifier(staff: AlliedStaff | AxisStaff, cell: str, screen: int, *, surfaced: bool) -> int:
    """What a boat has to add to its die before chits."""
    table, known = staff.data.tables.infiltration, staff.known
    net = next((row.modifier for row in reversed(table.escorts) if screen >= row.least), 0)
    net += table.weather[known.weather]
    if surfaced:
        net += table.surfaced_day if is_day(known, staff.data) else table.surfaced_night
    if cell in staff.data.norwegian_coast:
        net += table.norwegian_coast
    return net + (table.growler_zone if in_growler_zone(known, staff.data, cell) else 0)


def operate(staff: AlliedStaff | AxisStaff, options: Pick[Action]) -> Action:
    """Surfaced by night, submerged by day."""
    return a.Operate(surfaced=not is_day(staff.known, staff.data))


def target(staff: AlliedStaff | AxisStaff, options: Pick[Action]) -> Action:
    """The ship that promises most."""
    box = staff.known.box
    assert box is not None
    shot = chances(staff.data, factor(staff.data, find(staff.known, box.attackers[0]), "torp"))
    ships = [action.ship for action in options if isinstance(action, a.Target)]

    def value(name: str) -> float:
        return expected(ladder(staff.known, staff.data, find(staff.known, name)), shot)

    return a.Target(max(ships, key=lambda name: (value(name), name)))


def chit(staff: AlliedStaff | AxisStaff, options: Pick[Action]) -> Action:
    """A chit is played as soon as it changes anything."""
    for action in options:
        if isinstance(action, a.PlayChit) and (action.chit != FLARES or flares(staff.known, staff.data)):
            return action
    return Decline()


def shadow(staff: AxisStaff, options: Subset) -> Action:
    """Everyone who can tries to keep contact."""
    return Choose(options.items)


def look_around(staff: AlliedStaff | AxisStaff, options: Subset) -> Action:
    """Germans look where they may have met someone; the Allies only where German ships must be near."""
    if isinstance(staff, AxisStaff):
        heat = staff.heat(staff.known.turn)
        ships = {p.at for p in staff.own.values() if staff.about(p).is_surface}
        return Choose(tuple(cell for cell in options.items if cell in ships or heat.get(cell, 0.0) > 0))
    if not staff.raiders_may_be_out:
        return Choose(())
    return Choose(tuple(cell for cell in options.items if _allied_look(staff, cell)))


def _allied_look(staff: AlliedStaff, cell: str) -> bool:
    """Fleets and submarines look when German ships were near a turn ago; never where a convoy would scatter."""
    convoys = [convoy.cell for convoy in staff.convoys.values() if convoy.cell[0].isdigit()]
    reach = staff.data.tables.scatter_order.distance
    if staff.file.scatter and any(staff.distance(cell, convoy) <= reach for convoy in convoys):
        return False
    return any(staff.distance(cell, seen.cell) <= 8 for seen in staff.ships_seen(1))


def hunt_all(_staff: AlliedStaff | AxisStaff, options: Subset) -> Action:
    """Everyone in reach attacks a boat that was heard."""
    return Choose(options.items)


def listen(_staff: AlliedStaff | AxisStaff, _options: Pick[Action]) -> Action:
    """The Allies always listen: it costs nothing."""
    return a.ListenIn(yes=True)
