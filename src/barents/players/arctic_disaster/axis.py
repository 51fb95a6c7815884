"""The German staff: where PQ-17 should be, and what each task group is out for."""

from __future__ import annotations

from functools import lru_cache

from barents.games.arctic_disaster.data import CONVOY, TIRPITZ, Data
from barents.games.arctic_disaster.rules.units import HEAVY, of_type
from barents.games.arctic_disaster.state import GROUNDING, Force
from barents.kernel.game import Sighting
from barents.kernel.sides import Side
from barents.players.arctic_disaster.estimate import strength
from barents.players.arctic_disaster.route import course_from
from barents.players.arctic_disaster.staff import Staff

ALTA, NARVIK = "3327", "3633"
START = Sighting("2644", "merchants", "orders", 1)  # where PQ-17 is at the beginning of both scenarios
A_TURN = 3  # hexes that a convoy makes in a turn
OTHER = 12  # half hexes that a report of something else counts for
RAIDERS = 25.0  # what a force must weigh to go for an escorted convoy
SUPERIOR = 75.0  # what it must weigh to take on cruisers too
PACK = 1.5  # what each merchant in a hex is worth in hexes of way
COVERED = 3  # hexes from PQ-17 within which a marker may be the cruisers
AT_HAND = 6  # hexes to PQ-17 from which raiders may be upon it before anybody comes to its help
IN_TIME, TOO_LATE = 1.0, 2.0  # turns before PQ-17 that raiders mean to be there, and behind it that are in vain
CONVOY_SPEED = 3.5  # hexes that it makes in a turn on average, if it hurries
LAST_SORTIE = 9  # Tirpitz does not begin one after this turn
ASIDE = 2  # hexes off its way that a cripple is worth
REACH = 14  # hexes from Tirpitz's port within which a convoy is worth sailing for


@lru_cache(2048)
def reached_from(data: Data, cell: str, reach: int) -> frozenset[str]:
    """The hexes west of the line within so many hexes of one."""
    return frozenset(other for other in data.full_sea - data.east_of_30 if data.distance(cell, other) <= reach)


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
        reports = [one for one in self.known.notebook[Side.AXIS].sightings if is_merchants(one)]
        return max(reports, key=lambda one: one.turn, default=START)

    def _track(self, seen: Sighting) -> list[str]:
        """Where PQ-17 may be if it has gone on by the best way east since a report, where it most likely is first."""
        turns, course = self.known.turn - seen.turn, self.course(seen.cell)
        cells = course[turns : 1 + 2 * A_TURN * turns] or course[-1:]
        return sorted(cells, key=lambda cell: abs(course.index(cell) - A_TURN * turns))

    def _off(self, force: Force, track: list[str]) -> int:
        """How far a marker is from there, in half hexes; one reported as something else this turn is further off."""
        books = self.known.notebook[Side.AXIS].sightings
        others = [one.cell for one in books if one.turn == self.known.turn and not is_merchants(one)]
        off = min(2 * self.distance(force.at, cell) + (number > 0) for number, cell in enumerate(track))
        return off + (OTHER if force.at in others else 0)

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
        """Where a force is bound; its own hex if it waits.

        Tirpitz stays where nobody sees her until PQ-17 has scattered for fear of her.
        """
        if self.is_leashed(force):
            return NARVIK if self.leads_are_safe() and self.known.scatter == "done" else force.at
        if self.is_spent(force):
            return self.home(force)
        if prey := self.prey(force.at):
            return prey
        target = self.convoy_cell()
        if target and (force.dummy or self.is_raider(force)):
            if self.is_bare(force, target) or self.lags(target):
                return target
            ambush, spare = self.ambush(force, target)
            return ambush if self.is_time(force, spare) else self.home(force)
        return force.at if force.at in self.data.ports or force.dummy else self.home(force)

    def is_bare(self, force: Force, target: str) -> bool:
        """Whether the cruisers cannot be with PQ-17: beyond their line, or while it is at hand and nobody near it."""
        if target in self.data.east_of_30 and (not self.rules.cross_line or self.strength(force) >= SUPERIOR):
            return True
        near = [other for other in self.enemies.values() if self.distance(other.at, target) <= COVERED]
        return len(near) < 2 and self.distance(force.at, target) <= AT_HAND

    def lags(self, target: str) -> bool:
        """Whether PQ-17 is so slow that it will not come by: then it has to be looked for."""
        before = [cell for cell in self.course(target) if cell not in self.data.east_of_30]
        return len(before) / CONVOY_SPEED > self.turns_left - 1

    def course(self, target: str) -> tuple[str, ...]:
        """The hexes that PQ-17 should pass, from the one that it is in."""
        return course_from(self.data, target)

    def ambush(self, force: Force, target: str) -> tuple[str, float]:
        """Where raiders wait, and what they have to spare in turns if they sail for it now.

        It is south of the first place beyond the cruisers' line that they reach before PQ-17, or else of its goal.
        """
        course, spare = self.course(target), 0.0
        place = course[-1]
        for number, cell in enumerate(course):
            spare = number / CONVOY_SPEED - self.distance(force.at, cell) / self.data.tables.speeds.dummy
            if cell in self.data.east_of_30 and spare >= 0:
                place = cell
                break
        for bearing in ("SE", "SW", "SE"):
            onward = self.data.step(place, bearing)
            place = onward if onward is not None and onward in self.data.full_sea else place
        return place, spare

    def is_time(self, force: Force, spare: float) -> bool:
        """Whether raiders sail, so as to be there when PQ-17 comes by; once at sea they go on."""
        return force.at not in self.data.leads or -TOO_LATE <= spare <= IN_TIME

    def watched(self, force: Force) -> frozenset[str]:
        """Where Allied boats are, and where forces may come up with one: near them, west of their line.

        Tirpitz keeps out of reach of the carrier's aircraft too, wherever she may be.
        """
        if force.dummy:
            return frozenset()
        tables, marker = self.data.tables, self.convoy_marker()
        reach = tables.search.carrier_range if self.has_tirpitz(force) else tables.speeds.reaction
        others = [other.at for other in self.enemies.values() if marker is None or other.key != marker.key]
        cells = frozenset(boat.at for boat in self.known.boats[Side.ALLIED].values())
        return cells.union(*(reached_from(self.data, at, reach) for at in others))

    def keeps_to_leads(self, force: Force, goal: str) -> bool:
        """Whether a force goes from port to port by the Leads: one that has been at sea has ended its operations."""
        return goal in self.data.ports and force.at in self.data.leads and not force.sortied

    def leads_are_safe(self) -> bool:
        """Whether nobody can run aground any more, so that Tirpitz may leave a port in which nobody sees her."""
        return self.known.grounding and GROUNDING not in self.known.pool

    def home(self, force: Force) -> str:
        """The nearest port."""
        return self.nearest(force.at, sorted(self.data.ports))

    def sails(self) -> bool:
        """Whether Tirpitz had better be let out: within reach, in time, and with no raiders to be recalled with her."""
        others = [force for force in self.own.values() if not self.has_tirpitz(force) and self.is_raider(force)]
        target = self.convoy_cell() or self.prey(ALTA)
        if not target or self.known.turn > LAST_SORTIE or (others and not self.known.options.recall_tirpitz_only):
            return False
        flagship = next((force for force in self.own.values() if self.has_tirpitz(force)), None)
        return flagship is not None and self.distance(flagship.at, target) <= REACH


def is_merchants(report: Sighting) -> bool:
    """Whether a report, or a boat's contact, speaks of merchants."""
    return "merchant" in report.what or "MT" in report.what
