"""The database: matches, seats, who holds them, and every choice, written before anybody is told of it.

Choices are only ever added, numbered within their match; the state of a match is not kept but played again from them.
SQLite by default, with every commit on the disk before it returns; PostgreSQL by its address. All of this blocks, so
the service calls it in threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Literal

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import (
    ArgumentError,
    InterfaceError,
    InternalError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from barents.kernel.sides import Observer, Side
from barents.server.accounts.ratings import seat_ratings
from barents.server.storage.database import CHOICES, CHRONICLES, HOLDERS, MATCHES, NEWS, SEATS
from barents.server.storage.engines import WRITES, engine_for

Kind = Literal["person", "computer"]
Way = Literal["orders", "ask", "pause"]
"""How windows are answered at a table: by standing orders, by people as long as it takes, or by people in an agreed
pause and then by standing orders."""
PUBLIC, UMPIRE = Observer.PUBLIC.value, Observer.UMPIRE.value

CHANNEL = "barents"
"""Where processes tell each other in PostgreSQL what they have changed."""
_MIGRATING = 20_570_412  # the number of the lock under which the tables are changed
_LOST = (OperationalError, InterfaceError, InternalError, NoConnectionFree)


class StoreError(Exception):
    """The database cannot be used, and why."""


class Unavailable(StoreError):
    """The database does not answer, or has no room: nothing was changed, and it may be tried again."""


class Uncertain(Unavailable):
    """The database was lost in the moment of the commit: it may have happened or not."""


class Overtaken(Exception):
    """Somebody else has changed the match since it was read."""


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a match was opened with, and how it ended.

    `base` is the record that it goes on from, if any: one that it was opened with, or that of the chapters which have
    been played to their ends. Its choices before the number `since` are in the base.

    `held` is how many of its choices people have been shown, while others are held back until the next beat; None if
    nothing is held back. `held_by` is the side whose windows are open then for the agreed `pause` of so many seconds.
    """

    id: str
    game: str
    scenario: str
    options: dict[str, Any]
    secret: bytes
    data_digest: str
    rules: str
    windows: Literal["orders", "ask"]
    opened: int
    opener: str
    over: bool = False
    result: str | None = None
    base: bytes | None = None
    since: int = 0
    version: int = 0
    door: bytes | None = None
    open_to_all: bool = False
    stood_by: int = 0
    watched: bool = False
    rated: bool = False
    pace: str | None = None
    due: int | None = None
    driver: str | None = None
    driver_until: int = 0
    closed: str | None = None
    rematch: str | None = None
    pause: int = 0
    unadvised: bool = False
    held: int | None = None
    held_by: Side | None = None

    @property
    def way(self) -> Way:
        """How windows are answered here."""
        return "pause" if self.windows == "ask" and self.pause else self.windows


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: who sits there, and what is kept for it. `token` is the hash of the link by which it can be taken."""

    side: Side
    kind: Kind
    player: str = ""
    name: str = ""
    token: str | None = None
    nonce: str | None = None
    revision: int = 0
    seen: int = 0
    draft: str | None = None
    orders: str = "{}"
    summary: str = "{}"
    clock: int | None = None
    clock_since: int | None = None
    told_at: int = 0
    beforehand: str = "{}"
    beforehand_shown: str = "{}"


class Kept(msgspec.Struct, frozen=True):
    """Everything that is kept of a match.

    `choices` are those that its base does not have; `told` is what the log of each seat, and of those
    who watch (`public`), had of the chapters in the base. The umpire's are
    whole records, the last one of a match that is over.
    """

    match: MatchRow
    seats: dict[Side, SeatRow]
    holders: dict[Side, tuple[str, ...]]
    choices: tuple[tuple[Side, str], ...]
    told: dict[str, tuple[bytes, ...]]
    ratings: dict[Side, float] = {}


class Chronicle(msgspec.Struct, frozen=True):
    """Lines of a seat's log, packed: the number of the first, and how many there are."""

    first: int
    number: int
    lines: bytes


class Mine(msgspec.Struct, frozen=True):
    """One of a browser's matches, for the list: no choices, no secret."""

    match: str
    game: str
    scenario: str
    opened: int
    seats: dict[Side, SeatRow]
    sides: tuple[Side, ...]


