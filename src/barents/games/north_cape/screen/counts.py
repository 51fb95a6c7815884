"""Chapter 10 for the briefing: what counts, with the numbers of the tables."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.kernel.scenario_words import Count, Counting
from barents.kernel.sides import Side

AVERAGE = 3.5  # of one die


def counts(data: Data, scenario: str) -> Counting:
    """NC 10.0: what is scored for most, on average where dice decide it."""
    victory = data.tables.victory
    arrives, sunk = AVERAGE * victory.merchant_arrives_dice, AVERAGE * victory.merchant_sunk_dice
    home = scenario != data.campaign.name and data.scenarios[scenario].westbound_from_east
    where = "a merchant comes to Russia, or home over the west edge" if home else "a merchant comes to Russia"
    named = {
        ship: victory.sunk.get(data.counters[ship].type, 0)
        for name in (data.campaign.operations if scenario == data.campaign.name else (scenario,))
        for force in data.scenarios[name].forces
        if force.side is Side.AXIS and not force.option
        for ship in force.named
    }
    great = max(named, key=lambda ship: named[ship])
    return Counting(
        (
            Count(where, Side.ALLIED, arrives, said=_dice(victory.merchant_arrives_dice)),
            Count("a U-boat sunk", Side.ALLIED, victory.sunk["SUB"]),
            Count("destroyers or a light cruiser sunk", Side.ALLIED, victory.sunk["DD"]),
            Count(f"{data.counters[great].name} sunk", Side.ALLIED, named[great]),
            Count("a merchant sunk", Side.AXIS, sunk, said=_dice(victory.merchant_sunk_dice)),
            Count("destroyers or a light cruiser sunk", Side.AXIS, victory.sunk["DD"]),
            Count("the carrier sunk", Side.AXIS, victory.sunk["CV"]),
            Count("a battleship sunk", Side.AXIS, victory.sunk["BB"]),
        ),
        tie="a tie is German",
        thumb="One sunk merchant costs as much as two bring in. What a side pays for decoys counts for the other.",
    )


def _dice(number: int) -> str:
    return "one die" if number == 1 else "two dice" if number == 2 else f"{number} dice"
