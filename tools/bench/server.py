"""The figures of the web service: how long a choice takes to both clients, how many there can be, what a match weighs.

The service runs in a process of its own with a database on the disk, every commit durable; the clients are here. Times
are those of the clock on the wall, since a client waits for the disk too.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from statistics import mean, median, quantiles
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from barents.games.north_cape import GAME as NORTH_CAPE
from barents.kernel import registry
from barents.kernel.decisions import from_wire
from barents.kernel.dice import Dice
from barents.kernel.feed import difference
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.kernel.wire import OptionsWire
from barents.players import player
from barents.server.app import create_app, server_config
from barents.server.matches.protocol import Opened, Updated
from barents.server.matches.seats import LiveSeat
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import Thinkers
from barents.server.settings import Limit, Limits, Settings
from barents.server.storage.store import Kept, MatchRow, SeatRow, Store
from tests.hunt import GAME as HUNT
from tools.bench.figures import Figure, Unit, counted, under

SERVICE = "The web service"
LARGEST = "convoy-is-to-scatter"
SECONDS = 4.0
TABLES = 12  # matches at once where as many choices as possible are made

registry.plug_in(HUNT)


@contextmanager
def service() -> Iterator[str]:
    """A server in a process of its own, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'matches.sqlite'}"
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.server", database], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().decode().strip()
        finally:
            process.terminate()
            process.communicate()


def serve(database: str) -> None:
    """The server's process: the service as it is, but for the limits on how much one address may do."""
    unlimited = Limit(1_000_000, 1_000_000.0)
    limits = Limits(opening=unlimited, messages=unlimited)
    listener = create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(server_config(create_app(Settings(database=database, limits=limits)))).run(sockets=[listener])


class Client:
    """A seat's client, which notes when each update came."""

    def __init__(self, socket: ClientConnection, game: Game[Any, Any], changed: asyncio.Event) -> None:
        self.socket = socket
        self.changed = changed
        self.decision: dict[str, Any] | None = None
        self.over = False
        self.revision = 0
        self.came: list[float] = []
        self.contribute = False
        self._game = game
        self._boards = game.boards(game.data(None))
        self._answered: dict[int, asyncio.Future[str]] = {}
        self._number = 0
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for frame in self.socket:
            moment = perf_counter()
            heard = msgspec.json.decode(frame)
            match heard["is"]:
                case "hello":
                    self.revision, self.contribute = heard["revision"], heard["contribute"]
                    self._take(heard["view"])
                case "update":
                    self.came.append(moment)
                    self.revision = heard["update"]["revision"]
                    self._take(heard["update"]["view"])
                case "done" | "refused" | "lines":
                    self._answered.pop(heard["id"]).set_result(heard["is"])

    def _take(self, view: dict[str, Any]) -> None:
        self.decision = view.get("decision", self.decision)
        self.over = view.get("result") is not None
        self.changed.set()

    async def say(self, do: str, **more: Any) -> str:
        """Say something, and what came of it."""
        self._number += 1
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answered[self._number] = answered
        await self.socket.send(msgspec.json.encode({"do": do, "id": self._number, **more}).decode())
        return await answered

    def answer(self, dice: Dice) -> str:
        """Any legal answer."""
        assert self.decision is not None
        options: Any = msgspec.convert(self.decision["options"], OptionsWire)
        return str(from_wire(options, self._game.notation, self._boards).sample(dice))


async def seated(address: str, game: Game[Any, Any], scenario: str) -> list[Client]:
    """Two clients at a match of two people."""
    terms = {"game": game.name, "scenario": scenario, "side": "allied", "opponent": "here"}
    request = Request(
        f"{address}/api/matches", msgspec.json.encode(terms), {"content-type": "application/json"}, method="POST"
    )

    def opened() -> tuple[str, str]:
        with urlopen(request) as answer:
            return msgspec.json.decode(answer.read(), type=Opened).match, answer.headers["set-cookie"].split(";")[0]

    match, cookie = await asyncio.to_thread(opened)
    clients: list[Client] = []
    changed = asyncio.Event()
    for side in Side:
        path = f"{address.replace('http', 'ws', 1)}/api/matches/{match}/{side.value}/live"
        clients.append(Client(await connect(path, additional_headers={"cookie": cookie}, max_size=None), game, changed))
    while not all(client.revision for client in clients):
        changed.clear()
        await changed.wait()
    await clients[0].say("contribute", nonce="a word for the dice")
    return clients


async def play(clients: list[Client], dice: Dice, stop: Callable[[], bool], took: list[float]) -> int:
    """Let both sides give any answer; how many were taken. `took` is how long each was on its way to all who see it."""
    made = 0
    while not stop():
        clients[0].changed.clear()
        asked = next((client for client in clients if client.decision is not None and not client.over), None)
        if asked is None:
            if any(client.over for client in clients):
                return made
            await clients[0].changed.wait()
            continue
        marks = [len(client.came) for client in clients]
        began = perf_counter()
        done = await asked.say("choose", action=asked.answer(dice), revision=asked.revision)
        if done != "done":
            continue
        made += 1
        for client in clients:
            if client is not asked:
                await client.say("older", before=0)  # whatever it was told of this has come by now
        seen = [client.came[mark] for client, mark in zip(clients, marks, strict=True) if len(client.came) > mark]
        took.append(max(seen) - began)
    return made


async def leave(clients: list[Client]) -> None:
    """Hang up."""
    for client in clients:
        await client.socket.close()


