"""Solitaire 3.3.1: how the automaton's ships fight."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.automaton.battle import fleeing
from barents.games.nordkapp.datafiles import Box
from barents.games.nordkapp.rules.units import Factor
from barents.games.nordkapp.state import CombatBox, Exchange, Manoeuvres, Piece, SurfaceCombat
from barents.kernel.sides import Observer

from .solo import Solo
from .waters import ALLIED, AXIS

HERE = "2005"


def met(ships: dict[str, Box], enemies: dict[str, int], damaged: tuple[str, ...] = ()) -> Solo:
    """A combat under way: the automaton's ships in their boxes, and German ships at long range with their damage."""
    solo = Solo().weather("fair")
    for name in ships:
        solo.place(name, HERE, damage=int(name in damaged))
    for name, damage in enemies.items():
        solo.place(name, HERE, damage=damage)
    solo.state.box = CombatBox("surface", HERE, ALLIED, round=1)
    solo.state.box.ships = {**ships, **dict.fromkeys(enemies, "long")}
    return solo


def after(ship: str, box: Box, face: int = 0) -> Box:
    """The box of a ship after her manoeuvre, with a die if she rolls one; no more and no fewer fall.

    Pozarica is with her, and stays where she is; Tirpitz does so too.
    """
    solo = met({ship: box, "pozarica": "long"}, {"tirpitz": 0})
    solo.begin(Manoeuvres(), allied=[face] if face else []).act(AXIS, "manoeuvre stay")
    assert not solo.dice_left()
    assert solo.now.box is not None
    assert solo.now.box.round == 2
    return solo.now.box.ships[ship]


@pytest.mark.rule("NS-3.3.1-bb-range", "NS-3.3.1-bb-back")
@pytest.mark.parametrize("ship", ["king-george-v", "renown"])
def test_battleships_fight_at_long_and_medium_range(ship: str) -> None:
    assert after(ship, "long", 2) == after(ship, "medium", 4) == "medium"
    assert after(ship, "long", 1) == after(ship, "medium", 5) == "long"
    assert after(ship, "short") == "medium"
    assert after(ship, "torpedo") == "short"


@pytest.mark.rule("NS-3.3.1-ca-range", "NS-3.3.1-ca-back")
def test_cruisers_fight_at_medium_and_short_range() -> None:
    assert after("kenya", "long") == "medium"
    assert after("kenya", "medium", 6) == after("kenya", "short", 2) == "short"
    assert after("kenya", "medium", 3) == after("kenya", "short", 1) == "medium"
    assert after("kenya", "torpedo") == "short"


@pytest.mark.rule("NS-3.3.1-dd-range", "NS-3.3.1-dd-back")
@pytest.mark.parametrize("ship", ["gb-dd-01", "e-01"])
def test_destroyers_and_escorts_fight_at_short_and_torpedo_range(ship: str) -> None:
    assert after(ship, "long") == "medium"
    assert after(ship, "medium") == "short"
    assert after(ship, "short", 2) == "torpedo"
    assert after(ship, "short", 3) == "short"
    assert after(ship, "torpedo") == "short"


@pytest.mark.rule("NS-3.3.1-cv-stay", "NS-3.3.1-merchants")
@pytest.mark.parametrize("ship", ["victorious", "palomares", "merc-01"])
def test_carriers_anti_aircraft_ships_and_merchants_stay_away(ship: str) -> None:
    assert after(ship, "long") == "long"


# Targets


def aims(
    ships: dict[str, Box], enemies: dict[str, int], damaged: tuple[str, ...] = ()
) -> dict[str, tuple[Factor, str]]:
    """Who fires with what at whom in a round in which every shot of the automaton's hits, and none of the German's.

    A shot at a ship that has gone down by then is at the same one.
    """
    solo = met(ships, enemies, damaged)
    answering = sum(solo.data.counters[name].type in ("BB", "BC") for name in enemies)
    solo.begin(Exchange(), dice=[*[1] * answering, *[10] * len(ships)])
    if solo.asked(AXIS).rule == "NK-8.1-round-fire":
        solo.plot(AXIS)
    hits = {str(event.about["by"]): str(event.about["unit"]) for event in solo.told("NK-8.1-round-fire")}
    fired: dict[str, tuple[Factor, str]] = {}
    for roll in solo.rolls("NK-8.1-round-fire"):
        if roll.subject in ships:
            target = hits.get(solo.data.counters[roll.subject].name, next(iter(hits.values()), ""))
            fired[roll.subject] = ("torp" if "torpedoes" in roll.modifiers else "gun", target)
    return fired


@pytest.mark.rule("NS-3.3.1-prio-heavy")
def test_the_line_fires_at_the_largest_ship_first() -> None:
    line: dict[str, Box] = {"king-george-v": "long", "renown": "long", "kenya": "medium"}
    everyone = {"de-dd-1": 0, "hipper": 0, "scheer": 0, "tirpitz": 0}
    for gone in ("tirpitz", "scheer", "hipper", "de-dd-1"):
        assert {target for _, target in aims(line, everyone).values()} == {gone}
        del everyone[gone]


