"""Clocks: they run while a person is asked openly, tell nothing of what is hidden, and end a match whose time is up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from barents.kernel.actions import Decline
from barents.kernel.decisions import Pick, Refused
from barents.kernel.match import Control, Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side
from barents.kernel.umpire import Rule
from barents.server.accounts.visitors import Visitor
from barents.server.matches import clock_store, clocks
from barents.server.matches.clocks import DAY, Clocks, wrong_pace
from barents.server.matches.protocol import ClockCard, Opening, Pace
from barents.server.matches.service import MatchService
from barents.server.matches.tables import LiveTable
from barents.server.storage.store import MatchRow, SeatRow, Store
from tests.kernel.tiny import Asking, Go, Run, State, Steps, Take, U, asks, both_ask_twice, start, tiny
from tests.server.service import settings

ALLIED, AXIS = Side.ALLIED, Side.AXIS
QUICK = Pace(minutes=1, seconds=10)


class Ticking:
    """A match with clocks, and the time as a test sets it."""

    def __init__(self, match: Match[Any, Any], pace: Pace = QUICK) -> None:
        self.match = match
        self.time = 1_000_000
        self.clocks = Clocks(pace, "ask", {side: SeatRow(side=side, kind="person") for side in Side})
        self.clocks.turn(match, self.time)

    def do(self, side: Side, entry: Any, after: int) -> bool:
        """Something is done after so many seconds; whether a clock was started or stopped."""
        self.time += after * 1000
        self.match.do(side, entry)
        self.clocks.changed = False
        self.clocks.turn(self.match, self.time)
        return self.clocks.changed

    def shows(self, side: Side) -> tuple[float, bool]:
        """What a side's clock shows, in seconds, and whether it runs."""
        card = self.clocks.card(side, self.time)
        assert isinstance(card, ClockCard)
        return card.left / 1000, card.runs


def game_of(**steps: Asking) -> Match[State, None]:
    """A game in which some things are asked, one after the other."""
    return start(tiny([*(Go(name) for name in steps), Run("end")], steps))


def looks_back(u: U) -> Rule[Steps]:
    """A window for the Axis, then a question to the Allies."""
    yield from u.window(AXIS, "T-window", Pick([Take("x")]))
    return (Go("after"),)


def test_a_clock_runs_from_when_its_side_is_asked_until_it_is_no_longer() -> None:
    table = Ticking(game_of(first=asks(ALLIED, "a"), second=asks(AXIS, "b"), third=asks(ALLIED, "c")))
    assert (table.shows(ALLIED), table.shows(AXIS)) == ((60, True), (60, False))
    assert table.do(ALLIED, Take("a"), after=15)
    assert (table.shows(ALLIED), table.shows(AXIS)) == ((55, False), (60, True)), "ten seconds are added for a turn"
    assert table.do(AXIS, Take("b"), after=25)
    assert (table.shows(ALLIED), table.shows(AXIS)) == ((55, True), (45, False))


def test_when_both_plan_at_once_both_clocks_run_and_a_choice_that_nobody_sees_changes_neither() -> None:
    table = Ticking(game_of(both=both_ask_twice, after=asks(ALLIED, "z")))
    assert table.clocks.due == table.time + 60_000
    kept = table.clocks.rows()
    assert not table.do(ALLIED, Take("a"), after=5), "the plan has a second part, and only its maker knows that"
    assert table.clocks.rows() == kept
    assert table.do(ALLIED, Take("c"), after=5)
    assert (table.shows(ALLIED), table.shows(AXIS)) == ((60, False), (50, True))


def test_taking_a_choice_back_gives_no_time_back() -> None:
    table = Ticking(game_of(both=both_ask_twice, after=asks(ALLIED, "z")))
    table.do(ALLIED, Take("a"), after=5)
    for _ in range(3):
        table.do(ALLIED, Take("c"), after=5)
        table.do(ALLIED, Control.UNDO, after=5)
    assert table.shows(ALLIED) == (60 - 5 - 3 * 5, True)
    by_days = Ticking(game_of(first=asks(ALLIED, "a"), second=asks(AXIS, "b")), Pace(days=2))
    by_days.do(ALLIED, Take("a"), after=3600)
    by_days.do(ALLIED, Control.UNDO, after=60)
    assert by_days.shows(ALLIED) == (2 * DAY / 1000 - 3600, True)
    assert by_days.shows(AXIS)[1] is False


