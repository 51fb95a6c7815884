"""Air attacks for tests: on the Home Fleet in 2835, on PQ-17 in 2122, both within reach of Banak and Bardufoss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.arctic_disaster.combat.air_battle import begin_raid, sortie, strike
from barents.games.arctic_disaster.data import data
from barents.games.arctic_disaster.rules.activation import end_activation
from barents.games.arctic_disaster.rules.air import activate_air
from barents.games.arctic_disaster.rules.units import Umpire
from barents.games.arctic_disaster.state import ActivateAir, Detach, EndActivation, Raid, Sortie, Strike
from barents.kernel.actions import Choose
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Side

from .theatre import ALLIED, AXIS, Theatre

SEA, NORTH = "2835", "2122"
CAP, BACK, FLAK, BOMBS = "AD-11.3.1-cap-sum", "AD-11.3.1-return-fire", "AD-11.1-aa-cumulative", "AD-11.1-bomb-column"
PLACE_SHIPS, PLACE_UNITS, SUPPORT = "AD-11.1-one-ship-area", "AD-11.1-attackers-any", "AD-11.1-adj-once"
COME_IN, CHOOSE, ESCORTS = "AD-11.2.1-tb-screen", "AD-11.2.1-tb-choose", "AD-11.2.1-tb-escort-once"
STARTS = {start.marker: start.ships for start in data(None).scenarios["historical"].forces}
HOME_FLEET = STARTS["home-fleet"]


def nobody_stays_behind(_u: Umpire, _step: Detach) -> None:
    """Damaged ships keep with their forces."""


STEPS: Mapping[type[Step], Procedure] = {
    ActivateAir: activate_air,
    Sortie: sortie,
    Strike: strike,
    EndActivation: end_activation,
    Detach: nobody_stays_behind,
}


def raid_on(
    theatre: Theatre,
    target: str,
    units: Sequence[str],
    dice: Sequence[int] = (),
    *,
    side: Side = AXIS,
    cell: str = "",
) -> Theatre:
    """Air units set out for a force, or for the ships lying singly in a hex."""
    begin_raid(theatre.at_hand, side, cell or theatre.marker(target).at, target, units)
    return theatre.begin(Strike(), dice=dice)


def raid_of(theatre: Theatre) -> Raid:
    """The attack under way."""
    assert theatre.now.raid is not None
    return theatre.now.raid


def at_sea(*ships: str, formation: str = "1-kg-30", force: str = "cruiser-force") -> Theatre:
    """A detected Allied force and a formation that can reach it."""
    theatre = Theatre(STEPS)
    theatre.force(force, SEA, *ships, detected=True)
    theatre.aircraft(formation)
    return theatre


def convoy(squares: Mapping[str, str], *formations: str, cell: str = NORTH) -> Theatre:
    """PQ-17, detected, with some ships in their squares, and formations that can reach it."""
    theatre = Theatre(STEPS)
    theatre.force("pq-17", cell, *squares, detected=True)
    for name, square in squares.items():
        theatre.find(name).square = square
    for formation in formations:
        theatre.aircraft(formation)
    return theatre


def support(theatre: Theatre, *ships: str, side: Side = ALLIED) -> Theatre:
    """Ships fire in support."""
    return theatre.act(side, Choose(ships))


def modifiers(theatre: Theatre, rule: str = BOMBS) -> list[dict[str, int]]:
    """What changed the dice of a rule."""
    return [roll.modifiers for roll in theatre.rolls(rule)]
