"""Backups: everything that is kept, in one file that fits either kind of database.

The file is gzip over lines of JSON: a header with the version of the tables and how many rows each has, then the rows,
table by table, each before those that point to it, and at the end the digest of all that came before. It is read in one
moment of the database, also while servers write to it. It can be put back where there is nothing yet, all or nothing;
one of an older version is put back as it was and then migrated.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import msgspec
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, LargeBinary, MetaData, Table, func, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from barents.server.storage.engines import WRITES, engine_for
from barents.server.storage.store import StoreError, now

MARK = "barents backup"
FORMAT = 1
_NOT_KEPT = ("alembic_version", "news")  # the one is in the header, the other is over in a moment
_BATCH = 500
_LONGEST_LINE = 256 << 20  # bytes; the longest row is a match's record, of some megabytes


class BackupError(Exception):
    """A backup cannot be made or put back, and why."""


class Shape(msgspec.Struct, frozen=True):
    """A table in a backup: its columns, in the order in which a row has them, and how many rows there are."""

    columns: list[str]
    rows: int


class Header(msgspec.Struct, frozen=True):
    """The first line: what the file is, the version of the tables, when it was made and by what, and its tables."""

    what: str
    format: int
    revision: str
    made: int
    program: str
    tables: dict[str, Shape]


class _End(msgspec.Struct, frozen=True):
    sha256: str


_Line = tuple[str, list[Any]]
_header = msgspec.json.Decoder(Header).decode
_line = msgspec.json.Decoder(_Line).decode
_end = msgspec.json.Decoder(_End).decode
_encode = msgspec.json.Encoder().encode


@contextmanager
def connected(url: str, access: Literal["read", "write"]) -> Iterator[Connection]:
    """A connection to a database as it is, whatever its version; one transaction, in which one moment is seen."""
    try:
        address = make_url(url)
        lite = address.get_backend_name() == "sqlite"
        missing = lite and access == "read" and not Path(address.database or "").is_file()
        engine = engine_for(address)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StoreError(f"'{url}' is no address of a database, as in sqlite:///games.sqlite: {error}") from None
    if missing:
        raise StoreError(f"there is no database at '{address.database}'")
    options: dict[str, Any] = {WRITES: access == "write"}
    if not lite:
        options["isolation_level"] = "REPEATABLE READ"
    try:
        with engine.connect() as raw:
            connection = raw.execution_options(**options)
            if not lite:
                patient: Any = connection.connection.dbapi_connection
                patient.patience = None  # all rows of a table may take a while
            with connection.begin():
                yield connection
    except SQLAlchemyError as error:
        raise StoreError(f"the database cannot be used: {error}") from error
    finally:
        engine.dispose()


def migrations() -> Config:
    """Where the versions of the tables are described."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config


