"""The WebSocket of a seat: a client says what its side does, and is told what its side can see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from barents.kernel.briefing import briefing_of
from barents.kernel.match import Control
from barents.kernel.sides import Side
from barents.server.accounts.visitors import Visitor
from barents.server.guard import is_same_origin
from barents.server.matches import protocol as said
from barents.server.matches import reasons
from barents.server.matches.connection import Connection, refused
from barents.server.matches.rebuilding import TableError
from barents.server.matches.seats import Listener
from barents.server.matches.service import MatchService, Unknown
from barents.server.matches.tables import LiveTable
from barents.server.storage.store import Unavailable

NOT_YOURS = 4404
CANNOT_GO_ON = 4409
LATER = 1013
MOST_NONCE = 200

_CONTROLS: dict[type[msgspec.Struct], Control] = {
    said.Resign: Control.RESIGN,
    said.OfferDraw: Control.OFFER_DRAW,
    said.AcceptDraw: Control.ACCEPT_DRAW,
    said.DeclineDraw: Control.DECLINE_DRAW,
}


@websocket("/api/matches/{match_id:str}/{side:str}/live", opt={"exclude_from_auth": True})
async def live(
    socket: WebSocket[Any, Any, Any],
    service: NamedDependency[MatchService],
    visitor: NamedDependency[Visitor],
    match_id: FromPath[str],
    side: FromPath[str],
) -> None:
    """Let a client sit at a seat for as long as the connection lasts."""

    async def seat_of() -> LiveTable:
        table = await service.seat(visitor, match_id, side)
        await table.around.enter("seats")
        return table

    table = await entered(socket, seat_of)
    if table is None:
        return
    seat = Seat(socket, service, table, Side(side), Listener(visitor, service.link(visitor, table)))
    await table.listen(seat.side, seat.listener)
    await seat.attend()


async def entered(socket: WebSocket[Any, Any, Any], find: Callable[[], Awaitable[LiveTable]]) -> LiveTable | None:
    """Accept a connection to a match; None if it had to be ended, with the reason."""
    if not is_same_origin(socket.headers, socket.scope["scheme"] == "wss"):
        await socket.close(code=1008, reason="Another site may not speak for you here.")
        return None
    await socket.accept()
    try:
        return await find()
    except Unknown:
        await socket.close(code=NOT_YOURS, reason="There is no such match, or it is not yours.")
    except TableError as error:
        await socket.close(code=CANNOT_GO_ON, reason=str(error)[:120])
    except Unavailable:
        await socket.close(code=LATER, reason="The server cannot reach its database; come back in a moment.")
    return None


class Seat(Connection):
    """One connection to one seat."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], service: MatchService, table: LiveTable, side: Side, listener: Listener
    ) -> None:
        super().__init__(socket, table, listener, service.settings.limits.messages)
        self.service = service
        self.side = side

    async def leave(self) -> None:
        """The client has gone."""
        await self.table.leave(self.side, self.listener)

    async def greet_again(self) -> None:
        """The client has fallen behind, and gets everything afresh."""
        await self.table.greet_again(self.side, self.listener)

    async def done(self, message: said.Message) -> said.Answer | None:
        """Do what a message asks for, and answer it."""
        table, side = self.table, self.side
        live_seat = table.live_seats[side]
        match message:
            case said.Choose():
                await table.do(side, table.match.game.notation.parse(message.action), message.revision)
            case said.Undo():
                await table.do(side, Control.UNDO, message.revision)
            case said.Resign() | said.OfferDraw() | said.AcceptDraw() | said.DeclineDraw():
                await table.do(side, _CONTROLS[type(message)])
            case said.Contribute():
                if not 8 <= len(message.nonce) <= MOST_NONCE or not message.nonce.isprintable():
                    return refused(message.id, f"Give 8 to {MOST_NONCE} printable signs for the dice.")
                await table.contribute(side, message.nonce)
            case said.Consider():
                async with table.undisturbed(side, looks=True):
                    return _considered(
                        message.id, reasons.consider(table.match, side, table.asked(side), message.action)
                    )
            case said.WhyNot():
                async with table.undisturbed(side, looks=True):
                    return _considered(
                        message.id, reasons.why_not(table.match, side, table.asked(side), message.piece, message.cell)
                    )
            case said.Propose():
                return await self.service.proposals.propose(table, side, message.id)
            case said.AskMenu():
                async with table.undisturbed(side, looks=True):
                    menu = reasons.menu(table.match, side, table.asked(side), message.units)
                    return said.MenuShown(id=message.id, menu=menu)
            case said.AskPlan():
                async with table.undisturbed(side, looks=True):
                    plan = reasons.plan(table.match, side, table.asked(side), message)
                    return said.PlanShown(id=message.id, plan=plan)
            case said.AskBriefing():
                async with table.undisturbed(side, looks=True):
                    return said.BriefingShown(id=message.id, briefing=briefing_of(table.match, side))
            case said.Follow():
                await table.follow(side, message)
            case said.LeaveToStaff():
                await table.leave_to_staff(side, message)
            case said.Draft():
                if len(msgspec.json.encode(message.draft)) > said.MOST_DRAFT:
                    return refused(message.id, f"A draft may have {said.MOST_DRAFT} bytes.")
                await table.keep(side, draft=message.draft)
            case said.Orders():
                wrong = _wrong_order(message.orders, table)
                if wrong:
                    return refused(message.id, wrong)
                await table.keep(side, orders=message.orders)
                table.drive()
            case said.Name():
                if live_seat.has_account:
                    return refused(message.id, "You sit here by the name of your account.")
                await table.keep(side, name=await self.service.called(Visitor(), message.name))
            case said.Say():
                await table.around.speak(side, self.listener.visitor, message.words)
            case said.Older():
                return said.Lines(id=message.id, **live_seat.older(message.before)._asdict())
            case said.Seen():
                known = 0 if live_seat.view is None else len(live_seat.view.log)
                if live_seat.seen < message.number <= known:
                    await table.keep(side, seen=message.number)
        return said.Done(id=message.id)


def _wrong_order(orders: dict[str, said.Order], table: LiveTable) -> str:
    known = table.match.game.orders
    for rule, order in orders.items():
        if rule not in known:
            return f"There is no window of the rule '{rule}': there are {', '.join(known) or 'none'}."
        if not 0 <= order.percent <= 100:
            return f"A chance is 0 to 100 percent, not {order.percent}."
    return ""


def _considered(id: int, found: reasons.Considered) -> said.Considered:
    return said.Considered(id=id, words=found.words, odds=found.odds, refusal=found.refusal)
