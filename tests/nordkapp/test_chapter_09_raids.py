"""Chapters 9.3 to 9.5 of Nordkapp: air raids."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.nordkapp.rules.raids import batteries
from barents.games.nordkapp.rules.units import factor
from barents.games.nordkapp.state import LOST, AirRaid, AirRaids
from barents.kernel.sides import Observer

from .waters import ALLIED, AXIS, LUFTWAFFE, SPORTPALAST, Waters

HERE = "1306"


def convoy(*escorts: str, merchants: int = 3, wing: Sequence[str] = ("ju-88-1",)) -> Waters:
    """PQ-16 in reach of the bombers that raid it."""
    waters = Waters(LUFTWAFFE, turn=2)
    waters.convoy("pq16", HERE, *escorts, merchants=merchants)
    for name in wing:
        waters.place(name, "1009")
    return waters.sighted(AXIS, HERE)


def raid(waters: Waters, *units: str, dice: Sequence[int]) -> Waters:
    """Begin with a raid that has been declared."""
    return waters.begin(AirRaid(AXIS, HERE, units), dice=dice)


# 9.3.1: declaring


@pytest.mark.rule("NK-9.3.1-raid", "NK-9.3-fighter-no-raid", "NK-9.3.1-sighting")
def test_ready_aircraft_with_an_anti_ship_factor_raid_sighted_hexes_in_range() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    wing = ("he-111-1", "ju-88-1", "he-115-1", "fw-200-1", "bv-138-1", "me-109-1", "ju-87-1")
    for name in wing:
        waters.place(name, "1009")
    waters.force("battle", "2209", "duke-of-york")
    waters.force("cruisers", "2309", "norfolk")
    waters.place("kent", HERE)
    waters.sighted(AXIS, "2209", "2309").begin(AirRaids(AXIS))
    assert waters.asked(AXIS).rule == "NK-4F-order"
    able = ["he-111-1", "ju-88-1", "he-115-1", "fw-200-1"]
    assert [text.removeprefix("choose ") for text in waters.offered(AXIS) if "," not in text] == [
        "-",
        *sorted(able, key=wing.index),
    ]
    waters.act(AXIS, f"choose {','.join(able)}")
    assert {name: waters.ways(AXIS, name) for name in able} == {
        "he-111-1": ["2209"],
        "ju-88-1": ["2209", "2309"],
        "he-115-1": ["2209", "2309"],
        "fw-200-1": ["2209", "2309"],
    }, "1306 was not sighted, and a He 111 flies twelve hexes and not thirteen"


@pytest.mark.rule("NK-9.3.1-raid-composition", "NK-9.3.2-open")
def test_all_that_fly_to_a_hex_are_one_raid_and_the_hexes_come_in_order() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    for name in ("ju-88-1", "ju-88-2", "ju-88-3"):
        waters.place(name, "1009")
    waters.straggler("merc-40", "1405", "qp12")
    waters.convoy("pq16", HERE, "gb-dd-01", merchants=2)
    waters.place("trident", HERE, submerged=True)
    waters.sighted(AXIS, "1405", HERE).begin(AirRaids(AXIS), dice=[1] * 4)
    waters.act(AXIS, "choose ju-88-1,ju-88-2,ju-88-3")
    waters.act(AXIS, f"assign ju-88-1={HERE} ju-88-2=1405 ju-88-3={HERE}")
    assert waters.now.box is not None
    assert (waters.now.box.cell, waters.now.box.attackers) == (HERE, ["ju-88-1", "ju-88-3"])
    assert set(waters.now.box.ships) == {"gb-dd-01", "merc-01", "merc-02"}
    assert "trident" not in waters.revealed(), "nobody had sighted her"
    assert set(waters.match.known(Observer.ALLIED).pieces[AXIS]) == {"ju-88-1", "ju-88-3"}
    waters.plot(ALLIED).plot(AXIS)
    assert [told.about["cell"] for told in waters.told("NK-9.3.2-open")] == [HERE, "1405"]
    assert [told.words for told in waters.told("NK-4F-order")] == ["{aircraft} take off"]
    alone = Waters(LUFTWAFFE, turn=2)
    alone.place("ju-88-1", "1009")
    for name, cell in (("kent", "1405"), ("norfolk", HERE)):
        alone.place(name, cell)
    alone.sighted(AXIS, "1405", HERE).begin(AirRaids(AXIS)).act(AXIS, "choose ju-88-1")
    assert [told.words for told in alone.told("NK-4F-order")] == ["{aircraft} takes off"]
    assert waters.is_over
    assert waters.now.seen[AXIS] == {HERE: ["merchants"], "1405": ["merchants"]}, "no boats"
    noted = [(seen.cell, seen.what, seen.source) for seen in waters.now.notebook[AXIS].sightings]
    assert noted == [(HERE, "1 DD, 2 merchants", "combat"), ("1405", "1 merchant", "combat")]
    assert waters.told("NK-9.4-base-raid") == [], "there is no ground at sea"


@pytest.mark.rule("NK-9.3.2-declare-first")
def test_targets_are_named_before_the_dice_and_results_come_together() -> None:
    waters = convoy("gb-dd-01", "gb-dd-02", wing=("ju-88-1", "ju-88-2"))
    raid(waters, "ju-88-1", "ju-88-2", dice=[10, 10, 8, 7])
    waters.act(ALLIED, "assign gb-dd-01=ju-88-1 gb-dd-02=ju-88-1")
    assert [rolled.faces[0] for rolled in waters.rolls("NK-9.3.2b-aa")] == [10, 10]
    assert waters.piece("ju-88-1").at == LOST, "one point from each"
    heard = [told.words for told in waters.told("NK-9.3.2b-aa")]
    assert heard == ["{unit} is damaged by {by}", "{unit} is lost to {by}"]
    assert waters.piece("ju-88-2").damage == 0
    waters.act(AXIS, "assign ju-88-2=gb-dd-01")
    assert len(waters.rolls("NK-9.3.2c-as")) == 1, "the first is gone"


# 9.3.2 a: fighters


@pytest.mark.rule("NK-9.3.2a-fighters", "NK-9.2-cap-fighter-role")
@pytest.mark.parametrize(("die", "at", "left"), [(10, LOST, 2), (7, "1009", 2), (6, "1009", 5)])
def test_fighters_fire_before_the_guns(die: int, at: str, left: int) -> None:
    waters = convoy("gb-dd-01", wing=("ju-88-1", "ju-88-2", "ju-88-3"))
    waters.place("victorious", "1305")
    waters.place("fulmar-1", "victorious", covers="pq16", flew=True)
    waters.place("albacore-1", "victorious", covers="pq16", flew=True)
    raid(waters, "ju-88-1", "ju-88-2", "ju-88-3", dice=[die])
    assert "fulmar-1" in waters.match.known(Observer.AXIS).pieces[ALLIED]
    assert "albacore-1" not in waters.match.known(Observer.AXIS).pieces[ALLIED], "it hunts submarines"
    assert waters.unexplained(ALLIED) == []
    waters.act(ALLIED, "assign fulmar-1=ju-88-1")
    assert [rolled.modifiers for rolled in waters.rolls("NK-9.3.2a-fighters")] == [{"air to air": 4}]
    assert waters.rolls("NK-9.3.2b-aa") == []
    bomber = waters.piece("ju-88-1")
    assert bomber.at == at
    assert factor(waters.data, bomber, "ship") == left


@pytest.mark.rule("NK-9.3.2a-fighters", "NK-9.3.2b-aa", "NK-9.3.2c-as")
def test_a_raid_that_the_fighters_have_shot_down_is_over() -> None:
    waters = convoy("gb-dd-01", "alynbank", merchants=10)
    waters.place("victorious", "1305")
    waters.place("fulmar-1", "victorious", covers="pq16", flew=True)
    raid(waters, "ju-88-1", dice=[10])
    assert waters.piece("ju-88-1").at == LOST
    assert (waters.rolls("NK-9.3.2b-aa"), waters.rolls("NK-9.3.2c-as")) == ([], []), "nobody is left to fire at"
    assert waters.is_over


@pytest.mark.rule("NK-9.3.2-no-return-fire")
def test_raiders_do_not_fire_at_fighters_and_no_fighter_flies_with_them() -> None:
    waters = convoy("gb-dd-01", wing=("ju-88-1", "me-109-1"))
    waters.place("victorious", "1305")
    waters.place("fulmar-1", "victorious", covers="pq16", flew=True)
    waters.begin(AirRaids(AXIS), dice=[1, 1, 1])
    assert waters.offered(AXIS) == ["choose -", "choose ju-88-1"]
    waters.act(AXIS, "choose ju-88-1")
    assert set(waters.ways(AXIS, "ju-88-1")) == {"gb-dd-01", "merc-01", "merc-02", "merc-03"}
    waters.act(AXIS, "assign ju-88-1=merc-01")
    shooters = [
        event.subject for rule in ("NK-9.3.2a-fighters", "NK-9.3.2b-aa", "NK-9.3.2c-as") for event in waters.rolls(rule)
    ]
    assert shooters == ["fulmar-1", "gb-dd-01", "ju-88-1"]
    assert waters.dice_left() == {}


# 9.3.2 b: guns


@pytest.mark.rule("NK-9.3.2b-aa", "NK-9.5-aa-ship", "NK-9.5-convoy-aa")
@pytest.mark.parametrize(
    ("gun", "die", "points"),
    [("battery-1", 9, 1), ("battery-1", 8, 0), ("alynbank", 8, 2), ("alynbank", 5, 1), ("gb-dd-01", 9, 1)],
)
def test_each_gun_fires_with_its_own_factor(gun: str, die: int, points: int) -> None:
    order = ["gb-dd-01", "alynbank", "battery-1"]
    dice = [die if name == gun else 1 for name in order]
    waters = convoy("gb-dd-01", "alynbank", merchants=5)
    raid(waters, "ju-88-1", dice=dice)
    assert [rolled.subject for rolled in waters.rolls("NK-9.3.2b-aa")] == order
    assert [rolled.modifiers["anti-aircraft"] for rolled in waters.rolls("NK-9.3.2b-aa")] == [2, 6, 2]
    assert waters.piece("ju-88-1").damage == points


@pytest.mark.rule("NK-9.5-convoy-aa", "NK-9.5-convoy-aa-only")
def test_every_five_merchants_under_a_convoy_marker_have_a_gun() -> None:
    def shots(waters: Waters) -> int:
        raid(waters, "ju-88-1", dice=[1] * 15)
        return len(waters.rolls("NK-9.3.2b-aa"))

    def told(waters: Waters) -> list[object]:
        """How many shots the merchants were said to have."""
        return [told.about["count"] for told in waters.told("NK-9.5-convoy-aa")]

    guarded = convoy("gb-dd-01", "e-01", merchants=23)
    assert (shots(guarded), told(guarded)) == (6, [4]), "the escorts' guns are not theirs"
    bare = convoy("gb-dd-01", merchants=4)
    assert (shots(bare), told(bare)) == (1, [])
    for merchants, guns in ((23, 4), (4, 0), (5, 1), (35, 7)):
        assert shots(convoy(merchants=merchants)) == guns
        alone = convoy(merchants=merchants)
        for piece in alone.state.pieces[ALLIED].values():
            piece.force = ""
        assert shots(alone) == 0, "they sail by themselves"
    escorts = ("alynbank", "gb-dd-01", "gb-dd-02", "gb-dd-03", "gb-dd-04", "e-01", "e-02")
    assert shots(convoy(*escorts, merchants=35)) == 14
    hurt = convoy(*escorts, merchants=35)
    hurt.state.pieces[ALLIED]["e-01"].damage = 1
    hurt.state.pieces[ALLIED]["merc-01"].damage = 1
    assert shots(hurt) == 13, "half of one is nothing; damaged merchants count"


# 9.3.2 c: bombs and torpedoes


@pytest.mark.rule("NK-9.3.2c-as", "NK-10.3-applies-all")
@pytest.mark.parametrize(
    ("unit", "damage", "die", "points"),
    [("ju-88-1", 1, 9, 1), ("ju-88-1", 1, 8, 0), ("he-111-1", 0, 8, 2), ("he-111-1", 0, 7, 1), ("he-111-1", 1, 7, 0)],
)
def test_a_raider_attacks_one_ship_with_its_present_factor(unit: str, damage: int, die: int, points: int) -> None:
    waters = convoy(wing=(unit,))
    waters.state.pieces[AXIS][unit].damage = damage
    raid(waters, unit, dice=[die]).act(AXIS, f"assign {unit}=merc-02")
    assert waters.piece("merc-02").damage == points
    assert waters.points(AXIS) == (1 if points == 2 else 0)


def test_two_hits_on_the_same_merchant_sink_it() -> None:
    waters = convoy(wing=("he-111-1", "he-111-2"))
    raid(waters, "he-111-1", "he-111-2", dice=[7, 7]).act(AXIS, "assign he-111-1=merc-02 he-111-2=merc-02")
    assert waters.piece("merc-02").at == LOST


# Submarines and bases


@pytest.mark.rule("NK-9.3.2-submarine-target")
def test_only_sighted_surfaced_boats_are_raided_and_only_by_aircraft_with_depth_charges() -> None:
    waters = Waters(LUFTWAFFE, turn=2).weather("bad")
    waters.force("battle", "1503", "victorious")
    for name in ("albacore-1", "albacore-2"):
        waters.place(name, "victorious")
    waters.place("u-88", "1505")
    waters.place("u-255", "1505", submerged=True)
    waters.sighted(ALLIED, "1505").begin(AirRaids(ALLIED), dice=[6])
    waters.act(ALLIED, "choose albacore-1")
    assert "1505" in waters.ways(ALLIED, "albacore-1")
    waters.act(ALLIED, "assign albacore-1=1505")
    rolled = waters.rolls("NK-9.3.2-submarine-target")
    assert [(roll.die, roll.modifiers, roll.total) for roll in rolled] == [
        ("d6", {"1 ASW factors": -1, "surfaced": 1, "bad": -1}, 5)
    ]
    assert waters.piece("u-88").harried, "driven off"
    assert "u-255" not in waters.revealed()
    german = Waters(LUFTWAFFE, turn=2)
    for name in ("he-111-1", "bv-138-1", "he-115-1"):
        german.place(name, "1009")
    german.place("trident", HERE)
    german.sighted(AXIS, HERE).begin(AirRaids(AXIS))
    assert [text for text in german.offered(AXIS) if "," not in text] == [
        "choose -",
        "choose bv-138-1",
        "choose he-115-1",
    ]


@pytest.mark.rule("NK-9.4-base-aa", "NK-9.4-base-aa-use", "NK-9.4-base-raid")
def test_a_base_has_guns_and_the_aircraft_on_its_ground_can_be_hit() -> None:
    waters = Waters(SPORTPALAST, turn=2)
    waters.force("home", "1412", "victorious")
    for name in ("albacore-1", "albacore-2"):
        waters.place(name, "victorious")
    waters.place("he-115-1", "1014")
    waters.place("ju-88-1", "1014")
    waters.place("me-109-1", "1014", covers="1014", flew=True)
    waters.place("tirpitz", "1014")
    waters.place("ju-88-2", "1009")
    waters.begin(AirRaids(ALLIED), dice=[1, 1, 4, 8, 7])
    waters.act(ALLIED, "choose albacore-1,albacore-2").plot(ALLIED, {"albacore-1": "1014", "albacore-2": "1014"})
    (ground,) = waters.told("NK-9.4-base-raid")
    assert ground.about == {"cell": "1014", "aircraft": "He 115 and Ju 88 1"}
    waters.act(AXIS, "assign me-109-1=albacore-1")
    assert [rolled.modifiers for rolled in waters.rolls("NK-9.3.2a-fighters")] == [{"air to air": 6}]
    waters.act(AXIS, "assign tirpitz=albacore-1 base=albacore-1")
    assert {rolled.subject: rolled.modifiers for rolled in waters.rolls("NK-9.3.2b-aa")} == {
        "tirpitz": {"anti-aircraft": 5},
        "base": {"anti-aircraft": 6},
    }
    assert waters.ways(ALLIED, "albacore-1") == ["tirpitz", "he-115-1", "ju-88-1"], (
        "neither the patrol nor another base's"
    )
    waters.act(ALLIED, "assign albacore-1=he-115-1 albacore-2=ju-88-1")
    assert (waters.piece("he-115-1").damage, waters.piece("ju-88-1").damage) == (1, 1)
    assert waters.is_over
    assert "base" in batteries(waters.now, waters.data, AXIS, "1014"), "it cannot be put out of action"
    empty = Waters(SPORTPALAST, turn=2)
    assert batteries(empty.state, empty.data, AXIS, "1009") == {"base": 6}
    assert batteries(empty.state, empty.data, ALLIED, "1009") == {}


def test_with_one_raider_and_one_ship_there_is_nothing_to_ask() -> None:
    waters = Waters(LUFTWAFFE, turn=2)
    waters.straggler("merc-01", HERE, "pq16")
    waters.place("ju-88-1", "1009")
    waters.sighted(AXIS, HERE).begin(AirRaids(AXIS), dice=[9]).act(AXIS, "choose ju-88-1")
    assert waters.is_over
    assert waters.piece("merc-01").at == LOST


def test_the_german_is_asked_about_raids_also_when_he_has_nothing_to_send() -> None:
    """What he has sighted both know; what he has ready to fly his enemy does not."""
    waters = Waters(LUFTWAFFE, turn=2)
    waters.straggler("merc-01", HERE, "pq16")
    waters.sighted(AXIS, HERE).begin(AirRaids(AXIS), AirRaids(ALLIED))
    for side in (AXIS, ALLIED):
        assert waters.asked(side).window
        assert waters.offered(side) == ["choose -"]
        waters.act(side, "choose -")
    assert waters.is_over
    nothing = Waters(LUFTWAFFE, turn=2).begin(AirRaids(AXIS), AirRaids(ALLIED))
    assert AXIS not in nothing.match.pending, "he has sighted nothing, as both know"
