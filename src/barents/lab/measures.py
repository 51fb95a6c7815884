"""What the lab must be told of each game: what is measured of a finished one, and on which day a turn begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from importlib import import_module
from typing import Any, TypeAlias

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.match import Match


class Measures(msgspec.Struct, frozen=True):
    """Losses, as `{what: {cause: count}}`, each side's points at the end of every turn, and counts of what happened."""

    losses: dict[str, dict[str, int]] = {}
    points_by_turn: dict[str, list[float]] = {}
    events: dict[str, int] = {}


Measure: TypeAlias = Callable[[Match[Any, Any]], Measures]

# The module of each game that has something to measure; its function is called `measure`. One whose turns are hours
# also has `begins`, the moment at which a turn of a scenario begins.
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


def day_of(game: str, scenario: str, turn: int, pack: DataPack | None = None) -> date:
    """On which day of the war a turn of a scenario begins."""
    begins: Callable[[Any, str, int], datetime] = import_module(MODULES[game]).begins
    return begins(registry.find(game).data(pack), scenario, turn).date()


def after(first: str, hours: int, turn: int) -> datetime:
    """When a turn begins, if the first did so then and each takes so many hours.

    >>> after("1942-07-02T00:00", 8, 4).isoformat()
    '1942-07-03T00:00:00'
    """
    return datetime.fromisoformat(first) + timedelta(hours=hours * (turn - 1))
