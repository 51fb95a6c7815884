"""Where a game of Arctic Disaster stands in time: date, phase, and the weather of both zones."""

from __future__ import annotations

from collections.abc import Sequence

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import State
from barents.kernel.view import Clock
from barents.kernel.words import signed

HOURS = 8
ZONES = {"norwegian": "Norwegian Sea", "barents": "Barents Sea"}
PHASES = {
    "set-up": "set-up",
    "initial": q.INITIAL,
    "activation": "Activation Phase",
    "terminal": q.TERMINAL,
}


def clock(data: Data, known: State) -> Clock:
    """AD 1.1, 5.1: turn, date and sky; in July the sun does not set."""
    row = data.scenarios[known.scenario].turns[min(known.turn, known.turns) - 1]
    foggy = [ZONES[zone] for zone, weather in known.weather.items() if weather == "fog"]
    return Clock(
        turn=known.turn,
        turns=known.turns,
        phase=_phase(known),
        date=row.begins.replace("T", " "),
        weather=_sky(foggy),
        light="midnight sun",
        hours=HOURS,
        sun=(0.0, 24.0),
        sky="fog" if foggy else "clear",
        effects=effects(data, known),
    )


def _sky(foggy: Sequence[str]) -> str:
    """Where there is fog; elsewhere the sky is clear.

    >>> _sky(["Norwegian Sea"]), _sky([]), _sky(["Norwegian Sea", "Barents Sea"])
    ('Fog in the Norwegian Sea', 'Clear in both seas', 'Fog in both seas')
    """
    if len(foggy) == 1:
        return f"Fog in the {foggy[0]}"
    return "Fog in both seas" if foggy else "Clear in both seas"


def _phase(known: State) -> str:
    if known.battle is not None:
        return f"surface combat at {known.battle.cell}, round {max(1, known.battle.round)}"
    if known.raid is not None:
        return f"air attack at {known.raid.cell}"
    return PHASES[known.phase]


def effects(data: Data, known: State) -> tuple[str, ...]:
    """AD 5.1: what fog does, from the tables that the rules use.

    >>> from barents.games.arctic_disaster.data import data
    >>> data(None).tables.search.fog
    -2
    """
    if "fog" not in known.weather.values():
        return ()
    return (f"in fog no flying, no submarine attacks, searches {signed(data.tables.search.fog)}",)
