"""Worker processes that may die: what one of them was at is given to another.

The standard library's pool gives everything up when one of its processes is killed, be it by hand or by a system short
of memory. A study of many hours must not, so each process here has a line of its own and one piece of work at a time.
"""

from __future__ import annotations

import pickle
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from traceback import format_exception
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Call: TypeAlias = tuple[Any, ...]

MOST_DEATHS = 3  # over one and the same piece of work
_SPAWN = get_context("spawn")


class WorkerLost(RuntimeError):
    """Workers died over the same piece of work again and again; `call` is what they were handed."""

    def __init__(self, call: Call, deaths: int) -> None:
        super().__init__(f"{deaths} workers died over it, one after the other")
        self.call = call


def in_processes(function: Callable[..., T], calls: Iterable[Call], workers: int) -> Iterator[T]:
    """Call a function again and again in worker processes.

    Results come in the order of the calls, each as soon as it and all before it are there. What the function raises is
    raised here. A worker that dies is replaced, and its call made again; the third death over one call is an error.
    """
    waiting = enumerate(calls)
    deaths: Counter[int] = Counter()
    found: dict[int, T] = {}
    due = 0
    crew: dict[Connection, _Worker] = {}
    try:
        for task in (next(waiting, None) for _ in range(workers)):
            if task is not None:
                _engage(crew, function, *task)
        while crew:
            for line in wait(list(crew)):
                assert isinstance(line, Connection)
                worker = crew[line]
                try:
                    is_well, value = line.recv()
                except (EOFError, OSError):
                    deaths[worker.index] += 1
                    crew.pop(line).dismiss()
                    if deaths[worker.index] == MOST_DEATHS:
                        raise WorkerLost(worker.call, MOST_DEATHS) from None
                    _engage(crew, function, worker.index, worker.call)
                    continue
                if not is_well:
                    raise value
                found[worker.index] = value
                following = next(waiting, None)
                if following is None:
                    crew.pop(line).dismiss()
                else:
                    worker.hand(*following)
            while due in found:
                yield found.pop(due)
                due += 1
    finally:
        for worker in crew.values():
            worker.dismiss()


class _Worker:
    """A process, the line to it, and what it is at."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.line, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_work, args=(theirs, function), daemon=True)
        self.process.start()
        theirs.close()

    def hand(self, index: int, call: Call) -> None:
        """Give it something to do. If it is dead, that shows when its answer is waited for."""
        self.index, self.call = index, call
        with suppress(OSError):
            self.line.send(call)

    def dismiss(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.join()
        self.process.close()


def _engage(crew: dict[Connection, _Worker], function: Callable[..., Any], index: int, call: Call) -> None:
    worker = _Worker(function)
    crew[worker.line] = worker
    worker.hand(index, call)


def _work(line: Connection, function: Callable[..., Any]) -> None:
    """The worker's process: answers call after call until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process, which then dismisses its workers
    with suppress(EOFError, OSError):
        while True:
            call = line.recv()
            try:
                answer = (True, function(*call))
            except Exception as error:
                answer = (False, _portable(error))
            line.send(answer)


def _portable(error: Exception) -> Exception:
    """An error that survives the way to another process, with its traceback as a note."""
    trace = "".join(format_exception(error))
    try:
        found: Exception = pickle.loads(pickle.dumps(error))
    except Exception:
        found = RuntimeError(f"{type(error).__name__}: {error}")
    found.add_note(f"In a worker process:\n{trace}")
    return found
