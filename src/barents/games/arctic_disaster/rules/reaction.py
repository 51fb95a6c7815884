"""Chapters 7.7 and 10.1: enemies in the hex of an activated force, and enemies near it that may intercept it."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import Intercept, OpenFire, OpenFireWith
from barents.games.arctic_disaster.combat.battle_line import begin_battle
from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.names import WHOSE
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.activation import note_sortie
from barents.games.arctic_disaster.rules.detection import lose_in_fog, search_modifiers
from barents.games.arctic_disaster.rules.odds import yes_or_no
from barents.games.arctic_disaster.rules.submarines import contact_steps, sweep
from barents.games.arctic_disaster.rules.terrain import may_enter, step_cost
from barents.games.arctic_disaster.rules.units import Umpire, forces_at, in_force, is_fog
from barents.games.arctic_disaster.rules.ways import active_force, is_homeward, points_of
from barents.games.arctic_disaster.state import Force, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.kernel.words import signed


def about_open_fire(_data: Data, _known: State, decision: Decision[Any]) -> str:
    """What comes of letting him go."""
    if q.is_empty(decision):
        return q.NOTHING
    return "You have found the enemy in your own hex. If you let him go he may still open fire himself, or sail on."


def about_intercepting(data: Data, _known: State, decision: Decision[Any]) -> str:
    """What an interception needs."""
    if q.is_empty(decision):
        return q.NOTHING
    table = data.tables.search
    return (
        f"It has come within {data.tables.speeds.reaction} hexes. Your force must find it: {table.gained_from} or "
        f"more, {signed(table.fog)} in fog. Then it sails into the hex and fights at once; otherwise it stays."
    )


def interception_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 7.7: the interceptor must find the force that moves; any detection will do."""
    if not isinstance(action, Intercept):
        return None
    modifiers = search_modifiers(known, data, active_force(known).at)
    chance = 1 - chances.searched(data, modifiers)["nothing"]
    return yes_or_no(chance, "intercepting", "missed", modifiers, "if it is a dummy, it is only found out")


INTERCEPT: Question[State, Data] = Question(
    "AD-7.7-react-trigger",
    "Does one of your forces intercept the enemy?",
    phase=q.ACTIVE,
    about=about_intercepting,
    answers={Decline: "Your forces stay where they are, and the enemy learns nothing of it."},
    odds=interception_odds,
    order="Intercept forces that pass by",
)
OPEN_FIRE: Question[State, Data] = Question(
    "AD-11.4.1-start-passive",
    "Open fire on the force in your hex?",
    phase=q.ACTIVE,
    about=about_open_fire,
    answers={
        OpenFire: "Surface combat begins here, with all your forces in the hex.",
        Decline: "You hold your fire, and the enemy learns nothing of it.",
    },
    order="Open fire on forces in the same hex",
)


def meet(u: Umpire, _step: s.Meet) -> tuple[Step, ...]:
    """AD 10.1, 11.4.1: forces of both sides in one hex search for each other, the activated one first.

    A dummy searches for show and finds nothing (R109). Then the other side may open fire on what
    it has found; the activated one can do so at any time.
    """
    state, active = u.state, u.state.active
    assert active is not None
    if active.force not in state.forces[active.side]:
        return ()
    mover, side = active_force(state), active.side
    there = forces_at(state, side.enemy, mover.at)
    if not there:
        return ()
    steps: list[Step] = []
    for enemy in there:
        if enemy.key not in active.mutual:
            active.mutual.append(enemy.key)
            if mover.at not in active.searched:
                active.searched.append(mover.at)
            steps.append(s.Search(side, enemy.key, "AD-10.1-mutual", by=mover.key))
            steps.append(s.Search(side.enemy, mover.key, "AD-10.1-mutual", by=enemy.key))
    return (*steps, s.OpenFireWindow())


