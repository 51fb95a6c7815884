"""The German staff: boats across the track and then in packs, ships out for a convoy that was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from barents.games.nordkapp.rules.plot import ALONE
from barents.games.nordkapp.rules.units import is_waiting, speed
from barents.games.nordkapp.state import Piece
from barents.kernel.domains import Domain
from barents.kernel.sides import Side
from barents.players.nordkapp.belief import Belief
from barents.players.nordkapp.chart import Odds
from barents.players.nordkapp.estimate import HEAVY

HORIZON = 8  # turns that a boat looks ahead
PATIENCE = 0.85  # what a chance one turn later is worth
TAKEN, BESIDE = 0.45, 0.8  # what is left of the odds where another boat goes already, and beside it
PACK_FROM = 0.5  # odds from which boats gather instead of spreading out
FAINT = 0.01
SAIL_FOR, SAIL_WITHIN = 0.06, 3  # odds of a meeting for which ships come out, and within how many turns
BADLY_HURT = 0.5  # share of the armour from which a ship goes home
FLEET_NEAR = 3  # hexes round a report of warships that a raider shuns while it leads
LURKING = "1202"  # where ships wait for news, in the open before their ports
GATE_HEXES = ("1001", "1002", "1003", "1004", "1005")


class AxisStaff(Belief):
    """German doctrine."""

    @cached_property
    def ahead(self) -> list[Odds]:
        """What may be met where at the end of this turn and of those that follow."""
        last = min(self.known.turn + HORIZON, self.known.turns)
        return [self.heat(turn) for turn in range(self.known.turn, last + 1)]

    @cached_property
    def leads(self) -> bool:
        """Whether the German would win if nothing more happened."""
        points = self.known.points
        return points[Side.AXIS] - points[Side.ALLIED] >= self.file.levels.german_tactical_from

    def plotted(self, slots: Mapping[str, Domain]) -> dict[str, str]:
        """A route for each boat and each force."""
        given = self._boats({key: slots[key] for key in slots if self._is_boat(key)})
        for key, domain in slots.items():
            if key not in given:
                given[key] = self._ships(self.units(key), domain)
        return given

    def _is_boat(self, key: str) -> bool:
        """Whether a slot of the plot is a boat."""
        return key in self.data.counters and self.data.counters[key].is_sub

    # Boats

    def _boats(self, slots: Mapping[str, Domain]) -> dict[str, str]:
        """Each boat goes where it may meet most; those with the best chances choose first."""
        odds = [dict(heat) for heat in self.ahead]
        given: dict[str, str] = {}
        found = {key: self._best(self.own[key], odds) for key in slots}
        while found:
            key = max(found, key=lambda key: (found[key][0], key))
            _, goal = found.pop(key)
            given[key] = self.dive(slots[key], self.way_to(slots[key], goal)) if goal else self.stay(slots[key])
            if goal:
                taken = self._take(odds, goal)
                # Odds only fall: what was best for a boat and did not fall is still the best for it.
                found |= {key: self._best(self.own[key], odds) for key, (_, cell) in found.items() if cell in taken}
        return given

    def _best(self, boat: Piece, odds: Sequence[Odds]) -> tuple[float, str]:
        """The best meeting for a boat: its value, and where."""
        best, goal = 0.0, ""
        pace = speed(self.data, boat, submerged=boat.driven_off)
        for turns, heat in enumerate(odds):
            worth = PATIENCE**turns
            for cell, chance in heat.items():
                if chance * worth > best and chance > FAINT and self.distance(boat.at, cell) <= pace * (turns + 1):
                    best, goal = chance * worth, cell
        return best, goal

    def _take(self, odds: Sequence[Odds], goal: str) -> tuple[str, ...]:
        """Where one boat goes another is less wanted, and beside it, unless it is all but sure to meet the enemy."""
        around = self.data.grid.within(goal, 1)
        for heat in odds:
            for cell in around:
                if heat.get(cell, PACK_FROM) < PACK_FROM:
                    heat[cell] *= TAKEN if cell == goal else BESIDE
        return around

    # Ships

    def _ships(self, units: Sequence[Piece], domain: Domain) -> str:
        """Surface ships come out for a convoy that they may catch, and go home when they are badly hurt."""
        if not units:
            return self.stay(domain)
        waiting = is_waiting(units[0])
        if not waiting and all(self._is_hurt(piece) for piece in self._dear(units)):
            return self.way_out(domain, GATE_HEXES)
        goal = self._quarry(units)
        if not goal:
            return self.stay(domain) if waiting else self._home(units, domain)
        return self.way_to(domain, goal)

    def _dear(self, units: Sequence[Piece]) -> list[Piece]:
        """The ships among some for whose sake the others sail; of destroyers alone all."""
        return [piece for piece in units if self.about(piece).type in (*HEAVY, "CA")] or list(units)

    def _is_hurt(self, piece: Piece) -> bool:
        return piece.damage >= BADLY_HURT * self.about(piece).armour

    def regroupings(self, slots: Mapping[str, Domain]) -> dict[str, str]:
        """A ship that is badly hurt leaves the others."""
        given: dict[str, str] = {}
        for units in self.markers.values():
            dear = self._dear(units)
            hurt = [piece for piece in dear if self._is_hurt(piece)]
            if len(hurt) < len(dear):
                given |= {piece.id: ALONE for piece in hurt if piece.id in slots and ALONE in slots[piece.id]}
        return given

    def _quarry(self, units: Sequence[Piece]) -> str:
        """Where ships may meet a convoy soonest and surest."""
        pace = min(speed(self.data, piece) for piece in units)
        waiting = is_waiting(units[0])
        best, goal = 0.0, ""
        for turns, heat in enumerate(self.ahead[: SAIL_WITHIN + 1]):
            for cell, chance in heat.items():
                value = chance * PATIENCE**turns
                if value <= best or chance < (SAIL_FOR if waiting else FAINT):
                    continue
                if waiting:
                    gap = 1 + min(self.distance(gate, cell) for gate in GATE_HEXES)
                else:
                    gap = self.distance(units[0].at, cell)
                if gap <= pace * (turns + 1) and not (self.leads and self._is_covered(cell)):
                    best, goal = value, cell
        return goal

    def _is_covered(self, cell: str) -> bool:
        """Whether warships were reported near a hex of late."""
        return any(self.distance(cell, seen.cell) <= FLEET_NEAR for seen in self.ships_seen(2))

    def _home(self, units: Sequence[Piece], domain: Domain) -> str:
        """With nothing to hunt, back towards the ports; and into them when the game is won."""
        if self.leads:
            return self.way_out(domain, GATE_HEXES)
        return self.way_to(domain, LURKING)
