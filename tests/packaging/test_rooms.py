"""Who may import whom: the contracts in pyproject.toml, tried on a small model of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.project import ROOT, project_files

ROOMS = [
    "kernel",
    "atlas",
    "games",
    "games/arctic_campaign",
    "games/operations",
    "games/nordkapp",
    "players",
    "lab",
]


def contracts_hold(folder: Path, importer: str, imported: str) -> bool:
    """Whether the contracts allow one import, in a package that has the rooms and this import only."""
    shutil.copy(ROOT / "pyproject.toml", folder)
    package = folder / "barents"
    for room in ["", *ROOMS]:
        (package / room).mkdir(parents=True)
        (package / room / "__init__.py").touch()
    (package / importer / "rules.py").write_text(f"import barents.{imported}\n")
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts: " in result.stdout, result.stdout + result.stderr
    return result.returncode == 0


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("atlas", "kernel"),
        ("games/nordkapp", "atlas"),
        ("players", "games.nordkapp"),
        ("lab", "players"),
        ("games/arctic_campaign", "games.operations"),
    ],
)
def test_a_room_may_use_those_below_it(tmp_path: Path, importer: str, imported: str) -> None:
    assert contracts_hold(tmp_path, importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("kernel", "atlas"),
        ("atlas", "games.nordkapp"),
        ("games/nordkapp", "players"),
        ("games/nordkapp", "games.operations"),
        ("games/operations", "games.arctic_campaign"),
        ("games/arctic_campaign", "games.nordkapp"),
    ],
)
def test_a_room_may_use_no_other(tmp_path: Path, importer: str, imported: str) -> None:
    assert not contracts_hold(tmp_path, importer, imported)


def test_every_room_is_a_package_that_the_contracts_see() -> None:
    modules = [path for path in project_files(ROOT / "src" / "barents") if path.suffix == ".py"]
    unseen = {str(path.parent.relative_to(ROOT)) for path in modules if not (path.parent / "__init__.py").exists()}
    assert unseen == set(), "add an __init__.py: import-linter passes over a folder that has none"