async def latency(address: str, game: Game[Any, Any], scenario: str, choices: int) -> list[float]:
    """How long choices take, in milliseconds, while nobody else plays."""
    took: list[float] = []
    dice = Dice.seeded("latency", scenario)
    while len(took) < choices:
        clients = await seated(address, game, scenario)
        await play(clients, dice, lambda: len(took) >= choices, took)
        await leave(clients)
    return [each * 1e3 for each in took]


async def saturated(address: str) -> float:
    """How many choices a second are taken and kept where many matches are played as fast as they can be."""
    ends = perf_counter() + SECONDS
    made = 0

    async def play_for_long(number: int) -> None:
        nonlocal made
        dice = Dice.seeded("saturated", number)
        while perf_counter() < ends:
            clients = await seated(address, HUNT, "first-light")
            taken = await play(clients, dice, lambda: perf_counter() >= ends, [])
            made += taken  # in a line of its own: another may count while this one waits
            await leave(clients)

    await asyncio.gather(*(play_for_long(number) for number in range(TABLES)))
    return made / SECONDS


@counted(SERVICE)
def on_the_line() -> list[Figure]:
    """From a choice to both clients' views, durable; and as many choices as it takes."""
    figures = []
    with service() as address:
        for name, game, scenario in (("The Hunt", HUNT, "first-light"), ("North Cape", NORTH_CAPE, LARGEST)):
            took = asyncio.run(latency(address, game, scenario, 300))
            percentiles = quantiles(took, n=100, method="inclusive")
            figures += [
                Figure(SERVICE, f"choice to both clients, p50, {name}", Unit.MILLISECONDS, (percentiles[49],)),
                Figure(SERVICE, f"choice to both clients, p99, {name}", Unit.MILLISECONDS, (percentiles[98],)),
            ]
        rate = asyncio.run(saturated(address))
    figures.append(Figure(SERVICE, f"choices, {TABLES} matches of The Hunt at once", Unit.PER_SECOND, (rate,)))
    return figures


def squeezed(content: bytes) -> int:
    """The size of a message as a WebSocket with compression sends it."""
    packer = zlib.compressobj(wbits=-12, memLevel=5)
    return len(packer.compress(content) + packer.flush(zlib.Z_SYNC_FLUSH)) - 4


@counted(SERVICE)
def sizes() -> list[Figure]:
    """What a client of North Cape's largest scenario is sent, over a whole game of doctrine players."""
    match: Match[Any, Any] = Match.new(NORTH_CAPE, LARGEST, seed=1)
    staff = player("doctrine", NORTH_CAPE.name, match.data)
    live_seat = LiveSeat(SeatRow(side=Side.ALLIED, kind="person"), (), match, "orders")
    views: list[bytes] = []
    updates: list[bytes] = []
    number = 0
    while match.pending:
        side = next(iter(match.pending))
        match.act(side, staff.choose(match.known(eyes_of(side)), match.pending[side], Dice.seeded("sizes", number)))
        number += 1
        before = live_seat.view
        frame = live_seat.look(match, acted=False)
        if frame is not None and before is not None and match.result is None:
            updates.append(msgspec.json.encode(Updated(update=difference(before, frame.view, frame.revision))))
            live_seat.publish(frame, acted=False)
            if number % 25 == 0:
                views.append(msgspec.json.encode(live_seat.shown()))
    return [
        Figure(SERVICE, "view of North Cape, largest", Unit.BYTES, (max(map(len, views)),)),
        Figure(
            SERVICE, "view of North Cape, largest, compressed", Unit.BYTES, (max(map(squeezed, views)),), under(60_000)
        ),
        Figure(SERVICE, "update, median", Unit.BYTES, (median(map(len, updates)),)),
        Figure(SERVICE, "update, median, compressed", Unit.BYTES, (median(map(squeezed, updates)),)),
        Figure(SERVICE, "update, mean", Unit.BYTES, (mean(map(len, updates)),)),
    ]


@counted(SERVICE)
def memory() -> list[Figure]:
    """What a match of North Cape takes up while it is in memory: its state, log, views and what undo needs."""
    match: Match[Any, Any] = Match.new(NORTH_CAPE, LARGEST, seed=2, await_nonces=True)
    for side in Side:
        match.contribute(side, "a word")
    staff = player("doctrine", NORTH_CAPE.name, match.data)
    for number in range(800):
        side = next(iter(match.pending))
        match.act(side, staff.choose(match.known(eyes_of(side)), match.pending[side], Dice.seeded("memory", number)))
    row = MatchRow(
        id="m",
        game=NORTH_CAPE.name,
        scenario=LARGEST,
        options={},
        secret=b"2",
        data_digest="",
        rules=NORTH_CAPE.version,
        windows="orders",
        opened=0,
        opener="",
    )
    seats = {side: SeatRow(side=side, kind="person", nonce="a word") for side in Side}
    choices = tuple((side, str(action)) for side, action in match.choices)
    kept = Kept(row, seats, dict.fromkeys(Side, ()), choices, dict.fromkeys(Side, ()))
    with tempfile.TemporaryDirectory() as folder:
        chosen = Settings(database=f"sqlite:///{Path(folder) / 'memory.sqlite'}")
        store, thinkers = Store(chosen.database), Thinkers(0, 0, 1.0)
        tables = [LiveTable(kept, store, thinkers, chosen)]
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        tables += [LiveTable(kept, store, thinkers, chosen) for _ in range(4)]
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        store.close()
    return [Figure(SERVICE, "memory of a match of North Cape after 800 choices", Unit.BYTES, ((after - before) / 4,))]


if __name__ == "__main__":
    serve(sys.argv[1])
