"""What both staffs read from the situation: their units, the reports, and how strong anybody is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from barents.games.operations.data import Data
from barents.games.operations.fleets.fuel import givers, whole_tank
from barents.games.operations.orders import FleetOrder, Return
from barents.games.operations.rules.units import (
    best_radar,
    date,
    hull_left,
    left,
    light_at,
    transports,
    tubes,
    type_of,
)
from barents.games.operations.state import Boat, Contact, Fleet, Light, Ship, State
from barents.games.operations.waters import Way
from barents.kernel.sides import Side

POWER = {"BB": 26.0, "BC": 20.0, "AC": 15.0, "CA": 9.0, "CL": 6.5, "DD": 3.0, "TB": 1.0, "DE": 0.7, "CV": 2.0}
LEAST_POWER = 0.4
RANK = {"BB": 2, "BC": 2, "AC": 1, "CA": 1, "CL": 1}
HEAVY = ("BB", "BC", "AC", "CA", "CL")
FAR = 999
THIRSTY, RICH = 0.6, 0.65  # shares of their fuel at which ships take and give
MURK = 4  # weather from which little is seen


@lru_cache(1024)
def ways_to(data: Data, month: int, side: Side, goal: str) -> dict[str, int]:
    """How far it is from every zone to a goal for a side's ships, which do not pass through the enemy's harbours."""
    open_ = data.open_to(Way(month, side)) - {zone for zone, port in data.harbours.items() if port.side is not side}
    found, edge = {goal: 0}, [goal]
    while edge:
        fresh = []
        for cell in edge:
            for other in data.neighbours(cell):
                if other in open_ and other not in found:
                    found[other] = found[cell] + 1
                    fresh.append(other)
        edge = fresh
    return found


def rank(kinds: Iterable[str]) -> int:
    """How great the greatest of some ships is: raiders leave in the dark when their match appears.

    >>> rank(["DD", "CL"]), rank(["BC", "DD"]), rank([])
    (1, 2, 0)
    """
    return max((RANK.get(kind, 0) for kind in kinds), default=0)


class Order(NamedTuple):
    """What a fleet is to do: a mission, or none to go on, the zone to steer for, and how many zones a turn it goes."""

    mission: FleetOrder | None = None
    goal: str = ""
    zones: int = 0


class Staff(ABC):
    """A side's view of the operation at one decision. `inshore` is how many zones boats go round patrols off ports."""

    inshore = 0

    def __init__(self, data: Data, known: State, side: Side) -> None:
        self.data, self.known, self.side = data, known, side
        self.desk = known.desks[side]
        self.turn = known.turn
        self._nearest: dict[str, tuple[str, int]] = {}

    # What it has

    @cached_property
    def _by_fleet(self) -> dict[str, list[Ship]]:
        found: dict[str, list[Ship]] = {}
        for ship in self.desk.ships.values():
            if ship.fleet:
                found.setdefault(ship.fleet, []).append(ship)
        return found

    def ships(self, fleet: str) -> list[Ship]:
        """The ships of one of the side's own fleets."""
        return self._by_fleet.get(fleet, [])

    def kind(self, ship: Ship) -> str:
        """The type of a ship."""
        return type_of(self.data, ship).type

    def merchants(self, fleet: str) -> int:
        """How many transports a fleet has."""
        return len(transports(self.data, self.ships(fleet)))

    @cached_property
    def convoys(self) -> list[Fleet]:
        """The side's fleets with transports."""
        return [fleet for fleet in self.desk.fleets.values() if self.merchants(fleet.key)]

    def power(self, ships: Iterable[Ship]) -> float:
        """What ships weigh in a gunfight now: their type's weight by what is left of guns and hull."""
        total = 0.0
        for ship in ships:
            about = type_of(self.data, ship)
            whole = 3 * about.primary + about.secondary + about.tertiary
            guns = (
                left(self.data, ship, "primary"),
                left(self.data, ship, "secondary"),
                left(self.data, ship, "tertiary"),
            )
            now = 3 * guns[0] + guns[1] + guns[2]
            sound = hull_left(self.data, ship) / about.hull
            armed = now / whole if whole else 1.0
            total += POWER.get(about.type, 0.0 if about.is_train else LEAST_POWER) * min(1.0, armed) * (0.5 + sound / 2)
        return total

    def damage(self, ships: Iterable[Ship]) -> float:
        """The share of her hull that the worst hit of the heavy ships has lost, or of all if there are none."""
        fleet = list(ships)
        heavy = [ship for ship in fleet if self.kind(ship) in HEAVY] or fleet
        return max((1 - hull_left(self.data, ship) / type_of(self.data, ship).hull for ship in heavy), default=0.0)

    def tubes(self, ships: Iterable[Ship]) -> int:
        """Torpedo factors that can still be fired."""
        return sum(tubes(self.data, ship) for ship in ships)

    def radar(self, ships: Iterable[Ship]) -> int:
        """The best radar among ships."""
        return best_radar(self.known, self.data, ships)

    def fuel(self, fleet: str) -> float:
        """The share of her fuel that the emptiest of the ships that matter has."""
        return min((ship.fuel / whole_tank(self.data, ship) for ship in self._burners(fleet)), default=1.0)

    def parts(self, fleet: str) -> int:
        """The same in parts of a box."""
        return min((ship.fuel for ship in self._burners(fleet)), default=FAR)

    def _burners(self, fleet: str) -> list[Ship]:
        """The heavy ships of a fleet, whom others take fuel from or leave, or all that burn oil if there are none."""
        ships = [ship for ship in self.ships(fleet) if whole_tank(self.data, ship)]
        return [ship for ship in ships if self.kind(ship) in HEAVY] or ships

    def is_thirsty(self, ship: Ship) -> bool:
        """Whether a ship takes fuel from others if she can."""
        tank = whole_tank(self.data, ship)
        return tank > 0 and ship.fuel <= THIRSTY * tank

    def refuels(self, fleet: Fleet) -> bool:
        """Whether a fleet should go slowly so that its small ships can take fuel from its big ones."""
        ships = self.ships(fleet.key)
        rich = [name for name in givers(self.known, self.data, self.desk, fleet) if self.is_rich(self.desk.ships[name])]
        return bool(rich) and any(self.is_thirsty(ship) for ship in ships if ship.key not in rich)

    def is_rich(self, ship: Ship) -> bool:
        """Whether a ship has fuel to spare."""
        tank = whole_tank(self.data, ship)
        return not tank or ship.fuel > RICH * tank

    # Where and when

    def light(self, zone: str) -> Light:
        """The light in a zone now."""
        return light_at(self.known, self.data, zone)

    def away(self, start: str, goal: str) -> int:
        """Zones by sea between two zones for the side's ships."""
        field = ways_to(self.data, self.known.month, self.side, goal)
        if start in field:
            return field[start]
        return min((field[other] + 1 for other in self.data.neighbours(start) if other in field), default=FAR)

    def near(self, start: str, goal: str) -> int:
        """Zones between two zones, over land and ice."""
        return self.data.distance(start, goal)

    @cached_property
    def ports(self) -> list[str]:
        """The side's open ports by name."""
        when = date(self.known)
        return [port.name for port in self.data.ports_of(self.side, when) if self.data.open_port(port.name, when)]

    def nearest_port(self, zone: str) -> tuple[str, int]:
        """The nearest open port of the side by sea, and how far it is."""
        if zone not in self._nearest:
            found = [(self.away(zone, self.data.port(name).zone), name) for name in self.ports]
            away, name = min(found)
            self._nearest[zone] = name, away
        return self._nearest[zone]

    # What it has been told

    @cached_property
    def reports(self) -> list[Contact]:
        """The reports that are kept, the newest first."""
        return sorted(self.desk.contacts.values(), key=lambda one: (-one.turn, -one.level, one.key))

    def fresh(self, turns: int = 1) -> list[Contact]:
        """Reports of this turn and so many before."""
        return [one for one in self.reports if one.turn >= self.turn - turns]

    def estimate(self, contact: Contact) -> float:
        """What a reported fleet weighs in a gunfight."""
        if contact.types:
            return sum(
                POWER.get(kind, 0.0 if kind in ("LT", "ST", "AO") else LEAST_POWER) * number
                for kind, number in contact.types.items()
            )
        return self.guess(contact)

    @abstractmethod
    def guess(self, contact: Contact) -> float:
        """What a fleet weighs of which the report says little."""

    @abstractmethod
    def order(self, fleet: Fleet) -> Order:
        """What a fleet is to do this turn."""

    @abstractmethod
    def engages(self, fleet: Fleet, contact: Contact) -> bool:
        """Whether a fleet attacks what it has met."""

    def stays(self, _fleet: Fleet) -> bool:
        """Whether a fleet that does not attack keeps by the enemy all the same, and so joins in if others fight."""
        return False

    def scatters(self, _fleet: Fleet) -> bool:
        """Whether a convoy is told to scatter."""
        return False

    @abstractmethod
    def quarry(self, contact: Contact) -> float:
        """What a reported fleet is worth as a target of aircraft and boats; nothing if it is to be left alone."""

    @abstractmethod
    def patrols(self, zones: list[str], number: int) -> list[str]:
        """Where so many boats begin."""

    @abstractmethod
    def watches(self) -> list[str]:
        """Zones that are searched from the air, the most important first."""

    @abstractmethod
    def hunting_ground(self, boat: Boat) -> list[str]:
        """Where a boat goes: zones in which enemies will be in this turn, the next, and so on."""

    # Going home

    def homeward(self, fleet: Fleet, zones: int = 2) -> Order:
        """The nearest port; one that is on its way there goes on."""
        if fleet.docked or (fleet.mission == "return" and fleet.plot):
            return Order()
        port, _ = self.nearest_port(fleet.at)
        return Order(Return(port, leads=False, pace=zones), self.data.port(port).zone, zones)
