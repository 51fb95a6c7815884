"""Silent windows: answered by standing orders, or by a person who is asked; the mover cannot tell what they held."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal, cast

import pytest

from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Decision, Group, Options, Pick, Refused, Subset
from barents.kernel.match import Match
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.server.matches import standing_orders as orders
from barents.server.matches.protocol import Order
from tests.hunt import GAME
from tests.hunt.state import FallUpon
from tests.server.service import Browser
from tests.server.tabletop import Tabletop, tabletop

WINDOW = "H-6-ambush"


async def turn(top: Tabletop, goals: dict[str, str]) -> None:
    """A turn in which the Allied ships stay where they are and the Axis counters make for their goals."""
    while top.asked(Side.ALLIED) == "H-5.2-lookouts":
        await top.do(Side.ALLIED, str(next(iter(top.match.pending[Side.ALLIED].options))))
    grid, ships = top.match.data.grid, top.match.state.ships
    for side in Side:
        options = top.match.pending[side].options
        cells = {
            name: min(domain, key=lambda cell, name=name: grid.distance(cell, goals.get(name, ships[name].cell)))  # type: ignore[misc]
            for name, domain in options.slots.items()
        }
        await top.do(side, " ".join(["assign", *(f"{name}={cell}" for name, cell in cells.items())]))
    if top.asked(Side.ALLIED) == "H-5-searchers":
        await top.do(Side.ALLIED, "choose -")


async def to_the_window(top: Tabletop, raider_is_near: bool) -> str:
    """Play to where a face-down counter lies next to the convoy: the raider, or the decoy in its place."""
    grid, ships = top.match.data.grid, top.match.state.ships
    convoy = ships["convoy"].cell
    # Both counters meet in one cell, where nobody can tell them apart, and then part.
    meeting = next(cell for cell in sorted(grid.cells) if grid.distance(cell, convoy) == 2 and grid.row(cell) == 5)
    near: str = next(cell for cell in grid.neighbours(meeting) if grid.distance(cell, convoy) == 1)
    far = next(cell for cell in grid.neighbours(meeting) if grid.distance(cell, convoy) == 3)
    while {top.match.state.ships[name].cell for name in ("lutzow", "decoy")} != {meeting}:
        await turn(top, {"lutzow": meeting, "decoy": meeting})
    raider, decoy = (near, far) if raider_is_near else (far, near)
    await turn(top, {"lutzow": raider, "decoy": decoy})
    return near


async def told_to_the_mover(
    folder: Path, raider_is_near: bool, windows: Literal["orders", "ask"], order: Order
) -> tuple[list[bytes], list[str]]:
    """All frames of the Allied seat, up to the turn after the window; and what the Axis seat did in the window."""
    folder.mkdir()
    done: list[str] = []
    async with tabletop(folder, windows=windows, orders={WINDOW: order}) as top:
        await to_the_window(top, raider_is_near)
        if windows == "ask":
            assert top.asked(Side.AXIS) == WINDOW
            assert top.table.live_seats[Side.ALLIED].shown().waiting == ("umpire",)
            await top.do(Side.AXIS, "decline")
        done = [str(action) for side, action in top.match.choices if side is Side.AXIS]
        await turn(top, {})
        return await top.heard(Side.ALLIED), done


@pytest.mark.parametrize("windows", ["orders", "ask"])
def test_the_movers_frames_are_the_same_whether_the_window_held_an_option_or_not(
    tmp_path: Path, windows: Literal["orders", "ask"]
) -> None:
    (with_option, one), (without, other) = (
        asyncio.run(told_to_the_mover(tmp_path / name, near, windows, Order("never")))
        for name, near in (("near", True), ("far", False))
    )
    assert one[-1] == other[-1] == "decline", "the window was opened in both"
    assert one != other, "the worlds differ, or there is nothing to compare"
    assert len(with_option) > 20
    assert with_option == without


def test_an_order_takes_the_moment_and_everyone_sees_what_comes_of_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with tabletop(tmp_path, orders={WINDOW: Order("always")}) as top:
            near = await to_the_window(top, raider_is_near=True)
            assert (Side.AXIS, FallUpon(near)) in top.match.choices
            assert b"falls upon the convoy" in b"".join(await top.heard(Side.ALLIED))
            frames = b"".join(await top.heard(Side.AXIS))
            assert b'"window":true' not in frames, "who has given orders is not asked"

    asyncio.run(run())


def test_a_window_that_has_no_orders_is_a_persons_own_move_if_there_is_anything_to_choose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked_in_the_window(folder: Path, raider_is_near: bool) -> str:
        folder.mkdir()
        async with tabletop(folder) as top:
            await to_the_window(top, raider_is_near)
            return top.asked(Side.AXIS)

    monkeypatch.delitem(cast(dict[str, str], GAME.orders), WINDOW)
    assert asyncio.run(asked_in_the_window(tmp_path / "near", raider_is_near=True)) == WINDOW
    assert asyncio.run(asked_in_the_window(tmp_path / "far", raider_is_near=False)) != WINDOW


def test_a_window_that_an_order_answers_is_not_for_the_person_to_answer(tmp_path: Path) -> None:
    async def run() -> None:
        async with tabletop(tmp_path, orders={WINDOW: Order("never")}, beat=30.0) as top:
            driven = asyncio.ensure_future(to_the_window(top, raider_is_near=True))
            while b'"umpire"' not in (await top.listeners[Side.ALLIED].next() or b""):
                pass
            shown = top.table.live_seats[Side.AXIS].shown()
            assert (shown.decision, shown.waiting) == (None, ("umpire",))
            with pytest.raises(Refused, match="Nothing is asked"):
                await top.table.do(Side.AXIS, Decline())
            driven.cancel()

    asyncio.run(run())


class Moment:
    """A window in a match that is made up: options, and what is known of their chances."""

    def __init__(self, options: Options[Action], chances: dict[str, float]) -> None:
        self.match: Any = Match.new(GAME, "first-light", seed=1)
        question = Question(WINDOW, "Fall upon the convoy?", phase="Ambush", odds=self._odds)
        self.match.pending = {Side.AXIS: Decision(Side.AXIS, question, options, window=True)}
        self.chances = chances

    def _odds(self, _data: Any, _known: Any, _decision: Any, action: Action) -> Odds | None:
        chance = self.chances.get(str(action))
        return None if chance is None else Odds(chance, "a hit")

    def answer(self, order: Order) -> str:
        """What the order makes of it."""
        return str(orders.answer(self.match, Side.AXIS, order))


PAIR: Options[Any] = Pick([Decline(), FallUpon("0101"), FallUpon("0202")])
THREE: Options[Any] = Subset(["x", "y", "z"], groups=[Group(["x", "y"], most=1)])


@pytest.mark.parametrize(
    ("options", "chances", "order", "answer"),
    [
        (PAIR, {}, Order("never"), "decline"),
        (PAIR, {}, Order("always"), "fall-upon 0101"),
        (PAIR, {"fall-upon 0101": 0.2, "fall-upon 0202": 0.4}, Order("always"), "fall-upon 0202"),
        (PAIR, {"fall-upon 0101": 0.2, "fall-upon 0202": 0.4}, Order("odds", 40), "fall-upon 0202"),
        (PAIR, {"fall-upon 0101": 0.2, "fall-upon 0202": 0.4}, Order("odds", 41), "decline"),
        (PAIR, {}, Order("odds", 99), "fall-upon 0101"),
        (Pick([Decline()]), {}, Order("always"), "decline"),
        (THREE, {}, Order("never"), "choose -"),
        (THREE, {}, Order("always"), "choose x,z"),
        (THREE, {"choose y": 0.9, "choose x,z": 0.5}, Order("always"), "choose y"),
        (THREE, {"choose x,z": 0.5}, Order("odds", 51), "choose -"),
        (Subset([]), {}, Order("always"), "choose -"),
    ],
)
def test_what_an_order_makes_of_a_window(
    options: Options[Any], chances: dict[str, float], order: Order, answer: str
) -> None:
    assert Moment(options, chances).answer(order) == answer


def test_without_orders_the_doctrine_player_advises_where_there_is_one() -> None:
    assert orders.order_for({}, WINDOW, "north_cape") == Order("adviser")
    assert orders.order_for({}, WINDOW, "hunt") == Order("never")
    assert orders.order_for({WINDOW: Order("always")}, WINDOW, "hunt") == Order("always")


def test_asking_needs_the_consent_of_whoever_is_invited(browser: Browser, friend: Browser) -> None:
    link = browser.open(opponent="person", windows="ask", side="allied", name="<b>Jack</b>")["invitation"]
    visit = {"sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "none"}
    told = friend.http.get(link, headers=visit)
    assert told.status_code == 200, "nobody is put into a seat without having been told"
    assert "Whoever takes this seat agrees" in told.text
    assert "&lt;b&gt;Jack&lt;/b&gt; invites you to play the Axis side" in told.text
    taken = friend.http.post(link, data={"name": "Friend"})
    assert taken.status_code == 303
    _, _, match, side = taken.headers["location"].split("/")
    with friend.sit(match, side) as seat:
        assert seat.table["windows"] == "ask"
