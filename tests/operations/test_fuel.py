"""Section 5.6: what fuel is used, where it comes from, and what happens without it."""

from __future__ import annotations

import pytest

from barents.games.operations.fleets.fuel import burn
from barents.games.operations.fleets.movement import speed_limit
from barents.games.operations.rules.units import has_low_fuel, ships_of
from barents.games.operations.state import Movement, Orders, Record, SeaKeeping
from barents.kernel.decisions import Refused

from .theatre import ALLIED, AXIS, MURK, OPEN_SEA, SQUALL, Theatre

FORM = "OP-FLEET-form"
BOX = 12


@pytest.mark.rule("OP-FUEL-rates")
@pytest.mark.parametrize(("zones", "fought", "cost"), [(0, 0, 1), (1, 0, 2), (2, 0, 4), (3, 0, 9), (2, 2, 10)])
def test_what_a_turn_costs(zones: int, fought: int, cost: int) -> None:
    theatre = Theatre()
    plot = ["5811", "5910", "6010"][:zones]
    theatre.fleet("home", OPEN_SEA, "sheffield", "duke-of-york", plot=plot, pace=3)
    theatre.begin(Movement(1), Movement(2), Movement(3))
    theatre.now.desks[ALLIED].fleets["home"].fought = fought
    theatre.state = theatre.now
    theatre.begin(SeaKeeping())
    assert [theatre.find(key).fuel for key in ("sheffield", "duke-of-york")] == [12 * BOX - cost, 16 * BOX - cost]


@pytest.mark.rule("OP-FUEL-rates", "OP-FUEL-third")
def test_ten_turns_of_a_destroyer() -> None:
    """G43: four turns of three zones and six of two leave 3 of 8 boxes, which is no less than a third; 31/12 are."""
    theatre = Theatre()
    fleet = theatre.fleet("raiders", OPEN_SEA, "z24")
    u = theatre.umpire()
    for zones in (3, 3, 3, 3, 2, 2, 2, 2, 2, 2):
        fleet.track = ["zone"] * (zones + 1)
        burn(u, fleet, ships_of(u.state.desks[AXIS], "raiders"))
    ship = theatre.find("z24")
    assert ship.fuel == 3 * BOX
    assert not has_low_fuel(theatre.data, ship)
    ship.fuel = 32
    assert not has_low_fuel(theatre.data, ship), "just a third"
    ship.fuel = 31
    assert has_low_fuel(theatre.data, ship)


@pytest.mark.rule("OP-FUEL-untracked")
def test_transports_oilers_and_breakers_burn_nothing_that_is_counted() -> None:
    theatre = Theatre()
    fleet = theatre.fleet("pq", OPEN_SEA, "uk:LT", "uk:ST", "uk:AO-c", "su:IB01", "amazon", mission="convoy")
    before = {ship.key: ship.fuel for ship in theatre.state.desks[ALLIED].ships.values()}
    assert [before[key] for key in ("lt-1", "st-1", "ao-c-1", "ib01-1")] == [0, 0, 0, 0]
    theatre.begin(SeaKeeping())
    assert theatre.find("amazon").fuel == before["amazon"] - 1
    theatre.ship("amazon", fuel=1)
    assert speed_limit(theatre.now, theatre.data, ALLIED, fleet) == 1, "and they are not without fuel"


@pytest.mark.rule("OP-FUEL-empty")
def test_a_ship_without_fuel_drifts_on_in_even_turns() -> None:
    for fuel, turn, zones in ((1, 3, 3), (0, 3, 0), (0, 4, 1)):
        theatre = Theatre(turn=turn)
        fleet = theatre.fleet("raiders", OPEN_SEA, "tirpitz", "z24")
        theatre.ship("z24", fuel=fuel)
        assert speed_limit(theatre.state, theatre.data, AXIS, fleet) == zones
    theatre = Theatre()
    theatre.fleet("raiders", OPEN_SEA, "z24")
    theatre.ship("z24", fuel=0)
    assert theatre.begin(SeaKeeping()).find("z24").fuel == 0, "there is nothing below nothing"


# In port


@pytest.mark.rule("OP-FUEL-port")
def test_a_whole_turn_in_a_british_port_fills_the_tanks() -> None:
    theatre = Theatre(turn=10)
    theatre.fleet("home", "3330", "sheffield")
    theatre.ship("sheffield", fuel=5)
    theatre.begin(Record())
    assert theatre.at("home").docked
    assert theatre.find("sheffield").fuel == 5, "she has only just come in"
    theatre.state = theatre.now
    theatre.begin(SeaKeeping(), Record())
    assert theatre.find("sheffield").fuel == 12 * BOX


@pytest.mark.rule("OP-FUEL-soviet-port")
def test_soviet_ports_fill_western_warships_by_half_and_their_own_wholly() -> None:
    theatre = Theatre()
    theatre.fleet("mixed", "6619", "duke-of-york", "keppel", "gremyashchy", docked=True)
    full = {key: theatre.data.ship(key).fuel for key in ("duke-of-york", "gremyashchy")}
    assert full == {"duke-of-york": 16, "gremyashchy": 7}
    theatre.ship("duke-of-york", fuel=3)
    theatre.ship("keppel", fuel=4 * BOX)  # of 6: more than half
    theatre.ship("gremyashchy", fuel=3)
    theatre.begin(Record())
    assert [theatre.find(key).fuel for key in ("duke-of-york", "keppel", "gremyashchy")] == [8 * BOX, 4 * BOX, 7 * BOX]

    theatre = Theatre()
    theatre.fleet("home", "6619", "milne", docked=True)
    theatre.ship("milne", fuel=0)
    assert theatre.data.ship("milne").fuel == 9
    assert theatre.begin(Record()).find("milne").fuel == 5 * BOX, "half of nine boxes, rounded up"


