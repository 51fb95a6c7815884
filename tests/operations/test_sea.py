"""Section 5.13: machinery, storms, stragglers, steering and floes."""

from __future__ import annotations

import pytest

from barents.games.operations.fleets.missions import missions_of
from barents.games.operations.rules.units import guns, is_worn, speed
from barents.games.operations.state import Declare, Movement, Orders, Record, SeaKeeping
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, BEAR_ISLAND, CLEAR, GALE, OPEN_SEA, STORM, Theatre

FOUNDER, MACHINERY = "OP-SEA-founder", "OP-SEA-machinery"


# Machinery


@pytest.mark.rule("OP-SEA-machinery", "AC-C.23-light")
@pytest.mark.parametrize(
    ("ships", "forced", "dice", "failed"),
    [
        (("tirpitz", "z24"), False, [5, 4, 4], []),  # 13
        (("tirpitz", "z24"), True, [5, 4, 4], ["z24"]),  # G61: 13 and a turn of three zones
        (("tirpitz", "z24"), False, [5, 5, 5], ["z24"]),  # G61: 15
        (("tirpitz", "z24"), False, [6, 6, 4], ["z24"]),
        (("tirpitz", "z24"), False, [6, 6, 5], ["tirpitz"]),
        (("tirpitz", "z24"), False, [6, 6, 6], ["tirpitz", "z24"]),
        (("z24", "z25"), False, [6, 6, 5], []),  # G61: 17, and there is no heavy ship
    ],
)
def test_which_ships_break_down(ships: tuple[str, ...], forced: bool, dice: list[int], failed: list[str]) -> None:
    theatre = Theatre(turn=6)
    theatre.fleet("raiders", OPEN_SEA, *ships, steamed=True, forced=forced)
    theatre.begin(SeaKeeping(), axis=dice)
    assert [key for key in sorted(ships) if theatre.find(key).failed] == failed
    assert not theatre.rolls(MACHINERY, Observer.ALLIED)


@pytest.mark.rule("OP-SEA-machinery")
@pytest.mark.parametrize(
    ("turn", "steamed", "ship", "rolls"),
    [(6, True, "z24", 1), (5, True, "z24", 0), (6, False, "z24", 0), (6, True, "sheffield", 0)],
)
def test_only_german_fleets_that_have_moved_roll_and_at_the_end_of_the_day(
    turn: int, steamed: bool, ship: str, rolls: int
) -> None:
    theatre = Theatre(turn=turn)
    theatre.fleet("fleet", OPEN_SEA, ship, steamed=steamed)
    theatre.begin(SeaKeeping(), Record(), axis=[1, 1, 1])
    assert len(theatre.rolls(MACHINERY)) == rolls
    assert theatre.at("fleet").steamed is (steamed and turn != 6), "a new day begins"


@pytest.mark.rule("OP-SEA-machinery")
def test_a_turn_of_three_zones_is_remembered_all_day() -> None:
    for pace in (2, 3):
        theatre = Theatre(turn=6)
        theatre.fleet("raiders", OPEN_SEA, "z24", plot=["5811", "5910", "6010"], pace=pace)
        theatre.begin(Movement(1), Movement(2), Movement(3), SeaKeeping(), axis=[1, 1, 1])
        (roll,) = theatre.rolls(MACHINERY)
        assert roll.modifiers == ({"full speed today": 1} if pace == 3 else {})


@pytest.mark.rule("OP-SEA-machinery-effect")
def test_a_ship_that_has_broken_down_is_slower_and_goes_home_by_herself() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("raiders", OPEN_SEA, "tirpitz", "z24", plot=["5811", "5910", "6010"], pace=3)
    ship = theatre.ship("z24", failed=True)
    assert speed(theatre.data, ship) == 3
    theatre.begin(Orders()).idle_on()
    alone = theatre.at(theatre.find("z24").fleet)
    assert (alone.mission, alone.port) == ("return", "Tromsø")
    assert alone.plot[-1] == theatre.data.port("Tromsø").zone
    assert (theatre.at("raiders").mission, len(theatre.at("raiders").plot)) == ("raid", 3)

    theatre = Theatre(turn=8)
    fleet = theatre.fleet("raiders", OPEN_SEA, "tirpitz", "z24")
    theatre.ship("z24", failed=True)
    offered = missions_of(theatre.state, theatre.data, AXIS, fleet)
    assert {order.mission for order in offered} == {"return"}, "if she is kept, all go home"
    theatre.begin(Orders()).idle_until("OP-FLEET-mission", AXIS).plot(AXIS, raiders="return:Narvik:2").idle_on()
    assert theatre.find("z24").fleet == "raiders"


