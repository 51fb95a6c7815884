"""Chapter 7.1: the three dice of a boat's attack: her way in, her torpedoes, and the escorts' answer.

Each is thrown for the boat in `state.box`, with the chits that lie open.
"""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.asw import Outcome, asw_die
from barents.games.nordkapp.rules.chit_effects import asw_chits, infiltration_chits, torpedo_chits
from barents.games.nordkapp.rules.escorts import infiltration_modifiers, infiltration_result, reaction_modifiers
from barents.games.nordkapp.rules.fire import fire
from barents.games.nordkapp.rules.units import Umpire, factor, find
from barents.games.nordkapp.state import CombatBox, Result, State
from barents.kernel.dice import D6


def box_of(state: State) -> CombatBox:
    """The Combat Box of the action under way."""
    assert state.box is not None
    return state.box


def entry_modifiers(state: State, data: Data) -> dict[str, int]:
    """NK 7.1.1, 7.3: what counts for a boat's way in."""
    return infiltration_modifiers(state, data, box_of(state)) | infiltration_chits(state, data)


def slip_in(u: Umpire) -> Result:
    """NK 7.1.1: one die for the boat."""
    table = u.data.tables.infiltration
    needs = f"{table.screened_to + 1} or more to get in"
    modifiers = entry_modifiers(u.state, u.data)
    roll = u.roll(D6, "NK-7.1.1-die-each", box_of(u.state).attackers[0], modifiers, needs=needs)
    return infiltration_result(table, roll.natural, int(roll))


def torpedo_factors(state: State, data: Data) -> dict[str, int]:
    """NK 7.1.2, 7.3: what is added to a boat's torpedo die."""
    boat = find(state, box_of(state).attackers[0])
    return {"torpedoes": factor(data, boat, "torp"), **torpedo_chits(state, data)}


def run_torpedoes(u: Umpire) -> int:
    """NK 7.1.2: one die on the Fire Table; the Damage Points."""
    boat = box_of(u.state).attackers[0]
    return fire(u, "NK-7.1.2-torpedo-roll", boat, torpedo_factors(u.state, u.data))


def answer_modifiers(state: State, data: Data) -> dict[str, int]:
    """NK 7.1.3, 7.3: what counts for the escorts' answer."""
    return reaction_modifiers(state, data, box_of(state)) | asw_chits(state, data)


def strike_back(u: Umpire) -> Outcome:
    """NK 7.1.3: one die for all that can fight the boat."""
    boat = box_of(u.state).attackers[0]
    return asw_die(u, "NK-7.1.3-reaction", boat, answer_modifiers(u.state, u.data))
