"""Who is logged in: a browser has a cookie of which only the hash is kept, and which is changed every day.

The cookie before stays good until the new one has come back, and a minute longer for requests that were under way.
Whoever shows it after that has a copy, or the other has: nobody can tell who is the thief, so the session ends.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

from msgspec.structs import replace

from barents.server import guard
from barents.server.accounts.store import AccountRow, AccountStore, SessionRow
from barents.server.logs import note
from barents.server.storage.store import now

MINUTE = 60 * 1000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNUSED = 60 * DAY  # after which a session ends
UNUSED_SECONDS = UNUSED // 1000


class LoggedIn(NamedTuple):
    """An account that is logged in, by which session, and the new cookie if there is one."""

    account: str
    name: str
    session: str
    cookie: str = ""


class Sessions:
    """The sessions of all accounts. All of this blocks."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store

    def begin(self, account: AccountRow, before: str) -> LoggedIn:
        """A new session for an account, in the place of the one that this browser had."""
        moment, cookie, id = now(), guard.new_key(), secrets.token_hex(16)
        row = SessionRow(
            id=id, key=guard.hashed(cookie), account=account.id, opened=moment, renewed=moment, seen=moment
        )
        self._store.begin(row, before, moment - UNUSED)
        return LoggedIn(account.id, account.name, id, cookie)

    def find(self, cookie: str, *, may_renew: bool) -> LoggedIn | None:
        """Who is logged in by a cookie, and the new one in its place where its day is over."""
        if not guard.is_key(cookie):
            return None
        key = guard.hashed(cookie)
        found = self._store.session(key)
        if found is None:
            return None
        row, name = found
        moment = now()
        if row.seen + UNUSED < moment:
            self._store.end([row.id])
            return None
        if key == row.key:
            fresh = self._present(row, moment, may_renew)
        elif row.former_until and moment > row.former_until:
            note("session ended", why="a cookie that had been replaced was used again")
            self._store.end([row.id])
            return None
        else:
            fresh = self._former(row, moment, may_renew)
        return LoggedIn(row.account, name, row.id, fresh)

    def _present(self, row: SessionRow, moment: int, may_renew: bool) -> str:
        """The cookie that counts has been shown; the new one, if it has had its day."""
        if row.former is not None and not row.former_until:
            self._store.renew(row, replace(row, former_until=moment + MINUTE, seen=moment))
        elif may_renew and moment - row.renewed > DAY:
            return self._renewed(row, replace(row, former=row.key, former_until=0), moment)
        elif moment - row.seen > HOUR:
            self._store.renew(row, replace(row, seen=moment))
        return ""

    def _former(self, row: SessionRow, moment: int, may_renew: bool) -> str:
        """The cookie before has been shown in good time; where the new one has never arrived, another new one."""
        if may_renew and not row.former_until and moment - row.renewed > MINUTE:
            return self._renewed(row, row, moment)
        return ""

    def _renewed(self, before: SessionRow, after: SessionRow, moment: int) -> str:
        cookie = guard.new_key()
        after = replace(after, key=guard.hashed(cookie), renewed=moment, seen=moment)
        return cookie if self._store.renew(before, after) else ""
