"""The numbers of North Cape, from its TOML files, and its map, made ready for the rules."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from barents.atlas.cells import Cells
from barents.atlas.map import Map
from barents.games.north_cape.datafiles import CampaignFile, Counters, Ice, ScenarioFile, Tables
from barents.games.north_cape.scenario_faults import campaign_faults, scenario_faults
from barents.kernel.data import DataError, load
from barents.kernel.datapack import DataFile, DataPack
from barents.kernel.passage import Passage
from barents.kernel.scenarios import ScenarioFolder, path_of
from barents.kernel.sides import Side

MURMANSK, ARCHANGEL, NARVIK = "4434", "6237", "0938"
CARRIER = "victorious"
UNLIMITED = 99
_DISCS_KEPT = 500
FOLDER = files("barents.games.north_cape")
SCENARIO_FILES = ScenarioFolder(FOLDER, ScenarioFile, besides=("campaign",))


class Counter(msgspec.Struct, frozen=True):
    """A counter with its factors, ship or air unit, decoy or Group marker (2.3).

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
    asw: bool = False
    move: int = 0
    dmg: int = 2
    hexaa: bool = False
    surface: int = 0
    air: int = 0
    red: bool = False
    range: int = 0

    is_air: bool = False
    is_decoy: bool = False
    is_group: bool = False
    is_sub: bool = False
    is_merchant: bool = False
    is_ship: bool = False


class Reach(NamedTuple):
    """How far ships get from a hex: what each hex costs, all of them in order of cost, and how many so many points buy.

    The hex itself comes first and costs nothing.
    """

    costs: dict[str, int]
    order: tuple[str, ...]
    upto: tuple[int, ...]


class Data:
    """Counters, tables, scenarios, the campaign and the map."""

    def __init__(
        self, counters: Counters, tables: Tables, campaign: CampaignFile, scenarios: dict[str, ScenarioFile]
    ) -> None:
        self.pools = counters.pools
        self.tables = tables
        self.campaign = campaign
        self.scenarios = scenarios
        self.counters = {counter.id: _sorted_out(counter) for counter in _all_counters(counters)}
        self.air_models = {row.id: Side.AXIS if row.nation == "DE" else Side.ALLIED for row in counters.air.rows}
        self.map = Map.load("north-cape")
        self.grid = self.map.grid
        self.middle = self._middle()  # latitude and longitude
        self.norwegian_coast = self.map.navigable & self.map.zone("norwegian_coast")
        german = [base for base in self.map.bases if base.side == "axis"]
        self.norwegian_bases = Cells(base.cell for base in german if base.country == "norway")
        self.german_bases = Cells(base.cell for base in german)
        self.base_names = {base.cell: base.name.removesuffix(" seaplanes") for base in german}
        ports = [port.cell for port in self.map.ports if port.side == "axis"]
        self.base_aa_hexes = Cells([*self.german_bases, *ports])
        self.everywhere = Cells(self.map.cells)
        self._open: dict[Ice, Cells] = {}
        self._joined: dict[Ice, dict[str, tuple[str, ...]]] = {}
        self._reach: dict[tuple[Ice, str], Reach] = {}
        self._farthest = max(counter.move for counter in self.counters.values()) + 1
        self._disc: dict[tuple[str, int], Cells] = {}
        SCENARIO_FILES.insist(scenarios, lambda file: scenario_faults(self, file))
        for key, reason in campaign_faults(self, campaign):
            raise DataError(path_of(FOLDER, "campaign"), key, reason)

    def _middle(self) -> tuple[float, float]:
        """Where the middle of the map is."""
        (west, east), (north, south) = self.grid.spec.columns, self.grid.spec.rows
        return self.map.position(f"{(west + east) // 2:02d}{(north + south) // 2:02d}")

    def open_water(self, ice: Ice) -> Cells:
        """Where ships may be under an ice line (2.2, 4.0)."""
        if ice not in self._open:
            self._open[ice] = Cells(cell for cell in self.map.navigable if cell not in self.map.ice(ice))
        return self._open[ice]

    def passage(self, ice: Ice) -> Passage:
        """How ships may move under an ice line."""
        return self.map.passage(ice=ice)

    def joined(self, ice: Ice) -> dict[str, tuple[str, ...]]:
        """For each hex of the map, those that a ship can enter from it under an ice line."""
        if ice not in self._joined:
            passage = self.passage(ice)
            self._joined[ice] = {cell: passage.neighbours(cell) for cell in self.map.cells}
        return self._joined[ice]

    def reach(self, ice: Ice, cell: str) -> Reach:
        """How far ships get from a hex under an ice line where nothing is in the way."""
        key = (ice, cell)
        found = self._reach.get(key)
        if found is None:
            costs = self.passage(ice).reachable(cell, self._farthest)
            in_order = list(costs.values())
            upto = tuple(bisect_right(in_order, points) for points in range(self._farthest + 1))
            found = self._reach[key] = Reach(costs, tuple(costs), upto)
        return found

    def disc(self, cell: str, radius: int) -> Cells:
        """All hexes within a distance."""
        if radius >= UNLIMITED:
            return self.everywhere
        key = (cell, radius)
        found = self._disc.get(key)
        if found is None:
            if len(self._disc) >= _DISCS_KEPT:
                self._disc.clear()
            found = self._disc[key] = Cells(self.grid.within(cell, radius))
        return found


