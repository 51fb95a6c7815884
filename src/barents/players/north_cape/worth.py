"""What ships are worth, and what an attack can be expected to bring: doctrine's arithmetic in victory points."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from barents.games.north_cape.rules.merchant_guns import merchants_guns
from barents.games.north_cape.rules.pieces import Factor
from barents.games.north_cape.rules.submarines import infiltration_modifiers, infiltration_result
from barents.games.north_cape.state import Piece
from barents.players.north_cape.estimate import Estimate

D6_MEAN = 3.5
FACES = 10
FIRST_HIT = 0.6  # a hit that does not sink is worth less than its share: it must be followed up
ASW_KILL = 0.4  # about how often one escort sinks a boat that it has found
STILL_WANTED = 6  # what a boat may yet bring, with the whole scenario before it
SUPPRESSION = 4  # what silencing an anti-aircraft ship saves in bombers


def sunk(estimate: Estimate, ship: Piece) -> float:
    """What sinking a ship is worth: its points, and for a merchant also those of its arrival."""
    table, about = estimate.data.tables.victory, estimate.about(ship)
    if about.is_merchant:
        return D6_MEAN * (table.merchant_sunk_dice + table.merchant_arrives_dice)
    extra = SUPPRESSION + merchants_guns(estimate.known, estimate.data, ship) if about.type == "AA" else 0
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


def saves_itself_for_torpedoes(estimate: Estimate, aircraft: Piece, ships: Iterable[Piece]) -> bool:
    """Whether the fire that its bombs would draw costs an aircraft more of its torpedo than the bombs bring."""
    torpedo = chance(estimate, aircraft, "torp")
    struck = replace(aircraft, damage=aircraft.damage + 1)
    lamed = chance(estimate, struck, "torp") if struck.damage < estimate.about(aircraft).dmg else 0.0
    answer = max((estimate.factor(ship, "aa") for ship in ships), default=0) / FACES
    return answer * (torpedo - lamed) >= chance(estimate, aircraft, "surface")


def by_stealth(estimate: Estimate, boat: Piece, cell: str, screen: int, gain: float) -> float:
    """What it brings a boat to try a screen for a shot that is worth so much: if it is heard, it may be sunk."""
    modifiers = infiltration_modifiers(estimate.known, estimate.data, boat, cell, screen)
    added = sum(modifiers.values())
    results = [infiltration_result(estimate.data, natural, natural + added).value for natural in range(1, 7)]
    through, heard = results.count("infiltrated") / 6, results.count("detected") / 6
    return (through + heard) * gain - heard * price_of_being_heard(estimate, boat, screen)


def price_of_being_heard(estimate: Estimate, boat: Piece, screen: int) -> float:
    """What a boat may lose that shows itself to so many escorts."""
    to_come = STILL_WANTED * estimate.turns_left / estimate.known.turns
    return (sunk(estimate, boat) + to_come) * (1 - (1 - ASW_KILL) ** screen)
