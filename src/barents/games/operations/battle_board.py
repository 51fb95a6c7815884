"""The battle track on screen (OP-TAC): cells of 3,000 yards, divisions in them, and what each ship's weapons reach.

Both sides see the track; what a ship is only where it was recognised. What a client cannot read off the counters stands
in the board's marks: `division:a-1` has its ships from the front, `moved`, `smoke`, `combing`, `running` and `lit` the
divisions that have done so, `sight:allied` how many cells a side sees, and `range:a1:primary` the modifier of one
of its weapons for each distance as far as it reaches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from barents.games.operations.data import Data
from barents.games.operations.intents import BATTERIES
from barents.games.operations.names import place
from barents.games.operations.state import Battle, State
from barents.games.operations.tactics import ship_in, standing, visibility
from barents.games.operations.units import guns, light_at, tubes, weather_at
from barents.kernel.sides import Side
from barents.kernel.view import Board

Marks: TypeAlias = "dict[str, tuple[str, ...]]"

BATTLE_BOARD, GEOMETRY = "battle", "battle-track"
STEPS = ("Intents, in secret", "Moves", "Guns", "Torpedoes", "Damage", "Leave")


def battle_board(data: Data, known: State, battle: Battle, group: str, own: Iterable[Side]) -> Board:
    """OP-TAC-rounds: the track as an observer may see it, who knows all of some sides' ships."""
    weather = data.effect(weather_at(known, data, battle.zone)).name.lower()
    light = light_at(known, data, battle.zone)
    note = f"round {battle.round} of at most {data.tables.battle.rounds}, {light}, {weather}"
    marks = {**_track(data, battle), **_divisions(battle)}
    for side in own:
        marks |= _side(data, known, battle, side)
    return Board(
        name=BATTLE_BOARD,
        title=f"Battle in {place(data, battle.zone)}",
        geometry=GEOMETRY,
        marks=marks,
        count=sum(not fighter.gone for fighter in battle.ships.values()),
        note=note,
        group=group,
        battle=True,
    )


def cells_of(data: Data, battle: Battle) -> tuple[str, ...]:
    """The part of the track that is looked at: all divisions, and a gun's range around them."""
    here = [division.cell for division in battle.divisions if not division.left] or [0]
    around = data.tables.battle.apart
    return tuple(str(cell) for cell in range(min(here) - around, max(here) + around + 1))


def _track(data: Data, battle: Battle) -> Marks:
    coming = tuple(f"{side}:{len(fleets)}" for side, fleets in battle.joining.items() if fleets)
    return {
        "at": (battle.zone,),
        "cells": cells_of(data, battle),
        "round": (str(battle.round), str(data.tables.battle.rounds)),
        "steps": STEPS,
        "engager": (battle.engager.value,),
        "surprised": tuple(side.value for side in battle.surprised) if battle.round <= 1 else (),
        "joining": coming,
    }


def _divisions(battle: Battle) -> Marks:
    here = [division for division in battle.divisions if not division.left]
    found: Marks = {f"division:{division.key}": tuple(division.ships) for division in here}
    return found | {
        "train": tuple(division.key for division in here if division.train),
        "moved": tuple(f"{division.key}:{division.moved:+}" for division in here if division.moved),
        "running": tuple(division.key for division in here if division.running),
        "smoke": tuple(division.key for division in here if division.smoke),
        "combing": tuple(division.key for division in here if division.combing),
        "lit": tuple(f"{division.key}>{division.shining}" for division in here if division.shining),
    }


def _side(data: Data, known: State, battle: Battle, side: Side) -> Marks:
    """How far a side sees, and its ships' weapons."""
    found: Marks = {f"sight:{side}": (str(visibility(known, data, side)),)}
    for division in standing(battle, side):
        for name in division.ships:
            ship = ship_in(known, name)
            for battery in BATTERIES:
                if guns(data, ship, battery):
                    reach = range(data.battery(battery).range + 1)
                    modifiers = (data.range_modifier(battery, cells) or 0 for cells in reach)
                    found[f"range:{name}:{battery}"] = tuple(str(modifier) for modifier in modifiers)
            if tubes(data, ship):
                found[f"range:{name}:torpedoes"] = tuple(str(one) for one in data.tables.torpedoes.ranges)
    return found
