"""A stretch without people: held back and shown at a beat, whoever comes, acts or is killed meanwhile; and pauses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Refused
from barents.kernel.dice import Dice
from barents.kernel.game import Result
from barents.kernel.match import Control
from barents.kernel.sides import Side
from barents.server.lobby.terms import wrong_terms
from barents.server.matches.beats import beat_of, shown_at
from barents.server.matches.other_processes import OtherProcesses
from barents.server.matches.protocol import Opening, Order, Pace
from barents.server.matches.seats import Summary
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import PONDERING, Question, answer_to
from barents.server.settings import Settings
from barents.server.storage.store import Kept
from tests.server.moments import Stamped, in_jumping_time, jumping_clocks
from tests.server.service import Browser, settings
from tests.server.tabletop import Tabletop, tabletop
from tests.server.test_windows import WINDOW, to_the_window, turn

ALLIED, AXIS = Side.ALLIED, Side.AXIS
BEAT = 10.0
NEVER, ALWAYS = Order("never"), Order("always")
COMPUTER: dict[Side, Any] = {AXIS: ("computer", "random")}


@pytest.fixture(autouse=True)
def _simulated(monkeypatch: pytest.MonkeyPatch) -> Any:
    with jumping_clocks(monkeypatch):
        yield


class Thinking:
    """In the place of the players' processes: each answer takes so many seconds."""

    def __init__(self, seconds: float = 1.0) -> None:
        self.seconds = seconds
        self.answers = 0

    async def start(self) -> None:
        """Nothing to start."""

    def close(self) -> None:
        """Nothing to end."""

    async def choose(self, asked: Question, dice: Dice) -> str:
        """An answer, after a while."""
        await asyncio.sleep(self.seconds)
        self.answers += 1
        return answer_to(asked, dice)


def now() -> float:
    """The time."""
    return round(asyncio.get_running_loop().time(), 6)


@asynccontextmanager
async def at_the_stretch(folder: Path, seconds: float = 1.0, **more: Any) -> AsyncIterator[tuple[Tabletop, Stamped]]:
    """The Allied side has posted its lookouts this very moment, and the computer begins to plot."""
    thinking = Thinking(seconds)
    chosen: dict[str, Any] = {"kinds": COMPUTER, "beat": BEAT, "thinkers": 0, "thinking": thinking, **more}
    async with tabletop(folder, **chosen) as top:
        seat = Stamped()
        await top.table.listen(ALLIED, seat)
        while not top.table.is_holding:
            await top.table.do(ALLIED, next(iter(top.match.pending[ALLIED].options)))
        yield top, seat


def shown(top: Tabletop) -> tuple[Any, int]:
    """What the Allied seat has before it."""
    live_seat = top.table.live_seats[ALLIED]
    return live_seat.view, live_seat.feed.revision


