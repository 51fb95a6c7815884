"""Solitaire 3: how the automaton's forces find their way over open water."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Season
from barents.games.nordkapp.rules.units import Umpire, factor, members, on_map
from barents.games.nordkapp.state import DOWN, OUT, Piece, State
from barents.kernel.sides import Audience, Side

RANKS = ("BB", "BC", "CA", "DD")  # classes from the highest to the lowest, as the automaton counts them

Steps = Mapping[str, int]
Choice = Callable[[Sequence[str]], str]  # how one of several equal hexes or forces is taken


@lru_cache(maxsize=1024)
def steps_to(
    data: Data,
    ice: Season,
    goals: tuple[str, ...],
    barred: frozenset[str] = frozenset(),
    columns: tuple[int, int] = (1, 99),
) -> Steps:
    """For each open hex, how many steps it takes to the nearest goal without a barred hex or a column too far."""
    passage, found = data.passage(ice), dict.fromkeys(goals, 0)
    west, east = columns
    front = list(goals)
    while front:
        fresh = []
        for cell in front:
            for other in passage.neighbours(cell):
                if other not in found and other not in barred and west <= data.column(other) <= east:
                    found[other] = found[cell] + 1
                    fresh.append(other)
        front = fresh
    return found


def left_to(data: Data, ice: Season, start: str, steps: Steps) -> int | None:
    """How many steps a way from a hex takes; the hex itself may be barred, since one that stands there may leave."""
    if start in steps:
        return steps[start]
    ways = [steps[cell] for cell in data.passage(ice).neighbours(start) if cell in steps]
    return min(ways) + 1 if ways else None


def way(data: Data, ice: Season, start: str, steps: Steps, choose: Choice, points: int = 99) -> tuple[str, ...] | None:
    """A shortest way with both its ends, at each step by the safest of the hexes; None if there is none.

    Beyond so many movement points nothing is decided yet: that is only how long the way is.
    """
    left = left_to(data, ice, start, steps)
    if left is None:
        return None
    path = [start]
    while left:
        left -= 1
        onward = [cell for cell in data.passage(ice).neighbours(path[-1]) if steps.get(cell) == left]
        equal = safest(data, ice, onward)
        path.append(choose(equal) if len(path) <= points else any_of(equal))
    return tuple(path)


# Between equals


def by_lot(u: Umpire, name: str) -> Choice:
    """NS 3: what the rules leave open is decided at random; it is read after the game."""

    def drawn(equal: Sequence[str]) -> str:
        return equal[0] if len(equal) == 1 else u.draw(equal, 1, "NS-3-ties", name, to=Audience.ALLIED)[0]

    return drawn


def any_of(equal: Sequence[str]) -> str:
    """For those who want to know only how long a way is, and whether there is one."""
    return equal[0]


def safest(data: Data, ice: Season, cells: Sequence[str]) -> list[str]:
    """NS 3.1: of hexes that lead on equally well those farthest from the German bases, then those outside growlers."""
    distances, growlers = base_distances(data), data.growler_zone(ice)
    return best(sorted(cells), lambda cell: (-distances[cell], cell in growlers))


def best(names: Sequence[str], rank: Callable[[str], tuple[int, ...]]) -> list[str]:
    """All those of some that come first."""
    least = min(rank(name) for name in names)
    return [name for name in names if rank(name) == least]


@lru_cache(maxsize=8)
def base_distances(data: Data) -> dict[str, int]:
    """NS 3.1: how far each hex is from the nearest German air base."""
    return {cell: min(data.distance(cell, base) for base in data.bases) for cell in data.on_map}


@lru_cache(maxsize=8)
def near_bases(data: Data) -> frozenset[str]:
    """NS 3.1: the hexes too close to an air base."""
    limit = data.tables.solitaire.avoid_base
    return frozenset(cell for cell, distance in base_distances(data).items() if distance <= limit)


def destination(route: Sequence[str]) -> str:
    """The last hex of a route."""
    return next(cell for cell in reversed(route) if cell not in (OUT, DOWN))


# What the automaton sees


def surface_forces(state: State, data: Data) -> dict[str, list[Piece]]:
    """The German surface forces on the map, each by its marker."""
    found: dict[str, list[Piece]] = {}
    for piece in state.pieces[Side.AXIS].values():
        if on_map(piece) and data.counters[piece.id].is_warship:
            found.setdefault(piece.force or piece.id, []).append(piece)
    return found


def spotted_forces(state: State, data: Data) -> dict[str, list[Piece]]:
    """NS 2: the German surface forces that the automaton sees."""
    if not state.spotted:
        return {}
    return {marker: units for marker, units in surface_forces(state, data).items() if marker in state.spotted}


def near_spotted(state: State, data: Data) -> frozenset[str]:
    """NS 3.1: the hexes in or next to which a spotted German surface force is."""
    reach = data.tables.solitaire.avoid_force
    places = {units[0].at for units in spotted_forces(state, data).values()}
    return frozenset(cell for place in places for cell in data.grid.within(place, reach))


def rank(data: Data, units: Sequence[Piece]) -> int:
    """The highest class among some ships: 0 for a battleship, and so on."""
    return min(by_size(data, piece)[0] for piece in units)


def by_size(data: Data, piece: Piece) -> tuple[int, int, int, str]:
    """NS 3.3.1: targets by class, then the most damaged, then the best gunnery, then by name."""
    about = data.counters[piece.id]
    class_ = RANKS.index(about.type) if about.type in RANKS else len(RANKS)
    return class_, -piece.damage, -factor(data, piece, "gun"), about.name


def seeks_combat(data: Data, units: Sequence[Piece]) -> bool:
    """NS 3.3.1: carriers avoid surface combat, so that a fleet which is nothing else does not look for it."""
    return any(data.counters[piece.id].type != "CV" for piece in units)


def is_convoy(state: State, data: Data, marker: str) -> bool:
    """Whether merchants sail under a marker."""
    return any(data.counters[piece.id].is_merchant for piece in members(state, Side.ALLIED, marker))
