"""Nordkapp by doctrine: a staff for each side that reads the situation anew at every decision.

Where the enemy can be follows from what is known: reports in the notebook, grown by speed and time (`belief`). Each
kind of question has its own short function, found in `answers` by the rule that asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.state import State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.players.doctrine import Advised
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.answers import ANSWERS, PLANNING
from barents.players.nordkapp.axis import AxisStaff
from barents.players.nordkapp.chart import chart_of
from barents.players.nordkapp.reasons import reasons_for


class Doctrine(Advised[State, Data]):
    """Plays either side of Nordkapp to win."""

    staffs: ClassVar[Mapping[Side, type[AlliedStaff | AxisStaff]]] = {Side.ALLIED: AlliedStaff, Side.AXIS: AxisStaff}

    def __init__(self, data: Data) -> None:
        super().__init__(data)
        self.chart = chart_of(data)

    def advise(self, known: State, decision: Decision[Any], dice: Dice) -> Action | None:
        """What doctrine would answer, or None to a question that it does not know."""
        staff_of = self.staffs[decision.side]
        answer = ANSWERS.get(decision.rule)
        if answer is None:
            return None
        planning = decision.rule in PLANNING
        return answer(staff_of(self.data, self.chart, known, decision.side, dice, planning=planning), decision.options)

    def reasons(self, known: State, decision: Decision[Any], answer: Action, dice: Dice) -> Iterator[str]:
        """Why doctrine gives an answer."""
        staff_of, planning = self.staffs[decision.side], decision.rule in PLANNING
        yield from reasons_for(
            staff_of(self.data, self.chart, known, decision.side, dice, planning=planning), decision, answer
        )
