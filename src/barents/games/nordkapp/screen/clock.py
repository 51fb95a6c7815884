"""Where a game of Nordkapp stands in time: date, light and weather, and what the weather does."""

from __future__ import annotations

from datetime import datetime, timedelta

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import is_day
from barents.games.nordkapp.state import State
from barents.kernel.view import Clock
from barents.kernel.words import signed

PHASES = {"submarine": "submarine attack", "surface": "surface combat", "raid": "air raid"}


def moment(data: Data, state: State) -> datetime:
    """NK 3: when the turn begins; a turn is eight hours."""
    begins = datetime.fromisoformat(data.scenarios[state.scenario].begins)
    return begins + timedelta(hours=data.tables.scale.turn_hours * (state.turn - 1))


def clock(data: Data, known: State) -> Clock:
    """Turn, date, light and sky."""
    now, day = moment(data, known), is_day(known, data)
    dark = data.scenarios[known.scenario].dark
    hours = data.tables.scale.turn_hours
    return Clock(
        turn=known.turn,
        turns=known.turns,
        phase="" if known.box is None else f"{PHASES[known.box.kind]} at {known.box.cell}",
        date=now.strftime("%Y-%m-%d %H:%M"),
        weather=known.weather,
        light="daylight" if day else "night: nothing flies",
        hours=hours,
        sun=(float(hours), float(2 * hours)) if dark else (0.0, 24.0),
        sky={"fair": "clear", "bad": "bad"}.get(known.weather, known.weather),
        effects=effects(data, known),
    )


def effects(data: Data, known: State) -> tuple[str, ...]:
    """What the weather does, from the tables that the rules use.

    >>> from barents.games.nordkapp.data import data
    >>> from barents.games.nordkapp.rules.setup import opening
    >>> from barents.games.nordkapp.options import Options
    >>> effects(data(None), opening(data(None), "enter-the-luftwaffe", Options()))
    ('searches see two hexes', 'infiltration +1')
    """
    tables, weather = data.tables, known.weather
    found = []
    if weather == "storm":
        found.append("no flying")
    elif weather == "fair":
        found.append("searches see two hexes")
    dice = {
        "infiltration": tables.infiltration.weather,
        "escorts' reaction": tables.asw.weather,
        "shadowing": tables.shadowing.weather,
        "flight": tables.flight.weather,
    }
    return (*found, *(f"{what} {signed(table[weather])}" for what, table in dice.items() if table[weather]))
