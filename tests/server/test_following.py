"""Orders of several answers: followed at the beats as standing orders are, kept like everything, and given up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from barents.kernel.actions import NotationError
from barents.kernel.decisions import Refused
from barents.kernel.match import Control
from barents.kernel.menus import PlannedAnswer
from barents.kernel.sides import Side
from barents.kernel.view import Passage
from barents.server.matches.beforehand import Beforehand, question_of
from barents.server.matches.other_processes import OtherProcesses
from barents.server.matches.protocol import MOST_PLANNED, Follow, Stop
from barents.server.matches.tables import LiveTable
from tests.server.moments import Stamped, in_jumping_time, jumping_clocks
from tests.server.service import Browser, settings
from tests.server.tabletop import Tabletop, tabletop
from tests.server.test_beats import Thinking, kept
from tests.server.test_windows import to_the_window

ALLIED, AXIS = Side.ALLIED, Side.AXIS
BEAT = 10.0
DEEDS = 8  # two turns of the Hunt: the lookouts of three ships and the plot


@pytest.fixture(autouse=True)
def _simulated(monkeypatch: pytest.MonkeyPatch) -> Any:
    with jumping_clocks(monkeypatch):
        yield


class Seated(NamedTuple):
    """A match against a computer, and a client at the Allied seat."""

    top: Tabletop
    seat: Stamped

    @property
    def table(self) -> LiveTable:
        """The table."""
        return self.top.table

    @property
    def following(self) -> list[tuple[float, dict[str, Any]]]:
        """What the seat was told of what it has given beforehand, and when."""
        return following(self.seat)

    @property
    def done(self) -> list[str]:
        """What the person's side has done."""
        return [str(action) for side, action in self.top.match.choices if side is ALLIED]

    async def follow(self, answers: list[PlannedAnswer], **more: Any) -> None:
        """Give an order."""
        revision = self.table.live_seats[ALLIED].feed.revision
        await self.table.follow(ALLIED, Follow(answers=tuple(answers), revision=revision, **more))

    async def choose(self) -> PlannedAnswer:
        """Answer by hand; what was answered."""
        decision = self.table.asked(ALLIED)
        assert decision is not None
        given = PlannedAnswer(question_of(decision), str(next(iter(decision.options))))
        await self.top.do(ALLIED, given.answer)
        return given


def following(seat: Stamped) -> list[tuple[float, dict[str, Any]]]:
    """What a client was told of what its seat has given beforehand, and when."""
    said = ((moment, msgspec.json.decode(content)) for moment, content in seat.heard)
    return [(moment, each) for moment, each in said if each["is"] == "following"]


@asynccontextmanager
async def seated(folder: Path, seconds: float = 1.0, **more: Any) -> AsyncIterator[Seated]:
    """Sit down against a computer that takes so long for each answer."""
    folder.mkdir(exist_ok=True)
    chosen: dict[str, Any] = {"kinds": {AXIS: ("computer", "random")}, "beat": BEAT, "thinking": Thinking(seconds)}
    async with tabletop(folder, **(chosen | more)) as top:
        seat = Stamped()
        await top.table.listen(ALLIED, seat)
        yield Seated(top, seat)


async def by_hand(folder: Path, deeds: int = DEEDS, **more: Any) -> list[PlannedAnswer]:
    """What a person answers to so many questions."""
    async with seated(folder, **more) as at:
        return [await at.choose() for _ in range(deeds)]


def run(work: Any) -> None:
    """Do it in simulated time."""
    in_jumping_time(work)


def test_an_order_does_what_its_answers_would_do_by_hand_and_its_owner_is_told_with_each_beat(tmp_path: Path) -> None:
    async def order() -> None:
        answers = await by_hand(tmp_path / "hand")
        async with seated(tmp_path / "order") as at:
            await at.follow(answers)
            assert len(at.done) == 1, "the rest waits for the beat"
            assert at.table.live_seats[ALLIED].shown().decision is None, "and is not asked"
            await at.table.settled()
            assert at.done == [each.answer for each in answers]
            assert at.table.asked(ALLIED) is not None, "the next question is the person's"
            told = [[each["answer"] for each in words["answers"]] for _, words in at.following]
            assert told[0] == [each.answer for each in answers[1:]]
            assert told[-1] == []
            shown = {moment for moment, _ in at.seat.updates}
            assert {moment for moment, _ in at.following} <= shown, "never but with what it has come to"
            assert all(words["why"] == "" for _, words in at.following)

    run(order)


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (PlannedAnswer("H-7-round", "fire-at convoy"), "you are asked something else first"),
        (PlannedAnswer("H-5.2-lookouts", "decline"), "not among the choices"),
    ],
)
def test_what_cannot_be_given_any_more_is_dropped_and_its_owner_is_told_why(
    tmp_path: Path, spoilt: PlannedAnswer, why: str
) -> None:
    async def order() -> None:
        answers = await by_hand(tmp_path / "hand", 3)
        async with seated(tmp_path / "order") as at:
            await at.follow([answers[0], spoilt, answers[2]])
            await at.table.settled()
            assert len(at.done) == 1
            assert at.table.asked(ALLIED) is not None
            last = at.following[-1][1]
            assert last["answers"] == []
            assert last["why"].startswith("The rest of your order was not given: ")
            assert why in last["why"]
            await at.choose()
            assert at.following[-1][1]["why"] == "", "it is said until something else is done"

    run(order)


