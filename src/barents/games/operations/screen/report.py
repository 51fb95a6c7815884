"""What is told when an operation is over: how it ended and why, from the last position and what the log says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from barents.atlas.fates import ARRIVED, AT_SEA, BACK, beside_history
from barents.atlas.reports import (
    AIRCRAFT,
    ESCORTS,
    SHIPS,
    SUBMARINES,
    Losses,
    broken_off,
    convoys_in_words,
    in_points,
    ranked,
)
from barents.games.operations import state as s
from barents.games.operations.data import Data
from barents.games.operations.names import GLYPHS, TYPES, line_of, plane_sign, worth
from barents.games.operations.rules.victory import counts, points
from barents.games.operations.screen.phrases import called
from barents.games.operations.screen.score import AWARDS
from barents.games.operations.state import Ship, State
from barents.kernel.events import Drew, Entry, Rolled, Told
from barents.kernel.game import Result
from barents.kernel.report import Loss, Report, Scored, Tally
from barents.kernel.sides import Side
from barents.kernel.words import capital

TURN = "OP-TIME-turn"
HULL, SUNK, BOAT_LOST, SHOT_DOWN = "OP-DMG-table", "OP-DMG-sunk", "OP-SUB-damage", "OP-STRIKE-fate"
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


def read(data: Data, state: State, log: Iterable[Entry]) -> Losses:
    """Read the log from beginning to end."""
    story, turn, cause = Losses(), 1, ""
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


def _lose(data: Data, state: State, story: Losses, unit: str, turn: int) -> None:
    line = line_of(data, state, unit)
    kind = GLYPHS[line.type] if line is not None else "ss"
    story.lose(_side(state, unit), unit, called(data, state, unit), kind, turn)


def _shoot_down(data: Data, story: Losses, event: Rolled, turn: int) -> None:
    """OP-STRIKE-fate: a step that was beaten off and did not come home."""
    about = data.air_types.get(event.subject.rpartition("-")[0])
    if about is not None and event.total is not None and event.total >= data.tables.strike.destroyed_from:
        name = f"{about.name} step"
        story.losses.append(Loss(about.side, name, plane_sign(about), AIR_DEFENCE, turn))


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
        yield from ranked([*rows, *_sunk(data, state, side)])


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
        source = f"{capital(kind)}s sunk"
        number[source] += 1
        total[source] += worth(data, state, key)
    return [Scored(side, source, total[source], number[source]) for source in number]


# Convoys beside history


def ends_of(data: Data, state: State, story: Losses) -> dict[str, list[str]]:
    """For each convoy of the scenario how each of its merchants ended."""
    file = data.scenarios.get(state.scenario)
    found: dict[str, list[str]] = {}
    ships = state.desks[Side.ALLIED].ships
    for row in file.fleets if file is not None else ():
        if row.transports:
            keys = [f"{row.id}-{number}" for number in range(1, row.transports + 1)]
            found[row.name] = [_end(data, state, story, ships[key]) for key in keys if key in ships]
    return found


def _end(data: Data, state: State, story: Losses, ship: Ship) -> str:
    if ship.at == s.SUNK:
        return story.end_of(ship.key)
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
    so = margin(data, state, state.result) if state.result is not None else "The operation goes on."
    return convoys_in_words(ended) + so


def margin(data: Data, state: State, result: Result) -> str:
    """OP-SCEN-levels: how far it was to the next level for the Allies, and the score of history."""
    if (otherwise := broken_off(result)) is not None:
        return otherwise
    net = int(result.points["net"])
    file = data.scenarios.get(state.scenario)
    if file is None:
        return f"The score is {_minus(net)}: {result.level}."
    above = [level for level in file.victory.levels if level.begins is not None and level.begins > net]
    short = ""
    if above and above[-1].begins is not None:
        short = f", {in_points(above[-1].begins - net)} short of {above[-1].name}"
    history = f"History made it {_minus(file.history.score)}: {file.history.level}."
    return f"The score is {_minus(net)}: {result.level}{short}. {history}"


def _minus(points: int) -> str:
    """A number as it is printed.

    >>> _minus(-9), _minus(12)
    ('−9', '12')
    """
    return str(points).replace("-", "−")
