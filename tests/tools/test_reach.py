"""The reach check finds the rule that only a test calls, in one process and in several, and in a full run alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = '''
"""Rules beyond those of The Hunt."""
from functools import cache

def lost(ship):
    """H 9.9: proven, and in no game."""
    return ship == "convoy"

def outer():
    """H 9.8: with one inside it."""
    def inner():
        """H 9.7: within."""
        return 1
    return inner()

@cache
def table():
    """H 9.6: worked out before any match."""
    return row(2)

def row(number):
    """H 9.5: of the table."""
    return number

def steps():
    """H 9.4: a generator stays one."""
    yield table()

def helper():
    """No number."""
    return 0
'''
PLAYED = """
import inspect

import pytest
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import eyes_of
from chase import GAME, more
from chase.state import Form

@pytest.mark.parametrize("seed", range(6))
def test_games(seed):
    match, dice = Match.new(GAME, "first-light", seed=seed), Dice(str(seed).encode())
    while match.result is None:
        side = next(iter(match.pending))
        match.view(eyes_of(side))
        if match.pending[side].open_to_asides and not match.state.open_formation:
            match.act(side, Form(open=True))
            continue
        match.act(side, match.pending[side].options.sample(dice))

def test_rules_by_hand():
    assert more.table() == 2 and more.lost("convoy") and more.outer() == 1 and more.helper() == 0
    assert inspect.isgeneratorfunction(more.steps) and next(more.steps()) == 2
"""
BY_HAND_ALONE = ["lost", "outer", "outer.<locals>.inner", "steps"]


class Project:
    """The Hunt under another name, with some rules more; it is played, and the new rules are called by hand."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.game = root / "tests" / "chase"
        shutil.copytree(ROOT / "tests" / "hunt", self.game, ignore=shutil.ignore_patterns("test_*", "__pycache__"))
        for file in self.game.glob("*.py"):
            file.write_text(file.read_text("utf-8").replace("tests.hunt", "chase"), "utf-8")
        (self.game / "more.py").write_text(RULES, "utf-8")
        (root / "tests" / "test_chase.py").write_text(PLAYED, "utf-8")
        (root / "pytest.ini").write_text("[pytest]\ntestpaths = tests\npythonpath = tests\n", "utf-8")

    def exempt(self, *names: str, reason: str = "It is a demonstration.") -> None:
        functions = [f"tests/chase/more.py:{name}" for name in names]
        text = f'[[exempt]]\nfunctions = {functions}\nreason = "{reason}"\n'
        (self.root / "tests" / "reach.toml").write_text(text, "utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-p", "tests.reach_plugin", *arguments],
            cwd=self.root,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def complaints(output: str) -> list[str]:
    """The functions that a run complains about."""
    lines = [line for line in output.splitlines() if ": no match reaches " in line]
    return [line.removeprefix("tests/chase/").split(": no match")[0] for line in lines]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_rule_that_only_a_test_calls_fails_a_full_run(project: Project, workers: str) -> None:
    code, output = project.run("-n", workers)
    assert (code, complaints(output)) == (1, [f"more.py:{name}" for name in BY_HAND_ALONE]), output
    assert "tests/chase/more.py:lost: no match reaches 'H 9.9: proven, and in no game.'" in output
    assert project.run("-n", workers, "tests")[0] == 0
    assert project.run("-n", workers, "-k", "games")[0] == 0


def test_an_exemption_has_a_reason_and_is_needed(project: Project) -> None:
    project.exempt(*BY_HAND_ALONE)
    assert project.run()[0] == 0
    project.exempt(*BY_HAND_ALONE, "table")
    code, output = project.run()
    assert (code, "reach.toml: tests/chase/more.py:table is reached, or is no more" in output) == (1, True), output
    project.exempt(*BY_HAND_ALONE, reason=" ")
    code, output = project.run()
    assert (code, "tests/chase/more.py:lost: an exemption needs a reason" in output) == (1, True), output


def test_a_run_with_a_failing_test_says_nothing_of_reach(project: Project) -> None:
    tests = project.root / "tests" / "test_chase.py"
    tests.write_text(PLAYED + "\ndef test_wrong():\n    assert False\n", "utf-8")
    code, output = project.run()
    assert (code, complaints(output)) == (1, []), output


def test_any_run_can_be_asked_what_it_has_not_reached(project: Project) -> None:
    assert project.run("-k", "by_hand", "--reach", "missing.txt")[0] == 0
    missing = (project.root / "missing.txt").read_text("utf-8")
    assert "tests/chase/more.py:lost (line 5): H 9.9: proven, and in no game." in missing
    assert "tests/chase/battle.py:" in missing
    assert "more.py:row" not in missing
