"""Domains: the values that one slot of a decision may take, listed lazily.

A domain is asked four things: is this value in it, what are its values, how many, and give me one at random. Its wire
form lets a client ask the same without the rules: values are sent as runs (`1510..1514`), routes as the cells that
may be passed and the points there are.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

import msgspec

from barents.kernel.dice import Dice

NONE = "-"


class Refusal(msgspec.Struct, frozen=True):
    """Why something cannot be chosen, for a person, and the rule that says so."""

    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


WhyNot: TypeAlias = Callable[[str], Refusal | None]
Neighbours: TypeAlias = Mapping[str, Sequence[str]] | Callable[[str], Sequence[str]]


FEW = 60  # values that are sent in their own order


class AmongWire(msgspec.Struct, frozen=True, tag="among", omit_defaults=True):
    """Listed values, as runs; `numbers` are meant as such, and no names."""

    values: tuple[str, ...]
    numbers: bool = False


class RoutesWire(msgspec.Struct, frozen=True, tag="routes", omit_defaults=True):
    """Routes from a start over cells with their costs, for so many points.

    `edges` are the steps, as runs, from cells where they are not those of the board; a route has to end at `goal`.
    """

    board: str
    start: str
    points: int
    least: int
    costs: dict[int, tuple[str, ...]]
    edges: dict[str, tuple[str, ...]] = {}
    goal: str = ""


class EitherWire(msgspec.Struct, frozen=True, tag="either"):
    """Values of one domain or of another."""

    domains: tuple[AmongWire | RoutesWire, ...]


DomainWire: TypeAlias = AmongWire | RoutesWire | EitherWire


class Domain(ABC):
    """The values that one slot may take."""

    @abstractmethod
    def __contains__(self, value: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[str]: ...

    @abstractmethod
    def count(self) -> int:
        """How many values there are."""

    @abstractmethod
    def sample(self, dice: Dice) -> str:
        """One of the values at random; each can come up."""

    def is_left_out(self, dice: Dice) -> bool:
        """Whether a random answer leaves a slot empty that may be: as likely as any of the values."""
        count = self.count()
        return count == 0 or dice.below(count + 1) == 0

    @abstractmethod
    def refusal(self, value: str) -> Refusal | None:
        """Why a value is not in the domain, or None if it is."""

    @abstractmethod
    def wire(self, in_order: bool = False) -> DomainWire:
        """The form that a client can check by itself; many values keep their order only where that is asked for."""

    def target(self, value: str) -> str:
        """What a value takes up room at: itself, or the end of a route."""
        return value

    def targets(self) -> Iterable[str]:
        """Every target of a value, each once."""
        return self

    def sample_to(self, target: str, dice: Dice) -> str:
        """One of the values with a target at random; each can come up."""
        return target


class Among(Domain):
    """One of some listed values; given as a function, they are not listed before someone asks.

    `members` may hold the same values in a form that is quicker to search.

    >>> cells = Among(lambda: ["0101", "0102"])
    >>> "0102" in cells, cells.count(), str(cells.refusal("0109"))
    (True, 2, '0109 is not among the choices')
    """

    __slots__ = ("_list", "_members", "_values", "_why_not")

    def __init__(
        self,
        values: Sequence[str] | Callable[[], Sequence[str]],
        why_not: WhyNot | None = None,
        members: Container[str] | None = None,
    ) -> None:
        self._list: Callable[[], Sequence[str]] | None
        self._values: Sequence[str]
        if callable(values):
            self._list, self._values = values, ()
        else:
            self._list, self._values = None, values
        self._why_not = why_not
        self._members = members

    @property
    def values(self) -> Sequence[str]:
        """The values, in order."""
        if self._list is not None:
            self._values, self._list = self._list(), None
        return self._values

    def __contains__(self, value: object) -> bool:
        return value in (self._members if self._members is not None else self.values)

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def count(self) -> int:
        return len(self.values)

    def sample(self, dice: Dice) -> str:
        return dice.choice(self.values)

    def refusal(self, value: str) -> Refusal | None:
        if value in self:
            return None
        return (self._why_not and self._why_not(value)) or Refusal(f"{value} is not among the choices")

    def wire(self, in_order: bool = False) -> AmongWire:
        # A few values keep their order, which may say something: the first is what is usual. Many are cells.
        if in_order or len(self.values) <= FEW:
            return AmongWire(runs(self.values))
        return AmongWire(min(runs(self.values), runs(sorted(self.values)), key=len))


class Numbers(Among):
    """A number: how many, or in which turn.

    >>> list(Numbers(range(1, 4))), Numbers([1]).wire()
    (['1', '2', '3'], AmongWire(values=('1',), numbers=True))
    """

    __slots__ = ()

    def __init__(self, numbers: Iterable[int], why_not: WhyNot | None = None) -> None:
        super().__init__([str(number) for number in numbers], why_not)

    def wire(self, in_order: bool = False) -> AmongWire:
        return AmongWire(super().wire(in_order).values, numbers=True)


class Routes(Domain):
    """A way over neighbouring cells from a start, written `1001>1002>1103`, its cost within the points.

    `costs` gives the price of entering each cell that may be entered; a route of the start alone stands still and is
    allowed unless `least` asks for more steps. `edges` are the steps from cells where they are not those of the board:
    a gate by which one enters or leaves it, a side that is closed. With a `goal` every route ends there.

    >>> line = {"a": ("b",), "b": ("a", "c"), "c": ("b",)}
    >>> ways = Routes("a", 2, {"a": 1, "b": 1, "c": 1}, line)
    >>> list(ways)
    ['a', 'a>b', 'a>b>a', 'a>b>c']
    >>> ways.count(), "a>c" in ways, str(ways.refusal("a>c"))
    (4, False, 'c is not next to a')
    >>> list(Routes("port", 2, {"a": 1, "b": 1}, line, edges={"port": ["a"]}, goal="b"))
    ['port>a>b']
    """

    __slots__ = ("_costs", "_edges", "_neighbours", "_why_not", "board", "goal", "least", "points", "start")

    def __init__(
        self,
        start: str,
        points: int,
        costs: Mapping[str, int],
        neighbours: Neighbours,
        *,
        least: int = 0,
        board: str = "",
        why_not: WhyNot | None = None,
        edges: Mapping[str, Sequence[str]] | None = None,
        goal: str = "",
    ) -> None:
        if any(cost < 1 for cost in costs.values()):
            raise ValueError("entering a cell costs at least 1: a free step would make routes without end")
        self.start = start
        self.points = points
        self.least = least
        self.board = board
        self.goal = goal
        self._costs = costs
        self._edges = edges or {}
        self._neighbours = neighbours if callable(neighbours) else neighbours.__getitem__
        self._why_not = why_not

    def _next(self, cell: str) -> Sequence[str]:
        onward = self._edges.get(cell)
        return self._neighbours(cell) if onward is None else onward

    def _steps(self, cell: str, points: int) -> Iterator[tuple[str, int]]:
        for onward in self._next(cell):
            cost = self._costs.get(onward)
            if cost is not None and cost <= points:
                yield onward, points - cost

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and self.refusal(value) is None

    def __iter__(self) -> Iterator[str]:
        def onward(way: str, cell: str, points: int, steps: int) -> Iterator[str]:
            if steps >= self.least and self.goal in ("", cell):
                yield way
            for to, left in self._steps(cell, points):
                if not self.goal or self._leads_to(self.goal, to, left, self.least - steps - 1):
                    yield from onward(f"{way}>{to}", to, left, steps + 1)

        return onward(self.start, self.start, self.points, 0)

    def count(self) -> int:
        known: dict[tuple[str, int, int], int] = {}

        def ways(cell: str, points: int, owed: int) -> int:
            key = (cell, points, owed)
            if key not in known:
                onward = sum(ways(to, left, max(0, owed - 1)) for to, left in self._steps(cell, points))
                known[key] = onward + (owed == 0 and self.goal in ("", cell))
            return known[key]

        return ways(self.start, self.points, self.least)

    def _can_go_on(self, cell: str, points: int, owed: int) -> bool:
        return owed <= 0 or any(self._can_go_on(to, left, owed - 1) for to, left in self._steps(cell, points))

    def is_left_out(self, dice: Dice) -> bool:
        # To count the routes takes long, and they are not drawn evenly either.
        return next(iter(self), None) is None or dice.below(4) == 0

    def sample(self, dice: Dice) -> str:
        if self.goal:
            if not self.targets():
                raise LookupError(f"there is no route from {self.start} to {self.goal}")
            return self.sample_to(self.goal, dice)
        way, cell, points, owed = [self.start], self.start, self.points, self.least
        while True:
            onward = list(self._steps(cell, points))
            if owed > 1:
                onward = [step for step in onward if self._can_go_on(*step, owed - 1)]
            if owed > 0 and not onward:
                raise LookupError(f"there is no route of {self.least} steps from {self.start}")
            if not onward or (owed <= 0 and dice.below(4) == 0):
                return ">".join(way)
            cell, points = dice.choice(onward)
            owed -= 1
            way.append(cell)

    def refusal(self, value: str) -> Refusal | None:
        first, *rest = value.split(">")
        if first != self.start:
            return Refusal(f"the route starts at {self.start}, not at {first}")
        cell, points = first, self.points
        for onward in rest:
            if onward not in self._next(cell):
                return Refusal(f"{onward} is not next to {cell}")
            cost = self._costs.get(onward)
            if cost is None:
                return (self._why_not and self._why_not(onward)) or Refusal(f"{onward} cannot be entered")
            if cost > points:
                return Refusal(f"{onward} is out of reach: the whole route may cost {self.points}")
            cell, points = onward, points - cost
        if len(rest) < self.least:
            return Refusal(f"the route has to go at least {self.least} on")
        if self.goal not in ("", cell):
            return Refusal(f"the route has to end at {self.goal}")
        return None

    def first(self) -> list[str]:
        """The cells to which the first step can be."""
        return [cell for cell, _ in self._steps(self.start, self.points)]

    def why_never(self, cell: str) -> Refusal:
        """Why no route comes to a cell."""
        return (self._why_not and self._why_not(cell)) or Refusal(f"{cell} is out of reach from {self.start}")

    def by_way_of(self, cells: Sequence[str]) -> str:
        """The cheapest way over some cells, one after the other, however far it is; "" if there is none.

        >>> line = {"a": ("b",), "b": ("a", "c"), "c": ("b",)}
        >>> Routes("a", 2, {"a": 1, "b": 1, "c": 1}, line).by_way_of(["c"])
        'a>b>c'
        """
        way = [self.start]
        for goal in cells:
            leg = self._leg(way[-1], goal)
            if not leg:
                return ""
            way += leg[1:]
        return ">".join(way)

    def _leg(self, start: str, goal: str) -> list[str]:
        """The cheapest way from a cell to another, with both ends."""
        open_, done = [(0, [start])], set[str]()
        while open_:
            spent, way = heappop(open_)
            if way[-1] == goal:
                return way
            if way[-1] not in done:
                done.add(way[-1])
                for onward in self._next(way[-1]):
                    if (cost := self._costs.get(onward)) is not None:
                        heappush(open_, (spent + cost, [*way, onward]))
        return []

    def wire(self, in_order: bool = False) -> RoutesWire:
        costs: dict[int, list[str]] = {}
        for cell, cost in self._costs.items():
            costs.setdefault(cost, []).append(cell)
        drawn = {cost: runs(sorted(cells)) for cost, cells in sorted(costs.items())}
        edges = {cell: runs(onward if in_order else sorted(onward)) for cell, onward in self._edges.items()}
        return RoutesWire(self.board, self.start, self.points, self.least, drawn, edges, self.goal)

    def target(self, value: str) -> str:
        return value.rpartition(">")[2]

    def targets(self) -> Iterable[str]:
        """Found by the most points with which each cell can be reached in so many steps, not by listing the routes."""
        if self.goal:
            return [self.goal] if self._leads_to(self.goal, self.start, self.points, self.least) else []
        ends: dict[str, None] = {self.start: None} if self.least <= 0 else {}
        front, steps = {self.start: self.points}, 0
        while front:
            further: dict[str, int] = {}
            for cell, points in front.items():
                for onward, left in self._steps(cell, points):
                    further[onward] = max(left, further.get(onward, -1))
            front, steps = further, steps + 1
            if steps >= self.least:
                ends.update(dict.fromkeys(front))
        return ends

    def before(self, last: str) -> list[str]:
        """The cells after which a way may take one more step: to a cell, or to what is none.

        >>> line = {"a": ("b",), "b": ("a", "c", "out"), "c": ("b", "out"), "out": ()}
        >>> Routes("a", 2, {"a": 1, "b": 1, "c": 1, "out": 1}, line).before("out")
        ['b']
        """
        cost = self._costs.get(last)
        if cost is None:
            return []
        best, front = {self.start: self.points}, [self.start]
        while front:
            further = []
            for cell in front:
                for onward, left in self._steps(cell, best[cell]):
                    if left > best.get(onward, -1):
                        best[onward] = left
                        further.append(onward)
            front = further
        return [cell for cell, left in best.items() if left >= cost and last in self._next(cell)]

    def sample_to(self, target: str, dice: Dice) -> str:
        way, cell, points, owed = [self.start], self.start, self.points, self.least
        while True:
            onward = [step for step in self._steps(cell, points) if self._leads_to(target, *step, owed - 1)]
            if cell == target and owed <= 0 and (not onward or dice.below(2) == 0):
                return ">".join(way)
            cell, points = dice.choice(onward)
            owed -= 1
            way.append(cell)

    def onward(self, way: Sequence[str], may_end: Callable[[str], bool]) -> tuple[bool, list[str]]:
        """Whether a way may end where it is, and the cells by which it can go on to a place where it may.

        >>> line = {"a": ("b",), "b": ("a", "c"), "c": ("b",)}
        >>> ways = Routes("a", 2, {"a": 1, "b": 1, "c": 1}, line)
        >>> ways.onward(["a"], lambda cell: True), ways.onward(["a", "b"], lambda cell: cell == "c")
        ((True, ['b']), (False, ['c']))
        """

        def is_end(cell: str) -> bool:
            return self.goal in ("", cell) and may_end(cell)

        left = self.points - sum(self._costs[cell] for cell in way[1:])
        owed = self.least - len(way) + 1
        steps = self._steps(way[-1], left)
        cells = dict.fromkeys(to for to, rest in steps if self._comes_to_an_end(is_end, to, rest, owed - 1))
        return owed <= 0 and is_end(way[-1]), list(cells)

    def _leads_to(self, target: str, cell: str, points: int, owed: int) -> bool:
        """Whether a route can go on from a cell to its target, with the steps that it still owes."""
        return self._comes_to_an_end(target.__eq__, cell, points, owed)

    def _comes_to_an_end(self, is_end: Callable[[str], bool], cell: str, points: int, owed: int) -> bool:
        """Whether a route can go on from a cell to one where it may end, with the steps that it still owes."""
        front, steps = {cell: points}, 0
        while front:
            if steps >= owed and any(map(is_end, front)):
                return True
            further: dict[str, int] = {}
            for here, left in front.items():
                for onward, rest in self._steps(here, left):
                    further[onward] = max(rest, further.get(onward, -1))
            front, steps = further, steps + 1
        return False


class Either(Domain):
    """A value of one domain or of another; the domains have no value in common.

    >>> orders = Either(Routes("a", 1, {"b": 1}, {"a": ("b",), "b": ()}), Among(["with-tirpitz"]))
    >>> list(orders), "with-tirpitz" in orders, str(orders.refusal("a>c"))
    (['a', 'a>b', 'with-tirpitz'], True, 'c is not next to a')
    """

    __slots__ = ("domains",)

    def __init__(self, *domains: Among | Routes) -> None:
        self.domains = domains

    def __contains__(self, value: object) -> bool:
        return any(value in domain for domain in self.domains)

    def __iter__(self) -> Iterator[str]:
        for domain in self.domains:
            yield from domain

    def count(self) -> int:
        return sum(domain.count() for domain in self.domains)

    def is_left_out(self, dice: Dice) -> bool:
        return all(domain.is_left_out(dice) for domain in self.domains)

    def sample(self, dice: Dice) -> str:
        filled = [domain for domain in self.domains if next(iter(domain), None) is not None]
        if not filled:
            raise LookupError("there is no value in either domain")
        return dice.choice(filled).sample(dice)

    def refusal(self, value: str) -> Refusal | None:
        refusals = [domain.refusal(value) for domain in self.domains]
        return None if None in refusals else refusals[0]

    def wire(self, in_order: bool = False) -> EitherWire:
        return EitherWire(tuple(domain.wire(in_order) for domain in self.domains))

    def target(self, value: str) -> str:
        return next((domain.target(value) for domain in self.domains if value in domain), value)

    def targets(self) -> Iterable[str]:
        return dict.fromkeys(target for domain in self.domains for target in domain.targets())

    def sample_to(self, target: str, dice: Dice) -> str:
        leading = [domain for domain in self.domains if target in domain.targets()]
        return dice.choice(leading).sample_to(target, dice)


def rebuilt(wire: DomainWire, boards: Mapping[str, Neighbours]) -> Domain:
    """The domain that a wire form stands for, where only that has been sent."""
    match wire:
        case EitherWire():
            return Either(*(_rebuilt(part, boards) for part in wire.domains))
        case _:
            return _rebuilt(wire, boards)


def _rebuilt(wire: AmongWire | RoutesWire, boards: Mapping[str, Neighbours]) -> Among | Routes:
    if isinstance(wire, AmongWire):
        values = unrun(wire.values)
        return Numbers(map(int, values)) if wire.numbers else Among(values)
    costs = {cell: cost for cost, cells in wire.costs.items() for cell in unrun(cells)}
    return Routes(
        wire.start,
        wire.points,
        costs,
        boards[wire.board],
        least=wire.least,
        board=wire.board,
        edges={cell: unrun(onward) for cell, onward in wire.edges.items()},
        goal=wire.goal,
    )


_NUMBERED = re.compile(r"(.*?)(\d{1,9})")


def runs(values: Iterable[str]) -> tuple[str, ...]:
    """Values in order, with consecutive numbers drawn together.

    >>> runs(["0101", "0102", "0103", "0201", "tirpitz"])
    ('0101..0103', '0201', 'tirpitz')
    """
    drawn: list[str] = []
    first = last = ""
    follows = ""

    def close() -> None:
        if first:
            drawn.append(first if first == last else f"{first}..{last}")

    for value in values:
        if not value or ".." in value:
            raise ValueError(f"'{value}' cannot be sent as a value: it is empty or has two points in a row")
        if value != follows or not first:
            close()
            first = value
        last = value
        numbered = _NUMBERED.fullmatch(value)
        follows = ""
        if numbered:
            stem, digits = numbered.groups()
            follows = f"{stem}{int(digits) + 1:0{len(digits)}d}"
    close()
    return tuple(drawn)


def unrun(drawn: Iterable[str]) -> list[str]:
    """The values that `runs` drew together.

    >>> unrun(("0109..0111", "b"))
    ['0109', '0110', '0111', 'b']
    """
    values: list[str] = []
    for run in drawn:
        first, _, last = run.partition("..")
        values.append(first)
        while last and values[-1] != last:
            numbered = _NUMBERED.fullmatch(values[-1])
            if numbered is None or len(values[-1]) > len(last):
                raise ValueError(f"'{run}' is no run of values")
            stem, digits = numbered.groups()
            values.append(f"{stem}{int(digits) + 1:0{len(digits)}d}")
    return values
