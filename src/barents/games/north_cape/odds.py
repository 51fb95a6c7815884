"""What a gamble is worth, from what the player knows: the same modifiers and factors that the rules use."""

from __future__ import annotations

from typing import Any

from barents.games.north_cape.actions import Engage, Fire, RollInfiltration, Spot
from barents.games.north_cape.combat import anti_aircraft_factor
from barents.games.north_cape.data import Data
from barents.games.north_cape.pieces import Factor, factor, find, is_submerged
from barents.games.north_cape.recon import open_modifiers
from barents.games.north_cape.state import Piece, State
from barents.games.north_cape.submarines import (
    Infiltration,
    combat_of,
    escorts,
    infiltration_modifiers,
    infiltration_result,
    side_of,
)
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.sides import Side
from barents.kernel.view import Odds

D6, D10 = range(1, 7), range(1, 11)

# The stage of combat that a decision belongs to: the factor that attacks, and the table of the weather's part in it.
STAGES: dict[str, tuple[Factor, str]] = {
    "NC-9.2-alternate": ("air", ""),
    "NC-9.3-eligible": ("surface", ""),
    "NC-9.6-select": ("gun", "gunfire"),
    "NC-9.8-rating": ("torp", "torpedo"),
}


def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of an action that is decided by a die, or None."""
    match action:
        case Spot(scout, cell):
            return spotting(data, known, find(known, scout), cell)
        case RollInfiltration():
            return infiltrating(data, known, decision.side)
        case Engage(attacker, _) if decision.rule in STAGES:
            return hitting(data, known, find(known, attacker), *STAGES[decision.rule])
        case Fire(ship):
            limit = anti_aircraft_factor(data, find(known, ship))
            return Odds(_not_above(limit, 0), "a hit on the aircraft")
    return None


def spotting(data: Data, known: State, scout: Piece, cell: str) -> Odds:
    """NC 6.1: seeing anything, but for what only the umpire knows of the hex."""
    modifiers = open_modifiers(known, data, scout, cell)
    needed = data.tables.recon.owner_half_from
    chance = sum(face + sum(modifiers.values()) >= needed for face in D10) / len(D10)
    return Odds(chance, "seeing something", modifiers)


def infiltrating(data: Data, known: State, side: Side) -> Odds | None:
    """NC 8.1: getting to attack at all: heard or not, but not held off."""
    combat = combat_of(known)
    settled = (*combat.detected, *combat.infiltrated)
    waiting = [find(known, name) for name in side_of(combat, side) if name not in settled]
    boat = next((piece for piece in waiting if is_submerged(data, piece)), None)
    if boat is None:
        return None
    screen = len(escorts(known, data, side.enemy))
    modifiers = infiltration_modifiers(known, data, boat, combat.cell, screen)
    total = sum(modifiers.values())
    results = [infiltration_result(data, face, face + total) for face in D6]
    through = sum(result is not Infiltration.SCREENED for result in results)
    unheard = sum(result is Infiltration.INFILTRATED for result in results)
    return Odds(through / len(D6), f"an attack, {unheard} in 6 unheard", modifiers)


def hitting(data: Data, known: State, attacker: Piece, name: Factor, table: str) -> Odds:
    """NC 9: a die, and what the weather adds to it, not above the factor."""
    weather = getattr(data.tables, table).weather[known.weather] if table else 0
    limit = factor(data, attacker, name)
    return Odds(_not_above(limit, weather), "a hit", {known.weather: weather} if weather else {})


def _not_above(limit: int, modifier: int) -> float:
    return sum(face + modifier <= limit for face in D10) / len(D10)
