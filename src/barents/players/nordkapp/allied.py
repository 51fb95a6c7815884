"""The Allied staff: convoys off the map in time and by ways away from bombers and boats, fleets between them and the
German ports, and nothing dear where it can be bombed for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import NamedTuple

from barents.games.nordkapp.datafiles import Force
from barents.games.nordkapp.orders import Join
from barents.games.nordkapp.rules.plot import ALONE, REJOIN, allowance
from barents.games.nordkapp.rules.units import is_waiting
from barents.games.nordkapp.state import OUT, Piece
from barents.kernel.domains import Domain
from barents.kernel.sides import Side
from barents.players.lanes import Ahead
from barents.players.nordkapp.chart import CARES
from barents.players.nordkapp.estimate import GATES, HEAVY, Estimate

RESERVE = 1  # turns that a convoy keeps in hand against its last
SWING = (0.0, 1.2, 2.5)  # hexes of detour for the sake of surprise, by how many turns it has in hand beyond that
ENTRY_SPREAD = 4.0  # how much worse than the best an entry may be, so that nobody knows it beforehand
BOAT_NEAR, BOAT_DREAD = 3, 1.2  # hexes round a boat that was seen, and what the hex itself is worth in detours
SHIP_NEAR, SHIP_DREAD = 8, 0.6
SCREEN = 4  # ASW-capable units beyond which more do not help against infiltration
SPARES_FROM = 3  # so many stay with a convoy that sends a destroyer off to mislead whoever follows it
WAITS_WITH = 4  # turns in hand with which a convoy waits for stragglers
FLEET_KEEPS = 3  # destroyers that stay with the fleet
STATION = 2  # hexes between a fleet and its charge, on the side of the German ports
SAFE_DREAD = 0.16  # the share of the bombers under which capital ships may be
EAST = 14  # the column at which the local escort waits
CRUISERS_TO = 10


class Convoy(NamedTuple):
    """A convoy that is not off the map yet."""

    force: Force
    units: list[Piece]
    exits: tuple[str, ...]

    @property
    def cell(self) -> str:
        """Where it is; the waiting place before it enters."""
        return self.units[0].at


class AlliedStaff(Estimate):
    """Allied doctrine."""

    swing: tuple[float, ...] = SWING
    entry_spread = ENTRY_SPREAD

    @cached_property
    def convoys(self) -> dict[str, Convoy]:
        """The convoys that are still to be brought off the map, the one for Russia first."""
        found = {}
        for force in self.chart.convoys(self.known.scenario):
            units = self.units(force.key)
            if any(self.about(piece).is_merchant for piece in units):
                found[force.key] = Convoy(force, units, self.chart.exits(self.known.scenario, force))
        return found

    # Convoys

    def _lane(self, convoy: Convoy, cell: str, turns: int, pace: int) -> dict[str, Ahead]:
        """The lane that dreads bombers most among those by which a convoy still arrives in time."""
        growlers = self.known.options.growlers
        for care in CARES:
            lane = self.chart.lane(self.known.scenario, convoy.exits, care, growlers=growlers)
            if cell in lane and ceil((lane[cell].steps + 1) / pace) <= turns - RESERVE:
                return lane
        return self.chart.lane(self.known.scenario, convoy.exits, 0.0, growlers=growlers)

    def entry(self, convoy: Convoy, gates: Sequence[str]) -> str:
        """One of the good hexes to enter by, and not always the same."""
        pace = allowance(self.data, convoy.units)

        def cost(cell: str) -> float:
            return self._lane(convoy, cell, self.turns_left, pace)[cell].cost

        costs = {cell: cost(cell) for cell in gates}
        best = min(costs.values())
        return self.dice.choice([cell for cell in gates if costs[cell] <= best + self.entry_spread])

    def course(self, convoy: Convoy, domain: Domain) -> str:
        """A convoy's route for this turn."""
        routes = self.routes(domain)
        if routes is None:
            return self.stay(domain)
        if routes.goal:
            return self.way_to(routes, routes.goal)
        if is_waiting(convoy.units[0]):
            gate = self.entry(convoy, self.gates(routes))
            goal = self.destination(convoy, gate, routes.points - 1, wander=True)
            value = ">".join([routes.start, *self.path(gate, gate if goal == OUT else goal)])
            return value if value in routes else f"{routes.start}>{gate}"
        goal = self.destination(convoy, convoy.cell, routes.points, wander=True)
        if goal == OUT:
            return self.way_out(routes, convoy.exits)
        return self.way_to(routes, goal)

    def destination(self, convoy: Convoy, start: str, points: int, *, wander: bool = False) -> str:
        """Where a convoy should end this turn: on along its lane, round what was seen in its way.

        One that may `wander` does not do what the enemy expects, as long as it has turns in hand.
        """
        pace = max(1, allowance(self.data, convoy.units))
        lane = self._lane(convoy, start, self.turns_left, pace)
        shortest = self.data.steps_to(self.known.ice, convoy.exits)
        if lane[start].steps + 1 <= points:
            return OUT
        left = self.turns_left - 1
        slack = self.turns_left - RESERVE - ceil((lane[start].steps + 1) / pace)
        swing = self.swing[min(max(slack, 0), len(self.swing) - 1)] if wander else 0.0
        best, least = start, 1e9
        for cell in self.passage.reachable(start, points):
            if cell not in lane:
                continue
            late = max(0, ceil((shortest[cell] + 1) / pace) - (left - RESERVE))
            cost = lane[cell].cost + self.danger(cell) + 100 * late + swing * self.dice.below(100) / 100
            if cost < least - 1e-9:
                best, least = cell, cost
        return best

    def danger(self, cell: str) -> float:
        """What was seen near a hex, in hexes of detour that it is worth."""
        return self._near.get(cell, 0.0)

    @cached_property
    def _near(self) -> dict[str, float]:
        found: dict[str, float] = {}
        seen = [(report, BOAT_NEAR, BOAT_DREAD) for report in self.boats_seen(2)]
        seen += [(report, SHIP_NEAR, SHIP_DREAD) for report in self.ships_seen(2)]
        for report, reach, dread in seen:
            for cell in self.data.on_map:
                if (gap := self.distance(cell, report.cell)) <= reach:
                    found[cell] = found.get(cell, 0.0) + dread * (reach + 1 - gap) / (1 + self.known.turn - report.turn)
        return found

    @cached_property
    def goals(self) -> dict[str, str]:
        """Where each convoy that is on the map means to end this turn; not those that leave it."""
        found = {}
        for key, convoy in self.convoys.items():
            if not is_waiting(convoy.units[0]):
                pace = allowance(self.data, convoy.units)
                found[key] = self.known.bound.get(key) or self.destination(convoy, convoy.cell, pace)
        return {key: goal for key, goal in found.items() if goal != OUT}

    # Everything else that is plotted

    def plotted(self, slots: Mapping[str, Domain]) -> dict[str, str]:
        """A route for every marker; convoys first, since the others go by them."""
        given: dict[str, str] = {}
        ends = dict(self.goals)
        for key, domain in slots.items():
            if key in self.convoys:
                given[key] = self.course(self.convoys[key], domain)
                ends[key] = given[key].rpartition(">")[2]
        ends = {key: goal for key, goal in ends.items() if goal != OUT}
        for key, domain in slots.items():
            if key not in given:
                given[key] = self._other(key, domain, ends)
        return given

    def _other(self, key: str, domain: Domain, ends: Mapping[str, str]) -> str:
        """The route of a marker that is no convoy, when convoys mean to end in some hexes."""
        routes, units = self.routes(domain), self.units(key)
        if routes is None or not units or any(piece.westward for piece in units):
            return self.stay(domain)  # or go the way that it must
        if routes.goal:
            return self.way_to(domain, routes.goal)
        about = self.about(units[0])
        if about.is_merchant:
            exits = self.chart.exits(self.known.scenario, self.chart.force(self.known.scenario, units[0].convoy))
            return self.way_out(domain, exits)
        if about.is_sub and len(units) == 1:
            return self.patrol(units[0], domain)
        goal = self._station(key, units, ends)
        if goal == OUT:
            return self.way_out(domain, self._home)
        return self.way_to(domain, goal)

    @cached_property
    def _home(self) -> tuple[str, ...]:
        """The hexes by which warships leave."""
        water = self.data.open_water(self.known.ice)
        west = [cell for cell in self.data.west_edge if cell in water]
        east = [force for force in self.chart.convoys(self.known.scenario) if force.convoy == "pq"]
        return (*west, *(cell for force in east for cell in self.chart.exits(self.known.scenario, force)))

    def _station(self, key: str, units: Sequence[Piece], ends: Mapping[str, str]) -> str:
        """Where a force of warships should go."""
        kinds = {self.about(piece).type for piece in units}
        if kinds & set(HEAVY):
            return self._battle_fleet(units, ends)
        force = next((force for force in self.file.forces if force.key == key), None)
        if force is not None and force.kind == "local-escort":
            return self._local_escort(units, ends)
        if force is not None and force.kind == "fleet":
            return self._cruisers(units, ends)
        near = sorted(ends.values(), key=lambda cell: self.distance(units[0].at, cell)) if on_chart(units) else []
        return near[0] if near else OUT

    def _local_escort(self, units: Sequence[Piece], ends: Mapping[str, str]) -> str:
        """With the convoy for home while it is in their waters, then with the one for Russia."""
        for kind in ("qp", "pq"):
            for key, cell in ends.items():
                if self.convoys[key].force.convoy == kind and self.data.column(cell) >= EAST:
                    return cell
        if not on_chart(units):
            return next(iter(ends.values()), GATES)
        return units[0].at if any(convoy.force.convoy == "pq" for convoy in self.convoys.values()) else OUT

    def _cruisers(self, units: Sequence[Piece], ends: Mapping[str, str]) -> str:
        """With the convoy for Russia as far as they may go, then with the one for home, then home."""
        for key in sorted(ends, key=lambda key: self.convoys[key].force.convoy or ""):
            if self.data.column(ends[key]) <= CRUISERS_TO:
                return ends[key]
        waiting = [cell for cell in ends.values() if self.data.column(cell) <= CRUISERS_TO + 4]
        return OUT if not waiting and on_chart(units) else waiting[0] if waiting else GATES

    def _battle_fleet(self, units: Sequence[Piece], ends: Mapping[str, str]) -> str:
        """Between its charge and the German ports, outside the bombers' reach; with it once German ships may be out."""
        here = units[0].at if on_chart(units) else ""
        if here and all(piece.damage for piece in units if self.about(piece).type in HEAVY):
            return OUT
        if not ends:
            return OUT if here else GATES
        charge = min(ends, key=lambda key: self.convoys[key].force.convoy or "")
        if self.raiders_may_be_out:
            return ends[charge]
        return self._post(ends[charge])

    def _post(self, charge: str) -> str:
        """The hex beside a charge, or as near as is safe, that is nearest to the German ports."""
        water = self.data.open_water(self.known.ice)
        safe = [cell for cell in water if self._is_safe(cell) and cell not in self.data.norwegian_coast]
        if not safe:
            return charge

        def rank(cell: str) -> tuple[int, int, str]:
            gap = self.distance(cell, charge)
            return (max(gap, STATION), self.distance(cell, GATES), cell)

        return min(safe, key=rank)

    def _is_safe(self, cell: str) -> bool:
        """Whether capital ships may be in a hex."""
        return self.chart.dread(self.known.scenario).get(cell, 1.0) * self._bombing <= SAFE_DREAD

    @cached_property
    def _bombing(self) -> float:
        """Whether there are enough bombers to be afraid of."""
        return 1.0 if len(self.chart.bombers(self.known.scenario)) > 2 else 0.0

    def patrol(self, boat: Piece, domain: Domain) -> str:
        """Submarines lie before the German ports, and go for ships that were seen near them."""
        for seen in self.ships_seen(1):
            if self.distance(boat.at, seen.cell) <= 4:
                return self.way_to(domain, seen.cell)
        routes = self.routes(domain)
        return self.dive(domain, routes.start) if routes is not None else self.stay(domain)

    # Who sails with whom

    def regroupings(self, slots: Mapping[str, Domain]) -> dict[str, str]:
        """Destroyers of the fleet strengthen a weak screen in their hex; crippled capital ships go home alone."""
        given: dict[str, str] = {}
        for key, convoy in self.convoys.items():
            asw = sum(self.about(piece).asw > 0 and not piece.damage for piece in convoy.units)
            for marker, units in self.markers.items():
                lent = [p for p in units if self.about(p).type == "DD" and not p.damage and not p.westward]
                if marker in self.convoys or marker not in self.known.markers[Side.ALLIED]:
                    continue
                for piece in lent[FLEET_KEEPS:]:
                    value = str(Join(key))
                    if asw < SCREEN and piece.id in slots and value in slots[piece.id]:
                        given[piece.id] = value
                        asw += 1
        for units in self.markers.values():
            heavy = [piece for piece in units if self.about(piece).type in HEAVY]
            hurt = [piece for piece in heavy if piece.damage]
            if hurt and len(hurt) < len(units) and len(hurt) < len(heavy):
                given |= {p.id: ALONE for p in hurt if p.id in slots and ALONE in slots[p.id]}
        return given | self._rejoining(slots)

    def _rejoining(self, slots: Mapping[str, Domain]) -> dict[str, str]:
        """Stragglers are waited for while there is time enough, unless the enemy holds on to the convoy (12.5)."""
        given = {}
        for key, domain in slots.items():
            piece = self.own.get(key)
            if piece is None or not piece.apart or REJOIN not in domain or piece.convoy in self.known.bound:
                continue
            convoy = self.convoys.get(piece.convoy)
            if convoy is not None and self.slack(convoy) >= WAITS_WITH:
                given[key] = REJOIN
        return given

    def slack(self, convoy: Convoy) -> int:
        """How many turns a convoy has in hand, by the shortest way."""
        steps = self.data.steps_to(self.known.ice, convoy.exits).get(convoy.cell, 0)
        return self.turns_left - ceil((steps + 1) / max(1, allowance(self.data, convoy.units)))

    # Shadowed

    def disclose(self, goals: Mapping[str, Domain]) -> tuple[str, str]:
        """Where a force says that it will go: cruisers in company rather than the convoy, which goes another way.

        Without them a destroyer that the screen can spare goes for a turn where the convoy might be thought to go.
        """
        company = [key for key in goals if self._may_split(key)]
        if not company and (spare := next((key for key in goals if self._can_spare(key)), "")):
            here, reach = self.own[spare].at, self.data.tables.movement.convoy
            if near := [c for c in goals[spare] if c != OUT and self.distance(c, here) <= reach]:
                return spare, self.dice.choice(near)
        for key, domain in goals.items():
            if key in self.convoys and not company:
                convoy = self.convoys[key]
                best = self._next_turn(convoy)
                if best in domain:
                    return key, best
        key = (company or list(goals))[0]
        units = self.units(key)
        cells = [cell for cell in goals[key] if cell != OUT] or list(goals[key])
        charges = [convoy.cell for convoy in self.convoys.values() if not is_waiting(convoy.units[0])]
        aim = charges[0] if charges else units[0].at
        return key, min(cells, key=lambda cell: (self.distance(cell, aim) if cell != OUT else 0, cell))

    def _may_split(self, key: str) -> bool:
        """Whether a force can leave the convoy that it sails with for a turn: cruisers, not the battle fleet."""
        units = self.units(key)
        kinds = {self.about(piece).type for piece in units}
        return bool(units) and key in self.known.markers[Side.ALLIED] and kinds <= {"CA", "DD"}

    def _can_spare(self, key: str) -> bool:
        """Whether a ship is a sound destroyer by herself, or one of a convoy's with enough others that fight boats."""
        ship = self.own.get(key)
        if ship is None or self.about(ship).type != "DD" or ship.damage or ship.westward:
            return False
        convoy = self.convoys.get(ship.force)
        if convoy is None:
            return not ship.force
        return sum(self.about(piece).asw > 0 and not piece.damage for piece in convoy.units) > SPARES_FROM

    def _next_turn(self, convoy: Convoy) -> str:
        """Where a convoy would end next turn."""
        return self.destination(convoy, convoy.cell, allowance(self.data, convoy.units))


def on_chart(units: Sequence[Piece]) -> bool:
    """Whether units are on the map already."""
    return units[0].at[0].isdigit()