class Invitation(msgspec.Struct, frozen=True):
    """The seat that a link leads to."""

    match: str
    side: Side
    taken: bool


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Store:
    """A database of matches."""

    def __init__(self, url: str, *, shared: bool = False) -> None:
        """`shared` says that other processes write to the same file, and are to be told of what changes."""
        try:
            self.address = make_url(url)
            self.is_sqlite = self.address.get_backend_name() == "sqlite"
            self._engine: Engine = engine_for(self.address)
        except ImportError:
            raise StoreError("PostgreSQL needs the package psycopg: pip install 'barents[postgres]'") from None
        except (ArgumentError, NoSuchModuleError) as error:
            raise StoreError(f"'{url}' is no address of a database, as in sqlite:///games.sqlite: {error}") from None
        self._shared = shared
        # SQLite takes one writer at a time; queueing here is quicker than being told that it is busy.
        self._queue: AbstractContextManager[Any] = threading.Lock() if self.is_sqlite else nullcontext()
        try:
            self._migrate()
        except (SQLAlchemyError, CommandError) as error:
            self.close()
            raise StoreError(f"the database cannot be used: {error}") from error

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with (
            self._engine.connect().execution_options(**{WRITES: True}) as connection,
            connection.begin(),
            self.patiently(connection),
        ):
            # Of several processes that start at once, one migrates and the others wait.
            if not self.is_sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    # For whoever keeps something else here

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by; everything that is read by it belongs to one moment."""
        chosen: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        try:
            with self._engine.connect().execution_options(**chosen) as connection:
                yield connection
        except _LOST as error:
            raise Unavailable("the database does not answer") from error

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection to write by, all or nothing; it is on the disk when this ends."""
        finished = False
        try:
            with (
                self._queue,
                self._engine.connect().execution_options(**{WRITES: True}) as connection,
                connection.begin(),
            ):
                yield connection
                finished = True
        except _LOST as error:
            if finished and not self.is_sqlite:
                raise Uncertain("the database was lost in the moment of the commit") from error
            raise Unavailable("the database does not answer, or has no room") from error

    @contextmanager
    def patiently(self, connection: Connection) -> Iterator[None]:
        """Let the database take as long over something as it takes, as over all of its rows."""
        dbapi: Any = connection.connection.dbapi_connection
        if self.is_sqlite:
            yield
            return
        usual, dbapi.patience = dbapi.patience, None
        try:
            yield
        finally:
            dbapi.patience = usual

    def touch(
        self, connection: Connection, match: str, version: int | None = None, *, quiet: bool = False, **values: Any
    ) -> int:
        """Count a change of a match and tell the other processes of it unless `quiet`; the number that it now has.

        `version` is the number that the change builds on, if it does: `Overtaken` where there is a newer one. The
        row of the match stays locked until the end, so nobody else can change anything of it meanwhile.
        """
        this = MATCHES.c.id == match if version is None else (MATCHES.c.id == match) & (MATCHES.c.version == version)
        change = update(MATCHES).where(this).values(version=MATCHES.c.version + 1, **values)
        newest: int | None = connection.execute(change.returning(MATCHES.c.version)).scalar_one_or_none()
        if newest is None:
            raise Overtaken
        if not quiet:
            self.spread(connection, {"match": match, "version": newest})
        return newest

    def spread(self, connection: Connection, news: Mapping[str, Any]) -> None:
        """Tell the other processes of something, if and when this is committed."""
        text = msgspec.json.encode(news).decode()
        if not self.is_sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, text)))
        elif self._shared:
            connection.execute(insert(NEWS).values(news=text, at=now()))

    # Opening and sitting down

    def open(self, match: MatchRow, seats: Iterable[SeatRow], holders: Mapping[Side, str]) -> None:
        """Keep a new match with its seats and who holds them."""
        with self.writing() as connection:
            self.open_by(connection, match, seats, holders)

    def open_by(
        self, connection: Connection, match: MatchRow, seats: Iterable[SeatRow], holders: Mapping[Side, str]
    ) -> None:
        """The same as a part of something larger."""
        row = msgspec.structs.asdict(match) | {"options": msgspec.json.encode(match.options).decode()}
        connection.execute(insert(MATCHES).values(row))
        connection.execute(insert(SEATS), [{"match": match.id, **msgspec.structs.asdict(seat)} for seat in seats])
        if holders:
            connection.execute(
                insert(HOLDERS),
                [{"browser": browser, "match": match.id, "side": side} for side, browser in holders.items()],
            )

    def invitation(self, token: str) -> Invitation | None:
        """The seat that the hash of a link belongs to."""
        with self.reading() as connection:
            row = connection.execute(select(SEATS.c.match, SEATS.c.side).where(SEATS.c.token == token)).one_or_none()
            if row is None:
                return None
            held = select(HOLDERS.c.browser).where(HOLDERS.c.match == row.match, HOLDERS.c.side == row.side)
            return Invitation(row.match, Side(row.side), connection.execute(held).first() is not None)

    def take(self, match: str, side: Side, browser: str, name: str) -> bool:
        """Give a free seat to a browser; whether there was one. Two who try at once do not both get it."""
        with self.writing() as connection:
            # The row of the match is written first: that is what a second taker has to wait for.
            self.touch(connection, match)
            held = select(HOLDERS.c.browser).where(HOLDERS.c.match == match, HOLDERS.c.side == side)
            closed = select(MATCHES.c.closed).where(MATCHES.c.id == match)
            if connection.execute(held).first() is not None or connection.execute(closed).scalar() is not None:
                connection.rollback()
                return False
            connection.execute(update(SEATS).where(_seat(match, side)).values(name=name))
            connection.execute(insert(HOLDERS).values(browser=browser, match=match, side=side))
            return True

    def holds(self, holders: Sequence[str], match: str) -> tuple[Side, ...]:
        """The sides of a match that somebody holds, under any of his names."""
        query = select(HOLDERS.c.side).where(HOLDERS.c.browser.in_(holders), HOLDERS.c.match == match)
        with self.reading() as connection:
            held = {row.side for row in connection.execute(query)}
        return tuple(side for side in Side if side.value in held)

    # Reading

    def load(self, match: str, *, settled: bool = False) -> Kept | None:
        """Everything that is kept of a match.

        `settled`: wait for whoever is just writing to it, such as a connection that was lost in the moment of the
        commit, so that what is not there will not come either.
        """
        with self.reading() as connection:
            query = select(MATCHES).where(MATCHES.c.id == match)
            row = connection.execute(query.with_for_update() if settled else query).mappings().one_or_none()
            if row is None:
                return None
            seats, holders, choices = _around(connection, match, row["since"])
            told: dict[str, tuple[bytes, ...]] = dict.fromkeys([*Side, PUBLIC, UMPIRE], ())
            pages = select(CHRONICLES).where(CHRONICLES.c.match == match).order_by(CHRONICLES.c.first)
            for page in connection.execute(pages):
                told[page.side] += (page.lines,)
            ratings = seat_ratings(connection, row["game"], holders)
        return Kept(
            _match_of(dict(row)),
            seats,
            holders,
            choices,
            told,
            ratings,
        )

    def news(self, match: str, count: int) -> Kept | None:
        """What is kept of a match, without its base, and of its choices those after the first `count`."""
        columns = [column for column in MATCHES.c if column is not MATCHES.c.base]
        with self.reading() as connection:
            row = connection.execute(select(*columns).where(MATCHES.c.id == match)).mappings().one_or_none()
            if row is None:
                return None
            seats, holders, choices = _around(connection, match, count)
            ratings = seat_ratings(connection, row["game"], holders)
        return Kept(_match_of(dict(row)), seats, holders, choices, {}, ratings)

    def versions(self, matches: Sequence[str]) -> dict[str, int]:
        """How often each of some matches has been changed."""
        query = select(MATCHES.c.id, MATCHES.c.version).where(MATCHES.c.id.in_(matches))
        with self.reading() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def mine(self, holders: Sequence[str], most: int = 100) -> list[Mine]:
        """The latest matches of somebody, the newest first."""
        query = (
            select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.scenario, MATCHES.c.opened)
            .where(MATCHES.c.id.in_(select(HOLDERS.c.match).where(HOLDERS.c.browser.in_(holders))))
            .order_by(MATCHES.c.opened.desc(), MATCHES.c.id)
            .limit(most)
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
            seats = seats_of(connection, [row.id for row in rows])
            held: dict[str, list[str]] = {}
            for row in connection.execute(select(HOLDERS).where(HOLDERS.c.browser.in_(holders))):
                held.setdefault(row.match, []).append(row.side)
        return [
            Mine(
                row.id,
                row.game,
                row.scenario,
                row.opened,
                seats[row.id],
                tuple(side for side in Side if side.value in held[row.id]),
            )
            for row in rows
        ]

    def ready(self) -> bool:
        """Whether the database answers."""
        with self.reading() as connection:
            return connection.execute(select(1)).scalar() == 1

    # Writing what happens

    def commit(
        self,
        match: str,
        version: int,
        choices: Sequence[tuple[int, Side, str]],
        seats: Mapping[Side, Mapping[str, Any]],
        changed: Mapping[str, Any] | None = None,
        told: Mapping[str, Chronicle] | None = None,
        also: Sequence[Callable[[Connection], None]] = (),
    ) -> int:
        """Add choices and change what is kept of a match, all or nothing; it is on the disk when this returns.

        `version` is what this builds on, and the next is returned; `Overtaken` if somebody else was quicker. `changed`
        is what changes of the match itself, such as its result, or the base when a chapter was finished; `told` is
        what the seats' logs had of that chapter; `also` are others who write in the same breath.
        """
        made = now()
        with self.writing() as connection:
            # What is only kept for whoever sits there need not be known elsewhere before he sits down elsewhere.
            quiet = not choices and not changed and all(set(values) <= {"seen", "draft"} for values in seats.values())
            newest = self.touch(connection, match, version, quiet=quiet, **(changed or {}))
            if choices:
                connection.execute(
                    insert(CHOICES),
                    [
                        {"match": match, "seq": seq, "side": side, "entry": entry, "made": made}
                        for seq, side, entry in choices
                    ],
                )
            for side, values in seats.items():
                if values:
                    connection.execute(update(SEATS).where(_seat(match, side)).values(**values))
            for name, page in (told or {}).items():
                row = {"match": match, "side": name, "first": page.first, "lines": page.lines}
                connection.execute(insert(CHRONICLES).values(row))
            for write in also:
                write(connection)
        return newest

    # Who answers for computers and standing orders

    def claim(self, match: str, process: str, until: int) -> bool:
        """Let a process answer for a match until then; whether it may: not while another's word is good."""
        free = (MATCHES.c.driver == process) | (MATCHES.c.driver_until < now()) | MATCHES.c.driver.is_(None)
        change = update(MATCHES).where(MATCHES.c.id == match, free).values(driver=process, driver_until=until)
        with self.writing() as connection:
            return connection.execute(change).rowcount == 1

    def release(self, process: str) -> None:
        """A process answers for no match any more."""
        with self.writing() as connection:
            connection.execute(update(MATCHES).where(MATCHES.c.driver == process).values(driver=None, driver_until=0))