def test_a_wrong_order_is_refused_as_a_whole(tmp_path: Path) -> None:
    async def order() -> None:
        answers = await by_hand(tmp_path / "hand", 2)
        other, unread, wrong = (
            PlannedAnswer("H-3-plot", answers[0].answer),
            PlannedAnswer("H-3-plot", "no such thing"),
            PlannedAnswer(answers[0].question, "decline"),
        )
        async with seated(tmp_path / "order") as at:
            heard = len(at.seat.heard)
            with pytest.raises(Refused, match="asked something else"):
                await at.follow([other, answers[1]])
            with pytest.raises(NotationError):
                await at.follow([answers[0], unread])
            with pytest.raises(Refused, match="not among the choices"):
                await at.follow([wrong, answers[1]])
            with pytest.raises(Refused, match=f"{MOST_PLANNED} answers"):
                await at.follow([answers[0]] * (MOST_PLANNED + 1))
            with pytest.raises(Refused, match="has changed"):
                await at.table.follow(ALLIED, Follow(answers=tuple(answers), revision=99))
            assert (at.done, len(at.seat.heard)) == ([], heard)
            await at.follow(answers)
            await at.table.settled()
            assert at.done == [each.answer for each in answers]

    run(order)


def test_one_undo_takes_a_whole_order_back(tmp_path: Path) -> None:
    async def order() -> None:
        answers = await by_hand(tmp_path / "hand", 4)
        async with seated(tmp_path / "order") as at:
            await at.choose()
            before = at.table.live_seats[ALLIED].shown().decision
            await at.follow(answers[1:])
            await at.table.settled()
            assert len(at.done) == 4
            assert at.table.live_seats[ALLIED].shown().undo
            await at.table.do(ALLIED, Control.UNDO)
            await at.table.settled()
            assert at.done == [answers[0].answer]
            assert at.table.live_seats[ALLIED].shown().decision == before
            stands = at.table.live_seats[ALLIED].view
            await at.table._rebuild()
            assert at.table.live_seats[ALLIED].view == stands, "what was written down comes to the same"
            await at.table.do(ALLIED, Control.UNDO)
            assert at.done == [], "and the next takes back what was done before it"

    run(order)


@pytest.mark.parametrize("how", ["nothing more", "undo", "resign"])
def test_an_order_that_waits_for_the_other_side_is_given_up(tmp_path: Path, how: str) -> None:
    """Both plot at once: the order waits for the other person's plot, and its owner thinks better of it."""

    async def order() -> None:
        answers = await by_hand(tmp_path / "hand")
        async with seated(tmp_path / "order", kinds={}) as at:
            await at.follow(answers)
            await at.table.settled()
            waits = len(at.done)
            assert 1 < waits < DEEDS, "the other side has not plotted yet"
            assert len(at.following[-1][1]["answers"]) == DEEDS - waits
            if how == "nothing more":
                await at.follow([])
            else:
                await at.table.do(ALLIED, Control.UNDO if how == "undo" else Control.RESIGN)
            await at.table.settled()
            assert at.following[-1][1] == {"is": "following", "answers": [], "staff": "", "why": ""}

    run(order)


@pytest.mark.parametrize("both", [False, True])
def test_it_is_gone_on_with_after_a_restart_in_the_middle(tmp_path: Path, database: str, both: bool) -> None:
    """Killed between two answers, or while the other side is asked: what is kept says where it goes on."""

    async def order() -> None:
        answers = await by_hand(tmp_path / "hand")
        kinds = {} if both else {AXIS: ("computer", "random")}
        async with seated(tmp_path / "order", 3.0, kinds=kinds, database=database) as at:
            await at.follow(answers)
            if both:
                await at.table.settled()
            else:
                await asyncio.sleep(4)  # the person has plotted, the computer thinks
                assert at.table.is_holding
            at.table._driver.stop()
            shown, told = at.table.live_seats[ALLIED].view, at.following[-1][1]["answers"]
            assert len(at.done) > 1
            store = at.table._store
            chosen = settings(tmp_path, beat=BEAT, database=database)
            thinking: Any = Thinking()
            there = LiveTable(kept(at.top), store, thinking, chosen, OtherProcesses(store, "two", shared=True))
            seat = Stamped()
            await there.listen(ALLIED, seat)
            hello = msgspec.json.decode(seat.heard[0][1])
            assert hello["following"]["answers"] == told, "as it was last shown, not as it stands"
            assert there.live_seats[ALLIED].view == shown
            await there.settled()
            if both:
                await there.do(AXIS, next(iter(there.match.pending[AXIS].options)))
                await there.settled()
            done = [str(action) for side, action in there.match.choices if side is ALLIED]
            assert done == [each.answer for each in answers]
            assert following(seat)[-1][1]["answers"] == []
            there.close()

    run(order)


