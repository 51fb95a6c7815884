"""What each side of an operation may know (section 9).

A side has its own desk, but for what the enemy has done to it in secret: which of its fleets he shadows, which boats
have tried to come up with them. Of the enemy it has its reports, by numbers that say nothing of who is behind them, and
the ships that it sees at the moment: in a battle those that it has recognised, below its aircraft, before its boats,
off a port. What it saw go down it remembers. Weather and light are open. Everything else is simply not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from barents.games.operations import state as s
from barents.games.operations.air.sighting_reports import known_now
from barents.games.operations.data import Data
from barents.games.operations.fights import Battle, Division, Encounter, Fighter, Hunt, Raid, Siege
from barents.games.operations.fleets.contact import in_own_order
from barents.games.operations.state import SUNK, Boat, Desk, Ship, State
from barents.games.operations.submarines.boats import shadow_zone
from barents.kernel.disclosure import for_all, for_owner
from barents.kernel.game import Notebook
from barents.kernel.sides import Observer, Side

SHADOWS = "shadows"  # what an owner knows of a boat that keeps contact: not with which fleet
DOWN = ("OP-DMG-sunk", "OP-SUB-damage")  # the rules under which units are seen to be lost
FIRST = 1  # the turn that it is for all who may not know how early the Allies have sailed (OP-TIME-premature)

# Steps in which nothing is shown to those who look on, before the submarines get their orders, and after that.
MOVING = (s.Movement, s.ContactChoice, s.ContactResult, s.Search, s.LaunchStrikes, s.InshorePatrols)
BOATS = (s.BoatActions, s.BoatContact, s.BoatAttack)
ENDING = (*BOATS, s.Hunting, s.SurfaceActions, s.Bombardment, s.SeaKeeping, s.Record, s.Declare)
MOVEMENT, SUBMARINES = "movement", "submarines"


def known(data: Data, state: State, observer: Observer) -> State:
    """A new state from open facts, the observer's own desk, and what it sees of the enemy."""
    if observer is Observer.UMPIRE:
        return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    eyes = Eyes(data, state, observer.side)
    agenda, phase = eyes.agenda()
    return State(
        agenda=agenda,
        notebook={side: _notebook(state, side, observer.side) for side in Side},
        result=for_all(state.result),
        scenario=state.scenario,
        options=state.options,
        month=state.month,
        year=state.year,
        turns=state.turns,
        turn=state.turn if observer is Observer.ALLIED else max(FIRST, state.turn),
        cautious=state.cautious,
        long_search=state.long_search,
        complete=state.complete,
        grounding=state.grounding and observer is Observer.AXIS,
        desks={side: eyes.own_desk(side) if side is observer.side else eyes.enemy_desk(side) for side in Side},
        weather=for_all.each(state.weather),
        encounters=eyes.encounters(),
        battles=eyes.battles_to_come(),
        battle=eyes.battle(state.battle),
        fought=eyes.battle(state.fought),
        raids=[raid for raid in map(eyes.raid, state.raids) if raid is not None],
        hunt=eyes.hunt(),
        siege=eyes.siege(),
        sunk=eyes.sunk(),
        expected=eyes.expected(),
        phase=phase,
    )


def _notebook(state: State, side: Side, own: Side | None) -> Notebook:
    """A side's notebook; of another's only what it saw go down, which was told to everyone.

    That is in an order of its own: in that of the notebook one could see who had been recognised before she sank.
    """
    book = state.notebook[side]
    if side is own:
        return for_owner(book)
    return Notebook({key: rule for key, rule in sorted(book.identified.items()) if rule in DOWN})


