"""The matches that are in memory: found, loaded, kept up with what other processes do, and let go again."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from barents.kernel.sides import Side
from barents.server.accounts.notices import Notices
from barents.server.logs import note
from barents.server.matches.other_processes import News, OtherProcesses
from barents.server.matches.rebuilding import RulesChanged
from barents.server.matches.stopping import stop
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import Thinkers
from barents.server.settings import Settings
from barents.server.storage.store import Store, StoreError, Unavailable

GLANCE = 2.0  # seconds between two looks whether something has changed of which we were not told
THREADS = 32  # how many may wait for the database at once, so that it does not keep others waiting when it is slow


class LiveMatches:
    """All matches that this process has in memory."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self._store = store
        self._thinkers = thinkers
        self._settings = settings
        process = settings.process or secrets.token_hex(8)
        self.other_processes = OtherProcesses(store, process, shared=settings.processes > 1)
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.notices = Notices(settings, store, self._is_here)

    async def start(self) -> None:
        """Begin to listen to what other processes do."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "store"))
        if not self.other_processes.alone:
            # Whoever had our name before has been killed.
            await asyncio.to_thread(self._store.release, self.other_processes.process)
        await self.other_processes.start(self._heard, self._moved)
        self._begin(self._look_around())

    async def close(self) -> None:
        """Let everyone go."""
        for table in self.live:
            table.close()
        for task in list(self._tasks):
            task.cancel()
        if not self.other_processes.alone:
            with suppress(StoreError):
                await asyncio.to_thread(self._store.release, self.other_processes.process)
        await self.other_processes.close()

    @property
    def live(self) -> tuple[LiveTable, ...]:
        """The matches in memory."""
        return tuple(self._live.values())

    def find(self, match: str) -> LiveTable | None:
        """A match, if it is in memory."""
        return self._live.get(match)

    async def table(self, match: str) -> LiveTable | None:
        """A match by its id, from memory or played again from what is kept; None if there is none."""
        found = self._live.get(match)
        if found is not None and found.is_recovering:
            raise Unavailable(found.broken)
        if found is not None and not found.broken:
            self._live.move_to_end(match)
            if not self.other_processes.alone:
                await found.catch_up()  # whoever comes from another process finds what he left there
            return found
        if match not in self._loading:
            self._loading[match] = asyncio.ensure_future(self._load(match))
            self._loading[match].add_done_callback(lambda _done: self._loading.pop(match, None))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> LiveTable | None:
        kept = await asyncio.to_thread(self._store.load, match)
        if kept is None:
            return None
        try:
            table = await asyncio.to_thread(
                LiveTable, kept, self._store, self._thinkers, self._settings, self.other_processes, self.notices
            )
        except RulesChanged:
            # Another process may have opened it by its rules after this one had looked at all matches.
            await asyncio.to_thread(stop, self._store, kept)
            raise
        self._live[match] = table
        self._make_room()
        return table

    def _make_room(self) -> None:
        for match, table in list(self._live.items()):
            if len(self._live) <= self._settings.live_matches:
                return
            if table.is_idle:
                del self._live[match]

    # What happens elsewhere

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, news: News) -> None:
        if news.check:
            self._begin(self._compare())
            for each in self.live:
                self._begin(each.around.hear_all())
        table = self._live.get(news.match)
        if table is not None and news.version > table.row.version:
            self._begin(table.catch_up(news.version))
        if table is not None and news.talk:
            self._begin(table.around.hear_all())

    def _is_here(self, match: str, side: Side) -> bool:
        """Whether somebody sits at a seat, in this process or another."""
        table = self._live.get(match)
        here = table is not None and bool(table.live_seats[side].listeners)
        return here or side in self.other_processes.elsewhere(match).sides

    def _moved(self, matches: Iterable[str]) -> None:
        for match in matches:
            table = self._live.get(match)
            if table is not None:
                table.moved_elsewhere()

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            await self._compare()

    async def _compare(self) -> None:
        """Look whether something has changed of which we were not told."""
        tables = self.live
        if not tables:
            return
        try:
            versions = await asyncio.to_thread(self._store.versions, [table.id for table in tables])
        except StoreError as error:
            note("database lost", error=type(error.__cause__ or error).__name__)
            return
        for table in tables:
            version = versions.get(table.id)
            if version is None or version > table.row.version:
                self._begin(table.catch_up(version))
