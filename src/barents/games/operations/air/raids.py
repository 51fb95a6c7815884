"""A raid: fighters, anti-aircraft fire, bombs and torpedoes (OP-STRIKE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from barents.games.operations import phases
from barents.games.operations.air.sighting_reports import report, tell_ships
from barents.games.operations.battle.damage import bomb_hit, sixes, throw, torpedo_hit
from barents.games.operations.data import Data
from barents.games.operations.fights import Raid
from barents.games.operations.rules.odds import Order, all_together, of_orders, of_sheet, thrown
from barents.games.operations.rules.supposed import as_seen
from barents.games.operations.rules.units import (
    Umpire,
    aa_sum,
    effect_at,
    light_at,
    over,
    plane,
    ships_of,
    speed,
    type_of,
)
from barents.games.operations.state import SUNK, AirRaid, Fleet, Ship, Squadron, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import NONE, Among
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds
from barents.kernel.words import in_words

SEEN = 3  # the level of a report by those who fly over the ships


def air_raid(u: Umpire, step: AirRaid) -> kernel.Rule[tuple[Step, ...]]:
    """OP-STRIKE-order: the raids of the turn, one after the other, each in its stages."""
    state = u.state
    raid = state.raids[0]
    defender = state.desks[raid.side.enemy]
    if raid.fleet not in defender.fleets:
        # Mines or an earlier raid have been there before: that nobody is left the attacker learns by flying there.
        u.tell("OP-STRIKE-order", "The aircraft find nobody in {cell}", to=only(raid.side), cell=raid.zone)
        return _over(state)
    if not raid.bombers:
        return _over(state)
    fleet = defender.fleets[raid.fleet]
    match step.stage:
        case "combat":
            air_combat(u, raid, fleet)
            anti_aircraft(u, raid, fleet)
            return (AirRaid("losses"),)
        case "losses":
            yield from beat_off(u, raid)
            if not raid.bombers:
                return _over(state)
            sight(u, raid, fleet)
            return (AirRaid("attack"),)
        case "attack":
            yield from attack(u, raid, fleet)
    return _over(state)


def _over(state: State) -> tuple[Step, ...]:
    del state.raids[0]
    return (AirRaid(),) if state.raids else ()


def steps_of(state: State, raid: Raid, keys: Iterable[str]) -> list[Squadron]:
    """The squadrons of a raid by their names."""
    air = state.desks[raid.side].air
    return [air[key] for key in keys if key in air]


# Fighters


def air_combat(u: Umpire, raid: Raid, fleet: Fleet) -> None:
    """OP-STRIKE-aircombat, -return-fire: fighters over the fleet and the raid's own fire at once.

    Escorts are beaten off before bombers; which of several bombers chance decides.
    """
    state, data, table = u.state, u.data, u.data.tables.strike
    enemy = raid.side.enemy
    raid.seen = True
    u.tell(
        "OP-STRIKE-order",
        "{number} {number:step|steps} of aircraft {number:attacks|attack} the fleet in {cell}",
        number=len(raid.bombers) + len(raid.escorts),
        cell=raid.zone,
    )
    cap = over(state, enemy, fleet, "cap")
    if not cap:
        return
    escorts, bombers = steps_of(state, raid, raid.escorts), steps_of(state, raid, raid.bombers)
    least = fighters_hit_from(data, escorted=bool(escorts))
    fire = _fighting(data, escorts) + _fighting(data, bombers) // table.bomber_share
    down = sixes(u, "OP-STRIKE-aircombat", "Fighters over the fleet", _fighting(data, cap), least=least)
    for squadron in [*escorts[:down], *_struck(u, raid.side, bombers, max(0, down - len(escorts)))]:
        turn_back(u, raid.side, squadron, raid)
    lost = sixes(u, "OP-STRIKE-return-fire", "Fire of the raid", fire, least=table.escort_hits_from)
    for squadron in _struck(u, enemy, cap, lost):
        turn_back(u, enemy, squadron, None)


def _struck(u: Umpire, side: Side, steps: list[Squadron], number: int) -> list[Squadron]:
    """Which of some steps are beaten off; drawn where it makes a difference, by names that only their side knows."""
    if number >= len(steps) or len({step.type for step in steps}) == 1:
        return steps[:number]
    drawn = u.draw([step.key for step in steps], number, "OP-STRIKE-aircombat", to=only(side))
    return [step for step in steps if step.key in drawn]


def _fighting(data: Data, steps: Iterable[Squadron]) -> int:
    return sum(plane(data, step).air for step in steps)


def turn_back(u: Umpire, side: Side, step: Squadron, raid: Raid | None) -> None:
    """OP-STRIKE-fate: a step that is beaten off is destroyed, or goes home until the next day."""
    table = u.data.tables.strike
    if raid is not None:
        raid.bombers = [key for key in raid.bombers if key != step.key]
        raid.escorts = [key for key in raid.escorts if key != step.key]
    needs = f"{table.destroyed_from} or more is destroyed"
    die = u.roll(D6, "OP-STRIKE-fate", plane(u.data, step).name, needs=needs)
    if die >= table.destroyed_from:
        del u.state.desks[side].air[step.key]
        return
    step.rests, step.sortie = u.data.day(u.state.turn) + 1, "rest"


def fighters_hit_from(data: Data, *, escorted: bool) -> int:
    """OP-STRIKE-aircombat: from what a die of the fighters over a fleet beats off a step."""
    table = data.tables.strike
    return table.cap_hits_from if escorted else table.cap_hits_unescorted_from


def are_combed(data: Data, carriers: int, ships: Sequence[Ship]) -> bool:
    """OP-STRIKE-comb: whether there are torpedo aircraft enough to comb a large fleet."""
    table = data.tables.strike
    return carriers >= table.comb_steps and len(ships) >= table.comb_ships


def are_weak(data: Data, ships: Iterable[Ship]) -> bool:
    """OP-STRIKE-mods: whether a fleet has few guns against aircraft."""
    return aa_sum(data, ships) <= data.tables.strike.weak_aa_to


# Anti-aircraft fire


def flak_dice(data: Data, fleet: Fleet, ships: list[Ship], steps: int) -> int:
    """OP-STRIKE-aa, -port-aa: half of all factors, and the guns of a port; at most two dice for each step."""
    table = data.tables.strike
    dice = min(table.aa_most, -(-aa_sum(data, ships) // table.aa_share))
    port = data.port_at(fleet.at) if fleet.docked else None
    if port is not None:
        dice = min(table.port_aa_most, dice + table.port_aa_at.get(port.name, table.port_aa))
    return min(dice, table.aa_per_step * steps)


def anti_aircraft(u: Umpire, raid: Raid, fleet: Fleet) -> None:
    """OP-STRIKE-aa: the whole fleet fires; how many steps are beaten off."""
    ships = ships_of(u.state.desks[raid.side.enemy], fleet.key)
    dice = flak_dice(u.data, fleet, ships, len(raid.bombers))
    raid.flak = sixes(u, "OP-STRIKE-aa", "Anti-aircraft fire", dice, least=u.data.tables.strike.aa_hits_from)


def about_turning_back(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What becomes of them (OP-STRIKE-fate)."""
    return (
        f"They take no further part; on {data.tables.strike.destroyed_from} or more each is destroyed, else it flies "
        "again tomorrow. Those that you do not name attack."
    )


