"""Chapter 7.7: a force may intercept an enemy that comes near it."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import Disengage, Go, Intercept, Retreat, SpeedUp
from barents.games.arctic_disaster.state import Activate
from barents.kernel.actions import Decline

from .sailing import ACT, REACT, goes, left, sea, settle
from .theatre import ALLIED, AXIS, Theatre


def approach(*, cruisers: tuple[str, ...] = ("london",), dice: tuple[int, ...] = (), die: int = 5) -> Theatre:
    """TG B comes from 2321 to 2222, next to the cruisers in 2223, who have let a first chance pass."""
    theatre = sea()
    theatre.force("tg-b", "2321", "luetzow")
    theatre.force("cruiser-force", "2223", *cruisers)
    theatre.begin(Activate(AXIS, "tg-b"), dice=dice, axis=[die])
    theatre.act(AXIS, SpeedUp(maximum=False))
    assert theatre.asked(ALLIED).rule == REACT, "2223 is two hexes from 2321"
    theatre.act(ALLIED, Decline()).act(AXIS, Go("2222"))
    assert theatre.asked(ALLIED).rule == REACT
    return theatre


@pytest.mark.rule("AD-7.7-react-example", "AD-7.7-react-continue", "AD-7.6.4-combat-continue")
def test_tirpitz_is_intercepted_and_goes_on_to_the_convoy() -> None:
    """G3: a hex and a combat of two rounds cost two of four points, and the convoy is next to her.

    The dice: both sides' areas, who moves first in either round, and a 9 with one for the earlier round to break off.
    """
    theatre = sea()
    theatre.now.knights_move = "drawn"
    theatre.force("tg-a", "2321", "tirpitz")
    theatre.force("cruiser-force", "2223", "london")
    theatre.convoy("2122", "carlton", "fury")
    theatre.begin(Activate(AXIS, "tg-a"), dice=[5, 5, 9, 8, 9, 8, 9], axis=[5])
    theatre.act(AXIS, SpeedUp(maximum=False))
    assert theatre.now.active is not None
    assert left(theatre) == 4
    theatre.act(ALLIED, Decline()).act(AXIS, Go("2222"))
    assert theatre.offered(ALLIED) == ["decline", "intercept cruiser-force"], "PQ-17 does not intercept"
    theatre.act(ALLIED, Intercept("cruiser-force"))
    assert theatre.marker("cruiser-force").at == "2222"
    assert theatre.marker("tg-a").detected
    for stop in (False, True):
        theatre.idle_until("AD-11.4.9-both-stop")
        theatre.act(ALLIED, Disengage(False)).act(AXIS, Disengage(stop))
    theatre.act(AXIS, Retreat("2121"))
    settle(theatre, AXIS)
    assert theatre.asked(AXIS).rule == ACT
    assert left(theatre) == 2
    assert "2122" in goes(theatre, AXIS)
    assert not theatre.dice_left()


@pytest.mark.rule("AD-7.7-react-search", "AD-7.7-react-success", "AD-7.7-react-fail", "AD-7.7-react-mp")
def test_the_interceptor_has_to_find_the_mover() -> None:
    """G70: a 4 fails and a 5 succeeds, whether or not the mover is detected already."""
    for seen in (False, True):
        theatre = approach(die=4)
        theatre.marker("tg-b").detected = seen
        theatre.act(ALLIED, Intercept("cruiser-force"))
        assert theatre.marker("cruiser-force").at == "2223"
        assert theatre.now.battle is None
        assert theatre.asked(AXIS).rule == ACT, "the mover goes on"
        assert theatre.marker("tg-b").detected is seen
    theatre = approach(die=5)
    theatre.act(ALLIED, Intercept("cruiser-force"))
    battle = theatre.now.battle
    assert battle is not None
    assert (battle.cell, battle.active, battle.intercepted) == ("2222", AXIS, True)
    assert battle.entered == {"cruiser-force": "2223", "tg-b": "2321"}
    assert theatre.marker("cruiser-force").spent == 2
    assert theatre.marker("tg-b").detected


@pytest.mark.rule("AD-7.7-react-trigger", "AD-7.7-react-once")
def test_each_force_has_one_try_in_an_activation() -> None:
    theatre = approach(die=1)
    theatre.act(ALLIED, Intercept("cruiser-force"))
    theatre.act(AXIS, Go("2322"))
    assert theatre.asked(AXIS).rule == ACT, "no other force is near"
    theatre = sea()
    theatre.force("tg-b", "2321", "luetzow")
    theatre.force("cruiser-force", "2224", "london")
    theatre.begin(Activate(AXIS, "tg-b")).act(AXIS, SpeedUp(maximum=False))
    assert theatre.asked(AXIS).rule == ACT, "three hexes are too far"


@pytest.mark.rule("AD-7.7-react-no-convoy", "AD-6.5-dummy-no-act")
def test_whoever_has_a_marker_near_is_asked_even_if_it_can_do_nothing() -> None:
    theatre = sea()
    theatre.force("tg-b", "2321", "luetzow")
    theatre.convoy("2223")
    theatre.force("tf-2", "2222")
    theatre.ship("onslow", "2322")
    theatre.begin(Activate(AXIS, "tg-b")).act(AXIS, SpeedUp(maximum=False))
    assert theatre.asked(ALLIED).rule == REACT
    assert theatre.offered(ALLIED) == ["decline"]


@pytest.mark.rule("AD-7.7-react-mp", "AD-7.7-react-legal-hex")
@pytest.mark.parametrize(
    ("cell", "ships", "spent", "able"),
    [
        ("2130", ("london",), 4, True),
        ("2130", ("london",), 6, False),
        ("2129", ("london",), 6, True),
        ("2129", ("duke-of-york", "onslow"), 0, False),
    ],
)
def test_it_needs_points_for_the_way_and_leave_to_go_there(
    cell: str, ships: tuple[str, ...], spent: int, able: bool
) -> None:
    """The mover stands in 2128 in the Barents Sea, where battleships may not go."""
    theatre = sea()
    theatre.force("tg-b", "2128", "luetzow")
    theatre.force("tf-1", cell, *ships, spent=spent)
    theatre.begin(Activate(AXIS, "tg-b")).act(AXIS, SpeedUp(maximum=False))
    assert ("intercept tf-1" in theatre.offered(ALLIED)) is able


@pytest.mark.rule("AD-7.7-react-legal-hex")
def test_a_german_force_that_has_to_go_home_does_not_intercept_and_one_that_does_has_sailed() -> None:
    for fuel, able in ((2, False), (1, True)):
        theatre = sea()
        theatre.force("tg-b", "3229", "luetzow", fuel=fuel)
        theatre.force("tf-1", "3128", "london")
        theatre.begin(Activate(ALLIED, "tf-1"), allied=[5]).act(ALLIED, SpeedUp(maximum=False))
        assert ("intercept tg-b" in theatre.offered(AXIS)) is able
    theatre.act(AXIS, Intercept("tg-b"))
    assert theatre.marker("tg-b").sortied


@pytest.mark.rule("AD-7.7-react-fail", "AD-6.5-dummy-detected")
def test_a_dummy_that_is_found_is_gone_and_nobody_moves() -> None:
    theatre = sea()
    theatre.force("tg-c", "2321")
    theatre.force("cruiser-force", "2322", "london")
    theatre.begin(Activate(AXIS, "tg-c"), axis=[5]).act(AXIS, SpeedUp(maximum=False))
    theatre.act(ALLIED, Intercept("cruiser-force"))
    assert theatre.is_over
    assert "tg-c" not in theatre.now.forces[AXIS]
    assert (theatre.marker("cruiser-force").at, theatre.marker("cruiser-force").spent) == ("2322", 0)


@pytest.mark.rule("AD-7.7-react-fail", "AD-7.7-react-mp")
def test_an_interceptor_that_is_torpedoed_on_its_way_gets_no_further_and_everyone_hears_it() -> None:
    """London has the points for two hexes; hit in the first, she has none for the second."""
    theatre = sea()
    theatre.force("tg-b", "2641", "z-24")
    theatre.force("cruiser-force", "2639", "london", spent=4)
    theatre.boat("u-88", "2640")
    theatre.begin(Activate(AXIS, "tg-b"), axis=[5], dice=[10, 8]).act(AXIS, SpeedUp(maximum=False))
    theatre.act(ALLIED, Intercept("cruiser-force")).act(AXIS, "submarine attack")
    assert theatre.find("london").damage == 2
    assert theatre.marker("cruiser-force").at == "2640"
    assert theatre.words()[-1] == "The interception comes to nothing"
    assert theatre.now.battle is None
    assert theatre.asked(AXIS).rule == ACT, "the mover goes on"


@pytest.mark.rule("AD-7.7-react-trigger", "AD-7.7-react-fail")
def test_an_interceptor_that_is_sunk_on_its_way_does_not_come() -> None:
    theatre = sea()
    theatre.force("tg-b", "2641", "z-24")
    theatre.force("cruiser-force", "2639", "somali")
    theatre.boat("u-88", "2640")
    theatre.begin(Activate(AXIS, "tg-b"), axis=[5], dice=[10, 10]).act(AXIS, SpeedUp(maximum=False))
    theatre.act(ALLIED, Intercept("cruiser-force")).act(AXIS, "submarine attack")
    assert theatre.find("somali").at == "lost"
    assert theatre.words()[-1] == "The interception comes to nothing"
    assert theatre.now.battle is None
    assert theatre.asked(AXIS).rule == ACT, "the mover goes on"


@pytest.mark.rule("AD-5.1-fog-on-entry", "AD-7.7-react-success")
@pytest.mark.parametrize("die", [4, 5])
def test_an_interceptor_that_sails_into_fog_may_be_lost_from_sight_until_it_fights(die: int) -> None:
    theatre = sea()
    theatre.weather(barents="fog")
    assert [theatre.data.zone_of[cell] for cell in ("1829", "1928")] == ["norwegian", "barents"]
    theatre.force("tg-b", "1928", "luetzow", "scheer")
    theatre.force("tf-1", "1829", "london", detected=True)
    theatre.begin(Activate(AXIS, "tg-b"), dice=[die], axis=[8]).act(AXIS, "speed-up no")
    theatre.idle_until(REACT).act(ALLIED, "intercept tf-1").idle_until("AD-11.4.2-groups-secret")
    assert [roll.total for roll in theatre.rolls("AD-5.1-fog-roll-barents")] == [die]
    assert any("out of sight" in words for words in theatre.words()) is (die <= 4)
    assert theatre.marker("tf-1").detected, "whoever fights is seen"
