"""Chapter 8: submarines. Infiltration through the screen, and the escorts' attack."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from barents.games.north_cape.actions import AttackOpenly, RollInfiltration
from barents.games.north_cape.data import Data
from barents.games.north_cape.phases import COMBAT
from barents.games.north_cape.rules.chances import D6_FACES, D10_FACES, counting, ends, hit, percent
from barents.games.north_cape.rules.pieces import (
    Umpire,
    at,
    damage,
    eliminate,
    find,
    is_asw_capable,
    is_submerged,
    reconnoitred_for,
)
from barents.games.north_cape.state import AswReaction, Combat, EndCombat, Hunt, Infiltrate, Piece, State, Used
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import D6, D10
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome

MOST_ROLLS = 20  # an attack that is rolled again and again ends sooner, but for one in a hundred billion


class Infiltration(StrEnum):
    """8.1: how an approach through the screen ends."""

    SCREENED = "screened"
    DETECTED = "detected"
    INFILTRATED = "infiltrated"


def escorts(state: State, data: Data, side: Side) -> list[Piece]:
    """NC 8.1: a side's ASW-capable units in the combat; those that were withdrawn do not count (R23)."""
    return [piece for piece in in_combat(state, side) if is_asw_capable(data, piece)]


def combat_of(state: State) -> Combat:
    """The combat under way."""
    if state.combat is None:
        raise RuntimeError("there is no combat under way")
    return state.combat


def side_of(combat: Combat, side: Side) -> list[str]:
    """A side's units in the combat, by their ids."""
    return combat.allied if side is Side.ALLIED else combat.axis


def in_combat(state: State, side: Side) -> list[Piece]:
    """A side's units in the combat that are still there."""
    return [state.pieces[side][name] for name in side_of(combat_of(state), side)]


# 8.1: infiltration


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


def about_infiltrating(data: Data, known: State, decision: Decision[Any]) -> str:
    """How strong the screen is, and how it may end."""
    screen = len(escorts(known, data, decision.side.enemy))
    guard = "1 escort guards" if screen == 1 else f"{screen} escorts guard"
    return (
        f"{guard} the ships in {combat_of(known).cell}. She may get in unheard, be heard and hunted after her attack, "
        "or be held off. If she attacks at once, she is heard for certain."
    )


def infiltration_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of slipping through, or of an attack without it."""
    match action:
        case RollInfiltration():
            return infiltrating(data, known, decision.side)
        case AttackOpenly():
            return attacking_openly(data, known, decision.side)
    return None


INFILTRATE: Question[State, Data] = Question(
    "NC-8.1-infiltrate-when",
    "Slip through the escorts, or attack at once?",
    phase=COMBAT,
    about=about_infiltrating,
    odds=infiltration_odds,
)


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
    prompt = f"{data.counters[name].name}: slip through the escorts, or attack at once?"
    choice = yield from u.ask(side, INFILTRATE, options, prompt)
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


def about_hunting(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What depth charges do."""
    table = data.tables.asw
    return (
        f"Each escort attacks one boat, once, with depth charges: a low die sinks it (up to {table.sunk_to}) or "
        f"damages it (up to {table.damaged_to}). An escort loses nothing by it."
    )


HUNT: Question[State, Data] = Question(
    "NC-8.3-when",
    "Which escorts hunt the boat?",
    phase=COMBAT,
    about=about_hunting,
    answers={Choose: "These attack it one after the other, while it is there; each hunts once in a combat."},
    verb="Hunt",
)


def asw_reaction(u: Umpire, step: AswReaction) -> kernel.Rule[tuple[Step, ...]]:
    """NC 8.3, NC 9.10: each escort attacks once in a combat, one boat, or does not."""
    state, data = u.state, u.data
    combat = combat_of(state)
    about = data.counters[step.boat]
    ready = [name for name in step.hunters if name not in combat.fought]
    if not ready:
        return ()
    chosen = yield from u.ask(about.side.enemy, HUNT, Subset(ready), f"Which escorts hunt {about.name}?")
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


# The odds of both


class Approach(NamedTuple):
    """How a boat's way through the screen can end, and what counts for it (8.1)."""

    screened: float
    heard: float
    unheard: float
    modifiers: dict[str, int]


def approach(data: Data, known: State, boat: Piece, cell: str, screen: int) -> Approach:
    """From what the boat's side knows (NC 8.1); an aircraft that was seen to patrol there counts."""
    modifiers = infiltration_modifiers(known, data, boat, cell, screen)
    if is_patrolled(data, known, data.counters[boat.id].side.enemy, cell):
        modifiers["air patrol"] = data.tables.infiltration.air_patrol
    total = sum(modifiers.values())
    results = [infiltration_result(data, face, face + total) for face in D6_FACES]
    screened, heard, unheard = (results.count(result) / len(D6_FACES) for result in Infiltration)
    return Approach(screened, heard, unheard, modifiers)


