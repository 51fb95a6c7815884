"""How likely things are: the dice of the rules, with every face of them, die by die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from barents.games.operations.battle.damage import sixes, throw, torpedo_boxes
from barents.games.operations.data import Data
from barents.games.operations.terms import Armour
from barents.kernel.odds import Spread, every_throw, summed


def hits(data: Data, dice: int, modifiers: Mapping[str, int]) -> Spread[int]:
    """OP-HIT-scale: how many of some dice hit under the sum of the modifiers."""
    return _hits(data, dice, sum(modifiers.values()))


@lru_cache(maxsize=4096)
def _hits(data: Data, dice: int, net: int) -> Spread[int]:
    return summed(every_throw(data, lambda u: throw(u, "", "", 1, {"": net})), dice)


def hit(data: Data, net: int) -> float:
    """OP-HIT-scale: that one die hits; where a six has to be confirmed, that it is."""
    return _hits(data, 1, net)[1]


@lru_cache(maxsize=1024)
def high(data: Data, dice: int, least: int) -> Spread[int]:
    """How many of some dice are as high as they must be: anti-aircraft fire, screens, fighters."""
    return summed(every_throw(data, lambda u: sixes(u, "", "", 1, least=least)), dice)


# Torpedoes


def sunk_by(data: Data, struck: Spread[int], armour: Armour, hull: int) -> float:
    """That so many torpedoes, as likely as they are, take the last of a ship's hull."""
    return struck.then(lambda number: _boxes(data, armour, number)).chance(lambda boxes: boxes >= hull)


@lru_cache(maxsize=256)
def _boxes(data: Data, armour: Armour, torpedoes: int) -> Spread[int]:
    """OP-TORP-damage: the boxes of hull that some torpedoes take."""
    return summed(every_throw(data, lambda u: torpedo_boxes(u, "", armour)), torpedoes)


# Air strikes


def through_flak(data: Data, loads: Sequence[int], dice: int) -> Spread[int]:
    """OP-STRIKE-aa: how many dice of bombs or torpedoes get through; the attacker lets the weakest steps turn back."""
    weakest_first = sorted(loads)
    beaten = high(data, dice, data.tables.strike.aa_hits_from)
    return beaten.by(lambda steps: sum(weakest_first[min(steps, len(loads)) :]))
