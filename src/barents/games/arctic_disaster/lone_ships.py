"""Chapters 4.3.1, 7.8, 9.2 and 9.4: how ships that lie singly on the map go from hex to hex, and where they arrive."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import MURMANSK, Data
from barents.games.arctic_disaster.ice import free_markers, may_enter_ice, put_to
from barents.games.arctic_disaster.state import ARRIVED, OUT, REMOVED, Ship, State
from barents.games.arctic_disaster.submarines import contact_steps, sweep
from barents.games.arctic_disaster.terrain import steps
from barents.games.arctic_disaster.units import Umpire, is_afloat, move, remove
from barents.kernel.game import Step
from barents.kernel.sides import Side


class Way(NamedTuple):
    """A way to a hex: what it costs in half points, and the hexes entered."""

    cost: int
    cells: tuple[str, ...]


def points_alone(data: Data, ships: Sequence[Ship]) -> int:
    """AD 7.1, 7.6: half points of ships that go together at regular speed, less what they brought from their force."""
    most = data.tables.speeds.most_penalty
    return 2 * min(max(0, move(data, ship) - min(ship.penalty, most)) for ship in ships)


def enters_ice(state: State, data: Data, ships: Sequence[Ship]) -> bool:
    """AD 7.2: whether ships may enter the ice, and there are markers for them."""
    return may_enter_ice(data, ships) and free_markers(state, data) >= len(ships)


def watched_hexes(state: State, data: Data, side: Side, start: str, points: int) -> frozenset[str]:
    """The hexes within reach in which a force or submarine of the other side stands; ships keep clear if they can."""
    places = [force.at for force in state.forces[side.enemy].values()]
    places += [boat.at for boat in state.boats[side.enemy].values() if boat.at in data.in_play]
    reach = points // data.tables.speeds.sea
    return frozenset(cell for cell in places if data.distance(start, cell) <= reach)


def ways(
    data: Data,
    side: Side,
    start: str,
    points: int,
    *,
    ice: bool = False,
    watched: Container[str] = (),
    may: Callable[[str, str], bool] = lambda _start, _end: True,
) -> dict[str, Way]:
    """AD 7.1, 7.2, 7.4: the cheapest way to each hex, of two the one that meets fewer enemies; ice ends it.

    Off the west edge is a place like any other, for the Allies.
    """
    best: dict[str, tuple[int, int]] = {start: (0, 0)}
    found = {start: Way(0, ())}
    queue = [(0, 0, start)]
    while queue:
        spent, met, cell = heappop(queue)
        if (spent, met) > best[cell] or cell == OUT or (cell != start and cell in data.partial_ice):
            continue
        onward = dict(steps(data, side, cell, ice))
        if side is Side.ALLIED and cell in data.west_edge:
            onward[OUT] = data.tables.speeds.exit
        for other, cost in onward.items():
            value = (spent + cost, met + (other in watched))
            if value[0] <= points and value < best.get(other, (points + 1, 0)) and may(cell, other):
                best[other] = value
                found[other] = Way(value[0], (*found[cell].cells, other))
                heappush(queue, (*value, other))
    return found


def voyage(side: Side, ships: Sequence[Ship], cells: Sequence[str]) -> tuple[Step, ...]:
    """The steps of ships that go together along a way, boats in the hex that they leave included; none if they stay."""
    return (s.Run(side, tuple(ship.id for ship in ships), (ships[0].at, *cells)),) if cells else ()


def run(u: Umpire, step: s.Run) -> tuple[Step, ...]:
    """AD 7.2, 7.4, 13.5: ships on their own enter the next hex; boats there may set on them before they go on."""
    state, side = u.state, step.side
    known = state.ships[side]
    ships = [known[name] for name in step.ships if name in known and is_afloat(known[name])]
    if not ships:
        return ()
    cell, *onward = step.way
    before = ships[0].at
    for ship in ships:
        enter_alone(u, side, ship, cell)
    if before != cell:
        rule = "AD-7.4-exit-west" if cell == OUT else "AD-7.1-adjacent"
        words = "{ships}: {start} to {cell}" if cell != OUT else "{ships}: off the map at {start}"
        u.tell(rule, words, ships=_named(u, ships), start=before, cell=cell)
    there = [ship for ship in ships if is_afloat(ship)]
    rest = (s.Run(side, tuple(ship.id for ship in there), tuple(onward)),) if there and onward else ()
    if not there or cell in u.data.partial_ice:
        return rest
    sweep(u, side, cell)
    return (*contact_steps(u, side, "", cell), *rest)


def _named(u: Umpire, ships: Sequence[Ship]) -> str:
    """Ships by name, or only how many of them there are."""
    few = 3
    if len(ships) > few:
        return f"{len(ships)} ships"
    return ", ".join(u.data.counters[ship.id].name for ship in ships)


def enter_alone(u: Umpire, side: Side, ship: Ship, cell: str) -> None:
    """AD 7.4, 7.5.5, 7.8, 9.2: a ship comes into a hex, or off the map; in its base it is safe."""
    if cell == OUT:
        remove(u, ship, OUT)
        return
    put_to(u.data, ship, cell)
    if side is Side.ALLIED:
        reach(u, [ship], cell)
        return
    rules = u.data.scenarios[u.state.scenario].rules
    if cell in u.data.ports and (ship.bound or ship.with_ or rules.one_sortie):
        remove(u, ship, REMOVED)


def reach(u: Umpire, ships: Sequence[Ship], cell: str) -> None:
    """AD 9.2, 15.2, R45: a merchant that first comes to column 16 or to Murmansk is worth a point; there it is safe."""
    state, data = u.state, u.data
    home = cell == MURMANSK
    for ship in ships:
        about = data.counters[ship.id]
        if about.is_merchant and not ship.reached and (home or int(cell[2:]) == data.tables.other.goal_column):
            ship.reached = True
            state.awards += data.tables.victory.arrived
            u.tell("AD-15.2-arrive", "{unit} has come as far as {cell}", unit=ship.id, cell=cell)
        if home and (about.convoy or ship.bound or ship.with_):
            remove(u, ship, ARRIVED)
