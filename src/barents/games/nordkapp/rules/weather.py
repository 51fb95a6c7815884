"""Chapter 4 A, a.1: the state of the sea."""

from __future__ import annotations

from barents.games.nordkapp.rules.units import Umpire
from barents.games.nordkapp.state import WeatherPhase
from barents.kernel.dice import D6
from barents.kernel.game import Step


def weather_phase(u: Umpire, _step: WeatherPhase) -> tuple[Step, ...]:
    """NK 4 A: one die on the season's column makes the weather of the whole turn."""
    state = u.state
    roll = u.roll(D6, "NK-4A-weather-roll", "Weather")
    table = getattr(u.data.tables.weather, state.season)
    state.weather = table[roll.natural - 1]
    u.tell("NK-4A-weather-table", "Turn {turn}: {weather}", turn=state.turn, weather=state.weather)
    return ()
