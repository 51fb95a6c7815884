"""Chapter 15: victory points and levels of victory, as the last turn of a match counts them."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.options import Options
from barents.games.arctic_disaster.rules.flow import STEPS
from barents.games.arctic_disaster.rules.victory import level
from barents.kernel.game import Result

from .theatre import ALLIED, AXIS, Theatre


def lost(*names: str, place: str = s.LOST) -> Theatre:
    """A theatre in which some ships are gone."""
    theatre = Theatre(STEPS)
    for name in names:
        theatre.ship(name, place)
    return theatre


def ended(theatre: Theatre) -> Result:
    """The last turn comes to its end, and the match with it."""
    theatre.state.turn = theatre.state.turns
    end = theatre.begin().match.result
    assert end is not None
    return end


@pytest.mark.rule("AD-15.3-example", "AD-15.1-mt", "AD-15.1-ta", "AD-15.2-hidden", "AD-15.3-net")
def test_the_historical_battle_is_a_draw() -> None:
    """G19."""
    theatre = Theatre(STEPS)
    merchants = [name for name, counter in theatre.data.counters.items() if counter.type == "MT"]
    for name in (*merchants[:15], "aldersdale"):
        theatre.ship(name, s.LOST)
    for name in merchants[15:18]:
        theatre.ship(name, "1920", hidden=True)
    theatre.ship("rathlin", "1920", hidden=True)
    end = ended(theatre)
    assert (end.winner, end.level) == (None, "Draw")
    assert end.points == {"allied": 3, "axis": 49}
    assert end.why == "49 German points less 3 Allied points are 46; 45 to 55 are a draw"


@pytest.mark.rule("AD-15.1-cv", "AD-15.1-bb", "AD-15.1-cacl", "AD-15.1-none-else")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        *[("victorious", 15), ("duke-of-york", 10), ("washington", 10), ("london", 5), ("nigeria", 5)],
        *[("donbas", 4), ("carlton", 3)],
        *[("somali", 0), ("pozarica", 0), ("rathlin", 0), ("p614", 0), ("lotus", 0), ("ayrshire", 0), ("halcyon", 0)],
    ],
)
def test_allied_ships_sunk(name: str, points: int) -> None:
    assert ended(lost(name)).points == {"allied": 0, "axis": points}
    assert ended(lost(name, place=s.OUT)).points == {"allied": 0, "axis": 0}


@pytest.mark.rule(
    "AD-15.2-tirpitz-sunk",
    "AD-15.2-tirpitz-heavy",
    "AD-15.2-tirpitz-light",
    "AD-15.2-ca-sunk",
    "AD-15.2-ca-damaged",
    "AD-15.2-dd-sunk",
    "AD-2.3-german-pocket-ca",
)
@pytest.mark.parametrize(
    ("name", "damage", "points"),
    [
        *[("tirpitz", 0, 0), ("tirpitz", 1, 5), ("tirpitz", 3, 5), ("tirpitz", 4, 10), ("tirpitz", 7, 10)],  # G66
        *[("tirpitz", 8, 30), ("hipper", 1, 2), ("hipper", 4, 10), ("luetzow", 3, 2), ("scheer", 4, 10)],
        *[("z-24", 1, 0), ("z-24", 2, 1), ("t-7", 1, 0)],
    ],
)
def test_german_ships_hurt(name: str, damage: int, points: int) -> None:
    sunk = damage >= Theatre(STEPS).data.counters[name].hits
    for place in [s.LOST] if sunk else ["2640", s.REMOVED]:
        theatre = Theatre(STEPS)
        theatre.ship(name, place, damage=damage)
        assert ended(theatre).points == {"allied": points, "axis": 0}


@pytest.mark.rule("AD-15.2-arrive", "AD-15.2-no-double")
def test_an_arrival_is_kept_and_a_sunk_ship_is_not_hidden() -> None:
    """G77."""
    theatre = lost("carlton")
    theatre.find("carlton").reached = True
    theatre.state.awards = 1
    assert ended(theatre).points == {"allied": 1, "axis": 3}


@pytest.mark.rule("AD-14.1-vp")
def test_in_the_variant_groups_that_stay_out_give_points() -> None:
    cases: list[tuple[bool, s.Hitler, int]] = [(True, "recall", 4), (True, "stay", 0), (False, "recall", 0)]
    for variant, hitler, points in cases:
        theatre = Theatre(STEPS, options=Options(recall_tirpitz_only=variant))
        theatre.force("tg-a", "2640", "tirpitz")
        theatre.force("tg-b", "2640", "luetzow")
        theatre.force("tg-c", "3327", "z-24")
        theatre.force("tg-d", "2640")
        theatre.state.hitler = hitler
        assert ended(theatre).points == {"allied": points, "axis": 0}


@pytest.mark.rule("AD-15.3-levels")
def test_levels_of_victory() -> None:
    """G67."""
    numbers = Theatre(STEPS).data
    assert [level(numbers, net) for net in (-5, 9, 10, 44, 45, 55, 56, 75, 76)] == [
        *["Major Allied victory"] * 2,
        *["Allied victory"] * 2,
        *["Draw"] * 2,
        *["German victory"] * 2,
        "Major German victory",
    ]
    theatre = lost("victorious", "duke-of-york", "washington", "london", "norfolk", "donbas", "carlton")
    assert ended(theatre).winner is None
    theatre = lost("victorious", "duke-of-york", "washington", "london", "norfolk", "donbas", "carlton")
    theatre.ship("hoosier", s.LOST)
    theatre.ship("honomu", s.LOST)
    end = ended(theatre)
    assert (end.winner, end.level, end.points) == (AXIS, "German victory", {"allied": 0, "axis": 58})
    assert ended(Theatre(STEPS)).winner is ALLIED


@pytest.mark.rule("AD-15.3-levels", "AD-15.0-when")
def test_the_end_of_turn_eleven_names_the_winner_of_each_level() -> None:
    """Merchants at three points each: 3, 30, 48, 60 and 78 net points."""
    merchants = [name for name, counter in Theatre(STEPS).data.counters.items() if counter.type == "MT"]
    found = {}
    for sunk in (1, 10, 16, 20, 26):
        end = ended(lost(*merchants[:sunk]))
        found[end.level] = end.winner
    assert found == {
        "Major Allied victory": ALLIED,
        "Allied victory": ALLIED,
        "Draw": None,
        "German victory": AXIS,
        "Major German victory": AXIS,
    }
