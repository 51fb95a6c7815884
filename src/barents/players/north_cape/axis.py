"""The German staff: find the convoys, strike them with everything that flies, and lay the boats in their way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from barents.games.north_cape.data import ARCHANGEL, CARRIER, MURMANSK
from barents.games.north_cape.movement import base_hex
from barents.games.north_cape.state import LOST, WAITING, Mission, MissionType, Piece
from barents.players.north_cape.chart import ALTAFJORD, PACE, Goal
from barents.players.north_cape.estimate import Estimate, Order

RECON, PATROL, SORTIE, ATTACK = MissionType
ENTRY = "0838"
LIKELY, POSSIBLE = 0.5, 0.25  # how sure one must be of a convoy to run in on it, and to look at it
LAG = 18  # columns behind the best pace at which a stack no longer looks like a convoy
FRESH = 2  # turns for which a sighting is a guide
SEEN_NEAR, SEEN_ELSEWHERE = 0.85, 0.6  # suspicion of a stack that merchants could have become since, and of another
FLEET_LOOKS, HEAVY_GUNS = 0.3, 12  # what is left of the suspicion where so many guns were seen, and no merchant
FULL_LOAD = 3  # bombers in range that make a bomber's own search worth while
TURNS_TO_RAID = 12
OUTGUNNED = 0.6  # raiders attack an escort with less than this share of their guns
KEEP_FROM_BATTLESHIPS, KEEP_FROM_CARRIER = 10, 12
CRIPPLED = 2
COVER = 7  # an unseen stack this near to a convoy may be the fleet that covers it
SQUADRON = 20  # printed guns of a force that may risk one such stack
LOOK_AHEAD = 8
THIN_SCREEN = 2
SURENESS = 40  # hexes that full certainty is worth over none


class AxisStaff(Estimate):
    """German doctrine."""

    # What the enemy's stacks may be

    @cached_property
    def suspicion(self) -> dict[str, float]:
        """How likely each enemy hex holds a convoy, the likeliest first."""
        found = {cell: self._suspect(cell) for cell in self.enemies}
        return {cell: found[cell] for cell in sorted(found, key=lambda cell: (-found[cell], cell)) if found[cell] > 0}

    def _suspect(self, cell: str) -> float:
        """Merchants that were seen are certain; else it is the pace of merchants since they sailed that tells."""
        named = self.surface_ships(self.named(cell))
        if any(self.about(piece).is_merchant for piece in named):
            return 1.0
        if not self.is_hidden(cell) or cell not in self.data.open_water(self.known.ice):
            return 0.0
        likely = max(self._fit(cell, westbound=False), self._fit(cell, westbound=True))
        if self._last_seen:
            near = any(self.distance(cell, seen) <= PACE * age + 1 for seen, age in self._last_seen.items())
            likely = SEEN_NEAR if near else likely * SEEN_ELSEWHERE
        if any(mark.startswith("damage") for mark in self.known.marks.get(cell, ())):
            likely = max(likely, LIKELY)
        return likely * FLEET_LOOKS if self.guns(named) >= HEAVY_GUNS else likely

    @cached_property
    def _last_seen(self) -> dict[str, int]:
        """Where merchants were seen of late, and how many turns ago."""
        turn, book = self.known.turn, self.known.notebook[self.side]
        return {s.cell: turn - s.turn for s in book.sightings if turn - s.turn <= FRESH}

    def _fit(self, cell: str, westbound: bool) -> float:
        """How well a hex fits a convoy that sails three hexes a turn, with some delay."""
        column = self.data.map.column_of(cell)
        sailed = PACE * self.known.turn
        if westbound:
            if not self.data.scenarios[self.known.scenario].westbound_from_east:
                return 0.0
            starts = (self.data.map.column_of(MURMANSK), self.data.map.column_of(ARCHANGEL))
            behind = sailed - (min(start for start in starts if start >= column) - column)
        else:
            behind = sailed - (column - 1)
        if behind < 0:
            return 0.0
        return max(POSSIBLE / 2, 0.9 * (1 - behind / LAG))

    def _heading(self, cell: str) -> Goal:
        """Where a convoy in a hex seems to be going."""
        if self._fit(cell, westbound=True) > self._fit(cell, westbound=False):
            return "west"
        lanes = {goal: self.chart.lane(self.known.ice, goal).get(cell) for goal in ("murmansk", "archangel")}
        east, far = lanes["murmansk"], lanes["archangel"]
        return "archangel" if east is None or (far is not None and far.cost < east.cost) else "murmansk"

    # The missions of a turn, in the order in which they are wanted

    def missions(self) -> Iterator[Order]:
        """Strike what is found, search for what is not, then the boats and the raiders."""
        yield from self._strike(convoys=True)
        yield from self._boats_attack()
        yield from self._search()
        yield from self._raid()
        yield from self._boats_run_in()
        yield from self._strike(convoys=False)
        yield from self._ambush()

    def _strike(self, convoys: bool) -> Iterator[Order]:
        """Every bomber in range attacks a hex that has been reconnoitred, each base in one mission."""
        for cell in self._strike_targets(convoys):
            for base, planes in self._bombers_by_base(cell).items():
                escort: list[Piece] = []
                if any(self.distance(cell, station) <= 1 for station in self.known.stations[self.side.enemy]):
                    fighters = self.aircraft(ATTACK, ("F",))
                    escort = [plane for plane in fighters if plane.at == base and self.in_range(plane, cell)]
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
            if armed and self.in_range(plane, cell):
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
        return self.is_hidden(cell) and not any(piece.recon for piece in self.surface_ships(self.enemies[cell]))

    def _worth_a_bomber(self, scout: Piece, cell: str) -> bool:
        if self.suspicion[cell] < LIKELY or not self.in_range(scout, cell):
            return False
        return sum(len(planes) for planes in self._bombers_by_base(cell).values()) >= FULL_LOAD

    # Boats

    def boats(self) -> list[Piece]:
        """The U-boats at sea."""
        return [p for p in self.own.values() if self.about(p).is_sub and p.at[0].isdigit()]

    def _boats_attack(self) -> Iterator[Order]:
        """A boat in one hex with a convoy, or with ships that are known, attacks."""
        for boat in self.boats():
            if boat.at in self.enemies and self.may(boat, ATTACK) and self._dares(boat, boat.at):
                known = self.surface_ships(self.enemies[boat.at])
                if known or self.suspicion.get(boat.at, 0) >= POSSIBLE:
                    yield Order(ATTACK, boat.at, False, (boat.id,), boat.at)

    def _boats_run_in(self) -> Iterator[Order]:
        """A boat within reach of a likely convoy goes in under water, to attack it there."""
        for boat in self.boats():
            if self.may(boat, SORTIE) and self.may(boat, ATTACK):
                goal = self._run_in(boat)
                if goal and goal != boat.at:
                    yield Order(SORTIE, boat.at, False, (boat.id,), goal)

    def _run_in(self, boat: Piece) -> str:
        near = [
            cell
            for cell, sure in self.suspicion.items()
            if sure >= LIKELY and self.distance(boat.at, cell) <= self.left(boat) and self._dares(boat, cell)
        ]
        return self.nearest(boat.at, near)

    def _dares(self, boat: Piece, cell: str) -> bool:
        """Boats attack through a thin screen; through a thick one only an ace does."""
        named = self.named(cell)
        seen = sum(self.about(piece).asw for piece in named)
        return bool(boat.ace) or (seen if named else self._usual_screen) <= THIN_SCREEN

    @cached_property
    def _usual_screen(self) -> float:
        """How many ASW-capable escorts a convoy has by now, from the scenario's list and from who was sunk."""
        convoys = [force for force in self.data.scenarios[self.known.scenario].forces if force.merchants]
        began = sum(n for force in convoys for kind, n in force.any.items() if kind[:2] in ("DD", "DE"))
        lost = [p for p in self.known.pieces[self.side.enemy].values() if p.at == LOST and self.about(p).asw]
        return (began - len(lost)) / max(1, len(convoys))

    def _ambush(self) -> Iterator[Order]:
        """Boats lie on patrol in the convoy's way: they are as fast as merchants, and halt whom they intercept."""
        for boat in self.boats():
            if self.may(boat, PATROL) and self._ambush_hex(boat):
                yield Order(PATROL, boat.at, False, (boat.id,))

    def _ambush_hex(self, boat: Piece) -> str:
        """The first hex of a likely convoy's way that a boat can reach before it."""
        quarry = self._quarry(boat.at)
        if not quarry:
            return ""
        goal = self._heading(quarry)
        ahead = quarry
        for turns in range(LOOK_AHEAD):
            if self.distance(boat.at, ahead) <= PACE * turns + self.left(boat):
                return ahead
            ahead = self.chart.follow(self.known.ice, goal, ahead, PACE)
        return ahead

    def _quarry(self, cell: str) -> str:
        """The likely convoy that is worth going after from a hex: a surer one from farther away."""
        likely = [other for other, sure in self.suspicion.items() if sure >= LIKELY]
        return min(likely, key=lambda o: (self.distance(cell, o) - SURENESS * self.suspicion[o], o), default="")

    # Raiders

    def raiders(self) -> list[Piece]:
        """The surface ships at sea."""
        return [p for p in self.surface_ships(self.own.values()) if p.at[0].isdigit() and not self.about(p).is_sub]

    def _raid(self) -> Iterator[Order]:
        """The surface force comes out while there is time, lies in Altafjord until a convoy can be had cheaply,
        looks before it strikes, and breaks off in time.
        """
        waiting = [p for p in self.own.values() if p.at.startswith(WAITING)]
        if (
            waiting
            and self.known.merchant_seen
            and self.turns_left >= TURNS_TO_RAID
            and not self._is_threatened("0838")
        ):
            yield Order(SORTIE, waiting[0].at, False, ())
        raiders = self.raiders()
        if not raiders:
            return
        cell = raiders[0].at
        together = [piece for piece in raiders if piece.at == cell]
        names = tuple(piece.id for piece in together)
        quarry = self._raid_goal(cell, together)
        if not quarry or self._breaks_off(together):
            if cell != ALTAFJORD and self._can(together, SORTIE):
                yield Order(SORTIE, cell, False, names, ALTAFJORD)
            return
        prey = self._weak_prey(together)
        if prey and all(self.may(piece, ATTACK) for piece in together):
            yield Order(ATTACK, cell, False, names, prey)
        if self.distance(cell, quarry) <= self._pace(together) + 1 and all(self.may(p, RECON) for p in together):
            yield Order(RECON, cell, False, names, quarry)
        elif self.distance(cell, quarry) > 1 and self._can(together, SORTIE):
            yield Order(SORTIE, cell, False, names, quarry)

    def _can(self, ships: Sequence[Piece], type: MissionType) -> bool:
        return all(self.may(piece, type) and self.left(piece) for piece in ships)

    def _pace(self, ships: Sequence[Piece]) -> int:
        return min(self.left(piece) for piece in ships)

    def _raid_goal(self, cell: str, ships: Sequence[Piece]) -> str:
        """The likely convoy that is worth a raid: no heavy ships known near it or here, and few stacks unseen."""
        quarry = self._quarry(cell)
        if not quarry or self._is_threatened(quarry) or self._is_threatened(cell):
            return ""
        unseen = [c for c in self.enemies if self.is_hidden(c) and 0 < self.distance(c, quarry) <= COVER]
        strong = sum(self.about(piece).gun for piece in ships) >= SQUADRON
        return quarry if len(unseen) <= (1 if strong else 0) else ""

    def _weak_prey(self, ships: Sequence[Piece]) -> str:
        """A reconnoitred stack in reach whose guns are too weak against these ships."""
        here, guns = ships[0].at, self.guns(ships)
        found = [
            cell
            for cell, pieces in self.enemies.items()
            if self.distance(here, cell) <= self._pace(ships)
            and any(piece.recon for piece in self.surface_ships(pieces))
            and self.guns(pieces) < OUTGUNNED * guns
        ]
        return self.nearest(here, found)

    def _breaks_off(self, ships: Sequence[Piece]) -> bool:
        """Battleships near, the carrier within her aircraft's easy reach, or a capital ship badly hit."""
        hurt = any(piece.damage >= CRIPPLED and self.about(piece).dmg > 2 for piece in ships)
        return hurt or self._is_threatened(ships[0].at)

    def _is_threatened(self, cell: str) -> bool:
        """Whether heavy enemies are known to be near a hex: the carrier counts while aircraft can fly."""
        for other in self.enemies:
            gap = self.distance(cell, other)
            for piece in self.named(other):
                if self.about(piece).type in ("BB", "BC") and gap <= KEEP_FROM_BATTLESHIPS:
                    return True
                if piece.id == CARRIER and gap <= KEEP_FROM_CARRIER and self.known.weather != "storm":
                    return True
        return False

    # On the way

    def destination(self, mission: Mission) -> str:
        """Where aircraft fly to."""
        planes = [self.own[name] for name in mission.units]
        if mission.type is ATTACK:
            cells = [*self._strike_targets(True), *self._strike_targets(False)]
        else:
            cells = [cell for cell, sure in self.suspicion.items() if sure >= POSSIBLE and self._is_unseen(cell)]
        return next((cell for cell in cells if all(self.in_range(plane, cell) for plane in planes)), "")

    def merit(self, mission: Mission) -> Callable[[str], float] | None:
        """How bad a hex is as the next one for ships; None where they stay."""
        units = [self.own[name] for name in mission.units]
        lead = units[0]
        goal, keep = "", 0
        if self.about(lead).is_decoy:
            return lambda cell: -self.distance(cell, mission.start)
        if self.about(lead).is_sub:
            if mission.type is ATTACK:
                return None
            goal = self._run_in(lead) if mission.type is SORTIE else self._ambush_hex(lead)
        elif mission.type is ATTACK:
            goal = self._weak_prey(units)
        elif self._breaks_off(units):
            goal = ALTAFJORD
        else:
            goal, keep = self._raid_goal(mission.at, units) or ALTAFJORD, 1
        if not goal:
            return None
        if goal == ALTAFJORD:
            lane = self.chart.lane(self.known.ice, "altafjord")
            return lambda cell: lane[cell].cost
        return lambda cell: max(keep, self.distance(cell, goal))

    def entry_hex(self, mission: Mission, cells: Sequence[str]) -> str:
        """The surface force enters as near to the convoy as it can."""
        quarry = self._quarry(cells[-1]) or ALTAFJORD
        return min(cells, key=lambda cell: self.distance(cell, quarry))

    # Answers

    def look(self, hexes: Sequence[str], mission: Mission) -> str:
        """Which hex a scout looks at: the one that is most likely a convoy."""
        near = [cell for cell in hexes if self.distance(mission.at, cell) <= 1 and self._is_unseen(cell)]
        return max(near, key=lambda cell: (self.suspicion.get(cell, 0), cell), default="")

    def intercept(self, patrols: Sequence[str], mission: Mission) -> tuple[str, ...]:
        """Boats intercept what may be a convoy; the rest they let pass."""
        if mission.flying:
            return tuple(name for name in patrols if self.data.counters[name].red)
        fits = max(self._fit(mission.at, westbound=False), self._fit(mission.at, westbound=True))
        seen = any(self.about(piece).is_merchant for piece in self.named(mission.at))
        return tuple(patrols) if seen or fits >= POSSIBLE else ()

    def purchase(self) -> int:
        """A decoy among the boats in the first turns, and no more."""
        return 1 if self.known.turn == 1 else 0

    def decoy_place(self, places: Sequence[str]) -> str:
        """Decoys lie with a boat."""
        return next((boat.at for boat in self.boats() if boat.at in places), places[0])

    def landing(self, plane: Piece, bases: Sequence[str]) -> str:
        """Bombers land as near to the likeliest convoy as they can; scouts and fighters at home."""
        home = base_hex(self.known, plane)
        quarry = next(iter(self.suspicion), "")
        if home in bases and (not quarry or self.about(plane).type != "AT"):
            return home
        return self.nearest(quarry or home, bases)
