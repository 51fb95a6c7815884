"""How long a request may take to arrive: one that is never finished is not held for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


def arriving_within(seconds: float) -> type[asyncio.Protocol]:
    """A connection that is closed if a request on it has not arrived whole after so many seconds."""

    class Arriving(H11Protocol):
        """Uvicorn's own limit is for connections on which nothing has been asked, after the first request."""

        late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            """From here on a request is awaited."""
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            """Some more of a request."""
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            """There is nothing to be awaited any more."""
            self._arrived()
            super().connection_lost(exc)

        def _watch(self) -> None:
            """Await what is missing; a request that is whole, or has become a socket, takes as long as it takes."""
            is_missing = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
            if not is_missing or self.transport.get_protocol() is not self:
                self._arrived()
            elif self.late is None:
                self.late = self.loop.call_later(seconds, self.transport.abort)

        def _arrived(self) -> None:
            if self.late is not None:
                self.late.cancel()
                self.late = None

    return Arriving
