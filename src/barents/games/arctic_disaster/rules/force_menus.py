"""Chapters 4.3 and 7.1 for people who think of the force first: where it can get to, and what else it can do.

The rules move a force hex by hex, and at every hex something may come between. A plan names the hexes on the way to its
goal, and the air searches that have to be made before a force with aircraft goes on (10.2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any

from msgspec.structs import replace

from barents.atlas.places import gazetteer
from barents.games.arctic_disaster.actions import (
    AirSearch,
    Go,
    LaunchStrike,
    LeaveMap,
    OpenFire,
    Refuel,
    SearchHere,
    SpeedUp,
    Stop,
)
from barents.games.arctic_disaster.data import CONVOY, WESTERLY, Data
from barents.games.arctic_disaster.names import marker_name, place, tally
from barents.games.arctic_disaster.rules.air import strike_targets
from barents.games.arctic_disaster.rules.units import forces_at, in_force, singles_at
from barents.games.arctic_disaster.rules.ways import (
    is_homeward,
    must_go_on,
    other_deeds,
    points_of,
    unsearched,
    ways_on,
)
from barents.games.arctic_disaster.screen.phrases import halves
from barents.games.arctic_disaster.state import Activation, Force, State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.domains import Refusal
from barents.kernel.menus import Choice, Deed, DeedPlace, Menu, Plan, PlannedAnswer, in_order, whole_order
from barents.kernel.sides import Side
from barents.kernel.view import Odds

SPEED_RULE = "AD-7.1-max-declare"
ACT_RULE = "AD-4.3-actions-any-order"
NEAR = 2  # hexes at which an enemy may intercept (7.7)


def speed_menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str]) -> Menu | None:
    """AD 7.1: how far a force gets at either speed, and where to."""
    return _menu(data, known, decision, units, _speed_choices)


def speed_plan(data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str) -> Plan:
    """AD 7.1: the speed and the way of a force."""
    return _plan(data, known, decision, units, deed, cell, _speed_choices)


def force_asked_about(data: Data, known: State, decision: Decision[Any]) -> Sequence[str]:
    """The force that is asked about."""
    own = known.forces[decision.side].values()
    return [force.key for force in own if Sailing(data, known, decision, force).is_active]


Odder = Callable[[Action], Odds | None]
Choices = Callable[["Sailing", Decision[Any]], list[Choice]]


def _menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str], choices: Choices) -> Menu | None:
    force = _chosen(known, decision, units)
    if force is None:
        return None
    sailing = Sailing(data, known, decision, force)
    found = choices(sailing, decision) if sailing.is_active else sailing.idle()
    return Menu(
        (force.key,),
        in_order(found),
        title=f"What shall {sailing.name} do?",
        state=sailing.state_line(),
        facts=tuple(sailing.facts()),
        rule=decision.rule,
    )


def _plan(
    data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str, choices: Choices
) -> Plan:
    force = _chosen(known, decision, units)
    if force is None:
        return Plan(refusal=Refusal("This is not yours to order, or not on the map."))
    sailing = Sailing(data, known, decision, force)
    found = choices(sailing, decision) if sailing.is_active else sailing.idle()
    return whole_order(found, deed, cell, sailing.out_of_reach)


def _chosen(known: State, decision: Decision[Any], units: Sequence[str]) -> Force | None:
    """The force that is meant: its marker, or one of its ships."""
    forces, ships = known.forces[decision.side], known.ships[decision.side]
    keys = {ships[name].force if name in ships else name for name in units}
    return forces.get(keys.pop()) if len(keys) == 1 else None


class Way:
    """Where a force gets to with its points: for each hex what is left there, and from where it comes."""

    def __init__(self, sailing: Sailing, start: State) -> None:
        self.sailing = sailing
        force, active = sailing.force, start.active
        assert active is not None
        self.start = force.at
        self.left: dict[str, int] = {force.at: active.left}
        self.states: dict[str, State] = {force.at: start}
        self.before: dict[str, str] = {}
        front = [(0, 0, force.at)]
        done: set[str] = set()
        while front:
            spent, danger, cell = heappop(front)
            if cell in done:
                continue
            done.add(cell)
            state = self.states[cell]
            here = state.forces[active.side][force.key]
            for onward, cost in ways_on(state, sailing.data, here).items():
                left = self.left[cell] - cost
                if onward not in done and left > self.left.get(onward, -1):
                    self.left[onward], self.before[onward] = left, cell
                    self.states[onward] = sailing.moved(state, cell, onward, left)
                    heappush(front, (spent + cost, danger + sailing.is_near(onward), onward))

    @property
    def cells(self) -> tuple[str, ...]:
        """The hexes that it can get to."""
        return tuple(cell for cell in self.left if cell != self.start)

    def route(self, goal: str) -> list[str]:
        """The hexes that it enters on its way."""
        path = [goal]
        while self.before.get(path[-1], self.start) != self.start:
            path.append(self.before[path[-1]])
        return path[::-1] if goal != self.start else []


class Sailing:
    """A force, and what its owner knows."""

    def __init__(self, data: Data, known: State, decision: Decision[Any], force: Force) -> None:
        self.data, self.known, self.decision, self.force = data, known, decision, force
        self.side = decision.side
        self.places = gazetteer("arctic-disaster")
        self.name = data.markers[force.key].name
        self.enemies = {other.at for other in known.forces[self.side.enemy].values()}

    @property
    def is_active(self) -> bool:
        """Whether what is asked is about this force."""
        active = self.known.active
        if active is not None and active.side is self.side:
            return active.force == self.force.key
        return self.decision.prompt.startswith(f"{self.name} at ")  # its speed is asked before it is under way

    def is_near(self, cell: str) -> bool:
        """AD 7.7: whether an enemy force is near enough to intercept in a hex."""
        return any(self.data.distance(cell, other) <= NEAR for other in self.enemies)

    # In words

    def state_line(self) -> str:
        """How it is, in a line."""
        where = self.places.said(self.force.at)
        seen = "seen by the enemy" if self.force.detected else "not seen"
        near = min((self.data.distance(self.force.at, cell) for cell in self.enemies), default=99)
        enemy = (
            f", nearest enemy {_hexes(near)} away"
            if 0 < near <= 6
            else ", an enemy in the same hex"
            if not near
            else ""
        )
        return f"{where[0].upper()}{where[1:]}, {seen}{enemy}"

    def facts(self) -> list[str]:
        """What it is made of, how far it goes, how it stands with fuel."""
        ships = in_force(self.known, self.side, self.force.key)
        facts = ["a dummy" if self.force.dummy else tally(self.data, ships)]
        active = self.known.active
        left = active.left if active is not None and self.is_active else self.points(fast=False)
        facts.append(f"{halves(left) or 'no'} points")
        return [*facts, *([f"Fuel used {self.force.fuel}"] if self.force.fuel else [])]

    def out_of_reach(self, cell: str) -> Refusal:
        """Why it cannot get to a hex."""
        where = place(self.data, cell)
        terrain = self.data.map.terrain(cell) if cell in self.data.in_play else ""
        if terrain in ("", "land", "full_ice", "partial_ice"):
            return Refusal(f"Ships cannot enter {where}.", "AD-7.1-tec-full-ice")
        active = self.known.active
        left = active.left if active is not None else self.points(fast=True)
        away = self.data.distance(self.force.at, cell)
        return Refusal(f"{where} is {_hexes(away)} away; it has {halves(left) or 'no'} points.", "AD-7.1-adjacent")

    def idle(self) -> list[Choice]:
        """What a force can do that is not activated: nothing, and why."""
        if self.force.activated:
            why = Refusal("It has been activated this turn.", "AD-4.2-activated-flag")
        else:
            why = Refusal("It acts when its marker is drawn.", "AD-4.2-one-marker")
        return [Choice(Deed("sail", "Sail", "S", reach="move", refusal=why))]

    # Where it gets to

    def points(self, *, fast: bool) -> int:
        """AD 7.1: the half points that it has at a speed."""
        ships = in_force(self.known, self.side, self.force.key)
        return max(0, points_of(self.data, self.force, ships, fast=fast) - self.force.spent)

    def under_way(self, *, fast: bool) -> State:
        """What is known, with the force activated at a speed."""
        homeward = is_homeward(self.known, self.data, self.side, self.force)
        active = Activation(self.side, self.force.key, left=self.points(fast=fast), began=True, homeward=homeward)
        return replace(self.known, active=active, west_now=False)

    def moved(self, state: State, before: str, cell: str, left: int) -> State:
        """What would be known once it has entered a hex, and nothing has happened there."""
        active = state.active
        assert active is not None
        west = state.west_now
        if self.force.key == CONVOY and not active.stepped:
            west = cell in [self.data.step(before, bearing) for bearing in WESTERLY]
        force = replace(state.forces[self.side][self.force.key], at=cell)
        forces = {**state.forces, self.side: {**state.forces[self.side], force.key: force}}
        gone = replace(active, left=left, stepped=True, came_from=before)
        return replace(state, forces=forces, active=gone, west_now=west)

    def sail(self, way: Way, first: Sequence[PlannedAnswer], then_stop: bool, words: str) -> Callable[[str], Plan]:
        """The order to go to a hex, and to stop there if there is nothing else to do."""

        def planned(goal: str) -> Plan:
            if goal not in way.left or goal == way.start:
                return Plan(refusal=Refusal("Say where it goes.", ACT_RULE))
            route, answers = way.route(goal), list(first)
            searched: set[str] = set()
            for cell in route:
                answers += self.searches(way.states[way.before[cell]], searched)
                answers.append(_answer(Go(cell)))
            there = way.states[goal]
            force = there.forces[self.side][self.force.key]
            answers += self.searches(there, searched)
            if then_stop and self.may_end(there, force):
                answers.append(_answer(Stop()))
            return Plan(
                tuple(answers), f"{words} {self.goal(goal)}", (way.start, *route), tuple(self.about(way, route))
            )

        return planned

    def searches(self, state: State, searched: set[str]) -> list[PlannedAnswer]:
        """AD 10.2: the air search that has to be made in a hex before the force leaves it or stops."""
        force = state.forces[self.side][self.force.key]
        overdue = [enemy for enemy in unsearched(state, self.data, self.side, force) if enemy.key not in searched]
        if force.dummy or not overdue:
            return []
        searched.update(enemy.key for enemy in overdue)
        return [_answer(AirSearch())]

    def may_end(self, state: State, force: Force) -> bool:
        """AD 4.3: whether it may stop there, and could not fight or search."""
        goes = ways_on(state, self.data, force)
        deeds = other_deeds(state, self.data, force)
        if must_go_on(state, self.data, force, goes, deeds):
            return False
        return not forces_at(state, self.side.enemy, force.at) and not singles_at(state, self.side.enemy, force.at)

    def goal(self, cell: str) -> str:
        """A hex, by its place's name if it has one."""
        return self.places.landmarks.get(cell, place(self.data, cell))

    def about(self, way: Way, route: Sequence[str]) -> list[str]:
        """Where it ends, what it costs, and who may intercept."""
        goal = route[-1]
        spent = way.left[way.start] - way.left[goal]
        near = [cell for cell in route if self.is_near(cell)]
        return [
            self.places.said(goal),
            f"{_hexes(len(route))}, {halves(spent)} of {halves(way.left[way.start])} points",
            f"an enemy may intercept in {near[0]}" if near else "no enemy near enough to intercept",
        ]


