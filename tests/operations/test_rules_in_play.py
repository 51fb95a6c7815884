"""Rules that other tests look up in their tables or functions, here as the steps of a turn carry them out."""

from __future__ import annotations

import pytest

from barents.games.operations.state import BoatActions, Movement, Orders, Record, SeaKeeping, Search
from barents.kernel.sides import Observer, Side

from .fights import DAY, GUNS, NIGHT, fought, number, placed
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


# Guns


def reasons(theatre: Theatre, firer: str, weapon: str) -> str:
    """Why a battery hits as it does, by what its dice needed; without the range."""
    shot = f"{number(theatre, firer)}, {weapon} guns"
    (needs,) = [roll.needs for roll in theatre.rolls(GUNS) if roll.subject.startswith(shot)]
    return ", ".join(one for one in needs.partition(": ")[2].split(", ") if one and not one.startswith("range"))


@pytest.mark.rule("OP-GUN-mods")
@pytest.mark.parametrize(
    ("fields", "orders", "weather", "turn", "found"),
    [
        ({}, {}, CLEAR, DAY, ""),
        ({}, {}, STORM, DAY, "weather −1"),
        ({"sheffield": {"speed": 3}}, {}, CLEAR, DAY, "stopped +1"),
        ({"sheffield": {"speed": 2}}, {}, CLEAR, DAY, ""),
        ({"tirpitz": {"hull": 6}}, {}, CLEAR, DAY, "half sunk −1"),
        ({"tirpitz": {"hull": 5}}, {}, CLEAR, DAY, ""),
    ],
)
def test_what_counts_for_guns_in_a_round(
    fields: dict[str, dict[str, int]], orders: dict[str, str], weather: int, turn: int, found: str
) -> None:
    theatre = placed({"tirpitz": 0, "sheffield": 4}, weather=weather, turn=turn)
    for key, lost in fields.items():
        theatre.ship(key, lost=lost)
    fought(theatre, {"tirpitz:primary": "sheffield", **orders}, dice=[1] * 99)
    assert reasons(theatre, "tirpitz", "primary") == found


@pytest.mark.rule("OP-GUN-mods")
@pytest.mark.parametrize(("key", "moved", "found"), [("onslow", "+3", "small and fast −1"), ("onslow", "+2", "")])
def test_a_destroyer_at_speed_is_hard_to_hit(key: str, moved: str, found: str) -> None:
    theatre = placed({"tirpitz": 0, key: 3})
    fought(theatre, {"tirpitz:primary": key, f"{key}:move": moved}, dice=[1] * 99)
    assert reasons(theatre, "tirpitz", "primary") == found


@pytest.mark.rule("OP-GUN-mods")
@pytest.mark.parametrize(
    ("key", "weapon", "found"), [("amazon", "tertiary", "night −1"), ("sheffield", "secondary", "")]
)
def test_guns_at_night_need_radar(key: str, weapon: str, found: str) -> None:
    theatre = placed({key: 0, "koeln": 1}, turn=NIGHT, round=2)
    fought(theatre, {f"{key}:{weapon}": "koeln"}, dice=[1] * 99)
    assert reasons(theatre, key, weapon) == found


@pytest.mark.rule("OP-GUN-simple")
@pytest.mark.parametrize(("cells", "close"), [(0, True), (2, True), (3, False)])
@pytest.mark.parametrize(("line", "plain"), [("uk:LT", True), ("onslow", False)])
def test_a_merchant_close_by_is_an_easy_target(cells: int, close: bool, line: str, plain: bool) -> None:
    theatre = placed({"admiral-hipper": 0, line: cells})
    fought(theatre, {"admiral-hipper:secondary": "lt-1" if plain else line}, dice=[1] * 99)
    assert bool(reasons(theatre, "admiral-hipper", "secondary")) is (close and plain)


# What hits do


