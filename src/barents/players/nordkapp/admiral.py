"""Nordkapp as the admiral plays it: doctrine's staffs, with a habit that many games against doctrine have taught."""

from __future__ import annotations

from barents.kernel.sides import Side
from barents.players.nordkapp import Doctrine
from barents.players.nordkapp.allied import AlliedStaff
from barents.players.nordkapp.axis import AxisStaff


class AlliedFlag(AlliedStaff):
    """Convoys keep to the best lane: against doctrine a detour for the sake of surprise costs more than it saves."""

    swing = (0.0,)


class Admiral(Doctrine):
    """The admiral's staffs."""

    staffs = {Side.ALLIED: AlliedFlag, Side.AXIS: AxisStaff}
