"""Bots that are right, and bots that are wrong in every way there is."""

from __future__ import annotations

from typing import Any

from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice

SEEN: list[tuple[Any, Decision[Any]]] = []


class First:
    """The first answer there is."""

    blind = True

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """The first."""
        action: Action = next(iter(decision.options))
        return action


class Looking(First):
    """Keeps what it is shown, and spoils it."""

    blind = False

    def __init__(self, data: Any) -> None:
        self.data = data

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """The first, by a look at all that can be seen."""
        SEEN.append((known, decision))
        known.agenda.clear()
        known.result = "spoilt"
        return super().choose(known, decision, dice)


class Raising:
    """Raises at every third question."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """An answer, twice of three times."""
        self.asked += 1
        if self.asked % 3 == 0:
            return stumbles()
        return First().choose(known, decision, dice)


def stumbles() -> Action:
    """The line that a fault is told by."""
    raise KeyError("no such ship")


class Leaving(First):
    """Ends the program, or would."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """Nothing."""
        raise SystemExit(3)


class Cheating(First):
    """Answers what is not offered."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """What there is not."""
        return Choose(("bismarck",))


class Mumbling(First):
    """Answers with a word."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Any:
        """A word."""
        return "pass"


class NoPlayer:
    """Has no `choose`."""


class TooFew:
    """Its `choose` takes too little."""

    def choose(self, known: Any) -> Any:
        """Cannot be asked."""


class TooMany:
    """Takes more than there is to be made with."""

    def __init__(self, data: Any, weights: Any) -> None: ...

    def choose(self, known: Any, decision: Any, dice: Any) -> Any:
        """Never asked."""


class Unmade(First):
    """Fails when it is made."""

    def __init__(self) -> None:
        raise FileNotFoundError("weights.npz")


NUMBER = 7
