"""The steps of a month as the campaign itself plays them: what ends, what is rolled, and in which order."""

from __future__ import annotations

import msgspec
import pytest

from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.flow import month_begins
from barents.games.arctic_campaign.state import Events, MonthBegins, MonthDice
from barents.kernel.events import Rolled
from barents.kernel.sides import Observer

from .admiralty import Admiralty

SCAPA, MURMANSK = "Scapa Flow", "Murmansk"


@pytest.mark.rule("AC-A.2-monthly-turn", "AC-A.2-order", "AC-B.13-month-only", "AC-B.13-once", "AC-B.19-same-month")
@pytest.mark.rule("AC-C.4-ground-stay", "AC-C.4-4", "AC-B.18-1944-six", "AC-B.3-react")
def test_what_has_run_out_ends_as_the_month_begins() -> None:
    """Who was hired goes, or is due home; what was sold may be bought; the last event and all sightings are over."""
    admiralty = Admiralty("1944-05", steps={MonthBegins: month_begins})
    admiralty.ship("z23", "Narvik", aground=True, sailed=True)
    admiralty.ship("rodney", SCAPA, "hired")
    admiralty.ship("kent", MURMANSK, "hired")
    admiralty.ship("arkhangelsk", MURMANSK, "transfer")
    state = admiralty.state
    state.allied.sold = ["BB"]
    state.axis.extra_boats, state.axis.grounding = 4, True
    state.sighted = state.aborted = True
    now = admiralty.begin(MonthBegins()).now
    assert (admiralty.vessel("z23").aground, admiralty.vessel("z23").sailed) == (False, False)
    assert "rodney" not in now.allied.vessels
    assert (admiralty.vessel("kent").due, admiralty.vessel("kent").unpaid) == (True, True)
    assert admiralty.vessel("arkhangelsk").service == "soviet"
    assert now.allied.sold == []
    assert (now.axis.extra_boats, now.axis.grounding) == (0, False)
    assert (now.sighted, now.aborted, now.phase) == (False, False, "repair")
    assert admiralty.told("AC-A.2-monthly-turn", Observer.PUBLIC)[0].about == {"month": "1944-05"}


@pytest.mark.rule("AC-A.21-events", "AC-A.21-fuel-roll", "AC-B.18-pacific-roll", "AC-B.18-pacific-six")
def test_the_dice_of_the_first_phase_fall_in_their_order() -> None:
    """Events of both sides, the fuel, and in May the ships from the Pacific: a six brings them."""
    admiralty = Admiralty("1943-05").begin(Events(), allied=[2, 3, 6], axis=[4, 6, 1, 1, 1, 1])
    rolled = [event.rule for event in admiralty._seen(Observer.UMPIRE) if isinstance(event, Rolled)]
    assert rolled == ["AC-B.5-roll", "AC-C.4-roll", "AC-C.31-cumulative", "AC-B.18-pacific-roll"]
    assert "baku" in admiralty.now.allied.vessels
    assert admiralty.dice_left() == {}


@pytest.mark.rule("AC-B.17-escort-roll", "AC-B.23-cve-1942", "AC-A.23-air-allot")
@pytest.mark.parametrize("asked", [True, False])
def test_among_the_dice_of_the_month_are_those_of_destroyers_and_of_the_carrier(asked: bool) -> None:
    """Soviet destroyers answer only whoever asks; from July on a carrier comes for certain."""
    admiralty = Admiralty("1942-08")
    for key in ("gremyashchy", "gromky"):
        admiralty.ship(key, "Archangelsk", "soviet")
    admiralty.state.allied.escort_asked = asked
    admiralty.begin(MonthDice())
    assert len(admiralty.rolls("AC-B.17-escort-roll", Observer.ALLIED)) == int(asked)
    assert bool(admiralty.now.allied.escorts) is asked
    assert len(admiralty.rolls("AC-B.23-cve-1942", Observer.ALLIED)) == 1
    assert admiralty.vessel(admiralty.now.allied.cve).at == SCAPA


@pytest.mark.rule("AC-A.23-120", "AC-C.5-optional", "AC-B.24-optional", "AC-A.6-optional")
@pytest.mark.parametrize("on", [True, False])
def test_the_options_of_the_campaign_hold_at_sea(on: bool) -> None:
    """A month of 120 turns; the optional rules are those that were agreed on, and a grounding is the event's."""
    options = Options(
        seaworthiness=on, soviet_convoys=on, mines=on, offboard_search=on, cautious_orders=on, convoy_phase="played"
    )
    admiralty = Admiralty("1943-09", options=options)
    admiralty.state.axis.grounding = on
    operation = admiralty.begin(MonthDice()).now.operation
    assert operation is not None
    assert (operation.turns, operation.month, operation.year) == (120, 9, 1943)
    told = msgspec.structs.asdict(operation.options)
    assert {told[name] for name in ("offboard_search", "seaworthiness", "mines", "soviet_convoys")} == {on}
    assert (operation.cautious, operation.long_search, operation.grounding) == (on, on, on)
    assert operation.complete  # every ship that there is has her place: nobody comes from elsewhere
