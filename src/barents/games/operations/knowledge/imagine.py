"""Worlds that agree with what a side of an operation knows: where the enemy could be, and with what.

The secrecy test is built on this, and a search plays in such worlds. Every world looks exactly like `known` to the
observer who knows it. The order of battle of a scenario is public, and in a month of a campaign the observer has what
it expects; whatever is in sight, or was reported this turn, is where it was seen, and the rest has sailed on its plans
or lies within reach of where it began. What was seen without being expected is there all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

import msgspec

from barents.games.operations import state as s
from barents.games.operations.data import Data
from barents.games.operations.fights import Encounter, Hunt, Raid
from barents.games.operations.knowledge.fleets import Fleets
from barents.games.operations.knowledge.known import FIRST, SHADOWS
from barents.games.operations.rules.base import BASE_NOTE
from barents.games.operations.rules.setup import opening
from barents.games.operations.rules.units import boats_at_sea, find_fleet, of_types, ships_of
from barents.games.operations.state import State
from barents.games.operations.submarines.attack import screen_dice
from barents.games.operations.submarines.boats import NO_BOAT
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer, Side, eyes_of

EARLY = 3  # premature turns that there may still be, at most


def imagine(data: Data, known: State, observer: Observer, dice: Dice) -> State:
    """A whole world in which the observer would know just this."""
    world = _copy(known)
    if observer is Observer.UMPIRE:
        return world
    hidden = [side for side in Side if observer is not eyes_of(side)]
    if known.scenario in data.scenarios:
        start = opening(data, known.scenario, known.options)
        world.desks |= {side: start.desks[side] for side in hidden}
        world.grounding = start.grounding if Side.AXIS in hidden else known.grounding
    else:
        world.desks |= {side: _copy(known).expected.get(side, s.Desk()) for side in hidden}
    if Side.ALLIED in hidden and world.agenda and isinstance(world.agenda[-1], s.Premature):
        world.turn = FIRST - 1 - dice.below(EARLY)
    if not any(isinstance(step, s.SetUp) for step in world.agenda):
        _World(data, known, world, hidden, dice).fill()
    return world


def _copy(state: State) -> State:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)


class _World:
    """One world, filled with one enemy, or for those who look on with both sides."""

    def __init__(self, data: Data, known: State, world: State, hidden: list[Side], dice: Dice) -> None:
        self.data, self.known, self.world, self.hidden, self.dice = data, known, world, hidden, dice
        self.fleets = {side: Fleets(data, known, world, side, dice) for side in hidden}
        self.next: s.AnyStep | None = world.agenda[-1] if world.agenda else None

    def fill(self) -> None:
        """Units first, then all that is under way: first where ships are in sight, then where fleets must be."""
        for side in self.hidden:
            self.fleets[side].sail()
            self._place_boats(side)
        self._battle()
        self._siege()
        self._hunt()
        for raid in sorted(self.world.raids, key=lambda raid: not raid.ships):
            self._raid(raid)
        for meeting in [*self.world.encounters, *self.world.battles]:
            self._meeting(meeting)
        for side in self.hidden:
            self._reports(side)
            self._shadows(side)
            self._carriers(side)
            self._queue(side)
        self._base()

    # Meetings and battles

    def _meeting(self, meeting: Encounter) -> None:
        """Two fleets that have met: one's own, and one where the other was seen or must be."""
        engaged = meeting in self.world.battles
        for side in self.hidden:
            number = meeting.fleets.get(side, "")
            contact = self._contact(side, number)
            met = contact.fleet if contact is not None else ""
            zone = contact.zone if contact is not None else meeting.zone
            key = met or self.fleets[side].at_sea_in(zone, like=contact)
            meeting.fleets[side] = key
            if contact is not None:
                contact.fleet = key
            if engaged and key in self.world.desks[side].fleets:
                self.world.desks[side].fleets[key].engaged = True
        meeting.fleets = {side: meeting.fleets[side] for side in Side}
        if engaged and len(self.hidden) == 1:
            # Whoever did not attack was attacked; of two who attack the German is at cell 0.
            enemy = self.hidden[0]
            attacked = meeting.choice.get(enemy.enemy) != "engage"
            meeting.engager = enemy if attacked or (enemy is Side.AXIS and self.dice.below(2)) else enemy.enemy

    def _contact(self, side: Side, number: str) -> s.Contact | None:
        """The observer's report of a fleet of a side, by its number."""
        return self.world.desks[side.enemy].contacts.get(number)

    def _battle(self) -> None:
        """Every number on the track is a ship: those that were recognised, and others as they come."""
        battle = self.world.battle
        if battle is None:
            return
        for side in self.hidden:
            letter = "a" if side is Side.ALLIED else "g"
            fighters = {name: one for name, one in battle.ships.items() if name.startswith(letter)}
            if not fighters:
                battle.fleets[side] = [self.fleets[side].at_sea_in(battle.zone)]
                continue
            trains = {name for one in battle.divisions if one.side is side and one.train for name in one.ships}
            self.fleets[side].identify(fighters, trains)
            alive = [one.ship for one in fighters.values() if not one.gone]
            key = self.fleets[side].of_ships(alive, battle.zone) if alive else ""
            for one in fighters.values():
                one.fleet = "" if one.gone else key
            battle.fleets[side] = [key] if key else []
            if key:
                self.world.desks[side].fleets[key].engaged = True
        battle.fleets = {side: battle.fleets[side] for side in Side}

    # What else is under way

    def _siege(self) -> None:
        """A fleet off a port, and the ships that lie in it."""
        siege = self.world.siege
        if siege is None:
            return
        zone = self.data.port(siege.port).zone
        if siege.side in self.hidden:
            siege.fleet = self.fleets[siege.side].of_ships(siege.ships, zone)
            fleet = self.world.desks[siege.side].fleets[siege.fleet]
            fleet.mission, fleet.port = "bombard", siege.port
        if siege.side.enemy in self.hidden:
            self.fleets[siege.side.enemy].leave_port(zone)
            if siege.targets:
                self.fleets[siege.side.enemy].of_ships(siege.targets, zone, docked=True)

    def _raid(self, raid: Raid) -> None:
        """An enemy raid has aircraft of the types that were seen; one's own goes for whatever was reported."""
        target = raid.side.enemy
        if target in self.hidden:
            contact = self._contact(target, raid.contact)
            ships = [key for key in raid.ships if self.world.desks[target].ships[key].at != s.SUNK]
            if raid.ships and ships:
                raid.fleet = self.fleets[target].of_ships(ships, raid.zone, docked=self._in_port(target, raid.zone))
            elif not raid.ships:
                met = contact.fleet if contact is not None else ""
                place = self.fleets[target].attacked_in if raid.seen else self.fleets[target].anywhere_in
                raid.fleet = met or place(raid.zone, like=contact)
            if contact is not None:
                contact.fleet = raid.fleet
        if raid.side in self.hidden:
            taken: list[str] = []
            raid.bombers = [self._squadron(raid, word, "strike", taken) for word in raid.bombers]
            raid.escorts = [self._squadron(raid, word, "escort", taken) for word in raid.escorts]
            if self.next == s.AirRaid("attack"):
                raid.ships = [ship.key for ship in ships_of(self.world.desks[target], raid.fleet)]

    def _in_port(self, side: Side, zone: str) -> bool:
        port = self.data.port_at(zone)
        return port is not None and port.side is side

    def _squadron(self, raid: Raid, word: str, sortie: s.Sortie, taken: list[str]) -> str:
        """A squadron of the type that was seen, which is in the air now."""
        kind = word.partition("/")[0]
        air = self.world.desks[raid.side].air
        key = next((step.key for step in air.values() if step.type == kind and step.key not in taken), "")
        if not key:  # nobody expected it: it flies from where it is seen
            key = self._unused(air, kind)
            air[key] = s.Squadron(key, kind, raid.zone)
        taken.append(key)
        step = air[key]
        step.sortie, step.last, step.centre, step.flew, step.sorties = sortie, sortie, raid.zone, self.world.turn, 1
        return key

    def _hunt(self) -> None:
        """A boat in contact: one's own before a fleet, whose ships she may see, or an enemy who has been found."""
        hunt = self.world.hunt
        if hunt is None:
            return
        target = hunt.side.enemy
        if target in self.hidden:
            contact = self._contact(target, hunt.contact)
            zone = contact.zone if contact is not None else self.dice.choice(self._seas(target))
            alive = [key for key in hunt.ships if self.world.desks[target].ships[key].at != s.SUNK]
            if alive:
                hunt.fleet = self.fleets[target].of_ships(alive, zone)
            elif not hunt.ships:
                hunt.fleet = self.fleets[target].at_sea_in(zone, like=contact)
            if contact is not None:
                contact.fleet = hunt.fleet
        if hunt.side in self.hidden:
            self._enemy_boat(hunt)
        if hunt.fleet in self.world.desks[target].fleets and isinstance(self.next, s.BoatAttack):
            fleet = self.world.desks[target].fleets[hunt.fleet]
            hunt.dice = screen_dice(self.world, self.data, target, fleet)

    def _enemy_boat(self, hunt: Hunt) -> None:
        """An enemy boat that has been found by a fleet."""
        desk = self.world.desks[hunt.side]
        _, fleet = find_fleet(self.world, hunt.fleet)
        able = list(boats_at_sea(desk))
        if not able:  # nobody expected her
            types = [row.id for row in self.data.boat_classes.values() if row.side is hunt.side]
            able = [s.Boat(self._unused(desk.boats, "boat"), self.dice.choice(types), fleet.at)]
            desk.boats[able[0].key] = able[0]
        boat = self.dice.choice(able)
        boat.at, hunt.boat = fleet.at, boat.key
        number = len(ships_of(self.world.desks[hunt.side.enemy], hunt.fleet))
        desk.numbers += 1
        hunt.contact = f"c{desk.numbers}"
        desk.contacts[hunt.contact] = s.Contact(
            hunt.contact, self.world.turn, fleet.at, 2, boat.name, number=number, fleet=hunt.fleet
        )

    # Reports

    def _reports(self, side: Side) -> None:
        """Whatever the observer was told this turn is of some fleet, and of each another."""
        if side.enemy in self.hidden:
            return
        reports = [one for one in self.world.desks[side.enemy].contacts.values() if one.turn == self.world.turn]
        met = [meeting.fleets[side] for meeting in [*self.world.encounters, *self.world.battles]]
        for contact in reports:
            if not contact.fleet:
                contact.fleet = self.fleets[side].reported(contact, [*met, *(one.fleet for one in reports)])

    def _shadows(self, side: Side) -> None:
        """A boat of the observer's that shadows has a fleet before her."""
        if side.enemy in self.hidden:
            return
        for boat in self.world.desks[side.enemy].boats.values():
            if boat.shadows == SHADOWS:
                boat.shadows = self.fleets[side].near(boat.at)
            elif boat.shadows:
                boat.shadows = self.fleets[side].shadowed_in(boat.shadows)

    # Submarines and aircraft

    def _place_boats(self, side: Side) -> None:
        """Boats that were not seen to go down are anywhere in the waters that the scenario gives them."""
        boats, sunk = self.world.desks[side].boats, self.known.desks[side].boats
        seas = self._seas(side)
        for boat in boats.values():
            boat.at = self.dice.choice(seas)
        for key, boat in sunk.items():
            boats[key] = msgspec.structs.replace(boat)

    def _seas(self, side: Side) -> list[str]:
        """Where a side's boats may begin."""
        file = self.data.scenarios.get(self.known.scenario)
        rows = [row for row in file.boats if row.side is side] if file is not None else []
        found = [
            zone
            for zone in self.data.navigable
            if any(row.columns[0] <= self.data.column(zone) <= row.columns[1] for row in rows)
            and self.data.may_place(side, zone, self.known.month)
        ]
        return found or [zone for zone in self.data.navigable if self.data.may_lie(zone, self.known.month)]

    def _unused(self, units: Mapping[str, object], stem: str) -> str:
        """A name that no unit has."""
        return next(name for number in count(1) if (name := f"{stem}-{number}") not in units)

    def _queue(self, side: Side) -> None:
        """The boats that still have to act: some, if their side's turn is on or to come."""
        desk = self.world.desks[side]
        if any(isinstance(step, s.BoatActions) and step.side is side for step in self.world.agenda):
            hunting = self.world.hunt.boat if self.world.hunt is not None else ""
            names = [boat.key for boat in boats_at_sea(desk) if boat.key != hunting]
            desk.queue = self.dice.sample(names, self.dice.below(len(names) + 1))
            acting = isinstance(self.next, s.BoatContact | s.BoatAttack) and self.next.side is side
            if not acting and not desk.queue:
                desk.queue = [NO_BOAT]

    def _carriers(self, side: Side) -> None:
        """Aircraft whose carrier has gone down are lost, but for those that are in the air."""
        desk = self.world.desks[side]
        for step in list(desk.air.values()):
            if step.base in desk.ships and not desk.ships[step.base].fleet and step.flew != self.world.turn:
                del desk.air[step.key]

    def _base(self) -> None:
        """C.6: every base that the Allies have found is kept by an oiler."""
        if self.hidden != [Side.AXIS]:
            return
        desk = self.world.desks[Side.AXIS]
        facts = self.known.notebook[Side.ALLIED].facts
        zones = [str(zone) for key, zone in facts.items() if key.startswith(BASE_NOTE) and zone]
        oilers = [ship.key for ship in of_types(self.data, desk.ships.values(), "AO") if ship.fleet]
        for zone, oiler in zip(zones, oilers, strict=False):
            self.fleets[Side.AXIS].of_ships([oiler], zone)
            desk.bases[zone] = s.Base(zone, oiler, ready=True, found=True)
