"""The mutation check finds the mark that is a lie, believes the one that is not, and owns up to the rest."""

import random
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.console import Console

from barents.kernel.ledger import LedgerError, Requirement
from tools.behind import Footprint, find_behind
from tools.mutate import check, every_row, main, random_rows
from tools.mutation_report import Acceptance, Accepted, markdown, report
from tools.verdicts import Fate, Outcome
from tools.witness import Case

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

def ship(*, called):
    """DM 7: a ship has a name."""
    return called

def launch():
    """DM 7: a ship is named when launched."""
    return ship(called="hood")

def ice_edge(row):
    """No number here."""
    return row < 7

def drift(row):
    """No number here."""
    return row + 1

def fog(day, thick=2):
    """DM 11: fog comes on some days, and thins."""
    lifts = day > 4
    if day == 3:
        thick = 9
    return "clear" if lifts else "fog" * thick

PORTS = {name: fog(day) for day, name in enumerate(("Vaenga", "Iokanga"))}

def hull(hits):
    """DM 12: a ship sinks at three hits."""
    while hits > 3:
        hits -= 1
    return hits >= 3
'''
WORDS = '''
def helm(angle):
    """DM 13: the helm is put over so far."""
    return angle, 40

def about_the_helm(known, decision: Decision[Any]):
    """DM 13: what the question says."""
    return "hard over" if known > 20 else "a little"
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
        pytest.param(6, "afloat", marks=pytest.mark.rule("DM-6-afloat")),
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

@pytest.mark.rule("DM-11-lifts")
def test_fog_lifts():
    assert (rules.fog(4), rules.fog(5)) == ("fogfog", "clear")

@pytest.mark.rule("DM-11-thick")
def test_fog_is_thick():
    assert rules.fog(3) == "fog" * 9
    rules.fog(5)

@pytest.mark.rule("DM-12-sinks")
def test_sinks():
    assert rules.hull(5)

@pytest.mark.rule("DM-5-lost")
def test_lost():
    pass
