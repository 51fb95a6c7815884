"""Doctrine in surface combat: groups, movement, guns, torpedoes, and when to break off."""

from __future__ import annotations

from collections.abc import Sequence

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.combat.battle_line import battle_of, fighting, has_convoy, in_fog, targets
from barents.games.arctic_disaster.combat.gunnery import ARMOURED, gun_modifiers, gun_reach, guns
from barents.games.arctic_disaster.combat.surface import SMOKE, SUBMERGE, WITH_CONVOY
from barents.games.arctic_disaster.combat.torpedoes import can_launch, torpedo_column, torpedo_modifiers, torpedo_reach
from barents.games.arctic_disaster.data import CONVOY, half
from barents.games.arctic_disaster.orders import BATTERY_SLOTS
from barents.games.arctic_disaster.rules.units import find, move
from barents.games.arctic_disaster.state import Fighter, Ship, Shot
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Pick
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.arctic_disaster.estimate import gain, points_by_face, strength, whole_worth
from barents.players.arctic_disaster.orders import Command

OUTGUNNED, SUPERIOR = 0.8, 1.0  # own strength over the enemy's
CLOSER = 0.02  # what an area nearer to the enemy is worth
OWN_CARE, HEAVY_CARE, NO_RISK = 0.5, 1.0, 2.0  # how much is thought of what the enemy can do: pressing, heavy, others
TUBES = 0.5  # what a torpedo shot must promise; less in the last rounds
OVERKILL = 0.35  # what a shot is worth at a ship that others should have sunk
LATE = 6
MANY_PRIZES = 5  # merchants in a combat that are worth more than a heavy ship that may be lost
SMALL_SHIP, SHARED = 2, 4  # hits of ships that the enemy does not look for, and how many of them share his fire
LOSSES = 4  # merchants sunk in a combat that tell the convoy to scatter


def balance(staff: Command) -> float:
    """Own strength in the combat over the enemy's."""
    own = strength(staff.data, fighting(staff.known, staff.data, staff.side))
    return own / max(1.0, strength(staff.data, fighting(staff.known, staff.data, staff.side.enemy)))


def presses(staff: Command) -> bool:
    """Whether a side wants to come closer: Germans at the convoy, and whoever is the stronger."""
    if has_convoy(staff.known) or _merchants(staff):
        return staff.side is Side.AXIS or balance(staff) >= OUTGUNNED
    return balance(staff) >= SUPERIOR


def _merchants(staff: Command) -> list[Ship]:
    """The merchants in the combat."""
    ships = fighting(staff.known, staff.data, Side.ALLIED)
    return [ship for ship in ships if staff.data.counters[ship.id].is_merchant]


def groups(staff: Command, options: Assign) -> Action:
    """All in one group; PQ-17 as far off as can be, its destroyers with torpedoes before it."""
    given = {}
    for slot, domain in options.slots.items():
        if slot == CONVOY:
            given[slot] = str(max(int(area) for area in domain))
        elif WITH_CONVOY in domain and not staff.data.counters[slot].torpedoes:
            given[slot] = WITH_CONVOY
        else:
            given[slot] = "1"
    return Allot(tuple(given.items()))


def first(_staff: Command, _options: Pick[Action]) -> Action:
    """To move second is to know where the enemy is."""
    return a.MoveFirst(yes=False)


# Movement


def moves(staff: Command, options: Assign) -> Action:
    """Each ship goes where it does most for what may be done to it; submarines of the convoy submerge."""
    foes = targets(staff.known, staff.data, staff.side.enemy)
    pressing = presses(staff)
    given = {}
    for name, domain in options.slots.items():
        values = list(domain)
        if SUBMERGE in values:
            given[name] = SUBMERGE
            continue
        areas = [int(value) for value in values if value not in (SMOKE, SUBMERGE)]
        ship = find(staff.known, name)
        best = _best_area(staff, ship, areas, foes, pressing=pressing)
        given[name] = NONE if best is None else str(best)
    return Allot(tuple(given.items()))


