"""The numbers of Nordkapp, from its TOML files, and its map, made ready for the rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

import msgspec

from barents.atlas.cells import Cells
from barents.atlas.map import Map
from barents.games.nordkapp.datafiles import Chit, Counters, Gate, ScenarioFile, Season, Tables
from barents.kernel.data import load
from barents.kernel.datapack import DataFile, DataPack
from barents.kernel.passage import Passage
from barents.kernel.scenarios import ScenarioFolder
from barents.kernel.sides import Side

_BEARINGS = {"NE": (1, 0), "E": (0, 1), "SE": (-1, 0), "SW": (-1, -1), "W": (0, -1), "NW": (1, -1)}
FOLDER = files("barents.games.nordkapp")
SCENARIO_FILES = ScenarioFolder(FOLDER, ScenarioFile)


class Counter(msgspec.Struct, frozen=True):
    """A counter with its factors: a ship, a submarine or an air unit (2).

    What kind it is follows from its type; it is kept beside it because the rules ask so often.
    """

    id: str
    name: str
    side: Side
    nation: str
    type: str
    gun: int = 0
    torp: int = 0
    aa: int = 0
    asw: int = 0
    move: int = 0
    armour: int = 2
    air: int = 0
    ship: int = 0
    range: int = 0
    shadows: bool = False

    is_air: bool = False
    is_sub: bool = False
    is_merchant: bool = False
    is_warship: bool = False

    @property
    def is_surface(self) -> bool:
        """Whether it is a surface unit: a warship or a merchant."""
        return self.is_warship or self.is_merchant


class Data:
    """Counters, chits, tables, scenarios and the map."""

    def __init__(self, counters: Counters, tables: Tables, scenarios: dict[str, ScenarioFile]) -> None:
        self.tables = tables
        self.scenarios = scenarios
        self.counters = {counter.id: counter for counter in _all_counters(counters, tables)}
        self.chits: dict[str, Chit] = {chit.id: chit for chit in counters.chits.rows}
        self.air_models = {row.id: Side.AXIS if row.nation == "DE" else Side.ALLIED for row in counters.air.rows}
        self.map = Map.load("nordkapp")
        self.grid = self.map.grid
        self.distance = self.grid.distance
        self.norwegian_coast = self.map.navigable & self.map.zone("norwegian_coast")
        self.bases = {base.cell: base.name.partition(" (")[0].removesuffix(" seaplanes") for base in self.map.bases}
        self.on_map = Cells(cell for cell in self.map.cells if not self.map.has(cell, "offmap"))
        self.west_edge = Cells(cell for cell in self.on_map if self.map.column_of(cell) == 1)
        self._open: dict[Season, Cells] = {}
        self._passages: dict[Season, Passage] = {}
        self._gates: dict[tuple[Gate, Season], tuple[str, ...]] = {}
        self._growlers: dict[Season, Cells] = {}
        self._steps_to: dict[tuple[Season, tuple[str, ...]], dict[str, int]] = {}
        self._insist_on_scenarios()
        self.home, self.limits = self._homes()
        self.closed = Cells(cell for side in self.map.land_sides for cell in side)
        self._bearing = {bearing: self._ahead(bearing) for bearing in _BEARINGS}

    def _insist_on_scenarios(self) -> None:
        from barents.games.nordkapp.scenario_faults import scenario_faults

        SCENARIO_FILES.insist(self.scenarios, lambda file: scenario_faults(self, file))

    def _homes(self) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, tuple[int, int]]]]:
        """For each scenario the force that each unit came with, and the columns between which it has to stay (13)."""
        from barents.games.nordkapp.rules.setup import rosters

        homes: dict[str, dict[str, str]] = {}
        limits: dict[str, dict[str, tuple[int, int]]] = {}
        for name, file in self.scenarios.items():
            homes[name], limits[name] = {}, {}
            for force, units in rosters(self, file):
                homes[name] |= dict.fromkeys(units, force.key)
                if (force.least_column, force.most_column) != (1, 99):
                    limits[name] |= dict.fromkeys(units, (force.least_column, force.most_column))
        return homes, limits

    def open_water(self, ice: Season) -> Cells:
        """Where ships may be under an ice limit (1)."""
        if ice not in self._open:
            self._open[ice] = Cells(cell for cell in self.map.navigable if cell not in self.map.ice(ice))
        return self._open[ice]

    def passage(self, ice: Season) -> Passage:
        """How ships may move under an ice limit (5.1)."""
        found = self._passages.get(ice)
        if found is None:
            found = self._passages[ice] = self.map.passage(ice=ice)
        return found

    def growler_zone(self, ice: Season) -> Cells:
        """Open hexes within two hexes of the ice (1, 12.2)."""
        if ice not in self._growlers:
            reach, pack = self.tables.growlers.distance, list(self.map.ice(ice))
            near = [cell for cell in self.open_water(ice) if any(self.distance(cell, other) <= reach for other in pack)]
            self._growlers[ice] = Cells(near)
        return self._growlers[ice]

    def column(self, cell: str) -> int:
        """The column of a hex."""
        return int(cell[2:])

    def row(self, cell: str) -> int:
        """The row of a hex."""
        return int(cell[:2])

    def gate(self, gate: Gate, ice: Season) -> tuple[str, ...]:
        """The hexes of a gate that are open under an ice limit, in printed order."""
        found = self._gates.get((gate, ice))
        if found is None:
            cells = set(gate.hexes)
            if gate.west is not None:
                south, north = gate.west
                cells |= {cell for cell in self.west_edge if south <= self.row(cell) <= north}
            found = tuple(cell for cell in sorted(cells) if cell in self.open_water(ice))
            self._gates[(gate, ice)] = found
        return found

    def steps_to(self, ice: Season, goals: Iterable[str]) -> dict[str, int]:
        """For each hex from which one gets to a goal over open water, how many steps it takes to the nearest."""
        key = (ice, tuple(sorted(goals)))
        found = self._steps_to.get(key)
        if found is None:
            passage, found = self.passage(ice), dict.fromkeys(key[1], 0)
            front = list(key[1])
            while front:
                fresh = []
                for cell in front:
                    for other in passage.neighbours(cell):
                        if other not in found:
                            found[other] = found[cell] + 1
                            fresh.append(other)
                front = fresh
            self._steps_to[key] = found
        return found

    def ahead(self, cell: str, bearing: str) -> str | None:
        """The next hex on a bearing, or None at the edge of the map (12.4)."""
        return self._bearing[bearing].get(cell)

    def _ahead(self, bearing: str) -> dict[str, str]:
        """Odd rows lie half a hex west of even rows, so that a slanting step from an even row is one column on."""
        rows, columns = _BEARINGS[bearing]
        ahead = {}
        for cell in self.on_map:
            row, column = self.row(cell), self.column(cell)
            other = f"{row + rows:02d}{column + columns + (1 if rows and row % 2 == 0 else 0):02d}"
            if other in self.on_map:
                ahead[cell] = other
        return ahead


def _all_counters(counters: Counters, tables: Tables) -> list[Counter]:
    """Every counter in the box, in a fixed order."""

    def side(nation: str) -> Side:
        return Side.AXIS if nation == "DE" else Side.ALLIED

    box = [
        Counter(
            row.id, row.name, side(row.nation), row.nation, row.type,
            row.gun, row.torp, row.aa, row.asw, row.move, row.armour, is_warship=True,
        )
        for row in counters.ships.rows
    ]  # fmt: skip
    for boat in counters.submarines.rows:
        box.append(
            Counter(
                boat.id,
                boat.name,
                side(boat.nation),
                boat.nation,
                "SUB",
                torp=boat.torp,
                move=tables.movement.surfaced,
                armour=counters.submarines.armour,
                is_sub=True,
            )
        )
    for row in counters.air.rows:
        for number in range(1, row.count + 1):
            box.append(
                Counter(
                    f"{row.id}-{number}",
                    f"{row.name} {number}" if row.count > 1 else row.name,
                    side(row.nation),
                    row.nation,
                    row.type,
                    asw=row.asw,
                    armour=counters.air.armour,
                    air=row.air,
                    ship=row.ship,
                    range=row.range,
                    shadows=row.shadows,
                    is_air=True,
                )
            )
    merchants = counters.merchants
    for number, name in enumerate(merchants.names, 1):
        box.append(
            Counter(
                f"merc-{number:02d}",
                name,
                Side.ALLIED,
                "",
                "MERC",
                move=merchants.move,
                armour=merchants.armour,
                is_merchant=True,
            )
        )
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
