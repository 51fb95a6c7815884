"""What the questions of all chapters have in common: the parts of a turn, and words for one that is asked for show."""

from __future__ import annotations

from typing import Any

from barents.kernel.decisions import Assign, Decision, Pick, Subset

# Where in the turn a question is asked (3.0).
SET_UP, CONVOY_ORDER, INITIAL, POOL = "Set-up", "The convoy's order", "Initial Phase", "Drawing markers"
ADVANTAGE, ACTIVE, SEARCH, SUBPHASE = "Tactical Advantage", "A force is activated", "Search", "Damaged ships"
AIR, RAID, BATTLE = "German aircraft", "Air attack", "Surface combat"
SCATTER, BOATS, LONE, TERMINAL = "The convoy scatters", "Submarines", "Ships on their own", "Terminal Phase"

NOTHING = "You have nothing for it now; you are asked all the same, since the enemy must not know that."


def is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose; the question is asked because the enemy must not know that."""
    options = decision.options
    if isinstance(options, Subset):
        return not options.items
    if isinstance(options, Pick):
        return len(options.listed) < 2 and not options.products
    return isinstance(options, Assign) and not options.slots


def counted(number: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "air unit"), counted(4, "air unit")
    ('1 air unit', '4 air units')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"
