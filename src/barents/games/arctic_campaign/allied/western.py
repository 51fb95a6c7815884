"""Ships of the western Allies: which there are to be had, and how they come into service and leave it (B.1, B.14)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import count, islice

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import commission, date, is_whole
from barents.games.arctic_campaign.state import GONE, SUNK, Service, State, Vessel
from barents.games.operations.data import ShipType
from barents.games.operations.rules.units import is_worn
from barents.games.operations.terms import Nation, ShipClass
from barents.kernel.sides import Side

WESTERN: tuple[Nation, ...] = ("uk", "us")
BRITISH: tuple[Nation, ...] = ("uk",)
AMERICAN: tuple[Nation, ...] = ("us",)
SOVIET: Nation = "su"
_EXTRA = "-extra-"  # in the key of a ship beyond those with names, as the operations engine writes it


# Ports


def western_ports(data: Data) -> tuple[str, ...]:
    """The ports in Britain and Iceland."""
    return tuple(port.name for port in data.sea.tables.ports.rows if port.nation in WESTERN)


def soviet_ports(data: Data) -> tuple[str, ...]:
    """The ports in Russia."""
    return tuple(port.name for port in data.sea.tables.ports.rows if port.nation == SOVIET)


# Which ships there are


def line_of(data: Data, key: str) -> ShipType:
    """The values of a western ship, also of one without a name who is not in service yet."""
    stem, mark, _ = key.rpartition(_EXTRA)
    return data.sea.types[f"{BRITISH[0]}:{stem}"] if mark else data.line(key)


def name_of(data: Data, key: str) -> str:
    """What a western ship is called; those without a name go by their numbers."""
    line = line_of(data, key)
    return f"{line.type} {key.rpartition(_EXTRA)[2]}" if _EXTRA in key else data.sea.name_of(key)


def is_extra(key: str) -> bool:
    """Whether a word is the key of a ship beyond those with names."""
    return _EXTRA in key


def is_western(data: Data, key: str) -> bool:
    """Whether a word is the key of a British or US ship with a name."""
    return key in _with_names(data)


def keys(data: Data) -> dict[str, str]:
    """The keys of the British and US ships by their names."""
    return {name: key for key, name in _with_names(data).items()}


@lru_cache(maxsize=4)
def _with_names(data: Data) -> dict[str, str]:
    """The names of the British and US ships by their keys."""
    lines = [line.key for line in data.sea.types.values() if line.nation in WESTERN]
    return {key: data.sea.name_of(key) for line in lines for key in data.in_order(line)}


def kind_of(data: Data, key: str) -> ShipClass:
    """The type under which a western ship counts and is paid for."""
    return data.kind(line_of(data, key).type)


def named(state: State, data: Data, kind: ShipClass, nations: Collection[Nation] = WESTERN) -> list[str]:
    """AC-B.14-historical, -from: the ships with names of a type that are to be had this month, in the tables' order."""
    lines = (line for line in data.sea.types.values() if line.nation in nations and data.kind(line.type) == kind)
    return [key for line in lines for key in data.in_order(line.key) if _is_there(state, data, key)]


def unnamed(state: State, data: Data, kind: ShipClass) -> list[str]:
    """OP-DATA-generic: ships beyond those with names, on the weakest line of their type; there are no such carriers.

    AC-B.14-unnamed: nor battleships, where ships are to be had by their dates.
    """
    line = data.sea.generic.get(kind)
    if line is None or (state.options.historical_availability and kind in data.tables.hire.all_named):
        return []
    keys = (f"{line.partition(':')[2]}{_EXTRA}{number}" for number in count(1))
    return list(islice((key for key in keys if is_free(state, data, key)), data.tables.hire.unnamed))


def _is_there(state: State, data: Data, key: str) -> bool:
    """By date and not in use; whoever has become Soviet is not to be had under her old name."""
    former = data.tables.soviet.handed_over
    if state.allied.transferred and key in [data.key("uk", name) for name in former]:
        return False
    is_dated = not state.options.historical_availability or data.in_commission(key, date(state, data))
    return is_dated and is_free(state, data, key)


def is_free(state: State, data: Data, key: str) -> bool:
    """AC-B.12-replaced-not-core: in no service, and not or no longer under repair; storm wears only for a month."""
    vessel = state.allied.vessels.get(key)
    if vessel is None:
        return True
    if vessel.service != "idle" or vessel.at in (SUNK, GONE) or vessel.ready > state.month:
        return False
    ship = state.allied.ships[key]
    return is_whole(ship) and not is_worn(data.sea, ship)


# Coming and going


def enlist(state: State, data: Data, key: str, service: Service, at: str) -> Vessel:
    """A western ship enters service, with full tanks and tubes."""
    line = line_of(data, key)
    vessel = commission(state, data, Side.ALLIED, key, service, at, line=line.key, name=name_of(data, key))
    ship = state.allied.ships[key]
    ship.fuel, ship.fired = (line.fuel or 0) * data.sea.tables.fuel.parts, 0
    return vessel


def release(state: State, data: Data, key: str) -> None:
    """A ship in the west leaves service: she is to be had again, but under repair first if she is hurt or worn."""
    desk = state.allied
    vessel, ship = desk.vessels[key], desk.ships[key]
    desk.decks.pop(key, None)
    if is_whole(ship) and not ship.marks:
        del desk.vessels[key], desk.ships[key]
        return
    yard = data.tables.repairs.british_port
    if vessel.at != yard:
        vessel.at, vessel.since, vessel.mending = yard, state.month, 0
    vessel.service, vessel.due, vessel.unpaid = "idle", False, False
