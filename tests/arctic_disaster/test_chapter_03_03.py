"""Chapter 3.3: the order of the Terminal Phase, and what the end of a turn does."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.rules.flow import STEPS, TURN
from barents.games.arctic_disaster.state import BoatMoves, CleanUp, ConvoyDisplay, Cripples, ScatteredMoves
from barents.kernel.sides import Side

from .theatre import ALLIED, AXIS, HISTORICAL, Theatre


def end_of_turn(theatre: Theatre) -> None:
    """The turn ends, and the next begins up to the first question, or the game is over."""
    theatre.begin()
    theatre.state = theatre.now


def theatre_at(turn: int) -> Theatre:
    """An empty theatre in the Terminal Phase of a turn."""
    theatre = Theatre(STEPS, HISTORICAL, turn=turn)
    theatre.state.phase = "terminal"
    return theatre


@pytest.mark.rule("AD-3.3-terminal-order")
def test_the_order_of_the_terminal_phase() -> None:
    assert (
        Cripples(Side.AXIS),
        Cripples(Side.ALLIED),
        BoatMoves(Side.ALLIED),
        ScatteredMoves(),
        ConvoyDisplay(),
        CleanUp(),
    ) == TURN[-6:]


def asked_in_order(theatre: Theatre) -> list[tuple[Side, str]]:
    """Who is asked what in a Terminal Phase, until the next turn begins."""
    theatre.state.phase = "terminal"
    theatre.begin(*TURN[-6:])
    found = []
    while theatre.now.phase == "terminal" and theatre.match.pending:
        side = next(iter(theatre.match.pending))
        found.append((side, theatre.asked(side).rule))
        theatre.idle(side)
    return found


@pytest.mark.rule("AD-3.3-terminal-order")
def test_cripples_boats_and_the_convoys_ships_move_one_after_the_other() -> None:
    theatre = Theatre(STEPS, HISTORICAL, turn=3)
    theatre.ship("luetzow", "2340", damage=1, apart=True, bound="norway")
    theatre.ship("london", "2647", damage=1, apart=True, bound="west")
    theatre.boat("u-88", "2540")
    theatre.boat("tribune", "2929")
    theatre.state.scatter = "done"
    theatre.ship("carlton", "2225", group=1, moves=1)
    assert asked_in_order(theatre) == [
        (AXIS, "AD-7.8-detach-home"),
        (ALLIED, "AD-7.8-detach-home"),
        (ALLIED, "AD-3.3-sub-turns"),
        (AXIS, "AD-3.3-sub-turns"),
        (ALLIED, "AD-9.4-later-move"),
    ]
    assert theatre.now.turn == 4
    whole = Theatre(STEPS, HISTORICAL, turn=3)
    whole.convoy("2240", detected=True)
    whole.boat("u-88", "2540")
    assert asked_in_order(whole) == [
        (ALLIED, "AD-3.3-sub-turns"),
        (AXIS, "AD-3.3-sub-turns"),
        (ALLIED, "AD-9.3-display-core"),
        (ALLIED, "AD-9.3-display-escort"),
    ]
    assert not whole.marker("pq-17").detected, "the clean-up comes last"


@pytest.mark.rule("AD-3.3-terminal-cleanup", "AD-10.0-lasts", "AD-10.0-shadow-keeps", "AD-7.6-mp-expire")
@pytest.mark.parametrize("shadow", ["", "u-88"])
def test_sight_and_penalties_end_with_the_turn(shadow: str) -> None:
    """A shadowed PQ-17 stays detected, and nothing else does."""
    theatre = theatre_at(3)
    theatre.convoy("2240", detected=True, penalty=1)
    theatre.force("tg-c", "3128", "erich-steinbrinck", detected=True, penalty=2, spent=4, activated=True, fast=True)
    theatre.ship("carlton", "2225", penalty=1, damage=1)
    theatre.boat("u-88", "2240", moved=True, attacks=2)
    theatre.state.shadow = shadow
    theatre.state.tactical, theatre.state.kept = AXIS, "3/activation/4"
    theatre.state.massed, theatre.state.stored = True, ["kg-26"]
    end_of_turn(theatre)
    state = theatre.state
    group = state.forces[AXIS]["tg-c"]
    assert state.forces[ALLIED]["pq-17"].detected is bool(shadow)
    assert (group.detected, group.penalty, group.spent, group.activated, group.fast) == (False, 0, 0, False, False)
    assert state.forces[ALLIED]["pq-17"].penalty == state.ships[ALLIED]["carlton"].penalty == 0
    assert (state.tactical, state.kept, state.massed, state.stored) == (None, "", False, [])
    boat = state.boats[AXIS]["u-88"]
    assert (boat.moved, boat.attacks) == (False, 2)
    assert (state.turn, state.phase) == (4, "initial")


@pytest.mark.rule("AD-3.3-terminal-cleanup", "AD-8.1-strike-refresh", "AD-3.0-phase-order")
@pytest.mark.parametrize(("turn", "ends_day"), [(1, False), (2, True), (4, False), (5, True)])
def test_aircraft_recover_on_the_last_turn_of_a_day(turn: int, ends_day: bool) -> None:
    """R95: only the carrier's units make up their losses."""
    theatre = theatre_at(turn)
    theatre.force("home-fleet", "3050", "victorious")
    ours = theatre.aircraft("832")[0]
    theirs = theatre.aircraft("kg-26")[0]
    for wing in (ours, theirs):
        wing.box, wing.steps = "flown", 1
    theatre.state.formations["kg-26"].flown = True
    end_of_turn(theatre)
    assert (ours.box, ours.steps) == (("ready", 2) if ends_day else ("flown", 1))
    assert theirs.steps == 1
    assert theatre.state.formations["kg-26"].flown is not ends_day


@pytest.mark.rule("AD-3.3-terminal-cleanup", "AD-9.4-trigger-unseen")
def test_tirpitz_is_watched_for_from_turn_six() -> None:
    """G73: unseen in turns 6 and 7 makes two; to be seen begins the count anew."""
    counts = []
    theatre = theatre_at(5)
    for turn, seen in ((5, False), (6, False), (7, False), (8, True), (9, False)):
        theatre.state.turn, theatre.state.tirpitz_seen = turn, seen
        end_of_turn(theatre)
        counts.append(theatre.state.unseen)
        assert not theatre.state.tirpitz_seen
    assert counts == [0, 1, 2, 0, 1]


@pytest.mark.rule("AD-3.0-phase-order")
def test_after_the_last_turn_the_game_is_scored() -> None:
    theatre = theatre_at(10)
    end_of_turn(theatre)
    assert (theatre.state.result, theatre.state.turn) == (None, 11)
    assert TURN[0] == s.InitialPhase()
    assert theatre.told("AD-3.0-phase-order"), "the last turn begins"
    theatre = theatre_at(11)
    end_of_turn(theatre)
    result = theatre.state.result
    assert result is not None
    assert result.level == "Major Allied victory"


@pytest.mark.rule("AD-3.3-terminal-cleanup")
def test_ships_in_the_ice_are_counted_at_the_end_of_the_turn() -> None:
    theatre = theatre_at(8)
    cell = next(iter(theatre.data.partial_ice))
    for name, seen in (("carlton", False), ("honomu", True)):
        theatre.ship(name, cell, group=1, ice=1, seen=seen)
    end_of_turn(theatre)
    assert theatre.find("carlton").hidden
    assert not theatre.find("honomu").hidden
    assert not theatre.find("honomu").seen
