"""Chapters 1 and 2 of North Cape: sides, scale, map, counters and damage."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from barents.games.north_cape.actions import Engage, Go
from barents.games.north_cape.data import UNLIMITED, data
from barents.games.north_cape.rules.air import carrier_capacity
from barents.games.north_cape.rules.pieces import allowance, damage, factor, flight, left
from barents.games.north_cape.state import (
    LOST,
    AirToAir,
    AntiAircraft,
    Combat,
    EndTurn,
    Infiltrate,
    Leg,
    MissionType,
    NextMission,
    Observe,
    WeatherPhase,
)
from barents.kernel.decisions import Refused
from barents.kernel.dice import D10, DiceBox
from barents.kernel.sides import Audience, Observer, Side
from tests.published import NORTH_CAPE as SCENARIOS

from .sea import ALLIED, AXIS, Sea

EXPECT = tomllib.loads((Path(__file__).parent / "expect" / "counters.toml").read_text("utf-8"))
WINTER = "unternehmen-sportpalast"


@pytest.fixture
def sea() -> Sea:
    return Sea()


# 1: sides and scale


@pytest.mark.rule("NC-1.0-two-sides")
def test_every_counter_is_allied_or_german() -> None:
    counters = data(None).counters.values()
    assert list(Side) == [ALLIED, AXIS]
    sides = {counter.nation: counter.side for counter in counters if counter.nation}
    assert sides == {"GB": ALLIED, "US": ALLIED, "SU": ALLIED, "DE": AXIS}
    assert {counter.side for counter in counters if counter.is_merchant or counter.is_group} == {ALLIED}


@pytest.mark.rule("NC-1.0-objective-german", "NC-1.0-objective-allied")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_merchants_score_in_every_scenario_sunk_for_the_german_and_arrived_for_the_allies(scenario: str) -> None:
    sea = Sea(scenario)
    sea.place_all(["mt-01", "mt-02"], "4433")
    sea.mission(MissionType.SORTIE, ["mt-02"], began=False, moved=0).begin(Leg(), dice=[3, 5, 6])
    for _ in range(2):
        damage(sea.umpire, sea.piece("mt-01"), "u-88")
    assert sea.now.points == {ALLIED: 0, AXIS: 8}
    sea.act(ALLIED, Go("4434"))
    assert sea.now.points == {ALLIED: 6, AXIS: 8}


@pytest.mark.rule_file("counters.toml")
def test_the_box_holds_the_counters_of_the_list() -> None:
    box = [counter for counter in data(None).counters.values() if counter.type not in ("DECOY", "GROUP")]
    ships = {
        c.name: [c.nation, c.type, c.gun, c.torp, c.aa, c.asw, c.move, c.dmg, c.hexaa]
        for c in box
        if c.is_ship and not c.is_merchant
    }
    expected = {name: row for name, row in EXPECT["ships"].items() if name != "proves"}
    assert ships == expected

    kinds: dict[str, list[object]] = {}
    for c in box:
        if c.is_air:
            assert c.dmg == 2, "an air unit is whole, damaged or gone; it is never divided"
            reach = "U" if c.range == UNLIMITED else c.range
            row = [c.nation, c.type, c.surface, c.air, "red" if c.red else "green", c.torp, reach]
            name = next(name for name in EXPECT["air"] if c.name.startswith(name))
            assert kinds.setdefault(name, [*row, 0])[:-1] == row
            kinds[name][-1] = int(str(kinds[name][-1])) + 1
    assert kinds == {name: row for name, row in EXPECT["air"].items() if name != "proves"}

    for c in box:
        if c.is_merchant:
            assert [c.gun, c.torp, c.aa, c.asw, c.move, c.dmg, c.hexaa] == EXPECT["merchants"]["factors"]

    types = EXPECT["types"]
    assert {c.type for c in box if c.is_ship} == set(types["ships"])
    assert {c.type for c in box if c.is_air} == set(types["aircraft"])
    unused = set(data(None).tables.victory.sunk) - {c.type for c in box}
    assert unused == set(types["only_in_victory_table"])

    several = [c for c in box if "/" in c.name or c.name[-3:] in ("s A", "s B", "s C")]
    assert several == [c for c in box if c.type in EXPECT["groups"]["several_ships"]]

    mix = EXPECT["mix"]
    assert Counter(c.type for c in data(None).counters.values()) == mix["in_the_box"]
    assert sum(mix["needed"].values()) + mix["markers"] == mix["published"]
    boats = [c for c in box if c.is_sub]
    assert Counter(boat.side for boat in boats) == {
        ALLIED: mix["needed"]["allied_submarines"],
        AXIS: mix["needed"]["u_boats"],
    }
    assert sum(c.is_air for c in box) == mix["needed"]["aircraft"]
    assert data(None).pools.merchants_base == mix["needed"]["merchants"]


@pytest.mark.rule("NC-1.2-turn-scale")
def test_a_turn_is_four_hours_on_the_clock() -> None:
    dates = []
    for turn in (1, 2, 6, 7, 30):
        sea = Sea(WINTER)
        sea.place("tirpitz", "0838")
        sea.state.turn = turn
        dates.append(sea.missions(AXIS).match.view(Observer.PUBLIC).situation.clock.date)
    assert dates == [
        "1942-03-06 00:00",
        "1942-03-06 04:00",
        "1942-03-06 20:00",
        "1942-03-07 00:00",
        "1942-03-10 20:00",
    ]


@pytest.mark.rule("NC-1.2-hex-scale")
def test_a_hex_is_twelve_nautical_miles_across() -> None:
    numbers = data(None)
    assert numbers.tables.scale.hex_miles == 12
    assert numbers.map.spacing_km == pytest.approx(12 * 1.852)


@pytest.mark.rule("NC-1.2-dd-one-or-two", "NC-2.4-two-hits-eliminate")
def test_a_counter_of_two_destroyers_is_one_unit_that_two_hits_eliminate(sea: Sea) -> None:
    sea.place("gb-dd-1", "1020")
    sea.missions(ALLIED)
    assert sea.data.counters["gb-dd-1"].name == "Onslow/Oribi"
    assert not damage(sea.umpire, sea.piece("gb-dd-1"), "tirpitz")
    assert sea.piece("gb-dd-1").at == "1020"
    assert damage(sea.umpire, sea.piece("gb-dd-1"), "tirpitz")
    assert sea.piece("gb-dd-1").at == LOST
    assert sea.now.points == {ALLIED: 0, AXIS: 15}, "for one unit, not for two ships"


# 2.0: dice


@pytest.mark.rule("NC-2.0-dice")
def test_each_table_rolls_its_own_die(sea: Sea) -> None:
    sea.place("ju-88-1", "1020", base="2633", aloft=True)
    sea.place_all(["mt-01", "mt-02", "gb-dd-1"], "1021")
    sea.place("u-88", "1021")
    sea.state.weather = "clear"
    sea.state.combat = Combat("1021", AXIS, ["mt-01", "gb-dd-1"], ["u-88"])
    sea.mission(MissionType.RECON, ["ju-88-1"])
    sea.begin(Infiltrate(("u-88",)), dice=[1])
    sea.act(AXIS, "roll-infiltration")
    dice = {rolled.rule: rolled.die for rule in ("NC-8.1-roll",) for rolled in sea.rolls(rule)}
    sea.begin(WeatherPhase(), dice=[5, 1, 1])
    dice |= {
        rolled.rule: rolled.die for rule in ("NC-3.1-weather-roll", "NC-5.4-fog-2d10") for rolled in sea.rolls(rule)
    }
    assert dice == {"NC-8.1-roll": "d6", "NC-3.1-weather-roll": "d6", "NC-5.4-fog-2d10": "2d10"}
    sea.state.combat = None
    sea.begin(Observe(), axis=[1])
    sea.act(AXIS, "spot ju-88-1 1021")
    sea.act(ALLIED, *(["decline"] if ALLIED in sea.match.pending else []))
    assert [rolled.die for rolled in sea.rolls("NC-6.1-roll")] == ["d10"]


@pytest.mark.rule("NC-2.0-d10-zero-is-ten")
def test_the_zero_of_a_ten_sided_die_is_ten(sea: Sea) -> None:
    box = DiceBox.seeded("zero")[Audience.EVERYONE]
    faces = {face for _ in range(400) for face in box.roll(D10)}
    assert faces == set(range(1, 11))
    sea.begin(WeatherPhase(), dice=[4, 10, 10])
    assert sea.now.fog_range == 20


# 2.1, 2.2: the map


@pytest.mark.rule("NC-2.1-map-extent")
def test_the_map_reaches_from_west_of_tromso_to_beyond_murmansk_with_two_edges_to_enter_by() -> None:
    sea = data(None).map
    west = max(sea.position(f"01{row:02d}")[1] for row in range(1, 39))
    east = min(sea.position(f"62{row:02d}")[1] for row in range(1, 39))
    assert west < sea.place("Tromso", "port").lon
    assert east > sea.place("Murmansk", "mark").lon
    assert set(sea.zone("west_entry")) <= set(sea.zone("west_edge"))
    assert set(sea.zone("german_entry")) <= set(sea.zone("south_edge"))


@pytest.mark.rule("NC-2.2-two-ice-lines")
def test_the_map_has_a_winter_and_a_summer_ice_line_and_each_scenario_names_one() -> None:
    numbers = data(None)
    assert set(numbers.map.seasons) == {"winter", "summer"}
    assert len(numbers.map.ice("winter")) == 1004
    assert len(numbers.map.ice("summer")) == 30
    assert [numbers.scenarios[name].ice for name in SCENARIOS] == ["winter", "winter", "summer"]


@pytest.mark.rule("NC-2.2-no-ships-above-ice", "NC-4.0-ship-hexes")
def test_no_ship_sails_above_the_ice_line_in_force() -> None:
    for scenario, open_above in ((WINTER, False), ("convoy-is-to-scatter", True)):
        sea = Sea(scenario)
        sea.place("gb-dd-1", "0109")
        sea.mission(MissionType.SORTIE, ["gb-dd-1"], began=False, moved=0).begin(Leg())
        options = sea.asked(ALLIED).options
        assert Go("0110") in options
        assert (Go("0108") in options) is open_above
        with pytest.raises(Refused):
            sea.act(ALLIED, Go("2535"))


@pytest.mark.rule("NC-4.0-ship-hexes", "NC-4.0-air-any-hex")
def test_ships_keep_to_the_sea_and_to_ports_and_aircraft_go_anywhere(sea: Sea) -> None:
    sea.place("tirpitz", "2232")
    sea.mission(MissionType.SORTIE, ["tirpitz"], began=False, moved=0).begin(Leg())
    options = sea.asked(AXIS).options
    assert sea.data.map.terrain("2333") == "land"
    assert Go("2233") in options, "Altafjord is a port"
    assert Go("2333") not in options
    sea.place("ju-88-1", "2633")
    sea.mission(MissionType.SORTIE, ["ju-88-1"], began=False, moved=0).begin(Leg())
    options = sea.asked(AXIS).options
    assert Go("2333") in options
    assert Go("2001") in options, "it lies above the summer ice line"
    assert "2001" in sea.data.map.ice("summer")


@pytest.mark.rule("NC-2.2-iceberg-zone")
@pytest.mark.parametrize("line", ["winter", "summer"])
def test_the_iceberg_zone_is_all_sea_within_two_hexes_of_the_ice(line: str) -> None:
    sea = data(None).map
    ice = sea.ice(line)
    beside = {cell for frozen in ice for cell in sea.grid.within(frozen, 2)}
    expected = {cell for cell in beside if cell not in ice and cell in sea.navigable}
    assert expected == {cell for cell in sea.iceberg_zone(line) if cell in sea.navigable}
    assert expected


# 2.3: red and green


@pytest.mark.rule("NC-2.3-red-factor", "NC-2.3-green-factor")
def test_only_a_red_factor_begins_air_combat(sea: Sea) -> None:
    sea.place_all(["bf-109-1", "ju-88-1"], "1020", base="2633", aloft=True)
    sea.place("albacore-1", "1020", aloft=True)
    sea.state.combat = Combat("1020", AXIS, ["albacore-1"], ["bf-109-1", "ju-88-1"])
    sea.mission(MissionType.ATTACK, ["bf-109-1", "ju-88-1"]).begin(AirToAir(AXIS))
    assert sea.asked(AXIS).rule == "NC-9.2-alternate"
    assert list(sea.asked(AXIS).options) == [Engage("bf-109-1", "albacore-1")]


@pytest.mark.rule("NC-2.3-green-factor")
def test_two_green_aircraft_pass_each_other_by(sea: Sea) -> None:
    sea.place("victorious", "1525")
    sea.place("bv-138-1", "1020", base="2633", aloft=True)
    sea.place("albacore-1", "1020", aloft=True)
    sea.state.combat = Combat("1020", AXIS, ["albacore-1"], ["bv-138-1"])
    sea.mission(MissionType.ATTACK, ["bv-138-1"]).begin(AirToAir(AXIS), NextMission(ALLIED))
    assert not sea.rolls("NC-9.2-both-roll")
    assert sea.now.combat is None


# 2.4: damage


@pytest.mark.rule("NC-2.4-damage-marker", "NC-2.4-halved")
@pytest.mark.parametrize(
    ("name", "gun", "torp", "aa", "move"), [("gb-dd-1", 2, 1, 1, 4), ("mt-01", 0, 0, 0, 1), ("norfolk", 3, 1, 2, 4)]
)
def test_one_damage_halves_every_factor_and_the_movement(
    sea: Sea, name: str, gun: int, torp: int, aa: int, move: int
) -> None:
    sea.place(name, "1020")
    sea.missions(ALLIED)
    damage(sea.umpire, sea.piece(name), "tirpitz")
    piece = sea.piece(name)
    assert piece.damage == 1
    factors = [factor(sea.data, piece, "gun"), factor(sea.data, piece, "torp"), factor(sea.data, piece, "aa")]
    assert [*factors, allowance(sea.data, piece)] == [gun, torp, aa, move]
    shown = {piece.id: piece.badges for piece in sea.match.view(Observer.ALLIED).situation.pieces}
    assert shown[name] == ("damage 1",)


@pytest.mark.rule("NC-2.4-halved")
def test_a_damaged_aircraft_has_half_its_factors(sea: Sea) -> None:
    piece = sea.place("he-111-1", "2633", damage=1)
    assert [factor(sea.data, piece, "surface"), factor(sea.data, piece, "air"), factor(sea.data, piece, "torp")] == [
        1,
        1,
        4,
    ]


@pytest.mark.rule("NC-2.4-tirpitz-five", "NC-2.4-damage-number", "NC-2.4-halve-once")
def test_tirpitz_with_three_damage_is_afloat_at_half_strength_and_sinks_on_the_fifth(sea: Sea) -> None:
    sea.place("tirpitz", "1020")
    sea.missions(AXIS)
    for _ in range(3):
        damage(sea.umpire, sea.piece("tirpitz"), "duke-of-york")
    tirpitz = sea.piece("tirpitz")
    assert (tirpitz.at, tirpitz.damage) == ("1020", 3)
    halved = [factor(sea.data, tirpitz, "gun"), factor(sea.data, tirpitz, "torp"), factor(sea.data, tirpitz, "aa")]
    assert [*halved, allowance(sea.data, tirpitz)] == [4, 1, 3, 3]
    assert not damage(sea.umpire, tirpitz, "duke-of-york")
    assert sea.now.points[ALLIED] == 0
    assert damage(sea.umpire, tirpitz, "duke-of-york")
    assert sea.piece("tirpitz").at == LOST
    assert sea.now.points[ALLIED] == 45


@pytest.mark.rule("NC-2.4-no-repair")
def test_damage_stays_from_turn_to_turn(sea: Sea) -> None:
    sea.place("norfolk", "1020", damage=1)
    sea.place("ju-87-1", "2633", damage=1)
    sea.begin(EndTurn(), dice=[1])
    assert sea.now.turn == 2
    assert (sea.piece("norfolk").damage, sea.piece("ju-87-1").damage) == (1, 1)


@pytest.mark.rule("NC-2.4-range-halved")
def test_damage_halves_a_range_but_not_an_unlimited_one(sea: Sea) -> None:
    stuka = sea.place("ju-87-1", "2633")
    boat = sea.place("bv-138-1", "2633", damage=1)
    assert flight(sea.data, sea.state, stuka) == 15
    stuka.damage = 1
    assert flight(sea.data, sea.state, stuka) == 7
    assert flight(sea.data, sea.state, boat) == UNLIMITED
    sea.missions(AXIS)
    cards = {piece.id: piece.card["range"] for piece in sea.match.view(Observer.AXIS).situation.pieces}
    assert cards == {"ju-87-1": 7, "bv-138-1": "unlimited"}
    sea.weather("fog", 5)
    assert flight(sea.data, sea.state, stuka) == flight(sea.data, sea.state, boat) == 5


@pytest.mark.rule("NC-2.4-halved")
def test_a_destroyer_hit_after_six_of_nine_hexes_goes_no_farther(sea: Sea) -> None:
    destroyer = sea.place("gb-dd-1", "1020", spent=6)
    assert left(sea.data, destroyer) == 3
    destroyer.damage = 1
    assert left(sea.data, destroyer) == 0


@pytest.mark.rule("NC-4.1-cv-damage-capacity", "NC-4.1-cv-five")
def test_victorious_holds_five_air_units_and_one_less_for_each_damage(sea: Sea) -> None:
    carrier = sea.place("victorious", "1020")
    room = []
    for hits in range(4):
        carrier.damage = hits
        room.append(carrier_capacity(sea.state, sea.data))
    assert room == [5, 4, 3, 2]


# The golden example of 9.4 that needs a damaged counter and the map


def test_a_damaged_tirpitz_in_altafjord_is_covered_by_the_guns_of_the_base(sea: Sea) -> None:
    sea.place("tirpitz", "2233", damage=1)
    sea.place("victorious", "1525")
    sea.place("albacore-1", "2233", aloft=True)
    sea.state.combat = Combat("2233", ALLIED, ["albacore-1"], ["tirpitz"])
    sea.mission(MissionType.ATTACK, ["albacore-1"])
    sea.begin(AntiAircraft("albacore-1", "tirpitz", False), NextMission(AXIS), dice=[6])
    sea.act(AXIS, "fire tirpitz")
    assert sea.piece("albacore-1").damage == 1, "her own factor is 3 now, the base's 6"


# The map's own rows


@pytest.mark.rule("NC-MAP-row-northcape")
def test_the_north_cape_row_is_column_27_and_everything_beyond_lies_east_of_it() -> None:
    sea = data(None).map
    assert set(sea.zone("north_cape_row")) == {f"27{row:02d}" for row in range(1, 39)}
    assert set(sea.zone("east_of_north_cape")) == {f"{c}{r:02d}" for c in range(28, 63) for r in range(1, 39)}


@pytest.mark.rule("NC-MAP-soviet-zone")
def test_the_soviet_zone_is_ten_hexes_around_the_two_eastern_hexes() -> None:
    sea = data(None).map
    near = {cell for cell in sea.cells if min(sea.distance(cell, "4434"), sea.distance(cell, "6237")) <= 10}
    assert near == set(sea.zone("soviet_limit"))
    assert len(near) == 335


@pytest.mark.rule("NC-MAP-norway-coast")
def test_norwegian_coast_hexes_are_navigable_and_not_of_kola_petsamo_or_bear_island() -> None:
    numbers = data(None)
    coast = numbers.norwegian_coast
    assert {"1435", "2330", "3633"} <= set(coast)
    assert all(cell in numbers.map.navigable for cell in coast)
    assert not {"1511", "3934", "4434", "4435", "5837"} & set(coast)
    assert "2333" not in coast, "it is land"
    assert "2020" not in coast, "it is the open sea"


@pytest.mark.rule("NC-MAP-named-hexes")
def test_the_named_hexes_ports_and_airbases_lie_where_the_table_says() -> None:
    numbers = data(None)
    sea = numbers.map
    assert {place.name: place.hex for place in sea.exits} == {
        "To Narvik": "0938",
        "To Murmansk": "4434",
        "To Archangel": "6237",
    }
    ports = {"1435", "2233", "2330", "2828", "3830", "3633", "3934", "4435", "5837"}
    assert {port.hex for port in sea.ports} == ports
    norwegian = {"1338", "1435", "2334", "2330", "2633", "2631", "3633"}
    assert set(numbers.norwegian_bases) == norwegian
    assert set(numbers.german_bases) == {*norwegian, "3935"}
    assert {base.hex for base in sea.bases} == {*norwegian, "3935", "4435"}
    assert set(numbers.base_aa_hexes) == {*norwegian, *ports, "3935"} - {"4435", "5837"}
