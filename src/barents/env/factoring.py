"""Decisions in small actions: an answer of many parts is given part by part, each one of a short list.

Together the parts are equal in power to the whole answer: every legal answer can be built, in one way, and no other.

- of a `Pick` first the kind is chosen, then the action, or its first part and its second;
- of a `Subset` each item is taken or left, as long as both lead to a legal choice;
- of an `Assign` each slot gets its value, one after the other; where the order counts, the slot is chosen first;
- a way is built step by step, to any cell from which it can still come to a lawful end;
- of a list that is longer than `WIDTH`, first a page is chosen.

A part that is the only one is taken unasked.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias, cast

from barents.kernel.actions import Action, Allot, Choose, refers_to, tag_of
from barents.kernel.assign import Assign
from barents.kernel.decisions import Decision, Options, Pick, Product, Subset
from barents.kernel.domains import NONE, Domain, Either, Routes

WIDTH = 128  # how many small actions there are

PartKind = Literal[
    "answer", "aside", "kind", "action", "first", "value", "none", "slot", "way", "step", "end", "take", "leave", "page"
]  # fmt: skip
Anywhere: TypeAlias = Callable[[str], bool]
Building: TypeAlias = "Generator[Sequence[Part], Part, Action]"
ValueBuilding: TypeAlias = "Generator[Sequence[Part], Part, str]"


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A small action: its kind, what it says, and whether it is a part of a whole answer."""

    kind: PartKind
    word: str
    fits: Callable[[Action], bool]
    chosen: Any = None
    cell: str = ""
    """The cell that it names, if it is one."""

    def __str__(self) -> str:
        return f"{self.kind} {self.word}".rstrip()


class Factoring:
    """A decision on its way to an answer: `parts` are the small actions that can be taken now, and `take` takes one.

    >>> from barents.kernel.sides import Side
    >>> factoring = Factoring(Decision(Side.AXIS, "X-1", Subset(["a", "b", "c"], least=1, most=1)))
    >>> [str(part) for part in factoring.parts]
    ['take a', 'leave a']
    >>> factoring.take(1), [str(part) for part in factoring.parts]
    (None, ['take b', 'leave b'])
    >>> str(factoring.take(1))
    'choose c'
    """

    def __init__(self, decision: Decision[Any]) -> None:
        self.decision = decision
        self.taken: list[Part] = []
        self.numbers: list[int] = []
        self.answer: Action | None = None
        self._building = _paged(_decision(decision))
        self.parts: Sequence[Part] = ()
        self._go_on(None)

    def take(self, number: int) -> Action | None:
        """Take one of the parts; the answer, if it is whole by that."""
        if self.answer is not None or not 0 <= number < len(self.parts):
            raise ValueError(f"there is no small action {number} here: there are {len(self.parts)}")
        self.numbers.append(number)
        self._go_on(self.parts[number])
        return self.answer

    def _go_on(self, part: Part | None) -> None:
        """Take a part, and those after it that are the only ones."""
        try:
            while True:
                if part is not None:
                    self.taken.append(part)
                self.parts = next(self._building) if part is None else self._building.send(part)
                if len(self.parts) != 1:
                    break
                part = self.parts[0]
        except StopIteration as whole:
            self.parts = ()
            self.answer = self.decision.settle(whole.value)
        else:
            if not self.parts:
                raise LookupError(f"{self.decision.rule} has no answer that could be built")


def spelled(decision: Decision[Any], answer: Action) -> list[int]:
    """The small actions that a legal answer is built of.

    >>> from barents.kernel.sides import Side
    >>> spelled(Decision(Side.AXIS, "X-1", Subset(["a", "b", "c"])), Choose(("a", "c")))
    [0, 1, 0]
    """
    factoring = Factoring(decision)
    settled = decision.settle(answer)
    numbers = []
    while factoring.answer is None:
        number = next(number for number, part in enumerate(factoring.parts) if part.fits(settled))
        numbers.append(number)
        factoring.take(number)
    return numbers


def every_answer(decision: Decision[Any]) -> Iterator[tuple[list[int], Action]]:
    """All that can be built, with the small actions for it: for tests, and for decisions that are not too large."""
    front: list[list[int]] = [[]]
    while front:
        numbers = front.pop()
        factoring = Factoring(decision)
        for number in numbers:
            factoring.take(number)
        if factoring.answer is not None:
            yield numbers, factoring.answer
        front += [[*numbers, number] for number in reversed(range(len(factoring.parts)))]


# Shapes


def _decision(decision: Decision[Any]) -> Building:
    asides = decision.asides
    if asides is None or next(iter(asides), None) is None:
        return (yield from _options(decision.options))
    part = yield [
        Part("answer", "", lambda action: action in decision.options, decision.options),
        Part("aside", "", lambda action: decision.is_aside(action), asides),
    ]
    return (yield from _options(part.chosen))


def _options(options: Options[Any]) -> Building:
    match options:
        case Pick():
            return (yield from _pick(options))
        case Subset():
            return (yield from _subset(options))
        case Assign():
            return (yield from _assign(options))
    raise TypeError(f"nobody knows how {type(options).__name__} are put together")


def _pick(pick: Pick[Any]) -> Building:
    by_kind: dict[type[Action], list[Part]] = {}
    for action in dict.fromkeys(pick.listed):
        by_kind.setdefault(type(action), []).append(_action_part(action))
    for product in pick.products:
        for first, domain in product.domains.items():
            if _has_values(domain):
                by_kind.setdefault(product.make, []).append(_first_part(product, first))
    kind = yield [Part("kind", tag_of(kind), _is_a(kind), kind) for kind in by_kind]
    part = yield by_kind[kind.chosen]
    if part.kind == "action":
        return cast(Action, part.chosen)
    chosen: tuple[Product[Any], str] = part.chosen
    product, first = chosen
    second = yield from _value(product.domains[first], lambda action: _last_field(product, action))
    return cast(Action, product.action(first, second))


