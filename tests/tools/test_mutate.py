"""The mutation check finds the mark that is a lie, believes the one that is not, and owns up to the rest."""

import random
from pathlib import Path

import pytest
from rich.console import Console

from barents.kernel.ledger import LedgerError
from tools.mutate import Outcome, Verdict, behind, check, report

RULES = '''
"""A game in one file."""
import tomllib
from pathlib import Path

TABLE = tomllib.loads((Path(__file__).parent / "tables.toml").read_text())

class Gunnery:
    """Fire (DM 4)."""
    hits_at: int
    range: int

def speed(laden, fog):
    """DM 1: a laden ship is slow."""
    return 2 if laden else 3

def heard(roll):
    """A roll that carries its id."""
    limit, name = 3, "DM-2-heard"
    return roll >= limit

def idle():
    """DM 10: nothing to do with DM-1."""
    return 0
'''
TABLES = """
[gunnery]
source = "derived"
hits_at = 8
range = 4

# DM-3-names
[names]
order = ["hipper", "tirpitz"]
"""
TESTS = """
import importlib.util
from pathlib import Path
import pytest

spec = importlib.util.spec_from_file_location("demo_rules", Path(__file__).parent / "rules.py")
rules = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rules)

@pytest.mark.rule("DM-1-slow")
def test_honest():
    assert (rules.speed(True, False), rules.speed(False, False)) == (2, 3)

@pytest.mark.rule("DM-2-heard")
def test_lie():
    assert rules.heard(2) in (True, False)

@pytest.mark.rule("DM-3-names", "DM-4-range")
def test_tables():
    assert rules.TABLE["names"]["order"][0] == "hipper"
    assert rules.TABLE["gunnery"]["range"] == 4

@pytest.mark.rule("DM-5-lost")
def test_lost():
    pass
"""
LEDGER = "id,kind,requirement\n" + "".join(
    f"{id},rule,Something.\n" for id in ("DM-1-slow", "DM-2-heard", "DM-3-names", "DM-4-range", "DM-5-lost")
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    game = tmp_path / "tests" / "demo"
    game.mkdir(parents=True)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(id)\n", "utf-8")
    for name, text in (
        ("rules.py", RULES),
        ("tables.toml", TABLES),
        ("test_demo.py", TESTS),
        ("ledger.csv", LEDGER),
    ):
        (game / name).write_text(text, "utf-8")
    return tmp_path


def judged(project: Path, *ids: str) -> dict[str, Outcome]:
    return {outcome.id: outcome for outcome in check(project, count=5, seed=1, tries=4, jobs=1, only=ids)}


def test_each_mark_gets_the_verdict_it_deserves(project: Path) -> None:
    outcomes = judged(project)
    assert {id: outcome.verdict for id, outcome in outcomes.items()} == {
        "DM-1-slow": Verdict.CAUGHT,
        "DM-2-heard": Verdict.SURVIVED,
        "DM-3-names": Verdict.CAUGHT,
        "DM-4-range": Verdict.CAUGHT,
        "DM-5-lost": Verdict.NOT_LOCATED,
    }
    swapped, value = outcomes["DM-3-names"].mutant, outcomes["DM-4-range"].mutant
    assert swapped is not None
    assert swapped.words == '"hipper" and "tirpitz" swapped'
    assert value is not None
    assert value.words == "range = 4: 4 became 5"
    assert (project / "tests" / "demo" / "rules.py").read_text("utf-8") == RULES

    console = Console(record=True, width=200, file=(project / "out").open("w", encoding="utf-8"))
    report(list(outcomes.values()), project, console)
    console.file.close()
    table = console.export_text()
    assert "1 SURVIVED" in table
    assert "1 nothing found behind it" in table


def test_only_what_is_behind_a_requirement_is_changed(project: Path) -> None:
    found = behind("DM-1-slow", project / "tests" / "demo", random.Random(1))
    assert sorted(mutant.words for mutant in found) == ["2 became 3", "3 became 4", "if not laden"]


def test_it_refuses_to_judge_what_it_cannot(project: Path) -> None:
    with pytest.raises(LedgerError, match="no ledger has DM-9"):
        judged(project, "DM-9")
    tests = project / "tests" / "demo" / "test_demo.py"
    tests.write_text(TESTS.replace("(2, 3)", "(2, 4)"), "utf-8")
    with pytest.raises(LedgerError, match="do not pass on the unchanged project"):
        judged(project, "DM-1-slow")
