"""The same week under several rule sets: the ships of its convoys are counted, by cause and by day, beside history."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from barents.atlas.fates import BY_AIR, BY_BOATS, BY_SHIPS, beside_history
from barents.cli import app
from barents.kernel import registry
from barents.kernel.game import Result
from barents.kernel.report import Loss
from barents.kernel.sides import Side
from barents.lab.compare import WEEKS, Comparison, compared, lost_in, studies, week_called
from barents.lab.measures import Measures, day_of
from barents.lab.simulate import Played, Study

CAPTAINS = dict.fromkeys(Side, "captain")


def played(number: int, ends: dict[str, list[str]], *turns: int) -> Played:
    """A game in which the ships of convoys ended so, and merchants were lost in some turns."""
    tallies = tuple(beside_history(name, each, date(1942, 7, 2)) for name, each in ends.items())
    lost = tuple(Loss(Side.ALLIED, f"ship {turn}", "mt", "aircraft", turn) for turn in turns)
    others = (Loss(Side.ALLIED, "Keppel", "dd", "aircraft", 1), Loss(Side.AXIS, "U-88", "ss", "escorts", 1))
    return Played(number, Result(None, "draw"), Measures(), 10, b"", (*lost, *others), tallies)


def test_history_is_what_happened() -> None:
    assert {name: week.history for name, week in WEEKS.items()} == {"pq17": 24, "pq16": 7, "sportpalast": 1}


def test_only_the_ships_of_the_weeks_convoys_count() -> None:
    game = played(1, {"PQ-17": [BY_AIR, BY_AIR, BY_BOATS, "arrived"], "QP-13": [BY_SHIPS, BY_SHIPS, "arrived"]})
    found = lost_in(WEEKS["pq17"], game)
    assert (found[BY_AIR], found[BY_BOATS], found[BY_SHIPS]) == (2, 1, 0)
    second = played(1, {"PQ-12": [BY_BOATS], "Second convoy": [BY_SHIPS, "arrived"]})
    assert sum(lost_in(WEEKS["sportpalast"], second).values()) == 2, "by whatever name a rule set has it"


def test_turns_are_days_of_the_war() -> None:
    days = {study.game: day_of(study.game, study.scenario, 4) for study in studies(WEEKS["pq17"], 1, CAPTAINS)}
    assert days == {
        "north_cape": date(1942, 7, 2),  # four hours each, from midnight of 2 July
        "nordkapp": date(1942, 7, 3),  # eight
        "arctic_disaster": date(1942, 7, 3),  # eight, from 08:00
        "operations": date(1942, 7, 1),  # four, from midnight of 1 July
    }


def test_a_week_is_told_beside_history() -> None:
    week = WEEKS["pq17"]
    asked = studies(week, 5, CAPTAINS)[:2]
    ends = [{"PQ-17": [BY_AIR] * sunk + ["arrived"] * (35 - sunk)} for sunk in (10, 24, 30)]
    games = [played(number, each, 1, 1, 7) for number, each in enumerate(ends, 1)]
    found = compared(week, asked, [games, games[:2]])
    first, second = found.rows
    assert (first.games, second.games, first.sailed) == (3, 2, 35)
    assert [(bin.value, bin.games) for bin in first.lost.bins] == [(10, 1), (24, 1), (30, 1)]
    assert first.lost.beyond is not None
    assert first.lost.beyond.mean == pytest.approx(2 / 3, abs=1e-3)
    assert first.causes[BY_AIR].mean == pytest.approx(64 / 3, abs=0.01)
    assert {day: value.mean for day, value in first.days.items()} == {"1942-07-02": 2.0, "1942-07-03": 1.0}
    assert found.history_days["1942-07-05"] == 14
    assert sum(found.history_days.values()) == found.history == 24
    assert found.figure.panels == (first.lost, second.lost)
    assert "Aldersdale" in found.figure.note
    assert msgspec.json.decode(msgspec.json.encode(found), type=Comparison) == found


def test_every_rule_set_knows_the_convoys_by_the_names_that_are_counted() -> None:
    """The forces of each scenario, as its file names them."""
    for week in WEEKS.values():
        for subject in week.subjects:
            game = registry.find(subject.game)
            scenario = game.data(None).scenarios[subject.scenario]
            text = msgspec.json.encode(scenario).decode()
            names = [name for name in (*week.convoys, *week.also) if f'"{name}"' in text or name.lower() in text]
            assert len(names) >= len(week.convoys), (subject, names)


def test_the_command_plays_the_week_under_each_rule_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sportpalast under Nordkapp and operations, two games each; North Cape takes longer and is left out here."""
    week = WEEKS["sportpalast"]
    monkeypatch.setitem(WEEKS, "sportpalast", week._replace(subjects=week.subjects[1:]))
    file, report = tmp_path / "c.json", tmp_path / "c.html"
    words = ["compare", "sportpalast", "--games", "2", "--workers", "1", "--json", str(file), "--report", str(report)]
    result = CliRunner().invoke(app, words)
    assert (result.exit_code, result.stderr) == (0, "")
    found = msgspec.json.decode(file.read_bytes(), type=Comparison)
    assert [(row.game, row.games, row.sailed) for row in found.rows] == [("nordkapp", 2, 30), ("operations", 2, 31)]
    for row in found.rows:
        by_cause = sum(value.mean for value in row.causes.values())
        assert by_cause == pytest.approx(row.lost.mean.mean, abs=0.03)
        assert sum(value.mean for value in row.days.values()) == pytest.approx(row.lost.mean.mean, abs=0.03)
    for words_shown in ("Ships lost", "By cause", "Nordkapp", "Operations", "history"):
        assert words_shown in result.stdout
    assert "barents compare sportpalast --games 2 --seed 1" in report.read_text()


def test_an_unknown_week_is_refused() -> None:
    with pytest.raises(LookupError, match="there is no week 'pq18' to compare: there are pq17, pq16, sportpalast"):
        week_called("pq18")
    refused = CliRunner().invoke(app, ["compare", "pq18"])
    assert refused.exit_code == 2
    assert isinstance(studies(WEEKS["pq16"], 1, CAPTAINS)[0], Study)
