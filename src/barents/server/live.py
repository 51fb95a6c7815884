"""The WebSocket of a seat: a client says what its side does, and is told what its side can see."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from barents.kernel.actions import NotationError
from barents.kernel.decisions import Refused as NotTaken
from barents.kernel.domains import Refusal
from barents.kernel.match import Control, RuleFault
from barents.kernel.sides import Side
from barents.server import protocol as said
from barents.server import reasons
from barents.server.chairs import Listener
from barents.server.guard import COOKIE, Buckets, hashed, is_key, is_same_origin
from barents.server.house import House, Unknown, clean_name
from barents.server.logs import LOGGER, note
from barents.server.rebuilding import TableError
from barents.server.tables import LiveTable

NOT_YOURS = 4404
CANNOT_GO_ON = 4409
MOST_NONCE = 200

_decode = msgspec.json.Decoder(said.Message).decode
_CONTROLS: dict[type[msgspec.Struct], Control] = {
    said.Resign: Control.RESIGN,
    said.OfferDraw: Control.OFFER_DRAW,
    said.AcceptDraw: Control.ACCEPT_DRAW,
    said.DeclineDraw: Control.DECLINE_DRAW,
}


@websocket("/api/matches/{match_id:str}/{side:str}/live", opt={"exclude_from_auth": True})
async def live(
    socket: WebSocket[Any, Any, Any], house: NamedDependency[House], match_id: FromPath[str], side: FromPath[str]
) -> None:
    """Let a client sit at a seat for as long as the connection lasts."""
    if not is_same_origin(socket.headers):
        await socket.close(code=1008, reason="Another site may not speak for you here.")
        return
    await socket.accept()
    key = socket.cookies.get(COOKIE, "")
    try:
        table = await house.seat(key if is_key(key) else "", match_id, side)
    except Unknown:
        await socket.close(code=NOT_YOURS, reason="There is no such match, or it is not yours.")
        return
    except TableError as error:
        await socket.close(code=CANNOT_GO_ON, reason=str(error)[:120])
        return
    seat = Seat(
        socket, table, Side(side), Listener(hashed(key), house.link(key, table)), house.settings.limits.messages
    )
    await seat.attend()


class Seat:
    """One connection to one seat."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], table: LiveTable, side: Side, listener: Listener, rate: Any
    ) -> None:
        self.socket = socket
        self.table = table
        self.side = side
        self.listener = listener
        self._rate = Buckets(rate)

    async def attend(self) -> None:
        """Send and receive until either end hangs up."""
        await self.table.listen(self.side, self.listener)
        sending = asyncio.ensure_future(self._send())
        receiving = asyncio.ensure_future(self._receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            await asyncio.shield(self.table.leave(self.side, self.listener))

    async def _send(self) -> None:
        while (message := await self.listener.next()) is not None:
            if self.listener.behind:
                await self.table.greet_again(self.side, self.listener)
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
            return _refused(_id(content), "Too many messages at once: slow down.")
        if len(content) > said.MOST_BYTES:
            return _refused(0, f"A message may have {said.MOST_BYTES} bytes, and this one has {len(content)}.")
        try:
            message = _decode(content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return _refused(_id(content), f"This is no message that the server knows: {error}")
        try:
            return await self._done(message)
        except NotTaken as error:
            return said.Refused(id=message.id, refusal=error.refusal)
        except NotationError as error:
            return _refused(message.id, str(error))
        except RuleFault as error:
            note("rule failed", match=self.table.id, error=type(error.__cause__ or error).__name__)
            return _refused(message.id, "A rule of the game has failed on this, and the match is as it was before.")
        except Exception as error:
            LOGGER.error("message failed", exc_info=error, extra={"about": {"match": self.table.id}})
            return _refused(message.id, "The server has failed on this message; nothing has changed.")

    async def _done(self, message: said.Message) -> said.Answer | None:
        table, side = self.table, self.side
        chair = table.chairs[side]
        match message:
            case said.Choose():
                await table.do(side, table.match.game.notation.parse(message.action), message.revision)
            case said.Undo():
                await table.do(side, Control.UNDO, message.revision)
            case said.Resign() | said.OfferDraw() | said.AcceptDraw() | said.DeclineDraw():
                await table.do(side, _CONTROLS[type(message)])
            case said.Contribute():
                if not 8 <= len(message.nonce) <= MOST_NONCE or not message.nonce.isprintable():
                    return _refused(message.id, f"Give 8 to {MOST_NONCE} printable signs for the dice.")
                await table.contribute(side, message.nonce)
            case said.Consider():
                async with table.lock:
                    return _considered(
                        message.id, reasons.consider(table.match, side, table.asked(side), message.action)
                    )
            case said.WhyNot():
                async with table.lock:
                    return _considered(
                        message.id, reasons.why_not(table.match, table.asked(side), message.piece, message.cell)
                    )
            case said.Draft():
                if len(msgspec.json.encode(message.draft)) > said.MOST_DRAFT:
                    return _refused(message.id, f"A draft may have {said.MOST_DRAFT} bytes.")
                await table.keep(side, draft=message.draft)
            case said.Orders():
                wrong = _wrong_order(message.orders, table)
                if wrong:
                    return _refused(message.id, wrong)
                await table.keep(side, orders=message.orders)
                table.drive()
            case said.Name():
                await table.keep(side, name=clean_name(message.name))
            case said.Older():
                return said.Lines(id=message.id, lines=chair.older(message.before))
            case said.Seen():
                known = 0 if chair.view is None else len(chair.view.log)
                if chair.seen < message.number <= known:
                    await table.keep(side, seen=message.number)
        return said.Done(id=message.id)


def _wrong_order(orders: dict[str, said.Order], table: LiveTable) -> str:
    known = table.match.game.windows
    for rule, order in orders.items():
        if rule not in known:
            return f"There is no window of the rule '{rule}': there are {', '.join(known) or 'none'}."
        if not 0 <= order.percent <= 100:
            return f"A chance is 0 to 100 percent, not {order.percent}."
    return ""


def _considered(id: int, found: reasons.Considered) -> said.Considered:
    return said.Considered(id=id, words=found.words, odds=found.odds, refusal=found.refusal)


def _refused(id: int, reason: str) -> said.Refused:
    return said.Refused(id=id, refusal=Refusal(reason))


class _Numbered(msgspec.Struct):
    id: int = 0


def _id(content: bytes) -> int:
    """The number of a message that cannot be understood, if that much can be."""
    try:
        return msgspec.json.decode(content[: said.MOST_BYTES], type=_Numbered).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0
