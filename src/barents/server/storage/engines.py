"""How the database is spoken to: SQLite in a file, or PostgreSQL.

Either way a commit is on the disk when it returns, a reader sees one moment and not several, and a database that does
not answer is given up on, so that nobody waits for it without being told.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL, Engine
from sqlalchemy.exc import ArgumentError

PATIENCE = 5.0  # seconds that the database may take over anything
WRITES = "barents_writes"  # the option of a connection that is going to write


def engine_for(address: URL) -> Engine:
    """An engine for the database at an address."""
    match address.get_backend_name():
        case "sqlite" if address.database in (None, "", ":memory:"):
            raise ArgumentError("matches must outlive the program, so the database has to be a file")
        case "sqlite":
            return _sqlite(address)
        case "postgresql":
            return _postgresql(address)
        case other:
            raise ArgumentError(f"Barents keeps its matches in SQLite or PostgreSQL, not in {other}")


def _sqlite(address: URL) -> Engine:
    engine = create_engine(address, pool_timeout=PATIENCE)

    def make(*_: Any) -> None:
        """Secrets, sessions and addresses are in it: a new file is for its owner's eyes alone, as are its logs."""
        with suppress(OSError):  # where it is already, or cannot be made, SQLite says so
            os.close(os.open(str(address.database), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    event.listen(engine, "do_connect", make)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    """An acknowledged choice must survive a power cut: write-ahead log, and every commit flushed to the disk."""
    connection.isolation_level = None  # transactions begin where we say so, and not where Python's driver thinks
    cursor = connection.cursor()
    waits = f"busy_timeout={int(PATIENCE * 1000)}"
    for pragma in (waits, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Whoever is going to write queues at once: one who reads first cannot write when another did so meanwhile."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgresql(address: URL) -> Engine:
    from barents.server.storage.postgresql import ImpatientConnection

    engine = create_engine(
        address.set(drivername="postgresql+psycopg"),
        pool_size=8,
        max_overflow=8,
        pool_timeout=PATIENCE,
        pool_pre_ping=True,
        connect_args={
            "connect_timeout": int(PATIENCE),
            "application_name": "barents",
            "options": f"-c lock_timeout={int(PATIENCE * 1000)} -c synchronous_commit=on",
        },
    )

    def connect(_dialect: Any, _record: Any, arguments: Any, named: Any) -> Any:
        return ImpatientConnection.connect(*arguments, **named)

    event.listen(engine, "do_connect", connect)
    return engine
