"""Chapters 11.1 and 11.3: an air attack on a force or on ships lying singly, on the Air Battle Display."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import Engage
from barents.games.arctic_disaster.combat.air_display import AREAS, adjacent
from barents.games.arctic_disaster.combat.air_fire import (
    EFFECT,
    attack,
    fire_at,
    is_flying,
    lose_step,
    model,
    raid_of,
    strength,
    support_factor,
)
from barents.games.arctic_disaster.combat.convoy_attack import about_raid, about_support, approach, place_aircraft
from barents.games.arctic_disaster.combat.odds import bombing_odds, support_odds
from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data
from barents.games.arctic_disaster.rules.advantage import advantage, change_of, named, on_the_die
from barents.games.arctic_disaster.rules.convoy_display import positions, settled
from barents.games.arctic_disaster.rules.dice import fighters_die
from barents.games.arctic_disaster.rules.odds import yes_or_no
from barents.games.arctic_disaster.rules.units import (
    Umpire,
    aa,
    counter,
    find,
    in_force,
    is_gone,
    singles_at,
)
from barents.games.arctic_disaster.screen.phrases import label
from barents.games.arctic_disaster.state import Raid, Ship, State, Strike, Wing
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.dice import D10
from barents.kernel.domains import NONE, Among
from barents.kernel.game import Step
from barents.kernel.odds import every_throw
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

# Whom a defender puts into the middle if he says nothing else.
WORTH = ("CV", "BB", "TA", "MT", "CA", "CL")


def about_losses(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What a step is to a unit."""
    return f"{about_raid(data, known)} A unit has two steps and is halved by the loss of the first."


def about_fighter_hit(data: Data, known: State, _decision: Decision[Any]) -> str:
    """How a fighter came to be hit."""
    hit = "A bomber has fired back and hit one of the fighters, which loses one of two steps."
    return f"{about_raid(data, known)} {hit}"


