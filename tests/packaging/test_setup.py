"""Setting up: what make installs and when, and what it says where something is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.project import ROOT

STAMPS = [".made-stamp", ".run-stamp", ".dev-stamp", ".package-stamp", ".browser-stamp"]
BUILT = ["web/node_modules/.stamp", "src/barents/server/static/index.html"]


def plan(folder: Path, target: str) -> str:
    """The commands that make would run, in a folder of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--dry-run", target]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a fresh clone as make looks at."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    (tmp_path / "web").mkdir()
    for name in ["package.json", "package-lock.json", ".npmrc"]:
        shutil.copy(ROOT / "web" / name, tmp_path / "web")
    return tmp_path


def set_up(clone: Path) -> None:
    """As if everything had been installed and built just now."""
    for path in [*(f".venv/{stamp}" for stamp in STAMPS), *BUILT]:
        (clone / path).parent.mkdir(parents=True, exist_ok=True)
        (clone / path).touch()


def test_playing_installs_only_what_it_takes_to_run(clone: Path) -> None:
    commands = plan(clone, "play")
    assert "--require-hashes -r requirements/run.txt" in commands
    assert "requirements/dev.txt" not in commands


@pytest.mark.parametrize("target", ["play", "test"])
def test_a_second_run_installs_nothing_until_a_list_changes(clone: Path, target: str) -> None:
    assert "pip install" in plan(clone, target)
    set_up(clone)
    assert "pip install" not in plan(clone, target)
    for changed in ["run.txt", "dev.txt"]:
        os.utime(clone / "requirements" / changed, (4e9, 4e9))
    assert "pip install" in plan(clone, target)


def test_the_client_is_built_again_only_when_its_sources_or_the_maps_change(clone: Path) -> None:
    commands = plan(clone, "play")
    assert commands.index("install --no-save") < commands.index("run --silent build") < commands.index("barents serve")
    set_up(clone)
    assert "npm" not in plan(clone, "play")
    (clone / "src/barents/atlas/maps").mkdir(parents=True)
    for source in [clone / "web/main.ts", clone / "src/barents/atlas/maps/north-cape.json"]:
        source.touch()
        os.utime(source, (4e9, 4e9))
        again = plan(clone, "play")
        assert "run --silent build" in again
        assert "install --no-save" not in again
        source.unlink()


def script(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("wrong", ["", "mypy", "ruff", "zensical"])
def test_checks_run_side_by_side_are_told_apart_and_one_that_fails_fails_all(clone: Path, wrong: str) -> None:
    set_up(clone)
    programs = ("mypy", "npm", "ruff", "lint-imports", "zensical")
    (clone / ".venv/bin").mkdir()
    for name in programs:
        body = f"echo {name} begins; sleep 0.2; echo {name} ends; exit {int(name == wrong)}"
        script(clone / ".venv/bin" / name, body)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", "checks"], cwd=clone, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) is bool(wrong), done.stdout + done.stderr
    lines = [line for line in done.stdout.splitlines() if line.endswith((" begins", " ends"))]
    for name in programs if not wrong else (wrong,):
        at = lines.index(f"{name} begins")
        assert lines[at + 1] == f"{name} ends", done.stdout


def run_setup(tmp_path: Path, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a set-up script where the only commands are those in `tmp_path`."""
    for tool in ["sh", "dirname"]:
        (tmp_path / tool).symlink_to(shutil.which(tool) or tool)
    command = [str(ROOT / "tools" / "setup" / name), *arguments]
    return subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)


def test_what_is_there_is_not_installed_again(tmp_path: Path) -> None:
    script(tmp_path / "apt-get", "exit 9")
    assert run_setup(tmp_path, "need.sh", "dash", "command", "-v", "sh").returncode == 0


def test_root_on_debian_gets_what_is_missing(tmp_path: Path) -> None:
    script(tmp_path / "id", "echo 0")
    script(tmp_path / "apt-get", f'echo "$@" >> {tmp_path}/asked; : > {tmp_path}/chart')
    done = run_setup(tmp_path, "need.sh", "charts", "test", "-e", str(tmp_path / "chart"))
    assert done.returncode == 0, done.stderr
    asked = (tmp_path / "asked").read_text().splitlines()[-1].split()
    assert asked[0] == "install"
    assert asked[-1] == "charts"


def test_anyone_else_on_debian_is_told_the_one_command(tmp_path: Path) -> None:
    script(tmp_path / "id", "echo 1000")
    script(tmp_path / "apt-get", "exit 9")
    told = run_setup(tmp_path, "need.sh", "charts", "command", "-v", "chart")
    assert told.returncode == 1
    assert "sudo apt-get update && sudo apt-get install -y charts" in told.stderr


def test_an_old_python_is_named_and_refused(tmp_path: Path) -> None:
    script(tmp_path / "python3", 'case "$2" in *exit*) exit 1 ;; *) echo 3.9 ;; esac')
    told = run_setup(tmp_path, "venv.sh", "python3", str(tmp_path / "env"))
    assert told.returncode == 1
    assert "Python 3.11 or newer, and 'python3' is Python 3.9" in told.stderr


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    told = run_setup(tmp_path, "venv.sh", "python4", str(tmp_path / "env"))
    assert told.returncode == 1
    assert "there is no 'python4' here" in told.stderr
