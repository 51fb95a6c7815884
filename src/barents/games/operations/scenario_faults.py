"""What no type can say of a scenario's file: whether the register, the bases and the map have what it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from barents.games.operations.datafiles import FleetStart, ScenarioFile
from barents.kernel.data import suggestion
from barents.kernel.scenarios import Fault, twice, undated
from barents.kernel.sides import Side

if TYPE_CHECKING:
    from barents.games.operations.data import Data


def scenario_faults(data: Data, file: ScenarioFile) -> Iterator[Fault]:
    """OP-SCEN-setup: mistakes in a scenario, by key and reason."""
    yield from undated(file.begins)
    fleets = [fleet.id for fleet in file.fleets]
    yield from twice("fleets", fleets)
    yield from twice("fleets", (ship for fleet in file.fleets for ship in fleet.ships))
    for side in Side:
        if not any(fleet.side is side for fleet in file.fleets):
            yield "fleets", f"the {side} side has none"
    for fleet in file.fleets:
        yield from _fleet_faults(data, fleet, fleets)
    for boats in file.boats:
        if boats.type not in data.boat_classes:
            yield "boats", f"there is no class {boats.type!r}, {suggestion(boats.type, data.boat_classes)}"
    for wing in file.wings:
        if wing.type not in data.air_types:
            yield "wings", f"there is no aircraft {wing.type!r}, {suggestion(wing.type, data.air_types)}"
        if wing.base not in data.bases:
            yield "wings", f"there is no base {wing.base!r}, {suggestion(wing.base, data.bases)}"
    named = {
        "limits": [name for limit in file.limits for name in (*limit.fleets, limit.convoy) if name],
        "reports": [report.fleet for report in file.reports],
        "victory.allied": [award.fleet for award in file.victory.allied if award.fleet],
        "victory.axis": [award.fleet for award in file.victory.axis if award.fleet],
    }
    for key, names in named.items():
        for name in names:
            if name not in fleets:
                yield key, f"there is no fleet {name!r}, {suggestion(name, fleets)}"
    levels = [level.name for level in file.victory.levels]
    if file.history.level not in levels:
        yield "history.level", f"there is no level {file.history.level!r}, {suggestion(file.history.level, levels)}"


def _fleet_faults(data: Data, fleet: FleetStart, fleets: list[str]) -> Iterator[Fault]:
    here = f"fleets[{fleet.id}]"
    for ship in fleet.ships:
        if not data.is_surface_ship(ship):
            yield f"{here}.ships", f"the register has no surface ship {ship!r}"
    for zone in (*fleet.plan, *([fleet.zone] if fleet.zone else [])):
        if zone not in data.navigable:
            yield here, f"{zone} is no zone that ships can sail"
    if fleet.port and not data.has_port(fleet.port):
        yield f"{here}.port", f"there is no port {fleet.port!r}"
    if fleet.covers and fleet.covers not in fleets and fleet.covers not in data.navigable:
        yield f"{here}.covers", f"{fleet.covers!r} is neither a fleet nor a zone"
