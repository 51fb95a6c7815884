"""A match of many months is kept by chapters: quickly taken up again, each month by the rules it was begun with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.actions import Proceed
from barents.kernel import registry
from barents.kernel.decisions import Refused
from barents.kernel.dice import Dice
from barents.kernel.match import Control
from barents.kernel.sides import Side, eyes_of
from barents.players import dice_of
from barents.players.arctic_campaign import Doctrine
from barents.server.guard import COOKIE
from barents.server.matches.rebuilding import TableError, rebuilt
from barents.server.matches.tables import LiveTable
from barents.server.storage.store import Kept, Store
from tests.server.service import Browser, Seat, play_together, running, settings
from tests.server.tabletop import Tabletop, tabletop


async def answer(top: Tabletop) -> None:
    """Whoever is asked answers as doctrine would, and what has but one answer is answered."""
    side = next(side for side in top.match.pending if top.table.asked(side) is not None)
    known = top.match.known(eyes_of(side))
    chosen = Doctrine(top.match.data).choose(known, top.match.pending[side], dice_of(top.match, side))
    await top.table.do(side, chosen)
    if not GAME.delegated(top.match.state):
        await top.table.settled()


async def play(top: Tabletop, month: int, answers: int = 0) -> None:
    """Both seats answer until a month begins, and then so many times more."""
    while top.match.pending and (top.match.state.month < month or answers > 0):
        answers -= top.match.state.month >= month
        await answer(top)


def kept(database: str) -> Kept:
    """What the database has of the match."""
    store = Store(database)
    try:
        found = store.load("a")
    finally:
        store.close()
    assert found is not None
    return found


def test_a_month_is_a_chapter_in_the_database(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def months() -> None:
        quick = {"convoy_phase": "quick"}
        async with tabletop(tmp_path, game=GAME.name, scenario="campaign", options=quick, database=database) as top:
            await play(top, month=1, answers=5)
            first = kept(database)
            assert (first.match.base, first.match.since) == (None, 0)
            assert len(first.choices) == top.table.count == 6, "one more had but one answer"
            await play(top, month=2)
            fresh = kept(database)
            assert fresh.choices == (), "a month that begins has its base, and nothing since"
            assert fresh.match.since == top.table.count
            monkeypatch.setattr(registry, "find", lambda _name: replace(GAME, version="later"))
            assert rebuilt(fresh, None).state.month == 2, "it may begin by newer rules"
            monkeypatch.undo()
            await play(top, month=2, answers=4)
            later = kept(database)
            assert len(later.choices) == 4
            again = rebuilt(later, None)
            assert GAME.encoder.encode(again.state) == GAME.encoder.encode(top.match.state)
            assert {side: again.pending[side].rule for side in again.pending} == {
                side: top.match.pending[side].rule for side in top.match.pending
            }
            assert [dice_of(again, side).below(1000) for side in Side] == [
                dice_of(top.match, side).below(1000) for side in Side
            ], "players go on as they would have"
            assert len(again.record.chapters) == len(top.match.record.chapters) == 2
            assert again.record.digest == top.match.record.digest
            monkeypatch.setattr(registry, "find", lambda _name: replace(GAME, version="later"))
            told = f"begun by rules {GAME.version} of Arctic Convoy. This server now plays by rules later"
            with pytest.raises(TableError, match=told):
                rebuilt(later, None)

    asyncio.run(months())


def test_another_process_follows_from_one_month_to_the_next_and_may_go_on_there(database: str, tmp_path: Path) -> None:
    async def months() -> None:
        quick = {"convoy_phase": "quick"}
        async with tabletop(tmp_path, game=GAME.name, scenario="campaign", options=quick, database=database) as top:
            await play(top, month=1, answers=3)
            elsewhere = LiveTable(kept(database), Store(database), top.thinkers, top.table._settings)
            there = Tabletop(elsewhere, top.thinkers)
            for side, listener in there.listeners.items():
                await elsewhere.listen(side, listener)
            for here, away in ((top, there), (there, top)):
                for side in Side:
                    await away.heard(side)
                await play(here, month=here.match.state.month + 1, answers=2)
                await away.table.catch_up()
                assert GAME.encoder.encode(away.match.state) == GAME.encoder.encode(here.match.state)
                assert away.table.row.version == here.table.row.version
                for side in Side:
                    one, other = here.table.live_seats[side], away.table.live_seats[side]
                    assert (other.view, other.feed.revision) == (one.view, one.feed.revision)
                    assert other.chronicled == one.chronicled > 0
                    assert len(await away.heard(side)) == 1, "all of it is shown at once"
            again = rebuilt(kept(database), None)
            assert again.record.digest == top.match.record.digest
            elsewhere.close()
            elsewhere._store.close()

    asyncio.run(months())


@pytest.mark.parametrize("answers", [0, 3])
def test_a_campaign_that_is_over_tells_all_of_its_months_also_after_a_restart(tmp_path: Path, answers: int) -> None:
    async def months() -> None:
        quick = {"convoy_phase": "quick"}
        async with tabletop(tmp_path, game=GAME.name, scenario="campaign", options=quick) as top:
            await play(top, month=3, answers=answers)
            await top.table.do(Side.AXIS, Control.RESIGN)
            database = top.table._settings.database
            again = LiveTable(kept(database), Store(database), top.thinkers, top.table._settings)
            for side, live_seat in top.table.live_seats.items():
                before, after = (one.view for one in (live_seat, again.live_seats[side]))
                assert before is not None
                assert after is not None
                assert [line.text for line in after.log] == [line.text for line in before.log]
                assert [line.number for line in after.log] == list(range(len(before.log)))
                assert live_seat.older(5).lines

    asyncio.run(months())


def test_a_month_that_both_leave_to_their_staffs_is_played_by_the_server(tmp_path: Path) -> None:
    async def watch() -> None:
        left = {"convoy_phase": "players"}
        async with tabletop(tmp_path, game=GAME.name, scenario="campaign", options=left) as top:
            while not GAME.delegated(top.match.state):
                await answer(top)
            assert top.asked(Side.ALLIED) == top.asked(Side.AXIS) == "", "nobody is asked"
            with pytest.raises(Refused):
                await top.table.do(Side.AXIS, Proceed())
            while top.match.state.operation.turn < 2:
                frame = await top.listeners[Side.AXIS].next()
                assert frame is not None, "the people watch"
                assert b'"is":"fault"' not in frame

    asyncio.run(watch())


# Two people, two machines, several evenings


@contextmanager
def evening(folder: Path, keys: dict[str, str], match: str) -> Iterator[list[Seat]]:
    """The server is started, and both sit down again, each with a cookie of their own."""
    with running(settings(folder)) as (address, _service), ExitStack() as stack:
        seats = []
        for side, key in keys.items():
            browser = Browser(address)
            browser.http.cookies.set(COOKIE, key)
            seats.append(stack.enter_context(browser.sit(match, side)))
        yield seats


def log_of(seat: Seat) -> list[dict[str, Any]]:
    """All that a seat was ever told, as its page fetches it."""
    lines: list[dict[str, Any]] = list(seat.view["log"])
    while lines[0]["number"]:
        lines = [*seat.ask("older", before=lines[0]["number"])["lines"], *lines]
    return lines


def papers(seat: Seat) -> dict[str, Any]:
    """Everything that lies before a seat; its log is looked at by itself."""
    return {
        "draft": seat.hello["draft"],
        **{name: part for name, part in seat.view.items() if name not in ("log", "story")},
    }


def test_two_people_take_a_campaign_up_again_on_other_evenings_and_no_month_is_lost(tmp_path: Path) -> None:
    dice = Dice.seeded("evenings")
    with running(settings(tmp_path)) as (address, _service):
        host, guest = Browser(address), Browser(address)
        opened = host.open(
            game=GAME.name, scenario="campaign", side="allied", opponent="person", options={"convoy_phase": "quick"}
        )
        guest.http.post(opened["invitation"], data={"name": "Guest"})
        match, keys = opened["match"], {"allied": host.key, "axis": guest.key}
        with host.sit(match, "allied") as first, guest.sit(match, "axis") as second:
            for seat in (first, second):
                assert seat.ask("contribute", nonce=f"word of {seat.side}")["is"] == "done"
            play_together((first, second), dice, lambda: first.view["situation"]["clock"]["turn"] == 2)
            told = {seat.side: log_of(seat) for seat in (first, second)}
            left = {seat.side: papers(seat) for seat in (first, second)}

    with evening(tmp_path, keys, match) as seats:
        for seat in seats:
            assert papers(seat) == left[seat.side]
            assert log_of(seat) == told[seat.side], "the month before is still told, and nothing else is"
        # They leave in the middle of a month, one of them with a page half written.
        play_together(seats, dice, lambda: len(log_of(seats[0])) > len(told["allied"]) + 15)
        asked = next(seat for seat in seats if seat.decision is not None)
        assert asked.ask("draft", draft={"half": "a page"})["is"] == "done"
        middle = {seat.side: (papers(seat), log_of(seat)) for seat in seats}
        middle[asked.side][0]["draft"] = {"half": "a page"}
    with evening(tmp_path, keys, match) as seats:
        assert {seat.side: (papers(seat), log_of(seat)) for seat in seats} == middle
        play_together(seats, dice, lambda: seats[0].view["situation"]["clock"]["turn"] == 3)
        told = {seat.side: log_of(seat) for seat in seats}
        desk = seats[0].view["situation"]["desk"]
        assert [month["state"] for month in desk["months"][:4]] == ["done", "done", "now", "next"]
    with evening(tmp_path, keys, match) as seats:
        for seat in seats:
            assert log_of(seat) == told[seat.side]
            assert [line["rule"] for line in log_of(seat)].count("AC-A.25-score") == 2