@pytest.mark.rule("OP-SEA-machinery-effect")
def test_a_failed_ship_keeps_a_speed_of_one_and_does_not_sail_again() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("oilers", "5519", "thetis", docked=True)
    ship = theatre.ship("thetis", failed=True)
    assert speed(theatre.data, ship) == 1
    theatre.begin(Orders()).idle_until("OP-FLEET-plot", AXIS)
    assert theatre.slots(AXIS) == []


@pytest.mark.rule("OP-SEA-machinery-effect", "OP-SEA-machinery")
@pytest.mark.parametrize(
    ("dice", "ships", "failed"),
    [
        ([6, 6, 5], ("tirpitz", "z24"), "tirpitz"),
        ([5, 5, 5], ("tirpitz", "z24"), "z24"),
        ([6, 6, 5], ("z24", "z25"), ""),  # no heavy ship: nothing happens
        ([5, 5, 5], ("tirpitz", "lutzow"), ""),  # no light ship
    ],
)
def test_from_the_dice_of_a_breakdown_to_port_and_no_farther(
    dice: list[int], ships: tuple[str, ...], failed: str
) -> None:
    """The evening's dice, then turns as they come: who has failed leaves the others, slower by one, and stays in port.

    Tirpitz made three zones a turn, and makes two now; a destroyer has speed to spare.
    """
    theatre = Theatre(turn=6)
    theatre.fleet("raiders", "5717", *ships, steamed=True, pace=3)
    theatre.begin(SeaKeeping(), Record(), Declare(ALLIED), axis=dice).idle_on()
    assert [key for key in ships if theatre.find(key).failed] == ([failed] if failed else [])
    assert len(theatre.told("OP-SEA-machinery-effect", Observer.AXIS)) == bool(failed)
    for turn in range(7, 12):
        theatre.state = theatre.now
        assert theatre.state.turn == turn
        theatre.begin(Orders(), *(Movement(segment) for segment in (1, 2, 3)), Record(), Declare(ALLIED))
        if turn == 7:
            theatre.idle_until("OP-FLEET-mission", AXIS)
            offered = {value.split(":")[0] for value in theatre.ways(AXIS, "raiders")}
            assert (offered == {"return"}) is bool(failed)
        while not theatre.is_over:
            side = next(iter(theatre.match.pending))
            window = theatre.asked(side).rule == "OP-TIME-end-early"
            theatre.act(side, "decline") if window else theatre.idle(side)
        if turn == 7 and failed:
            alone = theatre.at(theatre.find(failed).fleet)
            assert (alone.key != "raiders", alone.mission) == (True, "return")
            assert alone.pace == (2 if failed == "tirpitz" else 3)
    assert theatre.at("raiders").mission == "raid"  # the others go on
    if failed:
        alone = theatre.at(theatre.find(failed).fleet)
        assert alone.docked
        theatre.state = theatre.now
        theatre.begin(Orders()).idle_until("OP-FLEET-plot", AXIS)
        assert alone.key not in theatre.slots(AXIS)  # she does not put to sea again


# Storms


@pytest.mark.rule("OP-SEA-founder")
@pytest.mark.parametrize(
    ("ship", "fields", "dice", "hull", "marks"),
    [
        ("z24", {"fuel": 25}, [5, 6], 3, 1),  # G62: low fuel makes 11 a 12: a mark
        ("z24", {"fuel": 25}, [6, 6], 2, 0),  # G62: 13, a box of the hull
        ("amazon", {}, [6, 6], 2, 1),  # G62: 12, a mark
        ("amazon", {}, [5, 6], 2, 0),
        ("z24", {"fuel": 25, "lost": {"hull": 2}}, [5, 6], 0, 0),  # G62: 14, she founders
        ("z24", {"lost": {"hull": 2}}, [5, 6], 1, 0),  # 13, but never the last box
        ("gossamer", {}, [5, 6], 1, 1),  # a sweeper is frail
        ("amazon", {"marks": 1}, [5, 6], 2, 2),  # half of her hull is marked
    ],
)
def test_what_a_gale_does(ship: str, fields: dict[str, object], dice: list[int], hull: int, marks: int) -> None:
    theatre = Theatre(weather=GALE)
    theatre.fleet("fleet", OPEN_SEA, ship)
    theatre.ship(ship, **fields)
    side = "axis" if ship == "z24" else "allied"
    theatre.begin(SeaKeeping(), **{side: dice})
    assert (theatre.hull(ship), theatre.find(ship).marks) == (hull, marks) if hull else theatre.find(ship).at == "sunk"
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SEA-founder")
def test_a_storm_is_a_pip_kinder_than_a_gale() -> None:
    theatre = Theatre(weather=STORM)
    theatre.fleet("home", OPEN_SEA, "amazon")
    theatre.ship("amazon", rough=2)
    theatre.begin(SeaKeeping(), allied=[6, 6])
    (roll,) = theatre.rolls(FOUNDER)
    assert roll.modifiers == {"worn": 1, "storm": -1}, "the run has just marked one of her two boxes"


