"""Those who watch a match: they are shown what everyone may know, and after the end everything.

However many there are, a change is looked at and encoded once for all of them, and only while somebody is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from barents.kernel.feed import Feed, Frame, LogReader, difference, recent
from barents.kernel.match import Match
from barents.kernel.sides import Observer
from barents.kernel.view import LogLine, View
from barents.server.matches.protocol import Answer, ChatLine, Hello, Table, Updated
from barents.server.matches.seats import LOG_LINES, Listener, Older, encode, lines_before, packed, unpacked
from barents.server.matches.standing_orders import is_delegated
from barents.server.storage.store import Chronicle

MOST_WATCHERS = 2000  # connections of one match at one process


class PublicFeed(Feed):
    """What everyone may know. What both sides have left to their staffs is the umpire's work, not theirs."""

    def __init__(self, before: tuple[LogLine, ...] = ()) -> None:
        super().__init__(Observer.PUBLIC, 0, before)

    def look(self, match: Match[Any, Any]) -> View:
        """The match as it stands, for those who watch."""
        view = super().look(match)
        if match.pending and is_delegated(match):
            return msgspec.structs.replace(view, waiting=tuple("umpire" for _ in match.pending))
        return view


class Looked(NamedTuple):
    """How those who watch have seen a match."""

    feed: PublicFeed
    view: View


def look_at(match: Match[Any, Any], told: Iterable[bytes]) -> Looked:
    """A match as those who watch see it now; `told` is what is kept of their log."""
    feed = PublicFeed(unpacked(told))
    first = feed.update(match)
    if first is None:
        raise LookupError("nothing was ever shown")
    return Looked(feed, first.view)


class Gallery:
    """Everyone who watches one match from this process."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self.chronicled = 0
        self._before: tuple[LogLine, ...] = ()
        self._feed: PublicFeed | None = None
        self._view: View | None = None

    @property
    def is_full(self) -> bool:
        """Whether nobody more can be let in."""
        return len(self.listeners) >= MOST_WATCHERS

    @property
    def is_shown(self) -> bool:
        """Whether somebody is here, who has been shown the match."""
        return self._feed is not None

    def enter(self, listener: Listener, match: Match[Any, Any], looked: Looked | None = None) -> None:
        """Somebody comes; he is shown the match as it was `looked` at, if not as it stands."""
        self.listeners.append(listener)
        if self._feed is None:
            self.start(match, looked)

    def leave(self, listener: Listener) -> None:
        """Somebody goes; with the last the work ends."""
        if listener in self.listeners:
            self.listeners.remove(listener)
        if not self.listeners:
            self._feed = self._view = None

    def remember(self, told: Iterable[bytes]) -> None:
        """What everyone was told in chapters that the match in memory does not have."""
        self._before = unpacked(told)
        self.chronicled = len(self._before)

    def chronicle(self, match: Match[Any, Any]) -> Chronicle | None:
        """What everyone was told in the chapters that are over, as far as it is not kept yet."""
        reader = LogReader(self._before)
        reader.read(match, Observer.PUBLIC)
        return packed(reader.lines_of(match.chapters[-1].log[1]), self.chronicled) if match.chapters else None

    def start(self, match: Match[Any, Any], looked: Looked | None = None) -> None:
        """Look at the match afresh: nobody has been here before, or it was built again from what is kept."""
        if looked is not None:
            self._feed, self._view = looked
            return
        self._feed = PublicFeed(self._before)
        first = self._feed.update(match)
        self._view = None if first is None else first.view

    def look(self, match: Match[Any, Any]) -> Frame | None:
        """The next frame, if somebody is here and anything has changed for them."""
        return None if self._feed is None else self._feed.update(match)

    def publish(self, frame: Frame) -> None:
        """Show a frame to all."""
        before, self._view = self._view, frame.view
        if before is not None:
            self.tell(Updated(update=difference(before, frame.view, frame.revision)))

    def tell(self, message: Answer) -> None:
        """Say something to all, put into bytes once."""
        if self.listeners:
            encoded = encode(message)
            for listener in self.listeners:
                listener.tell(encoded)

    def hello(self, table: Table, talk: tuple[ChatLine, ...]) -> Hello:
        """Everything that somebody who watches needs to begin."""
        if self._view is None or self._feed is None:
            raise LookupError("nobody watches here")
        return Hello(
            revision=self._feed.revision,
            table=table,
            view=recent(self._view, LOG_LINES),
            side=None,
            orders={},
            windows=(),
            talk=talk,
        )

    def older(self, before: int) -> Older:
        """The lines of the log before one of them, and what they tell of."""
        return lines_before(self._view, before)
