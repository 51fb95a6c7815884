"""The campaign by doctrine: a staff for each side that sits at its desk, and hands the sea over to its operators.

Each kind of page has its own short function, found by the rule that asks. Pages that nobody has an opinion on are
answered as they are proposed: every page of this game offers the usual answer first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.modes import WAYS, is_delegated
from barents.games.arctic_campaign.state import State
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.arctic_campaign import allied, axis
from barents.players.arctic_campaign.reasons import reasons_for
from barents.players.arctic_campaign.sheets import Page, fewest, filled
from barents.players.doctrine import Advised
from barents.players.operations import Doctrine as SeaDoctrine


class Doctrine(Advised[State, Data]):
    """Plays either side of the campaign to win."""

    pages: ClassVar[Mapping[Side, Mapping[str, Page]]] = {Side.ALLIED: allied.ANSWERS, Side.AXIS: axis.ANSWERS}

    def __init__(self, data: Data) -> None:
        super().__init__(data)
        self._sea = SeaDoctrine(data.sea)

    def advise(self, known: State, decision: Decision[Any], dice: Dice) -> Action | None:
        """What doctrine would answer: at sea the operators, at the desk the staff, else what is proposed."""
        if known.operation is not None and decision.rule.startswith("OP-") and decision.rule != WAYS.rule:
            answer = self._sea.advise(known.operation, decision, dice)
            if answer is not None:
                return kept_in_port(known, answer) if is_delegated(known) and decision.side is Side.ALLIED else answer
        page = self.pages[decision.side].get(decision.rule)
        answer = page(self.data, known, decision.options) if page is not None else None
        return answer if answer is not None else proposed(decision.options)

    def reasons(self, known: State, decision: Decision[Any], answer: Action, dice: Dice) -> Iterator[str]:
        """Why doctrine gives an answer: at sea the operators say it, at the desk the staff."""
        if known.operation is not None and decision.rule.startswith("OP-") and decision.rule != WAYS.rule:
            yield from self._sea.reasons(known.operation, decision, answer, dice)
        yield from reasons_for(self.data, known, decision, answer)


def kept_in_port(known: State, answer: Action) -> Action:
    """In a month that is left to the staffs the ships that were to stay in port do: no order sends them to sea."""
    if not isinstance(answer, Allot) or known.operation is None:
        return answer
    fleets = known.operation.desks[Side.ALLIED].fleets
    left = {key for key, fleet in fleets.items() if fleet.docked and key not in known.allied.groups}
    return Allot(tuple((slot, NONE if slot in left else value) for slot, value in answer.pairs))


def proposed(options: Any) -> Action | None:
    """The answer that a page offers first; of a choice of items as many as must be, of each group its own."""
    if isinstance(options, Assign):
        return filled(options, {})
    if isinstance(options, Subset):
        return fewest(options)
    return next(iter(options), None)
