"""What both staffs read from the situation: forces, the convoy or where it should be, ways, and enemies at hand."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.rules.terrain import FAR, entries, steps
from barents.games.arctic_disaster.rules.units import in_force, is_afloat
from barents.games.arctic_disaster.state import Force, Ship, State
from barents.kernel.sides import Side
from barents.players.arctic_disaster.estimate import strength

WATCHED = 8  # half points that it is worth to go round a hex in which one may be met


@lru_cache(512)
def ways_to(
    data: Data, side: Side, goal: str, leads_only: bool = False, watched: frozenset[str] = frozenset()
) -> dict[str, int]:
    """For each hex what it costs a side's ships to go from there to a goal, in half points; watched hexes cost more."""
    best, queue = {goal: 0}, [(0, goal)]
    while queue:
        spent, cell = heappop(queue)
        if spent > best[cell]:
            continue
        far = spent + WATCHED if cell in watched else spent
        for other, cost in entries(data, side, cell, False):
            if far + cost < best.get(other, FAR) and not (leads_only and other not in data.leads):
                best[other] = far + cost
                heappush(queue, (far + cost, other))
    return best


class Staff:
    """A side's view of the game at one decision."""

    def __init__(self, data: Data, known: State, side: Side) -> None:
        self.data, self.known, self.side = data, known, side
        self.distance = data.distance
        self.rules = data.scenarios[known.scenario].rules
        self.own, self.enemies = known.forces[side], known.forces[side.enemy]

    @property
    def turns_left(self) -> int:
        """Turns that begin after this one."""
        return self.known.turns - self.known.turn

    def ships(self, key: str) -> list[Ship]:
        """The ships of one of the side's own forces."""
        return in_force(self.known, self.side, key)

    def strength(self, force: Force) -> float:
        """What one of the side's own forces weighs in a combat; a dummy weighs nothing."""
        return 0.0 if force.dummy else strength(self.data, self.ships(force.key))

    def lone_merchants(self) -> dict[str, list[Ship]]:
        """Merchants that lie singly on the map, out of the ice or seen in it, by their hexes."""
        found: dict[str, list[Ship]] = {}
        for ship in self.known.ships[Side.ALLIED].values():
            if ship.force or not is_afloat(ship) or not self.data.counters[ship.id].is_merchant:
                continue
            if ship.at not in self.data.partial_ice or (ship.seen and not ship.hidden):
                found.setdefault(ship.at, []).append(ship)
        return found

    def convoy_cell(self) -> str:
        """Where PQ-17 is, or is taken to be; nothing once it has scattered or arrived."""
        marker = self.known.forces[Side.ALLIED].get(CONVOY)
        return marker.at if marker is not None else ""

    def nearest(self, cell: str, goals: list[str]) -> str:
        """The nearest of some hexes."""
        return min(goals, key=lambda goal: (self.distance(cell, goal), goal))

    def onward(
        self,
        cells: list[str],
        start: str,
        goal: str,
        *,
        leads_only: bool = False,
        watched: frozenset[str] = frozenset(),
    ) -> str:
        """The hex next on the way to a goal; nothing if none of those offered leads nearer."""
        costs = ways_to(self.data, self.side, goal, leads_only, watched)
        nearer = [cell for cell in cells if costs.get(cell, FAR) < costs.get(start, FAR)]
        first = steps(self.data, self.side, start, False)

        def key(cell: str) -> tuple[int, str]:
            return costs[cell] + first.get(cell, 0) + (WATCHED if cell in watched else 0), cell

        return min(nearer, key=key, default="")
