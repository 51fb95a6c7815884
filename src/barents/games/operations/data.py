"""The numbers of the operations engine, from its TOML files, and its map, made ready for the rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from barents.atlas.cells import Cells
from barents.atlas.fleet import MERCHANTS, Fleet
from barents.atlas.fleet import Ship as RegisterShip
from barents.atlas.map import Map
from barents.atlas.names import Index, keys
from barents.games.operations.datafiles import (
    Air,
    AirType,
    Arrival,
    BaseRow,
    BoatClass,
    FleetStart,
    Limit,
    LineRow,
    Lines,
    ScenarioFile,
    Ships,
    Tables,
)
from barents.games.operations.fight_tables import BatteryRow
from barents.games.operations.scenario_faults import scenario_faults
from barents.games.operations.sea_tables import Effect, MissionRow, PortRow
from barents.games.operations.state import Battery, Light, Mission, Region
from barents.games.operations.terms import Armour, Nation, Season, ShipClass
from barents.games.operations.waters import Waters
from barents.kernel.data import DataError, load
from barents.kernel.datapack import DataFile, DataPack
from barents.kernel.scenarios import ScenarioFolder
from barents.kernel.sides import Side

Band: TypeAlias = Literal["south", "middle", "north"]
_LIGHT: dict[str, Light] = {"D": "day", "T": "twilight", "N": "night"}
_FIRST_YEAR = 1942
_REGISTER_TYPES: dict[str, tuple[str, ...]] = {"DE": ("DE", "DD", "FF", "AT")}
"""The register's kinds that a line may name besides those that are called as its type."""
FOLDER = files("barents.games.operations")
SCENARIO_FILES = ScenarioFolder(FOLDER, ScenarioFile)
HOURS = 24


class Dice(NamedTuple):
    """Dice to be added: how many, of how many faces, and what is added. A three-faced die is a die halved.

    >>> Dice.read("1D6+2"), Dice.read("2")
    (Dice(number=1, faces=6, plus=2), Dice(number=0, faces=6, plus=2))
    """

    number: int
    faces: int
    plus: int

    @classmethod
    def read(cls, text: str) -> Dice:
        """What `3D6`, `1D6+2` or `2` stands for."""
        dice, _, plus = text.rpartition("+") if "+" in text else (text, "", "0")
        number, _, faces = dice.partition("D")
        return cls(int(number), int(faces), int(plus)) if faces else cls(0, 6, int(number))