def is_patrolled(data: Data, known: State, side: Side, cell: str) -> bool:
    """Whether an aircraft of a side was seen to go on patrol in a hex this turn."""
    if cell not in known.stations[side]:
        return False
    return any(
        p.id in data.counters and data.counters[p.id].is_air and p.used & Used.PATROL for p in at(known, side, cell)
    )


def sunk_by(data: Data, known: State, boat: Piece, hunters: Sequence[Piece]) -> float:
    """That the boat is lost if each of these escorts attacks it (NC 8.3)."""
    needed = data.counters[boat.id].dmg - boat.damage
    afloat = {0: 1.0}  # chances by the damage done so far
    for hunter in hunters:
        sunk, damaged = one_attack(data, asw_modifiers(known, data, hunter, boat))
        after: dict[int, float] = {}
        for done, chance in afloat.items():
            after[done] = after.get(done, 0.0) + chance * (1 - sunk - damaged)
            if done + 1 < needed:
                after[done + 1] = after.get(done + 1, 0.0) + chance * damaged
        afloat = after
    return 1 - sum(afloat.values())


def one_attack(data: Data, modifiers: dict[str, int]) -> tuple[float, float]:
    """That one escort sinks a boat, and that it damages it (NC 8.3)."""
    table = data.tables.asw
    again = ((table.again_minus, -table.again_modifier), (table.again_plus, table.again_modifier))
    return _depth_charges(sum(modifiers.values()), table.sunk_to, table.damaged_to, again)


@cache
def _depth_charges(base: int, sunk_to: int, damaged_to: int, again: tuple[tuple[int, int], ...]) -> tuple[float, float]:
    """Sunk and damaged; some totals are rolled again, with a modifier in place of the one before (R28, R29)."""
    rerolls = dict(again)
    rolling, sunk, damaged = {0: 1.0}, 0.0, 0.0
    for _ in range(MOST_ROLLS):
        after: dict[int, float] = {}
        for modifier, chance in rolling.items():
            for face in D10_FACES:
                total, part = face + base + modifier, chance / len(D10_FACES)
                if total in rerolls:
                    after[rerolls[total]] = after.get(rerolls[total], 0.0) + part
                elif total <= sunk_to:
                    sunk += part
                elif total <= damaged_to:
                    damaged += part
        rolling = after
    return sunk, damaged


UNGUARDED = Approach(0.0, 0.0, 1.0, {})  # without escorts there is nothing to slip through (NC 8.1)


def boat_at_the_screen(data: Data, known: State, side: Side) -> Piece | None:
    """The submerged attacker whose approach is decided now (NC 8.1)."""
    combat = combat_of(known)
    settled = (*combat.detected, *combat.infiltrated)
    waiting = [find(known, name) for name in side_of(combat, side) if name not in settled]
    return next((piece for piece in waiting if is_submerged(data, piece)), None)


def infiltrating(data: Data, known: State, side: Side) -> Odds | None:
    """Getting to attack at all: heard or not, but not held off."""
    boat = boat_at_the_screen(data, known, side)
    if boat is None:
        return None
    screen = escorts(known, data, side.enemy)
    way = approach(data, known, boat, combat_of(known).cell, len(screen))
    of = f"an attack, {round(6 * way.unheard)} in 6 unheard"
    notes = risks(data, known, boat, screen, way)
    return Odds(way.heard + way.unheard, of, counting(way.modifiers), at_the_screen(way), notes)


def attacking_openly(data: Data, known: State, side: Side) -> Odds | None:
    """An attack without the roll; the boat is heard in any case."""
    boat = boat_at_the_screen(data, known, side)
    if boat is None:
        return None
    screen = escorts(known, data, side.enemy)
    chance = hit(data, known, boat, "torp")
    lost = percent(sunk_by(data, known, boat, screen))
    outcomes = ends({"miss": 1 - chance, "hit": chance})
    return Odds(chance, "a hit", {}, outcomes, (f"{lost} lose {data.counters[boat.id].name}", counted_escorts(screen)))


def at_the_screen(way: Approach) -> tuple[Outcome, ...]:
    """Held off, heard, or in."""
    return ends({"screened": way.screened, "heard": way.heard, "in": way.unheard})


def risks(data: Data, known: State, boat: Piece, screen: list[Piece], way: Approach) -> tuple[str, ...]:
    """What a boat wins and loses by it, if every escort hunts her when she is heard."""
    hits = (way.heard + way.unheard) * hit(data, known, boat, "torp")
    lost = way.heard * sunk_by(data, known, boat, screen)
    name = data.counters[boat.id].name
    return f"{percent(hits)} hit a ship", f"{percent(lost)} lose {name}", counted_escorts(screen)


def counted_escorts(screen: list[Piece]) -> str:
    """How many escorts there are."""
    return "no escorts" if not screen else "1 escort" if len(screen) == 1 else f"{len(screen)} escorts"
