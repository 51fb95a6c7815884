"""Chapters 11.4.9 to 11.4.13: how surface combat ends, and who leaves the hex for where."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.actions import Disengage, Retreat, ScatterConvoy
from barents.games.arctic_disaster.combat.battle_line import (
    NAMES,
    about_battle,
    battle_of,
    fighting,
    has_convoy,
    in_fog,
    is_beaten,
    recentred,
)
from barents.games.arctic_disaster.data import CONVOY, WESTERLY, Data, at
from barents.games.arctic_disaster.names import WHOSE, place
from barents.games.arctic_disaster.rules import activation, cripples, scatter, terrain
from barents.games.arctic_disaster.rules.detection import lose_in_fog
from barents.games.arctic_disaster.rules.ice import may_enter_ice
from barents.games.arctic_disaster.rules.lone_ships import crowds, enter_alone, full_hexes
from barents.games.arctic_disaster.rules.submarines import contact_steps, sweep
from barents.games.arctic_disaster.rules.units import Umpire, forces_at, is_afloat, is_fog, of_type, singles_at
from barents.games.arctic_disaster.state import EndBattle, Force, Round, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D10
from barents.kernel.game import Step
from barents.kernel.odds import every_end, gamble
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

STRENGTH = ("BB", "CA", "DD")  # what is counted when nobody wants to go (11.4.10)
YES_OR_NO = (Disengage(False), Disengage(True))


def about_scattering(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What becomes of the convoy."""
    return (
        f"{about_battle(data, known)} Three groups get away to the east and the fourth stays under fire. The convoy "
        "never forms again, and its destroyers go off by themselves."
    )


