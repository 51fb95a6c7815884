"""The real ships behind the counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from barents.atlas import cards
from barents.games.arctic_disaster.data import Data
from barents.kernel.report import ShipCard


@cache
def ships(data: Data) -> Mapping[str, ShipCard]:
    """A card for every ship."""
    return {counter.id: cards.card(counter) for counter in data.counters.values()}
