"""Where a cell is, in words: the place in it, or how far it lies from the nearest one and in which direction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import atan2, pi

from barents.atlas.map import MAPS, Map
from barents.kernel.view import Situation

COMPASS = ("E", "SE", "S", "SW", "W", "NW", "N", "NE")


class Gazetteer:
    """The places of a map, to steer by.

    >>> chart = Gazetteer("north-cape")
    >>> chart.where("2633"), chart.where("2828")[:11]
    ('Banak', 'Honningsvåg')
    >>> chart.where("1709")
    '3 NE of Bear Island'
    """

    def __init__(self, name: str) -> None:
        self.map = Map.load(name)
        self.places = {place.hex: place.name for place in reversed(self.map.places) if place.hex is not None}

    def where(self, cell: str) -> str:
        """The place in a cell, or the nearest one with distance and direction; nothing for what is no cell."""
        if cell in self.places:
            return self.places[cell]
        if cell not in self.map:
            return ""
        grid = self.map.grid
        near = min(self.places, key=lambda other: (grid.distance(cell, other), other))
        return f"{grid.distance(cell, near)} {self._direction(near, cell)} of {self.places[near]}"

    def _direction(self, start: str, end: str) -> str:
        (x, y), (to_x, to_y) = self.map.grid.centre(start), self.map.grid.centre(end)
        return COMPASS[round(atan2(to_y - y, to_x - x) / (pi / 4)) % 8]


@cache
def gazetteer(name: str) -> Gazetteer:
    """The places of a map; read once."""
    return Gazetteer(name)


def gazetteers(seen: Situation) -> Mapping[str, Gazetteer]:
    """For each board that is one of the maps, its places."""
    return {board.name: gazetteer(board.geometry) for board in seen.boards if board.geometry in MAPS}
