"""The map of the operations engine: where ships may go, how far it is, and what ice leaves open."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, cast

from barents.atlas.cells import Cells
from barents.atlas.map import Map
from barents.games.operations.sea_tables import PortRow
from barents.games.operations.state import Region
from barents.games.operations.tablefile import Tables
from barents.kernel.sides import Side


class Way(NamedTuple):
    """Who asks for a way: the month (None: no ice), the side, and what helps or binds him.

    `icebreaker` is one in the fleet, which opens the pack; `help` one in the White Sea (R63). `leads` keeps the way in
    the coastal waters of Norway, within two zones of the coast; `shun` keeps it out of the enemy's ports.
    """

    month: int | None
    side: Side
    leads: bool = False
    icebreaker: bool = False
    help: bool = True
    shun: bool = False


class Waters:
    """The map with what the rules ask of it. Ways and distances are worked out once and kept."""

    def __init__(self, map: Map, tables: Tables) -> None:
        self.map = map
        self.grid = map.grid
        self.distance = map.grid.distance
        self.column = map.grid.column
        self.navigable = map.navigable
        self.norwegian_coast = Cells(self.navigable & map.zone("norwegian_coast"))
        self.white_sea = Cells(self.navigable & map.zone("white_sea"))
        self.kara_sea = Cells(self.navigable & map.zone("kara_sea"))
        self.east_of_66 = Cells(self.navigable & map.zone("east_of_col66"))
        self.harbours: dict[str, PortRow] = {port.zone: port for port in tables.ports.rows}
        land = map.of_terrain("land")
        self.coastal = Cells(
            cell for cell in self.navigable if any(other in land for other in self.grid.neighbours(cell))
        )
        near = tables.movement.coast_zones
        self.coastal_waters = Cells(
            cell for coast in self.norwegian_coast for cell in self.grid.within(coast, near) if cell in self.navigable
        )
        self.secret_zones = Cells(tables.secret_base.zones)
        self._regions = {cell: cast(Region, region) for region, cells in map.weather_zones.items() for cell in cells}
        walls = {pair for one, two in map.land_sides for pair in ((one, two), (two, one))}
        self._next = {
            cell: tuple(
                sorted(
                    other
                    for other in self.grid.neighbours(cell)
                    if other in self.navigable and (cell, other) not in walls
                )
            )
            for cell in map.cells
        }
        self._white_sea_table = tables.white_sea
        self._placement = tables.placement
        self._shut = {month: Cells(map.ice(month) & self.navigable) for month in range(1, 13)}
        self._barred: dict[Way, frozenset[str]] = {}
        self._open: dict[Way, frozenset[str]] = {}
        self._fields: dict[tuple[str, Way], dict[str, int]] = {}
        self._onward: dict[tuple[str, Way], dict[str, str]] = {}
        self._reach: dict[tuple[str, int], Cells] = {}
        self._berths: dict[tuple[Side, int], tuple[str, ...]] = {}

    # Zones

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The navigable zones next to one, in order of their ids; not those behind land."""
        return self._next[cell]

    def reach(self, cell: str, radius: int) -> Cells:
        """The navigable zones within so many zones of one, straight over land and ice."""
        key = (cell, radius)
        if key not in self._reach:
            self._reach[key] = Cells(other for other in self.grid.within(cell, radius) if other in self.navigable)
        return self._reach[key]

    def is_harbour(self, cell: str) -> bool:
        """Whether a zone has a port."""
        return cell in self.harbours

    # Ice

    def shut(self, month: int) -> Cells:
        """The zones shut by pack ice in a month."""
        return self._shut[month]

    def open_sea(self, month: int) -> Cells:
        """The navigable zones that are not shut in a month."""
        return Cells(cell for cell in self.navigable if cell not in self._shut[month])

    def beside_ice(self, cell: str, month: int) -> bool:
        """Whether a zone lies next to one that is shut (floes)."""
        return any(other in self._shut[month] for other in self._next[cell])

    def needs_help(self, cell: str, month: int) -> bool:
        """Whether an ice breaker must help in a White Sea zone (R63)."""
        return cell in self.white_sea and month in self._white_sea_table.breaker

    def bars(self, cell: str, way: Way) -> bool:
        """Whether a navigable zone is closed to whoever asks."""
        return cell in self._closed(way)

    def open_to(self, way: Way) -> frozenset[str]:
        """Every zone that is open to whoever asks."""
        if way not in self._open:
            self._open[way] = frozenset(self.navigable) - self._closed(way)
        return self._open[way]

    def _closed(self, way: Way) -> frozenset[str]:
        """Every zone that is closed: by ice, by a side's limits, by land."""
        if way not in self._barred:
            table, month = self._white_sea_table, way.month
            shut: set[str] = set(self.map.cells) - set(self.navigable)
            if month is not None:
                if not way.icebreaker:
                    shut |= set(self._shut[month])
                shut |= {port.zone for port in self.harbours.values() if month in port.closed}
                if month in table.closed or (month in table.breaker and not (way.help or way.icebreaker)):
                    shut |= set(self.white_sea)
            if way.side is table.barred_to:
                shut |= set(self.white_sea)
            if way.shun:
                shut |= {port.zone for port in self.harbours.values() if port.side is not way.side}
            if way.leads:
                shut |= set(self.navigable) - set(self.coastal_waters)
            self._barred[way] = frozenset(shut)
        return self._barred[way]

    # Ways

    def route(
        self,
        start: str,
        goal: str,
        month: int | None = None,
        *,
        side: Side = Side.ALLIED,
        leads: bool = False,
        icebreaker: bool = False,
        help: bool = True,
        shun: bool = False,
    ) -> list[str]:
        """The shortest open way with both ends; of equal ways the first in order of ids; empty if there is none."""
        return self.follow(start, goal, Way(month, side, leads, icebreaker, help, shun))

    def follow(self, start: str, goal: str, way: Way) -> list[str]:
        """The shortest way that is open to whoever asks, as `route` gives it."""
        left, onward = self._field(goal, way), self._onward.setdefault((goal, way), {})
        here, steps = start, [start]
        while here != goal:
            if here not in onward:  # neighbours are in order of their ids, and of equal ones the first is the least
                onward[here] = min(
                    (other for other in self._next[here] if other in left), key=left.__getitem__, default=""
                )
            here = onward[here]
            if not here:
                return []
            steps.append(here)
        return steps

    def route_distance(
        self,
        start: str,
        goal: str,
        month: int | None = None,
        *,
        side: Side = Side.ALLIED,
        leads: bool = False,
        icebreaker: bool = False,
        help: bool = True,
        shun: bool = False,
    ) -> int | None:
        """How many zones the shortest open way has, or None if there is none."""
        return self.away(start, goal, Way(month, side, leads, icebreaker, help, shun))

    def away(self, start: str, goal: str, way: Way) -> int | None:
        """How many zones the way has that `follow` gives, or None if there is none."""
        left = self._field(goal, way)
        if start in left:
            return left[start]
        onward = [left[other] for other in self._next[start] if other in left]
        return min(onward) + 1 if onward else None

    def _field(self, goal: str, way: Way) -> dict[str, int]:
        """How far every zone is from a goal, for whoever asks."""
        key = (goal, way)
        if key not in self._fields:
            self.grid.check(goal)
            closed = self._closed(way)
            found = {} if goal in closed else {goal: 0}
            edge = list(found)
            while edge:
                fresh: list[str] = []
                for cell in edge:
                    for other in self._next[cell]:
                        if other not in found and other not in closed:
                            found[other] = found[cell] + 1
                            fresh.append(other)
                edge = fresh
            self._fields[key] = found
        return self._fields[key]

    def through(self, waypoints: tuple[str, ...] | list[str], month: int | None, side: Side) -> list[str]:
        """The way through all waypoints, joined by shortest ways; empty if one of them cannot be reached."""
        whole = [waypoints[0]]
        for start, goal in pairwise(waypoints):
            part = self.route(start, goal, month, side=side)
            if not part:
                return []
            whole += part[1:]
        return whole

    # Submarines (7.2)

    def places_for_boats(self, side: Side, month: int) -> tuple[str, ...]:
        """Every zone in which a boat of a side may begin in a month."""
        if (side, month) not in self._berths:
            zones = (cell for cell in self.navigable if self.may_place(side, cell, month))
            self._berths[side, month] = tuple(zones)
        return self._berths[side, month]

    def may_place(self, side: Side, cell: str, month: int) -> bool:
        """Whether a boat may begin in a zone: one where she may lie, and far enough from the enemy's ports."""
        if not self.may_lie(cell, month) or (side is Side.AXIS and cell in self.white_sea):
            return False
        limits = self._placement.axis if side is Side.AXIS else self._placement.allied
        return all(
            self.distance(cell, port.zone) >= limits[port.nation]
            for port in self.harbours.values()
            if port.nation in limits
        )

    def may_lie(self, cell: str, month: int) -> bool:
        """Whether a boat may be in a zone at all: neither in a harbour nor under the ice."""
        return cell in self.navigable and cell not in self.harbours and cell not in self._shut[month]
