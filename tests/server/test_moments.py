"""Time tells nothing: what a person is sent leaves at the same moments whatever the other side does unseen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings as examples

from barents.kernel import registry
from barents.kernel.actions import Action
from barents.kernel.match import Control
from barents.kernel.sides import Side
from barents.server.matches.beforehand import Beforehand
from barents.server.matches.tables import Held
from barents.server.storage.store import SeatRow
from tests.hunt import GAME as HUNT
from tests.server.moments import Forgetful, Other, Stopwatch, Table, jumping_clocks

# A scenario of each game, and how many twins of it are compared.
PLAYED = {
    "hunt": ("first-light", 20),
    "north_cape": ("unternehmen-sportpalast", 12),
    "nordkapp": ("unternehmen-sportpalast", 12),
    "arctic_disaster": ("historical", 8),
    "operations": ("qp-11-teaching", 8),
    "arctic_campaign": ("campaign", 5),
}
TIMES = max(1, examples().max_examples // 50)  # in `make soak` so many times as many


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forgetful]:
    registry.plug_in(HUNT)
    store = Forgetful(f"sqlite:///{tmp_path_factory.mktemp('moments') / 'nothing.sqlite'}")
    yield store
    store.close()


@pytest.fixture(autouse=True)
def _simulated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with jumping_clocks(monkeypatch):
        yield


def watches(name: str, store: Forgetful, **more: Any) -> Stopwatch:
    """A stopwatch for a game."""
    return Stopwatch(registry.find(name), PLAYED[name][0], store, **more)


def after(number: int) -> int:
    """After how many choices the twin of this number parts from the truth."""
    return 5 + number * 53 % 300


@pytest.mark.parametrize("name", PLAYED)
def test_no_stopwatch_tells_what_a_computer_did_unseen(name: str, store: Forgetful) -> None:
    watch, compared, differing = watches(name, store), 0, 0
    for number in range(PLAYED[name][1] * TIMES):
        found = watch.play(number, after(number))
        assert found.leak == "", f"twin {number}"
        compared += found.compared
        differing += found.answers[0] != found.answers[1]
    assert compared > 40, "messages that were the same and left at the same moments"
    assert name == "hunt" or differing > 0, "the computer had more to answer in one world than in the other"


@pytest.mark.parametrize("other", ["orders", "staff", "person"])
@pytest.mark.parametrize("name", [name for name in PLAYED if name != "hunt"])
def test_no_stopwatch_tells_what_another_person_did_not_have_to_answer(
    name: str, other: Other, store: Forgetful
) -> None:
    """Orders are followed, a staff answers, and what has but one answer is as any other."""
    watch, compared, differing = watches(name, store, other=other), 0, 0
    for number in range(PLAYED[name][1] * TIMES):
        found = watch.play(number, after(number))
        assert found.leak == "", f"twin {number}"
        compared += found.compared
        differing += found.answers[0] != found.answers[1]
    assert compared > 40, "messages that were the same and left at the same moments"
    assert differing > 0, "there was more to answer in one world than in the other"


class ShowingEach(Table):
    """A planted leak: each answer is shown when it is made."""

    async def perform(self, side: Side, entry: Action | Control, own: bool, given: Beforehand | None = None) -> None:
        """Hold nothing back."""
        await super().perform(side, entry, own, given)
        if not own:
            await self._show(None, (), {}, Held(self.count, None))


class Dawdling(Table):
    """A planted leak: how long it takes to show something hangs on how much was hidden."""

    async def release(self, *, goes_on: bool) -> None:
        """Wait a thousandth of a second for each choice."""
        await asyncio.sleep(0.001 * self.count)
        await super().release(goes_on=goes_on)


class Counting(Table):
    """A planted leak: all leaves at the right moment, and the number of the frame counts what was hidden."""

    async def release(self, *, goes_on: bool) -> None:
        """Add to the revision what is hidden."""
        self.live_seats[self.person].feed.revision += self.count
        await super().release(goes_on=goes_on)


class Forcing(Table):
    """A planted leak: what has but one answer is answered at once, though another person looks on."""

    def is_alone(self, enemy: SeatRow) -> bool:
        """As if nobody did."""
        return True


@pytest.mark.parametrize(
    ("plant", "name", "most", "other"),
    [
        (ShowingEach, "hunt", 3, "computer"),
        (ShowingEach, "nordkapp", 10, "computer"),
        (ShowingEach, "nordkapp", 10, "orders"),
        (ShowingEach, "nordkapp", 10, "staff"),
        (ShowingEach, "operations", 10, "computer"),
        (Dawdling, "operations", 12, "computer"),
        (Dawdling, "operations", 12, "orders"),
        (Dawdling, "operations", 12, "staff"),
        (Dawdling, "nordkapp", 60, "computer"),
        (Counting, "operations", 12, "computer"),
        (Counting, "operations", 12, "staff"),
    ],
)
def test_a_planted_delay_is_found(plant: type[Table], name: str, most: int, other: Other, store: Forgetful) -> None:
    watch = watches(name, store, table=plant, other=other)
    assert any(watch.play(number, after(number)).leak for number in range(most))


def test_that_a_forced_answer_came_at_once_is_found(store: Forgetful) -> None:
    """In the campaign one side has a page to fill in, and in the twin nothing to do on it."""
    watch = watches("arctic_campaign", store, table=Forcing, other="person")
    assert any(watch.play(number, after(number)).leak for number in range(15, 40))


def test_the_delay_of_the_issue_is_found(store: Forgetful) -> None:
    """Each answer took 45 ms and was shown when it was made: a stopwatch counted them."""
    watch = watches("operations", store, table=ShowingEach, delay=lambda _dice: 0.045)
    assert any("left at" in watch.play(number, after(number)).leak for number in range(12))
