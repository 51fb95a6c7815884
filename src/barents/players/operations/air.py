"""What squadrons do in a turn: search, cover their own fleets, or stand by for a strike."""

from __future__ import annotations

from barents.games.operations.orders import SCOUTS, Asw, Cap, Escort, Search, Strike
from barents.games.operations.rules.units import base_of, plane
from barents.games.operations.state import Fleet, Squadron
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE, Domain
from barents.players.operations.staff import Staff

STRIKE, ESCORT = str(Strike(bombs=False)), str(Escort())
PER_CENTRE = 2  # steps that search one sector together
SECTOR = 4  # zones between the centres of sectors
STRIKES = 6  # zones at which a carrier keeps its aircraft for a strike
DECK_SHARE = 3  # of a carrier's steps one in so many searches, and as many fly over the fleet
AFIELD = 2  # turns for which a report keeps aircraft that could also search on their fields


def missions(staff: Staff, options: Assign) -> Allot:
    """One mission for each squadron: bombers wait, flying boats search, fighters cover; floatplanes look ahead."""
    desk = Desk(staff, options)
    return Allot(tuple((slot, desk.mission(slot, domain)) for slot, domain in options.slots.items()))


class Desk:
    """The air staff at work: which sectors are taken, and what each deck has launched."""

    def __init__(self, staff: Staff, options: Assign) -> None:
        self.staff, self.options = staff, options
        self.sectors: dict[str, int] = {}
        self.launched: dict[tuple[str, str], int] = {}
        self.watches = list(dict.fromkeys(staff.watches()))

    def mission(self, slot: str, domain: Domain) -> str:
        """The mission of one squadron or floatplane."""
        if SCOUTS.find(slot) is not None:
            return self.scout(domain)
        step = self.staff.desk.air[slot]
        about = plane(self.staff.data, step)
        if (about.bombs or about.torpedoes) and self.stands_by(step) and STRIKE in domain:
            return STRIKE
        if about.search and (value := self.search(step, domain)) != NONE:
            return value
        if about.asw and (value := self.over(Asw, step, domain)) != NONE:
            return value
        if about.air > 1 and (value := self.over(Cap, step, domain)) != NONE:
            return value
        if STRIKE in domain:
            return STRIKE
        return ESCORT if ESCORT in domain else NONE

    def stands_by(self, step: Squadron) -> bool:
        """Bombers always do; what can search as well, only when something is in reach."""
        staff, about = self.staff, plane(self.staff.data, step)
        if not about.search and not about.asw:
            return True
        start = base_of(staff.known, staff.side, step)
        reach = min(about.radius, STRIKES) if step.base in staff.desk.ships else about.radius
        return about.torpedoes > 0 and any(
            staff.quarry(one) >= 1 and staff.near(start, one.zone) <= reach for one in staff.fresh(AFIELD)
        )

    def search(self, step: Squadron, domain: Domain) -> str:
        """The first sector in reach that is not yet watched; of a deck only a few steps are spared."""
        if not self.may_launch("search", step):
            return NONE
        for zone in self.watches:
            value = str(Search(zone))
            if self.sectors.get(zone, 0) < PER_CENTRE and not self.is_watched(zone) and value in domain:
                self.sectors[zone] = self.sectors.get(zone, 0) + 1
                self.note("search", step)
                return value
        return NONE

    def is_watched(self, zone: str) -> bool:
        """Whether a sector beside it is flown already."""
        return any(0 < self.staff.near(zone, other) < SECTOR for other in self.sectors)

    def over(self, cover: type[Cap] | type[Asw], step: Squadron, domain: Domain) -> str:
        """Over the fleet that needs it most: convoys, then carriers' own, in the order of their ships."""
        if not self.may_launch(cover.sortie, step):
            return NONE
        for fleet in self.guarded():
            value = str(cover(fleet.key))
            if value in domain:
                self.note(cover.sortie, step)
                return value
        return NONE

    def guarded(self) -> list[Fleet]:
        """The side's fleets at sea, those with most ships first."""
        staff = self.staff
        fleets = [fleet for fleet in staff.desk.fleets.values() if not fleet.docked]
        return sorted(fleets, key=lambda fleet: (-len(staff.ships(fleet.key)), fleet.key))

    def may_launch(self, sortie: str, step: Squadron) -> bool:
        """Whether a deck can spare another step for a mission; airfields always can."""
        desk = self.staff.desk
        if step.base not in desk.ships:
            return True
        aboard = sum(other.base == step.base for other in desk.air.values())
        return self.launched.get((step.base, sortie), 0) < max(1, aboard // (2 * DECK_SHARE))

    def note(self, sortie: str, step: Squadron) -> None:
        """A step is on its way."""
        key = (step.base, sortie)
        self.launched[key] = self.launched.get(key, 0) + 1

    def scout(self, domain: Domain) -> str:
        """A floatplane looks where something is expected, or not at all."""
        for zone in self.watches[:4]:
            if zone in domain and self.sectors.get(zone, 0) < PER_CENTRE:
                self.sectors[zone] = self.sectors.get(zone, 0) + 1
                return zone
        return NONE
