"""Where the German staff believes the convoys to be: the last reports, grown by speed and time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import exp
from typing import NamedTuple

from barents.games.nordkapp.datafiles import Force
from barents.games.nordkapp.rules.shadowing import SHADOWED
from barents.games.nordkapp.state import CONVOY, LOST, MERCHANTS, OUT
from barents.kernel.game import Sighting
from barents.kernel.sides import Side
from barents.players.nordkapp.chart import Empty, Odds
from barents.players.nordkapp.estimate import Estimate

SURE = 0.85  # how far one relies on a hex that the enemy disclosed
LEAST = 0.01  # what a report may be of a convoy that was not thought to be there
SINGLE = 0.8  # what single merchants are worth against a convoy
MEMORY = 3  # turns after which single merchants are not looked for any more
SEVERAL = 3  # reports of single merchants that tell of a convoy that was scattered
KINDS = {"pq": 1.0, "qp": 0.5}  # what a merchant of each convoy is worth


class Report(NamedTuple):
    """The last report of a convoy."""

    cell: str
    turn: int


class Belief(Estimate):
    """The situation as the German sees it."""

    @cached_property
    def convoys(self) -> list[Force]:
        """The convoys of the scenario; one that was scattered is still somewhere on its way, ship by ship."""
        return self.chart.convoys(self.known.scenario)

    @cached_property
    def reports(self) -> dict[str, Report]:
        """The last report of each convoy: which one was seen follows from where either can have been."""
        found: dict[str, Report] = {}
        for seen in sorted(self.known.notebook[Side.AXIS].sightings, key=lambda seen: seen.turn):
            if self._is_convoy(seen):
                key = self._whose(seen, found)
                if key:
                    found[key] = Report(seen.cell, seen.turn)
        return found

    def _whose(self, seen: Sighting, before: Mapping[str, Report]) -> str:
        """The convoy that a report was about: the one that was likelier to be there, by what was reported before."""
        if seen.turn == self.known.turn and (laid := self.shown_convoy(seen.cell)):
            return laid
        fits = {}
        for force in self.convoys:
            last = before.get(force.key)
            if last is not None and last.turn == seen.turn:
                fits[force.key] = 1.0 if last.cell == seen.cell else 0.0
                continue
            scenario = self.known.scenario
            odds = (
                self.chart.track(scenario, force, seen.turn)
                if last is None
                else self.chart.track(scenario, force, seen.turn, last.cell, last.turn)
            )
            fits[force.key] = odds.get(seen.cell, 0.0) + LEAST * exp(-self._misfit(force, seen))
        return max(fits, key=lambda key: fits[key])

    def shown_convoy(self, cell: str) -> str:
        """The convoy whose merchants lie open in a hex, if any do."""
        there = (piece.convoy for piece in self.known.pieces[Side.ALLIED].values() if piece.at == cell)
        return next((convoy for convoy in there if convoy), "")

    def _misfit(self, force: Force, seen: Sighting) -> float:
        """How far a report is from where a convoy would be that sailed on without a detour."""
        scenario = self.known.scenario
        odds = self.chart.track(scenario, force, seen.turn)
        if not odds:
            return 99.0
        gap = abs(self.chart.steps(scenario, force).get(seen.cell, 99) - self.chart.middle(scenario, force, seen.turn))
        return gap + (0.0 if odds.get(seen.cell) else 2.0)

    def where(self, force: Force, turn: int) -> Odds:
        """How likely a convoy is in each hex at the end of a turn, this one or a later one."""
        scenario, report = self.known.scenario, self.reports.get(force.key)
        if report is None:
            odds = self.chart.track(scenario, force, turn, empty=self._empty)
        else:
            empty = tuple((when, cells) for when, cells in self._empty if when > report.turn)
            odds = self.chart.track(scenario, force, turn, report.cell, report.turn, empty)
            goal = self.disclosed.get(report.cell, "") if report.turn == self.known.turn - 1 else ""
            if goal and goal != OUT:
                onward = self.chart.track(scenario, force, turn, goal, self.known.turn)
                odds = _mixed(onward, odds, SURE)
        if turn == self.known.turn and self.known.searched[Side.AXIS]:
            bare = set(self.known.searched[Side.AXIS]) - set(self.known.seen[Side.AXIS])
            odds = {cell: chance for cell, chance in odds.items() if cell not in bare}
        return odds

    @cached_property
    def _empty(self) -> Empty:
        """Where boats were at the end of the last two turns and saw nobody, while the next move is planned."""
        if not self.planning:
            return ()
        found: dict[int, list[str]] = {}
        for name, route in self.known.courses[Side.AXIS].items():
            boat = self.own.get(name)
            if boat is not None and boat.at[0].isdigit() and self.about(boat).is_sub:
                found.setdefault(self.known.turn - 2, []).append(route.split(">")[0])
                found.setdefault(self.known.turn - 1, []).append(boat.at)
        return tuple((turn, tuple(sorted(cells))) for turn, cells in sorted(found.items()) if turn > 0)

    @cached_property
    def disclosed(self) -> dict[str, str]:
        """Where ships were last turn with which contact was kept, and where they will be."""
        facts = self.known.notebook[Side.AXIS].facts
        return {key.removeprefix(SHADOWED): str(goal) for key, goal in facts.items() if key.startswith(SHADOWED)}

    def worth_of(self, force: Force) -> float:
        """What is left of a convoy to be sunk, against a full one bound for Russia."""
        lost = [p for p in self.known.pieces[Side.ALLIED].values() if p.at == LOST and p.convoy == force.key]
        return KINDS[force.convoy or "qp"] * (1 if len(lost) < force.merchants else 0)

    def heat(self, turn: int) -> Odds:
        """What may be met in each hex at the end of a turn: convoys, single merchants, and ships that are followed."""
        heat: Odds = {}
        for force in self.convoys:
            value = self.worth_of(force)
            for cell, chance in self.where(force, turn).items():
                heat[cell] = heat.get(cell, 0.0) + value * chance
        for cell, chance in self._others(turn).items():
            heat[cell] = heat.get(cell, 0.0) + chance
        return heat

    def _others(self, turn: int) -> Odds:
        """Single merchants are slow, and stay near to where they were reported; ships go where they said."""
        odds: Odds = {}
        for seen in self.sightings(lambda what: MERCHANTS in what, MEMORY):
            if (seen.cell, seen.turn) in self.reports.values():
                continue
            for cell, chance in self._onward(seen, turn).items():
                odds[cell] = odds.get(cell, 0.0) + SINGLE * chance
        if turn == self.known.turn:
            convoys = {report.cell for report in self.reports.values()}
            for cell, goal in self.disclosed.items():
                if goal != OUT and cell not in convoys:
                    odds[goal] = odds.get(goal, 0.0) + SURE
        return odds

    @cached_property
    def is_scattered(self) -> bool:
        """Whether a convoy seems to have been scattered, which nobody tells: single merchants in several hexes."""
        seen = self.sightings(lambda what: MERCHANTS in what, MEMORY)
        return len({report.cell for report in seen if not self._is_convoy(report)}) >= SEVERAL

    def _is_convoy(self, seen: Sighting) -> bool:
        """Whether a report is one of a convoy, by its category or by a count."""
        return CONVOY in seen.what or _count(seen) >= self.data.tables.recon.convoy_from

    def _onward(self, seen: Sighting, turn: int) -> Odds:
        """Where merchants are later that were reported by themselves: near by, or if scattered on their way."""
        force = next(force for force in self.convoys if force.key == self._whose(seen, self.reports))
        if self.is_scattered:
            return self.chart.track(self.known.scenario, force, turn, seen.cell, seen.turn)
        reach = self.passage.reachable(seen.cell, max(0, turn - seen.turn))
        return dict.fromkeys(reach, 1 / len(reach))

    @cached_property
    def in_contact(self) -> list[str]:
        """Hexes in which something will be for certain this turn, because it was shadowed."""
        return [goal for goal in self.disclosed.values() if goal != OUT]


def _count(seen: Sighting) -> int:
    """How many merchants a report from the coast names."""
    last = seen.what.split(", ")[-1].split(" ")
    return int(last[0]) if last[-1] == MERCHANTS and last[0].isdigit() else 0


def _mixed(first: Odds, second: Odds, share: float) -> Odds:
    mixed = {cell: share * chance for cell, chance in first.items()}
    for cell, chance in second.items():
        mixed[cell] = mixed.get(cell, 0.0) + (1 - share) * chance
    return mixed
