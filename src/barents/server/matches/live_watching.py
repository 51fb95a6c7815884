"""The WebSocket of those who watch: they are shown what everyone may know, and can talk among themselves."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from barents.server import guard
from barents.server.accounts.visitors import Visitor
from barents.server.matches import protocol as said
from barents.server.matches.connection import Connection, refused
from barents.server.matches.live import entered
from barents.server.matches.seating import TOO_MANY
from barents.server.matches.seats import Listener
from barents.server.matches.service import MatchService, Unknown
from barents.server.matches.tables import LiveTable


@websocket("/api/matches/{match_id:str}/watch/live", opt={"exclude_from_auth": True})
async def watch_live(
    socket: WebSocket[Any, Any, Any],
    service: NamedDependency[MatchService],
    visitor: NamedDependency[Visitor],
    match_id: FromPath[str],
) -> None:
    """Let somebody watch a match for as long as the connection lasts."""

    async def watched() -> LiveTable:
        if not await service.is_watched(match_id):
            raise Unknown
        table = await service.table(match_id)
        await table.around.enter("gallery")
        return table

    table = await entered(socket, watched)
    if table is None:
        return
    # Whoever has no key yet is called by one that lasts as long as the connection.
    host = socket.client.host if socket.client else ""
    listener = Listener(visitor.with_key(), whence=guard.whence(host))
    line = Spectator(socket, table, listener, service.settings.limits.messages)
    if await table.around.watch(line.listener):
        await line.attend()
    else:
        await socket.close(code=TOO_MANY, reason="Too many watch this match already.")


class Spectator(Connection):
    """One connection of somebody who watches."""

    async def leave(self) -> None:
        """The client has gone."""
        await self.table.around.leave(self.listener)

    async def greet_again(self) -> None:
        """The client has fallen behind, and gets everything afresh."""
        await self.table.around.greet_again(self.listener)

    async def done(self, message: said.Message) -> said.Answer | None:
        """Those who watch can talk, and read the log."""
        match message:
            case said.Say():
                await self.table.around.call_out(self.listener, message.words)
                return said.Done(id=message.id)
            case said.Older():
                return said.Lines(id=message.id, **self.table.around.gallery.older(message.before)._asdict())
        return refused(message.id, "You watch this match and have no part in it.")
