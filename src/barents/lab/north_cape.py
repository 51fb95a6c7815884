"""What is measured of a game of North Cape: who was lost to whom, and the points by turn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from barents.games.north_cape.data import Counter, Data
from barents.kernel.events import Fact, Told
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.measures import Measures, after

LOST, TURN, SPENT = "NC-2.4-two-hits-eliminate", "NC-3.5-advance-turn", "NC-3.3-decoy-reveal-cost-only"
SCORED, NEXT_SCENARIO = "NC-10.0-vp-", "NC-11.7-order"


def begins(data: Data, scenario: str, turn: int) -> datetime:
    """When a turn of a scenario begins."""
    return after(data.scenarios[scenario].begins, data.tables.scale.turn_hours, turn)


def measure(match: Match[Any, Any]) -> Measures:
    """Losses by cause, and points by turn, from what the log tells."""
    data: Data = match.data
    losses: dict[str, dict[str, int]] = {}
    points = {side.value: 0 for side in Side}
    by_turn: dict[str, list[float]] = {side.value: [] for side in Side}

    def turn_ends() -> None:
        for side, total in points.items():
            by_turn[side].append(total)

    for entry in match.log or ():
        event = entry.event
        if not isinstance(event, Told):
            continue
        about = event.about
        if event.rule == LOST:
            causes = losses.setdefault(kind(data.counters[str(about["unit"])]), {})
            cause = cause_of(data, about["by"])
            causes[cause] = causes.get(cause, 0) + 1
        elif event.rule in (TURN, NEXT_SCENARIO):
            turn_ends()
        elif event.rule == SPENT:
            points[Side(str(about["side"])).enemy.value] += int(about["spend"])
        elif event.rule.startswith(SCORED) and "points" in about:
            points[str(about["side"])] += int(about["points"])
    turn_ends()
    ordered = {what: dict(sorted(causes.items())) for what, causes in sorted(losses.items())}
    return Measures(ordered, by_turn)


def kind(counter: Counter) -> str:
    """What a lost unit is counted as."""
    if counter.is_merchant:
        return "merchants"
    side = counter.side.value
    return f"{side} {'aircraft' if counter.is_air else 'submarines' if counter.is_sub else 'warships'}"


def cause_of(data: Data, by: Fact) -> str:
    """What a unit was lost to: the kind of enemy, or the misfortune itself."""
    counter = data.counters.get(str(by))
    if counter is None:
        return str(by)
    return "aircraft" if counter.is_air else "submarines" if counter.is_sub else "ships"
