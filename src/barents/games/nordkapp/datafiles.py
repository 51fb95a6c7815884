"""What stands in Nordkapp's TOML files, typed: counters, tables and scenarios."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from barents.kernel.data import Record, Table
from barents.kernel.scenarios import ScenarioHead
from barents.kernel.sides import Side

Weather: TypeAlias = Literal["fair", "bad", "fog", "storm"]
Season: TypeAlias = Literal["winter", "spring", "summer"]
Light: TypeAlias = Literal["day", "night"]
Box: TypeAlias = Literal["long", "medium", "short", "torpedo"]
Bearing: TypeAlias = Literal["NE", "E", "SE", "SW", "W", "NW"]


class ShipRow(Record, frozen=True):
    """A ship counter (2)."""

    id: str
    name: str
    nation: str
    type: str
    gun: int
    torp: int
    aa: int
    asw: int
    move: int
    armour: int


class Ships(Table, frozen=True, kw_only=True):
    """The ship counters."""

    rows: tuple[ShipRow, ...]


class BoatRow(Record, frozen=True):
    """A submarine counter (2)."""

    id: str
    name: str
    nation: str
    torp: int


class Submarines(Table, frozen=True, kw_only=True):
    """The submarine counters, which have all but their torpedoes in common."""

    armour: int
    rows: tuple[BoatRow, ...]


class AirRow(Record, frozen=True):
    """A kind of air counter (2, 9)."""

    id: str
    name: str
    nation: str
    type: str
    air: int
    ship: int
    asw: int
    range: int
    count: int
    shadows: bool


class Air(Table, frozen=True, kw_only=True):
    """The air counters."""

    armour: int
    rows: tuple[AirRow, ...]


class Merchants(Table, frozen=True, kw_only=True):
    """The merchants."""

    move: int
    armour: int
    names: tuple[str, ...]


class Chit(Record, frozen=True, kw_only=True):
    """An event chit (7.3): whose it is, in which window it is played, and what it does there."""

    id: str
    name: str
    side: Side | None = None
    window: Literal["W1", "W2", "W3", "W4", "W5", ""]
    about: str


class Chits(Table, frozen=True, kw_only=True):
    """The event chits."""

    rows: tuple[Chit, ...]


class Counters(Record, frozen=True):
    """The file of counters."""

    ships: Ships
    submarines: Submarines
    air: Air
    merchants: Merchants
    chits: Chits


class Scale(Table, frozen=True, kw_only=True):
    """3: how long a turn is, and how wide a hex."""

    turn_hours: int
    hex_km: int


class WeatherTable(Table, frozen=True, kw_only=True):
    """4 A: the weather by season and die."""

    winter: tuple[Weather, ...]
    spring: tuple[Weather, ...]
    summer: tuple[Weather, ...]


class Movement(Table, frozen=True, kw_only=True):
    """5.1: what no counter says."""

    convoy: int
    surfaced: int
    submerged: int


class Recon(Table, frozen=True, kw_only=True):
    """6.1."""

    convoy_from: int
    most_attack_units: int
    hexes_fair: int
    hexes: int


class Step(Record, frozen=True):
    """A modifier from some number on."""

    least: int
    modifier: int


class Infiltration(Table, frozen=True, kw_only=True):
    """7.1.1: a modified die up to each number, what modifies it, and the natural faces that always and never get in."""

    always_in: int
    never_in: int
    detected_to: int
    screened_to: int
    infiltrated_to: int
    escorts: tuple[Step, ...]
    air_patrol: int
    surfaced_night: int
    surfaced_day: int
    norwegian_coast: int
    growler_zone: int
    weather: dict[Weather, int]


class Asw(Table, frozen=True, kw_only=True):
    """7.1.3: a modified die up to each number, and what modifies it."""

    none_to: int
    driven_off_to: int
    damaged_to: int
    strength: tuple[Step, ...]
    surfaced: int
    unseen: int
    soviet_only: int
    growler_zone: int
    weather: dict[Weather, int]


class ChitEffects(Table, frozen=True, kw_only=True):
    """7.3, 12.1.1: how many chits a side draws, and an ace, and what they add to dice."""

    drawn: int
    ace: int
    radar: int
    coordination_infiltration: int
    coordination_asw: int
    flares_surfaced: int
    flares_night: int
    smoke: int
    victoria_cross: int
    gulf_stream: int


class Shadowing(Table, frozen=True, kw_only=True):
    """7.4, 9.1.1."""

    success_from: int
    weather: dict[Weather, int]


class Fire(Table, frozen=True, kw_only=True):
    """8: the sum of die, modifiers and factor from which there are one, two and three Damage Points."""

    one_from: int
    two_from: int
    three_from: int


class Ranges(Table, frozen=True, kw_only=True):
    """8.2: who fires from which box, and with what modifier."""

    long: tuple[str, ...]
    medium: tuple[str, ...]
    short: tuple[str, ...]
    long_modifier: int
    medium_modifier: int
    rounds: int


class Flight(Table, frozen=True, kw_only=True):
    """8.3.3."""

    success_from: int
    slow: int
    merchants: int
    near: int
    weather: dict[Weather, int]


class Bases(Table, frozen=True, kw_only=True):
    """9, 9.4: what a German base holds, and its guns."""

    most: int
    aa: int


class MerchantGuns(Table, frozen=True, kw_only=True):
    """9.5."""

    merchants: int
    factor: int


class VictoryPoints(Table, frozen=True, kw_only=True):
    """11: what is scored for each Damage Point and for each unit sunk, by type."""

    pq_merchant: float
    qp_merchant: float
    allied_damage: dict[str, float]
    axis_damage: dict[str, float]
    axis_sunk: dict[str, float]


class Growlers(Table, frozen=True, kw_only=True):
    """1, 12.2: how many ships each face of a die means, and how far from the ice it is rolled."""

    faces: tuple[int, ...]
    distance: int


class Hfdf(Table, frozen=True, kw_only=True):
    """12.3: how many boats each face of a die means."""

    faces: tuple[int, ...]


class Dispersion(Table, frozen=True, kw_only=True):
    """12.4: how many merchants each face means; 6 asks for another die."""

    faces: tuple[int, ...]
    another_die: int


class Scatter(Table, frozen=True, kw_only=True):
    """12.4: the Storm Scatter Diagram."""

    bearings: tuple[Bearing, ...]


class Opportunity(Table, frozen=True, kw_only=True):
    """12.3.1: how far ships and aircraft come to attack a boat that was heard."""

    reach: int


class ScatterOrder(Table, frozen=True, kw_only=True):
    """13.3: when the Admiralty lets a convoy scatter, and where its escorts go."""

    ordered_to: int
    distance: int
    escort_column: int
    escort_turns: int


class Solitaire(Table, frozen=True, kw_only=True):
    """The automaton's tables (solitaire 1 to 3)."""

    pq_hex: tuple[str, ...]
    qp_hex: tuple[str, ...]
    pq_exit: tuple[str, ...]
    qp_exit_rows: tuple[int, int]
    second_turn: tuple[int, ...]
    fleet_same_turn_to: int
    fleet_weather: dict[Weather, int]
    spot_range: dict[Weather, int]
    submarine_spot_range: int
    spotted_to: int
    carrier_in_range: int
    already_spotted: int
    adjacent: int
    night: int
    fog: int
    avoid_base: int
    avoid_force: int
    scatter_near_fleet: int
    scatter_near_edge: int
    switch_column: int
    straggler: tuple[int, ...]
    straggler_weather: dict[Weather, int]
    submarine_even: int
    submarine_odd: int
    surfaced_from: int
    moved_two: int


