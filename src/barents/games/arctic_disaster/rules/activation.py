"""Chapters 4.3, 7.1, 7.6, 7.9 and 9.2: an activated force moves, searches, strikes and fights, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import (
    AirSearch,
    Go,
    LaunchStrike,
    LeaveMap,
    OpenFire,
    Refuel,
    SearchHere,
    SpeedUp,
    Stop,
)
from barents.games.arctic_disaster.combat.air_battle import begin_raid
from barents.games.arctic_disaster.combat.battle_line import begin_battle
from barents.games.arctic_disaster.data import CONVOY, MURMANSK, WESTERLY, Data
from barents.games.arctic_disaster.names import WHOSE, place
from barents.games.arctic_disaster.rules.air import strike_targets
from barents.games.arctic_disaster.rules.cripples import BASES, detach_steps
from barents.games.arctic_disaster.rules.detection import (
    air_search_steps,
    fog_dice,
    lose_in_fog,
    searching,
)
from barents.games.arctic_disaster.rules.force_menus import (
    ACT_RULE,
    SPEED_RULE,
    act_menu,
    act_plan,
    force_asked_about,
    speed_menu,
    speed_plan,
)
from barents.games.arctic_disaster.rules.lone_ships import reach
from barents.games.arctic_disaster.rules.odds import yes_or_no
from barents.games.arctic_disaster.rules.submarines import contact_steps, follow, sweep
from barents.games.arctic_disaster.rules.terrain import goals
from barents.games.arctic_disaster.rules.tirpitz import after_subphase, watch
from barents.games.arctic_disaster.rules.units import (
    Umpire,
    forces_at,
    in_force,
    is_damaged,
    is_fog,
    remove,
)
from barents.games.arctic_disaster.rules.ways import (
    OUT_OF_FUEL,
    active_force,
    active_side,
    in_touch,
    is_homeward,
    may_hurry,
    must_go_on,
    other_deeds,
    points_of,
    unsearched,
    ways_on,
)
from barents.games.arctic_disaster.screen.phrases import halves
from barents.games.arctic_disaster.state import Activation, Force, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick, Product
from barents.kernel.domains import Among
from barents.kernel.game import Step
from barents.kernel.menus import Menu, Plan
from barents.kernel.odds import every_throw, percent
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds


def about_speed(data: Data, _known: State, decision: Decision[Any]) -> str:
    """What speed costs."""
    if q.is_empty(decision):
        return "Ships that are damaged, or called home, go at regular speed; the enemy must not know, so you are asked."
    price = (
        f"an Allied force refuels at sea, {q.counted(data.tables.speeds.refuel, 'point')} slower"
        if decision.side is Side.ALLIED
        else "a German force has to put in for fuel"
    )
    return f"Maximum speed is half as much again and costs fuel. When it has been used twice, {price}."


def about_acting(data: Data, known: State, decision: Decision[Any]) -> str:
    """What the force may or must do, and what a hex costs."""
    speeds, active = data.tables.speeds, known.active
    costs = f"A hex costs 1 point, along a coast {halves(speeds.coastal)}"
    if Stop() not in decision.options and AirSearch() in decision.options:
        return f"Its aircraft have to look for every enemy force in their range before it stops or goes away. {costs}."
    if active is not None and active.homeward:
        return (
            f"It was called home, needs fuel or has a damaged ship to bring home: it must make for its base. {costs}."
        )
    if active is not None and active.force == CONVOY:
        return f"The convoy has to go on east, north-east or south-east each turn. {costs}."
    return (
        f"It may move hex by hex, search and fight in any order, until you stop. {costs}; enemies near may intercept."
    )


def acting_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of a search, and of a step into fog."""
    match action:
        case SearchHere():
            there = forces_at(known, decision.side.enemy, active_force(known).at)
            return searching(data, known, [enemy.at for enemy in there])
        case AirSearch():
            found = unsearched(known, data, decision.side, active_force(known))
            return searching(data, known, [enemy.at for enemy in found])
        case Go(cell):
            return slipping_away(data, known, cell)
    return None


