"""The rulebooks: every chapter is sound, every rule has its place, and every example goes as it is written."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from barents.kernel import registry
from barents.kernel.data import DataError
from barents.kernel.ledger import Ledger
from barents.kernel.rulebook import begins, chapter_file, chapter_files, rulebook_of
from tools.rulebook import examples_of, folder_of, recorded

GAMES = [game.name for game in registry.games() if game.package.startswith("barents.")]
WRITTEN = [name for name in GAMES if chapter_files(files(registry.find(name).package))]

CHAPTER = """+++
number = 1
title = "A title"
about = "A line."
rules = ["NC-1"]
example = { words = "So it goes.", play = "north_cape/first-voyage", rule = "NC-6.1-roll" }
+++

A paragraph
in two lines.

| a | b |
|---|---|
| c | {tables.recon.type_r:+} |

- one
- two
  more

+++
> allied: Look at 3726
NC-6.1-roll: Onslow/Oribi: 5
33.3% she gets in
"""


def test_every_game_has_a_rulebook() -> None:
    assert GAMES == WRITTEN


@pytest.mark.parametrize("name", WRITTEN)
def test_every_rule_of_the_ledger_has_one_chapter(name: str) -> None:
    game = registry.find(name)
    book = rulebook_of(game)
    for rule in Ledger.load(files(game.package)).requirements:
        longest = max(len(start) for chapter in book.chapters for start in chapter.rules if begins(rule, start))
        homes = [
            chapter.number
            for chapter in book.chapters
            for start in chapter.rules
            if len(start) == longest and begins(rule, start)
        ]
        found = book.chapter_of(rule)
        assert found is not None
        assert homes == [found.number]


@pytest.mark.parametrize("name", WRITTEN)
def test_every_example_goes_as_it_is_written(name: str) -> None:
    for file, lines in examples_of([name]).items():
        assert recorded(folder_of(name) / file.partition("/")[2]) == lines, f"{file}: look, then `make rulebook`"


@pytest.mark.parametrize("name", WRITTEN)
def test_a_rulebook_has_no_place_holders_left_and_some_words_explained(name: str) -> None:
    book = rulebook_of(registry.find(name))
    text = [cell for chapter in book.chapters for block in chapter.blocks for row in block.rows for cell in row]
    assert not [cell for cell in text if "{" in cell or "}" in cell]
    assert {"hex", "MT"} <= {term.word for term in book.terms}


def test_a_chapter_is_found_by_number_rule_and_word() -> None:
    book = rulebook_of(registry.find("north_cape"))
    assert [chapter.title for chapter in book.find("9")] == ["Boats and escorts"]
    assert [chapter.title for chapter in book.find("NC 8.1")] == ["Boats and escorts"]
    assert book.find("escorts")[0].title == "Boats and escorts"
    assert not book.find("zeppelin")


def test_a_game_may_have_no_rulebook_yet() -> None:
    from tests.hunt import GAME

    assert rulebook_of(GAME).chapters == ()


def test_a_chapter_is_read_with_its_example() -> None:
    read = chapter_file(CHAPTER, "one.md")
    assert read.head.title == "A title"
    answer, told, end = read.recorded
    assert (answer.side, answer.text) == ("allied", "Look at 3726")
    assert (told.rule, told.text) == ("NC-6.1-roll", "Onslow/Oribi: 5")
    assert (end.chance, end.text) == (0.333, "she gets in")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("+++\nnumber", "number", "a chapter is a head between"),
        ('play = "north_cape/first-voyage", ', "", "either `odds`, or `play` and `rule`"),
        ('rules = ["NC-1"]', "rules = []", "a chapter explains some rules"),
        ('title = "A title"', 'titel = "A title"', "titel"),
        ("number = 1", 'number = "one"', "number"),
    ],
)
def test_a_mistake_in_a_chapter_is_told_by_file_and_reason(old: str, new: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint) as told:
        chapter_file(CHAPTER.replace(old, new), "one.md")
    assert told.value.file == "one.md"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"NC-9"]', '"NC-99"]', "no rule begins with 'NC-99'"),
        ('rules = ["NC-5.1-type-limits", ', 'rules = ["NC-8", ', "stands in"),
        (', "NC-9"]', "]", "no chapter explains NC-9"),
        ("{tables.base_aa.factor}", "{tables.base_aa.faktor}", "have no 'faktor' there"),
        ('"ju-88-1", "gb-aa-1"', '"ju-89", "gb-aa-1"', "has no 'ju-89'"),
        ('scenario = "convoy-is-to-scatter"', 'scenario = "nowhere"', "has no scenario 'nowhere'"),
        ("see = [2,", "see = [77,", "there is no chapter 77"),
        ("number = 10", "number = 11", "without a gap"),
    ],
)
def test_a_wrong_reference_is_told(
    old: str, new: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = folder_of("north_cape")
    book = tmp_path / "rulebook"
    book.mkdir()
    (tmp_path / "ledger.csv").write_bytes((here / "ledger.csv").read_bytes())
    for file in (here / "rulebook").iterdir():
        text = file.read_text(encoding="utf-8")
        if file.name.startswith("10-"):
            assert old in text
            text = text.replace(old, new)
        (book / file.name).write_text(text, encoding="utf-8")
    real = files
    monkeypatch.setattr(
        "barents.kernel.rulebook.files", lambda package: tmp_path if package.endswith("north_cape") else real(package)
    )
    with pytest.raises(DataError, match=complaint):
        rulebook_of(registry.find("north_cape"))
