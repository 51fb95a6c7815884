"""The numbers of Arctic Disaster, from its TOML files, and its map, made ready for the rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TypeVar

import msgspec

from barents.atlas.cells import Cells
from barents.atlas.map import Map
from barents.games.arctic_disaster.datafiles import (
    Airfield,
    BoatClass,
    Counters,
    CriticalRow,
    FormationRow,
    Level,
    MarkerRow,
    RangeStep,
    ScenarioFile,
    Tables,
    Zone,
)
from barents.games.arctic_disaster.scenario_faults import scenario_faults
from barents.kernel.data import load
from barents.kernel.datapack import DataFile, DataPack
from barents.kernel.scenarios import ScenarioFolder
from barents.kernel.sides import Side

Stepped = TypeVar("Stepped", CriticalRow, RangeStep)

CONVOY, TIRPITZ, CARRIER = "pq-17", "tirpitz", "victorious"
MURMANSK = "3617"
_STEPS = {"E": (0, -1, -1), "W": (0, 1, 1), "NE": (-1, -1, 0), "NW": (-1, 0, 1), "SE": (1, -1, 0), "SW": (1, 0, 1)}
EASTERLY, WESTERLY = ("E", "NE", "SE"), ("W", "NW", "SW")
FOLDER = files("barents.games.arctic_disaster")
SCENARIO_FILES = ScenarioFolder(FOLDER, ScenarioFile)


class Counter(msgspec.Struct, frozen=True):
    """A naval unit with its values level by level (2.3.1): the last level is the one before it sinks."""

    id: str
    name: str
    side: Side
    nation: str
    type: str
    levels: tuple[Level, ...]
    main_range: int = 0
    secondary_range: int = 0
    torpedoes: bool = False
    convoy: bool = False
    air_to: int = -1

    @property
    def hits(self) -> int:
        """How many damage points sink it."""
        return len(self.levels)

    @property
    def is_merchant(self) -> bool:
        """MT and TA."""
        return self.type in ("MT", "TA")

    @property
    def is_sub(self) -> bool:
        """One of the two boats of the convoy's escort."""
        return self.type == "SS"

    @property
    def is_air(self) -> bool:
        """No ship is."""
        return False


class Boat(msgspec.Struct, frozen=True):
    """A submarine marker, real or dummy (13)."""

    id: str
    name: str
    command: str
    dummy: bool = False


class AirUnit(msgspec.Struct, frozen=True):
    """A unit of an air formation (2.3.2)."""

    id: str
    name: str
    formation: str


