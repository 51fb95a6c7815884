"""Worlds that agree with what a side of Arctic Disaster knows: which ships could be under the markers that it sees.

The secrecy test is built on this, and a search plays in such worlds. Every world looks exactly like `known` to the
observer who knows it. Markers keep their places and numbers; ships are dealt to them as the scenario groups them, a
detected marker has the ships that it set out with, and markers for which nothing is left are dummies.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data
from barents.games.arctic_disaster.knowledge.known import UNSEEN, mark
from barents.games.arctic_disaster.rules.confirmed import confirmed
from barents.games.arctic_disaster.rules.convoy_display import closed_up, usual_places
from barents.games.arctic_disaster.rules.patrols import cells_of, waters_of
from barents.games.arctic_disaster.rules.setup import opening
from barents.games.arctic_disaster.rules.submarines import is_dummy, is_of_the_convoy
from barents.games.arctic_disaster.rules.tirpitz import tirpitz_hex
from barents.games.arctic_disaster.rules.units import in_force
from barents.games.arctic_disaster.state import HELD, KNIGHTS_MOVE, LOST, OUT, REMOVED, WAITING, Boat, Ship, State
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer, Side, eyes_of

SHOWN = (s.Report, s.Interception, s.Intercepted)  # steps of forces that are no dummies


def imagine(data: Data, known: State, observer: Observer, dice: Dice) -> State:
    """A whole world in which the observer would know just this."""
    world = msgspec.msgpack.decode(msgspec.msgpack.encode(known), type=State)
    if observer is Observer.UMPIRE:
        return world
    for side in Side:
        if observer is not eyes_of(side):
            _Dealer(data, world, side, dice).deal()
    if world.options.secret_hitler and observer is not Observer.AXIS and world.hitler == "stay":
        world.hitler = "recall" if dice.below(2) else "stay"
    return world


class _Dealer:
    """One deal of one side's hidden units."""

    def __init__(self, data: Data, world: State, side: Side, dice: Dice) -> None:
        self.data, self.world, self.side, self.dice = data, world, side, dice
        self.names: dict[str, str] = {}
        self.told: list[str] = []  # the ships that are known to be under certain markers (5.3)
        self.file = data.scenarios[world.scenario]

    def deal(self) -> None:
        """Forces, submarines and aircraft; then everything that spoke of them by their numbers."""
        if any(boat.at == WAITING for boat in self.world.boats[self.side].values()):
            self._before_the_game()
        else:
            self._forces()
            self._boats()
            self._aircraft()
        self._rename()
        if self.side is Side.ALLIED:
            self._course()

    def _before_the_game(self) -> None:
        """Nothing is on the map yet."""
        start = opening(self.data, self.world.scenario, self.world.options)
        self.world.ships[self.side] = start.ships[self.side]
        self.world.forces[self.side] = start.forces[self.side]
        self.world.boats[self.side] = start.boats[self.side]
        self.world.wings[self.side] = start.wings[self.side]
        if self.side is Side.AXIS:
            self.world.formations = start.formations

    def _course(self) -> None:
        """AD 9.2: PQ-17 has to move when it is activated, and so it has, unless it is about to."""
        world, active = self.world, self.world.active
        marker = world.forces[Side.ALLIED].get(CONVOY)
        under_way = active is not None and (active.side, active.force) == (Side.ALLIED, CONVOY) and not active.stepped
        world.convoy_moved = marker is not None and marker.activated and not under_way

    # Forces and ships

    def _forces(self) -> None:
        """Each marker gets a name, and ships or none."""
        side, world = self.side, self.world
        markers = world.forces[side]
        groups = self._groups()
        certain, real = self._confirmed(groups)
        dealt: dict[str, list[str]] = {}
        for key in [key for key in markers if key in self.data.markers]:
            dealt[key] = groups.pop(key, []) if key not in certain else certain.pop(key)
        free = self.dice.sample(list(markers), len(markers))
        free = [key for key in free if key not in dealt and key not in certain]
        free.sort(key=lambda key: (key not in self._shadowed(), key not in real))
        unused = [key for key in self._unfought() if key not in dealt]
        for known_mark, names in certain.items():
            key = self._set_out_in(names)
            if key not in unused:
                spare = [key for key in unused if key != CONVOY]
                key = self.dice.choice([key for key in spare if key not in groups] or spare)
            unused.remove(key)
            self._take(known_mark, key)
            dealt[key] = names
        self._without_markers(groups, dealt, unused)
        for key in self._in_order(groups):
            target = self._marker_for(free, groups[key])
            if target is not None:
                free.remove(target)
                unused.remove(key)
                self._take(target, key)
                dealt[key] = groups.pop(key)
        for target in free:  # feigned
            key = self.dice.choice([key for key in unused if key != CONVOY])
            unused.remove(key)
            self._take(target, key)
            dealt[key] = []
        self._fill(dealt, groups, real)
        self._set_sail(dealt, groups)

    def _confirmed(self, groups: dict[str, list[str]]) -> tuple[dict[str, list[str]], list[str]]:
        """AD 5.3, 10.2.1: the markers of which the observer knows the ships, with these, and those that are no dummies.

        The ships are taken out of their groups. Where they are under several markers one has them all; one that is in
        sight has at least one.
        """
        keys = {mark(self.side, force.handle): key for key, force in self.world.forces[self.side].items()}
        certain: dict[str, list[str]] = {}
        real: list[str] = []
        for fact in confirmed(self.world, self.side.enemy):
            there = [keys[one] for one in fact.marks if one in keys]
            if len(there) < len(fact.marks):
                continue  # some of them are gone, and nobody knows with which of the ships
            if fact.ships is None:
                real += there
                continue
            names = [name for group in groups.values() for name in group if name in fact.ships]
            for group in groups.values():
                group[:] = [name for name in group if name not in names]
            self.told += names
            order = self.dice.sample(there, len(there))
            order.sort(key=lambda key: key not in self.data.markers)  # those in sight first
            for key in order:
                certain[key] = names[:1] if key in self.data.markers else []
                names = names[len(certain[key]) :]
            certain[order[0]] += names
        for key in [key for key, names in groups.items() if not names]:
            del groups[key]
        return certain, real

    def _set_out_in(self, names: Sequence[str]) -> str:
        """The marker that the first of some ships set out under."""
        return next((start.marker for start in self.file.forces if names and names[0] in start.ships), "")

    def _without_markers(
        self, groups: dict[str, list[str]], dealt: dict[str, list[str]], unused: Sequence[str]
    ) -> None:
        """Ships whose marker is another's now sail under one that is free, or have left the map."""
        for key in [key for key in groups if key in dealt]:
            spare = [other for other in unused if other != CONVOY and other not in groups]
            groups.setdefault(spare[0] if spare else OUT, []).extend(groups.pop(key))

    def _groups(self) -> dict[str, list[str]]:
        """The ships that nobody has seen go down or lie singly, as the scenario groups them, by their markers."""
        seen = {name for name, ship in self.world.ships[self.side].items() if ship.at != UNSEEN and not ship.force}
        boats = self.world.boats[self.side]
        groups: dict[str, list[str]] = {}
        scattered = self.world.scatter == "done"
        for start in self.file.forces:
            if self.data.markers[start.marker].side is not self.side:
                continue
            for name in start.ships:
                about = self.data.counters[name]
                if name in seen or name in boats or (scattered and about.is_sub):
                    continue
                group = self._told_with(name) or start.marker
                if group == CONVOY and scattered:
                    group = self._new_marker() if about.type == "DD" else OUT
                elif (group == CONVOY and self._has_arrived()) or self._is_elsewhere(name, group):
                    group = OUT
                groups.setdefault(group, []).append(name)
        for name, ship in self.world.ships[self.side].items():
            if ship.force in self.data.markers:  # in a combat with a force whose name is known
                for names in groups.values():
                    if name in names:
                        names.remove(name)
                groups.setdefault(ship.force, []).append(name)
        return {key: names for key, names in groups.items() if names and key != OUT} | (
            {OUT: groups[OUT]} if groups.get(OUT) else {}
        )

    def _told_with(self, name: str) -> str:
        """AD 14.0: a force with which the carrier can be when the German was told that Knight's Move may be put in.

        It is in sight and far from Tirpitz; if there is none, she has left the map.
        """
        told = self.world.notebook[self.side.enemy].facts.get(KNIGHTS_MOVE)
        if self.side is not Side.ALLIED or name != CARRIER or told != str(self.world.turn):
            return ""
        far, at = self.data.tables.other.knights_move_distance, tirpitz_hex(self.world, self.data)
        able = [
            force.key
            for force in self.world.forces[self.side].values()
            if force.detected and force.key != CONVOY and at and self.data.distance(at, force.at) > far
        ]
        return self.dice.choice(able) if able else OUT

    def _is_elsewhere(self, name: str, force: str) -> bool:
        """Whether a ship is missing from a force that lies open: on the Convoy Display, or in a surface combat."""
        world, ship = self.world, self.world.ships[self.side].get(name)
        if force not in self._unfought():
            return True
        if world.battle is not None and force in world.battle.forces[self.side]:
            return name not in world.battle.ships
        return force == CONVOY and world.displayed and (ship is None or not (ship.square or ship.away))

    def _has_arrived(self) -> bool:
        """Whether every merchant has been seen to go down, to come in or to lie singly: there is no convoy left."""
        merchants = [name for start in self.file.forces for name in start.ships if self.data.counters[name].is_merchant]
        known = self.world.ships[Side.ALLIED]
        return all(name in known and known[name].at not in (UNSEEN, "") for name in merchants)

    def _new_marker(self) -> str:
        """A marker for the destroyers of a scattered convoy: one that no force set out under."""
        used = {start.marker for start in self.file.forces}
        return next(key for key in self._unfought() if key not in used)

    def _unfought(self) -> list[str]:
        """A side's markers, but for those of forces that a combat under way speaks of and that are gone."""
        battle, raid = self.world.battle, self.world.raid
        named = [*(battle.forces[self.side] if battle is not None else ()), raid.target if raid is not None else ""]
        there = self.world.forces[self.side]
        return [
            key
            for key, row in self.data.markers.items()
            if row.side is self.side and (key in there or key not in named)
        ]

    def _in_order(self, groups: dict[str, list[str]]) -> list[str]:
        """PQ-17 is certainly there; of the others those that come first get markers first."""
        keys = [key for key in groups if key in self.data.markers]
        return sorted(self.dice.sample(keys, len(keys)), key=lambda key: key != CONVOY)

    def _marker_for(self, free: Sequence[str], names: Sequence[str]) -> str | None:
        """A marker that some ships can be under: not one in waters where they may not be."""
        soviet = all(self.data.counters[name].nation == "SU" for name in names)
        able = []
        for target in free:
            east = self.world.forces[self.side][target].at in self.data.east_of_30
            if self.side is Side.AXIS or soviet == east or self.data.counters[names[0]].convoy:
                able.append(target)
        return next(iter((*able, *free)), None)

    def _shadowed(self) -> list[str]:
        """AD 13.6: the marker that a boat is about to shadow: what the step asks is asked of PQ-17 alone."""
        return [step.force for step in self.world.agenda[-1:] if isinstance(step, s.ShadowAttempt)]

    def _take(self, target: str, key: str) -> None:
        """A marker that is known by its number gets a name."""
        marker = self.world.forces[self.side].pop(target)
        marker.key = key
        self.world.forces[self.side][key] = marker
        self.names[target] = key

    def _fill(self, dealt: dict[str, list[str]], groups: dict[str, list[str]], real: Sequence[str]) -> None:
        """A marker that is detected, reported on or intercepts is no dummy: if need be it has a ship of another's."""
        reported = {*real, *(step.force for step in self.world.agenda if isinstance(step, SHOWN))}
        reported = {self.names.get(key, key) for key in reported}
        for key, names in dealt.items():
            if names or not (self.world.forces[self.side][key].detected or key in reported):
                continue
            for giver in (*groups.values(), *sorted(dealt.values(), key=len, reverse=True)):
                able = [name for name in giver if not self._is_fixed(name)]
                if able:
                    giver.remove(able[-1])
                    names.append(able[-1])
                    break

    def _is_fixed(self, name: str) -> bool:
        """Whether it is known with which force a ship is: only destroyers leave PQ-17."""
        ship, about = self.world.ships[self.side].get(name), self.data.counters[name]
        return (
            name in self.told
            or (about.convoy and about.type != "DD")
            or (ship is not None and bool(ship.force or ship.square or ship.away))
        )

    def _set_sail(self, dealt: dict[str, list[str]], groups: dict[str, list[str]]) -> None:
        """Ships are put under their markers; those without one have left the map."""
        side, world = self.side, self.world
        ships = world.ships[side]
        gone = OUT if side is Side.ALLIED else REMOVED
        for key, names in {**dealt, **groups}.items():
            for name in names:
                ship = ships.setdefault(name, Ship(name))
                ship.force, ship.at = (key, "") if key in dealt else ("", gone)
        for ship in ships.values():
            ship.sortied = side is Side.AXIS and ship.at[:1].isdigit() and ship.at not in self.data.leads
        for key, names in dealt.items():
            marker = world.forces[side][key]
            marker.dummy = not names
            marker.sortied = side is Side.AXIS and marker.at not in self.data.leads
        order = [name for start in self.file.forces for name in start.ships if name in ships]
        world.ships[side] = {name: ships[name] for name in order}
        keys = [key for key in self.data.markers if key in world.forces[side]]
        world.forces[side] = {key: world.forces[side][key] for key in keys}
        convoy = [ship for ship in in_force(world, Side.ALLIED, CONVOY) if not ship.away]
        if side is Side.ALLIED and not world.displayed:
            places = closed_up(self.data, convoy) | usual_places(self.data, convoy)
            for ship in convoy:
                ship.square = places[ship.id]

    # Submarines

    def _boats(self) -> None:
        """All real boats that have not been sunk are on the map; the other markers are dummies."""
        side, data, world = self.side, self.data, self.world
        seen = world.boats[side]
        names = [name for start in self.file.boats if data.commands[start.command].side is side for name in start.boats]
        if side is Side.ALLIED and world.scatter == "done":
            names += [name for name, about in data.counters.items() if about.is_sub and self._has_left(name)]
        real = [name for name in names if name not in seen]
        dummies = [
            name for name in data.boats if is_dummy(data, name) and data.commands[data.boats[name].command].side is side
        ]
        dummies = [name for name in dummies if name not in seen]
        open_marks = [key for key in seen if key not in names and key not in data.boats]
        certain = self._certain()
        marks = sorted(self.dice.sample(open_marks, len(open_marks)), key=lambda key: key not in certain)
        for key in marks:
            boat = seen.pop(key)
            choice = self._boat_for(boat, real) if real else None
            if choice is None:
                choice = self._boat_for(boat, dummies) or dummies[0]
                dummies.remove(choice)
            else:
                real.remove(choice)
            boat.id = self.names[key] = choice
            seen[choice] = boat
        for name in dummies:
            seen[name] = Boat(name, HELD)
        order = [*data.boats, *(name for name in seen if is_of_the_convoy(data, name))]
        world.boats[side] = {name: seen[name] for name in order if name in seen}

    def _has_left(self, name: str) -> bool:
        """Whether a submarine of PQ-17's escort was not lost before it scattered."""
        ship = self.world.ships[self.side].get(name)
        return ship is None or ship.at != LOST

    def _certain(self) -> set[str]:
        """The marks of boats that are certainly real: they act now, shadow, or lie among enemies."""
        enemy = self.side.enemy
        cells = cells_of(self.world, enemy)
        found = {key for key, boat in self.world.boats[self.side].items() if boat.at in cells}
        found |= {
            step.boat for step in self.world.agenda if isinstance(step, s.Contact | s.BoatAttack | s.ShadowAttempt)
        }
        return {*found, self.world.shadow, *(self.world.active.met if self.world.active is not None else ())}

    def _boat_for(self, boat: Boat, names: Sequence[str]) -> str | None:
        """One of some boats that may be where a marker is."""
        able = [name for name in names if boat.at in waters_of(self.world, self.data, Boat(name, boat.at))]
        return self.dice.choice(able) if able else None

    # Aircraft

    def _aircraft(self) -> None:
        """German formations lie open; the carrier's squadrons may be in any of her boxes."""
        if self.side is Side.ALLIED:
            for wing in self.world.wings[self.side].values():
                fighter = self.data.formations[self.data.air[wing.id].formation].type == "F"
                wing.box = self.dice.choice(("ready", "cap") if fighter else ("ready", "flown"))

    # Numbers become names

    def _rename(self) -> None:
        """Whatever spoke of a marker by its number now has its name."""
        world, names = self.world, self.names
        world.agenda = [self._step(step) for step in world.agenda]
        world.shadow = names.get(world.shadow, world.shadow)
        if world.active is not None:
            active = world.active
            active.force = names.get(active.force, active.force)
            if active.side is self.side:
                active.left = self.dice.below(2 * self.data.tables.speeds.dummy + 1)
            for listed in (active.air_searched, active.met, active.tried, active.mutual):
                listed[:] = [names.get(name, name) for name in listed]
        if world.raid is not None:
            world.raid.target = names.get(world.raid.target, world.raid.target)
        if world.battle is not None:
            battle = world.battle
            battle.forces = {side: [names.get(key, key) for key in keys] for side, keys in battle.forces.items()}
            battle.entered = {names.get(key, key): cell for key, cell in battle.entered.items()}
        for ship in world.ships[self.side].values():
            ship.force = names.get(ship.force, ship.force)

    def _step(self, step: s.AnyStep) -> s.AnyStep:
        """A step of the agenda with names for numbers."""
        changes = {
            field: self.names[value]
            for field in ("force", "boat", "by")
            if (value := getattr(step, field, "")) in self.names
        }
        return msgspec.structs.replace(step, **changes) if changes else step
