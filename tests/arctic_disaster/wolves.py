"""Submarines for tests: what they need of the sequence, and contacts with forces that come into their hexes."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.arctic_disaster.rules.patrols import boat_moves
from barents.games.arctic_disaster.rules.submarines import boat_attack, contact, contact_steps, shadow_attempt, sweep
from barents.games.arctic_disaster.state import (
    BoatAttack,
    BoatMoves,
    Contact,
    ShadowAttempt,
    Ship,
)
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Side

from .theatre import HISTORICAL, Theatre

STEPS: Mapping[type[Step], Procedure] = {
    Contact: contact,
    BoatAttack: boat_attack,
    ShadowAttempt: shadow_attempt,
    BoatMoves: boat_moves,
}
WARFARE, REPORT, COUNTER, SHADOW = "AD-13.5-attack-roll", "AD-13.5-report", "AD-13.9-counter", "AD-13.6-shadow-success"
ATTACK, TRAIL, LEAVE = "submarine attack", "submarine shadow", "decline"


def waters(scenario: str = HISTORICAL) -> Theatre:
    """An empty theatre with submarine warfare."""
    return Theatre(STEPS, scenario)


def meet(theatre: Theatre, side: Side, force: str, *dice: int, cell: str = "") -> Theatre:
    """A force (or ships lying singly, in `cell`) has come into a hex with boats: whatever they do, in order."""
    if force:
        theatre.active(side, force)
        cell = theatre.marker(force).at
    sweep(theatre.at_hand, side, cell)
    return theatre.begin(*contact_steps(theatre.at_hand, side, force, cell), dice=dice)


def screened(theatre: Theatre, *names: str) -> list[Ship]:
    """Escorts of PQ-17 stand in screen squares, the rest of it wherever they are."""
    ships = [ship for ship in theatre.state.ships[Side.ALLIED].values() if ship.force == "pq-17"]
    for number, ship in enumerate(ships, 1):
        ship.square = f"core-{number}"
    for number, name in enumerate(names, 1):
        theatre.find(name).square = f"screen-{number}"
    return [theatre.find(name) for name in names]