"""
IDS = (
    *("DM-1-slow", "DM-2-heard", "DM-3-names", "DM-4-range", "DM-5-lost"),
    *("DM-6-afloat", "DM-6-aground", "DM-7-named", "DM-8-ice", "DM-9-drift"),
    *("DM-11-lifts", "DM-11-thick", "DM-12-sinks"),
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
    chosen = every_row(["demo"]) if not ids else lambda _books: ids
    return {outcome.row.id: outcome for outcome in check(project, chosen, jobs=1)}


def fates(outcome: Outcome) -> dict[Fate, int]:
    return {fate: count for fate in Fate if (count := outcome.count(fate))}


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(RULES.splitlines(), start=1) if text in line)


def test_each_mark_gets_the_verdict_it_deserves(project: Path) -> None:
    outcomes = judged(project)
    assert {id: fates(outcome) for id, outcome in outcomes.items()} == {
        "DM-1-slow": {Fate.NOTICED: 3},
        "DM-2-heard": {Fate.SURVIVED: 3},
        "DM-3-names": {Fate.NOTICED: 1},
        "DM-4-range": {Fate.NOTICED: 1, Fate.UNSURE: 1},
        "DM-5-lost": {},
        "DM-6-afloat": {Fate.NOTICED: 2, Fate.SURVIVED: 1},
        "DM-6-aground": {Fate.NOTICED: 2, Fate.ELSEWHERE: 1, Fate.SURVIVED: 3},
        "DM-7-named": {Fate.BROKE: 1},
        "DM-8-ice": {Fate.NOTICED: 3},
        "DM-9-drift": {Fate.UNSURE: 2},
        "DM-11-lifts": {Fate.NOTICED: 3},
        "DM-11-thick": {Fate.NOTICED: 3},
        "DM-12-sinks": {Fate.NOTICED: 2, Fate.SURVIVED: 3, Fate.BROKE: 1},
    }
    assert {id for id, outcome in outcomes.items() if outcome.is_hollow} == {"DM-2-heard"}
    late = [attempt for attempt in outcomes["DM-12-sinks"].attempts if attempt.fate is Fate.BROKE]
    assert [(attempt.mutant.words, attempt.why) for attempt in late] == [
        ("plus for minus or back in hits -= 1", "late"),
    ]
    assert [attempt.mutant.words for attempt in outcomes["DM-3-names"].attempts] == ['"hipper" and "tirpitz" swapped']
    assert outcomes["DM-4-range"].attempts[0].mutant.words == "range = 4: 4 became 5"
    by = outcomes["DM-1-slow"].attempts[0]
    assert by.by == "tests/demo/test_demo.py::test_honest"
    assert by.why.startswith("AssertionError: assert (")
    assert (project / "tests" / "demo" / "rules.py").read_text("utf-8") == RULES


def test_what_ran_while_tests_were_collected_is_changed_in_its_file(project: Path) -> None:
    """`fog` is run when the rules are imported, and what it made of that stays in memory."""
    said: list[str] = []
    (outcome,) = check(project, lambda _books: ["DM-11-lifts"], jobs=1, tell=said.append)
    assert {attempt.fate for attempt in outcome.attempts} == {Fate.NOTICED}
    assert said[-1].startswith("0 runs in memory and 3 runs from the changed file")


def test_the_report_lists_what_survived_and_what_a_person_has_accepted(project: Path, tmp_path: Path) -> None:
    outcomes = list(judged(project, "DM-2-heard", "DM-6-afloat", "DM-1-slow").values())
    words = "depth > 5 off by one"
    known = Acceptance("DM-6-afloat", "No test is meant to see it.", "tests/demo/rules.py", "reef", words)
    gone = Acceptance("DM-1-slow", "It is gone.", "tests/demo/rules.py", "speed", "7 became 8")
    accepted = Accepted([known, gone])
    console = Console(record=True, width=200, file=(tmp_path / "out").open("w", encoding="utf-8"))
    assert report(outcomes, 3, accepted, {"demo"}, console)
    console.file.close()
    text = console.export_text()
    assert "DM-2-heard: 3 survived" in text
    assert f"SURVIVED: DM-2-heard tests/demo/rules.py:{line_of('limit, name')} (heard): 3 became 4" in text
    assert "accepted: No test is meant to see it.: DM-6-afloat" in text
    assert "HOLLOW: DM-2-heard" in text
    assert "accepted, but it no longer comes up: DM-1-slow tests/demo/rules.py: 7 became 8" in text
    page = tmp_path / "page.md"
    page.write_text("# Mutation\n\n<!-- figures: begin -->\nold\n<!-- figures: end -->\n\nThe end.\n", "utf-8")
    markdown(outcomes, 3, accepted, page)
    written = page.read_text("utf-8")
    assert written.startswith("# Mutation\n\n<!-- figures: begin -->\n\n## Figures\n")
    assert written.endswith("<!-- figures: end -->\n\nThe end.\n")
    assert "| demo | 3 | 1 | 1 | 0 | 1 | 9 | 5 | 0 | 4 | 1 | 0 | 0 |" in written
    assert "| DM-2-heard | **not accepted** |" in written
    other = "| nordkapp | 2 | 2 | 0 | 0 | 0 | 6 | 6 | 0 | 0 | 0 | 0 | 0 |"
    page.write_text(
        written.replace("| demo |", f"{other}\n| demo |").replace("| DM-2-heard | 3", "| NK-1-a | 3"), "utf-8"
    )
    markdown(outcomes, 3, accepted, page)
    again = page.read_text("utf-8")
    assert other in again, "what it says of other games stays"
    assert "| all | 5 | 3 | 1 | 0 | 1 | 15 | 11 | 0 | 4 | 1 | 0 | 0 |" in again
    assert again.count("| DM-2-heard | 3 survived |") == again.count("| NK-1-a | 3 survived |") == 1


def test_the_command_fails_where_something_survived_that_nobody_has_accepted(project: Path) -> None:
    def run(*arguments: str) -> int:
        return main([*arguments, "--jobs", "1", "--root", str(project)])

    assert run("DM-1-slow", "DM-8-ice") == 0
    assert run("DM-6-afloat") == 1
    assert run("DM-9-drift") == 0  # Its place was only guessed.
    assert run("DM-99") == 2
    (project / "tools").mkdir()
    entry = """
