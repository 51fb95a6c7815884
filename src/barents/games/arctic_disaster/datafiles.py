"""What stands in Arctic Disaster's TOML files, typed: counters, tables and scenarios."""

from __future__ import annotations

from typing import Literal, TypeAlias

from barents.kernel.data import Record, Table
from barents.kernel.scenarios import ScenarioHead
from barents.kernel.sides import Side

Weather: TypeAlias = Literal["clear", "fog"]
Zone: TypeAlias = Literal["norwegian", "barents"]


class Level(Record, frozen=True):
    """A line of a damage roster: what is left of a ship at so many damage points (12)."""

    move: int
    main: int
    secondary: int
    aa: int


class RosterRow(Record, frozen=True, kw_only=True):
    """A ship of three or more hits, level by level (2.3.1, 12)."""

    id: str
    name: str
    nation: str
    type: str
    main_range: int
    secondary_range: int = 0
    torpedoes: bool = False
    air_to: int = -1
    levels: tuple[Level, ...]


class Rosters(Table, frozen=True, kw_only=True):
    """The damage rosters."""

    rows: tuple[RosterRow, ...]


class ShipRow(Record, frozen=True, kw_only=True):
    """A ship of one or two hits; without a reduced side the first hit sinks it (2.3.1)."""

    id: str
    name: str
    nation: str
    type: str
    convoy: bool = False
    move: int
    gun: int = 0
    range: int = 0
    aa: int
    torpedoes: bool = False
    reduced: Level | None = None


class Ships(Table, frozen=True, kw_only=True):
    """The other warships and escorts."""

    rows: tuple[ShipRow, ...]


class MerchantRow(Record, frozen=True):
    """A merchant by name."""

    id: str
    name: str
    nation: str
    type: Literal["MT", "TA"]


class Merchants(Table, frozen=True, kw_only=True):
    """The merchants, who have all but their names in common."""

    move: int
    aa: int
    reduced_move: int
    reduced_aa: int
    rows: tuple[MerchantRow, ...]


class BoatClass(Record, frozen=True, kw_only=True):
    """Submarines of one command (13)."""

    command: Literal["german", "allied", "soviet"]
    side: Side
    move: int
    column: int
    modifier: int
    attacks: int
    dummies: int
    names: tuple[str, ...]


class Boats(Table, frozen=True, kw_only=True):
    """The submarines."""

    rows: tuple[BoatClass, ...]


class FormationRow(Record, frozen=True, kw_only=True):
    """An air formation: so many units of one model (8)."""

    id: str
    name: str
    side: Side
    model: str
    type: Literal["B", "DB", "T", "F"]
    units: int
    attack: int
    reduced: int
    range: int
    radius: bool
    floatplanes: bool = False


class Formations(Table, frozen=True, kw_only=True):
    """The air formations and squadrons."""

    rows: tuple[FormationRow, ...]


class MarkerRow(Record, frozen=True):
    """A TF or TG marker (2.3.3)."""

    id: str
    name: str
    side: Side


class Markers(Table, frozen=True, kw_only=True):
    """The force markers, and how many there are of others that limit play."""

    rows: tuple[MarkerRow, ...]
    smoke: int
    ice: int


class Counters(Record, frozen=True):
    """The file of counters."""

    rosters: Rosters
    ships: Ships
    merchants: Merchants
    boats: Boats
    formations: Formations
    markers: Markers


class DamageTable(Table, frozen=True, kw_only=True):
    """4.1: damage points by column and modified die; a star asks for a critical roll."""

    columns: tuple[int, ...]
    rows: dict[int, tuple[str, ...]]


class AntiaircraftTable(Table, frozen=True, kw_only=True):
    """4.2: the modifier to an attack by column and die; each s is a step lost."""

    columns: tuple[int, ...]
    rows: dict[int, tuple[str, ...]]


class AirToAirTable(Table, frozen=True, kw_only=True):
    """4.3: steps lost by the attackers, by fighter factors and die."""

    rows: dict[int, tuple[int, ...]]
    return_fire: int


class SearchTable(Table, frozen=True, kw_only=True):
    """4.4: from which modified die a force is detected, how far a report may be wrong, from where it is true."""

    gained_from: int
    off_by: dict[int, int]
    accurate_from: int
    intelligence: int
    ice: int
    fog: int
    carrier_range: int
    cruiser_range: int


class SubmarineTable(Table, frozen=True, kw_only=True):
    """4.5."""

    type_from: int
    pick_from: int
    shadow_from: int
    escorts: int
    counterattack: int
    double: int


class CriticalRow(Record, frozen=True, kw_only=True):
    """4.6: what a critical hit does from some face on."""

    least: int
    damage: int = 0
    slower: int = 0
    engine: bool = False
    main: bool = False
    secondary: bool = False
    hangar: bool = False
    words: str


class CriticalTable(Table, frozen=True, kw_only=True):
    """4.6."""

    types: tuple[str, ...]
    rows: tuple[CriticalRow, ...]


class RangeStep(Record, frozen=True):
    """A modifier from some range on."""

    least: int
    modifier: int


class Gunnery(Table, frozen=True, kw_only=True):
    """11.4.4 to 11.4.7."""

    ranges: tuple[RangeStep, ...]
    moved: int
    small_target: int
    small: tuple[str, ...]
    smoke: int
    smoke_reach: int
    fog: int
    fog_sight: int
    radar: int
    radar_ships: tuple[str, ...]
    rounds: int


