"""Chapters 4.3.1, 7.8, 9.2 and 9.4: how ships that lie singly on the map go from hex to hex, and where they arrive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import MURMANSK, Data
from barents.games.arctic_disaster.rules.ice import free_markers, may_enter_ice, put_to
from barents.games.arctic_disaster.rules.submarines import contact_steps, sweep
from barents.games.arctic_disaster.rules.terrain import steps
from barents.games.arctic_disaster.rules.units import Umpire, is_afloat, move, remove
from barents.games.arctic_disaster.rules.victory import scored_by
from barents.games.arctic_disaster.state import ARRIVED, OUT, REMOVED, Ship, State
from barents.kernel.game import Step
from barents.kernel.sides import Side
from barents.kernel.words import listed

NOWHERE: frozenset[str] = frozenset()
POINT = 1000  # half a movement point weighs more than any number of enemies


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
    places += [boat.at for boat in state.boats[side.enemy].values()]
    return data.within(start, points // data.tables.speeds.sea).intersection(places)


@lru_cache(4096)
def ways(
    data: Data,
    side: Side,
    start: str,
    points: int,
    *,
    ice: bool = False,
    watched: frozenset[str] = NOWHERE,
    barred: frozenset[str] = NOWHERE,
    eastward: bool = False,
) -> Mapping[str, Way]:
    """AD 7.1, 7.2, 7.4: the cheapest way to each hex, of two the one that meets fewer enemies; ice ends it.

    Off the west edge is a place like any other, for the Allies. `barred` hexes are not entered; `eastward` ways have no
    W step and stay on the map.
    """
    best = {start: 0}  # what it costs and then how many enemies it meets, as one number
    reached_from = {start: start}
    found = {start: Way(0, ())}
    queue = [(0, start)]
    most = (points + 1) * POINT
    while queue:
        spent, cell = heappop(queue)
        if spent > best[cell]:
            continue
        if cell != start:
            found[cell] = Way(spent // POINT, (*found[reached_from[cell]].cells, cell))
            if cell == OUT or cell in data.partial_ice:
                continue
        for other, cost in steps_alone(data, side, cell, ice, eastward):
            value = spent + cost * POINT + (other in watched)
            if value < best.get(other, most) and other not in barred:
                best[other], reached_from[other] = value, cell
                heappush(queue, (value, other))
    return {cell: found[cell] for cell in best}


@lru_cache(8192)
def steps_alone(data: Data, side: Side, cell: str, ice: bool, eastward: bool) -> tuple[tuple[str, int], ...]:
    """AD 7.1, 7.4, 9.4: where ships on their own can go from a hex, by terrain alone, and what it costs."""
    found = tuple(steps(data, side, cell, ice).items())
    if eastward:
        return tuple((other, cost) for other, cost in found if other != data.step(cell, "W"))
    return (*found, (OUT, data.tables.speeds.exit)) if side is Side.ALLIED and cell in data.west_edge else found


def crowds(state: State, data: Data, without: Sequence[Ship] = ()) -> Counter[str]:
    """AD 9.4: how many merchants lie singly in each hex, cripples and ships in the ice included, but for some."""
    ships = [ship for ship in state.ships[Side.ALLIED].values() if not ship.force and ship.at[:1].isdigit()]
    moving = {ship.id for ship in without}
    return Counter(ship.at for ship in ships if data.counters[ship.id].is_merchant and ship.id not in moving)


def full_hexes(state: State, data: Data, arriving: Sequence[Ship], others: Counter[str]) -> frozenset[str]:
    """AD 9.4: once PQ-17 has scattered, the hexes in which there is no room for some more merchants."""
    merchants = sum(data.counters[ship.id].is_merchant for ship in arriving)
    most = data.tables.speeds.scattered_most
    if state.scatter != "done" or not merchants:
        return NOWHERE
    return frozenset(cell for cell, count in others.items() if count + merchants > most)


def voyage(side: Side, ships: Sequence[Ship], cells: Sequence[str]) -> tuple[Step, ...]:
    """The steps of ships that go together along a way, boats in the hex that they leave included; none if they stay."""
    return (s.Run(side, tuple(ship.id for ship in ships), (ships[0].at, *cells)),) if cells else ()


def run(u: Umpire, step: s.Run) -> tuple[Step, ...]:
    """AD 7.2, 7.4, 13.5: ships on their own enter hex after hex; boats there may set on them before they go on."""
    state, side = u.state, step.side
    known = state.ships[side]
    ships = [known[name] for name in step.ships if name in known and is_afloat(known[name])]
    boats = {boat.at for boat in state.boats[side.enemy].values()}
    for number, cell in enumerate(step.way, start=1):
        if not ships:
            break
        _enter_together(u, side, ships, cell)
        ships = [ship for ship in ships if is_afloat(ship)]
        if not ships or cell not in boats or cell in u.data.partial_ice:
            continue
        sweep(u, side, cell)
        if contacts := contact_steps(u, side, "", cell):
            onward = step.way[number:]
            return (*contacts, s.Run(side, tuple(ship.id for ship in ships), onward)) if onward else contacts
    return ()


def _enter_together(u: Umpire, side: Side, ships: Sequence[Ship], cell: str) -> None:
    """AD 7.1, 7.4: ships come into a hex, or off the map, as everyone sees."""
    before = ships[0].at
    for ship in ships:
        enter_alone(u, side, ship, cell)
    if before != cell:
        rule = "AD-7.4-exit-west" if cell == OUT else "AD-7.1-adjacent"
        go = "goes" if len(ships) == 1 else "go"
        words = (
            f"{{ships}} {go} from {{start}} to {{cell}}" if cell != OUT else f"{{ships}} {go} off the map at {{start}}"
        )
        u.tell(rule, words, ships=_named(u, ships), start=before, cell=cell)


def _named(u: Umpire, ships: Sequence[Ship]) -> str:
    """Ships by name, or only how many of them there are."""
    few = 3
    if len(ships) > few:
        return f"{len(ships)} ships"
    return listed([u.data.counters[ship.id].name for ship in ships])


def enter_alone(u: Umpire, side: Side, ship: Ship, cell: str) -> None:
    """AD 7.4, 7.5.5, 7.8, 9.2: a ship comes into a hex, or off the map; in its base a damaged one is safe.

    An escort of hers is out of the game too only where a German sortie ends.
    """
    if cell == OUT:
        remove(u, ship, OUT)
        return
    put_to(u.data, ship, cell)
    if side is Side.ALLIED:
        reach(u, [ship], cell)
        return
    ship.sortied |= cell not in u.data.leads
    rules = u.data.scenarios[u.state.scenario].rules
    if cell not in u.data.ports:
        return
    if ship.bound:
        remove(u, ship, REMOVED)
    elif rules.one_sortie and ship.sortied:
        u.tell("AD-7.5.5-lone-ship", "{unit} has ended her operations at {cell}", unit=ship.id, cell=cell)
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
            words = f"{{unit}} has come as far as {{cell}}: {scored_by(Side.ALLIED, data.tables.victory.arrived)}"
            u.tell("AD-15.2-arrive", words, unit=ship.id, cell=cell)
        if home and (about.convoy or ship.bound):
            remove(u, ship, ARRIVED)