TURN_BACK: Question[State, Data] = Question(
    "OP-STRIKE-aa",
    "Which of your steps does the fire beat off?",
    phase=phases.AIR_STRIKES,
    about=about_turning_back,
    answers={Choose: "They turn back, and a die for each says whether it comes home."},
    verb="Turn back",
)


def beat_off(u: Umpire, raid: Raid) -> kernel.Rule[None]:
    """OP-STRIKE-aa: the attacker says which steps turn back, if it makes a difference."""
    number = min(raid.flak, len(raid.bombers))
    raid.flak = 0
    if not number:
        return
    steps = steps_of(u.state, raid, raid.bombers)
    gone = raid.bombers[:number]
    if number < len(steps) and len({step.type for step in steps}) > 1:
        prompt = f"Which {number} of your steps does the fire beat off?"
        options = Subset(raid.bombers, number, number)
        answer: Choose = yield from u.ask(raid.side, TURN_BACK, options, prompt)
        gone = list(answer.items)
    for step in [step for step in steps if step.key in gone]:
        turn_back(u, raid.side, step, raid)


# Bombs and torpedoes


def sight(u: Umpire, raid: Raid, fleet: Fleet) -> None:
    """OP-STRIKE-per-ship: whoever has got through sees the ships below."""
    ships = ships_of(u.state.desks[raid.side.enemy], fleet.key)
    raid.ships = [ship.key for ship in ships]
    report(u, raid.side, fleet.key, SEEN, "air raid")
    tell_ships(u, raid.side, "OP-STRIKE-per-ship", ships)


