"""Chapter 7.3: what the event chits that lie open add to the dice of a boat's attack."""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import is_day
from barents.games.nordkapp.state import State

RADAR, COORDINATION, FLARES, BEARING = "radar", "coordination", "flares", "bearing"
SMOKE, RITTERKREUZ, VICTORIA_CROSS, GULF_STREAM = "smoke", "ritterkreuz", "victoria-cross", "gulf-stream"


def flares(state: State, data: Data) -> int:
    """NK 7.3: flares show a surfaced boat, by night also one that is submerged."""
    assert state.box is not None
    if state.box.surfaced:
        return data.tables.chits.flares_surfaced
    return 0 if is_day(state, data) else data.tables.chits.flares_night


def infiltration_chits(state: State, data: Data) -> dict[str, int]:
    """NK 7.3: what the chits that were played add to the infiltration."""
    table = data.tables.chits
    return _added(
        state, data, {RADAR: table.radar, COORDINATION: table.coordination_infiltration, FLARES: flares(state, data)}
    )


def torpedo_chits(state: State, data: Data) -> dict[str, int]:
    """NK 7.3: what the chits that were played add to every torpedo die of this boat."""
    return _added(state, data, {SMOKE: data.tables.chits.smoke})


def asw_chits(state: State, data: Data) -> dict[str, int]:
    """NK 7.3: what the chits that were played add to the escorts' die."""
    table = data.tables.chits
    effects = {
        COORDINATION: table.coordination_asw,
        VICTORIA_CROSS: table.victoria_cross,
        GULF_STREAM: table.gulf_stream,
    }
    return _added(state, data, effects)


def _added(state: State, data: Data, effects: dict[str, int]) -> dict[str, int]:
    """The modifiers of the chits that lie open, by their names."""
    assert state.box is not None
    played = state.box.played
    return {
        data.chits[chit].name: effect * played.count(chit)
        for chit, effect in effects.items()
        if chit in played and effect
    }
