"""What a unit can do, all at once, and a whole order for it: for people who think of the unit first.

A rule asks one thing after the other: which mission, who goes, where to. A person clicks a unit and wants to see all
that it can do, and one hex later the order is complete. So a `Question` may offer a *menu* for a unit, and a *plan* for
a deed and a place: the answers to this question and to those that follow it. Both are made from what the side knows.

A plan gives nobody anything that answering by hand would not give: each of its answers goes to the umpire like any
other, is written down like any other, and waits until its own question is put. If another question comes first, or the
answer is not among the options by then, what is left of the plan is dropped and the person is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from barents.kernel.domains import Refusal
from barents.kernel.view import Odds

Reach = Literal["", "move", "watch", "strike", "look", "land"]
"""How the chart draws the places of a deed: move dots in a solid edge, watch a dashed edge, strike brackets with their
chance, look an eye in a dotted edge, land a base; nothing where a deed has no place."""


class PlannedAnswer(msgspec.Struct, frozen=True):
    """An answer given beforehand: the id of the question that it is for, and its notation.

    Where several orders are given at once, `order` is the number of the one that it belongs to.
    """

    question: str
    answer: str
    order: int = 0


class DeedPlace(msgspec.Struct, frozen=True):
    """A place that a deed can be done at, where there is something to say about it: its chance, a few words."""

    cell: str
    chance: float | None = None
    words: str = ""


class Deed(msgspec.Struct, frozen=True):
    """One thing that a unit can do now, or why it cannot.

    `name` is what a plan calls it, `key` the letter by which a person chooses it. `cells` are the places that it can be
    done at; a deed without any is done where the unit is. `facts` are a few words each: what it risks, what it costs.
    With a `refusal` it cannot be done; one that is `hopeless` can, and hardly anybody would.
    """

    name: str
    title: str
    key: str = ""
    help: str = ""
    reach: Reach = ""
    cells: tuple[str, ...] = ()
    places: tuple[DeedPlace, ...] = ()
    odds: Odds | None = None
    facts: tuple[str, ...] = ()
    refusal: Refusal | None = None
    hopeless: bool = False


class Menu(msgspec.Struct, frozen=True):
    """All that some units can do together, as one stack or force.

    `units` are those that it is for, `others` those who lie with them and could go too, `state` how they are, in a
    line: "Submerged, 2 hexes behind PQ 12, not seen".
    """

    units: tuple[str, ...]
    deeds: tuple[Deed, ...]
    title: str = ""
    state: str = ""
    others: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    rule: str = ""


class Plan(msgspec.Struct, frozen=True):
    """A whole order: its answers, in the order in which they will be asked for, and what it comes to.

    On a page where each unit has a slot it is no answer but the `value` that the unit's slot is given.
    `way` are the cells that it leads over, the first where the unit is; `words` what the button says, `about` where it
    ends and what is known of the way, each in a few words. With a `refusal` it cannot be given, and has no answers.
    """

    answers: tuple[PlannedAnswer, ...] = ()
    words: str = ""
    way: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    odds: Odds | None = None
    refusal: Refusal | None = None
    value: str = ""


@dataclass(frozen=True)
class Choice:
    """A deed of a menu, and how the whole order for it is made, given a place; what is refused has none."""

    deed: Deed
    plan: Callable[[str], Plan] | None = None


def in_order(choices: Sequence[Choice]) -> tuple[Deed, ...]:
    """The deeds of a menu: first what can be done, then what hardly anybody would do, then what cannot be done."""
    return tuple(
        choice.deed
        for choice in sorted(choices, key=lambda choice: (choice.deed.refusal is not None, choice.deed.hopeless))
    )


def whole_order(choices: Sequence[Choice], deed: str, cell: str, too_far: Callable[[str], Refusal]) -> Plan:
    """The plan of one of these deeds at a place; why not where it cannot be done, or not there."""
    chosen = next((choice for choice in choices if choice.deed.name == deed), None)
    if chosen is None:
        return Plan(refusal=Refusal("That is none of the things that can be done now."))
    if chosen.deed.refusal is not None or chosen.plan is None:
        return Plan(refusal=chosen.deed.refusal or Refusal("That cannot be done now."))
    if cell and chosen.deed.cells and cell not in chosen.deed.cells:
        return Plan(refusal=too_far(cell))
    return chosen.plan(cell)
