"""What ships are worth, and what fire at them can be expected to bring, read from the game's own tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from barents.games.arctic_disaster.data import TIRPITZ, Counter, Data, half
from barents.games.arctic_disaster.rules.tables import damage_of, flak_of
from barents.games.arctic_disaster.rules.units import has_torpedoes, main_guns, secondary_guns
from barents.games.arctic_disaster.state import Ship
from barents.kernel.sides import Side

FACES = range(1, 11)
SMALL_FRY = {"DD": 1.0, "AA": 0.8}  # what escorts are worth for what they can still do
LEAST = 0.4  # any other ship
HURT = 0.45  # how much of its worth a ship has lost when it is about to sink
CRIPPLED = 0.8  # a merchant that is hurt falls out and is easily found again
TORPEDOES = 2.5  # gunnery factors that a ship's torpedoes stand for


@lru_cache(8192)
def points_by_face(data: Data, factor: int, modifier: int, times: int = 1, halved: bool = False) -> tuple[int, ...]:
    """The damage of each face of the die."""
    points = (damage_of(data, factor, face + modifier).points * times for face in FACES)
    return tuple(half(value) if halved else value for value in points)


@lru_cache(1024)
def flak(data: Data, factor: int) -> float:
    """What anti-aircraft fire takes off an attack's die on average; a lost step counts as three."""
    results = [flak_of(data, factor, face) for face in FACES]
    return sum(result.modifier - 3 * result.steps for result in results) / len(FACES)


def worth_at(data: Data, about: Counter, damage: int) -> float:
    """What so much damage to a ship is worth to the enemy."""
    if damage <= 0:
        return 0.0
    table, part = data.tables.victory, damage / about.hits
    if about.id == TIRPITZ:
        if damage >= about.hits:
            return table.tirpitz_sunk
        return (table.tirpitz_heavy if damage >= table.tirpitz_heavy_from else table.tirpitz_light) + 4 * part
    prizes = table.allied_sunk if about.side is Side.AXIS else table.axis_sunk
    sunk = max(float(prizes.get(about.type, 0)), SMALL_FRY.get(about.type, LEAST))
    if damage >= about.hits:
        return sunk
    first = table.cruiser_damaged if about.side is Side.AXIS and about.type == "CA" else 0
    return first + (sunk - first) * (CRIPPLED if about.is_merchant else HURT) * part


@lru_cache(65536)
def _gain(data: Data, name: str, damage: int, points: tuple[int, ...]) -> float:
    about = data.counters[name]
    before = worth_at(data, about, damage)
    return sum(worth_at(data, about, min(about.hits, damage + more)) - before for more in points) / len(points)


def gain(data: Data, ship: Ship, points: tuple[int, ...]) -> float:
    """What a shot at a ship can be expected to bring, by the damage of each face."""
    return _gain(data, ship.id, ship.damage, points)


class Chances:
    """What will have become of a ship, as far as the attacks that have been assigned to it let one expect."""

    def __init__(self, data: Data, ship: Ship) -> None:
        self.data, self.about, self.levels = data, data.counters[ship.id], {ship.damage: 1.0}

    def worth(self) -> float:
        """What its damage is worth on average."""
        return sum(part * worth_at(self.data, self.about, damage) for damage, part in self.levels.items())

    def after(self, points: tuple[int, ...]) -> Chances:
        """The same once another attack has been made, with the damage of each face of its die."""
        found = Chances.__new__(Chances)
        found.data, found.about, found.levels = self.data, self.about, {}
        for damage, part in self.levels.items():
            for more in points:
                level = min(self.about.hits, damage + more)
                found.levels[level] = found.levels.get(level, 0.0) + part / len(points)
        return found


def whole_worth(data: Data, ship: Ship) -> float:
    """What it would bring to sink a ship as it is now."""
    about = data.counters[ship.id]
    return worth_at(data, about, about.hits) - worth_at(data, about, ship.damage)


def strength(data: Data, ships: Iterable[Ship]) -> float:
    """What some ships weigh in a surface combat: guns, torpedoes, and how much they stand."""
    total = 0.0
    for ship in ships:
        about = data.counters[ship.id]
        if about.convoy and about.type != "DD":
            continue
        guns = main_guns(data, ship) + secondary_guns(data, ship) / 2
        total += guns + (TORPEDOES if has_torpedoes(data, ship) else 0) + (about.hits - ship.damage) / 2
    return total
