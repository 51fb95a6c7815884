"""Arctic Disaster by doctrine: a staff for each side that reads the situation anew at every decision.

The German staff takes PQ-17 to be where the last report of merchants and its way east put it; the Allied one guards
what it has. Each kind of question has its own short function, found in `answers` by the rule that asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.players.arctic_disaster.allied import AlliedStaff
from barents.players.arctic_disaster.answers import ANSWERS
from barents.players.arctic_disaster.axis import AxisStaff
from barents.players.arctic_disaster.reasons import reasons_for
from barents.players.doctrine import Advised


class Doctrine(Advised[State, Data]):
    """Plays either side of Arctic Disaster to win."""

    staffs: ClassVar[Mapping[Side, type[AlliedStaff | AxisStaff]]] = {Side.ALLIED: AlliedStaff, Side.AXIS: AxisStaff}

    def advise(self, known: State, decision: Decision[Any], dice: Dice) -> Action | None:
        """What doctrine would answer, or None to a question that it does not know."""
        answer = ANSWERS.get(decision.rule)
        if answer is None:
            return None
        staff_of = self.staffs[decision.side]
        return answer(staff_of(self.data, known, decision.side), decision.options)

    def reasons(self, known: State, decision: Decision[Any], answer: Action, dice: Dice) -> Iterator[str]:
        """Why doctrine gives an answer."""
        yield from reasons_for(self.staffs[decision.side](self.data, known, decision.side), decision, answer)
