"""Rules that other tests look up in their tables or functions, here as the steps of a turn carry them out."""

from __future__ import annotations

import pytest

from barents.games.operations.state import BoatActions, Movement, Orders, Record, SeaKeeping, Search
from barents.kernel.sides import Observer, Side

from .theatre import ALLIED, AXIS, CLEAR, GALE, OPEN_SEA, STORM, Theatre

SEGMENTS = (Movement(1), Movement(2), Movement(3))
EAST = ["5811", "5911", "6011"]
LEADS = "5916"


def made(theatre: Theatre, key: str) -> int:
    """The zones that a fleet makes in a turn."""
    theatre.begin(*SEGMENTS)
    assert theatre.is_over
    return len(theatre.at(key).track) - 1


# Movement


@pytest.mark.rule("OP-FLEET-speed")
@pytest.mark.parametrize(
    ("ships", "lost", "weather", "zones"),
    [
        (("amazon", "beagle"), 0, CLEAR, 3),  # of speed 4, but nobody makes more than three
        (("amazon", "rodney"), 0, CLEAR, 2),  # the slowest sets the pace
        (("sheffield", "jamaica"), 2, CLEAR, 1),  # as do her engines
        (("amazon", "beagle"), 0, STORM, 1),
        (("sheffield", "jamaica"), 0, STORM, 2),
    ],
)
def test_how_far_a_fleet_goes_in_a_turn(ships: tuple[str, ...], lost: int, weather: int, zones: int) -> None:
    theatre = Theatre(weather=weather)
    theatre.fleet("home", OPEN_SEA, *ships, mission="cover", covers=OPEN_SEA, plot=list(EAST), pace=3)
    theatre.ship(ships[-1], lost={"speed": lost} if lost else {})
    assert made(theatre, "home") == zones


@pytest.mark.rule("OP-WX-gale-speed")
@pytest.mark.parametrize("turn", [3, 4])
@pytest.mark.parametrize("line", ["uk:LT", "uk:AO-c"])
def test_in_a_gale_a_convoy_lies_to_every_other_turn(turn: int, line: str) -> None:
    theatre = Theatre(turn=turn, weather=GALE)
    theatre.fleet("convoy", OPEN_SEA, line, "amazon", mission="convoy", plot=list(EAST), pace=1)
    theatre.fleet("cruisers", OPEN_SEA, "sheffield", mission="cover", covers=OPEN_SEA, plot=list(EAST), pace=3)
    assert made(theatre, "cruisers") == 1
    assert len(theatre.at("convoy").track) - 1 == (1 if turn == 4 else 0)


@pytest.mark.rule("OP-MAP-white-sea")
@pytest.mark.parametrize(
    ("month", "breaker", "hurt", "zones"),
    [
        (2, True, False, 0),
        (3, True, False, 0),
        (12, False, False, 0),
        (12, True, False, 1),
        (4, True, True, 0),
        (5, True, False, 1),
        (6, False, False, 3),
        (11, False, False, 3),
    ],
)
def test_a_cruiser_on_her_way_into_the_white_sea(month: int, breaker: bool, hurt: bool, zones: int) -> None:
    theatre = Theatre(month=month)
    theatre.fleet("home", "7318", "sheffield", mission="cover", covers="7318", plot=["7319", "7320", "7321"], pace=3)
    if breaker:
        theatre.fleet("breakers", "7324", "su:IB01", docked=True)
        theatre.ship("ib01-1", lost={"hull": 1} if hurt else {})
    assert made(theatre, "home") == zones


# Fuel


