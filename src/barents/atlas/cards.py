"""Cards of the real ships and aircraft behind a game's counters, from the fleet register.

A counter that stands for two ships has one card for both. A value that is not certain is given with "about".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from barents.atlas.fleet import MERCHANTS, Aircraft, Fleet, Kind, Nation, Ship
from barents.atlas.names import UnknownNameError
from barents.kernel.report import ShipCard

STRIPES = {
    "British": "british",
    "US": "american",
    "Soviet": "soviet",
    "German": "german",
}
OTHER = "other"
NATIONS: dict[str, Nation] = {"GB": "British", "US": "US", "SU": "Soviet", "DE": "German"}


class Counter(Protocol):
    """What of a game's counter says which ship it is; a merchant needs no nation."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def nation(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def is_air(self) -> bool: ...
    @property
    def is_sub(self) -> bool: ...
    @property
    def is_merchant(self) -> bool: ...


def stripe(counter: Counter) -> str:
    """The nation of a counter; a merchant's is that of the real ship."""
    if counter.nation:
        return STRIPES[NATIONS[counter.nation]]
    return next((STRIPES.get(ship.nation, OTHER) for ship in real_ships(counter)), OTHER)


def card(counter: Counter, kinds: Sequence[Kind] = ()) -> ShipCard:
    """What is known of what a counter stands for; of one that a data pack has made up, only its name.

    Of a counter for several small ships `kinds` says of which kinds they are.
    """
    if counter.is_air:
        plane = real_aircraft(counter)
        return ShipCard(counter.name, {}) if plane is None else aircraft_card(counter.name, plane)
    found = real_ships(counter, kinds)
    if not found:
        return ShipCard(counter.name, {})
    return class_card(counter.name, found) if kinds else ship_card(counter.name, found)


@cache
def model(name: str) -> str:
    """The type of an air counter without its number.

    >>> model("Ju-88 3"), model("Ju 88 3"), model("Fw 200"), model("Fulmar")
    ('Ju-88', 'Ju 88', 'Fw 200', 'Fulmar')
    """
    return re.sub(r" \d$", "", name)


def real_aircraft(counter: Counter) -> Aircraft | None:
    """The type of an air counter, which is one of several of its kind: `ju-88-3`."""
    try:
        return Fleet.load().find_aircraft(re.sub(r"-\d+$", "", counter.id))
    except UnknownNameError:
        return None


def real_ships(counter: Counter, kinds: Sequence[Kind] = ()) -> tuple[Ship, ...]:
    """The ships that a counter stands for: one, two with a stroke between, or all of its nation of the first kind."""
    fleet = Fleet.load()
    if kinds:
        nation = NATIONS[counter.nation]
        return next((ships for kind in kinds if (ships := fleet.of_kind(kind, nation))), ())
    alike: tuple[str, ...] = MERCHANTS if counter.is_merchant else ("SS",) if counter.is_sub else (counter.type,)
    found = [_ship(fleet, name, alike) for name in counter.name.split("/")]
    return tuple(ship for ship in found if ship is not None)


def _ship(fleet: Fleet, name: str, kinds: tuple[str, ...]) -> Ship | None:
    """The ship of a name; of namesakes, or of one that changed, the one of the counter's kind."""
    found = fleet.find_all(name)
    alike = [ship for ship in found if any(kind in kinds for kind in (ship.kind, *ship.also_kinds))]
    return next(iter(alike or found), None)


# What a card says


def ship_card(name: str, ships: Sequence[Ship]) -> ShipCard:
    """One ship, or two of a pair: what they share is said once."""
    first = ships[0]
    belted = first.armour_belt_mm is not None
    facts = {
        "Boat" if first.kind == "SS" else "Ship" if first.is_merchant else "Class": shared(ships, _class),
        "Flag": first.nation.replace("US", "American") if first.is_merchant else "",
        "Captain": shared(ships, _captain),
        "Guns": "" if first.kind == "SS" else shared(ships, _guns),
        "Belt": shared(ships, _belt),
        "Tubes": "" if belted else shared(ships, _tubes),
        "Speed": shared(ships, _speed),
        "Convoy": shared(ships, lambda ship: ship.convoy.replace("-", " ")),
    }
    fate = shared(ships, lambda ship: _about(ship, "fate", ship.fate))
    return ShipCard(name, {what: said for what, said in facts.items() if said}, fate)


