"""What is told when an operation is over: how it ended and why, from the last position and what the log says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from barents.atlas.fates import (
    ARRIVED,
    AT_SEA,
    BACK,
    BY_AIR,
    BY_BOATS,
    BY_SHIPS,
    OTHERWISE,
    beside_history,
    convoy_in_words,
)
from barents.games.operations import state as s
from barents.games.operations.data import Data
from barents.games.operations.names import GLYPHS, SIDES, TYPES, line_of, plane_sign, worth
from barents.games.operations.rules.victory import counts, points
from barents.games.operations.screen.phrases import called
from barents.games.operations.screen.score import AWARDS
from barents.games.operations.state import Ship, State
from barents.kernel.events import Drew, Entry, Rolled, Told
from barents.kernel.game import Result
from barents.kernel.report import Loss, Report, Scored, Tally
from barents.kernel.sides import Side

TURN = "OP-TIME-turn"
HULL, SUNK, BOAT_LOST, SHOT_DOWN = "OP-DMG-table", "OP-DMG-sunk", "OP-SUB-damage", "OP-STRIKE-fate"
AIRCRAFT, SUBMARINES, SHIPS, ESCORTS = "aircraft", "submarines", "surface ships", "escorts"
SEA, MINES, ICE, PATROLS, AIR_DEFENCE = "the sea", "mines", "ice", "local patrols", "fighters and guns"
# What an event of a rule is about; those that it begins with the longest part of are meant.
CAUSES = {
    "OP-STRIKE": AIRCRAFT,
    "OP-SUB-attack": SUBMARINES,
    "OP-SUB-target": SUBMARINES,
    "OP-SUB-counter": ESCORTS,
    "OP-SUB-shadow": ESCORTS,
    "OP-SUB-hunt": ESCORTS,
    "OP-SUB-inshore": PATROLS,
    "OP-TAC": SHIPS,
    "OP-GUN": SHIPS,
    "OP-TORP-range": SHIPS,
    "OP-PORT-bombard": SHIPS,
    "OP-BASE": SHIPS,
    "OP-SEA-founder": SEA,
    "OP-MAP-floes": ICE,
    "OP-MINE": MINES,
}
ENDS = {AIRCRAFT: BY_AIR, SUBMARINES: BY_BOATS, SHIPS: BY_SHIPS}


@dataclass
class Story:
    """What the log tells: who was lost to what, and when."""

    losses: list[Loss] = field(default_factory=list)
    parts: dict[str, list[str]] = field(default_factory=dict)  # who had a part in the end of each ship

    def harm(self, unit: str, cause: str) -> None:
        """Note who had a part in a ship's end."""
        parts = self.parts.setdefault(unit, [])
        if cause and cause not in parts:
            parts.append(cause)


def report(data: Data, state: State, log: Sequence[Entry]) -> Report:
    """How an operation ended and why."""
    story = read(data, state, log)
    ended = ends_of(data, state, story)
    return Report(
        sentence=sentence(data, state, ended),
        scored=tuple(scored(data, state)),
        losses=tuple(story.losses),
        tallies=tuple(tallies(data, state, ended)),
    )


# Losses, from the log


def cause_of(rule: str) -> str | None:
    """What an event of a rule is about.

    >>> cause_of("OP-SUB-attack"), cause_of("OP-GUN-dice"), cause_of("OP-DMG-table")
    ('submarines', 'surface ships', None)
    """
    return next((cause for start, cause in CAUSES.items() if rule.startswith(start)), None)


def read(data: Data, state: State, log: Iterable[Entry]) -> Story:
    """Read the log from beginning to end."""
    story, turn, cause = Story(), 1, ""
    for event, *_ in log:
        if not isinstance(event, (Told, Rolled, Drew)):
            continue
        about = {name: str(value) for name, value in event.about.items()} if isinstance(event, Told) else {}
        unit = about.get("unit", "")
        if event.rule == TURN and "turn" in about:
            turn = int(about["turn"])
            cause = ""
        elif event.rule == HULL and "boxes" in about:
            story.harm(unit, cause)
        elif event.rule == SUNK and "points" in about:
            story.harm(unit, cause)
            _lose(data, state, story, unit, turn)
        elif event.rule == BOAT_LOST and "points" in about:
            story.losses.append(Loss(_side(state, unit), called(data, state, unit), "ss", cause or ESCORTS, turn))
        elif event.rule == SHOT_DOWN and isinstance(event, Rolled):
            _shoot_down(data, story, event, turn)
        cause = cause_of(event.rule) or cause
    return story


def _side(state: State, unit: str) -> Side:
    return next(side for side in Side if unit in state.desks[side].ships or unit in state.desks[side].boats)


def _lose(data: Data, state: State, story: Story, unit: str, turn: int) -> None:
    side, line = _side(state, unit), line_of(data, state, unit)
    causes = [_called(side, part) for part in story.parts.get(unit, [])] or ["fire"]
    kind = GLYPHS[line.type] if line is not None else "ss"
    story.losses.append(Loss(side, called(data, state, unit), kind, " and ".join(causes), turn))


