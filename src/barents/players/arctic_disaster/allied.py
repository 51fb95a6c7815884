"""The Allied staff: PQ-17's way east, who covers it, and what is known of the German forces."""

from __future__ import annotations

from barents.games.arctic_disaster.data import CARRIER, CONVOY
from barents.games.arctic_disaster.rules.terrain import is_soviet
from barents.games.arctic_disaster.state import Force
from barents.players.arctic_disaster.staff import Staff

STATION = "3152"  # Jan Mayen, off whose coast search from the land does not find the carrier
WITHDRAWN = "2138"  # out of the bombers' reach, where cruisers go when there is no convoy to cover
NEAR = 5  # hexes round PQ-17 in which a German marker is a threat
DREADED = "tg-a"  # Tirpitz's marker at the beginning


class AlliedStaff(Staff):
    """The Allied side."""

    spares_fuel = True  # of PQ-17, which may then hurry when it must

    def has_carrier(self, force: Force) -> bool:
        """Whether Victorious is in a force."""
        return any(ship.id == CARRIER for ship in self.ships(force.key))

    def is_heavy(self, force: Force) -> bool:
        """Whether a force has battleships or the carrier."""
        return any(self.data.counters[ship.id].type in ("BB", "CV") for ship in self.ships(force.key))

    def threats(self, cell: str) -> list[Force]:
        """German markers near a hex, the nearest first; those in port do not count."""
        near = [
            force
            for force in self.enemies.values()
            if force.at not in self.data.ports and self.distance(force.at, cell) <= NEAR
        ]
        return sorted(near, key=lambda force: (self.distance(force.at, cell), force.handle))

    def wards(self) -> str:
        """What has to be covered: PQ-17, or the hex where most of its merchants are."""
        if cell := self.convoy_cell():
            return cell
        packs = self.lone_merchants()
        return max(packs, key=lambda cell: (len(packs[cell]), cell), default="")

    def goal(self, force: Force) -> str:
        """Where a force is bound; its own hex if it waits."""
        ward = self.wards()
        if not ward or is_soviet(self.data, self.ships(force.key)):
            return force.at
        if self.is_heavy(force):
            return STATION if self.rules.home_fleet_ban else self.beside(ward, "W")
        if self.known.scatter == "done" and not self._is_of_the_convoy(force):
            return WITHDRAWN
        return self.beside(ward, "SW" if force.dummy else "SE")

    def _is_of_the_convoy(self, force: Force) -> bool:
        """Whether a force is the destroyers that came with PQ-17, which may go where its merchants are."""
        ships = self.ships(force.key)
        return bool(ships) and all(self.data.counters[ship.id].convoy for ship in ships)

    def beside(self, cell: str, bearing: str) -> str:
        """The next hex on a bearing, or the hex itself where that is no sea."""
        other = self.data.step(cell, bearing)
        return other if other is not None and self.data.map.terrain(other) in ("sea", "coastal") else cell

    def is_dreaded(self, force: Force) -> bool:
        """Whether a German marker is known to be Tirpitz's."""
        return force.detected and force.key == DREADED

    def tirpitz_at_sea(self) -> bool:
        """Whether Tirpitz's marker is in sight out of port."""
        return any(self.is_dreaded(force) and force.at not in self.data.ports for force in self.enemies.values())

    def cover(self, cell: str) -> float:
        """What weighs in for a hex: the forces within two hexes of it."""
        return sum(
            self.strength(force)
            for force in self.own.values()
            if force.key != CONVOY and self.distance(force.at, cell) <= self.data.tables.speeds.reaction
        )
