"""The numbers of The Hunt, from its TOML file, and its sea."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated

import msgspec

from barents.kernel.data import Record, Table, load
from barents.kernel.datapack import DataFile, DataPack
from barents.kernel.hexes import Direction, Grid, GridSpec
from barents.kernel.passage import Passage
from barents.kernel.scenarios import ScenarioFolder, ScenarioHead
from barents.kernel.sides import Side

from .state import Post


class Row(Record, frozen=True):
    """A counter's factors (H 2)."""

    id: str
    name: str
    side: Side
    kind: str
    speed: int
    guns: int
    hull: int
    sight: int
    lookouts: int
    value: int


class Ships(Table, frozen=True, kw_only=True):
    """Every counter."""

    rows: tuple[Row, ...]


class Search(Table, frozen=True, kw_only=True):
    """Looking at a contact (H 5.1)."""

    identifies_at: int
    watched_side: int
    other_side: int
    fog: int
    radar: int


class Boilers(Table, frozen=True, kw_only=True):
    """The raider's boilers (H 3.1)."""

    fails_at: int
    loses: int


class Gunnery(Table, frozen=True, kw_only=True):
    """Fire (H 7.1)."""

    hits_at: int
    fog: int
    open_formation: int
    smoke: int
    rounds: int


class Sea(Table, frozen=True, kw_only=True):
    """Land, entries and the way out."""

    land: tuple[str, ...]
    convoy_entry: str
    escort_entries: tuple[str, str]
    axis_entry: tuple[str, str]
    exit_column: int


class Counters(Record, frozen=True):
    """The whole file."""

    ships: Ships
    search: Search
    boilers: Boilers
    gunnery: Gunnery
    sea: Sea


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario (H 1)."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=99)]
    fog: bool


FOLDER = Path(__file__).parent
SCENARIO_FILES = ScenarioFolder(FOLDER, ScenarioFile)
FILES = (DataFile(FOLDER, "counters.toml", Counters), *SCENARIO_FILES.files())

GRID = Grid(
    GridSpec(
        orientation="flat",
        columns=(1, 10),
        rows=(1, 10),
        id="CCRR",
        shifted="even",
        shift="south",
        columns_grow="east",
        rows_grow="south",
    )
)

SIDES = (Direction.N, Direction.NE, Direction.SE, Direction.S, Direction.SW, Direction.NW)


class Data:
    """Counters, tables and the sea, ready for the rules."""

    def __init__(self, counters: Counters, scenarios: dict[str, ScenarioFile]) -> None:
        self.scenarios = scenarios
        self.search = counters.search
        self.boilers = counters.boilers
        self.gunnery = counters.gunnery
        self.sea = counters.sea
        self.rows = {row.id: row for row in counters.ships.rows}
        self.grid = GRID
        self.posts = {
            name: tuple(Post(name, towards) for towards in SIDES)
            for name, row in self.rows.items()
            if row.side is Side.ALLIED
        }
        self._of = {side: [r.id for r in counters.ships.rows if r.side is side] for side in Side}
        self._reach: dict[tuple[str, int], tuple[str, ...]] = {}

    @cached_property
    def passage(self) -> Passage:
        """Where ships may go (H 2.1)."""
        return Passage(self.grid, blocked=self.sea.land)

    def reach(self, cell: str, speed: int) -> tuple[str, ...]:
        """The cells within a ship's speed, nearest first."""
        key = (cell, speed)
        if key not in self._reach:
            self._reach[key] = tuple(self.passage.reachable(cell, speed))
        return self._reach[key]

    def of(self, side: Side) -> list[str]:
        """The ids of a side's counters, in the order of the file."""
        return self._of[side]


@lru_cache(8)
def data(pack: DataPack | None) -> Data:
    """The built-in values, with a pack's laid over them."""
    return Data(load(FOLDER, "counters.toml", Counters, pack), SCENARIO_FILES.load(pack))
