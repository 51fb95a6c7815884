"""Chapters 3.1, 3.2 and 5.4: the weather of the turn, and how far one flies in fog."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.rules.pieces import Umpire
from barents.games.north_cape.state import WeatherPhase
from barents.kernel.dice import D6, D10


def weather_for(data: Data, roll: int) -> Weather:
    """NC 3.1: what the modified die means."""
    table = data.tables.weather
    return "storm" if roll >= table.storm_from else "fog" if roll >= table.fog_from else "clear"


def weather_phase(u: Umpire, _step: WeatherPhase) -> None:
    """NC 3.1: one die and the season make the weather of the whole turn, unless the scenario sets it."""
    state = u.state
    fixed = u.data.scenarios[state.scenario].weather
    if fixed is None:
        roll = u.roll(D6, "NC-3.1-weather-roll", "Weather", {state.season: u.data.tables.weather.season[state.season]})
        state.weather = weather_for(u.data, roll)
    else:
        state.weather = fixed
    u.tell("NC-3.1-weather-table", "Turn {turn}: {weather}", turn=state.turn, weather=state.weather)
    state.fog_range = fog_range(u) if state.weather == "fog" else 0


def fog_range(u: Umpire) -> int:
    """NC 3.2, NC 5.4: in fog two dice limit every flight of the turn."""
    reach = int(u.roll(u.data.tables.fog_range.dice * D10, "NC-5.4-fog-2d10", "Range in fog"))
    u.tell("NC-5.4-fog-2d10", "Aircraft fly no farther than {reach} {reach:hex|hexes}", reach=reach)
    return reach
