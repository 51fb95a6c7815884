"""The month's operation under the options of the campaign: aircraft, the Axis search rules, Soviet convoys, ice."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.arctic_campaign.rules.convoy_phase import allot_aircraft, open_operation, operations
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import ConvoyPhase, MonthDice, Operations, Options, Plans
from barents.games.operations import GAME as SEA
from barents.games.operations.air.allotment import UNBASED, add
from barents.games.operations.air.orders import AirStaff
from barents.games.operations.air.search import in_sector, long_search
from barents.games.operations.air.sighting_reports import report
from barents.games.operations.fleets.plots import may_sortie
from barents.games.operations.rules.setup import WAITING
from barents.games.operations.rules.soviet import ends_of, receive_soviet_convoy, sail_soviet_convoy
from barents.games.operations.rules.units import Umpire as SeaUmpire
from barents.games.operations.state import Boat, BoatActions, Fleet, Movement, Orders, Search, Spell
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.game import Step
from barents.kernel.sides import Observer, Side
from tests.operations.theatre import OPEN_SEA, Theatre

from .admiralty import ALLIED, AXIS, Admiralty
from .war_room import WarRoom

BASES = "OP-AIR-base-limit"


def sea(room: Admiralty, *dice: int, **secret: list[int]) -> SeaUmpire:
    """An umpire of the operation, with the dice that will fall."""
    u = room.umpire(*dice, **secret)
    assert u.state.operation is not None
    return u.inside(SEA, room.data.sea, u.state.operation)


def begun(*, search: bool = True, caution: bool = True) -> WarRoom:
    """A month with Tirpitz and Hipper in Altafjord and a convoy in Hvalfjordur, about to be played."""
    options = Options(convoy_phase="played", offboard_search=search, cautious_orders=caution)
    room = WarRoom("1942-07", options=options)
    room.transports(3, "Hvalfjordur")
    room.ship("tirpitz", "Altafjord")
    room.ship("admiral-hipper", "Altafjord")
    room.plan().idle_on()
    return room


# The phase


@pytest.mark.rule("AC-A.23-120", "AC-A.23-ops")
def test_a_convoy_phase_has_a_hundred_and_twenty_turns_on_the_operations_engine() -> None:
    room = begun()
    assert (room.operation.turns, room.operation.turn, room.operation.month) == (120, 0, 7)  # 0 is for early starts
    room = WarRoom("1942-07", steps={Operations: operations})
    room.transports(1, "Hvalfjordur")
    room.plan()
    room.turn_to("OP-FLEET-plot")
    assert room.operation.phase == "orders"
    room.operation.turns = 1
    room.idle_on()
    assert room.now.operation is None  # the last turn is over, and everything is at the desks again
    assert "lt-1" in room.now.allied.ships


@pytest.mark.rule("AC-A.23-ops", "AC-A.23-120")
def test_a_month_that_is_left_to_its_plans_brings_a_convoy_to_murmansk() -> None:
    room = WarRoom("1942-07", steps={Operations: operations})
    room.transports(2, "Hvalfjordur")
    room.plan()
    room.fill("AC-B.21-turn", {"pq-8:route": "NORTH-M", "pq-8:sails": "2"})
    room.turn_to("OP-FLEET-plot")
    room.operation.desks[AXIS].boats.clear()
    room.idle_on()
    assert [(line.what, line.points) for line in room.now.allied.bill] == [("Cargo unloaded in Russia", 8)]
    assert {room.vessel(key).at for key in ("lt-1", "lt-2")} == {"Murmansk"}


# Aircraft


def allotted(date: str, allied: list[int], axis: list[int], **extra: object) -> Admiralty:
    """A month whose aircraft have been rolled for."""
    room = Admiralty(date)
    for name, value in extra.items():
        setattr(room.state.axis, name, value)
    u = room.umpire(allied=allied, axis=axis)
    open_operation(u)
    allot_aircraft(u)
    assert not room.dice_left()
    return room


@pytest.mark.rule("AC-A.23-air-allot")
def test_both_sides_roll_for_their_land_based_aircraft() -> None:
    # March 1942: Catalina 1D3, Hudson 1D6, Beaufort 1D3, Soviet fighters 1D6, Pe-2, Il-4, MBR-2 1D3 each
    allied = [5, 4, 1, 2, 3, 4, 6]
    # Ju 88 1D6+2, Ju 87 1D6, He 115 1D3, Fw 200 two, Bv 138 and Bf 110 1D3, Bf 109 1D6
    axis = [1, 6, 3, 5, 1, 2]
    room = allotted(
        "1942-03", allied, axis, extra_bombers=4, bomber_type="he-111", recon_types={"bv-138": 1, "fw-200": 2}
    )
    assert room.now.operation is not None
    desks = room.now.operation.desks
    steps = {side: Counter(step.type for step in desks[side].air.values()) for side in desks}
    assert steps[ALLIED] == {
        "catalina": 3,
        "hudson": 4,
        "beaufort": 1,
        "hurricane-su": 2,
        "pe-2": 2,
        "il-4": 2,
        "mbr-2": 3,
    }
    # The event's bombers and reconnaissance come on top.
    assert steps[AXIS] == {
        "ju-88": 3,
        "ju-87": 6,
        "he-115": 2,
        "fw-200": 2 + 2,
        "bv-138": 3 + 1,
        "bf-110": 1,
        "bf-109": 2,
        "he-111": 4,
    }
    assert not room.rolls("OP-AIR-allot-axis", Observer.ALLIED)
    assert not room.rolls("OP-AIR-allot-allied", Observer.AXIS)


def _crowded(u: Umpire, _step: MonthDice) -> None:
    """Fifteen steps a side that could all use one base, and a boat each."""
    open_operation(u)
    assert u.state.operation is not None
    for side, type, boat, kind in ((ALLIED, "hudson", "satyr", "uk:S"), (AXIS, "ju-88", "u-88", "de:VII")):
        add(u.state.operation.desks[side], type, 15, UNBASED)
        u.state.operation.desks[side].boats[boat] = Boat(boat, kind, WAITING, boat)


@pytest.mark.rule("AC-B.15-air-rules", "AC-C.13-air-rules", "AC-A.4-start-port")
@pytest.mark.parametrize(
    ("owner", "type", "base", "other"), [(ALLIED, "hudson", "3330", "2515"), (AXIS, "ju-88", "6017", "5619")]
)
def test_the_air_rules_hold_for_both_sides(owner: Side, type: str, base: str, other: str) -> None:
    room = WarRoom("1942-07", steps={MonthDice: _crowded, Operations: operations})
    room.ship("tirpitz", "Altafjord")
    room.plan().turn_to(BASES, owner)
    options = room.asked(owner).options
    assert isinstance(options, Assign)
    everyone = [f"{type}-{number}" for number in range(1, 16)]
    assert options.refusal(Allot(tuple((key, base) for key in everyone))) is not None  # fourteen at a base
    room.plot(owner, dict.fromkeys(everyone[:14], base) | {everyone[14]: other})
    # In the operation a step flies by the engine's rules: never in two turns on end.
    room.turn_to("OP-AIR-missions", owner)
    zone = room.ways(owner, everyone[0])
    assert zone
    steps = room.operation.desks[owner].air
    assert Counter(step.base for step in steps.values()) == {base: 14, other: 1}
    steps[everyone[1]].flew, steps[everyone[1]].sorties = room.operation.turn, 1
    room.operation.turn += 1
    flying = [key for key in everyone if any(AirStaff(room.operation, room.data.sea, owner).sorties(steps[key]))]
    assert everyone[0] in flying
    assert everyone[1] not in flying


# C.51 and C.52


@pytest.mark.rule("AC-C.5-optional", "AC-C.51-table", "AC-C.51-first-contact", "AC-C.51-per-convoy")
def test_before_first_contact_only_the_long_search_finds_a_convoy() -> None:
    room = begun()
    operation = room.operation
    for key, zone in (("pq-8", "4910"), ("other", "4911")):
        if key == "other":
            operation.desks[ALLIED].fleets[key] = Fleet(key, key, zone, "convoy", root=key)
            operation.desks[ALLIED].ships["lt-3"].fleet = key
        operation.desks[ALLIED].fleets[key].at = zone
        operation.desks[ALLIED].fleets[key].docked = False
    assert in_sector(sea(room), AXIS, "4910") == []
    # The table is rolled on for each of them, once a day.
    operation.turn = 3
    operation.weather = {region: Spell(1, 9) for region in ("W", "N", "B", "E")}
    long_search(sea(room, nobody=[6, 6, 1, 1]))
    assert len(room.rolls("OP-SEARCH-offboard")) == 2
    met = [fleet.key for fleet in operation.desks[ALLIED].fleets.values() if fleet.found]
    assert len(met) == 1
    # That one, and no other, is found by ordinary search from now on; a U-boat's contact counts as well.
    assert [fleet.key for fleet in in_sector(sea(room), AXIS, "4910")] == met
    other = next(key for key in ("pq-8", "other") if key not in met)
    report(sea(room), AXIS, other, 2, "u-88")
    assert {fleet.key for fleet in in_sector(sea(room), AXIS, "4910")} == {"pq-8", "other"}
    # Both rules can be left out.
    without = begun(search=False, caution=False)
    fleet = without.operation.desks[ALLIED].fleets["pq-8"]
    fleet.at, fleet.docked = "4910", False
    assert [one.key for one in in_sector(sea(without), AXIS, "4910")] == ["pq-8"]
    assert may_sortie(without.operation, without.data.sea, AXIS, _squadron(without))


def _squadron(room: WarRoom) -> Fleet:
    return room.operation.desks[AXIS].fleets["squadron-5917"]


@pytest.mark.rule("AC-C.52-cautious", "AC-C.52-identified", "AC-C.52-exempt", "AC-C.5-optional")
def test_german_ships_stay_in_until_a_convoy_is_identified() -> None:
    room = begun()
    operation, data = room.operation, room.data.sea
    raiders = _squadron(room)
    assert not may_sortie(operation, data, AXIS, raiders)
    fleet = operation.desks[ALLIED].fleets["pq-8"]
    fleet.at, fleet.docked = "5710", False
    report(sea(room), AXIS, "pq-8", 1, "search", identifies=True)
    assert not may_sortie(operation, data, AXIS, raiders)  # that is not certain
    report(sea(room), AXIS, "pq-8", 2, "search", identifies=True)
    assert may_sortie(operation, data, AXIS, raiders)
    # Coastal convoys, oilers and moves along the coast are no sorties.
    room = begun()
    raiders = _squadron(room)
    raiders.mission, raiders.plot = "transfer", ["5817"]
    assert may_sortie(room.operation, data, AXIS, raiders)
    raiders.plot = ["5817", "5912"]
    assert not may_sortie(room.operation, data, AXIS, raiders)
    raiders.mission = "convoy"
    assert may_sortie(room.operation, data, AXIS, raiders)


@pytest.mark.rule("AC-C.52-cautious", "AC-C.52-identified")
@pytest.mark.parametrize(
    ("how", "identified"),
    [("boat", True), ("aircraft", True), ("ships", False), ("ships, then a boat", True), ("nobody", False)],
)
def test_only_boats_and_reconnaissance_aircraft_identify_a_convoy(how: str, identified: bool) -> None:
    """A convoy is met; in the orders that follow Tirpitz may be sent to sea, or is not asked about."""
    theatre = Theatre(month=3)
    theatre.state.cautious = True
    theatre.fleet("convoy", OPEN_SEA, "uk:LT*3")
    theatre.fleet("squadron", "5917", "tirpitz", docked=True)
    steps: list[Step] = []
    dice: list[int] = []
    if "ships" in how:
        theatre.fleet("raiders", OPEN_SEA, "z24", "z25", "z26")
        steps.append(Movement(1))
        dice += [1, 1, 6, 6, 3]  # the Allies see nobody, the Germans have contact, and count right
    if how == "aircraft":
        theatre.wing("bv-138", "Banak", sortie="search", centre=OPEN_SEA)
        steps.append(Search())
        dice += [6, 6, 3]
    if "boat" in how:
        theatre.boat("u-88", OPEN_SEA)
        theatre.state.desks[AXIS].queue = ["u-88"]
        steps.append(BoatActions(AXIS))
        dice += [6, 6, 3]
    theatre.begin(*steps, Orders(), nobody=dice)
    while theatre.asked(AXIS).rule != "OP-FLEET-plot":
        theatre.act(AXIS, "decline") if theatre.asked(AXIS).rule == "OP-SUB-report" else theatre.idle(AXIS)
    assert bool(theatre.contacts(AXIS)) is (how != "nobody")
    assert ("squadron" in theatre.slots(AXIS)) is identified


# Soviet convoys


def soviet(date: str, *, on: bool = True) -> WarRoom:
    """A month with Soviet destroyers and small craft at both ports."""
    room = WarRoom(date, options=Options(convoy_phase="played", soviet_convoys=on))
    for number, port in enumerate(("Murmansk", "Murmansk", "Archangelsk", "Archangelsk"), 1):
        room.ship(f"ms-sov-{number}", port, "soviet", line="su:ms-sov")
    room.ship("gromky", "Archangelsk", "soviet")
    room.ship("ib-1", "Archangelsk", "soviet", line="su:IB01")
    room.plan().idle_on()
    return room


def sailed(room: WarRoom, turn: int, *dice: int) -> list[str]:
    """What sails in a turn, by its start."""
    room.operation.turn = turn
    before = set(room.operation.desks[ALLIED].fleets)
    sail_soviet_convoy(sea(room, allied=list(dice)))
    return [fleet.at for key, fleet in room.operation.desks[ALLIED].fleets.items() if key not in before]


@pytest.mark.rule("AC-B.24-optional", "AC-B.242-roll", "AC-B.242-days", "AC-B.24-one")
def test_every_other_day_a_soviet_convoy_may_sail() -> None:
    assert sailed(soviet("1942-11", on=False), 1, 1, 1) == []
    assert sailed(soviet("1942-11"), 1, 3, 1) == ["6619"]
    assert sailed(soviet("1942-11"), 1, 4, 1) == ["7324"]
    assert sailed(soviet("1942-11"), 2, 1, 1) == []  # in the first turn of the day
    assert sailed(soviet("1942-11"), 7, 1, 1) == []  # day 2
    assert sailed(soviet("1942-11"), 13, 1, 1) == ["6619"]  # day 3
    assert sailed(soviet("1942-11"), 109, 1, 1) == ["6619"]  # day 19, the last
    room = soviet("1942-11")
    assert sailed(room, 1, 1, 1) == ["6619"]
    assert sailed(room, 13, 1, 1) == []  # one at a time
    assert not room.rolls("OP-SOV-size")


@pytest.mark.rule("AC-B.24-feb-mar", "AC-B.241-months", "AC-B.242-months")
def test_between_which_ports_soviet_convoys_sail_in_each_month() -> None:
    room = soviet("1942-11")
    coastal, eastern = ("6619", "7324"), "7324"
    for month in (11, 12, 1, 4, 5, 6, 7):
        assert ends_of(room.data.sea, month) == coastal, month
    for month in (8, 9, 10):
        ends = ends_of(room.data.sea, month)
        assert ends is not None
        assert (ends[0], ends[1][:2]) == (eastern, "81"), month
    for month in (2, 3):
        assert ends_of(room.data.sea, month) is None
    assert sailed(soviet("1943-02"), 1, 1, 1) == []
    assert sailed(soviet("1942-08"), 1, 1, 1) == ["7324"]


@pytest.mark.rule("AC-B.242-size", "AC-B.242-escort", "AC-B.241-special")
@pytest.mark.parametrize(
    ("date", "size", "expected"),
    [
        ("1942-11", 1, {"ST": 1, "MS": 1}),
        ("1942-11", 3, {"ST": 2, "MS": 2}),
        ("1942-11", 4, {"ST": 3, "DD": 1, "MS": 1}),
        ("1942-11", 6, {"ST": 5, "DD": 1, "MS": 2}),  # there is only one destroyer
        ("1942-12", 2, {"ST": 2, "MS": 1, "IB": 1}),  # an ice breaker in the months that need one
        ("1942-08", 2, {"ST": 2, "MS": 1}),
    ],
)
def test_how_large_a_soviet_convoy_is(date: str, size: int, expected: dict[str, int]) -> None:
    room = soviet(date)
    sailed(room, 1, 1 if date == "1942-08" else 4, size)  # from Archangelsk
    desk = room.operation.desks[ALLIED]
    key = next(key for key, fleet in desk.fleets.items() if fleet.name == "Soviet convoy")
    ships = [ship for ship in desk.ships.values() if ship.fleet == key]
    assert Counter(room.data.sea.types[ship.line].type for ship in ships) == expected


@pytest.mark.rule("AC-B.24-vp")
def test_each_soviet_transport_that_arrives_is_worth_a_point() -> None:
    def arrive(u: Umpire, _step: Operations) -> None:
        assert u.state.operation is not None
        inner = u.inside(SEA, u.data.sea, u.state.operation)
        u.state.operation.turn = 1
        sail_soviet_convoy(inner)
        fleet = next(one for one in u.state.operation.desks[ALLIED].fleets.values() if one.name == "Soviet convoy")
        fleet.at = fleet.plan[-1]
        receive_soviet_convoy(inner)

    options = Options(convoy_phase="played", soviet_convoys=True)
    arrived = WarRoom("1942-11", options=options, steps={Operations: arrive})
    arrived.ship("ms-sov-1", "Murmansk", "soviet", line="su:ms-sov")
    arrived.begin(MonthDice(), Plans(), ConvoyPhase(), allied=[1, 5]).idle_on()
    assert [(line.what, line.points) for line in arrived.now.allied.bill] == [("Soviet convoys", 4)]
    assert set(arrived.now.allied.vessels) == {"ms-sov-1"}
