"""What an administrator does to the database, from the command line: servers may be running, and learn of it.

There is no page for this, so nothing on the network can reach it: whoever may read the database may use it.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from barents.kernel.datapack import DataPack
from barents.kernel.replay import verify
from barents.kernel.sides import Side
from barents.server.accounts.names import folded
from barents.server.accounts.passwords import Passwords
from barents.server.accounts.store import AccountRow, AccountStore
from barents.server.matches.rebuilding import RulesChanged, TableError, kept_record, packed_record, rebuilt
from barents.server.matches.stopping import is_stopped
from barents.server.settings import Cost
from barents.server.storage import backup
from barents.server.storage.database import (
    ACCOUNTS,
    CHAT,
    CHOICES,
    CHRONICLES,
    HOLDERS,
    MATCHES,
    OUTBOX,
    SEATS,
    SESSIONS,
    STUDY_GAMES,
)
from barents.server.storage.store import UMPIRE, Kept, Store, StoreError, now

DAY = 24 * 3600 * 1000
State = Literal["open", "over", "closed", "stopped"]
"""A match is stopped that was closed because its rules are gone."""
_LISTED = tuple(MATCHES.c[name] for name in ("id", "game", "scenario", "over", "closed", "opened", "rules"))


class AdministrationError(Exception):
    """Something cannot be done, and why."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A match in a list."""

    match: str
    game: str
    scenario: str
    state: State
    opened: int
    choices: int
    last: int | None
    """When the last choice was made."""
    rules: str
    stale: str = ""
    """Why this program could not go on with it, if it was asked for."""


class Sitter(msgspec.Struct, frozen=True):
    """A seat of a match as an administrator sees it: no key, no link, no draft."""

    side: Side
    kind: str
    name: str
    player: str
    taken: bool


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """All about a match that is no secret of a side."""

    entry: Entry
    options: dict[str, Any]
    windows: str
    seats: tuple[Sitter, ...]
    result: Any
    closed: str | None
    watched: bool
    rated: bool
    pace: Any


class AccountEntry(msgspec.Struct, frozen=True):
    """An account in a list."""

    name: str
    opened: int
    seats: int
    sessions: int