[[accepted]]
row = "DM-6-afloat"
file = "tests/demo/rules.py"
function = "reef"
change = "depth > 5 off by one"
reason = "Nobody minds."
"""
    (project / "tools" / "mutation-accepted.toml").write_text(entry, "utf-8")
    assert run("DM-6-afloat") == 0
    (project / "tools" / "mutation-accepted.toml").write_text(entry.replace("Nobody minds.", " "), "utf-8")
    assert run("DM-6-afloat") == 2


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
    found = find_behind(row, project, [project / "tests" / "demo"], footprint, random.Random(1))
    return [mutant.words for mutant in (*found.sure, *found.guessed)]


def test_words_of_questions_and_what_may_be_told_are_no_rules(project: Path) -> None:
    game = project / "tests" / "demo"
    (game / "words.py").write_text(WORDS)
    (game / "disclosures.toml").write_text('# DM-13-helm\n[[everyone]]\nrules = ["DM-13-helm", "DM-1-slow"]\n')
    lines = tuple(range(1, 1 + len(WORDS.splitlines())))
    footprint = Footprint([Case("a test", (), {"tests/demo/words.py": lines})], [])
    row = Requirement("DM-13-helm", "rule", "Something.")
    found = find_behind(row, project, [game], footprint, random.Random(1))
    assert [mutant.words for mutant in (*found.sure, *found.guessed)] == ["40 became 41"]


def test_only_what_is_behind_a_requirement_and_was_run_is_changed(project: Path) -> None:
    everything = Ran(("return", "if", "limit"))
    assert sorted(changed(project, "DM-1-slow", everything)) == ["2 became 3", "3 became 4", "if not laden"]
    assert changed(project, "DM-1-slow", Ran(("return roll",))) == []
    assert sorted(changed(project, "DM-8-ice", everything)) == [
        "7 became 8",
        "row < 7 off by one",
        "row < 7 turned round",
    ]


def test_lines_that_others_do_not_run_come_first_and_one_change_a_line(project: Path) -> None:
    deep, shallow = Ran(("if depth > 5",)), Ran(("if depth > 5", "if depth < 2"))
    assert changed(project, "DM-6-any", shallow, deep)[0] in ("depth < 2 turned round", "2 became 3")
    first, second = changed(project, "DM-6-any", shallow, shallow)[:2]
    assert ("5" in first) is not ("5" in second)
    assert changed(project, "DM-6-any", shallow, shallow) == changed(project, "DM-6-any", shallow, shallow)


def test_an_id_on_one_case_is_judged_by_that_case(project: Path) -> None:
    attempts = judged(project, "DM-6-aground")["DM-6-aground"].attempts
    assert attempts[0].mutant.line == line_of("if depth < 2")
    assert attempts[1].by.endswith("test_reef[1-aground]")


def test_it_refuses_to_judge_what_it_cannot(project: Path) -> None:
    with pytest.raises(LedgerError, match="no ledger has DM-99"):
        judged(project, "DM-99")
    with pytest.raises(LedgerError, match="there is no game dema: there are demo"):
        check(project, every_row(["dema"]), jobs=1)
    tests = project / "tests" / "demo" / "test_demo.py"
    tests.write_text(TESTS.replace("(2, 3)", "(2, 4)"), "utf-8")
    with pytest.raises(LedgerError, match="do not pass on the unchanged project"):
        judged(project, "DM-1-slow")


def test_random_rows_are_the_same_for_the_same_seed(project: Path) -> None:
    picked = [outcome.row.id for outcome in check(project, random_rows(2, 5), jobs=1, ways=1)]
    assert picked == [outcome.row.id for outcome in check(project, random_rows(2, 5), jobs=1, ways=1)]
    assert len(picked) == 2
