"""What the terminal tells between questions: reports of what counts, each deed once."""

from __future__ import annotations

import re

from typer.testing import CliRunner

from barents.cli import app
from barents.kernel.events import Rolled, Told
from barents.kernel.view import LogLine, Passage, Shot
from barents.terminal import show

LINES = (
    LogLine(0, "X-1", "A boat attacks", Told("X-1", "A boat attacks")),
    LogLine(1, "X-2", "U-88: d10 3 = 3", Rolled("X-2", "u-88", "d10", (3,), {}, 3)),
    LogLine(2, "X-3", "Kent is damaged", Told("X-3", "Kent is damaged")),
)
OPEN = Passage(0, 1, "Turn 1", "*U-88* attacks.", weight=1, title="U-88 attacks", sentences=("U-88 attacks Kent.",))
DONE = Passage(
    0,
    2,
    "Turn 1",
    "*U-88* attacks.",
    weight=1,
    title="U-88 damages Kent",
    sentences=("U-88 attacks Kent.", "Kent is damaged."),
    shots=(Shot("U-88", "Kent", 1, "Damaged", "good"),),
)


def shown(*passages: Passage, told: dict[int, tuple[str, ...]] | None = None) -> list[str]:
    return [text.plain.strip() for text in show.happened(passages, LINES, told or {})]


def test_what_counts_is_told_with_title_sentences_and_dice() -> None:
    assert shown(DONE) == [
        "U-88 damages Kent",
        "U-88 attacks Kent.",
        "Kent is damaged.",
        "U-88: d10 3 = 3 at Kent  X-2",
    ]


def test_a_passage_that_was_still_open_is_told_on_and_not_again() -> None:
    before = {0: show.said_of(OPEN)}
    assert shown(DONE, told=before)[:2] == ["U-88 damages Kent", "Kent is damaged."]
    assert shown(OPEN, told=before) == []


def test_between_questions_a_person_reads_what_the_enemy_did_and_every_own_deed_once() -> None:
    arguments = ["play", "north_cape", "unternehmen-sportpalast", "--as", "axis", "--text", "--seed", "3"]
    answers = "".join(["follow\n"] * 14) + "quit\n"
    text = CliRunner().invoke(app, [*arguments, "--against", "captain"], input=answers).output
    told = re.sub(r"\s+", " ", text)
    assert (
        "Something comes onto the map Something comes in from off the map, to 75°N 11°E, west of Bear Island." in told
    )
    assert told.count("U-134 goes on patrol 2 hexes south-west of Bear Island.") == 1
    assert "Something goes on patrol" not in told, "an order that is only begun is not told"
