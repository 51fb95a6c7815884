"""Missions for people who think of the unit first: all that a stack can do, each with its places, chances and risks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from barents.games.north_cape.actions import CallHfdf, Declare, Go, Stop
from barents.games.north_cape.data import Data
from barents.games.north_cape.names import (
    place,
    so_many,
)
from barents.games.north_cape.rules.eligibility import (
    USED,
    can_attack,
    is_target,
    leavers,
    may_enter,
    may_go,
    may_sortie,
)
from barents.games.north_cape.rules.hfdf import listening
from barents.games.north_cape.rules.mission_questions import ENTER, LEG
from barents.games.north_cape.rules.movement import Course, can_pass, entry_hexes
from barents.games.north_cape.rules.pieces import (
    factor,
    is_submerged,
    is_up,
    occupied,
    on_map,
    speed,
)
from barents.games.north_cape.rules.plans import NEXT, Planner, answer
from barents.games.north_cape.rules.stacks import NEAR, ORDER, Posture, Stack, assembled
from barents.games.north_cape.rules.victory import is_westbound
from barents.games.north_cape.state import MissionType, Piece, State
from barents.kernel.decisions import Decision
from barents.kernel.domains import Refusal
from barents.kernel.menus import Choice, Deed, DeedPlace, Menu, Plan, Reach, in_order, whole_order
from barents.kernel.sides import Side

KEYS = {MissionType.ATTACK: "A", MissionType.SORTIE: "S", MissionType.PATROL: "P", MissionType.RECON: "R"}
REACH: dict[MissionType, Reach] = {
    MissionType.ATTACK: "strike",
    MissionType.SORTIE: "move",
    MissionType.PATROL: "watch",
    MissionType.RECON: "look",
}
HOPELESS = 0.02
SAILING = Posture(flying=False)
BLUFF = "Pretend to attack: it is found out there."


def menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str]) -> Menu | None:
    """NC 5.1: all that some units can do together now; None for what is not the side's own, or not in play."""
    stack = assembled(data, known, decision, units)
    if stack is None:
        return None
    return Menu(
        units=tuple(piece.id for piece in stack.loose),
        deeds=in_order(Deeds(stack).choices()),
        title=f"What shall {stack.name} do?",
        state=stack.state_line(),
        others=tuple(stack.others()),
        facts=tuple(stack.facts()),
        rule="NC-5.1-four-types",
    )


def plan(data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str) -> Plan:
    """NC 5.0 to NC 6.1: the answers that make a whole mission of a deed and a place."""
    stack = assembled(data, known, decision, units)
    if stack is None:
        return Plan(refusal=Refusal("These are not yours to order, or not in play."))
    return whole_order(Deeds(stack).choices(), deed, cell, stack.out_of_reach)


