"""Mines, an option (OP-MINE)."""

from __future__ import annotations

from barents.games.operations.battle.damage import torpedo_hit
from barents.games.operations.data import Data
from barents.games.operations.rules.units import Umpire, moved, of_types, ships_of
from barents.games.operations.state import Fleet, State
from barents.kernel.dice import D6
from barents.kernel.sides import NOBODY, Side, only


def layers(state: State, data: Data, side: Side) -> list[str]:
    """OP-MINE-lay: minelayers in a coastal zone without a field that have not yet laid one this month."""
    desk, table = state.desks[side], data.tables.mines
    if not state.options.mines:
        return []
    return [
        ship.key
        for fleet in desk.fleets.values()
        if not fleet.docked and fleet.at in data.coastal and fleet.at not in desk.fields
        for ship in of_types(data, ships_of(desk, fleet.key), *table.layer_types)
        if list(desk.fields.values()).count(ship.key) < table.a_month
    ]


def lay_mines(u: Umpire) -> None:
    """OP-MINE-lay: who was told to, has spent the whole turn there and did not have to fight has laid a field.

    It lies there for the rest of the month, and nobody else knows of it.
    """
    for side in Side:
        desk = u.state.desks[side]
        for name in [name for name in desk.laying if desk.ships[name].fleet]:
            fleet = desk.fleets[desk.ships[name].fleet]
            if moved(fleet) == 0 and not fleet.engaged and fleet.at not in desk.fields:
                desk.fields[fleet.at] = name
                words = "{unit} has laid a minefield in {cell}"
                u.tell("OP-MINE-lay", words, to=only(side), unit=name, cell=fleet.at)
        desk.laying = []


def enter_minefield(u: Umpire, side: Side, fleet: Fleet) -> None:
    """OP-MINE-hit: a fleet in an enemy field rolls; sweepers may find the mine before a ship does."""
    state, data = u.state, u.data
    table = data.tables.mines
    if not state.options.mines or fleet.at not in state.desks[side.enemy].fields:
        return
    # Whoever passes unharmed does not learn of the field.
    if u.roll(D6, "OP-MINE-hit", fleet.key, to=NOBODY, needs=f"{table.hit_to} strikes a mine") > table.hit_to:
        return
    ships = ships_of(state.desks[side], fleet.key)
    if of_types(data, ships, *table.sweeper_types):
        swept = u.roll(D6, "OP-MINE-hit", fleet.key, to=only(side), needs=f"{table.swept_from} or more sweeps it")
        if swept >= table.swept_from:
            u.tell("OP-MINE-hit", "{fleet} has swept a mine in {cell}", to=only(side), fleet=fleet.key, cell=fleet.at)
            return
    name = u.draw([ship.key for ship in ships], 1, "OP-MINE-hit", fleet.key, to=only(side))[0]
    u.tell("OP-MINE-hit", "{unit} has struck a mine in {cell}", to=only(side), unit=name, cell=fleet.at)
    torpedo_hit(u, name)
