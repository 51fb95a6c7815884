"""Orders: aircraft, fleets, missions and plots, written by both sides at once (OP-TIME-order 2 and 3)."""

from __future__ import annotations

import msgspec

from barents.games.operations.air.orders import choose_air
from barents.games.operations.air.sighting_reports import pass_on
from barents.games.operations.fleets.missions import choose_missions
from barents.games.operations.fleets.plots import choose_plots
from barents.games.operations.fleets.regroup import heirs, regroup
from barents.games.operations.fleets.scattered import choose_plans
from barents.games.operations.rules.special_orders import choose_works
from barents.games.operations.rules.units import Umpire
from barents.games.operations.state import Desk, Orders, State
from barents.kernel import umpire as kernel
from barents.kernel.sides import Side


def orders(u: Umpire, _step: Orders) -> kernel.Rule[None]:
    """OP-MODE-played: both sides write everything in secret before anything is carried out."""
    state = u.state
    state.phase = "orders"
    allied, axis = yield from u.both(write(u, Side.ALLIED), write(u, Side.AXIS))
    gone = {side: heirs(state.desks[side], new) for side, new in ((Side.ALLIED, allied), (Side.AXIS, axis))}
    state.desks = {Side.ALLIED: allied, Side.AXIS: axis}
    for side in Side:
        pass_on(state, side, gone[side])


def write(u: Umpire, side: Side) -> kernel.Rule[Desk]:
    """A side writes on a copy of its desk, and hands it in when it has done."""
    draft = drafted(u.state, side)
    yield from choose_air(u, draft, side)
    yield from regroup(u, draft, side)
    yield from choose_missions(u, draft, side)
    yield from choose_plans(u, draft, side)
    yield from choose_plots(u, draft, side)
    yield from choose_works(u, draft, side)
    return draft.desks[side]


def drafted(state: State, side: Side) -> State:
    """The state with a copy of one desk, so that the real one is as it was until both have finished."""
    copy = msgspec.msgpack.decode(msgspec.msgpack.encode(state.desks[side]), type=Desk)
    return msgspec.structs.replace(state, desks={**state.desks, side: copy})
