"""Chapter 12 of North Cape: the three scenarios, how their forces come into place, and their special rules."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Declare, Deploy, Go, Join, Pass, UsePrinzEugen
from barents.games.north_cape.data import data
from barents.games.north_cape.rules.losses import pool_of
from barents.games.north_cape.rules.movement import entry_hexes, may_be
from barents.games.north_cape.rules.pieces import is_waiting
from barents.games.north_cape.rules.setup import free_hexes
from barents.games.north_cape.state import (
    WAITING,
    Leg,
    Mission,
    MissionType,
    NextMission,
    Piece,
    PrinzEugen,
    RollRecon,
    Strike,
    Window,
)
from barents.kernel.actions import Allot, Choose, Decline
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Assign, Refused, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import Among
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from tests.published import NORTH_CAPE as SCENARIOS

from .sea import ALLIED, AXIS, Sea

EXPECT: dict[str, Any] = tomllib.loads((Path(__file__).parent / "expect" / "scenarios.toml").read_text("utf-8"))
TIRPITZ, LUFTWAFFE, SCATTER = SCENARIOS


@pytest.fixture
def sea() -> Sea:
    return Sea()


def force_of(piece: Piece) -> str:
    """The force that a piece waits with, or its hex."""
    return piece.at.removeprefix(WAITING)


def ready_to_deploy(scenario: str, *, prinz_eugen: bool = False) -> Sea:
    """A scenario whose merchants are drawn, at the point where both sides place their units."""
    sea = Sea.opening(scenario)
    if sea.asked(AXIS).rule == "NC-12.1-prinz-eugen":
        sea.act(AXIS, UsePrinzEugen(prinz_eugen))
    return sea


def take_first_counters(sea: Sea) -> Sea:
    """Both sides take the first of the counters that they may pick from."""
    for side in Side:
        while isinstance(sea.asked(side).options, Subset):
            sea.act(side, next(iter(sea.asked(side).options)))
    return sea


def domain(sea: Sea, side: Side, slot: str) -> set[str]:
    """Where a unit may be placed."""
    options = sea.asked(side).options
    assert isinstance(options, Assign)
    cells = options.slots[slot]
    assert isinstance(cells, Among)
    return set(cells)


# The forces


@pytest.mark.rule_file("scenarios.toml")
def test_each_scenario_has_its_length_season_ice_and_forces() -> None:
    numbers = data(None)
    available = {chapter: about for chapter, about in EXPECT["available"].items() if chapter != "proves"}
    assert {
        numbers.scenarios[name].chapter: [name, GAME.scenario(numbers, name).title] for name in SCENARIOS
    } == available
    for scenario in SCENARIOS:
        expected = EXPECT[scenario]
        sea = ready_to_deploy(scenario)
        state = sea.now
        assert (state.turns, state.season, state.ice) == (expected["turns"], expected["season"], expected["ice"])
        assert sea.match.view(Observer.PUBLIC).situation.clock.date == expected["date"]
        here = {force_of(piece) for side in Side for piece in state.pieces[side].values() if is_waiting(piece)}
        assert here == set(expected["forces"])
        for key, force in expected["forces"].items():
            check_force(sea, key, force)


def check_force(sea: Sea, key: str, expected: dict[str, Any]) -> None:
    """A force has these counters, and comes onto the map as it should."""
    state, numbers = sea.now, sea.data
    side = Side(expected["side"])
    counters = [numbers.counters[name] for name, piece in state.pieces[side].items() if force_of(piece) == key]
    force = next(force for force in numbers.scenarios[state.scenario].forces if force.key == key)
    named = [c.name for c in counters if not (c.is_merchant or c.is_air or f"{c.type}_{c.nation}" in force.any)]
    generic = Counter(f"{c.type}_{c.nation}" for c in counters if f"{c.type}_{c.nation}" in force.any)
    aircraft = Counter(c.name.rsplit(" ", 1)[0] if c.name[-2] == " " else c.name for c in counters if c.is_air)
    assert named == expected.get("named", []), key
    assert generic == expected.get("any", {}), key
    assert aircraft == expected.get("air", {}), key
    assert sum(c.is_merchant for c in counters) == expected.get("merchants", 0), key
    aces = {numbers.counters[boat].name: ace for boat, ace in force.aces.items()}
    assert aces == expected.get("aces", {}), key
    assert (force.entry == "east") is expected.get("east", False)
    if "enters" in expected:
        first, last = expected["enters"]
        mission = Mission(side, MissionType.SORTIE, False, [], f"waiting:{key}", f"waiting:{key}")
        cells = entry_hexes(state, numbers, mission)
        assert (cells[0], cells[-1]) == (first, last), key
        assert len(cells) == (int(last[2:]) - int(first[2:]) + 1 if first[:2] == last[:2] else 8)
    if "starts" in expected:
        assert len(free_hexes(state, numbers, force)) == expected["starts"], key
    if "near_murmansk" in expected:
        near = set(numbers.grid.within("4434", expected["near_murmansk"])) & set(numbers.map.navigable)
        assert set(free_hexes(state, numbers, force)) == {c for c in near if c not in numbers.map.ice(state.ice)}
    if "bases" in expected:
        sea = take_first_counters(ready_to_deploy(state.scenario))
        options = sea.asked(side).options
        assert isinstance(options, Assign)
        sea.act(side, Allot(tuple((boat, "0838") for boat in options.slots)))
        assert all(len(domain(sea, side, c.id)) == expected["bases"] for c in counters)


@pytest.mark.rule("NC-12.0-merchants-random")
def test_merchants_are_drawn_at_random_without_replacement_and_the_german_does_not_see_which() -> None:
    convoys = []
    for face in (1, 60):
        sea = Sea.opening(SCATTER, allied=[face] * 70)
        merchants = {n: force_of(p) for n, p in sea.now.pieces[ALLIED].items() if sea.data.counters[n].is_merchant}
        assert Counter(merchants.values()) == {"pq17": 35, "qp13": 35}
        assert len(merchants) == 70
        convoys.append({name for name, force in merchants.items() if force == "pq17"})
        log = [line.rule for line in sea.match.view(Observer.AXIS).log]
        assert "NC-12.0-merchants-random" not in log
    assert convoys[0] != convoys[1]


# Set-up


@pytest.mark.rule("NC-12.0-east-one-hex")
@pytest.mark.parametrize("cell", ["4434", "6237"])
def test_an_eastern_force_starts_whole_in_one_of_the_two_eastern_hexes(cell: str) -> None:
    sea = take_first_counters(ready_to_deploy(LUFTWAFFE))
    options = sea.asked(ALLIED).options
    assert isinstance(options, Assign)
    sea.act(ALLIED, Allot(tuple((boat, "4433") for boat in options.slots)))
    assert list(sea.asked(ALLIED).options) == [Deploy("4434"), Deploy("6237")]
    sea.act(ALLIED, Deploy(cell))
    place_germans(sea)
    force = [piece for piece in sea.now.pieces[ALLIED].values() if piece.start]
    assert len(force) == 24
    assert {(piece.at, piece.start) for piece in force} == {(cell, cell)}


def place_germans(sea: Sea) -> None:
    """U-boats on the south edge, aircraft at the bases in turn."""
    boats = sea.asked(AXIS).options
    assert isinstance(boats, Assign)
    sea.act(AXIS, Allot(tuple((boat, "0838") for boat in boats.slots)))
    aircraft = sea.asked(AXIS).options
    assert isinstance(aircraft, Assign)
    bases = sorted(sea.data.norwegian_bases)
    sea.act(AXIS, Allot(tuple((unit, bases[n // 5]) for n, unit in enumerate(aircraft.slots))))


@pytest.mark.rule("NC-12.0-airbase-limit-setup")
def test_no_base_starts_with_more_than_five_air_units() -> None:
    sea = take_first_counters(ready_to_deploy(SCATTER))
    boats = sea.asked(AXIS).options
    assert isinstance(boats, Assign)
    sea.act(AXIS, Allot(tuple((boat, "0838") for boat in boats.slots)))
    options = sea.asked(AXIS).options
    assert isinstance(options, Assign)
    units = list(options.slots)
    bases = sorted(domain(sea, AXIS, units[0]))
    assert (len(units), len(bases), sum(options.capacity[base] for base in bases)) == (30, 7, 35)
    with pytest.raises(Refused):
        sea.act(AXIS, Allot(tuple((unit, bases[n // 6]) for n, unit in enumerate(units))))
    sea.act(AXIS, Allot(tuple((unit, bases[n // 5]) for n, unit in enumerate(units))))


@pytest.mark.rule("NC-4.0-setup-by-scenario")
def test_where_counters_of_a_kind_differ_their_owner_picks_them() -> None:
    sea = ready_to_deploy(LUFTWAFFE)
    sea.act(AXIS, Choose(("de-dd-2",)))
    for chosen in (("gb-de-6", "gb-de-7"), ("gb-de-5",), ("gb-de-1", "gb-de-2", "gb-de-3")):
        sea.act(ALLIED, Choose(chosen))
    boats = sea.asked(ALLIED).options
    assert isinstance(boats, Assign)
    sea.act(ALLIED, Allot(tuple((boat, "4433") for boat in boats.slots)), Deploy("4434"))
    place_germans(sea)
    escorts = {n: force_of(sea.piece(n)) for n in pool_of(sea.data, "DE_GB") if n in sea.now.pieces[ALLIED]}
    assert escorts == {
        **dict.fromkeys(["gb-de-1", "gb-de-2", "gb-de-3"], "4434"),
        "gb-de-5": "battlefleet",
        **dict.fromkeys(["gb-de-6", "gb-de-7"], "pq16"),
    }
    destroyers = [n for n in pool_of(sea.data, "DD_DE") if n in sea.now.pieces[AXIS]]
    assert destroyers == ["de-dd-2"]
    assert sea.piece("gb-de-1").at == "4434"
    assert sea.piece("gb-de-6").at == "waiting:pq16"


# 12.1: Prinz Eugen


@pytest.mark.rule("NC-12.1-prinz-eugen", "NC-12.1-german-surface-pe-trigger")
def test_prinz_eugen_enters_with_tirpitz_and_on_the_same_condition() -> None:
    sea = ready_to_deploy(TIRPITZ)
    assert "prinz-eugen" not in sea.now.pieces[AXIS]
    sea = ready_to_deploy(TIRPITZ, prinz_eugen=True)
    assert sea.piece("prinz-eugen").at == sea.piece("tirpitz").at == "waiting:surface"
    sea.state = sea.now
    sea.missions(AXIS)
    enter = Declare(MissionType.SORTIE, "waiting:surface")
    assert enter not in sea.asked(AXIS).options
    sea.state.merchant_seen = True
    sea.missions(AXIS)
    sea.act(AXIS, enter, Go("0538"))
    assert {sea.piece(name).at for name in ("tirpitz", "prinz-eugen", "de-dd-1", "de-dd-2")} == {"0538"}


@pytest.mark.rule("NC-12.1-prinz-eugen")
@pytest.mark.parametrize("scenario", [LUFTWAFFE, SCATTER])
def test_prinz_eugen_is_a_choice_of_the_first_scenario_alone(scenario: str) -> None:
    sea = Sea(scenario)
    sea.begin(PrinzEugen(), NextMission(AXIS))
    assert sea.asked(AXIS).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-12.1-prinz-eugen-reply")
def test_against_prinz_eugen_two_british_cruisers_join_a_force_that_enters() -> None:
    sea = ready_to_deploy(TIRPITZ)
    assert sea.asked(ALLIED).rule != "NC-12.1-prinz-eugen-reply"
    sea = ready_to_deploy(TIRPITZ, prinz_eugen=True)
    assert list(sea.asked(ALLIED).options) == [Join("pq12"), Join("convoy2"), Join("homefleet"), Decline()]
    sea.act(ALLIED, Join("convoy2"))
    for refused in (("kent",), ("kent", "norfolk", "london"), ("berwick", "kent"), ("kent", "wichita")):
        with pytest.raises(Refused):
            sea.act(ALLIED, Choose(refused))
    sea.act(ALLIED, Choose(("kent", "london")))
    assert sea.piece("kent").at == sea.piece("london").at == "waiting:convoy2"
    sea = ready_to_deploy(TIRPITZ, prinz_eugen=True)
    before = set(sea.now.pieces[ALLIED])
    sea.act(ALLIED, Decline())
    assert set(sea.now.pieces[ALLIED]) == before


# Entry


def three_forces(sea: Sea) -> Sea:
    """One ship of each of three western forces, outside."""
    for name, force in (("mt-01", "pq17"), ("norfolk", "cruisers"), ("duke-of-york", "battlefleet")):
        sea.place(name, f"waiting:{force}")
    return sea


@pytest.mark.rule("NC-12.0-entry-distinct", "NC-12.0-entry-cost")
def test_each_force_enters_by_a_sortie_through_a_hex_of_its_own_that_costs_a_point(sea: Sea) -> None:
    three_forces(sea).missions(ALLIED)
    assert Declare(MissionType.RECON, "waiting:cruisers") not in sea.asked(ALLIED).options
    sea.act(ALLIED, Declare(MissionType.SORTIE, "waiting:pq17"), Go("0120"))
    assert (sea.piece("mt-01").at, sea.piece("mt-01").spent) == ("0120", 1)
    assert Go("0420") not in sea.asked(ALLIED).options, "two points are left of three"
    sea.act(ALLIED, Go("0320"), "stop")
    sea.act(AXIS, Pass())
    assert Declare(MissionType.SORTIE, "0320") not in sea.asked(ALLIED).options
    sea.act(ALLIED, Declare(MissionType.SORTIE, "waiting:cruisers"))
    with pytest.raises(Refused):
        sea.act(ALLIED, Go("0120"))
    sea.act(ALLIED, Go("0121"))
    assert sea.piece("norfolk").at == "0121"


@pytest.mark.rule("NC-12.0-entry-turn1-must")
def test_the_allies_may_not_pass_on_turn_one_while_a_force_is_outside(sea: Sea) -> None:
    sea.place("norfolk", "waiting:cruisers")
    sea.missions(ALLIED)
    assert Pass() not in sea.asked(ALLIED).options
    sea.act(ALLIED, Declare(MissionType.SORTIE, "waiting:cruisers"), Go("0121"), "stop")
    sea.act(AXIS, Pass())
    assert Pass() in sea.asked(ALLIED).options


@pytest.mark.rule("NC-12.0-south-edge-west-of-narvik")
def test_german_ships_enter_by_the_south_edge_west_of_narvik(sea: Sea) -> None:
    sea.place("tirpitz", "waiting:surface")
    sea.state.merchant_seen = True
    sea.missions(AXIS)
    sea.act(AXIS, Declare(MissionType.SORTIE, "waiting:surface"))
    offered = [action.cell for action in sea.asked(AXIS).options if isinstance(action, Go)]
    assert offered == ["0138", "0238", "0338", "0438", "0538", "0638", "0738", "0838"]


ENTER = Declare(MissionType.SORTIE, "waiting:surface")


@pytest.mark.rule("NC-12.0-german-trigger")
@pytest.mark.parametrize(("ship", "triggers"), [("norfolk", False), ("mt-01", True)])
def test_the_german_surface_force_may_enter_once_a_merchant_was_reconnoitred(
    sea: Sea, ship: str, triggers: bool
) -> None:
    sea.place("tirpitz", "waiting:surface")
    sea.place(ship, "0520")
    sea.place("ju-88-1", "0521", base="2633", aloft=True)
    sea.begin(NextMission(AXIS))
    assert ENTER not in sea.asked(AXIS).options
    sea.mission(MissionType.RECON, ["ju-88-1"])
    sea.begin(RollRecon("ju-88-1", "0520", False), NextMission(AXIS), axis=[9])
    assert sea.is_up(ship)
    assert (ENTER in sea.asked(AXIS).options) is triggers


@pytest.mark.rule("NC-12.0-german-trigger")
def test_a_merchant_found_as_defender_in_an_attack_releases_the_german_surface_force(sea: Sea) -> None:
    sea.place("tirpitz", "waiting:surface")
    sea.place_all(["norfolk", "mt-01"], "0520")
    sea.identify("norfolk")
    sea.place("ju-88-1", "0520", base="2633", aloft=True)
    sea.mission(MissionType.ATTACK, ["ju-88-1"]).begin(Strike())
    assert sea.is_up("mt-01")
    sea.act(AXIS, "stop", Allot((("ju-88-1", "2633"),)))
    sea.act(ALLIED, Pass())
    assert ENTER in sea.asked(AXIS).options, "in the same turn already"


@pytest.mark.rule("NC-12.0-german-trigger")
def test_a_merchant_that_a_patrol_intercepts_releases_the_german_surface_force(sea: Sea) -> None:
    sea.place("tirpitz", "waiting:surface")
    sea.place("mt-01", "0520")
    sea.on_patrol("u-88", "0521")
    sea.mission(MissionType.SORTIE, ["mt-01"]).begin(Window())
    sea.act(AXIS, Choose(("u-88",)))
    assert sea.now.merchant_seen


# Limits


@pytest.mark.rule("NC-12.1-soviet-limit", "NC-12.2-soviet-limit", "NC-12.3-soviet-limit")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_soviet_destroyers_stay_within_ten_hexes_of_where_they_started(scenario: str) -> None:
    sea = Sea(scenario)
    soviet = sea.place("su-dd-1", "4434", start="4434")
    british = sea.place("gb-dd-1", "4434", start="4434")
    for cell, legal in (("4424", True), ("4423", False), ("3628", True), ("3627", False)):
        assert may_be(sea.data, sea.state, soviet, cell) is legal, cell
        assert may_be(sea.data, sea.state, british, cell), cell
    sea.place("su-dd-1", "4425", start="4434")
    sea.mission(MissionType.SORTIE, ["su-dd-1"], began=False, moved=0).begin(Leg())
    assert Go("4424") in sea.asked(ALLIED).options
    assert Go("4423") not in sea.asked(ALLIED).options


@pytest.mark.rule("NC-12.2-cruisers-east-limit", "NC-12.3-cruisers-east-limit")
@pytest.mark.parametrize(
    ("scenario", "kept", "free"),
    [
        (LUFTWAFFE, ["kent", "norfolk", "liverpool", "nigeria"], "london"),
        (SCATTER, ["norfolk", "london", "wichita", "tuscaloosa"], "nigeria"),
    ],
)
def test_the_cruisers_of_the_covering_force_stay_west_of_the_north_cape(
    scenario: str, kept: list[str], free: str
) -> None:
    for name in (*kept, free):
        sea = Sea(scenario)
        sea.place(name, "2625")
        sea.mission(MissionType.SORTIE, [name], began=False, moved=0).begin(Leg())
        assert Go("2725") in sea.asked(ALLIED).options
        assert (Go("2824") in sea.asked(ALLIED).options) is (name == free), name


@pytest.mark.rule("NC-5.5-decoy-intercepts-in-vain")
def test_who_intercepts_nothing_but_decoys_catches_nobody_and_nobody_was_too_fast() -> None:
    sea = Sea()
    sea.on_patrol("hipper", "1020")
    sea.sail_past("allied-decoy-1")
    sea.act(AXIS, "choose hipper")
    assert not sea.told("NC-7.1-fail-continue")
    assert not sea.told("NC-7.1-compare")
    assert sea.now.combat is None


@pytest.mark.rule("NC-5.5-decoy-intercepts-in-vain", "NC-12.0-german-trigger")
@pytest.mark.parametrize(("patrol", "released"), [("axis-decoy-1", False), ("u-88", True)])
def test_a_decoy_that_intercepts_merchants_does_not_release_the_surface_force(patrol: str, released: bool) -> None:
    sea = Sea()
    sea.on_patrol(patrol, "1020")
    sea.sail_past("mt-01")
    sea.act(AXIS, f"choose {patrol}")
    assert sea.is_up("mt-01")
    assert sea.now.merchant_seen is released
    assert bool(sea.told("NC-12.0-german-trigger")) is released


def test_a_pack_with_fewer_aircraft_than_a_scenario_has_can_be_played() -> None:
    fewer = b'[[air.rows]]\nid = "he-115"\ncount = 0\n'
    match = Match.new(GAME, TIRPITZ, seed="1", pack=DataPack({"north_cape/counters.toml": fewer}))
    assert "he-115-1" not in match.state.pieces[AXIS]
    dice = Dice.seeded("fewer")
    for _ in range(60):
        side, decision = next(iter(match.pending.items()))
        match.act(side, decision.options.sample(dice))
    assert match.state.turn >= 1