def _speed_choices(sailing: Sailing, decision: Decision[Any]) -> list[Choice]:
    """AD 7.1: to sail at one speed or the other, or to stay."""
    found = []
    for fast, name, title, key in (
        (False, "sail", "Sail at regular speed", "S"),
        (True, "hurry", "Sail at maximum speed", "M"),
    ):
        speed = SpeedUp(maximum=fast)
        if decision.refusal(speed) is not None:
            why = Refusal("A damaged ship, or the way home: regular speed.", "AD-7.1-max-all")
            found.append(Choice(Deed(name, title, key, reach="move", refusal=why)))
            continue
        way = Way(sailing, sailing.under_way(fast=fast))
        costs = "uses fuel" if fast else "no fuel"
        deed = Deed(
            name,
            title,
            key,
            "Go there and stop; half as fast again, at the price of fuel." if fast else "Go there and stop.",
            "move",
            way.cells,
            facts=(f"{halves(way.left[way.start]) or 'no'} points", costs, *_risk(sailing, way)),
        )
        first = [PlannedAnswer(SPEED_RULE, str(speed))]
        found.append(Choice(deed, sailing.sail(way, first, then_stop=True, words="Hurry to" if fast else "Sail to")))
    regular = Way(sailing, sailing.under_way(fast=False))
    return [*found, _staying(sailing, [PlannedAnswer(SPEED_RULE, str(SpeedUp(maximum=False)))], regular)]


