"""Chapters 9.3 to 9.5: air raids.

Aircraft that stand ready fly to a sighted hex; fighters meet them, then the guns, and those that are left attack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from barents.games.nordkapp import phases
from barents.games.nordkapp.automaton.air import bombing, defence, raid
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import SIDES
from barents.games.nordkapp.orders import MERCHANT_GUNS, MerchantGuns
from barents.games.nordkapp.rules.air_missions import cover_over, is_available
from barents.games.nordkapp.rules.asw import asw_modifiers, hunt
from barents.games.nordkapp.rules.fire import fire
from barents.games.nordkapp.rules.odds import barrage
from barents.games.nordkapp.rules.sightings import is_sighted, show
from barents.games.nordkapp.rules.units import (
    Factor,
    Umpire,
    aircraft,
    base_hex,
    boats_at,
    can_fly,
    counter,
    factor,
    find,
    hit,
    on_map,
    range_of,
    ships_at,
)
from barents.games.nordkapp.rules.windows import About, in_secret, is_asked, openly, unless_empty
from barents.games.nordkapp.state import SUBMARINE, AirRaid, AirRaids, CombatBox, Piece, ScatterRoll, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.kernel.words import listed

BASE = "base"

Aims = dict[str, str]  # who fires at whom


# What is asked


def about_raid(words: str) -> About:
    """What is said in each part of a raid: who flies it, and where, what happens now, and what hits (9.3.2)."""

    def about(data: Data, known: State, _decision: Decision[Any]) -> str:
        box, table = known.box, data.tables.fire
        assert box is not None
        return (
            f"{SIDES[box.attacker]}: {counted_aircraft(len(box.attackers))} over {box.cell}. {words}; die and factor "
            f"of {table.one_from} or more damage, {table.two_from} or more do it twice."
        )

    return about


def counted_aircraft(number: int) -> str:
    """So many air units.

    >>> counted_aircraft(1), counted_aircraft(4)
    ('1 air unit', '4 air units')
    """
    return f"{number} air unit{'' if number == 1 else 's'}"


def fire_odds(with_factor: Factor) -> Callable[[Data, State, Decision[Any], Action], Odds | None]:
    """The odds of all that fire in a part of a raid with a factor: fighters, guns or bombers (9.3.2)."""

    def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
        if not isinstance(action, Allot):
            return None
        guns: dict[str, int] = {}
        if with_factor == "aa" and known.box is not None:
            guns = batteries(known, data, decision.side, known.box.cell)
        shots = [(guns.get(name) or factor(data, find(known, name), with_factor), at) for name, at in action.pairs]
        return barrage(data, shots)

    return odds


RAID: Question[State, Data] = Question(
    "NK-4F-order",
    "Which aircraft fly raids?",
    phase=phases.AIR_RAIDS,
    about=unless_empty(
        "Those that stand ready, in range of a hex where you have sighted ships this turn. Fighters and guns fire "
        "first; whoever flies rests the next turn."
    ),
    answers={Choose: "Those that you choose take off; if one has several hexes in reach, you are asked next which."},
    verb="Raid",
)
GOALS: Question[State, Data] = Question(
    "NK-9.3.1-raid",
    "Which hex does each of them raid?",
    phase=phases.AIR_RAIDS,
    about="All that fly to one hex attack together, and a hex is raided once a turn.",
    answers={Allot: "Each flies to the hex that you give it; the enemy hears who comes, and where."},
    verb="Raid",
    deed="raids",
)
FIGHTERS: Question[State, Data] = Question(
    "NK-9.3.2a-fighters",
    "At whom do your fighters fire?",
    phase=phases.AIR_RAIDS,
    about=about_raid("Each fighter fires once, before the guns"),
    answers={Allot: "Each fighter fires at the raider that you give it; who is shot down does not attack."},
    verb="Fire",
    odds=fire_odds("air"),
)
GUNS: Question[State, Data] = Question(
    "NK-9.3.2b-aa",
    "At whom do your guns fire?",
    phase=phases.AIR_RAIDS,
    about=about_raid("Every gun fires once before they attack"),
    answers={Allot: "Each gun fires at the raider that you give it; who is shot down does not attack."},
    verb="Fire",
    odds=fire_odds("aa"),
)
BOMBS: Question[State, Data] = Question(
    "NK-9.3.2c-as",
    "What does each of your aircraft attack?",
    phase=phases.AIR_RAIDS,
    about=about_raid("Each that is left attacks one target"),
    answers={Allot: "Each air unit attacks the target that you give it, once."},
    verb="Attack",
    deed="attacks",
    odds=fire_odds("ship"),
)


# Declaring


def air_raids(u: Umpire, step: AirRaids) -> kernel.Rule[tuple[Step, ...]]:
    """NK 4 F, 9.3.1: a side sends its ready aircraft to hexes that it has sighted, all raids declared at once.

    By night and in a storm nobody is asked, nor a German who has sighted nothing; otherwise always, so that it tells
    nothing.
    """
    state, data, side = u.state, u.data, step.side
    if not can_fly(state, data):
        return ()
    goals = raid_goals(state, data, side)
    if state.options.solitaire and side is Side.ALLIED:
        sent: Mapping[str, str] = raid(u)
    elif not is_asked(state, data, step):
        return ()
    else:
        chosen = yield from in_secret(u, side, RAID, Subset(list(goals)))
        if chosen is None:
            return ()
        slots = {name: goals[name] for name in chosen.items}
        if any(domain.count() > 1 for domain in slots.values()):
            names = listed([data.counters[name].name for name in chosen.items], len(chosen.items))
            verb = "takes" if len(chosen.items) == 1 else "take"
            u.tell("NK-4F-order", f"{{aircraft}} {verb} off", aircraft=names)
            answer: Allot = yield from openly(u, side, GOALS, Assign(slots))
            sent = dict(answer.pairs)
        else:
            sent = {name: next(iter(domain)) for name, domain in slots.items()}
    raids: dict[str, list[str]] = {}
    for name, cell in sent.items():
        find(state, name).flew = True
        raids.setdefault(cell, []).append(name)
    for cell, units in sorted(raids.items()):
        names = listed([data.counters[name].name for name in units], len(units))
        u.tell("NK-9.3.1-raid-composition", "{aircraft} fly to {cell}", aircraft=names, cell=cell)
    flown = tuple(AirRaid(side, cell, tuple(units)) for cell, units in sorted(raids.items()))
    return (*flown, ScatterRoll()) if side is Side.ALLIED else flown  # they may find ships beside a boat (13.3)


def raid_goals(state: State, data: Data, side: Side) -> dict[str, Domain]:
    """NK 9.3.1: the aircraft that may fly raids, each with the hexes that it can reach and do harm in."""
    ships = [cell for cell in sorted(state.seen[side]) if _ships_to_raid(state, data, side, cell)]
    boats = [cell for cell in sorted(state.seen[side]) if SUBMARINE in state.seen[side][cell]]
    bases = list(data.bases) if side is Side.ALLIED else []
    goals: dict[str, Domain] = {}
    for piece in aircraft(state, data, side):
        if not is_available(state, piece):
            continue
        base, reach = base_hex(state, piece), range_of(data, piece)
        cells = [*ships, *bases] if factor(data, piece, "ship") else []
        cells += boats if factor(data, piece, "asw") else []
        if near := sorted({cell for cell in cells if data.distance(base, cell) <= reach}):
            goals[piece.id] = Among(near)
    return goals


def _ships_to_raid(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 9.3.1, R13: the ships that a side may raid in a hex: all that are there, once it has sighted any."""
    return ships_at(state, data, side.enemy, cell) if is_sighted(state, side, cell) else []


