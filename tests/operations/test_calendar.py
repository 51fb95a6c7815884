"""Operations from the war's calendar beside the five of the rulebook: what is known of them stands in their files."""

from __future__ import annotations

import pytest

from barents.games.operations import GAME
from barents.games.operations.data import data
from barents.games.operations.datafiles import ScenarioFile
from barents.games.operations.options import Options
from barents.games.operations.rules.setup import opening
from barents.games.operations.screen.counts import counts
from barents.games.operations.state import Contact
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from barents.players.operations.allied import AlliedStaff

SHIP, BOAT = 10, 8  # points of a merchant and of a boat of type VII

# The day on which it begins, merchants, U-boats, and the score of the war from what was lost and what arrived.
CALENDAR = {
    "pq-13": ("1942-03-27", 19, 8, 14 * 4 + 15 - 5 * SHIP - 2 * 3),  # Z26; Trinidad hit by her own torpedo
    "pq-16": ("1942-05-25", 35, 6, 27 * 4 - 7 * SHIP),
    "pq-18": ("1942-09-12", 40, 9, 27 * 4 + 3 * BOAT - 13 * SHIP),
    "hoffnung": ("1942-11-01", 10, 6, 5 * 4 - 5 * SHIP),
    "tungsten": ("1944-04-01", 49, 12, 4 * 10 + 48 + 4 * BOAT),
    "ra-64": ("1945-02-17", 34, 8, 31 * 2 + BOAT - 2 * SHIP - 6 - 4),  # Lark and Bluebell
}
ESCORTS = {
    "pq-13": ("pq-13-east", {"fury"}, {"pq-13-west": {"eclipse"}, "trinidad-group": {"trinidad"}}),
    "pq-16": (
        "pq-16",
        {"ashanti", "martin", "achates", "volunteer", "garland", "alynbank"},
        {"burrough": {"nigeria", "norfolk", "kent", "liverpool", "onslow", "oribi", "marne"}},
    ),
    "pq-18": (
        "pq-18",
        {"hms-avenger", "scylla", "ulster-queen", "alynbank"},
        {"burnett": {"milne", "onslow", "faulknor"}},
    ),
    "tungsten": (
        "jw-58",
        {"activity", "tracker", "diadem", "starling", "keppel"},
        {"moore": {"anson", "victorious", "furious", "emperor", "pursuer", "searcher", "fencer"}},
    ),
    "ra-64": ("ra-64", {"campania", "nairana", "bellona", "bluebell"}, {"kola-hunters": {"lark"}}),
}


def scenario(name: str) -> ScenarioFile:
    """A scenario's file."""
    return data(None).scenarios[name]


@pytest.mark.parametrize("name", CALENDAR)
def test_day_merchants_boats_and_the_score_of_the_war_are_those_of_the_calendar(name: str) -> None:
    file = scenario(name)
    day, merchants, boats, score = CALENDAR[name]
    assert file.begins == f"{day}T00:00"
    assert (file.year, file.month) == (int(day[:4]), int(day[5:7]))
    assert sum(fleet.transports for fleet in file.fleets) == merchants
    assert sum(len(row.ships) for row in file.boats if row.side is Side.AXIS) == boats
    assert file.history.score == score
    assert file.victory.level(score).name == file.history.level


@pytest.mark.parametrize("name", CALENDAR)
def test_ships_belong_to_their_sides_and_levels_fall_from_the_allies_to_the_axis(name: str) -> None:
    numbers, file = data(None), scenario(name)
    for fleet in file.fleets:
        assert {numbers.ship(ship).side for ship in fleet.ships} <= {fleet.side}
        if fleet.port:
            assert numbers.port(fleet.port).side is fleet.side
    for boats in file.boats:
        assert all(numbers.register[boat].kind == "SS" for boat in boats.ships)
        assert numbers.boat_classes[boats.type].side is boats.side
    for wing in file.wings:
        assert numbers.bases[wing.base].side is numbers.air_types[wing.type].side is wing.side
        assert wing.base in numbers.bases_for(wing.type, file.begins[:7])
    assert [level.winner for level in file.victory.levels] == [*[Side.ALLIED] * 2, None, *[Side.AXIS] * 2]
    assert file.about.count(". ") == 1
    assert file.briefing is not None
    assert len(file.briefing.situation) == 3
    assert all(len(file.briefing.tips[side]) == 3 for side in Side)


@pytest.mark.parametrize("name", ESCORTS)
def test_escort_and_cover_have_the_ships_that_were_there(name: str) -> None:
    convoy, escort, others = ESCORTS[name]
    fleets = {fleet.id: set(fleet.ships) for fleet in scenario(name).fleets}
    for fleet, ships in {convoy: escort, **others}.items():
        assert ships <= fleets[fleet]


def test_may_has_no_night_on_the_way_and_february_little_else() -> None:
    numbers = data(None)
    (pq,) = (fleet for fleet in scenario("pq-16").fleets if fleet.transports)
    way = numbers.through(pq.plan, 5, Side.ALLIED)
    assert not any("N" in numbers.light_row(5, zone) for zone in way)
    (ra,) = (fleet for fleet in scenario("ra-64").fleets if fleet.transports)
    way = numbers.through(ra.plan, 2, Side.ALLIED)
    assert all(numbers.light_row(2, zone).count("N") == 4 for zone in way)


@pytest.mark.parametrize(
    ("name", "deck", "types"),
    [
        ("pq-18", "hms-avenger", {"sea-hurricane": 4, "swordfish": 2}),
        ("tungsten", "victorious", {"corsair": 6, "barracuda": 6}),
        ("tungsten", "furious", {"seafire": 4, "barracuda": 6}),
    ],
)
def test_carriers_have_the_aircraft_of_their_year(name: str, deck: str, types: dict[str, int]) -> None:
    desk = opening(data(None), name, Options()).desks[Side.ALLIED]
    aboard = [step.type for step in desk.air.values() if step.base == deck]
    assert {type: aboard.count(type) for type in types} == types
    assert len(aboard) == sum(types.values())


def test_ships_who_sail_alone_bear_their_own_names_and_are_counted_together() -> None:
    numbers = data(None)
    desk = opening(numbers, "hoffnung", Options()).desks[Side.ALLIED]
    alone = [fleet for fleet in desk.fleets.values() if fleet.mission == "convoy"]
    assert len(alone) == 10
    for fleet in alone:
        (ship,) = [ship for ship in desk.ships.values() if ship.fleet == fleet.key]
        assert ship.name == fleet.name
    told = [count.words for count in counts(numbers, "hoffnung").counts if "unloads" in count.words]
    assert told == ["a merchant of Richard H. Alvey, Empire Galliard and 8 others unloads"]


@pytest.mark.parametrize(("name", "worth"), [("tungsten", True), ("pq-18", False)])
def test_a_heavy_ship_in_port_is_a_target_only_where_her_hull_counts(name: str, worth: bool) -> None:
    match = Match.new(GAME, name, seed="port")
    staff = AlliedStaff(match.data, match.known(Observer.ALLIED), Side.ALLIED)
    zone = match.data.port("Altafjord").zone
    heavy = Contact("c1", 2, zone, 2, "air search", number=5, flags=["capital ship"])
    small = Contact("c2", 2, zone, 2, "air search", number=5)
    assert (staff.quarry(heavy) >= 1) is worth
    assert staff.quarry(small) == 0
