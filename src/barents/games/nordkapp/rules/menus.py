"""Plots and air missions for people who think of the unit first: what its slot on the page takes, and how it is.

Names of values are the screen's, which knows the rules; it is asked for them only when somebody looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from barents.atlas.places import gazetteer
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import base_hex, is_waiting, members, range_of, speed
from barents.games.nordkapp.state import DOWN, OUT, Piece, State
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import Refusal
from barents.kernel.page_menus import End, Page

ENDS = {
    DOWN: End("Dive", "D", "Go there under water: less far, but nobody sees her."),
    OUT: End("Leave the map", "L", "Go to the edge and off the map, which costs one of movement.", "land"),
}


def said(data: Data, _known: State, value: str) -> str:
    """A value in words."""
    from barents.games.nordkapp.screen.phrases import label  # the screen is made from the rules

    return label(data, value)


def slot_of(_data: Data, known: State, decision: Decision[Any], unit: str) -> str:
    """The slot of a unit: its own, or that of the force it sails with."""
    slots = decision.options.slots if isinstance(decision.options, Assign) else {}
    piece = known.pieces[decision.side].get(unit)
    return unit if unit in slots or piece is None or not piece.force else piece.force


def is_own(_data: Data, known: State, decision: Decision[Any], unit: str) -> bool:
    """Whether a unit or a force is the side's own."""
    slots = decision.options.slots if isinstance(decision.options, Assign) else {}
    return unit in slots or unit in known.pieces[decision.side] or unit in known.markers[decision.side]


def units_of(known: State, decision: Decision[Any], slot: str) -> list[Piece]:
    """The units that a slot stands for."""
    own = known.pieces[decision.side]
    return [own[slot]] if slot in own else [piece for piece in own.values() if piece.force == slot]


def how_it_is(_data: Data, known: State, decision: Decision[Any], slot: str) -> str:
    """Where a force or boat is, and whether it is under water."""
    units = units_of(known, decision, slot)
    if not units:
        return ""
    if is_waiting(units[0]):
        return "Waits to enter the map"
    where = gazetteer("nordkapp").said(units[0].at) or "at its base"
    down = ", submerged" if len(units) == 1 and units[0].submerged else ""
    bound = f", shadowed: goes to {known.bound[slot]}" if slot in known.bound else ""
    return f"{where[0].upper()}{where[1:]}{down}{bound}"


def sailing_facts(data: Data, known: State, decision: Decision[Any], slot: str) -> Sequence[str]:
    """How many there are, how far they go, and what damage they have."""
    units = units_of(known, decision, slot)
    afloat = [piece for piece in units if not data.counters[piece.id].is_air]
    if not afloat:
        return ()
    facts = [] if len(units) == 1 else [f"{len(units)} units"]
    facts.append(f"Move {min(speed(data, piece) for piece in afloat)}")
    if len(units) == 1:
        facts.append(f"Damage {units[0].damage} of {data.counters[units[0].id].armour}")
    return facts


def why_no_plot(_data: Data, known: State, decision: Decision[Any], slot: str) -> Refusal:
    """Why a force or ship is not plotted (NK 5.1, 13)."""
    units = units_of(known, decision, slot)
    if units and is_waiting(units[0]):
        return Refusal("It may not enter yet.", "NK-13-gerentry-detect")
    if units and units[0].convoy in known.scattered and units[0].apart == known.turn:
        return Refusal("It has just run from its convoy, and is done for this turn.", "NK-13.3-scatter-run")
    return Refusal("It is not at sea.", "NK-5.1-secret-plot")


def end_of_way(data: Data, _known: State, _decision: Decision[Any], value: str) -> str:
    """The last hex of a way that is listed whole, as those of scattered merchants are."""
    steps = [step for step in value.split(">") if step in data.grid]
    return steps[-1] if ">" in value and steps else ""


PLOTTING: Page[Data, State] = Page(
    said,
    said,
    rule="NK-5.1-secret-plot",
    help="Go there; nobody meets anybody on the way.",
    none="Stay",
    slot=slot_of,
    own=is_own,
    why=why_no_plot,
    state=how_it_is,
    facts=sailing_facts,
    cell=end_of_way,
    where=lambda _data, cell: gazetteer("nordkapp").said(cell),
    ends=ENDS,
)


def may_fly(data: Data, known: State, decision: Decision[Any], unit: str) -> bool:
    """Whether it is an air unit of the side's own, or a search without a counter."""
    slots = decision.options.slots if isinstance(decision.options, Assign) else {}
    return unit in slots or (unit in known.pieces[decision.side] and data.counters[unit].is_air)


def flying_facts(data: Data, known: State, decision: Decision[Any], slot: str) -> Sequence[str]:
    """Range and base of an air unit."""
    piece = known.pieces[decision.side].get(slot)
    if piece is None or not data.counters[piece.id].is_air:
        return ()
    base = base_hex(known, piece)
    return (f"Range {range_of(data, piece)}", *([f"from {said(data, known, base)}"] if base else []))


def why_no_flight(_data: Data, known: State, decision: Decision[Any], slot: str) -> Refusal:
    """Why an air unit has no order to get here (NK 4 A, 9)."""
    piece = known.pieces[decision.side].get(slot)
    if piece is not None and piece.resting:
        return Refusal("It flew last turn, and rests.", "NK-4G-air-recovery")
    return Refusal("It was not told to search, and covers nobody: it stands ready for raids.", "NK-4A-air-missions")


def covered_hex(data: Data, known: State, decision: Decision[Any], value: str) -> str:
    """Where that is which is searched or covered."""
    if value in data.grid:
        return value
    units = members(known, decision.side, value) or [p for p in known.pieces[decision.side].values() if p.id == value]
    return units[0].at if units and units[0].at in data.grid else ""


FLYING: Page[Data, State] = Page(
    said,
    said,
    rule="NK-4A-air-missions",
    title="Fly",
    key="R",
    help="Search there, or cover what is there.",
    reach="look",
    none="Stand ready",
    own=may_fly,
    why=why_no_flight,
    facts=flying_facts,
    cell=covered_hex,
    where=lambda _data, cell: gazetteer("nordkapp").said(cell),
)
