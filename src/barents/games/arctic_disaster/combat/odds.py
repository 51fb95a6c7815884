"""Chapters 11.1, 11.2 and 11.4.8: how likely an air attack succeeds, under the fire of those that it meets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import prod
from typing import Any, NamedTuple

from msgspec.structs import replace

from barents.games.arctic_disaster.combat.air_fire import attack_modifiers, loaded, raid_of, strength, support_factor
from barents.games.arctic_disaster.combat.battle_line import battle_of
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.chances import Hurt, Wounds
from barents.games.arctic_disaster.rules.odds import expected, harm, ordered, untouched
from barents.games.arctic_disaster.rules.tables import Hit
from barents.games.arctic_disaster.rules.units import aa, find
from barents.games.arctic_disaster.state import Raid, Ship, State, Wing
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision
from barents.kernel.odds import Spread, ends
from barents.kernel.sides import Side
from barents.kernel.view import Odds


class Flyer(NamedTuple):
    """An air unit under fire: the steps that it has left, and what is taken off its attack."""

    steps: int
    modifier: int = 0


Flying = Spread[Flyer]


def as_it_flies(known: State, raid: Raid, unit: str) -> Flying:
    """An air unit as anti-aircraft fire has left it so far."""
    return Spread.sure(Flyer(known.wings[raid.side][unit].steps, raid.modifiers.get(unit, 0)))


def suffered(known: State, raid: Raid, unit: str, flying: Flying) -> tuple[float, float]:
    """That an air unit is shot down by fire, and that fire does nothing to it."""
    [start] = as_it_flies(known, raid, unit).chances
    return flying.chance(lambda flyer: not flyer.steps), flying[start]


def flak(raid: Raid, unit: str) -> dict[str, int]:
    """What anti-aircraft fire has taken off the attack of a unit so far."""
    taken = raid.modifiers.get(unit, 0)
    return {"anti-aircraft fire": taken} if taken else {}


def under_fire(data: Data, before: Flying, factor: int) -> Flying:
    """AD 11.1: one ship's fire at an air unit; results add up, and steps are lost at once."""

    def fired_at(flyer: Flyer) -> Flying:
        if factor <= 0 or not flyer.steps:
            return Spread.sure(flyer)
        found = chances.flak(data, factor, {})
        return found.by(lambda end: Flyer(max(0, flyer.steps - end.steps), flyer.modifier + end.modifier))

    return before.then(fired_at)


def raided(
    data: Data,
    raid: Raid,
    unit: str,
    start: Flying,
    ship: Ship,
    before: Hurt,
    *,
    fires: bool = True,
    more: Mapping[str, int] | None = None,
) -> Hurt:
    """AD 11.1: one air unit's attack on a ship, which fires at it first if it has not yet."""

    def attacked(wounds: Wounds) -> Hurt:
        if wounds.damage >= data.counters[ship.id].hits:
            return Spread.sure(wounds)
        now = replace(ship, damage=wounds.damage, main=wounds.main, secondary=wounds.secondary)
        flying = under_fire(data, start, aa(data, now)) if fires else start
        return flying.then(lambda flyer: bombs(flyer, now)).then(partial(chances.struck, data, ship.id, wounds))

    def bombs(flyer: Flyer, target: Ship) -> Spread[Hit]:
        if not flyer.steps:
            return Spread.sure(Hit(0))
        attack = replace(raid, modifiers={unit: flyer.modifier})
        modifiers = attack_modifiers(data, attack, unit, target, more or {})
        return chances.hits(data, strength(data, Wing(unit, flyer.steps)), modifiers).by(partial(loaded, data, unit))

    return before.then(attacked)


def bombing_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of a sheet that sends air units against ships."""
    return bombing(data, known, decision.side, ordered(action))


def bombing(data: Data, known: State, side: Side, orders: Mapping[str, str]) -> Odds | None:
    """AD 11.1, 11.2.2, 11.4.8: the units sent against ships, each fired at by its target alone."""
    in_battle = known.raid is None
    raid = Raid(battle_of(known).cell, side, "", in_battle=True) if in_battle else raid_of(known)
    aimed = {unit: target for unit, target in orders.items() if target in data.counters}
    if not aimed:
        return None
    hurt: dict[str, Hurt] = {}
    for unit, target in aimed.items():
        ship = find(known, target)
        before = hurt.get(target) or Spread.sure(chances.wounds_of(ship))
        hurt[target] = raided(data, raid, unit, as_it_flies(known, raid, unit), ship, before)
    missed = prod(untouched(find(known, target), found) for target, found in hurt.items())
    notes = expected(data, known, hurt) if in_battle else (*expected(data, known, hurt), "less if other ships fire too")
    return Odds(1 - missed, "a hit", {}, ends({"all miss": missed, "a hit": 1 - missed}), notes)


def support_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 11.1, 11.2: ships that help with their guns: that the unit's attack fails, or of a run-in that it suffers."""
    if not isinstance(action, Choose):
        return None
    raid = raid_of(known)
    unit = raid.done[-1]
    flying = as_it_flies(known, raid, unit)
    for name in action.items:
        flying = under_fire(data, flying, support_factor(data, known, name))
    place = raid.units[unit]
    if place not in data.counters:
        down, same = suffered(known, raid, unit, flying)
        found = {"no effect": same, "it is hampered": 1 - same - down, "it is shot down": down}
        return Odds(1 - same, "hampering it", flak(raid, unit), ends(found))
    target = find(known, place)
    hurt = raided(data, raid, unit, flying, target, Spread.sure(chances.wounds_of(target)), fires=False)
    worst_first = tuple(reversed(harm(data, target, hurt)))
    return Odds(untouched(target, hurt), "no hit", flak(raid, unit), worst_first)
