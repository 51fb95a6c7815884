"""What a side makes of the situation, from what it knows: its stacks, its convoys, and what the enemy's may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from barents.games.north_cape.data import ARCHANGEL, MURMANSK, Counter, Data
from barents.games.north_cape.rules.eligibility import is_eligible
from barents.games.north_cape.rules.movement import base_hex, course
from barents.games.north_cape.rules.pieces import Factor, factor, flight, left, reconnoitred_for
from barents.games.north_cape.state import Mission, MissionType, Piece, State
from barents.kernel.sides import Side
from barents.players.north_cape.chart import PACE, Chart, Goal

HEAVY = ("BB", "BC", "CV", "CA", "CL")


class Order(NamedTuple):
    """A mission that doctrine wants: its type, from where, with whom, and where to."""

    type: MissionType
    start: str
    flying: bool
    units: tuple[str, ...]
    goal: str = ""


class Convoy(NamedTuple):
    """Merchants that sail together, and the hex they are in."""

    cell: str
    westbound: bool
    merchants: tuple[Piece, ...]


class Estimate:
    """The situation through the eyes of one side; each part is worked out when someone asks."""

    def __init__(self, data: Data, chart: Chart, known: State, side: Side) -> None:
        self.data, self.chart, self.known, self.side = data, chart, known, side
        self.distance = data.grid.distance
        self.own = known.pieces[side]
        self.turns_left = known.turns - known.turn + 1
        self._aircraft: dict[tuple[MissionType, tuple[str, ...]], list[Piece]] = {}

    # Pieces

    def about(self, piece: Piece) -> Counter:
        """The counter of a piece whose name is known."""
        return self.data.counters[piece.id]

    def is_named(self, piece: Piece) -> bool:
        """Whether one knows what a piece is."""
        return piece.id in self.data.counters

    def nearest(self, cell: str, others: Iterable[str]) -> str:
        """The nearest of some hexes, or none."""
        return min(others, key=lambda other: (self.distance(cell, other), other), default="")

    def factor(self, piece: Piece, name: Factor) -> int:
        """A factor as damage leaves it."""
        return factor(self.data, piece, name)

    def may(self, piece: Piece, type: MissionType, flying: bool = False) -> bool:
        """Whether a piece of one's own can still do a mission this turn."""
        return is_eligible(self.known, self.data, piece, type, flying)

    def left(self, piece: Piece) -> int:
        """Hexes that a ship can still move this turn; a Group marker as its slowest ship."""
        if self.about(piece).is_group:
            return min((left(self.data, member) for member in self.members(piece)), default=0)
        return left(self.data, piece)

    def members(self, marker: Piece) -> list[Piece]:
        """The pieces in the box of a Group marker."""
        box = int(marker.id[6:])
        return [piece for piece in self.own.values() if piece.box == box]

    @cached_property
    def stacks(self) -> dict[str, list[Piece]]:
        """One's own pieces by hex."""
        return _by_hex(self.own.values())

    @cached_property
    def enemies(self) -> dict[str, list[Piece]]:
        """The enemy's pieces by hex, as far as one knows them."""
        return _by_hex(self.known.pieces[self.side.enemy].values())

    def named(self, cell: str) -> list[Piece]:
        """The enemies in a hex whose names are known."""
        return [piece for piece in self.enemies.get(cell, ()) if piece.id in self.data.counters]

    def is_hidden(self, cell: str) -> bool:
        """Whether something lies face down in a hex."""
        return any(piece.id not in self.data.counters for piece in self.enemies.get(cell, ()))

    def surface_ships(self, pieces: Iterable[Piece]) -> list[Piece]:
        """The named ships of some pieces that are not under water."""
        counters = self.data.counters
        return [
            piece
            for piece in pieces
            if (about := counters.get(piece.id)) is not None
            and about.is_ship
            and not (about.is_sub and not piece.surfaced)
        ]

    def guns(self, pieces: Iterable[Piece]) -> int:
        """The gunfire of some ships together."""
        return sum(self.factor(piece, "gun") for piece in self.surface_ships(pieces))

    def ice_risk(self, cell: str) -> float:
        """How many hexes of detour it is worth not to end among growlers."""
        return self.chart.ice_risk(self.known.ice, cell)

    def off_the_ice(self, start: str, cells: list[str]) -> list[str]:
        """Near growlers ships go hex by hex, or the shortest way to a hex may lead them through the ice."""
        near = [cell for cell in cells if self.distance(start, cell) == 1]
        return near if any(self.ice_risk(cell) for cell in (start, *cells)) and near else cells

    def is_found(self, cell: str, attackers: Iterable[Piece]) -> bool:
        """Whether ships in a hex were reconnoitred for each of these: whom a patrol stops only the patrol has found."""
        ships = self.surface_ships(self.enemies.get(cell, ()))
        return all(any(reconnoitred_for(ship, (attacker.id,)) for ship in ships) for attacker in attackers)

    def can_attack_at(self, ships: Sequence[Piece], cell: str) -> bool:
        """Whether ships that lie together can get to a hex this turn, round enemies and within their limits."""
        start = ships[0].at
        mission = Mission(self.side, MissionType.ATTACK, False, [ship.id for ship in ships], start, start)
        ahead = course(self.data, self.known, mission)
        return cell == start or (ahead is not None and cell in ahead)

    # Aircraft

    def aircraft(self, type: MissionType, kinds: tuple[str, ...]) -> list[Piece]:
        """Air units of some kinds that can still fly a mission, in a fixed order."""
        found = self._aircraft.get((type, kinds))
        if found is None:
            found = self._aircraft[type, kinds] = [
                piece
                for piece in self.own.values()
                if self.data.counters[piece.id].type in kinds and self.may(piece, type, flying=True)
            ]
        return found

    def in_range(self, piece: Piece, cell: str) -> bool:
        """Whether an air unit can fly to a hex this turn; one whose base is off the map, and a decoy, cannot."""
        home = base_hex(self.known, piece)
        return home.isdigit() and self.distance(home, cell) <= flight(self.data, self.known, piece)

    # Convoys of one's own

    @cached_property
    def convoys(self) -> list[Convoy]:
        """The Allied convoys at sea, the largest first."""
        found: dict[tuple[str, bool], list[Piece]] = {}
        for cell, pieces in self.stacks.items():
            for piece in pieces:
                if self.data.counters[piece.id].is_merchant:
                    found.setdefault((cell, self.is_westbound(piece)), []).append(piece)
        convoys = [Convoy(cell, west, tuple(pieces)) for (cell, west), pieces in found.items()]
        return sorted(convoys, key=lambda convoy: (-len(convoy.merchants), convoy.cell))

    def is_westbound(self, merchant: Piece) -> bool:
        """Whether a merchant's goal is the west edge."""
        westbound = self.data.scenarios[self.known.scenario].westbound_from_east
        return westbound and merchant.start in (MURMANSK, ARCHANGEL)

    def goal_of(self, convoy: Convoy) -> Goal:
        """Where a convoy sails: by the less dreadful lane of those that it can finish in time."""
        if convoy.westbound:
            return "west"
        goals: tuple[Goal, ...] = ("murmansk", "archangel")
        lanes = {goal: self.chart.lane(self.known.ice, goal).get(convoy.cell) for goal in goals}
        in_time = [goal for goal in goals if (way := lanes[goal]) and way.steps <= PACE * (self.turns_left - 2)]
        return min(in_time, key=lambda goal: (lanes[goal] or (0,))[0], default="murmansk")


def _by_hex(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.at[0].isdigit():
            found.setdefault(piece.at, []).append(piece)
    return found
