"""What one needs to know of a force or a formation before one chooses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from barents.games.arctic_disaster.actions import ActivateForce
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.names import places, tally
from barents.games.arctic_disaster.rules.units import allowance, in_force
from barents.games.arctic_disaster.state import State
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.sides import Side
from barents.kernel.view import Item

ROLES = {"B": "bombers", "DB": "dive bombers", "T": "torpedo bombers", "F": "fighters"}


def formation_items(data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """The German formations among what is offered: type, base, reach, and how many of their units are left."""
    assert isinstance(decision.options, Subset)
    return {key: formation_item(data, known, key) for key in decision.options.items if key in known.formations}


def formation_item(data: Data, known: State, key: str) -> Item:
    """AD 8.4: a formation."""
    row, base = data.formations[key], known.formations[key].at
    left = sum(data.air[wing].formation == key for wing in known.wings[Side.AXIS])
    reach = f"{'radius' if row.radius else 'range'} {row.range} hexes"
    facts = (f"{left} of {row.units} {row.model}", ROLES[row.type], f"from {places(data).get(base, base)}", reach)
    return Item(row.type, facts=facts, names=(base,))


def command_items(data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """AD 5.2: the forces and formations that Command and Control may activate, by their answers."""
    assert isinstance(decision.options, Pick)
    found: dict[str, Item] = {}
    for action in decision.options.listed:
        if isinstance(action, ActivateForce):
            key = action.marker
            known_as = key in known.formations
            found[str(action)] = (
                formation_item(data, known, key) if known_as else force(data, known, decision.side, key)
            )
    return found


def force(data: Data, known: State, side: Side, key: str) -> Item:
    """AD 6, 7: a force of one's own: where it is, what it has, how far it goes."""
    marker = known.forces[side][key]
    return Item("", facts=tuple(_of_force(data, known, side, key)), names=(key, marker.at))


def _of_force(data: Data, known: State, side: Side, key: str) -> Iterator[str]:
    marker, ships = known.forces[side][key], in_force(known, side, key)
    yield f"at {places(data).get(marker.at, marker.at)}"
    if not ships:
        yield "a dummy"
        return
    yield tally(data, ships)
    yield f"moves {allowance(data, ships)}"
    if marker.detected:
        yield "detected"