@pytest.mark.rule("OP-DMG-armour", "OP-DMG-fallback", "OP-DMG-table")
@pytest.mark.parametrize(
    ("firer", "battery", "gone", "where", "lost"),
    [
        ("duke-of-york", "primary", "", (3, 4), {"hull": 1}),  # a heavy gun through a heavy hull
        ("sheffield", "secondary", "", (3, 4), {}),  # a lighter one not
        ("sheffield", "secondary", "", (5, 5), {"aa": 1}),  # what has no armour is hit by any
        ("duke-of-york", "primary", "aa", (5, 5), {"tertiary": 1}),  # nothing is left of it: the next of the list
    ],
)
def test_where_a_hit_falls_and_whether_it_gets_through(
    firer: str, battery: str, gone: str, where: tuple[int, int], lost: dict[str, int]
) -> None:
    """One six at three cells; where it falls the German sees."""
    theatre = placed({firer: 0, "scharnhorst": 3})
    before = {"aa": theatre.data.ship("scharnhorst").aa} if gone else {}
    theatre.ship("scharnhorst", lost=dict(before))
    fought(theatre, {f"{firer}:{battery}": "scharnhorst"}, dice=[6, *[1] * 60], axis=list(where))
    assert len(theatre.rolls("OP-DMG-table", Observer.AXIS)) == 1
    assert not theatre.rolls("OP-DMG-table", Observer.ALLIED)
    after = theatre.find("scharnhorst").lost
    assert {
        kind: number - before.get(kind, 0) for kind, number in after.items() if number > before.get(kind, 0)
    } == lost


@pytest.mark.rule("OP-DMG-simple")
def test_a_merchant_loses_a_box_and_nobody_rolls_where() -> None:
    theatre = placed({"uk:LT": 0, "z24": 3})
    fought(theatre, {"z24:secondary": "lt-1"}, dice=[6, *[1] * 40])
    assert theatre.find("lt-1").lost == {"hull": 1}
    assert not theatre.rolls("OP-DMG-table")


# Submarines


@pytest.mark.rule("OP-SUB-attack-mods", "OP-SUB-asw-air", "OP-SUB-screen")
@pytest.mark.parametrize(
    ("escorts", "aircraft", "turn", "year", "target", "dice", "found"),
    [
        (("onslow",), 0, DAY, 1942, "lt-1", 1, ""),
        (("onslow",), 0, DAY, 1942, "onslow", 1, "fast ship −1"),
        ((), 0, DAY, 1942, "lt-1", 0, "straggler or unescorted +1"),
        ((), 1, DAY, 1942, "lt-1", 1, ""),  # an aircraft over the convoy is an escort of two factors
        (("onslow",), 2, DAY, 1942, "lt-1", 3, ""),
        (("onslow",), 0, NIGHT, 1942, "lt-1", 1, "surface attack in the dark +1"),
        (("onslow",), 0, NIGHT, 1943, "lt-1", 1, ""),
    ],
)
def test_what_counts_when_a_boat_attacks(
    escorts: tuple[str, ...], aircraft: int, turn: int, year: int, target: str, dice: int, found: str
) -> None:
    """She comes up in March, is not detected, and fires; the screen's dice are those of ships and aircraft."""
    theatre = Theatre(month=3, turn=turn, year=year)
    theatre.fleet("convoy", OPEN_SEA, "uk:LT*3", *escorts)
    theatre.wing("catalina", "Seydisfjordur", aircraft, sortie="asw", centre="convoy")
    theatre.boat("u-1", OPEN_SEA)
    theatre.state.desks[AXIS].queue = ["u-1"]
    theatre.begin(BoatActions(AXIS), nobody=[6, 6, 3, *[1] * 9], axis=[4, *[1] * 9], dice=[1] * 20)
    theatre.act(AXIS, "attack u-1 c1")
    while theatre.asked(AXIS).rule == "OP-SUB-press":
        theatre.act(AXIS, "decline")
    assert [len(roll.faces) for roll in theatre.rolls("OP-SUB-screen")] == ([dice] if dice else [])
    theatre.act(AXIS, f"aim {target} 3")
    shot = theatre.rolls("OP-SUB-attack")[0]
    assert shot.needs.partition(": ")[2] == found
