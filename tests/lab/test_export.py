"""Decisions as data: each is there, with what its side knew and nothing more, and can be taken again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.env.factoring import Factoring
from barents.kernel import registry
from barents.kernel.decisions import from_wire
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side, eyes_of
from barents.kernel.wire import OptionsWire
from barents.lab.export import COLUMNS, DATASHEET, Source, export, rows_of
from tests import pages
from tests.hunt import GAME


@pytest.fixture(autouse=True)
def _plugged_in() -> None:
    registry.plug_in(GAME)


def barents(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["--plug-in", "tests.hunt", *map(str, arguments)])


def played(game: str, scenario: str, most: int) -> Match[Any, Any]:
    match: Match[Any, Any] = Match.new(game, scenario, seed="export")
    dice = Dice.seeded("export")
    for _ in range(most):
        if not match.pending:
            break
        side, decision = next(iter(match.pending.items()))
        match.act(side, decision.options.sample(dice))
    return match


@pytest.mark.parametrize(
    ("game", "scenario"), [("hunt", "first-light"), ("north_cape", "first-voyage"), ("operations", "qp-11-teaching")]
)
def test_a_row_holds_what_its_side_knew_and_leads_to_its_answer(game: str, scenario: str) -> None:
    match = played(game, scenario, 60)
    record = match.record
    rows = rows_of(Source("one", record, {}), None)
    assert [row["answer"] for row in rows] == [text for _, text in record.chapters[-1].entries]
    again: Match[Any, Any] = Match.new(game, scenario, seed="export")
    boards = again.game.boards(again.data)
    for row in rows:
        side = Side(row["side"])
        decision = again.pending[side]
        assert row["known"] == msgspec.json.encode(again.known(eyes_of(side))).decode()
        options = from_wire(msgspec.json.decode(row["options"], type=OptionsWire), again.game.notation, boards)
        answer = again.game.notation.parse(row["answer"])
        assert answer in options
        factoring = Factoring(decision)
        for number in row["small_actions"]:
            factoring.take(number)
        assert factoring.answer == answer
        again.act(side, answer)
    assert {row["winner"] for row in rows} == ({None} if match.result is None else {rows[0]["winner"]})


def test_what_was_taken_back_is_marked_and_a_resignation_is_the_end(tmp_path: Path) -> None:
    match: Match[Any, Any] = Match.new("north_cape", "first-voyage", seed="undone")
    dice = Dice.seeded("undone")
    while not any(match.can_undo(side) for side in Side):
        side, decision = next(iter(match.pending.items()))
        match.act(side, decision.options.sample(dice))
    side = next(side for side in Side if match.can_undo(side))
    match.undo(side)
    match.act(side, match.pending[side].options.sample(dice))
    match.resign(Side.ALLIED)
    rows = rows_of(Source("one", match.record, {Side.AXIS: "captain"}), None)
    assert [row["taken_back"] for row in rows].count(True) == 1
    assert {(row["winner"], row["level"]) for row in rows} == {("axis", "resigned")}
    assert all(row["worth"] == (1.0 if row["side"] == "axis" else -1.0) for row in rows)
    assert {row["player"] for row in rows if row["side"] == "axis"} <= {"captain"}


def test_records_and_studies_are_exported_with_a_datasheet(tmp_path: Path) -> None:
    study, records, out = tmp_path / "study", tmp_path / "records", tmp_path / "out"
    asked = ("hunt", "first-light", "--games", "3", "--seed", "5", "--workers", "1")
    assert barents("simulate", *asked, "--parquet", study, "--records", records).exit_code == 0
    told = barents("export", study, "--to", out, "--workers", "1")
    assert told.exit_code == 0, told.stderr
    rows = pq.read_table(out / "decisions").to_pylist()
    assert f"{len(rows):,} decisions of 3 games are in {out}" in told.stdout
    assert list(rows[0]) == list(COLUMNS)
    assert {row["source"] for row in rows} == {"study/1", "study/2", "study/3"}
    assert {row["player"] for row in rows} == {"random"}
    sheet = (out / DATASHEET).read_text("utf-8")
    assert f"{len(rows):,} decisions of 3 games" in sheet
    assert all(f"| `{name}` |" in sheet for name in COLUMNS)
    again = barents("export", records, "--to", tmp_path / "again", "--side", "axis")
    assert again.exit_code == 0, again.stderr
    same = pq.read_table(tmp_path / "again" / "decisions").to_pylist()
    kept = [row["answer"] for row in rows if row["side"] == "axis"]
    assert [row["answer"] for row in same] == kept
    decode((records / "first-light-5-1.json").read_bytes())


def test_what_cannot_be_exported_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "there is no game in what was named" in barents("export", tmp_path / "empty", "--to", tmp_path / "o").stderr
    source = tmp_path / "match.json"
    source.write_bytes(played("hunt", "first-light", 10).record.encode())
    full = tmp_path / "full"
    full.mkdir()
    (full / "x").write_text("x")
    assert "is not empty: name another folder" in barents("export", source, "--to", full).stderr


def test_long_exports_have_several_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barents.lab.export.PART_ROWS", 4)
    found = export([Source("one", played("hunt", "first-light", 10).record, {})], tmp_path / "out", None)
    parts = sorted((tmp_path / "out" / "decisions").iterdir())
    assert found.decisions == 10
    assert [pq.read_table(part).num_rows for part in parts] == [4, 4, 2]


def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    wanted = [command for command in pages.commands("lab.md") if command[0] == "export" or "study" in command]
    assert [command[0] for command in wanted] == ["simulate", "export"]
    for command in wanted:
        pages.run(tmp_path, *command)
    assert (tmp_path / "decisions" / DATASHEET).exists()
