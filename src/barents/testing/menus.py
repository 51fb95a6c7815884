"""What must hold of menus and plans in every game: whole orders are followed as they were planned, through a match.

`whole_orders` takes a position of a match and, for each of a side's units, every deed of its menu that can be done, at
a few of its places. The answers of each plan are given on a fork of the match, one after the other. The other side lets
every moment pass. Then none of them may be refused: if another question comes first something has happened, as a die
that fell badly, and the rest of the plan is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Assign, Decision
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.domains import NONE
from barents.kernel.match import Match
from barents.kernel.menus import Deed, Menu, Plan
from barents.kernel.question import Asked
from barents.kernel.sides import Side, eyes_of

AnyMatch = Match[Any, Any]
NOWHERE = "no-such-place"  # whoever asks may ask for anything


class Followed(NamedTuple):
    """How far a plan was followed in a match of its own: all of it, or up to a question that it does not answer."""

    match: AnyMatch
    given: int
    plan: Plan

    @property
    def whole(self) -> bool:
        """Whether nothing came between."""
        return self.given == len(self.plan.answers)


class Ordered(NamedTuple):
    """A whole order that was given, and what it was given for."""

    menu: Menu
    deed: Deed
    cell: str
    plan: Plan
    followed: Followed


def asked_of(match: AnyMatch, side: Side) -> Asked:
    """What a side is asked, with what it knows."""
    return Asked(match.game, match.data, match.known(eyes_of(side)), match.pending[side])


def follow(match: AnyMatch, side: Side, plan: Plan, dice: Dice) -> Followed:
    """Give the answers of a plan on a fork of the match, while the questions are those that it is for."""
    twin = match.fork(DiceBox.seeded(dice.below(1 << 30)))
    for number, planned in enumerate(plan.answers):
        let_pass(twin, side, dice)
        decision = twin.pending.get(side)
        if decision is None or decision.question is None or decision.question.id != planned.question:
            return Followed(twin, number, plan)
        action = match.game.notation.parse(planned.answer)
        refusal = decision.refusal(action)
        assert refusal is None, f"{plan.words}: '{planned.answer}' to {planned.question} is refused: {refusal}"
        twin.act(side, action)
    return Followed(twin, len(plan.answers), plan)


def let_pass(match: AnyMatch, side: Side, dice: Dice) -> None:
    """Answer for the other side until it is a side's turn again: nothing where that can be."""
    while side not in match.pending and match.pending:
        other, decision = next(iter(match.pending.items()))
        match.act(other, _nothing(decision, dice))


def _nothing(decision: Decision[Any], dice: Dice) -> Action:
    for action in (Decline(), Choose(())):
        if decision.refusal(action) is None:
            return action
    drawn: Action = decision.options.sample(dice)
    return drawn


def whole_orders(match: AnyMatch, side: Side, units: Iterable[str], dice: Dice, most: int = 3) -> Iterator[Ordered]:
    """Every deed of every unit's menu at some of its places, planned and followed."""
    asked = asked_of(match, side)
    for unit in units:
        menu = asked.menu((unit,))
        if menu is None:
            continue
        assert len({deed.name for deed in menu.deeds}) == len(menu.deeds), "two deeds have one name"
        for deed in menu.deeds:
            if deed.refusal is not None:
                assert deed.refusal.reason
                continue
            if deed.cells:
                nowhere = asked.plan((unit,), deed.name, NOWHERE)
                assert nowhere is not None
                assert nowhere.refusal is not None, f"{deed.title} at no place at all"
            for cell in _some(deed.cells, dice, most) or [""]:
                plan = asked.plan((unit,), deed.name, cell)
                assert plan is not None
                if plan.refusal is None:
                    assert plan.words
                    assert plan.answers or plan.value, f"{menu.title} {deed.title}: no answers"
                    if plan.value:
                        _is_offered(asked.decision, menu, plan)
                    yield Ordered(menu, deed, cell, plan, follow(match, side, plan, dice))


def _some(cells: tuple[str, ...], dice: Dice, most: int) -> list[str]:
    if len(cells) <= most:
        return list(cells)
    return [cells[0], *(cells[dice.below(len(cells))] for _ in range(most - 1))]


def _is_offered(decision: Decision[Any], menu: Menu, plan: Plan) -> None:
    """A value of a page must be one that its slot can have; nothing only where it may be left empty."""
    options = decision.options
    assert isinstance(options, Assign)
    (slot,) = menu.units
    if plan.value == NONE:
        assert slot in options.optional
    else:
        refusal = options.slots[slot].refusal(plan.value)
        assert refusal is None, f"{menu.title} {plan.words}: {plan.value} is refused: {refusal}"
