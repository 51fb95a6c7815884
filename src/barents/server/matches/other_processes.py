"""The other processes of a service: what they tell each other, and who can be seen at tables in any of them.

Messages say that something has changed and not what: that is read from the database, which alone counts. Who sits
where right now is in no database; each process tells it the others, again every few seconds, and what has not been
said for a while is no longer so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.subscriber import Subscriber

from barents.kernel.sides import Side
from barents.server.logs import note
from barents.server.storage.channels import backend_for
from barents.server.storage.store import CHANNEL, Store

BEAT = 10.0  # seconds after which a process says again who is here
GOOD_FOR = 25.0  # seconds for which that is believed
MOST_AT_ONCE = 100  # matches in one message: PostgreSQL carries no more than 8,000 bytes


class Here(msgspec.Struct, frozen=True, array_like=True):
    """Who can be seen at a match in one process: the seats at which somebody listens, and how many watch."""

    sides: tuple[Side, ...] = ()
    watchers: int = 0


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one process tells the others.

    Of a match: that it now has this version, or this many lines of talk. Of a process: who is here, whether it asks
    the others the same, or that it goes. `check`: something may have been missed.
    """

    match: str = ""
    version: int = 0
    talk: int = 0
    process: str = ""
    here: dict[str, Here] = {}
    ask: bool = False
    gone: bool = False
    check: bool = False


class _Seen(NamedTuple):
    here: Here
    until: float


class OtherProcesses:
    """The other processes as one of them knows them."""

    def __init__(self, store: Store, process: str, *, shared: bool = False) -> None:
        self.process = process
        # Nobody else writes to an SQLite file unless several processes were asked for.
        self.alone = store.is_sqlite and not shared
        self._channels = ChannelsPlugin(backend_for(store, self.alone), channels=[CHANNEL])
        self._subscriber: Subscriber | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._own: dict[str, Here] = {}
        self._others: dict[str, dict[str, _Seen]] = {}
        self._heard: Callable[[News], None] = lambda _news: None
        self._moved: Callable[[Iterable[str]], None] = lambda _matches: None

    async def start(self, heard: Callable[[News], None], moved: Callable[[Iterable[str]], None]) -> None:
        """Begin to listen: `heard` is told of changes, `moved` of matches at which somebody has come or gone."""
        self._heard, self._moved = heard, moved
        await self._channels.__aenter__()
        self._subscriber = await self._channels.subscribe(CHANNEL)
        self._tasks = [asyncio.create_task(self._listen(self._subscriber)), asyncio.create_task(self._beat())]
        self._publish(News(process=self.process, ask=True))

    async def close(self) -> None:
        """Say good-bye."""
        if self._subscriber is None:
            return
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._publish(News(process=self.process, gone=True))
        self._subscriber = None
        await self._channels.__aexit__(None, None, None)

    def _publish(self, news: News) -> None:
        if not self.alone and self._subscriber is not None:
            self._channels.publish(msgspec.json.encode(news), CHANNEL)

    # Who is where

    def present(self, match: str, sides: Iterable[Side], watchers: int) -> None:
        """Tell the others who is here at a match now."""
        here = Here(tuple(sides), watchers)
        before = self._own.get(match, Here())
        if here == before:
            return
        if here == Here():
            del self._own[match]
        else:
            self._own[match] = here
        self._publish(News(process=self.process, here={match: here}, ask=before == Here()))

    def elsewhere(self, match: str) -> Here:
        """Who can be seen at a match in other processes."""
        seen = [each.here for each in self._others.get(match, {}).values()]
        sides = tuple(side for side in Side if any(side in here.sides for here in seen))
        return Here(sides, sum(here.watchers for here in seen))

    def _say_who_is_here(self, matches: Mapping[str, Here]) -> None:
        listed = list(matches.items())
        for first in range(0, len(listed), MOST_AT_ONCE):
            self._publish(News(process=self.process, here=dict(listed[first : first + MOST_AT_ONCE])))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self._say_who_is_here(self._own)
            self._forget(lambda _process, seen: seen.until < time.monotonic())

    def _forget(self, which: Callable[[str, _Seen], bool]) -> None:
        moved = []
        for match, seen in list(self._others.items()):
            left = {process: each for process, each in seen.items() if not which(process, each)}
            if len(left) < len(seen):
                moved.append(match)
                self._others[match] = left
            if not left:
                del self._others[match]
        self._moved(moved)

    # Listening

    async def _listen(self, subscriber: Subscriber) -> None:
        async for message in subscriber.iter_events():
            try:
                news = msgspec.json.decode(message, type=News)
            except msgspec.DecodeError:
                note("message not understood")
                continue
            if news.process == "":
                self._heard(news)
            elif news.process != self.process:
                self._hear_of(news)

    def _hear_of(self, news: News) -> None:
        if news.gone:
            self._forget(lambda process, _seen: process == news.process)
            return
        moved = []
        for match, here in news.here.items():
            before = self.elsewhere(match)
            self._others.setdefault(match, {})[news.process] = _Seen(here, time.monotonic() + GOOD_FOR)
            if self.elsewhere(match) != before:
                moved.append(match)
        self._moved(moved)
        if news.ask:
            asked = self._own if not news.here else {m: here for m, here in self._own.items() if m in news.here}
            self._say_who_is_here(asked)
