"""Section 5.11: who finds whom, and what reports say."""

from __future__ import annotations

import pytest

from barents.games.operations.air.search import search_modifiers, search_number
from barents.games.operations.air.sighting_reports import report
from barents.games.operations.state import Orders, Search
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, BEAR_ISLAND, CLEAR, CLOUD, GALE, MURK, OPEN_SEA, SQUALL, STORM, Theatre

NUMBER, LONG = "OP-SEARCH-number", "OP-SEARCH-offboard"
NIGHT, TWILIGHT, DAY = 1, 2, 3  # turns of a day in March
BANAK = "6017"


def searched(theatre: Theatre, *centres: str, type: str = "bv-138", base: str = BANAK) -> Theatre:
    """Send a step of the Luftwaffe to each centre."""
    for centre in centres:
        theatre.wing(type, base, sortie="search", centre=centre)
    return theatre


def one_report(theatre: Theatre) -> tuple[int, str]:
    """The only report of the Axis: its level, and what it says."""
    (contact,) = theatre.contacts(AXIS)
    return contact.level, contact.size or str(contact.number)


# Sectors


@pytest.mark.rule("OP-SEARCH-sector", "OP-AIR-radius")
def test_a_step_searches_within_two_zones_of_a_centre_within_its_radius() -> None:
    theatre = Theatre()
    theatre.wing("bv-138", BANAK)
    theatre.begin(Orders())
    centres = [way.removeprefix("search:") for way in theatre.ways(AXIS, "bv-138-1") if way.startswith("search:")]
    away = theatre.data.distance
    assert max(away(BANAK, zone) for zone in centres) == 22
    assert set(centres) == {zone for zone in theatre.data.navigable if away(BANAK, zone) <= 22}

    theatre = Theatre()
    for key, zone in (("two", "5711"), ("three", "5712")):
        theatre.fleet(key, zone, "uk:LT*3")
    searched(theatre, BEAR_ISLAND).begin(Search(), nobody=[6, 6])
    assert len(theatre.rolls(NUMBER)) == 1
    assert [contact.fleet for contact in theatre.contacts(AXIS)] == ["two"]


