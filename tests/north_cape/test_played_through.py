"""Rules that other tests work out by themselves, played through the match: damage, limits, losses and storms."""

from __future__ import annotations

import pytest

from barents.games.north_cape.data import MURMANSK
from barents.games.north_cape.state import LOST, MissionType, Used
from barents.kernel.actions import Allot

from .sea import ALLIED, AXIS, Sea

RECON, PATROL, SORTIE, ATTACK = MissionType
HERE, BANAK = "2020", "2633"


@pytest.fixture
def sea() -> Sea:
    return Sea()


@pytest.mark.rule("NC-2.4-halved", "NC-2.4-damage-marker")
@pytest.mark.parametrize(("damage", "reach"), [(0, 9), (1, 4)])
def test_a_damaged_destroyer_sails_half_as_far(sea: Sea, damage: int, reach: int) -> None:
    sea.place("gb-dd-1", HERE, damage=damage)
    sea.missions(ALLIED).send(SORTIE, "gb-dd-1")
    assert max(sea.data.grid.distance(HERE, cell) for cell in sea.goals(ALLIED)) == reach


@pytest.mark.rule("NC-2.4-halved", "NC-2.4-halve-once")
@pytest.mark.parametrize(
    ("damage", "die", "hits"), [(0, 9, True), (1, 4, True), (1, 5, False), (3, 4, True), (3, 5, False)]
)
def test_tirpitz_hits_with_half_her_guns_however_often_she_was_hit(sea: Sea, damage: int, die: int, hits: bool) -> None:
    sea.place("tirpitz", HERE, damage=damage)
    sea.place("norfolk", HERE)
    sea.strike("tirpitz", dice=(die, 10)).act(AXIS, "engage tirpitz norfolk")
    assert (sea.piece("norfolk").damage == 1) is hits


@pytest.mark.rule("NC-2.4-tirpitz-five", "NC-2.4-damage-number", "NC-2.4-damage-marker")
@pytest.mark.parametrize(("damage", "lost"), [(0, False), (3, False), (4, True)])
def test_a_hit_sinks_tirpitz_only_if_it_is_the_fifth(sea: Sea, damage: int, lost: bool) -> None:
    sea.place("tirpitz", HERE, damage=damage)
    sea.place("duke-of-york", HERE)
    sea.strike("duke-of-york", dice=(1, 10)).act(ALLIED, "engage duke-of-york tirpitz")
    tirpitz = sea.piece("tirpitz")
    assert (tirpitz.at, tirpitz.damage) == (LOST if lost else HERE, damage + 1)
    assert sea.now.points[ALLIED] == (45 if lost else 0)


@pytest.mark.rule("NC-2.4-range-halved")
@pytest.mark.parametrize(("unit", "damage", "reach"), [("ju-87-1", 0, 15), ("ju-87-1", 1, 7), ("ju-88-1", 1, 40)])
def test_a_damaged_aircraft_flies_half_as_far_unless_its_range_has_no_limit(
    sea: Sea, unit: str, damage: int, reach: int
) -> None:
    sea.place(unit, BANAK, damage=damage)
    sea.missions(AXIS).send(RECON, unit)
    farthest = max(sea.data.grid.distance(BANAK, cell) for cell in sea.goals(AXIS))
    assert farthest == reach if reach < 40 else farthest > reach - 10


@pytest.mark.rule("NC-12.1-soviet-limit", "NC-12.2-soviet-limit", "NC-12.3-soviet-limit")
@pytest.mark.parametrize("scenario", ["unternehmen-sportpalast", "enter-the-luftwaffe", "convoy-is-to-scatter"])
def test_a_soviet_destroyer_turns_back_at_ten_hexes_and_others_go_on_without_it(scenario: str) -> None:
    sea = Sea(scenario)
    distance = sea.data.grid.distance
    here = "4026"
    assert distance(MURMANSK, here) == 10
    sea.place_all(["su-dd-1", "gb-dd-1"], here, start=MURMANSK)
    sea.missions(ALLIED).send(SORTIE, "su-dd-1", "gb-dd-1")
    assert max(distance(MURMANSK, cell) for cell in sea.goals(ALLIED)) == 10
    near = min(cell for cell in sea.goals(ALLIED) if distance(cell, here) == 1)
    sea.act(ALLIED, f"go {near}", "drop-off", "choose su-dd-1")
    assert max(distance(MURMANSK, cell) for cell in sea.goals(ALLIED)) > 10


@pytest.mark.rule("NC-12.1-soviet-limit", "NC-12.3-soviet-limit")
@pytest.mark.parametrize(("nation", "can"), [("su", False), ("gb", True)])
def test_nor_does_it_intercept_beyond_them(sea: Sea, nation: str, can: bool) -> None:
    """The patrol lies at ten hexes; the boat comes by at eleven."""
    sea.on_patrol(f"{nation}-dd-1", "4026", start=MURMANSK)
    sea.place("u-88", "4024", surfaced=True)
    assert sea.data.grid.distance(MURMANSK, "4025") == 11
    sea.missions(AXIS).send(SORTIE, "u-88").act(AXIS, "choose -", "go 4025")
    assert (f"choose {nation}-dd-1" in sea.offered(ALLIED)) is can


