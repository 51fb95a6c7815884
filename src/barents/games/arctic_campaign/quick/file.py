"""What stands in the file of the quick resolution (8 c)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from barents.games.operations.terms import BombClass, DiceText, Season
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
    warships: Percent


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
    warships: Percent
    bombs: BombClass


class SurfaceRow(Record, frozen=True, kw_only=True):
    """What comes of an action at some ratio of strengths.

    `rout` is the chance that the convoy is at the mercy of the Germans, `escort` and `german` are those of each ship of
    the escort and of the squadron to be lost.
    """

    least: int = msgspec.field(name="from")
    transports: Percent = 0
    escorts: int = 0
    allied: DiceText | None = None
    allied_sunk_from: int = 7
    axis: DiceText | None = None
    axis_sunk_from: int = 7
    rout: Percent = 0
    escort: Percent = 0
    german: Percent = 0


class SurfaceTable(Table, frozen=True, kw_only=True):
    """8 (c) 4: German ships against a convoy."""

    contact: dict[Season, Percent]
    primary: int
    fuel_dice: int
    fuel_share: int
    routed: Percent
    rows: tuple[SurfaceRow, ...]


class StormTable(Table, frozen=True, kw_only=True):
    """8 (c) 5: storm marks."""

    least: dict[Season, Face] = msgspec.field(name="from")
    marks: int


class Fit(Record, frozen=True, kw_only=True):
    """How far the chances of a year and season were off, in hundredths, by months that the staffs have played.

    The last three are for what section 8 leaves out: without them they are nothing.
    """

    year: int
    season: Season
    search: int
    boats: int
    hunt: int
    raids: int
    surface: int
    warships: int = 0
    rout: int = 0
    blood: int = 0


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
