"""The campaign in the terminal: a month at either desk by typed lines, and what a person reads there."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.options import Options
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players.arctic_campaign import Doctrine, proposed
from barents.terminal.table import Table

MOST_LINES = 200  # of a month: who types more is not understood


def typed(decision: Decision[Any]) -> str:
    """What a person types who takes the first of everything, where the usual answer stands."""
    options = decision.options
    if isinstance(options, Assign):
        return "done" if len(options.optional) == len(options.slots) else str(proposed(options))
    if isinstance(options, Subset):
        return " ".join(options.items[: options.least]) or "-"
    return "1"


def played(monkeypatch: pytest.MonkeyPatch, match: Match[Any, Any], side: Side, lines: Iterator[str]) -> str:
    """What is on the screen of a person who types some lines, against doctrine."""
    screen = StringIO()

    def read(prompt: str) -> str:
        screen.write(prompt)
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", read)
    Table(match, {side.enemy: Doctrine(match.data)}, Console(file=screen, width=200, color_system=None)).play()
    return screen.getvalue()


@pytest.mark.parametrize("side", list(Side))
def test_a_person_plays_a_month_at_either_desk(monkeypatch: pytest.MonkeyPatch, side: Side) -> None:
    match: Match[Any, Any] = Match.new(GAME, "campaign", seed="text", options=Options(convoy_phase="quick"))

    def person() -> Iterator[str]:
        for _ in range(MOST_LINES):
            if match.state.month > 1:
                return
            yield typed(match.pending[side])

    shown = played(monkeypatch, match, side, person())
    assert "No: " not in shown, "every line was an answer"
    assert match.state.month == 2
    assert "[start]" in shown, "the marker's box"
    assert "Repair, events (done) · German move (done) · Convoys (now)" in shown
    assert "January 1942: Allied " in shown.split("War diary, newest first")[-1], "the account is in the diary"
    own, other = ("Core units", "Fuel in Norway") if side is Side.ALLIED else ("Fuel in Norway", "Core units")
    assert own in shown
    assert other not in shown.replace("the fuel in Norway", "").replace("You cannot see", "")


@pytest.mark.parametrize("side", list(Side))
def test_a_month_by_hand_goes_on_at_sea(monkeypatch: pytest.MonkeyPatch, side: Side) -> None:
    """When the plans are written the chart takes the desk's place, with the campaign's points beside it."""
    match: Match[Any, Any] = Match.new(GAME, "campaign", seed="text", options=Options(convoy_phase="played"))

    def person() -> Iterator[str]:
        for _ in range(MOST_LINES):
            if match.state.operation is not None and match.state.operation.turn > 1:
                return
            yield typed(match.pending[side])

    desk, sea = played(monkeypatch, match, side, person()).split("Turn 1 of 120", 1)
    assert "No: " not in desk + sea
    assert "War diary, newest first" in desk
    assert "War diary, newest first" not in sea
    assert "General victory: Draw, box 6 of 11" in sea
    assert "What do your aircraft do?" in sea


def test_a_long_list_is_told_in_brief_with_its_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    match: Match[Any, Any] = Match.new(GAME, "campaign", seed="text", options=Options(convoy_phase="quick"))

    def person() -> Iterator[str]:
        while (decision := match.pending[Side.ALLIED]).rule != "AC-B.12-time":
            yield typed(decision)
        yield "?"

    first, listed = played(monkeypatch, match, Side.ALLIED, person()).split("The notation here")
    assert "Buy into the core: " in first
    assert "choices, numbers 2 to " in first
    assert "Buy Rodney" not in first
    assert "Buy Rodney into the core as one ship more (costs 150 points)" in listed
    assert "sell … (24 ways)" in listed
