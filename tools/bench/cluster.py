"""The figures of a Dask cluster on one machine: a scheduler, and one worker or two; by the clock on the wall."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from socket import create_server
from statistics import median
from time import perf_counter

from barents.kernel.sides import Side
from barents.lab.simulate import Study, play_all
from tools.bench.figures import Figure, Unit, at_least, counted

CLUSTER = "A Dask cluster"
STUDY = Study("operations", "qp-11-teaching", 1, dict.fromkeys(Side, "captain"))
GAMES, ROUNDS = 24, 3


@contextmanager
def dask(*arguments: str) -> Iterator[None]:
    """A process of Dask's own command, until it is no longer needed."""
    command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@contextmanager
def cluster_of(workers: int) -> Iterator[str]:
    """A scheduler with so many workers of one thread each, and its address."""
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        stack.enter_context(dask("scheduler", "--host", "127.0.0.1", "--port", str(port)))
        for _ in range(workers):
            stack.enter_context(dask("worker", address, "--nthreads", "1", "--no-nanny"))
        yield address


@counted(CLUSTER)
def games_a_second() -> list[Figure]:
    """The same games by one worker and by two, in turn."""
    measured = partial(Figure, CLUSTER)
    try:
        from barents.lab.cluster import Cluster
    except ImportError as error:
        return [measured("two workers as a multiple of one", Unit.COUNT, (), at_least(1.7), note=str(error))]
    rates: dict[int, list[float]] = {1: [], 2: []}
    with ExitStack() as stack:
        addresses = {workers: stack.enter_context(cluster_of(workers)) for workers in rates}
        clusters = {
            workers: stack.enter_context(Cluster(address, at_least=workers)) for workers, address in addresses.items()
        }
        for games in (2, *[GAMES] * ROUNDS):
            for workers, cluster in clusters.items():
                start = perf_counter()
                played = sum(1 for _ in play_all(((STUDY, number + 1) for number in range(games)), cluster=cluster))
                rates[workers].append(played / (perf_counter() - start))
    for rate in rates.values():
        del rate[0]  # in the first round the workers have loaded the game
    multiple = median(two / one for one, two in zip(rates[1], rates[2], strict=True))
    name = f"games of {STUDY.game} {STUDY.scenario}"
    return [
        measured(f"{name}, one worker", Unit.PER_SECOND, tuple(rates[1])),
        measured(f"{name}, two workers", Unit.PER_SECOND, tuple(rates[2])),
        measured("two workers as a multiple of one", Unit.COUNT, (multiple,), at_least(1.7)),
    ]
