"""What a map's TOML may say: the recipe that a map is built from.

Points are written ``[latitude, longitude]`` in degrees, north and east positive, as a chart is read.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from barents.kernel.hexes import GridSpec

FOLDER = Path(__file__).parent
LatLon = tuple[float, float]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a recipe: unknown keys are mistakes."""


class ProjectionRecipe(Part, frozen=True):
    """Lambert conformal conic; a negative turn (degrees) makes the grid's north lean east."""

    parallels: tuple[float, float]
    origin: LatLon
    turn: float = 0.0


class Tie(Part, frozen=True):
    """A place whose hex is known; the board is bent so that it falls there."""

    name: str
    at: LatLon
    hex: str
    source: Literal["text", "chosen"]


class BoardRecipe(Part, frozen=True):
    """How the grid lies on the projection: either an anchor and a spacing, or ties."""

    spacing_km: float
    """Distance between neighbouring hexes; on a bent board the mean, for the scale."""
    anchor: str | None = None
    """A hex …"""
    anchor_km: tuple[float, float] | None = None
    """… and where its centre lies in the projection's plane, x east and y north."""
    ties: tuple[Tie, ...] = ()
    margin: float = 0.5
    """How far the chart's frame stands off the outermost hexes."""


class TerrainException(Part, frozen=True):
    """Hexes whose terrain is set by hand; they carry the tag `manual`."""

    hexes: tuple[str, ...]
    terrain: str
    why: str


class Overlay(Part, frozen=True):
    """A terrain that is laid over the classes by land, in the order of the recipe."""

    terrain: str
    over: tuple[str, ...] = ()
    """Only over these terrains; any, if empty."""
    lines: tuple[str, ...] = ()
    """Every hex that one of these lines touches."""
    beyond: str | None = None
    """Every hex whose centre lies north of this ice edge …"""
    degrees: tuple[float, float] = (0.0, 90.0)
    """… by more than the first and up to the second."""


class TerrainRecipe(Part, frozen=True):
    """Classes by share of land: open sea below `low`, then `coast` below `high`, then land."""

    low: float
    high: float
    coast: str = "coast"
    pins: dict[str, str] = {}
    """Hexes close to a threshold, held on their side of it whatever the arithmetic."""
    overlays: tuple[Overlay, ...] = ()
    exceptions: tuple[TerrainException, ...] = ()
    open: tuple[str, ...] = ("sea", "coast", "port", "strait")
    """Terrains that ships sail."""
    exempt_from_land_sides: tuple[str, ...] = ()
    """Hexes that are never shut off from a neighbour, besides those opened by hand."""


class CoastRecipe(Part, frozen=True):
    """Which coasts are told apart, by which country's land reaches into the hex."""

    petsamo: bool = False
    """Whether Russian land west of 31.9 E counts as the coast of Petsamo, Finnish in 1942."""
    soviet: bool = False
    russia_south_of: float = 90.0
    """Polygons of Russia with their centre further north do not count."""


class Near(Part, frozen=True):
    """Within a number of hexes of some hexes."""

    hexes: int
    of: tuple[str, ...]


class NearMiles(Part, frozen=True):
    """Within a number of nautical miles, over the sphere, of named places."""

    miles: float
    of: tuple[str, ...]


class Zone(Part, frozen=True):
    """Hexes that carry a tag: those that meet every condition given. Zones of one tag are added together."""

    tag: str
    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None
    terrain: tuple[str, ...] = ()
    lat: tuple[float, float] | None = None
    lon: tuple[float, float] | None = None
    near: Near | None = None
    near_miles: NearMiles | None = None
    zones: tuple[str, ...] = ()
    """In all of these zones, given further up."""
    south_of: str | None = None
    """Centre south of this line, read as latitude by longitude."""
    east_of: str | None = None
    """Centre east of this line, read as longitude by latitude."""
    west_of: str | None = None
    cut_off_from: str | None = None
    """Open water that is not connected to this hex."""


class Place(Part, frozen=True):
    """A named place: a port, a base, an exit, or a mark to steer by."""

    kind: Literal["port", "airbase", "exit", "mark"]
    name: str
    at: LatLon
    spellings: tuple[str, ...] = ()
    side: Literal["axis", "allied", "soviet"] | None = None
    country: str | None = None
    capacity: int | None = None
    floatplanes_only: bool = False
    closed: tuple[int, ...] = ()
    """Months in which ice shuts the port."""


class IceSeason(Part, frozen=True):
    """The ice of a season or month, as a mixture of the drawn edges."""

    when: str
    """A season, or a month's number."""
    mix: dict[str, float]
    label: str
    north: float = 0.0
    """How many degrees of latitude the ice keeps north of the edge …"""
    wider: int = 0
    """… or how many hexes it reaches beyond it."""
    tag: str | None = None
    """The zone that is the season's ice; months have none and share the tag `ice:`."""
    terrains: tuple[str, ...] = ()
    """The terrains that are the season's ice, where it is drawn as terrain."""
    berg: str | None = None
    """The zone where growlers drift: within two hexes of the ice."""


class MonthlyIce(Part, frozen=True):
    """Zones that are shut by ice in certain months, whatever the edge."""

    zone: str
    months: tuple[int, ...]


class WeatherZone(Part, frozen=True):
    """Cells that share one weather: those in its zones and columns that no zone before it has taken."""

    name: str
    label: str
    zones: tuple[str, ...] = ()
    columns: tuple[int, int] | None = None


class Label(Part, frozen=True):
    """A name lettered on the chart that no rule speaks of: a sea, a country."""

    text: str
    kind: Literal["sea", "land", "water"]
    at: LatLon


class ZoneOnChart(Part, frozen=True):
    """A zone that the chart outlines."""

    tag: str
    name: str
    kind: Literal["limit", "patrol", "entry", "row", "region", "growlers", "closed"]


class ChartRecipe(Part, frozen=True):
    """What the chart shows besides coast and hexes."""

    shelf_km: tuple[float, float] = (34.0, 15.0)
    parallels_every: float = 1.0
    meridians_every: float = 2.0
    zones: tuple[ZoneOnChart, ...] = ()
    lines: dict[str, str] = {}
    """Lines of the recipe that are drawn, with their names."""
    labels: tuple[Label, ...] = ()


class Recipe(Part, frozen=True):
    """The whole of a map's TOML."""

    name: str
    title: str
    subtitle: str
    grid: GridSpec
    projection: ProjectionRecipe
    board: BoardRecipe
    terrain: TerrainRecipe
    coasts: CoastRecipe = CoastRecipe()
    lines: dict[str, tuple[LatLon, ...]] = {}
    ice: tuple[IceSeason, ...] = ()
    shut: tuple[MonthlyIce, ...] = ()
    zones: tuple[Zone, ...] = ()
    weather: tuple[WeatherZone, ...] = ()
    places: tuple[Place, ...] = ()
    chart: ChartRecipe = ChartRecipe()


def read(name: str, folder: Path = FOLDER) -> Recipe:
    """Read a map's recipe; lines that all maps share (the ice edges) are added to its own."""
    shared = tomllib.loads((folder / "ice.toml").read_text(encoding="utf-8"))
    path = folder / f"{name}.toml"
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        content["lines"] = shared["lines"] | content.get("lines", {})
        return msgspec.convert(content, Recipe)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as mistake:
        raise ValueError(f"{path.name}: {mistake}") from mistake
