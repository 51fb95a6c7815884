"""The wheel, in an environment that holds nothing but what Barents says it needs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from barents.kernel import registry
from tests.packaging.project import ROOT, declared, project_files


def needed_by(requirements: Iterable[str]) -> dict[str, Distribution]:
    """The installed distributions that `requirements` ask for, and what those ask for in turn."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        found[name] = distribution(name)
        waiting += [Requirement(text) for text in found[name].requires or []]
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


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and its run-time needs, which are linked in rather than fetched; nothing else."""
    home = tmp_path_factory.mktemp("installed") / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
    (library,) = (home / "lib").glob("python*/site-packages")
    for needed in needed_by(declared()["project"]["dependencies"]).values():
        for top in sorted({file.parts[0] for file in needed.files or []} - {"..", "__pycache__"}):
            (library / top).symlink_to(Path(str(needed.locate_file(top))))
    return home


def surroundings(home: Path) -> dict[str, str]:
    """What the installed command finds around it: its own environment and no node."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PATH": str(home / "bin")}


def test_the_installed_command_lists_the_games(installed: Path, tmp_path: Path) -> None:
    listed = subprocess.run(
        [installed / "bin" / "barents", "games", "--json"],
        cwd=tmp_path,
        env=surroundings(installed),
        capture_output=True,
        text=True,
        check=False,
    )
    assert listed.returncode == 0, listed.stderr
    games = declared()["project"].get("entry-points", {}).get("barents.games", {})
    assert [game["name"] for game in json.loads(listed.stdout)] == sorted(
        games, key=lambda name: registry.find(name).order
    )


def test_the_installed_command_serves_the_page_without_node(installed: Path, tmp_path: Path) -> None:
    command = [
        str(installed / "bin" / "barents"),
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{tmp_path}/matches.sqlite",
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, env=surroundings(installed), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            told = next((line for line in server.stdout if "http://" in line), "")
            address = told[told.index("http://") :].split()[0].rstrip("/.")
            with urlopen(f"{address}/") as page:
                content = page.read().decode()
            script = re.search(r'src="(/assets/[^"]+\.js)"', content)
            assert script is not None, content
            with urlopen(address + script[1]) as asset:
                assert "javascript" in asset.headers["content-type"]
            with urlopen(f"{address}/api/games") as games:
                assert [game["name"] for game in json.load(games)] == [
                    "north_cape",
                    "nordkapp",
                    "arctic_disaster",
                    "operations",
                    "arctic_campaign",
                ]
        finally:
            server.terminate()
