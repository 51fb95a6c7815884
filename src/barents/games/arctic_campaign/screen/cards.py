"""The real ships, submarines and aircraft behind the campaign's pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from barents.atlas.cards import ship_card
from barents.games.arctic_campaign.data import Data
from barents.games.operations import GAME as SEA
from barents.kernel.report import ShipCard


@cache
def ships(data: Data) -> Mapping[str, ShipCard]:
    """A card for every ship and boat with a name that the campaign can bring into play, and for every aircraft."""
    named = [key for line in data.sea.types for key in data.sea.ships_of(line)]
    boats = [key for kind in data.sea.boat_classes for key in data.sea.boats_of(kind)]
    found = {}
    for key in (*named, *boats):
        ship = data.sea.register[key]
        found[key] = ship_card(ship.name, (ship,))
    return {type: card for type, card in SEA.ships(data.sea).items() if type in data.sea.air_types} | found
