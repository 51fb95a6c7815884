"""The ledger: loaded strictly, counted from the tests' source, and held against what really passed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from barents.kernel.ledger import (
    GameCoverage,
    Ledger,
    LedgerError,
    Proof,
    Requirement,
    discover,
    proofs,
    rules_coverage,
)

ROOT = Path(__file__).parents[2]

LEDGER = """id,kind,requirement
DM-1-move,rule,"A ship moves, or stays."
DM-2-table,table,Two is heard.
DM-3-sink,rule,A ship sinks.
DM-4-idle,data,The sea is wide.
"""
EXEMPTIONS = """
[[exempt]]
ids = ["DM-4-idle"]
class = "descriptive"
"""
UNPLAYED = """
[[unplayed]]
ids = ["DM-1-move", "DM-3-sink"]
reason = "This sea has no ships."
"""
EXPECT = """
[[hearing]]
proves = ["DM-2-table"]
roll = 2
"""
TESTS = """
import pytest

pytestmark = []

@pytest.mark.rule_file("tables.toml")
def test_table():
    pass

class TestMoves:
    pytestmark = pytest.mark.rule("DM-1-move")

    @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("DM-3-sink"))])
    def test_move(self, n):
        pass

@pytest.mark.rule("DM-1-move")
def test_plain():
    pass
"""


class Project:
    """A small project with one ledger and a few tests, in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tests = root / "tests"
        self.game = self.tests / "demo"
        (self.game / "expect").mkdir(parents=True)
        (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\naddopts = ['--strict-markers']\n", "utf-8")
        self.write("ledger.csv", LEDGER)
        self.write("exemptions.toml", EXEMPTIONS)
        self.write("expect/tables.toml", EXPECT)
        self.write("test_demo.py", TESTS)
        self.write("../unplayed.toml", UNPLAYED)

    def write(self, name: str, text: str) -> None:
        (self.game / name).write_text(text, "utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "xdist",
                "-p",
                "tests.ledger_plugin",
                "--import-mode=importlib",
                *arguments,
            ],
            cwd=self.root,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def coverage(self) -> GameCoverage:
        return rules_coverage(discover(self.tests), self.tests)["demo"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_ledger_is_read_in_its_order_with_its_exemptions(project: Project) -> None:
    ledger = discover(project.tests)["demo"]
    assert list(ledger.requirements) == ["DM-1-move", "DM-2-table", "DM-3-sink", "DM-4-idle"]
    assert ledger.requirements["DM-1-move"] == Requirement("DM-1-move", "rule", "A ship moves, or stays.")
    assert list(ledger.exempt) == ["DM-4-idle"]


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("ledger.csv", "id,kind\n", "the first line must be id,kind,requirement"),
        (
            "ledger.csv",
            LEDGER + "DM-1-move,rule,Again.\n",
            "line 6: the id 'DM-1-move' stands in the ledger twice",
        ),
        ("ledger.csv", LEDGER + "DM-5,law,X.\n", "line 6: unknown kind 'law', use one of rule"),
        ("ledger.csv", LEDGER + "DM-5,rule, \n", "line 6: a row has an id"),
        ("ledger.csv", LEDGER + "DM 5,rule,X\n", "the id 'DM 5' must not contain spaces"),
        ("ledger.csv", LEDGER + 'DM-5,rule,"X\n', "this is not CSV"),
        ("exemptions.toml", "[[exempt]]\nids = ['DM-4-idl']\nreason = 'x'\n", "did you mean 'DM-4-idle'"),
        ("exemptions.toml", "[[exempt]]\nids = ['DM-4-idle']\nreason = ' '\n", "an exemption needs a reason"),
        ("exemptions.toml", EXEMPTIONS * 2, "'DM-4-idle' is exempt twice"),
        (
            "exemptions.toml",
            "[[exempt]]\nid = 'DM-4-idle'\n",
            r"demo/exemptions.toml: exempt\[DM-4-idle\].id: unknown key",
        ),
    ],
)
def test_a_faulty_ledger_is_refused(project: Project, name: str, text: str, complaint: str) -> None:
    project.write(name, text)
    with pytest.raises(LedgerError, match=complaint):
        Ledger.load(project.game)


def test_an_id_belongs_to_one_ledger(project: Project) -> None:
    (project.tests / "other").mkdir()
    (project.tests / "other" / "ledger.csv").write_text(LEDGER, "utf-8")
    with pytest.raises(LedgerError, match="'DM-1-move' stands in two ledgers, demo and other"):
        discover(project.tests)


