"""Doctrine in the air: when formations fly and at what, how they come in, and how ships meet them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.combat.air_fire import attack_modifiers, model, raid_of, strength
from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.rules.convoy_display import PORT, STARBOARD, inward
from barents.games.arctic_disaster.rules.units import aa, find, singles_at
from barents.games.arctic_disaster.state import MASSED, WEATHER, Ship
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.arctic_disaster.axis import AxisStaff
from barents.players.arctic_disaster.estimate import Chances, flak, gain, points_by_face
from barents.players.arctic_disaster.orders import Command, offered

GATHERED, HURRIED = 3, 1  # formations that wait for another, in settled weather and while it may change
BOMBERS_EACH = 3  # bombers for a sound ship, with which they sink it as often as not
AGAINST_CRIPPLE = 2
LEAST_GAIN = 0.25  # what a unit must promise, or it waits for something better
NEAR_ENOUGH = 4  # hexes beyond the attack radius at which massed attacks are prepared


def into_pool(staff: AxisStaff, options: Subset) -> Action:
    """All formations, since one that is drawn in vain may still fly later; the massed attack once PQ-17 is near."""
    cell = staff.convoy_cell()
    ready = bool(cell) and any(staff.distance(cell, other) <= NEAR_ENOUGH for other in staff.data.radius)
    return Choose(tuple(name for name in options.items if name != MASSED or ready))


def mission(staff: AxisStaff, options: Pick[Action]) -> Action:
    """Attack what is in sight; escorted ships with all that wait, since their guns then fire at one in many."""
    mass, attack, store, nothing = (a.SendAgainst(what) for what in ("mass", "attack", "store", "nothing"))
    if store in options and _gathers(staff, attack in options or mass in options):
        return store
    return next((wish for wish in (mass, attack, store) if wish in options), nothing)


def _gathers(staff: AxisStaff, in_sight: bool) -> bool:
    """Whether a formation waits for others that are still to be drawn; not for long when the weather may change."""
    known = staff.known
    drawn = [known.formations[name] for name in known.pool if name in known.formations]
    coming = [formation for formation in drawn if not formation.flown and not formation.activated]
    if not in_sight or known.scatter == "done" or not coming:
        return not in_sight
    return len(known.stored) < (GATHERED if WEATHER not in known.pool else HURRIED)


def base(staff: AxisStaff, options: Pick[Action]) -> Action:
    """The airfield nearest to the convoy."""
    goal = staff.convoy_cell() or "2222"
    cells = [action.cell for action in options if isinstance(action, a.Transfer)]
    return a.Transfer(staff.nearest(goal, cells))


# Targets


def divided(staff: AxisStaff, options: Assign) -> Action:
    """Units to targets: each goes where it promises most, less what others do there already."""
    sent: dict[str, int] = {}
    given: dict[str, str] = {}
    for unit, domain in options.slots.items():
        values = {target: _promise(staff, unit, target, sent.get(target, 0)) for target in domain}
        best = max(values, key=lambda target: (values[target], target))
        given[unit] = best if values[best] >= LEAST_GAIN else NONE
        if given[unit] != NONE:
            sent[best] = sent.get(best, 0) + (BOMBERS_EACH if model(staff.data, unit).type == "T" else 1)
    return Allot(tuple(given.items()))


def _promise(staff: AxisStaff, unit: str, target: str, others: int) -> float:
    """What a unit can be expected to do to a target that others attack too."""
    known = staff.known
    if target == CONVOY:
        return 1.0
    if target in known.forces[Side.ALLIED]:
        last = staff.data.scenarios[known.scenario].turns[known.turn - 1].ends_day
        return LEAST_GAIN if last else 0.1
    ships = singles_at(known, Side.ALLIED, target)
    merchants = [ship for ship in ships if staff.data.counters[ship.id].is_merchant]
    room = sum(AGAINST_CRIPPLE if ship.damage else BOMBERS_EACH for ship in merchants)
    if not merchants:
        return LEAST_GAIN if ships else 0.0
    hurt = any(ship.damage for ship in merchants)
    return (1.0 if others < room else 0.3) + (0.2 if hurt else 0.0)


def _points(staff: Command, unit: str, ship: Ship, more: float = 0.0) -> tuple[int, ...]:
    """The damage of each face of the die when an air unit attacks a ship through the fire that can be expected."""
    data, raid = staff.data, raid_of(staff.known)
    wing = staff.known.wings[raid.side][unit]
    off = sum(attack_modifiers(data, raid, unit, ship, {}).values()) + flak(data, aa(data, ship)) + more
    times = data.tables.air_attack.torpedo_double if model(data, unit).type == "T" else 1
    return points_by_face(data, strength(data, wing), round(off), times)


def _spread(staff: Command, units: Iterable[str], ships: Sequence[Ship]) -> dict[str, str]:
    """Each unit to the ship where it adds most to what the others should do; torpedoes choose first."""
    data, given = staff.data, dict[str, str]()
    chances = {ship.id: Chances(data, ship) for ship in ships}
    for unit in sorted(units, key=lambda unit: (model(data, unit).type != "T", unit)):
        values = {}
        for ship in ships:
            now = chances[ship.id]
            then = now.after(_points(staff, unit, ship))
            values[ship.id] = (then.worth() - now.worth(), ship.id), then
        best = max(values, key=lambda name: values[name][0])
        given[unit], chances[best] = best, values[best][1]
    return given


def on_ships(staff: Command, options: Assign) -> Action:
    """Which ship each unit attacks."""
    names = list(dict.fromkeys(name for domain in options.slots.values() for name in domain))
    return Allot(tuple(_spread(staff, options.slots, [find(staff.known, name) for name in names]).items()))


def on_convoy(staff: AxisStaff, options: Assign) -> Action:
    """Torpedo units come in on the beams where the screen is weakest, bombers go for merchants."""
    raid, data = raid_of(staff.known), staff.data
    guns = {square: aa(data, find(staff.known, name)) for name, square in raid.ships.items()}
    tankers = [raid.ships[name] for name in raid.ships if data.counters[name].type == "TA"]
    merchants = {raid.ships[name] for name in raid.ships if data.counters[name].is_merchant}

    def key(square: str) -> tuple[bool, int, bool, str]:
        inside = inward(square)
        prize = any(cell in tankers for cell in inside)
        return not any(cell in merchants for cell in inside), guns.get(square, 0), not prize, square

    squares = sorted((*STARBOARD, *PORT), key=key)
    torpedoes = [unit for unit in options.slots if model(data, unit).type == "T"]
    bombers = [unit for unit in options.slots if unit not in torpedoes]
    given = dict(zip(torpedoes, squares, strict=False))
    ships = [find(staff.known, name) for name in raid.ships if data.counters[name].is_merchant]
    ships = ships or [find(staff.known, name) for name in raid.ships if not data.counters[name].is_sub]
    given |= _spread(staff, bombers, ships)
    return Allot(tuple((unit, given[unit]) for unit in options.slots))


def run_in(staff: AxisStaff, options: Pick[Action]) -> Action:
    """A torpedo unit attacks the first merchant that it meets, a tanker beside it sooner."""
    raid, data = raid_of(staff.known), staff.data
    here = [action.ship for action in options if isinstance(action, a.AttackHere)]
    onward = [action.square for action in options if isinstance(action, a.Advance)]
    merchants = [name for name in here if data.counters[name].is_merchant]
    if merchants:
        return a.AttackHere(merchants[0])
    in_square = {square: name for name, square in raid.ships.items() if data.counters[name].is_merchant}
    ahead = [square for square in onward if square in in_square]
    if ahead:
        return a.Advance(min(ahead, key=lambda square: (data.counters[in_square[square]].type != "TA", square)))
    return a.AttackHere(here[0]) if here else a.Advance(onward[0])


# Defence


def next_attacker(staff: Command, options: Pick[Action]) -> Action:
    """The most dangerous attacker is dealt with while all guns are loaded; of one's own the weakest is given up."""
    raid, data = raid_of(staff.known), staff.data
    units = [action.unit for action in offered(options, a.Engage) if isinstance(action, a.Engage)]

    def danger(unit: str) -> float:
        wing = next((wings[unit] for wings in staff.known.wings.values() if unit in wings), None)
        return 0.0 if wing is None else strength(data, wing) * (2 if model(data, unit).type == "T" else 1)

    own = raid.side is staff.side or any(unit not in raid.units for unit in units)
    return a.Engage(min(units, key=lambda unit: (danger(unit), unit)) if own else max(units, key=danger))


