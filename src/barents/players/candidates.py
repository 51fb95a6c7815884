"""Answers that are worth a try beside doctrine's own: all of them where they are few, else some that are close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Options, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import NONE

TRIES = 4  # draws for each answer that is wanted, before it is accepted that there are no others


def candidates(options: Options[Any], first: Action, dice: Dice, most: int) -> list[Action]:
    """Distinct answers, not more than `most`: doctrine's first, then others.

    Where they are few it is all of them. Of a sheet or a choice of several, most are doctrine's own with one thing
    changed: an answer that is drawn blindly out of millions is hardly ever a good one.
    """
    count = options.count()
    found = {first: None}
    if count is not None and count <= most:
        found.update(dict.fromkeys(options))
        return list(found)
    for _ in range(TRIES * most):
        if len(found) >= most:
            break
        changed = next(variants(options, first, dice), None) if dice.below(4) else None
        found.setdefault(changed if changed is not None else options.settle(options.sample(dice)))
    return list(found)


def variants(options: Options[Any], answer: Action, dice: Dice) -> Iterator[Action]:
    """The answer with one thing changed, at random; none of a plain pick."""
    if isinstance(options, Assign) and isinstance(answer, Allot):
        yield from _one_slot(options, answer, dice)
    elif isinstance(options, Subset) and isinstance(answer, Choose):
        yield from _one_item(options, answer, dice)


def _one_slot(options: Assign, answer: Allot, dice: Dice) -> Iterator[Action]:
    slots = [slot for slot, domain in options.slots.items() if slot in options.optional or domain.count() > 1]
    for slot in dice.sample(slots, min(len(slots), TRIES)):
        domain = options.slots[slot]
        empty = slot in options.optional and domain.is_left_out(dice)
        value = NONE if empty or not domain.count() else domain.sample(dice)
        changed = Allot(tuple((name, value if name == slot else given) for name, given in answer.pairs))
        if changed != answer and changed in options:
            yield changed


def _one_item(options: Subset, answer: Choose, dice: Dice) -> Iterator[Action]:
    for item in dice.sample(options.items, min(len(options.items), TRIES)):
        chosen = set(answer.items) ^ {item}
        changed = Choose(tuple(name for name in options.items if name in chosen))
        if changed in options:
            yield changed