# At sea


def take_fuel(theatre: Theatre, pairs: dict[str, str], *, plot: str = "") -> Theatre:
    """Order ships to take fuel, and play the turn."""
    theatre.begin(Orders(), Movement(1), Movement(2), Movement(3), SeaKeeping())
    theatre.idle_until(FORM, ALLIED).plot(ALLIED, {key: f"fuel:{giver}" for key, giver in pairs.items()})
    if plot:
        theatre.idle_until("OP-FLEET-plot", ALLIED).plot(ALLIED, home=plot)
    return theatre.idle_on()


def group(*ships: str, weather: int = SQUALL) -> Theatre:
    """A fleet whose destroyers have no fuel to speak of."""
    theatre = Theatre(turn=4, weather=weather)
    theatre.fleet("home", OPEN_SEA, *ships, pace=2)
    for key in ("amazon", "beagle", "bulldog", "milne"):
        if key in theatre.state.desks[ALLIED].ships:
            theatre.ship(key, fuel=BOX)
    return theatre


@pytest.mark.rule("OP-FUEL-at-sea", "OP-FUEL-ao-capacity")
def test_an_oiler_gives_two_ships_four_boxes_each() -> None:
    theatre = group("uk:AO-c", "milne", "beagle", "bulldog")
    assert theatre.find("ao-c-1").cargo == 40 * BOX
    theatre.begin(Orders()).idle_until(FORM, ALLIED)
    three = dict.fromkeys(("milne", "beagle", "bulldog"), "fuel:ao-c-1")
    with pytest.raises(Refused, match="no more than 2"):
        theatre.plot(ALLIED, three)
    take_fuel(theatre, {"milne": "ao-c-1", "beagle": "ao-c-1"})
    assert [theatre.find(key).fuel for key in ("milne", "beagle", "bulldog")] == [5 * BOX - 1, 5 * BOX - 1, BOX - 1]
    assert theatre.find("ao-c-1").cargo == 32 * BOX


@pytest.mark.rule("OP-FUEL-at-sea")
def test_ships_of_another_fleet_in_the_zone_take_fuel_too() -> None:
    theatre = group("amazon")
    theatre.fleet("oilers", OPEN_SEA, "uk:AO-c", mission="refuel")
    assert take_fuel(theatre, {"amazon": "ao-c-1"}).find("amazon").fuel == 5 * BOX - 1


@pytest.mark.rule("OP-FUEL-at-sea")
def test_speed_battle_and_weather_prevent_it() -> None:
    theatre = group("duke-of-york", "amazon")
    assert take_fuel(theatre, {"amazon": "duke-of-york"}, plot="5711>5811>5910").find("amazon").fuel == BOX - 4
    theatre = group("duke-of-york", "amazon")
    assert take_fuel(theatre, {"amazon": "duke-of-york"}, plot="5711>5811").find("amazon").fuel == 3 * BOX - 2
    theatre = group("duke-of-york", "amazon", weather=MURK)
    theatre.begin(Orders()).idle_until(FORM, ALLIED)
    with pytest.raises(Refused, match="OP-FUEL-at-sea"):
        theatre.plot(ALLIED, amazon="fuel:duke-of-york")
    theatre = group("duke-of-york", "amazon")
    theatre.state.desks[ALLIED].pairs = {"amazon": "duke-of-york"}
    theatre.state.desks[ALLIED].fleets["home"].fought = 1
    assert theatre.begin(SeaKeeping()).find("amazon").fuel == BOX - 4


@pytest.mark.rule("OP-FUEL-big-ship")
def test_a_big_ship_gives_two_of_her_own_boxes() -> None:
    theatre = group("duke-of-york", "amazon", "beagle")
    take_fuel(theatre, {"amazon": "duke-of-york", "beagle": "duke-of-york"})
    assert [theatre.find(key).fuel for key in ("amazon", "beagle")] == [3 * BOX - 1, BOX - 1]
    assert theatre.find("duke-of-york").fuel == 14 * BOX - 1
    theatre = group("sheffield", "amazon")
    theatre.begin(Orders()).idle_until(FORM, ALLIED)
    assert theatre.ways(ALLIED, "amazon") == ["new"], "a light cruiser is too small"


@pytest.mark.rule("OP-FUEL-ao-capacity")
@pytest.mark.parametrize(
    ("zone", "line", "filled"), [("3330", "uk:AO-c", True), ("3116", "uk:AO-c", False), ("4827", "de:AO-g", True)]
)
def test_where_oilers_are_filled(zone: str, line: str, filled: bool) -> None:
    theatre = Theatre()
    theatre.fleet("oilers", zone, line, mission="refuel", docked=True)
    key = line.partition(":")[2].lower() + "-1"
    theatre.ship(key, cargo=5)
    assert theatre.begin(Record()).find(key).cargo == (40 * BOX if filled else 5)
