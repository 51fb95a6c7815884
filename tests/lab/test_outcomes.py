"""A study on the disk: what is written reads back, a run that is broken off is gone on with, another is refused."""

from __future__ import annotations

from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.sides import Side
from barents.lab.outcomes import OutcomesError, identity, read, writing
from barents.lab.simulate import Study, play, simulate
from tests.hunt import GAME
from tests.lab.hunting import HUNT, broken_off


@pytest.fixture(autouse=True)
def _plugged_in() -> None:
    registry.plug_in(GAME)


def rows(folder: Path) -> list[dict[str, Any]]:
    """A folder of parts as anyone would read it."""
    found: list[dict[str, Any]] = pq.read_table(folder).to_pylist()
    return found


def test_a_row_a_game_and_a_row_a_unit_lost(tmp_path: Path) -> None:
    study = Study("north_cape", "unternehmen-sportpalast", 2, dict.fromkeys(Side, "doctrine"))
    game = play(study, 5)
    with writing(tmp_path, study) as outcomes:
        outcomes.add(game)
    (row,) = rows(tmp_path / "games")
    assert (row["game"], row["seed"], row["choices"]) == (5, "2/5", game.choices)
    assert (row["winner"], row["level"]) == (game.result.winner, game.result.level)
    assert (row["allied_points"], row["axis_points"]) == (game.result.points["allied"], game.result.points["axis"])
    lost = rows(tmp_path / "losses")
    assert len(lost) == len(game.lost) > 0
    for found, loss in zip(lost, game.lost, strict=True):
        assert found == {
            "game": 5,
            "side": loss.side.value,
            "unit": loss.unit,
            "kind": loss.kind,
            "cause": loss.cause,
            "turn": loss.turn,
        }
    assert read(tmp_path) == (identity(study), [game])


def test_a_run_that_is_killed_leaves_its_parts_and_is_gone_on_with(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    with writing(whole, HUNT) as outcomes:
        for game in simulate(HUNT, 20):
            outcomes.add(game)
    process = get_context("spawn").Process(target=broken_off, args=(str(broken),))
    process.start()
    process.join()
    assert process.exitcode == -9
    assert [row["game"] for row in rows(broken / "games")] == list(range(1, 9))
    orphan, draft = broken / "losses" / "part-000009.parquet", broken / "games" / ".part-000009.parquet.writing"
    for left_over in (orphan, draft):
        left_over.write_bytes(b"half a file")
    with writing(broken, HUNT, resume=True) as outcomes:
        assert list(outcomes.found) == list(range(1, 9))
        assert not orphan.exists()
        assert not draft.exists()
        for number in range(9, 21):
            outcomes.add(play(HUNT, number))
    assert rows(broken / "games") == rows(whole / "games")
    assert read(broken) == read(whole)


def fails_after_a_game(folder: Path) -> None:
    with writing(folder, HUNT) as outcomes:
        outcomes.add(play(HUNT, 1))
        raise RuntimeError("no more")


def test_games_are_written_also_when_the_study_fails_in_the_middle(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no more"):
        fails_after_a_game(tmp_path)
    assert read(tmp_path)[1] == [play(HUNT, 1)]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (HUNT._replace(seed=8), "seed 7 and not 8"),
        (HUNT._replace(scenario="fog-bank"), "scenario first-light and not fog-bank"),
        (HUNT._replace(options={"radar": True}), "options radar=False and not radar=True"),
        (HUNT._replace(players={**HUNT.players, Side.AXIS: "doctrine"}), "axis random and not captain"),
        (HUNT._replace(pack=DataPack({"hunt/counters.toml": b""})), "data pack none and not "),
    ],
)
def test_another_study_is_refused_and_it_is_said_what_differs(other: Study, said: str, tmp_path: Path) -> None:
    with writing(tmp_path, HUNT):
        pass
    with pytest.raises(OutcomesError, match=said), writing(tmp_path, other, resume=True):
        pass
    with writing(tmp_path, HUNT, resume=True) as outcomes:
        assert outcomes.found == {}


def test_a_study_by_other_rules_is_another(tmp_path: Path) -> None:
    with writing(tmp_path, HUNT):
        pass
    registry.plug_in(replace(GAME, version="2"))
    with pytest.raises(OutcomesError, match="rules 1 and not 2"), writing(tmp_path, HUNT, resume=True):
        pass


def test_a_folder_that_cannot_be_used_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "from-home.txt").write_text("Dear all")
    with pytest.raises(OutcomesError, match="letters is no study and not empty"), writing(tmp_path / "letters", HUNT):
        pass
    with writing(tmp_path / "study", HUNT) as outcomes:
        outcomes.add(play(HUNT, 1))
    with pytest.raises(OutcomesError, match="already holds games of this study"), writing(tmp_path / "study", HUNT):
        pass
    (tmp_path / "study" / "games" / "part-000001.parquet").write_bytes(b"spoilt")
    with pytest.raises(OutcomesError, match=r"part-000001\.parquet cannot be read .* remove it"):
        read(tmp_path / "study")


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    occupied = pytest.raises(OutcomesError, match="another run is writing")
    with writing(tmp_path, HUNT), occupied, writing(tmp_path, HUNT, resume=True):
        pass
    with writing(tmp_path, HUNT, resume=True) as outcomes:
        assert outcomes.found == {}