def _boats_to_raid(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 9.3.2, R33: surfaced submarines that were sighted; those that have dived since are not there any more."""
    if SUBMARINE not in state.seen[side].get(cell, ()):
        return []
    return [boat for boat in boats_at(state, data, side.enemy, cell) if not boat.submerged]


def _on_the_ground(state: State, data: Data, side: Side, cell: str) -> list[Piece]:
    """NK 9.4, R34: the aircraft at a base; those that fly cover are not on the ground."""
    return [piece for piece in aircraft(state, data, side) if piece.at == cell and not piece.covers]


# One raid


def air_raid(u: Umpire, step: AirRaid) -> kernel.Rule[tuple[Step, ...]]:
    """NK 9.3.2: fighters, guns, bombs: in each the targets are named first, and the results come together (R30)."""
    state, data, side, cell = u.state, u.data, step.side, step.cell
    raiders = list(step.units)
    ships = ships_at(state, data, side.enemy, cell)
    boats = _boats_to_raid(state, data, side, cell)
    ground = _on_the_ground(state, data, side.enemy, cell) if cell in data.bases else []
    state.box = CombatBox("raid", cell, side, attackers=raiders)
    state.box.ships = {piece.id: "long" for piece in (*ships, *boats, *ground)}
    names = listed([data.counters[name].name for name in raiders])
    words = "{aircraft} attacks {cell}" if len(raiders) == 1 else "{aircraft} attack {cell}"
    u.tell("NK-9.3.2-open", words, aircraft=names, cell=cell)
    show(u, side.enemy, cell, [find(state, name) for name in raiders], "NK-9.3.2-open")
    show(u, side, cell, (*ships, *boats, *ground), "NK-9.3.2-open")
    if ground:
        names = listed([data.counters[piece.id].name for piece in ground], len(ground))
        u.tell("NK-9.4-base-raid", "On the ground at {cell}: {aircraft}", cell=cell, aircraft=names)
    if count := sum(MERCHANT_GUNS.find(name) is not None for name in batteries(state, data, side.enemy, cell)):
        u.tell("NK-9.5-convoy-aa", "The merchants have guns for {count} shots", count=count)
    yield from _fighters(u, side.enemy, cell)
    yield from _guns(u, side.enemy, cell)
    yield from _attack(u, side)
    state.box = None
    return ()


def _raiders(u: Umpire) -> list[str]:
    """The raiders that are left."""
    assert u.state.box is not None
    return list(u.state.box.attackers)


def _fighters(u: Umpire, side: Side, cell: str) -> kernel.Rule[None]:
    """NK 9.3.2 a: each fighter that covers the hex fires at a raider."""
    state, data = u.state, u.data
    patrol = [piece for piece in cover_over(state, data, side, cell) if factor(data, piece, "air")]
    show(u, side.enemy, cell, patrol, FIGHTERS.rule)
    guns = {piece.id: factor(data, piece, "air") for piece in patrol}
    aims = yield from _aim(u, side, FIGHTERS, guns, _raiders(u))
    _shoot(u, FIGHTERS.rule, guns, "air to air", aims)


def _guns(u: Umpire, side: Side, cell: str) -> kernel.Rule[None]:
    """NK 9.3.2 b, 9.4, 9.5: each ship with anti-aircraft guns fires, the merchants' batteries and a base's guns too."""
    guns = batteries(u.state, u.data, side, cell)
    aims = yield from _aim(u, side, GUNS, guns, _raiders(u))
    _shoot(u, GUNS.rule, guns, "anti-aircraft", aims)


def batteries(state: State, data: Data, side: Side, cell: str) -> dict[str, int]:
    """NK 9.3.2 b, 9.4, 9.5: every gun that fires at a raid on a hex, with its factor.

    Of the merchants only those under a Convoy marker have any, for each five of them a battery.
    """
    ships = ships_at(state, data, side, cell)
    guns = {piece.id: value for piece in ships if (value := factor(data, piece, "aa"))}
    convoys: dict[str, int] = {}
    for piece in ships:
        if piece.force and data.counters[piece.id].is_merchant:
            convoys[piece.force] = convoys.get(piece.force, 0) + 1
    table = data.tables.merchant_guns
    count = sum(merchants // table.merchants for merchants in convoys.values())
    guns |= {str(MerchantGuns(number)): table.factor for number in range(1, count + 1)}
    if side is Side.AXIS and cell in data.bases:
        guns[BASE] = data.tables.bases.aa
    return guns


def _attack(u: Umpire, side: Side) -> kernel.Rule[None]:
    """NK 9.3.2 c: each raider that is left picks one target: a ship, an aircraft on the ground, or a boat (R33)."""
    state, data = u.state, u.data
    assert state.box is not None
    there = [find(state, name) for name in state.box.ships]
    boats = [piece.id for piece in there if counter(data, piece).is_sub]
    others = [piece.id for piece in there if not counter(data, piece).is_sub]
    slots: dict[str, Domain] = {}
    for name in state.box.attackers:
        piece = find(state, name)
        targets = [*(others if factor(data, piece, "ship") else ()), *(boats if factor(data, piece, "asw") else ())]
        if targets:
            slots[name] = Among(targets)
    if state.options.solitaire and side is Side.ALLIED:
        aims = bombing(state, data, list(slots), others)
    else:
        aims = yield from _choose(u, side, BOMBS, slots)
    bombed = {name: target for name, target in aims.items() if target not in boats}
    _shoot(u, BOMBS.rule, {name: factor(data, find(state, name), "ship") for name in bombed}, "anti-ship", bombed)
    for name, target in aims.items():
        if target in boats:
            _bomb_boat(u, find(state, name), find(state, target))


def _bomb_boat(u: Umpire, piece: Piece, boat: Piece) -> None:
    """NK 9.3.2, R33: an aircraft attacks a surfaced submarine on the ASW Table, with its own factor alone."""
    factors = factor(u.data, piece, "asw")
    modifiers = asw_modifiers(u.state, u.data, boat.at, factors, surfaced=True)
    if on_map(boat):
        hunt(u, "NK-9.3.2-submarine-target", piece.id, boat, modifiers, counter(u.data, piece).name)


def _aim(
    u: Umpire, side: Side, question: Question[State, Data], guns: Mapping[str, int], targets: Sequence[str]
) -> kernel.Rule[Aims]:
    """The defender's targets among the raiders."""
    if u.state.options.solitaire and side is Side.ALLIED:
        return defence(u.state, u.data, guns, targets)
    domain = Among(targets)
    return (yield from _choose(u, side, question, dict.fromkeys(guns, domain) if targets else {}))


def _choose(u: Umpire, side: Side, question: Question[State, Data], slots: Mapping[str, Domain]) -> kernel.Rule[Aims]:
    """A target for each; where there is no choice nobody is asked."""
    if all(domain.count() == 1 for domain in slots.values()):
        return {name: next(iter(domain)) for name, domain in slots.items()}
    answer: Allot = yield from u.ask(side, question, Assign(slots))
    return dict(answer.pairs)


def _shoot(u: Umpire, rule: str, factors: Mapping[str, int], name: str, aims: Aims) -> None:
    """All dice fall first, then all results are applied."""
    scored = [(shooter, target, fire(u, rule, shooter, {name: factors[shooter]})) for shooter, target in aims.items()]
    for shooter, target, points in scored:
        hit(u, find(u.state, target), points, shooter_name(u.data, shooter), rule)


def shooter_name(data: Data, shooter: str) -> str:
    """What a gun is called."""
    if shooter == BASE:
        return "the guns of the base"
    return "the merchants' guns" if MERCHANT_GUNS.find(shooter) else data.counters[shooter].name
