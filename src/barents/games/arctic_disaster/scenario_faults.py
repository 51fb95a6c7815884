"""What no type can say of a scenario's file: whether the box and the map have what it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from barents.games.arctic_disaster.datafiles import ScenarioFile
from barents.kernel.data import suggestion
from barents.kernel.scenarios import Fault, twice, undated

if TYPE_CHECKING:
    from barents.games.arctic_disaster.data import Data


def scenario_faults(data: Data, file: ScenarioFile, convoy: str) -> Iterator[Fault]:
    """AD 16: mistakes in a scenario, by key and reason."""
    if not file.turns:
        yield "turns", "a scenario has at least one turn"
    for number, turn in enumerate(file.turns):
        yield from ((f"turns[{number}].{key}", reason) for key, reason in undated(turn.begins))
    yield from twice("forces", (start.marker for start in file.forces))
    yield from twice("forces", (name for start in file.forces for name in start.ships))
    yield from twice("boats", (name for start in file.boats for name in start.boats))
    if not any(start.marker == convoy and start.at for start in file.forces):
        yield "forces", f"the convoy, '{convoy}', needs a force with a hex"
    for start in file.forces:
        here = f"forces[{start.marker}]"
        if start.marker not in data.markers:
            yield here, f"no marker '{start.marker}', {suggestion(start.marker, data.markers)}"
        yield from _unknown(f"{here}.ships", "ship", start.ships, data.counters)
        yield from _place_faults(data, here, start.at, [start.zone] if start.zone else [], start.of)
    for number, boats in enumerate(file.boats):
        here = f"boats[{number}]"
        yield from _unknown(f"{here}.boats", "submarine", boats.boats, data.boats)
        yield from _place_faults(data, here, boats.at, boats.areas, boats.of)
    listed = [name for boats in file.boats for name in boats.boats]
    for boat in data.boats.values():
        if not boat.dummy and boat.id not in listed:
            yield "boats", f"'{boat.id}' is in none of the rows, and every submarine begins somewhere"
    yield from _unknown("formations", "formation", file.formations, data.formations)
    for key in data.formations:
        if data.formations[key].side.value == "axis" and key not in file.formations:
            yield "formations", f"'{key}' is missing, and every German formation has an airfield"
    fields = [field.cell for field in file.airfields]
    for key, cell in file.formations.items():
        if cell not in fields:
            yield f"formations.{key}", f"'{cell}' is no airfield of this scenario"
    for field in file.airfields:
        if field.cell not in data.map.cells:
            yield f"airfields[{field.name}].cell", f"'{field.cell}' is no hex of the map"


def _unknown(key: str, what: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Fault]:
    there = set(known)
    for name in names:
        if name not in there:
            yield key, f"no {what} '{name}', {suggestion(name, there)}"


def _place_faults(data: Data, here: str, at: str, zones: Iterable[str], of: str) -> Iterator[Fault]:
    """A start has a hex, a zone, or a hex that it is near to."""
    for key, cell in (("at", at), ("of", of)):
        if cell and cell not in data.map.cells:
            yield f"{here}.{key}", f"'{cell}' is no hex of the map"
    named = list(zones)
    yield from _unknown(here, "zone", named, data.map.zones)
    if not at and not named and not of:
        yield here, "expected a hex, a zone, or a hex to be near, got none of them"
