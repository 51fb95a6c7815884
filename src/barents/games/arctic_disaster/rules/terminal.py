"""Chapter 3.3: what the end of a turn does: sight is lost, markers come off, aircraft recover."""

from __future__ import annotations

from barents.games.arctic_disaster.data import CONVOY
from barents.games.arctic_disaster.rules.detection import lose
from barents.games.arctic_disaster.rules.units import Umpire, by_number
from barents.kernel.lifetimes import Lasts, renew
from barents.kernel.sides import Side


def out_of_sight(u: Umpire) -> None:
    """AD 3.3, 10.0, 13.6: every force is out of sight again, but for PQ-17 while a U-boat shadows it."""
    for side in Side:
        for force in by_number(u.state.forces[side].values()):
            if not (force.key == CONVOY and u.state.shadow):
                lose(u, side, force)


def watch_for_tirpitz(u: Umpire) -> None:
    """AD 9.4: for how many turns on end Tirpitz has not been seen, counted from the fourth of July."""
    state = u.state
    counts = state.turn >= u.data.tables.other.scatter_from_turn and not state.tirpitz_seen
    state.unseen = state.unseen + 1 if counts else 0


def take_markers_off(u: Umpire) -> None:
    """AD 5.6, 5.10, 7.6: penalties, the Tactical Advantage and Massed German Air last for a turn."""
    state = u.state
    for side in Side:
        for units in (state.forces, state.ships, state.boats):
            for unit in units[side].values():
                renew(unit)
    for formation in state.formations.values():
        renew(formation)
    renew(state)


def end_day(u: Umpire) -> None:
    """AD 8.1, 8.4, R95: on the last turn of a day all air units are ready again; only the carrier's make up losses."""
    state = u.state
    for side in Side:
        for wing in state.wings[side].values():
            renew(wing, Lasts.DAY)
            if side is Side.ALLIED:
                wing.steps = 2
    for formation in state.formations.values():
        renew(formation, Lasts.DAY)
    u.tell("AD-3.3-terminal-cleanup", "The day is over: all aircraft are ready again")
