"""Where a cell is, in words: the place in it, or how far it lies from the nearest one and in which direction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import atan2, pi
from re import sub

from barents.atlas.map import MAPS, Map
from barents.kernel.view import Situation

COMPASS = ("E", "SE", "S", "SW", "W", "NW", "N", "NE")
NEAR = 6
"""How many hexes from a landmark one still counts."""
POINTS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")


class Gazetteer:
    """The places of a map, to steer by.

    >>> chart = Gazetteer("north-cape")
    >>> chart.where("2633"), chart.where("2828")[:11]
    ('Banak', 'Honningsvåg')
    >>> chart.where("1709")
    '3 NE of Bear Island'
    >>> chart.said("1709"), chart.said("2633"), chart.bound("1709", "1711")
    ('3 hexes north-east of Bear Island', 'at Banak', 'south')
    >>> chart.said("0304")
    'at 76°N 11°E, north-west of Bear Island'
    """

    def __init__(self, name: str) -> None:
        self.map = Map.load(name)
        self.places = {place.hex: place.name for place in reversed(self.map.places) if place.hex is not None}
        # Arrows at the map's edge ("To Narvik") and where a convoy's story begins or ends are no places to steer by.
        marks = (" start", " scatter")
        marked = [cell for cell, name in self.places.items() if name.startswith("To ") or name.endswith(marks)]
        self.landmarks = {
            cell: sub(r" \(.*\)| seaplanes$", "", name) for cell, name in self.places.items() if cell not in marked
        }
        self._said: dict[str, str] = {}

    def where(self, cell: str) -> str:
        """The place in a cell, or the nearest one with distance and direction; nothing for what is no cell."""
        if cell in self.places:
            return self.places[cell]
        if cell not in self.map:
            return ""
        near = self._nearest(cell, self.places)
        return f"{self.map.grid.distance(cell, near)} {COMPASS[self._octant(near, cell)]} of {self.places[near]}"

    def said(self, cell: str) -> str:
        """The same as one says it in a sentence, after "is": "at Banak", "3 hexes north-east of Bear Island".

        Far from all of them nobody counts hexes: there it is a position, and towards which place it lies.
        """
        if cell not in self._said:
            self._said[cell] = self._in_words(cell)
        return self._said[cell]

    def _in_words(self, cell: str) -> str:
        if cell in self.landmarks:
            return f"at {self.landmarks[cell]}"
        if cell not in self.map:
            return ""
        near = self._nearest(cell, self.landmarks)
        hexes = self.map.grid.distance(cell, near)
        if hexes > NEAR:
            return f"at {self.position(cell)}, {self.bound(near, cell)} of {self.landmarks[near]}"
        return f"{hexes} {'hex' if hexes == 1 else 'hexes'} {self.bound(near, cell)} of {self.landmarks[near]}"

    def near(self, cell: str) -> str:
        """The same in short, for a title: "off Vardø", "north of Vardø"."""
        if cell not in self.map:
            return ""
        near = self._nearest(cell, self.landmarks)
        if self.map.grid.distance(cell, near) > NEAR:
            return f"{self.bound(near, cell)} of {self.landmarks[near]}"
        return f"{'at' if cell == near else 'off'} {self.landmarks[near]}"

    def position(self, cell: str) -> str:
        """Where a cell lies by latitude and longitude, in whole degrees as the chart's frame has them."""
        lat, lon = self.map.position(cell)
        return f"{round(lat)}°N {abs(round(lon))}°{'E' if lon >= 0 else 'W'}"

    def bound(self, start: str, end: str) -> str:
        """In which direction one cell lies from another, in a word."""
        return POINTS[self._octant(start, end)]

    def _nearest(self, cell: str, places: Mapping[str, str]) -> str:
        grid = self.map.grid
        return min(places, key=lambda other: (grid.distance(cell, other), other))

    def _octant(self, start: str, end: str) -> int:
        (x, y), (to_x, to_y) = self.map.grid.centre(start), self.map.grid.centre(end)
        return round(atan2(to_y - y, to_x - x) / (pi / 4)) % 8


@cache
def gazetteer(name: str) -> Gazetteer:
    """The places of a map; read once."""
    return Gazetteer(name)


def gazetteers(seen: Situation) -> Mapping[str, Gazetteer]:
    """For each board that is one of the maps, its places."""
    return {board.name: gazetteer(board.geometry) for board in seen.boards if board.geometry in MAPS}
