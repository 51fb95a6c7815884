"""Chapter 8: submarines. Infiltration through the screen, and the escorts' attack."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache, partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from barents.games.north_cape.actions import AttackOpenly, RollInfiltration
from barents.games.north_cape.data import Data
from barents.games.north_cape.phases import COMBAT
from barents.games.north_cape.rules.chances import counting
from barents.games.north_cape.rules.fire import shoots
from barents.games.north_cape.rules.pieces import (
    Umpire,
    at,
    combat_of,
    damage,
    eliminate,
    find,
    in_combat,
    is_asw_capable,
    is_submerged,
    reconnoitred_for,
    side_of,
)
from barents.games.north_cape.state import LOST, AswReaction, EndCombat, Hunt, Infiltrate, Piece, State, Used
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import D6, D10
from barents.kernel.game import Step
from barents.kernel.odds import Spread, ends, every_end, percent
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds


class Infiltration(StrEnum):
    """8.1: how an approach through the screen ends."""

    SCREENED = "screened"
    DETECTED = "detected"
    INFILTRATED = "infiltrated"


def escorts(state: State, data: Data, side: Side) -> list[Piece]:
    """NC 8.1: a side's ASW-capable units in the combat; those that were withdrawn do not count (R23)."""
    return [piece for piece in in_combat(state, side) if is_asw_capable(data, piece)]


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


def slip_through(u: Umpire, boat: Piece, cell: str, screen: int) -> Infiltration:
    """NC 8.1: a boat's die for the screen."""
    roll = u.roll(D6, "NC-8.1-roll", boat.id, infiltration_modifiers(u.state, u.data, boat, cell, screen))
    return infiltration_result(u.data, roll.natural, roll)


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
    outcome = slip_through(u, boat, combat.cell, len(screen))
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
    """NC 8.3: an escort's attack: its die may be rolled again, with the latest −1 or +1 (R28, R29)."""
    again: int | None = 0
    while again is not None:
        again = depth_charges(u, hunter, boat, again)


def depth_charges(u: Umpire, hunter: Piece, boat: Piece, again: int) -> int | None:
    """NC 8.3: one die: sunk, damaged or nothing; or what is added to it when it is rolled again."""
    table = u.data.tables.asw
    modifiers = {**asw_modifiers(u.state, u.data, hunter, boat), "rolled again": again}
    roll = u.roll(D10, "NC-8.3-d10", hunter.id, modifiers)
    if roll == table.again_minus:
        return -table.again_modifier
    if roll == table.again_plus:
        return table.again_modifier
    if roll <= table.sunk_to:
        eliminate(u, boat, hunter.id)
    elif roll <= table.damaged_to:
        damage(u, boat, hunter.id)
    else:
        u.tell("NC-8.3-result-none", "{hunter} does no harm to {boat}", hunter=hunter.id, boat=boat.id)
    return None


# The odds of both

UNGUARDED = Spread.sure(Infiltration.INFILTRATED)  # without escorts there is nothing to slip through (NC 8.1)


def approach(data: Data, known: State, boat: Piece, cell: str, screen: int) -> Spread[Infiltration]:
    """NC 8.1: a boat's way through the screen, from what her side knows: an aircraft seen to patrol there counts."""
    side = data.counters[boat.id].side.enemy
    patrols = {piece.id: replace(piece, on_patrol=True) for piece in seen_on_patrol(data, known, side, cell)}
    state = replace(known, pieces={**known.pieces, side: {**known.pieces[side], **patrols}})
    return every_end(data, state, lambda u: slip_through(u, boat, cell, screen), changes=False)


def seen_on_patrol(data: Data, known: State, side: Side, cell: str) -> list[Piece]:
    """The aircraft of a side that were seen to go on patrol in a hex this turn."""
    there = at(known, side, cell) if cell in known.stations[side] else []
    return [p for p in there if p.id in data.counters and data.counters[p.id].is_air and p.used & Used.PATROL]


