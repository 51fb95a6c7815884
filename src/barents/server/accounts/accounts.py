"""Accounts: for those who want their seats on every device, a record, and rated matches. Guests can do all the rest."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Collection, Iterator

from barents.kernel.decisions import Refused
from barents.kernel.match import Control
from barents.server import guard
from barents.server.accounts.careers import career
from barents.server.accounts.names import clean_name, folded, wrong_name
from barents.server.accounts.passwords import Passwords, wrong_password
from barents.server.accounts.ratings import rating_cards, standings
from barents.server.accounts.sessions import LoggedIn, Sessions
from barents.server.accounts.store import AccountRow
from barents.server.accounts.visitors import Visitor
from barents.server.lobby.protocol import AccountCard, Career, Credentials, NewPassword, RatingCard, Standing
from barents.server.logs import note
from barents.server.matches.rebuilding import TableError
from barents.server.matches.seats import Listener
from barents.server.matches.service import MatchService, Mistake, Unknown
from barents.server.storage.store import StoreError, now

# Passwords that may be tried in vain before one has to wait; from one address there may be a whole household.
FREE_BY_NAME, FREE_BY_ADDRESS = 5, 20
WATCH = 60.0  # seconds between looks at who is still logged in
LONGEST_WAIT = 15 * 60 * 1000
WRONG = "There is no account of this name with this password."
GUEST = "You are not logged in."
LOGGED_OUT = 4404  # why a connection is ended, as the client is told: the seat is no longer its own


class Accounts:
    """All accounts of a service."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._store = service.accounts
        self._sessions = Sessions(self._store)
        self._passwords = Passwords(service.settings.cost)
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Keep an eye on who is still logged in."""
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Be done."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait([self._watching])
        self._passwords.close()

    # Who it is

    async def visitor(self, key: str, cookie: str, *, may_renew: bool) -> tuple[Visitor, str]:
        """Whoever has a browser's key and a session's cookie, and the new cookie where that was renewed."""
        found = None
        if cookie:
            found = await asyncio.to_thread(self._sessions.find, cookie, may_renew=may_renew)
        if found is None:
            return Visitor(key), ""
        return Visitor(key, found.account, found.name, found.session), found.cookie

    async def card(self, visitor: Visitor) -> AccountCard:
        """Who somebody is here."""
        settings = self._service.settings
        row = await asyncio.to_thread(self._store.load, visitor.account) if visitor.account else None
        if row is None:
            return AccountCard(mail=bool(settings.mail), hooks=settings.hooks)
        ratings = await asyncio.to_thread(self._ratings, row.id)
        return AccountCard(row.name, row.opened, ratings, bool(settings.mail), settings.hooks)

    def _ratings(self, account: str) -> tuple[RatingCard, ...]:
        with self._service.store.reading() as connection:
            return rating_cards(connection, account)

    # Coming and going

    async def register(self, wanted: Credentials, visitor: Visitor) -> LoggedIn:
        """Open an account, and log in there."""
        name = clean_name(wanted.name)
        wrong = wrong_name(name) or wrong_password(name, wanted.password)
        if wrong:
            raise Mistake(wrong)
        row = AccountRow(
            id=secrets.token_hex(8),
            name=name,
            folded=folded(name),
            password=await self._passwords.hash(wanted.password),
            opened=now(),
        )
        if not await asyncio.to_thread(self._store.add, row):
            raise Mistake("This name, or one that looks like it, is taken: choose another.")
        note("account opened")
        return await self._logged_in(row, visitor, wanted.bring)

    async def log_in(self, given: Credentials, visitor: Visitor, address: str) -> LoggedIn:
        """Log in. Whether it is the name or the password that is wrong is not told, nor can it be timed."""
        compared = folded(given.name)
        row = await asyncio.to_thread(self._store.named, compared)
        await self._insist(row, compared, given.password, address)
        if row is None:
            raise Mistake(WRONG)
        return await self._logged_in(row, visitor, given.bring)

    async def log_out(self, visitor: Visitor) -> None:
        """End the session of this browser."""
        if visitor.session:
            await self._end([visitor.session])

    async def _logged_in(self, row: AccountRow, visitor: Visitor, bring: bool) -> LoggedIn:
        found = await asyncio.to_thread(self._sessions.begin, row, visitor.session)
        note("logged in")
        if bring:
            await self.bring(Visitor(visitor.key, row.id, row.name, found.session))
        return found

    async def _insist(self, row: AccountRow | None, compared: str, password: str, address: str) -> None:
        """Refuse a wrong password, and slow down whoever tries many: by name, and by address."""
        by_name, by_address = _subject("name", compared), _subject("address", address)
        free = {by_name: FREE_BY_NAME, by_address: FREE_BY_ADDRESS}
        wait = await asyncio.to_thread(self._store.attempt, free, LONGEST_WAIT, now())
        if wait:
            raise guard.TooOften(wait / 1000)
        if not await self._passwords.fits(None if row is None else row.password, password) or row is None:
            note("log-in failed")
            raise Mistake(WRONG)
        await asyncio.to_thread(self._store.forgive, by_name, by_address, now())
        if self._passwords.is_dated(row.password):
            fresh = await self._passwords.hash(password)
            await asyncio.to_thread(self._store.rehash, row.id, row.password, fresh)

    async def _end(self, sessions: list[str]) -> None:
        """End sessions, and the connections that were made by them. Other processes see it within a minute."""
        await asyncio.to_thread(self._store.end, sessions)
        self._hang_up(sessions)

    def _hang_up(self, sessions: Collection[str]) -> None:
        for listener in self._listeners():
            if listener.visitor.session in sessions:
                listener.hang_up(LOGGED_OUT, "You have been logged out.")

    def _listeners(self) -> Iterator[Listener]:
        for table in self._service.live:
            for live_seat in table.live_seats.values():
                yield from live_seat.listeners
            yield from table.around.gallery.listeners

    async def expel(self) -> None:
        """Let those go who sit here by a session that was ended by another process."""
        known = {listener.visitor.session for listener in self._listeners() if listener.visitor.session}
        if known:
            self._hang_up(known - await asyncio.to_thread(self._store.alive, sorted(known)))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH)
            try:
                await self.expel()
            except StoreError as error:
                note("sessions not checked", error=type(error).__name__)

    # What is mine

    async def bring(self, visitor: Visitor) -> None:
        """Hand the seats of this browser over to the account."""
        self._own(visitor)
        if not visitor.key:
            return
        browser = guard.hashed(visitor.key)
        matches = await asyncio.to_thread(self._store.bring, browser, visitor.account, visitor.name)
        await self._tell(matches)

    async def _tell(self, matches: list[str]) -> None:
        """Those who sit at matches that are in memory here see it at once."""
        for match in matches:
            table = self._service.live_matches.find(match)
            if table is not None:
                await table.catch_up()

    async def record(self, visitor: Visitor) -> Career:
        """What somebody has played."""
        return await asyncio.to_thread(self._career, visitor)

    def _career(self, visitor: Visitor) -> Career:
        with self._service.store.reading() as connection:
            return career(connection, visitor.holders, self._service.settings.pack)

    async def standings(self, game: str) -> list[Standing]:
        """The best at a game."""
        return await asyncio.to_thread(self._standings, game)

    def _standings(self, game: str) -> list[Standing]:
        with self._service.store.reading() as connection:
            return standings(connection, game)

    # Changing it, and leaving

    async def change(self, visitor: Visitor, wanted: NewPassword, address: str) -> None:
        """Take a new password; every other device is logged out."""
        row = await self._proven(visitor, wanted.password, address)
        wrong = wrong_password(row.name, wanted.new)
        if wrong:
            raise Mistake(wrong)
        fresh = await self._passwords.hash(wanted.new)
        self._hang_up(await asyncio.to_thread(self._store.change, row.id, fresh, visitor.session))
        note("password changed")

    async def delete(self, visitor: Visitor, password: str, address: str) -> None:
        """Delete an account: what it plays is given up, its name goes, and what it has chosen stays for the others."""
        row = await self._proven(visitor, password, address)
        # Nobody may sit down by this account any more while it is taken apart.
        await self._end(await asyncio.to_thread(self._store.sessions, row.id))
        for match in await asyncio.to_thread(self._store.running, row.id):
            await self._give_up(match, Visitor(account=row.id))
        await self._tell(await asyncio.to_thread(self._store.erase, row.id))
        note("account deleted")

    async def _give_up(self, match: str, visitor: Visitor) -> None:
        """Resign a match; one that cannot be resigned, because it has not begun or cannot go on, is closed instead."""
        try:
            table = await self._service.table(match)
            side = next(iter(await self._service.sides(visitor, match)))
            await table.do(side, Control.RESIGN)
        except (Refused, TableError, Unknown) as error:
            note("match closed", match=match, why=type(error).__name__)

    async def _proven(self, visitor: Visitor, password: str, address: str) -> AccountRow:
        """The account of somebody who has given its password once more."""
        row = await asyncio.to_thread(self._store.load, self._own(visitor))
        if row is None:
            raise Mistake(GUEST)
        try:
            await self._insist(row, row.folded, password, address)
        except Mistake:
            raise Mistake("This is not your password.") from None
        return row

    def _own(self, visitor: Visitor) -> str:
        if not visitor.account:
            raise Mistake(GUEST)
        return visitor.account


def _subject(kind: str, text: str) -> str:
    """What tries in vain are counted under; not readable, for it need not be."""
    return f"{kind} {hashlib.sha256(text.encode()).hexdigest()}"
