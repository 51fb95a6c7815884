"""Finished matches: their debriefs, replays and records, for those who sat there or could watch."""

from __future__ import annotations

from collections import OrderedDict

from barents.kernel.sides import Observer
from barents.kernel.view import View
from barents.server.debrief import Replayer
from barents.server.house import House, Mistake, NotOver, Unknown
from barents.server.protocol import Debrief
from barents.server.tables import LiveTable
from barents.server.visitors import Visitor

KEPT = 16


class Archive:
    """The finished matches that somebody looks at."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: OrderedDict[str, Replayer] = OrderedDict()

    async def debrief(self, visitor: Visitor, match: str) -> Debrief:
        """How a match went."""
        table = await self._finished(visitor, match)
        replayer = await self._replayer(table)
        story = await self._house.slowly(replayer.story)
        return story.at(table.card(visitor))

    async def view(self, visitor: Visitor, match: str, step: int, eyes: Observer) -> View:
        """A match as it stood after so many entries."""
        replayer = await self._replayer(await self._finished(visitor, match))
        if step > len(replayer.entries):
            raise Mistake(f"This match has {len(replayer.entries)} steps, so there is no step {step}.")
        return await self._house.slowly(replayer.view, step, eyes)

    async def record(self, visitor: Visitor, match: str) -> tuple[str, bytes]:
        """The record of a match and a name for its file."""
        table = await self._finished(visitor, match)
        async with table.lock:
            content = await self._house.slowly(lambda: table.match.record.encode())
        return f"{table.row.game}-{table.row.scenario}-{table.id}.json", content

    async def _finished(self, visitor: Visitor, match: str) -> LiveTable:
        """A match that is over, for somebody who holds a seat there; for anybody if it could be watched."""
        if not await self._house.sides(visitor, match) and not await self._house.is_watched(match):
            raise Unknown
        table = await self._house.table(match)
        if table.match.result is None:
            raise NotOver("This is told when the match is over.")
        if table.match.awaited:
            raise NotOver("This match was over before it began, so there is nothing to tell.")
        return table

    async def _replayer(self, table: LiveTable) -> Replayer:
        found = self._open.get(table.id)
        if found is None:
            async with table.lock:
                record = await self._house.slowly(lambda: table.match.record)
            found = self._open.setdefault(table.id, Replayer(record, self._house.settings.pack))
        self._open.move_to_end(table.id)
        while len(self._open) > KEPT:
            self._open.popitem(last=False)
        return found