def revision_of(connection: Connection) -> str | None:
    """The version of a database's tables; None if it has none of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str:
    """The version of the tables that this program is for."""
    return ScriptDirectory.from_config(migrations()).get_current_head() or ""


# Making one


def back_up(url: str, file: Path) -> Header:
    """Write everything that a database has into a file, which appears when it is whole."""
    with connected(url, "read") as connection:
        revision = revision_of(connection)
        if revision is None:
            raise BackupError("there are no matches of Barents in this database")
        tables = _tables(connection)
        shapes = {str(table.name): _shape(connection, table) for table in tables}
        header = Header(MARK, FORMAT, revision, now(), version("barents"), shapes)
        with _written(file) as write:
            write(_encode(header))
            for table in tables:
                found = connection.execute(select(table).order_by(*table.primary_key)).yield_per(_BATCH)
                for row in found:
                    write(_encode((str(table.name), list(row))))
    return header


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are in the database, each before those that point to it."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in _NOT_KEPT]


def _shape(connection: Connection, table: Table) -> Shape:
    return Shape([str(column.name) for column in table.columns], _count(connection, table))


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


@contextmanager
def _written(file: Path) -> Iterator[Callable[[bytes], None]]:
    """A file that takes lines, for its owner's eyes alone; it has its name once it is whole and on the disk."""
    digest = hashlib.sha256()
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with open(opened, "wb") as raw:
            # No time and no name in it: the same content is the same file.
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:

                def write(line: bytes) -> None:
                    digest.update(line + b"\n")
                    packed.write(line + b"\n")

                yield write
                packed.write(_encode(_End(digest.hexdigest())) + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(unfinished, file)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


# Putting it back


def check(file: Path) -> Header:
    """The header of a backup, once all of it has been read and found whole."""
    digest = hashlib.sha256()
    counts: dict[str, int] = {}
    header: Header | None = None
    end: _End | None = None
    try:
        with gzip.open(file, "rb") as packed:
            for number, text in enumerate(iter(lambda: packed.readline(_LONGEST_LINE), b"")):
                if len(text) == _LONGEST_LINE:
                    raise BackupError(f"{file} is no backup: its line {number + 1} is longer than any row")
                if end is not None:
                    raise BackupError(f"{file} has something after its end")
                if number == 0:
                    header = _read_header(file, text)
                elif text.startswith(b"{"):
                    end = _end(text)
                    continue
                else:
                    name = _line(text)[0]
                    if header is None or name not in header.tables:
                        raise BackupError(f"{file} was changed or damaged: it has no table of that name")
                    counts[name] = counts.get(name, 0) + 1
                digest.update(text)
    except (gzip.BadGzipFile, EOFError, zlib.error, msgspec.DecodeError) as error:
        raise BackupError(f"{file} is no backup, or was damaged: {error}") from None
    except RecursionError:
        raise BackupError(f"{file} is no backup: what is in it is nested without end") from None
    if header is None or end is None:
        raise BackupError(f"{file} is not whole: its end is missing")
    if end.sha256 != digest.hexdigest() or counts != {
        name: shape.rows for name, shape in header.tables.items() if shape.rows
    }:
        raise BackupError(f"{file} was changed or damaged after it was written: its digest is another")
    return header


def _read_header(file: Path, text: bytes) -> Header:
    header = _header(text)
    if header.what != MARK or header.format != FORMAT:
        raise BackupError(f"{file} is no backup that this version of Barents can read")
    return header


def restore(file: Path, url: str, *, replace: bool = False) -> Header:
    """Put a backup back, all or nothing; only where there is nothing yet, unless what is there is to go."""
    header = check(file)
    if header.revision not in [each.revision for each in ScriptDirectory.from_config(migrations()).walk_revisions()]:
        raise BackupError(
            f"{file} is from a later version of Barents, {header.program}: its tables are of version "
            f"{header.revision}, and this program knows them up to {newest_revision()}. Put it back with that version."
        )
    with connected(url, "write") as connection:
        _empty(connection, replace)
        config = migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, header.revision)
        tables = {table.name: table for table in _tables(connection)}
        for table in tables.values():
            connection.execute(table.delete())  # what a migration has put there is in the backup too
        for name, rows in _batches(file):
            columns = header.tables[name].columns
            connection.execute(insert(tables[name]), [_values(tables[name], columns, row) for row in rows])
        command.upgrade(config, "head")
    return header


def _empty(connection: Connection, replace: bool) -> None:
    """Make sure that there is nothing in a database."""
    found = MetaData()
    found.reflect(connection)
    if not replace and any(_count(connection, table) for table in found.sorted_tables if table.name not in _NOT_KEPT):
        raise BackupError(
            "there is something in this database already: give one that is empty, "
            "or --replace to throw away what it has"
        )
    found.drop_all(connection)


def _values(table: Table, columns: list[str], row: list[Any]) -> dict[str, Any]:
    """A row as the database takes it: JSON has no bytes, so they are written in base64."""
    return {
        name: b64decode(value) if isinstance(table.columns[name].type, LargeBinary) and value is not None else value
        for name, value in zip(columns, row, strict=True)
    }


def _batches(file: Path) -> Iterator[tuple[str, list[Any]]]:
    """The rows of a backup, some of one table at a time."""
    name = ""
    rows: list[Any] = []
    with gzip.open(file, "rb") as lines:
        next(lines)
        for text in lines:
            if text.startswith(b"{"):
                break
            table, row = _line(text)
            if rows and (table != name or len(rows) == _BATCH):
                yield name, rows
                rows = []
            name = table
            rows.append(row)
    if rows:
        yield name, rows
