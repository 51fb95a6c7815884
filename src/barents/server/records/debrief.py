"""After the end: what happened when, and the match shown again step by step through anybody's eyes.

A step is an entry of the record. A match can only be played on, so a few copies of it stand at different steps: the
nearest one behind a wanted step is played up to it. Views that were made are kept for a while, and whoever steps
backwards gets a run of them made at once.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from barents.kernel.datapack import DataPack
from barents.kernel.events import Rolled, Told
from barents.kernel.feed import LogReader, recent
from barents.kernel.game import Result
from barents.kernel.match import Control, Match
from barents.kernel.record import Record, RecordError
from barents.kernel.replay import begun, verify
from barents.kernel.report import Report
from barents.kernel.sides import Observer, Side
from barents.kernel.story import StoryReader
from barents.kernel.view import LogLine, View
from barents.server.matches.protocol import Debrief, Moment, Table, TurnPoint
from barents.server.matches.seats import LOG_LINES

CURSORS = 4
RUN = 24  # views made at once for whoever steps backwards
KEPT_VIEWS = 400
MOST_MOMENTS = 8


class Story(msgspec.Struct, frozen=True):
    """A finished match, told: everything of a debrief but the table."""

    result: Result
    report: Report
    turns: tuple[TurnPoint, ...]
    moments: tuple[Moment, ...]
    steps: int
    choices: int
    dice: int
    verified: bool

    def at(self, table: Table) -> Debrief:
        """The debrief at a table."""
        return Debrief(
            table=table,
            winner=self.result.winner,
            level=self.result.level,
            points=self.result.points,
            why=self.result.told.why,
            report=self.report,
            turns=self.turns,
            moments=self.moments,
            steps=self.steps,
            choices=self.choices,
            dice=self.dice,
            verified=self.verified,
        )


class Cursor:
    """A copy of the match at one step, with the log as each observer reads it."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self.match = match
        self.step = 0
        self._readers = {eyes: LogReader() for eyes in Observer}
        self._tellers = {eyes: StoryReader(match.game.story, match.data) for eyes in Observer}

    def go(self, entries: Sequence[tuple[Side, str]], step: int) -> None:
        """Play on to a step."""
        for side, text in entries[self.step : step]:
            entry = Control(text) if text.startswith("!") else self.match.game.notation.parse(text)
            self.match.do(side, entry)
            self.step += 1

    def lines(self, eyes: Observer) -> tuple[LogLine, ...]:
        """The log as an observer reads it here."""
        return self._readers[eyes].read(self.match, eyes)

    def view(self, eyes: Observer) -> View:
        """The match as an observer saw it here, with the last lines of the log."""
        seen = eyes if self.match.result is None else Observer.UMPIRE
        lines = self.lines(seen)
        return recent(self.match.view(eyes, lines, self._tellers[eyes].read(lines, seen)), LOG_LINES)


class Replayer:
    """A finished match that can be shown at any step."""

    def __init__(self, record: Record, pack: DataPack | None) -> None:
        self.record = record
        self.entries = tuple(entry for chapter in record.chapters for entry in chapter.entries)
        self._pack = pack
        self._cursors: list[Cursor] = []
        self._views: OrderedDict[tuple[int, Observer], View] = OrderedDict()
        self._lock = threading.Lock()
        self._story: Story | None = None

    def view(self, step: int, eyes: Observer) -> View:
        """The view of a step. This takes a while and is for a thread."""
        with self._lock:
            found = self._views.get((step, eyes))
            if found is not None:
                self._views.move_to_end((step, eyes))
                return found
            cursor = self._nearest(step)
            if cursor.step < step - 1 and any(abs(step - seen) <= RUN and eyes is by for seen, by in self._views):
                # The scrubber moves backwards here: the steps before this one will be asked for next.
                cursor.go(self.entries, max(cursor.step, step - RUN))
                while cursor.step < step:
                    self._keep(cursor, eyes)
                    cursor.go(self.entries, cursor.step + 1)
            cursor.go(self.entries, step)
            return self._keep(cursor, eyes)

    def _keep(self, cursor: Cursor, eyes: Observer) -> View:
        made = self._views[cursor.step, eyes] = cursor.view(eyes)
        while len(self._views) > KEPT_VIEWS:
            self._views.popitem(last=False)
        return made

    def _nearest(self, step: int) -> Cursor:
        behind = [cursor for cursor in self._cursors if cursor.step <= step]
        if behind:
            return max(behind, key=lambda cursor: cursor.step)
        if len(self._cursors) >= CURSORS:
            self._cursors.pop(0)
        self._cursors.append(Cursor(begun(self.record, self._pack)))
        return self._cursors[-1]

    def story(self) -> Story:
        """The match told from its beginning to its end. This takes a while and is for a thread."""
        with self._lock:
            if self._story is None:
                self._story = self._told()
            return self._story

    def _told(self) -> Story:
        cursor = Cursor(begun(self.record, self._pack))
        match = cursor.match
        turns: list[TurnPoint] = []
        moments: list[Moment] = []
        before: dict[Side, float] = {}
        read: tuple[LogLine, ...] = ()
        chapters = earlier = 0
        for step in range(len(self.entries) + 1):
            cursor.go(self.entries, step)
            lines = cursor.lines(Observer.UMPIRE)
            if step and lines == read:
                continue  # whatever scores or begins a turn is told
            situation = match.game.view(match.data, match.known(Observer.UMPIRE), Observer.UMPIRE)
            points = {
                track.side: track.value
                for track in situation.tracks
                if track.kind == "points" and track.side is not None
            }
            clock = situation.clock
            if len(match.chapters) > chapters:
                chapters = len(match.chapters)
                if clock.turn <= turns[-1].turn - earlier:  # a chapter with its own first turn: they are counted on
                    earlier = turns[-1].turn
            turn = earlier + clock.turn
            while turns and turns[-1].turn >= turn and turns[-1].step >= step:
                turns.pop()
            if not turns or turns[-1].turn != turn:
                turns.append(TurnPoint(step, turn, clock.date, points))
            for side, value in points.items():
                if change := value - before.get(side, 0):
                    moments.append(Moment(step, turn, side, change, _words(lines[len(read) :], change)))
            before, read = points, lines
        result = match.result
        if result is None:
            raise LookupError("a match that is not over has no debrief")
        moments.sort(key=lambda moment: -abs(moment.points))
        log = match.log or []
        return Story(
            result=result,
            report=match.game.report(match.data, match.state, log),
            turns=tuple(turns),
            moments=tuple(sorted(moments[:MOST_MOMENTS], key=lambda moment: moment.step)),
            steps=len(self.entries),
            choices=len(match.choices),
            dice=sum(len(entry.event.faces) for entry in log if isinstance(entry.event, Rolled)),
            verified=self._is_true(),
        )

    def _is_true(self) -> bool:
        try:
            verify(self.record, self._pack)
        except RecordError:
            return False
        return True


def _words(lines: Sequence[LogLine], change: float) -> str:
    """What happened, from the lines of a step: the one that speaks of these points, or the first of those that do."""
    told = [line.text for line in lines if isinstance(line.event, Told)]
    scoring = [text for text in told if "point" in text]
    exact = [text for text in scoring if re.search(rf"\b{abs(change)}\b", text)]
    if exact or len(scoring) == 1:
        return (exact or scoring)[0]
    if scoring:
        return f"{scoring[0]}, and {len(scoring) - 1} more"
    return told[-1] if told else lines[-1].text if lines else ""
