"""How good a side's chances are in a position of the campaign, and which of its questions are worth a search."""

from __future__ import annotations

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.passage import FLEETS_OUT, INTERCEPT_OUT, REACT
from barents.games.arctic_campaign.state import START_BOX, State
from barents.kernel.sides import Side
from barents.players.chances import chance
from barents.players.rollouts import Effort, Outlook

SCALE = 1.5  # boxes of the track


def value(data: Data, state: State, side: Side) -> float:
    """The chance to win by the marker on the track, and the points gathered towards the next box."""
    lead = START_BOX - state.marker + state.total / data.tables.victory.box_points
    return chance(lead if side is Side.ALLIED else -lead, SCALE)


OUTLOOK = Outlook(
    value=value,
    turn=lambda state: state.month,
    efforts={
        Side.ALLIED: {INTERCEPT_OUT.rule: Effort(2, 6, 1), REACT.rule: Effort(2, 6, 1)},
        Side.AXIS: {FLEETS_OUT.rule: Effort(3, 6, 1)},
    },
    advice=Effort(4, 10, 2),
)
