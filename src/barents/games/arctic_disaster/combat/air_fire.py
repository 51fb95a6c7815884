"""Chapter 11.1, steps 5 to 7: anti-aircraft fire at an air unit, its attack on a ship, and what is left of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from barents.games.arctic_disaster.data import CONVOY, Data, half
from barents.games.arctic_disaster.datafiles import FormationRow
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.advantage import advantage, change_of, named, on_the_die, subject_of
from barents.games.arctic_disaster.rules.convoy_display import ENDS
from barents.games.arctic_disaster.rules.dice import damage_die, flak_die
from barents.games.arctic_disaster.rules.odds import single_hit, yes_or_no
from barents.games.arctic_disaster.rules.tables import Flak, Hit
from barents.games.arctic_disaster.rules.units import SMALL_ESCORTS, Umpire, aa, counter, damage, find
from barents.games.arctic_disaster.screen.phrases import label
from barents.games.arctic_disaster.state import Raid, Ship, State, Wing
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.view import Odds

SMALL = (*SMALL_ESCORTS, "MS")  # ships that are hard to hit from the air


def raid_of(state: State) -> Raid:
    """The air attack that is under way."""
    assert state.raid is not None
    return state.raid


def model(data: Data, unit: str) -> FormationRow:
    """What an air unit flies."""
    return data.formations[data.air[unit].formation]


def strength(data: Data, wing: Wing) -> int:
    """AD 2.3.2: the factor of an air unit, in attack or against aircraft, on the side that it shows."""
    row = model(data, wing.id)
    return row.attack if wing.steps > 1 else row.reduced


def is_flying(state: State, unit: str) -> bool:
    """Whether an air unit of the attack has not been destroyed."""
    return unit in state.wings[raid_of(state).side]


def lose_step(u: Umpire, wing: Wing, by: str, rule: str) -> None:
    """AD 11.1: an air unit is turned to its reduced side; one that was is destroyed."""
    wing.steps -= 1
    if wing.steps > 0:
        u.tell(rule, "{unit} is reduced by {by}", unit=wing.id, by=by)
        return
    side = model(u.data, wing.id).side
    del u.state.wings[side][wing.id]
    u.tell(rule, "{unit} is destroyed by {by}", unit=wing.id, by=by)


EFFECT = "an effect on the aircraft"


def fire_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.10, 11.1: a ship's fire at the unit that is being dealt with, with the change."""
    raid, change = raid_of(known), change_of(action)
    target, subject = raid.units[raid.done[-1]], subject_of(decision)
    ship = next((name for name in raid.ships or [target] if data.counters[name].name == subject), None)
    if ship is None:
        return None
    factor = aa(data, find(known, ship)) if ship == target else support_factor(data, known, ship)
    chance = chances.flak(data, factor, change).chance(lambda result: result != Flak(0))
    return yes_or_no(chance, EFFECT, "no effect", change)


def attack_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.10, 11.1: the attack of the unit that is being dealt with, with the change."""
    raid = raid_of(known)
    unit = raid.done[-1]
    target = raid.units[unit]
    if subject_of(decision) != label(data, unit) or target not in data.counters:
        return None
    factor, more = strength(data, known.wings[raid.side][unit]), came_in(data, raid, unit)
    modifiers = {**attack_modifiers(data, raid, unit, find(known, target), more), **change_of(action)}
    return single_hit(data, factor, modifiers, model(data, unit).model)


FIRE_CHANGED = on_the_die("anti-aircraft fire", fire_odds)
ATTACK_CHANGED = on_the_die("air attack", attack_odds)


def fire_at(u: Umpire, unit: str, ship: str, factor: int) -> kernel.Rule[None]:
    """AD 11.1: a ship fires at an air unit; results against one unit add up, and steps are lost at once."""
    state, raid = u.state, raid_of(u.state)
    if factor <= 0 or not is_flying(state, unit):
        return
    raid.fired.append(ship)
    u.tell("AD-11.1-aa-cumulative", "{ship} fires at {unit}, factor {factor}", ship=ship, unit=unit, factor=factor)
    used = yield from advantage(u, FIRE_CHANGED, "AD-11.1-aa-cumulative", ship)
    result = flak_die(u, "AD-11.1-aa-cumulative", ship, factor, named(used))
    raid.modifiers[unit] = raid.modifiers.get(unit, 0) + result.modifier
    for _ in range(result.steps):
        if is_flying(state, unit):
            lose_step(u, state.wings[raid.side][unit], ship, "AD-11.1-aa-step")


def support_factor(data: Data, state: State, ship: str) -> int:
    """AD 11.1, 11.2: the guns with which a ship helps another: in the convoy all, elsewhere half."""
    factor = aa(data, find(state, ship))
    return factor if raid_of(state).target == CONVOY else half(factor)


def came_in(data: Data, raid: Raid, unit: str) -> dict[str, int]:
    """AD 11.2.1: what the square in which a torpedo unit came in does to its attack."""
    visited = raid.visited.get(unit)
    return {"ahead or astern": data.tables.air_attack.ahead_or_astern} if visited and visited[0] in ENDS else {}


def attack_modifiers(data: Data, raid: Raid, unit: str, target: Ship, more: Mapping[str, int]) -> dict[str, int]:
    """AD 11.1, 7.2: what changes the die of an air attack."""
    table, kind, aimed = data.tables.air_attack, model(data, unit).type, counter(data, target).type
    modifiers = {}
    if flak := raid.modifiers.get(unit, 0):
        modifiers["anti-aircraft fire"] = flak
    if kind == "B" and aimed == "CV":
        modifiers["armoured deck"] = table.bomber_on_carrier
    if aimed in SMALL:
        modifiers["small target"] = table.on_small[kind]
    if raid.cell in data.partial_ice:
        modifiers["ice"] = table.in_ice
    return {**modifiers, **more}


def attack(u: Umpire, unit: str, target: str, more: Mapping[str, int] | None = None) -> kernel.Rule[None]:
    """AD 11.1: an air unit attacks a ship on the column of its factor; torpedoes do double damage."""
    state, data, raid = u.state, u.data, raid_of(u.state)
    ship = find(state, target)
    if not is_flying(state, unit):
        return
    factor = strength(data, state.wings[raid.side][unit])
    u.tell("AD-11.1-bomb-column", "{unit} attacks {target}, factor {factor}", unit=unit, target=target, factor=factor)
    used = yield from advantage(u, ATTACK_CHANGED, "AD-11.1-bomb-column", unit)
    modifiers = attack_modifiers(data, raid, unit, ship, more or {}) | named(used)
    hit = loaded(data, unit, damage_die(u, "AD-11.1-bomb-column", unit, factor, modifiers))
    damage(u, ship, hit.points, unit, star=hit.star)


def loaded(data: Data, unit: str, hit: Hit) -> Hit:
    """AD 11.1: what an air unit's hit does: torpedoes do double damage."""
    double = data.tables.air_attack.torpedo_double if model(data, unit).type == "T" else 1
    return Hit(hit.points * double, hit.star)