def class_card(name: str, ships: Sequence[Ship]) -> ShipCard:
    """A counter of several small ships: of what kind they were, and how fast."""
    classes = list(dict.fromkeys(ship.class_name for ship in ships if ship.class_name))
    slow, fast = min(ship.speed_kn for ship in ships), max(ship.speed_kn for ship in ships)
    speed = f"{fast:g} kn" if slow == fast else f"{slow:g} to {fast:g} kn"
    names = ", ".join(ship.name for ship in ships[:3])
    facts = {"Class": ", ".join(classes[:3]), "Ships": f"such as {names}", "Speed": speed}
    if guns := next((ship.main_guns for ship in ships if ship.main_guns), ""):
        facts["Guns"] = f"mostly {_calibres(guns)}"
    lost = [ship.name for ship in ships if ship.fate.startswith("sunk")]
    return ShipCard(name, facts, f"Lost: {', '.join(lost)}" if lost else "")


def aircraft_card(name: str, plane: Aircraft) -> ShipCard:
    """A type of aircraft."""
    load = f"{plane.bombload_kg:,} kg of bombs" if plane.bombload_kg else ""
    facts = {
        "Type": f"{plane.name}, {plane.role}",
        "Crew": _about(plane, "crew", str(plane.crew)),
        "Load": " or ".join(part for part in (_about(plane, "bombload_kg", load), _torpedo(plane)) if part),
        "Speed": _about(plane, "speed_kmh", f"{plane.speed_kmh} km/h"),
        "Range": _about(plane, "range_km", f"{plane.range_km:,} km"),
    }
    return ShipCard(name, {what: said for what, said in facts.items() if said})


def shared(ships: Sequence[Ship], say: Callable[[Ship], str]) -> str:
    """What is true of all, or of each by name."""
    said = [say(ship) for ship in ships]
    if len(set(said)) == 1:
        return said[0]
    return "; ".join(f"{ship.name}: {words}" for ship, words in zip(ships, said, strict=True) if words)


def _about(entry: Ship | Aircraft, field: str, words: str) -> str:
    """A value; one that is not certain with "about", or words with "it seems"."""
    if not words or entry.is_certain(field):
        return words
    return f"about {words}" if words[0].isdigit() else f"{words}, it seems"


def _class(ship: Ship) -> str:
    tons = _about(ship, "displacement_t", f"{ship.displacement_t:,} t") if ship.displacement_t else ""
    if not tons and ship.grt:
        tons = _about(ship, "grt", f"{ship.grt:,} GRT")
    field = "launched" if ship.completed is None else "completed"
    year = ship.launched if ship.completed is None else ship.completed
    built = _about(ship, field, str(year)) if year else ""
    name = f"{ship.class_name} class" if ship.kind == "SS" and ship.class_name.isalpha() else ship.class_name
    return ", ".join(part for part in (name, tons, built) if part)


def _captain(ship: Ship) -> str:
    if not ship.commander:
        return ""
    return _about(ship, "commander", ship.commander + (", ace" if ship.ace else ""))


def _guns(ship: Ship) -> str:
    """The main guns, and of large ships the secondary ones."""
    parts = [_about(ship, "main_guns", _calibres(ship.main_guns))]
    if ship.armour_belt_mm is not None or ship.kind == "AA":
        parts.append(_about(ship, "secondary", _calibres(ship.secondary)))
    return ", ".join(part for part in parts if part)


def _belt(ship: Ship) -> str:
    return _about(ship, "armour_belt_mm", f"{ship.armour_belt_mm} mm") if ship.armour_belt_mm else ""


def _tubes(ship: Ship) -> str:
    tubes = "" if ship.torpedo_tubes in ("", "0") else _about(ship, "torpedo_tubes", _calibres(ship.torpedo_tubes))
    return f"{tubes}, guns {_calibres(ship.main_guns)}" if ship.kind == "SS" and ship.main_guns else tubes


def _speed(ship: Ship) -> str:
    speed = _about(ship, "speed_kn", f"{ship.speed_kn:g} kn")
    return f"{speed}, submerged {ship.submerged_speed_kn:g}" if ship.submerged_speed_kn else speed


def _torpedo(plane: Aircraft) -> str:
    """Its torpedoes as the register has them: a number and a size, or in words."""
    said = plane.torpedo.replace(" x ", " × ")
    return said if not said or "torpedo" in said else f"{said} torpedo{'' if said.startswith('1') else 'es'}"


def _calibres(guns: str) -> str:
    """Guns as one writes them.

    >>> _calibres("8x380"), _calibres("1x102 AA, 4x40 (2 pdr)")
    ('8 × 380 mm', '1 × 102 mm AA, 4 × 40 mm (2 pdr)')
    """
    return re.sub(r"(\d+)x(\d+(?:\.\d+)?)", r"\1 × \2 mm", guns)