class Hunted(NamedTuple):
    """A boat under depth charges: her damage, whether she is lost, and with what the die is rolled again, if it is."""

    damage: int
    lost: bool = False
    again: int | None = None


def sunk_by(data: Data, known: State, boat: Piece, hunters: Sequence[Piece]) -> float:
    """NC 8.3: that the boat is lost if each of these escorts attacks it."""
    found = Spread.sure(Hunted(boat.damage))
    alike: dict[tuple[int, ...], Piece] = {}  # of those whose die is the same only one has to be counted
    for hunter in hunters:
        die = tuple(asw_modifiers(known, data, hunter, boat).values())
        found = found.then(partial(attacked, data, known, alike.setdefault(die, hunter), boat))
    return found.chance(lambda end: end.lost)


def attacked(data: Data, known: State, hunter: Piece, boat: Piece, before: Hunted) -> Spread[Hunted]:
    """NC 8.3: one escort's attack on a boat, if she is still there."""
    if before.lost:
        return Spread.sure(before)
    owner = data.counters[boat.id].side
    alone = State(
        agenda=[],
        scenario=known.scenario,
        options=known.options,
        season=known.season,
        ice=known.ice,
        turns=known.turns,
        weather=known.weather,
        pieces={owner: {boat.id: replace(boat, damage=before.damage)}, owner.enemy: {hunter.id: hunter}},
    )
    return _attacked(data, msgspec.msgpack.encode(alone), hunter.id, boat.id)


@lru_cache(maxsize=4096)
def _attacked(data: Data, alone: bytes, hunter: str, boat: str) -> Spread[Hunted]:
    """One escort and one boat, and nobody else at sea; the die may be rolled again for ever."""
    state = msgspec.msgpack.decode(alone, type=State)

    def once(before: Hunted) -> Spread[Hunted]:
        def rule(u: Umpire) -> Hunted:
            again = depth_charges(u, find(u.state, hunter), find(u.state, boat), before.again or 0)
            prey = find(u.state, boat)
            return Hunted(prey.damage, prey.at == LOST, again)

        return every_end(data, state, rule)

    return once(Hunted(0)).until(lambda end: end.again is None, once)


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
    of = f"an attack, {round(6 * way[Infiltration.INFILTRATED])} in 6 unheard"
    return attack_odds(data, known, boat, screen, way, of)


def attack_odds(data: Data, known: State, boat: Piece, screen: list[Piece], way: Spread[Infiltration], of: str) -> Odds:
    """NC 8.1: what a boat wins and loses by it, if every escort hunts her when she is heard."""
    screened, heard, unheard = (way[result] for result in Infiltration)
    hits = (heard + unheard) * torpedoes(data, known, boat).chance(bool)
    lost = heard * sunk_by(data, known, boat, screen)
    name = data.counters[boat.id].name
    outcomes = ends({"screened": screened, "heard": heard, "in": unheard})
    notes = (f"{percent(hits)} hit a ship", f"{percent(lost)} lose {name}", counted_escorts(screen))
    return Odds(heard + unheard, of, counting(way.modifiers), outcomes, notes)


def attacking_openly(data: Data, known: State, side: Side) -> Odds | None:
    """An attack without the roll; the boat is heard in any case."""
    boat = boat_at_the_screen(data, known, side)
    if boat is None:
        return None
    screen = escorts(known, data, side.enemy)
    chance = torpedoes(data, known, boat).chance(bool)
    lost = percent(sunk_by(data, known, boat, screen))
    outcomes = ends({"miss": 1 - chance, "hit": chance})
    return Odds(chance, "a hit", {}, outcomes, (f"{lost} lose {data.counters[boat.id].name}", counted_escorts(screen)))


def torpedoes(data: Data, known: State, boat: Piece) -> Spread[bool]:
    """NC 9.8: whether a boat hits."""
    return every_end(data, known, lambda u: shoots(u, boat, "torp", "", ""), changes=False)


def counted_escorts(screen: list[Piece]) -> str:
    """How many escorts there are."""
    return "no escorts" if not screen else "1 escort" if len(screen) == 1 else f"{len(screen)} escorts"
