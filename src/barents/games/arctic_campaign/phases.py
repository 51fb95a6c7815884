"""The parts of a month, as a question names the one in which it is asked; `names.BEFORE` comes before the first."""

from __future__ import annotations

from barents.games.arctic_campaign.names import PHASES

REPAIR = f"1 · {PHASES['repair']}"
GERMAN_MOVE = f"2 · {PHASES['reinforcement']}"
NORTH_SEA = "The North Sea"
CONVOYS = f"3 · {PHASES['convoy']}"
FUEL = "Fuel"
GERMAN_RETURN = f"4 · {PHASES['homebound']}"
POINTS = f"5 · {PHASES['points']}"
