"""What stands in the file of the quick resolution (8 c)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from barents.games.operations.terms import DiceText, Season
from barents.kernel.data import Record, Table

Percent: TypeAlias = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Face: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]


class SearchTable(Table, frozen=True, kw_only=True):
    """8 (c) 1: the chance that a convoy is found."""

    season: dict[Season, Percent]
    westbound: Percent
    step: Percent
    transport: Percent
    least: Percent
    most: Percent


class BoatTable(Table, frozen=True, kw_only=True):
    """8 (c) 2: U-boats; what they lose is in thousandths."""

    attempts: int
    unfound_share: int
    attack: dict[int, Percent]
    dice: int
    hits_from: Face
    sinks_to: Face
    lost: dict[int, int]


class RaidTable(Table, frozen=True, kw_only=True):
    """8 (c) 3: air raids."""

    number: dict[Season, DiceText]
    single_from: dict[Season, Face]
    share: Percent
    carrier: Percent
    fire_share: int
    hits_from: Face
    sinks_to: Face
    band_zone: str


class SurfaceRow(Record, frozen=True, kw_only=True):
    """What comes of an action at some ratio of strengths."""

    least: int = msgspec.field(name="from")
    transports: Percent = 0
    escorts: int = 0
    allied: DiceText | None = None
    allied_sunk_from: int = 7
    axis: DiceText | None = None
    axis_sunk_from: int = 7


class SurfaceTable(Table, frozen=True, kw_only=True):
    """8 (c) 4: German ships against a convoy."""

    contact: dict[Season, Percent]
    primary: int
    fuel_dice: int
    fuel_share: int
    rows: tuple[SurfaceRow, ...]


class StormTable(Table, frozen=True, kw_only=True):
    """8 (c) 5: storm marks."""

    least: dict[Season, Face] = msgspec.field(name="from")
    marks: int


class Fit(Record, frozen=True, kw_only=True):
    """How far the chances of a year and season were off, in hundredths, by months that the staffs have played."""

    year: int
    season: Season
    search: int
    boats: int
    hunt: int
    raids: int
    surface: int


class Fits(Table, frozen=True, kw_only=True):
    """8 (c), calibration."""

    rows: tuple[Fit, ...]


class Quick(Record, frozen=True, kw_only=True):
    """The file."""

    engine: str
    fit: Fits
    search: SearchTable
    boats: BoatTable
    raids: RaidTable
    surface: SurfaceTable
    storm: StormTable
