"""Chapter 9.3: the Convoy Display."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.convoy_display import (
    AHEAD,
    ASTERN,
    CORE,
    PORT,
    RESCUE,
    SCREEN,
    STARBOARD,
    convoy_display,
    distance,
    inward,
    positions,
)
from barents.games.arctic_disaster.state import ConvoyDisplay
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer

from .theatre import ALLIED, Theatre

STEPS: Mapping[type[Step], Procedure] = {ConvoyDisplay: convoy_display}
MERCHANTS, ESCORTS = "AD-9.3-display-core", "AD-9.3-display-escort"


def sailing(*ships: str) -> Theatre:
    """PQ-17 with some of its ships, or all, as they stand at the start."""
    theatre = Theatre(STEPS)
    theatre.convoy("2644", *ships)
    for name, square in positions(theatre.now, theatre.data).items():
        theatre.find(name).square = square
    return theatre


def squares(theatre: Theatre) -> dict[str, str]:
    """Where the ships of PQ-17 stand."""
    return {name: ship.square for name, ship in theatre.now.ships[ALLIED].items() if ship.force}


@pytest.mark.rule("AD-D-convoy-grid", "AD-D-convoy-ahead", "AD-D-convoy-adjacent")
def test_the_squares_of_the_display() -> None:
    assert (len(CORE), len(RESCUE), len(SCREEN)) == (36, 3, 32)
    assert (SCREEN[0:11], SCREEN[11:16]) == (AHEAD, STARBOARD)
    assert (SCREEN[16:27], SCREEN[27:32]) == (ASTERN, PORT)
    touching = [
        ("screen-12", "core-9"),
        ("screen-11", "core-9"),
        ("screen-1", "core-1"),
        ("screen-32", "core-1"),
        ("screen-12", "screen-11"),
        ("screen-16", "rescue-3"),
        ("screen-17", "rescue-3"),
        ("screen-28", "rescue-1"),
        ("screen-27", "rescue-1"),
        ("screen-22", "rescue-2"),
        ("core-1", "core-11"),
        ("core-9", "core-18"),
        ("core-31", "rescue-1"),
        ("core-31", "rescue-2"),
        ("rescue-1", "rescue-2"),
        ("screen-32", "screen-31"),
        ("screen-32", "screen-1"),
    ]
    assert [distance(*pair) for pair in touching] == [1] * len(touching)
    apart = {("core-9", "core-10"): 8, ("core-30", "rescue-3"): 4, ("screen-12", "core-8"): 2, ("core-1", "core-21"): 2}
    assert {pair: distance(*pair) for pair in apart} == apart
    assert inward("screen-12") == ("core-9", "core-18")
    assert inward("screen-5") == ("core-3", "core-4", "core-5")
    assert inward("core-1") == ("core-2", "core-10", "core-11")
    assert set(inward("rescue-3")) == {"core-33", "core-34", "core-35", "core-36", "rescue-2"}


@pytest.mark.rule("AD-9.3-display-core", "AD-9.3-display-rescue", "AD-9.3-display-escort", "AD-9.3-display-ss")
def test_how_the_convoy_stands_if_nobody_says_otherwise() -> None:
    theatre = sailing()
    counters, standing = theatre.data.counters, squares(theatre)
    assert len(standing) == 58
    kinds: dict[str, list[str]] = {}
    for name, square in standing.items():
        kind = "merchant" if counters[name].is_merchant else "rescue" if counters[name].type == "R" else "escort"
        kinds.setdefault(kind, []).append(square)
    assert sorted(kinds["merchant"]) == sorted(CORE[:34])
    assert sorted(kinds["rescue"]) == sorted(RESCUE)
    assert len(set(kinds["escort"])) == len(kinds["escort"]) == 21
    assert set(kinds["escort"]) <= {*SCREEN, *CORE}
    assert {standing["p614"], standing["p615"]} <= set(SCREEN)


@pytest.mark.rule("AD-9.3-display-close-up", "AD-9.3-display-core", "AD-9.3-display-when")
def test_gaps_in_the_core_are_closed_in_the_terminal_phase() -> None:
    """Those at the back move up; the others keep their squares."""
    theatre = sailing("carlton", "earlston", "honomu", "ironclad", "poppy")
    before = squares(theatre)
    lost = next(name for name, square in before.items() if square == "core-2")
    last = next(name for name, square in before.items() if square == "core-4")
    del theatre.state.ships[ALLIED][lost]
    assert squares(theatre)[last] == "core-4"  # not before the Terminal Phase
    theatre.begin(ConvoyDisplay())
    assert theatre.asked(ALLIED).rule == MERCHANTS
    assert set(theatre.ways(ALLIED, last)) == {"core-1", "core-2", "core-3"}
    theatre.idle(ALLIED).idle(ALLIED)
    after = squares(theatre)
    assert after == {name: square for name, square in before.items() if name != lost} | {last: "core-2"}


@pytest.mark.rule("AD-9.3-display-core", "AD-9.3-display-escort", "AD-9.3-display-rescue", "AD-9.3-display-ss")
def test_ships_change_places() -> None:
    """One merchant and one escort to a square, which may share it; whoever is in the way moves."""
    theatre = sailing("carlton", "earlston", "poppy", "lotus", "p614", "rathlin", "zamalek").begin(ConvoyDisplay())
    before = squares(theatre)
    theatre.plot(ALLIED, {"carlton": before["earlston"]})
    assert theatre.asked(ALLIED).rule == ESCORTS
    assert set(theatre.ways(ALLIED, "p614")) == set(theatre.ways(ALLIED, "poppy")) == {*SCREEN, *CORE}
    assert theatre.ways(ALLIED, "rathlin") == list(RESCUE)
    both = "assign poppy=core-1 lotus=core-1 p614=- rathlin=- zamalek=-"
    refusal = theatre.asked(ALLIED).options.refusal(theatre.game.notation.parse(both))
    assert refusal is not None
    assert "core-1" in refusal.reason
    theatre.plot(ALLIED, {"poppy": "core-1", "lotus": before["poppy"], "rathlin": "rescue-3"})
    after = squares(theatre)
    assert (after["carlton"], after["earlston"]) == (before["earlston"], before["carlton"])
    assert (after["poppy"], after["lotus"], after["rathlin"]) == ("core-1", before["poppy"], "rescue-3")
    assert (after["p614"], after["zamalek"]) == (before["p614"], before["zamalek"])


@pytest.mark.rule("AD-9.3-display-when", "AD-9.3-display-escort")
def test_hunters_of_a_shadower_come_back_to_the_display() -> None:
    theatre = sailing("carlton", "earlston", "poppy", "lotus")
    theatre.find("poppy").away = True
    assert "poppy" not in positions(theatre.now, theatre.data)
    theatre.begin(ConvoyDisplay()).idle(ALLIED).idle(ALLIED)
    assert theatre.is_over
    assert not theatre.find("poppy").away
    assert "poppy" in positions(theatre.now, theatre.data)


@pytest.mark.rule("AD-9.3-display-when", "AD-9.3-display-rescue", "AD-H-display-secret")
def test_when_the_convoy_is_put_in_order_the_enemy_no_longer_sees_it() -> None:
    """An attack has laid the display open; from the Terminal Phase on no square is known, of a rescue ship neither."""
    theatre = sailing("carlton", "poppy", "rathlin")
    theatre.find("rathlin").square = "rescue-2"
    theatre.state.displayed = True

    def seen() -> set[str]:
        ships = known(theatre.data, theatre.now, Observer.AXIS).ships[ALLIED].values()
        return {ship.square for ship in ships if ship.square}

    theatre.begin(ConvoyDisplay())
    assert seen() == set(), "already while he is asked"
    theatre.plot(ALLIED, {"rathlin": "rescue-3"})
    assert theatre.is_over
    assert theatre.find("rathlin").square == "rescue-3"
    assert seen() == set()


def test_a_convoy_that_is_gone_has_no_display() -> None:
    assert Theatre(STEPS).begin(ConvoyDisplay()).is_over


@pytest.mark.rule("AD-9.3-display-close-up")
def test_merchants_move_up_into_squares_that_are_free() -> None:
    """The second of four is gone: the last takes her place, and the others keep theirs."""
    theatre = sailing("carlton", "earlston", "honomu", "ironclad")
    before = squares(theatre)
    second = next(name for name, square in before.items() if square == "core-2")
    last = next(name for name, square in before.items() if square == "core-4")
    del theatre.state.ships[ALLIED][second]
    theatre.begin(ConvoyDisplay()).idle_on()
    assert squares(theatre) == {name: square for name, square in before.items() if name != second} | {last: "core-2"}
