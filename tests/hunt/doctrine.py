"""A captain for The Hunt: the convoy runs for the far edge with its escorts around it, and the raider goes for it."""

from __future__ import annotations

from typing import Any

from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.dice import Dice

from .data import Data
from .state import FallUpon, FireAt, Leave, LookAt, Pass, State


class Doctrine:
    """Answers from what a side knows, and keeps no memory."""

    blind = False

    def __init__(self, data: Data) -> None:
        self._data = data

    def choose(self, known: State, decision: Decision[Any], dice: Dice) -> Action:
        """One of the decision's options."""
        if isinstance(decision.options, Assign) and "fire" not in next(iter(decision.options.slots.values())):
            return self._plot(known, decision.options)
        wanted: list[Action] = []
        for option in decision.options if not isinstance(decision.options, Assign) else ():
            if isinstance(option, FallUpon | LookAt) or option == FireAt("convoy"):
                wanted.insert(0, option)
            elif isinstance(option, Leave if self._is_spent(known) else Pass):
                wanted.append(option)
        return wanted[0] if wanted else decision.options.sample(dice)

    def _is_spent(self, known: State) -> bool:
        """Whether one more hit would sink the raider."""
        return known.damage["lutzow"] + 1 >= self._data.rows["lutzow"].hull

    def _plot(self, known: State, plot: Assign) -> Allot:
        """The convoy eastwards, away from what lies in its way; everybody else towards the convoy."""
        grid, convoy = self._data.grid, known.ships["convoy"].cell
        contacts = [
            ship.cell for name, ship in known.ships.items() if name not in ("convoy", *plot.slots) and ship.cell
        ]
        orders = []
        for name, cells in plot.slots.items():
            if name == "convoy":
                best = max(cells, key=lambda cell: (grid.column(cell), min(self._apart(cell, contacts), 3), cell))
            else:
                best = min(cells, key=lambda cell: (grid.distance(cell, convoy) if convoy else 0, cell))
            orders.append((name, best))
        return Allot(tuple(orders))

    def _apart(self, cell: str, others: list[str]) -> int:
        return min((self._data.grid.distance(cell, other) for other in others), default=99)
