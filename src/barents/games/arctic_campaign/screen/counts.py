"""A.5 for the briefing: what counts in a month, with the numbers of the tables."""

from __future__ import annotations

from barents.games.arctic_campaign.data import Data
from barents.kernel.scenario_words import Count, Counting
from barents.kernel.sides import Side


def counts(data: Data, _scenario: str) -> Counting:
    """A.5, 4.11: what both sides write into a month's account, and how months move the marker of the war."""
    victory, transport = data.tables.victory, data.sea.types["uk:LT"]
    return Counting(
        (
            Count("a transport unloads in Russia", Side.ALLIED, victory.cargo * transport.cargo),
            Count("a transport or oiler is home again", Side.ALLIED, victory.returned),
            Count("a special mission is carried out", Side.ALLIED, victory.special_mission),
            Count("a secret base is destroyed", Side.ALLIED, victory.secret_base),
            Count("a transport sunk", Side.AXIS, transport.vp),
            Count("a transport kept back", Side.AXIS, victory.kept_back),
            Count("an Allied warship sunk", Side.AXIS, 0, said="her value"),
            Count("ships that the Allies hire", Side.AXIS, 0, said="their price"),
        ),
        tie="each month has an account of its own",
        thumb=(
            "A month below zero, however little, moves the marker one box towards the Axis; "
            f"{victory.box_points} points gathered move it one box towards the Allies."
        ),
    )
