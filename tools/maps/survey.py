"""The survey of a board: what each hex is, by the land in it, the zones it lies in and the places on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from barents.kernel.hexes import Grid
from tools.maps import geometry, land
from tools.maps.geometry import Points, Shape
from tools.maps.projection import (
    NAUTICAL_MILE_KM,
    Conic,
    ConicBoard,
    Projection,
    WarpedBoard,
    great_circle_km,
)
from tools.maps.recipe import IceSeason, LatLon, Place, Recipe, Zone

LAND_SIDE_SHARE = 0.97
"""Two hexes with land are not joined by sea when this much of their common side lies on land …"""
LAND_SIDE_LAND = 0.02
"""… and each of them has more land than this."""
COAST_SHARE = 0.005
"""A hex lies on a country's coast when the country covers this much of it …"""
INLAND = 0.995
"""… and its land leaves some water."""
NORWAY_SOUTH_OF, NORWAY_EAST_OF = 71.6, 3.0
"""Norway without Bear Island, Spitsbergen and Jan Mayen."""
PETSAMO_WEST_OF, PETSAMO_SOUTH_OF = 31.9, 71.0
GROWLERS_WITHIN = 2
SAMPLES_A_LEG = 200
"""How finely a line is followed through the hexes."""


def projection_of(recipe: Recipe, grid: Grid) -> Projection:
    """The recipe's projection, laid on the board of its grid."""
    conic = Conic(recipe.projection.parallels, recipe.projection.origin, recipe.projection.turn)
    board = recipe.board
    if board.anchor is not None and board.anchor_km is not None:
        return ConicBoard(conic, board.spacing_km, grid.centre(board.anchor), board.anchor_km)
    if len(board.ties) < 3:
        raise ValueError(f"{recipe.name}.toml: board: give an anchor with its anchor_km, or at least three ties")
    return WarpedBoard(
        conic,
        tuple((tie.at[1], tie.at[0]) for tie in board.ties),
        tuple(grid.centre(tie.hex) for tie in board.ties),
    )


def globe(points: Iterable[LatLon]) -> Points:
    """Points as a recipe writes them (latitude first) as rows of (longitude, latitude)."""
    return np.array([(lon, lat) for lat, lon in points], dtype=float)


