"""Chapters 9.0 to 9.3: who fights, combat in the air, and attacks from the air.

All of it happens in one hex: 2020 in open water, Hammerfest (2330) or Banak (2633) with its airbase.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape.state import MissionType, Used
from barents.kernel.sides import Observer, Side

from .sea import ALLIED, AXIS, Sea

HERE, BESIDE, HAMMERFEST, BANAK = "2020", "2021", "2330", "2633"
ATTACK = MissionType.ATTACK


@pytest.fixture
def sea() -> Sea:
    return Sea()


def fighting(sea: Sea, side: Side) -> list[str]:
    """A side's units in the combat."""
    assert sea.now.combat is not None
    return sea.now.combat.allied if side is ALLIED else sea.now.combat.axis


# 9.0, 9.1: who fights, and in which order


@pytest.mark.rule("NC-9.0-when", "NC-4.0-reveal-by-recon-combat")
def test_everyone_in_the_hex_takes_part(sea: Sea) -> None:
    sea.place_all(["tirpitz", "de-dd-1"], HERE)
    sea.place_all(["norfolk", "mt-01", "mt-02", "allied-decoy-1"], HERE)
    sea.place("trident", HERE)
    sea.place("london", BESIDE)
    sea.strike("tirpitz")
    assert fighting(sea, AXIS) == ["tirpitz", "de-dd-1"], "also who was there already, but not on the mission"
    assert fighting(sea, ALLIED) == ["norfolk", "mt-01", "mt-02"], "no decoy, no boat that lies submerged"
    assert sea.is_up("de-dd-1")
    assert sea.piece("de-dd-1").recon == ["*"]


@pytest.mark.rule("NC-9.0-when")
@pytest.mark.parametrize("attackers", [("u-403",), ("u-403", "de-dd-1")])
def test_where_all_lie_face_up_already_it_is_told_who_has_begun_the_combat(
    sea: Sea, attackers: tuple[str, ...]
) -> None:
    """Who takes part, and who may hunt boats, hangs on it: the enemy sees that, so he has to be told."""
    sea.place_all(["u-403", "u-377", "de-dd-1"], HERE)
    sea.place("norfolk", HERE)
    sea.identify("u-403", "u-377", "de-dd-1", "norfolk").missions(AXIS)
    sea.send(ATTACK, *attackers).act(AXIS, "stop")
    assert fighting(sea, AXIS) == ["u-403", "de-dd-1"], "U-377 lies submerged and is on no mission"
    names = [sea.data.counters[name].name for name in attackers]
    assert [event.about["names"] for event in sea.told("NC-9.0-when", Observer.ALLIED)] == [", ".join(names)]
    combat = sea.match.known(Observer.ALLIED).combat
    assert combat is not None
    assert combat.hunters == [name for name in attackers if name == "de-dd-1"]


@pytest.mark.rule("NC-9.0-when")
def test_an_interception_brings_combat_without_those_withdrawn(sea: Sea) -> None:
    sea.on_patrol("scheer", HERE)
    sea.place_all(["mt-01", "norfolk"], "2019")
    sea.missions(ALLIED)
    sea.act(ALLIED, "declare sortie 2019 no", "choose mt-01,norfolk", f"go {HERE}")
    sea.act(AXIS, "choose scheer").act(ALLIED, "choose norfolk")
    assert (fighting(sea, ALLIED), fighting(sea, AXIS)) == (["mt-01"], ["scheer"])
    assert sea.piece("scheer").recon == ["*"], "whoever intercepts and fights is reconnoitred for everyone"
    assert sea.piece("mt-01").recon == ["scheer"], "whoever is intercepted, for the interceptor alone"


@pytest.mark.rule("NC-9.0-when")
def test_ships_that_merely_meet_do_not_fight(sea: Sea) -> None:
    sea.place("scheer", HERE)
    sea.place("norfolk", "2019")
    sea.missions(ALLIED)
    sea.act(ALLIED, "declare sortie 2019 no", "choose norfolk", f"go {HERE}", "stop")
    assert sea.now.combat is None
    assert sea.asked(AXIS).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-9.1-order", "NC-9.2-initiator-first")
