"""Sections 5.7, 5.9 and 5.10: dice that hit, where hits fall, and what they do."""

from __future__ import annotations

import pytest

from barents.games.operations.battle.damage import bomb_hit, gun_hit, lose_hull, throw, torpedo_hit
from barents.games.operations.fleets.sea import fight_fire
from barents.games.operations.rules.units import cargo_left, speed
from barents.games.operations.rules.victory import worth
from barents.games.operations.state import SUNK, Battery, Ship
from barents.games.operations.terms import BombClass
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, OPEN_SEA, Theatre


def at_sea(*ships: str) -> Theatre:
    """Some ships of one side, alone on the sea."""
    theatre = Theatre()
    theatre.fleet("fleet", OPEN_SEA, *ships)
    return theatre


def hit(theatre: Theatre, ship: str, battery: Battery, *dice: int) -> Ship:
    """A ship after a hit, with the dice that only her owner sees."""
    owner = AXIS if ship in theatre.now.desks[AXIS].ships else ALLIED
    gun_hit(theatre.umpire(**{owner.value: dice}), ship, battery)
    assert theatre.dice_left() == {}
    return theatre.find(ship)


# Hits


@pytest.mark.rule("OP-HIT-scale")
@pytest.mark.parametrize(
    ("net", "misses", "hits"),
    [
        (3, [3], [4]),
        (2, [3], [4]),
        (1, [4], [5]),
        (0, [5], [6]),
        (-1, [6, 3], [6, 4]),
        (-2, [6, 4], [6, 5]),
        (-3, [6, 5], [6, 6]),
        (-5, [6, 5], [6, 6]),
    ],
)
def test_the_scale_of_hits(net: int, misses: list[int], hits: list[int]) -> None:
    """G50: more than +2 counts as +2; below 0 a six has to be confirmed, at worst by another six."""
    theatre = Theatre()
    for dice, expected in ((misses, 0), (hits, 1)):
        assert throw(theatre.umpire(*dice), "OP-GUN-dice", "a gun", 1, {"all": net}) == expected
        assert theatre.dice_left() == {}


@pytest.mark.rule("OP-HIT-scale")
def test_only_sixes_are_confirmed_and_modifiers_are_added_up() -> None:
    theatre = Theatre()
    assert (
        throw(theatre.umpire(6, 5, 6, 1, 4, 3), "OP-GUN-dice", "guns", 4, {"range": 1, "smoke": -1, "night": -1}) == 1
    )
    assert [roll.faces for roll in theatre.rolls("OP-GUN-dice")] == [(6, 5, 6, 1), (4, 3)]
    assert throw(theatre.umpire(), "OP-GUN-dice", "no guns", 0) == 0
    assert not theatre.rolls("OP-GUN-dice")


# Where they fall


@pytest.mark.rule("OP-DMG-table")
@pytest.mark.parametrize(
    ("dice", "box"),
    [
        ((1, 2), "speed"),
        ((2, 2), "secondary"),  # she has no primary guns
        ((1, 4), "secondary"),
        ((1, 5), "hull"),
        ((3, 4), "hull"),
        ((4, 4), "hull"),
        ((4, 5), "tertiary"),
        ((5, 5), "aa"),
        ((5, 6), "torpedo"),
    ],
)
def test_a_hit_takes_a_box_of_what_it_strikes(dice: tuple[int, int], box: str) -> None:
    assert hit(at_sea("hipper"), "hipper", "secondary", *dice).lost == {box: 1}


@pytest.mark.rule("OP-DMG-table")
def test_a_twelve_sets_a_ship_on_fire() -> None:
    ship = hit(at_sea("hipper"), "hipper", "tertiary", 6, 6)
    assert ship.fire
    assert not ship.lost


