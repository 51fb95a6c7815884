"""Chapters 11.4.7 and 13.10: torpedoes in surface combat, and the two submarines of PQ-17's escort."""

from __future__ import annotations

from barents.games.arctic_disaster.advantage import advantage, named
from barents.games.arctic_disaster.battle_line import (
    battle_of,
    distance,
    fighting,
    in_fog,
    small_target,
    smoke_between,
    targets,
    within_areas,
)
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.gunnery import least_to_hit, tell_targets
from barents.games.arctic_disaster.state import Round, Ship, Shot, State
from barents.games.arctic_disaster.tables import Hit, damage_of
from barents.games.arctic_disaster.units import Umpire, counter, damage, find, has_torpedoes, of_type
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.dice import D10
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.game import Step
from barents.kernel.sides import Side


def can_launch(state: State, data: Data, ship: Ship) -> bool:
    """AD 11.4.7, 13.10: a ship that has its torpedoes; a submarine submerged, once in the combat."""
    fighter = battle_of(state).ships[ship.id]
    if counter(data, ship).is_sub:
        return fighter.submerged and not fighter.launched
    return has_torpedoes(data, ship)


def torpedo_column(state: State, data: Data, ship: Ship, target: Ship) -> int:
    """AD 11.4.7, 13.10: the column of the Damage Table; a submarine's is less one for each escort beside the target."""
    table, about = data.tables.torpedoes, counter(data, ship)
    if not about.is_sub:
        return table.column[about.nation]
    ships = battle_of(state).ships
    area = ships[target.id].area
    beside = [other for other in fighting(state, data, Side.AXIS) if ships[other.id].area == area]
    return max(0, table.escort_column - len(of_type(data, beside, "DD", "TB")))


def torpedo_reach(state: State, data: Data, ship: Ship) -> int:
    """AD 11.4.5, 11.4.7, 13.10: how many areas a ship's torpedoes run, in fog no further than can be seen."""
    table, about = data.tables.torpedoes, counter(data, ship)
    reach = table.escort_range if about.is_sub else table.most[about.nation]
    return min(reach, data.tables.gunnery.fog_sight) if in_fog(state, data) else reach


def tubes(state: State, data: Data, side: Side) -> dict[str, Domain]:
    """AD 11.4.7: the ships of a side that can fire torpedoes, each with its targets."""
    slots: dict[str, Domain] = {}
    enemies = targets(state, data, side.enemy)
    for ship in fighting(state, data, side):
        if can_launch(state, data, ship):
            near = within_areas(state, ship, enemies, torpedo_reach(state, data, ship))
            within = [name for name in near if torpedo_column(state, data, ship, find(state, name)) > 0]
            if within:
                slots[ship.id] = Among(within)
    return slots


def declare_torpedoes(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.7: both sides say who fires torpedoes at whom before any die."""
    allied, axis = yield from u.both(_targets(u, Side.ALLIED), _targets(u, Side.AXIS))
    battle_of(u.state).shots = [*axis, *allied]
    tell_targets(u, "AD-11.4.7-torp-simultaneous")
    return (Round("launch"),)


def _targets(u: Umpire, side: Side) -> kernel.Rule[list[Shot]]:
    slots = tubes(u.state, u.data, side)
    if not slots:
        return []
    prompt = "Who fires torpedoes, and at whom?"
    answer: Allot = yield from u.ask(side, "AD-11.4.7-torp-simultaneous", Assign(slots, optional=True), prompt)
    return [Shot(ship, "torpedoes", target) for ship, target in answer.pairs if target != NONE]


def run_modifier(data: Data, ship: Ship, away: int) -> int:
    """AD 11.4.7: what distance does to the die of a ship's torpedoes; a submarine's run short."""
    about = counter(data, ship)
    return 0 if about.is_sub else min(0, data.tables.torpedoes.free[about.nation] - away)


def torpedo_modifiers(state: State, data: Data, shot: Shot) -> dict[str, int]:
    """AD 11.4.7: one off for each area beyond the free range, and what else changes the die."""
    away = distance(state, shot.ship, shot.target)
    modifiers = {}
    if by_range := run_modifier(data, find(state, shot.ship), away):
        modifiers[f"range {away}"] = by_range
    modifiers |= small_target(data, find(state, shot.target))
    modifiers |= smoke_between(state, data, shot.ship, shot.target)
    if in_fog(state, data):
        modifiers["fog"] = data.tables.gunnery.fog
    return modifiers


def launch(u: Umpire) -> kernel.Rule[None]:
    """AD 11.4.7: torpedoes run together; whoever has fired them has none left, and their damage is doubled."""
    state, data = u.state, u.data
    battle, table = battle_of(state), data.tables.torpedoes
    scored: list[tuple[Shot, Hit]] = []
    for shot in battle.shots:
        ship, target = find(state, shot.ship), find(state, shot.target)
        if counter(data, ship).is_sub:
            battle.ships[ship.id].launched = True
            needs = f"{table.escort_launch_to} or less"
            if u.roll(D10, "AD-13.10-launch", ship.id, needs=needs) > table.escort_launch_to:
                u.tell("AD-13.10-launch", "{unit} cannot get into position", unit=ship.id)
                continue
        column = torpedo_column(state, data, ship, target)
        words = "{unit} fires torpedoes at {target}, factor {column}"
        u.tell("AD-11.4.7-torp-once", words, unit=ship.id, target=target.id, column=column)
        extra = yield from advantage(u, "AD-11.4.7-torp-once", ship.id)
        modifiers = torpedo_modifiers(state, data, shot) | named(extra)
        roll = u.roll(D10, "AD-11.4.7-torp-once", ship.id, modifiers, needs=f"{least_to_hit(data, column)} hits")
        scored.append((shot, damage_of(data, column, roll)))
        ship.fired = not counter(data, ship).is_sub
    battle.shots = []
    for shot, hit in scored:
        damage(u, find(state, shot.target), hit.points * table.double, shot.ship, star=hit.star)
