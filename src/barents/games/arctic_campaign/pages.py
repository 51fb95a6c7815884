"""What a page of the desk shows beside its words: the ways on the chart, and what its button says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from barents.games.arctic_campaign import western
from barents.games.arctic_campaign.convoys import DIRECT
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.sailings import ROUTE
from barents.games.arctic_campaign.state import State
from barents.games.arctic_campaign.stations import HOME
from barents.kernel.assign import Assign
from barents.kernel.decisions import Decision
from barents.kernel.sides import Side

ORDERS = "AC-B.21-turn"
VERBS = {
    "AC-A.22-form-fleets": "Form fleets",
    "AC-A.24-fleets": "Form fleets",
    "AC-B.5-decline": "Accept",
    "AC-B.13-time": "Hire",
    "AC-B.13-return-only": "Hire again",
    "AC-B.14-historical": "Hire",
    "AC-B.21-launch-port": "Load",
    "AC-B.21-turn": "Give the orders",
    "AC-B.23-sources": "Form the fleets",
    "AC-C.22-three": "Repair",
    "AC-C.33-when": "Fill up",
    "OP-MODE-mix": "Accept",
}


def verb(decision: Decision[Any]) -> str:
    """What one does by answering a page."""
    return VERBS.get(decision.rule, "")


def ways(data: Data, known: State, decision: Decision[Any]) -> Mapping[str, tuple[str, ...]]:
    """The routes that fleets may take, zone by zone, by `slot=value`.

    The shortest way to a port is not among them, unless the fleet's key says where it begins.
    """
    if decision.rule != ORDERS or not isinstance(decision.options, Assign):
        return {}
    month, east = data.month_of_year(known.month), western.soviet_ports(data)
    found: dict[str, tuple[str, ...]] = {}
    for slot, domain in decision.options.slots.items():
        fleet, _, what = slot.partition(":")
        if what != ROUTE:
            continue
        goals = [value.removeprefix(DIRECT) for value in domain if value.startswith(DIRECT)]
        westward = not any(goal in east for goal in goals)
        for value in domain:
            points = _points(data, fleet, value, westward=westward)
            if len(points) > 1:
                found[f"{slot}={value}"] = _zones(data, points, month)
    return found


def _points(data: Data, fleet: str, value: str, *, westward: bool) -> tuple[str, ...]:
    """The waypoints of a way, its start first; none where that is not known."""
    if value in data.sea.routes:
        points = data.sea.routes[value].waypoints
        return tuple(reversed(points)) if westward else tuple(points)
    if value.startswith(DIRECT) and fleet.startswith(HOME):
        return fleet.removeprefix(HOME), data.sea.port(value.removeprefix(DIRECT)).zone
    return ()


@lru_cache(maxsize=256)
def _zones(data: Data, points: tuple[str, ...], month: int) -> tuple[str, ...]:
    try:
        return tuple(data.sea.through(points, month, Side.ALLIED))
    except ValueError:
        return points
