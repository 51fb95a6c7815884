"""Rules that other tests look up in their tables or functions, here as the steps of a month carry them out."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.arctic_campaign.state import Events, MonthDice, Repairs
from barents.kernel.events import Rolled
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty


@pytest.mark.rule("AC-A.23-subs", "AC-B.16-dice", "AC-A.23-air-allot", "AC-A.22-uboats")
@pytest.mark.parametrize("event", [4, 5])
def test_the_dice_of_the_month_bring_boats_and_aircraft_in_secret(event: int) -> None:
    """July 1942: two dice of U-boats; a die of British boats, two with event 5, and one of Soviet ones."""
    admiralty = Admiralty("1942-07")
    admiralty.state.allied.event = event
    british = [3, 2] if event == 5 else [3]
    admiralty.begin(MonthDice(), allied=[*british, *[1] * sum(british), 4, 1, 1, 3, 6], axis=[4, 3])
    assert admiralty.is_over
    operation = admiralty.now.operation
    assert operation is not None
    classes = {side: Counter(boat.type for boat in operation.desks[side].boats.values()) for side in (ALLIED, AXIS)}
    assert classes == {ALLIED: {"uk:S": sum(british), "su:M": 2, "su:S": 1, "su:K": 1}, AXIS: {"de:VII": 7}}
    assert all(operation.desks[side].air for side in (ALLIED, AXIS))
    seen = {
        observer: [event.rule for event in admiralty._seen(observer) if isinstance(event, Rolled)]
        for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC)
    }
    assert seen[Observer.ALLIED][0] == "AC-B.16-dice"  # the first that the Allies do in this phase
    assert not {"AC-B.16-dice", "AC-B.16-class-odds", "OP-AIR-allot-allied"} & set(seen[Observer.AXIS])
    assert not {"AC-C.14-boats", "OP-AIR-allot-axis"} & set(seen[Observer.ALLIED])
    assert seen[Observer.PUBLIC] == []


@pytest.mark.rule("AC-C.31-cumulative", "AC-A.21-fuel-roll", "AC-C.31-secret")
def test_fuel_of_several_months_gathers_without_a_limit() -> None:
    """The event is 10, for which no fuel die falls; three months of thirty boxes."""
    admiralty = Admiralty("1942-05")
    for month in range(1, 4):
        admiralty.begin(Events(), allied=[2, 3, 1], axis=[4, 6, *[6] * 5])
        assert admiralty.is_over
        assert admiralty.now.axis.stock == 30 * 72 * month
        assert not admiralty.rolls("AC-C.31-cumulative", Observer.ALLIED)
        admiralty.state = admiralty.now
        admiralty.state.month += 1


@pytest.mark.rule("AC-B.11-cv-air-change", "AC-B.15-carrier-replace")
@pytest.mark.parametrize(("date", "modern"), [("1942-07", False), ("1942-08", True)])
def test_a_carrier_may_take_modern_fighters_once_there_are_any(date: str, modern: bool) -> None:
    """On the page of the repair phase, from the month on in which there are Martlets; and then she carries them."""
    admiralty = Admiralty(date)
    admiralty.ship("victorious", "Scapa Flow")
    admiralty.begin(Repairs())
    page = admiralty.asked(ALLIED)
    decks = admiralty.ways(ALLIED, "victorious") if page.rule == "AC-B.15-carrier-replace" else []
    martlets = [deck for deck in decks if "martlet" in deck]
    assert bool(martlets) is modern
    if modern:
        admiralty.plot(ALLIED, victorious=martlets[0]).idle_on()
        assert "martlet" in admiralty.now.allied.decks["victorious"]
