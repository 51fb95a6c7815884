"""What people are not asked: what has one answer alone, what they leave to their staff, what they have let pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel.actions import Allot, Choose, Decline
from barents.kernel.decisions import Assign, Decision, Group, Options, Pick, Refused, Subset
from barents.kernel.domains import Among
from barents.kernel.match import Control
from barents.kernel.menus import PlannedAnswer
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.players import DOCTRINES
from barents.server.matches.beforehand import Beforehand, only_answer, question_of
from barents.server.matches.protocol import LeaveToStaff
from tests.hunt import search
from tests.hunt.doctrine import Doctrine
from tests.hunt.state import Pass
from tests.server.moments import jumping_clocks
from tests.server.tabletop import tabletop
from tests.server.test_beats import Thinking
from tests.server.test_following import BEAT, Seated, run, seated
from tests.server.test_windows import to_the_window

ALLIED, AXIS = Side.ALLIED, Side.AXIS


@pytest.fixture(autouse=True)
def _simulated(monkeypatch: pytest.MonkeyPatch) -> Any:
    with jumping_clocks(monkeypatch):
        yield


# One answer alone


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (Pick([Pass()]), Pass()),
        (Pick([Pass(), Decline()]), None),
        (Subset([]), Choose(())),
        (Subset(["a", "b"], least=2), Choose(("a", "b"))),
        (Subset(["a"]), None),
        (Subset(["a", "b"], groups=[Group(["a", "b"], least=2)]), Choose(("a", "b"))),
        (Assign({}), Allot(())),
        (Assign({"a": Among(["1", "2"])}), None),
    ],
)
def test_the_only_answer(options: Options[Any], answer: Any) -> None:
    asked: Question[Any, Any] = Question("x", "?", phase="Now")
    assert only_answer(Decision(ALLIED, asked, options)) == answer
    shown: Question[Any, Any] = Question("x", "?", phase="Now", lone="She can only run.")
    assert only_answer(Decision(ALLIED, shown, options)) is None, "it is worth showing"
    assert only_answer(Decision(ALLIED, asked, options, window=True)) is None, "windows go by their orders"
    aside = Pick([Pass()])
    assert only_answer(Decision(ALLIED, asked, options, asides=lambda: aside)) is None, "something may be done first"


async def first_asked(folder: Path, game: str, scenario: str, person: Side, other: str) -> list[str]:
    """What has been answered for a side before its person is asked for the first time, and what that is asked."""
    kinds: dict[Side, Any] = {} if other == "person" else {person.enemy: ("computer", other)}
    async with tabletop(folder, game=game, scenario=scenario, kinds=kinds, thinking=Thinking(), beat=BEAT) as top:
        done = [str(action) for side, action in top.match.choices if side is person]
        asked, view = top.table.asked(person), top.table.live_seats[person].shown()
        assert (view.decision is None) == (asked is None)
        assert not view.undo, "nobody takes back what was not his to choose"
        with pytest.raises(Refused, match="nothing that"):
            await top.table.do(person, Control.UNDO)
        return [*done, "" if asked is None else question_of(asked)]


@pytest.mark.parametrize(
    ("game", "scenario", "other", "found"),
    [
        ("operations", "qp-11-teaching", "captain", ["assign", "OP-AIR-missions"]),
        ("operations", "qp-11-teaching", "person", ["OP-SCEN-setup"]),
        ("arctic_campaign", "campaign", "captain", ["proceed", "AC-A.4-start-port/core"]),
        ("arctic_campaign", "campaign", "person", ["proceed", ""]),
    ],
)
def test_the_umpire_answers_what_has_one_answer_but_between_people_only_what_nobody_can_see(
    tmp_path: Path, game: str, scenario: str, other: str, found: list[str]
) -> None:
    async def opening() -> None:
        assert await first_asked(tmp_path, game, scenario, ALLIED, other) == found

    run(opening)


def test_what_followed_by_itself_is_taken_back_with_the_deed_and_then_asked_by_hand() -> None:
    deed = Beforehand().after_deed(window=False)
    assert deed.after_answer("forced", follows=True).last_deed == 2
    assert deed.after_answer("forced", follows=False).last_deed == 0, "it came of the other side's deed"
    assert deed.after_answer("forced", follows=False).after_answer("forced", follows=True).last_deed == 0
    real = Beforehand(answers=(PlannedAnswer("x", "y"),), deeds=(1, -2)).after_answer("plan", follows=True)
    assert (real.deeds, real.answers) == ((1, -2, 1), ()), "what an order says is worth taking back"
    undone = Beforehand(deeds=(1, 4), staff="Now", why="x").after_undo(3)
    assert undone == Beforehand(deeds=(1, 1), by_hand=True), "as far as the match allows it"


# The staff


@pytest.fixture
def staffed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Hunt has a captain, who advises too."""
    monkeypatch.setitem(DOCTRINES.by_hand, "hunt", Doctrine)


