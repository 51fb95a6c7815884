"""Why a unit or a hex cannot be chosen now, by what its side knows."""

from __future__ import annotations

from typing import Any

from barents.games.north_cape import phases
from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.eligibility import USED
from barents.games.north_cape.rules.pieces import is_waiting, on_map
from barents.games.north_cape.state import (
    GONE,
    LOST,
    NOT_AVAILABLE,
    POOL,
    REMOVED,
    RESERVE,
    SAFE,
    WAITING,
    Piece,
    State,
)
from barents.kernel.decisions import Decision
from barents.kernel.domains import Refusal
from barents.kernel.question import at_another_time
from barents.kernel.sides import Side
from barents.kernel.words import listed

OUT = {
    LOST: "{name} is lost",
    SAFE: "{name} has come through, and is out of the game",
    GONE: "{name} has left the map",
    REMOVED: "{name} is out of the game",
    POOL: "{name} is not set out",
    RESERVE: "{name} is kept back",
}


def why(data: Data, known: State, decision: Decision[Any], piece: str, cell: str) -> Refusal | None:
    """A unit by its state and the part of the turn in which it acts; a hex by what it is."""
    unit = known.pieces[decision.side].get(piece)
    if unit is not None:
        return of_unit(data, known, decision, unit)
    if piece in known.pieces[decision.side.enemy]:
        return Refusal(f"{piece} is the enemy's")
    return of_hex(data, known, cell) if cell and not piece else None


def of_unit(data: Data, known: State, decision: Decision[Any], unit: Piece) -> Refusal | None:
    """NC 5: where she is, what she has done this turn, or when she acts."""
    about = data.counters[unit.id]
    if unit.at in OUT:
        return Refusal(OUT[unit.at].format(name=unit.id))
    if unit.at == NOT_AVAILABLE:
        return Refusal(f"{unit.id} has fought, and lands when the missions are over", "NC-5.6-na-return")
    if is_waiting(unit):
        return of_waiting(data, known, decision.side, unit)
    if about.is_air and known.weather == "storm":
        return Refusal(f"nothing flies in a storm, and so {unit.id} stays where it is", "NC-3.1-storm-no-air")
    if unit.box:
        return Refusal(f"{unit.id} is in holding box {unit.box} and goes with its marker", "NC-4.2-group-form")
    if unit.halted:
        return Refusal(f"{unit.id} was halted, and goes no further this turn", "NC-5.0-halt-on-intercept")
    if known.combat is not None:
        return Refusal(f"{unit.id} takes no part in the fight that is on now")
    if elsewhere := at_another_time(decision, unit.id, phases.MISSIONS, "NC-5.0-alternate"):
        return elsewhere
    done = [type.value for type, bit in USED.items() if unit.used & bit]
    if done:
        words = (
            f"{unit.id} has been on {listed([f'its {one}' for one in done], 4)} this turn; each mission is done once"
        )
        return Refusal(words, "NC-5.1-once-per-type")
    mission = known.mission
    if mission is not None and unit.id not in mission.units:
        return Refusal(f"a mission is under way, and {unit.id} is not on it", "NC-5.1-complete-first")
    if about.is_decoy:
        return Refusal(f"{unit.id} is a decoy: it moves, and does nothing else", "NC-3.3-decoy-placement")
    if on_map(unit):
        return Refusal(f"{unit.id} has nothing to do in this mission", "NC-5.1-recon-adjacent")
    return None


def of_waiting(data: Data, known: State, side: Side, unit: Piece) -> Refusal:
    """NC 12: she waits off the map with her force."""
    key = unit.at.removeprefix(WAITING)
    name = next((force.name for force in data.scenarios[known.scenario].forces if force.key == key), "her force")
    if side is Side.AXIS and not known.merchant_seen:
        return Refusal(f"{unit.id} waits with {name} until a merchant has been seen", "NC-12.0-german-trigger")
    return Refusal(f"{unit.id} is off the map with {name}, and comes with it", "NC-12.0-entry-cost")


def of_hex(data: Data, known: State, cell: str) -> Refusal | None:
    """NC 2.1: land and pack ice are closed to ships."""
    if cell not in data.map.cells:
        return Refusal(f"there is no hex {cell} on the map")
    if cell not in data.open_water(known.ice):
        return Refusal(f"{cell} is land or pack ice", "NC-5.0-adjacent-steps")
    return None
