"""The figures of the atlas: reading a map, and asking it for distances and reach."""

from __future__ import annotations

from barents.atlas.map import Map
from barents.atlas.mapfile import read_map
from barents.kernel.dice import Dice
from tools.bench.figures import Unit, Work, timed, under
from tools.bench.playing import each

ATLAS = "Atlas, north-cape"
NAME = "north-cape"


def fresh() -> Map:
    """The map read from its file, with its grid; `Map.load` would keep it."""
    sea = Map(read_map(NAME))
    sea.grid.check(sea.cells[0])
    return sea


@timed(ATLAS, "load the map", Unit.MILLISECONDS, target=under(50))
def load() -> Work:
    """The file read and checked, and its grid built."""
    return each([None], lambda _: fresh())


@timed(ATLAS, "load the map, first reach", Unit.MILLISECONDS)
def load_and_reach() -> Work:
    """The same with what the first movement under ice needs."""
    return each([None], lambda _: fresh().reachable("0138", 9, "winter"))


@timed(ATLAS, "distance", Unit.MICROSECONDS)
def distance() -> Work:
    """Hexes between two random cells."""
    sea, dice = Map.load(NAME), Dice.seeded("distance")
    pairs = [(dice.choice(sea.cells), dice.choice(sea.cells)) for _ in range(1_000)]
    return each(pairs, lambda pair: sea.distance(*pair))


@timed(ATLAS, "reachable with 9 points", Unit.MICROSECONDS, target=under(200))
def reachable() -> Work:
    """From random cells at sea, without ice, which leaves most to reach."""
    sea, dice = Map.load(NAME), Dice.seeded("reachable")
    starts = dice.sample(sea.navigable, 200)
    return each(starts, lambda cell: sea.reachable(cell, 9))