class Administration:
    """The database in an administrator's hands."""

    def __init__(self, url: str, pack: DataPack | None = None) -> None:
        with backup.connected(url, "read") as connection:
            found, wanted = backup.revision_of(connection), backup.newest_revision()
        if found is None:
            raise StoreError("there are no matches of Barents in this database")
        if found != wanted:
            raise StoreError(
                f"the tables of this database are of version {found}, and this program is for {wanted}: they are "
                "brought up to date when a server of this version starts. Until then it can only be backed up."
            )
        self._store = Store(url, shared=True)
        self._pack = pack

    def close_database(self) -> None:
        """Let go of the database."""
        self._store.close()

    # Looking

    def matches(
        self, state: State | None = None, game: str = "", older_than: float | None = None, *, stale: bool = False
    ) -> list[Entry]:
        """The matches, the oldest first: of one state, of one game, without a choice for so many days.

        `stale` gives those alone with which this program could not go on, and says why.
        """
        made = func.max(CHOICES.c.made)
        query = (
            select(*_LISTED, func.count(CHOICES.c.seq).label("choices"), made.label("last"))
            .outerjoin(CHOICES, CHOICES.c.match == MATCHES.c.id)
            .group_by(MATCHES.c.id)
            .order_by(MATCHES.c.opened, MATCHES.c.id)
        )
        if game:
            query = query.where(MATCHES.c.game == game)
        with self._store.reading() as connection:
            found = [_entry(row) for row in connection.execute(query)]
        found = [self._stopped(entry) for entry in found]
        if state is not None:
            found = [entry for entry in found if entry.state == state]
        if older_than is not None:
            latest = now() - round(older_than * DAY)
            found = [entry for entry in found if (entry.last or entry.opened) < latest]
        if stale:
            found = [entry for entry in map(self._checked, found) if entry.stale]
        return found

    def _checked(self, entry: Entry) -> Entry:
        """A match with the reason why it could not be gone on with: one that is over need not."""
        if entry.state == "stopped":
            return msgspec.structs.replace(entry, stale=self._kept(entry.match).match.closed or "")
        if entry.state != "open":
            return entry
        try:
            rebuilt(self._kept(entry.match), self._pack)
        except TableError as error:
            return msgspec.structs.replace(entry, stale=str(error))
        return entry

    def _stopped(self, entry: Entry) -> Entry:
        """A match that was closed, as stopped if its rules are gone."""
        if entry.state != "closed" or not is_stopped(self._kept(entry.match)):
            return entry
        return msgspec.structs.replace(entry, state="stopped")

    def show(self, match: str) -> Sheet:
        """All about one match."""
        kept = self._kept(match)
        entry = next(entry for entry in self.matches() if entry.match == match)
        row = kept.match
        return Sheet(
            entry=entry,
            options=row.options,
            windows=row.windows,
            seats=tuple(
                Sitter(side, seat.kind, seat.name, seat.player, seat.kind == "computer" or bool(kept.holders[side]))
                for side, seat in kept.seats.items()
            ),
            result=None if row.result is None else msgspec.json.decode(row.result),
            closed=row.closed,
            watched=row.watched,
            rated=row.rated,
            pace=None if row.pace is None else msgspec.json.decode(row.pace),
        )

    def record(self, match: str) -> tuple[bytes, bool]:
        """The record of a match, and whether it is over. That of one under way has all its secrets in it."""
        kept = self._kept(match)
        try:
            played = rebuilt(kept, self._pack)
        except RulesChanged:
            record = kept_record(kept)
            verify(record, self._pack)
            return record.encode(), kept.match.over or is_stopped(kept)
        except TableError as error:
            raise AdministrationError(str(error)) from None
        if not played.awaited:
            verify(played.record, self._pack)
        return played.record.encode(), played.result is not None

    def _kept(self, match: str) -> Kept:
        kept = self._store.load(match)
        if kept is None:
            raise AdministrationError(f"there is no match '{match}': barents admin list has them all")
        return kept

    def write_logs(self) -> int:
        """Write down the log of each match under way, as far as it goes; of how many that is done.

        It is for the day on which the rules change: then a match that cannot go on can still be read in full.
        """
        done = 0
        for entry in self.matches("open"):
            kept = self._kept(entry.match)
            try:
                match = rebuilt(kept, self._pack)
            except TableError:
                continue
            if match.awaited:
                continue
            page = {"match": entry.match, "side": UMPIRE, "first": kept.match.since + len(kept.choices)}
            content = packed_record(match.record.encode())
            with self._store.writing() as connection:
                mine = (CHRONICLES.c.match == entry.match) & (CHRONICLES.c.side == UMPIRE)
                connection.execute(delete(CHRONICLES).where(mine))
                connection.execute(insert(CHRONICLES).values(**page, lines=content))
            done += 1
        return done

    # Closing and erasing

    def close(self, match: str, why: str) -> None:
        """Close a match: nothing more can be done there, and whoever sits there is told why."""
        if self._kept(match).match.over:
            raise AdministrationError(f"match '{match}' is over, so there is nothing to close")
        with self._store.writing() as connection:
            self._store.touch(connection, match, closed=why)

    def reopen(self, match: str) -> None:
        """Let a match that was closed go on."""
        kept = self._kept(match)
        if kept.match.closed is None:
            raise AdministrationError(f"match '{match}' is not closed")
        if is_stopped(kept):
            raise AdministrationError(
                f"match '{match}' was begun by rules {kept.match.rules}, which this program does not have: "
                "it cannot go on, but it can be read"
            )
        with self._store.writing() as connection:
            self._store.touch(connection, match, closed=None)

    def erase(self, match: str) -> None:
        """Forget a match and everything that belongs to it."""
        self._kept(match)
        with self._store.writing() as connection:
            self._store.touch(connection, match)
            _forget(connection, match)

    # Accounts

    def accounts(self) -> list[AccountEntry]:
        """The accounts, by name."""
        with self._store.reading() as connection:
            rows = connection.execute(select(ACCOUNTS).order_by(ACCOUNTS.c.folded)).all()
            held = select(HOLDERS.c.browser, func.count()).group_by(HOLDERS.c.browser)
            seats = {row[0]: int(row[1]) for row in connection.execute(held)}
            logged_in = select(SESSIONS.c.account, func.count()).group_by(SESSIONS.c.account)
            sessions = {row[0]: int(row[1]) for row in connection.execute(logged_in)}
        return [AccountEntry(row.name, row.opened, seats.get(f"@{row.id}", 0), sessions.get(row.id, 0)) for row in rows]

    def new_password(self, name: str, cost: Cost | None = None) -> str:
        """Give an account a new password that nobody knows yet, and end all its sessions."""
        account = self._account(name)
        password = secrets.token_urlsafe(12)
        passwords = Passwords(cost or Cost())
        try:
            kept = asyncio.run(passwords.hash(password))
        finally:
            passwords.close()
        AccountStore(self._store).change(account.id, kept, "")
        return password

    def erase_account(self, name: str) -> list[str]:
        """Forget an account as if it had been deleted by its owner; the matches that it sat at."""
        matches = AccountStore(self._store).erase(self._account(name).id)
        for match in matches:
            with self._store.writing() as connection:
                self._store.touch(connection, match)
        return matches

    def _account(self, name: str) -> AccountRow:
        found = AccountStore(self._store).named(folded(name))
        if found is None:
            raise AdministrationError(f"there is no account '{name}': barents admin accounts has them all")
        return found


def _entry(row: Any) -> Entry:
    return Entry(
        match=row.id,
        game=row.game,
        scenario=row.scenario,
        state="over" if row.over else "closed" if row.closed is not None else "open",
        opened=row.opened,
        choices=row.choices,
        last=row.last,
        rules=row.rules,
    )


def _forget(connection: Connection, match: str) -> None:
    """Take every row of a match away, those first that point to others."""
    connection.execute(update(STUDY_GAMES).where(STUDY_GAMES.c.match == match).values(match=None))
    connection.execute(update(MATCHES).where(MATCHES.c.rematch == match).values(rematch=None))
    for table in (OUTBOX, CHAT, CHRONICLES, CHOICES, HOLDERS, SEATS):
        connection.execute(delete(table).where(table.c.match == match))
    connection.execute(delete(MATCHES).where(MATCHES.c.id == match))
