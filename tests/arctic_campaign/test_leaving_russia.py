"""Who must leave Russia leaves (B.22, B.23): from the desk through every turn of the month to the next desk."""

from __future__ import annotations

from typing import Literal

import pytest

from barents.games.arctic_campaign.actions import Proceed, SailEast, SailWest
from barents.games.arctic_campaign.rules.convoy_phase import operations
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import GONE, ConvoyPhase, MonthDice, Operations, Options, Plans
from barents.games.operations.fleets.passage import way_of
from barents.games.operations.state import Fleet, Ship
from barents.games.operations.state import State as Operation
from barents.kernel.decisions import Assign
from barents.kernel.game import Procedure, Step

from .admiralty import ALLIED, AXIS
from .war_room import EAST, ORDERS, PLACES, WEST, WarRoom, _dice

WESTERN = ("Hvalfjordur", "Seydisfjordur", "Scapa Flow")
PLOTS, MISSIONS, FORM = "OP-FLEET-plot", "OP-FLEET-mission", "OP-FLEET-form"


def _dice_without_u_boats(u: Umpire, step: MonthDice) -> None:
    _dice(u, step)
    assert u.state.operation is not None
    u.state.operation.desks[AXIS].boats.clear()


def in_russia(
    transports: int,
    *guests: str,
    mode: Literal["played", "quick"] = "played",
    sweepers: int = 0,
    oiler: bool = False,
    fire: bool = False,
    **secret: list[int],
) -> WarRoom:
    """Transports and western warships in Murmansk as the plans of July 1942 are written; the Germans have no boats."""
    steps: dict[type[Step], Procedure] = {Operations: operations, MonthDice: _dice_without_u_boats}
    room = WarRoom("1942-07", options=Options(convoy_phase=mode, seaworthiness=False), steps=steps)
    room.transports(transports, "Murmansk")
    for key in guests:
        room.ship(key, "Murmansk", due=True, fire=fire)
    if oiler:
        room.ship("ao-1", "Murmansk", "oiler", line="uk:AO-c", homeward=True)
    for number in range(1, sweepers + 1):
        room.ship(f"ms-sov-{number}", "Murmansk", "soviet", line="su:ms-sov")
    room.begin(MonthDice(), Plans(), ConvoyPhase(), **secret)
    return room


def last_of(room: WarRoom, slot: str) -> str:
    """The latest turn that may be ordered for a fleet."""
    options = room.turn_to(ORDERS).asked(ALLIED).options
    assert isinstance(options, Assign)
    why = options.slots[slot].refusal("120")
    assert why is not None
    assert why.rule == "AC-B.22-sails"
    return room.ways(ALLIED, slot)[-1]


def fleet_of(room: WarRoom, key: str) -> Fleet:
    desk = room.operation.desks[ALLIED]
    return desk.fleets[desk.ships[key].fleet]


def ship(room: WarRoom, key: str) -> Ship:
    return room.operation.desks[ALLIED].ships[key]


@pytest.mark.rule("AC-B.22-must", "AC-B.22-sails", "AC-B.22-half", "AC-B.23-leave", "AC-B.22-escorts", "AC-A.5-return")
@pytest.mark.parametrize("mode", ["played", "quick"])
def test_a_convoy_that_must_be_formed_sails_and_is_home(mode: Literal["played", "quick"]) -> None:
    """Eleven wait: six must sail. Ordered as late as may be, by the longest way, they and their escort are home.

    Each is a point, in Iceland as in Britain, and so is the oiler who has been with them; but not those who stay.
    """
    room = in_russia(11, "echo", mode=mode, oiler=True)
    room.turn_to(WEST)
    assert Proceed() not in room.asked(ALLIED).options
    room.act(ALLIED, SailWest("Murmansk", 6), Proceed())
    assert room.values(PLACES, "echo") == ["qp-5", "guard-6619"]
    room.plot(ALLIED, {"echo": "qp-5", "ao-1": "qp-5"})
    last = last_of(room, "qp-5:sails")
    assert "NORTH-M" in room.ways(ALLIED, "qp-5:route")
    room.plot(ALLIED, {"qp-5:sails": last, "qp-5:route": "NORTH-M"}).idle_on()
    assert room.now.operation is None
    assert [room.vessel(f"lt-{number}").at for number in range(1, 12)] == [GONE] * 6 + ["Murmansk"] * 5
    assert [(line.what, line.points) for line in room.now.allied.bill] == [("Transports and oilers returned", 7)]
    assert room.vessel("echo").at in WESTERN


