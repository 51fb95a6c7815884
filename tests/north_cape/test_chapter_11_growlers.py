"""Chapter 11.2: growlers. 2003 lies in the iceberg zone of summer, 2004 and 2005 south of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.state import Growlers, MissionType, Options
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer, Side, eyes_of

from .sea import ALLIED, AXIS, Sea

ZONE, OUTSIDE, BELOW = "2003", "2004", "2005"
PATROL, SORTIE, RECON, ATTACK = MissionType.PATROL, MissionType.SORTIE, MissionType.RECON, MissionType.ATTACK
ON = Options(growlers=True)


def icy(*names: str, dice: Sequence[int], start: str = OUTSIDE, options: Options = ON, **fields: object) -> Sea:
    """Allied ships that are about to sail on a Sortie near the ice."""
    sea = Sea(options=options).weather("clear")
    sea.place_all(names, start, **fields)
    return sea.missions(ALLIED, dice=dice).send(SORTIE, *names)


@pytest.mark.rule("NC-11.2-growler-when", "NC-11.2-growler-1-3", "NC-2.2-iceberg-susceptible")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_ships_that_stop_in_the_zone_roll_one_die_and_may_be_lucky(die: int) -> None:
    sea = icy("mt-01", "gb-dd-1", dice=[die]).act(ALLIED, f"go {ZONE}", "stop")
    (roll,) = sea.rolls("NC-11.2-growler-when")
    assert (roll.die, roll.total) == ("d6", die)
    assert [sea.piece(name).damage for name in ("mt-01", "gb-dd-1")] == [0, 0]
    assert sea.asked(AXIS).rule == "NC-5.0-alternate", "nobody was asked anything"


@pytest.mark.rule("NC-11.2-growler-4-5")
@pytest.mark.parametrize("die", [4, 5])
def test_four_and_five_damage_one_ship_of_the_owners_choice(die: int) -> None:
    sea = icy("mt-01", "mt-02", "gb-dd-1", dice=[die]).act(ALLIED, f"go {ZONE}", "stop")
    assert len(sea.offered(ALLIED)) == 3
    sea.act(ALLIED, "choose gb-dd-1")
    assert [sea.piece(name).damage for name in ("mt-01", "mt-02", "gb-dd-1")] == [0, 0, 1]
    assert sea.dice_left() == {}


@pytest.mark.rule("NC-11.2-growler-6")
def test_six_damages_two_of_three_ships() -> None:
    sea = icy("mt-01", "mt-02", "gb-dd-1", dice=[6]).act(ALLIED, f"go {ZONE}", "stop")
    sea.act(ALLIED, "choose mt-01,gb-dd-1")
    assert [sea.piece(name).damage for name in ("mt-01", "mt-02", "gb-dd-1")] == [1, 0, 1]


@pytest.mark.rule("NC-11.2-growler-6")
def test_six_damages_a_lone_ship_once() -> None:
    sea = icy("norfolk", dice=[6]).act(ALLIED, f"go {ZONE}", "stop")
    assert sea.offered(ALLIED) == ["choose norfolk"], "asked all the same, or the enemy would know that it is alone"
    sea.act(ALLIED, "choose norfolk")
    assert sea.piece("norfolk").damage == 1


@pytest.mark.rule("NC-11.2-growler-sinks")
def test_a_damaged_merchant_that_strikes_ice_is_sunk_and_scores() -> None:
    sea = icy("mt-01", dice=[4, 3, 5], damage=1).act(ALLIED, f"go {ZONE}", "stop", "choose mt-01")
    assert sea.piece("mt-01").at == "lost"
    assert sea.now.points == {ALLIED: 0, AXIS: 8}


@pytest.mark.rule("NC-2.2-iceberg-susceptible", "NC-11.2-growler-when")
def test_a_voyage_through_the_zone_counts_and_one_beside_it_does_not() -> None:
    sea = icy("gb-dd-1", dice=[4], start=BELOW)
    sea.act(ALLIED, f"go {OUTSIDE}", "stop")
    assert sea.rolls("NC-11.2-growler-when") == []
    sea = icy("gb-dd-1", dice=[4], start=OUTSIDE).act(ALLIED, f"go {ZONE}")
    assert sea.rolls("NC-11.2-growler-when") == [], "the die falls when the movement ends"
    sea.act(ALLIED, f"go {BELOW}", "stop", "choose gb-dd-1")
    assert sea.piece("gb-dd-1").damage == 1


@pytest.mark.rule("NC-2.2-iceberg-susceptible")
def test_without_the_rule_and_without_moving_there_is_no_die() -> None:
    sea = icy("gb-dd-1", dice=[6], options=Options()).act(ALLIED, f"go {ZONE}", "stop")
    assert sea.rolls("NC-11.2-growler-when") == []
    sea = Sea(options=ON).weather("clear")
    sea.place("gb-dd-1", ZONE)
    sea.missions(ALLIED, dice=[6]).send(PATROL, "gb-dd-1").act(ALLIED, "stop")
    assert sea.rolls("NC-11.2-growler-when") == []
    sea = Sea(options=ON).weather("clear")
    sea.fly("bv-138-1", OUTSIDE)
    sea.missions(AXIS, dice=[6]).send(PATROL, "bv-138-1").act(AXIS, f"go {ZONE}", "stop")
    assert sea.rolls("NC-11.2-growler-when") == [], "aircraft strike no ice"


@pytest.mark.rule("NC-11.2-growler-when", "NC-2.2-iceberg-susceptible")
def test_a_boat_strikes_ice_like_any_ship() -> None:
    sea = Sea(options=ON).weather("clear")
    sea.place("u-88", OUTSIDE)
    sea.missions(AXIS, dice=[5]).send(SORTIE, "u-88").act(AXIS, f"go {ZONE}", "stop", "choose u-88")
    assert sea.piece("u-88").damage == 1


@pytest.mark.rule("NC-11.2-growler-when")
def test_the_die_falls_before_the_guns_speak() -> None:
    sea = Sea(options=ON).weather("clear")
    sea.place("gb-dd-1", OUTSIDE)
    sea.place("de-dd-1", ZONE)
    sea.identify("de-dd-1").missions(ALLIED, dice=[4, 3, 10])
    sea.send(ATTACK, "gb-dd-1").act(ALLIED, f"go {ZONE}", "stop", "choose gb-dd-1", "engage gb-dd-1 de-dd-1")
    assert sea.piece("de-dd-1").damage == 0, "3 is above half of her four"


@pytest.mark.rule("NC-11.2-growler-when")
def test_whoever_breaks_off_or_is_left_among_the_ice_rolls_too() -> None:
    sea = icy("mt-01", "gb-dd-1", dice=[1, 4]).act(ALLIED, f"go {ZONE}", "drop-off", "choose mt-01")
    assert len(sea.rolls("NC-11.2-growler-when")) == 1, "for the merchant that stays"
    sea.act(ALLIED, f"go {OUTSIDE}", "cancel", "choose gb-dd-1")
    assert sea.piece("gb-dd-1").damage == 1
    assert sea.dice_left() == {}


def imagined(sea: Sea, owner: Side, step: Growlers) -> None:
    """The enemy sees that somebody rolls, not who: in each of his worlds it is one that could be."""
    opened = GAME.decoder.decode(sea.match.step_opening)
    assert opened.agenda[-1] == step
    enemy = eyes_of(owner.enemy)
    known = GAME.known(sea.data, opened, enemy)
    assert known.agenda[-1] == Growlers(step.cell, ("?",))
    for number in range(20):
        world = GAME.imagine(sea.data, known, enemy, Dice.seeded("ice", number))
        found = world.agenda[-1]
        assert isinstance(found, Growlers)
        (name,) = found.units
        assert world.pieces[owner][name].at == step.cell
        assert GAME.known(sea.data, world, enemy).agenda == known.agenda


def test_the_enemy_imagines_some_piece_of_the_stack_among_the_ice() -> None:
    sea = icy("mt-01", "gb-dd-1", "norfolk", dice=[4]).act(ALLIED, f"go {ZONE}", "drop-off", "choose mt-01")
    imagined(sea, ALLIED, Growlers(ZONE, ("mt-01",)))


@pytest.mark.rule("NC-11.2-growler-leaving", "NC-11.2-growler-when")
@pytest.mark.parametrize("escorted", [False, True])
def test_westbound_merchants_roll_before_they_leave_the_map(escorted: bool) -> None:
    """12.2 plays on the winter line, where 0109 and 0110 are in the zone; a damaged merchant has no point left."""
    sea = Sea("enter-the-luftwaffe", ON).weather("clear")
    names = ["mt-01", "mt-02", *(["gb-dd-1"] if escorted else [])]
    sea.place_all(names, "0111", start="4434")
    sea.missions(ALLIED, dice=[4, 6, 1]).send(SORTIE, *names).act(ALLIED, "go 0110", "leave-map", "choose mt-01")
    assert sea.piece("mt-02").at == "safe"
    assert (sea.piece("mt-01").at, sea.piece("mt-01").damage) == ("0110", 1)
    assert sea.now.points[ALLIED] == 6
    sea.act(ALLIED, "stop")
    rolled = [roll.subject for roll in sea.rolls("NC-11.2-growler-when")]
    assert len(rolled) == 1 + escorted, "the destroyer stays and has not rolled; the merchant has"


def test_ice_finds_decoys_out_only_where_there_is_no_ship() -> None:
    sea = Sea(options=ON).weather("clear")
    sea.place_all(["mt-01", "allied-decoy-1"], OUTSIDE)
    sea.place_all(["allied-decoy-2", "allied-decoy-3"], BELOW)
    sea.missions(ALLIED, dice=[6]).send(SORTIE, "mt-01", "allied-decoy-1").act(ALLIED, f"go {ZONE}", "stop")
    assert sea.offered(ALLIED) == ["choose mt-01"]
    sea = Sea(options=ON).weather("clear")
    sea.place_all(["allied-decoy-2", "allied-decoy-3"], OUTSIDE)
    sea.missions(ALLIED, dice=[4]).send(SORTIE, "allied-decoy-2", "allied-decoy-3")
    sea.act(ALLIED, f"go {ZONE}", "stop", "choose allied-decoy-2")
    assert (sea.piece("allied-decoy-2").at, sea.piece("allied-decoy-3").at) == ("pool", ZONE)


def test_the_enemy_sees_the_damage_and_not_the_ship() -> None:
    sea = icy("mt-01", "gb-dd-1", dice=[4]).act(ALLIED, f"go {ZONE}", "stop", "choose mt-01")
    seen = sea.match.known(Observer.AXIS)
    assert list(seen.marks.values()) == [["damage 1"]]
    assert sea.told("NC-2.4-damage-marker", Observer.AXIS) == []
    assert len(sea.told("NC-2.4-damage-marker", Observer.ALLIED)) == 1
    assert "mt-01" not in str(sea.told("NC-4.0-face-down", Observer.AXIS))


@pytest.mark.rule("NC-11.2-growler-interceptors")
@pytest.mark.parametrize(("at", "rolled"), [(OUTSIDE, True), (ZONE, False)])
def test_ships_that_enter_the_zone_to_intercept_roll_for_it_and_those_that_lay_there_do_not(
    at: str, rolled: bool
) -> None:
    """Kent is at risk for her own voyage; a 4 damages Hipper, which came from outside, after the battle."""
    sea = Sea(options=ON).weather("clear")
    sea.on_patrol("hipper", at)
    sea.place("kent", "1902")
    sea.missions(ALLIED, dice=[10, 10, 1, 4] if rolled else [10, 10, 1]).send(SORTIE, "kent").act(ALLIED, f"go {ZONE}")
    while ALLIED in sea.match.pending:
        sea.act(ALLIED, f"go {ZONE}")
    while sea.piece("kent").at != ZONE:
        sea.act(AXIS, "choose -").act(ALLIED, f"go {ZONE}")
    sea.act(AXIS, "choose hipper", "engage hipper kent")
    for side in (AXIS, ALLIED):
        if side in sea.match.pending and sea.asked(side).rule == "NC-9.8-rating":
            sea.act(side, "stop")
    if rolled:
        assert sea.asked(AXIS).rule == "NC-11.2-growler-when"
        sea.act(AXIS, "choose hipper")
    assert sea.piece("hipper").damage == int(rolled)
    assert len(sea.rolls("NC-11.2-growler-when")) == 1 + rolled
    assert sea.dice_left() == {}


@pytest.mark.rule("NC-11.2-growler-interceptors")
def test_a_boat_that_was_too_slow_rolls_unseen_when_the_mission_is_over() -> None:
    sea = Sea(options=ON).weather("clear")
    sea.on_patrol("u-88", OUTSIDE)
    sea.place("gb-dd-1", ZONE)
    sea.missions(ALLIED, dice=[1, 5]).send(SORTIE, "gb-dd-1").act(ALLIED, "go 2002", "go 2003")
    sea.act(AXIS, "choose u-88")
    assert sea.told("NC-7.1-fail-continue")
    sea.act(ALLIED, "stop")
    assert sea.asked(AXIS).rule == "NC-11.2-growler-when"
    imagined(sea, AXIS, Growlers(sea.piece("u-88").at, ("u-88",)))
    sea.act(AXIS, "choose u-88")
    assert (sea.piece("u-88").damage, sea.is_up("u-88")) == (1, False)
    assert not any("U-88" in str(event) for event in sea.told("NC-11.2-growler-4-5", Observer.ALLIED))
