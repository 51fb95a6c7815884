"""What is written with a match when it is shown: result, chapters, logs, ratings, and word to those who are away.

Nothing of this is written while something is held back, since others could see it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection

from barents.kernel.feed import Frame
from barents.kernel.sides import Side
from barents.server.accounts.ratings import seat_ratings, settlement
from barents.server.matches.rebuilding import packed_record
from barents.server.matches.seating import Seating
from barents.server.matches.seats import LiveSeat, summary_of
from barents.server.matches.watching import Gallery
from barents.server.storage.store import PUBLIC, UMPIRE, Chronicle, StoreError


class Writing(Seating):
    """One match in memory, and what is kept of it besides its choices."""

    def _changed(self, count: int) -> dict[str, Any]:
        """What everyone can see of a match that stands after so many choices, where it changes."""
        changed = self._chapter(count)
        if self.match.result is not None:
            changed |= {"over": True, "result": msgspec.json.encode(self.match.result).decode()}
        if self.clocks.changed:
            changed["due"] = self.clocks.due
        return changed

    def _settlement(self) -> list[Callable[[Connection], None]]:
        """What the end of a rated match changes besides: it is written with it, and only once."""
        result = self.match.result
        if result is None or self.row.over or not self.row.rated:
            return []
        return [settlement(self.id, self.row.game, result.winner)]

    async def _rate_anew(self) -> None:
        """Show what the end of a rated match has made of the players."""

        def read() -> dict[Side, float]:
            with self._store.reading() as connection:
                return seat_ratings(connection, self.row.game, {side: c.holders for side, c in self.live_seats.items()})

        with suppress(StoreError):
            self._rate(await asyncio.to_thread(read))
            self._tell_of_table()

    def _word(self, frames: Mapping[Side, Frame]) -> list[Callable[[Connection], None]]:
        """What is written for those who are away: that it is, or no longer is, their move."""
        found = []
        for side, frame in frames.items():
            live_seat, mine = self.live_seats[side], summary_of(frame.view).my_move
            if (
                self._notices is not None
                and (live_seat.view is not None and summary_of(live_seat.view).my_move) != mine
            ):
                opponent = self.live_seats[side.enemy].name
                found.append(self._notices.turn(self.row, self.match.game, side, mine, opponent))
        return [write for write in found if write is not None]

    @property
    def _chroniclers(self) -> dict[str, LiveSeat | Gallery]:
        """Those whose logs are kept when a chapter has been finished: the seats, and those who watch."""
        seats: dict[str, LiveSeat | Gallery] = {side.value: live_seat for side, live_seat in self.live_seats.items()}
        return {**seats, PUBLIC: self.around.gallery} if self.row.watched else seats

    def _chronicles(self) -> dict[str, Chronicle]:
        """When a chapter has been finished, what each of them was told in it."""
        if len(self.match.chapters) == self._chapters or self.match.result is not None:
            return {}
        pages = {name: each.chronicle(self.match) for name, each in self._chroniclers.items()}
        return {name: page for name, page in pages.items() if page is not None}

    def _testament(self, choices: int) -> dict[str, Chronicle]:
        """What the umpire leaves when a match ends: its record with the log, to be read when there are other rules."""
        if self.match.result is None or self.row.over or self.match.awaited:
            return {}
        return {UMPIRE: Chronicle(self.count + choices, 1, packed_record(self.match.record.encode()))}

    def _chapter(self, since: int) -> dict[str, Any]:
        """What is kept when a chapter has been finished: from now on the match is played from there.

        So a match of many months is quickly taken up again, and a new month may begin by newer rules.
        """
        if len(self.match.chapters) > self._chapters:
            base = packed_record(self.match.record.encode())
            return {"rules": self.match.game.version, "base": base, "since": since}
        return {} if self.row.rules == self.match.game.version else {"rules": self.match.game.version}
