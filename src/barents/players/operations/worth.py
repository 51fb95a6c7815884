"""What hits can be expected to bring, read from the game's own tables."""

from __future__ import annotations

from functools import lru_cache

from barents.games.operations.data import Data, ShipType
from barents.games.operations.state import Battery
from barents.kernel.sides import Side

CARGO = 4.0  # what a laden transport is worth to her owner when she arrives
OTHER = 0.15  # what a hit is worth that cannot pierce, as a share of one that does
LOCATED = 0.55  # the share of piercing hits on warships that cost hull
UNSEEN = 12.0  # points of a ship that has not been recognised


@lru_cache(64)
def chance(data: Data, modifier: int) -> float:
    """The chance that a die hits."""
    found = 1.0
    for number in data.hit_numbers(modifier):
        found *= (7 - number) / 6
    return found


def points(about: ShipType) -> float:
    """What a ship is worth to whoever sinks her."""
    return about.vp + (CARGO if about.is_transport and about.side is Side.ALLIED else 0.0)


@lru_cache(4096)
def gun_value(data: Data, line: str, battery: Battery) -> float:
    """What one hit of a battery on a ship is worth."""
    about = data.types[line]
    per_box = points(about) / about.hull
    if about.is_simple:
        return per_box
    pierces = about.hull_armour in data.battery(battery).pierces
    return per_box * (LOCATED if pierces else OTHER * LOCATED)


@lru_cache(1024)
def torpedo_value(data: Data, line: str) -> float:
    """What one torpedo hit on a ship is worth."""
    about, table = data.types[line], data.tables.torpedoes
    less = table.heavy_armour if about.hull_armour == "heavy" else 0
    boxes = [min(about.hull, max(table.least_hull, hull + less)) for hull in table.hull]
    return points(about) * sum(boxes) / len(boxes) / about.hull


@lru_cache(1024)
def bomb_value(data: Data, line: str, bomb: str) -> float:
    """What one bomb hit on a ship is worth."""
    about, table = data.types[line], data.tables.damage
    if about.is_simple:
        boxes = next(hits for kind, hits in table.simple_bombs.items() if kind == bomb)
        return points(about) / about.hull * sum(min(about.hull, box) for box in boxes) / len(boxes)
    battery = next(pierces for kind, pierces in table.bomb_pierces.items() if kind == bomb)
    return gun_value(data, line, battery)