def _staying(sailing: Sailing, first: Sequence[PlannedAnswer], way: Way) -> Choice:
    here = way.states[way.start]
    if not sailing.may_end(here, here.forces[sailing.side][sailing.force.key]):
        why = Refusal("It has to go on, or an enemy lies here.", "AD-9.2-must-move")
        return Choice(Deed("stay", "Stay", "H", refusal=why))
    answers = (*first, *sailing.searches(here, set()), _answer(Stop()))
    return Choice(Deed("stay", "Stay here", "H", "Do nothing this turn."), lambda _cell: Plan(answers, "Stay here"))


def _risk(sailing: Sailing, way: Way) -> tuple[str, ...]:
    near = [cell for cell in way.cells if sailing.is_near(cell)]
    return (f"enemies near {len(near)} of {len(way.cells)} hexes",) if near else ("no enemy near",)


def act_choices(sailing: Sailing, decision: Decision[Any], odds: Odder) -> list[Choice]:
    """AD 4.3: to go on, to search, to strike, to fight, or to stop."""
    way = Way(sailing, sailing.known)
    found = []
    if way.cells:
        left = f"{halves(way.left[way.start])} points left"
        facts = (left, *_risk(sailing, way))
        deed = Deed("sail", "Sail", "S", "Go there hex by hex, and stop.", "move", way.cells, facts=facts)
        found.append(Choice(deed, sailing.sail(way, (), then_stop=True, words="Sail to")))
        onward = Deed(
            "sail-on",
            "Sail on, then decide",
            "G",
            "Go there; then you are asked again.",
            "move",
            way.cells,
            facts=facts,
        )
        found.append(Choice(onward, sailing.sail(way, (), then_stop=False, words="Sail on to")))
    else:
        why = Refusal("No points are left for another hex.", "AD-7.1-mp-allowance")
        found.append(Choice(Deed("sail", "Sail", "S", reach="move", refusal=why)))
    foreign = Refuel if sailing.side is Side.ALLIED else LeaveMap  # what this side never does
    found += [_deed(decision, odds, *row) for row in _AT_HAND if not isinstance(row[0], foreign)]
    for target in strike_targets(sailing.known, sailing.data, sailing.side, sailing.force, way.left[way.start]):
        found.append(_strike(sailing, odds, target))
    return found


