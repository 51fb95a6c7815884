"""Worlds that agree with what a side knows: where hidden pieces could be, which decoys there could be.

The secrecy test is built on this, and a search plays in such worlds. Every world looks exactly like `known` to the
observer who knows it: the same hexes are occupied, the same markers show, the boxes hold as many pieces.

What is seen of hidden pieces makes places that must be filled: a piece for each marker, for each hex with anything
face down, for the stack that moves, for each place in a holding box. They are matched with the pieces that are out of
sight; whoever is left joins the others where he may be.
"""

from __future__ import annotations

import msgspec

from barents.games.north_cape import state as s
from barents.games.north_cape.data import ARCHANGEL, CARRIER, MURMANSK, Data
from barents.games.north_cape.knowledge.known import UNKNOWN, is_placeholder, placeholder
from barents.games.north_cape.knowledge.order_of_battle import Waiting, order_of_battle
from barents.games.north_cape.rules.additions import ace_of, forces_of
from barents.games.north_cape.rules.eligibility import USED
from barents.games.north_cape.rules.losses import pool_of, sunk_before
from barents.games.north_cape.rules.movement import can_pass, is_soviet_destroyer
from barents.games.north_cape.rules.pieces import flight, occupied, with_contents
from barents.games.north_cape.rules.sight import damage_shown, is_surfaced_shown
from barents.games.north_cape.solitaire.worlds import deal_again
from barents.games.north_cape.state import POOL, WAITING, Mission, Piece, State, Used
from barents.kernel.dice import Dice
from barents.kernel.sides import Observer, Side, eyes_of

ATTEMPTS = 24
BEFORE_DECOYS = (s.FirstTurn, s.WeatherPhase, s.BuyDecoys, s.PlaceDecoys)


def imagine(data: Data, known: State, observer: Observer, dice: Dice) -> State:
    """A whole world in which the observer would know just this."""
    world = msgspec.msgpack.decode(msgspec.msgpack.encode(known), type=State)
    for side in Side:
        if observer is not eyes_of(side):
            if side is Side.ALLIED and world.groups:
                deal_again(data, world, dice)
            else:
                _deal(data, world, side, dice)
    world.marks, world.boxes, world.outside, world.recalled = {}, {}, {}, {}
    for group in world.groups:
        group.at, group.size, group.marks = "", 0, []
    return world


def _deal(data: Data, world: State, side: Side, dice: Dice) -> None:
    """Deal one side's hidden pieces; a deal that leaves something seen unexplained is thrown away."""
    for attempt in range(ATTEMPTS):
        dealer = _Dealer(data, world, side, dice, sharing=bool(attempt % 2))
        if dealer.deal():
            break
    dealer.finish()


class _Place(msgspec.Struct):
    """A place that one hidden piece must fill: with a marker, in a box, aloft, in the moving stack, or a real ship."""

    cell: str
    damage: int = 0
    surfaced: bool = False
    box: int = 0
    flies: bool = False
    sails: bool = False
    real: bool = False

    @property
    def is_marked(self) -> bool:
        """Whether the piece carries a marker."""
        return bool(self.damage) or self.surfaced

    @property
    def is_any(self) -> bool:
        """Whether any piece will do that may lie in the hex."""
        return not (self.is_marked or self.box or self.flies or self.sails or self.real)


