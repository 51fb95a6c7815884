"""The coach of a scenario: cards that explain one idea each, and wait for what a person does with it.

They are data of the scenario's file (`[coach]`), so that anybody's scenario can have them. A step waits for a state of
what the side can see, never for a certain answer: whoever does something else is followed, and may leave the coach at
any moment. Nothing of the game hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from barents.kernel.data import Record
from barents.kernel.sides import Side

MOST_STEPS = 40
LONGEST_TITLE = 60
LONGEST_TEXT = 600


class Until(Record, frozen=True, kw_only=True):
    """When a step is done: when any of these is so. One that waits for nothing has a button."""

    rules: tuple[str, ...] = ()
    """Something has been told under one of these rules since the step began."""
    turn: int = 0
    """This turn has begun."""
    question: str = ""
    """This question is put."""
    on_chart: str = ""
    """This unit has come onto the chart."""
    badge: Mapping[str, str] = {}
    """A unit carries a badge: "patrol"."""
    gone: str = ""
    """This unit is nowhere any more, so that what was asked of it cannot be done."""


class CoachStep(Record, frozen=True, kw_only=True):
    """A card: an idea in two or three sentences, what to do now, and what it points at (units or cells)."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]
    ask: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""
    points: tuple[str, ...] = ()
    until: Until | None = None
    after: tuple[str, ...] = ()
    """It is left out unless something has been told under one of these rules before."""
    unless: tuple[str, ...] = ()
    """It is left out if something has been told under one of these rules before."""


class Coach(Record, frozen=True, kw_only=True):
    """The steps, and the side that is coached; the other one is played by `opponent`, if that is a computer."""

    side: Side
    steps: Annotated[tuple[CoachStep, ...], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    opponent: str = "cadet"


def is_done(step: CoachStep, view: Any, since: int) -> bool:
    """Whether what a step waits for has come about, as far as its side can see, since a line of the log."""
    until = step.until
    if until is None:
        return False
    told = until.rules and any(line.number >= since and line.rule in until.rules for line in view.log)
    asked = view.decision is not None and until.question and view.decision.question == until.question
    pieces = {piece.id: piece for piece in view.situation.pieces}
    chart = view.situation.boards[0].name
    here = until.on_chart in pieces and pieces[until.on_chart].board == chart
    worn = any(name in pieces and badge in pieces[name].badges for name, badge in until.badge.items())
    lost = until.gone and until.gone not in pieces
    return bool(told or asked or here or worn or lost or (until.turn and view.situation.clock.turn >= until.turn))


def is_left_out(step: CoachStep, view: Any) -> bool:
    """Whether a step speaks of what has not happened, or asks for what has."""
    told = {line.rule for line in view.log}
    return bool(step.after and told.isdisjoint(step.after)) or not told.isdisjoint(step.unless)


class Coaching:
    """The coach at a table where cards are read one after the other, as in a terminal."""

    def __init__(self, coach: Coach) -> None:
        self.coach = coach
        self._step, self._since, self._shown = 0, 0, False

    def news(self, view: Any) -> Iterator[CoachStep]:
        """The cards that are to be shown now: what only explains is followed by the next at once."""
        while self._step < len(self.coach.steps):
            step = self.coach.steps[self._step]
            if not self._shown and is_left_out(step, view):
                self._step += 1
                continue
            if not self._shown:
                self._shown = True
                yield step
            if step.until is not None and not is_done(step, view, self._since):
                return
            self._step, self._since, self._shown = self._step + 1, len(view.log), False


def coach_faults(coach: Coach | None, units: Sequence[str], cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What a coach points at or waits for that the game has not."""
    for number, step in enumerate(coach.steps if coach is not None else ()):
        known = {*units, *cells}
        for name in step.points:
            if name not in known:
                yield f"coach.steps[{number}].points", f"'{name}' is no unit and no cell of this game"
        until = step.until or Until()
        waited = (("on_chart", until.on_chart), ("gone", until.gone))
        for key, name in (*waited, *(("badge", unit) for unit in until.badge)):
            if name and name not in units:
                yield f"coach.steps[{number}].until.{key}", f"'{name}' is no unit of this game"
