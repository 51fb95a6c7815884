"""A PostgreSQL server of our own, thrown away afterwards: for tests, and for measuring."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from glob import glob
from pathlib import Path
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import make_url

from barents.server.storage.database import METADATA
from barents.server.storage.store import Store

OWNER = "barents"
TEMPLATE = "migrated"
_USERS = ("postgres", "nobody")  # PostgreSQL refuses to be run by root
_PATIENCE = 60.0


class NotInstalled(Exception):
    """PostgreSQL is not on this machine."""


def program(name: str) -> str:
    """Where one of PostgreSQL's programs is; Debian keeps them off the path."""
    debian = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)
    found = shutil.which(name) or (debian[0] if debian else None)
    if found is None:
        raise NotInstalled(f"PostgreSQL's {name} is not installed")
    return found


class Cluster:
    """A PostgreSQL server of our own, reached by a socket in its folder."""

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="barents-pg-"))
        self._data = self.folder / "data"
        self._user = _unprivileged()
        self._durable = durable
        self._names = itertools.count(1)
        self._template: list[tuple[Any, ...]] = []
        self._given_back: list[str] = []
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._run(
            "initdb", "--pgdata", str(self._data), "--auth=trust", f"--username={OWNER}", "--no-sync", "-E", "UTF8"
        )
        self.start()

    def _run(self, name: str, *arguments: str) -> None:
        # Output goes to a file: the server inherits it, and a pipe would never end.
        with (self.folder / f"{name}.log").open("ab") as log:
            subprocess.run(
                [program(name), *arguments],
                check=True,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                user=self._user,
                extra_groups=None if self._user is None else [],
                timeout=_PATIENCE,
            )

    def start(self) -> None:
        """Start it, and wait until it answers. After a kill its orphans must have gone first."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=200"
        if not self._durable:
            options += " -c fsync=off -c full_page_writes=off -c synchronous_commit=off"
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                self._run("pg_ctl", "-D", str(self._data), "-w", "-o", options, "-l", str(self.folder / "log"), "start")
                return
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    raise

    def stop(self, mode: str = "fast") -> None:
        """Stop it in one of PostgreSQL's own ways."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", mode, "stop")

    def kill(self) -> None:
        """End it without warning."""
        os.kill(self.pid, signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The process that all others of the server come from."""
        return int((self._data / "postmaster.pid").read_text().split("\n", 1)[0])

    def backends(self, database: str) -> list[int]:
        """The processes that answer for a database."""
        with self._administrator() as connection:
            query = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
            return [pid for (pid,) in connection.execute(query, (make_url(database).database,))]

    def address(self, name: str) -> str:
        """The address of a database in it."""
        return f"postgresql+psycopg://{OWNER}@/{name}?host={self.folder}"

    def _administrator(self) -> psycopg.Connection[tuple[int]]:
        return psycopg.connect(f"postgresql://{OWNER}@/postgres?host={self.folder}", autocommit=True)

    def _database(self, address: str) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(f"postgresql://{OWNER}@/{make_url(address).database}?host={self.folder}")

    def new_database(self) -> str:
        """The address of a database that has all tables, and nothing in them."""
        if self._given_back:
            return self._given_back.pop()
        if not self._template:
            with self._administrator() as connection:
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(TEMPLATE)))
            Store(self.address(TEMPLATE)).close()
            with self._database(self.address(TEMPLATE)) as connection:
                self._template = _schema(connection)
        name = f"test_{next(self._names)}"
        with self._administrator() as connection:
            connection.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(TEMPLATE)))
        return self.address(name)

    def give_back(self, address: str) -> None:
        """Empty a database for somebody else, if it is as it was and nobody uses it: each takes hundreds of files."""
        with self._database(address) as connection:
            others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            if _schema(connection) == self._template and connection.execute(others).fetchone() == (1,):
                tables = SQL(", ").join(Identifier(table.name) for table in METADATA.sorted_tables)
                connection.execute(SQL("TRUNCATE {} RESTART IDENTITY").format(tables))
                self._given_back.append(address)

    def remove(self) -> None:
        """End it, and leave nothing behind."""
        with suppress(subprocess.SubprocessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


_SCHEMA = """
SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public'
UNION ALL SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT 'alembic_version', version_num, '', '', '' FROM alembic_version
ORDER BY 1, 2, 3
"""


def _schema(connection: psycopg.Connection[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Columns, indexes and version of a database."""
    return connection.execute(_SCHEMA).fetchall()


def _unprivileged() -> str | None:
    """Whom PostgreSQL is run by, where we are root."""
    if os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in _USERS if name in known)
