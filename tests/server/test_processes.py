"""Several server processes on one database: whoever sits at one of them sees what is done at another."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier, Thread
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed

from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.server.guard import COOKIE
from barents.server.matches.seating import GOING_DOWN
from barents.server.matches.tables import LiveTable, Stale
from barents.server.storage.channels import CHECK, OverPostgreSQL
from barents.server.storage.store import CHANNEL, Store, now
from tests.server.databases import KINDS, Cluster
from tests.server.processes import PATIENCE, Server, Supervised
from tests.server.service import Browser, Seat
from tests.server.tabletop import Tabletop, tabletop

JSON = {"content-type": "application/json"}


class MatchService(NamedTuple):
    """Two servers that share a database."""

    database: str
    one: Server
    two: Server


@pytest.fixture(scope="module", params=KINDS)
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchService]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('service') / 'matches.sqlite'}"
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        database = cluster.new_database()
    with Server(database, 2) as one, Server(database, 2) as two:
        yield MatchService(database, one, two)


def at(server: Server, key: str) -> Browser:
    """A browser at another server."""
    there = Browser(server.address)
    there.http.cookies.set(COOKIE, key)
    return there


def kept(database: str, match: str) -> tuple[tuple[Any, str], ...]:
    """The choices of a match in the database."""
    store = Store(database)
    try:
        found = store.load(match)
    finally:
        store.close()
    assert found is not None
    return found.choices


@contextmanager
def two_people(one: Server, two: Server) -> Iterator[tuple[Seat, Seat]]:
    """A match in which the allies sit at one server, and the axis at the other."""
    host, guest = Browser(one.address), Browser(two.address)
    opened = host.open(opponent="person", side="allied")
    with host.sit(opened["match"], "allied") as allied:
        joined = guest.http.post(opened["invitation"], data={"name": "Guest"})
        assert joined.status_code == 303, joined.text
        with guest.sit(opened["match"], "axis") as axis:
            while not (allied.table["seats"][1]["here"] and allied.table["seats"][1]["name"] == "Guest"):
                allied.hear()
            assert axis.table["seats"][0]["here"] or axis.until(lambda _heard: axis.table["seats"][0]["here"])
            for seat in (allied, axis):
                assert seat.ask("contribute", nonce=f"word of {seat.side}")["is"] == "done"
            yield allied, axis
        while allied.table["seats"][1]["here"]:
            allied.hear()


def until_one_is_asked(*seats: Seat) -> Seat | None:
    """Hear what comes to each seat until one is asked something; None if the match is over for all."""
    while True:
        for seat in seats:
            seat.catch_up()
            if seat.decision is not None and not seat.over:
                return seat
        if all(seat.over for seat in seats):
            return None


def test_two_people_play_a_match_at_two_processes(service: MatchService) -> None:
    dice = Dice.seeded("two processes")
    with two_people(service.one, service.two) as (allied, axis):
        while asked := until_one_is_asked(allied, axis):
            asked.settle(dice)
        assert allied.view["result"] == axis.view["result"]
        for seat, server in ((allied, service.two), (axis, service.one)):
            with at(server, seat.key).sit(seat.match, seat.side) as again:
                assert (again.view, again.revision) == (seat.view, seat.revision), "both have come to the same"
        record = at(service.two, allied.key).http.get(f"/api/matches/{allied.match}/record")
        verdict = at(service.one, axis.key).http.post("/api/verify", content=record.content, headers=JSON)
        assert verdict.json()["true"]


def test_of_two_choices_at_once_one_is_kept_and_the_other_is_told_why(service: MatchService) -> None:
    dice = Dice.seeded("a race")
    with two_people(service.one, service.two) as (allied, axis), ExitStack() as stack:
        other = stack.enter_context(at(service.two, allied.key).sit(allied.match, "allied"))
        races, deadline = 0, time.monotonic() + PATIENCE
        while races < 8 and (asked := until_one_is_asked(allied, axis)):
            if asked is axis:
                axis.settle(dice)
                continue
            answer = allied.answer(dice)
            while other.revision < allied.revision:
                other.hear()
            before = len(kept(service.database, allied.match))
            told = _at_once(allied, other, answer)
            if all(each["is"] == "refused" for each in told):
                # What the axis did at the other process has not come over yet: nobody has lost to anybody.
                assert time.monotonic() < deadline, told
                continue
            assert sorted(each["is"] for each in told) == ["done", "refused"], told
            reason = next(each["refusal"]["reason"] for each in told if each["is"] == "refused")
            assert "situation has changed" in reason or "Nothing is asked of you" in reason
            mine = [entry for side, entry in kept(service.database, allied.match)[before:] if side == "allied"]
            assert mine == [answer]
            races += 1
        assert races == 8


def _at_once(one: Seat, other: Seat, answer: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [{}, {}]
    start = Barrier(2)

    def choose(number: int, page: Seat) -> None:
        start.wait()
        told[number] = page.choose(answer)

    threads = [Thread(target=choose, args=each) for each in enumerate((one, other))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


def test_a_computer_is_driven_by_one_process_and_by_another_when_that_is_killed(service: MatchService) -> None:
    dice = Dice.seeded("one driver")
    # Its right to answer does not run out before it is killed, however busy the machine.
    with Server(service.database, 2, process="victim", lease_seconds=PATIENCE) as victim:
        host = Browser(victim.address)
        with host.play(side="allied", opponent="random") as seat:
            seat.begin()
            with at(service.two, host.key).sit(seat.match, "allied") as looking_on:
                assert seat.play_on(dice, most=12) == 12
                seat.until_asked()
                while looking_on.revision != seat.revision:
                    min(looking_on, seat, key=lambda each: each.revision).hear()
                assert looking_on.view == seat.view
                assert victim.children, "one thinks"
                assert not service.two.children, "and nobody else does"
                # It dies with its right to answer still good for a while; the other takes over by itself.
                before = len(kept(service.database, seat.match))
                seat.say("choose", action=seat.answer(dice), revision=seat.revision)
                victim.kill()
                store = Store(service.database)
                assert store.claim(seat.match, "victim", now() + 500), "so that the test need not wait for as long"
                store.close()
                if len(kept(service.database, seat.match)) > before:
                    # It was taken before the end, and the other process shows that.
                    looking_on.until(lambda _heard: looking_on.revision > seat.revision)
                looking_on.play_on(dice)
                assert looking_on.over


def test_a_process_that_stops_lets_its_clients_go_to_another(service: MatchService) -> None:
    leaving = Server(service.database, 2)
    with leaving, two_people(leaving, service.two) as (allied, axis):
        leaving.stop()
        with pytest.raises(ConnectionClosed) as ended:
            allied.until(lambda _heard: False)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == GOING_DOWN
        while axis.table["seats"][0]["here"]:
            axis.hear()
        with at(service.one, allied.key).sit(allied.match, "allied") as again:
            while not axis.table["seats"][0]["here"]:
                axis.hear()
            again.until_asked()
            assert again.choose(again.answer(Dice.seeded("again")))["is"] == "done"
            allied.table = again.table  # the one that has gone sees nobody leave
            allied.table["seats"][1]["here"] = False


def test_what_is_written_down_is_shown_everywhere_even_if_nobody_was_told(service: MatchService) -> None:
    """The look around every few seconds: as for what an administrator does by another program."""
    with two_people(service.one, service.two) as (allied, axis):
        store = Store(service.database)
        try:
            quiet: Any = store
            quiet.spread = lambda _connection, _news: None
            with store.writing() as connection:
                store.touch(connection, allied.match, closed="Closed for a test.")
        finally:
            store.close()
        for seat in (allied, axis):
            while seat.table["closed"] != "Closed for a test.":
                seat.hear()
            assert seat.ask("resign")["refusal"]["reason"] == "Closed for a test."


def test_only_what_was_done_gets_in_the_way_of_what_is_done(database: str, tmp_path: Path) -> None:
    """To keep a draft elsewhere is no reason to build a long match again; a choice made elsewhere is one."""

    async def both() -> None:
        async with tabletop(tmp_path, database=database) as top:
            store = Store(database)
            kept = store.load("a")
            assert kept is not None
            there = Tabletop(LiveTable(kept, store, top.thinkers, top.table._settings), top.thinkers)
            built, revision = top.match, top.table.live_seats[Side.ALLIED].feed.revision
            await there.table.keep(Side.AXIS, draft=["half a plan"], name="Elsewhere")
            answer = str(next(iter(top.match.pending[Side.ALLIED].options)))
            await top.do(Side.ALLIED, answer)
            assert top.match is built
            assert (top.table.live_seats[Side.AXIS].draft, top.table.live_seats[Side.AXIS].name) == (
                ["half a plan"],
                "Elsewhere",
            )
            before = there.match
            with pytest.raises(Stale):
                await there.table.do(Side.ALLIED, there.match.game.notation.parse(answer), revision)
            assert there.match is not before
            assert [str(action) for _, action in there.match.choices] == [answer]
            there.table.close()
            store.close()

    asyncio.run(both())


def test_a_channel_that_was_lost_is_made_again_and_says_so(cluster: Cluster, postgresql: str) -> None:
    async def listen() -> None:
        channel = OverPostgreSQL(postgresql.replace("+psycopg", ""))
        await channel.on_startup()
        await channel.subscribe([CHANNEL])
        heard = channel.stream_events()
        await channel.publish(b"one", [CHANNEL])
        assert await anext(heard) == (CHANNEL, b"one")
        for pid in cluster.backends(postgresql):
            os.kill(pid, signal.SIGTERM)
        assert await anext(heard) == (CHANNEL, CHECK)
        await channel.publish(b"lost", [CHANNEL])  # this connection was lost too, and only now that is noticed
        await channel.publish(b"two", [CHANNEL])
        assert await anext(heard) == (CHANNEL, b"two")
        await heard.aclose()
        await channel.on_shutdown()

    asyncio.run(listen())


def test_several_processes_are_started_replaced_and_ended_together(sqlite: str) -> None:
    with Supervised(sqlite, 2) as server:
        first = Browser(server.address)
        match = first.open(opponent="here")["match"]
        before = server.children
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        while len(server.children) < 2 or before[0] in server.children:
            assert first.http.get("/health").status_code == 200, "the other serves on"
        with first.sit(match, "allied") as seat:
            seat.begin()
            server.stop()
            with pytest.raises(ConnectionClosed) as ended:
                seat.until(lambda _heard: False)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == GOING_DOWN
        assert server.process.exitcode == 0
        assert not server.children


def test_a_process_that_hangs_is_replaced(sqlite: str) -> None:
    """It lives, and nobody who is sent to it is ever answered."""
    with Supervised(sqlite, 2, hang_seconds=6.0) as server:
        before = server.children
        os.kill(before[0], signal.SIGSTOP)
        deadline = time.monotonic() + PATIENCE
        while len(server.children) < 2 or before[0] in server.children:
            assert time.monotonic() < deadline, server.log
            time.sleep(0.1)
        assert "process hangs" in server.log
        assert before[1] in server.children, "the other is left alone"
        assert Browser(server.address).http.get("/health").status_code == 200
