"""The odds that a player is shown are those of the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.north_cape.data import Weather
from barents.games.north_cape.odds import odds
from barents.games.north_cape.state import MissionType, Observe
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Odds
from tests.north_cape.sea import Sea

ALLIED, AXIS = Side.ALLIED, Side.AXIS


def shown(sea: Sea, side: Side, notation: str) -> Odds | None:
    """The odds of an action, as the side that is asked may work them out."""
    known = sea.match.known(Observer(side.value))
    return odds(sea.data, known, sea.asked(side), sea.match.game.notation.parse(notation))


def chance(sea: Sea, side: Side, notation: str) -> float:
    found = shown(sea, side, notation)
    assert found is not None
    return found.chance


def test_a_look_is_as_likely_as_its_open_modifiers_make_it() -> None:
    sea = Sea().weather("fog")
    sea.fly("bv-138-1", "1510")
    sea.place("mt-01", "1511")
    sea.mission(MissionType.RECON, ["bv-138-1"]).begin(Observe())
    found = shown(sea, AXIS, "spot bv-138-1 1511")
    assert found is not None
    assert found.chance == 0.5, "a natural 6 or more, less four for fog, with two for a type R"
    assert {name: value for name, value in found.modifiers.items() if value} == {"type R": 2, "fog": -4}


@pytest.mark.parametrize(("escorts", "expected"), [(1, 4 / 6), (2, 3 / 6), (3, 2 / 6), (6, 1 / 6)])
def test_each_escort_makes_it_harder_to_get_through(escorts: int, expected: float) -> None:
    """Clear, no ace: the die plus one, less one for each escort, must reach three; a natural 6 always does."""
    sea = Sea().weather("clear")
    sea.place("u-88", "1520")
    sea.place("mt-01", "1520")
    sea.place_all([f"gb-dd-{n}" for n in range(1, escorts + 1)], "1520")
    sea.identify("mt-01")
    sea.strike("u-88")
    assert chance(sea, AXIS, "roll-infiltration") == pytest.approx(expected)


@pytest.mark.parametrize(("weather", "expected"), [("clear", 0.9), ("fog", 0.8), ("storm", 0.7)])
def test_the_weather_spoils_guns(weather: Weather, expected: float) -> None:
    sea = Sea().weather(weather)
    sea.place("tirpitz", "1520")
    sea.place("duke-of-york", "1520")
    sea.identify("duke-of-york")
    sea.strike("tirpitz")
    assert chance(sea, AXIS, "engage tirpitz duke-of-york") == pytest.approx(expected)


def test_what_is_no_gamble_has_no_odds() -> None:
    sea = Sea()
    sea.place("tirpitz", "1520")
    sea.missions(AXIS)
    offered: Sequence[str] = sea.offered(AXIS)
    assert "pass" in offered
    assert all(shown(sea, AXIS, notation) is None for notation in offered)
