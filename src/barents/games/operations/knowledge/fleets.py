"""The fleets of a side in an imagined world: where they have got to, and which of them is where one was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from barents.games.operations import state as s
from barents.games.operations.data import Data
from barents.games.operations.fights import Fighter
from barents.games.operations.rules.setup import TRANSPORT, new_ship
from barents.games.operations.rules.supposed import plain_line
from barents.games.operations.rules.units import CAPITAL, CARRIERS, of_types, ships_of, transports, type_of
from barents.games.operations.state import Contact, Fleet, State
from barents.games.operations.waters import Way
from barents.kernel.dice import Dice
from barents.kernel.sides import Side

STRAY = 2  # zones by which a fleet may be ahead of its plan or behind it
GONE = "gone"  # what a fleet is called of which there is nothing left
_BLANK = Fleet("", "", "", "raid")
FAR = 8  # zones that a fleet without a plan has gone from where it began, at most


class Fleets:
    """One side's fleets, to be put where they are needed; what is needed somewhere is `bound` to it."""

    def __init__(self, data: Data, known: State, world: State, side: Side, dice: Dice) -> None:
        self.data, self.known, self.side, self.dice = data, known, side, dice
        self.desk, self.turn, self.month = world.desks[side], world.turn, world.month
        self.bound: list[str] = []
        self.whole: list[str] = []  # of these every ship is in sight
        self.made = 0
        self.open = data.open_to(Way(self.month, side))

    # Where they have got to

    def sail(self) -> None:
        """Ships that were seen to go down are gone; the fleets of the others have sailed."""
        seen = self.known.desks[self.side].ships
        for key, ship in seen.items():
            if key not in self.desk.ships:  # one that came later than the scenario began
                self.desk.ships[key] = new_ship(self.data, key, ship.line, ship.name, "", 0)
            self.desk.ships[key].fire = ship.fire
        for key in self.known.sunk.get(self.side, ()):
            if key in self.desk.ships:
                ship = self.desk.ships[key]
                ship.fleet, ship.at, ship.lost = "", s.SUNK, {"hull": type_of(self.data, ship).hull}
        for fleet in list(self.desk.fleets.values()):
            if ships_of(self.desk, fleet.key):
                self._voyage(fleet)
            else:
                del self.desk.fleets[fleet.key]
        for ship in self.desk.ships.values():
            parts = self.data.tables.fuel.parts
            ship.fuel = max(min(ship.fuel, parts), ship.fuel - self.dice.below(2 * max(self.turn, 1)))

    def _voyage(self, fleet: Fleet) -> None:
        """A fleet with a plan is somewhere along it; another lies in port still, or is within reach of it."""
        way = self.data.through([fleet.at, *fleet.plan], self.month, self.side) if fleet.plan else []
        gone = max(0, self.turn - fleet.sails)
        if way:
            index = fleet.pace * gone + self.dice.below(2 * STRAY + 1) - STRAY
            index = max(0, min(index, len(way) - 1)) if gone else 0
            if index:
                goal = fleet.plan[-1]
                fleet.plan = [] if index == len(way) - 1 else [goal]
                self.put(fleet, way[index])
                fleet.docked = not fleet.plan and self._is_own_port(fleet.at)
                fleet.plot = way[index + 1 : index + 1 + fleet.pace]
                fleet.moves = len(fleet.plot)
        elif gone and self.dice.below(2):
            near = [zone for zone in self.data.reach(fleet.at, min(gone, FAR)) if self._is_open_sea(zone)]
            if near:
                self.put(fleet, self.dice.choice(near))

    def _is_open_sea(self, zone: str) -> bool:
        return zone in self.open and not self.data.is_harbour(zone)

    def _is_own_port(self, zone: str) -> bool:
        port = self.data.port_at(zone)
        return port is not None and port.side is self.side

    def put(self, fleet: Fleet, zone: str, *, docked: bool = False) -> None:
        """A fleet is in a zone, and has been there all the turn."""
        fleet.at, fleet.docked, fleet.track = zone, docked, [zone]
        fleet.since = fleet.since or (0 if docked else max(1, fleet.sails))
        fleet.plot, fleet.moves = [], 0
        if fleet.mission == "bombard":
            fleet.mission, fleet.port = "raid", ""

    def leave_port(self, zone: str) -> None:
        """Nobody lies in a port any more."""
        beside = next(other for other in self.data.neighbours(zone) if self._is_open_sea(other))
        for fleet in self.desk.fleets.values():
            if fleet.docked and fleet.at == zone:
                self.put(fleet, beside)

    # Where they are needed

    def at_sea_in(self, zone: str, like: Contact | None = None) -> str:
        """A fleet that is at sea in a zone, like the one that was reported."""
        return self._surely(self._place(zone, like, docked=False), zone, docked=False)

    def anywhere_in(self, zone: str, like: Contact | None = None) -> str:
        """A fleet in a zone, in port if there is one of its side; perhaps one that is gone."""
        return self._place(zone, like, docked=self._is_own_port(zone))

    def attacked_in(self, zone: str, like: Contact | None = None) -> str:
        """The same, of a fleet that is still there."""
        return self._surely(self.anywhere_in(zone, like), zone, docked=self._is_own_port(zone))

    def _place(self, zone: str, like: Contact | None, *, docked: bool) -> str:
        key = self._free(like)
        if key in self.desk.fleets:
            self.put(self.desk.fleets[key], zone, docked=docked)
            self.bound.append(key)
        return key

    def _surely(self, key: str, zone: str, *, docked: bool) -> str:
        """A fleet, or in the place of one that is gone a ship alone whom nobody expected."""
        return key if key in self.desk.fleets else self.of_ships([self._stranger()], zone, docked=docked)

    def _stranger(self, *, train: bool = False) -> str:
        """A ship that nobody expected: a destroyer, or a merchant."""
        self.made += 1
        key = f"{self.side}-stranger-{self.made}"
        line = TRANSPORT if train else plain_line(self.data, self.side, "DD")
        self.desk.ships[key] = new_ship(self.data, key, line, "", "", 0)
        return key

    def _free(self, like: Contact | None) -> str:
        """The fleet that fits best and is not needed elsewhere; if need be a ship of the largest is detached.

        Where every ship is spoken for there was a fleet once that is gone.
        """
        free = [fleet for fleet in self.desk.fleets.values() if fleet.key not in self.bound]
        if free:
            shuffled = self.dice.sample(free, len(free))
            return min(shuffled, key=lambda fleet: self._unlike(fleet, like)).key
        sizes = Counter(ship.fleet for ship in self.desk.ships.values() if ship.fleet not in ("", *self.whole))
        largest = max(sizes, key=lambda key: (sizes[key], key), default="")
        if sizes[largest] < 2:
            return self._new_key(f"{self.side}-{GONE}")
        return self._detach([ships_of(self.desk, largest)[-1].key])

    def _new_key(self, wish: str) -> str:
        """A name that no fleet has or had."""
        self.made += 1
        return f"{wish}-{self.made}"

    def _unlike(self, fleet: Fleet, contact: Contact | None) -> int:
        """How badly a fleet fits a report."""
        if contact is None:
            return 0
        ships = ships_of(self.desk, fleet.key)
        have = {
            "capital ship": bool(of_types(self.data, ships, *CAPITAL)),
            "carrier": bool(of_types(self.data, ships, *CARRIERS)),
            "merchants": bool(transports(self.data, ships)),
        }
        wrong = sum(have[flag] is not (flag in contact.flags) for flag in have) if contact.level > 1 else 0
        return 20 * wrong + abs(len(ships) - contact.number) + self.data.distance(fleet.at, contact.zone)

    def _detach(self, names: list[str]) -> str:
        """Some ships as a fleet of their own; what is left of others stays where it is."""
        first = self.desk.ships[names[0]]
        old = self.desk.fleets.get(first.fleet) or next(iter(self.desk.fleets.values()), _BLANK)
        key = self._new_key(f"{old.root or old.key or self.side}-part")
        fleet = msgspec.structs.replace(old, key=key, plot=[], plan=list(old.plan), track=list(old.track))
        self.desk.fleets[key] = fleet
        for name in names:
            self.desk.ships[name].fleet = key
        for other in list(self.desk.fleets):
            if not ships_of(self.desk, other):
                del self.desk.fleets[other]
        return key

    def of_ships(self, names: Iterable[str], zone: str, *, docked: bool = False) -> str:
        """A fleet of just these ships, in a zone."""
        afloat = [name for name in names if self.desk.ships[name].at != s.SUNK]
        key = self._detach(afloat)
        self.put(self.desk.fleets[key], zone, docked=docked)
        self.bound.append(key)
        self.whole.append(key)
        return key

    def identify(self, fighters: Mapping[str, Fighter], trains: set[str]) -> None:
        """Numbers in a battle that nobody has recognised are ships of those fleets of which others were."""
        known = [one.ship for one in fighters.values() if one.ship]
        fleets = Counter(self.desk.ships[name].fleet for name in known)
        able = [ship for ship in self.desk.ships.values() if ship.fleet and ship.key not in known]
        able = sorted(self.dice.sample(able, len(able)), key=lambda ship: -fleets[ship.fleet])
        for name, one in fighters.items():
            if not one.ship:
                fits = [ship for ship in able if type_of(self.data, ship).is_train is (name in trains)] or able
                if fits:
                    one.ship = fits[0].key
                    able.remove(fits[0])
                else:
                    one.ship = self._stranger(train=name in trains)

    # Reports

    def reported(self, contact: Contact, others: list[str]) -> str:
        """The fleet that a report of this turn is of, which no other is of."""
        here = [key for key in self.bound if self.desk.fleets[key].at == contact.zone and key not in others]
        return here[0] if here else self.anywhere_in(contact.zone, like=contact)

    def near(self, zone: str) -> str:
        """The fleet at sea nearest to a zone."""
        afloat = [fleet for fleet in self.desk.fleets.values() if not fleet.docked]
        if not afloat:
            return self.at_sea_in(zone)
        return min(afloat, key=lambda fleet: (self.data.distance(fleet.at, zone), fleet.key)).key

    def shadowed_in(self, zone: str) -> str:
        """A fleet at sea in a zone, of which a boat has kept sight."""
        here = [fleet for fleet in self.desk.fleets.values() if fleet.at == zone and not fleet.docked]
        for fleet in here:
            fleet.track, fleet.moves = [zone], 0
        return here[0].key if here else self.at_sea_in(zone)
