"""Chapters 11.4.4 to 11.4.6: gunnery, sighting and smoke."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.combat.battle_line import (
    NAMES,
    about_battle,
    battle_of,
    distance,
    in_fog,
    small_target,
    smoke_between,
    targets,
    within_areas,
)
from barents.games.arctic_disaster.data import Data, at, half
from barents.games.arctic_disaster.orders import BATTERY_SLOTS, BatterySlot
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.advantage import advantage, change_of, named, on_the_die, subject_of
from barents.games.arctic_disaster.rules.dice import damage_die
from barents.games.arctic_disaster.rules.odds import ordered, salvo, single_hit, single_order
from barents.games.arctic_disaster.rules.tables import Hit, least_to_hit
from barents.games.arctic_disaster.rules.units import HEAVY, Umpire, counter, damage, find, main_guns, secondary_guns
from barents.games.arctic_disaster.state import Round, Ship, Shot, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.game import Step
from barents.kernel.odds import Spread
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds, OrderOdds, OrdersOdds
from barents.kernel.words import signed

Battery = Literal["main", "secondary"]
BATTERIES: tuple[Battery, ...] = ("main", "secondary")
ARMOURED = (*HEAVY, "CV")


def guns(data: Data, ship: Ship, battery: str) -> int:
    """AD 11.4.4: the factor of a battery at the ship's level of damage."""
    return main_guns(data, ship) if battery == "main" else secondary_guns(data, ship)


def gun_reach(state: State, data: Data, ship: Ship, battery: str) -> int:
    """AD 11.4.4, 11.4.5: how far a battery can fire: its range, and in fog, but for radar, the areas in sight."""
    about, table = counter(data, ship), data.tables.gunnery
    reach = about.main_range if battery == "main" else about.secondary_range
    blind = in_fog(state, data) and ship.id not in table.radar_ships
    return min(reach, table.fog_sight) if blind else reach


def batteries(state: State, data: Data, side: Side) -> dict[str, Domain]:
    """AD 11.4.4: the batteries of a side that can fire, `tirpitz:main`, each with its targets."""
    slots: dict[str, Domain] = {}
    enemies = targets(state, data, side.enemy)
    for ship in targets(state, data, side):
        for battery in BATTERIES:
            if guns(data, ship, battery) > 0:
                within = within_areas(state, ship, enemies, gun_reach(state, data, ship, battery))
                if within:
                    slots[str(BatterySlot(ship.id, battery))] = Among(within)
    return slots


