"""Orders that are seldom given: minefields and the secret base (OP-MINE-lay, C.6)."""

from __future__ import annotations

from barents.games.operations.base import base_orders, order_base
from barents.games.operations.mines import layers
from barents.games.operations.state import State
from barents.games.operations.units import Umpire
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.sides import Side

BASE, LAY = "base", "lay"


def choose_works(u: Umpire, draft: State, side: Side) -> kernel.Rule[None]:
    """OP-MINE-lay, OP-BASE-function: who lays mines this turn, and whether a base is founded or taken down.

    Nobody is asked who could do neither.
    """
    desk = draft.desks[side]
    desk.laying = []
    slots: dict[str, Domain] = dict.fromkeys(layers(draft, u.data, side), Among([LAY]))
    if side is Side.AXIS and (values := base_orders(draft, u.data)):
        slots[BASE] = Among(values)
    if not slots:
        return
    prompt = "Are mines laid, or is a base founded or taken down?"
    answer: Allot = yield from u.ask(side, "OP-MINE-lay", Assign(slots, optional=True), prompt)
    for slot, value in answer.pairs:
        if value != NONE and slot == BASE:
            order_base(draft, value)
        elif value != NONE:
            desk.laying.append(slot)
