"""Chapters 3.2, 4.1, 4.2 and 5.2: the Activation Pool is filled, and emptied marker by marker.

A force is in the pool by the number under which the enemy knows its marker on the map, so that the pool, which both
sides may look into, tells nobody which force is which or which is a dummy.
"""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import ActivateForce, PutIn, Stop
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.knowledge.known import mark
from barents.games.arctic_disaster.rules.dice import runs_aground
from barents.games.arctic_disaster.rules.facts import command_items, formation_items
from barents.games.arctic_disaster.rules.tirpitz import knights_move_window, put_in, tirpitz_hex, watch
from barents.games.arctic_disaster.rules.units import Umpire, by_number, convoy
from barents.games.arctic_disaster.state import (
    C2,
    GROUNDING,
    HITLER,
    INTELLIGENCE,
    KNIGHTS_MOVE,
    MASSED,
    SCATTERS,
    SEARCH,
    TACTICAL,
    WEATHER,
    Force,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.game import Step
from barents.kernel.odds import every_throw, gamble
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

# How many there are of each in the pool in every turn; those of the second line for each side.
EVERY_TURN = {WEATHER: 2, TACTICAL: 1}
EACH_SIDE = {C2: 1, INTELLIGENCE: 1, SEARCH: 2}


def force_of(state: State, marker: str) -> tuple[Side, Force] | None:
    """The force of a pool marker, if it is one and still on the map."""
    for side in Side:
        for force in state.forces[side].values():
            if mark(side, force.handle) == marker:
                return side, force
    return None


def of_side(event: str, side: Side) -> str:
    """The event marker of one side."""
    return f"{event}-{side.value}"


def owner_of(marker: str) -> tuple[str, Side | None]:
    """An event marker's kind, and its side if it has one.

    >>> owner_of("c2-axis"), owner_of("weather")
    (('c2', <Side.AXIS: 'axis'>), ('weather', None))
    """
    kind, _, name = marker.rpartition("-")
    return (kind, Side(name)) if kind in EACH_SIDE else (marker, None)


# Filling it (3.1, 4.1)


def ready_formations(state: State, data: Data) -> list[str]:
    """AD 4.1: the German formations that have not flown today and have units left."""
    flying = {data.air[wing].formation for wing in state.wings[Side.AXIS]}
    return [key for key, formation in state.formations.items() if not formation.flown and key in flying]


def may_mass(state: State, data: Data) -> bool:
    """AD 5.6: Massed German Air is there once on each of some days."""
    file = data.scenarios[state.scenario]
    day = file.turns[state.turn - 1].day
    return day in file.massed_days and day not in state.massed_days


def about_allied_markers(data: Data, _known: State, decision: Decision[Any]) -> str:
    """What each of the markers does that are offered."""
    told = "All that happens in a turn is drawn from one pool."
    offered = decision.options.items if isinstance(decision.options, Subset) else ()
    if GROUNDING in offered:
        least = data.tables.other.grounding_from
        told += (
            " Grounding comes once in the game: if it is drawn while German ships are in the coastal passage, each of "
            f"one force runs aground on {least} or more."
        )
    if SCATTERS in offered:
        told += " Convoy Scatters, when drawn, makes every merchant run for itself, for good."
    return told


def grounding_odds(data: Data, _known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.5: that a ship of the force that is drawn runs aground."""
    if not isinstance(action, Choose) or GROUNDING not in action.items:
        return None
    note = "for each ship of one German force, if one is in the coastal passage when the marker is drawn"
    return gamble(every_throw(data, lambda u: runs_aground(u, "")), "running aground", "safe passage", note)


ALLIED_MARKERS: Question[State, Data] = Question(
    "AD-3.1-pool-optional",
    "Which special markers do you put into the pool this turn?",
    phase=q.INITIAL,
    about=about_allied_markers,
    answers={Choose: "These markers can be drawn this turn; the others stay out of the pool."},
    verb="Put in",
    odds=grounding_odds,
)
AXIS_MARKERS: Question[State, Data] = Question(
    "AD-4.1-air-withhold",
    "Which air formations may be drawn this turn?",
    phase=q.INITIAL,
    about=(
        "A formation flies once a day, when its marker is drawn and a target is in sight, so keep it back if that is "
        "unlikely. Massed German Air lets several wait and attack together, once on each day."
    ),
    answers={Choose: "These can be drawn this turn; the others stay out of the pool."},
    verb="Put in",
    items=formation_items,
)
SCATTER_AT_WILL: Question[State, Data] = Question(
    "AD-16.2-no-forced-scatter",
    "Put Convoy Scatters into the pool, so that PQ-17 disperses?",
    phase=q.POOL,
    about=(
        "When the marker is drawn every merchant runs for itself: aircraft and boats find them one by one, but guns "
        "cannot sink them all at once. It cannot be taken back; you are asked again when something has changed."
    ),
    answers={PutIn: "In the pool the marker may be drawn at any moment; kept back, the convoy stays together."},
)
COMMAND: Question[State, Data] = Question(
    "AD-5.2-c2-activate",
    "Command and Control: which force or formation of yours acts now?",
    phase=q.POOL,
    about="Your marker was drawn: whatever you name acts now instead of when chance will have it, once this turn.",
    answers={Stop: "Nothing acts now, and the next marker is drawn."},
    items=command_items,
)


def may_scatter(state: State, data: Data) -> bool:
    """AD 16.2: whether the Allies may scatter PQ-17 of their own will."""
    rules = data.scenarios[state.scenario].rules
    return rules.voluntary_scatter and state.scatter == "no" and convoy(state) is not None


def fill_pool(u: Umpire, _step: s.FillPool) -> kernel.Rule[tuple[Step, ...]]:
    """AD 3.1, 4.1: every force, dummies too, the formations that the German puts in, and the events of the turn."""
    state, data = u.state, u.data
    chosen, formations = yield from u.both(_allied_markers(u), _axis_markers(u))
    state.aside = []
    if GROUNDING in chosen:
        state.grounding = True
    if SCATTERS in chosen or _is_overdue(state, data):
        put_in(u, SCATTERS)
    if MASSED in formations:
        state.massed_days.append(data.scenarios[state.scenario].turns[state.turn - 1].day)
    waiting = {KNIGHTS_MOVE: state.knights_move, HITLER: state.hitler, SCATTERS: state.scatter}
    state.pool = [mark(side, force.handle) for side in Side for force in by_number(state.forces[side].values())]
    state.pool += [*formations, *(marker for marker in chosen if marker != SCATTERS)]
    state.pool += [marker for marker, count in EVERY_TURN.items() for _ in range(count)]
    state.pool += [of_side(kind, side) for side in Side for kind, count in EACH_SIDE.items() for _ in range(count)]
    state.pool += [marker for marker, status in waiting.items() if status == "pool"]
    for marker in [*formations, *chosen]:
        u.tell("AD-3.1-pool-optional", "{marker} goes into the pool", marker=marker)
    return ()


def _is_overdue(state: State, data: Data) -> bool:
    """AD 9.4, R41: whether Tirpitz has not been seen for so long that PQ-17 has to scatter."""
    rules = data.scenarios[state.scenario].rules
    due = rules.forced_scatter and state.scatter == "no" and convoy(state) is not None
    return due and state.unseen >= data.tables.other.scatter_unseen and bool(tirpitz_hex(state, data))


def _allied_markers(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """AD 5.5, 16.2: the markers that the Allies may put in."""
    state, data = u.state, u.data
    offered = [] if state.grounding else [GROUNDING]
    if may_scatter(state, data):
        offered.append(SCATTERS)
    if not offered:
        return ()
    answer: Choose = yield from u.ask(Side.ALLIED, ALLIED_MARKERS, Subset(offered))
    return answer.items


def _axis_markers(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """AD 4.1, 5.6: the formations that the German may put in, and Massed German Air."""
    state, data = u.state, u.data
    offered = ready_formations(state, data)
    if may_mass(state, data):
        offered.append(MASSED)
    if not offered:
        return ()
    answer: Choose = yield from u.ask(Side.AXIS, AXIS_MARKERS, Subset(offered))
    return answer.items


# Drawing (3.2, 4.2)


def draw(u: Umpire, step: s.Draw) -> kernel.Rule[tuple[Step, ...]]:
    """AD 3.2, 4.2: a marker is drawn and resolved; one that has been activated already is ignored for another.

    Before that comes what Tirpitz has set off, and who may put in a marker at any moment does so (14.0, 16.2). When
    the pool is empty, the turn goes on.
    """
    state = u.state
    state.phase = "activation"
    watch(u)
    yield from _scatter_at_will(u)
    yield from knights_move_window(u)
    while state.pool:
        who = "The Allies draw" if state.drawer is Side.ALLIED else "The Germans draw"
        marker = u.draw(state.pool, 1, "AD-1.3-pool-random", who)[0]
        state.pool.remove(marker)
        state.aside.append(marker)
        steps = _resolve(u, marker)
        if steps:
            state.drawer = state.drawer.enemy
            return (*steps, step)
        u.tell("AD-5.2-c2-ignore-later", "It has been activated already, or is gone: another marker is drawn")
    state.phase = "terminal"
    return ()


def _resolve(u: Umpire, marker: str) -> tuple[Step, ...]:
    """AD 4.2: what a marker brings; nothing if its force has been activated or is gone."""
    state = u.state
    if marker in state.formations:
        formation = state.formations[marker]
        return () if formation.flown or formation.activated else (s.ActivateAir(marker),)
    if not marker.rpartition("-")[2].isdigit():
        return (s.Event(marker),)
    found = force_of(state, marker)
    return () if found is None or found[1].activated else (s.Activate(found[0], found[1].key),)


def _scatter_at_will(u: Umpire) -> kernel.Rule[None]:
    """AD 16.2: the Allies may scatter PQ-17 at any time: they are asked again when anything has changed.

    It has to be something that everyone sees: else to be asked would tell the German which marker is PQ-17.
    """
    state, data = u.state, u.data
    if not is_to_consider(state, data):
        return
    state.considered = _plight(state)
    options = Pick([PutIn(SCATTERS, False), PutIn(SCATTERS, True)])
    if (yield from u.ask(Side.ALLIED, SCATTER_AT_WILL, options)).yes:
        put_in(u, SCATTERS)


def is_to_consider(state: State, data: Data) -> bool:
    """AD 16.2: whether PQ-17 is in a position in which the Allies have not yet chosen to keep it together."""
    return may_scatter(state, data) and _plight(state) != state.considered


def _plight(state: State) -> str:
    """The turn, which German forces are in sight, and what is left of the Allied ships.

    At any time means whenever there is a new reason: to be asked after each move of anybody would be a nuisance.
    """
    enemies = [str(force.handle) for force in by_number(state.forces[Side.AXIS].values()) if force.detected]
    damage = sum(ship.damage for ship in state.ships[Side.ALLIED].values())
    return f"{state.turn}/{' '.join(enemies)}/{damage}"


# Command and control (5.2)


def command(u: Umpire, side: Side) -> kernel.Rule[tuple[Step, ...]]:
    """AD 5.2: its owner may activate a force that has not been, the German also a formation that has not flown today.

    One that was drawn in vain, or waits for the massed attack, has been activated. The marker of what acts now stays in
    the pool and is ignored when it is drawn.
    """
    state, data = u.state, u.data
    forces = [force.key for force in state.forces[side].values() if not force.activated]
    ready = ready_formations(state, data) if side is Side.AXIS else []
    wings = [key for key in ready if not state.formations[key].activated]
    listed: list[Action] = [Stop(), *(ActivateForce(name) for name in (*forces, *wings))]
    if len(listed) == 1:
        return ()
    answer = yield from u.ask(side, COMMAND, Pick(listed))
    if not isinstance(answer, ActivateForce):
        u.tell("AD-5.2-c2-decline", "Command and Control is not used")
        return ()
    if answer.marker in wings:
        u.tell("AD-5.2-c2-activate", "Command and Control activates {marker}", marker=answer.marker)
        return (s.ActivateAir(answer.marker),)
    marker = mark(side, state.forces[side][answer.marker].handle)
    u.tell("AD-5.2-c2-activate", "Command and Control activates {marker}", marker=marker)
    return (s.Activate(side, answer.marker),)
