"""Chapter 11 for the briefing: what counts, with the numbers of the tables."""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.kernel.scenario_words import Count, Counting
from barents.kernel.sides import Side


def counts(data: Data, _scenario: str) -> Counting:
    """NK 11: what is scored for most. A convoy that is late decides the game, whatever the points are."""
    victory = data.tables.victory
    return Counting(
        (
            Count("a hit on a U-boat or a heavy ship", Side.ALLIED, victory.axis_damage["BB"]),
            Count("a U-boat sunk, besides", Side.ALLIED, victory.axis_sunk["SUB"]),
            Count("destroyers sunk", Side.ALLIED, victory.axis_sunk["DD"]),
            Count("a heavy ship sunk, besides", Side.ALLIED, victory.axis_sunk["BB"]),
            Count("a merchant bound for Russia sunk", Side.AXIS, victory.pq_merchant),
            Count("a merchant bound for home sunk", Side.AXIS, victory.qp_merchant),
            Count("a hit on a battleship or the carrier", Side.AXIS, victory.allied_damage["BB"]),
            Count("a hit on any other warship", Side.AXIS, victory.allied_damage["DD"]),
        ),
        tie="German points less Allied points decide",
        thumb=(
            "A convoy that is still on the map after the last turn is a German operational victory, whatever the "
            "points are: the Allies must not be late."
        ),
    )
