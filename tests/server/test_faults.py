"""Whatever fails: no acknowledged choice is lost or counted twice, people are told, and play goes on by itself.

BARENTS_KILLS says how often each thing is made to fail; `make soak` has it fail more often, and for longer.
"""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import event
from websockets.exceptions import ConnectionClosed, InvalidStatus

from barents.kernel.dice import Dice
from barents.server.guard import COOKIE
from barents.server.storage.postgresql import ImpatientConnection
from barents.server.storage.store import Store
from tests.server.databases import Cluster
from tests.server.processes import Server
from tests.server.service import Browser, Seat, running, settings

KILLS = min(25, int(os.environ.get("BARENTS_KILLS", "2")))
LONG = KILLS > 10
CUT = (ConnectionClosed, InvalidStatus, OSError, EOFError)
NOBODY_KNOWS = "lost at this very moment"
TRANSIENT = ("has not happened", "cannot reach", NOBODY_KNOWS)


class Match:
    """A match of one person with himself, and what must be in the database of it.

    That is everything that was acknowledged, and at most one choice more, of those about which nobody knows: they were
    sent, and nothing was said to them. They answer one question, so that of several only one can count.
    """

    def __init__(self, database: str, address: str, dice: Dice) -> None:
        self._database = database
        self.dice = dice
        browser = Browser(address)
        # Nobody but the person answers anything, so that every choice is known.
        self.id = browser.open(opponent="here", side="allied", windows="ask")["match"]
        self.key = browser.key
        self.acknowledged: list[tuple[str, str]] = []
        self.uncertain: list[tuple[str, str]] = []

    @contextmanager
    def seats(self, address: str) -> Iterator[list[Seat]]:
        """Both seats, at a server."""
        browser = Browser(address)
        browser.http.cookies.set(COOKIE, self.key)
        with ExitStack() as stack:
            found = [stack.enter_context(browser.sit(self.id, side)) for side in ("allied", "axis")]
            if found[0].hello["contribute"]:
                found[0].ask("contribute", nonce="word of whoever plays")
            yield found

    def check(self) -> None:
        """Hold what is kept against what was acknowledged."""
        store = Store(self._database)
        try:
            found = store.load(self.id)
        finally:
            store.close()
        assert found is not None
        kept = [(side.value, entry) for side, entry in found.choices]
        known = len(self.acknowledged)
        assert kept[:known] == self.acknowledged
        if kept[known:]:
            (extra,) = kept[known:]
            assert extra in self.uncertain, "what nobody did, or what was said not to count"
            self.uncertain.clear()
        self.acknowledged = kept

    def asked(self, seats: list[Seat]) -> Seat | None:
        """A seat that is asked something; None when the match is over."""
        while True:
            for seat in seats:
                seat.catch_up()
                if seat.over:
                    return None
                if seat.decision is not None:
                    return seat

    def settled(self, seats: list[Seat]) -> Seat | None:
        """A seat that is asked something, after a check: what was sent before and comes later than this is refused."""
        seat = self.asked(seats)
        self.check()
        return seat

    def step(self, seats: list[Seat]) -> dict[str, Any] | None:
        """One answer, and what is said to it; None when the match is over."""
        seat = self.asked(seats)
        if seat is None:
            return None
        answer = (seat.side, seat.answer(self.dice))
        self.uncertain.append(answer)
        told = seat.choose(answer[1])
        self.heard(told, answer)
        return told

    def heard(self, told: dict[str, Any], answer: tuple[str, str]) -> None:
        """Whoever is told something about a choice knows about it, unless that is all that he is told."""
        if told["is"] == "done":
            self.acknowledged.append(answer)
            self.uncertain.clear()
        elif NOBODY_KNOWS not in told["refusal"]["reason"]:
            self.uncertain.remove(answer)

    def finish(self, address: str) -> None:
        """Play on a little, give up, and verify the record."""
        with self.seats(address) as seats:
            self.settled(seats)
            for _ in range(10):
                told = self.step(seats)
                assert told is None or told["is"] == "done", told
            if not seats[0].over:
                assert seats[0].ask("resign")["is"] == "done"
                self.acknowledged.append(("allied", "!resign"))
        self.check()
        browser = Browser(address)
        browser.http.cookies.set(COOKIE, self.key)
        record = browser.http.get(f"/api/matches/{self.id}/record")
        headers = {"content-type": "application/json"}
        assert browser.http.post("/api/verify", content=record.content, headers=headers).json()["true"]


