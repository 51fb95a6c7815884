"""Solitaire 1: when and where the automaton's forces could have come, as far as the German can know."""

from __future__ import annotations

from barents.games.nordkapp.automaton.arrivals import allied_forces, fleet_hex, fleets, open_edge
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.state import WAITING, State
from barents.kernel.dice import D6, Dice
from barents.kernel.sides import Side

TRIES = 60


def imagine_arrivals(data: Data, world: State, dice: Dice, *, moved: bool) -> None:
    """NS 1, 1.2: arrivals by the automaton's own tables, until they agree with who has been seen at sea.

    `moved` says whether everything has moved this turn.
    """
    for _ in range(TRIES):
        world.arrivals = _rolled(data, world, dice, moved)
        if _agrees(data, world, moved):
            return


def _rolled(data: Data, world: State, dice: Dice, moved: bool) -> dict[str, tuple[int, str]]:
    """The dice that were rolled before the game, and those of the fleets if their turn has come."""
    table = data.tables.solitaire
    convoys = {force.convoy: force for force in allied_forces(world, data) if force.convoy is not None}
    pq, qp = convoys["pq"], convoys["qp"]
    first, second = (pq, qp) if dice.below(2) else (qp, pq)
    turns = {first.key: 1, second.key: dice.choice(table.second_turn)}
    entry = open_edge(world, data, dice.choice(table.pq_hex))
    found = {pq.key: (turns[pq.key], entry), qp.key: (turns[qp.key], dice.choice(table.qp_hex))}
    found |= {force.key: found[qp.key] for force in allied_forces(world, data) if force.kind == "local-escort"}
    if world.turn > turns[pq.key] or (world.turn == turns[pq.key] and moved):
        for fleet in fleets(world, data):
            late = dice.roll(D6)[0] > table.fleet_same_turn_to
            comes = max(turns[pq.key] + late, fleet.entry_turn)
            found[fleet.key] = (comes, fleet_hex(world, data, fleet, entry))
    return found


def _agrees(data: Data, world: State, moved: bool) -> bool:
    """Whether nobody has been seen before his time; on an open map also whether nobody waits after it."""
    homes, pieces = data.home[world.scenario], world.pieces[Side.ALLIED]
    for force in allied_forces(world, data):
        comes = world.arrivals.get(force.key, (world.turn + 1, ""))[0]
        outside = world.turn < comes or (world.turn == comes and not moved)
        for name, piece in pieces.items():
            if homes.get(name) == force.key and force.entry is not None:
                if not piece.at.startswith(WAITING) and outside:
                    return False
                if piece.at.startswith(WAITING) and not outside:
                    return False
    return True