def slipping_away(data: Data, known: State, cell: str) -> Odds | None:
    """AD 5.1, 13.6: a detected force that enters fog may be lost from sight."""
    force = active_force(known)
    if not force.detected or not is_fog(known, data, cell) or is_fog(known, data, force.at):
        return None
    shadowed = force.key == CONVOY and bool(known.shadow)
    found = every_throw(data, lambda u: fog_dice(u, cell, shadowed=shadowed))
    shaken = found.chance(lambda end: end[1])
    lost = found[True, True] if shadowed else found[True, False]
    notes = (f"{percent(shaken)} shake off the boat",) if shadowed else ()
    return yes_or_no(lost, "out of sight", "still seen", found.modifiers, *notes)


def acting_menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str]) -> Menu | None:
    """AD 4.3: all that the activated force can do."""
    return act_menu(data, known, decision, units, partial(acting_odds, data, known, decision))


def acting_plan(data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str) -> Plan:
    """AD 4.3: a whole order for it."""
    return act_plan(data, known, decision, units, deed, cell, partial(acting_odds, data, known, decision))


SPEED: Question[State, Data] = Question(
    SPEED_RULE,
    "How fast does it go?",
    phase=q.ACTIVE,
    about=about_speed,
    units=force_asked_about,
    menu=speed_menu,
    plan=speed_plan,
)
ACT: Question[State, Data] = Question(
    ACT_RULE,
    "What does the force do?",
    phase=q.ACTIVE,
    about=about_acting,
    answers={
        Go: "The force enters this hex, and its movement points pay for it.",
        OpenFire: "Surface combat begins here, with every enemy in the hex that you have found.",
        Stop: "The force stays where it is, and its activation is over.",
    },
    odds=acting_odds,
    units=force_asked_about,
    menu=acting_menu,
    plan=acting_plan,
)


def activate(u: Umpire, step: s.Activate) -> kernel.Rule[tuple[Step, ...]]:
    """AD 4.3, 7.1, 7.9: a force that is out of fuel refuels or turns home; then its speed is chosen.

    The owner is asked also where there is no choice, so that waiting tells the enemy nothing of damage or fuel.
    """
    state, data, side = u.state, u.data, step.side
    force = state.forces[side][step.force]
    force.activated = True
    if side is Side.ALLIED:
        refuel_at_sea(u, force)
    bring_home(u, side, force)
    if force.key not in state.forces[side]:
        return (s.EndActivation(),)
    homeward = is_homeward(state, data, side, force)
    if force.fuel >= OUT_OF_FUEL and force.at in data.ports and data.scenarios[state.scenario].rules.one_sortie:
        go_out_of_play(u, force)
        return (s.EndActivation(),)
    ships = in_force(state, side, force.key)
    speeds = [SpeedUp(maximum=False), SpeedUp(maximum=True)] if may_hurry(ships, homeward) else [SpeedUp(maximum=False)]
    left = [points_of(data, force, ships, fast=speed.maximum) - force.spent for speed in speeds]
    prompt = _how_fast(data, force, left)
    fast = (yield from u.ask(side, SPEED, Pick(speeds), prompt)).maximum
    if fast:
        force.fuel += 1
    force.fast = fast
    state.active = Activation(side, force.key, left=max(0, left[fast]), began=True, homeward=homeward)
    if force.key == CONVOY:
        state.west_now = False
    return (s.Arrive(),)


def _how_fast(data: Data, force: Force, left: Sequence[int]) -> str:
    """The question for the speed of a force: what it can do with one, and with the other if it has the choice."""
    who = f"{data.markers[force.key].name} at {place(data, force.at)}"
    regular, *more = [_points(max(0, halves)) for halves in left]
    return f"{who}: {regular} at regular speed{f', or {more[0]} at maximum speed' if more else ''}?"


def refuel_at_sea(u: Umpire, force: Force) -> None:
    """AD 7.9: an Allied force that is out of fuel refuels at sea at the price of two points."""
    if force.fuel >= OUT_OF_FUEL:
        force.fuel = 0
        force.penalty = u.data.tables.speeds.refuel
        u.tell("AD-7.9-fuel-allied", "A force at {cell} is slowed by two", cell=force.at)


def refuel_in_port(u: Umpire, force: Force) -> None:
    """AD 16.2: for the points that it spends in port a German force loses its fuel marker, and may sail again."""
    spend(u, 2 * u.data.scenarios[u.state.scenario].rules.port_refuel)
    force.fuel = 0
    u.tell("AD-16.2-port-refuel", "Your force at {cell} has refuelled", to=only(Side.AXIS), cell=force.at)


