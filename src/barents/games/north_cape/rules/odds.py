"""What an attack is worth, from what the player knows: the rules of combat, with every face of their dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from barents.games.north_cape.actions import Declare, Engage, Fire
from barents.games.north_cape.data import Data
from barents.games.north_cape.knowledge.known import is_placeholder
from barents.games.north_cape.rules.eligibility import may_go, may_target
from barents.games.north_cape.rules.fire import fires_at_aircraft, gunners, shoots
from barents.games.north_cape.rules.movement import base_hex
from barents.games.north_cape.rules.pieces import (
    Factor,
    at,
    counter,
    find,
    flight,
    is_asw_capable,
    is_real,
    is_submerged,
    is_surface_ship,
    left,
    occupied,
    side_of,
    wound,
)
from barents.games.north_cape.rules.recon import spotting
from barents.games.north_cape.rules.submarines import UNGUARDED, approach, attack_odds
from barents.games.north_cape.state import LOST, Combat, MissionType, Piece, State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.odds import Spread, ends, every_end, gamble, percent
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome

# 9: combat


def engaging(name: Factor) -> Callable[[Data, State, Decision[Any], Action], Odds | None]:
    """The odds of an attack in the stage of combat to which a factor belongs."""

    def odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
        if not isinstance(action, Engage):
            return None
        return hitting(data, known, find(known, action.attacker), find(known, action.target), name)

    return odds


def hit(data: Data, known: State, piece: Piece, name: Factor) -> Spread[bool]:
    """NC 9: whether a unit hits with one of its factors."""
    return every_end(data, known, lambda u: shoots(u, piece, name, "", ""), changes=False)


def hitting(data: Data, known: State, attacker: Piece, target: Piece, name: Factor) -> Odds:
    """NC 9: whether a unit hits another, and what may come back."""
    found = hit(data, known, attacker, name)
    notes = reply(data, known, attacker, target, name, found)
    return Odds(found.chance(bool), "a hit", found.modifiers, harm(data, target, found.chance(bool)), notes)


def harm(data: Data, target: Piece, chance: float) -> tuple[Outcome, ...]:
    """NC 2.4: what a hit does to its target."""
    last = wound(data, msgspec.structs.replace(target))
    word = ("shot down" if counter(data, target).is_air else "sunk") if last else "hit"
    return ends({"miss": 1 - chance, word: chance})


def reply(
    data: Data, known: State, attacker: Piece, target: Piece, name: Factor, found: Spread[bool]
) -> tuple[str, ...]:
    """NC 9.2 to NC 9.8: the risk for the attacker: fire in return, or anti-aircraft fire."""
    if counter(data, attacker).is_air and name != "air":
        risk = fired_upon(data, known, target, found)
        return (f"{percent(risk)} hit by anti-aircraft fire",) if risk else ("no anti-aircraft fire",)
    if is_submerged(data, attacker):
        return ("no answer to a submerged boat",)
    risk = hit(data, known, target, name).chance(bool)
    return (f"{percent(risk)} hit in return",) if risk else ("nothing comes back",)


def firing(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NC 9.3, NC 9.5, NC 11.5: anti-aircraft fire; who is fired at is in the prompt."""
    if not isinstance(action, Fire):
        return None
    odds = gamble(answer(data, known, action.ship), "hit", "miss")
    return msgspec.structs.replace(odds, of="a hit on the aircraft")


def answer(data: Data, state: State, ship: str) -> Spread[bool]:
    """NC 9.5: whether a ship hits an aircraft."""
    return every_end(data, state, lambda u: fires_at_aircraft(u, find(state, ship), "", ""), changes=False)


def fired_upon(data: Data, known: State, target: Piece, found: Spread[bool]) -> float:
    """NC 9.3, NC 9.5: that the reply hits an aircraft, whether it hits its target or not: the best gun answers."""

    def answered(is_hit: bool) -> Spread[bool]:
        state = struck(data, known, target) if is_hit else known
        ships = gunners(state, data, counter(data, target).side, target.id, is_hit)
        replies = [answer(data, state, ship) for ship in ships]
        return max(replies, key=lambda one: one.chance(bool), default=Spread.sure(False))

    return found.then(answered).chance(bool)


