"""Sections 5.8 and 5.10: guns and torpedoes in a battle."""

from __future__ import annotations

import pytest

from barents.games.operations.battle.gunnery import gun_modifiers
from barents.games.operations.battle.tactics import battle_of
from barents.games.operations.battle.torpedoes import torpedo_modifiers
from barents.games.operations.fights import Shot
from barents.games.operations.fleets.ports import dock
from barents.games.operations.state import SUNK, Round

from .fights import DAY, GUNS, NIGHT, TORPEDOES, division, fought, number, placed, shots
from .theatre import AXIS, CLEAR, CLOUD, SQUALL, STORM, Theatre


def firing(theatre: Theatre, firer: str, weapon: str, target: str, earlier: int = 0) -> dict[str, int]:
    """The modifiers of a battery besides its range."""
    shot = Shot(number(theatre, firer), weapon, number(theatre, target))
    found = gun_modifiers(theatre.now, theatre.data, shot, earlier)
    return {words: value for words, value in found.items() if not words.startswith("range")}


def launching(theatre: Theatre, firer: str, target: str) -> dict[str, int]:
    """The modifiers of torpedoes."""
    return torpedo_modifiers(
        theatre.now, theatre.data, Shot(number(theatre, firer), "torpedoes", number(theatre, target), 1)
    )


# Guns


@pytest.mark.rule("OP-GUN-ranges", "OP-GUN-range-mods")
@pytest.mark.parametrize(
    ("weapon", "by_range"),
    [
        ("primary", [1, 1, 1, 0, 0, 0, 0, -1, -1, -1, None]),
        ("secondary", [1, 1, 0, 0, 0, -1, -1, None]),
        ("tertiary", [1, 1, 0, -1, -1, None]),
    ],
)
def test_how_far_guns_fire_and_how_well(weapon: str, by_range: list[int | None]) -> None:
    needs = {1: "5 or more hits", 0: "6 or more hits", -1: "6 or more hits, then 4 or more"}
    for cells, value in enumerate(by_range):
        theatre = placed({"tirpitz": 0, "rodney": cells})
        fought(theatre, {f"tirpitz:{weapon}": "rodney"}, dice=[1] * 99)
        found = [
            roll.needs.partition(":")[0] for roll in theatre.rolls(GUNS) if roll.subject.startswith(f"g1, {weapon}")
        ]
        assert found == ([] if value is None else [needs[value]]), cells


@pytest.mark.rule("OP-GUN-dice", "OP-DMG-table")
def test_duke_of_york_hits_scharnhorst_twice() -> None:
    """G48: seven dice at five cells, by night with radar; a seven and a four."""
    theatre = placed({"duke-of-york": 0, "scharnhorst": 5}, turn=NIGHT, year=1943, round=2)
    dice = [6, 6, 3, 1, 5, 2, 4]
    fought(theatre, {"duke-of-york:primary": "scharnhorst"}, dice=[*dice, *[1] * 20], axis=[3, 4, 2, 2])
    assert theatre.rolls(GUNS)[0].faces == tuple(dice)
    assert theatre.rolls(GUNS)[0].needs == "6 or more hits"
    assert theatre.hull("scharnhorst") == 8
    assert theatre.find("scharnhorst").lost == {"hull": 1, "primary": 1}


@pytest.mark.rule("OP-GUN-dice")
def test_a_die_for_each_box_that_is_left_at_one_target() -> None:
    theatre = placed({"tirpitz": 0, "rodney": 3, "london": 3})
    theatre.ship("tirpitz", lost={"primary": 3, "secondary": 5})
    theatre.begin(Round())
    assert "g1:secondary" not in theatre.slots(AXIS)  # nothing is left of them
    fought(theatre, {"tirpitz:primary": "london", "tirpitz:tertiary": "rodney"}, dice=[1] * 99)
    assert {subject: dice for subject, dice in shots(theatre).items() if subject.startswith("g")} == {
        "g1, primary guns, at a2": 4,
        "g1, tertiary guns, at a1": 5,
    }


@pytest.mark.rule("OP-GUN-mods")
@pytest.mark.parametrize(("level", "found"), [(CLEAR, {}), (CLOUD, {}), (SQUALL, {}), (STORM, {"weather": -1})])
def test_guns_in_a_storm(level: int, found: dict[str, int]) -> None:
    theatre = placed({"duke-of-york": 0, "scharnhorst": 3}, weather=level)
    assert firing(theatre, "duke-of-york", "primary", "scharnhorst") == found


