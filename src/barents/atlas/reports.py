"""What the final reports of the games have in common: who had a part in a loss, points by source, the last words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from barents.atlas.fates import BY_AIR, BY_BOATS, BY_SHIPS, OTHERWISE, convoy_in_words
from barents.kernel.game import Result
from barents.kernel.report import Loss, Scored
from barents.kernel.sides import PEOPLE, Side
from barents.kernel.words import capital, in_halves

# What sinks ships and boats, and shoots aircraft down.
AIRCRAFT, SUBMARINES, SHIPS, ESCORTS = "aircraft", "submarines", "surface ships", "escorts"
GUNS, FIGHTERS, CARRIER_LOST = "anti-aircraft fire", "fighters", "the loss of their carrier"
# How a merchant ended, by the first of these that had a part in it: to U-boats alone only where nobody else had one.
ENDS = {AIRCRAFT: BY_AIR, SHIPS: BY_SHIPS, SUBMARINES: BY_BOATS}


@dataclass
class Losses:
    """What the log tells of losses: all of them in their order, and who had a part in the end of each unit."""

    losses: list[Loss] = field(default_factory=list)
    parts: dict[str, list[str]] = field(default_factory=dict)

    def harm(self, unit: str, cause: str) -> None:
        """Note who had a part in a unit's end."""
        parts = self.parts.setdefault(unit, [])
        if cause and cause not in parts:
            parts.append(cause)

    def lose(self, side: Side, unit: str, name: str, kind: str, turn: int) -> None:
        """A unit is lost to all who had a part in its end."""
        causes = [called(side, part) for part in self.parts.get(unit, [])] or ["fire"]
        self.losses.append(Loss(side, name, kind, " and ".join(causes), turn))

    def end_of(self, merchant: str) -> str:
        """To what a merchant was lost."""
        return lost_to(self.parts.get(merchant, ()))


def lost_to(parts: Sequence[str]) -> str:
    """How a merchant ended, in whose end some had a part.

    >>> lost_to([SUBMARINES, AIRCRAFT]), lost_to([SUBMARINES, SHIPS]), lost_to([SUBMARINES]), lost_to(["ice"])
    ('aircraft had a part', 'surface ships', 'U-boats alone', 'otherwise lost')
    """
    return next((end for part, end in ENDS.items() if part in parts), OTHERWISE)


def called(victim: Side, part: str) -> str:
    """What did the harm, as it is told: German submarines are U-boats.

    >>> called(Side.ALLIED, SUBMARINES), called(Side.AXIS, SUBMARINES)
    ('U-boats', 'submarines')
    """
    return "U-boats" if part == SUBMARINES and victim is Side.ALLIED else part


def by_source(points: Mapping[tuple[Side, str], Sequence[float]]) -> list[Scored]:
    """Points by what they are for."""
    return ranked(Scored(side, source, sum(each), len(each)) for (side, source), each in points.items())


def ranked(rows: Iterable[Scored]) -> list[Scored]:
    """Rows of points, each side's greatest first."""
    return sorted(rows, key=lambda row: (row.side, -row.points, row.source))


def convoys_in_words(ended: Mapping[str, Sequence[str]]) -> str:
    """What became of some convoys, as a sentence with a space behind it; nothing where there are none."""
    told = "; ".join(convoy_in_words(name, ends) for name, ends in ended.items())
    return f"{capital(told)}. " if told else ""


def broken_off(result: Result) -> str | None:
    """How a game ended that was not played to its end; nothing where it was."""
    if result.level == "resigned" and result.winner is not None:
        return f"{capital(PEOPLE[result.winner.enemy])} gave up."
    return "Both sides agreed to a draw." if result.level == "agreed draw" else None


def in_points(number: float) -> str:
    """Points as they are said.

    >>> in_points(1), in_points(0.5), in_points(2.5), in_points(0), in_points(12)
    ('1 point', '½ point', '2½ points', '0 points', '12 points')
    """
    return f"{in_halves(number)} point{'' if 0 < number <= 1 else 's'}"
