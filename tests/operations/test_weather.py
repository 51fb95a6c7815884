"""Sections 5.1 to 5.3: how weather comes, how long it stays, and how it slows fleets."""

from __future__ import annotations

import pytest

from barents.games.operations.fleets.movement import speed_limit
from barents.games.operations.state import Movement, Spell, WeatherAndLight

from .theatre import ALLIED, AXIS, CLEAR, GALE, MURK, OPEN_SEA, STORM, Theatre


def levels(theatre: Theatre) -> list[int]:
    """The weather of the regions in their order."""
    return [theatre.now.weather[region].level for region in theatre.data.tables.weather.regions]


@pytest.mark.rule("OP-WX-turn1", "OP-WX-duration")
def test_on_turn_1_the_regions_roll_from_west_to_east() -> None:
    """In January a 2, a 12, a 7 and an 8 that is a 7 in the east; then each rolls for how long it lasts."""
    theatre = Theatre(month=1, turn=1)
    theatre.state.weather = {}
    theatre.begin(WeatherAndLight(), dice=[1, 1, 1, 6, 6, 4, 3, 4, 6, 4, 4, 2])
    assert [roll.subject for roll in theatre.rolls("OP-WX-winter")] == [
        f"Weather in {place}" for place in ("the west", "the Norwegian Sea", "the Barents Sea", "the east")
    ]
    assert levels(theatre) == [1, 6, 3, 3]
    assert [theatre.now.weather[region].until for region in theatre.data.tables.weather.regions] == [3, 4, 8, 4]
    assert theatre.dice_left() == {}


@pytest.mark.rule("OP-WX-region-e", "OP-WX-duration")
def test_the_weather_of_the_east_is_a_pip_better_and_storms_are_short() -> None:
    """G41: a 9 in November is 8 in the east and gives Murk; a 9 in the west, two pips below a Storm, Murk as well."""
    theatre = Theatre(month=11, turn=10)
    theatre.state.weather["E"] = Spell(CLEAR, 9)
    theatre.begin(WeatherAndLight(), dice=[4, 5, 3])
    assert theatre.now.weather["E"].level == MURK
    assert theatre.now.weather["E"].until == 14, "3 + 2 turns with the present one"

    theatre = Theatre(month=11, turn=10)
    theatre.state.weather |= {"N": Spell(CLEAR, 9), "E": Spell(CLEAR, 9)}
    theatre.begin(WeatherAndLight(), dice=[5, 5, 2, 5, 5, 2])
    assert theatre.now.weather["N"] == Spell(STORM, 11), "G41: a storm and a 2 are two turns"
    assert theatre.now.weather["E"] == Spell(MURK, 13)


@pytest.mark.rule("OP-WX-duration")
def test_a_spell_is_rolled_anew_only_when_it_has_run_out() -> None:
    """G41: in July an 11 in the Norwegian Sea is a squall."""
    theatre = Theatre(month=7, turn=10)
    theatre.state.weather["N"] = Spell(CLEAR, 10)
    assert not theatre.begin(WeatherAndLight()).rolls("OP-WX-summer")
    theatre.state.turn = 11
    theatre.begin(WeatherAndLight(), dice=[5, 6, 1])
    assert theatre.now.weather["N"] == Spell(3, 13)


@pytest.mark.rule("OP-WX-storm-speed")
@pytest.mark.parametrize(
    ("ships", "clear", "storm"), [(("tirpitz",), 3, 2), (("tirpitz", "z24"), 3, 1), (("bremse",), 3, 2)]
)
def test_a_storm_slows_everybody_and_light_ships_most(ships: tuple[str, ...], clear: int, storm: int) -> None:
    for level, zones in ((CLEAR, clear), (STORM, storm)):
        theatre = Theatre(weather=level)
        fleet = theatre.fleet("raiders", OPEN_SEA, *ships, pace=3, plot=["5811", "5910", "6010"])
        theatre.begin(Movement(1), Movement(2), Movement(3))
        assert len(theatre.at(fleet.key).track) - 1 == zones


@pytest.mark.rule("OP-WX-gale-speed")
@pytest.mark.parametrize("line", ["uk:LT", "uk:AO-c"])
def test_in_a_gale_convoys_move_only_in_even_turns(line: str) -> None:
    for turn, zones in ((3, 0), (4, 1)):
        theatre = Theatre(turn=turn, weather=GALE)
        convoy = theatre.fleet("convoy", OPEN_SEA, line, "amazon", mission="convoy")
        cruisers = theatre.fleet("cruisers", OPEN_SEA, "sheffield")
        assert speed_limit(theatre.state, theatre.data, ALLIED, convoy) == zones
        assert speed_limit(theatre.state, theatre.data, ALLIED, cruisers) == 1
    theatre = Theatre(weather=CLEAR)
    assert speed_limit(theatre.state, theatre.data, AXIS, theatre.fleet("raiders", OPEN_SEA, "tirpitz")) == 3
