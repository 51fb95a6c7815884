"""Ships of the campaign: where they are, what they are, and who has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.state import GONE, SUNK, AlliedDesk, AxisDesk, Line, Service, State, Vessel
from barents.games.operations.data import ShipType
from barents.games.operations.rules.setup import new_ship
from barents.games.operations.state import Ship
from barents.kernel import umpire as kernel
from barents.kernel.sides import Side

Umpire: TypeAlias = "kernel.Umpire[State, Data]"
SIGHTED = "sighted"  # in a side's notebook: an enemy ship that was seen; all others there are known to be sunk


def desk_of(state: State, side: Side) -> AlliedDesk | AxisDesk:
    """The desk of a side."""
    return state.allied if side is Side.ALLIED else state.axis


def date(state: State, data: Data) -> str:
    """The month as the tables write it."""
    return data.date(state.month)


def ship_of(state: State, side: Side, key: str) -> Ship:
    """A ship's boxes: in the operation while it is under way, else in her desk."""
    if state.operation is not None and key in state.operation.desks[side].ships:
        return state.operation.desks[side].ships[key]
    return desk_of(state, side).ships[key]


def type_of(data: Data, ship: Ship) -> ShipType:
    """The line of a ship's values."""
    return data.sea.types[ship.line]


def afloat(desk: AlliedDesk | AxisDesk) -> Iterator[Vessel]:
    """The ships of a side that are neither sunk nor gone."""
    return (vessel for vessel in desk.vessels.values() if vessel.at not in (SUNK, GONE))


def is_whole(ship: Ship) -> bool:
    """A.21: without a box of battle damage; storm marks are none."""
    return not any(ship.lost.values())


def damage_of(ship: Ship) -> int:
    """The boxes that a ship has lost."""
    return sum(ship.lost.values())


def commission(
    state: State, data: Data, side: Side, key: str, service: Service, at: str, *, line: str = "", name: str = ""
) -> Vessel:
    """A ship comes into play, whole and with full tanks; one that was there before keeps her boxes."""
    desk = desk_of(state, side)
    if key not in desk.ships:
        desk.ships[key] = new_ship(data.sea, key, line or data.sea.line_of(key), name or _name(data, key, line), "", 0)
    vessel = Vessel(key, service, at, ready=state.month, since=state.month)
    desk.vessels[key] = vessel
    return vessel


def _name(data: Data, key: str, line: str) -> str:
    """What a ship is called: by the register, or by her line and number."""
    if line and key not in data.sea.ships_of(line):
        return f"{data.sea.types[line].title} {key.rpartition('-')[2]}"
    return data.sea.name_of(key)


def note(state: State, side: Side, words: str, **about: str) -> None:
    """A line of the side's war diary."""
    desk_of(state, side).diary.append(Line(state.month, words, about))
