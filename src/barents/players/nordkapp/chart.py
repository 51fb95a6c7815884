"""The chart as doctrine reads it: lanes for convoys, where bombers reach, and where a convoy may have got to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import TypeAlias

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Force, Gate, ScenarioFile
from barents.games.nordkapp.rules.setup import rosters
from barents.players.lanes import Ahead, lanes

Odds: TypeAlias = dict[str, float]  # how likely something is in each hex
Empty: TypeAlias = tuple[tuple[int, tuple[str, ...]], ...]  # turns with the hexes in which nothing was then

HEXES_A_TURN = 2  # a convoy's
COAST_DREAD = 4.0  # how many hexes of detour it is worth not to be seen from the coast
ICE_DREAD = 2.0  # and, where growlers are about, not to strike ice
CARES = (4.0, 2.0, 1.0, 0.5, 0.0)  # how many hexes of detour one under all the bombers is worth, the boldest last
GUESSES = (3.0, 1.0, 0.0)  # how much the enemy may care
COASTWISE = 0.01  # hardly for bombers, but not along the coast
STRAIGHT = 2.0  # how much likelier a convoy is thought to keep to its lane than to leave it, as a power of e
CHOOSY = 2.0  # and to enter where the lane is good
LEAST_ODDS = 5e-4
MOST_TRACKS = 1_000  # that are remembered; they can all be found again


class Chart:
    """What can be worked out of the map and a scenario's order of battle once and for all."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self._dread: dict[str, Odds] = {}
        self._lanes: dict[tuple[str, tuple[str, ...], float, bool], dict[str, Ahead]] = {}
        self._tracks: dict[tuple[str, str, str, int, Empty], list[list[Odds]]] = {}
        self._wholes: dict[tuple[str, str, str, int, Empty, int], Odds] = {}
        self._middles: dict[tuple[str, str, int], float] = {}
        self._onward: dict[tuple[str, str, float], dict[str, list[tuple[str, float]]]] = {}
        self._price: dict[tuple[str, float, bool], Odds] = {}

    # The scenario's forces

    def file(self, scenario: str) -> ScenarioFile:
        """A scenario."""
        return self.data.scenarios[scenario]

    def force(self, scenario: str, key: str) -> Force:
        """A force of a scenario."""
        return next(force for force in self.file(scenario).forces if force.key == key)

    def convoys(self, scenario: str) -> list[Force]:
        """The convoys of a scenario."""
        return [force for force in self.file(scenario).forces if force.convoy is not None]

    def exits(self, scenario: str, force: Force) -> tuple[str, ...]:
        """Where a convoy leaves the map."""
        return self.data.gate(force.exit or Gate(), self.file(scenario).ice)

    def bombers(self, scenario: str) -> list[tuple[int, int]]:
        """Range and anti-ship factor of each German air unit that can attack ships."""
        found = []
        for force, units in rosters(self.data, self.file(scenario)):
            if force.kind == "air":
                abouts = [self.data.counters[name] for name in units]
                found += [(about.range, about.ship) for about in abouts if about.ship]
        return found

    def dread(self, scenario: str) -> Odds:
        """For each hex the share of the German bombers' factors that may reach it, from 0 to 1."""
        if scenario not in self._dread:
            bombers, data = self.bombers(scenario), self.data
            # A single squadron is no reason for long detours.
            whole = max(sum(ship for _, ship in bombers), 20)
            near = {cell: min(data.distance(cell, base) for base in data.bases) for cell in data.on_map}
            self._dread[scenario] = {
                cell: sum(ship * _reaches(far, reach) for reach, ship in bombers) / whole for cell, far in near.items()
            }
        return self._dread[scenario]

    # Lanes

    def lane(self, scenario: str, goals: Iterable[str], care: float, *, growlers: bool) -> dict[str, Ahead]:
        """For each hex the least dreadful way to one of some hexes, for someone who cares so much."""
        key = (scenario, tuple(sorted(goals)), care, growlers)
        if key not in self._lanes:
            passage = self.data.passage(self.file(scenario).ice)
            prices = self._prices(scenario, care, growlers)
            self._lanes[key] = lanes(key[1], passage.neighbours, prices.__getitem__)
        return self._lanes[key]

    def _prices(self, scenario: str, care: float, growlers: bool) -> Odds:
        key = (scenario, care, growlers)
        if key in self._price:
            return self._price[key]
        dread, bergs = self.dread(scenario), self.data.growler_zone(self.file(scenario).ice)
        prices = self._price[key] = {}
        for cell in self.data.on_map:
            price = 1 + care * dread[cell]
            if care:
                price += COAST_DREAD * (cell in self.data.norwegian_coast) + ICE_DREAD * (growlers and cell in bergs)
            prices[cell] = price
        return prices

    # Where a convoy may be

    def track(self, scenario: str, force: Force, turn: int, start: str = "", since: int = 0, empty: Empty = ()) -> Odds:
        """How likely a convoy is in each hex at the end of a turn, from where and when it was seen, or entered.

        Nobody knows how much it dreads bombers, so that it may be on any of some lanes. `empty` are hexes that were
        found empty at the end of earlier turns. The answer is kept, and not to be changed.
        """
        key = (scenario, force.key, start, since, empty)
        known = self._wholes.get((*key, turn))
        if known is not None:
            return known
        track = self._tracks.get(key)
        first = since if start else force.entry_turn
        if track is None:
            if len(self._tracks) > MOST_TRACKS:
                self._tracks.clear()
                self._wholes.clear()
            lanes = [{start: 1 / len(GUESSES)} if start else self._entered(scenario, force, care) for care in GUESSES]
            track = self._tracks[key] = [lanes]
        if turn < first:
            return {}
        while len(track) <= turn - first:
            number = first + len(track)
            lanes = [
                self._sailed(scenario, force, odds, number, care) for care, odds in zip(GUESSES, track[-1], strict=True)
            ]
            track.append(_without(lanes, [cell for when, cells in empty if when == number for cell in cells]))
        whole: Odds = {}
        self._wholes[*key, turn] = whole
        for odds in track[turn - first]:
            for cell, chance in odds.items():
                whole[cell] = whole.get(cell, 0.0) + chance
        return whole

    def middle(self, scenario: str, force: Force, turn: int) -> float:
        """How far from its exits a convoy is, on the mean, that sailed on without a detour."""
        key = (scenario, force.key, turn)
        if key not in self._middles:
            steps, odds = self.steps(scenario, force), self.track(scenario, force, turn)
            self._middles[key] = sum(steps[cell] * chance for cell, chance in odds.items()) / sum(odds.values())
        return self._middles[key]

    def steps(self, scenario: str, force: Force) -> Mapping[str, int]:
        """How far each hex is from the exits of a convoy."""
        return self.data.steps_to(self.file(scenario).ice, self.exits(scenario, force))

    def _entered(self, scenario: str, force: Force, care: float) -> Odds:
        """The end of the turn on which a convoy enters: rather by a good hex than by a bad one, and one hex on."""
        gates = self.data.gate(force.entry or Gate(), self.file(scenario).ice)
        lane = self.lane(scenario, self.exits(scenario, force), care, growlers=False)
        best = min(lane[cell].cost for cell in gates)
        weights = {cell: exp((best - lane[cell].cost) / CHOOSY) for cell in gates}
        whole = sum(weights.values()) * len(GUESSES)
        odds = {cell: weight / whole for cell, weight in weights.items()}
        return self._step(scenario, force, odds, care)

    def _sailed(self, scenario: str, force: Force, odds: Odds, turn: int, care: float) -> Odds:
        """A turn on: two hexes, and never so slow that it cannot arrive in time."""
        for _ in range(HEXES_A_TURN):
            odds = self._step(scenario, force, odds, care)
        steps, most = self.steps(scenario, force), HEXES_A_TURN * (self.file(scenario).turns - turn)
        in_time = {cell: chance for cell, chance in odds.items() if steps[cell] < most}
        return in_time or odds

    def _step(self, scenario: str, force: Force, odds: Odds, care: float) -> Odds:
        """One hex on."""
        ways = self._ways(scenario, force, care)
        after: Odds = {}
        for cell, chance in odds.items():
            if chance >= LEAST_ODDS:
                for onward, weight in ways.get(cell, ()):
                    after[onward] = after.get(onward, 0.0) + chance * weight
        return after

    def _ways(self, scenario: str, force: Force, care: float) -> dict[str, list[tuple[str, float]]]:
        """From each hex the next ones of a convoy with their odds: rather along its lane than not."""
        key = (scenario, force.key, care)
        if key not in self._onward:
            exits = self.exits(scenario, force)
            passage, lane = self.data.passage(self.file(scenario).ice), self.lane(scenario, exits, care, growlers=False)
            found = self._onward[key] = {}
            for cell, here in lane.items():
                weights = {
                    onward: exp(STRAIGHT * min(2.0, max(-2.0, here.cost - lane[onward].cost)))
                    for onward in passage.neighbours(cell)
                    if onward in lane
                }
                leaves = exp(STRAIGHT * 2) if cell in exits else 0.0  # from its exit it leaves the map
                whole = sum(weights.values()) + leaves
                found[cell] = [(onward, weight / whole) for onward, weight in weights.items()]
        return self._onward[key]

    def follow(self, scenario: str, start: str, goal: str, *, shy: bool) -> tuple[str, ...]:
        """A short way from one hex to another, for those who are `shy` round the Norwegian coast; or only the start."""
        lane = self.lane(scenario, [goal], COASTWISE if shy else 0.0, growlers=False)
        prices = self._prices(scenario, COASTWISE if shy else 0.0, growlers=False)
        passage = self.data.passage(self.file(scenario).ice)
        path = [start]
        while path[-1] != goal and path[-1] in lane:
            onward = [cell for cell in passage.neighbours(path[-1]) if cell in lane]
            path.append(min(onward, key=lambda cell: (prices[cell] + lane[cell].cost, cell)))
        return tuple(path)


@lru_cache(maxsize=4)
def chart_of(data: Data) -> Chart:
    """The chart for some data; games with the same data share it."""
    return Chart(data)


def _without(lanes: list[Odds], empty: Sequence[str]) -> list[Odds]:
    """The odds after some hexes have been found empty: the rest is the likelier."""
    before = sum(sum(odds.values()) for odds in lanes)
    left = [{cell: chance for cell, chance in odds.items() if cell not in empty} for odds in lanes]
    after = sum(sum(odds.values()) for odds in left)
    if not empty or after <= 0:
        return lanes
    return [{cell: chance * before / after for cell, chance in odds.items()} for odds in left]


def _reaches(far: int, reach: int) -> float:
    """Whether a bomber gets somewhere; near the end of its range only from some of the bases."""
    return 0.0 if far > reach else 1.0 if far <= reach - 3 else 0.6
