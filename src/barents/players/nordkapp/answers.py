"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.nordkapp import actions as a
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Pick
from barents.kernel.domains import NONE
from barents.players.nordkapp import air, battle, boats, setup
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.axis import AxisStaff

Staff: TypeAlias = AlliedStaff | AxisStaff


def entered(staff: AlliedStaff, options: Pick[Action]) -> Action:
    """By which hex a convoy enters that others accompany."""
    cells = [action.cell for action in options if isinstance(action, a.Enter)]
    for convoy in staff.convoys.values():
        gate = convoy.force.entry
        if gate is not None and tuple(cells) == staff.data.gate(gate, staff.known.ice):
            return a.Enter(staff.entry(convoy, cells))
    return a.Enter(cells[0])


def plotted(staff: Staff, options: Assign) -> Action:
    """Routes for all; and who changes his force, in which case the routes are asked for once more."""
    changes = staff.regroupings(options.slots)
    ways = {slot: domain for slot, domain in options.slots.items() if _is_way(staff, slot)}
    given = {**dict.fromkeys(options.slots, NONE), **staff.plotted(ways), **changes}
    return Allot(tuple((slot, given[slot]) for slot in options.slots))


def _is_way(staff: Staff, slot: str) -> bool:
    """Whether a slot is for a route: that of a marker, or of a ship that has to leave it, not of one that might."""
    unit = staff.own.get(slot)
    return unit is None or not unit.force or slot in staff.known.bound


def rerouted(staff: Staff, options: Assign) -> Action:
    """Routes, after some have changed their force."""
    given = staff.plotted(options.slots)
    return Allot(tuple((slot, given[slot]) for slot in options.slots))


def disclosed(staff: AlliedStaff, options: Pick[Action]) -> Action:
    """Where a shadowed force will go."""
    goals = {force: domain for product in options.products for force, domain in product.domains.items()}
    return a.Disclose(*staff.disclose(goals))


Answer: TypeAlias = Callable[[Any, Any], Action]
ANSWERS: dict[str, Answer] = {
    "NK-4A-setup-first": setup.submarines,
    "NK-9-base-limit": setup.aircraft,
    "NK-5.1-entry-cost": entered,
    "NK-5.1-secret-plot": plotted,
    "NK-5.1-split-join": rerouted,
    "NK-6.1-at-limit": air.searchers,
    "NK-4A-air-missions": air.missions,
    "NK-12.3-hfdf": boats.listen,
    "NK-12.3.1-opportunity": boats.hunt_all,
    "NK-6.2-naval-recon": boats.look_around,
    "NK-4D-order": boats.attack,
    "NK-7.2-state-before-infiltration": boats.operate,
    "NK-7.3-windows": boats.chit,
    "NK-7.1.2-attack": boats.target,
    "NK-7.4-shadow-eligible": boats.shadow,
    "NK-7.4-shadow-disclose": disclosed,
    "NK-8-optional": battle.call,
    "NK-8.1-round-fire": battle.aim,
    "NK-8.2-maneuver-secret": battle.manoeuvre,
    "NK-8.2-maneuver-per-unit": battle.moves,
    "NK-4F-order": air.raids,
    "NK-9.3.1-raid": air.raid_goals,
    "NK-9.3.2a-fighters": air.defend,
    "NK-9.3.2b-aa": air.defend,
    "NK-9.3.2c-as": air.bomb,
}

# Those that are asked before everyone moves.
PLANNING = ("NK-5.1-entry-cost", "NK-5.1-secret-plot", "NK-5.1-split-join", "NK-6.1-at-limit", "NK-4A-air-missions")
