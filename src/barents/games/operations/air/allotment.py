"""The aircraft of a month (OP-AIR-allot): the dice say how many steps a side has, and it says where they are based.

A scenario has its wings; this is for a month of the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from barents.games.operations import phases
from barents.games.operations.data import Data, Dice
from barents.games.operations.rules.units import Umpire, date
from barents.games.operations.state import Desk, Squadron, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.question import Question
from barents.kernel.sides import Side, only

OLD, NEW = "il-4", "a-20"
UNBASED = ""  # where a step is until it has a base


def about_bases(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """How many a base holds (5.14, 5.15)."""
    return f"They fly from there for the month, at most {data.air.bases.most_steps} steps to a base."


BASES: Question[State, Data] = Question(
    "OP-AIR-base-limit",
    "Where are your aircraft based this month?",
    phase=phases.CONVOYS,
    about=about_bases,
    answers={Allot: "Each step flies from the base that you give it; one without a base is of no use this month."},
    verb="Base",
    layout="muster",
    deed="flies from",
)
EXCHANGE: Question[State, Data] = Question(
    "OP-AIR-allot-allied",
    "Which of your Il-4 steps do you take as A-20?",
    phase=phases.CONVOYS,
    about="An A-20 carries two torpedoes and fights better, but does not fly so far.",
    answers={Choose: "The steps that you choose fly A-20 this month; the others stay as they are."},
    verb="Exchange",
)


def allot(u: Umpire, side: Side) -> None:
    """OP-AIR-allot-fresh, -axis, -allied: the land-based steps of last month are gone; the dice bring new ones.

    Carriers keep theirs. The RAF's steps in Russia are at Vaenga; all others have no base yet.
    """
    data, desk = u.data, u.state.desks[side]
    desk.air = {key: step for key, step in desk.air.items() if step.base in desk.ships}
    rule = f"OP-AIR-allot-{side}"
    for type, dice in data.allotment(side, date(u.state)).items():
        add(desk, type, thrown(u, dice, rule, side, type), UNBASED)
    if side is Side.ALLIED:
        base = data.base_zone(data.air.allied_air.in_russia_base)
        for type, dice in data.in_russia(date(u.state)).items():
            add(desk, type, thrown(u, dice, rule, side, type), base)


def thrown(u: Umpire, dice: Dice, rule: str, side: Side, type: str) -> int:
    """How many steps some dice give, in secret; three faces are a die halved and rounded up."""
    if not dice.number:
        return dice.plus
    faces = u.roll(dice.number * D6, rule, u.data.air_types[type].name, to=only(side)).faces
    return sum(-(-face * dice.faces // D6.faces) for face in faces) + dice.plus


def add(desk: Desk, type: str, steps: int, base: str) -> None:
    """New steps of a type, under names that no other has."""
    number = 0
    for _ in range(steps):
        number += 1
        while f"{type}-{number}" in desk.air:
            number += 1
        desk.air[f"{type}-{number}"] = Squadron(f"{type}-{number}", type, base)


def station(u: Umpire, side: Side) -> kernel.Rule[dict[str, str]]:
    """OP-AIR-base-limit, D20: a base for each new step, no more than fourteen at one.

    It changes nothing, so that both sides can be asked at once; `settle` carries it out.
    """
    data, desk, month = u.data, u.state.desks[side], date(u.state)
    slots: dict[str, Domain] = {
        step.key: Among([data.base_zone(name) for name in data.bases_for(step.type, month)])
        for step in desk.air.values()
        if step.base == UNBASED
    }
    held = [step.base for step in desk.air.values()]
    room = {zone: data.air.bases.most_steps - held.count(zone) for zone in data.airbases(side, month)}
    options = Assign(slots, capacity=room, optional=is_crowded(slots, room))
    answer: Allot = yield from u.ask(side, BASES, options)
    return dict(answer.pairs)


def is_crowded(slots: Mapping[str, Domain], room: Mapping[str, int]) -> bool:
    """Whether some kind of aircraft has more steps than its bases can hold: then some have to be left out."""
    needs = [frozenset(domain) for domain in slots.values()]
    return any(sum(need <= places for need in needs) > sum(room[zone] for zone in places) for places in needs)


def settle(desk: Desk, bases: Mapping[str, str]) -> None:
    """Every step is where its owner wants it; one without a base is of no use this month."""
    for key, zone in bases.items():
        if zone == NONE:
            del desk.air[key]
        else:
            desk.air[key].base = zone


def exchange(u: Umpire) -> kernel.Rule[tuple[str, ...]]:
    """5.15: from 1943 on Soviet bombers of the old type may be taken as new ones, step for step.

    It is asked in a step of its own, since the dice of `allot` are secret, and changes nothing (`renew` does).
    """
    old = [step.key for step in u.state.desks[Side.ALLIED].air.values() if step.type == OLD]
    if not old or date(u.state) < u.data.air.allied_air.il_4_as_a_20_from:
        return ()
    answer: Choose = yield from u.ask(Side.ALLIED, EXCHANGE, Subset(old))
    return answer.items


def renew(desk: Desk, steps: Iterable[str]) -> None:
    """5.15: some steps have new aircraft from now on, where they are."""
    for key in steps:
        if key in desk.air:
            add(desk, NEW, 1, desk.air.pop(key).base)
