"""Operations in the terminal: a week by typed lines to its end, and the pages that a person has to find his way in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from barents.games.operations import GAME
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import Routes
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import RandomPlayer
from barents.terminal.table import Table


def played(monkeypatch: pytest.MonkeyPatch, match: Match[Any, Any], side: Side, lines: Iterable[str]) -> str:
    """What is on the screen of a person who types these lines, against somebody who plays at random."""
    file, typed = StringIO(), iter(lines)

    def read(prompt: str) -> str:
        file.write(prompt)
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", read)
    Table(match, {side.enemy: RandomPlayer()}, Console(file=file, width=200, color_system=None)).play()
    return file.getvalue()


def answer(decision: Decision[Any], dice: Dice) -> Iterator[str]:
    """What a person types: a number or two, a zone for a fleet to go to, and `done`."""
    options = decision.options
    if isinstance(options, Assign):
        for number, (slot, domain) in enumerate(options.slots.items(), 1):
            if isinstance(domain, Routes) and dice.below(2):
                yield f"{number}={dice.choice(list(domain.targets()))}"
            elif slot not in options.optional:
                yield f"{number}={domain.sample(dice)}"
        yield "done"
    elif isinstance(options, Pick):
        yield str(1 + dice.below(options.count()))
    elif isinstance(options, Subset):
        yield "1" if options.least < 2 else " ".join(str(number) for number in range(1, options.least + 1))


@pytest.mark.parametrize("side", list(Side))
def test_a_person_plays_the_teaching_week_to_its_end(monkeypatch: pytest.MonkeyPatch, side: Side) -> None:
    match: Match[Any, Any] = Match.new(GAME, "qp-11-teaching", seed="text")

    def person() -> Iterator[str]:
        dice = Dice.seeded("person", side)
        while True:
            yield from answer(match.pending[side], dice)

    shown = played(monkeypatch, match, side, person())
    assert match.result is not None
    assert shown.rstrip().endswith(f"Why: {match.result.why}")
    assert "No: " not in shown, "every line was an answer"
    assert "sunk at" not in shown, "the sheet of every ship would be too much"


def test_a_turn_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked that has no answer; a long page waits to be asked for; a fleet is told where, and goes there."""
    match: Match[Any, Any] = Match.new(GAME, "qp-11-teaching", seed="text")
    lines = ["done", "sheets edinb", "?", "done", "done", "2=6517", "1=4613", "1=6615", "2=6619>6618", "done", "done"]
    shown = played(monkeypatch, match, Side.ALLIED, lines)
    assert "Where do your submarines begin?" not in shown, "there are none"
    first, listed = shown.split("The notation here")
    assert "Fuel" in first, "that is on a ship's sheet"
    assert "35 lines, which ? lists" in first
    assert "Northern Wave = …" not in first
    assert "Northern Wave = …" in listed
    assert "QP-11: a way from 6619, first to 6618, that costs 6 at most" in listed
    assert "No: Petsamo is an enemy port: only a fleet that bombards goes there" in listed
    assert "No: 4613 is out of reach from 6619" in listed
    assert "QP-11 goes by 6617, 6616, 6615" in listed
    assert "Allied 6618 (1 SE of Petsamo)  QP-11, Edinburgh" in listed
