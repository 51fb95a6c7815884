"""Chapters 9.3 to 9.5: the reply to an attack from the air: the target, base guns, destroyers, anti-aircraft ships.

All of it happens in one hex: 2020 in open water, or Altafjord (2233) with its port.
"""

from __future__ import annotations

import pytest

from .sea import ALLIED, AXIS, Sea

HERE, BESIDE, ALTAFJORD = "2020", "2021", "2233"


@pytest.fixture
def sea() -> Sea:
    return Sea()


@pytest.mark.rule("NC-9.3-aa-on-miss", "NC-9.5-one-aa-roll")
def test_the_defender_chooses_whether_the_cruiser_or_the_destroyers_answer_a_miss(sea: Sea) -> None:
    sea.place_all(["norfolk", "gb-dd-1", "mt-01"], HERE)
    sea.fly("he-111-1", HERE)
    sea.strike("he-111-1", dice=(9, 4))
    sea.act(AXIS, "engage he-111-1 norfolk")
    assert sorted(sea.offered(ALLIED)) == ["fire gb-dd-1", "fire norfolk", "hold-fire"]
    sea.act(ALLIED, "fire norfolk")
    assert sea.piece("he-111-1").damage == 1, "4 is not above her factor"
    assert sea.asked(AXIS).rule == "NC-9.8-rating", "there is no second reply, only torpedoes"
    assert sea.dice_left() == {}


@pytest.mark.rule("NC-9.3-aa-on-miss", "NC-9.5-hex-aa", "NC-9.5-hex-aa-not-target")
@pytest.mark.parametrize(
    ("target", "die", "gunner", "rule"),
    [
        ("norfolk", 9, "norfolk", "NC-9.3-aa-on-miss"),
        ("norfolk", 9, "gb-dd-1", "NC-9.5-hex-aa"),
        ("gb-dd-1", 9, "gb-dd-1", "NC-9.3-aa-on-miss"),
        ("gb-dd-1", 2, "gb-dd-1", "NC-9.5-hex-aa"),
    ],
)
def test_a_reply_is_logged_as_that_of_a_target_that_was_missed_or_of_a_ship_that_covers_the_hex(
    sea: Sea, target: str, die: int, gunner: str, rule: str
) -> None:
    sea.place_all(["norfolk", "gb-dd-1"], HERE)
    sea.fly("he-111-1", HERE)
    sea.strike("he-111-1", dice=(die, 10))
    sea.act(AXIS, f"engage he-111-1 {target}").act(ALLIED, f"fire {gunner}")
    replies = [roll for name in ("NC-9.3-aa-on-miss", "NC-9.5-hex-aa") for roll in sea.rolls(name)]
    assert [(reply.rule, reply.subject) for reply in replies] == [(rule, gunner)]


@pytest.mark.rule("NC-9.3-aa-on-miss")
def test_a_cruiser_that_was_hit_does_not_answer(sea: Sea) -> None:
    sea.place("norfolk", HERE)
    sea.fly("he-111-1", HERE)
    sea.strike("he-111-1", dice=(2,))
    sea.act(AXIS, "engage he-111-1 norfolk")
    assert sea.piece("norfolk").damage == 1
    assert sea.rolls("NC-9.3-aa-on-miss") == []
    assert sea.asked(AXIS).rule == "NC-9.8-rating"


@pytest.mark.rule("NC-9.3-aa-on-miss")
def test_a_merchant_has_nothing_to_answer_with(sea: Sea) -> None:
    sea.place_all(["mt-01", "norfolk"], HERE)
    sea.fly("he-111-1", HERE, damage=1)
    sea.strike("he-111-1", dice=(2,))
    sea.act(AXIS, "engage he-111-1 mt-01")
    assert sea.piece("mt-01").damage == 0, "2 halved is 1"
    assert ALLIED not in sea.match.pending or sea.asked(ALLIED).rule == "NC-5.0-alternate"
    assert sea.dice_left() == {}


@pytest.mark.rule("NC-9.3-aa-kills-damaged")
def test_a_damaged_aircraft_is_shot_down(sea: Sea) -> None:
    sea.place("norfolk", HERE)
    sea.fly("he-111-1", HERE, damage=1)
    sea.strike("he-111-1", dice=(9, 4))
    sea.act(AXIS, "engage he-111-1 norfolk").act(ALLIED, "fire norfolk")
    assert sea.piece("he-111-1").at == "lost"
    assert sea.now.points == {ALLIED: 0, AXIS: 0}


@pytest.mark.rule("NC-9.3-sub-aa-surfaced")
def test_a_surfaced_boat_shoots_back(sea: Sea) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.place("victorious", BESIDE)
    sea.fly("albacore-1", HERE)
    sea.strike("albacore-1", dice=(10, 2))
    sea.act(ALLIED, "engage albacore-1 u-88").act(AXIS, "fire u-88")
    assert sea.piece("albacore-1").damage == 1


