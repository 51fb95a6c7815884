"""The campaign as the admiral plays it: doctrine's pages, with habits that many quick campaigns have taught."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_campaign.actions import Sell
from barents.games.arctic_campaign.core import Dealings
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.state import State
from barents.games.arctic_campaign.units import date
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Subset
from barents.kernel.sides import Side
from barents.players.arctic_campaign import Doctrine, allied, axis

# The months in which most is lost, and the great ships that are given up then
GIVEN_UP = {"1942-07": "CV", "1942-08": "BB"}


def deal(data: Data, known: State, options: Dealings) -> Action:
    """B.19: in the worst summer the great ships are given up, so that fewer months are negative.

    A negative month costs a box of the track whether it is by one point or by a hundred, and in months that are
    resolved quickly a cover keeps less from a convoy than it brings when it is sold.
    """
    kind = GIVEN_UP.get(date(known, data), "") if allied.is_quick(known) else ""
    sales = [Sell(key) for key, member in options.book.members.items() if member == kind and Sell(key) in options]
    return sales[0] if sales else allied.deal(data, known, options)


def stay(data: Data, known: State, options: Any) -> Action | None:
    """8 (c): the fleet stays in port, for a sortie costs more ships than it sinks."""
    return Choose(()) if isinstance(options, Subset) else axis.commit(data, known, options)


class Flag(Doctrine):
    """The admiral's staffs."""

    pages = {
        Side.ALLIED: {**allied.ANSWERS, "AC-B.12-time": deal},
        Side.AXIS: {**axis.ANSWERS, "OP-MODE-quick": stay},
    }
