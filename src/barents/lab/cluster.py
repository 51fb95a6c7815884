"""Many machines: pieces of work are done by the workers of a Dask cluster.

Dask itself gives the work of a worker that is lost to another. Here is only what keeps its queue filled and its answers
in order.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker

from barents.lab.crew import Call, WorkerLost

T = TypeVar("T")

PATIENCE = "10s"  # how long a scheduler and its first workers may take to answer
AHEAD = 8  # calls in the queue for each thread of the cluster: results are waited for in their order
LOOK = 15.0  # seconds without a result after which it is asked whether any worker is left
GONE = 2  # looks in a row without one, before the study is given up: a worker may be starting again


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
        waiting = iter(calls)
        running: deque[tuple[Future, Call]] = deque()
        try:
            while True:
                # It is asked again and again how many there are: workers come and go while a study runs.
                for call in islice(waiting, max(1, AHEAD * self.workers - len(running))):
                    running.append((self._client.submit(function, *call, pure=False), call))
                if not running:
                    return
                yield self._result(*running[0])
                running.popleft()
        finally:
            with suppress(OSError, CancelledError):
                self._client.cancel([future for future, _ in running])

    def _result(self, future: Future, call: Call) -> Any:
        """What a call came to; a cluster without workers is not waited for."""
        alone = 0
        while alone < GONE:
            try:
                return future.result(timeout=LOOK)
            except KilledWorker as killed:
                raise WorkerLost(call, killed.allowed_failures + 1) from None
            except (TimeoutError, CancelledError, OSError) as error:
                if future.status == "error":  # the call itself raised it
                    raise
                error.__traceback__ = None  # a circle, which would keep all calls for who knows how long
                if not isinstance(error, TimeoutError):
                    raise self._lost() from None
                alone = 0 if self.workers else alone + 1
        raise ClusterError(
            f"the Dask scheduler at {self.address} has no workers any more: start one for each core with "
            f"`dask worker {self.address} --nthreads 1`, and go on with the study by --resume"
        )

    def _lost(self) -> ClusterError:
        return ClusterError(f"the Dask scheduler at {self.address} was lost in the middle of the study")
