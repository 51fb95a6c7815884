"""Chapter 8: submarines. Infiltration through the screen, and the escorts' attack."""

from __future__ import annotations

from enum import StrEnum

from barents.games.north_cape.actions import AttackOpenly, RollInfiltration
from barents.games.north_cape.data import Data
from barents.games.north_cape.pieces import (
    Umpire,
    at,
    damage,
    eliminate,
    is_asw_capable,
    is_submerged,
    reconnoitred_for,
)
from barents.games.north_cape.state import AswReaction, Combat, EndCombat, Hunt, Infiltrate, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import D6, D10
from barents.kernel.game import Step
from barents.kernel.sides import Side


class Infiltration(StrEnum):
    """8.1: how an approach through the screen ends."""

    SCREENED = "screened"
    DETECTED = "detected"
    INFILTRATED = "infiltrated"


def escorts(state: State, data: Data, side: Side) -> list[Piece]:
    """NC 8.1: a side's ASW-capable units in the combat; those that were withdrawn do not count (R23)."""
    combat = combat_of(state)
    names = combat.allied if side is Side.ALLIED else combat.axis
    return [piece for name in names if is_asw_capable(data, piece := state.pieces[side][name])]


def combat_of(state: State) -> Combat:
    """The combat under way."""
    if state.combat is None:
        raise RuntimeError("there is no combat under way")
    return state.combat


def infiltration_modifiers(state: State, data: Data, boat: Piece, cell: str, screen: int) -> dict[str, int]:
    """NC 8.1: what helps a boat through the screen, and what hinders it."""
    table = data.tables.infiltration
    defender = data.counters[boat.id].side.enemy
    air_patrol = any(p.on_patrol and data.counters[p.id].is_air for p in at(state, defender, cell))
    return {
        "ace": table.ace if boat.ace else 0,
        "Norwegian coast": table.norwegian_coast if cell in data.norwegian_coast else 0,
        "escorts": table.per_escort * screen,
        "air patrol": table.air_patrol if air_patrol else 0,
        "iceberg zone": table.iceberg_zone if cell in data.map.iceberg_zone(state.ice) else 0,
        state.weather: table.weather[state.weather],
    }


def infiltration_result(data: Data, natural: int, total: int) -> Infiltration:
    """NC 8.1: the table; a natural 6 always gets through, a natural 1 never."""
    table = data.tables.infiltration
    if natural == table.always_infiltrated:
        return Infiltration.INFILTRATED
    if natural == table.always_screened or total < table.detected_from:
        return Infiltration.SCREENED
    return Infiltration.INFILTRATED if total >= table.infiltrated_from else Infiltration.DETECTED


def infiltrate(u: Umpire, step: Infiltrate) -> kernel.Rule[tuple[Step, ...]]:
    """NC 8.1: a submerged attacker slips through the screen, is held off, or is heard; without a screen all are in."""
    state, data = u.state, u.data
    combat = combat_of(state)
    name, *others = step.boats
    rest: tuple[Step, ...] = (Infiltrate(tuple(others)),) if others else ()
    side = data.counters[name].side
    boat = state.pieces[side][name]
    screen = escorts(state, data, side.enemy)
    if not screen:
        return ()
    options: Pick[RollInfiltration | AttackOpenly] = Pick([RollInfiltration(), AttackOpenly()])
    choice = yield from u.ask(
        side,
        "NC-8.1-infiltrate-when",
        options,
        f"{data.counters[name].name}: slip through the escorts, or attack at once?",
    )
    if isinstance(choice, AttackOpenly):
        combat.detected.append(name)
        u.tell("NC-8.1-decline", "{boat} attacks without cover", boat=name)
        return rest
    modifiers = infiltration_modifiers(state, data, boat, combat.cell, len(screen))
    roll = u.roll(D6, "NC-8.1-roll", name, modifiers)
    outcome = infiltration_result(data, roll.natural, roll)
    u.tell(f"NC-8.1-result-{outcome}", "{boat} is {outcome}", boat=name, outcome=outcome.value)
    match outcome:
        case Infiltration.SCREENED:
            side_of(combat, side).remove(name)
        case Infiltration.DETECTED:
            combat.detected.append(name)
        case Infiltration.INFILTRATED:
            combat.infiltrated.append(name)
    return rest