def about_breaking_off(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Who says when it is over."""
    if german_decides(known):
        return f"{about_battle(data, known)} Against the convoy you alone say when it is over; it cannot get away."
    least = data.tables.other.disengage_from
    return (
        f"{about_battle(data, known)} If both want to, it is over. If one does, a die must reach {least}, one easier "
        "with every round. Whoever wanted to go leaves the hex."
    )


def about_retreat(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What a retreat is."""
    return f"The fight at {place(data, battle_of(known).cell)} is over and you leave the hex, the whole force together."


def leaving_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 11.4.9: that a combat ends if only one side wants it to."""
    if action != Disengage(True) or german_decides(known) or battle_of(known).round >= data.tables.gunnery.rounds:
        return None
    found = every_end(data, known, _breaks_off, changes=False)
    return gamble(found, "getting away", "the fight goes on", "surely, if the enemy wants to stop too")


SCATTER: Question[State, Data] = Question(
    "AD-11.4.13-convoy-scatter", "Does the convoy scatter?", phase=q.BATTLE, about=about_scattering
)
BREAK_OFF: Question[State, Data] = Question(
    "AD-11.4.9-both-stop",
    "Do you want to break off the combat?",
    phase=q.BATTLE,
    about=about_breaking_off,
    odds=leaving_odds,
)
RETREAT: Question[State, Data] = Question(
    "AD-11.4.10-other-order", "Where do your ships withdraw to?", phase=q.BATTLE, about=about_retreat
)


# The end of a round


def scatter_option(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.13: after the fifth and each later round the Allied player may scatter the convoy."""
    state, battle = u.state, battle_of(u.state)
    after: tuple[Step, ...] = (Round("disengagement"),)
    if any(is_beaten(state, u.data, side) for side in Side):
        return (EndBattle(),)
    if not has_convoy(state) or battle.round <= u.data.tables.other.convoy_together:
        return after
    options = Pick([ScatterConvoy(False), ScatterConvoy(True)])
    answer = yield from u.ask(Side.ALLIED, SCATTER, options)
    if not answer.yes:
        u.tell("AD-11.4.13-convoy-scatter", "PQ-17 keeps together")
        return after
    battle.scattered = True
    yield from scatter.scatter(u)
    return after


def leave_scattered(u: Umpire) -> None:
    """AD 11.4.13: of a scattered convoy only the ships that lie in the hex are still in the combat, each by itself."""
    state, battle = u.state, battle_of(u.state)
    battle.forces[Side.ALLIED] = [
        key for key in battle.forces[Side.ALLIED] if key != CONVOY and key in state.forces[Side.ALLIED]
    ]
    here = [ship.id for ship in singles_at(state, Side.ALLIED, battle.cell)]
    for name in [name for name in battle.ships if u.data.counters[name].side is Side.ALLIED]:
        ship = state.ships[Side.ALLIED].get(name)
        if ship is not None and ship.force in battle.forces[Side.ALLIED]:
            continue
        if ship is None or name not in here:
            del battle.ships[name]
        elif name not in battle.singles:
            battle.singles.append(name)


def german_decides(state: State) -> bool:
    """AD 11.4.9, 11.4.13, R81: against PQ-17, or ships scattered from it alone, the German says when it is over."""
    battle = battle_of(state)
    return has_convoy(state) or (battle.scattered and not battle.forces[Side.ALLIED])


def disengagement(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.9: each side says whether it wants to stop; if only one does, a die for the active side decides."""
    state, data = u.state, u.data
    battle = battle_of(state)
    if battle.scattered:
        leave_scattered(u)
        if is_beaten(state, data, Side.ALLIED):
            return (EndBattle(),)
    last = battle.round >= data.tables.gunnery.rounds
    if german_decides(state):
        out = not last and (yield from _wants_out(u, Side.AXIS))
        battle.stop = [Side.AXIS] if out else []
        if last or out:
            return (EndBattle(),)
    else:
        allied, axis = yield from u.both(_wants_out(u, Side.ALLIED), _wants_out(u, Side.AXIS))
        battle.stop = [side for side, wish in ((Side.ALLIED, allied), (Side.AXIS, axis)) if wish]
        for side in battle.stop:
            u.tell("AD-11.4.9-one-stop", "{ships} want to break off", ships=NAMES[side])
        if last or len(battle.stop) == len(Side) or (battle.stop and _breaks_off(u)):
            return (EndBattle(),)
    adjust(u)
    return (Round(),)


def _wants_out(u: Umpire, side: Side) -> kernel.Rule[bool]:
    answer = yield from u.ask(side, BREAK_OFF, Pick(YES_OR_NO))
    return answer.yes


def disengage_modifiers(state: State, data: Data) -> dict[str, int]:
    """AD 11.4.9: one for each round before this one, and two in fog."""
    battle, table = battle_of(state), data.tables.other
    modifiers = {}
    if battle.round > 1:
        modifiers["earlier rounds"] = table.disengage_round * (battle.round - 1)
    if in_fog(state, data):
        modifiers["fog"] = table.disengage_fog
    return modifiers


def _breaks_off(u: Umpire) -> bool:
    """AD 11.4.9: the die of the active side, whichever wants to stop."""
    least = u.data.tables.other.disengage_from
    modifiers = disengage_modifiers(u.state, u.data)
    subject = NAMES[battle_of(u.state).active]
    return u.roll(D10, "AD-11.4.9-active-rolls", subject, modifiers, needs=f"{least} or more ends the combat") >= least


def adjust(u: Umpire) -> None:
    """AD 11.4.6, 11.4.12: smoke is gone at the end of a round, and ships near an end of the display are shifted."""
    battle = battle_of(u.state)
    battle.smoke = []
    shift = recentred(u.data, [fighter.area for fighter in battle.ships.values()])
    if shift:
        for fighter in battle.ships.values():
            fighter.area += shift
        u.tell("AD-11.4.12-recentre", "All ships are shifted by {areas} areas", areas=shift)


# The end of the combat


def end_battle(u: Umpire, step: EndBattle) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.10, 11.4.11: damaged ships may be left in the hex; then whoever has to leaves it."""
    state, battle = u.state, battle_of(u.state)
    if not step.leaving:
        u.tell(
            "AD-11.4.9-eight",
            "The surface combat at {cell} is over after round {round}",
            cell=battle.cell,
            round=battle.round,
        )
        battle.leave = leavers(u)
        charge(u)
        return (*cripples.detach_steps(u), EndBattle(leaving=True))
    gone: list[tuple[Side, str, str]] = []
    for side in battle.leave:
        for key in battle.forces[side]:
            if key in state.forces[side]:
                yield from _retreat(u, side, state.forces[side][key])
                if key in state.forces[side]:
                    gone.append((side, key, state.forces[side][key].at))
        alone = [name for name in battle.singles if name in battle.ships and u.data.counters[name].side is side]
        if alone and not battle.scattered:
            ships = [state.ships[side][name] for name in alone]
            yield from _retreat_alone(u, side, ships)
            gone += [(side, "", ship.at) for ship in ships if is_afloat(ship)][:1]
    cell, state.battle = battle.cell, None
    return tuple(step for side, key, place in gone if place != cell for step in _met_by_boats(u, side, key, place))


def _met_by_boats(u: Umpire, side: Side, key: str, cell: str) -> tuple[Step, ...]:
    """AD 13.2, 13.5: dummy boats vanish before whoever withdraws into their hex, and real ones may set on it."""
    sweep(u, side, cell)
    return contact_steps(u, side, key, cell)


def leavers(u: Umpire) -> list[Side]:
    """AD 11.4.10, R80: those who chose to; else the weaker in BB, CA and DD, but nobody against the convoy."""
    state, data, battle = u.state, u.data, battle_of(u.state)
    if any(is_beaten(state, data, side) for side in Side):
        return []
    if german_decides(state):
        return [] if battle.scattered else battle.stop
    if battle.stop:
        return battle.stop
    strength = {side: len(of_type(data, fighting(state, data, side), *STRENGTH)) for side in Side}
    if strength[Side.ALLIED] != strength[Side.AXIS]:
        return [min(Side, key=lambda side: strength[side])]
    die = u.roll(D10, "AD-11.4.10-neither", "Who leaves the hex", needs="6 or more: the German ships")
    return [Side.AXIS if die >= 6 else Side.ALLIED]


def combat_cost(data: Data, rounds: int, *, fast: bool) -> int | None:
    """AD 7.6.4: half movement points that a combat costs the active force; None for all that it has."""
    speeds = data.tables.speeds
    if rounds >= speeds.combat_all_from:
        return None
    points = at(speeds.combat, rounds).modifier
    return 2 * (terrain.faster(data, points) if fast else points)


def charge(u: Umpire) -> None:
    """AD 7.6.4: the active force pays for the combat in movement points."""
    active = u.state.active
    force = u.state.forces[active.side].get(active.force) if active is not None else None
    if active is None or force is None:
        return
    cost = combat_cost(u.data, battle_of(u.state).round, fast=force.fast)
    activation.spend(u, active.left if cost is None else min(cost, active.left))


# Leaving the hex


def _retreat(u: Umpire, side: Side, force: Force) -> kernel.Rule[None]:
    """AD 7.5.5, 7.8, 11.4.10: a force leaves as a whole; where it may choose its owner does. In port it may be done."""
    state, battle = u.state, battle_of(u.state)
    cells = retreat_hexes(state, u.data, side, force)
    cell = yield from _choose(u, side, cells)
    if not cell:
        return
    before, force.at = force.at, cell
    words = f"{WHOSE[side]} force withdraws from {{start}} to {{cell}}"
    u.tell("AD-11.4.10-loser-leaves", words, start=before, cell=cell, marker=force.handle)
    if state.active is not None and (state.active.side, state.active.force) == (side, force.key):
        state.active.came_from = battle.cell
    if side is Side.AXIS:
        activation.note_sortie(u, force, before)
    activation.bring_home(u, side, force)
    if force.key not in state.forces[side]:
        return
    if is_fog(state, u.data, cell) and not is_fog(state, u.data, before):
        lose_in_fog(u, side, force)
    overstack(u, side, cell)


def _retreat_alone(u: Umpire, side: Side, ships: list[Ship]) -> kernel.Rule[None]:
    """AD 11.4.10, R83: ships lying singly leave together; those of a scattered convoy never to the west."""
    cells = alone_hexes(u.state, u.data, side, ships)
    cell = yield from _choose(u, side, cells)
    if cell:
        for ship in ships:
            enter_alone(u, side, ship, cell)
        words = "{number} {number:ship withdraws|ships withdraw} to {cell}"
        u.tell("AD-11.4.10-loser-leaves", words, number=len(ships), cell=cell)


def _choose(u: Umpire, side: Side, cells: list[str]) -> kernel.Rule[str]:
    if not cells:
        u.tell("AD-11.4.10-legal-hex", "{ships} have nowhere to go and stay", ships=NAMES[side])
        return ""
    if len(cells) == 1:
        return cells[0]
    options = Pick([Retreat(cell) for cell in cells])
    answer = yield from u.ask(side, RETREAT, options)
    return str(answer.cell)


def retreat_hexes(state: State, data: Data, side: Side, force: Force) -> list[str]:
    """AD 11.4.10: where a force may withdraw to: back to where it came from to fight, or else by a fixed order."""
    battle = battle_of(state)
    came_from = battle.entered.get(force.key, "")
    if came_from and not (battle.intercepted and side is battle.active):
        return [came_from]
    near = [
        cell
        for cell in data.neighbours(battle.cell)
        if terrain.step_cost(data, side, battle.cell, cell) is not None
        and terrain.orders_let(state, data, side, force, cell)
    ]
    return in_order(state, data, side, near)


def alone_hexes(state: State, data: Data, side: Side, ships: list[Ship]) -> list[str]:
    """AD 7.5.3, 7.5.4, 11.4.10, 11.4.1, R83: where ships lying singly may withdraw to; not over the 30 E line."""
    cell = battle_of(state).cell
    ice = may_enter_ice(data, ships)
    barred = frozenset[str]().union(*(terrain.kept_from(state, data, ship) for ship in ships))
    near = [c for c in data.neighbours(cell) if terrain.step_cost(data, side, cell, c, ice=ice) is not None]
    near = [c for c in near if c not in barred]
    if any(ship.group for ship in ships):
        west = [data.step(cell, bearing) for bearing in WESTERLY]
        near = [c for c in near if c not in west]
    if not any(ship.group and not ship.moves for ship in ships):  # until their first move no limit binds them (9.4)
        full = full_hexes(state, data, ships, crowds(state, data, ships))
        near = [c for c in near if c not in full]
    return in_order(state, data, side, near)


def in_order(state: State, data: Data, side: Side, near: list[str]) -> list[str]:
    """AD 11.4.10: an empty hex; one with friends and room; the enemy's way in; one with friends and no room."""
    battle, stack = battle_of(state), data.tables.speeds.stack
    way_in = [battle.entered[key] for key in battle.forces[side.enemy] if key in battle.entered]
    free = [cell for cell in near if not _held(state, side.enemy, cell)]
    friends = {cell: len(forces_at(state, side, cell)) for cell in free}
    empty = [cell for cell in free if not _held(state, side, cell)]
    for cells in (
        [cell for cell in empty if cell not in way_in],
        [cell for cell in free if 0 < friends[cell] < stack],
        [cell for cell in free if cell in way_in and friends[cell] < stack],
        [cell for cell in free if friends[cell] >= stack],
        free,
    ):
        if cells:
            return cells
    return []


def _held(state: State, side: Side, cell: str) -> bool:
    """Whether a side has a force or ships in a hex."""
    return bool(forces_at(state, side, cell) or singles_at(state, side, cell))


def overstack(u: Umpire, side: Side, cell: str) -> None:
    """AD 11.4.10: too many forces in a hex slow each other down."""
    forces, speeds = forces_at(u.state, side, cell), u.data.tables.speeds
    if len(forces) > speeds.stack:
        for force in forces:
            force.penalty = speeds.most_penalty
        u.tell("AD-11.4.10-overstack", "Too many forces are at {cell}: each is slowed by two", cell=cell)