def struck(data: Data, known: State, target: Piece) -> State:
    """NC 2.4: what is known once a ship in the combat has been hit; one that was sunk takes no further part."""
    after, side, combat = msgspec.structs.replace(target), counter(data, target).side, known.combat
    assert combat is not None
    if wound(data, after):
        after.at = LOST
        fights = [name for name in side_of(combat, side) if name != target.id]
        combat = msgspec.structs.replace(combat, **{side.value: fights})
    pieces = {**known.pieces, side: {**known.pieces[side], target.id: after}}
    return msgspec.structs.replace(known, pieces=pieces, combat=combat)


# 5: announcing a mission of a single unit against the one target in reach


def declaring(data: Data, known: State, side: Side, mission: Declare) -> Odds | None:
    """What an Attack or a Recon promises, where there is only one who can go and one target in reach."""
    able = [p for p in at(known, side, mission.start) if may_go(known, data, p, mission.type, mission.flying)]
    if len(able) != 1 or not is_real(data, able[0]):
        return None
    unit = able[0]
    if mission.type is MissionType.RECON:
        cells = [cell for cell in sorted(occupied(known, side.enemy)) if in_reach(data, known, unit, cell, beside=1)]
        if len(cells) != 1:
            return None
        return spotting(data, known, msgspec.structs.replace(unit, at=cells[0]), cells[0])
    enemies = known.pieces[side.enemy].values()
    prey = sorted({p.at for p in enemies if p.id in data.counters and may_target(data, unit, p)})
    cells = [cell for cell in prey if in_reach(data, known, unit, cell)]
    return striking(data, known, unit, cells[0], side) if len(cells) == 1 else None


def in_reach(data: Data, known: State, unit: Piece, cell: str, beside: int = 0) -> bool:
    """NC 5.0, NC 5.3: whether a unit can get to a hex, or beside it, as far as range alone decides."""
    if data.counters[unit.id].is_air:
        return data.grid.distance(base_hex(known, unit), cell) <= flight(data, known, unit) + beside
    costs, points = data.reach(known.ice, unit.at).costs, left(data, unit)
    near = (cell, *data.grid.neighbours(cell)) if beside else (cell,)
    return any(costs.get(hex, points + 1) <= points for hex in near)


def striking(data: Data, known: State, unit: Piece, cell: str, side: Side) -> Odds | None:
    """NC 8.1, NC 9.3: an attack by one boat or one bomber on ships that are all in sight.

    Where anything lies face down there, or fighters are over it, the odds cannot be told.
    """
    there = at(known, side.enemy, cell)
    if any(is_placeholder(piece.id) for piece in there) or any(data.counters[p.id].red for p in there):
        return None
    if is_submerged(data, unit):
        screen = [piece for piece in there if is_asw_capable(data, piece)]
        way = approach(data, known, unit, cell, len(screen)) if screen else UNGUARDED
        of = f"an attack in {cell}"
        return attack_odds(data, known, msgspec.structs.replace(unit, at=cell), screen, way, of)
    ships = [piece for piece in there if is_surface_ship(data, piece)]
    if not data.counters[unit.id].is_air or not ships:
        return None
    bombs, torpedo = (hit(data, known, unit, name) for name in ("surface", "torp"))
    found = bombs.then(lambda is_hit: torpedo.by(lambda again: is_hit or again))  # each in its own stage (NC 9.10)
    fight = _fight(known, side, unit, cell, ships)
    risk = percent(min(fired_upon(data, fight, ship, found) for ship in _kinds(data, ships)))
    odds = gamble(found, "hit", "miss", f"at least {risk} hit by anti-aircraft fire")
    return msgspec.structs.replace(odds, of=f"a hit in {cell}", modifiers={})


def _fight(known: State, side: Side, unit: Piece, cell: str, ships: Sequence[Piece]) -> State:
    """What is known, with the combat that one unit would begin."""
    combat = Combat(cell, side, [], [])
    side_of(combat, side).append(unit.id)
    side_of(combat, side.enemy).extend(ship.id for ship in ships)
    return msgspec.structs.replace(known, combat=combat)


def _kinds(data: Data, ships: Sequence[Piece]) -> list[Piece]:
    """One of each kind among ships: twenty merchants are as good as one."""
    kinds = {(about := counter(data, ship)).type + about.nation + f"{about.aa}/{ship.damage}": ship for ship in ships}
    return list(kinds.values())
