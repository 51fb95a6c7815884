"""What each side of Arctic Disaster may know.

Everyone sees where markers are. A force of the enemy is known by the number of its marker until it is detected, then by
its name; which ships it has, its fuel and speed, and whether it is a dummy, only its owner knows. Submarines are known
by numbers too. Ships lying singly lie open, and so does every ship in a combat; damage is told to all. Reports are in
the notebooks, as they were told.
"""

from __future__ import annotations

import msgspec

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import HELD, LOST, Activation, Boat, Force, Formation, Ship, State, Wing
from barents.kernel.disclosure import for_all, for_owner
from barents.kernel.game import Notebook
from barents.kernel.sides import Observer, Side

UNSEEN = "unseen"  # where a ship is that is with some force, nobody else knows with which


def known(data: Data, state: State, observer: Observer) -> State:
    """A new state from open facts, the observer's own units, and what it may see of the enemy's."""
    if observer is Observer.UMPIRE:
        return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    own = observer.side
    eyes = Eyes(data, state, own)
    return State(
        agenda=[eyes.step(step) for step in state.agenda],
        notebook={side: _notebook(state, side, own) for side in Side},
        result=for_all(state.result),
        scenario=state.scenario,
        options=state.options,
        turns=state.turns,
        weather=dict(state.weather),
        ships={side: eyes.ships(side) for side in Side},
        forces={side: eyes.forces(side) for side in Side},
        boats={side: eyes.boats(side) for side in Side},
        wings={side: eyes.wings(side) for side in Side},
        formations=eyes.formations(),
        turn=state.turn,
        phase=state.phase,
        pool=list(state.pool),
        aside=list(state.aside),
        drawer=state.drawer,
        active=eyes.active(),
        battle=eyes.battle(),
        raid=eyes.raid(),
        tactical=state.tactical,
        kept=state.kept,
        shadow=eyes.boat(Side.AXIS, state.shadow),
        knights_move=state.knights_move,
        hitler=eyes.hitler(),
        scatter=state.scatter,
        unseen=state.unseen if own is Side.AXIS else 0,
        tirpitz_seen=state.tirpitz_seen and own is Side.AXIS,
        orders=state.orders,
        grounding=state.grounding,
        massed_days=list(state.massed_days),
        massed=state.massed,
        stored=list(state.stored),
        damaged=list(state.damaged),
        awards=state.awards,
        west_turns=state.west_turns if own is Side.ALLIED else 0,
        west_now=state.west_now and own is Side.ALLIED,
        convoy_moved=state.convoy_moved and own is Side.ALLIED,
        handles=state.handles,
        found=eyes.found(),
        displayed=state.displayed,
        wrecks=dict(state.wrecks) if state.displayed or own is Side.ALLIED else {},
        considered=state.considered,
        asked={side: what for side, what in state.asked.items() if side is own},
    )


def mark(side: Side, handle: int) -> str:
    """What the enemy calls a marker that he does not know.

    >>> mark(Side.ALLIED, 4)
    'allied-4'
    """
    return f"{side}-{handle}"


def force_name(state: State, side: Side, key: str) -> str:
    """What the enemy calls a force: by its name once it is detected, else by its number; one that is gone has none."""
    force = state.forces[side].get(key)
    if force is None:
        return mark(side, 0) if key else ""
    return key if force.detected else mark(side, force.handle)


def _notebook(state: State, side: Side, own: Side | None) -> Notebook:
    """A side's notebook; of another's only the boats that have shown themselves to it, which their owner knows."""
    book = state.notebook[side]
    if side is own:
        return for_owner(book)
    return Notebook(dict(book.identified))


