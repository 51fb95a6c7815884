"""The German plan of the month (D17 to D20, D27), and the secret base (C.6)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from barents.games.arctic_campaign.rules.convoy_phase import operations
from barents.games.arctic_campaign.rules.gathering import gathering
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import (
    GERMANY,
    ConvoyPhase,
    Gathering,
    MonthDice,
    Operations,
    Options,
    Plans,
    Points,
)
from barents.games.operations.air.orders import landing_places
from barents.games.operations.battle.damage import sink
from barents.games.operations.fleets.plots import may_sail
from barents.games.operations.fleets.ports import last_turn
from barents.games.operations.orders import Dismantle, Found
from barents.games.operations.rules.base import base_orders, order_base, tend_bases
from barents.games.operations.state import Base, Boat, Bombardment, Squadron
from barents.games.operations.state import State as Operation
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Decline
from barents.kernel.decisions import Assign
from barents.kernel.game import Step
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS
from .test_month_at_sea import sea
from .war_room import PORTS, WarRoom

NORWAY = ["Bergen", "Trondheim", "Narvik", "Tromsø", "Altafjord", "Kirkenes"]
ZONE = "7509"
WORKS = "OP-MINE-lay"


# Ports and squadrons


@pytest.mark.rule("AC-A.4-start-port", "AC-A.4-monthly-setup", "AC-A.4-newcomers")
def test_where_german_ships_begin() -> None:
    room = WarRoom("1942-07")
    room.ship("tirpitz", "Altafjord")
    room.ship("lutzow", "Trondheim")
    room.ship("admiral-hipper", "Trondheim", yard=True, lost={"aa": 1})
    room.ship("scharnhorst", GERMANY)
    room.state.axis.newcomers = ["lutzow"]
    room.plan().turn_to(PORTS, AXIS)
    assert set(room.slots(AXIS)) == {"tirpitz", "lutzow"}  # a ship under repair stays, one in Germany is not there
    assert room.ways(AXIS, "tirpitz")[0] == "Altafjord"
    assert set(room.ways(AXIS, "tirpitz")) == {*NORWAY, *(f"{port}:2" for port in NORWAY)}
    assert room.ways(AXIS, "lutzow") == ["Trondheim", "Trondheim:2"]
    options = room.asked(AXIS).options
    assert isinstance(options, Assign)
    refusal = options.refusal(Allot((("tirpitz", "Narvik"), ("lutzow", "Narvik"))))
    assert refusal is not None
    assert refusal.rule == "AC-A.4-newcomers"
    room.plot(AXIS, tirpitz="Narvik").idle_on()
    desk = room.operation.desks[AXIS]
    fleets = {key: desk.fleets[ship.fleet] for key, ship in desk.ships.items()}
    assert {key: fleet.at for key, fleet in fleets.items()} == {
        "tirpitz": "5519",
        "lutzow": "4827",
        "admiral-hipper": "4827",
    }
    assert all(fleet.docked for fleet in fleets.values())
    assert not may_sail(room.operation, room.data.sea, AXIS, fleets["admiral-hipper"])
    assert room.vessel("tirpitz").at == "Narvik"


def test_two_squadrons_may_lie_in_a_port_and_lost_ports_are_gone() -> None:
    room = WarRoom("1944-11")
    for key in ("tirpitz", "z24", "z25"):
        room.ship(key, "Altafjord")
    room.plan().turn_to(PORTS, AXIS)
    assert "Kirkenes" not in room.ways(AXIS, "tirpitz")
    room.plot(AXIS, {"z25": "Altafjord:2"}).idle_on()
    desk = room.operation.desks[AXIS]
    assert [desk.ships[key].fleet for key in ("tirpitz", "z24", "z25")] == [
        "squadron-5917",
        "squadron-5917",
        "squadron-5917-2",
    ]


# The secret base


def founding(date: str = "1942-07") -> WarRoom:
    """Dithmarschen and Nordmark lie in Narvik."""
    room = WarRoom(date)
    room.ship("dithmarschen", "Narvik")
    room.ship("nordmark", "Narvik")
    return room


def there(room: WarRoom, key: str = "dithmarschen", zone: str = ZONE, turn: int = 21) -> Operation:
    """An oiler has come to a zone off Novaya Zemlya."""
    operation = room.operation
    operation.turn = turn
    fleet = operation.desks[AXIS].fleets[operation.desks[AXIS].ships[key].fleet]
    fleet.at, fleet.docked, fleet.plot, fleet.plan = zone, False, [], []
    return operation


@pytest.mark.rule("AC-C.6-ao", "AC-C.6-once")
def test_an_oiler_is_sent_to_found_a_base_once_a_year() -> None:
    room = founding().plan()
    assert "base" in room.values(PORTS, "dithmarschen", AXIS)
    options = room.asked(AXIS).options
    assert isinstance(options, Assign)
    assert options.refusal(Allot((("dithmarschen", "base"), ("nordmark", "base")))) is not None
    room.plot(AXIS, dithmarschen="base").turn_to("AC-C.6-ao", AXIS)
    zones = room.ways(AXIS, "zone")
    assert ZONE in zones
    assert set(zones) <= set(room.data.sea.secret_zones) - set(room.data.sea.shut(7))
    room.plot(AXIS, zone=ZONE, sails="12").idle_on()
    fleet = room.operation.desks[AXIS].fleets["base"]
    assert (fleet.plan, fleet.sails, fleet.at) == ([ZONE], 12, "5519")
    assert [key for key, ship in room.operation.desks[AXIS].ships.items() if ship.fleet == "base"] == ["dithmarschen"]
    # In February the ice leaves no zone; in a year in which a base was begun there is no other.
    assert "base" not in founding("1942-02").plan().values(PORTS, "dithmarschen", AXIS)
    second = founding()
    second.state.axis.founded = [1942]
    assert "base" not in second.plan().values(PORTS, "dithmarschen", AXIS)
    second.idle_on()
    assert base_orders(there(second), second.data.sea) == []
    # A warship founds none.
    ship = WarRoom("1942-07")
    ship.ship("tirpitz", "Narvik")
    assert "base" not in ship.plan().values(PORTS, "tirpitz", AXIS)


def play_on(room: WarRoom, works: Mapping[int, str], last: int) -> dict[str, int]:
    """Play turn after turn with as little as there is; in some turns something is ordered of the base.

    The turns in which the Germans were told of it, by what they were told.
    """
    told: dict[str, int] = {}
    while not room.is_over and room.now.operation is not None and room.operation.turn <= last:
        side = next(iter(room.match.pending))
        turn, rule = room.operation.turn, room.asked(side).rule
        before = len(room.told("OP-BASE-function"))
        if rule == "OP-TIME-end-early":
            room.act(side, Decline())
        elif rule == WORKS and side is AXIS and turn in works:
            room.plot(side, base=works[turn])
        else:
            room.idle(side)
        for event in room.told("OP-BASE-function")[before:]:
            told[event.words] = turn
    return told


READY, GONE_BASE = "The secret base in {cell} is ready", "The secret base has been taken down"


@pytest.mark.rule("AC-C.6-18", "AC-C.6-remain", "AC-C.6-remove", "AC-C.6-ao", "AC-C.6-once")
def test_eighteen_whole_turns_to_build_it_and_eighteen_to_take_it_down() -> None:
    """G67, through every turn of a month: from the turn of the order on the oiler lies there for eighteen."""
    room = WarRoom("1942-07", steps={Operations: operations})
    room.ship("dithmarschen", "Kirkenes")
    room.ship("nordmark", "Narvik")
    room.plan().turn_to(PORTS, AXIS).plot(AXIS, dithmarschen="base").turn_to("AC-C.6-ao", AXIS)
    room.plot(AXIS, zone=ZONE, sails="1").turn_to(WORKS, AXIS)
    begun = room.operation.turn
    assert room.ways(AXIS, "base") == ["found:dithmarschen"]
    told = play_on(room, {begun: "found:dithmarschen"}, begun + 17)
    assert told == {READY: begun + 17}
    assert not room.told("OP-BASE-function", Observer.ALLIED)
    room.turn_to(WORKS, AXIS)
    assert room.ways(AXIS, "base") == [f"dismantle:{ZONE}"]  # one a year: no other is founded
    begun = room.operation.turn
    told = play_on(room, {begun: f"dismantle:{ZONE}"}, begun + 17)
    assert told == {GONE_BASE: begun + 17}
    assert not room.operation.desks[AXIS].bases
    room.idle_on()
    assert not room.now.axis.losses  # taken down in time, it costs nothing
    assert room.vessel("dithmarschen").at in (*NORWAY, "Petsamo")


@pytest.mark.rule("AC-C.6-remove", "AC-C.6-persist")
@pytest.mark.parametrize("cut", [1, 5, 17])
def test_a_base_is_taken_down_over_the_end_of_a_month(cut: int) -> None:
    """So many turns of the eighteen are of the old month, the rest of the new one."""
    room = WarRoom("1942-07", steps={Operations: operations})
    room.ship("dithmarschen", ZONE)
    room.state.axis.bases = {ZONE: Base(ZONE, "dithmarschen", since=-40, ready=True)}
    room.state.axis.founded = [1942]
    room.plan().turn_to(WORKS, AXIS)
    first = room.operation.turn
    room.operation.turns = first + cut - 1
    assert not play_on(room, {first: f"dismantle:{ZONE}"}, first + cut - 1)
    assert room.is_over
    room.state = room.now
    room.state.month += 1
    room.plan()
    while room.now.operation is None or room.operation.turn < 1:
        room.idle(next(iter(room.match.pending)))
    assert play_on(room, {}, 18 - cut) == {GONE_BASE: 18 - cut}


@pytest.mark.rule("AC-C.6-function")
def test_a_base_that_works_takes_flying_boats_and_boats_reload_there() -> None:
    room = standing()
    room.plan().idle_on()
    operation = room.operation
    operation.turn = 21
    desk = operation.desks[AXIS]
    step = Squadron("bv-138-1", "bv-138", "5618")
    assert ZONE in landing_places(operation, room.data.sea, AXIS, step)
    desk.boats["u-88"] = Boat("u-88", "de:VII", ZONE, attacks=2)
    for _ in range(2):
        tend_bases(sea(room))
    assert desk.boats["u-88"].attacks == 1


def standing() -> WarRoom:
    """A base stands since last month; its oiler is there."""
    room = WarRoom("1942-08")
    room.ship("dithmarschen", ZONE)
    room.ship("nordmark", "Narvik")
    room.state.axis.bases = {ZONE: Base(ZONE, "dithmarschen", since=-40, ready=True)}
    room.state.axis.founded = [1942]
    return room


@pytest.mark.rule("AC-C.6-fail", "AC-C.6-ao-lost", "AC-C.6-no-double", "AC-C.6-remain")
@pytest.mark.parametrize("how", ["leaves", "sunk"])
def test_a_base_that_is_given_up_costs_its_oiler_once(how: str) -> None:
    room = standing()
    room.plan().idle_on()
    operation = room.operation
    if how == "leaves":
        operation.desks[AXIS].fleets[operation.desks[AXIS].ships["dithmarschen"].fleet].at = "7510"
    else:
        sink(sea(room), AXIS, operation.desks[AXIS].ships["dithmarschen"])
    tend_bases(sea(room))
    assert room.words(Observer.AXIS)
    assert not room.words(Observer.ALLIED)  # who saw neither the base nor the oiler
    assert not operation.desks[AXIS].bases
    assert operation.sunk == {AXIS: ["dithmarschen"]}
    gathering(room.umpire(), Gathering())
    assert [(line.side, line.points) for line in room.now.axis.losses] == [(ALLIED, 33)]
    assert room.vessel("dithmarschen").at == "sunk"
    assert not room.now.axis.bases


def _shell(u: Umpire, step: Operations) -> kernel.Rule[tuple[Step, ...]]:
    """Sheffield lies off the base, which has been found, and the turn comes to its bombardments."""
    assert u.state.operation is not None
    operation = u.state.operation
    allied = operation.desks[ALLIED]
    fleet = allied.fleets[allied.ships["sheffield"].fleet]
    fleet.at, fleet.docked = ZONE, False
    operation.desks[AXIS].bases[ZONE].found = True
    operation.turn, operation.agenda = 10, [Bombardment()]
    return (yield from operations(u, step))


@pytest.mark.rule("AC-C.6-fail", "AC-C.6-ao-lost", "AC-C.6-no-double")
@pytest.mark.parametrize(("dice", "destroyed"), [([6, 6, 1, 1, 1, 1], True), ([6, 1, 1, 1, 1, 1], False)])
def test_a_base_that_is_destroyed_by_bombardment_is_worth_its_oiler(dice: list[int], destroyed: bool) -> None:
    """Thirty-three points in the account of the month, and the oiler is gone for good; one hit is not enough."""
    room = WarRoom("1942-08", steps={Operations: _shell})
    room.ship("dithmarschen", ZONE)
    room.ship("sheffield", "Scapa Flow")
    room.state.axis.bases = {ZONE: Base(ZONE, "dithmarschen", since=-40, ready=True)}
    room.begin(MonthDice(), Plans(), ConvoyPhase(), Points(), dice=dice).idle_on()
    (statement,) = room.now.statements
    assert (statement.allied, statement.axis) == (33 if destroyed else 0, 0)
    assert room.vessel("dithmarschen").at == ("sunk" if destroyed else ZONE)
    assert (ZONE in room.now.axis.bases) is not destroyed


@pytest.mark.rule("AC-C.6-persist")
def test_a_base_stands_from_month_to_month() -> None:
    def at_sea(operation: Operation) -> None:
        operation.turn = 120

    room = WarRoom("1942-08", at_sea=at_sea)
    room.ship("dithmarschen", ZONE)
    room.state.axis.bases = {ZONE: Base(ZONE, "dithmarschen", since=-5)}
    room.plan().turn_to("AC-A.22-uboats", AXIS)
    assert "dithmarschen" not in room.turn_to(PORTS, AXIS).slots(AXIS)
    room.idle_on()
    assert room.now.axis.bases == {ZONE: Base(ZONE, "dithmarschen", since=-125)}
    assert room.vessel("dithmarschen").at == ZONE
    # She is at sea there in the month, is not brought home after its last turn, and keeps nobody from ending it.
    room = standing()
    room.plan().idle_on()
    operation = room.operation
    fleet = operation.desks[AXIS].fleets[operation.desks[AXIS].ships["dithmarschen"].fleet]
    assert (fleet.at, fleet.docked) == (ZONE, False)
    last_turn(sea(room))
    assert (fleet.at, fleet.docked) == (ZONE, False)
    assert operation.desks[AXIS].bases[ZONE].ready


@pytest.mark.rule("AC-C.6-once-year")
def test_in_a_new_year_another_may_be_founded_while_the_old_one_stands() -> None:
    room = standing()
    room.state.month = room.data.month("1943-08")
    room.plan()
    assert "base" in room.values(PORTS, "nordmark", AXIS)
    room.plot(AXIS, nordmark="base").idle_on()
    operation = there(room, "nordmark", "7505")
    assert base_orders(operation, room.data.sea) == [Found("nordmark"), Dismantle(ZONE)]
    order_base(operation, Found("nordmark"))
    assert set(operation.desks[AXIS].bases) == {ZONE, "7505"}
    gathering(room.umpire(), Gathering())
    assert room.now.axis.founded == [1942, 1943]
    assert set(room.now.axis.bases) == {ZONE, "7505"}


@pytest.mark.rule("AC-C.6-one-a-zone", "AC-C.6-once-year")
def test_where_a_base_stands_no_other_is_founded() -> None:
    """Neither is Nordmark sent there, nor may she found one when she has come; the old one stays Dithmarschen's."""
    room = standing()
    room.state.month = room.data.month("1943-08")
    room.plan().fill(PORTS, {"nordmark": "base"}, AXIS)
    zones = room.values("AC-C.6-ao", "zone", AXIS)
    assert "7505" in zones
    assert ZONE not in zones
    room.idle_on()
    operation = there(room, "nordmark", ZONE)
    assert base_orders(operation, room.data.sea) == [Dismantle(ZONE)]
    assert operation.desks[AXIS].bases[ZONE].ship == "dithmarschen"


@pytest.mark.rule("AC-C.6-limit", "AC-C.6-ao-count")
def test_there_are_as_many_bases_as_oilers() -> None:
    room = standing()
    del room.state.axis.vessels["nordmark"], room.state.axis.ships["nordmark"]
    room.state.month = room.data.month("1943-08")
    assert room.plan().turn_to(PORTS, AXIS).slots(AXIS) == []  # the last oiler keeps the old base
    room.idle_on()
    assert base_orders(room.operation, room.data.sea) == [Dismantle(ZONE)]

    room = standing()
    room.state.month = room.data.month("1943-07")
    room.plan().idle_on()
    inner = room.operation.desks[AXIS]
    fleet = inner.fleets[inner.ships["nordmark"].fleet]
    fleet.docked = False
    for zone, may in (("7506", True), ("7503", False), ("5811", False)):  # there is ice in July, and open sea
        fleet.at = zone
        assert (Found("nordmark") in base_orders(room.operation, room.data.sea)) is may
    state = opening(room.data, "campaign", Options())
    oilers = [key for key, ship in state.axis.ships.items() if room.data.sea.types[ship.line].type == "AO"]
    assert oilers == ["dithmarschen", "nordmark", "tiger"]
