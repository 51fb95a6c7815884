"""The tables of finding and fighting: sight, search, hits, batteries, battles, aircraft, submarines."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from barents.games.operations.state import Battery, Light, Sortie
from barents.games.operations.terms import Armour, BombClass, ByDie, ByLevel, DiceText, Level, Location, ShipClass
from barents.kernel.data import Record, Table


class Visibility(Table, frozen=True, kw_only=True):
    """5.4."""

    day: ByLevel
    twilight: ByLevel
    night: ByLevel
    radar: int
    radar_to_level: Level


class ContactTable(Table, frozen=True, kw_only=True):
    """5.4: surface contact, and avoiding."""

    needed: ByLevel
    light: dict[Light, int]
    reported: int
    many_from: int
    many: int
    few_to: int
    few: int
    shadowed: int
    level: int
    avoid_needed: int
    avoid_light: dict[Light, int]
    avoid_with_transports: int


class Hits(Table, frozen=True, kw_only=True):
    """5.7: the number that hits, and the number that confirms it, by modifier."""

    faces: int
    rows: dict[int, Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=2)]]


class RangeStep(Record, frozen=True):
    """A modifier up to some range."""

    to: int
    modifier: int


class BatteryRow(Record, frozen=True):
    """5.8: ranges, and what is pierced."""

    steps: tuple[RangeStep, ...]
    pierces: tuple[Armour, ...]

    @property
    def range(self) -> int:
        """How far it fires."""
        return self.steps[-1].to


class Gunnery(Table, frozen=True, kw_only=True):
    """5.8."""

    smoke: int
    smoke_pierced_by_radar: int
    night: int
    night_seen_by_radar: int
    dodging_types: tuple[ShipClass, ...]
    dodging_cells: int
    dodging: int
    stopped: int
    half_sunk: int
    crowd_from: int
    crowd: int
    simple_to: int
    simple: int
    primary: BatteryRow
    secondary: BatteryRow
    tertiary: BatteryRow


class LocationRow(Record, frozen=True, kw_only=True):
    """5.9: what a hit strikes, and what instead when nothing is left of it."""

    hits: Location
    armour: Literal["hull", "gun", "none"]
    fallback: tuple[Location, ...] = ()


class CriticalRow(Record, frozen=True, kw_only=True):
    """5.9: what a critical hit does."""

    name: str
    hull: DiceText = "0"
    speed: int = 0
    fuel: DiceText = "0"
    fire: bool = False
    steering: bool = False
    stunned_rounds: int = 0


class Damage(Table, frozen=True, kw_only=True):
    """5.9."""

    simple_types: tuple[ShipClass, ...]
    simple_bombs: dict[BombClass, ByDie]
    bomb_pierces: dict[BombClass, Battery]
    fire_hull_to: int
    fire_burns_to: int
    half_hull_speed: int
    last_box_from: int
    last_box_speed: int
    least_speed: int
    steering_speed: int
    steering_mended_from: int
    no_torpedoes_left: DiceText
    locations: dict[int, LocationRow]
    critical: dict[int, CriticalRow]


class Torpedoes(Table, frozen=True, kw_only=True):
    """5.10."""

    ranges: tuple[int, ...]
    fast_from: int
    fast: int
    comb: int
    stopped: int
    smoke: int
    masked: int
    hull: ByDie
    heavy_armour: int
    least_hull: int
    slowed_from: int
    slowed: int
    reload_turns: int


class BattleTable(Table, frozen=True, kw_only=True):
    """2.4."""

    rounds: int
    divisions: int
    joining_divisions: int
    joining_round: int
    apart: int
    surprised_cells: int
    running_from: int
    share_running: int
    smoke_types: tuple[ShipClass, ...]
    starshell_types: tuple[ShipClass, ...]
    starshell_cells: int
    known_cells: int
    radar_first: int
    murk_level: Level


class AirTable(Table, frozen=True, kw_only=True):
    """5.11: steps, their missions and their tempo."""

    sorties: tuple[Sortie, ...]
    step_aircraft: int
    a_day: int
    cap_a_day: int
    strikes_a_day: int
    fighter_from: int
    deck_share: int
    night_sorties: tuple[Sortie, ...]


class SizeStep(Record, frozen=True):
    """A modifier from some number of ships on."""

    least: int
    modifier: int


class SearchTable(Table, frozen=True, kw_only=True):
    """5.11: air search, scouts and shore watch; `levels` are the least margins of levels 1, 2, 3."""

    needed: ByLevel
    light: dict[Light, int]
    sector: int
    further_step: int
    further_most: int
    sizes: tuple[SizeStep, ...]
    single: int
    submarine: int
    reported: int
    shadowed: int
    leads: int
    levels: tuple[int, int, int]
    classes: tuple[int, ...]
    class_low_to: int
    class_high_from: int
    number_error: int
    scout_types: tuple[ShipClass, ...]
    scout_zones: int
    scout: int
    scout_to_level: Level
    shore_zones: int
    shore_needed: int
    shore_level: int


class OffBoard(Table, frozen=True, kw_only=True):
    """5.11, C.51; weather is in the effects."""

    slot: int
    within: int
    most_steps: int
    no_day: int
    many_from: int
    many: int
    long_from: int
    long: int
    levels: dict[int, int]
    natural: int
    natural_level: int


class Strike(Table, frozen=True, kw_only=True):
    """5.11; weather is in the effects."""

    known_level: int
    cap_hits_from: int
    cap_hits_unescorted_from: int
    escort_hits_from: int
    bomber_share: int
    aa_share: int
    aa_most: int
    aa_per_step: int
    aa_hits_from: int
    destroyed_from: int
    port_aa: int
    port_aa_at: dict[str, int]
    port_aa_most: int
    port_bombs: int
    steps_per_ship: int
    twilight: int
    fast_from: int
    fast: int
    stopped: int
    weak_aa_to: int
    weak_aa: int
    comb_steps: int
    comb_ships: int
    comb: int


class SubmarineTable(Table, frozen=True, kw_only=True):
    """5.12; weather is in the effects. Tables by year hold until the next year that they name."""

    needed: int
    many_from: int
    many: int
    moved: tuple[int, int, int, int]
    air: dict[int, int]
    reported_level: int
    reported: int
    lone: int
    lone_below_speed: int
    shadowed: int
    leads: int
    level: int
    lull: int
    boats_a_turn: int
    follow_zones: int
    screen_share: int
    screen_most: dict[int, int]
    screen_storm_share: int
    screen_hits_from: int
    air_asw: int
    night_bonus: int
    night_bonus_classes: tuple[str, ...]
    night_bonus_to_level: Level
    night_bonus_until: int
    unescorted: int
    press: int
    fast_from: int
    fast: int
    deep_screen_from: int
    deep_screen: int
    split: int
    convoy_miss_to: int
    other_miss_to: int
    counter_hits_from: int
    counter_pressed_from: int
    counter_broke_share: int
    home_hits: int
    doubtful_hits: int
    doubtful_sunk_to: int
    sunk_hits: int
    double_from_year: int
    double_confirm: int
    patrol_zones: int
    patrol_moves: int
    patrol_asw: int
    hunt_needed: int
    hunt_air: int
    hunt_storm: int
    inshore_zones: int
    inshore_needed: int
    inshore_storm_needed: int
    inshore_dice: int
    inshore_hits_from: int


class BombardmentTable(Table, frozen=True, kw_only=True):
    """5.13."""

    rounds: int
    modifier: int
    range: int
    shore_battery: Battery
    shore_dice: int
    shore_modifier: int
    strong_ports: tuple[str, ...]
    strong_battery: Battery
    strong_dice: int


class Mines(Table, frozen=True, kw_only=True):
    """5.13, an option."""

    layer_types: tuple[ShipClass, ...]
    a_month: int
    turns: int
    hit_to: int
    sweeper_types: tuple[ShipClass, ...]
    swept_from: int
