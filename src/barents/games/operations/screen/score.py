"""The score as far as a side may know it, on the scale of the scenario's levels."""

from __future__ import annotations

from barents.games.operations.data import Data
from barents.games.operations.datafiles import Award
from barents.games.operations.names import worth
from barents.games.operations.rules.victory import points
from barents.games.operations.screen.displays import sees
from barents.games.operations.state import State
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Band, Track

SCORE = "Score, as known"
AWARDS = {
    "sunk": "Enemy ships and boats sunk",
    "unloaded": "Merchants unloaded",
    "west": "Merchants in the west",
    "near-port": "Merchants near a Soviet port",
    "afloat": "Merchants afloat",
    "hull-lost": "Hull boxes of great ships",
}


def known_points(data: Data, known: State, observer: Observer, side: Side) -> dict[str, int]:
    """OP-SCEN-levels: what a side has scored as things stand, by what for, as far as an observer can tell.

    Merchants are counted by their owner alone, until the end; so is damage to ships that are still afloat.
    """
    file = data.scenarios.get(known.scenario)
    if file is None:
        return {"sunk": sum(worth(data, known, key) for key in known.sunk.get(side.enemy, []))}
    awards = file.victory.allied if side is Side.ALLIED else file.victory.axis
    found: dict[str, int] = {}
    for award in awards:
        found[award.kind] = found.get(award.kind, 0) + _award(data, known, observer, side, award)
    return found


def _award(data: Data, known: State, observer: Observer, side: Side, award: Award) -> int:
    if award.kind == "sunk":
        return sum(worth(data, known, key) for key in known.sunk.get(side.enemy, []))
    owner = side.enemy if award.kind == "hull-lost" else Side.ALLIED
    return points(known, data, side, award) if sees(observer, owner) else 0


def tracks(data: Data, known: State, observer: Observer) -> tuple[Track, ...]:
    """Both sides' points and, in a scenario, the Allied less the German on the scale of the levels."""
    total = {side: sum(known_points(data, known, observer, side).values()) for side in Side}
    each = tuple(
        Track(f"points-{side}", f"{side.capitalize()} points, as known", total[side], side=side, kind="points")
        for side in Side
    )
    if known.scenario not in data.scenarios:
        return each
    net = total[Side.ALLIED] - total[Side.AXIS]
    return (*each, Track("score", SCORE, net, kind="scale", bands=bands(data, known.scenario), short=SCORE))


def bands(data: Data, scenario: str) -> tuple[Band, ...]:
    """OP-SCEN-levels: the levels from the worst for the Allies to the best.

    >>> from barents.games.operations.data import data
    >>> [(band.words, band.upto) for band in bands(data(None), "regenbogen")][:3]
    [('Axis major', -40), ('Axis minor', 20), ('Draw', 45)]
    """
    levels = data.scenarios[scenario].victory.levels[::-1]
    limits = [level.begins for level in levels[1:]]
    return tuple(Band(level.name, upto, level.winner) for level, upto in zip(levels, [*limits, None], strict=True))
