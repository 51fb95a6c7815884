"""The real ships and aircraft behind the counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from barents.atlas import cards
from barents.atlas.fleet import Kind
from barents.games.nordkapp.data import Counter, Data
from barents.kernel.report import ShipCard

# Groups of destroyers and small escorts stand for several ships: these are their kinds, in the register's order.
_GROUPS: dict[str, tuple[Kind, ...]] = {"DD": ("DD",), "E": ("FF", "DE", "MS")}


@cache
def ships(data: Data) -> Mapping[str, ShipCard]:
    """A card for every counter."""
    return {counter.id: cards.card(counter, kinds_of(counter)) for counter in data.counters.values()}


def kinds_of(counter: Counter) -> tuple[Kind, ...]:
    """The kinds of ships that a group counter stands for."""
    return _GROUPS.get(counter.type, ())
