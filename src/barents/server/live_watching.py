"""The WebSocket of those who watch: they are shown what everyone may know, and can talk among themselves."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from barents.server import guard
from barents.server import protocol as said
from barents.server.chairs import Listener
from barents.server.house import House, Unknown
from barents.server.lines import Line, refused
from barents.server.live import entered
from barents.server.seating import TOO_MANY
from barents.server.tables import LiveTable
from barents.server.visitors import Visitor


@websocket("/api/matches/{match_id:str}/watch/live", opt={"exclude_from_auth": True})
async def watch_live(
    socket: WebSocket[Any, Any, Any],
    house: NamedDependency[House],
    visitor: NamedDependency[Visitor],
    match_id: FromPath[str],
) -> None:
    """Let somebody watch a match for as long as the connection lasts."""

    async def watched() -> LiveTable:
        if not await house.is_watched(match_id):
            raise Unknown
        table = await house.table(match_id)
        await table.company.enter("gallery")
        return table

    table = await entered(socket, watched)
    if table is None:
        return
    # Whoever has no key yet is called by one that lasts as long as the connection.
    host = socket.client.host if socket.client else ""
    listener = Listener(visitor.with_key(), whence=guard.whence(host))
    line = Spectator(socket, table, listener, house.settings.limits.messages)
    if await table.company.watch(line.listener):
        await line.attend()
    else:
        await socket.close(code=TOO_MANY, reason="Too many watch this match already.")


class Spectator(Line):
    """One connection of somebody who watches."""

    async def leave(self) -> None:
        """The client has gone."""
        await self.table.company.leave(self.listener)

    async def greet_again(self) -> None:
        """The client has fallen behind, and gets everything afresh."""
        await self.table.company.greet_again(self.listener)

    async def done(self, message: said.Message) -> said.Answer | None:
        """Those who watch can talk, and read the log."""
        match message:
            case said.Say():
                await self.table.company.call_out(self.listener, message.words)
                return said.Done(id=message.id)
            case said.Older():
                return said.Lines(id=message.id, lines=self.table.company.gallery.older(message.before))
        return refused(message.id, "You watch this match and have no part in it.")
