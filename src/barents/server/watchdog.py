"""Signs of life: a process that serves says again and again that it does, so that one that hangs is noticed."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

import uvicorn

BEATS = 10  # of uvicorn's ticks, ten a second, between two signs of life


class Announcing(uvicorn.Server):
    """A server that says when it is ready, and then, each second, that it still answers."""

    def ready(self) -> None:
        """It serves."""

    def alive(self) -> None:
        """It still does: whoever hangs does not come to say so."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Say that this process answers."""
        if counter % BEATS == 0:
            self.alive()
        return await super().on_tick(counter)


def tell_systemd(words: str) -> None:
    """Tell the service manager, if there is one that wants to know, how this process is: READY=1, or WATCHDOG=1."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(words.encode(), f"\0{address[1:]}" if address.startswith("@") else address)
