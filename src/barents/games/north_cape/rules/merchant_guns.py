"""Chapter 11.5: the guns of merchants in convoy, which add to the anti-aircraft fire of the warships with them."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.pieces import at, factor
from barents.games.north_cape.state import Piece, State

MERCHANTS_GUNS = "merchants' guns"


def merchants_guns(state: State, data: Data, ship: Piece) -> int:
    """NC 11.5: what the merchants in a ship's hex add to her factor: one for every ten, fractions dropped (R64).

    She must have a factor to add to: merchants alone have none.
    """
    if not state.options.merchant_aa or not factor(data, ship, "aa"):
        return 0
    table, counters = data.tables.merchant_aa, data.counters
    side = counters[ship.id].side
    merchants = sum(p.id in counters and counters[p.id].is_merchant for p in at(state, side, ship.at))
    return merchants // table.merchants * table.factor


def anti_aircraft_modifiers(state: State, data: Data, ship: Piece) -> dict[str, int]:
    """NC 11.5: by so much less must the die be for the guns of merchants."""
    guns = merchants_guns(state, data, ship)
    return {MERCHANTS_GUNS: -guns} if guns else {}
