"""Those who watch: they see what everyone may know while a match runs, and everything after its end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from barents.kernel.dice import Dice
from barents.kernel.feed import Feed, Frame
from barents.kernel.match import Control, Match
from barents.kernel.sides import Side
from barents.server.accounts.visitors import Visitor
from barents.server.matches import clocks
from barents.server.matches import watchers_and_talk as company
from barents.server.matches.protocol import Order, Pace
from barents.server.matches.seats import Listener
from barents.server.matches.tables import LiveTable
from barents.server.matches.watching import PublicFeed
from barents.server.storage.store import Store
from tests.server.service import Browser, play_together, said_of, settings
from tests.server.tabletop import heard_by, tabletop
from tests.server.test_chapters import play
from tests.server.test_live import joined
from tests.server.test_windows import WINDOW, to_the_window, turn

DICE = Dice.seeded("gallery")


def test_a_stranger_sees_what_everyone_may_know_and_after_the_end_everything(browser: Browser, friend: Browser) -> None:
    stranger = Browser(browser.address)
    allied, axis = joined(browser, friend, side="allied", watched=True)
    with allied, axis, stranger.sit(allied.match, "watch") as gallery:
        assert (gallery.hello["side"], gallery.view["observer"], gallery.decision) == (None, "public", None)
        assert gallery.table["watched"]
        while allied.table["watchers"] != 1:
            allied.hear()
        (listed,) = stranger.http.get("/api/lobby").json()["watchable"]
        assert (listed["match"], listed["names"]["axis"], listed["watchers"]) == (allied.match, "A friend", 1)
        play_together((allied, axis), DICE, lambda: len(axis.view["log"]) > 15)
        gallery.catch_up()
        public = said_of(gallery.frames)
        assert "lutzow" in said_of(axis.frames)
        assert "lutzow" not in public or "Identified" in public
        assert "boilers" not in public.casefold()
        assert '"decision":{' not in public
        for path in ("debrief", "replay/1", "record"):
            told = stranger.http.get(f"/api/matches/{allied.match}/{path}")
            assert told.status_code == 409, "the match is not over"
        assert axis.ask("resign")["is"] == "done"
        gallery.until(lambda _heard: gallery.over)
        assert any(piece["id"] == "lutzow" for piece in gallery.view["situation"]["pieces"])
        assert "boilers" in said_of(gallery.frames).casefold()
    for path in ("debrief", "replay/1?eyes=axis", "record"):
        assert stranger.http.get(f"/api/matches/{allied.match}/{path}").status_code == 200
    assert stranger.http.get("/api/lobby").json()["watchable"] == []


def test_what_nobody_may_watch_is_like_what_does_not_exist(browser: Browser, friend: Browser) -> None:
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        axis.ask("resign")
    for match in (allied.match, "0" * 16):
        with pytest.raises(ConnectionClosed) as refused:
            Browser(browser.address).sit(match, "watch")
        assert refused.value.rcvd is not None
        assert refused.value.rcvd.code == 4404
        for path in ("debrief", "replay/1", "record"):
            assert Browser(browser.address).http.get(f"/api/matches/{match}/{path}").status_code == 404


def test_those_who_watch_have_no_part_in_it(browser: Browser) -> None:
    with browser.play(watched=True) as seat, Browser(browser.address).sit(seat.match, "watch") as gallery:
        seat.begin()
        for do, more in (
            ("choose", {"action": "post convoy N", "revision": gallery.revision}),
            ("undo", {"revision": 1}),
            ("resign", {}),
            ("offer-draw", {}),
            ("contribute", {"nonce": "another word"}),
            ("name", {"name": "Somebody"}),
            ("orders", {"orders": {}}),
            ("consider", {"action": "post convoy N"}),
            ("why", {"piece": "lutzow"}),
            ("draft", {"draft": 1}),
            ("seen", {"number": 1}),
        ):
            assert "have no part in it" in gallery.ask(do, **more)["refusal"]["reason"], do
        seat.play_on(DICE)
        gallery.until(lambda _heard: gallery.over)
        assert gallery.ask("older", before=10**9)["lines"] == gallery.view["log"][-120:]
        with Browser(browser.address).sit(seat.match, "watch") as late:
            assert late.view["log"] == gallery.view["log"][-120:]


async def told(folder: Path, near: bool, windows: Literal["orders", "ask"]) -> tuple[list[bytes], list[bytes], str]:
    """All that the gallery and the mover are sent, up to the turn after a window; and what was done in the window."""
    folder.mkdir()
    pace = Pace(minutes=90, seconds=30)
    async with tabletop(folder, windows=windows, orders={WINDOW: Order("never")}, pace=pace) as top:
        watcher = Listener(Visitor())
        assert await top.table.around.watch(watcher)
        await to_the_window(top, near)
        if windows == "ask":
            assert top.asked(Side.AXIS) == WINDOW
            await top.do(Side.AXIS, "decline")
        done = [str(action) for side, action in top.match.choices if side is Side.AXIS][-1]
        await turn(top, {})
        return await heard_by(watcher), await top.heard(Side.ALLIED), done


@pytest.mark.parametrize("windows", ["orders", "ask"])
def test_neither_gallery_nor_mover_can_tell_by_frames_or_clocks_what_a_window_held(
    tmp_path: Path, windows: Literal["orders", "ask"], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "now", lambda: 1_000_000)
    monkeypatch.setattr(company, "COUNTED_EVERY", 3600.0)  # how many watch is told by the hour, not by what is played
    (gallery, mover, one), (other_gallery, other_mover, other) = (
        asyncio.run(told(tmp_path / name, near, windows)) for name, near in (("near", True), ("far", False))
    )
    assert one == other == "decline"
    assert len(gallery) > 20
    assert b'"runs":true' in b"".join(gallery), "the clocks are among what was sent"
    assert gallery == other_gallery
    assert mover == other_mover


def test_a_change_is_put_into_bytes_once_for_all_and_not_at_all_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        looked = 0

        def update(feed: PublicFeed, match: Match[Any, Any]) -> Frame | None:
            nonlocal looked
            looked += 1
            return Feed.update(feed, match)

        monkeypatch.setattr(PublicFeed, "update", update)
        async with tabletop(tmp_path) as top:
            await turn(top, {})
            assert looked == 0
            crowd = [Listener(Visitor()) for _ in range(3)]
            for listener in crowd:
                assert await top.table.around.watch(listener)
                await heard_by(listener)
            assert looked == 1
            await turn(top, {})
            assert 1 < looked < 20
            sent = [await heard_by(listener) for listener in crowd]
            assert len(sent[0]) > 1
            assert all(one is other for one, *others in zip(*sent, strict=True) for other in others)
            for listener in crowd:
                await top.table.around.leave(listener)
            looked = 0
            await turn(top, {})
            assert looked == 0

    asyncio.run(run())


def test_a_choice_made_in_another_process_reaches_the_gallery_here(tmp_path: Path) -> None:
    async def run() -> None:
        async with tabletop(tmp_path) as here:
            watcher = Listener(Visitor())
            assert await here.table.around.watch(watcher)
            (hello,) = await heard_by(watcher)
            store = Store(settings(tmp_path).database)
            try:
                kept = store.load("a")
                assert kept is not None
                there = LiveTable(kept, store, here.table._driver._thinkers, settings(tmp_path))
                await there.do(Side.AXIS, Control.RESIGN)
            finally:
                store.close()
            await here.table.catch_up()
            revision = msgspec.json.decode(hello)["revision"]
            frames = [msgspec.json.decode(frame) for frame in await heard_by(watcher)]
            (update,) = [frame["update"] for frame in frames if frame["is"] == "update"]
            assert (update["revision"], update["view"]["result"]["winner"]) == (revision + 1, "allied")
            await here.table._rebuild()
            assert [msgspec.json.decode(frame)["is"] for frame in await heard_by(watcher)] == ["hello"]

    asyncio.run(run())


def test_who_comes_in_a_later_month_reads_the_log_from_the_beginning(tmp_path: Path) -> None:
    async def run() -> None:
        quick = {"convoy_phase": "quick"}
        async with tabletop(tmp_path, game="arctic_campaign", scenario="campaign", options=quick) as top:
            early, late = Listener(Visitor()), Listener(Visitor())
            assert await top.table.around.watch(early)
            await play(top, month=2, answers=4)
            whole = top.table.around.gallery.older(10**9)
            kept = top.table._store.load("a")
            assert kept is not None
            assert kept.told["public"], "the first month is not played again when a match is taken up"
            again = LiveTable(kept, top.table._store, top.table._driver._thinkers, settings(tmp_path))
            assert await again.around.watch(late)
            assert len(again.match.log or ()) < len(top.match.log)
            assert again.around.gallery.older(10**9) == whole
            assert len(whole.lines) > 3
            again.close()

    asyncio.run(run())
