"""Solitaire 1: when and where the automaton's forces come.

Turns and hexes of the convoys are rolled before the game; the fleets roll on the turn on which the convoy to Russia
comes, when the weather is known. The German hears of none of it.
"""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Force, Gate
from barents.games.nordkapp.rules.units import Umpire
from barents.games.nordkapp.state import State
from barents.kernel.dice import D6
from barents.kernel.sides import Audience, Side


def arrival_rolls(u: Umpire) -> None:
    """NS 1: one die says which convoy is first, one when the other follows, and one each where they enter."""
    state, data, table = u.state, u.data, u.data.tables.solitaire
    convoys = {force.convoy: force for force in allied_forces(state, data) if force.convoy is not None}
    pq, qp = convoys["pq"], convoys["qp"]
    even = u.roll(
        D6, "NS-1-first-arrival", "First convoy", to=Audience.ALLIED, needs=f"even for {pq.name}, odd for {qp.name}"
    )
    first, second = (pq, qp) if even % 2 == 0 else (qp, pq)
    later = table.second_turn[u.roll(D6, "NS-1-second-arrival", second.name, to=Audience.ALLIED) - 1]
    pq_hex = open_edge(state, data, table.pq_hex[u.roll(D6, "NS-1-pq-hex", pq.name, to=Audience.ALLIED) - 1])
    qp_hex = table.qp_hex[u.roll(D6, "NS-1-qp-hex", qp.name, to=Audience.ALLIED) - 1]
    turns = {first.key: 1, second.key: later}
    state.arrivals = {pq.key: (turns[pq.key], pq_hex), qp.key: (turns[qp.key], qp_hex)}
    for force in allied_forces(state, data):
        if force.kind == "local-escort":
            state.arrivals[force.key] = state.arrivals[qp.key]
    for convoy in (first, second):
        turn, cell = state.arrivals[convoy.key]
        words = "{name} comes on turn {turn} at {cell}"
        u.tell("NS-1-arrival-before-play", words, to=Audience.ALLIED, name=convoy.name, turn=turn, cell=cell)


def open_edge(state: State, data: Data, cell: str) -> str:
    """NS 1: where ice closes a hex of the west edge, the nearest open one to its south."""
    water = data.open_water(state.ice)
    south = [other for other in data.west_edge if other <= cell and other in water]
    return max(south)


def allied_forces(state: State, data: Data) -> list[Force]:
    """The Allied forces of the scenario."""
    return [force for force in data.scenarios[state.scenario].forces if force.side is Side.ALLIED]


def fleets(state: State, data: Data) -> list[Force]:
    """NS 1.2: the Home, Battle or Cruiser fleets of the scenario."""
    return [force for force in allied_forces(state, data) if force.kind == "fleet"]


def fleet_rolls(u: Umpire) -> None:
    """NS 1.2: each fleet comes with the convoy to Russia or a turn later, but never before its own turn."""
    state, data, table = u.state, u.data, u.data.tables.solitaire
    pq = next(force for force in allied_forces(state, data) if force.convoy == "pq")
    turn, cell = state.arrivals[pq.key]
    if state.turn != turn:
        return
    for fleet in fleets(state, data):
        modifier = table.fleet_weather[state.weather]
        limit = table.fleet_same_turn_to
        roll = u.roll(
            D6,
            "NS-1.2-fleet-roll",
            fleet.name,
            {state.weather: modifier} if modifier else {},
            to=Audience.ALLIED,
            needs=f"{limit} or less to come with {pq.name}",
        )
        comes = max(turn if roll <= limit else turn + 1, fleet.entry_turn)
        state.arrivals[fleet.key] = (comes, fleet_hex(state, data, fleet, cell))
        u.tell(
            "NS-1.2-fleet-hex",
            "{name} comes on turn {turn} at {cell}",
            to=Audience.ALLIED,
            name=fleet.name,
            turn=comes,
            cell=state.arrivals[fleet.key][1],
        )


def fleet_hex(state: State, data: Data, fleet: Force, beside: str) -> str:
    """NS 1.2: of the hexes by which a fleet may enter the one closest to the convoy's, the southern one of two."""
    gate = fleet.entry or Gate()
    cells = list(data.gate(gate, state.ice))
    if gate.beside:
        edge = [cell for cell in data.west_edge if cell in data.open_water(state.ice)]
        cells = [cell for cell in edge if data.distance(cell, beside) <= gate.within]
    return min(cells, key=lambda cell: (data.distance(cell, beside), cell))


def arriving(state: State) -> list[str]:
    """NS 1: the forces that enter this turn."""
    return [key for key, (turn, _) in state.arrivals.items() if turn == state.turn]
