"""A watch over players that answer on and on while the game stands still."""

from typing import Any

from barents.kernel.match import Match
from barents.kernel.sides import Observer


class CirclesError(RuntimeError):
    """A player went in circles; the message is for the people at its table."""


def hour(match: Match[Any, Any]) -> tuple[int, str]:
    """Where the game's clock stands: turn and date. In a campaign the turns begin anew, the dates do not."""
    clock = match.game.view(match.data, match.known(Observer.UMPIRE), Observer.UMPIRE).clock
    return clock.turn, clock.date


class Stillness:
    """Counts answers of players, and looks at the clock whenever there have been `most` of them.

    A whole turn of a large scenario takes a few hundred answers, and one that is played at random some thousands.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.begin()

    def begin(self) -> None:
        """Count anew: a person has answered. The clock is looked at when a player does."""
        self._answers = 0
        self._hour: tuple[int, str] | None = None

    def lasts(self, match: Match[Any, Any]) -> bool:
        """After one more answer: whether the clock has stood still for all too many."""
        self._answers += 1
        if self._hour is None:
            self._hour = hour(match)
        if self._answers < self._most:
            return False
        before, self._hour, self._answers = self._hour, hour(match), 0
        return self._hour == before

    def in_words(self) -> str:
        """What has happened, for people."""
        return f"There were {self._most:,} answers by the computer while the game's clock stood still"
