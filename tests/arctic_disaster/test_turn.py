"""Rules that show only in the run of a turn: the way home after a recall, the end of a turn and of the game."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.air_fire import lose_step
from barents.games.arctic_disaster.flow import STEPS
from barents.games.arctic_disaster.knowledge import known
from barents.games.arctic_disaster.submarines import attack_modifiers
from barents.games.arctic_disaster.tirpitz import is_sighted
from barents.games.arctic_disaster.units import in_force
from barents.kernel.sides import Observer

from .theatre import ALLIED, AXIS, Theatre

SAILING = {step: procedure for step, procedure in STEPS.items() if step is not s.CleanUp}


@pytest.mark.rule("AD-5.8-hitler-recall-move", "AD-14.0-recall", "AD-14.0-recall-all")
def test_a_recalled_force_goes_home_at_regular_speed_and_is_out_of_the_game() -> None:
    theatre = Theatre(SAILING)
    theatre.force("tg-a", "3028", "tirpitz", "hipper", sortied=True)
    theatre.force("tg-b", "3029", "luetzow", sortied=True)
    theatre.state.hitler, theatre.state.knights_move = "recall", "drawn"
    for key in ("tg-a", "tg-b"):
        theatre.begin(s.Activate(AXIS, key))
        assert not theatre.is_over, "it has to move"
        while not theatre.is_over:
            before = theatre.data.distance(theatre.marker(key).at, "3327")
            offered = theatre.offered(AXIS)
            assert "stop" not in offered
            if theatre.asked(AXIS).rule == "AD-7.1-max-declare":
                assert offered == ["speed-up no"]
                theatre.act(AXIS, "speed-up no")
                continue
            moves = [line for line in offered if line.startswith("go ")]
            assert all(theatre.data.distance(line[3:], "3327") < before for line in moves)
            theatre.act(AXIS, moves[0])
    assert theatre.now.forces[AXIS] == {}
    assert {theatre.find(name).at for name in ("tirpitz", "hipper", "luetzow")} == {s.REMOVED}


@pytest.mark.rule("AD-15.0-when", "AD-5.10-ta-expire", "AD-3.0-phase-order")
def test_the_game_is_judged_after_the_eleventh_turn_and_not_before() -> None:
    early = Theatre(STEPS, turn=10)
    early.state.tactical = ALLIED
    early.begin()
    assert (early.now.turn, early.now.result, early.now.tactical) == (11, None, None)
    late = Theatre(STEPS, turn=11)
    late.ship("victorious", s.LOST)
    late.begin()
    assert late.now.result is not None
    assert (late.now.result.level, late.now.result.points) == ("Allied victory", {"allied": 0, "axis": 15})


@pytest.mark.rule("AD-6.1-singles-open", "AD-6.2-merchant-damaged")
def test_a_damaged_merchant_may_leave_the_convoy_and_lies_open() -> None:
    theatre = Theatre(SAILING)
    theatre.convoy("2640", "carlton", "donbas", "honomu")
    theatre.find("carlton").damage = 1
    theatre.begin(s.Detach(ALLIED, ("carlton",)))
    theatre.plot(ALLIED, carlton="west")
    assert theatre.find("carlton").at == "2640"
    assert [ship.id for ship in in_force(theatre.now, ALLIED, "pq-17")] == ["donbas", "honomu"]
    assert is_sighted(theatre.now, ALLIED, "carlton")
    assert not is_sighted(theatre.now, ALLIED, "donbas")
    seen = known(theatre.data, theatre.now, Observer.AXIS).ships[ALLIED]
    assert seen["carlton"].at == "2640"
    assert "2640" not in [seen[name].at for name in ("donbas", "honomu") if name in seen]


@pytest.mark.rule("AD-1.2-floor-sets")
@pytest.mark.parametrize(("count", "modifier"), [(2, 0), (4, -1), (7, -1), (14, -3)])
def test_only_complete_sets_of_escorts_count(count: int, modifier: int) -> None:
    theatre = Theatre({})
    small = [name for name, about in theatre.data.counters.items() if about.convoy and about.type in ("DD", "FF", "AT")]
    ships = [theatre.ship(name, "2640") for name in small[:count]]
    assert attack_modifiers(theatre.data, "u-88", ships).get("escorts", 0) == modifier


@pytest.mark.rule("AD-2.3-air-two-steps")
def test_an_air_unit_has_two_steps() -> None:
    theatre = Theatre({})
    [*wings] = theatre.aircraft("kg-26")
    assert {wing.steps for wing in wings} == {2}
    lose_step(theatre.at_hand, wings[0], "carlton", "AD-2.3-air-two-steps")
    assert theatre.state.wings[AXIS]["kg-26-1"].steps == 1
    lose_step(theatre.at_hand, wings[0], "carlton", "AD-2.3-air-two-steps")
    assert "kg-26-1" not in theatre.state.wings[AXIS]


@pytest.mark.rule("AD-4.1-carrier-optional")
def test_victorious_need_not_fly() -> None:
    theatre = Theatre(SAILING)
    theatre.force("home-fleet", "2540", "victorious")
    for squadron in ("809", "817", "832"):
        theatre.aircraft(squadron)
    theatre.force("tg-b", "2543", "luetzow", detected=True)
    theatre.begin(s.Activate(ALLIED, "home-fleet"), axis=[1]).act(ALLIED, "speed-up no")
    while theatre.asked(ALLIED).rule != "AD-4.3-actions-any-order":
        theatre.idle(next(iter(theatre.match.pending)))
    theatre.act(ALLIED, "air-search")  # the search is a duty, the strike is not
    offered = theatre.offered(ALLIED)
    assert "launch-strike tg-b" in offered
    assert "stop" in offered
