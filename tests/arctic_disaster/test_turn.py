"""Rules that show only in the run of a turn: the way home after a recall, the end of a turn and of the game."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.combat.air_fire import lose_step
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.flow import STEPS
from barents.games.arctic_disaster.rules.tirpitz import is_sighted
from barents.games.arctic_disaster.rules.units import in_force
from barents.kernel.decisions import Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Observer

from . import wolves
from .eager import eager
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


@pytest.mark.rule("AD-5.10-ta-expire", "AD-3.3-terminal-cleanup", "AD-7.6-mp-expire")
def test_nothing_that_lasts_for_a_turn_outlives_it() -> None:
    theatre = Theatre(STEPS, turn=4)
    theatre.convoy("2644", "carlton", penalty=1, spent=3, activated=True, fast=True, detected=True)
    theatre.ship("onslow", "2646", penalty=1, done=True)
    theatre.boat("u-88", "2640", moved=True)
    theatre.aircraft("1-kg-30")
    now = theatre.state
    now.formations["1-kg-30"].activated = True
    now.tactical, now.kept, now.massed, now.stored = AXIS, "4/activation/3", True, ["1-kg-30"]
    now.convoy_moved = now.west_now = now.displayed = now.tirpitz_seen = True
    theatre.begin()
    after, fresh = theatre.now, Theatre(STEPS, turn=4).now
    marker = theatre.marker("pq-17")
    assert (marker.penalty, marker.spent, marker.activated, marker.fast, marker.detected) == (0, 0, False, False, False)
    assert (theatre.find("onslow").penalty, theatre.find("onslow").done) == (0, False)
    assert not after.boats[AXIS]["u-88"].moved
    assert not after.formations["1-kg-30"].activated
    for field in ("tactical", "kept", "massed", "stored", "convoy_moved", "west_now", "displayed", "tirpitz_seen"):
        assert getattr(after, field) == getattr(fresh, field)


@pytest.mark.rule("AD-6.1-singles-open", "AD-6.2-merchant-damaged")
def test_a_damaged_merchant_may_leave_the_convoy_and_lies_open() -> None:
    theatre = Theatre(SAILING)
    theatre.convoy("2640", "carlton", "donbas", "honomu")
    theatre.find("carlton").damage = 1
    theatre.find("carlton").square = "core-1"
    theatre.begin(s.Detach(ALLIED, ("carlton",)))
    theatre.plot(ALLIED, carlton="west")
    cripple = theatre.find("carlton")
    assert (cripple.at, cripple.force, cripple.square, cripple.away) == ("2640", "", "", False)
    assert [ship.id for ship in in_force(theatre.now, ALLIED, "pq-17")] == ["donbas", "honomu"]
    assert is_sighted(theatre.now, ALLIED, "carlton")
    assert not is_sighted(theatre.now, ALLIED, "donbas")
    seen = known(theatre.data, theatre.now, Observer.AXIS).ships[ALLIED]
    assert seen["carlton"].at == "2640"
    assert "2640" not in [seen[name].at for name in ("donbas", "honomu") if name in seen]


@pytest.mark.rule("AD-1.2-floor-sets", "AD-13.5-attack-roll")
@pytest.mark.parametrize(("count", "modifier"), [(2, 0), (4, -1), (7, -1), (14, -3)])
def test_only_complete_sets_of_escorts_count(count: int, modifier: int) -> None:
    theatre = wolves.waters()
    small = [name for name, about in theatre.data.counters.items() if about.convoy and about.type in ("DD", "FF", "AT")]
    theatre.convoy("2640", "carlton", *small[:count])
    theatre.boat("u-88", "2640")
    wolves.meet(theatre, ALLIED, "pq-17", 5).act(AXIS, wolves.ATTACK)
    assert [roll.modifiers.get("escorts", 0) for roll in theatre.rolls(wolves.WARFARE)] == [modifier]


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


@pytest.mark.rule(
    "AD-3.0-phase-order", "AD-3.1-initial-order", "AD-3.2-activation-until-empty", "AD-3.3-terminal-order"
)
def test_every_question_of_a_turn_is_put_in_its_phase() -> None:
    """Two turns of a game: in which phase each is asked, and in which order the phases come."""
    match: Match[s.State, Data] = Match.new(GAME, "historical", seed=5)
    dice, phases = Dice.seeded("phases"), dict[str, set[str]]()
    order: list[tuple[int, str]] = []
    while match.state.turn < 3:
        now = (match.state.turn, match.state.phase)
        order += [now] if now not in order[-1:] else []
        for decision in match.pending.values():
            phases.setdefault(decision.rule, set()).add(match.state.phase)
        side = next(iter(match.pending))
        match.act(side, eager(match, side, dice))
    turns = [(turn, phase) for turn in (1, 2) for phase in ("initial", "activation", "terminal")]
    assert order == [(1, "set-up"), *turns]
    for phase, rules in {
        "initial": ("AD-7.5.1-hf-once", "AD-3.1-cap-alloc", "AD-4.1-air-withhold"),
        "activation": ("AD-7.1-max-declare", "AD-4.3-actions-any-order", "AD-4.4-air-needs-detected"),
        "terminal": ("AD-3.3-sub-turns",),
    }.items():
        assert [phases[rule] for rule in rules] == [{phase}] * len(rules)


@pytest.mark.rule("AD-5.6-mass-unreleased")
def test_formations_that_waited_in_vain_may_be_put_in_next_turn() -> None:
    """Turns 3 to 5 are the third of July. One that has flown is not offered again that day."""
    theatre = Theatre(STEPS, turn=3)
    theatre.force("cruiser-force", "2835", "london", detected=True)
    for formation in ("1-kg-30", "2-kg-30"):
        theatre.aircraft(formation)
    theatre.state.formations["2-kg-30"].flown = True
    theatre.state.massed = True
    theatre.begin(s.ActivateAir("1-kg-30")).act(AXIS, "send-against store")
    theatre.idle_until("AD-4.1-air-withhold")
    assert (theatre.now.turn, theatre.now.stored, theatre.now.massed) == (4, [], False)
    assert not theatre.now.formations["1-kg-30"].activated
    offered = theatre.asked(AXIS).options
    assert isinstance(offered, Subset)
    assert list(offered.items) == ["1-kg-30", "massed-air"]


@pytest.mark.rule("AD-4.3-activation-ends")
def test_that_a_force_has_done_is_said_and_of_aircraft_it_is_seen() -> None:
    theatre = Theatre(SAILING)
    theatre.force("cruiser-force", "2835", "london")
    theatre.aircraft("1-kg-30")
    theatre.begin(s.Activate(ALLIED, "cruiser-force")).act(ALLIED, "speed-up no", "stop")
    assert theatre.words()[-1] == "Its activation is over"
    assert theatre.now.active is None
    theatre.begin(s.ActivateAir("1-kg-30"))
    theatre.idle_on()
    assert theatre.words() == ["1/KG 30 stays on the ground"]