@pytest.mark.parametrize("attackers", [("norfolk", "gb-dd-1"), ("tirpitz", "de-dd-1")])
def test_the_stages_come_one_after_the_other_and_in_each_the_side_that_attacked_is_first(
    sea: Sea, attackers: tuple[str, str]
) -> None:
    sea.place_all(["tirpitz", "de-dd-1"], HERE)
    sea.place_all(["norfolk", "gb-dd-1"], HERE)
    sea.fly("bf-109-1", HERE)
    sea.fly("ju-88-1", HERE)
    sea.fly("fulmar-1", HERE)
    sea.fly("albacore-1", HERE)
    sea.strike(*attackers, dice=(10,) * 12)
    asked: list[str] = []
    first: dict[str, str] = {}
    while sea.now.combat is not None:
        ((side, decision),) = sea.match.pending.items()
        stage = decision.rule[:6]
        if stage != "NC-9.5":
            asked.append(stage)
            first.setdefault(stage, side.value)
        sea.act(side, next(o for o in decision.options if str(o).startswith(("engage", "hold-fire", "wait-aloft"))))
    assert asked == sorted(asked)
    initiator = sea.data.counters[attackers[0]].side.value
    assert first == dict.fromkeys(("NC-9.2", "NC-9.3", "NC-9.6", "NC-9.8"), initiator)


