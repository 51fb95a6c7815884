"""Air strikes: whether to fly them, and at which ships."""

from __future__ import annotations

from typing import Any

from barents.games.operations.rules.units import plane
from barents.games.operations.state import Squadron
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Assign, Options, Subset
from barents.kernel.domains import NONE
from barents.players.operations.staff import Staff
from barents.players.operations.worth import bomb_value, chance, torpedo_value

WORTH_A_STRIKE = 1.0
BURNING = 1.2  # a ship that burns is hurt
FAST = 3  # speed from which a warship is hard to hit
ENOUGH = 1.2  # hits that one ship is meant to get


def launch(staff: Staff, options: Options[Any]) -> Action:
    """Everything that stands by against the best report of the turn; a lesser one is left alone."""
    if not isinstance(options, Subset):
        return Decline()
    now = [one for one in staff.reports if one.turn == staff.turn]
    best = max((staff.quarry(one) for one in now), default=0.0)
    here = staff.desk.contacts.get(options.about)
    if here is None or staff.quarry(here) < max(WORTH_A_STRIKE, best):
        return Choose(())
    chosen: list[str] = []
    grouped = {item: group for group in options.groups for item in group.items}
    taken: dict[str, int] = {}
    for item in sorted(options.items, key=lambda key: (-_load(staff, staff.desk.air[key]), key)):
        group = grouped.get(item)
        if group is not None and group.most is not None and taken.get(group.name, 0) >= group.most:
            continue
        if group is not None:
            taken[group.name] = taken.get(group.name, 0) + 1
        chosen.append(item)
    return Choose(tuple(item for item in options.items if item in chosen))


def _load(staff: Staff, step: Squadron) -> int:
    about = plane(staff.data, step)
    return 2 * about.torpedoes or about.bombs


def turned_back(staff: Staff, options: Subset) -> Choose:
    """The weakest steps are given up."""
    order = sorted(options.items, key=lambda key: (_load(staff, staff.desk.air[key]), key))
    return Choose(tuple(order[: options.least]))


def targets(staff: Staff, options: Assign) -> Allot:
    """Each step at the ship where it brings most, and no more on a ship than it takes to sink her."""
    enemies = staff.known.desks[staff.side.enemy].ships
    hoped: dict[str, float] = {}
    load: dict[str, int] = {}
    pairs = {}
    for key in sorted(options.slots, key=lambda key: (-_load(staff, staff.desk.air[key]), key)):
        ships = [name for name in options.slots[key] if name in enemies]
        free = [name for name in ships if load.get(name, 0) < options.capacity.get(name, len(options.slots))]
        if not free:
            pairs[key] = NONE
            continue
        gains = {name: _gain(staff, staff.desk.air[key], name) for name in free}

        def worth(name: str, gains: dict[str, tuple[float, float]] = gains) -> tuple[float, str]:
            spare = max(0.1, 1 - hoped.get(name, 0.0) / _boxes(staff, name))
            return gains[name][0] * spare, name

        best = max(free, key=worth)
        hoped[best] = hoped.get(best, 0.0) + gains[best][1]
        load[best] = load.get(best, 0) + 1
        pairs[key] = best
    return Allot(tuple((slot, pairs[slot]) for slot in options.slots))


def _boxes(staff: Staff, name: str) -> float:
    ship = staff.known.desks[staff.side.enemy].ships[name]
    return staff.data.types[ship.line].hull * ENOUGH


def _gain(staff: Staff, step: Squadron, name: str) -> tuple[float, float]:
    """What a step can be expected to bring at a ship in points, and in boxes of hull."""
    data, ship = staff.data, staff.known.desks[staff.side.enemy].ships[name]
    about, line = plane(data, step), data.types[ship.line]
    modifier = data.tables.strike.fast if line.speed >= FAST and not line.is_train else 0
    torpedoes = about.torpedoes > 0 and not step.bombs
    dice = about.torpedoes if torpedoes else about.bombs
    value = torpedo_value(data, ship.line) if torpedoes else bomb_value(data, ship.line, about.bomb_class)
    hits = dice * chance(data, modifier)
    return hits * value * (BURNING if ship.fire else 1.0), 2 * hits