@pytest.mark.rule("NC-9.4-base-aa", "NC-9.4-never-reduced")
@pytest.mark.parametrize(("reply", "damage"), [(6, 1), (7, 0)])
def test_the_guns_of_altafjord_answer_for_a_damaged_tirpitz(sea: Sea, reply: int, damage: int) -> None:
    sea.place("victorious", BESIDE)
    sea.place("tirpitz", ALTAFJORD, damage=1)
    sea.fly("albacore-1", ALTAFJORD)
    sea.strike("albacore-1", dice=(5, reply))
    sea.act(ALLIED, "stop", "engage albacore-1 tirpitz")
    sea.act(AXIS, "fire tirpitz")
    assert sea.piece("tirpitz").damage == 1, "a torpedo rating of 4"
    assert sea.piece("albacore-1").damage == damage


@pytest.mark.rule("NC-9.4-all-ships")
def test_base_guns_serve_every_german_ship_and_the_reply_of_destroyers_to_a_hit(sea: Sea) -> None:
    sea.place("victorious", BESIDE)
    sea.place_all(["lutzow", "de-dd-1"], ALTAFJORD)
    sea.fly("albacore-1", ALTAFJORD)
    sea.strike("albacore-1", dice=(1, 6))
    sea.act(ALLIED, "engage albacore-1 lutzow")
    assert sea.offered(AXIS) == ["fire de-dd-1", "hold-fire"]
    sea.act(AXIS, "fire de-dd-1")
    assert sea.piece("albacore-1").damage == 1, "a destroyer's own factor is 3"


@pytest.mark.rule("NC-9.4-german-only")
@pytest.mark.parametrize(("cell", "ship"), [("2233", "gb-dd-1"), ("4435", "gb-dd-1"), ("0938", "de-dd-1")])
def test_no_base_guns_for_allied_ships_nor_off_narvik(sea: Sea, cell: str, ship: str) -> None:
    bomber = "ju-88-1" if ship == "gb-dd-1" else "albacore-1"
    side = sea.data.counters[bomber].side
    sea.place("victorious", BESIDE)
    sea.place(ship, cell)
    sea.fly(bomber, cell)
    sea.strike(bomber, dice=(10, 4))
    sea.act(side, f"engage {bomber} {ship}").act(side.enemy, f"fire {ship}")
    assert sea.piece(bomber).damage == 0, "its own factor is 3"


@pytest.mark.rule("NC-9.5-hex-aa")
@pytest.mark.parametrize(("ship", "answers"), [("gb-dd-1", True), ("gb-aa-1", True), ("gb-de-1", False)])
def test_only_destroyers_and_anti_aircraft_ships_cover_the_hex(sea: Sea, ship: str, answers: bool) -> None:
    sea.place_all(["mt-01", ship], HERE)
    sea.fly("ju-88-1", HERE)
    sea.strike("ju-88-1", dice=(4,))
    sea.act(AXIS, "engage ju-88-1 mt-01")
    assert (sea.asked(ALLIED).rule == "NC-9.5-one-aa-roll") == answers


@pytest.mark.rule("NC-9.5-hex-aa-damaged")
@pytest.mark.parametrize(("reply", "damage"), [(3, 1), (4, 0)])
def test_a_damaged_anti_aircraft_ship_still_answers_with_half_its_factor(sea: Sea, reply: int, damage: int) -> None:
    sea.place("mt-01", HERE)
    sea.place("gb-aa-1", HERE, damage=1)
    sea.fly("ju-88-1", HERE)
    sea.strike("ju-88-1", dice=(4, reply))
    sea.act(AXIS, "engage ju-88-1 mt-01").act(ALLIED, "fire gb-aa-1")
    assert sea.piece("ju-88-1").damage == damage


@pytest.mark.rule("NC-9.5-damage-before-aa")
def test_damaged_destroyers_are_sunk_before_they_can_fire(sea: Sea) -> None:
    sea.place("gb-dd-1", HERE, damage=1)
    sea.fly("ju-88-1", HERE)
    sea.strike("ju-88-1", dice=(4,))
    sea.act(AXIS, "engage ju-88-1 gb-dd-1")
    assert sea.piece("gb-dd-1").at == "lost"
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"
    assert sea.now.points[AXIS] == 15


@pytest.mark.rule("NC-9.5-damage-before-aa")
def test_destroyers_damaged_by_the_attack_answer_with_what_is_left(sea: Sea) -> None:
    sea.place("gb-dd-1", HERE)
    sea.fly("ju-88-1", HERE)
    sea.strike("ju-88-1", dice=(4, 2))
    sea.act(AXIS, "engage ju-88-1 gb-dd-1").act(ALLIED, "fire gb-dd-1")
    assert sea.piece("ju-88-1").damage == 0, "3 halved is 1"
