"""Chapters 11.1 and 11.3: an air attack on a force or on ships lying singly, on the Air Battle Display."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import Engage
from barents.games.arctic_disaster.advantage import advantage, named
from barents.games.arctic_disaster.air_display import AREAS, adjacent
from barents.games.arctic_disaster.air_fire import attack, fire_at, is_flying, lose_step, model, raid_of, strength
from barents.games.arctic_disaster.convoy_attack import approach, place_aircraft
from barents.games.arctic_disaster.convoy_display import positions, settled
from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data, half
from barents.games.arctic_disaster.phrases import label
from barents.games.arctic_disaster.state import Raid, Ship, State, Strike, Wing
from barents.games.arctic_disaster.tables import least_to_down, steps_lost
from barents.games.arctic_disaster.units import (
    Umpire,
    aa,
    counter,
    find,
    in_force,
    is_gone,
    singles_at,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.dice import D10
from barents.kernel.domains import NONE, Among
from barents.kernel.game import Step
from barents.kernel.sides import Side

# Whom a defender puts into the middle if he says nothing else.
WORTH = ("CV", "BB", "TA", "MT", "CA", "CL")


def begin_raid(u: Umpire, side: Side, cell: str, target: str, units: Sequence[str] = ()) -> tuple[Step, ...]:
    """AD 11.1: the target and all air units are named before anything is rolled; Victorious' are asked for first."""
    u.state.raid = Raid(cell, side, target, units=dict.fromkeys(units, ""))
    whom = u.data.markers[target].name if target else "ships on their own"
    u.tell("AD-11.1-sequence", "Aircraft set out against {target} at {cell}", target=whom, cell=cell)
    return (Strike(),)


def sortie(u: Umpire, step: s.Sortie) -> tuple[Step, ...]:
    """AD 8.4: the next of the targets that a formation's units were divided among; it may be gone by now."""
    state, enemy = u.state, step.side.enemy
    there = step.target in state.forces[enemy] if step.target else bool(open_singles(state, u.data, enemy, step.cell))
    return begin_raid(u, step.side, step.cell, step.target, step.units) if there else ()


def strike(u: Umpire, step: Strike) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.1: an air attack, step by step."""
    return (yield from STAGES[step.stage](u))


# Designation (11.1, step 1)


def strike_units(state: State, data: Data) -> list[str]:
    """AD 8.1: the torpedo units of Victorious that can fly a strike: each once in a turn, from Ready or Flown."""
    return [
        wing.id
        for wing in state.wings[Side.ALLIED].values()
        if model(data, wing.id).type == "T" and wing.flew != state.turn
    ]


def _designate(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """Who takes part; aircraft sent against ships in a surface combat have their targets already."""
    state, raid = u.state, raid_of(u.state)
    if not raid.units:
        able = strike_units(state, u.data)
        chosen = able
        if len(able) > 1:
            options = Subset(able, least=1)
            answer: Choose = yield from u.ask(raid.side, "AD-11.1-designate", options, "Which aircraft strike?")
            chosen = list(answer.items)
        raid.units = dict.fromkeys(chosen, "")
    words = "{count} {count:air unit attacks|air units attack} at {cell}: {units}"
    units = ", ".join(u.data.air[unit].name for unit in raid.units)
    u.tell("AD-11.1-designate", words, count=len(raid.units), cell=raid.cell, units=units)
    for unit, ship in raid.units.items() if raid.in_battle else ():
        u.tell("AD-11.4.8-air-when", "{unit} goes for {ship}", unit=unit, ship=ship)
    return (Strike("attack" if raid.in_battle else "cap"),)


# Combat Air Patrol (11.1, step 2; 11.3)


def patrol(state: State, data: Data) -> list[Wing]:
    """AD 8.2, 11.3: the fighters over the target: those on CAP, if it is the force that Victorious is in."""
    raid = raid_of(state)
    carrier = state.ships[Side.ALLIED].get(CARRIER)
    if raid.side is Side.ALLIED or carrier is None or not raid.target or carrier.force != raid.target:
        return []
    return [wing for wing in state.wings[Side.ALLIED].values() if wing.box == "cap"]


def _cap(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.3.1: fighters on CAP shoot first; whoever lost a step fires back, and a ten takes a step of theirs."""
    state, data, raid = u.state, u.data, raid_of(u.state)
    fighters = patrol(state, data)
    if fighters:
        factors = sum(strength(data, wing) for wing in fighters)
        rule = "AD-11.3.1-cap-sum"
        u.tell(rule, "Fighters meet the attackers, factor {factors}", factors=factors)
        used = yield from advantage(u, rule, "Combat Air Patrol")
        needs = least_to_down(data, factors)
        steps = steps_lost(data, factors, u.roll(D10, rule, "Combat Air Patrol", named(used), needs=needs))
        hit = yield from _take_losses(u, steps)
        for unit in hit:
            yield from _fire_back(u, unit)
    if not any(is_flying(state, unit) for unit in raid.units):
        return _over(u)
    return (Strike("ships"),)


