"""Plugged in, a server's process forgets the last choice of every match that it takes up: for the fuzzer to find."""

from __future__ import annotations

from multiprocessing import parent_process

import msgspec

from barents.server.storage.store import Kept, Store
from tests.server.failing import GAME

__all__ = ["GAME"]

_load = Store.load


def forgetting(store: Store, match: str, *, settled: bool = False) -> Kept | None:
    """What is kept of a match, but for its last choice."""
    kept = _load(store, match, settled=settled)
    return None if kept is None else msgspec.structs.replace(kept, choices=kept.choices[:-1])


if parent_process() is not None:  # whoever collects the tests imports every module, and is to forget nothing
    setattr(Store, "load", forgetting)  # noqa: B010  # that is the fault, and no type for it