@pytest.mark.rule("OP-FUEL-third", "AC-C.33-founder")
@pytest.mark.parametrize(
    ("key", "modifier"), [("z24", 1), ("koeln", 1), ("admiral-hipper", 1), ("luetzow", 0), ("echo", 0)]
)
@pytest.mark.parametrize("less", [0, 1])
def test_in_a_gale_tanks_below_a_third_count_against_some_german_ships(key: str, modifier: int, less: int) -> None:
    """Foundering is rolled before the turn's fuel is burnt, or after it; a third exactly is not below it."""
    theatre = Theatre(weather=GALE)
    theatre.fleet("fleet", OPEN_SEA, key)
    whole = theatre.data.ship(key).fuel
    assert whole is not None
    burnt = 1  # a turn at rest
    hull = theatre.data.ship(key).hull
    theatre.ship(key, fuel=whole * 12 // 3 + burnt - less, lost={"hull": hull - hull // 2})  # so that all have to roll
    theatre.begin(SeaKeeping(), allied=[1] * 9, axis=[1] * 9)
    (roll,) = theatre.rolls("OP-SEA-founder")
    assert roll.modifiers.get("tanks nearly empty", 0) == (modifier if less else 0)


@pytest.mark.rule("AC-C.32-range", "OP-FUEL-empty")
def test_a_sweeper_burns_her_own_boxes_and_with_none_creeps() -> None:
    theatre = Theatre(turn=3)
    theatre.fleet("sweepers", OPEN_SEA, "m-31", plot=list(EAST), pace=2)
    before = theatre.find("m-31").fuel
    theatre.begin(*SEGMENTS, SeaKeeping())
    assert before - theatre.find("m-31").fuel == 4  # two zones
    for turn, zones in ((3, 0), (4, 1)):
        dry = Theatre(turn=turn)
        dry.fleet("sweepers", OPEN_SEA, "m-31", plot=list(EAST), pace=2)
        dry.ship("m-31", fuel=0)
        assert made(dry, "sweepers") == zones


@pytest.mark.rule("AC-B.17-return", "OP-FUEL-soviet-port")
@pytest.mark.parametrize(("zone", "boxes"), [("6619", 7), ("3330", 0)])
def test_a_soviet_destroyer_is_filled_in_russia_and_nowhere_else(zone: str, boxes: int) -> None:
    theatre = Theatre()
    theatre.fleet("flotilla", zone, "gremyashchy", docked=True)
    theatre.ship("gremyashchy", fuel=0, berth=1)
    assert theatre.begin(Record()).find("gremyashchy").fuel == boxes * 12


@pytest.mark.rule("AC-B.17-return")
def test_a_soviet_destroyer_that_was_called_is_offered_no_western_port() -> None:
    theatre = Theatre()
    theatre.fleet("flotilla", "6618", "gremyashchy", mission="cover", covers="6618")
    theatre.ship("gremyashchy", answered=True)
    theatre.begin(Orders()).idle_until("OP-FLEET-mission", ALLIED)
    ports = {value.split(":")[1] for value in theatre.ways(ALLIED, "flotilla") if value.startswith("return")}
    assert "Murmansk" in ports
    assert not {"Scapa Flow", "Hvalfjordur", "Seydisfjordur"} & ports


@pytest.mark.rule("AC-B.21-ao-novp", "OP-PORT-unload")
@pytest.mark.parametrize(("line", "points"), [("uk:LT", 4), ("uk:AO-c", 0)])
def test_an_oiler_in_murmansk_scores_nothing(line: str, points: int) -> None:
    theatre = Theatre()
    theatre.fleet("pq-8", "6619", line, docked=True)
    for _ in range(3):
        theatre.begin(Record())
        theatre.state = theatre.now
    assert theatre.now.points.get(ALLIED, 0) == points


# Search and contact


@pytest.mark.rule("OP-MAP-leads")
@pytest.mark.parametrize(("zone", "hidden"), [(LEADS, True), (OPEN_SEA, False)])
@pytest.mark.parametrize("side", Side)
def test_the_leads_hide_germans_from_allied_aircraft_and_boats(zone: str, hidden: bool, side: Side) -> None:
    theatre = Theatre()
    theatre.fleet("enemy", zone, *(("z24", "z25", "z26") if side is ALLIED else ("onslow", "offa", "obdurate")))
    theatre.wing("catalina" if side is ALLIED else "bv-138", "Vaenga" if side is ALLIED else "Banak", sortie="search")
    step = next(iter(theatre.state.desks[side].air.values()))
    step.centre = zone
    theatre.boat("boat", zone, "uk:S" if side is ALLIED else "de:VII")
    theatre.state.desks[side].queue = ["boat"]
    theatre.begin(Search(), BoatActions(side), nobody=[1] * 9)
    leads = hidden and side is ALLIED
    (seen,) = theatre.rolls("OP-SEARCH-number")
    assert seen.modifiers.get("in the leads", 0) == (-1 if leads else 0)
    (met,) = theatre.rolls("OP-SUB-contact")
    assert met.modifiers.get("in the leads", 0) == (-1 if leads else 0)


@pytest.mark.rule("OP-SEARCH-l2", "OP-SEARCH-levels")
@pytest.mark.parametrize(("die", "number"), [(1, 10), (2, 11), (3, 12), (4, 12), (5, 13), (6, 14)])
def test_a_search_with_a_margin_of_two_counts_ships_and_tells_what_stands_out(die: int, number: int) -> None:
    """Twelve ships on a clear day: six is enough, and 7 + 1 is two more."""
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, "uk:LT*9", "duke-of-york", "victorious", "onslow")
    theatre.wing("bv-138", "Banak", sortie="search", centre=OPEN_SEA)
    theatre.begin(Search(), nobody=[3, 4, die])
    (contact,) = theatre.contacts(AXIS)
    assert (contact.level, contact.number) == (2, number)
    assert contact.flags == ["capital ship", "carrier", "merchants"]
    assert (contact.size, contact.types, contact.course) == ("", {}, "")
    assert not theatre.rolls("OP-SEARCH-l2", Observer.AXIS)


# Damage


@pytest.mark.rule("OP-DMG-fire")
@pytest.mark.parametrize(
    ("die", "hull", "burns"), [(1, 11, True), (2, 12, True), (4, 12, True), (5, 12, False), (6, 12, False)]
)
def test_what_a_turns_end_brings_to_a_burning_ship(die: int, hull: int, burns: bool) -> None:
    theatre = Theatre()
    theatre.fleet("raiders", OPEN_SEA, "tirpitz")
    theatre.ship("tirpitz", fire=True)
    theatre.begin(SeaKeeping(), axis=[die])
    assert theatre.is_over
    assert (theatre.hull("tirpitz"), theatre.find("tirpitz").fire) == (hull, burns)
    assert theatre.dice_left() == {}
    assert not theatre.rolls("OP-DMG-fire", Observer.ALLIED)
