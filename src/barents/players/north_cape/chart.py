"""The chart as doctrine reads it: lanes for a convoy, away from the enemy's airfields and along the ice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from barents.games.north_cape.data import ARCHANGEL, MURMANSK, Data
from barents.games.north_cape.datafiles import Ice
from barents.kernel.sides import Side
from barents.players.lanes import Ahead, lanes

Goal = Literal["murmansk", "archangel", "west", "altafjord"]
ALTAFJORD = "2233"
PACE = 3  # a merchant's hexes a turn
AIR_REACH = 16  # beyond this an airfield hardly counts: fog keeps aircraft nearer, and a Ju-87 never flies as far
AIR_DREAD = 1.5  # how many hexes of detour one beside an airfield is worth
ICE_FAVOUR = 0.25  # the iceberg zone hides from reconnaissance and holds boats off
ICE_DREAD = 8.0  # but where growlers are about a single hex in it may cost two ships


class Chart:
    """Lanes over the sea; worked out once for each goal and ice line. `growlers` is whether ships can strike ice."""

    def __init__(self, data: Data, *, growlers: bool = False, air_dread: float = AIR_DREAD) -> None:
        self.data = data
        self.growlers = growlers
        self.air_dread = air_dread
        self._lanes: dict[tuple[Ice, Goal], dict[str, Ahead]] = {}
        self._dread: dict[str, float] = {}
        self._onward: dict[tuple[Ice, Goal], dict[str, str]] = {}
        self._capital = [about.name for about in data.counters.values() if about.type in ("BB", "BC", "CV")]

    def names_capital_ship(self, words: str) -> bool:
        """Whether a report names a battleship, a battle cruiser or a carrier."""
        return any(map(words.__contains__, self._capital))

    def dread(self, cell: str) -> float:
        """How much a hex lies under the enemy's airfields, from 0 to 1."""
        found = self._dread.get(cell)
        if found is None:
            near = min(self.data.grid.distance(cell, base) for base in self.data.german_bases)
            found = self._dread[cell] = max(0.0, 1 - near / AIR_REACH)
        return found

    def ice_risk(self, ice: Ice, cell: str) -> float:
        """How many hexes of detour it is worth not to enter a hex among growlers."""
        return ICE_DREAD if self.growlers and cell in self.data.map.iceberg_zone(ice) else 0.0

    def lane(self, ice: Ice, goal: Goal) -> dict[str, Ahead]:
        """For each hex the least dreadful way to a goal."""
        key = (ice, goal)
        if key not in self._lanes:
            self._lanes[key] = self._found(ice, self._ends(ice, goal))
        return self._lanes[key]

    def _ends(self, ice: Ice, goal: Goal) -> Sequence[str]:
        if goal == "west":
            water = self.data.open_water(ice)
            return [cell for cell in self.data.map.zone("west_edge") if cell in water]
        return [{"murmansk": MURMANSK, "archangel": ARCHANGEL, "altafjord": ALTAFJORD}[goal]]

    def _found(self, ice: Ice, ends: Sequence[str]) -> dict[str, Ahead]:
        bergs = self.data.map.iceberg_zone(ice)

        def price(cell: str) -> float:
            favour = 0 if self.growlers or cell not in bergs else ICE_FAVOUR
            return 1 + self.air_dread * self.dread(cell) - favour + self.ice_risk(ice, cell)

        return lanes(ends, self.data.passage(ice).neighbours, price)

    def follow(self, ice: Ice, goal: Goal, cell: str, hexes: int) -> str:
        """Where a lane leads from a hex after so many hexes."""
        known = self._onward.setdefault((ice, goal), {})
        for _ in range(hexes):
            onward = known.get(cell)
            if onward is None:
                onward = known[cell] = self._next(ice, goal, cell)
            if onward == cell:
                break
            cell = onward
        return cell

    def _next(self, ice: Ice, goal: Goal, cell: str) -> str:
        """The next hex of a lane; the same one at its end and off it."""
        lane = self.lane(ice, goal)
        ways = [onward for onward in self.data.passage(ice).neighbours(cell) if onward in lane]
        if cell not in lane or not ways or lane[cell].steps == 0:
            return cell
        return min(ways, key=lambda onward: (lane[onward].cost + self.ice_risk(ice, onward), lane[onward]))


@lru_cache(maxsize=8)
def chart_of(data: Data, growlers: bool, air_dread: float = AIR_DREAD) -> Chart:
    """The chart for a game's values: they never change, so that one serves all who play with them."""
    return Chart(data, growlers=growlers, air_dread=air_dread)


def has_bombers(data: Data, scenario: str) -> bool:
    """Whether a scenario gives the Germans bombers."""
    return any(force.side is Side.AXIS and force.air.get("ju-88") for force in data.scenarios[scenario].forces)
