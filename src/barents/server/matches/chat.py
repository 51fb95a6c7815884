"""Talk at a match, in two rooms: the seats among themselves, and the gallery of those who watch, each for itself.

What is said is kept first and told then, as everything else; listeners at other processes are told by theirs.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from typing import Literal

from barents.kernel.decisions import Refused
from barents.kernel.domains import Refusal
from barents.server.accounts.names import one_line
from barents.server.accounts.visitors import Visitor
from barents.server.guard import Buckets
from barents.server.matches import chat_store
from barents.server.matches.protocol import MOST_WORDS, ChatLine
from barents.server.settings import Limit, Limits
from barents.server.storage.store import Store, now

Room = Literal["seats", "gallery"]
ROOMS: tuple[Room, ...] = ("seats", "gallery")
SHOWN = 100  # lines that a newcomer is shown
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and no O, which look like figures


class Talks:
    """Both rooms of one match in memory, with the last lines of those in which somebody has listened here."""

    def __init__(self, match: str, store: Store, limits: Limits) -> None:
        self._match = match
        self._store = store
        self._rate = Buckets(limits.talk)
        together = limits.gallery
        self._from_one_place = Buckets(together)
        self._in_the_gallery = Buckets(Limit(3 * together.burst, 3 * together.per_second))
        self._lines: dict[Room, deque[ChatLine]] = {}
        self._locks: dict[Room, asyncio.Lock] = {room: asyncio.Lock() for room in ROOMS}

    async def enter(self, room: Room) -> None:
        """Somebody comes to listen: from now on its lines are here."""
        if room not in self._lines:
            await self.newer(room, first=True)

    def lines(self, room: Room) -> tuple[ChatLine, ...]:
        """The last that was said in a room, as far as it is here."""
        return tuple(self._lines.get(room, ()))

    async def say(self, room: Room, author: str, name: str, side: str, words: str, whence: str = "") -> None:
        """Keep what somebody says; `newer` then has it.

        Anybody may watch, under as many names as there are connections: so a gallery has limits by where its guests
        come from, and for all of them.
        """
        clean = one_line(words)
        if not clean:
            raise Refused(Refusal("There are no words in this."))
        if len(clean) > MOST_WORDS:
            raise Refused(Refusal(f"Say it in {MOST_WORDS} signs; this has {len(clean)}."))
        if wait := self._rate.wait(f"{room} {author or name}"):
            raise Refused(Refusal(f"Not so fast: you can speak again in {max(1, round(wait))} seconds."))
        if room == "gallery" and (wait := self._from_one_place.wait(whence) or self._in_the_gallery.wait("")):
            raise Refused(Refusal(f"Too many talk at once: you can be heard again in {max(1, round(wait))} seconds."))
        line = ChatLine(0, name, side, clean, now())
        await asyncio.to_thread(chat_store.add, self._store, self._match, room, author, line)

    async def newer(self, room: Room, first: bool = False) -> tuple[ChatLine, ...]:
        """The lines that have come to a room since it was last looked at; none where nobody has listened here."""
        async with self._locks[room]:
            known = self._lines.get(room)
            if known is None and not first:
                return ()
            last = known[-1].number if known else -1
            found = await asyncio.to_thread(chat_store.after, self._store, self._match, room, last, SHOWN)
            self._lines.setdefault(room, deque(maxlen=SHOWN)).extend(found)
            return found


def called_in_gallery(visitor: Visitor, match: str) -> str:
    """What somebody who watches is called: by the account's name, or as a guest with letters of one's own.

    The letters are the same as long as the browser keeps its key, and others at each match.
    """
    if visitor.account:
        return visitor.name
    number = int.from_bytes(hashlib.sha256(f"{match} {visitor.key}".encode()).digest()[:4], "big")
    letters = [_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(3)]
    return f"Guest {''.join(letters)}"
