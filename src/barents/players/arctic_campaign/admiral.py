"""The campaign as the admiral plays it: doctrine's pages, with habits that many quick campaigns have taught."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_campaign.actions import Sell
from barents.games.arctic_campaign.allied.core import DEAL, book_of
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.quick.month import COMMIT
from barents.games.arctic_campaign.state import State
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Pick, Subset
from barents.kernel.sides import Side
from barents.players.arctic_campaign import Doctrine, allied, axis

BRINK = 8  # the box from which two negative months are an Axis Victory
GIVEN_UP = ("CV", "BB", "CA", "CL")  # what is given up there, a type a month


def deal(data: Data, known: State, options: Pick[Action]) -> Action:
    """B.19: on the brink great ships and cruisers are given up, all of a type at a time.

    A negative month costs a box of the track whether it is by one point or by a hundred, and in months that are
    resolved quickly a cover keeps less from a convoy than it brings when it is sold.
    """
    if known.marker >= BRINK and allied.is_quick(known):
        book = book_of(data, known, options)
        for kind in GIVEN_UP:
            sales = [Sell(key) for key, member in book.members.items() if member == kind and Sell(key) in options]
            if sales and book.sold <= {kind}:
                return sales[0]
            if kind in book.sold:
                break
    return allied.deal(data, known, options)


def stay(data: Data, known: State, options: Any) -> Action | None:
    """8 (c): the fleet stays in port, for a sortie costs more ships than it sinks."""
    return Choose(()) if isinstance(options, Subset) else axis.commit(data, known, options)


class Admiral(Doctrine):
    """The admiral's staffs."""

    pages = {
        Side.ALLIED: {**allied.ANSWERS, DEAL.rule: deal},
        Side.AXIS: {**axis.ANSWERS, COMMIT.rule: stay},
    }