async def leave(at: Seated, on: bool = True, revision: int | None = None) -> None:
    """Say that the staff is to do the rest of the phase."""
    now = at.table.live_seats[ALLIED].feed.revision if revision is None else revision
    await at.table.leave_to_staff(ALLIED, LeaveToStaff(revision=now, on=on))


@pytest.mark.usefixtures("staffed")
def test_the_staff_does_the_rest_of_a_phase_and_no_more(tmp_path: Path) -> None:
    async def phase() -> None:
        async with seated(tmp_path) as at:
            await at.choose()
            await leave(at)
            view = at.table.live_seats[ALLIED].shown()
            assert (view.decision, len(at.done)) == (None, 1)
            assert at.following[-1][1]["staff"] == "Lookouts"
            await at.table.settled()
            asked = at.table.asked(ALLIED)
            assert asked is not None
            assert asked.rule == "H-3-plot", "that is another phase"
            assert all(done.startswith("post") for done in at.done)
            (moment, told), shown = at.following[-1], at.seat.updates[-1][0]
            assert (moment, told["staff"]) == (shown, ""), "with what it has done"
            await at.choose()
            await at.table.settled()
            assert at.top.asked(ALLIED) == "H-5.2-lookouts", "in the next turn the person is asked again"

    run(phase)


@pytest.mark.usefixtures("staffed")
def test_the_staff_leaves_to_the_person_what_is_the_persons(tmp_path: Path) -> None:
    async def phase() -> None:
        async with seated(tmp_path) as at:
            object.__setattr__(search.LOOKOUTS, "staff", False)
            try:
                await leave(at)
                await at.table.settled()
                assert at.done == []
                assert at.top.asked(ALLIED) == "H-5.2-lookouts"
                assert at.following[-1][1]["staff"] == "Lookouts", "and goes on after it"
                await leave(at, on=False)
                assert at.following[-1][1]["staff"] == ""
            finally:
                object.__setattr__(search.LOOKOUTS, "staff", True)

    run(phase)


def test_the_staff_is_refused_where_there_is_none_or_nothing_is_asked(tmp_path: Path) -> None:
    async def phase() -> None:
        async with seated(tmp_path) as at:
            with pytest.raises(Refused, match="no staff"):
                await leave(at)
            DOCTRINES.by_hand["hunt"] = Doctrine
            try:
                with pytest.raises(Refused, match="has changed"):
                    await leave(at, revision=99)
                at.table.row = msgspec.structs.replace(at.table.row, rated=True)
                with pytest.raises(Refused, match="rated"):
                    await leave(at)
            finally:
                del DOCTRINES.by_hand["hunt"]
            assert at.following == []

    run(phase)


# What was let pass


@pytest.mark.parametrize("alone", [True, False])
def test_a_window_that_was_let_pass_is_not_put_again_before_a_computer(tmp_path: Path, alone: bool) -> None:
    async def window() -> None:
        async with tabletop(tmp_path, windows="ask") as top:
            await to_the_window(top, raider_is_near=True)
            before = top.table.live_seats[AXIS].standpoint(top.match)._replace(alone=alone)
            assert before.answered_by == "", "she is next to the convoy: the person is asked"
            after = before._replace(given=before.after_deed(Decline()))
            assert after.answered_by == ("passed" if alone else "")
            elsewhere = top.match.state.ships["decoy"]
            elsewhere.cell = next(cell for cell in top.match.data.grid.neighbours(elsewhere.cell))
            assert after.answered_by == "", "something has changed"

    run(window)


def test_nobody_is_asked_in_an_empty_window_before_a_computer(tmp_path: Path) -> None:
    async def window() -> None:
        async with tabletop(tmp_path, windows="ask") as top:
            await to_the_window(top, raider_is_near=False)
            asked = top.table.live_seats[AXIS].standpoint(top.match)
            assert asked.answered_by == "", "another person would learn from it that it is empty"
            assert asked._replace(alone=True).answered_by == "passed"

    run(window)
