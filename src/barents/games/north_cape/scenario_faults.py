"""What no type can say of a scenario's file: whether the box and the map have what it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from barents.games.north_cape.datafiles import CampaignFile, Force, ScenarioFile
from barents.kernel.data import suggestion
from barents.kernel.scenarios import Fault, twice, undated
from barents.kernel.sides import Side

if TYPE_CHECKING:
    from barents.games.north_cape.data import Data

_ENTRIES = {
    Side.ALLIED: ("west", "east", "sea", "soviet-sea"),
    Side.AXIS: ("south", "sea", "any-base", "norwegian-base", "narvik"),
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
    for number, limit in enumerate(file.limits):
        if limit.not_in not in data.map.zones:
            yield f"limits[{number}].not_in", f"no zone '{limit.not_in}', {suggestion(limit.not_in, data.map.zones)}"
        for name in limit.units:
            if name not in data.counters:
                yield f"limits[{number}].units", f"no counter '{name}', {suggestion(name, data.counters)}"
    rule = file.prinz_eugen
    if rule is not None and not any(force.key == rule.joins and force.side is Side.AXIS for force in file.forces):
        yield "prinz_eugen.joins", f"'{rule.joins}' is no German force of this scenario"


def _force_faults(data: Data, force: Force) -> Iterator[Fault]:
    here = f"forces[{force.key}]"
    if force.entry not in _ENTRIES[force.side]:
        words = " or ".join(f"'{entry}'" for entry in _ENTRIES[force.side])
        yield f"{here}.entry", f"expected {words} for the {force.side} side, got '{force.entry}'"
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


def campaign_faults(data: Data, file: CampaignFile) -> Iterator[Fault]:
    """NC 11.7: scenarios of the campaign that are not there."""
    for name in file.operations:
        if name not in data.scenarios:
            yield "operations", f"no scenario '{name}', {suggestion(name, data.scenarios)}"
    if not file.operations:
        yield "operations", "a campaign has at least one scenario"