@pytest.mark.rule("OP-DMG-table", "OP-DMG-armour")
def test_two_hits_on_scharnhorst() -> None:
    """G48: a seven is her hull, a four her main guns."""
    theatre = at_sea("scharnhorst")
    hit(theatre, "scharnhorst", "primary", 3, 4)
    assert hit(theatre, "scharnhorst", "primary", 2, 2).lost == {"hull": 1, "primary": 1}
    assert theatre.hull("scharnhorst") == 8


@pytest.mark.rule("OP-DMG-armour", "OP-GUN-penetration")
@pytest.mark.parametrize(
    ("ship", "battery", "dice", "lost"),
    [
        ("scharnhorst", "secondary", (3, 4), {}),  # G49: a heavy hull
        ("scharnhorst", "secondary", (5, 5), {"aa": 1}),
        ("scharnhorst", "secondary", (1, 1), {}),  # no critical hit through a heavy hull
        ("scharnhorst", "secondary", (1, 2), {}),
        ("scharnhorst", "secondary", (2, 2), {}),  # heavy guns
        ("scharnhorst", "secondary", (1, 4), {}),
        ("scharnhorst", "tertiary", (4, 5), {"tertiary": 1}),
        ("scharnhorst", "tertiary", (5, 6), {"torpedo": 1}),
        ("koeln", "tertiary", (3, 3), {}),  # G51: a light hull
        ("koeln", "tertiary", (1, 4), {"secondary": 1}),  # her guns have none
        ("koeln", "secondary", (3, 3), {"hull": 1}),
        ("z23", "tertiary", (3, 3), {"hull": 1}),
        ("luetzow", "secondary", (1, 2), {"speed": 1}),  # a light hull, but heavy guns
        ("luetzow", "secondary", (2, 2), {}),
    ],
)
def test_armour(ship: str, battery: Battery, dice: tuple[int, int], lost: dict[str, int]) -> None:
    assert hit(at_sea(ship), ship, battery, *dice).lost == lost


@pytest.mark.rule("OP-DMG-fallback")
@pytest.mark.parametrize(
    ("gone", "battery", "dice", "adds"),
    [
        ({"speed": 3}, "primary", (1, 2), {"hull": 1}),
        ({}, "primary", (1, 4), {"primary": 1}),  # King George V has no secondary guns
        ({"primary": 7}, "primary", (2, 2), {"tertiary": 1}),
        ({"primary": 7}, "tertiary", (2, 2), {"tertiary": 1}),  # which no armour covers
        ({"primary": 7, "tertiary": 4}, "primary", (1, 4), {"hull": 1}),
        ({"primary": 7, "tertiary": 4}, "secondary", (1, 4), {}),  # the hull has its own armour
        ({"tertiary": 4}, "tertiary", (4, 5), {"aa": 1}),
        ({"aa": 7}, "tertiary", (5, 5), {"tertiary": 1}),
        ({"aa": 7, "tertiary": 4}, "secondary", (5, 5), {}),
        ({"aa": 7, "tertiary": 4}, "primary", (4, 5), {"hull": 1}),
    ],
)
def test_what_is_hit_when_nothing_is_left(
    gone: dict[str, int], battery: Battery, dice: tuple[int, int], adds: dict[str, int]
) -> None:
    theatre = at_sea("king-george-v")
    theatre.ship("king-george-v", lost=dict(gone))
    now = hit(theatre, "king-george-v", battery, *dice).lost
    assert {box: now[box] - gone.get(box, 0) for box in now if now[box] != gone.get(box, 0)} == adds


@pytest.mark.rule("OP-DMG-fallback")
def test_a_ship_without_tubes_loses_fuel_instead() -> None:
    theatre = at_sea("king-george-v")
    assert hit(theatre, "king-george-v", "tertiary", 5, 6, 4).fuel == (16 - 4) * 12


