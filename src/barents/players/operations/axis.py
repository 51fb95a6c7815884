"""The German staff: it looks for convoys, sends boats and aircraft, and raiders when it is worth their while."""

from __future__ import annotations

from functools import cached_property

from barents.games.operations.orders import Intercept, Raid, Transfer
from barents.games.operations.state import Boat, Contact, Fleet
from barents.players.operations.allied import spread
from barents.players.operations.belief import LARGE, MERCHANTS, Track, tracks, usual_ways
from barents.players.operations.staff import FAR, Order, Staff, rank

SIZES = {"one ship": 3.0, "2 to 5 ships": 12.0, "6 to 12 ships": 25.0, "13 to 25 ships": 14.0}
UNKNOWN = 14.0
AGAINST_CONVOY, AGAINST_FLEET = 0.65, 1.2  # the share of the enemy's power with which raiders fight
ESCORT = 0.55  # power of a convoy for each ship in it
CRUISER = 6.0  # with a capital ship in it
CAPITAL, A_SHIP = 18.0, 2.5
OLD = 8  # turns after which a report leads nowhere
FORGOTTEN = 12  # the same for aircraft that search
RING = 4  # zones from where a convoy is believed to be at which it is looked for next
COVER_NEAR, COVER_OLD = 10, 6  # zones from the convoy, and turns, in which a covering fleet counts
COVER = 0.45  # the share of the raiders' power that counts as cover
FURTHEST = 14  # turns that raiders go for a convoy
HURT = 0.34
KEPT = 1 / 8  # share of the tanks that is to be left after a raid; ships are not filled again in a Norwegian port
CHASE = 6  # zones that raiders go for something weak
FEW = ("one ship", "2 to 5 ships")
AT_HAND = 3  # turns for which aircraft are kept for a convoy that was reported
BATTLES = 6  # parts of a box that the fighting burns
FORWARD = "Altafjord"
SWEEP = ("4412", "5011", "5511", "6012", "6413", "4814", "5713", "4110", "5209", "6610")


