"""Word that it is somebody's move, by mail or by a web hook, for those who want it and do not sit at the table.

What is to be said is kept in the outbox with the choice that it follows from; whichever process comes first sends it.
That something cannot be sent is noted in the log and is nobody's business at the table.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection

from barents.kernel.game import Game
from barents.kernel.sides import Side
from barents.server import guard
from barents.server.accounts import hooks, mail, notice_store
from barents.server.accounts.notice_store import Letter, Notice
from barents.server.lobby import protocol as said
from barents.server.logs import LOGGER, note
from barents.server.settings import Limit, Settings
from barents.server.storage.store import MatchRow, Store, now

TRIES = 3
WAITS = (60_000, 600_000)
"""After how many milliseconds a letter that could not be sent is tried again."""
EVERY = 5.0
"""Once in so many seconds it is looked whether anything is to be sent."""
_LINKS = frozenset("./:@")
_CONFIRMATIONS = Limit(3, 3 / 86_400)  # to one address, whoever asks for them


class Unwanted(Exception):
    """Something that this server does not do for anybody, or not with such an address."""


class Notices:
    """Keeps what people want to be told, and tells them."""

    def __init__(self, settings: Settings, store: Store, is_here: Callable[[str, Side], bool]) -> None:
        self._settings = settings
        self._store = store
        self._is_here = is_here
        self._post = mail.post_for(settings.mail, settings.address)
        self._confirmations = guard.Buckets(_CONFIRMATIONS)
        self._task: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether anybody can be told anything."""
        return self._post is not None or self._settings.hooks

    def start(self) -> None:
        """Begin to send what is due."""
        if self.is_on:
            self._task = asyncio.ensure_future(self._run())

    async def close(self) -> None:
        """Send nothing more; what is left waits for the next server."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # What people want

    async def wanted(self, holder: str) -> said.NoticesCard:
        """Where somebody wants to be told."""
        return notice_store.card(await asyncio.to_thread(notice_store.wanted, self._store, holder))

    async def want(self, holder: str, notices: said.Notices) -> said.NoticesCard:
        """Somebody wants to be told there from now on, and nowhere else."""
        address, hook = notices.mail.strip(), notices.hook.strip()
        before = await self.wanted(holder)
        if address and address != before.mail:
            self._insist_on_mail(address)
        if hook and hook != before.hook:
            self._insist_on_hook(hook)
        if address != before.mail:
            await self._want_mail(holder, address)
        if hook != before.hook:
            await self._want_hook(holder, hook)
        return await self.wanted(holder)

    def _insist_on_mail(self, address: str) -> None:
        if self._post is None:
            raise Unwanted("This server sends no mail.")
        if not mail.is_address(address):
            raise Unwanted("This is no address of mail, as in name@example.org.")
        if self._confirmations.wait(address.casefold()):
            raise Unwanted("This address has been written to often enough for today.")

    def _insist_on_hook(self, hook: str) -> None:
        if not self._settings.hooks:
            raise Unwanted("This server calls no web hooks.")
        wrong = hooks.wrong_address(hook, self._settings.private_hooks)
        if wrong:
            raise Unwanted(wrong)

    async def _want_mail(self, holder: str, address: str) -> None:
        if not address:
            await asyncio.to_thread(notice_store.forget, self._store, holder, "mail")
            return
        token, moment = secrets.token_urlsafe(32), now()
        words = (
            "Somebody, perhaps you, wants to be told at this address when it is his move at a game of Barents.\n\n"
            f"If that is you, say so here: {self._settings.address}/confirm/{token}\n\n"
            "If it is not, you need do nothing, and will not be written to again.\n"
        )
        subject = "May Barents write to you?"
        letter = Letter(secrets.token_hex(16), "mail", address, subject, words, "", moment, 0, None, "")
        notice = Notice(holder, "mail", address, token, confirmed=False)
        await asyncio.to_thread(notice_store.want, self._store, notice, moment, letter)

    async def _want_hook(self, holder: str, hook: str) -> None:
        if not hook:
            await asyncio.to_thread(notice_store.forget, self._store, holder, "hook")
            return
        notice = Notice(holder, "hook", hook, secrets.token_urlsafe(32), confirmed=True)
        await asyncio.to_thread(notice_store.want, self._store, notice, now())

    async def by_token(self, token: str) -> Notice | None:
        """What a link in a mail is about."""
        return await asyncio.to_thread(notice_store.by_token, self._store, token) if guard.is_key(token) else None

    async def confirm(self, notice: Notice, wanted: bool) -> None:
        """The owner of an address says whether to be told there."""
        work = notice_store.confirm if wanted else notice_store.give_up
        await asyncio.to_thread(work, self._store, notice.token)

    # What happens at the tables

    def turn(
        self, row: MatchRow, game: Game[Any, Any], side: Side, mine: bool, opponent: str
    ) -> Callable[[Connection], None] | None:
        """What is to be written in the commit by which it becomes a seat's move, or no longer is."""
        if not self.is_on:
            return None
        if not mine:
            return lambda connection: notice_store.ends(connection, row.id, side)
        settings = self._settings
        title = f"{game.title}: {game.scenario_title(game.data(settings.pack), row.scenario)}"
        # A name that a mail program would make a link of is left out: the other side must not write our mails.
        against = f" against {opponent}" if opponent and not _LINKS.intersection(opponent) else ""
        words = f"It is your move at {title}, as the {side.value.capitalize()} side{against}."
        patience = round(settings.notice_seconds * 1000)
        return lambda connection: notice_store.begins(
            connection, row.id, side, f"Your move: {title}", words, settings.address, now(), patience
        )

    # Sending

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.deliver()
            except Exception as error:
                LOGGER.error("notices failed", exc_info=error)

    async def deliver(self) -> int:
        """Send everything that is due; how many letters that was."""
        letters = await asyncio.to_thread(notice_store.claim, self._store, now())
        await asyncio.gather(*(self._deliver(letter) for letter in letters))
        return len(letters)

    async def _deliver(self, letter: Letter) -> None:
        if letter.match is not None and self._is_here(letter.match, Side(letter.side)):
            await asyncio.to_thread(notice_store.drop, self._store, letter)
            return
        try:
            await self._send(letter)
        except (mail.MailError, hooks.HookError) as error:
            note("notice failed", kind=letter.kind, match=letter.match or "", tries=letter.tries, why=str(error))
            if letter.tries >= TRIES:
                await asyncio.to_thread(notice_store.drop, self._store, letter)
            else:
                await asyncio.to_thread(notice_store.put_off, self._store, letter, now() + WAITS[letter.tries - 1])
        else:
            note("notice sent", kind=letter.kind, match=letter.match or "")
            await asyncio.to_thread(notice_store.sent, self._store, letter, now())

    async def _send(self, letter: Letter) -> None:
        if letter.kind == "mail":
            if self._post is None:
                raise mail.MailError("this server sends no mail any more")
            await asyncio.to_thread(mail.send, self._post, letter.address, letter.subject, letter.words)
            return
        if not self._settings.hooks:
            raise hooks.HookError("this server calls no web hooks any more")
        content = {
            "words": letter.words,
            "match": letter.match,
            "side": letter.side,
            "path": letter.path,
            "url": f"{self._settings.address}{letter.path}" if self._settings.address else "",
        }
        await hooks.call(letter.address, msgspec.json.encode(content), private=self._settings.private_hooks)
