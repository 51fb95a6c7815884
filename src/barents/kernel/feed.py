"""What one observer is sent: a frame for each change that this observer can see, and nothing else.

A frame holds a whole view; `difference` says what of it is new, which is all that goes over a line.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from barents.kernel.events import Entry, Told
from barents.kernel.record import Written
from barents.kernel.sides import Observer
from barents.kernel.story import StoryReader
from barents.kernel.view import LogLine, Passage, PieceView, View, line_of

if TYPE_CHECKING:
    from barents.kernel.match import Match

# The parts of a view that are sent whole when they change; pieces and log have ways of their own.
_OF_VIEW = ("waiting", "decision", "given", "undo", "draw_offer", "result")
_OF_SITUATION = ("boards", "clock", "sightings", "trails", "tracks", "sheets", "desk")


class Update(msgspec.Struct, frozen=True):
    """What has changed from one view to the next.

    `view` and `situation` hold the parts that are new as a whole. Of the pieces those in `gone` are taken away, then
    those in `pieces` added or put in place of the old, and `order` lists them all if their order has changed. The log
    is cut off at line `log_from`, and `log` comes after it; so is the story, of which the passages go that begin with
    the line `story_from` or after it.
    """

    revision: int
    view: dict[str, Any] = {}
    situation: dict[str, Any] = {}
    pieces: tuple[PieceView, ...] = ()
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    log_from: int = 0
    log: tuple[LogLine, ...] = ()
    story_from: int = 0
    story: tuple[Passage, ...] = ()


def difference(before: View, after: View, revision: int) -> Update:
    """What someone who has seen a view must be told of the next."""
    old, new = before.situation, after.situation
    was = {piece.id: piece for piece in old.pieces}
    now = {piece.id: piece for piece in new.pieces}
    gone = tuple(name for name in was if name not in now)
    changed = tuple(piece for name, piece in now.items() if was.get(name) != piece)
    left = [name for name in was if name in now]
    patched = [*left, *(name for name in now if name not in was)]
    same, told = _shared(before.log, after.log), _shared(before.story, after.story)
    return Update(
        revision,
        {name: getattr(after, name) for name in _OF_VIEW if getattr(before, name) != getattr(after, name)},
        {name: getattr(new, name) for name in _OF_SITUATION if getattr(old, name) != getattr(new, name)},
        changed,
        gone,
        tuple(now) if patched != list(now) else None,
        same,
        after.log[same:],
        after.story[told].first if told < len(after.story) else len(after.log),
        after.story[told:],
    )


def _shared(one: Sequence[Any], other: Sequence[Any]) -> int:
    """With how many equal items two rows begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a is not b and a != b), min(len(one), len(other)))


def recent(view: View, lines: int) -> View:
    """A view with the last lines of its log, and what they tell of."""
    log = view.log[-lines:]
    return msgspec.structs.replace(view, log=log, story=told_in(view.story, log))


def told_in(story: Sequence[Passage], log: Sequence[LogLine]) -> tuple[Passage, ...]:
    """The passages that some lines of a log belong to."""
    if not log:
        return ()
    first, last = log[0].number, log[-1].number
    return tuple(passage for passage in story if passage.last >= first and passage.first <= last)


class LogReader:
    """The log as one observer reads it, kept so that each line is put into words once.

    `before` are lines of chapters that the match in memory does not have any more. Whoever may know everything reads
    those chapters as they were written in the record.
    """

    def __init__(self, before: tuple[LogLine, ...] = ()) -> None:
        self._own = self._before = before
        self._eyes: Observer | None = None
        self._entries: list[Entry] = []
        self._counts: list[int] = []
        self._lines: list[LogLine] = []

    def read(self, match: "Match[Any, Any]", eyes: Observer) -> tuple[LogLine, ...]:
        """The lines as they stand; what an undo took back is gone."""
        log = match.log or []
        if eyes is not self._eyes:
            self._eyes, self._entries, self._counts, self._lines = eyes, [], [], []
            written = lines_before(match) if eyes is Observer.UMPIRE else ()
            self._before = written or self._own
        # An undo cuts the log and what follows is written anew, so equal ends mean equal beginnings.
        while self._entries and (len(self._entries) > len(log) or self._entries[-1] is not log[len(self._entries) - 1]):
            self._entries.pop()
            self._counts.pop()
        del self._lines[self._counts[-1] if self._counts else 0 :]
        for entry in log[len(self._entries) :]:
            line = line_of(match, entry, eyes, len(self._before) + len(self._lines))
            if line is not None:
                self._lines.append(line)
            self._entries.append(entry)
            self._counts.append(len(self._lines))
        return (*self._before, *self._lines)

    def lines_of(self, entries: int) -> tuple[LogLine, ...]:
        """The lines of the log's first entries as they were last read, after those from before."""
        return (*self._before, *self._lines[: self._counts[entries - 1] if entries else 0])


def lines_before(match: "Match[Any, Any]") -> tuple[LogLine, ...]:
    """All lines of the chapters before those in memory, from their records; nothing if one was kept without its log."""
    logs = [chapter.log for chapter in match.earlier]
    lines: list[Written] = []
    for log in logs:
        if log is msgspec.UNSET:
            return ()
        lines += log
    plain = str.maketrans({"{": "{{", "}": "}}"})
    return tuple(
        LogLine(number, line.rule, line.words, Told(line.rule, line.words.translate(plain)))
        for number, line in enumerate(lines)
    )


class Frame(msgspec.Struct, frozen=True):
    """One update to one observer."""

    revision: int
    view: View


class Feed:
    """What one observer is sent. The revision counts frames alone, so it tells nothing of what happens out of sight."""

    def __init__(self, observer: Observer, revision: int = 0, before: tuple[LogLine, ...] = ()) -> None:
        self.observer = observer
        self.revision = revision
        self.reader = LogReader(before)
        self._story: StoryReader[Any] | None = None
        self._last: bytes = b""
        self._log: tuple[LogLine, ...] = ()

    def look(self, match: "Match[Any, Any]") -> View:
        """The match as it stands, for this observer."""
        return match.view(self.observer, *self._read(match))

    def story(self, match: "Match[Any, Any]") -> tuple[Passage, ...]:
        """What has happened, as this observer reads it."""
        return self._read(match)[1]

    def _read(self, match: "Match[Any, Any]") -> tuple[tuple[LogLine, ...], tuple[Passage, ...]]:
        eyes = self.observer if match.result is None else Observer.UMPIRE
        log = self.reader.read(match, eyes)
        if self._story is None:
            self._story = StoryReader(match.game.story, match.data)
        return log, self._story.read(log, eyes)

    def update(self, match: "Match[Any, Any]") -> Frame | None:
        """The next frame, or None if nothing has changed for this observer."""
        view = self.look(match)
        encoded = msgspec.msgpack.encode(msgspec.structs.replace(view, log=(), story=()))
        if encoded == self._last and view.log == self._log:
            return None
        self._last, self._log = encoded, view.log
        self.revision += 1
        return Frame(self.revision, view)
