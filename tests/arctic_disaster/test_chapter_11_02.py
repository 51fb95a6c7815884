"""Chapter 11.2: air attacks on PQ-17."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import Advance, AttackHere, Engage
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.convoy_display import ASTERN, PORT, SCREEN, STARBOARD
from barents.kernel.sides import Observer

from .raids import BOMBS, CHOOSE, COME_IN, ESCORTS, FLAK, convoy, modifiers, raid_of, raid_on, support
from .theatre import ALLIED, AXIS, Theatre

KG26 = ["kg-26-1", "kg-26-2", "kg-26-3", "kg-26-4"]


def torpedo_run(squares: dict[str, str], start: str, dice: list[int], formation: str = "kg-26") -> Theatre:
    """One torpedo unit has come in at a square of the screen."""
    unit = f"{formation}-1"
    return raid_on(convoy(squares, formation), "pq-17", [unit], dice).plot(AXIS, {unit: start})


@pytest.mark.rule(
    "AD-11.3.1-example-convoy",
    "AD-11.2.1-tb-screen",
    "AD-11.2.1-tb-choose",
    "AD-11.2.1-tb-core-aa",
    "AD-11.2.1-tb-drm-accumulate",
    "AD-11.1-t-double",
)
def test_four_heinkels_on_the_convoy() -> None:
    """G8: the example of 11.3, die by die; an escort with four factors beside the merchant is saved for another."""
    squares = {"carlton": "core-9", "earlston": "core-18", "honomu": "core-27", "ironclad": "core-36"}
    theatre = convoy(squares | {"ledbury": "core-8"}, "kg-26")
    raid_on(theatre, "pq-17", KG26, [7, 7])
    assert theatre.asked(AXIS).rule == COME_IN
    beam = dict(zip(KG26, ("screen-12", "screen-13", "screen-14", "screen-15"), strict=True))
    theatre.plot(AXIS, beam)
    theatre.act(ALLIED, Engage(KG26[0]))
    assert theatre.offered(AXIS) == ["advance core-9", "advance core-18"]
    theatre.act(AXIS, Advance("core-9"))
    assert [(roll.subject, roll.total) for roll in theatre.rolls(FLAK)] == [("carlton", 7)]
    assert theatre.offered(ALLIED) == ["choose -", "choose ledbury"]
    support(theatre)
    theatre.act(AXIS, AttackHere("carlton"))
    assert modifiers(theatre) == [{"anti-aircraft fire": -1}]
    assert theatre.rolls(BOMBS)[0].total == 6
    assert theatre.find("carlton").at == "lost"
    assert set(theatre.offered(ALLIED)) == {f"engage {unit}" for unit in KG26[1:]}


@pytest.mark.rule("AD-11.2.1-tb-screen")
def test_torpedo_units_come_in_through_the_screen_one_to_a_square() -> None:
    """Beam squares without an escort are offered first."""
    theatre = raid_on(convoy({"carlton": "core-9", "poppy": "screen-12"}, "kg-26"), "pq-17", KG26)
    ways = theatre.ways(AXIS, KG26[0])
    assert set(ways) == set(SCREEN)
    assert ways[:9] == [*STARBOARD[1:], *PORT]
    assert len(ways) == len(SCREEN)
    places = dict(zip(KG26, ("screen-13", "screen-13", "screen-14", "screen-15"), strict=True))
    two = " ".join(f"{unit}={square}" for unit, square in places.items())
    assert theatre.asked(AXIS).options.refusal(theatre.game.notation.parse(f"assign {two}")) is not None


@pytest.mark.rule("AD-11.2.1-tb-ahead-astern")
@pytest.mark.parametrize(("die", "sunk"), [(7, True), (6, False)])
def test_a_heinkel_from_ahead(die: int, sunk: bool) -> None:
    """G55."""
    theatre = torpedo_run({"carlton": "core-4"}, "screen-5", [8, die])
    theatre.act(AXIS, Advance("core-4"), AttackHere("carlton"))
    assert modifiers(theatre) == [{"anti-aircraft fire": -1, "ahead or astern": -1}]
    assert (theatre.find("carlton").at == "lost") is sunk


@pytest.mark.rule("AD-11.2.1-tb-ahead-astern")
def test_from_astern_it_is_as_hard_and_from_abeam_it_is_not() -> None:
    for square, change in ((ASTERN[5], {"ahead or astern": -1}), (PORT[4], {}), (STARBOARD[0], {})):
        theatre = support(torpedo_run({"poppy": square}, square, [1, 1]), "poppy")
        theatre.act(AXIS, AttackHere("poppy"))
        assert modifiers(theatre) == [{"small target": -2} | change]


@pytest.mark.rule("AD-11.2.1-tb-drm-accumulate", "AD-11.1-bomb-column")
def test_a_reduced_floatplane_from_abeam() -> None:
    """G56."""
    theatre = convoy({"carlton": "core-9"}, "1-kg-906")
    theatre.state.wings[AXIS]["1-kg-906-1"].steps = 1
    raid_on(theatre, "pq-17", ["1-kg-906-1"], [7, 9]).plot(AXIS, {"1-kg-906-1": "screen-12"})
    theatre.act(AXIS, Advance("core-9"), AttackHere("carlton"))
    assert theatre.told(BOMBS)[0].about["factor"] == 2
    assert theatre.rolls(BOMBS)[0].total == 8
    assert theatre.find("carlton").at == "lost"


@pytest.mark.rule("AD-11.2.1-tb-screen-aa", "AD-11.2.1-tb-choose")
def test_the_escort_in_the_screen_fires_and_may_be_attacked() -> None:
    """It fires at the unit once, also when it is then the target."""
    theatre = torpedo_run({"poppy": "screen-12", "carlton": "core-9"}, "screen-12", [7, 10])
    assert theatre.asked(ALLIED).rule == ESCORTS
    support(theatre, "poppy")
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["poppy"]
    assert theatre.offered(AXIS) == ["attack-here poppy", "advance core-9", "advance core-18"]
    theatre.act(AXIS, AttackHere("poppy"))
    assert len(theatre.rolls(FLAK)) == 1
    assert modifiers(theatre) == [{"anti-aircraft fire": -1, "small target": -2}]
    assert theatre.find("poppy").at == "lost"


@pytest.mark.rule("AD-11.2.1-tb-screen-aa", "AD-11.2.1-tb-escort-once", "AD-11.2.1-tb-target-each")
def test_an_escort_in_the_screen_may_keep_its_shot_for_another() -> None:
    """Ledbury, with four factors, lets the unit pass and fires at it in the core; as a target she fires anyhow."""
    squares = {"ledbury": "screen-12", "carlton": "core-9"}
    theatre = torpedo_run(squares, "screen-12", [1, 7, 1])
    assert theatre.offered(ALLIED) == ["choose -", "choose ledbury"]
    support(theatre)
    assert theatre.rolls(FLAK) == []
    theatre.act(AXIS, Advance("core-9"))
    assert theatre.offered(ALLIED) == ["choose -", "choose ledbury"], "she has not fired yet"
    support(theatre, "ledbury")
    theatre.act(AXIS, AttackHere("carlton"))
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["carlton", "ledbury"]

    theatre = torpedo_run(squares, "screen-12", [7, 1])
    support(theatre)
    theatre.act(AXIS, AttackHere("ledbury"))
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["ledbury"], "the target fires at whoever attacks it"


@pytest.mark.rule("AD-11.2.1-tb-advance", "AD-11.2.1-tb-drm-accumulate")
def test_a_torpedo_unit_flies_on_and_is_fired_at_in_every_square() -> None:
    """It never comes back to a square, never goes back into the screen, and pays for all that was fired at it."""
    squares = {"poppy": "screen-12", "carlton": "core-9", "earlston": "core-8", "rathlin": "rescue-3"}
    theatre = torpedo_run(squares, "screen-12", [7, 7, 7, 10])
    support(theatre, "poppy")
    theatre.act(AXIS, Advance("core-9"))
    offered = theatre.offered(AXIS)
    assert "advance core-8" in offered
    assert not any("screen" in way for way in offered)
    theatre.act(AXIS, Advance("core-8"))
    assert "advance core-9" not in theatre.offered(AXIS)
    theatre.act(AXIS, AttackHere("earlston"))
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["poppy", "carlton", "earlston"]
    assert modifiers(theatre) == [{"anti-aircraft fire": -3}]
    assert theatre.find("earlston").at == "lost"
    assert theatre.find("carlton").damage == 0


@pytest.mark.rule("AD-11.2.1-tb-choose", "AD-11.2.1-tb-advance")
def test_a_rescue_space_may_be_entered_too() -> None:
    theatre = torpedo_run({"rathlin": "rescue-3", "carlton": "core-1"}, "screen-16", [1, 10])
    theatre.act(AXIS, Advance("rescue-3"), AttackHere("rathlin"))
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["rathlin"]
    assert theatre.find("rathlin").at == "lost"


@pytest.mark.rule("AD-11.2.1-tb-core-aa", "AD-11.2.1-tb-escort-once", "AD-11.2.1-tb-target-each")
def test_escorts_near_the_square_fire_once_with_all_their_guns() -> None:
    squares = {
        "carlton": "core-9",
        "palomares": "core-9",
        "ledbury": "core-17",
        "wilton": "core-7",
        "poppy": "core-8",
        "pozarica": "screen-13",
    }
    theatre = raid_on(convoy(squares, "kg-26"), "pq-17", KG26[:2], [1] * 12)
    theatre.plot(AXIS, {KG26[0]: "screen-11", KG26[1]: "screen-12"})
    theatre.act(ALLIED, Engage(KG26[0])).act(AXIS, Advance("core-9"))
    offered = theatre.offered(ALLIED)
    assert "choose palomares,ledbury,pozarica" in offered  # not Wilton, two squares off, nor Poppy with two factors
    assert not any("wilton" in choice or "poppy" in choice for choice in offered)
    support(theatre, "palomares", "pozarica")
    assert [told.about["factor"] for told in theatre.told(FLAK)] == [2, 6, 6]
    theatre.act(AXIS, AttackHere("carlton"))
    theatre.act(AXIS, Advance("core-9"))
    assert theatre.offered(ALLIED) == ["choose -", "choose ledbury"]
    support(theatre)
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["carlton", "palomares", "pozarica", "carlton"]
    theatre.act(AXIS, AttackHere("palomares"))  # she has fired, but fires as the target
    assert [roll.subject for roll in theatre.rolls(FLAK)][4:] == ["palomares"]
    assert theatre.is_over


@pytest.mark.rule("AD-11.2.1-tb-escort-once", "AD-11.2.1-tb-screen-aa", "AD-11.2.1-tb-target-each")
def test_who_has_fired_from_the_screen_cannot_help_later_but_a_rescue_ship_fires_each_time() -> None:
    squares = {"ledbury": "screen-12", "carlton": "core-9", "rathlin": "rescue-3"}
    theatre = raid_on(convoy(squares, "kg-26"), "pq-17", KG26[:3], [1] * 12)
    theatre.plot(AXIS, {KG26[0]: "screen-12", KG26[1]: "screen-16", KG26[2]: "screen-17"})
    support(theatre.act(ALLIED, Engage(KG26[0])), "ledbury").act(AXIS, Advance("core-9"))
    assert theatre.asked(AXIS).rule == CHOOSE  # Ledbury is next to the square, with four factors, but has fired
    theatre.act(AXIS, AttackHere("carlton"))
    theatre.act(ALLIED, Engage(KG26[1])).act(AXIS, Advance("rescue-3"), AttackHere("rathlin"))
    theatre.act(AXIS, Advance("rescue-3"))  # fired at before it says whether it attacks
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["ledbury", "carlton", "rathlin", "rathlin"]


@pytest.mark.rule("AD-11.2.2-b-aa-two", "AD-11.1-aa-step")
def test_a_bomber_that_pozarica_hits() -> None:
    """G57."""
    theatre = convoy({"carlton": "core-9", "pozarica": "core-7", "palomares": "core-6"}, "1-kg-30")
    raid_on(theatre, "pq-17", ["1-kg-30-1"], [6, 9, 10]).plot(AXIS, {"1-kg-30-1": "carlton"})
    assert theatre.asked(ALLIED).rule == ESCORTS
    assert theatre.offered(ALLIED) == ["choose -", "choose pozarica"]
    support(theatre, "pozarica")
    assert theatre.told(BOMBS)[0].about["factor"] == 2
    assert theatre.rolls(BOMBS)[0].total == 8
    assert theatre.find("carlton").damage == 1


@pytest.mark.rule("AD-11.2.2-b-any-square", "AD-11.2.2-b-aa-same", "AD-11.2.2-b-escort-once")
def test_bombers_go_for_any_ship() -> None:
    """The target fires at each of them, an escort in its square or near it once, also a weak one in the same square."""
    squares = {"carlton": "core-9", "poppy": "core-9", "dianella": "core-8", "fury": "screen-4", "rathlin": "rescue-1"}
    theatre = convoy(squares, "1-kg-30")
    units = ["1-kg-30-1", "1-kg-30-2", "1-kg-30-3"]
    raid_on(theatre, "pq-17", units, [1] * 12)
    assert set(theatre.ways(AXIS, units[0])) == set(squares)
    theatre.plot(AXIS, {units[0]: "carlton", units[1]: "carlton", units[2]: "fury"})
    theatre.act(ALLIED, Engage(units[0]))
    assert theatre.offered(ALLIED) == ["choose -", "choose poppy"]
    support(theatre, "poppy")
    theatre.act(ALLIED, Engage(units[1]))
    assert theatre.is_over
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["carlton", "poppy", "carlton", "fury"]


@pytest.mark.rule("AD-11.2.2-b-any-square", "AD-11.2.2-b-aa-same", "AD-11.2.1-tb-screen")
def test_everyone_hears_where_each_unit_goes_and_only_escorts_with_guns_help_the_target() -> None:
    """A submarine has no guns, and a merchant does not help the corvette in her square."""
    theatre = convoy(
        {"carlton": "core-9", "poppy": "core-9", "p614": "core-9", "fury": "screen-12"}, "1-kg-30", "kg-26"
    )
    raid_on(theatre, "pq-17", ["1-kg-30-1", "kg-26-1"], [1] * 6)
    theatre.plot(AXIS, {"1-kg-30-1": "poppy", "kg-26-1": "screen-14"})
    assert [line for line in theatre.words() if "kg-" in line][-2:] == [
        "1-kg-30-1 goes for poppy",
        "kg-26-1 comes in at screen-14",
    ]
    theatre.act(ALLIED, Engage("1-kg-30-1"))
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["poppy"]
    assert theatre.asked(AXIS).rule == CHOOSE, "nobody could help her, and the other unit comes in"

    theatre = convoy({"carlton": "core-9", "poppy": "core-9", "p614": "core-9"}, "1-kg-30")
    raid_on(theatre, "pq-17", ["1-kg-30-1"], [1] * 3).plot(AXIS, {"1-kg-30-1": "carlton"})
    assert theatre.offered(ALLIED) == ["choose -", "choose poppy"]


@pytest.mark.rule("AD-11.1-excess-wasted")
def test_bombs_on_a_ship_that_is_gone() -> None:
    theatre = convoy({"carlton": "core-9", "earlston": "core-8"}, "1-kg-30")
    theatre.find("carlton").damage = 1
    raid_on(theatre, "pq-17", ["1-kg-30-1", "1-kg-30-2"], [1, 10])
    theatre.plot(AXIS, {"1-kg-30-1": "carlton", "1-kg-30-2": "carlton"})
    assert theatre.is_over
    assert theatre.dice_left() == {}
    assert theatre.find("earlston").damage == 0


@pytest.mark.rule("AD-9.3-display-close-up", "AD-9.3-display-when")
def test_before_an_attack_the_core_closes_up_for_a_ship_that_has_come_in() -> None:
    """Keppel has no square yet; the merchant furthest back moves up into the gap, where nobody stands."""
    theatre = convoy({"carlton": "core-1", "honomu": "core-3", "keppel": ""}, "kg-26")
    raid_on(theatre, "pq-17", KG26[:1])
    found = raid_of(theatre).ships
    assert (found["carlton"], found["honomu"]) == ("core-1", "core-2")
    assert found["keppel"] not in ("", "core-1", "core-2")


@pytest.mark.rule("AD-9.3-display-when", "AD-H-display-secret")
def test_the_display_is_laid_open_as_it_stands() -> None:
    """Hunters of a shadower are not on it, and nobody is asked to place ships; before, the German knows no square."""
    theatre = convoy({"carlton": "core-9", "poppy": "screen-12", "lotus": "screen-13"}, "kg-26")
    theatre.find("lotus").away = True

    def squares(observer: Observer) -> set[str]:
        return {
            ship.square for ship in known(theatre.data, theatre.now, observer).ships[ALLIED].values() if ship.square
        }

    theatre.begin()
    assert squares(Observer.AXIS) == squares(Observer.PUBLIC) == set()
    assert {"core-9", "screen-12"} <= squares(Observer.ALLIED)
    raid_on(theatre, "pq-17", KG26[:1])
    assert squares(Observer.AXIS) == squares(Observer.PUBLIC) == {"core-9", "screen-12"}
    assert raid_of(theatre).ships == {"carlton": "core-9", "poppy": "screen-12"}
    assert theatre.now.displayed
    assert theatre.asked(AXIS).rule == COME_IN
    theatre.plot(AXIS, {KG26[0]: "screen-14"})
    assert theatre.asked(AXIS).rule == CHOOSE
