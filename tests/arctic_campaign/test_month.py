"""Whole months, with answers at random: the phases in their order, and nothing lost on the way."""

from __future__ import annotations

from itertools import groupby

import pytest

from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.flow import month_begins
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.rules.units import desk_of
from barents.games.arctic_campaign.state import MonthBegins, State
from barents.kernel.dice import Dice
from barents.kernel.events import Rolled, Told
from barents.kernel.sides import Side

from .admiralty import Admiralty

PHASES = ["repair", "reinforcement", "convoy", "homebound", "points"]


def war(seed: int, options: Options, months: int) -> tuple[Admiralty, list[tuple[int, str]]]:
    """A campaign by chance up to a month, with the months and phases in which somebody was asked something."""
    admiralty = Admiralty(options=options, steps={MonthBegins: month_begins})
    admiralty.state = opening(admiralty.data, "campaign", options)
    dice, asked = Dice.seeded("war", seed), list[tuple[int, str]]()
    admiralty.begin(*reversed(admiralty.state.agenda))
    while admiralty.match.result is None and admiralty.now.month <= months:
        side, decision = next(iter(admiralty.match.pending.items()))
        asked.append((admiralty.now.month, admiralty.now.phase))
        admiralty.act(side, decision.options.sample(dice))
        if len(asked) % 25 == 0:
            check(admiralty.now)
    check(admiralty.now)
    return admiralty, asked


def check(state: State) -> None:
    """Every ship is in one place: at her desk or in the operation; what is in a passage is German and afloat."""
    for side in Side:
        desk = desk_of(state, side)
        at_sea = state.operation.desks[side].ships if state.operation is not None else {}
        assert not set(at_sea) & set(desk.ships)
        assert all(key in desk.ships or key in at_sea for key in desk.vessels)
    assert all(key in state.axis.ships for group in state.axis.passing for key in group.ships)
    assert state.axis.stock >= 0


@pytest.mark.rule("AC-A.2-order", "AC-A.2-monthly-turn", "AC-A.25-score", "AC-A.1-start")
@pytest.mark.parametrize(("seed", "fog"), [(1, True), (2, False)])
def test_months_go_through_their_phases(seed: int, fog: bool) -> None:
    """None is skipped, whatever the answers; each month ends with a statement and a row of both records."""
    options = Options(convoy_phase="quick", interception_fog=fog, axis_training=fog)
    admiralty, asked = war(seed, options, months=4)
    now = admiralty.now
    assert admiralty.match.result is not None or now.month == 5
    order = [key for key, _ in groupby(asked) if key[1] != "set-up"]
    whole = [(month, phase) for month in range(1, len(now.statements) + 1) for phase in PHASES if phase != "points"]
    assert order[: len(whole)] == whole  # in the last phase nobody is asked
    assert [one.month for one in now.statements] == [one.month for one in now.allied.record]
    assert [one.month for one in now.axis.record] == list(range(1, len(now.statements) + 1))
    assert len(admiralty.match.chapters) >= len(now.statements) - 1
    begun = [event.about["month"] for event in _told(admiralty, "AC-A.2-monthly-turn")]
    assert begun[:2] == ["1942-01", "1942-02"]
    assert not _rolled(admiralty, "OP-WX")  # nothing was played at sea, and so there was no weather


def _told(admiralty: Admiralty, rule: str) -> list[Told]:
    events = [entry.event for entry in admiralty.match.log or []]
    return [event for event in events if isinstance(event, Told) and event.rule == rule]


def _rolled(admiralty: Admiralty, start: str) -> list[Rolled]:
    events = [entry.event for entry in admiralty.match.log or []]
    return [event for event in events if isinstance(event, Rolled) and event.rule.startswith(start)]
