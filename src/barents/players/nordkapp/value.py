"""How good a side's chances are in a position of Nordkapp, and which of its questions are worth a search."""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.raids import RAID
from barents.games.nordkapp.rules.submarines import ATTACK, TARGET
from barents.games.nordkapp.rules.surface import CALL, FIRE
from barents.games.nordkapp.rules.units import convoys, worth
from barents.games.nordkapp.state import LOST, OUT, State
from barents.kernel.sides import Side
from barents.players.chances import chance
from barents.players.nordkapp.worth import CRIPPLED
from barents.players.rollouts import END, Effort, Outlook

SCALE = 1.5  # points
LATE = 20.0  # points: a convoy that is on the map at the end loses the game


def value(data: Data, state: State, side: Side) -> float:
    """The chance to win by the points made against the level that wins, and merchants that fall behind."""
    levels = data.scenarios[state.scenario].levels
    lead = state.points[Side.AXIS] - state.points[Side.ALLIED] - levels.german_tactical_from + 0.25
    if state.result is not None:
        lead += LATE * len(convoys(state, data))
    else:
        crippled = (
            piece
            for piece in state.pieces[Side.ALLIED].values()
            if piece.damage and piece.at not in (LOST, OUT) and data.counters[piece.id].is_merchant
        )
        lead += CRIPPLED * sum(worth(state, data, piece, 1, sunk=True) for piece in crippled)
    return chance(lead if side is Side.AXIS else -lead, SCALE)


TACTICS = Effort(4, 16, 1)  # what a fight brings is seen by the end of the turn
# Plots are left to the staffs: other routes, tried over three turns, made the admiral weaker than they are.
OUTLOOK = Outlook(
    value=value,
    turn=lambda state: state.turn,
    efforts={
        Side.ALLIED: dict.fromkeys((CALL.rule, FIRE.rule, RAID.rule), TACTICS),
        Side.AXIS: dict.fromkeys((ATTACK.rule, TARGET.rule, CALL.rule, FIRE.rule), TACTICS),
    },
    advice=Effort(4, 8, END),
)
