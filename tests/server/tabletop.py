"""A match in memory over a real database, without a network: for tests of what the seats are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec

from barents.kernel import registry
from barents.kernel.sides import Side
from barents.server.accounts.visitors import Visitor
from barents.server.matches.protocol import Order, Pace
from barents.server.matches.seats import Listener
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import Thinkers
from barents.server.settings import Settings
from barents.server.storage.store import Kind, MatchRow, SeatRow, Store
from tests.server.service import settings

NAMES = ("a", "b")


class Tabletop:
    """One match, and everything that its seats have been sent."""

    def __init__(self, table: LiveTable, thinkers: Thinkers) -> None:
        self.table = table
        self.thinkers = thinkers
        self.listeners = {side: Listener(Visitor()) for side in Side}

    @property
    def match(self) -> Any:
        """The match itself."""
        return self.table.match

    async def do(self, side: Side, action: str) -> None:
        """A person's answer, and whatever follows without a person."""
        await self.table.do(side, self.match.game.notation.parse(action))
        await self.table.settled()

    async def heard(self, side: Side) -> list[bytes]:
        """What a seat has been sent since it was last asked."""
        return await heard_by(self.listeners[side])

    def asked(self, side: Side) -> str:
        """The rule by which a person is asked now."""
        decision = self.table.asked(side)
        return decision.rule if decision is not None else ""


async def heard_by(listener: Listener) -> list[bytes]:
    """What somebody has been sent since this was last asked."""
    frames = []
    listener.tell(b"")
    while frame := await listener.next():
        frames.append(frame)
    return frames


@asynccontextmanager
async def tabletop(
    folder: Path,
    *,
    name: str = "a",
    game: str = "hunt",
    scenario: str = "first-light",
    options: dict[str, Any] | None = None,
    kinds: dict[Side, tuple[Kind, str]] | None = None,
    windows: Literal["orders", "ask"] = "orders",
    orders: dict[str, Order] | None = None,
    pace: Pace | None = None,
    pause: int = 0,
    thinking: Any = None,
    **changes: Any,
) -> AsyncIterator[Tabletop]:
    """A match with known dice; both seats are people's unless said otherwise. `thinking` stands in for the thinkers."""
    chosen: Settings = settings(folder, **changes)
    store = Store(chosen.database)
    thinkers = thinking or Thinkers(chosen.thinkers, chosen.most_thinkers, chosen.think_seconds, chosen.plug_ins)
    sitting = kinds or {}
    written = msgspec.json.encode(orders or {}).decode()
    seats = []
    for side in Side:
        kind, player = sitting.get(side, ("person", ""))
        seats.append(SeatRow(side=side, kind=kind, player=player, nonce=f"word of {side}", orders=written))
    row = MatchRow(
        id=name,
        game=game,
        scenario=scenario,
        options=options or {},
        secret=b"the same in every test",
        data_digest="",
        rules=registry.find(game).version,
        windows=windows,
        opened=0,
        opener="",
        watched=True,
        pace=None if pace is None else msgspec.json.encode(pace).decode(),
        pause=pause,
    )
    store.open(row, seats, {})
    kept = store.load(name)
    assert kept is not None
    top = Tabletop(LiveTable(kept, store, thinkers, chosen), thinkers)
    await thinkers.start()
    try:
        for side, listener in top.listeners.items():
            if top.table.live_seats[side].kind == "person":
                await top.table.listen(side, listener)
        await top.table.settled()
        yield top
    finally:
        top.table.close()
        await asyncio.sleep(0)
        thinkers.close()
        store.close()