def about_guns(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What changes the fire of a battery."""
    table = data.tables.gunnery
    sight = f" In fog most see only {table.fog_sight} areas." if in_fog(known, data) else ""
    return (
        f"{about_battle(data, known)} Both sides name all targets before any die. Every ship but the first to fire at "
        f"one has half its factor; {signed(table.small_target)} against small ships.{sight}"
    )


def gunnery_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of a whole sheet."""
    shots = [shot_of(slot, target) for slot, target in ordered(action).items()]
    return gunnery(data, known, shots) if shots else None


def gunnery(data: Data, known: State, shots: Sequence[Shot]) -> Odds:
    """AD 11.4.4: all batteries of a side as they are ordered."""
    fired = [(shot, gun_hits(data, known, shot, gun_factor(known, data, shots, shot))) for shot in shots]
    return salvo(data, known, fired)


def gun_hits(data: Data, known: State, shot: Shot, factor: int) -> Spread[Hit]:
    """AD 11.4.4: what hits of a battery do to its target; one that does no damage is none."""
    ship, target = find(known, shot.ship), find(known, shot.target)
    found = chances.hits(data, factor, gun_modifiers(known, data, shot))
    return found.by(lambda hit: Hit(gun_damage(data, ship, shot.weapon, target, hit.points), hit.star))


def battery_odds(data: Data, known: State, decision: Decision[Any]) -> OrdersOdds:
    """The chance of each battery at each target, also for whoever is not the first at it."""
    found: dict[str, dict[str, OrderOdds]] = {}
    slots = decision.options.slots if isinstance(decision.options, Assign) else {}
    for slot, target in ((slot, target) for slot, domain in slots.items() for target in domain):
        shot = shot_of(slot, target)
        before_her = Shot("", shot.weapon, target)
        first, later = (gun_factor(known, data, shots, shot) for shots in ((shot,), (before_her, shot)))
        after = gun(data, known, shot, later, "half, not the first at her")
        found.setdefault(slot, {})[target] = OrderOdds(gun(data, known, shot, first), after)
    return found


def gun(data: Data, known: State, shot: Shot, factor: int, *notes: str) -> Odds:
    """AD 11.4.4: one battery at one ship."""
    needed = (f"needs {least_to_hit(data, factor)}",) if factor > 0 else ()
    hits = gun_hits(data, known, shot, factor)
    return single_order(factor, gun_modifiers(known, data, shot), hits, *notes, *needed)


def changed_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.10: the fire of a ship with the change; of one that fires twice it is not said which battery it is."""
    shots = battle_of(known).shots
    fired = [shot for shot in shots if data.counters[shot.ship].name == subject_of(decision)]
    if len(fired) != 1:
        return None
    [shot] = fired
    modifiers = {**gun_modifiers(known, data, shot), **change_of(action)}
    return single_hit(data, gun_factor(known, data, shots, shot), modifiers, f"{shot.weapon} guns")


GUNS_CHANGED = on_the_die("guns", changed_odds)
GUNS: Question[State, Data] = Question(
    "AD-11.4.4-simultaneous",
    "At whom does each of your batteries fire, and in which order?",
    phase=q.BATTLE,
    about=about_guns,
    answers={Allot: "Each battery fires at the ship that you give it, in this order; the others hold their fire."},
    verb="Fire",
    slots=BATTERY_SLOTS,
    odds=gunnery_odds,
    order_odds=battery_odds,
)


def declare_gunnery(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.4: both sides name the targets of all their batteries before any die; they cannot be changed."""
    allied, axis = yield from u.both(_targets(u, Side.ALLIED), _targets(u, Side.AXIS))
    battle_of(u.state).shots = [*axis, *allied]
    tell_targets(u, GUNS.rule)
    return (Round("gunfire"),)


def tell_targets(u: Umpire, rule: str) -> None:
    """AD 11.4.4, 11.4.7: once both sides have named their targets everyone knows them."""
    if not battle_of(u.state).shots:
        u.tell(rule, "Nobody fires")
    for side in Side:
        shots = [shot for shot in battle_of(u.state).shots if u.data.counters[shot.ship].side is side]
        if shots:
            aims = ", ".join(f"{_aim(u, shot)} at {u.data.counters[shot.target].name}" for shot in shots)
            u.tell(rule, "{ships} aim: {aims}", ships=NAMES[side], aims=aims)


def _aim(u: Umpire, shot: Shot) -> str:
    """Whose shot it is, with the battery where a ship may have two."""
    name = u.data.counters[shot.ship].name
    return f"{name}'s secondary guns" if shot.weapon == "secondary" else name


def _targets(u: Umpire, side: Side) -> kernel.Rule[list[Shot]]:
    """The order of the answer is the order in which a side's ships fire."""
    slots = batteries(u.state, u.data, side)
    if not slots:
        return []
    answer: Allot = yield from u.ask(side, GUNS, Assign(slots, optional=True, ordered=True))
    return [shot_of(slot, target) for slot, target in answer.pairs if target != NONE]


def shot_of(slot: str, target: str) -> Shot:
    """The fire of a battery at a ship."""
    gun = BATTERY_SLOTS.parse(slot)
    return Shot(gun.ship, gun.battery, target)


def gun_factor(state: State, data: Data, shots: Sequence[Shot], shot: Shot) -> int:
    """AD 11.4.4, R49: a battery's factor; halved for every ship but the first that fires at the same target."""
    value = guns(data, find(state, shot.ship), shot.weapon)
    first = next(other.ship for other in shots if other.target == shot.target)
    return value if first == shot.ship else half(value)


def range_modifier(data: Data, away: int) -> int:
    """AD 11.4.4: what distance does to the die of a battery."""
    return at(data.tables.gunnery.ranges, away).modifier


def sight_modifier(state: State, data: Data, away: int) -> dict[str, int]:
    """AD 11.4.5: what fog does to it, within sight and beyond, where only radar sees."""
    table = data.tables.gunnery
    if not in_fog(state, data):
        return {}
    return {"fog": table.fog} if away <= table.fog_sight else {"radar in fog": table.radar}


def gun_modifiers(state: State, data: Data, shot: Shot) -> dict[str, int]:
    """AD 11.4.4 to 11.4.6: what changes the die of a battery."""
    battle, table = battle_of(state), data.tables.gunnery
    away = distance(state, shot.ship, shot.target)
    modifiers = {}
    if by_range := range_modifier(data, away):
        modifiers[f"range {away}"] = by_range
    if battle.ships[shot.ship].moved:
        modifiers["moved"] = table.moved
    modifiers |= small_target(data, find(state, shot.target))
    modifiers |= smoke_between(state, data, shot.ship, shot.target)
    return modifiers | sight_modifier(state, data, away)


def gun_damage(data: Data, ship: Ship, weapon: str, target: Ship, points: int) -> int:
    """AD 11.4.4: light guns do half the damage to armoured ships, cruisers' and secondary guns to battleships."""
    firer, aimed = counter(data, ship).type, counter(data, target).type
    light = firer not in ARMOURED and aimed in ARMOURED
    outmatched = aimed == "BB" and (weapon == "secondary" or firer in ("CA", "CL"))
    return half(points) if light or outmatched else points


def gunfire(u: Umpire) -> kernel.Rule[None]:
    """AD 11.4.4: each battery fires by itself with what the ship had at the start; damage comes when all have fired."""
    state, data = u.state, u.data
    battle = battle_of(state)
    scored: list[tuple[Shot, Hit]] = []
    for shot in battle.shots:
        factor = gun_factor(state, data, battle.shots, shot)
        words = "{unit} fires at {target} with its {weapon}, factor {factor}"
        if factor < gun_factor(state, data, (shot,), shot):
            words += ", halved since another ship fires at it first"
        rule = "AD-11.4.4-separate"
        u.tell(rule, words, unit=shot.ship, target=shot.target, weapon=shot.weapon, factor=factor)
        extra = yield from advantage(u, GUNS_CHANGED, "AD-11.4.4-separate", shot.ship)
        modifiers = gun_modifiers(state, data, shot) | named(extra)
        scored.append((shot, damage_die(u, "AD-11.4.4-separate", shot.ship, factor, modifiers)))
    battle.shots = []
    for shot, _ in scored:
        battle.ships[shot.ship].fired = True
    for shot, hit in scored:
        ship, target = find(state, shot.ship), find(state, shot.target)
        points = gun_damage(data, ship, shot.weapon, target, hit.points)
        damage(u, target, points, shot.ship, star=hit.star)
