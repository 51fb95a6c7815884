"""The month's submarines (C.14, B.16) and where they may begin (A.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.arctic_campaign.rules.boats import operation_of, roll, stations
from barents.games.arctic_campaign.rules.convoy_phase import open_operation
from barents.games.arctic_campaign.rules.units import desk_of
from barents.games.operations.submarines.boats import boat_routes
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.sides import Observer, Side

from .admiralty import ALLIED, AXIS, Admiralty
from .war_room import WarRoom

BRITISH, SOVIET, GERMAN = "AC-B.16-place", "AC-B.16-no-mix", "AC-A.22-uboats"
NO_ALLIES = (1, 1, 1, 1)  # a British S, a Soviet M


def rolled(date: str, *, allied: tuple[int, ...] = NO_ALLIES, axis: tuple[int, ...], **desk: object) -> Admiralty:
    """A month whose boats have been rolled for."""
    admiralty = Admiralty(date)
    for name, value in desk.items():
        setattr(admiralty.state.axis if name == "extra_boats" else admiralty.state.allied, name, value)
    u = admiralty.umpire(allied=allied, axis=axis)
    open_operation(u)
    roll(u)
    assert not admiralty.dice_left()
    return admiralty


def classes(admiralty: Admiralty, side: Side) -> dict[str, int]:
    assert admiralty.now.operation is not None
    return dict(Counter(boat.type for boat in admiralty.now.operation.desks[side].boats.values()))


@pytest.mark.rule("AC-C.14-42a", "AC-C.14-42b", "AC-C.14-42c", "AC-C.14-43b")
@pytest.mark.parametrize(
    ("date", "dice", "boats"),
    [
        ("1942-01", (5,), {"de:VII": 5}),
        ("1942-06", (6,), {"de:VII": 6}),
        ("1942-07", (6, 1), {"de:VII": 7}),
        ("1942-09", (2, 2), {"de:VII": 4}),
        ("1942-10", (3, 4, 5), {"de:VII": 12}),
        ("1943-07", (1, 1, 1), {"de:VII": 3}),
        ("1943-08", (4, 2, 6, 3), {"de:VII": 12, "de:IX": 3}),  # G35
        ("1945-05", (6, 6, 6, 6), {"de:VII": 18, "de:IX": 6}),
    ],
)
def test_how_many_german_boats_there_are(date: str, dice: tuple[int, ...], boats: dict[str, int]) -> None:
    admiralty = rolled(date, axis=dice)
    assert classes(admiralty, AXIS) == boats
    assert not admiralty.rolls("AC-C.14-boats", Observer.ALLIED)


@pytest.mark.rule("AC-C.14-43b")
def test_the_boats_of_the_event_are_of_type_vii() -> None:
    """G35: with event 4 and a die of 5 there are 17."""
    assert classes(rolled("1943-08", axis=(4, 2, 6, 3), extra_boats=5), AXIS) == {"de:VII": 17, "de:IX": 3}


@pytest.mark.rule("AC-B.16-dice", "AC-B.16-british-class", "AC-B.16-soviet-class", "AC-B.16-class-odds", "AC-A.23-subs")
def test_the_allies_roll_for_their_boats_and_the_class_of_each() -> None:
    dice = (6, 1, 2, 3, 4, 5, 6, 6, 1, 2, 3, 4, 5, 6)
    admiralty = rolled("1942-07", allied=dice, axis=(1, 1))
    boats = operation_of(admiralty.now).desks[ALLIED].boats.values()
    by_the_die = ["uk:S"] * 3 + ["uk:T"] * 3 + ["su:M", "su:M", "su:S", "su:Sch", "su:Sch", "su:K"]
    assert [boat.type for boat in boats] == by_the_die
    # Nobody else sees it, and it is the first that the Allies do in this phase.
    assert not admiralty.rolls("AC-B.16-dice", Observer.AXIS)
    allied = [event for event in admiralty._seen(Observer.ALLIED) if event is not None]
    assert getattr(allied[0], "rule", "") == "AC-B.16-dice"


@pytest.mark.rule("AC-B.16-dice", "AC-B.5-5")
def test_event_five_brings_a_second_die_of_british_boats() -> None:
    admiralty = rolled("1942-07", allied=(1, 2, 1, 1, 1, 1, 1), axis=(1, 1), event=5)
    assert classes(admiralty, ALLIED) == {"uk:S": 3, "su:M": 1}


def test_a_boat_that_was_sunk_does_not_come_back_and_names_do_not_run_out() -> None:
    admiralty = Admiralty("1944-01")
    first = admiralty.data.sea.boats_of("uk:T")[0]
    desk_of(admiralty.state, ALLIED).boats_lost.append(first)
    u = admiralty.umpire(allied=(6, 4, 4, 4, 4, 4, 4, 1, 1), axis=(1, 1, 1, 1))
    open_operation(u)
    roll(u)
    assert admiralty.now.operation is not None
    boats = admiralty.now.operation.desks[ALLIED].boats
    british = [boat for boat in boats.values() if boat.type == "uk:T"]
    assert len(british) == 6
    assert first not in boats
    named = [admiralty.data.sea.name_of(key) for key in admiralty.data.sea.boats_of("uk:T") if key != first]
    assert [boat.name for boat in british] == [*named, "T class 1", "T class 2", "T class 3"]


# Placement


def refused(room: WarRoom, side: Side, boat: str, zone: str) -> str:
    """The rule by which a boat is not placed in a zone."""
    options = room.asked(side).options
    refusal = options.refusal(Allot(((boat, zone),)))
    assert refusal is not None
    return refusal.rule


@pytest.mark.rule(
    "AC-A.4-subs-anywhere",
    "AC-A.4-uboat-british",
    "AC-A.4-uboat-soviet",
    "AC-A.4-allied-sub",
    "AC-A.4-iceland-british",
    "AC-A.22-uboats",
    "AC-B.16-place",
)
def test_where_boats_may_be_placed() -> None:
    """G39, and the seven ports from which Allied boats keep away."""
    room = WarRoom("1942-07").plan()
    zones = room.values(GERMAN, "u-88", AXIS)
    for zone, legal in {"4117": True, "4016": False, "6614": True, "6615": False, "5709": True}.items():
        assert (zone in zones) is legal, zone
    sea = room.data.sea
    lying = {zone for zone in sea.navigable if zone not in sea.harbours and zone not in sea.shut(7)}
    british, russian = ("2514", "3116", "3330"), ("6619", "7119", "7324", "7608", "7612")
    assert set(zones) == {
        zone
        for zone in lying - set(sea.white_sea)
        if all(sea.distance(zone, port) >= 10 for port in british)
        and all(sea.distance(zone, port) >= 5 for port in russian)
    }
    assert refused(room, AXIS, "u-88", "4016") == "AC-A.4-subs-anywhere"
    allied = room.values(BRITISH, "satyr")
    assert room.slots(ALLIED) == ["satyr"]  # of this navy
    assert refused(room, ALLIED, "satyr", "5916") == "AC-A.4-allied-sub"
    assert "5915" in allied
    assert "5916" not in allied
    enemy = ("4231", "4827", "5519", "5618", "5917", "6418", "6517")
    assert set(allied) == {zone for zone in lying if all(sea.distance(zone, port) >= 2 for port in enemy)}


@pytest.mark.rule("AC-B.16-no-mix")
def test_british_and_soviet_boats_never_share_a_zone() -> None:
    room = WarRoom("1942-07").plan()
    room.fill(BRITISH, {"satyr": "5915"})
    zones = room.values(SOVIET, "m-176")
    assert "5915" not in zones
    assert "5914" in zones
    options = room.asked(ALLIED).options
    assert isinstance(options, Assign)
    refusal = options.refusal(Allot((("m-176", "5915"),)))
    assert refusal is not None
    assert refusal.rule == "AC-B.16-no-mix"


@pytest.mark.rule("AC-B.16-no-mix", "AC-A.22-uboats")
def test_boats_without_an_order_are_placed_by_the_staff_within_the_same_limits() -> None:
    room = WarRoom("1943-03")
    limits = {side: set(room.data.sea.places_for_boats(side, 3)) for side in Side}
    for number in (1, 7, 24):
        assert set(stations(room.state, room.data, AXIS, number)) <= limits[AXIS]
    british = stations(room.state, room.data, ALLIED, 12)
    russian = stations(room.state, room.data, ALLIED, 6, british)
    assert (len(set(british)), len(set(russian))) == (12, 6)
    assert {*british, *russian} <= limits[ALLIED]
    assert not {*british} & {*russian}
    room.plan().idle_on()
    boats = {side: room.operation.desks[side].boats for side in Side}
    assert boats[AXIS]["u-88"].at == stations(room.state, room.data, AXIS, 1)[0]
    off_norway = stations(room.state, room.data, ALLIED, 1)[0]
    assert boats[ALLIED]["satyr"].at == off_norway
    assert boats[ALLIED]["m-176"].at == stations(room.state, room.data, ALLIED, 1, [off_norway])[0]


@pytest.mark.rule("AC-B.16-no-mix", "AC-A.4-placement-only")
def test_boats_may_later_go_where_they_could_not_begin_but_not_to_each_other() -> None:
    room = WarRoom("1942-07").plan()
    room.fill(BRITISH, {"satyr": "5915"}).fill(SOVIET, {"m-176": "5914"})
    room.idle_on()
    operation = room.operation
    satyr = operation.desks[ALLIED].boats["satyr"]
    ends = {way.rsplit(">", 1)[-1] for way in boat_routes(operation, room.data.sea, ALLIED, satyr)}
    assert "5916" in ends  # one zone from Altafjord
    assert "5914" not in ends  # where the Soviet boat lies
