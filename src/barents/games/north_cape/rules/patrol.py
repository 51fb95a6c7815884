"""Chapter 7: patrols. Whoever moves past a patrol may be intercepted in the hex that he enters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from barents.games.north_cape.actions import SaySubmarine, Show
from barents.games.north_cape.data import Data
from barents.games.north_cape.names import AN, SIDES, craft, so_many
from barents.games.north_cape.phases import INTERCEPTION
from barents.games.north_cape.rules.combat import start_combat
from barents.games.north_cape.rules.growlers import note_interceptor
from barents.games.north_cape.rules.movement import base_hex, can_pass, may_be, mission_of, moving
from barents.games.north_cape.rules.pieces import (
    Umpire,
    at,
    factor,
    find,
    flight,
    is_asw_capable,
    is_real,
    is_submerged,
    put,
    reconnoitre,
    speed,
    tell_boxes,
    turn_up,
)
from barents.games.north_cape.rules.recon import note_merchants
from barents.games.north_cape.rules.sight import in_sight
from barents.games.north_cape.solitaire.contacts import note_moved_in
from barents.games.north_cape.solitaire.groups import is_automatic
from barents.games.north_cape.solitaire.steering import discover
from barents.games.north_cape.state import ClaimSubmarine, Mission, Piece, Sail, State, Window, Withdraw
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side


def about_intercepting(data: Data, known: State, decision: Decision[Any]) -> str:
    """Who comes past which patrol, and what an interception takes and brings."""
    mission = mission_of(known)
    kind = craft(mission.flying)
    enemy = SIDES[mission.side]
    able = decision.options.items if isinstance(decision.options, Subset) else ()
    if not able:
        return (
            f"The {enemy} bring {kind} on {AN[mission.type]} into {mission.at}, but no patrol of yours can meet them."
        )
    chase = _chase(data, known, mission, able)
    return (
        f"The {enemy} bring {kind} on {AN[mission.type]} into {mission.at}, beside your patrol. Those that you choose "
        f"are seen, end their patrol and fight if they are fast enough{chase}; it counts as your next mission. "
        "The enemy does not know that you are asked."
    )


def _chase(data: Data, known: State, mission: Mission, able: Sequence[str]) -> str:
    """Whether the fastest patrol is as fast as any ship that the enemy could have there (NC 7.1)."""
    if mission.flying:
        return ""
    own = max(speed(data, find(known, name)) for name in able)
    theirs = max(about.move for about in data.counters.values() if about.is_ship and about.side is mission.side)
    return (
        " (no ship of theirs is faster)"
        if own >= theirs
        else f" (yours make {so_many(own, 'hex', 'hexes')}, the fastest of theirs {theirs})"
    )


def about_the_word(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """What one little word does."""
    return (
        f"The enemy intercepts you in {mission_of(known).at}, with nothing that can hunt submarines. "
        "Say it, true or not, and you move on unseen; or show him what you have."
    )


def about_withdrawing(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where they are caught, and what it means to keep out."""
    return (
        f"You are caught in {mission_of(known).at}. These are faster than any of the enemy: who keeps out "
        "is not fired at, but does not move again this turn; the others fight without them."
    )


INTERCEPT: Question[State, Data] = Question(
    "NC-7.0-trigger",
    "Intercept them?",
    phase=INTERCEPTION,
    about=about_intercepting,
    answers={Choose: "These go for the enemy; with none chosen he goes on, and learns nothing of your patrol."},
    verb="Intercept",
    order="Intercept with units on patrol",
)
SUBMARINE: Question[State, Data] = Question(
    "NC-8.0-declare-submarine",
    'Say "Submarine", or show what sails there?',
    phase=INTERCEPTION,
    about=about_the_word,
)
WITHDRAW: Question[State, Data] = Question(
    "NC-7.2-straggler-who",
    "Which units keep out of the fight?",
    phase=INTERCEPTION,
    about=about_withdrawing,
    answers={Choose: "These take no part in the fight; all others in the hex do."},
    verb="Keep out",
)


