"""What Litestar's channels run over when several processes share a database.

PostgreSQL carries messages itself. Processes that share an SQLite file write them into a table and look at the file's
own counter of changes, which costs next to nothing. Neither ever fails for good: what was lost is made again, and
then a message says that something may have been missed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from barents.server.logs import note
from barents.server.storage.engines import PATIENCE
from barents.server.storage.store import CHANNEL, Store, now

if TYPE_CHECKING:
    from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
    from psycopg import AsyncConnection

CHECK = b'{"check":true}'
"""The message that something may have been missed."""
GLANCE = 0.025  # seconds between two looks at an SQLite file
KEPT = 60_000  # for how many milliseconds a message stays in a file
LONGEST = 5.0  # seconds between two tries to reach PostgreSQL again


def backend_for(store: Store, alone: bool) -> ChannelsBackend:
    """The way by which the processes that share a database speak to each other."""
    if alone:
        return MemoryChannelsBackend()
    if store.is_sqlite:
        return OverSQLite(store.address.database or "")
    return OverPostgreSQL(store.address.set(drivername="postgresql").render_as_string(hide_password=False))


class OverPostgreSQL(ChannelsBackend):
    """Litestar's own way over PostgreSQL, made again whenever its connection is lost."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._inner: PsycoPgChannelsBackend | None = None
        self._channels: list[str] = []
        self._sending: AsyncConnection[Any] | None = None

    async def on_startup(self) -> None:
        """Connect."""
        self._inner = await self._connected()

    async def _connected(self) -> PsycoPgChannelsBackend:
        from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

        inner = PsycoPgChannelsBackend(self._address)
        async with asyncio.timeout(PATIENCE):
            await inner.on_startup()
            await inner.subscribe(self._channels)
        return inner

    async def on_shutdown(self) -> None:
        """Hang up."""
        await self._drop()
        if self._sending is not None:
            await self._sending.close()
            self._sending = None

    async def _drop(self) -> None:
        inner, self._inner = self._inner, None
        if inner is not None:
            with suppress(Exception):
                await inner.on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Send a message; one that cannot be sent is lost, and whoever sends says it again in a while."""
        from psycopg import AsyncConnection

        try:
            async with asyncio.timeout(PATIENCE):
                if self._sending is None:
                    self._sending = await AsyncConnection[Any].connect(self._address, autocommit=True)
                for channel in channels:
                    await self._sending.execute("SELECT pg_notify(%s, %s)", (channel, data.decode()))
        except Exception as error:
            note("message lost", error=type(error).__name__)
            sending, self._sending = self._sending, None
            if sending is not None:
                await sending.close()

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels."""
        wanted = list(channels)
        self._channels = [*self._channels, *(name for name in wanted if name not in self._channels)]
        if self._inner is not None:
            await self._inner.subscribe(wanted)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels no more."""
        unwanted = list(channels)
        self._channels = [name for name in self._channels if name not in unwanted]
        if self._inner is not None:
            await self._inner.unsubscribe(unwanted)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """Messages as they come."""
        while True:
            if self._inner is not None:
                try:
                    async for message in self._inner.stream_events():
                        yield message
                except Exception as error:
                    note("channel lost", error=type(error).__name__)
                await self._drop()
            await self._again()
            for channel in self._channels:
                yield channel, CHECK

    async def _again(self) -> None:
        wait = 0.1
        while self._inner is None:
            try:
                self._inner = await self._connected()
                note("channel found again")
            except Exception:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Nothing is kept."""
        return []


class OverSQLite(ChannelsBackend):
    """Messages in a table of the file that all share."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._channels: list[str] = []
        self._reading: sqlite3.Connection | None = None
        self._last = 0

    async def on_startup(self) -> None:
        """Open the file; what was said before is no news."""
        self._reading = sqlite3.connect(self._file, isolation_level=None, timeout=0)
        self._last = self._reading.execute("SELECT coalesce(max(id), 0) FROM news").fetchone()[0]

    async def on_shutdown(self) -> None:
        """Close the file."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Write a message down; one that cannot be written is lost, and whoever sends says it again in a while."""
        try:
            await asyncio.to_thread(self._write, data.decode())
        except sqlite3.Error as error:
            note("message lost", error=type(error).__name__)

    def _write(self, text: str) -> None:
        connection = sqlite3.connect(self._file, isolation_level=None, timeout=PATIENCE)
        try:
            connection.execute("PRAGMA synchronous=NORMAL")  # this need not survive a power cut
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM news WHERE at < ?", (now() - KEPT,))
            connection.execute("INSERT INTO news (news, at) VALUES (?, ?)", (text, now()))
            connection.execute("COMMIT")
        finally:
            connection.close()

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels."""
        self._channels = [*self._channels, *(name for name in channels if name not in self._channels)]

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels no more."""
        unwanted = list(channels)
        self._channels = [name for name in self._channels if name not in unwanted]

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """Messages as they come. To look takes microseconds, so it needs no thread."""
        seen = -1
        while True:
            await asyncio.sleep(GLANCE)
            if self._reading is None:
                continue
            found: list[tuple[int, str]] = []
            with suppress(sqlite3.OperationalError):  # busy: at the next look
                changes = self._reading.execute("PRAGMA data_version").fetchone()[0]
                if changes != seen:
                    query = "SELECT id, news FROM news WHERE id > ? ORDER BY id"
                    found = self._reading.execute(query, (self._last,)).fetchall()
                    seen = changes
            for number, text in found:
                self._last = number
                if CHANNEL in self._channels:
                    yield CHANNEL, text.encode()

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Nothing is kept for long."""
        return []
