"""What owners are told before their submarines get orders, so that the orders give nothing away."""

from __future__ import annotations

import pytest

from barents.games.operations.state import BoatOrders, InshorePatrols
from barents.kernel.sides import Observer

from .theatre import AXIS, OPEN_SEA, Theatre


@pytest.mark.rule("OP-SUB-move", "OP-HID-view")
def test_a_boat_near_a_patrol_is_ordered_one_zone_at_most_and_her_owner_hears_why() -> None:
    theatre = Theatre()
    theatre.boat("u-1", OPEN_SEA)
    theatre.boat("u-2", "4811")
    theatre.fleet("hunters", "5713", "uk:dd-old", "uk:DD43", mission="cover")
    theatre.begin(InshorePatrols(), BoatOrders())
    assert max(way.count(">") for way in theatre.ways(AXIS, "u-1")) == 1
    assert max(way.count(">") for way in theatre.ways(AXIS, "u-2")) == 2
    assert [event.about["unit"] for event in theatre.told("OP-SUB-patrol", Observer.AXIS)] == ["u-1"]
    assert not theatre.told("OP-SUB-patrol", Observer.ALLIED)
