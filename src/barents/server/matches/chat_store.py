"""What was said at the matches, in the database."""

from __future__ import annotations

from sqlalchemy import func, insert, select

from barents.server.matches.protocol import ChatLine
from barents.server.storage.database import CHAT, MATCHES
from barents.server.storage.store import Store


def add(store: Store, match: str, room: str, author: str, line: ChatLine) -> None:
    """Keep a line as the next of its room; its own number does not count."""
    here = (CHAT.c.match == match) & (CHAT.c.room == room)
    with store.writing() as connection:
        # Of two who speak at once at different processes one waits for the other.
        connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match).with_for_update(key_share=True))
        last = connection.execute(select(func.max(CHAT.c.number)).where(here)).scalar()
        number = 0 if last is None else last + 1
        row = {
            "match": match,
            "room": room,
            "number": number,
            "author": author,
            "name": line.name,
            "side": line.side,
            "words": line.words,
            "said": line.said,
        }
        connection.execute(insert(CHAT).values(row))
        store.spread(connection, {"match": match, "talk": number + 1})


def after(store: Store, match: str, room: str, number: int, most: int) -> tuple[ChatLine, ...]:
    """The latest lines of a room that come after one of them, so many at most, in their order."""
    query = (
        select(CHAT.c.number, CHAT.c.name, CHAT.c.side, CHAT.c.words, CHAT.c.said)
        .where(CHAT.c.match == match, CHAT.c.room == room, CHAT.c.number > number)
        .order_by(CHAT.c.number.desc())
        .limit(most)
    )
    with store.reading() as connection:
        return tuple(ChatLine(*row) for row in reversed(connection.execute(query).all()))