def test_either_of_two_processes_may_be_killed_at_any_moment(database: str) -> None:
    dice = Dice.seeded("either process", KILLS)
    with ExitStack() as stack:
        servers = [stack.enter_context(Server(database, 2)) for _ in range(2)]
        match = Match(database, servers[0].address, dice)
        for _ in range(KILLS):
            victim = dice.below(2)
            death = threading.Timer(dice.below(60) / 1000, servers[victim].kill)
            sits_at = dice.below(2)
            over = False
            with suppress(*CUT), match.seats(servers[sits_at].address) as seats:
                match.settled(seats)
                death.start()
                while servers[victim].process.is_alive() and not over:
                    over = match.step(seats) is None
                for _ in range(3):
                    over = over or match.step(seats) is None
            if death.ident is None:
                death.start()
            death.join()
            servers[victim] = stack.enter_context(Server(database, 2))
            if over:
                match.finish(servers[victim].address)
                match = Match(database, servers[0].address, dice)
        match.finish(servers[dice.below(2)].address)


def test_what_is_sent_twice_counts_once_and_what_is_not_sent_does_not_count(database: str, tmp_path: Path) -> None:
    dice = Dice.seeded("lost and doubled", KILLS)
    with running(settings(tmp_path, database=database, thinkers=0)) as (address, _service):
        match = Match(database, address, dice)
        doubled = 0
        for _ in range(12 * min(KILLS, 10)):
            with match.seats(address) as seats:
                seat = match.settled(seats)
                if seat is None:
                    match = Match(database, address, dice)
                    continue
                answer = (seat.side, seat.answer(dice))
                match.uncertain.append(answer)
                if dice.below(2):
                    seat.say("choose", action=answer[1], revision=seat.revision)
                    continue  # the line is cut before the answer comes, and perhaps before the message does
                numbers = [seat.say("choose", action=answer[1], revision=seat.revision) for _ in range(2)]
                told = [seat.until(lambda heard, n=n: heard.get("id") == n) for n in numbers]  # type: ignore[misc]
                assert told[1]["is"] == "refused", "not twice; and not once, if what was sent before has come only now"
                match.heard(told[0], answer)
                doubled += told[0]["is"] == "done"
        assert doubled
        match.finish(address)


def _again(match: Match, seats: list[Seat], told: dict[str, Any]) -> bool:
    """After something could not be kept: whoever was told that nothing can be reached is greeted again by itself."""
    reason = told["refusal"]["reason"]
    assert any(words in reason for words in TRANSIENT), reason
    if "has not happened" not in reason:
        for seat in seats:
            seat.until(lambda heard: heard["is"] == "hello")
        match.check()
    return True


