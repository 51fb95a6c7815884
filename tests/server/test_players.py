"""Computer players: they think elsewhere, go on just the same after a restart, and fail without harm to anybody."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.games.arctic_campaign.actions import Proceed
from barents.kernel import plugins, registry
from barents.kernel.actions import Choose, Decline
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import ADMIRAL, DOCTRINES, LEVELS, answer_of, dice_of, player
from barents.players.search import Budget
from barents.server import metrics
from barents.server.logs import AsJson
from barents.server.matches import thinking
from barents.server.matches.thinking import Question, Thinkers, ThinkingError, question
from tests.server.service import PLUG_INS, Browser, play_together, running, settings
from tests.server.tabletop import tabletop


def failures_of(game: str) -> float:
    """How often players of a game have failed, by the operator's figures."""
    samples = (sample for family in metrics.PLAYER_FAILURES.collect() for sample in family.samples)
    return sum(each.value for each in samples if each.name.endswith("_total") and each.labels["game"] == game)


@pytest.mark.parametrize("kind", ["raises", "dies", "hangs", "cheats"])
def test_a_player_that_fails_is_reported_and_the_match_goes_on(
    tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The Allied seat posts lookouts first, so it has several decisions in a row; each is answered at random."""
    caplog.set_level(logging.INFO)
    before = failures_of("failing")
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
    assert "player failed" in written
    assert failures_of("failing") > before
    if kind == "raises":
        assert "failing.py:" in written, "where in the code"
    assert "secret: {" not in written, "an error's words may hold what a side knows"
    assert "secret: {" not in b"".join(frames).decode()


def test_where_a_bot_fails_doctrine_answers_and_the_table_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    bot = "tests.players.bots:Mumbling"
    before = failures_of("north_cape")

    async def run() -> list[bytes]:
        async with tabletop(
            tmp_path, game="north_cape", scenario="unternehmen-sportpalast", kinds={Side.AXIS: ("computer", bot)}
        ) as top:
            (first,) = [action for side, action in top.match.choices if side is Side.AXIS]
            assert str(first) == "use-prinz-eugen yes", "as the captain does"
            return await top.heard(Side.ALLIED)

    frames = asyncio.run(run())
    assert any(b'"is":"fault"' in frame and b"Doctrine has answered for it this once" in frame for frame in frames)
    assert failures_of("north_cape") == before + 1
    assert "bots.py:" in "".join(AsJson().format(record) for record in caplog.records), "where in the code"


def test_a_bot_that_was_plugged_in_is_an_opponent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = "tests.players.bots:First"
    monkeypatch.setitem(plugins._by_hand, plugins.PLAYERS, {})
    registry.plug_in_module(bot)
    with (
        running(settings(tmp_path, plug_ins=(*PLUG_INS, bot))) as (address, _),
        Browser(address).play(opponent=bot) as seat,
    ):
        seat.begin()
        seat.play_on(Dice.seeded("against a bot"), 3)


def test_a_bot_that_was_not_plugged_in_is_no_opponent(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as (address, _):
        terms = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "tests.players.bots:First"}
        refused = Browser(address).http.post("/api/matches", json=terms)
        assert refused.status_code == 400
        assert "There is no opponent" in refused.text


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
            kept = service.service.store.load(seat.match)
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


PLAYED: dict[str, tuple[str, dict[str, Any], int]] = {
    "north_cape": ("unternehmen-sportpalast", {}, 250),
    "nordkapp": ("unternehmen-sportpalast", {}, 250),
    "arctic_disaster": ("historical", {}, 250),
    "operations": ("qp-11-teaching", {}, 250),
    "arctic_campaign": ("campaign", {"convoy_phase": "quick"}, 250),
}
"""A scenario of each game, and how many answers of it are compared."""
ABOUT = ("arctic_campaign", "operations")
"""Games whose players read more of a page than its answers."""


def begun(game: str) -> Match[Any, Any]:
    scenario, options, _ = PLAYED[game]
    rules = registry.find(game)
    return Match.new(rules, scenario, options=rules.options(**options), seed=5)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", sorted(DOCTRINES))
def test_a_player_answers_the_same_from_what_is_sent_to_it(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it knows and what it is asked go over a wire; no level of any game, on either side, may notice."""
    budget = Budget(times=0.05)  # a search that looks at the clock would not answer alike twice
    monkeypatch.setattr(thinking, "PONDERING", budget)
    match = begun(game)
    players = {side: player(level, game, match.data, budget) for side in Side}
    taken = 0
    for _ in range(PLAYED[game][2] // (5 if level == ADMIRAL else 1)):  # a search takes its time
        if not match.pending:
            break
        side, decision = next(iter(match.pending.items()))
        sent = msgspec.msgpack.decode(msgspec.msgpack.encode(question(match, side, level)), type=Question)
        there = thinking.answer_to(sent, dice_of(match, side))
        here = answer_of(players[side], match, side, dice_of(match, side))
        assert there == str(here), f"{decision.rule}: {decision.prompt}"
        is_about = isinstance(decision.options, Pick | Subset) and decision.options.about != ""
        taken += is_about and here not in (Choose(()), Decline(), Proceed())
        match.act(side, here)
    assert (taken > 0) == (game in ABOUT), "questions where a player reads more of the page come up, and are answered"


def test_a_process_of_its_own_answers_the_same() -> None:
    """The same once more by way of the processes in which the server's players think."""

    async def run() -> None:
        thinkers = Thinkers(1, 1, 60.0)
        await thinkers.start()
        try:
            for game in sorted(DOCTRINES):
                match = begun(game)
                staff = player("captain", game, match.data)
                for _ in range(25):
                    side = next(iter(match.pending))
                    here = answer_of(staff, match, side, dice_of(match, side))
                    assert await thinkers.choose(question(match, side, "captain"), dice_of(match, side)) == str(here)
                    match.act(side, here)
        finally:
            thinkers.close()

    asyncio.run(run())


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
            assert thinkers.number <= 2
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


def test_one_that_is_dismissed_before_its_number_is_known_is_killed_all_the_same() -> None:
    """A process takes a while to start; whoever waits no longer must not leave one behind that thinks for ever."""

    async def run() -> None:
        thinkers = Thinkers(0, 1, 0.001, ("tests.server.failing",))
        match: Match[Any, Any] = Match.new("failing", "first-light", seed=1)
        with pytest.raises(ThinkingError, match="in time"):
            await thinkers.choose(question(match, Side.ALLIED, "hangs"), dice_of(match, Side.ALLIED))
        thinkers.close()

    others = set(multiprocessing.active_children())
    asyncio.run(run())
    deadline = time.monotonic() + 120
    while set(multiprocessing.active_children()) - others:
        assert time.monotonic() < deadline, "it still thinks"
        time.sleep(0.05)