def _sorted_out(counter: Counter) -> Counter:
    """A counter with its kind worked out from its type."""
    type = counter.type
    return msgspec.structs.replace(
        counter,
        is_air=type in ("R", "AT", "F"),
        is_decoy=type == "DECOY",
        is_group=type == "GROUP",
        is_sub=type == "SUB",
        is_merchant=type == "MERC",
        is_ship=type not in ("R", "AT", "F", "DECOY", "GROUP"),
    )


def _all_counters(counters: Counters) -> list[Counter]:
    """Every counter in the box, in a fixed order."""

    def side(nation: str) -> Side:
        return Side.AXIS if nation == "DE" else Side.ALLIED

    box = [
        Counter(r.id, r.name, side(r.nation), r.nation, r.type, r.gun, r.torp, r.aa, r.asw, r.move, r.dmg, r.hexaa)
        for r in counters.ships.rows
    ]
    boat = counters.uboats
    for name in boat.names:
        box.append(
            Counter(
                name.lower(), name, Side.AXIS, "DE", "SUB", torp=boat.torp, aa=boat.aa, move=boat.move, dmg=boat.dmg
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
                    row.role,
                    torp=row.torp,
                    surface=row.surface,
                    air=row.air,
                    red=row.red,
                    range=row.range or UNLIMITED,
                )
            )
    merchants = counters.merchants
    for number, name in enumerate((*merchants.base, *merchants.reserve), 1):
        box.append(Counter(f"mt-{number:02d}", name, Side.ALLIED, "", "MERC", move=merchants.move, dmg=merchants.dmg))
    pools = counters.pools
    for owner, count in ((Side.ALLIED, pools.decoys_allied), (Side.AXIS, pools.decoys_axis)):
        for number in range(1, count + 1):
            box.append(Counter(f"{owner}-decoy-{number}", f"Decoy {number}", owner, "", "DECOY"))
    for number in range(1, pools.group_markers + 1):
        box.append(Counter(f"group-{number}", f"Group {number}", Side.ALLIED, "", "GROUP"))
    return box


FILES = (
    DataFile(FOLDER, "counters.toml", Counters),
    DataFile(FOLDER, "tables.toml", Tables),
    DataFile(FOLDER, "scenarios/campaign.toml", CampaignFile),
    *SCENARIO_FILES.files(),
)


@lru_cache(8)
def data(pack: DataPack | None) -> Data:
    """The built-in values, with a pack's laid over them."""
    counters, tables = load(FOLDER, "counters.toml", Counters, pack), load(FOLDER, "tables.toml", Tables, pack)
    campaign = load(FOLDER, "scenarios/campaign.toml", CampaignFile, pack)
    return Data(counters, tables, campaign, SCENARIO_FILES.load(pack))
