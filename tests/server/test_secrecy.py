"""The secrecy test over the service: twin worlds, and every byte that a client is sent, at a seat or in the gallery.

A seat's frames are what its `SeatFeed` gives, put through `LiveSeat.look` and `LiveSeat.publish` after each choice,
and those of the gallery what `Gallery` gives in the same way; nothing else is sent (`LiveTable.perform` is the one way
to both) but the clocks, when one is started or stopped. So the test of the kernel's feeds is run here over seats and
galleries, with the bytes that would go over the line in the place of the views.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from barents.kernel import registry
from barents.kernel.feed import Feed, Frame
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from barents.kernel.view import View
from barents.server.accounts.visitors import Visitor
from barents.server.matches.clocks import Clocks
from barents.server.matches.protocol import Hello, Pace, Table
from barents.server.matches.seats import Listener, LiveSeat
from barents.server.matches.watching import Gallery
from barents.server.storage.store import SeatRow
from barents.testing.secrecy import Report, Secrecy
from tests.hunt import GAME as HUNT


class OverTheLine(Feed):
    """A feed whose frames hold what a client is sent, byte for byte, and what it can read off the clocks.

    A client is at a seat, or in the gallery among those who watch. The time is counted in frames: what the client sees
    happens at the same moments in both worlds, what it does not see at others.
    """

    windows: Literal["orders", "ask"] = "orders"
    kind: type[Clocks] = Clocks

    def __init__(self, observer: Observer, revision: int = 0) -> None:
        super().__init__(observer, revision)
        self._live_seat: LiveSeat | None = None
        self._gallery: Gallery | None = None
        self._listener = Listener(Visitor())
        self._hidden = 0
        people = {side: SeatRow(side=side, kind="person") for side in Side}
        self._clocks = self.kind(Pace(minutes=90, seconds=10), self.windows, people)

    def update(self, match: Match[Any, Any]) -> Frame | None:
        """Let the client be shown what there is, and hand over what was sent."""
        if self._live_seat is None and self._gallery is None:
            first = self._come(match)
            self._clocks.turn(match, 0)
            return self._sent(first.view, first.revision, self._read_off(0))
        there = self._live_seat or self._gallery
        assert there is not None
        frame = there.look(match, False) if isinstance(there, LiveSeat) else there.look(match)
        self._hidden = 0 if frame is not None else self._hidden + 1
        self._clocks.changed = False
        moment = 1000 * (self.revision if frame is None else frame.revision) + self._hidden
        self._clocks.turn(match, moment)
        if frame is None:
            assert not self._clocks.changed, "a clock tells of something that nobody is shown"
            return None
        self.revision = frame.revision
        if isinstance(there, LiveSeat):
            there.publish(frame, False)
        else:
            there.publish(frame)
        sent = self._listener._waiting.get_nowait()
        assert sent is not None
        assert self._listener._waiting.empty()
        return self._sent(frame.view, frame.revision, sent + self._read_off(moment))

    def _come(self, match: Match[Any, Any]) -> Hello | Frame:
        side = self.observer.side
        if side is not None:
            self._live_seat = LiveSeat(SeatRow(side=side, kind="person"), (), match, self.windows)
            self._live_seat.listeners.append(self._listener)
            first: Hello | Frame = Frame(self._live_seat.feed.revision, self._live_seat.shown())
        else:
            self._gallery = Gallery()
            self._gallery.enter(self._listener, match)
            first = self._gallery.hello(TABLE, ())
        self.revision = first.revision
        return first

    def _read_off(self, moment: int) -> bytes:
        return msgspec.json.encode([self._clocks.card(side, moment) for side in Side])

    def _sent(self, view: View, revision: int, sent: bytes) -> Frame:
        """The frame, with the bytes in a place where the comparison finds them."""
        return Frame(revision, msgspec.structs.replace(view, scenario=sent.decode()))


TABLE = Table("", "", "", "", "", {}, (), "orders", "", both_sides=False)


class Telling(OverTheLine):
    """A planted leak: the update says how many choices have been made."""

    def _sent(self, view: View, revision: int, sent: bytes) -> Frame:
        return super()._sent(view, revision, sent + str(self.count).encode())

    def update(self, match: Match[Any, Any]) -> Frame | None:
        self.count = len(match.choices)
        return super().update(match)


class CountingChoices(Clocks):
    """A planted leak: a clock that is given its seconds for each choice, seen or not."""

    def turn(self, match: Match[Any, Any], moment: int) -> None:
        super().turn(match, moment)
        last = match.entries[-1][0] if match.entries else None
        if last in self._since:
            self._left[last] += 10_000


class TellingByTheClock(OverTheLine):
    """The same over the line."""

    kind = CountingChoices


class WhenAsked(OverTheLine):
    """The same at a table where people answer their windows themselves."""

    windows = "ask"


@pytest.mark.parametrize("feed", [OverTheLine, WhenAsked])
def test_nothing_hidden_is_in_the_bytes_that_a_seat_is_sent(feed: type[Feed]) -> None:
    total = Report()
    for seed in range(6):
        total.add(Secrecy(HUNT, feed=feed).play("first-light", seed, every=4))
    assert total.leaks == []
    assert total.differing > 60


def test_nothing_hidden_is_in_the_bytes_of_north_cape() -> None:
    game = registry.find("north_cape")
    report = Secrecy(game, feed=OverTheLine).play("unternehmen-sportpalast", 1, every=60, most=15, choices=400)
    assert report.leaks == []
    assert report.differing > 3


@pytest.mark.parametrize("feed", [Telling, TellingByTheClock])
def test_a_leak_on_the_line_would_be_found(feed: type[Feed]) -> None:
    found = [Secrecy(HUNT, feed=feed).play("first-light", seed).channels for seed in range(4)]
    assert any("view" in channels for channels in found)


def test_a_seat_sees_no_more_than_its_side() -> None:
    match: Match[Any, Any] = Match.new(HUNT, "first-light", seed=1)
    for side in Side:
        live_seat = LiveSeat(SeatRow(side=side, kind="person"), (), match, "ask")
        assert live_seat.shown().observer.side is side
    computer = LiveSeat(SeatRow(side=Side.AXIS, kind="computer", player="random"), (), match, "ask")
    assert computer.view is None
