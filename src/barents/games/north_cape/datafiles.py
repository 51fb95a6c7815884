"""What stands in North Cape's TOML files, typed: counters, tables, scenarios and the campaign."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from barents.kernel.data import Record, Source, Table
from barents.kernel.scenario_words import ScenarioBriefing
from barents.kernel.scenarios import ScenarioHead
from barents.kernel.sides import Side

Weather = Literal["clear", "fog", "storm"]
Season = Literal["winter", "spring", "summer", "autumn"]
Ice = Literal["winter", "summer"]


class Pools(Table, frozen=True, kw_only=True):
    """How many counters there are of what is not a unit, and how many aircraft a base holds (4.1)."""

    decoys_allied: int
    decoys_axis: int
    group_markers: int
    merchants_base: int
    merchants_reserve: int
    airbase_capacity: int
    carrier_capacity: int


class ShipRow(Record, frozen=True):
    """A ship counter (2.3)."""

    id: str
    name: str
    nation: str
    type: str
    gun: int
    torp: int
    aa: int
    asw: bool
    move: int
    dmg: int
    hexaa: bool


class Ships(Table, frozen=True, kw_only=True):
    """The ship counters."""

    rows: tuple[ShipRow, ...]


class UBoats(Table, frozen=True, kw_only=True):
    """The U-boats, all with the same factors."""

    torp: int
    aa: int
    move: int
    dmg: int
    names: tuple[str, ...]


class AirRow(Record, frozen=True):
    """A kind of air counter (2.3); a range of 0 is unlimited."""

    id: str
    name: str
    nation: str
    role: str
    surface: int
    air: int
    red: bool
    torp: int
    range: int
    count: int


class Air(Table, frozen=True, kw_only=True):
    """The air counters."""

    rows: tuple[AirRow, ...]


class Merchants(Table, frozen=True, kw_only=True):
    """The merchants."""

    move: int
    dmg: int
    base: tuple[str, ...]
    reserve: tuple[str, ...]


class Counters(Record, frozen=True):
    """The file of counters."""

    pools: Pools
    ships: Ships
    uboats: UBoats
    air: Air
    merchants: Merchants


class Scale(Table, frozen=True, kw_only=True):
    """1.2: how long a turn is, and how wide a hex."""

    turn_hours: int
    hex_miles: int


class WeatherTable(Table, frozen=True, kw_only=True):
    """3.1."""

    fog_from: int
    storm_from: int
    season: dict[Season, int]


class FogRange(Table, frozen=True, kw_only=True):
    """5.4."""

    dice: int


class ReconTable(Table, frozen=True, kw_only=True):
    """6.1."""

    owner_half_from: int
    random_half_from: int
    all_from: int
    type_r: int
    norwegian_coast: int
    type_at: int
    lone_piece: int
    iceberg_zone: int
    submarine: int
    submerged_only: int
    merchant: int
    shadowing: int
    weather: dict[Weather, int]


class InfiltrationTable(Table, frozen=True, kw_only=True):
    """8.1."""

    detected_from: int
    infiltrated_from: int
    always_infiltrated: int
    always_screened: int
    ace: int
    norwegian_coast: int
    per_escort: int
    air_patrol: int
    iceberg_zone: int
    weather: dict[Weather, int]


class AswTable(Table, frozen=True, kw_only=True):
    """8.3."""

    sunk_to: int
    damaged_to: int
    again_minus: int
    again_plus: int
    again_modifier: int
    soviet_dd: int
    ace: int
    iceberg_zone: int
    british: int
    weather: dict[Weather, int]


class BaseAA(Table, frozen=True, kw_only=True):
    """9.4."""

    factor: int


class WeatherDice(Table, frozen=True, kw_only=True):
    """9.7, 9.9: what the weather adds to dice."""

    weather: dict[Weather, int]


class Victory(Table, frozen=True, kw_only=True):
    """10."""

    sunk: dict[str, int]
    merchant_sunk_dice: int
    merchant_arrives_dice: int
    decoy: int


class Levels(Table, frozen=True, kw_only=True):
    """How great a victory is called, by the points between the sides; who wins does not depend on it."""

    clear_from: int
    crushing_from: int


class Limits(Table, frozen=True, kw_only=True):
    """The Soviet limit and the reaches of interception and shadowing."""

    soviet_range: int
    interception_reach: int
    shadowing_reach: int


class OptionalDie(Table, frozen=True, kw_only=True):
    """11.2 to 11.4: from which face of a die one ship or boat is meant, and from which two."""

    one_from: int
    two_from: int

    def meant(self, face: int) -> int:
        """How many a face means."""
        return 2 if face >= self.two_from else 1 if face >= self.one_from else 0


class MerchantGuns(Table, frozen=True, kw_only=True):
    """11.5."""

    merchants: int
    factor: int


class Solitaire(Table, frozen=True, kw_only=True):
    """11.6: how far a group sails in a turn, and from which face of a die German ships meet a submarine."""

    hexes: int
    contact_from: int


class Tables(Record, frozen=True):
    """The file of tables."""

    scale: Scale
    weather: WeatherTable
    fog_range: FogRange
    recon: ReconTable
    infiltration: InfiltrationTable
    asw: AswTable
    base_aa: BaseAA
    gunfire: WeatherDice
    torpedo: WeatherDice
    victory: Victory
    levels: Levels
    limits: Limits
    growlers: OptionalDie
    hfdf: OptionalDie
    dispersion: OptionalDie
    merchant_aa: MerchantGuns
    solitaire: Solitaire


class Limit(Record, frozen=True):
    """Ships that may not be in a zone of the map."""

    units: tuple[str, ...]
    not_in: str


class Force(Record, frozen=True, kw_only=True):
    """A force of a scenario: what it is made of, how it comes onto the map, and with which optional rule only."""

    key: str
    name: str
    side: Side
    entry: Literal[
        "west", "south", "east", "sea", "soviet-sea", "any-base", "norwegian-base", "narvik", "port", "placed"
    ]
    """`placed` lies on the map from the start, at `at` or each unit at its own of `places`; `port` waits to enter."""
    at: str = ""
    places: dict[str, str] = {}
    option: Literal["scharnhorst"] | None = None
    line: Ice | None = None
    merchants: int = 0
    named: tuple[str, ...] = ()
    any: dict[str, int] = {}
    air: dict[str, int] = {}
    carrier_air: bool = False
    aces: dict[str, str] = {}

    @property
    def waits(self) -> bool:
        """Whether it waits off the map to enter."""
        return self.entry in ("west", "south", "port")


class SetDecoys(Record, frozen=True, kw_only=True):
    """Decoys that a scenario buys and sets for a side, of which nobody is asked: how many, on which turn and where."""

    turn: Annotated[int, msgspec.Meta(ge=1)]
    side: Side
    number: Annotated[int, msgspec.Meta(ge=1, le=10)]
    at: str


class PrinzEugenRule(Record, frozen=True, kw_only=True):
    """12.1: the force that Prinz Eugen may join, and how many cruisers the Allies may add in reply."""

    joins: str
    reply: int


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario (12)."""

    chapter: str
    begins: str
    turns: Annotated[int, msgspec.Meta(ge=1, le=200)]
    season: Season
    ice: Ice
    westbound_from_east: bool
    prinz_eugen: PrinzEugenRule | None = None
    weather: Weather | None = None
    """The weather of every turn, where the scenario sets it."""
    decoys: tuple[SetDecoys, ...] | None = None
    """The only decoys, where the scenario sets them; else both sides buy what they like."""
    forces: tuple[Force, ...]
    limits: tuple[Limit, ...] = ()


class CampaignFile(Record, frozen=True, kw_only=True):
    """The campaign (11.7): the scenarios that it strings together, in the order of their dates."""

    name: str
    title: str
    about: str
    source: Source
    tasks: dict[Side, str]
    operations: tuple[str, ...]
    briefing: ScenarioBriefing | None = None