@pytest.mark.rule("AC-B.22-sails")
def test_a_way_of_ones_own_makes_a_convoy_sail_earlier() -> None:
    """From a way about Jan Mayen and back she would come too late on the last turn that is offered."""
    room = in_russia(11).reply(WEST, SailWest("Murmansk", 11))
    last = last_of(room, "qp-5:sails")
    about = {"qp-5:via-1": "4010", "qp-5:via-2": "5608", "qp-5:via-3": "4010"}
    room.plot(ALLIED, {"qp-5:sails": last, **about}).turn_to(PLOTS)
    fleet = fleet_of(room, "lt-1")
    assert fleet.plan[:3] == ["4010", "5608", "4010"]
    assert fleet.sails < int(last)
    room.idle_on()
    assert room.vessel("lt-1").at == GONE


@pytest.mark.rule("AC-B.22-sails", "AC-B.22-must")
def test_in_port_nobody_changes_the_orders_of_who_has_to_leave() -> None:
    """Neither another mission nor company that stays keeps the convoy; in its turn it must plot a zone, or follows."""
    room = in_russia(12, "echo", sweepers=2).reply(WEST, SailWest("Murmansk", 11))
    room.fill(PLACES, {"echo": "qp-5"}).fill(ORDERS, {"qp-5:sails": "2"})
    for page in (FORM, MISSIONS):
        room.turn_to(page)
        assert not {"qp-5", "echo", "lt-1"} & set(room.slots(ALLIED))
        offered = [value for slot in room.slots(ALLIED) for value in room.ways(ALLIED, slot)]
        assert "with:qp-5" not in offered
    room.turn_to(PLOTS)
    assert "qp-5" not in room.slots(ALLIED)  # her turn has not come
    assert room.operation.turn == 1
    room.plot(ALLIED).turn_to(PLOTS)
    if "qp-5" in room.slots(ALLIED):
        assert "6619" not in room.ways(ALLIED, "qp-5")  # she does not stay
    room.plot(ALLIED).turn_to(PLOTS)
    fleet = fleet_of(room, "echo")
    assert (fleet.docked, fleet.at != "6619") == (False, True)


def at_sea(room: WarRoom, key: str) -> WarRoom:
    """Go on, with as little as there is, until a ship has put to sea and missions are given."""
    room.turn_to(PLOTS)
    while fleet_of(room, key).docked:
        room.plot(ALLIED).turn_to(PLOTS)
    return room


@pytest.mark.rule("AC-B.23-leave", "AC-B.23-west", "AC-B.23-no-base")
def test_a_guest_that_turns_about_at_sea_ends_in_the_west_all_the_same() -> None:
    """Kent covers the convoy, plots back to Murmansk and is not let in; when the month ends she is in the west."""
    room = in_russia(12, "kent").reply(WEST, SailWest("Murmansk", 12))
    room.fill(PLACES, {"kent": "guard-6619"}).fill(ORDERS, {"guard-6619:sails": "1", "qp-5:sails": "1"})
    at_sea(room, "kent")
    assert ship(room, "kent").leaving
    while fleet_of(room, "kent").at != "6619" or room.operation.turn < 4:
        here = fleet_of(room, "kent").at
        way = room.data.sea.follow(here, "6619", way_of(room.operation, room.data.sea, ALLIED, fleet_of(room, "kent")))
        plots = {"guard-6619": ">".join(way[:3])} if "guard-6619" in room.slots(ALLIED) else {}
        room.plot(ALLIED, plots).turn_to(PLOTS)
    assert not fleet_of(room, "kent").docked
    room.operation.turns = room.operation.turn
    room.idle_on()
    assert room.now.operation is None
    assert room.vessel("kent").at in WESTERN


