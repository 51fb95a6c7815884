"""What every doctrine player does with its advice: it is followed where it is legal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice

D = TypeVar("D")
S = TypeVar("S")


class Advised(ABC, Generic[S, D]):
    """A player that answers as it is advised; where that is not among the options, anything."""

    blind = False

    def __init__(self, data: D) -> None:
        self.data = data

    @abstractmethod
    def advise(self, known: S, decision: Decision[Any], dice: Dice) -> Action | None:
        """What doctrine would answer, or None to a question that it does not know."""

    def choose(self, known: S, decision: Decision[Any], dice: Dice) -> Action:
        """What doctrine answers."""
        answer = self.advise(known, decision, dice)
        if answer is not None and answer in decision.options:
            return answer
        fallback: Action = decision.options.sample(dice)
        return fallback

    def reasons(self, known: S, decision: Decision[Any], answer: Action, dice: Dice) -> Iterator[str]:
        """Why doctrine gives an answer, from what it weighed; nothing where it has no particular reason."""
        yield from ()
