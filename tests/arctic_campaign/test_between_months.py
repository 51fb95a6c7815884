"""What lasts from one month at sea to the next desk: reports of the enemy, and that guests of the Soviets go home."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign.rules import sightings
from barents.games.arctic_campaign.rules.convoy_phase import allot_aircraft, operations
from barents.games.arctic_campaign.rules.flow import month_begins
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.screen.view import view
from barents.games.arctic_campaign.state import GERMANY, MonthBegins, MonthDice, Operations
from barents.games.operations.fleets.missions import missions_of
from barents.games.operations.orders import Return
from barents.games.operations.state import State as Operation
from barents.kernel.game import Sighting
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty
from .war_room import PLACES, PORTS, WarRoom, _dice


def test_the_last_reports_of_a_month_stay_on_the_desk_and_pale() -> None:
    """Of each zone the newest, of what is worth it; a size alone says nothing a month later."""
    told = [
        Sighting("5712", "about 9 ships: merchants", "air search", 20),
        Sighting("6113", "1 BB, 2 DD, course east", "battle", 30),
        Sighting("6214", "2 to 5 ships", "shore watch", 40),
        Sighting("5712", "about 4 ships: capital ship, carrier", "U-88", 50),
    ]

    def at_sea(operation: Operation) -> None:
        operation.notebook[ALLIED].sightings += told

    room = WarRoom("1942-07", at_sea=at_sea)
    room.plan().idle_on()
    kept = room.now.notebook[ALLIED].sightings
    assert [(seen.cell, seen.what, seen.source, seen.turn) for seen in kept] == [
        ("5712", "carrier", "U-88", 7),
        ("6113", "heavy ship", "battle", 7),
    ]
    assert not room.now.notebook[AXIS].sightings
    for month, left in ((8, 2), (9, 2), (10, 0)):
        room.now.month = month
        sightings.put_away(room.now)
        ghosts = view(room.data, room.now, Observer.ALLIED).sightings
        assert len(ghosts) == left
        assert {(ghost.age, ghost.turn, ghost.side) for ghost in ghosts} <= {(month - 7, 0, AXIS)}
        if ghosts:
            assert [(ghost.what, ghost.kind) for ghost in ghosts] == [
                ("carrier? July", "cv"),
                ("heavy ship? July", "bb"),
            ]
        assert not view(room.data, room.now, Observer.AXIS).sightings


def test_a_new_month_puts_old_reports_away() -> None:
    admiralty = Admiralty("1942-10", steps={MonthBegins: month_begins})
    admiralty.state.notebook[AXIS].sightings = [Sighting("5712", "convoy", "U-88", month) for month in (7, 8)]
    admiralty.begin(MonthBegins())
    assert [seen.turn for seen in admiralty.now.notebook[AXIS].sightings] == [8]


@pytest.mark.rule("AC-B.23-leave", "AC-B.23-no-base")
def test_a_guest_at_sea_is_not_sent_on_to_another_soviet_port() -> None:
    """Home is in the west; only a ship in trouble makes for any port."""
    room = WarRoom("1942-07", steps={Operations: operations})
    room.ship("echo", "Murmansk")
    room.plan().fill(PLACES, {"echo": "home-6619"})
    room.turn_to("OP-FLEET-plot")
    operation, data = room.operation, room.data.sea
    echo = operation.desks[ALLIED].ships["echo"]
    fleet = operation.desks[ALLIED].fleets[echo.fleet]

    def homes() -> set[str]:
        return {order.port for order in missions_of(operation, data, ALLIED, fleet) if isinstance(order, Return)}

    assert "Scapa Flow" in homes()
    assert not {"Archangelsk", "Iokanga", "Murmansk"} & homes()
    echo.failed = True
    assert "Archangelsk" in homes()


def _air_of_the_month(u: Umpire, step: MonthDice) -> None:
    _dice(u, step)
    allot_aircraft(u)


@pytest.mark.rule("OP-MAP-lost-bases")
@pytest.mark.parametrize(("date", "lost"), [("1944-10", False), ("1944-11", True)])
def test_who_lies_in_a_port_that_is_lost_is_at_tromsoe_when_the_month_begins(date: str, lost: bool) -> None:
    """From October to November 1944 Kirkenes and Petsamo are lost, and the airfields there: nobody begins there."""
    room = WarRoom(date, steps={MonthBegins: month_begins, MonthDice: _air_of_the_month})
    for key, port in (("z31", "Kirkenes"), ("z33", "Petsamo"), ("z34", "Altafjord"), ("z38", GERMANY)):
        room.ship(key, port)
    room.begin(MonthBegins())
    assert [room.vessel(key).at for key in ("z31", "z33", "z34", "z38")] == (
        ["Tromsø", "Tromsø", "Altafjord", GERMANY] if lost else ["Kirkenes", "Petsamo", "Altafjord", GERMANY]
    )
    assert len(room.told("OP-MAP-lost-bases", Observer.AXIS)) == (2 if lost else 0)
    assert not room.told("OP-MAP-lost-bases", Observer.ALLIED)
    room.turn_to(PORTS, AXIS)
    assert ("Kirkenes" in room.ways(AXIS, "z31")) is not lost
    room.idle(AXIS)
    bases = set()
    while AXIS in room.match.pending and room.now.operation is not None and not room.operation.desks[AXIS].fleets:
        if room.asked(AXIS).rule == "OP-AIR-base-limit":
            bases = {zone for slot in room.slots(AXIS) for zone in room.ways(AXIS, slot)}
        room.idle(AXIS)
    far_north = {room.data.sea.base_zone(name) for name in ("Banak", "Høybuktmoen")}
    assert bases
    assert (far_north & bases == set()) is lost
