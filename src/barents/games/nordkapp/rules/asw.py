"""Chapter 7.1.3: the ASW Table, for escorts, for aircraft (9.3.2) and for attacks of opportunity (12.3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import Umpire, hit, in_growler_zone, remaining
from barents.games.nordkapp.state import Piece, State
from barents.kernel.dice import D6, Roll

Outcome: TypeAlias = Literal["none", "driven off", "damaged", "sunk"]


def strength(data: Data, factors: int) -> int:
    """NK 7.1.3: the modifier of so many ASW factors together."""
    return next((row.modifier for row in reversed(data.tables.asw.strength) if factors >= row.least), 0)


def asw_modifiers(state: State, data: Data, cell: str, factors: int, *, surfaced: bool) -> dict[str, int]:
    """NK 7.1.3: what counts in every attack on a boat: the attackers' strength, sea and ice, and where the boat is."""
    table = data.tables.asw
    modifiers = {f"{factors} ASW factors": strength(data, factors)}
    if surfaced:
        modifiers["surfaced"] = table.surfaced
    if weather := table.weather[state.weather]:
        modifiers[state.weather] = weather
    if in_growler_zone(state, data, cell):
        modifiers["ice"] = table.growler_zone
    return {name: value for name, value in modifiers.items() if value}


def asw_outcome(data: Data, roll: Roll) -> Outcome:
    """NK 7.1.3: what a die with its modifiers does to a boat; a natural 1 never does anything."""
    table = data.tables.asw
    if roll.natural == 1 or roll <= table.none_to:
        return "none"
    if roll <= table.driven_off_to:
        return "driven off"
    return "damaged" if roll <= table.damaged_to else "sunk"


def asw_die(u: Umpire, rule: str, subject: str, modifiers: Mapping[str, int]) -> Outcome:
    """NK 7.1.3: a die against a boat."""
    needs = f"{u.data.tables.asw.none_to + 1} or more"
    return asw_outcome(u.data, u.roll(D6, rule, subject, modifiers, needs=needs))


def points_of(data: Data, boat: Piece, outcome: Outcome) -> int:
    """NK 7.1.3: the Damage Points of a result."""
    return {"damaged": 1, "sunk": remaining(data, boat)}.get(outcome, 0)


def suffer(u: Umpire, boat: Piece, outcome: Outcome, by: str) -> None:
    """NK 7.1.3: what becomes of a boat."""
    if outcome == "driven off":
        boat.harried = True
        u.tell("NK-7.1.3-driven-off", "{unit} is driven off", unit=boat.id)
    else:
        hit(u, boat, points_of(u.data, boat, outcome), by, "NK-7.1.3-table")


def hunt(u: Umpire, rule: str, subject: str, boat: Piece, modifiers: Mapping[str, int], by: str) -> None:
    """NK 7.1.3: a die against a boat, and what becomes of it."""
    suffer(u, boat, asw_die(u, rule, subject, modifiers), by)
