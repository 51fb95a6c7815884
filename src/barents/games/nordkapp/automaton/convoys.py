"""Solitaire 3.1 and 3.2: convoys sail the shortest way that avoids what is known to be dangerous."""

from __future__ import annotations

from math import ceil

from barents.games.nordkapp.automaton.courses import (
    Choice,
    any_of,
    left_to,
    near_bases,
    near_spotted,
    spotted_forces,
    steps_to,
    way,
)
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Gate
from barents.games.nordkapp.rules.plot import allowance
from barents.games.nordkapp.rules.units import convoy_kind, is_waiting, markers_on_map, members, speed
from barents.games.nordkapp.state import OUT, Piece, State
from barents.kernel.sides import Side


def exits(state: State, data: Data, convoy: str) -> tuple[str, ...]:
    """NS 3.1, 3.2, 3.5: the hexes by which a convoy's merchants leave, whatever the scenario allows (R43)."""
    table = data.tables.solitaire
    if convoy_kind(state, data, convoy) == "pq":
        return data.gate(Gate(hexes=table.pq_exit), state.ice)
    return data.gate(Gate(west=table.qp_exit_rows), state.ice)


def sailing(state: State, data: Data, convoy: str) -> list[Piece]:
    """NS 3.1: the units that sail on with a convoy; it does not wait for a damaged submarine."""
    return [
        piece
        for piece in members(state, Side.ALLIED, convoy)
        if not data.counters[piece.id].is_sub or speed(data, piece) >= data.tables.movement.convoy
    ]


def convoy_way(state: State, data: Data, convoy: str, turn: int, choose: Choice = any_of) -> tuple[str, ...] | None:
    """NS 3.1, 3.2: the way to the exit, from the hex where a convoy is or enters.

    It goes round bases and spotted forces; round forces alone if that cannot be done in time; then round nothing
    (RS13). The convoy to Russia may enter its exit hexes in any case (RS21).
    """
    units = sailing(state, data, convoy)
    entering = is_waiting(units[0])
    here = state.arrivals[convoy][1] if entering else units[0].at
    leaving, forces, pace = exits(state, data, convoy), near_spotted(state, data), allowance(data, units)
    exempt = convoy_kind(state, data, convoy) == "pq"
    steps = None
    for barred in (forces | near_bases(data), forces, frozenset[str]()):
        goals = leaving if exempt else tuple(cell for cell in leaving if cell == here or cell not in barred)
        found = steps_to(data, state.ice, goals, barred)
        left = left_to(data, state.ice, here, found)
        if left is not None:
            steps = found
            if turns_needed(left, pace, entering) <= state.turns - turn + 1:
                break
    return way(data, state.ice, here, steps, choose, pace - entering) if steps is not None else None


def turns_needed(steps: int, pace: int, entering: bool) -> int:
    """NS 3.1: how many turns a way of so many steps takes, with the one off the map and the hex of entry."""
    return ceil((steps + 1 + entering) / pace)


def convoy_route(state: State, data: Data, convoy: str, turn: int, choose: Choice) -> list[str]:
    """NS 3.1, 3.2: where a convoy goes this turn; one that was shadowed goes where it said that it would."""
    units = sailing(state, data, convoy)
    entering = is_waiting(units[0])
    pace = allowance(data, units)
    if not entering and is_bound(state, convoy):
        return kept(state, data, convoy, pace, choose)
    path = convoy_way(state, data, convoy, turn, choose)
    if path is None:
        return [units[0].at, state.arrivals[convoy][1]] if entering else [units[0].at]
    onward = path if entering else path[1:]
    route = [units[0].at, *onward[:pace]]
    return [*route, OUT] if len(onward) < pace else route


def is_bound(state: State, marker: str) -> bool:
    """NS 4: whether a force has disclosed a hex of the map; one that said it would leave does so anyway."""
    return state.bound.get(marker, OUT) != OUT


def kept(state: State, data: Data, marker: str, pace: int, choose: Choice) -> list[str]:
    """NS 4: a shadowed force keeps the destination that it has disclosed."""
    here, goal = members(state, Side.ALLIED, marker)[0].at, state.bound[marker]
    path = way(data, state.ice, here, steps_to(data, state.ice, (goal,)), choose, pace)
    return list(path[: pace + 1]) if path is not None else [here]


def can_wait(state: State, data: Data, convoy: str) -> bool:
    """NS 3.5, RS19: whether a convoy that goes one hex this turn is still in time."""
    path = convoy_way(state, data, convoy, state.turn)
    if path is None or len(path) < 2:
        return False
    pace = allowance(data, sailing(state, data, convoy))
    return turns_needed(len(path) - 2, pace, False) <= state.turns - state.turn


# Scatter

HEAVY = ("BB", "BC", "CA")


def is_threatened(state: State, data: Data, convoy: str) -> bool:
    """NS 3.1, 3.2: whether a convoy rolls for scatter: a spotted heavy ship is near, and a convoy homeward is alone."""
    order, table = data.tables.scatter_order, data.tables.solitaire
    here = members(state, Side.ALLIED, convoy)[0].at
    heavy = [
        piece
        for units in spotted_forces(state, data).values()
        for piece in units
        if data.counters[piece.id].type in HEAVY and data.distance(piece.at, here) <= order.distance
    ]
    if not heavy or convoy_kind(state, data, convoy) == "pq":
        return bool(heavy)
    fleets = {force.key for force in data.scenarios[state.scenario].forces if force.kind == "fleet"}
    near_fleet = any(
        data.distance(units[0].at, here) <= table.scatter_near_fleet
        for marker, units in markers_on_map(state, data, Side.ALLIED).items()
        if marker in fleets
    )
    return not near_fleet and data.column(here) - 1 > table.scatter_near_edge


def scatter_rule(state: State, data: Data, convoy: str) -> str:
    """NS 3.1, 3.2: by which rule a convoy rolls for scatter."""
    return "NS-3.1-scatter" if convoy_kind(state, data, convoy) == "pq" else "NS-3.2-scatter"