class Data:
    """Counters, tables, scenarios and the map."""

    def __init__(self, counters: Counters, tables: Tables, scenarios: dict[str, ScenarioFile]) -> None:
        self.tables = tables
        self.scenarios = scenarios
        self.counters = {counter.id: counter for counter in _all_counters(counters)}
        self.commands: dict[str, BoatClass] = {row.command: row for row in counters.boats.rows}
        self.boats = {boat.id: boat for boat in _all_boats(counters)}
        self.formations: dict[str, FormationRow] = {row.id: row for row in counters.formations.rows}
        self.air = {unit.id: unit for unit in _all_air(counters)}
        self.markers: dict[str, MarkerRow] = {row.id: row for row in counters.markers.rows}
        self.smoke, self.ice_markers = counters.markers.smoke, counters.markers.ice
        self.map = Map.load("arctic-disaster")
        self.grid = self.map.grid
        self.distance = self.grid.distance
        self.in_play = Cells(cell for cell in self.map.cells if not self.map.has(cell, "out_of_play"))
        self.zone_of: dict[str, Zone] = {
            cell: "barents" if self.map.has(cell, "zone_barents") else "norwegian" for cell in self.in_play
        }
        self.ports = Cells(place.cell for place in self.map.ports if place.side == "axis")
        self.leads = self.map.of_terrain("leads")
        self.partial_ice = frozenset(self.map.of_terrain("partial_ice"))
        self.full_sea = self.map.of_terrain("sea") & self.in_play
        self.east_of_30 = frozenset(self.map.zone("east_30E"))
        self.west_of_30 = frozenset(self.in_play) - self.east_of_30
        self.radius = self.map.zone("german_attack_radius")
        self.soviet_cover = self.map.zone("soviet_air_cover")
        self.west_edge = self.map.zone("west_edge")
        walls = {pair for one, two in self.map.land_sides for pair in ((one, two), (two, one))}
        self._beside = {
            cell: tuple(c for c in self.grid.neighbours(cell) if c in self.in_play and (cell, c) not in walls)
            for cell in self.map.cells
        }
        self._eastings = {cell: -2 * int(cell[2:]) + (int(cell[:2]) % 2 == 0) for cell in self.map.cells}
        self._within: dict[tuple[str, int], frozenset[str]] = {}
        self._on_bearing = {
            (cell, bearing): other
            for cell, beside in self._beside.items()
            for bearing in _STEPS
            if (other := _on(cell, bearing)) in beside
        }
        SCENARIO_FILES.insist(scenarios, lambda file: scenario_faults(self, file, CONVOY))

    def step(self, cell: str, bearing: str) -> str | None:
        """The next hex on a bearing, or None at the edge of the map or where there is land between."""
        return self._on_bearing.get((cell, bearing))

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The hexes next to one that are in play and not behind land."""
        return self._beside[cell]

    def within(self, cell: str, distance: int) -> frozenset[str]:
        """The hexes up to so far from one, itself included."""
        found = self._within.get((cell, distance))
        if found is None:
            found = self._within[cell, distance] = frozenset(self.grid.within(cell, distance))
        return found

    def easting(self, cell: str) -> int:
        """How far east a hex is, in half hexes (R106)."""
        return self._eastings[cell]

    def airfield(self, scenario: str, cell: str) -> Airfield:
        """A German airfield by its hex."""
        return next(field for field in self.scenarios[scenario].airfields if field.cell == cell)


def _on(cell: str, bearing: str) -> str:
    """The number of the hex next to one on a bearing; rows grow south and columns west."""
    rows, even, odd = _STEPS[bearing]
    row, column = int(cell[:2]), int(cell[2:])
    return f"{row + rows:02d}{column + (even if row % 2 == 0 else odd):02d}"


# Reading the tables (4)


def column(columns: tuple[int, ...], factor: int) -> int:
    """The number of the column for a factor: the nearest, of two the lower, the last for all above it (R6).

    >>> [column((1, 2, 3, 4, 5, 6, 7, 12, 18), n) for n in (8, 9, 10, 14, 15, 16)]
    [6, 6, 7, 7, 7, 8]
    """
    above = bisect_right(columns, factor)
    if above == 0:
        return 0
    if above == len(columns) or columns[above - 1] == factor:
        return above - 1
    return above - 1 if factor - columns[above - 1] <= columns[above] - factor else above


def at(rows: Sequence[Stepped], value: int) -> Stepped:
    """The last row that begins at a value or below; below all, as a data pack may have it, the first."""
    found = rows[0]
    for row in rows:
        if row.least <= value:
            found = row
    return found


def half(value: int) -> int:
    """Half of a number, with halves rounded up (1.2).

    >>> half(5), half(9), half(2)
    (3, 5, 1)
    """
    return (value + 1) // 2


def _all_counters(counters: Counters) -> list[Counter]:
    """Every ship in the box, in a fixed order."""

    def side(nation: str) -> Side:
        return Side.AXIS if nation == "DE" else Side.ALLIED

    box = [
        Counter(
            row.id,
            row.name,
            side(row.nation),
            row.nation,
            row.type,
            row.levels,
            row.main_range,
            row.secondary_range,
            row.torpedoes,
            air_to=row.air_to,
        )
        for row in counters.rosters.rows
    ]
    for row in counters.ships.rows:
        whole = Level(row.move, row.gun, 0, row.aa)
        levels = (whole,) if row.reduced is None else (whole, row.reduced)
        box.append(
            Counter(
                row.id,
                row.name,
                side(row.nation),
                row.nation,
                row.type,
                levels,
                row.range,
                torpedoes=row.torpedoes,
                convoy=row.convoy,
            )
        )
    merchants = counters.merchants
    levels = (
        Level(merchants.move, 0, 0, merchants.aa),
        Level(merchants.reduced_move, 0, 0, merchants.reduced_aa),
    )
    for merchant in merchants.rows:
        box.append(
            Counter(merchant.id, merchant.name, Side.ALLIED, merchant.nation, merchant.type, levels, convoy=True)
        )
    return box


def _all_boats(counters: Counters) -> list[Boat]:
    """Every submarine marker, dummies included."""
    box = []
    for row in counters.boats.rows:
        box += [Boat(name.lower(), name, row.command) for name in row.names]
        box += [
            Boat(f"{row.command}-dummy-{number}", f"Dummy {number}", row.command, dummy=True)
            for number in range(1, row.dummies + 1)
        ]
    return box


def _all_air(counters: Counters) -> list[AirUnit]:
    """Every air unit."""
    box = []
    for row in counters.formations.rows:
        for number in range(1, row.units + 1):
            name = f"{row.name} {row.model} {number}" if row.units > 1 else f"{row.name} {row.model}"
            box.append(AirUnit(f"{row.id}-{number}", name, row.id))
    return box


FILES = (
    DataFile(FOLDER, "counters.toml", Counters),
    DataFile(FOLDER, "tables.toml", Tables),
    *SCENARIO_FILES.files(),
)


@lru_cache(8)
def data(pack: DataPack | None) -> Data:
    """The built-in values, with a pack's laid over them."""
    counters, tables = load(FOLDER, "counters.toml", Counters, pack), load(FOLDER, "tables.toml", Tables, pack)
    return Data(counters, tables, SCENARIO_FILES.load(pack))