def test_postgresql_may_be_killed_at_any_moment(cluster_of_ones_own: Cluster, tmp_path: Path) -> None:
    cluster = cluster_of_ones_own
    database = cluster.new_database()
    dice = Dice.seeded("postgresql", KILLS)
    ends: tuple[Callable[[], None], ...] = (cluster.kill, lambda: cluster.stop("immediate"))
    with running(settings(tmp_path, database=database, thinkers=0)) as (address, _service):
        match = Match(database, address, dice)
        with ExitStack() as stack:
            seats = stack.enter_context(match.seats(address))
            for number in range(max(2, KILLS // 4)):
                back = threading.Event()

                def fail(end: Callable[[], None] = ends[number % 2], back: threading.Event = back) -> None:
                    end()
                    cluster.start()
                    back.set()

                death = threading.Timer(dice.below(60) / 1000, fail)
                death.start()
                told: dict[str, Any] | None = {}
                while told is not None and not (back.is_set() and told.get("is") == "done"):
                    told = match.step(seats)
                    if told is not None and told["is"] != "done":
                        _again(match, seats, told)
                death.join()
                match.check()
                if told is None:
                    match.finish(address)
                    match = Match(database, address, dice)
                    seats = stack.enter_context(match.seats(address))
        match.finish(address)


@contextmanager
def asleep(pids: list[int]) -> Iterator[None]:
    """Processes that do nothing, for ten seconds if there is time; else whoever waits for them gives up sooner."""
    began, patience = time.monotonic(), ImpatientConnection.patience
    if not LONG:
        ImpatientConnection.patience = 0.5
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
        time.sleep(max(0.0, began + 10 - time.monotonic()) if LONG else 0)
    finally:
        ImpatientConnection.patience = patience
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def test_a_database_that_does_not_answer_is_told_and_keeps_nobody_else_waiting(
    cluster_of_ones_own: Cluster, tmp_path: Path
) -> None:
    cluster = cluster_of_ones_own
    database = cluster.new_database()
    with running(settings(tmp_path, database=database, thinkers=0)) as (address, _service):
        match = Match(database, address, Dice.seeded("silence"))
        with match.seats(address) as seats:
            assert (match.step(seats) or {})["is"] == "done"
            with asleep([*cluster.backends(database), cluster.pid]):
                seat = match.asked(seats)
                assert seat is not None
                answer = (seat.side, seat.answer(match.dice))
                match.uncertain.append(answer)
                number = seat.say("choose", action=answer[1], revision=seat.revision)
                assert Browser(address).http.get("/api/games").status_code == 200, "others are served meanwhile"
                told = seat.until(lambda heard: heard.get("id") == number)
                assert any(words in told["refusal"]["reason"] for words in TRANSIENT)
                match.heard(told, answer)
                assert "cannot reach" in seat.ask("resign")["refusal"]["reason"]
                assert Browser(address).http.get("/health").status_code == 503
            for each in seats:
                each.until(lambda heard: heard["is"] == "hello")
        match.finish(address)


def test_nobody_is_told_that_a_choice_does_not_count_before_that_is_known(
    cluster_of_ones_own: Cluster, tmp_path: Path
) -> None:
    """The database falls silent in the very moment of the commit, and carries it out when it wakes up."""
    database = cluster_of_ones_own.new_database()
    with running(settings(tmp_path, database=database, thinkers=0)) as (address, service):
        match = Match(database, address, Dice.seeded("in the moment"))
        with match.seats(address) as seats, ExitStack() as stack:
            assert (match.step(seats) or {})["is"] == "done"

            silent: list[int] = []

            def fall_silent(connection: Any) -> None:
                if silent:
                    return
                silent.append(connection.connection.dbapi_connection.info.backend_pid)
                stack.enter_context(asleep(silent))

            event.listen(service.service.store._engine, "commit", fall_silent)
            told = match.step(seats)
            assert told is not None
            assert "lost at this very moment" in told["refusal"]["reason"]
            (answer,) = match.uncertain
            stack.close()
            for seat in seats:
                seat.until(lambda heard: heard["is"] == "hello")
            match.check()
            assert match.acknowledged[-1] == answer, "it counts after all"
        match.finish(address)


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room_again(sqlite: str) -> None:
    dice = Dice.seeded("full")
    file = sqlite.removeprefix("sqlite:///")
    with Server(sqlite) as server:
        match = Match(sqlite, server.address, dice)
        with match.seats(server.address) as seats:
            full = max(os.path.getsize(file), os.path.getsize(f"{file}-wal")) + 20_000
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
            refused = None
            while refused is None:
                told = match.step(seats)
                assert told is not None, "it fills up before the match is over"
                refused = told if told["is"] != "done" else None
            assert "has not happened" in refused["refusal"]["reason"]
            match.check()
            again = match.step(seats)
            assert again is not None
            assert again["is"] == "refused", "it is still full, and says so again"
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            match.check()
            told = match.step(seats)
            assert told is not None
            assert told["is"] == "done"
        match.finish(server.address)
