"""Chapter 3.3: decoys. Bought in secret with points given to the enemy, for one turn."""

from __future__ import annotations

from functools import cache
from typing import Any

from barents.games.north_cape.actions import Buy
from barents.games.north_cape.data import Data
from barents.games.north_cape.datafiles import SetDecoys
from barents.games.north_cape.names import so_many
from barents.games.north_cape.phases import DECOYS
from barents.games.north_cape.rules.pieces import Umpire, is_waiting, on_map, tell_boxes
from barents.games.north_cape.state import POOL, BuyDecoys, PlaceDecoys, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.domains import Among
from barents.kernel.question import Question
from barents.kernel.sides import Side, only


def about_buying(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What a decoy costs, and what it does."""
    price = data.tables.victory.decoy
    return (
        f"Each gives the enemy {so_many(price, 'point')}. For this turn they lie and move face down like your own; "
        "he is told only what you paid, so you may pay for more than you take."
    )


def about_placing(_data: Data, _known: State, decision: Decision[Any]) -> str:
    """Where decoys lie, for whoever has any."""
    if isinstance(decision.options, Assign) and not decision.options.slots:
        return "You took none this turn, so there is nothing to set."
    return "A decoy lies face down with the pieces that you name; seen by the enemy it is gone."


PURCHASE: Question[State, Data] = Question(
    "NC-3.3-decoy-cost", "How many decoys do you set out this turn?", phase=DECOYS, about=about_buying
)
PLACEMENT: Question[State, Data] = Question(
    "NC-3.3-decoy-placement",
    "With which of your pieces does each decoy lie?",
    phase=DECOYS,
    about=about_placing,
    answers={Allot: "Each decoy is put face down where you say, and the enemy is not told."},
    verb="Place",
)


@cache
def purchases(pool: int, price: int) -> tuple[Buy, ...]:
    """NC 3.3: every number of decoys with every spend that covers it (R50)."""
    return tuple(Buy(drawn, price * n) for drawn in range(pool + 1) for n in range(drawn, pool + 1))


def pool(u: Umpire, side: Side) -> list[str]:
    """NC 3.3: a side's decoys that are not in play."""
    return [p.id for p in u.state.pieces[side].values() if p.at == POOL and u.data.counters[p.id].is_decoy]


def purchase(u: Umpire, side: Side) -> kernel.Rule[Buy]:
    """NC 3.3: how many a side draws, and how much it pays."""
    options = Pick(purchases(len(pool(u, side)), u.data.tables.victory.decoy))
    return (yield from u.ask(side, PURCHASE, options))


def buy_decoys(u: Umpire, _step: BuyDecoys) -> kernel.Rule[None]:
    """NC 3.3: both sides commit at once; only the points spent are disclosed. In solitaire nobody buys any (R91)."""
    state = u.state
    if state.options.solitaire:
        return
    if u.data.scenarios[state.scenario].decoys is None:
        bought = dict(zip(Side, (yield from u.both(purchase(u, Side.ALLIED), purchase(u, Side.AXIS))), strict=True))
    else:
        price, numbers = u.data.tables.victory.decoy, {each.side: each.number for each in set_by_scenario(u)}
        bought = {side: Buy(numbers.get(side, 0), price * numbers.get(side, 0)) for side in Side}
    state.drawn_before = state.drawn
    state.drawn = {side: buy.drawn for side, buy in bought.items()}
    for side, buy in bought.items():
        state.points[side.enemy] += buy.spend
        for book in state.notebook.values():
            book.facts.pop(f"found-{side}", None)  # those found out are counted anew each turn
        u.tell(
            "NC-3.3-decoy-reveal-cost-only",
            "{side} spend {spend} {spend:point|points} on decoys",
            side=side.value,
            spend=buy.spend,
            note=(f"spent-{side}", buy.spend),
        )


def set_by_scenario(u: Umpire) -> list[SetDecoys]:
    """NC 3.3: the decoys that the scenario itself sets this turn."""
    return [each for each in u.data.scenarios[u.state.scenario].decoys or () if each.turn == u.state.turn]


def places(u: Umpire, side: Side) -> list[str]:
    """NC 3.3: where decoys may be set: with friendly pieces in a hex, or in a holding box in use (R51).

    On turn 1 also with the forces that wait to enter: they are part of the set-up.
    """
    found: dict[str, None] = {}
    for piece in u.state.pieces[side].values():
        if on_map(piece) or (u.state.turn == 1 and is_waiting(piece)):
            found[piece.at] = None
        if u.data.counters[piece.id].is_group and on_map(piece):
            found[f"box-{piece.id[6:]}"] = None
    return sorted(found)


def placement(u: Umpire, side: Side) -> kernel.Rule[Allot]:
    """NC 3.3: where a side sets the decoys that it drew."""
    drawn = pool(u, side)[: u.state.drawn[side]]
    where = Among(places(u, side))
    options = Assign(dict.fromkeys(drawn, where))
    return (yield from u.ask(side, PLACEMENT, options))


def place_decoys(u: Umpire, _step: PlaceDecoys) -> kernel.Rule[None]:
    """NC 3.3: decoys are set face down, unseen."""
    state = u.state
    if state.options.solitaire:
        return
    if u.data.scenarios[state.scenario].decoys is not None:
        for each in set_by_scenario(u):
            for name in pool(u, each.side)[: each.number]:
                set_decoy(u, each.side, name, each.at)
        return
    orders = yield from u.both(placement(u, Side.ALLIED), placement(u, Side.AXIS))
    for side, order in zip(Side, orders, strict=True):
        for name, place in order.pairs:
            set_decoy(u, side, name, place)
        if order.pairs:
            u.tell("NC-3.3-decoy-placement", "{n} {n:decoy|decoys} set", to=only(side), n=len(order.pairs))
            tell_boxes(u, [state.pieces[side][name] for name, _ in order.pairs])


def set_decoy(u: Umpire, side: Side, name: str, place: str) -> None:
    """A decoy goes into a hex, with a waiting force, or into a holding box and so to its marker's hex."""
    piece = u.state.pieces[side][name]
    if place.startswith("box-"):
        piece.box = int(place[4:])
        piece.at = u.state.pieces[side][f"group-{piece.box}"].at
    else:
        piece.at = place
