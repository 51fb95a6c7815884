"""Chapters 8.0 and 8.1: submarines surfaced and submerged, and infiltration through the screen.

Most of it happens in 2020 in open water; 2021 is beside it, 2022, 2023 and 2024 lie beyond.
"""

from __future__ import annotations

import pytest

from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.state import MissionType, Strike
from barents.kernel.events import Rolled

from .sea import ALLIED, AXIS, Sea

ATTACK = MissionType.ATTACK
HERE, BESIDE = "2020", "2021"
NORWEGIAN_COAST, ICEBERGS = "2330", "2003"
ESCORTS = ["gb-dd-1", "gb-dd-2", "gb-dd-3", "gb-dd-4", "gb-de-1", "gb-de-2"]


@pytest.fixture
def sea() -> Sea:
    return Sea()


def approach(
    sea: Sea, *boats: str, escorts: int = 1, cell: str = HERE, ace: bool = False, dice: tuple[int, ...] = ()
) -> None:
    """Submerged U-boats have come to attack a merchant that was seen, behind a screen of some escorts."""
    sea.place("mt-01", cell)
    sea.place_all(ESCORTS[:escorts], cell)
    sea.place_all(boats, cell, ace="Reche" if ace else "")
    sea.identify("mt-01").mission(ATTACK, boats).begin(Strike(), dice=dice)


def infiltration(sea: Sea) -> Rolled:
    """The latest infiltration die."""
    return sea.rolls("NC-8.1-roll")[-1]


def outcome(sea: Sea, boat: str = "u-88") -> str:
    """What became of a boat's approach."""
    combat = sea.now.combat
    if combat is None or boat not in combat.axis:
        return "screened"
    return "detected" if boat in combat.detected else "infiltrated"


# 8.0: surfaced and submerged