class Deeds:
    """What a stack can do."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.data, self.known, self.side, self.here = stack.data, stack.known, stack.side, stack.here
        self.planner = Planner(stack)

    def choices(self) -> list[Choice]:
        """Every mission, and what else can be answered now."""
        if self.stack.waits:
            found = [self._entering()]
        elif len({piece.at for piece in self.stack.loose}) > 1:
            apart = Refusal("They do not lie in one hex: each goes by herself.", "NC-5.0-one-unit-or-stack")
            found = [Choice(_refused(type.value, type, apart)) for type in ORDER]
        elif len({self.data.counters[piece.id].is_air for piece in self.stack.real}) > 1:
            mixed = Refusal("Ships and aircraft go on missions of their own.", "NC-5.0-one-unit-or-stack")
            found = [Choice(_refused(type.value, type, mixed)) for type in ORDER]
        else:
            found = [
                choice
                for posture in self.stack.postures
                for type in ORDER
                if not posture.surfaces or type is MissionType.SORTIE
                for choice in self._missions(type, posture)
            ]
            if home := self._homeward():
                found.append(home)
        if CallHfdf() in self.stack.offered:
            found.append(self._listening())
        return found

    def refusal(self, type: MissionType, posture: Posture) -> Refusal | None:
        """NC 5.1: why it cannot go on a mission, if it cannot."""
        for piece in self.stack.loose:
            if why := self._why_not(piece, type, posture):
                return why
        if Declare(type, self.here, posture.flying) in self.stack.offered:
            return None
        if type is MissionType.ATTACK:
            return Refusal("No enemy has been found to attack; look first.", "NC-5.1-attack-needs-recon")
        return Refusal("It is not offered now.", NEXT)

    def _why_not(self, piece: Piece, type: MissionType, posture: Posture) -> Refusal | None:
        data, about = self.data, self.data.counters[piece.id]
        who = "" if len(self.stack.loose) == 1 else f"{about.name}: "
        if not on_map(piece):
            return Refusal(f"{who}Out of the fight until the turn is over.", "NC-5.6-na-return")
        if posture.flying and self.known.weather == "storm":
            return Refusal(f"{who}Nothing flies in a storm.", "NC-3.1-storm-no-air")
        members = [p for p in self.stack.pieces if p.box and about.is_group and p.box == int(piece.id[6:])]
        if any(p.used & USED[type] for p in (piece, *members)):
            return Refusal(f"{who}Done this turn; each mission once a turn.", "NC-5.1-once-per-type")
        if type is MissionType.SORTIE and not about.is_group and not may_sortie(data, piece):
            stopped = "Stopped by the enemy" if piece.halted else "No movement left"
            return Refusal(f"{who}{stopped} this turn.", "NC-5.0-ship-budget-per-turn")
        if type is not MissionType.ATTACK or about.is_group or about.is_decoy:
            return None
        if not can_attack(data, piece):
            return Refusal(f"{who}Nothing to attack with.", "NC-5.1-type-limits")
        if not may_go(self.known, data, piece, type, posture.flying):
            return Refusal(f"{who}No enemy has been found to attack; look first.", "NC-5.1-attack-needs-recon")
        return None

    def _missions(self, type: MissionType, posture: Posture) -> list[Choice]:
        refusal = self.refusal(type, posture)
        name = self._deed_name(type, posture)
        if refusal is not None:
            return [] if posture.prefix else [Choice(_refused(name, type, refusal, self._title(type, posture)))]
        match type:
            case MissionType.ATTACK:
                return self._attacks(name, posture)
            case MissionType.RECON:
                return self._looks(name, posture)
            case MissionType.PATROL:
                return [self._patrol(name, posture)]
            case _:
                return self._sortie(name, posture)

    def _deed_name(self, type: MissionType, posture: Posture) -> str:
        flying = "fly-" if posture.flying and len(self.stack.postures) > 1 else ""
        return f"{flying}{posture.prefix}{type.value}"

    def _title(self, type: MissionType, posture: Posture, what: str = "") -> str:
        words = f"{what or type.value}"
        if posture.flying and len(self.stack.postures) > 1:
            words = f"{words} as aircraft"
        elif posture.dives:
            words = f"dive and {words[0].lower()}{words[1:]}"
        elif posture.surfaces:
            words = "surface and sortie"
        return f"{words[0].upper()}{words[1:]}"

    def _key(self, type: MissionType, posture: Posture) -> str:
        return KEYS[type] if posture == self.stack.postures[0] else ""

    def _sortie(self, name: str, posture: Posture) -> list[Choice]:
        """NC 5.1: just to move; boats may dive or surface where they are (R34)."""
        cells = self.stack.cells(posture)
        on_the_spot = posture.dives or posture.surfaces
        if not cells and not on_the_spot:
            why = Refusal("There is nowhere to go.", "NC-5.0-adjacent-steps")
            return [Choice(_refused(name, MissionType.SORTIE, why, self._title(MissionType.SORTIE, posture)))]
        seen = any(is_up(self.known, piece, self.side) for piece in self.stack.loose)
        help = (
            f"Just move; whoever saw {self.stack.them} loses {self.stack.them}."
            if seen
            else "Just move, and show nothing."
        )
        if posture.dives:
            help = "Submerge first: harder to see, one hex less."
        if posture.surfaces:
            help = "Come up first: one hex more, but the enemy sees that she is up, and she fights as a ship."
        if posture.flying:
            help = (
                "Fly there and home again; nothing is looked for." if self.stack.real else "Pretend to fly somewhere."
            )
        deed = Deed(
            name,
            self._title(MissionType.SORTIE, posture),
            self._key(MissionType.SORTIE, posture),
            help,
            "move",
            (self.here, *cells) if on_the_spot else cells,
            facts=tuple(self._risks(posture, cells)),
            hopeless=posture.flying and bool(self.stack.real) and not seen,
        )
        return [Choice(deed, lambda cell: self.planner.moving(MissionType.SORTIE, posture, cell))]

    def _patrol(self, name: str, posture: Posture) -> Choice:
        """NC 7.0: to move, or stay, and keep watch."""
        cells = (self.here, *self.stack.cells(posture))
        catches, idle = self._catches(posture)
        hexes = so_many(self.stack.points(posture), "hex", "hexes")
        far = "" if posture.flying or len(cells) == 1 or not self.stack.real else f", 0 to {hexes}"
        deed = Deed(
            name,
            f"{self._title(MissionType.PATROL, posture)}{far}",
            self._key(MissionType.PATROL, posture),
            "Move, then watch the 7 hexes there until the turn ends; pounce on who comes near.",
            "watch",
            cells,
            facts=(catches, *self._risks(posture, cells)),
            hopeless=idle,
        )
        return Choice(deed, lambda cell: self.planner.moving(MissionType.PATROL, posture, cell))

    def _catches(self, posture: Posture) -> tuple[str, bool]:
        """NC 7.0, NC 7.1: whom a patrol of it could stop; and whether that is nobody."""
        data = self.data
        if not self.stack.real:
            return "stops nobody, but looks like it", False
        if posture.flying:
            hunts_air = any(data.counters[piece.id].red for piece in self.stack.real)
            strikes = any(factor(data, p, "surface") or factor(data, p, "torp") for p in self.stack.real)
            words = {(True, True): "stops ships and aircraft", (True, False): "stops aircraft"}
            return words.get((hunts_air, strikes), "stops ships" if strikes else "stops nobody"), not (
                hunts_air or strikes
            )
        armed = [
            p for p in self.stack.real if factor(data, p, "gun") or factor(data, p, "torp") or data.counters[p.id].asw
        ]
        if not armed:
            return "stops nobody", True
        own = max(speed(data, piece) for piece in armed)
        if own >= max(c.move for c in data.counters.values() if c.is_ship and c.side is self.side.enemy):
            return f"no ship outruns {self.stack.them}", False
        slow = max((c.move for c in data.counters.values() if c.is_merchant), default=0)
        return "stops slow ships only" if own <= slow else f"stops ships up to {own} hexes a turn", False

    def _risks(self, posture: Posture, cells: Iterable[str]) -> list[str]:
        """What is known to threaten on the way."""
        facts = []
        reached = set(cells)
        if posture.flying or not self.stack.near_ice(reached):
            facts.append("no die")
        else:
            facts.append("a die among icebergs")
        if not self.stack.watched & reached:
            facts.append("risk none known")
        elif not posture.flying and can_pass(
            self.data, [self.stack.sea(posture).pieces[self.side][n] for n in self.stack.names]
        ):
            facts.append(f"patrols cannot stop {self.stack.them}")
        else:
            facts.append(f"patrols watch {len(self.stack.watched & reached)} of {len(reached)} hexes")
        return facts

    def _attacks(self, name: str, posture: Posture) -> list[Choice]:
        """NC 5.1: an attack on each hex where an enemy has been found."""
        sea, side = self.stack.sea(posture), self.side
        found: list[Choice] = []
        known = {p.at for p in self.known.pieces[side.enemy].values() if p.recon and p.id in self.data.counters}
        hexes = {cell for cell in known if cell.isdigit()} | {self.here}
        for cell in sorted(hexes, key=lambda cell: (self.data.grid.distance(self.here, cell), cell)):
            title = self._title(MissionType.ATTACK, posture, f"attack {self.stack.enemy(cell)}")
            if is_target(sea, self.data, self.stack.mission(MissionType.ATTACK, posture, cell)):
                why = self._unreached(posture, cell)
            elif cell in known:
                why = Refusal(f"Nobody there whom {self.stack.they} can fight.", "NC-5.1-type-limits")
            else:
                continue
            if why is None:
                found.append(self._attack(name, posture, cell, title))
            elif not posture.prefix and self._is_near(posture, cell):
                found.append(Choice(_refused(f"{name}-{cell}", MissionType.ATTACK, why, title)))
        if not found and not posture.prefix:
            none = Refusal(
                f"Nobody has been found near whom {self.stack.they} could fight.", "NC-5.1-attack-needs-recon"
            )
            found = [Choice(_refused(name, MissionType.ATTACK, none, self._title(MissionType.ATTACK, posture)))]
        return found

    def _is_near(self, posture: Posture, cell: str) -> bool:
        """Whether a hex is so near that one may wonder why it cannot be attacked."""
        return self.data.grid.distance(self.here, cell) <= self.stack.points(posture) + NEAR

    def _unreached(self, posture: Posture, cell: str) -> Refusal | None:
        ahead = self.stack.course(posture)
        if cell == self.here:
            return None
        if ahead is None or cell not in ahead:
            hexes, points = (
                self.data.grid.distance(self.here, cell),
                0 if ahead is None else self.stack.points(posture),
            )
            if posture.flying or hexes <= points:
                return Refusal(f"{place(self.data, cell)} is out of reach.", "NC-5.3-range-from-base")
            words = f"In {place(self.data, cell)}, {so_many(hexes, 'hex', 'hexes')} away; {self.stack.have} {points}."
            return Refusal(words, "NC-5.0-ship-budget-per-turn")
        if self.stack.stopped_before(posture, cell):
            return Refusal("Enemies in the way would stop them.", "NC-5.0-halt-on-enemy")
        return None

    def _attack(self, name: str, posture: Posture, cell: str, title: str) -> Choice:
        odds = self.stack.odds_of_attack(posture, cell)
        one = self.stack.real[0] if len(self.stack.real) == 1 else None
        submerged = one is not None and is_submerged(self.data, self.stack.sea(posture).pieces[self.side][one.id])
        deed = Deed(
            f"{name}-{cell}",
            title,
            self._key(MissionType.ATTACK, posture),
            "Slip past the escorts and fire torpedoes."
            if submerged
            else "Go there and fight."
            if self.stack.real
            else BLUFF,
            "strike",
            (cell,),
            () if odds is None else (DeedPlace(cell, odds.chance),),
            odds,
            () if odds is None else odds.notes,
            hopeless=odds is not None and odds.chance < HOPELESS,
        )
        return Choice(deed, lambda _cell: self.planner.moving(MissionType.ATTACK, posture, cell))

    def _looks(self, name: str, posture: Posture) -> list[Choice]:
        """NC 6.0, NC 6.2: to look at a hex from beside it, or from two hexes away."""
        far = self.data.tables.limits.shadowing_reach
        choices = []
        beside: dict[str, str] = {}
        for title, deed_name, least, most in (("recon", name, 0, far - 1), ("shadow", f"{name}-far", far, far)):
            spots = self._vantage(posture, least, most)
            if not spots:
                continue
            chances = {cell: self.stack.scout(posture, cell, spot) for cell, spot in spots.items()}
            places = [
                DeedPlace(cell, None if scout is None or scout[1] is None else scout[1].chance, self.stack.enemy(cell))
                for cell, scout in chances.items()
            ]
            only = next(iter(chances.values())) if len(spots) == 1 else None
            odds = None if only is None else only[1]
            help = (
                "Go beside the enemy and look; only a scout that sees something is seen."
                if title == "recon"
                else "Look from two hexes away: harder, and farther from patrols."
            )
            deed = Deed(
                deed_name,
                self._title(MissionType.RECON, posture, title),
                self._key(MissionType.RECON, posture) if title == "recon" else "",
                help,
                "look",
                tuple(spots),
                tuple(places),
                odds,
                tuple(() if odds is None else odds.notes),
                hopeless=all(p.chance is not None and p.chance < HOPELESS for p in places)
                or (least > 0 and beside.keys() >= spots.keys() and not self.stack.watched & set(beside.values())),
            )
            choices.append(Choice(deed, self._looking(posture, spots)))
            beside = spots
        return choices or [self._looking_for_nobody(name, posture)]

    def _looking_for_nobody(self, name: str, posture: Posture) -> Choice:
        """NC 5.1: a Recon where there is nobody to look at is only a way to move."""
        deed = Deed(
            name,
            self._title(MissionType.RECON, posture),
            self._key(MissionType.RECON, posture),
            f"No enemy is near enough to look at: {self.stack.they} would only move.",
            "move",
            (self.here, *self.stack.cells(posture)),
            hopeless=True,
        )
        return Choice(deed, lambda cell: self.planner.moving(MissionType.RECON, posture, cell))

    def _looking(self, posture: Posture, spots: dict[str, str]) -> Callable[[str], Plan]:
        def planned(cell: str) -> Plan:
            if not cell and len(spots) == 1:
                (cell,) = spots
            if cell not in spots:
                return Plan(refusal=Refusal("Say which hex they look at.", "NC-6.1-one-hex"))
            return self.planner.moving(MissionType.RECON, posture, spots[cell], cell)

        return planned

    def _vantage(self, posture: Posture, least: int, most: int) -> dict[str, str]:
        """For each hex with enemies, from where to look at it: not beside patrols if that can be, and soon."""
        enemies, ahead, grid = (
            occupied(self.known, self.side.enemy),
            self.stack.course(posture),
            self.data.grid,
        )
        found = {}
        for cell in sorted(enemies, key=lambda cell: (grid.distance(self.here, cell), cell)):
            near = [spot for spot in grid.within(cell, most) if grid.distance(spot, cell) >= least]
            spots = [spot for spot in near if spot == self.here or (ahead is not None and spot in ahead)]
            spots.sort(key=lambda spot: self._way_to_look(spot, enemies))
            best = next((spot for spot in spots if not self.stack.stopped_before(posture, spot)), None)
            if best is not None:
                found[cell] = best
        return found

    def _way_to_look(self, spot: str, enemies: set[str]) -> tuple[bool, bool, int, str]:
        moves = spot != self.here
        return (
            moves and spot in enemies,
            moves and spot in self.stack.watched,
            self.data.grid.distance(self.here, spot),
            spot,
        )

    def _entering(self) -> Choice:
        """NC 12: a force that waits comes onto the map by an entry hex, and sails on as far as it can."""
        name = "enter"
        title = "Enter the map"
        first = next(
            (piece for piece in self.stack.pieces if not self.data.counters[piece.id].is_air),
            self.stack.pieces[0],
        )
        if not may_enter(self.known, self.data, first):
            why = Refusal("They wait until a merchant has been reconnoitred.", "NC-12.0-german-trigger")
            return Choice(_refused(name, MissionType.SORTIE, why, title))
        if Declare(MissionType.SORTIE, self.here, False) not in self.stack.offered:
            why = Refusal("It is not offered now.", NEXT)
            return Choice(_refused(name, MissionType.SORTIE, why, title))
        sailing = self._from_entries()
        cells: dict[str, None] = dict.fromkeys(sailing)
        for ahead in sailing.values():
            if ahead is not None:
                cells |= dict.fromkeys(ahead.cells)
        places = tuple(DeedPlace(cell, words="enters here") for cell in sailing)
        deed = Deed(
            name,
            title,
            KEYS[MissionType.SORTIE],
            "Come onto the map by an entry hex, and sail on with what is left of the movement.",
            "move",
            tuple(cells),
            places,
            facts=(so_many(len(sailing), "entry hex", "entry hexes"),),
        )
        return Choice(deed, lambda cell: self._plan_of_entering(sailing, cell))

    def _from_entries(self) -> dict[str, Course | None]:
        """NC 12: for each entry hex how the force can sail on from it; the hex itself costs a point (R6)."""
        stack = self.stack
        stops = set() if can_pass(self.data, stack.pieces) else occupied(self.known, self.side.enemy)
        entries = entry_hexes(self.known, self.data, stack.mission(MissionType.SORTIE, SAILING))
        return {cell: None if cell in stops else stack.course_on(SAILING, cell, 1) for cell in entries}

    def _plan_of_entering(self, sailing: dict[str, Course | None], cell: str) -> Plan:
        hexes = {entry: len(ahead.route(cell)) for entry, ahead in sailing.items() if ahead and cell in ahead}
        if cell in sailing:
            hexes[cell] = 0
        if not hexes:
            return Plan(refusal=Refusal("Say where they enter.", ENTER.rule))
        entry = min(hexes, key=lambda entry: (hexes[entry], self.data.grid.distance(entry, cell), entry))
        legs = self.stack.legs(SAILING, cell, entry, 1)
        way = [entry, *(hex for leg in legs for hex in leg)]
        answers = [
            answer(NEXT, Declare(MissionType.SORTIE, self.here, False)),
            answer(ENTER, Go(entry)),
            *(answer(LEG, Go(cell)) for _ in legs),
            answer(LEG, Stop()),
        ]
        goal = self.planner.goal(cell)
        words = f"Enter at {goal}" if entry == cell else f"Enter by {entry}, sail to {goal}"
        return Plan(tuple(answers), words, tuple(way), tuple(self.planner.about(way, SAILING)), self.planner.ice(way))

    def _homeward(self) -> Choice | None:
        """NC 12.2: westbound merchants leave by the west edge."""
        posture = self.stack.postures[0]
        if posture.flying or self.side is not Side.ALLIED:
            return None
        merchants = [p for p in self.stack.real if self.data.counters[p.id].is_merchant]
        if not any(is_westbound(self.known, self.data, ship) for ship in merchants):
            return None
        if self.refusal(MissionType.SORTIE, posture) is not None:
            return None
        edge = [cell for cell in (self.here, *self.stack.cells(posture)) if self._leavers_at(posture, cell)]
        if not edge:
            return None
        deed = Deed(
            "home",
            "Leave for home",
            "H",
            "Merchants bound for home leave by the west edge: safe, and worth points.",
            "land",
            tuple(edge),
            facts=tuple(self._risks(posture, edge)),
        )
        return Choice(deed, lambda cell: self.planner.moving(MissionType.SORTIE, posture, cell or edge[0], leave=True))

    def _leavers_at(self, posture: Posture, cell: str) -> list[Piece]:
        if cell not in self.data.map.zone("west_edge"):
            return []
        steps = len(self.stack.route(posture, cell))
        spent = {piece.id: replace(piece, spent=piece.spent + steps) for piece in self.stack.real}
        own = {**self.known.pieces[self.side], **spent}
        after = replace(self.known, pieces={**self.known.pieces, self.side: own})
        mission = self.stack.mission(MissionType.SORTIE, posture, cell)
        mission.halted = cell in occupied(self.known, self.side.enemy) and not can_pass(self.data, self.stack.pieces)
        return leavers(after, self.data, mission)

    def _listening(self) -> Choice:
        """NC 11.3: HF/DF is no mission, and comes before one."""
        odds = listening(self.data, self.known)
        deed = Deed(
            "listen",
            "Listen for U-boats first",
            "L",
            "Once a turn, no mission: a die may show one or two U-boats.",
            odds=odds,
            facts=odds.notes,
        )
        answers = (answer(NEXT, CallHfdf()),)
        return Choice(deed, lambda _cell: Plan(answers, "Listen for U-boats", odds=odds))


def _refused(name: str, type: MissionType, why: Refusal, title: str = "") -> Deed:
    return Deed(name, title or type.value.capitalize(), KEYS[type], reach=REACH[type], refusal=why)