def watched(state: State, data: Data, side: Side, occupied: set[str]) -> set[str]:
    """NC 7.0: the hexes in or next to which a patrol of a side was announced; both sides know as much.

    `occupied` are the hexes where the side has anything: a station with nobody in it watches nothing.
    """
    reach = data.tables.limits.interception_reach
    return {cell for station in state.stations[side] if station in occupied for cell in data.disc(station, reach)}


def may_intercept(state: State, data: Data, mission: Mission, piece: Piece) -> bool:
    """NC 7.0: whether a patrol in or next to the hex could fight ships, or aircraft, whichever are announced.

    Ships never intercept aircraft; a decoy may pretend to. No aircraft goes beyond its range for it (NC 5.3, NC 5.4),
    and who has been halted does not leave his hex for it (NC 7.2).
    """
    about = data.counters[piece.id]
    if data.grid.distance(piece.at, mission.at) > data.tables.limits.interception_reach:
        return False
    if about.is_decoy:
        return True
    if piece.halted and piece.at != mission.at:
        return False
    if about.is_air:
        if data.grid.distance(base_hex(state, piece), mission.at) > flight(data, state, piece):
            return False
        return about.red if mission.flying else factor(data, piece, "surface") > 0 or factor(data, piece, "torp") > 0
    if mission.flying or not (factor(data, piece, "gun") or factor(data, piece, "torp") or about.asw):
        return False
    joined = piece.at == mission.at or mission.at in data.joined(state.ice)[piece.at]
    return joined and may_be(data, state, piece, mission.at)


def window(u: Umpire, _step: Window) -> kernel.Rule[tuple[Step, ...]]:
    """NC 7.0: the other side may intercept, unseen until it does; it is offered at each hex entered."""
    state, data = u.state, u.data
    mission = mission_of(state)
    watcher = mission.side.enemy
    patrols = [piece for piece in state.pieces[watcher].values() if piece.on_patrol]
    near = [piece.id for piece in patrols if may_intercept(state, data, mission, piece)]
    prompt = f"Intercept the {craft(mission.flying)} in {mission.at}?"
    chosen = yield from u.window(watcher, INTERCEPT, Subset(near), prompt)
    return (Sail(),) if chosen is None else intercept(u, mission, chosen.items)


def intercept(u: Umpire, mission: Mission, names: tuple[str, ...]) -> tuple[Step, ...]:
    """NC 7.0: an attempt ends the patrol and takes the side's next place in the alternation (R16, R19)."""
    state, data = u.state, u.data
    watcher = mission.side.enemy
    state.interceptor_acted = True
    hunters = [state.pieces[watcher][name] for name in names]
    for piece in hunters:
        piece.on_patrol = False
    u.tell("NC-7.0-interception-is-mission", "{side} intercept at {cell}", side=watcher.value, cell=mission.at)
    stack = moving(state, mission)
    if mission.flying or mission.group or not can_pass(data, stack):
        return meet(u, mission, hunters)
    state.intercepted_unseen = True
    listeners = [piece.id for piece in hunters if is_asw_capable(data, piece)]
    if not listeners:
        return (ClaimSubmarine(names),)
    boats = [piece for piece in stack if is_submerged(data, piece)]
    turn_up(u, stack, "NC-8.0-asw-interceptor-reveals")
    reconnoitre(boats, listeners)
    return (Sail(),)


def claim_submarine(u: Umpire, _step: ClaimSubmarine) -> kernel.Rule[tuple[Step, ...]]:
    """NC 8.0: against interceptors without ASW the owner may say "Submarine", true or not, and moves on."""
    mission = mission_of(u.state)
    options: Pick[SaySubmarine | Show] = Pick([SaySubmarine(), Show()])
    choice = yield from u.ask(mission.side, SUBMARINE, options)
    if isinstance(choice, SaySubmarine):
        u.tell("NC-8.0-declare-submarine", '{side}: "Submarine"', side=mission.side.value)
    else:
        turn_up(u, moving(u.state, mission), "NC-8.0-declare-submarine")
    return (Sail(),)


