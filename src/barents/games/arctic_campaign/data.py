"""The numbers of the campaign, from its TOML file, beside those of the operations engine that it is played over."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from barents.atlas.names import keys
from barents.games.arctic_campaign.datafiles import AlliedEvent, AxisEvent, Tables
from barents.games.arctic_campaign.quick.file import Fit, Quick
from barents.games.operations import GAME as OPERATIONS
from barents.games.operations.data import Data as Sea
from barents.games.operations.data import ShipType
from barents.games.operations.data import data as sea_data
from barents.games.operations.terms import Nation, Season, ShipClass
from barents.kernel.data import DataError, load
from barents.kernel.datapack import DataFile, DataPack

FOLDER = files(__package__ or "barents.games.arctic_campaign")
FILES = (DataFile(FOLDER, "tables.toml", Tables), DataFile(FOLDER, "quick.toml", Quick))
CAMPAIGN = "campaign"
_YEAR = 12


class Data:
    """The campaign's tables, its calendar, and `sea`: ships, aircraft, map and tables of the operations engine.

    `has_quick` is whether a month can be resolved quickly: only by coefficients that belong to the engine as it is.
    """

    def __init__(self, tables: Tables, quick: Quick, sea: Sea) -> None:
        self.tables = tables
        self.quick = quick
        self.has_quick = quick.engine == OPERATIONS.version
        self.sea = sea
        self._first = _count(tables.calendar.begins)
        self.months = _count(tables.calendar.last) - self._first + 1
        self._ids = _ids(sea)
        self.allied_events: dict[int, AlliedEvent] = {row.roll: row for row in tables.allied_events.rows}
        self.axis_events: dict[int, AxisEvent] = {row.roll: row for row in tables.axis_events.rows}
        self.interceptions = {row.roll: row for row in tables.interception.rows}
        _check(self)

    # Time

    def date(self, month: int) -> str:
        """A month of the campaign as the tables write it: 1 is 1942-01."""
        year, rest = divmod(self._first + month - 1, _YEAR)
        return f"{year}-{rest + 1:02}"

    def month(self, date: str) -> int:
        """The number of a month that is written 1942-07."""
        return _count(date) - self._first + 1

    def year(self, month: int) -> int:
        """The year of a month of the campaign."""
        return int(self.date(month)[:4])

    def month_of_year(self, month: int) -> int:
        """The month in its year, January is 1."""
        return int(self.date(month)[5:])

    def fit(self, year: int, season: Season) -> Fit:
        """8 (c): how the chances of a quick month are corrected; those of the last year hold on."""
        rows = {row.year: row for row in self.quick.fit.rows if row.season == season}
        return rows[min(max(year, min(rows)), max(rows))]

    # Ships

    def key(self, nation: Nation, name: str) -> str:
        """The key of a ship of the ship tables, by her nation and her name there."""
        try:
            return self._ids[nation, name]
        except KeyError:
            raise DataError("tables.toml", name, "no line of the ship tables names this ship") from None

    def line(self, key: str) -> ShipType:
        """The values of a ship, by her key or by her line's."""
        return self.sea.ship(key)

    def keys_of(self, line: str) -> tuple[str, ...]:
        """The keys of the ships of a line: those with names, then those that only have numbers."""
        named = self.sea.ships_of(line)
        stem = line.partition(":")[2]
        more = range(len(named) + 1, self.sea.types[line].ships + 1)
        return (*named, *(f"{stem}-{number}" for number in more))

    def in_order(self, line: str) -> tuple[str, ...]:
        """The keys of the ships with names of a line: as the ship tables name them, then the register's others."""
        type = self.sea.types[line]
        first = [self._ids[type.nation, name] for name in type.names if (type.nation, name) in self._ids]
        return (*first, *(key for key in self.sea.ships_of(line) if key not in first))

    def in_commission(self, key: str, date: str) -> bool:
        """B.14: whether history had a ship with a name in commission in a month, by the dates of the ship tables.

        One whom only the register knows is there from the year after her completion.
        """
        type = self.sea.ship(key)
        name = next((name for name in type.names if self._ids.get((type.nation, name)) == key), "")
        completed = None if name else self.sea.register[key].completed
        return type.is_there(date, name) and (completed is None or completed < int(date[:4]))

    def kind(self, type: ShipClass) -> ShipClass:
        """The type under which a ship counts for the core and for hire: a battlecruiser counts as a battleship."""
        return self.tables.core.together.get(type, type)


def _check(data: Data) -> None:
    """Every ship that the tables name is in the ship tables."""
    tables = data.tables
    for name in tables.core.ships:
        data.key("uk", name)
    for name in (*tables.soviet.begins, *tables.soviet.pacific, *tables.soviet.transferred):
        data.key("su", name)
    german = tables.german
    for name in (*german.norway, *german.norway_aa, *german.germany, *german.oilers, *german.rolled, *german.late):
        data.key("de", name)
    for name in tables.axis_events.optional:
        data.key("de", name)


def _count(date: str) -> int:
    return int(date[:4]) * _YEAR + int(date[5:]) - 1


def _ids(sea: Sea) -> dict[tuple[Nation, str], str]:
    """The register's id of every ship that a line names, by nation and name."""
    found: dict[tuple[Nation, str], str] = {}
    for type in sea.types.values():
        spelt = {
            key: id
            for id in reversed(sea.ships_of(type.key))
            for spelling in (sea.register[id].name, *sea.register[id].spellings)
            for key in keys(spelling)
        }
        for name in type.names:
            id = next((spelt[key] for key in keys(name) if key in spelt), None)
            if id is not None:
                found[type.nation, name] = id
    return found


@lru_cache(8)
def data(pack: DataPack | None) -> Data:
    """The built-in values, with a pack's laid over them."""
    return Data(load(FOLDER, "tables.toml", Tables, pack), load(FOLDER, "quick.toml", Quick, pack), sea_data(None))
