"""Chapter 12: damage, rosters and critical hits."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.rules.units import aa, can_fly, damage, is_damaged, main_guns, move, secondary_guns

from .battle import CRITICAL, placed, shoot
from .theatre import ALLIED, AXIS, Theatre

LINE = {
    "tirpitz": 5,
    "scheer": 5,
    "z-24": 5,
    "london": 20,
    "nigeria": 20,
    "victorious": 20,
    "ledbury": 22,
    "carlton": 22,
}


def at_sea(*dice: int) -> Theatre:
    """Ships far apart, and dice that will fall."""
    return placed(LINE, "movement", 9, 8, *dice)


def values(theatre: Theatre, name: str) -> tuple[int, int, int, int]:
    """A ship's movement, guns and anti-aircraft factor now."""
    data, ship = theatre.data, theatre.find(name)
    return move(data, ship), main_guns(data, ship), secondary_guns(data, ship), aa(data, ship)


@pytest.mark.rule("AD-12.0-sunk", "AD-2.3-counter-sides")
@pytest.mark.parametrize(
    ("name", "points", "sunk"),
    [
        ("ledbury", 1, True),
        ("z-24", 1, False),
        ("z-24", 2, True),
        ("carlton", 1, False),
        ("carlton", 2, True),
        ("tirpitz", 7, False),
        ("tirpitz", 8, True),
        ("tirpitz", 9, True),
        ("nigeria", 2, False),
        ("nigeria", 3, True),
    ],
)
def test_a_ship_sinks_when_it_has_its_hits(name: str, points: int, sunk: bool) -> None:
    theatre = at_sea()
    assert damage(theatre.at_hand, theatre.find(name), points, "z-27") is sunk
    assert (theatre.find(name).at == "lost") is sunk
    assert theatre.now.battle is not None
    assert (name in theatre.now.battle.ships) is not sunk
    assert (name in theatre.now.damaged) is not sunk


@pytest.mark.rule("AD-12.0-reduced", "AD-12.0-damaged-def")
def test_damage_counts_at_once() -> None:
    """G28, G32: London at two points, a destroyer at one."""
    theatre = at_sea()
    assert not is_damaged(theatre.find("london"))
    assert values(theatre, "london") == (4, 8, 0, 7)
    damage(theatre.at_hand, theatre.find("london"), 2, "z-24")
    assert is_damaged(theatre.find("london"))
    assert values(theatre, "london") == (2, 4, 0, 4)
    damage(theatre.at_hand, theatre.find("z-24"), 1, "london")
    assert values(theatre, "z-24") == (3, 3, 0, 2)
    damage(theatre.at_hand, theatre.find("carlton"), 1, "z-24")
    assert values(theatre, "carlton") == (2, 0, 0, 1)
    damage(theatre.at_hand, theatre.find("tirpitz"), 4, "london")
    assert values(theatre, "tirpitz") == (3, 8, 3, 7)


@pytest.mark.rule("AD-12.0-reduced")
def test_guns_fire_with_what_is_left() -> None:
    theatre = shoot(
        placed({"luetzow": 10, "london": 12}, "gunnery", 1, damage={"luetzow": 2}), {"luetzow:main": "london"}
    )
    assert theatre.told("AD-11.4.4-separate")[0].about["factor"] == 4


@pytest.mark.rule("AD-12.1-air-ops", "AD-8.3-carrier-loss")
@pytest.mark.parametrize(("points", "flies"), [(1, True), (2, True), (3, False)])
def test_victorious_loses_her_aircraft_at_the_third_point(points: int, flies: bool) -> None:
    theatre = at_sea()
    theatre.aircraft("832")
    damage(theatre.at_hand, theatre.find("victorious"), points, "z-24")
    assert can_fly(theatre.data, theatre.now) is flies
    assert bool(theatre.now.wings[ALLIED]) is flies


@pytest.mark.rule("AD-12.2-crit-when")
@pytest.mark.parametrize(
    ("name", "rolls"),
    [("scheer", 1), ("tirpitz", 1), ("victorious", 1), ("nigeria", 0), ("z-24", 0), ("ledbury", 0), ("carlton", 0)],
)
def test_only_ca_bb_and_cv_have_critical_hits(name: str, rolls: int) -> None:
    theatre = at_sea(1)
    damage(theatre.at_hand, theatre.find(name), 1, "z-27", star=True)
    assert len(theatre.rolls(CRITICAL)) == rolls
    theatre = at_sea(1)
    damage(theatre.at_hand, theatre.find(name), 1, "z-27")
    assert theatre.rolls(CRITICAL) == [], "no star"


