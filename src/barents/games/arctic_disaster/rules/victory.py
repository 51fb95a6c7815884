"""Chapter 15: victory points, and who has won."""

from __future__ import annotations

from barents.games.arctic_disaster.data import TIRPITZ, Data
from barents.games.arctic_disaster.state import LOST, Ship, State
from barents.kernel.game import Result
from barents.kernel.sides import Side

MAJOR_ALLIED, ALLIED, DRAW, GERMAN, MAJOR_GERMAN = (
    "Major Allied victory",
    "Allied victory",
    "Draw",
    "German victory",
    "Major German victory",
)


def german_points(state: State, data: Data) -> int:
    """AD 15.1: for Allied ships sunk, by their types; other losses count for nothing."""
    return sum(value(data, ship) for ship in state.ships[Side.ALLIED].values())


def allied_points(state: State, data: Data) -> int:
    """AD 15.2: merchants that have come far enough, merchants hidden in the ice, and German ships sunk or damaged.

    14.1: after a recall of Tirpitz alone also the other groups that are still in play.
    """
    table = data.tables.victory
    hidden = [ship for ship in state.ships[Side.ALLIED].values() if ship.hidden and data.counters[ship.id].is_merchant]
    points = state.awards + table.hidden * len(hidden)
    points += sum(worth(data, ship) for ship in state.ships[Side.AXIS].values())
    if state.options.recall_tirpitz_only and state.hitler == "recall":
        flagship = state.ships[Side.AXIS][TIRPITZ].force
        others = [force for force in state.forces[Side.AXIS].values() if not force.dummy and force.key != flagship]
        points += table.others_stay * len(others)
    return points


def value(data: Data, ship: Ship) -> int:
    """AD 15.1, 15.2: what a ship of either side is worth to the enemy as it is."""
    about = data.counters[ship.id]
    if about.side is Side.AXIS:
        return worth(data, ship)
    return data.tables.victory.axis_sunk.get(about.type, 0) if ship.at == LOST else 0


def scored_by(side: Side, points: int) -> str:
    """Points for a side, in words.

    >>> scored_by(Side.ALLIED, 1), scored_by(Side.AXIS, 3)
    ('1 point for the Allies', '3 points for the Germans')
    """
    return f"{points} point{'' if points == 1 else 's'} for the {'Allies' if side is Side.ALLIED else 'Germans'}"


def worth(data: Data, ship: Ship) -> int:
    """AD 15.2: what a German ship is worth as it is, sunk, damaged or whole; being sunk replaces being damaged."""
    table, sunk = data.tables.victory, ship.at == LOST
    if ship.id == TIRPITZ:
        if sunk:
            return table.tirpitz_sunk
        if ship.damage >= table.tirpitz_heavy_from:
            return table.tirpitz_heavy
        return table.tirpitz_light if ship.damage else 0
    type = data.counters[ship.id].type
    if sunk:
        return table.allied_sunk.get(type, 0)
    return table.cruiser_damaged if type == "CA" and ship.damage else 0


def level(data: Data, net: int) -> str:
    """AD 15.3: the level of victory of a net result.

    >>> from barents.games.arctic_disaster.data import data
    >>> [level(data(None), net) for net in (9, 44, 55, 75, 76)]
    ['Major Allied victory', 'Allied victory', 'Draw', 'German victory', 'Major German victory']
    """
    table = data.tables.victory
    if net < table.major_allied_below:
        return MAJOR_ALLIED
    if net < table.draw_from:
        return ALLIED
    if net > table.major_german_above:
        return MAJOR_GERMAN
    return GERMAN if net > table.german_above else DRAW


def result(state: State, data: Data) -> Result:
    """AD 15.0, 15.3: German points less Allied points decide."""
    german, allied = german_points(state, data), allied_points(state, data)
    net = german - allied
    name = level(data, net)
    winners = {MAJOR_ALLIED: Side.ALLIED, ALLIED: Side.ALLIED, GERMAN: Side.AXIS, MAJOR_GERMAN: Side.AXIS}
    points = {Side.ALLIED.value: float(allied), Side.AXIS.value: float(german)}
    why = f"{german} German points less {allied} Allied points are {net}; {span(data, name)}"
    return Result(winners.get(name), name, points, why)


def span(data: Data, name: str) -> str:
    """AD 15.3: which net results make a level.

    >>> from barents.games.arctic_disaster.data import data
    >>> span(data(None), DRAW), span(data(None), MAJOR_ALLIED)
    ('45 to 55 are a draw', 'less than 10 is a major Allied victory')
    """
    table = data.tables.victory
    spans = {
        MAJOR_ALLIED: f"less than {table.major_allied_below} is a major Allied victory",
        ALLIED: f"{table.major_allied_below} to {table.draw_from - 1} are an Allied victory",
        DRAW: f"{table.draw_from} to {table.german_above} are a draw",
        GERMAN: f"{table.german_above + 1} to {table.major_german_above} are a German victory",
        MAJOR_GERMAN: f"more than {table.major_german_above} is a major German victory",
    }
    return spans[name]
