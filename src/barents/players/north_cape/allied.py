"""The Allied staff: bring the merchants in, screen them, and let nothing dear be risked for little."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from barents.games.north_cape import actions as a
from barents.games.north_cape.data import ARCHANGEL, CARRIER, MURMANSK
from barents.games.north_cape.rules.air import last_hex
from barents.games.north_cape.rules.campaign import totals
from barents.games.north_cape.rules.movement import is_soviet_destroyer
from barents.games.north_cape.rules.pieces import flight, reconnoitred_for
from barents.games.north_cape.state import WAITING, Mission, MissionType, Piece
from barents.kernel.actions import Action
from barents.players.north_cape.chart import PACE, Goal, has_bombers
from barents.players.north_cape.estimate import HEAVY, Convoy, Estimate, Order

RECON, PATROL, SORTIE, ATTACK = MissionType
GROUP_FROM = 6  # fewer merchants need no holding box
HUNT_RADIUS = 3  # how far escorts go after a boat
CHALLENGERS = 2  # destroyers that go and look at what comes near
BAIT_FROM = 2  # escorts that stay when one goes ahead to draw the patrols
CARRIER_STATION, CRUISER_STATION, SLACK = 12, 5, 3
MATCH_FOR = 1.5  # the battle fleet attacks with this many times the enemy's guns
FARTHEST_EAST = 24  # where bombers fly, heavy ships follow no farther than this column, short of North Cape
APART = 4  # hexes between the entries of two forces
DECOY_AWAY = 6


class AlliedStaff(Estimate):
    """Allied doctrine."""

    screen: ClassVar = 2  # escorts that stay with the merchants when others hunt

    # The missions of a turn, in the order in which they are wanted

    def missions(self) -> Iterator[Order]:
        """Hunt and screen first; convoys sail last, when the enemy's scouts are spent, unless they have been seen."""
        yield from self._enter()
        yield from self._flee()
        yield from self._hunt_boats()
        yield from self._attack_raiders()
        yield from self._submarines()
        yield from self.listen()
        yield from self._search_from_deck()
        yield from self._cover(fighters=1)
        yield from self._lead_astray()
        yield from self._station_fleets()
        yield from self._draw_patrols()
        yield from self._sail()
        yield from self._cover(fighters=2)
        yield from self._rejoin()
        yield from self._screen()

    def _enter(self) -> Iterator[Order]:
        """Everything enters on the first turn, convoys first, so that fleets can take station on them."""
        waiting: dict[str, bool] = {}
        for piece in self.own.values():
            if piece.at.startswith(WAITING):
                waiting[piece.at] = waiting.get(piece.at, False) or self.about(piece).is_merchant
        for place in sorted(waiting, key=lambda place: (not waiting[place], place)):
            yield Order(SORTIE, place, False, ())

    def _flee(self) -> Iterator[Order]:
        """A convoy that was reconnoitred sails at once: a Sortie hides it again; so does a fleet under bombers."""
        if any(piece.recon for convoy in self.convoys for piece in self.stacks[convoy.cell]):
            yield from self._draw_patrols()
        for convoy in self.convoys:
            if any(piece.recon for piece in self.stacks[convoy.cell]):
                yield from self._sail_one(convoy)
        for cell, ships in self.fleets.items():
            ready = [p for p in ships if not p.box and self.may(p, SORTIE) and self.left(p)]
            if ready and self._bombers_about and any(piece.recon for piece in ships):
                yield Order(SORTIE, cell, False, tuple(piece.id for piece in ready))

    def _sail(self) -> Iterator[Order]:
        """Every convoy moves on every turn."""
        for convoy in self.convoys:
            yield from self._sail_one(convoy)

    def _draw_patrols(self) -> Iterator[Order]:
        """Where boats lie in wait an escort sails first, too fast for them: a patrol that tries for it is spent."""
        for convoy in self.convoys:
            watched = any(self.distance(convoy.cell, cell) <= 1 for cell in self.known.stations[self.side.enemy])
            escorts = [p for p in self.stacks[convoy.cell] if self.about(p).asw]
            ready = [p for p in escorts if not p.box and not p.damage and self.may(p, SORTIE) and self.left(p) >= PACE]
            ready = [p for p in ready if not is_soviet_destroyer(self.data, p)]
            if watched and ready and len(escorts) > BAIT_FROM and any(self._carries(p) for p in self.body(convoy)):
                yield Order(
                    SORTIE, convoy.cell, False, (min(ready, key=lambda p: (self.about(p).type != "DE", p.id)).id,)
                )

    def _sail_one(self, convoy: Convoy) -> Iterator[Order]:
        """The body of a convoy with its escorts; damaged merchants by themselves, if they can still arrive."""
        body = self.body(convoy)
        if any(self._carries(piece) for piece in body):
            yield Order(SORTIE, convoy.cell, False, tuple(piece.id for piece in body))
        lame = [p for p in convoy.merchants if p.damage and not p.box and self.may(p, SORTIE) and self.left(p)]
        way = self.chart.lane(self.known.ice, self.goal_of(convoy)).get(convoy.cell)
        if lame and way is not None and way.steps <= self.turns_left:
            yield Order(SORTIE, convoy.cell, False, tuple(piece.id for piece in lame))

    def _carries(self, piece: Piece) -> bool:
        about = self.about(piece)
        return about.is_merchant or (about.is_group and any(self.about(m).is_merchant for m in self.members(piece)))

    def body(self, convoy: Convoy) -> list[Piece]:
        """What sails with a convoy: its sound merchants or their Group marker, and escorts that can keep up.

        Heavy ships that have come to its help do not: some may not go where it goes, and would hold it up.
        """
        ahead = self.chart.follow(self.known.ice, self.goal_of(convoy), convoy.cell, PACE)
        found = []
        for piece in self.stacks[convoy.cell]:
            about = self.about(piece)
            if about.is_air or about.is_sub or about.is_decoy or about.type in HEAVY or not self.may(piece, SORTIE):
                continue
            if about.is_merchant and self.is_westbound(piece) is not convoy.westbound:
                continue
            if is_soviet_destroyer(self.data, piece) and self._is_beyond_soviet_limit(piece, ahead):
                continue
            sound = self.left(piece) >= PACE if piece.spent == 0 else self.left(piece) > 0
            if sound and not (about.is_merchant and piece.damage):
                found.append(piece)
        return found

    def _is_beyond_soviet_limit(self, piece: Piece, cell: str) -> bool:
        return self.distance(piece.start, cell) > self.data.tables.limits.soviet_range

    # Groups

    def regroup(self) -> Action | None:
        """Sound merchants and their slow escorts share a holding box; destroyers stay free to hunt."""
        for convoy in self.convoys:
            marker = self._marker_of(convoy)
            wanted = self.boxed(convoy.cell, marker)
            if marker is None:
                free = [p for p in self.own.values() if self.about(p).is_group and not p.at[0].isdigit()]
                sound = [name for name in wanted if self.data.counters[name].is_merchant]
                if free and len(sound) >= GROUP_FROM:
                    return a.Regroup(free[0].id, convoy.cell)
            elif not wanted:
                return a.Dissolve(marker.id)
            elif wanted != [piece.id for piece in self.members(marker)]:
                return a.Regroup(marker.id, convoy.cell)
        return None

    def _marker_of(self, convoy: Convoy) -> Piece | None:
        boxes = {piece.box for piece in convoy.merchants if piece.box}
        return self.own[f"group-{min(boxes)}"] if boxes else None

    def boxed(self, cell: str, marker: Piece | None) -> list[str]:
        """What belongs in the box of a convoy's marker, in the order of the pieces."""
        box = 0 if marker is None else int(marker.id[6:])
        return [piece.id for piece in self.stacks.get(cell, ()) if piece.box in (0, box) and self.belongs_in_box(piece)]

    def belongs_in_box(self, piece: Piece) -> bool:
        """Whether a piece is a sound merchant or slow escort."""
        type = self.about(piece).type
        if type == "DE" and self._suspects(piece.at, 0):
            return False  # every ear is wanted where boats lie under the convoy
        return not piece.damage and type in ("MERC", "DE", "AA")

    # Fighting

    def _hunt_boats(self) -> Iterator[Order]:
        """Escorts near a convoy attack a boat that has been found, and leave enough of a screen behind."""
        for cell in self._boats_found():
            for start, pieces in self.stacks.items():
                gap = self.distance(start, cell)
                if gap > HUNT_RADIUS:
                    continue
                hunters = [p for p in pieces if self.about(p).asw and self.may(p, ATTACK) and self.left(p) >= gap]
                hunters = [p for p in hunters if self._has_found(p, cell) and self.can_attack_at([p], cell)]
                if gap and any(self.about(piece).is_merchant for piece in pieces):
                    asw = sum(self.about(piece).asw for piece in pieces)
                    hunters = hunters[: max(0, asw - self.screen)]
                if hunters:
                    yield Order(ATTACK, start, False, tuple(piece.id for piece in hunters), cell)

    def _has_found(self, hunter: Piece, cell: str) -> bool:
        """Whether a boat in a hex was reconnoitred for an escort."""
        return any(reconnoitred_for(boat, [hunter.id]) for boat in self.named(cell))

    def _boats_found(self) -> list[str]:
        """Hexes with a boat that may be attacked."""
        return [
            cell
            for cell, pieces in self.enemies.items()
            if any(piece.recon and self.is_named(piece) and self.about(piece).is_sub for piece in pieces)
            and not self.guns(pieces)
        ]

    @cached_property
    def raiders(self) -> list[str]:
        """Hexes with German surface ships that are known, the nearest to the largest convoy first."""
        found = [cell for cell, pieces in self.enemies.items() if self.guns(pieces)]
        home = self.convoys[0].cell if self.convoys else ""
        return sorted(found, key=lambda cell: (self.distance(home, cell) if home else 0, cell))

    def _attack_raiders(self) -> Iterator[Order]:
        """The battle fleet attacks with half as many guns again as the enemy; Albacores attack what is reconnoitred."""
        for cell in self.raiders:
            seen = [piece for piece in self.enemies[cell] if piece.recon]
            if not seen:
                continue
            for start, pieces in self.fleets.items():
                gap = self.distance(start, cell)
                ready = [p for p in pieces if self.may(p, ATTACK) and p.id != CARRIER and self.left(p) >= gap]
                ready = [p for p in ready if self.can_attack_at([p], cell) and (not gap or self.is_found(cell, [p]))]
                if ready and self.guns(ready) >= MATCH_FOR * self.guns(self.enemies[cell]):
                    yield Order(ATTACK, start, False, tuple(piece.id for piece in ready), cell)
            planes = [p for p in self.aircraft(ATTACK, ("AT",)) if self.in_range(p, cell) and self.is_found(cell, [p])]
            if planes:
                yield Order(ATTACK, planes[0].at, True, tuple(p.id for p in planes), cell)

    def _submarines(self) -> Iterator[Order]:
        """Submarines off the ports attack raiders in reach that were found for them, and go and look at others."""
        for boat in self.own.values():
            if not (self.about(boat).is_sub and boat.at[0].isdigit() and self.may(boat, ATTACK)):
                continue
            prey = self._prey_in_reach(boat)
            if prey and self.is_found(prey, [boat]) and self.can_attack_at([boat], prey):
                yield Order(ATTACK, boat.at, False, (boat.id,), prey)
            elif prey and self.may(boat, RECON):
                yield Order(RECON, boat.at, False, (boat.id,), prey)

    def _prey_in_reach(self, boat: Piece) -> str:
        reach = self.left(boat)
        return self.nearest(boat.at, [cell for cell in self.raiders if self.distance(boat.at, cell) <= reach])

    @cached_property
    def fleets(self) -> dict[str, list[Piece]]:
        """Heavy ships by hex, with the escorts that are with them; those of a convoy's hex stay with the merchants."""
        found = {}
        for cell, pieces in self.stacks.items():
            heavy = [piece for piece in pieces if self.about(piece).type in HEAVY]
            if heavy and cell not in self.convoy_cells:
                found[cell] = [p for p in pieces if self.about(p).is_ship and not self.about(p).is_sub]
            elif heavy:
                found[cell] = heavy
        return found

    # Searching and screening

    def listen(self) -> Iterator[Order]:
        """The escorts of a convoy look for boats in its hex and beside it, all in one mission."""
        for convoy in self.convoys:
            if self._suspects(convoy.cell):
                ears = [p for p in self.stacks[convoy.cell] if self.about(p).asw and self.may(p, RECON)]
                if ears:
                    yield Order(RECON, convoy.cell, False, tuple(piece.id for piece in ears))

    def _suspects(self, cell: str, reach: int = 1) -> list[str]:
        """Hidden enemies in or near a hex that are not aircraft on the ground."""
        return [other for other in self._unknown if self.distance(cell, other) <= reach]

    @cached_property
    def _unknown(self) -> list[str]:
        """Where enemies are hidden, none was found, and which is no airfield."""
        return [
            cell
            for cell, pieces in self.enemies.items()
            if self.is_hidden(cell) and cell not in self.data.german_bases and not any(piece.recon for piece in pieces)
        ]

    def _search_from_deck(self) -> Iterator[Order]:
        """Once a merchant was seen the raiders may be out: an Albacore looks at what comes near the convoy."""
        if not self.known.merchant_seen:
            return
        for plane in self.aircraft(RECON, ("AT",)):
            goal = self._search_goal(plane)
            if goal:
                yield Order(RECON, plane.at, True, (plane.id,), goal)

    def _search_goal(self, plane: Piece) -> str:
        near = [cell for convoy in self.convoys for cell in self._suspects(convoy.cell, 2 * CARRIER_STATION)]
        return next((cell for cell in near if self.in_range(plane, cell) and cell not in self.convoy_cells), "")

    @cached_property
    def convoy_cells(self) -> list[str]:
        """Where the convoys are."""
        return [convoy.cell for convoy in self.convoys]

    def _cover(self, fighters: int) -> Iterator[Order]:
        """Fighters patrol over the convoy: one before it sails, the other over the hex that it has reached."""
        ready = self.aircraft(PATROL, ("F",))
        aloft = sum(p.on_patrol and self.about(p).type == "F" for p in self.own.values())
        for plane in ready[: max(0, fighters - aloft)]:
            goal = self._cover_goal(plane)
            if goal:
                yield Order(PATROL, plane.at, True, (plane.id,), goal)

    def _cover_goal(self, plane: Piece) -> str:
        return next((convoy.cell for convoy in self.convoys if self.in_range(plane, convoy.cell)), "")

    def _lead_astray(self) -> Iterator[Order]:
        """Decoys leave the convoy and sail off as another one."""
        for piece in self.own.values():
            if self.about(piece).is_decoy and piece.at in self.convoy_cells and self.may(piece, SORTIE):
                yield Order(SORTIE, piece.at, False, (piece.id,))

    def _station_fleets(self) -> Iterator[Order]:
        """Fleets keep their distance from the convoy that they cover."""
        for cell, ships in self.fleets.items():
            ready = [p for p in ships if not p.box and self.may(p, SORTIE) and self.left(p)]
            if self._has_come_far_enough(cell) and not self.raiders:
                continue
            if ready and self._out_of_station(cell, ships) > SLACK:
                yield Order(SORTIE, cell, False, tuple(piece.id for piece in ready))

    def _out_of_station(self, cell: str, ships: Sequence[Piece]) -> float:
        """How far a fleet is from where it should be: near a raider that it can beat, else at its distance."""
        for raider in self.raiders:
            if self.distance(cell, raider) <= 2 * CARRIER_STATION:
                strong = self.guns(ships) >= MATCH_FOR * self.guns(self.enemies[raider])
                if strong and not any(ship.id == CARRIER for ship in ships):
                    return max(0, self.distance(cell, raider) - 1)
        if not self.convoys:
            return 0
        charge = self._charge(cell, ships)
        station = CARRIER_STATION if any(ship.id == CARRIER for ship in ships) else CRUISER_STATION
        return abs(self.distance(cell, charge) - station)

    def _charge(self, cell: str, ships: Sequence[Piece]) -> str:
        """The convoy that a fleet covers: the largest for the carrier, the nearest for others."""
        if any(ship.id == CARRIER for ship in ships):
            eastbound = [convoy.cell for convoy in self.convoys if not convoy.westbound]
            return (eastbound or self.convoy_cells)[0]
        return self.nearest(cell, self.convoy_cells)

    def _rejoin(self) -> Iterator[Order]:
        """Escorts that have hunted go back to the merchants."""
        if not self.convoys:
            return
        for cell, pieces in self.stacks.items():
            escorts = [
                p
                for p in pieces
                if self.about(p).type in ("DD", "DE", "AA")
                and not is_soviet_destroyer(self.data, p)
                and not p.box
                and self.may(p, SORTIE)
                and self.left(p)
            ]
            if escorts and cell not in self.convoy_cells and cell not in self.fleets:
                yield Order(SORTIE, cell, False, tuple(piece.id for piece in escorts))

    def _screen(self) -> Iterator[Order]:
        """When the convoy has sailed its destroyers go on patrol in its hex."""
        for convoy in self.convoys:
            destroyers = [
                p for p in self.stacks[convoy.cell] if self.about(p).type == "DD" and not p.box and self.may(p, PATROL)
            ]
            if destroyers:
                yield Order(PATROL, convoy.cell, False, tuple(piece.id for piece in destroyers))

    # On the way

    def destination(self, mission: Mission) -> str:
        """Where aircraft fly to."""
        units = [self.own[name] for name in mission.units]
        plane = units[0]
        match mission.type:
            case MissionType.PATROL:
                return self._cover_goal(plane)
            case MissionType.RECON:
                return self._search_goal(plane)
        return next((c for c in self.raiders if self.in_range(plane, c) and self.is_found(c, units)), "")

    def merit(self, mission: Mission) -> Callable[[str], float] | None:
        """How bad a hex is as the next one for ships; None where they stay."""
        units = [self.own[name] for name in mission.units]
        types = [self.about(piece).type for piece in units]
        if types[0] == "SUB":
            quarry = self._prey_in_reach(units[0])
            moves = quarry and mission.type in (RECON, ATTACK)
            return (lambda cell: self.distance(cell, quarry)) if moves else None
        if mission.type is ATTACK:
            hunted = [cell for cell in self._boats_found() if all(self._has_found(p, cell) for p in units)]
            found = [cell for cell in self.raiders if cell == mission.at or self.is_found(cell, units)]
            prey = [cell for cell in [*hunted, *found] if self.can_attack_at(units, cell)]
            goal = self.nearest(mission.at, prey)
            return lambda cell: self.distance(cell, goal) if goal else 0
        if mission.type is not SORTIE:
            return None
        if "MERC" in types:
            merchants = tuple(piece for piece in units if self.about(piece).is_merchant)
            return self._lane_merit(Convoy(mission.at, self.is_westbound(merchants[0]), merchants))
        if all(type == "DECOY" for type in types):
            home = mission.start
            return lambda cell: abs(self.distance(cell, home) - DECOY_AWAY) + self.chart.dread(cell)
        if any(type in HEAVY for type in types):
            return lambda cell: self._off_station(cell, units)
        charge = next((convoy for convoy in self.convoys if convoy.cell == mission.start), None)
        if charge is not None:  # ahead of the convoy, to where it will be
            ahead = self.chart.follow(self.known.ice, self.goal_of(charge), charge.cell, PACE)
            return lambda cell: self.distance(cell, ahead)
        cells = self.convoy_cells
        return lambda cell: min((self.distance(cell, other) for other in cells), default=0)

    def _off_station(self, cell: str, ships: Sequence[Piece]) -> float:
        """How bad a hex is for a fleet."""
        perils = self.chart.dread(cell) + self.ice_risk(cell) + 9 * self._is_crowded(cell)
        if any(ship.id == CARRIER for ship in ships):
            perils += 9 * self._stranded(cell)
        if self._bombers_about:
            perils += 2 * max(0, self.data.map.column_of(cell) - FARTHEST_EAST)
        return self._out_of_station(cell, ships) + perils

    def _stranded(self, cell: str) -> int:
        """How many aircraft could not land any more if the carrier were in a hex."""
        aloft = [p for p in self.own.values() if self.about(p).is_air and (p.aloft or p.came_from)]
        return sum(self.distance(last_hex(p), cell) > flight(self.data, self.known, p) for p in aloft)

    @cached_property
    def _bombers_about(self) -> bool:
        return has_bombers(self.data, self.known.scenario)

    def _has_come_far_enough(self, cell: str) -> bool:
        """Whether a fleet has followed its convoy as far as it will under the bombers."""
        return self._bombers_about and 0 <= FARTHEST_EAST - self.data.map.column_of(cell) <= SLACK

    def _is_crowded(self, cell: str) -> bool:
        """Whether a fleet would mix with a convoy, or run into something hidden."""
        return cell in self.convoy_cells or cell in self.enemies

    def _lane_merit(self, convoy: Convoy) -> Callable[[str], float]:
        """Along the lane, and rather not through hexes with hidden enemies or past them."""
        lane = self.chart.lane(self.known.ice, self.goal_of(convoy))
        danger = {cell for cell in self.enemies if cell not in self.data.german_bases}
        beside = {near for cell in danger for near in self.data.grid.neighbours(cell)}
        worst = max(way.cost for way in lane.values())

        def badness(cell: str) -> float:
            ahead = lane[cell].cost if cell in lane else worst
            return ahead + self.ice_risk(cell) + 1.5 * (cell in danger) + (cell in beside)

        return badness

    def entry_hex(self, mission: Mission, cells: Sequence[str]) -> str:
        """Convoys enter where the lane is best; fleets near them, a little apart."""
        units = [self.own[name] for name in mission.units]
        entered = self.known.entered
        if any(self.about(piece).is_merchant for piece in units) or not entered:
            goals: tuple[Goal, ...] = ("murmansk", "archangel")
            lanes = [self.chart.lane(self.known.ice, goal) for goal in goals]

            def cost(cell: str) -> float:
                crowd = sum(max(0, APART - self.distance(cell, other)) for other in entered)
                return min(lane[cell].cost for lane in lanes if cell in lane) + PACE * crowd

            return min(cells, key=cost)
        return min(cells, key=lambda cell: abs(self.distance(cell, entered[0]) - 2 * APART))

    # Answers

    def look(self, hexes: Sequence[str], mission: Mission) -> str:
        """Which hex a scout looks at: the nearest one with something hidden in it."""
        hidden = [cell for cell in hexes if self.is_hidden(cell) and cell not in self.data.german_bases]
        lost = [cell for cell in self.raiders if cell in hexes and not any(p.recon for p in self.enemies[cell])]
        near = [cell for cell in [*hidden, *lost] if self.distance(mission.at, cell) <= 1]
        return self.nearest(mission.at, near)

    def intercept(self, patrols: Sequence[str], mission: Mission) -> tuple[str, ...]:
        """Fighters meet every aircraft; destroyers challenge boats, but not ships that are too strong for them."""
        units = [self.own[name] for name in patrols]
        if mission.flying:
            return tuple(piece.id for piece in units if self.about(piece).red)
        if self.guns(self.enemies.get(mission.at, ())):
            return ()
        if self.known.merchant_seen and mission.at not in self.convoy_cells:
            return ()  # it may be the raiders: let them come to the convoy's guns
        hunters = [piece.id for piece in units if self.about(piece).asw and not piece.box]
        return tuple(hunters[:CHALLENGERS])

    def purchase(self) -> int:
        """Two decoys on the first turn, and later in clear weather while bombers threaten a convoy and points allow."""
        if self.known.turn == 1:
            return 2
        points = totals(self.known)
        leading = points[self.side] >= points[self.side.enemy]
        return 2 if self._bombers_about and self.known.weather == "clear" and self.convoys and leading else 0

    def decoy_place(self, places: Sequence[str]) -> str:
        """Decoys lie with the largest convoy, or wait with a force that is to enter."""
        return next((cell for cell in self.convoy_cells if cell in places), places[-1])

    def east(self) -> str:
        """An eastern force starts where its way home is the less dreadful; without merchants in Murmansk."""
        lane = self.chart.lane(self.known.ice, "west")
        if not self.data.scenarios[self.known.scenario].westbound_from_east:
            return MURMANSK
        in_time = [c for c in (MURMANSK, ARCHANGEL) if lane[c].steps <= PACE * (self.turns_left - 6)]
        return min(in_time or [MURMANSK], key=lambda cell: lane[cell].cost)
