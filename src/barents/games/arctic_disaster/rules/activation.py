"""Chapters 4.3, 7.1, 7.6, 7.9 and 9.2: an activated force moves, searches, strikes and fights, in any order."""

from __future__ import annotations

from collections.abc import Sequence
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
from barents.games.arctic_disaster.data import CONVOY, EASTERLY, MURMANSK, WESTERLY, Data
from barents.games.arctic_disaster.names import WHOSE, place
from barents.games.arctic_disaster.rules.air import strike_targets
from barents.games.arctic_disaster.rules.cripples import BASES, detach_steps, force_base
from barents.games.arctic_disaster.rules.detection import (
    air_search_range,
    air_search_steps,
    fog_dice,
    lose_in_fog,
    searching,
)
from barents.games.arctic_disaster.rules.lone_ships import reach
from barents.games.arctic_disaster.rules.odds import yes_or_no
from barents.games.arctic_disaster.rules.submarines import contact_steps, follow, sweep
from barents.games.arctic_disaster.rules.terrain import KOLA, NORWAY, WEST, faster, goals, steps_from, towards_home
from barents.games.arctic_disaster.rules.tirpitz import after_subphase, is_recalled, watch
from barents.games.arctic_disaster.rules.units import (
    Umpire,
    allowance,
    by_number,
    forces_at,
    in_force,
    is_damaged,
    is_fog,
    remove,
    singles_at,
)
from barents.games.arctic_disaster.screen.phrases import halves
from barents.games.arctic_disaster.state import Activation, Force, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick, Product
from barents.kernel.domains import Among
from barents.kernel.game import Step
from barents.kernel.odds import every_throw, percent
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds

OUT_OF_FUEL = 2  # the marker after a second activation at maximum speed (7.9)


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


SPEED: Question[State, Data] = Question("AD-7.1-max-declare", "How fast does it go?", phase=q.ACTIVE, about=about_speed)
ACT: Question[State, Data] = Question(
    "AD-4.3-actions-any-order",
    "What does the force do?",
    phase=q.ACTIVE,
    about=about_acting,
    answers={
        Go: "The force enters this hex, and its movement points pay for it.",
        OpenFire: "Surface combat begins here, with every enemy in the hex that you have found.",
        Stop: "The force stays where it is, and its activation is over.",
    },
    odds=acting_odds,
)


def active_force(state: State) -> Force:
    """The force that is activated."""
    assert state.active is not None
    return state.forces[state.active.side][state.active.force]


def active_side(state: State) -> Side:
    """The side of the force that is activated."""
    assert state.active is not None
    return state.active.side


def base_of(state: State, data: Data, side: Side, force: Force) -> str:
    """AD 5.8, 7.8, 7.9, 14.0: where a force must go: with a cripple to its base; a German one also if called home."""
    if bound := force_base(state, side, force.key):
        return bound
    called = side is Side.AXIS and (force.fuel >= OUT_OF_FUEL or is_recalled(state, data, force))
    return NORWAY if called else ""


def is_homeward(state: State, data: Data, side: Side, force: Force) -> bool:
    """AD 5.8, 7.8, 7.9, 14.0: whether a force must make for a base."""
    return bool(base_of(state, data, side, force))


def may_hurry(ships: list[Ship], homeward: bool) -> bool:
    """AD 7.1, 12.0: maximum speed is for forces without a damaged ship that are not on their way home."""
    return not homeward and not any(is_damaged(ship) for ship in ships)


def points_of(data: Data, force: Force, ships: list[Ship], *, fast: bool) -> int:
    """AD 4.3, 7.1, 7.6.3: half movement points for an activation, penalties taken off; a dummy moves like a warship.

    Maximum speed is half as much again, and so are the penalties.
    """
    speeds = data.tables.speeds
    regular = speeds.dummy if force.dummy else allowance(data, ships)
    penalty = min(force.penalty, speeds.most_penalty)
    if fast:
        regular, penalty = faster(data, regular), faster(data, penalty)
    return 2 * max(0, regular - penalty)


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