class _Dealer:
    """One deal of one side's hidden pieces."""

    def __init__(self, data: Data, world: State, side: Side, dice: Dice, sharing: bool) -> None:
        self.data = data
        self.world = world
        self.side = side
        self.dice = dice
        self.sharing = sharing
        pieces = world.pieces[side]
        self.holes = {piece.at: None for name, piece in pieces.items() if is_placeholder(name)}
        self.pieces = {n: msgspec.structs.replace(p) for n, p in pieces.items() if not is_placeholder(n)}
        self.water = data.open_water(world.ice)
        self.at_sea = [cell for cell in self.holes if cell in self.water]
        self.berths = self._limited_berths()
        self.deployed = not any(isinstance(step, s.Deployment) for step in world.agenda)
        mission = world.mission
        self.mission = mission if mission is not None and mission.side is side and mission.units else None
        landings = [step for step in world.agenda if isinstance(step, s.LandAircraft) and step.side is side]
        self.homing = [unit for step in landings for unit in step.units]
        self.landing = [unit[1:] for unit in self.homing if unit.startswith(UNKNOWN)]
        self.units, self.waiting = order_of_battle(data, world, side, self.pieces, dice)
        forces = data.scenarios[world.scenario].forces
        self.merchants = max(1, sum(force.merchants for force in forces))
        self.westbound = sum(force.merchants for force in forces if force.entry == "east")
        self.decoys = self._decoys() if self.deployed else []
        self.markers: list[str] = []
        if side is Side.ALLIED:
            boxes = world.boxes
            numbers = range(1, data.pools.group_markers + 1)
            self.markers = [f"group-{n}" for n in numbers if n not in boxes and f"group-{n}" not in self.pieces]

    def _limited_berths(self) -> dict[str, list[str]]:
        """NC 12: the hexes seen to be occupied in which ships that are kept to a part of the map could be."""
        zone = self.data.map.zone
        east = [cell for cell in self.at_sea if cell in zone("soviet_limit")]
        berths = dict.fromkeys(pool_of(self.data, "DD_SU"), east)
        for limit in self.data.scenarios[self.world.scenario].limits:
            allowed = [cell for cell in self.at_sea if cell not in zone(limit.not_in)]
            berths |= dict.fromkeys(limit.units, allowed)
        return berths

    # The deal

    def deal(self) -> bool:
        """Place every hidden piece; whether all that is seen is explained."""
        for piece in self.pieces.values():
            self._complete(piece)
        self._wait(self.waiting)
        if not self.deployed:
            return not self.holes
        places: list[_Place] = []
        if not self._boxes(places):
            return False
        self._markers_shown(places)
        self._movers(places)
        filled = {place.cell for place in places} | {p.at for p in self.pieces.values() if self._is_hidden(p)}
        places += [_Place(cell) for cell in self.holes if cell not in filled]
        found = self._match(places)
        if found is None:
            return False
        for unit, place in found.items():
            self._put(unit, place)
        return self._rest([unit for unit in self.units if unit not in found])

    def finish(self) -> None:
        """Write the deal into the world, and name the units of its mission and its agenda."""
        for counter in self.data.counters.values():
            if counter.side is self.side and (counter.is_decoy or counter.is_group):
                self.pieces.setdefault(counter.id, Piece(counter.id, POOL))
        self.world.pieces[self.side] = dict(sorted(self.pieces.items()))
        self._count_decoys()
        self._name_interceptors()
        if self.mission is not None:
            self._name_the_mission(self.mission)
        self._name_the_agenda()

    def _wait(self, forces: Waiting) -> None:
        """Forces that have not entered wait off the map, each with its own."""
        for key, names in forces.items():
            for name in names:
                piece = self.pieces[name] = Piece(name, f"{WAITING}{key}", ace=self._ace(name))
                if self.data.counters[name].is_air and self.side is Side.ALLIED:
                    piece.base = CARRIER

    # Places to be filled

    def _boxes(self, places: list[_Place]) -> bool:
        """Each holding box has as many pieces as the count that everyone sees, where its marker is."""
        if self.side is not Side.ALLIED:
            return True
        hidden = sum(not self.data.counters[unit].is_air for unit in (*self.units, *self.decoys))
        for box, count in sorted(self.world.boxes.items(), key=lambda item: -item[1]):
            name = f"group-{box}"
            marker = self.pieces.get(name)
            missing = count - sum(piece.box == box for piece in self.pieces.values())
            if marker is None:
                cells = [cell for cell in self.at_sea if missing - len(self._to_share(cell)) <= hidden]
                if not cells:
                    return False
                marker = self.pieces[name] = Piece(name, self.dice.choice(cells))
                for piece in self._to_share(marker.at)[:missing]:
                    piece.box = box
                    missing -= 1
            places += [_Place(marker.at, box=box) for _ in range(missing)]
            hidden -= missing
        return True

    def _to_share(self, cell: str) -> list[Piece]:
        """Face-up ships in a hex that may be in a box whose marker is not seen, where places are shared."""
        if not self.sharing:
            return []
        return [p for p in self.pieces.values() if p.at == cell and not p.box and self.data.counters[p.id].is_ship]

    def _markers_shown(self, places: list[_Place]) -> None:
        """A piece for each marker on a face-down piece; a damaged ship may be the one in a box."""
        for cell in self.holes:
            for mark in self.world.marks.get(placeholder(self.side, cell), ()):
                level, surfaced = damage_shown(mark), is_surfaced_shown(mark)
                boxed = None
                if self.sharing:
                    boxed = next((p for p in places if p.cell == cell and p.box and not p.is_marked), None)
                if boxed is not None:
                    boxed.damage, boxed.surfaced = level, surfaced
                else:
                    places.append(_Place(cell, level, surfaced))

    def _movers(self, places: list[_Place]) -> None:
        """Someone for the stack that moves, and for aircraft that are about to land."""
        mission = self.mission
        if mission is not None and mission.at in self.holes and not self._open_movers(mission):
            self._claim(places, mission.at, mission.flying)
        for cell in self.landing:
            self._claim(places, cell, True)
        for step in self.world.agenda:
            match step:
                case s.Growlers(cell, (name,)) if name == UNKNOWN and cell in self.holes and mission is not None:
                    places.append(_Place(cell, sails=True))
                case s.Adrift(ship, start) if ship == UNKNOWN and self.side is Side.ALLIED:
                    self._drifts(places, start)

    def _drifts(self, places: list[_Place], cell: str) -> None:
        """NC 11.4: one of the pieces in a hex is a ship that a storm drives away."""
        place = None
        if self.sharing:
            place = next((p for p in places if p.cell == cell and not (p.box or p.flies or p.real)), None)
        if place is None:
            place = _Place(cell)
            places.append(place)
        place.real = True

    def _claim(self, places: list[_Place], cell: str, flying: bool) -> None:
        """One of the pieces in a hex moves: one of its own, or where places are shared one with a marker."""
        place = None
        if self.sharing:
            marked = [p for p in places if p.cell == cell and not p.box and not (p.surfaced and flying)]
            place = marked[0] if marked else None
        if place is None:
            place = _Place(cell)
            places.append(place)
        if flying:
            place.flies = True
        else:
            place.sails = True

    def _open_movers(self, mission: Mission) -> list[str]:
        """Face-up pieces that may be in the moving stack."""
        done = USED[mission.type] if mission.began else 0
        return [
            piece.id
            for piece in self.pieces.values()
            if piece.at == mission.at
            and not self._is_hidden(piece)
            and piece.used & done == done
            and self.data.counters[piece.id].is_air == mission.flying
            and (piece.aloft or not mission.flying)
        ]

    # Matching

    def _match(self, places: list[_Place]) -> dict[str, _Place] | None:
        """A piece for every place, or None: pieces already seated move over where that helps."""
        pool = [*self.units, *self.decoys, *self.markers]
        self.dice.shuffle(pool)
        places.sort(key=lambda place: place.is_any and place.cell in self.water)
        starts = [self.dice.below(len(pool)) if pool else 0 for _ in places]
        seated: dict[str, int] = {}

        def seat(number: int, passed: set[str]) -> bool:
            place = places[number]
            order = pool[starts[number] :] + pool[: starts[number]]
            fit = []
            for unit in order:
                if unit not in passed and self._fits(unit, place):
                    if unit not in seated:
                        seated[unit] = number
                        return True
                    fit.append(unit)
            for unit in fit:
                if unit not in passed:
                    passed.add(unit)
                    if seat(seated[unit], passed):
                        seated[unit] = number
                        return True
            return False

        if not all(seat(number, set()) for number in range(len(places))):
            return None
        return {unit: places[number] for unit, number in seated.items()}

    def _fits(self, name: str, place: _Place) -> bool:
        """Whether a hidden piece could be what is seen in a place."""
        about = self.data.counters[name]
        if about.is_decoy or about.is_group:
            seen = place.damage or place.surfaced or place.real
            return not (seen or (about.is_group and (place.box or place.flies)))
        if about.dmg <= place.damage or (place.surfaced and not about.is_sub):
            return False
        if about.is_air:
            if place.sails or place.box or place.real:
                return False
            return place.flies or self._is_home(place.cell) or self._may_be_aloft(place.cell)
        if self._is_fought_over(place.cell) and (place.surfaced or not about.is_sub):
            return False
        return not place.flies and self._may_lie(name, place.cell) and (not place.sails or self._is_fast(name, place))

    def _is_fast(self, name: str, place: _Place) -> bool:
        """Whether a ship could have come as far as the moving stack has."""
        return self.mission is None or self._came_so_far(self.mission, name, place.damage)

    def _came_so_far(self, mission: Mission, name: str, damage: int) -> bool:
        """Whether a ship can have made the voyage; she may have struck ice at its end (NC 11.2)."""
        about = self.data.counters[name]
        move = about.move // 2 if damage and not self.world.options.growlers else about.move
        return move + int(about.is_sub) >= mission.moved

    def _may_lie(self, name: str, cell: str) -> bool:
        """NC 4.0, NC 12: open water, and not beyond the limits of the scenario."""
        return cell in self.berths.get(name, self.water)

    def _soviet_start(self, cell: str) -> str:
        """The eastern hex that is nearer: a Soviet destroyer never goes far from where it started."""
        distance = self.data.grid.distance
        return min((MURMANSK, ARCHANGEL), key=lambda start: distance(start, cell))

    def _is_home(self, cell: str) -> bool:
        """Whether aircraft are on the ground or on deck here."""
        if self.side is Side.AXIS:
            return cell in self.data.german_bases
        carrier = self.pieces.get(CARRIER)
        return carrier is not None and carrier.at == cell

    def _may_be_aloft(self, cell: str) -> bool:
        """Aircraft are aloft on patrol, on the mission under way and on their way home; in combat they all show."""
        if self._is_fought_over(cell):
            return False
        if self.mission is not None and self.mission.flying and cell == self.mission.at:
            return True
        return cell in self.world.stations[self.side] or cell in self.landing

    def _is_fought_over(self, cell: str) -> bool:
        """NC 9.0: whether there is combat in a hex: of ships only boats under water are hidden there."""
        return self.world.combat is not None and self.world.combat.cell == cell

    # Putting pieces down

    def _put(self, name: str, place: _Place) -> None:
        piece = self.pieces[name] = Piece(name, place.cell, damage=place.damage, surfaced=place.surfaced)
        piece.ace = self._ace(name)
        piece.box = place.box
        about = self.data.counters[name]
        if about.is_air and (place.flies or not self._is_home(place.cell)):
            piece.aloft = True
        if about.is_decoy and place.flies:
            piece.aloft = True
            piece.base = self._way_home(place.cell)
        self._complete(piece)
        if place.cell in self.world.stations[self.side] and not (place.flies or place.sails):
            piece.on_patrol = piece.aloft or not self.dice.below(2)
            piece.used |= Used.PATROL if piece.on_patrol else 0

    def _ace(self, name: str) -> str:
        """NC 11.1: the ace of a boat; scenarios name them openly."""
        return ace_of(self.data, self.world, name)

    def _way_home(self, cell: str) -> str:
        """Where a decoy that flies has come from."""
        start = self.mission.start if self.mission is not None else cell
        return start if start[:1].isdigit() else cell

    def _complete(self, piece: Piece) -> None:
        """What nobody sees of a piece: the base of an aircraft, where a ship began."""
        about = self.data.counters[piece.id]
        if about.is_air:
            piece.base = self._base(piece)
        elif is_soviet_destroyer(self.data, piece) and piece.at[:1].isdigit():
            piece.start = self._soviet_start(piece.at)
        elif about.is_merchant and piece.at[:1].isdigit() and self._began_east():
            piece.start = self.dice.choice((MURMANSK, ARCHANGEL))
        seen_on_patrol = piece.used & Used.PATROL and piece.at in self.world.stations[self.side]
        if seen_on_patrol and not self._is_hidden(piece) and piece.id not in self.homing:
            piece.on_patrol = True

    def _began_east(self) -> bool:
        """Whether a merchant is one of those that go west, by their share among all."""
        return self.westbound > 0 and self.dice.below(self.merchants) < self.westbound

    def _base(self, piece: Piece) -> str:
        if self.side is Side.ALLIED:
            return CARRIER
        if piece.at in self.data.german_bases and not piece.aloft:
            return piece.at
        if not piece.at[:1].isdigit():
            return self.dice.choice(self.data.norwegian_bases.listed)
        distance = self.data.grid.distance
        reach = flight(self.data, self.world, piece)
        near = [base for base in self.data.german_bases if distance(base, piece.at) <= reach]
        if near:
            return self.dice.choice(near)
        return min(self.data.german_bases, key=lambda base: distance(base, piece.at))

    def _rest(self, units: list[str]) -> bool:
        """Everyone else lies with those that are seen to be somewhere; whether all found a place."""
        air = [unit for unit in units if self.data.counters[unit].is_air]
        for unit in units:
            if unit not in air:
                where = self.berths.get(unit, self.at_sea)
                if not self.data.counters[unit].is_sub:
                    where = [cell for cell in where if not self._is_fought_over(cell)] or where
                if not where:
                    return False
                self._put(unit, _Place(self.dice.choice(where)))
        for unit in air:
            place = self._air_place()
            if place is None:
                return False
            self._put(unit, place)
        free = [name for name in self.decoys if name not in self.pieces]
        if self.holes:
            for decoy in free[: self.dice.below(len(free) + 1)]:
                self._put(decoy, _Place(self.dice.choice(list(self.holes))))
        return True

    def _air_place(self) -> _Place | None:
        """On the ground where there is room, or on deck; else aloft where aircraft may be."""
        holds = self.data.pools.airbase_capacity if self.side is Side.AXIS else self.data.pools.carrier_capacity
        landed = [p.at for p in self.pieces.values() if self.data.counters[p.id].is_air and not p.aloft]
        homes = [cell for cell in self.holes if self._is_home(cell) and landed.count(cell) < holds]
        if homes:
            return _Place(self.dice.choice(homes))
        aloft = [cell for cell in self.holes if self._may_be_aloft(cell)]
        return _Place(self.dice.choice(aloft)) if aloft else None

    def _is_hidden(self, piece: Piece) -> bool:
        return piece.at[:1].isdigit() and piece.id not in self.world.notebook[self.side.enemy].identified

    # Decoys

    def _decoys(self) -> list[str]:
        """The decoys that may be in play: those paid for this turn, less those that were found out."""
        if any(isinstance(step, BEFORE_DECOYS) for step in self.world.agenda):
            return []
        names = [c.id for c in self.data.counters.values() if c.is_decoy and c.side is self.side]
        return names[: max(0, self._paid_for() - int(self._facts().get(f"found-{self.side}", 0)))]

    def _paid_for(self) -> int:
        return int(self._facts().get(f"spent-{self.side}", 0)) // self.data.tables.victory.decoy

    def _facts(self) -> dict[str, str | int]:
        return self.world.notebook[self.side.enemy].facts

    def _count_decoys(self) -> None:
        """How many were drawn, this turn and in the one before: at least those in play; in solitaire none (NC 11.6)."""
        if self.world.options.solitaire:
            return
        found = int(self._facts().get(f"found-{self.side}", 0))
        least = found + sum(name in self.decoys and p.at != POOL for name, p in self.pieces.items())
        pool = sum(c.is_decoy and c.side is self.side for c in self.data.counters.values())
        self.world.drawn[self.side] = least + self.dice.below(max(1, self._paid_for() - least + 1))
        self.world.drawn_before[self.side] = self.dice.below(pool + 1)

    # Names

    def _name_the_mission(self, mission: Mission) -> None:
        """Units for a mission of which only type, kind and hexes are known."""
        if mission.start == UNKNOWN:
            mission.start = f"{WAITING}{self._entered()}"
        stack = []
        for piece in self.world.pieces[self.side].values():
            if piece.at == mission.at and self._is_hidden(piece) and not piece.box and self._moves(mission, piece):
                stack.append(piece.id)
        names = with_contents(self.world, [*stack, *self._open_movers(mission)])
        for name in names:
            piece = self.world.pieces[self.side][name]
            piece.on_patrol = False
            if self._is_hidden(piece):
                piece.used |= USED[mission.type]
                piece.spent = 0 if mission.flying else mission.moved
        mission.units = names
        if mission.moved and mission.at in occupied(self.world, self.side.enemy):
            mission.halted = not can_pass(self.data, [self.world.pieces[self.side][name] for name in names])

    def _name_interceptors(self) -> None:
        """NC 11.2: of what has intercepted among the ice, boats under water were not seen: one may be at risk."""
        mission = self.world.mission
        for cell in mission.met_in_ice if mission is not None and mission.side is not self.side else ():
            here = [p for p in self.world.pieces[self.side].values() if p.at == cell]
            hidden = [p for p in here if self._is_hidden(p) and self.data.counters[p.id].is_sub and not p.surfaced]
            if hidden and not any(p.among_ice for p in here):
                hidden[0].among_ice = True

    def _moves(self, mission: Mission, piece: Piece) -> bool:
        """Whether a hidden piece may be in the moving stack."""
        about = self.data.counters[piece.id]
        if mission.flying:
            return piece.aloft
        if about.is_air or piece.aloft:
            return False
        return about.is_decoy or about.is_group or self._came_so_far(mission, piece.id, piece.damage)

    def _entered(self) -> str:
        """A force that is on the map by now."""
        world = self.world
        forces = forces_of(self.data, world.scenario, world.options, sunk_before(world.campaign))
        waits = [force.key for force in forces if force.side is self.side and force.waits]
        return next(key for key in waits if key not in self.waiting)

    def _name_the_agenda(self) -> None:
        """Names for the units in lines of the agenda that do not show them."""
        mission = self.mission
        for number, step in enumerate(self.world.agenda):
            match step:
                case s.Claim(scout, target) if scout == UNKNOWN and mission is not None:
                    scouts = [n for n in mission.units if not self.data.counters[n].is_group]
                    chosen = self.dice.choice(scouts)
                    mission.tried.append(chosen)
                    self.world.agenda[number] = s.Claim(chosen, target)
                case s.Assemble(side, type, start, flying, passed) if start == UNKNOWN and side is self.side:
                    force = self.dice.choice(list(self.waiting))
                    self.world.agenda[number] = s.Assemble(side, type, f"{WAITING}{force}", flying, passed)
                case s.Growlers(cell, (name,)) if name == UNKNOWN and mission is not None:
                    self.world.agenda[number] = s.Growlers(cell, (self._left_behind(mission, cell),))
                case s.Growlers(cell, (name,)) if name == UNKNOWN and self._intercepted():
                    self.world.agenda[number] = s.Growlers(cell, self._interceptors(cell))
                case s.Adrift(ship, start, cells) if ship == UNKNOWN and self.side is Side.ALLIED:
                    self.world.agenda[number] = s.Adrift(self._driven(start), start, cells)
                case s.LandAircraft(side, units, sham) if units and side is self.side:
                    down = [p.id for p in self.world.pieces[side].values() if self._comes_down(p)]
                    self.world.agenda[number] = s.LandAircraft(side, tuple(down), sham)

    def _intercepted(self) -> bool:
        """Whether the mission under way is the other side's."""
        return self.world.mission is not None and self.world.mission.side is not self.side

    def _interceptors(self, cell: str) -> tuple[str, ...]:
        """NC 11.2: who may have come into a hex among the ice to intercept: a ship that is there."""
        here = [p.id for p in self.world.pieces[self.side].values() if p.at == cell]
        afloat = [name for name in here if self.data.counters[name].is_ship]
        return (self.dice.choice(afloat or here),)

    def _left_behind(self, mission: Mission, cell: str) -> str:
        """NC 11.2: a piece that a stack has left among the ice: one that is there, or the last of the stack."""
        here = [p.id for p in self.world.pieces[self.side].values() if p.at == cell and p.id not in mission.units]
        afloat = [name for name in here if self.data.counters[name].is_ship or self.data.counters[name].is_decoy]
        if afloat:
            return self.dice.choice(afloat)
        return mission.units.pop() if len(mission.units) > 1 else mission.units[0]

    def _driven(self, cell: str) -> str:
        """NC 11.4: a hidden ship in a hex that no other line of the agenda names."""
        named = [step.ship for step in self.world.agenda if isinstance(step, s.Adrift)]
        ships = [p for p in self.world.pieces[self.side].values() if p.at == cell and self._is_hidden(p) and not p.box]
        return self.dice.choice([p.id for p in ships if self.data.counters[p.id].is_ship and p.id not in named])

    def _comes_down(self, piece: Piece) -> bool:
        return piece.aloft and not piece.on_patrol and piece.at[:1].isdigit()
