"""Solitaire 3.5: merchants that have lost their convoy make for it, or for their exit, as fast as a die allows."""

from __future__ import annotations

from barents.games.nordkapp.automaton.convoys import exits, is_bound, kept
from barents.games.nordkapp.automaton.courses import Choice, any_of, left_to, steps_to, way
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import Umpire, counter, on_map, speed
from barents.games.nordkapp.state import OUT, Piece, State
from barents.kernel.dice import D6
from barents.kernel.sides import Audience, Side


def separated(state: State, data: Data) -> list[Piece]:
    """NS 3.5: the merchants that sail by themselves."""
    return [
        piece
        for piece in state.pieces[Side.ALLIED].values()
        if on_map(piece) and not piece.force and data.counters[piece.id].is_merchant
    ]


def has_run(state: State, merchant: Piece) -> bool:
    """NS 3.5: whether a merchant was scattered this turn, by the diagram, and goes no farther."""
    return merchant.convoy in state.scattered and merchant.apart == state.turn


def moves(u: Umpire, merchant: Piece) -> int:
    """NS 3.5: how many hexes a merchant makes this turn; a damaged one never more than its speed."""
    state, table = u.state, u.data.tables.solitaire
    modifier = table.straggler_weather[state.weather]
    named: dict[str, int] = {state.weather: modifier} if modifier else {}
    roll = u.roll(D6, "NS-3.5-straggler-roll", counter(u.data, merchant).name, named, to=Audience.ALLIED)
    hexes = table.straggler[roll - 1] if roll > 0 else 0
    return min(hexes, speed(u.data, merchant)) if merchant.damage else hexes


def straggler_route(
    state: State, data: Data, merchant: Piece, points: int, convoy_hex: str, choose: Choice
) -> tuple[list[str], bool]:
    """NS 3.5: the way of a merchant to its convoy or its exit, whichever is nearer, and whether it is the convoy.

    `convoy_hex` is where its convoy goes this turn; empty if there is none that it may join.
    """
    if is_bound(state, merchant.id):
        return kept(state, data, merchant.id, speed(data, merchant), choose), False
    here = merchant.at
    leaving = steps_to(data, state.ice, exits(state, data, merchant.convoy))
    back = steps_to(data, state.ice, (convoy_hex,)) if convoy_hex else {}
    out, home = left_to(data, state.ice, here, leaving), left_to(data, state.ice, here, back)
    joins = home is not None and (out is None or home < out)
    path = way(data, state.ice, here, back if joins else leaving, choose, points)
    if path is None:
        return [here], False
    route = list(path[: points + 1])
    return ([*route, OUT] if not joins and len(path) <= points else route), joins


def can_meet(state: State, data: Data, merchant: Piece, points: int, cell: str) -> bool:
    """NS 3.5, RS19: whether a straggler makes for its convoy, and can be in a hex of its way this turn."""
    if merchant.apart >= state.turn or is_bound(state, merchant.id):
        return False
    route, joins = straggler_route(state, data, merchant, points, cell, any_of)
    return joins and route[-1] == cell


def rejoin(u: Umpire, moved: list[Piece]) -> None:
    """NS 3.5: a merchant that ends its move in the hex of its convoy is part of it again, unless it was scattered."""
    state = u.state
    for merchant in moved:
        if merchant.convoy in state.scattered or not on_map(merchant) or merchant.apart >= state.turn:
            continue
        if any(
            piece.at == merchant.at and u.data.counters[piece.id].is_merchant
            for piece in state.pieces[Side.ALLIED].values()
            if piece.force == merchant.convoy
        ):
            merchant.force, merchant.apart = merchant.convoy, 0
            words = "{unit} rejoins her convoy at {cell}"
            u.tell("NS-3.5-rejoin", words, to=Audience.ALLIED, unit=merchant.id, cell=merchant.at)
