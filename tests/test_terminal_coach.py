"""The coach in the terminal: each lesson is played there to its end, and every card is read on the way."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from barents.cli import app
from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.players import answer_of, player
from barents.terminal.table import Table
from tests.lessons import coach_of

LESSONS = [
    (name, scenario.name)
    for name in ("north_cape", "nordkapp", "arctic_disaster", "operations", "arctic_campaign")
    for scenario in registry.find(name).scenarios(registry.find(name).data(None))
    if scenario.coach is not None
]


@pytest.mark.parametrize(("game", "scenario"), LESSONS)
def test_a_lesson_is_played_in_the_terminal_and_its_cards_are_read(
    monkeypatch: pytest.MonkeyPatch, game: str, scenario: str
) -> None:
    coach = coach_of(game, scenario)
    match: Match[Any, Any] = Match.new(game, scenario, seed="terminal")
    captain = player("captain", game, match.data)

    def person() -> Iterator[str]:
        while True:
            dice = Dice.seeded("terminal", len(match.choices))
            yield str(answer_of(captain, match, coach.side, dice))

    lines, screen = person(), StringIO()
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    console = Console(file=screen, force_terminal=False, color_system=None, width=1000, markup=False)
    Table(match, {coach.side.enemy: player(coach.opponent, game, match.data)}, console, None).play()
    assert match.result is not None
    shown = [line.removeprefix("Coach: ").strip() for line in screen.getvalue().splitlines() if "Coach: " in line]
    titles = [step.title for step in coach.steps if not step.after and not step.unless]
    assert [title for title in shown if title in titles] == titles
    assert all(step.ask in screen.getvalue() for step in coach.steps if step.title in shown)
    assert "**" not in screen.getvalue()


def test_both_lessons_are_there() -> None:
    assert LESSONS == [("north_cape", "first-voyage"), ("nordkapp", "first-plot")]


@pytest.mark.parametrize(("game", "scenario"), LESSONS)
def test_a_lesson_is_not_played_in_solitaire(game: str, scenario: str) -> None:
    """Its forces are not those that the automaton knows how to lead."""
    asked = ["play", game, scenario, "--text", "--option", "solitaire=yes"]
    refused = CliRunner().invoke(app, asked, input="quit\n\n")
    assert refused.exit_code != 0
    assert "is a lesson for two sides: play it without solitaire" in refused.stderr
