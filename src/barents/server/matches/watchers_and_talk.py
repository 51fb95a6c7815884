"""Who is at a match besides its two sides: those who watch; and what is said, in the gallery and between the seats."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from barents.kernel.decisions import Refused
from barents.kernel.domains import Refusal
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.server.accounts.visitors import Visitor
from barents.server.logs import note
from barents.server.matches.chat import ROOMS, Room, Talks, called_in_gallery
from barents.server.matches.protocol import Fault, Hello, Table, TableChanged, Talk
from barents.server.matches.seats import Listener
from barents.server.matches.watching import Gallery, Looked
from barents.server.settings import Limits
from barents.server.storage.store import Store, StoreError

if TYPE_CHECKING:
    from barents.server.matches.seating import Seating

COUNTED_EVERY = 1.0  # seconds: who comes and goes in the gallery is counted, not announced one by one


class WatchersAndTalk:
    """Those at one match who watch, and what is said there. The lock is the table's."""

    def __init__(self, table: Seating, store: Store, limits: Limits) -> None:
        self._table = table
        self._talks = Talks(table.id, store, limits)
        self._counting: asyncio.TimerHandle | None = None
        self.gallery = Gallery()

    # Watching

    async def watch(self, listener: Listener) -> bool:
        """Somebody comes to watch, and is greeted; False if there is no room."""
        await self._talks.enter("gallery")
        async with self._table.lock:
            if self.gallery.is_full:
                return False
            looked = None if self.gallery.is_shown else await self._table.looked_before()
            self.gallery.enter(listener, self._table.match, looked)
            listener.tell(self._hello())
            if self._table.broken:
                listener.tell(Fault(words=self._table.broken))
        self._count()
        return True

    async def leave(self, listener: Listener) -> None:
        """Somebody has seen enough."""
        async with self._table.lock:
            self.gallery.leave(listener)
        self._count()

    async def greet_again(self, listener: Listener) -> None:
        """Somebody who has fallen behind gets everything afresh."""
        async with self._table.lock:
            listener.behind = False
            listener.forget()
            listener.tell(self._hello())

    def greet_all_again(self, looked: Looked | None) -> None:
        """The match was built again from what is kept: everyone begins afresh; the lock is held."""
        if self.gallery.listeners:
            self.gallery.start(self._table.match, looked)
            self.gallery.tell(self._hello())

    def show(self, match: Match[Any, Any]) -> None:
        """Show everyone what has changed for them."""
        frame = self.gallery.look(match)
        if frame is not None:
            self.gallery.publish(frame)

    def _hello(self) -> Hello:
        return self.gallery.hello(self._card(), self._talks.lines("gallery"))

    def _card(self) -> Table:
        """The table as somebody sees it who has no part in it."""
        return self._table.card(Visitor())

    def tell_of_table(self) -> None:
        """Something around the match has changed."""
        if self.gallery.listeners:
            self.gallery.tell(TableChanged(table=self._card()))

    def _count(self) -> None:
        """Let everyone know in a moment how many watch."""
        if self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(COUNTED_EVERY, self._counted)

    def _counted(self) -> None:
        self._counting = None
        self._table.somebody_moved()

    def close(self, code: int, reason: str) -> None:
        """Let everyone go who watches."""
        if self._counting is not None:
            self._counting.cancel()
        for listener in self.gallery.listeners:
            listener.hang_up(code, reason)

    # Talking

    async def enter(self, room: Room) -> None:
        """Somebody comes: what was said in that room is at hand from now on."""
        await self._talks.enter(room)

    def said(self, room: Room) -> Talk:
        """The last that was said in a room."""
        return Talk(lines=self._talks.lines(room))

    async def speak(self, side: Side, visitor: Visitor, words: str) -> None:
        """Somebody at a seat says something to the other seat."""
        mine, other = self._table.live_seats[side], self._table.live_seats[side.enemy]
        if other.kind == "computer":
            raise Refused(Refusal("The computer is no talker: there is nobody here who would answer."))
        if set(mine.holders) & set(other.holders):
            raise Refused(Refusal("You hold both seats: there is nobody else here to talk to."))
        await self._talks.say("seats", visitor.own, mine.name, side.value, words)
        await self.hear("seats")

    async def call_out(self, listener: Listener, words: str) -> None:
        """Somebody who watches says something to the others who do."""
        visitor = listener.visitor
        author = visitor.own if visitor.holders else ""
        name = called_in_gallery(visitor, self._table.id)
        await self._talks.say("gallery", author, name, "", words, listener.whence)
        await self.hear("gallery")

    async def hear(self, room: Room) -> None:
        """Tell whoever is here what has been said since."""
        lines = await self._talks.newer(room)
        if not lines:
            return
        if room == "gallery":
            self.gallery.tell(Talk(lines=lines))
            return
        for live_seat in self._table.live_seats.values():
            for listener in live_seat.listeners:
                listener.tell(Talk(lines=lines))

    async def hear_all(self) -> None:
        """Somebody at another process has said something."""
        try:
            for room in ROOMS:
                await self.hear(room)
        except StoreError as error:
            note("talk not reached", match=self._table.id, error=type(error).__name__)
