"""The wheel, in an environment that holds nothing but what Barents says it needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.packaging.project import ROOT, declared, project_files


def needed_by(requirements: Iterable[str]) -> dict[str, Distribution]:
    """The installed distributions that `requirements` ask for, and what those ask for in turn."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        wanted = waiting.pop()
        if wanted.name in found or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        found[wanted.name] = distribution(wanted.name)
        waiting += [Requirement(text) for text in found[wanted.name].requires or []]
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_every_file_of_the_package_and_the_licence(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    assert {path.relative_to(source).as_posix() for path in project_files(source)} <= inside
    assert any(name.endswith("/licenses/LICENSE") for name in inside)


def test_the_installed_command_lists_the_games(wheel: Path, tmp_path: Path) -> None:
    """Run-time needs are linked in rather than fetched, to need no network; nothing else is there."""
    home = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)

    (library,) = (home / "lib").glob("python*/site-packages")
    for needed in needed_by(declared()["project"]["dependencies"]).values():
        for top in sorted({file.parts[0] for file in needed.files or []} - {"..", "__pycache__"}):
            (library / top).symlink_to(Path(str(needed.locate_file(top))))

    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    listed = subprocess.run(
        [home / "bin" / "barents", "games", "--json"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert listed.returncode == 0, listed.stderr
    games = declared()["project"].get("entry-points", {}).get("barents.games", {})
    assert [game["name"] for game in json.loads(listed.stdout)] == sorted(games)
