"""The database: matches, seats, who holds them, and every choice, written before anybody is told of it.

Choices are only ever added, numbered within their match; the state of a match is not kept but played again from them.
SQLite by default, with every commit on the disk before it returns; PostgreSQL by its address. All of this blocks, so
the service calls it in threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event, insert, select, update
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from barents.kernel.sides import Side
from barents.server.database import CHOICES, CHRONICLES, HOLDERS, MATCHES, SEATS

Kind = Literal["person", "computer"]


class StoreError(Exception):
    """The database cannot be used, and why."""


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a match was opened with, and how it ended.

    `base` is the record that it goes on from, if any: one that it was opened with, or that of the chapters which have
    been played to their ends. Its choices before the number `since` are in the base.
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


class Kept(msgspec.Struct, frozen=True):
    """Everything that is kept of a match.

    `choices` are those that its base does not have; `told` is what each seat's log had of the chapters in the base.
    """

    match: MatchRow
    seats: dict[Side, SeatRow]
    holders: dict[Side, tuple[str, ...]]
    choices: tuple[tuple[Side, str], ...]
    told: dict[Side, tuple[bytes, ...]]


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

    def __init__(self, url: str) -> None:
        try:
            address = make_url(url)
            self._engine: Engine = create_engine(address, pool_pre_ping=address.get_backend_name() != "sqlite")
        except (ArgumentError, NoSuchModuleError, ImportError) as error:
            raise StoreError(f"'{url}' is no address of a database, as in sqlite:///games.sqlite: {error}") from None
        self._lite = address.get_backend_name() == "sqlite"
        # SQLite takes one writer at a time; queueing here is quicker than being told that it is busy.
        self._writing = threading.Lock()
        if self._lite:
            if address.database in (None, "", ":memory:"):
                raise StoreError("matches must outlive the server, so the database has to be a file")
            event.listen(self._engine, "connect", _prepare)
        try:
            self._migrate()
        except (SQLAlchemyError, CommandError) as error:
            raise StoreError(f"the database cannot be used: {error}") from error

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with self._engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    # For whoever keeps something else here

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection to write by, all or nothing; it is on the disk when this ends."""
        with self._writing, self._engine.begin() as connection:
            yield connection

    # Opening and sitting down

    def open(self, match: MatchRow, seats: Iterable[SeatRow], holders: Mapping[Side, str]) -> None:
        """Keep a new match with its seats and who holds them."""
        row = msgspec.structs.asdict(match) | {"options": msgspec.json.encode(match.options).decode()}
        with self._writing, self._engine.begin() as connection:
            connection.execute(insert(MATCHES).values(row))
            connection.execute(insert(SEATS), [{"match": match.id, **msgspec.structs.asdict(seat)} for seat in seats])
            if holders:
                connection.execute(
                    insert(HOLDERS),
                    [{"browser": browser, "match": match.id, "side": side} for side, browser in holders.items()],
                )

    def invitation(self, token: str) -> Invitation | None:
        """The seat that the hash of a link belongs to."""
        with self._engine.connect() as connection:
            row = connection.execute(select(SEATS.c.match, SEATS.c.side).where(SEATS.c.token == token)).one_or_none()
            if row is None:
                return None
            held = select(HOLDERS.c.browser).where(HOLDERS.c.match == row.match, HOLDERS.c.side == row.side)
            return Invitation(row.match, Side(row.side), connection.execute(held).first() is not None)

    def take(self, match: str, side: Side, browser: str, name: str) -> bool:
        """Give a free seat to a browser; whether it was free. Two who try at once do not both get it."""
        with self._writing, self._engine.begin() as connection:
            # The row of the seat is written first: that is what a second taker has to wait for.
            connection.execute(update(SEATS).where(_seat(match, side)).values(name=name))
            held = select(HOLDERS.c.browser).where(HOLDERS.c.match == match, HOLDERS.c.side == side)
            if connection.execute(held).first() is not None:
                connection.rollback()
                return False
            connection.execute(insert(HOLDERS).values(browser=browser, match=match, side=side))
            return True

    def holds(self, browser: str, match: str) -> tuple[Side, ...]:
        """The sides of a match that a browser holds."""
        query = select(HOLDERS.c.side).where(HOLDERS.c.browser == browser, HOLDERS.c.match == match)
        with self._engine.connect() as connection:
            held = {row.side for row in connection.execute(query)}
        return tuple(side for side in Side if side.value in held)

    # Reading

    def load(self, match: str) -> Kept | None:
        """Everything that is kept of a match."""
        with self._engine.connect() as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.id == match)).mappings().one_or_none()
            if row is None:
                return None
            seats = _seats(connection, [match])[match]
            holders: dict[Side, tuple[str, ...]] = dict.fromkeys(Side, ())
            for held in connection.execute(select(HOLDERS).where(HOLDERS.c.match == match)):
                holders[Side(held.side)] += (held.browser,)
            wanted = (CHOICES.c.match == match) & (CHOICES.c.seq >= row["since"])
            query = select(CHOICES.c.side, CHOICES.c.entry).where(wanted).order_by(CHOICES.c.seq)
            choices = tuple((Side(choice.side), choice.entry) for choice in connection.execute(query))
            told: dict[Side, tuple[bytes, ...]] = dict.fromkeys(Side, ())
            pages = select(CHRONICLES).where(CHRONICLES.c.match == match).order_by(CHRONICLES.c.first)
            for page in connection.execute(pages):
                told[Side(page.side)] += (page.lines,)
        return Kept(
            MatchRow(**{**row, "options": msgspec.json.decode(row["options"])}),
            seats,
            holders,
            choices,
            told,
        )

    def mine(self, browser: str, most: int = 100) -> list[Mine]:
        """The latest matches of a browser, the newest first."""
        query = (
            select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.scenario, MATCHES.c.opened)
            .where(MATCHES.c.id.in_(select(HOLDERS.c.match).where(HOLDERS.c.browser == browser)))
            .order_by(MATCHES.c.opened.desc(), MATCHES.c.id)
            .limit(most)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
            seats = _seats(connection, [row.id for row in rows])
            held: dict[str, list[str]] = {}
            for row in connection.execute(select(HOLDERS).where(HOLDERS.c.browser == browser)):
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
        with self._engine.connect() as connection:
            return connection.execute(select(1)).scalar() == 1

    # Writing what happens

    def commit(
        self,
        match: str,
        choices: Sequence[tuple[int, Side, str]],
        seats: Mapping[Side, Mapping[str, Any]],
        result: str | None = None,
        chapter: Mapping[str, Any] | None = None,
        told: Mapping[Side, Chronicle] | None = None,
    ) -> None:
        """Add choices and change what is kept for the seats, all or nothing; it is on the disk when this returns.

        `chapter` is what a chapter that was finished changes: the rules, the base and the choice that follows it;
        `told` is what the seats' logs had of it.
        """
        made = now()
        with self._writing, self._engine.begin() as connection:
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
            for side, page in (told or {}).items():
                row = {"match": match, "side": side, "first": page.first, "lines": page.lines}
                connection.execute(insert(CHRONICLES).values(row))
            changed = {**(chapter or {}), **({} if result is None else {"over": True, "result": result})}
            if changed:
                connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(**changed))


def _prepare(connection: Any, _record: Any) -> None:
    """An acknowledged choice must survive a power cut: write-ahead log, and every commit flushed to the disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _seat(match: str, side: Side) -> Any:
    return (SEATS.c.match == match) & (SEATS.c.side == side)


def _seats(connection: Connection, matches: Sequence[str]) -> dict[str, dict[Side, SeatRow]]:
    found: dict[str, dict[Side, SeatRow]] = {match: {} for match in matches}
    for row in connection.execute(select(SEATS).where(SEATS.c.match.in_(matches))).mappings():
        values = {name: value for name, value in row.items() if name != "match"}
        side = Side(values.pop("side"))
        found[row["match"]][side] = SeatRow(side=side, **values)
    return {match: {side: seats[side] for side in Side} for match, seats in found.items()}
