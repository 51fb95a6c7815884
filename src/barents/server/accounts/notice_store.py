"""Who wants to be told that it is his move, and what is still to be sent, in the database.

A letter about a turn is put there in the same commit as the choice that made it somebody's turn, and taken away in the
one that ends it: so there is none of a turn that has passed. Whoever sends one claims it first, for a while.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from barents.kernel.sides import Side
from barents.server.lobby.protocol import NoticesCard
from barents.server.storage.database import HOLDERS, NOTICES, OUTBOX, SEATS
from barents.server.storage.store import Store

Means = Literal["mail", "hook"]

CLAIM = 60_000
"""For how many milliseconds a letter that is being sent is nobody else's."""
EVERY = 3_600_000
"""Of one match there is word once in so many milliseconds."""


class Notice(msgspec.Struct, frozen=True):
    """Where somebody wants to be told."""

    holder: str
    kind: Means
    address: str
    token: str
    confirmed: bool


class Letter(msgspec.Struct, frozen=True):
    """Something to be sent. Of one that asks for confirmation there is no match."""

    id: str
    kind: Means
    address: str
    subject: str
    words: str
    path: str
    due: int
    tries: int
    match: str | None
    side: str


# What people want


def wanted(store: Store, holder: str) -> tuple[Notice, ...]:
    """Where somebody wants to be told."""
    with store.reading() as connection:
        return _wanted(connection, [holder])


def _wanted(connection: Connection, holders: Sequence[str]) -> tuple[Notice, ...]:
    query = select(NOTICES).where(NOTICES.c.holder.in_(holders)).order_by(NOTICES.c.holder, NOTICES.c.kind)
    rows = connection.execute(query)
    return tuple(Notice(row.holder, row.kind, row.address, row.token, row.confirmed) for row in rows)


def card(notices: Sequence[Notice]) -> NoticesCard:
    """The same for the page."""
    mail = next((each for each in notices if each.kind == "mail"), None)
    hook = next((each for each in notices if each.kind == "hook"), None)
    return NoticesCard(
        mail="" if mail is None else mail.address,
        confirmed=mail is not None and mail.confirmed,
        hook="" if hook is None else hook.address,
    )


def want(store: Store, notice: Notice, moment: int, letter: Letter | None = None) -> None:
    """Keep where somebody wants to be told, in place of what he wanted before; with a letter to be sent about it."""
    with store.writing() as connection:
        _forget(connection, notice.holder, notice.kind)
        connection.execute(insert(NOTICES).values(**msgspec.structs.asdict(notice), made=moment))
        if letter is not None:
            connection.execute(insert(OUTBOX).values(**msgspec.structs.asdict(letter)))


def forget(store: Store, holder: str, kind: Means) -> None:
    """Somebody does not want to be told any more."""
    with store.writing() as connection:
        _forget(connection, holder, kind)


def _forget(connection: Connection, holder: str, kind: Means) -> None:
    connection.execute(delete(NOTICES).where(NOTICES.c.holder == holder, NOTICES.c.kind == kind))


def by_token(store: Store, token: str) -> Notice | None:
    """What a link in a mail is about."""
    with store.reading() as connection:
        row = connection.execute(select(NOTICES).where(NOTICES.c.token == token)).one_or_none()
    return None if row is None else Notice(row.holder, row.kind, row.address, row.token, row.confirmed)


def confirm(store: Store, token: str) -> None:
    """The owner of an address wants to be told there."""
    with store.writing() as connection:
        connection.execute(update(NOTICES).where(NOTICES.c.token == token).values(confirmed=True))


def give_up(store: Store, token: str) -> None:
    """The owner of an address does not want to be told there any more."""
    with store.writing() as connection:
        row = connection.execute(select(NOTICES).where(NOTICES.c.token == token)).one_or_none()
        if row is not None:
            connection.execute(delete(NOTICES).where(NOTICES.c.token == token))
            connection.execute(delete(OUTBOX).where(OUTBOX.c.kind == row.kind, OUTBOX.c.address == row.address))


# What is to be sent


def begins(
    connection: Connection, match: str, side: Side, subject: str, words: str, address: str, moment: int, patience: int
) -> None:
    """It has become a side's turn: whoever sits there and wants to know it is told in a while."""
    ends(connection, match, side)
    seat = (HOLDERS.c.match == match) & (HOLDERS.c.side == side)
    holders = [row.browser for row in connection.execute(select(HOLDERS.c.browser).where(seat))]
    found = [notice for notice in _wanted(connection, holders) if notice.confirmed] if holders else []
    if not found:
        return
    here = (SEATS.c.match == match) & (SEATS.c.side == side)
    told = connection.execute(select(SEATS.c.told_at).where(here)).scalar_one()
    path = f"/match/{match}/{side.value}"
    for notice in found:
        links = f"\n\n{address}{path}\n\nTo hear no more of this: {address}/confirm/{notice.token}\n"
        letter = Letter(
            id=secrets.token_hex(16),
            kind=notice.kind,
            address=notice.address,
            subject=subject,
            words=words + links if notice.kind == "mail" else words,
            path=path,
            due=max(moment + patience, told + EVERY),
            tries=0,
            match=match,
            side=side.value,
        )
        connection.execute(insert(OUTBOX).values(**msgspec.structs.asdict(letter)))


def ends(connection: Connection, match: str, side: Side) -> None:
    """A side's turn has passed: nothing need be said of it."""
    connection.execute(delete(OUTBOX).where(OUTBOX.c.match == match, OUTBOX.c.side == side))


def claim(store: Store, moment: int, most: int = 20) -> list[Letter]:
    """Letters that are due, each for this process alone until the claim has run out."""
    query = select(OUTBOX).where(OUTBOX.c.due <= moment).order_by(OUTBOX.c.due, OUTBOX.c.id).limit(most)
    with store.reading() as connection:
        rows = connection.execute(query).mappings().all()
    if not rows:
        return []
    found = []
    with store.writing() as connection:
        for row in rows:
            this = (OUTBOX.c.id == row["id"]) & (OUTBOX.c.due == row["due"])
            values = {"due": moment + CLAIM, "tries": row["tries"] + 1}
            if connection.execute(update(OUTBOX).where(this).values(**values)).rowcount == 1:
                found.append(Letter(**{**row, **values}))
    return found


def sent(store: Store, letter: Letter, moment: int) -> None:
    """A letter has gone out."""
    with store.writing() as connection:
        connection.execute(delete(OUTBOX).where(OUTBOX.c.id == letter.id))
        if letter.match is not None:
            seat = (SEATS.c.match == letter.match) & (SEATS.c.side == letter.side)
            connection.execute(update(SEATS).where(seat).values(told_at=moment))


def drop(store: Store, letter: Letter) -> None:
    """A letter will not be sent."""
    with store.writing() as connection:
        connection.execute(delete(OUTBOX).where(OUTBOX.c.id == letter.id))


def put_off(store: Store, letter: Letter, due: int) -> None:
    """A letter that could not be sent is tried again later."""
    with store.writing() as connection:
        connection.execute(update(OUTBOX).where(OUTBOX.c.id == letter.id).values(due=due))


def length(store: Store) -> int:
    """How many letters wait to be sent."""
    with store.reading() as connection:
        return connection.execute(select(func.count()).select_from(OUTBOX)).scalar_one()
