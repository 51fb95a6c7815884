"""What an attack is worth, from what the player knows: the same modifiers and factors that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from barents.games.north_cape.actions import Declare, Engage, Fire
from barents.games.north_cape.data import Data
from barents.games.north_cape.knowledge.known import is_placeholder
from barents.games.north_cape.rules.chances import counting, ends, hit, not_above, percent, weather_in
from barents.games.north_cape.rules.eligibility import may_go, may_target
from barents.games.north_cape.rules.merchant_guns import anti_aircraft_modifiers
from barents.games.north_cape.rules.movement import base_hex
from barents.games.north_cape.rules.pieces import (
    Factor,
    anti_aircraft_factor,
    at,
    factor,
    find,
    flight,
    is_asw_capable,
    is_real,
    is_submerged,
    is_surface_ship,
    left,
    occupied,
)
from barents.games.north_cape.rules.recon import spotting
from barents.games.north_cape.rules.submarines import UNGUARDED, approach, at_the_screen, in_combat, risks
from barents.games.north_cape.state import MissionType, Piece, State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
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


def hitting(data: Data, known: State, attacker: Piece, target: Piece, name: Factor) -> Odds:
    """NC 9: a die, and what the weather adds to it, not above the factor; and what may come back."""
    chance = hit(data, known, attacker, name)
    modifier = weather_in(data, known, name)
    added: dict[str, int] = {known.weather: modifier} if modifier else {}
    return Odds(chance, "a hit", added, harm(data, target, chance), reply(data, known, attacker, target, name, chance))


def harm(data: Data, target: Piece, chance: float) -> tuple[Outcome, ...]:
    """NC 2.4: what a hit does to its target."""
    about = data.counters[target.id]
    last = target.damage + 1 >= about.dmg
    word = ("shot down" if about.is_air else "sunk") if last else "hit"
    return ends({"miss": 1 - chance, word: chance})


def reply(data: Data, known: State, attacker: Piece, target: Piece, name: Factor, chance: float) -> tuple[str, ...]:
    """NC 9.2 to NC 9.8: the risk for the attacker: fire in return, or anti-aircraft fire."""
    about = data.counters[attacker.id]
    if about.is_air and name != "air":
        ships = in_combat(known, about.side.enemy)
        risk = fired_upon(data, known, target, ships, chance)
        return (f"{percent(risk)} hit by anti-aircraft fire",) if risk else ("no anti-aircraft fire",)
    if is_submerged(data, attacker):
        return ("no answer to a submerged boat",)
    risk = hit(data, known, target, name) if factor(data, target, name) else 0.0
    return (f"{percent(risk)} hit in return",) if risk else ("nothing comes back",)


def firing(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NC 9.3, NC 9.5, NC 11.5: anti-aircraft fire; who is fired at is in the prompt."""
    if not isinstance(action, Fire):
        return None
    ship = find(known, action.ship)
    chance = anti_aircraft_hit(data, known, ship)
    modifiers = anti_aircraft_modifiers(known, data, ship)
    return Odds(chance, "a hit on the aircraft", modifiers, ends({"miss": 1 - chance, "hit": chance}))


def fired_upon(data: Data, known: State, target: Piece, ships: Iterable[Piece], chance: float) -> float:
    """NC 9.3, NC 9.5: that the reply hits an aircraft which hits its target with this chance.

    The best gun answers: of all that cover the hex, and the target's own if it was missed. A merchant that is sunk
    no longer helps (NC 11.5).
    """
    afloat = [ship for ship in ships if is_surface_ship(data, ship)]
    cover = [ship for ship in afloat if data.counters[ship.id].hexaa and ship.id != target.id]
    struck = msgspec.structs.replace(target, damage=target.damage + 1)
    afloat_still = struck.damage < data.counters[target.id].dmg
    after_a_hit = [*cover, struck] if afloat_still and data.counters[target.id].hexaa else cover
    sunk = int(data.counters[target.id].is_merchant and not afloat_still)
    hit_back, missed_back = _best(data, known, after_a_hit, sunk), _best(data, known, [*cover, target])
    return chance * hit_back + (1 - chance) * missed_back


def _best(data: Data, known: State, ships: Sequence[Piece], sunk: int = 0) -> float:
    return max((anti_aircraft_hit(data, known, ship, sunk) for ship in ships), default=0.0)


def anti_aircraft_hit(data: Data, known: State, ship: Piece, sunk: int = 0) -> float:
    """NC 9.3, NC 11.5: that a ship's anti-aircraft fire hits; one without a factor has none."""
    factor = anti_aircraft_factor(data, ship)
    return not_above(factor, sum(anti_aircraft_modifiers(known, data, ship, sunk).values())) if factor else 0.0


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
        notes = risks(data, known, msgspec.structs.replace(unit, at=cell), screen, way)
        return Odds(way.heard + way.unheard, f"an attack in {cell}", counting(way.modifiers), at_the_screen(way), notes)
    ships = [piece for piece in there if is_surface_ship(data, piece)]
    if not data.counters[unit.id].is_air or not ships:
        return None
    bombs, torpedo = hit(data, known, unit, "surface"), hit(data, known, unit, "torp")
    chance = 1 - (1 - bombs) * (1 - torpedo)  # each in its own stage (NC 9.10)
    target = min(ships, key=lambda ship: fired_upon(data, known, ship, ships, chance))
    risk = percent(fired_upon(data, known, target, ships, chance))
    outcomes = ends({"miss": 1 - chance, "hit": chance})
    return Odds(chance, f"a hit in {cell}", {}, outcomes, (f"at least {risk} hit by anti-aircraft fire",))
