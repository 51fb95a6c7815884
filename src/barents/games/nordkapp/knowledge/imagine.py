"""Worlds that agree with what a side of Nordkapp knows: where hidden forces could be.

The secrecy test is built on this, and a search plays in such worlds. Every world looks exactly like `known` to the
observer who knows it. What was reported this turn is there: merchants where merchants were reported, ships where ships
were, nothing where nothing was found. Forces that nobody has seen are where they could have sailed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from barents.games.nordkapp import state as s
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Force, Gate
from barents.games.nordkapp.knowledge.arrivals import imagine_arrivals
from barents.games.nordkapp.knowledge.known import ALOFT, is_open
from barents.games.nordkapp.rules.flow import TURN
from barents.games.nordkapp.rules.plot import columns_of, may_come_out
from barents.games.nordkapp.rules.setup import SAILING, rosters, waters
from barents.games.nordkapp.rules.sightings import report
from barents.games.nordkapp.rules.units import marker_of, on_map, range_of, ships_at, speed
from barents.games.nordkapp.rules.windows import is_asked
from barents.games.nordkapp.state import CONVOY, LOST, MERCHANTS, SUBMARINE, SURFACE, WAITING, Marker, Piece, State
from barents.kernel.dice import Dice
from barents.kernel.game import Step
from barents.kernel.sides import Observer, Side, eyes_of

BEFORE_ORDERS = (s.WeatherPhase, s.Dispersion, s.ScatterConvoys, s.Orders, s.Lookout, s.AutomatonOrders, s.GermanOrders)


def imagine(data: Data, known: State, observer: Observer, dice: Dice) -> State:
    """A whole world in which the observer would know just this."""
    world = msgspec.msgpack.decode(msgspec.msgpack.encode(known), type=State)
    if observer is Observer.UMPIRE:
        return world
    hidden = bool(world.agenda) and isinstance(world.agenda[-1], s.Unseen)
    if hidden:
        world.agenda.pop()
    if known.options.solitaire and observer is not Observer.ALLIED and not _is_before(world, s.DrawBoats):
        imagine_arrivals(data, world, dice, moved=not _is_before(world, *BEFORE_ORDERS))
    _guess_detection(data, world, observer, dice)
    dealers = [_Dealer(data, world, side, dice) for side in Side if observer is not eyes_of(side)]
    for dealer in dealers:
        dealer.deal()
        _deal_chits(world, dealer.side, dice)
    for dealer in dealers:
        dealer.lie_in_wait()
    for dealer in dealers:
        dealer.prepare()
    if observer is Observer.PUBLIC:
        _guess_sightings(data, world)
    if hidden:
        _guess_phase(data, world, observer, dice)
    return world


def _is_before(world: State, *steps: type[s.AnyStep]) -> bool:
    """Whether one of some steps is still to come."""
    return any(isinstance(step, steps) for step in world.agenda)


def _guess_phase(data: Data, world: State, observer: Observer, dice: Dice) -> None:
    """Somebody else is being asked: the phase is any since the observer was last asked himself."""
    after = TURN.index(world.agenda[-1])
    first = TURN.index(s.Recon(Side.AXIS))
    for side in Side:
        if world.searched[side]:
            first = max(first, TURN.index(s.Recon(side)) + 1)
    asked = [number for number in range(first, after) if is_asked(world, data, TURN[number])]
    if not asked:
        ship = next(p for p in world.pieces[Side.ALLIED].values() if on_map(p) and data.counters[p.id].is_surface)
        world.seen[Side.AXIS][ship.at] = report(world, data, Side.AXIS, ship.at)
        asked = [TURN.index(s.SubmarinePhase(Side.AXIS))]
    own = [number for number in asked if _asks(TURN[number]) is observer.side]
    able = [number for number in asked if number > max(own, default=-1)]
    world.agenda += reversed(TURN[dice.choice(able) : after])


def _asks(step: Step) -> Side:
    """Whose phase it is."""
    return step.side if isinstance(step, s.Recon | s.SubmarinePhase | s.CallCombat | s.AirRaids) else Side.AXIS


def _guess_detection(data: Data, world: State, observer: Observer, dice: Dice) -> None:
    """NK 13: a convoy that may have been the one reported; spectators know of it if German ships have been seen."""
    convoys = [force.key for force in data.scenarios[world.scenario].forces if force.convoy is not None]
    if observer is Observer.AXIS and world.detected:
        world.detected = {dice.choice(convoys): world.detected[""]}
    elif observer is Observer.PUBLIC:
        delay = data.scenarios[world.scenario].german_delay
        met = any(data.counters[name].is_warship for name in world.pieces[Side.AXIS])
        if met or (world.turn > delay and dice.below(2)):
            world.detected = {dice.choice(convoys): max(1, world.turn - delay)}


def _guess_sightings(data: Data, world: State) -> None:
    """What each side has sighted, in a world of which a spectator knows only where it was searched and fought."""
    for side in Side:
        for cell in world.searched[side]:
            if kinds := report(world, data, side, cell):
                world.seen[side][cell] = kinds
        for name in world.notebook[side].identified:
            piece = world.pieces[side.enemy][name]
            if on_map(piece) and not data.counters[name].is_air:
                kinds = report(world, data, side, piece.at)
                if data.counters[name].is_sub and not piece.submerged:
                    kinds.append(SUBMARINE)  # also beside ships, where nobody would report it
                if kinds:
                    known = world.seen[side].setdefault(piece.at, [])
                    known += [kind for kind in dict.fromkeys(kinds) if kind not in known]
                if data.counters[name].is_surface and piece.at not in world.shown[side]:
                    world.shown[side].append(piece.at)


def _deal_chits(world: State, side: Side, dice: Dice) -> None:
    """NK 7.3: a side holds as many chits as was seen, of those that are not open."""
    drawn = dice.sample(world.bag[side], len(world.hand[side]))
    for chit in drawn:
        world.bag[side].remove(chit)
    world.hand[side] = sorted(drawn)


class _Dealer:
    """One deal of one side's hidden units."""

    def __init__(self, data: Data, world: State, side: Side, dice: Dice) -> None:
        self.data = data
        self.world = world
        self.side = side
        self.dice = dice
        self.counters = data.counters
        self.pieces = world.pieces[side]
        self.seen = world.seen[side.enemy]
        self.identified = world.notebook[side.enemy].identified
        shown, searched = world.shown[side.enemy], world.searched[side.enemy]
        self.barred = {*shown, *(cell for cell in searched if cell not in self.seen)}
        self.asked = {cell: list(kinds) for cell, kinds in self.seen.items() if cell not in shown}
        if any(isinstance(step, s.Recon) and step.side is side.enemy for step in world.agenda):
            self.barred = {*shown}  # what was searched is not known before it is answered
        self.deployed = not _is_before(world, s.DrawBoats, s.Deployment) or (
            side is Side.ALLIED and world.options.solitaire and not _is_before(world, s.DrawBoats)
        )
        self.moved = not _is_before(world, *BEFORE_ORDERS)
        self._reach: dict[tuple[str, int, int, int], list[str]] = {}

    def deal(self) -> None:
        """Every unit of the side finds its place."""
        names: list[str] = []
        drawn: list[str] = []
        for force, units in rosters(self.data, self.data.scenarios[self.world.scenario]):
            if force.side is not self.side:
                continue
            if force.kind in SAILING:
                self._sail(force, units)
            elif force.kind == "submarines":
                boats = self._drawn(force) if force.drawn else units
                self._submarines(force, boats)
                drawn += boats if force.drawn else ()
            else:
                self._aircraft(force, units)
            names += units
        self._answer_reports()
        # In a fixed order, since lists that everyone sees are made from it.
        self.world.pieces[self.side] = self.pieces = {name: self.pieces[name] for name in (*names, *drawn)}

    def prepare(self) -> None:
        """Whoever is about to be attacked, or covers those who are, is where the attack will be."""
        self._answer_agenda()
        self._cover()

    # Ships

    def _sail(self, force: Force, names: Sequence[str]) -> None:
        """A force, or what of it is not shown, lies where it waits or where it could have sailed."""
        ships = [name for name in names if not self.counters[name].is_air]
        scattered = force.key in self.world.scattered
        if is_open(self.world, self.side):
            self._on_deck(names)
            return
        if not scattered:
            self.world.markers[self.side][force.key] = Marker(force.key, force.name, force.convoy is not None)
        shown = [self.pieces[name] for name in ships if name in self.pieces and self.pieces[name].at != LOST]
        flagship = max(shown, key=lambda piece: self.counters[piece.id].is_merchant, default=None)
        for piece in shown:
            merchant = self.counters[piece.id].is_merchant
            together = flagship is not None and piece.at == flagship.at and not scattered
            piece.force = force.key if together else ""
            piece.convoy = force.key if merchant else ""
            piece.apart = 1 if merchant and not together else 0
        hidden = [name for name in ships if name not in self.pieces]
        if hidden:
            self._hide(force, hidden, apart=scattered or bool(shown))
        self._on_deck(names)

    def _hide(self, force: Force, ships: Sequence[str], *, apart: bool) -> None:
        """Ships that nobody sees; those of a force of which some are seen have left it, and sail alone."""
        place = "" if apart or not self._is_outside(force) else f"{WAITING}{force.key}"
        cell = place or self._somewhere(force, ships)
        for name in ships:
            about = self.counters[name]
            piece = Piece(name, cell, force=force.key, convoy=force.key if about.is_merchant else "")
            if apart:
                piece.at, piece.force = self._somewhere(force, [name]), ""
                piece.apart = 1 if about.is_merchant else 0
                piece.submerged = about.is_sub
            self.pieces[name] = piece

    def _on_deck(self, names: Sequence[str]) -> None:
        """A carrier's aircraft; those that have been seen have flown."""
        carrier = next((name for name in names if self.counters[name].type == "CV"), "")
        for name in names:
            if not self.counters[name].is_air:
                continue
            piece = self.pieces.get(name)
            if piece is None:
                self.pieces[name] = Piece(name, carrier if self.pieces[carrier].at != LOST else LOST)
            elif piece.at == ALOFT:
                piece.at, piece.flew = carrier, True

    def _is_outside(self, force: Force) -> bool:
        """Whether a force has not entered yet."""
        if not self.deployed:
            return True
        turn = self.world.turn
        if self.side is Side.ALLIED and self.world.options.solitaire:
            comes = self.world.arrivals.get(force.key, (turn + 1, ""))[0]
            return turn < comes or (turn == comes and not self.moved)
        if not force.entry_turn:
            met = any(SURFACE in kinds for kinds in self.seen.values())
            return not may_come_out(self.world, self.data) or not (met or self.dice.below(2))
        return turn < force.entry_turn or (turn == force.entry_turn and not self.moved)

    def _somewhere(self, force: Force, ships: Sequence[str]) -> str:
        """An open hex that a force can have reached since it entered, and in which it would not have been found."""
        units = [Piece(name, "") for name in ships]
        west, east = columns_of(self.world, self.data, units)
        pace = min(speed(self.data, unit) for unit in units)
        if force.convoy is not None:
            pace = min(pace, self.data.tables.movement.convoy)
        key = (force.key, pace, west, east)
        if key not in self._reach:
            self._reach[key] = self._reached(force, pace, west, east)
        return self.dice.choice(self._reach[key])

    def _reached(self, force: Force, pace: int, west: int, east: int) -> list[str]:
        came = self.world.arrivals.get(force.key, (force.entry_turn, ""))[0]
        turns = max(1, self.world.turn - (came or self.world.turn) + 1)
        gates = self.data.gate(force.entry or Gate(), self.world.ice)
        gates = gates or self.data.gate(Gate(west=(10, 31)), self.world.ice)
        reach = self.data.steps_to(self.world.ice, gates)
        found = [
            cell
            for cell in self._open()
            if west <= self.data.column(cell) <= east
            and cell not in self.data.norwegian_coast
            and reach.get(cell, 999) <= turns * pace - 1
        ]
        return found or self._open()

    def _open(self) -> list[str]:
        """Any open hex in which nothing was looked for or found."""
        water = self.data.open_water(self.world.ice)
        return [cell for cell in water if cell not in self.barred and cell not in self.seen]

    # Submarines and aircraft

    def _drawn(self, force: Force) -> list[str]:
        """NK 13: the U-boats that take part; those that have been seen are among them."""
        if _is_before(self.world, s.DrawBoats):
            return []
        file = self.data.scenarios[self.world.scenario]
        pool = [name for name, about in self.counters.items() if about.is_sub and about.nation == "DE"]
        acting = [step.boat for step in self.world.agenda if isinstance(step, s.SubmarineAction)]
        certain = [name for name in pool if name in self.pieces or name in acting]
        if self.world.options.aces and file.ace and file.ace not in certain:
            certain.append(file.ace)
        rest = [name for name in pool if name not in certain]
        drawn = {*certain, *self.dice.sample(rest, max(0, force.drawn - len(certain)))}
        return [name for name in pool if name in drawn]

    def _submarines(self, force: Force, names: Sequence[str]) -> None:
        """Boats that were not seen lie submerged somewhere in their waters."""
        ace = self.data.scenarios[self.world.scenario].ace if self.world.options.aces else ""
        area = waters(self.data, self.world, force)
        for name in names:
            if name in self.pieces:
                self.pieces[name].ace = name == ace and self.pieces[name].at != LOST
                continue
            cell = self.dice.choice(area) if self.deployed else f"{WAITING}{force.key}"
            self.pieces[name] = Piece(name, cell, submerged=self.deployed, ace=name == ace)

    def _aircraft(self, force: Force, names: Sequence[str]) -> None:
        """Aircraft are at one base or another; those on the ground where a raid is flown are there."""
        room = dict.fromkeys(self.data.bases, self.data.tables.bases.most)
        box = self.world.box
        grounded = [name for name in names if box is not None and name in box.ships]
        for name in (*grounded, *(name for name in names if name not in grounded)):
            piece = self.pieces.get(name)
            if piece is not None and piece.at == LOST:
                continue
            cell = f"{WAITING}{force.key}"
            if self.deployed:
                free = [base for base, left in room.items() if left]
                cell = box.cell if box is not None and name in grounded else self.dice.choice(free)
                room[cell] -= 1
            if piece is None:
                self.pieces[name] = Piece(name, cell)
            else:
                piece.at, piece.flew = cell, name not in grounded

    # What was reported this turn

    def _free(self) -> list[Piece]:
        """The units on the map that nobody sees, and that can be anywhere."""
        fixed = is_open(self.world, self.side)
        return [
            piece
            for piece in self.pieces.values()
            if on_map(piece) and piece.id not in self.identified and not (fixed or self.counters[piece.id].is_air)
        ]

    def _answer_reports(self) -> None:
        """NK 6.1: units are put where the observer was told that there are some."""
        free = self._free()
        used: set[str] = set()
        for cell, kinds in self.asked.items():
            if CONVOY in kinds:
                self._bring([p for p in free if self.counters[p.id].is_merchant], cell, used, whole=True)
            elif MERCHANTS in kinds:
                self._bring([p for p in free if self.counters[p.id].is_merchant], cell, used)
            elif SURFACE in kinds:
                self._bring([p for p in free if self.counters[p.id].is_warship], cell, used)
        for cell, kinds in self.seen.items():
            boats = [p for p in self.pieces.values() if p.at == cell and self.counters[p.id].is_sub]
            if SUBMARINE not in kinds:
                for boat in boats:
                    boat.submerged = boat.submerged or boat.id not in self.identified
            elif not any(boat.id in self.identified or boat.id in used for boat in boats):
                able = boats or [p for p in free if self.counters[p.id].is_sub and not p.force]
                self._bring(able, cell, used)

    def lie_in_wait(self) -> None:
        """A boat that attacks now, and has not been seen yet, is where its side has sighted ships."""
        enemies = self.world.pieces[self.side.enemy].values()
        ships = [piece.at for piece in enemies if self.counters[piece.id].is_surface and on_map(piece)]
        sighted = [cell for cell in ships if cell in self.world.seen[self.side]]
        for step in self.world.agenda:
            if isinstance(step, s.SubmarineAction) and step.side is self.side and step.boat not in self.identified:
                boat = self.pieces[step.boat]
                boat.at, boat.force = self.dice.choice(sighted or ships or [boat.at]), ""

    def _answer_agenda(self) -> None:
        """Whoever is about to be attacked is where the attack will be."""
        for step in self.world.agenda:
            cell = ""
            match step:
                case s.SubmarineAction(side, boat) if side is not self.side:
                    cell = self.world.pieces[side][boat].at
                case s.AirRaid(side, place) if side is not self.side and place in self.data.open_water(self.world.ice):
                    cell = place
                case s.Disclosure("") if self.side is Side.ALLIED:
                    afloat = [p for p in self.pieces.values() if on_map(p) and self.counters[p.id].is_surface]
                    if afloat:
                        at = self.dice.choice(afloat).at
                        self.world.agenda[self.world.agenda.index(step)] = s.Disclosure(at)
            if cell and self.world.box is None and not ships_at(self.world, self.data, self.side, cell):
                self._bring([p for p in self._free() if self.counters[p.id].is_warship], cell, set())

    def _bring(self, able: Sequence[Piece], cell: str, used: set[str], *, whole: bool = False) -> None:
        """Some unit, or a whole convoy, that is not needed elsewhere comes to a hex where it was reported."""
        able = [piece for piece in able if piece.id not in used]
        if not able:
            return
        one = self.dice.choice(able)
        coming = [one]
        if whole:
            coming = [p for p in self.pieces.values() if p is one or (one.force and p.force == one.force)]
            need = self.data.tables.recon.convoy_from - sum(self.counters[p.id].is_merchant for p in coming)
            for piece in [piece for piece in able if piece not in coming][: max(0, need)]:
                self._set_apart(piece)
                coming.append(piece)
        else:
            self._set_apart(one)
        for piece in coming:
            piece.at, piece.submerged = cell, whole and self.counters[piece.id].is_sub
            used.add(piece.id)

    def _set_apart(self, piece: Piece) -> None:
        """A unit that sails alone."""
        piece.force = ""
        if self.counters[piece.id].is_merchant:
            piece.apart = 1

    def _cover(self) -> None:
        """NK 9.2: aircraft that were met over ships under attack by a boat cover them."""
        box = self.world.box
        if box is None or "air patrol" not in box.modifiers or box.attacker is self.side:
            return
        ship = next((self.pieces[name] for name in box.ships if name in self.pieces), None)
        able = [
            p for p in self.pieces.values() if self.counters[p.id].is_air and self.counters[p.id].asw and p.at != LOST
        ]
        if ship is None or not able:
            return
        plane = self.dice.choice(able)
        plane.covers, plane.flew, plane.damage = marker_of(ship), True, 0
        self._bring_near(plane, ship.at, range_of(self.data, plane))

    def _bring_near(self, plane: Piece, cell: str, reach: int) -> None:
        """An aircraft's base, or its carrier with her force, is within its range of a hex."""
        if on_map(plane):
            near = [base for base in self.data.bases if self.data.distance(base, cell) <= reach]
            plane.at = self.dice.choice(near) if near else plane.at
            return
        carrier = self.pieces[plane.at]
        if carrier.id not in self.identified:
            near = [other for other in self._open() if self.data.distance(other, cell) <= reach]
            at = self.dice.choice(near or self._open())
            for piece in self._together(carrier):
                piece.at = at

    def _together(self, ship: Piece) -> Iterable[Piece]:
        """A ship and all that sail under her marker."""
        return [p for p in self.pieces.values() if p is ship or (ship.force and p.force == ship.force)]
