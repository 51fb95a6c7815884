"""Somebody's time may be up while nobody is there to notice: a look at all clocks, again and again.

Matches in memory are looked at every second, all others every ten. Whichever process comes first ends the match; the
others are overtaken, as by any other deed.
"""

from __future__ import annotations

import asyncio

from barents.kernel.decisions import Refused
from barents.server.logs import LOGGER, note
from barents.server.matches import clock_store, clocks
from barents.server.matches.in_memory import LiveMatches
from barents.server.matches.rebuilding import TableError
from barents.server.storage.store import Store, StoreError

OFTEN, SELDOM, BEAT = 1.0, 10.0, 5.0  # seconds between two looks at those in memory, at all, and two signs of life


class Sweeper:
    """Looks after the clocks of all matches."""

    def __init__(self, live_matches: LiveMatches, store: Store) -> None:
        self._live_matches = live_matches
        self._store = store
        self._idle_until = 0
        self._beaten = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Give back what the clocks lost while the service was down, and begin."""
        await self.beat()
        self._task = asyncio.ensure_future(self._run())

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(OFTEN)
            rounds += 1
            try:
                if rounds % round(BEAT / OFTEN) == 0:
                    await self.beat()
                if rounds % round(SELDOM / OFTEN) == 0:
                    await self.sweep()
                else:
                    await self.look()
            except StoreError as error:
                note("clocks not reached", error=type(error).__name__)
            except Exception as error:
                LOGGER.error("clocks failed", exc_info=error)

    async def beat(self) -> None:
        """Write down that the service is open, as long as any clock runs."""
        moment = clocks.now()
        if not await asyncio.to_thread(clock_store.any_runs, self._store):
            self._idle_until = moment
        elif given := await asyncio.to_thread(clock_store.beat, self._store, moment, self._idle_until):
            note("time given back", matches=given)
        self._beaten = moment

    async def look(self) -> None:
        """End those matches in memory in which a side's time is up."""
        for table in self._live_matches.live:
            if table.clocks.late(clocks.now()) is not None:
                await self._call_time(table.id)

    async def sweep(self) -> None:
        """The same for all matches."""
        await self.look()
        for match in await asyncio.to_thread(clock_store.overdue, self._store, clocks.now()):
            await self._call_time(match)

    async def _call_time(self, match: str) -> None:
        try:
            if clocks.now() - self._beaten > clock_store.LOST:
                # The database was away, and everyone with it: what that has cost is given back first.
                await self.beat()
            table = await self._live_matches.table(match)
            if table is not None:
                await table.catch_up()
                await table.call_time()
        except (TableError, Refused, StoreError) as error:
            # A match that cannot be played on is not lost on time either; one that cannot be reached is tried again.
            note("time not called", match=match, error=type(error).__name__)