class Eyes:
    """What one observer sees of a state."""

    def __init__(self, data: Data, state: State, own: Side | None) -> None:
        self.data, self.state, self.own = data, state, own

    # Units

    def own_desk(self, side: Side) -> Desk:
        """A side's own desk, without what only the umpire knows."""
        desk = for_owner(self.state.desks[side])
        # Where those are that boats shadow is told before the boats get their orders.
        ordered = bool(self.state.agenda) and isinstance(self.state.agenda[-1], s.BoatOrders)
        for boat in self.state.desks[side].boats.values():
            if boat.shadows:
                zone = shadow_zone(self.state, self.data, boat) if ordered else None
                desk.boats[boat.key].shadows = zone or SHADOWS
        return desk

    def enemy_desk(self, side: Side) -> Desk:
        """Of another side's desk the ships that are in sight now, or were seen to go down, and boats that were sunk."""
        ships, boats = self.state.desks[side].ships, self.state.desks[side].boats
        sunk = set(self._sunk(side))
        seen = [*sunk, *(key for key in self._in_sight(side) if key not in sunk)]
        return Desk(
            ships={key: _seen(ships[key], sunk=key in sunk) for key in sorted(seen) if key in ships},
            boats={key: Boat(key, boats[key].type, SUNK, boats[key].name) for key in sorted(sunk) if key in boats},
        )

    def _in_sight(self, side: Side) -> list[str]:
        """The ships of a side that the observer sees now; of those that are everywhere open everybody does."""
        state, found = self.state, list[str]()
        if state.battle is not None:
            found += [one.ship for one in state.battle.ships.values() if one.seen]
        if state.siege is not None:
            found += [*state.siege.ships, *state.siege.targets]
        for raid in state.raids[:1]:
            found += raid.ships if raid.side is self.own else ()
        if state.hunt is not None and state.hunt.side is self.own:
            found += state.hunt.ships
        ships = state.desks[side].ships
        return [key for key in dict.fromkeys(found) if key in ships]

    def _sunk(self, side: Side) -> list[str]:
        """The ships and boats of a side that its enemy has seen go down."""
        found = [key for key, rule in self.state.notebook[side.enemy].identified.items() if rule in DOWN]
        return found if self.own is side.enemy else sorted(found)

    def sunk(self) -> dict[Side, list[str]]:
        """What is known to have been lost."""
        found = {side: list(self.state.sunk.get(side, ())) if side is self.own else self._sunk(side) for side in Side}
        return {side: keys for side, keys in found.items() if keys}

    def expected(self) -> dict[Side, Desk]:
        """In a month of a campaign what the observer expects of the enemy; what he expects it may not know."""
        found = self.state.expected.items()
        return {side: for_owner(desk) for side, desk in found if self.own is not None and side is not self.own}

    # Meetings and battles

    def _contact_with(self, fleet: str) -> str:
        """The number by which the observer knows an enemy fleet this turn."""
        contact = None if self.own is None else known_now(self.state, self.state.desks[self.own], fleet)
        return "" if contact is None else contact.key

    def encounters(self) -> list[Encounter]:
        """Of the meetings of a segment those in which the observer has contact."""
        return self._meetings([meeting for meeting in self.state.encounters if self.own in meeting.contact])

    def battles_to_come(self) -> list[Encounter]:
        """Everyone knows where there will be a battle; who fights it each side knows of its own."""
        return self._meetings(self.state.battles)

    def _meetings(self, found: list[Encounter]) -> list[Encounter]:
        """Meetings in an order that tells nothing of the enemy."""
        if self.own is None:
            return sorted((self._meeting(one) for one in found), key=lambda one: one.zone)
        return [self._meeting(one) for one in in_own_order(self.state, self.own, found)]

    def _meeting(self, meeting: Encounter) -> Encounter:
        """A meeting with the enemy's fleet by its number, and without his contact and choice."""
        own = self.own
        if own is None:
            return Encounter(meeting.zone, {})
        number = self._contact_with(meeting.fleets[own.enemy])
        return Encounter(
            meeting.zone,
            {own: meeting.fleets[own], **({own.enemy: number} if number else {})},
            contact=[own] if own in meeting.contact else [],
            choice={side: choice for side, choice in meeting.choice.items() if side is own},
        )

    def battle(self, battle: Battle | None) -> Battle | None:
        """A battle as far as it lies open; of the enemy neither fleets nor aims, nor which ships they are."""
        if battle is None:
            return None
        own = self.own
        return Battle(
            battle.zone,
            battle.engager,
            {side: list(keys) for side, keys in battle.fleets.items() if side is own},
            surprised=list(battle.surprised),
            joining={side: list(keys) for side, keys in battle.joining.items() if side is own and keys},
            divisions=[self._division(battle, division) for division in battle.divisions],
            ships={name: self._fighter(one) for name, one in battle.ships.items()},
            round=battle.round,
            stop=[side for side in battle.stop if side is own],
            fired=for_all.listed(battle.fired),
        )

    def _division(self, battle: Battle, division: Division) -> Division:
        """A division; whether an enemy's is a train is seen with its ships, and that it wants to leave when it has.

        How fast it moves is seen, but not whether it could move faster.
        """
        if division.side is self.own:
            return for_owner(division)
        seen = for_all(division)
        seen.train = division.train and any(battle.ships[name].seen for name in division.ships)
        seen.leaves = division.leaves and division.left
        return seen

    def _fighter(self, fighter: Fighter) -> Fighter:
        """A ship in a battle: one's own, or one that has been recognised, or a number."""
        if self.own is not None and fighter.ship in self.state.desks[self.own].ships:
            return for_owner(fighter)
        return for_all.but(fighter, ship=fighter.ship if fighter.seen else "", fleet="")

    # Raids, submarines, bombardments

    def raid(self, raid: Raid) -> Raid | None:
        """One's own raids, by the numbers of contacts; the enemy's once it has begun, and what aircraft come."""
        if raid.side is self.own:
            return for_owner.but(raid, fleet="")
        if not raid.seen:
            return None
        return Raid(
            raid.side,
            raid.fleet if self.own is not None else "",
            raid.zone,
            "",
            bombers=self._numbered(raid.side, raid.bombers),
            escorts=self._numbered(raid.side, raid.escorts),
            flak=raid.flak,
            seen=True,
        )

    def _numbered(self, side: Side, keys: Iterable[str]) -> list[str]:
        """Aircraft by type, each with a number that says nothing else."""
        air, counts, found = self.state.desks[side].air, Counter[str](), []
        for key in keys:
            if key in air:
                counts[air[key].type] += 1
                found.append(f"{air[key].type}/{counts[air[key].type]}")
        return found

    def hunt(self) -> Hunt | None:
        """One's own boat in contact; the enemy's if she has been found, but not which she is."""
        hunt = self.state.hunt
        if hunt is None:
            return None
        if hunt.side is self.own:
            return for_owner.but(hunt, fleet="")
        if not hunt.detected:
            return None
        return Hunt(hunt.side, "", hunt.fleet if self.own is not None else "", detected=True)

    def siege(self) -> Siege | None:
        """A bombardment lies open, but for what the fleet is called by its own side."""
        siege = self.state.siege
        if siege is None:
            return None
        return for_owner(siege) if siege.side is self.own else for_all.but(siege, fleet="")

    # What is to come

    def agenda(self) -> tuple[list[s.AnyStep], str]:
        """The agenda, and the phase, as far as an observer can know where the game is.

        Each side knows the order of a turn, and is asked something in every part of it. But not whether an enemy boat
        attacks; and those who look on are shown nothing of what either side does in secret.
        """
        state = self.state
        if self.own is not None:
            return [self._step(step) for step in state.agenda], state.phase
        if state.battle is not None or state.siege is not None or any(raid.seen for raid in state.raids):
            return for_all.listed(state.agenda), state.phase
        return self._looked_on()

    def _step(self, step: s.AnyStep) -> s.AnyStep:
        """A step; of an enemy boat's attack it is known that she was found, but not whether she presses on."""
        if not isinstance(step, s.BoatAttack):
            return for_all(step)
        if step.side is self.own:
            return for_owner(step)
        return s.BoatAttack(step.side, "press") if self._is_detected() else s.BoatContact(step.side)

    def _is_detected(self) -> bool:
        return self.state.hunt is not None and self.state.hunt.detected

    def _looked_on(self) -> tuple[list[s.AnyStep], str]:
        """For those who look on: the last step of each stretch in which sides are asked in secret stands for it."""
        state = self.state
        agenda = for_all.listed(state.agenda)
        if state.phase == "set-up":
            return agenda, state.phase
        second = Side.AXIS if state.turn % 2 else Side.ALLIED
        if self._is_detected() and state.hunt is not None:
            side = state.hunt.side
            rest = [step for step in agenda if not isinstance(step, BOATS)]
            waiting = [s.BoatActions(second)] if side is not second else []
            return [*rest, *waiting, s.BoatActions(side), s.BoatAttack(side, "press")], state.phase
        stripped = [*agenda]
        while stripped and isinstance(stripped[-1], MOVING):
            stripped.pop()
        if len(stripped) < len(agenda):
            return [*stripped, s.InshorePatrols(), s.LaunchStrikes(Side.AXIS)], MOVEMENT
        while stripped and isinstance(stripped[-1], ENDING):
            if isinstance(stripped[-1], s.SurfaceActions) and state.battles:
                return [*stripped, s.Hunting(), s.BoatActions(second), s.BoatContact(second)], SUBMARINES
            stripped.pop()
        if len(stripped) < len(agenda) or not agenda:
            return [*stripped, s.Declare(Side.AXIS)], SUBMARINES
        return agenda, state.phase


def _seen(ship: Ship, *, sunk: bool) -> Ship:
    """What is seen of an enemy's ship: which she is, and whether she burns."""
    return Ship(ship.key, ship.line, at=SUNK if sunk else "", name=ship.name, fire=ship.fire)
