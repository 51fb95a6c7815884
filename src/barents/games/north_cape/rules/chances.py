"""How likely things are: what the odds of all chapters are worked out and told with."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.games.north_cape.datafiles import OptionalDie
from barents.games.north_cape.rules.pieces import Factor, factor
from barents.games.north_cape.state import Piece, State
from barents.kernel.view import Outcome

D6_FACES, D10_FACES = range(1, 7), range(1, 11)


def percent(chance: float) -> str:
    """A chance as one reads it.

    >>> percent(0.3), percent(0.004), percent(0)
    ('30%', 'under 1%', '0%')
    """
    return "under 1%" if 0 < chance < 0.01 else f"{chance:.0%}"


def not_above(limit: int, modifier: int = 0) -> float:
    """NC 9: a ten-sided die, and what is added to it, not above a factor."""
    return sum(face + modifier <= limit for face in D10_FACES) / len(D10_FACES)


def weather_in(data: Data, state: State, name: Factor) -> int:
    """NC 9.7, NC 9.9: what the weather adds to a die of guns or torpedoes."""
    if name == "gun":
        return data.tables.gunfire.weather[state.weather]
    return data.tables.torpedo.weather[state.weather] if name == "torp" else 0


def hit(data: Data, state: State, piece: Piece, name: Factor) -> float:
    """NC 9: that a unit hits with one of its factors."""
    return not_above(factor(data, piece, name), weather_in(data, state, name))


def ends(chances: dict[str, float]) -> tuple[Outcome, ...]:
    """All ends that can come about, in the order given: the worst first."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in chances.items() if round(chance, 6) > 0)


def counting(modifiers: dict[str, int]) -> dict[str, int]:
    """The modifiers that are not nothing."""
    return {name: value for name, value in modifiers.items() if value}


def meant(die: OptionalDie, worst_first: bool, nothing: str, one: str, two: str) -> tuple[Outcome, ...]:
    """NC 11.2, NC 11.3: how a die that means nobody, one or two can end."""
    faces = [die.meant(face) for face in D6_FACES]
    chances = [(words, faces.count(count) / len(D6_FACES)) for count, words in enumerate((nothing, one, two))]
    return ends(dict(reversed(chances) if worst_first else chances))
