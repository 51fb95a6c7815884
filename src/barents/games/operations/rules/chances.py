"""How likely things are: the rules' own numbers, over every face of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb

from barents.games.operations.air.search import level_of
from barents.games.operations.data import Data
from barents.games.operations.terms import Armour

FACES = range(1, 7)
Spread = dict[int, float]  # how likely each number is


def percent(chance: float) -> str:
    """A chance as one reads it.

    >>> percent(0.3), percent(0.004), percent(0), percent(0.997)
    ('30%', 'under 1%', '0%', 'over 99%')
    """
    if 0 < chance < 0.01:
        return "under 1%"
    return "over 99%" if 0.99 < chance < 1 else f"{chance:.0%}"


def at_least(needed: int, added: int = 0, dice: int = 2) -> float:
    """That some dice, with what is added to them, reach a number.

    >>> at_least(8), at_least(6, 1, dice=1)
    (0.4166666666666667, 0.3333333333333333)
    """
    found = [sum(faces) + added >= needed for faces in product(FACES, repeat=dice)]
    return sum(found) / len(found)


def of_several(chance: float, times: int) -> float:
    """That something happens at least once.

    >>> of_several(0.5, 2)
    0.75
    """
    return float(1 - (1 - chance) ** max(0, times))


def spread(chance: float, times: int) -> Spread:
    """How often something happens in so many attempts."""
    times = max(0, times)
    return {n: comb(times, n) * chance**n * (1 - chance) ** (times - n) for n in range(times + 1)}


def face(least: int) -> float:
    """That one die is as high as it must be: anti-aircraft fire, screens, fighters."""
    return sum(one >= least for one in FACES) / len(FACES)


def hit(data: Data, modifier: int) -> float:
    """OP-HIT-scale: that one die hits; where a six has to be confirmed, that it is."""
    least, *confirm = data.hit_numbers(modifier)
    return face(least) * (face(confirm[0]) if confirm else 1.0)


def hits(data: Data, dice: int, modifiers: Mapping[str, int]) -> Spread:
    """OP-HIT-scale: how many of some dice hit under the sum of the modifiers."""
    return spread(hit(data, sum(modifiers.values())), dice)


def levels(data: Data, needed: int, modifiers: Mapping[str, int]) -> Spread:
    """OP-SEARCH-levels: how good a report two dice bring in; 0 for none."""
    added = sum(modifiers.values()) - needed
    found = Counter(level_of(data, sum(faces) + added) for faces in product(FACES, repeat=2))
    return {level: count / 36 for level, count in sorted(found.items())}


# Torpedoes


def torpedo_boxes(data: Data, armour: Armour) -> Spread:
    """OP-TORP-damage: the boxes of hull that one torpedo takes."""
    table = data.tables.torpedoes
    heavy = armour == "heavy"
    found = Counter(max(table.least_hull, boxes + table.heavy_armour) if heavy else boxes for boxes in table.hull)
    return {boxes: count / len(table.hull) for boxes, count in found.items()}


def sunk_by(data: Data, struck: Spread, armour: Armour, hull: int) -> float:
    """That so many torpedoes, as likely as they are, take the last of a ship's hull."""
    one = torpedo_boxes(data, armour)
    lost: Spread = {0: 1.0}
    total = 0.0
    for number in range(max(struck) + 1):
        total += struck.get(number, 0.0) * sum(chance for boxes, chance in lost.items() if boxes >= hull)
        after: Spread = {}
        for boxes, chance in lost.items():
            for more, likely in one.items():
                after[boxes + more] = after.get(boxes + more, 0.0) + chance * likely
        lost = after
    return total


# Air strikes


def through_flak(loads: Sequence[int], dice: int, least: int) -> Spread:
    """OP-STRIKE-aa: how many dice of bombs or torpedoes get through; the attacker lets the weakest steps turn back."""
    found: Spread = {}
    for beaten, chance in spread(face(least), dice).items():
        rest = sum(sorted(loads)[min(beaten, len(loads)) :])
        found[rest] = found.get(rest, 0.0) + chance
    return found


def any_hit(data: Data, dice: Spread, modifiers: Mapping[str, int]) -> float:
    """That at least one die hits, of so many as there may be."""
    one = hit(data, sum(modifiers.values()))
    return sum(chance * of_several(one, number) for number, chance in dice.items())


def expected(found: Spread) -> float:
    """The mean of a number."""
    return sum(number * chance for number, chance in found.items())


# Submarines


def detected(data: Data, dice: int) -> float:
    """OP-SUB-screen: that the screen finds a boat."""
    return of_several(face(data.tables.submarines.screen_hits_from), dice)


def counterattack(
    data: Data, year: int, dice: int, *, pressed: bool = False, broke_off: bool = False
) -> tuple[float, float]:
    """OP-SUB-counter, -damage, -breakoff-safe: that a boat is sunk, and that she is sent home."""
    table = data.tables.submarines
    if broke_off:
        dice //= table.counter_broke_share
    least = table.counter_pressed_from if pressed else table.counter_hits_from
    doubles = face(table.double_confirm) if year >= table.double_from_year else 0.0
    sunk = home = 0.0
    for struck, chance in spread(face(least), dice).items():
        for more, likely in spread(doubles, struck).items():
            total = struck + more
            if not total:
                continue
            doubtful = 1 - at_least(table.doubtful_sunk_to + 1, dice=1)
            lost = 1.0 if total >= table.sunk_hits else doubtful if total == table.doubtful_hits else 0.0
            lost = 0.0 if broke_off else lost
            sunk += chance * likely * lost
            home += chance * likely * (1 - lost)
    return sunk, home


# Engines


def breakdown(data: Data, *, fast: bool) -> float:
    """OP-SEA-machinery: that a German fleet which has steamed today rolls a failure; `fast` is full speed in a turn."""
    table = data.tables.machinery
    return at_least(table.light_from, table.fast if fast else 0, dice=3)
