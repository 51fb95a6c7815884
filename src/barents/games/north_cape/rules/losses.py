"""Chapter 11.7: what a campaign has lost so far, and what that leaves for its next scenario.

Only ships are lost for good. Others of their kind take their places while the pool has any; then forces are smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.datafiles import Force
from barents.kernel.disclosure import Open
from barents.kernel.sides import Side


class Concluded(msgspec.Struct, frozen=True):
    """A scenario of the campaign that is over: its points, who won it, and the ships of both sides sunk in it."""

    scenario: Open[str]
    points: Open[dict[Side, int]]
    winner: Open[Side]
    sunk: Open[tuple[str, ...]]


class Campaign(msgspec.Struct, frozen=True):
    """How a campaign stands: the scenarios that are over, in the order in which they were played."""

    past: Open[tuple[Concluded, ...]] = ()


def sunk_before(campaign: Campaign | None) -> tuple[str, ...]:
    """NC 11.7: the ships sunk in earlier scenarios of the campaign; none where there is no campaign."""
    return () if campaign is None else tuple(name for over in campaign.past for name in over.sunk)


def pool_of(data: Data, kind: str, sunk: tuple[str, ...] = ()) -> list[str]:
    """NC 12: the counters of a kind of which a scenario says only how many, such as British destroyers (`DD_GB`)."""
    type, nation = kind.split("_")
    return [c.id for c in data.counters.values() if c.type == type and c.nation == nation and c.id not in sunk]


def merchant_pool(data: Data, sunk: tuple[str, ...] = ()) -> list[str]:
    """NC 12: the merchants that convoys are drawn from; the reserve makes good what was sunk before (R84)."""
    afloat = [c.id for c in data.counters.values() if c.is_merchant and c.id not in sunk]
    return afloat[: data.pools.merchants_base]


def left_of(data: Data, forces: Iterable[Force], sunk: tuple[str, ...]) -> Iterator[Force]:
    """NC 11.7: forces without the ships sunk before, and without those of which nothing is left.

    Forces are served in the scenario's order. Without Victorious there is no deck for British aircraft.
    """
    served: Counter[str] = Counter()
    merchants = len(merchant_pool(data, sunk))
    for force in forces:
        counts = {}
        for kind, count in force.any.items():
            counts[kind] = min(count, len(pool_of(data, kind, sunk)) - served[kind])
            served[kind] += counts[kind]
        drawn = min(force.merchants, merchants)
        merchants -= drawn
        left = msgspec.structs.replace(
            force,
            named=tuple(name for name in force.named if name not in sunk),
            any={kind: count for kind, count in counts.items() if count},
            merchants=drawn,
            carrier_air=force.carrier_air and CARRIER not in sunk,
        )
        if left.named or left.any or left.merchants or left.air:
            yield left