def _best_area(staff: Command, ship: Ship, areas: Sequence[int], foes: Sequence[Ship], *, pressing: bool) -> int | None:
    """The area that is best for a ship, or None to stay."""
    fighter = battle_of(staff.known).ships[ship.id]
    about = staff.data.counters[ship.id]
    heavy = about.hits > SMALL_SHIP and not about.is_merchant
    start, care = fighter.area, (HEAVY_CARE if heavy else OWN_CARE) if pressing else NO_RISK
    values = {}
    unarmed = about.convoy and not about.torpedoes
    where = {foe.id: battle_of(staff.known).ships[foe.id].area for foe in foes}
    for area in (start, *areas):
        fighter.area, fighter.moved = area, area != start
        value = 0.0 if unarmed else _prospect(staff, ship, foes)
        value -= care * _danger(staff, ship, foes)
        nearest = min((abs(area - other) for other in where.values()), default=0)
        values[area] = value - (CLOSER * nearest if pressing and not unarmed else -CLOSER * nearest)
    fighter.area, fighter.moved = start, False
    best = max(values, key=lambda area: (values[area], area == start, -area))
    return None if best == start else best


def _prospect(staff: Command, ship: Ship, foes: Sequence[Ship]) -> float:
    """What a ship's guns and torpedoes promise from where it stands."""
    total = sum(
        max((_gunfire(staff, ship, battery, foe) for foe in foes), default=0.0) for battery in ("main", "secondary")
    )
    return total + 0.5 * max((_torpedo(staff, ship, foe) for foe in foes), default=0.0)


def _danger(staff: Command, ship: Ship, foes: Sequence[Ship]) -> float:
    """What the enemy's guns and torpedoes promise against a ship; he has others to fire at.

    Against a heavy ship he will use his torpedoes, and may come nearer first.
    """
    guns_at = sum(_gunfire(staff, foe, "main", ship) for foe in foes)
    if staff.data.counters[ship.id].hits <= SMALL_SHIP:
        return (guns_at + sum(_torpedo(staff, foe, ship) for foe in foes)) / SHARED
    others = [
        own for own in fighting(staff.known, staff.data, staff.side) if staff.data.counters[own.id].hits > SMALL_SHIP
    ]
    return guns_at + sum(_torpedo_after_run(staff, foe, ship) for foe in foes) / max(1, len(others))


def _torpedo_after_run(staff: Command, foe: Ship, ship: Ship) -> float:
    """What an enemy's torpedoes promise against a ship if he comes as near as he can before."""
    known, data = staff.known, staff.data
    if not can_launch(known, data, foe) or data.counters[foe.id].is_sub:
        return 0.0
    ships, table, nation = battle_of(known).ships, data.tables.torpedoes, data.counters[foe.id].nation
    away = max(0, abs(ships[foe.id].area - ships[ship.id].area) - move(data, foe))
    if away > table.most[nation]:
        return 0.0
    column = torpedo_column(known, data, foe, ship)
    return gain(data, ship, points_by_face(data, column, -max(0, away - table.free[nation]), table.double))


def _gunfire(staff: Command, ship: Ship, battery: str, target: Ship, *, halved: bool = False) -> float:
    """What a battery promises against a target."""
    known, data = staff.known, staff.data
    factor = guns(data, ship, battery)
    ships = battle_of(known).ships
    away = abs(ships[ship.id].area - ships[target.id].area)
    if factor <= 0 or away > gun_reach(known, data, ship, battery):
        return 0.0
    shot = Shot(ship.id, "main" if battery == "main" else "secondary", target.id)
    firer, aimed = data.counters[ship.id].type, data.counters[target.id].type
    light = firer not in ARMOURED and aimed in ARMOURED
    outmatched = aimed == "BB" and (battery == "secondary" or firer in ("CA", "CL"))
    modifier = sum(gun_modifiers(known, data, shot).values())
    points = points_by_face(data, half(factor) if halved else factor, modifier, 1, light or outmatched)
    return gain(data, target, points)


def _torpedo(staff: Command, ship: Ship, target: Ship) -> float:
    """What a ship's torpedoes promise against a target."""
    known, data = staff.known, staff.data
    ships = battle_of(known).ships
    away = abs(ships[ship.id].area - ships[target.id].area)
    if not can_launch(known, data, ship) or away > torpedo_reach(known, data, ship):
        return 0.0
    modifier = sum(torpedo_modifiers(known, data, Shot(ship.id, "torpedoes", target.id)).values())
    column = torpedo_column(known, data, ship, target)
    return gain(data, target, points_by_face(data, column, modifier, data.tables.torpedoes.double))