def supporters(staff: Command, options: Subset) -> Action:
    """Ships beside the target fire at torpedo units with all they have; at bombers so that each gets its share."""
    raid = raid_of(staff.known)
    unit = raid.done[-1] if raid.done else next(iter(raid.units))
    waiting = len(raid.units) - len(raid.done)
    torpedo = model(staff.data, unit).type == "T"
    count = len(options.items) if torpedo else -(-len(options.items) // (1 + waiting))
    guns = sorted(options.items, key=lambda name: (-aa(staff.data, find(staff.known, name)), name))
    return Choose(tuple(guns[: min(count, options.most)]))


def designate(staff: Command, options: Subset) -> Action:
    """All torpedo units strike together."""
    return Choose(options.items[: options.most])


def in_battle(staff: Command, options: Assign) -> Action:
    """Aircraft of Victorious in a surface combat go for the ship that is worth most."""
    if not options.slots:
        return Allot(())  # none is ready, and only the Allies know
    names = list(dict.fromkeys(name for domain in options.slots.values() for name in domain))
    if not names:  # she is asked also when none of hers can fly
        return Allot(tuple((unit, NONE) for unit in options.slots))
    ships = [find(staff.known, name) for name in names]
    points = points_by_face(staff.data, 4, -1, staff.data.tables.air_attack.torpedo_double)
    best = max(ships, key=lambda ship: (gain(staff.data, ship, points), ship.id))
    return Allot(tuple((unit, best.id) for unit in options.slots))
