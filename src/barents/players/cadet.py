"""A cadet: he has learnt the doctrine, and now and then forgets a part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import Dice
from barents.players.candidates import variants

if TYPE_CHECKING:
    from barents.players import Player

# How many of a hundred sheets and plain choices are not quite what doctrine says: in a sheet with many entries
# something is soon forgotten. In the campaign one wrong sheet can cost the Allies a month.
USUAL = (60, 20)
SLIPS = {"arctic_campaign": (2, 10)}
MOST_CHANGES = 6  # entries of a sheet that a lapse may get wrong


class Cadet:
    """Doctrine with mistakes: of a sheet some entries are wrong, and a plain choice is sometimes any at all."""

    blind = False

    def __init__(self, doctrine: Player, game: str) -> None:
        self._doctrine = doctrine
        self._sheets, self._picks = SLIPS.get(game, USUAL)

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """What doctrine answers, or a slip from it."""
        answer = self._doctrine.choose(known, decision, dice)
        lapses = self._picks if isinstance(decision.options, Pick) else self._sheets
        if dice.below(100) >= lapses or answer not in decision.options:
            return answer
        return self._slip(decision, answer, dice)

    def _slip(self, decision: Decision[Any], answer: Action, dice: Dice) -> Action:
        slipped = answer
        for _ in range(1 + dice.below(MOST_CHANGES)):
            slipped = next(variants(decision.options, slipped, dice), slipped)
        if slipped != answer:
            return slipped
        anything: Action = decision.options.sample(dice)
        return anything
