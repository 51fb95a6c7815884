"""The clocks of a match: how long each side may still think, and whose time is up.

A clock runs while a person is asked openly: not in a window, nor while an order or a staff answers, nor while the dice
still wait for a word. Both run when both are asked. Of one's clock the other side sees no more than it is shown anyway:
when one began to be waited for, and when that ended. So nothing is counted by choices, of which some are secret, but
by stretches: from when a side is asked until it is no longer, however much it does in between. A side is asked when it
is shown the question, not when the hidden answer before it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from barents.kernel.actions import Action
from barents.kernel.match import Control, Match
from barents.kernel.sides import Side
from barents.server.matches.protocol import ClockCard, Pace
from barents.server.matches.standing_orders import by_order
from barents.server.storage.store import SeatRow, Way, now

__all__ = ["Clocks", "now", "pace_of", "wrong_pace"]

MINUTE, DAY = 60_000, 86_400_000


def pace_of(text: str | None) -> Pace | None:
    """The pace as it is kept with a match."""
    return None if text is None else msgspec.json.decode(text, type=Pace)


def wrong_pace(pace: Pace) -> str:
    """What is wrong with a pace, or nothing."""
    if pace.days and (pace.minutes or pace.seconds):
        return "A match is played by days for a turn, or by minutes for all of it: not by both."
    if pace.seconds and not pace.minutes:
        return "Seconds are added to minutes: say how many minutes each side has to begin with."
    return ""


def begins_with(pace: Pace) -> int:
    """What a clock shows before its side is asked for the first time."""
    return pace.days * DAY if pace.days else pace.minutes * MINUTE


class Clocks:
    """Both clocks of a match; without a pace there is none, and nothing here does anything."""

    def __init__(self, pace: Pace | None, way: Way, seats: Mapping[Side, SeatRow]) -> None:
        self.pace = pace if pace is not None and begins_with(pace) else None
        self._way = way
        self.changed = False
        """Whether one was started or stopped since this was last kept and told."""
        self._left: dict[Side, int] = {}
        self._since: dict[Side, int] = {}
        if self.pace is None:
            return
        for side, seat in seats.items():
            if seat.kind == "person":
                self._left[side] = begins_with(self.pace) if seat.clock is None else seat.clock
                if seat.clock_since is not None:
                    self._since[side] = seat.clock_since

    def turn(self, match: Match[Any, Any], moment: int) -> None:
        """Something was done in the match: start and stop what has to be."""
        if self.pace is None:
            return
        last = match.entries[-1] if match.entries else None
        running = dict(self._since)
        for side in self._left:
            asked = self._is_asked(match, side)
            if asked and side not in running:
                self._start(side, moment, again=last == (side, Control.UNDO))
            elif not asked and side in running:
                self._stop(side, moment, chose=last is None or isinstance(last[1], Action))
        self.changed = self.changed or self._since != running

    def _is_asked(self, match: Match[Any, Any], side: Side) -> bool:
        decision = match.pending.get(side)
        return decision is not None and not decision.window and not by_order(decision, match, self._way)

    def _start(self, side: Side, moment: int, again: bool) -> None:
        """A side that took its choice back goes on with what it had: it gains no time by it."""
        if self.pace is None:
            return
        if again:
            self._left[side] = max(0, self._left[side] - self.pace.seconds * 1000)
        elif self.pace.days:
            self._left[side] = begins_with(self.pace)
        self._since[side] = moment

    def _stop(self, side: Side, moment: int, chose: bool) -> None:
        """What is added for a turn goes to whoever has finished it, not where the other side took something back."""
        if self.pace is None:
            return
        self._left[side] = self._on(side, moment) + (self.pace.seconds * 1000 if chose else 0)
        del self._since[side]

    def _on(self, side: Side, moment: int) -> int:
        """What a clock shows. One that was set by another machine may have been set in our future."""
        since = self._since.get(side)
        return max(0, self._left[side] - (0 if since is None else max(0, moment - since)))

    # What is kept

    @property
    def due(self) -> int | None:
        """When the first clock runs out, if any runs."""
        return min((since + self._left[side] for side, since in self._since.items()), default=None)

    def rows(self) -> dict[Side, dict[str, Any]]:
        """What is kept of each seat's clock."""
        return {side: {"clock": left, "clock_since": self._since.get(side)} for side, left in self._left.items()}

    # What is shown

    def card(self, side: Side, moment: int) -> ClockCard | None:
        """A seat's clock, as everyone may see it."""
        return ClockCard(self._on(side, moment), side in self._since) if side in self._left else None

    def late(self, moment: int) -> Side | None:
        """The side whose time is up; of two the one whose was up first."""
        flags = sorted((since + self._left[side], side) for side, since in self._since.items())
        return flags[0][1] if flags and flags[0][0] <= moment else None
