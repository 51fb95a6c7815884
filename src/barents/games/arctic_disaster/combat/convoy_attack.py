"""Chapter 11.2: an air attack on PQ-17, on its own display: torpedo aircraft come in through the screen."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.actions import Advance, AttackHere
from barents.games.arctic_disaster.combat.air_fire import (
    attack,
    came_in,
    fire_at,
    is_flying,
    model,
    raid_of,
    support_factor,
)
from barents.games.arctic_disaster.combat.odds import (
    Flying,
    as_it_flies,
    bombing_odds,
    flak,
    raided,
    suffered,
    support_odds,
    under_fire,
)
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.names import SIDES, place
from barents.games.arctic_disaster.rules.chances import sunk, wounds_of
from barents.games.arctic_disaster.rules.convoy_display import PORT, SCREEN, STARBOARD, distance, inward
from barents.games.arctic_disaster.rules.odds import harm, untouched
from barents.games.arctic_disaster.rules.units import Umpire, aa, find, is_gone
from barents.games.arctic_disaster.state import Raid, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.domains import Among, Domain
from barents.kernel.odds import Spread, ends, percent
from barents.kernel.question import Question
from barents.kernel.view import Odds
from barents.kernel.words import listed, signed


def about_raid(data: Data, known: State) -> str:
    """Who flies, and where."""
    raid = raid_of(known)
    flying = [unit for unit in raid.units if unit in known.wings[raid.side]]
    return f"{SIDES[raid.side]}: {q.counted(len(flying), 'air unit')} over {place(data, raid.cell)}."


def about_coming_in(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What the squares of the screen are worth."""
    ahead = signed(data.tables.air_attack.ahead_or_astern)
    return (
        f"{about_raid(data, known)} Screen 12 to 16 lie to starboard, 28 to 32 to port; ahead and astern are {ahead} "
        "on the die. An escort in the square fires first. Bombers go straight for a ship."
    )


