"""Where a game stands in time: date, light and weather, and what the weather does."""

from __future__ import annotations

from datetime import datetime, timedelta

from barents.atlas import sun
from barents.games.north_cape.data import Data
from barents.games.north_cape.names import SIDES, craft
from barents.games.north_cape.state import State
from barents.kernel.view import Clock
from barents.kernel.words import signed


def moment(data: Data, state: State) -> datetime:
    """NC 1.2: when the turn begins; a turn is four hours."""
    begins = datetime.fromisoformat(data.scenarios[state.scenario].begins)
    return begins + timedelta(hours=data.tables.scale.turn_hours * (state.turn - 1))


def clock(data: Data, known: State) -> Clock:
    """Turn, date, light and sky."""
    now = moment(data, known)
    day, latitude = now.date(), data.middle[0]
    return Clock(
        turn=known.turn,
        turns=known.turns,
        phase=phase(known) or _operation(data, known),
        date=now.strftime("%Y-%m-%d %H:%M"),
        weather=f"fog, flights to {known.fog_range} hexes" if known.weather == "fog" else known.weather,
        light=sun.in_words(latitude, day),
        hours=data.tables.scale.turn_hours,
        sun=sun.light(latitude, day),
        sky=known.weather,
        effects=effects(data, known),
    )


def phase(known: State) -> str:
    """What goes on, as everyone may know."""
    if known.combat is not None:
        return f"combat at {known.combat.cell}"
    mission = known.mission
    return "" if mission is None else f"{SIDES[mission.side]}: {mission.type} with {craft(mission.flying)}"


def _operation(data: Data, known: State) -> str:
    """NC 11.7: which scenario of a campaign is being played."""
    return data.scenarios[known.scenario].title if known.campaign is not None else ""


def effects(data: Data, known: State) -> tuple[str, ...]:
    """What the weather does to dice, from the tables that the rules use; nothing flies in a storm (NC 3.1).

    >>> from barents.games.north_cape.data import data
    >>> from barents.games.north_cape.rules.setup import opening
    >>> from barents.games.north_cape.state import Options
    >>> state = opening(data(None), "convoy-is-to-scatter", Options())
    >>> effects(data(None), state)
    ('recon +1', 'infiltration +1', 'submarine hunt rolls −1')
    """
    tables, weather = data.tables, known.weather
    dice = {
        "recon": tables.recon.weather,
        "infiltration": tables.infiltration.weather,
        "gunfire rolls": tables.gunfire.weather,
        "torpedo rolls": tables.torpedo.weather,
        "submarine hunt rolls": tables.asw.weather,
    }
    grounded = ("no flying",) if weather == "storm" else ()
    return (*grounded, *(f"{what} {signed(table[weather])}" for what, table in dice.items() if table[weather]))