@pytest.mark.rule("OP-SEA-founder-who")
@pytest.mark.parametrize(
    ("level", "rough", "ship", "lost", "rolls"),
    [
        (GALE, 0, "amazon", 0, 1),
        (GALE, 5, "amazon", 0, 1),
        (STORM, 1, "amazon", 0, 0),
        (STORM, 2, "amazon", 0, 1),  # the third turn of the run
        (STORM, 3, "amazon", 0, 0),
        (GALE, 0, "sheffield", 0, 0),
        (GALE, 0, "sheffield", 3, 1),  # 2 of 5 boxes left
        (GALE, 0, "sheffield", 2, 0),
        (CLEAR, 2, "amazon", 0, 0),
    ],
)
def test_who_may_founder(level: int, rough: int, ship: str, lost: int, rolls: int) -> None:
    theatre = Theatre(weather=level)
    theatre.fleet("home", OPEN_SEA, ship)
    theatre.ship(ship, rough=rough, lost={"hull": lost} if lost else {})
    theatre.begin(SeaKeeping(), allied=[1, 1])
    assert len(theatre.rolls(FOUNDER)) == rolls


@pytest.mark.rule("OP-SEA-founder-who")
def test_three_turns_on_end_leave_marks_once_and_port_or_better_weather_breaks_the_run() -> None:
    """R9, R10: three gales mark three boxes, anything else one; a fourth turn marks no more."""
    for run, marks in (
        ([STORM, STORM, STORM], 1),
        ([GALE, GALE, GALE], 3),
        ([GALE, STORM, GALE], 1),
        ([STORM, STORM, STORM, STORM], 1),
        ([STORM, STORM, CLEAR, STORM], 0),
    ):
        theatre = Theatre()
        theatre.fleet("home", OPEN_SEA, "sheffield")
        for level in run:
            theatre.weather(level).begin(SeaKeeping())
            theatre.state = theatre.now
        assert theatre.find("sheffield").marks == marks
    theatre = Theatre(weather=STORM)
    theatre.fleet("home", "6619", "sheffield", docked=True)
    theatre.ship("sheffield", rough=2)
    assert theatre.begin(SeaKeeping()).find("sheffield").rough == 0


@pytest.mark.rule("OP-SEA-founder-who")
def test_a_ship_marked_all_over_is_worn() -> None:
    """R11, R12: half her guns, a speed less, no offensive missions, and no marks beyond her hull."""
    theatre = Theatre(turn=8, weather=GALE)
    theatre.fleet("home", OPEN_SEA, "duke-of-york", "amazon")
    ship = theatre.ship("amazon", rough=2, gales=2)
    data = theatre.data
    assert (speed(data, ship), guns(data, ship, "tertiary")) == (4, 2)
    theatre.begin(SeaKeeping(), allied=[1, 1])
    ship = theatre.find("amazon")
    assert (ship.marks, is_worn(data, ship)) == (2, True)
    assert (speed(data, ship), guns(data, ship, "tertiary"), guns(data, ship, "primary")) == (3, 1, 0)
    ship.marks = 1
    assert not is_worn(data, ship)
    ship.marks = 2
    offered = missions_of(theatre.now, data, ALLIED, theatre.at("home"))
    assert {order.mission for order in offered} == {"return", "transfer"}
    theatre.state = theatre.now
    theatre.weather(CLEAR).begin(Orders()).idle_on()
    assert theatre.at(theatre.find("amazon").fleet).mission == "return"
    assert theatre.at("home").mission == "raid"


# Stragglers


def in_a_gale(*dice: int) -> Theatre:
    """A convoy of three in a gale in turn 4, and who straggles."""
    theatre = Theatre(turn=4, weather=GALE)
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3", "sheffield", plot=["5811", "5910"], plan=["6619"])
    return theatre.begin(SeaKeeping(), Record(), allied=dice)


