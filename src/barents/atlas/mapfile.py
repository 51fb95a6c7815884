"""The files that a map is kept in, typed: `NAME.json` for the rules, `NAME.chart.json` for whoever draws it.

Both are made by the map builder and never edited by hand. On the board neighbouring hexes are 1 apart, x runs
right and y down: the plane of `barents.kernel.hexes.Grid.centre`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

import msgspec

from barents.kernel import plugins
from barents.kernel.data import Folder
from barents.kernel.hexes import GridSpec
from barents.kernel.plugins import PlugIns

MAPS = PlugIns[Folder](plugins.MAPS)
"""The folder of each map, by its name: in it are `NAME.json` and `NAME.chart.json`. Ours are all in one."""
FOLDER: Folder = files(__package__) / "maps"


class UnknownMapError(LookupError):
    """There is no map of that name."""


class HexRow(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One hex: its centre, terrain, share of land, and tags (a colon sets off a value: `ice:1-2-3`)."""

    id: str
    lat: float
    lon: float
    terrain: str
    land_fraction: float
    tags: tuple[str, ...]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named place: a port, an airbase, an exit, or a mark to steer by."""

    kind: Literal["port", "airbase", "exit", "mark"]
    name: str
    hex: str | None
    """None where the place lies off the grid."""
    lat: float
    lon: float
    x: float
    y: float
    spellings: tuple[str, ...] = ()
    side: Literal["axis", "allied", "soviet"] | None = None
    country: str | None = None
    capacity: int | None = None
    """How many air units a base takes; None where the rules give one number for all."""
    floatplanes_only: bool = False
    closed: tuple[int, ...] = ()
    """Months in which ice shuts the port."""

    @property
    def cell(self) -> str:
        """The hex of a place on the grid."""
        if self.hex is None:
            raise ValueError(f"{self.name} lies off the grid, so it has no hex")
        return self.hex


class IceSeason(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ice of a season (`winter`) or month (`3`), and how the hexes tell."""

    when: str
    label: str
    tag: str | None = None
    terrains: tuple[str, ...] = ()
    berg: str | None = None


class WeatherZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Cells that share one weather: those in its zones and columns that no zone before it has taken."""

    name: str
    label: str
    zones: tuple[str, ...]
    columns: tuple[int, int] | None


class ProjectionFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Lambert conformal conic on a sphere; `ties` counts the places that a bent board was tied to."""

    parallels: tuple[float, float]
    origin: tuple[float, float]
    turn: float
    ties: int


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`NAME.json`."""

    name: str
    title: str
    subtitle: str
    grid: GridSpec
    projection: ProjectionFacts
    spacing_km: float
    open: tuple[str, ...]
    """Terrains that ships sail."""
    ice: tuple[IceSeason, ...]
    weather: tuple[WeatherZone, ...]
    places: tuple[Place, ...]
    land_sides: tuple[tuple[str, str], ...]
    hexes: tuple[HexRow, ...]


Path = tuple[float, ...]
"""x, y, x, y … in board units; a ring does not repeat its first point."""
Polygon = tuple[Path, ...]
"""An outer ring, then its holes."""


class _Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the chart file."""


class Shelf(_Layer, frozen=True):
    """Sea near land: a wide and a narrow tint."""

    far: tuple[Polygon, ...]
    near: tuple[Polygon, ...]


class IcePaths(_Layer, frozen=True):
    """The ice of a season or month: its edge as lines, and the whole pack (land included) as areas."""

    when: str
    label: str
    edge: tuple[Path, ...]
    pack: tuple[Polygon, ...]


class ZonePaths(_Layer, frozen=True):
    """A zone's outline along hex sides."""

    tag: str
    name: str
    kind: Literal["limit", "patrol", "entry", "row", "region", "growlers", "closed"]
    outline: tuple[Polygon, ...]


class WeatherPaths(_Layer, frozen=True):
    """A weather zone's outline along hex sides."""

    name: str
    label: str
    outline: tuple[Polygon, ...]


class LinePaths(_Layer, frozen=True):
    """A named line: the leads, a weather line, a meridian that a rule speaks of."""

    line: str
    name: str
    paths: tuple[Path, ...]


class GraticuleLine(_Layer, frozen=True):
    """A parallel or meridian."""

    degree: float
    label: str
    paths: tuple[Path, ...]


class Graticule(_Layer, frozen=True):
    """The parallels and meridians."""

    parallels: tuple[GraticuleLine, ...]
    meridians: tuple[GraticuleLine, ...]


class Ticks(_Layer, frozen=True):
    """Along one side of the frame: x (or y) and degree, every half of longitude and quarter of latitude."""

    lon: tuple[tuple[float, float], ...]
    lat: tuple[tuple[float, float], ...]


class Neatline(_Layer, frozen=True):
    """The graduation of the frame's four sides."""

    top: Ticks
    right: Ticks
    bottom: Ticks
    left: Ticks


class Label(_Layer, frozen=True):
    """A name lettered on the chart: a sea, a smaller water, a country."""

    text: str
    kind: Literal["sea", "water", "land"]
    x: float
    y: float


class ChartFile(_Layer, frozen=True):
    """`NAME.chart.json`: paths reach one hex beyond the frame."""

    name: str
    frame: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    land: tuple[Polygon, ...]
    shelf: Shelf
    ice: tuple[IcePaths, ...]
    outline: tuple[Polygon, ...]
    """The edge of the grid."""
    zones: tuple[ZonePaths, ...]
    weather: tuple[WeatherPaths, ...]
    lines: tuple[LinePaths, ...]
    graticule: Graticule
    neatline: Neatline
    labels: tuple[Label, ...]


def read_map(name: str) -> MapFile:
    """Read the map's hexes and places."""
    return msgspec.json.decode(content(name, "json"), type=MapFile)


def read_chart(name: str) -> ChartFile:
    """Read the map's drawing."""
    return msgspec.json.decode(content(name, "chart.json"), type=ChartFile)


def content(name: str, suffix: str) -> bytes:
    """One of the two files of a map, as it is."""
    if name not in MAPS:
        raise UnknownMapError(f"there is no map {name!r}; the maps are {', '.join(MAPS)}")
    return (MAPS[name] / f"{name}.{suffix}").read_bytes()
