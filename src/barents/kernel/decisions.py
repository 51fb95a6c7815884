"""Decisions: what a side is asked, in one of three shapes.

`Pick` is one action out of a list or out of lazy products (a piece and a cell), `Subset` some of the items, `Assign` a
value for each slot. A shape knows exactly which answers are in it, says why another is not, gives one at random, and
lists them lazily. There are no other constraints than those written here: a rule that needs one splits its decision.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, Generic, NamedTuple, TypeVar, cast

import msgspec

from barents.kernel.actions import Action, Choose, Notation, refers_to, tag_of
from barents.kernel.assign import Assign
from barents.kernel.dice import Dice
from barents.kernel.domains import Domain, Neighbours, Refusal, rebuilt
from barents.kernel.options import Options, Refused, numbered
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.wire import AssignWire, GroupWire, ListedWire, OptionsWire, PickWire, ProductWire, SubsetWire

__all__ = [
    "Assign",
    "Decision",
    "Group",
    "Options",
    "Pick",
    "Product",
    "Refused",
    "Subset",
    "from_wire",
]

A = TypeVar("A", bound=Action)


class Product(Generic[A]):
    """Actions of one kind with two parts, such as a piece and a cell: `Product(Move, {"u-88": cells})`.

    An action with a single part has a single domain: `Product(Go, cells)`.
    """

    __slots__ = ("domains", "make")

    def __init__(self, make: type[A], domains: Mapping[str, Domain] | Domain) -> None:
        parts = len(make.__struct_fields__)
        by_first: Mapping[str, Domain] = {"": domains} if isinstance(domains, Domain) else domains
        if parts != (2 if by_first is domains else 1):
            raise TypeError(f"{make.__name__} has {parts} fields: give a domain for one, a mapping of domains for two")
        self.make = make
        self.domains = by_first

    def action(self, first: str, second: str) -> A:
        """The action of two parts; the first is empty where there is only one."""
        return self.make(first, second) if len(self.make.__struct_fields__) == 2 else self.make(second)

    def refusal(self, action: Action) -> Refusal | None:
        """Why an action of this kind is not in the product."""
        *first, second = (getattr(action, name) for name in self.make.__struct_fields__)
        domain = self.domains.get(first[0] if first else "")
        if domain is None:
            return Refusal(f"{first[0]} cannot {tag_of(self.make)}")
        return domain.refusal(second)

    def wire(self, in_order: bool) -> ProductWire:
        """The form that a client can check by itself."""
        domains, numbers = numbered(self.domains.values(), in_order)
        of = dict(zip(self.domains, numbers, strict=True))
        return ProductWire(tag_of(self.make), self.make.__struct_fields__, domains, of)


class Pick(Options[A]):
    """One action, listed or out of a product.

    `about` is what the choice is about, where the actions do not tell it; players read it, people the prompt.

    >>> from barents.kernel.domains import Among
    >>> class Move(Action, frozen=True):
    ...     piece: str
    ...     cell: str
    >>> pick = Pick([], Product(Move, {"u-88": Among(["0101", "0102"])}))
    >>> len(pick), Move("u-88", "0102") in pick, str(pick.refusal(Move("u-99", "0101")))
    (2, True, 'u-99 cannot move')
    """

    __slots__ = ("about", "listed", "products", "why_not")

    def __init__(
        self,
        listed: Iterable[A] = (),
        *products: Product[A],
        why_not: Callable[[Action], Refusal | None] | None = None,
        about: str = "",
    ) -> None:
        self.about = about
        self.listed: Sequence[A] = listed if isinstance(listed, (tuple, list)) else tuple(listed)
        self.products = products
        self.why_not = why_not

    def __contains__(self, action: object) -> bool:
        return action in self.listed or (isinstance(action, Action) and self.refusal(action) is None)

    def settle(self, action: Action) -> A:
        if action in self.listed:
            return cast(A, action)
        return super().settle(action)

    def refusal(self, action: Action) -> Refusal | None:
        if action in self.listed:
            return None
        refusal = None
        for product in self.products:
            if type(action) is product.make:
                refusal = product.refusal(action)
                if refusal is None:
                    return None
        told = self.why_not(action) if self.why_not is not None else None
        return told or refusal or Refusal(f"'{action}' is not among the choices")

    def _normal(self, action: Action) -> A:
        return cast(A, action)

    def sample(self, dice: Dice) -> A:
        if not self.products:
            return dice.choice(self.listed)
        firsts = [(product, first) for product in self.products for first in product.domains]
        while self.listed or firsts:
            number = dice.below(len(self.listed) + len(firsts))
            if number < len(self.listed):
                return self.listed[number]
            product, first = firsts.pop(number - len(self.listed))
            domain = product.domains[first]
            if domain.count():
                return product.action(first, domain.sample(dice))
        raise LookupError("there is nothing to pick")

    def __iter__(self) -> Iterator[A]:
        yield from self.listed
        for product in self.products:
            for first, domain in product.domains.items():
                for second in domain:
                    yield product.action(first, second)

    def count(self) -> int:
        return len(self.listed) + sum(d.count() for p in self.products for d in p.domains.values())

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        return tuple(dict.fromkeys([*map(type, self.listed), *(product.make for product in self.products)]))

    def wire(self, in_order: bool = False) -> PickWire:
        listed = tuple(
            ListedWire(msgspec.to_builtins(action), str(action), *refers_to(action)) for action in self.listed
        )
        return PickWire(listed, tuple(product.wire(in_order) for product in self.products), self.about)


class Group(NamedTuple):
    """Limits on how many of some items may be chosen together."""

    items: Collection[str]
    least: int = 0
    most: int | None = None
    name: str = ""


class Subset(Options[Choose]):
    """Some of the items, between a least and a most; disjoint groups of them may have limits of their own.

    `about` is the key of what they are chosen for, where the items do not tell it; players read it, people the prompt.

    >>> pair = Subset(["a", "b", "c"], least=1, most=2, groups=[Group(["a", "b"], most=1)])
    >>> [",".join(choice.items) for choice in pair]
    ['a', 'b', 'c', 'a,c', 'b,c']
    >>> len(pair), str(pair.refusal(Choose(("a", "b"))))
    (5, 'at most 1 of a, b')
    """

    def __init__(
        self,
        items: Sequence[str],
        least: int = 0,
        most: int | None = None,
        groups: Iterable[Group] = (),
        about: str = "",
    ) -> None:
        self.about = about
        self.items = tuple(items)
        if len(set(self.items)) != len(self.items):
            raise ValueError("an item of a subset is offered twice")
        self.least = least
        self.most = len(self.items) if most is None else min(most, len(self.items))
        self.groups = tuple(groups)
        if self.groups:
            member = Counter(item for group in self.groups for item in group.items)
            if any(count > 1 for count in member.values()):
                raise ValueError("the groups of a subset must not overlap")
            if not set(member) <= set(self.items):
                raise ValueError("a group of a subset holds an item that is not offered")
        self._ways: list[list[int]] | None = None

    def _pools(self) -> list[tuple[tuple[str, ...], int, int]]:
        """The items in disjoint pools with their limits; those in no group come last."""
        pools = [
            (
                tuple(item for item in self.items if item in group.items),
                group.least,
                min(len(group.items), len(group.items) if group.most is None else group.most),
            )
            for group in self.groups
        ]
        grouped = {item for group in self.groups for item in group.items}
        free = tuple(item for item in self.items if item not in grouped)
        return [*pools, (free, 0, len(free))]

    def _remaining(self) -> list[list[int]]:
        """For each pool, in how many ways it and those after it give a total of so many items."""
        if self._ways is None:
            ways = [[1]]
            for pool, least, most in reversed(self._pools()):
                after = ways[0]
                total = [0] * (len(after) + max(most, 0))
                for taken in range(least, most + 1):
                    for count, rest in enumerate(after):
                        total[taken + count] += comb(len(pool), taken) * rest
                ways.insert(0, total)
            self._ways = ways
        return self._ways

    def count(self) -> int:
        return sum(self._remaining()[0][self.least : self.most + 1])

    def can_be(self, taken: Collection[str], left: Collection[str]) -> bool:
        """Whether there is a choice that holds these items, and of the others only such as are `left`.

        >>> pair = Subset(["a", "b", "c"], least=2, groups=[Group(["a", "b"], most=1)])
        >>> pair.can_be(["a"], ["c"]), pair.can_be(["a"], ["b"])
        (True, False)
        """
        fewest = most = 0
        for pool, least, limit in self._pools():
            there, open_ = sum(item in taken for item in pool), sum(item in left for item in pool)
            low, high = max(least, there), min(limit, there + open_)
            if low > high:
                return False
            fewest, most = fewest + low, most + high
        return fewest <= self.most and most >= self.least

    def refusal(self, action: Action) -> Refusal | None:
        if type(action) is not Choose:
            return Refusal(f"'{action}' is no choice of items")
        chosen = set(action.items)
        if len(chosen) != len(action.items):
            return Refusal("an item is chosen twice")
        for item in action.items:
            if item not in self.items:
                return Refusal(f"{item} is not among the choices")
        if not self.least <= len(chosen) <= self.most:
            return Refusal(f"choose {_limits(self.least, self.most)}, not {len(chosen)}")
        for group in self.groups:
            count = sum(item in chosen for item in group.items)
            name = group.name or ", ".join(group.items)
            if count < group.least:
                return Refusal(f"at least {group.least} of {name}")
            if group.most is not None and count > group.most:
                return Refusal(f"at most {group.most} of {name}")
        return None

    def _normal(self, action: Action) -> Choose:
        chosen = set(cast(Choose, action).items)
        return Choose(tuple(item for item in self.items if item in chosen))

    def sample(self, dice: Dice) -> Choose:
        if not self.groups and self.least <= self.most:
            count = self.least + dice.below(self.most - self.least + 1)
            return self._normal(Choose(tuple(dice.sample(self.items, count))))
        ways = self._remaining()
        totals = [n for n in range(self.least, self.most + 1) if n < len(ways[0]) and ways[0][n]]
        if not totals:
            raise LookupError("there is no such choice of items")
        left = dice.choice(totals)
        chosen: list[str] = []
        for number, (pool, least, most) in enumerate(self._pools()):
            after = ways[number + 1]
            fits = [k for k in range(least, most + 1) if 0 <= left - k < len(after) and after[left - k]]
            taken = dice.choice(fits)
            chosen += dice.sample(pool, taken)
            left -= taken
        return self._normal(Choose(tuple(chosen)))

    def __iter__(self) -> Iterator[Choose]:
        for count in range(self.least, self.most + 1):
            for items in combinations(self.items, count):
                choice = Choose(items)
                if self.refusal(choice) is None:
                    yield choice

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        return (Choose,)

    def wire(self, in_order: bool = False) -> SubsetWire:
        groups = tuple(
            GroupWire(tuple(g.items), g.least, len(g.items) if g.most is None else g.most, g.name) for g in self.groups
        )
        return SubsetWire(self.items, self.least, self.most, groups, self.about)


class Decision(Generic[A]):
    """What a side is asked: the question, a prompt in words, and the options. Asides may be done first.

    `prompt` is the question's own where the rule does not put it in other words.
    """

    __slots__ = ("_asides", "_find_asides", "open_to_asides", "options", "prompt", "question", "rule", "side", "window")

    def __init__(
        self,
        side: Side,
        question: Question[Any, Any] | str,
        options: Options[A],
        prompt: str = "",
        asides: Callable[[], Options[Action] | None] | None = None,
        window: bool = False,
    ) -> None:
        self.side = side
        if isinstance(question, str):
            self.question, self.rule, self.prompt = None, question, prompt
        else:
            self.question, self.rule, self.prompt = question, question.rule, prompt or question.prompt
        self.options = options
        self.window = window
        self._find_asides = asides
        self._asides: Options[Action] | None = None
        self.open_to_asides = asides is not None

    @property
    def asides(self) -> Options[Action] | None:
        """What else the side may do first; looked for only when someone asks."""
        if self._find_asides is not None:
            self._asides, self._find_asides = self._find_asides(), None
        return self._asides

    def is_aside(self, action: Action) -> bool:
        """Whether an answer is no answer but something to be done first."""
        return action not in self.options and self.asides is not None and action in self.asides

    def settle(self, action: Action) -> Action:
        """The answer, or an aside, in its normal form; `Refused` with the reason if it is neither."""
        if self._find_asides is None and self._asides is None:
            return self.options.settle(action)
        try:
            return self.options.settle(action)
        except Refused:
            if self.asides is None or action not in self.asides:
                raise
            return self.asides.settle(action)

    def refusal(self, action: Action) -> Refusal | None:
        """Why an answer would be refused, or None."""
        return None if self.is_aside(action) else self.options.refusal(action)


def from_wire(wire: OptionsWire, notation: Notation, boards: Mapping[str, Neighbours] | None = None) -> Options[Action]:
    """The options that a wire form stands for, where only the wire form has been sent.

    They have the same answers, and all that a player may read; only the reasons against other answers are gone.
    """
    boards = boards or {}
    match wire:
        case PickWire():
            products = []
            for product in wire.products:
                domains = {first: rebuilt(product.domains[number], boards) for first, number in product.of.items()}
                one_part = len(product.fields) == 1
                products.append(Product(notation.actions[product.do], domains[""] if one_part else domains))
            return Pick([notation.from_object(listed.action) for listed in wire.listed], *products, about=wire.about)
        case SubsetWire():
            groups = [Group(g.items, g.least, g.most, g.name) for g in wire.groups]
            return Subset(wire.items, wire.least, wire.most, groups, wire.about)
        case AssignWire():
            numbered = [rebuilt(domain, boards) for domain in wire.domains]
            slots = {slot: numbered[of.domain] for slot, of in wire.slots.items()}
            optional = [slot for slot, of in wire.slots.items() if of.optional]
            return Assign(slots, optional=optional, capacity=wire.capacity, ordered=wire.ordered)


def _limits(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