def _match_of(row: dict[str, Any]) -> MatchRow:
    owner = row["held_by"]
    return MatchRow(
        **{**row, "options": msgspec.json.decode(row["options"]), "held_by": None if owner is None else Side(owner)}
    )


def _seat(match: str, side: Side) -> Any:
    return (SEATS.c.match == match) & (SEATS.c.side == side)


def _around(
    connection: Connection, match: str, since: int
) -> tuple[dict[Side, SeatRow], dict[Side, tuple[str, ...]], tuple[tuple[Side, str], ...]]:
    """The seats of a match, who holds them, and the choices from one of them on."""
    holders: dict[Side, tuple[str, ...]] = dict.fromkeys(Side, ())
    for held in connection.execute(select(HOLDERS).where(HOLDERS.c.match == match).order_by(HOLDERS.c.browser)):
        holders[Side(held.side)] += (held.browser,)
    wanted = (CHOICES.c.match == match) & (CHOICES.c.seq >= since)
    query = select(CHOICES.c.side, CHOICES.c.entry).where(wanted).order_by(CHOICES.c.seq)
    choices = tuple((Side(choice.side), choice.entry) for choice in connection.execute(query))
    return seats_of(connection, [match])[match], holders, choices


def seats_of(connection: Connection, matches: Sequence[str]) -> dict[str, dict[Side, SeatRow]]:
    """The seats of some matches."""
    found: dict[str, dict[Side, SeatRow]] = {match: {} for match in matches}
    for row in connection.execute(select(SEATS).where(SEATS.c.match.in_(matches))).mappings():
        values = {name: value for name, value in row.items() if name != "match"}
        side = Side(values.pop("side"))
        found[row["match"]][side] = SeatRow(side=side, **values)
    return {match: {side: seats[side] for side in Side} for match, seats in found.items()}
