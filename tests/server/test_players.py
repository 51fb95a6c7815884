"""Computer players: they think elsewhere, go on just the same after a restart, and fail without harm to anybody."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import dice_of, player
from barents.server.logs import AsJson
from barents.server.thinking import Question, Thinkers, ThinkingError, decision_of, question
from tests.server.service import Browser, play_together, running, settings
from tests.server.tabletop import tabletop


@pytest.mark.parametrize("kind", ["raises", "dies", "hangs", "cheats"])
def test_a_player_that_fails_is_reported_and_the_match_goes_on(
    tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The Allied seat posts lookouts first, so it has several decisions in a row; each is answered at random."""
    caplog.set_level(logging.INFO)
    sitting = {Side.ALLIED: ("computer", kind)}

    async def run() -> list[bytes]:
        seconds = 1.0 if kind == "hangs" else 60.0
        async with tabletop(tmp_path, game="failing", kinds=sitting, think_seconds=seconds) as top:  # type: ignore[arg-type]
            # Both plot at once: the computer's part is done as well.
            assert len([side for side, _ in top.match.choices if side is Side.ALLIED]) >= 6
            assert top.asked(Side.AXIS) == "H-3-plot"
            return await top.heard(Side.AXIS)

    frames = asyncio.run(run())
    assert any(b'"is":"fault"' in frame and b"answered at random this once" in frame for frame in frames)
    written = "".join(AsJson().format(record) for record in caplog.records)
    assert "player failed" in written or kind == "cheats"
    assert "secret: {" not in written, "an error's words may hold what a side knows"
    assert "secret: {" not in b"".join(frames).decode()


def test_one_that_hangs_delays_no_other_match(tmp_path: Path) -> None:
    """Its match waits for a minute; meanwhile another is played to the end."""
    with running(settings(tmp_path, thinkers=1)) as (address, _):
        stuck, lively = Browser(address), Browser(address)
        with (
            stuck.play(game="failing", side="axis", opponent="hangs") as waiting,
            lively.play(side="axis", opponent="random") as seat,
        ):
            waiting.say("contribute", nonce="word of the one who waits")
            seat.begin()
            seat.play_on(Dice.seeded(1))
            assert seat.over
            waiting.catch_up()
            assert waiting.decision is None
            assert waiting.ask("resign")["is"] == "done", "one can leave a match that hangs"


def test_one_that_goes_in_circles_is_halted_with_plain_words_and_nothing_is_lost(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It opens and closes a formation for ever: an aside, after which it is asked the same again."""
    caplog.set_level(logging.INFO)
    chosen = settings(tmp_path, most_answers=30)
    with running(chosen) as (address, _):
        browser = Browser(address)
        with browser.play(game="failing", side="axis", opponent="circles") as seat:
            assert seat.ask("contribute", nonce="word of the one who waits")["is"] == "done"
            while not seat.faults:
                seat.hear()
            for words in ("30 answers", "goes in circles", "kept"):
                assert words in seat.faults[0]
        written = [AsJson().format(record) for record in caplog.records]
        assert sum("match halted" in line for line in written) == 1
    # It is still halted after a restart, and the others play on.
    with running(chosen) as (address, service):
        browser.address = address
        with browser.sit(seat.match, "axis") as again, Browser(address).play(opponent="random") as other:
            other.begin()
            assert other.decision is not None
            again.catch_up()
            assert again.faults == seat.faults
            kept = service.house.store.load(seat.match)
            assert kept is not None
            assert [side for side, _ in kept.choices] == [Side.ALLIED] * 30
            assert again.ask("resign")["is"] == "done"
            assert again.over


def test_a_restart_goes_on_just_the_same(tmp_path: Path) -> None:
    """What a player answers hangs on the match alone, not on when or where it was asked."""
    sitting = {Side.ALLIED: ("computer", "random")}

    async def first_choices(folder: Path) -> list[str]:
        folder.mkdir()
        async with tabletop(folder, kinds=sitting) as top:  # type: ignore[arg-type]
            return [str(action) for _, action in top.match.choices]

    one, other = (asyncio.run(first_choices(tmp_path / name)) for name in "ab")
    assert len(one) > 4
    assert one == other


@pytest.mark.parametrize("scenario", ["unternehmen-sportpalast", "convoy-is-to-scatter"])
def test_a_player_answers_the_same_from_what_is_sent_to_it(scenario: str) -> None:
    """Known and decision go over a wire; doctrine must not notice."""
    game = registry.find("north_cape")
    match: Match[Any, Any] = Match.new(game, scenario, seed=5)
    staff = player("doctrine", game.name, match.data)
    for _ in range(120):
        side = next(iter(match.pending))
        asked: Question = question(match, side, "doctrine")
        known = game.decoder.decode(asked.known)
        sent = staff.choose(known, decision_of(asked, game, match.data), dice_of(match, side))
        assert match.pending[side].refusal(sent) is None
        match.act(side, sent)


def test_thinkers_are_not_more_than_allowed(tmp_path: Path) -> None:
    async def run() -> None:
        thinkers = Thinkers(1, 2, 1.0, ("tests.server.failing",))
        await thinkers.start()
        match: Match[Any, Any] = Match.new("failing", "first-light", seed=1)
        asked = question(match, Side.ALLIED, "hangs")
        try:
            answers = await asyncio.gather(
                *(thinkers.choose(asked, dice_of(match, Side.ALLIED)) for _ in range(4)), return_exceptions=True
            )
            assert [type(answer) for answer in answers] == [ThinkingError] * 4
            assert len(thinkers._all) <= 2
        finally:
            thinkers.close()

    asyncio.run(run())


def test_two_people_need_no_player(browser: Browser, friend: Browser) -> None:
    opened = browser.open(opponent="here", side="axis")
    with browser.sit(opened["match"], "allied") as allied, browser.sit(opened["match"], "axis") as axis:
        assert allied.table["both_sides"]
        allied.begin()  # one browser gives its word for both of its seats
        play_together((allied, axis), Dice.seeded(2), lambda: len(allied.view["log"]) > 3)
        assert axis.ask("contribute", nonce="another word")["is"] == "refused"
