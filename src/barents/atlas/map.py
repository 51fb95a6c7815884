"""A map: its cells, what they are, who may pass, and where things lie.

One class serves all four maps. What a map speaks of (entries, limits, patrol areas) are tags in its data,
asked by `zone` and `has`; the class knows only what every map has: terrain, ice, coasts, places, lines and
movement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from types import MappingProxyType
from typing import Literal

from barents.atlas.cells import Cells
from barents.atlas.mapfile import MAPS, ChartFile, HexRow, IceSeason, MapFile, Place, read_chart, read_map
from barents.atlas.names import Index
from barents.kernel.hexes import Grid
from barents.kernel.passage import Passage

__all__ = ["MAPS", "Cells", "Map", "Place", "UnknownSeasonError", "UnknownZoneError"]

Kind = Literal["port", "airbase", "exit", "mark"]
Coast = Literal["norwegian", "petsamo", "soviet"]

OUT_OF_PLAY = "out_of_play"
_COASTS: tuple[Coast, ...] = ("norwegian", "petsamo", "soviet")


class UnknownZoneError(LookupError):
    """The map has no zone of that name."""


class UnknownSeasonError(LookupError):
    """The map knows no ice of that season or month."""


class Map:
    """A map of the atlas; immutable, one object a name.

    >>> sea = Map.load("north-cape")
    >>> sea.terrain("1511"), sea.place("Tromso", "port").hex
    ('coast', '1435')
    >>> sea.has("0138", "west_entry"), len(sea.ice("winter"))
    (True, 1004)
    """

    def __init__(self, file: MapFile) -> None:
        self._file = file
        self._hexes: dict[str, HexRow] = {row.id: row for row in file.hexes}
        self.name: str = file.name
        self.title: str = file.title
        self.subtitle: str = file.subtitle
        self.spacing_km: float = file.spacing_km
        self.cells: tuple[str, ...] = tuple(self._hexes)
        self.places: tuple[Place, ...] = file.places
        self.land_sides: tuple[tuple[str, str], ...] = file.land_sides
        self._passages: dict[tuple[object, ...], Passage] = {}

    @classmethod
    def load(cls, name: str) -> Map:
        """The map of that name, read when it is first asked for."""
        return _loaded(name)

    def __repr__(self) -> str:
        return f"<Map {self.name}, {len(self.cells)} cells>"

    def __contains__(self, cell: object) -> bool:
        return cell in self._hexes

    @cached_property
    def grid(self) -> Grid:
        """How the cells lie to one another."""
        return Grid(self._file.grid)

    @cached_property
    def chart(self) -> ChartFile:
        """The paths to draw the map with."""
        return read_chart(self.name)

    # Cells

    def terrain(self, cell: str) -> str:
        """What the cell is: sea, coast, land, port …"""
        return self._hex(cell).terrain

    def land_fraction(self, cell: str) -> float:
        """The share of land in the cell, from 0 to 1."""
        return self._hex(cell).land_fraction

    def position(self, cell: str) -> tuple[float, float]:
        """Latitude and longitude of the cell's centre."""
        row = self._hex(cell)
        return row.lat, row.lon

    def of_terrain(self, *terrains: str) -> Cells:
        """All cells of these terrains."""
        return Cells(row.id for row in self._file.hexes if row.terrain in terrains)

    @cached_property
    def navigable(self) -> Cells:
        """Cells that ships sail when there is no ice; waters that are out of play are not among them."""
        unused = self.zones.get(OUT_OF_PLAY, Cells())
        return Cells(cell for cell in self.of_terrain(*self._file.open) if cell not in unused)

    @cached_property
    def leads(self) -> Cells:
        """The inshore waterway; empty on maps that have none."""
        return self.of_terrain("leads")

    def distance(self, start: str, end: str) -> int:
        """Hexes from one cell to another, straight across whatever lies between."""
        return self.grid.distance(start, end)

    def _hex(self, cell: str) -> HexRow:
        try:
            return self._hexes[cell]
        except KeyError:
            self.grid.check(cell)
            raise

    # Zones

    @cached_property
    def zones(self) -> Mapping[str, Cells]:
        """Every zone by its tag."""
        members: dict[str, list[str]] = {}
        for row in self._file.hexes:
            for tag in row.tags:
                members.setdefault(tag, []).append(row.id)
        return MappingProxyType({tag: Cells(members[tag]) for tag in sorted(members)})

    def tags(self, cell: str) -> tuple[str, ...]:
        """Every tag of a cell."""
        return self._hex(cell).tags

    def has(self, cell: str, tag: str) -> bool:
        """Whether the cell carries the tag; a tag that no cell carries is a mistake."""
        if cell in self.zone(tag):
            return True
        self._hex(cell)
        return False

    def zone(self, tag: str) -> Cells:
        """The cells that carry a tag: `west_entry`, `soviet_limit`, `kara_sea` …"""
        try:
            return self.zones[tag]
        except KeyError:
            near = get_close_matches(tag, self.zones, n=3) or sorted(self.zones)
            raise UnknownZoneError(f"{self.name} has no zone {tag!r}; there is {', '.join(near)}") from None

    def coast(self, cell: str) -> Coast | None:
        """Whose coast the cell lies on, if any."""
        tags = self._hex(cell).tags
        return next((country for country in _COASTS if f"{country}_coast" in tags), None)

    def weather_zone(self, cell: str) -> str | None:
        """The name of the cell's weather zone, or None where the whole map has one weather."""
        self._hex(cell)
        return self._weather.get(cell)

    @cached_property
    def weather_zones(self) -> Mapping[str, Cells]:
        """The cells of each weather zone: `barents`, `norwegian`; W, N, B, E."""
        names = [zone.name for zone in self._file.weather]
        return MappingProxyType({name: Cells(c for c, its in self._weather.items() if its == name) for name in names})

    @cached_property
    def _weather(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for zone in self._file.weather:
            cells = [cell for tag in zone.zones for cell in self.zone(tag)]
            if zone.columns is not None:
                low, high = zone.columns
                cells += [cell for cell in self.cells if low <= self.grid.column(cell) <= high]
            for cell in cells:
                found.setdefault(cell, zone.name)
        return found

    @cached_property
    def patrol_areas(self) -> Mapping[str, Cells]:
        """Submarine patrol areas by name: `allied_A`, `soviet_1` …"""
        patrols = {tag.removeprefix("patrol_"): cells for tag, cells in self.zones.items() if tag.startswith("patrol_")}
        return MappingProxyType(patrols)

    # Ice

    @property
    def seasons(self) -> tuple[str, ...]:
        """The seasons (`winter`) or months (`1` to `12`) whose ice the map knows."""
        return tuple(season.when for season in self._file.ice)

    def ice(self, when: str | int) -> Cells:
        """The cells under ice in a season or month, land included."""
        season = self._season(when)
        if season.when not in self._ice:
            self._ice[season.when] = self._under(season)
        return self._ice[season.when]

    def iceberg_zone(self, when: str | int) -> Cells:
        """The cells where growlers drift in a season; none on maps without that rule."""
        berg = self._season(when).berg
        return self.zone(berg) if berg else Cells()

    def _season(self, when: str | int) -> IceSeason:
        for season in self._file.ice:
            if season.when == str(when):
                return season
        raise UnknownSeasonError(f"{self.name} knows no ice of {when!r}, only of {', '.join(self.seasons)}")

    def _under(self, season: IceSeason) -> Cells:
        if season.tag is not None:
            return self.zone(season.tag)
        if season.terrains:
            return self.of_terrain(*season.terrains)
        months = {tag: tag.removeprefix("ice:").split("-") for tag in self.zones if tag.startswith("ice:")}
        return Cells(cell for tag, numbers in months.items() if season.when in numbers for cell in self.zones[tag])

    @cached_property
    def _ice(self) -> dict[str, Cells]:
        return {}

    # Places

    def place(self, name: str, kind: Kind | None = None) -> Place:
        """The place of that name, by any spelling; `kind` tells a port from the airbase beside it.

        Without a kind, a port comes before an airbase, an airbase before an exit, and a mark last.
        """
        if kind is not None:
            return self._index[kind].find(name)
        for index in self._index.values():
            found = index.find_all(name)
            if len(found) == 1:
                return found[0]
        return self._all_places.find(name)

    @cached_property
    def ports(self) -> tuple[Place, ...]:
        """The ports."""
        return self._of_kind("port")

    @cached_property
    def bases(self) -> tuple[Place, ...]:
        """The airbases, with their capacities where each has its own."""
        return self._of_kind("airbase")

    @cached_property
    def exits(self) -> tuple[Place, ...]:
        """The places where ships leave the map."""
        return self._of_kind("exit")

    def _of_kind(self, kind: Kind) -> tuple[Place, ...]:
        return tuple(place for place in self.places if place.kind == kind)

    @cached_property
    def _index(self) -> dict[Kind, Index[Place]]:
        kinds: tuple[Kind, ...] = ("port", "airbase", "exit", "mark")
        return {kind: _index_of(f"{kind} on {self.name}", self._of_kind(kind)) for kind in kinds}

    @cached_property
    def _all_places(self) -> Index[Place]:
        return _index_of(f"place on {self.name}", self.places)

    # Lines

    def column_of(self, cell: str) -> int:
        """The printed number of the cell's column."""
        return self.grid.column(cell)

    def row_of(self, cell: str) -> int:
        """The printed number of the cell's row."""
        return self.grid.row(cell)

    # Movement

    def passage(
        self,
        ice: str | int | None = None,
        *,
        leads: bool = True,
        also: tuple[str, ...] = (),
        extra_blocked: Iterable[str] = (),
    ) -> Passage:
        """Where ships may go: over water, not through land sides, not under the ice of the season or month.

        `leads` False bars the inshore waterway; `also` opens further terrains (`partial_ice`);
        `extra_blocked` bars more cells. The answer is kept, so asking again costs nothing.
        """
        barred = extra_blocked if isinstance(extra_blocked, Cells) else Cells(extra_blocked)
        key = (None if ice is None else str(ice), leads, also, barred)
        if key not in self._passages:
            sailed = self.navigable if not also else self.navigable | self.of_terrain(*also)
            shut = [cell for cell in self.cells if cell not in sailed]
            if ice is not None:
                shut += [cell for cell in self.ice(ice) if self.terrain(cell) not in also]
            if not leads:
                shut += self.leads
            self._passages[key] = Passage(self.grid, blocked=[*shut, *barred], sides=self.land_sides)
        return self._passages[key]

    def reachable(
        self, cell: str, points: int | None = None, ice: str | int | None = None, *, leads: bool = True
    ) -> dict[str, int]:
        """Every cell that a ship reaches with these movement points, with the hexes it takes."""
        return self.passage(ice, leads=leads).reachable(cell, points)


def _index_of(what: str, places: Iterable[Place]) -> Index[Place]:
    index = Index[Place](what)
    for place in places:
        index.add(f"{place.kind} {place.name}", [place.name, *place.spellings], place)
    return index


@cache
def _loaded(name: str) -> Map:
    return Map(read_map(name))
