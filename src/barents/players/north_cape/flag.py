"""North Cape as the admiral plays it: doctrine's staffs, with a habit that many games against doctrine have taught."""

from __future__ import annotations

from barents.games.north_cape.state import State
from barents.kernel.sides import Side
from barents.players.north_cape import Doctrine
from barents.players.north_cape.chart import Chart, chart_of, has_bombers


class Flag(Doctrine):
    """The admiral's staffs.

    Where there are no bombers, convoys go straight home: they arrive in time, and not where boats wait for them.
    """

    def chart(self, known: State, side: Side) -> Chart:
        """The chart that a side's staff goes by."""
        if side is Side.AXIS or has_bombers(self.data, known.scenario):
            return super().chart(known, side)
        return chart_of(self.data, known.options.growlers, air_dread=0.0)
