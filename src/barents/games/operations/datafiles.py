"""What stands in the operations engine's TOML files, typed: ships, aircraft and scenarios; the tables are apart."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from barents.games.operations.state import Mission, Region
from barents.games.operations.tablefile import Tables as Tables  # the fourth of the files
from barents.games.operations.terms import Armour, BombClass, Date, DiceText, Level, Month, Nation, ShipClass
from barents.kernel.data import Record, Table
from barents.kernel.scenarios import ScenarioHead
from barents.kernel.sides import Side

Service: TypeAlias = Literal["luftwaffe", "fleet-air-arm", "us-navy", "raf", "soviet"]
Arrival: TypeAlias = Literal[
    "start", "roll", "late", "optional", "norway", "trondheim", "germany", "event", "pacific", "transfer"
]
Zone: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^\d{4}$")]
Key: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^(uk|us|su|de):\S+$")]


# Ships (6.1 to 6.4)


class LineRow(Record, frozen=True, kw_only=True):
    """A line of the ship tables: values for every ship that it names."""

    id: str
    title: str = ""
    names: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    ships: int = 0
    type: ShipClass
    guns: tuple[int, int, int]
    gun_armour: Armour
    hull_armour: Armour
    hull: Annotated[int, msgspec.Meta(ge=1)]
    aa: int
    torpedoes: int
    asw: int
    speed: Annotated[int, msgspec.Meta(ge=1)]
    fuel: int | None = None
    radar: tuple[int, int, int]
    vp: int
    cargo: int = 0
    core: bool = False
    begins: Date | None = msgspec.field(default=None, name="from")
    until: Date | None = None
    dates: dict[str, Date] = {}
    arrival: Arrival = "start"
    arrival_modifiers: dict[str, int] = {}

    def __post_init__(self) -> None:
        if strange := [name for name in (*self.dates, *self.arrival_modifiers) if name not in self.names]:
            raise ValueError(f"{self.id} has dates for {', '.join(strange)}, whom it does not name")


class Lines(Table, frozen=True, kw_only=True):
    """The lines of a nation."""

    nation: Nation
    rows: tuple[LineRow, ...]


class AmericanLines(Lines, frozen=True, kw_only=True):
    """6.2, with the order in which ships are taken for an event."""

    event_order: dict[ShipClass, tuple[str, ...]]


class BoatClass(Record, frozen=True, kw_only=True):
    """5.12: a class of submarines."""

    id: Key
    name: str
    side: Side
    nation: Nation
    factor: int
    load: int
    moves: int
    hull: int
    vp: int
    register: tuple[str, ...]


class BoatClasses(Table, frozen=True, kw_only=True):
    """5.12."""

    rows: tuple[BoatClass, ...]


class JoinRow(Record, frozen=True, kw_only=True):
    """6.1, Register: which line a ship takes that no line names; `to` is the last year of launch."""

    kind: str
    nation: Nation | None = None
    class_begins: str = msgspec.field(default="", name="class")
    to: int | None = None
    line: Key


class Register(Table, frozen=True, kw_only=True):
    """6.1, Register."""

    nations: dict[str, Nation]
    rows: tuple[JoinRow, ...]


class Generic(Table, frozen=True, kw_only=True):
    """6.1: lines of ships without names."""

    lines: dict[ShipClass, Key]


class Ships(Record, frozen=True, kw_only=True):
    """The file of ships."""

    british: Lines
    american: AmericanLines
    soviet: Lines
    german: Lines
    submarines: BoatClasses
    register: Register
    generic: Generic


# Aircraft (6.5, 5.14, 5.15)


class AirType(Record, frozen=True, kw_only=True):
    """6.5: a type of aircraft, by the step."""

    id: str
    name: str
    side: Side
    service: Service
    air: int = 0
    bombs: int = 0
    bomb_class: BombClass = "light"
    torpedoes: int = 0
    radius: int
    search: bool = False
    asw: bool = False
    radar_from: Date | None = None
    carrier: bool = False
    water: bool = False
    bases: tuple[str, ...] = ()
    begins: Date | None = msgspec.field(default=None, name="from")
    until: Date | None = None

    def flies_by_night(self, date: str) -> bool:
        """Whether it has radar in a month (1943-06)."""
        return self.radar_from is not None and self.radar_from <= date


class AirTypes(Table, frozen=True, kw_only=True):
    """6.5."""

    rows: tuple[AirType, ...]


class Complement(Record, frozen=True, kw_only=True):
    """6.5: what carriers of some lines may take in some months, in units."""

    id: str
    lines: tuple[Key, ...]
    units: dict[str, int]
    begins: Date | None = msgspec.field(default=None, name="from")
    until: Date | None = None
    choice: bool = False


class Complements(Table, frozen=True, kw_only=True):
    """6.5."""

    unit_steps: int
    rows: tuple[Complement, ...]


class GrafZeppelin(Table, frozen=True, kw_only=True):
    """6.4: a carrier who takes any mix."""

    line: Key
    units: int
    types: tuple[str, ...]
    usual: dict[str, int]


class Allotment(Record, frozen=True, kw_only=True):
    """5.14, 5.15: steps by type in some months."""

    begins: Date = msgspec.field(name="from")
    until: Date
    steps: dict[str, DiceText]
    in_russia: dict[str, DiceText] = {}


class Luftwaffe(Table, frozen=True, kw_only=True):
    """5.14."""

    rows: tuple[Allotment, ...]


class AlliedAir(Table, frozen=True, kw_only=True):
    """5.15."""

    il_4_as_a_20_from: Date
    in_russia_base: str
    rows: tuple[Allotment, ...]


class BaseRow(Record, frozen=True, kw_only=True):
    """5.14, 5.15, 7.1: where steps may be based."""

    name: str
    zone: Zone
    side: Side
    services: tuple[Service, ...]
    recon: bool = False
    water_only: bool = False
    shut_by_ice: bool = False
    until: Date | None = None


class Bases(Table, frozen=True, kw_only=True):
    """5.14, 5.15, 7.1."""

    most_steps: int
    rows: tuple[BaseRow, ...]


class Air(Record, frozen=True, kw_only=True):
    """The file of aircraft."""

    types: AirTypes
    complements: Complements
    graf_zeppelin: GrafZeppelin
    luftwaffe: Luftwaffe
    allied_air: AlliedAir
    bases: Bases


# Scenarios (12)


class FirstSpell(Record, frozen=True):
    """The weather with which a region begins."""

    region: Region
    level: Level
    turns: int


class FleetStart(Record, frozen=True, kw_only=True):
    """A fleet at the start: at sea in a zone, or in a port which it may leave from some turn on."""

    id: str
    name: str
    side: Side
    mission: Mission
    zone: Zone | None = None
    port: str = ""
    sails: int = 1
    covers: str = ""
    transports: int = 0
    ships: tuple[str, ...]
    plan: tuple[Zone, ...] = ()

    def __post_init__(self) -> None:
        if (self.zone is None) == (not self.port):
            raise ValueError(f"{self.id} begins in a zone or in a port, so it needs one of them")


class BoatsStart(Record, frozen=True, kw_only=True):
    """Submarines that their owner places in a belt of columns."""

    side: Side
    type: Key = msgspec.field(name="class")
    ships: tuple[str, ...]
    columns: tuple[int, int]


class WingStart(Record, frozen=True):
    """Steps at a base."""

    side: Side
    type: str
    steps: int
    base: str


class FirstReport(Record, frozen=True):
    """A report that comes without a roll, before the search of a turn."""

    side: Side
    turn: int
    fleet: str
    level: int


class NotWithin(Record, frozen=True):
    """A distance to keep from ports."""

    ports: tuple[str, ...]
    zones: int


class Limit(Record, frozen=True, kw_only=True):
    """What binds fleets in a scenario: just one of a column east or west, a distance, or a rule by its name.

    Grounding: the fleet's first sailing is tested for it. Carrier-shy: it may not leave the coast of Norway while a
    carrier was reported (at `level` or better, in the last `turns`) within `zones` of where `convoy` was last reported.
    """

    fleets: tuple[str, ...]
    not_east_of_column: int | None = None
    not_west_of_column: int | None = None
    not_within: NotWithin | None = None
    rule: Literal["grounding", "carrier-shy"] | None = None
    level: int = 0
    turns: int = 0
    zones: int = 0
    convoy: str = ""

    def __post_init__(self) -> None:
        given = (self.not_east_of_column, self.not_west_of_column, self.not_within, self.rule)
        if sum(one is not None for one in given) != 1:
            raise ValueError(f"a limit says just one thing; that of {', '.join(self.fleets)} says none or several")


AwardKind: TypeAlias = Literal["sunk", "unloaded", "west", "near-port", "afloat", "hull-lost"]
_NEEDED: dict[str, tuple[str, ...]] = {
    "sunk": (),
    "unloaded": ("fleet", "points"),
    "west": ("fleet", "points", "reached"),
    "near-port": ("fleet", "points", "zones"),
    "afloat": ("fleet", "points"),
    "hull-lost": ("points",),
}


class Award(Record, frozen=True, kw_only=True):
    """What a side scores for.

    sunk: each enemy ship and boat sunk, at its own worth. The next count each transport that began in `fleet`, once,
    wherever she sails now. unloaded: she has unloaded, or lies in `or_in` at the end. west: she has been at column
    `reached` or less, or is afloat at column `at_end` or less at the end. near-port: she has not unloaded and is afloat
    at the end in the White Sea or within `zones` of a Soviet port by sea. afloat: she is afloat at the end. hull-lost:
    each box of hull lost by one of `ships` or of the enemy's `types` that is still afloat at the end.
    """

    kind: AwardKind
    points: int = 0
    fleet: str = ""
    reached: int = 0
    at_end: int = 0
    or_in: str = ""
    zones: int = 0
    ships: tuple[str, ...] = ()
    types: tuple[ShipClass, ...] = ()

    def __post_init__(self) -> None:
        if missing := [field for field in _NEEDED[self.kind] if not getattr(self, field)]:
            raise ValueError(f"points for {self.kind!r} need {' and '.join(missing)}")
        if self.kind == "hull-lost" and not self.ships and not self.types:
            raise ValueError("points for 'hull-lost' need ships or types")


class VictoryLevel(Record, frozen=True, kw_only=True):
    """A level of victory: it holds from a score on; the last from any."""

    name: str
    winner: Side | None = None
    begins: int | None = msgspec.field(default=None, name="from")


class Victory(Record, frozen=True):
    """The score is what the Allies get less what the Axis gets."""

    allied: tuple[Award, ...]
    axis: tuple[Award, ...]
    levels: Annotated[tuple[VictoryLevel, ...], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        steps = [level.begins for level in self.levels]
        if None in steps[:-1] or steps[-1] is not None:
            raise ValueError("every level but the last says from which score it holds")
        scores = [step for step in steps if step is not None]
        if scores != sorted(scores, reverse=True):
            raise ValueError("levels stand from the best for the Allies to the worst")

    def level(self, score: int) -> VictoryLevel:
        """The first level whose threshold is not above the score (OP-SCEN-levels)."""
        return next(level for level in self.levels if level.begins is None or level.begins <= score)


class History(Record, frozen=True):
    """What happened, the score that it makes, and the level of that score."""

    text: str
    score: int
    level: str


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario (12)."""

    begins: Annotated[str, msgspec.Meta(pattern=r"^194[2-5]-\d\d-\d\dT00:00$")]
    turns: Annotated[int, msgspec.Meta(ge=1, le=120)]
    month: Month
    year: int
    cautious_orders: bool
    offboard_search: bool
    teaches: tuple[str, ...] = ()
    weather: tuple[FirstSpell, ...]
    fleets: tuple[FleetStart, ...]
    boats: tuple[BoatsStart, ...] = ()
    wings: tuple[WingStart, ...] = ()
    reports: tuple[FirstReport, ...] = ()
    limits: tuple[Limit, ...] = ()
    victory: Victory
    history: History
