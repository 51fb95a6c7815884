"""What is measured of a finished game besides its result: read from the log, by a function for each game."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias

import msgspec

from barents.kernel.match import Match


class Measures(msgspec.Struct, frozen=True):
    """Losses, as `{what: {cause: count}}`, and each side's points at the end of every turn."""

    losses: dict[str, dict[str, int]] = {}
    points_by_turn: dict[str, list[float]] = {}


Measure: TypeAlias = Callable[[Match[Any, Any]], Measures]

# The module of each game that has something to measure; its function is called `measure`.
MODULES = {"nordkapp": "barents.lab.nordkapp", "north_cape": "barents.lab.north_cape"}


def measure(match: Match[Any, Any]) -> Measures:
    """What is measured of a match; of a game that names nothing, nothing."""
    module = MODULES.get(match.game.name)
    if module is None:
        return Measures()
    found: Measures = import_module(module).measure(match)
    return found
