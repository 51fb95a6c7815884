"""One connection of a client to a match: it is sent what it may see, and heard; whatever it says, the line stays up."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from barents.kernel.actions import NotationError
from barents.kernel.decisions import Refused as NotTaken
from barents.kernel.domains import Refusal
from barents.kernel.match import RuleFault
from barents.server import metrics
from barents.server.guard import Buckets
from barents.server.logs import LOGGER, note
from barents.server.matches import protocol as said
from barents.server.matches.seats import Listener
from barents.server.matches.tables import LiveTable
from barents.server.settings import Limit
from barents.server.storage.store import Unavailable

_decode = msgspec.json.Decoder(said.Message).decode


class Connection(ABC):
    """One connection."""

    def __init__(self, socket: WebSocket[Any, Any, Any], table: LiveTable, listener: Listener, rate: Limit) -> None:
        self.socket = socket
        self.table = table
        self.listener = listener
        self._rate = Buckets(rate)

    @abstractmethod
    async def leave(self) -> None:
        """The client has gone."""

    @abstractmethod
    async def greet_again(self) -> None:
        """The client has fallen behind, and gets everything afresh."""

    @abstractmethod
    async def done(self, message: said.Message) -> said.Answer | None:
        """Do what a message asks for, and answer it."""

    async def attend(self) -> None:
        """Send and receive until either end hangs up."""
        sending = asyncio.ensure_future(self._send())
        receiving = asyncio.ensure_future(self._receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            await asyncio.shield(self.leave())

    async def _send(self) -> None:
        while (message := await self.listener.next()) is not None:
            if self.listener.behind:
                await self.greet_again()
                continue
            await self.socket.send_text(message.decode())
        with suppress(RuntimeError):
            code, reason = self.listener.farewell
            await self.socket.close(code=code, reason=reason)

    async def _receive(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                event: Any = await self.socket.receive()
                if event["type"] != "websocket.receive":
                    return
                text = event.get("text")
                content = text.encode() if text is not None else event.get("bytes") or b""
                answer = await self._heard(content)
                if answer is not None:
                    self.listener.tell(answer)

    async def _heard(self, content: bytes) -> said.Answer | None:
        """The answer to a message; whatever is wrong with it, the connection stays."""
        wait = self._rate.wait("")
        if wait:
            await asyncio.sleep(min(wait, 1.0))
            return refused(_id(content), "Too many messages at once: slow down.")
        if len(content) > said.MOST_BYTES:
            return refused(0, f"A message may have {said.MOST_BYTES} bytes, and this one has {len(content)}.")
        try:
            message = _decode(content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return refused(_id(content), f"This is no message that the server knows: {error}")
        try:
            return await self.done(message)
        except NotTaken as error:
            return said.Refused(id=message.id, refusal=error.refusal)
        except NotationError as error:
            return refused(message.id, str(error))
        except Unavailable:
            return refused(message.id, "The server cannot reach its database, so nothing has changed: try again.")
        except RuleFault as error:
            note("rule failed", match=self.table.id, error=type(error.__cause__ or error).__name__)
            return refused(message.id, "A rule of the game has failed on this, and the match is as it was before.")
        except Exception as error:
            metrics.count("message failed")
            LOGGER.error("message failed", exc_info=error, extra={"about": {"match": self.table.id}})
            return refused(message.id, "The server has failed on this message; nothing has changed.")


def refused(id: int, reason: str) -> said.Refused:
    """The answer to a message that was not done."""
    return said.Refused(id=id, refusal=Refusal(reason))


class _Numbered(msgspec.Struct):
    id: int = 0


def _id(content: bytes) -> int:
    """The number of a message that cannot be understood, if that much can be."""
    try:
        return msgspec.json.decode(content[: said.MOST_BYTES], type=_Numbered).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0