class CombatDisplay(Table, frozen=True, kw_only=True):
    """11.4.2, 11.4.12: areas in a line, the German ones by roll (the Allied mirror them), the edge, PQ-17's place."""

    areas: int
    edge: int
    convoy: int
    clear: tuple[int, ...]
    fog: tuple[int, ...]


class Torpedoes(Table, frozen=True, kw_only=True):
    """11.4.7, 13.10: column, free range and greatest range by nation."""

    column: dict[str, int]
    free: dict[str, int]
    most: dict[str, int]
    escort_column: int
    escort_range: int
    escort_launch_to: int
    double: int


class AirAttack(Table, frozen=True, kw_only=True):
    """11.1, 11.2: modifiers of air attacks, and who may support with anti-aircraft fire."""

    bomber_on_carrier: int
    on_small: dict[str, int]
    ahead_or_astern: int
    in_ice: int
    torpedo_double: int
    support_from: int
    torpedo_supporters: int
    escort_reach_torpedo: int
    escort_reach_bomb: int


class Speeds(Table, frozen=True, kw_only=True):
    """7: speeds, costs in half movement points, and penalties."""

    maximum_halves: int
    sea: int
    coastal: int
    leads_german: int
    leads_allied: int
    ice: int
    exit: int
    strike: int
    reorganised: int
    refuel: int
    most_penalty: int
    dummy: int
    combat: tuple[RangeStep, ...]
    combat_all_from: int
    reaction: int
    stack: int
    scattered_most: int


class WeatherEvents(Table, frozen=True, kw_only=True):
    """5.1, 13.6: who is lost from sight in fog."""

    lost_to: dict[Zone, int]
    shadowed: int
    shadow_lost_to: int


class HomeFleet(Table, frozen=True, kw_only=True):
    """7.5.2."""

    lifted_from: int
    tirpitz_detected: int
    scattered: int


class Hitler(Table, frozen=True, kw_only=True):
    """5.8."""

    stays_from: int
    carrier_far: int
    carrier_near: int
    carrier_sunk: int
    scattered: int
    near: int


class Other(Table, frozen=True, kw_only=True):
    """Single numbers: 5.5, 5.10, 9.4, 11.4.9, 14."""

    grounding_from: int
    tactical_allied_to: int
    tactical: int
    scatter_row: int
    scatter_distance: int
    scatter_from_turn: int
    scatter_unseen: int
    disengage_from: int
    disengage_round: int
    disengage_fog: int
    knights_move_distance: int
    ice_turns: int
    goal_column: int
    convoy_together: int
    groups: int


class Victory(Table, frozen=True, kw_only=True):
    """15."""

    axis_sunk: dict[str, int]
    allied_sunk: dict[str, int]
    arrived: int
    hidden: int
    tirpitz_sunk: int
    tirpitz_heavy: int
    tirpitz_heavy_from: int
    tirpitz_light: int
    cruiser_damaged: int
    others_stay: int
    major_allied_below: int
    draw_from: int
    german_above: int
    major_german_above: int


class Tables(Record, frozen=True):
    """The file of tables."""

    damage: DamageTable
    antiaircraft: AntiaircraftTable
    air_to_air: AirToAirTable
    search: SearchTable
    submarine: SubmarineTable
    critical: CriticalTable
    combat_display: CombatDisplay
    gunnery: Gunnery
    torpedoes: Torpedoes
    air_attack: AirAttack
    speeds: Speeds
    weather: WeatherEvents
    home_fleet: HomeFleet
    hitler: Hitler
    other: Other
    victory: Victory


class Start(Record, frozen=True, kw_only=True):
    """A force at the start (16): where it is, or where it may be, and its ships."""

    marker: str
    at: str = ""
    zone: str = ""
    within: int = 0
    of: str = ""
    detected: bool = False
    ships: tuple[str, ...]


class BoatStart(Record, frozen=True, kw_only=True):
    """Submarines at the start (16): in a port, or in some waters."""

    command: Literal["german", "allied", "soviet"]
    boats: tuple[str, ...]
    at: str = ""
    areas: tuple[str, ...] = ()
    within: int = 0
    of: str = ""


class BoatLimit(Record, frozen=True):
    """How many U-boats may start within so many hexes of the convoy (16.1.1)."""

    within: int
    most: int


class Airfield(Record, frozen=True, kw_only=True):
    """A German airfield (8.6): how many units it holds, and whose."""

    cell: str
    name: str
    capacity: int
    floatplanes: bool = False
    landplanes: bool = True
    only: str = ""


class TurnRow(Record, frozen=True):
    """A turn of the track (16.1): when it begins, and whether it begins or ends a day."""

    begins: str
    day: int
    ends_day: bool = False


class Rules(Record, frozen=True, kw_only=True):
    """What of the rules a scenario uses (16.1, 16.2)."""

    knights_move: bool
    hitler: bool
    forced_scatter: bool
    voluntary_scatter: bool
    home_fleet_ban: bool
    one_sortie: bool
    patrol_areas: bool
    west_turns: int
    port_refuel: int
    cross_line: tuple[str, ...]
    crossing_dummies: int


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario (16)."""

    chapter: str
    weather: dict[Zone, Weather]
    turns: tuple[TurnRow, ...]
    massed_days: tuple[int, ...]
    rules: Rules
    forces: tuple[Start, ...]
    boats: tuple[BoatStart, ...]
    boat_limits: tuple[BoatLimit, ...]
    formations: dict[str, str]
    airfields: tuple[Airfield, ...]
