"""All tables at all servers: laid, played at steadily or as fast as will go, and watched."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable
from functools import cache
from statistics import quantiles
from time import perf_counter
from typing import Any, TypeVar
from urllib.request import Request, urlopen

import msgspec
from sqlalchemy import create_engine, update
from websockets.asyncio.client import ClientConnection, connect

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import player
from barents.server.matches.protocol import Opened
from barents.server.storage.database import MATCHES
from tests.hunt import GAME as HUNT
from tools.load.people import Person, Table
from tools.load.servers import Servers
from tools.load.terms import Steady, Terms

registry.plug_in(HUNT)

T = TypeVar("T")

SCENARIOS = {"hunt": "first-light", "north_cape": "unternehmen-sportpalast"}
BOOKS, PAGES, PAGE = 4, 12, 50  # games of the doctrine players, and after how many choices each they are taken up
LATE = 0.01  # seconds after which a choice was sent late
AT_ONCE = 8  # how many tables are laid at the same time


class Hall:
    """All tables, at all servers."""

    def __init__(self, terms: Terms, servers: Servers) -> None:
        self.terms = terms
        self.servers = servers
        self.game = registry.find(terms.game)
        self.tables: list[Table] = []
        self.spectators: list[Person] = []
        self._books = books(terms.game)
        self._dice = Dice.seeded("load", terms.game)

    async def one_table_first(self) -> None:
        """Sit down once and go: what a server loads with the first match of a game counts for none."""
        table = await self._seated(*await asyncio.to_thread(self._opened, 0), 0)
        await table.leave()

    async def lay(self) -> None:
        """Open the matches and let everybody sit down."""
        opened = await _some_at_once(self.terms.matches, lambda number: asyncio.to_thread(self._opened, number))
        await asyncio.to_thread(_let_watch, self.servers.database)

        async def one(number: int) -> None:
            self.tables.append(await self._seated(*opened[number], number))

        await _some_at_once(self.terms.matches, one)

    async def _seated(self, match: str, cookie: str, number: int) -> Table:
        """Two people sit down at a match, where there are several servers at different ones."""
        table = Table(match, self.game)
        for place, side in enumerate(Side):
            person = Person(await self._socket(f"{match}/{side.value}", cookie, number + place), table.changed)
            table.people.append(person)
            await person.greeted.wait()
        if table.people[0].contribute:
            await table.people[0].say("contribute", nonce="a word for the dice")
        return table

    async def renew(self, table: Table, number: int) -> Table:
        """A new match in the place of one that is over."""
        await table.leave()
        match, cookie = await asyncio.to_thread(self._opened, number)
        new = await self._seated(match, cookie, number)
        self.tables[self.tables.index(table)] = new
        return new

    async def watch(self, spectators: int) -> None:
        """Let so many people watch, spread over the tables; they say nothing."""

        async def one(number: int) -> None:
            table = self.tables[number % len(self.tables)]
            person = Person(await self._socket(f"{table.match}/watch", "", number), lambda _person, _moment: None)
            await person.greeted.wait()
            self.spectators.append(person)

        await _some_at_once(spectators, one)

    async def leave(self) -> None:
        """Everybody goes home."""
        for table in self.tables:
            await table.leave()
        for person in self.spectators:
            await person.leave()

    async def _socket(self, path: str, cookie: str, number: int) -> ClientConnection:
        address = self.servers.addresses[number % len(self.servers.addresses)].replace("http", "ws", 1)
        headers = {"origin": address.replace("ws", "http", 1), **({"cookie": cookie} if cookie else {})}
        return await connect(
            f"{address}/api/matches/{path}/live",
            additional_headers=headers,
            max_size=None,
            open_timeout=60,
            ping_interval=None,
        )

    def _opened(self, number: int) -> tuple[str, str]:
        address = self.servers.addresses[number % len(self.servers.addresses)]
        if self._books:
            path, body = "/api/records", self._books[number % len(self._books)]
        else:
            scenario = SCENARIOS[self.terms.game]
            terms = {"game": self.terms.game, "scenario": scenario, "side": "allied", "opponent": "here"}
            path, body = "/api/matches", msgspec.json.encode(terms)
        sent = Request(f"{address}{path}", body, {"content-type": "application/json"}, method="POST")
        with urlopen(sent) as answer:
            return msgspec.json.decode(answer.read(), type=Opened).match, answer.headers["set-cookie"].split(";")[0]

    # Playing

    async def steadily(self, seconds: float) -> Steady:
        """Let choices arrive at the rate that is wanted, each at a table that was not used for the longest time."""
        rate = self.terms.rate
        queue = deque(self.tables)
        took: list[float] = []
        tasks: list[asyncio.Task[bool]] = []
        late = 0
        servers, clients, start = self.servers.seconds, _own_seconds(), perf_counter() + 0.05
        for number in range(round(rate * seconds)):
            table, person = await self._next(queue)
            if (last := table.took()) is not None:
                took.append(last)
            action = table.answer(person, self._dice)
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            late += perf_counter() - due > LATE
            tasks.append(asyncio.ensure_future(table.choose(person, action, due)))
        done = await asyncio.gather(*tasks)
        for person in (each for table in self.tables for each in table.people):
            await person.say("older", before=0)  # whatever it was told has come by now
        took += [last for table in self.tables if (last := table.took()) is not None]
        percentiles = quantiles([each * 1e3 for each in took], n=100, method="inclusive")
        return Steady(
            len(took),
            percentiles[49],
            percentiles[98],
            max(took) * 1e3,
            done.count(False),
            late,
            (self.servers.seconds - servers) / len(done) * 1e3,
            (_own_seconds() - clients) / len(done) * 1e3,
        )

    async def _next(self, queue: deque[Table]) -> tuple[Table, Person]:
        """The next table at which somebody can choose."""
        while True:
            for _ in range(len(queue)):
                table = queue.popleft()
                if any(person.over for person in table.people):
                    table = await self.renew(table, len(queue))
                queue.append(table)
                if not table.waiting and table.asked is not None:
                    return table, table.asked
            await asyncio.sleep(0.001)

    async def saturated(self, seconds: float) -> float:
        """How many choices a second are taken and kept where every table plays as fast as it can."""
        ends, made = perf_counter() + seconds, 0

        async def play(number: int) -> None:
            nonlocal made
            dice = Dice.seeded("saturated", number)
            while perf_counter() < ends:
                table = self.tables[number]
                if any(person.over for person in table.people):
                    table = await self.renew(table, number)
                asked = table.asked
                if asked is None:
                    await asyncio.sleep(0.005)
                    continue
                taken = await table.choose(asked, table.answer(asked, dice), perf_counter())
                made += taken  # in a line of its own: another may count while this one waits

        await asyncio.gather(*(play(number) for number in range(len(self.tables))))
        for table in self.tables:
            table.took()  # of these nobody asks how long they took
        return made / seconds


async def _some_at_once(number: int, work: Callable[[int], Awaitable[T]]) -> list[T]:
    """Do something so many times, a few at once."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(each: int) -> T:
        async with room:
            return await work(each)

    return await asyncio.gather(*(one(each) for each in range(number)))


def _let_watch(database: str) -> None:
    """Open every match to those who want to watch, as a match from a record cannot say of itself."""
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(update(MATCHES).values(watched=True))
    engine.dispose()


def _own_seconds() -> float:
    spent = os.times()
    return spent.user + spent.system


@cache
def books(name: str) -> tuple[bytes, ...]:
    """Records of games between doctrine players, taken up at many points; none for a game that is soon over."""
    if name == "hunt":
        return ()
    game = registry.find(name)
    records = []
    for number in range(BOOKS):
        match: Match[Any, Any] = Match.new(game, SCENARIOS[name], seed=number)
        staff = player("doctrine", name, match.data)
        for choice in range(PAGES * PAGE):
            side = next(iter(match.pending))
            dice = Dice.seeded("books", number, choice)
            match.act(side, staff.choose(match.known(eyes_of(side)), match.pending[side], dice))
            if choice % PAGE == PAGE - 1:
                records.append(match.record.encode())
    return tuple(records)
