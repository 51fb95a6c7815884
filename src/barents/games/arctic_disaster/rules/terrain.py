"""Chapters 7.1 to 7.5: where ships may go, and what it costs, in halves of a movement point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from barents.games.arctic_disaster.data import CONVOY, MURMANSK, TIRPITZ, Data
from barents.games.arctic_disaster.rules.tirpitz import convoy_in_sight
from barents.games.arctic_disaster.rules.units import in_force, of_type
from barents.games.arctic_disaster.state import OUT, Force, Ship, State
from barents.kernel.sides import Side

FAR = 10**6  # no way there
WEST, KOLA, NORWAY = "west", "murmansk", "norway"  # where damaged ships may be bound (7.8)


def faster(data: Data, points: int) -> int:
    """AD 7.1, 7.6.3, 1.2: at maximum speed half as much again, halves rounded up.

    >>> from barents.games.arctic_disaster.data import data
    >>> [faster(data(None), points) for points in (1, 2, 3, 4, 5)]
    [2, 3, 5, 6, 8]
    """
    return (points * data.tables.speeds.maximum_halves + 1) // 2


def step_cost(data: Data, side: Side, start: str, end: str, *, ice: bool = False) -> int | None:
    """AD 7.1, 7.2, 7.3: what the step into a hex costs; None where it cannot be made.

    `ice` is whether partial ice may be entered; a step into or out of it costs the same (R104).
    """
    if end not in data.neighbours(start):
        return None
    speeds, terrain = data.tables.speeds, data.map.terrain(end)
    if terrain == "partial_ice":
        return speeds.ice if ice else None
    costs = {
        "sea": speeds.sea,
        "coastal": speeds.coastal,
        "leads": speeds.leads_german if side is Side.AXIS else speeds.leads_allied,
    }
    cost = costs.get(terrain)
    if cost is None or is_enemy_port(data, side, end):
        return None
    return max(cost, speeds.ice) if start in data.partial_ice else cost


@lru_cache(8192)
def steps(data: Data, side: Side, cell: str, ice: bool) -> Mapping[str, int]:
    """The hexes that ships can enter from one, with what each costs, by terrain alone."""
    found = ((other, step_cost(data, side, cell, other, ice=ice)) for other in data.neighbours(cell))
    return {other: cost for other, cost in found if cost is not None}


def is_enemy_port(data: Data, side: Side, cell: str) -> bool:
    """AD 7.1: a port of the other side cannot be entered."""
    return cell in data.ports if side is Side.ALLIED else cell == MURMANSK


def is_soviet(data: Data, ships: Sequence[Ship]) -> bool:
    """AD 7.5.4: whether some ships are Soviet, and not of PQ-17; they never sail with others."""
    abouts = (data.counters[ship.id] for ship in ships)
    return bool(ships) and all(about.nation == "SU" and not about.convoy for about in abouts)


# Orders


def may_enter(state: State, data: Data, side: Side, force: Force, cell: str) -> bool:
    """AD 6.6, 7.5, 14.0: whether a hex that its ships could enter has room for a force, and its orders let it in."""
    return _has_room(state, data, side, force, cell) and orders_let(state, data, side, force, cell)


def _has_room(state: State, data: Data, side: Side, force: Force, cell: str) -> bool:
    """AD 6.6: whether a hex has room for a force."""
    others = [other for other in state.forces[side].values() if other.at == cell and other.key != force.key]
    return len(others) < data.tables.speeds.stack


def orders_let(state: State, data: Data, side: Side, force: Force, cell: str) -> bool:
    """AD 7.5, 14.0: whether the orders of a force let it into a hex."""
    return _let(state, data, side, force, in_force(state, side, force.key), cell)


def _let(state: State, data: Data, side: Side, force: Force, ships: Sequence[Ship], cell: str) -> bool:
    """AD 7.5, 14.0: the same of a force with these ships."""
    if side is Side.AXIS:
        return tirpitz_may_enter(state, data, force, cell)
    return _line_lets(state, data, force, ships, cell) and _orders_let(state, data, force, ships, cell)


def _line_lets(state: State, data: Data, force: Force, ships: Sequence[Ship], cell: str) -> bool:
    """AD 7.5.3, 7.5.4, 16.2: the 30 E line: Soviets stay east of it, all but the convoy and its ships west of it.

    A force that was made east of it, of ships that have crossed it with the Cruiser Force, can move there.
    """
    east, rules = cell in data.east_of_30, data.scenarios[state.scenario].rules
    if force.dummy:
        across = [other for other in state.forces[Side.ALLIED].values() if other.dummy and other.at in data.east_of_30]
        return not east or force in across or len(across) < rules.crossing_dummies
    if not east:
        return not is_soviet(data, ships)
    return force.key in rules.cross_line or force.at in data.east_of_30 or cell not in beyond_line(data, ships)


def beyond_line(data: Data, ships: Sequence[Ship]) -> frozenset[str]:
    """AD 7.5.3, 7.5.4: the hexes on the other side of the 30 E line from ships; none for those marked as PQ-17's.

    Nor for ships lying there already, as those of the Cruiser Force may in the second scenario (16.2): they go home.
    """
    if is_soviet(data, ships):
        return data.west_of_30
    abouts = (data.counters[ship.id] for ship in ships)
    free = all(about.convoy or about.side is Side.AXIS for about in abouts)
    return frozenset() if free or ships[0].at in data.east_of_30 else data.east_of_30


def _orders_let(state: State, data: Data, force: Force, ships: Sequence[Ship], cell: str) -> bool:
    """AD 7.5.1: no battleship or carrier in the Barents Sea without new orders."""
    if not data.scenarios[state.scenario].rules.home_fleet_ban or state.orders == "lifted" or force.key == CONVOY:
        return True
    return data.zone_of[cell] != "barents" or not of_type(data, ships, "BB", "CV")


def tirpitz_may_enter(state: State, data: Data, force: Force, cell: str) -> bool:
    """AD 14.0: until Knight's Move Tirpitz keeps to ports and Leads, and leaves a port only while PQ-17 is detected."""
    ship = state.ships[Side.AXIS].get(TIRPITZ)
    if ship is None or ship.force != force.key or not data.scenarios[state.scenario].rules.knights_move:
        return True
    if state.knights_move == "drawn":
        return True
    if cell not in data.leads:
        return False
    return convoy_in_sight(state, data) or force.at not in data.ports