def test_the_other_sides_taking_back_adds_nothing() -> None:
    table = Ticking(game_of(first=asks(ALLIED, "a"), second=asks(AXIS, "b")))
    table.do(ALLIED, Take("a"), after=0)
    table.do(ALLIED, Control.UNDO, after=7)
    assert (table.shows(ALLIED), table.shows(AXIS)) == ((60, True), (53, False))


def test_no_clock_runs_in_a_window() -> None:
    steps = {"first": asks(ALLIED, "a"), "window": looks_back, "after": asks(ALLIED, "c")}
    table = Ticking(start(tiny([Go("first"), Go("window"), Run("end")], steps)))
    table.do(ALLIED, Take("a"), after=1)
    assert table.match.pending[AXIS].window
    assert (table.shows(ALLIED), table.shows(AXIS), table.clocks.due) == ((69, False), (60, False), None)
    table.do(AXIS, Decline(), after=1000)
    assert (table.shows(ALLIED), table.shows(AXIS)) == ((69, True), (60, False))


def test_by_days_each_turn_has_all_of_them() -> None:
    table = Ticking(game_of(first=asks(ALLIED, "a"), second=asks(AXIS, "b"), third=asks(ALLIED, "c")), Pace(days=1))
    table.do(ALLIED, Take("a"), after=80_000)
    table.do(AXIS, Take("b"), after=86_399)
    assert table.shows(ALLIED) == (86_400, True)


def test_whose_time_is_up_first_is_late() -> None:
    table = Ticking(game_of(both=both_ask_twice, after=asks(ALLIED, "z")))
    table.do(ALLIED, Take("a"), after=1)
    table.do(ALLIED, Take("c"), after=1)
    table.do(ALLIED, Control.UNDO, after=1)
    assert table.clocks.late(table.clocks.due or 0) is AXIS, "the Allies did not use all of their time"
    assert table.clocks.late((table.clocks.due or 0) - 1) is None
    assert table.clocks.late(table.time + DAY) is AXIS


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (Pace(minutes=5, days=1), "not by both"),
        (Pace(seconds=5), "how many minutes"),
        (Pace(), ""),
        (Pace(minutes=90, seconds=30), ""),
        (Pace(days=3), ""),
    ],
)
def test_a_pace_is_of_days_or_of_minutes(pace: Pace, words: str) -> None:
    assert words in wrong_pace(pace)
    assert bool(words) == bool(wrong_pace(pace))


def keep(store: Store, name: str, pace: str, since: int, left: int) -> None:
    """A match in which the Allied clock has run since then."""
    row = MatchRow(
        id=name,
        game="hunt",
        scenario="first-light",
        options={},
        secret=b"",
        data_digest="",
        rules="",
        windows="orders",
        opened=0,
        opener="",
        pace=pace,
        due=since + left,
    )
    seats = [
        SeatRow(side=ALLIED, kind="person", clock=left, clock_since=since),
        SeatRow(side=AXIS, kind="person", clock=left),
    ]
    store.open(row, seats, {})


def test_a_house_that_was_down_gives_minutes_back_but_not_days(database: str) -> None:
    store = Store(database)
    try:
        minutes, days = '{"minutes":1,"seconds":0,"days":0}', '{"minutes":0,"seconds":0,"days":1}'
        assert not clock_store.any_runs(store)
        assert clock_store.beat(store, 50_000, idle_until=45_000) == 0
        keep(store, "quick", minutes, since=40_000, left=60_000)
        keep(store, "slow", days, since=40_000, left=60_000)
        assert clock_store.any_runs(store)
        assert clock_store.beat(store, 55_000, idle_until=0) == 0, "nobody has missed the service"
        assert clock_store.overdue(store, 99_999) == []
        # It was last heard of at 55 s, and is back at 255 s: of its minute the quick one has used 15 s.
        assert clock_store.beat(store, 255_000, idle_until=0) == 1
        assert clock_store.beat(store, 256_000, idle_until=0) == 0, "it is given once"
        assert clock_store.overdue(store, 256_000) == ["slow"]
        assert clock_store.overdue(store, 299_999) == ["slow"]
        assert clock_store.overdue(store, 300_000) == ["slow", "quick"]
        kept = store.load("quick")
        assert kept is not None
        assert (kept.match.version, kept.match.due) == (1, 300_000), "whoever has it in memory must learn of it"
        assert (kept.seats[ALLIED].clock, kept.seats[ALLIED].clock_since) == (60_000, 240_000)
        assert kept.seats[AXIS].clock_since is None
    finally:
        store.close()


