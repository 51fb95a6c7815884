"""North Cape by doctrine: a staff for each side that reads the situation anew at every decision.

What a staff wants is an ordered list of missions (`missions`); because that depends on what is known alone, the
questions that follow an announcement (which units, where to) find the same answer again. Each kind of question has
its own short function in `answers`, found by the rule that asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.missions import NEXT_MISSION
from barents.games.north_cape.state import State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.players.north_cape.allied import AlliedStaff
from barents.players.north_cape.answers import ANSWERS, next_mission
from barents.players.north_cape.axis import AxisStaff
from barents.players.north_cape.battle import quiet
from barents.players.north_cape.chart import Chart, chart_of
from barents.players.north_cape.reasons import reasons_for


class Doctrine:
    """Plays either side of North Cape to win."""

    staffs: ClassVar[Mapping[Side, type[AlliedStaff | AxisStaff]]] = {Side.ALLIED: AlliedStaff, Side.AXIS: AxisStaff}

    blind = False

    def __init__(self, data: Data) -> None:
        self.data = data

    def choose(self, known: State, decision: Decision[Any], dice: Dice) -> Action:
        """What doctrine answers; where that is not among the options, the answer that changes least."""
        answer = self.advise(known, decision)
        if answer in decision.options or decision.is_aside(answer):
            return answer
        return quiet(decision.options)

    def chart(self, known: State, _side: Side) -> Chart:
        """The chart that a side's staff goes by."""
        return chart_of(self.data, known.options.growlers)

    def advise(self, known: State, decision: Decision[Any]) -> Action:
        """What doctrine would answer."""
        staff = self._staff(known, decision.side)
        if decision.rule == NEXT_MISSION.rule:
            return next_mission(staff, decision)
        answer = ANSWERS.get(decision.rule)
        return quiet(decision.options) if answer is None else answer(staff, decision.options)

    def reasons(self, known: State, decision: Decision[Any], answer: Action, dice: Dice) -> Iterator[str]:
        """Why doctrine gives an answer."""
        yield from reasons_for(self._staff(known, decision.side), decision, answer)

    def _staff(self, known: State, side: Side) -> AlliedStaff | AxisStaff:
        return self.staffs[side](self.data, self.chart(known, side), known, side)