class Tables(Record, frozen=True):
    """The file of tables."""

    scale: Scale
    weather: WeatherTable
    movement: Movement
    recon: Recon
    infiltration: Infiltration
    asw: Asw
    chits: ChitEffects
    shadowing: Shadowing
    fire: Fire
    ranges: Ranges
    flight: Flight
    bases: Bases
    merchant_guns: MerchantGuns
    victory: VictoryPoints
    growlers: Growlers
    hfdf: Hfdf
    opportunity: Opportunity
    dispersion: Dispersion
    scatter: Scatter
    scatter_order: ScatterOrder
    solitaire: Solitaire


class Gate(Record, frozen=True, kw_only=True):
    """Hexes by which a force comes or goes: those named, and those of the west edge between two rows.

    One that enters `beside` another takes its hex, or one of the west edge `within` so many of it.
    """

    hexes: tuple[str, ...] = ()
    west: tuple[int, int] | None = None
    beside: str = ""
    within: int = 0


class Force(Record, frozen=True, kw_only=True):
    """A force of a scenario (13): what it is made of, where it comes from and where it has to go."""

    key: str
    name: str
    side: Side
    kind: Literal["convoy", "fleet", "local-escort", "surface", "submarines", "air"]
    convoy: Literal["pq", "qp"] | None = None
    merchants: int = 0
    named: tuple[str, ...] = ()
    any: dict[str, int] = {}
    air: dict[str, int] = {}
    drawn: int = 0
    entry_turn: int = 0
    entry: Gate | None = None
    exit: Gate | None = None
    columns: tuple[int, int] | None = None
    least_column: int = 1
    most_column: int = 99


class Levels(Record, frozen=True, kw_only=True):
    """Victory levels by the difference of points, German less Allied (13)."""

    german_operational_from: float
    german_tactical_from: float
    allied_tactical_above: float
    allied_victory: str


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario (13)."""

    chapter: str
    begins: str
    turns: Annotated[int, msgspec.Meta(ge=1, le=200)]
    season: Season
    ice: Season
    dark: tuple[int, ...] = ()
    searches: int
    search_columns: tuple[int, int]
    german_delay: int
    scatter: bool
    opportunity: bool
    ace: str = ""
    chits: dict[Side, dict[str, int]]
    levels: Levels
    forces: tuple[Force, ...]
