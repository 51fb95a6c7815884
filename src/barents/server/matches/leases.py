"""Which of several processes answers for the computers and standing orders of a match: one at a time.

Two that think about the same question waste work and do no harm, since only one answer can be kept. So this is a
promise for a while, renewed as long as it is needed; that of a process which was killed runs out by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from barents.server.storage.store import Store, StoreError, now


class Lease:
    """The right of this process to answer for one match; whoever is alone always has it."""

    def __init__(self, store: Store, match: str, process: str, alone: bool, seconds: float) -> None:
        self._store = store
        self._match = match
        self.process = process
        self._alone = alone
        self._length = round(seconds * 1000)
        self._until = 0

    def with_commit(self) -> dict[str, str | int]:
        """What is to be written along with a choice, after which this process answers what follows from it."""
        return {} if self._alone else {"driver": self.process, "driver_until": now() + self._length}

    def read(self, driver: str | None, until: int) -> None:
        """Take note of what the database says."""
        self._until = until if driver == self.process else 0

    async def held(self) -> bool:
        """Whether this process may answer now; it takes the right where nobody has it."""
        if self._alone or self._until - now() > self._length // 3:
            return True
        until = now() + self._length
        try:
            claimed = await asyncio.to_thread(self._store.claim, self._match, self.process, until)
        except StoreError:
            return False
        self._until = until if claimed else 0
        return claimed

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Renew it while something takes long."""
        if self._alone:
            yield
            return
        renewing = asyncio.create_task(self._renew())
        try:
            yield
        finally:
            renewing.cancel()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._length / 3000)
            await self.held()
