"""What is measured of a finished game besides its result: read from the log, by a function for each game."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias

import msgspec

from barents.kernel.match import Match


class Measures(msgspec.Struct, frozen=True):
    """Losses, as `{what: {cause: count}}`, each side's points at the end of every turn, and counts of what happened."""

    losses: dict[str, dict[str, int]] = {}
    points_by_turn: dict[str, list[float]] = {}
    events: dict[str, int] = {}


Measure: TypeAlias = Callable[[Match[Any, Any]], Measures]

# The module of each game that has something to measure; its function is called `measure`.
MODULES = {
    "arctic_campaign": "barents.lab.arctic_campaign",
    "arctic_disaster": "barents.lab.arctic_disaster",
    "nordkapp": "barents.lab.nordkapp",
    "north_cape": "barents.lab.north_cape",
    "operations": "barents.lab.operations",
}


def measure(match: Match[Any, Any]) -> Measures:
    """What is measured of a match; of a game that names nothing, nothing."""
    module = MODULES.get(match.game.name)
    if module is None:
        return Measures()
    found: Measures = import_module(module).measure(match)
    return found
