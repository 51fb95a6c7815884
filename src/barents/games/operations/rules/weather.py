"""Weather and light at the start of a turn (OP-WX)."""

from __future__ import annotations

from barents.games.operations.air.sighting_reports import lose_in_gale
from barents.games.operations.battle.damage import amount
from barents.games.operations.rules.soviet import sail_soviet_convoy
from barents.games.operations.rules.units import Umpire
from barents.games.operations.state import Region, Spell, WeatherAndLight
from barents.kernel.dice import D6
from barents.kernel.sides import EVERYONE

REGIONS = {"W": "the west", "N": "the Norwegian Sea", "B": "the Barents Sea", "E": "the east"}


def weather_and_light(u: Umpire, _step: WeatherAndLight) -> None:
    """OP-WX-duration, -turn1: every region whose spell has run out rolls for the next, in the order W, N, B, E."""
    state = u.state
    for region in u.data.tables.weather.regions:
        spell = state.weather.get(region)
        if spell is None or spell.until < state.turn:
            state.weather[region] = new_spell(u, region)
    lose_in_gale(state, u.data)
    sail_soviet_convoy(u)


def new_spell(u: Umpire, region: Region) -> Spell:
    """OP-WX-winter to -autumn, -region-e, -duration: two dice for the weather, one for how long it lasts."""
    data, table = u.data, u.data.tables.weather
    roll = u.roll(2 * D6, f"OP-WX-{data.season(u.state.month)}", f"Weather in {REGIONS[region]}")
    level = data.weather_level(u.state.month, region, int(roll))
    text = table.foul_turns if level >= table.foul_from else table.calm_turns
    turns = amount(u, text, "OP-WX-duration", f"Weather in {REGIONS[region]}", to=EVERYONE)
    name = data.effect(level).name
    words = "{region}: {weather} for {turns} turns"
    u.tell(
        "OP-WX-levels", words, region=f"{REGIONS[region][0].upper()}{REGIONS[region][1:]}", weather=name, turns=turns
    )
    return Spell(level, u.state.turn + turns - 1)
