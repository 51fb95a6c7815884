"""The U-boats: lie in the convoy's way, halt it by interception, and attack what they or others have found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from barents.games.north_cape.state import MissionType, Piece, Used
from barents.players.north_cape.chart import PACE
from barents.players.north_cape.estimate import Order
from barents.players.north_cape.suspicion import LIKELY, Suspicion
from barents.players.north_cape.worth import by_stealth, chance, hit

RECON, PATROL, SORTIE, ATTACK = MissionType
LOOK_AHEAD = 8
USUAL_PREY = 3.0  # what a hit on an undamaged merchant is worth


class Boats(Suspicion):
    """What the boats do."""

    @cached_property
    def boats(self) -> list[Piece]:
        """The U-boats at sea."""
        return [p for p in self.own.values() if self.about(p).is_sub and p.at[0].isdigit()]

    def evade(self) -> Iterator[Order]:
        """A boat that was found goes somewhere else at once: a Sortie hides it again."""
        for boat in self.boats:
            if boat.recon and self.may(boat, SORTIE) and self.left(boat):
                yield Order(SORTIE, boat.at, False, (boat.id,))

    def away(self, boat: Piece, cell: str) -> float:
        """How bad a hex is for a boat that was found: in the convoy's way, but not under the enemy."""
        ahead = self.ambush_hex(boat)
        return (self.distance(cell, ahead) if ahead else 0) + 9 * (cell in self.enemies) + (cell == boat.at)

    def boats_attack(self) -> Iterator[Order]:
        """A boat goes in under water to attack ships that have been found for it."""
        for boat in self.boats:
            goal = self.prey_of(boat)
            if goal:
                yield Order(ATTACK, boat.at, False, (boat.id,), goal)

    def prey_of(self, boat: Piece) -> str:
        """The nearest ships in reach that were reconnoitred for a boat, and that it dares to attack."""
        if boat.used & Used.TORPEDO or not self.may(boat, ATTACK):
            return ""
        found = [cell for cell in self.enemies if self.is_found(cell, [boat]) and self.can_attack_at([boat], cell)]
        return self.nearest(boat.at, [cell for cell in found if self._dares(boat, cell)])

    def boats_run_in(self) -> Iterator[Order]:
        """A boat within reach of a likely convoy goes in under water and looks at it, to attack it there."""
        for boat in self.boats:
            if self.may(boat, RECON) and self.may(boat, ATTACK):
                goal = self.run_in(boat)
                if goal and not self.is_found(goal, [boat]):
                    yield Order(RECON, boat.at, False, (boat.id,), goal)

    def run_in(self, boat: Piece) -> str:
        """The convoy that a boat can get at this turn, if any."""
        near = [
            cell
            for cell, sure in self.suspicion.items()
            if sure >= LIKELY and self.distance(boat.at, cell) <= self.left(boat) and self._dares(boat, cell)
        ]
        return self.nearest(boat.at, near)

    def _dares(self, boat: Piece, cell: str) -> bool:
        """Whether the screen, as it is known or as it usually is, leaves a boat more to win than to lose."""
        named = self.named(cell)
        screen = sum(self.about(piece).asw for piece in named) if named else round(self.usual_screen)
        worth = max((hit(self, ship) for ship in self.surface_ships(named)), default=USUAL_PREY)
        return by_stealth(self, boat, cell, screen, chance(self, boat, "torp") * worth) > 0

    def lie_in_wait(self, *, early: bool) -> Iterator[Order]:
        """Boats lie on patrol in the convoy's way: they are as fast as merchants, and halt whom they intercept.

        Those that can be with a convoy before it sails go first.
        """
        for boat in self.boats:
            if self.may(boat, PATROL):
                goal = self.ambush_hex(boat)
                if goal and (not early or self.is_close(boat, goal)):
                    yield Order(PATROL, boat.at, False, (boat.id,))

    def is_close(self, boat: Piece, goal: str) -> bool:
        """Whether a boat gets where it wants to be this turn."""
        return self.distance(boat.at, goal) <= self.left(boat)

    def ambush_hex(self, boat: Piece) -> str:
        """The first hex of a likely convoy's way that a boat can reach before it; its own, if it has yet to sail."""
        if boat.id not in self._ambushes:
            self._ambushes[boat.id] = self._ambush(boat)
        return self._ambushes[boat.id]

    @cached_property
    def _ambushes(self) -> dict[str, str]:
        return {}

    def _ambush(self, boat: Piece) -> str:
        quarry = self.quarry(boat.at)
        if not quarry:
            return ""
        goal = self.heading(quarry)
        ahead = quarry
        if self.has_sailed(quarry):
            ahead = self.chart.follow(self.known.ice, goal, ahead, 1)
        for turns in range(LOOK_AHEAD):
            if self.distance(boat.at, ahead) <= PACE * turns + self.left(boat):
                return ahead
            ahead = self.chart.follow(self.known.ice, goal, ahead, PACE)
        return ahead
