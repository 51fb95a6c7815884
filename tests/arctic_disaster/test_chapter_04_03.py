"""Chapters 4.3 and 4.3.1: what an activated force does, and how undamaged ships on their own move."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import MoveUnit, Pass, SpeedUp
from barents.games.arctic_disaster.rules.flow import TURN
from barents.games.arctic_disaster.state import Activate, Draw, Reorganise, Singles

from .sailing import ACT, activate, goes, left, play_out, sail, sea, settle
from .theatre import ALLIED, ARMAGEDDON, AXIS, HISTORICAL


@pytest.mark.rule("AD-4.3-example-cruiser", "AD-4.3-speed-slowest", "AD-4.3-search-free", "AD-7.1-adjacent")
def test_the_cruisers_find_a_german_force_two_hexes_away() -> None:
    """G1: from 2128 by 2228 to 2327 for two of four points; the search is free, and then they may open fire."""
    theatre = sea()
    theatre.force("cruiser-force", "2128", "london", "norfolk", "wainwright")
    theatre.force("tg-b", "2327", "luetzow")
    activate(theatre, "cruiser-force", nobody=[5, 1])
    assert left(theatre) == 4, "London's four, not Wainwright's five"
    near = [cell for cell in theatre.data.neighbours("2128") if theatre.data.distance(cell, "2327") <= 2]
    assert goes(theatre, ALLIED) == set(near), "as long as the Germans have not been searched for from the air"
    sail(theatre, ALLIED, "2228", "2327")
    assert left(theatre) == 2
    assert theatre.marker("tg-b").detected
    assert not theatre.marker("cruiser-force").detected
    assert "open-fire" in theatre.offered(ALLIED)
    assert not theatre.dice_left()


@pytest.mark.rule("AD-4.3-example-carrier", "AD-4.3-actions-any-order", "AD-7.6.2-strike-cost")
def test_the_carrier_moves_searches_and_strikes() -> None:
    """G2: three hexes to 2232, an air search as far as 2829, and the strike takes the fourth point."""
    theatre = sea()
    theatre.force("tf-1", "2134", "victorious", "duke-of-york", "ashanti")
    theatre.aircraft("832")
    theatre.force("tg-b", "2829", "luetzow")
    activate(theatre, "tf-1", axis=[5])
    assert left(theatre) == 4
    assert "air-search" not in theatre.offered(ALLIED), "2829 is too far from 2134"
    sail(theatre, ALLIED, "2133", "2132", "2232")
    assert left(theatre) == 1
    theatre.act(ALLIED, "air-search")
    settle(theatre, ALLIED)
    assert theatre.marker("tg-b").detected
    assert left(theatre) == 1, "searches are free"
    theatre.act(ALLIED, "launch-strike tg-b")
    assert left(theatre) == 0
    assert theatre.now.raid is not None
    assert theatre.now.raid.target == "tg-b"


@pytest.mark.rule("AD-7.6.2-strike-cost")
def test_there_is_no_strike_without_a_point_for_it() -> None:
    theatre = sea()
    theatre.force("tf-1", "2134", "victorious")
    theatre.aircraft("817")
    theatre.force("tg-b", "2438", "luetzow", detected=True)
    activate(theatre, "tf-1")
    assert "launch-strike tg-b" in theatre.offered(ALLIED)
    sail(theatre, ALLIED, "2135", "2136", "2135")
    assert "launch-strike tg-b" in theatre.offered(ALLIED)
    theatre.act(ALLIED, "go 2136")
    assert theatre.is_over or "launch-strike tg-b" not in theatre.offered(ALLIED)


@pytest.mark.rule("AD-4.3-activation-ends", "AD-7.1-partial-use", "AD-7.1-mp-allowance")
def test_an_activation_ends_when_its_owner_says_so_or_nothing_is_left() -> None:
    theatre = sea()
    theatre.force("tf-2", "2645", "wheatland", "onslow")
    activate(theatre, "tf-2")
    sail(theatre, ALLIED, "2644").act(ALLIED, "stop")
    assert theatre.is_over
    assert (theatre.now.active, theatre.marker("tf-2").at) == (None, "2644")
    theatre = sea()
    theatre.force("tf-2", "2645", "wheatland")
    activate(theatre, "tf-2")
    sail(theatre, ALLIED, "2644", "2643", "2642", "2641")
    assert theatre.offered(ALLIED) == ["stop"], "four points are four hexes"
    assert theatre.marker("tf-2").at == "2641"


@pytest.mark.rule("AD-7.7-react-mp")
def test_what_an_interception_cost_is_gone_when_the_force_is_activated() -> None:
    theatre = sea()
    theatre.force("tf-2", "2645", "wheatland", spent=3)
    theatre.begin(Activate(ALLIED, "tf-2")).act(ALLIED, SpeedUp(maximum=False))
    assert theatre.asked(ALLIED).rule == ACT
    assert left(theatre) == 2.5


# Ships on their own (4.3.1)


@pytest.mark.rule("AD-4.3.1-undamaged-singles")
def test_ships_on_their_own_move_in_turn_the_allied_first() -> None:
    theatre = sea()
    for name, cell in (("onslow", "2645"), ("onslaught", "2644"), ("z-24", "3030"), ("z-27", "3031")):
        theatre.ship(name, cell)
    theatre.ship("z-28", "3031", damage=1)
    theatre.begin(Singles(ALLIED))
    theatre.act(ALLIED, MoveUnit("onslow", "2644"))
    assert not any("z-28" in answer for answer in theatre.offered(AXIS)), "she is damaged"
    theatre.act(AXIS, Pass())
    assert not any("onslow" in answer for answer in theatre.offered(ALLIED)), "she has moved"
    theatre.act(ALLIED, MoveUnit("onslaught", "2645"))
    theatre.act(AXIS, MoveUnit("z-24", "3031"))
    theatre.act(AXIS, Pass())
    assert theatre.is_over, "the Allied ships have all moved, and the German has passed"
    assert [theatre.find(name).at for name in ("onslow", "onslaught", "z-24", "z-27")] == [
        "2644",
        "2645",
        "3031",
        "3031",
    ]


@pytest.mark.rule("AD-4.3.1-undamaged-singles")
def test_when_the_pool_is_empty_they_move_the_allied_first() -> None:
    theatre = sea()
    theatre.ship("onslow", "2645")
    theatre.ship("z-24", "3030")
    theatre.state.pool = ["massed-air"]
    theatre.begin(*TURN[TURN.index(Draw()) :], dice=[1])
    assert list(theatre.match.pending) == [ALLIED]
    theatre.act(ALLIED, Pass())
    assert list(theatre.match.pending) == [AXIS]


@pytest.mark.rule("AD-4.3.1-purpose", "AD-7.5.4-soviet-separate")
def test_a_ship_on_its_own_is_not_wanted_by_those_that_she_may_not_join() -> None:
    """Onslow may go nearer to a British destroyer across the line at 30 degrees, but not to a Soviet one there."""

    def cells(*other: str, **fields: object) -> set[str]:
        theatre = sea()
        theatre.ship("onslow", "2824")
        for name in other:
            theatre.ship(name, "2820", **fields)
        theatre.begin(Singles(ALLIED))
        offered = [answer.split() for answer in theatre.offered(ALLIED)]
        return {answer[-1] for answer in offered if answer[:2] == ["move-unit", "onslow"]}

    assert cells("gremyashchi") == cells()
    assert cells("fury", damage=1) == cells(), "nor does a cripple want her"
    assert cells("fury") > cells()


@pytest.mark.rule("AD-4.3.1-purpose", "AD-7.8-detach-escort", "AD-16.2-port-free")
@pytest.mark.parametrize(
    ("scenario", "name", "cripple", "start", "port"),
    [(HISTORICAL, "grozny", "gremyashchi", "3517", "3617"), (ARMAGEDDON, "z-24", "luetzow", "3228", "3327")],
)
def test_an_escort_whose_cripple_is_lost_may_put_in_and_is_still_there(
    scenario: str, name: str, cripple: str, start: str, port: str
) -> None:
    """With her charge she would have come home for good; on her own she lies in port like any other ship."""
    theatre = sea(scenario)
    side = theatre.data.counters[name].side
    theatre.ship(cripple, "lost")
    theatre.ship(name, start, with_=cripple)
    theatre.begin(Singles(side)).act(side, MoveUnit(name, port))
    assert theatre.is_over
    assert theatre.find(name).at == port


@pytest.mark.rule("AD-4.3.1-no-enemy-hex", "AD-4.3.1-purpose")
def test_such_a_ship_keeps_clear_of_the_enemy_and_goes_where_it_is_wanted() -> None:
    theatre = sea()
    theatre.ship("z-24", "2835")
    theatre.force("tg-b", "2832", "luetzow")
    theatre.force("tf-1", "2834", "london")
    theatre.ship("fury", "2833", damage=1)
    theatre.begin(Singles(AXIS))
    cells = {answer.rpartition(" ")[2] for answer in theatre.offered(AXIS) if answer != "pass"}
    assert "2832" in cells, "she can go round and join"
    assert not cells & {"2834", "2833"}, "the enemy is there"
    assert "2635" not in cells, "north she is nearer to nothing"
    assert "2735" not in cells
    assert "2935" in cells, "that is the way to port too"


@pytest.mark.rule("AD-4.3.1-purpose", "AD-7.4-exit-west")
def test_allied_ships_on_their_own_may_go_west_and_off_the_map() -> None:
    theatre = sea()
    theatre.ship("onslow", "3558")
    theatre.begin(Singles(ALLIED))
    offered = theatre.offered(ALLIED)
    assert "move-unit onslow 3557" not in offered
    theatre.act(ALLIED, MoveUnit("onslow", "out"))
    assert theatre.is_over
    assert theatre.find("onslow").at == "out"


@pytest.mark.rule("AD-4.3.1-join-next-initial")
def test_a_ship_that_comes_to_a_force_is_not_in_it_before_the_next_turn() -> None:
    theatre = sea()
    theatre.ship("onslow", "2645")
    theatre.force("tf-1", "2643", "london")
    theatre.begin(Singles(ALLIED)).act(ALLIED, MoveUnit("onslow", "2643"))
    assert theatre.is_over
    assert (theatre.find("onslow").at, theatre.find("onslow").force) == ("2643", "")


@pytest.mark.rule("AD-4.3.1-join-next-initial", "AD-7.8-detach-no-rejoin")
def test_in_the_next_turn_she_is_in_it_and_a_damaged_ship_is_not() -> None:
    theatre = sea()
    theatre.ship("onslow", "2645")
    theatre.ship("norfolk", "2643", damage=1, apart=True, bound="west")
    theatre.force("tf-1", "2643", "london")
    theatre.force("tf-2", "2643", "manchester")  # a cripple too, for the same base
    theatre.find("manchester").damage, theatre.find("manchester").apart, theatre.find("manchester").bound = (
        1,
        True,
        "west",
    )
    theatre.begin(Singles(ALLIED)).act(ALLIED, MoveUnit("onslow", "2643"))
    theatre.state = theatre.now
    play_out(theatre.begin(Reorganise()))
    assert [theatre.find(name).force for name in ("onslow", "norfolk")] == ["tf-1", ""]
    assert theatre.told("AD-4.3.1-undamaged-singles")[0].about == {"unit": "onslow", "cell": "2643"}
    assert theatre.marker("tf-1").penalty == 0, "a ship that was alone changes no force"


@pytest.mark.rule("AD-4.3.1-purpose", "AD-7.5.3-line30-asterisk")
def test_only_destroyers_of_the_convoy_and_soviet_ships_may_make_for_murmansk() -> None:
    """All lie two hexes from the line at 30 degrees; nobody else is there to be joined, and the west is far."""
    for name, east in (("fury", True), ("onslow", False)):
        theatre = sea()
        theatre.ship(name, "2824")
        theatre.begin(Singles(ALLIED))
        cells = {answer.rpartition(" ")[2] for answer in theatre.offered(ALLIED) if answer != "pass"}
        assert ("2823" in cells) is east
        assert "2825" in cells, "Iceland is a port for all of them"