def _subset(subset: Subset) -> Building:
    taken: list[str] = []
    for number, item in enumerate(subset.items):
        left = subset.items[number + 1 :]
        parts = []
        if subset.can_be([*taken, item], left):
            parts.append(Part("take", item, _holds(item), True))
        if subset.can_be(taken, left):
            parts.append(Part("leave", item, _lacks(item), False))
        part = yield parts
        if part.chosen:
            taken.append(item)
    return Choose(tuple(taken))


def _assign(assign: Assign) -> Building:
    given: dict[str, str] = {}
    while len(given) < len(assign.slots):
        left = [slot for slot in assign.slots if slot not in given]
        slot = left[0]
        if assign.ordered:
            part = yield [Part("slot", slot, _comes_at(len(given), slot), slot) for slot in left]
            slot = part.chosen
        given[slot] = yield from _slot(assign, slot, given)
    return Allot(tuple(given.items()))


def _slot(assign: Assign, slot: str, given: dict[str, str]) -> ValueBuilding:
    """A slot's value; the first of its parts also says whether it stays empty."""

    def read(action: Action) -> str:
        return dict(cast(Allot, action).pairs)[slot]

    building = _value(assign.slots[slot], read, assign.room_for(slot, given))
    if slot not in assign.optional:
        return (yield from building)
    nothing = Part("none", slot, lambda action: read(action) == NONE)
    try:
        part = yield [nothing, *next(building)]
        if part is nothing:
            return NONE
        while True:
            part = yield building.send(part)
    except StopIteration as whole:
        return cast(str, whole.value)


# Values


def _value(domain: Domain, read: Callable[[Action], str], may_end: Anywhere = lambda _target: True) -> ValueBuilding:
    """A value of a domain whose target may be chosen; `read` finds it in a whole answer."""
    match domain:
        case Routes():
            return (yield from _way(domain, read, may_end))
        case Either():
            filled = [inner for inner in domain.domains if any(map(may_end, inner.targets()))]
            part = yield [
                Part("way" if isinstance(inner, Routes) else "value", "", _reads(read, inner), inner)
                for inner in filled
            ]
            return (yield from _value(part.chosen, read, may_end))
    part = yield [
        Part("value", value, _says(read, value), value, value)
        for value in dict.fromkeys(domain)
        if may_end(domain.target(value))
    ]
    return cast(str, part.chosen)


def _way(routes: Routes, read: Callable[[Action], str], may_end: Anywhere) -> ValueBuilding:
    way = [routes.start]
    while True:
        may_stop, cells = routes.onward(way, may_end)
        so_far = ">".join(way)
        parts = [Part("end", "", _says(read, so_far))] if may_stop else []
        parts += [Part("step", cell, _goes(read, f"{so_far}>{cell}"), cell, cell) for cell in cells]
        part = yield parts
        if part.chosen is None:
            return so_far
        way.append(part.chosen)


# Parts


def _action_part(action: Action) -> Part:
    cells = refers_to(action)[1]
    return Part("action", str(action), lambda other: other == action, action, cells[-1] if cells else "")


def _first_part(product: Product[Any], first: str) -> Part:
    def fits(action: Action) -> bool:
        one_part = len(product.make.__struct_fields__) == 1
        said = "" if one_part else getattr(action, product.make.__struct_fields__[0])
        return said == first and _last_field(product, action) in product.domains[first]

    return Part("first", first, fits, (product, first), first if first.isdigit() else "")


def _last_field(product: Product[Any], action: Action) -> str:
    return cast(str, getattr(action, product.make.__struct_fields__[-1]))


def _is_a(kind: type[Action]) -> Callable[[Action], bool]:
    return lambda action: type(action) is kind


def _holds(item: str) -> Callable[[Action], bool]:
    return lambda action: item in cast(Choose, action).items


def _lacks(item: str) -> Callable[[Action], bool]:
    return lambda action: item not in cast(Choose, action).items


def _comes_at(place: int, slot: str) -> Callable[[Action], bool]:
    return lambda action: cast(Allot, action).pairs[place][0] == slot


def _says(read: Callable[[Action], str], value: str) -> Callable[[Action], bool]:
    return lambda action: read(action) == value


def _reads(read: Callable[[Action], str], domain: Domain) -> Callable[[Action], bool]:
    return lambda action: read(action) in domain


def _goes(read: Callable[[Action], str], way: str) -> Callable[[Action], bool]:
    return lambda action: f"{read(action)}>".startswith(f"{way}>")


def _has_values(domain: Domain) -> bool:
    return next(iter(domain), None) is not None


# Pages


def _paged(building: Building) -> Building:
    """The same with lists that are never longer than `WIDTH`: of longer ones first a page is chosen."""
    try:
        parts = next(building)
        while True:
            while len(parts) > WIDTH:
                page = yield list(_pages(parts))
                parts = page.chosen
            part = yield parts
            parts = building.send(part)
    except StopIteration as whole:
        return cast(Action, whole.value)


def _pages(parts: Sequence[Part]) -> Iterable[Part]:
    """A long list in as few pages as there may be, all but the last of one length."""
    length = WIDTH
    while length * WIDTH < len(parts):
        length *= WIDTH
    for _, group in groupby(enumerate(parts), lambda numbered: numbered[0] // length):
        page = [part for _, part in group]
        yield Part("page", f"{page[0].word} … {page[-1].word}", _any_fits(page), page)


def _any_fits(parts: Sequence[Part]) -> Callable[[Action], bool]:
    return lambda action: any(part.fits(action) for part in parts)