@pytest.mark.rule("OP-SEA-straggler")
def test_in_a_gale_transports_lose_their_convoy_on_a_one() -> None:
    theatre = in_a_gale(2, 1, 6)
    assert [theatre.find(f"lt-{number}").fleet for number in (1, 2, 3)] == ["pq", "lt-2", "pq"]
    straggler, convoy = theatre.at("lt-2"), theatre.at("pq")
    assert (straggler.plot, straggler.plan, straggler.of) == (convoy.plot, convoy.plan, "pq"), "on the same route"
    theatre = Theatre(turn=4, weather=STORM)
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3")
    assert not theatre.begin(SeaKeeping()).rolls("OP-SEA-straggler")


@pytest.mark.rule("OP-SEA-rejoin")
def test_a_straggler_rejoins_when_she_ends_the_next_turn_with_her_convoy() -> None:
    for together in (True, False):
        theatre = in_a_gale(2, 1, 6)
        assert "lt-2" in theatre.now.desks[ALLIED].fleets, "not in the turn in which she lost it"
        theatre.state = theatre.now
        theatre.state.turn = 5
        theatre.weather(CLEAR).begin(Orders()).idle_on()
        assert theatre.find("lt-2").fleet == "lt-2", "nor by order"
        theatre.state = theatre.now
        if not together:
            theatre.state.desks[ALLIED].fleets["lt-2"].at = "5611"
        theatre.begin(Record())
        assert theatre.find("lt-2").fleet == ("pq" if together else "lt-2")
        assert ("lt-2" in theatre.now.desks[ALLIED].fleets) is not together


@pytest.mark.rule("OP-SEA-rejoin")
def test_a_straggler_of_a_straggler_follows_her_into_the_convoy() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("pq", OPEN_SEA, "uk:LT*2")
    theatre.fleet("lt-3", OPEN_SEA, "uk:LT", of="pq")
    theatre.fleet("lt-4", OPEN_SEA, "uk:LT", of="lt-3")
    theatre.begin(Record())
    assert {ship.fleet for ship in theatre.now.desks[ALLIED].ships.values()} == {"pq"}
    assert set(theatre.now.desks[ALLIED].fleets) == {"pq"}


# Steering and floes


@pytest.mark.rule("OP-SEA-steering")
@pytest.mark.parametrize(("die", "mended"), [(4, False), (5, True)])
def test_steering_is_mended_at_a_turns_end_on_a_five(die: int, mended: bool) -> None:
    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "sheffield")
    ship = theatre.ship("sheffield", steering=True)
    assert speed(theatre.data, ship) == 1
    theatre.begin(SeaKeeping(), allied=[die])
    assert speed(theatre.data, theatre.find("sheffield")) == (3 if mended else 1)


@pytest.mark.rule("OP-MAP-floes")
@pytest.mark.parametrize(
    ("month", "turn", "zone", "rolls"),
    [(4, 6, "5710", 1), (4, 5, "5710", 0), (4, 6, "5713", 0), (7, 6, "5710", 0), (10, 6, "2506", 0)],
)
def test_who_meets_floes(month: int, turn: int, zone: str, rolls: int) -> None:
    theatre = Theatre(month=month, turn=turn)
    theatre.fleet("home", zone, "sheffield")
    assert theatre.data.beside_ice("5710", 4)
    assert theatre.data.beside_ice("2506", 10), "but October is too warm for floes"
    theatre.begin(SeaKeeping(), allied=[1, 1])
    assert len(theatre.rolls("OP-MAP-floes")) == rolls


@pytest.mark.rule("OP-MAP-floes")
def test_a_floe_takes_a_box_of_a_transport_first_but_never_the_last() -> None:
    for dice, hull in (([5, 5], 2), ([5, 6], 1)):
        theatre = Theatre(month=4, turn=6)
        theatre.fleet("pq", "5710", "sheffield", "uk:LT")
        theatre.begin(SeaKeeping(), allied=dice)
        assert (theatre.hull("lt-1"), theatre.hull("sheffield")) == (hull, 5)
    theatre = Theatre(month=4, turn=6)
    theatre.fleet("pq", "5710", "uk:ST")
    assert theatre.begin(SeaKeeping(), allied=[6, 6]).hull("st-1") == 1
    assert BEAR_ISLAND in theatre.data.shut(4)