def about_shown_ships(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What the display is for."""
    return f"{about_raid(data, known)} Only ships on the display can be attacked, and only they can fire."


def about_areas(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Who can help whom."""
    table = data.tables.air_attack
    return (
        f"{about_raid(data, known)} Ships in areas that touch help each other with half their guns, if they have "
        f"{table.support_from} or more. A1 is the middle, with rings B, C and D around it."
    )


def about_attackers(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What an air unit meets on its way."""
    return (
        f"{about_raid(data, known)} The target fires at each of them and ships beside it may help; then it attacks. "
        "Torpedoes do double damage; small ships are hard to hit."
    )


def about_next_attacker(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Why their order counts."""
    return (
        f"{about_raid(data, known)} One after the other is fired at and attacks; guns that have helped once are spent."
    )


def fighter_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.10, 11.3.1: what fighters do with the change; the carrier's boxes are nobody else's business."""
    fighters, change = patrol(known, data), change_of(action)
    if not fighters:
        return None
    factors = sum(strength(data, wing) for wing in fighters)
    chance = every_throw(data, lambda u: fighters_die(u, "", factors, change)).chance(bool)
    return yes_or_no(chance, EFFECT, "no effect", change)


FIGHTERS_CHANGED = on_the_die("fighters", fighter_odds)
STRIKE_FORCE: Question[State, Data] = Question(
    "AD-11.1-designate",
    "Which aircraft strike?",
    phase=q.RAID,
    about="The torpedo aircraft of Victorious fly one strike a turn; afterwards they are at half strength for the day.",
    answers={Choose: "These units fly the strike; the others stay on board."},
    verb="Send",
)
LOSSES: Question[State, Data] = Question(
    "AD-11.3.1-losses-owner",
    "Which air unit loses a step?",
    phase=q.RAID,
    about=about_losses,
    answers={Engage: "This unit loses a step, and fires back at the fighters."},
)
FIGHTER_HIT: Question[State, Data] = Question(
    "AD-11.3.1-return-fire",
    "Which air unit is hit?",
    phase=q.RAID,
    about=about_fighter_hit,
    answers={Engage: "This fighter unit loses a step."},
)
SHOWN_SHIPS: Question[State, Data] = Question(
    "AD-11.1-singles-choice",
    f"Which {len(AREAS)} ships are on the Air Battle Display, which has no room for more?",
    phase=q.RAID,
    about=about_shown_ships,
    answers={Choose: "These ships can be attacked and can fire; the others are out of it."},
    verb="Show",
)
SHIP_AREAS: Question[State, Data] = Question(
    "AD-11.1-one-ship-area",
    "Where are your ships, if not with the most valuable in the middle?",
    phase=q.RAID,
    about=about_areas,
    answers={Allot: "Each ship stands in the area that you give it; those that you do not name take what is left."},
    verb="Place",
)
ATTACKERS: Question[State, Data] = Question(
    "AD-11.1-attackers-any",
    "Which ship does each of your air units attack?",
    phase=q.RAID,
    about=about_attackers,
    answers={Allot: "Each air unit goes for the ship that you give it; several may go for one."},
    verb="Attack",
    deed="attacks",
    odds=bombing_odds,
)
NEXT_ATTACKER: Question[State, Data] = Question(
    "AD-11.1-aa-order",
    "Which attacker is dealt with next?",
    phase=q.RAID,
    about=about_next_attacker,
    answers={Engage: "Your ships fire at this unit now, and then it attacks."},
)
SUPPORT: Question[State, Data] = Question(
    "AD-11.1-adj-once",
    "Which ships beside it fire too, with half their guns?",
    phase=q.RAID,
    about=about_support,
    answers={Choose: "These ships fire at the unit before it attacks, and cannot help again in this raid."},
    verb="Fire with",
    odds=support_odds,
)


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
            answer: Choose = yield from u.ask(raid.side, STRIKE_FORCE, options)
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
        used = yield from advantage(u, FIGHTERS_CHANGED, rule, "Combat Air Patrol")
        steps = fighters_die(u, rule, factors, named(used))
        hit = yield from _take_losses(u, steps)
        for unit in hit:
            yield from _fire_back(u, unit)
    if not any(is_flying(state, unit) for unit in raid.units):
        return _over(u)
    return (Strike("ships"),)


def _take_losses(u: Umpire, steps: int) -> kernel.Rule[list[str]]:
    """AD 11.3.1: the attacker says who loses steps; nobody is destroyed while one of them still has two steps."""
    state, raid = u.state, raid_of(u.state)
    wings, hit = state.wings[raid.side], list[str]()
    for _ in range(steps):
        flying = [wings[unit] for unit in raid.units if unit in wings]
        if not flying:
            break
        most = max(wing.steps for wing in flying)
        unit = yield from _one_of(u, raid.side, LOSSES, [wing for wing in flying if wing.steps == most])
        if unit not in hit:
            hit.append(unit)
        lose_step(u, wings[unit], "fighters", LOSSES.rule)
    return hit


def _fire_back(u: Umpire, unit: str) -> kernel.Rule[None]:
    """AD 11.3.1: a unit that lost a step fires back once; the owner of the fighters says which of them is hit."""
    fighters, needed = patrol(u.state, u.data), u.data.tables.air_to_air.return_fire
    if not fighters:
        return
    rule = FIGHTER_HIT.rule
    if u.roll(D10, rule, unit, needs=f"{needed} hits a fighter") >= needed:
        chosen = yield from _one_of(u, Side.ALLIED, FIGHTER_HIT, fighters)
        lose_step(u, u.state.wings[Side.ALLIED][chosen], unit, rule)


def _one_of(u: Umpire, side: Side, question: Question[State, Data], wings: Sequence[Wing]) -> kernel.Rule[str]:
    """One of some air units; where they do not differ there is nothing to ask."""
    kinds = {(u.data.air[wing.id].formation, wing.steps): wing.id for wing in reversed(wings)}
    names = sorted(kinds.values(), key=[wing.id for wing in wings].index)
    if len(names) == 1:
        return names[0]
    answer = yield from u.ask(side, question, Pick([Engage(name) for name in names]))
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
        answer: Choose = yield from u.ask(side, SHOWN_SHIPS, options)
        names = list(answer.items)
    usual = dict(zip(names, AREAS, strict=False))
    raid.ships = areas = usual
    if len(names) > 1:
        found = ", ".join(label(data, name) for name in names)
        u.tell("AD-11.1-one-ship-area", "The aircraft find {ships}", ships=found)
        slots = Assign(dict.fromkeys(names, Among(AREAS)), optional=True, capacity=dict.fromkeys(AREAS, 1))
        placed: Allot = yield from u.ask(side, SHIP_AREAS, slots)
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
        answer: Allot = yield from u.ask(raid.side, ATTACKERS, Assign(slots))
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
    answer = yield from u.ask(raid.side.enemy, NEXT_ATTACKER, options)
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
        answer: Choose = yield from u.ask(raid.side.enemy, SUPPORT, Subset(helping, most=most))
        for name in answer.items:
            raid.used.append(name)
            yield from fire_at(u, unit, name, support_factor(data, state, name))
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
