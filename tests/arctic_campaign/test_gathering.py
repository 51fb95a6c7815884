"""The end of the Convoy Phase: what comes back to the desks, and what the month at sea was worth."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from barents.games.arctic_campaign.actions import SailWest
from barents.games.arctic_campaign.rules.convoy_phase import operations
from barents.games.arctic_campaign.rules.units import SIGHTED, Umpire
from barents.games.arctic_campaign.state import (
    GONE,
    SUNK,
    Charge,
    ConvoyPhase,
    Events,
    MonthDice,
    Operations,
    Plans,
)
from barents.games.operations.state import RETURNED
from barents.games.operations.state import SUNK as LOST
from barents.games.operations.state import State as Operation
from barents.kernel import umpire as kernel
from barents.kernel.game import Notebook, Step

from .admiralty import ALLIED, AXIS
from .war_room import ORDERS, PLACES, WEST, WarRoom

LAST = 60  # the turn in which the operations of these tests end


def stay(operation: Operation, *but: str) -> None:
    """Turns pass; all ships lie in port through them but some."""
    operation.turn = LAST
    for desk in operation.desks.values():
        for ship in desk.ships.values():
            ship.berth = 0 if ship.key in but else LAST


def gathered(at_sea: Callable[[Operation], None], *, date: str = "1942-07") -> WarRoom:
    return WarRoom(date, at_sea=at_sea)


def bill(room: WarRoom) -> list[tuple[str, int]]:
    return [(line.what, line.points) for line in room.now.allied.bill]


# Transports


@pytest.mark.rule("AC-A.5-cargo", "AC-A.5-return", "AC-B.23-stay", "AC-B.43-score")
def test_transports_that_unload_return_turn_back_and_sink() -> None:
    def at_sea(operation: Operation) -> None:
        desk = operation.desks[ALLIED]
        stay(operation, *desk.ships)
        east, west = desk.fleets["pq-8"], desk.fleets["qp-5"]
        east.at, east.docked = "6619", True
        for key in ("lt-1", "lt-2"):
            desk.ships[key].landed, desk.ships[key].cargo, desk.ships[key].homeward = 2, 0, True
        half = desk.ships["lt-3"]
        half.lost, half.landed, half.cargo, half.homeward = {"hull": 1}, 1, 0, True
        desk.fleets["back"] = type(east)("back", "Back", "3330", "convoy", docked=True)
        desk.ships["lt-4"].fleet = "back"
        for key in ("lt-5", "lt-6"):
            desk.ships[key].fleet, desk.ships[key].at = "", LOST
        operation.sunk = {ALLIED: ["lt-5", "lt-6"]}
        for key in ("lt-11", "lt-12"):
            desk.ships[key].fleet, desk.ships[key].at = "", RETURNED
        del desk.fleets[west.key]

    room = gathered(at_sea)
    room.transports(6, "Hvalfjordur")
    room.transports(2, "Murmansk", first=11)
    room.ship("fury", "Scapa Flow")
    room.plan().reply(WEST, SailWest("Murmansk", 2)).fill(PLACES, {"fury": "pq-8"}).idle_on()
    assert room.now.operation is None
    assert bill(room) == [("Cargo unloaded in Russia", 2 * 5), ("Transports and oilers returned", 2)]
    assert [(line.side, line.points) for line in room.now.allied.losses] == [(AXIS, 10), (AXIS, 10)]
    assert room.now.allied.losses[0].what == f"{room.boxes('lt-5').name} sunk"
    places = {key: room.vessel(key).at for key in room.now.allied.vessels}
    assert places == {
        "lt-1": "Murmansk",
        "lt-2": "Murmansk",
        "lt-3": "Murmansk",
        "lt-4": "Scapa Flow",
        "lt-5": SUNK,
        "lt-6": SUNK,
        "lt-11": GONE,
        "lt-12": GONE,
        "fury": "Murmansk",  # an escort may stay there until next month
    }
    assert room.now.allied.returned == 1
    # The damaged one keeps her damage, and nobody remembers last month's cargo twice.
    assert (room.boxes("lt-3").lost, room.boxes("lt-3").landed, room.boxes("lt-3").homeward) == ({"hull": 1}, 0, True)


def test_what_lasts_of_a_ship_and_what_does_not() -> None:
    def at_sea(operation: Operation) -> None:
        stay(operation, "tirpitz", "z24")
        desk = operation.desks[AXIS]
        tirpitz, z24, z25 = (desk.ships[key] for key in ("tirpitz", "z24", "z25"))
        tirpitz.lost, tirpitz.fuel, tirpitz.marks, tirpitz.fire, tirpitz.fired = {"hull": 2}, 30, 3, True, 1
        desk.fleets[tirpitz.fleet].at = "5519"
        z24.failed, z25.aground = True, True
        operation.notebook = {ALLIED: Notebook({"tirpitz": "seen"}), AXIS: Notebook()}

    room = gathered(at_sea)
    for key in ("tirpitz", "z24", "z25", "z26"):
        room.ship(key, "Altafjord")
    room.plan().fill("AC-A.4-start-port", {"z24": "Altafjord:2", "z25": "Tromsø", "z26": "Tromsø"}, AXIS).idle_on()
    tirpitz = room.boxes("tirpitz")
    assert (tirpitz.lost, tirpitz.fuel, tirpitz.marks, tirpitz.fire, tirpitz.fired) == ({"hull": 2}, 30, 3, False, 0)
    vessels = room.now.axis.vessels
    assert [vessels[key].at for key in ("tirpitz", "z24", "z25", "z26")] == [
        "Narvik",
        "Altafjord",
        "Tromsø",
        "Tromsø",
    ]
    assert [vessels[key].sailed for key in ("tirpitz", "z24", "z25", "z26")] == [True, True, False, False]
    assert [vessels[key].overhaul for key in ("z24", "z25")] == [True, False]
    assert [vessels[key].aground for key in ("z24", "z25")] == [False, True]
    assert room.now.notebook[ALLIED].identified == {"tirpitz": SIGHTED}
    assert not room.boxes("z25").aground


def test_boats_that_were_sunk_are_paid_for_and_their_names_are_gone() -> None:
    def at_sea(operation: Operation) -> None:
        operation.sunk = {AXIS: ["u-88"]}

    room = gathered(at_sea)
    room.plan().idle_on()
    assert room.now.axis.boats_lost == ["u-88"]
    assert room.now.axis.losses == [Charge(ALLIED, "u-88 sunk", 8, "AC-A.5-basis")]


def test_coastal_convoys_vanish_but_what_they_lost_counts() -> None:
    def at_sea(operation: Operation) -> None:
        desk = operation.desks[AXIS]
        fleet = desk.fleets["coastal"]
        assert (fleet.at, fleet.plan, fleet.sails, fleet.mission) == ("4827", ["5519"], 33, "convoy")
        assert [key for key in desk.ships if desk.ships[key].fleet == "coastal"] == [
            *("coastal-ms-1", "coastal-ms-2"),
            *("coastal-st-1", "coastal-st-2", "coastal-st-3"),
        ]
        ship = desk.ships["coastal-st-2"]
        ship.fleet, ship.at = "", LOST
        operation.sunk = {AXIS: ["coastal-st-2"]}

    room = gathered(at_sea)
    axis = room.state.axis
    axis.event, axis.coastal, axis.coastal_sails = 6, "Trondheim-Narvik", 33
    axis.coastal_sweepers, axis.coastal_transports = 2, 3
    room.plan().idle_on()
    assert [(line.side, line.points) for line in room.now.axis.losses] == [(ALLIED, 5)]
    assert not room.now.axis.ships
    assert not room.now.axis.vessels


# The special transport mission


def mission(at_sea: Callable[[Operation], None] = lambda operation: None, *, named: bool = True) -> WarRoom:
    """A mission is due; Trinidad and two destroyers lie in Murmansk, or Trinidad is still in the west."""
    room = gathered(at_sea)
    room.state.allied.mission = True
    room.ship("trinidad", "Murmansk" if named else "Scapa Flow")
    for key in ("fury", "eclipse"):
        room.ship(key, "Murmansk")
    room.ship("echo", "Archangelsk")
    room.transports(12, "Murmansk")
    room.plan()
    return room


@pytest.mark.rule("AC-B.5-11", "AC-B.5-11-fail", "AC-B.5-11-available", "AC-B.5-11-england", "AC-B.5-11-secret")
def test_the_mission_is_carried_out_by_a_cruiser_that_comes_from_murmansk_to_scapa_flow() -> None:
    def at_sea(operation: Operation) -> None:
        desk = operation.desks[ALLIED]
        fleet = desk.fleets[desk.ships["trinidad"].fleet]
        assert (fleet.key, fleet.mission, fleet.plan, fleet.port) == ("mission", "return", ["3330"], "Scapa Flow")
        fleet.at = "3330"

    room = mission(at_sea)
    # While there is one she must be named; she sails with the convoy or alone, and does not stay.
    assert room.values("AC-B.5-11", "cruiser") == ["trinidad"]
    assert room.asked(ALLIED).options.count() == 1
    assert room.values(PLACES, "trinidad") == ["qp-5", "mission"]
    assert "mission" in room.ways(ALLIED, "fury")  # escorts are allowed
    assert "mission" not in room.ways(ALLIED, "echo")  # but not from another port
    room.plot(ALLIED, {"trinidad": "mission", "fury": "mission", "eclipse": "qp-5"})
    assert room.values(ORDERS, "mission:route") == ["SCAPA-M", "direct:Scapa Flow"]  # R44: nowhere else
    room.plot(ALLIED, {"mission:route": "direct:Scapa Flow"})
    room.idle_on()
    assert ("Special transport mission", 30) in bill(room)
    assert not room.now.allied.mission
    assert room.boxes("trinidad").called == ""  # another mission begins in Murmansk anew


@pytest.mark.rule("AC-B.5-11-second")
@pytest.mark.parametrize("lost", [False, True])
def test_an_event_while_a_mission_is_due_brings_a_second_one(lost: bool) -> None:
    """The dice bring 11 in two months; Trinidad carries out the first or is lost on it, and the second is due then."""

    def at_sea(operation: Operation) -> None:
        ship = operation.desks[ALLIED].ships["trinidad"]
        operation.desks[ALLIED].fleets[ship.fleet].at = "3330"
        if lost:
            ship.fleet, ship.at = "", "sunk"
            operation.sunk[ALLIED] = ["trinidad"]

    room = gathered(at_sea)
    for _ in range(2):
        room.begin(Events(), allied=[5, 6])
        assert room.is_over
        room.state = room.now
    assert (room.now.allied.mission, room.now.allied.further) == (True, 1)
    room.ship("trinidad", "Murmansk")
    room.ship("kent", "Murmansk")
    room.plan()
    assert room.values("AC-B.5-11", "cruiser") == ["trinidad", "kent"]
    room.plot(ALLIED, cruiser="trinidad").fill(PLACES, {"trinidad": "mission"}).idle_on()
    assert (("Special transport mission", 30) in bill(room)) is not lost
    assert (room.now.allied.mission, room.now.allied.further) == (True, 0)
    room.state = room.now
    room.vessel("kent").at = "Murmansk"
    assert room.plan().values("AC-B.5-11", "cruiser") == ["kent"]


@pytest.mark.rule("AC-B.5-11-england", "AC-B.5-11-fail")
def test_iceland_does_not_count_and_the_mission_remains() -> None:
    def at_sea(operation: Operation) -> None:
        operation.desks[ALLIED].fleets["mission"].at = "2514"

    room = mission(at_sea)
    room.fill(PLACES, {"trinidad": "mission"}).idle_on()
    assert "Special transport mission" not in dict(bill(room))
    assert room.now.allied.mission


def burning(*lost: str) -> WarRoom:
    """A mission with Fury, and a convoy with Eclipse; some ships burn down to the waterline in the first turn."""

    def at_sea(u: Umpire, step: Operations) -> kernel.Rule[tuple[Step, ...]]:
        operation = u.state.operation
        assert operation is not None
        ships = operation.desks[ALLIED].ships
        if operation.turn == 1:
            for key in lost:
                ships[key].fire = True
                ships[key].lost = {"hull": u.data.line(key).hull - 1}
        return (yield from operations(u, step))

    room = WarRoom("1942-07", steps={Operations: at_sea})
    room.state.allied.mission = True
    for key in ("trinidad", "fury", "eclipse"):
        room.ship(key, "Murmansk")
    room.transports(12, "Murmansk")
    room.begin(MonthDice(), Plans(), ConvoyPhase(), allied=[1] * 9, dice=[3] * 8)
    room.fill(PLACES, {"trinidad": "mission", "fury": "mission", "eclipse": "qp-5"})
    return room


@pytest.mark.rule("AC-B.5-11-double", "AC-B.5-11-which")
def test_ships_lost_with_the_cruiser_count_twice() -> None:
    """G29: Trinidad, of 32 points, is worth 64, and nothing is scored; so are those of her fleet, but no others."""
    room = burning("trinidad", "fury", "eclipse").idle_on()
    worth = room.data.line("fury").vp
    points = {line.what: line.points for line in room.now.allied.losses}
    assert points == {"Trinidad sunk": 64, "Fury sunk": 2 * worth, "Eclipse sunk": worth}
    assert not room.now.allied.mission
    assert "Special transport mission" not in dict(bill(room))


@pytest.mark.rule("AC-B.5-11-double", "AC-B.5-11-which")
def test_whom_the_cruiser_joins_later_does_not_matter() -> None:
    """Fury is lost in her company; that Trinidad is in another fleet when the month ends does not make it less."""
    room = burning("fury")
    room.idle_until("OP-FLEET-form", ALLIED)
    while room.operation.turn < 3:
        room.idle_until("OP-FLEET-form", ALLIED).idle(ALLIED)
    desk = room.operation.desks[ALLIED]
    assert desk.ships["fury"].at == LOST
    desk.fleets["other"] = msgspec.structs.replace(desk.fleets["mission"], key="other", root="other")
    desk.ships["trinidad"].fleet = "other"
    del desk.fleets["mission"]
    room.idle_on()
    assert [line.points for line in room.now.allied.losses] == [2 * room.data.line("fury").vp]


@pytest.mark.rule("AC-B.5-11-delay", "AC-B.5-11-available")
@pytest.mark.parametrize("called", [True, False])
def test_without_a_cruiser_the_mission_waits_unless_one_comes_and_goes_this_month(called: bool) -> None:
    def at_sea(operation: Operation) -> None:
        operation.desks[ALLIED].ships["trinidad"].called = "Murmansk" if called else ""

    room = mission(at_sea, named=False)
    room.turn_to(PLACES)
    assert "mission" not in room.ways(ALLIED, "fury")
    room.idle_on()
    assert room.now.allied.mission is not called
    assert (("Special transport mission", 30) in bill(room)) is called
