"""North Cape as the admiral plays it: doctrine's staffs, with habits that many games against doctrine have taught."""

from __future__ import annotations

from collections.abc import Iterator

from barents.games.north_cape.state import State
from barents.kernel.sides import Side
from barents.players.north_cape import Doctrine
from barents.players.north_cape.allied import AlliedStaff
from barents.players.north_cape.axis import AxisStaff
from barents.players.north_cape.chart import Chart, chart_of, has_bombers
from barents.players.north_cape.estimate import Order


class AlliedFlag(AlliedStaff):
    """Escorts are kept for the run: to draw patrols away from the convoy, and on patrol around it, not to listen.

    A boat that has been found all the same is hunted by every escort. No points are given away for decoys where
    there are no bombers to lead astray.
    """

    screen = 0

    def listen(self) -> Iterator[Order]:
        """Who has listened can neither draw patrols away nor stand guard this turn."""
        return iter(())

    def purchase(self) -> int:
        """How many decoys are bought."""
        return super().purchase() if has_bombers(self.data, self.known.scenario) else 0


class AxisFlag(AxisStaff):
    """A boat that was found stays in the convoy's way, where it can still halt it; decoys are not bought."""

    def evade(self) -> Iterator[Order]:
        """To hide again takes the boat off its patrol for the turn."""
        return iter(())

    def purchase(self) -> int:
        """How many decoys are bought."""
        return 0


class Admiral(Doctrine):
    """The admiral's staffs.

    Where there are no bombers, convoys go straight home: they arrive in time, and not where boats wait for them.
    """

    staffs = {Side.ALLIED: AlliedFlag, Side.AXIS: AxisFlag}

    def chart(self, known: State, side: Side) -> Chart:
        """The chart that a side's staff goes by."""
        if side is Side.AXIS or has_bombers(self.data, known.scenario):
            return super().chart(known, side)
        return chart_of(self.data, known.options.growlers, air_dread=0.0)