def test_proofs_are_read_from_the_source(project: Project) -> None:
    assert proofs(project.tests) == (
        Proof("tests/demo/test_demo.py::test_table", (), ("DM-2-table",), 0),
        Proof("tests/demo/test_demo.py::TestMoves::test_move", ("DM-1-move", "DM-3-sink"), (), 2),
        Proof("tests/demo/test_demo.py::test_plain", ("DM-1-move",), (), 1),
    )
    assert project.coverage().proven == 3
    assert project.coverage().unproven == []
    assert list(project.coverage().exempt) == ["DM-4-idle"]
    project.write("exemptions.toml", "")
    project.write("test_demo.py", TESTS.replace("DM-3-sink", "DM-1-move"))
    assert project.coverage() == GameCoverage(total=4, proven=2, unproven=["DM-3-sink", "DM-4-idle"], exempt={})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "DM-3-sink",
            "DM-3-sunk",
            "TestMoves::test_move: no ledger has the id 'DM-3-sunk', did you mean 'DM-3-sink'",
        ),
        ('"DM-1-move"', "5", r"test_demo\.py: line 11: a rule mark takes plain strings only"),
        ('"DM-1-move"', "*IDS", r"test_demo\.py: line 11: a rule mark takes plain strings only"),
        ('"DM-1-move"', '"DM-1-move",' * 12, "13 rule marks on one test, at most 12 are believed"),
        ("tables.toml", "tabels.toml", "no expectation file expect/tabels.toml"),
    ],
)
def test_a_wrong_mark_is_refused(project: Project, old: str, new: str, complaint: str) -> None:
    project.write("test_demo.py", TESTS.replace(old, new))
    with pytest.raises(LedgerError, match=complaint):
        project.coverage()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            EXPECT.replace("DM-2-table", "DM-1-move"),
            "'DM-1-move' is a rule row, in bulk only table or data or scenario",
        ),
        (EXPECT.replace("proves", "shows"), "no table says what it `proves`"),
        (
            EXPECT.replace('["DM-2-table"]', '"DM-2-table"'),
            "proves: expected a list of ids, got 'DM-2-table'",
        ),
        ("[[hearing", "this is not TOML"),
    ],
)
def test_a_wrong_expectation_file_is_refused(project: Project, text: str, complaint: str) -> None:
    project.write("expect/tables.toml", text)
    with pytest.raises(LedgerError, match=complaint):
        project.coverage()


def test_without_tests_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no tests folder here"):
        rules_coverage({}, tmp_path / "tests")


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_full_run_counts_what_passed_and_agrees_with_the_source(project: Project, workers: str) -> None:
    code, output = project.run("-n", workers, "--rules-json", "proven.json")
    assert code == 0, output
    ran = json.loads((project.root / "proven.json").read_text("utf-8"))["demo"]
    claimed = project.coverage()
    assert (ran["proven"], ran["unproven"]) == (claimed.proven, claimed.unproven) == (3, [])


def test_a_requirement_whose_only_test_fails_is_not_proven(project: Project) -> None:
    failing = TESTS.replace("def test_table():\n    pass", "def test_table():\n    assert False")
    project.write("test_demo.py", failing)
    code, output = project.run("-n", "2")
    assert code == 1
    assert "demo: no passed test proves DM-2-table" in output
    assert "DM-1-move" not in output


def test_an_unproven_requirement_fails_a_full_run_only(project: Project) -> None:
    project.write("exemptions.toml", "")
    code, output = project.run()
    assert (code, "demo: no passed test proves DM-4-idle" in output) == (1, True), output
    assert project.run("tests/demo/test_demo.py")[0] == 0
    assert project.run("-k", "table")[0] == 0


def test_an_unknown_id_stops_the_run_before_any_test(project: Project) -> None:
    project.write("test_demo.py", TESTS.replace("DM-3-sink", "DM-3-sunk").replace("pass", "print('it ran')"))
    code, output = project.run("-s", "-k", "table")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "no ledger has the id 'DM-3-sunk'" in output
    assert "it ran" not in output


def test_a_mark_hidden_from_the_source_is_found_out(project: Project) -> None:
    hidden = TESTS.replace("pytestmark = []", "r = pytest.mark.rule('DM-4-idle')\n@r\ndef test_idle(): pass")
    project.write("test_demo.py", hidden)
    code, output = project.run()
    assert (code, "DM-4-idle is claimed by a mark that cannot be read from the source" in output) == (
        1,
        True,
    ), output


PLAYS = """
@pytest.mark.rule("DM-3-sink")
def test_it_sinks_in_a_match():
    from barents.kernel.match import Match
    from tests.hunt import GAME
    Match.new(GAME, "first-light", seed=1)
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_rule_must_be_played_by_one_of_its_tests_or_have_a_reason(project: Project, workers: str) -> None:
    project.write("../unplayed.toml", UNPLAYED.replace(', "DM-3-sink"', ""))
    code, output = project.run("-n", workers)
    assert (code, "DM-3-sink: no test that proves it plays a match" in output) == (1, True), output
    assert "DM-1-move" not in output
    assert "DM-2-table" not in output, "a table may be read"
    project.write("test_demo.py", TESTS + PLAYS)
    assert project.run("-n", workers)[0] == 0
    assert project.run("-k", "plain")[0] == 0


def test_a_reason_that_is_missing_or_not_needed_is_found_out(project: Project) -> None:
    project.write("test_demo.py", TESTS + PLAYS)
    code, output = project.run()
    assert (code, "unplayed.toml: DM-3-sink is played, or needs it not" in output) == (1, True), output
    project.write("test_demo.py", TESTS)
    project.write("../unplayed.toml", UNPLAYED.replace("This sea has no ships.", " "))
    code, output = project.run()
    assert (code, "unplayed.toml: DM-1-move: a reason is missing" in output) == (1, True), output
