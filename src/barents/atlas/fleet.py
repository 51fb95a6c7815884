"""The fleet register: the real ships and aircraft behind the counters of every game.

The register is `fleet.toml`; it holds facts, never a game's factors. `Fleet.load()` reads it once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal, get_args

import msgspec

from barents.atlas.names import Index

Kind = Literal[
    "BB", "BC", "CV", "CVE", "CA", "CL", "AC", "DD", "DE", "FF", "MS", "AT", "AA",
    "R", "MT", "TA", "AO", "SS", "TB", "ML", "IB", "CG",
]  # fmt: skip
Nation = Literal[
    "British", "US", "Soviet", "German", "Canadian", "French", "Polish", "Norwegian", "Dutch", "Panamanian",
]  # fmt: skip
Game = Literal["north_cape", "nordkapp", "arctic_disaster", "arctic_campaign"]

MERCHANTS: tuple[Kind, ...] = ("MT", "TA")
_KIND_IN_BRACKETS = re.compile(rf"\(({'|'.join(get_args(Kind))})\)$")


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ships and aircraft have in common."""

    id: str
    name: str
    nation: Nation
    games: tuple[Game, ...] = ()  # the games whose rules name it
    spellings: tuple[str, ...] = ()  # other ways of writing the name that the rules use
    note: str = ""
    uncertain: tuple[str, ...] = ()

    def is_certain(self, field: str) -> bool:
        """Whether a field may be stated flatly; if not, it is shown with "about"."""
        return field not in self.uncertain


class Ship(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One real ship; a field that does not apply or is not known is None or empty."""

    kind: Kind
    class_name: str = msgspec.field(name="class")
    fate: str
    launched: int | None = None
    completed: int | None = None
    displacement_t: int | None = None
    grt: int | None = None
    speed_kn: float
    submerged_speed_kn: float | None = None
    main_guns: str = ""
    secondary: str = ""
    torpedo_tubes: str = ""
    armour_belt_mm: int | None = None
    aircraft: str = ""
    commander: str = ""
    commander_year: int = 1942
    ace: bool = False
    convoy: str = ""
    arctic: str = ""
    pool: str = ""  # what a game draws it for, when no rules name it
    also_kinds: tuple[Kind, ...] = ()

    @property
    def is_merchant(self) -> bool:
        """Whether she carries cargo rather than guns."""
        return self.kind in MERCHANTS


class Aircraft(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One type of aircraft."""

    role: str
    base: Literal["land", "water", "carrier", "ship"]
    crew: int
    speed_kmh: int
    range_km: int
    bombload_kg: int
    torpedo: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ship: tuple[Ship, ...]
    aircraft: tuple[Aircraft, ...]


class Fleet:
    """All ships and aircraft, by id and by any spelling.

    >>> fleet = Fleet.load()
    >>> fleet["tirpitz"].main_guns
    '8x380'
    >>> fleet.find("Adm. Hipper").name, fleet.find("HMS Onslow").class_name, fleet.find("Z-24").id
    ('Admiral Hipper', 'O (120 mm group)', 'z24')
    >>> fleet.find_aircraft("Ju88").name
    'Junkers Ju 88A-4'
    """

    def __init__(self, ships: tuple[Ship, ...], aircraft: tuple[Aircraft, ...]) -> None:
        self.ships = ships
        self.aircraft = aircraft
        self._by_id = {ship.id: ship for ship in ships}

    @cached_property
    def _ships(self) -> Index[Ship]:
        index = Index[Ship]("ship")
        for ship in self.ships:
            index.add(ship.id, (ship.name, *ship.spellings, *_with_prefix(ship)), ship)
        return index

    @cached_property
    def _aircraft(self) -> Index[Aircraft]:
        index = Index[Aircraft]("aircraft")
        for plane in self.aircraft:
            index.add(plane.id, (plane.name, *plane.spellings), plane)
        return index

    @staticmethod
    @cache
    def load() -> Fleet:
        """The built-in register, read once."""
        text = files("barents.atlas").joinpath("fleet.toml").read_text(encoding="utf-8")
        data = msgspec.convert(tomllib.loads(text), _File)
        return Fleet(data.ship, data.aircraft)

    def __getitem__(self, id: str) -> Ship:
        ship = self._by_id.get(id)
        return self.find(id) if ship is None else ship

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __iter__(self) -> Iterator[Ship]:
        return iter(self.ships)

    def __len__(self) -> int:
        return len(self.ships)

    def find(self, name: str, *, kind: Kind | None = None) -> Ship:
        """The ship of this name; `kind` tells namesakes apart.

        >>> Fleet.load().find("Washington", kind="BB").id
        'uss-washington'
        >>> Fleet.load().find("Tirpiz")
        Traceback (most recent call last):
        barents.atlas.names.UnknownNameError: no ship is called 'Tirpiz'; did you mean Tirpitz?
        """
        if kind is None and (bracketed := _KIND_IN_BRACKETS.search(name)):  # "Washington (BB)"
            kind = msgspec.convert(bracketed[1], Kind)
        found = [ship for ship in self.find_all(name) if kind in (None, ship.kind, *ship.also_kinds)]
        return found[0] if len(found) == 1 else self._ships.find(name)

    def find_all(self, name: str) -> tuple[Ship, ...]:
        """Every ship of this name, or of this class where the rules name a whole class."""
        return self._ships.find_all(name)

    def find_aircraft(self, name: str) -> Aircraft:
        """The type of aircraft of this name."""
        return self._aircraft.find(name)

    def of_kind(self, kind: Kind, nation: Nation | None = None) -> tuple[Ship, ...]:
        """All ships of a kind, in the register's order."""
        return tuple(s for s in self.ships if s.kind == kind and nation in (None, s.nation))


def _with_prefix(ship: Ship) -> tuple[str, ...]:
    """The name behind its service's prefix, which tells USS Washington from the steamer SS Washington."""
    if ship.is_merchant:
        return (f"SS {ship.name}",)
    prefix = {"British": "HMS", "US": "USS", "Canadian": "HMCS", "Norwegian": "HNoMS", "Polish": "ORP"}
    return (f"{prefix[ship.nation]} {ship.name}",) if ship.nation in prefix else ()
