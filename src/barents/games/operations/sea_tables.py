"""The tables of time, sea and land: light, weather, fleets, fuel, sea keeping, ports and convoys."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from barents.games.operations.state import Mission, Region
from barents.games.operations.terms import Date, DiceText, Level, Month, Nation, Season, ShipClass, Slots
from barents.kernel.data import Record, Table
from barents.kernel.sides import Side

MONTHS = range(1, 13)


class Clock(Table, frozen=True, kw_only=True):
    """OP-TIME-turn."""

    turn_hours: int
    slots: int
    most_turns: int


class LightRow(Record, frozen=True):
    """The light of a month, slot by slot, in each band."""

    south: Slots
    middle: Slots
    north: Slots


class LightTable(Table, frozen=True, kw_only=True):
    """5.1."""

    middle_from: float
    middle_to: float
    months: dict[Month, LightRow]


class Seasons(Record, frozen=True, kw_only=True):
    """OP-WX-seasons: the months of each season."""

    winter: tuple[Month, ...]
    spring: tuple[Month, ...]
    summer: tuple[Month, ...]
    autumn: tuple[Month, ...]

    def __post_init__(self) -> None:
        listed = [*self.winter, *self.spring, *self.summer, *self.autumn]
        if wrong := [str(month) for month in MONTHS if listed.count(month) != 1]:
            raise ValueError(f"each month is in one season; that does not hold for {', '.join(wrong)}")

    @property
    def by_month(self) -> dict[int, Season]:
        """The season of each month."""
        months: dict[Season, tuple[int, ...]] = {
            "winter": self.winter,
            "spring": self.spring,
            "summer": self.summer,
            "autumn": self.autumn,
        }
        return {month: season for season, listed in months.items() for month in listed}


class WeatherTable(Table, frozen=True, kw_only=True):
    """5.2."""

    regions: tuple[Region, ...]
    roll_modifiers: dict[Region, int]
    calm_turns: DiceText
    foul_turns: DiceText
    foul_from: Level
    seasons: Seasons
    rows: dict[Season, Annotated[tuple[Level, ...], msgspec.Meta(min_length=11, max_length=11)]]


class Effect(Record, frozen=True, kw_only=True):
    """5.3, 5.4, 5.11: what a level of weather does; `zones` None leaves ships their own speed."""

    level: Level
    name: str
    zones: int | None = None
    slow_zones: int | None = None
    train_even_turns: bool = False
    air: Literal["all", "finding", "none"] = "all"
    decks: bool = True
    grounds: bool = False
    strike: int = 0
    bombs: int = 0
    combat: bool = True
    gunnery: int = 0
    torpedoes: int = 0
    light_torpedoes: bool = True
    refuelling: bool = True
    submarines: bool = True
    contact: int = 0
    avoid: int = 0
    off_board: int = 0


class Effects(Table, frozen=True, kw_only=True):
    """5.3."""

    slow_types: tuple[ShipClass, ...]
    squall_grounds: tuple[str, ...]
    no_torpedoes_from: tuple[ShipClass, ...]
    levels: Annotated[tuple[Effect, ...], msgspec.Meta(min_length=6, max_length=6)]


class MissionRow(Record, frozen=True, kw_only=True):
    """5.5."""

    id: Mission
    depth: int
    change: tuple[Literal["new-day", "turn", "plot-end", "contact", "report", "port"], ...]
    report_level: int = 0
    within: int = 0
    speed: int | None = None
    needs_train: bool = False
    needs_oiler: bool = False
    may_engage: bool = True


class Missions(Table, frozen=True, kw_only=True):
    """5.5."""

    rows: tuple[MissionRow, ...]


class MovementTable(Table, frozen=True, kw_only=True):
    """2.3."""

    most_zones: int
    segments: dict[int, tuple[int, ...]]
    ice_zones: int
    coast_zones: int
    train: tuple[ShipClass, ...]
    transports: tuple[ShipClass, ...]


class Fuel(Table, frozen=True, kw_only=True):
    """5.6."""

    parts: int
    zones: tuple[int, int, int, int]
    battle: int
    empty_zones: int
    empty_every: int
    untracked: tuple[ShipClass, ...]
    oiler_boxes: int
    oiler_ports: tuple[str, ...]
    at_sea_boxes: int
    at_sea_ships: int
    at_sea_zones: int
    big_givers: tuple[ShipClass, ...]
    big_gives: int
    port_turns: int
    soviet_share: int
    low_share: int
    spent_per_zone: int


class Machinery(Table, frozen=True, kw_only=True):
    """5.13."""

    slot: int
    dice: DiceText
    fast_zones: int
    fast: int
    light_from: int
    light_to: int
    heavy_from: int
    both_from: int
    light_types: tuple[ShipClass, ...]
    heavy_types: tuple[ShipClass, ...]
    speed: int
    least_speed: int


class StormTable(Table, frozen=True, kw_only=True):
    """A.6, R9 to R12: runs of storm and gale, their marks, and a hull that is marked all over."""

    run_turns: int
    marks: int
    gale_marks: int
    worn_share: int
    worn_least: int
    worn_speed: int
    worn_missions: tuple[Mission, ...]


class Foundering(Table, frozen=True, kw_only=True):
    """5.13."""

    types: tuple[ShipClass, ...]
    half_hull: int
    low_fuel: int
    low_fuel_types: tuple[ShipClass, ...]
    half_marks: int
    frail: int
    frail_types: tuple[ShipClass, ...]
    storm: int
    mark_from: int
    hull_from: int
    founders_from: int


class Stragglers(Table, frozen=True, kw_only=True):
    """5.13."""

    types: tuple[ShipClass, ...]
    straggles_to: int


class ScatterTable(Table, frozen=True, kw_only=True):
    """5.13."""

    reform_turns: int
    waypoints: int
    zones: int
    change_slot: int


class Floes(Table, frozen=True, kw_only=True):
    """5.13."""

    slot: int
    months: tuple[Month, ...]
    needed: int
    hull: int
    first_types: tuple[ShipClass, ...]


class PortRow(Record, frozen=True, kw_only=True):
    """7.1."""

    name: str
    zone: str
    side: Side
    nation: Nation
    kind: Literal["convoy", "anchorage", "main", "major", "minor", "unloading"] = msgspec.field(name="class")
    norwegian: bool = False
    repair: bool = False
    unloads: int = 0
    until: Date | None = None
    closed: tuple[Month, ...] = ()
    breaker: tuple[Month, ...] = ()


class Ports(Table, frozen=True, kw_only=True):
    """7.1, 2.3."""

    unload_turns: int
    late_zones: int
    rows: tuple[PortRow, ...]
    marks: dict[str, str]
    lost_move_to: tuple[str, ...]
    off_map: tuple[str, ...]


class Placement(Table, frozen=True, kw_only=True):
    """7.2: how far from whose ports a side's boats must be placed."""

    axis: dict[Nation, int]
    allied: dict[Nation, int]


