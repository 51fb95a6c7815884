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
from barents.players.arctic_campaign import Doctrine
from barents.terminal.table import Table


def typed(decision: Decision[Any]) -> Iterator[str]:
    """What a person types who takes the first of everything: the usual answer stands there."""
    options = decision.options
    if isinstance(options, Assign):
        if len(options.optional) < len(options.slots):
            yield "all=1"
        yield "done"
    elif isinstance(options, Subset):
        yield " ".join(options.items[: options.least]) or "-"
    else:
        yield "1"


@pytest.mark.parametrize("side", list(Side))
def test_a_person_plays_a_month_at_either_desk(monkeypatch: pytest.MonkeyPatch, side: Side) -> None:
    match: Match[Any, Any] = Match.new(GAME, "campaign", seed="text", options=Options(convoy_phase="quick"))
    screen = StringIO()

    def person() -> Iterator[str]:
        while match.state.month == 1:
            yield from typed(match.pending[side])

    lines = person()

    def read(prompt: str) -> str:
        screen.write(prompt)
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", read)
    players = {side.enemy: Doctrine(match.data)}
    Table(match, players, Console(file=screen, width=200, color_system=None)).play()
    shown = screen.getvalue()
    assert match.state.month == 2
    assert "No: " not in shown, "every line was an answer"
    assert "[start]" in shown, "the marker's box"
    assert "Repair, events (done) · German move (done) · Convoys (now)" in shown
    assert "January 1942: " in shown.split("War diary, newest first")[-1], "the account is in the diary"
    own, other = ("Core units", "Fuel in Norway") if side is Side.ALLIED else ("Fuel in Norway", "Core units")
    assert own in shown
    assert other not in shown


def test_a_long_list_is_told_in_brief_with_its_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    match: Match[Any, Any] = Match.new(GAME, "campaign", seed="text", options=Options(convoy_phase="quick"))
    screen = StringIO()
    asked: list[str] = []

    def read(prompt: str) -> str:
        screen.write(prompt)
        decision = match.pending[Side.ALLIED]
        if decision.rule == "AC-B.12-time":
            asked.append(decision.rule)
            if len(asked) == 2:
                raise EOFError
            return "?"
        lines = list(typed(decision))
        return lines[len(asked) % len(lines)] if len(lines) == 1 else next(drafts)

    def draft() -> Iterator[str]:
        while True:
            yield from typed(match.pending[Side.ALLIED])

    drafts = draft()
    monkeypatch.setattr("builtins.input", read)
    players = {Side.AXIS: Doctrine(match.data)}
    Table(match, players, Console(file=screen, width=200, color_system=None)).play()
    first, listed = screen.getvalue().split("The notation here")
    assert "Buy into the core: " in first
    assert "choices, numbers 2 to " in first
    assert "Buy Rodney" not in first
    assert "Buy Rodney into the core as one ship more (costs 150 points)" in listed
    assert "Give up Echo (brings 5 points)" in listed
