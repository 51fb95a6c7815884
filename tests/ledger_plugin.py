"""Pytest plugin: holds the tests' rule marks against the ledgers.

Before anything runs, a mark with an unknown id, a test with too many marks or a misused expectation file
stops the run. After a full run, every requirement must have been proven by a test that passed, or be exempt; and one of
kind rule, event or exception by a test that plays a match, since a rule that is only called is not yet a rule of the
game. Those that say nothing which could be played are in `tests/unplayed.toml`, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel.data import DataError, Record, load
from barents.kernel.ledger import Ledger, LedgerError, bulk_ids, coverage, discover, mistakes, proofs
from barents.kernel.match import Match

PROPERTY = "rules"
PLAYED = "played"
UNPLAYED = "unplayed.toml"
MUST_BE_PLAYED = ("rule", "event", "exception")
RUNS = ("begin", "act")  # what makes a match run its rules


class Unplayed(Record, frozen=True, kw_only=True):
    """Requirements that no match could show, and why."""

    ids: tuple[str, ...]
    reason: str


class _Unplayed(Record, frozen=True):
    unplayed: tuple[Unplayed, ...] = ()


class _Running:
    """How often a match has run rules in this process."""

    times = 0


def _counting(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def counted(*arguments: Any, **named: Any) -> Any:
        _Running.times += 1
        return function(*arguments, **named)

    return counted


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that keeps the result for scripts."""
    parser.addoption("--rules-json", metavar="FILE", help="write which requirements this run has proven")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks, and keep the books where the reports of all workers arrive."""
    config.addinivalue_line("markers", "rule(id, ...): the test proves these requirements of a game's ledger")
    config.addinivalue_line("markers", "rule_file(name): the test proves what expect/name says its tables prove")
    for name in RUNS:
        setattr(Match, name, _counting(getattr(Match, name)))
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(LedgerKeeper(config), "ledger-keeper")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Note of a test whether it played."""
    before = _Running.times
    try:
        return (yield)
    finally:
        if _Running.times > before:
            item.user_properties.append((PLAYED, "yes"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Send each test's ids along with its reports."""
    for item in items:
        if ids := claimed_by(item):
            item.user_properties.append((PROPERTY, " ".join(ids)))


def claimed_by(item: pytest.Item) -> tuple[str, ...]:
    """The ids that a collected test claims to prove."""
    marked = [id for mark in item.iter_markers("rule") for id in mark.args]
    files = [item.path.parent / "expect" / name for mark in item.iter_markers("rule_file") for name in mark.args]
    return (*marked, *(id for file in files for id in bulk_ids(file)))


class LedgerKeeper:
    """Compares what the tests claim, what they prove and what the ledgers ask for."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.tests: Path = config.rootpath / "tests"
        self.ledgers: dict[str, Ledger] = {}
        self.claimed: list[str] = []
        self.seen: dict[str, tuple[str, ...]] = {}
        self.passed: dict[str, bool] = {}
        self.played: set[str] = set()
        self.complaints: list[str] = []

    def pytest_sessionstart(self) -> None:
        """Stop at once where a mark is wrong."""
        try:
            self.ledgers = discover(self.config.rootpath / "src" / "barents" / "games", self.tests)
            read = proofs(self.tests)
        except LedgerError as error:
            raise pytest.UsageError(str(error)) from None
        if wrong := mistakes(self.ledgers, read):
            raise pytest.UsageError("\n".join(wrong))
        self.claimed = [id for proof in read for id in (*proof.ids, *proof.bulk)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what a test claims, and whether it passed through to its end."""
        ids = tuple(id for name, value in report.user_properties if name == PROPERTY for id in str(value).split())
        if ids:
            self.seen[report.nodeid] = ids
            if any(name == PLAYED for name, _ in report.user_properties):
                self.played.add(report.nodeid)
            if report.when == "call":
                self.passed[report.nodeid] = report.passed and not hasattr(report, "wasxfail")
            elif report.failed:
                self.passed[report.nodeid] = False

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """After a full run, fail where a requirement is unproven."""
        proven = [id for test, ids in self.seen.items() if self.passed.get(test) for id in ids]
        result = coverage(self.ledgers, proven)
        if target := self.config.getoption("--rules-json"):
            Path(target).write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
        if not is_full_run(self.config):
            return
        for name, game in result.items():
            self.complaints += [f"{name}: no passed test proves {id}" for id in game.unproven]
        self.complaints += self._unplayed(id for test, ids in self.seen.items() if test in self.played for id in ids)
        collected = {id for ids in self.seen.values() for id in ids}
        for id in sorted(collected.symmetric_difference(self.claimed)):
            where = "by a mark that cannot be read from the source" if id in collected else "by a test that never ran"
            self.complaints.append(f"{id} is claimed {where}")
        if self.complaints and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _unplayed(self, played: Iterable[str]) -> list[str]:
        """Rules that no test plays, and reasons that are not needed."""
        try:
            listed = load(self.tests, UNPLAYED, _Unplayed).unplayed if (self.tests / UNPLAYED).is_file() else ()
        except DataError as error:
            return [str(error)]
        excused = {id: entry.reason for entry in listed for id in entry.ids}
        rows = [row for ledger in self.ledgers.values() for row in ledger.requirements.values()]
        wanted = {row.id for row in rows if row.kind in MUST_BE_PLAYED}
        missing = wanted - set(played) - {id for ledger in self.ledgers.values() for id in ledger.exempt}
        return [
            *(f"{UNPLAYED}: {id}: a reason is missing" for id, reason in excused.items() if not reason.strip()),
            *(f"{UNPLAYED}: {id} is played, or needs it not" for id in excused if id not in missing),
            *(f"{id}: no test that proves it plays a match" for id in sorted(missing - set(excused))),
        ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List what is missing."""
        if self.complaints:
            terminalreporter.section("rule ledger", red=True)
            for complaint in self.complaints:
                terminalreporter.line(complaint)


def is_full_run(config: pytest.Config) -> bool:
    """Whether every test was asked for: no paths, no selection, no early stop."""
    options = config.option
    narrowed = (
        options.keyword,
        options.markexpr,
        options.collectonly,
        options.deselect,
        options.ignore,
        options.ignore_glob,
        options.maxfail,
        getattr(options, "lf", False),
        getattr(options, "stepwise", False),
    )
    at_root = config.invocation_params.dir == config.rootpath
    return config.args_source != pytest.Config.ArgsSource.ARGS and at_root and not any(narrowed)