def meet(u: Umpire, mission: Mission, hunters: list[Piece]) -> tuple[Step, ...]:
    """NC 7.0, NC 7.1: both sides reveal all but submerged boats; the fastest interceptor against the slowest.

    A decoy reconnoitres nobody (NC 5.5). Only what was moving is halted: who lay there fights, and may move later.
    In solitaire Victorious is discovered by it (NC 11.6).
    """
    state, data, side = u.state, u.data, mission.side
    cells = sorted({piece.at for piece in hunters} | {mission.at})
    for piece in hunters:
        if piece.at != mission.at:
            note_interceptor(state, data, mission, piece)
            note_moved_in(state, data, mission, piece)
            boxed = msgspec.structs.replace(piece)
            piece.box = 0
            put(u, piece, mission.at)
            tell_boxes(u, [boxed])
    now = "; ".join(f"{cell}: {in_sight(state, data, side.enemy, cell)}" for cell in cells)
    u.tell("NC-7.0-move-in", "They are seen to move: {now}", now=now)
    everyone = at(state, side, mission.at) + at(state, side.enemy, mission.at)
    turn_up(u, [p for p in everyone if not is_submerged(data, p)], "NC-7.0-reveal-all")
    hunters = [piece for piece in hunters if is_real(data, piece)]
    prey = in_the_open(state, data, side, mission.at)
    if not hunters or not prey:
        return (Sail(),)
    note_merchants(u, prey)
    reconnoitre(prey, [piece.id for piece in hunters])
    if is_automatic(state, side):
        discover(u, mission.at)
    if all(is_too_fast(data, piece, hunters) for piece in prey):
        u.tell("NC-7.1-fail-continue", "They are too slow, and the others move on")
        return (Sail(),)
    caught = [piece for piece in prey if piece.id in mission.units]
    whom = ", ".join(data.counters[piece.id].name for piece in caught) or "those who lay there"
    names = ", ".join(data.counters[piece.id].name for piece in hunters)
    u.tell("NC-7.1-compare", "Caught at {cell} by {names}: {whom}", cell=mission.at, names=names, whom=whom)
    turn_up(u, hunters, "NC-7.1-compare")
    for piece in caught:
        halt(piece)
    return (Withdraw(tuple(piece.id for piece in hunters)),)


def in_the_open(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NC 7.1: all units of a side in a hex, also those that did not move, but for submerged boats (R96)."""
    return [piece for piece in at(state, side, cell) if is_real(data, piece) and not is_submerged(data, piece)]


def halt(piece: Piece) -> None:
    """NC 7.2: an intercepted piece does not move again this turn, and its patrol is over (R16, R97)."""
    piece.halted = not piece.group  # a group of solitaire sails once a turn in any case
    piece.on_patrol = False


def is_too_fast(data: Data, piece: Piece, hunters: list[Piece]) -> bool:
    """NC 7.1, NC 7.2: whether a piece is faster than every interceptor.

    A fighter is fast enough for any aircraft, whatever else shares the hex with that (R21).
    """
    if data.counters[piece.id].is_air and any(data.counters[hunter.id].type == "F" for hunter in hunters):
        return False
    return speed(data, piece) > max(speed(data, hunter) for hunter in hunters)


def withdraw(u: Umpire, step: Withdraw) -> kernel.Rule[tuple[Step, ...]]:
    """NC 7.2: pieces faster than every interceptor may be withdrawn; they stay in the hex, halted (R23)."""
    state, data = u.state, u.data
    mission = mission_of(state)
    side = mission.side
    hunters = [state.pieces[side.enemy][name] for name in step.interceptors]
    prey = in_the_open(state, data, side, mission.at)
    quick = [piece.id for piece in prey if is_too_fast(data, piece, hunters)]
    withdrawn: tuple[str, ...] = ()
    if quick:
        chosen = yield from u.ask(side, WITHDRAW, Subset(quick))
        withdrawn = chosen.items
        for name in withdrawn:
            halt(state.pieces[side][name])
        names = ", ".join(data.counters[name].name for name in withdrawn) or "nobody"
        u.tell("NC-7.2-straggler-who", "Withdrawn: {names}", names=names)
    return start_combat(u, mission.at, side.enemy, step.interceptors, withdrawn)
