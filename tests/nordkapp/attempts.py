"""A submarine's attempt from its declaration to the end, answered by a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from barents.games.nordkapp.actions import PlayChit
from barents.games.nordkapp.state import SubmarinePhase
from barents.kernel.actions import Decline
from barents.kernel.events import Rolled
from barents.kernel.sides import Side

from .waters import ALLIED, AXIS, Waters

CHITS, TARGET = "NK-7.3-windows", "NK-7.1.2-attack"
INFILTRATION, TORPEDO, REACTION = "NK-7.1.1-die-each", "NK-7.1.2-torpedo-roll", "NK-7.1.3-reaction"
NO_EFFECT = ("no-effect",)


def faces_for(bag: Iterable[str], *chits: str) -> list[int]:
    """The faces that make a draw from a container give these chits."""
    pool, faces = sorted(bag), []
    for place, chit in enumerate(chits):
        found = pool.index(chit, place)
        faces.append(found - place + 1)
        pool[place], pool[found] = pool[found], pool[place]
    return faces


def declare(
    waters: Waters,
    *dice: int,
    boat: str = "u-88",
    surfaced: bool | None = False,
    allied: Sequence[str] = NO_EFFECT,
    axis: Sequence[str] = NO_EFFECT,
) -> Waters:
    """A boat attacks the enemies in its hex, which its side has sighted; what each side draws is set.

    `surfaced` is None where nobody asks, because nothing there can fight a boat.
    """
    side = waters.data.counters[boat].side
    waters.sighted(side, waters.state.pieces[side][boat].at)
    bag = waters.state.bag
    chits = {"allied": faces_for(bag[ALLIED], *allied), "axis": faces_for(bag[AXIS], *axis)}
    drawn = chits if side is AXIS and surfaced is not None else {}
    waters.begin(SubmarinePhase(side), dice=dice, **drawn)
    waters.act(side, f"attack {boat}")
    if surfaced is not None:
        waters.act(side, f"operate {'yes' if surfaced else 'no'}")
    return waters


def carry_out(waters: Waters, *targets: str, play: Sequence[str] = ()) -> Waters:
    """Go on to the end of the action: fire at these ships, one after the other, and play these chits when they come."""
    aims = iter(targets)
    while waters.now.box is not None:
        for side in list(waters.match.pending):
            answer(waters, side, aims, play)
    return waters


def answer(waters: Waters, side: Side, aims: Iterable[str], play: Sequence[str]) -> None:
    """Answer one question of an action."""
    decision = waters.asked(side)
    if decision.rule == TARGET:
        waters.act(side, f"target {next(iter(aims))}")
        return
    assert decision.rule == CHITS, decision.rule
    fitting = [a for a in decision.options if isinstance(a, PlayChit) and a.chit in play]
    waters.act(side, fitting[0] if fitting else Decline())


def only_roll(waters: Waters, rule: str) -> Rolled:
    """The one die that fell under a rule."""
    (roll,) = waters.rolls(rule)
    return roll