def kept_from(state: State, data: Data, ship: Ship) -> frozenset[str]:
    """AD 7.5.3, 7.5.4, 14.0: where a ship on her own may not go: over the 30 E line; Tirpitz not out of the Leads."""
    barred = beyond_line(data, [ship])
    if ship.id == TIRPITZ and data.scenarios[state.scenario].rules.knights_move and state.knights_move != "drawn":
        barred = frozenset(data.in_play).difference(data.leads)
    return barred


def steps_from(state: State, data: Data, side: Side, force: Force, left: int) -> dict[str, int]:
    """AD 4.3: the hexes that a force can enter next, with what each costs."""
    ships = in_force(state, side, force.key)
    return {
        cell: cost
        for cell, cost in steps(data, side, force.at, False).items()
        if cost <= left and _has_room(state, data, side, force, cell) and _let(state, data, side, force, ships, cell)
    }


# The way home


@lru_cache(8)
def way_home(data: Data, side: Side, bound: str) -> dict[str, int]:
    """AD 7.8, 7.9, 14.0: for each hex the least that a force pays on its way to its base."""
    best = dict.fromkeys(goals(data, bound), 0)
    queue = [(0, goal) for goal in best]
    while queue:
        spent, cell = heappop(queue)
        if spent > best[cell]:
            continue
        for other, cost in entries(data, side, cell, False):
            if spent + cost < best.get(other, FAR):
                best[other] = spent + cost
                heappush(queue, (spent + cost, other))
    return best


def towards_home(data: Data, side: Side, bound: str, start: str, found: dict[str, int]) -> dict[str, int]:
    """AD 7.8, 7.9, R99: of the hexes that a force can enter those on a quickest way home; if none, any nearer ones."""
    home = way_home(data, side, bound)
    nearer = {cell: cost for cell, cost in found.items() if home.get(cell, FAR) < home.get(start, FAR)}
    quickest = {cell: cost for cell, cost in nearer.items() if cost + home[cell] == home.get(start)}
    return quickest or nearer


def goals(data: Data, bound: str) -> tuple[str, ...]:
    """AD 7.8: the hexes where ships that are bound home arrive; off the map by the west edge."""
    if bound == WEST:
        return (OUT,)
    return (MURMANSK,) if bound == KOLA else tuple(sorted(data.ports))


@lru_cache(64)
def turns_home(data: Data, side: Side, bound: str, points: int, ice: bool) -> dict[str, tuple[int, int]]:
    """AD 7.8, R99: for each hex the turns, and then the half points, that ships of so many points a turn need home.

    It is worked out from the goal backwards. Of each hex all ways are kept that are better than others in turns with
    what is used of the last one, or in points.
    """
    kept: dict[str, list[tuple[int, int, int]]] = {}
    queue = [((0, 0, 0), goal) for goal in goals(data, bound)]
    while queue:
        way, cell = heappop(queue)
        if any(other[2] <= way[2] for other in kept.get(cell, ())):
            continue  # those kept before need no more turns
        kept.setdefault(cell, []).append(way)
        turns, used, spent = way
        if cell in data.partial_ice and used:  # to enter ice ends the turn
            turns, used = turns + 1, 0
        for other, cost in entries(data, side, cell, ice):
            if cost > points or any(past[2] <= spent + cost for past in kept.get(other, ())):
                continue
            longer = (turns, used + cost) if used + cost <= points else (turns + 1, cost)
            heappush(queue, ((*longer, spent + cost), other))
    return {cell: min((turns + (used > 0), spent) for turns, used, spent in found) for cell, found in kept.items()}


@lru_cache(8192)
def entries(data: Data, side: Side, cell: str, ice: bool) -> tuple[tuple[str, int], ...]:
    """AD 7.1, 7.4: the hexes from which a hex can be entered, or the map left, with what that costs."""
    if cell == OUT:
        exits = [other for other in data.west_edge if data.map.terrain(other) in ("sea", "coastal")]
        return tuple((other, data.tables.speeds.exit) for other in exits)
    found = ((other, steps(data, side, other, ice).get(cell)) for other in data.neighbours(cell))
    return tuple((other, cost) for other, cost in found if cost is not None)
