"""Orders that are seldom given: minefields and the secret base (OP-MINE-lay, C.6)."""

from __future__ import annotations

from typing import Any

from barents.games.operations import phases
from barents.games.operations.data import Data
from barents.games.operations.names import many
from barents.games.operations.orders import BASE_ORDERS
from barents.games.operations.rules.base import base_orders, order_base
from barents.games.operations.rules.mines import layers
from barents.games.operations.rules.units import Umpire
from barents.games.operations.state import State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.question import Question
from barents.kernel.sides import Side

BASE, LAY = "base", "lay"


def about_works(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What a field and a base need (OP-MINE-lay, C.6)."""
    turns = many(data.tables.secret_base.founding_turns, "turn")
    return (
        "Without an order nothing is done. A minelayer that spends the whole turn in a coastal zone leaves a field "
        f"there, once a month. A secret base needs an oiler who lies {turns} in one zone off Novaya Zemlya, and as "
        "many to be taken down."
    )


WORKS: Question[State, Data] = Question(
    "OP-MINE-lay",
    "Are mines laid, or is a base founded or taken down?",
    phase=phases.ORDERS,
    about=about_works,
    answers={
        Allot: "The work begins this turn; a ship that sails on, or a minelayer that has to fight, leaves it undone."
    },
    verb="Order",
    values=BASE_ORDERS,
    standing="Mines and the secret base",
)


def choose_works(u: Umpire, draft: State, side: Side) -> kernel.Rule[None]:
    """OP-MINE-lay, OP-BASE-function: who lays mines this turn, and whether a base is founded or taken down.

    Nobody is asked who could do neither.
    """
    desk = draft.desks[side]
    desk.laying = []
    slots: dict[str, Domain] = dict.fromkeys(layers(draft, u.data, side), Among([LAY]))
    if side is Side.AXIS and (orders := base_orders(draft, u.data)):
        slots[BASE] = BASE_ORDERS.among(orders)
    if not slots:
        return
    answer: Allot = yield from u.ask(side, WORKS, Assign(slots, optional=True))
    for slot, value in answer.pairs:
        if value != NONE and slot == BASE:
            order_base(draft, BASE_ORDERS.parse(value))
        elif value != NONE:
            desk.laying.append(slot)
