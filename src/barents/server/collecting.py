"""When the interpreter looks for garbage: not in the middle of a choice, and never through everything at once.

A full collection walks over everything in memory, which with two hundred matches takes a third of a second, and
nobody is served meanwhile. The interpreter would begin one whenever it has grown by a quarter. Here the small
collections stay as they are, but what has been looked through once is set aside: after a growth by a quarter only
what is new is looked through. All of it is when nothing has happened for a moment, or memory has doubled.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal

from barents.server import metrics

LOOK = 1.0  # seconds between two looks at whether it is time
QUIET = 0.5  # so long nothing must have been done
GROWN, GROWN_FAR = 1.25, 2.0  # as a multiple of the memory after the last one
AGED = 3600.0  # seconds after which everything is looked through even if nothing has grown
_NEVER = 1_000_000
_STATM = Path("/proc/self/statm")


def in_memory() -> int:
    """How many pages this process has in memory; where that is not told, how many objects it has made and kept."""
    if _STATM.exists():
        return int(_STATM.read_text("ascii").split()[1])
    return sys.getallocatedblocks()


class Collector:
    """Decides when it is time to look for garbage, and where."""

    def __init__(self) -> None:
        self._size = self._whole = in_memory()
        self._last = time.monotonic()

    def due(self, quiet: float, size: int, since: float) -> Literal["all", "new"] | None:
        """What is to be looked through, if anything: nothing was done for so many seconds, so much is in memory, and
        so many seconds ago everything was looked through.

        >>> collector = Collector()
        >>> collector._size, collector._whole = 1300, 1000
        >>> collector.due(quiet=9, size=1200, since=60), collector.due(quiet=9, size=1300, since=60)
        (None, 'all')
        >>> [collector.due(quiet=0, size=size, since=60) for size in (1500, 1700, 2100)]
        [None, 'new', 'all']
        """
        if size > GROWN_FAR * self._whole or (quiet >= QUIET and (size > GROWN * self._whole or since > AGED)):
            return "all"
        return "new" if size > GROWN * self._size else None

    def look(self) -> Literal["all", "new"] | None:
        """Look for garbage if it is time; where it was looked for."""
        now = time.monotonic()
        due = self.due(now - metrics.last_deed(), in_memory(), now - self._last)
        if due is None:
            return None
        with metrics.COLLECTION.time():
            if due == "all":
                gc.unfreeze()
            gc.collect()
            gc.freeze()
        self._size = in_memory()
        if due == "all":
            self._whole, self._last = self._size, time.monotonic()
        return due


@asynccontextmanager
async def collected() -> AsyncIterator[None]:
    """While this lasts, garbage is looked for when it is convenient."""
    usual = gc.get_threshold()
    gc.set_threshold(usual[0], usual[1], _NEVER)
    task = asyncio.ensure_future(_watch(Collector()))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        gc.unfreeze()
        gc.set_threshold(*usual)


async def _watch(collector: Collector) -> None:
    while True:
        await asyncio.sleep(LOOK)
        collector.look()
