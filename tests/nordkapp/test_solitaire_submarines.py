"""Solitaire 3.4: the Allied submarines."""

from __future__ import annotations

import pytest

from barents.games.nordkapp.state import AutomatonOrders, GermanOrders, Lookout, Recon, SubmarinePhase
from barents.kernel.actions import Choose
from barents.kernel.sides import Observer

from .solo import Solo
from .waters import ALLIED, AXIS, SCATTER

BOAT = "2005"
GROUP = ("tirpitz", "de-dd-1")


def boat(prey: str = "", *ships: str) -> Solo:
    """Trident, and a German group somewhere, in a storm, in which nothing flies."""
    solo = Solo(turn=1).weather("storm")
    solo.place("trident", BOAT, submerged=True)
    if prey:
        solo.force("tirpitz-group", prey, *(ships or GROUP))
    return solo


@pytest.mark.rule("NS-3.4-sub-when")
def test_boats_move_only_when_a_german_surface_unit_is_at_sea() -> None:
    solo = boat()
    solo.place("u-88", "2007")
    assert solo.routes() == {"trident": "2005>down"}
    assert not solo.rolls("NS-3.4-sub-move")


@pytest.mark.rule("NS-3.4-sub-lost-convoy")
def test_boats_whose_convoy_has_no_ship_left_hunt_by_themselves() -> None:
    solo = Solo(SCATTER, turn=5).weather("storm")
    solo.force("pq17", BOAT, "p614", "p615")
    solo.place("tirpitz", "2007")
    assert solo.check("tirpitz") is False, "a force would look two hexes far, a boat looks one"
    solo.begin(AutomatonOrders(), GermanOrders(), allied=[2, 3]).sail({})
    assert {name: (solo.piece(name).at, solo.piece(name).force) for name in ("p614", "p615")} == {
        "p614": ("2006", ""), "p615": ("2007", ""),
    }  # fmt: skip
    with_her = Solo(SCATTER, turn=5).weather("storm")
    with_her.force("pq17", BOAT, "p614", "gb-dd-01")
    with_her.place("tirpitz", "2010")
    assert "p614" not in with_her.routes(2, 2), "with a ship they stay"


@pytest.mark.rule("NS-3.4-sub-move", "NS-3.4-sub-target")
def test_one_hex_on_an_even_die_two_on_an_odd_one_towards_the_nearest_ship_spotted_or_not() -> None:
    assert boat("2010").routes(2) == {"trident": "2005>2006>down"}
    assert boat("2010").routes(3) == {"trident": "2005>2006>2007>down"}
    assert boat("2006").routes(3) == {"trident": "2005>2006>down"}, "it stops where it meets her"
    solo = boat("2010")
    solo.place("hipper", "2002")
    assert solo.routes(2) == {"trident": "2005>2004>down"}
    assert not solo.rolls("NS-3.4-sub-move", Observer.AXIS)


@pytest.mark.rule("NS-3.4-sub-move")
def test_a_boat_that_was_driven_off_stays_and_a_damaged_one_goes_one_hex() -> None:
    solo = boat("2010")
    solo.place("trident", BOAT, driven_off=True)
    assert solo.routes() == {"trident": "2005>down"}
    solo.place("trident", BOAT, damage=1)
    assert solo.routes(3) == {"trident": "2005>2006>down"}


def found(route: str, face: int) -> Solo:
    """German reconnaissance of the boat's hex, after a route of its own this turn."""
    solo = boat()
    solo.place("u-88", BOAT)
    solo.state.courses[ALLIED]["trident"] = route
    solo.begin(Recon(AXIS), dice=[face])
    solo.act(AXIS, Choose((BOAT,)))
    return solo


@pytest.mark.rule("NS-3.4-sub-state", "NS-3.4-sub-found")
def test_reconnaissance_always_finds_a_boat_and_a_die_says_whether_it_is_surfaced() -> None:
    solo = found("2003>2004>2005>down", 3)
    assert not solo.piece("trident").submerged, "three, and two for the hexes that it moved"
    assert "2005: submarine: 1 SUB" in solo.words(Observer.AXIS)
    assert "trident" in solo.match.known(Observer.AXIS).pieces[ALLIED]
    solo = found("2003>2004>2005>down", 2)
    assert solo.piece("trident").submerged
    assert "trident" in solo.match.known(Observer.AXIS).pieces[ALLIED], "known all the same"
    assert found("2004>2005>down", 4).piece("trident").submerged
    assert not found("2005>down", 5).piece("trident").submerged