@pytest.mark.rule("NC-9.1-skip")
def test_a_stage_without_anyone_to_fight_in_it_is_skipped(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.place("mt-01", HERE)
    sea.strike("u-88")
    assert sea.asked(AXIS).rule == "NC-9.8-rating"


# 9.2: air-to-air


@pytest.mark.rule("NC-9.2-when")
def test_aircraft_must_fight_where_one_of_them_is_red(sea: Sea) -> None:
    sea.fly("sea-hurricane-1", HERE)
    sea.fly("he-111-1", HERE)
    sea.strike("sea-hurricane-1")
    assert sea.offered(ALLIED) == ["engage sea-hurricane-1 he-111-1"], "there is no way out"


@pytest.mark.rule(
    "NC-9.1-order", "NC-9.2-both-roll", "NC-9.2-mutual-damage", "NC-9.2-no-as-after-air", "NC-9.8-air-torpedo"
)
def test_a_sea_hurricane_and_a_he_111_damage_each_other_and_torpedoes_are_dropped_still(sea: Sea) -> None:
    sea.fly("sea-hurricane-1", HERE)
    sea.fly("he-111-1", HERE)
    sea.place("mt-01", HERE)
    sea.strike("he-111-1", dice=(5, 2, 4))
    sea.act(ALLIED, "engage sea-hurricane-1 he-111-1")
    assert [(roll.subject, roll.total) for roll in sea.rolls("NC-9.2-both-roll")] == [
        ("sea-hurricane-1", 5),
        ("he-111-1", 2),
    ]
    assert (sea.piece("sea-hurricane-1").damage, sea.piece("he-111-1").damage) == (1, 1)
    assert sea.asked(AXIS).rule == "NC-9.8-rating", "no bombs after air combat"
    sea.act(AXIS, "engage he-111-1 mt-01")
    assert sea.piece("mt-01").damage == 1, "8 halved is 4"
    assert sea.rolls("NC-9.8-procedure")[0].total == 4


@pytest.mark.rule("NC-9.2-both-roll")
@pytest.mark.parametrize(("dice", "damage"), [((5, 10), (0, 1)), ((6, 2), (1, 0)), ((6, 3), (0, 0))])
def test_a_die_above_the_factor_misses_in_the_air(sea: Sea, dice: tuple[int, int], damage: tuple[int, int]) -> None:
    sea.fly("sea-hurricane-1", HERE)
    sea.fly("he-111-1", HERE)
    sea.strike("sea-hurricane-1", dice=dice)
    sea.act(ALLIED, "engage sea-hurricane-1 he-111-1")
    assert (sea.piece("sea-hurricane-1").damage, sea.piece("he-111-1").damage) == damage


@pytest.mark.rule("NC-9.2-mutual-damage", "NC-9.2-damage-or-kill")
def test_two_damaged_fighters_shoot_each_other_down(sea: Sea) -> None:
    sea.fly("fulmar-1", HERE, damage=1)
    sea.fly("bf-109-1", HERE, damage=1)
    sea.strike("fulmar-1", dice=(2, 3))
    sea.act(ALLIED, "engage fulmar-1 bf-109-1")
    assert (sea.piece("fulmar-1").at, sea.piece("bf-109-1").at) == ("lost", "lost")


@pytest.mark.rule("NC-9.2-all-green-skip")
def test_a_flying_boat_and_an_albacore_leave_each_other_alone(sea: Sea) -> None:
    sea.fly("bv-138-1", HERE)
    sea.fly("albacore-1", HERE)
    sea.place("tirpitz", HERE)
    sea.strike("albacore-1")
    assert sea.asked(ALLIED).rule == "NC-9.3-eligible"


@pytest.mark.rule("NC-9.2-red-selects", "NC-9.2-no-red-initiator")
def test_only_red_units_attack_and_the_other_side_goes_on_alone(sea: Sea) -> None:
    sea.fly("he-111-1", HERE)
    sea.fly("ju-88-1", HERE)
    sea.fly("fulmar-1", HERE)
    sea.fly("sea-hurricane-1", HERE)
    sea.place("mt-01", HERE)
    sea.strike("he-111-1", "ju-88-1", dice=(10, 10, 10, 10))
    assert AXIS not in sea.match.pending, "the attacker has no red unit"
    sea.act(ALLIED, "engage fulmar-1 he-111-1", "engage sea-hurricane-1 he-111-1")
    assert sea.asked(AXIS).rule == "NC-9.3-eligible"
    assert sea.offered(AXIS) == ["stop", "engage ju-88-1 mt-01"]


@pytest.mark.rule("NC-9.2-initiator-first", "NC-9.2-alternate", "NC-9.2-targeted-cannot-attack")
def test_fighters_are_paired_by_turns_and_one_that_is_engaged_cannot_attack(sea: Sea) -> None:
    for name in ("bf-109-1", "bf-109-2", "fulmar-1", "sea-hurricane-1"):
        sea.fly(name, HERE)
    sea.strike("bf-109-1", "bf-109-2", dice=(10,) * 6)
    sea.act(AXIS, "engage bf-109-1 fulmar-1")
    assert sea.offered(ALLIED) == ["engage sea-hurricane-1 bf-109-1", "engage sea-hurricane-1 bf-109-2"]
    sea.act(ALLIED, "engage sea-hurricane-1 bf-109-2")
    assert len(sea.rolls("NC-9.2-both-roll")) == 4, "the second Messerschmitt is engaged too: nobody is left"


@pytest.mark.rule("NC-9.2-retarget")
def test_a_bomber_is_attacked_twice_and_answers_twice(sea: Sea) -> None:
    for name in ("bf-109-1", "bf-109-2", "albacore-1"):
        sea.fly(name, HERE)
    sea.strike("bf-109-1", "bf-109-2", dice=(10, 1, 10, 1))
    sea.act(AXIS, "engage bf-109-1 albacore-1", "engage bf-109-2 albacore-1")
    assert [roll.subject for roll in sea.rolls("NC-9.2-both-roll")] == [
        *["bf-109-1", "albacore-1"],
        *["bf-109-2", "albacore-1"],
    ]
    assert (sea.piece("bf-109-1").damage, sea.piece("bf-109-2").damage) == (1, 1)


@pytest.mark.rule("NC-9.2-base-aloft")
def test_fighters_at_an_attacked_base_are_aloft(sea: Sea) -> None:
    sea.place("bf-109-1", BANAK)
    sea.place("victorious", BESIDE)
    sea.fly("fulmar-1", BANAK)
    sea.strike("fulmar-1", dice=(4, 6))
    sea.act(ALLIED, "engage fulmar-1 bf-109-1")
    assert (sea.piece("fulmar-1").damage, sea.piece("bf-109-1").damage) == (1, 1)


@pytest.mark.rule("NC-9.2-base-aloft")
def test_aircraft_on_deck_defend_their_carrier_but_not_in_a_storm(sea: Sea) -> None:
    sea.place_all(["victorious", "fulmar-1"], HERE)
    sea.fly("ju-88-1", HERE)
    sea.strike("ju-88-1")
    assert sea.offered(ALLIED) == ["engage fulmar-1 ju-88-1"]

    storm = Sea().weather("storm")
    storm.place_all(["victorious", "albacore-1"], HERE)
    storm.place("tirpitz", HERE)
    storm.strike("tirpitz")
    assert fighting(storm, ALLIED) == ["victorious"]


@pytest.mark.rule("NC-9.2-to-na")
def test_whoever_fought_in_the_air_is_not_available_afterwards(sea: Sea) -> None:
    sea.place("victorious", BESIDE)
    sea.fly("sea-hurricane-1", HERE)
    sea.fly("fulmar-1", HERE)
    sea.fly("he-111-1", HERE)
    sea.on_patrol("he-111-2", HERE, base=BANAK)
    sea.strike("sea-hurricane-1", dice=(10, 10, 10, 10))
    sea.act(ALLIED, "engage sea-hurricane-1 he-111-1", "engage fulmar-1 he-111-1")
    assert [sea.piece(name).at for name in ("sea-hurricane-1", "fulmar-1", "he-111-1")] == ["not-available"] * 3
    assert sea.piece("he-111-2").at == HERE, "it was there but fought nobody"
    assert sea.now.combat is None


@pytest.mark.rule("NC-9.2-to-na", "NC-5.6-na-return", "NC-4.0-air-return")
def test_a_bomber_that_fought_in_the_air_is_off_the_map_and_lands_unseen_near_where_it_was(sea: Sea) -> None:
    """It was on patrol over 2021, fifteen hexes from Banak: with its range of fifteen it gets to three other bases."""
    sea.place("victorious", "2019")
    sea.fly("fulmar-1", BESIDE)
    sea.on_patrol("ju-87-1", BESIDE, base=BANAK)
    sea.strike("fulmar-1", dice=(10, 10)).then_land().act(ALLIED, "engage fulmar-1 ju-87-1")
    bomber = sea.piece("ju-87-1")
    assert (bomber.at, bomber.aloft, bomber.on_patrol, sea.is_up("ju-87-1")) == ("not-available", False, False, False)
    sea.act(AXIS, "pass").act(ALLIED, "pass")
    bases = [text.partition("=")[2] for text in sea.offered(AXIS) if "=" in text]
    assert sorted(base for base in bases if base != "-") == ["2330", "2334", "2631", BANAK]
    sea.act(AXIS, "assign ju-87-1=2330")
    assert [told.about["seen"] for told in sea.told("NC-4.0-air-return") if told.about["side"] == "axis"] == [
        "2330: face-down"
    ]


@pytest.mark.rule("NC-9.2-no-as-after-air")
def test_air_combat_forbids_bombs_for_the_rest_of_the_turn(sea: Sea) -> None:
    sea.fly("ju-88-1", HERE).used = Used.ROLLED_IN_AIR_COMBAT
    sea.fly("ju-88-2", HERE)
    sea.place("mt-01", HERE)
    sea.strike("ju-88-1", "ju-88-2")
    assert sea.offered(AXIS) == ["stop", "engage ju-88-2 mt-01"]


def test_a_unit_too_weak_to_answer_in_the_air_has_not_fought_and_bombs(sea: Sea) -> None:
    sea.fly("fulmar-1", HERE)
    sea.fly("ju-87-1", HERE, damage=1)
    sea.place("mt-01", HERE)
    sea.strike("ju-87-1", dice=(10, 2))
    sea.act(ALLIED, "engage fulmar-1 ju-87-1")
    assert [roll.subject for roll in sea.rolls("NC-9.2-both-roll")] == ["fulmar-1"], "1 halved is nothing"
    sea.act(AXIS, "engage ju-87-1 mt-01")
    assert sea.piece("mt-01").damage == 1
    assert sea.piece("ju-87-1").at == "not-available"


# 9.3: air-to-surface


@pytest.mark.rule("NC-9.3-eligible")
def test_every_aircraft_with_bombs_may_attack_one_ship_or_none(sea: Sea) -> None:
    sea.place_all(["mt-01", "norfolk"], HERE)
    sea.fly("ju-88-1", HERE)
    sea.on_patrol("ju-87-1", HERE, base=BANAK)
    sea.fly("bf-109-1", HERE)
    sea.strike("ju-88-1", dice=(10, 10))
    assert sea.offered(AXIS) == [
        "stop",
        *["engage ju-88-1 mt-01", "engage ju-88-1 norfolk"],
        *["engage ju-87-1 mt-01", "engage ju-87-1 norfolk"],
    ]
    sea.act(AXIS, "engage ju-88-1 mt-01")
    assert sea.offered(AXIS) == ["stop", "engage ju-87-1 mt-01", "engage ju-87-1 norfolk"], "one attack each"
    sea.act(AXIS, "stop")
    assert sea.now.combat is None


@pytest.mark.rule("NC-9.3-eligible")
def test_aircraft_bomb_from_the_deck_too(sea: Sea) -> None:
    sea.place_all(["victorious", "albacore-1"], HERE)
    sea.place("tirpitz", HERE)
    sea.strike("tirpitz")
    assert "engage albacore-1 tirpitz" in sea.offered(ALLIED)


@pytest.mark.rule("NC-9.3-no-submerged")
def test_no_bombs_fall_on_a_submerged_boat(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.place("de-dd-1", HERE)
    sea.fly("albacore-1", HERE)
    sea.strike("albacore-1")
    assert sea.offered(ALLIED) == ["stop", "engage albacore-1 de-dd-1"]


@pytest.mark.rule("NC-9.3-no-submerged")
def test_a_detected_boat_is_no_target_for_bombs_either(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-dd-1"], HERE)
    sea.on_patrol("albacore-1", HERE)
    sea.place("u-88", HERE)
    sea.strike("u-88")
    sea.act(AXIS, "attack-openly")
    assert sea.asked(AXIS).rule == "NC-9.8-rating"


@pytest.mark.rule("NC-9.3-hit", "NC-9.5-hex-aa", "NC-9.5-hex-aa-not-target")
@pytest.mark.parametrize(("reply", "damage"), [(3, 1), (4, 0)])
def test_a_ju_88_hits_a_merchant_and_the_destroyers_beside_her_answer(sea: Sea, reply: int, damage: int) -> None:
    sea.place_all(["mt-01", "gb-dd-1"], HERE)
    sea.fly("ju-88-1", HERE)
    sea.strike("ju-88-1", dice=(4, reply))
    sea.act(AXIS, "engage ju-88-1 mt-01")
    assert sea.piece("mt-01").damage == 1
    assert sea.offered(ALLIED) == ["fire gb-dd-1", "hold-fire"]
    sea.act(ALLIED, "fire gb-dd-1")
    assert sea.piece("ju-88-1").damage == damage
    assert sea.dice_left() == {}


@pytest.mark.rule("NC-9.3-hit")
def test_a_six_is_too_high_for_a_ju_88(sea: Sea) -> None:
    sea.place("mt-01", HERE)
    sea.fly("ju-88-1", HERE)
    sea.strike("ju-88-1", dice=(6,))
    sea.act(AXIS, "engage ju-88-1 mt-01")
    assert sea.piece("mt-01").damage == 0


@pytest.mark.rule("NC-9.3-damaged-ship-halved")
def test_a_ship_hit_from_the_air_fights_on_with_half_its_guns(sea: Sea) -> None:
    sea.place("norfolk", HERE)
    sea.place("scheer", HERE)
    sea.fly("ju-88-1", HERE)
    sea.strike("scheer", dice=(1, 10, 4))
    sea.act(AXIS, "engage ju-88-1 norfolk", "engage scheer norfolk")
    assert [(roll.subject, roll.total) for roll in sea.rolls("NC-9.6-both-roll")] == [("scheer", 10), ("norfolk", 4)]
    assert sea.piece("scheer").damage == 0, "6 halved is 3"


@pytest.mark.rule("NC-9.3-alternate")
def test_both_sides_bomb_by_turns_and_one_may_stop(sea: Sea) -> None:
    sea.place("de-dd-1", HERE)
    sea.place("mt-01", HERE)
    sea.place("victorious", BESIDE)
    for name in ("ju-88-1", "ju-88-2", "albacore-1", "albacore-2"):
        sea.fly(name, HERE)
    sea.strike("ju-88-1", "ju-88-2", dice=(10,) * 8)
    sea.act(AXIS, "engage ju-88-1 mt-01")
    assert sea.asked(ALLIED).rule == "NC-9.3-eligible"
    sea.act(ALLIED, "engage albacore-1 de-dd-1").act(AXIS, "hold-fire")
    sea.act(AXIS, "stop")
    assert sea.asked(ALLIED).rule == "NC-9.3-eligible", "who has stopped is not asked again"
    sea.act(ALLIED, "engage albacore-2 de-dd-1").act(AXIS, "hold-fire")
    assert sea.asked(AXIS).rule == "NC-9.6-select"


@pytest.mark.rule("NC-9.3-to-na")
def test_a_bomber_is_not_available_after_its_attack(sea: Sea) -> None:
    sea.place("mt-01", HERE)
    sea.fly("ju-88-1", HERE)
    sea.fly("ju-88-2", HERE)
    sea.strike("ju-88-1", "ju-88-2", dice=(10,))
    sea.act(AXIS, "engage ju-88-1 mt-01")
    assert sea.piece("ju-88-1").at == "not-available"
    sea.act(AXIS, "stop")
    assert sea.asked(AXIS).rule == "NC-5.6-na-return", "who did not attack flies home"


@pytest.mark.rule("NC-9.3-british-land")
def test_an_albacore_may_land_on_victorious_at_once_and_go_on_another_mission(sea: Sea) -> None:
    sea.place("victorious", BESIDE)
    sea.place("de-dd-1", HERE)
    sea.fly("albacore-1", HERE)
    sea.strike("albacore-1", dice=(10,))
    sea.piece("de-dd-1").used |= Used.GUNFIRE | Used.TORPEDO
    sea.act(ALLIED, "engage albacore-1 de-dd-1").act(AXIS, "hold-fire").act(ALLIED, "stop")
    assert sea.offered(ALLIED) == ["land albacore-1 victorious", "wait-aloft"]
    sea.act(ALLIED, "land albacore-1 victorious")
    assert (sea.piece("albacore-1").at, sea.piece("albacore-1").aloft) == (BESIDE, False)
    assert [told.about for told in sea.told("NC-9.3-british-land")] == [{"unit": "albacore-1", "cell": BESIDE}]
    sea.act(AXIS, "pass")
    assert f"declare recon {BESIDE} yes" in sea.offered(ALLIED)


@pytest.mark.rule("NC-9.3-british-land")
def test_there_must_be_room_on_deck_to_land_at_once(sea: Sea) -> None:
    sea.place("victorious", BESIDE, damage=3)
    sea.place_all(["fulmar-1", "sea-hurricane-1"], BESIDE)
    sea.place("de-dd-1", HERE)
    sea.fly("albacore-1", HERE)
    sea.strike("albacore-1", dice=(10,))
    sea.act(ALLIED, "engage albacore-1 de-dd-1").act(AXIS, "hold-fire").act(ALLIED, "stop")
    assert sea.offered(ALLIED) == ["wait-aloft"]
    sea.act(ALLIED, "wait-aloft")
    assert sea.piece("albacore-1").at == "not-available"


@pytest.mark.rule("NC-9.3-british-land", "NC-5.3-carrier-out-of-range")
@pytest.mark.parametrize(("carrier", "lands"), [("0316", True), ("0101", False)])
def test_an_albacore_cannot_land_at_once_if_victorious_has_sailed_out_of_its_range(
    sea: Sea, carrier: str, lands: bool
) -> None:
    """It was on patrol over a merchant that Hipper attacks; its range is twenty-five hexes."""
    assert (sea.data.grid.distance(HERE, carrier) <= 25) is lands
    sea.place("victorious", carrier)
    sea.place("mt-01", HERE)
    sea.on_patrol("albacore-1", HERE)
    sea.place("hipper", HERE, used=Used.GUNFIRE | Used.TORPEDO)
    sea.strike("hipper", dice=(10,))
    sea.act(ALLIED, "engage albacore-1 hipper").act(AXIS, "hold-fire").act(ALLIED, "stop")
    # The Germans see whether the Allies are asked, and must not learn from it how far away she is.
    assert sea.asked(ALLIED).rule == "NC-9.3-british-land"
    assert sea.offered(ALLIED) == [*(["land albacore-1 victorious"] if lands else []), "wait-aloft"]
    assert sea.piece("albacore-1").at == HERE
    sea.act(ALLIED, "wait-aloft")
    assert sea.piece("albacore-1").at == "not-available"


@pytest.mark.rule("NC-9.2-to-na")
def test_an_albacore_that_fought_in_the_air_cannot_land_at_once(sea: Sea) -> None:
    sea.place("victorious", BESIDE)
    sea.place("tirpitz", HERE)
    sea.fly("albacore-1", HERE)
    sea.on_patrol("bf-109-1", HERE, base=BANAK)
    sea.strike("albacore-1", dice=(10, 10, 10))
    sea.act(AXIS, "engage bf-109-1 albacore-1").act(ALLIED, "engage albacore-1 tirpitz").act(AXIS, "hold-fire")
    assert sea.piece("albacore-1").at == "not-available"


def test_bombers_over_a_base_attack_the_ships_there_and_not_the_aircraft(sea: Sea) -> None:
    sea.place("victorious", BESIDE)
    sea.place_all(["ju-88-1"], HAMMERFEST)
    sea.place("de-dd-1", HAMMERFEST)
    sea.fly("albacore-1", HAMMERFEST)
    sea.strike("albacore-1")
    assert sea.offered(ALLIED) == ["stop", "engage albacore-1 de-dd-1"]


def test_bombers_alone_cannot_attack_aircraft_at_a_base_but_fighters_can(sea: Sea) -> None:
    sea.place("victorious", "2329")
    sea.place_all(["albacore-1", "fulmar-1"], "2329")
    sea.place("ju-88-1", BANAK)
    sea.identify("ju-88-1").missions(ALLIED)
    assert "declare attack 2329 yes" in sea.offered(ALLIED)
    sea.act(ALLIED, "declare attack 2329 yes", "choose albacore-1", f"go {BANAK}")
    assert "stop" not in sea.offered(ALLIED)
    sea.act(ALLIED, "cancel").act(AXIS, "pass")
    sea.act(ALLIED, "declare attack 2329 yes", "choose fulmar-1", f"go {BANAK}", "stop")
    assert sea.offered(ALLIED) == ["engage fulmar-1 ju-88-1"]
