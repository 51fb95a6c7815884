"""Chapter 9: what one die of combat does: guns, torpedoes, bombs, and anti-aircraft fire."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.merchant_guns import anti_aircraft_modifiers
from barents.games.north_cape.rules.pieces import (
    Factor,
    Umpire,
    anti_aircraft_factor,
    counter,
    damage,
    factor,
    in_combat,
    is_surface_ship,
)
from barents.games.north_cape.state import Piece, State
from barents.kernel.dice import D10
from barents.kernel.sides import Side


def weather_modifiers(state: State, data: Data, name: Factor) -> dict[str, int]:
    """NC 9.7, NC 9.9: what the weather adds to a die of guns or torpedoes, if anything."""
    tables = data.tables
    by_weather = {"gun": tables.gunfire.weather, "torp": tables.torpedo.weather}.get(name)
    added = 0 if by_weather is None else by_weather[state.weather]
    return {state.weather: added} if added else {}


def shoots(u: Umpire, shooter: Piece, name: Factor, rule: str, at: str) -> bool:
    """NC 9: a die, and what the weather adds to it, not above the factor hits; one without the factor does not roll."""
    limit = factor(u.data, shooter, name)
    if limit <= 0:
        return False
    modifiers = weather_modifiers(u.state, u.data, name)
    return u.roll(D10, rule, shooter.id, modifiers, needs=f"{limit} or less hits {at}") <= limit


def duel(u: Umpire, attacker: Piece, target: Piece, name: Factor, rule: str) -> None:
    """NC 9.2, NC 9.6: both roll before any damage is applied; a unit without the factor rolls nothing (R45)."""
    hits = []
    for shooter, other in ((attacker, target), (target, attacker)):
        if shoots(u, shooter, name, rule, counter(u.data, other).name):
            hits.append((other, shooter.id))
    for victim, by in hits:
        damage(u, victim, by)


def gunners(state: State, data: Data, side: Side, target: str, hit: bool) -> list[str]:
    """NC 9.3, NC 9.5: who may reply: the target if it was missed, and ships that cover the hex (R38)."""
    return [
        piece.id
        for piece in in_combat(state, side)
        if is_surface_ship(data, piece)
        and anti_aircraft_factor(data, piece) > 0
        and (counter(data, piece).hexaa or (piece.id == target and not hit))
    ]


def fires_at_aircraft(u: Umpire, ship: Piece, rule: str, at: str) -> bool:
    """NC 9.3, NC 9.5, NC 11.5: a die not above a ship's anti-aircraft factor hits; merchants' guns help."""
    limit = anti_aircraft_factor(u.data, ship)
    modifiers = anti_aircraft_modifiers(u.state, u.data, ship)
    return u.roll(D10, rule, ship.id, modifiers, needs=f"{limit} or less hits {at}") <= limit
