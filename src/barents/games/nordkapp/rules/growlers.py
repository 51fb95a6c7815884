"""Chapter 12.2: ice that drifts before the pack strikes merchants."""

from __future__ import annotations

from barents.games.nordkapp import state as s
from barents.games.nordkapp.rules.units import (
    Umpire,
    convoys,
    hit,
    in_growler_zone,
    label_of,
    marker_hex,
    merchants_under,
)
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import Side, only

RULE = "NK-12.2-growlers"
ICE = "ice"


def growlers(u: Umpire, _step: s.Growlers) -> tuple[Step, ...]:
    """NK 12.2: a die for each convoy that moved and is close to the ice now: some of its merchants are damaged.

    The German hears nothing of it before the end.
    """
    state, data, allied = u.state, u.data, only(Side.ALLIED)
    if not state.options.growlers:
        return ()
    for convoy in convoys(state, data):
        cell = marker_hex(state, Side.ALLIED, convoy)
        if convoy not in state.moved or not in_growler_zone(state, data, cell):
            continue
        name = label_of(u, Side.ALLIED, convoy)
        face = u.roll(D6, RULE, f"{name} in the ice at {cell}", to=allied).natural
        merchants = [piece.id for piece in merchants_under(state, data, convoy)]
        count = min(data.tables.growlers.faces[face - 1], len(merchants))
        if not count:
            u.tell(RULE, "{name} strikes no ice", to=allied, name=name)
            continue
        for struck in u.draw(merchants, count, RULE, name, to=allied):
            hit(u, state.pieces[Side.ALLIED][struck], 1, ICE, RULE, to=allied)
    return ()
