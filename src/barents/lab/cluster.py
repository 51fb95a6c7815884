"""Many machines: pieces of work are done by the workers of a Dask cluster.

Dask itself gives the work of a worker that is lost to another. Here is only what keeps its queue filled and its answers
in order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker, as_completed

from barents.lab.crew import Call, WorkerLost

T = TypeVar("T")

PATIENCE = "10s"  # how long a scheduler and its first workers may take to answer
AHEAD = 4  # calls in the queue for each thread of the cluster


class ClusterError(RuntimeError):
    """A cluster that cannot be reached or was lost; the message says what to do about it."""


class Cluster:
    """A connection to a Dask cluster with at least so many workers, to be closed again by a `with` statement."""

    def __init__(self, address: str, at_least: int = 1) -> None:
        # A worker that goes away is Dask's business as long as another takes its work.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(
                f"no Dask scheduler answers at {address} ({error}): start one with `dask scheduler`, "
                "and give the address that it prints, as in tcp://localhost:8786"
            ) from None
        try:
            self._client.wait_for_workers(at_least, timeout=PATIENCE)
        except TimeoutError:
            self.close()
            raise ClusterError(
                f"the Dask scheduler at {address} has too few workers: "
                f"start one for each core with `dask worker {address} --nthreads 1`"
            ) from None

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the cluster; it goes on without us."""
        with suppress(OSError):
            self._client.close()

    @property
    def workers(self) -> int:
        """How many calls are worked at side by side."""
        try:
            return sum(self._client.nthreads().values())
        except OSError:
            raise self._lost() from None

    def calls(self, function: Callable[..., T], calls: Iterable[Call]) -> Iterator[T]:
        """Call a function again and again on the cluster; results in the order of the calls.

        The function must be importable on every worker. What it raises is raised here.
        """
        waiting = enumerate(calls)
        running: dict[Future, tuple[int, Call]] = {}
        found: dict[int, T] = {}
        due = 0

        def submit(most: int) -> list[Future]:
            new = []
            for index, call in islice(waiting, most):
                future = self._client.submit(function, *call, pure=False)
                running[future] = (index, call)
                new.append(future)
            return new

        try:
            finished = as_completed(submit(AHEAD * max(1, self.workers)), loop=self._client.loop)
            for future in finished:
                index, call = running.pop(future)
                found[index] = self._result(future, call)
                # Now and then it is asked how many there are: workers come and go while a study runs.
                room = 1 if index % AHEAD else max(1, AHEAD * self.workers - len(running))
                finished.update(submit(room))
                while due in found:
                    yield found.pop(due)
                    due += 1
        finally:
            with suppress(OSError, CancelledError):
                self._client.cancel(list(running))

    def _result(self, future: Future, call: Call) -> Any:
        try:
            return future.result()
        except KilledWorker as killed:
            raise WorkerLost(call, killed.allowed_failures + 1) from None
        except (CancelledError, OSError):
            if future.status == "error":  # the call itself raised it
                raise
            raise self._lost() from None

    def _lost(self) -> ClusterError:
        return ClusterError(f"the Dask scheduler at {self.address} was lost in the middle of the study")
