"""Dice that fall as a test says."""

from collections.abc import Iterable

from barents.kernel.dice import DiceBox
from barents.kernel.sides import Audience


def loaded(*faces: int, **secret: Iterable[int]) -> DiceBox:
    """A box whose first public dice show these faces; `axis=[2]` loads the dice that one audience sees.

    The box is an ordinary one that first gives recorded bytes (byte f - 1 is face f of any die), so undo, forks and
    records work with it as with any other. `spare` tells whether a test has loaded what was rolled.
    """
    named = {Audience.EVERYONE.value: faces, **secret}
    return DiceBox.seeded("loaded").after({audience: bytes(f - 1 for f in given) for audience, given in named.items()})


def spare(box: DiceBox, *faces: int, **secret: Iterable[int]) -> dict[str, int]:
    """By audience, how many of the dice loaded with the same arguments have not fallen (negative: too few)."""
    named = {Audience.EVERYONE.value: faces, **secret}
    left = {name: len(tuple(given)) - box.offsets.get(Audience(name), 0) for name, given in named.items()}
    return {name: count for name, count in left.items() if count}