@pytest.mark.rule("NC-10.0-vp-merc-sunk", "NC-10.0-vp-merc-any-cause")
@pytest.mark.parametrize("cause", ["u-88", "ju-88-1", "hipper"])
def test_a_merchant_that_is_sunk_in_battle_gives_two_dice_whatever_sank_her(sea: Sea, cause: str) -> None:
    sea.place("mt-01", HERE, damage=1)
    if sea.data.counters[cause].is_air:
        sea.fly(cause, HERE)
    else:
        sea.place(cause, HERE)
    sea.strike(cause, dice=(1, 3, 5)).act(AXIS, f"engage {cause} mt-01")
    assert sea.piece("mt-01").at == LOST
    assert sea.now.points == {ALLIED: 0, AXIS: 8}


@pytest.mark.rule("NC-10.0-vp-air-none")
def test_aircraft_shot_down_in_a_battle_are_worth_nothing(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-dd-1"], HERE)
    sea.fly("ju-88-1", HERE, damage=1)
    sea.strike("ju-88-1", dice=(10, 1)).act(AXIS, "engage ju-88-1 mt-01").act(ALLIED, "fire gb-dd-1")
    assert sea.piece("ju-88-1").at == LOST
    assert sea.now.points == {ALLIED: 0, AXIS: 0}


@pytest.mark.rule("NC-7.2-all-halted", "NC-7.1-fighter-vs-air")
def test_a_bomber_that_was_caught_and_not_fought_goes_home_and_flies_no_farther_this_turn(sea: Sea) -> None:
    sea.place("victorious", "0530")
    sea.on_patrol("sea-hurricane-1", "1020")
    sea.sail_past("ju-88-1", "ju-88-2", start=BANAK, to="1020", type=RECON)
    sea.act(ALLIED, "choose sea-hurricane-1", "engage sea-hurricane-1 ju-88-1")
    sea.act(AXIS, Allot((("ju-88-2", BANAK),)))
    assert (sea.piece("ju-88-2").at, sea.piece("ju-88-2").halted) == (BANAK, True)
    sea.send(PATROL, "ju-88-2")
    assert sea.goals(AXIS) == set(), "it may watch from the ground, and that is all"


@pytest.mark.rule("NC-3.1-storm-no-air")
@pytest.mark.parametrize("unit", ["ju-88-1", "axis-decoy-1"])
def test_in_a_storm_no_mission_of_aircraft_is_offered(sea: Sea, unit: str) -> None:
    sea.place(unit, BANAK)
    sea.place("mt-01", "2625")
    sea.identify("mt-01").missions(AXIS)
    assert any(mission.endswith("yes") for mission in sea.declared(AXIS))
    sea.weather("storm").missions(AXIS)
    assert not any(mission.endswith("yes") for mission in sea.declared(AXIS))


@pytest.mark.rule("NC-8.3-no-aa")
def test_a_boat_that_is_hunted_under_water_answers_nobody(sea: Sea) -> None:
    """In port, where a ship on the surface would have the base's guns: the destroyers roll and nothing comes back."""
    sea.place("u-88", "2233")
    sea.place("gb-dd-1", "2233")
    sea.identify("u-88").missions(ALLIED, dice=(10,)).send(ATTACK, "gb-dd-1").act(ALLIED, "stop", "choose gb-dd-1")
    assert [roll.subject for roll in sea.rolls("NC-8.3-d10")] == ["gb-dd-1"]
    assert sea.now.combat is None
    assert not sea.rolls("NC-9.3-aa-on-miss")
    assert not sea.piece("u-88").used & (Used.GUNFIRE | Used.TORPEDO)


@pytest.mark.rule("NC-2.4-two-hits-eliminate", "NC-10.0-additive")
def test_two_hits_in_two_battles_eliminate_destroyers_and_points_are_added(sea: Sea) -> None:
    sea.state.points = {ALLIED: 10, AXIS: 20}
    sea.place("gb-dd-1", HERE)
    sea.place_all(["hipper", "lutzow"], HERE)
    sea.strike("hipper", "lutzow", dice=(1, 10, 1, 10)).act(AXIS, "engage hipper gb-dd-1")
    assert (sea.piece("gb-dd-1").at, sea.piece("gb-dd-1").damage) == (HERE, 1)
    sea.act(AXIS, "engage lutzow gb-dd-1")
    assert sea.piece("gb-dd-1").at == LOST
    assert sea.now.points == {ALLIED: 10, AXIS: 35}


@pytest.mark.rule("NC-4.1-cv-five", "NC-4.1-cv-overfull")
@pytest.mark.parametrize(("damage", "lost"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_the_deck_of_victorious_loses_a_place_with_each_damage(sea: Sea, damage: int, lost: int) -> None:
    """Four units fly from her, and she has five places."""
    units = ("albacore-1", "albacore-2", "fulmar-1", "sea-hurricane-1")
    sea.place("victorious", HERE, damage=damage)
    sea.place_all(units, HERE)
    sea.missions(ALLIED).act(ALLIED, "pass").act(AXIS, "pass")
    if lost:
        assert sea.asked(ALLIED).rule == "NC-4.1-cv-overfull"
        sea.act(ALLIED, f"choose {','.join(units[:lost])}")
    assert sea.now.turn == 2
    assert sum(sea.piece(name).at == LOST for name in units) == lost


@pytest.mark.rule("NC-5.1-ship-no-air-target", "NC-5.1-type-limits")
def test_a_ship_that_is_out_to_attack_a_boat_cannot_attack_an_aircraft_on_the_way(sea: Sea) -> None:
    sea.place("kent", "1015")
    sea.place("u-88", "1019", surfaced=True)
    sea.fly("ju-88-1", "1017", on_patrol=True)
    sea.identify("u-88", "ju-88-1").missions(ALLIED).send(ATTACK, "kent").act(ALLIED, "go 1017")
    assert sea.offered(ALLIED) == ["cancel"], "she has to stop under it, and that is all"
