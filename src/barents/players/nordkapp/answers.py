"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.nordkapp import actions as a
from barents.games.nordkapp.rules import air_missions, chits, hfdf, plot, raids, recon, shadowing, submarines, surface
from barents.games.nordkapp.rules import setup as deployment
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
    deployment.BOATS.rule: setup.submarines,
    deployment.BASES.rule: setup.aircraft,
    plot.ENTRY.rule: entered,
    plot.PLOT.rule: plotted,
    plot.CHANGED.rule: rerouted,
    air_missions.SCOUTS.rule: air.searchers,
    air_missions.MISSIONS.rule: air.missions,
    hfdf.LISTEN.rule: boats.listen,
    hfdf.OPPORTUNITY.rule: boats.hunt_all,
    recon.LOOK_AROUND.rule: boats.look_around,
    submarines.ATTACK.rule: boats.attack,
    submarines.OPERATE.rule: boats.operate,
    chits.BEFORE_ENTRY.rule: boats.chit,  # as at the other moments for chits
    submarines.TARGET.rule: boats.target,
    shadowing.SHADOW.rule: boats.shadow,
    shadowing.DISCLOSE.rule: disclosed,
    surface.CALL.rule: battle.call,
    surface.FIRE.rule: battle.aim,
    surface.MANOEUVRE.rule: battle.manoeuvre,
    surface.EACH.rule: battle.moves,
    raids.RAID.rule: air.raids,
    raids.GOALS.rule: air.raid_goals,
    raids.FIGHTERS.rule: air.defend,
    raids.GUNS.rule: air.defend,
    raids.BOMBS.rule: air.bomb,
}

# Those that are asked before everyone moves.
PLANNING = (plot.ENTRY.rule, plot.PLOT.rule, plot.CHANGED.rule, air_missions.SCOUTS.rule, air_missions.MISSIONS.rule)