# At the tables


class Time:
    """What the clocks take for the time."""

    def __init__(self) -> None:
        self.moment = 1_700_000_000_000

    def __call__(self) -> int:
        return self.moment

    def passes(self, seconds: float) -> None:
        """So much later."""
        self.moment += round(seconds * 1000)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    set_by_hand = Time()
    monkeypatch.setattr(clocks, "now", set_by_hand)
    return set_by_hand


@asynccontextmanager
async def open_house(folder: Path, database: str) -> AsyncIterator[MatchService]:
    """A service without doors: no network is needed to keep the time."""
    service = MatchService(settings(folder, thinkers=0, database=database))
    await service.start()
    try:
        yield service
    finally:
        await service.close()


async def begun(service: MatchService, pace: Pace) -> LiveTable:
    """A match of two people at one screen, in which the Allied side is asked."""
    visitor = Visitor().with_key()
    opened = await service.open(Opening("hunt", "first-light", "allied", "here", pace=pace), visitor)
    table = await service.table(opened.match)
    await table.contribute(Side.ALLIED, "words for the dice")
    assert table.asked(Side.ALLIED) is not None
    return table


def test_who_answers_too_late_has_lost_and_the_record_says_so(tmp_path: Path, database: str, time: Time) -> None:
    async def run() -> None:
        async with open_house(tmp_path, database) as service:
            table = await begun(service, QUICK)
            action: Any = next(iter(table.match.pending[ALLIED].options))
            time.passes(59)
            await service.sweeper.look()
            assert not table.row.over
            time.passes(1)
            with pytest.raises(Refused, match="too late"):
                await table.do(ALLIED, action)
            result = table.match.result
            assert result is not None
            assert (result.winner, result.level) == (AXIS, "lost on time")
            kept = service.store.load(table.id)
            assert kept is not None
            assert (kept.match.over, kept.match.due, kept.choices[-1]) == (True, None, (ALLIED, "!time"))
            record = decode(table.match.record.encode())
            assert verify(record).entries == len(kept.choices)

    asyncio.run(run())


def test_time_is_up_though_nobody_is_there_and_for_several_processes_once(
    tmp_path: Path, database: str, time: Time
) -> None:
    async def run() -> None:
        async with open_house(tmp_path, database) as service:
            match = (await begun(service, Pace(days=1))).id
        time.passes(2 * 86_400)
        # Two houses open on the same street, and neither has the match in memory.
        async with open_house(tmp_path, database) as one, open_house(tmp_path, database) as other:
            await one.sweeper.look()
            assert one.live == (), "only a sweep looks at those that are not in memory"
            await asyncio.gather(one.sweeper.sweep(), other.sweeper.sweep(), one.sweeper.sweep())
            kept = one.store.load(match)
            assert kept is not None
            assert [entry for _, entry in kept.choices] == ["!time"]
            assert kept.match.over
            await one.sweeper.sweep()

    asyncio.run(run())


def test_minutes_do_not_pass_while_the_house_is_down(tmp_path: Path, database: str, time: Time) -> None:
    async def run() -> None:
        async with open_house(tmp_path, database) as service:
            match = (await begun(service, QUICK)).id
            for _ in range(2):
                time.passes(10)
                await service.sweeper.beat()
        time.passes(3600)
        async with open_house(tmp_path, database) as service:
            await service.sweeper.sweep()
            table = await service.table(match)
            assert not table.row.over
            assert table.clocks.card(ALLIED, time()) == ClockCard(40_000, runs=True)
            time.passes(40)
            await service.sweeper.look()
            assert not table.row.over, "nothing was heard of the database for so long"
            assert table.clocks.card(ALLIED, time()) == ClockCard(40_000, runs=True)
            for _ in range(4):
                time.passes(10)
                await service.sweeper.beat()
            await service.sweeper.look()
            assert table.row.over

    asyncio.run(run())
