"""The mutation check finds the mark that is a lie, believes the one that is not, and owns up to the rest."""

import random
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.console import Console

from barents.kernel.ledger import LedgerError, Requirement
from tools.mutants import Case, Footprint, find_behind
from tools.mutate import Outcome, Verdict, check, report

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

def reef(depth):
    """DM 6: shallow water."""
    if depth > 5:
        return "afloat"
    return "aground" if depth < 2 else "scraped"

def ship(*, name):
    """DM 7: a ship has a name."""
    return name

def launch():
    """DM 7: a ship is named when launched."""
    return ship(name="hood")

def ice_edge(row):
    """No number here."""
    return row < 7

def drift(row):
    """No number here."""
    return row + 1
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

@pytest.mark.parametrize(
    ("depth", "end"),
    [
        pytest.param(9, "afloat", marks=pytest.mark.rule("DM-6-afloat")),
        pytest.param(1, "aground", marks=pytest.mark.rule("DM-6-aground")),
    ],
)
def test_reef(depth, end):
    assert rules.reef(depth) == end

@pytest.mark.rule("DM-7-named")
def test_only_a_crash_would_be_noticed():
    rules.launch()

@pytest.mark.rule("DM-8-ice")
def test_ice():
    assert rules.ice_edge(6) and not rules.ice_edge(7)

@pytest.mark.rule("DM-9-drift")
def test_drift():
    assert rules.drift(3)

@pytest.mark.rule("DM-5-lost")
def test_lost():
    pass
"""
IDS = (
    *("DM-1-slow", "DM-2-heard", "DM-3-names", "DM-4-range", "DM-5-lost"),
    *("DM-6-afloat", "DM-6-aground", "DM-7-named", "DM-8-ice", "DM-9-drift"),
)
LEDGER = "id,kind,requirement\n" + "".join(f"{id},rule,Something.\n" for id in IDS)


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
    return {outcome.id: outcome for outcome in check(project, count=len(IDS), seed=1, tries=4, jobs=1, only=ids)}


def test_each_mark_gets_the_verdict_it_deserves(project: Path) -> None:
    outcomes = judged(project)
    assert {id: outcome.verdict for id, outcome in outcomes.items()} == {
        "DM-1-slow": Verdict.CAUGHT,
        "DM-2-heard": Verdict.SURVIVED,
        "DM-3-names": Verdict.CAUGHT,
        "DM-4-range": Verdict.CAUGHT,
        "DM-5-lost": Verdict.NOT_LOCATED,
        "DM-6-afloat": Verdict.CAUGHT,
        "DM-6-aground": Verdict.CAUGHT,
        "DM-7-named": Verdict.UNTESTED,
        "DM-8-ice": Verdict.CAUGHT,
        "DM-9-drift": Verdict.UNSURE,
    }
    swapped, value = outcomes["DM-3-names"].mutant, outcomes["DM-4-range"].mutant
    assert swapped is not None
    assert swapped.words == '"hipper" and "tirpitz" swapped'
    assert value is not None
    assert value.words == "range = 4: 4 became 5"
    assert (project / "tests" / "demo" / "rules.py").read_text("utf-8") == RULES

    console = Console(record=True, width=200, file=(project / "out").open("w", encoding="utf-8"))
    report(list(outcomes.values()), console)
    console.file.close()
    table = console.export_text()
    assert "1 SURVIVED" in table
    assert "1 nothing found behind it" in table


class Ran(NamedTuple):
    """Lines of the rules, each named by a piece of its text."""

    lines: tuple[str, ...]

    def case(self) -> Case:
        numbers = tuple(n for n, line in enumerate(RULES.splitlines(), start=1) if any(p in line for p in self.lines))
        return Case("a test", (), {"tests/demo/rules.py": numbers})


def changed(project: Path, id: str, own: Ran, *others: Ran) -> list[str]:
    """The changes that would be tried, in order."""
    footprint = Footprint([own.case()], [other.case() for other in others])
    row = Requirement(id, "rule", "Something.")
    found = find_behind(row, project, project / "tests" / "demo", footprint, random.Random(1))
    return [mutant.words for mutant in found.mutants]


def test_only_what_is_behind_a_requirement_and_was_run_is_changed(project: Path) -> None:
    everything = Ran(("return", "if", "limit"))
    assert sorted(changed(project, "DM-1-slow", everything)) == ["2 became 3", "3 became 4", "if not laden"]
    assert changed(project, "DM-1-slow", Ran(("return roll",))) == []
    assert sorted(changed(project, "DM-8-ice", everything)) == ["7 became 8", "row < 7 turned round"]


def test_lines_that_others_do_not_run_come_first_and_one_change_a_line(project: Path) -> None:
    deep, shallow = Ran(("if depth > 5",)), Ran(("if depth > 5", "if depth < 2"))
    assert changed(project, "DM-6-any", shallow, deep)[0] in ("depth < 2 turned round", "2 became 3")
    assert len({words.partition(" ")[0] for words in changed(project, "DM-6-any", shallow, shallow)[:2]}) == 2
    assert changed(project, "DM-6-any", shallow, shallow) == changed(project, "DM-6-any", shallow, shallow)


def test_an_id_on_one_case_is_judged_by_that_case(project: Path) -> None:
    mutant = judged(project, "DM-6-aground")["DM-6-aground"].mutant
    assert mutant is not None
    assert mutant.line == RULES.splitlines().index('    return "aground" if depth < 2 else "scraped"') + 1


def test_it_refuses_to_judge_what_it_cannot(project: Path) -> None:
    with pytest.raises(LedgerError, match="no ledger has DM-99"):
        judged(project, "DM-99")
    tests = project / "tests" / "demo" / "test_demo.py"
    tests.write_text(TESTS.replace("(2, 3)", "(2, 4)"), "utf-8")
    with pytest.raises(LedgerError, match="do not pass on the unchanged project"):
        judged(project, "DM-1-slow")
