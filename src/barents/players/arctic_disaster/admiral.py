"""Arctic Disaster as the admiral plays it: doctrine's staffs, with habits that many games against it have taught."""

from __future__ import annotations

from barents.kernel.sides import Side
from barents.players.arctic_disaster import Doctrine
from barents.players.arctic_disaster.allied import AlliedStaff
from barents.players.arctic_disaster.axis import AxisStaff


class AlliedFlag(AlliedStaff):
    """PQ-17 hurries in two turns of three, and refuels in the third."""

    spares_fuel = False


class Admiral(Doctrine):
    """The admiral's staffs."""

    staffs = {Side.ALLIED: AlliedFlag, Side.AXIS: AxisStaff}
