"""How good a side's chances are in a position of Arctic Disaster, and which of its questions are worth a search."""

from __future__ import annotations

from barents.games.arctic_disaster.combat.convoy_attack import RUN_IN
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.air import TARGETS
from barents.games.arctic_disaster.rules.pool import ALLIED_MARKERS, AXIS_MARKERS
from barents.games.arctic_disaster.rules.reaction import INTERCEPT
from barents.games.arctic_disaster.rules.submarines import AIM
from barents.games.arctic_disaster.rules.victory import allied_points, german_points
from barents.games.arctic_disaster.state import LOST, State
from barents.kernel.sides import Side
from barents.players.chances import chance
from barents.players.rollouts import Effort, Outlook

SCALE, OPEN = 6.0, 40.0  # points that make a win likely: at the end, and while most are still to be made
CRIPPLED = 0.4  # a damaged ship is worth this share of one that is sunk


def value(data: Data, state: State, side: Side) -> float:
    """The chance to win by the points made against those in the middle of a draw, and by ships that are damaged."""
    table = data.tables.victory
    lead = german_points(state, data) - allied_points(state, data) - (table.draw_from + table.german_above) / 2
    scale = SCALE
    if state.result is None:
        scale = OPEN
        for ship in state.ships[Side.ALLIED].values():
            if ship.damage and ship.at != LOST:
                lead += CRIPPLED * table.axis_sunk.get(data.counters[ship.id].type, 0)
    return chance(lead if side is Side.AXIS else -lead, scale)


STRIKES = (AXIS_MARKERS.rule, TARGETS.rule, RUN_IN.rule, AIM.rule)
TACTICS = Effort(4, 30, 1)  # what an attack brings is seen by the end of the turn
OUTLOOK = Outlook(
    value=value,
    turn=lambda state: state.turn,
    efforts={
        Side.ALLIED: dict.fromkeys((ALLIED_MARKERS.rule, INTERCEPT.rule, AIM.rule), TACTICS),
        Side.AXIS: dict.fromkeys(STRIKES, TACTICS),
    },
    advice=Effort(4, 8, 3),
)
