"""The files for operators: they are what the page shows, they parse, and they use what the command really has."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest
from typer.main import get_command

from barents.cli import app
from barents.server import metrics
from tests.packaging.project import ROOT

FOLDER = ROOT / "docs" / "operating"
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
UNITS = ("barents.service", "barents-backup.service", "barents-backup.timer")


def commands(text: str) -> list[list[str]]:
    """The commands of Barents in a text, up to the end of each line."""
    return [
        found.split()
        for found in re.findall(r"(?<![\w/.-])(?:/srv/barents/bin/)?barents ((?:serve|admin)[^\n`'\\|]*)", text)
    ]


def test_every_file_is_shown_on_the_page() -> None:
    for file in FOLDER.iterdir():
        assert f'--8<-- "docs/operating/{file.name}"' in PAGE, file.name


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_parses(name: str, tmp_path: Path) -> None:
    # A section may say a thing twice, as Environment=; systemd takes both.
    parser = RawConfigParser(strict=False, allow_no_value=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # the names of settings keep their case
    parser.read_string((FOLDER / name).read_text("utf-8"))
    assert parser.has_section("Unit")
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        return
    for unit in UNITS:
        # What is not on this machine would be complained of.
        text = (FOLDER / unit).read_text("utf-8").replace("/srv/barents/bin/barents", sys.executable)
        (tmp_path / unit).write_text(text, "utf-8")
    done = subprocess.run([analyse, "verify", "--man=no", tmp_path / name], capture_output=True, text=True, timeout=60)
    complaints = [line for line in done.stderr.splitlines() if str(tmp_path) in line or name in line]
    assert complaints == []


def test_every_command_and_option_on_the_page_is_there() -> None:
    texts = [PAGE, *(file.read_text("utf-8") for file in FOLDER.iterdir())]
    found = [words for text in texts for words in commands(text)]
    assert len(found) > 8
    root = get_command(app)
    for words in found:
        command = root
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]  # type: ignore[attr-defined]  # a group has commands
        known = {name for each in command.params for name in each.opts}
        for word in (each.strip(",") for each in words):
            assert not word.startswith("--") or word in known, f"{command.name} has no {word}"


def test_every_figure_that_is_named_is_counted() -> None:
    texts = [PAGE, (FOLDER / "barents.rules.yml").read_text("utf-8")]
    named = {name for text in texts for name in re.findall(r"barents_[a-z_]*[a-z]", text)}
    counted = set(re.findall(r'"(barents_\w+)"', Path(metrics.__file__).read_text("utf-8")))
    assert len(named) > 8
    assert {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in named} <= counted