def arrive(u: Umpire, _step: s.Arrive) -> tuple[Step, ...]:
    """AD 7.7, 10.1, 13.5: boats in the hex, then enemies in the hex, then enemies near it; then the force goes on."""
    state = u.state
    assert state.active is not None
    side, key = state.active.side, state.active.force
    if key not in state.forces[side]:
        return (s.EndActivation(),)
    cell = active_force(state).at
    watch(u)
    sweep(u, side, cell)
    return (*contact_steps(u, side, key, cell), s.Meet(), s.React(), s.Act())


# What the force may do


def act(u: Umpire, _step: s.Act) -> kernel.Rule[tuple[Step, ...]]:
    """AD 4.3: the owner says what his force does next, until he has enough.

    He is asked also when all that is left is to stop: a force that could still search must not differ from a dummy.
    """
    state, data = u.state, u.data
    active = state.active
    if active is None or active.force not in state.forces[active.side]:
        return (s.EndActivation(),)
    force = active_force(state)
    slow_down(state, data, force)
    active.homeward = active.homeward and is_homeward(state, data, active.side, force)
    goes = ways_on(state, data, force)
    deeds = other_deeds(state, data, force)
    listed: list[Action] = [*deeds] if must_go_on(state, data, force, goes, deeds) else [Stop(), *deeds]
    if overdue := unsearched(state, data, active.side, force):  # they must be searched for first (10.2)
        listed = [deed for deed in listed if deed not in (Stop(), LeaveMap())]
        goes = in_touch(state, data, force, goes, overdue)
    targets = strike_targets(state, data, active.side, force, active.left)
    products: list[Product[Action]] = [Product(Go, Among(list(goes)))] if goes else []
    if targets:
        products.append(Product(LaunchStrike, Among(targets)))
    prompt = f"{data.markers[force.key].name}, {_points(active.left)} left: what does it do?"
    answer = yield from u.ask(active.side, ACT, Pick(listed, *products), prompt)
    return _done(u, force, answer, goes)


def slow_down(state: State, data: Data, force: Force) -> None:
    """AD 7.1, 12.0: a force that has taken damage goes no further than its slowest ship now can, and no longer fast."""
    ships, active = in_force(state, active_side(state), force.key), state.active
    if active is None or not any(is_damaged(ship) for ship in ships):
        return
    active.left = max(0, min(active.left, points_of(data, force, ships, fast=False) - force.spent))


def _points(halves: int) -> str:
    """Movement points in words: halves and all."""
    whole = f"{halves // 2 or ''}{'½' if halves % 2 else ''}" or "no"
    return f"{whole} movement point{'' if 0 < halves <= 2 else 's'}"


def _done(u: Umpire, force: Force, answer: Action, goes: dict[str, int]) -> tuple[Step, ...]:
    """Carry out what was chosen."""
    state = u.state
    assert state.active is not None
    side = state.active.side
    match answer:
        case Go(cell):
            enter(u, force, cell, goes[cell])
            return (s.Arrive(),) if force.key in state.forces[side] else (s.EndActivation(),)
        case SearchHere():
            state.active.searched.append(force.at)
            u.tell("AD-10.1-own-hex", "A force searches for others at {cell}", cell=force.at)
            there = forces_at(state, side.enemy, force.at)
            return (*(s.Search(side, enemy.key, "AD-10.1-own-hex") for enemy in there), s.Act())
        case AirSearch():
            return (*air_search_steps(u, unsearched(state, u.data, side, force)), s.Act())
        case LaunchStrike(target):
            spend(u, u.data.tables.speeds.strike)
            return (*begin_raid(u, side, *_place(state, side.enemy, target)), s.Act())
        case OpenFire():
            return (*begin_battle(u, force.at, side, {side: [force.key]}, entered=_entered(state, force)), s.Arrive())
        case Refuel():
            refuel_in_port(u, force)
            return (s.Act(),)
        case LeaveMap():
            leave_map(u, side, force)
    return (s.EndActivation(),)


def _entered(state: State, force: Force) -> dict[str, str]:
    assert state.active is not None
    return {force.key: state.active.came_from} if state.active.came_from else {}


def _place(state: State, side: Side, target: str) -> tuple[str, str]:
    """The hex and the force of what a strike is sent against; a hex stands for the ships lying singly in it."""
    if target in state.forces[side]:
        return state.forces[side][target].at, target
    return target, ""


# Movement


def spend(u: Umpire, halves: int) -> None:
    """AD 7.6: movement points are used up."""
    active = u.state.active
    assert active is not None
    active.left = max(0, active.left - halves)
    u.state.forces[active.side][active.force].spent += halves


