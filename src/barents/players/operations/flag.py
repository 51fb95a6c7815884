"""Operations as the admiral plays them: doctrine's staffs, with a habit that many games against it have taught."""

from __future__ import annotations

from barents.games.operations.state import Fleet
from barents.kernel.sides import Side
from barents.players.operations import Doctrine
from barents.players.operations.allied import AlliedStaff
from barents.players.operations.axis import AxisStaff
from barents.players.operations.staff import Order

LEAST_COVER = 3  # ships


class AlliedFlag(AlliedStaff):
    """A covering fleet of a ship or two stays in port: to U-boats it is worth more than it keeps from a convoy."""

    def order(self, fleet: Fleet) -> Order:
        """What a fleet is to do."""
        order = super().order(fleet)
        leaves = fleet.docked and order.mission.startswith("cover:") and not fleet.covers[:1].isdigit()
        if leaves and len(self.ships(fleet.key)) < LEAST_COVER:
            return Order(f"cover:{fleet.at}", fleet.at, 1)
        return order


class Flag(Doctrine):
    """The admiral's staffs."""

    staffs = {Side.ALLIED: AlliedFlag, Side.AXIS: AxisStaff}
