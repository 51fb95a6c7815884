"""The surface force: come out in time, force a fight by interception, sink merchants, and break off in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from barents.games.north_cape.state import WAITING, MissionType, Piece, Used
from barents.players.north_cape.chart import ALTAFJORD, PACE
from barents.players.north_cape.estimate import Order
from barents.players.north_cape.suspicion import LIKELY, Suspicion

_, PATROL, SORTIE, ATTACK = MissionType
ENTRY = "0838"
SQUADRON = 20  # printed guns of a force that may risk an unseen stack
OFF_PORT = 8  # hexes from a port within which what lies still is a submarine
BERTH = 9  # hexes to keep from what may be a fleet
COVER = 7  # an unseen stack this near to a convoy may be the fleet that covers it


class Risk(NamedTuple):
    """How far the surface force goes: a staff that leads keeps its ships, one that is behind must win them points."""

    turns: int  # that must be left to come out
    outgunned: float  # raiders attack an escort with less than this share of their guns
    battleships: int  # hexes to keep from them
    carrier: int
    crippled: int  # hits with which a capital ship goes home
    unseen: int  # stacks near a convoy that may be its cover


CAREFUL = Risk(turns=12, outgunned=0.6, battleships=10, carrier=12, crippled=2, unseen=0)
BOLD = Risk(turns=5, outgunned=1.0, battleships=8, carrier=6, crippled=3, unseen=2)


class Raiders(Suspicion):
    """What the surface ships do."""

    @cached_property
    def risk(self) -> Risk:
        """What may be risked."""
        return BOLD if self.is_behind else CAREFUL

    def raiders(self) -> list[Piece]:
        """The surface ships at sea."""
        return [p for p in self.surface_ships(self.own.values()) if p.at[0].isdigit() and not self.about(p).is_sub]

    def raid(self) -> Iterator[Order]:
        """The surface force comes out while there is time; ships that are badly hit go home alone."""
        waiting = [p for p in self.own.values() if p.at.startswith(WAITING)]
        in_time = self.known.merchant_seen and self.turns_left >= self.risk.turns
        if waiting and in_time and not self.is_threatened(ENTRY):
            yield Order(SORTIE, waiting[0].at, False, ())
        squadrons: dict[tuple[str, bool], list[Piece]] = {}
        for piece in self.raiders():
            squadrons.setdefault((piece.at, self._is_crippled(piece)), []).append(piece)
        for (cell, _), together in squadrons.items():
            yield from self._raid_with(cell, together)

    def _raid_with(self, cell: str, together: Sequence[Piece]) -> Iterator[Order]:
        """What one squadron does: be with the convoy before it sails, so that it cannot get away, and open fire.

        Ships in one hex with the enemy need nobody to look for him first.
        """
        names = tuple(piece.id for piece in together)
        quarry = self.raid_goal(cell, together)
        if not quarry or self.breaks_off(together):
            if cell != ALTAFJORD and self._can(together, SORTIE):
                yield Order(SORTIE, cell, False, names, ALTAFJORD)
            return
        gap = self.distance(cell, quarry)
        can_patrol = all(self.may(piece, PATROL) for piece in together)
        prey = self.weak_prey(together) if all(self.may(piece, ATTACK) for piece in together) else ""
        if prey and prey != cell:  # it was found and may soon be lost again
            yield Order(ATTACK, cell, False, names, prey)
        if can_patrol and gap <= self._pace(together):
            yield Order(PATROL, cell, False, names, quarry)
        if prey == cell:
            yield Order(ATTACK, cell, False, names, prey)
        if gap > 1 and self._can(together, SORTIE):
            yield Order(SORTIE, cell, False, names, quarry)
        if can_patrol and gap <= PACE + 1:
            yield Order(PATROL, cell, False, names, quarry)

    def _can(self, ships: Sequence[Piece], type: MissionType) -> bool:
        return all(self.may(piece, type) and self.left(piece) for piece in ships)

    def _pace(self, ships: Sequence[Piece]) -> int:
        return min(self.left(piece) for piece in ships)

    def raid_goal(self, cell: str, ships: Sequence[Piece]) -> str:
        """The likely convoy that is worth a raid: no heavy ships known near it or here, and few stacks unseen."""
        quarry = self.quarry(cell)
        if not quarry or self.is_threatened(quarry) or self.is_threatened(cell):
            return ""
        unseen = [c for c in self.unseen_stacks if 0 < self.distance(c, quarry) <= COVER]
        strong = sum(self.about(piece).gun for piece in ships) >= SQUADRON
        return quarry if len(unseen) <= self.risk.unseen + strong else ""

    @cached_property
    def unseen_stacks(self) -> list[str]:
        """Hidden stacks that may be a fleet: not the convoys, and not submarines off the ports."""
        return [
            cell
            for cell in self.enemies
            if self.is_hidden(cell)
            and self.suspicion.get(cell, 0) < LIKELY
            and min(self.distance(cell, port) for port in (ENTRY, ALTAFJORD)) > OFF_PORT
        ]

    def wide_berth(self, cell: str) -> float:
        """How many hexes of detour it is worth not to end a voyage so near to stacks that may be a fleet."""
        return sum(max(0, BERTH - self.distance(cell, other)) for other in self.unseen_stacks)

    def weak_prey(self, ships: Sequence[Piece]) -> str:
        """A stack here, or a reconnoitred one in reach, whose guns are too weak against these ships."""
        if all(piece.used & Used.GUNFIRE for piece in ships):
            return ""
        here, guns = ships[0].at, self.guns(ships)
        found = [
            cell
            for cell, pieces in self.enemies.items()
            if self.distance(here, cell) <= self._pace(ships)
            and (cell == here == self.quarry(here) or self.is_found(cell, ships))
            and self.guns(pieces) < self.risk.outgunned * guns
            and self.can_attack_at(ships, cell)
        ]
        return self.nearest(here, found)

    def breaks_off(self, ships: Sequence[Piece]) -> bool:
        """Battleships near, the carrier within her aircraft's easy reach, or a ship badly hit."""
        return any(self._is_crippled(piece) for piece in ships) or self.is_threatened(ships[0].at)

    def _is_crippled(self, ship: Piece) -> bool:
        return ship.damage >= min(self.risk.crippled, (self.about(ship).dmg + 1) // 2)

    def is_threatened(self, cell: str) -> bool:
        """Whether heavy enemies are known to be near a hex: the carrier counts while aircraft can fly."""
        for other, carrier in self.heavies:
            if carrier and self.known.weather == "storm":
                continue
            if self.distance(cell, other) <= (self.risk.carrier if carrier else self.risk.battleships):
                return True
        return False
