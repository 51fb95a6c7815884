"""The real ships, submarines and aircraft behind the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from barents.atlas.cards import aircraft_card, ship_card
from barents.atlas.names import UnknownNameError
from barents.games.operations.data import Data
from barents.games.operations.names import merchant_names
from barents.kernel.report import ShipCard


@cache
def ships(data: Data) -> Mapping[str, ShipCard]:
    """A card for every ship and boat that a scenario names, for its merchants, and for every type of aircraft."""
    found: dict[str, ShipCard] = {}
    for file in data.scenarios.values():
        for fleet in file.fleets:
            found |= {id: _of(data, id) for id in fleet.ships}
            real = data.merchants_of(fleet.name)
            for number in range(1, fleet.transports + 1):
                key = f"{fleet.id}-{number}"
                known = number <= len(real)
                found[key] = _of(data, real[number - 1]) if known else ShipCard(merchant_names(data)[key], {})
        for boats in file.boats:
            found |= {id: _of(data, id) for id in boats.ships}
    return found | {type: _plane(data, type) for type in data.air_types}


def _of(data: Data, id: str) -> ShipCard:
    ship = data.register[id]
    return ship_card(ship.name, (ship,))


def _plane(data: Data, type: str) -> ShipCard:
    name = data.air_types[type].name
    try:
        return aircraft_card(name, data.register.find_aircraft(type))
    except UnknownNameError:
        return ShipCard(name, {})
