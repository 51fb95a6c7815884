"""Chapters 11.4.7 and 13.10: torpedoes in surface combat, and the two submarines of PQ-17's escort."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.combat.battle_line import (
    about_battle,
    battle_of,
    distance,
    fighting,
    in_fog,
    small_target,
    smoke_between,
    targets,
    within_areas,
)
from barents.games.arctic_disaster.combat.gunnery import tell_targets
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.advantage import advantage, change_of, named, on_the_die, subject_of
from barents.games.arctic_disaster.rules.dice import damage_die
from barents.games.arctic_disaster.rules.odds import ordered, salvo, single_hit, single_order
from barents.games.arctic_disaster.rules.tables import Hit, least_to_hit
from barents.games.arctic_disaster.rules.units import Umpire, counter, damage, find, has_torpedoes, of_type
from barents.games.arctic_disaster.state import Round, Ship, Shot, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.dice import D10
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.game import Step
from barents.kernel.odds import Spread, every_throw, percent
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds, OrderOdds, OrdersOdds


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


def about_tubes(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What torpedoes do."""
    torpedoes = "Torpedoes do double damage and are best at close range; once fired they are gone."
    return f"{about_battle(data, known)} {torpedoes}"


def torpedo_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of a whole sheet."""
    shots = [Shot(ship, "torpedoes", target) for ship, target in ordered(action).items()]
    return torpedoes(data, known, shots) if shots else None


def torpedoes(data: Data, known: State, shots: Sequence[Shot]) -> Odds:
    """AD 11.4.7, 13.10: all torpedoes as they are ordered; a submarine has to get into position first."""
    return salvo(data, known, [(shot, torpedo_hits(data, known, shot)) for shot in shots])


def torpedo_hits(data: Data, known: State, shot: Shot) -> Spread[Hit]:
    """AD 11.4.7, 13.10: what torpedoes do to their target, if they are fired at all."""
    column = torpedo_column(known, data, find(known, shot.ship), find(known, shot.target))
    found = chances.hits(data, column, torpedo_modifiers(known, data, shot)).by(partial(doubled, data))
    return launched(data, shot.ship).then(lambda fires: found if fires else Spread.sure(Hit(0)))


def launched(data: Data, ship: str) -> Spread[bool]:
    """AD 13.10: whether a ship fires at all: of a submarine whether it gets into position."""
    if not data.counters[ship].is_sub:
        return Spread.sure(True)
    return every_throw(data, lambda u: gets_into_position(u, ship))


def tube_odds(data: Data, known: State, decision: Decision[Any]) -> OrdersOdds:
    """The chance of each ship's torpedoes at each target."""
    slots = decision.options.slots if isinstance(decision.options, Assign) else {}
    return {
        ship: {target: OrderOdds(torpedo(data, known, Shot(ship, "torpedoes", target))) for target in domain}
        for ship, domain in slots.items()
    }


def torpedo(data: Data, known: State, shot: Shot) -> Odds:
    """AD 11.4.7, 13.10: one ship's torpedoes; a submarine has to get into position first."""
    column = torpedo_column(known, data, find(known, shot.ship), find(known, shot.target))
    likely = percent(launched(data, shot.ship).chance(bool))
    notes = [f"{likely} to get into position"] if data.counters[shot.ship].is_sub else []
    notes += [f"needs {least_to_hit(data, column)}"] if column > 0 else []
    return single_order(column, torpedo_modifiers(known, data, shot), torpedo_hits(data, known, shot), *notes)


def changed_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.10: a ship's torpedoes with the change."""
    fired = [shot for shot in battle_of(known).shots if data.counters[shot.ship].name == subject_of(decision)]
    if len(fired) != 1:
        return None
    [shot] = fired
    column = torpedo_column(known, data, find(known, shot.ship), find(known, shot.target))
    return single_hit(data, column, {**torpedo_modifiers(known, data, shot), **change_of(action)}, "torpedoes")


TORPEDOES_CHANGED = on_the_die("torpedoes", changed_odds)
TUBES: Question[State, Data] = Question(
    "AD-11.4.7-torp-simultaneous",
    "Who fires torpedoes, and at whom?",
    phase=q.BATTLE,
    about=about_tubes,
    answers={Allot: "Each ship fires all its torpedoes at the target that you give it; the others keep theirs."},
    verb="Launch",
    odds=torpedo_odds,
    order_odds=tube_odds,
)


def declare_torpedoes(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 11.4.7: both sides say who fires torpedoes at whom before any die."""
    allied, axis = yield from u.both(_targets(u, Side.ALLIED), _targets(u, Side.AXIS))
    battle_of(u.state).shots = [*axis, *allied]
    tell_targets(u, TUBES.rule)
    return (Round("launch"),)


def _targets(u: Umpire, side: Side) -> kernel.Rule[list[Shot]]:
    slots = tubes(u.state, u.data, side)
    if not slots:
        return []
    answer: Allot = yield from u.ask(side, TUBES, Assign(slots, optional=True))
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


def doubled(data: Data, hit: Hit) -> Hit:
    """AD 11.4.7: the damage of torpedoes is doubled."""
    return Hit(hit.points * data.tables.torpedoes.double, hit.star)


def gets_into_position(u: Umpire, boat: str) -> bool:
    """AD 13.10: whether a submarine can fire."""
    most = u.data.tables.torpedoes.escort_launch_to
    return u.roll(D10, "AD-13.10-launch", boat, needs=f"{most} or less") <= most


def launch(u: Umpire) -> kernel.Rule[None]:
    """AD 11.4.7: torpedoes run together; whoever has fired them has none left, and their damage is doubled."""
    state, data = u.state, u.data
    battle = battle_of(state)
    scored: list[tuple[Shot, Hit]] = []
    for shot in battle.shots:
        ship, target = find(state, shot.ship), find(state, shot.target)
        if counter(data, ship).is_sub:
            battle.ships[ship.id].launched = True
            if not gets_into_position(u, ship.id):
                u.tell("AD-13.10-launch", "{unit} cannot get into position", unit=ship.id)
                continue
        column = torpedo_column(state, data, ship, target)
        words = "{unit} fires torpedoes at {target}, factor {column}"
        u.tell("AD-11.4.7-torp-once", words, unit=ship.id, target=target.id, column=column)
        extra = yield from advantage(u, TORPEDOES_CHANGED, "AD-11.4.7-torp-once", ship.id)
        modifiers = torpedo_modifiers(state, data, shot) | named(extra)
        hit = damage_die(u, "AD-11.4.7-torp-once", ship.id, column, modifiers)
        scored.append((shot, doubled(data, hit)))
        ship.fired = not counter(data, ship).is_sub
    battle.shots = []
    for shot, hit in scored:
        damage(u, find(state, shot.target), hit.points, shot.ship, star=hit.star)
