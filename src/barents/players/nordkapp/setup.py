"""How doctrine sets up: boats across the tracks, submarines off the enemy's ports, aircraft where they reach most."""

from __future__ import annotations

from functools import cache

from barents.games.nordkapp.data import Data
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.axis import AxisStaff
from barents.players.nordkapp.chart import Odds

BEFORE_PORTS = ("1303", "1505", "1203", "1605", "1404", "1315", "1217", "1514", "1113")
APART, LEFT = 2, 0.25  # hexes round a boat in which another is less wanted, and how much less


def submarines(staff: AlliedStaff | AxisStaff, options: Assign) -> Action:
    """U-boats where a convoy may pass; Allied submarines where German ships come out."""
    if isinstance(staff, AlliedStaff):
        return _before_ports(staff, options)
    heat = _passing(staff)
    given = {}
    for name, domain in options.slots.items():
        cell = max(domain, key=lambda cell: (heat.get(cell, 0.0), cell))
        given[name] = cell
        for other in heat:
            if staff.distance(other, cell) <= APART:
                heat[other] *= LEFT
    return Allot(tuple(given.items()))


def _passing(staff: AxisStaff) -> Odds:
    """For each hex how likely a convoy is ever there at the end of a turn."""
    heat: Odds = {}
    for turn in range(1, staff.known.turns + 1):
        for cell, chance in staff.heat(turn).items():
            heat[cell] = max(heat.get(cell, 0.0), chance)
    return heat


def _before_ports(staff: AlliedStaff, options: Assign) -> Action:
    given = {}
    taken: set[str] = set()
    for name, domain in options.slots.items():
        free = [cell for cell in domain if cell not in taken]
        wanted = [cell for cell in BEFORE_PORTS if cell in free]
        given[name] = wanted[0] if wanted else min(free, key=lambda cell: (staff.distance(cell, BEFORE_PORTS[0]), cell))
        taken.add(given[name])
    return Allot(tuple(given.items()))


def aircraft(staff: AlliedStaff | AxisStaff, options: Assign) -> Action:
    """Each unit at the base from which convoys are longest in its reach; those that fly least far choose first."""
    assert isinstance(staff, AxisStaff)
    room = dict(options.capacity)
    tracks = [staff.heat(turn) for turn in range(1, staff.known.turns + 1)]
    seen = cache(lambda base, reach: _seen_from(staff.data, tracks, base, reach))
    given: dict[str, str] = {}
    for name in sorted(options.slots, key=lambda name: (staff.about(name).range, name)):
        bases = [base for base in options.slots[name] if room.get(base, 1) > 0]
        reach = staff.about(name).range
        best = max(bases, key=lambda base: (seen(base, reach), base))
        given[name] = best
        room[best] = room.get(best, 1) - 1
    return Allot(tuple((name, given[name]) for name in options.slots))


def _seen_from(data: Data, tracks: list[Odds], base: str, reach: int) -> float:
    """How much passes within reach of a base."""
    return sum(chance for track in tracks for cell, chance in track.items() if data.distance(base, cell) <= reach)