def about_run(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """How the unit has fared so far."""
    raid = raid_of(known)
    unit = raid.done[-1]
    taken = raid.modifiers.get(unit, 0)
    so_far = f"So far it has {signed(taken)} from anti-aircraft fire" if taken else "So far nobody has hit it"
    return f"{so_far}; in each further square it is fired at again, and it never turns back. Attack ends its run."


def about_support(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What the unit is after."""
    raid = raid_of(known)
    unit = raid.done[-1]
    kind = model(data, unit)
    target = raid.units[unit]
    aims = f" is after {data.counters[target].name}" if target in data.counters else " is on its way into the convoy"
    return (
        f"{data.air[unit].name} ({kind.model}){aims}. Each result is taken off its die or costs it a step; "
        "who fires now cannot help against those that follow."
    )


def run_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of a torpedo unit that attacks, or flies on."""
    match action:
        case AttackHere(ship):
            return running_in(data, known, find(known, ship))
        case Advance(square):
            return flying_on(data, known, square)
    return None


def flying_on(data: Data, known: State, square: str) -> Odds | None:
    """AD 11.2.1: what the guns of the next square do to a torpedo unit: a merchant's, or those of a fresh escort."""
    raid = raid_of(known)
    unit, here = raid.done[-1], ships_in(raid, square)
    merchants = [name for name in here if not is_escort(data, name)]
    flying = as_it_flies(known, raid, unit)
    fresh = [] if merchants else [name for name in here if name not in raid.used]
    for name in merchants or fresh:
        flying = under_fire(data, flying, aa(data, find(known, name)))
    near = escorts_near(known, data, raid, square, data.tables.air_attack.escort_reach_torpedo)
    others = [data.counters[name].name for name in near if name not in here]
    notes = [f"if {listed([data.counters[name].name for name in fresh])} fires"] if fresh else []
    notes += [_then(data, known, raid, flying, name) for name in here if not data.counters[name].is_sub]
    notes += [f"{listed(others)} may fire too"] if others else []
    return _fired_at(known, raid, unit, flying, "getting there unhampered", tuple(notes))


def _then(data: Data, known: State, raid: Raid, flying: Flying, name: str) -> str:
    """What an attack in the next square would do, all told."""
    unit, target = raid.done[-1], find(known, name)
    more = came_in(data, raid, unit)
    hurt = raided(data, raid, unit, flying, target, Spread.sure(wounds_of(target)), fires=False, more=more)
    hit, gone = 1 - untouched(target, hurt), sunk(data, name, hurt)
    return f"{percent(hit)} hit {data.counters[name].name}, {percent(gone)} sink her, all told"


def _fired_at(known: State, raid: Raid, unit: str, flying: Flying, of: str, notes: tuple[str, ...] = ()) -> Odds:
    """What fire makes of an air unit, from the worst for it to the best."""
    down, same = suffered(known, raid, unit, flying)
    found = {"it is shot down": down, "it is hampered": 1 - same - down, "no effect": same}
    return Odds(same, of, flak(raid, unit), ends(found), notes)


def running_in(data: Data, known: State, target: Ship) -> Odds:
    """AD 11.2.1: a torpedo unit drops here; a target that has not fired at it yet does so first.

    That an escort has fired at another unit makes it no less a target: it fires at each that attacks it.
    """
    raid = raid_of(known)
    unit = raid.done[-1]
    fires = target.id not in raid.fired
    more = came_in(data, raid, unit)
    start = as_it_flies(known, raid, unit)
    hurt = raided(data, raid, unit, start, target, Spread.sure(wounds_of(target)), fires=fires, more=more)
    missed = untouched(target, hurt)
    return Odds(1 - missed, "a hit", {**flak(raid, unit), **more}, harm(data, target, hurt))


COME_IN: Question[State, Data] = Question(
    "AD-11.2.1-tb-screen",
    "Where does each torpedo unit come in, and which ship does each bomber attack?",
    phase=q.RAID,
    about=about_coming_in,
    answers={Allot: "Torpedo units come in through their squares, one to a square; bombers go for their ships."},
    verb="Attack",
    odds=bombing_odds,
)
RUN_IN: Question[State, Data] = Question(
    "AD-11.2.1-tb-choose",
    "Does the unit attack here, or fly on into the convoy?",
    phase=q.RAID,
    about=about_run,
    odds=run_odds,
)
ESCORTS_FIRE: Question[State, Data] = Question(
    "AD-11.2.1-tb-escort-once",
    "Which escorts fire at it?",
    phase=q.RAID,
    about=about_support,
    answers={Choose: "These escorts fire at the unit with all their guns, and cannot help again in this raid."},
    verb="Fire with",
    odds=support_odds,
)


def place_aircraft(u: Umpire) -> kernel.Rule[None]:
    """AD 11.2.1, 11.2.2: torpedo units go to squares of the screen, one to a square, bombers to any ship."""
    raid, data = raid_of(u.state), u.data
    escorted = set(raid.ships.values())
    beams = [square for square in (*STARBOARD, *PORT) if square not in escorted]
    outer = Among(list(dict.fromkeys((*beams, *SCREEN))))
    ships = Among([name for name in raid.ships if not data.counters[name].is_sub])  # 13.10
    slots: dict[str, Domain] = {unit: outer if model(data, unit).type == "T" else ships for unit in raid.units}
    options = Assign(slots, capacity=dict.fromkeys(SCREEN, 1))
    answer: Allot = yield from u.ask(raid.side, COME_IN, options)
    raid.units = dict(answer.pairs)
    for unit, goal in raid.units.items():
        words = "{unit} goes for {place}" if goal in u.data.counters else "{unit} comes in at {place}"
        u.tell("AD-11.2.1-tb-screen", words, unit=unit, place=goal)


def is_escort(data: Data, name: str) -> bool:
    """AD 11.2: whether a ship of PQ-17 fires as an escort: once in an attack, unless it is itself the target."""
    about = data.counters[name]
    return not about.is_merchant and about.type != "R"


def ships_in(raid: Raid, square: str) -> list[str]:
    """The ships in a square of the display."""
    return [name for name, place in raid.ships.items() if place == square]


def approach(u: Umpire, unit: str) -> kernel.Rule[None]:
    """AD 11.2: one air unit makes its attack."""
    if model(u.data, unit).type == "T":
        yield from _run_in(u, unit)
    else:
        yield from _bomb(u, unit)


# Torpedo units (11.2.1)


def _run_in(u: Umpire, unit: str) -> kernel.Rule[None]:
    """AD 11.2.1: from square to square, fired at in each, until it attacks; it never comes back to a square."""
    state, data, raid = u.state, u.data, raid_of(u.state)
    start = raid.units[unit]
    raid.visited[unit] = [start]
    while True:
        square = raid.units[unit]
        yield from _fire_in_square(u, unit, square)
        if not is_flying(state, unit):
            return
        targets = [name for name in ships_in(raid, square) if not data.counters[name].is_sub]  # 13.10
        here: list[Action] = [AttackHere(name) for name in targets]
        onward = [other for other in inward(square) if other not in raid.visited[unit]]
        possible = [*here, *(Advance(other) for other in onward)]
        if not possible:
            u.tell("AD-11.2.1-tb-advance", "{unit} finds nothing to attack", unit=unit)
            return
        prompt = f"{data.air[unit].name}: attack here, or fly on into the convoy?"
        answer = yield from u.ask(raid.side, RUN_IN, Pick(possible), prompt)
        if isinstance(answer, AttackHere):
            break
        assert isinstance(answer, Advance)
        raid.units[unit] = answer.square
        raid.visited[unit].append(answer.square)
        u.tell("AD-11.2.1-tb-advance", "{unit} flies on to {square}", unit=unit, square=answer.square)
    target = raid.units[unit] = answer.ship
    if target not in raid.fired:
        yield from fire_at(u, unit, target, aa(data, find(state, target)))
    yield from attack(u, unit, target, came_in(data, raid, unit))


def _fire_in_square(u: Umpire, unit: str, square: str) -> kernel.Rule[None]:
    """AD 11.2.1: the merchant in the square fires; an escort that is there without one, or near the core, may.

    It is their owner's choice, since each escort fires once in the attack.
    """
    state, data, raid = u.state, u.data, raid_of(u.state)
    here = ships_in(raid, square)
    merchants = [name for name in here if not is_escort(data, name)]
    for name in merchants:
        yield from fire_at(u, unit, name, aa(data, find(state, name)))
    if not is_flying(state, unit):
        return
    able = [name for name in here if not merchants and name not in raid.used and aa(data, find(state, name))]
    if square not in SCREEN:
        able += escorts_near(state, data, raid, square, data.tables.air_attack.escort_reach_torpedo)
    yield from _support(u, unit, list(dict.fromkeys(able)))


def escorts_near(state: State, data: Data, raid: Raid, square: str, reach: int) -> list[str]:
    """AD 11.2: escorts with guns enough, so many squares off or nearer, that have not fired in this attack."""
    least = data.tables.air_attack.support_from
    return [
        name
        for name, place in raid.ships.items()
        if is_escort(data, name)
        and name not in raid.used
        and distance(square, place) <= reach
        and aa(data, find(state, name)) >= least
    ]


def _support(u: Umpire, unit: str, able: list[str]) -> kernel.Rule[None]:
    """AD 11.2: the Allied player says which escorts fire with all their guns; each does so once in the attack."""
    raid = raid_of(u.state)
    if not able:
        return
    answer: Choose = yield from u.ask(raid.side.enemy, ESCORTS_FIRE, Subset(able))
    for name in answer.items:
        raid.used.append(name)
        yield from fire_at(u, unit, name, support_factor(u.data, u.state, name))


# Bombers (11.2.2)


def helpers_against_bombs(state: State, data: Data, raid: Raid, target: str) -> list[str]:
    """AD 11.2.2: the escorts that can help a ship: in its square with any guns, within two with guns enough."""
    square = raid.ships[target]
    beside = [
        name
        for name in ships_in(raid, square)
        if is_escort(data, name) and name not in raid.used and aa(data, find(state, name))
    ]
    near = escorts_near(state, data, raid, square, data.tables.air_attack.escort_reach_bomb)
    return [name for name in dict.fromkeys((*beside, *near)) if name != target]


def _bomb(u: Umpire, unit: str) -> kernel.Rule[None]:
    """AD 11.2.2: the target fires, then escorts in its square and those with guns enough within two; then bombs."""
    state, data, raid = u.state, u.data, raid_of(u.state)
    target = raid.units[unit]
    if is_gone(find(state, target)):
        u.tell("AD-11.1-excess-wasted", "{unit} finds {target} sunk", unit=unit, target=target)
        return
    yield from fire_at(u, unit, target, aa(data, find(state, target)))
    if is_flying(state, unit):
        yield from _support(u, unit, helpers_against_bombs(state, data, raid, target))
    yield from attack(u, unit, target)
