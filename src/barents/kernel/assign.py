"""Assignments: a value for each slot, with capacities of the targets and an order where it matters."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import permutations
from math import factorial, inf, prod
from typing import cast

from barents.kernel.actions import Action, Allot
from barents.kernel.dice import Dice
from barents.kernel.domains import NONE, Domain, Refusal
from barents.kernel.options import Options, numbered
from barents.kernel.wire import AssignWire, SlotWire


class Assign(Options[Allot]):
    """A value for each slot; slots that are `optional` may stay empty, targets may have a capacity.

    Where `ordered`, the order of the answer's slots is part of it.

    >>> from barents.kernel.domains import Among
    >>> fire = Assign({"a": Among(["x", "y"]), "b": Among(["x"])}, capacity={"x": 1})
    >>> [str(answer) for answer in fire]
    ['assign a=y b=x']
    >>> str(fire.refusal(Allot((("a", "x"), ("b", "x")))))
    'no more than 1 may go to x'
    """

    def __init__(
        self,
        slots: Mapping[str, Domain],
        *,
        optional: bool | Collection[str] = False,
        capacity: Mapping[str, int] | None = None,
        ordered: bool = False,
    ) -> None:
        self.slots = slots
        self.optional = frozenset(slots if optional is True else optional or ())
        self.capacity = dict(capacity or {})
        self.ordered = ordered

    def refusal(self, action: Action) -> Refusal | None:
        if type(action) is not Allot:
            return Refusal(f"'{action}' is no assignment")
        named = [slot for slot, _ in action.pairs]
        if named != list(self.slots):
            for slot in named:
                if slot not in self.slots:
                    return Refusal(f"there is no '{slot}' to assign")
            for slot in self.slots:
                if named.count(slot) != 1:
                    return Refusal(f"{slot} is {'assigned twice' if slot in named else 'left out'}")
        for slot, value in action.pairs:
            if value == NONE:
                if slot not in self.optional:
                    return Refusal(f"{slot} must be given something")
                continue
            refusal = self.slots[slot].refusal(value)
            if refusal is not None:
                return Refusal(f"{slot}: {refusal.reason}", refusal.rule)
        return self._overfull(action) if self.capacity else None

    def _overfull(self, action: Allot) -> Refusal | None:
        """Why the capacities do not allow an answer that is otherwise right."""
        room = dict(self.capacity)
        for slot, value in action.pairs:
            target = self.slots[slot].target(value)
            if value != NONE and target in room:
                room[target] -= 1
                if room[target] < 0:
                    return Refusal(f"no more than {self.capacity[target]} may go to {target}")
        return None

    def _normal(self, action: Action) -> Allot:
        answer = cast(Allot, action)
        if self.ordered or [slot for slot, _ in answer.pairs] == list(self.slots):
            return answer
        given = dict(answer.pairs)
        return Allot(tuple((slot, given[slot]) for slot in self.slots))

    def count(self) -> int | None:
        if any(self._limited(slot) for slot in self.slots):
            return None
        ways = prod(domain.count() + (slot in self.optional) for slot, domain in self.slots.items())
        return ways * (factorial(len(self.slots)) if self.ordered else 1)

    def _limited(self, slot: str) -> bool:
        """Whether a capacity can bite on a slot."""
        return bool(self.capacity) and any(target in self.capacity for target in self.slots[slot].targets())

    def sample(self, dice: Dice) -> Allot:
        if not (self.capacity or self.optional or self.ordered):
            return Allot(tuple((slot, domain.sample(dice)) for slot, domain in self.slots.items()))
        given: dict[str, str] = {}
        room = dict(self.capacity)
        limited = frozenset(slot for slot in self.slots if self._limited(slot)) if self.capacity else frozenset()
        tight = self._tight([s for s in self.slots if s in limited and s not in self.optional], len(limited))
        for slot, domain in self.slots.items():
            if slot in self.optional and domain.is_left_out(dice):
                given[slot] = NONE
                continue
            if slot not in limited:
                given[slot] = domain.sample(dice)
                continue
            waiting = [other for other in tight if other not in given and other != slot]
            targets = list(domain.targets())
            dice.shuffle(targets)
            given[slot] = NONE
            for target in targets:
                left = room.get(target)
                if left is not None:
                    if left < 1:
                        continue
                    room[target] = left - 1
                if not waiting or self._can_place(waiting, room):
                    given[slot] = domain.sample_to(target, dice)
                    break
                if left is not None:
                    room[target] = left
            else:
                if slot not in self.optional:
                    raise LookupError("the capacities leave no room for every slot")
        pairs = list(given.items())
        if self.ordered:
            dice.shuffle(pairs)
        return Allot(tuple(pairs))

    def room_for(self, slot: str, given: Mapping[str, str]) -> Callable[[str], bool]:
        """Which targets a slot can still be given beside what is `given`, so that those after it find a place too.

        >>> from barents.kernel.domains import Among
        >>> fire = Assign({"a": Among(["x", "y"]), "b": Among(["x"])}, capacity={"x": 1})
        >>> [target for target in "xy" if fire.room_for("a", {})(target)]
        ['y']
        """
        if not self.capacity:
            return lambda _target: True
        room = dict(self.capacity)
        for other, value in given.items():
            target = self.slots[other].target(value)
            if value != NONE and target in room:
                room[target] -= 1
        limited = [other for other in self.slots if self._limited(other)]
        waiting = [other for other in limited if other not in given and other not in self.optional and other != slot]
        waiting = self._tight(waiting, len(limited))

        def has_room(target: str) -> bool:
            left = room.get(target)
            if left is None:
                return True
            return left > 0 and (not waiting or self._can_place(waiting, {**room, target: left - 1}))

        return has_room

    def _tight(self, slots: Sequence[str], others: int) -> list[str]:
        """Those of some slots for which so many others could leave no room."""
        domains = {id(self.slots[slot]): self.slots[slot] for slot in slots}
        room = {
            key: sum(self.capacity.get(target, inf) for target in domain.targets()) for key, domain in domains.items()
        }
        return [slot for slot in slots if room[id(self.slots[slot])] < others]

    def _can_place(self, waiting: Sequence[str], room: Mapping[str, int]) -> bool:
        """Whether the waiting slots all find a place (augmenting paths over the targets)."""
        held: dict[str, list[str]] = {}
        targets: dict[str, list[str]] = {}
        for slot in waiting:
            reached = list(self.slots[slot].targets())
            if all(target in room for target in reached):
                targets[slot] = reached

        def place(slot: str, tried: set[str]) -> bool:
            for target in targets[slot]:
                if target in tried:
                    continue
                tried.add(target)
                holders = held.setdefault(target, [])
                if len(holders) < room[target]:
                    holders.append(slot)
                    return True
                for number, other in enumerate(holders):
                    if place(other, tried):
                        holders[number] = slot
                        return True
            return False

        return all(place(slot, set()) for slot in targets)

    def __iter__(self) -> Iterator[Allot]:
        names = list(self.slots)

        def fill(number: int, given: tuple[tuple[str, str], ...], room: dict[str, int]) -> Iterator[Allot]:
            if number == len(names):
                yield Allot(given)
                return
            slot, domain = names[number], self.slots[names[number]]
            if slot in self.optional:
                yield from fill(number + 1, (*given, (slot, NONE)), room)
            for value in domain:
                target = domain.target(value)
                if room.get(target, 1) > 0:
                    left = {**room, target: room[target] - 1} if target in room else room
                    yield from fill(number + 1, (*given, (slot, value)), left)

        for answer in fill(0, (), dict(self.capacity)):
            if self.ordered:
                yield from (Allot(pairs) for pairs in permutations(answer.pairs))
            else:
                yield answer

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        return (Allot,)

    def wire(self, in_order: bool = False) -> AssignWire:
        domains, numbers = numbered(self.slots.values(), in_order)
        slots = {
            slot: SlotWire(number, slot in self.optional) for slot, number in zip(self.slots, numbers, strict=True)
        }
        return AssignWire(slots, domains, self.capacity, self.ordered)
