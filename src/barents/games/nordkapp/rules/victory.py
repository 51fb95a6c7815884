"""Chapters 11 and 13: who has won, and how."""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import convoys
from barents.games.nordkapp.state import State
from barents.kernel.game import Result
from barents.kernel.sides import Side
from barents.kernel.words import in_halves

GERMAN_OPERATIONAL, GERMAN_TACTICAL, ALLIED_TACTICAL = (
    "German operational victory",
    "German tactical victory",
    "Allied tactical victory",
)


def level(data: Data, scenario: str, difference: float) -> str:
    """NK 11, 13: the victory level of a difference of points; between two levels the one nearer zero holds (R48)."""
    levels = data.scenarios[scenario].levels
    if difference >= levels.german_operational_from:
        return GERMAN_OPERATIONAL
    if difference >= levels.german_tactical_from:
        return GERMAN_TACTICAL
    return ALLIED_TACTICAL if difference > levels.allied_tactical_above else levels.allied_victory


def result(state: State, data: Data) -> Result:
    """NK 11: points, the difference between them, and a convoy that has not arrived."""
    points = {side.value: state.points[side] for side in Side}
    late = convoys(state, data)
    difference = state.points[Side.AXIS] - state.points[Side.ALLIED]
    if late:
        names = " and ".join(state.markers[Side.ALLIED][convoy].name for convoy in late)
        return Result(Side.AXIS, GERMAN_OPERATIONAL, points, f"{names} did not get off the map in time")
    name = level(data, state.scenario, difference)
    winner = Side.AXIS if name.startswith("German") else Side.ALLIED
    return Result(winner, name, points, f"{in_halves(difference)} points for the Germans")