class Eyes:
    """What one observer sees of a state."""

    def __init__(self, data: Data, state: State, own: Side | None) -> None:
        self.data, self.state, self.own = data, state, own

    # Names

    def force(self, side: Side, key: str) -> str:
        """What the observer calls a force."""
        return key if side is self.own else force_name(self.state, side, key)

    def boat(self, side: Side, name: str) -> str:
        """What the observer calls a submarine."""
        boat = self.state.boats[side].get(name)
        if boat is None or side is self.own or boat.at == LOST or self._is_identified(side, name):
            return name
        return mark(side, boat.handle)

    def _any_boat(self, name: str) -> str:
        """What the observer calls a submarine of either side: those on an interceptor's way have met it too (7.7)."""
        return next(self.boat(side, name) for side in Side if name in self.state.boats[side])

    def _is_identified(self, side: Side, name: str) -> bool:
        return name in self.state.notebook[side.enemy].identified

    # Units

    def ships(self, side: Side) -> dict[str, Ship]:
        """A side's ships: all of one's own; of others those that lie open, and what damage is known."""
        ships = self.state.ships[side]
        if side is self.own:
            return for_owner.each(ships)
        found = {name: seen for name, ship in ships.items() if (seen := self._ship(side, ship)) is not None}
        return dict(sorted(found.items()))

    def _ship(self, side: Side, ship: Ship) -> Ship | None:
        """What is seen of an enemy's ship; nothing if it is with a force and unhurt, or has gone unseen."""
        if not ship.force:
            on_map = ship.at[:1].isdigit()
            merchant = self.data.counters[ship.id].is_merchant
            shown = on_map or ship.at == LOST or merchant or ship.watched
            if not shown:
                return self._hurt(ship)
            seen = for_all(ship)
            seen.square = ship.square
            return seen
        if not self._is_open(ship):
            return self._hurt(ship, self._square(ship))
        seen = for_all(ship)
        seen.force, seen.square = self.force(side, ship.force), self._square(ship)
        return seen

    def _is_open(self, ship: Ship) -> bool:
        """Whether a ship of a force is in a combat."""
        state = self.state
        fights = state.battle is not None and ship.id in state.battle.ships
        return fights or (state.raid is not None and ship.id in state.raid.ships)

    def _square(self, ship: Ship) -> str:
        """AD-H-display-secret: where a ship stands on the Convoy Display, once an attack has laid that open."""
        return ship.square if self.state.displayed and not ship.away else ""

    def _hurt(self, ship: Ship, square: str = "") -> Ship | None:
        """Damage is told to everyone when it is done; so is how far a merchant has come, and who hunts a shadower."""
        hit = ship.damage or ship.slower or ship.engine or ship.main or ship.secondary or ship.hangar
        if not (hit or ship.fired or square or ship.away or ship.reached):
            return None
        return Ship(
            ship.id,
            at=UNSEEN,
            damage=ship.damage,
            fired=ship.fired,
            slower=ship.slower,
            engine=ship.engine,
            main=ship.main,
            secondary=ship.secondary,
            hangar=ship.hangar,
            square=square,
            away=ship.away,
            reached=ship.reached,
        )

    def forces(self, side: Side) -> dict[str, Force]:
        """A side's force markers; of the enemy's the place, penalty markers, and whether it has been activated."""
        forces = self.state.forces[side]
        if side is self.own:
            return for_owner.each(forces)
        seen = [
            Force(
                self.force(side, force.key),
                force.at,
                force.handle,
                detected=force.detected,
                penalty=force.penalty,
                activated=force.activated,
            )
            for force in sorted(forces.values(), key=lambda force: force.handle)
        ]
        return {force.key: force for force in seen}

    def boats(self, side: Side) -> dict[str, Boat]:
        """AD-H-submarine-identity: a side's submarines on the map; of the enemy's neither names nor attacks."""
        boats = self.state.boats[side]
        if side is self.own:
            return for_owner.each(boats)
        seen = [
            Boat(self.boat(side, boat.id), boat.at, 0 if boat.at == LOST else boat.handle, moved=boat.moved)
            for boat in sorted(boats.values(), key=lambda boat: (boat.handle if boat.at != LOST else 0, boat.id))
            if boat.at != HELD
        ]
        return {boat.id: boat for boat in seen}

    def wings(self, side: Side) -> dict[str, Wing]:
        """A side's air units: losses are seen when they fly; in which box the carrier's are is hers to know."""
        wings = self.state.wings[side]
        if side is self.own:
            return for_owner.each(wings)
        return {name: Wing(name, wing.steps) for name, wing in wings.items()}

    def formations(self) -> dict[str, Formation]:
        """Where German formations are based is told when they move, and whether they have flown when they fly."""
        return for_all.each(self.state.formations)

    def hitler(self) -> s.Hitler:
        """AD 5.8.1: in the variant only the German knows what was decided."""
        secret = self.state.options.secret_hitler and self.own is not Side.AXIS
        return "stay" if secret and self.state.hitler == "recall" else self.state.hitler

    # What is under way

    def found(self) -> bool:
        """AD 7.7: both sides know whether an interceptor has found its target."""
        return self.own is not None and self.state.found

    def active(self) -> Activation | None:
        """The activated force; how far it can still go its owner alone knows."""
        active = self.state.active
        if active is None:
            return None
        side = active.side
        seen = Activation(
            side,
            self.force(side, active.force),
            began=active.began,
            came_from=active.came_from,
            stepped=active.stepped,
            searched=list(active.searched),
            air_searched=[self.force(side.enemy, key) for key in active.air_searched],
            met=[self._any_boat(name) for name in active.met],
            tried=[self.force(side.enemy, key) for key in active.tried],
            fought=list(active.fought),
            mutual=[self.force(side.enemy, key) for key in active.mutual],
        )
        if side is self.own:
            seen.left, seen.homeward = active.left, active.homeward
        return seen

    def battle(self) -> s.Battle | None:
        """Surface combat lies open."""
        battle = self.state.battle
        if battle is None:
            return None
        sides = {key: side for side, keys in battle.forces.items() for key in keys}
        return for_all.but(
            battle,
            forces={side: [self._fighter(side, key) for key in keys] for side, keys in battle.forces.items()},
            entered={self._fighter(sides[key], key): cell for key, cell in battle.entered.items() if key in sides},
        )

    def _fighter(self, side: Side, key: str) -> str:
        """What the observer calls a force in a combat, in which everyone has learned its name."""
        return self.force(side, key) if key in self.state.forces[side] else key

    def raid(self) -> s.Raid | None:
        """An air attack lies open."""
        raid = self.state.raid
        return None if raid is None else for_all.but(raid, target=self._fighter(raid.side.enemy, raid.target))

    def step(self, step: s.AnyStep) -> s.AnyStep:
        """A step of the agenda in the observer's words."""
        match step:
            case s.Activate(side, force):
                return for_all.but(step, force=self.force(side, force))
            case s.Interception(force) | s.Intercepted(force):
                active = self.state.active
                return for_all.but(step, force="" if active is None else self.force(active.side.enemy, force))
            case s.Search(side, force):
                return for_all.but(step, force=self.force(side.enemy, force), by=self.force(side, step.by))
            case s.Report(side, force, off_by):
                off_by = off_by if side.enemy is self.own else 0
                return for_all.but(step, force=self.force(side.enemy, force), off_by=off_by)
            case s.Contact(boat, side, force) | s.BoatAttack(boat, side, force) | s.ShadowAttempt(boat, side, force):
                return for_all.but(step, boat=self.boat(side.enemy, boat), force=self.force(side, force))
        return for_all(step)
