"""A folder outside the project with a game of one's own: its doctrine, measure, procedure and map are found there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from barents.atlas.mapfile import MAPS
from barents.kernel import plugins, registry
from barents.lab.measures import CALENDARS, MEASURES
from barents.lab.odds import PROCEDURES
from barents.players import ADMIRALS, DOCTRINES, OUTLOOKS
from tests.packaging.project import ROOT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The Hunt as somebody's own: one module brings all, and a map."""
    shutil.copytree(
        ROOT / "tests" / "hunt", tmp_path / "my_hunt", ignore=shutil.ignore_patterns("test_*", "__pycache__")
    )
    brings = tmp_path / "my_hunt" / "__init__.py"
    maps = tmp_path / "charts"
    maps.mkdir()
    for suffix in ("json", "chart.json"):
        text = MAPS["nordkapp"].joinpath(f"nordkapp.{suffix}").read_text("utf-8")
        (maps / f"my-sea.{suffix}").write_text(text.replace('"name":"nordkapp"', '"name":"my-sea"', 1), "utf-8")
    more = "from pathlib import Path\n\nfrom .staff import DOCTRINE, MEASURE, PROCEDURES\n"
    more += 'MAPS = {"my-sea": Path(__file__).parents[1] / "charts"}\n'
    brings.write_text(brings.read_text("utf-8") + more, "utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-P", "-c", "from barents.cli import main; main()", "--plug-in", "my_hunt", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_game_in_a_folder_brings_its_players_measures_procedures_and_maps(folder: Path) -> None:
    listed = next(game for game in msgspec.json.decode(run(folder, "games", "--json")) if game["name"] == "hunt")
    assert listed["players"] == ["random", "cadet", "captain"], "without an outlook nobody searches"
    asked = ("hunt", "first-light", "--games", "12", "--workers", "2", "--seed", "4")
    study = folder / "study.json"
    told = run(folder, "simulate", *asked, "--allied", "captain", "--axis", "random", "--json", str(study))
    assert "captain plays Allied" in told
    with_doctrine = msgspec.json.decode(study.read_bytes())
    assert with_doctrine["wins"]["allied"] >= 10, with_doctrine["wins"]
    run(folder, "simulate", *asked, "--allied", "random", "--axis", "captain", "--json", str(study))
    hunted = msgspec.json.decode(study.read_bytes())
    assert hunted["losses"], "the measure says what was sunk"
    assert hunted["wins"]["axis"] >= 10, hunted["wins"]
    plain, smoke = (
        msgspec.json.decode(run(folder, "odds", "hunt", "gunnery", *more, "--json")) for more in ((), ("--smoke",))
    )
    assert smoke["chance"]["mean"] < plain["chance"]["mean"]
    run(folder, "map", "my-sea", "--svg", "sea.svg")
    assert "<svg" in (folder / "sea.svg").read_text("utf-8")[:200]


def test_whatever_is_announced_is_there() -> None:
    games = registry.names()
    for group in (DOCTRINES, OUTLOOKS, ADMIRALS, MEASURES, CALENDARS, PROCEDURES):
        for name in group:
            assert name in games
            assert group[name]
    for name in MAPS:
        assert MAPS[name].joinpath(f"{name}.json").is_file()
    assert {"north-cape", "nordkapp", "arctic-disaster", "operations"} <= set(MAPS)


def test_a_module_that_does_not_say_whose_its_parts_are_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nobodys.py").write_text("PROCEDURES = ()\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LookupError, match="'nobodys' does not say of which game it is"):
        plugins.plug_in_module("nobodys")
