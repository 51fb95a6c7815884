"""What the lab must be told of each game: what is measured of a finished one, and on which day a turn begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any, TypeAlias

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.match import Match
from barents.kernel.plugins import PlugIns


class Measures(msgspec.Struct, frozen=True):
    """Losses, as `{what: {cause: count}}`, each side's points at the end of every turn, and counts of what happened."""

    losses: dict[str, dict[str, int]] = {}
    points_by_turn: dict[str, list[float]] = {}
    events: dict[str, int] = {}


Measure: TypeAlias = Callable[[Match[Any, Any]], Measures]

Calendar: TypeAlias = Callable[[Any, str, int], datetime]
"""When a turn of a scenario begins, by the game's data."""

# What packages bring for a game, by its name (`barents.kernel.plugins`).
MEASURES = PlugIns[Measure]("barents.measures")
CALENDARS = PlugIns[Calendar]("barents.calendars")


def measure(match: Match[Any, Any]) -> Measures:
    """What is measured of a match; of a game that names nothing, nothing."""
    name = match.game.name
    return MEASURES[name](match) if name in MEASURES else Measures()


def day_of(game: str, scenario: str, turn: int, pack: DataPack | None = None) -> date:
    """On which day of the war a turn of a scenario begins."""
    return CALENDARS[game](registry.find(game).data(pack), scenario, turn).date()


def after(first: str, hours: int, turn: int) -> datetime:
    """When a turn begins, if the first did so then and each takes so many hours.

    >>> after("1942-07-02T00:00", 8, 4).isoformat()
    '1942-07-03T00:00:00'
    """
    return datetime.fromisoformat(first) + timedelta(hours=hours * (turn - 1))
