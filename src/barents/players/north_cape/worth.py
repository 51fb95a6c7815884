"""What ships are worth, and what an attack can be expected to bring: doctrine's arithmetic in victory points."""

from __future__ import annotations

from barents.games.north_cape.pieces import Factor
from barents.games.north_cape.state import Piece
from barents.players.north_cape.estimate import Estimate

D6_MEAN = 3.5
FACES = 10
FIRST_HIT = 0.6  # a hit that does not sink is worth less than its share: it must be followed up
SUPPRESSION = 4  # what silencing an anti-aircraft ship saves in bombers


def sunk(estimate: Estimate, ship: Piece) -> float:
    """What sinking a ship is worth: its points, and for a merchant also those of its arrival."""
    table, about = estimate.data.tables.victory, estimate.about(ship)
    if about.is_merchant:
        return D6_MEAN * (table.merchant_sunk_dice + table.merchant_arrives_dice)
    extra = SUPPRESSION if about.type == "AA" else 0
    return table.sunk.get(about.type, 0) + extra


def hit(estimate: Estimate, ship: Piece) -> float:
    """What one hit on a ship is worth: the last one all of it, an earlier one a part."""
    full, needed = sunk(estimate, ship), estimate.about(ship).dmg - ship.damage
    return full if needed <= 1 else FIRST_HIT * full / needed


def chance(estimate: Estimate, shooter: Piece, name: Factor) -> float:
    """The chance that a shot hits in this weather."""
    tables, weather = estimate.data.tables, estimate.known.weather
    added = {"gun": tables.gunfire.weather[weather], "torp": tables.torpedo.weather[weather]}.get(name, 0)
    return min(1.0, max(0.0, (estimate.factor(shooter, name) - added) / FACES))


def prefers_torpedoes(estimate: Estimate, aircraft: Piece) -> bool:
    """Whether an aircraft does better with its torpedo than with its bombs."""
    return chance(estimate, aircraft, "torp") > chance(estimate, aircraft, "surface")
