"""Operations by doctrine: a staff for each side that reads the situation anew at every decision.

The German staff takes convoys to be where the last report and their way put them; the Allied one guards what it has and
goes for what is reported. Each kind of question has its own short function, found in `answers` by the rule that asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from barents.games.operations.data import Data
from barents.games.operations.state import State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.players.doctrine import Advised
from barents.players.operations.allied import AlliedStaff
from barents.players.operations.answers import ANSWERS
from barents.players.operations.axis import AxisStaff
from barents.players.operations.reasons import reasons_for


class Doctrine(Advised[State, Data]):
    """Plays either side of an operation to win."""

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
