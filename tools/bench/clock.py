"""The clock: runs every bench in several rounds, one after another in each round.

A busy machine has slow moments. Because every round measures everything, such a moment falls on a few figures of one
round and not on all rounds of one figure, and the ratio of two figures can be taken within a round.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import process_time

from tools.bench.figures import Counted, Figure, Timed, Work


def seconds_each(work: Work, seconds: float) -> float:
    """Repeat work for at least some seconds of this process's own time; the time that one unit took."""
    done = 0
    start = process_time()
    while True:
        done += work()
        spent = process_time() - start
        if spent >= seconds:
            return spent / done


def measure(
    benches: Sequence[Timed | Counted], rounds: int, seconds: float, progress: Callable[[str], None]
) -> list[Figure]:
    """Run the benches; each timed one gets a slice of so many seconds in each round."""
    progress("preparing")
    works: dict[int, Work] = {}
    missing: dict[int, str] = {}
    for number, bench in enumerate(benches):
        if isinstance(bench, Timed):
            try:
                works[number] = bench.prepare()
            except ImportError as error:
                missing[number] = str(error)
    # What is imported and prepared by now stays. Without this, every full collection would walk through the modules
    # and positions of all the other benches, and each would be charged for its neighbours.
    gc.collect()
    gc.freeze()
    for work in works.values():
        seconds_each(work, seconds / 4)
    runs: dict[int, list[float]] = {number: [] for number in works}
    for turn in range(rounds):
        progress(f"round {turn + 1} of {rounds}")
        for number, work in works.items():
            gc.collect()
            runs[number].append(seconds_each(work, seconds))
    figures: list[Figure] = []
    for number, bench in enumerate(benches):
        if isinstance(bench, Counted):
            progress(f"counting for {bench.group}")
            figures += bench.count()
        else:
            values = [bench.unit.of(value) for value in runs.get(number, ())]
            figures.append(bench.figure(values, missing.get(number, "")))
    return figures
