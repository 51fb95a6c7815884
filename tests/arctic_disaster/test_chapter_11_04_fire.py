"""Chapters 11.4.4 to 11.4.7 and 13.10: guns, sighting, smoke and torpedoes."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.combat.gunnery import gun_damage

from .battle import GUNS, LAUNCH, TORPEDOES, placed, shoot, totals
from .theatre import ALLIED, AXIS, Theatre

DECLARE = "AD-11.4.7-torp-simultaneous"
MAIN = {"luetzow:main": "london"}


def fired(theatre: Theatre, rule: str = GUNS) -> dict[str, int]:
    """The modifiers of the only die under a rule."""
    (roll,) = theatre.rolls(rule)
    return roll.modifiers


# Gunnery


@pytest.mark.rule("AD-11.4.4-range-13-15", "AD-11.4.4-range-count")
@pytest.mark.parametrize(("die", "damage"), [(8, 0), (9, 1)])
def test_a_german_cruiser_at_thirteen_areas(die: int, damage: int) -> None:
    """G9."""
    theatre = shoot(placed({"luetzow": 6, "london": 19}, "gunnery", die), MAIN)
    assert fired(theatre) == {"range 13": -5}
    assert theatre.find("london").damage == damage


@pytest.mark.rule("AD-11.4.4-moved", "AD-11.4.4-dd-half", "AD-11.4.4-range-8-10")
@pytest.mark.parametrize(("die", "damage"), [(8, 0), (9, 1)])
def test_a_destroyer_that_has_moved(die: int, damage: int) -> None:
    """G10."""
    theatre = shoot(placed({"z-24": 11, "london": 19}, "gunnery", die, moved=["z-24"]), {"z-24:main": "london"})
    assert fired(theatre) == {"range 8": -3, "moved": -1}
    assert theatre.find("london").damage == damage


@pytest.mark.rule("AD-11.4.4-halve-later", "AD-11.4.4-separate")
def test_all_but_the_first_ship_are_halved() -> None:
    """G11, G30: 5 factors are 3 for the second ship; at 8 areas and moved it cannot hit."""
    theatre = placed({"z-24": 11, "z-27": 11, "london": 19}, "gunnery", 8, 10, moved=["z-24", "z-27"])
    shoot(theatre, {"z-27:main": "london", "z-24:main": "london"})
    assert [(told.about["unit"], told.about["factor"]) for told in theatre.told(GUNS)] == [("z-27", 5), ("z-24", 3)]
    assert totals(theatre) == [4, 6]
    halved = ", halved since another ship fires at it first"
    assert [line for line in theatre.words() if " fires at " in line] == [
        "z-27 fires at london with its main, factor 5",
        f"z-24 fires at london with its main, factor 3{halved}",
    ]
    assert theatre.find("london").damage == 0
    theatre = shoot(
        placed({"z-24": 16, "z-27": 16, "london": 19}, "gunnery", 1, 7), {"z-24:main": "london", "z-27:main": "london"}
    )
    assert theatre.find("london").damage == 1


@pytest.mark.rule("AD-11.4.4-simultaneous", "AD-11.4.4-target-fixed", "AD-11.4.4-two-batteries")
def test_once_both_have_declared_everyone_knows_who_aims_at_whom() -> None:
    """Before the first die, and nothing while one of them has still to say."""
    theatre = placed({"tirpitz": 12, "london": 19, "norfolk": 19}, "gunnery", 1, 1, 1)
    theatre.now.tactical = AXIS
    theatre.plot(AXIS, {"tirpitz:main": "london", "tirpitz:secondary": "norfolk"})
    assert theatre.words() == []
    theatre.plot(ALLIED, {"london:main": "tirpitz"})
    assert theatre.rolls(GUNS) == []
    assert [told.about["aims"] for told in theatre.told("AD-11.4.4-simultaneous")] == [
        "London at Tirpitz",
        "Tirpitz at London, Tirpitz's secondary guns at Norfolk",
    ]
    nobody = placed({"luetzow": 12, "london": 19}).plot(AXIS).plot(ALLIED)
    assert nobody.words()[0] == "Nobody fires"


@pytest.mark.rule("AD-11.4.4-halve-later", "AD-11.4.4-two-batteries")
def test_the_first_ship_has_both_its_batteries_whole() -> None:
    """R49: ships are counted, not batteries."""
    theatre = placed({"tirpitz": 12, "luetzow": 12, "london": 19, "norfolk": 19}, "gunnery", 1, 1, 1, 1)
    shoot(
        theatre,
        {
            "tirpitz:main": "london",
            "luetzow:main": "london",
            "tirpitz:secondary": "london",
            "luetzow:secondary": "norfolk",
        },
    )
    assert [told.about["factor"] for told in theatre.told(GUNS)] == [14, 4, 5, 3]
    assert theatre.dice_left() == {}


@pytest.mark.rule("AD-11.4.4-two-batteries")
def test_each_battery_has_its_own_range() -> None:
    theatre = placed({"tirpitz": 1, "london": 12, "norfolk": 11, "somali": 20, "rowan": 18})
    assert theatre.ways(AXIS, "tirpitz:main") == ["london", "norfolk", "rowan"]
    assert theatre.ways(AXIS, "tirpitz:secondary") == ["norfolk"]
    theatre.plot(AXIS, {"tirpitz:main": "london", "tirpitz:secondary": "norfolk"}).idle(ALLIED)
    assert [told.about["target"] for told in theatre.told(GUNS)] == ["london", "norfolk"]


@pytest.mark.rule("AD-11.4.4-separate")
@pytest.mark.parametrize(("die", "damage"), [(8, 0), (9, 1)])
def test_an_american_cruiser_at_thirteen_areas(die: int, damage: int) -> None:
    """G12."""
    theatre = shoot(placed({"luetzow": 6, "wichita": 19}, "gunnery", die), None, {"wichita:main": "luetzow"})
    assert totals(theatre) == [die - 5]
    assert theatre.find("luetzow").damage == damage


@pytest.mark.rule("AD-11.4.4-dd-target")
@pytest.mark.parametrize(("die", "damage"), [(9, 0), (10, 1)])
def test_a_british_cruiser_at_a_destroyer(die: int, damage: int) -> None:
    """G13."""
    theatre = shoot(placed({"z-24": 11, "london": 19}, "gunnery", die), None, {"london:main": "z-24"})
    assert fired(theatre) == {"range 8": -3, "small target": -3}
    assert theatre.find("z-24").damage == damage


@pytest.mark.rule("AD-11.4.4-dd-target")
@pytest.mark.parametrize(
    ("target", "small"),
    [
        ("somali", True),
        ("dianella", True),
        ("ayrshire", True),
        ("britomart", True),
        ("p614", True),
        ("palomares", False),
        ("rathlin", False),
        ("carlton", False),
        ("nigeria", False),
        ("victorious", False),
    ],
)
def test_who_is_a_small_target(target: str, small: bool) -> None:
    theatre = shoot(placed({"luetzow": 10, target: 10}, "gunnery", 1), {"luetzow:main": target})
    assert fired(theatre) == ({"small target": -3} if small else {})


@pytest.mark.rule("AD-11.4.4-dd-target")
def test_a_torpedo_boat_is_a_small_target_too() -> None:
    theatre = shoot(placed({"t-7": 10, "london": 10}, "gunnery", 1), None, {"london:main": "t-7"})
    assert fired(theatre) == {"small target": -3}


@pytest.mark.rule(
    "AD-11.4.4-range-0-3",
    "AD-11.4.4-range-4-5",
    "AD-11.4.4-range-6-7",
    "AD-11.4.4-range-8-10",
    "AD-11.4.4-range-11-12",
    "AD-11.4.4-range-13-15",
    "AD-11.4.4-range-16-18",
    "AD-11.4.4-range-19",
)
@pytest.mark.parametrize(
    ("away", "modifier"),
    [
        (0, 0),
        (3, 0),
        (4, -1),
        (5, -1),
        (6, -2),
        (7, -2),
        (8, -3),
        (10, -3),
        (11, -4),
        (12, -4),
        (13, -5),
        (15, -5),
        (16, -6),
        (18, -6),
        (19, -7),
    ],
)
def test_range_takes_from_the_die(away: int, modifier: int) -> None:
    theatre = shoot(placed({"luetzow": 2, "washington": 2 + away}, "gunnery", 5), None, {"washington:main": "luetzow"})
    assert totals(theatre) == [5 + modifier]


@pytest.mark.rule("AD-11.4.4-simultaneous", "AD-11.4.4-target-fixed")
def test_all_fire_with_what_they_had_and_nobody_sees_the_others_targets() -> None:
    """R48: Z-24 is sunk, and fires all the same; whoever fires at her after that has fired in vain."""
    theatre = placed({"z-24": 10, "london": 10, "norfolk": 10}, "gunnery", 10, 9, 9, damage={"z-24": 1})
    theatre.plot(ALLIED, {"london:main": "z-24", "norfolk:main": "z-24"})
    assert theatre.told(GUNS) == []
    theatre.plot(AXIS, {"z-24:main": "london"})
    assert theatre.find("z-24").at == "lost"
    assert theatre.find("london").damage == 1, "3 factors and a 10"
    assert [told.about["unit"] for told in theatre.told(GUNS)] == ["z-24", "london", "norfolk"]
    assert theatre.dice_left() == {}


@pytest.mark.rule("AD-11.4.4-fired-flag")
def test_ships_that_fired_are_flagged() -> None:
    theatre = shoot(placed({"luetzow": 6, "scheer": 6, "london": 19}, "gunnery", 1), MAIN)
    assert theatre.now.battle is not None
    assert {name: ship.fired for name, ship in theatre.now.battle.ships.items()} == {
        "luetzow": True,
        "scheer": False,
        "london": False,
    }


@pytest.mark.rule("AD-11.4.4-dd-half")
@pytest.mark.parametrize(
    ("target", "damage"),
    [("london", 1), ("nigeria", 1), ("victorious", 1), ("washington", 1), ("palomares", 2), ("carlton", 2)],
)
def test_destroyers_do_half_to_armoured_ships(target: str, damage: int) -> None:
    """G31: a 10 on column 5 is two points."""
    theatre = shoot(placed({"z-24": 10, target: 10, "somali": 24}, "gunnery", 10, 1), {"z-24:main": target})
    assert theatre.find(target).damage == damage


@pytest.mark.rule("AD-11.4.4-dd-half")
def test_of_one_two_and_three_points_half_is_left() -> None:
    """G31."""
    theatre = placed({"z-24": 10, "london": 10})
    destroyer, cruiser = theatre.find("z-24"), theatre.find("london")
    assert [gun_damage(theatre.data, destroyer, "main", cruiser, points) for points in (1, 2, 3)] == [1, 1, 2]


@pytest.mark.rule("AD-11.4.4-cruiser-half-bb")
@pytest.mark.parametrize(
    ("slot", "target", "damage"),
    [
        ("scheer:main", "washington", 1),
        ("tirpitz:secondary", "washington", 1),
        ("tirpitz:main", "washington", 3),
        ("tirpitz:secondary", "london", 1),
        ("scheer:main", "london", 2),
    ],
)
def test_cruisers_and_secondary_guns_do_half_to_battleships(slot: str, target: str, damage: int) -> None:
    """A die of 8: two points on column 7, one on 5, three on 14."""
    theatre = shoot(placed({slot.partition(":")[0]: 10, target: 10}, "gunnery", 8), {slot: target})
    assert theatre.find(target).damage == damage


@pytest.mark.rule("AD-11.4.4-cruiser-half-bb")
def test_a_light_cruiser_does_half_to_a_battleship() -> None:
    theatre = shoot(placed({"tirpitz": 10, "nigeria": 10}, "gunnery", 9), None, {"nigeria:main": "tirpitz"})
    assert theatre.find("tirpitz").damage == 1


@pytest.mark.rule("AD-11.4.4-range-16-18")
@pytest.mark.parametrize(("die", "damage"), [(8, 1), (7, 0)])
def test_tirpitz_at_sixteen_areas(die: int, damage: int) -> None:
    """G24."""
    theatre = shoot(placed({"tirpitz": 2, "duke-of-york": 18}, "gunnery", die), {"tirpitz:main": "duke-of-york"})
    assert theatre.find("duke-of-york").damage == damage


@pytest.mark.rule("AD-11.4.4-moved")
def test_tirpitz_under_way() -> None:
    """G25: two points, and no critical roll."""
    theatre = placed({"tirpitz": 9, "duke-of-york": 18}, "gunnery", 10, moved=["tirpitz"])
    shoot(theatre, {"tirpitz:main": "duke-of-york"})
    assert totals(theatre) == [6]
    assert theatre.find("duke-of-york").damage == 2
    assert theatre.dice_left() == {}


# Sighting and smoke


@pytest.mark.rule("AD-11.4.5-sight-clear", "AD-11.4.5-sight-fog", "AD-11.4.5-us-radar")
def test_in_fog_only_radar_sees_beyond_eight_areas() -> None:
    """G27."""
    line = {"tirpitz": 1, "norfolk": 10, "wichita": 10, "tuscaloosa": 10, "washington": 10, "rowan": 9, "somali": 9}
    fog = placed(line, fog=True)
    assert [slot for slot in line if fog.ways(ALLIED, f"{slot}:main")] == [
        "wichita",
        "tuscaloosa",
        "washington",
        "rowan",
        "somali",
    ]
    assert fog.ways(AXIS, "tirpitz:main") == ["rowan", "somali"]
    clear = placed(line)
    assert clear.ways(ALLIED, "norfolk:main") == ["tirpitz"]
    assert clear.ways(AXIS, "tirpitz:main") == ["norfolk", "wichita", "tuscaloosa", "washington", "rowan", "somali"]


@pytest.mark.rule("AD-11.4.5-us-radar")
def test_washington_by_radar() -> None:
    """G26."""
    theatre = placed({"tirpitz": 2, "washington": 14}, "gunnery", 10, fog=True)
    assert AXIS not in theatre.match.pending
    shoot(theatre, None, {"washington:main": "tirpitz"})
    assert fired(theatre) == {"range 12": -4, "radar in fog": -2}
    assert theatre.find("tirpitz").damage == 2


@pytest.mark.rule("AD-5.1-fog-damage-drm")
def test_fog_takes_one_within_sight() -> None:
    theatre = shoot(placed({"tirpitz": 2, "washington": 10}, "gunnery", 5, fog=True), {"tirpitz:main": "washington"})
    assert fired(theatre) == {"range 8": -3, "fog": -1}
    theatre = placed({"z-24": 2, "washington": 4}, "torpedo", 5, fog=True)
    shoot(theatre, {"z-24": "washington"})
    assert fired(theatre, TORPEDOES) == {"fog": -1}


@pytest.mark.rule("AD-11.4.5-torp-fog")
@pytest.mark.parametrize(("away", "asked"), [(8, True), (9, False)])
def test_torpedoes_need_sight(away: int, asked: bool) -> None:
    theatre = placed({"tirpitz": 2, "onslow": 2 + away}, "torpedo", fog=True)
    assert (theatre.asked(ALLIED).rule == DECLARE) is asked
    assert placed({"tirpitz": 2, "onslow": 11}, "torpedo").asked(ALLIED).rule == DECLARE


@pytest.mark.rule("AD-11.4.6-smoke-drm")
@pytest.mark.parametrize(
    ("smoke", "modifier"), [([5], -1), ([3], -1), ([7], -1), ([8], 0), ([18], -1), ([17], 0), ([4, 6, 20], -1), ([], 0)]
)
def test_smoke_near_either_takes_one_once(smoke: list[int], modifier: int) -> None:
    theatre = shoot(placed({"luetzow": 5, "london": 20}, "gunnery", 9, smoke=smoke), MAIN)
    assert totals(theatre) == [9 - 5 + modifier]


@pytest.mark.rule("AD-11.4.6-smoke-drm", "AD-12.0-reduced")
def test_a_cruiser_at_a_destroyer_in_smoke() -> None:
    """G32: and the destroyer is reduced at once."""
    theatre = shoot(placed({"z-24": 10, "london": 15}, "gunnery", 9, smoke=[12]), None, {"london:main": "z-24"})
    assert fired(theatre) == {"range 5": -1, "small target": -3, "smoke": -1}
    assert theatre.find("z-24").damage == 1


@pytest.mark.rule("AD-11.4.6-smoke-drm")
def test_smoke_troubles_torpedoes() -> None:
    theatre = shoot(placed({"z-24": 10, "london": 12}, "torpedo", 5, smoke=[8]), {"z-24": "london"})
    assert fired(theatre, TORPEDOES) == {"smoke": -1}


# Torpedoes


@pytest.mark.rule("AD-11.4.7-torp-col4", "AD-11.4.7-torp-double", "AD-11.4.7-torp-range-de-us")
def test_a_german_destroyer_at_london() -> None:
    """G28."""
    theatre = shoot(placed({"z-24": 10, "london": 16}, "torpedo", 9), {"z-24": "london"})
    assert fired(theatre, TORPEDOES) == {"range 6": -3}
    assert theatre.told(TORPEDOES)[0].about["column"] == 4
    assert theatre.find("london").damage == 2


@pytest.mark.rule("AD-11.4.7-torp-once", "AD-11.4.7-torp-col4", "AD-11.4.7-torp-range-uk", "AD-2.3-t-mark")
def test_onslow_at_tirpitz() -> None:
    """G29: one point with a star, doubled, and one more by a fire."""
    theatre = shoot(placed({"tirpitz": 10, "onslow": 15}, "torpedo", 10, 4), None, {"onslow": "tirpitz"})
    assert fired(theatre, TORPEDOES) == {}
    assert theatre.find("tirpitz").damage == 3
    assert theatre.find("onslow").fired
    again = placed({"tirpitz": 10, "onslow": 15}, "torpedo")
    assert again.ways(ALLIED, "onslow") == ["tirpitz"]
    spent = placed({"tirpitz": 10, "onslow": 15, "martin": 15}, "movement", 9, 8)
    spent.find("onslow").fired = True
    spent.idle_until(DECLARE)
    assert (spent.ways(ALLIED, "onslow"), spent.ways(ALLIED, "martin")) == ([], ["tirpitz"])
    unmarked = placed({"tirpitz": 10, "onslow": 12, "wichita": 12, "ledbury": 12}, "torpedo")
    assert [unmarked.ways(ALLIED, name) for name in ("onslow", "wichita", "ledbury")] == [["tirpitz"], [], []]


@pytest.mark.rule("AD-11.4.7-torp-col2")
@pytest.mark.parametrize(("ship", "column"), [("rowan", 2), ("gremyashchi", 2), ("onslow", 4), ("london", 4)])
def test_columns_by_nation(ship: str, column: int) -> None:
    theatre = shoot(placed({"tirpitz": 10, ship: 12}, "torpedo", 1), None, {ship: "tirpitz"})
    assert theatre.told(TORPEDOES)[0].about["column"] == column


@pytest.mark.rule("AD-11.4.7-torp-range-de-us", "AD-11.4.7-torp-range-uk", "AD-11.4.4-dd-target")
@pytest.mark.parametrize(
    ("ship", "target", "modifiers"),
    [
        ("rowan", "scheer", [0, 0, 0, 0, -1, -2, -3, -4, None, None, None, None]),
        ("gremyashchi", "scheer", [0, 0, 0, 0, -1, -2, -3, -4, None, None, None, None]),
        ("onslow", "scheer", [0, 0, 0, 0, 0, 0, -1, -2, -3, -4, -5, None]),
        ("onslow", "z-24", [-3, -3, -3, -3, -3, -3, -4, -5, -6, -7, -8, None]),
    ],
)
def test_range_of_torpedoes(ship: str, target: str, modifiers: list[int | None]) -> None:
    found: list[int | None] = []
    for away in range(12):
        theatre = placed({target: 10, ship: 10 + away}, "torpedo", 10, 1)
        if theatre.asked(ALLIED).rule != DECLARE:
            found.append(None)
            continue
        shoot(theatre, None, {ship: target})
        total = totals(theatre, TORPEDOES)[0]
        assert total is not None
        found.append(total - 10)
    assert found == modifiers


@pytest.mark.rule("AD-11.4.7-torp-simultaneous")
def test_torpedoes_run_together() -> None:
    """R52: Onslow is sunk, and has sunk."""
    theatre = placed({"z-24": 10, "onslow": 12}, "torpedo", 10, 10, damage={"z-24": 1, "onslow": 1})
    theatre.plot(ALLIED, {"onslow": "z-24"})
    assert theatre.told(TORPEDOES) == []
    theatre.plot(AXIS, {"z-24": "onslow"})
    assert (theatre.find("z-24").at, theatre.find("onslow").at) == ("lost", "lost")


@pytest.mark.rule("AD-11.4.7-torp-after-guns")
def test_a_ship_sunk_by_guns_fires_no_torpedoes() -> None:
    theatre = placed({"z-24": 10, "z-27": 10, "london": 12}, "gunnery", 10, damage={"z-24": 1})
    shoot(theatre, None, {"london:main": "z-24"})
    assert theatre.find("z-24").at == "lost"
    assert theatre.asked(AXIS).rule == DECLARE
    assert (theatre.ways(AXIS, "z-24"), theatre.ways(AXIS, "z-27")) == ([], ["london"])


# The two submarines of the escort (13.10)


@pytest.mark.rule("AD-13.10-launch", "AD-13.10-escort-col")
def test_p614_at_a_cruiser_with_two_destroyers() -> None:
    """G72."""
    theatre = placed(
        {"scheer": 10, "z-24": 10, "t-7": 10, "z-27": 11, "p614": 13, "carlton": 20},
        "torpedo",
        5,
        8,
        submerged=["p614"],
    )
    shoot(theatre, None, {"p614": "scheer"})
    assert totals(theatre, LAUNCH) == [5]
    assert theatre.told(TORPEDOES)[0].about["column"] == 2
    assert theatre.find("scheer").damage == 2


@pytest.mark.rule("AD-13.10-launch", "AD-13.10-submerge")
@pytest.mark.parametrize("die", [5, 6])
def test_it_has_one_chance_in_a_combat(die: int) -> None:
    theatre = placed({"scheer": 10, "p614": 13, "carlton": 16}, "torpedo", die, 1, submerged=["p614"])
    shoot(theatre, None, {"p614": "scheer"})
    assert len(theatre.rolls(TORPEDOES)) == (1 if die == 5 else 0)
    battle = theatre.now.battle
    assert battle is not None
    assert battle.ships["p614"].launched
    theatre.act(AXIS, "disengage no").idle_until(DECLARE)
    assert ALLIED not in theatre.match.pending
    assert not theatre.find("p614").fired, "in another combat it may again"


@pytest.mark.rule("AD-13.10-escort-col")
def test_four_escorts_beside_the_target_leave_no_column() -> None:
    line = {"scheer": 10, "z-24": 10, "z-27": 10, "z-28": 10, "z-29": 10, "luetzow": 11, "p614": 13, "carlton": 20}
    theatre = placed(line, "torpedo", submerged=["p614"])
    assert theatre.ways(ALLIED, "p614") == ["luetzow"], "and Scheer's area is closed to it"
    far = placed({"scheer": 9, "luetzow": 10, "p614": 13, "carlton": 20}, "torpedo", submerged=["p614"])
    assert far.ways(ALLIED, "p614") == ["luetzow"], "three areas are its range"


@pytest.mark.rule("AD-13.10-submerge", "AD-13.10-surface-move")
def test_submerged_it_is_no_target_and_does_not_move() -> None:
    theatre = placed({"scheer": 10, "p614": 12, "p615": 12}, "movement", 9, 8, round=4, submerged=["p614"])
    theatre.act(AXIS, "move-first no")
    assert theatre.ways(ALLIED, "p614") == []
    assert theatre.ways(ALLIED, "p615") == ["9", "10", "11", "13", "14", "15", "submerge"]
    theatre.plot(ALLIED, {"p615": "13"}).idle(AXIS)
    assert theatre.ways(AXIS, "scheer:main") == ["p615"]
    assert theatre.ways(ALLIED, "p614:main") == []
    shoot(theatre)
    assert theatre.ways(AXIS, "scheer") == ["p615"]
    assert theatre.ways(ALLIED, "p615") == [], "on the surface it fires none"
