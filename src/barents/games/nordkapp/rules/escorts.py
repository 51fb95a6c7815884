"""Chapters 7.1.1 and 7.1.3: the escorts of a group, what a boat's way through them depends on, and their answer."""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Infiltration
from barents.games.nordkapp.rules.air_missions import cover_over
from barents.games.nordkapp.rules.asw import asw_modifiers
from barents.games.nordkapp.rules.units import factor, in_growler_zone, is_day, ships_at
from barents.games.nordkapp.state import CombatBox, Piece, Result, State
from barents.kernel.sides import Side


def escorts_of(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 7.1.1: a side's ships in a hex that can fight submarines."""
    return [piece for piece in ships_at(state, data, side, cell) if factor(data, piece, "asw")]


def air_patrol(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 7.1.1, 9.2: the aircraft over a hex that can fight submarines."""
    return [piece for piece in cover_over(state, data, side, cell) if factor(data, piece, "asw")]


def infiltration_modifiers(state: State, data: Data, box: CombatBox) -> dict[str, int]:
    """NK 7.1.1: what helps and hinders a boat that tries to get in."""
    table, cell, enemy = data.tables.infiltration, box.cell, box.attacker.enemy
    escorts = len(escorts_of(state, data, enemy, cell))
    screen = next((row.modifier for row in reversed(table.escorts) if escorts >= row.least), 0)
    modifiers = {f"{escorts} escorts": screen, state.weather: table.weather[state.weather]}
    if air_patrol(state, data, enemy, cell):
        modifiers["air patrol"] = table.air_patrol
    if box.surfaced:
        day = is_day(state, data)
        modifiers["surfaced by day" if day else "surfaced by night"] = (
            table.surfaced_day if day else table.surfaced_night
        )
    if cell in data.norwegian_coast:
        modifiers["Norwegian coast"] = table.norwegian_coast
    if in_growler_zone(state, data, cell):
        modifiers["ice"] = table.growler_zone
    return {name: value for name, value in modifiers.items() if value}


def infiltration_result(table: Infiltration, natural: int, total: int) -> Result:
    """NK 7.1.1: what a die with its modifiers means.

    >>> from barents.games.nordkapp.data import data
    >>> table = data(None).tables.infiltration
    >>> [infiltration_result(table, natural, natural - 3) for natural in (3, 5, 6)]
    ['detected', 'screened', 'infiltrated']
    >>> infiltration_result(table, 1, 5)
    'screened'
    """
    if total <= table.screened_to and natural != table.always_in:
        return "detected" if total <= table.detected_to else "screened"
    if natural == table.never_in:
        return "screened"
    return "infiltrated" if total <= table.infiltrated_to else "unseen"


def reacting(state: State, data: Data, box: CombatBox) -> list[Piece]:
    """NK 7.1.3: the ships and aircraft that hunt the boat."""
    enemy = box.attacker.enemy
    return [*escorts_of(state, data, enemy, box.cell), *air_patrol(state, data, enemy, box.cell)]


def reaction_modifiers(state: State, data: Data, box: CombatBox) -> dict[str, int]:
    """NK 7.1.3: what helps and hinders the escorts."""
    hunters, table = reacting(state, data, box), data.tables.asw
    factors = sum(factor(data, piece, "asw") for piece in hunters)
    modifiers = asw_modifiers(state, data, box.cell, factors, surfaced=box.surfaced)
    if box.result == "unseen":
        modifiers["unseen"] = table.unseen
    if all(data.counters[piece.id].nation == "SU" for piece in hunters):
        modifiers["Soviet ships alone"] = table.soviet_only
    return modifiers
