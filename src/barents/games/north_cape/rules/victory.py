"""Chapter 10: victory points, and who wins."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.north_cape.data import ARCHANGEL, MURMANSK, Counter, Data
from barents.games.north_cape.rules.pieces import Umpire, at, tell_boxes
from barents.games.north_cape.rules.sight import in_sight
from barents.games.north_cape.state import SAFE, Piece, State
from barents.kernel.dice import D6
from barents.kernel.game import Result
from barents.kernel.sides import Side


def score(u: Umpire, side: Side, points: int, rule: str, words: str, unit: str = "") -> None:
    """NC 10.0: points are only ever added, to the side that achieved something."""
    if points:
        u.state.points[side] += points
        scored = ": {points} {points:point|points} for the {side}"
        u.tell(rule, words + scored, unit=unit, points=points, side=side.value)


def score_loss(u: Umpire, lost: Counter) -> None:
    """NC 10.0: what a sunk ship is worth; a merchant is worth two dice, an aircraft nothing."""
    if lost.is_merchant:
        dice = u.data.tables.victory.merchant_sunk_dice
        points = int(u.roll(dice * D6, "NC-10.0-vp-merc-sunk", lost.id))
        score(u, Side.AXIS, points, "NC-10.0-vp-merc-sunk", "{unit} sunk", lost.id)
    elif lost.is_ship:
        points = u.data.tables.victory.sunk[lost.type]
        score(u, lost.side.enemy, points, f"NC-10.0-vp-{lost.type.lower()}", "{unit} sunk", lost.id)


def is_westbound(state: State, data: Data, merchant: Piece) -> bool:
    """NC 12.2, 12.3: merchants that began in the east have their goal in the west (R66); in solitaire always."""
    goes_west = data.scenarios[state.scenario].westbound_from_east or state.options.solitaire
    return goes_west and merchant.start in (MURMANSK, ARCHANGEL)


def bring_in(u: Umpire, merchants: list[Piece], words: str) -> None:
    """NC 10.0: merchants that arrive, or leave by the west edge, are safe and score a die each (R65)."""
    cells = {merchant.at: None for merchant in merchants}
    for merchant in merchants:
        dice = u.data.tables.victory.merchant_arrives_dice
        points = int(u.roll(dice * D6, "NC-10.0-vp-merc-arrives", merchant.id))
        u.state.pieces[Side.ALLIED][merchant.id] = Piece(merchant.id, SAFE, damage=merchant.damage)
        u.conceal([merchant.id], to=Side.AXIS)
        mission = u.state.mission
        if mission is not None and merchant.id in mission.units:
            mission.units.remove(merchant.id)
        score(u, Side.ALLIED, points, "NC-10.0-vp-merc-arrives", words, merchant.id)
    tell_boxes(u, merchants)
    for cell in cells:
        left = in_sight(u.state, u.data, Side.ALLIED, cell)
        u.tell("NC-4.0-face-down", "Left at {cell}: {left}", cell=cell, left=left)


def arrivals(u: Umpire) -> None:
    """NC 10.0: eastbound merchants in To Murmansk or To Archangel have arrived, once windows are past."""
    mission = u.state.mission
    if mission is not None and mission.side is Side.ALLIED:
        arrive(u, mission.at)


def arrive(u: Umpire, cell: str) -> None:
    """NC 10.0: eastbound merchants that have come into a hex are safe if it is one of the two, however they came."""
    if cell in (MURMANSK, ARCHANGEL):
        here = at(u.state, Side.ALLIED, cell)
        arrived = [p for p in here if u.data.counters[p.id].is_merchant and not is_westbound(u.state, u.data, p)]
        bring_in(u, arrived, "{unit} arrives")


def ahead(points: Mapping[Side, int]) -> Side:
    """NC 10.0: the higher total wins; equal totals are a German win."""
    return Side.ALLIED if points[Side.ALLIED] > points[Side.AXIS] else Side.AXIS


def result(state: State, data: Data) -> Result:
    """NC 10.0: how a scenario ends."""
    return judged(data, state.points)


def judged(data: Data, points: Mapping[Side, int], scenarios: int = 1) -> Result:
    """NC 10.0: who wins and by how much; over several scenarios it takes as many times the points to win clearly."""
    allied, axis = points[Side.ALLIED], points[Side.AXIS]
    margin, levels = abs(allied - axis), data.tables.levels
    clear, crushing = levels.clear_from * scenarios, levels.crushing_from * scenarios
    level = "close" if margin < clear else "clear" if margin < crushing else "crushing"
    tie = " (a tie is German)" if allied == axis else ""
    why = f"{allied} {'point' if allied == 1 else 'points'} to {axis}{tie}"
    return Result(ahead(points), level, {side.value: total for side, total in points.items()}, why)