@dataclass
class Survey:
    """One board. Everything is worked out when it is first asked for."""

    recipe: Recipe
    _tags: dict[str, set[str]] = field(default_factory=dict)

    @cached_property
    def grid(self) -> Grid:
        """The hexes."""
        return Grid(self.recipe.grid)

    @cached_property
    def projection(self) -> Projection:
        """Between globe and board."""
        return projection_of(self.recipe, self.grid)

    @cached_property
    def centres(self) -> Points:
        """Hex centres on the board, in the order of `grid.cells`."""
        return np.array([self.grid.centre(cell) for cell in self.grid.cells])

    @cached_property
    def positions(self) -> dict[str, tuple[float, float]]:
        """Latitude and longitude of each hex centre."""
        found = self.projection.to_globe(self.centres)
        return {cell: (float(lat), float(lon)) for cell, (lon, lat) in zip(self.grid.cells, found, strict=True)}

    @cached_property
    def land(self) -> Shape:
        """All land, on the board."""
        return land.project(land.load("land"), self.projection)

    @cached_property
    def land_fraction(self) -> dict[str, float]:
        """The share of land in each hex."""
        return self._shares(self.land)

    def cell_at(self, board: Points) -> list[str | None]:
        """The hex that each point of the board lies in, or None off the grid."""
        apart = np.hypot(*(board[:, None, :] - self.centres[None, :, :]).transpose(2, 0, 1))
        nearest = apart.argmin(axis=1)
        near = apart.min(axis=1) <= 1 / np.sqrt(3)
        return [self.grid.cells[i] if close else None for i, close in zip(nearest, near, strict=True)]

    # Terrain

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The terrain of each hex: by land, then pins, then exceptions, then what is laid over it."""
        rules = self.recipe.terrain
        terrain = {}
        for cell, share in self.land_fraction.items():
            terrain[cell] = "sea" if share < rules.low else rules.coast if share < rules.high else "land"
        self.grid.check(*rules.pins)
        terrain |= rules.pins | dict.fromkeys(self.recipe.grid.isolated, "offmap")
        for exception in rules.exceptions:
            self.grid.check(*exception.hexes)
            terrain |= dict.fromkeys(exception.hexes, exception.terrain)
        for overlay in rules.overlays:
            touched = self._touched(overlay.lines)
            for cell in self.grid.cells:
                if overlay.over and terrain[cell] not in overlay.over:
                    continue
                beyond = self._degrees_north(cell, overlay.beyond) if overlay.beyond else 0.0
                if cell in touched or overlay.degrees[0] < beyond <= overlay.degrees[1]:
                    terrain[cell] = overlay.terrain
        return terrain

    @cached_property
    def manual(self) -> tuple[str, ...]:
        """Hexes whose terrain was set by hand."""
        return tuple(cell for exception in self.recipe.terrain.exceptions for cell in exception.hexes)

    @cached_property
    def land_sides(self) -> tuple[tuple[str, str], ...]:
        """Pairs of neighbours that no ship passes between."""
        exempt = {*self.manual, *self.recipe.terrain.exempt_from_land_sides}
        pairs = [
            (cell, other)
            for cell in self.grid.cells
            for other in self.grid.neighbours(cell)
            if cell < other and self._shuttable(cell, exempt) and self._shuttable(other, exempt)
        ]
        shares = geometry.shares_of_sides(self.land, [self._side(*pair) for pair in pairs])
        return tuple(pair for pair, share in zip(pairs, shares, strict=True) if share >= LAND_SIDE_SHARE)

    def _shuttable(self, cell: str, exempt: set[str]) -> bool:
        return (
            self.is_open(cell)
            and self.terrain[cell] != "leads"
            and cell not in exempt
            and self.land_fraction[cell] > LAND_SIDE_LAND
        )

    def _side(self, cell: str, other: str) -> tuple[tuple[float, float], tuple[float, float]]:
        way = self.grid.direction(cell, other)
        corners = self.grid.corners(cell)
        number = self.grid.directions().index(way) if way else 0
        return corners[number], corners[(number + 1) % 6]

    def _touched(self, lines: Sequence[str]) -> set[str]:
        found: set[str] = set()
        steps = np.linspace(0, 1, SAMPLES_A_LEG)[:, None]
        for name in lines:
            nodes = globe(self._line(name))
            for start, end in pairwise(nodes):
                cells = self.cell_at(self.projection.to_board(start + (end - start) * steps))
                found.update(cell for cell in cells if cell is not None)
        return found

    # Zones

    @cached_property
    def tags(self) -> dict[str, tuple[str, ...]]:
        """The tags of each hex, sorted."""
        self._tags = {}
        self._add("manual", self.manual)
        for season in self.recipe.ice:
            if season.tag is not None:
                self._add(season.tag, self.ice(season))
            if season.berg is not None:
                ice = self.ice(season)
                self._add(season.berg, self._within(ice, GROWLERS_WITHIN) - ice)
        self._add_coasts()
        for zone in self.recipe.zones:
            self._add(zone.tag, self._zone(zone))
        self._add_months_of_ice()
        return {
            cell: tuple(sorted(tag for tag, cells in self._tags.items() if cell in cells)) for cell in self.grid.cells
        }

    def zone(self, tag: str) -> tuple[str, ...]:
        """The hexes that carry a tag, in printed order."""
        return tuple(cell for cell in self.grid.cells if tag in self.tags[cell])

    def ice(self, season: IceSeason) -> set[str]:
        """The hexes under a season's ice, land included."""
        under = {cell for cell, (lat, lon) in self.positions.items() if lat > self.edge(season, lon)}
        return self._within(under, season.wider) if season.wider else under

    def edge(self, season: IceSeason, lon: float) -> float:
        """The latitude of a season's ice edge at a longitude."""
        return season.north + sum(share * self._latitude(name, lon) for name, share in season.mix.items())

    def weather(self) -> dict[str, list[str]]:
        """The cells of each weather zone."""
        found: dict[str, list[str]] = {zone.name: [] for zone in self.recipe.weather}
        for cell in self.grid.cells:
            for zone in self.recipe.weather:
                low, high = zone.columns or (1, 0)
                if low <= self.grid.column(cell) <= high or any(tag in self.tags[cell] for tag in zone.zones):
                    found[zone.name].append(cell)
                    break
        return found

    def _add(self, tag: str, cells: Iterable[str]) -> None:
        self._tags.setdefault(tag, set()).update(cells)

    def _within(self, cells: set[str], hexes: int) -> set[str]:
        return {near for cell in cells for near in self.grid.within(cell, hexes)}

    def _zone(self, zone: Zone) -> set[str]:
        """The hexes for which every condition holds."""
        grid, cells = self.grid, set(self.grid.cells)
        if zone.columns is not None:
            cells = {cell for cell in cells if zone.columns[0] <= grid.column(cell) <= zone.columns[1]}
        if zone.rows is not None:
            cells = {cell for cell in cells if zone.rows[0] <= grid.row(cell) <= zone.rows[1]}
        if zone.terrain:
            cells = {cell for cell in cells if self.terrain[cell] in zone.terrain}
        if zone.lat is not None:
            cells = {cell for cell in cells if zone.lat[0] <= self.positions[cell][0] <= zone.lat[1]}
        if zone.lon is not None:
            cells = {cell for cell in cells if zone.lon[0] <= self.positions[cell][1] <= zone.lon[1]}
        if zone.near is not None:
            cells &= self._within(set(zone.near.of), zone.near.hexes)
        if zone.near_miles is not None:
            cells &= self._within_miles(zone.near_miles.of, zone.near_miles.miles)
        for tag in zone.zones:
            cells &= self._tags[tag]
        if zone.south_of is not None:
            line = zone.south_of
            cells = {cell for cell in cells if self.positions[cell][0] < self._latitude(line, self.positions[cell][1])}
        if zone.east_of is not None:
            line = zone.east_of
            cells = {cell for cell in cells if self.positions[cell][1] > self._longitude(line, self.positions[cell][0])}
        if zone.west_of is not None:
            line = zone.west_of
            cells = {
                cell for cell in cells if self.positions[cell][1] <= self._longitude(line, self.positions[cell][0])
            }
        if zone.cut_off_from is not None:
            cells &= {cell for cell in grid.cells if self.is_open(cell)} - self.body_of(zone.cut_off_from)
        return cells

    def _within_miles(self, places: Sequence[str], miles: float) -> set[str]:
        here = globe(self.positions.values())
        found: set[str] = set()
        for name in places:
            lat, lon = next(place.at for place in self.recipe.places if place.name == name)
            apart = great_circle_km(here, np.array([[lon, lat]]))
            found |= {c for c, km in zip(self.positions, apart, strict=True) if km <= miles * NAUTICAL_MILE_KM}
        return found

    def _add_coasts(self) -> None:
        """Norwegian, else Petsamo or Soviet coast, by whose land reaches into the hex."""
        rules = self.recipe.coasts
        norway = [
            polygon
            for polygon in land.load("norway")
            if land.centroid(polygon)[1] < NORWAY_SOUTH_OF and land.centroid(polygon)[0] > NORWAY_EAST_OF
        ]
        self._add("norwegian_coast", norwegian := self._coast(norway))
        if not rules.soviet:
            return
        russia = [p for p in land.load("russia") if land.centroid(p)[1] < rules.russia_south_of]
        for cell in self._coast(russia) - norwegian:
            lat, lon = self.positions[cell]
            petsamo = rules.petsamo and lon < PETSAMO_WEST_OF and lat < PETSAMO_SOUTH_OF
            self._add("petsamo_coast" if petsamo else "soviet_coast", [cell])

    def _coast(self, country: Sequence[geometry.Polygon]) -> set[str]:
        shares = self._shares(land.project(country, self.projection))
        return {
            cell
            for cell, share in shares.items()
            if share >= COAST_SHARE and self.land_fraction[cell] < INLAND and self.terrain[cell] != "offmap"
        }

    def _shares(self, shape: Shape) -> dict[str, float]:
        outlines = [np.array(self.grid.corners(cell)) for cell in self.grid.cells]
        return dict(zip(self.grid.cells, geometry.shares(shape, outlines), strict=True))

    def _add_months_of_ice(self) -> None:
        """One tag a hex with all the months in which it is shut, such as `ice:1-2-3`."""
        months: dict[str, set[int]] = {cell: set() for cell in self.grid.cells}
        for season in self.recipe.ice:
            if season.when.isdigit():
                for cell in self.ice(season):
                    months[cell].add(int(season.when))
        for shut in self.recipe.shut:
            for cell in self._tags[shut.zone]:
                months[cell].update(shut.months)
        for cell, numbers in months.items():
            if numbers:
                self._add("ice:" + "-".join(str(number) for number in sorted(numbers)), [cell])

    # Water

    def is_open(self, cell: str) -> bool:
        """Whether ships sail this terrain when there is no ice."""
        return self.terrain[cell] in self.recipe.terrain.open

    def body_of(self, start: str) -> set[str]:
        """All hexes that ships reach from here, ice apart."""
        closed = {*self.land_sides, *((b, a) for a, b in self.land_sides)}
        seen, queue = {start}, deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.grid.neighbours(cell):
                if other not in seen and self.is_open(other) and (cell, other) not in closed:
                    seen.add(other)
                    queue.append(other)
        return seen

    # Lines and places

    def _line(self, name: str) -> tuple[LatLon, ...]:
        if name not in self.recipe.lines:
            raise ValueError(f"{self.recipe.name}.toml: there is no line {name!r} among {', '.join(self.recipe.lines)}")
        return self.recipe.lines[name]

    def _latitude(self, line: str, lon: float) -> float:
        """A line read as latitude by longitude: straight between nodes, constant beyond the ends."""
        nodes = sorted((east, north) for north, east in self._line(line))
        return float(np.interp(lon, [east for east, _ in nodes], [north for _, north in nodes]))

    def _longitude(self, line: str, lat: float) -> float:
        """A line read as longitude by latitude."""
        nodes = sorted(self._line(line))
        return float(np.interp(lat, [north for north, _ in nodes], [east for _, east in nodes]))

    def _degrees_north(self, cell: str, line: str) -> float:
        lat, lon = self.positions[cell]
        return lat - self._latitude(line, lon)

    def _degrees_east(self, cell: str, line: str) -> float:
        lat, lon = self.positions[cell]
        return lon - self._longitude(line, lat)

    def place_on_board(self, place: Place) -> tuple[float, float]:
        """Where a place lies on the board."""
        x, y = self.projection.to_board(globe([place.at]))[0]
        return float(x), float(y)

    def place_hex(self, place: Place) -> str | None:
        """The hex of a place; None off the grid."""
        return self.cell_at(np.array([self.place_on_board(place)]))[0]
