"""The German staff: where PQ-17 should be, and what each task group is out for."""

from __future__ import annotations

from barents.games.arctic_disaster.data import CONVOY, TIRPITZ
from barents.games.arctic_disaster.state import GROUNDING, Force
from barents.games.arctic_disaster.units import HEAVY, of_type
from barents.kernel.game import Sighting
from barents.kernel.sides import Side
from barents.players.arctic_disaster.estimate import strength
from barents.players.arctic_disaster.staff import Staff

ALTA, NARVIK = "3327", "3633"
START = Sighting("2644", "merchants", "orders", 1)  # where PQ-17 is at the beginning of both scenarios
A_TURN = 3  # hexes that a convoy makes in a turn
OTHER = 6  # hexes that a report of something else counts for
RAIDERS = 25.0  # what a force must weigh to go for an escorted convoy
PACK = 1.5  # what each merchant in a hex is worth in hexes of way
SAILING_TURN = 4  # from which raiders go out
COVERED, WELL_COVERED = 3, 2  # markers within so many hexes of PQ-17 that may be cruisers, and too many of them
LAST_SORTIE = 9  # Tirpitz does not begin one after this turn
ASIDE = 2  # hexes off its way that a cripple is worth
REACH = 14  # hexes from Tirpitz's port within which a convoy is worth sailing for


class AxisStaff(Staff):
    """The German side."""

    def convoy_marker(self) -> Force | None:
        """The marker that PQ-17 should be: known by name, or the one that fits the last report of merchants best."""
        if CONVOY in self.enemies:
            return self.enemies[CONVOY]
        if self.known.scatter == "done":
            return None
        seen, hidden = self._last_seen(), [force for force in self.enemies.values() if not force.detected]
        track = self._track(seen)
        fitting = [force for force in hidden if self._may_be(force, seen)]
        return min(fitting, key=lambda force: (self._off(force, track), force.handle), default=None)

    def _last_seen(self) -> Sighting:
        """The last report that named merchants."""
        reports = [
            one for one in self.known.notebook[Side.AXIS].sightings if "merchant" in one.what or "MT" in one.what
        ]
        return max(reports, key=lambda one: one.turn, default=START)

    def _track(self, seen: Sighting) -> list[str]:
        """Where PQ-17 may be if it has gone on east since a report, slowly or as fast as it usually does."""
        cell, cells, turns = seen.cell, [seen.cell], self.known.turn - seen.turn
        for _ in range(A_TURN * turns):
            cell = self.data.step(cell, "E") or cell
            cells.append(cell)
        return cells[turns:]

    def _off(self, force: Force, track: list[str]) -> int:
        """How far a marker is from there; one that was reported as something else this turn is further off."""
        books = self.known.notebook[Side.AXIS].sightings
        others = [one.cell for one in books if one.turn == self.known.turn and not is_merchants(one)]
        return min(self.distance(force.at, cell) for cell in track) + (OTHER if force.at in others else 0)

    def _may_be(self, force: Force, seen: Sighting) -> bool:
        """Whether a marker can have come so far from a report, to the east as PQ-17 does."""
        turns = self.known.turn - seen.turn + 1
        near = self.distance(force.at, seen.cell) <= 2 * A_TURN * turns
        return near and (self.rules.west_turns > 0 or self.data.easting(force.at) >= self.data.easting(seen.cell))

    def convoy_cell(self) -> str:
        """Where PQ-17 should be."""
        if self.known.shadow and self.known.shadow in self.known.boats[Side.AXIS]:
            return self.known.boats[Side.AXIS][self.known.shadow].at
        marker = self.convoy_marker()
        return marker.at if marker is not None else ""

    # Task groups

    def has_tirpitz(self, force: Force) -> bool:
        """Whether Tirpitz is in a force."""
        return any(ship.id == TIRPITZ for ship in self.ships(force.key))

    def is_leashed(self, force: Force) -> bool:
        """Whether Tirpitz keeps to the Leads, by her orders."""
        return self.has_tirpitz(force) and self.rules.knights_move and self.known.knights_move != "drawn"

    def is_raider(self, force: Force) -> bool:
        """Whether a force is fit to go for a convoy with its escort."""
        ships = self.ships(force.key)
        sound = [ship for ship in of_type(self.data, ships, *HEAVY) if ship.damage <= 1]
        return bool(sound) and strength(self.data, ships) >= RAIDERS

    def is_spent(self, force: Force) -> bool:
        """Whether a force had better go home: its heavy ships are hurt, or its guns are few."""
        ships = self.ships(force.key)
        return not force.dummy and any(2 * ship.damage >= self.data.counters[ship.id].hits for ship in ships)

    def prey(self, start: str) -> str:
        """The hex with merchants on their own that is best worth the way; a cripple is no reason to let PQ-17 go."""
        together = self.known.scatter != "done"
        packs = {
            cell: len(ships)
            for cell, ships in self.lone_merchants().items()
            if cell not in self.data.partial_ice
            and cell not in self.data.soviet_cover
            and not (together and self.distance(start, cell) > ASIDE)
        }
        return max(packs, key=lambda cell: (PACK * packs[cell] - self.distance(start, cell), cell), default="")

    def goal(self, force: Force) -> str:
        """Where a force is bound; its own hex if it waits."""
        if self.is_leashed(force):
            return NARVIK if self.leads_are_safe() else force.at
        if self.is_spent(force):
            return self.home(force)
        if prey := self.prey(force.at):
            return prey
        target = self.convoy_cell()
        if target and (force.dummy or self.is_raider(force)):
            return target if self.is_time(force, target) else self.lair(force)
        return force.at if force.at in self.data.ports or force.dummy else self.home(force)

    def is_time(self, force: Force, target: str) -> bool:
        """Whether raiders sail: once nobody covers PQ-17, and it is in the Barents Sea or time runs out."""
        covered = [other for other in self.enemies.values() if 0 < self.distance(other.at, target) <= COVERED]
        if force.at not in self.data.leads:
            return True
        late = self.known.turn >= SAILING_TURN
        return late and (len(covered) < WELL_COVERED or self.known.turn >= LAST_SORTIE)

    def leads_are_safe(self) -> bool:
        """Whether nobody can run aground any more, so that Tirpitz may leave a port in which nobody sees her."""
        return self.known.grounding and GROUNDING not in self.known.pool

    def lair(self, force: Force) -> str:
        """The port in which a force waits: the big ships at Narvik, the others nearer to the convoy's way."""
        return NARVIK if self.has_tirpitz(force) else ALTA

    def home(self, force: Force) -> str:
        """The nearest port."""
        return self.nearest(force.at, sorted(self.data.ports))

    def sails(self) -> bool:
        """Whether Tirpitz had better be let out: within reach, in time, and with nobody else to be recalled."""
        others_out = [
            force
            for force in self.own.values()
            if not force.dummy and not self.has_tirpitz(force) and force.at not in self.data.leads
        ]
        target = self.convoy_cell() or self.prey(ALTA)
        if not target or self.known.turn > LAST_SORTIE or (others_out and not self.known.options.recall_tirpitz_only):
            return False
        flagship = next((force for force in self.own.values() if self.has_tirpitz(force)), None)
        return flagship is not None and self.distance(flagship.at, target) <= REACH


def is_merchants(report: Sighting) -> bool:
    """Whether a report, or a boat's contact, speaks of merchants."""
    return "merchant" in report.what or "MT" in report.what
