"""Chapter 7.2: ships of PQ-17 that have left it may hide in partial ice."""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.units import Umpire
from barents.games.arctic_disaster.rules.victory import scored_by
from barents.games.arctic_disaster.state import Ship, State
from barents.kernel.sides import Side

ENTERED = -1  # the turn in which a ship enters the ice does not count (R46)


def may_enter_ice(data: Data, ships: Iterable[Ship]) -> bool:
    """AD 7.2: only convoy ships on their own may enter partial ice, and no destroyers."""
    abouts = [data.counters[ship.id] for ship in ships]
    return bool(abouts) and all(about.convoy and about.type != "DD" for about in abouts)


def in_ice(state: State, data: Data) -> list[Ship]:
    """AD 7.2: the ships in partial ice, hidden ones too."""
    return [ship for ship in state.ships[Side.ALLIED].values() if not ship.force and ship.at in data.partial_ice]


def free_markers(state: State, data: Data) -> int:
    """AD 7.2: how many more ships can be in the ice: each needs a marker."""
    return max(0, data.ice_markers - len(in_ice(state, data)))


def put_to(data: Data, ship: Ship, cell: str) -> None:
    """AD 7.2: a ship on its own comes into a hex; in ice it is out of sight, and leaving ice it is neither hidden."""
    if cell != ship.at:
        ship.ice = ENTERED if cell in data.partial_ice else 0
        ship.hidden = ship.seen = False
    ship.at = cell


def count_turns_in_ice(u: Umpire) -> None:
    """AD 7.2, R46: at the end of a turn a ship in the ice that was not seen is a turn nearer to being hidden."""
    state, data = u.state, u.data
    for ship in in_ice(state, data):
        if ship.hidden:
            continue
        ship.ice = 0 if ship.seen else ship.ice + 1
        ship.seen = False
        if ship.ice >= data.tables.other.ice_turns:
            ship.hidden = True
            is_worth = data.counters[ship.id].is_merchant
            scored = f": {scored_by(Side.ALLIED, data.tables.victory.hidden)}" if is_worth else ""
            u.tell("AD-7.2-ice-hidden", "{unit} is hidden in the ice at {cell}" + scored, unit=ship.id, cell=ship.at)
