"""The secrecy test over the service: twin worlds, and every byte that a seat's client is sent.

A seat's frames are what its `SeatFeed` gives, put through `Chair.look` and `Chair.publish` after each choice, and
nothing else (`LiveTable._perform` is the one way to both). So the test of the kernel's feeds is run here over chairs,
with the bytes that would go over the line in the place of the views.
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
from barents.server.chairs import Chair, Listener
from barents.server.store import SeatRow
from tests.hunt import GAME as HUNT
from tests.secrecy import Report, Secrecy


class OverTheLine(Feed):
    """A feed whose frames hold what a client is sent, byte for byte. Spectators have no seat, so theirs are plain."""

    windows: Literal["orders", "ask"] = "orders"

    def __init__(self, observer: Observer, revision: int = 0) -> None:
        super().__init__(observer, revision)
        self._chair: Chair | None = None
        self._listener = Listener("")

    def update(self, match: Match[Any, Any]) -> Frame | None:
        """Let the seat look, publish, and hand over what was sent."""
        side = self.observer.side
        if side is None:
            return super().update(match)
        if self._chair is None:
            self._chair = Chair(SeatRow(side=side, kind="person"), (), match, self.windows)
            self._chair.listeners.append(self._listener)
            return self._sent(self._chair.shown(), self._chair.feed.revision, b"")
        frame = self._chair.look(match, acted=False)
        if frame is None:
            return None
        self._chair.publish(frame, acted=False)
        sent = self._listener._waiting.get_nowait()
        assert sent is not None
        assert self._listener._waiting.empty()
        return self._sent(frame.view, frame.revision, sent)

    def _sent(self, view: View, revision: int, sent: bytes) -> Frame:
        """The frame, with the bytes in a place where the comparison finds them."""
        return Frame(revision, msgspec.structs.replace(view, scenario=sent.decode()))


class Telling(OverTheLine):
    """A planted leak: the update says how many choices have been made."""

    def _sent(self, view: View, revision: int, sent: bytes) -> Frame:
        return super()._sent(view, revision, sent + str(self.count).encode())

    def update(self, match: Match[Any, Any]) -> Frame | None:
        self.count = len(match.choices)
        return super().update(match)


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


def test_a_leak_on_the_line_would_be_found() -> None:
    found = [Secrecy(HUNT, feed=Telling).play("first-light", seed).channels for seed in range(4)]
    assert any("view" in channels for channels in found)


def test_a_seat_sees_no_more_than_its_side() -> None:
    match: Match[Any, Any] = Match.new(HUNT, "first-light", seed=1)
    for side in Side:
        chair = Chair(SeatRow(side=side, kind="person"), (), match, "ask")
        assert chair.shown().observer.side is side
    computer = Chair(SeatRow(side=Side.AXIS, kind="computer", player="random"), (), match, "ask")
    assert computer.view is None
