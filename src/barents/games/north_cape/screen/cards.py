"""The real ships and aircraft behind the counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from barents.atlas import cards
from barents.atlas.fleet import Kind
from barents.games.north_cape.data import Counter, Data
from barents.kernel.report import ShipCard

# Counters of small escorts stand for several ships of a kind: these are the ships, in the register's order.
_CLASSES: dict[str, tuple[Kind, ...]] = {"Corvettes": ("FF", "DE"), "Minesweepers": ("MS",), "Trawlers": ("AT",)}


@cache
def ships(data: Data) -> Mapping[str, ShipCard]:
    """A card for every counter but decoys and Group markers."""
    return {c.id: cards.card(c, kinds_of(c)) for c in data.counters.values() if not (c.is_decoy or c.is_group)}


def kinds_of(counter: Counter) -> tuple[Kind, ...]:
    """The kinds of ships that a counter of small escorts stands for."""
    return _CLASSES.get(counter.name.split()[0], ()) if counter.type == "DE" else ()


def stripe(counter: Counter) -> str:
    """The nation of a counter; decoys and Group markers have their side's."""
    if counter.is_decoy or counter.is_group:
        return "german" if counter.side == "axis" else "british"
    return cards.stripe(counter)