@pytest.mark.rule("AD-12.2-crit-when")
def test_a_starred_result_of_the_table_brings_the_roll() -> None:
    """Column 14 at a 9 is 3 with a star, at an 8 it is 3 without."""
    for die, rolls in ((9, 1), (8, 0)):
        theatre = shoot(placed({"tirpitz": 10, "london": 10}, "gunnery", die, 1), {"tirpitz:main": "london"})
        assert len(theatre.rolls(CRITICAL)) == rolls
        assert theatre.find("london").damage == 3
    theatre = shoot(placed({"tirpitz": 10, "nigeria": 10}, "gunnery", 9, 1), {"tirpitz:main": "nigeria"})
    assert theatre.rolls(CRITICAL) == []


@pytest.mark.rule(
    "AD-12.2-crit-1-3",
    "AD-12.2-crit-4-5",
    "AD-12.2-crit-6",
    "AD-12.2-crit-7",
    "AD-12.2-crit-8",
    "AD-12.2-crit-9",
    "AD-12.2-crit-10",
)
@pytest.mark.parametrize(
    ("die", "points", "left"),
    [
        (1, 1, (4, 14, 5, 12)),
        (3, 1, (4, 14, 5, 12)),
        (4, 2, (4, 12, 4, 11)),
        (5, 2, (4, 12, 4, 11)),
        (6, 1, (3, 14, 5, 12)),
        (7, 1, (4, 7, 5, 12)),
        (8, 1, (4, 14, 3, 6)),
        (9, 2, (2, 12, 4, 11)),
        (10, 3, (3, 10, 4, 9)),
    ],
)
def test_what_a_critical_hit_does_to_tirpitz(die: int, points: int, left: tuple[int, ...]) -> None:
    theatre = at_sea(die)
    damage(theatre.at_hand, theatre.find("tirpitz"), 1, "london", star=True)
    assert theatre.find("tirpitz").damage == points
    assert values(theatre, "tirpitz") == left


@pytest.mark.rule("AD-12.2-crit-7", "AD-12.2-crit-10")
@pytest.mark.parametrize(
    ("die", "left", "flies"), [(7, (4, 2, 0, 5), True), (10, (3, 1, 0, 6), False), (8, (4, 2, 0, 5), True)]
)
def test_what_it_does_to_a_carrier(die: int, left: tuple[int, ...], flies: bool) -> None:
    theatre = at_sea(die)
    damage(theatre.at_hand, theatre.find("victorious"), 1, "z-24", star=True)
    assert values(theatre, "victorious") == left
    assert can_fly(theatre.data, theatre.now) is flies


@pytest.mark.rule("AD-12.2-crit-10")
def test_a_hangar_hit_ends_air_operations_by_itself() -> None:
    theatre = at_sea()
    ship = theatre.find("victorious")
    ship.hangar = True
    assert not can_fly(theatre.data, theatre.now)


@pytest.mark.rule("AD-12.2-crit-6")
def test_steering_hits_add_up_but_never_below_nothing() -> None:
    theatre = at_sea(6, 6)
    london = theatre.find("london")
    for _ in range(2):
        damage(theatre.at_hand, london, 1, "scheer", star=True)
    assert values(theatre, "london")[0] == 0
    london.slower = 9
    assert values(theatre, "london")[0] == 0


@pytest.mark.rule("AD-12.2-crit-no-chain")
def test_the_extra_points_are_plain() -> None:
    """G29, G34: doubled torpedoes with a 10: two, and two more; no second roll."""
    theatre = shoot(placed({"tirpitz": 10, "onslow": 10}, "torpedo", 10, 10, 7, 7), None, {"onslow": "tirpitz"})
    assert theatre.find("tirpitz").damage == 4
    assert len(theatre.rolls(CRITICAL)) == 1


@pytest.mark.rule("AD-12.2-crit-no-chain", "AD-12.0-sunk")
def test_a_magazine_may_sink_her() -> None:
    theatre = at_sea(10)
    damage(theatre.at_hand, theatre.find("london"), 2, "scheer", star=True)
    assert theatre.find("london").at == "lost"


@pytest.mark.rule("AD-6.3-empty-force")
def test_a_force_without_ships_leaves_the_map() -> None:
    theatre = placed({"luetzow": 5, "ledbury": 20, "london": 20}, "movement", 9, 8)
    damage(theatre.at_hand, theatre.find("ledbury"), 1, "luetzow")
    assert "pq-17" not in theatre.now.forces[ALLIED]
    assert "cruiser-force" in theatre.now.forces[ALLIED]
    assert "tg-b" in theatre.now.forces[AXIS]
