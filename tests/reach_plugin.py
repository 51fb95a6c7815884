"""Pytest plugin: after a full run, every function with a rule's number must have been reached in play.

`tests/reach.py` says what that means. Functions that cannot be, with the reason, are in `tests/reach.toml`.
"""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel.ledger import discover
from tests.ledger_plugin import is_full_run
from tests.reach import Function, Reach

EXEMPT = "reach.toml"
NO_RULES = ("test_", "conftest")
WATCHED = "reach_is_watched"
REACHED = "reached"


class Exemption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Functions, as `file:name`, that no match can reach, and why."""

    functions: tuple[str, ...]
    reason: str


class _Exemptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    exempt: tuple[Exemption, ...] = ()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that asks for the list in any run."""
    parser.addoption("--reach", metavar="FILE", help="write which numbered functions this run has not reached in play")


def pytest_configure(config: pytest.Config) -> None:
    """Watch where tests run, and look at the result where all of it arrives."""
    config.pluginmanager.register(ReachKeeper(config), "reach-keeper")


class ReachKeeper:
    """Watches in each worker, and complains where all reports come together."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.tests: Path = config.rootpath / "tests"
        self.games: Path = config.rootpath / "src" / "barents" / "games"
        sent: dict[str, Any] | None = getattr(config, "workerinput", None)
        self.is_worker = sent is not None
        self.wanted = bool(sent[WATCHED]) if sent is not None else is_full_run(config) or self._asked() is not None
        self.reach: Reach | None = None
        self.reached: set[int] = set()
        self.workers_lost = False
        self.complaints: list[str] = []

    def _asked(self) -> str | None:
        asked: str | None = self.config.getoption("--reach")
        return asked

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker whether to watch."""
        node.workerinput[WATCHED] = self.wanted

    def pytest_collection_finish(self) -> None:
        """Watch from here on: what the tests import has been imported."""
        if self.wanted and not self.config.pluginmanager.hasplugin("dsession"):
            self.reach = self._look()
            self.reach.watch()

    def _look(self) -> Reach:
        ledgers = discover(self.games, self.tests)
        if self.games.is_dir():
            package = importlib.import_module("barents.games")
            for module in pkgutil.walk_packages(package.__path__, "barents.games."):
                importlib.import_module(module.name)
        return Reach(
            self._files(ledgers), {id.partition("-")[0] for each in ledgers.values() for id in each.requirements}
        )

    def _files(self, ledgers: Iterable[str]) -> list[Path]:
        folders = [parent / name for name in ledgers for parent in (self.games, self.tests)]
        files = (file for folder in folders if folder.is_dir() for file in folder.rglob("*.py"))
        return sorted(file for file in files if not file.name.startswith(NO_RULES))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Take a worker's list; without it there is nothing to say."""
        found = getattr(node, "workeroutput", {}).get(REACHED)
        self.workers_lost |= found is None
        self.reached.update(found or ())

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the list over, or complain, if all tests were run and have passed."""
        if not self.wanted:
            return
        if self.reach is not None:
            self.reached |= self.reach.reached
        if self.is_worker:
            output: dict[str, Any] = getattr(self.config, "workeroutput", {})
            output[REACHED] = sorted(self.reached)
            return
        missing = list((self.reach or self._look()).missing(self.reached))
        if target := self._asked():
            lines = (f"{self._name(function)} (line {function.line}): {function.words}\n" for function in missing)
            Path(target).write_text("".join(lines), "utf-8")
        if is_full_run(self.config) and not self.workers_lost and session.exitstatus == pytest.ExitCode.OK:
            self.complaints = self._complaints(missing)
            if self.complaints:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _name(self, function: Function) -> str:
        return f"{function.file.relative_to(self.config.rootpath).as_posix()}:{function.name}"

    def _complaints(self, missing: list[Function]) -> list[str]:
        """Functions that were not reached and have no reason, and reasons that are not needed."""
        file = self.tests / EXEMPT
        text = file.read_text("utf-8") if file.is_file() else ""
        try:
            entries = msgspec.convert(tomllib.loads(text), _Exemptions).exempt
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            return [f"{EXEMPT}: {error}"]
        exempt = {name: entry.reason for entry in entries for name in entry.functions}
        names = {self._name(function): function for function in missing}
        return [
            *(
                f"{EXEMPT}: {name}: an exemption needs a reason"
                for name, reason in exempt.items()
                if not reason.strip()
            ),
            *(f"{EXEMPT}: {name} is reached, or is no more" for name in exempt if name not in names),
            *(f"{name}: no match reaches {names[name].words!r}" for name in names if name not in exempt),
        ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List what no game has."""
        if self.complaints:
            terminalreporter.section("rules that no match reaches", red=True)
            for complaint in self.complaints:
                terminalreporter.line(complaint)