_AT_HAND: tuple[tuple[Action, str, str, str, str, Refusal], ...] = (
    (
        SearchHere(),
        "search",
        "Search this hex",
        "L",
        "A die for each enemy force here.",
        Refusal("No enemy force lies here that it has not searched for.", "AD-10.1-own-hex"),
    ),
    (
        AirSearch(),
        "air-search",
        "Search from the air",
        "R",
        "A die for each enemy force in range of its aircraft.",
        Refusal("No enemy force is in range of its aircraft, or it has none that can fly.", "AD-10.2-all-in-range"),
    ),
    (
        OpenFire(),
        "fire",
        "Open fire",
        "A",
        "Surface combat with every enemy here that you have found.",
        Refusal("No enemy that you have found lies here.", "AD-11.4.1-start-active"),
    ),
    (
        LeaveMap(),
        "leave",
        "Leave the map to the west",
        "W",
        "It does not come back.",
        Refusal("Only Allied forces leave, from the west edge.", "AD-7.4-exit-west"),
    ),
    (
        Refuel(),
        "refuel",
        "Take on fuel",
        "U",
        "In port, for some of its points; then it may sail again.",
        Refusal("It is not in port, or needs no fuel.", "AD-16.2-port-refuel"),
    ),
    (
        Stop(),
        "stop",
        "Stop here",
        "H",
        "Its activation is over.",
        Refusal("It has to go on, or to search from the air first.", "AD-10.2-compulsory"),
    ),
)


def _deed(
    decision: Decision[Any],
    odds: Odder,
    action: Action,
    name: str,
    title: str,
    key: str,
    help: str,
    otherwise: Refusal,
) -> Choice:
    if decision.refusal(action) is not None:
        return Choice(Deed(name, title, key, refusal=otherwise))
    chance = odds(action)
    plan = Plan((_answer(action),), title, odds=chance)
    return Choice(Deed(name, title, key, help, odds=chance), lambda _cell: plan)


def _strike(sailing: Sailing, odds: Odder, target: str) -> Choice:
    """AD 8.1: Victorious strikes a force, or ships lying singly in a hex."""
    force = sailing.known.forces[sailing.side.enemy].get(target)
    cell = force.at if force is not None else target
    whom = marker_name(sailing.data, target) if force is not None else f"the ships in {place(sailing.data, cell)}"
    plan = Plan((_answer(LaunchStrike(target)),), f"Strike {whom}", odds=odds(LaunchStrike(target)))
    deed = Deed(
        f"strike-{target}",
        f"Strike {whom}",
        "T",
        "Torpedo aircraft of Victorious attack now, for movement points.",
        "strike",
        (cell,),
        (DeedPlace(cell, words=whom),),
    )
    return Choice(deed, lambda _cell: plan)


def act_menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str], odds: Odder) -> Menu | None:
    """AD 4.3: all that the activated force can do."""
    return _menu(data, known, decision, units, lambda sailing, asked: act_choices(sailing, asked, odds))


def act_plan(
    data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str, odds: Odder
) -> Plan:
    """AD 4.3: a whole order for the activated force."""
    return _plan(data, known, decision, units, deed, cell, lambda sailing, asked: act_choices(sailing, asked, odds))


def _answer(action: Action) -> PlannedAnswer:
    return PlannedAnswer(ACT_RULE, str(action))


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"