def may_refuel(state: State, data: Data, force: Force) -> bool:
    """AD 16.2: whether a German force in port that is out of fuel has the points for taking it on."""
    active, cost = state.active, 2 * data.scenarios[state.scenario].rules.port_refuel
    assert active is not None
    in_port = active.side is Side.AXIS and force.at in data.ports
    return bool(cost) and in_port and force.fuel >= OUT_OF_FUEL and active.left >= cost


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


def ways_on(state: State, data: Data, force: Force) -> dict[str, int]:
    """AD 7.1, 9.2: the hexes that the force may enter next; PQ-17 goes east, and homeward is homeward."""
    active = state.active
    assert active is not None
    found = steps_from(state, data, active.side, force, active.left)
    if active.homeward:
        return towards_home(data, active.side, base_of(state, data, active.side, force), force.at, found)
    if force.key != CONVOY:
        return found
    allowed = [data.step(force.at, bearing) for bearing in convoy_bearings(state, data)]
    return {cell: cost for cell, cost in found.items() if cell in allowed}


def convoy_bearings(state: State, data: Data) -> tuple[str, ...]:
    """AD 9.2, 16.2: PQ-17 goes E, NE or SE; in the second scenario in some turns the other way, but not both ways."""
    assert state.active is not None
    if state.west_now:
        return WESTERLY
    rules = data.scenarios[state.scenario].rules
    may_turn = state.west_turns < rules.west_turns and not state.active.stepped
    return (*EASTERLY, *WESTERLY) if may_turn else EASTERLY


def must_go_on(state: State, data: Data, force: Force, goes: dict[str, int], deeds: Sequence[Action]) -> bool:
    """AD 7.8, 9.2: PQ-17 has to enter a hex in each activation, and a force on its way home has to go on, or out."""
    active = state.active
    assert active is not None
    out = LeaveMap() in deeds and base_of(state, data, active.side, force) == WEST
    return (active.homeward and (bool(goes) or out)) or (bool(goes) and force.key == CONVOY and not active.stepped)


def other_deeds(state: State, data: Data, force: Force) -> list[Action]:
    """AD 4.3, 7.4, 10.1, 10.2, 11.4.1: search, air search, combat and the way off the map."""
    active = state.active
    assert active is not None
    side = active.side
    deeds: list[Action] = []
    enemies = forces_at(state, side.enemy, force.at)
    if not force.dummy:
        if enemies and force.at not in active.searched:
            deeds.append(SearchHere())
        if unsearched(state, data, side, force):
            deeds.append(AirSearch())
        detected = any(enemy.detected for enemy in enemies) or singles_at(state, side.enemy, force.at)
        if detected and force.at not in active.fought and force.at not in data.partial_ice:
            deeds.append(OpenFire())
    westward = (
        "W" in convoy_bearings(state, data) if force.key == CONVOY else force_base(state, side, force.key) != KOLA
    )
    may_leave = side is Side.ALLIED and force.at in data.west_edge and westward
    if may_leave and active.left >= data.tables.speeds.exit:
        deeds.append(LeaveMap())
    if may_refuel(state, data, force):
        deeds.append(Refuel())
    return deeds


def unsearched(state: State, data: Data, side: Side, force: Force) -> list[Force]:
    """AD 10.2: the enemy forces in range of an air search that it has not looked for in this activation."""
    assert state.active is not None
    reach = air_search_range(state, data, side, force)
    if not reach:
        return []
    return [
        enemy
        for enemy in by_number(state.forces[side.enemy].values())
        if data.distance(force.at, enemy.at) <= reach
        and enemy.key not in state.active.air_searched
        and enemy.at not in data.ports
    ]


def in_touch(state: State, data: Data, force: Force, goes: dict[str, int], enemies: Sequence[Force]) -> dict[str, int]:
    """AD 10.2: of the hexes that a force may enter those from which enemies are still in range of its aircraft."""
    reach = air_search_range(state, data, active_side(state), force)
    return {
        cell: cost for cell, cost in goes.items() if all(data.distance(cell, enemy.at) <= reach for enemy in enemies)
    }


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
