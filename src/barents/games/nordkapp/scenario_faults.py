"""What no type can say of a scenario's file: whether the box and the map have what it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from barents.games.nordkapp.datafiles import Force, Gate, ScenarioFile
from barents.games.nordkapp.rules.setup import POOLS
from barents.kernel.coach import coach_faults
from barents.kernel.data import suggestion
from barents.kernel.scenarios import Fault, twice, undated
from barents.kernel.sides import Side

if TYPE_CHECKING:
    from barents.games.nordkapp.data import Data


def scenario_faults(data: Data, file: ScenarioFile) -> Iterator[Fault]:
    """NK 13: mistakes in a scenario, by key and reason."""
    yield from undated(file.begins)
    yield from twice("forces", (force.key for force in file.forces))
    yield from twice("forces", (name for force in file.forces for name in force.named))
    for side in Side:
        if side not in file.chits:
            yield f"chits.{side}", "missing, expected a table of chits"
        for chit in file.chits.get(side, {}):
            if chit not in data.chits:
                yield f"chits.{side}", f"no chit '{chit}', {suggestion(chit, data.chits)}"
        if not any(force.side is side for force in file.forces):
            yield "forces", f"the {side} side has none"
    boats = [name for name, counter in data.counters.items() if counter.is_sub and counter.nation == "DE"]
    if file.ace and file.ace not in boats:
        yield "ace", f"no U-boat '{file.ace}', {suggestion(file.ace, boats)}"
    merchants = sum(force.merchants for force in file.forces)
    there = sum(counter.is_merchant for counter in data.counters.values())
    if merchants > there:
        yield "forces", f"{merchants} merchants sail, and the box has {there}"
    for force in file.forces:
        yield from _force_faults(data, file, force)
        if force.drawn > len(boats):
            yield f"forces[{force.key}].drawn", f"expected at most {len(boats)}, got {force.drawn}"
    units = (*data.counters, *(force.key for force in file.forces))
    yield from coach_faults(file.coach, units, tuple(data.on_map))


def _force_faults(data: Data, file: ScenarioFile, force: Force) -> Iterator[Fault]:
    here = f"forces[{force.key}]"
    for name in force.named:
        if name not in data.counters:
            yield f"{here}.named", f"no counter '{name}', {suggestion(name, data.counters)}"
        elif data.counters[name].side is not force.side:
            yield f"{here}.named", f"'{name}' is of the other side"
    for kind in force.any:
        if kind not in POOLS:
            yield f"{here}.any", f"no ships '{kind}', {suggestion(kind, POOLS)}"
    for model in force.air:
        if data.air_models.get(model) is not force.side:
            known = [each for each, side in data.air_models.items() if side is force.side]
            yield f"{here}.air", f"the {force.side} side has no aircraft '{model}', {suggestion(model, known)}"
    for way, gate in (("entry", force.entry), ("exit", force.exit)):
        if gate is not None:
            yield from ((f"{here}.{way}", reason) for reason in _gate_faults(data, file, gate))
    if force.kind in ("convoy", "fleet", "local-escort", "surface") and force.entry is None:
        yield f"{here}.entry", f"missing: a {force.kind} has to come from somewhere"
    if force.kind == "convoy" and (force.convoy is None or force.exit is None):
        yield here, "a convoy says by `convoy` whether it is 'pq' or 'qp', and by `exit` where it goes"


def _gate_faults(data: Data, file: ScenarioFile, gate: Gate) -> Iterator[str]:
    for cell in gate.hexes:
        if cell not in data.on_map:
            yield f"'{cell}' is no hex of the map"
    keys = [force.key for force in file.forces]
    if gate.beside and gate.beside not in keys:
        yield f"no force '{gate.beside}', {suggestion(gate.beside, keys)}"
    if not gate.hexes and gate.west is None and not gate.beside:
        yield "expected `hexes`, `west` or `beside`, got none of them"
