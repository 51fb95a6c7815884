"""A seat while a match is in memory: its feed, what is kept for it, and the clients that listen there."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from barents.kernel.feed import Feed, Frame, difference, recent, told_in
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import LogLine, Passage, View
from barents.server.accounts.visitors import Visitor, account_of
from barents.server.matches.beforehand import Beforehand, Standpoint
from barents.server.matches.beforehand import decode as beforehand_of
from barents.server.matches.protocol import Answer, Order, SeatCard, Updated
from barents.server.storage.store import Chronicle, SeatRow, Way

LOG_LINES = 120
MOST_LISTENERS = 8  # connections to one seat; a further one ends the oldest
MOST_WAITING = 64  # messages that a slow client may leave unread before it is given the whole view afresh

encode = msgspec.json.Encoder().encode
_lines_in = msgspec.json.Decoder(tuple[LogLine, ...]).decode


class Summary(msgspec.Struct, frozen=True):
    """Where a match stands for a seat, for the list of games; kept with each change that the seat can see."""

    turn: int = 0
    turns: int = 0
    date: str = ""
    my_move: bool = False
    over: bool = False
    words: str = ""


class Older(NamedTuple):
    """Lines of a log, and what they tell of."""

    lines: tuple[LogLine, ...] = ()
    story: tuple[Passage, ...] = ()


def lines_before(view: View | None, before: int) -> Older:
    """The lines of a view's log before one of them."""
    if view is None:
        return Older()
    end = min(max(0, before), len(view.log))
    lines = view.log[max(0, end - LOG_LINES) : end]
    return Older(lines, told_in(view.story, lines))


def packed(log: tuple[LogLine, ...], first: int) -> Chronicle | None:
    """The lines of a log from one of them on, as they are kept; None if there are none."""
    lines = log[first:]
    return Chronicle(first, len(lines), zlib.compress(encode(lines))) if lines else None


def unpacked(pages: Iterable[bytes]) -> tuple[LogLine, ...]:
    """The lines of a log from what is kept of it."""
    return tuple(line for page in pages for line in _lines_in(zlib.decompress(page)))


