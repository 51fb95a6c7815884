"""What is told when a game is over: how it ended and why, from what the log says happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from barents.atlas.fates import ARRIVED, AT_SEA, beside_history
from barents.atlas.reports import (
    AIRCRAFT,
    CARRIER_LOST,
    ESCORTS,
    GUNS,
    SHIPS,
    SUBMARINES,
    Losses,
    broken_off,
    by_source,
    convoys_in_words,
    in_points,
)
from barents.games.nordkapp.data import Counter, Data
from barents.games.nordkapp.names import GLYPHS, many
from barents.games.nordkapp.rules.units import convoy_kind, convoys, find, worth
from barents.games.nordkapp.state import LOST, OUT, State
from barents.kernel.events import Entry, Told
from barents.kernel.game import Result
from barents.kernel.report import Report, Tally
from barents.kernel.sides import Side

# What the log is read by: the rule under which the turn goes on, and those under which units are hit.
TURN = "NK-4-phase-order"
CAUSES = {
    "NK-7.1.2-torpedo-roll": SUBMARINES,
    "NK-7.1.3-table": ESCORTS,
    "NK-8.1-round-fire": SHIPS,
    "NK-9.3.2a-fighters": AIRCRAFT,
    "NK-9.3.2b-aa": GUNS,
    "NK-9.3.2c-as": AIRCRAFT,
    "NK-12.2-growlers": "ice",
}


@dataclass
class Story(Losses):
    """What the log tells: points by source, and who was lost to what."""

    points: dict[tuple[Side, str], list[float]] = field(default_factory=dict)
    damage: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)


def report(data: Data, state: State, log: Sequence[Entry]) -> Report:
    """How a game ended and why."""
    story = read(data, state, log)
    return Report(
        sentence=sentence(data, state, story),
        scored=tuple(by_source(story.points)),
        losses=tuple(story.losses),
        tallies=tuple(tallies(data, state, story)),
    )


def read(data: Data, state: State, log: Iterable[Entry]) -> Story:
    """Read the log from beginning to end."""
    story, turn = Story(), 1
    for event, *_ in log:
        if not isinstance(event, Told):
            continue
        if event.rule == TURN and "turn" in event.about:
            turn = int(event.about["turn"])
        elif event.rule in CAUSES and "by" in event.about:
            unit = data.counters[str(event.about["unit"])]
            sunk = "points" not in event.about
            after = unit.armour if sunk else int(event.about["points"])
            _hit(data, state, story, unit, after, cause_of(data, event), turn, sunk=sunk)
    return story


def cause_of(data: Data, event: Told) -> str:
    """What did the harm; a boat may be hunted from the air too."""
    by = str(event.about["by"])
    hunters = (about.name for about in data.counters.values() if about.is_air)
    if CAUSES[event.rule] == ESCORTS and (by == "an aircraft" or by in hunters):
        return AIRCRAFT
    return CAUSES[event.rule]


def _hit(
    data: Data, state: State, story: Story, unit: Counter, after: int, cause: str, turn: int, *, sunk: bool
) -> None:
    """A unit has so much damage now, and points are scored for what came to it."""
    taken = after - story.damage.get(unit.id, 0)
    story.damage[unit.id] = after
    story.harm(unit.id, cause)
    if points := worth(state, data, find(state, unit.id), taken, sunk):
        story.points.setdefault((unit.side.enemy, source_of(data, state, unit)), []).append(points)
    if sunk:
        _lose(story, unit, turn)
        if unit.type == "CV":
            _lose_wing(data, story, state, turn)


def _lose(story: Story, unit: Counter, turn: int) -> None:
    story.lose(unit.side, unit.id, unit.name, GLYPHS[unit.type], turn)
    story.lost.append(unit.id)


def _lose_wing(data: Data, story: Story, state: State, turn: int) -> None:
    """NK 9, R60: a carrier takes her aircraft along."""
    for piece in state.pieces[Side.ALLIED].values():
        about = data.counters[piece.id]
        if about.is_air and piece.at == LOST and piece.id not in story.lost:
            story.parts[piece.id] = [CARRIER_LOST]
            _lose(story, about, turn)


def source_of(data: Data, state: State, unit: Counter) -> str:
    """What points are for."""
    if unit.is_merchant:
        bound = convoy_kind(state, data, find(state, unit.id).convoy)
        return f"Merchants sunk, {'bound for Russia' if bound == 'pq' else 'homeward bound'}"
    what = "U-boats" if unit.is_sub and unit.side is Side.AXIS else many(unit.type).capitalize()
    return f"{what} damaged or sunk"


# Convoys beside history


def ends_of(data: Data, state: State, story: Story) -> dict[str, list[str]]:
    """For each convoy of the scenario how each of its merchants ended."""
    found: dict[str, list[str]] = {}
    for force in data.scenarios[state.scenario].forces:
        if force.convoy is None:
            continue
        ends = found[force.name] = []
        for piece in state.pieces[Side.ALLIED].values():
            if piece.convoy != force.key:
                continue
            if piece.at == LOST:
                ends.append(story.end_of(piece.id))
            else:
                ends.append(ARRIVED if piece.at == OUT else AT_SEA)
    return found


def tallies(data: Data, state: State, story: Story) -> Iterable[Tally]:
    """Each convoy's merchants by how they ended, and how those of the real convoy did."""
    begins = datetime.fromisoformat(data.scenarios[state.scenario].begins)
    for name, ended in ends_of(data, state, story).items():
        yield beside_history(name, ended, begins)


# In a sentence


def sentence(data: Data, state: State, story: Story) -> str:
    """The end in a sentence or two: what became of the convoys, and how close it was."""
    ended = margin(data, state, state.result) if state.result is not None else "The game goes on."
    return convoys_in_words(ends_of(data, state, story)) + ended


def margin(data: Data, state: State, result: Result) -> str:
    """How close it was: the next level of victory, and what was short of it (NK 11, 13)."""
    if (otherwise := broken_off(result)) is not None:
        return otherwise
    if convoys(state, data):
        return f"{result.why}, and that alone is a German operational victory."
    difference = state.points[Side.AXIS] - state.points[Side.ALLIED]
    levels = data.scenarios[state.scenario].levels
    steps = (levels.german_tactical_from, levels.german_operational_from)
    names = ("a tactical victory", "an operational victory")
    for needed, name in zip(steps, names, strict=True):
        if difference < needed:
            return f"The Germans were {in_points(needed - difference)} short of {name}."
    return f"The Germans had {in_points(difference - steps[-1])} more than they needed."