def _take_losses(u: Umpire, steps: int) -> kernel.Rule[list[str]]:
    """AD 11.3.1: the attacker says who loses steps; nobody is destroyed while one of them still has two steps."""
    state, raid, rule = u.state, raid_of(u.state), "AD-11.3.1-losses-owner"
    wings, hit = state.wings[raid.side], list[str]()
    for _ in range(steps):
        flying = [wings[unit] for unit in raid.units if unit in wings]
        if not flying:
            break
        most = max(wing.steps for wing in flying)
        unit = yield from _one_of(u, raid.side, rule, [wing for wing in flying if wing.steps == most], "loses a step")
        if unit not in hit:
            hit.append(unit)
        lose_step(u, wings[unit], "fighters", rule)
    return hit


def _fire_back(u: Umpire, unit: str) -> kernel.Rule[None]:
    """AD 11.3.1: a unit that lost a step fires back once; the owner of the fighters says which of them is hit."""
    fighters, needed = patrol(u.state, u.data), u.data.tables.air_to_air.return_fire
    if not fighters:
        return
    rule = "AD-11.3.1-return-fire"
    if u.roll(D10, rule, unit, needs=f"{needed} hits a fighter") >= needed:
        chosen = yield from _one_of(u, Side.ALLIED, rule, fighters, "is hit")
        lose_step(u, u.state.wings[Side.ALLIED][chosen], unit, rule)


def _one_of(u: Umpire, side: Side, rule: str, wings: Sequence[Wing], what: str) -> kernel.Rule[str]:
    """One of some air units; where they do not differ there is nothing to ask."""
    kinds = {(u.data.air[wing.id].formation, wing.steps): wing.id for wing in reversed(wings)}
    names = sorted(kinds.values(), key=[wing.id for wing in wings].index)
    if len(names) == 1:
        return names[0]
    answer = yield from u.ask(side, rule, Pick([Engage(name) for name in names]), f"Which air unit {what}?")
    return answer.unit


# Ships and aircraft on the display (11.1, steps 3 and 4)


def open_singles(state: State, data: Data, side: Side, cell: str) -> list[Ship]:
    """AD 11.1, 7.2: a side's ships lying singly in a hex that may be attacked; in ice they must have been seen."""
    return [ship for ship in singles_at(state, side, cell) if is_in_view(data, ship)]


def is_in_view(data: Data, ship: Ship) -> bool:
    """AD 7.2: whether a ship lying singly may be attacked: one in the ice must have been seen."""
    return ship.at not in data.partial_ice or (ship.seen and not ship.hidden)


