"""What the clocks need of the database: whose time is up, and the time that a service which was down gives back.

While clocks run, every process writes down from time to time that the service is open. Where that has stopped for a
while, a clock of minutes did not run: nobody could have moved. One of days runs on.
"""

from __future__ import annotations

from sqlalchemy import insert, select, update

from barents.server.matches.clocks import pace_of
from barents.server.storage.database import MATCHES, PULSE, SEATS
from barents.server.storage.store import Store

LOST = 15_000
"""For how many milliseconds nothing must have been heard of the service to call it down."""


def overdue(store: Store, moment: int, most: int = 50) -> list[str]:
    """Matches in which a side's time is up, the longest ago first."""
    over = MATCHES.c.over.is_(False) & MATCHES.c.closed.is_(None)
    query = select(MATCHES.c.id).where(MATCHES.c.due <= moment, over).order_by(MATCHES.c.due, MATCHES.c.id).limit(most)
    with store.reading() as connection:
        return [row.id for row in connection.execute(query)]


def any_runs(store: Store) -> bool:
    """Whether any clock runs."""
    with store.reading() as connection:
        return connection.execute(select(MATCHES.c.id).where(MATCHES.c.due.is_not(None)).limit(1)).first() is not None


def beat(store: Store, moment: int, idle_until: int) -> int:
    """Write down that the service is open; to how many matches the time was given back for which it was not.

    Before `idle_until` no clock ran, so that nothing had to be written.
    """
    with store.writing() as connection:
        row = connection.execute(select(PULSE.c.beaten).with_for_update()).one_or_none()
        if row is None:
            connection.execute(insert(PULSE).values(id=1, beaten=moment))
        else:
            connection.execute(update(PULSE).values(beaten=max(moment, row.beaten)))
        down_since = max(idle_until, 0 if row is None else row.beaten)
        if moment - down_since <= LOST:
            return 0
        running = select(MATCHES.c.id, MATCHES.c.pace).where(MATCHES.c.due.is_not(None)).order_by(MATCHES.c.id)
        given = 0
        for match in connection.execute(running).all():
            pace = pace_of(match.pace)
            if pace is None or pace.days:
                continue
            seats = select(SEATS.c.side, SEATS.c.clock, SEATS.c.clock_since).where(
                SEATS.c.match == match.id, SEATS.c.clock_since.is_not(None)
            )
            flags = []
            for seat in connection.execute(seats).all():
                since = seat.clock_since + max(0, moment - max(down_since, seat.clock_since))
                this = (SEATS.c.match == match.id) & (SEATS.c.side == seat.side)
                connection.execute(update(SEATS).where(this).values(clock_since=since))
                flags.append(since + seat.clock)
            store.touch(connection, match.id, due=min(flags, default=None))
            given += 1
        return given