def open_fire_window(u: Umpire, _step: s.OpenFireWindow) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.1: a force that has detected the activated one in its hex may open fire.

    Every force of its side that is detected is in the combat too; its owner says whether those that are not keep out.
    """
    state, active = u.state, u.state.active
    assert active is not None
    if active.force not in state.forces[active.side]:
        return ()
    mover, side = active_force(state), active.side
    there = forces_at(state, side.enemy, mover.at)
    if not there or mover.at in active.fought:
        return ()
    able = [enemy.key for enemy in there if not enemy.dummy] if mover.detected else []
    prompt = f"Open fire on the force in {mover.at}?"
    options: list[Action] = [OpenFire()] if able else []
    if len(able) > 1:
        hidden = [enemy.key for enemy in there if not enemy.detected and enemy.key in able]
        options += [OpenFireWith(key) for key in able if any(other != key for other in hidden)]
    answer = yield from u.window(side.enemy, OPEN_FIRE, Pick(options), prompt)
    if answer is None:
        return ()
    entered = {mover.key: active.came_from} if active.came_from else {}
    forces = {side: [mover.key], side.enemy: [answer.force] if isinstance(answer, OpenFireWith) else able}
    return begin_battle(u, mover.at, side, forces, entered=entered, attacker=side.enemy)


def react(u: Umpire, _step: s.React) -> kernel.Rule[tuple[Step, ...]]:
    """AD 7.7: a force within two hexes of the one that moves may try to intercept it, once in its activation.

    Whoever has a marker that near is asked, since the mover cannot know whether it is a dummy.
    """
    state, data, active = u.state, u.data, u.state.active
    assert active is not None
    if active.force not in state.forces[active.side]:
        return ()
    mover, enemy = active_force(state), active.side.enemy
    near = near_enemies(state, data)
    if not near:
        return ()
    able = [force for force in near if can_intercept(state, data, enemy, force, mover.at)]
    prompt = f"Does one of your forces intercept the enemy in {mover.at}?"
    options = Pick([Intercept(force.key) for force in able])
    chosen = yield from u.window(enemy, INTERCEPT, options, prompt)
    return () if chosen is None else (s.Interception(chosen.force), s.React())


def near_enemies(state: State, data: Data) -> list[Force]:
    """AD 7.7: the markers near the force that moves that have not tried to intercept it yet."""
    active, at = state.active, active_force(state).at
    assert active is not None
    near = data.within(at, data.tables.speeds.reaction)
    return [
        force
        for force in state.forces[active.side.enemy].values()
        if force.at in near and force.at != at and force.key not in active.tried
    ]


def can_intercept(state: State, data: Data, side: Side, force: Force, cell: str) -> bool:
    """AD 7.7, R27, R39, R102: a real force but not PQ-17, nor one called home, with points and leave for the way."""
    if force.dummy or force.key == CONVOY or is_homeward(state, data, side, force):
        return False
    left = points_of(data, force, in_force(state, side, force.key), fast=force.fast) - force.spent
    return way_to(state, data, side, force, cell, left) is not None


def way_to(state: State, data: Data, side: Side, force: Force, cell: str, left: int) -> tuple[int, str] | None:
    """The cheapest way to a hex within two: what it costs, and from which hex it is entered."""
    best: tuple[int, str] | None = None
    if not may_enter(state, data, side, force, cell):
        return None
    for between in (force.at, *data.neighbours(force.at)):
        last = step_cost(data, side, between, cell)
        first = 0 if between == force.at else step_cost(data, side, force.at, between)
        if last is None or first is None or (between != force.at and not may_enter(state, data, side, force, between)):
            continue
        if first + last <= left and (best is None or first + last < best[0]):
            best = (first + last, between)
    return best


def interception(u: Umpire, step: s.Interception) -> tuple[Step, ...]:
    """AD 7.7: the interceptor has to find the mover, even one that is detected already."""
    state, active = u.state, u.state.active
    assert active is not None
    active.tried.append(step.force)
    side = active.side.enemy
    force = state.forces[side][step.force]
    words = f"{WHOSE[side]} force at {{cell}} tries to intercept"
    u.tell("AD-7.7-react-trigger", words, cell=force.at, marker=force.handle)
    return s.Search(side, active.force, "AD-7.7-react-search"), s.Intercepted(step.force)


def intercepted(u: Umpire, step: s.Intercepted) -> tuple[Step, ...]:
    """AD 7.7, 13.2, 13.5: any detection brings the interceptor into the mover's hex, and combat at once; else it stays.

    It goes hex by hex, since boats on its way may set on it, and dummy boats vanish before it.
    """
    state, data, active = u.state, u.data, u.state.active
    assert active is not None
    side = active.side.enemy
    force = state.forces[side].get(step.force)
    if not state.found or active.force not in state.forces[active.side] or force is None:
        return _in_vain(u)
    mover = active_force(state)
    if force.at != mover.at:
        left = points_of(data, force, in_force(state, side, force.key), fast=force.fast) - force.spent
        way = way_to(state, data, side, force, mover.at, left)
        if way is None:  # it has been hit on its way
            return _in_vain(u)
        return _come_nearer(u, side, force, mover.at if way[1] == force.at else way[1])
    u.tell("AD-7.7-react-success", "It intercepts at {cell}", cell=mover.at)
    entered = {force.key: step.came_from}
    if active.came_from:
        entered[mover.key] = active.came_from
    forces = {active.side: [mover.key], side: [force.key]}
    return begin_battle(u, mover.at, active.side, forces, entered=entered, intercepted=True, attacker=side)


def _in_vain(u: Umpire) -> tuple[Step, ...]:
    """AD 7.7: the interceptor stays where it is, and the mover goes on."""
    u.tell("AD-7.7-react-success", "The interception comes to nothing")
    return ()


def _come_nearer(u: Umpire, side: Side, force: Force, cell: str) -> tuple[Step, ...]:
    """AD 5.1, 7.7, 13.5: an interceptor enters the next hex of its way; fog may hide it until it fights."""
    before, cost = force.at, step_cost(u.data, side, force.at, cell)
    assert cost is not None
    force.spent, force.at = force.spent + cost, cell
    words = f"{WHOSE[side]} force moves from {{start}} to {{cell}}"
    u.tell("AD-7.1-adjacent", words, start=before, cell=cell, marker=force.handle)
    if side is Side.AXIS:
        note_sortie(u, force, before)
    if is_fog(u.state, u.data, cell) and not is_fog(u.state, u.data, before):
        lose_in_fog(u, side, force)
    sweep(u, side, cell)
    return (*contact_steps(u, side, force.key, cell), s.Intercepted(force.key, came_from=before))
