"""The numbers of North Cape, from its TOML files, and its map, made ready for the rules."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

import msgspec

from barents.atlas.cells import Cells
from barents.atlas.map import Map
from barents.kernel.data import Record, Source, Table, load
from barents.kernel.datapack import DataFile, DataPack
from barents.kernel.passage import Passage
from barents.kernel.sides import Side

Weather = Literal["clear", "fog", "storm"]
Season = Literal["winter", "spring", "summer", "autumn"]
Ice = Literal["winter", "summer"]

MURMANSK, ARCHANGEL = "4434", "6237"
CARRIER = "victorious"
UNLIMITED = 99
_DISCS_KEPT = 500


class Pools(Table, frozen=True, kw_only=True):
    """How many counters there are of what is not a unit, and how many aircraft a base holds (4.1)."""

    decoys_allied: int
    decoys_axis: int
    group_markers: int
    merchants_base: int
    merchants_reserve: int
    airbase_capacity: int
    carrier_capacity: int


class ShipRow(Record, frozen=True):
    """A ship counter (2.3)."""

    id: str
    name: str
    nation: str
    type: str
    gun: int
    torp: int
    aa: int
    asw: bool
    move: int
    dmg: int
    hexaa: bool


class Ships(Table, frozen=True, kw_only=True):
    """The ship counters."""

    rows: tuple[ShipRow, ...]


class UBoats(Table, frozen=True, kw_only=True):
    """The U-boats, all with the same factors."""

    torp: int
    aa: int
    move: int
    dmg: int
    names: tuple[str, ...]


class AirRow(Record, frozen=True):
    """A kind of air counter (2.3); a range of 0 is unlimited."""

    id: str
    name: str
    nation: str
    role: str
    surface: int
    air: int
    red: bool
    torp: int
    range: int
    count: int


class Air(Table, frozen=True, kw_only=True):
    """The air counters."""

    rows: tuple[AirRow, ...]


class Merchants(Table, frozen=True, kw_only=True):
    """The merchants."""

    move: int
    dmg: int
    base: tuple[str, ...]
    reserve: tuple[str, ...]


class Counters(Record, frozen=True):
    """The file of counters."""

    pools: Pools
    ships: Ships
    uboats: UBoats
    air: Air
    merchants: Merchants


class Scale(Table, frozen=True, kw_only=True):
    """1.2: how long a turn is, and how wide a hex."""

    turn_hours: int
    hex_miles: int


class WeatherTable(Table, frozen=True, kw_only=True):
    """3.1."""

    fog_from: int
    storm_from: int
    season: dict[Season, int]


class FogRange(Table, frozen=True, kw_only=True):
    """5.4."""

    dice: int


class ReconTable(Table, frozen=True, kw_only=True):
    """6.1."""

    owner_half_from: int
    random_half_from: int
    all_from: int
    type_r: int
    norwegian_coast: int
    type_at: int
    lone_piece: int
    iceberg_zone: int
    submarine: int
    submerged_only: int
    merchant: int
    shadowing: int
    weather: dict[Weather, int]


class InfiltrationTable(Table, frozen=True, kw_only=True):
    """8.1."""

    detected_from: int
    infiltrated_from: int
    always_infiltrated: int
    always_screened: int
    ace: int
    norwegian_coast: int
    per_escort: int
    air_patrol: int
    iceberg_zone: int
    weather: dict[Weather, int]


class AswTable(Table, frozen=True, kw_only=True):
    """8.3."""

    sunk_to: int
    damaged_to: int
    again_minus: int
    again_plus: int
    again_modifier: int
    soviet_dd: int
    ace: int
    iceberg_zone: int
    british: int
    weather: dict[Weather, int]


class BaseAA(Table, frozen=True, kw_only=True):
    """9.4."""

    factor: int


class WeatherDice(Table, frozen=True, kw_only=True):
    """9.7, 9.9: what the weather adds to dice."""

    weather: dict[Weather, int]


class Victory(Table, frozen=True, kw_only=True):
    """10."""

    sunk: dict[str, int]
    merchant_sunk_dice: int
    merchant_arrives_dice: int
    decoy: int


class Levels(Table, frozen=True, kw_only=True):
    """How great a victory is called, by the points between the sides; who wins does not depend on it."""

    clear_from: int
    crushing_from: int


class Limits(Table, frozen=True, kw_only=True):
    """The Soviet limit and the reaches of interception and shadowing."""

    soviet_range: int
    interception_reach: int
    shadowing_reach: int


class Tables(Record, frozen=True):
    """The file of tables."""

    scale: Scale
    weather: WeatherTable
    fog_range: FogRange
    recon: ReconTable
    infiltration: InfiltrationTable
    asw: AswTable
    base_aa: BaseAA
    gunfire: WeatherDice
    torpedo: WeatherDice
    victory: Victory
    levels: Levels
    limits: Limits


class Limit(Record, frozen=True):
    """Ships that may not be in a zone of the map."""

    units: tuple[str, ...]
    not_in: str


class Force(Record, frozen=True, kw_only=True):
    """A force of a scenario: what it is made of and how it comes onto the map."""

    key: str
    name: str
    side: Side
    entry: Literal["west", "south", "east", "sea", "soviet-sea", "any-base", "norwegian-base"]
    line: Ice | None = None
    merchants: int = 0
    named: tuple[str, ...] = ()
    any: dict[str, int] = {}
    air: dict[str, int] = {}
    carrier_air: bool = False
    aces: dict[str, str] = {}

    @property
    def waits(self) -> bool:
        """Whether it waits off the map to enter."""
        return self.entry in ("west", "south")


class PrinzEugenRule(Record, frozen=True, kw_only=True):
    """12.1: the force that Prinz Eugen may join, and how many cruisers the Allies may add in reply."""

    joins: str
    reply: int


class ScenarioFile(Record, frozen=True, kw_only=True):
    """A scenario (12)."""

    name: str
    chapter: str
    title: str
    about: str
    source: Source
    begins: str
    turns: int
    season: Season
    ice: Ice
    westbound_from_east: bool
    prinz_eugen: PrinzEugenRule | None = None
    scharnhorst: bool
    forces: tuple[Force, ...]
    limits: tuple[Limit, ...] = ()


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


SCENARIOS = ("unternehmen-sportpalast", "enter-the-luftwaffe", "convoy-is-to-scatter")


class Reach(NamedTuple):
    """How far ships get from a hex: what each hex costs, all of them in order of cost, and how many so many points buy.

    The hex itself comes first and costs nothing.
    """

    costs: dict[str, int]
    order: tuple[str, ...]
    upto: tuple[int, ...]


class Data:
    """Counters, tables, scenarios and the map."""

    def __init__(self, counters: Counters, tables: Tables, scenarios: dict[str, ScenarioFile]) -> None:
        self.pools = counters.pools
        self.tables = tables
        self.scenarios = scenarios
        self.counters = {counter.id: _sorted_out(counter) for counter in _all_counters(counters)}
        self.map = Map.load("north-cape")
        self.grid = self.map.grid
        self.norwegian_coast = self.map.navigable & self.map.zone("norwegian_coast")
        german = [base for base in self.map.bases if base.side == "axis"]
        self.norwegian_bases = Cells(base.cell for base in german if base.country == "norway")
        self.german_bases = Cells(base.cell for base in german)
        ports = [port.cell for port in self.map.ports if port.side == "axis"]
        self.base_aa_hexes = Cells([*self.german_bases, *ports])
        self.everywhere = Cells(self.map.cells)
        self._open: dict[Ice, Cells] = {}
        self._joined: dict[Ice, dict[str, tuple[str, ...]]] = {}
        self._reach: dict[tuple[Ice, str], Reach] = {}
        self._farthest = max(counter.move for counter in self.counters.values()) + 1
        self._disc: dict[tuple[str, int], Cells] = {}

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


FOLDER = files("barents.games.north_cape")
FILES = (
    DataFile(FOLDER, "counters.toml", Counters),
    DataFile(FOLDER, "tables.toml", Tables),
    *(DataFile(FOLDER, f"scenarios/{name}.toml", ScenarioFile) for name in SCENARIOS),
)


@cache
def _built_in() -> Data:
    return _read(None)


def _read(pack: DataPack | None) -> Data:
    counters, tables, *scenarios = (load(*file, pack) for file in FILES)
    return Data(counters, tables, {scenario.name: scenario for scenario in scenarios})


def data(pack: DataPack | None) -> Data:
    """The built-in values, with a pack's laid over them."""
    return _read(pack) if pack is not None else _built_in()