def kept(top: Tabletop) -> Kept:
    """What the database has of the match."""
    found = top.table._store.load("a")
    assert found is not None
    return found


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Do it in simulated time."""
    in_jumping_time(work)


# The beat


@pytest.mark.parametrize(
    ("done", "moment"), [(0.0, 0.25), (0.25, 0.25), (0.26, 0.5), (0.5, 0.5), (0.51, 1.0), (1.5, 2.0), (30.0, 32.0)]
)
def test_a_longer_stretch_tells_how_often_the_beat_was_doubled_and_no_more(done: float, moment: float) -> None:
    assert shown_at(0.0, done, 0.25) == moment
    assert shown_at(5.0, 5.0 + done, 0.25) == 5.0 + moment
    assert shown_at(0.0, 20.0 + done, 0.25, pause=20.0) == 20.0 + moment
    assert shown_at(0.0, done, 0.0) == done


def test_the_beat_covers_what_a_search_may_take() -> None:
    usual = Settings(database="").beat
    assert beat_of(["", "captain"], usual) == usual == 0.25
    assert beat_of(["", "admiral"], usual) == 1.0
    assert 0 < PONDERING.milliseconds + 200 < 1000


@pytest.mark.parametrize(("seconds", "moment"), [(0.01, BEAT), (9.0, BEAT), (11.0, 2 * BEAT), (70.0, 8 * BEAT)])
def test_what_follows_a_deed_is_shown_at_a_beat_after_it_in_one_frame(
    tmp_path: Path, seconds: float, moment: float
) -> None:
    async def stretch() -> None:
        async with at_the_stretch(tmp_path, seconds, pace=Pace(minutes=90)) as (top, seat):
            began, before = now(), len(seat.updates)
            assert seat.updates[-1][0] == began, "one's own deed is shown at once"
            await top.table.settled()
            ((released, update),) = seat.updates[before:]
            assert released == began + moment
            assert update["revision"] == kept(top).seats[ALLIED].revision
            assert kept(top).match.held is None

    run(stretch)


def test_while_something_is_held_back_nothing_of_it_is_anywhere(tmp_path: Path) -> None:
    async def stretch() -> None:
        async with at_the_stretch(tmp_path) as (top, seat):
            before, row, heard = shown(top), kept(top), len(seat.heard)
            await asyncio.sleep(5)
            assert top.thinkers.answers == 1, "it has been answered, and is kept"  # type: ignore[attr-defined]
            assert len(kept(top).choices) == len(row.choices) + 1
            assert (shown(top), len(seat.heard)) == (before, heard)
            assert kept(top).seats == row.seats, "revision, summary and clock"
            late, again = Stamped(), Stamped()
            await top.table.listen(ALLIED, late)
            hello = msgspec.json.decode(late.heard[0][1])
            assert hello["revision"] == before[1]
            assert hello["view"]["waiting"] == list(before[0].waiting)
            assert await top.table.around.watch(again)
            assert msgspec.json.decode(again.heard[0][1])["view"]["waiting"] == ["allied", "axis"]
            top.table.around.greet_all_again(await top.table.looked_before())
            assert msgspec.json.decode(again.heard[-1][1])["view"]["waiting"] == ["allied", "axis"]
            await top.table.settled()
            assert msgspec.json.decode(again.heard[-1][1])["update"]["view"]["waiting"] == ["allied"]
            assert shown(top)[0].waiting == ("allied",)

    run(stretch)


def test_what_a_person_does_meanwhile_waits_for_the_beat(tmp_path: Path) -> None:
    async def stretch() -> None:
        async with at_the_stretch(tmp_path) as (top, _seat):
            began = now()
            plot = top.match.pending[ALLIED].options.sample(Dice.seeded(1))
            await asyncio.sleep(3)
            done = [
                asyncio.ensure_future(top.table.do(ALLIED, plot, shown(top)[1])),
                asyncio.ensure_future(top.table.do(ALLIED, Control.OFFER_DRAW)),
            ]
            await asyncio.sleep(6.9)
            assert not any(each.done() for each in done)
            await asyncio.gather(*done)
            assert now() == began + BEAT
            assert (ALLIED, plot) in top.match.choices

    run(stretch)


def test_who_looks_at_the_question_that_lies_there_need_not_wait_and_who_has_none_must(tmp_path: Path) -> None:
    async def looked(top: Tabletop, side: Side) -> float:
        async with top.table.undisturbed(side, looks=True):
            return now()

    async def stretch() -> None:
        async with at_the_stretch(tmp_path / "both") as (top, _seat):
            began = now()
            assert await looked(top, ALLIED) == began, "both plan at once"
        async with tabletop(tmp_path, orders={WINDOW: NEVER}, beat=BEAT, thinkers=0) as top:
            coming = asyncio.ensure_future(to_the_window(top, raider_is_near=True))
            while not top.table.is_holding:
                await asyncio.sleep(0.1)
            began = now()
            assert await looked(top, ALLIED) > began + BEAT - 1, "what is asked next is not known yet"
            await coming

    (tmp_path / "both").mkdir()
    run(stretch)


def test_what_a_person_cannot_have_seen_is_refused_at_once(tmp_path: Path) -> None:
    async def stretch() -> None:
        async with tabletop(tmp_path, orders={WINDOW: NEVER}, beat=BEAT, thinkers=0) as top:
            coming = asyncio.ensure_future(to_the_window(top, raider_is_near=True))
            while not top.table.is_holding:
                await asyncio.sleep(0.1)
            began = now()
            for side in Side:
                view = top.table.live_seats[side].shown()
                assert (view.decision, view.undo, view.waiting) == (None, False, ("umpire",))
                with pytest.raises(Refused, match="Nothing is asked"):
                    await top.table.do(side, Decline())
                with pytest.raises(Refused, match="nothing that you may take back"):
                    await top.table.do(side, Control.UNDO)
            assert now() == began
            assert top.table.is_holding
            await coming

    run(stretch)


def test_one_can_leave_at_any_moment_and_then_all_is_told(tmp_path: Path) -> None:
    async def stretch() -> None:
        async with at_the_stretch(tmp_path, seconds=1000.0) as (top, seat):
            await asyncio.sleep(3)
            began = now()
            await top.table.do(ALLIED, Control.RESIGN)
            assert seat.updates[-1][0] == began
            assert seat.updates[-1][1]["view"]["result"]["winner"] == "axis"
            assert (kept(top).match.over, kept(top).match.held) == (True, None)
            await top.table.settled()

    run(stretch)


class Ending(Thinking):
    """Its answer ends the match."""

    def __init__(self) -> None:
        super().__init__()
        self.match: Any = None

    async def choose(self, asked: Question, dice: Dice) -> str:
        """An answer, after a while."""
        act = self.match.act

        def last(side: Side, action: Action) -> None:
            act(side, action)
            self.match._finish(Result(AXIS, "decided", why="the computer had the last word"))

        self.match.act = last
        return await super().choose(asked, dice)


def test_that_a_match_is_over_is_nowhere_before_the_beat(tmp_path: Path) -> None:
    async def stretch() -> None:
        ending = Ending()
        async with at_the_stretch(tmp_path, thinking=ending) as (top, seat):
            ending.match = top.match
            await asyncio.sleep(5)
            assert top.match.result is not None
            assert (top.table.is_holding, top.table.is_over) == (True, False)
            assert not kept(top).match.over
            assert not msgspec.json.decode(kept(top).seats[ALLIED].summary, type=Summary).over
            await top.table.settled()
            assert top.table.is_over
            assert kept(top).match.over
            assert msgspec.json.decode(kept(top).seats[ALLIED].summary, type=Summary).over
            assert seat.updates[-1][1]["view"]["result"]["level"] == "decided"

    run(stretch)


def test_a_clock_begins_to_run_when_the_question_is_shown(tmp_path: Path) -> None:
    async def stretch() -> None:
        pace = Pace(minutes=1)
        async with tabletop(tmp_path, orders={WINDOW: Order("never")}, pace=pace, beat=BEAT, thinkers=0) as top:
            await to_the_window(top, raider_is_near=True)
            runs = [side for side in Side if top.table.clocks.card(side, round(now() * 1000)).runs]  # type: ignore[union-attr]
            assert runs == [side for side in Side if top.table.asked(side) is not None]
            since = kept(top).seats[runs[0]].clock_since
            assert since == round(now() * 1000), "it was released this very moment"

    run(stretch)


# Several processes


def elsewhere(top: Tabletop, folder: Path, thinking: Thinking, process: str) -> LiveTable:
    """The same match in the memory of another process."""
    store = top.table._store
    chosen = settings(folder, beat=BEAT)
    return LiveTable(kept(top), store, thinking, chosen, OtherProcesses(store, process, shared=True))  # type: ignore[arg-type]


def test_another_process_shows_it_at_the_beat_too_and_in_the_same_frame(tmp_path: Path) -> None:
    async def stretch() -> None:
        async with at_the_stretch(tmp_path) as (top, seat):
            there, sees = elsewhere(top, tmp_path, Thinking(), "two"), Stamped()
            there._driver.lease.held = _never  # type: ignore[method-assign]
            await there.listen(ALLIED, sees)
            hello = msgspec.json.decode(sees.heard[0][1])
            assert hello["revision"] == shown(top)[1]
            for _ in range(4):
                await asyncio.sleep(2)
                await there.catch_up()
            assert there.count == top.table.count == 1 + (there.row.held or 0)
            assert sees.updates == []
            before = there.live_seats[ALLIED].view
            assert before == shown(top)[0]
            await there._rebuild()
            assert sees.updates == [], "nor when it builds the match again"
            await top.table.settled()
            await there.catch_up()
            assert [update for _, update in sees.updates] == [seat.updates[-1][1]]
            await there._rebuild()
            assert len(sees.updates) == 1, "and nothing is shown twice"
            there.close()

    run(stretch)


async def _never() -> bool:
    return False


def test_a_deed_and_what_follows_it_that_are_taken_in_together_are_shown_as_far_as_they_may_be(tmp_path: Path) -> None:
    async def stretch() -> None:
        async with tabletop(tmp_path, kinds=COMPUTER, beat=BEAT, thinkers=0, thinking=Thinking()) as top:
            there, sees = elsewhere(top, tmp_path, Thinking(), "two"), Stamped()
            there._driver.lease.held = _never  # type: ignore[method-assign]
            await there.listen(ALLIED, sees)
            seat = Stamped()
            await top.table.listen(ALLIED, seat)
            while not top.table.is_holding:
                await top.table.do(ALLIED, next(iter(top.match.pending[ALLIED].options)))
            await asyncio.sleep(5)
            await there.catch_up()
            assert there.live_seats[ALLIED].view == shown(top)[0]
            assert sees.updates[-1][1]["revision"] == seat.updates[-1][1]["revision"] == shown(top)[1]
            assert there.count == top.table.count
            there.close()

    run(stretch)


def test_where_a_driver_was_killed_another_goes_on_and_shows_it(tmp_path: Path) -> None:
    async def stretch() -> None:
        async with at_the_stretch(tmp_path) as (top, seat):
            await asyncio.sleep(3)
            assert len(kept(top).choices) == top.table.count
            top.table.close()
            before, heard = shown(top), len(seat.updates)
            there, sees = elsewhere(top, tmp_path, Thinking(), "two"), Stamped()
            assert there.held_since is None
            await there.listen(ALLIED, sees)
            assert msgspec.json.decode(sees.heard[0][1])["revision"] == before[1]
            assert there.live_seats[ALLIED].view == before[0]
            began = now()
            await there.settled()
            ((moment, update),) = sees.updates
            assert (moment, update["revision"]) == (began + BEAT, before[1] + 1)
            assert (kept(top).match.held, kept(top).seats[ALLIED].revision) == (None, before[1] + 1)
            assert len(seat.updates) == heard, "the one that was killed shows nothing more"
            there.close()

    run(stretch)


# The agreed pause

PAUSE = 20


async def ambushed(
    folder: Path, near: bool, order: Order, answers: tuple[float, str] | None
) -> tuple[list[tuple[float, bytes]], list[str], list[float]]:
    """What the mover is sent and when, up to the turn after the window; what the owner did; and when he was asked.

    The owner answers so many seconds after being asked, or not at all.
    """
    folder.mkdir()
    orders = {WINDOW: order}
    async with tabletop(folder, windows="ask", pause=PAUSE, orders=orders, beat=0.25, thinkers=0) as top:
        mover, asked = Stamped(), []

        async def owner() -> None:
            revision = -1
            while True:
                await asyncio.sleep(0.5)
                view, current = top.table.live_seats[AXIS].view, top.table.live_seats[AXIS].feed.revision
                if view is None or view.decision is None or not view.decision.window or current == revision:
                    continue
                revision = current
                asked.append(now())
                if answers is not None:
                    await asyncio.sleep(answers[0])
                    await top.table.do(AXIS, top.match.game.notation.parse(answers[1]), revision)
                    assert top.table.live_seats[AXIS].shown().decision is None, (
                        "what comes of it is shown with the beat"
                    )

        await top.table.listen(ALLIED, mover)
        person = asyncio.ensure_future(owner())
        try:
            await to_the_window(top, near)
            if top.table.asked(ALLIED) is not None:
                await turn(top, {})
        finally:
            person.cancel()
        return mover.heard, [str(action) for side, action in top.match.choices if side is AXIS], asked


def test_a_pause_is_as_long_whether_the_window_is_real_used_or_empty(tmp_path: Path) -> None:
    worlds = {
        "empty": (False, None),
        "unanswered": (True, None),
        "answered": (True, (3.0, "decline")),
        "late": (True, (17.5, "decline")),
    }
    told = {
        name: in_jumping_time(partial(ambushed, tmp_path / name, near, NEVER, answers))
        for name, (near, answers) in worlds.items()
    }
    heard, done, asked = told["empty"]
    assert asked == [], "where there is nothing to choose nobody is asked"
    assert len(heard) > 20
    assert any(later - earlier == PAUSE + 0.25 for (earlier, _), (later, _) in pairwise(heard))
    for name in ("unanswered", "answered", "late"):
        assert told[name][2], "the owner was asked"
        assert told[name][1].count("decline") == done.count("decline"), "the window was there in all of them"
        assert told[name][0] == heard, f"the mover can tell the {name} window from an empty one"


def test_what_is_not_answered_in_the_pause_goes_by_the_standing_order_and_an_answer_comes_before_it(
    tmp_path: Path,
) -> None:
    by_order = in_jumping_time(lambda: ambushed(tmp_path / "order", True, ALWAYS, None))
    assert any(done.startswith("fall-upon") for done in by_order[1])
    own = in_jumping_time(lambda: ambushed(tmp_path / "own", True, ALWAYS, (3.0, "decline")))
    assert not any(done.startswith("fall-upon") for done in own[1])


def test_no_open_question_is_ever_answered_by_a_pause(tmp_path: Path) -> None:
    async def wait() -> None:
        async with tabletop(tmp_path, windows="ask", pause=PAUSE, orders={WINDOW: ALWAYS}, thinkers=0) as top:
            before = len(top.match.choices)
            await asyncio.sleep(100 * PAUSE)
            assert len(top.match.choices) == before
            assert not top.table.is_holding
            await to_the_window(top, raider_is_near=True)
            asked = {side for side in Side if top.table.asked(side) is not None}
            assert asked, "the window has gone by the order, and now somebody is asked openly"
            before = len(top.match.choices)
            await asyncio.sleep(100 * PAUSE)
            assert len(top.match.choices) == before

    run(wait)


def test_in_a_pause_its_owner_is_found_where_he_was(tmp_path: Path) -> None:
    """Another process, or one that was started anew, asks him the same; once he has answered it does not."""

    async def wait() -> None:
        async with tabletop(tmp_path, windows="ask", pause=PAUSE, orders={WINDOW: NEVER}, thinkers=0) as top:
            coming = asyncio.ensure_future(to_the_window(top, raider_is_near=True))
            while top.table.row.held_by is None or top.asked(AXIS) != WINDOW:
                await asyncio.sleep(0.1)
            await asyncio.sleep(2)
            there, sees = elsewhere(top, tmp_path, Thinking(), "two"), Stamped()
            there._driver.lease.held = _never  # type: ignore[method-assign]
            await there.listen(AXIS, sees)
            hello = msgspec.json.decode(sees.heard[0][1])
            assert hello["view"]["decision"]["rule"] == WINDOW
            assert hello["revision"] == top.table.live_seats[AXIS].feed.revision
            await there.do(AXIS, Decline(), hello["revision"])
            assert sees.updates[-1][1]["view"] == {"waiting": ["umpire"], "decision": None}
            await top.table.catch_up()
            assert top.table.live_seats[AXIS].shown().decision is None
            again = elsewhere(top, tmp_path, Thinking(), "three")
            assert again.live_seats[AXIS].shown().decision is None
            assert again.live_seats[AXIS].feed.revision == there.live_seats[AXIS].feed.revision
            again.close()
            there.close()
            await coming

    run(wait)


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"windows": "orders"}, "two people who are asked"),
        ({"opponent": "captain"}, "two people who are asked"),
        ({"opponent": "here"}, "two people who are asked"),
        ({"pause": 4}, "5 to 120 seconds"),
        ({"pause": 121}, "5 to 120 seconds"),
        ({"pace": Pace(days=2)}, "waits for its owner"),
        ({"pace": Pace(seconds=5)}, "how many minutes"),
        ({"pace": Pace(minutes=30)}, ""),
        ({}, ""),
    ],
)
def test_a_pause_is_agreed_by_two_people_who_are_asked(terms: dict[str, Any], words: str) -> None:
    usual: dict[str, Any] = {"opponent": "person", "windows": "ask", "pause": 20}
    opening = Opening(game="hunt", scenario="first-light", side="allied", **(usual | terms))
    assert words in wrong_terms(opening)
    assert bool(words) == bool(wrong_terms(opening))


def test_the_pause_stands_in_the_invitation_and_on_the_table(browser: Browser, friend: Browser) -> None:
    terms = {"opponent": "person", "windows": "ask", "pause": 30, "open_to_all": True}
    opened = browser.open(**terms, side="allied")
    told = friend.http.get(opened["invitation"])
    assert "for 30 seconds" in told.text
    (challenge,) = [
        each for each in friend.http.get("/api/lobby").json()["challenges"] if each["match"] == opened["match"]
    ]
    assert (challenge["windows"], challenge["pause"]) == ("ask", 30)
    with browser.sit(opened["match"], "allied") as seat:
        assert seat.table["pause"] == 30