@pytest.mark.rule("OP-GUN-mods")
def test_guns_at_night_without_radar() -> None:
    theatre = placed({"amazon": 0, "sheffield": 0, "koeln": 2}, turn=NIGHT)
    assert firing(theatre, "amazon", "tertiary", "koeln") == {"night": -1}
    assert firing(theatre, "sheffield", "secondary", "koeln") == {}
    division(theatre, "amazon").shining = division(theatre, "koeln").key
    assert firing(theatre, "amazon", "tertiary", "koeln") == {}
    assert firing(placed({"amazon": 0, "koeln": 2}, turn=DAY), "amazon", "tertiary", "koeln") == {}


@pytest.mark.rule("OP-GUN-mods")
@pytest.mark.parametrize(
    ("target", "moved", "weapon", "found"),
    [
        ("onslow", 3, "primary", {"small and fast": -1}),
        ("onslow", -4, "secondary", {"small and fast": -1}),
        ("onslow", 3, "tertiary", {}),
        ("onslow", 2, "primary", {}),
        ("uk:de-hun", 3, "primary", {"small and fast": -1}),
        ("sheffield", 3, "primary", {}),
    ],
)
def test_destroyers_at_speed_are_hard_to_hit(target: str, moved: int, weapon: str, found: dict[str, int]) -> None:
    theatre = placed({"tirpitz": 0, target: 4})
    name = "de-hun-1" if target.startswith("uk:") else target
    division(theatre, name).moved = moved
    assert firing(theatre, "tirpitz", weapon, name) == found


@pytest.mark.rule("OP-GUN-mods")
def test_a_stopped_target_and_a_battered_firer() -> None:
    theatre = placed({"tirpitz": 0, "sheffield": 4})
    theatre.ship("sheffield", lost={"speed": 3})
    assert firing(theatre, "tirpitz", "primary", "sheffield") == {"stopped": 1}
    theatre.ship("sheffield", lost={"speed": 2})
    theatre.ship("tirpitz", lost={"hull": 5})
    assert firing(theatre, "tirpitz", "primary", "sheffield") == {}
    theatre.ship("tirpitz", lost={"hull": 6})
    assert firing(theatre, "tirpitz", "primary", "sheffield") == {"half sunk": -1}


@pytest.mark.rule("OP-GUN-crowd")
def test_the_fourth_ship_that_fires_at_a_target() -> None:
    """Ships are counted, not batteries."""
    names = ["sheffield", "jamaica", "norfolk", "london", "kent"]
    theatre = placed({**dict.fromkeys(names, 0), "tirpitz": 2, "hipper": 2})
    aimed = {f"{name}:{battery}": "tirpitz" for name in names for battery in ("secondary", "tertiary")}
    fought(theatre, {**aimed, "norfolk:tertiary": "hipper"}, dice=[1] * 120)
    crowded = [roll.subject.partition(",")[0] for roll in theatre.rolls(GUNS) if "too many fire at her" in roll.needs]
    assert crowded == ["a4", "a4", "a5", "a5"]


@pytest.mark.rule("OP-GUN-simple")
@pytest.mark.parametrize(
    ("target", "cells", "found"),
    [
        ("uk:LT", 2, {"plain target": 1}),
        ("uk:LT", 3, {}),
        ("uk:de-flw", 0, {"plain target": 1}),
        ("onslow", 2, {}),
    ],
)
def test_merchants_close_by_are_easy_targets(target: str, cells: int, found: dict[str, int]) -> None:
    theatre = placed({"hipper": 0, target: cells})
    name = f"{target.split(':')[1].lower()}-1" if ":" in target else target
    assert firing(theatre, "hipper", "secondary", name) == found


# Torpedoes


@pytest.mark.rule("OP-TORP-range")
def test_torpedoes_run_three_cells() -> None:
    needs = ["4 or more hits", "5 or more hits", "6 or more hits, then 4 or more", "6 or more hits, then 5 or more"]
    for cells, words in enumerate([*needs, None]):
        theatre = placed({"onslow": 0, "de:ST-g": cells})
        fought(theatre, {"onslow:torpedoes": "st-g-1/2"}, dice=[1] * 99)
        found = [roll.needs.partition(":")[0] for roll in theatre.rolls(TORPEDOES)]
        assert found == ([] if words is None else [words]), cells


