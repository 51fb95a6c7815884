"""What no type can say of a scenario's file: whether the box and the map have what it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from barents.games.north_cape.datafiles import CampaignFile, Force, ScenarioFile
from barents.kernel.coach import coach_faults
from barents.kernel.data import suggestion
from barents.kernel.scenarios import Fault, twice, undated
from barents.kernel.sides import Side

if TYPE_CHECKING:
    from barents.games.north_cape.data import Data

_ENTRIES = {
    Side.ALLIED: ("west", "east", "sea", "soviet-sea", "placed"),
    Side.AXIS: ("south", "sea", "any-base", "norwegian-base", "narvik", "port", "placed"),
}


def scenario_faults(data: Data, file: ScenarioFile) -> Iterator[Fault]:
    """NC 12: mistakes in a scenario, by key and reason."""
    yield from undated(file.begins)
    yield from twice("forces", (force.key for force in file.forces))
    yield from twice("forces", (name for force in file.forces for name in force.named))
    if file.name == data.campaign.name:
        yield "name", "the campaign is called so already"
    for side in Side:
        if not any(force.side is side for force in file.forces):
            yield "forces", f"the {side} side has none"
    for force in file.forces:
        yield from _force_faults(data, force)
    for number, decoys in enumerate(file.decoys or ()):
        if decoys.at not in data.everywhere:
            yield f"decoys[{number}].at", f"no hex '{decoys.at}' on this map"
    for number, limit in enumerate(file.limits):
        if limit.not_in not in data.map.zones:
            yield f"limits[{number}].not_in", f"no zone '{limit.not_in}', {suggestion(limit.not_in, data.map.zones)}"
        for name in limit.units:
            if name not in data.counters:
                yield f"limits[{number}].units", f"no counter '{name}', {suggestion(name, data.counters)}"
    yield from coach_faults(file.coach, tuple(data.counters), tuple(data.everywhere))
    rule = file.prinz_eugen
    if rule is not None and not any(force.key == rule.joins and force.side is Side.AXIS for force in file.forces):
        yield "prinz_eugen.joins", f"'{rule.joins}' is no German force of this scenario"


def _force_faults(data: Data, force: Force) -> Iterator[Fault]:
    here = f"forces[{force.key}]"
    if force.entry not in _ENTRIES[force.side]:
        words = " or ".join(f"'{entry}'" for entry in _ENTRIES[force.side])
        yield f"{here}.entry", f"expected {words} for the {force.side} side, got '{force.entry}'"
    yield from _place_faults(data, force)
    for name in force.named:
        if name not in data.counters:
            yield f"{here}.named", f"no counter '{name}', {suggestion(name, data.counters)}"
        elif data.counters[name].side is not force.side:
            yield f"{here}.named", f"'{name}' is of the other side"
    kinds = {f"{counter.type}_{counter.nation}": counter.side for counter in data.counters.values() if counter.nation}
    for kind in force.any:
        if kinds.get(kind) is not force.side:
            known = [each for each, side in kinds.items() if side is force.side]
            yield f"{here}.any", f"the {force.side} side has no ships '{kind}', {suggestion(kind, known)}"
    for model in force.air:
        if data.air_models.get(model) is not force.side:
            known = [each for each, side in data.air_models.items() if side is force.side]
            yield f"{here}.air", f"the {force.side} side has no aircraft '{model}', {suggestion(model, known)}"
    for boat in force.aces:
        if boat not in force.named:
            yield f"{here}.aces", f"'{boat}' is not named in this force"
    if force.merchants and force.side is Side.AXIS:
        yield f"{here}.merchants", "the axis side has none"


def _place_faults(data: Data, force: Force) -> Iterator[Fault]:
    """Hexes that a force needs and has not, or has and cannot use."""
    here = f"forces[{force.key}]"
    if force.entry in ("port", "placed") and not force.at and not force.places:
        yield f"{here}.at", f"a force that is '{force.entry}' needs a hex, as in at = '3423'"
    if force.entry not in ("port", "placed") and (force.at or force.places):
        yield f"{here}.at", f"only a force that is 'placed' or 'port' has a hex, not one that comes by '{force.entry}'"
    for key, cell in (("at", force.at), *((f"places.{unit}", cell) for unit, cell in force.places.items())):
        if cell and cell not in data.everywhere:
            yield f"{here}.{key}", f"no hex '{cell}' on this map"
    if force.entry == "placed" and not force.at:
        units = {*force.named, *(f"{model}-{n}" for model, count in force.air.items() for n in range(1, count + 1))}
        without = sorted(units - force.places.keys())
        if without or force.any or force.merchants:
            who = ", ".join(without) or "its other ships"
            yield f"{here}.places", f"no hex for {who}: name one, or give the whole force one by 'at'"


def campaign_faults(data: Data, file: CampaignFile) -> Iterator[Fault]:
    """NC 11.7: scenarios of the campaign that are not there."""
    for name in file.operations:
        if name not in data.scenarios:
            yield "operations", f"no scenario '{name}', {suggestion(name, data.scenarios)}"
    if not file.operations:
        yield "operations", "a campaign has at least one scenario"
