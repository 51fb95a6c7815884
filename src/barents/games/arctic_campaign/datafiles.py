"""What stands in the campaign's file of tables."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from barents.games.operations.state import Box, Mission
from barents.games.operations.terms import Date, DiceText, Month, ShipClass
from barents.kernel.data import Record, Table
from barents.kernel.scenario_words import ScenarioBriefing

Share: TypeAlias = tuple[int, int]


class Calendar(Table, frozen=True, kw_only=True):
    """A.1."""

    begins: Date
    last: Date


class Victory(Table, frozen=True, kw_only=True):
    """A.5, 4.11."""

    boxes: tuple[str, ...]
    start: int
    box_points: int
    cargo: int
    returned: int
    special_mission: int
    mission_loss_factor: int
    coastal_transport: int
    secret_base: int
    kept_back: int
    significant: tuple[ShipClass, ...]


class PriceStep(Record, frozen=True, kw_only=True):
    """B.122: the price of each ship up to a number."""

    to: int
    price: int


class CoreType(Record, frozen=True, kw_only=True):
    """4.5: the core ships of a type."""

    start: int
    limit: int
    replace: int
    sell: int
    steps: tuple[PriceStep, ...]


class Core(Table, frozen=True, kw_only=True):
    """B.11, B.12, B.19."""

    ships: tuple[str, ...]
    oilers: int
    together: dict[ShipClass, ShipClass]
    oiler_months: int
    types: dict[ShipClass, CoreType]


class Hire(Table, frozen=True, kw_only=True):
    """B.13."""

    rent: dict[ShipClass, int]
    sweepers_for_one: int
    unnamed: int
    all_named: tuple[ShipClass, ...]
    port: str


class Transports(Table, frozen=True, kw_only=True):
    """B.21, B.22, B.43."""

    first_dice: int
    most_dice: int
    backlog_for_a_die: int
    most_oilers: int
    launch_ports: tuple[str, ...]
    unload_ports: tuple[str, ...]
    forced_from: int
    half: int
    repair_months: int


class Names(Table, frozen=True, kw_only=True):
    """B.2."""

    east: str
    west: str
    first_east: dict[str, int]
    first_west: dict[str, int]


class Carriers(Table, frozen=True, kw_only=True):
    """B.23."""

    always_from: Date


class Until(Record, frozen=True, kw_only=True):
    """A modifier up to a month."""

    to: Date
    modifier: int


class Soviet(Table, frozen=True, kw_only=True):
    """B.17, B.18."""

    begins: tuple[str, ...]
    gunboats: int
    sweepers: int
    never: tuple[str, ...]
    escort_modifiers: tuple[Until, ...]
    murmansk_share: int
    murmansk_types: tuple[ShipClass, ...]
    bases: tuple[str, ...]
    pacific: tuple[str, ...]
    pacific_option: str
    pacific_months: tuple[Month, ...]
    pacific_needed: int
    pacific_port: str
    transferred: tuple[str, ...]
    transfer_from: Date
    transfer_needed: int
    transfer_port: str
    handed_over: tuple[str, ...]


class AlliedEvent(Record, frozen=True, kw_only=True):
    """4.3: a row; `half` is whether the ships cost half of their rent, else they are free.

    `either` are types that may come in the place of one. `missions` are those that they may take, all where none is
    named.
    """

    roll: int
    name: str
    kind: Literal["task-force", "withdrawn", "submarines", "cover", "early-start", "hunters", "battleship", "mission"]
    offers: dict[ShipClass, int] = {}
    either: dict[ShipClass, tuple[ShipClass, ...]] = {}
    half: bool = False
    missions: tuple[Mission, ...] = ()
    months: int = 0
    dice: DiceText | None = None
    begins: Date | None = msgspec.field(default=None, name="from")


class AlliedEvents(Table, frozen=True, kw_only=True):
    """B.5."""

    rows: tuple[AlliedEvent, ...]
    us_ports: tuple[str, ...]
    mission_from: str
    mission_to: str
    mission_types: tuple[ShipClass, ...]


class AxisEvent(Record, frozen=True, kw_only=True):
    """4.4: a row."""

    roll: int
    name: str
    kind: Literal["warship", "fuel", "boats", "grounding", "coastal", "bombers", "recon"]
    sign: int = 0
    steps: int = 0
    start: str = msgspec.field(default="", name="from")
    goal: str = msgspec.field(default="", name="to")


class AxisEvents(Table, frozen=True, kw_only=True):
    """C.4, C.123."""

    rows: tuple[AxisEvent, ...]
    bombers: tuple[str, ...]
    recon: tuple[str, ...]
    coastal_last_turn: int
    optional: dict[str, tuple[int, ...]]
    planned_decks: tuple[dict[str, int], ...]
    delayed: str
    delayed_before: Date


class InterceptionRow(Record, frozen=True, kw_only=True):
    """4.2: a row; `error` is how far the number of a report may be off."""

    roll: int
    strike: DiceText | None = None
    boat: str = ""
    report: Literal["", "plane", "submarine"] = ""
    error: int = 0


class Aircraft(Record, frozen=True, kw_only=True):
    """R38."""

    to: Date | None = None
    type: str


class Interception(Table, frozen=True, kw_only=True):
    """B.3."""

    rows: tuple[InterceptionRow, ...]
    aircraft: tuple[Aircraft, ...]
    best_target_to: int
    reaction_divisor: int
    zone: str
    turn: int


class German(Table, frozen=True, kw_only=True):
    """C.11, C.12."""

    norway: tuple[str, ...]
    norway_aa: tuple[str, ...]
    germany: tuple[str, ...]
    sweepers: int
    oilers: tuple[str, ...]
    damage_dice: DiceText
    rolled: tuple[str, ...]
    modifiers: dict[str, int]
    named_destroyers: int
    named_modifier: int
    never_named: tuple[str, ...]
    late: dict[str, Date]
    arrival_port: str


class BoatRow(Record, frozen=True, kw_only=True):
    """C.14: a row."""

    to: Date | None = None
    dice: dict[str, DiceText]


class Boats(Table, frozen=True, kw_only=True):
    """C.14."""

    rows: tuple[BoatRow, ...]
    event_class: str


class Submarines(Table, frozen=True, kw_only=True):
    """B.16: the class by the die."""

    british: tuple[str, ...]
    soviet: tuple[str, ...]


class OilTable(Table, frozen=True, kw_only=True):
    """C.31 to C.35."""

    initial_dice: int
    dice: dict[int, int]
    refill: dict[ShipClass, Share]
    upkeep: dict[ShipClass, Share]
    passage_boxes: int
    small_tank: int
    small_left: int
    zones_for_a_box: int


class RepairTable(Table, frozen=True, kw_only=True):
    """4.10."""

    british_port: str
    british_boxes: int
    soviet_boxes: int
    german_boxes: int
    us_ports: tuple[str, ...]
    us_away_to: int
    trondheim_months: int
    trondheim_places: int
    storm_months_minor: int
    minor: tuple[Box, ...]
    major: tuple[Box, ...]
    order: tuple[Box, ...]
    machinery_other_months: int


class Tables(Record, frozen=True, kw_only=True):
    """The file of tables."""

    calendar: Calendar
    victory: Victory
    core: Core
    hire: Hire
    transports: Transports
    names: Names
    carriers: Carriers
    soviet: Soviet
    allied_events: AlliedEvents
    axis_events: AxisEvents
    interception: Interception
    german: German
    boats: Boats
    submarines: Submarines
    oil: OilTable
    repairs: RepairTable
    briefing: ScenarioBriefing
