"""A trial, from the first match to the last spectator, and the trials that are reported."""

from __future__ import annotations

import asyncio
import gc
from typing import get_args

from tools.load.hall import Hall, books
from tools.load.servers import Servers, serving
from tools.load.terms import Kind, Outcome, Terms


async def tried(terms: Terms, servers: Servers) -> Outcome:
    """One trial, from the first match to the last spectator."""
    hall = Hall(terms, servers)
    await hall.one_table_first()
    empty = servers.memory
    await hall.lay()
    match_bytes = (servers.memory - empty) / terms.matches
    await hall.steadily(terms.warm_up)
    steady = await hall.steadily(terms.seconds)
    most = await hall.saturated(terms.saturated) if terms.saturated else None
    watched, spectator_bytes = None, None
    if terms.spectators:
        before = servers.memory
        await hall.watch(terms.spectators)
        spectator_bytes = (servers.memory - before) / terms.spectators
        watched = await hall.steadily(terms.seconds)
    await hall.leave()
    return Outcome(terms, steady, most, match_bytes, watched, spectator_bytes)


def run(terms: Terms) -> Outcome:
    """Start the servers, and try."""
    books(terms.game)
    gc.disable()  # a pause of the clients' must not be taken for one of the servers'
    try:
        with serving(terms) as servers:
            return asyncio.run(tried(terms, servers))
    finally:
        gc.enable()


NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
TRIALS = tuple(
    Terms(database=database, processes=processes, spectators=1000)
    for database in get_args(Kind)
    for processes in (1, 2)
)
"""What is reported."""
HEAD = (
    "database",
    "processes",
    "p50",
    "p99",
    "worst",
    "server time a choice",
    "at most",
    "a match",
    "p99 with spectators",
    "a spectator",
)


def cells(outcome: Outcome) -> tuple[str, ...]:
    """A line of the table."""
    terms, steady = outcome.terms, outcome.steady
    return (
        NAMES[terms.database],
        str(terms.processes),
        f"{steady.p50:.1f} ms",
        f"{steady.p99:.1f} ms",
        f"{steady.worst:.0f} ms",
        f"{steady.servers:.1f} ms",
        "" if outcome.most is None else f"{outcome.most:.0f} a second",
        f"{outcome.match_bytes / 1024:.0f} kB",
        "" if outcome.watched is None else f"{outcome.watched.p99:.1f} ms",
        "" if outcome.spectator_bytes is None else f"{outcome.spectator_bytes / 1024:.0f} kB",
    )