def about_targets(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """How many may attack a ship, and what pierces her (OP-STRIKE-per-ship, -mods)."""
    table = data.tables.strike
    return (
        f"You see the ships below. Up to {in_words(table.steps_per_ship)} steps may go for one ship. A fast warship is "
        "harder to hit; light bombs pierce no armour, medium ones light armour, heavy ones all."
    )


def _raid(known: State, side: Side) -> Raid | None:
    raid = known.raids[0] if known.raids else None
    return raid if raid is not None and raid.side is side and raid.ships else None


def _bomb(data: Data, known: State, side: Side, raid: Raid, key: str, target: str) -> tuple[int, dict[str, int]] | None:
    """OP-STRIKE-mods: the dice of a step at a ship, and what counts for and against them."""
    report = known.desks[side].contacts.get(raid.contact)
    step = known.desks[side].air.get(key)
    if report is None or step is None or target not in known.desks[side.enemy].ships:
        return None
    state, fleet = as_seen(data, known, side, report, raid.ships)
    ships = ships_of(state.desks[side.enemy], fleet.key)
    carriers = [
        one for name in raid.bombers if (one := known.desks[side].air.get(name)) and carries_torpedoes(data, fleet, one)
    ]
    modifiers = strike_modifiers(
        state,
        data,
        fleet,
        state.desks[side.enemy].ships[target],
        torpedoes=carries_torpedoes(data, fleet, step),
        combed=are_combed(data, len(carriers), ships),
        weak=are_weak(data, ships),
    )
    return load(data, fleet, step), modifiers


def bombs(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """Each step at each ship; steps and ships alike are reckoned once."""
    raid = _raid(known, side)
    if raid is None:
        return
    reckoned: dict[tuple[str, bool, str], Odds | None] = {}
    for slot, domain in slots.slots.items():
        for target in domain:
            step, ship = known.desks[side].air[slot], known.desks[side.enemy].ships[target]
            alike = (step.type, step.bombs, ship.line)
            if alike not in reckoned:
                found = _bomb(data, known, side, raid, slot, target)
                reckoned[alike] = None if found is None else thrown(data, *found)
            if (odds := reckoned[alike]) is not None:
                yield slot, target, odds


def bombing(data: Data, known: State, side: Side, given: Mapping[str, str]) -> Odds | None:
    """OP-STRIKE-per-ship: all steps as they are ordered: that anything is hit, and what each ship has to expect."""
    raid = _raid(known, side)
    aimed = [(key, target) for key, target in given.items() if target != NONE]
    found = [(target, _bomb(data, known, side, raid, key, target)) for key, target in aimed] if raid is not None else []
    return all_together(data, known, [(target, *one) for target, one in found if one is not None])


TARGETS: Question[State, Data] = Question(
    "OP-STRIKE-per-ship",
    "Which ship does each step attack?",
    phase=phases.AIR_STRIKES,
    about=about_targets,
    answers={Allot: "All attack at once, each the ship that you give it; a step without one attacks nobody."},
    verb="Attack",
    deed="attacks",
    odds=of_sheet(bombing),
    order_odds=of_orders(bombs),
)


def attack(u: Umpire, raid: Raid, fleet: Fleet) -> kernel.Rule[None]:
    """OP-STRIKE-per-ship: the attacker names a ship for each step; then all attack."""
    state, data = u.state, u.data
    most = data.tables.strike.steps_per_ship
    able = [step.key for step in steps_of(state, raid, raid.bombers) if load(data, fleet, step)]
    options = Assign(dict.fromkeys(able, Among(raid.ships)), optional=True, capacity=dict.fromkeys(raid.ships, most))
    answer: Allot = yield from u.ask(raid.side, TARGETS, options)
    drop(u, raid, fleet, {key: target for key, target in answer.pairs if target != NONE})


def drop(u: Umpire, raid: Raid, fleet: Fleet, aimed: Mapping[str, str]) -> None:
    """OP-STRIKE-mods, -comb: all steps attack the ships that they were given; then the damage is done."""
    state, data = u.state, u.data
    air, ships = state.desks[raid.side].air, state.desks[raid.side.enemy].ships
    fleet_ships = ships_of(state.desks[raid.side.enemy], fleet.key)
    carriers = [step for step in steps_of(state, raid, raid.bombers) if carries_torpedoes(data, fleet, step)]
    combed, weak = are_combed(data, len(carriers), fleet_ships), are_weak(data, fleet_ships)
    scored: list[tuple[str, Squadron, int]] = []
    for key, target in aimed.items():
        step, ship = air[key], ships[target]
        torpedoes = carries_torpedoes(data, fleet, step)
        modifiers = strike_modifiers(state, data, fleet, ship, torpedoes=torpedoes, combed=combed, weak=weak)
        subject = f"{plane(data, step).name} at {ship.name or target}"
        scored.append((target, step, throw(u, "OP-STRIKE-mods", subject, load(data, fleet, step), modifiers)))
    for target, step, hits in scored:
        for _ in range(hits):
            if carries_torpedoes(data, fleet, step):
                torpedo_hit(u, target)
            else:
                bomb_hit(u, target, plane(data, step).bomb_class)
    sunk = [name for name in dict.fromkeys(aimed.values()) if ships[name].at == SUNK]
    words = "The raid on the fleet in {cell} is over: {hits} {hits:hit|hits}, {sunk} {sunk:ship|ships} sunk"
    u.tell("OP-STRIKE-order", words, cell=raid.zone, hits=sum(hits for _, _, hits in scored), sunk=len(sunk))


def load(data: Data, fleet: Fleet, step: Squadron) -> int:
    """The dice of a step: those of its torpedoes or of its bombs."""
    about = plane(data, step)
    return about.torpedoes if carries_torpedoes(data, fleet, step) else about.bombs


def carries_torpedoes(data: Data, fleet: Fleet, step: Squadron) -> bool:
    """OP-STRIKE-port-aa: whoever can carries torpedoes, unless bombs were ordered, but not against ships in port."""
    return plane(data, step).torpedoes > 0 and not step.bombs and not fleet.docked


def strike_modifiers(
    state: State, data: Data, fleet: Fleet, ship: Ship, *, torpedoes: bool, combed: bool, weak: bool
) -> dict[str, int]:
    """OP-STRIKE-mods, -comb, -port-aa: weather, light, the target's speed, weak fire, a comb of torpedoes, a port."""
    table, effect = data.tables.strike, effect_at(state, data, fleet.at)
    warship, now = not type_of(data, ship).is_train, speed(data, ship)
    found = {
        "weather": effect.strike + (0 if torpedoes else effect.bombs),
        "twilight": table.twilight if light_at(state, data, fleet.at) == "twilight" else 0,
        "fast ship": table.fast if now >= table.fast_from and not fleet.docked and warship else 0,
        "stopped": table.stopped if now == 0 and not fleet.docked else 0,
        "weak fire": table.weak_aa if weak else 0,
        "comb of torpedoes": table.comb if torpedoes and combed else 0,
        "in port": table.port_bombs if fleet.docked and not torpedoes else 0,
    }
    return {words: value for words, value in found.items() if value}
