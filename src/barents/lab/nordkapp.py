"""What is measured of a game of Nordkapp: who was lost to whom, and the points by turn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from barents.games.nordkapp.data import Counter, Data
from barents.games.nordkapp.rules.units import find, worth
from barents.games.nordkapp.state import Piece, State
from barents.kernel.events import Told
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.measures import Measures, after

TURN = "NK-4-phase-order"
# The rule by which a unit was damaged, and what did it; what is not here is misfortune, and has a name itself.
CAUSES = {
    "NK-7.1.2-torpedo-roll": "submarines",
    "NK-7.1.3-table": "escorts",
    "NK-8.1-round-fire": "ships",
    "NK-9.3.2a-fighters": "fighters",
    "NK-9.3.2b-aa": "guns",
    "NK-9.3.2c-as": "aircraft",
}


def begins(data: Data, scenario: str, turn: int) -> datetime:
    """When a turn of a scenario begins."""
    return after(data.scenarios[scenario].begins, data.tables.scale.turn_hours, turn)


def measure(match: Match[Any, Any]) -> Measures:
    """Losses by cause, merchants also by convoy, and points by turn, from what the log tells of damage."""
    data: Data = match.data
    state: State = match.state
    losses: dict[str, dict[str, int]] = {}
    points = {side.value: 0.0 for side in Side}
    by_turn: dict[str, list[float]] = {side.value: [] for side in Side}
    damage: dict[str, int] = {}

    def turn_ends() -> None:
        for side, total in points.items():
            by_turn[side].append(total)

    for entry in match.log or ():
        event = entry.event
        if not isinstance(event, Told):
            continue
        about = event.about
        if event.rule == TURN:
            turn_ends()
        elif "unit" in about and "by" in about:
            name = str(about["unit"])
            counter, convoy = data.counters[name], find(state, name).convoy
            before, sunk = damage.get(name, 0), "points" not in about
            damage[name] = counter.armour if sunk else int(about["points"])
            piece = Piece(name, "", convoy=convoy)
            points[counter.side.enemy.value] += worth(state, data, piece, damage[name] - before, sunk)
            if sunk:
                for what in kinds(data, state, counter, convoy):
                    causes = losses.setdefault(what, {})
                    cause = CAUSES.get(event.rule, str(about["by"]))
                    causes[cause] = causes.get(cause, 0) + 1
    turn_ends()
    ordered = {what: dict(sorted(causes.items())) for what, causes in sorted(losses.items())}
    return Measures(ordered, by_turn)


def kinds(data: Data, state: State, counter: Counter, convoy: str) -> tuple[str, ...]:
    """What a lost unit is counted as; a merchant also as one of its convoy."""
    if counter.is_merchant:
        name = next(force.name for force in data.scenarios[state.scenario].forces if force.key == convoy)
        return "merchants", f"merchants of {name}"
    kind = "aircraft" if counter.is_air else "submarines" if counter.is_sub else "warships"
    return (f"{counter.side.value} {kind}",)