def _ships(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.1: the defender puts his ships on the display, one to an area; PQ-17 stands as it is on its own."""
    state, data, raid = u.state, u.data, raid_of(u.state)
    if raid.target == CONVOY:
        raid.ships, state.displayed = positions(state, data), True
        _tell_places(u, raid)
        return (Strike("aircraft"),)
    side = raid.side.enemy
    there = in_force(state, side, raid.target) if raid.target else open_singles(state, data, side, raid.cell)
    names = [ship.id for ship in ranked(data, there)]
    if len(names) > len(AREAS):
        options = Subset(names, least=len(AREAS), most=len(AREAS))
        prompt = f"Which {len(AREAS)} ships are on the Air Battle Display, which has no room for more?"
        answer: Choose = yield from u.ask(side, "AD-11.1-singles-choice", options, prompt)
        names = list(answer.items)
    usual = dict(zip(names, AREAS, strict=False))
    raid.ships = areas = usual
    if len(names) > 1:
        found = ", ".join(label(data, name) for name in names)
        u.tell("AD-11.1-one-ship-area", "The aircraft find {ships}", ships=found)
        slots = Assign(dict.fromkeys(names, Among(AREAS)), optional=True, capacity=dict.fromkeys(AREAS, 1))
        prompt = "Where are your ships, if not with the most valuable in the middle?"
        placed: Allot = yield from u.ask(side, "AD-11.1-one-ship-area", slots, prompt)
        wanted = {name: area for name, area in placed.pairs if area != NONE}
        areas = settled(usual, wanted, dict.fromkeys(names, AREAS))
    raid.ships = areas
    _tell_places(u, raid)
    return (Strike("aircraft"),)


def _tell_places(u: Umpire, raid: Raid) -> None:
    """AD 11.1, R87: everyone now sees which ships are attacked, and where they are on the display."""
    places = ", ".join(f"{label(u.data, name)} in {label(u.data, area)}" for name, area in raid.ships.items())
    u.tell("AD-11.1-one-ship-area", "Under attack: {ships}", ships=places)


def ranked(data: Data, ships: Sequence[Ship]) -> list[Ship]:
    """Ships in the order in which they are put down around the middle: the most valuable, then the best guns."""

    def key(ship: Ship) -> tuple[int, int]:
        type = counter(data, ship).type
        return (WORTH.index(type) if type in WORTH else len(WORTH), -aa(data, ship))

    return sorted(ships, key=key)


def _aircraft(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.1: the attacker puts his air units on ships, any number on one."""
    state, raid = u.state, raid_of(u.state)
    raid.units = {unit: "" for unit in raid.units if is_flying(state, unit)}
    if raid.target == CONVOY:
        yield from place_aircraft(u)
    elif len(raid.ships) == 1:
        raid.units = dict.fromkeys(raid.units, next(iter(raid.ships)))
    else:
        slots = dict.fromkeys(raid.units, Among(list(raid.ships)))
        prompt = "Which ship does each of your air units attack?"
        answer: Allot = yield from u.ask(raid.side, "AD-11.1-attackers-any", Assign(slots), prompt)
        raid.units = dict(answer.pairs)
        for unit, ship in raid.units.items():
            u.tell("AD-11.1-attackers-any", "{unit} goes for {ship}", unit=unit, ship=ship)
    return (Strike("attack"),)


# Anti-aircraft fire and bombs (11.1, steps 5 to 7)


def _attack(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.1: one air unit after the other, in the defender's order, is fired at and attacks."""
    state, raid = u.state, raid_of(u.state)
    waiting = [unit for unit in raid.units if unit not in raid.done]
    if not waiting:
        return _over(u)
    unit = yield from _next(u, waiting)
    raid.done.append(unit)
    raid.now, raid.fired = unit, []
    if raid.target == CONVOY:
        yield from approach(u, unit)
    elif is_gone(find(state, raid.units[unit])):
        u.tell("AD-11.1-excess-wasted", "{unit} finds {target} sunk", unit=unit, target=raid.units[unit])
    else:
        yield from _dive(u, unit, raid.units[unit])
    raid.now, raid.fired = "", []
    return (Strike("attack"),)


def _next(u: Umpire, waiting: Sequence[str]) -> kernel.Rule[str]:
    """AD 11.1: the defender says which attacker comes next; like ones against the same ship need no saying."""
    state, data, raid = u.state, u.data, raid_of(u.state)
    wings = state.wings[raid.side]
    kinds: dict[tuple[str, str, int], str] = {}
    for unit in waiting:
        kinds.setdefault((raid.units[unit], data.air[unit].formation, wings[unit].steps), unit)
    if len(kinds) == 1 or all(is_wasted(state, raid, unit) for unit in waiting):
        return waiting[0]
    options = Pick([Engage(unit) for unit in kinds.values()])
    answer = yield from u.ask(raid.side.enemy, "AD-11.1-aa-order", options, "Which attacker is dealt with next?")
    u.tell("AD-11.1-aa-order", "{unit} is dealt with next", unit=answer.unit)
    return answer.unit


def is_wasted(state: State, raid: Raid, unit: str) -> bool:
    """AD 11.1: whether the ship that a unit was sent against is gone."""
    target = raid.units[unit]
    known = any(target in ships for ships in state.ships.values())
    return known and is_gone(find(state, target))


def supporters(state: State, data: Data, raid: Raid, target: str) -> list[str]:
    """AD 11.1: ships next to the target that can help it: not attacked themselves, guns enough, not yet used."""
    least, near = data.tables.air_attack.support_from, adjacent(raid.ships[target])
    return [
        name
        for name, area in raid.ships.items()
        if area in near
        and name not in raid.units.values()
        and name not in raid.used
        and aa(data, find(state, name)) >= least
    ]


def _dive(u: Umpire, unit: str, target: str) -> kernel.Rule[None]:
    """AD 11.1: the target fires with all it has, then ships beside it with half; then the unit attacks.

    In a surface combat only the target fires (11.4.8).
    """
    state, data, raid = u.state, u.data, raid_of(u.state)
    yield from fire_at(u, unit, target, aa(data, find(state, target)))
    helping = [] if raid.in_battle or not is_flying(state, unit) else supporters(state, data, raid, target)
    if helping:
        most = data.tables.air_attack.torpedo_supporters if model(data, unit).type == "T" else None
        prompt = "Which ships beside it fire too, with half their guns?"
        answer: Choose = yield from u.ask(raid.side.enemy, "AD-11.1-adj-once", Subset(helping, most=most), prompt)
        for name in answer.items:
            raid.used.append(name)
            yield from fire_at(u, unit, name, half(aa(data, find(state, name))))
    yield from attack(u, unit, target)


def _over(u: Umpire) -> tuple[Step, ...]:
    """AD 8.1, 8.6: the aircraft fly home; Victorious' torpedo units are Flown, and on their reduced side."""
    state, raid = u.state, raid_of(u.state)
    if raid.side is Side.ALLIED:
        for unit in raid.units:
            if unit in state.wings[raid.side]:
                wing = state.wings[raid.side][unit]
                wing.box, wing.steps, wing.flew = "flown", 1, state.turn
    state.raid = None
    return ()


STAGES: Mapping[s.Stage, Callable[[Umpire], kernel.Rule[tuple[Step, ...]]]] = {
    "designate": _designate,
    "cap": _cap,
    "ships": _ships,
    "aircraft": _aircraft,
    "attack": _attack,
}