@pytest.mark.rule("NS-3.3.1-prio-light")
def test_others_fire_at_cruisers_and_destroyers_and_leave_the_largest_to_the_line() -> None:
    both: dict[str, Box] = {"king-george-v": "long", "gb-dd-01": "short"}
    assert aims(both, {"tirpitz": 0, "hipper": 0, "de-dd-1": 0})["gb-dd-01"] == ("gun", "hipper")
    assert aims(both, {"tirpitz": 0, "de-dd-1": 0})["gb-dd-01"] == ("gun", "de-dd-1")
    assert "gb-dd-01" not in aims(both, {"tirpitz": 0, "scheer": 0}), "they hold their fire"
    assert aims({"gb-dd-01": "short"}, {"tirpitz": 0})["gb-dd-01"] == ("gun", "tirpitz")
    assert aims({"kenya": "long", "gb-dd-01": "short"}, {"tirpitz": 0})["gb-dd-01"] == ("gun", "tirpitz"), (
        "a cruiser at long range cannot fire"
    )


@pytest.mark.rule("NS-3.3.1-prio-tie")
def test_of_equal_targets_the_most_damaged_then_the_best_guns_then_the_name() -> None:
    line: dict[str, Box] = {"king-george-v": "long"}
    assert aims(line, {"scheer": 0, "luetzow": 1})["king-george-v"] == ("gun", "luetzow")
    assert aims(line, {"luetzow": 0, "scheer": 0})["king-george-v"] == ("gun", "scheer"), "Admiral Scheer before Lützow"
    assert aims(line, {"de-dd-2": 0, "de-dd-1": 0})["king-george-v"] == ("gun", "de-dd-1")


@pytest.mark.rule("NS-3.3.1-dd-weapon")
def test_at_torpedo_range_a_destroyer_fires_the_larger_factor() -> None:
    prey = {"hipper": 0}
    assert aims({"gb-dd-01": "torpedo"}, prey)["gb-dd-01"] == ("torp", "hipper")
    assert aims({"su-dd-01": "torpedo"}, prey)["su-dd-01"] == ("torp", "hipper"), "three and three"
    assert aims({"us-dd-01": "torpedo"}, prey)["us-dd-01"] == ("torp", "hipper"), "four and four"
    assert aims({"e-01": "torpedo"}, prey)["e-01"] == ("gun", "hipper"), "escorts have no torpedoes"


@pytest.mark.rule("NS-3.3.1-merchants", "NS-3.3.1-cv-stay")
def test_anti_aircraft_ships_and_merchants_do_not_fire() -> None:
    assert aims({"palomares": "torpedo", "merc-01": "long", "victorious": "long"}, {"hipper": 0}) == {}


# Flight


def ships(**damage: int) -> list[Piece]:
    """Ships with their damage; underscores stand for hyphens."""
    return [Piece(name.replace("_", "-"), HERE, damage=points) for name, points in damage.items()]


@pytest.mark.rule("NS-3.3.1-cv-flee")
def test_a_carrier_flees_once_every_other_warship_is_sunk_or_damaged() -> None:
    data = Solo().data
    assert fleeing(data, ships(victorious=0, king_george_v=1, kenya=0)) == []
    assert [piece.id for piece in fleeing(data, ships(victorious=0, king_george_v=1, kenya=1))] == ["victorious"]
    assert [piece.id for piece in fleeing(data, ships(victorious=1, merc_01=0))] == ["victorious"]


def fight(*own: str, dice: tuple[int, ...] = (), allied: tuple[int, ...] = (), **damage: int) -> Solo:
    """Tirpitz against some ships, before the manoeuvres of the first round."""
    solo = Solo().weather("fair")
    for name in own:
        solo.place(name, HERE, damage=damage.get(name.replace("-", "_"), 0))
    solo.place("tirpitz", HERE)
    solo.begin(SurfaceCombat(ALLIED, HERE), dice=dice, allied=allied)
    return solo


@pytest.mark.rule("NS-3.3.1-cv-flee", "NS-3.3.1-no-flight")
def test_only_the_carrier_leaves_and_the_others_fight_on() -> None:
    solo = fight("victorious", "kenya", dice=(1, 4), allied=(2,), kenya=1)
    solo.plot(AXIS, tirpitz="kenya")
    solo.act(AXIS, "manoeuvre stay")
    assert solo.now.box is not None
    assert set(solo.now.box.ships) == {"kenya", "tirpitz"}
    assert solo.piece("victorious").at == HERE
    assert solo.now.box.round == 2
    failed = fight("victorious", "kenya", dice=(1, 3), allied=(2,), kenya=1)
    failed.plot(AXIS, tirpitz="kenya")
    failed.act(AXIS, "manoeuvre stay")
    assert failed.now.box is not None
    assert "victorious" in failed.now.box.ships


@pytest.mark.rule("NS-3.3.1-no-flight")
def test_damaged_ships_do_not_flee() -> None:
    solo = fight("king-george-v", "kenya", dice=(1, 1), allied=(1, 1), king_george_v=4, kenya=1)
    solo.plot(AXIS, tirpitz="kenya")
    solo.act(AXIS, "manoeuvre stay")
    assert not solo.rolls("NK-8.3.3-flight-roll")
    assert not solo.rolls("NS-3.3.1-cv-flee")
    assert solo.now.box is not None
    assert solo.now.box.round == 2
    assert not solo.rolls("NS-3.3.1-bb-range", Observer.AXIS), "he does not see what they mean to do"


@pytest.mark.rule("NS-3.3.1-prio-heavy", "NS-3.3.1-bb-range")
def test_a_round_is_fought_by_these_rules() -> None:
    solo = fight("king-george-v", "gb-dd-01", dice=(1, 9), allied=(2,))
    solo.plot(AXIS, tirpitz="gb-dd-01")
    assert solo.piece("tirpitz").damage == 2, "nine, less two at long range, and seven"
    solo.act(AXIS, "manoeuvre close")
    assert solo.now.box is not None
    assert solo.now.box.ships == {"king-george-v": "medium", "gb-dd-01": "medium", "tirpitz": "medium"}
