"""Units of a side that lie in one place: how they are, and where they could go on a mission.

Everything is asked of the rules on a mission that is only supposed, and of what the side knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from barents.atlas.places import gazetteer
from barents.games.north_cape.data import CARRIER, UNLIMITED, Data
from barents.games.north_cape.names import (
    fleet,
    listed,
    place,
    so_many,
    spoken,
    waiting_force,
)
from barents.games.north_cape.rules.eligibility import (
    is_eligible,
)
from barents.games.north_cape.rules.movement import Course, can_pass, course
from barents.games.north_cape.rules.odds import striking
from barents.games.north_cape.rules.patrol import watched
from barents.games.north_cape.rules.pieces import (
    at,
    factor,
    flight,
    is_real,
    is_up,
    is_waiting,
    left,
    occupied,
    on_map,
    speed,
    with_contents,
)
from barents.games.north_cape.rules.recon import spotting
from barents.games.north_cape.state import NOT_AVAILABLE, WAITING, Mission, MissionType, Piece, State
from barents.kernel.decisions import Decision, Pick
from barents.kernel.domains import Refusal
from barents.kernel.view import Odds

ORDER = (MissionType.ATTACK, MissionType.SORTIE, MissionType.PATROL, MissionType.RECON)
NEAR = 6  # hexes within which an enemy is worth a word
MOST_NAMED = 3


@dataclass(frozen=True)
class Posture:
    """How a stack sets out: as it is, its boats under water or on the surface (8.0); ships or aircraft."""

    flying: bool
    dives: bool = False
    surfaces: bool = False

    @property
    def prefix(self) -> str:
        """What the names of its deeds begin with."""
        return "dive-" if self.dives else "surface-" if self.surfaces else ""


def assembled(data: Data, known: State, decision: Decision[Any], units: Sequence[str]) -> Stack | None:
    """The stack that some units make: a force that waits as a whole, and ships in a box with their Group marker."""
    own = known.pieces[decision.side]
    pieces: dict[str, Piece] = {}
    for name in units:
        piece = own.get(name)
        if piece is None or not (on_map(piece) or is_waiting(piece) or piece.at == NOT_AVAILABLE):
            return None
        if is_waiting(piece):
            pieces |= {other.id: other for other in at(known, decision.side, piece.at)}
        elif piece.box:
            pieces[f"group-{piece.box}"] = own[f"group-{piece.box}"]
        else:
            pieces[name] = piece
    if not pieces:
        return None
    in_order = [piece for name, piece in own.items() if name in pieces]
    return Stack(data, known, decision, in_order)


class Stack:
    """Units of a side that would go on a mission together, and what it knows."""

    def __init__(self, data: Data, known: State, decision: Decision[Any], pieces: Sequence[Piece]) -> None:
        self.data, self.known, self.decision, self.side = data, known, decision, decision.side
        self.loose = list(pieces)
        sailing = [piece.id for piece in pieces if not (is_waiting(piece) and data.counters[piece.id].is_air)]
        self.names = with_contents(known, sailing)  # aircraft come onto the map on the deck of their carrier
        self.pieces = [known.pieces[self.side][name] for name in self.names]
        self.here = pieces[0].at
        self.places = gazetteer("north-cape")
        options = decision.options
        self.offered = set(options.listed) if isinstance(options, Pick) else set()
        self._courses: dict[Posture, Course | None] = {}

    # Who they are

    @cached_property
    def waits(self) -> bool:
        """Whether it is a force that is still off the map."""
        return self.here.startswith(WAITING)

    @cached_property
    def real(self) -> list[Piece]:
        """Its units, without decoys and markers."""
        return [piece for piece in self.pieces if is_real(self.data, piece)]

    @cached_property
    def name(self) -> str:
        """What it is called."""
        if self.waits:
            return spoken(waiting_force(self.data, self.known, self.here).name)
        return listed([self.data.counters[piece.id].name for piece in self.loose], MOST_NAMED)

    @property
    def subject(self) -> str:
        """The same at the beginning of a sentence."""
        return f"{self.name[0].upper()}{self.name[1:]}"

    @cached_property
    def is_one(self) -> bool:
        """Whether it is a single unit."""
        return len(self.loose) == 1 and not self.waits and not self.data.counters[self.loose[0].id].is_group

    @property
    def they(self) -> str:
        """The word that stands for it: she, it or they."""
        if not self.is_one:
            return "they"
        return "she" if self.data.counters[self.loose[0].id].is_ship else "it"

    @property
    def them(self) -> str:
        """The same where something is done to it."""
        return {"she": "her", "it": "it", "they": "them"}[self.they]

    @property
    def have(self) -> str:
        """The word with "have" after it."""
        return f"{self.they} {'has' if self.is_one else 'have'}"

    @cached_property
    def postures(self) -> list[Posture]:
        """The ways in which it can set out; a decoy passes for a ship or an aircraft (NC 5.5)."""
        counters = [self.data.counters[piece.id] for piece in self.pieces]
        if any(about.is_air for about in counters):
            return [Posture(flying=True)]
        found = [Posture(flying=False)]
        boats = [piece for piece in self.real if self.data.counters[piece.id].is_sub and not piece.halted]
        if any(boat.surfaced for boat in boats):
            found.append(Posture(flying=False, dives=True))
        if any(not boat.surfaced for boat in boats):
            found.append(Posture(flying=False, surfaces=True))
        if all(about.is_decoy for about in counters):
            found.append(Posture(flying=True))
        return found

    def others(self) -> list[str]:
        """Those who lie there too and could go along."""
        if self.waits or not on_map(self.loose[0]):
            return []
        flying = self.postures[0].flying
        there = [p for p in at(self.known, self.side, self.here) if p not in self.pieces and not p.box]
        return [p.id for p in there if any(is_eligible(self.known, self.data, p, type, flying) for type in ORDER)]

    def state_line(self) -> str:
        """How it is, in a line."""
        if self.waits:
            return "Waits to enter the map"
        first = self.loose[0]
        if first.at == NOT_AVAILABLE:
            return "Back from a fight, out of it until the turn is over"
        parts = [self._posture(), f"{self.places.said(self.here)}"]
        if near := self.bearing(self.here):
            parts.append(near)
        seen = [piece for piece in self.loose if is_up(self.known, piece, self.side)]
        parts.append("not seen" if not seen else "seen" if len(seen) == len(self.loose) else "some seen")
        line = ", ".join(part for part in parts if part)
        return f"{line[0].upper()}{line[1:]}"

    def _posture(self) -> str:
        words = []
        boats = [piece for piece in self.real if self.data.counters[piece.id].is_sub]
        if boats:
            up = sum(piece.surfaced for piece in boats)
            words.append("submerged" if not up else "surfaced" if up == len(boats) else "some surfaced")
        if any(piece.aloft for piece in self.loose):
            words.append("aloft")
        elif any(piece.base == CARRIER for piece in self.loose):
            words.append(f"on the deck of {self.data.counters[CARRIER].name}")
        if any(piece.on_patrol for piece in self.loose):
            words.append("on patrol")
        if any(piece.halted for piece in self.loose):
            words.append("stopped for this turn")
        return ", ".join(words)

    def nearest(self, here: str) -> str:
        """The hex of the enemy who is nearest to a hex; nothing if none is near."""
        cells, grid = occupied(self.known, self.side.enemy), self.data.grid
        cell = min(cells, key=lambda other: (grid.distance(here, other), other), default="")
        return cell if cell and grid.distance(here, cell) <= NEAR else ""

    def bearing(self, here: str) -> str:
        """Where a hex lies from the nearest enemy, if he is near."""
        if not (cell := self.nearest(here)):
            return ""
        hexes, whom = self.data.grid.distance(here, cell), self.enemy(cell)
        if not hexes:
            return f"in one hex with {whom}"
        return f"{so_many(hexes, 'hex', 'hexes')} {self.places.bound(cell, here)} of {whom}"

    def enemy(self, cell: str) -> str:
        """What is known of the enemy in a hex."""
        there = [piece for piece in at(self.known, self.side.enemy, cell) if piece.id in self.data.counters]
        if not there:
            return "something unseen"
        return fleet(self.data, [piece.id for piece in there], MOST_NAMED)

    def facts(self) -> list[str]:
        """What one wants to know of it, in a few words each."""
        data = self.data
        if not self.is_one:
            ships = [piece for piece in self.real if data.counters[piece.id].is_ship]
            some = [so_many(len(self.real), "unit")]
            return [*some, f"Move {min(left(data, ship) for ship in ships)}"] if ships else some
        piece = self.loose[0]
        about = data.counters[piece.id]
        if about.is_decoy:
            return ["Decoy"]
        if about.is_air:
            reach = flight(data, self.known, piece)
            facts = {
                "Against ships": factor(data, piece, "surface"),
                "Torpedo": factor(data, piece, "torp"),
                "In the air": factor(data, piece, "air"),
                "Range": "unlimited" if reach >= UNLIMITED else reach,
            }
        else:
            facts = {
                "Guns": factor(data, piece, "gun"),
                "Torpedo": factor(data, piece, "torp"),
                "Move": f"{left(data, piece)} of {speed(data, piece)}" if piece.spent else left(data, piece),
            }
        shown = [f"{what} {fact}" for what, fact in facts.items() if fact or what == "Move"]
        return [*shown, f"Hits {piece.damage} of {about.dmg}"]

    # Where they can go

    def sea(self, posture: Posture) -> State:
        """What is known, with the boats as they would set out."""
        if not (posture.dives or posture.surfaces):
            return self.known
        changed = {
            piece.id: replace(piece, surfaced=posture.surfaces)
            for piece in self.real
            if self.data.counters[piece.id].is_sub and not piece.halted
        }
        own = {**self.known.pieces[self.side], **changed}
        return replace(self.known, pieces={**self.known.pieces, self.side: own})

    def mission(self, type: MissionType, posture: Posture, cell: str = "") -> Mission:
        """The mission as it would be, where it sets out or having come to a hex."""
        moved = 0 if cell in ("", self.here) else 1
        return Mission(self.side, type, posture.flying, list(self.names), self.here, cell or self.here, moved=moved)

    def course(self, posture: Posture) -> Course | None:
        """Where it can go; None if it cannot move."""
        if posture not in self._courses:
            mission = self.mission(MissionType.SORTIE, posture)
            self._courses[posture] = course(self.data, self.sea(posture), mission)
        return self._courses[posture]

    def cells(self, posture: Posture) -> tuple[str, ...]:
        """The hexes that it can go to."""
        ahead = self.course(posture)
        return () if ahead is None else tuple(ahead.cells)

    def legs(self, posture: Posture, cell: str, start: str = "", moved: int = 0) -> list[list[str]]:
        """By which hexes it gets there, in as many legs as it is asked for; none where it is there already.

        Beside a patrol it is asked anew where it goes (NC 7.0), and its way from there may be another.
        """
        found: list[list[str]] = []
        here = start or self.here
        while cell not in ("", here):
            ahead = self.course_on(posture, here, moved) if moved else self.course(posture)
            if ahead is None or cell not in ahead:
                return []
            route = ahead.route(cell)
            leg = route[: next((n for n, hex in enumerate(route, 1) if hex in self.watched), len(route))]
            found.append(leg)
            here, moved = leg[-1], moved + len(leg)
        return found

    def course_on(self, posture: Posture, here: str, moved: int) -> Course | None:
        """Where it can go after so many hexes of a mission."""
        sea = self.sea(posture)
        spent = 0 if posture.flying else moved
        under_way = {p.id: replace(sea.pieces[self.side][p.id], at=here, spent=p.spent + spent) for p in self.pieces}
        own = {**sea.pieces[self.side], **under_way}
        state = replace(sea, pieces={**sea.pieces, self.side: own})
        return course(self.data, state, self.mission(MissionType.SORTIE, posture, here))

    def route(self, posture: Posture, cell: str) -> list[str]:
        """All the hexes of its way; none where it is there already."""
        return [hex for leg in self.legs(posture, cell) for hex in leg]

    @cached_property
    def watched(self) -> set[str]:
        """NC 7.0: the hexes that patrols of the enemy watch, as far as one knows."""
        return watched(self.known, self.data, self.side.enemy, occupied(self.known, self.side.enemy))

    def points(self, posture: Posture) -> int:
        """How many hexes it can go."""
        sea = self.sea(posture).pieces[self.side]
        if posture.flying:
            return min((flight(self.data, self.known, piece) for piece in self.real), default=UNLIMITED)
        return min((left(self.data, sea[piece.id]) for piece in self.real), default=UNLIMITED)

    def out_of_reach(self, cell: str) -> Refusal:
        """Why it cannot go to a hex."""
        posture = self.postures[0]
        if cell not in self.data.grid:
            return Refusal(f"{cell} is no hex.", "NC-5.0-adjacent-steps")
        hexes, points = self.data.grid.distance(self.here, cell), self.points(posture)
        where = place(self.data, cell)
        if not posture.flying and cell not in self.data.open_water(self.known.ice):
            why = "under the ice" if cell in self.data.map.navigable else "land"
            return Refusal(f"{where} is {why}.", "NC-5.0-adjacent-steps")
        if posture.flying:
            fog = " in this fog" if self.known.weather == "fog" else ""
            return Refusal(
                f"{where} is beyond range: {so_many(points, 'hex', 'hexes')} from the base{fog}.",
                "NC-5.4-fog-min" if fog else "NC-5.3-range-from-base",
            )
        if hexes > points:
            return Refusal(
                f"{where} is {so_many(hexes, 'hex', 'hexes')} away; {self.have} {points}.",
                "NC-5.0-ship-budget-per-turn",
            )
        return Refusal(f"No way leads to {where} with {so_many(points, 'hex', 'hexes')}.", "NC-5.0-adjacent-steps")

    def stopped_before(self, posture: Posture, cell: str) -> bool:
        """NC 5.0: whether enemies lie on the way who would stop it short of its goal (R15)."""
        stack = [self.sea(posture).pieces[self.side][name] for name in self.names]
        if can_pass(self.data, stack):
            return False
        return not occupied(self.known, self.side.enemy).isdisjoint(self.route(posture, cell)[:-1])

    def odds_of_attack(self, posture: Posture, cell: str) -> Odds | None:
        if len(self.real) != 1 or len(self.pieces) != 1:
            return None
        sea = self.sea(posture)
        return striking(self.data, sea, sea.pieces[self.side][self.real[0].id], cell, self.side)

    def scout(self, posture: Posture, cell: str, spot: str) -> tuple[str, Odds | None] | None:
        """Who of them looks first: the one who sees best."""
        sea = self.sea(posture)
        scouts = [sea.pieces[self.side][p.id] for p in self.pieces if not self.data.counters[p.id].is_group]
        looks = [(s.id, spotting(self.data, self.known, replace(s, at=spot), cell)) for s in self.kinds(scouts)]
        return max(looks, key=lambda look: look[1].chance if look[1] is not None else -1.0, default=None)

    def kinds(self, scouts: Sequence[Piece]) -> list[Piece]:
        """One scout of each type: their dice are alike."""
        kinds = {self.data.counters[scout.id].type: scout for scout in reversed(scouts)}
        return list(kinds.values())

    def near_ice(self, cells: Iterable[str]) -> bool:
        if not self.known.options.growlers:
            return False
        zone = self.data.map.iceberg_zone(self.known.ice)
        return any(cell in zone for cell in cells)
