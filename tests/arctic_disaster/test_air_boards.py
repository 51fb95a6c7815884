"""The Convoy Display and the Air Battle Display on screen: what they say is what the rules do, and no more is told."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.arctic_disaster.actions import Advance, AttackHere, Engage
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.convoy_display import convoy_display
from barents.games.arctic_disaster.rules.units import damage
from barents.games.arctic_disaster.screen.view import view
from barents.games.arctic_disaster.state import LOST, ConvoyDisplay
from barents.kernel.decisions import Subset
from barents.kernel.game import Procedure, Step
from barents.kernel.payloads import AirAttack, AirBattleStage, ConvoyStage, Wreck
from barents.kernel.sides import Observer
from barents.kernel.view import Board, PieceView

from .raids import CHOOSE, ESCORTS, STEPS, SUPPORT, at_sea, convoy, raid_on, support
from .theatre import ALLIED, AXIS, Theatre

BOTH = (Observer.ALLIED, Observer.AXIS)


def boards(theatre: Theatre, observer: Observer) -> dict[str, Board]:
    """The boards that somebody sees, by their names."""
    found = view(theatre.data, known(theatre.data, theatre.now, observer), observer)
    return {board.name: board for board in found.boards}


def attack(board: Board) -> AirAttack:
    """The attack that is drawn on a board."""
    assert isinstance(board.payload, ConvoyStage | AirBattleStage)
    assert board.payload.attack is not None
    return board.payload.attack


def pieces(theatre: Theatre, observer: Observer, board: str) -> dict[str, PieceView]:
    """What somebody sees on a board."""
    found = view(theatre.data, known(theatre.data, theatre.now, observer), observer)
    return {piece.id: piece for piece in found.pieces if piece.board == board}


def may_fire(theatre: Theatre, rule: str) -> list[str]:
    """The ships that the Allies may choose from for their fire."""
    decision = theatre.asked(ALLIED)
    assert decision.rule == rule
    assert isinstance(decision.options, Subset)
    return list(decision.options.items)


def test_a_torpedo_run_is_told_to_both_as_it_stands() -> None:
    squares = {"carlton": "core-9", "earlston": "core-18", "ledbury": "core-8", "wilton": "screen-20"}
    theatre = convoy(squares, "kg-26")
    raid_on(theatre, "pq-17", ["kg-26-1", "kg-26-2"], [7, 7])
    assert boards(theatre, Observer.AXIS)["convoy"].battle
    assert [piece.cell for piece in pieces(theatre, Observer.AXIS, "convoy").values() if piece.short == "T"] == ["", ""]
    theatre.plot(AXIS, {"kg-26-1": "screen-12", "kg-26-2": "screen-3"})
    before = attack(boards(theatre, Observer.ALLIED)["convoy"])
    assert (before.now, before.raiders) == (None, ("kg-26-1", "kg-26-2"))
    assert set(before.guns) == {"ledbury", "wilton"}
    theatre.act(ALLIED, Engage("kg-26-1"))
    assert theatre.asked(AXIS).rule == CHOOSE
    theatre.act(AXIS, Advance("core-9"))
    for observer in BOTH:
        board = boards(theatre, observer)["convoy"]
        assert (attack(board).now, attack(board).trail) == ("kg-26-1", ("screen-12", "core-9"))
        assert list(attack(board).guns) == may_fire(theatre, ESCORTS) == ["ledbury"]
        assert [leg.state for leg in board.strip] == ["done", "now", "next"]
        assert board.strip[0].end == "−1 from anti-aircraft fire"
        assert board.strip[1].lines == ("Ledbury, AA 4",)
    support(theatre)
    theatre.act(AXIS, AttackHere("carlton"))
    # A gap is left where she was, and the unit is over the convoy no more.
    for observer in BOTH:
        board = boards(theatre, observer)["convoy"]
        assert isinstance(board.payload, ConvoyStage)
        assert board.payload.wrecks == (Wreck("core-9", "Carlton"),)
        assert (attack(board).now, attack(board).over) == ("kg-26-2", ("kg-26-1",))


def test_ships_that_may_help_against_bombs_are_those_that_are_asked_for() -> None:
    squares = {
        "carlton": "core-9",
        "ledbury": "core-8",
        "wilton": "screen-20",
        "poppy": "screen-12",
        "keppel": "core-9",
    }
    theatre = raid_on(convoy(squares, "1-kg-30"), "pq-17", ["1-kg-30-1"], [1])
    theatre.plot(AXIS, {"1-kg-30-1": "carlton"})
    board = boards(theatre, Observer.AXIS)["convoy"]
    assert sorted(attack(board).guns) == sorted(may_fire(theatre, ESCORTS))


def test_in_an_air_battle_ships_are_shown_before_they_are_placed_and_then_who_may_help() -> None:
    theatre = raid_on(at_sea("london", "norfolk", "wichita", "tuscaloosa"), "cruiser-force", ["1-kg-30-1"], [1])
    first = pieces(theatre, Observer.ALLIED, "air-battle")
    assert {piece.cell for piece in first.values() if piece.side is ALLIED} == {"A1", "B1", "B2", "B3"}
    theatre.plot(ALLIED, {"wichita": "D1"})
    theatre.plot(AXIS, {"1-kg-30-1": "london"})
    board = boards(theatre, Observer.AXIS)["air-battle"]
    assert list(attack(board).guns) == may_fire(theatre, SUPPORT)
    assert "wichita" not in attack(board).guns
    assert board.battle


def test_a_convoy_that_is_arranged_is_seen_by_nobody_else() -> None:
    steps: Mapping[type[Step], Procedure] = {**STEPS, ConvoyDisplay: convoy_display}
    theatre = Theatre(steps)
    theatre.convoy("2122", "carlton", "earlston", "poppy", "lotus", detected=True)
    for name, square in {"carlton": "core-1", "earlston": "core-2", "poppy": "screen-1", "lotus": "screen-2"}.items():
        theatre.find(name).square = square
    theatre.state.displayed = True
    assert "convoy" in boards(theatre.begin(ConvoyDisplay()), Observer.ALLIED)
    # The merchants stand where they were put when the escorts are asked for, and the Germans see nothing of it.
    theatre.plot(ALLIED, {"carlton": "core-2"})
    mine = pieces(theatre, Observer.ALLIED, "convoy")
    assert (mine["carlton"].cell, mine["earlston"].cell) == ("core-2", "core-1")
    assert "convoy" not in boards(theatre, Observer.AXIS)
    assert not pieces(theatre, Observer.AXIS, "convoy")


def test_where_a_ship_was_sunk_is_known_only_to_whom_the_display_lies_open() -> None:
    theatre = convoy({"carlton": "core-1", "earlston": "core-2"})
    damage(theatre.at_hand, theatre.state.ships[ALLIED]["carlton"], 9, "a torpedo")
    assert known(theatre.data, theatre.state, Observer.ALLIED).wrecks == {"carlton": "core-1"}
    assert known(theatre.data, theatre.state, Observer.AXIS).wrecks == {}
    theatre.state.displayed = True
    assert known(theatre.data, theatre.state, Observer.AXIS).wrecks == {"carlton": "core-1"}


def test_the_chance_of_a_run_all_told_is_that_of_every_pair_of_dice() -> None:
    """The merchant in the next square fires, then the unit drops its torpedoes."""
    sunk = 0
    for flak in range(1, 11):
        for torpedo in range(1, 11):
            theatre = raid_on(convoy({"carlton": "core-9"}, "kg-26"), "pq-17", ["kg-26-1"], [flak, torpedo])
            theatre.plot(AXIS, {"kg-26-1": "screen-12"})
            if not sunk:
                told = theatre.question(AXIS).odds(Advance("core-9"))
            theatre.act(AXIS, Advance("core-9"))
            if AXIS in theatre.match.pending:
                theatre.act(AXIS, AttackHere("carlton"))
            sunk += theatre.find("carlton").at == LOST
    assert told is not None
    assert told.notes == (f"{sunk}% hit Carlton, {sunk}% sink her, all told",)
