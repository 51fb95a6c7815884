"""A new version of a game may have other rules: matches under way by the old ones are closed, and nobody loses.

Nothing is taken away from them. They can be read, their record can be had, and nobody is called to move there.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, select, update

from barents.kernel import registry
from barents.server.logs import note
from barents.server.matches.rebuilding import RulesChanged, TableError, insist_on_rules
from barents.server.matches.seats import Summary
from barents.server.storage.database import MATCHES, OUTBOX, SEATS
from barents.server.storage.store import Kept, Overtaken, Store

NOT_FINISHED = "Not finished: the rules have changed since."


def is_stopped(kept: Kept) -> bool:
    """Whether a match was closed, and this program does not have its rules either: it is over for both sides."""
    if kept.match.over or kept.match.closed is None:
        return False
    try:
        insist_on_rules(kept)
    except RulesChanged:
        return True
    except TableError:
        return False
    return False


def stop_all(store: Store) -> list[str]:
    """Close every match under way whose rules this program does not have; which they are.

    Those of a game that is not there are left alone: it may only have been forgotten to plug it in.
    """
    under_way = MATCHES.c.over.is_(False) & MATCHES.c.closed.is_(None)
    with store.reading() as connection:
        rows = connection.execute(select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.rules).where(under_way)).all()
    here = registry.names()
    stopped = []
    for row in rows:
        if row.game not in here or registry.find(row.game).version == row.rules:
            continue
        kept = store.load(row.id)
        if kept is not None and stop(store, kept):
            stopped.append(row.id)
    return stopped


def stop(store: Store, kept: Kept) -> bool:
    """Close a match if this program does not have its rules; whether it was closed by this."""
    row = kept.match
    if row.over or row.closed is not None:
        return False
    try:
        insist_on_rules(kept)
        return False
    except RulesChanged as error:
        why = str(error)
    except TableError:
        return False
    try:
        with store.writing() as connection:
            store.touch(connection, row.id, row.version, closed=why, due=None)
            for side, seat in kept.seats.items():
                before = msgspec.json.decode(seat.summary, type=Summary)
                after = msgspec.structs.replace(before, my_move=False, over=True, words=NOT_FINISHED)
                here = (SEATS.c.match == row.id) & (SEATS.c.side == side)
                summary = msgspec.json.encode(after).decode()
                connection.execute(update(SEATS).where(here).values(summary=summary, clock_since=None))
            connection.execute(delete(OUTBOX).where(OUTBOX.c.match == row.id))
    except Overtaken:
        return False
    note("match stopped", match=row.id, game=row.game, rules=row.rules)
    return True