@pytest.mark.rule("OP-TORP-mods", "OP-TORP-range", "OP-TORP-damage")
def test_torpedoes_on_scharnhorst_at_two_cells() -> None:
    """G52: two sixes, confirmed by 5 and 4 where 5 is needed; a four takes one box of a heavy hull."""
    theatre = placed({"onslow": 0, "scharnhorst": 2})
    fought(theatre, {"onslow:torpedoes": "scharnhorst/3"}, dice=[*[1] * 17, 6, 6, 2, 5, 4], axis=[4])
    thrown, confirmed = theatre.rolls(TORPEDOES)
    assert (thrown.faces, confirmed.faces) == ((6, 6, 2), (5, 4))
    assert theatre.find("scharnhorst").lost == {"hull": 1}


@pytest.mark.rule("OP-TORP-mods")
def test_what_makes_torpedoes_hit() -> None:
    theatre = placed({"onslow": 0, "z24": 1, "hipper": 2}, weather=CLOUD)
    hipper, between = division(theatre, "hipper"), division(theatre, "z24")

    def found() -> dict[str, int]:
        return {words: value for words, value in launching(theatre, "onslow", "hipper").items() if "range" not in words}

    masked = {"another division in the way": -1}
    assert found() == {"fast ship": -1, **masked}
    between.cell = 3
    assert found() == {"fast ship": -1}
    between.cell = 2  # beside her, not before her
    assert found() == {"fast ship": -1}
    theatre.ship("hipper", lost={"speed": 1})
    assert found() == {}
    theatre.ship("hipper", lost={"speed": 3})
    assert found() == {"stopped": 1}
    theatre.ship("hipper", lost={"speed": 1})
    hipper.combing = True
    assert found() == {"turning with them": -2}
    hipper.combing, hipper.smoke = False, True
    assert found() == {"smoke": -1}
    hipper.smoke = False
    theatre.weather(STORM)
    assert found() == {"weather": -1}


@pytest.mark.rule("OP-TORP-mods")
def test_a_friend_in_between_is_no_mask() -> None:
    theatre = placed({"onslow": 0, "offa": 1, "hipper": 2})
    assert "another division in the way" not in launching(theatre, "onslow", "hipper")


@pytest.mark.rule("OP-TORP-mods")
def test_small_ships_fire_no_torpedoes_in_a_storm() -> None:
    for level, able in ((SQUALL, ["g1", "g2"]), (STORM, ["g2"])):
        theatre = placed({"de:tb-35": 0, "z24": 0, "sheffield": 2}, weather=level).begin(Round())
        assert [slot[:2] for slot in theatre.slots(AXIS) if slot.endswith("torpedoes")] == able


@pytest.mark.rule("OP-TORP-once")
def test_a_fired_tube_is_empty_until_a_whole_turn_in_port() -> None:
    theatre = placed({"z24": 0, "sheffield": 2}).begin(Round())
    assert theatre.ways(AXIS, "g1:torpedoes") == ["a1/4", "a1/3", "a1/2", "a1/1"]
    fought(theatre, {"z24:torpedoes": "sheffield/3"}, dice=[1] * 99)
    assert shots(theatre, TORPEDOES) == {"g1, torpedoes, at a1": 3}
    assert theatre.ways(AXIS, "g1:torpedoes") == ["a1/1"]
    theatre.ship("z24", lost={"torpedo": 1})
    theatre.begin(Round())
    assert "g1:torpedoes" not in theatre.slots(AXIS)
    raiders = theatre.at("raiders")
    raiders.at, raiders.engaged, raiders.plot = "5917", False, []
    u = theatre.umpire()
    dock(u)
    assert (raiders.docked, theatre.find("z24").fired) == (True, 3)
    dock(u)
    assert theatre.find("z24").fired == 0


@pytest.mark.rule("OP-TORP-once", "OP-TORP-damage", "OP-DMG-sunk")
def test_torpedoes_are_simultaneous_with_guns() -> None:
    theatre = placed({"onslow": 1, "z24": 1})
    theatre.ship("onslow", lost={"hull": 1})
    theatre.ship("z24", lost={"hull": 2})
    # Her guns sink the one while the other's torpedo is already running.
    orders = {"onslow:torpedoes": "z24/1", "z24:secondary": "onslow", "onslow:tertiary": "z24"}
    fought(theatre, orders, dice=[*[1] * 3, 6, 6, 1, 6], allied=[3, 4, 3, 4], axis=[6])
    assert theatre.find("onslow").at == theatre.find("z24").at == SUNK
    assert theatre.now.battle is None
    with pytest.raises(AssertionError):
        battle_of(theatre.now)
