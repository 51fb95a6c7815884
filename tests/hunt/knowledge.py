"""What each side of The Hunt may know, and worlds that agree with it.

Allied pieces, damage and positions are open. Secret are: which Axis contact is the raider, until it is identified;
whether her boilers failed (known to the Axis); and the convoy's formation (known to the Allies).
"""

from __future__ import annotations

import msgspec

from barents.kernel.dice import Dice
from barents.kernel.disclosure import for_all, for_owner
from barents.kernel.game import Notebook
from barents.kernel.sides import Observer, Side, eyes_of

from .data import Data
from .flow import afloat, is_hidden
from .state import Ship, State


def known(data: Data, state: State, observer: Observer) -> State:
    """A new state from open facts, the observer's own, and its notebook; contacts go by their cell."""
    sees_axis = observer in (Observer.AXIS, Observer.UMPIRE)
    sees_allied = observer in (Observer.ALLIED, Observer.UMPIRE)
    ships = {name: Ship(name, state.ships[name].cell) for name in data.of(Side.ALLIED)}
    for name in data.of(Side.AXIS):
        cell = state.ships[name].cell
        if sees_axis or not is_hidden(state, name):
            ships[name] = Ship(name, cell)
    if not sees_axis:
        hidden = {state.ships[n].cell for n in afloat(state, Side.AXIS, data) if is_hidden(state, n)}
        for cell in sorted(hidden):
            ships[f"contact@{cell}"] = Ship(f"contact@{cell}", cell)
    notebook = {side: Notebook() for side in Side}
    notebook[Side.ALLIED].identified = dict(state.notebook[Side.ALLIED].identified)
    for side in Side:
        if observer in (eyes_of(side), Observer.UMPIRE):
            notebook[side] = for_owner(state.notebook[side])
    return State(
        agenda=for_all.listed(state.agenda),
        notebook=notebook,
        result=for_all(state.result),
        options=state.options,
        turns=state.turns,
        fog=state.fog,
        ships=ships,
        damage=dict(state.damage),
        turn=state.turn,
        slowed=state.slowed and sees_axis,
        lookouts={name: list(posted) for name, posted in state.lookouts.items()},
        open_formation=state.open_formation and sees_allied,
    )


def imagine(data: Data, known: State, observer: Observer, dice: Dice) -> State:
    """A whole world that looks like `known` to the observer who knows it."""
    world = msgspec.convert(msgspec.to_builtins(known), State)
    cells = [world.ships.pop(name).cell for name in list(world.ships) if name.startswith("contact@")]
    missing = [name for name in data.of(Side.AXIS) if name not in world.ships]
    dice.shuffle(missing)
    for number, name in enumerate(missing):
        world.ships[name] = Ship(name, cells[number % len(cells)])
    world.ships = {name: world.ships[name] for name in data.rows}
    if observer is not Observer.AXIS:
        world.slowed = dice.below(3) == 0
    if observer is not Observer.ALLIED:
        world.open_formation = dice.below(2) == 0
    return world
