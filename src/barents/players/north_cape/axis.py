"""The German staff: find the convoys, strike them with everything that flies, and lay the boats in their way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from barents.games.north_cape.rules.movement import base_hex
from barents.games.north_cape.state import EVERYONE_KNOWS, WAITING, Mission, MissionType, Piece
from barents.players.north_cape.boats import Boats
from barents.players.north_cape.chart import ALTAFJORD
from barents.players.north_cape.estimate import Order
from barents.players.north_cape.raiders import Raiders
from barents.players.north_cape.suspicion import LIKELY, POSSIBLE

RECON, PATROL, SORTIE, ATTACK = MissionType
FULL_LOAD = 3  # bombers in range that make a bomber's own search worth while


class AxisStaff(Boats, Raiders):
    """German doctrine."""

    # The missions of a turn, in the order in which they are wanted

    def missions(self) -> Iterator[Order]:
        """Halt the convoys before they sail, strike what is found, search for what is not, then run in on the rest."""
        yield from self.evade()
        yield from self.lie_in_wait(early=True)
        yield from self._strike(convoys=True)
        yield from self.raid()
        yield from self.boats_attack()
        yield from self._search()
        yield from self.boats_run_in()
        yield from self._strike(convoys=False)
        yield from self.lie_in_wait(early=False)

    def _strike(self, convoys: bool) -> Iterator[Order]:
        """Every bomber in range attacks a hex that has been reconnoitred, each base in one mission."""
        for cell in self._strike_targets(convoys):
            for base, planes in self._bombers_by_base(cell).items():
                escort: list[Piece] = []
                if any(self.distance(cell, station) <= 1 for station in self.known.stations[self.side.enemy]):
                    fighters = self.aircraft(ATTACK, ("F",))
                    escort = [
                        p for p in fighters if p.at == base and self.in_range(p, cell) and self.is_found(cell, [p])
                    ]
                yield Order(ATTACK, base, True, tuple(plane.id for plane in [*planes, *escort]), cell)

    def _strike_targets(self, convoys: bool) -> list[str]:
        """Hexes with reconnoitred ships: those that may be convoys, or the others."""
        found = [
            cell for cell, pieces in self.enemies.items() if any(piece.recon for piece in self.surface_ships(pieces))
        ]
        chosen = [cell for cell in found if (self.suspicion.get(cell, 0) >= POSSIBLE) is convoys]
        return sorted(chosen, key=lambda cell: (-self.suspicion.get(cell, 0), cell))

    def _bombers_by_base(self, cell: str) -> dict[str, list[Piece]]:
        found: dict[str, list[Piece]] = {}
        for plane in self.aircraft(ATTACK, ("AT", "R")):
            armed = self.factor(plane, "surface") > 1 or self.factor(plane, "torp") > 1
            if armed and self.in_range(plane, cell) and self.is_found(cell, [plane]):
                found.setdefault(plane.at, []).append(plane)
        return found

    def _search(self) -> Iterator[Order]:
        """Reconnaissance aircraft look first, one hex each; then bombers, if enough of them could use the news."""
        cells = [cell for cell, sure in self.suspicion.items() if sure >= POSSIBLE and self._is_unseen(cell)]
        if not cells:
            return
        for scout in self.aircraft(RECON, ("R",)):
            goal = next((cell for cell in cells if self.in_range(scout, cell)), "")
            if goal:
                yield Order(RECON, scout.at, True, (scout.id,), goal)
        for scout in self.aircraft(RECON, ("AT",)):
            goal = next((cell for cell in cells if self._worth_a_bomber(scout, cell)), "")
            if goal:
                yield Order(RECON, scout.at, True, (scout.id,), goal)

    def _is_unseen(self, cell: str) -> bool:
        """Whether nobody there has been reconnoitred this turn; in solitaire that may be ships known from before."""
        if any(EVERYONE_KNOWS in piece.recon for piece in self.surface_ships(self.enemies[cell])):
            return False
        return self.is_hidden(cell) or self.known.options.solitaire

    def _worth_a_bomber(self, scout: Piece, cell: str) -> bool:
        if self.suspicion[cell] < LIKELY or not self.in_range(scout, cell):
            return False
        return sum(len(planes) for planes in self._bombers_by_base(cell).values()) >= FULL_LOAD

    # On the way

    def destination(self, mission: Mission) -> str:
        """Where aircraft fly to."""
        planes = [self.own[name] for name in mission.units]
        if mission.type is ATTACK:
            cells = [*self._strike_targets(True), *self._strike_targets(False)]
            cells = [cell for cell in cells if self.is_found(cell, planes)]
        else:
            cells = [cell for cell, sure in self.suspicion.items() if sure >= POSSIBLE and self._is_unseen(cell)]
        return next((cell for cell in cells if all(self.in_range(plane, cell) for plane in planes)), "")

    def merit(self, mission: Mission) -> Callable[[str], float] | None:
        """How bad a hex is as the next one for ships; None where they stay."""
        units = [self.own[name] for name in mission.units]
        lead = next((piece for piece in units if not self.about(piece).is_decoy), units[0])
        goal, keep = "", 0
        if self.about(lead).is_decoy:
            start = lead.at if mission.start.startswith(WAITING) else mission.start
            return lambda cell: -self.distance(cell, start)
        if self.about(lead).is_sub:
            if mission.type is SORTIE and lead.recon:
                return lambda cell: self.away(lead, cell)
            goal = self._boats_goal(lead, mission.type)
        elif mission.type is ATTACK:
            goal = self.weak_prey(units)
        elif self.breaks_off(units):
            goal = ALTAFJORD
        else:
            goal, keep = self.raid_goal(mission.at, units) or ALTAFJORD, int(mission.type is SORTIE)
        if not goal:
            return None
        if goal == ALTAFJORD:
            lane = self.chart.lane(self.known.ice, "altafjord")
            return lambda cell: lane[cell].cost
        berth = self.wide_berth if keep else lambda cell: 0.0
        return lambda cell: max(keep, self.distance(cell, goal)) + berth(cell) + (cell != goal) * self.ice_risk(cell)

    def _boats_goal(self, boat: Piece, type: MissionType) -> str:
        """Where a boat goes: to what was found for it, to what it wants to look at, or ahead of the convoy."""
        if type is ATTACK:
            return self.prey_of(boat)
        return self.run_in(boat) if type is RECON else self.ambush_hex(boat)

    def entry_hex(self, mission: Mission, cells: Sequence[str]) -> str:
        """The surface force enters as near to the convoy as it can."""
        quarry = self.quarry(cells[-1]) or ALTAFJORD
        return min(cells, key=lambda cell: self.distance(cell, quarry))

    # Answers

    def look(self, hexes: Sequence[str], mission: Mission) -> str:
        """Which hex a scout looks at: the one that is most likely a convoy."""
        near = [cell for cell in hexes if self.distance(mission.at, cell) <= 1 and self._is_unseen(cell)]
        return max(near, key=lambda cell: (self.suspicion.get(cell, 0), cell), default="")

    def intercept(self, patrols: Sequence[str], mission: Mission) -> tuple[str, ...]:
        """One boat stops what may be a convoy, for an attempt ends a patrol; raiders want to be surer, and all go."""
        if mission.flying:
            return tuple(name for name in patrols if self.data.counters[name].red)
        fits = max(self.fit(mission.at, westbound=False), self.fit(mission.at, westbound=True))
        likely = self.suspicion.get(mission.at, 0)
        boats = [name for name in patrols if self.data.counters[name].is_sub]
        ships = [name for name in patrols if name not in boats] if likely >= LIKELY else []
        return (*boats[:1], *ships) if max(fits, likely) >= POSSIBLE else ()

    def purchase(self) -> int:
        """A decoy among the boats in the first turns, and no more."""
        return 1 if self.known.turn == 1 else 0

    def decoy_place(self, places: Sequence[str]) -> str:
        """Decoys lie with a boat."""
        return next((boat.at for boat in self.boats if boat.at in places), places[0])

    def landing(self, plane: Piece, bases: Sequence[str]) -> str:
        """Bombers land as near to the likeliest convoy as they can; scouts and fighters at home."""
        home = base_hex(self.known, plane)
        quarry = next(iter(self.suspicion), "")
        if home in bases and (not quarry or self.about(plane).type != "AT"):
            return home
        return self.nearest(quarry or home, bases)
