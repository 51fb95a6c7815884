"""The web service under load: two hundred matches at once, fifty choices a second, a thousand spectators.

The clock is that on the wall, and the clients are on the same cores as the servers.
"""

from __future__ import annotations

from tools.bench.figures import Figure, Unit, counted, under
from tools.load.terms import Outcome, Terms
from tools.load.trial import NAMES, TRIALS, run

UNDER_LOAD = "The web service under load"


@counted(UNDER_LOAD)
def under_load() -> list[Figure]:
    """Each kind of database, with one server process and with two."""
    return [figure for terms in TRIALS for figure in figures_of(run(terms))]


def figures_of(outcome: Outcome) -> list[Figure]:
    """What came of a trial, with the target for it."""
    where = _where(outcome.terms)
    figures = [
        Figure(UNDER_LOAD, f"choice to both views, p50, {where}", Unit.MILLISECONDS, (outcome.steady.p50,)),
        Figure(UNDER_LOAD, f"choice to both views, p99, {where}", Unit.MILLISECONDS, (outcome.steady.p99,), under(100)),
        Figure(UNDER_LOAD, f"memory a match, {where}", Unit.BYTES, (outcome.match_bytes,)),
    ]
    if outcome.most is not None:
        figures.append(Figure(UNDER_LOAD, f"choices at saturation, {where}", Unit.PER_SECOND, (outcome.most,)))
    if outcome.watched is not None and outcome.spectator_bytes is not None:
        watched = f"p99 with {outcome.terms.spectators:,} spectators, {where}"
        figures += [
            Figure(UNDER_LOAD, watched, Unit.MILLISECONDS, (outcome.watched.p99,), under(100)),
            Figure(UNDER_LOAD, f"memory a spectator, {where}", Unit.BYTES, (outcome.spectator_bytes,)),
        ]
    return figures


def _where(terms: Terms) -> str:
    return f"{NAMES[terms.database]}, {'one process' if terms.processes == 1 else 'two processes'}"