@pytest.mark.rule("OP-DMG-critical")
@pytest.mark.parametrize(
    ("dice", "lost", "fuel", "fire", "steering"),
    [
        ((1, 4), {"hull": 4}, 18, False, False),  # the magazine: a die of hull
        ((2,), {}, 18, False, False),  # the bridge: see the battle
        ((3,), {}, 18, False, True),
        ((4,), {"speed": 1, "hull": 1}, 18, False, False),
        ((5,), {"hull": 2}, 18, False, False),
        ((6, 5), {}, 13, True, False),
    ],
)
def test_critical_hits(dice: tuple[int, ...], lost: dict[str, int], fuel: int, fire: bool, steering: bool) -> None:
    theatre = at_sea("tirpitz")
    ship = hit(theatre, "tirpitz", "primary", 1, 1, *dice)
    assert (ship.lost, ship.fuel, ship.fire, ship.steering) == (lost, fuel * 12, fire, steering)
    assert speed(theatre.data, ship) == (1 if steering else 2 if "speed" in lost else 3)


@pytest.mark.rule("OP-DMG-simple")
def test_plain_ships_lose_hull_without_a_location() -> None:
    theatre = at_sea("de:AO-g", "de:ms-ger")
    assert hit(theatre, "ao-g-1", "tertiary").lost == {"hull": 1}
    assert hit(theatre, "ms-ger-1", "primary").at == SUNK
    for kind in ("uk:LT", "uk:ST", "uk:aa-pal", "uk:de-flw", "su:CG01", "su:IB01"):
        name = f"{kind.split(':')[1].lower()}-1"
        assert hit(at_sea(kind), name, "secondary").lost == {"hull": 1}


@pytest.mark.rule("OP-DMG-simple", "OP-STRIKE-bombclass")
@pytest.mark.parametrize(
    ("bomb", "dice", "boxes"),
    [("light", (), 1), ("medium", (3,), 1), ("medium", (4,), 2), ("heavy", (), 2)],
)
def test_bombs_on_plain_ships(bomb: BombClass, dice: tuple[int, ...], boxes: int) -> None:
    theatre = at_sea("uk:AO-c")
    bomb_hit(theatre.umpire(allied=dice), "ao-c-1", bomb)
    assert theatre.dice_left() == {}
    assert theatre.hull("ao-c-1") == 4 - boxes


@pytest.mark.rule("OP-STRIKE-bombclass")
@pytest.mark.parametrize(
    ("ship", "bomb", "boxes"),
    [
        ("tirpitz", "medium", 0),
        ("tirpitz", "heavy", 1),
        ("hipper", "light", 0),
        ("hipper", "medium", 1),
        ("z24", "light", 1),
    ],
)
def test_bombs_pierce_as_guns_do(ship: str, bomb: BombClass, boxes: int) -> None:
    theatre = at_sea(ship)
    bomb_hit(theatre.umpire(axis=[3, 4]), ship, bomb)
    assert theatre.find(ship).lost.get("hull", 0) == boxes


# Torpedoes


