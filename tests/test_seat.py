"""A seat for whoever talks: a whole game by words alone, texts that fit, and a language model's client that plays."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side
from barents.players import RandomPlayer, player
from barents.terminal.answers import Asked
from barents.terminal.seat import MOST, TalkingSeat
from tests.positions import plays_of, positions

GAMES = ("north_cape", "nordkapp", "arctic_disaster", "operations", "arctic_campaign")
PATIENCE = 2_000
LONG = {"operations": 2 * MOST, "arctic_campaign": 2 * MOST}
"""Where a boat may aim at any two ships of a convoy, the list comes in two texts."""


def seat_of(game: str, scenario: str, side: Side, **how: Any) -> TalkingSeat:
    match: Match[Any, Any] = Match.new(game, scenario, seed="talk")
    return TalkingSeat(match, {side.enemy: player("captain", game, match.data)}, **how)


def words_of(seat: TalkingSeat, dice: Dice) -> str:
    """Any legal answer, in notation."""
    side, decision = next(iter(seat.match.pending.items()))
    assert side is not None
    return str(RandomPlayer().choose(None, decision, dice))


def test_a_whole_game_is_played_by_words_alone() -> None:
    seat, dice = seat_of("nordkapp", "first-plot", Side.ALLIED), Dice.seeded("words")
    assert "First plot" in seat.opening or "convoy" in seat.opening
    for _ in range(PATIENCE):
        if seat.over:
            break
        heard = seat.say(words_of(seat, dice))
        assert not heard.startswith("No:")
        assert len(heard) <= MOST
    assert seat.match.result is not None
    assert seat.say("1") == seat.question() == "The match is over."


def test_what_decides_nothing_and_what_is_wrong_leave_the_match_as_it_is() -> None:
    seat = seat_of("north_cape", "first-voyage", Side.AXIS)
    before = len(seat.match.choices)
    asked = seat.question()
    for line in (
        "map",
        "briefing",
        "story",
        "rules",
        "rules decoy",
        "why pass",
        "",
        "9999",
        "sail to the moon",
        "a\nb",
    ):
        assert seat.say(line)
    assert "not for this seat" in seat.say("save anywhere.json")
    assert "not for this seat" in seat.say("quit")
    assert "without an adviser" in seat.say("hint")
    assert "without an adviser" in seat.say("follow")
    assert seat.question() == asked
    assert len(seat.match.choices) == before
    seat.leave()
    with_advice = seat_of("north_cape", "first-voyage", Side.AXIS, advice=True)
    assert "It would answer" in with_advice.say("hint")
    with_advice.leave()


@pytest.mark.parametrize("game", GAMES)
def test_a_question_with_all_that_is_needed_to_answer_it_fits_into_a_text(game: str) -> None:
    longest = 0
    for play in plays_of(game):
        for number, match in enumerate(positions(play, 240)):
            if number % 4 or not match.pending:
                continue
            for decision in match.pending.values():
                lines = "\n".join(line.plain for line in Asked(match, decision).lines(brief=True))
                longest = max(longest, len(lines))
                assert len(lines) < LONG.get(game, MOST - 200), (play.file, decision.rule, len(lines))
    assert longest


def test_a_long_text_comes_in_parts_and_loses_nothing() -> None:
    seat = seat_of("north_cape", "first-voyage", Side.AXIS)
    whole = "\n".join(f"line {number} of a long text" for number in range(3_000))
    parts = [seat._part(whole)]
    while not (part := seat.more()).startswith("There is no more"):
        parts.append(part)
    assert all(len(part) <= MOST for part in parts)
    assert "\n".join(part.removesuffix("\n(There is more: ask for it.)") for part in parts) == whole
    seat.leave()


async def played_by_protocol(folder: Path) -> tuple[Path, list[str]]:
    """A client of the protocol plays the shortest game there is: the first choice that is offered."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    record = folder / "match.json"
    command = "from barents.cli import main; main()"
    arguments = ["-c", command, "mcp", "nordkapp", "first-plot", "--as", "axis", "--seed", "7", "--save", str(record)]
    said: list[str] = []
    async with (
        stdio_client(StdioServerParameters(command=sys.executable, args=arguments)) as (reads, writes),
        ClientSession(reads, writes) as session,
    ):
        await session.initialize()
        offered = {tool.name for tool in (await session.list_tools()).tools}
        assert offered == {"question", "answer", "briefing", "situation", "story", "unit", "rules", "why", "more"}

        async def ask(tool: str, **arguments: Any) -> str:
            told = await session.call_tool(tool, arguments)
            text = "".join(part.text for part in told.content if part.type == "text")
            said.append(text)
            return text

        assert "task" in (await ask("briefing")).casefold()
        for number in range(PATIENCE):
            asked = await ask("question")
            if asked == "The match is over.":
                break
            # On a page `done` leaves the rest as it is; else the first choice or hex, or none where some may be chosen.
            places = re.findall(r"\b\d{4}\b", asked)
            for line in ("done", "1", "-", "pass", *dict.fromkeys(places)):
                if not (heard := await ask("answer", text=line)).startswith("No:"):
                    break
            assert number < 200, heard
    return record, said


def test_a_client_of_the_protocol_plays_a_game(tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    record, said = asyncio.run(asyncio.wait_for(played_by_protocol(tmp_path), 300))
    assert all(len(text) <= MOST for text in said)
    match = Match.replay(decode(record.read_bytes()))
    assert match.result is not None
    assert not re.search(r"\x1b\[", "".join(said)), "a model is sent no colours"