def side_of(combat: Combat, side: Side) -> list[str]:
    """A side's units in the combat."""
    return combat.allied if side is Side.ALLIED else combat.axis


# 8.3: the escorts' attack


def hunt(u: Umpire, _step: Hunt) -> tuple[Step, ...]:
    """NC 8.3: escorts attack each boat that was detected, and in their own Attack those they reconnoitred (R27)."""
    state, data = u.state, u.data
    combat = combat_of(state)
    steps: list[Step] = []
    for name in combat.detected:
        side = data.counters[name].side
        hunters = tuple(piece.id for piece in escorts(state, data, side.enemy))
        if hunters:
            steps.append(AswReaction(name, hunters))
    own = [piece.id for piece in escorts(state, data, combat.initiator) if piece.id in combat.hunters]
    for boat in at(state, combat.initiator.enemy, combat.cell):
        hunters = tuple(name for name in own if may_hunt(data, boat, name))
        if hunters:
            steps.append(AswReaction(boat.id, hunters))
    return (*steps, EndCombat())


def may_hunt(data: Data, boat: Piece, escort: str) -> bool:
    """NC 6.0, NC 8.0: in its own Attack an escort hunts a submerged boat that was reconnoitred for it (R11, R24)."""
    return is_submerged(data, boat) and reconnoitred_for(boat, [escort])


def asw_reaction(u: Umpire, step: AswReaction) -> kernel.Rule[tuple[Step, ...]]:
    """NC 8.3, NC 9.10: each escort attacks once in a combat, one boat, or does not."""
    state, data = u.state, u.data
    combat = combat_of(state)
    about = data.counters[step.boat]
    ready = [name for name in step.hunters if name not in combat.fought]
    if not ready:
        return ()
    chosen = yield from u.ask(about.side.enemy, "NC-8.3-when", Subset(ready), f"Which escorts hunt {about.name}?")
    for name in chosen.items:
        boat = state.pieces[about.side][step.boat]
        if boat.at == combat.cell:
            asw_attack(u, state.pieces[about.side.enemy][name], boat)
            combat.fought.append(name)
    return ()


def asw_modifiers(state: State, data: Data, hunter: Piece, boat: Piece) -> dict[str, int]:
    """NC 8.3: low is good for the hunter."""
    table, about = data.tables.asw, data.counters[hunter.id]
    return {
        "Soviet destroyers": table.soviet_dd if about.nation == "SU" and about.type == "DD" else 0,
        "ace": table.ace if boat.ace else 0,
        "iceberg zone": table.iceberg_zone if boat.at in data.map.iceberg_zone(state.ice) else 0,
        "British": table.british if about.nation == "GB" else 0,
        state.weather: table.weather[state.weather],
    }


def asw_attack(u: Umpire, hunter: Piece, boat: Piece) -> None:
    """NC 8.3: sunk, damaged, rolled again with the latest −1 or +1, or nothing (R28, R29)."""
    table = u.data.tables.asw
    again = 0
    while True:
        modifiers = {**asw_modifiers(u.state, u.data, hunter, boat), "rolled again": again}
        roll = u.roll(D10, "NC-8.3-d10", hunter.id, modifiers)
        if roll == table.again_minus:
            again = -table.again_modifier
        elif roll == table.again_plus:
            again = table.again_modifier
        else:
            break
    if roll <= table.sunk_to:
        eliminate(u, boat, hunter.id)
    elif roll <= table.damaged_to:
        damage(u, boat, hunter.id)
    else:
        u.tell("NC-8.3-result-none", "{hunter} does no harm to {boat}", hunter=hunter.id, boat=boat.id)