class ShipType(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the ship tables (6.1 to 6.4), and what follows from its type.

    `key` is nation and id. `fuel` is None where fuel is not tracked; `zones` is the most that it makes in a turn.
    """

    key: str
    side: Side
    nation: Nation
    type: ShipClass
    title: str
    names: tuple[str, ...]
    numbers: tuple[str, ...]
    ships: int
    primary: int
    secondary: int
    tertiary: int
    gun_armour: Armour
    hull_armour: Armour
    hull: int
    aa: int
    torpedoes: int
    asw: int
    speed: int
    zones: int
    fuel: int | None
    radar: tuple[int, int, int]
    vp: int
    cargo: int
    core: bool
    begins: str | None
    until: str | None
    dates: dict[str, str]
    arrival: Arrival
    arrival_modifiers: dict[str, int]
    is_simple: bool
    is_transport: bool
    is_train: bool

    def guns(self, battery: Battery) -> int:
        """The boxes of a battery."""
        return {"primary": self.primary, "secondary": self.secondary, "tertiary": self.tertiary}[battery]

    def radar_in(self, year: int) -> int:
        """OP-DATA-radar: by the year; the last value holds from 1944 on."""
        return self.radar[max(0, min(year - _FIRST_YEAR, len(self.radar) - 1))]

    def is_there(self, date: str, name: str = "") -> bool:
        """Whether a ship of the line is there in a month (1942-07), by the dates of history."""
        first = self.dates.get(name, self.begins)
        return (first is None or first <= date) and (self.until is None or date <= self.until)


class Data(Waters):
    """Ships, aircraft, tables, scenarios and the map."""

    def __init__(self, ships: Ships, air: Air, tables: Tables, scenarios: dict[str, ScenarioFile]) -> None:
        super().__init__(Map.load("operations"), tables)
        self.tables = tables
        self.scenarios = scenarios
        self.register = Fleet.load()
        self.types = _all_types(ships, tables)
        self.boat_classes: dict[str, BoatClass] = {row.id: row for row in ships.submarines.rows}
        self._nations: dict[str, Nation] = ships.register.nations
        self._joined = _joined(ships, self.types, self.register)
        self.generic: dict[ShipClass, str] = ships.generic.lines
        self.event_order = {
            type: tuple(f"{ships.american.nation}:{id}" for id in ids)
            for type, ids in ships.american.event_order.items()
        }
        self.air_types: dict[str, AirType] = {row.id: row for row in air.types.rows}
        self.air = air
        self.bases: dict[str, BaseRow] = {row.name: row for row in air.bases.rows}
        self.missions: dict[Mission, MissionRow] = {row.id: row for row in tables.missions.rows}
        self.routes = {row.id: row for row in tables.routes.rows}
        self._seasons = tables.weather.seasons.by_month
        self._bands = {cell: _band(self.map.position(cell)[0], tables) for cell in self.map.cells}
        self._ports = Index[PortRow]("port")
        for port in tables.ports.rows:
            self._ports.add(port.name, self.map.place(port.name, "port").spellings, port)
        _check(self)
        SCENARIO_FILES.insist(scenarios, lambda file: scenario_faults(self, file))

    # Ships

    def line_of(self, id: str) -> str:
        """The key of the line of a ship, given by her id in the register or by a line's key."""
        if id in self.types:
            return id
        if id in self._joined:
            return self._joined[id]
        return self._joined[self.register[id].id]

    def is_surface_ship(self, id: str) -> bool:
        """Whether the register has such a ship, and no submarine."""
        return id in self._joined

    def ship(self, id: str) -> ShipType:
        """The values of a ship, given by her id in the register or by a line's key."""
        return self.types[self.line_of(id)]

    def name_of(self, id: str) -> str:
        """What a ship or a boat of the register is called."""
        return self.register[id].name

    def ships_of(self, key: str) -> tuple[str, ...]:
        """The ids in the register of the ships of a line, in the register's order."""
        return tuple(id for id, line in self._joined.items() if line == key)

    def merchants_of(self, convoy: str) -> tuple[str, ...]:
        """The ids in the register of the merchants who sailed in a convoy, for names; of some it knows only a part."""
        return tuple(ship.id for ship in self.register.of_kind("MT") if ship.convoy == convoy)

    def merchants_in(self, row: FleetStart) -> tuple[str, ...]:
        """The names of a fleet's merchants: real ones as far as they are known; one who sails alone is her fleet."""
        if row.transports == 1:
            return (row.name,)
        known = [self.name_of(id) for id in self.merchants_of(row.name)]
        numbers = range(1, row.transports + 1)
        return tuple(known[n - 1] if n <= len(known) else f"{row.name} merchant {n}" for n in numbers)

    def boats_of(self, key: str) -> tuple[str, ...]:
        """The ids in the register of the boats of a class, in the register's order."""
        row = self.boat_classes[key]
        boats = self.register.of_kind("SS")
        return tuple(
            boat.id for boat in boats if self._nations[boat.nation] == row.nation and boat.class_name in row.register
        )

    # Scenarios

    def limits_of(self, scenario: str, fleet: str) -> tuple[Limit, ...]:
        """OP-SCEN-limits: what binds a fleet in a scenario; nothing in a campaign's month."""
        file = self.scenarios.get(scenario)
        return () if file is None else tuple(limit for limit in file.limits if fleet in limit.fleets)

    # Aircraft

    def complements(self, key: str, date: str) -> tuple[dict[str, int], ...]:
        """What a carrier of a line may take in a month, in steps by type; the first is her usual group."""
        steps = self.air.complements.unit_steps
        rows = [row for row in self.air.complements.rows if key in row.lines and _holds(row.begins, row.until, date)]
        groups = [row.units for row in sorted(rows, key=lambda row: row.choice)]
        if key == self.air.graf_zeppelin.line:
            groups.append(self.air.graf_zeppelin.usual)
        return tuple({type: steps * units for type, units in group.items()} for group in groups)

    def allotment(self, side: Side, date: str) -> dict[str, Dice]:
        """The steps of a side in a month, by type (5.14, 5.15)."""
        rows = self.air.luftwaffe.rows if side is Side.AXIS else self.air.allied_air.rows
        row = next(row for row in rows if _holds(row.begins, row.until, date))
        return {type: Dice.read(text) for type, text in row.steps.items()}

    def in_russia(self, date: str) -> dict[str, Dice]:
        """The steps of the RAF in Russia in a month, by type (5.15)."""
        row = next(row for row in self.air.allied_air.rows if _holds(row.begins, row.until, date))
        return {type: Dice.read(text) for type, text in row.in_russia.items()}

    def base_zone(self, name: str) -> str:
        """The zone of an airbase."""
        return self.bases[name].zone

    def bases_for(self, type: str, date: str) -> tuple[str, ...]:
        """The bases that steps of a type may use in a month; none for those that need a deck."""
        plane = self.air_types[type]
        if plane.carrier:
            return ()
        return tuple(
            base.name
            for base in self.bases.values()
            if plane.service in base.services
            and (plane.water or not base.water_only)
            and (not plane.bases or base.name in plane.bases)
            and _holds(None, base.until, date)
            and not (base.shut_by_ice and base.zone in self.shut(_month(date)))
        )

    def recon_bases(self, date: str) -> Cells:
        """The zones from which the Axis looks for convoys off the board, in a month."""
        return Cells(base.zone for base in self.bases.values() if base.recon and _holds(None, base.until, date))

    def airbases(self, side: Side, date: str) -> Cells:
        """The zones in which a side has airbases in a month."""
        held = [base for base in self.bases.values() if base.side is side and _holds(None, base.until, date)]
        return Cells(base.zone for base in held)

    def airfields(self, side: Side, date: str) -> Cells:
        """The zones in which a side's wheeled aircraft can land in a month."""
        held = [base for base in self.bases.values() if base.side is side and _holds(None, base.until, date)]
        return Cells(base.zone for base in held if not base.water_only)

    # Ports

    def port(self, name: str) -> PortRow:
        """The port of a name, by any spelling."""
        return self._ports.find(name)

    def has_port(self, name: str) -> bool:
        """Whether there is just one port of this name."""
        return len(self._ports.find_all(name)) == 1

    def port_at(self, zone: str) -> PortRow | None:
        """The port of a harbour zone."""
        return self.harbours.get(zone)

    def ports_of(self, side: Side, date: str, nation: Nation | None = None) -> tuple[PortRow, ...]:
        """The ports that a side (or one nation of it) holds in a month, whether or not ice closes them."""
        return tuple(
            port
            for port in self.tables.ports.rows
            if port.side is side and nation in (None, port.nation) and _holds(None, port.until, date)
        )

    def open_port(self, name: str, date: str) -> bool:
        """Whether a port is held and neither closed nor frozen in a month."""
        port = self.port(name)
        month = _month(date)
        return _holds(None, port.until, date) and month not in port.closed and port.zone not in self.shut(month)

    # Time, light and weather

    def slot(self, turn: int) -> int:
        """The slot of a turn in its day, from 1 to 6 (OP-TIME-turn); premature turns count backwards."""
        return (turn - 1) % self.tables.clock.slots + 1

    def day(self, turn: int) -> int:
        """The day of a turn, from 1."""
        return (turn - 1) // self.tables.clock.slots + 1

    def season(self, month: int) -> Season:
        """The season of a month, for the weather."""
        return self._seasons[month]

    def band_of(self, cell: str) -> Band:
        """The band of latitude of a zone's centre (OP-LIGHT-bands)."""
        return self._bands[cell]

    def light(self, month: int, cell: str, slot: int) -> Light:
        """The light in a zone (5.1)."""
        return _LIGHT[self.light_row(month, cell)[slot - 1]]

    def light_row(self, month: int, cell: str) -> str:
        """The light of a day in a zone, as letters: D, T, N."""
        row = self.tables.light.months[month]
        return {"south": row.south, "middle": row.middle, "north": row.north}[self.band_of(cell)]

    def region_of(self, cell: str) -> Region:
        """The weather region of a zone (5.2)."""
        return self._regions[cell]

    def climate(self, cell: str) -> tuple[Region, Band]:
        """What decides about weather and light in a zone."""
        return self._regions[cell], self._bands[cell]

    def weather_level(self, month: int, region: Region, roll: int) -> int:
        """The level that two dice give in a region (5.2)."""
        row = self.tables.weather.rows[self.season(month)]
        modified = roll + self.tables.weather.roll_modifiers.get(region, 0)
        return row[max(modified, 2) - 2]

    def effect(self, level: int) -> Effect:
        """What a level of weather does (5.3)."""
        return self.tables.effects.levels[level - 1]

    # Reading the tables

    def battery(self, name: Battery) -> BatteryRow:
        """Ranges and piercing of a battery (5.8)."""
        guns = self.tables.gunnery
        return {"primary": guns.primary, "secondary": guns.secondary, "tertiary": guns.tertiary}[name]

    def range_modifier(self, name: Battery, cells: int) -> int | None:
        """The modifier of a battery at a range, or None beyond it."""
        return next((step.modifier for step in self.battery(name).steps if cells <= step.to), None)

    def hit_numbers(self, modifier: int) -> tuple[int, ...]:
        """The number from which a die hits and, if there is one, that from which it is confirmed (5.7)."""
        rows = self.tables.hits.rows
        return rows[max(min(rows), min(max(rows), modifier))]

    def visibility(self, light: Light, level: int) -> int:
        """How far is seen without radar, in cells (5.4)."""
        table = self.tables.visibility
        return {"day": table.day, "twilight": table.twilight, "night": table.night}[light][level - 1]


def by_year(table: Mapping[int, int], year: int) -> int:
    """The value of the last year in a table that is not after this one.

    >>> by_year({1942: 4, 1943: 6, 1944: 8}, 1945)
    8
    """
    years = sorted(table)
    return table[years[max(0, bisect_right(years, year) - 1)]]


def _band(latitude: float, tables: Tables) -> Band:
    light = tables.light
    return "south" if latitude < light.middle_from else "north" if latitude > light.middle_to else "middle"


def _holds(begins: str | None, until: str | None, date: str) -> bool:
    return (begins is None or begins <= date) and (until is None or date <= until)


def _month(date: str) -> int:
    return int(date[5:7])


# Lines and the register


def _all_types(ships: Ships, tables: Tables) -> dict[str, ShipType]:
    """Every line by its key."""
    nations: tuple[Lines, ...] = (ships.british, ships.american, ships.soviet, ships.german)
    return {f"{lines.nation}:{row.id}": _type(lines.nation, row, tables) for lines in nations for row in lines.rows}


def _type(nation: Nation, row: LineRow, tables: Tables) -> ShipType:
    primary, secondary, tertiary = row.guns
    return ShipType(
        key=f"{nation}:{row.id}",
        side=Side.AXIS if nation == "de" else Side.ALLIED,
        nation=nation,
        type=row.type,
        title=row.title or row.names[0],
        names=row.names,
        numbers=row.numbers or ((row.id,) if row.id[2:].isdigit() else ()),
        ships=row.ships or len(row.names),
        primary=primary,
        secondary=secondary,
        tertiary=tertiary,
        gun_armour=row.gun_armour,
        hull_armour=row.hull_armour,
        hull=row.hull,
        aa=row.aa,
        torpedoes=row.torpedoes,
        asw=row.asw,
        speed=row.speed,
        zones=min(row.speed, tables.movement.most_zones),
        fuel=row.fuel,
        radar=row.radar,
        vp=row.vp,
        cargo=row.cargo,
        core=row.core,
        begins=row.begins,
        until=row.until,
        dates=row.dates,
        arrival=row.arrival,
        arrival_modifiers=row.arrival_modifiers,
        is_simple=row.type in tables.damage.simple_types,
        is_transport=row.type in tables.movement.transports,
        is_train=row.type in tables.movement.train,
    )


def _joined(ships: Ships, types: Mapping[str, ShipType], register: Iterable[RegisterShip]) -> dict[str, str]:
    """The line of every ship of the register but the submarines: by name, else by her kind (6.1, Register)."""
    by_name: dict[tuple[Nation, str], list[ShipType]] = {}
    for line in types.values():
        for name in line.names:
            for key in keys(name):
                by_name.setdefault((line.nation, key), []).append(line)
    found: dict[str, str] = {}
    for ship in register:
        if ship.kind == "SS":
            continue
        nation = ships.register.nations[ship.nation]
        named = [
            line
            for spelling in (ship.name, *ship.spellings)
            for key in keys(spelling)
            for line in by_name.get((nation, key), ())
            if ship.kind not in MERCHANTS and ship.kind in (line.type, *_REGISTER_TYPES.get(line.type, ()))
        ]
        line_key = named[0].key if named else _by_kind(ships, ship, nation)
        if line_key is None:
            raise DataError("ships.toml", "register.rows", f"no line and no row fits {ship.name}, {ship.kind}")
        found[ship.id] = line_key
    return found


def _by_kind(ships: Ships, ship: RegisterShip, nation: Nation) -> str | None:
    for row in ships.register.rows:
        if row.kind != ship.kind or row.nation not in (None, nation):
            continue
        if not ship.class_name.startswith(row.class_begins):
            continue
        if row.to is None or (ship.launched is not None and ship.launched <= row.to):
            return row.line
    return None


# Checks that no single file can make


def _check(data: Data) -> None:
    """Names in one file that must be known to another, and a day that is as long in all tables."""
    clock = data.tables.clock
    if clock.slots * clock.turn_hours != HOURS:
        words = f"{clock.slots} turns of {clock.turn_hours} hours are no day"
        raise DataError("tables.toml", "clock", words)
    for month, row in data.tables.light.months.items():
        for band, letters in (("south", row.south), ("middle", row.middle), ("north", row.north)):
            if len(letters) != clock.slots:
                words = f"{letters!r} has a letter for {len(letters)} turns; a day has {clock.slots}"
                raise DataError("tables.toml", f"light.months.{month}.{band}", words)
    for type, key in data.generic.items():
        if data.types[key].type != type:
            raise DataError("ships.toml", f"generic.lines.{type}", f"{key} is not a line of {type}")


FILES = (
    DataFile(FOLDER, "ships.toml", Ships),
    DataFile(FOLDER, "air.toml", Air),
    DataFile(FOLDER, "tables.toml", Tables),
    *SCENARIO_FILES.files(),
)


@lru_cache(8)
def data(pack: DataPack | None) -> Data:
    """The built-in values, with a pack's laid over them."""
    ships, air = load(FOLDER, "ships.toml", Ships, pack), load(FOLDER, "air.toml", Air, pack)
    return Data(ships, air, load(FOLDER, "tables.toml", Tables, pack), SCENARIO_FILES.load(pack))
