"""What the odds of all questions are made of: several ends, throws of dice, whole sheets and their single orders.

A gamble is worth what the player knows of it, by the same modifiers and tables that the rules use. Where the enemy is
known by a report alone, the odds hold if it is true, and say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from barents.games.operations.data import Data
from barents.games.operations.names import many
from barents.games.operations.rules import chances
from barents.games.operations.screen.phrases import called
from barents.games.operations.state import State
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.sides import Side
from barents.kernel.view import Odds, OrderOdds, OrdersOdds

Order: TypeAlias = tuple[str, str, Odds]  # a slot of a sheet, what is ordered there, and what that is worth
OfSheet: TypeAlias = Callable[[Data, State, Side, Mapping[str, str]], Odds | None]
OfOrders: TypeAlias = Callable[[Data, State, Side, Assign], Iterator[Order]]


def of_sheet(worth: OfSheet) -> Callable[[Data, State, Decision[Any], Action], Odds | None]:
    """The odds of a whole sheet of orders, as a question gives them."""

    def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
        return worth(data, known, decision.side, dict(action.pairs)) if isinstance(action, Allot) else None

    return odds


def of_orders(worth: OfOrders) -> Callable[[Data, State, Decision[Any]], OrdersOdds]:
    """The odds of single orders by slot and value, for displays that show them before anything has been ordered."""

    def order_odds(data: Data, known: State, decision: Decision[Any]) -> OrdersOdds:
        found: dict[str, dict[str, OrderOdds]] = {}
        if isinstance(decision.options, Assign):
            for slot, value, odds in worth(data, known, decision.side, decision.options):
                found.setdefault(slot, {})[value] = OrderOdds(odds)
        return found

    return order_odds


def thrown(data: Data, dice: int, modifiers: dict[str, int], *notes: str) -> Odds:
    """OP-HIT-scale: so many dice at one target."""
    found = chances.hits(data, dice, modifiers)
    least, *confirm = data.hit_numbers(sum(modifiers.values()))
    needs = f"needs {least}" + (f", then {confirm[0]}" if confirm else "")
    return Odds(round(1 - found[0], 6), "a hit", modifiers, notes=(many(dice, "die"), needs, *notes))


def all_together(data: Data, known: State, shots: list[tuple[str, int, dict[str, int]]]) -> Odds | None:
    """Several throws at once."""
    if not shots:
        return None
    missed, mean = 1.0, dict[str, float]()
    for target, dice, modifiers in shots:
        found = chances.hits(data, dice, modifiers)
        missed *= found[0]
        mean[target] = mean.get(target, 0.0) + found.mean(float)
    notes = tuple(f"{called(data, known, target)}: {round(hits, 9):.1f} hits expected" for target, hits in mean.items())
    return Odds(round(1 - missed, 6), "a hit", {}, notes=notes)
