"""Finished matches: their debriefs, replays and records, for those who sat there or could watch."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from barents.kernel.reading import why_not_played
from barents.kernel.record import Record
from barents.kernel.replay import other_rules
from barents.kernel.sides import Observer, Side
from barents.kernel.view import View
from barents.server.accounts.visitors import Visitor
from barents.server.matches.protocol import Debrief, ReadMatch, ReadSeat
from barents.server.matches.rebuilding import RulesChanged, kept_record, written_record
from barents.server.matches.seats import unpacked
from barents.server.matches.service import MatchService, Mistake, NotOver, Unknown
from barents.server.matches.stopping import is_stopped
from barents.server.matches.tables import LiveTable
from barents.server.storage.store import Kept, MatchRow

KEPT = 16


class Archive:
    """The finished matches that somebody looks at."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._records: OrderedDict[str, Record] = OrderedDict()

    async def debrief(self, visitor: Visitor, match: str, whence: str = "") -> Debrief:
        """How a match went."""
        table = await self._finished(visitor, match)
        story = await self._service.records.story(await self._record(table), whence)
        return story.at(table.card(visitor))

    async def view(self, visitor: Visitor, match: str, step: int, eyes: Observer, whence: str = "") -> View:
        """A match as it stood after so many entries."""
        record = await self._record(await self._finished(visitor, match))
        steps = sum(len(chapter.entries) for chapter in record.chapters)
        if step > steps:
            raise Mistake(f"This match has {steps} steps, so there is no step {step}.")
        return await self._service.records.view(record, step, eyes, whence)

    async def record(self, visitor: Visitor, match: str) -> tuple[str, bytes]:
        """The record of a match and a name for its file."""
        try:
            table = await self._finished(visitor, match)
        except RulesChanged:
            kept = await self._unplayed(match)
            content = await self._service.slowly(_content, kept)
            return _file(kept.match), content
        async with table.lock:
            content = await self._service.slowly(lambda: table.match.record.encode())
        return _file(table.row), content

    async def reading(self, visitor: Visitor, match: str, eyes: Observer, whence: str = "") -> ReadMatch:
        """A match that is over, or was stopped, as it can be read: also one of rules that this server has no more."""
        try:
            table = await self._finished(visitor, match)
            kept = await self._service.kept(match)
            async with table.lock:
                record = await self._service.slowly(lambda: table.match.record)
        except RulesChanged:
            kept = await self._unplayed(match)
            record = await self._service.slowly(kept_record, kept)
        reading = await self._service.records.reading(record, eyes, whence)
        held = await self._service.sides(visitor, match)
        told: dict[Side, tuple[str, ...]] = {}
        if not all(chapter.has_log for chapter in reading.chapters):
            # Of chapters that were finished before logs were in records, each seat has kept what it was told.
            seen = [side for side in Side if eyes is Observer.UMPIRE or eyes.side is side]
            told = {side: tuple(line.text for line in unpacked(kept.told[side])) for side in seen}
        return ReadMatch(
            match=match,
            game=kept.match.game,
            game_title=reading.game_title,
            scenario_title=reading.scenario_title,
            why=reading.why,
            stopped=(kept.match.closed or "") if not kept.match.over else "",
            mine=bool(held),
            seats=tuple(ReadSeat(side, seat.kind, seat.name) for side, seat in kept.seats.items()),
            chapters=reading.chapters,
            result=None if reading.result is None else reading.result.told,
            told={side: lines for side, lines in told.items() if lines},
        )

    async def _unplayed(self, match: str) -> Kept:
        """What is kept of a match of other rules; whoever comes here may see it if it is over for both sides."""
        kept = await self._service.kept(match)
        if not kept.match.over and not await asyncio.to_thread(is_stopped, kept):
            raise NotOver("This is told when the match is over.")
        return kept

    async def _finished(self, visitor: Visitor, match: str) -> LiveTable:
        """A match that is over, for somebody who holds a seat there; for anybody if it could be watched."""
        if not await self._service.sides(visitor, match) and not await self._service.is_watched(match):
            raise Unknown
        table = await self._service.table(match)
        if not table.is_over:
            raise NotOver("This is told when the match is over.")
        if table.match.awaited:
            raise NotOver("This match was over before it began, so there is nothing to tell.")
        return table

    async def _record(self, table: LiveTable) -> Record:
        """What a match that is over is told from; it changes no more."""
        found = self._records.get(table.id)
        if found is None:
            async with table.lock:
                found = await self._service.slowly(lambda: table.match.record)
            if other_rules(found):
                # A match that went on by newer rules cannot be played again from its beginning.
                raise RulesChanged(why_not_played(found))
            self._records[table.id] = found
        self._records.move_to_end(table.id)
        while len(self._records) > KEPT:
            self._records.popitem(last=False)
        return found


def _content(kept: Kept) -> bytes:
    """The file of a match that cannot be played again: as it was written, if it was."""
    return written_record(kept) or kept_record(kept).encode()


def _file(row: MatchRow) -> str:
    return f"{row.game}-{row.scenario}-{row.id}.json"
