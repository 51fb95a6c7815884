"""Pytest plugin of the mutation check: how each test ended, and which lines of a game it ran.

    pytest -p witness --witness FILE [--lines-of FOLDER] TEST ...

Writes one entry for each test to FILE as JSON. A test that a change sent into a `TypeError` or the like, raised in
the code and not by the test, has crashed: any test that came that way would have, so it says nothing about what the
test looks at.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

import pytest

CRASHES = frozenset(
    {
        *("TypeError", "AttributeError", "NameError", "UnboundLocalError", "KeyError", "IndexError"),
        *("AssertionError", "ZeroDivisionError", "StopIteration", "RecursionError", "DataError"),
    }
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the entries go, and whose lines are watched."""
    parser.addoption("--witness", metavar="FILE", type=Path)
    parser.addoption("--lines-of", metavar="FOLDER", action="append", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Take the stand."""
    if target := config.getoption("--witness"):
        config.pluginmanager.register(
            Witness(config.rootpath, target, tuple(config.getoption("--lines-of"))), "witness-stand"
        )


class Witness:
    """Follows every test and writes down what it saw."""

    def __init__(self, root: Path, target: Path, folders: tuple[str, ...]) -> None:
        self.root = root
        self.target = target
        self.folders = tuple(os.path.join(folder, "") for folder in folders)
        self.entries: dict[str, dict[str, Any]] = {}
        self.lines: set[tuple[str, int]] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watch the lines of one test, its fixtures included."""
        rules = [id for mark in item.iter_markers("rule") for id in mark.args]
        entry = self.entries[item.nodeid] = {"test": item.nodeid, "rules": rules, "lines": {}}
        if not self.folders:
            return (yield)
        self.lines.clear()
        for forget in self._caches():
            forget()
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            return (yield)
        finally:
            sys.settrace(before)
            for file in sorted({file for file, _ in self.lines}):
                name = Path(file).relative_to(self.root).as_posix()
                entry["lines"][name] = sorted(line for other, line in self.lines if other == file)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Tell a test that objects from one that crashed."""
        report = yield
        entry = self.entries[item.nodeid]
        if report.failed:
            crashed = call.excinfo is not None and self._is_crash(call.excinfo.value)
            entry["crashed" if crashed else "failed"] = True
        return report

    def pytest_sessionfinish(self) -> None:
        """Hand the entries over."""
        self.target.write_text(json.dumps(list(self.entries.values())), "utf-8")

    def _is_crash(self, error: BaseException) -> bool:
        """Whether the error at the root of a failure is a crash of the code."""
        while error.__cause__ is not None:
            error = error.__cause__
        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        return type(error).__name__ in CRASHES and bool(frames) and not self._is_test(frames[-1])

    def _is_test(self, frame: FrameType) -> bool:
        """Tests and what helps them; but a game with a ledger is a game, wherever it is kept."""
        file = Path(frame.f_code.co_filename)
        is_game = (file.parent / "ledger.csv").is_file() and not file.name.startswith("test_")
        return file.is_relative_to(self.root / "tests") and not is_game

    def _caches(self) -> list[Callable[[], None]]:
        """What the game remembers from earlier tests, or only the first of them would be seen to work it out."""
        modules = [module for module in list(sys.modules.values()) if self._watched(getattr(module, "__file__", None))]
        values = [value for module in modules for value in vars(module).values()]
        return [value.cache_clear for value in values if callable(getattr(value, "cache_clear", None))]

    def _watched(self, file: str | None) -> bool:
        return file is not None and file.startswith(self.folders)

    def _call(self, frame: FrameType, _event: str, _value: object) -> Callable[..., Any] | None:
        return self._line if frame.f_code.co_filename.startswith(self.folders) else None

    def _line(self, frame: FrameType, event: str, _value: object) -> Callable[..., Any]:
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line
