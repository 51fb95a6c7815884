"""What the lobby needs of the database: open challenges, matches to watch, and a match that is played once more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select, update

from barents.kernel.sides import Side
from barents.server.matches.clocks import pace_of
from barents.server.matches.protocol import Pace
from barents.server.storage.database import HOLDERS, MATCHES, SEATS
from barents.server.storage.store import MatchRow, SeatRow, Store, seats_of

DAY = 86_400_000
FORSAKEN = 14 * DAY
"""After so many milliseconds in which whoever opened a challenge did not look in, it is not shown any more."""
LOOKED_IN = 3_600_000
"""That somebody looked in is written down once in so many milliseconds."""


class Forestalled(Exception):
    """The other side has opened a match to play once more at the same moment."""


class Offered(msgspec.Struct, frozen=True):
    """A challenge as it is kept."""

    match: str
    game: str
    scenario: str
    options: dict[str, Any]
    windows: str
    pause: int
    opened: int
    opener: str
    rated: bool
    watched: bool
    pace: Pace | None
    seats: dict[Side, SeatRow]
    side: Side
    """The seat that is free."""
    holder: str
    """Who sits at the other."""


class UnderWay(msgspec.Struct, frozen=True):
    """A match that may be watched, as it is kept."""

    match: str
    game: str
    scenario: str
    seats: dict[Side, SeatRow]


_HELD = exists().where(HOLDERS.c.match == SEATS.c.match, HOLDERS.c.side == SEATS.c.side)
_FREE_SEAT = exists().where(SEATS.c.match == MATCHES.c.id, SEATS.c.kind == "person", ~_HELD)
_GOES_ON = and_(MATCHES.c.over.is_(False), MATCHES.c.closed.is_(None))


def _on_offer() -> ColumnElement[bool]:
    return and_(MATCHES.c.open_to_all, _GOES_ON, _FREE_SEAT)


def offered(store: Store, moment: int, most: int = 100) -> list[Offered]:
    """Open challenges, the newest first."""
    awake = func.coalesce(MATCHES.c.stood_by, 0) > moment - FORSAKEN
    query = select(MATCHES).where(_on_offer(), or_(awake, MATCHES.c.opened > moment - FORSAKEN))
    query = query.order_by(MATCHES.c.opened.desc(), MATCHES.c.id).limit(most)
    with store.reading() as connection:
        rows = connection.execute(query).all()
        seats = seats_of(connection, [row.id for row in rows])
        held = _holders(connection, [row.id for row in rows])
    found = []
    for row in rows:
        free = next((side for side in Side if side not in held.get(row.id, {})), None)
        if free is None:
            continue  # taken between the two questions
        found.append(
            Offered(
                row.id,
                row.game,
                row.scenario,
                msgspec.json.decode(row.options),
                row.windows,
                row.pause,
                row.opened,
                row.opener,
                row.rated,
                row.watched,
                pace_of(row.pace),
                seats[row.id],
                free,
                held.get(row.id, {}).get(free.enemy, ""),
            )
        )
    return found


def _holders(connection: Connection, matches: Sequence[str]) -> dict[str, dict[Side, str]]:
    found: dict[str, dict[Side, str]] = {}
    for row in connection.execute(select(HOLDERS).where(HOLDERS.c.match.in_(matches))):
        found.setdefault(row.match, {})[Side(row.side)] = row.browser
    return found


def challenges_of(store: Store, holders: Sequence[str]) -> int:
    """How many open challenges somebody has."""
    query = select(func.count()).select_from(MATCHES).where(_on_offer(), MATCHES.c.opener.in_(holders))
    with store.reading() as connection:
        return connection.execute(query).scalar_one()


def stand_by(store: Store, holders: Sequence[str], moment: int) -> None:
    """Somebody looks in: his challenges are shown on."""
    stale = and_(MATCHES.c.opener.in_(holders), _on_offer(), MATCHES.c.stood_by < moment - LOOKED_IN)
    with store.reading() as connection:
        if connection.execute(select(MATCHES.c.id).where(stale).limit(1)).first() is None:
            return
    with store.writing() as connection:
        connection.execute(update(MATCHES).where(stale).values(stood_by=moment))


def withdraw(store: Store, match: str, holders: Sequence[str], why: str) -> bool:
    """Close a challenge that nobody has taken; False if it is not there, not theirs, or taken meanwhile."""
    with store.writing() as connection:
        this = and_(MATCHES.c.id == match, MATCHES.c.opener.in_(holders), _on_offer())
        # The row of the match is locked: that is what somebody who takes the seat at this moment waits for, or we.
        if connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match).with_for_update()).first() is None:
            return False
        if connection.execute(select(MATCHES.c.id).where(this)).first() is None:
            return False
        store.touch(connection, match, closed=why)
        connection.execute(delete(HOLDERS).where(HOLDERS.c.match == match))
        return True


def under_way(store: Store, most: int = 50) -> list[UnderWay]:
    """Matches that anybody may watch, the newest first."""
    query = select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.scenario).where(MATCHES.c.watched, _GOES_ON, ~_FREE_SEAT)
    query = query.order_by(MATCHES.c.opened.desc(), MATCHES.c.id).limit(most)
    with store.reading() as connection:
        rows = connection.execute(query).all()
        seats = seats_of(connection, [row.id for row in rows])
    return [UnderWay(row.id, row.game, row.scenario, seats[row.id]) for row in rows]


def is_watched(store: Store, match: str) -> bool:
    """Whether anybody may watch a match."""
    with store.reading() as connection:
        return bool(connection.execute(select(MATCHES.c.watched).where(MATCHES.c.id == match)).scalar())


def open_again(
    store: Store, row: MatchRow, seats: Iterable[SeatRow], holders: Mapping[Side, str], former: str, instead: str | None
) -> None:
    """Keep a new match as the one in which a former is played once more; `Forestalled` if another has become that.

    `instead` is the match that stood there before, if any.
    """
    with store.writing() as connection:
        stands = select(MATCHES.c.rematch).where(MATCHES.c.id == former).with_for_update()
        if connection.execute(stands).scalar_one() != instead:
            raise Forestalled
        store.touch(connection, former, rematch=row.id)
        store.open_by(connection, row, seats, holders)
