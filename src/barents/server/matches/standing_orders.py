"""Standing orders: how a seat's windows are answered when nobody is asked.

An answer comes from the decision and from what the side knows, never from the truth.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Decision, Subset
from barents.kernel.match import Match
from barents.kernel.question import Asked
from barents.kernel.sides import Side, eyes_of
from barents.players import adviser_of
from barents.server.matches.protocol import Order
from barents.server.storage.store import Way

MOST_WEIGHED = 200  # of a long list of answers only so many are weighed


def order_for(orders: dict[str, Order], rule: str, game: str) -> Order:
    """What a seat has ordered for a window, or what is done where it has ordered nothing."""
    order = orders.get(rule) or Order("adviser")
    return Order("never") if order.what == "adviser" and not adviser_of(game) else order


def is_delegated(match: Match[Any, Any]) -> bool:
    """Whether both sides have left what is asked now to the computer's staffs, and there is one to answer."""
    return bool(adviser_of(match.game.name)) and match.game.delegated(match.state)


def by_order(decision: Decision[Any] | None, match: Match[Any, Any], way: Way) -> bool:
    """Whether a window is answered by its seat's order: the game knows its kind, or there is nothing to choose.

    A window of another kind is a side's own move, made in secret, and put to the person; but whatever has been left to
    the staffs is answered by them. In an agreed pause a person is asked, but not where there is nothing to choose.
    """
    if decision is not None and is_delegated(match):
        return True
    if decision is None or not decision.window or way == "ask":
        return False
    return (way == "orders" and decision.rule in match.game.orders) or is_empty(decision)


def is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose in a window: it is there so that nobody learns of it."""
    return next(_candidates(decision), None) is None


def paused_side(match: Match[Any, Any], way: Way) -> Side | None:
    """The side whose windows are held open for the agreed pause, empty ones too; None if none are.

    A window of a kind that has no orders is a side's own move: it is never taken from its owner by a pause.
    """
    if way != "pause" or is_delegated(match):
        return None
    for side, decision in match.pending.items():
        if decision.window and (decision.rule in match.game.orders or is_empty(decision)):
            return side
    return None


def declined(decision: Decision[Any]) -> Action:
    """The answer that lets a window pass."""
    return Choose(()) if isinstance(decision.options, Subset) else Decline()


def answer(match: Match[Any, Any], side: Side, order: Order) -> Action:
    """What an order makes of the pending window of a side; `adviser` needs a player and is not for here."""
    decision = match.pending[side]
    if order.what == "never":
        return declined(decision)
    candidates = list(islice(_candidates(decision), MOST_WEIGHED))
    if not candidates:
        return declined(decision)
    asked = Asked(match.game, match.data, match.known(eyes_of(side)), decision)
    best, chance = candidates[0], None
    for candidate in candidates:
        odds = asked.odds(candidate)
        if odds is not None and (chance is None or odds.chance > chance):
            best, chance = candidate, odds.chance
    if order.what == "odds" and chance is not None and chance * 100 < order.percent:
        return declined(decision)
    return best


def _candidates(decision: Decision[Any]) -> Iterator[Action]:
    """The answers that take the moment; of a subset as many items as it allows, and then each item alone."""
    options = decision.options
    if not isinstance(options, Subset):
        yield from (action for action in options if action != Decline())
        return
    chosen: tuple[str, ...] = ()
    for item in options.items:
        more = Choose((*chosen, item))
        if options.refusal(more) is None or len(more.items) < options.least:
            chosen = more.items
    if chosen and options.refusal(Choose(chosen)) is None:
        yield Choose(chosen)
    if len(chosen) > 1:
        yield from (one for item in options.items if options.refusal(one := Choose((item,))) is None)