def test_another_process_shows_neither_more_nor_less_of_an_order(tmp_path: Path, database: str) -> None:
    async def order() -> None:
        answers = await by_hand(tmp_path / "hand")
        async with seated(tmp_path / "order", 3.0, database=database) as at:
            store, thinking = at.table._store, Thinking()
            chosen = settings(tmp_path, beat=BEAT, database=database)
            there = LiveTable(kept(at.top), store, thinking, chosen, OtherProcesses(store, "two", shared=True))  # type: ignore[arg-type]
            there._driver.lease.held = _never  # type: ignore[method-assign]
            sees = Stamped()
            await there.listen(ALLIED, sees)
            await at.follow(answers)
            for _ in range(4):
                await asyncio.sleep(2)
                await there.catch_up()
                assert at.table.is_holding
                assert len(there.match.choices) == len(at.top.match.choices) > 1
                assert there.live_seats[ALLIED].view == at.table.live_seats[ALLIED].view
                assert there.live_seats[ALLIED].shown().decision is None
            assert [words for _, words in following(sees)] == [words for _, words in at.following]
            await there._rebuild()
            assert len(following(sees)) == 1, "nor when it builds the match again"
            await at.table.settled()
            await there.catch_up()
            assert following(sees)[-1][1] == at.following[-1][1]
            assert following(sees)[-1][1]["answers"] == []
            there.close()

    run(order)


async def _never() -> bool:
    """Another process answers."""
    return False


def test_a_row_of_orders_stops_between_two_of_them_at_what_its_owner_has_read(tmp_path: Path) -> None:
    async def order() -> None:
        async with seated(tmp_path) as at:
            decision = at.top.match.pending[ALLIED]
            answer = str(next(iter(decision.options)))
            planned = PlannedAnswer(question_of(decision), answer, order=2)
            given = Beforehand(answers=(planned,), under_way=1, read=5)
            stands = at.table.live_seats[ALLIED].standpoint(at.top.match)._replace(given=given)

            def by(stop: Stop, under_way: int = 1, **told: Any) -> str:
                passage = msgspec.structs.replace(Passage(6, 7, "", "*U-88* is hit", weight=1), **told)
                ordered = msgspec.structs.replace(given, stop=stop, under_way=under_way)
                there = stands._replace(given=ordered, story=lambda: (passage,))
                return there.answered_by or there.settled().why

            stopped = "The rest of your order was not given: something has happened. U-88 is hit"
            assert by("harm", tone="bad") == by("news", tone="good") == by("news", tone="bad") == stopped
            assert by("", tone="bad") == by("harm", tone="good") == "plan"
            assert by("news", under_way=2) == "plan", "an order that was begun is brought to its end"
            assert by("news", weight=0) == "plan", "it is not worth a report"
            assert by("news", first=3, last=4) == "plan", "that was known before"

    run(order)


def test_a_window_in_between_is_answered_as_ever_and_the_order_goes_on(tmp_path: Path) -> None:
    async def order() -> None:
        async with tabletop(tmp_path, windows="ask") as top:
            await to_the_window(top, raider_is_near=True)
            live_seat = top.table.live_seats[AXIS]
            plot = PlannedAnswer("H-3-plot", "assign lutzow=0101 decoy=0101")
            live_seat.given = Beforehand(answers=(plot,))
            assert top.asked(AXIS) == "H-6-ambush"
            await top.do(AXIS, "decline")
            assert live_seat.given.answers == (plot,)

    run(order)


def test_strange_orders_over_the_socket_are_refused_with_a_reason(browser: Browser) -> None:
    with browser.play() as seat:
        seat.begin()
        before = seat.revision
        more = {"question": "H-5.2-lookouts", "answer": "decline"}
        for strange in (
            {"answers": [more] * (MOST_PLANNED + 1)},
            {"answers": [more], "stop": "whenever"},
            {"answers": [{"question": 3, "answer": "decline"}]},
            {"answers": [{"question": "H-5.2-lookouts"}]},
            {"answers": [{**more, "answer": '"'}]},
            {"answers": [more, {**more, "answer": "x" * 30_000}]},
            {"answers": "all"},
            {"answers": [more]},
        ):
            answer = seat.ask("follow", revision=before, **strange)
            assert (answer["is"], bool(answer["refusal"]["reason"])) == ("refused", True), strange
        assert seat.ask("staff", revision=before)["refusal"]["reason"].startswith("This game has no staff")
        assert (seat.revision, seat.hello["following"]["answers"]) == (before, [])
        first = next(iter(seat.view["decision"]["options"]["listed"]))["notation"]
        assert (
            seat.ask("follow", revision=before, answers=[{"question": "H-5.2-lookouts", "answer": first}])["is"]
            == "done"
        )