def _shoot_down(data: Data, story: Story, event: Rolled, turn: int) -> None:
    """OP-STRIKE-fate: a step that was beaten off and did not come home."""
    about = data.air_types.get(event.subject.rpartition("-")[0])
    if about is not None and event.total is not None and event.total >= data.tables.strike.destroyed_from:
        name = f"{about.name} step"
        story.losses.append(Loss(about.side, name, plane_sign(about), AIR_DEFENCE, turn))


def _called(victim: Side, part: str) -> str:
    """German submarines are U-boats."""
    return "U-boats" if part == SUBMARINES and victim is Side.ALLIED else part


# Points, from the position


def scored(data: Data, state: State) -> Iterator[Scored]:
    """OP-SCEN-levels: points by what they are for, each side's greatest first."""
    file = data.scenarios.get(state.scenario)
    for side in Side:
        awards = () if file is None else file.victory.allied if side is Side.ALLIED else file.victory.axis
        rows = [
            Scored(side, AWARDS[award.kind] + (f", {_name(data, award.fleet)}" if award.fleet else ""), total)
            for award in awards
            if award.kind != "sunk" and (total := points(state, data, side, award))
        ]
        rows += _sunk(data, state, side)
        yield from sorted(rows, key=lambda row: (-row.points, row.source))


def _name(data: Data, fleet: str) -> str:
    files = data.scenarios.values()
    return next((row.name for file in files for row in file.fleets if row.id == fleet), fleet)


def _sunk(data: Data, state: State, side: Side) -> list[Scored]:
    """OP-VP-ships: the enemy's ships and boats by their kind."""
    number: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for key in state.sunk.get(side.enemy, []):
        line = line_of(data, state, key)
        kind = TYPES[line.type] if line is not None else "U-boat" if side is Side.ALLIED else "submarine"
        source = f"{kind[0].upper()}{kind[1:]}s sunk"
        number[source] += 1
        total[source] += worth(data, state, key)
    return [Scored(side, source, total[source], number[source]) for source in number]


# Convoys beside history


def ends_of(data: Data, state: State, story: Story) -> dict[str, list[str]]:
    """For each convoy of the scenario how each of its merchants ended."""
    file = data.scenarios.get(state.scenario)
    found: dict[str, list[str]] = {}
    ships = state.desks[Side.ALLIED].ships
    for row in file.fleets if file is not None else ():
        if row.transports:
            keys = [f"{row.id}-{number}" for number in range(1, row.transports + 1)]
            found[row.name] = [_end(data, state, story, ships[key]) for key in keys if key in ships]
    return found


def _end(data: Data, state: State, story: Story, ship: Ship) -> str:
    if ship.at == s.SUNK:
        parts = story.parts.get(ship.key, [])
        return next((end for cause, end in ENDS.items() if cause in parts), OTHERWISE)
    file = data.scenarios[state.scenario]
    root = ship.key.rpartition("-")[0]
    awards = [award for award in file.victory.allied if award.fleet == root and award.kind != "afloat"]
    if ship.landed or ship.at in (s.ARRIVED, s.RETURNED) or any(counts(state, data, award, ship) for award in awards):
        return ARRIVED
    fleet = state.desks[Side.ALLIED].fleets.get(ship.fleet)
    port = data.port_at(fleet.at) if fleet is not None and fleet.docked else None
    if port is None:
        return AT_SEA
    return ARRIVED if (port.nation == "uk") is ship.homeward else BACK


def tallies(data: Data, state: State, ended: dict[str, list[str]]) -> Iterator[Tally]:
    """Each convoy's merchants by how they ended, and how those of the real convoy did."""
    if state.scenario in data.scenarios:
        begins = datetime.fromisoformat(data.scenarios[state.scenario].begins)
        for name, ends in ended.items():
            yield beside_history(name, ends, begins)


# In a sentence


def sentence(data: Data, state: State, ended: dict[str, list[str]]) -> str:
    """The end in a few sentences: what became of the convoys, how close it was, and what history made of it."""
    told = "; ".join(convoy_in_words(name, ends) for name, ends in ended.items())
    begun = f"{told[0].upper()}{told[1:]}. " if told else ""
    return begun + (margin(data, state, state.result) if state.result is not None else "The operation goes on.")


def margin(data: Data, state: State, result: Result) -> str:
    """OP-SCEN-levels: how far it was to the next level for the Allies, and the score of history."""
    if result.level == "resigned" and result.winner is not None:
        return f"The {SIDES[result.winner.enemy]} gave up."
    if "net" not in result.points:
        return "Both sides agreed to a draw."
    net = int(result.points["net"])
    file = data.scenarios.get(state.scenario)
    if file is None:
        return f"The score is {_minus(net)}: {result.level}."
    above = [level for level in file.victory.levels if level.begins is not None and level.begins > net]
    short = ""
    if above and above[-1].begins is not None:
        missing = above[-1].begins - net
        short = f", {missing} {'point' if missing == 1 else 'points'} short of {above[-1].name}"
    history = f"History made it {_minus(file.history.score)}: {file.history.level}."
    return f"The score is {_minus(net)}: {result.level}{short}. {history}"


def _minus(points: int) -> str:
    """A number as it is printed.

    >>> _minus(-9), _minus(12)
    ('−9', '12')
    """
    return str(points).replace("-", "−")
