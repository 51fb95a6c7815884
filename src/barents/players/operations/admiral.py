"""Operations as the admiral plays them: doctrine's staffs, with habits that many games against it have taught."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from barents.games.operations.data import Data
from barents.games.operations.orders import Convoy, Cover
from barents.games.operations.rules.units import date
from barents.games.operations.state import Fleet
from barents.kernel.sides import Side
from barents.players.lanes import Ahead, lanes
from barents.players.operations import Doctrine
from barents.players.operations.allied import AlliedStaff
from barents.players.operations.axis import AxisStaff
from barents.players.operations.belief import usual_ways
from barents.players.operations.staff import Order, rank, ways_to

LEAST_COVER = 3  # ships
WAYS = (3.0, 2.0)  # zones of detour that it is worth not to be on a usual way, and not beside it
FIELDS, AFIELD = 8, 0.5  # zones from a German airfield that are feared, and how much each of them is worth
SMALL_AGAINST_CONVOY, SMALL_AGAINST_FLEET = 1.2, 0.3  # the share of the enemy's power with which destroyers fight
IN_HAND = 4  # turns that a detour leaves over


class AlliedFlag(AlliedStaff):
    """Convoys keep off the usual ways, on which boats wait for them; what does not protect them stays in port.

    A covering fleet of a ship or two is worth more to U-boats than it keeps from a convoy, and one that covers a place
    is what destroyers look for.
    """

    def order(self, fleet: Fleet) -> Order:
        """What a fleet is to do."""
        if self.merchants(fleet.key):
            return self._by_another_way(fleet)
        order = super().order(fleet)
        place = fleet.covers[:1].isdigit()
        leaves = fleet.docked and (place or isinstance(order.mission, Cover))
        if leaves and fleet.mission == "cover" and (place or len(self.ships(fleet.key)) < LEAST_COVER):
            return Order(Cover(fleet.at, 1), fleet.at, 1)
        return order

    def _by_another_way(self, fleet: Fleet) -> Order:
        """A convoy that is to sail makes for the port nearest to where its plan ends, and there by a way of its own."""
        if fleet.of or fleet.loose or self.turn < fleet.sails or not fleet.plan:
            return Order()
        port, _ = self.nearest_port(fleet.plan[-1])
        goal = self.data.port(port).zone
        if fleet.docked:
            ahead = self._lane(fleet.plan[-1]).get(fleet.at)
            if goal == fleet.at or ahead is None or ahead.steps > self.known.turns - self.turn - IN_HAND:
                return Order()
        elif fleet.plan != [goal]:
            return Order()  # it is on its way by an old plan
        here, lane = fleet.plot[-1] if fleet.plot else fleet.at, self._lane(goal)
        onward = [zone for zone in self.data.neighbours(here) if zone in lane]
        return Order(Convoy(port, 1), min(onward, key=lambda zone: (lane[zone], zone)), 1) if onward else Order()

    def _lane(self, goal: str) -> Mapping[str, Ahead]:
        return lane(self.data, self.known.month, date(self.known), goal)


@lru_cache(64)
def lane(data: Data, month: int, when: str, goal: str) -> Mapping[str, Ahead]:
    """For each zone the least dreadful way to a goal, off the usual ways and away from German airfields."""
    open_ = ways_to(data, month, Side.ALLIED, goal)
    watched = {zone for way in usual_ways(data, month) for zone in way}
    fields = data.airbases(Side.AXIS, when)

    def price(zone: str) -> float:
        beside = min((data.distance(zone, other) for other in watched), default=len(WAYS))
        afield = min((data.distance(zone, field) for field in fields), default=FIELDS)
        return 1 + (WAYS[beside] if beside < len(WAYS) else 0.0) + AFIELD * max(0, FIELDS - afield)

    def neighbours(zone: str) -> list[str]:
        return [other for other in data.neighbours(zone) if other in open_]

    return lanes([goal], neighbours, price)


class AxisFlag(AxisStaff):
    """Destroyers without a great ship go for warships that sail alone, and leave convoys to boats and aircraft."""

    def against_convoy(self, fleet: Fleet) -> float:
        """The share of a convoy's power with which a fleet attacks it."""
        return SMALL_AGAINST_CONVOY if self._is_small(fleet) else super().against_convoy(fleet)

    def against_fleet(self, fleet: Fleet) -> float:
        """The same for warships."""
        return SMALL_AGAINST_FLEET if self._is_small(fleet) else super().against_fleet(fleet)

    def _is_small(self, fleet: Fleet) -> bool:
        return not rank(map(self.kind, self.ships(fleet.key)))


class Admiral(Doctrine):
    """The admiral's staffs."""

    staffs = {Side.ALLIED: AlliedFlag, Side.AXIS: AxisFlag}
