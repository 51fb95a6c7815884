"""What the mutation check wants to know of a test: how it ended, and which lines of a game it ran.

A test that a change sent into a `TypeError` or the like, raised in the code and not by the test, has crashed: any test
that came that way would have, so it says nothing about what the test looks at.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any

import msgspec
import pytest

CRASHES = frozenset(
    {
        *("TypeError", "AttributeError", "NameError", "UnboundLocalError", "KeyError", "IndexError", "ValueError"),
        *("AssertionError", "ZeroDivisionError", "StopIteration", "RecursionError", "MemoryError", "DataError"),
        *("LookupError", "UnknownCellError", "ValidationError", "MsgspecError"),
    }
)
OFTEN = 60  # Calls of one function in one test, after which its lines are no longer watched.


class Case(msgspec.Struct):
    """One test: the ids on it, how it ended, how long it took, and the lines that it ran by file."""

    test: str
    rules: tuple[str, ...] = ()
    lines: dict[str, tuple[int, ...]] = {}
    failed: bool = False
    crashed: bool = False
    seconds: float = 0.0
    why: str = ""


class Watched:
    """A piece of code under watch: the lines that it has not run yet, and how often it was called."""

    __slots__ = ("calls", "code", "left")

    def __init__(self, code: CodeType) -> None:
        self.code = code  # Kept, so that no other can get its address.
        self.left = _lines_of(code)
        self.calls = 0


def _lines_of(code: CodeType) -> set[int]:
    """The lines of a function, but for the one that only says its name."""
    lines = {line for _, _, line in code.co_lines() if line}
    return lines - {code.co_firstlineno} if len(lines) > 1 else lines


class Witness:
    """Follows every test and writes down what it saw."""

    def __init__(self, root: Path, folders: tuple[str, ...] = ()) -> None:
        self.root = root
        self.folders = tuple(os.path.join(folder, "") for folder in folders)
        self.cases: dict[str, Case] = {}
        self.watched: dict[int, Watched | None] = {}
        self.ready: set[int] | None = None

    def pytest_configure(self, config: pytest.Config) -> None:
        """Know the marks, also without the ledger's own plugin."""
        config.addinivalue_line("markers", "rule_file(name): the test proves what expect/name says its tables prove")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watch one test, its fixtures included."""
        rules = tuple(id for mark in item.iter_markers("rule") for id in mark.args)
        case = self.cases[item.nodeid] = Case(item.nodeid, rules)
        began = time.process_time()
        if not self.folders:
            try:
                return (yield)
            finally:
                case.seconds = time.process_time() - began
        self.watched.clear()
        self._forget()
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            return (yield)
        finally:
            sys.settrace(before)
            case.seconds = time.process_time() - began
            case.lines = self._lines()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Tell a test that objects from one that crashed."""
        report = yield
        case = self.cases[item.nodeid]
        if report.failed and not (case.failed or case.crashed):
            error = self._root_of(call.excinfo.value) if call.excinfo is not None else None
            case.crashed = error is not None and self._is_crash(error)
            case.failed = not case.crashed
            case.why = "" if error is None else f"{type(error).__name__}: {error}".split("\n", 1)[0][:300]
        return report

    @staticmethod
    def _root_of(error: BaseException) -> BaseException:
        """The error at the root of a failure."""
        while True:
            if isinstance(error, BaseExceptionGroup):
                error = error.exceptions[0]
            elif error.__cause__ is not None:
                error = error.__cause__
            else:
                return error

    def _is_crash(self, error: BaseException) -> bool:
        """Whether an error is a crash of the code."""
        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        return type(error).__name__ in CRASHES and bool(frames) and not self._is_test(frames[-1])

    def _is_test(self, frame: FrameType) -> bool:
        """Tests and what helps them; but a game with a ledger is a game, wherever it is kept."""
        file = Path(frame.f_code.co_filename)
        is_game = (file.parent / "ledger.csv").is_file() and not file.name.startswith("test_")
        return file.is_relative_to(self.root / "tests") and not is_game

    def _forget(self) -> None:
        """Forget what the game remembers from earlier tests, or only the first of them would be seen to work it out.

        What it has remembered since it was imported, all tests have found ready.
        """
        files = [(module, getattr(module, "__file__", None)) for module in list(sys.modules.values())]
        modules = [module for module, file in files if file is not None and file.startswith(self.folders)]
        caches = [value for module in modules for value in vars(module).values() if hasattr(value, "cache_info")]
        if self.ready is None:
            self.ready = {id(cache) for cache in caches if cache.cache_info().currsize}
        for cache in caches:
            if id(cache) not in self.ready:
                cache.cache_clear()

    def _lines(self) -> dict[str, tuple[int, ...]]:
        ran: dict[str, set[int]] = {}
        for seen in self.watched.values():
            if seen is not None:
                lines = _lines_of(seen.code) - seen.left
                ran.setdefault(Path(seen.code.co_filename).relative_to(self.root).as_posix(), set()).update(lines)
        return {file: tuple(sorted(lines)) for file, lines in sorted(ran.items())}

    def _call(self, frame: FrameType, _event: str, _value: object) -> Callable[..., Any] | None:
        code = frame.f_code
        key = id(code)
        if key not in self.watched:
            self.watched[key] = Watched(code) if code.co_filename.startswith(self.folders) else None
        seen = self.watched[key]
        if seen is None or not seen.left or seen.calls > OFTEN:
            return None
        seen.calls += 1
        return self._line

    def _line(self, frame: FrameType, event: str, _value: object) -> Callable[..., Any]:
        if event == "line":
            seen = self.watched[id(frame.f_code)]
            if seen is not None:
                seen.left.discard(frame.f_lineno)
        return self._line
