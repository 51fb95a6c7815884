"""What is measured of an operation: who was lost to what, the points for ships sunk by turn, and how it fought."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from barents.atlas.reports import Losses
from barents.games.operations.data import Data
from barents.games.operations.names import worth
from barents.games.operations.rules.units import type_of
from barents.games.operations.screen.report import BOAT_LOST, SUNK, TURN, read
from barents.games.operations.state import State
from barents.kernel.events import Told
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.measures import Measures, after

# What is counted by the rule under which it is told, and how its words begin.
EVENTS = {
    ("OP-TAC-who", "The battle in"): "battles",
    ("OP-STRIKE-order", "The raid on"): "air raids",
    ("OP-SUB-attack", "{unit} is torpedoed"): "ships torpedoed by submarines",
}
BY_SEVERAL = "several"


def begins(data: Data, scenario: str, turn: int) -> datetime:
    """When a turn of a scenario begins."""
    return after(data.scenarios[scenario].begins, data.tables.clock.turn_hours, turn)


def measure(match: Match[Any, Any]) -> Measures:
    """Losses by cause, each side's points for what it has sunk at the end of every turn, and counts of events."""
    data: Data = match.data
    state: State = match.state
    log = match.log or []
    events: Counter[str] = Counter()
    points = {side.value: 0.0 for side in Side}
    by_turn: dict[str, list[float]] = {side.value: [] for side in Side}
    for event, *_ in log:
        if not isinstance(event, Told):
            continue
        for (rule, words), name in EVENTS.items():
            events[name] += event.rule == rule and event.words.startswith(words)
        if event.rule == TURN:
            for side, total in points.items():
                by_turn[side].append(total)
        elif event.rule in (SUNK, BOAT_LOST) and "points" in event.about:
            unit = str(event.about["unit"])
            owner = next(side for side in Side if unit in state.desks[side].ships or unit in state.desks[side].boats)
            points[owner.enemy.value] += worth(data, state, unit)
    for side, total in points.items():
        by_turn[side].append(total)
    return Measures(losses(data, state, read(data, state, log)), by_turn, dict(events))


def losses(data: Data, state: State, story: Losses) -> dict[str, dict[str, int]]:
    """Ships and boats lost, of what kind and to what; ships that more than one had a part in, to several."""
    found: dict[str, Counter[str]] = {}
    for side in Side:
        desk = state.desks[side]
        for key in state.sunk.get(side, []):
            ship = desk.ships.get(key)
            kind = "submarines" if ship is None else "warships"
            what = "merchants" if ship is not None and type_of(data, ship).is_transport else f"{side.value} {kind}"
            parts = story.parts.get(key, [])
            cause = "escorts" if ship is None else BY_SEVERAL if len(parts) > 1 else parts[0] if parts else "fire"
            found.setdefault(what, Counter())[cause] += 1
    return {what: dict(sorted(causes.items())) for what, causes in sorted(found.items())}