def convoy_moves(staff: Command, options: Assign) -> Action:
    """PQ-17 runs from the nearest German."""
    battle = battle_of(staff.known)
    foes = [battle.ships[ship.id].area for ship in fighting(staff.known, staff.data, Side.AXIS)]
    mine: Fighter = battle.ships[_merchants(staff)[0].id] if _merchants(staff) else next(iter(battle.ships.values()))

    def away(area: int) -> int:
        return min((abs(area - foe) for foe in foes), default=0)

    areas = [int(value) for value in options.slots[CONVOY]]
    best = max(areas, key=lambda area: (away(area), area))
    return Allot(((CONVOY, str(best) if away(best) > away(mine.area) else NONE),))


# Fire


def gunnery(staff: Command, options: Assign) -> Action:
    """The heaviest guns choose first; who fires at a ship that others fire at does so with half, or at what is left."""
    known, data = staff.known, staff.data

    def weight(slot: str) -> int:
        gun = BATTERY_SLOTS.parse(slot)
        return guns(data, find(known, gun.ship), gun.battery)

    promised: dict[str, float] = {}
    taken: set[str] = set()
    given: dict[str, str] = {}
    for slot in sorted(options.slots, key=lambda slot: (-weight(slot), slot)):
        gun = BATTERY_SLOTS.parse(slot)
        ship, battery = find(known, gun.ship), gun.battery
        best, most = NONE, 0.0
        for target in options.slots[slot]:
            foe = find(known, target)
            value = _gunfire(staff, ship, battery, foe, halved=target in taken)
            if promised.get(target, 0.0) >= whole_worth(data, foe):
                value *= OVERKILL
            if value > most:
                best, most = target, value
        given[slot] = best
        if best != NONE:
            taken.add(best)
            promised[best] = promised.get(best, 0.0) + most
    return Allot(tuple(given.items()))


def torpedoes(staff: Command, options: Assign) -> Action:
    """Torpedoes are fired where they promise enough, two ships at most at a merchant."""
    data, battle = staff.data, battle_of(staff.known)
    least = TUBES if battle.round < LATE else TUBES / 2
    promised: dict[str, float] = {}
    given = {}
    for name, domain in options.slots.items():
        ship = find(staff.known, name)
        values = {}
        for target in domain:
            foe = find(staff.known, target)
            full = promised.get(target, 0.0) >= 0.7 * whole_worth(data, foe)
            values[target] = _torpedo(staff, ship, foe) * (OVERKILL if full else 1.0)
        best = max(values, key=lambda target: (values[target], target))
        given[name] = best if values[best] >= least else NONE
        if given[name] != NONE:
            promised[best] = promised.get(best, 0.0) + values[best]
    return Allot(tuple(given.items()))


# The end


def break_off(staff: Command, _options: Pick[Action]) -> Action:
    """Whoever is outgunned goes; Germans leave a few merchants for the sake of a heavy ship, but not many."""
    known, data = staff.known, staff.data
    own = fighting(known, data, staff.side)
    crippled = any(data.counters[ship.id].hits > 2 and 2 * ship.damage >= data.counters[ship.id].hits for ship in own)
    if staff.side is Side.AXIS and (prizes := _merchants(staff)):
        worth_it = len(prizes) >= MANY_PRIZES
        return a.Disengage(yes=(crippled and not worth_it) or balance(staff) < OUTGUNNED / 2)
    if staff.side is Side.ALLIED and not _merchants(staff) and in_fog(known, data):
        return a.Disengage(yes=balance(staff) < SUPERIOR)
    return a.Disengage(yes=crippled or balance(staff) < OUTGUNNED)


def scatter(staff: Command, _options: Pick[Action]) -> Action:
    """The convoy scatters when it is being sunk and nobody can stop that."""
    hurt = [ship for ship in _merchants(staff) if ship.damage]
    sunk = sum(ship.at == "lost" for ship in staff.known.ships[Side.ALLIED].values())
    return a.ScatterConvoy(yes=balance(staff) < SUPERIOR and len(hurt) + sunk >= LOSSES)


def retreat(staff: Command, options: Pick[Action]) -> Action:
    """Away from the nearest enemy that is not in the hex."""
    battle = battle_of(staff.known)
    foes = [force.at for force in staff.enemies.values() if force.at != battle.cell]
    cells = [action.cell for action in options if isinstance(action, a.Retreat)]
    return a.Retreat(max(cells, key=lambda cell: (min((staff.distance(cell, foe) for foe in foes), default=0), cell)))