class AxisStaff(Staff):
    """What the German side makes of it."""

    inshore = 3

    @cached_property
    def tracks(self) -> list[Track]:
        """Convoys as they are believed to be, the newest report first."""
        return tracks(self.data, self.reports, self.turn, self.known.month)

    def guess(self, contact: Contact) -> float:
        """A convoy by its size; a fleet without merchants by the flags of the report."""
        if contact.level < 2:
            return SIZES.get(contact.size, UNKNOWN)
        capital = "capital ship" in contact.flags
        if MERCHANTS in contact.flags:
            return ESCORT * contact.number + (CRUISER if capital else 0.0)
        return CAPITAL + A_SHIP * contact.number if capital or "carrier" in contact.flags else A_SHIP * contact.number

    # Raiders

    def against_convoy(self, _fleet: Fleet) -> float:
        """The share of a convoy's power with which a fleet attacks it."""
        return AGAINST_CONVOY

    def against_fleet(self, _fleet: Fleet) -> float:
        """The same for warships."""
        return AGAINST_FLEET

    def order(self, fleet: Fleet) -> Order:
        """A convoy that can be reached and beaten; otherwise home, or nearer to where convoys pass."""
        ships = self.ships(fleet.key)
        if not ships or self.turn < fleet.sails or (fleet.mission == "return" and not fleet.docked):
            return Order()
        tired = self.damage(ships) >= HURT or (not fleet.docked and self.is_dry(fleet))
        if tired or any(ship.aground for ship in ships):
            return self.homeward(fleet, 3 if self.parts(fleet.key) > 100 else 2)
        raid = self.raid(fleet)
        if raid is not None and (self.desk.identified or not self.known.cautious or not fleet.docked):
            return raid
        if (prey := self.prey(fleet)) is not None:
            return Order(Intercept(prey.key, 3), prey.zone, 3)
        if not fleet.docked:
            return Order() if fleet.mission == "transfer" and fleet.plot else self.homeward(fleet)
        return self.forward(fleet)

    def prey(self, fleet: Fleet) -> Contact | None:
        """A report of something weak close by, with nothing strong near it."""
        own, share, found = self.power(self.ships(fleet.key)), self.against_fleet(fleet), []
        for one in self.fresh():
            away = self.away(fleet.at, one.zone)
            if away > CHASE or self.data.is_harbour(one.zone) or own < share * self.estimate(one):
                continue
            if self.is_covered(one.zone, own) or self.is_matched(fleet, one.zone):
                continue
            if self.can_return(fleet, one.zone):
                found.append((away, one.key, one))
        return min(found)[2] if found else None

    def is_dry(self, fleet: Fleet) -> bool:
        """Whether it is time to go home: what is left is the way there and a battle."""
        _, away = self.nearest_port(fleet.at)
        return self.parts(fleet.key) < 2 * away + BATTLES

    def raid(self, fleet: Fleet) -> Order | None:
        """The convoy that can be met and left first, if escort and cover leave a chance, and fuel the way home."""
        own, best = self.power(self.ships(fleet.key)), None
        for track in self.tracks:
            if track.age > OLD or MERCHANTS not in track.contact.flags:
                continue
            if own < self.against_convoy(fleet) * self.estimate(track.contact):
                continue
            turns, zone = self.meeting(fleet, track)
            if turns > FURTHEST or self.is_covered(zone, own) or self.is_matched(fleet, zone):
                continue
            if not self.can_return(fleet, zone):
                continue
            _, home = self.nearest_port(zone)
            if best is None or turns + home / 3 < best[0]:
                best = (turns + home / 3, turns, zone)
        if best is None:
            return None
        _, turns, zone = best
        away = self.away(fleet.at, zone)
        pace = 3 if away > 2 * turns or turns <= 2 else max(1, min(2, away))
        return Order(Raid(pace), zone, pace)

    def meeting(self, fleet: Fleet, track: Track) -> tuple[int, str]:
        """In how many turns a fleet can be where a convoy will be then, and where that is."""
        for turns in range(1, FURTHEST + 1):
            zone = track.ahead[min(turns - 1, len(track.ahead) - 1)]
            if self.away(fleet.at, zone) <= 3 * turns:
                return turns, zone
        return FAR, track.zone

    def is_covered(self, zone: str, own: float) -> bool:
        """Whether a fleet that is too strong was reported near a zone of late."""
        return any(
            MERCHANTS not in one.flags
            and one.level > 1
            and one.turn >= self.turn - COVER_OLD
            and self.near(one.zone, zone) <= COVER_NEAR
            and self.estimate(one) > COVER * own
            for one in self.reports
        )

    def is_matched(self, fleet: Fleet, zone: str) -> bool:
        """Whether ships that are a match for raiders in the dark were recognised near a zone of late."""
        best = rank(map(self.kind, self.ships(fleet.key)))
        return self.light(zone) != "day" and any(
            one.turn >= self.turn - COVER_OLD
            and self.near(one.zone, zone) <= COVER_NEAR
            and rank(one.types) >= max(1, best)
            for one in self.reports
        )

    def can_return(self, fleet: Fleet, zone: str) -> bool:
        """Whether the way there and home leaves something in every tank."""
        _, home = self.nearest_port(zone)
        spent = 2 * (self.away(fleet.at, zone) + home) + BATTLES
        return all(
            ship.fuel - spent >= whole * self.data.tables.fuel.parts * KEPT
            for ship in self.ships(fleet.key)
            if (whole := self.data.types[ship.line].fuel) is not None
        ) or (not fleet.docked and not self.is_dry(fleet))

    def forward(self, fleet: Fleet) -> Order:
        """From the south to Altafjord by the leads, to be near."""
        goal = self.data.port(FORWARD).zone
        if fleet.at == goal or self.near(fleet.at, goal) <= 8 or self.away(fleet.at, goal) == FAR:
            return Order()
        return Order(Transfer(FORWARD, leads=True, pace=2), goal, 2)

    def engages(self, fleet: Fleet, contact: Contact) -> bool:
        """Merchants if the escort can be beaten; warships only if they are clearly weaker."""
        ships = self.ships(fleet.key)
        share = (self.against_convoy if MERCHANTS in contact.flags else self.against_fleet)(fleet)
        if self.damage(ships) >= HURT or self.is_matched(fleet, contact.zone):
            return False
        return self.power(ships) >= share * self.estimate(contact)

    # Aircraft and boats

    def quarry(self, contact: Contact) -> float:
        """Merchants first; a few ships alone are stragglers, or as good as."""
        if self.data.is_harbour(contact.zone):
            return 0.0
        if MERCHANTS in contact.flags:
            return 10.0
        if contact.size in LARGE:
            return 5.0
        waits = any(track.age <= AT_HAND for track in self.tracks)
        return 1.0 if not waits and (contact.size in FEW or 0 < contact.number <= 3) else 0.2

    def patrols(self, zones: list[str], number: int) -> list[str]:
        """Along the usual ways of convoys, as far apart as they will go."""
        ways = usual_ways(self.data, self.known.month)
        passed = {zone: sum(zone in way for way in ways) for zone in zones}
        good = sorted((zone for zone in zones if passed[zone]), key=lambda zone: (-passed[zone], zone))
        return spread(self, good or zones, number, apart=3)

    def watches(self) -> list[str]:
        """Where convoys are believed to be, or may be by another way, then round about there, then the usual ways."""
        alive = [track for track in self.tracks if track.age <= FORGOTTEN]
        found = [track.zone for track in alive]
        found += [zone for track in alive for zone in track.others]
        found += [one.zone for one in self.fresh(2) if one.level == 1 and one.size not in FEW]
        for track in alive[:1]:
            ring = [zone for zone in self.data.reach(track.zone, RING) if self.near(zone, track.zone) == RING]
            found += sorted(ring, key=lambda zone: (-self.data.column(zone), zone))
        shift = self.turn % len(SWEEP)
        return [*found, *SWEEP[shift:], *SWEEP[:shift]]

    def hunting_ground(self, boat: Boat) -> list[str]:
        """The way of the convoy that can be met soonest."""
        zone = boat.at
        best: list[str] = []
        soonest = FAR
        for track in self.tracks:
            for turns, there in enumerate(track.ahead):
                away = self.near(zone, there)
                if away <= 2 * (turns + 1):
                    if track.age <= OLD and turns < soonest:
                        best, soonest = list(track.ahead[turns:]), turns
                    break
        if best:
            return best
        near = [
            one.zone for one in self.fresh() if self.near(one.zone, zone) <= 3 and not self.data.is_harbour(one.zone)
        ]
        return near[:1]