class WhiteSea(Table, frozen=True, kw_only=True):
    """7.3, R63."""

    closed: tuple[Month, ...]
    breaker: tuple[Month, ...]
    breaker_zones: int
    breaker_ports: tuple[str, ...]
    barred_to: Side


class VictoryPoints(Table, frozen=True, kw_only=True):
    """5.16, 4.11: what a type is worth where no line says otherwise."""

    types: dict[ShipClass, int]
    old_battleship: int
    destroyer_most: int
    aircraft: int
    cargo: int
    returned: int


class SovietConvoyRow(Record, frozen=True):
    """5.17: each place of the escort may be filled by one of its types."""

    transports: int
    escorts: tuple[tuple[ShipClass, ...], ...]


class SovietConvoys(Table, frozen=True, kw_only=True):
    """5.17."""

    days: tuple[int, ...]
    slot: int
    first_to: int
    coastal_months: tuple[Month, ...]
    coastal: tuple[str, str]
    eastern_months: tuple[Month, ...]
    eastern_port: str
    eastern_zones: tuple[str, ...]
    breaker_months: tuple[Month, ...]
    arrived: int
    rows: Annotated[tuple[SovietConvoyRow, ...], msgspec.Meta(min_length=6, max_length=6)]


class SecretBase(Table, frozen=True, kw_only=True):
    """5.18, 7.3."""

    founding_turns: int
    dismantling_turns: int
    type: str
    steps: int
    reload_turns: int
    reloads: int
    find_needed: int
    find_air: int
    destroyed_by: int
    destroyed_hits_from: int
    zones: tuple[str, ...]


class SovietFleet(Table, frozen=True, kw_only=True):
    """R66, R68, R32."""

    free_types: tuple[ShipClass, ...]
    free_zones: int
    west_column: int
    release_column: int


class CautiousOrders(Table, frozen=True, kw_only=True):
    """C.52."""

    level: int


class Grounding(Table, frozen=True, kw_only=True):
    """4.4, results 5 and 9."""

    types: tuple[ShipClass, ...]
    not_at: tuple[str, ...]


class RouteRow(Record, frozen=True):
    """7.4."""

    id: str
    waypoints: tuple[str, ...]
    months: tuple[Month, ...]


class Routes(Table, frozen=True, kw_only=True):
    """7.4."""

    vary: int
    rows: tuple[RouteRow, ...]