@pytest.mark.rule("OP-TORP-damage")
@pytest.mark.parametrize(("die", "boxes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_torpedo_takes_up_to_three_boxes_and_slows(die: int, boxes: int) -> None:
    theatre = at_sea("hipper")
    torpedo_hit(theatre.umpire(axis=[die]), "hipper")
    assert theatre.find("hipper").lost == ({"hull": boxes, "speed": 1} if boxes > 1 else {"hull": 1})


@pytest.mark.rule("OP-TORP-damage")
@pytest.mark.parametrize(("die", "lost"), [(2, {"hull": 1}), (4, {"hull": 1}), (6, {"hull": 2, "speed": 1})])
def test_a_heavy_hull_takes_a_box_less_but_one(die: int, lost: dict[str, int]) -> None:
    """G52: a four takes one box of Scharnhorst, and she keeps her speed."""
    theatre = at_sea("scharnhorst")
    torpedo_hit(theatre.umpire(axis=[die]), "scharnhorst")
    assert theatre.find("scharnhorst").lost == lost


@pytest.mark.rule("OP-TORP-damage", "OP-DMG-cargo", "OP-DMG-sunk")
def test_a_torpedo_on_a_large_transport() -> None:
    """G53: a two leaves her one box and half her cargo; a three sinks her for ten points."""
    theatre = at_sea("uk:LT")
    torpedo_hit(theatre.umpire(allied=[2]), "lt-1")
    assert (theatre.hull("lt-1"), cargo_left(theatre.data, theatre.find("lt-1"))) == (1, 1)
    theatre = at_sea("uk:LT*2")
    torpedo_hit(theatre.umpire(allied=[3]), "lt-1")
    assert theatre.find("lt-1").at == SUNK
    assert theatre.now.points == {AXIS: 10}
    assert theatre.now.sunk == {ALLIED: ["lt-1"]}


# What it comes to


@pytest.mark.rule("OP-DMG-speed")
@pytest.mark.parametrize(
    ("ship", "hull_lost", "knots"),
    [
        ("king-george-v", 5, 3),  # 6 of 11 left
        ("king-george-v", 6, 2),  # G54
        ("king-george-v", 9, 2),
        ("king-george-v", 10, 1),
        ("z23", 1, 4),
        ("z23", 2, 3),  # 1 of 3 left: no more than a box slower
        ("de:AO-g", 2, 1),
        ("uk:AO-c", 3, 1),  # never below one
    ],
)
def test_a_shattered_hull_slows_a_ship(ship: str, hull_lost: int, knots: int) -> None:
    theatre = at_sea(ship)
    key = next(iter(theatre.state.desks[ALLIED].ships or theatre.state.desks[AXIS].ships))
    theatre.ship(key, lost={"hull": hull_lost})
    assert speed(theatre.data, theatre.find(key)) == knots


@pytest.mark.rule("OP-DMG-speed")
def test_hits_on_the_engines_can_stop_a_ship() -> None:
    theatre = at_sea("king-george-v")
    theatre.ship("king-george-v", lost={"hull": 6, "speed": 2})
    assert speed(theatre.data, theatre.find("king-george-v")) == 1
    theatre.ship("king-george-v", lost={"hull": 6, "speed": 3})
    assert speed(theatre.data, theatre.find("king-george-v")) == 0


@pytest.mark.rule("OP-DMG-fire")
@pytest.mark.parametrize(("die", "hull", "burns"), [(1, 11, True), (2, 12, True), (4, 12, True), (5, 12, False)])
def test_a_fire_at_the_end_of_a_turn(die: int, hull: int, burns: bool) -> None:
    theatre = at_sea("tirpitz")
    ship = theatre.ship("tirpitz", fire=True)
    fight_fire(theatre.umpire(axis=[die]), AXIS, ship)
    assert (theatre.hull("tirpitz"), ship.fire) == (hull, burns)
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-DMG-sunk", "OP-VP-ships")
@pytest.mark.parametrize(
    ("ship", "hull", "points"), [("tirpitz", 12, 120), ("scharnhorst", 9, 100), ("z24", 3, 15), ("hipper", 6, 50)]
)
def test_a_ship_without_hull_is_sunk_and_scored_at_once(ship: str, hull: int, points: int) -> None:
    theatre = at_sea(ship)
    u = theatre.umpire()
    lose_hull(u, AXIS, theatre.find(ship), hull - 1)
    assert theatre.now.points == {}
    lose_hull(u, AXIS, theatre.find(ship), 3)
    assert theatre.find(ship).at == SUNK
    assert theatre.hull(ship) == 0
    assert theatre.now.points == {ALLIED: points}
    assert worth(theatre.now, theatre.data, AXIS, ship) == points
    assert not theatre.now.desks[AXIS].fleets
    assert theatre.told("OP-DMG-sunk", Observer.AXIS)
    assert not theatre.told("OP-DMG-sunk", Observer.ALLIED)  # nobody was there to see it