def enter(u: Umpire, force: Force, cell: str, cost: int) -> None:
    """AD 7.1: the force enters a hex; fog may hide it again, and what waits in the hex comes after."""
    state, data, active = u.state, u.data, u.state.active
    assert active is not None
    spend(u, cost)
    before = force.at
    if force.key == CONVOY:
        if not active.stepped and cell in [data.step(before, bearing) for bearing in WESTERLY]:
            state.west_now, state.west_turns = True, state.west_turns + 1
        state.convoy_moved = True
    active.came_from, active.stepped = before, True
    force.at = cell
    words = f"{WHOSE[active.side]} force moves from {{start}} to {{cell}}"
    u.tell("AD-7.1-adjacent", words, start=before, cell=cell)
    if active.side is Side.AXIS:
        note_sortie(u, force, before)
    bring_home(u, active.side, force)
    if force.key not in state.forces[active.side]:
        return
    if is_fog(state, data, cell) and not is_fog(state, data, before):
        lose_in_fog(u, active.side, force)
    if force.key == CONVOY:
        follow(u, cell)
        reach_goal(u, force)


def note_sortie(u: Umpire, force: Force, before: str) -> None:
    """AD 7.5.5, 7.9, 14.0: a German force that has been out of the Leads, or has to refuel, is done when it is in port.

    One that has only gone through the Leads may put in and sail again; one that was made at sea has been out of them.
    """
    data, rules = u.data, u.data.scenarios[u.state.scenario].rules
    if before not in data.leads or force.at not in data.leads:
        force.sortied = True
    if force.at in data.ports:
        homeward = u.state.active is not None and u.state.active.homeward and force.fuel >= OUT_OF_FUEL
        if rules.one_sortie and (force.sortied or homeward):
            go_out_of_play(u, force)


def bring_home(u: Umpire, side: Side, force: Force) -> None:
    """AD 7.8: cripples that have come to their base under a marker are out of the game; their escorts stay."""
    for ship in in_force(u.state, side, force.key):
        if ship.apart and force.at in goals(u.data, ship.bound):
            words = "{unit} has reached {base}"
            u.tell("AD-7.8-detach-arrive", words, to=only(side), unit=ship.id, base=BASES[ship.bound])
            remove(u, ship, s.ARRIVED if side is Side.ALLIED else s.REMOVED)


def go_out_of_play(u: Umpire, force: Force) -> None:
    """AD 7.5.5, 7.9: a German force has ended its operations in port; a dummy goes in the same way."""
    words = "A German force at {cell} has ended its operations"
    u.tell("AD-7.5.5-german-one-sortie", words, cell=force.at, marker=force.handle)
    take_off(u, Side.AXIS, force, s.REMOVED)


def take_off(u: Umpire, side: Side, force: Force, place: str) -> None:
    """A force and its ships leave the map, the marker first, so that a dummy goes like any other."""
    del u.state.forces[side][force.key]
    if force.key == CONVOY:
        u.state.shadow = ""  # 13.6: it is not followed off the map
    for ship in in_force(u.state, side, force.key):
        remove(u, ship, place)


def reach_goal(u: Umpire, force: Force) -> None:
    """AD 9.2, 15.2: merchants that come as far as column 16 score once; in Murmansk the convoy has arrived."""
    if force.at == MURMANSK:
        u.tell("AD-9.2-arrive", "PQ-17 has reached Murmansk")
        del u.state.forces[Side.ALLIED][CONVOY]
    reach(u, in_force(u.state, Side.ALLIED, CONVOY), force.at)


def leave_map(u: Umpire, side: Side, force: Force) -> None:
    """AD 7.4: an Allied force leaves by the west edge and does not come back."""
    who = "PQ-17" if force.key == CONVOY else "A force"
    u.tell("AD-7.4-exit-west", "{who} leaves the map at {cell}", who=who, cell=force.at)
    take_off(u, side, force, s.OUT)


def end_activation(u: Umpire, _step: s.EndActivation) -> tuple[Step, ...]:
    """AD 4.3, 7.8, R92: the sub-phase is over: damaged ships may be detached, and what it set off takes its course."""
    active = u.state.active
    u.state.active = None
    if active is not None:
        u.tell("AD-4.3-activation-ends", "Its activation is over")
    return (*detach_steps(u), *after_subphase(u))
