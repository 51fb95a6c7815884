"""What the mutation check says of a requirement."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from barents.kernel.ledger import Requirement
from tools.mutants import Mutant


class Fate(StrEnum):
    """What became of a change."""

    NOTICED = "noticed"
    ELSEWHERE = "noticed by tests of other rows"
    SURVIVED = "survived"
    UNSURE = "passed by, where it was a guess"
    BROKE = "broke the run"


class Attempt(NamedTuple):
    """One change, what became of it, and the test that noticed it with its words, if one did."""

    mutant: Mutant
    fate: Fate
    by: str = ""
    why: str = ""


class Outcome(NamedTuple):
    """What became of the changes to one requirement."""

    game: str
    row: Requirement
    attempts: list[Attempt]

    def count(self, *fates: Fate) -> int:
        """How many changes had one of these fates."""
        return sum(attempt.fate in fates for attempt in self.attempts)

    @property
    def is_hollow(self) -> bool:
        """Whether its own tests passed by every change to what is surely behind it, without a crash."""
        passed_by = self.count(Fate.SURVIVED, Fate.ELSEWHERE)
        return passed_by > 0 and not self.count(Fate.NOTICED)