@pytest.mark.rule("AC-B.23-west", "AC-B.22-no-convoy", "AC-B.23-leave")
@pytest.mark.parametrize("burning", [False, True])
def test_a_ship_whose_hull_is_hit_on_the_way_may_put_into_a_soviet_port_again(burning: bool) -> None:
    """A fire that eats a box of her hull frees her; without it she is sent to the west."""
    room = in_russia(0, "kent", fire=burning, dice=[1, 1, 6] * 4, allied=[1] * 9)
    assert room.values(PLACES, "kent") == ["home-6619"]
    room.plot(ALLIED).fill(ORDERS, {"home-6619:sails": "1"})
    at_sea(room, "kent")
    room.plot(ALLIED).turn_to(MISSIONS)
    assert bool(ship(room, "kent").lost) is burning
    ports = {value.split(":")[1] for value in room.ways(ALLIED, "home-6619") if value.startswith("return")}
    assert ("Murmansk" in ports) is burning
    assert "Scapa Flow" in ports


# Who has come to Russia, and has not unloaded


def with_laden(port: str, date: str = "1942-07", mode: Literal["played", "quick"] = "played") -> WarRoom:
    """Nine transports that wait in Murmansk, three that have still to unload in another port, and a cruiser at home."""
    steps: dict[type[Step], Procedure] = {Operations: operations, MonthDice: _dice_without_u_boats}
    room = WarRoom(date, options=Options(convoy_phase=mode, seaworthiness=False), steps=steps)
    room.transports(9, "Murmansk")
    room.transports(3, port, first=21, cargo=2, homeward=False)
    room.ship("kent", "Scapa Flow")
    room.begin(MonthDice(), Plans(), ConvoyPhase())
    return room


@pytest.mark.rule("AC-B.21-go-on", "AC-A.5-cargo", "AC-B.22-must")
@pytest.mark.parametrize("mode", ["played", "quick"])
@pytest.mark.parametrize("port", ["Iokanga", "Belusha", "Matochkin Strait"])
def test_a_laden_transport_in_a_small_port_goes_on_and_unloads(mode: Literal["played", "quick"], port: str) -> None:
    """Nine wait and three are laden: nobody must sail home. Those three go on, and no ship in the west is with them."""
    room = with_laden(port, mode=mode).reply(EAST, SailEast(port, 3)).turn_to(WEST)
    assert set(room.offered(ALLIED)) == {*(f"sail-west Murmansk {number}" for number in range(1, 10)), "proceed"}
    room.act(ALLIED, Proceed())
    assert "pq-8" not in room.values(PLACES, "kent")
    assert room.values(ORDERS, "pq-8:route") == ["direct:Murmansk", "direct:Archangelsk"]
    assert room.ways(ALLIED, "pq-8:sails")[-1] == "120"  # she may sail when she likes: she does not leave Russia
    room.plot(ALLIED, {"pq-8:sails": "1"}).idle_on()
    assert [room.vessel(f"lt-{number}").at for number in (21, 22, 23)] == ["Murmansk"] * 3
    assert [(line.what, line.points) for line in room.now.allied.bill] == [("Cargo unloaded in Russia", 12)]
    assert room.boxes("lt-21").homeward


@pytest.mark.rule("AC-B.21-go-on")
def test_a_laden_transport_waits_where_ice_has_closed_her_port() -> None:
    room = with_laden("Iokanga", "1942-03").turn_to(WEST)  # nobody was asked who sails east
    assert set(room.offered(ALLIED)) == {*(f"sail-west Murmansk {number}" for number in range(1, 10)), "proceed"}
    with pytest.raises(AssertionError, match="nobody was asked"):
        with_laden("Iokanga", "1942-03").turn_to(EAST)


@pytest.mark.rule("AC-B.21-go-on", "OP-DMG-cargo")
def test_lost_cargo_does_not_come_back_with_the_hull() -> None:
    """Of her two boxes one is lost at sea; repaired in Belusha she still has one to unload."""

    def hit(operation: Operation) -> None:
        fleet = operation.desks[ALLIED].fleets["pq-8"]
        fleet.at, fleet.docked, fleet.plan, fleet.plot = "7612", True, [], []
        operation.desks[ALLIED].ships["lt-1"].lost = {"hull": 1}

    room = WarRoom("1942-08", at_sea=hit)
    room.transports(2, "Hvalfjordur")
    room.plan().reply(EAST, SailEast("Hvalfjordur", 2)).idle_on()
    assert [(room.vessel(key).at, room.boxes(key).cargo) for key in ("lt-1", "lt-2")] == [
        ("Belusha", 1),
        ("Belusha", 2),
    ]