@pytest.mark.rule("NS-3.4-sub-found")
def test_a_boat_that_nobody_looks_for_is_not_found() -> None:
    solo = boat()
    solo.place("u-88", "2006")
    solo.begin(Recon(AXIS)).act(AXIS, Choose(("2006",)))
    assert not solo.rolls("NS-3.4-sub-state")
    assert "trident" not in solo.match.known(Observer.AXIS).pieces[ALLIED]


@pytest.mark.rule("NS-3.4-sub-attack", "NS-3.4-sub-once")
def test_a_boat_attacks_a_force_at_once_that_is_spotted_in_its_hex_and_moves_on() -> None:
    solo = boat("2009")
    # The boat goes to 2006; the group is missed in 2007, spotted in 2006 and in 2005. The escort detects the boat.
    route = "2009>2008>2007>2006>2005>2004"
    solo.german_turn({"tirpitz-group": route}, 2, 6, 1, 1, dice=[1, 1])
    assert [roll.subject for roll in solo.rolls("NK-7.1.1-die-each")] == ["trident"], "once, though it passes"
    assert not solo.dice_left()
    assert solo.piece("tirpitz").at == "2004"
    assert solo.now.spotted == ["tirpitz-group"]


@pytest.mark.rule("NS-3.4-sub-attack")
def test_ships_that_are_hit_on_the_way_go_no_farther_than_they_can_now() -> None:
    solo = boat("2009")
    route = "2009>2008>2007>2006>2005>2004"
    solo.german_turn({"tirpitz-group": route}, 2, 6, 1, dice=[6, 10, 1])
    assert solo.piece("tirpitz").damage == 2
    assert solo.piece("tirpitz").at == solo.piece("de-dd-1").at == "2006", "half of seven is three"


@pytest.mark.rule("NS-3.4-sub-attack")
def test_a_boat_that_comes_into_the_hex_of_a_spotted_force_attacks_before_that_moves() -> None:
    solo = boat("2006").spotted("tirpitz-group")
    solo.german_turn({"tirpitz-group": "2006>2007"}, 1, 2, 6, dice=[1, 1])
    assert len(solo.rolls("NK-7.1.1-die-each")) == 1
    assert solo.piece("trident").at == "2006"
    assert solo.piece("tirpitz").at == "2007"


@pytest.mark.rule("NS-3.4-sub-attack", "NS-3.4-sub-once")
def test_in_the_submarine_phase_a_boat_attacks_what_is_spotted_in_its_hex_once() -> None:
    solo = boat(BOAT).spotted("tirpitz-group")
    solo.begin(SubmarinePhase(ALLIED), SubmarinePhase(ALLIED), dice=[2])
    assert len(solo.rolls("NK-7.1.1-die-each")) == 1, "by the rules of infiltration"
    assert solo.piece("trident").acted
    assert solo.is_over
    unseen = boat(BOAT)
    unseen.begin(SubmarinePhase(ALLIED))
    assert unseen.is_over
    assert not unseen.piece("trident").acted


@pytest.mark.rule("NS-3.4-sub-target-ship")
def test_it_fires_at_the_largest_ship() -> None:
    solo = boat(BOAT, "hipper", "scheer", "tirpitz").spotted("tirpitz-group")
    solo.begin(SubmarinePhase(ALLIED), dice=[9])
    assert solo.piece("tirpitz").damage == 2
    assert solo.piece("scheer").damage == 0
    smaller = boat(BOAT, "hipper", "scheer").spotted("tirpitz-group")
    smaller.begin(SubmarinePhase(ALLIED), dice=[9])
    assert smaller.piece("scheer").damage == 2, "no escort that could fight it: it attacks at once"


def test_boats_of_a_convoy_sail_with_it() -> None:
    solo = Solo(SCATTER, turn=3)
    solo.convoy("pq17", "2005", "p614", merchants=2)
    solo.place("tirpitz", "2002")
    assert "p614" not in solo.routes(1, 1)


def test_a_damaged_boat_does_not_hold_its_convoy_up() -> None:
    solo = Solo(SCATTER, turn=3)
    solo.convoy("pq17", "2005", "gb-dd-01", merchants=2)
    solo.place("p614", "2005", force="pq17", damage=1)
    solo.begin(Lookout(), AutomatonOrders(), GermanOrders())
    assert solo.now.committed.groups["p614"] == ("p614",)
    assert len(solo.now.committed.routes["pq17"].split(">")) == 3
