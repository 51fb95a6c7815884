"""What is measured of a game of Arctic Disaster: who was lost to whom, the points by turn, and what turned the game."""

from __future__ import annotations

from collections import Counter as Tally
from datetime import datetime
from typing import Any

from barents.games.arctic_disaster.data import TIRPITZ, Counter, Data
from barents.games.arctic_disaster.rules.units import find
from barents.games.arctic_disaster.rules.victory import allied_points, german_points, worth
from barents.games.arctic_disaster.screen.report import AGROUND, COUNTERATTACK, DAMAGED, SHOT_DOWN, SUNK, TURN, cause_of
from barents.games.arctic_disaster.state import LOST, Ship, State
from barents.kernel.events import Told
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.measures import Measures

ARRIVED, ROCKS = "AD-15.2-arrive", "rocks"
# What is counted by the rule under which it is told, and how its words begin.
EVENTS = {
    ("AD-5.7-km-once", ""): "Knight's Move",
    ("AD-5.8-hitler-status", "Tirpitz is ordered"): "Tirpitz called back",
    ("AD-9.4-no-reform", "PQ-17 scatters"): "scattered",
    ("AD-11.4.1-participants", "Surface combat"): "surface combats",
    ("AD-11.1-designate", ""): "air attacks",
    ("AD-13.5-contact", "{boat} attacks"): "submarine attacks",
    ("AD-13.6-shadow-effect", "PQ-17 is shadowed"): "shadowed",
    ("AD-15.2-arrive", ""): "merchants through",
    ("AD-7.2-ice-hidden", ""): "ships hidden in the ice",
}


def begins(data: Data, scenario: str, turn: int) -> datetime:
    """When a turn of a scenario begins, by its track."""
    return datetime.fromisoformat(data.scenarios[scenario].turns[turn - 1].begins)


def measure(match: Match[Any, Any]) -> Measures:
    """Losses by cause, points by turn from what the log tells of damage and arrivals, and how often things happened."""
    data: Data = match.data
    state: State = match.state
    ships: dict[str, Ship] = {}
    events: Tally[str] = Tally()
    losses: dict[str, dict[str, int]] = {}
    by_turn: dict[str, list[float]] = {side.value: [] for side in Side}
    awards = 0

    def turn_ends() -> None:
        hurt = [(data.counters[ship.id], ship) for ship in ships.values()]
        values = data.tables.victory.axis_sunk
        german = sum(values.get(about.type, 0) for about, ship in hurt if about.side is Side.ALLIED and ship.at == LOST)
        by_turn[Side.AXIS.value].append(german)
        by_turn[Side.ALLIED.value].append(awards + sum(worth(data, s) for about, s in hurt if about.side is Side.AXIS))

    for entry in match.log or ():
        event = entry.event
        if not isinstance(event, Told):
            continue
        about = {name: str(value) for name, value in event.about.items()}
        for (rule, words), name in EVENTS.items():
            events[name] += event.rule == rule and event.words.startswith(words)
        if event.rule == TURN and about.get("turn") != "1":
            turn_ends()
        elif event.rule == ARRIVED:
            awards += data.tables.victory.arrived
        elif event.rule in (*SUNK, DAMAGED) and about.get("unit") in data.counters and "by" in about:
            ship = ships.setdefault(about["unit"], Ship(about["unit"]))
            ship.damage = int(about.get("points", data.counters[ship.id].hits))
            if "points" not in about:
                ship.at = LOST
                _lose(losses, kind(data.counters[ship.id]), cause_of(data, about["by"]))
        elif event.rule == AGROUND and about.get("unit") in data.counters:
            ships.pop(about["unit"], None)
            _lose(losses, kind(data.counters[about["unit"]]), ROCKS)
        elif event.rule == COUNTERATTACK and "boat" in about:
            _lose(losses, f"{_command(data, about['boat'])} submarines", "escorts")
        elif event.rule in SHOT_DOWN and "destroyed" in event.words:
            side = data.formations[data.air[about["unit"]].formation].side
            _lose(losses, f"{side.value} aircraft", "fighters" if about["by"] == "fighters" else "guns")
    turn_ends()
    by_turn[Side.ALLIED.value][-1] = allied_points(state, data)  # what is hidden, or still out, counts in the end
    by_turn[Side.AXIS.value][-1] = german_points(state, data)
    events["Tirpitz at sea"] += went_to_sea(state)
    ordered = {what: dict(sorted(causes.items())) for what, causes in sorted(losses.items())}
    return Measures(ordered, by_turn, {name: count for name, count in sorted(events.items()) if count})


def _lose(losses: dict[str, dict[str, int]], what: str, cause: str) -> None:
    causes = losses.setdefault(what, {})
    causes[cause] = causes.get(cause, 0) + 1


def kind(counter: Counter) -> str:
    """What a lost ship is counted as."""
    return "merchants" if counter.is_merchant else f"{counter.side.value} warships"


def _command(data: Data, boat: str) -> str:
    """The side of a submarine; those that came with PQ-17 are Allied."""
    return data.commands[data.boats[boat].command].side.value if boat in data.boats else Side.ALLIED.value


def went_to_sea(state: State) -> bool:
    """Whether Tirpitz has been out of the Leads."""
    ship = find(state, TIRPITZ)
    force = state.forces[Side.AXIS].get(ship.force)
    return state.hitler != "out" or ship.at == LOST or ship.apart or (force is not None and force.sortied)
