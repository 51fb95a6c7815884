"""The sequence of play (3): the steps of the Initial and Terminal Phases; between them markers are drawn."""

from __future__ import annotations

from barents.games.arctic_disaster import state as s
from barents.kernel.sides import Side

INITIAL: tuple[s.AnyStep, ...] = (s.InitialPhase(), s.HomeFleetOrders(), s.Reorganise(), s.FillPool(), s.Draw())
TERMINAL: tuple[s.AnyStep, ...] = (
    s.Cripples(Side.AXIS),
    s.Cripples(Side.ALLIED),
    s.BoatMoves(Side.ALLIED),
    s.ScatteredMoves(),
    s.ConvoyDisplay(),
    s.CleanUp(),
)
