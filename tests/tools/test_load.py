"""The load harness: a small trial counts every choice, and its figures stand in the table and among the benches."""

from __future__ import annotations

import pytest

from tools.bench.load import figures_of
from tools.load.terms import Terms
from tools.load.trial import HEAD, cells, run


@pytest.fixture(scope="module")
def terms() -> Terms:
    return Terms(game="hunt", matches=4, rate=40.0, warm_up=0.2, seconds=1.0, processes=2, spectators=6, saturated=0.5)


def test_every_choice_of_a_small_trial_reaches_those_who_see_it(terms: Terms) -> None:
    outcome = run(terms)
    assert outcome.watched is not None
    for steady in (outcome.steady, outcome.watched):
        assert steady.choices > 0
        assert steady.choices + steady.refused <= 40, "as many as were due, less those for which no table was free"
        assert 0 < steady.p50 <= steady.p99 <= steady.worst
        assert steady.servers > 0
    assert outcome.most is not None
    assert outcome.most > 0
    line = dict(zip(HEAD, cells(outcome), strict=True))
    assert (line["database"], line["processes"]) == ("SQLite", "2")
    assert line["p99"] == f"{outcome.steady.p99:.1f} ms"
    figures = {figure.name: figure for figure in figures_of(outcome)}
    assert figures["choice to both views, p99, SQLite, two processes"].runs == (outcome.steady.p99,)
    assert figures["p99 with 6 spectators, SQLite, two processes"].target is not None
