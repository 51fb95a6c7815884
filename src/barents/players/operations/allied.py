"""The Allied staff: convoys keep to their plans, covering fleets stay by them and go for whatever is reported."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache

from barents.games.operations.data import Data
from barents.games.operations.orders import Cover, Intercept
from barents.games.operations.rules.limits import barred, barriers
from barents.games.operations.rules.units import date
from barents.games.operations.state import Boat, Contact, Fleet, Ship
from barents.kernel.sides import Side
from barents.players.operations.staff import Order, Staff

SIZES = {
    "one ship": 5.0,
    "2 to 5 ships": 18.0,
    "6 to 12 ships": 30.0,
}  # power of a German fleet of which only this is known
UNKNOWN = 30.0
CAPITAL, SMALL, A_SHIP = 18.0, 4.0, 2.5  # power of a fleet with a capital ship, and of what is with her; of destroyers
BY_NIGHT, BY_DAY, IN_NEED = 0.8, 1.2, 0.5  # the share of the enemy's power with which a fleet fights
CHASE = 15  # zones that a covering fleet goes for a report
THREAT = 6  # zones from a convoy at which an enemy must be met
STATION = 3  # zones between a convoy and a fleet with a carrier
EXPOSED = 3  # zones by which another convoy must be nearer to Norway than one's own to be covered instead
FAST, FULL = 10, 0.8  # zones for which a covering fleet makes full speed, if it has so much of its fuel
RESERVE = 12  # parts of a box that are left when a fleet comes home
HURT = 0.5
AT_STAKE = 10  # zones from a convoy within which an enemy is worth a covering fleet's way
LAST_STAND = 0.3  # the share of the enemy's power with which a fleet still fights beside its convoy
STATIONS = 10  # of the most used ways along the coast
OFF_PORT = 3  # zones from a German port at which boats wait: nearer, patrols hunt them
SCATTERS, HELP, CLOSE = 3.0, 6, 3  # how many times stronger an enemy is, how far off help, and how near he is
BOMBERS = 14  # zones from a German airfield within which a scattered convoy falls to aircraft by day
SAFE = 46  # the column from which German ships are far away
IN_PORT = 3.0  # what a heavy ship in port is worth to aircraft: more than destroyers at sea, less than she is there
RAIDERS = ("Altafjord", "Narvik", "Trondheim")


class AlliedStaff(Staff):
    """What the Allied side makes of it."""

    inshore = 3

    def guess(self, contact: Contact) -> float:
        """German fleets are a heavy ship or two with destroyers, or destroyers alone."""
        if contact.level < 2:
            found = SIZES.get(contact.size, UNKNOWN)
        elif "capital ship" in contact.flags:
            found = CAPITAL + SMALL * max(0, contact.number - 1)
        else:
            found = A_SHIP * contact.number
        return min(found, self.german_power)

    # Fleets

    def order(self, fleet: Fleet) -> Order:
        """Convoys and whoever goes home go on; others go for the enemy, or cover."""
        ships = self.ships(fleet.key)
        if not ships or self.merchants(fleet.key) or fleet.of or self.turn < fleet.sails:
            return Order()
        if fleet.mission == "return" and not fleet.docked:
            return Order()
        _, away = self.nearest_port(fleet.at)
        if not fleet.docked and (self.damage(ships) > HURT or self.parts(fleet.key) < 2 * away + RESERVE):
            return self.homeward(fleet)
        if fleet.docked and (self.damage(ships) > HURT or self.fuel(fleet.key) < HURT):
            return Order()
        if (prey := self.prey(fleet)) is not None:
            return Order(Intercept(prey.key, 3), prey.zone, 3)
        return self.cover(fleet)

    def prey(self, fleet: Fleet) -> Contact | None:
        """The report that a fleet goes after: near, not too strong, and not in harbour."""
        found = []
        own = self.power(self.ships(fleet.key))
        for one in self.fresh():
            away = self.away(fleet.at, one.zone)
            if away > CHASE or self.data.is_harbour(one.zone) or not self.is_at_stake(one):
                continue
            if own >= self.boldness(fleet, one) * self.estimate(one):
                found.append((away, one.key, one))
        return min(found)[2] if found else None

    def is_at_stake(self, contact: Contact) -> bool:
        """Whether a convoy is so near to an enemy that he may mean it."""
        return any(self.near(convoy.at, contact.zone) <= AT_STAKE for convoy in self.at_sea)

    def boldness(self, fleet: Fleet, contact: Contact) -> float:
        """The share of an enemy's power that a fleet needs to fight him."""
        if any(self.near(convoy.at, contact.zone) <= THREAT for convoy in self.at_sea):
            return IN_NEED
        dark = self.light(contact.zone) == "night"
        return BY_NIGHT if dark and self.radar(self.ships(fleet.key)) else BY_DAY

    @cached_property
    def at_sea(self) -> list[Fleet]:
        """Convoys that are at sea or about to sail."""
        return [
            one for one in self.convoys if not one.docked or ((one.plan or one.plot) and one.sails <= self.turn + 2)
        ]

    def next_zone(self, convoy: Fleet) -> str:
        """Where a convoy will be at the end of the turn."""
        if convoy.docked and convoy.sails > self.turn:
            return convoy.at
        if convoy.plot:
            return convoy.plot[0]
        if convoy.plan:
            way = self.data.route(convoy.at, convoy.plan[0], self.known.month, side=self.side)
            return way[1] if len(way) > 1 else convoy.at
        return convoy.at

    def cover(self, fleet: Fleet) -> Order:
        """Its own convoy while that is at sea, or else the nearest; without one it goes home."""
        if fleet.covers[:1].isdigit():
            return Order(None, fleet.covers, 1)
        groups = [one for one in self.at_sea if not one.of]
        checks = barriers(self.known, self.data, self.side, fleet)
        groups = [one for one in groups if barred(checks, self.next_zone(one)) is None] or groups
        groups = [one for one in groups if self.data.column(one.at) > SAFE or self.goes_east(one)] or groups
        if not groups:
            return self.homeward(fleet)
        own = [one for one in groups if one.key == fleet.covers]
        convoy = min(groups, key=lambda one: (self.exposed(one), self.near(one.at, fleet.at), one.key))
        if own and self.exposed(own[0]) <= self.exposed(convoy) + EXPOSED:
            convoy = own[0]
        station = self.station(fleet, self.next_zone(convoy))
        away = self.away(fleet.at, station)
        zones = 1 if away <= 1 or self.refuels(fleet) else 2 if away <= FAST or self.fuel(fleet.key) < FULL else 3
        return Order(Cover(convoy.key, zones), station, zones)

    def exposed(self, convoy: Fleet) -> int:
        """How far a convoy is from the ports that raiders come from."""
        return min(self.near(convoy.at, self.data.port(name).zone) for name in RAIDERS)

    def goes_east(self, convoy: Fleet) -> bool:
        """Whether a convoy has the dangerous part of its way before it."""
        ends = [*convoy.plot, *convoy.plan][-1:]
        return any(self.data.column(zone) > self.data.column(convoy.at) for zone in ends)

    # Off Norway

    @cached_property
    def german_power(self) -> float:
        """The strongest fleet of the German order of battle, which is no secret, or what one may be."""
        file = self.data.scenarios.get(self.known.scenario)
        fleets = [] if file is None else [row for row in file.fleets if row.side is Side.AXIS]
        lines = [[self.data.line_of(id) for id in row.ships] for row in fleets]
        return max((self.power([Ship(line, line) for line in one]) for one in lines), default=UNKNOWN)

    def station(self, fleet: Fleet, zone: str) -> str:
        """With the convoy; carriers stand off on the side of Norway."""
        ships = self.ships(fleet.key)
        if not any(self.kind(ship) in ("CV", "CVE") for ship in ships):
            return zone
        threats = [self.data.port(name).zone for name in RAIDERS]
        threat = min(threats, key=lambda port: (self.near(zone, port), port))
        ring = [one for one in self.data.reach(zone, STATION) if self.near(one, zone) == STATION]
        return min(ring, key=lambda one: (self.near(one, threat), one), default=zone)

    def engages(self, fleet: Fleet, contact: Contact) -> bool:
        """Warships fight if they are strong enough, and almost always beside a convoy; that does only the weak."""
        other = self.estimate(contact)
        if self.merchants(fleet.key):
            own = self.power(self.ships(fleet.key))
            return "capital ship" not in contact.flags and contact.level > 1 and own > 2 * other
        if self.is_guard(fleet):
            beside = [one.key for one in self.desk.fleets.values() if one.at == fleet.at and not one.docked]
            return self.power([ship for key in beside for ship in self.ships(key)]) >= LAST_STAND * other
        return self.power(self.ships(fleet.key)) >= self.boldness(fleet, contact) * other

    def stays(self, fleet: Fleet) -> bool:
        """Warships beside a convoy do not slip away from it."""
        return not self.merchants(fleet.key) and self.is_guard(fleet)

    def is_guard(self, fleet: Fleet) -> bool:
        """Whether a convoy is in the same zone."""
        return any(one.at == fleet.at and not one.docked for one in self.convoys)

    def scatters(self, fleet: Fleet) -> bool:
        """11.2: the enemy at hand is far too strong and nobody can help.

        As long as he has not come up, aircraft that wait for ships which are alone are the worse danger.
        """
        near = [one for one in self.fresh() if one.level > 1 and self.near(one.zone, fleet.at) <= CLOSE]
        if not near or fleet.of or self.nearest_port(fleet.at)[1] <= CLOSE:
            return False
        help_ = [one for one in self.desk.fleets.values() if not one.docked and self.near(one.at, fleet.at) <= HELP]
        own = self.power([ship for one in help_ for ship in self.ships(one.key)])
        if self.light(fleet.at) == "day" and all(self.near(one.zone, fleet.at) > 1 for one in near):
            fields = self.data.airbases(Side.AXIS, date(self.known))
            if any(self.near(fleet.at, zone) <= BOMBERS for zone in fields):
                return False
        return max(self.estimate(one) for one in near) > SCATTERS * own

    # Aircraft and boats

    def quarry(self, contact: Contact) -> float:
        """Every German fleet at sea is worth an attack, a heavy ship most; in port she is if her hull counts."""
        if self.data.is_harbour(contact.zone):
            return IN_PORT if self.hull_counts and "capital ship" in contact.flags else 0.0
        if contact.level < 2:
            return 1.0
        return 5.0 if "capital ship" in contact.flags else 2.0

    @cached_property
    def hull_counts(self) -> bool:
        """Whether the scenario scores for the hull of German ships, which can be hurt in port as well as at sea."""
        file = self.data.scenarios.get(self.known.scenario)
        return file is not None and any(award.kind == "hull-lost" for award in file.victory.allied)

    def patrols(self, zones: list[str], number: int) -> list[str]:
        """Off the ports that raiders come from, one boat each, as near as patrols allow."""
        ports = [port.zone for port in self.data.ports_of(Side.AXIS, date(self.known))]
        away = {zone: min(self.near(zone, port) for port in ports) for zone in zones}
        ways = sorted(zones, key=lambda zone: (away[zone] < OFF_PORT, away[zone], zone))
        return spread(self, ways, number, apart=1)

    def watches(self) -> list[str]:
        """Where raiders were reported, then between each convoy and Norway."""
        found = [one.zone for one in self.fresh(2)]
        for convoy in self.at_sea:
            zone = self.next_zone(convoy)
            threats = [self.data.port(name).zone for name in RAIDERS]
            threat = min(threats, key=lambda port: (self.near(zone, port), port))
            way = self.data.route(zone, threat, self.known.month)
            found += [way[len(way) // 2], zone] if way else [zone]
        return found

    def hunting_ground(self, boat: Boat) -> list[str]:
        """What is reported at hand; otherwise a post on the ways between the fjords."""
        zone = boat.at
        near = [one for one in self.fresh() if self.near(one.zone, zone) <= 2 and not self.data.is_harbour(one.zone)]
        return [near[0].zone] if near else [self.posts[boat.key]]

    @cached_property
    def stations(self) -> list[str]:
        """The most used ways along the coast that are not off a port."""
        ports = [port.zone for port in self.data.ports_of(Side.AXIS, date(self.known))]
        ways = coastal_ways(self.data, self.known.month)
        return [zone for zone in ways if min(self.near(zone, port) for port in ports) >= OFF_PORT][:STATIONS]

    @cached_property
    def posts(self) -> dict[str, str]:
        """A post for each boat, the nearest that no other has."""
        found: dict[str, str] = {}
        for boat in self.desk.boats.values():
            ways = self.stations
            free = [zone for zone in ways if zone not in found.values()] or list(ways)
            if boat.at[:1].isdigit():
                found[boat.key] = min(free, key=lambda zone: (self.near(zone, boat.at), zone))
        return found


@lru_cache(16)
def coastal_ways(data: Data, month: int) -> tuple[str, ...]:
    """Zones off Norway by how many of the ways between its ports lead through them, the most used first."""
    ports = [port.zone for port in data.tables.ports.rows if port.side is Side.AXIS]
    used: Counter[str] = Counter()
    for start in ports:
        for goal in ports:
            used.update(data.route(start, goal, month, side=Side.AXIS)[1:-1])
    return tuple(sorted((zone for zone in used if not data.is_harbour(zone)), key=lambda zone: (-used[zone], zone)))


def spread(staff: Staff, zones: list[str], number: int, apart: int) -> list[str]:
    """The first of some zones, each so far from those before it; the rule is eased if there are too few."""
    chosen: list[str] = []
    while len(chosen) < number and zones:
        for zone in zones:
            if len(chosen) < number and all(staff.near(zone, other) > apart for other in chosen):
                chosen.append(zone)
        if apart < 0:
            chosen += [zones[0]] * (number - len(chosen))
        apart -= 1
    return chosen
