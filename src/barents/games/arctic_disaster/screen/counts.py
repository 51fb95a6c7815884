"""Chapter 15 for the briefing: what counts, with the numbers of the tables."""

from __future__ import annotations

from barents.games.arctic_disaster.data import Data
from barents.kernel.scenario_words import Count, Counting
from barents.kernel.sides import Side


def counts(data: Data, _scenario: str) -> Counting:
    """AD 15: what is scored for most."""
    victory = data.tables.victory
    return Counting(
        (
            Count("a merchant comes through to the east", Side.ALLIED, victory.arrived),
            Count("a merchant hidden in the ice at the end", Side.ALLIED, victory.hidden),
            Count("a heavy cruiser sunk", Side.ALLIED, victory.allied_sunk["CA"]),
            Count("Tirpitz sunk", Side.ALLIED, victory.tirpitz_sunk),
            Count("a merchant sunk", Side.AXIS, victory.axis_sunk["MT"]),
            Count("a tanker sunk", Side.AXIS, victory.axis_sunk["TA"]),
            Count("a battleship sunk", Side.AXIS, victory.axis_sunk["BB"]),
            Count("the carrier sunk", Side.AXIS, victory.axis_sunk["CV"]),
        ),
        tie=f"{victory.draw_from} to {victory.german_above} German points more are a draw",
        thumb=(
            f"The Allies win with fewer than {victory.draw_from} points against them, the Germans with more than "
            f"{victory.german_above}. Sixteen merchants lost, and nobody through, are a draw."
        ),
    )
