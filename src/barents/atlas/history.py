"""The history of the convoys: what sailed, what was lost and to whom, the battles, the weather by months.

The data is `history.toml`; games are compared with it. `History.load()` reads it once.
"""

from __future__ import annotations

import datetime
import tomllib
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from barents.atlas.names import Index

Direction = Literal["eastbound", "westbound"]
Fact = bool | int | float | str | tuple[str, ...] | dict[str, int]
Months = Annotated[tuple[float, ...], msgspec.Meta(min_length=12, max_length=12)]  # January first


class Convoy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One convoy; merchants only in the counts, unless a field says otherwise."""

    name: str
    series: str
    direction: Direction
    depart_port: str
    depart_date: datetime.date
    arrive_port: str
    arrive_date: datetime.date
    merchants_sailed: int
    turned_back: int
    merchants_sunk: int
    sunk_by_uboat: int
    sunk_by_aircraft: int
    sunk_by_aircraft_and_uboat: int
    sunk_by_surface: int
    sunk_other: int
    arrived: int
    ships_sunk: tuple[str, ...] = ()
    escorts_lost: tuple[str, ...] = ()
    german_ships_lost: tuple[str, ...] = ()
    uboats_lost: tuple[str, ...] = ()
    german_aircraft_lost: int | None = None
    note: str = ""
    uncertain: tuple[str, ...] = ()

    @property
    def days(self) -> int:
        """Days on passage, from the date of sailing to the date of arrival."""
        return (self.arrive_date - self.depart_date).days


class Battle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One action that a game covers; `facts` are the figures that only this one has."""

    id: str
    name: str
    start: datetime.date
    end: datetime.date
    merchants_sunk: int
    merchants_at_risk: int | None = None
    german_force: tuple[str, ...] = ()
    allied_force: tuple[str, ...] = ()
    ships_sunk: tuple[str, ...] = ()
    german_ships_lost: int = 0
    uboats_lost: int = 0
    outcome: str
    note: str = ""
    uncertain: tuple[str, ...] = ()
    facts: dict[str, Fact] = {}


class Totals(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Published totals of the whole war; the sums of our rows differ from them by a few ships."""

    eastbound_sailed: int
    eastbound_turned_back: int
    eastbound_lost: int
    eastbound_arrived: int
    westbound_sailed: int
    westbound_turned_back: int
    westbound_lost: int
    westbound_arrived: int
    british_warships_lost: int
    note: str = ""
    uncertain: tuple[str, ...] = ()


class SeaWeather(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Days of each condition in each month, somewhere along a convoy's track."""

    gale_days: Months
    storm_days: Months
    fog_days: Months
    snow_or_poor_visibility_days: Months
    obs_percent_gale: Months
    polar_lows_per_month: Months | None = None
    days_of_severe_icing_risk: Months | None = None
    uncertain: tuple[str, ...] = ()


class IslandWeather(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Days of fog at one place in each month."""

    fog_days: Months
    uncertain: tuple[str, ...] = ()


class Daylight(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hours of sun and twilight in the middle of each month, by latitude; dates are month-day."""

    hours_sun_68n: Months
    hours_sun_72n: Months
    hours_sun_75n: Months
    hours_civil_twilight_or_brighter_72n: Months
    hours_nautical_twilight_or_brighter_72n: Months
    midnight_sun_72n: tuple[str, str]
    polar_night_72n: tuple[str, str]


class IceEdge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Latitude of the southern edge of the pack in the middle of each month, on three meridians."""

    bear_island_19e: Months
    at_30e: Months
    at_40e: Months
    spread_deg: float
    uncertain: tuple[str, ...] = ()


class Observation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a convoy met, with a year-month or a full date."""

    date: str
    fact: str


class _Observed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    items: tuple[Observation, ...]


class Weather(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The climate of the route by months, and what some convoys met."""

    months: Annotated[tuple[str, ...], msgspec.Meta(min_length=12, max_length=12)]
    norwegian_sea: SeaWeather
    barents_sea: SeaWeather
    bear_island: IslandWeather
    daylight: Daylight
    ice_edge_latitude_n: IceEdge
    observed: _Observed
    uncertain: tuple[str, ...] = ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    convoy: tuple[Convoy, ...]
    battle: tuple[Battle, ...]
    totals: Totals
    weather: Weather


class History:
    """Convoys, battles and weather.

    >>> history = History.load()
    >>> history.find("pq 17").merchants_sunk, history.find("QP13").arrived, history.find("PQ-10").name
    (22, 30, 'PQ-9/10')
    >>> history.find_battle("barents-sea").start.isoformat()
    '1942-12-31'
    """

    def __init__(
        self, convoys: tuple[Convoy, ...], battles: tuple[Battle, ...], totals: Totals, weather: Weather
    ) -> None:
        self.convoys = convoys
        self.battles = battles
        self.totals = totals
        self.weather = weather

    @staticmethod
    @cache
    def load() -> History:
        """The built-in history, read once."""
        text = files("barents.atlas").joinpath("history.toml").read_text(encoding="utf-8")
        data = msgspec.convert(tomllib.loads(text), _File)
        return History(data.convoy, data.battle, data.totals, data.weather)

    @cached_property
    def _convoys(self) -> Index[Convoy]:
        index = Index[Convoy]("convoy")
        for convoy in self.convoys:
            first, *rest = convoy.name.split("/")  # PQ-9/10 sailed as one
            index.add(convoy.name, (first, *(f"{convoy.series}-{number}" for number in rest)), convoy)
        return index

    @cached_property
    def _battles(self) -> Index[Battle]:
        index = Index[Battle]("battle")
        for battle in self.battles:
            index.add(battle.id, (battle.name,), battle)
        return index

    def __getitem__(self, name: str) -> Convoy:
        return self.find(name)

    def find(self, name: str) -> Convoy:
        """The convoy of this name, however it is written.

        >>> History.load().find("JW 99")
        Traceback (most recent call last):
        barents.atlas.names.UnknownNameError: no convoy is called 'JW 99'; did you mean JW-59?
        """
        return self._convoys.find(name)

    def find_battle(self, name: str) -> Battle:
        """The battle of this id or name."""
        return self._battles.find(name)
