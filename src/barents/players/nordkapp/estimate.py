"""The situation of one side, as far as it knows it; both staffs build on this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from barents.games.nordkapp.data import Counter, Data
from barents.games.nordkapp.rules.plot import may_come_out
from barents.games.nordkapp.rules.units import is_lost, is_waiting, markers_on_map
from barents.games.nordkapp.state import DOWN, MERCHANTS, OUT, SUBMARINE, SURFACE, Piece, State
from barents.kernel.dice import Dice
from barents.kernel.domains import Domain, Either, Routes
from barents.kernel.game import Sighting
from barents.kernel.sides import Side
from barents.players.nordkapp.chart import Chart

HEAVY = ("BB", "BC", "CV")
WARSHIPS = {*HEAVY, "CA", "DD", "E", "AA"}
GATES = "1003"  # the middle of the hexes by which German ships come out


class Estimate:
    """What a side knows, made ready for its staff."""

    def __init__(
        self, data: Data, chart: Chart, known: State, side: Side, dice: Dice, *, planning: bool = False
    ) -> None:
        self.data = data
        self.chart = chart
        self.known = known
        self.side = side
        self.dice = dice
        self.own = known.pieces[side]
        self.file = data.scenarios[known.scenario]
        self.distance = data.distance
        self.passage = data.passage(known.ice)
        self.planning = planning

    def about(self, piece: Piece | str) -> Counter:
        """A unit's counter."""
        return self.data.counters[piece if isinstance(piece, str) else piece.id]

    @property
    def turns_left(self) -> int:
        """How many turns there are still to move in, this one included."""
        return self.known.turns - self.known.turn + 1

    @cached_property
    def markers(self) -> dict[str, list[Piece]]:
        """Own markers on the map, with their units."""
        return markers_on_map(self.known, self.data, self.side)

    def units(self, slot: str) -> list[Piece]:
        """The units that a slot of the plot stands for: a marker, a force that enters, or one unit."""
        if slot in self.markers:
            return self.markers[slot]
        if slot in self.own:
            return [self.own[slot]]
        return [p for p in self.own.values() if p.force == slot and not is_lost(p) and is_waiting(p)]

    @cached_property
    def raiders_may_be_out(self) -> bool:
        """Whether German ships may be at sea."""
        return may_come_out(self.known, self.data)

    def sightings(self, is_meant: Callable[[str], bool], ages: int) -> list[Sighting]:
        """Reports of some kind that are at most so many turns old, the latest first."""
        found = [
            seen
            for seen in self.known.notebook[self.side].sightings
            if self.known.turn - seen.turn <= ages and is_meant(seen.what)
        ]
        return sorted(found, key=lambda seen: (-seen.turn, seen.cell))

    def boats_seen(self, ages: int) -> list[Sighting]:
        """Where enemy submarines were reported of late."""
        return self.sightings(lambda what: SUBMARINE in what, ages)

    def ships_seen(self, ages: int) -> list[Sighting]:
        """Where enemy warships without merchants were reported of late, as such or by their types."""
        return self.sightings(is_warships, ages)

    # Ways

    def way_to(self, domain: Domain, goal: str) -> str:
        """The value of a route domain that leads nearest to a hex, by a shortest way; else the first there is."""
        routes = self.routes(domain)
        if routes is None:
            return next(iter(domain))
        if routes.goal:
            goal = routes.goal
        for path in self._paths(routes, goal):
            for steps in range(min(len(path) - 1, routes.points), 0, -1):
                value = ">".join(path[: steps + 1])
                if value in routes:
                    return value
        return self.stay(routes)

    def _paths(self, routes: Routes, goal: str) -> list[Sequence[str]]:
        """Ways from the start of some routes to a goal; for a force that enters one by each gate."""
        start = routes.start
        if goal == OUT:
            return [(start, OUT)]
        if start[0].isdigit():
            return [self.path(start, goal)]
        found = [self.path(gate, goal) for gate in self.gates(routes)]
        return [(start, *path) for path in sorted(found, key=lambda path: (len(path), path))]

    def gates(self, routes: Routes) -> list[str]:
        """The hexes by which a force may enter."""
        return [cell for cell in self.data.open_water(self.known.ice) if f"{routes.start}>{cell}" in routes]

    def path(self, start: str, goal: str) -> tuple[str, ...]:
        """A way between two hexes; Allied ships keep off the coast."""
        return self.chart.follow(self.known.scenario, start, goal, shy=self.side is Side.ALLIED)

    def way_out(self, domain: Domain, exits: Sequence[str]) -> str:
        """The route that leads off the map by one of some hexes as soon as can be."""
        routes = self.routes(domain)
        if routes is None or not routes.start[0].isdigit() or routes.goal:
            return self.way_to(domain, exits[0])
        steps = self.data.steps_to(self.known.ice, exits)
        path = [routes.start]
        while steps.get(path[-1], 0) and len(path) <= routes.points:
            onward = [cell for cell in self.passage.neighbours(path[-1]) if cell in steps]
            path.append(min(onward, key=lambda cell: (steps[cell], cell in self.data.norwegian_coast, cell)))
        if steps.get(path[-1]) == 0 and (value := ">".join([*path, OUT])) in routes:
            return value
        while len(path) > 1 and ">".join(path) not in routes:
            path.pop()
        return ">".join(path)

    @staticmethod
    def routes(domain: Domain) -> Routes | None:
        """The routes of a slot that may also be given something else, if it has any."""
        if isinstance(domain, Either):
            domain = domain.domains[0]
        return domain if isinstance(domain, Routes) else None

    @staticmethod
    def stay(domain: Domain) -> str:
        """To stay, or the first way of those who may not."""
        return next(iter(domain))

    def dive(self, domain: Domain, route: str) -> str:
        """The same route submerged, where that leads as far."""
        routes = self.routes(domain)
        under = f"{route}>{DOWN}"
        return under if routes is not None and under in routes else route


def is_warships(what: str) -> bool:
    """Whether a report is of warships alone.

    >>> is_warships("surface units"), is_warships("2 BB, 1 CV"), is_warships("1 E, 15 merchants"), is_warships("convoy")
    (True, True, False, False)
    """
    types = {word.strip(",") for word in what.split()}
    return MERCHANTS not in types and (SURFACE in what or bool(types & WARSHIPS))
