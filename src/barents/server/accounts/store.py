"""What is kept of accounts: names, passwords, who is logged in, and passwords that were tried in vain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from barents.kernel.sides import Side
from barents.server.accounts.names import FORMER
from barents.server.accounts.visitors import account_holder
from barents.server.storage.database import (
    ACCOUNTS,
    CHAT,
    HOLDERS,
    MATCHES,
    NOTICES,
    OUTBOX,
    RATINGS,
    SEATS,
    SESSIONS,
    STUDIES,
    STUDY_GAMES,
    TRIALS,
    insert_missing,
)
from barents.server.storage.store import Store

DAY = 24 * 3600 * 1000
LEFT = "Somebody who sat here has deleted his account."


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """An account. `folded` is the name as it is compared, `password` argon2's own text."""

    id: str
    name: str
    folded: str
    password: str
    opened: int


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that has logged in; times in milliseconds."""

    id: str
    key: str
    account: str
    opened: int
    renewed: int
    seen: int
    former: str | None = None
    former_until: int = 0


class AccountStore:
    """The accounts in the database of matches."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Accounts

    def add(self, row: AccountRow) -> bool:
        """Keep a new account; whether its name was free. Of two who ask at once one gets it."""
        try:
            with self._store.writing() as connection:
                connection.execute(insert(ACCOUNTS).values(msgspec.structs.asdict(row)))
        except IntegrityError:
            return False
        return True

    def named(self, folded: str) -> AccountRow | None:
        """The account of a name."""
        with self._store.reading() as connection:
            row = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.folded == folded)).mappings().one_or_none()
        return None if row is None else AccountRow(**row)

    def load(self, account: str) -> AccountRow | None:
        """An account by its id."""
        with self._store.reading() as connection:
            row = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.id == account)).mappings().one_or_none()
        return None if row is None else AccountRow(**row)

    def rehash(self, account: str, before: str, password: str) -> None:
        """Keep the same password in another form, unless it has been changed since."""
        wanted = (ACCOUNTS.c.id == account) & (ACCOUNTS.c.password == before)
        with self._store.writing() as connection:
            connection.execute(update(ACCOUNTS).where(wanted).values(password=password))

    def change(self, account: str, password: str, session: str) -> list[str]:
        """Keep a new password, and end every session but one; those that ended."""
        others = (SESSIONS.c.account == account) & (SESSIONS.c.id != session)
        with self._store.writing() as connection:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(password=password))
            ended = [row.id for row in connection.execute(select(SESSIONS.c.id).where(others))]
            connection.execute(delete(SESSIONS).where(others))
        return ended

    def running(self, account: str) -> list[str]:
        """The matches of an account that are not over."""
        held = select(HOLDERS.c.match).where(HOLDERS.c.browser == account_holder(account))
        query = select(MATCHES.c.id).where(MATCHES.c.id.in_(held), MATCHES.c.over.is_(False)).order_by(MATCHES.c.opened)
        with self._store.reading() as connection:
            return [row.id for row in connection.execute(query)]

    def bring(self, browser: str, account: str, name: str) -> list[str]:
        """Hand over to an account what a browser has: seats, studies, notices, talk; the matches it concerns.

        At a table of one screen, where somebody sits opposite who has no name, that one gets none.
        """
        holder = account_holder(account)
        with self._store.writing() as connection:
            seats, matches = self._held(connection, browser)
            had = connection.execute(select(HOLDERS.c.match, HOLDERS.c.side).where(HOLDERS.c.browser == holder)).all()
            both = {(row.match, row.side) for row in had}
            for row in seats:
                mine = (HOLDERS.c.match == row.match) & (HOLDERS.c.side == row.side)
                if (row.match, row.side) not in both:
                    new = {"browser": holder, "match": row.match, "side": row.side}
                    connection.execute(insert(HOLDERS).values(new))
                connection.execute(delete(HOLDERS).where(mine, HOLDERS.c.browser == browser))
                seat = (SEATS.c.match == row.match) & (SEATS.c.side == row.side)
                shared = sum(each.match == row.match for each in seats) == len(Side)
                connection.execute(
                    update(SEATS).where(seat, SEATS.c.name != "" if shared else true()).values(name=name)
                )
            told = select(NOTICES.c.kind).where(NOTICES.c.holder == holder).scalar_subquery()
            wanted = (NOTICES.c.holder == browser) & NOTICES.c.kind.not_in(told)
            connection.execute(update(NOTICES).where(wanted).values(holder=holder))
            connection.execute(update(MATCHES).where(MATCHES.c.opener == browser).values(opener=holder))
            connection.execute(update(STUDIES).where(STUDIES.c.browser == browser).values(browser=holder))
            connection.execute(update(CHAT).where(CHAT.c.author == browser).values(author=holder, name=name))
        return matches

    def erase(self, account: str) -> list[str]:
        """Forget an account: its name becomes that of a former player, and nothing leads back; its matches."""
        holder = account_holder(account)
        with self._store.writing() as connection:
            seats, matches = self._held(connection, holder)
            for row in seats:
                seat = (SEATS.c.match == row.match) & (SEATS.c.side == row.side)
                connection.execute(update(SEATS).where(seat).values(name=FORMER, draft=None, token=None))
            unfinished = MATCHES.c.id.in_(matches) & MATCHES.c.over.is_(False) & MATCHES.c.closed.is_(None)
            connection.execute(update(MATCHES).where(unfinished).values(closed=LEFT))
            connection.execute(update(MATCHES).where(MATCHES.c.opener == holder).values(opener=""))
            connection.execute(update(CHAT).where(CHAT.c.author == holder).values(author="", name=FORMER))
            studies = select(STUDIES.c.id).where(STUDIES.c.browser == holder)
            connection.execute(delete(STUDY_GAMES).where(STUDY_GAMES.c.study.in_(studies)))
            connection.execute(delete(STUDIES).where(STUDIES.c.browser == holder))
            connection.execute(delete(HOLDERS).where(HOLDERS.c.browser == holder))
            addresses = select(NOTICES.c.address).where(NOTICES.c.holder == holder)
            connection.execute(delete(OUTBOX).where(OUTBOX.c.address.in_(addresses)))
            connection.execute(delete(NOTICES).where(NOTICES.c.holder == holder))
            for table in (RATINGS, SESSIONS):
                connection.execute(delete(table).where(table.c.account == account))
            connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == account))
        return matches

    def _held(self, connection: Connection, holder: str) -> tuple[Sequence[Any], list[str]]:
        """The seats of a holder and their matches, which are changed from here on: nobody else may touch them."""
        query = select(HOLDERS).where(HOLDERS.c.browser == holder).order_by(HOLDERS.c.match, HOLDERS.c.side)
        matches = list(dict.fromkeys(row.match for row in connection.execute(query)))
        for match in matches:
            self._store.touch(connection, match)
        return connection.execute(query).all(), matches

    # Sessions

    def begin(self, row: SessionRow, before: str, forgotten: int) -> None:
        """Keep a new session in the place of the browser's earlier one; those unused since a moment go."""
        gone = (SESSIONS.c.id == before) | (SESSIONS.c.seen < forgotten)
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(gone))
            connection.execute(insert(SESSIONS).values(msgspec.structs.asdict(row)))

    def session(self, key: str) -> tuple[SessionRow, str] | None:
        """The session of a key, the present or the former one, and the name of its account."""
        query = (
            select(SESSIONS, ACCOUNTS.c.name)
            .join(ACCOUNTS, ACCOUNTS.c.id == SESSIONS.c.account)
            .where((SESSIONS.c.key == key) | (SESSIONS.c.former == key))
        )
        with self._store.reading() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return None
        values = dict(row)
        name: str = values.pop("name")
        return SessionRow(**values), name

    def renew(self, before: SessionRow, after: SessionRow) -> bool:
        """Change a session, unless somebody else has changed its key in the meantime; whether it was changed."""
        wanted = (SESSIONS.c.id == before.id) & (SESSIONS.c.key == before.key)
        with self._store.writing() as connection:
            done = connection.execute(update(SESSIONS).where(wanted).values(msgspec.structs.asdict(after)))
            return bool(done.rowcount)

    def sessions(self, account: str) -> list[str]:
        """Every session of an account."""
        with self._store.reading() as connection:
            query = select(SESSIONS.c.id).where(SESSIONS.c.account == account)
            return [row.id for row in connection.execute(query)]

    def alive(self, sessions: Sequence[str]) -> set[str]:
        """Those of some sessions that have not been ended."""
        with self._store.reading() as connection:
            query = select(SESSIONS.c.id).where(SESSIONS.c.id.in_(sessions))
            return {row.id for row in connection.execute(query)}

    def end(self, sessions: Sequence[str]) -> None:
        """End sessions."""
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(sessions)))

    # Passwords tried in vain

    def attempt(self, subjects: Mapping[str, int], longest: int, moment: int) -> int:
        """Count a try for each subject before it is made, so that many at once are all counted.

        0 if it may be made; else the milliseconds to wait, and then nothing is counted. Each subject has some tries
        free; after those each takes twice as long as the one before, up to `longest`. A day after the last
        everything is forgotten.
        """
        with self._store.writing() as connection:
            connection.execute(delete(TRIALS).where(TRIALS.c.until < moment - DAY))
            insert_missing(connection, TRIALS, [{"subject": each, "failures": 0, "until": 0} for each in subjects])
            query = select(TRIALS).where(TRIALS.c.subject.in_(subjects)).order_by(TRIALS.c.subject).with_for_update()
            known = connection.execute(query).all()
            wait: int = max((row.until for row in known), default=0) - moment
            if wait > 0:
                return wait
            for row in known:
                failures = row.failures + 1
                beyond = failures - subjects[row.subject]
                until = moment + (min(longest, 1000 << min(beyond, 30)) if beyond >= 0 else 0)
                changed = update(TRIALS).where(TRIALS.c.subject == row.subject)
                connection.execute(changed.values(failures=failures, until=until))
        return 0

    def forgive(self, name: str, address: str, moment: int) -> None:
        """The right password was given: forget what was tried in vain for the name.

        For the address only this try is taken back: who has an account could guess at others' for ever otherwise.
        """
        uncounted = update(TRIALS).where(TRIALS.c.subject == address, TRIALS.c.failures > 0)
        with self._store.writing() as connection:
            connection.execute(delete(TRIALS).where(TRIALS.c.subject == name))
            connection.execute(uncounted.values(failures=TRIALS.c.failures - 1, until=moment))
            connection.execute(delete(TRIALS).where(TRIALS.c.failures == 0))