@pytest.mark.rule("OP-SEARCH-each")
def test_a_sector_rolls_once_for_each_fleet_in_the_order_of_zones() -> None:
    theatre = Theatre()
    for key, zone in (("south", "5710"), ("west", "5609"), ("here", "5709")):
        theatre.fleet(key, zone, "uk:LT*3")
    searched(theatre, BEAR_ISLAND, "5610")
    theatre.begin(Search(), nobody=[6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6])
    assert len(theatre.rolls(NUMBER)) == 6  # two sectors that both cover three fleets
    assert [contact.fleet for contact in theatre.contacts(AXIS)] == ["west", "south"]
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SEARCH-number")
@pytest.mark.parametrize(
    ("level", "needed"), [(CLEAR, 6), (CLOUD, 7), (SQUALL, 9), (MURK, 11), (STORM, None), (GALE, None)]
)
def test_what_a_search_needs(level: int, needed: int | None) -> None:
    for natural, found in ((needed or 12, needed is not None), ((needed or 12) - 1, False)):
        theatre = Theatre(weather=level)
        theatre.fleet("ships", OPEN_SEA, "uk:LT*3")
        searched(theatre, OPEN_SEA).begin(Search(), nobody=[natural // 2, natural - natural // 2, 3])
        assert bool(theatre.contacts(AXIS)) is found
        assert bool(theatre.rolls(NUMBER)) is (needed is not None)


@pytest.mark.rule("OP-SEARCH-light", "OP-AIR-night")
def test_the_dark_and_who_flies_in_it() -> None:
    theatre = Theatre(month=3, turn=DAY)
    for turn, needed in ((DAY, 6), (TWILIGHT, 7), (NIGHT, 9)):
        theatre.state.turn = turn
        assert search_number(theatre.state, theatre.data, OPEN_SEA) == needed
    for type, year, rolls in (("bv-138", 1943, 0), ("fw-200", 1943, 0), ("fw-200", 1944, 1)):
        theatre = Theatre(month=3, turn=NIGHT, year=year)
        theatre.fleet("ships", OPEN_SEA, "uk:LT*3")
        searched(theatre, OPEN_SEA, type=type).begin(Search(), nobody=[1, 1])
        assert len(theatre.rolls(NUMBER)) == rolls
        theatre = Theatre(month=3, turn=NIGHT, year=year)
        theatre.wing(type, BANAK)
        theatre.begin(Orders())
        assert any("search" in way for way in theatre.ways(AXIS, f"{type}-1")) is bool(rolls)


@pytest.mark.rule("OP-SEARCH-mods", "OP-SEARCH-levels")
@pytest.mark.parametrize(("dice", "level"), [((2, 4), 1), ((5, 5), 3), ((2, 3), 0)])
def test_two_steps_in_a_squall_look_for_a_big_fleet(dice: tuple[int, int], level: int) -> None:
    """G63: a six is 9 with two ships in the sector and 25 ships below, just enough; a ten is 13, level 3."""
    theatre = Theatre(weather=SQUALL)
    theatre.fleet("ships", OPEN_SEA, "uk:LT*25")
    searched(theatre, OPEN_SEA, OPEN_SEA).begin(Search(), nobody=[*dice, 3])
    (roll,) = theatre.rolls(NUMBER)
    assert roll.modifiers == {"further steps": 1, "many ships": 2}
    assert [contact.level for contact in theatre.contacts(AXIS)] == ([level] if level else [])


@pytest.mark.rule("OP-SEARCH-levels")
@pytest.mark.parametrize(("natural", "level"), [(5, 0), (6, 1), (7, 1), (8, 2), (9, 2), (10, 3), (12, 3)])
def test_a_better_roll_tells_more(natural: int, level: int) -> None:
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, "uk:LT*3")
    searched(theatre, OPEN_SEA).begin(Search(), nobody=[natural // 2, natural - natural // 2, 3])
    assert [contact.level for contact in theatre.contacts(AXIS)] == ([level] if level else [])


@pytest.mark.rule("OP-SEARCH-mods")
@pytest.mark.parametrize(
    ("ships", "found"),
    [
        (1, {"single ship": -2}),
        (2, {}),
        (7, {}),
        (8, {"many ships": 1}),
        (19, {"many ships": 1}),
        (20, {"many ships": 2}),
    ],
)
def test_big_fleets_are_found_more_easily(ships: int, found: dict[str, int]) -> None:
    theatre = Theatre()
    fleet = theatre.fleet("ships", OPEN_SEA, f"uk:LT*{ships}")
    assert search_modifiers(theatre.state, theatre.data, AXIS, fleet, 0) == found


@pytest.mark.rule("OP-SEARCH-mods")
def test_further_steps_and_an_earlier_report_help() -> None:
    theatre = Theatre(turn=9)
    fleet = theatre.fleet("ships", OPEN_SEA, "uk:LT*3")

    def found(further: int = 0) -> dict[str, int]:
        return search_modifiers(theatre.state, theatre.data, AXIS, fleet, further)

    assert [found(further) for further in (1, 2, 3)] == [{"further steps": n} for n in (1, 2, 2)]
    contact = theatre.contact(AXIS, "ships", 1, turn=8, zone="5205")
    assert found() == {"reported last turn": 2}
    contact.turn = 7
    assert found() == {}


@pytest.mark.rule("OP-SEARCH-mods")
@pytest.mark.parametrize(("dice", "seen"), [((4, 5), True), ((4, 4), False)])
def test_a_submarine_is_hard_to_see(dice: tuple[int, int], seen: bool) -> None:
    theatre = Theatre()
    theatre.boat("u-88", OPEN_SEA)
    theatre.wing("catalina", "Seydisfjordur", sortie="search", centre=OPEN_SEA)
    theatre.begin(Search(), nobody=dice)
    (roll,) = theatre.rolls(NUMBER)
    assert roll.modifiers == {"submarine": -3}
    assert theatre.words(Observer.ALLIED) == ([f"Air search: a submarine in {OPEN_SEA}"] if seen else [])
    assert not theatre.words(Observer.AXIS)


@pytest.mark.rule("OP-MAP-leads")
def test_the_leads_hide_german_fleets_from_allied_aircraft_only() -> None:
    theatre = Theatre()
    fleet = theatre.fleet("germans", "5916", "tirpitz", "z24")
    allies = theatre.fleet("allies", "5916", "onslow", "offa")
    assert search_modifiers(theatre.state, theatre.data, ALLIED, fleet, 0) == {"in the leads": -1}
    assert search_modifiers(theatre.state, theatre.data, AXIS, allies, 0) == {}
    fleet.at = OPEN_SEA
    assert search_modifiers(theatre.state, theatre.data, ALLIED, fleet, 0) == {}


# Reports


@pytest.mark.rule("OP-SEARCH-l1")
@pytest.mark.parametrize(
    ("ships", "die", "size"),
    [
        (1, 1, "one ship"),
        (1, 3, "one ship"),
        (1, 6, "2 to 5 ships"),
        (5, 2, "2 to 5 ships"),
        (5, 1, "one ship"),
        (6, 5, "6 to 12 ships"),
        (12, 6, "13 to 25 ships"),
        (13, 4, "13 to 25 ships"),
        (25, 6, "26 ships or more"),
        (26, 3, "26 ships or more"),
        (30, 6, "26 ships or more"),
        (30, 1, "13 to 25 ships"),
    ],
)
def test_level_one_tells_a_size_that_may_be_wrong(ships: int, die: int, size: str) -> None:
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, f"uk:LT*{ships}")
    contact = report(theatre.umpire(nobody=[die]), AXIS, "ships", 1, "air search")
    assert (contact.zone, contact.level, contact.size) == (OPEN_SEA, 1, size)
    assert (contact.number, contact.flags, contact.types) == (0, [], {})
    assert theatre.words(Observer.AXIS) == [f"Air search: {size} in {OPEN_SEA}"]
    assert not theatre.rolls("OP-SEARCH-l1", Observer.AXIS)


@pytest.mark.rule("OP-SEARCH-l1")
@pytest.mark.parametrize(
    ("ships", "natural", "die", "size"),
    [(1, 8, 3, "one ship"), (1, 8, 6, "2 to 5 ships"), (5, 6, 1, "one ship"), (5, 6, 4, "2 to 5 ships")],
)
def test_a_search_that_just_succeeds_tells_the_zone_and_a_size_that_may_be_wrong(
    ships: int, natural: int, die: int, size: str
) -> None:
    """In clear weather 6 is needed, for a ship by herself 8."""
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, f"uk:LT*{ships}")
    searched(theatre, OPEN_SEA).begin(Search(), nobody=[natural // 2, natural - natural // 2, die])
    (contact,) = theatre.contacts(AXIS)
    assert (contact.zone, contact.level, contact.size) == (OPEN_SEA, 1, size)
    assert (contact.number, contact.flags, contact.types) == (0, [], {})
    assert f"Air search: {size} in {OPEN_SEA}" in theatre.words(Observer.AXIS)
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SEARCH-l2")
@pytest.mark.parametrize(("die", "number"), [(1, 10), (2, 11), (3, 12), (4, 12), (5, 13), (6, 14)])
def test_level_two_tells_a_number_within_two_and_what_stands_out(die: int, number: int) -> None:
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, "uk:LT*9", "duke-of-york", "victorious", "onslow")
    contact = report(theatre.umpire(nobody=[die]), AXIS, "ships", 2, "air search")
    assert (contact.number, contact.flags) == (number, ["capital ship", "carrier", "merchants"])
    assert (contact.size, contact.types) == ("", {})


@pytest.mark.rule("OP-SEARCH-l2")
@pytest.mark.parametrize(
    ("ships", "flags"),
    [
        (("uk:LT*3",), ["merchants"]),
        (("onslow", "offa"), []),
        (("sheffield",), ["capital ship"]),
        (("hms-avenger",), ["carrier"]),
    ],
)
def test_what_level_two_tells_apart(ships: tuple[str, ...], flags: list[str]) -> None:
    theatre = Theatre()
    theatre.fleet("ships", OPEN_SEA, *ships)
    assert report(theatre.umpire(nobody=[3]), AXIS, "ships", 2, "air search").flags == flags


@pytest.mark.rule("OP-SEARCH-l3")
def test_level_three_tells_everything() -> None:
    theatre = Theatre()
    fleet = theatre.fleet("ships", OPEN_SEA, "uk:LT*2", "onslow", "duke-of-york", track=["5710", OPEN_SEA])
    contact = report(theatre.umpire(), AXIS, "ships", 3, "air search")
    assert (contact.number, contact.types, contact.course) == (4, {"LT": 2, "DD": 1, "BB": 1}, "south")
    assert theatre.words(Observer.AXIS) == [f"Air search: 2 LT, 1 DD, 1 BB, course south in {OPEN_SEA}"]
    fleet.track = ["5711", "5811"]
    theatre.state.turn += 1
    assert report(theatre.umpire(), AXIS, "ships", 3, "air search").course in ("north-east", "south-east")
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-SEARCH-l3", "OP-SEARCH-l1")
def test_reports_of_one_turn_are_one_and_of_the_next_another() -> None:
    theatre = Theatre()
    fleet = theatre.fleet("ships", OPEN_SEA, "uk:LT*4")
    u = theatre.umpire(nobody=[3])
    report(u, AXIS, "ships", 1, "shore watch")
    report(u, AXIS, "ships", 3, "air search")
    fleet.at = "5712"
    report(u, AXIS, "ships", 1, "shore watch")
    (contact,) = theatre.contacts(AXIS)
    assert (contact.key, contact.level, contact.zone, contact.types) == ("c1", 3, "5712", {"LT": 4})
    theatre.state.turn += 1
    assert report(u, AXIS, "ships", 3, "air search").key == "c2"


# Ships, shores, and the long search


@pytest.mark.rule("OP-SEARCH-scout")
def test_floatplanes_search_once_a_day_in_daylight_and_fair_weather() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("cruisers", OPEN_SEA, "sheffield", "onslow")
    theatre.fleet("in-port", "3330", "london", docked=True)
    theatre.begin(Orders())
    assert [slot for slot in theatre.slots(ALLIED) if slot.startswith("scout:")] == ["scout:sheffield"]
    zones = theatre.ways(ALLIED, "scout:sheffield")
    assert max(theatre.data.distance(OPEN_SEA, zone) for zone in zones) == 4
    theatre.plot(ALLIED, {"scout:sheffield": "5715"}).idle_on()
    assert theatre.now.desks[ALLIED].scouting == {"sheffield": "5715"}

    theatre.fleet("raiders", "5713", "tirpitz", "z24")
    theatre.begin(Search(), nobody=[3, 4, 3])
    (roll,) = theatre.rolls(NUMBER)
    assert roll.modifiers == {"floatplane": -1}
    assert [contact.source for contact in theatre.contacts(ALLIED)] == ["floatplane"]
    for turn, able in ((9, False), (12, False), (13, True)):
        theatre.state.turn = turn
        theatre.begin(Orders())
        assert ("scout:sheffield" in theatre.slots(ALLIED)) is able


@pytest.mark.rule("OP-SEARCH-scout")
@pytest.mark.parametrize(("turn", "level"), [(TWILIGHT, CLEAR), (DAY, SQUALL), (DAY, CLOUD)])
def test_when_no_floatplane_flies(turn: int, level: int) -> None:
    theatre = Theatre(month=3, turn=turn, weather=level)
    theatre.fleet("raiders", OPEN_SEA, "tirpitz", "scharnhorst", "luetzow", "hipper", "koeln", "z24", "de:tb-35")
    theatre.begin(Orders())
    able = [slot.removeprefix("scout:") for slot in theatre.slots(AXIS) if slot.startswith("scout:")]
    flies = (turn, level) == (DAY, CLOUD)
    assert able == (["tirpitz", "scharnhorst", "luetzow", "hipper", "koeln"] if flies else [])


@pytest.mark.rule("OP-SEARCH-shore")
@pytest.mark.parametrize(
    ("zone", "dice", "seen"), [("5916", (3, 4), True), ("5916", (3, 3), False), ("5915", (6, 6), False)]
)
def test_a_fleet_next_to_an_enemy_port_is_seen_from_land(zone: str, dice: tuple[int, int], seen: bool) -> None:
    theatre = Theatre(weather=GALE)
    theatre.fleet("cruisers", zone, "sheffield", "jamaica")
    theatre.fleet("germans", "5916", "z24")
    theatre.begin(Search(), nobody=[*dice, 3])
    assert [(contact.level, contact.size) for contact in theatre.contacts(AXIS)] == (
        [(1, "2 to 5 ships")] if seen else []
    )
    assert not theatre.contacts(ALLIED)


def long_search(
    steps: int, *, ships: int, at_sea: int, dice: tuple[int, int], month: int = 7, weather: int = CLEAR
) -> Theatre:
    """A convoy somewhere in the north, and steps sent out to find it, in slot 3 of some day."""
    theatre = Theatre(turn=63, month=month, weather=weather)
    theatre.state.long_search = True
    theatre.fleet("convoy", OPEN_SEA, f"uk:LT*{ships}", since=63 - at_sea)
    if steps:
        theatre.wing("bv-138", BANAK, steps, sortie="search")
    return theatre.begin(Search(), nobody=[*dice, 3, 3])


@pytest.mark.rule("OP-SEARCH-offboard", "OP-SEARCH-offboard-mods")
def test_the_long_search_of_a_july_and_of_a_december() -> None:
    """G64."""
    theatre = long_search(3, ships=35, at_sea=30, dice=(4, 4), weather=CLOUD)
    (roll,) = theatre.rolls(LONG)
    assert (roll.modifiers, roll.total) == ({"reconnaissance": 3, "many ships": 1, "long at sea": 1}, 13)
    assert one_report(theatre)[0] == 2
    theatre = long_search(1, ships=20, at_sea=10, dice=(5, 5), month=12, weather=STORM)
    (roll,) = theatre.rolls(LONG)
    assert roll.modifiers == {"reconnaissance": 1, "weather": -3, "no day": -2, "many ships": 1}
    assert not theatre.contacts(AXIS)


@pytest.mark.rule("OP-SEARCH-offboard-mods", "OP-SEARCH-offboard")
@pytest.mark.parametrize(
    ("steps", "ships", "at_sea", "level", "found"),
    [
        (0, 19, 23, CLEAR, {}),
        (4, 19, 23, CLEAR, {"reconnaissance": 3}),
        (0, 20, 24, CLEAR, {"many ships": 1, "long at sea": 1}),
        (0, 19, 23, SQUALL, {"weather": -1}),
        (0, 19, 23, MURK, {"weather": -2}),
        (0, 19, 23, GALE, {"weather": -3}),
    ],
)
def test_what_the_long_search_goes_by(steps: int, ships: int, at_sea: int, level: int, found: dict[str, int]) -> None:
    theatre = long_search(steps, ships=ships, at_sea=at_sea, dice=(1, 1), weather=level)
    (roll,) = theatre.rolls(LONG)
    assert roll.modifiers == found


@pytest.mark.rule("OP-SEARCH-offboard", "OP-SEARCH-offboard-12")
@pytest.mark.parametrize(
    ("dice", "steps", "level", "found"),
    [
        ((5, 5), 0, CLEAR, 0),
        ((5, 6), 0, CLEAR, 1),
        ((6, 5), 1, CLEAR, 1),
        ((6, 5), 2, CLEAR, 2),
        ((6, 6), 0, STORM, 1),  # a natural twelve, though it is 9 now
        ((6, 5), 0, STORM, 0),
    ],
)
def test_the_levels_of_the_long_search(dice: tuple[int, int], steps: int, level: int, found: int) -> None:
    theatre = long_search(steps, ships=3, at_sea=3, dice=dice, weather=level)
    assert [contact.level for contact in theatre.contacts(AXIS)] == ([found] if found else [])


@pytest.mark.rule("OP-SEARCH-offboard-slot")
def test_who_is_looked_for_and_when() -> None:
    def rolls(turn: int = 63, zone: str = OPEN_SEA, ship: str = "uk:LT", *, month: int = 7, option: bool = True) -> int:
        theatre = Theatre(turn=turn, month=month, year=1944)
        theatre.state.long_search = option
        theatre.fleet("convoy", zone, ship)
        theatre.fleet("known", OPEN_SEA, "uk:LT", found=True)
        theatre.fleet("in-port", "3330", "uk:LT", docked=True)
        return len(theatre.begin(Search(), nobody=[1, 1]).rolls(LONG))

    assert rolls() == 1
    assert [rolls(turn) for turn in (61, 62, 64, 65, 66, 69)] == [0, 0, 0, 0, 0, 1]
    assert rolls(option=False) == 0
    assert rolls(63, OPEN_SEA, "onslow") == 0
    assert rolls(63, "2306", month=12) == 1  # 30 zones from the nearest base
    assert rolls(63, "2206", month=12) == 0


@pytest.mark.rule("OP-SEARCH-offboard-slot")
def test_before_first_contact_only_the_long_search_finds_convoys() -> None:
    theatre = Theatre(turn=64)
    theatre.state.long_search = True
    theatre.fleet("convoy", OPEN_SEA, "uk:LT*3")
    theatre.fleet("cruisers", OPEN_SEA, "sheffield", "jamaica")
    searched(theatre, OPEN_SEA).begin(Search(), nobody=[6, 6, 6, 6])
    assert [contact.fleet for contact in theatre.contacts(AXIS)] == ["cruisers"]
    theatre.at("convoy").found = True
    theatre.begin(Search(), nobody=[6, 6, 6, 6])
    assert {contact.fleet for contact in theatre.contacts(AXIS)} == {"cruisers", "convoy"}
    # In slot 3, and only then, steps can be sent on it; no sector is searched by them.
    theatre.state.turn = 69
    theatre.begin(Orders()).plot(AXIS, {"bv-138-1": "search:"}).idle_on()
    assert theatre.begin(Search(), nobody=[1, 1]).rolls(NUMBER) == []
    theatre.state.turn = 76
    assert "search:" not in theatre.begin(Orders()).ways(AXIS, "bv-138-1")
