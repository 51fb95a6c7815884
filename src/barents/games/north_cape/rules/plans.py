"""The answers that a whole mission takes, for a stack, a deed and a place; and what it comes to in words.

A mission is announced, its units are named, boats dive, the stack goes and stops, scouts look, aircraft land: each is a
question of its own (5.0 to 6.1). Where a patrol may intercept on the way the umpire asks again whether to go on (7.0),
and so a plan goes to each such hex by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from barents.games.north_cape.actions import Declare, Go, LeaveMap, Spot, Stop, Surface
from barents.games.north_cape.data import UNLIMITED, Data
from barents.games.north_cape.names import (
    SIDES,
    place,
    so_many,
)
from barents.games.north_cape.rules.air import BASES
from barents.games.north_cape.rules.growlers import ice_odds
from barents.games.north_cape.rules.mission_questions import ASSEMBLE, DIVE, LEG
from barents.games.north_cape.rules.pieces import (
    is_real,
    is_submerged,
    on_map,
)
from barents.games.north_cape.rules.recon import LOOK
from barents.games.north_cape.rules.stacks import Posture, Stack
from barents.games.north_cape.state import MissionType, State
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.domains import Refusal
from barents.kernel.menus import Plan, PlannedAnswer
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

NEXT = "NC-5.0-alternate"


class Planner:
    """Plans whole missions of a stack."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.data, self.known, self.side, self.here = stack.data, stack.known, stack.side, stack.here

    def moving(self, type: MissionType, posture: Posture, cell: str, target: str = "", leave: bool = False) -> Plan:
        """NC 5.0: announce, name who goes, dive, go and stop; a scout looks, merchants leave, aircraft land."""
        cell = cell or self.here
        route = self.stack.route(posture, cell)
        on_the_spot = type is not MissionType.SORTIE or posture.dives or posture.surfaces or leave
        if cell == self.here and not on_the_spot:
            return Plan(refusal=Refusal("A sortie moves: say where to.", "NC-5.1-sortie"))
        if cell != self.here and not route:
            return Plan(refusal=self.stack.out_of_reach(cell))
        if self.stack.stopped_before(posture, cell):
            return Plan(refusal=Refusal("Enemies in the way would stop them.", "NC-5.0-halt-on-enemy"))
        answers = [
            answer(NEXT, Declare(type, self.here, posture.flying)),
            answer(ASSEMBLE, Choose(tuple(piece.id for piece in self.stack.loose))),
            *self._diving(posture),
            *(answer(LEG, Go(cell)) for _ in self.stack.legs(posture, cell)),
            answer(LEG, LeaveMap() if leave else Stop()),
        ]
        odds = self.ice([self.here, *route]) if not posture.flying else None
        about = []
        if target:
            odds, seen = self._spot(posture, target, cell, answers)
            about = [f"from {self.goal(cell)}" if cell != self.here else "from where they are", seen]
        elif type is MissionType.ATTACK:
            odds = self.stack.odds_of_attack(posture, cell)
        if posture.flying and type in (MissionType.RECON, MissionType.SORTIE):
            answers += self._landing(bool(target))
        words = self._words(type, posture, cell, target, leave)
        way = (self.here, *route)
        about = [*about, *self.about(way, posture)]
        if type is MissionType.PATROL:
            about.append(self._bars(cell))
        return Plan(tuple(answers), words, way, tuple(part for part in about if part), odds)

    def _diving(self, posture: Posture) -> list[PlannedAnswer]:
        """NC 8.0: boats that are up are asked whether they dive; those that are under surface on the way."""
        up = tuple(piece.id for piece in self.stack.pieces if piece.surfaced)
        answers = [answer(DIVE, Choose(up if posture.dives else ()))] if up else []
        if posture.surfaces:
            boats = [p for p in self.stack.pieces if is_submerged(self.data, p) and not p.halted]
            answers += [answer(LEG, Surface(boat.id)) for boat in boats]
        return answers

    def _spot(self, posture: Posture, target: str, cell: str, answers: list[PlannedAnswer]) -> tuple[Odds | None, str]:
        scout = self.stack.scout(posture, target, cell)
        if scout is None:
            return None, ""
        name, odds = scout
        answers.append(answer(LOOK, Spot(name, target)))
        looking = [p for p in self.stack.pieces if not self.data.counters[p.id].is_group]
        if len(looking) == 1:
            answers.append(answer(LOOK, Stop()))
            return odds, ""
        return odds, f"{self.data.counters[name].name} looks first"

    def _landing(self, looked: bool) -> list[PlannedAnswer]:
        """NC 5.6: German aircraft are asked where they land: where they came from. Who still looks is not home yet."""
        scouts = [p for p in self.stack.pieces if not self.data.counters[p.id].is_group]
        if self.side is Side.ALLIED or (looked and len(scouts) > 1):
            return []
        pairs = [(p.id, p.base) for p in self.stack.real]
        pairs += [(p.id, "back") for p in self.stack.pieces if not is_real(self.data, p)]
        return [answer(BASES, Allot(tuple(pairs)))]

    # In words

    def _words(self, type: MissionType, posture: Posture, cell: str, target: str, leave: bool) -> str:
        if leave:
            return "Leave for home" if cell == self.here else f"Leave for home by {self.goal(cell)}"
        before = "Dive and " if posture.dives else "Surface and " if posture.surfaces else ""
        where = "here" if cell == self.here else self.goal(cell)
        match type:
            case MissionType.RECON:
                deed = f"look at {place(self.data, target)}" if target else f"recon to {where}"
            case MissionType.ATTACK:
                deed = f"attack {self.stack.enemy(cell)}"
            case MissionType.PATROL:
                deed = "patrol here" if cell == self.here else f"patrol at {where}"
            case _:
                deed = "stay here" if cell == self.here else f"sortie to {where}"
        words = f"{before}{deed}"
        return f"{words[0].upper()}{words[1:]}"

    def goal(self, cell: str) -> str:
        """A hex, by its place's name if it has one."""
        return self.stack.places.landmarks.get(cell, cell)

    def _manner(self, posture: Posture) -> str:
        if posture.flying:
            return "in the air"
        boats = [
            self.stack.sea(posture).pieces[self.side][p.id] for p in self.stack.real if self.data.counters[p.id].is_sub
        ]
        if not boats:
            return ""
        return "submerged" if not any(boat.surfaced for boat in boats) else "surfaced"

    def _bars(self, cell: str) -> str:
        """NC 7.0: how many of the hexes that the nearest enemy could go on to a patrol in a hex would watch."""
        enemy = self.stack.nearest(cell)
        onward = self.data.joined(self.known.ice).get(enemy, ())
        barred = [hex for hex in onward if hex in self.data.disc(cell, self.data.tables.limits.interception_reach)]
        return f"watches {len(barred)} of the {len(onward)} ways on from {enemy}" if onward and barred else ""

    def about(self, way: Sequence[str], posture: Posture) -> list[str]:
        """Where it ends, how far that is, and what is known to threaten."""
        cell = way[-1]
        about = [self.stack.places.said(cell)]
        if cell != self.here and on_map(self.stack.loose[0]):
            if near := self.stack.bearing(cell):
                about.append(near)
            steps, points = len(way) - 1, self.stack.points(posture)
            bounded = not posture.flying and steps <= points < UNLIMITED
            far = f"{steps} of {points} hexes" if bounded else so_many(steps, "hex", "hexes")
            about.append(", ".join(part for part in (far, self._manner(posture)) if part))
        patrols = [hex for hex in way if hex in self.stack.watched and hex != self.here]
        about.append(
            f"a patrol of the {SIDES[self.side.enemy]} may meet {self.stack.them} in {patrols[0]}"
            if patrols
            else "no known patrol reaches it"
        )
        return about

    def ice(self, way: Sequence[str]) -> Odds | None:
        """NC 11.2: that ships come through the iceberg zone unharmed, if their way leads there."""
        if not self.stack.near_ice(way[1:] if on_map(self.stack.loose[0]) else way):
            return None
        mission = replace(self.stack.mission(MissionType.SORTIE, self.stack.postures[0]), among_ice=True)
        return ice_odds(self.data, replace(self.known, mission=mission), self.stack.decision, Stop())


def answer(question: str | Question[State, Data], action: Action) -> PlannedAnswer:
    return PlannedAnswer(question if isinstance(question, str) else question.id, str(action))
