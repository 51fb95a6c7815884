"""The processes in which the mutation check runs tests: each run is a fork of one that has everything ready.

A *warm* one has collected the marked tests of a game. For each change it forks; the child puts the changed function in
place of the one it has, runs the tests that were asked for, and is gone. The parent itself never runs a test, so it
remembers nothing that an earlier run has worked out. What was already run while the tests were collected (data that is
read as a module is imported, say) cannot be changed like that: it answers that this change has to go another way.

A *fresh* one has only imported pytest. Its children read the game and collect the tests anew, from a copy of the
project in which the file is changed. That takes a second, and works for any change.

    python -m tools.warm FOLDER [--watch FOLDER ...] [TEST FILE ...]

Requests come as lines of JSON on the standard input, and are answered on the standard output; without test files
it is a fresh one.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import BinaryIO

import msgspec
import pytest

from tools.witness import Case, Witness

NOT_NEEDED = ("cacheprovider", "tests.ledger_plugin", "tests.reach_plugin")
QUIET = ("-q", "--capture=no", "--color=no", *(part for name in NOT_NEEDED for part in ("-p", f"no:{name}")))
SPARE = 5  # Seconds that every run is given, and times over that it may take longer than it usually does.
MEMORY = 4 * 2**30


class End(StrEnum):
    """How a run came to its end."""

    DONE = "done"
    LATE = "late"
    DIED = "died"
    NOT_SWAPPED = "not swapped"


class Swap(msgspec.Struct, frozen=True):
    """A function to be changed while it is in memory: its file, name and first line, and the file's new source."""

    file: str
    name: str
    line: int
    source: str


class Request(msgspec.Struct, frozen=True):
    """Tests to run: with a change or without, watching their lines or not, and how many seconds they usually take."""

    tests: tuple[str, ...]
    swap: Swap | None = None
    lines_of: tuple[str, ...] = ()
    seconds: float = 0.0
    to_the_end: bool = False


class Reply(msgspec.Struct):
    """What became of the tests that were run: all, or up to the first that objected."""

    end: End
    cases: list[Case] = []


def in_child(work: Callable[[], Reply], seconds: float) -> Reply:
    """Do something in a fork of this process, which may take so many seconds of the processor and is then ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        limit = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = 1
        try:
            with open(writing, "wb") as answer:
                answer.write(msgspec.json.encode(work()))
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    patience = time.monotonic() + 20 * seconds  # Other work may keep the processor.
    parts: list[bytes] = []
    with open(reading, "rb", buffering=0) as answer:
        while ready := select.select([answer], [], [], max(0.0, patience - time.monotonic()))[0]:
            if not (part := os.read(answer.fileno(), 2**20)):
                break
            parts.append(part)
    if not ready:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Reply(End.LATE if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else End.DIED)
    if os.WEXITSTATUS(status) or not parts:
        return Reply(End.DIED)
    return msgspec.json.decode(b"".join(parts), type=Reply)


class Line:
    """The requests as they come in, and the answers as they go out."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO) -> None:
        self.requests = requests
        self.answers = answers

    def serve(self, answer: Callable[[Request], Reply]) -> None:
        """Say that all is ready; then answer until nobody asks any more."""
        self.send(Reply(End.DONE))
        for line in self.requests:
            self.send(answer(msgspec.json.decode(line, type=Request)))

    def send(self, reply: Reply) -> None:
        """One answer."""
        self.answers.write(msgspec.json.encode(reply) + b"\n")
        self.answers.flush()


# --- Fresh ---


def run_anew(root: Path, request: Request) -> Reply:
    """Collect and run the tests as a process of its own would."""
    witness = Witness(root, request.lines_of)

    def work() -> Reply:
        stop = () if request.to_the_end else ("--maxfail=1",)
        code = pytest.main([*QUIET, *stop, *request.tests], [witness])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return Reply(End.DIED)
        return Reply(End.DONE, list(witness.cases.values()))

    return in_child(work, SPARE * (2 + request.seconds))


# --- Warm ---


class Warm:
    """Plugin that, instead of running the tests it has collected, runs some of them again and again in forks."""

    def __init__(self, line: Line, root: Path, watch: tuple[str, ...]) -> None:
        self.line = line
        self.witness = Witness(root)
        self.watch = tuple(os.path.join(folder, "") for folder in watch)
        self.ran: dict[int, CodeType] = {}  # By address: two functions may have equal code.
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}

    def pytest_collection(self) -> None:
        """See what runs while the tests are collected."""
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _value: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(self.watch):
            self.ran[id(frame.f_code)] = frame.f_code

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer requests until there are none."""
        sys.setprofile(None)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(self.watch):
                code = thing.__code__
                key = (code.co_filename, code.co_qualname, code.co_firstlineno)
                self.functions.setdefault(key, []).append(thing)
        gc.freeze()  # What is there already need not be copied into the forks by the collector's counting.
        items = {item.nodeid: item for item in session.items}
        self.line.serve(lambda request: self._answer(request, items))
        return True

    def _answer(self, request: Request, items: dict[str, pytest.Item]) -> Reply:
        wanted = [items[test] for test in request.tests] if set(request.tests) <= set(items) else []
        if not wanted:
            wanted = [item for test in request.tests for name, item in items.items() if name.partition("[")[0] == test]

        def work() -> Reply:
            self.witness.folders = tuple(os.path.join(folder, "") for folder in request.lines_of)
            if request.swap is not None and not self._swap(request.swap):
                return Reply(End.NOT_SWAPPED)
            for item, after in zip(wanted, [*wanted[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if self.witness.cases[item.nodeid].failed and not request.to_the_end:
                    break
            return Reply(End.DONE, list(self.witness.cases.values()))

        return in_child(work, SPARE * (1 + request.seconds))

    def _swap(self, swap: Swap) -> bool:
        """Put a changed function in the place of the one in memory; whether that could be done."""
        found = self.functions.get((swap.file, swap.name, swap.line), [])
        if not found or any(id(function.__code__) in self.ran for function in found):
            return False
        changed = _find(compile(swap.source, swap.file, "exec", dont_inherit=True), swap.name, swap.line)
        if changed is None or any(function.__code__.co_freevars != changed.co_freevars for function in found):
            return False
        for function in found:
            function.__code__ = changed
        return True


def _find(code: CodeType, name: str, line: int) -> CodeType | None:
    """The code of a function in that of its module."""
    if (code.co_qualname, code.co_firstlineno) == (name, line):
        return code
    inner = (_find(constant, name, line) for constant in code.co_consts if isinstance(constant, CodeType))
    return next((found for found in inner if found is not None), None)


def main() -> int:
    """Open the line, and be warm or fresh."""
    parser = argparse.ArgumentParser(prog="python -m tools.warm", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--watch", action="append", default=[])
    parser.add_argument("files", nargs="*")
    options = parser.parse_intermixed_args()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Whatever pytest prints goes to the log.
    line = Line(sys.stdin.buffer, answers)
    if not options.files:
        importlib.import_module("hypothesis")  # So that no child has to.
        line.serve(lambda request: run_anew(options.root, request))
        return 0
    warm = Warm(line, options.root, tuple(options.watch))
    return int(pytest.main([*QUIET, *options.files], [warm, warm.witness]))


if __name__ == "__main__":
    sys.exit(main())