class Listener:
    """One connection of a client to a seat. `visitor` is whose it is; `invitation` the link it may show.

    `whence` tells those who watch apart by where they come from.
    """

    def __init__(self, visitor: Visitor, invitation: str = "", whence: str = "") -> None:
        self.visitor = visitor
        self.whence = whence
        self.invitation = invitation
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.behind = False
        self.farewell = (1000, "")

    def tell(self, message: Answer | bytes) -> None:
        """Queue a message; a client that does not keep up is noted as behind, and gets a new hello instead."""
        if self._waiting.qsize() >= MOST_WAITING:
            self.behind = True
            self.forget()
        self._waiting.put_nowait(message if isinstance(message, bytes) else encode(message))

    def forget(self) -> None:
        """Drop what has not been sent."""
        while not self._waiting.empty():
            self._waiting.get_nowait()

    def hang_up(self, code: int, reason: str) -> None:
        """End the connection once everything before this has been sent."""
        self.farewell = (code, reason)
        self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next message to send; None when the connection is to end."""
        return await self._waiting.get()


class SeatFeed(Feed):
    """What a seat is shown. Where somebody else answers for it, it is not asked and sees the umpire at work.

    `given` is what it has given beforehand, as it was last shown that.
    """

    def __init__(
        self, side: Side, revision: int, way: Way, before: tuple[LogLine, ...], given: Beforehand, alone: bool
    ) -> None:
        super().__init__(eyes_of(side), revision, before)
        self.given = given
        self._side = side
        self._way = way
        self._alone = alone
        self.is_followed = False
        """Whether what is shown now will be followed at the next beat by what needs no person."""

    def look(self, match: Match[Any, Any]) -> View:
        """The match as it stands, for this seat."""
        view = super().look(match)
        if self.standpoint(match, self.given).answered_by:
            waiting = tuple("umpire" if name == self._side.value else name for name in view.waiting)
            view = msgspec.structs.replace(view, decision=None, waiting=waiting)
        if view.undo and ((self.is_followed and view.decision is None) or not self.given.last_deed):
            # Whether it can still be taken back would say whether it has been answered; and what had but one answer
            # is not worth it.
            view = msgspec.structs.replace(view, undo=False)
        return view

    def standpoint(self, match: Match[Any, Any], given: Beforehand) -> Standpoint:
        """What says who answers for this seat, when it has given this beforehand."""
        return Standpoint(match, self._side, self._way, given, self._alone, lambda: self.story(match))

    def forget(self) -> None:
        """Something else was shown in between: the next look makes a frame in any case."""
        self._last = b""


class LiveSeat:
    """A seat of a match in memory. `told` is what the database has of its log; `alone` that no other person plays."""

    def __init__(
        self,
        row: SeatRow,
        holders: tuple[str, ...],
        match: Match[Any, Any],
        way: Way,
        told: Iterable[bytes] = (),
        is_followed: bool = False,
        alone: bool = False,
    ) -> None:
        self.side = row.side
        self.kind = row.kind
        self.player = row.player
        self.rating: float | None = None
        self.listeners: list[Listener] = []
        self.elsewhere = False  # somebody listens in another process
        # What was last shown is what the match looks like now, and its number is on record.
        before = unpacked(told)
        self.chronicled = len(before)
        self.feed = SeatFeed(row.side, max(0, row.revision - 1), way, before, Beforehand(), alone)
        self.feed.is_followed = is_followed
        self.take_in(row, holders)
        self.take_in_given(row)
        self.following = self.feed.given.following  # as whoever listens was last told
        first = self.feed.update(match) if row.kind == "person" else None
        self.view: View | None = None if first is None else first.view
        # What was last shown; and from which revision on the question that lies here now has been asked, and the seat
        # has done nothing itself.
        self.asked_since = self.acted_at = self.shown_at = self.feed.revision

    def take_in(self, row: SeatRow, holders: tuple[str, ...]) -> None:
        """What is kept for this seat."""
        self.name = row.name
        self.holders = holders
        self.has_link = row.token is not None
        self.seen = row.seen
        self.draft: Any = None if row.draft is None else msgspec.json.decode(row.draft)
        self.orders = msgspec.json.decode(row.orders, type=dict[str, Order])

    def take_in_given(self, row: SeatRow) -> None:
        """What this seat has given beforehand, as it stands and as it was last shown."""
        self.given = beforehand_of(row.beforehand)
        self.feed.given = beforehand_of(row.beforehand_shown)

    def standpoint(self, match: Match[Any, Any]) -> Standpoint:
        """What says who answers for this seat now."""
        return self.feed.standpoint(match, self.given)

    def settle(self, match: Match[Any, Any]) -> None:
        """The match is going to be shown: what was given beforehand is too, as far as it still holds."""
        if self.kind == "person":
            self.given = self.feed.given = self.standpoint(match).settled()

    def tell_following(self) -> None:
        """Tell whoever listens what is left of what was given beforehand, with what was just shown of the match."""
        before, self.following = self.following, self.feed.given.following
        if self.following != before:
            message = encode(self.following)
            for listener in self.listeners:
                listener.tell(message)

    @property
    def is_here(self) -> bool:
        """Whether somebody can be seen at this seat."""
        return self.kind == "computer" or bool(self.listeners) or self.elsewhere

    @property
    def card(self) -> SeatCard:
        """Who sits here, as everyone at the table may know."""
        return SeatCard(self.side, self.kind, self.name, self.is_here, self.has_account, self.rating)

    @property
    def has_account(self) -> bool:
        """Whether whoever holds this seat does so by an account."""
        return any(account_of(holder) for holder in self.holders)

    @property
    def is_taken(self) -> bool:
        """Whether somebody holds this seat."""
        return self.kind == "computer" or bool(self.holders)

    def shown(self) -> View:
        """The view with the last lines of its log."""
        if self.view is None:
            raise LookupError(f"nobody looks on from the seat of {self.side}")
        return recent(self.view, LOG_LINES)

    def older(self, before: int) -> Older:
        """The lines of the log before one of them, and what they tell of."""
        return lines_before(self.view, before)

    def chronicle(self, match: Match[Any, Any]) -> Chronicle | None:
        """What this seat was told in the chapters that are over, as far as it is not kept yet."""
        if self.kind != "person" or not match.chapters:
            return None
        return packed(self.feed.reader.lines_of(match.chapters[-1].log[1]), self.chronicled)

    def look(self, match: Match[Any, Any], acted: bool) -> Frame | None:
        """The next frame, if anything has changed here. Whoever acted gets one in any case: the next answer must not
        be taken for a repetition of this one, and one's own deed is no secret."""
        if self.kind != "person":
            return None
        frame = self.feed.update(match)
        if frame is None and acted and self.view is not None:
            self.feed.revision += 1
            return Frame(self.feed.revision, self.view)
        return frame

    def stand_by(self) -> Frame | None:
        """The next frame of a seat that has answered in a pause: what comes of it is shown with the next beat."""
        if self.view is None:
            return None
        self.feed.forget()
        self.feed.revision += 1
        return Frame(self.feed.revision, _standing_by(self.view))

    def resume(self, match: Match[Any, Any], asked: bool, answered: bool) -> None:
        """The seat was built as it stood before a pause: bring it to where it is in it, asked or having answered."""
        revision = self.feed.revision
        if asked:
            frame = self.feed.update(match)
            self.view = self.view if frame is None else frame.view
        elif answered and self.view is not None:
            self.feed.forget()
            self.view = _standing_by(self.view)
        self.feed.revision = revision

    def publish(self, frame: Frame, acted: bool) -> None:
        """Show a frame to everyone who listens here."""
        before, self.view = self.view, frame.view
        self.shown_at = frame.revision
        if acted:
            self.acted_at = frame.revision
        if acted or before is None or before.decision != frame.view.decision:
            self.asked_since = frame.revision
        if self.listeners and before is not None:
            message = encode(Updated(update=difference(before, frame.view, frame.revision)))
            for listener in self.listeners:
                listener.tell(message)

    def show(self, match: Match[Any, Any], revision: int, acted: bool, *, standing_by: bool = False) -> None:
        """Show what was done in another process, under the number that it has there."""
        before = self.feed.revision
        if standing_by and revision <= before:
            return
        frame = self.stand_by() if standing_by else self.look(match, acted=False)
        view = self.view if frame is None else frame.view
        if view is not None and (frame is not None or revision > before):
            self.feed.revision = max(revision, self.feed.revision)
            self.publish(Frame(self.feed.revision, view), acted)
        self.tell_following()

    def succeed(self, before: LiveSeat, acted: bool) -> None:
        """Take the place of this seat as it was built before; whoever listens is shown what is new."""
        self.listeners = before.listeners
        self.asked_since, self.acted_at = before.asked_since, before.acted_at
        if self.view is not None and (self.view, self.shown_at) != (before.view, before.shown_at):
            after, self.view = self.view, before.view
            self.publish(Frame(self.feed.revision, after), acted)
        self.following = before.following
        self.tell_following()


def _standing_by(view: View) -> View:
    return msgspec.structs.replace(view, decision=None, undo=False, waiting=("umpire",))


def summary_of(view: View) -> Summary:
    """Where a match stands, from a seat's view of it."""
    clock, over = view.situation.clock, view.result is not None
    mine = view.observer.value in view.waiting
    if view.result is not None:
        words = view.result.why or view.result.level
        words = f"{words[:1].upper()}{words[1:]}"
    elif mine:
        words = view.decision.prompt if view.decision is not None and view.decision.prompt else "It is your move."
    elif "umpire" in view.waiting:
        words = "The umpire is at work."
    else:
        words = f"Waiting for the {' and '.join(side.capitalize() for side in view.waiting)} side."
    return Summary(clock.turn, clock.turns, clock.date, mine and not over, over, words)
