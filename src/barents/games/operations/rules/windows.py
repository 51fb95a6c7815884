"""Silent windows: what is said to a side that is asked only because the enemy must not know that it has no choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.operations.data import Data
from barents.games.operations.state import State
from barents.kernel.decisions import Decision, Pick, Subset

About: TypeAlias = Callable[[Data, State, Decision[Any]], str]

NOTHING = "You have nothing for it now; you are asked all the same, since the enemy must not know that."


def is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose but to let it pass."""
    options = decision.options
    if isinstance(options, Subset):
        return not options.items
    return isinstance(options, Pick) and len(options.listed) < 2 and not options.products


def unless_empty(words: str | About) -> About:
    """What a window is about, where there is something to choose."""

    def about(data: Data, known: State, decision: Decision[Any]) -> str:
        if is_empty(decision):
            return NOTHING
        return words if isinstance(words, str) else words(data, known, decision)

    return about
