"""What Intelligence and searches have confirmed of the enemy's markers (5.3, 10.2.1), for the side that was told.

It is kept in that side's notebook as long as it holds. A fact is about one marker, or about all that lay in a port
together (`under axis-4 axis-9`), and says which ships are there, none if all are dummies, or only that there are some.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from barents.games.arctic_disaster.knowledge.known import mark
from barents.games.arctic_disaster.rules.units import forces_at
from barents.games.arctic_disaster.state import Force, State
from barents.kernel.sides import Side

UNDER, SOME = "under ", "some"  # how such a fact begins, and what it says of ships that nobody has counted


class Confirmed(NamedTuple):
    """What is under some markers: these ships, or some (None)."""

    marks: tuple[str, ...]
    ships: tuple[str, ...] | None


def note(marks: Iterable[str], ships: Iterable[str] | None) -> tuple[str, str]:
    """A fact for the notebook.

    >>> note(["axis-9", "axis-4"], ["scheer", "z-24"]), note(["axis-4"], None)
    (('under axis-4 axis-9', 'scheer z-24'), ('under axis-4', 'some'))
    """
    return UNDER + " ".join(sorted(marks)), SOME if ships is None else " ".join(sorted(ships))


def confirmed(state: State, by: Side) -> list[Confirmed]:
    """All that a side knows of the enemy's markers in this way."""
    found = []
    for key, value in state.notebook[by].facts.items():
        if key.startswith(UNDER):
            marks = tuple(key.removeprefix(UNDER).split())
            found.append(Confirmed(marks, None if value == SOME else tuple(str(value).split())))
    return found


def is_real(state: State, by: Side, force: Force) -> tuple[str, str] | None:
    """AD 5.3, 10.2.1: the fact that a force which a side has found is no dummy; none if it knows more already."""
    own = mark(by.enemy, force.handle)
    known = any(own in fact.marks and fact.ships for fact in confirmed(state, by))
    return None if known else note([own], None)


def renew(
    state: State, side: Side, before: Mapping[str, list[int]], joined: Mapping[str, list[str]], left: Sequence[str]
) -> None:
    """AD 3.1, 6.3: what the enemy still knows of a side's markers once they have been reorganised and mixed.

    `before` are the numbers of those that could be mixed, hex by hex; `joined` the ships on their own that everyone has
    seen join a force in a hex, `left` the hexes in which damaged ships have left theirs. Ships stay in their hex: what
    was known of all its markers is known of those that are there now. That one of several is no dummy is not.
    """
    book = state.notebook[side.enemy]
    facts = confirmed(state, side.enemy)
    book.facts = {key: fact for key, fact in book.facts.items() if not key.startswith(UNDER)}
    for fact in facts:
        cell = next((cell for cell, handles in before.items() if {*fact.marks} == {mark(side, h) for h in handles}), "")
        now = [mark(side, force.handle) for force in forces_at(state, side, cell) if not force.detected]
        if now and fact.ships is not None:
            key, value = note(now, (*fact.ships, *joined.get(cell, ())))
            book.facts[key] = value
        elif now == list(fact.marks) and cell not in left:
            key, value = note(now, None)
            book.facts[key] = value