@pytest.mark.rule("NC-8.0-two-states", "NC-8.0-surface-anytime", "NC-8.0-surfaced-plus-one")
def test_a_boat_moves_three_hexes_submerged_surfaces_and_moves_a_fourth(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.missions(AXIS)
    sea.act(AXIS, f"declare sortie {HERE} no", "choose u-88")
    assert "go 2024" not in sea.offered(AXIS), "three hexes are the allowance"
    sea.act(AXIS, "go 2023")
    assert not sea.piece("u-88").surfaced
    assert not any(words.startswith("go") for words in sea.offered(AXIS))
    sea.act(AXIS, "surface u-88")
    assert sea.piece("u-88").surfaced
    assert "go 2024" in sea.offered(AXIS)
    sea.act(AXIS, "go 2024")
    assert not any(words.startswith("go") for words in sea.offered(AXIS)), "there is no fifth"


@pytest.mark.rule("NC-8.0-surface-anytime", "NC-8.0-surfaced-plus-one")
def test_a_damaged_boat_may_surface_before_it_moves_and_then_goes_two(sea: Sea) -> None:
    sea.place("u-88", HERE, damage=1)
    sea.missions(AXIS)
    sea.act(AXIS, f"declare sortie {HERE} no", "choose u-88", "surface u-88")
    assert "go 2022" in sea.offered(AXIS)
    assert "go 2023" not in sea.offered(AXIS)


@pytest.mark.rule("NC-8.0-surfaced-until-next")
def test_a_boat_stays_surfaced_until_it_dives_at_the_start_of_its_next_mission(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.missions(AXIS)
    sea.act(AXIS, f"declare sortie {HERE} no", "choose u-88", "surface u-88", f"go {BESIDE}", "stop")
    assert sea.piece("u-88").surfaced, "its mission is over"
    sea.act(ALLIED, "pass").act(AXIS, f"declare patrol {BESIDE} no", "choose u-88")
    assert sea.asked(AXIS).rule == "NC-8.0-surfaced-until-next"
    sea.act(AXIS, "choose u-88")
    assert not sea.piece("u-88").surfaced


@pytest.mark.rule("NC-8.0-surfaced-until-next")
def test_a_sortie_of_no_hex_is_enough_to_dive(sea: Sea) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.missions(AXIS)
    sea.act(AXIS, f"declare sortie {HERE} no", "choose u-88", "choose u-88", "stop")
    assert not sea.piece("u-88").surfaced
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-8.0-surfaced-as-ship")
def test_a_surfaced_boat_is_bombed_shelled_and_intercepted_like_any_ship(sea: Sea) -> None:
    sea.place("u-88", HERE, surfaced=True)
    sea.place("norfolk", HERE)
    sea.place("albacore-1", HERE, aloft=True)
    sea.identify("u-88").mission(ATTACK, ["norfolk"]).begin(Strike(), dice=[10, 10])
    assert sea.offered(ALLIED) == ["stop", "engage albacore-1 u-88"]
    sea.act(ALLIED, "stop")
    assert sea.offered(ALLIED) == ["engage norfolk u-88"]
    sea.act(ALLIED, "engage norfolk u-88")
    assert [roll.subject for roll in sea.rolls("NC-9.6-both-roll")] == ["norfolk"], "it has no gun to answer with"

    seen = Sea()
    seen.on_patrol("norfolk", BESIDE)
    seen.place("u-88", "2019", surfaced=True)
    seen.missions(AXIS)
    seen.act(AXIS, "declare sortie 2019 no", "choose u-88", "choose -", f"go {HERE}")
    seen.act(ALLIED, "choose norfolk")
    assert seen.asked(ALLIED).rule == "NC-9.6-select", "eight beats three, and they fight"


@pytest.mark.rule("NC-8.0-submerged-asw-only", "NC-8.3-asw-only")
def test_only_the_escort_of_an_attacking_squadron_can_hurt_a_submerged_boat(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.place_all(["norfolk", "gb-dd-1", "gb-aa-1"], HERE)
    sea.identify("u-88").mission(ATTACK, ["norfolk", "gb-dd-1", "gb-aa-1"]).begin(Strike(), dice=[1])
    assert sea.asked(ALLIED).rule == "NC-8.3-when", "no stage of combat has a target"
    assert sea.offered(ALLIED) == ["choose -", "choose gb-dd-1"]
    sea.act(ALLIED, "choose gb-dd-1")
    assert sea.piece("u-88").at == "lost"


@pytest.mark.rule("NC-8.0-submerged-safe")
def test_a_boat_that_lies_submerged_is_no_part_of_a_battle_over_it(sea: Sea) -> None:
    sea.place_all(["u-88", "tirpitz"], HERE)
    sea.place_all(["gb-dd-1"], HERE)
    sea.identify("tirpitz").mission(ATTACK, ["gb-dd-1"]).begin(Strike(), dice=[10, 10])
    assert sea.now.combat is not None
    assert sea.now.combat.axis == ["tirpitz"]
    sea.act(ALLIED, "engage gb-dd-1 tirpitz", "stop").act(AXIS, "stop")
    assert sea.now.combat is None, "nobody reconnoitred the boat, so nobody hunts it"


@pytest.mark.rule("NC-9.6-no-recon-ships-only")
def test_an_attack_that_finds_only_a_boat_under_water_ends(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.place("gb-dd-1", HERE)
    sea.missions(ALLIED).send(ATTACK, "gb-dd-1").act(ALLIED, "stop")
    assert not sea.is_up("u-88"), "there was no battle that could have shown it"
    assert not sea.piece("u-88").recon
    assert sea.told("NC-5.1-attack-ends")
    assert sea.now.combat is None


# 8.1: infiltration


@pytest.mark.rule("NC-8.1-infiltrate-when", "NC-8.1-roll")
def test_a_boat_before_an_escort_may_roll_a_six_sided_die(sea: Sea) -> None:
    approach(sea, "u-88", dice=(4,))
    assert sea.asked(AXIS).rule == "NC-8.1-infiltrate-when"
    assert sea.offered(AXIS) == ["roll-infiltration", "attack-openly"]
    sea.act(AXIS, "roll-infiltration")
    roll = infiltration(sea)
    assert (roll.die, roll.faces, roll.total) == ("d6", (4,), 4 + 1 - 1)


@pytest.mark.rule("NC-8.1-infiltrate-when")
def test_a_submerged_patrol_that_intercepts_rolls_too(sea: Sea) -> None:
    sea.on_patrol("u-88", HERE)
    sea.place_all(["mt-01", "gb-de-1"], "2019")
    sea.missions(ALLIED)
    sea.act(ALLIED, "declare sortie 2019 no", "choose mt-01,gb-de-1", f"go {HERE}")
    sea.act(AXIS, "choose u-88")
    sea.act(ALLIED, "choose -")
    assert sea.asked(AXIS).rule == "NC-8.1-infiltrate-when"


@pytest.mark.rule("NC-8.1-infiltrate-when")
def test_an_escort_that_was_withdrawn_is_no_screen(sea: Sea) -> None:
    sea.on_patrol("u-88", HERE)
    sea.place_all(["mt-01", "gb-dd-1"], "2019")
    sea.missions(ALLIED)
    sea.act(ALLIED, "declare sortie 2019 no", "choose mt-01,gb-dd-1", f"go {HERE}")
    sea.act(AXIS, "choose u-88")
    sea.act(ALLIED, "choose gb-dd-1")
    assert sea.asked(AXIS).rule == "NC-9.8-rating"
    assert sea.offered(AXIS) == ["stop", "engage u-88 mt-01"]


@pytest.mark.rule("NC-8.1-auto-infiltrate")
def test_without_an_escort_a_boat_gets_through_without_a_die(sea: Sea) -> None:
    sea.place("norfolk", HERE)
    approach(sea, "u-88", escorts=0)
    assert sea.asked(AXIS).rule == "NC-9.8-rating"
    assert outcome(sea) == "infiltrated"
    assert sea.rolls("NC-8.1-roll") == []


@pytest.mark.rule("NC-8.1-surfaced-no-infiltrate")
def test_a_surfaced_boat_attacks_like_a_ship_and_is_shelled(sea: Sea) -> None:
    sea.place_all(["mt-01", "gb-dd-1"], HERE)
    sea.place("u-88", HERE, surfaced=True)
    sea.identify("mt-01").mission(ATTACK, ["u-88"]).begin(Strike())
    assert sea.asked(ALLIED).rule == "NC-9.6-select"
    assert sea.offered(ALLIED) == ["engage gb-dd-1 u-88"]


@pytest.mark.rule("NC-8.1-defending-no-infiltrate")
def test_a_boat_that_is_attacked_does_not_infiltrate_and_does_not_attack(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.place("gb-dd-1", HERE)
    sea.identify("u-88").mission(ATTACK, ["gb-dd-1"]).begin(Strike(), dice=[10])
    assert AXIS not in sea.match.pending
    sea.act(ALLIED, "choose gb-dd-1")
    assert (sea.rolls("NC-8.1-roll"), sea.rolls("NC-9.8-procedure")) == ([], [])


@pytest.mark.parametrize(
    ("total", "result"),
    [
        pytest.param(2, "screened", marks=pytest.mark.rule("NC-8.1-result-screened")),
        pytest.param(3, "detected", marks=pytest.mark.rule("NC-8.1-result-detected")),
        pytest.param(4, "detected", marks=pytest.mark.rule("NC-8.1-result-detected")),
        pytest.param(5, "infiltrated", marks=pytest.mark.rule("NC-8.1-result-infiltrated")),
    ],
)
def test_the_infiltration_table(sea: Sea, total: int, result: str) -> None:
    approach(sea, "u-88", dice=(total,))
    sea.act(AXIS, "roll-infiltration")
    assert infiltration(sea).total == total, "one escort takes away what clear weather gives"
    assert outcome(sea) == result


@pytest.mark.parametrize(
    ("weather", "escorts", "cell", "ace", "expected"),
    [
        pytest.param("fog", 1, HERE, False, 4 - 1 - 1, marks=pytest.mark.rule("NC-8.1-drm-fog")),
        pytest.param("clear", 1, HERE, False, 4 - 1 + 1, marks=pytest.mark.rule("NC-8.1-drm-clear")),
        pytest.param("storm", 1, HERE, False, 4 - 1 - 2, marks=pytest.mark.rule("NC-8.1-drm-storm")),
        pytest.param("fog", 3, HERE, False, 4 - 3 - 1, marks=pytest.mark.rule("NC-8.1-drm-per-asw")),
        pytest.param("fog", 1, HERE, True, 4 - 1 - 1 + 3, marks=pytest.mark.rule("NC-8.1-drm-ace")),
        pytest.param(
            "fog", 1, NORWEGIAN_COAST, False, 4 - 1 - 1 + 1, marks=pytest.mark.rule("NC-8.1-drm-norway-coast")
        ),
        pytest.param("fog", 1, ICEBERGS, False, 4 - 1 - 1 - 3, marks=pytest.mark.rule("NC-8.1-drm-iceberg")),
    ],
)
def test_what_is_added_to_a_four(sea: Sea, weather: Weather, escorts: int, cell: str, ace: bool, expected: int) -> None:
    sea.weather(weather)
    approach(sea, "u-88", escorts=escorts, cell=cell, ace=ace, dice=(4,))
    sea.act(AXIS, "roll-infiltration")
    assert infiltration(sea).total == expected


@pytest.mark.rule("NC-8.1-drm-air-patrol")
@pytest.mark.parametrize(("on_patrol", "expected"), [(True, -2), (False, 0)])
def test_aircraft_hinder_a_boat_if_they_are_on_patrol_in_the_hex(sea: Sea, on_patrol: bool, expected: int) -> None:
    sea.weather("fog")
    sea.on_patrol("fulmar-1", HERE)
    sea.on_patrol("sea-hurricane-1", HERE)
    sea.state.pieces[ALLIED]["fulmar-1"].on_patrol = sea.state.pieces[ALLIED]["sea-hurricane-1"].on_patrol = on_patrol
    approach(sea, "u-88", dice=(4,))
    sea.act(AXIS, "roll-infiltration")
    assert infiltration(sea).modifiers["air patrol"] == expected, "two patrols count as one"


@pytest.mark.rule("NC-8.1-drm-air-patrol")
def test_an_escort_on_patrol_is_no_air_patrol(sea: Sea) -> None:
    approach(sea, "u-88", dice=(4,))
    sea.state.pieces[ALLIED]["gb-dd-1"].on_patrol = True
    sea.begin(Strike(), dice=(4,)).act(AXIS, "roll-infiltration")
    assert (infiltration(sea).total, infiltration(sea).modifiers["air patrol"]) == (4, 0)


def test_an_air_patrol_and_icebergs_hold_a_boat_off_in_fog(sea: Sea) -> None:
    sea.weather("fog").on_patrol("fulmar-1", ICEBERGS)
    approach(sea, "u-88", cell=ICEBERGS, dice=(5,))
    sea.act(AXIS, "roll-infiltration")
    assert infiltration(sea).total == 5 - 1 - 2 - 3 - 1 == -2
    assert outcome(sea) == "screened"


@pytest.mark.parametrize(("ace", "expected"), [(True, "detected"), (False, "screened")])
def test_an_ace_before_six_escorts_is_heard_where_another_is_held_off(sea: Sea, ace: bool, expected: str) -> None:
    approach(sea, "u-88", escorts=6, ace=ace, dice=(5,))
    sea.act(AXIS, "roll-infiltration")
    assert infiltration(sea).total == (3 if ace else 0)
    assert outcome(sea) == expected


@pytest.mark.rule("NC-8.1-natural-six")
def test_a_natural_six_gets_through_three_escorts_in_fog(sea: Sea) -> None:
    sea.weather("fog")
    approach(sea, "u-88", escorts=3, dice=(6,))
    sea.act(AXIS, "roll-infiltration")
    assert infiltration(sea).total == 2
    assert outcome(sea) == "infiltrated"


@pytest.mark.rule("NC-8.1-natural-one")
def test_a_natural_one_holds_off_even_an_ace_on_the_coast(sea: Sea) -> None:
    approach(sea, "u-88", cell=NORWEGIAN_COAST, ace=True, dice=(1,))
    sea.act(AXIS, "roll-infiltration")
    assert infiltration(sea).total == 1 + 3 + 1 + 1 - 1 == 5
    assert outcome(sea) == "screened"


@pytest.mark.rule("NC-8.1-each-sub-rolls")
def test_two_boats_roll_for_themselves(sea: Sea) -> None:
    approach(sea, "u-88", "u-255", dice=(2, 5))
    sea.act(AXIS, "roll-infiltration", "roll-infiltration")
    assert [roll.subject for roll in sea.rolls("NC-8.1-roll")] == ["u-88", "u-255"]
    assert (outcome(sea, "u-88"), outcome(sea, "u-255")) == ("screened", "infiltrated")
    assert sea.offered(AXIS) == ["stop", "engage u-255 mt-01", "engage u-255 gb-dd-1"]


@pytest.mark.rule("NC-8.1-screened-effect")
def test_a_screened_boat_neither_attacks_nor_is_attacked(sea: Sea) -> None:
    approach(sea, "u-88", dice=(2,))
    sea.act(AXIS, "roll-infiltration")
    assert sea.now.combat is None
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate", "the mission is over"
    assert sea.piece("u-88").at == HERE
    assert sea.dice_left() == {}


@pytest.mark.rule("NC-8.1-detected-effect", "NC-8.2-torpedo")
def test_a_detected_boat_attacks_and_then_each_surviving_escort_may_attack_it(sea: Sea) -> None:
    sea.place("gb-dd-3", HERE, damage=1)
    approach(sea, "u-88", escorts=2, dice=(4, 6, 9, 9))
    sea.act(AXIS, "roll-infiltration")
    assert outcome(sea) == "screened", "4 − 3 + 1"

    again = Sea()
    again.place("gb-dd-3", HERE, damage=1)
    approach(again, "u-88", escorts=2, dice=(5, 6, 9, 9))
    again.act(AXIS, "roll-infiltration", "engage u-88 gb-dd-3")
    assert again.piece("gb-dd-3").at == "lost", "a 6 is enough for a torpedo factor of 6"
    assert again.asked(ALLIED).rule == "NC-8.3-when"
    again.act(ALLIED, "choose gb-dd-1,gb-dd-2")
    assert [roll.subject for roll in again.rolls("NC-8.3-d10")] == ["gb-dd-1", "gb-dd-2"]
    assert again.dice_left() == {}


@pytest.mark.rule("NC-8.1-detected-effect")
def test_a_detected_boat_that_missed_is_attacked_all_the_same(sea: Sea) -> None:
    approach(sea, "u-88", dice=(3, 10))
    sea.act(AXIS, "roll-infiltration", "engage u-88 mt-01")
    assert sea.offered(ALLIED) == ["choose -", "choose gb-dd-1"]


@pytest.mark.rule("NC-8.3-one-boat")
@pytest.mark.parametrize("die", [10, 1])
def test_an_escort_attacks_one_of_two_boats_that_were_detected(sea: Sea, die: int) -> None:
    """If the first destroyer sinks the boat, the other has not attacked yet and may go after the next."""
    approach(sea, "u-88", "u-255", escorts=2, dice=(die,) * 3)
    sea.act(AXIS, "attack-openly", "attack-openly", "stop").act(ALLIED, "choose gb-dd-1,gb-dd-2")
    rolled = [roll.subject for roll in sea.rolls("NC-8.3-d10")]
    if die == 1:
        assert (rolled, sea.offered(ALLIED)) == (["gb-dd-1"], ["choose -", "choose gb-dd-2"])
        sea.act(ALLIED, "choose gb-dd-2")
        assert sea.piece("u-255").at == "lost"
    else:
        assert rolled == ["gb-dd-1", "gb-dd-2"]
    assert sea.now.combat is None, "nobody is left to hunt the other"


def test_once_the_boat_is_sunk_the_other_escorts_have_nothing_to_attack(sea: Sea) -> None:
    approach(sea, "u-88", escorts=2, dice=(1,))
    sea.act(AXIS, "attack-openly", "stop").act(ALLIED, "choose gb-dd-1,gb-dd-2")
    assert [roll.subject for roll in sea.rolls("NC-8.3-d10")] == ["gb-dd-1"]
    assert sea.now.points[ALLIED] == 5


def test_an_escort_that_was_withdrawn_does_not_attack_a_boat_that_was_heard(sea: Sea) -> None:
    sea.on_patrol("u-88", HERE)
    sea.place_all(["mt-01", "gb-de-1", "gb-dd-1"], "2019")
    sea.missions(ALLIED)
    sea.act(ALLIED, "declare sortie 2019 no", "choose mt-01,gb-de-1,gb-dd-1", f"go {HERE}")
    sea.act(AXIS, "choose u-88").act(ALLIED, "choose gb-dd-1").act(AXIS, "attack-openly", "stop")
    assert sea.offered(ALLIED) == ["choose -", "choose gb-de-1"]


@pytest.mark.rule("NC-8.3-one-boat", "NC-8.1-detected-effect")
def test_an_escort_may_let_the_first_of_two_detected_boats_go_for_the_second(sea: Sea) -> None:
    approach(sea, "u-88", "u-255", dice=(3, 3, 9))
    sea.act(AXIS, "roll-infiltration", "roll-infiltration", "stop")
    sea.act(ALLIED, "choose -", "choose gb-dd-1")
    assert len(sea.rolls("NC-8.3-d10")) == 1
    assert sea.now.combat is None


@pytest.mark.rule("NC-8.1-infiltrated-effect")
def test_a_boat_that_got_through_attacks_once_and_is_immune(sea: Sea) -> None:
    approach(sea, "u-88", dice=(5, 6))
    sea.act(AXIS, "roll-infiltration", "engage u-88 mt-01")
    assert sea.piece("mt-01").damage == 1
    assert sea.now.combat is None, "no second attack, and no escort is asked"


@pytest.mark.rule("NC-8.1-decline", "NC-8.1-infiltrate-when")
def test_a_boat_before_five_escorts_in_fog_attacks_without_the_roll(sea: Sea) -> None:
    sea.weather("fog")
    approach(sea, "u-88", escorts=5, dice=(4, 9, 9, 9, 9, 9))
    sea.act(AXIS, "attack-openly", "engage u-88 mt-01")
    (shot,) = sea.rolls("NC-9.8-procedure")
    assert shot.total == 4 + 2 == 6
    assert sea.piece("mt-01").damage == 1
    sea.act(ALLIED, "choose " + ",".join(ESCORTS[:5]))
    assert [roll.subject for roll in sea.rolls("NC-8.3-d10")] == ESCORTS[:5]
    assert sea.dice_left() == {}


def test_before_five_escorts_in_fog_only_a_natural_six_would_have_got_through() -> None:
    results = []
    for die in (1, 2, 3, 4, 5, 6):
        sea = Sea().weather("fog")
        approach(sea, "u-88", escorts=5, dice=(die,))
        sea.act(AXIS, "roll-infiltration")
        assert sum(infiltration(sea).modifiers.values()) == -6
        results.append(outcome(sea))
    assert results == ["screened"] * 5 + ["infiltrated"]


@pytest.mark.rule("NC-8.1-one-mission-only")
def test_a_boat_that_got_through_can_be_looked_for_and_attacked_afterwards(sea: Sea) -> None:
    sea.place("gb-dd-2", BESIDE)
    sea.place("mt-01", HERE)
    sea.place("u-88", HERE)
    sea.identify("mt-01").mission(ATTACK, ["u-88"]).begin(Strike(), dice=[7, 1], allied=[9])
    sea.act(AXIS, "engage u-88 mt-01")
    assert sea.is_up("u-88"), "everyone saw who attacked"
    assert not sea.piece("u-88").recon, "but it is not reconnoitred by that"
    assert f"declare attack {BESIDE} no" not in sea.offered(ALLIED)
    sea.act(ALLIED, f"declare recon {BESIDE} no", "choose gb-dd-2", "stop", f"spot gb-dd-2 {HERE}")
    sea.act(AXIS, "decline").act(ALLIED, "stop").act(AXIS, "pass")
    sea.act(ALLIED, f"declare attack {BESIDE} no", "choose gb-dd-2", f"go {HERE}", "stop", "choose gb-dd-2")
    assert sea.piece("u-88").at == "lost"


@pytest.mark.rule("NC-8.1-no-patrol-vs-sub")
def test_a_patrol_does_not_fight_a_submerged_boat(sea: Sea) -> None:
    sea.on_patrol("gb-dd-1", BESIDE)
    sea.place("u-88", "2019")
    sea.missions(AXIS)
    sea.act(AXIS, "declare sortie 2019 no", "choose u-88", f"go {HERE}")
    sea.act(ALLIED, "choose gb-dd-1")
    assert sea.now.combat is None
    assert "go 2120" in sea.offered(AXIS), "it moves on"


@pytest.mark.rule("NC-8.1-no-patrol-vs-sub", "NC-8.3-when")
def test_an_interception_of_ships_is_no_hunt_for_a_boat_in_their_hex(sea: Sea) -> None:
    sea.place("u-88", HERE)
    sea.identify("u-88").on_patrol("gb-dd-1", BESIDE)
    sea.place("de-dd-1", "2019")
    sea.missions(AXIS, dice=[10, 10])
    sea.act(AXIS, "declare sortie 2019 no", "choose de-dd-1", f"go {HERE}")
    sea.act(ALLIED, "choose gb-dd-1", "engage gb-dd-1 de-dd-1", "stop").act(AXIS, "stop")
    assert sea.now.combat is None
    assert sea.rolls("NC-8.3-d10") == []
