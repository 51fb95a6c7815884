"""Chapter 11.2: an air attack on PQ-17, on its own display: torpedo aircraft come in through the screen."""

from __future__ import annotations

from barents.games.arctic_disaster.actions import Advance, AttackHere
from barents.games.arctic_disaster.air_fire import attack, fire_at, is_flying, model, raid_of
from barents.games.arctic_disaster.convoy_display import ENDS, PORT, SCREEN, STARBOARD, distance, inward
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import Raid, State
from barents.games.arctic_disaster.units import Umpire, aa, find, is_gone
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.domains import Among, Domain


def place_aircraft(u: Umpire) -> kernel.Rule[None]:
    """AD 11.2.1, 11.2.2: torpedo units go to squares of the screen, one to a square, bombers to any ship."""
    raid, data = raid_of(u.state), u.data
    escorted = set(raid.ships.values())
    beams = [square for square in (*STARBOARD, *PORT) if square not in escorted]
    outer = Among(list(dict.fromkeys((*beams, *SCREEN))))
    ships = Among([name for name in raid.ships if not data.counters[name].is_sub])  # 13.10
    slots: dict[str, Domain] = {unit: outer if model(data, unit).type == "T" else ships for unit in raid.units}
    prompt = "Where does each torpedo unit come in, and which ship does each bomber attack?"
    options = Assign(slots, capacity=dict.fromkeys(SCREEN, 1))
    answer: Allot = yield from u.ask(raid.side, "AD-11.2.1-tb-screen", options, prompt)
    raid.units = dict(answer.pairs)
    for unit, place in raid.units.items():
        words = "{unit} goes for {place}" if place in u.data.counters else "{unit} comes in at {place}"
        u.tell("AD-11.2.1-tb-screen", words, unit=unit, place=place)


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
        listed = [*here, *(Advance(other) for other in onward)]
        if not listed:
            u.tell("AD-11.2.1-tb-advance", "{unit} finds nothing to attack", unit=unit)
            return
        prompt = f"{data.air[unit].name}: attack here, or fly on into the convoy?"
        answer = yield from u.ask(raid.side, "AD-11.2.1-tb-choose", Pick(listed), prompt)
        if isinstance(answer, AttackHere):
            break
        assert isinstance(answer, Advance)
        raid.units[unit] = answer.square
        raid.visited[unit].append(answer.square)
        u.tell("AD-11.2.1-tb-advance", "{unit} flies on to {square}", unit=unit, square=answer.square)
    target = raid.units[unit] = answer.ship
    if target not in raid.fired:
        yield from fire_at(u, unit, target, aa(data, find(state, target)))
    more = {"ahead or astern": data.tables.air_attack.ahead_or_astern} if start in ENDS else {}
    yield from attack(u, unit, target, more)


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
    prompt = "Which escorts fire at it?"
    answer: Choose = yield from u.ask(raid.side.enemy, "AD-11.2.1-tb-escort-once", Subset(able), prompt)
    for name in answer.items:
        raid.used.append(name)
        yield from fire_at(u, unit, name, aa(u.data, find(u.state, name)))


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
