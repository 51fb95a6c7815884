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
from barents.server.matches import protocol, seats
from barents.server.records import work as record_work
from barents.server.settings import Limit, Limits, Settings
from barents.server.studies import studies
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


def test_every_alert_is_about_figures_and_events_that_there_are() -> None:
    rules = (FOLDER / "barents.rules.yml").read_text("utf-8")
    asked = re.findall(r"expr: (.*)", rules)
    assert len(asked) > 10
    of_the_process = {sample.name for family in metrics.REGISTRY.collect() for sample in family.samples}
    for name in re.findall(r"\b(?:process|python)_\w+", " ".join(asked)):
        assert name in of_the_process, name
    events = {event for found in re.findall(r'event=~?"([^"]*)"', " ".join(asked)) for event in found.split("|")}
    assert events <= {*metrics.WATCHED, *metrics.FAULTY}, "counted from nought, so that the first one shows"
    code = "".join(file.read_text("utf-8") for file in Path(metrics.__file__).parent.rglob("*.py"))
    assert [event for event in events if f'note("{event}"' not in code] == []


# The table of limits


def in_words(value: object) -> str:
    """A limit as the page says it."""
    if isinstance(value, Limit):
        rate = value.per_second
        pace = f"{rate:g} a second"
        if rate < 1 or rate % 1:
            number = next(number for number in range(1, 10) if (number / rate) % 1 < 0.001)
            pace = f"{number} in {number / rate:g} seconds"
        return f"{value.burst} at once, then {pace}"
    assert isinstance(value, int | float)
    return f"{value:,g}"


def in_units(value: float) -> set[str]:
    """A number by itself, as a size, or as a time."""
    sizes = {f"{value / (1 << power):g} {unit}" for unit, power in (("KiB", 10), ("MiB", 20), ("GiB", 30))}
    times = {f"{value:g} seconds", f"{value / 60:g} minutes", f"{value / 3600:g} hours", f"{value / 3600:g} hour"}
    return {in_words(value), *sizes, *times}


def rows() -> dict[str, str]:
    """The table: what is set by which name."""
    table = PAGE.partition("## Limits")[2].partition("## ")[0]
    found = re.findall(r"^\|[^|]*\|[^|]*\| ([^|]*) \| `([^|`]*)` \|$", table, re.MULTILINE)
    return {name: said for said, name in found}


def test_the_limits_on_the_page_are_those_of_a_service() -> None:
    settings = Settings(database="")
    named = {name: getattr(settings, name) for name in Settings.__struct_fields__}
    named |= {f"limits.{name}": getattr(settings.limits, name) for name in Limits.__struct_fields__}
    named |= {f"protocol.{name}": getattr(protocol, name) for name in dir(protocol) if name.startswith("MOST_")}
    named |= {
        "seats.MOST_LISTENERS": seats.MOST_LISTENERS,
        "record_work.MOST_WAITING": record_work.MOST_WAITING,
    }
    named |= {"studies.MOST_FROM_ONE_PLACE": studies.MOST_FROM_ONE_PLACE}
    for name, said in rows().items():
        value = named[name]
        expected = {in_words(value)} if isinstance(value, Limit) else in_units(value)
        assert any(re.match(rf"{re.escape(one)}(?![\w.])", said) for one in expected), f"{name}: {said}"
    limited = [name for name in named if name.startswith("limits.") or re.search(r"^most_|_seconds$|^record_", name)]
    assert [name for name in limited if name not in rows()] == [], "limits that docs/operating.md does not name"
