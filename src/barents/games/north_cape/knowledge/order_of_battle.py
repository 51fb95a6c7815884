"""Which units of a scenario an observer has not in sight: those that must be somewhere on the map, and those outside.

The scenario's lists are open, but not which counters of a kind were picked, which merchants were drawn, whether the
Allies answered Prinz Eugen, nor which of the forces that wait has entered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from barents.games.north_cape import state as s
from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.additions import forces_of, with_replacement
from barents.games.north_cape.rules.losses import merchant_pool, pool_of, sunk_before
from barents.games.north_cape.rules.setup import PRINZ_EUGEN, aircraft_of, differ
from barents.games.north_cape.state import Options, Piece, State
from barents.kernel.dice import Dice
from barents.kernel.sides import Side

Waiting: TypeAlias = dict[str, list[str]]


class Kind(NamedTuple):
    """Counters of which a scenario says only how many each force has."""

    pool: tuple[str, ...]
    picked: bool
    counts: dict[str, int]


class Lists(NamedTuple):
    """A side's lists in a scenario: units by name for each force, and the kinds."""

    fixed: dict[str, tuple[str, ...]]
    kinds: tuple[Kind, ...]
    waits: tuple[str, ...]


@cache
def lists(data: Data, scenario: str, options: Options, side: Side, sunk: tuple[str, ...] = ()) -> Lists:
    """A side's lists in a scenario under its optional rules, without ships sunk before."""
    forces = [force for force in forces_of(data, scenario, options, sunk) if force.side is side]
    kinds: dict[str, dict[str, int]] = {}
    for force in forces:
        for kind, count in force.any.items():
            kinds.setdefault(kind, {})[force.key] = count
    found = [Kind(tuple(pool_of(data, kind, sunk)), differ(data, kind), counts) for kind, counts in kinds.items()]
    drawn = {force.key: force.merchants for force in forces if force.merchants}
    found.append(Kind(tuple(merchant_pool(data, sunk)), True, drawn))
    fixed = {force.key: (*force.named, *aircraft_of(data, force)) for force in forces}
    return Lists(fixed, tuple(found), tuple(force.key for force in forces if force.waits))


def order_of_battle(
    data: Data, known: State, side: Side, seen: Mapping[str, Piece], dice: Dice
) -> tuple[list[str], Waiting]:
    """A side's units that are out of sight: on the map, and with each force that waits outside."""
    told = lists(data, known.scenario, known.options, side, sunk_before(known.campaign))
    deployed = not any(isinstance(step, s.Deployment) for step in known.agenda)
    drawn = not any(isinstance(step, s.DrawMerchants) for step in known.agenda)
    outside = _outside(told, known.outside.get(side, 0), seen, dice) if deployed else tuple(told.fixed)
    units: list[str] = []
    waiting: Waiting = {key: [] for key in outside}
    for key, names in told.fixed.items():
        waiting.get(key, units).extend(name for name in with_replacement(known, side, names) if name not in seen)
    for kind in told.kinds if drawn else told.kinds[:-1]:
        hidden = _take(kind, seen, dice, deployed or kind is told.kinds[-1])
        for key, count in kind.counts.items():
            if key in waiting:
                waiting[key] += hidden[:count]
                hidden = hidden[count:]
        units += hidden
    for name, key in _prinz_eugen(data, known, side, seen, told, dice):
        waiting.get(key, units).append(name)
    return units, waiting


def _outside(told: Lists, count: int, seen: Mapping[str, Piece], dice: Dice) -> tuple[str, ...]:
    """Which forces have not entered yet: none of which anything has been seen, and not more than is out of sight."""

    def may_wait(keys: tuple[str, ...]) -> bool:
        if any(name in seen for key in keys for name in told.fixed[key]):
            return False
        for kind in told.kinds:
            inside = sum(number for key, number in kind.counts.items() if key not in keys)
            if sum(name in seen for name in kind.pool) > inside:
                return False
        return True

    choices = [keys for keys in combinations(told.waits, count) if may_wait(keys)]
    return dice.choice(choices) if choices else told.waits[:count]


def _take(kind: Kind, seen: Mapping[str, Piece], dice: Dice, picked: bool) -> list[str]:
    """The counters of a kind that are out of sight: any, where their owner picks or draws, else the first."""
    unseen = [name for name in kind.pool if name not in seen]
    count = max(0, sum(kind.counts.values()) - (len(kind.pool) - len(unseen)))
    return dice.sample(unseen, count) if kind.picked and picked else unseen[:count]


def _prinz_eugen(
    data: Data, known: State, side: Side, seen: Mapping[str, Piece], told: Lists, dice: Dice
) -> Sequence[tuple[str, str]]:
    """NC 12.1: Prinz Eugen if she sails, with her force; and perhaps the cruisers that answered her, with any."""
    rule = data.scenarios[known.scenario].prinz_eugen
    if rule is None or not known.notebook[side.enemy].facts.get(PRINZ_EUGEN):
        return ()
    if side is Side.AXIS:
        return () if PRINZ_EUGEN in seen else ((PRINZ_EUGEN, rule.joins),)
    if any(isinstance(step, s.Reinforce) for step in known.agenda):
        return ()
    named = [name for names in told.fixed.values() for name in names]
    spare = [name for name in pool_of(data, "CA_GB") if name not in named]
    visible = sum(name in seen for name in spare)
    if not visible and not _answered(data, known, told, dice):
        return ()
    joined = dice.choice(told.waits)
    hidden = dice.sample([name for name in spare if name not in seen], rule.reply - visible)
    return [(name, joined) for name in hidden]


def _answered(data: Data, known: State, told: Lists, dice: Dice) -> bool:
    """Whether the Allies answered Prinz Eugen: in solitaire the number of pieces dealt tells it, else nobody knows."""
    dealt = known.notebook[Side.AXIS].facts.get(s.DEALT)
    if dealt is None:
        return bool(dice.below(2))
    named = [data.counters[name] for names in told.fixed.values() for name in names]
    ships = sum(not (about.is_air or about.is_sub) for about in named)
    counted = sum(sum(kind.counts.values()) for kind in told.kinds)
    return int(dealt) > ships + counted + data.pools.decoys_allied
