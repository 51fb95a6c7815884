"""Where ships were seen to go in the last turns.

Whatever moves on the map does so before everyone's eyes, face down or not. Trails are made of these voyages alone, so a
decoy leaves the same as a battleship; where a stack divides, both parts continue its trail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from barents.games.north_cape.names import SIDES
from barents.games.north_cape.rules.pieces import occupied
from barents.games.north_cape.state import State
from barents.kernel.sides import Side
from barents.kernel.view import Trail

Moves: TypeAlias = dict[str, dict[int, int]]  # by hex: how far what lies there came in each turn
Stops: TypeAlias = tuple[tuple[int, str], ...]  # turns, and where it lay at their ends


def trails(known: State, moves: Mapping[Side, Moves]) -> tuple[Trail, ...]:
    """A trail for everything that is seen and has moved, the cells oldest first."""
    found: list[Trail] = []
    for side in Side:
        here = occupied(known, side)
        for stops in followed(known, side):
            cell = stops[-1][1]
            if cell in here:
                words = f"{SIDES[side]}, {in_words(moves[side][cell])}"
                found.append(Trail(side, words, stops))
    return tuple(found)


def followed(known: State, side: Side) -> list[Stops]:
    """The stops of a side's stacks, voyage by voyage."""
    paths: dict[Stops, None] = {}
    for wake in known.wakes:
        if wake.side is not side:
            continue
        before = [path for path in paths if path[-1][1] == wake.start]
        if wake.emptied:
            paths = {path: None for path in paths if path not in before}
        for path in before or [((wake.turn - 1, wake.start),) if wake.start else ()]:
            earlier = path[:-1] if path and path[-1][0] == wake.turn else path
            paths[(*earlier, (wake.turn, wake.end))] = None
    return [path for path in paths if len(path) > 1]


def hexes_a_turn(known: State, side: Side) -> Moves:
    """How far what lies in each hex has come in each turn, as far as it was seen."""
    speeds: Moves = {}
    for wake in known.wakes:
        if wake.side is side:
            run = dict(speeds.get(wake.start, {}))
            run[wake.turn] = run.get(wake.turn, 0) + wake.hexes
            speeds[wake.end] = run
    return speeds


def in_words(run: dict[int, int]) -> str:
    """How something has moved.

    >>> in_words({9: 3, 10: 3, 11: 3}), in_words({10: 4}), in_words({9: 2, 10: 3})
    ('moved 3 hexes each turn since turn 9', 'moved 4 hexes in turn 10', 'moved 2 and 3 hexes since turn 9')
    """
    turns, hexes = list(run), list(run.values())
    if len(run) == 1:
        return f"moved {_hexes(hexes[0])} in turn {turns[0]}"
    if len(set(hexes)) == 1 and turns[-1] - turns[0] == len(run) - 1:
        return f"moved {_hexes(hexes[0])} each turn since turn {turns[0]}"
    return f"moved {_and(hexes)} hexes since turn {turns[0]}"


def _hexes(number: int) -> str:
    return f"{number} hex" if number == 1 else f"{number} hexes"


def _and(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}"
