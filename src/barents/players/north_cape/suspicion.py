"""What the German staff makes of the enemy's stacks: where the convoys are, where they go, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from barents.games.north_cape.data import ARCHANGEL, CARRIER, MURMANSK
from barents.games.north_cape.datafiles import Force
from barents.games.north_cape.knowledge.known import placeholder
from barents.games.north_cape.rules.additions import forces_of
from barents.games.north_cape.rules.campaign import totals
from barents.games.north_cape.rules.losses import sunk_before
from barents.games.north_cape.state import LOST, MERCHANTS_SEEN, SAFE, Wake
from barents.kernel.game import Sighting
from barents.kernel.sides import Side
from barents.players.north_cape.chart import PACE, Goal
from barents.players.north_cape.estimate import Estimate
from barents.players.north_cape.worth import D6_MEAN

LIKELY, POSSIBLE = 0.5, 0.25  # how sure one must be of a convoy to run in on it, and to look at it
LAG = 18  # columns behind the best pace at which a stack no longer looks like a convoy
FOLLOWED, SEEN_ELSEWHERE = 0.9, 0.6  # suspicion of a stack that merchants were followed to, and of any other then
FLEET_LOOKS, HEAVY_GUNS = 0.3, 12  # what is left of the suspicion where so many guns were seen, and no merchant
SURENESS = 40  # hexes that full certainty is worth over none
ARRIVES = 0.9  # how many of the merchants afloat arrive if nothing is done
HARVEST = 7  # points that a bomber brings in a scenario


class Suspicion(Estimate):
    """The situation as the German sees it."""

    # How the game stands

    @cached_property
    def is_behind(self) -> bool:
        """Whether the points to come leave the Germans behind: a staff that is losing takes risks."""
        points = totals(self.known)
        coming = D6_MEAN * ARRIVES * self._merchants_afloat
        bombers = sum(self.about(p).type == "AT" and p.at != LOST for p in self.own.values())
        harvest = HARVEST * bombers * self.turns_left / self.known.turns
        return points[Side.AXIS] + harvest < points[Side.ALLIED] + coming

    @cached_property
    def _merchants_afloat(self) -> int:
        """How many merchants are still at sea: how many sailed, and who arrived or was lost, is open."""
        sailed = sum(force.merchants for force in self._forces)
        done = [p for p in self.known.pieces[Side.ALLIED].values() if p.at in (LOST, SAFE)]
        return sailed - sum(self.about(piece).is_merchant for piece in done)

    @cached_property
    def _forces(self) -> list[Force]:
        known = self.known
        return list(forces_of(self.data, known.scenario, known.options, sunk_before(known.campaign)))

    @cached_property
    def usual_screen(self) -> float:
        """How many ASW-capable escorts a convoy has by now, from the scenario's list and from who was sunk."""
        convoys = [force for force in self._forces if force.merchants]
        began = sum(n for force in convoys for kind, n in force.any.items() if kind[:2] in ("DD", "DE"))
        lost = [p for p in self.known.pieces[self.side.enemy].values() if p.at == LOST and self.about(p).asw]
        return (began - len(lost)) / max(1, len(convoys))

    # Convoys

    @cached_property
    def suspicion(self) -> dict[str, float]:
        """How likely each enemy hex holds a convoy, the likeliest first."""
        found = {cell: self._suspect(cell) for cell in self.enemies}
        return {cell: found[cell] for cell in sorted(found, key=lambda cell: (-found[cell], cell)) if found[cell] > 0}

    def _suspect(self, cell: str) -> float:
        """Merchants that were seen are certain, and are followed; else their pace since they sailed tells."""
        named = self.surface_ships(self.named(cell))
        if any(self.about(piece).is_merchant for piece in named):
            return 1.0
        if not self.is_hidden(cell) or cell not in self.data.open_water(self.known.ice):
            return 0.0
        if cell in self._merchants_followed:
            return FOLLOWED
        likely = max(self.fit(cell, westbound=False), self.fit(cell, westbound=True))
        if self._merchants_followed:
            likely *= SEEN_ELSEWHERE
        marks = self.known.marks.get(placeholder(self.side.enemy, cell), ())
        if any(mark.startswith("damage") for mark in marks):
            likely = max(likely, LIKELY)
        fleet = cell in self.fleets_followed or self.guns(named) >= HEAVY_GUNS
        return likely * FLEET_LOOKS if fleet else likely

    @cached_property
    def _merchants_followed(self) -> list[str]:
        """Where the stacks are now in which merchants were seen of late."""
        return self._followed(lambda seen: seen.what == MERCHANTS_SEEN)

    @cached_property
    def fleets_followed(self) -> list[str]:
        """Where the stacks are now in which battleships or the carrier were seen of late."""
        return self._followed(lambda seen: self.chart.names_capital_ship(seen.what))

    def _followed(self, is_meant: Callable[[Sighting], bool]) -> list[str]:
        """Everyone sees whatever moves on the map: where those went that were seen, part of a stack like the whole."""
        found: dict[str, None] = {}
        for seen in self.known.notebook[self.side].sightings:
            if is_meant(seen):
                found.update(dict.fromkeys(self._onward(seen)))
        return [cell for cell in found if cell in self.enemies]

    def _onward(self, seen: Sighting) -> Iterable[str]:
        cells = {seen.cell: None}
        for wake in self._wakes:
            if wake.turn >= seen.turn and wake.start in cells:
                cells[wake.end] = None
                if wake.emptied:
                    del cells[wake.start]
        mission = self.known.mission
        if mission is not None and mission.side is not self.side and mission.start in cells:
            cells[mission.at] = None
        return cells

    @cached_property
    def _wakes(self) -> list[Wake]:
        """How the enemy has moved of late."""
        return [wake for wake in self.known.wakes if wake.side is not self.side]

    def has_sailed(self, cell: str) -> bool:
        """Whether the stack in a hex came there this turn."""
        return any(wake.turn == self.known.turn and wake.end == cell for wake in self._wakes)

    @cached_property
    def _eastbound_from(self) -> int:
        """The column in which eastbound convoys begin: the map's edge, or where the scenario has put one."""
        placed = [force.at for force in self._forces if force.merchants and force.at]
        return min((self.data.map.column_of(cell) for cell in placed), default=1)

    def fit(self, cell: str, westbound: bool) -> float:
        """How well a hex fits a convoy that sails three hexes a turn, with some delay."""
        column = self.data.map.column_of(cell)
        sailed = PACE * self.known.turn
        if westbound:
            if not self.data.scenarios[self.known.scenario].westbound_from_east:
                return 0.0
            starts = (self.data.map.column_of(MURMANSK), self.data.map.column_of(ARCHANGEL))
            behind = sailed - (min(start for start in starts if start >= column) - column)
        else:
            behind = sailed - (column - self._eastbound_from)
        if behind < 0:
            return 0.0
        return max(POSSIBLE / 2, 0.9 * (1 - behind / LAG))

    def heading(self, cell: str) -> Goal:
        """Where a convoy in a hex seems to be going."""
        if self.fit(cell, westbound=True) > self.fit(cell, westbound=False):
            return "west"
        lanes = {goal: self.chart.lane(self.known.ice, goal).get(cell) for goal in ("murmansk", "archangel")}
        east, far = lanes["murmansk"], lanes["archangel"]
        return "archangel" if east is None or (far is not None and far.cost < east.cost) else "murmansk"

    def quarry(self, cell: str) -> str:
        """The likely convoy that is worth going after from a hex: a surer one from farther away."""
        return min(self._likely, key=lambda o: (self.distance(cell, o) - SURENESS * self.suspicion[o], o), default="")

    @cached_property
    def _likely(self) -> list[str]:
        """Hexes that are likely to hold a convoy."""
        return [cell for cell, sure in self.suspicion.items() if sure >= LIKELY]

    # Danger

    @cached_property
    def heavies(self) -> list[tuple[str, bool]]:
        """Hexes with capital ships as far as they are known or can be followed, and whether it is the carrier."""
        seen = [
            (cell, piece.id == CARRIER)
            for cell in self.enemies
            for piece in self.named(cell)
            if self.about(piece).type in ("BB", "BC") or piece.id == CARRIER
        ]
        return [*seen, *((cell, False) for cell in self.fleets_followed)]
